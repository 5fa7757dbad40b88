//! A march that is being made, as the ids of buttons carry it: which corps, where to, whether into the city there, and who is left where.

use super::in_its_slot;
use eia::Position;
use eia::ground::Ground;
use eia::ground::reach::Marcher;
use eia::land::forces::Troop;
use eia::land::march::{self, Marches};
use eia::land::phase::{Leaves, Order};
use eia::map::AreaId;
use eia::pieces::CorpsId;
use eia::powers::Power;
use std::collections::BTreeMap;
use table::refusal::Refusal;
use table::said;

/// Corps of one march at most.
pub(super) const MOST_CORPS: usize = 16;
/// Men who are left in one city by buttons at most.
pub(super) const MOST_LEFT_AT_ONE: u16 = 20;
/// Men who are taken up out of one city by a button at most.
pub(super) const MOST_TAKEN: u16 = 15;
/// Cities in which men are left by buttons at most.
pub(super) const MOST_LEFT: usize = 4;

/// A march that is being made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// Whose corps go.
    pub(super) power: Power,
    /// Which.
    pub(super) corps: Vec<CorpsId>,
    /// Where they end; `None` before that is chosen, and where they stay.
    pub(super) to: Option<AreaId>,
    /// Whether they go into the city there.
    pub(super) inside: bool,
    /// Men whom the first leaves in cities, or takes up out of them.
    pub(super) leaves: Vec<Leaves>,
}

/// Corps that stand together and go one way.
pub(super) struct Group {
    /// Where they stand.
    pub(super) from: AreaId,
    /// Which: the one with most infantry first, which leaves men.
    pub(super) corps: Vec<CorpsId>,
    /// The way.
    pub(super) way: Vec<AreaId>,
    /// Movement points that it takes.
    pub(super) points: u16,
}

/// A number in two signs.
fn two(number: usize) -> Option<String> {
    let sign = |n: usize| u32::try_from(n).ok().and_then(|n| char::from_digit(n, 36));
    Some([sign(number / 36)?, sign(number % 36)?].iter().collect())
}

fn of_two(text: &str) -> Option<usize> {
    usize::from_str_radix(text, 36).ok()
}

/// A text in pieces of so many signs.
fn pieces(text: &str, each: usize) -> Option<Vec<&str>> {
    let whole = text.is_ascii() && text.len().is_multiple_of(each);
    whole.then(|| (0..text.len()).step_by(each).map(|at| &text[at..at + each]).collect())
}

/// All corps of the lists that the war on land is played with, in an order that stays.
fn counters() -> impl Iterator<Item = CorpsId> {
    CorpsId::all(eia::danube::KEY)
}

impl Draft {
    /// One of these corps, with nothing said of where to.
    pub(super) fn of(power: Power, corps: Vec<CorpsId>) -> Draft {
        Draft { power, corps, to: None, inside: false, leaves: Vec::new() }
    }

    /// As an id carries it: `1.0a0b.5x.1.5y2`.
    pub(super) fn written(&self) -> String {
        let place = |id: &CorpsId| counters().position(|one| one == *id).and_then(two);
        let corps: String = self.corps.iter().filter_map(place).collect();
        let to = self.to.and_then(|to| two(to.place())).unwrap_or_default();
        let left = |left: &Leaves| {
            let men = if left.up { MOST_LEFT_AT_ONE + left.men } else { left.men };
            let men = char::from_digit(u32::from(men), 36)?;
            Some(format!("{}{men}", two(left.at.place())?))
        };
        let left: String = self.leaves.iter().take(MOST_LEFT).filter_map(left).collect();
        format!("{}.{corps}.{to}.{}.{left}", self.power as usize, u8::from(self.inside))
    }

    /// Out of an id; `None` for one that this program did not write.
    pub(super) fn read(text: &str) -> Option<Draft> {
        let [power, corps, to, inside, left] = text.split('.').collect::<Vec<_>>().try_into().ok()?;
        let power = *Power::ALL.get(power.parse::<usize>().ok()?)?;
        let all: Vec<CorpsId> = counters().collect();
        let corps = pieces(corps, 2)?.into_iter().map(|two| all.get(of_two(two)?).copied());
        let to = match to {
            "" => None,
            to => Some(AreaId::at(of_two(to)?)?),
        };
        let left = pieces(left, 3)?.into_iter().map(|piece| {
            let (at, men) = piece.split_at(2);
            let men = u16::try_from(of_two(men)?).ok()?;
            let (at, up) = (AreaId::at(of_two(at)?)?, men > MOST_LEFT_AT_ONE);
            Some(Leaves { at, men: if up { men - MOST_LEFT_AT_ONE } else { men }, up })
        });
        Some(Draft {
            power,
            corps: corps.collect::<Option<_>>()?,
            to,
            inside: inside == "1",
            leaves: left.collect::<Option<_>>()?,
        })
    }

