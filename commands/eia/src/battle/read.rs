//! Battles as people write them: powers, the ground, corps and leaders a line each.

use eia::chits::Terrain;
use eia::land::battle::fight::Who;
use eia::land::battle::{Field, Kind, Region};
use eia::land::forces::{Came, Corps, Factors, Leader, Troop};
use eia::land::stacking::{Muster, Stands};
use eia::nations::Nation;
use eia::powers::Power;
use table::Said;
use table::said;
use table_commands::present::names::quoted;
use table_commands::words::one_ground;

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty())
}

/// Powers, apart by commas, blanks around "and", or lines.
///
/// # Errors
/// A sentence that quotes what is no power.
pub fn powers(text: &str) -> Result<Vec<Power>, Said> {
    let text = text.replace(" and ", ",").replace(" ja ", ",").replace(['&', '+', '/'], ",");
    let names = text.split([',', '\n', ';']).map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| crate::names::meant(name).ok_or_else(|| crate::names::no_power(name, &Power::ALL)))
        .collect()
}

/// The terrain that a word names.
fn terrain(word: &str) -> Option<Terrain> {
    Some(match word {
        "clear" | "open" => Terrain::Clear,
        "forest" | "woods" => Terrain::Forest,
        "mountain" | "mountains" => Terrain::Mountain,
        "marsh" | "swamp" => Terrain::Marsh,
        "desert" => Terrain::Desert,
        _ => return None,
    })
}

/// The ground and what else is known of the field, by words apart by commas.
///
/// # Errors
/// A sentence that quotes the word that is not known, or the two that name a ground each.
pub fn ground(text: &str, field: &mut Field) -> Result<bool, Said> {
    let mut neutral = false;
    let mut ground = None;
    for word in text.split([',', '\n', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        if let Some(terrain) = terrain(&word.to_lowercase()) {
            field.terrain = one_ground(&mut ground, (terrain, word))?;
            continue;
        }
        match word.to_lowercase().as_str() {
            "river" | "across a river" => field.river = true,
            "limited" => field.kind = Kind::Limited,
            "trivial" => field.kind = Kind::Trivial,
            "neutral" => neutral = true,
            "island" => field.island = true,
            "anatolia" => field.region = Some(Region::Anatolia),
            "rumelia" => field.region = Some(Region::Rumelia),
            "surrounded" | "defender surrounded" => field.surrounded = Some(Who::Defender),
            "attacker surrounded" => field.surrounded = Some(Who::Attacker),
            lower if lower.starts_with("assault") => {
                let holds = lower.trim_start_matches("assault").trim().parse();
                (field.kind, field.fortress) = (Kind::Assault, holds.ok());
            }
            lower if lower.starts_with("depot") => {
                let whose = word.get("depot".len()..).unwrap_or_default().trim();
                let of = whose.get(..3).is_some_and(|of| of.eq_ignore_ascii_case("of "));
                let whose = if of { whose[3..].trim() } else { whose };
                let unknown = || match whose {
                    "" => {
                        said!("\"{}\" does not say whose depot it is, as in: depot of Russia.", quoted(word))
                    }
                    whose => crate::names::no_power(whose, &Power::ALL),
                };
                let depot = crate::names::meant(whose).ok_or_else(unknown)?;
                (field.kind, field.depot) = (Kind::Trivial, Some(depot));
            }
            lower => match lower.strip_prefix("dominant") {
                Some(list) => {
                    let list = list.trim_start_matches(':').replace(" and ", ",");
                    let names = list.split(['+', ',']).map(str::trim).filter(|name| !name.is_empty());
                    let named: Option<Vec<Power>> = names.map(crate::names::meant).collect();
                    let unknown = || {
                        said!(
                            "\"{}\" does not name the dominant powers; they stand with + between them, as in: dominant France + Russia.",
                            quoted(word)
                        )
                    };
                    field.dominant = Some(named.ok_or_else(unknown)?);
                }
                None => {
                    return Err(said!(
                        "\"{}\" says nothing of the ground. There is: clear, forest, mountain, marsh, desert; river; limited; assault 10; trivial, depot of Russia, neutral; island; surrounded, attacker surrounded; Anatolia, Rumelia; dominant France + Russia.",
                        quoted(word)
                    ));
                }
            },
        }
    }
    Ok(neutral)
}

/// What a power brings, out of the inputs of its form, and what is in those corps whose contents were written with them.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn muster(
    power: Power,
    [corps, outside, leaders, also]: [&str; 4],
) -> Result<(Muster, Vec<(String, Factors)>), Said> {
    let mut muster = Muster::default();
    let mut inside = Vec::new();
    for (line, out) in lines(corps).map(|line| (line, false)).chain(lines(outside).map(|line| (line, true))) {
        let (place, rest) = place(line);
        let (stands, factors) = one_corps(power, rest)?;
        let adjacent = place == Some(Place::Adjacent);
        let aside = !adjacent && (out || place == Some(Place::Aside));
        if let Some(factors) = factors {
            inside.push((stands.name.clone(), factors));
        }
        muster.corps.push(Stands { corps: Corps { adjacent, ..stands }, aside });
    }
    for line in lines(leaders) {
        let (place, rest) = place(line);
        let at = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let name = rest[..at].trim_end_matches([' ', ':', ',', '(']).to_owned();
        if name.is_empty() {
            return Err(said!(
                "\"{}\" has no name. A leader is written as in: Davout 5 5 3 B.",
                quoted(line)
            ));
        }
        let leader = Leader::read(&name, rest[at..].trim_end_matches(')')).map_err(|refusal| refusal.says)?;
        muster.leaders.push(Leader { adjacent: place == Some(Place::Adjacent), ..leader });
    }
    for word in also.split([',', '\n', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        let lower = word.to_lowercase();
        if matches!(lower.as_str(), "rifles" | "breech-loading rifles" | "breech-loaders") {
            return Err(said!(
                "Rifles are not said in a muster: a power that has bought them, with /board rifles in an Economic phase, has them in every battle. What was bought before goes on the record with /correct value, to which the others may object."
            ));
        }
        if let Some(of) = lower.strip_suffix("commands").and_then(|name| crate::names::meant(name.trim())) {
            muster.command = Some(of);
        } else if let Some(storms) = lower.strip_prefix("storms").and_then(|n| n.trim().parse().ok()) {
            muster.storms = Some(storms);
        } else {
            return Err(said!(
                "\"{}\" is not known here. There is \"Austria commands\", where powers with equally many corps agree on it; and storms 6, where powers storm a fortress together.",
                quoted(word)
            ));
        }
    }
    Ok((muster, inside))
}

#[derive(PartialEq)]
enum Place {
    Aside,
    Adjacent,
}

/// Where a line says that it stands: "adjacent: III Corps".
fn place(line: &str) -> (Option<Place>, &str) {
    for (word, place) in [("adjacent", Place::Adjacent), ("aside", Place::Aside)] {
        if let Some(rest) = line.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)) {
            return (Some(place), line[rest.len()..].trim_start_matches([':', ' ']));
        }
    }
    (None, line)
}

