//! Europa at sea and around it: troops carried and landed, voyages intercepted, ports blockaded, armies that evade or go into a fortress,
//! counter-interceptions, winters in the cold area, revolts.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{
    FRANCE, SPAIN, at_war, before_movement, comes_to, found, founding, moves, passes, position, ready, round,
    seals, spain_first,
};
use crate::common::sealing;
use crate::common::{Play, kinds, rules_in};
use engine::europa::country::Country;
use engine::europa::geography::Place;
use engine::europa::outline::Frame;
use engine::table::act::Through;
use engine::table::{Act, By, Entry, Event, Verb};
use serde_json::{Value, json};

const TRANSPORT: &str = "fast-battle.aids.sea-transport";
const INTERCEPTION: &str = "fast-battle.aids.interception-evasion";

fn at(play: &Play, stack: u32) -> String {
    position(play).board.stacks[&stack].at.site().key.clone()
}

fn game(order: Value) -> Verb {
    Verb::Game(order)
}

/// Seals a declaration and makes it final.
fn declares(play: &mut Play, person: u32, march: u32, body: Value) -> Vec<Entry> {
    seals(play, person, &format!("intercept/{march}"), &body)
}

#[test]
fn troops_are_carried_and_landed_on_a_beach() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
        (FRANCE, "france", "eGuyenne", json!(["nd", "nd", "nd"])),
        (SPAIN, "spain", "eGaliza", json!(["army_plus"])),
        (FRANCE, "france", "eGuyenne", json!(["ld", "ld"])),
    ];
    // The voyage's attrition at a low die, then the landing's.
    let mut play = round(&stacks, &[1, 1]);
    let sail = |way: &[&str], landing: Option<&str>| {
        let mut order = json!({"board": "sail", "stack": 2, "way": way});
        if let Some(beach) = landing {
            order["landing"] = json!(beach);
        }
        game(order)
    };
    assert!(play.refused(FRANCE, sail(&["sGascogne"], Some("eGaliza"))).contains("troops that are aboard"));
    // Three points carry one LD: two take four.
    play.refused_under(TRANSPORT, FRANCE, game(json!({"board": "embark", "stack": 4, "fleet": 2})));
    let made = play.must(FRANCE, game(json!({"board": "embark", "stack": 1, "fleet": 2})));
    assert_eq!(found(&made, "embarked").unwrap()["points"], 2);
    assert_eq!(found(&made, "embarked").unwrap()["from_port"], true);
    assert!(
        play.refused(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eBearn"}))).contains("aboard")
    );
    play.refused_under(TRANSPORT, FRANCE, game(json!({"board": "land", "stack": 1, "to": "eGaliza"})));
    play.must(FRANCE, sail(&["sGascogne"], Some("eGaliza")));
    assert_eq!([at(&play, 1), at(&play, 2)], ["sGascogne", "sGascogne"], "they go with the ships");
    let elsewhere = game(json!({"board": "land", "stack": 1, "to": "eAsturias"}));
    play.refused_under(INTERCEPTION, FRANCE, elsewhere);
    let made = play.must(FRANCE, game(json!({"board": "land", "stack": 1, "to": "eGaliza"})));
    assert!(kinds(&made).contains(&"game:march_begun".to_owned()), "the Spaniards may evade");
    let made = declares(&mut play, SPAIN, 1, json!({"with": []}));
    let landed = found(&made, "marched").unwrap();
    assert_eq!(landed["march"]["steps"][0]["mp"], 3);
    assert!(rules_in(&made).contains(&TRANSPORT.to_owned()));
    let made = comes_to(&mut play, "battles", FRANCE);
    let rolled = &found(&made, "stayed").unwrap()["attrition"]["rolled"];
    let causes = rolled["due"]["causes"].as_array().unwrap();
    assert!(causes.contains(&json!("embarking")), "{causes:?}");
    if position(&play).board.stacks.contains_key(&1) {
        let made = play.must(FRANCE, game(json!({"board": "engage", "stack": 1, "with": 3})));
        assert_eq!(found(&made, "fight_opened").unwrap()["scene"]["crossing"], "landing");
    }
}

#[test]
fn a_transport_from_port_to_port_is_no_cause_and_costs_less() {
    let stacks =
        [(FRANCE, "france", "eGuyenne", json!(["ld"])), (FRANCE, "france", "eGuyenne", json!(["dtr"]))];
    let mut play = round(&stacks, &[1, 6]);
    play.must(FRANCE, game(json!({"board": "embark", "stack": 1, "fleet": 2})));
    let harbour = Place::by_key("sGascogne").unwrap().neighbours().iter().find_map(|(port, _)| {
        let other = !port.site().is_sea() && port.site().key != "eGuyenne" && port.site().has_port();
        (other && port.site().country() == Country::by_key("france")).then(|| port.site().key.clone())
    });
    let harbour = harbour.unwrap_or_else(|| "eGuyenne".to_owned());
    play.must(FRANCE, game(json!({"board": "sail", "stack": 2, "way": ["sGascogne", harbour]})));
    let made = play.must(FRANCE, game(json!({"board": "land", "stack": 1, "to": harbour})));
    let landed = found(&made, "marched").unwrap();
    assert_eq!(landed["march"]["steps"][0]["mp"], 2);
    assert_eq!(position(&play).board.stacks[&1].aboard, None);
    let made = play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    let rolls = made
        .iter()
        .filter(|entry| matches!(&entry.event, Event::Game { e } if e["k"] == "stayed" && e["stack"] == 1));
    assert_eq!(rolls.count(), 0, "{made:?}");
}

