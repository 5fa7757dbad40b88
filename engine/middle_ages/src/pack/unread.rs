//! A file that could not be read as a pack, in sentences: what is written on the line, and what would be taken there. The reader of TOML and of
//! the rows has words for programmers; what they say is read here and said in ours.

use super::bounds::bounds;
use super::{Set, place};
use crate::court::Court;
use crate::keyed::LONGEST;
use table::{Said, said};

/// The longest piece of a file that is quoted, in characters.
const LONGEST_QUOTE: usize = 40;

/// What could not be read, and where.
pub(super) fn unread(text: &str, why: &toml::de::Error) -> ((usize, usize), Said) {
    let byte = why.span().map_or(0, |span| span.start);
    let found = Found { set: set_of(text, byte), value: value_at(text, byte).or_else(|| key_at(text, byte)) };
    let says = why.message();
    let said = found
        .of_a_name(says)
        .or_else(|| found.of_a_value(says))
        .or_else(|| found.of_a_key(says))
        .unwrap_or_else(no_toml);
    (place(text, byte), said)
}

/// Where in a file it is: the set of the row, and the word of the value before the `=`.
struct Found {
    set: Option<Set>,
    value: Option<String>,
}

/// The set whose row a byte stands in.
fn set_of(text: &str, byte: usize) -> Option<Set> {
    let end = text.get(byte..).and_then(|rest| rest.find('\n')).map_or(text.len(), |line| byte + line);
    let headed = |line: &str| {
        let line = line.trim();
        Set::ALL.into_iter().find(|set| line.starts_with(&format!("[[{}]]", set.key())))
    };
    text.get(..end)?.lines().rev().find_map(headed)
}

/// The word of the value that begins at a byte.
fn value_at(text: &str, byte: usize) -> Option<String> {
    let line = text.get(..byte)?.rsplit('\n').next()?;
    let (before, _) = line.rsplit_once('=')?;
    let word: String = before.trim_end().chars().rev().take_while(|c| is_of_a_word(*c)).collect();
    let word: String = word.chars().rev().collect();
    (!word.is_empty()).then_some(word)
}

/// The word that begins at a byte and has an `=` behind it.
fn key_at(text: &str, byte: usize) -> Option<String> {
    let rest = text.get(byte..)?;
    let word: String = rest.chars().take_while(|c| is_of_a_word(*c)).collect();
    rest.strip_prefix(word.as_str())?.trim_start().strip_prefix('=').filter(|_| !word.is_empty())?;
    Some(word)
}

fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// What stands between two backticks of a message, piece by piece.
fn pieces(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// Something of a file as it can be quoted: letters, digits and a few signs alone.
fn quoted(written: &str) -> String {
    let plain = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '_' | '-');
    written.chars().filter(plain).take(LONGEST_QUOTE).collect()
}

/// What is asked where nothing closer is known.
fn no_toml() -> Said {
    said!(
        "This cannot be read. A row begins with its set, as in [[area]]; under it each line is a word, = and a number, a text in quotation marks or a list in square brackets."
    )
}

impl Found {
    fn row(&self) -> String {
        self.set.map_or_else(|| "[[…]]".to_owned(), |set| format!("[[{}]]", set.key()))
    }

    fn word(&self) -> String {
        self.value.clone().unwrap_or_else(|| self.row())
    }

    /// A word that is none of the row's, or one that the row lacks.
    fn of_a_name(&self, says: &str) -> Option<Said> {
        let all = pieces(says);
        let (first, others) = all.split_first()?;
        if says.starts_with("unknown field") {
            return Some(match self.set {
                None => none_of_the_sets(first),
                Some(_) => {
                    let row = self.row();
                    said!("{} is no word of {}. Taken are: {}.", quoted(first), row, others.join(", "))
                }
            });
        }
        if says.starts_with("unknown variant") {
            let word = self.word();
            return Some(said!(
                "{}: {} is written. One of these is asked: {}.",
                word,
                quoted(first),
                others.join(", ")
            ));
        }
        if says.starts_with("missing field") {
            return Some(match self.set.and_then(|set| bounds(set, first)) {
                Some((least, most)) => said!(
                    "{} lacks {}: a whole number from {} to {} is asked.",
                    self.row(),
                    quoted(first),
                    least,
                    most
                ),
                None => said!("{} lacks {}.", self.row(), quoted(first)),
            });
        }
        None
    }

    /// A value of another sort than is asked, or beyond all bounds.
    fn of_a_value(&self, says: &str) -> Option<Said> {
        if says.starts_with("duplicate") {
            return Some(said!("{} comes twice in this row.", self.word()));
        }
        if says.starts_with("invalid length") {
            return Some(said!("{}: a list of two numbers is asked, as in [771, 815].", self.word()));
        }
        let rest = says.strip_prefix("invalid type: ").or_else(|| says.strip_prefix("invalid value: "))?;
        let (is, expected) = rest.split_once(", expected ")?;
        let (word, is) = (self.word(), written(is));
        Some(if is_whole(expected) {
            match self.set.and_then(|set| bounds(set, &word)) {
                Some((least, most)) => {
                    said!("{}: {} is written. A whole number from {} to {} is asked.", word, is, least, most)
                }
                None => said!("{}: {} is written. A whole number is asked.", word, is),
            }
        } else if expected.contains("string") {
            said!("{}: {} is written. A text in quotation marks is asked.", word, is)
        } else if expected.contains("bool") {
            said!("{}: {} is written. true or false is asked.", word, is)
        } else if ["sequence", "array", "tuple"].iter().any(|list| expected.contains(list)) {
            said!("{}: {} is written. A list in square brackets is asked.", word, is)
        } else {
            said!("{}: {} is written. Words and values in braces are asked, as in {}.", word, is, EXAMPLE)
        })
    }

    /// What can be no key, or is none of a court.
    fn of_a_key(&self, says: &str) -> Option<Said> {
        let word = self.word();
        if let Some(key) = says.strip_suffix(" is no key") {
            return Some(said!(
                "{}: \"{}\" is no key. A key has 1 to {} of a–z, 0–9, _ and -.",
                word,
                quoted(key),
                LONGEST
            ));
        }
        let key = says.strip_prefix("there is no ")?.strip_suffix(" in the data")?;
        let courts: Vec<&str> = Court::all().map(Court::key).collect();
        Some(said!("{}: {} is no court. The courts are: {}.", word, quoted(key), courts.join(", ")))
    }
}

/// An example of what stands in braces.
const EXAMPLE: &str = "{ what = \"gold\", gold = 3 }";

/// A word in the place of a set.
fn none_of_the_sets(word: &str) -> Said {
    let sets: Vec<String> = Set::ALL.into_iter().map(|set| format!("[[{}]]", set.key())).collect();
    said!("{} is no set of rows. Rows can be: {}.", quoted(word), sets.join(", "))
}

/// Whether a whole number is asked.
fn is_whole(expected: &str) -> bool {
    let sort = expected.split_whitespace().next().unwrap_or_default();
    let bits = |letter| sort.strip_prefix(letter).is_some_and(|bits| bits.parse::<u8>().is_ok());
    bits('u') || bits('i') || expected.contains("integer")
}

/// What is written, without the word for its sort.
fn written(is: &str) -> String {
    match (pieces(is).first(), is.split_once('"')) {
        (Some(number), _) => quoted(number),
        (None, Some((_, text))) => format!("\"{}\"", quoted(text.trim_end_matches('"'))),
        (None, None) if is.starts_with("map") => "{ }".to_owned(),
        (None, None) if is.starts_with("seq") => "[ ]".to_owned(),
        (None, None) => quoted(is),
    }
}
