//! What a group may choose in Empires in Arms: readings and optional rules, each with the rule it belongs to.

use table::rule;
use table::switches::{NO, Switch, YES};

/// Whether cavalry comes in three types.
pub const CAVALRY_TYPES: &str = "cavalry_types";
/// Whether superior cavalry adds to the die.
pub const CAVALRY_SUPERIORITY: &str = "cavalry_superiority";
/// Whether an army all of cavalry withdraws more easily.
pub const CAVALRY_WITHDRAWAL: &str = "cavalry_withdrawal";
/// What the +1 morale raises that chits give a Turkish or Russian commander.
pub const NATIONAL_MORALE: &str = "national_morale";
/// Whether powers may buy breech-loading rifles.
pub const RIFLES: &str = "rifles";

/// The game's switches but those on which a part of the political sheet hangs: these stand with the part.
pub static SWITCHES: &[Switch] = &[
    super::politics::OF_THE_GROUP,
    super::uncontrolled::OF_THE_GROUP,
    super::economy::OF_THE_GROUP,
    super::economy::states::OF_THE_GROUP,
    super::economy::TWICE,
    super::politics::suits::WHOM,
    super::board::dominance::COUNTED,
    super::board::dominance::WHEN_LOST,
    super::access::demand::ALLY_DEMAND,
    Switch {
        key: super::choice_of_powers::TIES,
        name: "Equal bids are ordered by dice",
        ways: &[("all", "always"), ("met", "only where they are for the same power")],
        rule: Some(rule!("house.general.bids-tie")),
    },
    Switch {
        key: CAVALRY_TYPES,
        name: "Cavalry is light, medium or heavy",
        ways: &[YES, NO],
        rule: Some(rule!("house.land.cavalry.types")),
    },
    Switch { key: CAVALRY_SUPERIORITY, name: "Cavalry superiority (12.3.3.1)", ways: &[YES, NO], rule: None },
    Switch {
        key: NATIONAL_MORALE,
        name: "+1 morale of a Turkish or Russian commander under some chits",
        ways: &[("force", "for his force's morale"), ("table", "for the morale level of his table")],
        rule: None,
    },
    Switch {
        key: RIFLES,
        name: "Breech-loading rifles can be bought",
        ways: &[NO, YES],
        rule: Some(rule!("nationalism.rifles.available")),
    },
    Switch { key: CAVALRY_WITHDRAWAL, name: "Cavalry withdrawal (12.3.3.2)", ways: &[YES, NO], rule: None },
    super::politics::minors::control::OF_PROMISES,
    super::politics::minors::loss::HOW,
    super::politics::carried::exile::HOW_FAR,
    super::board::district::JOINING,
    super::board::cession::OF_FREE_STATES,
    super::sardinia::catalogue::OF_THE_GROUP,
];
