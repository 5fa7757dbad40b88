//! A land battle: what it is fought with and where, and every modifier of the list.

use super::notes::{Added, Why};
use super::rules::{Edition, Rules};
use super::tables::{Small, Tables, tables};
use super::terms::{FireEffect, Kind, Modifier, Own, Ruled, Terms, Wind, replacing};
use super::{Map, Who};
use crate::class::Class;
use crate::leader::{Command, replacements};
use crate::losses::Counters;
use crate::period::Period;
use crate::technology::Land;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::said;

/// The ground of a province.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// The only clear ground.
    #[default]
    Plain,
    /// Dense forest.
    DenseForest,
    /// Sparse forest.
    SparseForest,
    /// Desert.
    Desert,
    /// Swamp.
    Swamp,
    /// Mountain.
    Mountain,
}

/// What the moving side crossed into the province.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crossing {
    /// A river.
    River,
    /// A mountain pass.
    Pass,
    /// A strait.
    Strait,
    /// It came by sea.
    Landing,
}

/// How the tables call Turkey.
pub const TURKEY: &str = "TUR";

#[allow(clippy::trivially_copy_pass_by_ref)]
fn no_pashas(pashas: &u8) -> bool {
    *pashas == 0
}

/// The troops of one country in a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its key in the artillery table (`FRA`); any other text is a country that counts by its class.
    pub country: String,
    /// Its class.
    pub class: Class,
    /// A+ counters, 4 LD each.
    #[serde(default)]
    pub a_plus: u8,
    /// A- counters, 2 LD each.
    #[serde(default)]
    pub a_minus: u8,
    /// What is in no A counter: LD and, in the ROTW, thirds of one.
    #[serde(default)]
    pub detachments: Thirds,
    /// Turkish pashas, 1 LD each.
    #[serde(default, skip_serializing_if = "no_pashas")]
    pub pashas: u8,
    /// After the reform of its army: Turkey's size, Russia's artillery.
    #[serde(default)]
    pub reformed: bool,
    /// A counters of Turkish janissaries.
    #[serde(default)]
    pub janissaries: bool,
    /// Turkish sipahis: Turkey before its second reform.
    #[serde(default)]
    pub sipahis: bool,
}

impl Part {
    /// Its strength (`fast-battle.units.army-strength`).
    #[must_use]
    pub fn strength(&self) -> Thirds {
        let counters = 4 * i32::from(self.a_plus) + 2 * i32::from(self.a_minus) + i32::from(self.pashas);
        Thirds::whole(counters) + self.detachments
    }

    /// Its counters, of which losses are paid.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let of = |number: i32| u8::try_from(number).unwrap_or(u8::MAX);
        Counters {
            a_plus: self.a_plus,
            a_minus: self.a_minus,
            ld: of(self.detachments.0.max(0) / 3),
            pashas: self.pashas,
            d: of(self.detachments.0.max(0) % 3),
        }
    }

    /// Whether it has an A counter.
    #[must_use]
    pub fn has_army(&self) -> bool {
        self.a_plus + self.a_minus > 0
    }

    fn artillery_row(&self) -> &str {
        match self.country.as_str() {
            TURKEY if self.janissaries => "TUR_JANISSARY",
            "RUS" if self.reformed => "RUS_REFORMED",
            country => country,
        }
    }

    fn size(&self, tables: &Tables, period: Period) -> u8 {
        tables.army_size(self.class, self.reformed && self.country == TURKEY, period)
    }
}

/// A further modifier that the umpire gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    /// To Fire.
    pub fire: i8,
    /// To Shock.
    pub shock: i8,
    /// On day 1 alone.
    #[serde(default)]
    pub first_day_only: bool,
    /// His reason.
    pub reason: String,
}

/// A side of a land battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Its troops, a part for each country.
    pub parts: Vec<Part>,
    /// Its technology.
    pub technology: Land,
    /// Whether its troops are veteran.
    pub veteran: bool,
    /// Whether they are Spanish tercios.
    #[serde(default)]
    pub tercios: bool,
    /// Who leads.
    pub command: Command,
    /// It lived off the land before the battle: −1/−1 on day 1.
    #[serde(default)]
    pub foraging: bool,
    /// What the umpire adds.
    #[serde(default)]
    pub further: Vec<Further>,
}

impl Side {
    /// Its strength.
    #[must_use]
    pub fn strength(&self) -> Thirds {
        self.parts.iter().map(Part::strength).sum()
    }

