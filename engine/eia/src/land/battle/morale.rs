//! Morale: what soldiers of a nation and a sort have by the tables (`data/land.toml`), what the corps and the place change of it, the mean of a
//! side (over all factors that take part, to a tenth, halves up: `Side::mean_morale`), and whether chits raise it. It is fixed for the combat
//! in [`lineup`](super::lineup), and on later days it is the first day's; what is lost of it in a round is in
//! [`clash`](super::clash).

use super::fight::{Army, Side, Who};
use super::lineup::{Applied, Lineup};
use super::{Kind, Region};
use crate::chits::{Attack, Defence};
use crate::land::forces::{Corps, Factors, Troop};
use crate::land::values::{Arm, LandValue, Values};
use crate::nations::{Nation, land};
use crate::powers::Power;
use table::facts::{Fact, Origin};
use table::rule;
use table::rules::RuleId;

/// A point of morale, in tenths.
pub(super) const POINT: u16 = 10;

/// What of a battle's circumstances changes the morale of a nation's soldiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// Whether the power whose soldiers they are is dominant.
    pub dominant: bool,
    /// Whether the corps was trained by Britain.
    pub trained: bool,
    /// Whether Turkey controls the corps.
    pub under_turkey: bool,
    /// Whether the three cavalry types are in use.
    pub cavalry_types: bool,
}

/// The morale of a nation's soldiers of a sort, in tenths, before anything that the place adds.
#[must_use]
pub fn morale(values: Values<'_>, nation: Nation, sort: Troop, of: &Circumstances) -> Fact<u16> {
    let land = land();
    let read = |value| values.morale(value).unwrap_or(Fact { value: 30, origin: Origin::Ours });
    let ottoman = of.under_turkey && nation.is_ottoman();
    // Of infantry and of cavalry.
    let own = |arm| match nation {
        Nation::Major(power) => read(LandValue::Morale { power, arm, dominant: of.dominant }),
        Nation::Minor(_) if ottoman => {
            let value = if arm == Arm::Cavalry { land.ottoman.cavalry } else { land.ottoman.infantry };
            Fact { value, origin: land.ottoman.origin }
        }
        Nation::Minor(_) => {
            let trained = of.trained && nation.soldiers(true).is_some();
            read(LandValue::Minor { nation, arm, trained })
        }
    };
    match sort {
        Troop::Infantry | Troop::Artillery => own(Arm::Infantry),
        // What a rule says of cavalry without a type it says of medium cavalry: that of the Ottoman troops has a morale of its own
        // (`house.ottoman.troops-morale`). Without the types all cavalry is the nation's own.
        Troop::Cavalry if ottoman || !of.cavalry_types => own(Arm::Cavalry),
        Troop::LightCavalry | Troop::HeavyCavalry if !of.cavalry_types => own(Arm::Cavalry),
        Troop::LightCavalry | Troop::Cavalry | Troop::HeavyCavalry => {
            let types = &land.cavalry;
            let kind = match sort {
                Troop::LightCavalry => types.light,
                Troop::HeavyCavalry => types.heavy,
                _ => types.medium,
            };
            Fact { value: kind.morale, origin: types.origin }
        }
        Troop::FeudalInfantry | Troop::FeudalCavalry => {
            let national = match nation {
                Nation::Major(power) => {
                    values.morale(LandValue::Morale { power, arm: Arm::Feudal, dominant: of.dominant })
                }
                Nation::Minor(_) => None,
            };
            national.unwrap_or_else(|| read(LandValue::Troop(Troop::FeudalInfantry)))
        }
        Troop::Militia | Troop::Guard | Troop::Cossack | Troop::Freikorps | Troop::Guerrilla => {
            read(LandValue::Troop(sort))
        }
    }
}

