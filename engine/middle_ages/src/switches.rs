//! What a group may choose in the Middle Ages: where the rules leave something open, each with its rule; and the readings that are made of it.

use crate::event_cards::{HAND, HAND_BEFORE};
use table::rule;
use table::switches::{NO, Switch, YES};

/// Whether a draw is of two event cards.
pub const DRAW_TWO: &str = "ages_draw_two";
/// Whether the rating of a seafaring people is halved over two sea areas and more, as that of others is.
pub const SEAFARERS_HALVED: &str = "ages_seafarers_halved";
/// Whether raiders and magnates come: the printed game has them as optional rules.
pub const OUTSIDERS: &str = "ages_outsiders";
/// How many spaces of the allowance an army's crossing takes.
pub const CROSSING: &str = "ages_crossing";
/// What each sea area of a crossing costs 1 gold for.
pub const CROSSING_PAYS: &str = "ages_crossing_pays";
/// Whether a fleet makes an area a seafaring home for armies that cross too.
pub const FLEET_HOMES: &str = "ages_fleet_homes";
/// Whether the fleet point that makes a base seafaring counts against fleets that defend.
pub const CONVERTING_POINT: &str = "ages_converting_point";
/// Whether what an event gives is maintained at the end of that turn already.
pub const ARRIVAL_PAID: &str = "ages_arrival_paid";
/// When the kind of a civilisation marker is named.
pub const MARKER_NAMED: &str = "ages_marker_named";
/// Whether a bad result of a card that builds no marker is applied.
pub const MARKER_HARMS: &str = "ages_marker_harms";
/// Who chooses first in a pillage.
pub const PILLAGE_FIRST: &str = "ages_pillage_first";
/// Whether the gold for a marker comes besides what is plundered.
pub const MARKER_GOLD: &str = "ages_marker_gold";
/// When a hand holds four cards.
pub const HAND_OF_FOUR: &str = "ages_hand";
/// What becomes of a card whose years end in the hand.
pub const RUN_OUT: &str = "ages_run_out";
/// What becomes of a card that is drawn before its years.
pub const DRAWN_EARLY: &str = "ages_drawn_early";
/// Whether an area whose rebellion value is 0 or less can rebel.
pub const QUIET: &str = "ages_quiet";

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
    Switch {
        key: CROSSING,
        name: "An army's crossing takes",
        ways: &[("one", "one space"), ("each", "a space for each sea area")],
        rule: Some(rule!("middle-ages.armies.movement.sea")),
    },
    Switch {
        key: FLEET_HOMES,
        name: "A fleet makes a seafaring home for armies too",
        ways: &[YES, NO],
        rule: Some(rule!("middle-ages.armies.movement.sea")),
    },
    Switch {
        key: CROSSING_PAYS,
        name: "A sea area that is crossed costs 1 gold for",
        ways: &[
            ("counter", "each army counter"),
            ("point", "each army point"),
            ("crossing", "all that cross so in a turn"),
        ],
        rule: Some(rule!("middle-ages.armies.movement.sea.cost")),
    },
    Switch {
        key: ARRIVAL_PAID,
        name: "Armies and fleets of an event are paid for in the turn of their arrival",
        ways: &[YES, NO],
        rule: Some(rule!("middle-ages.armies.maintenance.event-armies")),
    },
    Switch {
        key: CONVERTING_POINT,
        name: "The fleet point that makes a base seafaring counts against fleets that defend",
        ways: &[YES, NO],
        rule: Some(rule!("middle-ages.fleets.defence-across-sea")),
    },
    Switch {
        key: MARKER_NAMED,
        name: "The kind of a civilisation marker is named",
        ways: &[("after", "after success"), ("before", "with the announcement")],
        rule: Some(rule!("middle-ages.civilisation.building.success")),
    },
    Switch {
        key: MARKER_HARMS,
        name: "A card that builds no marker may lower the social state",
        ways: &[YES, NO],
        rule: Some(rule!("middle-ages.civilisation.building.failure")),
    },
    Switch {
        key: PILLAGE_FIRST,
        name: "In a pillage chooses first",
        ways: &[("attacker", "the attacker"), ("defender", "the defender")],
        rule: Some(rule!("middle-ages.civilisation.pillage.marker")),
    },
    Switch {
        key: MARKER_GOLD,
        name: "The gold for a pillaged marker comes",
        ways: &[("besides", "besides plunder"), ("instead", "where nothing is plundered")],
        rule: Some(rule!("middle-ages.civilisation.pillage.gold")),
    },
    Switch {
        key: QUIET,
        name: "An area whose rebellion value is 0 or less rebels",
        ways: &[("never", "never"), ("rarely", "on 2 and 12")],
        rule: Some(rule!("middle-ages.civilisation.commerce.rebellion")),
    },
    Switch {
        key: HAND_OF_FOUR,
        name: "A hand holds four event cards",
        ways: &[("always", "always"), ("two", "where each draw is of two")],
        rule: Some(rule!("middle-ages.cards.hand-limit")),
    },
    Switch {
        key: DRAWN_EARLY,
        name: "A card drawn before its years",
        ways: &[("stays", "stays in the hand"), ("replaced", "may be replaced")],
        rule: Some(rule!("middle-ages.cards.drawn-too-late")),
    },
    Switch {
        key: RUN_OUT,
        name: "A card whose years end in the hand",
        ways: &[("discarded", "is discarded"), ("replaced", "is replaced")],
        rule: Some(rule!("middle-ages.cards.drawn-too-late")),
    },
];

