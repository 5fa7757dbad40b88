//! What must hold of the board whatever was ordered. Each says what is wrong, and nothing where all is well. What is closed to who asks is not
//! looked at.

use super::{Entry, Ground};
use crate::Position;
use crate::land::forces::Factors;
use crate::map::{AreaId, Berth};
use crate::pieces::contents::{fits_aboard, fits_corps, fits_fleet};
use crate::pieces::garrison::{MOST_GUARDS, city_room, may_stand_alone};
use crate::pieces::{Depot, Garrison, Leader, Owner, Post, Stand};
use std::collections::BTreeMap;
use table::rule;
use table::rules::RuleId;

/// Something on the board that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The law, by its name in [`LAWS`].
    pub law: &'static str,
    /// The rule behind it.
    pub rule: RuleId,
    /// What is wrong.
    pub says: String,
}

/// A law, with the rule behind it.
pub struct BoardLaw {
    /// Its name.
    pub name: &'static str,
    /// The rule.
    pub rule: RuleId,
    /// What is wrong by it.
    pub wrong: fn(&Ground<'_>) -> Vec<String>,
}

/// All of them.
pub const LAWS: &[BoardLaw] = &[
    BoardLaw { name: "one counter one place", rule: rule!("standard.land.move.singly"), wrong: one_place },
    BoardLaw {
        name: "nothing where it may not stand",
        rule: rule!("standard.land.move.war-entry"),
        wrong: stands,
    },
    BoardLaw { name: "corps within capacity", rule: rule!("standard.land.reinforce.arrivals"), wrong: corps },
    BoardLaw {
        name: "garrisons within their towers",
        rule: rule!("standard.land.siege.capacity"),
        wrong: garrisons,
    },
    BoardLaw { name: "depots within their limit", rule: rule!("standard.land.depot.where"), wrong: depots },
    BoardLaw {
        name: "nobody at sea without ships",
        rule: rule!("standard.sea.transport.one-corps"),
        wrong: at_sea,
    },
    BoardLaw { name: "fleets within their room", rule: rule!("standard.sea.fleet.counter"), wrong: fleets },
    BoardLaw { name: "a siege has besiegers", rule: rule!("standard.land.siege.begin"), wrong: sieges },
    BoardLaw {
        name: "control follows occupation",
        rule: rule!("standard.land.occupation.city"),
        wrong: control,
    },
    BoardLaw {
        name: "contents have their counters",
        rule: rule!("standard.land.reinforce.emptied"),
        wrong: contents,
    },
];

/// Everything that is wrong on the board of a position.
#[must_use]
pub fn wrong(state: &Position) -> Vec<Wrong> {
    let ground = Ground::of(state);
    let of = |law: &'static BoardLaw| {
        let all = (law.wrong)(&ground).into_iter();
        all.map(move |says| Wrong { law: law.name, rule: law.rule, says })
    };
    LAWS.iter().flat_map(of).collect()
}

/// A counter that hangs on another hangs on one that is on the map; all counters are of one scenario.
fn one_place(ground: &Ground<'_>) -> Vec<String> {
    let pieces = ground.pieces();
    let scenario = ground.state().scenario_key();
    let mut wrong = Vec::new();
    let strange =
        |is_of: bool, counter: &str| (!is_of).then(|| format!("{counter} is no counter of {scenario}"));
    wrong.extend(pieces.corps.keys().filter_map(|id| strange(id.is_of(scenario), id.key())));
    wrong.extend(pieces.irregulars.keys().filter_map(|id| strange(id.is_of(scenario), id.key())));
    wrong.extend(pieces.fleets.keys().filter_map(|id| strange(id.is_of(scenario), id.key())));
    wrong.extend(pieces.leaders.keys().filter_map(|id| strange(id.is_of(scenario), id.key())));
    wrong.extend(pieces.depots.keys().filter_map(|id| strange(id.is_of(scenario), id.key())));
    for (id, leader) in &pieces.leaders {
        let is_somewhere = match leader {
            Leader::With(corps) => pieces.corps.contains_key(corps) && !id.counter().leader.at_sea,
            Leader::Aboard(fleet) => pieces.fleets.contains_key(fleet),
            Leader::Inside(area) => area.on_map().city.is_some(),
            Leader::Open(_) | Leader::Prisoner(_) => true,
        };
        if !is_somewhere {
            wrong.push(format!("{id} is with something that is not there"));
        }
    }
    wrong
}

