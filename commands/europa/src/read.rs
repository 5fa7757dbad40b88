//! Stacks, ground and plans as people write them.

mod plan;
pub(crate) mod siege;

use super::country_meant;
use europa::Position;
use europa::battle::Map;
use europa::battle::course::{BattleScene, Stack};
use europa::battle::land::{Crossing, Part, Side, TURKEY, Terrain};
use europa::battle::sea::{Fleet, Line};
use europa::class::Class;
use europa::country::Country;
use europa::geography::{self, Place};
use europa::leader::{Command, Leader};
use europa::technology::{Land, Naval};
use europa::thirds::Thirds;
pub(crate) use plan::{plan, written};
use table::Said;
use table::said;
use table_commands::present::names::quoted;
use table_commands::words::{as_it_stands, one_ground};

/// Countries apart by commas, "and", "&" or lines.
///
/// # Errors
/// A sentence that quotes what is no country.
pub(crate) fn countries(text: &str) -> Result<Vec<Country>, Said> {
    let text = text.replace(" and ", ",").replace(" ja ", ",").replace(['&', '+', '\n', ';'], ",");
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(country_meant).collect()
}

/// A stack with the countries it names: `France: A+ A+ LD, veteran, arquebuse, leader 4 1 2`.
pub(crate) struct Read {
    /// The countries, in order.
    pub(crate) countries: Vec<Country>,
    /// The stack.
    pub(crate) stack: Stack,
}

/// What of a stack was said so far.
#[derive(Default)]
struct Said_ {
    parts: Vec<(Country, Counters)>,
    veteran: bool,
    tercios: bool,
    foraging: bool,
    reformed: bool,
    janissaries: bool,
    sipahis: Option<bool>,
    galleys_in_line: bool,
    /// What of it is of battles on land alone, and at sea alone, as it was written.
    elsewhere: [Option<String>; 2],
    land: Option<Land>,
    naval: Option<Naval>,
    command: Option<Command>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Counters {
    a_plus: u8,
    a_minus: u8,
    land: Thirds,
    pashas: u8,
    warships: Thirds,
    /// Exploration detachments that are written `d`, on land and at sea alike.
    explorers: u8,
    galleys: u8,
    galleasses: u8,
    transports: u8,
}

/// Reads a stack. `own` are the countries that it is of where it names none.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub(crate) fn stack(text: &str, at_sea: bool, own: &[Country], position: &Position) -> Result<Read, Said> {
    let mut said = Said_::default();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let (country, rest) = match line.split_once(':') {
            Some((name, rest)) => (Some(country_meant(name)?), rest),
            None => (None, line),
        };
        let country =
            country.or_else(|| said.parts.last().map(|(country, _)| *country)).or(own.first().copied());
        let country = country.ok_or_else(|| {
            said!("\"{}\" does not say whose troops they are, as in: France: A+ A+ LD.", quoted(line))
        })?;
        if !said.parts.iter().any(|(known, _)| *known == country) {
            said.parts.push((country, Counters::default()));
        }
        for item in rest.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            said.item(country, item)?;
        }
    }
    said.is_all_of(at_sea)?;
    let countries: Vec<Country> = said.parts.iter().map(|(country, _)| *country).collect();
    let Some(first) = countries.first().copied() else {
        return Err(said!("Say what fights, as in: France: A+ A+ LD, veteran, leader 4 1 2."));
    };
    let played = position.countries.get(&first);
    let command =
        said.command.take().unwrap_or_else(|| Command::Replacement(first.artillery_key().to_owned()));
    let stack = if at_sea {
        let sum = said.parts.iter().fold(Counters::default(), |sum, (_, own)| sum.with(own));
        Stack::Fleet(Fleet {
            technology: said.naval.or(played.map(|played| played.naval)).unwrap_or(Naval::Carrack),
            warships: sum.warships + Thirds(sum.explorers.into()),
            galleys: sum.galleys,
            galleasses: sum.galleasses,
            transports: sum.transports,
            line: if said.galleys_in_line { Line::Galleys } else { Line::Warships },
            veteran: said.veteran,
            command,
            further: Vec::new(),
        })
    } else {
        let part = |(country, own): &(Country, Counters)| Part {
            country: country.artillery_key().to_owned(),
            class: country.known().class.unwrap_or(Class::III),
            a_plus: own.a_plus,
            a_minus: own.a_minus,
            detachments: own.land + Thirds(own.explorers.into()),
            pashas: own.pashas,
            reformed: said.reformed,
            janissaries: said.janissaries,
            // They are there until Turkey's second reform.
            sipahis: said.sipahis.unwrap_or(country.artillery_key() == TURKEY),
        };
        Stack::Army(Side {
            parts: said.parts.iter().map(part).collect(),
            technology: said.land.or(played.map(|played| played.land)).unwrap_or(Land::Medieval),
            // Any pasha makes conscripts of those with whom he fights.
            veteran: said.veteran && said.parts.iter().all(|(_, own)| own.pashas == 0),
            tercios: said.tercios,
            command,
            foraging: said.foraging,
            further: Vec::new(),
        })
    };
    Ok(Read { countries, stack })
}

