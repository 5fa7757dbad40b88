//! Royal marriages: what a power offers in secret, as a part of the political sheet. Two that offer one to each other on the sheets of one month
//! are joined by it, until there is war between them.
//!
//! Of the printed game it is known that a victor may take one by the terms of a peace (B.5), and not whether and how else one is offered, nor
//! how many PP it moves. So a group chooses whether it plays with this, and no PP move.

use super::gate::Gate;
use super::sheet::{Part, laid_down};
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

/// An offer of which no marriage came: the other did not make it too, or is at war with who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unmet {
    /// Who offered.
    pub by: Power,
    /// To whom.
    pub to: Power,
}

/// Something happens by which wars may begin; the royal marriages that they end are told beside it.
pub(super) fn and_what_it_ends(
    table: &mut Table<'_, '_, EmpiresInArms>,
    happened: Happened,
) -> Result<(), Refusal> {
    let before: Vec<Pair> = table.state().marriages().collect();
    table.emit(&Event::Politics(happened))?;
    let state = table.state();
    let ended: Vec<Pair> =
        before.into_iter().filter(|pair| !state.politics.marriages.contains(pair)).collect();
    if ended.is_empty() { Ok(()) } else { table.emit(&Event::Politics(Happened::MarriagesEnded { ended })) }
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

    /// Offers that meet are marriages; the others are told too, for they lie open beside them: those that nobody returned, and those between
    /// powers that are at war by now.
    fn opened(&self, table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
        let seats = table.laid_down(&table.state().politics.round(month, Gate::Sheet));
        let laid = laid_down(table, month, Gate::Sheet, self, seats)?;
        let state = table.state();
        let (mut offers, mut void) = (Vec::new(), Vec::new());
        for (seat, by, to) in laid {
            let Some(to) = to.power() else { continue };
            if state.are_at_war(by, to) {
                void.push(Unmet { by, to });
            } else if self.why_not_power(state, &state.bidders(&seat), by, to).is_none() {
                offers.push((by, to));
            }
        }
        let meets = |&(by, to): &(Power, Power)| offers.contains(&(to, by));
        let mut made: Vec<Pair> = Vec::new();
        for (by, to) in offers.iter().copied().filter(meets) {
            let pair = Pair::of(by, to);
            if !made.contains(&pair) {
                made.push(pair);
            }
        }
        let alone = offers.iter().filter(|offer| !meets(offer));
        let unmet: Vec<Unmet> = alone.map(|&(by, to)| Unmet { by, to }).collect();
        if made.is_empty() && unmet.is_empty() && void.is_empty() {
            return Ok(());
        }
        table.emit(&Event::Politics(Happened::MarriagesOffered { made, unmet, void }))
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
