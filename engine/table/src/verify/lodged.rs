//! Checking orders that were lodged ahead.

use super::Check;
use crate::audience::Audience;
use crate::event::{Entry, Event};
use crate::hash::Hash;
use crate::lodged::{PLACES, is_item, is_whole};
use crate::names::SeatId;
use crate::seal::seal_code;

/// The slot of a seat as it was sealed.
pub(super) struct Slot {
    generation: usize,
    codes: Vec<Hash>,
    open: Vec<bool>,
}

impl Check {
    /// What is lodged is sealed for its own seat, as one body or place by place.
    pub(super) fn lodged(&mut self, entry: &Entry, seat: &SeatId, frame: Option<u64>) -> Result<(), String> {
        let seals = entry.seals();
        let wanted = if frame.is_some() { PLACES } else { 1 };
        if seals.len() != wanted || seals.iter().any(|(_, to)| *to != Audience::seat(seat)) {
            return Err(format!("What is lodged has {wanted} seals here, all for its own seat."));
        }
        let mut first = None;
        for (at, part) in entry.secrets.iter().enumerate() {
            let Some(body) = &part.body else { continue };
            let begins = part.n.and_then(|n| n.checked_sub(at as u64));
            let fits = if frame.is_some() { is_item(body.reveal(), at) } else { is_whole(body.reveal()) };
            if !fits || begins.is_none() || *first.get_or_insert(begins) != begins {
                return Err("What stands with the line is not what is lodged, under its number.".to_owned());
            }
        }
        if frame.is_some() {
            let codes: Vec<Hash> = seals.into_iter().map(|(code, _)| code).collect();
            let slot = Slot { generation: self.generation, open: vec![false; codes.len()], codes };
            self.slots_of.insert(seat.clone(), slot);
        }
        Ok(())
    }

    /// An order that is given opens once, and is what was sealed at its place.
    pub(super) fn lodged_opened(&mut self, line: u64, event: &Event) -> Result<(), String> {
        let Event::LodgedOpened { seat, place, body, n, salt } = event else { return Ok(()) };
        let slot = self.slots_of.get_mut(seat).ok_or("It opens what was never lodged.")?;
        let at = *place as usize;
        if slot.open.iter().skip(at + 1).any(|open| *open) {
            return Err("An order that was lodged after it was opened before.".to_owned());
        }
        let open = slot.open.get_mut(at).ok_or("What was lodged has no such place.")?;
        if std::mem::replace(open, true) {
            return Err("What was lodged at that place was opened before.".to_owned());
        }
        if !is_item(body, at)
            || body.get("line").is_none()
            || seal_code(&salt.0, body).map_err(|e| e.to_string())? != slot.codes[at]
        {
            return Err("What is opened here is not what was sealed: the code is another.".to_owned());
        }
        self.salts.push((line, slot.generation, *n, *salt));
        self.report.seals_checked += 1;
        self.report.lodged_checked += 1;
        Ok(())
    }
}
