//! Sardinia's events: chosen in secret, changed, withheld, announced in the gap between two turns; Spedizione dei Mille; the Italian minor
//! countries.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, kinds, rules_in, sealing};
use crate::dominance::to_the_economic_phase;
use crate::italy::{later, later_with};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, allies, answers, next_month, open_round, order, position, step, to_the_talks,
};
use engine::eia::crimea::{Peace, Victory, What};
use engine::eia::map::{Era, ProvinceId, home_provinces};
use engine::eia::months::Month;
use engine::eia::oob::Held;
use engine::eia::politics::costs::Points;
use engine::eia::politics::minors::Happened::Controlled;
use engine::eia::powers::Power;
use engine::eia::sardinia::announce::why_not_used;
use engine::eia::sardinia::{Announcement, Happened, Order, choices};
use engine::eia::{EmpiresInArms, Event};
use engine::table::lodged::{Change, Line, LodgedView};
use engine::table::record::Extent;
use engine::table::secret::Secret;
use engine::table::verify::verify;
use engine::table::{By, Entry, Verb};
use serde_json::{Value, json};

const SARDINIA: u32 = 6;

fn mille(on: &str) -> Value {
    json!({"sardinia": "announce", "event": "mille", "on": on})
}

fn chooses(order: &Value, unless: &[Value]) -> Verb {
    let change = Change::Instead(Line::order(order.clone(), unless.to_vec()));
    Verb::Lodge { power: None, change, salt: Secret::new([9; 32]) }
}

fn withdraws() -> Verb {
    Verb::Lodge { power: None, change: Change::TakeBack { which: None }, salt: Secret::new([9; 32]) }
}

fn lodged(play: &Play) -> LodgedView {
    play.campaign.view_for(By::Person(SARDINIA), false).lodged
}

/// On to the sheets of the next month; what happened in the gap before it.
fn gap(play: &mut Play) -> Vec<Entry> {
    let from = play.entries.len();
    to_the_talks(play);
    next_month(play);
    play.entries[from..].to_vec()
}

/// On through the gaps until one before which month.
fn gap_before(play: &mut Play, month: &str) -> Vec<Entry> {
    for _ in 0..40 {
        let made = gap(play);
        if position(play).month().unwrap().to_string() == month {
            return made;
        }
    }
    panic!("{month} does not come");
}

fn announced(made: &[Entry]) -> Vec<(String, Option<String>)> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let of = |event| match event {
        Event::Sardinia(Happened::Announced { event, on, .. }) => {
            Some((event, on.map(|on| on.key().to_owned())))
        }
        _ => None,
    };
    events.filter_map(of).collect()
}

fn held(play: &Play, key: &str) -> Held {
    position(play).held(ProvinceId::by_key(key).unwrap())
}

fn at_war_with(play: &Play, key: &str) -> bool {
    position(play).attacks(Power::Sardinia, ProvinceId::by_key(key).unwrap())
}

fn places(play: &Play) -> Vec<String> {
    let now = position(play);
    now.counters_of(Power::Sardinia).iter().map(|(name, at)| format!("{name}: {}", at.place)).collect()
}

/// On to the question of who controls what is attacked, with these answers to it.
fn controls(play: &mut Play, sheets: &[(u32, Value)]) -> Vec<Entry> {
    while !open_round(play).ends_with("/control") {
        assert!(!open_round(play).is_empty(), "nothing is attacked");
        answers(play, &[]);
    }
    answers(play, sheets)
}

