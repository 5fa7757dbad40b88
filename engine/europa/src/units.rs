//! Counters of troops, the stacks they stand in, and how many may stand together.

use super::country::Country;
use super::fleets::Capacity;
use super::geography::{Map, Place, PlaceKind, Waters};
use super::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// What a fleet counter holds, as its record has it (`fast-battle.units.fleet-contents-recorded`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Hold {
    /// Naval detachments, warships.
    pub nd: u8,
    /// Galley detachments.
    pub gd: u8,
    /// Transport detachments.
    pub dtr: u8,
}

/// A counter of troops (`fast-battle.terms.units`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    /// The large face of an army: 4 LD, and artillery.
    ArmyPlus,
    /// The small face of an army: 2 LD, and artillery.
    ArmyMinus,
    /// A land detachment.
    Ld,
    /// A pasha.
    Pasha,
    /// An exploration detachment on land, a third of an LD.
    LandD,
    /// The large face of a fleet, and what it holds.
    FleetPlus(Hold),
    /// The small face of a fleet, and what it holds.
    FleetMinus(Hold),
    /// A naval detachment.
    Nd,
    /// A galley detachment.
    Gd,
    /// A transport detachment.
    Dtr,
    /// An exploration detachment at sea, a third of an ND.
    SeaD,
}

/// A counter with whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// What it is.
    pub counter: Counter,
    /// Whose.
    pub country: Country,
    /// Veteran; otherwise conscript.
    pub veteran: bool,
}

/// Counters that stand and move together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stack(pub Vec<Unit>);

impl Counter {
    /// Its land strength (`fast-battle.units.army-strength`, `fast-battle.units.exploration-detachment`). A pasha fights, starves and dies as an
    /// LD; the limits of stacks alone leave it out (`fast-battle.stacking.pashas`, `fast-battle.campaign.small-stack.land`).
    #[must_use]
    pub const fn land(self) -> Thirds {
        match self {
            Counter::ArmyPlus => Thirds::whole(4),
            Counter::ArmyMinus => Thirds::whole(2),
            Counter::Ld | Counter::Pasha => Thirds::whole(1),
            Counter::LandD => Thirds(1),
            _ => Thirds::NONE,
        }
    }

    /// What is recorded of its content, and the rule: nothing for an army, whose face says all.
    #[must_use]
    pub const fn recorded(self) -> (Option<Hold>, Option<RuleId>) {
        match self {
            Counter::FleetPlus(hold) | Counter::FleetMinus(hold) => {
                (Some(hold), Some(rule!("fast-battle.units.fleet-contents-recorded")))
            }
            Counter::ArmyPlus | Counter::ArmyMinus => {
                (None, Some(rule!("fast-battle.units.army-contents-unrecorded")))
            }
            _ => (None, None),
        }
    }

    /// The detachments in it at sea.
    #[must_use]
    pub const fn hold(self) -> Hold {
        match self {
            Counter::FleetPlus(hold) | Counter::FleetMinus(hold) => hold,
            Counter::Nd => Hold { nd: 1, gd: 0, dtr: 0 },
            Counter::Gd => Hold { nd: 0, gd: 1, dtr: 0 },
            Counter::Dtr => Hold { nd: 0, gd: 0, dtr: 1 },
            _ => Hold { nd: 0, gd: 0, dtr: 0 },
        }
    }

    /// Whether it is an army, the only counter with artillery (`fast-battle.units.artillery-only-in-armies`).
    #[must_use]
    pub const fn is_army(self) -> bool {
        matches!(self, Counter::ArmyPlus | Counter::ArmyMinus)
    }

    /// Whether it is a fleet.
    #[must_use]
    pub const fn is_fleet(self) -> bool {
        matches!(self, Counter::FleetPlus(_) | Counter::FleetMinus(_))
    }

    /// Whether it belongs at sea.
    #[must_use]
    pub const fn is_naval(self) -> bool {
        self.is_fleet() || matches!(self, Counter::Nd | Counter::Gd | Counter::Dtr | Counter::SeaD)
    }

    /// Whether it is an exploration detachment.
    #[must_use]
    pub const fn is_d(self) -> bool {
        matches!(self, Counter::LandD | Counter::SeaD)
    }

