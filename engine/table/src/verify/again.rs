//! The second half of checking a record: it is folded, and every order in it is decided again.

use super::decided::{Again, decided};
use super::ordered::{
    Around, chance_of, draws_veiled, keeps_a_secret, order_again, sealed, veiled_again, with_what_opens,
    without_seals,
};
use super::{Stretch, Wrong};
use crate::audience::Audience;
use crate::campaign::{Campaign, Stage};
use crate::chain::Commitments;
use crate::chance::Recorded;
use crate::decide::found_under;
use crate::draft::Draft;
use crate::event::{Entry, Event, Founded, Rolled, SECRET};
use crate::forward::{self, Followed};
use crate::game::Sealed;
use crate::names::{By, SeatId};
use crate::order::{Founding, GAME, Verb};
use crate::refusal::Refusal;
use crate::strongbox::show;
use serde_json::Value;

/// How many orders were decided again.
#[derive(Default)]
pub(super) struct Decided {
    /// With the same outcome.
    pub decided: u64,
    /// Not, or not wholly: something of them is still closed, or they were given under another revision of the rules.
    pub waiting: u64,
    /// The first line of the file, counted from 1, whose order waits.
    pub first_waiting: Option<u64>,
    /// How many claims about closed things came to the same.
    pub claims: u64,
    /// The lines of the others, counted from 1: they were taken as they were told.
    pub claims_waiting: Vec<u64>,
    /// The newest revision of the rules that this program has of the game.
    pub rules_here: &'static str,
    /// By which revisions of the rules they were given.
    pub stretches: Vec<Stretch>,
}

/// Folds the record and decides every order again.
pub(super) fn decide_again(entries: &[Entry]) -> Result<Decided, Wrong> {
    let mut orders = Decided::default();
    let wrong = |at: usize, why: String| Wrong { line: at as u64 + 1, why };
    let Some(mut campaign) = entries.first().and_then(Campaign::founded) else {
        return Err(wrong(
            0,
            "The founding is of a game or scenario that this program does not know.".to_owned(),
        ));
    };
    orders.rules_here = campaign.play.game.rules().newest();
    orders.stretches.push(Stretch::from(1, &campaign));
    if campaign.has_its_rules() {
        let made = found_again(&campaign.founded).map_err(|refusal| {
            wrong(0, format!("The rules do not allow a campaign to be founded so. {refusal}"))
        })?;
        if made.iter().map(|entry| &entry.public).ne([&entries[0].public]) {
            return Err(wrong(0, "The founding says something else than the rules make of it.".to_owned()));
        }
    }
    let veil_key = entries.iter().find_map(|entry| match &entry.event {
        Event::Closed { veil_key } => Some(*veil_key),
        _ => None,
    });
    // The key that is published at the close is the last one: what was sealed before a restore stays closed.
    let restored = entries.iter().rposition(|entry| matches!(entry.event, Event::Restored { .. }));
    // From the first order that leans on a secret of the game's that is closed here, the position is not known.
    let mut blind = false;
    let mut sheets = show::SheetsOf::new();
    let mut at = 1;
    while at < entries.len() {
        if !matches!(entries[at].event, Event::Order { .. }) {
            return Err(wrong(at, "This follows from no order.".to_owned()));
        }
        let next = (at + 1..entries.len())
            .find(|&i| matches!(entries[i].event, Event::Order { .. }))
            .unwrap_or(entries.len());
        let told = &entries[at..next];
        let veil_key = veil_key.filter(|_| restored.is_none_or(|restored| restored < next));
        let revises = matches!(&told[0].event, Event::Order { verb, .. } if verb == Verb::Revise.name());
        if campaign.has_its_rules() {
            // What can be sealed is told by an order's tag: so this holds where nothing else of it can be known.
            for (i, entry) in told.iter().enumerate() {
                secrets_fit(&campaign, entry).map_err(|why| wrong(at + i, why.to_owned()))?;
            }
        }
        let mut claims_taken = 0;
        blind |= told.iter().any(|entry| keeps_a_secret(&campaign, entry));
        let again = match (campaign.has_its_rules() && !blind, draws_veiled(told) && veil_key.is_none()) {
            _ if revises => revised_again(&campaign, told, &orders.stretches).map(Some),
            (false, _) => Ok(None),
            (true, true) => veiled_again(&campaign, told),
            (true, false) => {
                let shown = with_what_opens(&campaign, told);
                let around = Around {
                    later: &entries[next..],
                    sheets: &sheets,
                    followed: followed_again(entries, told).map_err(|why| wrong(at, why.says.to_string()))?,
                };
                let mut chance = chance_of(&campaign, told, veil_key);
                let again = order_again(&shown, told, &around, &mut chance);
                claims_taken = chance.claims_taken;
                again.map(Some)
            }
        };
        // Where nothing is decided again, this alone says so.
        if let Some(i) = told.iter().position(|entry| matches!(entry.event, Event::Rules { .. }))
            && !revises
        {
            return Err(wrong(
                at + i,
                "Another revision of the rules follows from another order.".to_owned(),
            ));
        }
        let again = again
            .map_err(|refusal| wrong(at, format!("The rules do not allow this order here. {refusal}")))?;
        if let Some(Again { made, .. }) = &again {
            for (i, line) in told.iter().enumerate() {
                if made.get(i).is_none_or(|entry| !says_the_same(entry, line)) {
                    return Err(wrong(at + i, "The rules give another outcome here.".to_owned()));
                }
            }
            if made.len() > told.len() {
                let cut =
                    if next == entries.len() { " It is cut off in the middle of the order." } else { "" };
                let why = format!("More follows from the order than the record tells.{cut}");
                return Err(wrong(next - 1, why));
            }
        }
        let claims = told.iter().enumerate().filter(|(_, entry)| matches!(entry.event, Event::Claim { .. }));
        let claims = claims.map(|(i, _)| (at + i) as u64 + 1);
        if again.is_some() && claims_taken == 0 {
            orders.claims += claims.count() as u64;
        } else {
            orders.claims_waiting.extend(claims);
        }
        if again.is_some_and(|again| !again.waits) {
            orders.decided += 1;
        } else {
            orders.waiting += 1;
            orders.first_waiting.get_or_insert(at as u64 + 1);
        }
        if told[0].at < campaign.last_at {
            return Err(wrong(at, "It was ordered before the line that it follows.".to_owned()));
        }
        if let Some(i) = told.iter().position(|entry| entry.at != told[0].at) {
            return Err(wrong(
                at + i,
                "It has another moment than the order that it follows from.".to_owned(),
            ));
        }
        for (i, entry) in told.iter().enumerate() {
            if entry.event.rolled().is_some_and(|rolled| !has_frozen_words(&campaign, rolled)) {
                let why = "The words of the roll are not those that were frozen for it.".to_owned();
                return Err(wrong(at + i, why));
            }
            match &entry.event {
                Event::Sheet { .. } => show::note_sheet(&mut sheets, entry, campaign.next_seal),
                // Their salts are of a veil key that the campaign has given up.
                Event::Restored { .. } => sheets.clear(),
                _ => {}
            }
            campaign.apply(entry).map_err(|unreadable| wrong(at + i, unreadable.why))?;
            if matches!(entry.event, Event::Rules { .. }) {
                orders.stretches.push(Stretch::from((at + i) as u64 + 1, &campaign));
            }
        }
        at = next;
    }
    Ok(orders)
}

