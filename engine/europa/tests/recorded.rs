//! Random games of Europa come out as they did, order by order. A rule that is another than it was is found by the first line that it changes.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{at_war, founding as founding_of_europa, position};
use crate::common::random::Random;
use crate::common::recorded::{Refused, comes_out_as_it_did, comes_out_with_what_was_refused};
use crate::common::unruly::Player;
use crate::random::{in_war, of_europa};
use engine::table::{By, Verb};
use serde_json::json;

/// A war of so many offers taken, and on to the end of the step.
fn europa(n: u64) {
    comes_out_as_it_did(&format!("europa-{n}"), || {
        let mut play = of_europa(n);
        let mut random = in_war(n, &mut play);
        random.plays(&mut play, 150, |_| ());
        random.brings_on(&mut play, |_| ());
        play
    });
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

/// A war of everything, in which players order what may be allowed or not: what comes of an order, or under which rules it is refused.
fn unruly(n: u64) {
    comes_out_with_what_was_refused(&format!("unruly-{n}"), || {
        let mut play = at_war(Play::founded_on(u8::try_from(n).unwrap(), &founding_of_europa(2, 8)));
        play.must(1, Verb::Game(json!({"europa": "take", "country": "turkey"})));
        let war = json!({"europa": "war", "country": "turkey", "with": "spain", "on": true});
        play.must(1, Verb::Game(war));
        for (person, country, place, counters) in EVERYTHING {
            let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": counters, "veteran": true});
            play.must(person, Verb::Game(deploy));
        }
        let (mut player, mut random) = (Player::of_seed(n), Random::new(n));
        let mut refused = Vec::new();
        for _ in 0..200 {
            let person = 1 + u32::try_from(player.below(2)).unwrap();
            let order = player.order(person, &position(&play));
            let after = play.campaign.next_line;
            if play.give(By::Person(person), Verb::Game(order.clone())).is_err() {
                refused.push(Refused { after, person, order });
            }
            random.plays(&mut play, 1, |_| ());
        }
        (play, refused)
    });
}

#[test]
fn a_war_with_deployed_stacks_comes_out_as_it_did() {
    europa(0);
}

#[test]
fn a_second_war_comes_out_as_it_did() {
    europa(1);
}

#[test]
fn a_war_of_three_comes_out_as_it_did() {
    europa(2);
}

#[test]
fn a_war_with_the_board_elsewhere_comes_out_as_it_did() {
    europa(3);
}

#[test]
fn a_war_of_everything_and_what_is_refused_in_it_come_out_as_they_did() {
    unruly(1);
}

// A stack of this one was left with a third of a detachment in Europe, and its battle could not be fought.
#[test]
fn a_war_of_everything_in_which_a_part_of_a_detachment_is_lost_comes_out_as_it_did() {
    unruly(0);
}
