//! Access: who lets whom in, what becomes of it when a province changes hands, and forcible access with the right of war that answers it.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN, TURKEY, all_ready, allies, answers, gained, kept,
    next_month, order, play, position, step, to_the_talks,
};
use engine::eia::access::Happened;
use engine::eia::map::ProvinceId;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event, politics};
use engine::table::{Entry, Verb};
use serde_json::{Value, json};

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn grants(power: &str, to: &str) -> Verb {
    order(json!({"access": "grant", "power": power, "to": to}))
}

fn cancels(power: &str, to: &str) -> Verb {
    order(json!({"access": "cancel", "power": power, "to": to}))
}

fn answer(power: &str, to: &str, grants: bool) -> Verb {
    order(json!({"access": "answer", "power": power, "to": to, "grants": grants}))
}

fn enters(power: &str, province: &str, counters: u32) -> Verb {
    order(json!({"access": "enter", "power": power, "province": province, "counters": counters}))
}

fn resists(power: &str, on: &str, at: u32) -> Verb {
    order(json!({"access": "resist", "power": power, "on": on, "nth": at}))
}

fn tells(province: &str, power: &str, how: &str) -> Verb {
    order(json!({"control": "tell", "place": format!("province/{province}"), "power": power, "how": how}))
}

fn has_access(play: &Play, to: Power, province: &str) -> bool {
    position(play).has_access(to, at(province))
}

fn happened(made: &[Entry]) -> Vec<Happened> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    events
        .filter_map(|event| if let Event::Access(happened) = event { Some(happened) } else { None })
        .collect()
}

pub(crate) fn rules_of(made: &[Entry]) -> Vec<String> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let values = events.map(|event| serde_json::to_value(event).unwrap());
    let rules = values.filter_map(|event| event["rules"].as_array().cloned());
    rules.flatten().map(|rule| rule.as_str().unwrap().to_owned()).collect()
}

/// On to a phase of this month or of the next that has it.
pub(crate) fn to_the(play: &mut Play, phase: &str) {
    to_the_talks(play);
    for _ in 0..20 {
        if step(play) == phase {
            return;
        }
        if step(play) == "war" {
            to_the_talks(play);
        } else {
            all_ready(play);
        }
    }
}

/// One power that sues another surrenders to it unconditionally, and the victor picks these terms.
pub(crate) fn surrenders(
    play: &mut Play,
    (loser, lost): (u32, &str),
    (victor, won): (u32, &str),
    terms: &[&str],
) {
    answers(play, &[(loser, json!({format!("sue/{lost}"): [won]}))]);
    while step(play) != "talks" {
        let view = play.campaign.public_view();
        let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap();
        match round.round.rsplit('/').next().unwrap() {
            "demand" => _ = answers(play, &[(victor, json!({format!("unconditional/{won}"): [lost]}))]),
            "yield" => _ = answers(play, &[(loser, json!({format!("yield/{lost}"): [won]}))]),
            "terms" => {
                let wish = |(n, term): (usize, &&str)| (format!("wish/{won}/{lost}/{}", n + 1), json!(term));
                let wishes = terms.iter().enumerate().map(wish).collect();
                answers(play, &[(victor, Value::Object(wishes))]);
            }
            _ => _ = answers(play, &[]),
        }
    }
}

#[test]
fn a_power_lets_another_in_on_its_conditions_and_until_it_cancels_it_or_war_begins() {
    let mut play = kept();
    assert!(play.refused(PRUSSIA, grants("austria", "france")).contains("not yours"));
    assert!(play.refused(FRANCE, grants("france", "great_britain")).contains("at war"));
    assert!(play.refused(PRUSSIA, grants("prussia", "prussia")).contains("another power"));
    let conditions =
        json!({"access": "grant", "power": "prussia", "to": "france", "conditions": "south of Berlin"});
    play.must(PRUSSIA, order(conditions.clone()));
    assert!(play.refused(PRUSSIA, order(conditions)).contains("already"));
    let grant = &position(&play).politics.access.grants[0];
    assert_eq!(grant.conditions.as_deref(), Some("south of Berlin"));
    assert!(has_access(&play, Power::France, "silesia") && !has_access(&play, Power::Austria, "silesia"));
    play.must(PRUSSIA, cancels("prussia", "france"));
    assert!(!has_access(&play, Power::France, "silesia"));
    assert!(play.refused(PRUSSIA, cancels("prussia", "france")).contains("no access"));
    let long = json!({"access": "grant", "power": "prussia", "to": "france", "conditions": "x".repeat(101)});
    assert!(play.refused(PRUSSIA, order(long)).contains("100"));
    // For one province alone, which must be its own.
    let only =
        |province: &str| json!({"access": "grant", "power": "prussia", "to": "france", "only": province});
    assert!(play.refused(PRUSSIA, order(only("tyrol"))).contains("does not have"));
    play.must(PRUSSIA, order(only("silesia")));
    assert!(has_access(&play, Power::France, "silesia") && !has_access(&play, Power::France, "brandenburg"));
    answers(&mut play, &[(PRUSSIA, json!({"war/prussia": ["france"]}))]);
    assert!(position(&play).politics.access.grants.is_empty(), "war ends it");
    play.ends_verified();
}

