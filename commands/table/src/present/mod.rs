//! Events into words: pure functions that call nothing. What may be said to whom is decided by the [`Scene`]: it holds a view made for
//! everybody and one made for who asked, and nothing else of the campaign's secrets.

pub(crate) mod amounts;
pub mod asks;
pub mod calendar;
pub mod card;
pub mod chronicle;
pub mod clock;
pub(crate) mod council;
pub(crate) mod deals;
pub mod dice;
mod ending;
pub mod envelopes;
pub mod epoch;
pub mod exchange;
pub(crate) mod forward;
pub mod front;
mod heads;
pub mod history;
pub mod holders;
pub mod land;
pub(crate) mod lodged;
pub mod luck;
pub(crate) mod matters;
pub mod more;
pub mod names;
mod notice;
pub mod page;
pub mod pictures;
pub mod places;
pub mod publishing;
pub mod rounds;
pub mod rules;
pub mod seats;
pub mod set_back;
pub mod status;
pub mod strongbox;
pub mod tellings;
pub mod turns;
pub mod typed;
pub mod values;
pub mod votes;
pub(crate) mod worked_out;

use crate::custom_id::CustomId;
use crate::message::{Component, Embed, Look, Message, clip};
use crate::people::Person;
use crate::speech::renamed::Renamed;
use crate::standing::Own;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::act::Through;
use table::event::EnvelopeAct;
use table::places::Shown;
use table::view::SeatView;
use table::{By, Entry, Event, SeatId, TableEvent, View};

/// What a game's front has at hand of a campaign beside the views: what all may see, and is too long for every view. It costs little to copy.
pub type Beside = Option<Arc<dyn Any + Send + Sync>>;

/// What presenters see.
pub struct Scene<'a> {
    /// The campaign's name.
    pub name: &'a str,
    /// Its council channel.
    pub channel: u64,
    /// Who its persons are.
    pub people: &'a BTreeMap<u32, Person>,
    /// What everybody sees, after the order.
    pub public: Arc<View>,
    /// What who asked sees, after the order.
    pub own: Own<'a>,
    /// Who asked.
    pub asker: By,
    /// Whether what he seals is made Final by the same press.
    pub finally: bool,
    /// What regents were shown of the asker's own seat since he went away.
    pub shown: Vec<(SeatId, Shown)>,
    /// What everybody saw before the order; `None` where nothing was, or nothing was ordered.
    pub before: Option<Arc<View>>,
    /// What the game's front has at hand after the order beside the views.
    pub beside: Beside,
    /// The same before the order.
    pub beside_before: Beside,
    /// Where the turn card stood before the order.
    pub card: card::TurnCard,
}

/// Where a post goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// The council channel.
    Council,
    /// The card of a purpose, in the council: edited while it stands.
    Card(String),
    /// The council channel; a thread may start from it.
    Opening {
        /// What the thread is about: `battle/3`.
        purpose: String,
        /// What it is called, at most 100 characters.
        name: String,
    },
    /// The thread of a purpose.
    Thread(String),
    /// The player of a seat, by direct message.
    Seat(SeatId),
    /// A person of the campaign who need not hold a seat, by direct message.
    Person(u32),
}

/// A message that goes out after the commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Where to.
    pub to: To,
    /// What sort of message.
    pub kind: &'static str,
    /// The message.
    pub message: Message,
}

/// All that is said after an order.
#[derive(Clone, Debug, Default)]
pub struct Posts {
    /// The reply that only who asked sees.
    pub reply: Message,
    /// The posts and direct messages, in order.
    pub posts: Vec<Post>,
    /// The entries, by their places, of which a post is made from the whole record, and before which post it belongs: a month's gazette stands
    /// before what the next month asks.
    pub from_the_record: Vec<(usize, usize)>,
}

impl Posts {
    /// What was added last, from this place on, stands before what the next step says first, from the place `turned` on, and before the first
    /// post that is made from the record: how a step ended is told before the month is summed up and before the next one asks.
    fn told_first(&mut self, from: usize, turned: Option<usize>) {
        let summed_up = self.from_the_record.first().map(|(_, first)| *first);
        let Some(first) = summed_up.into_iter().chain(turned).min() else { return };
        let added = self.posts.len().saturating_sub(from);
        self.posts[first.min(from)..].rotate_right(added);
        for (_, at) in self.from_the_record.iter_mut().filter(|(_, at)| *at >= first) {
            *at += added;
        }
    }

