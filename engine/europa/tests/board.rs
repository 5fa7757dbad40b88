//! A board of Europa that is kept at the table: stacks, campaigns, marches, interceptions, attrition, battles of what stands there.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{
    FRANCE, SPAIN, at_war, before_movement, comes_to, found, founding, passes, position, ready,
};
use crate::common::sealing;
use crate::common::{Play, kinds, rules_in};
use engine::europa::country::Country;
use engine::europa::geography::Place;
use engine::europa::seats::Told;
use engine::table::Verb;
use serde_json::{Value, json};

fn europa(dice: &[u32]) -> Play {
    let dice: Vec<Vec<u32>> = dice.iter().map(|die| vec![*die]).collect();
    let dice: Vec<&[u32]> = dice.iter().map(Vec::as_slice).collect();
    at_war(Play::scripted_by(&founding(2, 8), &dice))
}

fn board(fields: Value) -> Verb {
    Verb::Game(fields)
}

fn deploy(country: &str, at: &str, counters: &[&str]) -> Verb {
    board(json!({"board": "deploy", "country": country, "place": at, "counters": counters, "veteran": true}))
}

fn campaign(country: &str, land: &str) -> Verb {
    board(json!({"board": "campaign", "country": country, "campaign": {"land": land, "sea": "none"}}))
}

fn march(stack: u32, to: &str) -> Verb {
    board(json!({"board": "march", "stack": stack, "to": to}))
}

fn place(key: &str) -> Place {
    Place::by_key(key).unwrap()
}

/// A province of a country with a neighbour of another's, in the map's order.
fn frontier(own: &str, other: &str) -> (Place, Place) {
    let [own, other] = [own, other].map(|key| Country::by_key(key).unwrap());
    let atlas = engine::europa::geography::atlas();
    let of = |place: Place| place.site().country();
    let here = atlas.all().filter(|place| of(*place) == Some(own));
    here.flat_map(|place| place.neighbours().iter().map(move |(next, border)| (place, *next, *border)))
        .find(|(_, next, border)| {
            of(*next) == Some(other) && *border == engine::europa::geography::Border::Open
        })
        .map(|(place, next, _)| (place, next))
        .unwrap()
}

/// A sea zone that France looks out on.
fn sea() -> String {
    let france = Country::by_key("france").unwrap();
    let atlas = engine::europa::geography::atlas();
    let coast = atlas.all().find(|place| place.site().country() == Some(france) && place.site().has_port());
    coast.unwrap().seas().next().unwrap().site().key.clone()
}

#[test]
fn a_round_of_marches_interception_and_battle_is_played_on_the_board() {
    // The round begins (8: S3); the interception (10), then nine dice of the battle and what follows.
    let mut play = europa(&[8, 10, 9, 6, 6, 7, 10, 3, 10, 7, 6, 5, 5, 5, 5, 5]);
    let (spanish, french) = frontier("spain", "france");
    let (french_key, spanish_key) = (french.site().key.clone(), spanish.site().key.clone());
    play.must(FRANCE, deploy("france", &french_key, &["army_plus", "army_plus"]));
    play.must(SPAIN, deploy("spain", &spanish_key, &["army_plus", "ld"]));
    assert!(play.refused(FRANCE, march(1, &spanish_key)).contains("No round is being played"));
    let made = ready(&mut play);
    assert_eq!(found(&made, "round_begun").unwrap()["round"], json!({"summer": 3}));
    // Nothing moves without a campaign, and a passive one enters no enemy's country.
    play.refused_under("fast-battle.campaign.costs", FRANCE, march(1, &spanish_key));
    play.must(FRANCE, campaign("france", "passive"));
    play.refused_under("fast-battle.campaign.passive.moves", FRANCE, march(1, &spanish_key));
    play.must(FRANCE, campaign("france", "major_one_stack"));
    let told = position(&play).told(Country::by_key("france").unwrap(), Told::Ducats);
    assert_eq!(told, 450, "a dearer campaign costs the difference");
    assert!(play.refused(SPAIN, march(1, &spanish_key)).contains("not yours"));
    let made = play.must(FRANCE, march(1, &spanish_key));
    assert!(kinds(&made).contains(&"game:march_begun".to_owned()));
    assert!(play.refused(FRANCE, march(1, &spanish_key)).contains("waits for interceptions"));
    // Spain, in its own country, may intercept before it has paid for anything.
    let declare = |with: Value| sealing("intercept/1", &json!({"with": with}));
    assert!(play.refused(SPAIN, declare(json!([[1, spanish_key]]))).contains("not yours"));
    assert!(play.refused(SPAIN, declare(json!([[2, french_key]]))).contains("does not enter"));
    play.must(SPAIN, declare(json!([[2, spanish_key]])));
    let made = play.must(SPAIN, Verb::Final { round: "intercept/1".to_owned() });
    let tried = found(&made, "intercepted").unwrap();
    assert_eq!(tried["done"], true);
    let marched = found(&made, "marched").unwrap();
    assert!(marched.get("attrition").is_none(), "massed force alone rolls at the end of the move");
    let opened = found(&made, "fight_opened").unwrap();
    assert_eq!(opened["scene"]["intercepted"], true);
    // The battle takes its stacks from the board, and they lose what they lose there.
    for person in [FRANCE, SPAIN] {
        play.must(person, sealing("fight/1", &json!({"plan": {}})));
        play.must(person, Verb::Final { round: "fight/1".to_owned() });
    }
    let after = position(&play);
    assert!(after.fights.of[&1].ended.is_some());
    let strength: i32 = after.board.stacks.values().map(|standing| standing.stack.land().0).sum();
    let lost: i32 = after.fights.of[&1].ended.unwrap().lost.iter().map(|lost| lost.0).sum();
    assert_eq!(strength + lost, 3 * 13, "detachments are conserved");
}

