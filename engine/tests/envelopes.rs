//! Envelopes: secret and simultaneous choices, sealed, made final and opened together.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{self, Play, kinds, seat, sheet, untied};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::hash::hex;
use engine::table::seal::seal_code;
use engine::table::{By, Event, Order, Stage, Verb};
use serde_json::{Value, json};

fn three() -> Play {
    Play::scripted(3, 0, json!({"ceiling": 60}), &[]).started()
}

fn three_with_operator() -> Play {
    Play::scripted(3, 1, json!({"ceiling": 60}), &[]).started()
}

fn choice_of(play: &Play, person: u32) -> Option<(Value, bool)> {
    let view = play.campaign.view_for(By::Person(person), false);
    let sealed = view.rounds[0].mine.as_ref().unwrap().sealed.clone();
    sealed.map(|sealed| (sealed.contents.choice, sealed.is_final))
}

/// The sheet as it is sealed: with the order of preference that follows from the bids.
fn completed(mut sheet: Value) -> Value {
    let mut bids: Vec<(u64, String)> = Vec::new();
    for (power, bid) in sheet["bids"].as_object().unwrap() {
        bids.push((bid.as_u64().unwrap(), power.clone()));
    }
    bids.sort();
    bids.reverse();
    sheet["subject"] = json!("bids");
    sheet["preference"] = bids.into_iter().map(|(_, power)| power).collect();
    sheet
}

fn final_(round: &str) -> Verb {
    Verb::Final { round: round.to_owned() }
}

fn withdraw(round: &str) -> Verb {
    Verb::Open { round: round.to_owned() }
}

#[test]
fn a_sealed_choice_can_be_replaced_and_a_final_one_cannot() {
    let mut play = three();
    assert_eq!(choice_of(&play, 1), None);
    play.seal(1, untied(1));
    assert_eq!(choice_of(&play, 1), Some((completed(untied(1)), false)));
    play.seal(1, untied(2));
    assert_eq!(choice_of(&play, 1), Some((completed(untied(2)), false)));
    play.make_final(1);
    assert_eq!(choice_of(&play, 1), Some((completed(untied(2)), true)));
    assert!(play.refused_seal(1, untied(3)).contains("Withdraw Final first"));
    assert!(play.refused(1, final_(CHOICE_OF_POWERS)).contains("Final already"));
    play.withdraw(1);
    assert_eq!(choice_of(&play, 1), Some((completed(untied(2)), false)));
    assert!(play.refused(1, withdraw(CHOICE_OF_POWERS)).contains("not Final"));
    play.seal(1, untied(3));
    assert_eq!(choice_of(&play, 1), Some((completed(untied(3)), false)));
}

#[test]
fn a_receipt_counts_no_more_once_another_choice_is_sealed() {
    let mut play = three();
    let replaces = |play: &Play, person| {
        let view = play.campaign.view_for(By::Person(person), false);
        view.rounds[0].mine.as_ref().unwrap().sealed.as_ref().unwrap().replaces
    };
    play.seal(1, untied(1));
    play.make_final(1);
    play.withdraw(1);
    assert!(!replaces(&play, 1), "the same choice, made final and withdrawn");
    play.seal(1, untied(2));
    assert!(replaces(&play, 1));
    play.make_final(1);
    assert!(!replaces(&play, 1), "made final it is the choice that it was");
    play.seal(2, untied(2));
    assert!(!replaces(&play, 2), "his own alone counts");
}

#[test]
fn a_choice_is_no_text_that_its_author_could_have_deleted() {
    let mut play = three();
    for person in [1, 2] {
        let made = play.must(person, sealing(CHOICE_OF_POWERS, &untied(person)));
        let parts: Vec<_> = made.iter().flat_map(|entry| &entry.secrets).collect();
        assert!(!parts.is_empty() && parts.iter().all(|part| part.person.is_none()));
    }
}

