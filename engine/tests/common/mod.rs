//! A table to test at: a campaign with its entries, the dice it is played with, and short ways to give orders.
//!
//! Person `n` holds seat `n`; the first `operator_seats` persons are the operator's. Person 1 is the host.
#![allow(clippy::unwrap_used)]

pub mod battles;
pub mod europa;
pub mod forged;
pub mod random;
pub mod recorded;
pub mod unruly;
pub mod vary;

use engine::eia::powers::Power;
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::chain::Roots;
use engine::table::chance::{Chain, Scripted};
use engine::table::hash::sha256;
use engine::table::record::{Extent, line};
use engine::table::verify::{Report, verify};
use engine::table::votes::YES;
use engine::table::{
    Act, By, Campaign, Entry, Event, Founding, Order, Refusal, SeatId, Secret, Stage, TableEvent, Text, Verb,
    Word, carried_out, found,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

/// 2026-01-01T00:00Z.
pub const EPOCH_OF_TESTS: i64 = 1_767_225_600;
/// A day in seconds.
pub const DAY: i64 = 24 * 60 * 60;

/// What the dice come from.
pub enum Source {
    /// Written down by the test.
    Script(Scripted),
    /// A real seed chain; `fresh` counts the roots handed out.
    Roots { roots: Roots, fresh: u32 },
}

/// The order to seal what a form was filled in with.
pub fn sealing(round: &str, filled: &Value) -> Verb {
    Verb::sealing(round, filled).unwrap()
}

/// A campaign being played.
pub struct Play {
    pub campaign: Campaign,
    pub entries: Vec<Entry>,
    pub source: Source,
    pub at: i64,
    pub operator_seats: u32,
}

/// Roots that are the same every time.
pub fn fixed_roots(n: u8) -> ([u8; 32], [u8; 32]) {
    (sha256(&[b"test head", &[n]]).0, sha256(&[b"test veil", &[n]]).0)
}

/// Roots for a chain founded later, none of them ever [`fixed_roots`]; `n` counts them.
fn fresh_roots(n: u32) -> ([u8; 32], [u8; 32]) {
    let n = n.to_be_bytes();
    (sha256(&[b"fresh head", &n]).0, sha256(&[b"fresh veil", &n]).0)
}

pub fn founding(seats: u32, operator_seats: u32, options: Value) -> Founding {
    Founding {
        at: EPOCH_OF_TESTS,
        campaign: "abcdefgh01".to_owned(),
        game: "eia".to_owned(),
        scenario: "1805".to_owned(),
        seats,
        operator_seats,
        options,
        timing: None,
        umpire: None,
    }
}

/// A word that is different for every person.
pub fn word(text: &str) -> Word {
    Word::read(text).unwrap()
}

/// A label with a salt of its own.
pub fn label(text: &str) -> Text {
    Text { text: text.to_owned(), salt: Secret::new(sha256(&[b"test label", text.as_bytes()]).0) }
}

/// The notation of dice and nothing else: `2d6+1d20`.
pub fn notation(dice: &[[u32; 2]]) -> String {
    let groups: Vec<String> = dice.iter().map(|[faces, count]| format!("{count}d{faces}")).collect();
    groups.join("+")
}

/// A bid sheet in the order of [`Power::STANDARD`].
pub fn sheet(bids: [u32; 7]) -> Value {
    let bids: BTreeMap<&str, u32> = Power::STANDARD.iter().map(|power| power.key()).zip(bids).collect();
    json!({ "bids": bids })
}

/// A bid sheet with an order of preference.
pub fn sheet_preferring(bids: [u32; 7], preference: [Power; 7]) -> Value {
    let mut sheet = sheet(bids);
    sheet["preference"] = json!(preference.map(Power::key));
    sheet
}

/// Seven sheets of which no two bids are equal, under a ceiling of 48 or more.
pub fn untied(n: u32) -> Value {
    sheet(std::array::from_fn(|i| n - 1 + 7 * i as u32))
}

/// All ids of rules that an event carries.
pub fn rules_in(entries: &[Entry]) -> Vec<String> {
    let list = |entry: &Entry| match &entry.event {
        Event::Table { .. } | Event::Game { .. } => {
            entry.rules().iter().map(|rule| Value::from(rule.to_string())).collect()
        }
        _ => Vec::new(),
    };
    entries.iter().flat_map(list).map(|id| id.as_str().unwrap().to_owned()).collect()
}

/// The record's kinds of lines, with the verb of an order and the name of a game's event: `order:join`, `table:step`, `game:power_taken`.
pub fn kinds(entries: &[Entry]) -> Vec<String> {
    let lines = entries.iter().filter(|entry| entry.line.is_some());
    lines
        .map(|entry| {
            let value: Value = serde_json::from_str(&entry.public).unwrap();
            let kind = value["k"].as_str().unwrap().to_owned();
            let more = value.get("verb").or(value["e"].get("k"));
            more.map_or(kind.clone(), |more| format!("{kind}:{}", more.as_str().unwrap()))
        })
        .collect()
}

impl Play {
    /// A campaign founded with dice that fall as written.
    pub fn scripted(seats: u32, operator_seats: u32, options: Value, dice: &[&[u32]]) -> Play {
        Play::scripted_by(&founding(seats, operator_seats, options), dice)
    }

    /// The same, founded so.
    pub fn scripted_by(founding: &Founding, dice: &[&[u32]]) -> Play {
        let rolls: VecDeque<Vec<u32>> = dice.iter().map(|roll| roll.to_vec()).collect();
        let mut chance = Scripted { rolls, asked: Vec::new() };
        let entries = found(founding, &mut chance).unwrap();
        Play::from(entries, Source::Script(chance), founding.operator_seats)
    }

    /// A campaign founded on a real seed chain, the same every time.
    pub fn real(roots: u8, seats: u32, operator_seats: u32, options: Value) -> Play {
        let mut chance = Chain::founding(fixed_roots(roots));
        let entries = found(&founding(seats, operator_seats, options), &mut chance).unwrap();
        let roots = chance.founded().unwrap();
        Play::from(entries, Source::Roots { roots, fresh: 0 }, operator_seats)
    }

    /// A campaign founded so, on a real seed chain.
    pub fn founded(founding: &Founding) -> Play {
        Play::founded_on(77, founding)
    }

    /// A campaign founded so, on the chain of this number.
    pub fn founded_on(roots: u8, founding: &Founding) -> Play {
        let mut chance = Chain::founding(fixed_roots(roots));
        let entries = found(founding, &mut chance).unwrap();
        let roots = chance.founded().unwrap();
        Play::from(entries, Source::Roots { roots, fresh: 0 }, founding.operator_seats)
    }

    /// Play of the months has begun: `seats` players have bid, none the same, and nobody has a second power.
    pub fn in_months(seats: u32, change: impl FnOnce(&mut Founding)) -> Play {
        let mut founding = founding(seats, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
        change(&mut founding);
        let mut play = Play::founded(&founding).started();
        play.bid((1..=seats).map(untied).collect());
        play
    }

    fn from(entries: Vec<Entry>, source: Source, operator_seats: u32) -> Play {
        let campaign = Campaign::fold(&entries).unwrap();
        Play { campaign, entries, source, at: EPOCH_OF_TESTS, operator_seats }
    }

    /// Gives an order a minute after the last one.
    pub fn give(&mut self, by: By, verb: Verb) -> Result<Vec<Entry>, Refusal> {
        self.at += 60;
        let operator = by.person().is_some_and(|n| n <= self.operator_seats);
        let order = Order { at: self.at, by, operator, verb };
        let (made, after) = match &mut self.source {
            Source::Script(scripted) => carried_out(&self.campaign, &order, scripted)?,
            Source::Roots { roots, fresh } => {
                *fresh += 1;
                let mut chain = Chain::of(roots, fresh_roots(*fresh));
                let made = carried_out(&self.campaign, &order, &mut chain)?;
                if let Some(founded) = chain.founded() {
                    *roots = founded;
                }
                made
            }
        };
        for entry in &made {
            self.campaign.apply(entry).unwrap();
        }
        // To compare them takes longer than to play, so that is done now and then.
        if self.entries.len().is_multiple_of(16) {
            assert!(after == self.campaign, "what was decided is not what its entries make");
        }
        self.entries.extend(made.iter().cloned());
        self.passes_the_gap(made)
    }

    /// The gap between two turns passes by itself at once, as at the bot's table.
    fn passes_the_gap(&mut self, made: Vec<Entry>) -> Result<Vec<Entry>, Refusal> {
        let mut all = made;
        let is_gap = |path: Vec<String>| path.last().is_some_and(|word| word == "between");
        while is_gap(self.campaign.play.path()) && self.campaign.gives_lodged() {
            all.extend(self.give(By::Bot, Verb::Tick)?);
        }
        Ok(all)
    }

    /// Gives an order that must be taken. What is told by it those confirm at once whom it concerns.
    pub fn must(&mut self, person: u32, verb: Verb) -> Vec<Entry> {
        let mut made = self.tells(person, verb);
        made.extend(self.assents());
        made
    }

    /// The number of the vote that was opened last of those that are open.
    pub fn last_vote(&self) -> u64 {
        *self.campaign.play.votes.keys().next_back().unwrap()
    }

    /// Everybody agrees to the last correction that is proposed, until it holds.
    pub fn all_agree(&mut self) -> Vec<Entry> {
        let mut all = Vec::new();
        let open = |play: &Play| {
            play.campaign.play.corrections.iter().next_back().map(|(n, open)| (*n, open.clone()))
        };
        let Some((correction, _)) = open(self) else { return all };
        for (seat, place) in self.campaign.play.seats.clone().iter() {
            let is_asked = open(self).is_some_and(|(n, open)| n == correction && !open.agreed.contains(seat));
            if let Some(person) = place.person.filter(|_| is_asked) {
                all.extend(self.tells(person, Verb::Act { act: Act::Agree { correction }, text: None }));
            }
        }
        all
    }

    /// Those whom it concerns confirm what was told; where others decide, they say that it is so.
    pub fn assents(&mut self) -> Vec<Entry> {
        let mut all = Vec::new();
        let tellings: Vec<u64> = self.campaign.play.tellings.keys().copied().collect();
        for telling in tellings {
            while let Some((of, act)) = self.assent_to(telling) {
                let person = self.campaign.play.seats[&of].person.unwrap();
                all.extend(self.tells(person, Verb::Act { act, text: None }));
            }
        }
        all
    }

    /// Whose assent something that was told waits for next, and what he orders.
    fn assent_to(&self, telling: u64) -> Option<(SeatId, Act)> {
        let play = &self.campaign.play;
        let open = play.tellings.get(&telling)?;
        let voters = self.campaign.public_view().voters();
        if let Some(vote) = play.vote_on_telling(telling) {
            let open = &play.votes[&vote];
            let next = open.voters.iter().find(|of| !open.cast.contains_key(of))?;
            return Some((next.clone(), Act::Cast { vote, option: YES }));
        }
        Some((open.awaited(&voters).next()?.clone(), Act::Confirm { telling }))
    }

    /// Gives an order that must be taken, to which nobody assents yet.
    pub fn tells(&mut self, person: u32, verb: Verb) -> Vec<Entry> {
        let name = verb.name();
        match self.give(By::Person(person), verb) {
            Ok(made) => made,
            Err(refusal) => panic!("{name} of person {person} was refused: {refusal}"),
        }
    }

    /// The same under a rule, which the refusal carries.
    pub fn refused_under(&mut self, rule: &str, person: u32, verb: Verb) -> String {
        let refusal = self.give(By::Person(person), verb.clone()).unwrap_err();
        assert_eq!(refusal.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), [rule]);
        self.refused(person, verb)
    }

    /// Gives an order that must be refused, and returns what is said.
    pub fn refused(&mut self, person: u32, verb: Verb) -> String {
        let before = self.campaign.clone();
        let name = verb.name();
        let says = match self.give(By::Person(person), verb) {
            Err(refusal) => refusal.says.to_string(),
            Ok(_) => panic!("{name} of person {person} was taken"),
        };
        assert_eq!(before, self.campaign);
        assert!(says.ends_with('.') && !says.contains('!'), "{says}");
        says
    }

    /// Gives an order of the table that must be taken.
    pub fn act(&mut self, person: u32, act: Act) -> Vec<Entry> {
        self.must(person, Verb::Act { act, text: None })
    }

    /// The same, with words.
    pub fn act_saying(&mut self, person: u32, act: Act, text: &str) -> Vec<Entry> {
        self.must(person, Verb::Act { act, text: Some(label(text)) })
    }

    /// Gives an order of the table that must be refused.
    pub fn act_refused(&mut self, person: u32, act: Act) -> String {
        self.refused(person, Verb::Act { act, text: None })
    }

    /// The same, with words.
    pub fn act_saying_refused(&mut self, person: u32, act: Act, text: &str) -> String {
        self.refused(person, Verb::Act { act, text: Some(label(text)) })
    }

    /// Gives an order as a seat's regent.
    pub fn act_for(&mut self, person: u32, n: u32, verb: Verb) -> Vec<Entry> {
        self.must(person, Verb::For { seat: seat(n), verb: Box::new(verb) })
    }

    /// Gives an order as a seat's regent that must be refused.
    pub fn act_for_refused(&mut self, person: u32, n: u32, verb: Verb) -> String {
        self.refused(person, Verb::For { seat: seat(n), verb: Box::new(verb) })
    }

    /// The clock looks in at a moment, until nothing more is due.
    pub fn clock_at(&mut self, at: i64) -> Vec<Entry> {
        let mut all = Vec::new();
        self.at = at - 60;
        for _ in 0..100 {
            let made = self.bot(Verb::Tick);
            if made.is_empty() {
                return all;
            }
            all.extend(made);
            self.at = at - 60;
        }
        panic!("the clock never comes to rest");
    }

    /// The table's own events among entries.
    pub fn table_events(entries: &[Entry]) -> Vec<TableEvent> {
        entries.iter().filter_map(Entry::table_event).collect()
    }

    /// The record as it stands is right, and every order in it was decided again but those that wait.
    pub fn right_now(&self) -> Report {
        let public = self.export(Extent::Public);
        let report = verify(public.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{public}"));
        assert_eq!((report.lines, report.head), (self.campaign.next_line, self.campaign.head));
        let orders = kinds(&self.entries).iter().filter(|kind| kind.starts_with("order:")).count() as u64;
        assert_eq!(report.orders_decided + report.orders_waiting, orders);
        assert_eq!(Campaign::fold(&self.entries).as_ref(), Ok(&self.campaign));
        report
    }

    /// The record is right at this moment; then all close the campaign, and the whole record is right with nothing waiting.
    pub fn ends_verified(&mut self) -> Report {
        let now = self.right_now();
        let draws = self.entries.iter().any(|entry| matches!(entry.event, Event::Veiled { .. }));
        // Of a choice in parts some may stay closed until the campaign is.
        let closed = now.parts_waiting > 0;
        // An order with a secret field waits for it until then.
        let is_sealed =
            |entry: &&Entry| matches!(entry.event, Event::Order { .. }) && !entry.seals().is_empty();
        let sealed = self.entries.iter().filter(is_sealed).count() as u64;
        let waits = now.orders_waiting > sealed && !draws && !closed && self.operator_seats == 0;
        assert!(!waits, "{} orders wait in an open record, and {sealed} are sealed", now.orders_waiting);
        let mut persons = Vec::new();
        for (id, place) in &self.campaign.play.seats {
            if !self.campaign.play.close_asked.contains_key(id) {
                persons.extend(place.person);
            }
        }
        for person in persons {
            if self.campaign.play.stage != Stage::Closed {
                self.must(person, Verb::Close);
            }
        }
        assert_eq!(self.campaign.play.stage, Stage::Closed);
        self.right_now();
        let whole = self.export(Extent::Whole);
        let report = verify(whole.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{whole}"));
        assert_eq!((report.rolls_waiting, report.seals_waiting, report.veiled_waiting), (0, 0, 0));
        assert_eq!((report.orders_waiting, report.texts_missing), (0, 0));
        report
    }

    /// The bot's own order.
    pub fn bot(&mut self, verb: Verb) -> Vec<Entry> {
        self.give(By::Bot, verb).unwrap()
    }

    pub fn seats(&self) -> u32 {
        self.campaign.founded.seats
    }

    pub fn join(&mut self, person: u32) -> Vec<Entry> {
        self.must(person, Verb::Join { word: word(&format!("word{person}")) })
    }

    /// Everybody joins and the host starts.
    pub fn started(mut self) -> Play {
        for person in 1..=self.seats() {
            self.join(person);
        }
        self.must(1, Verb::Start);
        self
    }

    pub fn seal(&mut self, person: u32, body: Value) -> Vec<Entry> {
        self.must(person, sealing(CHOICE_OF_POWERS, &body))
    }

    pub fn refused_seal(&mut self, person: u32, body: Value) -> String {
        match Verb::sealing(CHOICE_OF_POWERS, &body) {
            Ok(verb) => self.refused(person, verb),
            Err(refusal) => refusal.says.to_string(),
        }
    }

    pub fn make_final(&mut self, person: u32) -> Vec<Entry> {
        self.must(person, Verb::Final { round: CHOICE_OF_POWERS.to_owned() })
    }

    pub fn withdraw(&mut self, person: u32) -> Vec<Entry> {
        self.must(person, Verb::Open { round: CHOICE_OF_POWERS.to_owned() })
    }

    pub fn roll(&mut self, person: u32, dice: &[[u32; 2]]) -> Vec<Entry> {
        self.must(person, Verb::Roll { notation: notation(dice), label: None })
    }

    pub fn roll_for(&mut self, person: u32, dice: &[[u32; 2]], text: &str) -> Vec<Entry> {
        let label = Some(label(text));
        self.must(person, Verb::Roll { notation: notation(dice), label })
    }

    pub fn lay_down(&mut self, person: u32, text: &str) -> Vec<Entry> {
        self.must(person, Verb::Word { word: word(text) })
    }

    /// Everybody seals his sheet and makes it final, the operator's seats first; returns what the last one set off.
    pub fn bid(&mut self, sheets: Vec<Value>) -> Vec<Entry> {
        let mut last = Vec::new();
        for (person, body) in (1..).zip(sheets) {
            last = self.seal(person, body);
            if person > self.operator_seats {
                last = self.make_final(person);
            }
        }
        last
    }

    /// The record as a file.
    pub fn export(&self, extent: Extent) -> String {
        self.entries.iter().filter_map(|entry| line(entry, extent).unwrap()).collect()
    }

    /// The game's position as everybody sees it.
    pub fn position(&self) -> Value {
        self.campaign.public_view().game.value()
    }

    /// Who holds a power, as (seat number, bid, goal, how).
    pub fn holder(&self, power: Power) -> Option<(u32, u64, i64, String)> {
        let position = self.position();
        let holding = position["choice"]["holdings"].get(power.key())?;
        let seat = SeatId::from(holding["seat"].as_str().unwrap()).number().unwrap();
        let how = holding["how"].as_str().unwrap().to_owned();
        Some((seat, holding["bid"].as_u64().unwrap(), holding["goal"].as_i64().unwrap(), how))
    }

    /// What was asked of the written dice so far.
    pub fn asked(&self) -> Vec<String> {
        match &self.source {
            Source::Script(scripted) => scripted.asked.iter().map(|request| request.slot.clone()).collect(),
            Source::Roots { .. } => Vec::new(),
        }
    }

    /// Writes more dice.
    pub fn will_fall(&mut self, dice: &[&[u32]]) {
        if let Source::Script(scripted) = &mut self.source {
            scripted.rolls.extend(dice.iter().map(|roll| roll.to_vec()));
        }
    }

    /// The chance of this campaign, for what is not an order.
    pub fn roots(&self) -> &Roots {
        match &self.source {
            Source::Roots { roots, .. } => roots,
            Source::Script(_) => panic!("this campaign has written dice"),
        }
    }
}

/// The seat of a person.
pub fn seat(n: u32) -> SeatId {
    SeatId::numbered(n)
}

/// Seven players vote for breech-loading rifles, and of these powers all agree that they bought them before.
pub fn armed(play: &mut Play, powers: &[Power]) {
    play.act(1, Act::Switch { key: "rifles".to_owned(), value: "yes".to_owned() });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in 2..=7 {
        play.act(person, Act::Cast { vote, option: 1 });
    }
    for power in powers {
        let key = format!("rifles/{}", power.key());
        let (owner, ..) = play.holder(*power).unwrap();
        let other = owner % 7 + 1;
        play.act_saying(other, Act::Correct { key, value: 1 }, "bought before");
        play.all_agree();
    }
}
