//! An endeavour as people write it: "Lombardy: state 2, population 1, fort 2, related language, palace, gold 1". It is read so in every
//! language, in English and in Finnish words.

use middle_ages::endeavour::course::{FORCES, GOLD, POINTS, POPULATIONS, RESISTS, STATES};
use middle_ages::endeavour::{Base, Endeavour, Kin, Kind, Target};
use middle_ages::marker::Marker;
use std::collections::BTreeMap;
use table::{Said, said};
use table_commands::present::names::quoted;
use table_commands::say;

/// What is written of an area that one undertakes something in.
#[must_use]
pub fn example(kind: Kind) -> String {
    match kind {
        Kind::Rule => say!("Tuscany: state 1, cathedral, gold 1"),
        Kind::Fortify | Kind::Army => say!("Tuscany: state 1, population 2"),
        Kind::Fleet => say!("Tuscany: state 1, population 2, coast"),
        Kind::Marker => say!("Tuscany: state 1, palace, commerce"),
        Kind::Conquer | Kind::Pillage => {
            say!("Lombardy: state 2, population 1, fort 2, armies 1, related language, defended by 3, gold 1")
        }
        Kind::Negotiate => say!("Lombardy: state 2, related language, against 5, gold 1"),
        Kind::Convert => say!("Saxony: against 6, cathedral"),
    }
}

/// Something written of an area: its words, and the number at its end.
struct Item<'t> {
    words: String,
    number: Option<i16>,
    typed: &'t str,
}

impl Item<'_> {
    /// Its number, within what can be stated.
    fn within<T: TryFrom<i16>>(&self, (least, most): (i16, i16)) -> Result<T, Said> {
        let number =
            self.number.ok_or_else(|| said!("\"{}\" needs a number behind it.", quoted(self.typed)))?;
        let fits = (least..=most).contains(&number).then(|| T::try_from(number).ok()).flatten();
        fits.ok_or_else(|| {
            said!("\"{}\": a whole number from {} to {} is asked.", quoted(self.typed), least, most)
        })
    }

    fn unknown(&self) -> Said {
        said!(
            "\"{}\" is nothing that is stated of an area. Stated are: state, population, fort, armies, fleets, coast, seafaring, related or foreign language, other church, other religion, cathedral, palace, commerce, university, conquered, against, defended by, gold, gold against.",
            quoted(self.typed)
        )
    }
}

/// A number as it is typed, with either minus.
fn number(typed: &str) -> Option<i16> {
    let whole: i64 = typed.replace('−', "-").trim_start_matches('+').parse().ok()?;
    i16::try_from(whole.clamp(i16::MIN.into(), i16::MAX.into())).ok()
}

/// The name before the colon, and what is written behind it.
fn area(text: &str) -> (String, Vec<Item<'_>>) {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let items = rest.split([',', ';']).map(str::trim).filter(|item| !item.is_empty());
    let item = |typed| {
        let mut words: Vec<&str> = str::split_whitespace(typed).collect();
        let number = words.last().and_then(|last| number(last));
        if number.is_some() {
            words.pop();
        }
        Item { words: words.join(" ").to_lowercase(), number, typed }
    };
    (name.trim().to_owned(), items.map(item).collect())
}

/// What an item says something of, whatever its words and its language; `None` for one that is unknown.
fn says_of(words: &str) -> Option<&'static str> {
    Some(match words {
        "state" | "tila" => "state",
        "population" | "väestö" => "population",
        "fort" | "linnoitus" => "fort",
        "armies" | "army" | "armeijat" | "armeija" => "armies",
        "fleets" | "fleet" | "laivastot" | "laivasto" => "fleets",
        "seafaring" | "merenkulkijoita" => "seafaring",
        "coast" | "rannikko" => "coast",
        "related language" | "sukukieli" | "foreign language" | "vieras kieli" => "language",
        "other church" | "toinen kirkko" | "other religion" | "toinen uskonto" => "religion",
        "cathedral" | "mosque" | "katedraali" | "moskeija" => "cathedral",
        "palace" | "palatsi" => "palace",
        "commerce" | "kauppa" => "commerce",
        "university" | "yliopisto" => "university",
        "conquered" | "valloitettu" => "conquered",
        "against" | "defended by" | "vastus" | "puolustaja" => "resists",
        "gold" | "kulta" => "gold",
        "gold against" | "kulta vastaan" => "gold against",
        _ => return None,
    })
}

