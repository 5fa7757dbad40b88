//! Events into words: pure functions that call nothing. What may be said to whom is decided by the [`Scene`]: it holds a view made for
//! everybody and one made for who asked, and nothing else of the campaign's secrets.

pub mod auction;
pub mod calendar;
pub mod charts;
pub mod choice;
pub mod chronicle;
pub mod clock;
pub mod conclusion;
pub mod dice;
pub mod envelopes;
pub mod epoch;
pub mod exchange;
pub mod gazette;
pub mod luck;
mod matters;
pub mod months;
pub mod names;
pub mod places;
pub mod rounds;
pub mod rules;
pub mod seats;
pub mod set_back;
pub mod status;
pub mod strongbox;
pub mod typed;
pub mod values;
pub mod votes;

use crate::live::Person;
use crate::message::{Component, Look, Message};
use engine::table::act::Through;
use engine::table::event::EnvelopeAct;
use engine::table::places::Shown;
use engine::table::{By, Entry, Event, SeatId, TableEvent, View};
use std::collections::BTreeMap;

/// What presenters see.
pub struct Scene<'a> {
    /// The campaign's name.
    pub name: &'a str,
    /// Its council channel.
    pub channel: u64,
    /// Who its persons are.
    pub people: &'a BTreeMap<u32, Person>,
    /// What everybody sees, after the order.
    pub public: View,
    /// What who asked sees, after the order.
    pub own: View,
    /// Who asked.
    pub asker: By,
    /// What regents were shown of the asker's own seat since he went away.
    pub shown: Vec<(SeatId, Shown)>,
    /// What everybody saw before the order; `None` where nothing was, or nothing was ordered.
    pub before: Option<View>,
}

/// Where a post goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// The council channel.
    Council,
    /// The card of a purpose, in the council: edited while it stands.
    Card(String),
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
}

