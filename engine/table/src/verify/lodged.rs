//! Checking orders that were lodged ahead.

use super::{Check, places};
use crate::audience::Audience;
use crate::event::{Entry, Event};
use crate::hash::Hash;
use crate::lodged::{Holder, UNSAID, is_item, is_part_item, is_whole};
use crate::padding::MOST;
use crate::seal::seal_code;

/// A slot as it was sealed: of each place the code of its order, and after it those of its parts.
pub(super) struct Slot {
    generation: usize,
    /// How many codes each place has.
    each: usize,
    codes: Vec<Hash>,
    open: Vec<bool>,
}

impl Check {
    /// What is lodged is sealed for its own seat, as one body or place by place.
    pub(super) fn lodged(&mut self, entry: &Entry) -> Result<(), String> {
        let Event::Lodged { seat, power, frame, places, parts } = &entry.event else { return Ok(()) };
        let seals = entry.seals();
        let places = places::checked(*places, UNSAID)?;
        if *parts > 0 && frame.is_none() {
            return Err("All that is lodged is sealed as one, and has no parts beside it.".to_owned());
        }
        let each = 1 + usize::try_from(*parts).unwrap_or(usize::MAX - 1).min(MOST as usize);
        let wanted = if frame.is_some() { places * each } else { 1 };
        if seals.len() != wanted || seals.iter().any(|(_, to)| *to != Audience::seat(seat)) {
            return Err(format!("What is lodged has {wanted} seals here, all for its own seat."));
        }
        let mut first = None;
        for (at, own) in entry.secrets.iter().enumerate() {
            let Some(body) = &own.body else { continue };
            let begins = own.n.and_then(|n| n.checked_sub(at as u64));
            let fits = match (frame, at % each) {
                (None, _) => is_whole(body.reveal(), places),
                (Some(_), 0) => is_item(body.reveal(), at / each),
                (Some(_), part) => is_part_item(body.reveal(), at / each, part - 1),
            };
            if !fits || begins.is_none() || *first.get_or_insert(begins) != begins {
                return Err("What stands with the line is not what is lodged, under its number.".to_owned());
            }
        }
        if frame.is_some() {
            let codes: Vec<Hash> = seals.into_iter().map(|(code, _)| code).collect();
            let slot = Slot { generation: self.generation, each, open: vec![false; codes.len()], codes };
            self.slots_of.insert(Holder { seat: seat.clone(), power: power.clone() }, slot);
        }
        Ok(())
    }

