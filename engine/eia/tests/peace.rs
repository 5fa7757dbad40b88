//! Alliances, calls to allies, suits for peace and treaties between major powers.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, sealing, untied};
use engine::eia::politics::ends::What;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event, Position, politics};
use engine::table::act::{Act, Through};
use engine::table::{Entry, Founding, Verb};
use politics::Happened;
use politics::terms::Term;
use serde_json::{Value, json};

pub const AUSTRIA: u32 = 1;
pub const FRANCE: u32 = 2;
pub const BRITAIN: u32 = 3;
pub const PRUSSIA: u32 = 4;
pub const RUSSIA: u32 = 5;
pub const SPAIN: u32 = 6;
pub const TURKEY: u32 = 7;

pub fn play(switches: Value) -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
    let mut play = Play::founded(&Founding { options, ..founding(7, 0, json!({})) }).started();
    play.bid((1..=7).map(untied).collect());
    play
}

pub fn kept() -> Play {
    play(json!({"politics": "kept"}))
}

pub fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
}

/// What a power's PP have risen or fallen by since the campaign of 1805 began, in halves.
pub fn gained(now: &Position, power: Power) -> i64 {
    now.pp_of(power) - start(power)
}

/// A power's PP when that campaign begins: the place of its box on the status track.
fn start(power: Power) -> i64 {
    2 * i64::from(engine::eia::oob::of("1805").unwrap().powers[&power].status.value.number())
}

pub fn step(play: &Play) -> String {
    play.campaign.public_view().step.last().cloned().unwrap_or_default()
}

/// Who is asked in the open round seals what stands here for him, else nothing; what the last one set off.
pub fn answers(play: &mut Play, sheets: &[(u32, Value)]) -> Vec<Entry> {
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap().clone();
    let asked: Vec<u32> = round.asked.iter().filter_map(|(seat, _)| seat.number()).collect();
    for (person, _) in sheets {
        assert!(asked.contains(person), "{person} is asked in {}: {asked:?}", round.round);
    }
    let mut made = Vec::new();
    for person in asked {
        let sheet = sheets.iter().find(|(of, _)| *of == person).map_or(json!({}), |(_, sheet)| sheet.clone());
        play.must(person, sealing(&round.round, &sheet));
        made = play.must(person, Verb::Final { round: round.round.clone() });
    }
    made
}

pub fn open_round(play: &Play) -> String {
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/"));
    round.map_or_else(String::new, |round| round.round.clone())
}

pub fn happened(made: &[Entry]) -> Vec<Happened> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    events
        .filter_map(|event| if let Event::Politics(happened) = event { Some(happened) } else { None })
        .collect()
}

pub fn all_ready(play: &mut Play) {
    for person in 1..=7 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
}

/// On to the talks of this month: nobody declares or sues.
pub fn to_the_talks(play: &mut Play) {
    while !open_round(play).is_empty() {
        answers(play, &[]);
    }
}

/// On to the sheets of the next month.
pub fn next_month(play: &mut Play) {
    to_the_talks(play);
    for _ in 0..6 {
        if step(play) == "war" {
            return;
        }
        all_ready(play);
    }
}

pub fn order(order: Value) -> Verb {
    Verb::Game(order)
}

fn alliance(by: &str, with: &str, until: Option<&str>) -> Verb {
    let mut proposed = json!({"politics": "propose", "power": by, "with": with, "state": "alliance"});
    if let Some(until) = until {
        proposed["until"] = json!(until);
    }
    order(proposed)
}

/// Two make an alliance in the talks.
pub fn allies(play: &mut Play, (one, by): (u32, &str), (other, with): (u32, &str), until: Option<&str>) {
    play.must(one, alliance(by, with, until));
    play.must(other, alliance(with, by, until));
}

fn breaks(by: &str, with: &str) -> Verb {
    order(json!({"politics": "break", "power": by, "with": with}))
}

