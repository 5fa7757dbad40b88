//! A field battle out of the position (7.5.2): who stands there, from where he came, the ground, the river, who is surrounded, and who may come
//! out of the areas beside. Nobody states anything; the fight itself is that of [`crate::land::battle`].

use super::battle::course;
use super::battle::fight::{MOST_CORPS, Who};
use super::battle::sealed::Own;
use super::battle::{Battle, Field, Kind};
use super::fall_back::is_surrounded;
use super::forces::{Came, Corps as Mustered, Factors, Leader as Led, Rank as LedRank, Troop};
use super::kept_contents::{battle_name, corps_in};
use super::phase::{Happened, emit};
use super::stacking::{self, Muster, Stands};
use crate::ground::{Entry, Ground};
use crate::map::{AreaId, Border, map};
use crate::nations::Nation;
use crate::oob::{self, Rank};
use crate::pieces::{CameFrom, CorpsId, Garrison, Leader, LeaderId, Owner, Stand};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;
use table::{rule, said};

/// What a leader's counter prints, as a battle has it.
#[must_use]
pub fn leader(id: LeaderId, adjacent: bool) -> Led {
    let printed = &id.counter().leader;
    let rank = match printed.rank {
        Rank::A => LedRank::A,
        Rank::B => LedRank::B,
        Rank::C => LedRank::C,
        Rank::D => LedRank::D,
    };
    Led {
        name: id.name().to_owned(),
        strategic: printed.strategic,
        tactical: printed.tactical,
        maximum: printed.maximum.max(1),
        rank,
        adjacent,
    }
}

/// Whose soldiers an owner's are, as morale has it.
pub(super) fn nation(state: &Position, owner: Owner) -> Option<Nation> {
    match owner {
        Owner::Power(power) => Some(Nation::Major(power)),
        Owner::Minor(minor) => oob::of(state.scenario_key())?.minors.get(&minor)?.nation,
    }
}

/// A corps as it comes to a battle.
fn mustered(state: &Position, corps: CorpsId, beside: Option<AreaId>) -> Option<Mustered> {
    let on_map = state.pieces.corps.get(&corps)?;
    let from = beside.or(match on_map.came_from {
        Some(CameFrom::Area(from)) => Some(from),
        Some(CameFrom::Sea(_)) | None => None,
    });
    let came = match on_map.came_from {
        Some(CameFrom::Sea(_)) if beside.is_none() => Came::Landed,
        _ => Came::Overland,
    };
    let holds = corps.capacity(&state.typed);
    let infantry = holds.of(Troop::Infantry) + holds.of(Troop::Guard) + holds.of(Troop::Artillery);
    Some(Mustered {
        cavalry: infantry == 0 && holds.cavalry() > 0,
        came,
        sponsored: matches!(corps.owner(), Owner::Minor(_)),
        adjacent: beside.is_some(),
        from: from.map(|area| area.name().to_owned()),
        ..Mustered::named(&battle_name(corps), nation(state, corps.owner())?)
    })
}

/// Leaders with corps.
fn leaders_with(state: &Position, corps: CorpsId) -> impl Iterator<Item = LeaderId> + '_ {
    let with = state.pieces.leaders.iter().filter(move |(_, at)| **at == Leader::With(corps));
    with.map(|(id, _)| *id).filter(|id| !id.counter().leader.at_sea)
}

/// The corps of a side in areas next to a battle that may try to come to it (`standard.land.battle.reinforce`): not besieged, besieging or in
/// another combat of the step, and able to march there over a border or a river.
fn beside(ground: &Ground<'_>, area: AreaId, powers: &[Power]) -> Vec<(CorpsId, AreaId)> {
    let state = ground.state();
    let mut all = Vec::new();
    for near in map().neighbours(area) {
        let by_land = matches!(near.border, Border::Open | Border::River(_));
        let is_battle = state.land.combats.left.contains(&near.area);
        if !by_land || is_battle || state.closes_border(area, near.area) {
            continue;
        }
        for one in &ground.here(near.area).corps {
            let Some(power) = one.power.filter(|power| powers.contains(power)) else { continue };
            let comes = matches!(one.stand, Stand::Open(_)) && !state.land.combats.fought.contains(&one.id);
            let may_enter = !matches!(ground.entry(power, area), Entry::Passing | Entry::Closed(_));
            let is_met = ground.enemy_corps(power).contains(near.area);
            if comes && may_enter && !is_met && crate::danube::closed(state, power, area).is_none() {
                all.push((one.id, near.area));
            }
        }
    }
    all
}

