//! Who looked in lately: whose order stands on the record. Votes, endings and the host's office go by it, so that neither a few decide for
//! those who play, nor those who left hold up the rest.

use super::campaign::Campaign;
use super::event::{Entry, Event};
use super::names::{By, SeatId};
use super::votes;
use std::collections::BTreeSet;

/// For how long somebody counts as having looked in, in seconds: seven days.
pub const LATELY: i64 = 7 * 24 * 60 * 60;

/// For how long the host is silent before he is written to, in seconds: five days.
pub const SILENT: i64 = 5 * 24 * 60 * 60;

impl Campaign {
    /// Who is umpire: whom the founding named, as long as he plays nobody here. Who plays is a party, and the players vote then.
    #[must_use]
    pub fn umpire(&self) -> Option<u32> {
        let plays = |person: &u32| self.play.seats.values().any(|place| place.is_of(*person));
        self.founded.umpire.filter(|person| !plays(person))
    }

    /// Notes who gave an order that stands on the record, and whose envelope was opened that he sealed himself.
    pub(crate) fn note_attendance(&mut self, entry: &Entry) {
        if entry.line.is_none() {
            return;
        }
        if let (Event::Order { .. }, Some(person)) = (&entry.event, entry.by.person()) {
            self.seen.insert(person, entry.at);
            if person == self.play.host && self.play.host_asked {
                self.play_mut().host_asked = false;
            }
        }
        let Event::Opened { round, .. } = &entry.event else { return };
        let Some(open) = self.play.rounds.get(round).cloned() else { return };
        for seat in open.asked.iter().filter(|seat| !open.defaulted.contains(seat)) {
            let players = self.play.seats.get(seat).and_then(|place| place.person);
            self.seen.extend(players.map(|person| (person, entry.at)));
        }
    }

    /// Whether a person has looked in within seven days.
    #[must_use]
    pub fn has_looked_in(&self, person: u32, at: i64) -> bool {
        self.seen.get(&person).is_some_and(|seen| at - seen < LATELY)
    }

    /// The seats with a voice whose player, or who shares it with him, has looked in within seven days.
    #[must_use]
    pub fn looked_in(&self, at: i64) -> BTreeSet<SeatId> {
        let lately = |seat: &SeatId| {
            let place = &self.play.seats[seat];
            place.person.iter().chain(&place.partners).any(|person| self.has_looked_in(*person, at))
        };
        votes::acts::voters(&self.play).into_iter().filter(lately).collect()
    }

    /// Whether so many are enough to decide for all: more than half of those who looked in within seven days, and at least a third of all who
    /// have a voice in it.
    #[must_use]
    pub fn is_quorum(&self, voices: &BTreeSet<SeatId>, among: &[SeatId], at: i64) -> bool {
        let mut present = self.looked_in(at);
        present.retain(|seat| among.contains(seat));
        present.extend(voices.iter().cloned());
        !voices.is_empty() && voices.len() * 2 > present.len() && voices.len() * 3 >= among.len()
    }

    /// Whether nobody but this person has looked in within seven days of those who have a voice.
    #[must_use]
    pub fn is_alone(&self, person: Option<u32>, at: i64) -> bool {
        let own = person.and_then(|person| self.seat_of(By::Person(person)));
        self.looked_in(at).iter().all(|seat| Some(seat) == own)
    }

    /// Whether the host is to be written to, because he has not looked in for five days and others play.
    pub(crate) fn host_is_to_be_asked(&self, at: i64) -> bool {
        let last = self.seen.get(&self.play.host).copied();
        let silent = last.is_some_and(|last| at - last >= SILENT);
        let awake = self.play.timing.as_ref().is_none_or(|timing| timing.is_awake(at));
        let own = self.seat_of(self.host());
        silent
            && awake
            && !self.play.host_asked
            && votes::acts::voters(&self.play).iter().any(|seat| Some(seat) != own)
    }

    /// Whether the host has not looked in for seven days, so that any player lets the clock run on in his place, and the office is taken where
    /// nobody else is there.
    #[must_use]
    pub fn host_is_gone(&self, at: i64) -> bool {
        !self.has_looked_in(self.play.host, at)
    }
}
