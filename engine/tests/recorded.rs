//! Random games of Empires in Arms come out as they did, order by order.
#![allow(clippy::unwrap_used)]

use crate::common::random::Random;
use crate::common::recorded::comes_out_as_it_did;
use crate::common::{Play, founding};
use serde_json::json;

/// Battles as they are opened, mustered, sealed and fought.
#[test]
fn months_of_battles_come_out_as_they_did() {
    comes_out_as_it_did("months", || {
        let mut play = Play::in_months(7, |founding| founding.campaign = "months0000".to_owned());
        let mut random = Random::new(0);
        for _ in 0..3 {
            random.brings_on(&mut play, |_| ());
            random.plays(&mut play, 60, |_| ());
        }
        play
    });
}

/// A campaign whose politics and money the bot keeps.
#[test]
fn a_year_of_money_comes_out_as_it_did() {
    comes_out_as_it_did("money", || {
        let switches = json!({"politics": "kept", "economy": "kept"});
        let mut play = Play::in_months(3, |founding| {
            founding.campaign = "money00000".to_owned();
            founding.options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
        });
        let mut random = Random::new(1);
        for _ in 0..48 {
            random.brings_on(&mut play, |_| ());
            random.plays(&mut play, 4, |_| ());
        }
        play
    });
}

/// The founding of a campaign, its bids and its table.
#[test]
fn a_table_comes_out_as_it_did() {
    comes_out_as_it_did("table", || {
        let options = json!({"ceiling": 30, "spare": "uncontrolled", "switches": {"politics": "told"}});
        let mut play = Play::founded_on(1, &founding(4, 0, options));
        Random::new(1).plays(&mut play, 120, |_| ());
        play
    });
}
