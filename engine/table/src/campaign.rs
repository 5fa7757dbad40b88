//! A campaign: the fold of its entries.

use super::act::Through;
use super::assent::{Denied, Passed, Telling};
use super::claims;
use super::deals::Deal;
use super::decks::{self, Deck};
use super::ending::Ending;
use super::envelope::Round;
use super::event::GAME;
use super::event::{Entry, Event, Founded, SecretPart, TableEvent};
use super::exchange::Sent;
use super::forward::Amends;
use super::frames::{Asks, Open, Wait};
use super::game::{self, GameState};
use super::hash::Hash;
use super::lodged::{Holder, Lodged, Lodging};
use super::names::{By, SeatId, Word};
use super::notice::Notice;
use super::parts::{self, Laid};
use super::places::{Away, Shown};
use super::press::Press;
use super::ready::Ahead;
use super::secret::Secret;
use super::set_back::{SetBack, Start};
use super::shared::Shared;
use super::standing::Answers;
use super::strongbox::{self, Strongbox};
use super::timing::Timing;
use super::typed::Proposal;
use super::values::{Correction, Raised, Voidable};
use super::votes::{Ruling, Vote};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The schema of a stored [`Campaign`]: a snapshot of another schema is dropped, never migrated.
pub const SCHEMA: u32 = 20;

/// A campaign as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// How it was founded.
    pub founded: Arc<Founded>,
    /// The record's next line.
    pub next_line: u64,
    /// The record's head.
    pub head: Hash,
    /// How many persons have come to it.
    pub people: u32,
    /// The revision of the rules that holds.
    pub rules: String,
    /// The open epoch.
    pub epoch: Epoch,
    /// The next seal number under the present veil key.
    pub next_seal: u64,
    /// How often each slot was rolled.
    pub slots: imbl::OrdMap<String, u64>,
    /// How many free rolls each seat has made.
    pub free_rolls: BTreeMap<SeatId, u64>,
    /// The dispatches of the last hour.
    pub dispatches: Vec<Sent>,
    /// When the last entry was made, Unix seconds: time never runs back.
    pub last_at: i64,
    /// When each person last looked in by an order on the record or an envelope that was opened, Unix seconds.
    #[serde(default)]
    pub seen: imbl::OrdMap<u32, i64>,
    /// The text that came with the order under way. It is kept from `Debug`, for its author may have it deleted.
    pub said: Option<Secret<String>>,
    /// The free rolls of the open epoch, which may still be declared void.
    pub last_rolls: imbl::Vector<Arc<Voidable>>,
    /// What can still be taken back, oldest first.
    pub undo: imbl::Vector<Arc<UndoPoint>>,
    /// The seats' strongboxes. They stand apart from play: taking back an order of the game leaves them as they are.
    #[serde(default)]
    pub strongboxes: BTreeMap<SeatId, Arc<Strongbox>>,
    /// Whether anything has come since the sheets were last sealed that may have changed what the bot keeps for a seat.
    #[serde(default)]
    pub holdings_changed: bool,
    /// What is lodged ahead, by whose slots it is for.
    #[serde(default)]
    pub lodged: BTreeMap<Holder, Arc<Lodged>>,
    /// The answers that stand, by seat: off the record.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub standing: BTreeMap<SeatId, Arc<Answers>>,
    /// The deals between seats, by their numbers: off the record.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub deals: BTreeMap<u64, Arc<Deal>>,
    /// What was published lately, and what waits to go out.
    #[serde(default)]
    pub press: Press,
    /// The start of the open step, to which all powers together can go back.
    #[serde(default)]
    pub start: Option<Arc<Start>>,
    /// Whether something has come since that stays, so that the next order is the new start.
    #[serde(default)]
    pub start_moves: bool,
    /// The part that undo restores.
    pub play: Arc<Play>,
}

/// The open epoch of the seed chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number.
    pub number: u64,
    /// When it began, Unix seconds; `None` before play begins.
    pub began: Option<i64>,
    /// The number of its next roll.
    pub next_roll: u64,
    /// The words that feed its rolls, frozen when it began; `None` while a player's word is still missing.
    pub words: Option<Vec<(String, String)>>,
    /// The words as the last round of envelopes in it closed: they feed what that round led to. `None` before, and while a
    /// player's word is still missing.
    pub round_words: Option<Vec<(String, String)>>,
    /// Who has asked for its seed.
    pub reveal: BTreeSet<SeatId>,
    /// The number of the last epoch of the chain.
    pub last: u64,
}

