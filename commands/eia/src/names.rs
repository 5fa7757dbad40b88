//! The powers as people name them, and numbers and orders of preference of them.

use eia::powers::Power;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use table::said;
use table::{Said, spelling};
use table_commands::present::names::{list, quoted};
use table_commands::say;
use table_commands::speech::{self, Language};

/// What a power is called now, in the language spoken now.
pub(crate) fn called(power: impl Borrow<Power>) -> String {
    speech::renamed::called(power.borrow().name())
}

/// Powers, one after another: "Austria, France and Spain".
pub(crate) fn listed(powers: &[Power]) -> String {
    list(&powers.iter().map(called).collect::<Vec<_>>())
}

/// The power that a name means: in English as the engine reads it, or in any language, in any case, or by a beginning of it that no
/// other power of that language shares.
pub(crate) fn meant(name: &str) -> Option<Power> {
    Power::meant_anywhere(name, |powers| meant_among(name, powers))
}

/// The power of these that a name means; see [`meant`].
pub(crate) fn meant_among(name: &str, powers: &[Power]) -> Option<Power> {
    let asked = plain(name);
    if asked.is_empty() {
        return None;
    }
    let in_language = |language: Language| {
        let begins = |name: &str| language.look_up(name).is_some_and(|own| plain(own).starts_with(&asked));
        let fits = |power: &Power| begins(power.name()) || power.later_name().is_some_and(begins);
        let mut found = powers.iter().copied().filter(fits);
        let power = found.next()?;
        found.next().is_none().then_some(power)
    };
    let spoken = (speech::spoken() != Language::ENGLISH).then(speech::spoken);
    let own = spoken.and_then(in_language);
    own.or_else(|| Power::meant_among(name, powers)).or_else(|| Language::all().find_map(in_language))
}

/// Reads numbers for powers of a campaign as people write them: a line or comma list of names with a number each ("Austria 12, France: 5",
/// "12 Austria", "Austria12"), or as many numbers as there are powers, in the order of the form.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_numbers(text: &str, powers: &[Power]) -> Result<BTreeMap<Power, i64>, String> {
    let text = text.replace('−', "-");
    let parts: Vec<&str> =
        text.split(['\n', ',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let apart = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let bare: Vec<&str> = text.split(apart).filter(|part| !part.is_empty()).collect();
    if let Some(large) = bare.iter().find(|word| is_number(word) && word.parse::<i64>().is_err()) {
        return Err(too_large(large));
    }
    if bare.len() == powers.len() && bare.iter().all(|number| is_number(number)) {
        let numbers = bare.iter().filter_map(|number| number.parse().ok());
        return Ok(powers.iter().copied().zip(numbers).collect());
    }
    let mut numbers = BTreeMap::new();
    for part in parts {
        let (name, number) = before_or_joined(part, powers).unwrap_or_else(|| {
            part.trim_end_matches(|c: char| c.is_whitespace())
                .rsplit_once(|c: char| c.is_whitespace() || c == ':' || c == '=')
                .map_or((part, ""), |(name, number)| (name.trim_end_matches([' ', ':', '=']), number))
        });
        let quoted = quoted(part);
        if number.is_empty() || meant_among(number, powers).is_some() {
            return Err(say!(
                "\"{}\" has no number. Each line is a power and its number, as in: Austria 12; or write {} numbers alone, one for each power in the form's order.",
                quoted,
                powers.len()
            ));
        }
        let Some(power) = meant_among(name, powers) else {
            return Err(speech::said(&no_power(part, powers)));
        };
        let Ok(number) = number.parse::<i64>() else {
            if is_number(number) {
                return Err(too_large(part));
            }
            return Err(say!("\"{}\" does not end in a whole number.", quoted));
        };
        if numbers.insert(power, number).is_some() {
            return Err(say!("{} stands twice.", power));
        }
    }
    Ok(numbers)
}

/// Whether a word is a whole number, of whatever size.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// The sentence for a number that nobody can mean.
fn too_large(typed: &str) -> String {
    say!("The number in \"{}\" is too large.", quoted(typed))
}

/// A power and its number where the number stands before the name, or either is written on to the other: "12 Austria", "Austria12".
fn before_or_joined<'t>(part: &'t str, powers: &[Power]) -> Option<(&'t str, &'t str)> {
    let unsigned = part.trim_start_matches(['+', '-']);
    let signs = part.len() - unsigned.len();
    let digits = unsigned.find(|c: char| !c.is_ascii_digit())?;
    let before = || {
        let (number, name) = part.split_at(signs + digits);
        let name = name.trim_start_matches(|c: char| c.is_whitespace() || c == ':' || c == '=');
        (digits > 0 && signs <= 1 && name.starts_with(char::is_alphabetic)).then_some((name, number))
    };
    let joined = || {
        let name = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_joined = name.len() < part.len() && name.ends_with(char::is_alphabetic);
        is_joined.then(|| part.split_at(name.len()))
    };
    before().or_else(joined).filter(|(name, _)| meant_among(name, powers).is_some())
}

/// The sentence for what names none of these powers: the one that is meant where it is a slip of the pen away, else all that there are.
pub(crate) fn no_power(typed: &str, powers: &[Power]) -> Said {
    let names =
        |power: Power| [power.name().to_owned(), crate::names::called(power)].map(|name| plain(&name));
    match spelling::meant(&plain(typed), powers.iter().map(|power| (*power, names(*power)))) {
        Some(power) => said!("\"{}\" names no power. Write {}, if that is meant.", quoted(typed), power),
        None => {
            let names: Vec<String> = powers.iter().map(crate::names::called).collect();
            said!("\"{}\" names no power. The powers are {}.", quoted(typed), list(&names))
        }
    }
}

/// A name without what is no letter or digit, in small letters.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Reads an order of preference among the powers of a campaign: names apart by commas, blanks or lines.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_preference(text: &str, powers: &[Power]) -> Result<Vec<Power>, String> {
    let named = |part: &str| meant_among(part, powers).ok_or_else(|| speech::said(&no_power(part, powers)));
    let apart = |separators: &[char]| -> Vec<&str> {
        text.split(separators).map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let parts = apart(&[',', ';', '\n', '>']);
    if parts.len() != 1 {
        return parts.iter().map(|part| named(part)).collect();
    }
    let mut meant = text.split_whitespace().map(named).collect::<Result<Vec<Power>, String>>()?;
    // "Great Britain" is two words and one power.
    meant.dedup();
    Ok(meant)
}
