//! Battles of Europa at the table: opened, stated, sealed, fought on the record.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{FRANCE, SPAIN, found, founding, position};
use crate::common::sealing;
use crate::common::{Play, kinds, rules_in};
use engine::europa::battle::Who;
use engine::europa::country::Country;
use engine::europa::seats::Told;
use engine::table::{Act, Entry, Event, Verb};
use serde_json::{Value, json};

const VENICE: u32 = 3;

fn europa(dice: &[u32]) -> Play {
    let dice: Vec<Vec<u32>> = dice.iter().map(|die| vec![*die]).collect();
    let dice: Vec<&[u32]> = dice.iter().map(Vec::as_slice).collect();
    taken(Play::scripted_by(&founding(3, 8), &dice).started())
}

fn taken(mut play: Play) -> Play {
    for (person, country) in [(FRANCE, "france"), (SPAIN, "spain"), (VENICE, "venice")] {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
    }
    play
}

fn army(country: &str, class: &str, counters: [u8; 3], leader: [i8; 3]) -> Value {
    let [a_plus, a_minus, ld] = counters;
    json!({"army": {
        "parts": [{"country": country, "class": class, "a_plus": a_plus, "a_minus": a_minus, "detachments": 3 * ld}],
        "technology": "arquebuse", "veteran": true,
        "command": {"leader": {"manoeuvre": leader[0], "fire": leader[1], "shock": leader[2]}},
    }})
}

fn french() -> Value {
    army("FRA", "IV", [2, 0, 0], [3, 3, 1])
}

fn spanish() -> Value {
    let mut army = army("SPA", "III", [1, 0, 1], [4, 1, 2]);
    army["army"]["tercios"] = json!(true);
    army
}

fn open(stacks: [Value; 2]) -> Verb {
    let scene = json!({"place": "Lombardia", "countries": [["france"], ["spain"]]});
    let [moving, standing] = stacks;
    let mut stacks = json!({"moving": moving});
    if !standing.is_null() {
        stacks["standing"] = standing;
    }
    Verb::Game(json!({"fight": "open", "scene": scene, "stacks": stacks}))
}

fn order(fields: Value) -> Verb {
    Verb::Game(fields)
}

fn seal(play: &mut Play, person: u32, plan: Value) -> Vec<Entry> {
    let round = "fight/1".to_owned();
    play.must(person, sealing(&round, &json!({"plan": plan})));
    play.must(person, Verb::Final { round })
}

fn verdict(entries: &[Entry]) -> Value {
    let ended = entries.iter().find_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == "fight_ended" => Some(e["verdict"].clone()),
        _ => None,
    });
    ended.unwrap()
}

/// The dice of the guide's example up to the end of its second day.
const TWO_DAYS: [u32; 9] = [9, 6, 6, 7, 7, 3, 10, 7, 6];