    /// Whether it has an A counter.
    #[must_use]
    pub fn has_army(&self) -> bool {
        self.parts.iter().any(Part::has_army)
    }

    /// The artillery points of each of its A counters. An A- has half of an A+, rounded down.
    #[must_use]
    pub fn artillery_of_counters(&self, tables: &Tables, period: Period) -> Vec<u8> {
        let parts = self.parts.iter().flat_map(|part| {
            let full = tables.artillery(part.artillery_row(), part.class, period);
            let plus = std::iter::repeat_n(full, part.a_plus.into());
            plus.chain(std::iter::repeat_n(full / 2, part.a_minus.into()))
        });
        parts.collect()
    }

    /// Its artillery points, by the way of counting that the rules choose.
    #[must_use]
    pub fn artillery(&self, rules: &Rules, period: Period) -> u8 {
        let counters = self.artillery_of_counters(tables(rules.edition), period);
        artillery_of(&counters, rules.new_artillery_count)
    }

    /// The size of its army: by class and period, of several nations the average over the detachments, rounded down
    /// (`fast-battle.losses.size.army-size`).
    #[must_use]
    pub fn size(&self, rules: &Rules, period: Period) -> u8 {
        let tables = tables(rules.edition);
        let weighed: i32 =
            self.parts.iter().map(|part| i32::from(part.size(tables, period)) * part.strength().0).sum();
        match self.strength().0 {
            0 => 0,
            strength => u8::try_from(weighed / strength).unwrap_or(0),
        }
    }

    /// Whether it fights as tercios: these belong to Renaissance and Arquebuse.
    #[must_use]
    pub fn fights_as_tercios(&self) -> bool {
        self.tercios && matches!(self.technology, Land::Renaissance | Land::Arquebuse)
    }

    /// Its morale at the start, item by item.
    #[must_use]
    pub fn morale(&self, rules: &Rules, enemy: Land) -> Vec<Added> {
        let base = tables(rules.edition).land_morale(self.technology, enemy);
        let mut morale = vec![Added { by: base, why: Why::LandTechnology(self.technology) }];
        if self.veteran {
            morale.push(Added { by: 1, why: Why::Veteran });
        }
        if self.fights_as_tercios() {
            morale.push(Added { by: 1, why: Why::TerciosMorale });
        }
        morale
    }

    /// What becomes of what it does in Fire.
    #[must_use]
    pub fn fire_effect(&self, rules: &Rules, enemy: &Side, map: Map) -> FireEffect {
        match self.technology {
            Land::Medieval => FireEffect::Nothing,
            Land::Renaissance => {
                let against_natives = enemy.parts.iter().all(|part| part.class == Class::A);
                let counts = self.has_army()
                    || match rules.edition {
                        Edition::Guide => against_natives,
                        Edition::Head => map == Map::Rotw,
                    };
                if counts { FireEffect::StarsOnly } else { FireEffect::Nothing }
            }
            Land::Arquebuse => FireEffect::HalvedDown,
            _ => FireEffect::Full,
        }
    }
}

/// The artillery points of a stack by those of its counters: added up, or by the new count those of one counter, 2 more if another has
/// 2 or more, else 1 more if another has 1.
#[must_use]
pub fn artillery_of(counters: &[u8], new_count: bool) -> u8 {
    if !new_count {
        return counters.iter().copied().fold(0, u8::saturating_add);
    }
    let mut sorted = counters.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    match sorted.as_slice() {
        [] => 0,
        [one] => *one,
        [best, next, ..] => best.saturating_add((*next).min(2)),
    }
}

/// The size modifiers of two armies by their sizes: the difference divided by 3, to the nearest whole number.
#[must_use]
pub fn compare_sizes(own: u8, enemy: u8) -> i8 {
    let difference = i32::from(own) - i32::from(enemy);
    let modifier = (difference.abs() + 1) / 3 * difference.signum();
    i8::try_from(modifier).unwrap_or(if modifier > 0 { i8::MAX } else { i8::MIN })
}

/// A land battle as it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The switches.
    #[serde(default)]
    pub rules: Rules,
    /// The period.
    pub period: Period,
    /// Where.
    #[serde(default)]
    pub map: Map,
    /// The ground.
    #[serde(default)]
    pub terrain: Terrain,
    /// Whether the province is cold: forest there is northern forest.
    #[serde(default)]
    pub cold: bool,
    /// What the moving side crossed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<Crossing>,
    /// Whether the moving side was intercepted.
    #[serde(default)]
    pub intercepted: bool,
    /// The moving side and the other.
    pub sides: [Side; 2],
}

