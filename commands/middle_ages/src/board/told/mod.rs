//! What came of an order on the board, told once: one post for all, and to who gave it what he waits for.

mod areas;
mod cards;
mod endeavours;
pub(crate) mod order;
mod outside;

pub(crate) use areas::moved;
pub(crate) use endeavours::{brings, who};

use super::realm;
use crate::present::{happened, position};
use crate::words;
use middle_ages::board::Happened;
use middle_ages::court::Court;
use middle_ages::courts::Played;
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use middle_ages::{Event, MiddleAges, Position};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Entry;
use table::game::Game;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::{Posts, Scene, names};
use table_commands::say;

/// The most characters of an answer to one alone: Discord takes 2,000.
const LONGEST_ANSWER: usize = 1_900;
/// The most characters of a post for all in an embed: Discord takes 4,096.
const LONGEST_POST: usize = 4_000;

/// A line of what is told.
pub(super) struct Line {
    /// What it says.
    says: String,
    /// Whether a paragraph begins with it.
    begins: bool,
    /// Whether it says how it came about, which stands in the post for all alone.
    detail: bool,
}

/// All that happened on the board by one order.
pub(super) struct Story {
    /// The board after what is told.
    pub(super) position: Arc<Position>,
    /// The board before what is told.
    pub(super) before: Arc<Position>,
    /// What happened, in order.
    pub(super) all: Vec<Happened>,
    lines: Vec<Line>,
    /// In whose colour the post stands; nobody's where it stands without one.
    colour: Option<String>,
    /// Whose raids are told, a line each with all that follows from it.
    raids: Option<String>,
    /// The courts that have a player, with his name: "Lombards (Chiara)".
    players: BTreeMap<Court, String>,
    /// The places that were wished in the envelopes that lie open with it.
    pub(super) wishes: BTreeMap<Court, u8>,
}

impl Story {
    /// Something begins.
    pub(super) fn begins(&mut self, says: String) {
        self.raids = None;
        self.lines.push(Line { says, begins: true, detail: false });
    }

    /// What follows from it: of a raid on the same line.
    pub(super) fn follows(&mut self, says: String) {
        let raid = self.raids.as_ref().and_then(|_| self.lines.iter_mut().rev().find(|line| !line.detail));
        match raid {
            Some(raid) => raid.says = format!("{} · {says}", raid.says),
            None => self.lines.push(Line { says, begins: false, detail: false }),
        }
    }

    /// A raid, below the name of those whose it is.
    pub(super) fn raids(&mut self, of: String, says: String) {
        if self.raids.as_ref() != Some(&of) {
            self.begins(of.clone());
            self.raids = Some(of);
        }
        self.lines.push(Line { says, begins: false, detail: false });
    }

    /// How it came about.
    pub(super) fn detail(&mut self, says: String) {
        self.lines.push(Line { says, begins: false, detail: true });
    }

    /// It is told in a court's colour.
    pub(super) fn in_colour_of(&mut self, court: Court) {
        self.colour.get_or_insert_with(|| court.known().colour.clone());
    }

    /// It is told in a frame of nobody's colour.
    pub(super) fn framed(&mut self) {
        self.colour.get_or_insert_with(String::new);
    }

    /// A court from whom something is awaited, with who plays it.
    pub(super) fn player(&self, court: Court) -> String {
        self.players.get(&court).cloned().unwrap_or_else(|| words::court(court))
    }

    /// Whether the board before is known.
    pub(super) fn knows_before(&self) -> bool {
        !Arc::ptr_eq(&self.before, &self.position)
    }

    /// How many areas a court holds now.
    pub(super) fn areas_of(&self, court: Court) -> usize {
        self.position.board.areas_of(court).count()
    }

    /// A court's gold now.
    pub(super) fn gold(&self, court: Court) -> u16 {
        self.position.board.realms.get(&court).map_or(0, |realm| realm.gold)
    }