#[test]
fn nothing_sealed_cannot_be_made_final_or_withdrawn() {
    let mut play = three();
    assert!(play.refused(1, final_(CHOICE_OF_POWERS)).contains("nothing sealed yet"));
    assert!(play.refused(1, withdraw(CHOICE_OF_POWERS)).contains("not Final"));
}

#[test]
fn the_round_opens_only_when_all_are_final() {
    let mut play = three();
    for person in 1..=3 {
        play.seal(person, untied(person));
    }
    play.make_final(1);
    play.make_final(2);
    play.withdraw(1);
    play.make_final(3);
    assert!(play.campaign.play.rounds.contains_key(CHOICE_OF_POWERS));
    let made = play.make_final(1);
    assert!(!play.campaign.play.rounds.contains_key(CHOICE_OF_POWERS));
    assert!(kinds(&made).contains(&"game:powers_chosen".to_owned()));
}

#[test]
fn sealing_leaves_no_line_on_the_record() {
    let mut play = three();
    let (lines, head) = (play.campaign.next_line, play.campaign.head);
    play.seal(1, untied(1));
    play.seal(1, untied(2));
    play.make_final(1);
    play.withdraw(1);
    play.must(1, Verb::Undo);
    play.seal(2, untied(2));
    assert_eq!((play.campaign.next_line, play.campaign.head), (lines, head));
    assert!(play.entries.iter().rev().take(6).all(|entry| entry.line.is_none()));
    let public = play.campaign.public_view();
    assert_eq!((public.lines, public.head), (lines, head));
}

#[test]
fn the_record_gets_every_code_and_then_every_opening() {
    let mut play = three();
    play.seal(2, untied(3));
    let made = play.bid(vec![untied(1), untied(2), untied(3)]);
    let told = kinds(&made);
    let want = [
        "order:open_envelopes",
        "sealed",
        "sealed",
        "sealed",
        "opened",
        "opened",
        "opened",
        "game:power_taken",
    ];
    assert_eq!(told[..8], want);
    let whole = kinds(&play.entries);
    assert_eq!(whole.iter().filter(|kind| *kind == "sealed").count(), 3);
    assert_eq!(whole.iter().filter(|kind| *kind == "opened").count(), 3);
    // Nothing in the closing says who was last: the bot opens.
    assert!(made.iter().filter(|entry| entry.line.is_some()).all(|entry| entry.by == By::Bot));
    let mut codes = Vec::new();
    for entry in &made {
        match &entry.event {
            Event::Sealed { seat, code, .. } => codes.push((seat.clone(), *code)),
            Event::Opened { seat, body, n, salt, .. } => {
                let place = seat.number().unwrap() as usize - 1;
                assert_eq!(codes[place], (seat.clone(), seal_code(&salt.0, &body.body()).unwrap()));
                assert_eq!(*n, place as u64, "numbers follow the seats, not the order of sealing");
                assert_eq!(body.body(), json!({"choice": completed(untied(place as u32 + 1))}));
            }
            _ => {}
        }
    }
    assert_eq!(codes.len(), 3);
}

#[test]
fn the_operator_goes_first_and_is_final_at_once() {
    let mut play = three_with_operator();
    assert!(play.refused_seal(2, untied(2)).contains("operator"));
    assert!(play.refused(2, final_(CHOICE_OF_POWERS)).contains("operator"));
    let waits = |play: &Play| play.campaign.view_for(By::Person(2), false).rounds[0].mine.clone().unwrap();
    assert!(waits(&play).waits_for_operator);
    let made = play.seal(1, untied(1));
    assert_eq!(kinds(&made), ["order:seal", "sealed"]);
    assert!(!waits(&play).waits_for_operator);
    let mine = play.campaign.view_for(By::Person(1), true).rounds[0].mine.clone().unwrap();
    assert!(mine.fixed && mine.sealed.unwrap().is_final);
    assert!(play.refused_seal(1, untied(2)).contains("final from the moment"));
    assert!(play.refused(1, withdraw(CHOICE_OF_POWERS)).contains("final from the moment"));
    assert!(play.refused(1, final_(CHOICE_OF_POWERS)).contains("Final already"));
    assert!(play.refused(1, Verb::Undo).contains("nothing of yours"));
    // The others follow, and his code is not told again.
    for person in 2..=3 {
        play.seal(person, untied(person));
        play.make_final(person);
    }
    let whole = kinds(&play.entries);
    assert_eq!(whole.iter().filter(|kind| *kind == "sealed").count(), 3);
    assert_eq!(whole.iter().filter(|kind| *kind == "opened").count(), 3);
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
}

