//! Politics that the bot keeps: wars are declared in secret and all at once, and ended by agreement.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, founding, sealing, untied};
use crate::peace::gained;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event, Position, politics};
use engine::table::act::{Act, Through};
use engine::table::frames::What;
use engine::table::offers::{Offer, offers};
use engine::table::record::Extent;
use engine::table::timing::Timing;
use engine::table::verify::Verdict;
use engine::table::{By, Entry, Founding, SeatId, Verb, View};
use serde_json::{Value, json};

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const BRITAIN: u32 = 3;
const SPAIN: u32 = 6;

fn game(order: Value) -> Verb {
    Verb::Game(order)
}

/// Seven players in the first month, at the gate of war.
fn at_the_gate() -> Play {
    at_the_gate_by(None)
}

/// The same with a clock.
fn at_the_gate_by(timing: Option<Timing>) -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"politics": "kept"}});
    let mut play = Play::founded(&Founding { options, timing, ..founding(7, 0, json!({})) }).started();
    play.bid((1..=7).map(untied).collect());
    play
}

/// The powers whose PP are others than at the start.
fn changed(now: &Position) -> Vec<Power> {
    Power::STANDARD.into_iter().filter(|power| gained(now, *power) != 0).collect()
}

fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
}

fn round(play: &Play) -> String {
    let view = play.campaign.public_view();
    view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap().round.clone()
}

fn seals(play: &mut Play, person: u32, sheet: &Value) -> Vec<Entry> {
    let round = round(play);
    play.must(person, sealing(&round, sheet));
    play.must(person, Verb::Final { round })
}

/// Everybody seals; who is not named declares nothing. What the last one set off.
fn declare(play: &mut Play, sheets: &[(u32, Value)]) -> Vec<Entry> {
    let mut made = Vec::new();
    for person in 1..=7 {
        let sheet = sheets.iter().find(|(of, _)| *of == person).map_or(json!({}), |(_, sheet)| sheet.clone());
        made = seals(play, person, &sheet);
    }
    made
}

fn wars(made: &[Entry]) -> Vec<(Power, Power, i64)> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    events
        .filter_map(|event| match event {
            Event::Politics(politics::Happened::WarDeclared { by, on, before, now, .. }) => {
                Some((by, on, now - before))
            }
            _ => None,
        })
        .collect()
}

fn all_ready(play: &mut Play) {
    for person in 1..=7 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
}

/// Plays on to the gate of the next month.
fn next_month(play: &mut Play) {
    for _ in 0..6 {
        if play.campaign.public_view().step.last().map(String::as_str) == Some("war") {
            return;
        }
        all_ready(play);
    }
}

fn proposes(power: &str, with: &str, state: &str) -> Verb {
    game(json!({"politics": "propose", "power": power, "with": with, "state": state}))
}

#[test]
fn wars_are_declared_at_once_and_cost_three_points_each() {
    let mut play = at_the_gate();
    let view = play.campaign.public_view();
    assert_eq!(view.step, [round(&play).trim_start_matches("politics/"), "political", "war"]);
    let asked: Vec<usize> = view.awaited.iter().map(|awaited| awaited.of().count()).collect();
    assert_eq!(asked, [7], "all seven are asked, and for nothing else");
    assert!(matches!(view.awaited[0].what, What::Envelope(_)));
    // Nobody can be ready: the gate ends by itself.
    assert!(!play.act_refused(AUSTRIA, Act::Ready { through: Through::Step, hold: false }).is_empty());
    let made = declare(
        &mut play,
        &[
            (AUSTRIA, json!({"war/austria": ["france", "turkey"]})),
            (FRANCE, json!({"war/france": ["austria"]})),
            (SPAIN, json!({})),
        ],
    );
    use Power::{Austria, France, Turkey};
    assert_eq!(wars(&made), [(Austria, France, -6), (Austria, Turkey, -6), (France, Austria, -6)]);
    let now = position(&play);
    assert!(
        now.are_at_war(Turkey, Austria) && now.are_at_war(Austria, France) && !now.are_at_war(France, Turkey)
    );
    assert_eq!(now.enemies(Austria).collect::<Vec<_>>(), [France, Turkey]);
    assert_eq!([Austria, France, Turkey].map(|power| gained(&now, power)), [-12, -6, 0]);
    assert_eq!(play.campaign.public_view().step[1..], ["political".to_owned(), "talks".to_owned()]);
    all_ready(&mut play);
    assert_eq!(play.campaign.public_view().step[1..], ["reinforcement".to_owned()]);
}

