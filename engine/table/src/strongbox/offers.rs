//! What may be done with one's strongbox now: for the random player and stand-ins, and as the list that buttons and autocomplete use.

use super::{Act, Given, LONGEST_NAME, LONGEST_NOTE, key};
use crate::canonical::composed;
use crate::event::Text;
use crate::hash::sha256;
use crate::names::{By, SeatId};
use crate::offers::{Field, Kind, Offer};
use crate::order::Verb;
use crate::secret::Secret;
use crate::view::View;
use serde_json::Value;

/// What the viewer may do with his strongbox.
pub(crate) fn offers(view: &View) -> Vec<Offer> {
    let Some(seen) = &view.strongbox else { return Vec::new() };
    let strongbox = &seen.strongbox;
    let mut offers = Vec::new();
    let one_of = |of: Vec<String>| Kind::OneOf { of };
    let name = |taken: Vec<String>| Kind::Name { most: LONGEST_NAME, taken };
    let mut keep = |verb: &str, mut fields: Vec<Field>| {
        if seen.owners.len() > 1 {
            fields.push(Field::required("power", one_of(seen.owners.clone())));
        }
        offers.push(Offer::with(verb, fields));
    };
    let rules = crate::game::by_key(&view.game_key);
    if seen.has_room() {
        let note = |kept: &&super::Kept| kept.item.is_note();
        let others = |notes: bool| -> Vec<String> {
            let of = strongbox.items.values().filter(|kept| note(kept) == notes);
            of.map(|kept| key(&kept.name())).collect()
        };
        for offer in rules.iter().flat_map(|rules| rules.things_offered()) {
            let named = |field: Field| match field.kind {
                Kind::Name { most, .. } => Field { kind: Kind::Name { most, taken: others(true) }, ..field },
                _ => field,
            };
            keep(&offer.verb, offer.fields.into_iter().map(named).collect());
        }
        let note_name = Field::required("name", name(others(false)));
        keep("box_note", vec![note_name, Field::required("text", Kind::Text { most: LONGEST_NOTE - 1 })]);
    }
    let names = |fits: &dyn Fn(&super::Kept) -> bool| -> Vec<String> {
        let of = strongbox.items.values().filter(|kept| fits(kept));
        of.map(|kept| kept.label_among(&strongbox.items)).collect()
    };
    let all = names(&|_| true);
    if !all.is_empty() {
        offers.push(Offer::with("box_remove", vec![Field::required("name", one_of(all))]));
    }
    let author = view.asker.and_then(By::person);
    let named = names(&|kept| match rules {
        _ if kept.item.is_note() => kept.text.as_ref().is_some_and(|written| written.by == author),
        Some(rules) => kept.item.renamed(rules, "A").is_some(),
        None => false,
    });
    if !named.is_empty() {
        let taken = strongbox.items.values().map(|kept| key(&kept.name())).collect();
        let fields = vec![Field::required("name", one_of(named)), Field::required("to", name(taken))];
        offers.push(Offer::with("box_rename", fields));
    }
    if strongbox.before.is_some() {
        offers.push(Offer::plain("box_undo"));
    }
    let Some(sheet) = strongbox.sheet(None) else { return offers };
    let shown = |kept: &&super::Kept| kept.text.is_some() || !kept.item.is_note();
    let names: Vec<String> =
        sheet.items.values().filter(shown).map(|kept| kept.label_among(&sheet.items)).collect();
    if !names.is_empty() {
        let mut fields = vec![Field::required("name", one_of(names))];
        let others = view.seats.iter().map(|other| &other.id).filter(|id| Some(*id) != view.seat());
        let others: Vec<String> = others.map(ToString::to_string).collect();
        if seen.to_one && !others.is_empty() {
            fields.push(Field::optional("to", one_of(others)));
        }
        offers.push(Offer::with("show", fields));
    }
    let parts = sheet.items.values().filter(|kept| kept.item.part().is_some());
    let parts: Vec<String> = parts.map(|kept| kept.label_among(&sheet.items)).collect();
    if !parts.is_empty() {
        offers.push(Offer::with("tell_part", vec![Field::optional("name", one_of(parts))]));
    }
    offers
}

/// The order that an offer of the strongbox makes; `None` where it is none of the strongbox. `salt` seals a note; what seals the change
/// is made from it, and not the other way about, so that a note's salt can be deleted.
pub(crate) fn taken(verb: &str, filled: &Value, salt: [u8; 32]) -> Option<Verb> {
    let text = |name: &str| filled.get(name).and_then(Value::as_str).map(str::to_owned);
    let (name, power) = (|| text("name").unwrap_or_default(), || text("power"));
    let keep = |given: Given| Act::Keep { items: vec![given], whole: false, revision: None };
    let act = match verb {
        "box_note" => {
            // An empty text is no note.
            let text = composed(&format!("{}.", text("text").unwrap_or_default()));
            let text = Text { text, salt: Secret::new(salt) };
            keep(Given::Note { name: name(), power: power(), text })
        }
        "box_remove" => Act::Remove { name: name() },
        "box_rename" => Act::Rename { from: name(), to: text("to").unwrap_or_default() },
        "box_undo" => Act::TakeBack,
        "show" => Act::Show {
            name: name(),
            to: text("to").map(|seat| SeatId::from(seat.as_str())),
            sheet: None,
            recalled: None,
        },
        "tell_part" => Act::Tell { name: text("name") },
        verb if verb.starts_with("box_") => {
            keep(Given::Filled { verb: verb.to_owned(), filled: filled.clone(), power: power() })
        }
        _ => return None,
    };
    Some(Verb::Strongbox { act, salt: Secret::new(change_salt(&salt)) })
}

/// The salt of a change out of 32 random bytes.
#[must_use]
pub(super) fn change_salt(random: &[u8; 32]) -> [u8; 32] {
    sha256(&[b"chancery/change/1", random]).0
}

/// The salt of a change that nobody ordered, out of that of the next seal.
pub(super) fn unasked_salt(next: &[u8; 32], seat: &SeatId) -> [u8; 32] {
    sha256(&[b"chancery/unasked/1", next, seat.as_str().as_bytes()]).0
}