impl Lineup<'_> {
    /// What the factors of a corps count for morale, in tenths.
    pub(super) fn worth(&self, power: Power, corps: &Corps, inside: Factors, applied: &mut Applied) -> u32 {
        let mut worth = 0;
        for (sort, n) in inside.each() {
            let (value, rules, origin) = self.counts(corps, power, sort);
            worth += u32::from(value) * u32::from(n);
            applied.rules.extend(rules);
            if !origin.is_certain() {
                applied.unprinted.insert("morale");
            }
        }
        worth
    }

    /// What one factor counts for morale, in tenths, with the rules that made it so.
    fn counts(&self, corps: &Corps, power: Power, sort: Troop) -> (u16, Vec<RuleId>, Origin) {
        let dominant = match corps.nation {
            Nation::Major(power) => self.battle.field.is_dominant(power),
            Nation::Minor(_) => false,
        };
        let under_turkey = power == Power::Turkey;
        let circumstances = Circumstances {
            dominant,
            trained: corps.trained,
            under_turkey,
            cavalry_types: self.of.cavalry_types,
        };
        let storms = self.battle.field.kind == Kind::Assault;
        // In a storming cavalry goes on foot, but for the irregulars and La Salle's, who keep their own way.
        let keeps = sort.is_irregular() || (corps.la_salle && sort.is_cavalry());
        let on_foot = storms && sort.is_cavalry() && !keeps;
        let fights_as = if on_foot { Troop::Infantry } else { sort };
        let fact = morale(self.values, corps.nation, fights_as, &circumstances);
        let (mut value, mut rules, mut origin) = (fact.value, Vec::new(), fact.origin);
        if on_foot {
            rules.push(rule!("house.siege.assault-cavalry-morale"));
        } else if storms && keeps {
            rules.push(rule!("house.siege.assault-cavalry-exception"));
        }
        let ottoman = under_turkey && corps.nation.is_ottoman();
        let horse = matches!(fights_as, Troop::LightCavalry | Troop::Cavalry | Troop::HeavyCavalry);
        if self.of.cavalry_types && horse {
            rules.push(rule!("house.land.cavalry.types"));
            match fights_as {
                Troop::LightCavalry => rules.push(rule!("house.land.cavalry.light")),
                Troop::HeavyCavalry => rules.push(rule!("house.land.cavalry.heavy")),
                _ if ottoman => {}
                _ => rules.push(rule!("house.land.cavalry.medium")),
            }
        }
        let russian = corps.nation == Nation::Major(Power::Russia)
            && ["I", "II", "III"].contains(&corps.name.split(' ').next().unwrap_or_default());
        if russian && horse {
            if self.of.cavalry_types {
                rules.push(rule!("house.units.russian-cavalry-morale-exception"));
            } else {
                (value, origin) = (40, Origin::Seed);
                rules.push(rule!("house.units.russian-cavalry-morale"));
            }
        }
        let turkish = corps.nation == Nation::Major(Power::Turkey);
        // On foot too they are what they are.
        let feudal = matches!(sort, Troop::FeudalInfantry | Troop::FeudalCavalry);
        let regular =
            matches!(sort, Troop::Infantry | Troop::LightCavalry | Troop::Cavalry | Troop::HeavyCavalry);
        if turkish && feudal && corps.at_home {
            value += 5;
            rules.push(rule!("house.fanaticism.feudals"));
        }
        if turkish && regular && matches!(self.battle.field.region, Some(Region::Anatolia | Region::Rumelia))
        {
            value += 5;
            rules.push(rule!("house.fanaticism.regulars"));
        }
        if ottoman && (regular || sort == Troop::Artillery) {
            rules.push(rule!("house.ottoman.troops-morale"));
        }
        (value, rules, origin)
    }
}

impl Side {
    /// The morale level of the corps that take part, in tenths: the mean of their factors, halves up; 0 for none.
    pub(super) fn mean_morale(&self, army: &Army) -> u16 {
        let (mut sum, mut factors) = (0, 0);
        for (i, unit) in self.corps.iter().enumerate().filter(|(i, _)| army.places[*i].takes_part()) {
            sum += u64::from(unit.worth);
            factors += u64::from(army.factors[i].total());
        }
        let mean = (2 * sum + factors).checked_div(2 * factors).unwrap_or(0);
        u16::try_from(mean).unwrap_or(u16::MAX)
    }
}