#[test]
fn the_gap_comes_at_the_head_of_every_month_but_the_first_and_looks_the_same_with_and_without_an_event() {
    let gap_of = |chosen: Option<&str>, unless: &[Value]| {
        let mut play = later();
        assert!(!kinds(&play.entries).iter().any(|kind| kind.contains("lodged")), "no turn ended before");
        if let Some(on) = chosen {
            play.must(SARDINIA, chooses(&mille(on), unless));
        }
        let made = gap(&mut play);
        (made, play)
    };
    let (quiet, play) = gap_of(None, &[]);
    let lines = |made: &[Entry]| -> Vec<Value> {
        let public = made.iter().filter(|entry| entry.line.is_some());
        public.filter_map(|entry| serde_json::from_str(&entry.public).ok()).collect()
    };
    let open = lines(&quiet);
    let at = open.iter().position(|line| line["e"]["frame"] == json!({"between": 6})).unwrap();
    let shape: Vec<&Value> = open[at..].iter().take(4).map(|line| &line["k"]).collect();
    let carried = &open[at + 2];
    assert_eq!(shape, ["table", "lodged", "order", "lodged_opened"]);
    assert_eq!((&carried["verb"], &carried["seat"]), (&json!("carry_out"), &json!("seat-6")));
    assert_eq!(open[at + 1]["seals"].as_array().unwrap().len(), 12, "every place has a code");
    assert_eq!(step(&play), "war", "nobody is awaited in it");
    // Withheld, the public record has the same lines, but for the codes.
    let (withheld, _) = gap_of(Some("naples"), &[json!("withheld")]);
    let kinds_of = |made: &[Entry]| lines(made).iter().map(|line| line["k"].to_string()).collect::<Vec<_>>();
    assert_eq!(kinds_of(&quiet), kinds_of(&withheld));
    let text = withheld.iter().map(|entry| entry.public.to_string()).collect::<String>();
    assert!(!text.contains("naples") && !text.contains("mille") && !text.contains("withheld"), "{text}");
}

#[test]
fn an_event_is_chosen_changed_and_withheld_in_secret_and_announced_in_the_next_gap() {
    let mut play = later();
    let seen = |play: &Play| {
        let (all, other) = (play.campaign.public_view(), play.campaign.view_for(By::Person(1), false));
        (play.campaign.next_line, format!("{all:?}{other:?}"))
    };
    let before = seen(&play);
    play.must(SARDINIA, chooses(&mille("naples"), &[]));
    play.must(SARDINIA, chooses(&mille("tuscany"), &[]));
    assert_eq!(lodged(&play).lines.len(), 1, "one event in the place of the other");
    play.must(SARDINIA, withdraws());
    assert!(lodged(&play).lines.is_empty());
    play.must(SARDINIA, chooses(&mille("tuscany"), &[json!({"before": "1853-12"})]));
    let after = seen(&play);
    assert_eq!(before, after, "nobody else sees anything of it");
    // Kept for December, it stays lodged in the gap before November, and nothing tells of it.
    assert_eq!(announced(&gap(&mut play)), []);
    let kept = lodged(&play).lines;
    assert!(kept.len() == 1 && kept[0].held.is_none(), "{kept:?}");
    let made = gap(&mut play);
    assert_eq!(announced(&made), [("mille".to_owned(), Some("tuscany".to_owned()))]);
    assert!(lodged(&play).lines.is_empty());
    assert!(at_war_with(&play, "tuscany"), "before the political phase");
    for rule in ["nationalism.sardinia.event.secret-choice", "nationalism.sardinia.event.window"] {
        assert!(rules_in(&made).contains(&rule.to_owned()), "{rule}");
    }
    // A stranger checks the code of the place that opened, and decides it again.
    let checked = play.right_now();
    assert!(checked.lodged_checked >= 3, "{}", checked.lodged_checked);
    // What was withheld comes to light when the campaign closes.
    play.must(SARDINIA, chooses(&mille("naples"), &[json!("withheld")]));
    gap(&mut play);
    assert!(!play.export(Extent::Public).contains("naples\"},\"unless"));
    play.ends_verified();
    let whole = play.export(Extent::Whole);
    assert!(whole.contains("\"unless\":[\"withheld\"]"), "its places open");
    assert!(verify(whole.as_bytes(), &[]).is_ok());
}