impl Counters {
    fn with(self, other: &Counters) -> Counters {
        Counters {
            a_plus: self.a_plus + other.a_plus,
            a_minus: self.a_minus + other.a_minus,
            land: self.land + other.land,
            pashas: self.pashas + other.pashas,
            explorers: self.explorers + other.explorers,
            warships: self.warships + other.warships,
            galleys: self.galleys + other.galleys,
            galleasses: self.galleasses + other.galleasses,
            transports: self.transports + other.transports,
        }
    }

    /// Whether any of it is of land, or of the sea.
    fn has(&self, at_sea: bool) -> bool {
        if at_sea {
            self.warships > Thirds::NONE || self.galleys > 0 || self.transports > 0
        } else {
            self.a_plus > 0 || self.a_minus > 0 || self.land > Thirds::NONE || self.pashas > 0
        }
    }

    /// Takes counters that are written: `A+`, `2 A-`, `3ND`, `2d`. `None` where it is none.
    fn take(&mut self, many: u8, word: &str) -> Option<()> {
        let whole = Thirds::whole(many.into());
        match word {
            "a+" => self.a_plus = self.a_plus.checked_add(many)?,
            "a-" | "a−" => self.a_minus = self.a_minus.checked_add(many)?,
            "ld" | "dt" => self.land += whole,
            "pasha" | "pashas" => self.pashas = self.pashas.checked_add(many)?,
            "lde" => self.land += Thirds(many.into()),
            "d" => self.explorers = self.explorers.checked_add(many)?,
            "nd" => self.warships += whole,
            "nde" => self.warships += Thirds(many.into()),
            "gd" => self.galleys = self.galleys.checked_add(many)?,
            "galleass" | "galleasses" | "vgd" => {
                self.galleys = self.galleys.checked_add(many)?;
                self.galleasses = self.galleasses.checked_add(many)?;
            }
            "dtr" | "td" => self.transports = self.transports.checked_add(many)?,
            _ => return None,
        }
        Some(())
    }
}

impl Said_ {
    /// Refuses what has no place in a battle at sea, or on land: nothing that is written is left out in silence.
    fn is_all_of(&self, at_sea: bool) -> Result<(), Said> {
        let [of_land, of_sea] = &self.elsewhere;
        match if at_sea { of_land } else { of_sea } {
            Some(word) if at_sea => Err(said!("\"{}\" has no part in a battle at sea.", quoted(word))),
            Some(word) => Err(said!("\"{}\" has no part in a battle on land.", quoted(word))),
            None => Ok(()),
        }
    }