    /// The text, with or without how it came about, which ends its paragraph.
    fn text(&self, with_details: bool) -> String {
        let mut paragraphs: Vec<[Vec<&str>; 2]> = Vec::new();
        for line in &self.lines {
            if line.begins || paragraphs.is_empty() {
                paragraphs.push([Vec::new(), Vec::new()]);
            }
            if let Some(paragraph) = paragraphs.last_mut() {
                paragraph[usize::from(line.detail)].push(&line.says);
            }
        }
        let whole = |[says, how]: [Vec<&str>; 2]| {
            let how = if with_details { how } else { Vec::new() };
            [says, how].concat().join("\n")
        };
        paragraphs.into_iter().map(whole).collect::<Vec<_>>().join("\n\n")
    }
}

/// Something that happened on the board, with how it stood before and after it.
struct Moment {
    what: Happened,
    before: Arc<Position>,
    after: Arc<Position>,
}

/// What happened on the board in the entries of an order, each with the board of its moment: from what stood before the order on. Where that is
/// not known all stand beside the board as it is.
fn moments(scene: &Scene<'_>, now: &Arc<Position>, entries: &[Entry]) -> Vec<Moment> {
    let mut at = scene.before.as_deref().and_then(position);
    let mut all = Vec::new();
    for event in entries.iter().filter_map(happened) {
        let before = at.clone().unwrap_or_else(|| Arc::clone(now));
        let what = match &event {
            Event::Board(what) => Some((**what).clone()),
            _ => None,
        };
        if let Some(at) = &mut at {
            MiddleAges::apply(Arc::make_mut(at), event);
        }
        let after = at.clone().unwrap_or_else(|| Arc::clone(now));
        all.extend(what.map(|what| Moment { what, before, after }));
    }
    all
}

/// What happened on the board in an entry.
fn on_board(entry: &Entry) -> Option<Happened> {
    match happened(entry)? {
        Event::Board(what) => Some(*what),
        _ => None,
    }
}

/// Something on the board: the first of what an order brought tells all of it.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    if entries[..i].iter().any(|entry| on_board(entry).is_some()) {
        return;
    }
    let Some(position) = position(&scene.public) else { return };
    let of: Vec<&Entry> = entries[i..].iter().filter(|entry| on_board(entry).is_some()).collect();
    let moments = moments(scene, &position, entries);
    let all = moments.iter().map(|moment| moment.what.clone()).collect();
    let before = Arc::clone(&position);
    let played = |(court, played): (&Court, &Played)| (*court, scene.seat(&played.seat));
    let players = position.courts.iter().map(played).collect();
    let wishes = order::wishes(&position, entries);
    let (lines, colour, raids) = (Vec::new(), None, None);
    let mut story = Story { position, before, all, lines, colour, raids, players, wishes };
    tells(&mut story, moments);
    if story.lines.is_empty() {
        return;
    }
    let decided = |what: &Happened| matches!(what, Happened::Decided { .. } | Happened::Attacked { .. });
    let ruled = story.all.iter().any(decided) || of.iter().any(|entry| !entry.rules().is_empty());
    let first = of.iter().find_map(|entry| entry.line).map_or(0, |(line, _)| line);
    let why = ruled.then(|| scene.button(Look::Secondary, &say!("Why"), first, "why"));
    answers(scene, posts, &story, why.clone());
    let under: Vec<Component> = why.into_iter().collect();
    let whole = story.text(true);
    let message = match &story.colour {
        Some(colour) => {
            let embed = Embed::new("", clip(&whole, LONGEST_POST)).footer(&scene.record());
            let embed = if colour.is_empty() { embed } else { embed.colour(colour) };
            Message::default().with(embed)
        }
        None => Message::text(clip(&whole, LONGEST_ANSWER)),
    };
    posts.council("ages", message.buttons(under));
}

/// What who gave the order is answered: what came of it, without how.
fn answers(scene: &Scene<'_>, posts: &mut Posts, story: &Story, why: Option<Component>) {
    let says = story.text(false);
    if posts.reply.content.is_empty() && posts.reply.embeds.is_empty() {
        let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
        let under = again(scene, story).into_iter().chain([desk]).chain(why).collect();
        posts.reply = Message::text(clip(&says, LONGEST_ANSWER)).buttons(under);
    } else {
        posts.reply.content = clip(format!("{}\n\n{says}", posts.reply.content).trim(), LONGEST_ANSWER);
    }
}

