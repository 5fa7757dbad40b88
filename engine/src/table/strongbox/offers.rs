//! What may be done with one's strongbox now: for the random player and stand-ins, and as the list that buttons and autocomplete use.

use super::sheet::payloads;
use super::{Act, Given, Holds, Item, LONGEST_NAME, LONGEST_NOTE, MOST, MOST_MONEY, PLACES, SHIPS, key};
use crate::table::event::Text;
use crate::table::hash::sha256;
use crate::table::names::{By, SeatId};
use crate::table::offers::{Field, Kind, Offer};
use crate::table::order::Verb;
use crate::table::secret::Secret;
use crate::table::view::View;
use serde_json::Value;
use std::collections::BTreeMap;

/// The sorts of factors that an offer names; an order may name others.
const FACTORS: [&str; 6] = ["infantry", "militia", "cavalry", "guard", "artillery", "cossack"];

/// What the viewer may do with his strongbox.
pub(crate) fn offers(view: &View) -> Vec<Offer> {
    let Some(seen) = &view.strongbox else { return Vec::new() };
    let strongbox = &seen.strongbox;
    let mut offers = Vec::new();
    let one_of = |of: Vec<String>| Kind::OneOf { of };
    let whole = |least: i64, most: i64| Kind::Whole { least, most };
    let name = |taken: Vec<String>| Kind::Name { most: LONGEST_NAME, taken };
    let mut keep = |verb: &str, mut fields: Vec<Field>| {
        if seen.owners.len() > 1 {
            fields.push(Field::required("power", one_of(seen.owners.clone())));
        }
        offers.push(Offer::with(verb, fields));
    };
    // Where a fleet still fits, everything does.
    if payloads(&strongbox.items).len() + 2 <= PLACES {
        let note = |kept: &&super::Kept| matches!(kept.item, Item::Note { .. });
        let others = |notes: bool| -> Vec<String> {
            let of = strongbox.items.values().filter(|kept| note(kept) == notes);
            of.map(|kept| key(&kept.name())).collect()
        };
        let new_name = || Field::required("name", name(others(true)));
        let most = i64::from(MOST);
        let factors = FACTORS.iter().map(|sort| (*sort).to_owned()).collect();
        keep(
            "box_corps",
            vec![
                new_name(),
                Field::required("sort", one_of(factors)),
                Field::required("count", whole(0, most)),
            ],
        );
        keep("box_fleet", vec![new_name(), Field::required("count", whole(0, most))]);
        keep("box_treasury", vec![Field::required("money", whole(-MOST_MONEY, MOST_MONEY))]);
        keep("box_manpower", vec![Field::required("points", whole(0, most))]);
        let note_name = Field::required("name", name(others(false)));
        keep("box_note", vec![note_name, Field::required("text", Kind::Text { most: LONGEST_NOTE - 1 })]);
    }
    let names = |fits: &dyn Fn(&super::Kept) -> bool| -> Vec<String> {
        strongbox.items.values().filter(|kept| fits(kept)).map(super::Kept::name).collect()
    };
    let all = names(&|_| true);
    if !all.is_empty() {
        offers.push(Offer::with("box_remove", vec![Field::required("name", one_of(all))]));
    }
    let author = view.asker.and_then(By::person);
    let named = names(&|kept| match kept.item {
        Item::Treasury { .. } | Item::Manpower { .. } => false,
        Item::Note { .. } => kept.text.as_ref().is_some_and(|written| written.by == author),
        _ => true,
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
    let shown = |kept: &&super::Kept| kept.text.is_some() || !matches!(kept.item, Item::Note { .. });
    let names: Vec<String> = sheet.items.values().filter(shown).map(super::Kept::name).collect();
    if !names.is_empty() {
        let mut fields = vec![Field::required("name", one_of(names))];
        let others = view.seats.iter().map(|other| &other.id).filter(|id| Some(*id) != view.seat());
        let others: Vec<String> = others.map(ToString::to_string).collect();
        if seen.to_one && !others.is_empty() {
            fields.push(Field::optional("to", one_of(others)));
        }
        offers.push(Offer::with("show", fields));
    }
    let fleets = sheet.items.values().filter(|kept| kept.item.squadrons().is_some());
    let fleets: Vec<String> = fleets.map(|kept| kept.item.name()).collect();
    if !fleets.is_empty() {
        offers.push(Offer::with("squadrons", vec![Field::optional("fleet", one_of(fleets))]));
    }
    offers
}

/// The order that an offer of the strongbox makes; `None` where it is none of the strongbox. `salt` seals a note; what seals the change
/// is made from it, and not the other way about, so that a note's salt can be deleted.
pub(crate) fn taken(verb: &str, filled: &Value, salt: [u8; 32]) -> Option<Verb> {
    let text = |name: &str| filled.get(name).and_then(Value::as_str).map(str::to_owned);
    let whole = |name: &str| filled.get(name).and_then(Value::as_i64).unwrap_or_default();
    let count = |name: &str| u32::try_from(whole(name)).unwrap_or_default();
    let name = || text("name").unwrap_or_default();
    let keep = |holds: Holds| {
        let given = Given { name: text("name").unwrap_or_default(), power: text("power"), holds };
        Act::Keep { items: vec![given], whole: false, revision: None }
    };
    let act = match verb {
        "box_corps" => {
            keep(Holds::Corps(BTreeMap::from([(text("sort").unwrap_or_default(), count("count"))])))
        }
        "box_fleet" => keep(Holds::Fleet(BTreeMap::from([(SHIPS.to_owned(), count("count"))]))),
        "box_treasury" => keep(Holds::Treasury(whole("money"))),
        "box_manpower" => keep(Holds::Manpower(count("points"))),
        "box_note" => {
            // An empty text is no note.
            let text = crate::table::canonical::composed(&format!("{}.", text("text").unwrap_or_default()));
            keep(Holds::Note(Text { text, salt: Secret::new(salt) }))
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
        "squadrons" => Act::Squadrons { fleet: text("fleet") },
        _ => return None,
    };
    Some(Verb::Strongbox { act, salt: Secret::new(change_salt(&salt)) })
}

/// The salt of a change out of 32 random bytes.
#[must_use]
pub(super) fn change_salt(random: &[u8; 32]) -> [u8; 32] {
    sha256(&[b"chancery/change/1", random]).0
}
