//! The sorts of factors and ships in words: read in every language that the bot speaks, whatever the campaign's is, and said in the one
//! that is spoken now.

use eia::land::forces::{Factors, Troop};
use eia::roster::SHIPS;
use table::Refusal;
use table_commands::speech::{self, Language};

/// Sorts of ships, by which a fleet is known from a corps.
pub(crate) const SHIP_SORTS: [&str; 6] = [SHIPS, "heavy", "light", "transport", "frigate", "privateer"];

/// Short and plural forms of sorts, and Finnish forms besides the one in which they are said.
const SHORT: [(&str, &str); 73] = [
    ("i", "infantry"),
    ("inf", "infantry"),
    ("infantries", "infantry"),
    ("m", "militia"),
    ("mil", "militia"),
    ("c", "cavalry"),
    ("cav", "cavalry"),
    ("g", "guard"),
    ("gd", "guard"),
    ("guards", "guard"),
    ("art", "artillery"),
    ("a", "artillery"),
    ("lc", "light_cavalry"),
    ("mc", "cavalry"),
    ("hc", "heavy_cavalry"),
    ("ck", "cossack"),
    ("fk", "freikorps"),
    ("gr", "guerrilla"),
    ("fi", "feudal_infantry"),
    ("fc", "feudal_cavalry"),
    ("cos", "cossack"),
    ("cossacks", "cossack"),
    ("ship", SHIPS),
    ("s", SHIPS),
    ("heavies", "heavy"),
    ("heavy_ships", "heavy"),
    ("hvy", "heavy"),
    ("lights", "light"),
    ("light_ships", "light"),
    ("transports", "transport"),
    ("transport_ships", "transport"),
    ("trans", "transport"),
    ("frigates", "frigate"),
    ("privateers", "privateer"),
    ("jalkaväki", "infantry"),
    ("miliisi", "militia"),
    ("miliisiä", "militia"),
    ("nostoväki", "militia"),
    ("ratsuväki", "cavalry"),
    ("kevyt_ratsuväki", "light_cavalry"),
    ("raskas_ratsuväki", "heavy_cavalry"),
    ("kaarti", "guard"),
    ("tykistö", "artillery"),
    ("kasakka", "cossack"),
    ("kasakkaa", "cossack"),
    ("kasakat", "cossack"),
    ("vapaajoukko", "freikorps"),
    ("vapaajoukot", "freikorps"),
    ("vapaajoukkoa", "freikorps"),
    ("sissi", "guerrilla"),
    ("sissit", "guerrilla"),
    ("sissiä", "guerrilla"),
    ("lääninjalkaväki", "feudal_infantry"),
    ("lääninjalkaväkeä", "feudal_infantry"),
    ("läänitysjalkaväki", "feudal_infantry"),
    ("lääninratsuväki", "feudal_cavalry"),
    ("lääninratsuväkeä", "feudal_cavalry"),
    ("läänitysratsuväki", "feudal_cavalry"),
    ("laivat", SHIPS),
    ("raskas", "heavy"),
    ("raskasta_laivaa", "heavy"),
    ("kevyt", "light"),
    ("kevyttä_laivaa", "light"),
    ("kuljetus", "transport"),
    ("kuljetuslaiva", "transport"),
    ("kuljetuslaivaa", "transport"),
    ("kuljetusalus", "transport"),
    ("fregatti", "frigate"),
    ("fregatit", "frigate"),
    ("fregattia", "frigate"),
    ("kaappari", "privateer"),
    ("kaapparit", "privateer"),
    ("kaapparia", "privateer"),
];

/// The sorts that have a word in every language.
const KNOWN: [&str; 18] = [
    "infantry",
    "militia",
    "light_cavalry",
    "cavalry",
    "heavy_cavalry",
    "guard",
    "artillery",
    "cossack",
    "freikorps",
    "guerrilla",
    "feudal_infantry",
    "feudal_cavalry",
    SHIPS,
    "heavy",
    "light",
    "transport",
    "frigate",
    "privateer",
];

/// A sort in the language spoken now, as it stands after a number; one that no language knows as it was written.
pub(crate) fn said(sort: &str, n: u32) -> String {
    match sort {
        "infantry" => speech::word("infantry"),
        "militia" => speech::word("militia"),
        "light_cavalry" => speech::word("light cavalry"),
        "cavalry" => speech::word("cavalry"),
        "heavy_cavalry" => speech::word("heavy cavalry"),
        "guard" => speech::word("guard"),
        "artillery" => speech::word("artillery"),
        "cossack" => speech::word("cossack"),
        "freikorps" => speech::word("freikorps"),
        "guerrilla" => speech::word("guerrilla"),
        "feudal_infantry" => speech::word("feudal infantry"),
        "feudal_cavalry" => speech::word("feudal cavalry"),
        "ships" if n == 1 => speech::word("ship"),
        "ships" => speech::word("ships"),
        "heavy" => speech::word("heavy"),
        "light" => speech::word("light"),
        "transport" => speech::word("transport"),
        "frigate" => speech::word("frigate"),
        "privateer" => speech::word("privateer"),
        other => other.replace('_', " "),
    }
}

/// The sort that a word means, in small letters and with `_` for blanks; `None` where no language knows it.
pub(crate) fn meant(word: &str) -> Option<&'static str> {
    let short = SHORT.iter().find(|(short, _)| *short == word).map(|(_, long)| *long);
    let in_words = |sort: &&&'static str| {
        let spoken = sort.replace('_', " ");
        let of = |language: Language| language.look_up(&spoken).map(|own| own.replace(' ', "_"));
        **sort == word || Language::all().any(|language| of(language).as_deref() == Some(word))
    };
    let ship = || Language::all().any(|language| language.look_up("ship") == Some(word)).then_some(SHIPS);
    short.or_else(|| KNOWN.iter().find(in_words).copied()).or_else(ship)
}

/// Reads factors as [`Factors::read`] does, with the words of every language.
///
/// # Errors
/// A refusal that says what cannot be read and how it is written.
pub(crate) fn factors(text: &str) -> Result<Factors, Refusal> {
    let lower = text.to_lowercase().replace(" and ", ", ").replace(" ja ", ", ");
    let (mut english, mut word) = (String::new(), String::new());
    // A blank at the end closes the last word.
    for c in lower.chars().chain([',']) {
        if c.is_alphabetic() || c == '_' || (c == ' ' && !word.is_empty()) {
            word.push(c);
            continue;
        }
        let known = meant(&word.split_whitespace().collect::<Vec<_>>().join("_"));
        match known.filter(|sort| Troop::meant(sort).is_some()) {
            Some(sort) => english.extend([sort, " "]),
            None => english.push_str(&word),
        }
        word.clear();
        english.push(c);
    }
    english.pop();
    Factors::read(&english)
}
