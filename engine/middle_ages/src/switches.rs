//! What a group may choose in the Middle Ages: where the rules leave something open, each with its rule.

use table::rule;
use table::switches::{NO, Switch, YES};

/// Whether a draw is of two event cards.
pub const DRAW_TWO: &str = "ages_draw_two";
/// Whether the rating of a seafaring people is halved over two sea areas and more, as that of others is.
pub const SEAFARERS_HALVED: &str = "ages_seafarers_halved";

/// Whether raiders and magnates come: the printed game has them as optional rules.
pub const OUTSIDERS: &str = "ages_outsiders";

/// The game's switches.
pub static SWITCHES: &[Switch] = &[
    Switch {
        key: DRAW_TWO,
        name: "Each draw is of two event cards",
        ways: &[NO, YES],
        rule: Some(rule!("middle-ages.cards.draw-two")),
    },
    Switch {
        key: SEAFARERS_HALVED,
        name: "Over two sea areas and more seafarers are hindered like others",
        ways: &[NO, YES],
        rule: Some(rule!("middle-ages.fleets.range")),
    },
    Switch { key: OUTSIDERS, name: "Raiders and magnates come", ways: &[YES, NO], rule: None },
];
