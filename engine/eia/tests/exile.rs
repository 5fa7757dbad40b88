//! What the terms of a peace do after it: leaders in exile, corps on loan, reparations that fall due, what ends when, and war on an ally who
//! breaks an earlier peace.
#![allow(clippy::unwrap_used)]

use crate::access::{rules_of, surrenders, to_the};
use crate::common::Play;
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, SPAIN, allies, answers, gained, kept, next_month, order, position,
    step, to_the_talks,
};
use engine::eia::months::{Month, Phase};
use engine::eia::oob::{Rank, StatusBox};
use engine::eia::politics::Happened;
use engine::eia::politics::ends::{Payment, What};
use engine::eia::politics::terms::Term;
use engine::eia::powers::Power;
use engine::table::Verb;
use engine::table::act::Act;
use serde_json::json;

pub fn exiles(power: &str, of: &str, leader: &str) -> Verb {
    order(json!({"peace": "exile", "power": power, "of": of, "leader": leader}))
}

pub fn recalls(power: &str, leader: &str) -> Verb {
    order(json!({"peace": "recall", "power": power, "leader": leader}))
}

fn month(play: &Play) -> String {
    position(play).month().unwrap().to_string()
}

/// On to the sheets of a month.
fn until(play: &mut Play, wanted: &str) {
    while month(play) != wanted {
        next_month(play);
        if month(play) != wanted {
            to_the_talks(play);
        }
    }
}

pub fn stands(play: &mut Play, power: &str, at: &str) {
    let value = 2 * i64::from(StatusBox::read(at).unwrap().number());
    play.act(SPAIN, Act::Tell { key: format!("pp/{power}"), value });
}

/// France surrenders unconditionally to Great Britain in March 1805, who picks these terms.
pub fn surrendered(terms: &[&str]) -> Play {
    surrendered_in(kept(), terms)
}

/// The same in a campaign that was begun by other switches.
pub fn surrendered_in(mut play: Play, terms: &[&str]) -> Play {
    until(&mut play, "1805-03");
    surrenders(&mut play, (FRANCE, "france"), (BRITAIN, "great_britain"), terms);
    play
}

// house.peace.exile.a-rank-minimum, house.peace.exile.cannot-pay, house.peace.exile.return-cost, house.peace.exile.napoleon-example
#[test]
fn napoleon_comes_back_after_a_year_and_for_six_points_from_the_fiasco_zone() {
    let mut play = surrendered(&["exile"]);
    assert!(play.refused(BRITAIN, exiles("great_britain", "france", "Nelson")).contains("no leader"));
    let id = "house.peace.unconditional-only";
    play.refused_under(id, AUSTRIA, exiles("austria", "france", "Napoleon"));
    play.must(BRITAIN, exiles("great_britain", "france", "napoleon"));
    // It was one leader.
    play.refused_under(id, BRITAIN, exiles("great_britain", "france", "Davout"));
    let exile = &position(&play).politics.carried.exiles[0];
    assert_eq!((exile.leader.as_str(), exile.since.to_string().as_str()), ("Napoleon", "1805-03"));
    let napoleon = |play: &Play| {
        let leaders = position(play).leaders(Power::France);
        leaders.into_iter().find(|leader| leader.name == "Napoleon").unwrap()
    };
    assert_eq!(napoleon(&play).rank, Rank::A);
    // His reduced ratings are the group's to type.
    let reduced = [("strategic", 4), ("tactical", 4), ("maximum", 6)];
    let values = reduced.map(|(what, value)| (format!("oob_france_leader_napoleon_{what}"), value));
    play.act(SPAIN, Act::TypeValues { values: values.into() });
    for person in [AUSTRIA, FRANCE, BRITAIN, PRUSSIA, 5, 7] {
        if let Some(proposal) = play.campaign.play.proposals.keys().last().copied() {
            play.act(person, Act::ConfirmValues { proposal });
        }
    }
    let now = napoleon(&play);
    assert_eq!((now.strategic, now.tactical, now.maximum), (4, 4, 6));
    until(&mut play, "1806-02");
    play.refused_under("house.peace.exile.a-rank-minimum", FRANCE, recalls("france", "Napoleon"));
    until(&mut play, "1806-03");
    stands(&mut play, "france", "F6");
    play.refused_under("house.peace.exile.cannot-pay", FRANCE, recalls("france", "Napoleon"));
    assert_eq!(position(&play).status(Power::France), StatusBox::read("F6"), "nothing is lost");
    stands(&mut play, "france", "F10");
    let made = play.must(FRANCE, recalls("france", "Napoleon"));
    assert_eq!(position(&play).status(Power::France), StatusBox::read("F4"), "6 PP");
    assert!(rules_of(&made).contains(&"house.peace.exile.napoleon-example".to_owned()));
    assert!(position(&play).politics.carried.exiles.is_empty());
    assert!(play.refused(FRANCE, recalls("france", "Napoleon")).contains("not in exile"));
    play.ends_verified();
}

