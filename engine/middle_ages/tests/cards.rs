//! Event cards, by value: their marks, years, decks, hands, and what a leader card adds.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::help::{
    BYZANTIUM, FRANKS, area, begun, event_card, found, founding, kept, next_round, order, position, stands,
};
use engine::middle_ages::board::cards::{effect, risen};
use engine::middle_ages::court::Court;
use engine::middle_ages::event_cards::{Card, Does, HAND, Mark, When};
use engine::middle_ages::marker::Marker;
use engine::middle_ages::pack::Data;
use engine::middle_ages::stature::Stature;
use engine::middle_ages::switches::Readings;
use engine::table::View;
use serde_json::json;

fn card(period: [u16; 2]) -> Card {
    Card { key: "x".into(), name: "X".into(), count: 1, period: Some(period), does: Does::Rise }
}

// middle-ages.cards.as-event-cards
#[test]
fn a_card_is_used_in_its_years_alone_the_first_and_the_last_included() {
    let card = card([1101, 1300]);
    for (year, when) in
        [(1100, When::Early), (1101, When::Now), (1250, When::Now), (1300, When::Now), (1301, When::Over)]
    {
        assert_eq!(card.when(year), when, "{year}");
        assert_eq!(card.applies(year).is_ok(), when == When::Now, "{year}");
    }
    let refused = card.applies(1301).unwrap_err();
    assert_eq!(refused.rules[0].to_string(), "middle-ages.cards.as-event-cards");
    assert!(refused.says.contains("from 1101 to 1300; it is 1301"));
}

// middle-ages.cards.provisional-mark, middle-ages.cards.leader-mark
#[test]
fn a_card_with_years_is_provisional_and_one_with_bonuses_a_leaders() {
    let of = |key: &str| {
        let (mark, rule) = event_card(key).mark();
        (mark, rule.map(|rule| rule.to_string()))
    };
    assert_eq!(
        of("taking-the-cross-1"),
        (Mark::Provisional, Some("middle-ages.cards.provisional-mark".into()))
    );
    assert_eq!(of("l-marshal-1"), (Mark::Leader, Some("middle-ages.cards.leader-mark".into())));
    assert_eq!(of("demesne-4"), (Mark::None, None));
    assert_eq!(event_card("l-marshal-1").period, Some([701, 900]));
    assert!(
        Data::shipped().event_named("demesne-5").is_none()
            && Data::shipped().event_named("demesne").is_none()
    );
}

// middle-ages.cards.outside-scenario, middle-ages.cards.inside-scenario, middle-ages.cards.example.unused,
// middle-ages.cards.example.shuffled
#[test]
fn a_deck_has_the_cards_that_share_a_year_with_the_scenario() {
    let cards = card([1101, 1300]);
    assert!(!cards.is_within((801, 900)) && cards.is_within((1201, 1400)));
    assert!(cards.is_within((1300, 1400)) && !cards.is_within((1301, 1400)) && cards.is_within((900, 1101)));
    let deck = |span| Data::shipped().event_deck(span);
    let has = |span, key: &str| deck(span).contains(&key.to_owned());
    assert!(!has((771, 815), "taking-the-cross-1") && has((1201, 1400), "taking-the-cross-1"));
    assert!(has((771, 815), "frontier-levy-1") && !has((801, 900), "frontier-levy-1"));
    assert_eq!(deck((771, 815)).iter().filter(|card| card.starts_with("demesne")).count(), 4);
}

// middle-ages.cards.leader.bonus, middle-ages.cards.leader.one-modifier, middle-ages.cards.leader.language-group
#[test]
fn a_leader_card_adds_one_of_its_bonuses_for_a_base_of_its_languages() {
    let marshal = event_card("l-marshal-1");
    assert_eq!(marshal.bonus(Stature::Combat, "romance").unwrap(), 2);
    assert_eq!(marshal.bonus(Stature::Diplomacy, "germanic").unwrap(), 1);
    let under = |stature, group: &str| marshal.bonus(stature, group).unwrap_err().rules[0].to_string();
    let says = marshal.bonus(Stature::Combat, "greek").unwrap_err().says.to_string();
    assert!(says.ends_with("of these groups: Germanic, Romance."), "{says}");
    assert_eq!(under(Stature::Combat, "greek"), "middle-ages.cards.leader.language-group");
    assert_eq!(under(Stature::Administration, "romance"), "middle-ages.cards.leader.bonus");
}

