//! Which values of the Middle Ages are not the printed game's, and are typed by a group that has it: the results of the year cards, how many
//! areas a court claims, what a claim is worth, what a harvest brings, from when on raiders come; and what the scenario begins with.

use crate::Position;
use crate::board::count::{CLAIM, CLAIMS};
use crate::board::outsiders::FIRST;
use crate::fates::HARVEST;
use crate::pack::Set;
use crate::year::Card;
pub use crate::year::{Line, RATINGS};
use std::collections::BTreeMap;
use table::facts::Origin;
use table::said;
use table::said::Said;
use table::typed::{Unprinted, Wanted, Written};

/// Values that the group typed, by their keys.
pub type Typed = BTreeMap<String, i64>;

/// How many areas a court claims at most.
pub const CLAIMS_KEY: &str = "claims";
/// What a claim that is held is worth, in victory points.
pub const CLAIM_KEY: &str = "claim_points";
/// What a rich harvest brings, in gold.
pub const HARVEST_KEY: &str = "harvest";
/// The first round in which raiders and magnates come.
pub const COME_KEY: &str = "outsiders_from";
/// What the keys of the year cards begin with: `year_7_conquest`.
pub const YEAR: &str = "year_";

/// What a line of a card is called.
fn name(line: Line, card: u8) -> Said {
    match line {
        Line::Rule => said!("Year card {}, ruling", card),
        Line::Fortify => said!("Year card {}, fortification", card),
        Line::Conquest => said!("Year card {}, conquest", card),
        Line::Pillage => said!("Year card {}, pillage", card),
        Line::Negotiate => said!("Year card {}, negotiation", card),
        Line::Convert => said!("Year card {}, conversion", card),
    }
}

/// The key of a line of a card.
#[must_use]
pub fn key_of(card: u8, line: Line) -> String {
    format!("{YEAR}{card}_{}", line.key())
}

/// The number of a card and the line of a key.
#[must_use]
pub fn line_of(key: &str) -> Option<(u8, Line)> {
    let (card, line) = key.strip_prefix(YEAR)?.split_once('_')?;
    let card = card.parse().ok().filter(|card| *card > 0)?;
    Some((card, Line::ALL.into_iter().find(|known| known.key() == line)?))
}

/// A year card as this campaign has it.
#[must_use]
pub fn card(typed: &Typed, shipped: &Card) -> Card {
    let mut card = shipped.clone();
    for line in Line::ALL {
        let value = typed.get(&key_of(shipped.number, line)).and_then(|value| i16::try_from(*value).ok());
        if let Some(value) = value {
            *line.of_mut(&mut card) = value;
        }
    }
    card
}

impl Position {
    fn value(&self, key: &str, shipped: i64) -> i64 {
        self.typed.get(key).copied().unwrap_or(shipped)
    }

    /// How many areas a court claims at most.
    #[must_use]
    pub fn most_claims(&self) -> usize {
        usize::try_from(self.value(CLAIMS_KEY, i64::try_from(CLAIMS).unwrap_or(3))).unwrap_or(CLAIMS)
    }

    /// What a rich harvest brings, in gold.
    #[must_use]
    pub fn harvest(&self) -> u16 {
        u16::try_from(self.value(HARVEST_KEY, HARVEST.into())).unwrap_or(HARVEST)
    }

    /// The first round in which raiders and magnates come.
    #[must_use]
    pub fn outsiders_from(&self) -> u8 {
        u8::try_from(self.value(COME_KEY, FIRST.into())).unwrap_or(FIRST)
    }

    /// What a claim that is held is worth, in victory points.
    #[must_use]
    pub fn worth_of_a_claim(&self) -> i32 {
        i32::try_from(self.value(CLAIM_KEY, CLAIM.into())).unwrap_or(CLAIM)
    }

    pub(crate) fn unprinted(
        &self,
        key: String,
        name: Said,
        unit: &'static str,
        (shipped, origin): (i64, Origin),
        most: i64,
    ) -> Unprinted {
        let typed = self.typed.get(&key).copied();
        Unprinted {
            key,
            name,
            unit,
            written: Written::Whole,
            now: typed.unwrap_or(shipped),
            least: 0,
            most,
            only: &[],
            bounds: None,
            origin: if typed.is_some() { Origin::Typed } else { origin },
        }
    }
}

/// The values that are not the printed game's, and those that the group typed.
pub(crate) fn values(position: &Position, wanted: Wanted<'_>) -> Vec<Unprinted> {
    let (mut values, ours) = (Vec::new(), Origin::Ours);
    if position.kept {
        let claims = said!("Areas that a court claims at most");
        let most = i64::try_from(CLAIMS).unwrap_or(3);
        values.push(position.unprinted(CLAIMS_KEY.to_owned(), claims, "", (most, ours), 20));
        let worth = said!("A claim that is held");
        values.push(position.unprinted(CLAIM_KEY.to_owned(), worth, "VP", (CLAIM.into(), ours), 100));
        let harvest = said!("What a rich harvest brings");
        values.push(position.unprinted(HARVEST_KEY.to_owned(), harvest, "gold", (HARVEST.into(), ours), 20));
        let comes = said!("The round from which on raiders and magnates come");
        let comes = position.unprinted(COME_KEY.to_owned(), comes, "", (FIRST.into(), ours), 60);
        values.push(Unprinted { least: 1, ..comes });
    }
    values.retain(|value| wanted(&value.key));
    values.extend(crate::begins::values(position, wanted));
    let origin = position.data().origin(Set::Year);
    for shipped in position.data().year() {
        for line in Line::ALL {
            let key = key_of(shipped.number, line);
            if !wanted(&key) {
                continue;
            }
            let name = name(line, shipped.number);
            let value = position.unprinted(key, name, "", (line.of(shipped).into(), origin), RATINGS.1);
            values.push(Unprinted { least: RATINGS.0, ..value });
        }
    }
    values
}