/// Saxony passes from Austria, which let Russia in, to Austria's ally Prussia.
fn ceded() -> (Play, Vec<Entry>) {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
    play.must(AUSTRIA, tells("saxony", "austria", "conquered"));
    play.must(AUSTRIA, grants("austria", "russia"));
    play.must(AUSTRIA, grants("austria", "prussia"));
    to_the(&mut play, "economic");
    let made = play.must(AUSTRIA, order(json!({"board": "cede", "province": "saxony", "to": "prussia"})));
    (play, made)
}

#[test]
fn who_gets_a_province_is_asked_about_those_whom_the_former_holder_let_in() {
    let (mut play, made) = ceded();
    assert!(rules_of(&made).contains(&"house.access.changed-control-voluntary".to_owned()));
    let question = &position(&play).politics.access.asked[0];
    assert_eq!((question.by, question.to, question.provinces.len()), (Power::Prussia, Power::Russia, 1));
    play.refused_under("house.access.changed-control-voluntary", PRUSSIA, answer("prussia", "spain", true));
    assert!(!has_access(&play, Power::Russia, "saxony"));
    let terms = json!({"access": "answer", "power": "prussia", "to": "russia", "grants": true, "conditions": "until May"});
    play.must(PRUSSIA, order(terms));
    let now = position(&play);
    assert!(has_access(&play, Power::Russia, "saxony") && !has_access(&play, Power::Russia, "silesia"));
    assert_eq!(now.politics.access.grants.last().unwrap().conditions.as_deref(), Some("until May"));
    assert!(now.politics.access.asked.is_empty());
    play.ends_verified();
}

#[test]
fn where_access_is_refused_or_not_answered_for_a_month_the_forces_go_home() {
    let (mut play, _) = ceded();
    let made = play.must(PRUSSIA, answer("prussia", "russia", false));
    let home = |happened: &Happened| match happened {
        Happened::Repatriated { of, by, provinces, rules } => {
            let rules: Vec<&str> = rules.iter().map(|rule| rule.as_str()).collect();
            assert_eq!(rules, ["house.access.changed-control-repatriation"]);
            Some((*of, *by, provinces.clone()))
        }
        _ => None,
    };
    let sent = [(Power::Russia, Power::Prussia, vec![at("saxony")])];
    assert_eq!(happened(&made).iter().filter_map(home).collect::<Vec<_>>(), sent);
    assert!(position(&play).politics.access.asked.is_empty());
    play.ends_verified();

    let (mut play, _) = ceded();
    let from = play.entries.len();
    next_month(&mut play);
    let made = happened(&play.entries[from..]);
    assert_eq!(made.iter().filter_map(home).collect::<Vec<_>>(), sent);
    assert!(play.refused(PRUSSIA, answer("prussia", "russia", true)).contains("not asked"));
    assert!(!has_access(&play, Power::Russia, "saxony"));
    play.ends_verified();
}

#[test]
fn by_c5_the_new_holder_has_no_choice() {
    let mut play = kept();
    surrenders(&mut play, (FRANCE, "france"), (BRITAIN, "great_britain"), &["c5", "b5"]);
    let bound = position(&play).is_bound_to_let_in(Power::France, Power::GreatBritain);
    assert!(bound && has_access(&play, Power::GreatBritain, "provence"));
    assert!(
        !position(&play).is_bound_to_let_in(Power::GreatBritain, Power::France),
        "it binds who granted it"
    );
    play.refused_under("house.access.changed-control-c5", FRANCE, cancels("france", "great_britain"));
    play.must(AUSTRIA, tells("saxony", "austria", "conquered"));
    play.must(AUSTRIA, grants("austria", "great_britain"));
    next_month(&mut play);
    answers(&mut play, &[(FRANCE, json!({"war/france": ["austria"]}))]);
    let conquest = json!({"board": "conquer", "minor": "saxony", "power": "france"});
    let made = play.must(FRANCE, order(conquest));
    assert!(rules_of(&made).contains(&"house.access.changed-control-c5".to_owned()));
    let now = position(&play);
    let grant = now.politics.access.grants.iter().find(|grant| grant.by == Power::France).unwrap();
    assert_eq!((grant.to, grant.is_for(at("saxony"))), (Power::GreatBritain, true));
    assert!(now.politics.access.asked.is_empty(), "nobody is asked");
    play.ends_verified();
}