#[test]
fn a_table_of_the_operator_s_seats_alone_opens_with_his_last_envelope() {
    let mut play = Play::scripted(2, 2, json!({"ceiling": 60}), &[]).started();
    play.seal(2, untied(2));
    let made = play.seal(1, untied(1));
    assert!(kinds(&made).contains(&"order:open_envelopes".to_owned()));
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
}

#[test]
fn observers_and_strangers_are_refused() {
    let mut play = three();
    for verb in [
        sealing(CHOICE_OF_POWERS, &untied(1)),
        final_(CHOICE_OF_POWERS),
        withdraw(CHOICE_OF_POWERS),
        Verb::Undo,
        Verb::Word { word: common::word("stranger") },
    ] {
        let says = play.refused(9, verb);
        assert!(says.contains("no seat") || says.contains("nothing of yours"), "{says}");
    }
    assert!(play.give(By::Bot, final_(CHOICE_OF_POWERS)).is_err());
    let view = play.campaign.view_for(By::Person(9), false);
    assert!(view.seat().is_none() && view.rounds[0].mine.is_none());
}

#[test]
fn no_envelope_is_taken_before_play_begins() {
    let mut play = Play::scripted(2, 0, json!({}), &[]);
    play.join(1);
    assert!(play.refused_seal(1, untied(1)).contains("play has not begun"));
    assert!(play.refused(1, final_(CHOICE_OF_POWERS)).contains("play has not begun"));
}

#[test]
fn nothing_is_taken_after_the_round_has_opened() {
    let mut play = three();
    play.bid(vec![untied(1), untied(2), untied(3)]);
    assert!(play.refused_seal(1, untied(1)).contains("closed"));
    assert!(play.refused(1, final_(CHOICE_OF_POWERS)).contains("closed"));
    assert!(play.refused(1, withdraw(CHOICE_OF_POWERS)).contains("closed"));
    assert!(play.refused(1, Verb::Undo).contains("nothing of yours"));
}

#[test]
fn a_withdrawn_final_taken_back_as_the_last_one_opens_the_round() {
    let mut play = three();
    for person in 1..=3 {
        play.seal(person, untied(person));
    }
    play.make_final(1);
    play.withdraw(1);
    play.make_final(2);
    play.make_final(3);
    let made = play.must(1, Verb::Undo);
    assert!(kinds(&made).contains(&"opened".to_owned()), "all are Final, so the round opens");
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
}

#[test]
fn a_word_in_a_sheet_counts_from_the_opening_on() {
    let mut play = three();
    let mut with_word = untied(2);
    with_word["word"] = json!("canary0word");
    play.seal(2, with_word);
    let word_of = |play: &Play| play.campaign.play.seats[&seat(2)].word.clone().unwrap();
    assert_eq!(word_of(&play).as_str(), "word2");
    play.seal(1, untied(1));
    play.seal(3, untied(3));
    for person in 1..=3 {
        play.make_final(person);
    }
    assert_eq!(word_of(&play).as_str(), "canary0word");
}

