//! Bids: numbers laid on things in secret, handled from the largest down (`house.general.bids-order`), equal ones in the order of a die
//! roll (`house.general.bids-tie`). Whether equal bids on different things are diced too is a switch (`ties`, in a game's `switches`);
//! second powers and auctions use the same dice.

use super::names::SeatId;
use super::offers::{Field, Kind, Offer};
use super::refusal::Refusal;
use crate::rule;
use crate::rules::RuleId;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One player's bids on everything that is bid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// A whole number for each thing, all different.
    pub bids: BTreeMap<String, u32>,
    /// All things from the dearest to the least, for what is left over.
    pub preference: Vec<String>,
}

impl Sheet {
    /// The order of preference that follows from the numbers alone: the dearest first.
    #[must_use]
    pub fn by_numbers(&self) -> Vec<String> {
        let mut things: Vec<&String> = self.bids.keys().collect();
        things.sort_by_key(|thing| std::cmp::Reverse(self.bids[*thing]));
        things.into_iter().cloned().collect()
    }
}

/// What sheets may hold: the things bid for, and the highest bid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The things, in the order of the form.
    pub things: Vec<String>,
    /// The highest bid allowed.
    pub ceiling: u32,
}

impl Terms {
    /// The offer to seal a sheet in a round.
    #[must_use]
    pub fn offer(&self, round: &str) -> Offer {
        Offer::seal(round, self.fields())
    }

    /// The lowest sheet: the things in the order of the form, the last of them for nothing.
    #[must_use]
    pub fn lowest(&self) -> Sheet {
        let bids = (0..).zip(self.things.iter().rev()).map(|(bid, thing)| (thing.clone(), bid)).collect();
        Sheet { bids, preference: self.things.clone() }
    }

    /// Reads a sheet as it came from outside. Without a preference, the things are preferred in the order of their bids.
    ///
    /// # Errors
    /// A refusal that names the first thing wrong: a bid missing, below zero, over the ceiling, or a number used twice.
    pub fn read(&self, choice: &Value) -> Result<Sheet, Refusal> {
        self.checked(choice)?;
        let mut sheet: Sheet = serde_json::from_value(match choice {
            Value::Object(fields) if !fields.contains_key("preference") => {
                let mut fields = fields.clone();
                fields.insert("preference".to_owned(), json!([]));
                Value::Object(fields)
            }
            other => other.clone(),
        })
        .map_err(|_| Refusal::new(said!("That is no bid sheet.")))?;
        if sheet.preference.is_empty() {
            sheet.preference = sheet.by_numbers();
        }
        Ok(sheet)
    }

    /// Checks a sheet.
    ///
    /// # Errors
    /// As [`Terms::read`].
    pub fn check(&self, sheet: &Sheet) -> Result<(), Refusal> {
        self.checked(&json!(sheet))
    }

    fn checked(&self, sheet: &Value) -> Result<(), Refusal> {
        Offer::with("seal", self.fields()).check(sheet)
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::required(
                "bids",
                Kind::Distinct { of: self.things.clone(), least: 0, most: i64::from(self.ceiling) },
            ),
            Field::optional("preference", Kind::Ranking { of: self.things.clone() }),
        ]
    }
}

/// A bid that stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bid {
    /// The bidder.
    pub seat: SeatId,
    /// What for.
    pub on: String,
}

/// Equal bids and the order that the dice gave them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tie {
    /// The number that was bid.
    pub amount: u32,
    /// The tied bids in the order in which they are handled.
    pub order: Vec<Bid>,
    /// What each of them rolled, in the same order: the first roll, then the rerolls among those still tied.
    pub rolls: Vec<Vec<u32>>,
}

