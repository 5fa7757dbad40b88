//! Movement on land (7.3): what a counter may do step by step, how far it gets, and a march that somebody orders.

use super::arrows::Shut;
use super::data::{limit, numbers};
use super::entry::{Entry, Eyes};
use super::{AreaSet, Ground};
use crate::LAWS;
use crate::map::{AreaId, Arrows, Border, Neighbour, beside, is_insurrection_area, map};
use crate::oob::{Held, Sorts};
use crate::pieces::{CorpsId, IrregularId, LeaderId, Owner, Stand};
use crate::powers::Power;
use table::paths::{Graph, Spread, spread};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::{ToValue, Value, name};
use table::{rule, said};

/// Where a kind of counter may go that others may not, or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any corps but the next.
    Corps,
    /// A corps of the insurrection (`standard.land.reinforce.insurrection-stay`).
    Insurrection,
    /// Cossacks, freikorps, La Salle (`standard.land.move.cossacks`).
    Irregular,
    /// Guerrillas (`standard.land.move.guerrillas`).
    Guerrilla,
    /// A leader who goes alone (`standard.land.move.leader`).
    Leader,
}

/// A counter that is to march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marcher {
    /// The power that moves it.
    pub power: Power,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub from: AreaId,
    /// Its movement points (`standard.land.move.allowance`).
    pub points: u8,
    /// The power at peace whose land it enters by forcible access, where its owner names one (`standard.land.move.access-limits`).
    pub forcible: Option<Power>,
}

/// A march that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// Where it begins.
    pub from: AreaId,
    /// The areas entered, in their order.
    pub entered: Vec<AreaId>,
    /// Movement points spent.
    pub points: u8,
    /// Movement points left, of which foraging makes use (`standard.land.forage.value`).
    pub spare: u8,
    /// Whether it has to begin or join a siege where it ends (`standard.land.move.pass-city`).
    pub must_besiege: bool,
    /// The rules that made it so.
    pub rules: Vec<RuleId>,
}

impl March {
    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> AreaId {
        self.entered.last().copied().unwrap_or(self.from)
    }

    /// The area from which it entered its last (`standard.land.contact.origins`); none where it does not move.
    #[must_use]
    pub fn came_from(&self) -> Option<AreaId> {
        let before = self.entered.len().checked_sub(2).map(|place| self.entered[place]);
        (!self.entered.is_empty()).then_some(before.unwrap_or(self.from))
    }
}

/// Why a counter does not take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    /// A crossing arrow is shut.
    Arrow(Shut),
    /// It is land of a power at peace that lets it not in.
    Closed(Power),
    /// A law of the scenario closes it.
    Law,
    /// No ground for insurrection corps.
    Insurrection,
    /// No ground for guerrillas.
    Guerrilla,
    /// A leader alone meets an enemy there.
    Enemy,
}

/// Why a counter does not end its movement somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoEnd {
    /// A neutral minor country is crossed only.
    Neutral,
    /// By forcible access one ends only where one attacks.
    Forcible,
    /// A leader alone ends with a corps or in a city of his side.
    Leader,
}

/// The land as a marcher finds it.
struct Land<'g> {
    ground: &'g Ground<'g>,
    marcher: Marcher,
    eyes: &'g Eyes,
}

