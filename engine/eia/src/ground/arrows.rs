//! Crossing arrows: which are in play, and to whom they are open now.

use super::Ground;
use crate::map::{AreaId, ArrowSet, Arrows, Border, Neighbour, SeaId, is_channel};
use crate::powers::Power;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::name;
use table::{rule, said};

/// The sea area of the Sound and the Belts, whose shores keep their arrows open.
const SOUND: &str = "sound-and-belts";

/// Why an arrow is not crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shut {
    /// It is of a set that is not in play.
    NotInPlay,
    /// An enemy fleet stands in the sea area that it goes over.
    Barred(SeaId),
    /// It goes over the Strait of Dover, which is not the power's side's.
    Channel(SeaId),
}

impl Shut {
    fn rule(self) -> RuleId {
        match self {
            Shut::NotInPlay => rule!("standard.sea.arrow.types"),
            Shut::Barred(_) => rule!("standard.sea.arrow.bar"),
            Shut::Channel(_) => rule!("standard.sea.arrow.channel"),
        }
    }

    pub(super) fn refusal(self, arrow: &str, power: Power) -> Refusal {
        let arrow = name(arrow);
        let says = match self {
            Shut::NotInPlay => said!("The crossing arrow {} is not in play by the house rules.", arrow),
            Shut::Barred(sea) => said!(
                "The crossing arrow {} is closed to {}: an enemy fleet stands in {}, and none of its side.",
                arrow,
                power,
                name(sea.name())
            ),
            Shut::Channel(sea) => said!(
                "The crossing arrow {} is open to {} only while a fleet of its side stands in {} and no enemy fleet does.",
                arrow,
                power,
                name(sea.name())
            ),
        };
        Refusal::under(self.rule(), says)
    }
}

impl Ground<'_> {
    /// Why a power does not cross a border now, where it is an arrow; `None` where it does, or where it is by land. The Channel is open to who
    /// has it (`standard.sea.arrow.channel`), the Bosporus and the Dardanelles always, the others while no enemy fleet bars them
    /// (`standard.sea.arrow.bar`).
    pub(super) fn shut(&self, power: Power, from: AreaId, near: &Neighbour) -> Option<Shut> {
        let Border::Arrow { points, over, set, .. } = &near.border else { return None };
        if !Arrows::HOUSE.has(*set) {
            return Some(Shut::NotInPlay);
        }
        if let Some(sea) = over.iter().find(|sea| is_channel(**sea)) {
            let is_open = self.has_fleet(power, *sea) && self.enemy_at_sea(power, *sea).is_none();
            return (!is_open).then_some(Shut::Channel(*sea));
        }
        if *set == ArrowSet::Standard && *points < 2 {
            return None;
        }
        let shores = || [from, near.area].iter().all(|shore| self.side_stands(power, *shore));
        let barred = |sea: &&SeaId| {
            let enemy = self.enemy_at_sea(power, **sea);
            enemy.is_some_and(|enemy| !self.fights_there(power, enemy, **sea))
                && !(sea.key() == SOUND && shores())
        };
        over.iter().find(barred).map(|sea| Shut::Barred(*sea))
    }

    /// An enemy with a fleet at sea there.
    fn enemy_at_sea(&self, power: Power, sea: SeaId) -> Option<Power> {
        self.fleets_at_sea(sea).map(|(_, by)| by).find(|by| self.are_at_war(power, *by))
    }

    /// Whether a fleet of a power, or of an ally in the same war, is at sea there.
    fn has_fleet(&self, power: Power, sea: SeaId) -> bool {
        let allied = |by: Power| self.state.are_allied(power, by) && self.are_one_side(power, by);
        self.fleets_at_sea(sea).any(|(_, by)| by == power || allied(by))
    }

    /// Whether a fleet of a power, or of an ally at war with an enemy, is at sea there.
    fn fights_there(&self, power: Power, enemy: Power, sea: SeaId) -> bool {
        let allied = |by: Power| self.state.are_allied(power, by) && self.are_at_war(by, enemy);
        self.fleets_at_sea(sea).any(|(_, by)| by == power || allied(by))
    }

    /// Whether a corps or garrison of a power's side is in an area.
    fn side_stands(&self, power: Power, area: AreaId) -> bool {
        let here = self.here(area);
        let is_ours = |by: Option<Power>| by.is_some_and(|by| self.are_one_side(power, by));
        here.corps.iter().any(|corps| is_ours(corps.power))
            || here.garrisons.iter().any(|(owner, n)| *n > 0 && is_ours(self.state.commands(*owner)))
    }
}