/// Whether a number belongs behind what an item says.
fn has_number(of: &str) -> bool {
    !matches!(
        of,
        "seafaring" | "coast" | "language" | "religion" | "cathedral" | "palace" | "commerce" | "university"
    )
}

/// Refuses two items that say something of the same, and a number behind what has none.
fn each_once(items: &[Item<'_>]) -> Result<(), Said> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    for item in items {
        let Some(of) = says_of(&item.words) else { continue };
        if item.number.is_some() && !has_number(of) {
            return Err(said!("\"{}\": no number belongs behind it.", quoted(item.typed)));
        }
        if let Some(first) = before.insert(of, item.typed) {
            return Err(said!(
                "\"{}\" and \"{}\" say two things of the same. Write one of them.",
                quoted(first),
                quoted(item.typed)
            ));
        }
    }
    Ok(())
}

/// Refuses what has no name before its colon, or no colon behind its name.
fn is_named(name: &str, text: &str) -> Result<(), Said> {
    if name.is_empty() {
        return Err(said!(
            "\"{}\" names no area. Its name stands first, then a colon and what it has.",
            quoted(text.trim())
        ));
    }
    if !text.contains(':') && name.chars().any(|c| c.is_ascii_digit()) {
        return Err(said!(
            "\"{}\" has no colon behind the name of the area. After it stands what the area has.",
            quoted(text.trim())
        ));
    }
    Ok(())
}

/// Where an endeavour is run from.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn base(text: &str) -> Result<Base, Said> {
    let (name, items) = area(text);
    is_named(&name, text)?;
    if !items.iter().any(|item| says_of(&item.words) == Some("state")) {
        return Err(said!(
            "The social state of {} is not stated. Write it behind a colon, from {} to {}: {}: state 1.",
            quoted(&name),
            STATES.0,
            STATES.1,
            quoted(&name)
        ));
    }
    each_once(&items)?;
    let mut base = Base { name, social: 0, armies: 0, fleets: 0, seafaring: false };
    for item in items {
        match says_of(&item.words) {
            Some("state") => base.social = item.within(STATES)?,
            Some("armies") => base.armies = item.within(FORCES)?,
            Some("fleets") => base.fleets = item.within(FORCES)?,
            Some("seafaring") => base.seafaring = true,
            _ => return Err(item.unknown()),
        }
    }
    Ok(base)
}

/// What an endeavour is against, or in.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn target(kind: Kind, text: &str) -> Result<Target, Said> {
    let (name, items) = area(text);
    is_named(&name, text)?;
    each_once(&items)?;
    let mut target = Target {
        name,
        social: 0,
        population: 0,
        fort: 0,
        armies: 0,
        fleets: 0,
        coast: false,
        language: Kin::Same,
        religion: Kin::Same,
        markers: [].into(),
        contested: 0,
        // An independent area stands against a negotiation with 3.
        resists: if kind == Kind::Negotiate { 3 } else { 0 },
        gold_against: 0,
        gold: 0,
    };
    for item in items {
        of_target(&mut target, &item)?;
    }
    Ok(target)
}