#[test]
fn an_event_is_given_in_the_gap_alone_once_a_calendar_year_and_by_sardinia() {
    let mut play = later();
    let (limit, window) = ("nationalism.sardinia.event.annual-limit", "nationalism.sardinia.event.window");
    play.refused_under(window, SARDINIA, order(mille("naples")));
    play.refused_under(limit, FRANCE, chooses(&mille("naples"), &[]));
    play.refused_under(limit, FRANCE, order(mille("naples")));
    let unknown = json!({"sardinia": "announce", "event": "bersaglieri"});
    play.refused_under("nationalism.sardinia.event.catalogue", SARDINIA, chooses(&unknown, &[]));
    let other = json!({"control": "tell", "place": "province/naples", "power": "sardinia"});
    play.refused_under("nationalism.sardinia.event.secret-choice", SARDINIA, chooses(&other, &[]));
    play.must(SARDINIA, chooses(&mille("naples"), &[]));
    assert_eq!(announced(&gap(&mut play)).len(), 1);
    let says = play.refused_under(limit, SARDINIA, chooses(&mille("tuscany"), &[]));
    assert!(says.contains("the gap before November 1853") && says.contains("January 1854"), "{says}");
    play.must(SARDINIA, chooses(&mille("tuscany"), &[json!({"before": "1854-01"})]));
    assert_eq!(announced(&gap(&mut play)), [], "December is of the same year");
    assert_eq!(announced(&gap(&mut play)).len(), 1, "the window before January belongs to the new year");
    assert_eq!(step(&play), "war");
    play.refused_under(window, SARDINIA, order(mille("sicily")));
    play.ends_verified();
}

#[test]
fn mille_is_aimed_at_a_neutral_italian_minor_country_once_each() {
    let mut play = later();
    let rule = "nationalism.mille.declaration";
    let says = play.refused_under(rule, SARDINIA, chooses(&mille("lombardy"), &[]));
    assert!(says.contains("Austria has it"), "{says}");
    let says = play.refused_under(rule, SARDINIA, chooses(&mille("bavaria"), &[]));
    assert!(says.contains("no Italian minor country"), "{says}");
    play.refused_under(rule, SARDINIA, chooses(&json!({"sardinia": "announce", "event": "mille"}), &[]));
    let elsewhere = json!({"sardinia": "announce", "event": "mille", "on": "naples", "area": "palermo"});
    play.refused_under("nationalism.mille.corps.availability", SARDINIA, chooses(&elsewhere, &[]));
    // Of the Papal State both provinces are at war through the one event.
    play.must(SARDINIA, chooses(&mille("romagna"), &[]));
    let made = gap(&mut play);
    assert_eq!(
        announced(&made),
        [("mille".to_owned(), Some("papacy".to_owned()))],
        "nationalism.map.papal-state"
    );
    assert!(at_war_with(&play, "papacy") && at_war_with(&play, "romagna"));
    for rule in ["nationalism.mille.declaration", "nationalism.map.papal-state"] {
        assert!(rules_in(&made).contains(&rule.to_owned()), "{rule}");
    }
    assert_eq!(places(&play), Vec::<String>::new(), "nationalism.mille.corps.availability");
    // Aimed at once, it is not aimed at again, in another year either.
    next_month(&mut play);
    assert_eq!(position(&play).month().unwrap().to_string(), "1853-12");
    let says = play.refused_under(rule, SARDINIA, chooses(&mille("papacy"), &[]));
    assert!(says.contains("was aimed at Papacy before"), "{says}");
    // Whoever conquers it conquers both provinces, which count as two.
    let told = json!({"board": "conquer", "minor": "papacy", "power": "sardinia"});
    let made = play.must(SARDINIA, order(told));
    assert_eq!(held(&play, "papacy"), Held::Home(Power::Sardinia));
    assert_eq!(held(&play, "romagna"), Held::Home(Power::Sardinia));
    assert!(rules_in(&made).contains(&"nationalism.map.papal-state".to_owned()));
    play.ends_verified();
}