/// The hand of the Franks.
fn hand(play: &crate::common::Play) -> Vec<String> {
    let view: View = play.campaign.view_for(engine::table::By::Person(FRANKS), false);
    view.hand.iter().map(|held| held.card.clone()).collect()
}

// middle-ages.cards.leader.bonus, middle-ages.cards.leader.discard
#[test]
fn a_leader_card_counts_in_one_endeavour_and_is_discarded_with_it() {
    // Year card 2 raises at 0; both have no check mark.
    let mut play = kept(&[2, 5], &["l-minister-1"], &[]);
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(hand(&play), ["l-minister-1"]);
    let rule = |leader: serde_json::Value| {
        let mut plan =
            json!({"kind": "rule", "base": "ile_de_france", "targets": [{"area": "ile_de_france"}]});
        if !leader.is_null() {
            plan["leader"] = leader;
        }
        order(json!({"board": "declare", "plan": plan}))
    };
    let wrong = rule(json!({"pos": 0, "stature": "diplomacy"}));
    play.refused_under("middle-ages.cards.leader.bonus", FRANKS, wrong);
    let made = play.must(FRANKS, rule(json!({"pos": 0, "stature": "administration"})));
    let decided = found(&made, "decided").unwrap();
    // 5 of Charlemagne, 2 of the card, 2 off for the state.
    assert_eq!(decided["against"][0]["rating"]["points"], 5);
    for rule in
        ["leader-mark", "leader.bonus", "leader.discard", "leader.one-modifier", "leader.language-group"]
    {
        assert!(rules_in(&made).contains(&format!("middle-ages.cards.{rule}")), "{rule}");
    }
    assert!(hand(&play).is_empty());
    assert!(
        play.refused(FRANKS, rule(json!({"pos": 0, "stature": "administration"})))
            .contains("not in your hand")
    );
    let made = play.must(FRANKS, rule(json!(null)));
    assert_eq!(
        found(&made, "decided").unwrap()["against"][0]["rating"]["points"],
        2,
        "5 − 3: the state is 3"
    );
}

// middle-ages.cards.draw-two, middle-ages.cards.hand-limit
#[test]
fn a_draw_is_of_one_card_unless_the_group_agreed_on_two() {
    let mut play = kept(&[], &["host-1", "host-2"], &[]);
    let made = play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(found(&made, "events_drawn").unwrap()["cards"], 1);
    assert!(play.refused(FRANKS, order(json!({"board": "draw"}))).contains("are drawn"));
}

// middle-ages.cards.draw-two, middle-ages.cards.hand-limit
#[test]
fn where_two_are_drawn_four_may_be_held_and_a_fifth_goes() {
    use crate::help::{BYZANTIUM, begun, event_deck, fate_deck, founding, ready, seals, year_deck};
    let events = ["host-1", "host-2", "bounty-1", "bounty-2", "bounty-3", "famine-1", "plague-1"];
    let (year, deck, fates) = (year_deck(&[]), event_deck(&events), fate_deck(&[]));
    let dice: [&[u32]; 5] = [&year, &deck, &fates, &year, &year];
    let founding = founding("charlemagne", 2, json!({}));
    let play = crate::common::Play::scripted_by(&founding, &dice);
    // The group agrees before play begins.
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let mut play = begun(play, &[("ages_draw_two", "yes")], &courts);
    let made = play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(found(&made, "events_drawn").unwrap()["cards"], 2);
    assert!(rules_in(&made).contains(&"middle-ages.cards.draw-two".to_owned()));
    for round in [2, 3] {
        ready(&mut play, FRANKS);
        ready(&mut play, BYZANTIUM);
        for person in [FRANKS, BYZANTIUM] {
            seals(&mut play, person, &format!("order/{round}"), &json!({"place": person}));
        }
        if round == 2 {
            play.must(FRANKS, order(json!({"board": "draw"})));
            assert_eq!(hand(&play).len(), HAND);
            let card = json!({"board": "tax", "area": "burgundy", "gold": 2});
            assert!(play.refused(FRANKS, order(card)).contains("social state"), "four may be held");
        }
    }
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(hand(&play).len(), 6);
    let tax = order(json!({"board": "tax", "area": "burgundy", "gold": 1}));
    play.refused_under("middle-ages.cards.hand-limit", FRANKS, tax);
    // What is not discarded by himself goes at the end of his turn.
    let made = ready(&mut play, FRANKS);
    assert!(rules_in(&made).contains(&"middle-ages.cards.hand-limit".to_owned()));
    assert_eq!(hand(&play).len(), HAND);
}