/// Where the lines are a correction forward, the record before them is played again as it was then.
///
/// # Errors
/// What playing again refuses.
fn followed_again(record: &[Entry], told: &[Entry]) -> Result<Option<Followed>, Refusal> {
    let Some(Event::Order { verb, fields }) = told.first().map(|entry| &entry.event) else { return Ok(None) };
    if verb != forward::VERB {
        return Ok(None);
    }
    let unread = || Refusal::new("What was to be corrected forward cannot be read from it.");
    let read = fields.get("read").and_then(Value::as_u64).ok_or_else(unread)?;
    let own = told[0].line.map_or(0, |(line, _)| line);
    let amends = forward::lines::asked(fields).filter(|_| read <= own).ok_or_else(unread)?;
    let before = record.iter().take_while(|entry| entry.line.is_none_or(|(line, _)| line < read));
    forward::follow::follow(before, &amends).map(Some)
}

/// Whether a line of the game's has the seals that one of its kind has, and keeps off the line what is sealed; whatever is closed here.
///
/// # Errors
/// A sentence that says what does not fit.
fn secrets_fit(campaign: &Campaign, entry: &Entry) -> Result<(), &'static str> {
    let (Event::Order { verb, fields }, parts) = (&entry.event, entry.secrets.as_slice()) else {
        let hides = campaign.play.game.rules().hides();
        return match entry.event {
            Event::Hidden {} if !hides => Err("In this game there is no event that only some see."),
            _ => Ok(()),
        };
    };
    if verb != GAME {
        return Ok(());
    }
    if fields.contains_key(SECRET) {
        return Err("What is sealed of an order does not stand on its line.");
    }
    if sealed(campaign, fields) == Sealed::Nothing {
        return if parts.is_empty() { Ok(()) } else { Err("Nothing of such an order is sealed.") };
    }
    let acting = fields.get("for").and_then(Value::as_str).map(SeatId::from);
    let own = acting.or_else(|| campaign.seat_of(entry.by).cloned()).map(|seat| Audience::seat(&seat));
    match parts {
        [part] if Some(&part.to) == own.as_ref() => Ok(()),
        [] => Err("A part of such an order is sealed, and it has no seal."),
        _ => Err("What is sealed of it is not sealed for who ordered it, once."),
    }
}

