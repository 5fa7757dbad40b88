//! Corps on loan.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use serde_json::json;

// house.peace.loan.return
#[test]
fn a_corps_on_loan_comes_back_in_the_reinforcement_phase_a_year_later() {
    given("March 1805; France surrenders to Great Britain: b4")
        .refuses("Austria", "peace borrow of France corps 'I Corps'", "No peace")
        .refuses("Great Britain", "peace borrow of France corps 'Old Contemptibles'", "no corps")
        .when("Great Britain", "peace borrow of France corps 'i corps'")
        .refuses("Great Britain", "peace borrow of France corps 'II Corps'", "No peace")
        .keeps("politics/carried/loans/0", "corps 'I Corps' of France to Great Britain until March 1806")
        .until("March 1806")
        .keeps("politics/carried/loans/0", "corps 'I Corps'")
        .until("reinforcement phase")
        .value("politics/carried/loans", json!([]))
        .under(["house.peace.loan.return"]);
}