#[test]
fn a_voyage_is_intercepted_and_ships_of_a_blockaded_port_have_to_get_out() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["nd", "nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
    ];
    // Out of the port: 4 is caught; the next round 9 gets out. The interception at sea: 9 succeeds. Then attrition.
    let mut play = spain_first(&stacks, &[1, 4]);
    let blockade = |port: &str| game(json!({"board": "blockade", "stack": 2, "port": port}));
    play.refused_under(INTERCEPTION, SPAIN, blockade("eGaliza"));
    let made = play.must(SPAIN, blockade("eGuyenne"));
    assert!(rules_in(&made).contains(&INTERCEPTION.to_owned()));
    moves(&mut play, FRANCE);
    let sail = || game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]}));
    let made = play.must(FRANCE, sail());
    let escaped = found(&made, "escaped").unwrap();
    assert_eq!(escaped["tried"]["outcome"], "caught");
    assert_eq!(at(&play, 1), "eGuyenne");
    assert!(play.refused(FRANCE, sail()).contains("has sailed"));
    // The blockading stack may force a battle, in its sea zone.
    let made = play.must(SPAIN, game(json!({"board": "engage", "stack": 2, "with": 1})));
    let scene = &found(&made, "fight_opened").unwrap()["scene"];
    assert_eq!((scene["at_sea"].clone(), scene["countries"][0][0].clone()), (json!(true), json!("france")));
    let bay = Place::by_key("sGascogne").unwrap().name();
    assert_eq!((scene["place"].clone(), scene.get("mediterranean")), (json!(bay), None), "not in the port");

    let mut play = spain_first(&stacks, &[1, 9, 9, 2, 2, 2]);
    play.must(SPAIN, blockade("eGuyenne"));
    moves(&mut play, FRANCE);
    let made = play.must(FRANCE, sail());
    assert_eq!(found(&made, "escaped").unwrap()["tried"]["outcome"], "done");
    let made = declares(&mut play, SPAIN, 1, json!({"with": [[2, "sGascogne"]]}));
    let tried = &found(&made, "intercepted").unwrap()["tried"]["tried"]["added"];
    assert!(tried.as_array().unwrap().iter().any(|added| added["why"] == "blockading"), "{tried}");
    assert!(tried.as_array().unwrap().iter().any(|added| added["why"] == "same_place"), "{tried}");
    assert!(found(&made, "sailed").is_some() && found(&made, "fight_opened").is_some());
}

// fast-battle.aids.interception-evasion: old ships before the port make it easier to come out of it; as many as come out are not fewer.
#[test]
fn a_blockade_of_old_warships_is_easier_to_slip_through_and_one_of_as_many_ships_is_no_smaller_one() {
    let tried = |ships: &[&str]| {
        let stacks = [
            (FRANCE, "france", "eGuyenne", json!(ships)),
            (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
        ];
        let mut play = spain_first(&stacks, &[1, 4]);
        play.must(SPAIN, game(json!({"board": "blockade", "stack": 2, "port": "eGuyenne"})));
        moves(&mut play, FRANCE);
        let before = position(&play).board.rolls;
        let made = play.must(FRANCE, game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
        assert_eq!(position(&play).board.rolls, before + 1, "the die is counted");
        let added = found(&made, "escaped").unwrap()["tried"]["tried"]["added"].clone();
        let added = added.as_array().unwrap().iter();
        // What the better leader adds names both values.
        added.filter_map(|added| added["why"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(tried(&["nd", "nd"]), ["old_warships"]);
    assert_eq!(tried(&["nd", "nd", "nd"]), ["old_warships"], "as many are not fewer");
}

#[test]
fn an_army_evades_before_the_battle_or_goes_into_its_fortress() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_minus"])),
        (SPAIN, "spain", "eRosselo", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[8, 1, 1]);
    play.must(SPAIN, game(json!({"board": "hold", "place": "eRosselo", "country": "spain"})));
    let march = || game(json!({"board": "march", "stack": 1, "to": "eRosselo"}));
    play.must(FRANCE, march());
    let seal = |body: Value| sealing("intercept/1", &body);
    let both = json!({"with": [[2, "eRosselo"]], "evade": [[2, "eCatalunya"]]});
    play.refused_under(INTERCEPTION, SPAIN, seal(both));
    play.refused_under(INTERCEPTION, SPAIN, seal(json!({"evade": [[2, "eAragon"]]})));
    let level = Place::by_key("eRosselo").unwrap().site().fortress;
    assert!(
        level < 2
            || play.give(engine::table::By::Person(SPAIN), seal(json!({"evade": [[2, "eRosselo"]]}))).is_ok()
    );
    let made = declares(&mut play, SPAIN, 1, json!({"evade": [[2, "eCatalunya"], [3, "eRosselo"]]}));
    let evaded: Vec<&Value> = made
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Game { e } if e["k"] == "evaded" => Some(e),
            _ => None,
        })
        .collect();
    assert_eq!(evaded.len(), 2);
    assert!(rules_in(&made).contains(&INTERCEPTION.to_owned()));
    assert_eq!([at(&play, 2), at(&play, 3)], ["eCatalunya", "eRosselo"]);
    assert!(position(&play).board.stacks[&3].inside);
    // It is besieged now, so its supply is weak at best.
    comes_to(&mut play, "supply", SPAIN);
    let made = play.must(SPAIN, game(json!({"board": "supply", "stack": 3})));
    assert!(
        rules_in(&made).contains(&"fast-battle.supply.weak.besieged".to_owned()),
        "{:?}",
        rules_in(&made)
    );
}

#[test]
fn who_intercepts_may_be_met_by_a_counter_interception() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (FRANCE, "france", "eBearn", json!(["army_minus"])),
        (SPAIN, "spain", "eCatalunya", json!(["army_minus"])),
    ];
    // The interception succeeds, the mover's attrition, the counter-interception succeeds; dice of the battle follow.
    let mut play = spain_first(&stacks, &[10, 10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    moves(&mut play, FRANCE);
    let march =
        |counter: &[u32]| game(json!({"board": "march", "stack": 1, "to": "eRosselo", "counter": counter}));
    play.refused_under(INTERCEPTION, FRANCE, march(&[1]));
    assert!(play.refused(FRANCE, march(&[3])).contains("not yours"));
    play.must(FRANCE, march(&[2]));
    let made = declares(&mut play, SPAIN, 1, json!({"with": [[3, "eRosselo"]]}));
    let tries: Vec<bool> = made
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Game { e } if e["k"] == "intercepted" => Some(e.get("against").is_some()),
            _ => None,
        })
        .collect();
    assert_eq!(tries, [false, true]);
    let engaged = found(&made, "engaged").unwrap();
    assert_eq!(engaged["stacks"], json!([2, 3]), "the counter-interceptor meets the interceptor");
    assert_eq!([at(&play, 1), at(&play, 2), at(&play, 3)], ["eRosselo"; 3]);
}