/// What the bot says where it no longer had the revision of the rules that held. Which revisions it had cannot be seen from here, but
/// it goes on to another, and never back to one that came before.
fn revised_again(campaign: &Campaign, told: &[Entry], before_it: &[Stretch]) -> Result<Again, Refusal> {
    let Some(Event::Rules { before, after }) = told.get(1).map(|entry| &entry.event) else {
        return Err(Refusal::new("It does not say which revision of the rules holds from here."));
    };
    if told[0].by != By::Bot {
        return Err(Refusal::new("Only the bot says by which revision of the rules play goes on."));
    }
    let held = before_it.iter().any(|stretch| stretch.revision == *after);
    let is_newer =
        number_of(after).is_some_and(|after| number_of(before).is_none_or(|before| after > before));
    if *before != campaign.rules || held || !is_newer || campaign.play.stage == Stage::Closed {
        return Err(Refusal::new("Play goes on from the revision of the rules that held to a newer one."));
    }
    let mut chance = Recorded::default();
    let at = told[0].at.max(campaign.last_at);
    let mut draft = Draft::of(campaign, at, By::Bot, &mut chance);
    draft.plain_order(&Verb::Revise)?;
    draft.emit(Event::Rules { before: before.clone(), after: after.clone() })?;
    Ok(decided(draft.into_entries()))
}

/// The number that a revision of the rules is: from 1, without zeros before it.
fn number_of(revision: &str) -> Option<u64> {
    let number: u64 = revision.parse().ok()?;
    (number > 0 && number.to_string() == revision).then_some(number)
}

/// Whether an entry decided again is the one that the record tells. The seals of what comes out of a strongbox cannot be made again while
/// it is closed; what they must be is checked line by line.
pub(super) fn says_the_same(made: &Entry, told: &Entry) -> bool {
    made.public == told.public
        || matches!(
            told.event,
            Event::Sheet { .. } | Event::Lodged { .. } | Event::Shown(_) | Event::Opened { .. }
        ) && without_seals(made) == without_seals(told)
        || is_closed(told) && made.seals().first().map(|(_, to)| to) == told.seals().first().map(|(_, to)| to)
}

/// Whether a line holds what only some see, and this copy of the record does not have it: what it says cannot be made again, only for whom
/// it is sealed.
fn is_closed(told: &Entry) -> bool {
    matches!(told.event, Event::Hidden {}) && told.secrets.iter().all(|part| part.body.is_none())
}

/// Whether a roll is fed by the words that were frozen for it. This holds whatever the rules of the game are.
fn has_frozen_words(campaign: &Campaign, rolled: &Rolled) -> bool {
    let epoch = &campaign.epoch;
    let frozen = match &epoch.round_words {
        Some(words) if !rolled.slot.starts_with("free/") => Some(words),
        _ => epoch.words.as_ref(),
    };
    frozen == Some(&rolled.entropy)
}

fn found_again(founded: &Founded) -> Result<Vec<Entry>, Refusal> {
    let commitments = Commitments { anchor: founded.anchor, veil: founded.veil };
    let mut chance = Recorded { chains: [(1, commitments)].into(), ..Recorded::default() };
    let founding = Founding {
        at: 0,
        campaign: founded.campaign.clone(),
        game: founded.game.clone(),
        scenario: founded.scenario.clone(),
        seats: founded.seats,
        operator_seats: founded.operator.len() as u32,
        options: founded.options.clone(),
        timing: founded.timing.clone(),
        umpire: founded.umpire,
    };
    found_under(&founding, Some(&founded.rules), &mut chance)
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn a_revision_is_a_number_from_one_that_is_written_plainly() {
        for (written, number) in [
            ("1", Some(1)),
            ("7", Some(7)),
            ("10", Some(10)),
            ("0", None),
            ("07", None),
            ("+7", None),
            ("-1", None),
            ("", None),
            ("seven", None),
        ] {
            assert_eq!(number_of(written), number, "{written}");
        }
    }
}
