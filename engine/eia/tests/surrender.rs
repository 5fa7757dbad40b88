//! Forced surrender: who collects no manpower sues all its enemies in the economic phase and takes what each of them names.
#![allow(clippy::unwrap_used)]

use crate::access::{rules_of, to_the};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, SPAIN, answers, gained, kept, next_month, order, position, step,
    to_the_talks,
};
use engine::eia::months::Phase;
use engine::eia::politics::terms::Term;
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::json;

fn tells(power: &str) -> Verb {
    order(json!({"peace": "surrender", "power": power}))
}

fn round(play: &crate::common::Play) -> String {
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/"));
    round.map_or_else(String::new, |round| round.round.clone())
}

// house.surrender.forced.trigger, house.surrender.forced.accept-all, house.peace.enforced.other-phase
#[test]
fn who_collects_no_manpower_takes_an_unconditional_and_an_informal_peace_in_the_same_phase() {
    let mut play = kept();
    while position(&play).month().unwrap().to_string() != "1806-12" {
        next_month(&mut play);
    }
    // A peace of the political phase of the same month comes first, by its own envelopes.
    let sheets = [
        (FRANCE, json!({"war/france": ["prussia"], "sue/france": ["great_britain"]})),
        (AUSTRIA, json!({"war/austria": ["prussia"]})),
    ];
    answers(&mut play, &sheets);
    to_the_talks(&mut play);
    let id = "house.surrender.forced.trigger";
    play.refused_under(id, PRUSSIA, tells("prussia"));
    to_the(&mut play, "economic");
    play.refused_under(id, SPAIN, tells("prussia"));
    play.refused_under(id, SPAIN, tells("spain"));
    let made = play.must(FRANCE, tells("prussia"));
    assert!(rules_of(&made).contains(&id.to_owned()));
    assert_eq!(round(&play), "politics/1806-12/forced/1");
    let before = position(&play);
    let kinds = [
        (FRANCE, json!({"unconditional/france": ["prussia"]})),
        (AUSTRIA, json!({"informal/austria": ["prussia"]})),
    ];
    let made = answers(&mut play, &kinds);
    assert!(rules_of(&made).contains(&"house.surrender.forced.accept-all".to_owned()));
    assert!(!position(&play).are_at_war(Power::Austria, Power::Prussia), "an informal peace with one");
    assert!(position(&play).truce(Power::Austria, Power::Prussia).is_none());
    assert_eq!(round(&play), "politics/1806-12/terms/1");
    let made = answers(&mut play, &[(FRANCE, json!({"wish/france/prussia/1": "c3"}))]);
    assert!(rules_of(&made).contains(&"house.peace.enforced.other-phase".to_owned()));
    let now = position(&play);
    assert!(!now.are_at_war(Power::France, Power::Prussia));
    assert_eq!(gained(&now, Power::France) - gained(&before, Power::France), 10, "5 PP of the surrender");
    let treaty = now.politics.treaties.last().unwrap();
    assert_eq!(treaty.terms().collect::<Vec<_>>(), [(Power::France, Term::C3)]);
    assert!(treaty.victors[0].unconditional && treaty.victors.len() == 1);
    // The next economic phase after this one.
    assert_eq!(treaty.due()[0].to_string(), "1807-03");
    let truce = now.truce(Power::France, Power::Prussia).unwrap();
    assert_eq!((truce.ends.to_string().as_str(), truce.phase), ("1808-06", Phase::Economic));
    assert_eq!(truce.first_declaration().to_string(), "1808-07");
    assert_eq!(step(&play), "economic");
    while position(&play).month().unwrap().to_string() != "1808-06" {
        next_month(&mut play);
    }
    to_the(&mut play, "land");
    assert!(position(&play).truce(Power::France, Power::Prussia).is_some(), "it lasts to the economic phase");
    to_the(&mut play, "economic");
    assert!(position(&play).truce(Power::France, Power::Prussia).is_none());
    next_month(&mut play);
    answers(&mut play, &[(FRANCE, json!({"war/france": ["prussia"]}))]);
    assert!(position(&play).are_at_war(Power::France, Power::Prussia), "July 1808");
    play.ends_verified();
}

#[test]
fn who_names_nothing_demands_a_conditional_peace() {
    let mut play = kept();
    to_the(&mut play, "economic");
    play.must(FRANCE, tells("france"));
    assert!(play.refused(FRANCE, tells("france")).contains("are open"));
    answers(&mut play, &[]);
    assert!(round(&play).ends_with("/terms/1"));
    answers(
        &mut play,
        &[(BRITAIN, json!({"wish/great_britain/france/1": "b5"})), (FRANCE, json!({"spare/france": "a1"}))],
    );
    let treaty = position(&play).politics.treaties[0].clone();
    assert!(!treaty.victors[0].unconditional);
    assert_eq!((treaty.spared, treaty.phase), (Some(Term::A1), Phase::Economic));
    assert!(position(&play).enemies(Power::France).next().is_none());
    play.ends_verified();
}
