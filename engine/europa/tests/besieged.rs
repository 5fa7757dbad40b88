//! Europa's board and what happens in its provinces: sieges of who stands there, rivers that are crossed, where stacks are put down.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{
    FRANCE, SPAIN, at_war, comes_to, found, founding, passes, position, ready, round, seals, spain_first,
};
use crate::common::sealing;
use engine::europa::battle::{Verdict, Who};
use engine::europa::board::{may_retreat, retreats};
use engine::europa::country::Country;
use engine::europa::fleets;
use engine::europa::geography::{Border, Map, Place, atlas};
use engine::europa::thirds::Thirds;
use engine::table::{Act, Verb};
use serde_json::{Value, json};

const CATALUNYA: &str = "eCatalunya";

fn deploy(country: &str, at: &str, counters: Value) -> Verb {
    Verb::Game(
        json!({"board": "deploy", "country": country, "place": at, "counters": counters, "veteran": true}),
    )
}

/// France besieges Catalunya with so many A+ and A-, as it says.
fn lay(a_plus: u8, a_minus: u8) -> Verb {
    lay_at("Catalunya", a_plus, a_minus)
}

/// The same where the place is written otherwise.
fn lay_at(place: &str, a_plus: u8, a_minus: u8) -> Verb {
    let besieger = json!({
        "parts": [{"country": "FRA", "class": "IV", "a_plus": a_plus, "a_minus": a_minus, "detachments": 0}],
        "technology": "arquebuse", "veteran": true, "command": "none",
    });
    let scene = json!({"place": place, "level": 1, "line": 2, "countries": [["france"], ["spain"]]});
    let inside = json!({"technology": "arquebuse", "troops": 3});
    Verb::Game(json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": inside}))
}

fn land(play: &Play, stack: u32) -> Thirds {
    position(play).board.stacks.get(&stack).map_or(Thirds::NONE, |standing| standing.stack.land())
}

// fast-battle.siege.siegework, fast-battle.losses.applied-to-counters
#[test]
fn who_besieges_stands_there_and_loses_there_and_takes_what_falls() {
    // However the province is written: its name, its city's, its key.
    for place in ["Catalunya", "catalunya", "Barcelona", "barcelona", CATALUNYA] {
        besieges_and_takes(place);
    }
}

/// France besieges a province that is written so, and takes it from the Spaniards inside.
fn besieges_and_takes(place: &str) {
    let inside = (SPAIN, "spain", CATALUNYA, json!(["ld"]));
    let mut play = spain_first(&[inside], &[1, 1, 5, 8, 3, 8, 5, 10, 3, 10, 3, 5, 10, 3, 10, 3, 5, 5, 5, 5]);
    play.refused_under("fast-battle.siege.siegework", FRANCE, lay_at(place, 1, 1));
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    play.must(FRANCE, deploy("france", CATALUNYA, json!(["army_plus", "army_minus"])));
    play.must(SPAIN, deploy("spain", CATALUNYA, json!(["nd"])));
    let ships = position(&play).board.last;
    let refused = play.refused_under("fast-battle.siege.siegework", FRANCE, lay_at(place, 2, 0));
    assert!(refused.contains("8 LD") && refused.contains("6 stand there"), "{refused}");
    play.must(FRANCE, lay_at(place, 1, 1));
    for again in ["Catalunya", "BARCELONA"] {
        assert!(play.refused(FRANCE, lay_at(again, 1, 1)).contains("is besieged already"), "{again}");
    }
    let mut storms = 0;
    while position(&play).sieges.of[&1].ended.is_none() && storms < 3 {
        comes_to(&mut play, "sieges", FRANCE);
        let before = [land(&play, 2), land(&play, 1)];
        let made = play.must(FRANCE, Verb::Game(json!({"siege": "storm", "number": 1})));
        let stormed = found(&made, "stormed").unwrap();
        let lost = |whose: &str| Thirds(i32::try_from(stormed["verdict"][whose].as_i64().unwrap()).unwrap());
        let owes = position(&play).board.stacks.get(&2).map_or(Thirds::NONE, |standing| standing.owes);
        assert_eq!(before[0] - land(&play, 2) + owes, lost("besieger_lost"), "{stormed}");
        if stormed["verdict"]["falls"] == false {
            let owes = position(&play).board.stacks.get(&1).map_or(Thirds::NONE, |standing| standing.owes);
            assert_eq!(before[1] - land(&play, 1) + owes, lost("inside_lost"), "{stormed}");
        }
        storms += 1;
        if position(&play).sieges.of[&1].ended.is_none() {
            // One siege segment a round.
            for order in ["work", "storm"] {
                let again = Verb::Game(json!({"siege": order, "number": 1}));
                play.refused_under("fast-battle.round.siege-segment-shared", FRANCE, again);
            }
        }
    }
    let after = position(&play);
    assert!(after.sieges.of[&1].ended.is_some_and(|end| end.falls()), "{:?}", after.sieges.of[&1]);
    assert_eq!(after.board.held[&Place::by_key(CATALUNYA).unwrap()], Country::by_key("france").unwrap());
    assert!(!after.board.stacks.contains_key(&1), "who was inside is lost with it");
    assert!(after.board.stacks.contains_key(&ships), "ships in the harbour were not inside");
}

/// A plain European way of two steps of which the second crosses a river, and whose ends do not touch.
fn over_a_river() -> [Place; 3] {
    let europe = |place: &Place| !place.site().is_sea() && place.site().map == Map::Europe;
    let open = |place: Place, kind: Border| {
        let next = place.neighbours().iter().filter(move |(_, border)| *border == kind);
        next.map(|(place, _)| *place).filter(europe)
    };
    let all = atlas().all().filter(europe);
    all.flat_map(|from| open(from, Border::Open).map(move |by| (from, by)))
        .flat_map(|(from, by)| open(by, Border::River).map(move |to| [from, by, to]))
        .find(|[from, by, to]| {
            let plain = |place: &Place| !place.site().terrain.is_rough();
            from != to && atlas().border(*from, *to).is_none() && [from, by, to].into_iter().all(plain)
        })
        .unwrap()
}

// fast-battle.battle.mod.terrain: what the last step crossed counts in the round of the march alone.
#[test]
fn the_river_of_the_last_step_is_fought_across_in_its_round_alone() {
    let [from, by, to] = over_a_river();
    let [from, by, to] = [from, by, to].map(|place| place.site().key.as_str());
    let stacks = [(FRANCE, "france", from, json!(["ld", "ld"])), (SPAIN, "spain", to, json!(["ld", "ld"]))];
    for (later, crossing) in [(false, json!("river")), (true, Value::Null)] {
        let mut play = round(&stacks, &[5; 12]);
        let way = json!({"board": "march", "stack": 1, "to": to, "way": [by, to]});
        play.must(FRANCE, Verb::Game(way));
        passes(&mut play);
        assert_eq!(position(&play).board.stacks[&1].at.site().key, to);
        if later {
            ready(&mut play);
        }
        comes_to(&mut play, "battles", FRANCE);
        let made = play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
        let scene = &found(&made, "fight_opened").unwrap()["scene"];
        assert_eq!(scene.get("crossing").cloned().unwrap_or_default(), crossing, "{scene}");
    }
}

#[test]
fn nothing_is_put_down_beside_an_enemy_or_in_his_port() {
    let mut play = spain_first(&[(SPAIN, "spain", CATALUNYA, json!(["ld"]))], &[]);
    let refused = play.refused(FRANCE, deploy("france", CATALUNYA, json!(["ld"])));
    assert!(refused.contains("Troops of Spain stand in Catalunya"), "{refused}");
    let refused = play.refused(FRANCE, deploy("france", CATALUNYA, json!(["nd"])));
    assert!(refused.contains("is the enemy's"), "{refused}");
    // Beside troops in a fortress an army may stand: it besieges them.
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    play.must(FRANCE, deploy("france", CATALUNYA, json!(["ld"])));
}

#[test]
fn a_beaten_stack_goes_to_land_and_beaten_ships_to_sea_or_into_their_own_port() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
        (FRANCE, "france", "sGascogne", json!(["nd"])),
        (SPAIN, "spain", "eVizcaya", json!(["ld"])),
    ];
    let play = round(&stacks, &[]);
    let now = position(&play);
    let may = |stack: u32, to: &str| {
        may_retreat(&now, stack, &now.board.stacks[&stack], Place::by_key(to).unwrap()).is_ok()
    };
    let (troops, ships) = (1, 2);
    assert!(may(troops, "ePoitou") && !may(troops, "sGascogne") && !may(troops, "eProvence"));
    // Its own port on the sea zone takes a fleet; an enemy's does not, and no province without one does.
    assert!(may(ships, "eGuyenne") && !may(ships, "eVizcaya") && !may(ships, "eQuercy"));
    let at_sea = |next: &(Place, Border)| next.0.site().is_sea() && may(ships, &next.0.site().key);
    assert!(Place::by_key("sGascogne").unwrap().neighbours().iter().any(at_sea));
}

