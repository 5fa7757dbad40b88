//! The political phase (4) where the bot keeps it: who is at war with whom, the political sheet by which all declare war at once, and
//! peace by agreement.
//!
//! A group whose switch says that politics is told plays this phase at its own table, as it does without this.

pub mod agreement;
pub mod sheet;
pub mod war;

/// The parts of the political sheet, in the order in which the gates open them.
pub const PARTS: &[&dyn sheet::Part] = &[&war::War];

use super::outline::Month;
use super::powers::Power;
use super::{EmpiresInArms, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use table::by_subject::{Ordered, Subject};
use table::facts::Fact;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::switches::Switch;
use table::view::View;

/// The switch by which a group says whether the bot keeps politics.
pub const SWITCH: &str = "politics";
/// Where the bot keeps it.
pub const KEPT: &str = "kept";

/// The switch: how it stands at founding first.
pub const OF_THE_GROUP: Switch = Switch {
    key: SWITCH,
    name: "Declarations of war",
    ways: &[
        ("told", "made at the table, and not kept by the bot"),
        (KEPT, "sealed with the bot and opened together"),
    ],
    rule: None,
};

/// Two powers between which something holds, in the order of [`Power`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair(Power, Power);

impl Pair {
    /// The pair of two powers, in whatever order they are named.
    #[must_use]
    pub fn of(one: Power, other: Power) -> Pair {
        if one <= other { Pair(one, other) } else { Pair(other, one) }
    }

    /// Both.
    #[must_use]
    pub fn powers(self) -> [Power; 2] {
        [self.0, self.1]
    }

    /// The other of the two; `None` where the power is neither.
    #[must_use]
    pub fn other(self, power: Power) -> Option<Power> {
        match self {
            Pair(one, other) if one == power => Some(other),
            Pair(one, other) if other == power => Some(one),
            _ => None,
        }
    }
}

/// What is kept of politics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Politics {
    /// The wars between major powers.
    pub wars: BTreeSet<Pair>,
    /// The month whose sheets are asked for.
    pub asked: Option<Month>,
    /// The parts of those sheets, by their keys.
    pub parts: Vec<String>,
    /// Whether sheets were opened before: from then on every war begins with one.
    pub opened: bool,
    /// What is proposed between two powers and not agreed yet: who proposes it to whom.
    pub proposed: BTreeSet<agreement::Proposed>,
}

/// What a player orders in politics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "politics", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Proposes to another power that there be peace or war between the two, or agrees to the same proposal of its own.
    Propose(agreement::Proposed),
    /// Agrees to what another power proposes.
    Agree(agreement::Proposed),
    /// Takes such a proposal back.
    Withdraw(agreement::Proposed),
}

/// What happened in politics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// The scenario begins with these wars.
    WarsBegun {
        /// Between whom.
        wars: Vec<Pair>,
    },
    /// The sheets of a month are asked for.
    SheetsAsked {
        /// The month.
        month: Month,
        /// The parts of the sheets, by their keys.
        parts: Vec<String>,
    },
    /// The declarations of a month are done with.
    Declared {
        /// The month.
        month: Month,
    },
    /// War was declared (4.2).
    WarDeclared {
        /// By whom.
        by: Power,
        /// On whom.
        on: Power,
        /// The declaring power's PP before, in halves.
        before: i64,
        /// Its PP now: a declaration costs some (4.2.1).
        now: i64,
    },
    /// Peace or war was proposed.
    Proposed(agreement::Proposed),
    /// A proposal was taken back.
    Withdrawn(agreement::Proposed),
    /// Both have agreed.
    Agreed {
        /// One.
        one: Power,
        /// The other.
        other: Power,
        /// To what.
        to: agreement::State,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    declaration: Fact<i64>,
}

/// What a declaration of war on a major power costs (4.2.1), in halves of a PP; below 0 is a loss.
#[must_use]
pub fn price_of_war() -> &'static Fact<i64> {
    static FILE: LazyLock<Option<File>> =
        LazyLock::new(|| toml::from_str(include_str!("../../data/politics.toml")).ok());
    static NOTHING: Fact<i64> = Fact { value: 0, origin: table::facts::Origin::Ours };
    FILE.as_ref().map_or(&NOTHING, |file| &file.declaration)
}

