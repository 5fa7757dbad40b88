//! Luck: what the dice of a campaign came to, against what fair dice come to. Whole numbers only; how unusual something is follows from
//! the normal distribution, which is close from about ten dice on.

use super::event::{Entry, Event, Rolled};
use super::names::SeatId;
use super::roll::Dice;
use std::collections::BTreeMap;

/// What a roll was for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A text of the player's.
    Text(String),
    /// A text that was deleted since.
    Deleted,
    /// Nothing was said, but it was read on a chart.
    Chart,
    /// Nothing was said.
    Unsaid,
    /// The game asked for it: its machine word.
    Game(String),
}

/// A roll of the record with whose it was and what for.
#[derive(Clone, Debug)]
pub struct Fallen<'a> {
    /// Who rolled it freely; `None` where the game did.
    pub seat: Option<SeatId>,
    /// What for.
    pub purpose: Purpose,
    /// The roll.
    pub rolled: &'a Rolled,
}

/// All dice that fell in public, in their order. A roll that was voided later is among them: its dice fell. Shuffles are not, nor
/// what decides a stand-in's order.
#[must_use]
pub fn fallen(entries: &[Entry]) -> Vec<Fallen<'_>> {
    let mut found = Vec::new();
    let mut order: Option<&Entry> = None;
    for entry in entries {
        match &entry.event {
            Event::Order { .. } => order = Some(entry),
            Event::Rolled(rolled)
                if matches!(rolled.dice, Dice::Of(_)) && !rolled.slot.starts_with("stand-in/") =>
            {
                let free = rolled.slot.strip_prefix("free/").and_then(|rest| rest.split_once('/'));
                let seat = free.map(|(seat, _)| SeatId::from(seat));
                let purpose = match (&seat, order) {
                    (Some(_), Some(order)) => said(order),
                    _ => Purpose::Game(rolled.purpose.clone()),
                };
                found.push(Fallen { seat, purpose, rolled });
            }
            _ => {}
        }
    }
    found
}

/// What a player said that a free roll is for.
fn said(order: &Entry) -> Purpose {
    let text = order.text();
    let chart = matches!(&order.event, Event::Order { fields, .. } if fields.contains_key("chart"));
    match text {
        Some(text) => Purpose::Text(text.to_owned()),
        None if !order.secrets.is_empty() => Purpose::Deleted,
        None if chart => Purpose::Chart,
        None => Purpose::Unsaid,
    }
}

/// Dice counted by their faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many rolls.
    pub rolls: u64,
    /// By the number of faces, the dice with so many.
    pub by: BTreeMap<u32, Pips>,
}

impl Tally {
    /// The rolls counted together.
    pub fn of<'a>(rolls: impl IntoIterator<Item = &'a Rolled>) -> Tally {
        let mut tally = Tally::default();
        for rolled in rolls {
            let Dice::Of(groups) = &rolled.dice else { continue };
            tally.rolls += 1;
            let faces = groups.iter().flat_map(|&[faces, count]| std::iter::repeat_n(faces, count as usize));
            for (faces, face) in faces.zip(&rolled.result) {
                tally.by.entry(faces).or_insert_with(|| Pips { faces, fell: BTreeMap::new() }).add(*face);
            }
        }
        tally
    }

    /// The six-sided dice among them.
    #[must_use]
    pub fn d6(&self) -> Pips {
        self.by.get(&6).cloned().unwrap_or(Pips { faces: 6, fell: BTreeMap::new() })
    }

    /// How many dice in all.
    #[must_use]
    pub fn dice(&self) -> u64 {
        self.by.values().map(Pips::dice).sum()
    }
}

/// Dice with the same number of faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pips {
    faces: u32,
    /// How often each face fell.
    fell: BTreeMap<u32, u64>,
}

impl Pips {
    fn add(&mut self, face: u32) {
        *self.fell.entry(face).or_default() += 1;
    }

    /// How many dice.
    #[must_use]
    pub fn dice(&self) -> u64 {
        self.fell.values().sum()
    }

