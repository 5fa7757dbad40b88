//! Every cell of the tables against the sources, where these stand beside the checkout.

use super::super::land::Part;
use super::super::rules::Edition;
use super::super::tables::{Column, Small, Tables, tables};
use super::{part, side};
use crate::class::Class;
use crate::leader::replacements;
use crate::period::Period;
use crate::siege::tables::{Attack, tables as siege_tables};
use crate::siege::work::Undermining;
use crate::technology::{Land, Naval};
use crate::thirds::Thirds;
use serde_json::Value;
use std::path::PathBuf;
use table::rule;

const EDITIONS: [(Edition, &str); 2] = [(Edition::Guide, "guide_era"), (Edition::Head, "head")];

const LAND: [(&str, Land); 7] = [
    ("MEDIEVAL", Land::Medieval),
    ("RENAISSANCE", Land::Renaissance),
    ("ARQUEBUS", Land::Arquebuse),
    ("MUSKET", Land::Musket),
    ("BAROQUE", Land::Baroque),
    ("MANOEUVRE", Land::Manoeuvre),
    ("LACE_WAR", Land::LaceWars),
];

const NAVAL: [(&str, Naval); 8] = [
    ("GALLEY", Naval::Galley),
    ("CARRACK", Naval::Carrack),
    ("NAE_GALEON", Naval::NaoGaleon),
    ("GALLEON_FLUYT", Naval::GalleonFluyt),
    ("BATTERY", Naval::Battery),
    ("VESSEL", Naval::Vessel),
    ("THREE_DECKER", Naval::ThreeDecker),
    ("SEVENTY_FOUR", Naval::SeventyFour),
];

fn source(path: &str) -> Option<String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/europa").join(path);
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        println!("skipped: {path} is not beside this checkout (../shared/data/europa)");
    }
    text
}

fn core() -> Option<Value> {
    serde_json::from_str(&source("tables/core_tables.json")?).ok()
}

/// The lines of a table, by the names of its columns.
fn csv(name: &str) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    let text = source(&format!("implementation/tables/{name}.csv"))?;
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    Some((lines.next()?, lines.collect()))
}

fn number(value: &Value) -> i32 {
    i32::try_from(value.as_i64().expect("a number")).expect("a small one")
}

fn pair(value: &Value) -> (i32, i8) {
    (number(&value[0]), i8::try_from(number(&value[1])).expect("stars"))
}

fn object(value: &Value) -> Vec<(&String, &Value)> {
    value.as_object().expect("a table").iter().collect()
}

fn period(key: &str) -> Period {
    Period::ALL.into_iter().find(|period| period.key() == key).expect("a period")
}

#[test]
fn a_table_that_contradicts_the_guide_is_not_loaded() {
    let _ = rule!("fast-battle.battle.crt.known-cells");
    let text = include_str!("../../../data/battle.toml");
    assert!(Tables::read(text, Edition::Guide).is_ok());
    for (row, other) in [
        ("B = [[0, 0], [0, 0], [1, 0], [2, 0]", "B = [[0, 0], [0, 0], [1, 0], [3, 0]"),
        (
            "[4, 1], [5, 2], [6, 2], [7, 2], [8, 3], [9, 3]]",
            "[4, 1], [5, 2], [6, 2], [7, 1], [8, 3], [9, 3]]",
        ),
        (
            "[3, 0], [3, 1], [4, 1], [5, 1], [6, 2], [6, 2], [7, 3]]",
            "[3, 0], [3, 0], [4, 1], [5, 1], [6, 2], [6, 2], [7, 3]]",
        ),
        ("arquebuse = [\"B/A\", \"C/A\", \"C/B\"", "arquebuse = [\"B/A\", \"C/A\", \"C/C\""),
    ] {
        assert_eq!(text.matches(row).count(), 1, "{row}");
        let problem = Tables::read(&text.replace(row, other), Edition::Guide).err();
        assert!(problem.is_some_and(|problem| problem.contains("contradicts the guide")), "{row}");
    }
}

