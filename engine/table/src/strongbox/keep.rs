//! Changing what is in a box: keep, remove, rename, take back.

use super::find::{clash, meant};
use super::item::number_of_note;
use super::offers::{change_salt, unasked_salt};
use super::sheet::{full, payloads};
use super::{
    Act, Change, Given, Item, Items, Kept, LONGEST_NOTE, Strongbox, Written, check_name, key, notes, show,
};
use crate::audience::Audience;
use crate::campaign::Stage;
use crate::draft::Draft;
use crate::event::{Event, SecretPart, Text};
use crate::names::{By, SeatId};
use crate::offers::spoken;
use crate::refusal::Refusal;
use crate::said;
use crate::said::{Said, name as named};
use crate::secret::Secret;

/// Does what a seat asks of its strongbox. `salt` seals a change, which stays off the record.
pub(crate) fn act(draft: &mut Draft<'_>, act: &Act, salt: &Secret<[u8; 32]>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!(
            "The strongboxes open when play begins; seats are still being taken."
        )));
    }
    let strongbox = draft.campaign().strongboxes.get(&seat).cloned().unwrap_or_default();
    match act {
        Act::Keep { items, whole, revision } => {
            if revision.is_some_and(|revision| revision != strongbox.revision) {
                return Err(Refusal::new(said!(
                    "Your roster was changed since this form was opened, so nothing was taken from it. Open the form again."
                )));
            }
            keep(draft, &seat, &strongbox, items, *whole, salt)
        }
        Act::Remove { name } => {
            let item = &find(&strongbox.items, name)?.item;
            let change = Change::Remove { place: item.place() };
            write(draft, &seat, &change, Vec::new(), salt)
        }
        Act::Rename { from, to } => {
            let kept = find(&strongbox.items, from)?;
            let (item, rules) = (&kept.item, draft.campaign().play.game.rules());
            if !item.is_note() && item.renamed(rules, "A").is_none() {
                return Err(Refusal::new(said!(
                    "{} has its name from the strongbox and keeps it.",
                    item.name()
                )));
            }
            check_name(rules, to)?;
            let others = || strongbox.items.values().filter(|other| other.item != *item);
            if others().any(|other| clash(other, to, item.is_note(), item.power())) {
                return Err(taken(to));
            }
            if item.is_note() {
                return rename_note(draft, &seat, kept, to, salt);
            }
            if let Some(renamed) = item.renamed(rules, to) {
                rules.thing_given(renamed.payload(), &|power| Ok(power.map(str::to_owned)))?;
            }
            let change = Change::Rename { place: item.place(), to: to.clone() };
            write(draft, &seat, &change, Vec::new(), salt)
        }
        Act::TakeBack => {
            if strongbox.before.is_none() {
                return Err(Refusal::new(said!(
                    "There is no change of your strongbox to take back. The last one of the open step can be, until the step ends and the sheets are sealed."
                )));
            }
            write(draft, &seat, &Change::TakeBack, Vec::new(), salt)
        }
        Act::Show { name, to, sheet, recalled } => {
            let recalled = recalled.as_deref().filter(|recalled| Some(recalled.line) == *sheet);
            let sheet = match recalled {
                Some(recalled) => recalled,
                None => show::sheet_of(&strongbox, *sheet)?,
            };
            show::show(draft, &seat, &strongbox, name, to.as_ref(), sheet)
        }
        Act::Tell { name } => show::tell(draft, &seat, &strongbox, name.as_deref()),
    }
}

fn taken(name: &str) -> Refusal {
    Refusal::new(said!("There is \"{}\" in your strongbox already. Each item needs a name of its own.", name))
}

/// Gives a note another name. Its name belongs to its text, so both are sealed anew.
fn rename_note(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    kept: &Kept,
    to: &str,
    salt: &Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let Some(written) = kept.text.clone() else {
        return Err(Refusal::new(said!("Name and text of this note were deleted.")));
    };
    // Else each of two would have written a part of it, and could have only all of it deleted.
    if written.by != draft.author().person() {
        return Err(Refusal::new(said!("Only who wrote a note gives it another name.")));
    }
    let written = Written { name: Secret::new(to.to_owned()), salt: salt.clone(), ..written };
    let power = kept.item.power().map(str::to_owned);
    let item = Item::note(kept.item.name(), power, written.code()?);
    let change = Change::Keep { items: vec![item.payload().clone()], whole: false };
    // What seals the change is made of the note's salt and not the other way about, so that that can be deleted.
    let salt = Secret::new(change_salt(salt.reveal()));
    write(draft, seat, &change, vec![written.part(&Audience::seat(seat))], &salt)
}