#[test]
fn who_lets_an_allys_enemy_in_breaks_the_alliance_where_the_ally_demands_it() {
    let demands = |power: &str, of: &str| order(json!({"access": "demand", "power": power, "of": of}));
    for switched in ["yes", "no"] {
        let mut play = play(json!({"politics": "kept", "ally_demand": switched}));
        answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
        to_the_talks(&mut play);
        allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
        let id = "enhancements.access.ally-demand";
        play.refused_under(id, AUSTRIA, demands("austria", "prussia"));
        let made = play.must(PRUSSIA, grants("prussia", "france"));
        assert_eq!(rules_of(&made).contains(&id.to_owned()), switched == "yes");
        if switched == "no" {
            play.refused_under(id, AUSTRIA, demands("austria", "prussia"));
            continue;
        }
        assert!(position(&play).are_allied(Power::Austria, Power::Prussia), "without a demand it stands");
        let before = position(&play);
        let made = play.must(AUSTRIA, demands("austria", "prussia"));
        let now = position(&play);
        assert!(!now.are_allied(Power::Austria, Power::Prussia));
        assert_eq!(now.pp_of(Power::Prussia), before.pp_of(Power::Prussia) - 4, "2 PP");
        assert_eq!(now.pp_of(Power::Austria), before.pp_of(Power::Austria));
        assert!(rules_of(&made).contains(&"enhancements.access.ally-demand.cost".to_owned()));
        play.ends_verified();
    }
}

#[test]
fn a_demand_is_made_until_the_end_of_the_month_of_the_grant() {
    let mut play = play(json!({"politics": "kept", "ally_demand": "yes"}));
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
    play.must(PRUSSIA, grants("prussia", "france"));
    next_month(&mut play);
    let demand = order(json!({"access": "demand", "power": "austria", "of": "prussia"}));
    play.refused_under("enhancements.access.ally-demand", AUSTRIA, demand);
}

// house.access.forcible.pp-cost, house.access.forcible.pp-cost-example
#[test]
fn forcible_access_costs_a_point_a_month_and_power_however_many_counters_and_areas() {
    for (bavaria, costs) in [("prussia", 2), ("austria", 4)] {
        let mut play = kept();
        play.must(PRUSSIA, tells("saxony", "prussia", "conquered"));
        play.must(PRUSSIA, tells("bavaria", bavaria, "conquered"));
        assert!(play.refused(FRANCE, enters("france", "saxony", 1)).contains("land phase"));
        to_the(&mut play, "land");
        let before = gained(&position(&play), Power::France);
        let made = play.must(FRANCE, enters("france", "bavaria", 2));
        assert!(rules_of(&made).contains(&"house.access.forcible.pp-cost".to_owned()));
        assert!(rules_of(&made).contains(&"house.access.forcible.allowed".to_owned()));
        // Who suffers it may tell it too.
        play.must(PRUSSIA, enters("france", "saxony", 3));
        play.must(FRANCE, enters("france", "bavaria", 1));
        assert_eq!(gained(&position(&play), Power::France), before - costs, "Bavaria of {bavaria}");
        if bavaria == "prussia" {
            assert_eq!(position(&play).politics.access.entries[0].counters, 6);
            to_the(&mut play, "talks");
            to_the(&mut play, "land");
            play.must(FRANCE, enters("france", "saxony", 5));
            assert_eq!(gained(&position(&play), Power::France), before - costs - 2, "the next month");
        }
        play.ends_verified();
    }
}