#[test]
fn winters_are_felt_in_the_cold_and_a_campaign_covers_the_winter_that_its_summer_goes_on_into() {
    let stacks = [(FRANCE, "france", "eRosselo", json!(["ld"]))];
    // 6: summer 4, past winter 3, which is felt in the cold; 4: winter 4, by the same campaign.
    let mut play = round(&stacks, &[6, 1, 4]);
    let cold = |so: bool| game(json!({"board": "cold", "place": "eRosselo", "cold": so}));
    assert!(play.refused(FRANCE, cold(false)).contains("already"));
    play.must(FRANCE, cold(true));
    // It stands in a province of France's, so it rests on France's word.
    play.tells(SPAIN, game(json!({"board": "revolt", "place": "eLanguedoc", "size": 1})));
    let open = play.campaign.play.tellings.values().next().unwrap();
    assert_eq!((open.weight, open.of.len()), (engine::table::assent::Weight::Grave, 1));
    play.assents();
    assert!(
        play.refused(SPAIN, game(json!({"board": "revolt", "place": "eLanguedoc", "size": 3}))).contains("2")
    );
    assert_eq!(position(&play).board.revolts[&Place::by_key("eLanguedoc").unwrap()], 1);
    let made = ready(&mut play);
    assert_eq!(found(&made, "round_begun").unwrap()["round"], json!({"summer": 4}));
    let wintered = found(&made, "wintered").unwrap();
    assert_eq!(wintered["stack"], 1);
    assert!(rules_in(&made).contains(&"fast-battle.supply.cold-area.new-rounds".to_owned()));
    let march = || game(json!({"board": "march", "stack": 1, "to": "eLanguedoc"}));
    play.refused_under("fast-battle.campaign.costs", FRANCE, march());
    let simple =
        json!({"board": "campaign", "country": "france", "campaign": {"land": "simple", "sea": "none"}});
    play.must(FRANCE, game(simple));
    let made = ready(&mut play);
    assert_eq!(found(&made, "round_begun").unwrap()["round"], json!({"winter": 4}));
    play.must(FRANCE, march());
    passes(&mut play);
    // A move onto a revolt is an aggressive one, which a passive campaign does not cover.
    let deeds = serde_json::to_value(&position(&play).board.deeds).unwrap();
    assert_eq!(deeds["1"]["deed"], "enters_revolt");
}

#[test]
fn countries_and_leaders_are_of_their_time() {
    let mut play = Play::founded(&founding(2, 8)).started();
    let take = |country: &str| game(json!({"europa": "take", "country": country}));
    play.refused_under("fast-battle.purchase.limit-source", FRANCE, take("prussia"));
    play.must(FRANCE, take("france"));
    play.must(FRANCE, take("lucca"));
    let deploy = |leader: &engine::europa::leaders::Leader| {
        let values = serde_json::to_value(leader.values()).unwrap();
        let led = json!({"name": leader.name, "values": values});
        game(
            json!({"board": "deploy", "country": "france", "place": "eLanguedoc", "counters": ["ld"], "leader": led}),
        )
    };
    let late = engine::europa::leaders::leaders()
        .iter()
        .find(|leader| leader.turns.is_some_and(|(first, _)| first > 20));
    play.refused_under("fast-battle.aids.replacement-leaders", FRANCE, deploy(late.unwrap()));
}

#[test]
fn one_naval_stack_supplies_one_land_stack() {
    let stacks = [
        (FRANCE, "france", "eIlles Balears", json!(["ld"])),
        (FRANCE, "france", "eCorsica", json!(["ld"])),
        (FRANCE, "france", "sLion", json!(["nd", "nd"])),
    ];
    let mut play = before_movement(&stacks, &[5, 5, 5]);
    let supply = |stack: u32| game(json!({"board": "supply", "stack": stack}));
    let made = play.must(FRANCE, supply(1));
    assert_eq!(found(&made, "supplied").unwrap()["feeder"], 3);
    assert!(rules_in(&made).contains(&"fast-battle.supply.fleet-one-land-stack".to_owned()));
    let made = play.must(FRANCE, supply(2));
    assert!(found(&made, "supplied").unwrap().get("feeder").is_none(), "it has supplied another");
    assert_eq!(found(&made, "supplied").unwrap()["starved"], true);
    let starved = |stack: u32| position(&play).board.stacks[&stack].starved;
    assert_eq!([starved(1), starved(2)], [false, true], "and it is kept that it starves");
}

#[test]
fn a_second_naval_stack_in_the_zone_supplies_the_second_land_stack() {
    let stacks = [
        (FRANCE, "france", "eIlles Balears", json!(["ld"])),
        (FRANCE, "france", "eCorsica", json!(["ld"])),
        (FRANCE, "france", "sLion", json!(["nd", "nd"])),
        (FRANCE, "france", "sLion", json!([{"fleet_minus": {"nd": 0, "gd": 0, "dtr": 0}}])),
    ];
    let mut play = before_movement(&stacks, &[5, 5, 5, 5]);
    let supply = |stack: u32| game(json!({"board": "supply", "stack": stack}));
    let feeds = |made: &[Entry]| found(made, "supplied").unwrap()["feeder"].as_u64();
    assert_eq!(feeds(&play.must(FRANCE, supply(1))), Some(3));
    assert_eq!(feeds(&play.must(FRANCE, supply(2))), Some(4), "the first has supplied another");
}

// fast-battle.supply.fleet-for-large-stack
#[test]
fn a_full_f_plus_supplies_a_large_stack_over_sea_and_two_ships_do_not() {
    let feeder = |ships: &[Value]| {
        let mut stacks = vec![(FRANCE, "france", "eCorsica", json!(["army_plus", "army_plus"]))];
        stacks.extend(ships.iter().map(|ships| (FRANCE, "france", "sLion", ships.clone())));
        let mut play = before_movement(&stacks, &[5; 6]);
        let made = play.must(FRANCE, game(json!({"board": "supply", "stack": 1})));
        let by = found(&made, "supplied").unwrap().get("feeder").and_then(Value::as_u64);
        (by, rules_in(&made).contains(&"fast-battle.supply.fleet-for-large-stack".to_owned()))
    };
    let (two, three) = (json!(["nd", "nd"]), json!(["nd", "nd", "nd"]));
    let full = json!([{"fleet_plus": {"nd": 0, "gd": 0, "dtr": 0}}]);
    assert_eq!(feeder(std::slice::from_ref(&two)), (None, false));
    assert_eq!(feeder(&[three]), (Some(2), true));
    assert_eq!(feeder(&[two, full]), (Some(3), true), "the first is too small");
}

#[test]
fn the_smallest_naval_stack_that_is_enough_gives_the_supply() {
    let stacks = [
        (FRANCE, "france", "eCorsica", json!(["ld"])),
        (FRANCE, "france", "sLion", json!([{"fleet_plus": {"nd": 0, "gd": 0, "dtr": 0}}])),
        (FRANCE, "france", "sLion", json!(["nd", "nd"])),
    ];
    let mut play = before_movement(&stacks, &[5; 6]);
    let made = play.must(FRANCE, game(json!({"board": "supply", "stack": 1})));
    assert_eq!(found(&made, "supplied").unwrap()["feeder"], 3);
}