/// What the powers of a side bring: those in the area, as many of them in the fight as may, and those beside.
fn musters(
    ground: &Ground<'_>,
    area: AreaId,
    there: &BTreeMap<Power, Vec<CorpsId>>,
) -> BTreeMap<Power, Muster> {
    let state = ground.state();
    let powers: Vec<Power> = there.keys().copied().collect();
    let mut musters: BTreeMap<Power, Muster> = BTreeMap::new();
    let mut room = MOST_CORPS;
    for (power, corps) in there {
        let muster = musters.entry(*power).or_default();
        for id in corps.iter().take(room) {
            muster.corps.extend(mustered(state, *id, None).map(|corps| Stands { corps, aside: false }));
            muster.leaders.extend(leaders_with(state, *id).map(|id| leader(id, false)));
        }
        room = room.saturating_sub(corps.len());
    }
    for (id, from) in beside(ground, area, &powers).into_iter().take(room) {
        let Some(power) = ground.commander(id) else { continue };
        let muster = musters.entry(power).or_default();
        muster.corps.extend(mustered(state, id, Some(from)).map(|corps| Stands { corps, aside: false }));
        muster.leaders.extend(leaders_with(state, id).map(|id| leader(id, true)));
    }
    limited(musters, &holds(state))
}

/// What each corps can hold, by its name in a battle: by that the surplus is chosen, since all see it.
fn holds(state: &Position) -> BTreeMap<String, u32> {
    let all = state.pieces.corps.keys();
    all.map(|id| (battle_name(*id), id.capacity(&state.typed).total())).collect()
}

/// A side with no more corps in the fight than its commander leads (`house.land.stacking.base` and the rules with it): those that can hold least
/// stand aside.
fn limited(mut musters: BTreeMap<Power, Muster>, holds: &BTreeMap<String, u32>) -> BTreeMap<Power, Muster> {
    loop {
        let leads =
            |power: Power, place: Option<usize>| place.and_then(|place| musters[&power].leaders.get(place));
        let commands = match stacking::commander(&musters) {
            stacking::Command::Of(power, place) => vec![leads(power, place)],
            stacking::Command::Tied(tied) => {
                tied.into_iter().map(|power| leads(power, stacking::senior(&musters[&power]))).collect()
            }
        };
        if commands.iter().all(|leader| stacking::check(*leader, &musters).is_ok()) {
            return musters;
        }
        let fighting = musters.iter().flat_map(|(power, muster)| {
            let places = muster.corps.iter().enumerate();
            let fight = places.filter(|(_, stands)| !stands.aside && !stands.corps.adjacent);
            fight.map(|(place, stands)| {
                let room = holds.get(&stands.corps.name).copied().unwrap_or(0);
                (room, stands.corps.name.clone(), *power, place)
            })
        });
        let Some((.., power, place)) = fighting.min() else { return musters };
        if let Some(muster) = musters.get_mut(&power) {
            muster.corps[place].aside = true;
        }
    }
}

