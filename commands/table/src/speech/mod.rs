//! Speech: the languages in which the bot speaks, and in which it speaks now.
//!
//! The English sentence in the code is the key under which a language's file in `languages/` has its own (as with gettext); what a file
//! lacks is said in English. A presenter says things with [`say!`](crate::say) and knows no language: whoever calls it chooses one with
//! [`in_language`] (or [`speaking`], for work that waits), and outside of both it is English.

pub mod readers;
pub mod renamed;
pub mod tree;

use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::LazyLock;
use table::said::{Said, Value};

tokio::task_local! {
    /// The language spoken in the work at hand. Scoped: it ends with the call or the future that chose it.
    static SPOKEN: Language;
}

/// A language in which the bot speaks: English, or one of the files in `languages/`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(usize);

/// What a language's file says of the language itself.
#[derive(Debug, Deserialize)]
struct Head {
    /// Its name in itself: "suomi".
    name: String,
    /// The locales of Discord that it serves; the first is the one that the command tree is sent under.
    locales: Vec<String>,
    /// The numbers that go with the singular.
    singular: Vec<u64>,
    /// What stands between a whole number and its parts.
    decimal: String,
}

/// A language's file.
#[derive(Debug, Deserialize)]
struct Catalogue {
    language: Head,
    /// The sentences, by subject: English template = its own.
    #[serde(flatten)]
    subjects: BTreeMap<String, BTreeMap<String, String>>,
}

/// A language as it is looked up.
struct Words {
    head: Head,
    sentences: HashMap<String, String>,
}

/// The files of each language: its sentences, and its command tree.
const FILES: &[[&str; 2]] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    // The files are part of the program and read by a test; a fault in one cannot come from outside.
    let read = FILES.iter().map(|[sentences, _]| toml::from_str::<Catalogue>(sentences));
    read.map(|file| match file {
        Ok(file) => Words { head: file.language, sentences: file.subjects.into_values().flatten().collect() },
        Err(_) => Words {
            head: Head {
                name: String::new(),
                locales: Vec::new(),
                singular: vec![1],
                decimal: ".".to_owned(),
            },
            sentences: HashMap::new(),
        },
    })
    .collect()
});

impl Language {
    /// English, in which the code is written, and which everything is said in that has no other words.
    pub const ENGLISH: Language = Language(0);

    /// All languages, English first.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..=FILES.len()).map(Language)
    }

    /// The language of a locale as Discord names it (`fi`, `en-GB`); English where the bot does not speak it.
    #[must_use]
    pub fn of_locale(locale: &str) -> Language {
        let serves = |words: &Words| words.head.locales.iter().any(|own| own == locale);
        WORDS.iter().position(serves).map_or(Language::ENGLISH, |place| Language(place + 1))
    }

    /// The locale under which Discord knows it: `en-US`, `fi`.
    #[must_use]
    pub fn locale(self) -> &'static str {
        let own = self.words().and_then(|words| words.head.locales.first());
        own.map_or("en-US", String::as_str)
    }

    /// The locales of Discord that it serves.
    #[must_use]
    pub fn locales(self) -> &'static [String] {
        self.words().map_or(&[], |words| &words.head.locales)
    }

    /// Its name in itself: "English", "suomi".
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().map_or("English", |words| &words.head.name)
    }

    /// The language's own words for an English template or name, if it has them.
    #[must_use]
    pub fn look_up(self, english: &str) -> Option<&'static str> {
        self.words()?.sentences.get(english).map(String::as_str)
    }

    fn words(self) -> Option<&'static Words> {
        WORDS.get(self.0.checked_sub(1)?)
    }
}

/// The language spoken now.
#[must_use]
pub fn spoken() -> Language {
    SPOKEN.try_with(|language| *language).unwrap_or_default()
}

/// Calls something that speaks, in a language.
pub fn in_language<T>(language: Language, speak: impl FnOnce() -> T) -> T {
    SPOKEN.sync_scope(language, speak)
}

/// Does work that waits and speaks, in a language.
pub async fn speaking<F: Future>(language: Language, work: F) -> F::Output {
    SPOKEN.scope(language, work).await
}

/// A sentence in the language spoken now.
#[must_use]
pub fn said(sentence: &Said) -> String {
    let language = spoken();
    sentence.in_words_now(&|english| language.look_up(english), &renamed::later)
}

/// A name or word of the game in the language spoken now: a power, a scenario's title, a stage.
#[must_use]
pub fn word(english: &str) -> String {
    spoken().look_up(english).unwrap_or(english).to_owned()
}

/// Whether a number goes with the singular in the language spoken now.
#[must_use]
pub fn is_singular(n: u64) -> bool {
    spoken().words().map_or(n == 1, |words| words.head.singular.contains(&n))
}

/// A number of hundredths with two places: "3.50", in Finnish "3,50".
#[must_use]
pub fn hundredths(n: u64) -> String {
    let point = spoken().words().map_or(".", |words| &words.head.decimal);
    format!("{}{point}{:02}", n / 100, n % 100)
}

/// What stands between a whole number and its parts: "." or ",".
#[must_use]
pub fn decimal() -> &'static str {
    spoken().words().map_or(".", |words| &words.head.decimal)
}

/// A number of tenths with its place: "5.3", in Finnish "5,3".
#[must_use]
pub fn tenths(n: u64) -> String {
    let point = spoken().words().map_or(".", |words| &words.head.decimal);
    format!("{}{point}{}", n / 10, n % 10)
}

/// A whole number with its sign as it is printed: 2, −1.
#[must_use]
pub fn signed(n: i64) -> String {
    n.to_string().replace('-', "−")
}

/// A text as a value that every language shows in its own words where it has them.
#[must_use]
pub fn name(english: &str) -> Value {
    table::said::name(english)
}

/// Says a sentence in the language spoken now: an English template, and values by position. Every template needs its place in the
/// files in `languages/`; a test tells which are missing.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $value:expr)* $(,)?) => {
        $crate::speech::said(&$crate::said!($template $(, $value)*))
    };
}
