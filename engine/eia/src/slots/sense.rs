//! What stand-ins lodge on land: marches to what can be won, together, fed, on ground that can be held. They know what their seat may know, and no
//! more: their own counters, and of others what was seen last, else what such a corps can hold. They are no match for a person who knows the game.

use crate::danube::{self, Side};
use crate::ground::reach::Reach;
use crate::ground::{Ground, steps_anywhere};
use crate::land::battle::Battle;
use crate::land::battle::fight::Who;
use crate::land::battle::sealed::{Chit, Plan};
use crate::land::forces::{Factors, Troop};
use crate::land::hunger;
use crate::land::kept_contents::corps_in;
use crate::land::march;
use crate::land::phase::{How, Leaves, Order as LandOrder};
use crate::map::AreaId;
use crate::pieces::{CameFrom, CorpsId, Depot, Leader, Stand};
use crate::powers::Power;
use crate::{Order, Position};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use table::lodged::Holder;
use table::paths::{FARTHEST, Spread};

/// Of what a corps can hold, what is in it where nobody has seen it, in percent.
const USUAL: u32 = 65;
/// Infantry that a corps keeps at least when it leaves men in a city.
const KEEPS: u16 = 4;

/// What factors are worth in the field, in tenths of a factor of infantry.
fn worth(factors: Factors) -> i64 {
    factors
        .each()
        .map(|(sort, n)| {
            let each = match sort {
                Troop::Guard => 16,
                Troop::Militia => 6,
                sort if sort.is_cavalry() => 12,
                _ => 10,
            };
            each * i64::from(n)
        })
        .sum()
}

/// What a corps is reckoned to be worth by who sees it so.
fn reckoned(view: &Position, corps: CorpsId) -> i64 {
    if let Some(factors) = view.contents.corps(corps) {
        return worth(factors);
    }
    if let Some(known) = view.last_seen(corps) {
        return worth(known.factors);
    }
    worth(corps.capacity(&view.typed)) * i64::from(USUAL) / 100
}

/// A place that is worth a march, and how far everything is from it.
struct Goal {
    worth: i64,
    far: Spread,
}

/// The places that a side marches to: cities that bring it points and that it does not hold, cities of the enemy's, and its own that are in danger.
fn goals(ground: &Ground<'_>, side: Side) -> Vec<Goal> {
    let points = &danube::numbers().points;
    let own = match side {
        Side::France => &points.france,
        Side::Allies => &points.allies,
    };
    let theirs = match side {
        Side::France => &points.allies,
        Side::Allies => &points.france,
    };
    let is_held = |area: AreaId| ground.holder(area).is_some_and(|power| Side::of(power) == side);
    let mut goals = Vec::new();
    for (cities, each) in [(own, 100), (theirs, 80)] {
        for (area, worth) in cities {
            if !is_held(*area) {
                goals.push(Goal { worth: worth * each, far: steps_anywhere(&[*area]) });
            }
        }
    }
    // Far from the enemy's cities an army guards its own.
    if side == Side::Allies {
        for (area, worth) in theirs.iter().filter(|(area, _)| is_held(**area)) {
            goals.push(Goal { worth: worth * 60, far: steps_anywhere(&[*area]) });
        }
    }
    goals
}

/// What of a force that is so many areas away counts, in percent.
fn part(steps: u16) -> i64 {
    match steps {
        0..=1 => 100,
        2 => 85,
        3 => 60,
        4 => 30,
        _ => 0,
    }
}

/// What foraging at a value costs a corps in the mean, in sixths of a factor.
fn starving(value: u8) -> i64 {
    (1..=6).map(|die: u8| i64::from(die.saturating_sub(value))).sum()
}

/// What a factor is worth that does not starve, in the points by which areas are compared.
const A_FACTOR: i64 = 60;

