//! What is counted as luck.
#![allow(clippy::unwrap_used)]

use engine::table::event::Rolled;
use engine::table::luck::{Tally, fallen};
use engine::table::roll::Dice;
use engine::table::{By, Entry, Event, SeatId};

fn rolled(slot: &str, dice: Dice, result: &[u32]) -> Rolled {
    Rolled {
        id: "1.1".to_owned(),
        attempt: 0,
        dice,
        entropy: Vec::new(),
        epoch: 1,
        slot: slot.to_owned(),
        result: result.to_vec(),
        purpose: "free".to_owned(),
        read: None,
    }
}

#[test]
fn shuffles_and_what_decides_a_stand_in_s_order_are_no_luck() {
    let die = || Dice::Of(vec![[6, 1]]);
    let entries = [
        rolled("stand-in/seat-1", die(), &[5]),
        rolled("choice/bids", Dice::Shuffle(2), &[1, 0]),
        rolled("stand-in/seat-1", Dice::Shuffle(2), &[1, 0]),
        rolled("free/seat-2/1", die(), &[3]),
        rolled("1805-01/land/1", die(), &[4]),
    ]
    .map(|rolled| Entry::write(0, By::Bot, Event::Rolled(rolled), Vec::new(), None).unwrap());
    let found: Vec<_> =
        fallen(&entries).into_iter().map(|one| (one.rolled.result.clone(), one.seat)).collect();
    assert_eq!(found, [(vec![3], Some(SeatId::numbered(2))), (vec![4], None)]);
}

#[test]
fn a_face_that_fell_as_often_as_with_fair_dice_fell_no_more_often() {
    let even = rolled("free/seat-1/1", Dice::Of(vec![[6, 6]]), &[1, 2, 3, 4, 5, 6]);
    assert_eq!(Tally::of([&even]).by[&6].more(1), 0);
}