fn of_target(target: &mut Target, item: &Item<'_>) -> Result<(), Said> {
    // Of languages and religions there are two, each nearer or farther.
    let kin = match item.words.as_str() {
        "related language" | "sukukieli" | "other church" | "toinen kirkko" => Kin::Related,
        _ => Kin::Foreign,
    };
    match says_of(&item.words) {
        Some("state") => target.social = item.within(STATES)?,
        Some("population") => target.population = item.within(POPULATIONS)?,
        Some("fort") => target.fort = item.within(POINTS)?,
        Some("armies") => target.armies = item.within(FORCES)?,
        Some("fleets") => target.fleets = item.within(FORCES)?,
        Some("coast") => target.coast = true,
        Some("language") => target.language = kin,
        Some("religion") => target.religion = kin,
        Some("cathedral") => _ = target.markers.insert(Marker::Cathedral),
        Some("palace") => _ = target.markers.insert(Marker::Palace),
        Some("commerce") => _ = target.markers.insert(Marker::Commerce),
        Some("university") => _ = target.markers.insert(Marker::University),
        Some("conquered") => target.contested = item.within(POINTS)?,
        Some("resists") => target.resists = item.within(RESISTS)?,
        Some("gold") => target.gold = item.within(GOLD)?,
        Some("gold against") => target.gold_against = item.within(GOLD)?,
        _ => return Err(item.unknown()),
    }
    Ok(())
}

/// What is typed of a leader: "5", "5 +2", "5 +2, arms 3".
fn leader(text: &str) -> Result<(u8, u8, i16), Said> {
    let not_read = || {
        said!(
            "\"{}\" is no stature. A stature is 1, 2, 3, 5 or 9; a card adds to it: 5 +2; weapons and tactics: 5, arms 3.",
            quoted(text)
        )
    };
    let (statures, arms) = text.split_once(',').unwrap_or((text, ""));
    let numbers: Option<Vec<i16>> = statures.split_whitespace().map(number).collect();
    let (stature, card) = match numbers.as_deref() {
        Some([stature]) => (*stature, 0),
        Some([stature, card]) => (*stature, *card),
        _ => return Err(not_read()),
    };
    let arms = match arms.split_whitespace().collect::<Vec<_>>().as_slice() {
        [] => 0,
        ["arms" | "aseet", arms] => number(arms).ok_or_else(not_read)?,
        _ => return Err(not_read()),
    };
    let small = |number: i16| u8::try_from(number).map_err(|_| not_read());
    Ok((small(stature)?, small(card)?, arms))
}