#[test]
fn a_leader_of_another_seniority_comes_back_as_soon_as_he_is_paid_for() {
    let mut play = surrendered(&["exile"]);
    let leaders = position(&play).leaders(Power::France);
    let now = position(&play).month().unwrap();
    let serves = |leader: &&engine::eia::oob::Leader| !leader.is_yet_to_come(now) && !leader.is_gone(now);
    let second = leaders.iter().filter(serves).find(|leader| leader.rank == Rank::B).unwrap().clone();
    play.must(BRITAIN, exiles("great_britain", "france", &second.name));
    stands(&mut play, "france", "D2");
    let before = gained(&position(&play), Power::France);
    play.must(FRANCE, recalls("france", &second.name));
    let ratings = i64::from(second.strategic) + i64::from(second.tactical) + i64::from(second.maximum);
    // A third of the ratings, 2 for B and 1 for the dominant zone, rounded up once.
    let price = (ratings + 3 * 3 + 2) / 3;
    assert_eq!(gained(&position(&play), Power::France), before - 2 * price);
    play.ends_verified();
}

#[test]
fn a_borrower_who_lets_a_corps_forage_is_warned_and_pays_when_nothing_is_left_of_it() {
    let mut play = surrendered(&["b4"]);
    play.must(
        BRITAIN,
        order(json!({"peace": "borrow", "power": "great_britain", "of": "france", "corps": "I Corps"})),
    );
    let forages = |lost: u32, emptied: bool| {
        order(
            json!({"peace": "forage", "of": "france", "corps": "I Corps", "lost": lost, "emptied": emptied}),
        )
    };
    assert!(play.refused(SPAIN, forages(2, false)).contains("told of by"));
    let first = rules_of(&play.must(BRITAIN, forages(2, false)));
    for id in ["house.peace.loan.supply", "house.peace.loan.forage-losses"] {
        assert!(first.contains(&id.to_owned()), "{id}");
    }
    let to_death = "house.peace.loan.no-foraging-to-death".to_owned();
    assert!(!first.contains(&to_death));
    next_month(&mut play);
    assert!(rules_of(&play.must(FRANCE, forages(1, false))).contains(&to_death), "the month after");
    next_month(&mut play);
    next_month(&mut play);
    let before = gained(&position(&play), Power::GreatBritain);
    let last = rules_of(&play.must(BRITAIN, forages(1, true)));
    assert!(!last.contains(&to_death), "not the month after");
    assert!(last.contains(&"house.peace.loan.returned-by-forage-pp".to_owned()));
    assert_eq!(gained(&position(&play), Power::GreatBritain), before - 2, "1 PP");
    assert!(position(&play).politics.carried.loans.is_empty());
    assert!(play.refused(BRITAIN, forages(1, false)).contains("has lent no corps"));
    play.ends_verified();
}

#[test]
fn everything_that_ends_is_listed_with_its_month_and_phase() {
    let mut play = surrendered(&["sphere", "b4", "b3"]);
    play.must(
        BRITAIN,
        order(json!({"peace": "borrow", "power": "great_britain", "of": "france", "corps": "I Corps"})),
    );
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), Some("1805-12"));
    let at = |text: &str| Month::try_from(text.to_owned()).unwrap();
    let ends = |play: &Play| -> Vec<(Month, Phase, What)> {
        position(play).endings().into_iter().map(|end| (end.month, end.phase, end.what)).collect()
    };
    let (france, britain) = (Power::France, Power::GreatBritain);
    let due = What::Reparations { of: france, to: britain, part: [1, 1] };
    let loan = What::Loan { corps: "I Corps".into(), of: france, to: britain };
    let sphere = What::Term { term: Term::Sphere, by: britain, of: france };
    let all = ends(&play);
    assert_eq!(all[0], (at("1805-03"), Phase::Economic, due));
    assert_eq!((all[1].0, all[1].1), (at("1805-12"), Phase::Economic), "the alliance");
    assert!(matches!(all[1].2, What::Alliance(_)));
    assert_eq!(all[2], (at("1806-03"), Phase::Reinforcement, loan));
    assert!(matches!(all[3], (month, Phase::Political, What::Truce(_)) if month == at("1806-09")));
    assert_eq!(all[4], (at("1806-09"), Phase::Political, sphere));
    assert_eq!(all.len(), 5);
    next_month(&mut play);
    assert_eq!(ends(&play).len(), 4, "the reparations have fallen due");

    let mut play = surrendered(&["exile", "c3"]);
    play.must(BRITAIN, exiles("great_britain", "france", "Napoleon"));
    assert!(ends(&play).contains(&(
        at("1806-03"),
        Phase::Political,
        What::Exile { leader: "Napoleon".into(), of: france }
    )));
}

