//! Royal marriages: offered in secret on the political sheet, made where two offers meet, over with a war between the two. No rule of the
//! ledgers speaks of it: the group chooses to play with it.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, sealing};
use crate::peace::{AUSTRIA, FRANCE, PRUSSIA, RUSSIA, SPAIN, answers, gained, play, position, step};
use engine::eia::powers::Power::{self, Austria, France, Prussia, Russia, Spain, Turkey};
use engine::eia::{EmpiresInArms, Event, politics};
use engine::table::act::{Act, Through};
use engine::table::record::Extent;
use engine::table::verify::Verdict;
use engine::table::{By, Entry, SeatId};
use politics::marriage::Unmet;
use politics::{Happened, Pair};
use serde_json::{Value, json};

fn playing_with_it() -> Play {
    play(json!({"politics": "kept", "marriage": "yes"}))
}

/// What came of the offers: the marriages, and the offers that nobody returned.
fn offered(made: &[Entry]) -> Vec<(Vec<Pair>, Vec<Unmet>)> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let of = |event| match event {
        Event::Politics(Happened::MarriagesOffered { made, unmet, .. }) => Some((made, unmet)),
        _ => None,
    };
    events.filter_map(of).collect()
}

/// Plays on to the gate of war of the next month.
fn next_month(play: &mut Play) {
    for _ in 0..20 {
        if step(play) == "war" {
            return;
        }
        if play.campaign.public_view().rounds.is_empty() {
            (1..=7).for_each(|person| {
                drop(play.act(person, Act::Ready { through: Through::Step, hold: false }))
            });
        } else {
            answers(play, &[]);
        }
    }
}

fn refused(play: &mut Play, sheet: &Value) -> String {
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap().round.clone();
    play.refused(AUSTRIA, sealing(&round, sheet))
}

#[test]
fn where_two_offers_meet_a_marriage_is_made_and_costs_nothing() {
    let mut play = playing_with_it();
    let made = answers(
        &mut play,
        &[
            (AUSTRIA, json!({"marriage/austria": ["france", "prussia"]})),
            (FRANCE, json!({"marriage/france": ["austria"]})),
            (SPAIN, json!({"marriage/spain": ["austria"]})),
        ],
    );
    let unmet = vec![Unmet { by: Austria, to: Prussia }, Unmet { by: Spain, to: Austria }];
    assert_eq!(offered(&made), [(vec![Pair::of(Austria, France)], unmet)], "once, and the others beside it");
    let now = position(&play);
    assert!(now.are_married(France, Austria) && !now.are_married(Austria, Prussia));
    assert_eq!(now.marriages().collect::<Vec<_>>(), [Pair::of(Austria, France)]);
    assert!([Austria, France, Spain].into_iter().all(|power: Power| gained(&now, power) == 0));
    // It lasts from month to month, and who is married is offered none.
    next_month(&mut play);
    assert!(position(&play).are_married(Austria, France));
    let says = refused(&mut play, &json!({"marriage/austria": ["france"]}));
    assert!(says.contains("joined by a royal marriage already"), "{says}");
}

#[test]
fn what_cannot_be_offered_is_refused() {
    let mut play = playing_with_it();
    for (sheet, why) in [
        (json!({"marriage/austria": ["austria"]}), "You play Austria yourself"),
        (json!({"marriage/austria": ["sardinia"]}), "not in this game"),
        (json!({"marriage/france": ["spain"]}), "France is not yours"),
        (json!({"marriage/austria": ["province/saxony"]}), "A power is chosen here"),
    ] {
        let says = refused(&mut play, &sheet);
        assert!(says.contains(why), "{says}");
    }
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["turkey"]}))]);
    next_month(&mut play);
    let says = refused(&mut play, &json!({"marriage/austria": ["turkey"]}));
    assert!(says.contains("Austria is at war with Turkey: peace is made before a marriage"), "{says}");
}

/// The offers that were made in vain because of a war.
fn void(made: &[Entry]) -> Vec<Unmet> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let void = events.filter_map(|event| match event {
        Event::Politics(Happened::MarriagesOffered { void, .. }) => Some(void),
        _ => None,
    });
    let mut void: Vec<Unmet> = void.flatten().collect();
    void.sort_by_key(|offer| (offer.by, offer.to));
    void
}

/// The marriages that wars ended.
fn ended(made: &[Entry]) -> Vec<Pair> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let ended = events.filter_map(|event| match event {
        Event::Politics(Happened::MarriagesEnded { ended }) => Some(ended),
        _ => None,
    });
    ended.flatten().collect()
}

/// A war with a third power does not end it.
#[test]
fn a_war_with_another_does_not_end_it() {
    let mut play = playing_with_it();
    let offers = |one: &str, other: &str| json!({format!("marriage/{one}"): [other]});
    answers(&mut play, &[(AUSTRIA, offers("austria", "spain")), (SPAIN, offers("spain", "austria"))]);
    next_month(&mut play);
    let made = answers(&mut play, &[(SPAIN, json!({"war/spain": ["turkey"]}))]);
    assert_eq!(ended(&made), []);
    assert!(position(&play).are_married(Austria, Spain));
    play.right_now();
}

