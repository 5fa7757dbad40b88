//! The chronicle: what of a campaign's record is worth telling, a line each. The file at its end, the gazette of a month and the quote
//! above a questioned result are made of it. The texts are plain: they stand in files and forms, where no markdown is read.
//!
//! Once the powers are given out they act, not the people; who played a power stands with it where people come and go. The record has
//! no names: a person is called as he is called now.

use super::names::{bare, list};
use super::{Scene, rounds, typed, votes};
pub use crate::present::front::LineKind;
use crate::present::front::{self, Front, ValueTold};
use crate::{say, speech};
use serde_json::Value;
use std::collections::BTreeMap;
use table::notation::Throw;
use table::rules::RuleId;
use table::{By, Entry, Event, HOST, SeatId, TableEvent, switches};

/// Something worth telling.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its line of the record.
    pub line: u64,
    /// When, Unix seconds.
    pub at: i64,
    /// What sort of thing.
    pub sort: LineKind,
    /// What happened.
    pub text: String,
    /// The rules that the record names with it.
    pub rules: Vec<RuleId>,
    /// The value that was told, not corrected: its key, what it was and what it is.
    pub(crate) told: Option<(String, Option<i64>, i64)>,
}

/// Everything worth telling, in order.
#[must_use]
pub fn lines(scene: &Scene<'_>, entries: &[Entry]) -> Vec<Line> {
    let mut teller = Teller::new(scene, entries);
    let mut lines = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let told = teller.one(entry, &entries[i + 1..]);
        teller.turn_over(entry);
        let (Some((line, _)), Some((sort, text))) = (entry.line, told) else { continue };
        // A switch that a vote turned is told with the vote.
        let by_vote =
            lines.last().is_some_and(|last: &Line| last.sort == LineKind::Vote && last.line + 1 == line);
        if by_vote && matches!(entry.event, Event::Switched { .. }) {
            continue;
        }
        let rules = Some(entry.rules()).filter(|rules| !rules.is_empty());
        let told = match teller.front.and_then(|front| front.value_told(entry)) {
            Some(ValueTold { key, before, now, corrected: false }) if sort == LineKind::Value => {
                Some((key, before, now))
            }
            _ => None,
        };
        if let Some(TableEvent::StepSetBack { line: start }) = entry.table_event() {
            // What was told of the board since then is as if never told.
            lines.retain(|before| before.line < start || before.sort != LineKind::Value);
        }
        let text = text.replace('\\', "").replace("**", "");
        lines.push(Line { line, at: entry.at, sort, text, rules: rules.unwrap_or_default(), told });
    }
    lines
}

/// Who tells: he reads on from the first entry and knows who sat where, and who held what, when a thing happened.
struct Teller<'s, 'a> {
    scene: &'s Scene<'a>,
    /// The front of its game.
    front: Option<&'static dyn Front>,
    /// The order that the entries follow.
    order: Option<&'s Entry>,
    /// Who sat where; `None` where the entries do not begin with the founding, so that how it is now must do.
    holders: Option<BTreeMap<SeatId, u32>>,
    /// The powers given out so far.
    powers: BTreeMap<SeatId, Vec<String>>,
    /// Where play stood.
    step: Vec<String>,
    /// What rounds of free envelopes were about, and their answers, a line each.
    abouts: BTreeMap<String, String>,
    /// The round of free envelopes that was opened last.
    opened: Option<String>,
    /// Whether play had begun.
    playing: bool,
}

impl<'s, 'a> Teller<'s, 'a> {
    fn new(scene: &'s Scene<'a>, entries: &'s [Entry]) -> Teller<'s, 'a> {
        let whole = matches!(entries.first().map(|entry| &entry.event), Some(Event::Founded(_)));
        Teller {
            scene,
            front: front::of(&scene.public),
            order: None,
            holders: whole.then(BTreeMap::new),
            powers: BTreeMap::new(),
            step: Vec::new(),
            abouts: BTreeMap::new(),
            opened: None,
            playing: !whole,
        }
    }