    fn item(&mut self, country: Country, item: &str) -> Result<(), Said> {
        let lower = item.to_lowercase();
        match lower.as_str() {
            "tercios" | "tercio" | "foraging" | "reformed" | "janissaries" | "sipahis" | "no sipahis" => {
                self.elsewhere[0].get_or_insert_with(|| item.to_owned());
            }
            "galleys in line" | "galleys" => _ = self.elsewhere[1].get_or_insert_with(|| item.to_owned()),
            _ => {}
        }
        match lower.as_str() {
            "veteran" | "veterans" | "vet" => self.veteran = true,
            "conscript" | "conscripts" | "cons" => self.veteran = false,
            "tercios" | "tercio" => self.tercios = true,
            "foraging" => self.foraging = true,
            "reformed" => self.reformed = true,
            "janissaries" => self.janissaries = true,
            "sipahis" => self.sipahis = Some(true),
            "no sipahis" => self.sipahis = Some(false),
            "galleys in line" | "galleys" => self.galleys_in_line = true,
            "no leader" => self.command = Some(Command::None),
            "replacement" | "replacement leader" => self.command = None,
            _ => {
                let of = |name: &str| {
                    name.to_lowercase() == lower || table_commands::speech::word(name).to_lowercase() == lower
                };
                if let Some(land) = Land::ALL.into_iter().find(|land| of(land.name())) {
                    self.elsewhere[0].get_or_insert_with(|| item.to_owned());
                    self.land = Some(land);
                } else if let Some(naval) = Naval::ALL.into_iter().find(|naval| of(naval.name())) {
                    self.elsewhere[1].get_or_insert_with(|| item.to_owned());
                    self.naval = Some(naval);
                } else if let Some(values) = led(&lower) {
                    self.command = Some(Command::Leader(values.ok_or_else(|| {
                        said!(
                            "\"{}\" is no leader. He is written with MAN, Fire, Shock and, where he has it, siege, as in: leader 4 1 2 1.",
                            quoted(item)
                        )
                    })?));
                } else {
                    self.counters(country, item)?;
                }
            }
        }
        Ok(())
    }

    /// Counters of a country, apart by blanks.
    fn counters(&mut self, country: Country, item: &str) -> Result<(), Said> {
        let unknown = || {
            said!(
                "\"{}\" is nothing that fights. There is: A+, A-, LD, d, pasha; ND, GD, galleass, DTr, d; veteran, tercios, a technology, leader 4 1 2.",
                quoted(item)
            )
        };
        let Some((_, own)) = self.parts.iter_mut().find(|(known, _)| *known == country) else {
            return Err(unknown());
        };
        let mut words = item.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let lower = word.to_lowercase();
            let digits = lower.chars().take_while(char::is_ascii_digit).count();
            let (number, unit) = lower.split_at(digits);
            let many: u8 = if number.is_empty() { 1 } else { number.parse().map_err(|_| unknown())? };
            let unit = match unit {
                "" => words.next().map(str::to_lowercase).ok_or_else(unknown)?,
                "×" | "x" => words.next().map(str::to_lowercase).ok_or_else(unknown)?,
                unit => unit.to_owned(),
            };
            own.take(many, &unit).ok_or_else(unknown)?;
        }
        let elsewhere = &mut self.elsewhere;
        for (at, at_sea) in [false, true].into_iter().enumerate() {
            if own.has(at_sea) {
                elsewhere[at].get_or_insert_with(|| item.to_owned());
            }
        }
        Ok(())
    }
}

/// A leader where an item begins as one: `leader 4 1 2`, `admiral 3 2 1`, `Gonzalo 5 3 4 2`. The inner `None` is for values that are none.
fn led(item: &str) -> Option<Option<Leader>> {
    let rest = ["leader", "general", "admiral"].iter().find_map(|word| item.strip_prefix(word))?;
    let values: Option<Vec<i8>> =
        rest.replace('−', "-").replace('/', " ").split_whitespace().map(|n| n.parse().ok()).collect();
    Some(values.and_then(|values| match values.as_slice() {
        [manoeuvre, fire, shock] => {
            Some(Leader { manoeuvre: *manoeuvre, fire: *fire, shock: *shock, siege: 0 })
        }
        [manoeuvre, fire, shock, siege] => {
            Some(Leader { manoeuvre: *manoeuvre, fire: *fire, shock: *shock, siege: *siege })
        }
        _ => None,
    }))
}

