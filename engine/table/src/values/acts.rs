//! What is done with told values: told, corrected, settled; and rolls that are declared void.

use super::*;
use crate::act::Act;
use crate::assent::{self, Assent, Weight, What};
use crate::campaign::{Campaign, Play, Stage};
use crate::draft::Draft;
use crate::event::{Event, TableEvent, Text};
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::said;
use crate::said::name;
use crate::votes;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn value(draft: &Draft<'_>, key: &str) -> Result<Value, Refusal> {
    let values = draft.campaign().values();
    values.into_iter().find(|value| value.key == key).ok_or_else(|| {
        Refusal::new(said!("There is no such value on this board. Take one from the list that is offered."))
    })
}

/// Refuses to tell what the bot keeps.
fn is_told(value: &Value) -> Result<(), Refusal> {
    if !value.kept {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "The bot keeps that value of {}: it is not told. Where it is wrong, /correct value proposes another.",
        name(&value.name)
    )))
}

/// Refuses to tell what somebody else has in his treasury: who plays it tells it, the host and the umpire may, and where nobody plays it
/// anybody. What somebody tells that others know otherwise, a correction puts right.
fn is_his(draft: &Draft<'_>, value: &Value) -> Result<(), Refusal> {
    let Some(of) = value.of.as_ref().filter(|_| value.by_player) else { return Ok(()) };
    let play = &draft.campaign().play;
    let played = play.seats.get(of).is_some_and(|place| place.person.is_some() && !place.out);
    let person = draft.author().person();
    let in_office =
        person.is_some() && (person == Some(play.host) || person == draft.campaign().founded.umpire);
    if !played || in_office || draft.seat()? == *of {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "What {} has of {} its own player tells, or the host. Where it is wrong, /correct value proposes another, which holds when its player agrees or nobody objects.",
        name(&value.name),
        value.unit.clone()
    )))
}

/// Tells a value.
pub(crate) fn tell(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Tell { key, value: now } = act else { return Ok(()) };
    draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("Results are told once play has begun.")));
    }
    let told = value(draft, key)?;
    is_told(&told)?;
    is_his(draft, &told)?;
    within(&told, *now)?;
    if told.known && told.now == *now {
        return Err(Refusal::new(said!("{} has {} already.", name(&told.name), told.written(*now))));
    }
    draft.act_line(act, None)?;
    tells(draft, vec![Change { key: key.clone(), before: told.now, after: *now }])
}

/// What is told counts, or waits for the assent on which it rests: what rests on the same is one telling, so that nobody's assent lets count what
/// rests on another's.
fn tells(draft: &mut Draft<'_>, changes: Vec<Change>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let mut by_assent: BTreeMap<Option<Assent>, Vec<Change>> = BTreeMap::new();
    for change in changes {
        let what = What::Values { changes: vec![change.clone()] };
        let assent = assent::acts::rests_on(draft, &seat, &what)?;
        by_assent.entry(assent).or_default().push(change);
    }
    for (assent, changes) in by_assent {
        let what = What::Values { changes };
        match assent {
            Some(assent) => assent::acts::told(draft, &seat, what, assent)?,
            None => assent::acts::done(draft, &seat, &what)?,
        }
    }
    Ok(())
}

/// On whose assent rests what a seat tells of values: what costs another rests on his, and what brings somebody something on that of all
/// others; on nobody's what one loses oneself, and what lies in one's own treasury.
pub(crate) fn rests_on(campaign: &Campaign, seat: &SeatId, changes: &[Change]) -> Option<Assent> {
    let values = campaign.values();
    let of_each = changes.iter().filter_map(|change| {
        let value = values.iter().find(|value| value.key == change.key)?;
        of_one(campaign, seat, value, value.told(change))
    });
    of_each.reduce(Assent::and)
}

fn of_one(campaign: &Campaign, seat: &SeatId, value: &Value, after: i64) -> Option<Assent> {
    let is_own = value.of.as_ref() == Some(seat);
    if value.known && after <= value.now {
        return Assent::grave(value.of.clone().filter(|_| !is_own && after < value.now));
    }
    if value.decides_from.is_some_and(|goal| after >= goal) {
        return Some(Assent { of: value.of.iter().cloned().collect(), weight: Weight::Decisive });
    }
    if value.purse && is_own { None } else { Assent::light(votes::acts::voters(&campaign.play)) }
}