    /// Its short name: `A+`, `LD`.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Counter::ArmyPlus => "A+",
            Counter::ArmyMinus => "A-",
            Counter::Ld => "LD",
            Counter::Pasha => "pasha",
            Counter::FleetPlus(_) => "F+",
            Counter::FleetMinus(_) => "F-",
            Counter::Nd => "ND",
            Counter::Gd => "GD",
            Counter::Dtr => "DTr",
            Counter::LandD | Counter::SeaD => "d",
        }
    }
}

impl Hold {
    /// All its detachments.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.nd.saturating_add(self.gd).saturating_add(self.dtr)
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Hold) -> Hold {
        Hold {
            nd: self.nd.saturating_add(other.nd),
            gd: self.gd.saturating_add(other.gd),
            dtr: self.dtr.saturating_add(other.dtr),
        }
    }

    /// What is left when it has lost these.
    ///
    /// # Errors
    /// When it does not hold so many.
    pub fn less(self, lost: Hold) -> Result<Hold, Refusal> {
        let left = |own: u8, lost: u8| own.checked_sub(lost);
        match (left(self.nd, lost.nd), left(self.gd, lost.gd), left(self.dtr, lost.dtr)) {
            (Some(nd), Some(gd), Some(dtr)) => Ok(Hold { nd, gd, dtr }),
            _ => Err(Refusal::under(
                rule!("fast-battle.units.fleet-contents-recorded"),
                said!(
                    "The fleet holds {} ND, {} GD and {} DTr; it cannot lose more than that.",
                    self.nd,
                    self.gd,
                    self.dtr
                ),
            )),
        }
    }

    /// Whether it fits: two GD take the place of an ND.
    #[must_use]
    pub const fn fits(self, capacity: Capacity) -> bool {
        2 * self.nd as u16 + self.gd as u16 <= 2 * capacity.nd as u16 && self.dtr <= capacity.dtr
    }

    /// Whether it is filled.
    #[must_use]
    pub const fn is_full(self, capacity: Capacity) -> bool {
        2 * self.nd as u16 + self.gd as u16 >= 2 * capacity.nd as u16 && self.dtr >= capacity.dtr
    }
}

impl Stack {
    /// Its land strength.
    #[must_use]
    pub fn land(&self) -> Thirds {
        self.0.iter().map(|unit| unit.counter.land()).sum()
    }

    /// Its whole LD, the number that limits and tables go by.
    #[must_use]
    pub fn ld(&self) -> u8 {
        (self.land().0 / 3).clamp(0, 255) as u8
    }

    /// Everything it has at sea, in fleets and out of them.
    #[must_use]
    pub fn hold(&self) -> Hold {
        self.0.iter().fold(Hold::default(), |all, unit| all.and(unit.counter.hold()))
    }

    /// Its strength at sea: every detachment whole, every d a third of one.
    #[must_use]
    pub fn naval(&self) -> Thirds {
        Thirds::whole(i32::from(self.hold().total())) + Thirds(self.count(|c| c == Counter::SeaD).into())
    }

    /// How many of its counters are so.
    #[must_use]
    pub fn count(&self, so: impl Fn(Counter) -> bool) -> u8 {
        self.0.iter().filter(|unit| so(unit.counter)).count() as u8
    }

    /// Its pashas.
    #[must_use]
    pub fn pashas(&self) -> u8 {
        self.count(|c| c == Counter::Pasha)
    }

    /// Its armies, which alone have artillery.
    #[must_use]
    pub fn armies(&self) -> u8 {
        self.count(Counter::is_army)
    }

    /// Its fleets.
    #[must_use]
    pub fn fleets(&self) -> u8 {
        self.count(Counter::is_fleet)
    }

    /// Whether it is at sea.
    #[must_use]
    pub fn is_naval(&self) -> bool {
        self.0.iter().any(|unit| unit.counter.is_naval())
    }

    /// Whether it is small on land: at most 5 LD, and one pasha (`fast-battle.campaign.small-stack.land`).
    #[must_use]
    pub fn is_small_on_land(&self) -> bool {
        self.land() - Thirds::whole(self.pashas().into()) <= Thirds::whole(5) && self.pashas() <= 1
    }

    /// Whether it is small at sea: at most one fleet (`fast-battle.campaign.small-stack.sea`).
    #[must_use]
    pub fn is_small_at_sea(&self) -> bool {
        self.fleets() <= 1
    }