// middle-ages.cards.drawn-too-late, middle-ages.cards.example.late
#[test]
fn a_card_whose_years_end_in_the_hand_is_discarded_or_replaced_as_the_group_reads_it() {
    for (reads, replaced) in [("discarded", false), ("replaced", true)] {
        runs_out(reads, replaced);
    }
}

fn runs_out(reads: &str, replaced: bool) {
    use crate::help::{BYZANTIUM, begun, event_deck, fate_deck, founding, ready, seals, year_deck};
    let (year, deck) = (year_deck(&[]), event_deck(&["frontier-levy-1", "host-1", "bounty-1"]));
    let fates = fate_deck(&[]);
    let first = [&year[..], &deck[..], &fates[..]];
    let dice: Vec<&[u32]> = first.into_iter().chain((0..5).map(|_| &year[..])).collect();
    let play = crate::common::Play::scripted_by(&founding("charlemagne", 2, json!({})), &dice);
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let mut play = begun(play, &[("ages_run_out", reads)], &courts);
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(position(&play).board.drawn[&0], 771);
    // The levy applies up to 790; the round of 791 is the fifth.
    for round in 2..=5 {
        ready(&mut play, FRANKS);
        ready(&mut play, BYZANTIUM);
        for person in [FRANKS, BYZANTIUM] {
            seals(&mut play, person, &format!("order/{round}"), &json!({"place": person}));
        }
    }
    assert_eq!(position(&play).calendar.year(), 791);
    let played = order(json!({"board": "play", "pos": 0, "on": "lorraine"}));
    play.refused_under("middle-ages.cards.as-event-cards", FRANKS, played);
    let before = hand(&play).len();
    let made = play.must(FRANKS, order(json!({"board": "discard", "pos": 0})));
    assert_eq!(found(&made, "card_discarded").unwrap()["replaced"], replaced);
    assert!(rules_in(&made).contains(&"middle-ages.cards.drawn-too-late".to_owned()), "by the same rule");
    assert_eq!(hand(&play).len(), before - usize::from(!replaced), "another card came for it, or none");
    assert!(!hand(&play).contains(&"frontier-levy-1".to_owned()));
}

/// Franks and Byzantium in the turn of the Franks of 791, after each has drawn in each of four rounds.
fn in_791(events: &[&str]) -> crate::common::Play {
    use crate::help::{BYZANTIUM, begun, event_deck, fate_deck, founding, next_round, year_deck};
    let (year, deck, fates) = (year_deck(&[]), event_deck(events), fate_deck(&[]));
    let first = [&year[..], &deck[..], &fates[..]];
    let dice: Vec<&[u32]> = first.into_iter().chain((0..5).map(|_| &year[..])).collect();
    let play = crate::common::Play::scripted_by(&founding("charlemagne", 2, json!({})), &dice);
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let mut play = begun(play, &[], &courts);
    for round in 2..=5 {
        next_round(&mut play, round, &courts);
    }
    assert_eq!(position(&play).calendar.year(), 791);
    play
}