#[test]
fn an_alliance_is_made_in_the_talks_brings_something_without_a_date_and_bars_war() {
    let mut play = kept();
    assert!(play.refused(AUSTRIA, alliance("austria", "russia", None)).contains("(4.5)"));
    to_the_talks(&mut play);
    assert!(play.refused(FRANCE, alliance("france", "great_britain", None)).contains("peace comes before"));
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
    let now = position(&play);
    assert!(now.are_allied(Power::Russia, Power::Austria));
    assert_eq!((gained(&now, Power::Austria), gained(&now, Power::Russia)), (2, 2));
    assert!(play.refused(AUSTRIA, alliance("austria", "russia", None)).contains("allied already"));
    let expired = "house.alliance.expiry.allowed";
    play.refused_under(expired, AUSTRIA, alliance("austria", "prussia", Some("1804-12")));
    allies(&mut play, (FRANCE, "france"), (PRUSSIA, "prussia"), Some("1805-01"));
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), Some("1805-02"));
    assert_eq!(gained(&position(&play), Power::Prussia), 0, "house.alliance.expiry.no-pp-gain");
    next_month(&mut play);
    let war = sealing(&open_round(&play), &json!({"war/austria": ["russia"]}));
    play.refused_under("house.alliance.no-dow-on-ally", AUSTRIA, war);
    assert!(position(&play).are_allied(Power::Austria, Power::Prussia), "its last month");
    next_month(&mut play);
    let now = position(&play);
    assert!(!now.are_allied(Power::Austria, Power::Prussia), "it is over");
    assert_eq!(
        (gained(&now, Power::Austria), gained(&now, Power::Prussia)),
        (2, 0),
        "house.alliance.expiry.no-pp-loss"
    );
    assert!(now.are_allied(Power::Austria, Power::Russia));
}

// house.alliance.ex-ally-penalty, ex-ally-penalty-decay, ex-ally-penalty-breaker-only
#[test]
fn war_on_a_former_ally_costs_who_broke_the_alliance_more_the_sooner_it_comes() {
    let broken = |months: u32| {
        let mut play = kept();
        to_the_talks(&mut play);
        allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), Some("1807-12"));
        assert!(play.refused(SPAIN, breaks("austria", "russia")).contains("is not yours"));
        assert!(play.refused(AUSTRIA, breaks("austria", "spain")).contains("not allied"));
        let made = play.must(AUSTRIA, breaks("austria", "russia"));
        let now = start(Power::Austria) - 4;
        assert!(matches!(happened(&made)[0], Happened::AllianceBroken { now: at, .. } if at == now));
        (0..months).for_each(|_| next_month(&mut play));
        play
    };
    // The calendar says when it is over.
    let (play, former) = (broken(1), What::FormerAlly { by: Power::Austria, with: Power::Russia });
    let over: Vec<_> = position(&play).endings().into_iter().filter(|end| end.what == former).collect();
    let [over] = over.as_slice() else { panic!("{over:?}") };
    assert_eq!(position(&play).former_ally(Power::Austria, Power::Russia, over.month), 0);
    assert_eq!(
        over.month,
        position(&play).month().unwrap().later(2),
        "5 PP now, 4 in the next month, then 3"
    );
    let price = |months: u32, person: u32, by: &str, on: &str| {
        let made = answers(&mut broken(months), &[(person, json!({format!("war/{by}"): [on]}))]);
        let declared = happened(&made).into_iter().find_map(|of| match of {
            Happened::WarDeclared { before, now, rules, .. } => Some((now - before, rules)),
            _ => None,
        });
        let (price, rules) = declared.unwrap();
        (price, rules.iter().map(|rule| rule.to_string()).collect::<Vec<_>>())
    };
    let penalty =
        ["house.alliance.ex-ally-penalty", "house.alliance.ex-ally-penalty-decay"].map(String::from);
    for (months, costs) in [(1, -10), (2, -8)] {
        assert_eq!(price(months, AUSTRIA, "austria", "russia"), (costs, penalty.to_vec()), "5 and 4 PP");
    }
    assert_eq!(price(3, AUSTRIA, "austria", "russia"), (-6, vec![]), "3 PP as ever");
    let only = "house.alliance.ex-ally-penalty-breaker-only".to_owned();
    assert_eq!(
        price(1, RUSSIA, "russia", "austria"),
        (-6, vec![only]),
        "who did not break it pays the usual 3"
    );
    assert_eq!(price(1, AUSTRIA, "austria", "spain"), (-6, vec![]), "nor does anybody for another war");
}

