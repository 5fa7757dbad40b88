//! Values that are not the printed game's: the list of them, the casualty chart with its cells, and the posts of what players type. The
//! charts of land warfare are in `land_values`.

use super::names::list;
use super::{Posts, Scene};
use crate::eia::auction::present as auction;
use crate::eia::land_values::Page;
use crate::message::{Component, Embed, Look, Message, clip};
use crate::{say, speech};
use engine::eia::charts::COLUMNS;
use engine::eia::unprinted::{CASUALTIES, CEILING, cell_key};
use engine::facts::Origin;
use engine::table::typed::{Proposal, Unprinted, needed};
use engine::table::{Entry, TableEvent};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Every value of a campaign that is not the printed game's, and those that its players typed.
#[must_use]
pub fn unprinted(scene: &Scene<'_>) -> Vec<Unprinted> {
    engine::table::game::by_key(&scene.public.game_key)
        .map(|rules| rules.unprinted(&scene.public))
        .unwrap_or_default()
}

/// An amount with its unit: "360 VP".
pub(crate) fn amount(value: &Unprinted, amount: i64) -> String {
    format!("{} {}", value.written.show(amount, speech::decimal()), value.unit).trim_end().to_owned()
}

/// A cell of the casualty chart out of its key: percentage and factors.
fn cell(key: &str) -> Option<(u32, u32)> {
    let (percent, of) = key.strip_prefix(CASUALTIES)?.split_once('_')?;
    Some((percent.parse().ok()?, of.parse().ok()?))
}

/// What stands in values by their keys, a line each; a whole row of the casualty chart is one line.
fn lines(known: &[Unprinted], values: &BTreeMap<String, i64>, before: bool) -> Vec<String> {
    let mut rows: BTreeMap<u32, Vec<(u32, i64)>> = BTreeMap::new();
    for (key, value) in values {
        if let Some((percent, of)) = cell(key) {
            rows.entry(percent).or_default().push((of, *value));
        }
    }
    rows.retain(|_, row| row.len() == COLUMNS);
    let line = |(key, value): (&String, &i64)| {
        let in_a_row = cell(key).is_some_and(|(percent, _)| rows.contains_key(&percent));
        if in_a_row {
            return None;
        }
        let Some(known) = known.iter().find(|known| known.key == *key) else {
            // Once the bids are open the highest is no value of the campaign any more.
            return (key == CEILING).then(|| format!("{}: **{value} VP**", say!("Highest bid")));
        };
        let now = amount(known, *value);
        let name = speech::said(&known.name);
        Some(if before && known.now != *value {
            format!("{name}: {} → **{now}**", known.written.show(known.now, speech::decimal()))
        } else {
            format!("{name}: **{now}**")
        })
    };
    let mut lines: Vec<String> = values.iter().filter_map(line).collect();
    for (percent, mut row) in rows {
        row.sort_unstable();
        let lost: Vec<String> = row.into_iter().map(|(_, lost)| lost.to_string()).collect();
        lines.push(say!("Casualty chart, {} %: **{}**", percent, lost.join(" ")));
    }
    lines
}

/// How proposed values or those that hold read in a line.
#[must_use]
pub fn in_a_line(scene: &Scene<'_>, values: &BTreeMap<String, i64>) -> String {
    lines(&unprinted(scene), values, false).join(", ").replace("**", "")
}