    /// How often a face fell.
    #[must_use]
    pub fn fell(&self, face: u32) -> u64 {
        self.fell.get(&face).copied().unwrap_or(0)
    }

    fn sum(&self) -> u64 {
        self.fell.iter().map(|(face, times)| u64::from(*face) * times).sum()
    }

    /// The mean of the dice in hundredths, to the nearest; `None` without dice.
    #[must_use]
    pub fn mean(&self) -> Option<u64> {
        let dice = self.dice();
        (dice > 0).then(|| (self.sum() * 200 + dice) / (2 * dice))
    }

    /// What fair dice come to on average, in hundredths: 350 for a d6.
    #[must_use]
    pub fn fair_mean(&self) -> u64 {
        (u64::from(self.faces) + 1) * 50
    }

    /// How often fair dice show one face, in tenths, to the nearest.
    #[must_use]
    pub fn fair_fell(&self) -> u64 {
        let faces = u64::from(self.faces.max(1));
        (self.dice() * 20 + faces) / (2 * faces)
    }

    /// How much more often than with fair dice a face fell, in tenths, to the nearest (halves away from 0).
    #[must_use]
    pub fn more(&self, face: u32) -> i64 {
        let faces = i128::from(self.faces.max(1));
        let off = i128::from(self.fell(face)) * faces - i128::from(self.dice());
        let tenths = (off.abs() * 20 + faces) / (2 * faces);
        saturated(tenths * off.signum())
    }

    /// How many standard deviations the mean lies above the fair one, in tenths, to the nearest; `None` without dice that can differ.
    #[must_use]
    pub fn deviation(&self) -> Option<i64> {
        let (n, f) = (u128::from(self.dice()), u128::from(self.faces));
        let twice = 2 * i128::from(self.sum()) - i128::from(self.dice()) * (i128::from(self.faces) + 1);
        // The variance of the sum is n(f²−1)/12, and twice the deviation is known: its square is 3·twice²/(n(f²−1)).
        tenths_of_root(3 * twice.unsigned_abs().pow(2), n * (f * f).saturating_sub(1), twice.signum())
    }

    /// The same for how often a face fell.
    #[must_use]
    pub fn deviation_of(&self, face: u32) -> Option<i64> {
        let (n, f) = (u128::from(self.dice()), u128::from(self.faces));
        let off = i128::from(self.fell(face)) * i128::from(self.faces) - i128::from(self.dice());
        // The variance of the count is n(f−1)/f², and the deviation was taken f times.
        tenths_of_root(off.unsigned_abs().pow(2), n * f.saturating_sub(1), off.signum())
    }
}

/// `sign·√(a/b)` in tenths, to the nearest; `None` where `b` is 0.
fn tenths_of_root(a: u128, b: u128, sign: i128) -> Option<i64> {
    // Half a tenth is the unit: ⌊2·10·√(a/b)⌋ is odd exactly where rounding goes up.
    let halves = (400 * a).checked_div(b)?.isqrt();
    Some(saturated(i128::try_from(halves.div_ceil(2)).unwrap_or(i128::MAX) * sign))
}

fn saturated(n: i128) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// By tenths of a standard deviation from 0 to 4: in how many of 10,000 tries fair dice stray at least as far, up or down.
const STRAY: [u32; 41] = [
    10_000, 9203, 8415, 7642, 6892, 6171, 5485, 4839, 4237, 3681, 3173, 2713, 2301, 1936, 1615, 1336, 1096,
    891, 719, 574, 455, 357, 278, 214, 164, 124, 93, 69, 51, 37, 27, 19, 14, 10, 7, 5, 3, 2, 1, 1, 1,
];