// nationalism.map.papal-state: one country, so one bid for control is for both of its provinces, and the war on it costs once.
#[test]
fn who_takes_control_of_the_papal_state_has_both_of_its_provinces() {
    let attacked = || {
        let mut play = later();
        play.must(SARDINIA, chooses(&mille("papacy"), &[]));
        gap(&mut play);
        while !open_round(&play).ends_with("/control") {
            answers(&mut play, &[]);
        }
        play
    };
    let papal = |play: &Play| ["papacy", "romagna"].map(|key| held(play, key));
    let mut play = attacked();
    let (round, romagna) = (open_round(&play), json!({"volunteer/france": ["province/romagna"]}));
    let says = play.refused_under("nationalism.map.papal-state", FRANCE, sealing(&round, &romagna));
    assert!(says.contains("Romagna is one country with Papacy"), "{says}");
    let before = position(&play).pp_of(Power::Sardinia);
    let both = [(FRANCE, json!({"volunteer/france": ["province/papacy"]})), (AUSTRIA, json!({}))];
    let made = answers(&mut play, &both);
    assert_eq!(papal(&play), [Held::Free(Power::France); 2]);
    let decided: Vec<_> = made
        .iter()
        .filter_map(Entry::game_event::<EmpiresInArms>)
        .filter_map(|event| match event {
            Event::Minors(Controlled { minor, with, by, .. }) => Some((minor.key(), with.len(), by)),
            _ => None,
        })
        .collect();
    assert_eq!(decided, [("papacy", 1, Some(Power::France))]);
    assert!(rules_in(&made).contains(&"nationalism.map.papal-state".to_owned()));
    let now = position(&play);
    assert!(now.minor_wars().all(|war| !war.open), "nothing of it is left to decide");
    // 1 PP of war on a minor country less 1 PP of the event (nationalism.mille.declaration), once.
    assert_eq!(now.pp_of(Power::Sardinia), before + (now.points(Points::Minor) + 2).min(0));
    // The war is given up on both, and both are neutral again.
    to_the_talks(&mut play);
    let given_up = json!({"minor": "give_up", "power": "sardinia", "country": "papacy"});
    play.must(SARDINIA, order(given_up));
    assert!(!at_war_with(&play, "papacy") && !at_war_with(&play, "romagna"));
    assert_eq!(papal(&play), [Held::Neutral; 2]);
    play.ends_verified();
    // Nobody wants it: it is decided once too.
    let mut play = attacked();
    answers(&mut play, &[]);
    assert_eq!(papal(&play), [Held::Neutral; 2]);
    assert!(position(&play).minor_wars().all(|war| !war.open));
    play.ends_verified();
}

#[test]
fn a_choice_that_is_barred_by_then_is_not_given_and_waits_for_its_player() {
    let mut play = later();
    play.must(SARDINIA, chooses(&mille("papacy"), &[]));
    let corps = json!({"counter": "place", "power": "france", "name": "I Corps", "place": "area/rome"});
    play.must(FRANCE, order(corps));
    assert_eq!(announced(&gap(&mut play)), []);
    assert_eq!(step(&play), "war", "the month goes on");
    let view = lodged(&play);
    assert!(format!("{:?}", view.lines[0].held).contains("French corps"), "{view:?}");
    let rule = "nationalism.map.papal-state.french-corps";
    play.refused_under(rule, SARDINIA, chooses(&mille("papacy"), &[]));
    let away = json!({"counter": "remove", "power": "france", "name": "I Corps"});
    play.must(FRANCE, order(away));
    play.must(SARDINIA, chooses(&mille("papacy"), &[]));
    assert_eq!(announced(&gap(&mut play)).len(), 1, "the last French corps has left");
    play.ends_verified();
}

#[test]
fn i_mille_stands_in_sicily_before_the_month_and_sicily_is_sardinia_s_when_it_ends() {
    let mut play = later();
    let corps =
        |place: &str| json!({"counter": "place", "power": "sardinia", "name": "I Mille", "place": place});
    play.refused_under("nationalism.mille.corps.availability", SARDINIA, order(corps("area/palermo")));
    play.must(SARDINIA, chooses(&mille("sicily"), &[]));
    let made = gap_before(&mut play, "1853-11");
    assert_eq!(places(&play), ["I Mille: area/palermo"]);
    assert!(rules_in(&made).contains(&"nationalism.mille.sicily.deploy".to_owned()));
    assert_eq!(held(&play, "sicily"), Held::Neutral);
    let before = position(&play).pp_of(Power::Sardinia);
    let made = gap(&mut play);
    assert_eq!(held(&play, "sicily"), Held::Home(Power::Sardinia));
    let rules = rules_in(&made);
    for rule in [
        "nationalism.mille.sicily.annex",
        "nationalism.mille.sicily.example",
        "nationalism.sardinia.conquest-makes-province",
    ] {
        assert!(rules.contains(&rule.to_owned()), "{rules:?}");
    }
    assert_eq!(position(&play).pp_of(Power::Sardinia), before + 2, "1 PP of a conquest");
    assert!(!at_war_with(&play, "sicily"));
    // Nobody conquers a province.
    let takes = order(json!({"board": "conquer", "minor": "sicily", "power": "france"}));
    assert!(play.refused(FRANCE, takes).contains("a province of a major power"));
    play.ends_verified();
}

