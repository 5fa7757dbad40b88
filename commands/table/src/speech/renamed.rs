//! Names that a campaign changes in the course of its play: Sardinia's is Italy's once that is united. What is said of a campaign is said in
//! its names of now; who speaks of it chooses them as he chooses the language, and outside of that everybody goes by the name of the start.

use super::{Language, in_language};
use std::future::Future;

tokio::task_local! {
    /// The names of the campaign that is spoken of in the work at hand.
    static NAMES: Renamed;
}

/// Who goes by another name now than when the campaign began: the name of the start, and that of now, both in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renamed(pub Vec<(&'static str, &'static str)>);

/// The names of the campaign that is spoken of now.
#[must_use]
pub fn now() -> Renamed {
    NAMES.try_with(Renamed::clone).unwrap_or_default()
}

/// Calls something that speaks of a campaign, in its names.
pub fn in_names<T>(names: Renamed, speak: impl FnOnce() -> T) -> T {
    NAMES.sync_scope(names, speak)
}

/// Calls something that speaks of a campaign, in a language and in its names.
pub fn in_words<T>(language: Language, names: Renamed, speak: impl FnOnce() -> T) -> T {
    in_language(language, || in_names(names, speak))
}

/// Does work that waits and speaks of a campaign, in its names.
pub async fn naming<F: Future>(names: Renamed, work: F) -> F::Output {
    NAMES.scope(names, work).await
}

/// The name, in English, by which one goes now who began with another; `None` where it is the same still.
pub(super) fn later(began: &str) -> Option<&'static str> {
    let of = |names: &Renamed| names.0.iter().find(|(of, _)| *of == began).map(|(_, now)| *now);
    NAMES.try_with(of).ok().flatten()
}

/// How one is called now who began with this name, in the language spoken now.
#[must_use]
pub fn called(began: &str) -> String {
    super::word(later(began).unwrap_or(began))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_another_name_goes_by_it_only_where_his_campaign_is_spoken_of() {
        let names = Renamed(vec![("Sardinia", "Italy")]);
        assert_eq!(
            in_names(names.clone(), || (called("Sardinia"), called("France"))),
            ("Italy".into(), "France".into())
        );
        let within = in_names(names, || in_names(Renamed::default(), || called("Sardinia")));
        assert_eq!((within.as_str(), called("Sardinia").as_str()), ("Sardinia", "Sardinia"));
    }
}