// fast-battle.example.step-30, step-31 and what follows them: the guide's slip is no special case, it is a ruling on the record.
#[test]
fn the_guides_example_is_a_tie_by_the_rules_and_its_printed_end_a_ruling() {
    // Strictly: 1 morale against 1. Both roll for losses in retreat.
    let mut strict = europa(&[&TWO_DAYS[..], &[5, 3]].concat());
    strict.must(FRANCE, open([french(), spanish()]));
    seal(&mut strict, FRANCE, json!({}));
    let made = seal(&mut strict, SPAIN, json!({"leave_at_losses": 3}));
    let ended = verdict(&made);
    assert_eq!((ended["winner"].clone(), ended["major"].clone()), (Value::Null, json!(false)));
    for id in ["fast-battle.battle.roll", "fast-battle.record.sheet", "fast-battle.record.after-each-roll"] {
        assert!(rules_in(&made).contains(&id.to_owned()), "{id}");
    }
    // Every roll stands there with its die, column and result, in order, and after each phase how it stands.
    let notes = found(&made, "fought").unwrap()["notes"].as_array().unwrap().clone();
    let of = |n: &'static str| notes.iter().filter(move |note| note["n"] == n);
    let dice: Vec<u64> = of("rolled").map(|note| note["die"].as_u64().unwrap()).collect();
    // The fifth die of the two days is the attempt to leave.
    assert_eq!(dice, [9, 6, 6, 7, 3, 10, 7, 6]);
    assert!(of("rolled").all(|note| note["column"].is_string() && note["did"]["stars"].is_i64()));
    assert_eq!(of("tally").count(), 4);

    // With the switch on the battle waits, both sides rule 2 morale, and the rest is as printed.
    let mut play = europa(&[&TWO_DAYS[..], &[9, 3]].concat());
    let switch = Act::Switch { key: "europa_rulings".to_owned(), value: "yes".to_owned() };
    play.must(FRANCE, Verb::Act { act: switch, text: None });
    for person in [FRANCE, SPAIN, VENICE] {
        if play.campaign.public_view().votes.contains_key(&1) {
            let cast = Act::Cast { vote: 1, option: 1 };
            let _ = play.give(engine::table::By::Person(person), Verb::Act { act: cast, text: None });
        }
    }
    assert_eq!(play.campaign.public_view().switch("europa_rulings"), "yes");
    play.must(FRANCE, open([french(), spanish()]));
    seal(&mut play, FRANCE, json!({}));
    let made = seal(&mut play, SPAIN, json!({"leave_at_losses": 3}));
    assert!(!kinds(&made).contains(&"game:fight_ended".to_owned()));
    let waiting = position(&play).fights.of[&1].stopped.clone().unwrap();
    assert_eq!(waiting.battle.state().morale, [1, 1]);
    let rule = |morale: i8| order(json!({"fight": "rule", "number": 1, "who": "moving", "morale": morale}));
    assert!(play.refused(VENICE, rule(2)).contains("you do not"));
    play.must(FRANCE, rule(2));
    assert!(play.refused(FRANCE, rule(2)).contains("the other side must rule the same"));
    play.must(SPAIN, rule(3));
    let made = play.must(SPAIN, rule(2));
    let ended = verdict(&made);
    assert_eq!(ended["winner"], "moving");
    assert_eq!((ended["lost"].clone(), ended["destroyed"].clone()), (json!([6, 15]), json!([false, true])));
    assert_eq!(ended["major"], true);
    // fast-battle.example.step-45: France gains 1 STAB and Spain loses 1.
    let after = position(&play);
    let stability = |key: &str| after.told(Country::by_key(key).unwrap(), Told::Stability);
    assert_eq!((stability("france"), stability("spain")), (1, -1));
    assert_eq!(after.fights.of[&1].ended.unwrap().lost[Who::Standing as usize].0, 15);
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    let mut play = europa(&[]);
    let stacks = |mine: Value, theirs: Value| open([mine, theirs]);
    // Nine LD in one place.
    let nine = army("FRA", "IV", [2, 0, 1], [0, 0, 0]);
    let says = play.refused_under("fast-battle.stacking.land-strength", FRANCE, stacks(nine, Value::Null));
    assert!(says.contains("8 LD at most; this one has 9"), "{says}");
    let four = army("FRA", "IV", [0, 2, 2], [0, 0, 0]);
    let says = play.refused_under("fast-battle.stacking.land-counters", FRANCE, stacks(four, Value::Null));
    assert!(says.contains("3 counters at most; this one has 4"), "{says}");
    let fire_of_nine = army("FRA", "IV", [1, 0, 0], [3, 9, 1]);
    let says = play.refused_under("fast-battle.terms.other", FRANCE, stacks(fire_of_nine, Value::Null));
    assert!(says.contains("A leader's values lie between -1 and 6"), "{says}");
    assert!(play.refused(VENICE, stacks(french(), spanish())).contains("none of your countries"));
    assert!(play.refused(FRANCE, stacks(spanish(), french())).contains("countries that fight on its side"));
    let twice = json!({"place": "Lombardia", "countries": [["france"], ["france"]]});
    let both = order(json!({"fight": "open", "scene": twice, "stacks": {}}));
    assert!(play.refused(FRANCE, both).contains("no country fights on both"));
    // Spain states its own, and nobody else.
    play.must(FRANCE, stacks(french(), Value::Null));
    let state =
        |who: &str, stack: Value| order(json!({"fight": "state", "number": 1, "who": who, "stack": stack}));
    assert!(play.refused(FRANCE, state("standing", spanish())).contains("its own player"));
    assert!(play.refused(VENICE, state("standing", spanish())).contains("you do not"));
    play.must(SPAIN, state("standing", spanish()));
    assert!(play.refused(SPAIN, state("standing", spanish())).contains("stated already"));
    assert!(
        play.refused(SPAIN, order(json!({"fight": "call_off", "number": 1}))).contains("before both sides")
    );
    let bad = sealing("fight/1", &json!({"when": 3}));
    assert!(play.refused(FRANCE, bad).contains("says when to leave"));
}