// fast-battle.units.fleet-contents-vary, fast-battle.losses.applied-to-counters
#[test]
fn a_fleet_of_the_board_fights_with_what_its_counters_hold_and_its_own_admiral() {
    let stacks = [
        (FRANCE, "france", "sGascogne", json!([{"fleet_minus": {"nd": 0, "gd": 0, "dtr": 0}}, "nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd"])),
    ];
    let mut play = round(&stacks, &[5; 40]);
    comes_to(&mut play, "battles", FRANCE);
    play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
    let seal = |warships: i32, transports: u8, command: Value| {
        sealing(
            "fight/1",
            &json!({"plan": {}, "fleet": {"technology": "carrack", "warships": warships, "transports": transports, "command": command}}),
        )
    };
    let none = || json!({"replacement": "FRA"});
    let france = Country::by_key("france").unwrap();
    let holds = fleets::capacity(france, position(&play).turn.period(), false).unwrap();
    let most = 3 * (i32::from(holds.nd) + 1);
    let vary = "fast-battle.units.fleet-contents-vary";
    play.refused_under(vary, FRANCE, seal(most + 3, 0, none()));
    play.refused_under(vary, FRANCE, seal(3, holds.dtr + 1, none()));
    play.refused_under(vary, SPAIN, seal(9, 0, none()));
    let led = json!({"leader": {"manoeuvre": 6, "fire": 6, "shock": 6, "siege": 0}});
    assert!(play.refused(FRANCE, seal(3, 0, led)).contains("No leader stands with stack 1"));
    play.must(FRANCE, seal(most, holds.dtr, none()));
}

