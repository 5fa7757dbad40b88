//! Who takes part in a battle: the commander, and how many corps he may and must bring.

use super::forces::{Corps, Leader};
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The most corps that a leader brings to a battle, whatever his maximum.
pub const ABSOLUTE: usize = 6;
/// The tactical maximum of a side without a leader, by the standard game: beyond it its tactical rating is one less. It is no limit, which
/// the house rules have for leaders alone.
pub const LEADERLESS: u8 = 1;

/// What a power brings to a battle: counters that everybody sees. What is in the corps is sealed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muster {
    /// Its corps.
    pub corps: Vec<Stands>,
    /// Its leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<Leader>,
    /// The power whose leader it wants in command where several have equally many corps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Power>,
    /// Whether it has breech-loading rifles. It follows from who bought them, and is never said by who musters.
    #[serde(default, skip_serializing_if = "is_not")]
    pub rifles: bool,
    /// How many factors it storms a fortress with at most, of those that may together with its allies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storms: Option<u32>,
}

/// A corps and whether it takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stands {
    /// The corps.
    #[serde(flatten)]
    pub corps: Corps,
    /// Whether it stays out of the fight.
    #[serde(default, skip_serializing_if = "is_not")]
    pub aside: bool,
}

fn is_not(yes: &bool) -> bool {
    !yes
}

/// Who could command a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// One power's most senior leader, by his place among its leaders; `None` where it has none.
    Of(Power, Option<usize>),
    /// Several powers have equally many corps and did not agree.
    Tied(Vec<Power>),
}

/// Who commands: of the powers with the most corps there, the most senior leader. Where powers have equally many corps their players
/// agree on one of them, else a die decides.
#[must_use]
pub fn commander(side: &BTreeMap<Power, Muster>) -> Command {
    let here = |muster: &Muster| muster.corps.iter().filter(|stands| !stands.corps.adjacent).count();
    let leads = |muster: &Muster| muster.leaders.iter().any(|leader| !leader.adjacent);
    // A side with any leader at all is led by one.
    let any = side.values().any(leads);
    let candidates = || side.iter().filter(|(_, muster)| !any || leads(muster));
    let most = candidates().map(|(_, muster)| here(muster)).max().unwrap_or(0);
    let tied: Vec<Power> =
        candidates().filter(|(_, muster)| here(muster) == most).map(|(power, _)| *power).collect();
    match tied.as_slice() {
        [power] => Command::Of(*power, senior(&side[power])),
        tied => {
            let wished = side.get(tied.first().unwrap_or(&Power::Austria)).and_then(|muster| muster.command);
            match wished {
                Some(power)
                    if tied.contains(&power) && tied.iter().all(|of| side[of].command == Some(power)) =>
                {
                    Command::Of(power, senior(&side[&power]))
                }
                _ => Command::Tied(tied.to_vec()),
            }
        }
    }
}

/// The most senior leader of a power who is there, by his place among its leaders.
#[must_use]
pub fn senior(muster: &Muster) -> Option<usize> {
    let there = muster.leaders.iter().enumerate().filter(|(_, leader)| !leader.adjacent);
    there.min_by_key(|(i, leader)| (leader.rank, *i)).map(|(i, _)| i)
}