/// The list of all that is not the printed game's: single values by name, each chart behind a button.
#[must_use]
pub fn table(scene: &Scene<'_>) -> Message {
    let known = unprinted(scene);
    let mut text = say!(
        "Who has the printed game types what stands there. When two other players have confirmed it (with two players, the one other), it holds."
    );
    let mut notes: Vec<Origin> = Vec::new();
    for value in &known {
        if !notes.contains(&value.origin) {
            notes.push(value.origin);
        }
    }
    for origin in notes {
        let of_it = || known.iter().filter(|value| value.origin == origin);
        let _ = write!(text, "\n\n**{}**", speech::word(origin.says()));
        let on_a_chart = |value: &&Unprinted| cell(&value.key).is_some() || Page::of(&value.key).is_some();
        let named: Vec<&Unprinted> = of_it().filter(|value| !on_a_chart(value)).collect();
        if !named.is_empty() {
            text.push_str("\n```\n");
            for value in named {
                let name = super::names::column(&speech::said(&value.name), 26);
                let _ = writeln!(text, "{name} {:>9}", amount(value, value.now));
            }
            text.push_str("```");
        }
        let cells = of_it().filter(|value| cell(&value.key).is_some()).count() as u64;
        if cells > 0 {
            let all = known.iter().filter(|value| cell(&value.key).is_some()).count();
            let _ = write!(text, "\n{}", say!("Casualty chart: {} of {} cells", cells, all));
        }
        for page in Page::ALL {
            let on = |value: &&Unprinted| Page::of(&value.key) == Some(page);
            let values = of_it().filter(on).count() as u64;
            if values > 0 {
                let all = known.iter().filter(on).count();
                let _ = write!(text, "\n{}", say!("{}: {} of {} values", page.title(), values, all));
            }
        }
    }
    if position_has_bids(scene) {
        let _ = write!(text, "\n-# {}", say!("Goals are those before the bid, which is added."));
    }
    let mut embed = Embed::new(&say!("Not as printed"), text).footer(&scene.record());
    let open: Vec<String> = scene
        .public
        .proposals
        .values()
        .map(|open| format!("{}: {}", scene.player(&open.by), clip(&in_a_line(scene, &open.values), 200)))
        .collect();
    if !open.is_empty() {
        embed = embed.field(&say!("To be confirmed"), clip(&open.join("\n"), 1_000));
    }
    let mut buttons = Vec::new();
    if scene.own.seat().is_some() && scene.public.stage == engine::table::Stage::Playing {
        buttons.push(scene.button(Look::Primary, &say!("Type the printed values"), 0, "typed/form"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Casualty chart"), 0, "typed/chart"));
    let pages =
        Page::ALL.into_iter().filter(|page| known.iter().any(|value| Page::of(&value.key) == Some(*page)));
    buttons.extend(pages.map(|page| page.button(scene)));
    let shown = scene.public.proposals.iter().take(15);
    buttons.extend(shown.map(|(n, open)| {
        let label = say!("Typed by {}", scene.player(&open.by).replace('\\', ""));
        scene.button(Look::Secondary, &label, *n, "typed/show")
    }));
    Message::default().with(embed).buttons(buttons)
}

/// Whether any power was bid for, so that its goal is higher than the one that is listed.
fn position_has_bids(scene: &Scene<'_>) -> bool {
    auction::position(&scene.public)
        .is_some_and(|position| position.choice.holdings.values().any(|holding| holding.bid > 0))
}

/// The casualty chart as this campaign has it, 35 characters wide: ten columns a line.
#[must_use]
pub fn chart(scene: &Scene<'_>) -> Message {
    let known: BTreeMap<String, Unprinted> =
        unprinted(scene).into_iter().map(|value| (value.key.clone(), value)).collect();
    let percents: BTreeSet<u32> =
        known.keys().filter_map(|key| cell(key)).map(|(percent, _)| percent).collect();
    let mut text = String::from("```\n");
    let mut typed = false;
    for half in [1..=10, 11..=20] {
        let _ = write!(text, "{:5}", "");
        for of in half.clone() {
            let _ = write!(text, "{of:>3}");
        }
        text.push('\n');
        for percent in &percents {
            let _ = write!(text, "{:>3} %", percent);
            for of in half.clone() {
                let Some(value) = known.get(&cell_key(*percent, of)) else { continue };
                let own = value.origin == Origin::Typed;
                typed |= own;
                let shown = if own { format!("*{}", value.now) } else { value.now.to_string() };
                let _ = write!(text, "{shown:>3}");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text.push_str("```");
    if typed {
        let _ = write!(text, "\n-# \\* {}", speech::word(Origin::Typed.says()));
    }
    let title = say!("Casualty chart: factors lost, of 1 to 20");
    Message::default().with(Embed::new(&title, text).footer(&scene.record()))
}

/// The post of proposed values while they wait to be confirmed.
#[must_use]
pub fn card(scene: &Scene<'_>, n: u64, open: &Proposal) -> Message {
    let head = say!("**{}** types values of the printed game.", scene.player(&open.by));
    let text = clip(&lines(&unprinted(scene), &open.values, true).join("\n"), 3_500);
    let voters = scene.public.voters();
    let confirmed: Vec<String> = open.confirmed.iter().map(|seat| scene.player(seat)).collect();
    let goes_on = if needed(&voters, &open.by).saturating_sub(confirmed.len()) > 1 {
        say!("It holds when two more players have confirmed it, each from his own copy of the game.")
    } else {
        say!("It holds when one more player has confirmed it, from his own copy of the game.")
    };
    let embed = Embed::new("", text)
        .field(&say!("Confirmed"), list(&confirmed))
        .field(&say!("How it goes on"), goes_on)
        .footer(&scene.record());
    Message::text(head).with(embed).buttons(vec![
        scene.button(Look::Success, &say!("Confirm"), n, "typed/confirm"),
        scene.button(Look::Secondary, &say!("Withdraw"), n, "typed/withdraw"),
    ])
}

/// The cards of all proposals that an order changed, edited.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let before = scene.before.as_ref().map(|before| before.proposals.clone()).unwrap_or_default();
    let now = &scene.public.proposals;
    for (n, open) in now.iter().filter(|(n, open)| before.get(*n) != Some(*open)) {
        posts.card_of(purpose(*n), "typed", card(scene, *n, open));
    }
    let events: Vec<TableEvent> = entries.iter().filter_map(Entry::table_event).collect();
    for (n, open) in before.iter().filter(|(n, _)| !now.contains_key(n)) {
        let state = events.iter().find_map(|event| match event {
            TableEvent::ValuesHold { proposal, .. } if proposal == n => Some(say!("it holds")),
            TableEvent::ValuesWithdrawn { proposal } if proposal == n => Some(say!("withdrawn")),
            TableEvent::ValuesProposed { .. } => Some(say!("others took its place")),
            _ => None,
        });
        let head = say!("**{}** types values of the printed game.", scene.player(&open.by));
        let text = clip(&lines(&unprinted(scene), &open.values, false).join("\n"), 3_500);
        let over = format!("{head} · {}", state.unwrap_or_else(|| say!("settled")));
        posts.card_of(
            purpose(*n),
            "typed",
            Message::text(over).with(Embed::new("", text).footer(&scene.record())),
        );
    }
}

fn purpose(n: u64) -> String {
    format!("typed/{n}")
}

/// Values were typed; their card tells everybody.
pub(crate) fn proposed(scene: &Scene<'_>, posts: &mut Posts, n: u64) {
    let Some(open) = scene.public.proposals.get(&n) else { return };
    let needed = needed(&scene.public.voters(), &open.by);
    posts.reply = Message::text(if needed == 1 {
        say!("It stands in the council, and holds when one other player has confirmed it.")
    } else {
        say!("It stands in the council, and holds when two other players have confirmed it.")
    });
}

/// Somebody confirmed them; the card shows it.
pub(crate) fn confirmed(posts: &mut Posts) {
    posts.reply = Message::text(say!("You have confirmed it."));
}

/// Who typed them withdrew them.
pub(crate) fn withdrawn(posts: &mut Posts) {
    posts.reply = Message::text(say!("What you typed is withdrawn."));
}

/// Values hold from here on: everybody is told.
pub(crate) fn hold(scene: &Scene<'_>, posts: &mut Posts, values: &BTreeMap<String, i64>) {
    let lines = lines(&unprinted(scene), values, false);
    let head = match lines.as_slice() {
        [] => say!("**Nothing of what was typed can be set any more.**"),
        [one] => say!("**{}.** It holds from here on.", one.replace("**", "")),
        _ => say!("**{} values hold from here on**, as the group typed them.", values.len()),
    };
    let mut message = Message::text(head);
    if lines.len() > 1 {
        message = message.with(Embed::new("", clip(&lines.join("\n"), 3_500)).footer(&scene.record()));
    }
    let list = scene.button(Look::Secondary, &say!("Not as printed"), 0, "typed/list");
    posts.council("typed", message.buttons(vec![list]));
    posts.reply = Message::text(say!("You have confirmed it, and with that it holds."));
}

/// What the desk shows of typed values: those that the asker has not confirmed, each with its button.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let Some(seat) = scene.own.seat().filter(|_| !scene.own.as_regent) else { return Default::default() };
    if !scene.public.voters().contains(seat) {
        return Default::default();
    }
    let waits = |open: &Proposal| open.by != *seat && !open.confirmed.contains(seat);
    let open = scene.public.proposals.iter().filter(|(_, open)| waits(open));
    open.map(|(n, open)| {
        let values = clip(&in_a_line(scene, &open.values), 150);
        let line = say!("**{}** types values of the printed game: {}", scene.player(&open.by), values);
        (line, scene.button(Look::Secondary, &say!("Look and confirm"), *n, "typed/show"))
    })
    .unzip()
}