impl Land<'_> {
    /// Whether a counter that enters an area stops there (`standard.land.move.stop`): where an enemy corps stands in the open.
    fn stops(&self, area: AreaId) -> bool {
        area != self.marcher.from && self.eyes.enemy_corps.contains(area)
    }

    /// What a step costs, or why it is not taken.
    fn step(&self, from: AreaId, near: &Neighbour) -> Result<u8, Bar> {
        let marcher = self.marcher;
        if let Some(shut) = self.ground.shut(marcher.power, from, near) {
            return Err(Bar::Arrow(shut));
        }
        if let Entry::Closed(holder) = self.eyes.entry(near.area)
            && marcher.forcible != Some(holder)
        {
            return Err(Bar::Closed(holder));
        }
        if self.eyes.barred.contains(near.area) || self.ground.state.closes_border(from, near.area) {
            return Err(Bar::Law);
        }
        match marcher.kind {
            Kind::Insurrection if !self.is_for_insurrection(near.area) => Err(Bar::Insurrection),
            Kind::Guerrilla if !self.is_for_guerrillas(near.area) => Err(Bar::Guerrilla),
            Kind::Leader if self.is_met(near.area) => Err(Bar::Enemy),
            // A leader counts areas, whatever an arrow costs.
            Kind::Leader => Ok(1),
            _ => near.cost(Arrows::HOUSE).ok_or(Bar::Arrow(Shut::NotInPlay)),
        }
    }

    fn is_for_insurrection(&self, area: AreaId) -> bool {
        let at_home = self.ground.state.held(area.on_map().province) == Held::Home(Power::Austria);
        is_insurrection_area(area) || at_home && beside(area, Arrows::HOUSE).any(is_insurrection_area)
    }

    fn is_for_guerrillas(&self, area: AreaId) -> bool {
        self.ground.state.held(area.on_map().province) == Held::Home(Power::Spain)
    }

    /// Whether any enemy is there, however small.
    fn is_met(&self, area: AreaId) -> bool {
        let eyes = self.eyes;
        [&eyes.enemy_corps, &eyes.enemy_inside, &eyes.enemy_irregulars, &eyes.enemy_factors]
            .into_iter()
            .any(|set| set.contains(area))
    }

    fn bars_end(&self, area: AreaId) -> Option<NoEnd> {
        let here = self.ground.here(area);
        let of_the_side =
            |by: Option<Power>| by.is_some_and(|by| self.ground.are_one_side(self.marcher.power, by));
        match (self.marcher.kind, self.eyes.entry(area)) {
            (Kind::Leader, _) => {
                let has_corps = here.corps.iter().any(|corps| of_the_side(corps.power));
                (!has_corps && !of_the_side(self.ground.holder(area))).then_some(NoEnd::Leader)
            }
            (_, Entry::Passing) => Some(NoEnd::Neutral),
            (_, Entry::Closed(_)) if !self.is_met(area) => Some(NoEnd::Forcible),
            _ => None,
        }
    }
}

impl Graph for Land<'_> {
    fn count(&self) -> usize {
        AreaId::all().len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        let Some(from) = AreaId::at(from) else { return };
        if self.stops(from) {
            return;
        }
        for near in map().neighbours(from) {
            if let Ok(cost) = self.step(from, near) {
                take(near.area.place(), cost);
            }
        }
    }

    fn length(&self, from: usize, to: usize) -> u32 {
        let at = |place: usize| AreaId::at(place).map_or((0, 0), |area| area.on_map().at);
        let ((x, y), (a, b)) = (at(from), at(to));
        (x.abs_diff(a).pow(2) + y.abs_diff(b).pow(2)).isqrt()
    }
}

/// How far a counter gets.
pub struct Reach {
    spread: Spread,
    /// The areas in which it may end its movement.
    pub ends: AreaSet,
}

impl Reach {
    /// The fewest movement points to an area; none where it does not get there.
    #[must_use]
    pub fn points(&self, area: AreaId) -> Option<u16> {
        self.spread.cost(area.place())
    }

    /// The areas entered on the way to one; none where it does not get there.
    #[must_use]
    pub fn way(&self, area: AreaId) -> Option<Vec<AreaId>> {
        let way = self.spread.way(area.place())?;
        way.into_iter().map(AreaId::at).collect()
    }
}

