//! Corps on loan, and what a new war leaves of the terms of a peace.
#![allow(clippy::unwrap_used)]

use crate::words::given;

// house.peace.unconditional-only
#[test]
fn war_between_the_two_ends_a_loan_and_what_is_not_named_yet_and_other_wars_do_not() {
    given("March 1805; France surrenders to Great Britain: b6, b4, exile")
        .when("Great Britain", "peace borrow of France corps 'I Corps'")
        .until("Great Britain and France allied")
        .until("Spain at war with Austria")
        .until("talks")
        .look(|now, _| {
            assert_eq!((now.politics.carried.loans.len(), now.politics.carried.claims.len()), (1, 1))
        })
        .when("Great Britain", "peace violated on France term b6")
        .look(|now, _| {
            assert_eq!((now.politics.carried.loans.len(), now.politics.carried.claims.len()), (0, 0))
        })
        .refuses("Great Britain", "peace exile of France leader Napoleon", "house.peace.unconditional-only");
}
