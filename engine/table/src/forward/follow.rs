//! Playing the record again with what should have been, as far as dice and opened secrets stay as they are.

use super::lines::{followed_of, is_of_play};
use super::stands::{first_other, fixed, frames_apart};
use super::{Amends, Followed, Until, Why};
use crate::campaign::{Campaign, Stage};
use crate::canonical::{canonical, parse};
use crate::chance::Recorded;
use crate::draft::Draft;
use crate::event::{Entry, Event, SecretPart, TableEvent};
use crate::names::{By, SeatId};
use crate::order::Verb;
use crate::refusal::Refusal;
use crate::said;
use crate::strongbox::show::{SheetsOf, note_sheet};
use crate::switches;
use crate::values::{self, Change, Value as Tracked};
use crate::verify::ordered::{
    Around, chance_of, draws_veiled, keeps_a_secret, order_again, veiled_again, with_what_opens,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Plays the record again with what should have been.
///
/// # Errors
/// A refusal where there is nothing to amend at that line, where what should have been was not allowed then, or where the order led to
/// dice or opened envelopes, which stand.
pub fn follow<'e>(record: impl IntoIterator<Item = &'e Entry>, amends: &Amends) -> Result<Followed, Refusal> {
    let record: Vec<Entry> = record.into_iter().filter_map(as_everybody_reads_it).collect();
    let by_itself = !matches!(amends, Amends::Order { .. });
    let fits = |entry: &Entry| is_of_play(entry) || by_itself && matches!(entry.event, Event::Order { .. });
    let at = usize::try_from(amends.line()).ok().filter(|at| record.get(*at).is_some_and(fits));
    let at = at.ok_or_else(|| {
        Refusal::new(said!(
            "No order that could have read otherwise stands on that line of the record. Of what an envelope held only a value that it led to can be corrected forward."
        ))
    })?;
    let (truth, sheets) = folded(&record[..at])
        .ok_or_else(|| Refusal::new(said!("The record cannot be played again up to that line.")))?;
    if truth.play.stage != Stage::Playing || !truth.has_its_rules() {
        return Err(Refusal::new(said!(
            "That order cannot be played again: play had not begun, or it was given under a revision of the rules that is not here any more."
        )));
    }
    let other = truth.clone();
    let mut again = Again { record: &record, at, truth, other, sheets, changed: Changed::default() };
    again.first(amends)?;
    let until = again.rest();
    Ok(again.followed(at, until))
}

/// A line as the public record has it; `None` for what is kept off it.
fn as_everybody_reads_it(entry: &Entry) -> Option<Entry> {
    entry.line?;
    let mut entry = entry.clone();
    for part in &mut entry.secrets {
        close(part);
    }
    Some(entry)
}

fn close(part: &mut SecretPart) {
    (part.body, part.n, part.salt) = (None, None, None);
}

/// What lay in wait for a slot lies in it as it was sealed, whatever else would have been: who plays again knows only its codes.
fn with_what_was_lodged(told: &[Entry], made: &mut [Entry]) {
    let mut sealed = told.iter().filter(|entry| matches!(entry.event, Event::Lodged { .. }));
    for entry in made {
        let Event::Lodged { seat, power, frame, .. } = &entry.event else { continue };
        let of_the_seat = |told: &&Entry| matches!(&told.event, Event::Lodged { seat: of, power: its, .. } if of == seat && its == power);
        let Some(told) = sealed.find(of_the_seat) else { continue };
        let Ok(mut public) = parse(&told.public) else { continue };
        if let Some(frame) = frame {
            public["frame"] = json!(frame);
        }
        if let Ok(public) = canonical(&public) {
            (entry.public, entry.secrets) = (public, told.secrets.clone());
        }
    }
}

/// The campaign as the record tells it, and the sheets of strongboxes on it.
fn folded(record: &[Entry]) -> Option<(Campaign, SheetsOf)> {
    let (founding, rest) = record.split_first()?;
    let mut campaign = Campaign::founded(founding)?;
    let mut sheets = SheetsOf::new();
    for entry in rest {
        note_sheet(&mut sheets, entry, campaign.next_seal);
        campaign.apply(entry).ok()?;
    }
    Some((campaign, sheets))
}