#[test]
fn a_defender_s_allies_are_called_and_follow_by_the_sheet_or_when_asked_and_then_the_attacker_s() {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), Some("1809-12"));
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), Some("1809-12"));
    allies(&mut play, (FRANCE, "france"), (SPAIN, "spain"), Some("1809-12"));
    next_month(&mut play);
    let made = answers(
        &mut play,
        &[
            (FRANCE, json!({"war/france": ["austria"], "call/france": ["spain"]})),
            (AUSTRIA, json!({"call/austria": ["russia", "prussia"]})),
            (RUSSIA, json!({"follow/russia": ["austria"]})),
        ],
    );
    assert!(happened(&made).iter().any(|of| matches!(of, Happened::CallFollowed { by: Power::Russia, .. })));
    let now = position(&play);
    assert!(now.are_at_war(Power::Russia, Power::France) && !now.are_at_war(Power::Prussia, Power::France));
    assert_eq!(open_round(&play), "politics/1805-02/defence");
    // It answers who calls it, and nobody else.
    for power in ["russia", "france"] {
        let other = sealing(&open_round(&play), &json!({"join/prussia": [power]}));
        assert!(play.refused(PRUSSIA, other).contains("does not call"));
    }
    // Only Prussia is asked, and it refuses: its alliance is broken by it, and that costs it.
    let made = answers(&mut play, &[(PRUSSIA, json!({}))]);
    let refused = happened(&made).into_iter().find_map(|of| match of {
        Happened::AllianceBroken { by, with, why, now, .. } => Some((by, with, why, now - start(by))),
        _ => None,
    });
    let why = politics::alliance::Why::Refused;
    assert_eq!(refused, Some((Power::Prussia, Power::Austria, why, -2)));
    // Then the attacker's ally, against all who fight France now through this.
    assert_eq!(open_round(&play), "politics/1805-02/attack");
    answers(&mut play, &[(SPAIN, json!({"join/spain": ["france"]}))]);
    let now = position(&play);
    assert!(now.are_at_war(Power::Spain, Power::Austria) && now.are_at_war(Power::Spain, Power::Russia));
    assert!(!now.are_at_war(Power::Spain, Power::Prussia));
    assert_eq!(now.politics.calls, []);
}

// house.alliance.call-against-ally
#[test]
fn who_is_called_against_another_ally_breaks_one_of_the_two_alliances() {
    let called = |follows: bool| {
        let mut play = kept();
        to_the_talks(&mut play);
        allies(&mut play, (SPAIN, "spain"), (FRANCE, "france"), Some("1809-12"));
        allies(&mut play, (SPAIN, "spain"), (RUSSIA, "russia"), Some("1809-12"));
        next_month(&mut play);
        answers(
            &mut play,
            &[
                (RUSSIA, json!({"war/russia": ["france"]})),
                (FRANCE, json!({"call/france": ["spain"]})),
                (SPAIN, json!({"follow/spain": ["france"]})),
            ],
        );
        assert_eq!(open_round(&play), "politics/1805-02/defence", "no standing answer breaks an alliance");
        let answer = if follows { json!({"join/spain": ["france"]}) } else { json!({}) };
        answers(&mut play, &[(SPAIN, answer)]);
        position(&play)
    };
    let now = called(true);
    assert!(now.are_at_war(Power::Spain, Power::Russia) && now.are_allied(Power::Spain, Power::France));
    assert_eq!(gained(&now, Power::Spain), -4, "the usual price of breaking an alliance");
    let now = called(false);
    assert!(!now.are_at_war(Power::Spain, Power::Russia) && now.are_allied(Power::Spain, Power::Russia));
    assert!(!now.are_allied(Power::Spain, Power::France));
    assert_eq!(gained(&now, Power::Spain), -2);
}

