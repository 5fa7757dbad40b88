//! Checking a record: what `chancery verify` does (`fairness.md`, "Checking").
//!
//! Line by line: spelling, chain, seals, rolls, seeds, salts. Then the whole record is folded, and every order is decided again by the
//! rules that this program has, to see that the outcome is the one recorded.

mod again;
mod decided;
mod envelopes;
mod heads;
mod hidden;
mod lodged;
pub(crate) mod ordered;
mod places;
mod sheets;

pub use heads::Copied;

use super::audience::Audience;
use super::campaign::Campaign;
use super::chain::{EPOCHS, seal_salt, seed_before, veil_commitment};
use super::envelope::Contents;
use super::event::{Entry, Event, Rolled, SecretPart, TableEvent, line_hash};
use super::game::Rules;
use super::hash::Hash;
use super::names::SeatId;
use super::order::GAME;
use super::record::Line;
use super::roll::{Dice, RollRequest, draw};
use super::seal::seal_code;
use super::strongbox;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What was checked, and what still waits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Lines read; each is bound to the one before.
    pub lines: u64,
    /// When the last line was written, Unix seconds; `None` where there is only the founding, which says no time.
    pub last_at: Option<i64>,
    /// Whether the campaign is closed: nothing can follow, so that a cut shows.
    pub closed: bool,
    /// The game's key.
    pub game: String,
    /// The revisions of its rules by which the orders were given, one after another.
    pub rules: Vec<Stretch>,
    /// The newest revision that this program has.
    pub rules_here: String,
    /// Rolls made again from a published seed.
    pub rolls_checked: u64,
    /// Rolls of epochs that are still open.
    pub rolls_waiting: u64,
    /// Seals whose content fits its code: opened envelopes, and the texts counted below.
    pub seals_checked: u64,
    /// Seals still closed.
    pub seals_waiting: u64,
    /// Salts made again from the published veil key.
    pub salts_checked: u64,
    /// Epochs whose seed was published and leads back to the anchor.
    pub epochs: u64,
    /// Veiled draws made again.
    pub veiled_checked: u64,
    /// Veiled draws that wait for the veil key or their body.
    pub veiled_waiting: u64,
    /// Parts of choices that were opened.
    pub parts_checked: u64,
    /// Parts of choices that no gate has opened, and that do not stand beside their line.
    pub parts_waiting: u64,
    /// Seals of what was lodged ahead whose body is not in the file, those of orders that were given since among them.
    pub lodged_waiting: u64,
    /// Orders lodged ahead that were opened when they were given.
    pub lodged_checked: u64,
    /// Cards that were opened.
    pub cards_checked: u64,
    /// Cards of the decks that lie there, in hands and to be drawn, which nobody has seen: none of a deck whose whole order was checked.
    pub cards_waiting: u64,
    /// Decks whose whole order was checked.
    pub decks_checked: u64,
    /// Of these, texts and other bodies that stand beside their lines.
    pub texts_checked: u64,
    /// Codes whose text does not stand with it: deleted, or left out of a public export.
    pub texts_missing: u64,
    /// Orders decided again with the same outcome.
    pub orders_decided: u64,
    /// Orders that could not be decided again: an envelope is still closed, or they were given under another revision of the rules.
    pub orders_waiting: u64,
    /// The line of the first of them, counted from 1.
    pub first_waiting: Option<u64>,
    /// Sealed bodies that a closed campaign's export holds and nobody can have deleted, which this file lacks.
    pub bodies_missing: u64,
    /// Of these the secrets of a game: secret fields of its orders, events that only some may see, and what was lodged ahead.
    pub secrets_waiting: u64,
    /// Sheets of strongboxes whose contents were sealed again from the veil key.
    pub sheets_checked: u64,
    /// Sheets that wait for the veil key or their contents.
    pub sheets_waiting: u64,
    /// Items shown that stand in the sheet they were shown from.
    pub shown_checked: u64,
    /// Items shown to one seat alone, which the file does not hold.
    pub shown_waiting: u64,
    /// Claims about closed things that were worked out again.
    pub claims_checked: u64,
    /// The lines, counted from 1, of claims that were taken as they were told, until what they hang on is open.
    pub claims_waiting: Vec<u64>,
    /// Heads copied from elsewhere that were found; one that is not is [`Wrong`].
    pub heads_found: u64,
    /// The record's head.
    pub head: Hash,
}

