//! What a battle reads: every value of land warfare as the campaign has it.

use super::{Changes, LandValue, table};
use crate::charts::{charts, columns};
use crate::chits::{Attack, Cell, Defence, Ground, Terrain, chits};
use crate::land::battle::Kind;
use crate::powers::Power;
use crate::typed::Typed;
use crate::unprinted::cell_key;
use table::facts::{Fact, Origin};

/// The values of land warfare as a campaign has them.
#[derive(Clone, Copy, Debug)]
pub struct Values<'t> {
    typed: &'t Typed,
}

impl<'t> Values<'t> {
    /// The shipped values, and in their place what a group typed.
    #[must_use]
    pub fn of(typed: &'t Typed) -> Values<'t> {
        Values { typed }
    }

    /// A value; `None` where there is none such.
    #[must_use]
    pub fn read(self, value: LandValue) -> Option<Fact<i64>> {
        let shipped = value.shipped()?;
        // Where nothing was typed no key needs to be made.
        let own = if self.typed.is_empty() { None } else { self.typed.get(&value.key()) };
        Some(own.map_or(shipped, |own| Fact { value: *own, origin: Origin::Typed }))
    }

    /// A value that is never negative, such as morale in tenths. What is typed lies within bounds that are narrower.
    fn small(self, value: LandValue) -> Option<Fact<u16>> {
        Some(self.read(value)?.of(|value| u16::try_from(value).unwrap_or(0)))
    }

    /// Morale in tenths.
    pub(crate) fn morale(self, value: LandValue) -> Option<Fact<u16>> {
        self.small(value)
    }

    /// The ratings of a power's corps without a leader, strategic and tactical; a minor country's are those of the power that controls it.
    #[must_use]
    pub fn ratings(self, controller: Power) -> [Fact<u8>; 2] {
        [false, true].map(|tactical| {
            let read = self.small(LandValue::Rating { power: controller, tactical });
            read.map_or(Fact { value: 1, origin: Origin::Ours }, |fact| fact.of(|value| value as u8))
        })
    }

    /// The class of a pursuit, 1 to 5, with whether all that was read for it is certain; class `None` where the victor has suffered too
    /// much for one. `lost` is the victor's lost morale in tenths, `rounds` how many were fought.
    #[must_use]
    pub fn class(self, lost: u16, rounds: u8) -> (Option<u8>, bool) {
        let mut certain = true;
        for class in (1..=5).rev() {
            let most = self.small(LandValue::PursuitLost { class, rounds: rounds.clamp(1, 3) });
            let Some(most) = most else { continue };
            certain &= most.origin.is_certain();
            if lost <= most.value {
                return (Some(class), certain);
            }
        }
        (None, certain)
    }

    /// Percent of the pursuing cavalry that a pursuit takes.
    #[must_use]
    pub fn percent(self, class: u8, die: u8) -> Fact<u32> {
        let read = self.small(LandValue::Pursuit { class: class.clamp(1, 5), die: die.clamp(1, 6) });
        read.map_or(Fact { value: 0, origin: Origin::Ours }, |fact| fact.of(u32::from))
    }

    /// Morale that a night gives back, in tenths.
    #[must_use]
    pub fn night(self) -> Fact<u16> {
        self.small(LandValue::Night).unwrap_or(Fact { value: 0, origin: Origin::Ours })
    }

    /// The least die that hits a leader.
    #[must_use]
    pub fn hit(self) -> Fact<u16> {
        self.small(LandValue::Hit).unwrap_or(Fact { value: 6, origin: Origin::Ours })
    }

    /// The least second die that kills him.
    #[must_use]
    pub fn killed(self) -> Fact<u16> {
        self.small(LandValue::Killed).unwrap_or(Fact { value: 6, origin: Origin::Ours })
    }

    /// PP for so many corps: rounded up to whole points, and no more than the most.
    #[must_use]
    pub fn worth(self, corps: u32) -> i64 {
        let of = |value| self.read(value).map_or(0, |fact| fact.value);
        let halves = i64::from(corps) * of(LandValue::PerCorps);
        ((halves + 1) / 2).min(of(LandValue::MostPoints))
    }

    /// Napoleon's own PP.
    #[must_use]
    pub fn napoleon(self) -> Fact<i64> {
        self.read(LandValue::Napoleon).unwrap_or(Fact { value: 0, origin: Origin::Ours })
    }

    /// What a tactical rating adds to the die against another.
    #[must_use]
    pub fn rated(self, own: u8, enemy: u8) -> Option<Fact<i8>> {
        Some(self.read(LandValue::Rated { own, enemy })?.of(|value| i8::try_from(value).unwrap_or(0)))
    }

    /// Guard factors lost for a shift of 1 or 2 levels and a die of 1 to 6.
    #[must_use]
    pub fn guard_lost(self, shift: u8, die: u8) -> Option<Fact<u16>> {
        self.small(LandValue::Guard { shift, die })
    }

    /// Whether all is certain that is read on the casualty chart for a percentage of so many factors.
    #[must_use]
    pub fn knows_casualties(self, percent: u32, of: u32) -> bool {
        let typed = |column| self.typed.contains_key(&cell_key(percent, column));
        percent == 0 || charts().casualties.is_certain() || columns(of).all(typed)
    }

    /// A terrain, with whether all of it is certain.
    #[must_use]
    pub fn ground(self, terrain: Terrain) -> Option<(Ground, bool)> {
        let mut ground = *chits().ground(terrain)?;
        let mut certain = true;
        for changes in Changes::ALL {
            let fact = self.read(LandValue::Ground { terrain, changes })?;
            certain &= fact.origin.is_certain();
            let by = i8::try_from(fact.value).unwrap_or(0);
            match changes {
                Changes::Casualties(side) => ground.casualty_levels[side] = by,
                Changes::Morale(side) => ground.morale_levels[side] = by,
                Changes::Outflanking => ground.outflanking = by,
                Changes::Reinforcing => ground.reinforcing = by,
                Changes::Bombardment => ground.bombardment = by != 0,
            }
        }
        Some((ground, certain))
    }

    /// The tables of two chits, with whether all of them are certain.
    #[must_use]
    pub fn tables(self, attack: Attack, defence: Defence, river: bool) -> Option<(Cell, bool)> {
        let river = river && defence == Defence::Cordon;
        let mut cell = chits().tables(attack, defence, river)?.clone();
        let mut certain = true;
        for side in [0, 1] {
            for (arrived, first) in [(false, 1), (true, 2)] {
                for (name, round) in cell.rounds_mut(side, arrived).iter_mut().zip(first..) {
                    let fact =
                        self.read(LandValue::Chits { attack, defence, river, side, arrived, round })?;
                    certain &= fact.origin.is_certain();
                    *name = table(fact.value).unwrap_or(*name);
                }
            }
        }
        Some((cell, certain))
    }

    /// The tables of a combat without chits, with whether all of them are certain; `None` for one with chits.
    #[must_use]
    pub fn without_chits(self, kind: Kind) -> Option<(Cell, bool)> {
        let mut cell = Cell::without_chits(kind.without_chits()?);
        let mut certain = true;
        for side in [0, 1] {
            for (name, round) in cell.rounds_mut(side, false).iter_mut().zip(1..) {
                let fact = self.read(LandValue::WithoutChits { kind, side, round })?;
                certain &= fact.origin.is_certain();
                *name = table(fact.value).unwrap_or(*name);
            }
        }
        Some((cell, certain))
    }
}