// house.peace.reparations.choice
#[test]
fn what_is_paid_or_done_is_in_force_no_more_and_what_falls_due_is_said() {
    let (france, britain) = (Power::France, Power::GreatBritain);
    let in_force = |play: &Play| -> Vec<Term> {
        let now = position(play);
        now.in_force(&now.politics.treaties[0]).map(|(_, term)| term).collect()
    };
    let mut play = surrendered(&["c6", "b3", "c5"]);
    assert_eq!(in_force(&play), [Term::C6, Term::B3, Term::C5]);
    let from = play.entries.len();
    next_month(&mut play);
    assert_eq!(in_force(&play), [Term::C5], "the leader is gone, and the reparations were due in March");
    let said = crate::peace::happened(&play.entries[from..]).into_iter().find_map(|of| match of {
        Happened::ReparationsDue { dues, .. } => Some(dues),
        _ => None,
    });
    let due = Payment { of: france, to: britain, term: Term::B3, part: [1, 1] };
    assert_eq!(said, Some(vec![due]));

    let mut play = surrendered(&["b7", "exile"]);
    assert_eq!(in_force(&play), [Term::B7, Term::Exile], "both have still to be named");
    play.must(BRITAIN, exiles("great_britain", "france", "Napoleon"));
    assert_eq!(in_force(&play), [Term::B7, Term::Exile], "he is away");
}

#[test]
fn reparations_in_two_quarters_fall_due_twice() {
    let mut play = kept();
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    while step(&play) != "talks" {
        let view = play.campaign.public_view();
        if view.rounds.iter().any(|round| round.round.ends_with("/terms")) {
            let wishes = json!({"wish/great_britain/france/1": "b3"});
            let choice = json!({"spare/france": "a1", "reparations/france": "two"});
            answers(&mut play, &[(BRITAIN, wishes), (FRANCE, choice)]);
        } else {
            answers(&mut play, &[]);
        }
    }
    let due = position(&play).politics.treaties[0].due();
    let due: Vec<String> = due.into_iter().map(|month| month.to_string()).collect();
    assert_eq!(due, ["1805-03", "1805-06"], "house.peace.reparations.choice");
}

#[test]
fn an_ally_who_breaks_an_earlier_peace_about_trade_can_be_answered_with_war_at_once() {
    let id = "house.alliance.peace-violation-dow";
    let answers_it = |term: &str| {
        order(json!({"peace": "violated", "power": "great_britain", "on": "france", "term": term}))
    };
    for term in ["b6", "c7"] {
        let other = if term == "b6" { "c7" } else { "b6" };
        let mut play = surrendered(&[term]);
        allies(&mut play, (BRITAIN, "great_britain"), (FRANCE, "france"), None);
        play.refused_under(id, BRITAIN, answers_it(other));
        play.refused_under(id, BRITAIN, answers_it("sphere"));
        next_month(&mut play);
        assert!(play.refused(BRITAIN, answers_it(term)).contains("are open"), "sheets are sealed");
        to_the_talks(&mut play);
        let before = gained(&position(&play), Power::GreatBritain);
        let made = play.must(BRITAIN, answers_it(term));
        assert!(rules_of(&made).contains(&id.to_owned()));
        let now = position(&play);
        assert_eq!(gained(&now, Power::GreatBritain), before - 6, "the usual 3 PP");
        assert!(now.are_at_war(Power::GreatBritain, Power::France));
        assert!(!now.are_allied(Power::GreatBritain, Power::France));
        assert!(now.truce(Power::GreatBritain, Power::France).is_none(), "the enforced peace is over");
        let left: Vec<Term> = now.in_force(&now.politics.treaties[0]).map(|(_, term)| term).collect();
        // What ends with the peace has ended with it (house.peace.sphere.duration).
        assert_eq!(left, [], "{term}");
        play.ends_verified();
    }
}

