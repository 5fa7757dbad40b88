//! The rounds of a turn: the track, its weather, and the order within a round.

use super::logistics_switches::RoundSystem;
use super::period::Period;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// A box of the round track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// Winter of a year, 0 to 5.
    Winter(u8),
    /// Summer of a year, 1 to 5.
    Summer(u8),
    /// The turn's end.
    End,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Winter(year) => f.pad(&format!("W{year}")),
            Round::Summer(year) => f.pad(&format!("S{year}")),
            Round::End => f.pad("End"),
        }
    }
}

/// The last year of the track.
const LAST: u8 = 5;

/// What is added to a continuation roll, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The event Poor Weather.
    PoorWeather,
    /// Periods VI and VII.
    Period(Period),
}

/// Something added, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i8,
    /// Why.
    pub why: Why,
}

/// A continuation roll that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continued {
    /// From.
    pub from: Round,
    /// The die.
    pub die: u8,
    /// What was added.
    pub added: Vec<Added>,
    /// With everything added.
    pub modified: i16,
    /// To.
    pub to: Round,
    /// Whether one campaign covers both rounds; it may be raised.
    pub extended: bool,
    /// Whether the new round has bad weather.
    pub bad_weather: bool,
    /// Whether the Sund is frozen.
    pub sund_frozen: bool,
    /// Winters that have passed with it, those that were skipped too: after each of them the cold area rolls
    /// (`fast-battle.supply.cold-area.new-rounds`).
    pub winters: Vec<u8>,
}

fn no_track() -> Refusal {
    Refusal::under(
        rule!("fast-battle.scope.incomplete"),
        said!(
            "How the older rounds follow one another stands in no table that is held here: the umpire says which round comes next."
        ),
    )
}

/// The round in which a turn begins, by an unmodified d10.
///
/// # Errors
/// Under the older rounds, which no table here has.
pub fn start(system: RoundSystem, die: u8) -> Result<Round, Refusal> {
    if system == RoundSystem::Old {
        return Err(no_track());
    }
    Ok(match die {
        0..=1 => Round::Winter(0),
        2..=3 => Round::Summer(1),
        4..=5 => Round::Summer(2),
        6 => Round::Winter(2),
        _ => Round::Summer(3),
    })
}

/// The round that follows one, by a d10. `poor_weather`: the event is in force.
///
/// # Errors
/// Under the older rounds, which no table here has, and when the turn is over.
pub fn next(
    system: RoundSystem,
    from: Round,
    die: u8,
    poor_weather: bool,
    period: Period,
) -> Result<Continued, Refusal> {
    if system == RoundSystem::Old {
        return Err(no_track());
    }
    let mut added = Vec::new();
    if poor_weather {
        added.push(Added { by: 2, why: Why::PoorWeather });
    }
    if period >= Period::VI {
        added.push(Added { by: -1, why: Why::Period(period) });
    }
    let modified = i16::from(die) + added.iter().map(|a| i16::from(a.by)).sum::<i16>();
    let summer = |year| if year > LAST { Round::End } else { Round::Summer(year) };
    let (to, extended) = match from {
        Round::End => return Err(Refusal::new(said!("The turn is over; no round follows."))),
        Round::Winter(year) if year >= LAST => (Round::End, false),
        Round::Winter(year) if modified <= 7 => (summer(year + 1), false),
        Round::Winter(year) if modified == 8 => (Round::Winter(year + 1), false),
        Round::Winter(year) => (summer(year + 2), false),
        Round::Summer(year) if modified <= 5 => (Round::Winter(year), true),
        Round::Summer(year) => (summer(year.saturating_add(1)), false),
    };
    let winter = matches!(to, Round::Winter(_));
    let bad_weather = (extended && matches!(die, 1 | 3 | 5)) || (poor_weather && winter);
    let sund_frozen = poor_weather && winter && die == 1;
    let (first, last) = (year_of(from, false), year_of(to, true));
    Ok(Continued {
        from,
        die,
        added,
        modified,
        to,
        extended,
        bad_weather,
        sund_frozen,
        winters: (first..last).collect(),
    })
}