    /// Its corps as they stand together, each lot with the way to where they end, the nearest that the slowest of them can go.
    pub(super) fn groups(&self, now: &Position) -> Result<Vec<Group>, Refusal> {
        let ground = Ground::of(now);
        let mut lots: BTreeMap<AreaId, Vec<CorpsId>> = BTreeMap::new();
        for id in &self.corps {
            if ground.commander(*id) != Some(self.power) {
                return Err(Refusal::new(said!("{} is not a corps of {} on the map.", *id, self.power)));
            }
            lots.entry(ground.marcher(*id)?.from).or_default().push(*id);
        }
        let infantry = |id: &CorpsId| now.contents.corps(*id).map_or(0, |held| held.of(Troop::Infantry));
        let mut groups = Vec::new();
        for (from, mut corps) in lots {
            corps.sort_by_key(|id| std::cmp::Reverse(infantry(id)));
            let marchers: Result<Vec<_>, Refusal> = corps.iter().map(|id| ground.marcher(*id)).collect();
            let slowest = marchers?.into_iter().min_by_key(|marcher| marcher.points);
            let (way, points) = match (self.to.filter(|to| *to != from), slowest) {
                (Some(to), Some(slowest)) => {
                    let reach = ground.reach(slowest);
                    let way = reach.way(to).zip(reach.points(to)).filter(|_| reach.ends.contains(to));
                    way.ok_or_else(|| out_of_reach(&ground, corps[0], to))?
                }
                _ => (Vec::new(), 0),
            };
            groups.push(Group { from, corps, way, points });
        }
        Ok(groups)
    }

    /// The orders that it comes to, each checked on the board as the slot would find it if nobody moved before.
    pub(super) fn orders(&self, now: &Position) -> Result<Vec<(Order, Marches)>, Refusal> {
        let then = in_its_slot(now, self.power);
        let mut orders = Vec::new();
        for group in self.groups(&then)? {
            let leaves = if orders.is_empty() { self.leaves.clone() } else { Vec::new() };
            let Group { corps, way, .. } = group;
            let comes_to = march::check(&then, self.power, &corps, &way, &leaves, self.inside)?;
            if way.is_empty() && !self.inside && leaves.is_empty() {
                continue;
            }
            orders.push((Order::March { corps, way, leaves, inside: self.inside }, comes_to));
        }
        if orders.is_empty() {
            return Err(Refusal::new(said!("Corps that stay where they are need no order.")));
        }
        Ok(orders)
    }
}

/// That a corps does not get to an area: with how many movement points it has, and how many the way would take.
pub(super) fn out_of_reach(ground: &Ground<'_>, corps: CorpsId, to: AreaId) -> Refusal {
    let at = table::said::name(to.name());
    let says = match ground.marcher(corps) {
        Ok(marcher) => match ground.reach(Marcher { points: u8::MAX, ..marcher }).points(to) {
            Some(takes) if takes > u16::from(marcher.points) => said!(
                "{} has {} movement points, and the way to {} takes {}.",
                corps,
                marcher.points,
                at,
                takes
            ),
            Some(_) => said!("{} cannot end its march at {}.", corps, at),
            None => said!("No way that {} may go leads to {}.", corps, at),
        },
        Err(refusal) => refusal.says,
    };
    Refusal::under(table::rule!("standard.land.move.allowance"), says)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_draft_is_read_as_it_was_written_and_fits_into_an_id() {
        let corps: Vec<CorpsId> = counters().take(MOST_CORPS).collect();
        let area = |key: &str| AreaId::by_key(key).unwrap();
        let left = ["ulm", "munich", "linz", "vienna"].map(|key| Leaves {
            at: area(key),
            men: 12,
            up: key == "linz",
        });
        let whole = Draft {
            power: Power::Austria,
            corps,
            to: Some(area("vienna")),
            inside: true,
            leaves: left.to_vec(),
        };
        assert!(whole.written().len() <= 70, "{}", whole.written());
        assert_eq!(Draft::read(&whole.written()), Some(whole));
        let begun = Draft::of(Power::France, Vec::new());
        assert_eq!(Draft::read(&begun.written()), Some(begun));
        for wrong in ["", "1", "1....", "99.00..0.", "1.zzz..0.", "1.zz..0.", "1.00.zz.0.", "1.é0..0."] {
            assert!(Draft::read(wrong).is_none_or(|draft| draft.corps.is_empty()), "{wrong}");
        }
    }
}
