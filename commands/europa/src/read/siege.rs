//! A fortress, who is inside, and the ground of a siege as people write them; and a stack as its form takes it back.

use super::{led, stated};
use europa::Position;
use europa::attrition::Pillages;
use europa::battle::Map;
use europa::battle::land::{Part, Side, TURKEY};
use europa::country::Country;
use europa::geography;
use europa::leader::{Command, Leader};
use europa::siege::course::{Change, SiegeScene};
use europa::siege::{Garrison, HIGHEST_LEVEL};
use europa::technology::Land;
use europa::thirds::Thirds;
use table::Said;
use table::said;
use table_commands::present::names::quoted;

/// A fortress as it was written.
pub(crate) struct Fortress {
    /// Whose, where it was said.
    pub(crate) countries: Vec<Country>,
    /// Its level, where it was said.
    pub(crate) level: Option<u8>,
    /// Who is inside.
    pub(crate) garrison: Garrison,
}

/// Reads a fortress: `Spain: level 3, 2 LD inside, arquebuse, leader 2 1 1 3`. `own` is whose it is where the text does not say.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub(crate) fn fortress(text: &str, own: &[Country], position: &Position) -> Result<Fortress, Said> {
    let (countries, rest) = match text.split_once(':') {
        Some((names, rest)) => (super::countries(names)?, rest),
        None => (Vec::new(), text),
    };
    let of = countries.first().or(own.first()).and_then(|country| position.countries.get(country));
    let mut read = Fortress {
        countries,
        level: None,
        garrison: Garrison {
            technology: of.map_or(Land::Medieval, |played| played.land),
            troops: Thirds::NONE,
            has_army: false,
            leader: None,
        },
    };
    for item in rest.split([',', '\n', ';']).map(str::trim).filter(|item| !item.is_empty()) {
        read.item(item)?;
    }
    Ok(read)
}

impl Fortress {
    fn item(&mut self, item: &str) -> Result<(), Said> {
        let lower = item.to_lowercase();
        let unknown = || {
            said!(
                "\"{}\" says nothing of a fortress. There is: level 3, fort, 2 LD inside, A- inside, no troops, a technology, leader 2 1 1 3.",
                quoted(item)
            )
        };
        if let Some(level) = lower.strip_prefix("level") {
            let level = level.trim().parse().ok().filter(|level| *level <= HIGHEST_LEVEL);
            self.level = Some(level.ok_or_else(|| {
                said!(
                    "\"{}\" is no level of a fortress: fort, or level 1 to {}.",
                    quoted(item),
                    HIGHEST_LEVEL
                )
            })?);
            return Ok(());
        }
        if let Some(land) = Land::ALL.into_iter().find(|land| land.name().to_lowercase() == lower) {
            self.garrison.technology = land;
            return Ok(());
        }
        if let Some(leader) = led(&lower) {
            let written = said!(
                "\"{}\" is no leader. He is written with MAN, Fire, Shock and, where he has it, siege, as in: leader 4 1 2 1.",
                quoted(item)
            );
            self.garrison.leader = Some(leader.ok_or(written)?);
            return Ok(());
        }
        match lower.as_str() {
            "fort" => self.level = Some(0),
            "no troops" | "empty" => (self.garrison.troops, self.garrison.has_army) = (Thirds::NONE, false),
            "no leader" => self.garrison.leader = None,
            _ => {
                let troops = lower.strip_suffix("inside").unwrap_or(&lower).trim();
                let mut sum = Thirds::NONE;
                let mut words = troops.split_whitespace();
                while let Some(word) = words.next() {
                    let digits = word.chars().take_while(char::is_ascii_digit).count();
                    let (number, unit) = word.split_at(digits);
                    let many: u8 =
                        if number.is_empty() { 1 } else { number.parse().map_err(|_| unknown())? };
                    let unit = if unit.is_empty() { words.next().ok_or_else(unknown)? } else { unit };
                    let (each, army) = match unit {
                        "ld" | "dt" | "pasha" | "pashas" => (3, false),
                        "d" | "lde" => (1, false),
                        "a+" => (12, true),
                        "a-" | "a−" => (6, true),
                        _ => return Err(unknown()),
                    };
                    sum += Thirds(i32::from(many) * each);
                    self.garrison.has_army |= army;
                }
                self.garrison.troops += sum;
            }
        }
        Ok(())
    }
}

