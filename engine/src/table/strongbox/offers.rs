//! What may be done with one's strongbox now: for the random player and stand-ins, and as the list that buttons and autocomplete use.

use super::sheet::payloads;
use super::{Act, Given, Holds, Item, LONGEST_NAME, LONGEST_NOTE, MOST, MOST_MONEY, PLACES, SHIPS};
use crate::table::event::Text;
use crate::table::hash::sha256;
use crate::table::names::SeatId;
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
        let new_name = || Field::required("name", name(Vec::new()));
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
        keep("box_note", vec![new_name(), Field::required("text", Kind::Text { most: LONGEST_NOTE - 1 })]);
    }
    let names = |fits: &dyn Fn(&Item) -> bool| -> Vec<String> {
        let items = strongbox.items.values().map(|kept| &kept.item);
        items.filter(|item| fits(item)).map(Item::name).collect()
    };
    let all = names(&|_| true);
    if !all.is_empty() {
        offers.push(Offer::with("box_remove", vec![Field::required("name", one_of(all))]));
    }
    let named = names(&|item| !matches!(item, Item::Treasury { .. } | Item::Manpower { .. }));
    if !named.is_empty() {
        let taken = strongbox.items.keys().cloned().collect();
        let fields = vec![Field::required("name", one_of(named)), Field::required("to", name(taken))];
        offers.push(Offer::with("box_rename", fields));
    }
    if strongbox.before.is_some() {
        offers.push(Offer::plain("box_undo"));
    }
    let Some(sheet) = strongbox.sheet(None) else { return offers };
    let shown = |kept: &&super::Kept| kept.text.is_some() || !matches!(kept.item, Item::Note { .. });
    let names: Vec<String> = sheet.items.values().filter(shown).map(|kept| kept.item.name()).collect();
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
        "show" => {
            Act::Show { name: name(), to: text("to").map(|seat| SeatId::from(seat.as_str())), sheet: None }
        }
        "squadrons" => Act::Squadrons { fleet: text("fleet") },
        _ => return None,
    };
    Some(Verb::Strongbox { act, salt: Secret::new(change_salt(&salt)) })
}

/// The salt of a change out of 32 random bytes.
#[must_use]
fn change_salt(random: &[u8; 32]) -> [u8; 32] {
    sha256(&[b"chancery/change/1", random]).0
}