    /// Adds a post in the council.
    pub fn council(&mut self, kind: &'static str, message: Message) {
        self.posts.push(Post { to: To::Council, kind, message });
    }

    /// Adds a post in the council from which a thread may start.
    pub fn opening(&mut self, purpose: String, name: &str, kind: &'static str, message: Message) {
        let to = To::Opening { purpose, name: clip(name, 100) };
        self.posts.push(Post { to, kind, message });
    }

    /// Adds a post in the thread of a purpose.
    pub fn thread(&mut self, purpose: String, kind: &'static str, message: Message) {
        self.posts.push(Post { to: To::Thread(purpose), kind, message });
    }

    /// Adds a direct message.
    pub fn to_seat(&mut self, seat: &SeatId, kind: &'static str, message: Message) {
        self.posts.push(Post { to: To::Seat(seat.clone()), kind, message });
    }

    /// Keeps the card of a subject up to date.
    pub fn card_of(&mut self, purpose: String, kind: &'static str, message: Message) {
        self.posts.push(Post { to: To::Card(purpose), kind, message });
    }

    /// Keeps the turn card up to date. Every step has a card of its own; the one before stays as it was.
    pub fn card(&mut self, purpose: String, message: Message) {
        self.posts.push(Post { to: To::Card(purpose), kind: "card", message });
    }
}

/// What is said after an order's entries.
#[must_use]
pub fn after(scene: &Scene<'_>, entries: &[Entry]) -> Posts {
    let mut posts = Posts::default();
    matters::cards(scene, &mut posts, entries);
    let end = entries.iter().position(|entry| matters::is_the_end(scene, entry));
    let front = front::of(&scene.public);
    let mut turned = None;
    for (i, entry) in entries.iter().enumerate() {
        if turned.is_none() && entry.table_event().is_some_and(|event| event.turns_the_page()) {
            turned = Some(posts.posts.len());
        }
        told(scene, &mut posts, entries, i, end);
        if front.is_some_and(|front| front.is_told_from_the_record(entry)) {
            posts.from_the_record.push((i, posts.posts.len()));
        }
    }
    if let Some(front) = front {
        front.frames_opened(scene, &mut posts, entries);
    }
    tellings::assented(scene, &mut posts, entries);
    let before = posts.posts.len();
    clock::went_on(scene, &mut posts, entries);
    heads::at_the_end_of_a_step(scene, &mut posts, entries);
    posts.told_first(before, turned);
    // Whoever orders something is answered, where a vote that it closed says all the rest too.
    if scene.asker.person().is_some() && posts.reply == Message::default() {
        posts.reply = Message::text(crate::say!("Done."));
    }
    posts.reply = scene.for_its_seat(std::mem::take(&mut posts.reply));
    let asked_otherwise = turns::asked_in_between(scene, &mut posts);
    card::keep(scene, &mut posts, card_changed(scene, entries) || asked_otherwise);
    posts
}