#[test]
fn a_stack_is_bought_kept_changed_and_taken_off() {
    let mut play = europa(&[]);
    let home = place("eIle-de-France").site().key.clone();
    let buy =
        |items: &[&str]| board(json!({"board": "buy", "country": "france", "place": home, "items": items}));
    let before = position(&play).told(Country::by_key("france").unwrap(), Told::Ducats);
    let made = play.must(FRANCE, buy(&["army_minus", "ld"]));
    let bought = found(&made, "bought").unwrap()["bought"]["total"].as_i64().unwrap();
    assert!(bought > 0);
    assert_eq!(position(&play).told(Country::by_key("france").unwrap(), Told::Ducats), before - bought);
    let regroup = |counters: &[&str]| board(json!({"board": "regroup", "stack": 1, "counters": counters}));
    play.refused_under("fast-battle.counters.transform", FRANCE, regroup(&["army_minus", "army_minus"]));
    play.must(FRANCE, regroup(&["ld", "ld", "ld"]));
    let made = play.must(FRANCE, board(json!({"board": "upkeep", "country": "france"})));
    assert!(rules_in(&made).contains(&"fast-battle.upkeep.per-detachment".to_owned()));
    let nine = deploy("france", &home, &["army_plus", "army_plus", "ld"]);
    play.refused_under("fast-battle.stacking.land-counters", FRANCE, nine);
    let dead = json!({"board": "lead", "stack": 1, "leader": {"name": "Bayard", "values": {"manoeuvre": 12, "fire": 1, "shock": 1}}});
    assert!(play.refused(FRANCE, board(dead)).contains("lie between"));
    let fleet = board(
        json!({"board": "deploy", "country": "france", "place": sea(), "counters": [{"fleet_plus": {"nd": 3}}]}),
    );
    play.refused_under("fast-battle.units.fleet-contents-recorded", FRANCE, fleet);
    play.must(FRANCE, board(json!({"board": "disband", "stack": 1})));
    assert!(position(&play).board.stacks.is_empty());
}

#[test]
fn a_fleet_sails_and_rolls_at_sea_and_rounds_end_the_turn() {
    let mut play = at_war(Play::founded(&founding(2, 8)));
    play.must(
        FRANCE,
        board(
            json!({"board": "deploy", "country": "france", "place": sea(), "counters": [{"fleet_minus": {}}]}),
        ),
    );
    for _ in 0..30 {
        if position(&play).turn.number() > 8 {
            break;
        }
        if position(&play).board.round.is_some() && !position(&play).board.stacks.is_empty() {
            let all = json!({"board": "campaign", "country": "france", "campaign": {"land": "none", "sea": "passive"}});
            let _ = play.give(engine::table::By::Person(FRANCE), board(all));
            let made = play.must(FRANCE, board(json!({"board": "sail", "stack": 1, "way": []})));
            assert!(rules_in(&made).contains(&"fast-battle.attrition.cause.sea-stack".to_owned()));
        }
        ready(&mut play);
    }
    assert_eq!(position(&play).turn.number(), 9);
    assert_eq!(position(&play).board.round, None);
    play.ends_verified();
}

