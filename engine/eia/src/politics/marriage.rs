//! Royal marriages: what a power offers in secret, as a part of the political sheet. Two that offer one to each other on the sheets of one month
//! are joined by it, until there is war between them.
//!
//! Of the printed game it is known that a victor may take one by the terms of a peace (B.5), and not whether and how else one is offered, nor
//! how many PP it moves. So a group chooses whether it plays with this, and no PP move.

use super::gate::Gate;
use super::sheet::{Part, chosen};
use super::{Happened, Pair, Politics};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::refusal::Refusal;
use table::said;
use table::switches::{NO, Switch, YES};

/// Whether royal marriages are offered: the game as it is known first.
pub const OF_THE_GROUP: Switch = Switch {
    key: "marriage",
    name: "Royal marriages are offered on the political sheet",
    ways: &[NO, YES],
    rule: None,
};

/// An offer that the other did not make too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unmet {
    /// Who offered.
    pub by: Power,
    /// To whom.
    pub to: Power,
}

/// The part of the sheet that opens with it: to whom a power offers a royal marriage.
pub struct Marriage;

impl Part for Marriage {
    fn key(&self) -> &'static str {
        "marriage"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Sheet
    }

    fn switch(&self) -> Option<Switch> {
        Some(OF_THE_GROUP)
    }

    fn apply(&self, politics: &mut Politics, happened: &Happened) {
        if let Happened::MarriagesOffered { made, .. } = happened {
            politics.marriages.extend(made);
        }
    }

    /// A marriage lasts until there is war between the two.
    fn war_begins(&self, politics: &mut Politics, pair: Pair) {
        politics.marriages.remove(&pair);
    }

    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, to: Power) -> Option<Refusal> {
        if own.contains(&to) {
            return Some(Refusal::new(said!("You play {} yourself, so it is offered no marriage.", to)));
        }
        if !state.major_powers().any(|played| played == to) {
            return Some(Refusal::new(said!(
                "{} is not in this game any more, so it is offered no marriage.",
                to
            )));
        }
        if state.are_at_war(power, to) {
            return Some(Refusal::new(said!(
                "{} is at war with {}: peace is made before a marriage.",
                power,
                to
            )));
        }
        let already = state.are_married(power, to);
        already.then(|| Refusal::new(said!("{} and {} are joined by a royal marriage already.", power, to)))
    }

    /// Offers that meet are marriages; the others are told too, for they lie open beside them.
    fn opened(&self, table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
        let offers: Vec<(Power, Power)> = chosen(table, month, Gate::Sheet, self)?;
        if offers.is_empty() {
            return Ok(());
        }
        let meets = |&(by, to): &(Power, Power)| offers.contains(&(to, by));
        let mut made: Vec<Pair> = Vec::new();
        for (by, to) in offers.iter().copied().filter(meets) {
            let pair = Pair::of(by, to);
            if !made.contains(&pair) {
                made.push(pair);
            }
        }
        let unmet = offers.iter().filter(|offer| !meets(offer)).map(|&(by, to)| Unmet { by, to }).collect();
        table.emit(&Event::Politics(Happened::MarriagesOffered { made, unmet }))
    }
}

impl Position {
    /// Whether two powers are joined by a royal marriage that both offered.
    #[must_use]
    pub fn are_married(&self, one: Power, other: Power) -> bool {
        self.marriages().any(|pair| pair == Pair::of(one, other))
    }

    /// The royal marriages between powers that somebody plays.
    pub fn marriages(&self) -> impl Iterator<Item = Pair> + '_ {
        let all = self.politics.marriages.iter().copied();
        all.filter(|pair| !pair.powers().into_iter().any(|power| self.is_out(power)))
    }
}
