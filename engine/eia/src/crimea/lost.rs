//! Counters that are out of the game by the Crimean War, and fleets that nobody can have built. They are told by what a piece is, whatever its
//! player calls it.

use super::{Peace, Victory, fleets};
use crate::Position;
use crate::keys::Key;
use crate::map::{Place, Water, opens_on};
use crate::oob;
use crate::powers::Power;
use crate::told::counters::Piece;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// By which rule a power is without a counter that it had.
fn rule_of(state: &Position, power: Power) -> RuleId {
    match (power, &state.crimea.peace) {
        (Power::France, _) => rule!("nationalism.petersburg.french-xii"),
        (_, Some(Peace { victory: Victory::Coalition, .. })) => rule!("nationalism.paris.fleet-marker"),
        _ => rule!("nationalism.petersburg.dominance-loss.fleet-marker"),
    }
}

/// The words of a name, in small letters.
fn words(name: &str) -> impl Iterator<Item = String> + '_ {
    name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The number that a word is: `XII`, `12`, `12th`; `None` of every other.
fn number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|sign: char| sign.is_alphabetic());
    if !digits.is_empty() {
        return digits.parse().ok();
    }
    let signs = word.chars().map(|sign| match sign {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    });
    let signs: Vec<i32> = signs.collect::<Option<_>>()?;
    let after = signs.iter().copied().skip(1).chain([0]);
    let value: i32 =
        signs.iter().copied().zip(after).map(|(of, next)| if of < next { -of } else { of }).sum();
    u32::try_from(value).ok()
}

/// Whether two names of pieces of one kind and power are of the same one: in any case, and by their number however it is written.
fn is_same(known: &str, name: &str) -> bool {
    let of = |name: &str| words(name).find_map(|word| number(&word));
    words(known).eq(words(name)) || of(known).is_some_and(|number| of(name) == Some(number))
}

/// Why a counter of a power is out of the game; `None` where it is in it.
pub(super) fn why_lost(state: &Position, power: Power, piece: Piece, name: &str) -> Option<Refusal> {
    state.lost_of(power, piece).find(|lost| is_same(lost, name))?;
    let says = said!("{} has lost its {} by the Crimean War.", power, name.trim());
    Some(Refusal::under(rule_of(state, power), says))
}

impl Position {
    /// The counters of a kind that a power has lost.
    fn lost_of(&self, power: Power, piece: Piece) -> impl Iterator<Item = &str> {
        let of = move |name: &&str| Piece::of_the_order(self.scenario_key(), power, name) == Some(piece);
        self.crimea.lost.get(&power).into_iter().flatten().map(String::as_str).filter(of)
    }
}

/// Why a power puts no new counter of a name on the map; `None` where it can: it has not lost it, has a marker left for it, and, of a fleet in
/// the Black Sea, ships for it.
pub(super) fn why_no_new_counter(
    state: &Position,
    power: Power,
    piece: Piece,
    name: &str,
    place: &str,
) -> Option<Refusal> {
    let lost = why_lost(state, power, piece, name);
    let there = || is_black_sea(place).then(|| why_not_in_black_sea(state, power)).flatten();
    let at_sea = || why_no_marker(state, power).or_else(there);
    lost.or_else(|| (piece == Piece::Fleet).then(at_sea).flatten())
}

/// Why a power that lost fleet markers has none left for another fleet; `None` where it has, or lost none.
pub(super) fn why_no_marker(state: &Position, power: Power) -> Option<Refusal> {
    let lost = state.lost_of(power, Piece::Fleet).count();
    if lost == 0 {
        return None;
    }
    let all = oob::of(state.scenario_key())?.powers.get(&power)?.fleets.len();
    let left = all.saturating_sub(lost);
    let has = state.counters_of(power).values().filter(|counter| counter.piece == Piece::Fleet).count();
    (has >= left).then(|| {
        Refusal::under(
            rule_of(state, power),
            said!("{} has {} fleets on the map, and no marker for more since the Crimean War.", power, has),
        )
    })
}

/// Whether a place is of the Black Sea: a sea area of it, or a port on one.
fn is_black_sea(place: &str) -> bool {
    match Key::read(place) {
        Some(Key::Shipped(Place::Sea(sea))) => sea.on_map().water == Water::BlackSea,
        Some(Key::Shipped(Place::Area(area))) => opens_on(area, Water::BlackSea),
        _ => false,
    }
}

/// Whether a power has a fleet in the Black Sea, as far as counters are on the map.
fn is_in_black_sea(state: &Position, power: Power) -> bool {
    let mut own = state.counters_of(power).values();
    own.any(|counter| counter.piece == Piece::Fleet && is_black_sea(&counter.place))
}

/// Why no fleet of a power comes on the map in the Black Sea; `None` where one can: it builds ships there, or shares out those of a fleet that
/// is there.
pub(super) fn why_not_in_black_sea(state: &Position, power: Power) -> Option<Refusal> {
    let refusal = fleets::why_not_laid(state, power, state.month()?, true)?;
    (!is_in_black_sea(state, power)).then(|| {
        let says = said!(
            "{} has no fleet in the Black Sea and may build no ships there yet: one that came through the Dardanelles is put where it came from first, and moved.",
            power
        );
        Refusal { says, ..refusal }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_known_by_its_number_however_it_is_written() {
        for name in ["xii corps", "XII", "Corps XII", "12th Corps", "XII. Corps", "12 (new)"] {
            assert!(is_same("XII Corps", name), "{name}");
        }
        for name in ["XI Corps", "XIII Corps", "Guard", "Corps", "21st Corps", "Civil Corps"] {
            assert!(!is_same("XII Corps", name), "{name}");
        }
        assert!(is_same("IV Fleet", "Fleet 4") && !is_same("IV Fleet", "Black Sea Fleet"));
    }
}
