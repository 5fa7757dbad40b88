//! Who loses what: by the owners' orders, from who stands by, and cavalry in breaking.

use super::fight::{Army, MOST_CORPS, Side, Station, Who};
use super::notes::{Breaks, Lost, Note};
use super::plan::Losses;
use crate::land::forces::{Factors, Troop};

/// Takes losses from a side: from who fights, as [`levy`] shares them; then from who stands aside; what is left then lapses. Returns how
/// many fell on those who stand aside.
pub fn suffer(army: &mut Army, side: &Side, losses: u32) -> u32 {
    let fighting = corps_that(side, |i| army.fights(i));
    let left = losses - levy(army, side, losses, fighting, |_| true);
    if left == 0 {
        return 0;
    }
    let aside = corps_that(side, |i| stands_by(army, side, i));
    levy(army, side, left, aside, |_| true)
}

/// Corps of a side as bits, by their places on it.
pub(super) fn corps_that(side: &Side, are: impl Fn(usize) -> bool) -> u16 {
    (0..side.corps.len()).filter(|i| are(*i)).fold(0, |all, i| all | 1 << i)
}

/// What an ally has of the corps that a loss falls on.
#[derive(Clone, Copy, Default)]
struct Ally {
    /// The corps, a bit each.
    corps: u16,
    /// Factors that were in them when the day began.
    brought: u32,
    /// What they lost since.
    lost: u32,
    /// What they can lose now.
    there: u32,
    /// What he loses now.
    loses: u32,
}

/// Takes so many factors of some sorts from some corps, a bit each, or as many as there are: from each owner by his own order. Returns how
/// many fell.
///
/// Allies share the losses of the day as a whole in proportion to the factors that each of them brought to it: each factor falls on the
/// one who would else be furthest below his part of all that these corps have lost since the day began, on the one who brought more
/// where two are, then on the first.
pub(super) fn levy(
    army: &mut Army,
    side: &Side,
    losses: u32,
    corps: u16,
    sorts: impl Fn(Troop) -> bool + Copy,
) -> u32 {
    if let [order] = side.losses.as_slice() {
        return take(army, order, losses, corps, sorts);
    }
    let mut allies = [Ally::default(); 8];
    for (i, unit) in side.corps.iter().enumerate().filter(|(i, _)| corps & 1 << i != 0) {
        let (ally, inside) = (&mut allies[usize::from(unit.owner) & 7], army.factors[i]);
        ally.corps |= 1 << i;
        ally.brought += unit.dawn;
        ally.lost += unit.dawn.saturating_sub(inside.total());
        ally.there += inside.each().filter(|(sort, _)| sorts(*sort)).map(|(_, n)| u32::from(n)).sum::<u32>();
    }
    let brought: u32 = allies.iter().map(|ally| ally.brought).sum();
    let before: u32 = allies.iter().map(|ally| ally.lost).sum();
    for lost in before + 1..=before + losses {
        let below = |ally: &Ally| {
            i64::from(lost) * i64::from(ally.brought) - i64::from(ally.lost + ally.loses) * i64::from(brought)
        };
        let can = allies.iter_mut().rev().filter(|ally| ally.loses < ally.there);
        let Some(next) = can.max_by_key(|ally| (below(ally), ally.brought)) else { break };
        next.loses += 1;
    }
    let each = side.losses.iter().zip(allies);
    each.map(|(order, ally)| take(army, order, ally.loses, ally.corps, sorts)).sum()
}

/// Whether a corps is in the area without being in the fight.
#[must_use]
pub fn stands_by(army: &Army, side: &Side, corps: usize) -> bool {
    match army.places[corps] {
        Station::Aside => true,
        Station::Waiting => side.corps[corps].in_area,
        _ => false,
    }
}

