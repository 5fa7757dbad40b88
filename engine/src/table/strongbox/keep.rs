//! Changing what is in a box: keep, remove, rename, take back.

use super::offers::change_salt;
use super::sheet::{full, payloads};
use super::{
    Act, Change, Given, Holds, Item, Items, Kept, LONGEST_NOTE, PLACES, SHIPS, Strongbox, Written, called,
    key, number_of_note, show,
};
use crate::said;
use crate::table::audience::Audience;
use crate::table::campaign::Stage;
use crate::table::decide::Draft;
use crate::table::event::{Event, SecretPart, Text};
use crate::table::names::{By, SeatId};
use crate::table::offers::spoken;
use crate::table::refusal::Refusal;
use crate::table::said::{Said, name as named};
use crate::table::secret::Secret;

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
            let name = find(&strongbox.items, name)?.item.name();
            write(draft, &seat, &Change::Remove { name }, Vec::new(), salt)
        }
        Act::Rename { from, to } => {
            let kept = find(&strongbox.items, from)?;
            let item = &kept.item;
            if matches!(item, Item::Treasury { .. } | Item::Manpower { .. }) {
                return Err(Refusal::new(said!(
                    "{} has its name from the strongbox and keeps it.",
                    item.name()
                )));
            }
            super::check_name(to)?;
            if called(&strongbox.items, to).is_some_and(|other| other.item != *item) {
                return Err(taken(to));
            }
            if matches!(item, Item::Note { .. }) {
                return rename_note(draft, &seat, kept, to, salt);
            }
            let (from, to) = (item.name(), to.clone());
            write(draft, &seat, &Change::Rename { from, to }, Vec::new(), salt)
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
        Act::Squadrons { fleet } => show::squadrons(draft, &seat, &strongbox, fleet.as_deref()),
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
    let written = Written { name: Some(Secret::new(to.to_owned())), salt: salt.clone(), ..written };
    let item = Item::Note {
        name: kept.item.name(),
        power: kept.item.power().map(str::to_owned),
        text: written.code()?,
    };
    let change = Change::Keep { items: vec![item], whole: false };
    // What seals the change is made of the note's salt and not the other way about, so that that can be deleted.
    let salt = Secret::new(change_salt(salt.reveal()));
    write(draft, seat, &change, vec![written.part(&Audience::seat(seat))], &salt)
}

/// The item that is called so.
fn find<'a>(items: &'a Items, name: &str) -> Result<&'a Kept, Refusal> {
    called(items, name).ok_or_else(|| {
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
        after.retain(|_, kept| matches!(kept.item, Item::Note { .. }));
    }
    let mut named: Vec<String> = Vec::new();
    let mut items = Vec::new();
    for given in given {
        let (item, written) = item(draft.author(), given, &owners, &after)?;
        item.check()?;
        let name = if written.is_some() { given.name.clone() } else { item.name() };
        if named.contains(&key(&name)) {
            return Err(Refusal::new(said!(
                "\"{}\" stands there twice. Each item needs a name of its own.",
                name
            )));
        }
        let other = called(&after, &name).map(|kept| matches!(kept.item, Item::Note { .. }));
        if other == Some(false) && written.is_some() {
            return Err(taken(&name));
        }
        if other == Some(true) && written.is_none() {
            return Err(Refusal::new(said!(
                "A note of yours is called \"{}\". Each item needs a name of its own.",
                name
            )));
        }
        texts.extend(written.as_ref().map(|written| written.part(&Audience::seat(seat))));
        named.push(key(&name));
        after.insert(key(&item.name()), Kept { item: item.clone(), text: written });
        items.push(item);
    }
    if payloads(&after).len() > PLACES {
        return Err(full());
    }
    if items.is_empty() && !whole {
        return Err(Refusal::new(said!(
            "There is nothing to keep. An item is a name and what is in it, as in: III Corps: 14 infantry, 2 cavalry."
        )));
    }
    write(draft, seat, &Change::Keep { items, whole }, texts, salt)
}

/// The note that was given, as it will be sealed, in the place of the one that is called so; and what its author wrote.
fn note(
    author: By,
    given: &Given,
    text: &Text,
    power: Option<String>,
    items: &Items,
) -> Result<(Item, Written), Refusal> {
    super::check_name(&given.name)?;
    let length = text.text.chars().count();
    if text.text.trim().is_empty() || length > LONGEST_NOTE {
        return Err(Refusal::new(said!(
            "A note has 1 to {} characters, and this one has {}.",
            LONGEST_NOTE,
            length
        )));
    }
    let before = called(items, &given.name).filter(|kept| matches!(kept.item, Item::Note { .. }));
    let written = Written {
        name: Some(Secret::new(given.name.clone())),
        text: Secret::new(text.text.clone()),
        salt: text.salt.clone(),
        by: author.person(),
    };
    let item = Item::Note {
        name: before.map_or_else(|| number_of_note(items), |kept| kept.item.name()),
        power,
        text: written.code()?,
    };
    Ok((item, written))
}

/// Whose an item is that was given; nobody's where there is one power, or it is a note of which nothing was said.
fn whose(given: &Given, owners: &[String]) -> Result<Option<String>, Refusal> {
    match (&given.power, owners) {
        // Where there is one power, everything is its own, and nothing need be said.
        (_, [] | [_]) if given.power.as_ref().is_none_or(|power| owners.contains(power)) => Ok(None),
        (Some(power), _) if owners.contains(power) => Ok(Some(power.clone())),
        (Some(power), _) => {
            Err(Refusal::new(said!("{} is no power of yours. {}", named(spoken(power)), yours(owners))))
        }
        (None, _) if matches!(given.holds, Holds::Note(_)) => Ok(None),
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

/// The item that was given, as it will be sealed; and of a note what its author wrote.
fn item(
    author: By,
    given: &Given,
    owners: &[String],
    items: &Items,
) -> Result<(Item, Option<Written>), Refusal> {
    let (name, power) = (given.name.clone(), whose(given, owners)?);
    let item = match &given.holds {
        Holds::Corps(factors) => Item::Corps { name, power, factors: factors.clone() },
        Holds::Fleet(sorts) => {
            super::check_sorts(&name, sorts)?;
            let plain = sorts.keys().eq([SHIPS]);
            let types = if plain { Default::default() } else { sorts.clone() };
            Item::Fleet { name, power, ships: sorts.values().sum(), types }
        }
        Holds::Treasury(money) => Item::Treasury { power, money: *money },
        Holds::Manpower(points) => Item::Manpower { power, points: *points },
        Holds::Note(text) => {
            let (item, written) = note(author, given, text, power, items)?;
            return Ok((item, Some(written)));
        }
    };
    Ok((item, None))
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
