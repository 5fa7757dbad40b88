//! Random games come out as they did: their records, what every seat sees and what it is offered. A rule that is another than it was is
//! found by the first step that it changes.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{at_war, founding as founding_of_europa, position};
use crate::common::random::Random;
use crate::common::recorded::Recorded;
use crate::common::unruly::Player;
use crate::common::{Play, founding};
use crate::random::{in_war, of_europa};
use engine::table::record::{Extent, line};
use engine::table::{By, Verb, offers};
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
                self.recorded.step(&serde_json::to_string(&offers(&view)).unwrap());
                self.recorded.step(&format!("{view:?}"));
            }
        }
        self.steps += 1;
    }
}

fn europa(n: u64, steps: u32) {
    let mut watch = Watch::of(&format!("europa-{n}"));
    let mut play = of_europa(n);
    let mut random = in_war(n, &mut play);
    random.plays(&mut play, steps, |play| watch.sees(play));
    random.brings_on(&mut play, |play| watch.sees(play));
    watch.recorded.ends();
}

/// What stands on land and at sea when a war of everything begins: ships with and without troops beside them, troops in and before
/// fortresses, pashas.
const EVERYTHING: [(u32, &str, &str, &[&str]); 13] = [
    (1, "france", "eLanguedoc", &["army_plus", "ld"]),
    (1, "france", "eGuyenne", &["army_minus"]),
    (1, "france", "eGuyenne", &["nd", "nd", "nd"]),
    (1, "france", "sLion", &["nd", "nd"]),
    (1, "turkey", "eLanguedoc", &["army_minus", "pasha"]),
    (2, "spain", "eRosselo", &["army_plus"]),
    (2, "spain", "eCatalunya", &["army_minus", "ld"]),
    (2, "spain", "eCatalunya", &["ld"]),
    (2, "spain", "sGascogne", &["nd", "nd", "nd"]),
    (2, "spain", "sLion", &["nd", "sea_d"]),
    (2, "spain", "eNavarra", &["army_plus", "army_minus"]),
    (2, "spain", "eGaliza", &["ld"]),
    (2, "spain", "eGaliza", &["nd", "nd"]),
];

/// A war of everything, in which players order what may be allowed or not: what comes of an order, or why it is refused.
fn unruly(n: u64, steps: u32) {
    let mut watch = Watch::of(&format!("unruly-{n}"));
    let mut play = at_war(Play::founded_on(u8::try_from(n).unwrap(), &founding_of_europa(2, 8)));
    play.must(1, Verb::Game(json!({"europa": "take", "country": "turkey"})));
    play.must(1, Verb::Game(json!({"europa": "war", "country": "turkey", "with": "spain", "on": true})));
    for (person, country, place, counters) in EVERYTHING {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": counters, "veteran": true});
        play.must(person, Verb::Game(deploy));
    }
    let (mut player, mut random) = (Player::of_seed(n), Random::new(n));
    for _ in 0..steps {
        let person = 1 + u32::try_from(player.below(2)).unwrap();
        let order = player.order(person, &position(&play));
        if let Err(refusal) = play.give(By::Person(person), Verb::Game(order.clone())) {
            watch.recorded.step(&format!("{order}: {refusal} {:?}", refusal.rules));
        }
        watch.sees(&play);
        random.plays(&mut play, 1, |play| watch.sees(play));
    }
    watch.recorded.ends();
}

/// Battles of Empires in Arms as they are opened, mustered, sealed and fought.
fn months(n: u64, steps: u32) {
    let mut watch = Watch::of(&format!("months-{n}"));
    let mut play = Play::in_months(7, |founding| founding.campaign = format!("months{n:04}"));
    let mut random = Random::new(n);
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
    let mut random = Random::new(n);
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
fn a_war_of_everything_and_what_is_refused_in_it_come_out_as_they_did() {
    unruly(1, 400);
}

// A stack of this one was left with a third of a detachment in Europe, and its battle could not be fought.
#[test]
fn a_war_of_everything_in_which_a_part_of_a_detachment_is_lost_comes_out_as_it_did() {
    unruly(0, 400);
}

#[test]
fn a_second_war_of_everything_comes_out_as_it_did() {
    unruly(2, 400);
}

#[test]
fn five_more_wars_of_everything_come_out_as_they_did() {
    (3..8).for_each(|n| unruly(n, 400));
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
