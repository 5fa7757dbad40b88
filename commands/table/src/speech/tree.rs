//! The command tree in every language: names, descriptions, options and choices go to Discord with it, and each reader sees his own.
//!
//! `languages/<language>.commands.toml` has them by path, in the English names: `["campaign found players"]`. An option that many
//! commands share stands once, under `["* campaign"]`. What is missing there is shown in English.

use super::{FILES, Language};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a language calls a command or an option.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its choices, by their English names.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
}

static TREES: LazyLock<Vec<BTreeMap<String, Called>>> = LazyLock::new(|| {
    // As with the sentences, the files are part of the program and read by a test.
    FILES.iter().map(|[_, commands]| toml::from_str(commands).unwrap_or_default()).collect()
});

/// What a language calls everything, by path; nothing for English.
#[must_use]
pub fn names(language: Language) -> Option<&'static BTreeMap<String, Called>> {
    TREES.get(language.0.checked_sub(1)?)
}

/// What a language calls the command or option at a path: `campaign found players`.
#[must_use]
pub fn called(language: Language, path: &str) -> Option<&'static Called> {
    let names = names(language)?;
    let shared = || names.get(&format!("* {}", path.rsplit(' ').next()?));
    names.get(path).or_else(shared)
}

/// The command tree with its names in every language.
#[must_use]
pub fn in_every_language<U, E>(mut commands: Vec<poise::Command<U, E>>) -> Vec<poise::Command<U, E>> {
    commands.iter_mut().for_each(|command| localize(command, ""));
    commands
}

/// A localized text: the locale and the text.
type Localized = (Cow<'static, str>, Cow<'static, str>);

/// What every language has of something, under every locale that it serves.
fn everywhere(of: impl Fn(Language) -> Option<&'static str>) -> Cow<'static, [Localized]> {
    Language::all()
        .filter_map(|language| Some((language, of(language)?)))
        .flat_map(|(language, text)| {
            let locales = language.locales().iter();
            locales.map(move |locale| (Cow::Borrowed(locale.as_str()), Cow::Borrowed(text)))
        })
        .collect()
}

fn localize<U, E>(command: &mut poise::Command<U, E>, above: &str) {
    let path = format!("{above}{}", command.name);
    let call = |language| called(language, &path);
    command.name_localizations = everywhere(|language| Some(call(language)?.name.as_str()));
    command.description_localizations = everywhere(|language| Some(call(language)?.description.as_str()));
    for option in &mut command.parameters {
        let path = format!("{path} {}", option.name);
        let call = |language| called(language, &path);
        option.name_localizations = everywhere(|language| Some(call(language)?.name.as_str()));
        option.description_localizations = everywhere(|language| Some(call(language)?.description.as_str()));
        for choice in option.choices.to_mut() {
            choice.localizations =
                everywhere(|language| call(language)?.choices.get(&*choice.name).map(String::as_str));
        }
    }
    let path = format!("{path} ");
    command.subcommands.iter_mut().for_each(|sub| localize(sub, &path));
}