#[test]
fn the_dice_of_a_round_are_fed_by_the_words_sealed_in_it() {
    let mut play = Play::scripted(2, 0, json!({"spare": "uncontrolled"}), &[&[1, 6]]).started();
    play.lay_down(1, "later");
    let mut tied = sheet([15, 0, 1, 2, 3, 4, 5]);
    play.seal(1, tied.clone());
    tied["word"] = json!("sealed");
    play.seal(2, tied);
    play.make_final(1);
    let made = play.make_final(2);
    let rolled = made.iter().find_map(|entry| entry.event.rolled()).unwrap();
    let want = [("seat-1", "later"), ("seat-2", "sealed")].map(|(s, w)| (s.to_owned(), w.to_owned()));
    assert_eq!(rolled.entropy, want);
}

#[test]
fn debug_says_nothing_secret() {
    let mut play = Play::real(1, 3, 1, json!({"ceiling": 999})).started();
    let mut canary = sheet([900, 801, 702, 613, 524, 435, 346]);
    canary["word"] = json!("canaryword");
    let mut older = canary.clone();
    older["word"] = json!("oldcanary");
    play.seal(1, sheet([877, 866, 855, 844, 833, 822, 811]));
    play.seal(2, older.clone());
    play.seal(2, canary.clone());
    let view = play.campaign.view_for(By::Person(2), false);
    let verb = sealing(CHOICE_OF_POWERS, &canary.clone());
    let order = Order { at: 0, by: By::Person(2), operator: false, verb };
    let mut salts = Vec::new();
    for n in 0..3 {
        salts.push(engine::table::chain::seal_salt(play.roots().veil(), n));
    }
    let label = common::label("labelcanary");
    let roll = Verb::Roll { notation: "d6".to_owned(), label: Some(label) };
    play.must(3, roll.clone());
    let printed = [
        format!("{:?}", play.campaign),
        format!("{view:?}"),
        format!("{:#?}", play.entries),
        format!("{order:?}"),
        format!("{roll:?}"),
        format!("{:?}", play.roots()),
        format!("{:?}", play.campaign.play.rounds),
    ];
    let mut secrets = vec!["canary".to_owned()];
    for number in [900, 801, 702, 613, 524, 435, 346, 877, 866, 855, 844, 833, 822, 811] {
        secrets.push(number.to_string());
    }
    for root in salts.iter().chain([play.roots().veil(), play.roots().head()]) {
        secrets.push(hex(root));
        secrets.push(format!("{root:?}"));
        secrets.push(format!("{}, {}, {}, {}", root[0], root[1], root[2], root[3]));
    }
    for text in &printed {
        // Digits within hashes and times would be found by chance: look for numbers that stand alone.
        let alone = |secret: &str| {
            text.match_indices(secret).any(|(at, _)| {
                let before = text[..at].chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric());
                let after =
                    text[at + secret.len()..].chars().next().is_none_or(|c| !c.is_ascii_alphanumeric());
                before && after
            })
        };
        for secret in &secrets {
            let found = if secret.parse::<u32>().is_ok() { alone(secret) } else { text.contains(secret) };
            assert!(!found, "{secret} stands in {}", &text[..text.len().min(300)]);
        }
    }
    // What the canaries are looked for in does carry what is public.
    assert!(printed[0].contains("word3") && printed[2].contains("Sealed"));
    assert!(serde_json::to_string(&play.campaign).unwrap().contains("canaryword"), "a snapshot keeps it");
    assert_eq!(play.campaign.play.stage, Stage::Playing);
}

#[test]
fn who_waits_for_the_operators_envelope_is_not_awaited_yet() {
    let mut play = three_with_operator();
    let awaited = |play: &Play| {
        let awaited = play.campaign.awaited();
        let round = awaited.last().unwrap();
        (round.of().cloned().collect::<Vec<_>>(), round.asked.len())
    };
    assert_eq!(awaited(&play), (vec![seat(1)], 3));
    play.seal(1, untied(1));
    assert_eq!(awaited(&play), (vec![seat(2), seat(3)], 3));
}