/// What can be said of a record in which nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Closed, with everything that it must hold.
    Whole,
    /// Still open: right as far as it goes, and whether it goes on cannot be seen from it.
    Open,
    /// Closed, but sealed bodies are missing that nobody can have deleted.
    Lacking,
    /// Its orders were not decided again: this program has not the rules that they were given under.
    NotDecided,
}

/// A stretch of the record whose orders were given by one revision of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Its first line, counted from 1.
    pub line: u64,
    /// The revision.
    pub revision: String,
    /// Whether this program has that revision. Where it has not, no order of the stretch was decided again.
    pub known: bool,
}

impl Stretch {
    fn from(line: u64, campaign: &Campaign) -> Stretch {
        Stretch { line, revision: campaign.rules.clone(), known: campaign.has_its_rules() }
    }
}

impl Report {
    /// Whether this program has every revision of the rules by which orders were given.
    #[must_use]
    pub fn rules_known(&self) -> bool {
        self.rules.iter().all(|stretch| stretch.known)
    }

    /// What can be said of the record.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.rules_known(), self.closed, self.bodies_missing) {
            (false, ..) => Verdict::NotDecided,
            (true, false, _) => Verdict::Open,
            (true, true, 0) => Verdict::Whole,
            (true, true, _) => Verdict::Lacking,
        }
    }
}

/// The first thing wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// What is wrong with it, in a sentence.
    pub why: String,
}

/// Checks a record file, and whether heads that were copied from posts stand where these said.
///
/// # Errors
/// The first wrong line and why.
pub fn verify(file: &[u8], heads: &[Copied]) -> Result<Report, Wrong> {
    let mut check = Check::default();
    let mut entries = Vec::new();
    for read in read_all(file) {
        let entry = read.and_then(|read| check.chained(&read).and(read.entry.map_err(|unknown| unknown.why)));
        match entry {
            Ok(entry) => entries.push(entry),
            Err(why) => {
                // A line before it may be wrong in itself, and the first is told.
                check.lines(&entries)?;
                return Err(Wrong { line: entries.len() as u64 + 1, why });
            }
        }
    }
    // What each line says of itself and what the rules make of it are looked at side by side; the former's fault is told first.
    let (checked, decided) = std::thread::scope(|scope| {
        let again = scope.spawn(|| again::decide_again(&entries));
        let checked = check.lines(&entries).and_then(|()| check.seeds_and_keys());
        (checked, again.join())
    });
    checked?;
    let decided = decided.unwrap_or_else(|_| {
        Err(Wrong { line: entries.len() as u64, why: "The rules broke over this record.".to_owned() })
    })?;
    let mut report = check.report;
    report.lines = entries.len() as u64;
    if report.texts_checked > 0 && !check.closed {
        let why = "The record ends here without closing the campaign, but sealed bodies stand beside its lines, as only the export of a closed campaign has them: its end was cut off.";
        return Err(Wrong { line: report.lines, why: why.to_owned() });
    }
    report.last_at = entries.iter().skip(1).next_back().map(|entry| entry.at);
    report.head = check.head;
    report.closed = check.closed;
    if let Some(Event::Founded(founded)) = entries.first().map(|entry| &entry.event) {
        report.game.clone_from(&founded.game);
    }
    report.rules = decided.stretches;
    report.rules_here = decided.rules_here.to_owned();
    (report.orders_decided, report.orders_waiting) = (decided.decided, decided.waiting);
    report.first_waiting = decided.first_waiting;
    (report.claims_checked, report.claims_waiting) = (decided.claims, decided.claims_waiting);
    for head in heads {
        head.find(&entries)?;
        report.heads_found += 1;
    }
    Ok(report)
}

/// A line that was read, and not yet looked at in its place.
struct Read {
    i: u64,
    head: Hash,
    /// Whether it says when and by whom.
    signed: bool,
    entry: Result<Entry, Unknown>,
}

/// A line that tells of something unknown.
struct Unknown {
    public: String,
    why: String,
}