/// The part of a campaign that undo can set back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// How far it has come.
    pub stage: Stage,
    /// The seats.
    pub seats: Shared<BTreeMap<SeatId, Seat>>,
    /// The open rounds of envelopes.
    pub rounds: Shared<BTreeMap<String, Arc<Round>>>,
    /// The open frames of the sequence of play, in the order in which they opened.
    pub frames: Shared<Vec<Open>>,
    /// The choices in parts that were laid down, by round: the last ones.
    pub laid: Shared<BTreeMap<String, Shared<Laid>>>,
    /// The decks.
    pub decks: Shared<BTreeMap<String, Deck>>,
    /// Veiled draws whose result is still hidden, by slot.
    pub veiled: Shared<BTreeMap<String, Secret<Vec<u32>>>>,
    /// Who has asked to close the campaign for good, and when, Unix seconds.
    pub close_asked: BTreeMap<SeatId, i64>,
    /// The announced end, where there is one.
    pub ending: Option<Ending>,
    /// Notice that the campaign will be closed, where it was given.
    pub notice: Option<Notice>,
    /// The person who is host.
    pub host: u32,
    /// Whether he took the office while nobody else was there: what is decided for all needs a vote before the others have voted for him.
    pub host_alone: bool,
    /// Whether he was written to since he was last there.
    pub host_asked: bool,
    /// The clock; without it there are no deadlines.
    pub timing: Option<Timing>,
    /// Since when the clock stands, Unix seconds.
    pub paused: Option<i64>,
    /// Whether an evening by voice is under way.
    pub live: bool,
    /// Since when, Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_since: Option<i64>,
    /// Who has said that he is at the table on it.
    pub at_table: BTreeSet<SeatId>,
    /// The open votes.
    pub votes: Shared<BTreeMap<u64, Arc<Vote>>>,
    /// The votes that are closed.
    pub votes_closed: imbl::OrdMap<u64, Arc<Vote>>,
    /// The next vote's number.
    pub next_vote: u64,
    /// The campaign's own rulings, oldest first.
    pub rulings: imbl::Vector<Arc<Ruling>>,
    /// Switches that do not stand as at founding.
    pub switches: Shared<BTreeMap<String, String>>,
    /// The corrections that are not settled.
    pub corrections: Shared<BTreeMap<u64, Correction>>,
    /// The next correction's number.
    pub next_correction: u64,
    /// The faults that were made good forward: what should have been, and on which line of the record that was proposed.
    #[serde(default)]
    pub made_good: Shared<Vec<(Amends, u64)>>,
    /// What was told and does not count yet, by its line of the record.
    #[serde(default)]
    pub tellings: Shared<BTreeMap<u64, Arc<Telling>>>,
    /// By how much players have told in this turn that what decides the game rises, by the keys of values.
    pub raised: BTreeMap<String, Raised>,
    /// What was told in the open step and denied.
    pub denied: Vec<Denied>,
    /// How much was told in this turn of what takes nothing from anybody and counts, by who gains by it.
    pub passed: BTreeMap<SeatId, Passed>,
    /// Values of the group's own that are not confirmed yet, by their line of the record.
    #[serde(default)]
    pub proposals: Shared<BTreeMap<u64, Arc<Proposal>>>,
    /// Whether going back to the start of the open step is asked.
    #[serde(default)]
    pub set_back: Option<SetBack>,
    /// The game's own position.
    #[serde(with = "game::stored")]
    pub game: GameState,
}

/// How far a campaign has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Seats are being taken.
    Gathering,
    /// Play goes on.
    Playing,
    /// Closed for good.
    Closed,
}

/// A seat at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Who sits there.
    pub person: Option<u32>,
    /// The latest word laid down.
    pub word: Option<Word>,
    /// Who shares it with him.
    pub partners: Vec<u32>,
    /// Whether and how long he is away.
    pub away: Option<Away>,
    /// The regent whom a vote appointed.
    pub regent: Option<u32>,
    /// What regents were shown since he went away.
    pub shown: Vec<Shown>,
    /// Deadlines missed in a row.
    pub missed: u32,
    /// Who may take it as a substitute.
    pub offered: Option<u32>,
    /// Whether the host named him, and not the player before him.
    pub offered_by_host: bool,
    /// Whether its player came to it as the host's substitute: what he gives away of it the others vote on.
    pub substitute: bool,
    /// Whether a stand-in sits there.
    pub stand_in: bool,
    /// Whether it is out of the game.
    pub out: bool,
    /// Ready ahead of its slot.
    pub ahead: Option<Ahead>,
}