/// What each sea area of a crossing costs 1 gold for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pays {
    /// For every army counter.
    #[default]
    Counter,
    /// For every army point.
    Point,
    /// Once for all that cross between the same two areas in a turn.
    Crossing,
}

/// The readings by which a campaign is played, as its switches stand; by default as they stand at founding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Seafarers are hindered over two sea areas and more.
    pub seafarers_halved: bool,
    /// A crossing takes a space for each sea area.
    pub crossing_by_seas: bool,
    /// What a crossing costs.
    pub crossing_pays: Pays,
    /// A fleet makes a home for armies that cross.
    pub fleet_homes: bool,
    /// What an event gives is paid for in the turn of its arrival.
    pub arrival_paid: bool,
    /// The fleet point that makes a base seafaring counts against fleets.
    pub converting_point_counts: bool,
    /// The kind of a marker is named with the announcement.
    pub marker_named_before: bool,
    /// A card that builds no marker may harm.
    pub marker_harms: bool,
    /// The defender of a pillaged area chooses first.
    pub defender_first: bool,
    /// The gold for a marker comes besides what is plundered.
    pub marker_gold_besides: bool,
    /// Areas of a rebellion value of 0 or less rebel on 2 and 12.
    pub quiet_rebel: bool,
    /// The most cards that a hand holds.
    pub hand: usize,
    /// A card that is drawn before its years may be replaced.
    pub early_replaced: bool,
    /// A card whose years end in the hand is replaced.
    pub run_out_replaced: bool,
}

impl Default for Readings {
    fn default() -> Readings {
        readings(|key| table::switches::by_key(key).map_or("", |switch| switch.ways[0].0))
    }
}

/// The readings as the campaign's switches stand.
#[must_use]
pub fn readings<'s>(stands: impl Fn(&'static str) -> &'s str) -> Readings {
    let is = |key, way| stands(key) == way;
    Readings {
        seafarers_halved: is(SEAFARERS_HALVED, YES.0),
        crossing_by_seas: is(CROSSING, "each"),
        crossing_pays: match stands(CROSSING_PAYS) {
            "point" => Pays::Point,
            "crossing" => Pays::Crossing,
            _ => Pays::Counter,
        },
        fleet_homes: !is(FLEET_HOMES, NO.0),
        arrival_paid: !is(ARRIVAL_PAID, NO.0),
        converting_point_counts: !is(CONVERTING_POINT, NO.0),
        marker_named_before: is(MARKER_NAMED, "before"),
        marker_harms: !is(MARKER_HARMS, NO.0),
        defender_first: is(PILLAGE_FIRST, "defender"),
        marker_gold_besides: !is(MARKER_GOLD, "instead"),
        quiet_rebel: is(QUIET, "rarely"),
        hand: if is(HAND_OF_FOUR, "two") && !is(DRAW_TWO, YES.0) { HAND_BEFORE } else { HAND },
        early_replaced: is(DRAWN_EARLY, "replaced"),
        run_out_replaced: is(RUN_OUT, "replaced"),
    }
}