/// Values are set as they were told, each moved as far as it was told to move.
pub(crate) fn set_as_told(draft: &mut Draft<'_>, changes: &[Change]) -> Result<(), Refusal> {
    let rules = draft.campaign().play.game.rules();
    for change in changes {
        let now = value(draft, &change.key)?;
        is_told(&now)?;
        let after = now.told(change);
        if !now.known || after != now.now {
            rules.set_value(draft, &change.key, after, false)?;
        }
    }
    Ok(())
}

/// Tells several values at once: all of them, or none where one is wrong. One that stands so already is no fault and changes nothing.
pub(crate) fn tell_all(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::TellAll { values } = act else { return Ok(()) };
    draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("Results are told once play has begun.")));
    }
    if values.len() > MOST_AT_ONCE {
        return Err(Refusal::new(said!("At most {} values are told at once.", MOST_AT_ONCE)));
    }
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut changed = Vec::new();
    for amount in values {
        let known = value(draft, &amount.key)?;
        is_told(&known)?;
        is_his(draft, &known)?;
        within(&known, amount.value)?;
        if !told.insert(&amount.key) {
            return Err(Refusal::new(said!(
                "{} stands twice.",
                said!("{} ({})", name(&known.name), known.unit)
            )));
        }
        if !known.known || known.now != amount.value {
            let key = amount.key.clone();
            changed.push(Change { key, before: known.now, after: amount.value });
        }
    }
    if changed.is_empty() {
        return Err(Refusal::new(said!("All of that stands so already.")));
    }
    draft.act_line(act, None)?;
    tells(draft, changed)
}

/// Proposes a correction.
pub(crate) fn correct(draft: &mut Draft<'_>, act: &Act, reason: Option<&Text>) -> Result<(), Refusal> {
    let Act::Correct { key, value: after } = act else { return Ok(()) };
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("There is nothing to correct before play has begun.")));
    }
    let reason = reason.ok_or_else(|| Refusal::new(said!("A correction needs a reason.")))?;
    if reason.text.chars().count() > LONGEST_REASON {
        return Err(Refusal::new(said!("A reason has at most {} characters.", LONGEST_REASON)));
    }
    let wrong = value(draft, key)?;
    if !wrong.known {
        return Err(Refusal::new(said!(
            "That value of {} was never told, so there is nothing to correct. /board tell tells it.",
            name(&wrong.name)
        )));
    }
    within(&wrong, *after)?;
    if wrong.now == *after {
        return Err(Refusal::new(said!("{} has {} already.", name(&wrong.name), wrong.written(*after))));
    }
    if draft.campaign().play.corrections.values().any(|open| open.is_of(key)) {
        return Err(Refusal::new(said!("A correction of that value is open already.")));
    }
    draft.act_line(act, Some(reason))?;
    let play = &draft.campaign().play;
    let correction = play.next_correction;
    let affected: BTreeSet<SeatId> = wrong
        .of
        .into_iter()
        .filter(|of| play.seats.get(of).is_some_and(|place| place.person.is_some()))
        .collect();
    draft.table(TableEvent::CorrectionProposed {
        correction,
        key: key.clone(),
        before: wrong.now,
        after: *after,
        seat: seat.clone(),
        affected,
        due: draft.at() + OBJECTION,
    })?;
    agree_as(draft, correction, seat)
}

/// A seat agrees; where all whom it affects do, the correction holds at once. Only a correction of a power other than the proposer's, or
/// of one that is his own and a second player's agreement, is settled so. One that is for all to decide waits for every voice.
pub(crate) fn agree_as(draft: &mut Draft<'_>, correction: u64, seat: SeatId) -> Result<(), Refusal> {
    draft.table(TableEvent::CorrectionAgreed { correction, seat })?;
    let Some(open) = draft.campaign().play.corrections.get(&correction) else { return Ok(()) };
    // Nobody settles a matter alone: besides those whom it affects, the proposer and one more stand for it.
    let everybody = votes::acts::voters(&draft.campaign().play).into_iter().collect();
    let needed = if open.by_all() { &everybody } else { &open.affected };
    if open.agreed.is_superset(needed) && open.agreed.len() >= 2 {
        return decided(draft, correction, true);
    }
    Ok(())
}

fn open_correction<'c>(draft: &'c Draft<'_>, n: u64) -> Result<&'c Correction, Refusal> {
    draft
        .campaign()
        .play
        .corrections
        .get(&n)
        .ok_or_else(|| Refusal::new(said!("That correction is settled.")))
}

