//! Envelopes, as a verifier finds them: filled, sealed and opened again out of what the record opens further on.

use super::decided::{Again, decided};
use crate::act::Act;
use crate::audience::Audience;
use crate::campaign::Campaign;
use crate::chance::Recorded;
use crate::draft::Draft;
use crate::envelope::Contents;
use crate::envelope::acts::{bar, close_if_complete, seal_as_it_was};
use crate::event::{Entry, EnvelopeAct, Event, SecretPart, TableEvent};
use crate::names::{By, SeatId};
use crate::order::no_seat;
use crate::parts;
use crate::refusal::Refusal;
use crate::secret::Secret;
use serde::Deserialize as _;
use serde_json::{Map, json};
use std::sync::Arc;

/// Fills the envelopes that were not empty at a deadline or when a vote on a missed one closed.
pub(super) fn fill_envelopes(campaign: &mut Campaign, act: &Act, told: &[Entry]) {
    let events: Vec<TableEvent> = told.iter().filter_map(Entry::table_event).collect();
    let operator = campaign.founded.operator.clone();
    let empty = |round: &str, asked: &[SeatId]| -> Option<Vec<SeatId>> {
        if let Act::Deadline { round: r, missed } = act {
            return (r == round).then(|| missed.clone());
        }
        let extended = events
            .iter()
            .any(|event| matches!(event, TableEvent::RoundExtended { round: r, .. } if r == round));
        let defaulted = events.iter().find_map(|event| match event {
            TableEvent::Defaulted { round: r, seats } if r == round => Some(seats.clone()),
            _ => None,
        });
        match (defaulted, extended) {
            // Only the operator's envelopes were filled, for whom the others had waited.
            (Some(mut seats), true) => {
                let asked = asked.iter().filter(|seat| !operator.contains(seat));
                seats.extend(asked.cloned());
                Some(seats)
            }
            (None, true) => None,
            (seats, false) => Some(seats.unwrap_or_default()),
        }
    };
    if let Act::StandInActs { round, .. } = act {
        // A stand-in's turn comes when the operator's envelope is there.
        if let Some(open) = campaign.play_mut().rounds.get_mut(round).map(Arc::make_mut) {
            for seat in open.asked.clone().iter().filter(|seat| operator.contains(seat)) {
                open.apply(seat, EnvelopeAct::Seal, &[some_choice(seat)]);
                open.apply(seat, EnvelopeAct::Final, &[]);
            }
        }
    }
    let touches = matches!(act, Act::Deadline { .. } | Act::Cast { .. } | Act::CloseVote { .. });
    if !touches {
        return;
    }
    for (name, open) in &mut campaign.play_mut().rounds {
        let open = Arc::make_mut(open);
        let Some(empty) = empty(name, &open.asked) else { continue };
        for seat in open.asked.clone().iter().filter(|seat| !empty.contains(seat)) {
            open.apply(seat, EnvelopeAct::Seal, &[some_choice(seat)]);
        }
    }
}

/// An envelope of which only that it is there matters.
fn some_choice(seat: &SeatId) -> SecretPart {
    SecretPart {
        to: Audience::seat(seat),
        body: Some(Secret::new(Contents { choice: json!({}), word: None }.body())),
        n: None,
        salt: Some(Secret::new([0; 32])),
        person: None,
    }
}

/// The envelope of a seat as it was opened further on; `None` where it is still closed, or was asked for again after a restore.
pub(super) fn opened_in(lines: &[Entry], round: &str, seat: &SeatId) -> Option<SecretPart> {
    let restored = |entry: &&Entry| !matches!(entry.event, Event::Restored { .. });
    lines.iter().take_while(restored).find_map(|entry| match &entry.event {
        Event::Opened { round: r, seat: s, body, n, salt } if r == round && s == seat => Some(SecretPart {
            to: Audience::seat(seat),
            body: Some(Secret::new(body.body())),
            n: Some(*n),
            salt: Some(Secret::new(salt.0)),
            person: None,
        }),
        _ => None,
    })
}