/// What is in a corps; 0 for nothing.
fn factors(text: &str) -> Result<Factors, Said> {
    match text.trim() {
        "0" | "none" | "-" | "–" => Ok(Factors::default()),
        text => crate::sorts::factors(text).map_err(|refusal| refusal.says),
    }
}

/// A name and what is written behind it without a colon, as `II Corps 18i 3c`; none where that is no factors.
fn without_colon(text: &str) -> Option<(&str, Factors)> {
    let blanks = text.match_indices(char::is_whitespace).map(|(at, _)| text.split_at(at));
    blanks.into_iter().find_map(|(name, rest)| {
        let starts = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let inside = starts.then(|| crate::sorts::factors(rest.trim()).ok()).flatten()?;
        (!name.trim().is_empty() && !inside.is_empty()).then(|| (name.trim(), inside))
    })
}

/// Takes what is special about a corps, in brackets, off the end of its name.
fn marks<'t>(corps: &mut Corps, text: &'t str) -> Result<&'t str, Said> {
    let mut rest = text.trim();
    while let Some((before, marks)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        for mark in marks.split(',').map(str::trim) {
            match mark.to_lowercase().as_str() {
                "cavalry" | "cavalry corps" => corps.cavalry = true,
                "landed" => corps.came = Came::Landed,
                "crossed" | "arrow" => corps.came = Came::Crossed,
                "home" | "at home" => corps.at_home = true,
                "trained" => corps.trained = true,
                "sponsored" => corps.sponsored = true,
                "la salle" | "lslc" => corps.la_salle = true,
                lower if lower.starts_with("from ") => {
                    corps.from = Some(mark["from ".len()..].trim().to_owned())
                }
                _ => match Nation::meant(mark) {
                    Some(nation) => corps.nation = nation,
                    None => {
                        return Err(said!(
                            "\"{}\" says nothing of a corps. In brackets stands a minor country, or: cavalry, landed, crossed, home, trained, sponsored, La Salle, from Linz.",
                            quoted(mark)
                        ));
                    }
                },
            }
        }
        rest = before.trim();
    }
    Ok(rest)
}