#[test]
fn a_battle_is_called_off_where_both_sides_seal_it_so() {
    for other in [true, false] {
        let stacks = [
            (FRANCE, "france", "eRosselo", json!(["ld", "ld"])),
            (SPAIN, "spain", "eCatalunya", json!(["ld", "ld"])),
        ];
        let mut play = round(&stacks, &[5; 40]);
        play.must(FRANCE, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"})));
        passes(&mut play);
        comes_to(&mut play, "battles", FRANCE);
        play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
        for (person, off) in [(FRANCE, true), (SPAIN, other)] {
            let body = if off { json!({"plan": {}, "off": true}) } else { json!({"plan": {}}) };
            play.must(person, sealing("fight/1", &body));
            play.must(person, Verb::Final { round: "fight/1".to_owned() });
        }
        let now = position(&play);
        assert_eq!(now.fights.of.contains_key(&1), !other);
        assert!(now.board.fights.is_empty(), "either way it is over on the board");
    }
}

// fast-battle.upkeep.per-detachment, fast-battle.campaign.costs
#[test]
fn upkeep_is_paid_once_a_turn_and_a_campaign_announced_in_a_round() {
    let mut play = round(&[(FRANCE, "france", "eRosselo", json!(["ld"]))], &[]);
    let upkeep = || Verb::Game(json!({"board": "upkeep", "country": "france"}));
    play.must(FRANCE, upkeep());
    play.refused_under("fast-battle.upkeep.per-detachment", FRANCE, upkeep());
    let mut before = crate::common::europa::at_war(Play::founded(&crate::common::europa::founding(2, 8)));
    let passive =
        json!({"board": "campaign", "country": "france", "campaign": {"land": "passive", "sea": "none"}});
    before.refused_under("fast-battle.campaign.costs", FRANCE, Verb::Game(passive));
}

/// France engages the Spanish stack in its battle, both fight without a plan of their own, and how it ended.
fn fought(play: &mut Play) -> Verdict {
    comes_to(play, "battles", FRANCE);
    play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
    for person in [FRANCE, SPAIN] {
        seals(play, person, "fight/1", &json!({"plan": {}}));
    }
    position(play).fights.of[&1].ended.unwrap()
}

/// A French army came from Languedoc to Rosselló and is beaten there by the Spanish one; `crowded` says whether another has come to Languedoc
/// since.
fn beaten_in_rossello(crowded: bool) -> Play {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_plus"])),
        (FRANCE, "france", "eProvence", json!(["army_plus", "ld"])),
        (FRANCE, "france", "eQuercy", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[[4, 8].repeat(20), vec![5; 20]].concat());
    for (stack, to) in
        [(1, "eRosselo"), (3, "eLanguedoc"), (4, "eLanguedoc")].into_iter().take(if crowded { 3 } else { 1 })
    {
        play.must(FRANCE, Verb::Game(json!({"board": "march", "stack": stack, "to": to})));
        passes(&mut play);
    }
    let ended = fought(&mut play);
    assert_eq!((ended.winner, ended.destroyed[0]), (Some(Who::Standing), false), "{ended:?}");
    play
}

// fast-battle.scope.delta-on-eu6: the moving stack retreats where it came from, and what cannot retreat is destroyed.
#[test]
fn a_stack_that_was_beaten_on_its_move_goes_back_where_it_came_from_or_is_destroyed() {
    let retreat = |to: &str| Verb::Game(json!({"board": "retreat", "stack": 1, "to": to}));
    let mut play = beaten_in_rossello(false);
    let now = position(&play);
    assert!(now.must_retreat(1));
    let open: Vec<&str> = retreats(&now, 1).map(|place| place.site().key.as_str()).collect();
    assert_eq!(open, ["eLanguedoc"]);
    for deeper in ["eCatalunya", "eBearn"] {
        let says = play.refused_under("fast-battle.scope.delta-on-eu6", FRANCE, retreat(deeper));
        assert!(says.contains("came from alone: to Languedoc"), "{says}");
    }
    play.must(FRANCE, retreat("eLanguedoc"));
    assert_eq!(position(&play).board.stacks[&1].back, None);

    let play = beaten_in_rossello(true);
    assert!(!position(&play).board.stacks.contains_key(&1), "nobody waits for a retreat that there is not");
    let cut_off = play
        .entries
        .iter()
        .filter(|entry| matches!(&entry.event, engine::table::Event::Game { e } if e["k"] == "cut_off"));
    assert_eq!(cut_off.count(), 1);
    assert!(!play.campaign.play.frames.iter().any(|open| open.pushed));
}

// fast-battle.supply.weak.besieged, siege.attrition-modifiers
#[test]
fn besieged_stacks_roll_siege_attrition_with_their_supply_and_nothing_else() {
    let inside = (SPAIN, "spain", CATALUNYA, json!(["ld"]));
    // The besiegers are a large stack that rolls for it; then 9 + 6 − 2 inside.
    let mut play = spain_first(&[inside], &[9, 9, 9, 9, 9]);
    let led = json!({"name": "Leyva", "values": {"manoeuvre": 4, "fire": 1, "shock": 1, "siege": 2}});
    play.must(SPAIN, Verb::Game(json!({"board": "lead", "stack": 1, "leader": led})));
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    play.must(FRANCE, deploy("france", CATALUNYA, json!(["army_plus", "army_minus"])));
    play.must(FRANCE, lay(1, 1));
    let hunger = || Verb::Game(json!({"siege": "hunger", "number": 1}));
    let says = play.refused_under("fast-battle.supply.weak.besieged", SPAIN, hunger());
    assert!(says.contains("supply segment of their player"), "{says}");
    // Of the next round: Spain is supplied first.
    ready(&mut play);
    comes_to(&mut play, "movement", SPAIN);
    let supplied: Vec<_> = play.entries.iter().filter(|entry| {
        matches!(&entry.event, engine::table::Event::Game { e } if e["k"] == "supplied" && e["stack"] == 1 && e.get("attrition").is_some())
    }).cloned().collect();
    let due = &found(&supplied, "supplied").unwrap()["attrition"]["rolled"]["due"];
    assert_eq!(due["what"], "besieged");
    let added: Vec<Value> =
        due["added"].as_array().unwrap().iter().map(|added| added["by"].clone()).collect();
    assert_eq!(added, [json!(6), json!(-2)], "six, and SIEGE in place of MAN: {due}");
    let attrition = &found(&supplied, "supplied").unwrap()["attrition"];
    assert!(attrition.get("pillaged").is_none(), "no pillage is laid: {attrition}");
    if position(&play).board.stacks.contains_key(&1) {
        play.refused_under("fast-battle.supply.weak.besieged", SPAIN, hunger());
    }
    assert_eq!(supplied.len(), 1, "one roll a round");
}

// fast-battle.losses.applied-to-counters: what a side loses comes off its stacks once, the first ones first.
#[test]
fn what_two_stacks_before_a_fortress_lose_together_comes_off_them_once() {
    let inside = (SPAIN, "spain", CATALUNYA, json!(["ld"]));
    let mut play = spain_first(&[inside], &[1, 1, 5, 8, 3, 8, 5, 10, 3, 10, 3, 5, 10, 3, 10, 3, 5, 5, 5, 5]);
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    for army in ["army_plus", "army_minus"] {
        play.must(FRANCE, deploy("france", CATALUNYA, json!([army])));
    }
    play.must(FRANCE, lay(1, 1));
    comes_to(&mut play, "sieges", FRANCE);
    let left = |play: &Play, stack: u32| {
        let owes = position(play).board.stacks.get(&stack).map_or(Thirds::NONE, |standing| standing.owes);
        land(play, stack) - owes
    };
    let before = [2, 3].map(|stack| left(&play, stack));
    let made = play.must(FRANCE, Verb::Game(json!({"siege": "storm", "number": 1})));
    let lost = Thirds(found(&made, "stormed").unwrap()["verdict"]["besieger_lost"].as_i64().unwrap() as i32);
    assert!(lost > Thirds::NONE && lost < before[0], "{lost:?}");
    assert_eq!([2, 3].map(|stack| left(&play, stack)), [before[0] - lost, before[1]]);
    let of_france = |entry: &&engine::table::Entry| matches!(&entry.event, engine::table::Event::Game { e } if e["k"] == "lost_in_siege" && e["stack"] != 1);
    assert_eq!(made.iter().filter(of_france).count(), 1, "nothing is said of who lost nothing");
}

/// What is added to the siege attrition of a Spanish LD in Catalunya whose leader is of SIEGE 5, before a French one of 3.
fn inside_without_a_siege() -> Vec<i64> {
    let inside = (SPAIN, "spain", CATALUNYA, json!(["ld"]));
    let mut play = spain_first(&[inside], &[9; 8]);
    let lead = |stack: u32, siege: i8| {
        let values = json!({"manoeuvre": 1, "fire": 1, "shock": 1, "siege": siege});
        Verb::Game(json!({"board": "lead", "stack": stack, "leader": {"name": "", "values": values}}))
    };
    play.must(SPAIN, lead(1, 5));
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    play.must(FRANCE, deploy("france", CATALUNYA, json!(["ld", "ld"])));
    play.must(FRANCE, lead(2, 3));
    ready(&mut play);
    comes_to(&mut play, "movement", SPAIN);
    let supplied = play.entries.iter().rev().find_map(|entry| match &entry.event {
        engine::table::Event::Game { e } if e["k"] == "supplied" && e["stack"] == 1 => Some(e.clone()),
        _ => None,
    });
    let due = supplied.unwrap()["attrition"]["rolled"]["due"].clone();
    assert_eq!(due["what"], "besieged");
    let added = due["added"].as_array().unwrap().iter();
    added.map(|added| added["by"].as_i64().unwrap()).collect()
}

// fast-battle.supply.weak.besieged: without a siege that is laid the leaders are those who stand there; Catalunya's harbour is an arsenal.
#[test]
fn who_lies_in_a_fortress_starves_by_the_leaders_on_the_board() {
    assert_eq!(inside_without_a_siege(), [6, -5, -3]);
}

// fast-battle.battle.mod.terrain: what a battle is fought across is what stands between where the moving stack came from and the place.
#[test]
fn a_battle_across_a_pass_or_a_strait_says_so() {
    for (from, to, crossing) in [
        ("eLanguedoc", "eRosselo", Value::Null),
        ("eBearn", "eRosselo", json!("river")),
        ("eCatalunya", "eRosselo", json!("pass")),
        ("eCalabria", "eSicilia", json!("strait")),
    ] {
        let stacks =
            [(FRANCE, "france", from, json!(["ld", "ld"])), (SPAIN, "spain", to, json!(["ld", "ld"]))];
        let mut play = round(&stacks, &[5; 12]);
        play.must(FRANCE, Verb::Game(json!({"board": "march", "stack": 1, "to": to, "way": [to]})));
        passes(&mut play);
        comes_to(&mut play, "battles", FRANCE);
        let made = play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
        let scene = &found(&made, "fight_opened").unwrap()["scene"];
        assert_eq!(scene.get("crossing").cloned().unwrap_or_default(), crossing, "{from} {to}");
    }
}

/// A French army came from Languedoc to Rosselló and has beaten the Spanish one that stood there.
fn won_in_rossello() -> Play {
    let armies = || json!(["army_plus", "army_plus"]);
    let stacks = [(FRANCE, "france", "eLanguedoc", armies()), (SPAIN, "spain", "eRosselo", armies())];
    let mut play = round(&stacks, &[vec![1; 2], [4, 8].repeat(20), vec![5; 20]].concat());
    play.must(FRANCE, Verb::Game(json!({"board": "march", "stack": 1, "to": "eRosselo"})));
    passes(&mut play);
    let ended = fought(&mut play);
    assert_eq!((ended.winner, ended.destroyed[1]), (Some(Who::Moving), false), "{ended:?}");
    play
}

// fast-battle.scope.delta-on-eu6: who has won goes nowhere, and who stood there may go anywhere; if he does not say where, home.
#[test]
fn a_beaten_stack_that_stood_there_goes_home_where_its_owner_does_not_say_where() {
    let mut play = won_in_rossello();
    let now = position(&play);
    let out: Vec<&Value> = play
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            engine::table::Event::Game { e } if e["k"] == "out_of_battle" => Some(e),
            _ => None,
        })
        .collect();
    let says = |e: &Value| (e["must_retreat"] == true, e.get("back").is_some());
    assert_eq!(out.iter().map(|e| says(e)).collect::<Vec<_>>(), [(false, false), (true, false)]);
    let open: Vec<&str> = retreats(&now, 2).map(|place| place.site().key.as_str()).collect();
    assert_eq!(open, ["eBearn", "eCatalunya", "eLanguedoc", "ePirineos"]);
    let frame = play.campaign.play.frames.iter().find(|open| open.pushed).unwrap().line;
    play.act(SPAIN, Act::LetStand { frame });
    assert_eq!(position(&play).board.stacks[&2].at.site().key, CATALUNYA);
}