/// Whether the chits give a side +1 morale for the nation of its commander: a Turk's where assaults and counterattacks meet, a
/// Russian's where he defends against an assault or a probe (notes 4, 8 and 10 of the chart of chits).
pub(super) fn raises_morale(attack: Attack, defence: Defence, who: Who, commander: Power) -> bool {
    let assaults = matches!(attack, Attack::Assault | Attack::EscalatedAssault);
    match (defence, commander) {
        (Defence::Counterattack | Defence::EscalatedCounterattack, Power::Turkey) => assaults,
        (Defence::Defend, Power::Russia) => who == Who::Defender && (assaults || attack == Attack::Probe),
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::typed::Typed;

    fn of(nation: &str, sort: Troop, of: Circumstances) -> u16 {
        morale(Values::of(&Typed::new()), Nation::meant(nation).unwrap(), sort, &of).value
    }

    const PLAIN: Circumstances =
        Circumstances { dominant: false, trained: false, under_turkey: false, cavalry_types: true };
    const DOMINANT: Circumstances = Circumstances { dominant: true, ..PLAIN };

    #[test]
    fn morale_is_that_of_the_tables() {
        assert_eq!(
            [of("austria", Troop::Infantry, PLAIN), of("austria", Troop::Infantry, DOMINANT)],
            [30, 40]
        );
        assert_eq!(
            [of("britain", Troop::Infantry, PLAIN), of("britain", Troop::Infantry, DOMINANT)],
            [35, 45]
        );
        let no_types = |when| Circumstances { cavalry_types: false, ..when };
        assert_eq!([PLAIN, DOMINANT].map(|when| of("spain", Troop::Cavalry, no_types(when))), [30, 40]);
        assert_eq!(
            [of("turkey", Troop::FeudalCavalry, PLAIN), of("turkey", Troop::FeudalInfantry, DOMINANT)],
            [20, 25]
        );
        assert_eq!(
            [of("lombardy", Troop::Infantry, PLAIN), of("lombardy", Troop::Cavalry, no_types(PLAIN))],
            [30, 30]
        );
        let trained = Circumstances { trained: true, ..no_types(PLAIN) };
        assert_eq!([of("hanover", Troop::Infantry, PLAIN), of("hanover", Troop::Cavalry, trained)], [20, 40]);
        assert_eq!(of("hesse", Troop::Infantry, trained), 30);
        assert_eq!(
            [
                Troop::Militia,
                Troop::Guard,
                Troop::Cossack,
                Troop::Freikorps,
                Troop::Guerrilla,
                Troop::Artillery
            ]
            .map(|sort| of("russia", sort, PLAIN)),
            [20, 50, 10, 10, 10, 30]
        );
    }

    // nationalism.dominance.france.effects: one list for every scenario.
    #[test]
    fn a_dominant_france_has_the_morale_of_1805() {
        let infantry = [PLAIN, DOMINANT].map(|when| of("france", Troop::Infantry, when));
        assert_eq!(infantry, [30, 40]);
    }

    #[test]
    fn italy_s_infantry_is_better_while_it_is_dominant() {
        assert!(
            table::rules::ledger()
                .get(table::rule!("nationalism.dominance.italy.morale"))
                .says
                .ends_with("is 4.")
        );
        let infantry = [PLAIN, DOMINANT].map(|when| of("sardinia", Troop::Infantry, when));
        let no_types = |when| Circumstances { cavalry_types: false, ..when };
        let cavalry = [PLAIN, DOMINANT].map(|when| of("sardinia", Troop::Cavalry, no_types(when)));
        assert_eq!((infantry, cavalry), ([30, 40], [30, 30]));
    }
}