impl Posts {
    /// Adds a post in the council.
    pub fn council(&mut self, kind: &'static str, message: Message) {
        self.posts.push(Post { to: To::Council, kind, message });
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
    for (i, entry) in entries.iter().enumerate() {
        let rest = &entries[i..];
        match &entry.event {
            Event::Founded(founded) => seats::founded(scene, &mut posts, founded),
            Event::Joined { seat, .. } => seats::joined(scene, &mut posts, seat),
            Event::Left { seat } => seats::left(scene, &mut posts, seat),
            Event::Word { .. } => dice::word_laid_down(scene, &mut posts),
            Event::Envelope { round, act, .. } => {
                envelopes::acted(scene, &mut posts, round, *act, entry);
            }
            Event::Sealed { seat, round, .. }
                if scene.public.is_operator(seat) && i > 0 && is_order(&entries[i - 1], "seal") =>
            {
                envelopes::operator_sealed(scene, &mut posts, seat, round);
            }
            Event::Opened { round, .. } if matters::has_own_post(round) => {
                matters::opened(scene, &mut posts, entries, i, round);
            }
            Event::Opened { round, .. }
                if rounds::sort(round) == rounds::Sort::Sheets
                    && (i == 0 || !matches!(entries[i - 1].event, Event::Opened { .. })) =>
            {
                choice::opened(scene, &mut posts, rest);
            }
            Event::Voided { id, .. } => values::voided(scene, &mut posts, entries, id),
            // One that was rolled again is told with the void one.
            Event::Rolled(rolled)
                if rolled.slot.starts_with("free/")
                    && !entries.iter().any(|entry| matches!(entry.event, Event::Voided { .. })) =>
            {
                dice::rolled(scene, &mut posts, entries, rolled);
            }
            Event::Strongbox { .. } => strongbox::changed(scene, &mut posts),
            Event::Shown(shown) => strongbox::shown(scene, &mut posts, shown, entry),
            Event::Epoch { epoch, seed } => epoch::ended(scene, &mut posts, *epoch, seed),
            Event::Chain { anchor, .. } => epoch::new_chain(scene, &mut posts, anchor),
            Event::Restored { anchor, veil, lost_after, .. } => {
                epoch::restored(scene, &mut posts, anchor, veil, *lost_after);
            }
            Event::Switched { what, .. } if scene.public.stage == engine::table::Stage::Gathering => {
                votes::switched(scene, &mut posts, what);
            }
            Event::Closed { veil_key } => epoch::closed(scene, &mut posts, veil_key),
            Event::Game { .. } => match entry.table_event() {
                Some(TableEvent::Started) => seats::started(scene, &mut posts),
                Some(TableEvent::Undone { .. }) => seats::undone(scene, &mut posts),
                Some(TableEvent::RevealAsked { seat }) => epoch::asked(scene, &mut posts, &seat),
                Some(TableEvent::CloseAsked { seat }) => epoch::close_asked(scene, &mut posts, &seat),
                Some(event) => {
                    clock::told(scene, &mut posts, &event, entries);
                    places::told(scene, &mut posts, &event);
                    ready(&mut posts, &event);
                    matters::of_the_table(scene, &mut posts, entries, i, event);
                }
                None => matters::of_the_game(scene, &mut posts, entries, i),
            },
            _ => {}
        }
    }
    months::went_on(scene, &mut posts, entries);
    let card_changed = entries.iter().any(|entry| {
        // Sealing changes nothing that others may see, and an edit of the card at that moment would tell them of it.
        let sealed = matches!(entry.event, Event::Envelope { act: EnvelopeAct::Seal, .. });
        !sealed
            && matches!(
                entry.event,
                Event::Envelope { .. } | Event::Opened { .. } | Event::Restored { .. } | Event::Closed { .. }
            )
            || entry.line.is_some() && entry.table_event().is_some_and(|event| on_the_card(&event))
    });
    if card_changed {
        let now = status::card_purpose(&scene.public);
        let before = scene.before.as_ref().map(|before| (status::card_purpose(before), before));
        match before {
            // The card of the step that ended says so, and offers nothing any more.
            Some((old, before)) if old != now => {
                posts.card(old, status::past_card(scene, before));
                if scene.public.stage != engine::table::Stage::Closed {
                    posts.card(now, status::card(scene));
                }
            }
            _ => posts.card(now, status::card(scene)),
        }
    }
    posts
}

/// Whether an event changes what the turn card shows.
fn on_the_card(event: &TableEvent) -> bool {
    !matches!(
        event,
        TableEvent::CloseAsked { .. }
            | TableEvent::RevealAsked { .. }
            | TableEvent::VoteOpened { .. }
            | TableEvent::VoteCast { .. }
            | TableEvent::VoteClosed { .. }
            | TableEvent::CorrectionProposed { .. }
            | TableEvent::CorrectionAgreed { .. }
            | TableEvent::CorrectionObjected { .. }
            | TableEvent::CorrectionSettled { .. }
            | TableEvent::ValuesProposed { .. }
            | TableEvent::ValuesConfirmed { .. }
            | TableEvent::ValuesWithdrawn { .. }
            | TableEvent::ValuesHold { .. }
            | TableEvent::SetBackAnswered { .. }
            | TableEvent::LaidDown { .. }
            | TableEvent::Undone { .. }
    )
}

fn is_order(entry: &Entry, wanted: &str) -> bool {
    matches!(&entry.event, Event::Order { verb, .. } if verb == wanted)
}

/// Somebody is ready or is not: he is told; the card tells the others.
fn ready(posts: &mut Posts, event: &TableEvent) {
    match event {
        TableEvent::SeatReady { through: Through::Step, .. } => {
            posts.reply = Message::text(crate::say!("You are ready."));
        }
        TableEvent::SeatReady { hold: true, .. } => {
            posts.reply = Message::text(crate::say!(
                "You are ready to the end of the month, until something new is asked of you."
            ));
        }
        TableEvent::SeatReady { .. } => {
            posts.reply = Message::text(crate::say!("You are ready to the end of the month."));
        }
        TableEvent::SeatNotReady { .. } => {
            posts.reply = Message::text(crate::say!("You are not ready any more; the step waits for you."));
        }
        _ => {}
    }
}

impl Scene<'_> {
    /// The campaign's name as a message may show it.
    #[must_use]
    pub fn title(&self) -> String {
        names::plain(self.name)
    }

    /// Who holds a seat, and with which powers: "Austria (Anna)".
    #[must_use]
    pub fn seat(&self, seat: &SeatId) -> String {
        let player = self.player(seat);
        let powers = choice::powers_of(&self.public, seat);
        if powers.is_empty() { player } else { format!("{} ({player})", names::list(&powers)) }
    }

    /// Who holds a seat: "Anna".
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

    /// A button of this campaign.
    #[must_use]
    pub fn button(&self, look: Look, label: &str, prompt: u64, verb: &str) -> Component {
        Component::button(look, label, crate::custom_id::CustomId::on(&self.own, prompt, verb))
    }

    /// The short head of the record, as result posts carry it.
    #[must_use]
    pub fn record(&self) -> String {
        crate::say!("record {}", self.public.head.short())
    }
}