// fast-battle.aids.replacement-leaders: who is not killed leads on.
#[test]
fn a_leader_who_comes_out_of_the_battle_leads_on() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_plus", "army_plus"])),
    ];
    let mut play = round(&stacks, &[vec![1; 2], [4, 8].repeat(20), vec![5; 20]].concat());
    let led = json!({"name": "Bayard", "values": {"manoeuvre": 3, "fire": 1, "shock": 1}});
    play.must(FRANCE, Verb::Game(json!({"board": "lead", "stack": 1, "leader": led})));
    play.must(FRANCE, Verb::Game(json!({"board": "march", "stack": 1, "to": "eRosselo"})));
    passes(&mut play);
    let ended = fought(&mut play);
    assert_ne!(ended.casualties[0], Some(engine::europa::battle::Casualty::Killed), "{ended:?}");
    let now = position(&play).board;
    assert_eq!(now.stacks[&1].leader.as_ref().map(|led| led.name.as_str()), Some("Bayard"));
    assert!(now.dead.is_empty());
}

/// Who leads a stack is settled when its battle is opened. In long random play an admiral came after the envelopes were sealed, and the honest
/// record was called wrong.
#[test]
fn nobody_comes_to_lead_a_stack_while_its_battle_is_open() {
    let stacks = [(FRANCE, "france", "sLion", json!(["nd", "nd"])), (SPAIN, "spain", "sLion", json!(["nd"]))];
    let mut play = round(&stacks, &[1; 40]);
    let lead = |name: &str| {
        let led = json!({"name": name, "values": {"manoeuvre": 3, "fire": 1, "shock": 1}});
        Verb::Game(json!({"board": "lead", "stack": 1, "leader": led}))
    };
    comes_to(&mut play, "battles", FRANCE);
    play.must(FRANCE, lead("Duquesne"));
    play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
    assert!(play.refused(FRANCE, lead("Tourville")).contains("is in a battle that is not over"));
    let none = Verb::Game(json!({"board": "lead", "stack": 1, "leader": null}));
    assert!(play.refused(FRANCE, none).contains("is in a battle that is not over"));
}