/// What is said after one of an order's entries. `end`: the place of the one that ended the campaign, where one did.
fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, end: Option<usize>) {
    let entry = &entries[i];
    match &entry.event {
        Event::Founded(founded) => seats::founded(scene, posts, founded),
        Event::Joined { seat, .. } => seats::joined(scene, posts, seat),
        Event::Left { seat } => seats::left(scene, posts, seat),
        Event::Word { .. } => dice::word_laid_down(scene, posts),
        Event::Envelope { round, act, .. } => {
            envelopes::acted(scene, posts, round, *act, entry);
        }
        Event::Sealed { seat, round, .. }
            if scene.public.is_operator(seat) && i > 0 && is_order(&entries[i - 1], "seal") =>
        {
            envelopes::operator_sealed(scene, posts, seat, round);
        }
        Event::Opened { round, .. } => matters::opened(scene, posts, entries, i, round),
        Event::Voided { id, .. } => values::voided(scene, posts, entries, id),
        // One that was rolled again is told with the void one; a roll for a stand-in's order is told by what he orders.
        Event::Rolled(rolled)
            if rolled.slot.starts_with("free/")
                && !entries.iter().any(|entry| matches!(entry.event, Event::Voided { .. })) =>
        {
            dice::rolled(scene, posts, entries, rolled);
        }
        Event::Strongbox { .. } => strongbox::changed(scene, posts, entry),
        // What an order of another kind does to what is lodged has no answer of its own.
        Event::Lodging { .. }
            if !entries[..i].iter().any(|entry| matches!(entry.event, Event::Order { .. })) =>
        {
            lodged::changed(scene, posts);
        }
        Event::Lodging { .. } => {}
        Event::Standing { .. } => {
            posts.reply =
                Message::text(crate::say!("Noted. It stands until you change it, and nobody else sees it."));
        }
        Event::Dealt { deal, now } => deals::changed(scene, posts, entry, *deal, *now),
        Event::PressKept { .. } => publishing::kept(scene, posts, entry),
        Event::Otherwise { round, seat } => envelopes::otherwise(scene, posts, round, seat, entry),
        Event::LodgedHeld { seat, .. } => lodged::held(scene, posts, seat, entry),
        Event::Shown(shown) => strongbox::shown(scene, posts, shown, entry),
        // What the end opened stands in the final table's own post.
        Event::Epoch { .. } if end.is_some_and(|end| i > end) => {}
        Event::Epoch { seed, .. } => epoch::ended(scene, posts, seed),
        Event::Chain { anchor, .. } => epoch::new_chain(scene, posts, anchor),
        Event::Restored { anchor, veil, .. } => {
            epoch::restored(scene, posts, anchor, veil);
        }
        Event::Rules { before, after } => epoch::revised(scene, posts, before, after),
        Event::Switched { what, .. } if scene.public.stage == table::Stage::Gathering => {
            votes::switched(scene, posts, what);
        }
        Event::Closed { .. } if end.is_some() => epoch::told_closed(posts),
        Event::Closed { veil_key } => epoch::closed(scene, posts, veil_key),
        Event::Table { .. } | Event::Game { .. } => match entry.table_event() {
            Some(TableEvent::Started) => seats::started(scene, posts),
            Some(TableEvent::Undone { .. }) => seats::undone(scene, posts),
            Some(TableEvent::RevealAsked { seat }) => epoch::asked(scene, posts, &seat),
            Some(TableEvent::CloseAsked { seat }) => epoch::close_asked(scene, posts, &seat),
            Some(event) => {
                clock::told(scene, posts, &event, entries);
                places::told(scene, posts, &event);
                places::stand_ins_sit_down(scene, posts, entries, i);
                notice::told(scene, posts, &event);
                ending::told(scene, posts, &event);
                if entry.by != By::Bot {
                    ready(scene, posts, &event);
                }
                matters::of_the_table(scene, posts, entries, i, event);
            }
            None => {
                if let Some(front) = front::of(&scene.public) {
                    front.told(scene, posts, entries, i);
                }
            }
        },
        _ => {}
    }
}

/// Whether these entries change what the turn card shows.
fn card_changed(scene: &Scene<'_>, entries: &[Entry]) -> bool {
    entries.iter().any(|entry| {
        // Sealing changes nothing that others may see, and an edit of the card at that moment would tell them of it.
        let finals = |view: &View| {
            view.rounds.iter().map(|round| (round.line, round.asked.clone())).collect::<Vec<_>>()
        };
        let as_before =
            || scene.before.as_deref().is_some_and(|before| finals(before) == finals(&scene.public));
        let unseen = match entry.event {
            Event::Envelope { act: EnvelopeAct::Seal, .. } => true,
            Event::Envelope { act: EnvelopeAct::Undo, .. } => as_before(),
            _ => false,
        };
        !unseen
            && matches!(
                entry.event,
                Event::Joined { .. }
                    | Event::Left { .. }
                    | Event::Envelope { .. }
                    | Event::Opened { .. }
                    | Event::Restored { .. }
                    | Event::Closed { .. }
            )
            || entry.line.is_some() && entry.table_event().is_some_and(|event| on_the_card(&event))
    })
}