/// Nothing stands in land of a power at peace that lets it not in, nor in a neutral minor country; a city is where somebody is inside. Enemies of
/// one another are not inside one city.
fn stands(ground: &Ground<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for area in AreaId::all() {
        let here = ground.here(area);
        let of_corps = here.corps.iter().map(|one| (one.id.to_string(), one.stand, one.power));
        let of_irregulars = here.irregulars.iter().map(|one| (one.id.to_string(), one.stand, one.power));
        for (counter, stand, power) in of_corps.chain(of_irregulars) {
            let entry = power.map(|power| ground.entry(power, area));
            let fights = power.is_some_and(|power| {
                here.corps.iter().any(|other| ground.is_hostile(power, other))
                    || ground.is_held_against(power, area)
            });
            match entry {
                None => wrong.push(format!("{counter} at {area} is moved by nobody")),
                Some(Entry::Passing) => wrong.push(format!("{counter} stands in neutral {area}")),
                Some(Entry::Closed(_)) if !fights => wrong.push(format!("{counter} may not stand at {area}")),
                Some(_) => {}
            }
            if matches!(stand, Stand::Inside(_)) {
                if area.on_map().city.is_none() {
                    wrong.push(format!("{counter} is inside at {area}, which has no city"));
                }
                if power.is_some_and(|power| ground.is_held_against(power, area)) {
                    wrong.push(format!("{counter} is inside {area} with an enemy"));
                }
            }
        }
    }
    wrong
}

/// What is in a corps goes into it, and is something (`standard.land.reinforce.emptied`).
fn corps(ground: &Ground<'_>) -> Vec<String> {
    let state = ground.state();
    let mut wrong = Vec::new();
    for (id, factors) in state.contents.known_corps() {
        if factors.is_empty() {
            wrong.push(format!("{id} is empty"));
        }
        wrong.extend(fits_corps(id, &state.typed, factors).err().map(|refusal| refusal.says.to_string()));
    }
    wrong
}

/// All inside a city find room, and guards at a depot; garrisons are as many as their contents, and infantry or militia.
fn garrisons(ground: &Ground<'_>) -> Vec<String> {
    let (pieces, contents) = (ground.pieces(), &ground.state().contents);
    let mut wrong = Vec::new();
    let mut at_post: BTreeMap<Post, u32> = BTreeMap::new();
    for (garrison, n) in &pieces.garrisons {
        if *n == 0 {
            wrong.push(format!("{garrison} has no factor"));
        }
        *at_post.entry(garrison.post).or_default() += n;
        if let Some(factors) = contents.garrison(*garrison) {
            if factors.total() != *n {
                wrong.push(format!("{garrison} has {n} factors, and {factors} in it"));
            }
            wrong.extend(may_stand_alone(factors).err().map(|refusal| refusal.says.to_string()));
        }
    }
    for area in AreaId::all() {
        let inside = ground.here(area).corps.iter().filter(|one| matches!(one.stand, Stand::Inside(_)));
        let corps: u32 = inside.filter_map(|one| contents.corps(one.id)).map(Factors::total).sum();
        let all = corps + at_post.get(&Post::City(area)).copied().unwrap_or(0);
        if all > city_room(area) {
            wrong.push(format!("{all} factors are inside {area}, which has room for {}", city_room(area)));
        }
    }
    for (post, n) in at_post {
        match post {
            Post::Depot(depot) if !pieces.depots.contains_key(&depot) => {
                wrong.push(format!("{depot} has guards and is not on the map"));
            }
            Post::Depot(depot) if n > MOST_GUARDS => wrong.push(format!("{depot} has {n} guards")),
            Post::Depot(_) | Post::City(_) => {}
        }
    }
    wrong
}

/// A power has one depot in an area at most; one afloat lies on a fleet in a sea area (`standard.sea.supply.afloat`).
fn depots(ground: &Ground<'_>) -> Vec<String> {
    let pieces = ground.pieces();
    let mut wrong = Vec::new();
    let mut there: BTreeMap<(Owner, AreaId), u32> = BTreeMap::new();
    for (id, at) in &pieces.depots {
        match at {
            Depot::Area(area) => {
                let n = there.entry((id.owner(), *area)).or_default();
                *n += 1;
                if *n == 2 {
                    wrong.push(format!("{} has two depots at {area}", id.owner()));
                }
            }
            Depot::Fleet(fleet) => {
                let berth = pieces.fleets.get(fleet).map(|fleet| fleet.berth);
                let own = fleet.owner() == id.owner();
                if !own || !matches!(berth, Some(Berth::Sea(_))) {
                    wrong.push(format!("{id} is on {fleet}, which is not at sea for it"));
                }
            }
        }
    }
    wrong
}

