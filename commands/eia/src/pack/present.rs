//! The posts of what a group agrees about its map: the card of a proposal, what holds, and what waits at the desk.

use super::map_of;
use crate::map::present::own;
use crate::subject::{Made, Subject};
use eia::Event;
use eia::map::pack::{Column, Pack};
use eia::packs::{Change, Happened, InPlay, Proposal};
use std::sync::Arc;
use table::Entry;
use table::hash::Hash;
use table::typed::needed;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::count;
use table_commands::present::names::list;
use table_commands::present::typed::waits_for;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct Map;

impl Subject for Map {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        if let Event::Map(happened) = &made.happened {
            told(made.scene, posts, made.entries, happened);
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Map(happened) = &made.happened else { return None };
        let says = match happened {
            Happened::MapHolds { digest: Some(digest), .. }
            | Happened::MapMade { digest: Some(digest), .. } => {
                say!("The group's own map holds as its digest {} says.", digest.short())
            }
            Happened::MapHolds { digest: None, .. } | Happened::MapMade { digest: None, .. } => {
                say!("The map of this program counts again.")
            }
            _ => return None,
        };
        Some((LineKind::Other, says))
    }
}

/// The kind of all these messages.
const KIND: &str = "map";

fn purpose(n: u32) -> String {
    format!("map/{n}")
}

/// What a pack holds, in lines.
#[must_use]
pub fn holds(pack: &Pack) -> String {
    let report = pack.report();
    let mut lines = vec![format!(
        "{} · {} · {}",
        count(report.areas as u64, "area", "areas"),
        count(report.borders as u64, "border", "borders"),
        pack.digest().short()
    )];
    let all = report.areas;
    let kept: Vec<String> = report
        .kept
        .iter()
        .filter(|(column, n)| *n > 0 && *column != Column::Y)
        .map(|(column, n)| {
            let name = if *column == Column::X { say!("Points") } else { speech::said(&column.name()) };
            if *n == all { name } else { format!("{name} ({n}/{all})") }
        })
        .collect();
    if !kept.is_empty() {
        lines.push(say!("Kept: {}", kept.join(", ")));
    }
    let none: Vec<String> = report
        .kept
        .iter()
        .filter(|(column, n)| *n == 0 && *column != Column::Y)
        .map(|(column, _)| if *column == Column::X { say!("Points") } else { speech::said(&column.name()) })
        .collect();
    if !none.is_empty() {
        lines.push(say!("Not kept: {}", none.join(", ")));
    }
    if !report.one_sided.is_empty() {
        let (one, other) = &report.one_sided[0];
        lines.push(say!(
            "{} told by one side alone, as {} names {}.",
            count(report.one_sided.len() as u64, "border is", "borders are"),
            table_commands::present::names::plain_text(one, 60),
            table_commands::present::names::plain_text(other, 60)
        ));
    }
    lines.join("\n")
}