/// The item that is called so.
fn find<'a>(items: &'a Items, name: &str) -> Result<&'a Kept, Refusal> {
    meant(items, name, || {
        Refusal::new(said!(
            "There is no \"{}\" in your strongbox. /strongbox list shows what is in it.",
            name
        ))
    })
}

fn keep(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    strongbox: &Strongbox,
    given: &[Given],
    whole: bool,
    salt: &Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let owners = draft.campaign().play.game.owners(seat);
    let mut texts = Vec::new();
    let mut after = (*strongbox.items).clone();
    if whole {
        after = notes(&after);
    }
    let mut named: Vec<String> = Vec::new();
    let mut items = Vec::new();
    for given in given {
        let (item, called_so, written) = item(draft, given, &owners, &after)?;
        let name = called_so.unwrap_or_else(|| item.name());
        let is_note = written.is_some();
        let place = if is_note { key(&name) } else { item.place() };
        if named.contains(&place) {
            return Err(Refusal::new(said!(
                "\"{}\" stands there twice. Each item needs a name of its own.",
                name
            )));
        }
        // A note has its name for itself, whosever the others are.
        let others = after.values().filter(|kept| kept.item.is_note() != is_note);
        let other = others.into_iter().any(|kept| clash(kept, &name, is_note, item.power()));
        if other && is_note {
            return Err(taken(&name));
        }
        if other {
            return Err(Refusal::new(said!(
                "A note of yours is called \"{}\". Each item needs a name of its own.",
                name
            )));
        }
        texts.extend(written.as_ref().map(|written| written.part(&Audience::seat(seat))));
        named.push(place);
        items.push(item.payload().clone());
        after.insert(item.place(), Kept { item: item.into(), text: written });
    }
    let places = draft.campaign().play.game.sheet_places();
    if payloads(&after).len() > places {
        return Err(full(places));
    }
    if items.is_empty() && !whole {
        return Err(Refusal::new(said!(
            "There is nothing to keep. An item is a name and what is in it, as in: III Corps: 14 infantry, 2 cavalry."
        )));
    }
    write(draft, seat, &Change::Keep { items, whole }, texts, salt)
}

/// The game puts things into a box, as a part of an order that its owner gave. What seals the change comes from the salt of the order's own
/// secret fields; where nothing was sealed, as where the order is decided again without them, nothing is kept.
pub(crate) fn keep_things(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    things: &[impl super::Thing],
) -> Result<(), Refusal> {
    let order = draft.entries().iter().rev().find(|entry| matches!(entry.event, Event::Order { .. }));
    let Some(salt) = order.and_then(|order| order.secrets.first()?.salt.clone()) else { return Ok(()) };
    let salt = change_salt(salt.reveal());
    keep_under(draft, seat, things, salt)
}

/// The game puts things into a box by itself, and no order of anybody's: off the record. What seals the change comes from the salt of the
/// next seal, which it is not; where the record is decided again nothing is kept.
pub(crate) fn keep_unasked(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    things: &[impl super::Thing],
) -> Result<(), Refusal> {
    if draft.is_of_a_record() {
        return Ok(());
    }
    let next = draft.campaign().next_seal;
    let salt = draft.chance().salt(next)?;
    let author = draft.author();
    draft.by(By::Bot);
    let kept = keep_under(draft, seat, things, unasked_salt(&salt, seat));
    draft.by(author);
    kept
}

/// Puts things of the game's into a box, beside what lies there, under a salt.
fn keep_under(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    things: &[impl super::Thing],
    salt: [u8; 32],
) -> Result<(), Refusal> {
    let strongbox = draft.campaign().strongboxes.get(seat).cloned().unwrap_or_default();
    let things: Vec<Given> = things.iter().map(Given::thing).collect();
    keep(draft, seat, &strongbox, &things, false, &Secret::new(salt))
}

