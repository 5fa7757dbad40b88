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
    let in_office = person.is_some() && (person == Some(play.host) || person == draft.campaign().umpire());
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
            None => {
                assent::acts::is_told_besides(draft, &what)?;
                assent::acts::done(draft, &seat, &what)?;
            }
        }
    }
    Ok(())
}

/// On whose assent rests what a seat tells of values: what costs another rests on his, and so what is told of him for the first time; what brings
/// somebody something rests on that of all others, and on their vote where it is more than a step brings as a rule. On nobody's rests what one
/// loses oneself, and what lies in one's own purse, as long as that is no more than is usual.
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
    let on_all = || Assent::light(votes::acts::voters(&campaign.play));
    // What the bot worked out nobody denies.
    if value.brings != 0 && after == value.now + value.brings {
        return None;
    }
    if value.sways && (after != value.now || !value.known) {
        return Assent::grave(value.of.clone().filter(|_| !is_own)).or_else(on_all);
    }
    if value.known && after <= value.now {
        return Assent::grave(value.of.clone().filter(|_| !is_own && after < value.now));
    }
    if !value.known && !is_own {
        return Assent::grave(value.of.clone()).or_else(on_all);
    }
    let decides = value.decides_from.is_some_and(|goal| after >= goal);
    let before = if value.known { value.now } else { 0 };
    let is_usual = value.usual.is_none_or(|usual| after - before <= usual);
    if decides || value.known && !is_usual {
        return Some(Assent { of: value.of.iter().cloned().collect(), weight: Weight::Decisive });
    }
    // What lies in a purse at the beginning is told once, and what is more than usual then all have to see first.
    if value.purse && is_own && is_usual { None } else { on_all() }
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
    if draft.campaign().play.corrections.values().filter(|open| open.by == seat).count() >= MOST_CORRECTIONS {
        return Err(Refusal::new(said!(
            "{} corrections of yours are open. Propose another when one of them is settled.",
            MOST_CORRECTIONS
        )));
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
        due: objection(draft),
    })?;
    agree_as(draft, correction, seat)
}

/// Until when a correction that is proposed now may be objected to, Unix seconds.
pub(crate) fn objection(draft: &Draft<'_>) -> i64 {
    draft.campaign().play.awake_after(draft.at(), OBJECTION)
}

/// A seat agrees; where all do whom it takes, the correction holds at once.
pub(crate) fn agree_as(draft: &mut Draft<'_>, correction: u64, seat: SeatId) -> Result<(), Refusal> {
    draft.table(TableEvent::CorrectionAgreed { correction, seat: seat.clone() })?;
    let campaign = draft.campaign();
    let Some(open) = campaign.play.corrections.get(&correction) else { return Ok(()) };
    if is_agreed(campaign, open, draft.at()) {
        return decided(draft, correction, true);
    }
    // Who agrees while it is voted on votes for it.
    let vote = vote_on(&campaign.play, correction);
    match vote.filter(|vote| campaign.play.votes[vote].voters.contains(&seat)) {
        Some(vote) => votes::acts::count_in(draft, vote, seat, votes::YES),
        None => Ok(()),
    }
}

/// Whether all agree whom it takes. Nobody settles a matter alone: besides those whom it affects, who proposes it and one more stand for it, and
/// where it raises something a quorum of those who are no party. One that is for all to decide waits for every voice.
fn is_agreed(campaign: &Campaign, open: &Correction, at: i64) -> bool {
    if open.agreed.len() < 2 {
        return false;
    }
    if open.by_all() {
        return votes::acts::voters(&campaign.play).iter().all(|seat| open.agreed.contains(seat));
    }
    open.agreed.is_superset(&open.affected) && have_others_agreed(campaign, open, at)
}

/// Whether a quorum of those who are no party agrees, where it takes one and anybody is.
fn have_others_agreed(campaign: &Campaign, open: &Correction, at: i64) -> bool {
    let others = no_party(&campaign.play, open);
    let agreed = others.iter().filter(|seat| open.agreed.contains(seat)).cloned().collect();
    !open.needs_others() || others.is_empty() || campaign.is_quorum(&agreed, &others, at)
}

/// The seats that are no party of a correction and have a voice.
fn no_party(play: &Play, open: &Correction) -> Vec<SeatId> {
    let parties = open.parties();
    votes::acts::voters(play).into_iter().filter(|seat| !parties.contains(seat)).collect()
}