#[test]
fn turkey_opens_the_dardanelles_to_whomever_it_will() {
    let id = "house.alliance.dardanelles-access".to_owned();
    let mut play = kept();
    let grants = |only: Option<&str>, to: &str| {
        let mut grant = json!({"access": "grant", "power": "turkey", "to": to});
        if let Some(only) = only {
            grant["only"] = json!(only);
        }
        order(grant)
    };
    let there = engine::eia::map::AreaId::by_key("constantinople").unwrap().on_map().province.key();
    assert!(rules_of(&play.must(TURKEY, grants(Some(there), "russia"))).contains(&id));
    assert!(has_access(&play, Power::Russia, there));
    assert!(!rules_of(&play.must(TURKEY, grants(Some("bosnia"), "austria"))).contains(&id), "not there");
    assert!(rules_of(&play.must(TURKEY, grants(None, "france"))).contains(&id), "everywhere is there too");
    play.ends_verified();
}

#[test]
fn who_passes_by_forcible_access_takes_nothing_until_it_is_at_war() {
    let id = "house.access.forcible.same-restrictions";
    let mut play = kept();
    play.must(PRUSSIA, tells("saxony", "prussia", "conquered"));
    to_the(&mut play, "land");
    assert!(rules_of(&play.must(FRANCE, enters("france", "saxony", 2))).contains(&id.to_owned()));
    play.refused_under(id, FRANCE, tells("saxony", "france", "conquered"));
    let told = |place: &str| order(json!({"control": "tell", "place": place, "power": "france"}));
    play.refused_under(id, FRANCE, told("province/silesia"));
    play.refused_under(id, FRANCE, told("area/dresden"));
    // Who does not pass there, and what was ceded, is told as ever.
    play.must(PRUSSIA, tells("silesia", "france", "ceded"));
    play.must(AUSTRIA, tells("saxony", "austria", "conquered"));
    play.must(PRUSSIA, tells("saxony", "prussia", "conquered"));
    play.must(PRUSSIA, resists("prussia", "france", 2));
    play.must(FRANCE, tells("saxony", "france", "conquered"));
    assert_eq!(position(&play).held(at("saxony")).by(), Some(Power::France));
    play.ends_verified();
}

#[test]
fn what_is_no_forcible_access_is_not_told_as_one() {
    let mut play = kept();
    play.must(PRUSSIA, grants("prussia", "austria"));
    to_the(&mut play, "land");
    play.refused_under("house.access.forcible.allowed", AUSTRIA, enters("austria", "silesia", 1));
    assert!(play.refused(FRANCE, enters("france", "provence", 1)).contains("itself"));
    assert!(play.refused(BRITAIN, enters("great_britain", "provence", 1)).contains("at war"));
    assert!(play.refused(FRANCE, enters("france", "saxony", 1)).contains("No power"));
    assert!(play.refused(SPAIN, enters("france", "silesia", 1)).contains("told by"));
    assert!(play.refused(FRANCE, enters("france", "silesia", 0)).contains("1 to 60"));
    play.ends_verified();
}

#[test]
fn who_is_safe_from_war_may_not_use_it_against_whom_the_peace_binds() {
    let mut play = kept();
    surrenders(&mut play, (FRANCE, "france"), (BRITAIN, "great_britain"), &["b5"]);
    play.must(BRITAIN, tells("hanover", "great_britain", "conquered"));
    to_the(&mut play, "land");
    let id = "house.access.forcible.immune-power-barred";
    play.refused_under(id, FRANCE, enters("france", "hanover", 1));
    // Austria could declare war on it.
    play.must(FRANCE, enters("france", "tyrol", 1));
    play.ends_verified();
}

#[test]
fn each_counter_lets_its_victim_declare_war_at_once_for_the_usual_price() {
    let mut play = kept();
    to_the(&mut play, "land");
    play.refused_under("house.access.forcible.dow-right", PRUSSIA, resists("prussia", "france", 1));
    play.must(FRANCE, enters("france", "silesia", 1));
    play.refused_under("house.access.forcible.dow-repeats", PRUSSIA, resists("prussia", "france", 2));
    let made = play.must(FRANCE, enters("france", "silesia", 2));
    assert!(rules_of(&made).contains(&"house.access.forcible.dow-repeats".to_owned()));
    // The moment of the first has passed.
    play.refused_under("house.access.forcible.dow-repeats", PRUSSIA, resists("prussia", "france", 1));
    play.must(AUSTRIA, enters("austria", "silesia", 1));
    let before = gained(&position(&play), Power::Prussia);
    let made = play.must(PRUSSIA, resists("prussia", "france", 3));
    for id in ["house.access.forcible.dow-cost", "house.access.forcible.call-allies"] {
        assert!(rules_of(&made).contains(&id.to_owned()));
    }
    assert!(position(&play).are_at_war(Power::Prussia, Power::France));
    assert_eq!(gained(&position(&play), Power::Prussia), before - 6);
    play.must(PRUSSIA, resists("prussia", "austria", 1));
    assert_eq!(gained(&position(&play), Power::Prussia), before - 12, "for each enemy apart");
    assert_eq!(step(&play), "land");
    play.ends_verified();

    let mut play = kept();
    to_the(&mut play, "land");
    play.must(FRANCE, enters("france", "silesia", 1));
    all_ready(&mut play);
    play.refused_under("house.access.forcible.dow-right", PRUSSIA, resists("prussia", "france", 1));
}