/// France at war with Austria, Britain, Prussia, Spain and Turkey, who are allied as in the examples of `enhancements.sue`.
pub fn five_against_france() -> Play {
    let mut play = play(json!({"politics": "kept", "sue": "any"}));
    to_the_talks(&mut play);
    let of = [(AUSTRIA, "austria"), (BRITAIN, "great_britain"), (PRUSSIA, "prussia"), (SPAIN, "spain")];
    for (one, other) in [(0, 2), (0, 1), (2, 1), (3, 2), (3, 1)] {
        allies(&mut play, of[one], of[other], Some("1812-12"));
    }
    next_month(&mut play);
    let on_france = |power: &str| json!({format!("war/{power}"): ["france"]});
    answers(
        &mut play,
        &[
            (AUSTRIA, on_france("austria")),
            (PRUSSIA, on_france("prussia")),
            (SPAIN, on_france("spain")),
            (TURKEY, on_france("turkey")),
        ],
    );
    next_month(&mut play);
    play
}

pub fn sues(play: &mut Play, powers: &[&str]) -> Vec<Entry> {
    answers(play, &[(FRANCE, json!({"sue/france": powers}))])
}

// enhancements.sue.example.setting, enhancements.sue.example.one, enhancements.sue.example.one.case-one,
// enhancements.sue.example.one.case-two, enhancements.sue.example.one.case-two-mirror, enhancements.sue.example.one.case-three,
// enhancements.sue.break.all-or-none, enhancements.sue.break.cost, enhancements.sue.break.no-others, enhancements.sue.void,
// enhancements.sue.void.breaks-stand
#[test]
fn who_was_sued_beside_an_ally_that_was_not_breaks_or_the_suit_is_void() {
    let case = |austria: bool, prussia: bool| {
        let mut play = five_against_france();
        let before = position(&play);
        let made = sues(&mut play, &["austria", "prussia"]);
        let suits = happened(&made).into_iter().find_map(|of| match of {
            Happened::Sued { suits, .. } => Some(suits),
            _ => None,
        });
        let deciding = &suits.unwrap()[0].deciding;
        assert_eq!(deciding[&Power::Prussia], [Power::GreatBritain, Power::Spain].into());
        assert_eq!(deciding[&Power::Austria], [Power::GreatBritain].into());
        assert_eq!(open_round(&play), "politics/1805-03/break");
        let answer = |breaks: bool, power: &str| {
            if breaks { json!({format!("break/{power}"): ["france"]}) } else { json!({}) }
        };
        answers(&mut play, &[(AUSTRIA, answer(austria, "austria")), (PRUSSIA, answer(prussia, "prussia"))]);
        let now = position(&play);
        let lost = |power: Power| now.pp_of(power) - before.pp_of(power);
        let allied = |one, other| now.are_allied(one, other);
        use Power::{Austria, GreatBritain, Prussia, Spain};
        assert!(allied(Austria, Prussia) && allied(Spain, GreatBritain), "no others are broken");
        let kept = [allied(Austria, GreatBritain), allied(Prussia, GreatBritain), allied(Prussia, Spain)];
        (kept, [lost(Austria), lost(Prussia)], open_round(&play))
    };
    assert_eq!(case(false, false), ([true; 3], [0, 0], String::new()), "nothing changes at all");
    assert_eq!(case(true, false), ([false, true, true], [-4, 0], String::new()));
    assert_eq!(case(false, true), ([true, false, false], [0, -8], String::new()));
    let demands = "politics/1805-03/demand".to_owned();
    assert_eq!(case(true, true), ([false; 3], [-4, -8], demands));
}

// enhancements.sue.example.two, enhancements.sue.example.three, enhancements.sue.valid, enhancements.sue.break.who
#[test]
fn a_suit_is_valid_at_once_where_nobody_has_an_ally_that_was_not_sued_or_has_corps_in_the_suitor_s_home() {
    let mut play = five_against_france();
    sues(&mut play, &["austria", "great_britain", "prussia", "spain"]);
    assert_eq!(open_round(&play), "politics/1805-03/demand");
    let corps = |play: &mut Play, person: u32, power: &str, name: &str| {
        let placed = json!({"counter": "place", "power": power, "name": name, "place": "area/paris"});
        play.must(person, order(placed));
    };
    let mut play = five_against_france();
    corps(&mut play, BRITAIN, "great_britain", "I Corps");
    sues(&mut play, &["austria", "great_britain", "prussia"]);
    let deciding = position(&play).politics.suits[0].deciding.clone();
    assert_eq!(deciding, [(Power::Prussia, [Power::Spain].into())].into());
    let mut play = five_against_france();
    corps(&mut play, BRITAIN, "great_britain", "I Corps");
    corps(&mut play, PRUSSIA, "prussia", "I Corps");
    sues(&mut play, &["austria", "great_britain", "prussia"]);
    assert_eq!(open_round(&play), "politics/1805-03/demand");
    let gate = sealing("politics/1805-03/demand", &json!({"unconditional/spain": ["france"]}));
    assert!(!play.refused(SPAIN, gate).is_empty(), "Spain was not sued");
}