// fast-battle.losses.rounding.rotw: a battle outside of Europe is one of that map.
#[test]
fn a_battle_in_the_rest_of_the_world_is_fought_on_its_map() {
    let plain = |place: &Place| {
        !place.site().is_sea() && place.site().map == Map::Rotw && !place.site().terrain.is_rough()
    };
    let next = |place: Place| place.neighbours().iter().map(|(next, _)| *next).find(plain);
    let (from, to) = atlas().all().filter(plain).find_map(|from| Some((from, next(from)?))).unwrap();
    for (from, to, map) in [
        (from.site().key.as_str(), to.site().key.as_str(), json!("rotw")),
        ("eLanguedoc", "eRosselo", json!("europe")),
    ] {
        let stacks =
            [(FRANCE, "france", from, json!(["ld", "ld"])), (SPAIN, "spain", to, json!(["ld", "ld"]))];
        let mut play = round(&stacks, &[1; 12]);
        play.must(FRANCE, Verb::Game(json!({"board": "march", "stack": 1, "to": to, "way": [to]})));
        passes(&mut play);
        comes_to(&mut play, "battles", FRANCE);
        let made = play.must(FRANCE, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2})));
        assert_eq!(found(&made, "fight_opened").unwrap()["scene"]["map"], map, "{from} {to}");
    }
}

