//! Values that are not the printed game's: the list of them, and the posts of what players type. Their charts are the game's.

use super::names::list;
use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::present::front;
use crate::present::front::typed::Typed;
use crate::{say, speech};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::facts::Origin;
use table::typed::{Proposal, Unprinted, needed};
use table::{Entry, TableEvent};

/// Every value of a campaign that is not the printed game's, and those that its players typed.
#[must_use]
pub fn unprinted(scene: &Scene<'_>) -> Vec<Unprinted> {
    table::game::by_key(&scene.public.game_key)
        .map(|rules| rules.unprinted(&scene.public, &|_| true))
        .unwrap_or_default()
}

/// An amount with its unit: "360 VP".
pub fn amount(value: &Unprinted, amount: i64) -> String {
    format!("{} {}", value.written.show(amount, speech::decimal()), value.unit).trim_end().to_owned()
}

/// A value that is typed, in a line: what it is called and what it is to be, with what it is now where that is asked.
pub fn line(known: &Unprinted, value: i64, before: bool) -> String {
    let now = amount(known, value);
    let name = speech::said(&known.name);
    if before && known.now != value {
        format!("{name}: {} → **{now}**", known.written.show(known.now, speech::decimal()))
    } else {
        format!("{name}: **{now}**")
    }
}

/// What stands in values by their keys, a line each.
fn lines(scene: &Scene<'_>, values: &BTreeMap<String, i64>, before: bool) -> Vec<String> {
    typed(scene).map(|typed| typed.lines(&unprinted(scene), values, before)).unwrap_or_default()
}

/// What the campaign's game has to say of typed values.
fn typed(scene: &Scene<'_>) -> Option<&'static dyn Typed> {
    front::of(&scene.public)?.typed()
}

/// How proposed values or those that hold read in a line.
#[must_use]
pub fn in_a_line(scene: &Scene<'_>, values: &BTreeMap<String, i64>) -> String {
    lines(scene, values, false).join(", ").replace("**", "")
}

/// The list of all that is not the printed game's: single values by name, each chart behind a button.
#[must_use]
pub fn table(scene: &Scene<'_>) -> Message {
    let known = unprinted(scene);
    let typed = typed(scene);
    let charts = typed.map(|typed| typed.charts(&known)).unwrap_or_default();
    let mut text = say!(
        "Who has the printed game types what stands there. It holds when others have confirmed it, so that more than half of all stand for it."
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
        let chart_of = |value: &Unprinted| typed.and_then(|typed| typed.chart_of(&value.key));
        let named: Vec<&Unprinted> = of_it().filter(|value| chart_of(value).is_none()).collect();
        if !named.is_empty() {
            text.push_str("\n```\n");
            for value in named {
                // What differs may stand at the end of a name: none is cut.
                let mut name = super::names::wrapped(&speech::said(&value.name), 26);
                let last = super::names::column(&name.pop().unwrap_or_default(), 26);
                name.iter().for_each(|line| _ = writeln!(text, "{line}"));
                let _ = writeln!(text, "{last} {:>9}", amount(value, value.now));
            }
            text.push_str("```");
        }
        for chart in &charts {
            let on = |value: &&Unprinted| chart_of(value).as_ref() == Some(&chart.verb);
            let values = of_it().filter(on).count() as u64;
            if values > 0 {
                let all = known.iter().filter(on).count() as u64;
                let _ = write!(text, "\n{}", (chart.counted)(values, all));
            }
        }
    }
    if let Some(note) = typed.and_then(|typed| typed.note(scene)) {
        let _ = write!(text, "\n-# {note}");
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
    if scene.own.seat().is_some() && scene.public.stage == table::Stage::Playing {
        buttons.push(scene.button(Look::Primary, &say!("Type the printed values"), 0, "typed/form"));
    }
    buttons.extend(charts.iter().map(|chart| scene.button(Look::Secondary, &chart.title, 0, &chart.verb)));
    let shown = scene.public.proposals.iter().take(15);
    buttons.extend(shown.map(|(n, open)| {
        let label = say!("Typed by {}", scene.player(&open.by).replace('\\', ""));
        scene.button(Look::Secondary, &label, *n, "typed/show")
    }));
    Message::default().with(embed).buttons(buttons)
}

/// The post of proposed values while they wait to be confirmed.
#[must_use]
pub fn card(scene: &Scene<'_>, n: u64, open: &Proposal) -> Message {
    let head = say!("**{}** types values of the printed game.", scene.player(&open.by));
    let text = clip(&lines(scene, &open.values, true).join("\n"), 3_500);
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
    let before = scene.before.as_deref().map(|before| before.proposals.clone()).unwrap_or_default();
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
        let text = clip(&lines(scene, &open.values, false).join("\n"), 3_500);
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
    posts.reply = Message::text(waits_for(needed(&scene.public.voters(), &open.by)));
}

/// For how many others it waits.
#[must_use]
pub fn waits_for(others: usize) -> String {
    match others {
        1 => say!("It stands in the council, and holds when one other player has confirmed it."),
        2 => say!("It stands in the council, and holds when two other players have confirmed it."),
        more => say!("It stands in the council, and holds when {} other players have confirmed it.", more),
    }
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
    let lines = lines(scene, values, false);
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
