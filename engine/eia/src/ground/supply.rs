//! Supply (7.4.1): which depots are in a chain back to a source, how far corps are from them, and what it costs.

use super::data::{limit, numbers};
use super::entry::{Entry, Eyes};
use super::{Ground, sea};
use crate::map::{AreaId, Arrows, Berth, Border, ProvinceId, SeaId, map, spans_naval_chain};
use crate::oob::Held;
use crate::pieces::{CorpsId, Depot, DepotId, Owner};
use crate::powers::Power;
use std::collections::{BTreeMap, BTreeSet};
use table::paths::{Graph, Spread, spread};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::name;
use table::{rule, said};

/// What a depot's chain runs back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// The city of an area, a source (`standard.land.supply.source`).
    Source(AreaId),
    /// A depot that supplies.
    Depot(DepotId),
}

/// How a depot hangs in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The depot.
    pub depot: DepotId,
    /// From where the stretch to it comes; itself in the area of a source.
    pub from: Anchor,
    /// The areas of the stretch after its first; none for a stretch over sea.
    pub way: Vec<AreaId>,
    /// Whether it runs over sea (`standard.land.supply.sea-link`).
    pub by_sea: bool,
}

/// A corps and a depot that may supply it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The corps.
    pub corps: CorpsId,
    /// The depot.
    pub depot: DepotId,
    /// Areas between them: 0 in the depot's own.
    pub areas: u16,
}

/// The chain of a power's depots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supply {
    /// The depots that supply, in the order in which they were found: a link hangs on earlier ones.
    pub links: Vec<Link>,
    /// Those outside any chain, which supply nobody (`standard.land.supply.chain`).
    pub cut: BTreeSet<DepotId>,
}

impl Supply {
    /// Whether a depot supplies.
    #[must_use]
    pub fn has(&self, depot: DepotId) -> bool {
        self.links.iter().any(|link| link.depot == depot)
    }
}

/// Ground over which a chain runs for a power (`standard.land.supply.way`): one step an area, whatever it costs to march.
struct Stretches<'g> {
    ground: &'g Ground<'g>,
    power: Power,
    eyes: &'g Eyes,
    forcible: Option<Power>,
    /// Areas with a depot of the power.
    depots: BTreeSet<AreaId>,
}

impl Stretches<'_> {
    /// Whether a chain runs through an area.
    fn is_open(&self, area: AreaId) -> bool {
        let may_enter = match self.eyes.entry(area) {
            Entry::Passing => false,
            Entry::Closed(holder) => self.forcible == Some(holder),
            Entry::Own | Entry::Enemy | Entry::Access | Entry::Together | Entry::Side => true,
        };
        let enemy =
            [&self.eyes.enemy_corps, &self.eyes.enemy_inside].into_iter().any(|set| set.contains(area));
        may_enter && (!enemy || self.eyes.friends.contains(area))
    }

    /// The areas reached from some, with their distances; those that no chain runs through are none of them.
    fn spread(&self, starts: &[AreaId], most: u16) -> Spread {
        let open = starts.iter().filter(|start| self.is_open(**start)).map(|start| start.place());
        spread(self, &open.collect::<Vec<_>>(), None, most, |place| {
            AreaId::at(place).is_some_and(|area| self.is_open(area))
        })
    }
}

impl Graph for Stretches<'_> {
    fn count(&self) -> usize {
        AreaId::all().len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        let Some(from) = AreaId::at(from) else { return };
        for near in map().neighbours(from) {
            // Over an arrow of 2 movement points a chain runs from depot to depot alone (standard.sea.arrow.supply).
            let is_wide = matches!(near.border, Border::Arrow { points, .. } if points > 1);
            let has_depots = || [from, near.area].iter().all(|shore| self.depots.contains(shore));
            if near.cost(Arrows::HOUSE).is_some()
                && self.ground.shut(self.power, from, near).is_none()
                && !self.ground.state().closes_border(from, near.area)
                && (!is_wide || has_depots())
            {
                take(near.area.place(), 1);
            }
        }
    }
}