#[test]
fn i_mille_driven_out_or_a_city_that_holds_annexes_nothing() {
    let landed = || {
        let mut play = later();
        play.must(SARDINIA, chooses(&mille("sicily"), &[]));
        gap(&mut play);
        play
    };
    let told = |holds: bool| order(json!({"sardinia": "landing", "holds": holds}));
    let rule = "nationalism.mille.sicily.annex";
    let mut play = landed();
    play.refused_under(rule, FRANCE, told(true));
    play.must(FRANCE, told(false));
    play.must(AUSTRIA, told(true));
    play.must(FRANCE, told(false));
    gap(&mut play);
    assert_eq!(held(&play, "sicily"), Held::Neutral);
    play.refused_under(rule, FRANCE, told(false));
    assert!(at_war_with(&play, "sicily"), "the war goes on");
    // Where another power takes control and garrisons it, it does not hold Sicily unless that is told.
    for (tells, by) in [(false, Held::Free(Power::GreatBritain)), (true, Held::Home(Power::Sardinia))] {
        let mut play = landed();
        controls(&mut play, &[(BRITAIN, json!({"volunteer/great_britain": ["province/sicily"]}))]);
        if tells {
            play.must(SARDINIA, told(true));
        }
        gap(&mut play);
        assert_eq!(held(&play, "sicily"), by, "the usual conditions of conquest");
    }
    // Moved within the month, it has not held Sicily.
    let mut play = landed();
    let corps =
        |place: &str| json!({"counter": "place", "power": "sardinia", "name": "I Mille", "place": place});
    for place in ["area/naples", "area/palermo"] {
        play.must(SARDINIA, order(corps(place)));
    }
    gap(&mut play);
    assert_eq!(held(&play, "sicily"), Held::Neutral);
    play.ends_verified();
}

#[test]
fn i_mille_out_of_sicily_does_not_hold_it_and_sardinia_does_not_take_back_what_another_told() {
    let landed = || {
        let mut play = later();
        play.must(SARDINIA, chooses(&mille("sicily"), &[]));
        gap(&mut play);
        play
    };
    let told = |holds: bool| order(json!({"sardinia": "landing", "holds": holds}));
    let rule = "nationalism.mille.sicily.annex";
    let corps =
        |place: &str| json!({"counter": "place", "power": "sardinia", "name": "I Mille", "place": place});
    // While its counter stands elsewhere or nowhere, nobody tells that it holds.
    let mut play = landed();
    play.must(SARDINIA, order(corps("area/naples")));
    let says = play.refused_under(rule, SARDINIA, told(true));
    assert!(says.contains("does not stand in Sicily"), "{says}");
    play.refused_under(rule, FRANCE, told(true));
    play.must(SARDINIA, order(json!({"counter": "remove", "power": "sardinia", "name": "I Mille"})));
    play.refused_under(rule, SARDINIA, told(true));
    gap(&mut play);
    assert_eq!(held(&play, "sicily"), Held::Neutral);
    // What another told is taken back by him or by one who does not play Sardinia.
    for takes_back in [FRANCE, AUSTRIA] {
        let mut play = landed();
        play.must(FRANCE, told(false));
        let says = play.refused_under(rule, SARDINIA, told(true));
        assert!(says.contains("Another player told"), "{says}");
        play.must(takes_back, told(true));
        gap(&mut play);
        assert_eq!(held(&play, "sicily"), Held::Home(Power::Sardinia));
    }
    // Its own telling it takes back itself, unless another has told the same meanwhile.
    let mut play = landed();
    play.must(SARDINIA, told(false));
    play.refused_under(rule, SARDINIA, told(false));
    play.must(SARDINIA, told(true));
    play.must(SARDINIA, told(false));
    play.must(BRITAIN, told(false));
    play.refused_under(rule, FRANCE, told(false));
    play.refused_under(rule, SARDINIA, told(true));
    gap(&mut play);
    assert_eq!(held(&play, "sicily"), Held::Neutral);
    play.ends_verified();
}