/// How the board would stand with what was planned so far.
struct Board<'g> {
    ground: &'g Ground<'g>,
    power: Power,
    side: Side,
    goals: Vec<Goal>,
    /// What the own side has in each area, marches planned so far included.
    own: BTreeMap<AreaId, i64>,
    /// What the enemy has, with how far everything is from there.
    enemy: Vec<(AreaId, i64, Spread)>,
    /// The depots that feed the power's corps, with how far everything is from each, and how many more each feeds.
    bread: Vec<(Spread, usize)>,
}

impl<'g> Board<'g> {
    fn of(ground: &'g Ground<'g>, power: Power) -> Board<'g> {
        let (view, side) = (ground.state(), Side::of(power));
        let (mut own, mut theirs) = (BTreeMap::<AreaId, i64>::new(), BTreeMap::<AreaId, i64>::new());
        for (corps, on_map) in &view.pieces.corps {
            let (Some(by), Some(at)) = (ground.commander(*corps), on_map.stand.area()) else { continue };
            let all = if Side::of(by) == side { &mut own } else { &mut theirs };
            *all.entry(at).or_default() += reckoned(view, *corps);
        }
        let enemy = theirs.into_iter().map(|(at, strength)| (at, strength, steps_anywhere(&[at]))).collect();
        let supply = ground.supply(power, None);
        let depots = view.pieces.depots.iter().filter(|(depot, _)| supply.has(**depot));
        let bread = depots.filter_map(|(_, at)| match at {
            Depot::Area(at) => Some((steps_anywhere(&[*at]), danube::numbers().bread.corps)),
            Depot::Fleet(_) => None,
        });
        Board { ground, power, side, goals: goals(ground, side), own, enemy, bread: bread.collect() }
    }

    /// A depot that feeds a corps more in an area.
    fn fed_by(&self, area: AreaId) -> Option<usize> {
        let most = danube::numbers().bread.areas;
        let near = |far: &Spread| far.cost(area.place()).is_some_and(|steps| steps <= most);
        self.bread.iter().position(|(far, places)| *places > 0 && near(far))
    }

    fn enemy_at(&self, area: AreaId) -> i64 {
        self.enemy.iter().find(|(at, ..)| *at == area).map_or(0, |(_, strength, _)| *strength)
    }

    /// What of the enemy can be in an area next month: near ones whole, farther ones less.
    fn threat(&self, area: AreaId) -> i64 {
        let near = self
            .enemy
            .iter()
            .filter_map(|(_, strength, far)| Some(strength * part(far.cost(area.place())?) / 100));
        near.sum()
    }

    /// What of the own side can stand together with who is in an area, reckoned in the same way.
    fn near(&self, area: AreaId) -> i64 {
        let far = steps_anywhere(&[area]);
        let near =
            self.own.iter().filter_map(|(at, strength)| Some(strength * part(far.cost(at.place())?) / 100));
        near.sum()
    }

    /// Whether an area has a city of the own side's for which the enemy gets points.
    fn is_to_be_held(&self, area: AreaId) -> bool {
        let points = &danube::numbers().points;
        let theirs = match self.side {
            Side::France => &points.allies,
            Side::Allies => &points.france,
        };
        theirs.contains_key(&area)
            && self.ground.holder(area).is_some_and(|power| Side::of(power) == self.side)
    }

    /// How near an area is to what the side wants.
    fn score_of_ground(&self, area: AreaId) -> i64 {
        let near = self.goals.iter().map(|goal| {
            let steps = i64::from(goal.far.cost(area.place()).unwrap_or(FARTHEST).min(40));
            goal.worth * 12 / (3 + steps * steps) + goal.worth * (12 - steps).max(0) / 12
        });
        near.sum()
    }

    /// How good it is for a corps of some worth to end in an area with so many points to spare.
    fn score(&self, strength: i64, area: AreaId, spare: u8) -> i64 {
        let mut score = self.score_of_ground(area);
        let with = self.own.get(&area).copied().unwrap_or(0) + strength;
        let enemy = self.enemy_at(area);
        let is_passive = self.ground.state().is_passive(self.power);
        if enemy > 0 && !is_passive {
            // By halves: 2 is as strong as the enemy.
            let odds = 2 * with * 100 / enemy.max(1);
            score += match odds {
                0..=199 => -900,
                200..=299 => -150,
                _ => 200,
            };
        }
        let (threat, near) = (self.threat(area), self.near(area) + strength);
        if threat > near {
            let fear = ((threat - near) * 60 / near.max(1)).min(250);
            // What is to be held is held against odds.
            score -= if self.is_to_be_held(area) { fear / 4 - 60 } else { fear };
        }
        // An army that is together is fed no worse.
        score += (with - strength).min(400) / 4;
        if self.fed_by(area).is_none() {
            score -= starving(hunger::value(self.ground, self.power, area, spare)) * A_FACTOR / 6;
        }
        score
    }
}

