//! A random game of the Middle Ages comes out as it did, order by order.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::random::Random;
use crate::common::recorded::comes_out_as_it_did;
use crate::help::founding;
use crate::random::begun;
use engine::table::Founding;
use serde_json::json;

#[test]
fn two_rounds_come_out_as_they_did() {
    comes_out_as_it_did("charlemagne", || {
        let options = json!({"year": 771, "rounds": 2});
        let founding = Founding { campaign: "ages000003".to_owned(), ..founding("charlemagne", 3, options) };
        let mut play = begun(Play::founded_on(3, &founding), 3, 3);
        let mut random = Random::new(3);
        for _ in 0..12 {
            random.plays(&mut play, 12, |_| ());
            random.brings_on(&mut play, |_| ());
        }
        play
    });
}