/// The place of a name, where the map has it.
pub(crate) fn place(typed: &str) -> Option<Place> {
    let typed = typed.trim();
    Place::by_key(typed).or_else(|| {
        let found = geography::find(typed);
        let folded = europa::words::folded(typed);
        let called = |place: &&Place| {
            let site = place.site();
            std::iter::once(&site.name)
                .chain(&site.others)
                .chain(&site.english)
                .any(|name| europa::words::folded(name) == folded)
        };
        found.iter().find(called).copied()
    })
}

/// A place as it stands in a scene, and which of the map it is; a group's board may have others. In quotation marks any name is taken.
///
/// # Errors
/// A sentence that names the place that is meant, where the map has one that is called nearly so.
pub(crate) fn stated(typed: &str) -> Result<(String, Option<Place>), Said> {
    if let Some(known) = place(typed) {
        return Ok((known.name().to_owned(), Some(known)));
    }
    if let Some(other) = as_it_stands(typed) {
        return Ok((other.to_owned(), None));
    }
    match geography::misspelt(typed).or_else(|| geography::find(typed).first().copied()) {
        None => Ok((typed.trim().to_owned(), None)),
        Some(meant) => Err(said!(
            "\"{}\" is no place on the map. Write {}, if that is meant; where your board has the other, write it in quotation marks.",
            quoted(typed),
            crate::words::place(meant)
        )),
    }
}

/// The terrain that a word names.
fn terrain(word: &str) -> Option<Terrain> {
    Some(match word {
        "plain" | "clear" => Terrain::Plain,
        "dense forest" | "forest" => Terrain::DenseForest,
        "sparse forest" => Terrain::SparseForest,
        "desert" => Terrain::Desert,
        "swamp" | "marsh" => Terrain::Swamp,
        "mountain" | "mountains" => Terrain::Mountain,
        _ => return None,
    })
}