    /// Whether it fights as veterans: more than half of its LD are, and no pasha is with it.
    #[must_use]
    pub fn is_veteran(&self) -> bool {
        self.pashas() == 0 && 2 * self.veterans().0 > self.land().0
    }

    /// The land strength of its veterans.
    #[must_use]
    pub fn veterans(&self) -> Thirds {
        self.0.iter().filter(|unit| unit.veteran).map(|unit| unit.counter.land()).sum()
    }

    /// The same counters but for land exploration detachments.
    #[must_use]
    pub fn without_explorers(mut self) -> Stack {
        self.0.retain(|unit| unit.counter != Counter::LandD);
        self
    }

    /// The same counters with as many veterans as another stack has, the largest counters first: counters that change or are lost leave whose
    /// quality they had, whoever stands beside them.
    #[must_use]
    pub fn with_veterans_of(mut self, before: &Stack) -> Stack {
        let mut left = before.veterans();
        self.0.iter_mut().for_each(|unit| unit.veteran = false);
        let mut largest: Vec<&mut Unit> = self.0.iter_mut().collect();
        largest.sort_by_key(|unit| std::cmp::Reverse(unit.counter.land()));
        for unit in largest {
            let size = unit.counter.land();
            unit.veteran = size > Thirds::NONE && size <= left;
            if unit.veteran {
                left = left - size;
            }
        }
        self
    }
}

/// What of a stack is destroyed when it comes to a place: on the European map an exploration detachment of land, and the rule.
#[must_use]
pub fn lost_on_entering(stack: &Stack, place: Place) -> (Vec<Unit>, Option<RuleId>) {
    let lost: Vec<Unit> = match place.site().map {
        Map::Europe if !place.site().is_sea() => {
            stack.0.iter().filter(|u| u.counter == Counter::LandD).copied().collect()
        }
        _ => Vec::new(),
    };
    let rule = (!lost.is_empty()).then(|| rule!("fast-battle.units.exploration-detachment-land-europe"));
    (lost, rule)
}

/// Whether a stack may be in a sea zone: galleys belong to the Mediterranean and the Baltic.
///
/// # Errors
/// When it has galleys and the zone is of neither.
pub fn may_sail(stack: &Stack, sea: Place) -> Result<(), Refusal> {
    let galleys = stack.hold().gd;
    match sea.site().sort {
        PlaceKind::Sea { waters: Waters::Ocean, .. } if galleys > 0 => Err(Refusal::under(
            rule!("fast-battle.units.galley-detachments"),
            said!(
                "{} is no place for galleys: the stack has {} GD, which belong to the Mediterranean and the Baltic. Leave them behind.",
                sea.name(),
                galleys
            ),
        )),
        _ => Ok(()),
    }
}

/// How many counters may stand together.
pub mod stacking {
    use super::{Counter, Refusal, Stack, Thirds, rule, said};

    /// The most counters of a land stack, and of a naval one.
    pub const COUNTERS: u8 = 3;
    /// The most LD of a land stack.
    pub const LD: u8 = 8;
    /// The most pashas on top of them.
    pub const PASHAS: u8 = 2;

    /// Whether a stack is within the limits at the end of its move. An exploration detachment counts for neither of the numbers of
    /// counters; a pasha comes on top of both limits on land.
    ///
    /// # Errors
    /// The first limit that it breaks.
    pub fn check(stack: &Stack) -> Result<(), Refusal> {
        let naval = stack.count(|c| c.is_naval() && !c.is_d());
        if naval > COUNTERS {
            return Err(Refusal::under(
                rule!("fast-battle.stacking.sea"),
                said!("The naval stack has {} counters; it may have {}.", naval, COUNTERS),
            ));
        }
        let land = stack.count(|c| !c.is_naval() && !c.is_d() && c != Counter::Pasha);
        if land > COUNTERS {
            return Err(Refusal::under(
                rule!("fast-battle.stacking.land-counters"),
                said!("The land stack has {} counters; it may have {}.", land, COUNTERS),
            ));
        }
        let limited = |counter: Counter| !counter.is_d() && counter != Counter::Pasha;
        let strength: Thirds =
            stack.0.iter().map(|u| u.counter).filter(|c| limited(*c)).map(Counter::land).sum();
        if strength > Thirds::whole(LD.into()) {
            return Err(Refusal::under(
                rule!("fast-battle.stacking.land-strength"),
                said!("The land stack has {} LD; it may have {}.", strength.to_string(), LD),
            ));
        }
        if stack.pashas() > PASHAS {
            return Err(Refusal::under(
                rule!("fast-battle.stacking.pashas"),
                said!("The stack has {} pashas; it may have {}.", stack.pashas(), PASHAS),
            ));
        }
        Ok(())
    }
}