/// The same with room in the hand of the Franks: their next card is the levy, whose years are over, and a plague comes after it.
fn before_the_levy() -> crate::common::Play {
    let before = ["host-1", "host-2", "bounty-1", "bounty-2", "bounty-3", "famine-1", "famine-2", "plague-1"];
    let mut play = in_791(&[&before[..], &["frontier-levy-1", "plague-2"]].concat());
    for pos in [0, 2] {
        play.must(FRANKS, order(json!({"board": "discard", "pos": pos})));
    }
    play
}

/// What the Franks may order on the board, as it is filled in by itself.
fn offered(play: &crate::common::Play) -> Vec<serde_json::Value> {
    use engine::table::offers::{Field, Kind, Offer};
    let view: View = play.campaign.view_for(engine::table::By::Person(FRANKS), false);
    let first = |field: &Field| match &field.kind {
        Kind::Among { of } => Some((field.name.clone(), of.first()?.clone())),
        Kind::OneOf { of } => Some((field.name.clone(), json!(of.first()?))),
        _ => None,
    };
    let order = |offer: &Offer| offer.fields.iter().filter_map(first).collect::<serde_json::Value>();
    let all = engine::table::offers(&view);
    all.iter().map(order).filter(|order| !order["board"].is_null()).collect()
}

// middle-ages.cards.drawn-too-late
#[test]
fn a_card_whose_years_ended_in_the_hand_goes_with_the_next_draw() {
    let mut play = in_791(&["frontier-levy-1", "host-1", "bounty-1"]);
    assert!(hand(&play).contains(&"frontier-levy-1".to_owned()) && hand(&play).len() == HAND);
    // What is offered draws so by itself.
    let mut draw = offered(&play);
    draw.retain(|order| order["board"] == "draw");
    assert_eq!(draw, [json!({"board": "draw", "over": [0]})]);
    let wrong = order(json!({"board": "draw", "over": [2]}));
    let refused = play.refused_under("middle-ages.cards.drawn-too-late", FRANKS, wrong);
    assert!(refused.contains("applies in any year. With a draw go only cards whose years are over."));
    let other = order(json!({"board": "draw", "over": [1]}));
    assert!(play.refused(FRANKS, other).contains("not in your hand"), "it is Byzantium's");
    let made = play.must(FRANKS, order(draw[0].clone()));
    let discarded = found(&made, "card_discarded").unwrap();
    assert_eq!((&discarded["card"], &discarded["replaced"]), (&json!("frontier-levy"), &json!(false)));
    assert!(rules_in(&made).contains(&"middle-ages.cards.drawn-too-late".to_owned()));
    assert_eq!(found(&made, "events_drawn").unwrap()["cards"], 1);
    assert!(!hand(&play).contains(&"frontier-levy-1".to_owned()) && hand(&play).len() == HAND);
}

// middle-ages.cards.drawn-too-late, middle-ages.cards.example.late
#[test]
fn a_card_that_comes_after_its_years_is_replaced_before_anything_else() {
    let mut play = before_the_levy();
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert!(hand(&play).contains(&"frontier-levy-1".to_owned()));
    assert_eq!(offered(&play), [json!({"board": "discard", "pos": 8})], "nothing else is offered");
    let made = play.must(FRANKS, order(json!({"board": "discard", "pos": 8})));
    assert_eq!(found(&made, "card_discarded").unwrap()["replaced"], true);
    assert!(rules_in(&made).contains(&"middle-ages.cards.drawn-too-late".to_owned()));
    assert!(hand(&play).contains(&"plague-2".to_owned()) && hand(&play).len() == 3);
    assert!(offered(&play).len() > 3, "play goes on");
}

/// Who is ready without having drawn is drawn for as he would have drawn himself.
// middle-ages.cards.drawn-too-late
#[test]
fn what_is_drawn_too_late_at_the_end_of_a_turn_is_replaced_there() {
    let mut play = before_the_levy();
    let made = crate::help::ready(&mut play, FRANKS);
    let discarded = found(&made, "card_discarded").unwrap();
    assert_eq!((&discarded["card"], &discarded["replaced"]), (&json!("frontier-levy"), &json!(true)));
    assert!(rules_in(&made).contains(&"middle-ages.cards.drawn-too-late".to_owned()));
    assert!(hand(&play).contains(&"plague-2".to_owned()) && hand(&play).len() == 3, "{:?}", hand(&play));
    assert_ne!(position(&play).board.turn.as_ref().unwrap().court.to_string(), "Franks");
    assert!(offered(&play).iter().all(|order| order["board"] != "discard"), "nothing is left to replace");
    // Others wait for the turn of who holds them.
    let says = play.refused(FRANKS, order(json!({"board": "discard", "pos": 4})));
    assert!(says.contains("It is the turn of Byzantium"), "{says}");
    play.right_now();
}