/// The note that was given, as it will be sealed, in the place of the one that is called so; and what its author wrote.
fn note(
    draft: &Draft<'_>,
    name: &str,
    text: &Text,
    power: Option<String>,
    items: &Items,
) -> Result<(Item, Written), Refusal> {
    check_name(draft.campaign().play.game.rules(), name)?;
    let length = text.text.chars().count();
    if text.text.trim().is_empty() || length > LONGEST_NOTE {
        return Err(Refusal::new(said!(
            "A note has 1 to {} characters, and this one has {}.",
            LONGEST_NOTE,
            length
        )));
    }
    let before = items.values().find(|kept| kept.item.is_note() && key(&kept.name()) == key(name));
    let written = Written {
        name: Secret::new(name.to_owned()),
        text: Secret::new(text.text.clone()),
        salt: text.salt.clone(),
        by: draft.author().person(),
    };
    let number = before.map_or_else(|| number_of_note(items), |kept| kept.item.name());
    Ok((Item::note(number, power, written.code()?), written))
}

/// Whose an item is, where its owner named that power or none; nobody's where there is one power, or it is a note of which nothing was
/// said.
fn whose(power: Option<&str>, owners: &[String], is_note: bool) -> Result<Option<String>, Refusal> {
    let own = |power: &str| owners.iter().any(|own| own == power);
    match (power, owners) {
        // Where there is one power, everything is its own, and nothing need be said.
        (_, [] | [_]) if power.is_none_or(own) => Ok(None),
        (Some(power), _) if own(power) => Ok(Some(power.to_owned())),
        (Some(power), _) => {
            Err(Refusal::new(said!("{} is no power of yours. {}", named(spoken(power)), yours(owners))))
        }
        (None, _) if is_note => Ok(None),
        (None, _) => {
            let first = named(owners.first().map(|power| spoken(power)).unwrap_or_default());
            Err(Refusal::new(said!(
                "Say whose it is. {} The power stands before the item, as in: {}; A IV: 8i.",
                yours(owners),
                first
            )))
        }
    }
}

/// The item that was given, as it will be sealed; and of a note its name and what its author wrote.
fn item(
    draft: &Draft<'_>,
    given: &Given,
    owners: &[String],
    items: &Items,
) -> Result<(Item, Option<String>, Option<Written>), Refusal> {
    let rules = draft.campaign().play.game.rules();
    let of_thing = |power: Option<&str>| whose(power, owners, false);
    let thing = match given {
        Given::Note { name, power, text } => {
            let power = whose(power.as_deref(), owners, true)?;
            let (item, written) = note(draft, name, text, power, items)?;
            return Ok((item, Some(name.clone()), Some(written)));
        }
        Given::Thing(thing) => rules.thing_given(thing, &of_thing)?,
        Given::Filled { verb, filled, power } => {
            let thing = rules.thing_filled(verb, filled).ok_or_else(|| {
                Refusal::new(said!("{} has no such thing to keep in a strongbox.", rules.name()))
            })?;
            rules.thing_given(&thing, &|_| of_thing(power.as_deref()))?
        }
    };
    if thing.is_part() {
        return Err(Refusal::new(said!("{} has no such thing to keep in a strongbox.", rules.name())));
    }
    Ok((thing, None, None))
}

fn yours(owners: &[String]) -> Said {
    let named = |power: &String| named(spoken(power));
    match owners {
        [] => said!("The powers are not chosen yet, so no power need be named."),
        [one, two] => said!("You play {} and {}.", named(one), named(two)),
        owners => said!("You play {}.", owners.iter().map(named).collect::<Vec<_>>()),
    }
}

/// Keeps a change off the record.
fn write(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    change: &Change,
    texts: Vec<SecretPart>,
    salt: &Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let body =
        serde_json::to_value(change).map_err(|_| Refusal::new(said!("The change could not be written.")))?;
    let mut parts = vec![SecretPart {
        to: Audience::seat(seat),
        body: Some(Secret::new(body)),
        n: None,
        salt: Some(salt.clone()),
        person: None,
    }];
    parts.extend(texts);
    draft.off_record(Event::Strongbox { seat: seat.clone() }, parts)
}