impl Read {
    fn line(text: &[u8]) -> Result<Read, String> {
        let text = match text {
            [] => return Err("The file is empty.".to_owned()),
            [text @ .., b'\n'] => text,
            _ => {
                let why = "The line does not end with a line feed: it is cut off or was changed.";
                return Err(why.to_owned());
            }
        };
        let text = std::str::from_utf8(text).map_err(|_| "The line is not UTF-8.".to_owned())?;
        let line = Line::read(text)?;
        let signed = line.value.get("at").is_some_and(Value::is_i64)
            && line.value.get("by").is_some_and(Value::is_string);
        let (i, head) = (line.i, line.head);
        let public = || Line::read(text).map(|line| line.public).unwrap_or_default();
        let entry = line.entry().map_err(|why| Unknown { public: public(), why });
        Ok(Read { i, head, signed, entry })
    }

    fn public(&self) -> &str {
        match &self.entry {
            Ok(entry) => &entry.public,
            Err(unknown) => &unknown.public,
        }
    }
}

/// Reads every line of a file, on as many threads as the machine has: no line needs another for it.
fn read_all(file: &[u8]) -> Vec<Result<Read, String>> {
    let mut lines: Vec<&[u8]> = file.split_inclusive(|&byte| byte == b'\n').collect();
    if lines.is_empty() {
        lines.push(&[]);
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        let parts = lines.chunks(lines.len().div_ceil(threads));
        let read = |part: &[&[u8]]| part.iter().map(|text| Read::line(text)).collect::<Vec<_>>();
        let reading: Vec<_> = parts.map(|part| (part.len(), scope.spawn(move || read(part)))).collect();
        let broken = |len| (0..len).map(|_| Err("The line cannot be read.".to_owned())).collect();
        reading.into_iter().flat_map(|(len, part)| part.join().unwrap_or_else(|_| broken(len))).collect()
    })
}

#[derive(Default)]
struct Check {
    /// The rules of its game, where this program has them.
    rules: Option<&'static dyn Rules>,
    report: Report,
    head: Hash,
    next: u64,
    campaign: String,
    operator: Vec<String>,
    seed: Hash,
    veil: Hash,
    /// Every anchor and commitment that was ever laid down.
    roots: BTreeSet<Hash>,
    generation: usize,
    epoch: u64,
    last: u64,
    next_roll: u64,
    slots: BTreeMap<String, u64>,
    roll_slots: BTreeMap<String, String>,
    voided: BTreeMap<String, u64>,
    words: BTreeSet<(String, String)>,
    sealed: BTreeMap<(String, SeatId), Hash>,
    opened_rounds: BTreeSet<String>,
    free: BTreeMap<String, u64>,
    numbers: BTreeSet<(usize, u64)>,
    /// The codes of seals, and the line on which each stands.
    codes: BTreeMap<Hash, u64>,
    waiting: Vec<(u64, RollRequest, Vec<u32>)>,
    seeds: BTreeMap<u64, Hash>,
    salts: Vec<(u64, usize, u64, Hash)>,
    keys: BTreeMap<usize, Hash>,
    veiled: Vec<(u64, usize, RollRequest, Hash, Option<Value>)>,
    sheets: BTreeMap<u64, sheets::Seen>,
    /// The parts of the choices of a round, by its name.
    parts_of: BTreeMap<String, Vec<String>>,
    /// What was laid down in parts, by round and seat.
    laid: BTreeMap<(String, SeatId), hidden::Laid>,
    /// The open slots of orders lodged ahead, by whose they are.
    slots_of: BTreeMap<super::lodged::Holder, lodged::Slot>,
    /// The decks as they were shuffled, and all that was shuffled, to be looked at when the campaign is closed.
    decks: BTreeMap<String, hidden::Deck>,
    shuffles: Vec<hidden::Shuffle>,
    closed: bool,
}

impl Check {
    /// Whether a line is the one that follows.
    fn chained(&mut self, read: &Read) -> Result<(), String> {
        if read.i != self.next {
            return Err(format!("Its number i is {}, but {} comes next.", read.i, self.next));
        }
        if line_hash(&self.head, read.public()) != read.head {
            return Err("Its head h does not follow from its content and the line before.".to_owned());
        }
        let first = self.next == 0;
        self.next += 1;
        self.head = read.head;
        if first == read.signed {
            return Err("Every line but the first says when (at) and by whom (by).".to_owned());
        }
        let founds = |entry: &Entry| matches!(entry.event, Event::Founded(_));
        if read.entry.as_ref().is_ok_and(|entry| founds(entry) != first) {
            return Err("The founding is the first line, and only that.".to_owned());
        }
        Ok(())
    }