/// A moment to which one's own order can be taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoPoint {
    /// The line of the order.
    pub line: u64,
    /// Who gave it.
    pub person: u32,
    /// What was ordered.
    pub verb: String,
    /// The play before it.
    pub before: Arc<Play>,
    /// The start of the step before it, and whether that was to move; `None` once something has come that stays, and the start with it.
    pub start: Option<(Option<Arc<Start>>, bool)>,
}

/// What a veiled draw came to, where this copy of the entry has it.
fn veiled_result(entry: &Entry) -> Option<Vec<u32>> {
    let body = entry.secrets.first()?.body.as_ref()?;
    serde_json::from_value(body.reveal().get("result")?.clone()).ok()
}

/// An entry that this program cannot read: the fold stops there, and nothing is guessed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {} of the record cannot be read: {why}", line.map_or_else(|| "?".to_owned(), |line| line.to_string()))]
pub struct Unreadable {
    /// Its line of the record; `None` for what is kept off it.
    pub line: Option<u64>,
    /// Why, in a sentence or in the words of who read it.
    pub why: String,
}

/// The host: who founded the campaign.
pub const HOST: By = By::Person(1);

impl Campaign {
    /// The campaign that a founding line makes; `None` where the entry is no founding of a game known here.
    #[must_use]
    pub fn founded(entry: &Entry) -> Option<Campaign> {
        let Event::Founded(founded) = &entry.event else { return None };
        let (line, head) = entry.line?;
        let game = game::found(founded)?;
        let seats: BTreeMap<SeatId, Seat> =
            (1..=founded.seats).map(|n| (SeatId::numbered(n), Seat::default())).collect();
        Some(Campaign {
            founded: Arc::new(founded.clone()),
            next_line: line + 1,
            head,
            people: founded.umpire.unwrap_or(1).max(1),
            rules: founded.rules.clone(),
            epoch: Epoch {
                number: 1,
                began: None,
                next_roll: 1,
                words: None,
                round_words: None,
                reveal: BTreeSet::new(),
                last: super::chain::EPOCHS,
            },
            next_seal: 0,
            slots: imbl::OrdMap::new(),
            free_rolls: BTreeMap::new(),
            dispatches: Vec::new(),
            // The founding line tells no time.
            last_at: 0,
            seen: imbl::OrdMap::new(),
            said: None,
            last_rolls: imbl::Vector::new(),
            undo: imbl::Vector::new(),
            strongboxes: BTreeMap::new(),
            holdings_changed: true,
            lodged: BTreeMap::new(),
            standing: BTreeMap::new(),
            deals: BTreeMap::new(),
            press: Press::default(),
            start: None,
            start_moves: false,
            play: Arc::new(Play {
                stage: Stage::Gathering,
                seats: Shared::from(seats),
                rounds: Shared::default(),
                frames: Shared::default(),
                laid: Shared::default(),
                decks: Shared::default(),
                veiled: Shared::default(),
                close_asked: BTreeMap::new(),
                ending: None,
                notice: None,
                host: 1,
                host_alone: false,
                host_asked: false,
                timing: founded.timing.clone(),
                paused: None,
                live: false,
                live_since: None,
                at_table: BTreeSet::new(),
                votes: Shared::default(),
                votes_closed: imbl::OrdMap::new(),
                next_vote: 1,
                rulings: imbl::Vector::new(),
                switches: game.rules().switches_at_start(founded).into(),
                corrections: Shared::default(),
                made_good: Shared::default(),
                next_correction: 1,
                tellings: Shared::default(),
                denied: Vec::new(),
                passed: BTreeMap::new(),
                raised: BTreeMap::new(),
                proposals: Shared::default(),
                set_back: None,
                game,
            }),
        })
    }

    /// Folds a whole list of entries.
    ///
    /// # Errors
    /// [`Unreadable`] at the first entry that this program cannot read.
    pub fn fold<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Campaign, Unreadable> {
        let mut entries = entries.into_iter();
        let founding = "It is not a founding that this program knows.";
        let mut campaign = entries
            .next()
            .and_then(Campaign::founded)
            .ok_or_else(|| Unreadable { line: Some(0), why: founding.to_owned() })?;
        entries.try_for_each(|entry| campaign.apply(entry))?;
        Ok(campaign)
    }