#[test]
fn an_event_is_kept_for_a_gap_to_come_alone_and_never_where_it_can_be_used_in_none() {
    let mut play = later();
    let window = "nationalism.sardinia.event.window";
    let before = |month: &str| json!({ "before": month });
    // October 1853 is played.
    for month in ["1853-01", "1853-10", "1854-11", "1870-01", "1999-01"] {
        let says = play.refused_under(window, SARDINIA, chooses(&mille("tuscany"), &[before(month)]));
        assert!(says.contains("those before November 1853 to October 1854"), "{says}");
    }
    for month in ["1853-11", "1854-10"] {
        play.must(SARDINIA, chooses(&mille("tuscany"), &[before(month)]));
    }
    play.must(SARDINIA, chooses(&mille("tuscany"), &[]));
    assert_eq!(announced(&gap(&mut play)).len(), 1);
    let unknown = json!({"sardinia": "announce", "event": "bersaglieri"});
    for unless in [before("1854-02"), json!("withheld")] {
        let kept = [unless];
        let again =
            play.refused_under("nationalism.mille.declaration", SARDINIA, chooses(&mille("tuscany"), &kept));
        assert!(again.contains("was aimed at Tuscany before"), "{again}");
        play.refused_under("nationalism.sardinia.event.catalogue", SARDINIA, chooses(&unknown, &kept));
        play.must(SARDINIA, chooses(&mille("naples"), &kept));
    }
    play.ends_verified();
}

#[test]
fn who_takes_control_of_what_was_attacked_is_decided_as_ever_and_the_event_costs_a_point_less() {
    let mut play = later();
    play.must(SARDINIA, chooses(&mille("tuscany"), &[]));
    gap(&mut play);
    let before = position(&play).pp_of(Power::Sardinia);
    let made = controls(&mut play, &[(AUSTRIA, json!({"volunteer/austria": ["province/tuscany"]}))]);
    assert_eq!(held(&play, "tuscany"), Held::Free(Power::Austria));
    assert_eq!(position(&play).pp_of(Power::Sardinia), before, "1 PP less than the usual 1");
    assert!(!rules_in(&made).contains(&"nationalism.italian-minors.sardinian-protection".to_owned()));
    // Conquered it is a province, when its city was held for a month.
    let conquers = order(json!({"board": "conquer", "minor": "tuscany", "power": "sardinia"}));
    play.refused_under("house.minors.conquest-primary-district", SARDINIA, conquers.clone());
    gap(&mut play);
    to_the_talks(&mut play);
    play.must(SARDINIA, conquers);
    assert_eq!(
        held(&play, "tuscany"),
        Held::Home(Power::Sardinia),
        "nationalism.sardinia.conquest-makes-province"
    );
    play.ends_verified();
}