    /// Takes note of an entry, after it was told.
    fn turn_over(&mut self, entry: &'s Entry) {
        match &entry.event {
            Event::Order { .. } => self.order = Some(entry),
            Event::Joined { seat, .. } => {
                if let (Some(holders), Some(person)) = (&mut self.holders, entry.by.person()) {
                    holders.insert(seat.clone(), person);
                }
            }
            Event::Left { seat } => self.gone(seat),
            Event::Opened { round, .. } => self.opened = Some(round.clone()),
            Event::Table { .. } | Event::Game { .. } => match (entry.table_event(), self.given_out(entry)) {
                (Some(TableEvent::Started), _) => self.playing = true,
                (Some(event @ TableEvent::FrameOpened { .. }), _) => {
                    if let Some(path) = event.step_begun() {
                        self.step = path.to_vec();
                    }
                }
                (Some(TableEvent::Resigned { seat }), _) => self.gone(&seat),
                (Some(TableEvent::RoundOpened { round, exchange: Some(_), .. }), _) => {
                    let about = self.order.and_then(|order| order.text());
                    self.abouts.extend(about.map(|about| (round, about.to_owned())));
                }
                (_, Some((seat, power))) => self.powers.entry(seat).or_default().push(power),
                _ => {}
            },
            _ => {}
        }
    }

    fn given_out(&self, entry: &Entry) -> Option<(SeatId, String)> {
        self.front?.given_out(entry)
    }

    fn gone(&mut self, seat: &SeatId) {
        if let Some(holders) = &mut self.holders {
            holders.remove(seat);
        }
    }

    fn person(&self, person: u32) -> String {
        self.scene.person(By::Person(person))
    }

    /// Who played a seat then: "Anna".
    fn player(&self, seat: &SeatId) -> String {
        match self.holders.as_ref().map(|holders| holders.get(seat)) {
            None => self.scene.player(seat),
            Some(Some(person)) => self.person(*person),
            Some(None) => say!("seat {}", seat.number().unwrap_or_default()),
        }
    }

    /// Its powers then, else who played it: "Austria".
    fn power(&self, seat: &SeatId) -> String {
        match self.powers.get(seat) {
            None if self.holders.is_none() => self.scene.power(seat),
            None => self.player(seat),
            Some(powers) => powers.join(" & "),
        }
    }

    /// Both: "Austria (Anna)".
    fn seat(&self, seat: &SeatId) -> String {
        let (power, player) = (self.power(seat), self.player(seat));
        if power == player { player } else { format!("{power} ({player})") }
    }

    fn seats(&self, seats: &[SeatId]) -> String {
        list(&seats.iter().map(|seat| self.seat(seat)).collect::<Vec<_>>())
    }

    /// Who gave the order that an entry follows: his powers, else his name.
    fn author(&self, entry: &Entry) -> String {
        let by = self.order.map_or(entry.by, |order| order.by);
        let seat = match (&self.holders, by.person()) {
            (Some(holders), Some(person)) => {
                holders.iter().find(|(_, holder)| **holder == person).map(|(seat, _)| seat)
            }
            _ => self.scene.seat_of(by),
        };
        seat.map_or_else(|| self.scene.person(by), |seat| self.power(seat))
    }

