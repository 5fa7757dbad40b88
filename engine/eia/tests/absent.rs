//! What is answered for a player who says nothing harms him nowhere.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN, TURKEY, allies, answers, gained, kept, next_month,
    position, step, to_the_talks,
};
use engine::eia::powers::Power;
use engine::eia::{Position, Round};
use engine::table::by_round::Envelopes as _;
use engine::table::{SeatId, View};
use serde_json::{Value, json};

/// What is answered for a seat that says nothing in the open round.
fn default_of(play: &Play, person: u32) -> Option<Value> {
    let view: View = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap();
    let now: Position = position(play);
    let round: Round = round.round.parse().unwrap();
    let choice = round.default_choice(&now, &SeatId::numbered(person));
    choice.map(|choice| serde_json::to_value(choice).unwrap())
}

/// Whether it says nothing at all.
fn is_empty(choice: &Value) -> bool {
    let mut fields = choice.as_object().unwrap().clone();
    fields.remove("subject");
    fields.values().all(|value| value.as_object().is_none_or(serde_json::Map::is_empty))
}

fn round(play: &Play) -> String {
    let view = play.campaign.public_view();
    view.rounds
        .iter()
        .find(|round| round.round.starts_with("politics/"))
        .map(|round| round.round.clone())
        .unwrap_or_default()
}

#[test]
fn an_absent_player_declares_sues_breaks_demands_and_yields_nothing() {
    let mut play = kept();
    for person in 1..=7 {
        assert!(is_empty(&default_of(&play, person).unwrap()), "the sheet");
    }
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (BRITAIN, "great_britain"), None);
    next_month(&mut play);
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    assert!(round(&play).ends_with("/demand"), "{}", round(&play));
    assert!(
        is_empty(&default_of(&play, BRITAIN).unwrap()),
        "he who is sued demands no unconditional surrender"
    );
    answers(&mut play, &[(BRITAIN, json!({"unconditional/great_britain": ["france"]}))]);
    assert!(round(&play).ends_with("/yield"));
    assert!(
        is_empty(&default_of(&play, FRANCE).unwrap()),
        "nobody surrenders unconditionally by saying nothing"
    );
    let before = position(&play);
    answers(&mut play, &[]);
    let now = position(&play);
    assert!(now.are_at_war(Power::France, Power::GreatBritain) && now.pp == before.pp);
    play.ends_verified();
}

#[test]
fn an_absent_ally_follows_where_it_costs_nothing_and_is_waited_for_where_it_does() {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
    allies(&mut play, (PRUSSIA, "prussia"), (AUSTRIA, "austria"), None);
    allies(&mut play, (PRUSSIA, "prussia"), (TURKEY, "turkey"), None);
    next_month(&mut play);
    let calls = json!({"call/austria": ["russia", "prussia"]});
    answers(&mut play, &[(TURKEY, json!({"war/turkey": ["austria"]})), (AUSTRIA, calls)]);
    assert!(round(&play).ends_with("/defence"), "{}", round(&play));
    // Russia has no other ally there; Prussia is allied to the attacker too.
    let russia = default_of(&play, RUSSIA).unwrap();
    assert!(!is_empty(&russia) && russia.to_string().contains("austria"), "{russia}");
    assert_eq!(default_of(&play, PRUSSIA), None, "it would break an alliance: it is waited for");
    let joins = json!({"join/russia": ["austria"]});
    answers(&mut play, &[(RUSSIA, joins), (PRUSSIA, json!({"join/prussia": ["austria"]}))]);
    assert_eq!(gained(&position(&play), Power::Russia), 2, "two for the alliance, nothing for joining");
    let _ = (SPAIN, step(&play));
}

#[test]
fn who_says_nothing_of_terms_gets_none_and_gives_none_away() {
    let mut play = kept();
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    while !round(&play).ends_with("/terms") {
        answers(&mut play, &[]);
    }
    for person in [FRANCE, BRITAIN] {
        assert!(is_empty(&default_of(&play, person).unwrap()));
    }
    answers(&mut play, &[]);
    let now = position(&play);
    assert_eq!(now.politics.treaties[0].terms().count(), 0);
    assert!(now.politics.claims.is_empty());
    play.ends_verified();
}