// fast-battle.siege.siegework: a siege that is lifted leaves the province and who is inside as they were.
#[test]
fn a_siege_that_is_lifted_takes_nothing() {
    let mut play = spain_first(&[(SPAIN, "spain", CATALUNYA, json!(["ld"]))], &[1; 8]);
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    play.must(FRANCE, deploy("france", CATALUNYA, json!(["army_plus", "army_minus"])));
    play.must(FRANCE, lay(1, 1));
    comes_to(&mut play, "sieges", FRANCE);
    let made = play.must(FRANCE, Verb::Game(json!({"siege": "lift", "number": 1})));
    assert!(found(&made, "siege_ended").is_some() && found(&made, "held").is_none());
    let now = position(&play).board;
    assert!(now.held.is_empty() && now.stacks.contains_key(&1));
}

#[test]
fn a_beaten_stack_that_its_owner_takes_off_is_not_destroyed_besides() {
    let mut play = won_in_rossello();
    play.must(SPAIN, Verb::Game(json!({"board": "disband", "stack": 2})));
    ready(&mut play);
    assert!(found(&play.entries, "cut_off").is_none());
}

// fast-battle.siege.siegework, fast-battle.round.siege-segment-shared: who stands before the fortress is fought before it is besieged.
#[test]
fn no_siege_is_laid_past_an_enemy_who_was_not_fought() {
    let stacks =
        [(FRANCE, "france", CATALUNYA, json!(["army_plus"])), (SPAIN, "spain", "eAragon", json!(["ld"]))];
    let mut play = spain_first(&stacks, &[1; 20]);
    play.must(SPAIN, Verb::Game(json!({"board": "march", "stack": 2, "to": CATALUNYA})));
    passes(&mut play);
    comes_to(&mut play, "sieges", FRANCE);
    let says = play.refused_under("fast-battle.siege.siegework", FRANCE, lay(1, 0));
    assert!(
        says.contains("Stack 2 of Spain stands in Catalunya") && says.contains("battle segment"),
        "{says}"
    );
    // Within the fortress he is besieged.
    play.must(SPAIN, Verb::Game(json!({"board": "disband", "stack": 2})));
    play.must(FRANCE, lay(1, 0));
}

