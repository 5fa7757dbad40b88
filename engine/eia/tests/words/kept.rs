//! A board that the bot keeps, in words: after `kept board` what stands in a place is put there as pieces (`Vienna: Austria I 12i 2c, depot`).
//!
//! A place is an area, a sea area, or the `box` of a port. What stands in it: corps and fleets by their names (`Austria I 12i 2c`, `Bavaria 1 6i`,
//! `France I Fleet 15L 3T`), leaders, `Cossacks`, `depot`, `garrison 3i`, `guards 1i`. Behind a counter: `inside`, `besieging`, `aboard` (the
//! fleet that was named before it), `lent to France`, `closed` (nobody looks at what is in it). `Ulm: siege 2` is a siege of two months, `Riga:
//! burned` a city that burned; `Austria and Russia move together`.

use super::Words;
use super::clause::{maybe_power, place, power, province};
use engine::eia::ground::Ground;
use engine::eia::ground::reach::{March, Marcher};
use engine::eia::land::forces::Factors;
use engine::eia::map::{AreaId, Berth, Place};
use engine::eia::oob::Ships;
use engine::eia::pieces::{
    Contents, Corps, CorpsId, Depot, DepotId, Fleet, FleetId, Garrison, Irregular, IrregularId, Leader,
    LeaderId, Owner, Pieces, Post, Siege, Stand,
};
use engine::eia::powers::Power;
use engine::table::Refusal;
use std::collections::BTreeSet;

/// What stands on a kept board.
#[derive(Clone, Default)]
pub struct Kept {
    pub pieces: Pieces,
    pub contents: Contents,
    pub together: Vec<BTreeSet<Power>>,
}

/// The clause with which a kept board begins.
pub const KEPT: &str = "kept board";

/// Whether a clause is about what stands on it.
pub fn is_of_the_board(clause: &str) -> bool {
    clause == KEPT
        || clause.ends_with(" move together")
        || clause.split_once(": ").is_some_and(|(at, _)| berth(at).is_some())
}

/// A place in which something can stand.
fn berth(at: &str) -> Option<Berth> {
    if let Some(port) = at.strip_prefix("box ") {
        return area(port).map(Berth::Box);
    }
    match place(at)? {
        Place::Sea(sea) => Some(Berth::Sea(sea)),
        Place::Area(area) => Some(Berth::Port(area)),
        _ => None,
    }
}

pub fn area(name: &str) -> Option<AreaId> {
    match place(name).or_else(|| place(&format!("area {name}")))? {
        Place::Area(area) => Some(area),
        _ => None,
    }
}