#[test]
fn no_sheet_declares_war_on_a_neutral_italian_minor_country_but_sardinia_s_on_one_that_was_aimed_at() {
    let mut play = later();
    let attack = |power: &str, on: &str| json!({format!("attack/{power}"): [format!("province/{on}")]});
    let rule = "nationalism.italian-minors.no-dow";
    let exception = "nationalism.italian-minors.no-dow.exception";
    let round = |play: &Play| crate::peace::open_round(play);
    let sheet = |play: &Play, power: &str, on: &str| sealing(&round(play), &attack(power, on));
    play.refused_under(rule, FRANCE, sheet(&play, "france", "naples"));
    play.refused_under(exception, SARDINIA, sheet(&play, "sardinia", "tuscany"));
    assert_eq!(
        position(&play).neutral_italians().iter().map(|minor| minor.key()).collect::<Vec<_>>(),
        ["naples", "papacy", "romagna", "sicily", "tuscany"],
        "nationalism.italian-minors.list"
    );
    play.must(SARDINIA, chooses(&mille("tuscany"), &[]));
    gap(&mut play);
    to_the_talks(&mut play);
    let gives_up = json!({"minor": "give_up", "power": "sardinia", "country": "tuscany"});
    play.must(SARDINIA, order(gives_up));
    next_month(&mut play);
    play.refused_under(rule, FRANCE, sheet(&play, "france", "tuscany"));
    answers(&mut play, &[(SARDINIA, attack("sardinia", "tuscany"))]);
    assert!(at_war_with(&play, "tuscany"), "neutral again, it may be declared war on");
    play.ends_verified();
}

#[test]
fn sardinia_protects_an_italian_minor_country_that_another_attacks_where_it_wants_to() {
    // A free state that was ceded to France, which is at war with it instead: the one way to attack one by now.
    let attacked = || {
        let mut play = later_with(json!({"cede_free_states": "yes"}));
        to_the_talks(&mut play);
        allies(&mut play, (AUSTRIA, "austria"), (FRANCE, "france"), Some("1860-01"));
        to_the_economic_phase(&mut play);
        let tuscany = "province/tuscany";
        play.must(
            AUSTRIA,
            order(json!({"control": "tell", "place": tuscany, "power": "austria", "how": "free"})),
        );
        play.must(AUSTRIA, order(json!({"board": "cede", "province": "tuscany", "to": "france"})));
        play.must(FRANCE, order(json!({"minor": "attack", "country": "tuscany"})));
        next_month(&mut play);
        play
    };
    let britain = (BRITAIN, json!({"volunteer/great_britain": ["province/tuscany"]}));
    let mut play = attacked();
    let sardinia = (SARDINIA, json!({"volunteer/sardinia": ["province/tuscany"]}));
    let made = controls(&mut play, &[britain.clone(), sardinia]);
    assert_eq!(held(&play, "tuscany"), Held::Free(Power::Sardinia), "controlled, not annexed");
    assert!(rules_in(&made).contains(&"nationalism.italian-minors.sardinian-protection".to_owned()));
    assert!(!kinds(&made).iter().any(|kind| kind == "rolled"), "no die roll takes place");
    // It declines: the usual procedure.
    let mut play = attacked();
    let made = controls(&mut play, &[britain]);
    assert_eq!(held(&play, "tuscany"), Held::Free(Power::GreatBritain));
    assert!(!rules_in(&made).contains(&"nationalism.italian-minors.sardinian-protection".to_owned()));
    play.ends_verified();
}

// nationalism.petersburg.mille-ban
#[test]
fn a_russian_victory_closes_spedizione_dei_mille_for_two_years_and_no_other_event() {
    let mut now = position(&later());
    let month = |text: &str| Month::try_from(text.to_owned()).unwrap();
    now.crimea.peace = Some(Peace {
        victory: Victory::Russia,
        by: What::NoFleetBeside,
        month: month("1855-05"),
        late: false,
        coalition: [Power::Sardinia].into(),
    });
    let used = |event: &str, before: &str| {
        let on = (event == "mille").then(|| ProvinceId::by_key("naples").unwrap());
        why_not_used(&now, &Announcement { event: event.to_owned(), on, area: None }, month(before))
    };
    let refusal = used("mille", "1857-04").unwrap();
    assert_eq!(
        refusal.rules.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["nationalism.petersburg.mille-ban"]
    );
    assert_eq!((used("mille", "1857-06"), used("own", "1857-04")), (None, None));
}