impl Ground<'_> {
    /// The sources of a power (`standard.land.supply.source`): unbesieged cities that did not burn, of its own home provinces and of its free
    /// states, which it holds. A ceded home province has none for anybody (`house.supply.ceded-province-no-source`).
    #[must_use]
    pub fn sources(&self, power: Power) -> Vec<AreaId> {
        let lender = self.state.lends_sources(power);
        let is_whose = |by: Power| by == power || lender == Some(by);
        let feeds = |province: &ProvinceId| matches!(self.state.held(*province), Held::Home(by) | Held::Free(by) if is_whose(by));
        let areas =
            ProvinceId::all().filter(feeds).flat_map(|province| province.on_map().areas.iter().copied());
        let is_source = |area: &AreaId| {
            self.holder(*area).is_some_and(is_whose)
                && !self.is_besieged(*area)
                && !self.pieces().burned.contains(area)
        };
        areas.filter(is_source).collect()
    }

    fn stretches(&self, power: Power, forcible: Option<Power>) -> Stretches<'_> {
        let on_land = self.pieces().depots.iter().filter_map(|(depot, at)| match at {
            Depot::Area(area) if depot.owner() == Owner::Power(power) => Some(*area),
            Depot::Area(_) | Depot::Fleet(_) => None,
        });
        Stretches { ground: self, power, eyes: self.eyes(power), forcible, depots: on_land.collect() }
    }

    /// The chain of a power's depots (`standard.land.supply.chain`): each stands in the area of a source, or within reach of one or of another
    /// that supplies. It runs through land of a power at peace only where the owner names that power (`house.supply.through-neutral`).
    #[must_use]
    pub fn supply(&self, power: Power, forcible: Option<Power>) -> Supply {
        let stretches = self.stretches(power, forcible);
        let reach = numbers().supply.reach_of(power);
        let mut anchors: BTreeMap<AreaId, Anchor> =
            self.sources(power).into_iter().map(|area| (area, Anchor::Source(area))).collect();
        let mut waiting: BTreeMap<DepotId, Depot> =
            self.pieces().depots.iter().map(|(id, at)| (*id, *at)).collect();
        waiting.retain(|depot, _| depot.owner() == Owner::Power(power));
        let mut berths = self.ports_of(anchors.iter().map(|(area, anchor)| (*area, *anchor)), power);
        let mut supply = Supply::default();
        let mut is_done = waiting.is_empty();
        while !is_done {
            let starts: Vec<AreaId> = anchors.keys().copied().collect();
            let all = stretches.spread(&starts, reach);
            let mut found = Vec::new();
            for (depot, at) in &waiting {
                let by_land = match at {
                    Depot::Area(area) => all.start(area.place()).zip(all.way(area.place())),
                    Depot::Fleet(_) => None,
                };
                let link = match by_land {
                    Some((start, way)) => {
                        AreaId::at(start).and_then(|start| anchors.get(&start)).map(|from| Link {
                            depot: *depot,
                            from: *from,
                            way: way.into_iter().filter_map(AreaId::at).collect(),
                            by_sea: false,
                        })
                    }
                    None => self.over_sea(&berths, *depot, *at, power),
                };
                found.extend(link);
            }
            is_done = found.is_empty();
            for link in found {
                let at = waiting.remove(&link.depot);
                let anchor = Anchor::Depot(link.depot);
                match at {
                    Some(Depot::Area(area)) => {
                        anchors.entry(area).or_insert(anchor);
                        berths.extend(self.ports_of([(area, anchor)].into_iter(), power));
                    }
                    Some(Depot::Fleet(fleet)) => {
                        let berth = self.pieces().fleets.get(&fleet).map(|fleet| fleet.berth);
                        berths.extend(berth.map(|berth| (berth, anchor)));
                        // It supplies the coast as from one area away: what lies beyond is measured in `lines`, and no chain by land goes on
                        // from the water.
                    }
                    None => {}
                }
                supply.links.push(link);
            }
        }
        supply.cut = waiting.into_keys().collect();
        supply
    }

    /// The ports from which a chain goes on over sea: in the areas of links, held by the power's side and not blockaded.
    fn ports_of(
        &self,
        anchors: impl Iterator<Item = (AreaId, Anchor)>,
        power: Power,
    ) -> Vec<(Berth, Anchor)> {
        let open = anchors.filter(|(area, _)| self.is_open_port(power, *area));
        open.map(|(area, anchor)| (Berth::Port(area), anchor)).collect()
    }

    /// Whether an area has a port that a power's side holds and no enemy blockades.
    fn is_open_port(&self, power: Power, area: AreaId) -> bool {
        let held = self.holder(area).is_some_and(|by| self.are_one_side(power, by));
        area.on_map().port.is_some() && held && !sea::is_blockaded(self, power, area)
    }

    /// The stretch over sea that hangs a depot on a chain (`standard.land.supply.sea-link`): as long as a fleet sails in a turn
    /// (`house.supply.naval-chain.max-seven`).
    fn over_sea(&self, berths: &[(Berth, Anchor)], depot: DepotId, at: Depot, power: Power) -> Option<Link> {
        let to = match at {
            Depot::Area(area) => Some(Berth::Port(area)).filter(|_| self.is_open_port(power, area)),
            Depot::Fleet(fleet) => self.pieces().fleets.get(&fleet).map(|fleet| fleet.berth),
        }?;
        let is_open = |sea: SeaId| self.chain_sails(power, sea);
        let (_, from) = berths.iter().find(|(from, _)| spans_naval_chain(*from, to, is_open))?;
        Some(Link { depot, from: *from, way: Vec::new(), by_sea: true })
    }

    /// Whether a chain runs over a sea area: no enemy fleet is alone there, and the Dardanelles with leave alone.
    fn chain_sails(&self, power: Power, sea: SeaId) -> bool {
        let enemy = self.fleets_at_sea(sea).any(|(_, by)| self.are_at_war(power, by));
        let own = self.fleets_at_sea(sea).any(|(_, by)| self.are_one_side(power, by));
        (!enemy || own) && sea::may_sail(self, power, sea)
    }

    /// Every corps that a power moves on land, unbesieged, with each depot that may supply it (`standard.land.supply.reach`): its own, and those of
    /// powers with which it is in combined movement (`standard.land.supply.whose`). Of a corps nearer depots come first.
    #[must_use]
    pub fn lines(&self, power: Power, forcible: Option<Power>) -> Vec<Line> {
        let stretches = self.stretches(power, forcible);
        let owners = Power::ALL.into_iter().filter(|owner| *owner == power || self.combine(power, *owner));
        let mut from_depots = Vec::new();
        for owner in owners {
            let reach = numbers().supply.reach_of(owner);
            for link in self.supply(owner, forcible.filter(|_| owner == power)).links {
                let (starts, before) = match self.pieces().depots.get(&link.depot) {
                    Some(Depot::Area(area)) => (vec![*area], 0),
                    // From a depot afloat the coast is one area away (standard.sea.supply.afloat).
                    Some(Depot::Fleet(fleet)) => {
                        match self.pieces().fleets.get(fleet).map(|fleet| fleet.berth) {
                            Some(Berth::Sea(sea)) => (map().shores(sea).to_vec(), 1),
                            _ => continue,
                        }
                    }
                    None => continue,
                };
                from_depots.push((
                    link.depot,
                    stretches.spread(&starts, reach.saturating_sub(before)),
                    before,
                ));
            }
        }
        let mut lines = Vec::new();
        for (corps, on_map) in &self.pieces().corps {
            let area = on_map.stand.area().filter(|_| !self.pieces().is_shut_in(on_map.stand));
            let Some(area) = area.filter(|_| self.commander(*corps) == Some(power)) else { continue };
            let of_it = from_depots.iter().filter_map(|(depot, all, before)| {
                let areas = all.cost(area.place())? + before;
                Some(Line { corps: *corps, depot: *depot, areas })
            });
            let mut of_it: Vec<Line> = of_it.collect();
            of_it.sort_by_key(|line| (line.areas, line.depot));
            lines.extend(of_it);
        }
        lines
    }

    /// The line by which a corps is paid for from a depot.
    ///
    /// # Errors
    /// A sentence that says why that depot does not supply it.
    pub fn line(&self, corps: CorpsId, depot: DepotId, forcible: Option<Power>) -> Result<Line, Refusal> {
        let on_map = self.pieces().corps.get(&corps);
        let Some((on_map, power)) = on_map.zip(self.commander(corps)) else {
            return Err(Refusal::new(said!("{} is not on the map.", corps)));
        };
        if self.pieces().is_shut_in(on_map.stand) {
            return Err(Refusal::under(
                rule!("standard.land.forage.besieged"),
                said!("{} is besieged, and nothing is paid for it.", corps),
            ));
        }
        let Some(owner) =
            self.state.commands(depot.owner()).filter(|_| self.pieces().depots.contains_key(&depot))
        else {
            return Err(Refusal::new(said!("{} is not on the map.", depot)));
        };
        if owner != power && !self.move_together(power, owner) {
            return Err(Refusal::under(
                rule!("standard.land.supply.whose"),
                said!(
                    "{} is paid for from depots of {}, or of a power with which it moves together, and not from {}.",
                    corps,
                    power,
                    depot
                ),
            ));
        }
        if !self.supply(owner, forcible.filter(|_| owner == power)).has(depot) {
            return Err(Refusal::under(
                rule!("standard.land.supply.chain"),
                said!("{} is in no chain of depots back to a source, and supplies nobody.", depot),
            ));
        }
        let line =
            self.lines(power, forcible).into_iter().find(|line| (line.corps, line.depot) == (corps, depot));
        line.ok_or_else(|| {
            let reach = numbers().supply.reach_of(owner);
            let at = on_map.stand.area().map_or("", AreaId::name);
            Refusal::under(
                rule!("standard.land.supply.reach"),
                limit(
                    said!(
                        "{} supplies corps up to {} areas away by an open way, and {} at {} is none of them.",
                        depot,
                        reach,
                        corps,
                        name(at)
                    ),
                    numbers().supply.origin,
                ),
            )
        })
    }
}