/// The card of a proposal while it waits to be confirmed.
#[must_use]
pub fn card(scene: &Scene<'_>, n: u32, open: &Proposal) -> Message {
    let head = say!("**{}** proposes a change of the map.", scene.player(&open.by));
    let mut text = own::change(map_of(&scene.beside).and_then(InPlay::board).map(Arc::as_ref), &open.change);
    if let Change::Pack { text: pack, .. } = &open.change
        && let Ok(pack) = Pack::read_csv(pack)
    {
        text = format!("**{text}**\n{}", holds(&pack));
    }
    let voters = scene.public.voters();
    let confirmed: Vec<String> = open.confirmed.iter().map(|seat| scene.player(seat)).collect();
    let goes_on = if needed(&voters, &open.by).saturating_sub(confirmed.len()) > 1 {
        say!("It holds when two more players have confirmed it, each from his own copy of the game.")
    } else {
        say!("It holds when one more player has confirmed it, from his own copy of the game.")
    };
    let embed = Embed::new("", clip(&text, 3_500))
        .field(&say!("Confirmed"), list(&confirmed))
        .field(&say!("How it goes on"), goes_on)
        .footer(&scene.record());
    let mut buttons = vec![scene.button(Look::Success, &say!("Confirm"), n.into(), "pack/confirm")];
    if matches!(open.change, Change::Pack { .. } | Change::Picture { .. }) {
        buttons.push(scene.button(Look::Primary, &say!("Look at it"), n.into(), "pack/look"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Withdraw"), n.into(), "pack/withdraw"));
    Message::text(head).with(embed).buttons(buttons)
}

/// The cards of all proposals that an order changed, edited.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let (Some(before), Some(now)) = (map_of(&scene.beside_before), map_of(&scene.beside)) else { return };
    if before.open == now.open {
        return;
    }
    for (n, open) in now.open.iter().filter(|(n, open)| before.open.get(*n) != Some(*open)) {
        posts.card_of(purpose(*n), KIND, card(scene, *n, open));
    }
    let events: Vec<Happened> = entries.iter().filter_map(of_the_map).collect();
    for (n, open) in before.open.iter().filter(|(n, _)| !now.open.contains_key(n)) {
        let state = events.iter().find_map(|event| match event {
            Happened::MapHolds { proposal, .. } if proposal == n => Some(say!("it holds")),
            Happened::MapWithdrawn { proposal } if proposal == n => Some(say!("withdrawn")),
            Happened::MapProposed { .. } | Happened::MapHolds { .. } => Some(say!("others took its place")),
            _ => None,
        });
        let head = say!("**{}** proposes a change of the map.", scene.player(&open.by));
        let over = format!("{head} · {}", state.unwrap_or_else(|| say!("settled")));
        let text = clip(&own::change(before.board().map(Arc::as_ref), &open.change), 3_500);
        posts.card_of(
            purpose(*n),
            KIND,
            Message::text(over).with(Embed::new("", text).footer(&scene.record())),
        );
    }
}

fn of_the_map(entry: &Entry) -> Option<Happened> {
    match crate::seen::happened(entry)? {
        eia::Event::Map(happened) => Some(happened),
        _ => None,
    }
}

fn proposed(happened: Happened) -> Option<Change> {
    match happened {
        Happened::MapProposed { what, .. } => Some(what),
        _ => None,
    }
}

/// Posts that the map is another from here on.
fn from_here_on(scene: &Scene<'_>, posts: &mut Posts, held: Option<&Change>, digest: Option<&Hash>) {
    let before = map_of(&scene.beside_before).cloned().unwrap_or_default();
    let board = before.board().map(Arc::as_ref);
    let what = held.map(|held| own::change(board, held).replace("**", ""));
    let what = what.unwrap_or_else(|| say!("The map is changed"));
    let head = match digest {
        Some(digest) => {
            say!("**{}.** It holds from here on. The map's digest is {}.", what, digest.short())
        }
        None => say!("**The map of this program counts again.** The group's own is lifted."),
    };
    let map = scene.button(Look::Secondary, &say!("Map"), 0, "pack/whole");
    posts.council(KIND, Message::text(head).buttons(vec![map]));
}

/// Something about the map.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], happened: &Happened) {
    match happened {
        Happened::MapProposed { seat, .. } => {
            posts.reply = Message::text(waits_for(needed(&scene.public.voters(), seat)));
        }
        Happened::MapConfirmed { .. } => posts.reply = Message::text(say!("You have confirmed it.")),
        Happened::MapWithdrawn { .. } => posts.reply = Message::text(say!("What you proposed is withdrawn.")),
        Happened::MapHolds { proposal, digest } => {
            let before = map_of(&scene.beside_before).cloned().unwrap_or_default();
            // Where nobody else has a say it holds as it is proposed, and was not there before.
            let held = before.open.get(proposal).map(|held| held.change.clone());
            let held = held.or_else(|| entries.iter().filter_map(of_the_map).find_map(proposed));
            from_here_on(scene, posts, held.as_ref(), digest.as_ref());
            let at_once = entries.iter().filter_map(of_the_map).any(|event| proposed(event).is_some());
            posts.reply = Message::text(if at_once {
                say!("It holds from here on.")
            } else {
                say!("You have confirmed it, and with that it holds.")
            });
        }
        Happened::MapMade { what, digest } => {
            from_here_on(scene, posts, Some(what), digest.as_ref());
            posts.reply = Message::text(say!("It holds from here on."));
        }
        Happened::MapPoint { area, x, y, .. } => {
            posts.reply = Message::text(say!(
                "{} stands at {}, {}.",
                table_commands::present::names::plain_text(area, 60),
                *x,
                *y
            ));
        }
    }
}

/// The map that is played on, and what waits to be confirmed.
#[must_use]
pub fn standing(scene: &Scene<'_>) -> Message {
    let map = map_of(&scene.beside).cloned().unwrap_or_default();
    let board = map.board().map(Arc::as_ref);
    let mut embed = match board {
        Some(board) => {
            let embed = Embed::new(&say!("The group's own map"), holds(board.pack()));
            match map.picture {
                Some(picture) => embed.field(
                    &say!("Picture"),
                    say!("{} × {} pixels, SHA-256 {}", picture.wide, picture.high, picture.sha256.short()),
                ),
                None => embed.field(&say!("Picture"), say!("None. The map is drawn as points and lines.")),
            }
        }
        None => Embed::new(
            &say!("The map of this program"),
            say!(
                "It is Chancery's own, not the printed one. A group that owns the game lays its own over it: a table as CSV or TOML with /map pack. /map save gives this one as such a table, to begin with."
            ),
        ),
    };
    let waits: Vec<String> = map
        .open
        .values()
        .map(|open| format!("{}: {}", scene.player(&open.by), clip(&own::change(board, &open.change), 200)))
        .collect();
    if !waits.is_empty() {
        embed = embed.field(&say!("To be confirmed"), clip(&waits.join("\n"), 1_000));
    }
    let mut buttons = Vec::new();
    if map.pack.is_some() {
        buttons.push(scene.button(Look::Primary, &say!("Map"), 0, "pack/whole"));
        buttons.push(scene.button(Look::Secondary, &say!("Save it as a file"), 0, "pack/save"));
        if scene.own.seat().is_some() && scene.public.stage == table::Stage::Playing {
            buttons.push(scene.button(
                Look::Secondary,
                &say!("Back to the map of this program"),
                0,
                "pack/lift",
            ));
        }
    }
    buttons.extend(map.open.iter().take(10).map(|(n, open)| {
        let label = say!("Proposed by {}", scene.player(&open.by).replace('\\', ""));
        scene.button(Look::Secondary, &label, u64::from(*n), "pack/show")
    }));
    Message::default().with(embed.footer(&scene.record())).buttons(buttons)
}

/// What the desk shows: proposals that the asker has not confirmed, each with its button.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let Some(seat) = scene.own.seat().filter(|_| !scene.own.as_regent) else { return Default::default() };
    if !scene.public.voters().contains(seat) {
        return Default::default();
    }
    let Some(map) = map_of(&scene.beside) else { return Default::default() };
    let waits = |open: &Proposal| open.by != *seat && !open.confirmed.contains(seat);
    let open = map.open.iter().filter(|(_, open)| waits(open));
    open.map(|(n, open)| {
        let what = clip(&own::change(map.board().map(Arc::as_ref), &open.change), 150);
        let line = say!("**{}** proposes a change of the map: {}", scene.player(&open.by), what);
        (line, scene.button(Look::Secondary, &say!("Look and confirm"), u64::from(*n), "pack/show"))
    })
    .unzip()
}