/// The scene of a siege: fortress, ground and port by the map where it is known, then what the words say. With it the country whose
/// province it is by the map.
///
/// # Errors
/// A sentence that quotes the word that is not known, or a place that is a slip of the pen away from one of the map.
pub(crate) fn scene(typed: &str, ground: &str) -> Result<(SiegeScene, Option<Country>), Said> {
    let (name, known) = stated(typed)?;
    let mut scene = SiegeScene {
        place: name,
        level: 1,
        map: Map::Europe,
        rough: false,
        port: false,
        open: false,
        line: None,
        earlier_turn: false,
        bad_weather: false,
        pillages: Pillages::default(),
        hardship: 0,
        rather_loses: false,
        countries: [Vec::new(), Vec::new()],
    };
    if let Some(place) = known {
        let site = place.site();
        if site.is_sea() {
            return Err(said!("{} is a sea zone; a siege is laid in a province.", place.name()));
        }
        scene.level = site.fortress.min(HIGHEST_LEVEL);
        scene.rough = site.terrain.is_rough();
        scene.port = site.has_port();
        if site.map == geography::Map::Rotw {
            scene.map = Map::Rotw;
        }
    }
    let mut change = Change::default();
    for word in words(ground) {
        match word.to_lowercase().as_str() {
            "rough" => scene.rough = true,
            "plain" | "clear" => scene.rough = false,
            "port" => scene.port = true,
            "no port" => (scene.port, scene.open) = (false, false),
            "rotw" => scene.map = Map::Rotw,
            "europe" => scene.map = Map::Europe,
            "earlier turn" => scene.earlier_turn = true,
            _ => changed(&word, &mut change)?,
        }
    }
    scene.open = change.open.unwrap_or(scene.open);
    scene.port |= scene.open;
    scene.level = change.level.unwrap_or(scene.level);
    scene.bad_weather = change.bad_weather.unwrap_or_default();
    scene.pillages = change.pillages.unwrap_or_default();
    scene.hardship = change.hardship.unwrap_or_default();
    scene.rather_loses = change.rather_loses.unwrap_or_default();
    Ok((scene, known.and_then(|place| place.site().country())))
}

