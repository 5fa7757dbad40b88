//! Cards that nobody can know: damage to one card in a record is found and named by its line, and nobody's view holds a card of another's hand.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::forged::Forged;
use crate::help::{BYZANTIUM, FRANKS, begun, founding, next_round, order};
use engine::middle_ages::event_cards;
use engine::table::record::Extent;
use engine::table::verify::verify;
use engine::table::{By, View, offers};
use serde_json::{Value, json};

const COURTS: [(u32, &str); 2] = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];

/// Two rounds in which both draw, two cards each time; one of the Franks' is discarded openly.
fn drawn() -> Play {
    let play = Play::founded_on(7, &founding("charlemagne", 2, json!({})));
    let mut play = begun(play, &[("ages_draw_two", "yes")], &COURTS);
    for round in 2..=3 {
        for person in [FRANKS, BYZANTIUM] {
            play.must(person, order(json!({"board": "draw"})));
            crate::help::ready(&mut play, person);
        }
        crate::help::in_order(&mut play, round, &COURTS);
    }
    let pos = play.campaign.view_for(By::Person(FRANKS), false).hand.first().unwrap().pos;
    play.must(FRANKS, order(json!({"board": "discard", "pos": pos})));
    play
}

#[test]
fn damage_to_one_card_is_named_by_its_line() {
    let mut play = drawn();
    play.ends_verified();
    let of = Forged::of(&play, Extent::Whole);
    let cards: Vec<usize> = (0..of.lines.len()).filter(|at| of.lines[*at]["p"]["k"] == "card").collect();
    assert!(!cards.is_empty());
    for at in cards {
        let was = of.lines[at]["p"]["body"].clone();
        let other = match &was {
            Value::String(text) => json!(format!("{text}x")),
            _ => {
                let mut other = was.clone();
                other["card"] = json!("tactics-1");
                other
            }
        };
        let mut forged = Forged { lines: of.lines.clone(), roots: of.roots.clone() };
        forged.p(at)["body"] = other;
        // Even with all hashes made anew the card does not fit its code, and its line is named.
        let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
        assert_eq!(wrong.line, at as u64 + 1, "{}", wrong.why);
    }
    // One letter of the file: the line no longer carries its hash.
    let file = of.file();
    let lines: Vec<&str> = file.lines().collect();
    let at = lines.iter().position(|line| line.contains("\"k\":\"card\"")).unwrap();
    let damaged: String = lines
        .iter()
        .enumerate()
        .map(|(i, line)| {
            if i == at {
                line.replacen("-1", "-2", 1).replacen("-3", "-2", 1) + "\n"
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    if damaged != file {
        assert_eq!(verify(damaged.as_bytes(), &[]).unwrap_err().line, at as u64 + 1);
    }
}

/// The names in the deck that a text holds.
fn named(text: &str, cards: &[String]) -> Vec<String> {
    cards.iter().filter(|card| text.contains(&format!("\"{card}\""))).cloned().collect()
}

#[test]
fn no_view_no_offer_no_refusal_and_no_open_record_holds_a_card_of_a_hand() {
    let mut play = drawn();
    let hand = |play: &Play, person: u32| -> Vec<String> {
        let view = play.campaign.view_for(By::Person(person), false);
        view.hand.iter().filter(|held| held.deck == event_cards::DECK).map(|held| held.card.clone()).collect()
    };
    for (person, other) in [(FRANKS, BYZANTIUM), (BYZANTIUM, FRANKS)] {
        let secret = hand(&play, person);
        assert!(!secret.is_empty());
        let views: [View; 2] =
            [play.campaign.public_view(), play.campaign.view_for(By::Person(other), false)];
        for view in views {
            let seen = format!("{} {view:?}", view.game.value());
            assert_eq!(named(&seen, &secret), [] as [String; 0]);
            assert!(view.hand.iter().all(|held| !secret.contains(&held.card)));
            assert_eq!(named(&format!("{:?}", offers(&view)), &secret), [] as [String; 0]);
        }
        let pos = play.campaign.view_for(By::Person(person), false).hand[0].pos;
        let refused = play.refused(other, order(json!({"board": "play", "pos": pos})));
        assert!(secret.iter().all(|card| !refused.contains(card.as_str())), "{refused}");
        // The line of a shuffle names all cards of the deck; which lies where no line does.
        let open: String =
            play.export(Extent::Public).lines().filter(|line| !line.contains("\"cards\":[")).collect();
        assert_eq!(named(&open, &secret), [] as [String; 0]);
        assert_eq!(
            named(&format!("{:?}", play.campaign), &secret),
            [] as [String; 0],
            "what a log could hold"
        );
    }
    next_round(&mut play, 4, &COURTS);
    play.right_now();
}

#[test]
fn a_deck_that_the_same_order_shuffles_again_is_verified_by_its_own_cards() {
    use engine::table::Act;
    use engine::table::act::Through;
    for roots in 1..=6 {
        let mut play = Play::founded_on(roots, &founding("charlemagne", 2, json!({}))).started();
        play = crate::help::taken(play);
        crate::help::begins(&mut play);
        crate::help::ready(&mut play, FRANKS);
        // Byzantium is done with the turn before its endeavour is decided: the Franks' answer draws the first card, ends the round,
        // shuffles, and turns up the first card anew for the raiders.
        play.must(BYZANTIUM, crate::help::over_sea("pillage", "sicily", "provence"));
        play.act(BYZANTIUM, Act::Ready { through: Through::Turn, hold: false });
        crate::help::seals(&mut play, FRANKS, "defence/1", &json!({"defend": false, "gold": 0}));
        let now = crate::help::position(&play);
        assert_eq!((now.calendar.round, now.year.shuffles), (2, 2));
        assert!(!now.year.drawn.is_empty());
        play.right_now();
    }
}