/// Those decide by a vote who are no party; who of them has agreed or objected has voted so. Where nobody is, it holds if nobody is silent whom
/// it affects.
fn to_others(draft: &mut Draft<'_>, correction: u64) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let Some(open) = play.corrections.get(&correction).cloned() else { return Ok(()) };
    let others = no_party(play, &open);
    if others.is_empty() {
        return decided(draft, correction, open.objected.is_none() && open.unheard().is_empty());
    }
    let parties: Vec<SeatId> = open.parties().into_iter().collect();
    let vote = votes::acts::on_correction(draft, correction, &parties)?;
    for seat in others {
        let voice = if open.objected.as_ref() == Some(&seat) {
            votes::NO
        } else if open.agreed.contains(&seat) {
            votes::YES
        } else {
            continue;
        };
        if draft.campaign().play.votes.contains_key(&vote) {
            votes::acts::count_in(draft, vote, seat, voice)?;
        }
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
    draft.table(TableEvent::CorrectionObjected { correction: *correction, seat: seat.clone() })?;
    if by_all {
        return decided(draft, *correction, false);
    }
    match vote_on(&draft.campaign().play, *correction) {
        None => to_others(draft, *correction),
        Some(vote) if draft.campaign().play.votes[&vote].voters.contains(&seat) => {
            votes::acts::count_in(draft, vote, seat, votes::NO)
        }
        Some(_) => Ok(()),
    }
}

fn the_umpire(draft: &Draft<'_>) -> Result<(), Refusal> {
    match (draft.campaign().umpire(), draft.author().person()) {
        (Some(umpire), Some(person)) if umpire == person => Ok(()),
        (None, _) if draft.campaign().founded.umpire.is_some() => Err(Refusal::new(said!(
            "The umpire plays in this campaign himself, so that he is a party: the players vote."
        ))),
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
    let voted_on = vote_on(&draft.campaign().play, *correction).is_some();
    if open.by_all() || open.objected.is_some() || voted_on || draft.at() < open.due {
        return Err(Refusal::new(said!("That correction may still be objected to.")));
    }
    let is_agreed = open.lessens_ones_own()
        || open.unheard().is_empty() && have_others_agreed(draft.campaign(), open, draft.at());
    draft.act_line(act, None)?;
    if is_agreed { decided(draft, *correction, true) } else { to_others(draft, *correction) }
}

/// The vote about a correction that is open.
fn vote_on(play: &Play, correction: u64) -> Option<u64> {
    let on = |vote: &votes::Vote| vote.matter == votes::Matter::Correction { correction };
    play.votes.iter().find(|(_, vote)| on(vote)).map(|(n, _)| *n)
}

/// The first correction that nobody objected to in time.
pub(crate) fn due(play: &Play, at: i64) -> Option<u64> {
    let falls_due = |open: &Correction| !open.by_all() && open.objected.is_none() && at >= open.due;
    play.corrections.iter().find(|(n, open)| falls_due(open) && vote_on(play, **n).is_none()).map(|(n, _)| *n)
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

/// The others have said that somebody has not won: what was told of him in this turn falls away, and where he would still have reached his goal
/// he stands one below it.
pub(crate) fn fall_below_the_goal(draft: &mut Draft<'_>, seats: &[SeatId]) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let turn = campaign.play.path().into_iter().next();
    let mut fallen = Vec::new();
    for value in campaign.values() {
        let is_his = value.of.as_ref().is_some_and(|of| seats.contains(of));
        let Some(goal) = value.decides_from.filter(|goal| is_his && value.now >= *goal) else { continue };
        let raised =
            campaign.play.raised.get(&value.key).filter(|raised| Some(&raised.turn) == turn.as_ref());
        let without = value.now - raised.map_or(0, |raised| raised.by);
        fallen.push((value.key, value.now, without.min(goal - 1).max(value.least)));
    }
    draft.by(By::Bot);
    let rules = draft.campaign().play.game.rules();
    for (key, before, after) in fallen {
        draft.emit(Event::Corrected { what: key.clone(), before: json!(before), after: json!(after) })?;
        rules.set_value(draft, &key, after, true)?;
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
    /// Values that were told count now: what else is told of them and waits was told of what they were before, and counts for the rest alone.
    pub(crate) fn rebase(&mut self, changes: &[Change]) {
        let values = self.game.values(&self.switches);
        for change in changes {
            let Some(value) = values.iter().find(|value| value.key == change.key) else { continue };
            let by = value.told(change) - value.now;
            for open in self.tellings.values_mut().map(Arc::make_mut) {
                let What::Values { changes } = &mut open.what else { continue };
                changes
                    .iter_mut()
                    .filter(|other| other.key == change.key)
                    .for_each(|other| other.before += by);
            }
        }
    }

    /// Values that were told count now: by how much each of them rises.
    pub(crate) fn note_raised(&mut self, changes: &[Change]) {
        let Some(turn) = self.path().into_iter().next() else { return };
        self.raised.retain(|_, raised| raised.turn == turn);
        let values = self.game.values(&self.switches);
        for change in changes {
            let Some(value) = values.iter().find(|value| value.key == change.key) else { continue };
            let by = value.told(change) - value.now;
            if by > 0 && value.decides_from.is_some() {
                let raised = Raised { turn: turn.clone(), by: 0 };
                self.raised.entry(change.key.clone()).or_insert(raised).by += by;
            }
        }
    }

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
