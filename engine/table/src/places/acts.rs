//! What is done about who acts for a seat.

use super::*;
use crate::act::Act;
use crate::campaign::{Campaign, Play, Seat, Stage};
use crate::draft::Draft;
use crate::event::TableEvent;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::said;
use crate::votes::{self, Matter, Vote};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Campaign {
    /// The seats for which a person is regent at a moment.
    #[must_use]
    pub fn regencies(&self, by: By, at: i64) -> Vec<SeatId> {
        let Some(person) = by.person() else { return Vec::new() };
        let seats = self.play.seats.iter().filter(|(_, seat)| seat.regent_at(at) == Some(person));
        seats.map(|(id, _)| id.clone()).collect()
    }
}

impl Campaign {
    /// The seats with which the regent of a seat has something in common whom a vote named: his own, and those that voted for him.
    fn by_whose_vote(&self, seat: &SeatId) -> BTreeSet<SeatId> {
        let Some(regent) = self.play.seats.get(seat).and_then(|place| place.regent) else {
            return BTreeSet::new();
        };
        let matter = Matter::Regent { seat: seat.clone(), person: regent };
        let vote = self.play.votes_closed.values().rev().find(|vote| vote.matter == matter);
        let voices = vote.map(|vote| vote.voices(votes::YES)).unwrap_or_default();
        voices.into_iter().chain(self.seat_of(By::Person(regent)).cloned()).collect()
    }

    /// Whether a regent whom a vote named seals nothing for a seat in a round: not all are asked in it, as in a battle or a treaty, and one of
    /// those is who voted for him, or he himself.
    pub(crate) fn leaves_to_player(&self, seat: &SeatId, round: &str) -> bool {
        let Some(open) = self.play.rounds.get(round) else { return false };
        let of_all = votes::acts::voters(&self.play).iter().all(|voter| open.asked.contains(voter));
        let friends = self.by_whose_vote(seat);
        !of_all && open.asked.iter().any(|asked| asked != seat && friends.contains(asked))
    }
}

/// Refuses that a regent whom a vote named seals for an absent player what is for him alone to decide: that he yields to another, and anything in
/// a round in which who voted for the regent is his opponent.
pub(crate) fn regent_may_seal(draft: &Draft<'_>, round: &str, choice: &Value) -> Result<(), Refusal> {
    let Some(seat) = draft.acting() else { return Ok(()) };
    let campaign = draft.campaign();
    if campaign.play.seats.get(seat).is_none_or(|place| place.regent.is_none()) {
        return Ok(());
    }
    if campaign.leaves_to_player(seat, round) {
        return Err(Refusal::new(said!(
            "You are regent by a vote of those who are asked here too: that envelope is left to the absent player, and without it the others vote."
        )));
    }
    if campaign.play.rounds[round].exchange.is_none() && campaign.play.game.is_for_the_player(choice) {
        return Err(Refusal::new(said!(
            "A regent whom a vote named yields to nobody for the absent player, and begins no war: neither a suit for peace nor a surrender nor a declaration of war is his to seal."
        )));
    }
    Ok(())
}

/// Checks that somebody may act for a seat that is not his own.
pub(crate) fn may_act(draft: &Draft<'_>, seat: &SeatId) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    if campaign.seat_of(draft.author()) == Some(seat) {
        return Ok(());
    }
    let place = campaign.play.seats.get(seat).ok_or_else(|| Refusal::new(said!("There is no {}.", seat)))?;
    match (place.regent_at(draft.at()), draft.author().person()) {
        (Some(regent), Some(person)) if regent == person => Ok(()),
        _ => Err(Refusal::new(said!("You are not the regent of that seat, so you cannot act for it."))),
    }
}

fn own_place<'c>(draft: &'c Draft<'_>, seat: &SeatId) -> Result<&'c Seat, Refusal> {
    draft.campaign().play.seats.get(seat).ok_or_else(|| Refusal::new(said!("There is no {}.", seat)))
}

fn is_player_elsewhere(draft: &Draft<'_>, person: u32) -> bool {
    draft.campaign().play.seats.values().any(|seat| seat.is_of(person))
}