#[test]
fn a_standing_answer_declares_war_at_its_counter() {
    let stands = |at: Option<u32>| {
        let mut stands = json!({"access": "stand", "power": "prussia"});
        if let Some(at) = at {
            stands["nth"] = json!(at);
        }
        order(stands)
    };
    let mut play = kept();
    assert!(play.refused(PRUSSIA, stands(None)).contains("No such answer"));
    play.must(PRUSSIA, stands(Some(0)));
    assert!(play.refused(PRUSSIA, stands(Some(0))).contains("already"));
    to_the(&mut play, "land");
    let at_war = |play: &Play| position(play).are_at_war(Power::Prussia, Power::France);
    play.must(FRANCE, enters("france", "silesia", 2));
    assert!(!at_war(&play));
    play.must(PRUSSIA, stands(Some(4)));
    play.must(FRANCE, enters("france", "silesia", 1));
    assert!(!at_war(&play), "the third");
    play.must(FRANCE, enters("france", "silesia", 2));
    assert!(at_war(&play), "the fourth");
    play.must(PRUSSIA, stands(None));
    assert!(position(&play).politics.access.standing.is_empty());
    play.ends_verified();
}

#[test]
fn an_ally_who_uses_it_can_be_answered_at_once_and_without_the_extra_points() {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
    to_the(&mut play, "land");
    play.must(RUSSIA, enters("russia", "tyrol", 1));
    let before = gained(&position(&play), Power::Austria);
    let made = play.must(AUSTRIA, resists("austria", "russia", 1));
    for id in ["house.alliance.forcible-access-immediate-dow", "house.alliance.forcible-access-no-penalty"] {
        assert!(rules_of(&made).contains(&id.to_owned()), "{id}");
    }
    let now = position(&play);
    assert_eq!(gained(&now, Power::Austria), before - 6, "3 PP, and nothing for the alliance");
    assert!(now.are_at_war(Power::Austria, Power::Russia) && !now.are_allied(Power::Austria, Power::Russia));
    play.ends_verified();

    // Who lets the moment pass pays the extra points a month later.
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
    to_the(&mut play, "land");
    play.must(RUSSIA, enters("russia", "tyrol", 1));
    next_month(&mut play);
    to_the_talks(&mut play);
    play.must(AUSTRIA, order(json!({"politics": "break", "power": "austria", "with": "russia"})));
    next_month(&mut play);
    let before = gained(&position(&play), Power::Austria);
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["russia"]}))]);
    assert_eq!(gained(&position(&play), Power::Austria), before - 10);
}

// house.access.forcible.dow-limit
#[test]
fn an_enemy_in_ones_home_bars_the_answer_and_not_the_price() {
    let mut play = kept();
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["prussia"]}))]);
    to_the(&mut play, "land");
    let corps = engine::eia::oob::of("1805").unwrap().corps(Power::Austria);
    let infantry = corps.iter().find(|corps| corps.name == "I Corps").unwrap();
    let places =
        json!({"counter": "place", "power": "austria", "name": infantry.name, "place": "area/berlin"});
    play.must(AUSTRIA, order(places));
    assert!(position(&play).has_enemy_infantry_at_home(Power::Prussia));
    let before = gained(&position(&play), Power::France);
    let made = play.must(FRANCE, enters("france", "silesia", 1));
    assert!(rules_of(&made).contains(&"house.access.forcible.dow-limit".to_owned()));
    assert_eq!(gained(&position(&play), Power::France), before - 2);
    play.refused_under("house.access.forcible.dow-limit", PRUSSIA, resists("prussia", "france", 1));
    // A standing answer declares none either.
    play.must(PRUSSIA, order(json!({"access": "stand", "power": "prussia", "nth": 2})));
    play.must(FRANCE, enters("france", "silesia", 1));
    assert!(!position(&play).are_at_war(Power::Prussia, Power::France));
    // That all of them are besieged no counter shows.
    let besieged =
        json!({"access": "resist", "power": "prussia", "on": "france", "nth": 2, "besieged": true});
    play.must(PRUSSIA, order(besieged));
    assert!(position(&play).are_at_war(Power::Prussia, Power::France));
    play.ends_verified();
}