/// A full hand, of which one card's years are over, loses that one and no other.
// middle-ages.cards.drawn-too-late, middle-ages.cards.hand-limit
#[test]
fn a_card_whose_years_ended_in_the_hand_goes_at_the_end_of_a_turn_too() {
    let mut play = in_791(&["frontier-levy-1", "host-1", "bounty-1"]);
    let before = hand(&play);
    assert!(before.contains(&"frontier-levy-1".to_owned()) && before.len() == HAND);
    let made = crate::help::ready(&mut play, FRANKS);
    let discarded = found(&made, "card_discarded").unwrap();
    assert_eq!((&discarded["card"], &discarded["replaced"]), (&json!("frontier-levy"), &json!(false)));
    assert!(!rules_in(&made).contains(&"middle-ages.cards.hand-limit".to_owned()), "none goes by the limit");
    let after = hand(&play);
    assert!(before.iter().all(|card| after.contains(card) != (card == "frontier-levy-1")), "{after:?}");
    assert_eq!(after.len(), HAND);
    play.right_now();
}

#[test]
fn a_record_with_cards_out_of_their_years_is_verified_open_and_closed() {
    use crate::help::{BYZANTIUM, begun, founding, in_order, ready};
    let card = |key: &str, period: &str| {
        format!(
            "[[event]]\nkey = \"{key}\"\nname = \"{key}\"\ncount = 30\n{period}does = {{ what = \"rise\" }}\n"
        )
    };
    let pack = card("early", "period = [771, 775]\n") + &card("any", "");
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let founding = founding("charlemagne", 2, crate::packs::with(&pack));
    let mut play = begun(crate::common::Play::founded_on(9, &founding), &[], &courts);
    let mut came: Vec<bool> = Vec::new();
    for round in 2..=5 {
        let draw = offered(&play).into_iter().find(|order| order["board"] == "draw").unwrap();
        let mut made = play.must(FRANKS, order(draw));
        while let [late] = offered(&play).as_slice() {
            made.extend(play.must(FRANKS, order(late.clone())));
        }
        came.extend(made.iter().filter_map(|entry| match &entry.event {
            engine::table::Event::Game { e } if e["k"] == "card_discarded" => e["replaced"].as_bool(),
            _ => None,
        }));
        assert!(round == 2 || hand(&play).iter().all(|card| card.starts_with("any-")), "{:?}", hand(&play));
        for (person, _) in courts {
            ready(&mut play, person);
        }
        in_order(&mut play, round, &courts);
    }
    assert!(came.contains(&true), "some came too late and were replaced: {came:?}");
    play.right_now();
    play.ends_verified();
}

// middle-ages.cards.drawn-too-late, middle-ages.cards.example.late
#[test]
fn a_card_whose_years_are_over_is_discarded_and_another_drawn() {
    // The levy applies to 790; in 771 it does, and it is discarded like any other.
    let mut play = kept(&[], &["frontier-levy-1", "host-1"], &[]);
    play.must(FRANKS, order(json!({"board": "draw"})));
    let made = play.must(FRANKS, order(json!({"board": "discard", "pos": 0})));
    let discarded = found(&made, "card_discarded").unwrap();
    assert_eq!((&discarded["card"], &discarded["replaced"]), (&json!("frontier-levy"), &json!(false)));
    assert!(hand(&play).is_empty());
}