impl Ground<'_> {
    /// A corps that is to march, with what its counter and its controller give it (`standard.land.move.allowance`).
    ///
    /// # Errors
    /// A sentence where it does not march at all: off the map, aboard, besieged, or inside a city with an enemy before it.
    pub fn marcher(&self, corps: CorpsId) -> Result<Marcher, Refusal> {
        let on_map = self.pieces().corps.get(&corps);
        let standing = on_map.zip(self.commander(corps));
        let Some((on_map, power)) = standing else {
            return Err(Refusal::new(said!("{} is not on the map.", corps)));
        };
        let from = self.marches(&corps.to_value(), power, on_map.stand)?;
        let kind = match corps.counter().corps.kind {
            Sorts::Insurrection => Kind::Insurrection,
            _ => Kind::Corps,
        };
        Ok(Marcher { power, kind, from, points: allowance(corps, power), forcible: None })
    }

    /// How many movement points a corps on the map has in a slot, whether it can use them or not (`standard.land.move.allowance`).
    #[must_use]
    pub fn points_of(&self, corps: CorpsId) -> u8 {
        self.commander(corps).map_or(0, |power| allowance(corps, power))
    }

    /// An irregular counter that is to march.
    ///
    /// # Errors
    /// As for a corps.
    pub fn irregular(&self, irregular: IrregularId) -> Result<Marcher, Refusal> {
        let on_map = self.pieces().irregulars.get(&irregular);
        let standing = on_map.zip(self.state.commands(irregular.owner()));
        let Some((on_map, power)) = standing else {
            return Err(Refusal::new(said!("{} is not on the map.", irregular)));
        };
        let from = self.marches(&irregular.to_value(), power, on_map.stand)?;
        let counter = irregular.counter();
        let is_guerrilla = counter.troop == crate::land::forces::Troop::Guerrilla;
        let kind = if is_guerrilla { Kind::Guerrilla } else { Kind::Irregular };
        Ok(Marcher { power, kind, from, points: counter.moves, forcible: None })
    }

    /// A leader of a power who goes alone from an area (`standard.land.move.leader`).
    #[must_use]
    pub fn courier(&self, leader: LeaderId, from: AreaId) -> Option<Marcher> {
        let power = self.state.commands(leader.owner())?;
        let points = numbers().movement.leader_alone;
        Some(Marcher { power, kind: Kind::Leader, from, points, forcible: None })
    }

    /// The area from which a counter marches that stands so.
    fn marches(&self, counter: &Value, power: Power, stand: Stand) -> Result<AreaId, Refusal> {
        match stand {
            Stand::Aboard(fleet) => Err(Refusal::under(
                rule!("standard.land.move.landing"),
                said!("{} is aboard {}: it lands, and marches no farther.", counter, fleet),
            )),
            Stand::Inside(area) if self.is_besieged(area) => Err(Refusal::under(
                rule!("standard.land.siege.shut-in"),
                said!("{} is besieged in {} and does not march.", counter, name(area.name())),
            )),
            Stand::Inside(area) if self.eyes(power).enemy_corps.contains(area) => {
                let (counter, at) = (counter.clone(), name(area.name()));
                Err(Refusal::under(
                    rule!("standard.land.move.leave"),
                    if area.on_map().port.is_some() {
                        said!(
                            "{} is inside {} with an enemy corps before it: it comes out to attack there, stays, or embarks.",
                            counter,
                            at
                        )
                    } else {
                        said!(
                            "{} is inside {} with an enemy corps before it: it comes out to attack there, or stays.",
                            counter,
                            at
                        )
                    },
                ))
            }
            Stand::Open(area) | Stand::Besieging(area) | Stand::Inside(area) => Ok(area),
        }
    }

    fn land(&self, marcher: Marcher) -> Land<'_> {
        Land { ground: self, marcher, eyes: self.eyes(marcher.power) }
    }

    /// Every area that a counter reaches, and those in which it may end.
    #[must_use]
    pub fn reach(&self, marcher: Marcher) -> Reach {
        let land = self.land(marcher);
        let spread = spread(&land, &[marcher.from.place()], None, u16::from(marcher.points), |_| true);
        let reached = spread.reached().filter_map(|(place, _)| AreaId::at(place));
        let ends = reached.filter(|area| land.bars_end(*area).is_none()).collect();
        Reach { spread, ends }
    }

    /// A march along these areas.
    ///
    /// # Errors
    /// A sentence that says at which area it fails, by which rule, and what would be allowed.
    pub fn march(&self, marcher: Marcher, way: &[AreaId]) -> Result<March, Refusal> {
        let land = self.land(marcher);
        let mut rules = vec![rule!("standard.land.move.allowance"), rule!("standard.land.move.cost")];
        let (mut at, mut points) = (marcher.from, 0u8);
        for to in way {
            if land.stops(at) {
                return Err(Refusal::under(
                    rule!("standard.land.move.stop"),
                    said!(
                        "An enemy corps stands in the open at {}: whoever enters stops there.",
                        name(at.name())
                    ),
                ));
            }
            let Some(near) = map().neighbours(at).iter().find(|near| near.area == *to) else {
                return Err(Refusal::under(
                    rule!("standard.land.move.cost"),
                    said!(
                        "No step leads from {} to {}: they are not next to each other.",
                        name(at.name()),
                        name(to.name())
                    ),
                ));
            };
            let cost = land.step(at, near).map_err(|bar| self.refuses(bar, marcher, at, near))?;
            points = points.saturating_add(cost);
            if marcher.kind != Kind::Leader && near.is_arrow() {
                rules.push(rule!("standard.land.move.arrow"));
            }
            at = *to;
        }
        if points > marcher.points {
            return Err(too_far(marcher, at, points));
        }
        if let Some(no) = land.bars_end(at) {
            return Err(no_end(no, at));
        }
        let must_besiege = marcher.kind == Kind::Corps
            && land.eyes.enemy_inside.contains(at)
            && !land.eyes.enemy_corps.contains(at);
        rules.extend(must_besiege.then_some(rule!("standard.land.move.pass-city")));
        let spare = marcher.points - points;
        Ok(March { from: marcher.from, entered: way.to_vec(), points, spare, must_besiege, rules })
    }

    /// A step that is not taken, as a sentence.
    fn refuses(&self, bar: Bar, marcher: Marcher, from: AreaId, near: &Neighbour) -> Refusal {
        let (area, power) = (near.area, marcher.power);
        let to = name(area.name());
        match bar {
            Bar::Arrow(shut) => {
                let arrow = match &near.border {
                    Border::Arrow { name, .. } => name.as_str(),
                    Border::Open | Border::River(_) => area.name(),
                };
                shut.refusal(arrow, power)
            }
            Bar::Closed(holder) => Refusal::under(
                rule!("standard.land.move.war-entry"),
                said!(
                    "{} holds {}, is at peace with {} and has given it no access. Access, war, or forcible access for its price opens it.",
                    holder,
                    to,
                    power
                ),
            ),
            Bar::Law => {
                let law = LAWS.iter().find_map(|law| law.bars_entry(self.state, power, area));
                law.unwrap_or_else(|| {
                    Refusal::new(said!(
                        "In this war nobody goes from {} straight to {}: that border is closed.",
                        name(from.name()),
                        to
                    ))
                })
            }
            Bar::Insurrection => Refusal::under(
                rule!("standard.land.reinforce.insurrection-stay"),
                said!(
                    "Insurrection corps stay in insurrection areas and next to them inside Austria, and {} is neither.",
                    to
                ),
            ),
            Bar::Guerrilla => Refusal::under(
                rule!("standard.land.move.guerrillas"),
                said!("Guerrillas stay in Spain's own home provinces, and {} lies in none.", to),
            ),
            Bar::Enemy => Refusal::under(
                rule!("standard.land.move.leader"),
                said!("A leader goes alone only where no enemy is, and there is one at {}.", to),
            ),
        }
    }
}