    /// Whether this program has the revision of the rules that holds, so that it can decide orders.
    #[must_use]
    pub fn has_its_rules(&self) -> bool {
        self.play.game.rules().has(&self.rules)
    }

    /// The campaign's ten characters.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.founded.campaign
    }

    /// The seat that a person holds.
    #[must_use]
    pub fn seat_of(&self, by: By) -> Option<&SeatId> {
        let person = by.person()?;
        self.play.seats.iter().find(|(_, seat)| seat.is_of(person)).map(|(id, _)| id)
    }

    /// The host: who founded the campaign, unless he handed his office on.
    #[must_use]
    pub fn host(&self) -> By {
        By::Person(self.play.host)
    }

    /// Whether a seat is the operator's.
    #[must_use]
    pub fn is_operator(&self, seat: &SeatId) -> bool {
        self.founded.operator.contains(seat)
    }

    /// The words that feed a roll whose words are frozen now: the latest of every seat that is not the operator's, sorted by seat.
    #[must_use]
    pub fn words(&self) -> Vec<(String, String)> {
        let mut words: Vec<(String, String)> = self
            .play
            .seats
            .iter()
            .filter(|(id, _)| !self.is_operator(id))
            .filter_map(|(id, seat)| Some((id.to_string(), seat.word.as_ref()?.as_str().to_owned())))
            .collect();
        words.sort();
        words
    }

    /// Seats with a player, not the operator's, who has laid down no word: dice wait for them.
    #[must_use]
    pub fn seats_without_word(&self) -> Vec<SeatId> {
        self.play
            .seats
            .iter()
            .filter(|(id, seat)| seat.person.is_some() && seat.word.is_none() && !self.is_operator(id))
            .map(|(id, _)| id.clone())
            .collect()
    }

    /// Changes the campaign by one entry.
    ///
    /// # Errors
    /// [`Unreadable`] where the entry tells of something that this program does not know. What an entry says was checked before it was
    /// written, so this is a record of another program or a damaged one; the campaign is then to be thrown away.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Unreadable> {
        let unreadable = |why| Unreadable { line: entry.line.map(|(line, _)| line), why };
        if let Some((line, head)) = entry.line {
            self.last_at = self.last_at.max(entry.at);
            self.next_line = line + 1;
            self.head = head;
        }
        if let Some(person) = entry.by.person() {
            self.people = self.people.max(person);
        }
        let of_the_table = match &entry.event {
            Event::Table { e } => Some(e),
            _ => None,
        };
        self.note_attendance(entry);
        self.note_start(entry, of_the_table);
        match &entry.event {
            Event::Founded(_) | Event::Sealed { .. } => {}
            Event::Veiled { attempt, slot, deck, .. } => {
                self.undo.clear();
                self.slots.insert(slot.clone(), attempt + 1);
                self.next_seal += 1;
                if let Some(named) = deck {
                    decks::acts::apply_shuffled(self, entry, named, self.next_seal);
                    self.next_seal += named.cards.len() as u64;
                } else if let Some(result) = veiled_result(entry) {
                    self.play_mut().veiled.insert(slot.clone(), Secret::new(result));
                }
            }
            Event::Drawn { .. } | Event::Card { .. } => decks::acts::apply(self, &entry.event),
            Event::Part { .. } => parts::acts::apply(self, &entry.event),
            Event::Lodged { seat, power, frame, places, parts } => {
                let holder = Holder { seat: seat.clone(), power: power.clone() };
                self.apply_lodged(entry, &holder, *frame, *places, *parts);
            }
            Event::LodgedOpened { .. } => self.apply_lodged_opened(&entry.event),
            Event::Lodging { seat, power } => {
                self.apply_lodging(entry, &Holder { seat: seat.clone(), power: power.clone() });
            }
            Event::LodgedHeld { seat, power } => {
                self.apply_lodged_held(entry, &Holder { seat: seat.clone(), power: power.clone() });
            }
            Event::Standing { seat } => self.apply_standing(entry, seat),
            Event::Claim { .. } => claims::apply(self),
            Event::Dealt { deal, .. } => self.apply_dealt(entry, *deal),
            Event::PressKept { seat } => self.apply_press_kept(entry, seat),
            // Its owner is told; nothing stands otherwise.
            Event::Otherwise { .. } => {}
            Event::Hidden {} => {
                self.holdings_changed = true;
                self.next_seal += 1;
                if let Some(event) = entry.secrets.first().and_then(SecretPart::hidden) {
                    self.play_mut().game.apply(event).map_err(unreadable)?;
                }
            }
            Event::Order { verb, fields } => {
                if verb == GAME {
                    // The secret fields of an order of the game have a number; a text never has.
                    self.next_seal += entry.secrets.len() as u64;
                    self.ordered_by_hand(entry, fields);
                }
                self.said = entry.text().map(|text| Secret::new(text.to_owned()));
                self.note_for_undo(entry, verb);
                if verb == super::set_back::CARRY_DEAL {
                    // What parties agreed on is not taken back by one of them.
                    self.undo.clear();
                }
            }
            Event::Joined { seat, word } => {
                let person = entry.by.person();
                let play = self.play_mut();
                let place = play.seats.entry(seat.clone()).or_default();
                let stood_in = place.stand_in;
                let substitute = place.offered_by_host && place.offered == person;
                let (word, ahead) = (Some(word.clone()), place.ahead.take());
                *place = Seat { person, word, ahead, substitute, ..Seat::default() };
                play.wishes_no_end(seat);
                if play.stage == Stage::Playing {
                    // A substitute has his say in the open step, and what others did since is not taken back with his coming.
                    for wait in play.waits_mut() {
                        if wait.asks == Asks::AllReady && !wait.asked.contains(seat) {
                            wait.asked.push(seat.clone());
                            wait.asked.sort_by_key(SeatId::number);
                        }
                        if stood_in {
                            wait.ready.remove(seat);
                        }
                    }
                    self.undo.clear();
                    self.complete_words();
                }
            }
            Event::Ruled { after, .. } => {
                let line = entry.line.map_or(0, |(line, _)| line);
                self.play_mut().apply_ruled(after, line);
            }
            Event::Corrected { .. } => self.undo.clear(),
            Event::Switched { what, after, .. } => {
                self.undo.clear();
                if let Some(after) = after.as_str() {
                    self.play_mut().switches.insert(what.clone(), after.to_owned());
                }
            }
            Event::Left { seat } => {
                self.play_mut().seats.insert(seat.clone(), Seat::default());
            }
            Event::Word { seat, word } => {
                self.play_mut().seats.entry(seat.clone()).or_default().word = Some(word.clone());
                self.complete_words();
            }
            Event::Opened { round, seat, body, .. } => {
                self.undo.clear();
                let play = self.play_mut();
                // The first opening ends the round; whoever answered in it has missed no deadline in a row.
                let ended = play.rounds.remove(round);
                if let Some(open) = &ended {
                    for answered in open.asked.iter().filter(|asked| !open.defaulted.contains(asked)) {
                        if let Some(place) = play.seats.get_mut(answered) {
                            place.missed = 0;
                        }
                    }
                }
                if let Some(word) = &body.word {
                    play.seats.entry(seat.clone()).or_default().word = Some(word.clone());
                }
                let words = self.words_if_complete();
                self.complete_words();
                self.epoch.round_words = words;
                parts::acts::apply_opened(self, round, ended.as_deref(), entry);
            }
            Event::Rolled(rolled) => {
                self.undo.clear();
                self.epoch.next_roll += 1;
                self.slots.insert(rolled.slot.clone(), rolled.attempt + 1);
                if let Some((seat, k)) =
                    rolled.slot.strip_prefix("free/").and_then(|rest| rest.split_once('/'))
                    && let Ok(k) = k.parse::<u64>()
                {
                    // A void roll is rolled again under its own number, which may not be the last.
                    let last = self.free_rolls.entry(SeatId::from(seat)).or_default();
                    *last = k.max(*last);
                    let (id, slot, purpose) =
                        (rolled.id.clone(), rolled.slot.clone(), rolled.purpose.clone());
                    let how = rolled.read.as_ref().map(|read| read.how.clone());
                    let roll = Voidable { id, slot, dice: rolled.dice.clone(), purpose, how };
                    self.last_rolls.push_back(Arc::new(roll));
                }
            }
            Event::Voided { id, .. } => {
                self.undo.clear();
                self.last_rolls.retain(|roll| roll.id != *id);
            }
            Event::Epoch { epoch, .. } => {
                self.undo.clear();
                self.begin_epoch(epoch + 1, entry.at);
            }
            Event::Chain { first, .. } => {
                self.epoch.last = first + super::chain::EPOCHS - 1;
            }
            Event::Restored { first, .. } => {
                self.holdings_changed = true;
                self.restored(*first, entry.at);
            }
            Event::Rules { after, .. } => {
                // What was before was by other rules, and is not come back to.
                self.undo.clear();
                self.start = None;
                self.start_moves = true;
                self.rules.clone_from(after);
                let play = self.play_mut();
                play.set_back = None;
                play.game.revised(after);
            }
            Event::Closed { .. } => {
                self.undo.clear();
                let play = self.play_mut();
                play.stage = Stage::Closed;
                play.rounds.clear();
                play.votes.clear();
                play.corrections.clear();
                play.tellings.clear();
                play.proposals.clear();
                play.set_back = None;
                play.notice = None;
                play.ending = None;
                play.waits_no_more();
            }
            Event::Envelope { round, seat, act } => {
                if let Some(open) = self.play_mut().rounds.get_mut(round) {
                    Arc::make_mut(open).apply(seat, *act, &entry.secrets);
                }
            }
            Event::Sheet { seat, code, places } => {
                strongbox::sheet::apply(self, entry, seat, *code, *places);
            }
            Event::Shown(shown) => strongbox::show::apply(self, shown),
            Event::Strongbox { seat } => {
                let rules = self.play.game.rules();
                let held = self.strongboxes.entry(seat.clone()).or_default();
                Arc::make_mut(held).apply(&entry.secrets, entry.by == By::Bot, rules);
            }
            Event::Table { e } => self.apply_table(entry, e.clone()).map_err(unreadable)?,
            Event::Game { e } => {
                let bearing = self.play_mut().game.apply(e).map_err(unreadable)?;
                self.holdings_changed |= bearing.changes_holdings;
                if bearing.binds {
                    self.undo.clear();
                }
                if let Some(start) = self.start.as_mut().filter(|_| bearing.outlasts) {
                    Arc::make_mut(start).game.apply(e).map_err(unreadable)?;
                }
            }
        }
        Ok(())
    }

    fn apply_table(&mut self, entry: &Entry, event: TableEvent) -> Result<(), String> {
        match event {
            TableEvent::Started => {
                self.undo.clear();
                self.play_mut().stage = Stage::Playing;
                self.begin_epoch(self.epoch.number, entry.at);
            }
            TableEvent::RoundOpened { round, asked, first_n, due, exchange, parts, standing } => {
                self.next_seal = first_n + asked.len() as u64 * parts::numbers(parts.len());
                let line = entry.line.map_or(0, |(line, _)| line);
                let about = self.said_aloud().filter(|_| exchange.is_some());
                let play = self.play_mut();
                if !standing {
                    play.hold_ahead(&asked.iter().cloned().collect());
                }
                let open = Round {
                    numbers: super::envelope::numbered(&asked, first_n, parts.len()),
                    parts,
                    asked,
                    first_n,
                    line,
                    envelopes: BTreeMap::new(),
                    due,
                    exchange,
                    about,
                    defaulted: Vec::new(),
                    regents_asked: false,
                    standing,
                };
                play.rounds.insert(round, Arc::new(open));
            }
            TableEvent::RoundCalledOff { round } => {
                self.undo.clear();
                let play = self.play_mut();
                play.rounds.remove(&round);
                play.votes.retain(|_, vote| {
                    !matches!(&vote.matter, super::votes::Matter::Missed { round: missed, .. } if *missed == round)
                });
            }
            TableEvent::FrameOpened { frame, path, within, pushed, contains, asks, asked, ready, due } => {
                if !pushed {
                    self.undo.clear();
                }
                let line = entry.line.map_or(0, |(line, _)| line);
                let word = path.last().cloned().unwrap_or_default();
                let play = self.play_mut();
                if asks == Some(Asks::Order) {
                    play.hold_ahead(&asked.iter().cloned().collect());
                }
                let wait = asks.map(|asks| Wait { line, asks, asked, ready, due, past: false });
                play.game.frame_opened(line, &frame)?;
                play.frame_opened(
                    Open { line, within, word, pushed, contains, wait, left: None, after: None },
                    entry.at,
                );
            }
            TableEvent::FrameEnded { frame } => {
                let play = self.play_mut();
                let ended = play.game.frame(frame);
                play.game.frame_ended(frame);
                let slots = ended.as_ref().is_some_and(|ended| {
                    matches!(play.game.lodging(ended), Lodging::Slots | Lodging::SlotsOf(_))
                });
                play.frame_ended(frame, ended, entry.at);
                self.slot_over(frame);
                if slots {
                    self.slots_over();
                }
                self.undo.clear();
            }
            TableEvent::FrameOverdue { frame, missed, until } => {
                self.undo.clear();
                self.play_mut().frame_overdue(frame, &missed, until);
            }
            TableEvent::SeatReady { seat, through, hold } => {
                self.undo.clear();
                let play = self.play_mut();
                let turn = play.path().into_iter().next().unwrap_or_default();
                play.is_back(&seat);
                if let Some(place) = play.seats.get_mut(&seat) {
                    place.ahead = (through == Through::Turn).then_some(Ahead { turn, hold });
                }
                if let Some(wait) = play.wait_mut() {
                    wait.ready.insert(seat);
                }
            }
            TableEvent::SeatNotReady { seat } => {
                self.undo.clear();
                let play = self.play_mut();
                if let Some(place) = play.seats.get_mut(&seat) {
                    place.ahead = None;
                }
                if let Some(wait) = play.wait_mut() {
                    wait.ready.remove(&seat);
                }
            }
            event @ (TableEvent::TimingSet { .. }
            | TableEvent::Paused
            | TableEvent::Resumed
            | TableEvent::Extended { .. }
            | TableEvent::Live { .. }
            | TableEvent::Timer { .. }
            | TableEvent::AtTable { .. }
            | TableEvent::AskedAfter { .. }
            | TableEvent::Reminded { .. }
            | TableEvent::DeadlineMissed { .. }
            | TableEvent::RoundExtended { .. }
            | TableEvent::Defaulted { .. }) => {
                self.undo.clear();
                self.play_mut().apply_clock(event, entry.at);
            }
            event @ (TableEvent::VoteOpened { .. }
            | TableEvent::VoteCast { .. }
            | TableEvent::VoteRunOff { .. }
            | TableEvent::VoteClosed { .. }) => {
                self.undo.clear();
                let line = entry.line.map_or(0, |(line, _)| line);
                let said = self.said_aloud();
                self.play_mut().apply_votes(event, (entry.by, entry.at), line, said);
            }
            event @ TableEvent::TellingMade { .. } => {
                let line = entry.line.map_or(0, |(line, _)| line);
                self.play_mut().apply_telling(event, line);
            }
            event @ (TableEvent::TellingConfirmed { .. }
            | TableEvent::TellingDenied { .. }
            | TableEvent::TellingToHost { .. }
            | TableEvent::TellingSettled { .. }) => {
                let line = entry.line.map_or(0, |(line, _)| line);
                self.undo.clear();
                self.play_mut().apply_telling(event, line);
            }
            // Whom it concerns is told; nothing stands otherwise.
            TableEvent::TellingRefused { .. } => {}
            event @ (TableEvent::CorrectionProposed { .. }
            | TableEvent::RestitutionProposed { .. }
            | TableEvent::CorrectionAgreed { .. }
            | TableEvent::CorrectionObjected { .. }
            | TableEvent::CorrectionSettled { .. }) => {
                self.undo.clear();
                let line = entry.line.map_or(0, |(line, _)| line);
                let said = self.said_aloud();
                self.play_mut().apply_values(event, line, said);
            }
            event @ (TableEvent::Shared { .. }
            | TableEvent::Unshared { .. }
            | TableEvent::WentAway { .. }
            | TableEvent::CameBack { .. }
            | TableEvent::RegentAppointed { .. }
            | TableEvent::Looked { .. }
            | TableEvent::Resigned { .. }
            | TableEvent::SeatOffered { .. }
            | TableEvent::HostIs { .. }
            | TableEvent::HostAsked
            | TableEvent::StandIn { .. }
            | TableEvent::SeatOut { .. }) => {
                self.undo.clear();
                self.play_mut().apply_places(event, entry.at);
                self.complete_words();
            }
            event @ (TableEvent::ValuesProposed { .. }
            | TableEvent::ValuesConfirmed { .. }
            | TableEvent::ValuesWithdrawn { .. }
            | TableEvent::ValuesHold { .. }) => {
                self.undo.clear();
                self.play_mut().apply_typed(event);
            }
            event @ (TableEvent::SetBackAsked { .. }
            | TableEvent::SetBackAnswered { .. }
            | TableEvent::StepSetBack { .. }) => {
                self.undo.clear();
                self.holdings_changed |= matches!(event, TableEvent::StepSetBack { .. });
                let (start, said) = (self.start.clone(), self.said_aloud());
                self.play_mut().apply_set_back(event, start.as_deref(), said, entry.at);
            }
            // What comes of a stand-in's order follows it.
            TableEvent::LaidDown { .. } | TableEvent::StandInOrdered { .. } => {}
            TableEvent::Dispatch { from, to, .. } => self.dispatched(from, to, entry.at),
            TableEvent::Pressed { seat, .. } => self.apply_pressed(seat, entry.at),
            TableEvent::Published { writer } => self.apply_published(writer),
            TableEvent::Undone { line } => {
                self.holdings_changed = true;
                if let Some(place) = self.undo.iter().position(|point| point.line == line) {
                    let now = std::mem::replace(&mut self.play, self.undo[place].before.clone());
                    if self.play.rounds != now.rounds || self.play.seats != now.seats {
                        self.play_mut().keeps_of(&now);
                    }
                    let start = self.undo[place].start.clone();
                    self.undo.truncate(place);
                    if self.play.game.rules().starts_come_back(&self.rules) {
                        self.start_again(line, start);
                    }
                }
            }
            TableEvent::RevealAsked { seat } => {
                self.epoch.reveal.insert(seat);
            }
            TableEvent::CloseAsked { seat } => {
                self.undo.clear();
                self.play_mut().close_asked.insert(seat, entry.at);
            }
            event @ (TableEvent::EndingAnnounced { .. }
            | TableEvent::EndingPutOff { .. }
            | TableEvent::EndingWithdrawn { .. }
            | TableEvent::EndingOff
            | TableEvent::EndingNear) => {
                self.undo.clear();
                let line = entry.line.map_or(0, |(line, _)| line);
                self.play_mut().apply_ending(event, line);
            }
            TableEvent::NoticeGiven { until } => {
                self.undo.clear();
                let line = entry.line.map_or(0, |(line, _)| line);
                self.play_mut().notice = Some(Notice { line, until });
            }
            TableEvent::NoticeVoid { .. } => {
                self.undo.clear();
                self.play_mut().notice = None;
            }
        }
        Ok(())
    }

    fn begin_epoch(&mut self, number: u64, at: i64) {
        self.last_rolls.clear();
        self.epoch = Epoch {
            number,
            began: Some(at),
            next_roll: 1,
            words: self.words_if_complete(),
            round_words: None,
            reveal: BTreeSet::new(),
            last: self.epoch.last,
        };
    }

    /// New roots, no words, and every envelope that lay in an open round is asked for again: what was sealed after the backup is gone,
    /// and an older choice must not be taken for it.
    fn restored(&mut self, first: u64, at: i64) {
        self.undo.clear();
        self.epoch.last = first + super::chain::EPOCHS - 1;
        self.strongboxes.values_mut().for_each(|held| Arc::make_mut(held).restored());
        self.lodged_restored();
        // What waited may have gone out since the backup, and goes out once.
        self.press = Press::default();
        let began = self.epoch.began;
        let mut next = 0;
        let play = self.play_mut();
        for seat in play.seats.values_mut() {
            seat.word = None;
        }
        for round in play.rounds.values_mut().map(Arc::make_mut) {
            round.envelopes.clear();
            round.first_n = next;
            round.numbers = super::envelope::numbered(&round.asked, next, round.parts.len());
            next += round.asked.len() as u64 * parts::numbers(round.parts.len());
        }
        self.next_seal = next;
        self.begin_epoch(first, at);
        self.epoch.began = began.map(|_| at);
    }

    /// The text that came with the order under way, for a post that everybody reads.
    fn said_aloud(&self) -> Option<String> {
        self.said.as_ref().map(|said| said.reveal().clone())
    }

    /// Dice that waited for a player's word wait no longer where the last that was missing is there, or its player has left.
    fn complete_words(&mut self) {
        if self.epoch.began.is_some() && self.epoch.words.is_none() {
            self.epoch.words = self.words_if_complete();
        }
    }

    fn words_if_complete(&self) -> Option<Vec<(String, String)>> {
        self.seats_without_word().is_empty().then(|| self.words())
    }

    /// Remembers the play before an order that can be taken back; anything that cannot be is remembered by no one.
    fn note_for_undo(&mut self, entry: &Entry, verb: &str) {
        let (Some(person), Some((line, _))) = (entry.by.person(), entry.line) else { return };
        if super::undo::can_be_taken_back(verb) {
            let before = self.play.clone();
            let start = Some((self.start.clone(), self.start_moves));
            self.undo.push_back(Arc::new(UndoPoint { line, person, verb: verb.to_owned(), before, start }));
        }
    }

    pub(crate) fn play_mut(&mut self) -> &mut Play {
        Arc::make_mut(&mut self.play)
    }
}