/// Where bids are handled: it rolls the dice, and is told what happens.
pub trait Floor {
    /// Rolls `count` six-sided dice.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn roll(&mut self, slot: &str, count: u32) -> Result<Vec<u32>, Refusal>;
    /// Whether all equal bids are put in order by dice, also those that do not meet on the same thing: a switch of the rulebook.
    fn rolls_for_all(&self) -> bool {
        true
    }
    /// Equal bids were put in order.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    fn tied(&mut self, tie: Tie, rules: &[RuleId]) -> Result<(), Refusal>;
    /// A bid took its thing.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    fn taken(&mut self, bid: &Bid, amount: u32, rules: &[RuleId]) -> Result<(), Refusal>;
}

/// Handles all bids: the largest remaining over all things is taken, the winner's other bids and the others' bids for that thing fall,
/// until every bidder has one thing or nothing is left. Returns who took what for how much, in that order.
///
/// # Errors
/// A refusal where chance fails.
pub fn handle(sheets: &BTreeMap<SeatId, Sheet>, floor: &mut dyn Floor) -> Result<Vec<(Bid, u32)>, Refusal> {
    let mut taken: Vec<(Bid, u32)> = Vec::new();
    let mut amounts: BTreeSet<u32> = BTreeSet::new();
    for sheet in sheets.values() {
        amounts.extend(sheet.bids.values());
    }
    for &amount in amounts.iter().rev() {
        let stands = |bid: &Bid, taken: &[(Bid, u32)]| {
            taken.iter().all(|(won, _)| won.seat != bid.seat && won.on != bid.on)
        };
        let equal: Vec<Bid> = sheets
            .iter()
            .flat_map(|(seat, sheet)| {
                let matching = sheet.bids.iter().filter(move |(_, bid)| **bid == amount);
                matching.map(|(on, _)| Bid { seat: seat.clone(), on: on.clone() })
            })
            .filter(|bid| stands(bid, &taken))
            .collect();
        let mut together: Vec<(String, Vec<Bid>)> = Vec::new();
        if floor.rolls_for_all() {
            together.push((format!("bids/{amount}"), equal));
        } else {
            let mut equal = equal;
            equal.sort_by(|a, b| a.on.cmp(&b.on));
            for met in equal.chunk_by(|a, b| a.on == b.on) {
                together.push((format!("bids/{amount}/{}", met[0].on), met.to_vec()));
            }
        }
        for (slot, equal) in together {
            let mut rules = vec![rule!("house.general.bids-order")];
            let in_order = if equal.len() > 1 {
                rules.push(rule!("house.general.bids-tie"));
                let order = by_dice(&slot, amount, equal, floor)?;
                floor.tied(order.clone(), &[rule!("house.general.bids-tie")])?;
                order.order
            } else {
                equal
            };
            for bid in in_order {
                if stands(&bid, &taken) {
                    floor.taken(&bid, amount, &rules)?;
                    taken.push((bid, amount));
                }
            }
        }
    }
    Ok(taken)
}

/// Puts equal bids in order: each bidder rolls one die, the higher goes first, and those still tied roll again.
///
/// # Errors
/// A refusal where chance fails.
pub fn by_dice(slot: &str, amount: u32, bids: Vec<Bid>, floor: &mut dyn Floor) -> Result<Tie, Refusal> {
    let mut rolled: Vec<(Vec<u32>, Bid)> = bids.into_iter().map(|bid| (Vec::new(), bid)).collect();
    for throw in 1.. {
        let tied: Vec<usize> = (0..rolled.len())
            .filter(|&i| rolled.iter().filter(|(faces, _)| *faces == rolled[i].0).count() > 1)
            .collect();
        if tied.is_empty() {
            break;
        }
        let faces = floor.roll(&format!("{slot}/throw-{throw}"), tied.len() as u32)?;
        for (i, face) in tied.into_iter().zip(faces) {
            rolled[i].0.push(face);
        }
        // Longer lists share their beginning with those they were tied with, so comparing lists keeps earlier throws decisive.
        rolled.sort_by(|a, b| b.0.cmp(&a.0));
    }
    let (rolls, order) = rolled.into_iter().unzip();
    Ok(Tie { amount, order, rolls })
}