/// Begins the battle of an area: what everybody sees of it is put on the record, and both sides are asked for their plans.
pub(super) fn begin(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    area: AreaId,
    attackers: &[CorpsId],
    defenders: &BTreeMap<Power, Vec<CorpsId>>,
) -> Result<(), Refusal> {
    let state = table.state();
    let number = state.battles.last + 1;
    let ground = Ground::of(state);
    let origins = ground.origins(attackers);
    let first = defenders.keys().next().copied().unwrap_or(power);
    let surrounded = is_surrounded(&ground, first, area, &origins).then_some(Who::Defender);
    let field = Field {
        terrain: area.on_map().terrain,
        river: ground.is_across_river(attackers),
        surrounded,
        from: origins.iter().map(|area| area.name().to_owned()).collect(),
        area: Some(area),
        kind: Kind::Field,
        ..Field::new(area.name(), vec![power], defenders.keys().copied().collect())
    };
    let own = BTreeMap::from([(power, attackers.to_vec())]);
    let sides = [musters(&ground, area, &own), musters(&ground, area, defenders)];
    let mut rules = vec![
        rule!("standard.land.side"),
        rule!("standard.land.battle.chits"),
        rule!("standard.land.battle.command"),
        rule!("standard.land.contact.must"),
        rule!("standard.land.contact.river"),
        rule!("standard.land.contact.origins"),
        rule!("standard.land.battle.terrain"),
    ];
    rules.extend((defenders.len() > 1).then_some(rule!("standard.land.allied.together")));
    let comes = |muster: &Muster| muster.corps.iter().any(|stands| stands.corps.adjacent);
    let may_come = sides.iter().flat_map(BTreeMap::values).any(comes);
    rules.extend(may_come.then_some(rule!("standard.land.battle.reinforce")));
    rules.sort_unstable();
    emit(table, Happened::Engaged { area, battle: Some(number) })?;
    table.emit(&Event::Battle(course::Happened::BattleOpened { battle: number, field, rules }))?;
    for (power, muster) in sides.into_iter().flatten() {
        table.emit(&Event::Battle(course::Happened::Mustered { battle: number, power, muster }))?;
    }
    course::command(table, number)
}

/// Opens to all what is in the corps that fight in a battle, out of their owners' last sheets: who stands there, and who is to come to it
/// (`standard.land.secret`).
pub(crate) fn open_contents(
    table: &mut Table<'_, '_, EmpiresInArms>,
    battle: &Battle,
    own: &mut BTreeMap<Power, Own>,
) -> Result<(), Refusal> {
    table.seal_sheets()?;
    for (power, own) in own.iter_mut() {
        let coming: BTreeSet<usize> =
            own.reinforce.iter().flat_map(|group| group.corps.iter().copied()).collect();
        let corps = corps_in(table.state(), battle, *power);
        own.factors.clear();
        for (place, id) in corps.into_iter().enumerate() {
            let is_outside = battle.stands(*power, place).is_some_and(|stands| stands.corps.adjacent);
            let opens = id.filter(|_| !is_outside || coming.contains(&place));
            let factors = opens.map(|id| opened_corps(table, id)).transpose()?;
            own.factors.push(factors.unwrap_or_default());
        }
    }
    Ok(())
}

/// What is in a corps, opened to all by whose it is.
pub(super) fn opened_corps(
    table: &mut Table<'_, '_, EmpiresInArms>,
    corps: CorpsId,
) -> Result<Factors, Refusal> {
    let known = table.state().contents.corps(corps);
    opened(table, corps.owner(), known, |item| item["corps"].as_str() == Some(corps.key()))
}

/// Of what a garrison is, opened to all by whose it is.
pub(super) fn opened_garrison(
    table: &mut Table<'_, '_, EmpiresInArms>,
    garrison: Garrison,
) -> Result<Factors, Refusal> {
    let (known, key) = (table.state().contents.garrison(garrison), garrison.key());
    opened(table, garrison.of, known, |item| item["garrison"].as_str() == Some(key.as_str()))
}

/// What is in a counter, out of its owner's last sheet; for whom nobody plays nothing is sealed, and all know it.
fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    owner: Owner,
    known: Option<Factors>,
    is_it: impl Fn(&Value) -> bool,
) -> Result<Factors, Refusal> {
    let Some(seat) = table.state().owners_of(owner).into_iter().next() else {
        return Ok(known.unwrap_or_default());
    };
    let item = table.open_holding(&seat, is_it, vec![rule!("standard.land.secret")])?;
    let factors = serde_json::from_value(item["factors"].clone());
    factors.map_err(|_| Refusal::new(said!("What is in a counter of {} cannot be read.", owner)))
}