#[test]
fn a_battle_asks_where_it_is_fought_live() {
    let mut play = europa(&[5, 5, 5, 5, 10, 5, 5, 5, 5, 1, 1]);
    play.must(FRANCE, open([french(), spanish()]));
    for person in [FRANCE, SPAIN] {
        play.must(person, order(json!({"fight": "live", "number": 1, "on": true})));
    }
    seal(&mut play, FRANCE, json!({}));
    seal(&mut play, SPAIN, json!({}));
    // The side that did not move decides first.
    let asked = |play: &Play| {
        play.campaign.public_view().rounds[0]
            .asked
            .iter()
            .map(|(seat, _)| seat.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (asked(&play), play.campaign.public_view().rounds[0].round.clone()),
        (vec!["seat-2".to_owned()], "fight/1/1".to_owned())
    );
    let leave = json!({"plan": {"leave_at_morale": 127}, "ask": true});
    play.must(SPAIN, sealing("fight/1/1", &leave));
    play.must(SPAIN, Verb::Final { round: "fight/1/1".to_owned() });
    // A 10 fails; then France is asked, stays, and day 2 is fought.
    assert_eq!(asked(&play), ["seat-1"]);
    play.must(FRANCE, sealing("fight/1/2", &json!({"plan": {}, "ask": true})));
    let made = play.must(FRANCE, Verb::Final { round: "fight/1/2".to_owned() });
    assert!(kinds(&made).contains(&"game:fight_ended".to_owned()));
}

#[test]
fn at_sea_what_is_in_a_fleet_is_sealed_with_the_plan() {
    let mut play = europa(&[5; 30]);
    let scene = json!({"place": "Ionian Sea", "at_sea": true, "mediterranean": true, "countries": [["venice"], ["spain"]]});
    play.must(VENICE, order(json!({"fight": "open", "scene": scene, "stacks": {}})));
    let fleet = |nd: i32, gd: u8| json!({"technology": "carrack", "warships": 3 * nd, "galleys": gd, "command": "none"});
    let state =
        order(json!({"fight": "state", "number": 1, "who": "moving", "stack": {"fleet": fleet(3, 0)}}));
    play.refused_under("fast-battle.units.fleet-contents-recorded", VENICE, state);
    let body = json!({"plan": {}});
    play.refused_under("fast-battle.units.fleet-contents-recorded", VENICE, sealing("fight/1", &body));
    for (person, fleet) in [(VENICE, fleet(0, 6)), (SPAIN, fleet(4, 0))] {
        let body = json!({"plan": {}, "fleet": fleet});
        play.must(person, sealing("fight/1", &body));
    }
    // Nobody sees it before the envelopes are open.
    assert!(!serde_json::to_string(&play.campaign.public_view().game.value()).unwrap().contains("galleys"));
    play.must(VENICE, Verb::Final { round: "fight/1".to_owned() });
    let made = play.must(SPAIN, Verb::Final { round: "fight/1".to_owned() });
    assert!(kinds(&made).contains(&"game:fight_ended".to_owned()));
}

#[test]
fn countries_are_taken_told_of_and_given_up() {
    let mut play = Play::founded(&founding(3, 8)).started();
    let take = |country: &str| order(json!({"europa": "take", "country": country}));
    let war = |on: bool| order(json!({"europa": "war", "country": "france", "with": "spain", "on": on}));
    assert!(play.refused(FRANCE, war(true)).contains("You play no country yet"));
    play.must(FRANCE, take("france"));
    assert!(play.refused(FRANCE, take("france")).contains("yours already"));
    assert!(play.refused(SPAIN, take("france")).contains("somebody else"));
    assert!(play.refused(SPAIN, take("atlantis")).contains("no order of Europa"));
    assert!(play.refused(SPAIN, war(true)).contains("You play no country yet"));
    play.must(FRANCE, war(true));
    assert!(play.refused(FRANCE, war(true)).contains("at war already"));
    // Nobody plays Spain, so that there is nobody who confirms a peace.
    play.must(FRANCE, war(false));
    let technology =
        order(json!({"europa": "technology", "country": "france", "land": "musket", "naval": "galley"}));
    play.must(FRANCE, technology.clone());
    assert!(play.refused(FRANCE, technology).contains("already"));
    play.act(FRANCE, Act::Tell { key: "ducats/france".to_owned(), value: 120 });
    assert_eq!(position(&play).told(Country::by_key("france").unwrap(), Told::Ducats), 120);
    play.must(FRANCE, order(json!({"europa": "release", "country": "france"})));
    assert!(position(&play).countries.is_empty());
}

#[test]
fn a_turn_ends_when_all_are_ready_and_its_record_verifies() {
    let mut play = taken(Play::founded(&founding(3, 8)).started());
    play.must(FRANCE, open([french(), spanish()]));
    seal(&mut play, FRANCE, json!({}));
    seal(&mut play, SPAIN, json!({"leave_at_morale": 2}));
    for person in [FRANCE, SPAIN, VENICE] {
        play.act(person, Act::Ready { through: engine::table::act::Through::Step, hold: false });
    }
    assert_eq!(position(&play).turn.number(), 9);
    assert_eq!(play.campaign.public_view().step, ["turn-9", "preparations"]);
    play.ends_verified();
}

#[test]
fn at_sea_there_is_no_ground_and_nothing_is_crossed() {
    let mut play = europa(&[]);
    let open = |more: Value| {
        let mut scene =
            json!({"place": "Golfe du Lion", "at_sea": true, "countries": [["france"], ["spain"]]});
        for (key, value) in more.as_object().unwrap() {
            scene[key] = value.clone();
        }
        order(json!({"fight": "open", "scene": scene, "stacks": {}}))
    };
    for more in [json!({"map": "rotw"}), json!({"crossing": "river"})] {
        assert!(play.refused(FRANCE, open(more.clone())).contains("nothing is crossed"), "{more}");
    }
    play.must(FRANCE, open(json!({})));
}

fn scene_of(place: &str, countries: [&[&str]; 2]) -> Value {
    json!({"place": place, "countries": countries})
}

fn opens(scene: &Value, stacks: &Value) -> Verb {
    order(json!({"fight": "open", "scene": scene, "stacks": stacks}))
}

#[test]
fn a_side_has_one_to_four_countries() {
    let mut play = europa(&[]);
    let four = ["france", "england", "holland", "sweden"];
    let five = ["france", "england", "holland", "sweden", "portugal"];
    let seven = ["france", "england", "holland", "sweden", "portugal", "poland", "russia"];
    let stated = json!({"standing": spanish()});
    for side in [&[][..], &five, &seven] {
        let refused = play.refused(FRANCE, opens(&scene_of("Lombardia", [side, &["spain"]]), &stated));
        assert!(refused.contains("one to 4 countries"), "{refused}");
    }
    play.must(FRANCE, opens(&scene_of("Lombardia", [&four, &["spain"]]), &stated));
}

#[test]
fn twelve_battles_are_open_at_most_and_no_two_of_one_name() {
    let mut play = europa(&[]);
    let open = |n: &str| opens(&scene_of(n, [&["france"], &["spain"]]), &json!({"standing": spanish()}));
    for n in 1..=12 {
        play.must(FRANCE, open(&format!("Field {n}")));
        if n == 1 {
            assert!(play.refused(FRANCE, open("fIELD 1")).contains("A battle of Field 1 is open already"));
        }
    }
    assert!(play.refused(FRANCE, open("Field 13")).contains("12 battles are open already"));
    let call_off = |number: u32| order(json!({"fight": "call_off", "number": number}));
    assert!(play.refused(VENICE, call_off(2)).contains("you do not"));
    play.must(SPAIN, call_off(2));
    assert!(play.refused(SPAIN, call_off(2)).contains("no open battle 2"));
    play.must(FRANCE, open("Field 2"));
    let state = json!({"fight": "state", "number": 3, "who": "moving", "stack": french()});
    play.must(FRANCE, order(state));
    let fights = position(&play).fights;
    assert!(fights.of[&3].stacks[0].is_some() && fights.of[&1].stacks[0].is_none());
    assert_eq!(position(&play).fights.of.keys().next_back(), Some(&13));
}

#[test]
fn armies_fight_on_land_and_fleets_at_sea() {
    let mut play = europa(&[]);
    let fleet = json!({"fleet": {"technology": "carrack", "warships": 9, "galleys": 0, "command": "none"}});
    let land = scene_of("Lombardia", [&["france"], &["spain"]]);
    let mut sea = scene_of("Golfe du Lion", [&["france"], &["spain"]]);
    sea["at_sea"] = json!(true);
    let says = play.refused(FRANCE, opens(&land, &json!({"moving": fleet})));
    assert!(says.contains("a fleet has no part in it"), "{says}");
    let says = play.refused(FRANCE, opens(&sea, &json!({"moving": french()})));
    assert!(says.contains("an army has no part in it"), "{says}");
    // fast-battle.terms.thirds: an army of nothing, and in Europe one of a third, cannot fight.
    let nothing = army("FRA", "IV", [0, 0, 0], [0, 0, 0]);
    play.refused_under("fast-battle.terms.thirds", FRANCE, opens(&land, &json!({"moving": nothing})));
    let mut third = nothing;
    third["army"]["parts"][0]["detachments"] = json!(4);
    play.refused_under("fast-battle.losses.rounding.europe", FRANCE, opens(&land, &json!({"moving": third})));
    // A fleet that is sealed for a battle on land is no plan.
    play.must(FRANCE, open([french(), spanish()]));
    let sealed = json!({"plan": {}, "fleet": fleet["fleet"]});
    assert!(play.refused(FRANCE, sealing("fight/1", &sealed)).contains("holds the plan alone"));
}

#[test]
fn only_turkey_has_pashas_and_two_of_them_on_top_of_both_limits() {
    let mut play = europa(&[]);
    play.must(FRANCE, Verb::Game(json!({"europa": "take", "country": "turkey"})));
    let pashas = |country: &str, counters: [u8; 3], pashas: u8| {
        let mut army = army(country, "I", counters, [0, 0, 0]);
        army["army"]["parts"][0]["pashas"] = json!(pashas);
        army["army"]["veteran"] = json!(false);
        opens(&scene_of("Morea", [&["turkey", "france"], &["venice"]]), &json!({"moving": army}))
    };
    let rule = "fast-battle.stacking.pashas";
    assert!(play.refused_under(rule, FRANCE, pashas("FRA", [1, 0, 0], 1)).contains("Only Turkey"));
    for many in [3, 4] {
        let says = play.refused_under(rule, FRANCE, pashas("TUR", [1, 0, 0], many));
        assert!(says.contains(&format!("has {many} pashas; it may have 2")), "{says}");
    }
    // One A- and three LD are four counters, five LD.
    let says = play.refused_under("fast-battle.stacking.land-counters", FRANCE, pashas("TUR", [0, 1, 3], 2));
    assert!(says.contains("this one has 4"), "{says}");
    play.must(FRANCE, pashas("TUR", [2, 0, 0], 2));
}

#[test]
fn who_fights_says_once_that_he_wants_it_live() {
    let mut play = europa(&[]);
    play.must(FRANCE, open([french(), spanish()]));
    let live = |on: bool| order(json!({"fight": "live", "number": 1, "on": on}));
    assert!(play.refused(VENICE, live(true)).contains("you do not"));
    assert!(play.refused(FRANCE, live(false)).contains("It stands so already"));
    play.must(FRANCE, live(true));
    assert!(play.refused(FRANCE, live(true)).contains("It stands so already"));
    play.must(FRANCE, live(false));
}

/// France and Spain have fought their two days, and the battle waits for a ruling or its verdict.
fn waits_for_a_ruling(dice: &[u32]) -> Play {
    let mut play = europa(dice);
    let switch = Act::Switch { key: "europa_rulings".to_owned(), value: "yes".to_owned() };
    play.must(FRANCE, Verb::Act { act: switch, text: None });
    for person in [FRANCE, SPAIN, VENICE] {
        let cast = Act::Cast { vote: 1, option: 1 };
        let _ = play.give(engine::table::By::Person(person), Verb::Act { act: cast, text: None });
    }
    play.must(FRANCE, open([french(), spanish()]));
    seal(&mut play, FRANCE, json!({}));
    seal(&mut play, SPAIN, json!({"leave_at_losses": 3}));
    play
}

// fast-battle.scope.delta-on-eu6: what no side rules is read off as it stands.
#[test]
fn a_verdict_that_nobody_rules_on_is_read_off_by_who_fights() {
    let read_off = || order(json!({"fight": "verdict", "number": 1}));
    let mut early = europa(&[]);
    early.must(FRANCE, open([french(), spanish()]));
    early.refused_under("fast-battle.scope.delta-on-eu6", FRANCE, read_off());
    let mut play = waits_for_a_ruling(&[&TWO_DAYS[..], &[5, 3]].concat());
    assert!(play.refused(VENICE, read_off()).contains("you do not"));
    let says = play.refused(FRANCE, order(json!({"fight": "call_off", "number": 1})));
    assert!(says.contains("before both sides"), "{says}");
    let state = order(json!({"fight": "state", "number": 1, "who": "standing", "stack": spanish()}));
    assert!(play.refused(SPAIN, state).contains("is under way"));
    let made = play.must(SPAIN, read_off());
    let ended = verdict(&made);
    assert_eq!((ended["winner"].clone(), ended["major"].clone()), (Value::Null, json!(false)));
    assert!(position(&play).fights.of[&1].ended.is_some());
    assert!(play.refused(SPAIN, read_off()).contains("no open battle 1"));
}

// A missed deadline is grave, so the others vote; on land the plan to stay stands then.
#[test]
fn who_seals_no_plan_for_a_battle_on_land_stays() {
    let timing = engine::table::timing::Timing { quiet: None, remind: 0, ..Default::default() };
    let mut founded = founding(3, 8);
    founded.timing = Some(timing);
    let dice: Vec<Vec<u32>> = [9, 6, 6, 7, 3, 10, 7, 6, 5, 3, 5, 5, 5].iter().map(|die| vec![*die]).collect();
    let dice: Vec<&[u32]> = dice.iter().map(Vec::as_slice).collect();
    let mut play = taken(Play::scripted_by(&founded, &dice).started());
    play.must(FRANCE, open([french(), spanish()]));
    seal(&mut play, FRANCE, json!({}));
    let mut made = Vec::new();
    for _ in 0..2 {
        let due = play.campaign.play.rounds["fight/1"].due.as_ref().unwrap().at.unwrap();
        made = play.clock_at(due);
    }
    assert!(kinds(&made).contains(&"table:vote_opened".to_owned()), "{:?}", kinds(&made));
    let voters = play.campaign.play.votes[&1].voters.clone();
    assert_eq!(voters.len(), 1, "the one of three who does not fight");
    for person in voters.iter().filter_map(engine::table::SeatId::number) {
        play.act(person, Act::Cast { vote: 1, option: engine::table::votes::NO });
    }
    let until = play.campaign.play.votes[&1].not_before;
    let made = play.clock_at(until);
    assert!(kinds(&made).contains(&"game:fight_ended".to_owned()), "{:?}", kinds(&made));
}

// Nobody but its owner can say what a fleet holds: by the vote it is the least that a fleet can be.
#[test]
fn who_seals_no_plan_for_a_battle_at_sea_fights_with_the_least_by_the_vote() {
    let timing = engine::table::timing::Timing { quiet: None, remind: 0, ..Default::default() };
    let mut founded = founding(3, 8);
    founded.timing = Some(timing);
    let dice: Vec<&[u32]> = vec![&[5]; 20];
    let mut play = taken(Play::scripted_by(&founded, &dice).started());
    let mut scene = scene_of("Ionian Sea", [&["venice"], &["spain"]]);
    scene["at_sea"] = json!(true);
    play.must(VENICE, opens(&scene, &json!({})));
    let fleet = json!({"technology": "carrack", "warships": 9, "galleys": 0, "command": "none"});
    play.must(VENICE, sealing("fight/1", &json!({"plan": {}, "fleet": fleet})));
    play.must(VENICE, Verb::Final { round: "fight/1".to_owned() });
    for _ in 0..2 {
        let due = play.campaign.play.rounds["fight/1"].due.as_ref().unwrap().at.unwrap();
        play.clock_at(due);
    }
    let voters = play.campaign.play.votes[&1].voters.clone();
    assert_eq!(voters.len(), 1, "the one of three who does not fight");
    for person in voters.iter().filter_map(engine::table::SeatId::number) {
        play.act(person, Act::Cast { vote: 1, option: engine::table::votes::NO });
    }
    let until = play.campaign.play.votes[&1].not_before;
    let made = play.clock_at(until);
    assert!(kinds(&made).contains(&"game:fought".to_owned()), "{:?}", kinds(&made));
    assert!(!play.campaign.play.rounds.contains_key("fight/1"));
}

// fast-battle.battle.major: a battle that is won without a rout changes no stability.
#[test]
fn a_battle_that_is_not_major_changes_no_stability() {
    let mut play = europa(&[9, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5]);
    play.must(FRANCE, open([french(), spanish()]));
    seal(&mut play, FRANCE, json!({}));
    let made = seal(&mut play, SPAIN, json!({}));
    let ended = verdict(&made);
    assert_eq!((ended["winner"].clone(), ended["major"].clone()), (json!("moving"), json!(false)));
    assert!(found(&made, "told").is_none(), "{:?}", kinds(&made));
}

fn peace(of: &str, with: &str, on: bool) -> Verb {
    order(json!({"europa": "war", "country": of, "with": with, "on": on}))
}

fn at_war(play: &Play) -> bool {
    let [france, spain] = ["france", "spain"].map(|key| Country::by_key(key).unwrap());
    position(play).are_at_war(france, spain)
}

/// A peace is told by one side and confirmed by the other; until then, and where it is declined or taken back, the war goes on.
#[test]
fn a_peace_holds_when_both_sides_have_told_it() {
    let mut play = europa(&[]);
    play.must(FRANCE, peace("france", "spain", true));
    let told = play.must(FRANCE, peace("france", "spain", false));
    assert_eq!(kinds(&told).last().unwrap(), "game:peace_told");
    assert!(at_war(&play), "one side alone ends no war");
    let says = play.refused(FRANCE, peace("france", "spain", false));
    assert!(says.contains("told already. It holds when the player of Spain tells it too"), "{says}");
    // It is taken back by who told it, and declined by the other.
    for (person, of, with) in [(FRANCE, "france", "spain"), (SPAIN, "spain", "france")] {
        let denied = play.must(person, peace(of, with, true));
        assert_eq!(kinds(&denied).last().unwrap(), "game:peace_denied");
        assert!(at_war(&play) && position(&play).peaces.is_empty());
        play.must(FRANCE, peace("france", "spain", false));
    }
    assert!(play.refused(VENICE, peace("spain", "france", false)).contains("not yours to order"));
    play.must(SPAIN, peace("spain", "france", false));
    assert!(!at_war(&play) && position(&play).peaces.is_empty(), "both have told it");
    // A country that nobody plays has nobody to confirm it.
    play.must(FRANCE, peace("france", "lucca", true));
    play.must(FRANCE, peace("france", "lucca", false));
    assert!(position(&play).wars.is_empty());
}

/// Nobody makes peace in the middle of a battle, whoever told it before.
#[test]
fn no_peace_is_made_while_a_battle_of_the_two_goes_on() {
    let mut play = europa(&[]);
    play.must(FRANCE, peace("france", "spain", true));
    play.must(FRANCE, peace("france", "spain", false));
    play.must(FRANCE, open([french(), Value::Null]));
    let says = play.refused(SPAIN, peace("spain", "france", false));
    assert!(says.contains("in a battle that is not over, in Lombardia. Fight it to its end"), "{says}");
    // A third country has no part in it.
    play.must(VENICE, peace("venice", "spain", true));
    play.must(SPAIN, peace("spain", "venice", false));
    play.must(VENICE, peace("venice", "spain", false));
    play.must(FRANCE, order(json!({"fight": "call_off", "number": 1})));
    play.must(SPAIN, peace("spain", "france", false));
    assert!(!at_war(&play));
}

/// What lies in a treasury its own player tells, or the host; of what nobody plays anybody does.
#[test]
fn a_treasury_is_told_by_who_plays_it() {
    let mut play = europa(&[]);
    let tells = |key: &str, value: i64| Act::Tell { key: key.to_owned(), value };
    let says = play.act_refused(SPAIN, tells("ducats/venice", 90));
    assert!(says.contains("What Venice has of D$ its own player tells, or the host"), "{says}");
    let both = vec![
        engine::table::values::Amount { key: "ducats/spain".to_owned(), value: 5 },
        engine::table::values::Amount { key: "ducats/venice".to_owned(), value: 90 },
    ];
    assert!(play.act_refused(SPAIN, Act::TellAll { values: both }).contains("its own player tells"));
    play.act(VENICE, tells("ducats/venice", 100));
    play.act(SPAIN, tells("vp/venice", 3));
    // The first is the host.
    play.act(FRANCE, tells("ducats/venice", 120));
    assert_eq!(position(&play).told(Country::by_key("venice").unwrap(), Told::Ducats), 120);
}