impl Setting {
    /// A side.
    #[must_use]
    pub fn side(&self, who: Who) -> &Side {
        &self.sides[who as usize]
    }

    /// Whether it can be fought.
    ///
    /// # Errors
    /// Where a side has nobody, or a number is out of all bounds.
    pub fn check(&self) -> Result<(), Refusal> {
        for side in &self.sides {
            let strength = side.strength();
            if !(1..=3000).contains(&strength.0) || side.parts.iter().any(|part| part.detachments.0 < 0) {
                return Err(Refusal::under(
                    rule!("fast-battle.terms.thirds"),
                    said!(
                        "A side of {} LD cannot fight: each side needs troops, 1000 LD at most.",
                        strength.to_string()
                    ),
                ));
            }
            if self.map == Map::Europe && !strength.is_whole() {
                return Err(Refusal::under(
                    rule!("fast-battle.losses.rounding.europe"),
                    said!(
                        "A side of {} LD cannot fight in Europe: an army there has whole LD.",
                        strength.to_string()
                    ),
                ));
            }
            replacing(&side.command, |row| replacements().generals(row, self.rules.edition))?;
            super::terms::in_bounds(&side.further)?;
        }
        Ok(())
    }

    /// The modifiers of a side apart from its leader and the course of the battle, fixed at the start.
    #[must_use]
    pub fn modifiers(&self, who: Who) -> Vec<Modifier> {
        let (own, enemy) = (self.side(who), self.side(who.other()));
        let mut list = Vec::new();
        let mut add =
            |fire, shock, first_day_only, why| list.push(Modifier { fire, shock, first_day_only, why });
        match self.terrain {
            Terrain::Plain => {}
            Terrain::Mountain if who == Who::Standing || self.intercepted => {}
            terrain => add(-1, -1, false, Why::Terrain(terrain)),
        }
        match self.crossing {
            Some(crossing @ (Crossing::River | Crossing::Pass)) if who == Who::Moving => {
                add(-1, -1, true, Why::Crossing(crossing));
            }
            Some(crossing @ (Crossing::Strait | Crossing::Landing)) if who == Who::Moving => {
                add(-2, -3, true, Why::Crossing(crossing));
            }
            _ => {}
        }
        let artillery = own.artillery(&self.rules, self.period);
        if self.without_artillery(own, artillery) {
            add(-1, 0, false, Why::NoArtillery);
        } else if artillery >= 6 {
            add(1, 0, false, Why::Artillery(artillery));
        }
        if own.strength() - enemy.strength() >= Thirds::whole(3) {
            add(0, 1, false, Why::MoreDetachments(own.strength(), enemy.strength()));
        }
        if let Some(part) = own.parts.iter().find(|part| self.has_cavalry(part)) {
            add(0, 1, false, Why::Cavalry(part.class));
        }
        let proof = |part: &Part| {
            part.has_army() && matches!(part.class, Class::I | Class::IM | Class::II | Class::IIM)
        };
        if enemy.fights_as_tercios() && !own.parts.iter().any(proof) {
            add(0, -1, false, Why::Tercios);
        }
        if own.foraging {
            add(-1, -1, true, Why::Foraging);
        }
        for further in &own.further {
            add(further.fire, further.shock, further.first_day_only, Why::Umpire(further.reason.clone()));
        }
        list
    }

    fn without_artillery(&self, own: &Side, artillery: u8) -> bool {
        let no_counter = !own.has_army();
        let conquistador = self.map == Map::Rotw
            && self.period <= Period::IV
            && no_counter
            && matches!(own.command, Command::Leader(_));
        if self.rules.malus_without_counter { no_counter && !conquistador } else { artillery == 0 }
    }

    /// Whether a part has the bonus of its cavalry: an A counter, and its country's periods and ground.
    fn has_cavalry(&self, part: &Part) -> bool {
        use Period::{I, III, IV, V, VI};
        let within = |from: Period, to: Period| (from..=to).contains(&self.period);
        let plain = self.terrain == Terrain::Plain;
        let forest = matches!(self.terrain, Terrain::DenseForest | Terrain::SparseForest);
        let has = match (part.country.as_str(), part.class) {
            (TURKEY, _) => part.sipahis && (plain || self.terrain == Terrain::Desert),
            ("SUE", _) => within(III, VI) && (plain || forest && self.cold),
            (_, Class::IIM) => within(I, IV) && (plain || self.terrain == Terrain::SparseForest),
            (_, Class::IIIM) => within(IV, V) && (plain || self.terrain == Terrain::DenseForest),
            (_, Class::IV) => within(III, V) && plain,
            _ => false,
        };
        has && part.has_army()
    }