// fast-battle.purchase.limit-source
#[test]
fn troops_are_bought_where_the_side_holds_the_province() {
    let mut play = spain_first(&[(SPAIN, "spain", "eAragon", json!(["ld"]))], &[1; 4]);
    let buy = |place: &str| {
        Verb::Game(json!({"board": "buy", "country": "france", "place": place, "items": ["ld"]}))
    };
    for (place, holder) in [(CATALUNYA, "Spain"), ("eKazan", "Kazan")] {
        let says = play.refused_under("fast-battle.purchase.limit-source", FRANCE, buy(place));
        assert!(says.contains("is held by") && says.contains(holder), "{says}");
    }
    let says = play.refused_under("fast-battle.purchase.limit-source", FRANCE, buy("eRosselo"));
    assert!(says.contains("Nobody is known to hold"), "{says}");
    play.must(FRANCE, buy("eLanguedoc"));
    // What it has lost gives it no troops, nor does a province in which the enemy stands.
    play.must(SPAIN, Verb::Game(json!({"board": "hold", "place": "ePoitou", "country": "spain"})));
    play.refused_under("fast-battle.purchase.limit-source", FRANCE, buy("ePoitou"));
    play.must(FRANCE, Verb::Game(json!({"board": "hold", "place": CATALUNYA, "country": "france"})));
    play.must(SPAIN, Verb::Game(json!({"board": "march", "stack": 1, "to": CATALUNYA})));
    passes(&mut play);
    assert!(play.refused(FRANCE, buy(CATALUNYA)).contains("Troops of Spain stand in Catalunya"));
}

