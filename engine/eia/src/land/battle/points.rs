//! Political points for a decided battle.

use crate::land::values::Values;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// PP of a side by power: what its corps cost it in a defeat, or what the enemy's are worth in a victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// The power.
    pub power: Power,
    /// PP: gained, or lost with a minus.
    pub points: i64,
    /// Corps that it was counted by.
    pub corps: u32,
    /// Of these points, Napoleon's own.
    pub napoleon: i64,
}

/// PP for a decided battle. Every power of the beaten side loses by its own corps that took part in any round; every power of the
/// victorious side gains by the enemy's. `winners` and `losers` say how many corps each had in the fight, `napoleon` whether he commanded
/// the victory or was there in the defeat.
#[must_use]
pub fn points(
    values: Values<'_>,
    winners: &BTreeMap<Power, u32>,
    losers: &BTreeMap<Power, u32>,
    napoleon: Napoleon,
) -> Vec<Points> {
    let own = values.napoleon().value;
    let beaten: u32 = losers.values().sum();
    let mut points = Vec::new();
    for power in winners.keys() {
        let extra = if *power == Power::France && napoleon == Napoleon::Won { own } else { 0 };
        points.push(Points {
            power: *power,
            points: values.worth(beaten) + extra,
            corps: beaten,
            napoleon: extra,
        });
    }
    for (power, corps) in losers {
        let extra = if *power == Power::France && napoleon == Napoleon::Lost { own } else { 0 };
        points.push(Points {
            power: *power,
            points: -values.worth(*corps) - extra,
            corps: *corps,
            napoleon: -extra,
        });
    }
    points
}

/// Napoleon's part in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Napoleon {
    /// None.
    Away,
    /// He commanded the victory.
    Won,
    /// He was there in the defeat.
    Lost,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    static NOTHING: std::sync::LazyLock<crate::typed::Typed> = std::sync::LazyLock::new(Default::default);

    fn shipped() -> Values<'static> {
        Values::of(&NOTHING)
    }

    #[test]
    fn points_are_half_a_corps_rounded_up_and_three_at_most() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 9].map(|corps| shipped().worth(corps)), [0, 1, 1, 2, 2, 3, 3, 3]);
        let winners = BTreeMap::from([(Power::France, 2), (Power::Spain, 1)]);
        let losers = BTreeMap::from([(Power::Austria, 3), (Power::Russia, 1)]);
        let told = |napoleon| {
            let points = points(shipped(), &winners, &losers, napoleon);
            points.into_iter().map(|points| (points.power, points.points)).collect::<Vec<_>>()
        };
        let (fr, es, au, ru) = (Power::France, Power::Spain, Power::Austria, Power::Russia);
        assert_eq!(told(Napoleon::Away), [(fr, 2), (es, 2), (au, -2), (ru, -1)]);
        assert_eq!(told(Napoleon::Won)[0], (fr, 3));
    }
}