/// For tests: a stack of counters of one country, conscripts.
#[cfg(test)]
pub(crate) fn stack(country: &str, counters: &[Counter]) -> Stack {
    let country = Country::by_key(country).expect("it is known");
    Stack(counters.iter().map(|counter| Unit { counter: *counter, country, veteran: false }).collect())
}

#[cfg(test)]
mod tests {
    use super::Counter::{ArmyMinus, ArmyPlus, FleetMinus, FleetPlus, Gd, LandD, Ld, Nd, Pasha, SeaD};
    use super::*;

    const FULL: Hold = Hold { nd: 3, gd: 0, dtr: 1 };

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    fn refused(stack: &Stack) -> Option<RuleId> {
        stacking::check(stack).err().map(|refusal| refusal.rules[0])
    }

    // fast-battle.units.land-detachments, army-strength, army-contents-unrecorded, artillery-only-in-armies
    #[test]
    fn an_army_is_always_worth_its_face() {
        let of = |counters: &[Counter]| stack("france", counters);
        assert_eq!(of(&[ArmyPlus, Ld]).ld(), 5);
        assert_eq!(of(&[ArmyPlus, ArmyMinus]).ld(), 6);
        assert_eq!(of(&[ArmyPlus, ArmyPlus]).ld(), 8);
        assert_eq!(ArmyMinus.recorded(), (None, Some(rule!("fast-battle.units.army-contents-unrecorded"))));
        assert_eq!(of(&[Ld, Ld, Ld, Ld]).armies(), 0, "no artillery");
    }

    // fast-battle.units.fleet-contents-recorded, naval-detachments
    #[test]
    fn a_fleet_loses_what_its_record_has() {
        let left = FULL.less(Hold { nd: 1, ..Hold::default() });
        assert_eq!(left, Ok(Hold { nd: 2, gd: 0, dtr: 1 }));
        let refusal = FULL.less(Hold { nd: 4, ..Hold::default() }).expect_err("it holds three");
        assert_eq!(refusal.rules, [rule!("fast-battle.units.fleet-contents-recorded")]);
        let recorded = (Some(FULL), Some(rule!("fast-battle.units.fleet-contents-recorded")));
        assert_eq!(FleetPlus(FULL).recorded(), recorded);
        let capacity = Capacity { nd: 3, dtr: 1 };
        assert!(FULL.is_full(capacity) && FULL.fits(capacity));
        assert!(Hold { nd: 1, gd: 4, dtr: 0 }.fits(capacity));
        assert!(!Hold { nd: 1, gd: 5, dtr: 0 }.fits(capacity));
    }

    // fast-battle.units.exploration-detachment, exploration-detachment-naval-europe, exploration-detachment-land-europe
    #[test]
    fn a_d_is_a_third_and_one_of_land_dies_in_europe() {
        assert_eq!(stack("spain", &[Nd, SeaD, SeaD]).naval(), Thirds(5));
        let landed = stack("spain", &[Ld, LandD]);
        let (lost, rule) = lost_on_entering(&landed, at("eGaliza"));
        assert_eq!(lost.len(), 1);
        assert_eq!(rule, Some(rule!("fast-battle.units.exploration-detachment-land-europe")));
        assert_eq!(lost_on_entering(&landed, at("rFlorida~N")), (vec![], None));
        let fleet = stack("spain", &[Nd, SeaD]);
        assert_eq!(lost_on_entering(&fleet, at("sCadix")), (vec![], None));
        assert_eq!(lost_on_entering(&landed, at("sCadix")), (vec![], None), "aboard it is in no province");
        assert_eq!(lost_on_entering(&fleet, at("eGaliza")), (vec![], None), "in its port too");
    }

