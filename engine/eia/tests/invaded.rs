//! An enemy in one's home bars declarations of war: which corps do, on the sheet and off it, and that each is told to be besieged.
#![allow(clippy::unwrap_used)]

use crate::access::to_the;
use crate::common::{Play, sealing};
use crate::peace::{AUSTRIA, PRUSSIA, answers, gained, kept, next_month, order, position, to_the_talks};
use engine::eia::Position;
use engine::eia::politics::Pair;
use engine::eia::politics::carried::loan::Loan;
use engine::eia::powers::Power;
use engine::eia::told::counters::{Counter, Piece};
use engine::table::Verb;
use serde_json::json;

fn stands(power: &str, name: &str, place: &str) -> Verb {
    order(json!({"counter": "place", "power": power, "name": name, "place": place}))
}

fn war(play: &Play) -> Verb {
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap();
    sealing(&round.round, &json!({"war/prussia": ["turkey"]}))
}

/// The sheets of the month after Austria has declared war on Prussia.
fn at_war() -> Play {
    let mut play = kept();
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["prussia"]}))]);
    next_month(&mut play);
    play
}

// house.war.limit.home-invaded
#[test]
fn a_sealed_declaration_is_void_where_the_enemy_stands_there_when_it_opens() {
    let mut play = at_war();
    let before = gained(&position(&play), Power::Prussia);
    let sheet = war(&play);
    play.must(PRUSSIA, sheet);
    play.must(AUSTRIA, stands("austria", "I Corps", "area/berlin"));
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap().round.clone();
    play.must(PRUSSIA, Verb::Final { round: round.clone() });
    for person in (1..=7).filter(|person| *person != PRUSSIA) {
        play.must(person, sealing(&round, &json!({})));
        play.must(person, Verb::Final { round: round.clone() });
    }
    to_the_talks(&mut play);
    assert!(!position(&play).are_at_war(Power::Prussia, Power::Turkey));
    assert_eq!(gained(&position(&play), Power::Prussia), before, "and costs nothing");
    to_the(&mut play, "land");
    play.ends_verified();
}

/// Whether a French counter of a name at Vienna bars Austria, which is at war with the power of a pair.
fn is_barred(name: &str, piece: Piece, war: Power, lent: Option<Power>) -> bool {
    let mut now: Position = position(&kept());
    now.politics.wars.push(Pair::of(Power::Austria, war));
    let counter = Counter { place: "area/vienna".into(), piece };
    now.counters.entry(Power::France).or_default().insert(name.into(), counter);
    if let Some(to) = lent {
        let until = now.month().unwrap().later(12);
        let loan = Loan { corps: name.into(), of: Power::France, to, until, foraged: None };
        now.politics.carried.loans.push(loan);
    }
    now.has_enemy_infantry_at_home(Power::Austria)
}

// house.war.limit.home-invaded
#[test]
fn every_enemy_corps_counts_but_those_of_cavalry_or_artillery_alone() {
    let of_france = |name: &str| is_barred(name, Piece::Corps, Power::France, None);
    assert!(of_france("I Corps"));
    assert!(of_france("Imperial Guard"), "guard is infantry");
    assert!(of_france("Armée d'Italie"), "nobody knows what a corps of the group's own holds");
    assert!(!of_france("Cavalry Reserve"));
    assert!(!of_france("Artillery Corps"));
    assert!(!of_france("Napoleon"), "a leader is no corps");
    assert!(!is_barred("Toulon fleet", Piece::Fleet, Power::France, None));
    assert!(!is_barred("I Corps", Piece::Corps, Power::Russia, None), "it is no enemy's");
    assert!(
        is_barred("I Corps", Piece::Corps, Power::Russia, Some(Power::Russia)),
        "an enemy has it on loan"
    );
    assert!(!is_barred("I Corps", Piece::Corps, Power::France, Some(Power::Russia)));
}
