//! Playing it: a campaign with its record, and what somebody who has a part of the record makes of it.

#![allow(clippy::unwrap_used)]
use super::{Position, Skirmish};
use crate::Campaign;
use crate::act::{Act, Through};
use crate::canonical::{canonical, parse};
use crate::chain::Roots;
use crate::chance::Chain;
use crate::event::{Entry, Event, line_hash};
use crate::hash::Hash;
use crate::lodged::{Change, Line};
use crate::names::{By, SeatId, Word};
use crate::order::{Founding, Order, Verb};
use crate::record::{Extent, line};
use crate::refusal::Refusal;
use crate::secret::Secret;
use crate::verify::{Report, Wrong, verify};
use crate::view::Viewer;
use crate::{decide, found};
use serde_json::{Value, json};

/// A campaign under way. The person of a number has the seat of that number.
#[derive(Clone)]
pub(super) struct Play {
    pub entries: Vec<Entry>,
    pub campaign: Campaign,
    pub roots: Roots,
    pub at: i64,
}

/// Red against blue and green, who share a seat and have their slot together.
pub(super) fn of_three() -> Value {
    json!({
        "players": {"red": "seat-1", "blue": "seat-2", "green": "seat-2"},
        "slots": [["red"], ["blue", "green"]],
        "corps": {"red_1": ["red", 1], "blue_1": ["blue", 3], "green_1": ["green", 5]},
    })
}

impl Play {
    /// A campaign of these, in the gathering of its first month, everybody with a word.
    pub fn of(seats: u32, options: Value) -> Play {
        Play::with_stand_ins(seats, seats, options)
    }

    /// The same where the last seats are stand-ins'.
    pub fn with_stand_ins(persons: u32, seats: u32, options: Value) -> Play {
        let founding = Founding {
            at: 0,
            campaign: "k7q2m4x9aa".to_owned(),
            game: "skirmish".to_owned(),
            scenario: "skirmish".to_owned(),
            seats,
            operator_seats: 0,
            options,
            timing: None,
            umpire: None,
        };
        let mut chance = Chain::founding(([1; 32], [2; 32]));
        let entries = found(&founding, &mut chance).unwrap();
        let campaign = Campaign::fold(&entries).unwrap();
        let mut play = Play { entries, campaign, roots: chance.founded().unwrap(), at: 1 };
        for n in 1..=persons {
            play.must(n, Verb::Join { word: Word::read(&format!("word{n}")).unwrap() });
        }
        if persons < seats {
            play.must(1, Verb::Act { act: Act::StandIns, text: None });
        }
        play.must(1, Verb::Start);
        play
    }

    pub fn give(&mut self, by: By, verb: Verb) -> Result<Vec<Entry>, Refusal> {
        let order = Order { at: self.at, by, operator: false, verb };
        let mut chance = Chain::of(&self.roots, ([3; 32], [4; 32]));
        let made = decide(&self.campaign, &order, &mut chance)?;
        if let Some(roots) = chance.founded() {
            self.roots = roots;
        }
        for entry in &made {
            self.campaign.apply(entry).unwrap();
        }
        self.entries.extend(made.iter().cloned());
        Ok(made)
    }