#[test]
fn a_sheet_that_the_rules_do_not_allow_is_refused() {
    let mut play = at_the_gate();
    let gate = round(&play);
    let refused = |play: &mut Play, sheet: Value, says: &str| {
        let why = play.refused(AUSTRIA, sealing(&gate, &sheet));
        assert!(why.contains(says), "{why}");
    };
    refused(&mut play, json!({"war/france": ["turkey"]}), "France is not yours");
    refused(&mut play, json!({"war/austria": ["austria"]}), "You play Austria yourself");
    refused(&mut play, json!({"war/austria": ["sardinia"]}), "not in this game");
    refused(&mut play, json!({"war/austria": ["venice"]}), "no political sheet");
    refused(&mut play, json!({"war/austria": "france"}), "no political sheet");
    declare(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    next_month(&mut play);
    let gate = round(&play);
    let why = play.refused(FRANCE, sealing(&gate, &json!({"war/france": ["austria"]})));
    assert!(why.contains("at war with Austria already"), "{why}");
}

#[test]
fn who_sends_no_sheet_declares_nothing_and_it_costs_him_nothing() {
    let mut play = at_the_gate_by(Some(Timing::default()));
    seals(&mut play, AUSTRIA, &json!({"war/austria": ["france"]}));
    for _ in 0..60 {
        play.clock_at(play.at + DAY);
        if position(&play).politics.asked.is_none() {
            break;
        }
    }
    let now = position(&play);
    assert_eq!(now.politics.asked, None, "a missed deadline decides it");
    assert_eq!(now.politics.wars.len(), 2);
    assert_eq!(changed(&now), [Power::Austria]);
}

#[test]
fn peace_is_made_when_both_propose_it() {
    let mut play = at_the_gate();
    declare(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    assert!(play.refused(AUSTRIA, proposes("austria", "spain", "peace")).contains("not at war with Spain"));
    assert!(play.refused(AUSTRIA, proposes("france", "austria", "peace")).contains("France is not yours"));
    assert!(play.refused(AUSTRIA, proposes("austria", "austria", "war")).contains("yourself"));
    play.must(AUSTRIA, proposes("austria", "france", "peace"));
    assert!(position(&play).are_at_war(Power::Austria, Power::France), "one alone makes no peace");
    assert!(play.refused(AUSTRIA, proposes("austria", "france", "peace")).contains("proposed already"));
    let withdraw =
        game(json!({"politics": "withdraw", "power": "austria", "with": "france", "state": "peace"}));
    play.must(AUSTRIA, withdraw.clone());
    assert!(play.refused(AUSTRIA, withdraw).contains("no such thing"));
    play.must(FRANCE, proposes("france", "austria", "peace"));
    play.must(AUSTRIA, proposes("austria", "france", "peace"));
    let now = position(&play);
    assert!(!now.are_at_war(Power::Austria, Power::France) && now.politics.proposed.is_empty());
    // What two have agreed on neither takes back alone.
    assert!(!play.refused(AUSTRIA, Verb::Undo).is_empty());
    assert!(play.refused(SPAIN, proposes("spain", "turkey", "war")).contains("before the first sheets"));
    assert_eq!(changed(&now), [Power::Austria]);
}

#[test]
fn the_scenario_begins_with_its_wars_and_others_are_told_before_the_first_sheets_open() {
    let mut play = at_the_gate();
    let now = position(&play);
    assert_eq!(now.enemies(Power::France).collect::<Vec<_>>(), [Power::GreatBritain]);
    let gate = round(&play);
    let why = play.refused(FRANCE, sealing(&gate, &json!({"war/france": ["great_britain"]})));
    assert!(why.contains("at war with Great Britain already"), "{why}");
    // While sheets are sealed no peace is made; but that two are at war already they can both say, and then a declaration between them is
    // void and costs nothing.
    assert!(play.refused(FRANCE, proposes("france", "great_britain", "peace")).contains("until then"));
    seals(&mut play, AUSTRIA, &json!({"war/austria": ["spain", "turkey"]}));
    play.must(SPAIN, proposes("spain", "austria", "war"));
    let agree =
        |state: &str| game(json!({"politics": "agree", "power": "spain", "with": "austria", "state": state}));
    assert!(play.refused(AUSTRIA, agree("peace")).contains("does not propose that any more"));
    assert!(play.refused(FRANCE, agree("war")).contains("Austria is not yours"));
    play.must(AUSTRIA, agree("war"));
    play.must(BRITAIN, proposes("great_britain", "turkey", "war"));
    for person in 2..=6 {
        seals(&mut play, person, &json!({}));
    }
    let round = round(&play);
    play.must(7, sealing(&round, &json!({})));
    let made = play.must(7, Verb::Final { round });
    assert_eq!(wars(&made), [(Power::Austria, Power::Turkey, -6)]);
    // What was only proposed is too late now.
    assert!(position(&play).politics.proposed.is_empty());
}

#[test]
fn a_war_that_is_agreed_upon_after_it_was_sealed_is_not_declared_again() {
    let mut play = at_the_gate();
    let prussia = 4;
    seals(&mut play, AUSTRIA, &json!({"war/austria": ["prussia"]}));
    play.must(AUSTRIA, proposes("austria", "prussia", "war"));
    play.must(prussia, proposes("prussia", "austria", "war"));
    let mut made = Vec::new();
    for person in 2..=7 {
        made = seals(&mut play, person, &json!({}));
    }
    assert_eq!(wars(&made), [], "they are at war already");
    assert!(position(&play).are_at_war(Power::Austria, Power::Prussia));
    assert_eq!(play.right_now().orders_waiting, 0);
}

#[test]
fn with_a_power_that_is_out_of_the_game_nobody_is_at_war() {
    let mut play = at_the_gate();
    declare(&mut play, &[(AUSTRIA, json!({"war/austria": ["spain"]}))]);
    play.act(SPAIN, Act::Resign);
    play.act(AUSTRIA, Act::AskInfluence { seat: SeatId::numbered(SPAIN) });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in [1, 2, 3, 4, 5, 7] {
        if play.campaign.play.votes.contains_key(&vote) {
            play.act(person, Act::Cast { vote, option: 1 });
        }
    }
    let now = position(&play);
    assert!(now.is_out(Power::Spain));
    assert!(!now.are_at_war(Power::Austria, Power::Spain));
    assert_eq!(now.enemies(Power::Austria).count(), 0);
    assert!(play.refused(AUSTRIA, proposes("austria", "spain", "peace")).contains("Nobody plays Spain"));
}

#[test]
fn powers_at_war_are_so_for_the_table_too() {
    let mut play = at_the_gate();
    declare(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    let game = &play.campaign.play.game;
    let seat = SeatId::numbered;
    assert!(game.at_war(&seat(AUSTRIA), &seat(FRANCE)) && game.at_war(&seat(FRANCE), &seat(AUSTRIA)));
    assert!(!game.at_war(&seat(AUSTRIA), &seat(SPAIN)));
}

#[test]
fn a_group_that_tells_politics_plays_the_phase_as_before() {
    let mut play = Play::in_months(7, |_| ());
    assert_eq!(play.campaign.public_view().step[1..], ["political".to_owned()]);
    assert!(play.refused(AUSTRIA, proposes("austria", "france", "war")).contains("not kept by the bot"));
    all_ready(&mut play);
    assert_eq!(play.campaign.public_view().step[1..], ["reinforcement".to_owned()]);
}

/// Everything that somebody else than Austria can see or do.
fn seen_by_others(play: &Play) -> String {
    let shown = |view: &View, offers: &[Offer]| {
        let rounds: Vec<String> = view.rounds.iter().map(|round| format!("{round:?}")).collect();
        format!("{:?} {:?} {rounds:?} {:?} {offers:?} {}", view.step, view.awaited, view.undoable, view.game)
    };
    let mut all = play.export(Extent::Public);
    all.push_str(&shown(&play.campaign.public_view(), &[]));
    for person in 2..=7 {
        let view = play.campaign.view_for(By::Person(person), false);
        all.push_str(&shown(&view, &offers(&view)));
    }
    all
}

#[test]
fn what_one_declares_changes_nothing_for_the_others_before_it_opens() {
    let with = |sheet: Value| {
        let mut play = at_the_gate();
        seals(&mut play, AUSTRIA, &sheet);
        for person in 2..=6 {
            seals(&mut play, person, &json!({}));
        }
        seen_by_others(&play)
    };
    let nothing = with(json!({}));
    for sheet in [json!({"war/austria": ["france"]}), json!({"war/austria": ["france", "turkey", "spain"]})] {
        assert!(with(sheet) == nothing);
    }
}

#[test]
fn a_stranger_checks_it_while_it_is_open_and_all_of_it_once_it_is_closed() {
    let mut play = at_the_gate();
    declare(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    next_month(&mut play);
    let report = play.right_now();
    assert_eq!((report.verdict(), report.orders_waiting, report.parts_checked), (Verdict::Open, 0, 21));
    let report = play.ends_verified();
    assert_eq!((report.verdict(), report.orders_waiting, report.bodies_missing), (Verdict::Whole, 0, 0));
}

/// What a regent orders in the game says for whom, so that a stranger can decide it again.
#[test]
fn a_regent_s_order_says_for_whom_it_is_and_he_makes_no_peace() {
    let mut play = at_the_gate();
    declare(&mut play, &[(AUSTRIA, json!({"war/austria": ["spain"]}))]);
    play.act(SPAIN, Act::Away { until: None, regent: Some(9) });
    let says = play.act_for_refused(9, SPAIN, proposes("spain", "austria", "peace"));
    assert!(says.contains("for an absent player"), "{says}");
    let tells = json!({"control": "tell", "place": "province/saxony", "power": "spain", "how": "conquered"});
    let made = play.act_for(9, SPAIN, Verb::Game(tells));
    let line: Value = serde_json::from_str(&made[0].public).unwrap();
    assert_eq!((&line["for"], &line["by"]), (&json!("seat-6"), &json!("person 9")));
    assert!(position(&play).are_at_war(Power::Austria, Power::Spain));
    play.ends_verified();
}

/// Declarations, suits and surrenders are a player's own: no regent whom a vote named seals one.
#[test]
fn what_begins_a_war_or_yields_is_for_the_player_himself() {
    use engine::table::game::Game as _;
    let of = |part: &str, other: &str| {
        let mut sheet = json!({"subject": "politics"});
        sheet[part] = json!({"austria": [other]});
        engine::eia::EmpiresInArms::is_for_the_player(&serde_json::from_value(sheet).unwrap())
    };
    assert!(["war", "sue", "yield", "informal"].iter().all(|part| of(part, "spain")));
    assert!(of("attack", "province/saxony") && !of("call", "spain") && !of("support", "province/saxony"));
}

/// Every gate of the political phase is a step with a page of its own, so that its turn card is a new post: a stranger saw that of the choice of
/// powers edited month after month, far up the channel.
#[test]
fn each_gate_of_the_political_phase_has_a_page_of_its_own() {
    let mut play = crate::peace::kept();
    let mut pages = Vec::new();
    for _ in 0..2 {
        crate::peace::open_round(&play);
        pages.push(play.campaign.public_view().page.unwrap());
        crate::peace::to_the_talks(&mut play);
        pages.push(play.campaign.public_view().page.unwrap());
        crate::peace::next_month(&mut play);
    }
    let apart: std::collections::BTreeSet<u64> = pages.iter().copied().collect();
    assert_eq!(apart.len(), pages.len(), "{pages:?}");
}