#[test]
fn sardinia_begins_with_piedmont_and_sardinia_and_the_catalogue_is_as_the_group_plays() {
    let mut play = later();
    let homes = home_provinces(Power::Sardinia, Era::Nationalism);
    let mut homes: Vec<&str> = homes.into_iter().map(|home| home.key()).collect();
    homes.sort_unstable();
    assert_eq!(homes, ["piedmont", "sardinia"], "nationalism.sardinia.start-provinces");
    assert_eq!(position(&play).capital(Power::Sardinia), None, "nationalism.sardinia.no-capital");
    // Of the catalogue Spedizione dei Mille alone, unless the group turns the switch.
    let offered = |play: &Play| {
        let view = play.campaign.view_for(By::Person(SARDINIA), false);
        let mut events: Vec<String> = choices(&position(play), &view, &"seat-6".into())
            .into_iter()
            .filter_map(|order| match order {
                Order::Announce(of) => Some(of.event),
                _ => None,
            })
            .collect();
        events.dedup();
        events
    };
    assert_eq!(offered(&play), ["mille"], "nationalism.sardinia.event.catalogue");
    let own = json!({"sardinia": "announce", "event": "own"});
    play.must(SARDINIA, chooses(&own, &[]));
    assert_eq!(announced(&gap(&mut play)), [], "not at this table");
    assert!(format!("{:?}", lodged(&play).lines[0].held).contains("the only event"));
    let mut play = later_with(json!({"sardinian_events": "all"}));
    assert_eq!(offered(&play), ["mille", "new_triumphs", "own"]);
    play.must(SARDINIA, chooses(&own, &[]));
    let made = gap(&mut play);
    assert_eq!(announced(&made), [("own".to_owned(), None)]);
    assert!(
        rules_in(&made).contains(&"nationalism.sardinia.event.catalogue".to_owned()),
        "carried out as told"
    );
    play.ends_verified();
}

// nationalism.sardinia.event.catalogue
#[test]
fn a_group_adds_an_event_of_its_own_which_is_chosen_in_secret_and_announced_by_its_name() {
    let mut play = later();
    let rule = "nationalism.sardinia.event.catalogue";
    let add = |event: &str, power: &str| order(json!({"sardinia": "add", "power": power, "event": event}));
    let answer = |number: u32, power: &str, agrees: bool| {
        order(json!({"sardinia": "answer", "power": power, "number": number, "agrees": agrees}))
    };
    let march =
        chooses(&json!({"sardinia": "announce", "event": "own:March on Fiume", "on": "illyria"}), &[]);
    play.refused_under(rule, SARDINIA, march.clone());
    play.refused_under(rule, FRANCE, add("March on Fiume", "sardinia"));
    for name in ["Spedizione DEI Mille", "own", "", " March", "two\nlines", &"x".repeat(51)] {
        play.refused_under(rule, FRANCE, add(name, "france"));
    }
    play.must(SARDINIA, add("March on Fiume", "sardinia"));
    play.refused_under(rule, FRANCE, add("march on fiume", "france"));
    play.refused_under(rule, SARDINIA, answer(1, "sardinia", true));
    play.refused_under(rule, SARDINIA, march.clone());
    play.must(FRANCE, answer(1, "france", false));
    play.refused_under(rule, FRANCE, answer(1, "france", true));
    play.must(SARDINIA, add("March on Fiume", "sardinia"));
    play.must(SARDINIA, answer(2, "sardinia", false));
    play.must(SARDINIA, add("March on Fiume", "sardinia"));
    let made = play.must(FRANCE, answer(3, "france", true));
    assert_eq!(rules_in(&made), [rule]);
    assert_eq!(position(&play).sardinia.own, ["March on Fiume"]);
    assert!(position(&play).sardinia.wanted.is_empty());
    play.refused_under(rule, FRANCE, add("MARCH ON FIUME", "france"));
    play.must(SARDINIA, march);
    assert!(!play.entries.iter().any(|entry| format!("{:?}", entry.line).contains("illyria")), "sealed");
    let made = gap(&mut play);
    assert_eq!(announced(&made), [("own:March on Fiume".to_owned(), Some("illyria".to_owned()))]);
    assert!(rules_in(&made).contains(&rule.to_owned()), "carried out as told");
    let says = play.refused(SARDINIA, chooses(&mille("naples"), &[]));
    assert!(says.contains("one a year"), "{says}");
    play.ends_verified();
}