    /// What each line says, one after another.
    fn lines(&mut self, entries: &[Entry]) -> Result<(), Wrong> {
        (1..).zip(entries).try_for_each(|(line, entry)| {
            let sealed = self.seals(line, entry).and_then(|()| is_a_text(entry));
            sealed.and_then(|()| self.event(line, entry)).map_err(|why| Wrong { line, why })
        })
    }

    /// Counts the line's own seals. (That each body fits its code was checked when the line was read.) What an order seals has a salt of its
    /// own, so that no code of it comes twice.
    fn seals(&mut self, line: u64, entry: &Entry) -> Result<(), String> {
        // A card that is played has the code under which it was drawn, and a text may be another's word for word.
        let of_an_order = matches!(entry.event, Event::Order { .. });
        let own = entry.seals().into_iter().filter(|(_, to)| of_an_order && *to != Audience::All);
        for (code, _) in own {
            if let Some(before) = self.codes.insert(code, line).filter(|before| *before != line) {
                return Err(format!("The code of a seal stands on line {before} already."));
            }
        }
        for (i, part) in entry.secrets.iter().enumerate() {
            if part.body.is_some() {
                self.report.texts_checked += 1;
                self.report.seals_checked += 1;
            } else {
                self.report.texts_missing += 1;
                self.report.bodies_missing += u64::from(!can_be_deleted(entry, i));
                self.report.secrets_waiting += u64::from(is_a_secret(entry));
                self.report.lodged_waiting += u64::from(matches!(entry.event, Event::Lodged { .. }));
            }
            if let (Some(n), Some(salt)) = (part.n, &part.salt) {
                let line = entry.line.map_or(0, |(i, _)| i + 1);
                self.salts.push((line, self.generation, n, Hash(*salt.reveal())));
            }
        }
        Ok(())
    }