/// The campaign as it went, and as it would have gone.
struct Again<'r> {
    record: &'r [Entry],
    /// Where the next order stands.
    at: usize,
    truth: Campaign,
    other: Campaign,
    sheets: SheetsOf,
    changed: Changed,
}

/// What changed besides the position.
#[derive(Clone, Default)]
struct Changed {
    /// The orders that were left out.
    left_out: BTreeSet<u64>,
    /// How many lines more or less each closed account would have.
    accounts: BTreeMap<SeatId, i64>,
    /// The line at which a frame would have opened, by that at which it did, where these are two.
    frames: BTreeMap<u64, u64>,
}

/// What came of an order that was played again.
enum Came {
    /// These lines.
    Of(Vec<Entry>),
    /// It was not possible any more.
    Out,
}

impl<'r> Again<'r> {
    /// The lines of the order at this place.
    fn told(&self) -> &'r [Entry] {
        let is_order = |entry: &Entry| matches!(entry.event, Event::Order { .. });
        let rest = &self.record[self.at..];
        let len = rest.iter().skip(1).position(is_order).map_or(rest.len(), |next| next + 1);
        &rest[..len]
    }

    /// The order that is amended.
    fn first(&mut self, amends: &Amends) -> Result<(), Refusal> {
        let told = self.told();
        let dice_stand = |_: Until| {
            Refusal::new(said!(
                "That order led to dice or opened envelopes, and these stand. What it did to a value is set right with /correct value."
            ))
        };
        if told.iter().any(|entry| keeps_a_secret(&self.truth, entry)) {
            return Err(dice_stand(self.until(told, Why::Closed)));
        }
        match amends {
            Amends::Order { instead: None, line } => {
                if !fixed(told).is_empty() {
                    return Err(dice_stand(self.until(told, Why::Die)));
                }
                self.changed.left_out.insert(*line);
                self.count_accounts(told, &[]);
            }
            Amends::Order { instead: Some(instead), .. } => {
                let told_so = reading(told, instead)?;
                match self.play(&told_so).map_err(dice_stand)? {
                    Came::Of(made) => self.take_other(told, made),
                    Came::Out => {
                        return Err(Refusal::new(said!(
                            "What it should have been was not allowed then, so nothing follows from it."
                        )));
                    }
                }
            }
            Amends::Value { key, value, .. } => {
                if let Came::Of(made) = self.play(told).map_err(dice_stand)? {
                    self.take_other(told, made);
                }
                self.set(key, *value)?;
            }
            Amends::Switch { key, value, .. } => {
                let known = switches::by_key(key)
                    .is_some_and(|switch| switch.ways.iter().any(|(way, _)| way == value));
                if !known {
                    return Err(Refusal::new(said!(
                        "There is no such switch, or no such way for it to stand."
                    )));
                }
                self.other.play_mut().switches.insert(key.clone(), value.clone());
                self.next_other(told).map_err(dice_stand)?;
            }
            Amends::Typed { key, value, .. } => {
                self.other.play_mut().game.type_value(key, *value);
                self.next_other(told).map_err(dice_stand)?;
            }
        }
        self.take_truth(told);
        Ok(())
    }

    /// Everything after it, up to where it can be followed no further.
    fn rest(&mut self) -> Option<Until> {
        while self.at < self.record.len() {
            let told = self.told();
            if !self.truth.has_its_rules() || told.iter().any(|entry| keeps_a_secret(&self.truth, entry)) {
                let why = if self.truth.has_its_rules() { Why::Closed } else { Why::Rules };
                return Some(self.until(told, why));
            }
            let before = (self.truth.clone(), self.other.clone(), self.changed.clone());
            if let Err(until) = self.next_other(told) {
                return Some(until);
            }
            let at = self.at;
            self.take_truth(told);
            if !self.is_the_same_step() {
                (self.truth, self.other, self.changed) = before;
                self.at = at;
                return Some(self.until(told, Why::Step));
            }
        }
        None
    }

    /// The next order, as it would have gone.
    fn next_other(&mut self, told: &[Entry]) -> Result<(), Until> {
        // Lines and seals are counted as the record counts them, so that what names one finds it.
        (self.other.next_line, self.other.next_seal) = (self.truth.next_line, self.truth.next_seal);
        if self.undoes_what_is_left_out(told) {
            return Ok(());
        }
        match self.play(&self.as_it_would_read(told))? {
            Came::Of(made) => self.take_other(told, made),
            Came::Out => {
                self.count_accounts(told, &[]);
                self.changed.left_out.extend(told[0].line.map(|(line, _)| line));
            }
        }
        Ok(())
    }

    /// An order played again on the campaign as it would have stood.
    fn play(&self, told: &[Entry]) -> Result<Came, Until> {
        let other = &self.other;
        if matches!(&told[0].event, Event::Order { verb, .. } if verb == Verb::Revise.name()) {
            return Ok(Came::Of(told.to_vec()));
        }
        let mut chance = chance_of(other, told, None);
        let made = if draws_veiled(told) {
            match veiled_again(other, told) {
                Ok(None) => return Err(self.until(told, Why::Closed)),
                Ok(Some(again)) => Ok(again),
                Err(refusal) => Err(refusal),
            }
        } else {
            let later = &self.record[(self.at + told.len()).min(self.record.len())..];
            let around = Around { later, sheets: &self.sheets, followed: followed_of(told) };
            order_again(&with_what_opens(other, told), told, &around, &mut chance)
        };
        match made {
            Ok(again) => match first_other(told, &again.made) {
                None => Ok(Came::Of(again.made)),
                Some(why) => Err(self.until(told, why)),
            },
            Err(_) if chance.asked_closed => Err(self.until(told, Why::Closed)),
            Err(_) if chance.asked_another => Err(self.until(told, Why::Die)),
            Err(_) => match fixed(told).first() {
                None => Ok(Came::Out),
                Some((why, _)) => Err(self.until(told, *why)),
            },
        }
    }

    /// What the order did as it was played again. What only some see is not known here, whether it went so or otherwise.
    fn take_other(&mut self, told: &[Entry], mut made: Vec<Entry>) {
        self.count_accounts(told, &made);
        self.changed.frames.extend(frames_apart(told, &made));
        with_what_was_lodged(told, &mut made);
        for entry in &mut made {
            entry.secrets.iter_mut().for_each(close);
            // What this program has just written it can read.
            _ = self.other.apply(entry);
        }
    }

    fn take_truth(&mut self, told: &[Entry]) {
        for entry in told {
            note_sheet(&mut self.sheets, entry, self.truth.next_seal);
            _ = self.truth.apply(entry);
        }
        self.at += told.len();
    }

    fn count_accounts(&mut self, told: &[Entry], made: &[Entry]) {
        for (entries, by) in [(told, -1), (made, 1)] {
            for entry in entries.iter().filter(|entry| matches!(entry.event, Event::Hidden {})) {
                let seats = entry.secrets.iter().flat_map(|part| part.to.seats());
                for seat in seats {
                    *self.changed.accounts.entry(seat.clone()).or_default() += by;
                }
            }
        }
    }

    /// Sets a value as the amended order should have left it.
    fn set(&mut self, key: &str, value: i64) -> Result<(), Refusal> {
        let known = self.other.values().into_iter().find(|known| known.key == key);
        let known = known.ok_or_else(|| {
            Refusal::new(said!(
                "There is no such value on this board. Take one from the list that is offered."
            ))
        })?;
        values::within(&known, value)?;
        let mut chance = Recorded::default();
        let mut draft = Draft::of(&self.other, self.other.last_at, By::Bot, &mut chance);
        let rules = draft.campaign().play.game.rules();
        rules.set_value(&mut draft, key, value, true)?;
        for entry in draft.into_entries() {
            _ = self.other.apply(&entry);
        }
        Ok(())
    }

    /// Values are told by what they were read off the board as, and the board stood as it was told before. So what was told counts by
    /// how far it moved the value; what is there or not, and what a correction says, is as it was said. A frame that an order names is the
    /// one that would have opened in its place.
    fn as_it_would_read(&self, told: &[Entry]) -> Vec<Entry> {
        let mut told = told.to_vec();
        let (was, is) = (self.truth.values(), self.other.values());
        let moved = |key: &str, to: i64| -> Option<i64> {
            let find = |values: &[Tracked]| values.iter().find(|value| value.key == key).cloned();
            let (was, is) = (find(&was)?, find(&is)?);
            Some(if is.yes_no || !was.known { to } else { is.moved(was.now, to) })
        };
        let Event::Order { verb, fields } = &mut told[0].event else { return told };
        let frame = fields.get("frame").and_then(Value::as_u64);
        if let Some(frame) = frame.and_then(|frame| self.changed.frames.get(&frame)) {
            fields.insert("frame".to_owned(), json!(frame));
        }
        let shift = |fields: &mut Map<String, Value>| {
            let to =
                fields.get("key").and_then(Value::as_str).zip(fields.get("value").and_then(Value::as_i64));
            if let Some(to) = to.and_then(|(key, to)| moved(key, to)) {
                fields.insert("value".to_owned(), json!(to));
            }
        };
        match verb.as_str() {
            "tell" => shift(fields),
            "tell_all" => {
                let values = fields.get_mut("values").and_then(Value::as_array_mut);
                values.into_iter().flatten().filter_map(Value::as_object_mut).for_each(shift);
            }
            _ => {}
        }
        told
    }

    /// An order that was taken back is not missed where it was left out.
    fn undoes_what_is_left_out(&self, told: &[Entry]) -> bool {
        let Event::Order { verb, fields } = &told[0].event else { return false };
        let line = fields.get("line").and_then(Value::as_u64);
        verb == Verb::Undo.name() && line.is_some_and(|line| self.changed.left_out.contains(&line))
    }

    /// Whether play stands at the same step, and the same envelopes are asked for.
    fn is_the_same_step(&self) -> bool {
        let (was, is) = (&self.truth.play, &self.other.play);
        was.path() == is.path() && was.stage == is.stage && was.rounds.keys().eq(is.rounds.keys())
    }

    fn until(&self, told: &[Entry], why: Why) -> Until {
        let line = told[0].line.map_or(0, |(line, _)| line);
        let roll = told.iter().find_map(|entry| entry.event.rolled()).map(|rolled| rolled.id.clone());
        Until { line, why, roll: roll.filter(|_| why == Why::Die) }
    }

    fn followed(&self, from: usize, until: Option<Until>) -> Followed {
        let is: BTreeMap<String, Tracked> =
            self.other.values().into_iter().map(|value| (value.key.clone(), value)).collect();
        let values = self.truth.values().into_iter().filter_map(|was| {
            let is = is.get(&was.key).filter(|is| is.now != was.now)?;
            Some(Change { key: was.key, before: was.now, after: is.now })
        });
        let begun = |entry: &&Entry| {
            matches!(
                &entry.event,
                Event::Table { e: TableEvent::FrameOpened { within: None, pushed: false, .. } }
            )
        };
        let turns = self.record[from..].iter().filter(begun).count();
        let mut left_out = self.changed.left_out.clone();
        left_out.remove(&(from as u64));
        Followed {
            read: self.record.len() as u64,
            turns: u32::try_from(turns).unwrap_or(u32::MAX),
            until,
            left_out: left_out.into_iter().collect(),
            values: values.collect(),
            others: self.truth.play.game.differs(&self.other.play.game),
            accounts: self
                .changed
                .accounts
                .iter()
                .filter(|(_, by)| **by != 0)
                .map(|(seat, _)| seat.clone())
                .collect(),
        }
    }
}

/// The lines of an order as it should have read.
fn reading(told: &[Entry], instead: &Map<String, Value>) -> Result<Vec<Entry>, Refusal> {
    let mut told = told.to_vec();
    if !told[0].secrets.is_empty() {
        return Err(Refusal::new(said!(
            "A part of that order is sealed, so it cannot be read otherwise; only that it was not given can be said."
        )));
    }
    let Event::Order { fields, .. } = &mut told[0].event else { return Ok(told) };
    let acting = fields.get("for").cloned();
    fields.clone_from(instead);
    if let Some(seat) = acting {
        fields.insert("for".to_owned(), seat);
    }
    Ok(told)
}