/// Checks how many corps take part under a leader, `None` for a side without one, and says which rules were looked at. How many a leader
/// brings is limited; corps without one fight as they stand there, but somebody has to.
///
/// # Errors
/// A refusal where too many or too few take part.
pub fn check(leader: Option<&Leader>, side: &BTreeMap<Power, Muster>) -> Result<Vec<RuleId>, Refusal> {
    let here = || side.values().flat_map(|muster| &muster.corps).filter(|stands| !stands.corps.adjacent);
    let present = here().count();
    let fight: Vec<&Stands> = here().filter(|stands| !stands.aside).collect();
    let cavalry = fight.iter().filter(|stands| stands.corps.cavalry).count();
    let Some(leader) = leader else {
        return if fight.is_empty() {
            Err(Refusal::new(said!("All corps of this side would stand aside. At least one fights.")))
        } else {
            Ok(Vec::new())
        };
    };
    let maximum = usize::from(leader.maximum);
    let name = || leader.name.clone();
    let mut rules = vec![rule!("house.land.stacking.base"), rule!("house.land.stacks.minimum")];
    let least = maximum.min(present);
    if fight.len() < least {
        return Err(Refusal::under(
            rule!("house.land.stacks.minimum"),
            said!(
                "{} leads {} corps, and {} are there: at least {} must fight, and {} would.",
                name(),
                maximum,
                present,
                least,
                fight.len()
            ),
        ));
    }
    if fight.len() > ABSOLUTE {
        return Err(Refusal::under(
            rule!("house.land.stacking.absolute-six"),
            said!(
                "{} corps would fight; nobody brings more than {}. The others stand aside.",
                fight.len(),
                ABSOLUTE
            ),
        ));
    }
    let most = maximum + 1 + cavalry.min(1);
    if fight.len() > most {
        return Err(Refusal::under(
            rule!("house.land.stacking.max-plus-two"),
            said!(
                "{} leads {} corps, one more for 1 off the tactical rating, and one cavalry corps on top: {} with these. {} would fight. The others stand aside.",
                name(),
                maximum,
                most,
                fight.len()
            ),
        ));
    }
    let over = fight.len().saturating_sub(maximum);
    if over > 0 {
        if cavalry > 0 {
            rules.push(rule!("house.land.stacking.extra-cavalry"));
        }
        if over > cavalry.min(1) {
            rules.push(rule!("house.land.stacking.extra-corps"));
        }
        if over > 1 {
            rules.push(rule!("house.land.stacking.max-plus-two"));
        }
    }
    if maximum >= 5 {
        rules.push(rule!("house.land.stacking.absolute-six"));
    }
    Ok(rules)
}