    fn one(&self, entry: &Entry, rest: &[Entry]) -> Option<(LineKind, String)> {
        Some(match &entry.event {
            Event::Founded(_) => (LineKind::Other, say!("{} founds the campaign.", self.scene.person(HOST))),
            // Who sat down before play is told at its start.
            Event::Joined { seat, .. } if self.playing => {
                let by = self.scene.person(entry.by);
                (LineKind::Other, say!("{} takes over {}.", by, self.power(seat)))
            }
            Event::Rolled(rolled) if rolled.slot.starts_with("free/") => {
                let notation = self.order.and_then(|order| match &order.event {
                    Event::Order { fields, .. } => fields.get("notation")?.as_str(),
                    _ => None,
                });
                let faces: Vec<String> = rolled.result.iter().map(ToString::to_string).collect();
                let read =
                    notation.and_then(|notation| Throw::parse(notation).ok()?.read(&rolled.result).ok());
                let total = read.map(|read| {
                    let totals: Vec<String> =
                        read.throws.iter().map(|throw| speech::signed(throw.total)).collect();
                    totals.join(", ")
                });
                let total = total.unwrap_or_else(|| faces.join(" "));
                let label = self.order.and_then(|order| order.text());
                let label = label.map(|label| format!(" · {}", bare(label, 100))).unwrap_or_default();
                let notation = notation.unwrap_or_default();
                let says =
                    say!("Roll {} of {}: {} = {}", rolled.id, self.author(entry), notation, total) + &label;
                (LineKind::Roll, says)
            }
            Event::Opened { round, .. } if round.starts_with(table::exchange::PREFIX) => {
                (LineKind::Other, self.exchanged(round, entry, rest)?)
            }
            Event::Voided { id, .. } => (LineKind::Other, say!("The umpire declares roll {} void.", id)),
            Event::Switched { what, after, .. } => {
                let switch = switches::by_key(what)?;
                let words = switch.words(after.as_str()?);
                (LineKind::Vote, say!("{}: {} from now on.", speech::name(switch.name), speech::name(words)))
            }
            Event::Restored { .. } => (LineKind::Other, say!("The campaign is restored from a backup.")),
            Event::Rules { before, after } => (LineKind::Other, super::epoch::other_rules(before, after)),
            Event::Table { e } => self.of_the_table(entry, e.clone())?,
            Event::Game { .. } => self.front?.line(self.scene, entry, &|seat| self.player(seat))?,
            _ => return None,
        })
    }

    /// Free envelopes lie open, told with the first of a round: what they were about, and what each had sealed.
    fn exchanged(&self, round: &str, first: &Entry, rest: &[Entry]) -> Option<String> {
        if self.opened.as_deref() == Some(round) {
            return None;
        }
        let about: Vec<&str> =
            self.abouts.get(round).map(|about| about.lines().collect()).unwrap_or_default();
        let said = |body: &Value| -> String {
            let choice = body.get("choice").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
            match choice.and_then(|n| about.get(n)) {
                Some(answer) => bare(answer, 100),
                None => bare(&rounds::free(body), 100),
            }
        };
        let each = std::iter::once(first).chain(rest).filter_map(|entry| match &entry.event {
            Event::Opened { round: other, seat, body, .. } if other == round => {
                Some(format!("{}: {}", self.power(seat), said(&body.choice)))
            }
            _ => None,
        });
        let each = each.collect::<Vec<_>>().join(" · ");
        Some(match about.first() {
            Some(about) => say!("Sealed envelopes opened, \"{}\": {}", bare(about, 100), each),
            None => say!("Sealed envelopes opened: {}", each),
        })
    }

    /// What was published by the order that the entry follows, in one line.
    fn published(&self) -> String {
        let text = self.order.and_then(|order| order.text());
        text.map_or_else(|| say!("(no words)"), |text| bare(text, table::press::LONGEST))
    }