/// The scene of a battle: the place by the map where it is known, then what the words say.
///
/// # Errors
/// A sentence that quotes the word that is not known, or a place that is a slip of the pen away from one of the map.
pub(crate) fn scene(typed: &str, ground: &str, countries: [Vec<Country>; 2]) -> Result<BattleScene, Said> {
    let (name, known) = stated(typed)?;
    let mut scene = BattleScene {
        place: name,
        at_sea: false,
        map: Map::Europe,
        terrain: Terrain::Plain,
        cold: false,
        crossing: None,
        intercepted: false,
        mediterranean: false,
        countries,
    };
    if let Some(site) = known.map(Place::site) {
        scene.at_sea = site.is_sea();
        if !scene.at_sea && site.map == geography::Map::Rotw {
            scene.map = Map::Rotw;
        }
        scene.terrain = europa::board::terrain(site.terrain);
        if let geography::PlaceKind::Sea { waters, .. } = &site.sort {
            scene.mediterranean = *waters == geography::Waters::Mediterranean;
        }
    }
    let mut named = None;
    for word in ground.split([',', '\n', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        if let Some(terrain) = terrain(&word.to_lowercase()) {
            scene.terrain = one_ground(&mut named, (terrain, word))?;
            continue;
        }
        match word.to_lowercase().as_str() {
            "cold" => scene.cold = true,
            "river" => scene.crossing = Some(Crossing::River),
            "pass" => scene.crossing = Some(Crossing::Pass),
            "strait" => scene.crossing = Some(Crossing::Strait),
            "landing" => scene.crossing = Some(Crossing::Landing),
            "intercepted" => scene.intercepted = true,
            "sea" | "at sea" => scene.at_sea = true,
            "mediterranean" => (scene.at_sea, scene.mediterranean) = (true, true),
            "rotw" => scene.map = Map::Rotw,
            "europe" => scene.map = Map::Europe,
            _ => {
                return Err(said!(
                    "\"{}\" says nothing of the ground. There is: plain, dense forest, sparse forest, desert, swamp, mountain; cold; river, pass, strait, landing; intercepted; sea, Mediterranean; ROTW.",
                    quoted(word)
                ));
            }
        }
    }
    Ok(scene)
}

/// A fleet as its form takes it back.
pub(crate) fn written_fleet(fleet: &Fleet) -> String {
    let mut words = Vec::new();
    let (whole, thirds) = (fleet.warships.0 / 3, fleet.warships.0 % 3);
    let plain = fleet.galleys.saturating_sub(fleet.galleasses);
    let all = [
        (whole, "ND"),
        (thirds, "d"),
        (plain.into(), "GD"),
        (fleet.galleasses.into(), "galleass"),
        (fleet.transports.into(), "DTr"),
    ];
    words.push(
        all.iter().filter(|(n, _)| *n > 0).map(|(n, of)| format!("{n} {of}")).collect::<Vec<_>>().join(" "),
    );
    words.push(fleet.technology.name().to_lowercase());
    if fleet.line == Line::Galleys {
        words.push("galleys in line".to_owned());
    }
    if fleet.veteran {
        words.push("veteran".to_owned());
    }
    match &fleet.command {
        Command::Leader(leader) => {
            let siege = if leader.siege == 0 { String::new() } else { format!(" {}", leader.siege) };
            words.push(format!("leader {} {} {}{siege}", leader.manoeuvre, leader.fire, leader.shock));
        }
        Command::Replacement(_) => {}
        Command::None => words.push("no leader".to_owned()),
    }
    words.join(", ")
}

/// A position of turn 8 in which nobody plays anything.
#[cfg(test)]
fn nowhere() -> Position {
    let empty = serde_json::json!({"turn": 8, "countries": {}, "wars": []});
    serde_json::from_value(empty).unwrap_or_else(|why| panic!("{why}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use europa::battle::Plan;

    #[test]
    fn a_stack_is_read_as_it_is_written() {
        let read =
            stack("France: A+ 2 A- LD, veteran, Arquebuse, leader 4 3 1", false, &[], &nowhere()).unwrap();
        assert_eq!(read.countries, [Country::by_key("france").unwrap()]);
        let Stack::Army(side) = read.stack else { panic!("an army") };
        assert_eq!((side.parts[0].a_plus, side.parts[0].a_minus, side.strength()), (1, 2, Thirds::whole(9)));
        assert!(side.veteran && side.technology == Land::Arquebuse);
        assert_eq!(side.command, Command::Leader(Leader { manoeuvre: 4, fire: 3, shock: 1, siege: 0 }));
        let read = stack("Venice: 3GD 2 galleass 1 DTr; Spain: 2 ND", true, &[], &nowhere()).unwrap();
        let Stack::Fleet(fleet) = read.stack else { panic!("a fleet") };
        assert_eq!((fleet.galleys, fleet.galleasses, fleet.transports, fleet.warships), (5, 2, 1, Thirds(6)));
        assert_eq!((read.countries.len(), fleet.command), (2, Command::Replacement("VEN".to_owned())));
    }

    #[test]
    fn a_fleet_is_read_whole_and_comes_back_as_it_was_written() {
        let read = |text: &str| stack(text, true, &[Country::by_key("venice").unwrap()], &nowhere());
        let Stack::Fleet(fleet) = read("1 ND 2 d 3 GD DTr, galleys in line, leader -1 2 1 3").unwrap().stack
        else {
            panic!("a fleet")
        };
        assert_eq!((fleet.warships, fleet.galleys, fleet.transports), (Thirds(5), 3, 1));
        assert_eq!(fleet.line, Line::Galleys);
        let led = Leader { manoeuvre: -1, fire: 2, shock: 1, siege: 3 };
        assert_eq!(fleet.command, Command::Leader(led));
        let Stack::Fleet(again) = read(&written_fleet(&fleet)).unwrap().stack else { panic!("a fleet") };
        assert_eq!(again, fleet);
        // A detachment is none of exploration, and nothing is left out in silence.
        let of = |text: &str| match read(text).unwrap().stack {
            Stack::Fleet(fleet) => fleet.warships,
            Stack::Army(_) => panic!("a fleet"),
        };
        assert_eq!([of("ND"), of("NDE"), of("nd nde")], [Thirds(3), Thirds(1), Thirds(4)]);
        for wrong in ["2 ND LD", "2 ND, tercios", "2 ND, Musket", "A+", "pasha"] {
            assert!(
                read(wrong).err().unwrap().to_string().contains("has no part in a battle at sea"),
                "{wrong}"
            );
        }
        for wrong in ["A+ ND", "A+, galleys in line", "A+, Battery"] {
            let says = stack(wrong, false, &[Country::by_key("france").unwrap()], &nowhere()).err().unwrap();
            assert!(says.to_string().contains("has no part in a battle on land"), "{wrong}");
        }
    }

    #[test]
    fn a_place_that_is_nearly_written_is_asked_for_and_one_of_another_board_taken() {
        let of = |typed: &str| {
            stated(typed).map(|(name, place)| (name, place.is_some())).map_err(|said| said.to_string())
        };
        assert_eq!(of("vizcaya"), Ok(("Vizcaya".to_owned(), true)));
        for slip in ["Vizcayaa", "Viscaya"] {
            let says = of(slip).unwrap_err();
            assert!(says.contains(slip) && says.contains("Write Vizcaya"), "{says}");
        }
        assert_eq!(of("\"Vizcayaa\""), Ok(("Vizcayaa".to_owned(), false)));
        assert_eq!(of(" Nowhere "), Ok(("Nowhere".to_owned(), false)));
    }

    // fast-battle.battle.mod.cavalry: Turkey's sipahis are there until it is said that they are not, and nobody else's.
    #[test]
    fn turkey_has_sipahis_unless_it_is_said_that_it_has_none() {
        let of = |country: &str, text: &str| {
            let own = [Country::by_key(country).unwrap()];
            let Stack::Army(side) = stack(text, false, &own, &nowhere()).unwrap().stack else {
                panic!("an army")
            };
            let again = siege::written_army(&side, &own);
            let Stack::Army(read) = stack(&again, false, &own, &nowhere()).unwrap().stack else {
                panic!("an army")
            };
            assert_eq!(read, side, "{again}");
            side.parts[0].sipahis
        };
        assert!(of("turkey", "A+ LD") && of("turkey", "A+ LD, sipahis"));
        assert!(!of("turkey", "A+ LD, no sipahis") && !of("france", "A+ LD"));
    }

    // fast-battle.stacking.pashas: a pasha is an LD beside the limits, and makes conscripts of the stack.
    #[test]
    fn a_pasha_is_read_as_one_and_makes_conscripts() {
        let of = |text: &str| match stack(text, false, &[Country::by_key("turkey").unwrap()], &nowhere())
            .unwrap()
            .stack
        {
            Stack::Army(side) => side,
            Stack::Fleet(_) => panic!("an army"),
        };
        let side = of("A+ A+ 2 pashas, veteran");
        assert_eq!((side.parts[0].pashas, side.strength(), side.veteran), (2, Thirds::whole(10), false));
        assert!(of("A+ A+, veteran").veteran);
        let again = of(&siege::written_army(&side, &[Country::by_key("turkey").unwrap()]));
        assert_eq!(again, side);
    }

    #[test]
    fn what_is_not_understood_is_quoted() {
        let of = |text: &str| stack(text, false, &[], &nowhere()).err().unwrap().to_string();
        assert!(of("Atlantis: A+").contains("Atlantis"));
        assert!(of("A+ A+").contains("does not say whose"));
        assert!(of("France: 2 elephants").contains("2 elephants"));
        assert!(of("France: A+, leader 4 1").contains("leader 4 1 2 1"));
        assert!(plan("retire").err().unwrap().to_string().contains("retire"));
        assert_eq!(
            plan("morale 2, ask me").unwrap(),
            (Plan { leave_at_morale: Some(2), ..Plan::default() }, true)
        );
        assert_eq!(written(&plan("losses 3, slip").unwrap().0, false), "losses 3, slip away");
        let scene = |ground: &str| scene("Nowhere", ground, [Vec::new(), Vec::new()]);
        assert!(scene("plain, swamp").err().unwrap().to_string().contains("\"plain\" and \"swamp\""));
        assert_eq!(scene("marsh, swamp").unwrap().terrain, Terrain::Swamp);
        assert!(scene("lava").err().unwrap().to_string().contains("lava"));
        assert_eq!(scene("pass, mountain").unwrap().crossing, Some(Crossing::Pass));
    }
}