/// Whether an event changes what the turn card shows.
fn on_the_card(event: &TableEvent) -> bool {
    !matches!(
        event,
        TableEvent::CloseAsked { .. }
            | TableEvent::RevealAsked { .. }
            | TableEvent::VoteOpened { .. }
            | TableEvent::VoteCast { .. }
            | TableEvent::VoteRunOff { .. }
            | TableEvent::VoteClosed { .. }
            | TableEvent::TellingMade { .. }
            | TableEvent::TellingConfirmed { .. }
            | TableEvent::TellingDenied { .. }
            | TableEvent::TellingToHost { .. }
            | TableEvent::TellingSettled { .. }
            | TableEvent::CorrectionProposed { .. }
            | TableEvent::RestitutionProposed { .. }
            | TableEvent::CorrectionAgreed { .. }
            | TableEvent::CorrectionObjected { .. }
            | TableEvent::CorrectionSettled { .. }
            | TableEvent::ValuesProposed { .. }
            | TableEvent::ValuesConfirmed { .. }
            | TableEvent::ValuesWithdrawn { .. }
            | TableEvent::ValuesHold { .. }
            | TableEvent::SetBackAnswered { .. }
            | TableEvent::Pressed { .. }
            | TableEvent::Published { .. }
            | TableEvent::LaidDown { .. }
            | TableEvent::StandInOrdered { .. }
            | TableEvent::Undone { .. }
    )
}

fn is_order(entry: &Entry, wanted: &str) -> bool {
    matches!(&entry.event, Event::Order { verb, .. } if verb == wanted)
}

/// Somebody is ready or is not: he is told, or his regent, with who is awaited still and the way back; the card tells the others.
fn ready(scene: &Scene<'_>, posts: &mut Posts, event: &TableEvent) {
    let says = match (event, scene.regents_seat()) {
        (TableEvent::SeatReady { through: Through::Step, .. }, None) => crate::say!("You are ready."),
        (TableEvent::SeatReady { through: Through::Step, .. }, Some(whose)) => {
            crate::say!("{} is ready.", whose)
        }
        (TableEvent::SeatReady { hold: true, .. }, None) => {
            crate::say!("You are ready to the end of the turn, until something new is asked of you.")
        }
        (TableEvent::SeatReady { hold: true, .. }, Some(whose)) => {
            crate::say!("{} is ready to the end of the turn, until something new is asked.", whose)
        }
        (TableEvent::SeatReady { .. }, None) => crate::say!("You are ready to the end of the turn."),
        (TableEvent::SeatReady { .. }, Some(whose)) => {
            crate::say!("{} is ready to the end of the turn.", whose)
        }
        (TableEvent::SeatNotReady { .. }, None) => {
            crate::say!("You are not ready any more; the step waits for you.")
        }
        (TableEvent::SeatNotReady { .. }, Some(whose)) => {
            crate::say!("{} is not ready any more; the step waits.", whose)
        }
        _ => return,
    };
    posts.reply = match event {
        TableEvent::SeatReady { .. } => status::after_ready(scene, says),
        _ => Message::text(says),
    };
}