/// Corps that a depot supplies at the common price (`house.supply.depot.fifth-corps-doubled`).
const COMMON: usize = 4;

/// What a corps costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// By which line.
    pub line: Line,
    /// In halves of a $.
    pub halves: u32,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// What supply by these lines costs (`standard.land.supply.price`): doubled for each corps after the fourth on one depot, the owner's own coming
/// first (`standard.land.supply.whose`) and of these the dearest, so that it is cheapest; and doubled in winter
/// (`standard.land.supply.winter`). A line that is longer than any price is left out.
#[must_use]
pub fn prices(lines: &[Line], owner_of: impl Fn(CorpsId) -> Option<Power>, is_winter: bool) -> Vec<Price> {
    let mut sorted: Vec<&Line> = lines.iter().collect();
    let is_guest = |line: &Line| owner_of(line.corps).map(Owner::Power) != Some(line.depot.owner());
    sorted.sort_by_key(|line| (line.depot, is_guest(line), std::cmp::Reverse(line.areas), line.corps));
    let mut drawn: BTreeMap<DepotId, usize> = BTreeMap::new();
    let price = |line: &Line| {
        let mut halves = *numbers().supply.price.get(usize::from(line.areas))?;
        let mut rules = vec![rule!("standard.land.supply.price")];
        let on_depot = drawn.entry(line.depot).or_default();
        *on_depot += 1;
        if *on_depot > COMMON {
            halves *= 2;
            rules.push(rule!("house.supply.depot.fifth-corps-doubled"));
        }
        if is_winter {
            halves *= 2;
            rules.push(rule!("standard.land.supply.winter"));
        }
        Some(Price { line: line.clone(), halves, rules })
    };
    sorted.into_iter().filter_map(price).collect()
}

/// What a slot's supply comes to in whole $: the sum, rounded up (`standard.land.supply.rounding`).
#[must_use]
pub fn bill(prices: &[Price]) -> u32 {
    prices.iter().map(|price| price.halves).sum::<u32>().div_ceil(2)
}