#[test]
fn who_is_besieged_or_at_peace_with_the_mover_does_not_intercept() {
    let stacks = [
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
        (SPAIN, "spain", "eRosselo", json!(["army_plus"])),
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
    ];
    let mut play = spain_first(&stacks, &[1; 20]);
    play.must(SPAIN, game(json!({"board": "fortress", "stack": 1, "inside": true})));
    let here = json!({"board": "deploy", "country": "france", "place": "eCatalunya", "counters": ["ld"], "veteran": true});
    play.must(FRANCE, game(here));
    let lucca = json!({"board": "deploy", "country": "lucca", "place": "eLucca", "counters": ["ld"], "veteran": true});
    play.must(SPAIN, game(json!({"europa": "take", "country": "lucca"})));
    play.must(SPAIN, game(lucca));
    moves(&mut play, FRANCE);
    play.must(FRANCE, game(json!({"board": "march", "stack": 3, "to": "eRosselo"})));
    let tries = |stack: u32| sealing("intercept/1", &json!({"with": [[stack, "eRosselo"]]}));
    let besieged = play.refused_under(INTERCEPTION, SPAIN, tries(1));
    assert!(besieged.contains("besieged"), "{besieged}");
    let at_peace = play.refused_under(INTERCEPTION, SPAIN, tries(5));
    assert!(at_peace.contains("not at war"), "{at_peace}");
    let made = declares(&mut play, SPAIN, 1, json!({"with": [[2, "eRosselo"]]}));
    assert!(found(&made, "intercepted").is_some());
}

#[test]
fn a_voyage_is_found_by_where_it_ends() {
    let from = Place::by_key("eGuyenne").unwrap();
    let near = from.seas().next().unwrap();
    // Two zones further on, along the sea alone.
    let next =
        |at: Place| at.neighbours().iter().map(|(place, _)| *place).filter(|place| place.site().is_sea());
    let far =
        next(near).flat_map(next).find(|far| *far != near && next(near).all(|place| place != *far)).unwrap();
    let fleet = json!(["nd", "nd"]);
    let mut play = round(&[(FRANCE, "france", from.site().key.as_str(), fleet)], &[5, 5, 5]);
    let made = play.must(FRANCE, game(json!({"board": "sail", "stack": 1, "way": [far.site().key]})));
    let way = found(&made, "sailed").unwrap()["way"].as_array().unwrap().clone();
    assert_eq!(way.len(), 3, "the fewest zones: {way:?}");
    assert_eq!((way[0].clone(), way[2].clone()), (json!(near.site().key), json!(far.site().key)));
    assert_eq!(at(&play, 1), far.site().key);
    // No sea leads into a province without a port.
    let inland = json!({"board": "sail", "stack": 1, "way": ["eIle-de-France"]});
    assert!(!play.refused(FRANCE, game(inland)).is_empty());
}

/// A fleet counter without more.
fn fleet(face: &str) -> Value {
    json!({face: {"nd": 0, "gd": 0, "dtr": 0}})
}

fn embark(stack: u32, fleet: u32) -> Verb {
    game(json!({"board": "embark", "stack": stack, "fleet": fleet}))
}

fn land(stack: u32, to: &str) -> Verb {
    game(json!({"board": "land", "stack": stack, "to": to}))
}

// fast-battle.aids.sea-transport, units.fleet-contents-vary: an F+ of Spain in period II is 4 ND, as eight galleys carry, and 2 DTr.
#[test]
fn a_fleet_counter_carries_what_fills_it_and_not_a_point_more() {
    let stacks = [
        (SPAIN, "spain", "sGascogne", json!([fleet("fleet_plus")])),
        (SPAIN, "spain", "eGaliza", json!(["army_plus", "army_plus"])),
        (SPAIN, "spain", "eVizcaya", json!(["ld"])),
        (SPAIN, "spain", "eAsturias", json!(["ld"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd"])),
    ];
    let mut play = spain_first(&stacks, &[5; 4]);
    let points = |made: &[Entry]| found(made, "embarked").unwrap()["points"].clone();
    assert_eq!(points(&play.must(SPAIN, embark(2, 1))), 12, "six for each A+");
    assert_eq!(points(&play.must(SPAIN, embark(3, 1))), 14, "and two for the LD: all there is");
    let says = play.refused_under(TRANSPORT, SPAIN, embark(4, 1));
    assert!(says.contains("takes up 16 transport points") && says.contains("have 14"), "{says}");
    assert_eq!(points(&play.must(SPAIN, embark(4, 5))), 2, "a point for each ND, and exactly enough");
    assert!(play.refused_under(TRANSPORT, SPAIN, embark(4, 1)).contains("are aboard ships"));
    assert!(play.refused_under(TRANSPORT, SPAIN, embark(5, 1)).contains("Troops go aboard ships"));
}

#[test]
fn fleets_that_join_carry_together_and_have_sailed_if_one_has() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
        (FRANCE, "france", "eGuyenne", json!(["nd", "nd"])),
        (FRANCE, "france", "eGuyenne", json!(["dtr"])),
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[1; 4]);
    play.must(FRANCE, embark(1, 2));
    play.must(FRANCE, embark(4, 3));
    play.must(FRANCE, game(json!({"board": "join", "stack": 2, "to": 3})));
    let now = position(&play).board;
    assert_eq!(now.stacks[&3].stack.naval().0, 9);
    assert_eq!([1, 4].map(|stack| now.stacks[&stack].aboard), [Some(3); 2]);
    assert!(!now.stacks.contains_key(&2));
}

#[test]
fn stacks_join_where_they_stand_together_and_what_they_have_marched_is_kept() {
    let stacks = [
        (FRANCE, "france", "ePoitou", json!(["ld"])),
        (FRANCE, "france", "eQuercy", json!(["ld"])),
        (FRANCE, "france", "eQuercy", json!(["ld"])),
        (FRANCE, "france", "eGuyenne", json!(["nd"])),
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[1; 4]);
    let join = |stack: u32, to: u32| game(json!({"board": "join", "stack": stack, "to": to}));
    for (stack, to) in [(1, 2), (2, 2), (5, 4)] {
        assert!(play.refused(FRANCE, join(stack, to)).contains("stand in the same place"), "{stack} {to}");
    }
    play.must(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eQuercy"})));
    let marched = position(&play).board.stacks[&1].clone();
    assert!(marched.moved > 0);
    play.must(FRANCE, join(1, 2));
    let joined = position(&play).board.stacks[&2].clone();
    assert_eq!((joined.stack.land().0, joined.moved), (6, marched.moved));
    assert_eq!(joined.track, marched.track, "the provinces of its march count for its attrition");
    // Nor do they join where one of them lies in the fortress.
    play.must(FRANCE, game(json!({"board": "fortress", "stack": 3, "inside": true})));
    assert!(play.refused(FRANCE, join(3, 2)).contains("stand in the same place"));
}

// fast-battle.aids.sea-transport: one end of a transport at least is a port of its side.
#[test]
fn a_transport_has_a_port_at_one_end_at_least() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        (FRANCE, "france", "sLion", json!(["dtr"])),
        (FRANCE, "france", "eProvence", json!(["ld"])),
        (FRANCE, "france", "sLion", json!(["dtr"])),
    ];
    let mut play = round(&stacks, &[1; 6]);
    let made = play.must(FRANCE, embark(1, 2));
    assert_eq!(found(&made, "embarked").unwrap()["from_port"], false);
    let says = play.refused_under(TRANSPORT, FRANCE, land(1, "eLanguedoc"));
    assert!(says.contains("a port that its side controls; neither is"), "{says}");
    let made = play.must(FRANCE, land(1, "eProvence"));
    assert_eq!(found(&made, "marched").unwrap()["march"]["steps"][0]["mp"], 3);
    // Out of a port onto a beach: ships that have not sailed announce nothing.
    let made = play.must(FRANCE, embark(3, 4));
    assert_eq!(found(&made, "embarked").unwrap()["from_port"], true);
    let made = play.must(FRANCE, land(3, "eRosselo"));
    assert_eq!(found(&made, "marched").unwrap()["march"]["steps"][0]["mp"], 3);
    assert!(play.refused_under(TRANSPORT, FRANCE, land(3, "eLanguedoc")).contains("aboard no ships"));
}