    fn pursuit(&self, who: Who) -> Vec<Added> {
        let own = self.side(who);
        let mut list = Vec::new();
        if self.terrain != Terrain::Plain {
            list.push(Added { by: -1, why: Why::PursuitTerrain(self.terrain) });
        }
        let sipahis = |part: &Part| part.sipahis && part.has_army() && part.country == TURKEY;
        if matches!(self.terrain, Terrain::Plain | Terrain::Desert) && own.parts.iter().any(sipahis) {
            list.push(Added { by: 1, why: Why::Sipahis });
        }
        list
    }

    /// The size modifier of a side.
    #[must_use]
    pub fn size_modifier(&self, who: Who) -> i8 {
        let [own, enemy] = [who, who.other()].map(|who| self.side(who).size(&self.rules, self.period));
        compare_sizes(own, enemy)
    }

    pub(crate) fn terms(&self) -> Terms {
        let tables = tables(self.rules.edition);
        let own = |who: Who| {
            let (own, enemy) = (self.side(who), self.side(who.other()));
            let columns = tables.land_columns(own.technology, enemy.technology);
            let effect = own.fire_effect(&self.rules, enemy, self.map);
            let sizes = [own, enemy].map(|side| side.size(&self.rules, self.period));
            Own {
                row: super::terms::row(&own.command, |row| replacements().generals(row, self.rules.edition)),
                leader: super::terms::leader(&own.command),
                named: matches!(own.command, Command::Leader(_)),
                fire: columns.fire.filter(|_| effect != FireEffect::Nothing),
                shock: Some(columns.shock),
                effect,
                morale: own.morale(&self.rules, enemy.technology),
                modifiers: self.modifiers(who),
                pursuit: self.pursuit(who),
                pursuit_column: super::tables::Column::E,
                wind: 0,
                strength: own.strength(),
                small: tables.small_army(own.strength()),
                cap: self.rules.cap_caused.then(|| own.strength()),
                size: compare_sizes(sizes[0], sizes[1]),
                sized_by: Ruled::Sizes(sizes[0], sizes[1]),
                has_army: own.has_army(),
            }
        };
        Terms {
            kind: Kind::Land,
            rules: self.rules,
            tables,
            map: self.map,
            rounds: self.map == Map::Europe,
            tests_to_leave: true,
            first_to_leave: if self.intercepted { Who::Moving } else { Who::Standing },
            wind: Wind::None,
            major: [Thirds::whole(3); 2],
            sides: [own(Who::Moving), own(Who::Standing)].map(super::terms::Summed::of),
        }
    }
}

impl Small {
    /// What is subtracted when the die was odd or even.
    #[must_use]
    pub fn by(self, odd: bool) -> Thirds {
        match self {
            Small::By(by) => by,
            Small::IfOdd(by) if odd => by,
            Small::IfOdd(_) => Thirds::NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Part;
    use crate::class::Class;
    use crate::thirds::Thirds;

    // fast-battle.aids.artillery: Turkey's janissaries and Russia after its reform have rows of their own.
    #[test]
    fn the_artillery_of_janissaries_and_of_a_reformed_russia_is_in_rows_of_its_own() {
        for (country, reformed, janissaries, row) in [
            ("TUR", false, true, "TUR_JANISSARY"),
            ("TUR", true, true, "TUR_JANISSARY"),
            ("TUR", false, false, "TUR"),
            ("TUR", true, false, "TUR"),
            ("RUS", true, false, "RUS_REFORMED"),
            ("RUS", false, false, "RUS"),
            ("FRA", true, true, "FRA"),
        ] {
            let part = Part {
                country: country.to_owned(),
                class: Class::IV,
                a_plus: 1,
                a_minus: 0,
                detachments: Thirds::NONE,
                pashas: 0,
                reformed,
                janissaries,
                sipahis: false,
            };
            assert_eq!(part.artillery_row(), row, "{country} {reformed} {janissaries}");
        }
    }
}