impl Position {
    /// Whether two powers are at war. With a power that is out of the game nobody is.
    #[must_use]
    pub fn are_at_war(&self, one: Power, other: Power) -> bool {
        self.politics.wars.contains(&Pair::of(one, other)) && !self.is_out(one) && !self.is_out(other)
    }

    /// With whom a power is at war.
    pub fn enemies(&self, power: Power) -> impl Iterator<Item = Power> + '_ {
        let of_it = self.politics.wars.iter().filter_map(move |pair| pair.other(power));
        of_it.filter(move |other| self.are_at_war(power, *other))
    }

    /// The powers that take part in politics: those that somebody plays.
    pub fn major_powers(&self) -> impl Iterator<Item = Power> + '_ {
        let played = self.choice.holdings.keys().copied();
        played.filter(|power| !self.is_out(*power))
    }
}

/// Whether the bot keeps politics in this campaign.
pub(super) fn is_kept(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    table.switch(SWITCH) == KEPT
}

/// Politics, as a subject of the game.
pub enum PoliticalPhase {}

impl Subject<EmpiresInArms> for PoliticalPhase {
    type Happened = Happened;

    /// What happened changes the position.
    fn apply(state: &mut Position, happened: Happened) {
        let politics = &mut state.politics;
        match happened {
            Happened::WarsBegun { wars } => politics.wars.extend(wars),
            Happened::SheetsAsked { month, parts } => (politics.asked, politics.parts) = (Some(month), parts),
            Happened::Declared { .. } => {
                politics.asked = None;
                politics.opened = true;
                // Who was at war before is told before the first sheets; a proposal of it is too late now.
                politics.proposed.retain(|open| open.state == agreement::State::Peace);
            }
            Happened::WarDeclared { by, on, now, .. } => {
                politics.wars.insert(Pair::of(by, on));
                politics.proposed.retain(|open| Pair::of(open.by, open.with) != Pair::of(by, on));
                state.pp.insert(by, now);
            }
            Happened::Proposed(proposed) => _ = politics.proposed.insert(proposed),
            Happened::Withdrawn(proposed) => _ = politics.proposed.remove(&proposed),
            Happened::Agreed { one, other, to } => {
                let pair = Pair::of(one, other);
                politics.proposed.retain(|open| Pair::of(open.by, open.with) != pair);
                match to {
                    agreement::State::Peace => _ = politics.wars.remove(&pair),
                    agreement::State::War => _ = politics.wars.insert(pair),
                }
            }
        }
    }

    /// What may be done in politics now, besides the sheet.
    fn offers(position: &Position, table: &View) -> Vec<Offer> {
        let mut offers = sheet::offers(position, table);
        offers.extend(agreement::offers(position, table));
        offers
    }

    /// What two have agreed on is taken back by both or not at all.
    fn binds(happened: &Happened) -> bool {
        matches!(happened, Happened::Agreed { .. })
    }
}

impl Ordered<EmpiresInArms> for PoliticalPhase {
    type Order = Order;

    /// A player's order.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Propose(proposed) => agreement::propose(table, seat, proposed),
            Order::Agree(proposed) => agreement::agree(table, seat, proposed),
            Order::Withdraw(proposed) => agreement::withdraw(table, seat, proposed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::facts::Origin;

    #[test]
    fn the_price_of_a_war_is_three_political_points() {
        assert_eq!((price_of_war().value, price_of_war().origin), (-6, Origin::Rulebook));
    }

    #[test]
    fn a_pair_is_the_same_from_both_sides() {
        let pair = Pair::of(Power::Turkey, Power::Austria);
        assert_eq!(pair, Pair::of(Power::Austria, Power::Turkey));
        assert_eq!(pair.other(Power::Austria), Some(Power::Turkey));
        assert_eq!(pair.other(Power::France), None);
    }
}