#[test]
fn allies_are_called_to_such_a_war_at_once_by_what_the_sheets_say() {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (PRUSSIA, "prussia"), (RUSSIA, "russia"), None);
    allies(&mut play, (FRANCE, "france"), (AUSTRIA, "austria"), None);
    next_month(&mut play);
    let sheets = [
        (PRUSSIA, json!({"call/prussia": ["russia"], "war/prussia": ["turkey"]})),
        (RUSSIA, json!({"follow/russia": ["prussia"]})),
        (FRANCE, json!({"call/france": ["austria"]})),
    ];
    answers(&mut play, &sheets);
    to_the(&mut play, "land");
    play.must(FRANCE, enters("france", "silesia", 1));
    play.must(PRUSSIA, resists("prussia", "france", 1));
    // France is the one on whom war was declared: it calls Austria, which is asked.
    assert!(play.refused(PRUSSIA, resists("prussia", "austria", 1)).contains("no forcible access"));
    all_ready(&mut play);
    assert_eq!(step(&play), "land", "it waits for the answer");
    let round = play.campaign.public_view().rounds.iter().map(|round| round.round.clone()).next().unwrap();
    assert_eq!(round, "politics/1805-02/defence/1");
    let made = answers(&mut play, &[(AUSTRIA, json!({"join/austria": ["france"]}))]);
    let joined = made.iter().filter_map(Entry::game_event::<EmpiresInArms>).any(|event| {
        matches!(event, Event::Politics(politics::Happened::CallFollowed { by: Power::Russia, .. }))
    });
    let now = position(&play);
    assert!(now.are_at_war(Power::Austria, Power::Prussia));
    assert!(
        joined
            && now.are_at_war(Power::Russia, Power::France)
            && now.are_at_war(Power::Russia, Power::Austria)
    );
    assert!(!now.are_at_war(Power::Russia, Power::Turkey), "that war was another");
    assert_eq!(step(&play), "war", "all were ready before");
    play.ends_verified();
}

#[test]
fn denied_co_operation_cancels_access_of_the_victors_enemies_and_asks_its_permission_for_more() {
    let mut play = kept();
    play.must(FRANCE, grants("france", "austria"));
    play.must(FRANCE, grants("france", "russia"));
    answers(&mut play, &[(BRITAIN, json!({"war/great_britain": ["russia"]}))]);
    to_the(&mut play, "land");
    next_month(&mut play);
    let from = play.entries.len();
    surrenders(&mut play, (FRANCE, "france"), (BRITAIN, "great_britain"), &["deny"]);
    let made = play.entries[from..].to_vec();
    assert!(rules_of(&made).contains(&"house.peace.deny.cancel-access".to_owned()));
    let now = position(&play);
    let left: Vec<Power> = now.politics.access.grants.iter().map(|grant| grant.to).collect();
    assert_eq!(left, [Power::Austria], "Russia fights the victor");
    // A third power is let in with the victor's permission alone.
    let id = "house.peace.deny.new-access";
    play.refused_under(id, FRANCE, grants("france", "spain"));
    let permits = order(json!({"access": "permit", "power": "great_britain", "of": "france", "to": "spain"}));
    play.refused_under(
        id,
        BRITAIN,
        order(json!({"access": "permit", "power": "great_britain", "of": "austria", "to": "spain"})),
    );
    play.must(BRITAIN, permits);
    play.must(FRANCE, grants("france", "spain"));
    assert!(has_access(&play, Power::Spain, "provence"));
    // It was for once.
    play.must(FRANCE, cancels("france", "spain"));
    play.refused_under(id, FRANCE, grants("france", "spain"));
    // The victor itself is no third power.
    play.must(FRANCE, grants("france", "great_britain"));
    // The peace of February 1805 lasts until August 1806 (house.peace.deny.duration).
    while position(&play).month().unwrap().to_string() != "1806-09" {
        next_month(&mut play);
        if position(&play).month().unwrap().to_string() == "1806-08" {
            play.refused_under(id, FRANCE, grants("france", "spain"));
        }
        to_the_talks(&mut play);
    }
    play.must(FRANCE, grants("france", "spain"));
    play.ends_verified();
}