/// In how many of 10,000 tries fair dice stray at least so many tenths of a standard deviation from what is expected, up or down; 0 for
/// less than one.
#[must_use]
pub fn strays(tenths: i64) -> u32 {
    usize::try_from(tenths.unsigned_abs()).ok().and_then(|place| STRAY.get(place).copied()).unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn pips(faces: u32, fell: &[u32]) -> Pips {
        let rolled = Rolled {
            id: "1.1".to_owned(),
            attempt: 0,
            dice: Dice::Of(vec![[faces, fell.len() as u32]]),
            entropy: Vec::new(),
            epoch: 1,
            slot: "free/seat-1/1".to_owned(),
            result: fell.to_vec(),
            purpose: "free".to_owned(),
            read: None,
        };
        Tally::of([&rolled]).by.remove(&faces).unwrap()
    }

    #[test]
    fn means_and_counts_are_exact() {
        let dice = pips(6, &[6, 6, 5]);
        assert_eq!((dice.dice(), dice.mean(), dice.fair_mean()), (3, Some(567), 350));
        // A half of a sixth each: 0.5 expected, two sixes fell.
        assert_eq!((dice.fell(6), dice.fair_fell(), dice.more(6), dice.more(1)), (2, 5, 15, -5));
        let dice = pips(6, &[1, 2]);
        assert_eq!((dice.mean(), dice.more(1), dice.more(6)), (Some(150), 7, -3));
        assert_eq!(pips(10, &[10]).fair_mean(), 550);
        assert_eq!(Tally::default().d6().mean(), None);
        assert_eq!(Tally::default().d6().deviation(), None);
    }

    #[test]
    fn deviations_are_those_of_the_formula() {
        // One six: 2.5 off, of a standard deviation of √(35/12) = 1.708: 1.46.
        assert_eq!(pips(6, &[6]).deviation(), Some(15));
        assert_eq!(pips(6, &[1]).deviation(), Some(-15));
        assert_eq!(pips(6, &[1, 6]).deviation(), Some(0));
        // Twelve dice of 5: 18 off, of √35 = 5.916: 3.04.
        assert_eq!(pips(6, &[5; 12]).deviation(), Some(30));
        // A hundred-sided die at 100: 49.5 of √(9999/12) = 28.87: 1.71.
        assert_eq!(pips(100, &[100]).deviation(), Some(17));
        // Six sixes of six: 5 over, of √(6·5/36) = 0.913: 5.48. No six of six: −1.10.
        assert_eq!(pips(6, &[6; 6]).deviation_of(6), Some(55));
        assert_eq!(pips(6, &[6; 6]).deviation_of(1), Some(-11));
        // A die with one face cannot differ.
        assert_eq!(pips(1, &[1, 1]).deviation(), None);
        assert_eq!(pips(1, &[1, 1]).deviation_of(1), None);
    }

    #[test]
    fn the_root_is_rounded_to_the_nearest_tenth() {
        for a in 0..400u128 {
            for b in 1..40u128 {
                let z = u128::try_from(tenths_of_root(a, b, 1).unwrap()).unwrap();
                // (z − ½)² ≤ 100 a/b < (z + ½)², all of it four times.
                assert!((2 * z + 1).pow(2) * b > 400 * a, "{a}/{b}: {z}");
                assert!(z == 0 || (2 * z - 1).pow(2) * b <= 400 * a, "{a}/{b}: {z}");
            }
        }
    }

    #[test]
    fn the_further_the_rarer() {
        assert!(STRAY.windows(2).all(|pair| pair[0] >= pair[1]));
        assert_eq!([0, 10, -10, 20, -30, 41, i64::MIN].map(strays), [10_000, 3173, 3173, 455, 27, 0, 0]);
    }

    #[test]
    fn dice_of_several_kinds_are_told_apart() {
        let rolled = Rolled {
            id: "1.1".to_owned(),
            attempt: 0,
            dice: Dice::Of(vec![[6, 2], [10, 1], [6, 1]]),
            entropy: Vec::new(),
            epoch: 1,
            slot: "choice/bids".to_owned(),
            result: vec![1, 2, 10, 6],
            purpose: "equal_bids".to_owned(),
            read: None,
        };
        let shuffle = Rolled { dice: Dice::Shuffle(3), result: vec![2, 0, 1], ..rolled.clone() };
        let tally = Tally::of([&rolled, &shuffle]);
        assert_eq!((tally.rolls, tally.dice(), tally.d6().dice(), tally.d6().sum()), (1, 4, 3, 9));
        assert_eq!(tally.by[&10].mean(), Some(1000));
    }
}