/// Opens a round again: the envelopes, which lay off the record, are put in as they were opened.
pub(super) fn open_again(
    campaign: &Campaign,
    round: &str,
    told: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let missing = || Refusal::new("An envelope of the round is not opened with it.");
    let mut campaign = campaign.clone();
    let mut waits = false;
    let open = campaign.play.rounds.get(round).ok_or_else(|| Refusal::new("No such round is open."))?;
    for seat in &open.asked.clone() {
        let mut sealed = vec![opened_in(told, round, seat).ok_or_else(missing)?];
        sealed.extend(parts_in(told, round, seat));
        let open = campaign.play_mut().rounds.get_mut(round).map(Arc::make_mut).ok_or_else(missing)?;
        open.apply(seat, EnvelopeAct::Seal, &sealed);
        open.apply(seat, EnvelopeAct::Final, &[]);
        let open = campaign.play.rounds.get(round).ok_or_else(missing)?;
        let envelope = open.envelopes.get(seat).ok_or_else(missing)?;
        if envelope.parts.iter().any(|part| part.body.is_none()) {
            // What lies in parts that are closed is looked at when the campaign is.
            waits = true;
            continue;
        }
        let choice = envelope.whole(open).choice;
        open.check_choice(&campaign, round, seat, &choice)?;
        let defaulted = open.defaulted.contains(seat);
        let game = &campaign.play.game;
        let stands = [game.default_choice(round, seat), game.voted_default(round, seat)];
        if defaulted && !stands.contains(&Some(choice)) {
            return Err(Refusal::new("What was opened is not the default that the empty envelope took."));
        }
    }
    let at = told.first().map_or(0, |line| line.at);
    let mut draft = Draft::of(&campaign, at, By::Bot, chance);
    close_if_complete(&mut draft, round)?;
    Ok(Again { waits, ..decided(draft.into_entries()) })
}

/// The parts of a choice as they stand with its opening, or are opened in the same order.
pub(super) fn parts_in(told: &[Entry], round: &str, seat: &SeatId) -> Vec<SecretPart> {
    let mut parts = Vec::new();
    let mut numbers = 0;
    for entry in told {
        match &entry.event {
            Event::Opened { round: r, seat: s, n, .. } if r == round && s == seat => {
                (parts, numbers) = (entry.secrets.clone(), n + 1);
            }
            Event::Part { round: r, seat: s, body, n, salt, .. } if r == round && s == seat => {
                let at = n.checked_sub(numbers).and_then(|at| usize::try_from(at).ok());
                if let Some(part) = at.and_then(|at| parts.get_mut(at)) {
                    part.body = Some(Secret::new(body.clone()));
                    part.n = Some(*n);
                    part.salt = Some(Secret::new(salt.0));
                }
            }
            _ => {}
        }
    }
    parts
}

/// Seals the operator's envelope again, which goes on the record at once. While it has not been opened only its form is checked.
pub(super) fn seal_again(
    campaign: &Campaign,
    round: &str,
    told: &[Entry],
    later: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let line = &told[0];
    let seat = campaign.seat_of(line.by).ok_or_else(no_seat)?;
    let Some(part) = opened_in(later, round, seat) else {
        return sealed_only(campaign, round, seat, told, chance);
    };
    if let (Some(n), Some(salt)) = (part.n, &part.salt) {
        chance.salts.insert(n, *salt.reveal());
    }
    let mut contents = contents_of(&part).ok_or_else(|| Refusal::new("What was sealed cannot be read."))?;
    let names = campaign.play.rounds.get(round).map(|open| open.parts.clone()).unwrap_or_default();
    if !names.is_empty() {
        let bodies = parts_in(later, round, seat);
        if bodies.iter().any(|part| part.body.is_none() || part.salt.is_none()) {
            return sealed_only(campaign, round, seat, told, chance);
        }
        let items = parts::acts::read(names.len(), part.n.unwrap_or_default(), &contents.choice, &bodies);
        for item in &items {
            chance.salts.extend(item.salt.as_ref().map(|salt| (item.n, *salt.reveal())));
        }
        contents.choice = parts::joined(&contents.choice, &names, &items);
    }
    // A last envelope of the operator's opens the round; that is the next order on the record.
    let at = line.at.max(campaign.last_at);
    let mut draft = Draft::of(campaign, at, line.by, chance).kept_closed();
    seal_as_it_was(&mut draft, round, seat, contents)?;
    Ok(decided(draft.into_entries()))
}

/// What lies in an envelope that is open.
fn contents_of(part: &SecretPart) -> Option<Contents> {
    Contents::deserialize(part.body.as_ref()?.reveal()).ok()
}

/// What a sealed envelope of the operator's puts on the record, with the code that the record tells.
fn sealed_only(
    campaign: &Campaign,
    round: &str,
    seat: &SeatId,
    told: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let line = &told[0];
    if let Some(refusal) = bar(&Draft::of(campaign, line.at, line.by, chance), round, seat) {
        return Err(refusal);
    }
    if !campaign.is_operator(seat) {
        return Err(Refusal::new("Only the operator's envelope goes on the record before its round closes."));
    }
    let Some(Event::Sealed { code, .. }) = told.get(1).map(|entry| &entry.event) else {
        return Err(Refusal::new("The code of the envelope is missing."));
    };
    let fields = Map::from_iter([("round".to_owned(), json!(round))]);
    let events = [
        Event::Order { verb: "seal".to_owned(), fields },
        Event::Sealed { round: round.to_owned(), seat: seat.clone(), code: *code },
    ];
    let mut made = Vec::new();
    for event in events {
        made.push(Entry::write(line.at, line.by, event, Vec::new(), None)?);
    }
    Ok(Again { made, waits: true })
}