    fn event(&mut self, line: u64, entry: &Entry) -> Result<(), String> {
        let draws = matches!(
            entry.event,
            Event::Rolled(_)
                | Event::Veiled { .. }
                | Event::Sealed { .. }
                | Event::Opened { .. }
                | Event::Part { .. }
                | Event::Lodged { .. }
                | Event::LodgedOpened { .. }
                | Event::Claim { .. }
                | Event::Drawn { .. }
                | Event::Card { .. }
                | Event::Hidden {}
                | Event::Sheet { .. }
                | Event::Shown(_)
        );
        if self.closed && draws {
            return Err("The campaign was closed before this line.".to_owned());
        }
        match &entry.event {
            Event::Founded(founded) => {
                self.rules = super::game::by_key(&founded.game);
                if founded.format != super::event::FORMAT {
                    return Err(format!("The record's format {} is not known.", founded.format));
                }
                self.campaign.clone_from(&founded.campaign);
                self.operator = founded.operator.iter().map(ToString::to_string).collect();
                (self.seed, self.veil) = (founded.anchor, founded.veil);
                self.roots.extend([founded.anchor, founded.veil]);
                (self.epoch, self.last, self.next_roll) = (1, EPOCHS, 1);
            }
            Event::Joined { seat, word } | Event::Word { seat, word } => {
                self.words.insert((seat.to_string(), word.as_str().to_owned()));
            }
            Event::Sealed { round, seat, code } => {
                if self.opened_rounds.contains(round) {
                    return Err("Its round is open already; nothing can be sealed in it.".to_owned());
                }
                if self.sealed.insert((round.clone(), seat.clone()), *code).is_some() {
                    return Err(format!("The envelope of {seat} was sealed on the record before."));
                }
            }
            Event::Opened { round, seat, body, n, salt } => {
                self.opened(line, round, seat, body, *n, *salt)?;
                self.laid_down(entry)?;
            }
            Event::Part { .. } => self.part(line, &entry.event)?,
            Event::Lodged { .. } => self.lodged(entry)?,
            Event::LodgedOpened { .. } => self.lodged_opened(line, &entry.event)?,
            Event::Lodging { .. } | Event::LodgedHeld { .. } => {
                return Err(
                    "A change of what is lodged stands on the record, where it never does.".to_owned()
                );
            }
            Event::Standing { .. } => {
                return Err("An answer that stands is on the record, where it never is.".to_owned());
            }
            Event::Dealt { .. } => {
                return Err("A deal between seats stands on the record, where it never does.".to_owned());
            }
            Event::PressKept { .. } => {
                return Err("That an anonymous text was written stands on the record, where it never does."
                    .to_owned());
            }
            Event::Otherwise { .. } => {
                return Err(
                    "That a sealed choice comes to something else stands on the record, where it never does."
                        .to_owned(),
                );
            }
            Event::Hidden {} => hidden::check(entry)?,
            Event::Drawn { deck, pos, .. } => self.drawn(deck, *pos)?,
            Event::Card { .. } => self.card(line, &entry.event)?,
            Event::Rolled(rolled) => self.rolled(line, rolled)?,
            Event::Veiled { attempt, dice, entropy, epoch, slot, code, deck } => {
                let seals = entry.seals();
                let positions = deck.as_ref().map_or(0, |deck| deck.cards.len());
                if seals.len() != 1 + positions
                    || seals[0].0 != *code
                    || seals.iter().any(|(_, to)| *to != Audience::Bot)
                {
                    return Err(
                        "A veiled draw has one seal, which is its code, and one for each position of a deck."
                            .to_owned(),
                    );
                }
                if let Some(deck) = deck {
                    self.shuffled(line, entry, deck, dice)?;
                }
                let request = self.request(*attempt, dice, entropy, *epoch, slot);
                self.in_place(&request)?;
                let body = entry.secrets.first().and_then(|part| part.body.as_ref());
                self.veiled.push((line, self.generation, request, *code, body.map(|b| b.reveal().clone())));
            }
            Event::Voided { id, .. } => {
                let slot = self.roll_slots.get(id).ok_or_else(|| format!("There is no roll {id}."))?;
                *self.voided.entry(slot.clone()).or_default() += 1;
            }
            Event::Epoch { epoch, seed } => {
                if *epoch != self.epoch {
                    return Err(format!("Epoch {epoch} ends here, but {} is open.", self.epoch));
                }
                if seed_before(&seed.0) != self.seed.0 {
                    return Err(format!(
                        "The seed of epoch {epoch} does not lead back to the one before: it is not of this chain."
                    ));
                }
                self.seeds.insert(*epoch, *seed);
                self.seed = *seed;
                self.report.epochs += 1;
                (self.epoch, self.next_roll) = (epoch + 1, 1);
            }
            Event::Chain { anchor, veil, first } | Event::Restored { anchor, veil, first, .. } => {
                if self.next_roll != 1 {
                    return Err(format!(
                        "Dice fell in epoch {}, which has not ended: no chain begins here.",
                        self.epoch
                    ));
                }
                if self.roots.contains(anchor) || self.seeds.values().any(|seed| seed == anchor) {
                    return Err(
                        "The anchor stands on the record before: who has seen its seeds knows the dice."
                            .to_owned(),
                    );
                }
                if *first != self.epoch {
                    return Err(format!(
                        "A new chain begins with epoch {first}, but {} is open.",
                        self.epoch
                    ));
                }
                if let Event::Restored { lost_after, .. } = &entry.event {
                    if *lost_after >= line - 1 {
                        return Err("It says that lines are lost which stand here.".to_owned());
                    }
                    if self.roots.contains(veil) {
                        return Err(
                            "A restored campaign takes a new veil key, and this is an old one.".to_owned()
                        );
                    }
                    self.generation += 1;
                    self.words.clear();
                    // What lay sealed is asked for again, and what was lodged is gone.
                    self.sealed.clear();
                    self.slots_of.clear();
                } else if *first != self.last + 1 {
                    // A chain founded at will could be picked for the dice it gives.
                    return Err(format!(
                        "The seed chain lasts to epoch {}; no other follows here.",
                        self.last
                    ));
                } else if *veil != self.veil {
                    return Err("A new chain keeps the veil key, and this is another.".to_owned());
                }
                self.roots.extend([*anchor, *veil]);
                (self.seed, self.veil, self.last) = (*anchor, *veil, first + EPOCHS - 1);
            }
            Event::Closed { veil_key } => {
                if veil_commitment(&veil_key.0) != self.veil {
                    return Err("The veil key is not the one that was committed to.".to_owned());
                }
                self.keys.insert(self.generation, *veil_key);
                self.closed = true;
            }
            Event::Sheet { seat, code, places } => {
                let places = places::checked(*places, strongbox::UNSAID)?;
                self.sheet(line, entry, seat, (*code, places))?;
            }
            Event::Shown(shown) => self.shown(line, entry, shown)?,
            Event::Strongbox { .. } => {
                return Err("A change in a strongbox stands on the record, where it never does.".to_owned());
            }
            Event::Envelope { .. } => {
                return Err("An envelope's change stands on the record, where it never does.".to_owned());
            }
            Event::Table { e: TableEvent::RoundOpened { round, parts, .. } } => {
                self.parts_of.insert(round.clone(), parts.clone());
            }
            Event::Order { .. }
            | Event::Left { .. }
            | Event::Table { .. }
            | Event::Game { .. }
            | Event::Ruled { .. }
            | Event::Corrected { .. }
            | Event::Rules { .. }
            | Event::Switched { .. } => {}
            Event::Claim { .. } => {}
        }
        Ok(())
    }