/// An offer that stands alone is told too where it is void.
#[test]
fn a_void_offer_is_told_where_it_is_the_only_one() {
    let mut play = playing_with_it();
    let sheet = json!({"marriage/russia": ["spain"], "war/russia": ["spain"]});
    let made = answers(&mut play, &[(RUSSIA, sheet)]);
    assert_eq!(offered(&made), [(vec![], vec![])]);
    assert_eq!(void(&made), [Unmet { by: Russia, to: Spain }]);
}

/// The wars of the sheets open first: between two who declared one no offer holds, and a marriage that stood is over for good.
#[test]
fn a_war_between_the_two_ends_it() {
    let mut play = playing_with_it();
    let offers = |one: &str, other: &str| json!({format!("marriage/{one}"): [other]});
    let made = answers(
        &mut play,
        &[
            (RUSSIA, json!({"marriage/russia": ["prussia"], "war/russia": ["prussia"]})),
            (PRUSSIA, offers("prussia", "russia")),
            (AUSTRIA, offers("austria", "spain")),
            (SPAIN, offers("spain", "austria")),
        ],
    );
    assert_eq!(offered(&made), [(vec![Pair::of(Austria, Spain)], vec![])]);
    assert!(!position(&play).are_married(Russia, Prussia));
    assert_eq!(
        void(&made),
        [Unmet { by: Prussia, to: Russia }, Unmet { by: Russia, to: Prussia }],
        "offered in vain, and told so"
    );
    assert_eq!(ended(&made), [], "there was none to end");
    next_month(&mut play);
    let made = answers(&mut play, &[(SPAIN, json!({"war/spain": ["austria"]}))]);
    assert_eq!(ended(&made), [Pair::of(Austria, Spain)], "told beside the war that ended it");
    let now = position(&play);
    assert!(now.are_at_war(Spain, Austria) && !now.are_married(Spain, Austria));
    assert!(now.politics.marriages.is_empty(), "peace does not bring it back");
}

#[test]
fn a_group_that_does_not_choose_it_is_not_asked_for_it() {
    let mut without = play(json!({"politics": "kept"}));
    assert!(!position(&without).politics.parts.contains(&"marriage".to_owned()));
    assert!(refused(&mut without, &json!({"marriage/austria": ["france"]})).contains("no political sheet"));
    let with = playing_with_it();
    assert_eq!(position(&with).politics.parts[..3], ["war", "attack", "marriage"].map(str::to_owned));
}

/// Nobody learns from an envelope that is sealed whether a marriage is offered in it.
#[test]
fn what_one_offers_changes_nothing_for_the_others_before_it_opens() {
    let with = |sheet: Value| {
        let mut play = playing_with_it();
        let round = play.campaign.public_view().rounds[0].round.clone();
        play.must(AUSTRIA, sealing(&round, &sheet));
        let views = (2..=7).map(|person| format!("{:?}", play.campaign.view_for(By::Person(person), false)));
        views.collect::<String>() + &play.export(Extent::Public)
    };
    let (nothing, one) = (with(json!({})), with(json!({"marriage/austria": ["france"]})));
    assert!(nothing == one);
}

#[test]
fn a_power_that_is_out_of_the_game_is_married_to_nobody() {
    let mut play = playing_with_it();
    let meet = [
        (AUSTRIA, json!({"marriage/austria": ["spain"]})),
        (SPAIN, json!({"marriage/spain": ["austria", "turkey"]})),
    ];
    answers(&mut play, &meet);
    let now = position(&play);
    assert!(now.are_married(Austria, Spain) && !now.are_married(Spain, Turkey));
    play.act(SPAIN, Act::Resign);
    play.act(AUSTRIA, Act::AskInfluence { seat: SeatId::numbered(SPAIN) });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in [1, 2, 3, 4, 5, 7] {
        if play.campaign.play.votes.contains_key(&vote) {
            play.act(person, Act::Cast { vote, option: 1 });
        }
    }
    let now = position(&play);
    assert!(now.is_out(Spain) && !now.are_married(Austria, Spain));
    assert_eq!(now.marriages().count(), 0);
}

#[test]
fn a_stranger_decides_it_while_the_record_is_open_and_once_it_is_closed() {
    let mut play = playing_with_it();
    answers(
        &mut play,
        &[
            (AUSTRIA, json!({"marriage/austria": ["france"]})),
            (FRANCE, json!({"marriage/france": ["austria"]})),
        ],
    );
    let open = play.right_now();
    assert_eq!((open.verdict(), open.orders_waiting), (Verdict::Open, 0));
    assert!(open.parts_checked >= 7 * 3, "the offers of all seven were opened: {}", open.parts_checked);
    let closed = play.ends_verified();
    assert_eq!((closed.verdict(), closed.orders_waiting, closed.bodies_missing), (Verdict::Whole, 0, 0));
}