/// What is aboard is aboard a fleet that is on the map, which carries one corps and has room for it.
fn at_sea(ground: &Ground<'_>) -> Vec<String> {
    let (pieces, contents) = (ground.pieces(), &ground.state().contents);
    let mut wrong = Vec::new();
    let aboard = pieces.corps.iter().filter_map(|(id, corps)| match corps.stand {
        Stand::Aboard(fleet) => Some((*id, fleet)),
        _ => None,
    });
    for (id, fleet) in aboard {
        if !pieces.fleets.contains_key(&fleet) {
            wrong.push(format!("{id} is aboard {fleet}, which is not on the map"));
        }
        if pieces.aboard(fleet).next() != Some(id) {
            wrong.push(format!("{fleet} carries {id} besides another corps"));
        }
        if let Some((ships, factors)) = contents.fleet(fleet).zip(contents.corps(id)) {
            let fits = fits_aboard(fleet, ships, id, factors);
            wrong.extend(fits.err().map(|refusal| refusal.says.to_string()));
        }
    }
    for (id, irregular) in &pieces.irregulars {
        if matches!(irregular.stand, Stand::Aboard(fleet) if !pieces.fleets.contains_key(&fleet)) {
            wrong.push(format!("{id} is aboard a fleet that is not on the map"));
        }
    }
    wrong
}

/// A fleet lies where fleets lie, holds no more ships than its counter, and is not empty.
fn fleets(ground: &Ground<'_>) -> Vec<String> {
    let state = ground.state();
    let mut wrong = Vec::new();
    for (id, fleet) in &ground.pieces().fleets {
        if fleet.berth.sea().is_none() {
            wrong.push(format!("{id} lies where there is no port"));
        }
    }
    for (id, ships) in state.contents.known_fleets() {
        if ships.total() == 0 {
            wrong.push(format!("{id} has no ship"));
        }
        wrong.extend(fits_fleet(id, &state.typed, ships).err().map(|refusal| refusal.says.to_string()));
    }
    wrong
}

/// A city that is besieged has besiegers in its area and enemies of theirs inside, and who besieges has a siege.
fn sieges(ground: &Ground<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for area in AreaId::all() {
        let besiegers =
            || ground.here(area).corps.iter().filter(|one| matches!(one.stand, Stand::Besieging(_)));
        let against = |power| ground.is_held_against(power, area);
        match (ground.is_besieged(area), besiegers().next()) {
            (true, None) => wrong.push(format!("{area} is besieged by nobody")),
            (false, Some(one)) => wrong.push(format!("{} besieges {area}, where there is no siege", one.id)),
            (true, Some(_)) if !besiegers().filter_map(|one| one.power).any(against) => {
                wrong.push(format!("{area} is besieged, and none inside is an enemy"));
            }
            _ => {}
        }
    }
    wrong
}

/// Who holds a city with factors inside has some of them, or is its owner whom they guard.
fn control(ground: &Ground<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (garrison, _) in &ground.pieces().garrisons {
        let Post::City(area) = garrison.post else { continue };
        let owner = ground.state().held(area.on_map().province).by();
        match ground.holder(area) {
            None => wrong.push(format!("{garrison} is inside, and nobody holds {area}")),
            Some(holder) if Some(holder) != owner && !is_inside(ground, area, holder) => {
                wrong.push(format!("{holder} holds {area} and has nobody inside"));
            }
            Some(_) => {}
        }
    }
    wrong
}

fn is_inside(ground: &Ground<'_>, area: AreaId, power: crate::powers::Power) -> bool {
    let here = ground.here(area);
    let inside = here.corps.iter().filter(|one| matches!(one.stand, Stand::Inside(_)));
    inside.filter_map(|one| one.power).any(|by| by == power)
        || here.garrisons.iter().any(|(owner, _)| ground.state().commands(*owner) == Some(power))
}

/// Nothing is known of what is in a counter that is off the map.
fn contents(ground: &Ground<'_>) -> Vec<String> {
    let (pieces, contents) = (ground.pieces(), &ground.state().contents);
    let corps = contents.known_corps().map(|(id, _)| (id.to_string(), pieces.corps.contains_key(&id)));
    let fleets = contents.known_fleets().map(|(id, _)| (id.to_string(), pieces.fleets.contains_key(&id)));
    let garrison = |garrison: Garrison| (garrison.to_string(), pieces.garrisons.contains_key(&garrison));
    let garrisons = contents.known_garrisons().map(|(id, _)| garrison(id));
    let off = corps.chain(fleets).chain(garrisons).filter(|(_, on_map)| !on_map);
    off.map(|(counter, _)| format!("{counter} has contents and is not on the map")).collect()
}
