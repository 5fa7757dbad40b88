//! Discord's locales: the languages a member may have set, and what a command is called in each.

use serde_json::Value;

/// Every locale there is, with the name its speakers give it.
pub(crate) const LOCALES: &[(&str, &str)] = &[
    ("ar", "العربية"),
    ("bg", "български"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en-GB", "English (UK)"),
    ("en-US", "English (US)"),
    ("es-419", "Español (Latinoamérica)"),
    ("es-ES", "Español (España)"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "Hrvatski"),
    ("hu", "Magyar"),
    ("id", "Bahasa Indonesia"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("lt", "Lietuvių"),
    ("nl", "Nederlands"),
    ("no", "Norsk"),
    ("pl", "Polski"),
    ("pt-BR", "Português (Brasil)"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sv-SE", "Svenska"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("vi", "Tiếng Việt"),
    ("zh-CN", "中文"),
    ("zh-TW", "繁體中文"),
];

/// The locale of a member who chose none, and of the guild.
pub(crate) const DEFAULT: &str = "en-US";

/// Is there such a locale?
pub(crate) fn known(locale: &str) -> bool {
    LOCALES.iter().any(|(code, _)| *code == locale)
}

/// The locale Discord looks into where a text has none in the first.
fn second(locale: &str) -> Option<&'static str> {
    match locale {
        "en-US" => Some("en-GB"),
        "en-GB" => Some("en-US"),
        "es-419" => Some("es-ES"),
        _ => None,
    }
}

/// A command's, option's or choice's own name in that locale, where it has one there.
pub(crate) fn local_name<'a>(thing: &'a Value, locale: &str) -> Option<&'a str> {
    let names = &thing["name_localizations"];
    names[locale].as_str().or_else(|| names[second(locale)?].as_str())
}

/// Is the thing called so, in itself or in that locale?
pub(crate) fn called(thing: &Value, name: &str, locale: &str) -> bool {
    thing["name"] == name || local_name(thing, locale) == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_follow_the_locale_and_its_second() {
        let thing = json!({"name": "dice", "name_localizations": {"fi": "noppa", "en-GB": "dyce"}});
        assert!(called(&thing, "dice", "de") && called(&thing, "noppa", "fi"));
        assert!(!called(&thing, "noppa", "de"));
        assert_eq!(local_name(&thing, "en-US"), Some("dyce"));
        assert_eq!(local_name(&thing, "es-419"), None);
        assert!(known("sv-SE") && !known("sv"));
        assert_eq!(LOCALES.len(), 34);
    }
}
