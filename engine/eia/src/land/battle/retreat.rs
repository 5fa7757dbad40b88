//! Retreat after a battle: to the nearest depot, which its player looks up; the bot names what is closed to it, by the areas its attackers came
//! from, and where it has to surrender ([`retreat`]). How each side stands when the fight is over
//! (a stormed garrison surrenders, who stormed in vain stays): `course::end`, which gathers what is asked here; *surrounded* and *island*
//! are what the players stated (`Field`). It has no table of numbers.

use crate::land::forces::Came;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// What a beaten side still has to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Retreat {
    /// It retreats to its nearest depot, and not into these areas.
    To {
        /// Areas that are closed to it.
        closed: Vec<String>,
        /// Corps that reinforced the attackers out of areas that nobody named, by name: those areas are closed to it too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        behind: Vec<String>,
        /// Minor countries whose forces go towards their own capital, by name.
        capitals: Vec<String>,
        /// Whether it goes along the line of those who attacked by land.
        along_land: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// It surrenders: every factor and every leader becomes a prisoner.
    Surrender {
        /// The rules.
        rules: Vec<RuleId>,
    },
}

/// How a beaten side stands on the map.
#[derive(Clone, Debug, Default)]
pub struct Beaten {
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether it is surrounded.
    pub surrounded: bool,
    /// Whether it stands on an island without an area free of enemies.
    pub island: bool,
    /// How the attacking corps came, if it attacked.
    pub came: Vec<Came>,
    /// The areas from which the attackers came or reinforced.
    pub origins: Vec<String>,
    /// Corps that reinforced them out of areas that nobody named, by name.
    pub unnamed: Vec<String>,
    /// Its sponsored minor countries, by name.
    pub sponsored: Vec<String>,
    /// Whether others are with their forces under a leader, whose nation decides for all of them where they go.
    pub led_with_others: bool,
}

/// The retreat of a beaten side.
#[must_use]
pub fn retreat(ground: &Beaten) -> Retreat {
    let by_sea = |came: &Came| *came != Came::Overland;
    if ground.attacked && !ground.came.is_empty() && ground.came.iter().all(by_sea) {
        let mut rules = Vec::new();
        if ground.came.contains(&Came::Landed) {
            rules.push(rule!("house.combat.disembarked-retreat-surrender"));
        }
        if ground.came.contains(&Came::Crossed) {
            rules.push(rule!("house.combat.crossing-arrow-retreat-surrender"));
        }
        return Retreat::Surrender { rules };
    }
    if ground.island {
        return Retreat::Surrender { rules: vec![rule!("house.land.retreat.no-surrender")] };
    }
    let along_land = ground.attacked && ground.came.iter().any(by_sea);
    let mut rules = vec![rule!("house.land.retreat.no-surrender")];
    if along_land {
        rules.push(rule!("house.combat.disembarked-retreat-land-exception"));
    }
    let (mut closed, mut behind) = (Vec::new(), Vec::new());
    if !ground.attacked {
        rules.push(rule!("house.land.retreat.no-attacker-origin"));
        if !ground.surrounded {
            closed.clone_from(&ground.origins);
            behind.clone_from(&ground.unnamed);
        }
    }
    let mut capitals = Vec::new();
    if !ground.sponsored.is_empty() {
        rules.push(rule!("house.land.retreat.sponsored-minors"));
        if !ground.led_with_others {
            capitals.clone_from(&ground.sponsored);
        }
    }
    Retreat::To { closed, behind, capitals, along_land, rules }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn house_combat_retreat_of_landed_forces() {
        let of = |came: Vec<Came>| retreat(&Beaten { attacked: true, came, ..Beaten::default() });
        let ids = |retreat: &Retreat| match retreat {
            Retreat::Surrender { rules } => (true, rules.clone()),
            Retreat::To { rules, .. } => (false, rules.clone()),
        };
        let landed = rule!("house.combat.disembarked-retreat-surrender");
        let arrow = rule!("house.combat.crossing-arrow-retreat-surrender");
        assert_eq!(ids(&of(vec![Came::Landed; 2])), (true, vec![landed]));
        assert_eq!(ids(&of(vec![Came::Crossed])), (true, vec![arrow]));
        let (surrenders, rules) = ids(&of(vec![Came::Landed, Came::Overland]));
        assert!(!surrenders && rules.contains(&rule!("house.combat.disembarked-retreat-land-exception")));
        let (surrenders, rules) = ids(&of(vec![Came::Overland]));
        assert!(!surrenders && !rules.contains(&rule!("house.combat.disembarked-retreat-land-exception")));
        assert!(!ids(&of(Vec::new())).0, "nobody says how they came");
        let defends = retreat(&Beaten { came: vec![Came::Landed], ..Beaten::default() });
        assert!(!ids(&defends).0, "who defends came by no sea");
    }

    #[test]
    fn house_land_retreat() {
        let origins = vec!["Dijon".to_owned(), "Ulm".to_owned()];
        let of = |surrounded, island| {
            retreat(&Beaten { surrounded, island, origins: origins.clone(), ..Beaten::default() })
        };
        assert!(matches!(of(false, false), Retreat::To { closed, .. } if closed == origins));
        // Surrounded: those areas are open, and nobody surrenders on the mainland.
        assert!(matches!(of(true, false), Retreat::To { closed, .. } if closed.is_empty()));
        assert!(matches!(of(true, true), Retreat::Surrender { .. }));
        let minor = Beaten { sponsored: vec!["Saxony".to_owned()], ..Beaten::default() };
        assert!(matches!(retreat(&minor), Retreat::To { capitals, rules, .. }
            if capitals == ["Saxony"] && rules.contains(&rule!("house.land.retreat.sponsored-minors"))));
    }
}
