//! After a battle: what is left of one's corps is entered in the strongbox, and its PP are told, with one press each.

use super::present::plan as shown;
use crate::seen::{happened, position};
use eia::Event;
use eia::land::battle::course::Happened;
use eia::land::battle::{Battle, Booked};
use eia::land::forces::Factors;
use eia::powers::Power;
use eia::roster::Item;
use eia::told_values::Happened as Told;
use table::said;
use table::strongbox::{Act, Given};
use table::{Entry, Verb};
use table_commands::asked::At;
use table_commands::board::tell_form;
use table_commands::message::{Form, Message};
use table_commands::present::Scene;
use table_commands::present::names::list;
use table_commands::speech;

/// What a strongbox becomes after a battle.
struct After {
    /// All things that it holds then.
    items: Vec<Given>,
    /// Of which revision of it.
    revision: u64,
    /// Whether anything in it is otherwise.
    changes: bool,
    /// Corps that do not hold what they went into the battle with, and stay as they are.
    otherwise: Vec<String>,
}

/// Enters what is left of the corps of who asks in his strongbox: those that hold what they went into the battle with, or do not lie there.
pub(super) async fn entered(at: At<'_>, number: u64) -> Result<Message, Message> {
    let none = || said!("None of your corps was in that battle, or it is no longer kept here.");
    let after = at.show_or(|scene| after(scene, number), none).await?;
    let differ = (!after.otherwise.is_empty()).then(|| {
        said!(
            "Not entered, because the strongbox has something else than went into the battle: {}. *Change* sets it right.",
            list(&after.otherwise)
        )
    });
    if !after.changes {
        return Err(differ.unwrap_or_else(|| said!("Your strongbox has it so already.")).into());
    }
    let act = Act::Keep { items: after.items, whole: true, revision: Some(after.revision) };
    let kept = at.with_salt(|salt| Verb::Strongbox { act, salt }).await?;
    Ok(match differ.filter(|_| !kept.is_refusal()) {
        Some(differ) => Message { content: format!("{}\n{}", kept.content, speech::said(&differ)), ..kept },
        None => kept,
    })
}

fn after(scene: &Scene<'_>, number: u64) -> Option<After> {
    let battle = shown::any(&scene.own, number)?;
    let (seat, ended) = (scene.own.seat()?, battle.ended.as_ref()?);
    let own = position(&scene.own)?.in_battle(&battle, seat);
    let held = &scene.own.strongbox.as_ref()?.strongbox;
    let booked: Vec<&Booked> =
        ended.book.iter().filter(|one| own.contains(&one.power) && !one.before.is_empty()).collect();
    if booked.is_empty() {
        return None;
    }
    let mut things: Vec<Item> = held.items.values().filter_map(|kept| kept.item.as_thing()).collect();
    let (mut changes, mut otherwise) = (false, Vec::new());
    for one in booked {
        let is_it = |item: &Item| is_corps(item, one);
        match things.iter().position(is_it) {
            Some(at) if holds(&things[at]) == Some(one.after) => {}
            Some(at) if holds(&things[at]) != Some(one.before) => otherwise.push(one.corps.clone()),
            Some(at) => {
                changes = true;
                things.remove(at);
                things.extend(left(one));
            }
            // One whose contents stood in its plan alone.
            None => {
                changes |= !one.after.is_empty();
                things.extend(left(one));
            }
        }
    }
    Some(After {
        items: things.iter().map(Given::thing).collect(),
        revision: held.revision,
        changes,
        otherwise,
    })
}

/// Whether an item is the corps of a line of the book.
fn is_corps(item: &Item, one: &Booked) -> bool {
    match item {
        Item::Corps { name, power, .. } => {
            name.to_lowercase() == one.corps.to_lowercase()
                && power.as_deref().is_none_or(|power| power == one.power.key())
        }
        _ => false,
    }
}

/// What is in a corps that lies in a strongbox.
fn holds(item: &Item) -> Option<Factors> {
    match item {
        Item::Corps { factors, .. } => Factors::kept(factors).ok(),
        _ => None,
    }
}

/// A corps with what is left of it; none where nothing is.
fn left(one: &Booked) -> Option<Item> {
    let factors = one.after.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect();
    let power = Some(one.power.key().to_owned());
    (!one.after.is_empty()).then(|| Item::Corps { name: one.corps.clone(), power, factors })
}

/// The form that tells the PP of a battle, filled in with those that were not told since it ended.
pub(super) async fn tells_points(at: At<'_>, number: u64) -> Result<Form, Message> {
    let seen = at.look_back(|scene, entries| {
        let battle = shown::any(&scene.public, number)?;
        let lines = untold(&battle, number, entries)?;
        Some((!lines.is_empty()).then(|| tell_form(scene, lines.join("\n"))))
    });
    let form = seen.await?.ok_or_else(|| said!("Nobody gains or loses PP by that battle."))?;
    form.ok_or_else(|| {
        said!(
            "The PP of those who fought were told since this battle ended. *All values* shows them, and *Correct it* mends one."
        ).into()
    })
}

/// The PP of a battle as they are told, of those powers of which none were told since; none where it brought none.
fn untold(battle: &Battle, number: u64, entries: &[Entry]) -> Option<Vec<String>> {
    let points = &battle.ended.as_ref()?.points;
    let ended = entries.iter().rposition(|entry| {
        matches!(happened(entry), Some(Event::Battle(Happened::BattleEnded { battle, .. })) if u64::from(battle) == number)
    })?;
    let since = |power: Power| {
        entries[ended..].iter().any(|entry| {
            matches!(happened(entry), Some(Event::Values(Told::ValueTold { key, .. })) if key == format!("pp/{}", power.key()))
        })
    };
    if points.iter().all(|one| one.points == 0) {
        return None;
    }
    let open = points.iter().filter(|one| one.points != 0 && !since(one.power));
    let line = |one: &eia::land::battle::points::Points| {
        format!("{} {} PP", crate::names::called(one.power), signed(one.points))
    };
    Some(open.map(line).collect())
}

/// A number that counts from what is now: +2, −1.
fn signed(n: i64) -> String {
    if n > 0 { format!("+{n}") } else { speech::signed(n) }
}
