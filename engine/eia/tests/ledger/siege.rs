//! Sieges on the kept board (7.5.4): in whose slot one is rolled for, and what a month of it is.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use crate::words::kept::area;
use engine::eia::land::siege::rolls_for;
use engine::eia::powers::Power;

fn whose(besiegers: &str) -> Option<Power> {
    let mut found = None;
    given(&format!(
        "kept board; Austria at war with France; Russia at war with France; Passau: France garrison 3i, siege, {besiegers}"
    ))
    .board(|ground| found = rolls_for(ground, area("Passau").unwrap()));
    found
}

// standard.land.siege.roll: of several besieging powers the one with most corps there rolls, once a month.
#[test]
fn of_several_besiegers_the_one_with_most_corps_rolls() {
    assert_eq!(whose("Austria I besieging, Russia I besieging, Russia II besieging"), Some(Power::Russia));
    assert_eq!(whose("Austria I besieging, Austria II besieging, Russia I besieging"), Some(Power::Austria));
    assert_eq!(
        whose("Austria I, Russia I besieging"),
        Some(Power::Russia),
        "who does not besiege does not count"
    );
    assert_eq!(whose("Austria I"), None);
}