/// Whether it can be the name of a corps, which everybody reads: factors alone or a sign cannot.
fn is_a_name(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric) && crate::sorts::factors(text).is_err()
}

/// A corps: its name, what is in it after a colon, and what is special about it in brackets after the one or the other.
fn one_corps(power: Power, line: &str) -> Result<(Corps, Option<Factors>), Said> {
    let mut corps = Corps::named("", Nation::Major(power));
    let rest = marks(&mut corps, line)?;
    let (name, inside) = match rest.rsplit_once(':') {
        Some((name, inside)) => (marks(&mut corps, name)?, Some(factors(inside)?)),
        None => match without_colon(rest) {
            Some((name, inside)) => (marks(&mut corps, name)?, Some(inside)),
            None => (rest, None),
        },
    };
    let inside = inside.filter(|inside| !inside.is_empty());
    if !is_a_name(name) {
        return Err(said!("\"{}\" has no name. A corps is written as in: II Corps: 18i 3c.", quoted(line)));
    }
    name.split_whitespace().collect::<Vec<_>>().join(" ").clone_into(&mut corps.name);
    Ok((corps, inside))
}

/// What is in corps, a line each: their names in small letters, and factors.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn contents(text: &str) -> Result<Vec<(String, Factors)>, Said> {
    lines(text)
        .map(|line| {
            let (name, inside) = match (line.rsplit_once(':'), without_colon(line)) {
                (Some((name, inside)), _) => (name, factors(inside)?),
                (None, Some(read)) => read,
                (None, None) => {
                    return Err(said!(
                        "\"{}\" does not say what is in it, as in: II Corps: 18i 3c.",
                        quoted(line)
                    ));
                }
            };
            // Marks that stand with a name are known from the muster.
            let mut name = name.trim();
            while let Some((before, _)) = name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) {
                name = before.trim();
            }
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            Ok((name.to_lowercase(), inside))
        })
        .collect()
}