impl Scene<'_> {
    /// The campaign's name as a message may show it.
    #[must_use]
    pub fn title(&self) -> String {
        names::plain(self.name)
    }

    /// Who goes by another name now than when the campaign began.
    #[must_use]
    pub fn renamed(&self) -> Renamed {
        front::of(&self.public).map(|front| front.renamed(&self.public)).unwrap_or_default()
    }

    /// A seat in few words, as posts name it: its powers, "Austria" or "France & Spain"; until they are given out who plays it, "Anna".
    #[must_use]
    pub fn power(&self, seat: &SeatId) -> String {
        let powers = holders::names(&self.public, seat);
        if powers.is_empty() { self.player(seat) } else { powers.join(" & ") }
    }

    /// The same with who plays it, where people must know whom to nudge or to thank: "Austria (Anna)".
    #[must_use]
    pub fn seat(&self, seat: &SeatId) -> String {
        self.played_by(self.power(seat), seat)
    }

    /// Some of a seat's powers with who plays it, where it is asked for these alone.
    #[must_use]
    pub fn played_by(&self, power: String, seat: &SeatId) -> String {
        let played = self.public.seats.iter().any(|view| view.id == *seat && view.person.is_some());
        let player = self.player(seat);
        if power == player || !played { power } else { format!("{power} ({player})") }
    }

    /// The seat for which somebody acts: his own, or the one that he shares.
    #[must_use]
    pub fn seat_of(&self, by: By) -> Option<&SeatId> {
        let person = by.person()?;
        let own = |seat: &&SeatView| seat.person == Some(person) || seat.partners.contains(&person);
        self.public.seats.iter().find(own).map(|seat| &seat.id)
    }

    /// Who did something, in few words: his powers, else his name.
    #[must_use]
    pub fn author(&self, by: By) -> String {
        self.seat_of(by).map_or_else(|| self.person(by), |seat| self.power(seat))
    }

    /// The seat for which who asked acts; as a regent, the one that he acts for.
    #[must_use]
    pub fn acting(&self) -> Option<&SeatId> {
        self.own.seat().or_else(|| self.seat_of(self.asker))
    }

    /// Who asked, in few words: the powers that he acts for, else his name.
    #[must_use]
    pub fn who(&self) -> String {
        self.acting().map_or_else(|| self.person(self.asker), |seat| self.power(seat))
    }

    /// An embed about one seat's act, with the colour of its first power on the edge, where it has one.
    #[must_use]
    pub fn edged(&self, embed: Embed, seat: Option<&SeatId>) -> Embed {
        match seat.and_then(|seat| holders::colour(&self.public, seat)) {
            Some(colour) => embed.colour(&colour),
            None => embed,
        }
    }

    /// Who plays a seat: "Anna".
    #[must_use]
    pub fn player(&self, seat: &SeatId) -> String {
        let person = self.public.seats.iter().find(|view| view.id == *seat).and_then(|view| view.person);
        person.map_or_else(
            || crate::say!("seat {}", seat.number().unwrap_or_default()),
            |person| self.person(By::Person(person)),
        )
    }

    /// A person's name.
    #[must_use]
    pub fn person(&self, by: By) -> String {
        by.person()
            .and_then(|n| self.people.get(&n))
            .and_then(|person| person.name.as_deref())
            // No longer than Discord lets a name be, so that seven of them fit into a field.
            .map_or_else(|| by.to_string(), |name| names::plain_text(name, 32))
    }

    /// Whose seat it is for which who asks acts as regent: "Farid (Austria)"; `None` where he acts for his own.
    #[must_use]
    pub fn regents_seat(&self) -> Option<String> {
        let seat = self.own.seat().filter(|_| self.own.as_regent)?;
        let powers = holders::names(&self.public, seat);
        let player = self.player(seat);
        Some(if powers.is_empty() { player } else { format!("{player} ({})", names::list(&powers)) })
    }

    /// A button of this campaign.
    #[must_use]
    pub fn button(&self, look: Look, label: &str, prompt: u64, verb: &str) -> Component {
        Component::button(look, label, CustomId::of(&self.public.campaign, prompt, verb))
    }

    /// What only a regent sees: its buttons and selects act for the seat, and the buttons name it.
    #[must_use]
    pub fn for_its_seat(&self, mut message: Message) -> Message {
        if !self.own.is_a_regents() {
            return message;
        }
        let Some(seat) = self.own.seat() else { return message };
        let (Some(n), player) = (seat.number(), self.player(seat).replace('\\', "")) else { return message };
        for row in &mut message.components {
            for part in &mut row.components {
                let own = CustomId::read(part.id()).filter(|id| id.acting.is_none() && id.verb != "desk");
                if let Some(id) = own {
                    let id = CustomId::of(&self.public.campaign, id.prompt, &format!("{}@{n}", id.verb));
                    *part = if part.is_button() {
                        part.clone().renamed(&format!("{} · {player}", part.label()), id)
                    } else {
                        part.clone().by(id)
                    };
                }
            }
        }
        message
    }

    /// Where the record ends, as result posts carry it: 16 digits of its head, and how many lines it has. `chancery verify --heads` reads
    /// it out of a post, in every language.
    #[must_use]
    pub fn record(&self) -> String {
        record(&self.public.head.short(), self.public.lines)
    }

    /// The same with the whole head, as receipts and the posts about epochs carry it.
    #[must_use]
    pub fn record_whole(&self) -> String {
        record(&self.public.head.hex(), self.public.lines)
    }
}

/// A head of the record with the number of its lines.
#[must_use]
pub fn record(head: &str, lines: u64) -> String {
    crate::say!("record {}, {}", head, names::count(lines, "line", "lines"))
}