#[test]
fn the_combat_results_are_those_of_the_aids() {
    let _ = rule!("fast-battle.battle.crt.shape");
    let of = tables(Edition::Guide);
    let read = |column, roll| {
        let cell = of.combat(column, roll);
        (cell.losses.0, cell.stars)
    };
    assert_eq!(read(Column::C, 12), (7, 2));
    for column in Column::ALL {
        assert_eq!(read(column, -9), read(column, 3));
        assert_eq!(read(column, 30), read(column, 14));
    }
    if let Some(core) = core() {
        for column in Column::ALL {
            let rows = object(&core["combat_results"][column.to_string()]);
            assert_eq!(rows.len(), 12);
            for (roll, cell) in rows {
                assert_eq!(read(column, roll.parse().expect("a roll")), pair(cell), "{column}{roll}");
            }
        }
    }
    if let Some((_, lines)) = csv("T_COMBAT_RESULT") {
        assert_eq!(lines.len(), 60);
        for line in lines {
            let column = Column::ALL.into_iter().find(|column| column.to_string() == line[0]);
            let n = |i: usize| line[i].parse::<i32>().expect("a number");
            let cell = (3 * n(2) + n(3), i8::try_from(n(4)).expect("stars"));
            assert_eq!(read(column.expect("a column"), n(1)), cell, "{line:?}");
        }
    }
}

#[test]
fn the_columns_and_the_morale_of_technologies_are_those_of_the_aids() {
    let _ = rule!("fast-battle.aids.technology");
    let guide = tables(Edition::Guide);
    let head = tables(Edition::Head);
    assert_eq!(guide.land_columns(Land::Arquebuse, Land::Arquebuse).to_string(), "C/B");
    assert_eq!(guide.naval_columns(Naval::Carrack, Naval::SeventyFour).to_string(), "-/E");
    assert_eq!(head.naval_columns(Naval::Carrack, Naval::SeventyFour).to_string(), "E/E");
    assert_eq!(guide.land_morale(Land::Renaissance, Land::Medieval), 1);
    if let Some(core) = core() {
        for (own, technology) in LAND {
            for (enemy, against) in LAND {
                let cell = &core["land_tech_columns"][own][enemy];
                for of in [guide, head] {
                    assert_eq!(
                        of.land_columns(technology, against).to_string(),
                        cell.as_str().expect("columns")
                    );
                }
                let morale = match &core["land_morale"][own] {
                    Value::String(text) => {
                        assert_eq!(text, "1 vs MEDIEVAL else 2");
                        if enemy == "MEDIEVAL" { 1 } else { 2 }
                    }
                    morale => number(morale),
                };
                assert_eq!(i32::from(guide.land_morale(technology, against)), morale);
            }
        }
        for (own, technology) in NAVAL {
            for (enemy, against) in NAVAL {
                let cell = core["naval_tech_columns"][own][enemy].as_str().expect("columns");
                assert_eq!(head.naval_columns(technology, against).to_string(), cell);
                if (technology, against) != (Naval::Carrack, Naval::SeventyFour) {
                    assert_eq!(guide.naval_columns(technology, against).to_string(), cell);
                }
                let wind = match &core["wind_advantage_drm"][own][enemy] {
                    Value::Null => Some(0),
                    Value::String(_) => None,
                    wind => Some(number(wind)),
                };
                assert_eq!(guide.wind(technology, against).map(i32::from), wind, "{own} {enemy}");
            }
            assert_eq!(i32::from(guide.naval_morale(technology)), number(&core["naval_morale"][own]));
        }
        assert_eq!(number(&core["naval_morale"]["TRANSPORT"]), 0);
    }
    if let Some((_, lines)) = csv("T_BATTLE_TECH") {
        assert_eq!(lines.len(), 113);
        for line in lines {
            let columns = format!("{}/{}", if line[3].is_empty() { "-" } else { &line[3] }, line[4]);
            let (morale, veteran) = (line[5].parse::<i8>(), line[6].parse::<i8>());
            let of = |list: &[(&str, Land)], key: &str| {
                list.iter().find(|(name, _)| *name == key).map(|(_, technology)| *technology)
            };
            if let (Some(own), Some(enemy)) = (of(&LAND, &line[0]), of(&LAND, &line[1])) {
                assert_eq!(
                    head.land_columns(own, enemy).to_string(),
                    columns.replace("null", "-"),
                    "{line:?}"
                );
                // That program has one number for Renaissance, the one against Medieval.
                let against = if own == Land::Renaissance { Land::Medieval } else { enemy };
                assert_eq!(Ok(head.land_morale(own, against)), morale, "{line:?}");
                assert_eq!(veteran, Ok(1));
            } else {
                let of = |key: &str| NAVAL.iter().find(|(name, _)| *name == key).expect("a technology").1;
                let (own, enemy) = (of(&line[0]), of(&line[1]));
                assert_eq!(head.naval_columns(own, enemy).to_string(), columns, "{line:?}");
                assert_eq!(Ok(head.naval_morale(own)), morale);
                assert_eq!(Ok(head.naval_veterans(own)), veteran);
                let later = own == Naval::Galley;
                assert_eq!(guide.naval_veterans(own), if later { 0 } else { head.naval_veterans(own) });
            }
        }
    }
}