/// Splits a number in proportion, exactly: the largest remainders first, then whoever has more, then the first.
pub(crate) fn shares<const N: usize>(number: u32, by: &[u32; N]) -> [u32; N] {
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

/// Takes an owner's losses of some sorts from his corps, a bit each, by his order; of a sort, one after another from the corps that has
/// the most of it, the first of equals. Returns how many there were.
fn take(army: &mut Army, order: &Losses, losses: u32, corps: u16, sorts: impl Fn(Troop) -> bool) -> u32 {
    if losses == 0 {
        return 0;
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
    for sort in order.iter().filter(|sort| all.of(**sort) > 0 && sorts(**sort)) {
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
        break;
    }
    losses - left
}

/// Cavalry that a side lost in breaking, by corps and sort, and the factor that it has back for it.
pub(super) struct CavalryLost {
    cavalry: (u8, Troop),
    instead: Option<(u8, Troop)>,
}

pub(super) fn broke(who: Who, why: Breaks, lost: Option<CavalryLost>) -> Note {
    let (cavalry, instead) = lost.map_or((None, None), |lost| (Some(lost.cavalry), lost.instead));
    Note::Broke { who, why, cavalry, instead }
}

/// Of what a side has lost in this round, that before the roll included: a cavalry factor if there is one, else the factor that it would
/// have back for one. That is one of an ally who has cavalry to give, and of these the one that its owner would lose last.
pub(super) fn dearest(army: &Army, side: &Side, before: &[Factors; MOST_CORPS]) -> Option<(u8, Troop)> {
    if army.factors == *before {
        return army.fell;
    }
    let is_cavalry = |(_, sort): &(u8, Troop)| sort.is_cavalry();
    let now = || {
        let corps = (0_u8..).zip(before.iter().zip(&army.factors)).take(side.corps.len());
        corps.flat_map(|(i, (before, after))| before.without(*after).each().map(move |(sort, _)| (i, sort)))
    };
    if let Some(cavalry) = army.fell.into_iter().chain(now()).find(is_cavalry) {
        return Some(cavalry);
    }
    let dear = |(corps, sort): &(u8, Troop)| {
        let owner = side.corps[usize::from(*corps)].owner;
        let order = side.losses.get(usize::from(owner));
        let place = order.and_then(|order| order.iter().position(|known| known == sort));
        (horse_of(army, side, owner).is_some(), place)
    };
    let lost = now().filter(|(i, _)| army.fights(usize::from(*i)));
    // The first of equals.
    let all = lost.chain(army.fell).map(|fell| (dear(&fell), fell));
    all.reduce(|best, next| if best.0 >= next.0 { best } else { next }).map(|(_, fell)| fell)
}

/// The cavalry factor that an owner would give: of his cheapest, from the corps that has the most of it.
fn horse_of(army: &Army, side: &Side, owner: u8) -> Option<(usize, Troop)> {
    let order = side.losses.get(usize::from(owner))?.iter().filter(|sort| sort.is_cavalry());
    order.copied().find_map(|sort| {
        let own = side.corps.iter().enumerate().filter(|(_, unit)| unit.owner == owner).map(|(i, _)| i);
        let with = own.filter(|i| army.fights(*i) && army.factors[*i].of(sort) > 0);
        with.max_by_key(|i| army.factors[*i].of(sort)).map(|i| (i, sort))
    })
}

/// A side that breaks loses at least one cavalry factor in that round if it has one: in the place of another factor that fell in the
/// round, or beyond them where none did. `fell` is what [`dearest`] says of the round. Returns which.
pub(super) fn lose_cavalry(army: &mut Army, side: &Side, fell: Option<(u8, Troop)>) -> Option<CavalryLost> {
    let instead = match fell {
        Some((_, sort)) if sort.is_cavalry() => return None,
        fell => fell,
    };
    let own = instead.map(|(corps, _)| side.corps[usize::from(corps)].owner);
    let owners = own.into_iter().chain((0_u8..).take(side.losses.len()));
    let (corps, sort) = owners.into_iter().find_map(|owner| horse_of(army, side, owner))?;
    if let Some((other, sort)) = instead {
        army.factors[usize::from(other)].0[sort as usize] += 1;
    }
    army.factors[corps].0[sort as usize] -= 1;
    Some(CavalryLost { cavalry: (u8::try_from(corps).ok()?, sort), instead })
}

pub(super) fn difference(before: &[Factors; MOST_CORPS], after: &[Factors; MOST_CORPS]) -> Lost {
    let corps = (0_u8..).zip(before.iter().zip(after));
    let lost = corps.map(|(i, (before, after))| (i, before.without(*after)));
    lost.filter(|(_, lost)| !lost.is_empty()).collect()
}
