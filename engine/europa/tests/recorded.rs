//! Random games come out as they did: their records, what every seat sees and what it is offered. A rule that is another than it was is
//! found by the first step that it changes.
#![allow(clippy::unwrap_used)]

use crate::common::recorded::Recorded;
use crate::common::{Play, founding};
use crate::random::{at_war, of_europa};
use engine::table::record::{Extent, line};
use engine::table::{By, offers};
use serde_json::json;

/// Every so many steps everybody looks at everything.
const LOOKS: usize = 8;

/// What came of the games so far, step by step.
struct Watch {
    recorded: Recorded,
    entries: usize,
    steps: usize,
}

impl Watch {
    fn of(name: &str) -> Watch {
        Watch { recorded: Recorded::of(name), entries: 0, steps: 0 }
    }

    /// The lines since the last step, and now and then what is seen and offered.
    fn sees(&mut self, play: &Play) {
        for entry in play.entries.iter().skip(self.entries) {
            self.recorded.step(&line(entry, Extent::Whole).unwrap().unwrap_or_default());
        }
        self.entries = play.entries.len();
        if self.steps.is_multiple_of(LOOKS) {
            for by in (1..=play.seats()).map(By::Person).chain([By::Bot]) {
                let view = play.campaign.view_for(by, false);
                self.recorded.step(&format!("{:?}", offers(&view)));
                self.recorded.step(&format!("{view:?}"));
            }
        }
        self.steps += 1;
    }
}

fn europa(n: u64, steps: u32) {
    let mut watch = Watch::of(&format!("europa-{n}"));
    let mut play = of_europa(n);
    let mut random = at_war(n, &mut play);
    random.plays(&mut play, steps, |play| watch.sees(play));
    random.brings_on(&mut play, |play| watch.sees(play));
    watch.recorded.ends();
}

/// Battles of Empires in Arms as they are opened, mustered, sealed and fought.
fn months(n: u64, steps: u32) {
    let mut watch = Watch::of(&format!("months-{n}"));
    let mut play = Play::in_months(7, |founding| founding.campaign = format!("months{n:04}"));
    let mut random = crate::common::random::Random::new(n);
    for _ in 0..3 {
        random.brings_on(&mut play, |play| watch.sees(play));
        random.plays(&mut play, steps, |play| watch.sees(play));
    }
    watch.recorded.ends();
}

/// The founding of a campaign of Empires in Arms, its bids and its table.
fn table(n: u64, steps: u32) {
    let mut watch = Watch::of(&format!("table-{n}"));
    let options = json!({"ceiling": 30, "spare": "uncontrolled", "switches": {"politics": "told"}});
    let mut play = Play::founded_on(u8::try_from(n).unwrap(), &founding(3 + n as u32, 0, options));
    let mut random = crate::common::random::Random::new(n);
    random.plays(&mut play, steps, |play| watch.sees(play));
    watch.recorded.ends();
}

#[test]
fn a_war_of_europa_with_deployed_stacks_comes_out_as_it_did() {
    europa(0, 300);
}

#[test]
fn a_second_war_of_europa_comes_out_as_it_did() {
    europa(1, 300);
}

#[test]
fn a_war_of_europa_of_three_comes_out_as_it_did() {
    europa(2, 300);
}

#[test]
fn a_war_of_europa_with_the_board_elsewhere_comes_out_as_it_did() {
    europa(3, 300);
}

#[test]
fn eight_more_wars_of_europa_come_out_as_they_did() {
    (4..12).for_each(|n| europa(n, 300));
}

#[test]
fn months_of_battles_come_out_as_they_did() {
    months(0, 60);
}

#[test]
fn other_months_of_battles_come_out_as_they_did() {
    months(1, 60);
}

#[test]
fn tables_come_out_as_they_did() {
    (0..3).for_each(|n| table(n, 120));
}