    pub fn must(&mut self, person: u32, verb: Verb) -> Vec<Entry> {
        let made = self.give(By::Person(person), verb.clone());
        made.unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    pub fn orders(&mut self, person: u32, order: Value) -> Vec<Entry> {
        self.must(person, Verb::Game(order))
    }

    pub fn refused(&mut self, person: u32, order: Value) -> String {
        self.give(By::Person(person), Verb::Game(order)).unwrap_err().to_string()
    }

    pub fn fills(&mut self, person: u32, corps: &str, infantry: u32, cavalry: u32) {
        let secret = json!({"infantry": infantry, "cavalry": cavalry});
        self.orders(person, json!({"skirmish": "fill", "corps": corps, "secret": secret}));
    }

    pub fn lodges(&mut self, person: u32, power: &str, line: Line) {
        self.changes(person, power, Change::Add(line)).unwrap();
    }

    pub fn changes(&mut self, person: u32, power: &str, change: Change) -> Result<Vec<Entry>, Refusal> {
        let salt = Secret::new([9; 32]);
        self.give(By::Person(person), Verb::Lodge { power: Some(power.to_owned()), change, salt })
    }

    pub fn answers(&mut self, person: u32, choice: Value) -> Result<Vec<Entry>, Refusal> {
        let salt = Secret::new([8; 32]);
        let (kind, choice) = ("attacked".to_owned(), Some(choice));
        self.give(By::Person(person), Verb::Stand { kind, choice, salt })
    }

    pub fn ready(&mut self, person: u32) {
        let act = Act::Ready { through: Through::Step, hold: false };
        self.must(person, Verb::Act { act, text: None });
    }

    /// All are ready with the gathering, and what was lodged is carried out as far as nobody is waited for.
    pub fn goes_on(&mut self, persons: impl IntoIterator<Item = u32>) {
        persons.into_iter().for_each(|person| self.ready(person));
        self.ticks();
    }

    /// The bot does what it has to do now.
    pub fn ticks(&mut self) {
        for _ in 0..60 {
            if self.give(By::Bot, Verb::Tick).unwrap().is_empty() {
                return;
            }
        }
        panic!("the bot never comes to rest");
    }

    pub fn step(&self) -> String {
        self.campaign.play.path().join("/")
    }

    pub fn position(&self) -> &Position {
        self.campaign.play.game.position::<Skirmish>().unwrap()
    }

    pub fn at(&self, corps: &str) -> Option<u32> {
        self.position().corps.get(corps).map(|corps| corps.at)
    }

    pub fn sees(&self, viewer: &Viewer) -> Position {
        serde_json::from_value(self.campaign.play.game.view(viewer).value()).unwrap()
    }

    pub fn closed(mut self) -> Play {
        let persons: Vec<u32> = self.campaign.play.seats.values().filter_map(|seat| seat.person).collect();
        for person in persons {
            self.must(person, Verb::Close);
        }
        self
    }

    pub fn written(&self, extent: Extent) -> String {
        self.entries.iter().filter_map(|entry| line(entry, extent).unwrap()).collect()
    }

    pub fn checked(&self, extent: Extent) -> Result<Report, Wrong> {
        verify(self.written(extent).as_bytes(), &[])
    }

    /// The record with a change made to a line, its own head and all that follow made right again.
    pub fn forged(&self, extent: Extent, line: usize, change: impl Fn(&mut Value)) -> Result<Report, Wrong> {
        let mut head = Hash::default();
        let mut file = String::new();
        for (i, text) in self.written(extent).lines().enumerate() {
            let mut value = parse(text).unwrap();
            if i == line {
                change(&mut value);
            }
            head = line_hash(&head, &canonical(&value["p"]).unwrap());
            value["h"] = json!(head);
            file.push_str(&canonical(&value).unwrap());
            file.push('\n');
        }
        verify(file.as_bytes(), &[])
    }

    /// The line of the record, counted from 0, of the last event of which this holds.
    pub fn last_line(&self, is: impl Fn(&Event) -> bool) -> usize {
        let lines = self.entries.iter().filter(|entry| entry.line.is_some());
        lines.enumerate().filter(|(_, entry)| is(&entry.event)).map(|(i, _)| i).last().unwrap()
    }
}

pub(super) fn seat(n: u32) -> SeatId {
    SeatId::numbered(n)
}

pub(super) fn march(corps: &str, to: u32) -> Line {
    Line::order(json!({"skirmish": "march", "corps": corps, "to": to}), Vec::new())
}

pub(super) fn forage(corps: &str) -> Line {
    Line::order(json!({"skirmish": "forage", "corps": corps}), Vec::new())
}
