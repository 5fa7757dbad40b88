//! Who loses what: by the owners' orders, from who stands by, and cavalry in breaking.

use super::fight::{Army, MOST_CORPS, Place, Side, Who};
use super::notes::{Breaks, Lost, Note};
use super::plan::Losses;
use crate::eia::land::forces::{Factors, Sort};

/// Takes losses from a side: from its owners in proportion to their factors, each by his own order; then from who stands aside; what is
/// left then lapses. Returns how many fell on those who stand aside.
pub fn suffer(army: &mut Army, side: &Side, losses: u32) -> u32 {
    let mut left = losses;
    for aside in [false, true] {
        if left == 0 {
            return 0;
        }
        let takes = |i: usize| if aside { stands_by(army, side, i) } else { army.fights(i) };
        // Factors by owner, and his corps, a bit each.
        let (mut owned, mut corps) = ([0_u32; 8], [0_u16; 8]);
        for (i, unit) in side.corps.iter().enumerate().filter(|(i, _)| takes(*i)) {
            let owner = usize::from(unit.owner) & 7;
            owned[owner] += army.factors[i].total();
            corps[owner] |= 1 << i;
        }
        let there: u32 = owned.iter().sum();
        let taken = left.min(there);
        if let [order] = side.losses.as_slice() {
            take(army, order, taken, corps[0]);
        } else {
            let shares = shares(taken, &owned);
            for ((order, share), corps) in side.losses.iter().zip(shares).zip(corps) {
                take(army, order, share, corps);
            }
        }
        left -= taken;
        if aside {
            return taken;
        }
    }
    0
}

/// Whether a corps is in the area without being in the fight.
#[must_use]
pub fn stands_by(army: &Army, side: &Side, corps: usize) -> bool {
    match army.places[corps] {
        Place::Aside => true,
        Place::Waiting => side.corps[corps].in_area,
        _ => false,
    }
}

/// Splits a number in proportion, exactly: the largest remainders first, then whoever has more, then the first.
pub(in crate::eia) fn shares<const N: usize>(number: u32, by: &[u32; N]) -> [u32; N] {
    let all: u32 = by.iter().sum();
    if all == 0 {
        return [0; N];
    }
    let mut shares = by.map(|own| (u64::from(number) * u64::from(own) / u64::from(all)) as u32);
    let rest = |i: usize| u64::from(number) * u64::from(by[i]) % u64::from(all);
    let mut order: [usize; N] = std::array::from_fn(|i| i);
    if shares.iter().sum::<u32>() < number {
        order.sort_by_key(|i| (std::cmp::Reverse(rest(*i)), std::cmp::Reverse(by[*i]), *i));
        let missing = number - shares.iter().sum::<u32>();
        for i in order.into_iter().take(missing as usize) {
            shares[i] += 1;
        }
    }
    shares
}

/// Takes an owner's losses from his corps, a bit each, by his order; of a sort, one after another from the corps that has the most of
/// it, the first of equals.
fn take(army: &mut Army, order: &Losses, losses: u32, corps: u16) {
    if losses == 0 {
        return;
    }
    let corps = || {
        let mut rest = corps;
        std::iter::from_fn(move || {
            let first = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (first < MOST_CORPS).then_some(first)
        })
    };
    let all = corps().fold(Factors::default(), |all, i| all.and(army.factors[i]));
    let mut left = losses;
    for sort in order.iter().filter(|sort| all.of(**sort) > 0) {
        let place = *sort as usize;
        let there = u32::from(all.0[place]);
        if left >= there {
            corps().for_each(|i| army.factors[i].0[place] = 0);
            left -= there;
            continue;
        }
        while left > 0 {
            let (mut most, mut next, mut giver) = (0, 0, 0);
            for i in corps() {
                let there = army.factors[i].0[place];
                if there > most {
                    (most, next, giver) = (there, most, i);
                } else {
                    next = next.max(there);
                }
            }
            // He goes on giving until another has as many.
            let gives = u32::from((most - next).max(1)).min(left);
            army.factors[giver].0[place] -= gives as u16;
            left -= gives;
        }
        return;
    }
}

/// Cavalry that a side lost in breaking, by corps and sort, and the factor that it has back for it.
pub(super) struct CavalryLost {
    cavalry: (u8, Sort),
    instead: Option<(u8, Sort)>,
}

pub(super) fn broke(who: Who, why: Breaks, lost: Option<CavalryLost>) -> Note {
    let (cavalry, instead) = lost.map_or((None, None), |lost| (Some(lost.cavalry), lost.instead));
    Note::Broke { who, why, cavalry, instead }
}

/// A side that breaks loses at least one cavalry factor in that round if it has one: in the place of another factor that it lost, or
/// beyond them where it lost none. Returns which.
pub(super) fn lose_cavalry(
    army: &mut Army,
    side: &Side,
    before: &[Factors; MOST_CORPS],
) -> Option<CavalryLost> {
    let lost = |i: usize| before[i].without(army.factors[i]);
    let corps = 0..side.corps.len();
    if corps.clone().any(|i| lost(i).cavalry() > 0) {
        return None;
    }
    // Of the one who has the most of the cheapest cavalry.
    let instead = side.losses.first()?.iter().rev().find_map(|sort| {
        let i = corps.clone().filter(|i| army.fights(*i)).find(|i| lost(*i).of(*sort) > 0)?;
        Some((i, *sort))
    });
    let order = side.losses.first()?.iter().filter(|sort| sort.is_cavalry());
    let (corps, sort) = order.copied().find_map(|sort| {
        let with = corps.clone().filter(|i| army.fights(*i) && army.factors[*i].of(sort) > 0);
        with.max_by_key(|i| army.factors[*i].of(sort)).map(|i| (i, sort))
    })?;
    if let Some((other, sort)) = instead {
        army.factors[other].0[sort as usize] += 1;
    }
    army.factors[corps].0[sort as usize] -= 1;
    let instead = instead.and_then(|(corps, sort)| Some((u8::try_from(corps).ok()?, sort)));
    Some(CavalryLost { cavalry: (u8::try_from(corps).ok()?, sort), instead })
}

pub(super) fn difference(before: &[Factors; MOST_CORPS], after: &[Factors; MOST_CORPS]) -> Lost {
    let corps = (0_u8..).zip(before.iter().zip(after));
    let lost = corps.map(|(i, (before, after))| (i, before.without(*after)));
    lost.filter(|(_, lost)| !lost.is_empty()).collect()
}