// enhancements.sue.break.secret, enhancements.sue.terms.secret
#[test]
fn who_decides_about_his_allies_and_what_is_demanded_show_only_when_all_have_answered() {
    let mut play = five_against_france();
    sues(&mut play, &["austria", "prussia"]);
    for (key, next) in [("break", "politics/1805-03/demand"), ("unconditional", "politics/1805-03/yield")] {
        let gate = open_round(&play);
        let before = play.entries.len();
        play.must(AUSTRIA, sealing(&gate, &json!({format!("{key}/austria"): ["france"]})));
        play.must(AUSTRIA, Verb::Final { round: gate.clone() });
        let told =
            play.entries[before..].iter().map(|entry| entry.public.as_str().to_owned()).collect::<String>();
        assert!(!told.contains("france"), "{key}: {told}");
        assert_eq!(open_round(&play), gate, "Prussia has not answered");
        play.must(PRUSSIA, sealing(&gate, &json!({format!("{key}/prussia"): ["france"]})));
        let before = play.entries.len();
        play.must(PRUSSIA, Verb::Final { round: gate });
        let opened =
            play.entries[before..].iter().filter(|entry| entry.public.as_str().contains("france")).count();
        assert!(opened >= 2, "{key}: both open together");
        assert_eq!(open_round(&play), next);
    }
}

// enhancements.sue.any-subset: without it all are sued, or one alone (4.4.2.1).
#[test]
fn whom_one_may_sue_is_the_group_s_to_choose() {
    let mut play = kept();
    let on_france = |power: &str| json!({format!("war/{power}"): ["france"]});
    answers(&mut play, &[(AUSTRIA, on_france("austria")), (PRUSSIA, on_france("prussia"))]);
    next_month(&mut play);
    let gate = open_round(&play);
    let two = sealing(&gate, &json!({"sue/france": ["austria", "prussia"]}));
    assert!(play.refused(FRANCE, two).contains("(4.4.2.1)"));
    let not = sealing(&gate, &json!({"sue/france": ["russia"]}));
    play.refused_under("enhancements.sue.any-subset", FRANCE, not);
    sues(&mut play, &["austria", "prussia", "great_britain"]);
    assert_eq!(open_round(&play), "politics/1805-02/demand");
}