    fn opened(
        &mut self,
        line: u64,
        round: &str,
        seat: &SeatId,
        body: &Contents,
        n: u64,
        salt: Hash,
    ) -> Result<(), String> {
        let sealed = self.sealed.remove(&(round.to_owned(), seat.clone()));
        let sealed = sealed.ok_or("It opens what was never sealed.")?;
        self.opened_rounds.insert(round.to_owned());
        let code = seal_code(&salt.0, &body.body()).map_err(|e| e.to_string())?;
        if code != sealed {
            return Err("What is opened here is not what was sealed: the code is another.".to_owned());
        }
        if !self.numbers.insert((self.generation, n)) {
            return Err(format!("The seal number {n} was used before."));
        }
        if let Some(word) = &body.word {
            self.words.insert((seat.to_string(), word.as_str().to_owned()));
        }
        self.salts.push((line, self.generation, n, salt));
        self.report.seals_checked += 1;
        Ok(())
    }

    fn request(
        &self,
        attempt: u64,
        dice: &Dice,
        entropy: &[(String, String)],
        epoch: u64,
        slot: &str,
    ) -> RollRequest {
        RollRequest {
            attempt,
            campaign: self.campaign.clone(),
            dice: dice.clone(),
            entropy: entropy.to_vec(),
            epoch,
            slot: slot.to_owned(),
        }
    }