// house.alliance.peace-violation-dow
#[test]
fn the_enforced_peace_bars_no_war_on_who_breaks_it() {
    let id = "house.alliance.peace-violation-dow";
    let answers_it =
        order(json!({"peace": "violated", "power": "great_britain", "on": "france", "term": "b6"}));
    let mut play = surrendered(&["b6"]);
    assert!(position(&play).truce(Power::GreatBritain, Power::France).is_some());
    let before = gained(&position(&play), Power::GreatBritain);
    let made = play.must(BRITAIN, answers_it.clone());
    assert!(rules_of(&made).contains(&id.to_owned()));
    let now = position(&play);
    assert!(now.are_at_war(Power::GreatBritain, Power::France));
    assert!(now.truce(Power::GreatBritain, Power::France).is_none());
    assert_eq!(gained(&now, Power::GreatBritain), before - 6, "the usual 3 PP");
    assert!(play.refused(BRITAIN, answers_it).contains("at war with France already"));
    play.ends_verified();

    // When the enforced peace is over the sheet declares it.
    let mut play = surrendered(&["b6"]);
    until(&mut play, "1806-10");
    to_the_talks(&mut play);
    let answers_it =
        order(json!({"peace": "violated", "power": "great_britain", "on": "france", "term": "b6"}));
    assert!(play.refused_under(id, BRITAIN, answers_it).contains("on its sheet"));

    // An enemy in its own home bars it as it bars any other (house.war.limit.home-invaded).
    let mut play = surrendered(&["b6"]);
    next_month(&mut play);
    answers(&mut play, &[(SPAIN, json!({"war/spain": ["great_britain"]}))]);
    to_the_talks(&mut play);
    let corps = json!({"counter": "place", "power": "spain", "name": "I Corps", "place": "area/london"});
    play.must(SPAIN, order(corps));
    let answers_it =
        order(json!({"peace": "violated", "power": "great_britain", "on": "france", "term": "b6"}));
    play.refused_under("house.war.limit.home-invaded", BRITAIN, answers_it.clone());
    play.must(BRITAIN, order(json!({"politics": "besieged", "power": "great_britain"})));
    play.must(BRITAIN, answers_it);
    play.ends_verified();
}

/// France collects no manpower in March 1805 and surrenders unconditionally to Great Britain in the economic phase, who picks these terms.
fn forced(terms: &[&str]) -> Play {
    let mut play = kept();
    to_the(&mut play, "economic");
    play.must(FRANCE, order(json!({"peace": "surrender", "power": "france"})));
    answers(&mut play, &[(BRITAIN, json!({"unconditional/great_britain": ["france"]}))]);
    let wish = |(n, term): (usize, &&str)| (format!("wish/great_britain/france/{}", n + 1), json!(term));
    let wishes = terms.iter().enumerate().map(wish).collect();
    answers(&mut play, &[(BRITAIN, serde_json::Value::Object(wishes))]);
    assert_eq!((month(&play).as_str(), position(&play).phase()), ("1805-03", Some(Phase::Economic)));
    play
}

// house.peace.exile.a-rank-minimum
#[test]
fn who_is_exiled_in_an_economic_phase_is_back_in_the_economic_phase_a_year_later() {
    let mut play = forced(&["exile"]);
    play.must(BRITAIN, exiles("great_britain", "france", "Napoleon"));
    let ends = position(&play).endings();
    let back = ends.iter().find(|end| matches!(end.what, What::Exile { .. })).unwrap();
    assert_eq!((back.month.to_string().as_str(), back.phase), ("1806-03", Phase::Economic));
    until(&mut play, "1806-03");
    stands(&mut play, "france", "D2");
    to_the(&mut play, "land");
    let id = "house.peace.exile.a-rank-minimum";
    assert!(
        play.refused_under(id, FRANCE, recalls("france", "Napoleon"))
            .contains("economic phase of March 1806")
    );
    to_the(&mut play, "economic");
    play.must(FRANCE, recalls("france", "Napoleon"));
    assert!(position(&play).politics.carried.exiles.is_empty());
    play.ends_verified();
}

// house.peace.loan.return, house.peace.enforced.other-phase
#[test]
fn a_loan_that_ends_after_the_reinforcement_step_comes_back_in_that_of_the_next_month() {
    let mut play = forced(&["b4"]);
    let borrows = json!({"peace": "borrow", "power": "great_britain", "of": "france", "corps": "II Corps"});
    let made = play.must(BRITAIN, order(borrows));
    assert!(rules_of(&made).contains(&"house.peace.enforced.other-phase".to_owned()));
    let ends = position(&play).endings();
    let back = ends.iter().find(|end| matches!(end.what, What::Loan { .. })).unwrap();
    assert_eq!((back.month.to_string().as_str(), back.phase), ("1806-04", Phase::Reinforcement));
    until(&mut play, "1806-03");
    to_the(&mut play, "economic");
    assert_eq!(position(&play).politics.carried.loans.len(), 1, "not in March");
    until(&mut play, "1806-04");
    to_the(&mut play, "reinforcement");
    assert!(position(&play).politics.carried.loans.is_empty());
    play.ends_verified();
}