// fast-battle.units.exploration-detachment-land-europe: a land d exists in the rest of the world alone.
#[test]
fn a_land_d_that_is_landed_in_europe_is_destroyed_and_no_counter_is_changed_into_one_there() {
    const RULE: &str = "fast-battle.units.exploration-detachment-land-europe";
    let stacks = [
        (FRANCE, "france", "rCabo Verde~I", json!(["ld", "land_d"])),
        (FRANCE, "france", "sArguin", json!(["dtr"])),
        (FRANCE, "france", "rCabo Verde~I", json!(["land_d"])),
        (FRANCE, "france", "sArguin", json!(["dtr"])),
    ];
    let mut play = before_movement(&stacks, &[1; 8]);
    let held = json!({"board": "hold", "place": "eIslas Canarias", "country": "france"});
    play.must(FRANCE, game(held));
    moves(&mut play, FRANCE);
    play.must(FRANCE, embark(1, 2));
    play.must(FRANCE, embark(3, 4));
    let counters = |play: &Play, stack| {
        position(play)
            .board
            .stacks
            .get(&stack)
            .map(|own| own.stack.0.iter().map(|unit| unit.counter.short()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(counters(&play, 1).unwrap(), "LD d", "aboard it is in no province of Europe");
    let made = play.must(FRANCE, land(1, "eIslas Canarias"));
    let lost = found(&made, "explorers_lost").unwrap();
    assert_eq!((&lost["stack"], &lost["lost"], &lost["rules"]), (&json!(1), &json!(1), &json!([RULE])));
    assert_eq!(counters(&play, 1).unwrap(), "LD");
    play.must(FRANCE, land(3, "eIslas Canarias"));
    assert_eq!(counters(&play, 3), None, "it was nothing else");
    let change = json!({"board": "regroup", "stack": 1, "counters": ["land_d", "land_d", "land_d"]});
    play.refused_under(RULE, FRANCE, game(change));
}

// fast-battle.aids.movement-costs: a stack has 12 MP in a round, and its transports count.
#[test]
fn a_transport_takes_the_last_mp_of_a_stack_and_none_beyond() {
    let stacks =
        [(FRANCE, "france", "eGuyenne", json!(["ld"])), (FRANCE, "france", "eGuyenne", json!(["dtr"]))];
    let mut play = round(&stacks, &[1; 12]);
    for _ in 0..6 {
        play.must(FRANCE, embark(1, 2));
        play.must(FRANCE, land(1, "eGuyenne"));
    }
    assert_eq!(position(&play).board.stacks[&1].moved, 12);
    play.must(FRANCE, embark(1, 2));
    let says = play.refused_under("fast-battle.aids.movement-costs", FRANCE, land(1, "eGuyenne"));
    assert!(says.contains("takes 2 MP") && says.contains("used 14 of 12"), "{says}");
}

// fast-battle.aids.interception-evasion: into the fortress without a roll, elsewhere with one.
#[test]
fn who_evades_elsewhere_rolls_and_who_goes_into_the_fortress_does_not() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_minus"])),
        (SPAIN, "spain", "eRosselo", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[8, 1, 1]);
    play.must(SPAIN, game(json!({"board": "hold", "place": "eRosselo", "country": "spain"})));
    play.must(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eRosselo"})));
    let before = position(&play).board.rolls;
    let made = declares(&mut play, SPAIN, 1, json!({"evade": [[2, "eCatalunya"], [3, "eRosselo"]]}));
    let tries = evaded(&made);
    let dice: Vec<Option<u64>> = tries.iter().map(|evaded| evaded["tried"]["die"].as_u64()).collect();
    assert_eq!(dice, [Some(8), None], "{tries:?}");
    assert_eq!(position(&play).board.rolls, before + 1, "the die is counted");
}

fn evaded(made: &[Entry]) -> Vec<Value> {
    let of = |entry: &Entry| match &entry.event {
        Event::Game { e } if e["k"] == "evaded" => Some(e.clone()),
        _ => None,
    };
    made.iter().filter_map(of).collect()
}

// fast-battle.aids.interception-evasion, stacking.land-strength
#[test]
fn who_finds_the_place_taken_to_which_he_would_evade_stays() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_plus"])),
        (SPAIN, "spain", "eCatalunya", json!(["army_plus"])),
    ];
    let mut play = round(&stacks, &[10; 6]);
    play.must(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eRosselo"})));
    let made = declares(&mut play, SPAIN, 1, json!({"evade": [[2, "eCatalunya"], [3, "eCatalunya"]]}));
    let gone: Vec<u64> = evaded(&made).iter().map(|evaded| evaded["stack"].as_u64().unwrap()).collect();
    assert_eq!(gone, [2], "eight LD stand there then, and no third army has room");
    assert_eq!([at(&play, 2), at(&play, 3)], ["eCatalunya", "eRosselo"]);
}

// fast-battle.aids.interception-evasion: a smaller blockade is easier to slip through; galleys are no old warships, nor are seventy-fours.
#[test]
fn a_smaller_blockade_is_easier_to_slip_through_and_galleys_and_new_ships_are_no_old_warships() {
    let tried = |port: (&str, &str), ships: usize, blockade: &[&str], naval: Option<&str>| {
        let stacks =
            [(FRANCE, "france", port.0, json!(vec!["nd"; ships])), (SPAIN, "spain", port.1, json!(blockade))];
        let mut play = spain_first(&stacks, &[1, 4]);
        play.must(SPAIN, game(json!({"board": "blockade", "stack": 2, "port": port.0})));
        moves(&mut play, FRANCE);
        if let Some(naval) = naval {
            let told =
                json!({"europa": "technology", "country": "spain", "land": "arquebuse", "naval": naval});
            play.must(SPAIN, game(told));
        }
        let made = play.must(FRANCE, game(json!({"board": "sail", "stack": 1, "way": [port.1]})));
        let added = found(&made, "escaped").unwrap()["tried"]["tried"]["added"].clone();
        let added = added.as_array().unwrap().iter();
        added.filter_map(|added| added["why"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let (bordeaux, toulon) = (("eGuyenne", "sGascogne"), ("eProvence", "sLion"));
    let three = ["nd", "nd", "nd"];
    assert_eq!(tried(bordeaux, 3, &["nd", "nd"], None), ["smaller_blockade", "old_warships"]);
    assert_eq!(tried(bordeaux, 3, &three, Some("vessel")), ["old_warships"]);
    assert_eq!(tried(bordeaux, 3, &three, Some("seventy_four")), Vec::<String>::new());
    assert_eq!(tried(toulon, 1, &["gd", "gd", "gd"], None), Vec::<String>::new());
}

#[test]
fn who_caught_a_stack_lets_that_one_go_and_no_other() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["nd", "nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
        (FRANCE, "france", "eGuyenne", json!(["dtr"])),
    ];
    let mut play = spain_first(&stacks, &[1, 4]);
    play.must(SPAIN, game(json!({"board": "blockade", "stack": 2, "port": "eGuyenne"})));
    moves(&mut play, FRANCE);
    let made = play.must(FRANCE, game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
    assert_eq!(found(&made, "escaped").unwrap()["tried"]["outcome"], "caught");
    let let_go = |stack: u32| game(json!({"board": "let_go", "stack": stack}));
    assert!(play.refused(SPAIN, let_go(3)).contains("Stack 3 was not caught"));
    assert!(play.refused(FRANCE, let_go(1)).contains("not yours"));
    let made = play.must(SPAIN, let_go(1));
    assert_eq!(found(&made, "let_go").unwrap()["by"], 2);
    assert!(play.refused(SPAIN, let_go(1)).contains("Stack 1 was not caught"));
}

/// The reasons that are added to the first interception that was tried.
fn reasons(made: &[Entry]) -> Vec<String> {
    let added = found(made, "intercepted").unwrap()["tried"]["tried"]["added"].as_array().unwrap().clone();
    let name = |why: &Value| {
        why.as_str().map_or_else(|| why.as_object().unwrap().keys().next().unwrap().clone(), str::to_owned)
    };
    added.iter().map(|added| name(&added["why"])).collect()
}

// fast-battle.aids.interception-evasion: a friendly force that is there helps, which who intercepts is not himself; an enemy one hinders.
#[test]
fn another_force_of_his_side_where_he_intercepts_helps_and_one_of_the_enemy_hinders() {
    for (stands, more, friendly, enemy) in [
        ("eCatalunya", None, false, false),
        ("eRosselo", None, false, false),
        ("eCatalunya", Some((SPAIN, "spain", "eRosselo", json!(["ld"]))), true, false),
        ("eCatalunya", Some((FRANCE, "france", "eRosselo", json!(["ld"]))), false, true),
    ] {
        let mut stacks = vec![
            (FRANCE, "france", "eLanguedoc", json!(["ld"])),
            (SPAIN, "spain", stands, json!(["army_minus"])),
        ];
        stacks.extend(more);
        let mut play = spain_first(&stacks, &[1; 20]);
        moves(&mut play, FRANCE);
        play.must(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eRosselo"})));
        let made = declares(&mut play, SPAIN, 1, json!({"with": [[2, "eRosselo"]]}));
        let why = reasons(&made);
        let has = |name: &str| why.iter().any(|why| why == name);
        assert_eq!((has("friendly_there"), has("other_enemy")), (friendly, enemy), "{stands} {why:?}");
        assert_eq!(has("same_place"), stands == "eRosselo", "{why:?}");
    }
}

// fast-battle.scope.delta-on-eu6: troops that landed and were beaten go back onto the ships that they came from.
#[test]
fn who_is_beaten_on_his_landing_goes_back_onto_his_ships() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["army_plus", "army_minus"])),
        (FRANCE, "france", "eGuyenne", json!([fleet("fleet_plus")])),
        (SPAIN, "spain", "eGaliza", json!(["army_plus"])),
    ];
    let mut play = round(&stacks, &[vec![1; 2], [4, 8].repeat(20), vec![5; 20]].concat());
    play.must(FRANCE, embark(1, 2));
    play.must(FRANCE, game(json!({"board": "sail", "stack": 2, "way": ["sGascogne"], "landing": "eGaliza"})));
    play.must(FRANCE, land(1, "eGaliza"));
    passes(&mut play);
    assert_eq!(position(&play).board.stacks[&1].aboard, None);
    comes_to(&mut play, "battles", FRANCE);
    play.must(FRANCE, game(json!({"board": "engage", "stack": 1, "with": 3})));
    for person in [FRANCE, SPAIN] {
        seals(&mut play, person, "fight/1", &json!({"plan": {}}));
    }
    let now = position(&play);
    let ended = now.fights.of[&1].ended.unwrap();
    assert!(now.must_retreat(1), "{ended:?}");
    let retreat = |to: &str| game(json!({"board": "retreat", "stack": 1, "to": to}));
    play.refused_under("fast-battle.scope.delta-on-eu6", FRANCE, retreat("eAsturias"));
    play.must(FRANCE, retreat("sGascogne"));
    let back = position(&play).board.stacks[&1].clone();
    assert_eq!((back.aboard, back.at.site().key.as_str(), back.back), (Some(2), "sGascogne", None));
}

// fast-battle.aids.interception-evasion: a landing is announced before the eyes of who is in that zone, in the port of the beach, or in an
// arsenal beside the zone; not of who lies in another port.
#[test]
fn who_sees_a_landing_intercepts_it_more_easily() {
    for (at, beach, sees) in [
        ("sGascogne", "eVizcaya", true),
        ("eVizcaya", "eVizcaya", true),
        ("eGaliza", "eVizcaya", true),
        ("eVizcaya", "eAsturias", false),
    ] {
        let stacks = [
            (FRANCE, "france", "eGuyenne", json!(["ld"])),
            (FRANCE, "france", "eGuyenne", json!(["nd", "nd", "nd"])),
            (SPAIN, "spain", at, json!(["nd"])),
        ];
        let mut play = spain_first(&stacks, &[1; 20]);
        moves(&mut play, FRANCE);
        play.must(FRANCE, embark(1, 2));
        play.must(FRANCE, game(json!({"board": "sail", "stack": 2, "way": ["sGascogne"], "landing": beach})));
        let why = reasons(&declares(&mut play, SPAIN, 1, json!({"with": [[3, "sGascogne"]]})));
        let has = |name: &str| why.iter().any(|why| why == name);
        assert_eq!((has("landing"), has("plain_port")), (sees, !sees), "{at}: {why:?}");
    }
}

// fast-battle.aids.interception-evasion: who stands before a fortress with enemies in it intercepts less easily.
#[test]
fn who_besieges_intercepts_less_easily() {
    for inside in [true, false] {
        let dice: Vec<&[u32]> = [&[8_u32][..]].into_iter().chain([&[1_u32][..]; 20]).collect();
        let mut play = at_war(Play::scripted_by(&founding(2, 8), &dice));
        play.act(SPAIN, Act::Tell { key: "initiative/spain".to_owned(), value: 5 });
        let deploy = |country: &str, place: &str| {
            game(
                json!({"board": "deploy", "country": country, "place": place, "counters": ["ld"], "veteran": true}),
            )
        };
        play.must(FRANCE, deploy("france", "eQuercy"));
        if inside {
            play.must(FRANCE, deploy("france", "eLanguedoc"));
            play.must(FRANCE, game(json!({"board": "fortress", "stack": 2, "inside": true})));
        } else {
            play.must(FRANCE, deploy("france", "ePoitou"));
        }
        play.must(SPAIN, deploy("spain", "eLanguedoc"));
        ready(&mut play);
        moves(&mut play, SPAIN);
        moves(&mut play, FRANCE);
        play.must(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eLanguedoc"})));
        let why = reasons(&declares(&mut play, SPAIN, 1, json!({"with": [[3, "eLanguedoc"]]})));
        assert_eq!(why.iter().any(|why| why == "besieging"), inside, "{why:?}");
    }
}

#[test]
fn who_caught_a_stack_is_offered_to_let_it_go() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["nd", "nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
    ];
    let mut play = spain_first(&stacks, &[1, 4]);
    play.must(SPAIN, game(json!({"board": "blockade", "stack": 2, "port": "eGuyenne"})));
    moves(&mut play, FRANCE);
    play.must(FRANCE, game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
    let offered = |person: u32| {
        let offers = engine::table::offers(&play.campaign.view_for(By::Person(person), false));
        let all: Vec<String> = offers.iter().map(|offer| format!("{offer:?}")).collect();
        all.into_iter().filter(|offer| offer.contains("let_go")).count()
    };
    assert_eq!([offered(SPAIN), offered(FRANCE)], [1, 0]);
}

/// The offers of a verb that a player sees, of a round of envelopes where they belong to one.
fn offered(play: &Play, person: u32, verb: &str, round: Option<&str>) -> Vec<Value> {
    let offers = engine::table::offers(&play.campaign.view_for(By::Person(person), false));
    let of = offers.into_iter().filter(|offer| offer.verb == verb && offer.round.as_deref() == round);
    of.map(|offer| serde_json::to_value(&offer.fields).unwrap()).collect()
}

// fast-battle.aids.interception-evasion: a stack intercepts or evades, so who could do both is offered each.
#[test]
fn who_could_intercept_and_evade_is_offered_one_or_the_other() {
    let declares = |spanish: &[&str]| {
        let mut stacks = vec![(FRANCE, "france", "eLanguedoc", json!(["army_plus"]))];
        stacks.extend(spanish.iter().map(|at| (SPAIN, "spain", *at, json!(["ld"]))));
        let mut play = spain_first(&stacks, &[1; 20]);
        moves(&mut play, FRANCE);
        let march = || game(json!({"board": "march", "stack": 1, "to": "eRosselo"}));
        assert_eq!(
            offered(&play, SPAIN, "seal", Some("intercept/1")),
            Vec::<Value>::new(),
            "nothing marches yet"
        );
        play.must(FRANCE, march());
        assert_eq!(offered(&play, FRANCE, "seal", Some("intercept/1")), Vec::<Value>::new());
        let groups = |field: &Value| -> Vec<Vec<u64>> {
            // Where nothing can be named the field is left out.
            let of = field["kind"]["of"].as_array().cloned().unwrap_or_default();
            let stacks = |group: &Value| {
                group.as_array().unwrap().iter().map(|one| one[0].as_u64().unwrap()).collect()
            };
            of.iter().map(stacks).collect()
        };
        let made = offered(&play, SPAIN, "seal", Some("intercept/1"));
        made.iter().map(|fields| (groups(&fields[0]), groups(&fields[1]).concat())).collect::<Vec<_>>()
    };
    let away = |made: &[u64], stack: u64| made.len() > 1 && made.iter().all(|one| *one == stack);
    // Who stands where the march ends and who stands beside it.
    let both = declares(&["eRosselo", "eCatalunya"]);
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(both[0], (vec![vec![2], vec![3]], vec![]), "all intercept that can, and nobody evades");
    assert_eq!(both[1].0, [[3]], "or who could evade does not intercept");
    assert!(away(&both[1].1, 2), "{both:?}");
    let one = declares(&["eCatalunya"]);
    assert_eq!(one, [(vec![vec![2]], vec![])], "nobody there could evade");
}

// fast-battle.campaign.before-own-move: orders for one's own segment are offered ahead of it.
#[test]
fn marches_and_voyages_are_offered_ahead_of_ones_own_segment_and_not_in_it() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        (FRANCE, "france", "sGascogne", json!(["nd"])),
        (SPAIN, "spain", "eAragon", json!(["ld"])),
    ];
    let mut play = spain_first(&stacks, &[1; 20]);
    let lodged = |play: &Play, person: u32| -> Vec<Value> {
        let made = offered(play, person, "lodge", None);
        made.iter().flat_map(|fields| fields[0]["kind"]["of"].as_array().unwrap().clone()).collect()
    };
    assert_eq!(lodged(&play, SPAIN), Vec::<Value>::new(), "it is its segment");
    let ahead = lodged(&play, FRANCE);
    let ends = |order: &str, field: &str| -> Vec<Place> {
        let of = ahead.iter().filter(|lodged| lodged["board"] == order);
        let key = |lodged: &Value| lodged[field].as_str().or(lodged[field][0].as_str()).unwrap().to_owned();
        of.map(|lodged| Place::by_key(&key(lodged)).unwrap()).collect()
    };
    let near = |at: &str, sea: bool| -> Vec<Place> {
        let near = Place::by_key(at).unwrap().neighbours().iter().map(|(place, _)| *place);
        near.filter(|place| place.site().is_sea() == sea).collect()
    };
    assert_eq!(ends("march", "to"), near("eLanguedoc", false));
    assert_eq!(ends("sail", "way"), near("sGascogne", true));
    assert!(ahead.iter().any(|lodged| lodged["board"] == "campaign"));
    moves(&mut play, FRANCE);
    assert_eq!(lodged(&play, FRANCE), Vec::<Value>::new());
    let empty = at_war(Play::founded(&founding(2, 8)));
    assert_eq!(lodged(&empty, FRANCE), Vec::<Value>::new(), "the board is kept elsewhere");
}

// fast-battle.aids.sea-transport: each even chance of those aboard has a die of its own.
#[test]
fn the_dice_of_those_aboard_are_counted_too() {
    let stacks =
        [(FRANCE, "france", "eGuyenne", json!(["ld"])), (FRANCE, "france", "sGascogne", json!(["dtr"]))];
    // 8 + 5 − 2 + 1 = 12: a tenth of one, and by an even chance a third, of the ships and of the troops.
    let mut play = round(&stacks, &[8, 8, 8, 5]);
    play.must(FRANCE, game(json!({"board": "embark", "stack": 1, "fleet": 2})));
    let before = position(&play).board.rolls;
    let made = play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    let chances = |k: &str| found(&made, k).unwrap()["attrition"]["chances"].as_array().unwrap().len();
    assert_eq!([chances("stayed"), chances("shared")], [1, 1]);
    let until = made
        .iter()
        .position(|entry| matches!(&entry.event, Event::Game { e } if e["k"] == "shared"))
        .unwrap();
    let slots: Vec<String> = made[..until].iter().filter_map(slot).collect();
    assert_eq!(slots, [1, 2, 3].map(|n| format!("board/{}", before + n)));
    assert!(position(&play).board.rolls >= before + 3, "{}", position(&play).board.rolls);
}

/// The slot of a die.
fn slot(entry: &Entry) -> Option<String> {
    let entry = serde_json::to_value(&entry.event).unwrap();
    entry.get("slot").and_then(Value::as_str).map(str::to_owned)
}

// fast-battle.round.interception-inside-movement: a march waits for the battle that an interception led to, and for no other.
#[test]
fn a_battle_that_is_kept_elsewhere_does_not_stand_on_a_march() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
    ];
    let mut play = spain_first(&stacks, &[1; 20]);
    moves(&mut play, FRANCE);
    play.must(FRANCE, game(json!({"board": "march", "stack": 1, "to": "eRosselo"})));
    let army = |country: &str, class: &str| {
        let part = json!({"country": country, "class": class, "a_plus": 1, "a_minus": 0, "detachments": 0});
        let command = json!({"leader": {"manoeuvre": 1, "fire": 1, "shock": 1}});
        json!({"army": {"parts": [part], "technology": "arquebuse", "veteran": true, "command": command}})
    };
    let scene = json!({"place": "Lombardia", "intercepted": true, "countries": [["france"], ["spain"]]});
    let stated = json!({"moving": army("FRA", "IV"), "standing": army("SPA", "III")});
    play.must(FRANCE, game(json!({"fight": "open", "scene": scene, "stacks": stated})));
    let goes_on = |play: &Play| position(play).frames.any(|open| *open == Frame::Fight(1));
    assert!(goes_on(&play));
    passes(&mut play);
    assert!(position(&play).under_way().is_none());
    assert_eq!(at(&play, 1), "eRosselo");
    assert!(goes_on(&play), "it is fought whatever becomes of the march");
}