// middle-ages.civilisation.university
#[test]
fn an_event_that_raises_by_one_raises_by_two_in_an_area_with_a_university() {
    assert_eq!((risen(false), risen(true)), (1, 2));
    let mut position = position(&kept(&[], &[], &[]));
    let franks = Court::by_key("franks").unwrap();
    let good_years = event_card("good-years-1");
    let social =
        |position: &_| effect(position, franks, &good_years, Some(area("burgundy"))).unwrap().unwrap().social;
    assert_eq!(social(&position), 1);
    stands(&mut position, "burgundy", |held| held.markers = [Marker::University].into());
    assert_eq!(social(&position), 2);
    assert!(effect(&position, franks, &good_years, Some(area("greece"))).is_err(), "not one's own");
    assert!(effect(&position, franks, &good_years, None).is_err());
    let fleet = event_card("shipwrights-1");
    assert!(effect(&position, franks, &fleet, Some(area("burgundy"))).is_err(), "no coast");
    assert!(effect(&position, franks, &fleet, Some(area("flanders"))).is_ok());
}

// middle-ages.cards.outside-scenario-found, middle-ages.cards.drawn-too-late
#[test]
fn a_card_that_should_not_be_in_the_deck_is_replaced_when_it_is_found() {
    use engine::middle_ages::board::cards::replaced_by;
    let chancellor = event_card("l-chancellor-1");
    let rules = |year: u16, span: (u16, u16)| {
        replaced_by(&chancellor, [year; 2], span, Readings::default())
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    // Its period is 1101 to 1300.
    assert_eq!(rules(801, (801, 900)), ["middle-ages.cards.outside-scenario-found"]);
    assert_eq!(rules(1301, (1201, 1400)), ["middle-ages.cards.drawn-too-late"]);
    assert_eq!(rules(1300, (1201, 1400)), [] as [&str; 0]);
    assert_eq!(rules(1201, (1201, 1400)), [] as [&str; 0]);
}

/// A deck that is spent is made anew of what was played and discarded; what is in hands stays there and is in no deck twice.
// middle-ages.cards.drawn-too-late
#[test]
fn a_spent_deck_is_shuffled_anew_out_of_what_was_discarded() {
    let text =
        "[[event]]\nkey = \"gift\"\nname = \"A Gift\"\ncount = 3\ndoes = { what = \"gold\", gold = 1 }\n";
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let founded = Play::founded_on(5, &founding("charlemagne", 2, crate::packs::with(text)));
    let mut play = begun(founded, &[], &courts);
    let draws_and_plays = |play: &mut Play, number: u32| {
        play.must(FRANKS, order(json!({"board": "draw"})));
        play.must(FRANKS, order(json!({"board": "play", "pos": number})));
    };
    // Byzantium draws with the end of its turns, and keeps what it has.
    draws_and_plays(&mut play, 0);
    next_round(&mut play, 2, &courts);
    assert_eq!(position(&play).board.shuffles, 1);
    draws_and_plays(&mut play, 2);
    next_round(&mut play, 3, &courts);
    let board = position(&play).board;
    assert_eq!((board.shuffles, board.again.len()), (2, 1), "its second draw found the deck spent");
    assert_eq!(board.again[0].len(), 2, "the two that were played, and not the one in its hand");
    let of =
        |play: &Play, person| -> View { play.campaign.view_for(engine::table::By::Person(person), false) };
    let held = |play: &Play| -> Vec<(String, u32)> {
        of(play, BYZANTIUM).hand.iter().map(|held| (held.deck.clone(), held.pos)).collect()
    };
    assert_eq!(held(&play), [("event".to_owned(), 1), ("event-2".to_owned(), 0)]);
    // A card of the new deck is played as any other, and is all that the next deck has.
    draws_and_plays(&mut play, 10_001);
    next_round(&mut play, 4, &courts);
    let board = position(&play).board;
    assert_eq!((board.shuffles, board.again[1].len()), (3, 1));
    let mut names: Vec<String> = of(&play, BYZANTIUM).hand.into_iter().map(|held| held.card).collect();
    names.sort();
    assert_eq!(names, ["gift-1", "gift-2", "gift-3"], "each card is once in the game");
    // With every card in a hand nothing is drawn.
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert!(hand(&play).is_empty() && position(&play).board.shuffles == 3);
    play.ends_verified();
}
