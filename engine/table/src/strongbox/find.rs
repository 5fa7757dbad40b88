//! Finding an item in a box: by its name, and by whose it is. Two powers of one seat can each have a II Corps.

use super::{Item, Items, Kept, key};
use crate::refusal::Refusal;
use crate::said;

/// What stands between name and power in an item's place. No name has it, and it sorts before everything that a name can have, so that
/// the order of the items is that of their names.
const BETWEEN: char = '\0';

impl Item {
    /// The item's place in a box: its own name in small letters, and whose it is. A note has its number alone.
    #[must_use]
    pub fn place(&self) -> String {
        place(&self.name(), self.power().filter(|_| !self.is_note()))
    }
}

fn place(name: &str, power: Option<&str>) -> String {
    power.map_or_else(|| key(name), |power| format!("{}{BETWEEN}{power}", key(name)))
}

impl Kept {
    /// What it is called, and whose it is where that was said and its name does not say it: `II Corps (Spain)`.
    #[must_use]
    pub fn label(&self) -> String {
        if self.item.is_note() { self.name() } else { self.item.label() }
    }

    /// What it is called among these items: by its name alone where no other has that.
    #[must_use]
    pub fn label_among(&self, items: &Items) -> String {
        if all_called(items, &self.name()).len() > 1 { self.label() } else { self.name() }
    }
}

/// The items that a name can mean: the one that is labelled so, else those that are called so, else the one whose own name it is.
pub(super) fn all_called<'a>(items: &'a Items, name: &str) -> Vec<&'a Kept> {
    let wanted = key(name);
    let by = |called: &dyn Fn(&Kept) -> String| -> Vec<&'a Kept> {
        items.values().filter(|kept| key(&called(kept)) == wanted).collect()
    };
    let ways: [&dyn Fn(&Kept) -> String; 3] = [&Kept::label, &Kept::name, &|kept| kept.item.name()];
    ways.into_iter().map(by).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The item that is called so, or labelled so where several are called alike; `None` where there is none, or several could be meant.
#[must_use]
pub fn called<'a>(items: &'a Items, name: &str) -> Option<&'a Kept> {
    match all_called(items, name).as_slice() {
        [one] => Some(one),
        _ => None,
    }
}

/// The thing of a power that is called so; else the one of which nothing is said whose it is, as in the box of who has one power alone.
#[must_use]
pub fn called_of<'a>(items: &'a Items, name: &str, power: &str) -> Option<&'a Kept> {
    let thing = |power: Option<&str>| items.get(&place(name, power)).filter(|kept| !kept.item.is_note());
    thing(Some(power)).or_else(|| thing(None))
}

/// Whether two items cannot be told apart by name and power: of notes by the name alone.
pub(super) fn clash(one: &Kept, name: &str, is_note: bool, power: Option<&str>) -> bool {
    key(&one.name()) == key(name) && (is_note || one.item.is_note() || one.item.power() == power)
}

/// The item that is meant.
///
/// # Errors
/// A refusal where several could be, or none: then the one that is given.
pub(super) fn meant<'a>(
    items: &'a Items,
    name: &str,
    none: impl FnOnce() -> Refusal,
) -> Result<&'a Kept, Refusal> {
    match all_called(items, name).as_slice() {
        [] => Err(none()),
        [one] => Ok(one),
        several => {
            let labels = several.iter().map(|kept| kept.label()).collect::<Vec<_>>();
            Err(Refusal::new(said!(
                "Several items in your strongbox are called \"{}\". Say which: {}.",
                name,
                labels.join(", ")
            )))
        }
    }
}
