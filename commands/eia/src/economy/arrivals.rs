//! What was bought and has arrived: it lies in the strongbox until its owner says into which corps or fleet it goes.

use super::form::own_meant;
use crate::ordered::own_powers;
use crate::roster;
use eia::powers::Power;
use eia::roster::Item;
use std::collections::BTreeMap;
use table::Verb;
use table::offers::spoken;
use table::strongbox::{Act, Given, Strongbox, called_of};
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Component, Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::words::old_card;
use table_commands::{say, speech};

/// The fields of the form, in order.
pub(super) const FIELDS: [&str; 2] = ["into", "holds"];

/// Something of a power, or of a free state of it, that has arrived and stands nowhere yet.
struct Ready {
    power: Power,
    state: Option<String>,
    waiting: BTreeMap<String, u32>,
}

impl Ready {
    /// The verb of its form: `place/spain`, `place/spain/bavaria`.
    fn verb(&self) -> String {
        let state = self.state.as_ref().map(|state| format!("/{state}")).unwrap_or_default();
        format!("place/{}{state}", self.power.key())
    }

    fn item(&self) -> Item {
        Item::Arrivals {
            power: Some(self.power.key().to_owned()),
            state: self.state.clone(),
            waiting: self.waiting.clone(),
        }
    }
}

/// What lies ready for who sees it.
fn ready(scene: &Scene<'_>) -> Vec<Ready> {
    let own = own_powers(&scene.own);
    let Some(seen) = scene.own.strongbox.as_ref().filter(|_| !scene.own.as_regent) else { return Vec::new() };
    let of = |item: Item| match item {
        Item::Arrivals { power, state, waiting } if !waiting.is_empty() => {
            let power = match power {
                Some(power) => own_meant(&power, &own)?,
                None => *own.first()?,
            };
            Some(Ready { power, state, waiting })
        }
        _ => None,
    };
    seen.strongbox.items.values().filter_map(|kept| of(kept.item.as_thing()?)).collect()
}

/// What lies ready, on the desk, each with its button.
pub(super) fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    for of in ready(scene) {
        let item = of.item();
        lines.push(say!(
            "In your strongbox, in no corps or fleet yet: **{}** ({}).",
            roster::contents(&item),
            whose(&of)
        ));
        let verb = format!("economy/{}", of.verb());
        buttons.push(scene.button(Look::Secondary, &say!("Put {} in place", whose(&of)), 0, &verb));
    }
    (lines, buttons)
}

fn whose(of: &Ready) -> String {
    match &of.state {
        Some(state) => speech::word(&spoken(state)),
        None => crate::names::called(of.power),
    }
}

/// The form by which it goes into a corps or a fleet; `None` where nothing lies ready.
pub(super) fn form(scene: &Scene<'_>, verb: &str) -> Option<Form> {
    let of = ready(scene).into_iter().find(|of| of.verb() == verb)?;
    let items = &scene.own.strongbox.as_ref()?.strongbox.items;
    let own = |item: &Item| match item {
        Item::Corps { name, power, .. } => {
            power.as_deref().is_none_or(|power| power == of.power.key()).then(|| name.clone())
        }
        _ => None,
    };
    let first = items.values().filter_map(|kept| kept.item.as_thing()).find_map(|item| own(&item));
    let input = |id, label, value, placeholder| Input {
        id,
        label,
        long: false,
        value,
        placeholder,
        required: true,
        most: 100,
    };
    Some(Form {
        title: say!("What has arrived"),
        custom_id: CustomId::on(&scene.own, 0, &format!("economy/{verb}")),
        inputs: vec![
            input(
                FIELDS[0],
                say!("Into which corps or fleet, by its name"),
                first.unwrap_or_default(),
                say!("II Corps"),
            ),
            input(
                FIELDS[1],
                say!("How much of it"),
                roster::contents(&of.item()),
                say!("3 infantry, 1 cavalry"),
            ),
        ],
    })
}

/// What is there when a part of it went into a corps or fleet: that one, and what is left.
fn placed(of: &Ready, strongbox: &Strongbox, into: &str, holds: &str) -> Result<[Item; 2], String> {
    let into = into.trim();
    let read = roster::read(&format!("{into}: {}", holds.replace([';', '\n'], ",")))?;
    let (name, more) = match read.as_slice() {
        [Item::Corps { name, factors, .. }] => (name, factors.clone()),
        [Item::Fleet { name, ships, types, .. }] if types.is_empty() => {
            (name, BTreeMap::from([(eia::roster::SHIPS.to_owned(), *ships)]))
        }
        [Item::Fleet { name, types, .. }] => (name, types.clone()),
        _ => return Err(say!("\"{}\" is no corps and no fleet.", quoted(into))),
    };
    let mut left = of.waiting.clone();
    for (sort, count) in &more {
        let has = left.get(sort).copied().unwrap_or(0);
        if *count > has {
            return Err(say!(
                "There are {} {} that have arrived, and not {}.",
                has,
                crate::sorts::said(sort, has),
                *count
            ));
        }
        left.insert(sort.clone(), has - count);
    }
    left.retain(|_, count| *count > 0);
    let added = |sorts: &BTreeMap<String, u32>| {
        let mut all = sorts.clone();
        for (sort, count) in &more {
            *all.entry(sort.clone()).or_default() += count;
        }
        all
    };
    let power = Some(of.power.key().to_owned());
    let there = called_of(&strongbox.items, name, of.power.key()).and_then(|kept| kept.item.as_thing());
    let grown = match there {
        Some(Item::Corps { name, factors, .. }) => Item::Corps { name, power, factors: added(&factors) },
        Some(Item::Fleet { name, ships, types, .. }) => {
            let before = if types.is_empty() && ships > 0 {
                BTreeMap::from([(eia::roster::SHIPS.to_owned(), ships)])
            } else {
                types
            };
            Item::fleet(name, power, added(&before))
        }
        Some(_) => return Err(say!("\"{}\" is no corps and no fleet.", quoted(into))),
        None => read
            .into_iter()
            .next()
            .map(|item| match item {
                Item::Corps { name, factors, .. } => Item::Corps { name, power, factors },
                Item::Fleet { name, .. } => Item::fleet(name, power, more.clone()),
                other => other,
            })
            .ok_or_else(|| say!("\"{}\" is no corps and no fleet.", quoted(into)))?,
    };
    let rest =
        Item::Arrivals { power: Some(of.power.key().to_owned()), state: of.state.clone(), waiting: left };
    Ok([grown, rest])
}

/// Puts what was typed into a corps or fleet.
pub(super) async fn put(at: At<'_>, verb: &str, typed: [&str; 2]) -> Result<Message, Message> {
    let [into, holds] = typed;
    let placed = |scene: &Scene<'_>| {
        let of = ready(scene).into_iter().find(|of| of.verb() == verb)?;
        let strongbox = &scene.own.strongbox.as_ref()?.strongbox;
        Some(placed(&of, strongbox, into, holds).map(|items| (items, strongbox.revision)))
    };
    let (items, revision) = at.show_or(placed, old_card).await?.map_err(Message::refusal)?;
    let items = items.iter().map(Given::thing).collect();
    let act = Act::Keep { items, whole: false, revision: Some(revision) };
    at.with_salt(|salt| Verb::Strongbox { act, salt }).await
}