/// A corps that is to march.
struct Own {
    corps: CorpsId,
    from: AreaId,
    strength: i64,
    points: u8,
    led: bool,
    reach: Reach,
}

/// Odds in percent from which on an attack is planned.
const ATTACKS_FROM: i64 = 115;
/// Odds in percent that are enough: more corps are not sent.
const ENOUGH: i64 = 230;
/// Corps that are sent to one attack at most.
const TOGETHER: usize = 6;

/// Where the enemy can be beaten by what reaches him together: the corps that go there.
fn attacks(board: &mut Board<'_>, all: &[Own], die: &mut dyn FnMut(u32) -> u32) -> BTreeMap<CorpsId, AreaId> {
    let mut planned: BTreeMap<CorpsId, AreaId> = BTreeMap::new();
    if board.ground.state().is_passive(board.power) {
        return planned;
    }
    let mut targets: Vec<(i64, AreaId, i64)> = board
        .enemy
        .iter()
        .filter(|(at, ..)| board.ground.enemy_corps(board.power).contains(*at))
        .map(|(at, strength, _)| (board.score_of_ground(*at) + i64::from(die(30)), *at, *strength))
        .collect();
    targets.sort_unstable_by_key(|(score, at, _)| (-score, *at));
    for (_, at, enemy) in targets {
        let mut free: Vec<&Own> = all
            .iter()
            .filter(|own| !planned.contains_key(&own.corps))
            .filter(|own| own.from == at || own.reach.ends.contains(at))
            .collect();
        free.sort_by_key(|own| (!own.led, -own.strength, own.corps));
        free.truncate(TOGETHER);
        let there = all.iter().filter(|own| planned.get(&own.corps) == Some(&at)).map(|own| own.strength);
        let mut with: i64 = there.sum();
        let can: i64 = with + free.iter().map(|own| own.strength).sum::<i64>();
        // Who stands beside the enemy helps him.
        let helped = enemy + (board.threat(at) - enemy) / 3;
        if can * 100 < helped.max(1) * ATTACKS_FROM {
            continue;
        }
        for own in free {
            if with * 100 >= helped.max(1) * ENOUGH {
                break;
            }
            with += own.strength;
            planned.insert(own.corps, at);
        }
    }
    planned
}