    // fast-battle.units.galley-detachments
    #[test]
    fn galleys_stay_in_their_waters() {
        let galleys = stack("venice", &[Gd]);
        assert_eq!(may_sail(&galleys, at("sIonienne")), Ok(()));
        assert_eq!(may_sail(&galleys, at("sBaltique")), Ok(()));
        let refusal = may_sail(&galleys, at("sAtlantique")).expect_err("no galleys there");
        assert_eq!(refusal.rules, [rule!("fast-battle.units.galley-detachments")]);
        assert!(refusal.says.contains("1 GD"));
        let hidden = stack("venice", &[FleetMinus(Hold { nd: 0, gd: 4, dtr: 1 })]);
        assert!(may_sail(&hidden, at("sAtlantique")).is_err());
        assert_eq!(may_sail(&stack("venice", &[Nd]), at("sAtlantique")), Ok(()));
    }

    // fast-battle.stacking.land-counters, land-strength, pashas, sea, and the examples
    #[test]
    fn a_stack_has_three_counters_and_eight_detachments() {
        let land = |counters: &[Counter]| refused(&stack("turkey", counters));
        assert_eq!(land(&[ArmyMinus, Ld, Ld, Ld]), Some(rule!("fast-battle.stacking.land-counters")));
        assert_eq!(land(&[ArmyPlus, ArmyPlus, Ld]), Some(rule!("fast-battle.stacking.land-strength")));
        assert_eq!(land(&[ArmyPlus, ArmyPlus]), None);
        assert_eq!(land(&[ArmyPlus, ArmyPlus, Pasha, Pasha]), None);
        assert_eq!(
            land(&[ArmyPlus, ArmyMinus, ArmyMinus, Pasha, Pasha]),
            None,
            "pashas come on top of the counters too"
        );
        assert_eq!(land(&[Ld, Pasha, Pasha, Pasha]), Some(rule!("fast-battle.stacking.pashas")));
        assert_eq!(land(&[ArmyPlus, ArmyMinus, Ld]), None, "seven LD");
        assert_eq!(land(&[ArmyPlus, ArmyMinus, ArmyMinus]), None, "eight LD in three counters");
        let fleet = FleetPlus(FULL);
        assert_eq!(land(&[fleet, fleet, fleet]), None);
        assert_eq!(land(&[fleet, fleet, fleet, Nd]), Some(rule!("fast-battle.stacking.sea")));
        assert_eq!(land(&[fleet, fleet, fleet, SeaD, SeaD]), None);
        assert_eq!(
            land(&[Ld, Ld, Ld, LandD, LandD]),
            None,
            "exploration detachments are no counters on land either"
        );
    }

    // fast-battle.campaign.small-stack.land, small-stack.sea
    #[test]
    fn a_small_stack_has_five_detachments_or_one_fleet() {
        let small = |counters: &[Counter]| stack("turkey", counters).is_small_on_land();
        assert!(small(&[ArmyPlus, Ld]));
        assert!(!small(&[ArmyPlus, ArmyMinus]));
        assert!(small(&[ArmyPlus, Ld, Pasha]));
        assert!(!small(&[ArmyPlus, Ld, Pasha, Pasha]));
        assert!(!small(&[ArmyPlus, Ld, LandD]), "five LD and a third");
        assert!(stack("spain", &[FleetPlus(FULL), Nd]).is_small_at_sea());
        assert!(!stack("spain", &[FleetMinus(FULL), FleetMinus(FULL)]).is_small_at_sea());
    }

    #[test]
    fn veterans_are_more_than_half_and_without_a_pasha() {
        let mut mixed = stack("turkey", &[ArmyMinus, Ld, Ld]);
        mixed.0[0].veteran = true;
        assert!(!mixed.is_veteran(), "half is not enough");
        mixed.0[1].veteran = true;
        assert!(mixed.is_veteran());
        mixed.0.push(stack("turkey", &[Pasha]).0[0]);
        assert!(!mixed.is_veteran());
    }

    #[test]
    fn ships_are_left_no_veterans() {
        let mut before = stack("france", &[Ld, Ld]);
        before.0[0].veteran = true;
        let left = stack("france", &[Ld, Nd]).with_veterans_of(&before);
        assert_eq!(left.0.iter().map(|unit| unit.veteran).collect::<Vec<_>>(), [true, false]);
    }
}
