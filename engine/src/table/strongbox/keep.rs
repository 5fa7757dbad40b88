//! Changing what is in a box: keep, remove, rename, take back.

use super::sheet::{full, payloads};
use super::{
    Act, Change, Given, Holds, Item, Items, Kept, LONGEST_NOTE, PLACES, SHIPS, Strongbox, key, show,
};
use crate::said;
use crate::table::campaign::Stage;
use crate::table::decide::Draft;
use crate::table::event::{Event, SecretPart};
use crate::table::names::SeatId;
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
            let item = &find(&strongbox.items, from)?.item;
            if matches!(item, Item::Treasury { .. } | Item::Manpower { .. }) {
                return Err(Refusal::new(said!(
                    "{} has its name from the strongbox and keeps it.",
                    item.name()
                )));
            }
            super::check_name(to)?;
            if key(to) != key(from) && strongbox.items.contains_key(&key(to)) {
                return Err(Refusal::new(said!(
                    "There is \"{}\" in your strongbox already. Each item needs a name of its own.",
                    to
                )));
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
        Act::Show { name, to, sheet } => show::show(draft, &seat, &strongbox, name, to.as_ref(), *sheet),
        Act::Squadrons { fleet } => show::squadrons(draft, &seat, &strongbox, fleet.as_deref()),
    }
}

/// The item of a name.
fn find<'a>(items: &'a Items, name: &str) -> Result<&'a Kept, Refusal> {
    items.get(&key(name)).ok_or_else(|| {
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
        let item = item(given, &owners)?;
        item.check()?;
        let name = item.name();
        if named.contains(&key(&name)) {
            return Err(Refusal::new(said!(
                "\"{}\" stands there twice. Each item needs a name of its own.",
                name
            )));
        }
        if whole && after.contains_key(&key(&name)) && !matches!(item, Item::Note { .. }) {
            return Err(Refusal::new(said!(
                "A note of yours is called \"{}\". Each item needs a name of its own.",
                name
            )));
        }
        if let Holds::Note(text) = &given.holds {
            texts.push(SecretPart { to: seat.to_string(), ..text.part(draft.author()) });
        }
        named.push(key(&name));
        after.insert(key(&name), Kept { item: item.clone(), text: None });
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

/// The item that was given, as it will be sealed.
fn item(given: &Given, owners: &[String]) -> Result<Item, Refusal> {
    let (name, holds) = (given.name.clone(), &given.holds);
    let power = match (&given.power, owners) {
        // Where there is one power, everything is its own, and nothing need be said.
        (_, [] | [_]) if given.power.as_ref().is_none_or(|power| owners.contains(power)) => None,
        (Some(power), _) if owners.contains(power) => Some(power.clone()),
        (Some(power), _) => {
            return Err(Refusal::new(said!(
                "{} is no power of yours. {}",
                named(spoken(power)),
                yours(owners)
            )));
        }
        (None, _) if matches!(holds, Holds::Note(_)) => None,
        (None, _) => {
            let first = named(owners.first().map(|power| spoken(power)).unwrap_or_default());
            return Err(Refusal::new(said!(
                "Say whose it is. {} The power stands before the item, as in: {}; A IV: 8i.",
                yours(owners),
                first
            )));
        }
    };
    Ok(match holds {
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
            let length = text.text.chars().count();
            if text.text.trim().is_empty() || length > LONGEST_NOTE {
                return Err(Refusal::new(said!(
                    "A note has 1 to {} characters, and this one has {}.",
                    LONGEST_NOTE,
                    length
                )));
            }
            Item::Note { name, power, text: text.code()? }
        }
    })
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
        to: seat.to_string(),
        body: Some(Secret::new(body)),
        n: None,
        salt: Some(salt.clone()),
        person: None,
    }];
    parts.extend(texts);
    draft.off_record(Event::Strongbox { seat: seat.clone() }, parts)
}