/// Whose something is, and the words behind that.
fn owner<'w>(words: &'w [&'w str]) -> Option<(Owner, &'w [&'w str])> {
    (1..=words.len()).rev().find_map(|n| {
        let name = words[..n].join(" ");
        let power = maybe_power(&name).map(Owner::Power);
        let owner = power.or_else(|| province(&name).map(Owner::Minor))?;
        Some((owner, &words[n..]))
    })
}

/// The corps of a name: `France II`, `Bavaria 1`, `Baden`.
#[track_caller]
pub fn corps(scenario: &str, text: &str) -> CorpsId {
    let words: Vec<&str> = text.split(' ').collect();
    let (of, rest) = owner(&words).unwrap_or_else(|| panic!("whose is {text:?}?"));
    named(scenario, of, &rest.join(" ")).unwrap_or_else(|| panic!("{text:?} is no corps"))
}

fn named(scenario: &str, of: Owner, name: &str) -> Option<CorpsId> {
    [name.to_owned(), format!("{name} Corps")]
        .iter()
        .find_map(|name| CorpsId::named(scenario, of, name.trim()))
}

impl Kept {
    /// Puts what a clause says on the board.
    #[track_caller]
    pub fn read(&mut self, scenario: &str, clause: &str) {
        if clause == KEPT {
            return;
        }
        if let Some(all) = clause.strip_suffix(" move together") {
            self.together.push(all.split(" and ").map(power).collect());
            return;
        }
        let (at, things) = clause.split_once(": ").unwrap();
        let at = berth(at).unwrap();
        let (mut of, mut fleet) = (None, None);
        for thing in things.split(", ") {
            let words: Vec<&str> = thing.split(' ').collect();
            let (whose, rest) = match owner(&words) {
                Some((owner, rest)) => (Some(owner), rest),
                None => (of, &words[..]),
            };
            of = whose;
            assert!(
                self.put(scenario, at, of, rest, &mut fleet).is_some(),
                "{thing:?} in {clause:?} is not understood"
            );
        }
    }

    fn put(
        &mut self,
        scenario: &str,
        at: Berth,
        of: Option<Owner>,
        words: &[&str],
        fleet: &mut Option<FleetId>,
    ) -> Option<()> {
        let area = at.area();
        match words {
            ["siege"] => return self.pieces.sieges.insert(area?, Siege::default()).is_none().then_some(()),
            ["siege", months] => {
                let months = months.parse().ok()?;
                self.pieces.sieges.insert(area?, Siege { months, breach: 0, counted: None });
                return Some(());
            }
            ["burned"] => return self.pieces.burned.insert(area?).is_none().then_some(()),
            _ => {}
        }
        let of = of?;
        match words {
            ["depot"] => {
                let free = |depot: &DepotId| depot.owner() == of && !self.pieces.depots.contains_key(depot);
                let depot = DepotId::all(scenario).find(free)?;
                let at = match (at, *fleet) {
                    (Berth::Sea(_) | Berth::Box(_), Some(fleet)) => Depot::Fleet(fleet),
                    _ => Depot::Area(area?),
                };
                self.pieces.depots.insert(depot, at);
                return Some(());
            }
            ["garrison", inside @ ..] => return self.stands_alone(Garrison::city(area?, of), inside),
            ["guards", inside @ ..] => {
                let depots = self.pieces.depots.iter();
                let depot =
                    *depots.filter(|(_, at)| **at == Depot::Area(area.unwrap())).map(|(id, _)| id).next()?;
                return self.stands_alone(Garrison { post: Post::Depot(depot), of }, inside);
            }
            [kind @ ("Cossacks" | "Freikorps" | "Guerrillas"), mark @ ..] => {
                let free = |id: &IrregularId| {
                    id.owner() == of
                        && id.name().starts_with(kind)
                        && !self.pieces.irregulars.contains_key(id)
                };
                let id = IrregularId::all(scenario).find(free)?;
                let stand = stand(area?, mark)?;
                self.pieces.irregulars.insert(id, Irregular { stand, came_from: None });
                return Some(());
            }
            _ => {}
        }
        let is_number =
            |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.parse::<u8>().is_err();
        let marks = ["inside", "besieging", "aboard", "closed", "lent"];
        let end =
            words.iter().position(|word| is_number(&word) || marks.contains(word)).unwrap_or(words.len());
        let inside: Vec<&str> = words[end..].iter().filter(|word| is_number(word)).copied().collect();
        let marks: Vec<&str> = words[end..].iter().filter(|word| !is_number(word)).copied().collect();
        let name = words[..end].join(" ");
        if let Some(id) = FleetId::named(scenario, of, &name) {
            self.pieces.fleets.insert(id, Fleet { berth: at });
            if !inside.is_empty() {
                self.contents.put_fleet(id, Ships::read(&inside.join(" "))?);
            }
            *fleet = Some(id);
            return Some(());
        }
        if let Some(id) = named(scenario, of, &name) {
            let stand = match marks.as_slice() {
                ["aboard", ..] => Stand::Aboard((*fleet)?),
                marks => stand(area?, marks)?,
            };
            let lent_to =
                marks.iter().position(|mark| *mark == "to").map(|n| power(&marks[n + 1..].join(" ")));
            self.pieces.corps.insert(id, Corps { lent_to, ..Corps::at(stand) });
            if !inside.is_empty() {
                self.contents.put_corps(id, Factors::read(&inside.join(" ")).ok()?);
            }
            return Some(());
        }
        let id = LeaderId::named(scenario, of, &name)?;
        let beside = self.pieces.corps.iter().find(|(corps, on_map)| {
            corps.owner() == of && on_map.stand.is_in_the_open() && on_map.stand.area() == area
        });
        let leader = match (beside, marks.as_slice()) {
            (_, ["inside"]) => Leader::Inside(area?),
            (Some((corps, _)), _) => Leader::With(*corps),
            (None, _) => Leader::Open(area?),
        };
        self.pieces.leaders.insert(id, leader);
        Some(())
    }

    fn stands_alone(&mut self, garrison: Garrison, inside: &[&str]) -> Option<()> {
        if let Ok(number) = inside.join(" ").parse() {
            self.pieces.garrisons.insert(garrison, number);
            return Some(());
        }
        let factors = Factors::read(&inside.join(" ")).ok()?;
        self.pieces.garrisons.insert(garrison, factors.total());
        self.contents.put_garrison(garrison, factors);
        Some(())
    }
}

fn stand(area: AreaId, marks: &[&str]) -> Option<Stand> {
    match marks.first() {
        None | Some(&"lent") => Some(Stand::Open(area)),
        Some(&"inside") => Some(Stand::Inside(area)),
        Some(&"besieging") => Some(Stand::Besieging(area)),
        Some(_) => None,
    }
}

/// Areas with commas between them.
#[track_caller]
fn way(text: &str) -> Vec<AreaId> {
    let one = |name: &str| area(name).unwrap_or_else(|| panic!("{name:?} is no area"));
    text.split(", ").map(one).collect()
}

impl Words {
    /// The kept board as it is, looked at.
    #[track_caller]
    pub fn board(self, at: impl FnOnce(&Ground<'_>)) -> Words {
        let now = self.now();
        at(&Ground::combined(&now, self.kept.together.clone()));
        self
    }

    fn scenario(&self) -> String {
        self.play.campaign.founded.scenario.clone()
    }

    /// A corps marches along these areas, and whether it may is what the search says too.
    #[track_caller]
    fn ordered(&self, who: &str, along: &str, forcible: Option<Power>) -> Result<March, Refusal> {
        let now = self.now();
        let ground = Ground::combined(&now, self.kept.together.clone());
        let marcher = Marcher { forcible, ..ground.marcher(corps(&self.scenario(), who))? };
        let march = ground.march(marcher, &way(along));
        let reach = ground.reach(marcher);
        if let Ok(march) = &march {
            assert!(
                reach.points(march.to()).is_some_and(|points| points <= march.points.into()),
                "{march:?}"
            );
            assert!(reach.ends.contains(march.to()), "{march:?}");
        }
        march
    }

    /// A corps marches along these areas, and has so many movement points left.
    #[track_caller]
    pub fn marches(self, who: &str, along: &str, spare: u8) -> Words {
        match self.ordered(who, along, None) {
            Ok(march) => assert_eq!(march.spare, spare, "{who} along {along}: {march:?}"),
            Err(refusal) => panic!("{who} along {along}: {refusal}"),
        }
        self
    }

    /// The same by forcible access to a power.
    #[track_caller]
    pub fn forces(self, who: &str, along: &str, on: &str, why: Option<&str>) -> Words {
        let march = self.ordered(who, along, Some(power(on)));
        let rules =
            march.err().map(|refusal| refusal.rules.iter().map(|rule| rule.to_string()).collect::<Vec<_>>());
        assert_eq!(rules, why.map(|why| vec![why.to_owned()]), "{who} along {along}");
        self
    }

    /// A corps does not march so, by this rule.
    #[track_caller]
    pub fn stays(self, who: &str, along: &str, why: &str) -> Words {
        let Err(refusal) = self.ordered(who, along, None) else { panic!("{who} marches along {along}") };
        let rules: Vec<&str> = refusal.rules.iter().map(|rule| rule.as_str()).collect();
        assert_eq!(rules, [why], "{refusal}");
        assert!(refusal.says.ends_with('.'), "{refusal}");
        self
    }

    /// A corps reaches these areas, with so many movement points each (`Ulm 2, Munich 3`), and ends its movement there.
    #[track_caller]
    pub fn reaches(self, who: &str, areas: &str) -> Words {
        let scenario = self.scenario();
        self.board(|ground| {
            let reach = ground.reach(ground.marcher(corps(&scenario, who)).unwrap());
            for one in areas.split(", ") {
                let (name, points) = one.rsplit_once(' ').unwrap();
                let at = area(name).unwrap_or_else(|| panic!("{name:?} is no area"));
                assert_eq!(reach.points(at), points.parse().ok(), "{who} to {name}");
                assert!(reach.ends.contains(at), "{who} does not end at {name}");
            }
        })
    }

    /// A corps does not come to these areas, or does not end there.
    #[track_caller]
    pub fn reaches_not(self, who: &str, areas: &str) -> Words {
        let scenario = self.scenario();
        self.board(|ground| {
            let reach = ground.reach(ground.marcher(corps(&scenario, who)).unwrap());
            way(areas).iter().for_each(|at| assert!(!reach.ends.contains(*at), "{who} to {at}"));
        })
    }

    /// The nearest depot that supplies a corps is so many areas away; none supplies it where there is no number.
    #[track_caller]
    pub fn supplied(self, who: &str, areas: Option<u16>) -> Words {
        let scenario = self.scenario();
        self.board(|ground| {
            let corps = corps(&scenario, who);
            let lines = ground.lines(ground.commander(corps).unwrap(), None);
            assert_eq!(
                lines.iter().find(|line| line.corps == corps).map(|line| line.areas),
                areas,
                "{who}: {lines:?}"
            );
        })
    }

    /// A power's depots at these places supply, and no others of it (`Ulm, Linz`; nothing for none).
    #[track_caller]
    pub fn chain(self, who: &str, at: &str) -> Words {
        self.board(|ground| {
            let links = ground.supply(power(who), None).links;
            let mut are: Vec<String> = links
                .iter()
                .map(|link| match ground.pieces().depots[&link.depot] {
                    Depot::Area(area) => area.name().to_owned(),
                    Depot::Fleet(fleet) => fleet.to_string(),
                })
                .collect();
            are.sort_unstable();
            assert_eq!(are.join(", "), at, "{links:?}");
        })
    }

    /// Who holds a city; nobody where no name stands there.
    #[track_caller]
    pub fn holds(self, city: &str, who: &str) -> Words {
        self.board(|ground| {
            let holder = ground.holder(area(city).unwrap());
            assert_eq!(holder, maybe_power(who), "{city}");
        })
    }
}