/// Agrees to a correction.
pub(crate) fn agree(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Agree { correction } = act else { return Ok(()) };
    let seat = draft.seat()?;
    if open_correction(draft, *correction)?.agreed.contains(&seat) {
        return Err(Refusal::new(said!("You have agreed to that already.")));
    }
    draft.act_line(act, None)?;
    agree_as(draft, *correction, seat)
}

/// Objects to a correction: the vote decides.
pub(crate) fn object(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Object { correction } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let open = open_correction(draft, *correction)?;
    if open.objected.is_some() {
        return Err(Refusal::new(said!("Somebody has objected already; the vote decides.")));
    }
    draft.act_line(act, None)?;
    let by_all = open_correction(draft, *correction)?.by_all();
    draft.table(TableEvent::CorrectionObjected { correction: *correction, seat })?;
    if by_all {
        return decided(draft, *correction, false);
    }
    if is_voted_on(&draft.campaign().play, *correction) {
        return Ok(());
    }
    votes::acts::on_correction(draft, *correction, &[])
}

fn the_umpire(draft: &Draft<'_>) -> Result<(), Refusal> {
    match (draft.campaign().founded.umpire, draft.author().person()) {
        (Some(umpire), Some(person)) if umpire == person => Ok(()),
        (None, _) => {
            Err(Refusal::new(said!("This campaign was founded without an umpire; the players vote.")))
        }
        _ => Err(Refusal::new(said!("Only the umpire decides that."))),
    }
}

/// The umpire decides a correction.
pub(crate) fn settle(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Settle { correction, holds } = act else { return Ok(()) };
    the_umpire(draft)?;
    if open_correction(draft, *correction)?.by_all() {
        return Err(Refusal::new(said!(
            "What goes back that far holds only when all agree; the umpire does not decide it alone."
        )));
    }
    draft.act_line(act, None)?;
    decided(draft, *correction, *holds)
}

/// Nobody objected in time.
pub(crate) fn correction_due(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::CorrectionDue { correction } = act else { return Ok(()) };
    let open = open_correction(draft, *correction)?;
    let voted_on = is_voted_on(&draft.campaign().play, *correction);
    if open.by_all() || open.objected.is_some() || voted_on || draft.at() < open.due {
        return Err(Refusal::new(said!("That correction may still be objected to.")));
    }
    let others = unheard(open).map(|parties| (others_than(draft, &parties), parties));
    draft.act_line(act, None)?;
    match others {
        None => decided(draft, *correction, true),
        Some((true, parties)) => votes::acts::on_correction(draft, *correction, &parties),
        Some((false, _)) => decided(draft, *correction, false),
    }
}

/// Who is a party of a correction by which somebody loses who says nothing: silence takes nothing from anybody. `None` where nobody does.
fn unheard(open: &Correction) -> Option<Vec<SeatId>> {
    let silent = open.unheard();
    (!silent.is_empty()).then(|| silent.into_iter().chain([&open.by]).cloned().collect())
}

/// Whether anybody else has a voice.
fn others_than(draft: &Draft<'_>, parties: &[SeatId]) -> bool {
    votes::acts::voters(&draft.campaign().play).iter().any(|seat| !parties.contains(seat))
}

/// Whether a vote about a correction is open.
fn is_voted_on(play: &Play, correction: u64) -> bool {
    play.votes.values().any(|vote| vote.matter == votes::Matter::Correction { correction })
}

/// The first correction that nobody objected to in time.
pub(crate) fn due(play: &Play, at: i64) -> Option<u64> {
    let falls_due = |open: &Correction| !open.by_all() && open.objected.is_none() && at >= open.due;
    play.corrections.iter().find(|(n, open)| falls_due(open) && !is_voted_on(play, **n)).map(|(n, _)| *n)
}

/// A correction is settled: where it holds the value is set.
pub(crate) fn decided(draft: &mut Draft<'_>, correction: u64, holds: bool) -> Result<(), Refusal> {
    let Some(open) = draft.campaign().play.corrections.get(&correction).cloned() else { return Ok(()) };
    draft.by(By::Bot);
    // Whatever was told since, before is what stands there now. A value that is not on the board any more is not corrected: who told of
    // it has left, or has given it up.
    let there = |change: &&Change| value(draft, &change.key).is_ok();
    let changes: Vec<Change> = open.changes.iter().filter(there).cloned().collect();
    let holds = holds && !changes.is_empty();
    draft.table(TableEvent::CorrectionSettled { correction, holds })?;
    if !holds {
        return Ok(());
    }
    for change in changes {
        let now = value(draft, &change.key)?;
        let after = open.becomes(&change, &now);
        if after == now.now {
            continue;
        }
        let what = change.key.clone();
        draft.emit(Event::Corrected { what, before: json!(now.now), after: json!(after) })?;
        let rules = draft.campaign().play.game.rules();
        rules.set_value(draft, &change.key, after, true)?;
    }
    Ok(())
}