/// What who acts may go on with.
fn again(scene: &Scene<'_>, story: &Story) -> Option<Component> {
    let undertook = story.all.iter().any(|what| matches!(what, Happened::Decided { .. }));
    let board = &story.position.board;
    let own = scene.own.seat().and_then(|seat| story.position.court_of(seat));
    let turn = board.turn.as_ref().filter(|turn| Some(turn.court) == own && board.asks.is_empty())?;
    let has_cards = board.realms.get(&turn.court).is_some_and(|realm| realm.cards > 0);
    (undertook && has_cards)
        .then(|| scene.button(Look::Primary, &say!("Undertake another"), 0, "ages/menu/endeavour"))
}

/// Areas in a row.
pub(super) fn named(data: &Data, areas: impl IntoIterator<Item = Area>) -> String {
    names::list(&areas.into_iter().map(|area| data.name(area).to_owned()).collect::<Vec<_>>())
}

/// Tells all that happened, in order.
fn tells(story: &mut Story, moments: Vec<Moment>) {
    let now = Arc::clone(&story.position);
    for (i, Moment { what, before, after }) in moments.into_iter().enumerate() {
        (story.before, story.position) = (before, after);
        if !(of_the_round(story, &what)
            || endeavours::tells(story, i, &what)
            || cards::tells(story, &what)
            || outside::tells(story, i, &what))
        {
            areas::tells(story, &what);
        }
    }
    story.position = now;
}

/// Set-up, claims, the order of a round, the count; whether it was one of them.
fn of_the_round(story: &mut Story, what: &Happened) -> bool {
    match what {
        Happened::SetUp { areas, realms } => {
            let of = |court: &Court| {
                realm(*court, areas.values().filter(|held| held.owner == Some(*court)).count())
            };
            let courts: Vec<String> = realms.keys().map(of).collect();
            story.begins(say!("**The board is set up**: {}. *Map* shows it.", names::list(&courts)));
        }
        Happened::Claimed { claims } => {
            let each = claims.iter().filter(|(_, areas)| !areas.is_empty());
            let each: Vec<String> = each
                .map(|(court, areas)| {
                    format!(
                        "{}: {}",
                        words::court(*court),
                        named(story.position.data(), areas.iter().copied())
                    )
                })
                .collect();
            if each.is_empty() {
                story.begins(say!("Nobody claims anything."));
                return true;
            }
            story.begins(say!("**Claims** · {}", each.join(" · ")));
            let worth = story.position.worth_of_a_claim();
            story.follows(say!("An area that a court claims and holds at the end counts {} VP more.", worth));
        }
        Happened::Ordered { round, order, demesnes } => {
            let by: Vec<String> = order.iter().map(|court| story.player(*court)).collect();
            story.begins(say!("**Round {}** · they act in this order: {}.", *round, by.join(", ")));
            if let Some(says) = order::how(story, order) {
                story.follows(says);
            }
            for (court, gold) in demesnes {
                story.follows(say!("The demesne of {} brings {} gold.", words::court(*court), *gold));
            }
        }
        Happened::Counted { points } => {
            story.framed();
            story.begins(say!("**The final count** · {}", words::counted(points).join(" · ")));
            story.follows(say!(
                "An area counts 3 with its population and social state, a claim that is held {} more, a marker 1, a tie 1, and every 5 gold 1.",
                story.position.worth_of_a_claim()
            ));
        }
        Happened::TurnOver { court } => {
            let left = story.position.board.realms.get(court).map_or(0, |realm| realm.cards);
            if left > 0 {
                story.begins(say!(
                    "**{}** ends its turn and leaves {} unused: with them it can only defend until the round is over.",
                    words::court(*court),
                    words::year_cards(left.into())
                ));
            }
        }
        // Where nobody plays it the first answer is given at once, and told as given.
        Happened::Asked { ask, .. } if story.players.contains_key(&ask.court) => {
            let asks = words::asks(story.position.data(), ask);
            story.follows(say!("{} decides: {}", story.player(ask.court), asks));
        }
        Happened::TurnBegun { .. } | Happened::Asked { .. } | Happened::OutsidersCame { .. } => {}
        _ => return false,
    }
    true
}