fn too_far(marcher: Marcher, to: AreaId, points: u8) -> Refusal {
    let to = name(to.name());
    if marcher.kind == Kind::Leader {
        return Refusal::under(
            rule!("standard.land.move.leader"),
            limit(
                said!("To {} it is {} areas, and a leader goes {} alone.", to, points, marcher.points),
                numbers().movement.origin,
            ),
        );
    }
    Refusal::under(
        rule!("standard.land.move.allowance"),
        said!(
            "The march to {} takes {} movement points, and the counter has {}.",
            to,
            points,
            marcher.points
        ),
    )
}

fn no_end(no: NoEnd, at: AreaId) -> Refusal {
    let at = name(at.name());
    match no {
        NoEnd::Neutral => Refusal::under(
            rule!("standard.land.move.neutral-minor"),
            said!(
                "{} is in a neutral minor country: one crosses it, and no movement ends there. War on it opens it.",
                at
            ),
        ),
        NoEnd::Forcible => Refusal::under(
            rule!("standard.land.move.access-limits"),
            said!(
                "By forcible access a movement ends only where an enemy is attacked, and at {} there is none.",
                at
            ),
        ),
        NoEnd::Leader => Refusal::under(
            rule!("standard.land.move.leader"),
            said!(
                "A leader who goes alone ends with a corps or in a city of his side, and at {} there is neither.",
                at
            ),
        ),
    }
}

/// The movement points of a corps (`standard.land.move.allowance`): its counter's, and more for some minor countries' under France.
#[must_use]
pub fn allowance(corps: CorpsId, moved_by: Power) -> u8 {
    let movement = &numbers().movement;
    let counter = corps.counter();
    let goes_farther = |minor| moved_by == movement.farther_under && movement.minors.contains(&minor);
    match counter.owner {
        Owner::Minor(minor) if goes_farther(minor) => movement.farther.max(counter.corps.moves),
        Owner::Minor(_) | Owner::Power(_) => counter.corps.moves,
    }
}