/// Shares one's seat with somebody.
pub(crate) fn share(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Share { person } = act else { return Ok(()) };
    let seat = draft.seat()?;
    if own_place(draft, &seat)?.person != draft.author().person() {
        return Err(Refusal::new(said!("Only the player of the seat lets somebody share it.")));
    }
    if draft.campaign().is_operator(&seat) {
        return Err(Refusal::new(said!(
            "The operator's seat is not shared: who sits on it could read the others' secrets."
        )));
    }
    if is_player_elsewhere(draft, *person) {
        return Err(Refusal::new(said!(
            "He plays in this campaign already, so he cannot share your seat too."
        )));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::Shared { seat, person: *person })
}

/// Ends the sharing; the partner may end it too.
pub(crate) fn unshare(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Unshare { person } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let place = own_place(draft, &seat)?;
    if !place.partners.contains(person) {
        return Err(Refusal::new(said!("He does not share your seat.")));
    }
    if place.person != draft.author().person() && draft.author().person() != Some(*person) {
        return Err(Refusal::new(said!(
            "Only the player of the seat, or the one who shares it himself, ends that."
        )));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::Unshared { seat, person: *person })
}

/// Is away; a regent may be named.
pub(crate) fn away(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Away { until, regent } = act else { return Ok(()) };
    let seat = draft.seat()?;
    if until.is_some_and(|until| until <= draft.at()) {
        return Err(Refusal::new(said!("The day of your return lies ahead, not behind.")));
    }
    if let Some(person) = regent {
        let place = own_place(draft, &seat)?;
        if place.is_of(*person) {
            return Err(Refusal::new(said!(
                "You are not your own regent; who shares your seat acts for it anyway."
            )));
        }
        if draft.campaign().is_operator(&seat) {
            return Err(Refusal::new(no_regent_of_the_operator()));
        }
        let other = draft.campaign().seat_of(By::Person(*person));
        if other.is_some_and(|other| draft.campaign().play.game.at_war(other, &seat)) {
            return Err(Refusal::new(said!("A power at war with yours cannot be your regent.")));
        }
        if By::Person(*person) == draft.campaign().host() {
            return Err(Refusal::new(said!("The host is regent only where a vote names him.")));
        }
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::WentAway { seat, until: *until, regent: *regent })
}