/// The umpire declares a roll void: its slot may be rolled again. Dice that have led on to something stay as they are.
pub(crate) fn void(draft: &mut Draft<'_>, act: &Act, reason: Option<&Text>) -> Result<(), Refusal> {
    let Act::Void { id } = act else { return Ok(()) };
    the_umpire(draft)?;
    let reason = reason
        .ok_or_else(|| Refusal::new(said!("A roll is declared void with a reason, for all to read.")))?;
    let Some(roll) = draft.campaign().last_rolls.iter().find(|roll| roll.id == *id).cloned() else {
        return Err(Refusal::new(said!(
            "Roll {} cannot be declared void: only rolls of the open epoch can, and each once.",
            id
        )));
    };
    draft.act_line(act, Some(reason))?;
    let code = reason.code()?;
    draft.emit(Event::Voided { id: id.clone(), reason: code })?;
    // What it was for is rolled again, with the words that are frozen now.
    let words = draft.campaign().epoch.words.clone();
    draft.by(By::Bot);
    draft.roll(&roll.slot, roll.dice.clone(), &roll.purpose, words, roll.how.as_ref())?;
    Ok(())
}

/// Lays down the board's picture or save file by its hash.
pub(crate) fn lay_down(draft: &mut Draft<'_>, act: &Act, file: Option<&Text>) -> Result<(), Refusal> {
    let Act::LayDown { sha256, bytes } = act else { return Ok(()) };
    let seat = draft.seat()?;
    if *bytes == 0 || *bytes > LARGEST {
        return Err(Refusal::new(said!(
            "A file that is laid down has 1 to {} bytes; this one has {}.",
            LARGEST,
            bytes
        )));
    }
    draft.act_line(act, file)?;
    draft.table(TableEvent::LaidDown { seat, sha256: *sha256, bytes: *bytes })
}

impl Play {
    /// An event of values and corrections.
    pub(crate) fn apply_values(&mut self, event: TableEvent, line: u64, reason: Option<String>) {
        match event {
            TableEvent::CorrectionProposed { correction, key, before, after, seat, affected, due } => {
                let changes = vec![Change { key, before, after }];
                let (agreed, objected, by, forward) = (BTreeSet::new(), None, seat, None);
                let open = Correction { changes, forward, reason, by, line, due, affected, agreed, objected };
                self.correction_opened(correction, open);
            }
            TableEvent::RestitutionProposed { correction, forward, changes, seat, affected, due } => {
                let (agreed, objected, by) = (BTreeSet::new(), None, seat);
                let forward = Some(Arc::new(*forward));
                let open = Correction { changes, forward, reason, by, line, due, affected, agreed, objected };
                self.correction_opened(correction, open);
            }
            TableEvent::CorrectionAgreed { correction, seat } => {
                if let Some(open) = self.corrections.get_mut(&correction) {
                    open.agreed.insert(seat);
                }
            }
            TableEvent::CorrectionObjected { correction, seat } => {
                if let Some(open) = self.corrections.get_mut(&correction) {
                    // Who objects agrees no longer.
                    open.agreed.remove(&seat);
                    open.objected = Some(seat);
                }
            }
            TableEvent::CorrectionSettled { correction, holds } => {
                let settled = self.corrections.remove(&correction);
                let forward = settled.and_then(|open| Some((open.forward?, open.line)));
                if let Some((forward, line)) = forward.filter(|_| holds) {
                    self.made_good.push((forward.amends.clone(), line));
                }
                self.votes.retain(|_, vote| vote.matter != votes::Matter::Correction { correction });
            }
            _ => {}
        }
    }
}

impl Play {
    fn correction_opened(&mut self, n: u64, open: Correction) {
        self.next_correction = n + 1;
        self.hold_ahead(&open.affected);
        self.corrections.insert(n, open);
    }
}

impl Campaign {
    /// The values of the board that are told and recorded.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        self.play.game.values(&self.play.switches)
    }
}
