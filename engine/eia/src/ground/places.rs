//! Where counters are put: corps into cities, depots into areas.

use super::Ground;
use super::entry::Entry;
use crate::land::forces::Factors;
use crate::map::AreaId;
use crate::pieces::garrison::city_room;
use crate::pieces::{CorpsId, DepotId, Owner, Stand};
use crate::powers::Power;
use table::refusal::Refusal;
use table::said::name;
use table::{rule, said};

impl Ground<'_> {
    /// The factors inside a city, a counter of irregulars being one; none where what a corps inside holds is closed to who asks.
    #[must_use]
    pub fn factors_inside(&self, area: AreaId) -> Option<u32> {
        let here = self.here(area);
        let is_inside = |stand: Stand| matches!(stand, Stand::Inside(_));
        let garrisons: u32 = here.garrisons.iter().map(|(_, factors)| *factors).sum();
        let irregulars = here.irregulars.iter().filter(|one| is_inside(one.stand)).count();
        let corps = here.corps.iter().filter(|one| is_inside(one.stand));
        let corps: u32 =
            corps.map(|one| self.state().contents.corps(one.id).map(Factors::total)).sum::<Option<u32>>()?;
        Some(garrisons + corps + u32::try_from(irregulars).ok()?)
    }

    /// Whether a corps may go into the city of an area where it stands in the open (`standard.land.move.into-city`). The room is looked at where
    /// all that is inside is known to who asks.
    ///
    /// # Errors
    /// A sentence that says why it stays outside.
    pub fn may_go_inside(&self, corps: CorpsId) -> Result<AreaId, Refusal> {
        let outside = |says| Refusal::under(rule!("standard.land.move.into-city"), says);
        let on_map = self.pieces().corps.get(&corps).map(|on_map| on_map.stand);
        let (Some(Stand::Open(area) | Stand::Besieging(area)), Some(power)) = (on_map, self.commander(corps))
        else {
            return Err(outside(said!("{} stands in the open of no area.", corps)));
        };
        let at = name(area.name());
        if area.on_map().city.is_none() {
            return Err(outside(said!("There is no city at {}.", at)));
        }
        if self.is_besieged(area) || self.is_held_against(power, area) {
            return Err(outside(said!(
                "The city of {} is besieged or an enemy's, and {} does not go in.",
                at,
                corps
            )));
        }
        let is_vacant = self.factors_inside(area) == Some(0);
        let is_open = match self.entry(power, area) {
            Entry::Own | Entry::Together => true,
            Entry::Enemy => is_vacant || self.holder(area) == Some(power),
            Entry::Access | Entry::Side | Entry::Passing | Entry::Closed(_) => false,
        };
        if !is_open {
            return Err(Refusal::under(
                rule!("standard.land.move.access-limits"),
                said!("{} lies in land that {} may cross, and its city is not open to it.", at, power),
            ));
        }
        // How many are in another player's corps nobody else learns by a refusal.
        let by = |corps: CorpsId| self.commander(corps).and_then(|power| self.state().slot_of(power));
        let own = by(corps).map(|holder| holder.seat);
        let of_others = |(one, on_map): &(&CorpsId, &crate::pieces::Corps)| {
            on_map.stand == Stand::Inside(area) && by(**one).map(|holder| holder.seat) != own
        };
        if let Some((other, _)) = self.pieces().corps.iter().find(of_others) {
            return Err(outside(said!(
                "{} of another player is in the city of {}, and what is in it only he knows: {} stays outside.",
                *other,
                at,
                corps
            )));
        }
        let needs = self.state().contents.corps(corps).map(Factors::total);
        if let Some((needs, there)) = needs.zip(self.factors_inside(area))
            && needs + there > city_room(area)
        {
            return Err(outside(said!(
                "The city of {} holds {} factors, and {} would be inside.",
                at,
                city_room(area),
                needs + there
            )));
        }
        Ok(area)
    }

    /// The depot counter that a power may place in an area (`standard.land.depot.where`).
    ///
    /// # Errors
    /// A sentence that says why it places none there.
    pub fn may_place_depot(&self, power: Power, area: AreaId) -> Result<DepotId, Refusal> {
        let no = |says| Err(Refusal::under(rule!("standard.land.depot.where"), says));
        let (at, owner) = (name(area.name()), Owner::Power(power));
        if !self.state().is_on_the_map(area) {
            return no(said!("{} is not on the map of this war.", at));
        }
        let eyes = self.eyes(power);
        if eyes.enemy_corps.contains(area) || eyes.enemy_inside.contains(area) {
            return no(said!("No depot is placed at {}: an unbesieged enemy corps stands there.", at));
        }
        if !matches!(self.entry(power, area), Entry::Own | Entry::Enemy | Entry::Together) {
            return no(said!(
                "{} places depots in land of its own, of enemies, and of who gave access with depots, and {} is none of it.",
                power,
                at
            ));
        }
        let shut_in = |stand: Stand| self.pieces().is_shut_in(stand);
        let corps =
            self.here(area).corps.iter().any(|corps| corps.power == Some(power) && !shut_in(corps.stand));
        if !corps && (self.is_besieged(area) || self.holder(area) != Some(power)) {
            return no(said!(
                "A depot is placed where one has an unbesieged corps or city, and {} has neither at {}.",
                power,
                at
            ));
        }
        if self.pieces().depot_in(area, owner).is_some() {
            return no(said!("{} has a depot at {} already, and one stands in an area.", power, at));
        }
        let scenario = self.state().scenario_key();
        let free =
            DepotId::all(scenario).find(|id| id.owner() == owner && !self.pieces().depots.contains_key(id));
        free.ok_or_else(|| {
            Refusal::under(
                rule!("standard.land.depot.step"),
                said!("All depots of {} are on the map: it takes one off first.", power),
            )
        })
    }
}