/// The campaign of France is this on land and at sea, and these French stacks stand on the board.
fn french(campaign: Value, stacks: &[(u32, &str, &str, Value)]) -> Play {
    let mut play = before_movement(stacks, &[1; 12]);
    comes_to(&mut play, "movement", FRANCE);
    play.must(FRANCE, board(json!({"board": "campaign", "country": "france", "campaign": campaign})));
    play
}

// fast-battle.campaign.simple.one-land-one-sea, major.one-stack: what a stack did stays done, wherever it is since.
#[test]
fn one_stack_acts_and_no_march_home_loss_or_join_makes_room_for_another() {
    const SIMPLE: &str = "fast-battle.campaign.simple.one-land-one-sea";
    const MAJOR: &str = "fast-battle.campaign.major.one-stack";
    for (land, rule) in [("simple", SIMPLE), ("major_one_stack", MAJOR)] {
        let stacks = [
            (FRANCE, "france", "eLanguedoc", json!(["ld"])),
            (FRANCE, "france", "eLanguedoc", json!(["ld"])),
            (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        ];
        let set = || french(json!({"land": land, "sea": "none"}), &stacks);
        let hostile = |play: &mut Play| {
            play.must(SPAIN, board(json!({"board": "hold", "place": "eRosselo", "country": "spain"})));
            play.must(FRANCE, march(1, "eRosselo"));
        };
        let mut play = set();
        hostile(&mut play);
        play.refused_under(rule, FRANCE, march(2, "eRosselo"));
        play.must(FRANCE, march(1, "eLanguedoc"));
        play.refused_under(rule, FRANCE, march(2, "eRosselo"));
        // The one that has acted may go on, and others march at home.
        play.must(FRANCE, march(3, "eQuercy"));
        play.must(FRANCE, march(1, "eRosselo"));
        // One that has acted is lost, or is part of another.
        for gone in [json!({"board": "disband", "stack": 1}), json!({"board": "join", "stack": 1, "to": 2})] {
            let mut play = set();
            hostile(&mut play);
            play.must(FRANCE, march(1, "eLanguedoc"));
            play.must(FRANCE, board(gone.clone()));
            play.refused_under(rule, FRANCE, march(2, "eRosselo"));
            play.refused_under(rule, FRANCE, march(3, "eRosselo"));
        }
    }
}

// fast-battle.campaign.simple.one-land-one-sea: at sea too, and land and sea are counted apart.
#[test]
fn one_naval_stack_enters_an_enemys_zone_under_a_simple_campaign() {
    const RULE: &str = "fast-battle.campaign.simple.one-land-one-sea";
    let stacks = [
        (FRANCE, "france", "eProvence", json!(["nd"])),
        (FRANCE, "france", "eProvence", json!(["nd"])),
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        (SPAIN, "spain", "sLion", json!(["nd"])),
    ];
    let mut play = french(json!({"land": "simple", "sea": "simple"}), &stacks);
    let sail = |stack: u32, to: &str| board(json!({"board": "sail", "stack": stack, "way": [to]}));
    play.must(FRANCE, sail(1, "sLion"));
    passes(&mut play);
    play.refused_under(RULE, FRANCE, sail(2, "sLion"));
    // What is done under a campaign is kept where a dearer one takes its place.
    let raised = |land: &str, sea: &str| {
        board(json!({"board": "campaign", "country": "france", "campaign": {"land": land, "sea": sea}}))
    };
    play.refused_under("fast-battle.campaign.passive.moves", FRANCE, raised("multiple", "passive"));
    play.must(FRANCE, raised("simple", "multiple"));
    play.must(FRANCE, sail(2, "sLion"));
    passes(&mut play);
}

// fast-battle.campaign.passive.moves, passive.allowed: moving onto pirates is aggressive, and staying where they are is not.
#[test]
fn a_passive_campaign_moves_no_ships_onto_pirates() {
    let stacks = [(FRANCE, "france", "eProvence", json!(["nd"])), (FRANCE, "france", "sLion", json!(["nd"]))];
    let mut play = french(json!({"land": "none", "sea": "passive"}), &stacks);
    let pirates = |size: u8| board(json!({"board": "revolt", "place": "sLion", "size": size}));
    play.must(FRANCE, pirates(1));
    let sail = |stack: u32, way: &[&str]| board(json!({"board": "sail", "stack": stack, "way": way}));
    play.refused_under("fast-battle.campaign.passive.moves", FRANCE, sail(1, &["sLion"]));
    play.must(FRANCE, sail(2, &[]));
    play.must(FRANCE, pirates(0));
    play.must(FRANCE, sail(1, &["sLion"]));
}