/// Sorts in the order in which they are lost.
///
/// # Errors
/// A sentence that quotes what is no sort.
pub fn losses(text: &str) -> Result<Vec<Troop>, Said> {
    let words = text.split([',', ';', '\n', ' ', '>']).map(str::trim).filter(|word| !word.is_empty());
    let mut sorts = Vec::new();
    for word in words {
        let sort = Troop::meant(word).ok_or_else(|| {
            said!("\"{}\" is no sort of factor. They are written as in: m, i, c, gd.", quoted(word))
        })?;
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    Ok(sorts)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn losses_are_read_with_commas_and_without() {
        let sorts = losses("m, i, c").unwrap();
        assert_eq!(sorts.len(), 3);
        for text in ["m i c", "m,i,c", "m > i > c", "m, i, c, i"] {
            assert_eq!(losses(text).unwrap(), sorts, "{text}");
        }
    }

    #[test]
    fn a_muster_is_read_as_it_is_written() {
        let (muster, inside) = muster(
            Power::France,
            [
                "II Corps: 18i 3c\nIII Corps (cavalry); Bavarians: 9i (Bavaria, sponsored); Hussars (LSLC)",
                "IV Corps\nadjacent: V Corps (landed, from Nagy Várad)",
                "Napoleon 5 5 6 A\nadjacent: Davout (5.5.3.B)",
                "France commands, storms 6",
            ],
        )
        .unwrap();
        let names: Vec<(&str, bool, bool)> = muster
            .corps
            .iter()
            .map(|stands| (stands.corps.name.as_str(), stands.aside, stands.corps.adjacent))
            .collect();
        assert_eq!(
            names,
            [
                ("II Corps", false, false),
                ("III Corps", false, false),
                ("Bavarians", false, false),
                ("Hussars", false, false),
                ("IV Corps", true, false),
                ("V Corps", false, true)
            ]
        );
        assert!(muster.corps[1].corps.cavalry && muster.corps[2].corps.sponsored);
        assert_eq!(muster.corps[2].corps.nation.key(), "bavaria");
        assert!(muster.corps[3].corps.la_salle && !muster.corps[2].corps.la_salle);
        assert_eq!(muster.corps[5].corps.came, Came::Landed);
        assert_eq!(muster.corps[5].corps.from.as_deref(), Some("Nagy Várad"));
        assert_eq!(muster.storms, Some(6));
        let written: Vec<String> =
            inside.iter().map(|(name, factors)| format!("{name}: {factors}")).collect();
        assert_eq!(written, ["II Corps: 18i 3c", "Bavarians: 9i"]);
        assert_eq!((muster.leaders[0].maximum, muster.leaders[1].adjacent), (6, true));
        assert!(!muster.rifles && muster.command == Some(Power::France));
    }

    #[test]
    fn marks_stand_before_the_colon_too_and_nothing_is_zero() {
        let corps = "A III (cavalry): 5hc\nBavarians (Bavaria): 9i (sponsored)\nA V: 0\nA VI: none";
        let (muster, inside) = muster(Power::France, [corps, "", "", ""]).unwrap();
        let names: Vec<&str> = muster.corps.iter().map(|stands| stands.corps.name.as_str()).collect();
        assert_eq!(names, ["A III", "Bavarians", "A V", "A VI"]);
        assert!(muster.corps[0].corps.cavalry && muster.corps[1].corps.sponsored);
        assert_eq!(muster.corps[1].corps.nation.key(), "bavaria");
        let written: Vec<String> =
            inside.iter().map(|(name, factors)| format!("{name}: {factors}")).collect();
        assert_eq!(written, ["A III: 5hc", "Bavarians: 9i"]);
        let known = contents("A III (cavalry): 5hc\nA  V: 0").unwrap();
        let known: Vec<(&str, u32)> =
            known.iter().map(|(name, factors)| (name.as_str(), factors.total())).collect();
        assert_eq!(known, [("a iii", 5), ("a v", 0)]);
        assert!(contents("A V: 0i 2x").is_err());
        let depot = |text: &str| {
            let mut field = Field::new("Ulm", vec![Power::France], vec![Power::Austria]);
            ground(text, &mut field).map(|_| field.depot).map_err(|why| why.to_string())
        };
        // Ground is one.
        let two = depot("clear, river, mountain").unwrap_err();
        assert!(two.contains("\"clear\" and \"mountain\""), "{two}");
        assert_eq!(depot("woods, river, forest"), Ok(None));
        assert_eq!(depot("Depot of Russia"), Ok(Some(Power::Russia)));
        assert_eq!(depot("depot Russia"), Ok(Some(Power::Russia)));
        assert!(depot("depot of Rusia").unwrap_err().starts_with("\"Rusia\" names no power. Write Russia"));
        assert!(depot("depot").unwrap_err().contains("whose depot"));
    }

    #[test]
    fn one_notation_is_read_with_and_without_colon_and_commas() {
        let lines = "II Corps 22i 3c\nIII Corps: 22i, 3c\nCorps 4 22 infantry 3 cavalry\nV Corps";
        let (muster, inside) = muster(Power::France, [lines, "", "", ""]).unwrap();
        let names: Vec<&str> = muster.corps.iter().map(|stands| stands.corps.name.as_str()).collect();
        assert_eq!(names, ["II Corps", "III Corps", "Corps 4", "V Corps"]);
        assert_eq!(inside.iter().map(|(_, factors)| factors.to_string()).collect::<Vec<_>>(), ["22i 3c"; 3]);
        let known = contents("II Corps 22i 3c").unwrap();
        assert_eq!((known[0].0.as_str(), known[0].1.to_string().as_str()), ("ii corps", "22i 3c"));
        assert!(contents("II Corps").is_err());
    }

    #[test]
    fn what_is_not_understood_is_quoted() {
        let of = |texts: [&str; 4]| super::muster(Power::France, texts).unwrap_err().to_string();
        assert!(of(["II Corps: 18x", "", "", ""]).contains("\"x\""));
        assert!(of(["II Corps (Atlantis)", "", "", ""]).contains("Atlantis"));
        for nameless in [": 3i", "22i 3c", "22i, 3c", "😀"] {
            assert!(of([nameless, "", "", ""]).contains("no name"), "{nameless}");
        }
        assert!(of(["II", "", "5 5 6 A", ""]).contains("no name"));
        assert!(of(["II", "", "Ney 9 9 9 Z", ""]).contains("4 4 3 B"));
        assert!(of(["II", "", "", "cannons"]).contains("cannons"));
        assert!(of(["II", "", "", "Rifles"]).contains("/board rifles in an Economic phase"));
        assert!(powers("France, Atlantis").unwrap_err().to_string().contains("Atlantis"));
        assert_eq!(powers("France and GB").unwrap(), [Power::France, Power::GreatBritain]);
    }
}