/// The first winter that has not passed before a round, or, of the round that is gone to, the first that has not passed with it.
fn year_of(round: Round, to: bool) -> u8 {
    match round {
        Round::Winter(year) => year,
        // Before the summer of a year lies the winter of the year before.
        Round::Summer(year) => year,
        Round::End if to => LAST + 1,
        Round::End => LAST,
    }
}

/// A segment of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Segment {
    /// A player's or alliance's supply, by place in the order.
    Supply(u8),
    /// Its movement, with the interceptions of the others and attrition.
    Movement(u8),
    /// Its battles.
    Battle(u8),
    /// The sieges of all.
    Siege,
}

impl Segment {
    /// The rule that puts it there.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        match self {
            Segment::Siege => rule!("fast-battle.round.siege-segment-shared"),
            _ => rule!("fast-battle.round.sequence"),
        }
    }
}

/// The order of alliances in a round, by the initiatives of their members: an alliance acts at the lowest of its members, and the highest
/// acts first. Of equals the one that is named first; whoever rules for the table names them in their order.
#[must_use]
pub fn order(alliances: &[Vec<i16>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..alliances.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(alliances[*i].iter().min().copied().unwrap_or(i16::MIN)));
    order
}

/// The segments of a round of so many players or alliances, in their order.
#[must_use]
pub fn sequence(players: u8) -> Vec<Segment> {
    let own = |i| [Segment::Supply(i), Segment::Movement(i), Segment::Battle(i)];
    (0..players).flat_map(own).chain([Segment::Siege]).collect()
}

/// Whether an interception of a player's stack may be declared: within his movement segment, by another.
///
/// # Errors
/// In any other segment.
pub fn may_declare(now: Segment, mover: u8, interceptor: u8) -> Result<RuleId, Refusal> {
    const RULE: RuleId = rule!("fast-battle.round.interception-inside-movement");
    if now == Segment::Movement(mover) && mover != interceptor {
        return Ok(RULE);
    }
    Err(Refusal::under(
        RULE,
        said!(
            "An interception is declared while the other is in his movement segment, and resolved before his battles."
        ),
    ))
}

/// The sieges of the round's siege segment, those of whoever acts first before the others'. `sieges`: whose each is, by place in the order.
#[must_use]
pub fn siege_order<T: Copy>(sieges: &[(u8, T)]) -> Vec<T> {
    let mut order: Vec<&(u8, T)> = sieges.iter().collect();
    order.sort_by_key(|(player, _)| *player);
    order.into_iter().map(|(_, siege)| *siege).collect()
}

#[cfg(test)]
mod tests {
    use super::Round::{End, Summer, Winter};
    use super::*;

    const NEW: RoundSystem = RoundSystem::New;

    fn on(from: Round, die: u8) -> Continued {
        next(NEW, from, die, false, Period::I).expect("a round follows")
    }

    #[test]
    fn a_turn_begins_by_a_die() {
        let told: Vec<String> = (1..=10).map(|die| start(NEW, die).expect("a round").to_string()).collect();
        assert_eq!(told, ["W0", "S1", "S1", "S2", "S2", "W2", "S3", "S3", "S3", "S3"]);
        let old = start(RoundSystem::Old, 1).expect_err("no table");
        assert_eq!(old.rules, [rule!("fast-battle.scope.incomplete")]);
    }

