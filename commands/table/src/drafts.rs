//! What somebody typed into a form in vain: quoted back to him alone, and the form comes back filled in with it when he tries again.
//!
//! It may be a secret, so it is held in memory only, for a quarter of an hour, and printed nowhere. A restart loses it without harm: the
//! form then opens as it would anew.

use crate::custom_id::CustomId;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use table::Secret;

/// The most drafts that are kept; one more drives out the oldest.
const MOST: usize = 200;

/// How long a draft is kept, in seconds.
const KEPT: i64 = 15 * 60;

/// What begins the verb of the button that opens a form filled in.
pub(crate) const AGAIN: &str = "again/";

/// The texts of a form by their inputs.
pub type Fields = Vec<(String, String)>;

/// What was typed in vain by all who did, newest last.
#[derive(Default)]
pub struct Drafts(Mutex<VecDeque<Draft>>);

struct Draft {
    user: u64,
    form: String,
    /// When, Unix seconds.
    at: i64,
    fields: Secret<Fields>,
}

impl Drafts {
    /// Keeps what a user typed into a form; what he typed into it before is forgotten.
    pub fn keep(&self, user: u64, form: &str, at: i64, fields: Fields) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|draft| at - draft.at < KEPT && !(draft.user == user && draft.form == form));
        if drafts.len() >= MOST {
            drafts.pop_front();
        }
        drafts.push_back(Draft { user, form: form.to_owned(), at, fields: Secret::new(fields) });
    }

    /// What a user typed into a form, where it is still kept.
    #[must_use]
    pub fn of(&self, user: u64, form: &str, at: i64) -> Option<Secret<Fields>> {
        let drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own =
            drafts.iter().find(|draft| draft.user == user && draft.form == form && at - draft.at < KEPT);
        own.map(|draft| draft.fields.clone())
    }

    /// Has what another has kept.
    pub(crate) fn take_over(&self, other: &Drafts) {
        let kept = std::mem::take(&mut *other.0.lock().unwrap_or_else(PoisonError::into_inner));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }

    /// Forgets what a user typed into a form: it was taken.
    pub fn drop(&self, user: u64, form: &str) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|draft| !(draft.user == user && draft.form == form));
    }

    /// Forgets everything that a user typed.
    pub fn forget(&self, user: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|draft| draft.user != user);
    }
}

/// What a form's draft is kept under. A roster's revision and the powers of new envelopes change nothing of what was typed.
pub(crate) fn key(id: &CustomId) -> String {
    let verb = if id.verb.starts_with("envelope/open") { "envelope/open" } else { &id.verb };
    let prompt = if verb.starts_with("box/") { 0 } else { id.prompt };
    CustomId { verb: verb.to_owned(), prompt, ..id.clone() }.written()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::message::{Embed, Message};

    fn fields(text: &str) -> Fields {
        vec![("what".to_owned(), text.to_owned())]
    }

    #[test]
    fn a_draft_is_its_users_alone_and_lapses() {
        let drafts = Drafts::default();
        drafts.keep(1, "form", 100, fields("first"));
        drafts.keep(1, "form", 110, fields("second"));
        drafts.keep(2, "form", 110, fields("another's"));
        assert_eq!(drafts.of(1, "form", 120).unwrap().reveal(), &fields("second"));
        assert_eq!(drafts.of(1, "other", 120), None);
        assert_eq!(drafts.of(3, "form", 120), None);
        assert_eq!(drafts.of(1, "form", 110 + KEPT), None);
        drafts.drop(1, "form");
        assert_eq!(drafts.of(1, "form", 120), None);
        drafts.forget(2);
        assert_eq!(drafts.of(2, "form", 120), None);
    }

    #[test]
    fn only_the_last_ones_are_kept() {
        let drafts = Drafts::default();
        for n in 0..=MOST as u64 {
            drafts.keep(n, "form", 0, fields("x"));
        }
        assert_eq!(drafts.of(0, "form", 1), None);
        assert!(drafts.of(1, "form", 1).is_some() && drafts.of(MOST as u64, "form", 1).is_some());
    }

    #[test]
    fn a_draft_is_printed_nowhere() {
        let drafts = Drafts::default();
        drafts.keep(1, "form", 0, fields("Vienna"));
        let message = Message {
            typed: Some(Secret::new(Box::new(Embed::new("", "Vienna")))),
            ..Message::text("Refused.")
        };
        assert!(!format!("{message:?} {:?}", drafts.of(1, "form", 0)).contains("Vienna"));
        assert!(message.json().to_string().contains("Vienna"));
        assert!(!serde_json::to_string(&message).unwrap().contains("Vienna"));
    }

    #[test]
    fn what_changes_nothing_of_the_text_is_no_part_of_the_key() {
        let key_of = |id: &str| key(&CustomId::read(id).unwrap());
        assert_eq!(key_of("v1:abcdefghij:4:box/add"), key_of("v1:abcdefghij:9:box/add"));
        assert_eq!(key_of("v1:abcdefghij:0:envelope/open/2.3"), key_of("v1:abcdefghij:0:envelope/open"));
        assert_ne!(key_of("v1:abcdefghij:4:bid"), key_of("v1:abcdefghij:5:bid"));
        assert_ne!(key_of("v1:abcdefghij:4:bid"), key_of("v1:abcdefghij:4:bid@3"));
    }
}