    /// Whether a roll or veiled draw may stand here: of the open epoch, in a slot that is free, with words that were laid down.
    fn in_place(&mut self, request: &RollRequest) -> Result<(), String> {
        let RollRequest { attempt, dice, entropy, epoch, slot, .. } = request;
        if *epoch != self.epoch {
            return Err(format!("The roll is of epoch {epoch}, but {} is open.", self.epoch));
        }
        if !dice.is_fair() {
            return Err("The dice are out of bounds.".to_owned());
        }
        let next = self.slots.get(slot).copied().unwrap_or(0);
        if *attempt != next || self.voided.get(slot).copied().unwrap_or(0) != next {
            return Err(format!("The slot {slot} cannot be rolled here as attempt {attempt}."));
        }
        if let Some((seat, k)) = slot.strip_prefix("free/").and_then(|rest| rest.split_once('/')) {
            // Without this the operator could pick the number whose dice he likes.
            let count = self.free.entry(seat.to_owned()).or_default();
            *count += u64::from(*attempt == 0);
            // A roll that was declared void is made again under its own number, which was checked the first time.
            if *attempt == 0 && k != count.to_string() {
                return Err(format!("Free rolls of {seat} are numbered without gaps; {count} comes next."));
            }
        }
        self.slots.insert(slot.clone(), attempt + 1);
        if !entropy.is_sorted() || entropy.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err("The words of the roll are not sorted by seat.".to_owned());
        }
        for (seat, word) in entropy {
            if self.operator.contains(seat) {
                return Err("A word of the operator's own seat feeds the roll.".to_owned());
            }
            if !self.words.contains(&(seat.clone(), word.clone())) {
                return Err(format!("The word \"{word}\" was never laid down by {seat}."));
            }
        }
        Ok(())
    }

    fn rolled(&mut self, line: u64, rolled: &Rolled) -> Result<(), String> {
        let Rolled { id, attempt, dice, entropy, epoch, slot, result, .. } = rolled;
        if *id != format!("{epoch}.{}", self.next_roll) {
            return Err(format!("The roll is called {id}, but {epoch}.{} comes next.", self.next_roll));
        }
        self.next_roll += 1;
        let request = self.request(*attempt, dice, entropy, *epoch, slot);
        self.in_place(&request)?;
        // While the seed is not out this is all that the dice say of themselves.
        if !dice.can_fall(result) {
            return Err("The result is none that these dice can fall to.".to_owned());
        }
        self.roll_slots.insert(id.clone(), slot.clone());
        self.waiting.push((line, request, result.clone()));
        Ok(())
    }

    /// What could only be checked when the whole file was read: rolls under their seeds, salts and veiled draws under the veil key.
    fn seeds_and_keys(&mut self) -> Result<(), Wrong> {
        for (line, request, result) in &self.waiting {
            let Some(seed) = self.seeds.get(&request.epoch) else {
                self.report.rolls_waiting += 1;
                continue;
            };
            let wrong = |why: String| Wrong { line: *line, why };
            let key = request.key(&seed.0).map_err(|e| wrong(e.to_string()))?;
            let fell = draw(key, &request.dice);
            if fell != *result {
                return Err(wrong(format!(
                    "The dice are not those of the seed: {fell:?} fell, not {result:?}."
                )));
            }
            self.report.rolls_checked += 1;
        }
        for (line, generation, n, salt) in &self.salts {
            if let Some(key) = self.keys.get(generation) {
                if seal_salt(&key.0, *n) != salt.0 {
                    let why = format!("The salt of seal {n} is not the one that the veil key gives.");
                    return Err(Wrong { line: *line, why });
                }
                self.report.salts_checked += 1;
            }
        }
        for (line, generation, request, code, body) in &self.veiled {
            let key = self.keys.get(generation);
            let (Some(key), Some(body)) = (key, body) else {
                self.report.veiled_waiting += 1;
                continue;
            };
            let wrong = |why: String| Wrong { line: *line, why };
            let key = request.veiled_key(&key.0).map_err(|e| wrong(e.to_string()))?;
            if body.get("result") != Some(&json!(draw(key, &request.dice))) {
                return Err(wrong(format!("The veiled draw {code} is not that of the veil key.")));
            }
            self.report.veiled_checked += 1;
        }
        self.report.seals_waiting += self.sealed.len() as u64;
        self.report.parts_waiting = self.laid.values().map(hidden::Laid::closed).sum();
        self.decks_opened()?;
        self.report.cards_waiting = self.decks.values().map(hidden::Deck::closed).sum();
        self.sheets_opened()
    }
}

/// What somebody typed with an order is a text alone, under a salt that has no number. What a player orders in secret is sealed for him.
fn is_a_text(entry: &Entry) -> Result<(), String> {
    let Event::Order { verb, .. } = &entry.event else { return Ok(()) };
    if verb == GAME {
        let known = |part: &SecretPart| part.body.is_none() || part.ordered().is_some();
        let fits = match (entry.seals().as_slice(), entry.secrets.as_slice()) {
            ([], _) => true,
            ([(_, to)], [part]) => to.seats().len() == 1 && known(part),
            _ => false,
        };
        return if fits {
            Ok(())
        } else {
            Err("The secret fields of an order are one body, for who gave it.".to_owned())
        };
    }
    for part in &entry.secrets {
        let Some(body) = &part.body else { continue };
        let text = body.reveal().as_object().filter(|body| body.len() == 1);
        if part.n.is_some() || !text.and_then(|body| body.get("text")).is_some_and(Value::is_string) {
            return Err(
                "What was typed with the order is no text alone, under a salt without a number.".to_owned()
            );
        }
    }
    Ok(())
}

/// Whether what is sealed on a line is a secret of a game's.
fn is_a_secret(entry: &Entry) -> bool {
    match &entry.event {
        Event::Hidden {} | Event::Lodged { .. } => true,
        Event::Order { verb, .. } => verb == GAME,
        _ => false,
    }
}

/// Whether the body of a seal may have been deleted: a text that somebody wrote. What the bot sealed itself stays.
fn can_be_deleted(entry: &Entry, seal: usize) -> bool {
    match &entry.event {
        Event::Sheet { .. }
        | Event::Veiled { .. }
        | Event::Hidden {}
        | Event::Lodged { .. }
        | Event::Opened { .. } => false,
        Event::Order { verb, .. } if verb == GAME => false,
        Event::Shown(shown) => shown.proof.is_some() || seal > 0,
        _ => true,
    }
}