    #[test]
    fn the_track_is_walked_by_a_die() {
        assert_eq!(
            [1, 7, 8, 9, 10].map(|d| on(Winter(1), d).to),
            [Summer(2), Summer(2), Winter(2), Summer(3), Summer(3)]
        );
        assert_eq!([1, 5, 6, 10].map(|d| on(Summer(2), d).to), [Winter(2), Winter(2), Summer(3), Summer(3)]);
        assert!((1..=10).all(|d| on(Winter(5), d).to == End), "nothing follows the last winter");
        assert_eq!([5, 6].map(|d| on(Summer(5), d).to), [Winter(5), End]);
        assert_eq!([7, 8, 9].map(|d| on(Winter(4), d).to), [Summer(5), Winter(5), End]);
        assert!(on(Summer(2), 5).extended && !on(Summer(2), 6).extended && !on(Winter(1), 8).extended);
        assert!(next(NEW, End, 5, false, Period::I).is_err());
    }

    #[test]
    fn the_weather_turns_by_the_natural_die_and_the_event() {
        assert_eq!([1, 2, 3, 4, 5].map(|d| on(Summer(1), d).bad_weather), [true, false, true, false, true]);
        let poor = |from, die| next(NEW, from, die, true, Period::I).expect("a round follows");
        assert_eq!(poor(Summer(1), 3).to, Winter(1));
        assert_eq!(poor(Summer(1), 4).to, Summer(2), "+2");
        assert!(poor(Summer(1), 2).bad_weather, "every winter has bad weather");
        assert!(!on(Winter(1), 8).bad_weather && !poor(Winter(1), 1).bad_weather, "the event, and a winter");
        assert!(poor(Summer(1), 1).sund_frozen && !poor(Summer(1), 2).sund_frozen);
        assert_eq!(poor(Summer(1), 3).added, [Added { by: 2, why: Why::PoorWeather }]);
        let late = next(NEW, Summer(1), 6, false, Period::VI).expect("a round follows");
        assert_eq!((late.modified, late.to), (5, Winter(1)));
        assert!(!late.bad_weather, "the natural die is a 6");
    }

    // fast-battle.supply.cold-area.new-rounds
    #[test]
    fn winters_pass_also_when_they_are_skipped() {
        assert_eq!(on(Summer(2), 6).winters, [2], "from S2 to S3");
        assert!(on(Summer(2), 5).winters.is_empty(), "into W2");
        assert_eq!(on(Winter(2), 5).winters, [2], "out of W2");
        assert_eq!(on(Winter(2), 9).winters, [2, 3]);
        assert_eq!(on(Winter(2), 8).winters, [2], "into W3");
        assert_eq!(on(Summer(5), 10).winters, [5]);
        assert_eq!(on(Winter(5), 1).winters, [5]);
        assert_eq!(on(Winter(4), 10).winters, [4, 5]);
    }

    // fast-battle.round.sequence, siege-segment-shared, interception-inside-movement
    #[test]
    fn a_round_goes_player_by_player_and_ends_with_the_sieges() {
        use Segment::{Battle, Movement, Siege, Supply};
        let told = [
            Supply(0),
            Movement(0),
            Battle(0),
            Supply(1),
            Movement(1),
            Battle(1),
            Supply(2),
            Movement(2),
            Battle(2),
            Siege,
        ];
        assert_eq!(sequence(3), told);
        assert_eq!(Supply(0).rule(), rule!("fast-battle.round.sequence"));
        assert_eq!(Siege.rule(), rule!("fast-battle.round.siege-segment-shared"));
        assert_eq!(siege_order(&[(1, 'b'), (0, 'a'), (1, 'c')]), ['a', 'b', 'c']);
        assert_eq!(
            may_declare(Movement(0), 0, 1),
            Ok(rule!("fast-battle.round.interception-inside-movement"))
        );
        assert!(may_declare(Battle(0), 0, 1).is_err());
        assert!(may_declare(Movement(1), 0, 1).is_err());
        assert!(may_declare(Movement(0), 0, 0).is_err());
    }

    #[test]
    fn an_alliance_acts_at_the_lowest_initiative_of_its_members() {
        assert_eq!(order(&[vec![9, 3], vec![7], vec![5, 8]]), [1, 2, 0]);
        assert_eq!(order(&[vec![4], vec![4]]), [0, 1]);
    }
}