/// The marches that a stand-in lodges for the slot of one of its powers.
#[must_use]
pub fn lodges(view: &Position, holder: &Holder, die: &mut dyn FnMut(u32) -> u32) -> Vec<Order> {
    let Some(power) = holder.power.as_deref().and_then(Power::by_key).filter(|_| view.keeps_land()) else {
        return Vec::new();
    };
    let ground = Ground::of(view);
    let mut board = Board::of(&ground, power);
    let led = |corps: CorpsId| view.pieces.leaders.values().any(|at| *at == Leader::With(corps));
    let marchers = march::corps_of(view, power).filter_map(|corps| {
        let marcher = ground.marcher(corps).ok()?;
        let reach = ground.reach(marcher);
        let (from, points) = (marcher.from, marcher.points);
        Some(Own { corps, from, strength: reckoned(view, corps), points, led: led(corps), reach })
    });
    let mut all: Vec<Own> = marchers.collect();
    all.sort_by_key(|own| (-own.strength, own.corps));
    let attacks = attacks(&mut board, &all, die);
    for own in &all {
        if let Some(to) = attacks.get(&own.corps) {
            *board.own.entry(own.from).or_default() -= own.strength;
            *board.own.entry(*to).or_default() += own.strength;
        }
    }
    let mut marches = Vec::new();
    let mut ends = BTreeMap::new();
    for own in &all {
        let to = match attacks.get(&own.corps) {
            Some(to) => *to,
            None => goes(&mut board, own, die),
        };
        ends.insert(own.corps, to);
        let way = if to == own.from { Vec::new() } else { own.reach.way(to).unwrap_or_default() };
        let leaves = leaves(&ground, power, own.corps, own.from, &way);
        if !way.is_empty() || !leaves.is_empty() {
            marches.push(Order::Land(LandOrder::March {
                corps: vec![own.corps],
                way,
                leaves,
                inside: false,
            }));
        }
    }
    depot(view, power, &ends).into_iter().map(Order::Land).chain(marches).collect()
}

/// Places in which a new depot is thought of at most.
const DEPOTS: usize = 10;

/// The depot that feeds most of a power's corps where they are to be, if it saves at least a factor in the mean: a new one, or where all are on the
/// map the one that is farthest from them.
fn depot(view: &Position, power: Power, ends: &BTreeMap<CorpsId, AreaId>) -> Option<LandOrder> {
    let far = steps_anywhere(&ends.values().copied().collect::<Vec<_>>());
    let own: BTreeMap<_, AreaId> = march::depots_of(view, power);
    let is_free = march::has_depot_left(view, power);
    let farthest =
        own.values().copied().max_by_key(|at| (far.cost(at.place()).unwrap_or(u16::MAX), at.name()));
    let off = if is_free { None } else { Some(farthest?) };
    let areas = danube::numbers().bread.areas;
    let is_near = |far: &Spread, at: AreaId| far.cost(at.place()).is_some_and(|steps| steps <= areas);
    let mut places: Vec<(AreaId, march::DepotChange)> = AreaId::all()
        .filter(|at| is_near(&far, *at))
        .filter_map(|at| Some((at, march::depot(view, power, off, Some(at)).ok()?)))
        .collect();
    places.sort_by_cached_key(|(at, _)| {
        let from = steps_anywhere(&[*at]);
        (Reverse(ends.values().filter(|end| is_near(&from, **end)).count()), at.name())
    });
    places.truncate(DEPOTS);
    let mut marched = view.clone();
    for (corps, to) in ends {
        if let Some(on_map) = marched.pieces.corps.get_mut(corps)
            && on_map.stand != Stand::Open(*to)
        {
            on_map.came_from = on_map.stand.area().map(CameFrom::Area);
            on_map.stand = Stand::Open(*to);
        }
    }
    let starve = |change: Option<march::DepotChange>| -> i64 {
        let mut then = marched.clone();
        if let Some((taken, placed, _)) = change {
            taken.into_iter().for_each(|depot| _ = then.pieces.depots.remove(&depot));
            placed.into_iter().for_each(|(depot, at)| _ = then.pieces.depots.insert(depot, Depot::Area(at)));
        }
        let living = hunger::living(&then, power).into_values();
        living.map(|how| if let How::Forage { value, .. } = how { starving(value) } else { 0 }).sum()
    };
    let now = starve(None);
    let each = places.into_iter().map(|(at, change)| (starve(Some(change)), at));
    let (least, at) = each.min_by_key(|(cost, at)| (*cost, at.name()))?;
    (now - least >= 6).then_some(LandOrder::Depot { power, off, on: Some(at) })
}