    fn of_the_table(&self, entry: &Entry, event: TableEvent) -> Option<(LineKind, String)> {
        let other = |text: String| Some((LineKind::Other, text));
        // The host acts as himself, not as his power.
        let by = || self.scene.person(self.order.map_or(entry.by, |order| order.by));
        match event {
            TableEvent::Started => {
                let seats = self.scene.public.seats.iter().map(|seat| self.player(&seat.id));
                let players = list(&seats.collect::<Vec<_>>());
                other(say!("Play begins with {}.", players))
            }
            TableEvent::VoteRunOff { vote, between, .. } => {
                Some((LineKind::Vote, votes::run_off_in_a_line(self.scene, vote, between)?))
            }
            TableEvent::VoteClosed { vote, outcome, .. } => {
                Some((LineKind::Vote, votes::in_a_line(self.scene, vote, outcome)?))
            }
            TableEvent::DeadlineMissed { round, seats } => {
                let title = rounds::title_by_name(&self.scene.public, &round);
                let round = title.unwrap_or_else(|| say!("Sealed envelopes"));
                other(say!(
                    "{}: the deadline passes, and nothing is sealed by {}.",
                    round,
                    self.seats(&seats)
                ))
            }
            TableEvent::Defaulted { seats, .. } => {
                other(say!("The default is taken for {}.", self.seats(&seats)))
            }
            TableEvent::FrameOverdue { missed, until: None, .. } if !missed.is_empty() => {
                let phase = self.front.and_then(|front| front.phase_of(&self.step));
                let phase = phase.unwrap_or_else(|| say!("The phase"));
                other(say!("{}: ended at its deadline; not ready by then: {}.", phase, self.seats(&missed)))
            }
            TableEvent::Paused => other(say!("{} stops the clock.", by())),
            TableEvent::Resumed => other(say!("{} lets the clock run on.", by())),
            TableEvent::Extended { hours } => other(say!("{} gives {} hours more.", by(), hours)),
            TableEvent::Live { on: true } => other(say!("An evening by voice begins.")),
            TableEvent::Live { on: false } => other(say!("The evening by voice is over.")),
            TableEvent::WentAway { seat, regent: Some(person), .. } => {
                other(say!("{} is away; {} acts as regent.", self.seat(&seat), self.person(person)))
            }
            TableEvent::WentAway { seat, .. } => {
                other(say!("{} is away, without a regent.", self.seat(&seat)))
            }
            TableEvent::CameBack { seat } => other(say!("{} is back.", self.seat(&seat))),
            TableEvent::RegentAppointed { seat, person } => {
                other(say!("{} becomes regent of {}.", self.person(person), self.seat(&seat)))
            }
            TableEvent::Resigned { seat } => other(say!("{} leaves.", self.seat(&seat))),
            TableEvent::HostIs { person, .. } => other(say!("{} becomes host.", self.person(person))),
            TableEvent::ValuesHold { values, .. } => other(say!(
                "As the group typed it from the printed game: {}.",
                typed::in_a_line(self.scene, &values)
            )),
            TableEvent::StepSetBack { .. } => {
                other(say!("All agree: play is again as it was when the step began."))
            }
            TableEvent::Pressed { seat, .. } => {
                Some((LineKind::Press, say!("{} to all: {}", self.power(&seat), self.published())))
            }
            TableEvent::Published { .. } => {
                Some((LineKind::Press, say!("Without a name: {}", self.published())))
            }
            TableEvent::LaidDown { seat, .. } => {
                other(say!("A picture of the board is laid down by {}.", self.power(&seat)))
            }
            _ => None,
        }
    }
}

/// What a questioned result was, for the form of a vote: the first thing worth telling from a line on, and the rule it rests on.
#[must_use]
pub fn quote(scene: &Scene<'_>, entries: &[Entry], line: u64) -> Option<Line> {
    let from = entries.iter().position(|entry| entry.line.is_some_and(|(n, _)| n >= line))?;
    // The order that led there tells how dice were written and what they were for.
    let order = entries[..from].iter().rposition(|entry| matches!(entry.event, Event::Order { .. }));
    let ends = entries[from + 1..].iter().position(|entry| matches!(entry.event, Event::Order { .. }));
    let end = ends.map_or(entries.len(), |ends| from + 1 + ends);
    let begin = order.unwrap_or(from);
    lines(scene, &entries[begin..end]).into_iter().find(|told| told.line >= line)
}