#[test]
fn the_sizes_of_armies_are_those_of_the_aids() {
    let _ = rule!("fast-battle.losses.size.army-size");
    let _ = rule!("fast-battle.aids.army-classes");
    let of = tables(Edition::Guide);
    assert_eq!(of.army_size(Class::IV, false, Period::II), 2);
    assert_eq!(of.army_size(Class::III, false, Period::II), 0);
    if let Some(core) = core() {
        let rows = object(&core["army_size_by_class_period"]);
        assert_eq!(rows.len(), 10);
        for (class, row) in rows {
            for (key, size) in object(row) {
                let (class, reformed) = match class.as_str() {
                    "TUR_REFORMED_M1a" => (Class::I, true),
                    class => (Class::by_key(class).expect("a class"), false),
                };
                assert_eq!(i32::from(of.army_size(class, reformed, period(key))), number(size));
            }
        }
    }
    if let Some((_, lines)) = csv("T_ARMY_CLASS") {
        assert_eq!(lines.len(), 63);
        for line in lines {
            let class = Class::by_key(&line[0]).expect("a class");
            assert_eq!(Ok(of.army_size(class, false, period(&line[1]))), line[2].parse(), "{line:?}");
        }
    }
}

#[test]
fn the_corrections_are_those_of_the_aids() {
    let _ = rule!("fast-battle.losses.small-stack.known-cells");
    let _ = rule!("fast-battle.losses.size.known-cells");
    let _ = rule!("fast-battle.losses.retreat.known-cells");
    let guide = tables(Edition::Guide);
    assert_eq!(guide.small_army(Thirds::whole(5)), Small::By(Thirds(2)));
    assert_eq!(guide.small_army(Thirds::whole(8)), Small::By(Thirds(0)));
    assert_eq!(guide.sized(Thirds(2), 1), Thirds(2));
    assert_eq!(guide.sized(Thirds(3), 1), Thirds(4));
    assert_eq!(guide.sized(Thirds(9), 1), Thirds(11));
    assert_eq!(guide.retreat(3), Thirds(1));
    // A strength between two columns has the lower one.
    assert_eq!(guide.small_army(Thirds(5)), Small::By(Thirds(5)));
    assert_eq!(guide.small_army(Thirds(8)), Small::By(Thirds(4)));
    // Explorers: one d, two, and a detachment with one.
    for (strength, less) in [(1, 9), (2, 7), (4, 5), (5, 5), (6, 4), (0, 0), (-3, 0)] {
        assert_eq!(guide.small_army(Thirds(strength)), Small::By(Thirds(less)), "{strength} thirds");
    }
    let Some(core) = core() else { return };
    let small = &core["small_stack_loss_mod_thirds"];
    for (strength, key) in [(1, "LDE"), (2, "2LDE"), (3, "1"), (4, "1+LDE"), (24, "8+"), (90, "8+")] {
        assert_eq!(guide.small_army(Thirds(strength)), Small::By(Thirds(-number(&small["land"][key]))));
    }
    for whole in 2..=6 {
        let less = -number(&small["land"][whole.to_string()]);
        assert_eq!(guide.small_army(Thirds::whole(whole)), Small::By(Thirds(less)));
    }
    assert_eq!(small["land"]["7"], "-1 third on odd 1d10");
    assert_eq!(guide.small_army(Thirds::whole(7)), Small::IfOdd(Thirds(1)));
    for (ships, key) in
        [(0, "0(NDE only)"), (1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5"), (6, "6+"), (60, "6+")]
    {
        assert_eq!(guide.small_fleet(ships), Small::By(Thirds(-number(&small["naval_ND"][key]))));
    }
    for (edition, key) in EDITIONS {
        let of = tables(edition);
        let lines = &core["loss_mod_by_size_thirds"][key];
        let columns = lines["columns(thirds)"].as_array().expect("columns");
        assert_eq!(columns.len(), 8);
        for (modifier, name) in [(-2, "-2"), (-1, "-1"), (0, "0"), (1, "+1"), (2, "+2"), (3, "+3")] {
            for (column, cell) in columns.iter().zip(lines[name].as_array().expect("a line")) {
                assert_eq!(of.sized(Thirds(number(column)), modifier), Thirds(number(cell)), "{key} {name}");
            }
            let over = if matches!(name, "-1" | "0") { "-1/0" } else { name };
            let more = match lines["over_6"][over].as_str().expect("over six") {
                "#-2+2/3 (i.e. # - 4 thirds)" => -4,
                "#" => 0,
                text => 3 * text.trim_start_matches("#+").parse::<i32>().expect("a number"),
            };
            for over in [19, 20, 21, 40] {
                assert_eq!(of.sized(Thirds(over), modifier), Thirds(over + more), "{key} {name}");
            }
        }
    }
    let mut last = i32::MIN;
    for row in core["retreat_losses_thirds_upto"].as_array().expect("rows") {
        let (upto, thirds) = (number(&row[0]), number(&row[1]));
        for roll in last.max(-5)..=upto.min(20) {
            assert_eq!(guide.retreat(roll), Thirds(thirds), "{roll}");
        }
        last = upto + 1;
    }
}

#[test]
fn artillery_is_that_of_the_aids() {
    let _ = rule!("fast-battle.aids.artillery");
    assert_eq!(tables(Edition::Guide).artillery("FRA", Class::IV, Period::II), 3);
    assert_eq!(tables(Edition::Guide).artillery("SPA", Class::III, Period::II), 3);
    // The last edition has rows in part, and where it says nothing a country has what the others have.
    let venice = Period::ALL.map(|period| tables(Edition::Head).artillery("VEN", Class::III, period));
    let others = Period::ALL.map(|period| tables(Edition::Head).artillery("nobody", Class::IV, period));
    assert_eq!(venice[..3], [2, 3, 3]);
    assert_eq!(venice[3..], others[3..]);
    assert_eq!(others[3..], [3, 4, 5, 5]);
    let classes = |key: &str| -> Vec<Class> {
        match key {
            "CLASS_I_II" => vec![Class::I, Class::II],
            "CLASS_A" => vec![Class::A],
            "CLASS_IIM_IIIM" => vec![Class::IIM, Class::IIIM],
            "CLASS_III_IV" => vec![Class::III, Class::IV],
            "OTHERS" => vec![Class::IIM, Class::IIIM, Class::III, Class::IV],
            _ => Vec::new(),
        }
    };
    if let Some(core) = core() {
        for (edition, key) in EDITIONS {
            let of = tables(edition);
            let rows = &core["artillery_per_Aplus"][key];
            for (row, cells) in object(rows) {
                for (column, cell) in object(cells) {
                    let period = period(column);
                    if row.starts_with("CLASS") || row == "OTHERS" {
                        for class in classes(row) {
                            assert_eq!(i32::from(of.artillery("?", class, period)), number(cell));
                        }
                        continue;
                    }
                    let points = i32::from(of.artillery(row, Class::IV, period));
                    let others = &rows["OTHERS"][column];
                    match (cell, others) {
                        (Value::Null, Value::Null) => assert_eq!(points, 0, "{row} {column}"),
                        // A row that the later edition has in part, where the others' number stands in; two countries are not there yet.
                        (Value::Null, others) if !["HOL", "USA"].contains(&row.as_str()) => {
                            assert_eq!(points, number(others), "{row} {column}");
                        }
                        (Value::Null, _) => assert_eq!(points, 0, "{row} {column}"),
                        (cell, _) => assert_eq!(points, number(cell), "{key} {row} {column}"),
                    }
                }
            }
        }
    }
    if let Some((_, lines)) = csv("T_ARMY_ARTILLERY") {
        assert_eq!(lines.len(), 112);
        let keys = [
            ("venise", "VEN"),
            ("habsbourg", "HAB"),
            ("hollande", "HOL"),
            ("portugal", "POR"),
            ("suede", "SUE"),
            ("espagne", "SPA"),
            ("france", "FRA"),
            ("angleterre", "ENG"),
            ("turquie", "TUR"),
            ("russie", "RUS"),
            ("pologne", "POL"),
            ("prusse", "PRU"),
        ];
        let of = tables(Edition::Head);
        let mut of_class_one = 0;
        for line in lines {
            let points: u8 = line[3].parse().expect("points");
            let period = period(&line[2]);
            if let Some((_, key)) = keys.iter().find(|(name, _)| *name == line[0]) {
                assert_eq!(of.artillery(key, Class::IV, period), points, "{line:?}");
                continue;
            }
            assert!(line[0].is_empty(), "{line:?}");
            // The export has lost the M of the classes, so that three rows stand twice; of class I the second is IVM's or IV's.
            let class = Class::by_key(&line[1]).expect("a class");
            if class == Class::I {
                of_class_one += 1;
            }
            let class = if class == Class::I && of_class_one > 7 { Class::IV } else { class };
            assert_eq!(of.artillery("?", class, period), points, "{line:?}");
        }
    }
}

#[test]
fn replacement_leaders_are_those_of_the_aids() {
    let _ = rule!("fast-battle.aids.replacement-leaders");
    let of = replacements();
    let shown =
        |leader: crate::leader::Leader| format!("{}{}{}", leader.manoeuvre, leader.fire, leader.shock);
    assert_eq!(of.admirals("POL", Edition::Guide).map(shown)[0], "312");
    assert_eq!(of.admirals("PRU", Edition::Guide).map(shown)[1], "222");
    assert_eq!(of.admirals("FRA", Edition::Guide), of.generals("FRA", Edition::Guide));
    // The viziers belong to the later edition.
    assert_eq!(of.generals("VIZIER", Edition::Guide), of.generals("nobody's", Edition::Guide));
    let Some(core) = core() else { return };
    let rows = object(&core["replacement_leaders_MAN_FIRE_SHOCK_by_d10"]);
    assert_eq!(rows.len(), 15);
    for (country, row) in rows {
        let key = match country.as_str() {
            "NATIVES" => "natives",
            "MINOR" => "minor",
            key => key,
        };
        let written: Vec<&str> = row.as_array().expect("ten").iter().filter_map(Value::as_str).collect();
        for edition in [Edition::Guide, Edition::Head] {
            if (key, edition) != ("VIZIER", Edition::Guide) {
                assert_eq!(of.generals(key, edition).map(shown).to_vec(), written, "{country}");
            }
        }
    }
}

const ROWS: [(&str, Attack); 6] = [
    ("besieged_fire", Attack::BesiegedFire),
    ("besieged_fire_breach", Attack::BesiegedFireBreach),
    ("besieged_shock", Attack::BesiegedShock),
    ("besieged_shock_breach", Attack::BesiegedShockBreach),
    ("besieger_fire", Attack::BesiegerFire),
    ("besieger_shock", Attack::BesiegerShock),
];

#[test]
fn the_tables_of_sieges_are_those_of_the_aids() {
    let _ = rule!("fast-battle.siege.siegework");
    let _ = rule!("fast-battle.assault.win-by-losses");
    let (guide, head) = (siege_tables(Edition::Guide), siege_tables(Edition::Head));
    assert_eq!(guide.assault(Attack::BesiegedShock, 8).losses, Thirds(4));
    let read = |of: &crate::siege::tables::Tables, attack, roll| {
        let cell = of.assault(attack, roll);
        (cell.losses.0, cell.stars)
    };
    if let Some(core) = core() {
        for (name, attack) in ROWS {
            for (roll, cell) in object(&core["assault"][name]) {
                let roll = roll.parse().expect("a roll");
                assert_eq!(read(head, attack, roll), pair(cell), "{name} {roll}");
                if (name, roll) != ("besieged_shock", 8) {
                    assert_eq!(read(guide, attack, roll), pair(cell), "{name} {roll}");
                }
            }
        }
        let bonus = &core["artillery_bonus_vs_fortress_min_value"];
        for level in 0..=5_u8 {
            for points in 0..=12_u8 {
                let enough = ["+1", "+2", "+3"]
                    .iter()
                    .filter(|key| i32::from(points) >= number(&bonus[**key][usize::from(level)]));
                let expected = i8::try_from(enough.count());
                assert_eq!(Ok(guide.artillery(level, points)), expected, "{level} {points}");
            }
            for (key, breach) in [("normal", false), ("breach", true)] {
                let losses = number(&core["fortress_resistance_thirds"][key][usize::from(level)]);
                assert_eq!(guide.resistance(level, breach), Thirds(losses));
            }
        }
        let names = [
            ("none", Undermining::Nothing),
            ("S-", Undermining::SiegeworkMinus),
            ("S+", Undermining::SiegeworkPlus),
            ("BREACH", Undermining::Breach),
            ("BREACH_OR_WAR_HONOURS", Undermining::BreachOrWarHonours),
            ("SURRENDER", Undermining::Surrender),
        ];
        let mut next = -10;
        for row in core["undermining_upto"].as_array().expect("rows") {
            let result = names.iter().find(|(name, _)| row[1] == *name).expect("a result").1;
            while next <= number(&row[0]).min(30) {
                assert_eq!(guide.undermining(next), result, "{next}");
                next += 1;
            }
        }
    }
    if let Some((_, lines)) = csv("T_ARTILLERY_SIEGE") {
        assert_eq!(lines.len(), 18);
        for line in lines {
            let [level, points, bonus] = [0, 1, 2].map(|i: usize| line[i].parse::<u8>().expect("a number"));
            assert!(i16::from(guide.artillery(level, points)) >= i16::from(bonus));
            assert!(i16::from(guide.artillery(level, points - 1)) < i16::from(bonus), "{line:?}");
        }
    }
    if let Some((_, lines)) = csv("T_FORTRESS_RESISTANCE") {
        assert_eq!(lines.len(), 12);
        for line in lines {
            let [level, round, third, breach] =
                [0, 1, 2, 3].map(|i: usize| line[i].parse::<u8>().expect("a number"));
            let losses = Thirds(3 * i32::from(round) + i32::from(third));
            assert_eq!(guide.resistance(level, breach == 1), losses, "{line:?}");
        }
    }
    if let Some((_, lines)) = csv("T_ASSAULT_RESULT") {
        assert_eq!(lines.len(), 60);
        for line in lines {
            let [die, fire, round, third, stars, breach, besieger] =
                [0, 1, 2, 3, 4, 5, 6].map(|i: usize| line[i].parse::<i32>().expect("a number"));
            let attack = match (besieger, fire, breach) {
                (1, 1, _) => Attack::BesiegerFire,
                (1, _, _) => Attack::BesiegerShock,
                (_, 1, 1) => Attack::BesiegedFireBreach,
                (_, 1, _) => Attack::BesiegedFire,
                (_, _, 1) => Attack::BesiegedShockBreach,
                _ => Attack::BesiegedShock,
            };
            let stars = i8::try_from(stars).expect("stars");
            assert_eq!(read(head, attack, die), (3 * round + third, stars), "{line:?}");
        }
    }
}

#[test]
fn the_artillery_of_an_army_is_that_of_its_country_or_of_its_class() {
    for (country, class, points) in [
        ("FRA", Class::IV, [2, 3, 3, 4, 5, 6, 6]),
        ("TUR", Class::I, [1, 2, 3, 4, 4, 4, 4]),
        ("TUR_JANISSARY", Class::I, [2, 3, 4, 4, 4, 4, 4]),
        ("RUS", Class::II, [1, 1, 1, 2, 3, 4, 4]),
        ("RUS_REFORMED", Class::II, [1, 1, 1, 3, 4, 6, 6]),
        // Of these nothing is printed by themselves.
        ("PER", Class::I, [1, 2, 3, 3, 3, 3, 3]),
        ("PER", Class::II, [1, 2, 3, 3, 3, 3, 3]),
        ("PER", Class::A, [1, 1, 1, 1, 1, 2, 2]),
        ("PER", Class::III, [2, 2, 3, 3, 4, 5, 5]),
        ("PER", Class::IV, [2, 2, 3, 3, 4, 5, 5]),
    ] {
        let tables = tables(Edition::Guide);
        assert_eq!(
            Period::ALL.map(|period| tables.artillery(country, class, period)),
            points,
            "{country} {class:?}"
        );
    }
    // Janissaries are Turkey's, and a reformed army Russia's.
    let of = |country: &str, janissaries: bool, reformed: bool| {
        let army = Part { janissaries, reformed, ..part(country, Class::IV, 1, 0, 0) };
        let side = side(army, Land::Arquebuse);
        side.artillery_of_counters(tables(Edition::Guide), Period::III)
    };
    assert_eq!((of("TUR", false, false), of("TUR", true, false)), (vec![3], vec![4]));
    assert_eq!((of("POL", true, true), of("POL", false, false)), (vec![3], vec![3]));
    let of = |reformed: bool| {
        let army = Part { reformed, ..part("RUS", Class::IV, 1, 0, 0) };
        side(army, Land::Arquebuse).artillery_of_counters(tables(Edition::Guide), Period::IV)
    };
    assert_eq!((of(false), of(true)), (vec![2], vec![3]));
}

#[test]
fn the_last_edition_s_rows_of_artillery_are_filled_up_with_the_others() {
    let points = |country: &str| {
        Period::ALL.map(|period| tables(Edition::Head).artillery(country, Class::III, period))
    };
    assert_eq!(points("HAB"), [2, 2, 3, 4, 4, 5, 6]);
    assert_eq!(points("PRU"), [2, 2, 3, 3, 4, 6, 6]);
    assert_eq!(points("VEN"), [2, 3, 3, 3, 4, 5, 5]);
}