/// Where a corps goes that is to attack nobody: the best of all areas in which it may end.
fn goes(board: &mut Board<'_>, own: &Own, die: &mut dyn FnMut(u32) -> u32) -> AreaId {
    *board.own.entry(own.from).or_default() -= own.strength;
    let stays = (board.score(own.strength, own.from, own.points) + 15, own.from);
    let ends = own.reach.ends.iter().filter(|area| *area != own.from).map(|area| {
        let spent = own.reach.points(area).and_then(|points| u8::try_from(points).ok()).unwrap_or(u8::MAX);
        let spare = own.points.saturating_sub(spent);
        (board.score(own.strength, area, spare) + i64::from(die(20)), area)
    });
    let ends: Vec<(i64, AreaId)> = ends.collect();
    let best = ends.into_iter().chain([stays]).max_by_key(|(score, area)| (*score, area.name()));
    let to = best.map_or(own.from, |(_, to)| to);
    if let Some(depot) = board.fed_by(to) {
        board.bread[depot].1 -= 1;
    }
    *board.own.entry(to).or_default() += own.strength;
    to
}

/// Men whom a corps leaves in cities on its way that bring points, are empty, and would be lost without them.
fn leaves(ground: &Ground<'_>, power: Power, corps: CorpsId, from: AreaId, way: &[AreaId]) -> Vec<Leaves> {
    let points = &danube::numbers().points;
    let Some(held) = ground.state().contents.corps(corps) else { return Vec::new() };
    let mut spare = held.of(Troop::Infantry).saturating_sub(KEEPS);
    let mut leaves = Vec::new();
    let passes = [from].into_iter().chain(way.iter().copied());
    for area in passes.filter(|area| Some(area) != way.last() || way.is_empty()) {
        let counts = points.france.contains_key(&area) || points.allies.contains_key(&area);
        let here = ground.here(area);
        let is_empty = here.garrisons.iter().all(|(_, factors)| *factors == 0);
        let is_met = ground.enemy_corps(power).contains(area) || ground.is_besieged(area);
        let others = here.corps.iter().any(|one| one.power == Some(power) && one.id != corps);
        if counts && is_empty && !is_met && !others && spare > 0 && !way.is_empty() {
            leaves.push(Leaves { at: area, men: 1, up: false });
            spare -= 1;
        }
    }
    leaves
}

/// The plan of a side for whom nobody has thought of one: by what it knows of both.
#[must_use]
pub fn battle_plan(view: &Position, battle: &Battle, who: Who) -> Plan {
    let strength = |who: Who| -> i64 {
        let powers = battle.field.of(who).iter();
        let corps = powers
            .flat_map(|power| corps_in(view, battle, *power).into_iter().zip(0..).map(|at| (*power, at)));
        corps
            .filter(|(power, (_, place))| {
                battle.stands(*power, *place).is_some_and(|stands| !stands.aside && !stands.corps.adjacent)
            })
            .filter_map(|(_, (id, _))| id)
            .map(|id| reckoned(view, id))
            .sum()
    };
    let (own, theirs) = (strength(who), strength(who.other()).max(1));
    let odds = own * 100 / theirs;
    let chit = match (who, odds) {
        (Who::Attacker, 0..=90) => Chit::Probe,
        (Who::Attacker, 91..=140) => Chit::Echelon,
        (Who::Attacker, 141..=220) => Chit::Assault,
        (Who::Attacker, _) => Chit::EscalatedAssault,
        (Who::Defender, 0..=45) => Chit::Withdraw,
        (Who::Defender, 46..=80) => Chit::Cordon,
        (Who::Defender, 81..=130) => Chit::Defend,
        (Who::Defender, _) => Chit::Counterattack,
    };
    Plan { stays_with: (odds >= 100).then_some(10), ..Plan::with(chit) }
}
