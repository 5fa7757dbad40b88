//! A correction forward is proposed.

use super::lines::fields_of;
use super::{Amends, Followed, Forward, VERB};
use crate::campaign::{Play, Stage};
use crate::draft::Draft;
use crate::event::{TableEvent, Text};
use crate::names::SeatId;
use crate::refusal::Refusal;
use crate::said;
use crate::said::name;
use crate::values::acts::{agree_as, objection};
use crate::values::{Change, LONGEST_REASON, today};
use crate::votes;
use std::collections::BTreeSet;

/// Proposes to move today's values by what came of playing again.
pub(crate) fn propose(
    draft: &mut Draft<'_>,
    amends: &Amends,
    followed: &Followed,
    reason: Option<&Text>,
) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("There is nothing to correct before play has begun.")));
    }
    let reason = reason.ok_or_else(|| Refusal::new(said!("A correction needs a reason.")))?;
    if reason.text.chars().count() > LONGEST_REASON {
        return Err(Refusal::new(said!("A reason has at most {} characters.", LONGEST_REASON)));
    }
    if let Some(refusal) = why_not_again(&draft.campaign().play, amends) {
        return Err(refusal);
    }
    let (changes, affected) = changes_today(draft, followed)?;
    draft.order_line(VERB, fields_of(amends, followed), vec![reason.part(draft.author())])?;
    let play = &draft.campaign().play;
    let correction = play.next_correction;
    let by_all = followed.turns > play.game.rules().forward();
    let forward = Forward { amends: amends.clone(), followed: followed.clone(), by_all };
    let due = objection(draft);
    let affected = if by_all { votes::acts::voters(play).into_iter().collect() } else { affected };
    draft.table(TableEvent::RestitutionProposed {
        correction,
        forward: Box::new(forward),
        changes,
        seat: seat.clone(),
        affected,
        due,
    })?;
    agree_as(draft, correction, seat)
}

/// Why a fault is not made good: it was already; `None` where it was not. What is played again counts by how far it moves a value, so a second
/// time would move it once more.
#[must_use]
pub fn why_not_again(play: &Play, amends: &Amends) -> Option<Refusal> {
    let (_, line) = play.made_good.iter().find(|(made_good, _)| made_good.is_of_the_same(amends))?;
    Some(Refusal::new(said!(
        "That fault is made good already, by the correction on line {} of the record. What is still wrong today is set right with /correct value.",
        *line
    )))
}

/// What would be moved today, and whom that affects.
fn changes_today(draft: &Draft<'_>, followed: &Followed) -> Result<(Vec<Change>, BTreeSet<SeatId>), Refusal> {
    let play = &draft.campaign().play;
    let mut affected = BTreeSet::new();
    let values = draft.campaign().values();
    let changes = today(&values, &followed.values);
    for value in values.iter().filter(|value| changes.iter().any(|change| change.key == value.key)) {
        if play.corrections.values().any(|open| open.is_of(&value.key)) {
            return Err(Refusal::new(said!(
                "A correction of {} is open already; it is settled first.",
                said!("{} ({})", name(&value.name), value.unit)
            )));
        }
        let seated = |of: &&SeatId| play.seats.get(of).is_some_and(|place| place.person.is_some());
        affected.extend(value.of.iter().filter(seated).cloned());
    }
    if changes.is_empty() {
        return Err(Refusal::new(said!(
            "No value of the board would be another today, so there is nothing to make good."
        )));
    }
    Ok((changes, affected))
}