    /// An order that is given opens once, and is what was sealed at its place; a part of what is to follow from it opens after it, once.
    pub(super) fn lodged_opened(&mut self, line: u64, event: &Event) -> Result<(), String> {
        let Event::LodgedOpened { seat, power, place, part, body, n, salt } = event else { return Ok(()) };
        let slot = self.slots_of.get_mut(&Holder { seat: seat.clone(), power: power.clone() });
        let slot = slot.ok_or("It opens what was never lodged.")?;
        let (place, each) = (*place as usize, slot.each);
        let order = place.checked_mul(each).filter(|at| *at < slot.codes.len());
        let order = order.ok_or("What was lodged has no such place.")?;
        let at = match part {
            None => {
                let later = slot.open.iter().skip(order + each).step_by(each);
                if later.into_iter().any(|open| *open) {
                    return Err("An order that was lodged after it was opened before.".to_owned());
                }
                order
            }
            Some(part) if (*part as usize) + 1 < each => {
                if !slot.open[order] {
                    return Err(
                        "What is to follow is opened before the order that it follows from.".to_owned()
                    );
                }
                order + 1 + *part as usize
            }
            Some(_) => return Err("What was lodged has no such part.".to_owned()),
        };
        if std::mem::replace(&mut slot.open[at], true) {
            return Err("What was lodged at that place was opened before.".to_owned());
        }
        let fits = match part {
            None => is_item(body, place) && body.get("line").is_some(),
            Some(part) => is_part_item(body, place, *part as usize),
        };
        if !fits || seal_code(&salt.0, body).map_err(|e| e.to_string())? != slot.codes[at] {
            return Err("What is opened here is not what was sealed: the code is another.".to_owned());
        }
        self.salts.push((line, slot.generation, *n, *salt));
        self.report.seals_checked += 1;
        self.report.lodged_checked += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::event::SecretPart;
    use crate::lodged::item;
    use crate::names::{By, SeatId};
    use crate::secret::Secret;
    use serde_json::{Value, json};

    fn seat() -> SeatId {
        SeatId::numbered(1)
    }

    /// What is sealed at each place of a slot, under the numbers from 20.
    fn places() -> Vec<SecretPart> {
        so_many_places(UNSAID)
    }

    fn so_many_places(places: usize) -> Vec<SecretPart> {
        let march = serde_json::from_value(json!({"order": {"march": 1}})).unwrap();
        let body = |at: usize| item(at, if at == 2 { Some(&march) } else { None });
        (0..places).map(|at| part(body(at), 20 + at as u64)).collect()
    }

    fn part(body: Value, n: u64) -> SecretPart {
        let (body, salt) = (Some(Secret::new(body)), Some(Secret::new([7; 32])));
        SecretPart { to: Audience::seat(&seat()), body, n: Some(n), salt, person: None }
    }

    /// What the check says of a slot that opened with these.
    fn sealed(parts: Vec<SecretPart>, frame: Option<u64>) -> Result<(), String> {
        sealed_saying(parts, frame, None)
    }

    /// The same where the line says how many places there are.
    fn sealed_saying(parts: Vec<SecretPart>, frame: Option<u64>, places: Option<u32>) -> Result<(), String> {
        let event = Event::Lodged { seat: seat(), power: None, frame, places, parts: 0 };
        Check::default().lodged(&Entry::write(1, By::Bot, event, parts, None).unwrap())
    }

    #[test]
    fn a_slot_has_as_many_places_as_its_line_says_and_twelve_where_it_says_none() {
        sealed_saying(so_many_places(12), Some(4), None).unwrap();
        for places in [5, 11, 13, 20] {
            let said = u32::try_from(places).unwrap();
            sealed_saying(so_many_places(places), Some(4), Some(said)).unwrap();
            assert!(sealed_saying(so_many_places(places), Some(4), None).is_err(), "{places} unsaid");
            assert!(sealed_saying(so_many_places(places), Some(4), Some(said + 1)).is_err(), "{places}");
        }
        assert!(
            sealed_saying(so_many_places(12), Some(4), Some(12)).unwrap_err().contains("does not say so")
        );
        let all = |lines: usize, places| {
            sealed_saying(vec![part(json!({"lodged": vec![json!({}); lines]}), 20)], None, places)
        };
        assert!(all(12, None).is_ok() && all(13, None).is_err());
        assert!(all(20, Some(20)).is_ok() && all(21, Some(20)).is_err());
    }

    #[test]
    fn what_stands_with_a_slot_is_what_is_lodged_at_each_place_under_numbers_that_follow_one_another() {
        sealed(places(), Some(4)).unwrap();
        let wrong = |change: &dyn Fn(&mut Vec<SecretPart>)| {
            let mut parts = places();
            change(&mut parts);
            sealed(parts, Some(4)).unwrap_err().contains("not what is lodged, under its number")
        };
        assert!(wrong(&|parts| parts[5].body = Some(Secret::new(item(6, None)))), "another place's");
        assert!(wrong(&|parts| parts[5].body = Some(Secret::new(json!({"order": "fly"})))));
        assert!(wrong(&|parts| parts[0].n = None));
        assert!(wrong(&|parts| parts.iter_mut().for_each(|part| part.n = None)), "none has a number");
        assert!(wrong(&|parts| parts[5].n = Some(26)), "the next one's number");
        assert!(wrong(&|parts| parts[5].n = Some(2)), "a slot that began before the first number");
    }

    #[test]
    fn what_stands_with_a_round_of_slots_is_all_that_a_seat_has_lodged() {
        let all = |body: Value| sealed(vec![part(body, 20)], None);
        all(json!({"lodged": [{"order": {"march": 1}}, {}]})).unwrap();
        all(json!({"lodged": []})).unwrap();
        for other in [json!({"lodged": 0}), json!({"lodged": [], "by": "bot"}), json!({"march": 1})] {
            let says = all(other.clone()).unwrap_err();
            assert!(says.contains("not what is lodged"), "{other}: {says}");
        }
    }

    #[test]
    fn what_opens_of_a_slot_is_a_line_that_was_sealed_at_its_place() {
        let opens = |at: usize, body: Value| {
            let mut parts = places();
            parts[at].body = Some(Secret::new(body.clone()));
            let event = Event::Lodged { seat: seat(), power: None, frame: Some(4), places: None, parts: 0 };
            let codes = Entry::write(1, By::Bot, event, parts, None).unwrap().seals();
            let codes: Vec<Hash> = codes.into_iter().map(|(code, _)| code).collect();
            let mut check = Check::default();
            let slot = Slot { generation: 0, each: 1, open: vec![false; codes.len()], codes };
            check.slots_of.insert(Holder::seat(&seat()), slot);
            let n = 20 + at as u64;
            let (place, salt) = (u32::try_from(at).unwrap(), Hash([7; 32]));
            let (power, part) = (None, None);
            check.lodged_opened(5, &Event::LodgedOpened { seat: seat(), power, place, part, body, n, salt })
        };
        opens(2, json!({"lodged": 2, "line": {"order": {"march": 1}}})).unwrap();
        opens(3, json!({"lodged": 3, "line": {}})).unwrap();
        // Each of these is what was sealed there, and none is an order that could be given.
        for other in [
            json!({"lodged": 2}),
            json!({"lodged": 3, "line": {}}),
            json!({"lodged": 2, "line": {}, "by": "bot"}),
            json!({"lodged": 2, "line": {"fly": 1}}),
        ] {
            let says = opens(2, other.clone()).unwrap_err();
            assert!(says.contains("not what was sealed"), "{other}: {says}");
        }
    }
}