#[test]
fn a_conditional_peace_with_three_victors_and_an_unconditional_surrender_that_is_declined() {
    let mut play = five_against_france();
    sues(&mut play, &["austria", "great_britain", "prussia", "spain"]);
    answers(&mut play, &[(SPAIN, json!({"unconditional/spain": ["france"]}))]);
    assert_eq!(open_round(&play), "politics/1805-03/yield", "a conditional demand needs no answer");
    answers(&mut play, &[(FRANCE, json!({}))]);
    assert_eq!(open_round(&play), "politics/1805-03/terms");
    let beyond = sealing("politics/1805-03/terms", &json!({"wish/austria/france/1": "sphere"}));
    play.refused_under("house.peace.unconditional-only", AUSTRIA, beyond);
    let made = answers(
        &mut play,
        &[
            (FRANCE, json!({"spare/france": "a1", "reparations/france": "two"})),
            (AUSTRIA, json!({"wish/austria/france/1": "b7", "wish/austria/france/2": "b4"})),
            (BRITAIN, json!({"wish/great_britain/france/1": "b2"})),
            (PRUSSIA, json!({"wish/prussia/france/1": "b3", "wish/prussia/france/2": "b5"})),
        ],
    );
    let (treaty, now) = happened(&made)
        .into_iter()
        .find_map(|of| match of {
            Happened::TreatyMade { treaty, now, .. } => Some((treaty, now)),
            _ => None,
        })
        .unwrap();
    use Power::{Austria, France, GreatBritain, Prussia, Spain};
    // Great Britain entered the war first, when the scenario began.
    let order: Vec<Power> = treaty.victors.iter().map(|victor| victor.power).collect();
    assert_eq!(order, [GreatBritain, Austria, Prussia]);
    let terms: Vec<(Power, Term)> = treaty.terms().collect();
    let all = [
        (GreatBritain, Term::B2),
        (Austria, Term::B7),
        (Prussia, Term::B3),
        (Austria, Term::B4),
        (Prussia, Term::B5),
    ];
    assert_eq!(terms, all, "five, shared out in turn");
    assert_eq!((treaty.parted, treaty.months), (true, 24), "house.peace.reparations.choice and B.2");
    let before = [(Austria, -6), (GreatBritain, 0), (Prussia, -6)];
    for (victor, before) in before {
        assert_eq!(now[&victor] - start(victor), before + 6, "three PP for {victor:?}");
    }
    assert_eq!(now[&France] - start(France), -18, "three for each victor");
    let state = position(&play);
    assert!(!state.are_at_war(France, Austria) && state.are_at_war(France, Spain));
    let truce = state.truce(France, Prussia).unwrap();
    assert_eq!(
        (truce.ends.to_string(), truce.first_declaration().to_string()),
        ("1807-03".into(), "1807-04".into())
    );
    next_month(&mut play);
    let war = sealing(&open_round(&play), &json!({"war/france": ["austria"]}));
    play.refused_under("house.peace.enforced.next-dow", FRANCE, war);
    play.ends_verified();
}

// house.peace.sphere.duration, house.peace.deny.duration
#[test]
fn an_unconditional_surrender_is_accepted_by_who_will_and_its_sphere_lasts_as_long_as_its_peace() {
    let mut play = five_against_france();
    sues(&mut play, &["turkey"]);
    answers(&mut play, &[(TURKEY, json!({"unconditional/turkey": ["france"]}))]);
    answers(&mut play, &[(FRANCE, json!({"yield/france": ["turkey"]}))]);
    let wishes = json!({"wish/turkey/france/1": "sphere", "wish/turkey/france/2": "deny", "wish/turkey/france/3": "c7"});
    answers(&mut play, &[(TURKEY, wishes)]);
    let now = position(&play);
    let in_force = |play: &Play| {
        let now = position(play);
        now.in_force(&now.politics.treaties[0]).map(|(_, term)| term).collect::<Vec<_>>()
    };
    assert_eq!(in_force(&play), [Term::Sphere, Term::Deny, Term::C7]);
    while position(&play).month().unwrap().to_string() != "1806-09" {
        next_month(&mut play);
    }
    assert_eq!(in_force(&play), [Term::Sphere, Term::Deny, Term::C7], "its 18 months");
    to_the_talks(&mut play);
    assert_eq!(in_force(&play), [], "the peace is over, and the colonial trade with it");
    assert_eq!((gained(&now, Power::Turkey), gained(&now, Power::France)), (-6 + 10, -10));
}

// house.peace.enforced.december-example
#[test]
fn an_enforced_peace_of_eighteen_months_is_walked_to_its_end() {
    let mut play = kept();
    let sheet = json!({"war/spain": ["turkey"]});
    answers(&mut play, &[(SPAIN, sheet)]);
    next_month(&mut play);
    answers(&mut play, &[(SPAIN, json!({"sue/spain": ["turkey"]}))]);
    answers(&mut play, &[(TURKEY, json!({}))]);
    answers(&mut play, &[]);
    // Made in February 1805: it ends in the peace step of August 1806, and war comes in September.
    let mut declared = None;
    for _ in 0..20 {
        next_month(&mut play);
        let gate = open_round(&play);
        let war = sealing(&gate, &json!({"war/turkey": ["spain"]}));
        let by = engine::table::By::Person(TURKEY);
        if play.give(by, war).is_ok() {
            declared = Some(gate);
            break;
        }
    }
    assert_eq!(declared.as_deref(), Some("politics/1806-09"));
}