/// Checks what a leader brings when he reinforces: his maximum, and one cavalry corps.
///
/// # Errors
/// A refusal where he brings more.
pub fn check_reinforcing(leader: &Leader, corps: &[&Corps]) -> Result<Vec<RuleId>, Refusal> {
    let cavalry = corps.iter().filter(|corps| corps.cavalry).count().min(1);
    let most = usize::from(leader.maximum) + cavalry;
    if corps.len() > most {
        return Err(Refusal::under(
            rule!("house.land.stacks.reinforcing-leader"),
            said!(
                "{} brings {} corps and one cavalry corps when he reinforces: {} of these. {} were named.",
                leader.name.clone(),
                leader.maximum,
                most,
                corps.len()
            ),
        ));
    }
    Ok(vec![rule!("house.land.stacks.reinforcing-leader")])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::nations::Nation;

    fn corps(cavalry: bool) -> Stands {
        Stands { corps: Corps { cavalry, ..Corps::named("I", Nation::Major(Power::France)) }, aside: false }
    }

    fn leader(maximum: u8) -> Leader {
        Leader::read("Ney", &format!("4 4 {maximum} B")).unwrap()
    }

    fn side(infantry: usize, cavalry: usize, aside: usize) -> BTreeMap<Power, Muster> {
        let mut all: Vec<Stands> = (0..infantry).map(|_| corps(false)).collect();
        all.extend((0..cavalry).map(|_| corps(true)));
        all.extend((0..aside).map(|_| Stands { aside: true, ..corps(false) }));
        BTreeMap::from([(Power::France, Muster { corps: all, ..Muster::default() })])
    }

    fn allowed(maximum: u8, infantry: usize, cavalry: usize, aside: usize) -> Result<bool, RuleId> {
        let rules = check(Some(&leader(maximum)), &side(infantry, cavalry, aside));
        rules
            .map(|rules| rules.contains(&rule!("house.land.stacking.extra-corps")))
            .map_err(|refusal| refusal.rules[0])
    }

    #[test]
    fn house_land_stacking() {
        // Within the maximum; one over it at the price of a point; a cavalry corps for nothing; both.
        assert_eq!(allowed(3, 3, 0, 0), Ok(false));
        assert_eq!(allowed(3, 4, 0, 0), Ok(true));
        assert_eq!(allowed(3, 3, 1, 0), Ok(false));
        assert_eq!(allowed(3, 4, 1, 0), Ok(true));
        // Two cavalry corps: one is free, the other takes the place of the extra corps.
        assert_eq!(allowed(3, 3, 2, 0), Ok(true));
        let too_many = rule!("house.land.stacking.max-plus-two");
        assert_eq!([allowed(3, 5, 0, 0), allowed(3, 6, 0, 0), allowed(3, 3, 3, 0)], [Err(too_many); 3]);
        let six = rule!("house.land.stacking.absolute-six");
        assert_eq!(allowed(6, 6, 1, 0), Err(six));
        assert_eq!(allowed(5, 5, 1, 0), Ok(false));
        assert_eq!(allowed(5, 6, 1, 0), Err(six));
    }

    #[test]
    fn what_goes_beyond_a_leaders_maximum_names_its_rule() {
        let extra = |maximum: u8, infantry: usize, cavalry: usize| {
            let rules = check(Some(&leader(maximum)), &side(infantry, cavalry, 0)).unwrap();
            [
                rule!("house.land.stacking.extra-cavalry"),
                rule!("house.land.stacking.extra-corps"),
                rule!("house.land.stacking.max-plus-two"),
                rule!("house.land.stacking.absolute-six"),
            ]
            .map(|id| rules.contains(&id))
        };
        assert_eq!(extra(3, 3, 0), [false; 4]);
        assert_eq!(extra(3, 2, 1), [false; 4], "a cavalry corps within the maximum is as any other");
        assert_eq!(extra(3, 4, 0), [false, true, false, false]);
        assert_eq!(extra(3, 3, 1), [true, false, false, false]);
        assert_eq!(extra(3, 4, 1), [true, true, true, false]);
        assert_eq!([extra(4, 4, 0)[3], extra(5, 5, 0)[3], extra(6, 6, 0)[3]], [false, true, true]);
    }

    #[test]
    fn house_land_stacks_minimum() {
        let few = rule!("house.land.stacks.minimum");
        assert_eq!(allowed(4, 3, 0, 3), Err(few));
        assert_eq!(allowed(4, 4, 0, 2), Ok(false));
        assert_eq!(allowed(4, 2, 0, 0), Ok(false));
        assert_eq!(allowed(4, 1, 0, 1), Err(few));
    }

    #[test]
    fn corps_without_a_leader_are_not_limited_but_somebody_fights() {
        for (infantry, cavalry, aside) in [(1, 0, 3), (3, 0, 0), (3, 2, 1), (8, 0, 0)] {
            assert_eq!(check(None, &side(infantry, cavalry, aside)), Ok(Vec::new()));
        }
        let says = check(None, &side(0, 0, 3)).unwrap_err().says.to_string();
        assert_eq!(says, "All corps of this side would stand aside. At least one fights.");
    }

    #[test]
    fn house_land_stacks_reinforcing_leader() {
        let brings = |infantry: usize, cavalry: usize| {
            let all = [vec![corps(false); infantry], vec![corps(true); cavalry]].concat();
            let corps: Vec<&Corps> = all.iter().map(|stands| &stands.corps).collect();
            check_reinforcing(&leader(2), &corps).is_ok()
        };
        assert_eq!([brings(2, 0), brings(2, 1), brings(1, 2)], [true; 3]);
        assert_eq!([brings(3, 0), brings(3, 1), brings(2, 2)], [false; 3]);
    }

    #[test]
    fn the_power_with_the_most_corps_commands_or_the_players_agree() {
        let of = |n: usize, leaders: Vec<Leader>, command: Option<Power>| Muster {
            corps: vec![corps(false); n],
            leaders,
            command,
            rifles: false,
            storms: None,
        };
        let both = |a: Muster, b: Muster| BTreeMap::from([(Power::Austria, a), (Power::Russia, b)]);
        let (ney, mack) = (leader(3), Leader::read("Mack", "1 3 4 A").unwrap());
        assert_eq!(
            commander(&both(of(3, vec![ney.clone(), mack.clone()], None), of(2, vec![mack.clone()], None))),
            Command::Of(Power::Austria, Some(1))
        );
        // Those with the most corps have no leader: another's leads.
        assert_eq!(
            commander(&both(of(3, vec![], None), of(2, vec![mack.clone()], None))),
            Command::Of(Power::Russia, Some(0))
        );
        assert_eq!(
            commander(&both(of(2, vec![ney.clone()], None), of(2, vec![mack.clone()], None))),
            Command::Tied(vec![Power::Austria, Power::Russia])
        );
        let russia = Some(Power::Russia);
        assert_eq!(
            commander(&both(of(2, vec![ney.clone()], russia), of(2, vec![mack.clone()], russia))),
            Command::Of(Power::Russia, Some(0))
        );
        assert_eq!(
            commander(&both(of(2, vec![ney], russia), of(2, vec![mack], Some(Power::Austria)))),
            Command::Tied(vec![Power::Austria, Power::Russia])
        );
        assert_eq!(
            commander(&both(of(2, vec![], None), of(1, vec![], None))),
            Command::Of(Power::Austria, None)
        );
    }
}