/// An endeavour out of what was typed of leader, base, targets (a line each) and sea areas.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn endeavour(kind: Kind, [of_leader, from, against, seas]: [&str; 4]) -> Result<Endeavour, Said> {
    let (stature, card, arms) = leader(of_leader.trim())?;
    let targets: Vec<Target> = against
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| target(kind, line))
        .collect::<Result<_, _>>()?;
    let own = targets.first().map(|first| first.name.clone()).unwrap_or_default();
    let at_home = Base { name: own, social: 0, armies: 0, fleets: 0, seafaring: false };
    let base = if kind.goes_abroad() { base(from)? } else { at_home };
    let seas = match seas.trim() {
        "" => 0,
        typed => typed.parse().map_err(|_| said!("\"{}\" is no number of sea areas.", quoted(typed)))?,
    };
    Ok(Endeavour { kind, stature, card, arms, base, targets, seas })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endeavour_is_read_as_it_is_written_in_both_languages() {
        let english = endeavour(
            Kind::Conquer,
            [
                "9 +2, arms 3",
                "Tuscany: state 1, armies 2, fleets 1, seafaring",
                "Lombardy: state −2, population 1, fort 2, armies 1, fleets 1, coast, related language, other church, palace, conquered 1, defended by 3, gold 1, gold against 2",
                "2",
            ],
        );
        let finnish = endeavour(
            Kind::Conquer,
            [
                "9 +2, aseet 3",
                "Tuscany: tila 1, armeijat 2, laivastot 1, merenkulkijoita",
                "Lombardy: tila -2, väestö 1, linnoitus 2, armeijat 1, laivastot 1, rannikko, sukukieli, toinen kirkko, palatsi, valloitettu 1, puolustaja 3, kulta 1, kulta vastaan 2",
                "2",
            ],
        );
        let read = english.expect("it is read");
        assert_eq!(Ok(&read), finnish.as_ref());
        assert_eq!((read.stature, read.card, read.arms, read.seas), (9, 2, 3, 2));
        assert_eq!(
            (read.base.social, read.base.armies, read.base.fleets, read.base.seafaring),
            (1, 2, 1, true)
        );
        let of = &read.targets[0];
        assert_eq!((of.social, of.population, of.fort, of.armies, of.fleets), (-2, 1, 2, 1, 1));
        assert_eq!((of.language, of.religion, of.coast, of.contested), (Kin::Related, Kin::Related, true, 1));
        assert_eq!((of.resists, of.gold, of.gold_against), (3, 1, 2));
        assert_eq!(of.markers, [Marker::Palace].into());
    }

    #[test]
    fn an_independent_area_stands_against_a_negotiation_with_three_unless_it_is_said() {
        let against = |text: &str| target(Kind::Negotiate, text).expect("it is read").resists;
        assert_eq!((against("Venice: against 5"), against("Lombardy: state 1")), (5, 3));
        assert_eq!(target(Kind::Conquer, "Lombardy").expect("it is read").resists, 0);
    }

    #[test]
    fn where_an_attack_comes_from_has_a_name_and_a_social_state() {
        let says = |from| endeavour(Kind::Conquer, ["5", from, "Lombardy", ""]).map(|of| of.base.social);
        assert_eq!((says("Tuscany: state 0, armies 2"), says("Tuscany: tila −1")), (Ok(0), Ok(-1)));
        for (from, why) in [
            ("Tuscany", "The social state of Tuscany is not stated. Write it behind a colon, from -3 to 4"),
            ("Tuscany: armies 2", "The social state of Tuscany is not stated."),
            (": state 1", "\": state 1\" names no area."),
            ("Tuscany state 1", "has no colon behind the name of the area."),
        ] {
            let refused = says(from).expect_err("it is refused").to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn what_is_said_twice_of_one_thing_is_refused_and_so_is_a_number_that_says_nothing() {
        let says = |text| target(Kind::Conquer, text).map(|_| ()).map_err(|why| why.to_string());
        for (text, why) in [
            ("Lombardy: state 1, state 2", "\"state 1\" and \"state 2\" say two things of the same."),
            ("Lombardy: against 1, defended by 1", "\"against 1\" and \"defended by 1\" say two things"),
            ("Lombardy: related language, vieras kieli", "\"related language\" and \"vieras kieli\""),
            ("Lombardy: palace 2", "\"palace 2\": no number belongs behind it."),
        ] {
            let refused = says(text).expect_err("it is refused");
            assert!(refused.contains(why), "{refused}");
        }
        assert_eq!(says("Lombardy: gold 1, gold against 1, palace, cathedral"), Ok(()));
        let refused = base("Tuscany: state 1, armies 1, armeijat 2").expect_err("it is refused").to_string();
        assert!(refused.contains("say two things of the same"), "{refused}");
    }

    #[test]
    fn what_is_not_understood_is_quoted() {
        let says = |texts| endeavour(Kind::Rule, texts).expect_err("it is refused").to_string();
        assert!(says(["five", "", "Tuscany", ""]).contains("\"five\" is no stature"));
        assert!(says(["5", "", "Tuscany: gold", ""]).contains("\"gold\" needs a number"));
        assert!(says(["5", "", "Tuscany: gold 300", ""]).contains("a whole number from 0 to 99 is asked"));
        let state = says(["5", "", "Tuscany: state 99", ""]);
        assert_eq!(state, "\"state 99\": a whole number from -3 to 4 is asked.");
        assert!(says(["5", "", "Tuscany: castle 1", ""]).contains("\"castle 1\" is nothing"));
        assert!(says(["5", "", "Tuscany", "two"]).contains("\"two\" is no number"));
    }
}