/// Is back.
pub(crate) fn back(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let place = own_place(draft, &seat)?;
    let is_voted_on =
        |vote: &Arc<Vote>| matches!(&vote.matter, Matter::Regent { seat: of, .. } if *of == seat);
    let is_missed = draft.campaign().play.votes.values().any(is_voted_on);
    if place.away.is_none() && place.regent.is_none() && !is_missed {
        return Err(Refusal::new(said!("You are not away, and nobody acts for you.")));
    }
    if place.person != draft.author().person()
        && !place.partners.iter().any(|p| Some(*p) == draft.author().person())
    {
        return Err(Refusal::new(said!("Only the player himself comes back.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::CameBack { seat })
}

/// A regent looks at what the open steps ask of the seat. It is noted off the record and listed to the player on his return.
pub(crate) fn look(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let Some(person) = draft.author().person() else { return Ok(()) };
    if own_place(draft, &seat)?.is_of(person) {
        return Err(Refusal::new(said!("That is your own seat; /desk shows it.")));
    }
    let rounds = &draft.campaign().play.rounds;
    let what =
        rounds.iter().filter(|(_, open)| open.asked.contains(&seat)).map(|(name, _)| name.clone()).collect();
    draft.off_record_table(TableEvent::Looked { seat, person, what })
}

/// Leaves the seat in play. Three doors follow: a substitute, the auction, or no player.
pub(crate) fn resign(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("Before play begins a seat is simply given up with /seat leave.")));
    }
    if own_place(draft, &seat)?.person != draft.author().person() {
        return Err(Refusal::new(said!(
            "Only the player of the seat leaves it; who shares it ends that with /seat unshare."
        )));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::Resigned { seat })?;
    // What waited for him alone waits no longer.
    crate::seats::close_if_all_asked(draft, false)?;
    crate::set_back::acts::go_back_if_agreed(draft)
}

/// Names a substitute: the player for his own seat, the host for one whose player left.
pub(crate) fn offer(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::OfferSeat { seat, person } = act else { return Ok(()) };
    let campaign = draft.campaign();
    let place = own_place(draft, seat)?;
    let own = campaign.seat_of(draft.author()) == Some(seat) && place.person == draft.author().person();
    let hosts = place.person.is_none() && draft.author() == campaign.host();
    if campaign.play.stage != Stage::Playing {
        return Err(Refusal::new(said!(
            "A substitute is named once play has begun; until then a free seat is open to all."
        )));
    }
    if place.out {
        return Err(Refusal::new(said!("That seat is out of the game.")));
    }
    if !own && !hosts {
        return Err(Refusal::new(said!(
            "A substitute is named by the player himself or, where he has left, by the host."
        )));
    }
    if is_player_elsewhere(draft, *person) {
        return Err(Refusal::new(said!("He plays in this campaign already.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::SeatOffered { seat: seat.clone(), person: *person })
}

/// Hands the host's office on. Of another player it is put to the vote, or done where neither the host nor anybody else has looked in for
/// seven days.
pub(crate) fn hand_over(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::HandOver { person } = act else { return Ok(()) };
    let campaign = draft.campaign();
    let alone = campaign.play.host_alone;
    let is_host = draft.author() == campaign.host();
    if By::Person(*person) == campaign.host() && !alone {
        return Err(Refusal::new(said!("He is the host already.")));
    }
    let nobody_is_there =
        campaign.host_is_gone(draft.at()) && campaign.is_alone(draft.author().person(), draft.at());
    let takes_it = nobody_is_there && campaign.seat_of(draft.author()).is_some();
    if alone || !(is_host || takes_it) {
        let office = crate::votes::Office::Host { person: *person };
        return crate::votes::acts::in_the_hosts_place(draft, act, office, None);
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::HostIs { person: *person, alone: !is_host })
}

/// Stand-ins are the host's.
fn only_the_host(draft: &Draft<'_>) -> Result<(), Refusal> {
    if draft.author() != draft.campaign().host() {
        return Err(Refusal::new(said!("Only the host seats stand-ins.")));
    }
    Ok(())
}

/// Whether a stand-in may sit down there.
fn may_sit(campaign: &Campaign, id: &SeatId, seat: &Seat) -> bool {
    seat.is_free() && !campaign.is_operator(id)
}

/// Puts a stand-in on a free seat, for practice.
pub(crate) fn stand_in(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::StandIn { seat, on } = act else { return Ok(()) };
    only_the_host(draft)?;
    let place = own_place(draft, seat)?;
    if *on && !may_sit(draft.campaign(), seat, place) {
        return Err(Refusal::new(said!("A stand-in sits only on a free seat that is not the operator's.")));
    }
    if !on && !place.stand_in {
        return Err(Refusal::new(said!("No stand-in sits there.")));
    }
    if !on && draft.campaign().play.stage == Stage::Playing {
        return Err(Refusal::new(said!(
            "In play a stand-in gets up when a substitute takes the seat: name one with /seat substitute."
        )));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::StandIn { seat: seat.clone(), on: *on })
}

/// Puts a stand-in on every seat that is free and not the operator's.
pub(crate) fn stand_ins(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    only_the_host(draft)?;
    let campaign = draft.campaign();
    let free = campaign.play.seats.iter().filter(|(id, seat)| may_sit(campaign, id, seat));
    let free: Vec<SeatId> = free.map(|(id, _)| id.clone()).collect();
    if free.is_empty() {
        return Err(Refusal::new(said!("There is no free seat for a stand-in.")));
    }
    draft.act_line(act, None)?;
    free.into_iter().try_for_each(|seat| draft.table(TableEvent::StandIn { seat, on: true }))
}

impl Play {
    /// An event of the places.
    pub(crate) fn apply_places(&mut self, event: TableEvent, at: i64) {
        match event {
            TableEvent::Shared { seat, person } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.partners.push(person);
                }
            }
            TableEvent::Unshared { seat, person } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.partners.retain(|partner| *partner != person);
                }
            }
            TableEvent::WentAway { seat, until, regent } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    // Whom he names himself takes the place of whom the others did.
                    place.regent = place.regent.filter(|_| regent.is_none());
                    place.away = Some(Away { since: at, until, regent });
                    place.shown.clear();
                }
            }
            TableEvent::CameBack { seat } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.away = None;
                    place.regent = None;
                }
                self.is_back(&seat);
            }
            TableEvent::RegentAppointed { seat, person } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.regent = Some(person);
                    place.shown.clear();
                }
            }
            TableEvent::Looked { seat, person, what } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.shown.push(Shown { at, person, what });
                }
            }
            TableEvent::Resigned { seat } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    let (offered, offered_by_host) = (place.offered, place.offered_by_host);
                    *place = Seat { offered, offered_by_host, ..Seat::default() };
                }
                self.wishes_no_end(&seat);
                self.at_table.remove(&seat);
                for wait in self.waits_mut() {
                    wait.asked.retain(|asked| *asked != seat);
                }
                for vote in self.votes.values_mut().map(Arc::make_mut) {
                    vote.voters.retain(|voter| *voter != seat);
                    vote.cast.remove(&seat);
                }
            }
            TableEvent::SeatOffered { seat, person } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    // Of a seat that its player has left the host alone names somebody.
                    place.offered_by_host = place.person.is_none();
                    place.offered = Some(person);
                }
            }
            TableEvent::HostIs { person, alone } => {
                (self.host, self.host_alone, self.host_asked) = (person, alone, false);
            }
            TableEvent::HostAsked => self.host_asked = true,
            TableEvent::StandIn { seat, on } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.stand_in = on;
                }
            }
            TableEvent::SeatOut { seat } => {
                if let Some(place) = self.seats.get_mut(&seat) {
                    place.out = true;
                    place.offered = None;
                }
                for round in self.rounds.values_mut().map(Arc::make_mut) {
                    round.asked.retain(|asked| *asked != seat);
                }
                self.rounds.retain(|_, round| !round.asked.is_empty());
            }
            _ => {}
        }
    }
}