// fast-battle.units.exploration-detachment-land-europe: whose troops are gone leads nobody into a battle.
#[test]
fn a_leader_who_stands_alone_is_not_fought() {
    let stacks = [
        (FRANCE, "france", "rCabo Verde~I", json!(["land_d"])),
        (FRANCE, "france", "sArguin", json!(["dtr"])),
        (SPAIN, "spain", "eIslas Canarias", json!(["ld"])),
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["ld"])),
    ];
    let mut play = before_movement(&stacks, &[1; 20]);
    let led = json!({"name": "Bayard", "values": {"manoeuvre": 3, "fire": 1, "shock": 1}});
    play.must(FRANCE, game(json!({"board": "lead", "stack": 1, "leader": led})));
    play.must(FRANCE, game(json!({"board": "hold", "place": "eIslas Canarias", "country": "france"})));
    moves(&mut play, FRANCE);
    play.must(FRANCE, embark(1, 2));
    play.must(FRANCE, land(1, "eIslas Canarias"));
    passes(&mut play);
    play.must(FRANCE, game(json!({"board": "march", "stack": 4, "to": "eRosselo"})));
    passes(&mut play);
    let alone = position(&play).board.stacks[&1].clone();
    assert!(alone.stack.0.is_empty() && alone.leader.is_some(), "{alone:?}");
    comes_to(&mut play, "battles", FRANCE);
    let engage = |stack: u32, with: u32| game(json!({"board": "engage", "stack": stack, "with": with}));
    let refused = play.give(By::Person(FRANCE), engage(1, 3)).unwrap_err().to_string();
    assert!(refused.contains("a leader alone is not fought"), "{refused}");
    assert!(position(&play).fights.of.is_empty());
    play.must(FRANCE, engage(4, 5));
    assert_eq!(position(&play).fights.of.len(), 1);
}