// fast-battle.stacking.pashas, campaign.small-stack.land: a pasha is an LD on the board as in a siege, beside the limits.
#[test]
fn a_pasha_counts_as_one_detachment_wherever_he_stands() {
    let turks = json!(["army_plus", "pasha", "pasha"]);
    let mut play = at_war(Play::founded(&founding(2, 8)));
    play.must(FRANCE, Verb::Game(json!({"europa": "take", "country": "turkey"})));
    play.must(FRANCE, Verb::Game(json!({"europa": "war", "country": "turkey", "with": "spain", "on": true})));
    let deploy = |counters: Value| {
        Verb::Game(
            json!({"board": "deploy", "country": "turkey", "place": CATALUNYA, "counters": counters, "veteran": true}),
        )
    };
    play.must(FRANCE, deploy(turks));
    let standing = position(&play).board.stacks[&1].clone();
    assert_eq!(standing.stack.land(), Thirds::whole(6));
    assert!(!standing.stack.is_veteran(), "any pasha makes conscripts");
    let side = engine::europa::board::side(&position(&play), &standing);
    assert_eq!((side.parts[0].pashas, side.strength()), (2, Thirds::whole(6)));
    // Armies change beside him, he becomes nothing else, and veterans stay what they are.
    let regroup = |counters: Value| Verb::Game(json!({"board": "regroup", "stack": 1, "counters": counters}));
    play.must(FRANCE, regroup(json!(["army_minus", "ld", "ld", "pasha", "pasha"])));
    let now = position(&play).board.stacks[&1].clone();
    assert_eq!(now.stack.veterans(), Thirds::whole(6));
    play.refused_under(
        "fast-battle.counters.transform",
        FRANCE,
        regroup(json!(["army_plus", "ld", "pasha"])),
    );
    play.must(FRANCE, Verb::Game(json!({"board": "disband", "stack": 1})));
    play.refused_under(
        "fast-battle.stacking.pashas",
        FRANCE,
        deploy(json!(["ld", "pasha", "pasha", "pasha"])),
    );
}