impl Seat {
    /// Whether nobody plays it and it is not out of the game.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.person.is_none() && !self.stand_in && !self.out
    }

    /// Whether its player is away at a moment.
    #[must_use]
    pub fn is_away(&self, at: i64) -> bool {
        self.away.as_ref().is_some_and(|away| at >= away.since && away.until.is_none_or(|until| at < until))
    }

    /// Who acts as regent at a moment: appointed by vote, or named for a time away.
    #[must_use]
    pub fn regent_at(&self, at: i64) -> Option<u32> {
        self.regent.or_else(|| self.away.as_ref().filter(|_| self.is_away(at)).and_then(|away| away.regent))
    }

    /// Whether somebody acts as regent at a moment.
    #[must_use]
    pub fn has_regent(&self, at: i64) -> bool {
        self.regent_at(at).is_some()
    }

    /// Whether a person acts for the seat in his own right: its player, or who shares it with him.
    #[must_use]
    pub fn is_of(&self, person: u32) -> bool {
        self.person == Some(person) || self.partners.contains(&person)
    }
}

/// What a regent may do for a seat: what the open steps ask of it, no more.
pub(crate) fn regent_may(verb: &Verb) -> bool {
    match verb {
        Verb::Seal { .. } | Verb::Final { .. } | Verb::Open { .. } | Verb::Undo | Verb::Game(_) => true,
        Verb::Act { act, .. } => matches!(
            act,
            Act::Ready { .. }
                | Act::NotReady
                | Act::LetStand { .. }
                | Act::Look
                | Act::Tell { .. }
                | Act::TellAll { .. }
                | Act::Confirm { .. }
                | Act::Deny { .. }
                | Act::ConfirmAll { .. }
                | Act::Agree { .. }
                | Act::Object { .. }
        ),
        _ => false,
    }
}

/// What is said where a regent of the operator's seat is asked for.
pub(crate) fn no_regent_of_the_operator() -> Said {
    said!("The operator's seat has no regent: his envelopes are final from the moment they are sealed.")
}
