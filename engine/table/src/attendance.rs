//! Who looked in lately: whose order stands on the record. Votes, endings and the host's office go by it, so that neither a few decide for
//! those who play, nor those who left hold up the rest.

use super::campaign::Campaign;
use super::event::{Entry, Event};
use super::names::SeatId;
use super::votes;
use std::collections::BTreeSet;

/// For how long somebody counts as having looked in, in seconds: seven days.
pub const LATELY: i64 = 7 * 24 * 60 * 60;

impl Campaign {
    /// Notes who gave an order that stands on the record, and whose envelope was opened that he sealed himself.
    pub(crate) fn note_attendance(&mut self, entry: &Entry) {
        if entry.line.is_none() {
            return;
        }
        if let (Event::Order { .. }, Some(person)) = (&entry.event, entry.by.person()) {
            self.seen.insert(person, entry.at);
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

    /// Whether the host has not looked in for seven days, so that any player lets the clock run on in his place, or takes his office.
    #[must_use]
    pub fn host_is_gone(&self, at: i64) -> bool {
        !self.has_looked_in(self.play.host, at)
    }
}
