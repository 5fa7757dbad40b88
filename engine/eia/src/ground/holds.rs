//! Who holds a city: derived from who stands there, and kept nowhere (`standard.land.occupation.city`).

use super::Ground;
use crate::map::AreaId;
use crate::pieces::Stand;
use crate::powers::Power;
use std::collections::BTreeMap;

impl Ground<'_> {
    /// The power that holds the city of an area, itself or by a minor country that it holds; none where a neutral minor country does, or where
    /// there is no city.
    ///
    /// Who has factors inside holds it. Of several it is its owner; else, where none of them is the owner's enemy, the owner too, whose city they
    /// guard (`standard.land.allied.cities`); else who has most corps inside, then most factors of garrisons, then the first by name. A vacant
    /// city is held by an enemy of its owner whose unbesieged corps stands in the area with none against it in the open, else by its owner.
    #[must_use]
    pub fn holder(&self, area: AreaId) -> Option<Power> {
        area.on_map().city.as_ref()?;
        let owner = self.state.held(area.on_map().province).by();
        let inside = self.inside(area);
        if inside.is_empty() {
            return self.taken_by(area).or(owner);
        }
        let is_enemy = |power: Power| match owner {
            Some(owner) => self.are_at_war(power, owner),
            None => true,
        };
        match owner {
            Some(owner) if inside.contains_key(&owner) || !inside.keys().any(|power| is_enemy(*power)) => {
                Some(owner)
            }
            // The map is in the order of names, and of equals the first is taken.
            _ => inside.iter().rev().max_by_key(|(_, strength)| **strength).map(|(power, _)| *power),
        }
    }

    /// The powers with factors inside the city of an area: their corps, and the factors of their garrisons.
    fn inside(&self, area: AreaId) -> BTreeMap<Power, (usize, u32)> {
        let here = self.here(area);
        let mut inside: BTreeMap<Power, (usize, u32)> = BTreeMap::new();
        for corps in here.corps.iter().filter(|corps| matches!(corps.stand, Stand::Inside(_))) {
            if let Some(power) = corps.power {
                inside.entry(power).or_default().0 += 1;
            }
        }
        let garrisons = here.garrisons.iter().filter(|(_, factors)| *factors > 0);
        let garrisons =
            garrisons.filter_map(|(owner, factors)| Some((self.state.commands(*owner)?, *factors)));
        let irregulars = here.irregulars.iter().filter(|one| matches!(one.stand, Stand::Inside(_)));
        for (power, factors) in garrisons.chain(irregulars.filter_map(|one| Some((one.power?, 1)))) {
            inside.entry(power).or_default().1 += factors;
        }
        inside
    }

    /// The enemy of a vacant city's owner who holds it by standing in the area.
    fn taken_by(&self, area: AreaId) -> Option<Power> {
        let here = self.here(area);
        let province = area.on_map().province;
        let owner = self.state.held(province).by();
        let is_enemy = |power: Power| {
            owner.is_some_and(|owner| self.are_at_war(power, owner)) || self.state.attacks(power, province)
        };
        let open = || here.corps.iter().filter(|corps| corps.stand.is_in_the_open());
        let mut takers: Vec<Power> =
            open().filter_map(|corps| corps.power).filter(|by| is_enemy(*by)).collect();
        takers.retain(|power| !open().any(|corps| self.is_hostile(*power, corps)));
        takers.sort_unstable();
        takers.first().copied()
    }

    /// Whether enemies of a power are inside the city of an area.
    #[must_use]
    pub fn is_held_against(&self, power: Power, area: AreaId) -> bool {
        let here = self.here(area);
        let inside = |stand: Stand| matches!(stand, Stand::Inside(_));
        here.corps.iter().any(|corps| inside(corps.stand) && self.is_hostile(power, corps))
            || here.garrisons.iter().any(|(owner, factors)| *factors > 0 && self.is_enemy(power, *owner))
            || here.irregulars.iter().any(|one| inside(one.stand) && self.is_hostile(power, one))
    }
}