fn words(text: &str) -> Vec<String> {
    let words = text.split([',', '\n', ';']).map(str::trim).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// What has changed of the ground of a siege.
///
/// # Errors
/// A sentence that quotes the word that is not known.
pub(crate) fn ground(text: &str) -> Result<Change, Said> {
    let mut change = Change::default();
    for word in words(text) {
        changed(&word, &mut change)?;
    }
    Ok(change)
}

fn changed(word: &str, change: &mut Change) -> Result<(), Said> {
    let lower = word.to_lowercase();
    let number = |prefix: &str| lower.strip_prefix(prefix).and_then(|rest| rest.trim().parse::<u8>().ok());
    let pillaged = |add: Pillages| change.pillages.unwrap_or_default().and(add);
    match lower.as_str() {
        "open" | "open port" | "unblockaded" => change.open = Some(true),
        "blockaded" => change.open = Some(false),
        "bad weather" => change.bad_weather = Some(true),
        "good weather" => change.bad_weather = Some(false),
        "pillage-" | "pillage −" | "pillage -" | "pillage" => {
            change.pillages = Some(pillaged(Pillages { minus: 1, plus: 0 }));
        }
        "pillage+" | "pillage +" => change.pillages = Some(pillaged(Pillages { minus: 0, plus: 1 })),
        "no pillage" => change.pillages = Some(Pillages::default()),
        "rather lose" | "lose" => change.rather_loses = Some(true),
        "rather pillage" => change.rather_loses = Some(false),
        _ => match (number("level"), number("hardship")) {
            (Some(level), _) => change.level = Some(level),
            (_, Some(hardship)) => change.hardship = Some(hardship),
            _ => {
                return Err(said!(
                    "\"{}\" says nothing of the ground of a siege. There is: plain, rough; port, no port, open port, blockaded; level 3; bad weather, good weather; pillage-, pillage+, no pillage; rather lose, rather pillage; hardship 2; earlier turn; ROTW.",
                    quoted(word)
                ));
            }
        },
    }
    Ok(())
}

/// The length of a line of supply: `7`, `7 MP`, or `none`.
///
/// # Errors
/// A sentence that quotes what is none.
pub(crate) fn line(text: &str) -> Result<Option<u8>, Said> {
    let lower = text.trim().to_lowercase();
    let number = lower.strip_suffix("mp").unwrap_or(&lower).trim();
    match number {
        "none" | "no" | "-" => Ok(None),
        "" => Err(said!("Say how long your line of supply is in movement points: 7, or none.")),
        number => number.parse().map(Some).map_err(|_| {
            said!("\"{}\" is no length of a line of supply: 0 to 12 MP, or none.", quoted(text))
        }),
    }
}

/// A line of supply as its form takes it back.
pub(crate) fn written_line(line: Option<u8>) -> String {
    line.map_or_else(|| "none".to_owned(), |line| line.to_string())
}

/// A fortress as its form takes it back, without its level.
pub(crate) fn written_garrison(garrison: &Garrison) -> String {
    let mut words = Vec::new();
    let (ld, d) = (garrison.troops.0 / 3, garrison.troops.0 % 3);
    if garrison.has_army {
        // Two LD of them stand for the counter.
        words.push("A- inside".to_owned());
    }
    let ld = if garrison.has_army { ld - 2 } else { ld };
    if ld > 0 {
        words.push(format!("{ld} LD inside"));
    }
    if d > 0 {
        words.push(format!("{d} d inside"));
    }
    if words.is_empty() {
        words.push("no troops".to_owned());
    }
    words.push(garrison.technology.name().to_lowercase());
    if let Some(leader) = &garrison.leader {
        words.push(written_leader(leader));
    }
    words.join(", ")
}

fn written_leader(leader: &Leader) -> String {
    let Leader { manoeuvre, fire, shock, siege } = leader;
    format!("leader {manoeuvre} {fire} {shock} {siege}")
}

/// A land stack as its form takes it back, a line for each country.
pub(crate) fn written_army(side: &Side, countries: &[Country]) -> String {
    let lines = side.parts.iter().enumerate().map(|(n, part)| {
        let country = countries.iter().find(|country| country.artillery_key() == part.country);
        let name = country.map_or_else(String::new, |country| country.name().to_owned());
        let mut words = vec![counters(part)];
        let flags = [
            (part.reformed, "reformed"),
            (part.janissaries, "janissaries"),
            (part.sipahis, "sipahis"),
            (part.country == TURKEY && !part.sipahis, "no sipahis"),
        ];
        words.extend(flags.iter().filter(|(on, _)| *on).map(|(_, name)| (*name).to_owned()));
        if n == 0 {
            words.push(side.technology.name().to_lowercase());
            words.push(if side.veteran { "veteran" } else { "conscript" }.to_owned());
            if side.tercios {
                words.push("tercios".to_owned());
            }
            match &side.command {
                Command::Leader(leader) => words.push(written_leader(leader)),
                Command::Replacement(_) => {}
                Command::None => words.push("no leader".to_owned()),
            }
        }
        format!("{name}: {}", words.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn counters(part: &Part) -> String {
    let of = [
        (i32::from(part.a_plus), "A+"),
        (i32::from(part.a_minus), "A-"),
        (part.detachments.0 / 3, "LD"),
        (part.detachments.0 % 3, "d"),
        (part.pashas.into(), "pasha"),
    ];
    let each = of.iter().filter(|(many, _)| *many > 0).map(|(many, name)| format!("{many} {name}"));
    each.collect::<Vec<_>>().join(" ")
}

/// The country of a name, for whose fortress is besieged.
///
/// # Errors
/// A sentence that asks for it.
pub(crate) fn besieged(read: &Fortress, owner: Option<Country>) -> Result<Vec<Country>, Said> {
    if !read.countries.is_empty() {
        return Ok(read.countries.clone());
    }
    owner.map(|owner| vec![owner]).ok_or_else(|| {
        said!("Say whose fortress it is, as in: Spain: level 3, 2 LD inside, arquebuse, leader 2 1 1 3.")
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::read::{nowhere, stack};
    use europa::battle::course::Stack;

    #[test]
    fn a_fortress_is_read_as_it_is_written() {
        let read = |text: &str| fortress(text, &[], &nowhere()).unwrap();
        let one = read("Spain: level 3, 2 LD inside, arquebuse, leader 2 1 1 3");
        assert_eq!((one.countries[0].key(), one.level), ("spain", Some(3)));
        assert_eq!((one.garrison.troops, one.garrison.has_army), (Thirds::whole(2), false));
        assert_eq!(one.garrison.leader, Some(Leader { manoeuvre: 2, fire: 1, shock: 1, siege: 3 }));
        let two = read("fort, A- LD inside, Musket");
        assert_eq!(
            (two.level, two.garrison.troops, two.garrison.has_army),
            (Some(0), Thirds::whole(3), true)
        );
        let back = fortress(&written_garrison(&two.garrison), &[], &nowhere()).unwrap();
        assert_eq!(back.garrison, two.garrison);
        let wrong = |text: &str| fortress(text, &[], &nowhere()).err().unwrap().to_string();
        assert!(wrong("level 6").contains("level 1 to 5"));
        assert!(wrong("2 elephants inside").contains("2 elephants"));
        assert!(wrong("-1 LD inside").contains("says nothing of a fortress"));
        assert!(wrong("leader 2 1").contains("is no leader"));
        assert!(wrong("Atlantis: level 3").contains("Atlantis"));
    }

    #[test]
    fn the_ground_of_a_siege_is_what_the_map_and_the_words_say() {
        let (plain, owner) = scene("Nowhere", "rough, port, open, pillage-, pillage+, hardship 2").unwrap();
        assert!(plain.rough && plain.port && plain.open && owner.is_none());
        assert_eq!((plain.pillages, plain.hardship), (Pillages { minus: 1, plus: 1 }, 2));
        assert!(scene("Nowhere", "lava").err().unwrap().to_string().contains("lava"));
        assert_eq!(
            ground("blockaded, level 2").unwrap(),
            Change { open: Some(false), level: Some(2), ..Change::default() }
        );
        assert_eq!((line("7 MP").unwrap(), line("none").unwrap()), (Some(7), None));
        assert!(line("far").err().unwrap().to_string().contains("far"));
        assert!(line("").is_err());
    }

    #[test]
    fn a_stack_comes_back_as_it_was_written() {
        let text = "France: 1 A+ 1 A-, veteran, arquebuse, leader 4 3 1 2\nVenice: 1 LD";
        let read = stack(text, false, &[], &nowhere()).unwrap();
        let Stack::Army(side) = read.stack else { panic!("an army") };
        let again = stack(&written_army(&side, &read.countries), false, &[], &nowhere()).unwrap();
        assert_eq!((again.stack, again.countries), (Stack::Army(side), read.countries));
    }
}
