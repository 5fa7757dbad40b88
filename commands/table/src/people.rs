//! Who the persons of a campaign's record are in Discord.

use crate::asker::Asker;
use crate::speech::Language;
use db::PersonRow;

/// Who a person of the record is in Discord.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The user, unless he had himself forgotten.
    pub user: Option<u64>,
    /// The name he goes by.
    pub name: Option<String>,
    /// The language he reads, as his client told when he last gave an order.
    pub language: Language,
}

impl Person {
    /// The one who asks.
    pub(crate) fn of(asker: &Asker) -> Person {
        Person { user: Some(asker.user), name: Some(asker.name.clone()), language: asker.language }
    }
}

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Person {
        let language = row.locale.as_deref().map(Language::of_locale).unwrap_or_default();
        Person { user: row.user, name: row.name, language }
    }
}
