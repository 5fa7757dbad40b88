//! Attrition and supply on Europa's board, each modifier by its value.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{
    FRANCE, SPAIN, at_war, before_movement, comes_to, found, founding, moves, passes, position, ready, round,
    seals, spain_first,
};
use crate::common::{Play, sealing};
use engine::europa::board::{Standing, line};
use engine::europa::country::Country;
use engine::europa::fleets;
use engine::europa::geography::{Place, atlas};
use engine::europa::logistics_switches::Edition;
use engine::europa::period::Period;
use engine::europa::remains::remains;
use engine::europa::supply::{Supply, Weak};
use engine::europa::thirds::Thirds;
use engine::table::act::Through;
use engine::table::{Act, Entry, Event, Verb};
use serde_json::{Value, json};

fn order(order: Value) -> Verb {
    Verb::Game(order)
}

fn march(stack: u32, to: &str) -> Verb {
    order(json!({"board": "march", "stack": stack, "to": to}))
}

fn supply(stack: u32) -> Verb {
    order(json!({"board": "supply", "stack": stack}))
}

/// What was rolled with everything added, and LD lost.
fn came_to(attrition: &Value) -> (i64, i64) {
    (attrition["rolled"]["modified"].as_i64().unwrap(), attrition["lost"].as_i64().unwrap())
}

/// The attrition of an event of this kind.
fn rolled(made: &[Entry], kind: &str) -> (i64, i64) {
    came_to(&found(made, kind).unwrap()["attrition"])
}

fn causes_of(attrition: &Value) -> Vec<Value> {
    attrition["rolled"]["due"]["causes"].as_array().cloned().unwrap_or_default()
}

/// France has moved: the attrition that its stacks roll for with that, by stack.
fn ends_the_segment(play: &mut Play) -> Vec<(u64, Value)> {
    let made = play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    stayed(&made)
}

/// Who rolled at the end of a segment, or before he explored.
fn stayed(made: &[Entry]) -> Vec<(u64, Value)> {
    let told = made.iter().filter_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == "stayed" => Some((e["stack"].as_u64()?, e["attrition"].clone())),
        _ => None,
    });
    told.collect()
}

fn pillages(play: &Play, place: &str) -> (u8, u8) {
    let pillages = position(play).board.pillages_of(Place::by_key(place).unwrap());
    (pillages.minus, pillages.plus)
}

// fast-battle.attrition.land.mod.territory, mod.pillage, attrition.land.pillage
#[test]
fn an_enemys_province_is_eight_a_friends_six_and_a_pillage_one() {
    let stacks = [
        (FRANCE, "france", "eRosselo", json!(["army_plus", "army_minus"])),
        (FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_plus"])),
    ];
    let mut play = round(&stacks, &[4, 4]);
    play.must(FRANCE, march(1, "eCatalunya"));
    play.must(FRANCE, march(2, "eRosselo"));
    let rolls = ends_the_segment(&mut play);
    // 4 + 8: for 6 LD one and P, with arquebuses both, and the pillage lies where they came from.
    assert_eq!(
        (rolls[0].0, causes_of(&rolls[0].1), came_to(&rolls[0].1)),
        (1, vec![json!("large")], (12, 2))
    );
    assert_eq!(pillages(&play, "eRosselo"), (1, 0));
    // 4 + 6, and 1 for the pillage of the province that is entered: nothing happens at 11.
    assert_eq!((rolls[1].0, came_to(&rolls[1].1)), (2, (11, 0)));
}

// fast-battle.attrition.cause.large-stack, cause.one-roll: who is many loses also where he stands.
#[test]
fn a_large_stack_rolls_where_it_stays_and_a_small_one_does_not() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_minus"])),
        (FRANCE, "france", "eProvence", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[4, 4]);
    let rolls = ends_the_segment(&mut play);
    // 4 + 6 at home; of what did not move nothing else is a cause.
    assert_eq!(
        rolls
            .iter()
            .map(|(stack, rolled)| (*stack, causes_of(rolled), came_to(rolled).0))
            .collect::<Vec<_>>(),
        [(1, vec![json!("large")], 10)]
    );
}

// fast-battle.attrition.cause.six-mp: all MP of the round count.
#[test]
fn two_marches_of_a_round_are_six_mp_together() {
    let mut play = round(&[(FRANCE, "france", "eLanguedoc", json!(["ld"]))], &[3, 6]);
    let mp = |made: &[Entry]| -> u64 {
        let steps = found(made, "marched").unwrap()["march"]["steps"].as_array().unwrap().clone();
        steps.iter().map(|step| step["mp"].as_u64().unwrap()).sum()
    };
    let first = play.must(FRANCE, march(1, "eTouraine"));
    assert_eq!(mp(&first), 4, "plain, mountain, plain");
    let second = play.must(FRANCE, march(1, "ePoitou"));
    assert!((2..6).contains(&mp(&second)), "{}", mp(&second));
    let rolls = ends_the_segment(&mut play);
    assert_eq!(
        (rolls.len(), causes_of(&rolls[0].1), came_to(&rolls[0].1)),
        (1, vec![json!("six_mp")], (9, 0))
    );
}

// fast-battle.attrition.cause.three-mp-poor-weather
#[test]
fn three_mp_are_a_cause_in_bad_weather() {
    let stacks = [(FRANCE, "france", "eLanguedoc", json!(["ld"]))];
    // A 3 lets the summer go on into its winter, in bad weather.
    let mut play = round(&stacks, &[3, 2, 6]);
    ready(&mut play);
    assert!(position(&play).board.bad_weather);
    play.must(FRANCE, march(1, "eTouraine"));
    let rolls = ends_the_segment(&mut play);
    assert_eq!(
        (causes_of(&rolls[0].1), came_to(&rolls[0].1)),
        (vec![json!("three_mp_poor_weather")], (8, 0))
    );
    let mut play = round(&stacks, &[6]);
    play.must(FRANCE, march(1, "eTouraine"));
    assert_eq!(ends_the_segment(&mut play), []);
}

// fast-battle.campaign.simple.cheap: without logistics three LD roll wherever they go.
#[test]
fn a_cheap_campaign_is_a_cause_for_three_detachments() {
    for (land, cause) in [("cheap", vec![json!("cheap")]), ("simple", Vec::new())] {
        let mut play = at_war(Play::scripted_by(&founding(2, 8), &[&[8], &[4], &[6]]));
        play.must(
            FRANCE,
            order(json!({"board": "deploy", "country": "france", "place": "eLanguedoc", "counters": ["ld", "ld", "ld"], "veteran": true})),
        );
        ready(&mut play);
        let campaign = json!({"land": land, "sea": "none"});
        play.must(FRANCE, order(json!({"board": "campaign", "country": "france", "campaign": campaign})));
        play.must(FRANCE, march(1, "eQuercy"));
        let rolls = ends_the_segment(&mut play);
        assert_eq!(rolls.iter().flat_map(|(_, of)| causes_of(of)).collect::<Vec<_>>(), cause, "{land}");
    }
}

// fast-battle.attrition.land.pillage: from the musket on a pillage is foraging too, −1/−1 on the first day of the next battle.
#[test]
fn who_forages_fights_worse() {
    let stacks = [
        (FRANCE, "france", "eRosselo", json!(["army_plus", "army_minus"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[4]);
    let musket = json!({"europa": "technology", "country": "france", "land": "musket", "naval": "carrack"});
    play.must(FRANCE, order(musket));
    play.must(FRANCE, order(json!({"board": "march", "stack": 1, "to": "eCatalunya", "pillage": true})));
    passes(&mut play);
    comes_to(&mut play, "battles", FRANCE);
    assert_eq!(pillages(&play, "eRosselo"), (1, 0));
    assert!(position(&play).board.stacks[&1].foraging);
    let made = play.must(FRANCE, order(json!({"board": "engage", "stack": 1, "with": 2})));
    let opened = found(&made, "fight_opened").unwrap();
    assert_eq!(opened["stacks"]["moving"]["army"]["foraging"], true, "{opened}");
}

// fast-battle.attrition.land.pillage: who rather loses an LD forages nothing, nor does who pillages with older arms.
#[test]
fn a_loss_is_no_foraging_nor_is_a_pillage_before_the_musket() {
    for (land, pillage, laid) in [("musket", false, (0, 0)), ("arquebuse", true, (1, 0))] {
        let mut play = round(&[(FRANCE, "france", "eRosselo", json!(["army_plus", "army_minus"]))], &[4; 4]);
        if land == "musket" {
            let told = json!({"europa": "technology", "country": "france", "land": land, "naval": "carrack"});
            play.must(FRANCE, order(told));
        }
        play.must(
            FRANCE,
            order(json!({"board": "march", "stack": 1, "to": "eCatalunya", "pillage": pillage})),
        );
        let rolls = ends_the_segment(&mut play);
        assert_eq!(rolls.len(), 1);
        assert_eq!(
            (pillages(&play, "eRosselo"), position(&play).board.stacks[&1].foraging),
            (laid, false),
            "{land}"
        );
        assert!(rolls[0].1["lost"].as_i64().unwrap() > 0, "{rolls:?}");
    }
}

/// A province of Spain to which the line of a stack of the board is weak by its length alone.
fn far_in_spain(play: &Play, stack: u32) -> String {
    let now = position(play);
    let spain = Country::by_key("spain");
    let standing = now.board.stacks[&stack].clone();
    let by_length = |place: &Place| {
        let there = Standing { at: *place, ..standing.clone() };
        matches!(line(&now, stack, &there), Supply::Weak(Some(_), weak) if weak == [Weak::Length])
    };
    let mut all = atlas().all().filter(|place| !place.site().is_sea() && place.site().country() == spain);
    all.find(by_length).unwrap().site().key.clone()
}

// fast-battle.attrition.supply.modifiers, by its own case: 5 + 8 + 1 − 3 + 2.
#[test]
fn weak_supply_in_an_enemys_province_rolls_with_all_its_modifiers() {
    let probe = round(&[(FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_minus"]))], &[]);
    let far = far_in_spain(&probe, 1);
    let mut play =
        before_movement(&[(FRANCE, "france", &far, json!(["army_plus", "army_minus"]))], &[5, 6, 5]);
    let led = json!({"values": {"manoeuvre": 3, "fire": 2, "shock": 2}});
    play.must(FRANCE, order(json!({"board": "lead", "stack": 1, "leader": led})));
    // 5 + 8 − 3 + 2 for six LD: one and P, which is both.
    let made = play.must(FRANCE, supply(1));
    assert_eq!(rolled(&made, "supplied"), (12, 2));
    assert_eq!(
        (pillages(&play, &far), found(&made, "supplied").unwrap()["starved"].clone()),
        ((1, 0), json!(false))
    );
    // In the next round 5 + 8 + 1 − 3, for four are no large stack.
    ready(&mut play);
    let made = play.must(FRANCE, supply(1));
    assert_eq!(rolled(&made, "supplied"), (11, 0));
}

// fast-battle.supply.steps, out-two-rounds, out-of-supply
#[test]
fn out_of_supply_is_destroyed_in_the_second_round_and_not_in_the_first() {
    let stacks = [
        (FRANCE, "france", "eIle-de-France", json!(["army_minus"])),
        (FRANCE, "france", "eKazan", json!(["army_minus"])),
        (FRANCE, "france", "eKazan", json!(["army_minus"])),
    ];
    let mut before = at_war(Play::founded(&founding(2, 8)));
    before.must(
        FRANCE,
        order(json!({"board": "deploy", "country": "france", "place": "eKazan", "counters": ["ld"], "veteran": true})),
    );
    before.refused_under("fast-battle.campaign.costs", FRANCE, supply(1));
    let mut play = before_movement(&stacks, &[3, 4, 6, 1, 6, 6]);
    assert!(position(&play).board.supplied.contains(&1), "that it is in supply is plain, and takes no order");
    // 3 + 6 + 2 for no supply: nothing is lost at 11. 4 + 6 + 2 is P for two LD, with arquebuses a loss and a pillage.
    let marked = |made: &[Entry]| {
        let told = found(made, "supplied").unwrap();
        (told["starved"] == true, told["destroyed"] == true)
    };
    let made = play.must(FRANCE, supply(2));
    assert_eq!((rolled(&made, "supplied"), marked(&made)), ((11, 0), (true, false)));
    // The segment comes once a round: asking again starves nobody.
    for stack in [1, 2] {
        let says = play.refused_under("fast-battle.supply.steps", FRANCE, supply(stack));
        assert!(says.contains("once a round"), "{says}");
    }
    let made = play.must(FRANCE, supply(3));
    assert_eq!((rolled(&made, "supplied"), marked(&made)), ((12, 1), (true, false)));
    play.refused_under("fast-battle.round.sequence", FRANCE, supply(3));
    assert_eq!(position(&play).board.stacks.len(), 3);
    // In the next round one is still out of supply, and destroyed without a roll; Kazan falls to France, and the other's mark is lifted.
    ready(&mut play);
    let made = play.must(FRANCE, supply(2));
    assert_eq!(marked(&made), (false, true));
    assert!(found(&made, "supplied").unwrap().get("attrition").is_none());
    assert!(!position(&play).board.stacks.contains_key(&2));
    play.must(FRANCE, order(json!({"board": "hold", "place": "eKazan", "country": "france"})));
    let made = play.must(FRANCE, supply(3));
    assert_eq!(marked(&made), (false, false));
    assert!(!position(&play).board.stacks[&3].starved);
}

// fast-battle.supply.cold-area.rotw-malus
#[test]
fn the_number_under_the_snowflake_is_added_after_a_winter() {
    let mut play = round(&[(FRANCE, "france", "rKamchatka~I", json!(["ld"]))], &[1, 6, 1]);
    let made = ready(&mut play);
    // 1 + 6 + 2.
    assert_eq!(found(&made, "wintered").unwrap()["attrition"]["rolled"]["modified"], 9);
}

/// A loss at sea of stacks that stay in the Bay of Biscay: what was rolled for the first of them.
fn stays_at_sea(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> (Play, Value) {
    let mut play = round(stacks, dice);
    let made = play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    let stayed = found(&made, "stayed").unwrap()["attrition"].clone();
    (play, stayed)
}

fn fleet(face: &str) -> Value {
    json!({face: {"nd": 0, "gd": 0, "dtr": 0}})
}

fn left(stack: u32, counters: Value) -> Verb {
    order(json!({"board": "regroup", "stack": stack, "counters": counters}))
}

// fast-battle.attrition.sea.read, attrition.sea.remaining, units.fleet-contents-vary
#[test]
fn fleets_lose_at_sea_of_what_fills_them_and_fight_with_no_more_than_the_rest() {
    const REMAINING: &str = "fast-battle.attrition.sea.remaining";
    let stacks = [
        (FRANCE, "france", "sGascogne", json!([fleet("fleet_plus"), fleet("fleet_minus")])),
        (SPAIN, "spain", "sGascogne", json!(["nd"])),
    ];
    let (mut play, stayed) = stays_at_sea(&stacks, &[5, 5, 5, 5, 5]);
    // In period II an F+ of France is 4 ND and 1 DTr, an F- 2 and 1: 8 detachments.
    let full: i32 = [true, false]
        .map(|large| fleets::capacity(Country::by_key("france").unwrap(), Period::II, large).unwrap())
        .iter()
        .map(|holds| 3 * i32::from(holds.nd + holds.dtr))
        .sum();
    let remains =
        remains(Edition::Guide, Thirds(full), stayed["rolled"]["line"]["percent"].as_u64().unwrap() as u8);
    let lost = Thirds(full) - remains.after(&[]);
    assert!(remains.stars == 0 && lost.0 > 0, "{stayed}");
    assert_eq!(stayed["owes"], json!(lost));
    assert_eq!(position(&play).board.stacks[&1].owes, lost);
    // What is left is part of what was there.
    for more in
        [json!([fleet("fleet_plus"), fleet("fleet_plus")]), json!(["nd", "nd", "nd", "dtr", "dtr", "dtr"])]
    {
        play.refused_under(REMAINING, FRANCE, left(1, more));
    }
    let made = play.must(FRANCE, left(1, json!([fleet("fleet_plus"), fleet("fleet_minus")])));
    assert_eq!(found(&made, "regrouped").unwrap()["missing"], json!(lost));
    let now = position(&play).board.stacks[&1].clone();
    assert_eq!((now.owes, now.missing), (Thirds::NONE, lost));
    comes_to(&mut play, "battles", FRANCE);
    play.must(FRANCE, order(json!({"board": "engage", "stack": 1, "with": 2})));
    let seal = |warships: i32| {
        let fleet = json!({"technology": "carrack", "warships": warships, "transports": 2, "command": {"replacement": "FRA"}});
        sealing("fight/1", &json!({"plan": {}, "fleet": fleet}))
    };
    play.refused_under("fast-battle.units.fleet-contents-recorded", FRANCE, seal(full - 6 - lost.0 + 1));
    play.must(FRANCE, seal(full - 6 - lost.0));

    // Who leaves it to the bot keeps his counters, and they hold less.
    let (mut play, _) = stays_at_sea(&stacks, &[5, 5, 5, 5, 5]);
    let frame = play.campaign.play.frames.iter().find(|open| open.pushed).unwrap().line;
    play.act(FRANCE, Act::LetStand { frame });
    let now = position(&play).board.stacks[&1].clone();
    assert_eq!((now.stack.fleets(), now.owes, now.missing), (2, Thirds::NONE, lost));
}

// fast-battle.attrition.sea.remaining: transports never split, so with two thirds one stays whole and with one it dies.
#[test]
fn a_transport_that_loses_a_third_stays_whole() {
    let transports = |many: usize| [(FRANCE, "france", "sGascogne", json!(vec!["dtr"; many]))];
    // 8 + 5 − 2 + 1 = 12: a tenth of one, and by an even chance a third.
    let (play, stayed) = stays_at_sea(&transports(1), &[8, 3, 5]);
    assert_eq!(
        (stayed["rolled"]["line"]["percent"].clone(), stayed["chances"].clone()),
        (json!(10), json!([3]))
    );
    assert_eq!(stayed["owes"], 0);
    let now = position(&play);
    assert_eq!(
        (now.board.stacks[&1].owes, now.board.stacks[&1].stack.naval()),
        (Thirds::NONE, Thirds::whole(1))
    );
    assert!(!play.campaign.play.frames.iter().any(|open| open.pushed), "nothing is asked");
    // 10 + 4 = 14, three tenths of two: one and a third are left, and the third dies.
    let (mut play, stayed) = stays_at_sea(&transports(2), &[10, 5, 5]);
    assert_eq!(stayed["owes"], 2);
    play.refused_under("fast-battle.attrition.sea.remaining", FRANCE, left(1, json!(["dtr", "dtr"])));
    play.must(FRANCE, left(1, json!(["dtr"])));
    // Where a warship gives change the third comes off exactly.
    let mixed = [(FRANCE, "france", "sGascogne", json!(["nd", "dtr"]))];
    let (mut play, stayed) = stays_at_sea(&mixed, &[8, 3, 5]);
    assert_eq!(stayed["owes"], 1);
    let third = Thirds(1).to_string();
    for (more, taken) in [(json!(["nd", "dtr"]), Thirds::NONE), (json!(["nd", "dtr", "sea_d"]), Thirds(-1))] {
        let says = play.refused_under("fast-battle.attrition.sea.remaining", FRANCE, left(1, more));
        let taken = taken.to_string();
        assert!(says.contains(&format!("{third} still to lose, and {taken} would be taken off")), "{says}");
    }
    // Enough is taken off, or just enough, and it was never there.
    for other in [json!(["nd", "sea_d", "sea_d"]), json!(["gd", "sea_d", "sea_d"]), json!(["gd"])] {
        let says = play.refused_under("fast-battle.attrition.sea.remaining", FRANCE, left(1, other.clone()));
        assert!(says.contains("no part of what was there"), "{other} {says}");
    }
    play.must(FRANCE, left(1, json!(["dtr", "sea_d", "sea_d"])));
}

// fast-battle.attrition.cause.one-roll, attrition.land.mod.territory
#[test]
fn the_marches_of_a_segment_are_one_move() {
    // A large stack rolls once, at the end, and with two causes: 1 + 6 + 2.
    let large = [(FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_minus"]))];
    let mut play = round(&large, &[1, 1, 1, 1]);
    for to in ["eTouraine", "ePoitou"] {
        let made = play.must(FRANCE, march(1, to));
        assert_eq!(found(&made, "marched").unwrap().get("attrition"), None, "{to}");
    }
    let before = position(&play).board.rolls;
    let rolls = ends_the_segment(&mut play);
    assert_eq!(
        (rolls.len(), causes_of(&rolls[0].1), came_to(&rolls[0].1)),
        (1, vec![json!("large"), json!("six_mp")], (9, 0))
    );
    assert_eq!(position(&play).board.rolls, before + 2, "that, and the roll for the next round");
    // It entered an enemy's province by its first order, and rolls at home by its last: +8.
    let mut play = round(&[(FRANCE, "france", "eRosselo", json!(["ld"]))], &[1, 1, 1, 1]);
    for to in ["eCatalunya", "eRosselo", "eLanguedoc", "eRosselo", "eLanguedoc"] {
        if position(&play).board.stacks[&1].moved < 6 {
            play.must(FRANCE, march(1, to));
        }
    }
    assert_ne!(position(&play).board.stacks[&1].at, Place::by_key("eCatalunya").unwrap());
    let rolls = ends_the_segment(&mut play);
    assert_eq!((rolls.len(), causes_of(&rolls[0].1), came_to(&rolls[0].1).0), (1, vec![json!("six_mp")], 9));
}

// fast-battle.exploration.sequence: the attrition of the move or of the stay comes first, and a stack explores once a round.
#[test]
fn who_explores_rolls_for_his_move_first_and_explores_once() {
    const SEQUENCE: &str = "fast-battle.exploration.sequence";
    let stacks =
        [(FRANCE, "france", "sGascogne", json!(["nd", "nd"])), (FRANCE, "france", "eGuyenne", json!(["nd"]))];
    let explore =
        |stack: u32, target: &str| order(json!({"board": "explore", "stack": stack, "target": target}));
    let beside = |at: &str| {
        let near = Place::by_key(at).unwrap().neighbours().iter().map(|(place, _)| place.site());
        let mut seas = near.filter(|site| site.is_sea());
        seas.next().unwrap().key.clone()
    };
    // What stays at sea rolls 1 for it, and 1 for the discovery.
    let mut play = round(&stacks, &[1; 12]);
    let before = position(&play).board.rolls;
    let made = play.must(FRANCE, explore(1, &beside("sGascogne")));
    let kinds: Vec<&str> = made
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Game { e } => e["k"].as_str(),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["stayed", "explored"]);
    assert_eq!(causes_of(&stayed(&made)[0].1), [json!("at_sea")]);
    assert_eq!(position(&play).board.rolls, before + 2);
    // It has explored: no second time, and it sails no more.
    let says = play.refused_under(SEQUENCE, FRANCE, explore(1, &beside("sGascogne")));
    assert!(says.contains("once a round"), "{says}");
    play.refused_under(
        SEQUENCE,
        FRANCE,
        order(json!({"board": "sail", "stack": 1, "way": [beside("sGascogne")]})),
    );
    // Ships in port have no cause; what sailed has rolled with its voyage.
    let made = play.must(FRANCE, explore(2, "sGascogne"));
    assert_eq!(stayed(&made), []);
    assert_eq!(ends_the_segment(&mut play), [], "each has rolled, or has no cause");
    let mut play = round(&stacks, &[1; 12]);
    play.must(FRANCE, order(json!({"board": "sail", "stack": 2, "way": ["sGascogne"]})));
    let made = play.must(FRANCE, explore(2, &beside("sGascogne")));
    assert_eq!(stayed(&made), []);
    assert!(found(&made, "explored").is_some());
    // In the next round it explores again.
    ready(&mut play);
    comes_to(&mut play, "movement", FRANCE);
    play.must(FRANCE, explore(2, &beside("sGascogne")));
}

// fast-battle.supply.out-two-rounds: the mark goes with the troops.
#[test]
fn who_was_out_of_supply_is_not_fed_by_joining_others() {
    let kazan = || (FRANCE, "france", "eKazan", json!(["army_minus"]));
    let mut play = before_movement(&[kazan()], &[3, 6, 6, 6]);
    moves(&mut play, FRANCE);
    assert!(position(&play).board.stacks[&1].starved);
    // Fresh troops come from a province next to it, which is French for a moment.
    let mut near = Place::by_key("eKazan").unwrap().neighbours().iter().map(|(place, _)| place.site());
    let near = near.find(|site| !site.is_sea()).unwrap().key.clone();
    let hold = |country: &str| order(json!({"board": "hold", "place": near, "country": country}));
    play.must(FRANCE, hold("france"));
    play.must(FRANCE, order(json!({"board": "deploy", "country": "france", "place": near, "counters": ["ld"], "veteran": true})));
    play.must(FRANCE, march(2, "eKazan"));
    play.must(FRANCE, order(json!({"board": "join", "stack": 1, "to": 2})));
    play.must(FRANCE, hold("russia"));
    assert!(position(&play).board.stacks[&2].starved, "they are one stack now, and out of supply still");
    ready(&mut play);
    let made = play.must(FRANCE, supply(2));
    assert_eq!(found(&made, "supplied").unwrap()["destroyed"], true, "out of supply in two rounds");
}

// fast-battle.attrition.cause.one-roll: massed force alone is no cause between the legs of a move.
#[test]
fn an_intercepted_march_rolls_for_size_at_its_end() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_plus"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
    ];
    let mut dice = vec![10];
    dice.extend([7, 3].repeat(20));
    let mut play = spain_first(&stacks, &dice);
    moves(&mut play, FRANCE);
    let way = json!({"board": "march", "stack": 1, "to": "eBearn", "way": ["eRosselo", "eBearn"]});
    play.must(FRANCE, order(way));
    let made = seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[2, "eRosselo"]]}));
    let leg = found(&made, "marched").unwrap();
    assert_eq!((leg["stopped"].clone(), leg.get("attrition")), (json!(true), None));
    let before = play.entries.len();
    for person in [FRANCE, SPAIN] {
        seals(&mut play, person, "fight/1", &json!({"plan": {}}));
    }
    if position(&play).must_retreat(2) {
        play.must(SPAIN, order(json!({"board": "retreat", "stack": 2, "to": "eCatalunya"})));
    }
    passes(&mut play);
    let end = found(&play.entries[before..], "marched").unwrap();
    assert_eq!(end["march"]["steps"][0]["to"], json!(Place::by_key("eBearn").unwrap()));
    assert!(!position(&play).board.stacks[&1].stack.is_small_on_land());
    let rolls = ends_the_segment(&mut play);
    assert_eq!((rolls.len(), causes_of(&rolls[0].1)), (1, vec![json!("large")]));
}

// fast-battle.aids.sea-transport, losses.applied-to-counters: what is aboard loses the same part by the same roll, and its owner takes
// that off it.
#[test]
fn troops_aboard_lose_the_part_of_their_ships_and_give_change_for_it() {
    let stacks =
        [(FRANCE, "france", "eGuyenne", json!(["ld"])), (FRANCE, "france", "sGascogne", json!(["nd", "nd"]))];
    let mut play = round(&stacks, &[10, 5, 5, 5, 5, 5]);
    play.must(FRANCE, order(json!({"board": "embark", "stack": 1, "fleet": 2})));
    let before = position(&play).board.rolls;
    let made = play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    let [stayed, shared] = ["stayed", "shared"].map(|k| found(&made, k).unwrap()["attrition"].clone());
    let line = |of: &Value| of["rolled"]["line"]["percent"].clone();
    assert_eq!((line(&stayed), line(&shared)), (json!(30), json!(30)));
    assert_eq!(shared["rolled"]["die"], 10, "the die of the ships");
    let dice = |of: &Value| of["chances"].as_array().unwrap().len() as u32;
    let now = position(&play).board;
    assert_eq!(now.rolls, before + 1 + dice(&stayed) + dice(&shared), "each die is counted");
    let owes = now.stacks[&1].owes;
    assert_eq!((json!(owes), owes), (shared["owes"].clone(), Thirds(1)), "{shared}");
    let third = owes.to_string();
    let says = play.refused_under("fast-battle.attrition.sea.remaining", FRANCE, left(1, json!(["ld"])));
    assert!(says.contains(&format!("{third} still to lose, and 0 would be taken off")), "{says}");
    play.must(FRANCE, left(1, json!(["land_d", "land_d"])));
    let now = position(&play).board.stacks[&1].clone();
    assert_eq!((now.owes, now.stack.land()), (Thirds::NONE, Thirds(2)));
}

/// France is intercepted in Roussillon on its march to Béarn and wins there; `more` stands there too.
fn intercepted_on_the_way(
    to: &[&str],
    more: Option<(u32, &'static str, &'static str, Value)>,
) -> (Play, usize) {
    let mut stacks = vec![
        (FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_plus"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
    ];
    stacks.extend(more);
    let dice = [vec![10], [7, 3].repeat(20)].concat();
    let mut play = spain_first(&stacks, &dice);
    moves(&mut play, FRANCE);
    let march = json!({"board": "march", "stack": 1, "to": to.last(), "way": to});
    play.must(FRANCE, order(march));
    seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[2, "eRosselo"]]}));
    let before = play.entries.len();
    for person in [FRANCE, SPAIN] {
        seals(&mut play, person, "fight/1", &json!({"plan": {}}));
    }
    if position(&play).must_retreat(2) {
        play.must(SPAIN, order(json!({"board": "retreat", "stack": 2, "to": "eCatalunya"})));
    }
    passes(&mut play);
    assert!(position(&play).under_way().is_none());
    (play, before)
}

// fast-battle.round.interception-inside-movement: an intercepted march goes on along its way where no enemy in the field bars the place.
#[test]
fn an_intercepted_march_goes_on_unless_it_is_at_its_end_or_an_army_bars_it() {
    let goes_on = |to: &[&str], more: Option<(u32, &'static str, &'static str, Value)>| {
        let (play, before) = intercepted_on_the_way(to, more);
        let marched = found(&play.entries[before..], "marched").is_some();
        (marched, position(&play).board.stacks[&1].at.site().key.clone())
    };
    let on = ["eRosselo", "eBearn"];
    assert_eq!(goes_on(&on, None), (true, "eBearn".to_owned()));
    assert_eq!(goes_on(&on[..1], None), (false, "eRosselo".to_owned()), "it was at its end");
    let bars = (SPAIN, "spain", "eRosselo", json!(["ld"]));
    assert_eq!(goes_on(&on, Some(bars)), (false, "eRosselo".to_owned()), "another army stands there");
}

// fast-battle.round.interception-inside-movement: a voyage that was intercepted is over when its own stack has taken its loss, whatever the
// other has still to lose.
#[test]
fn an_intercepted_voyage_waits_for_the_loss_of_its_own_stack() {
    let under_way_after = |first: u32| {
        let ships = || json!([fleet("fleet_plus"), fleet("fleet_minus")]);
        let stacks = [(FRANCE, "france", "eGuyenne", ships()), (SPAIN, "spain", "sGascogne", ships())];
        let mut play = spain_first(&stacks, &[vec![9], vec![7; 40]].concat());
        moves(&mut play, FRANCE);
        play.must(FRANCE, order(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
        seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[2, "sGascogne"]]}));
        let fleet = json!({"technology": "carrack", "warships": 4, "galleys": 0, "command": "none"});
        for person in [FRANCE, SPAIN] {
            play.must(person, sealing("fight/1", &json!({"plan": {}, "fleet": fleet})));
            play.must(person, Verb::Final { round: "fight/1".to_owned() });
        }
        let owed = |play: &Play, stack: u32| position(play).board.stacks[&stack].owes;
        assert!(owed(&play, 1) > Thirds::NONE && owed(&play, 2) > Thirds::NONE);
        assert!(position(&play).under_way().is_some());
        let person = if first == 1 { FRANCE } else { SPAIN };
        let word = format!("loss-{first}");
        let frame = play.campaign.play.frames.iter().find(|open| open.word == word).unwrap().line;
        play.act(person, Act::LetStand { frame });
        assert_eq!(owed(&play, first), Thirds::NONE);
        assert!(owed(&play, 3 - first) > Thirds::NONE);
        position(&play).under_way().is_some()
    };
    assert!(!under_way_after(1));
    assert!(under_way_after(2));
}

// fast-battle.losses.applied-to-counters: of the ways to take a loss off the bot takes the one that keeps most armies.
#[test]
fn a_loss_in_thirds_that_is_left_to_the_bot_keeps_the_armies() {
    let left = |country: &str, counters: Value| {
        let dice: Vec<&[u32]> = [&[8_u32][..]].into_iter().chain([&[6_u32][..]; 8]).collect();
        let mut play = at_war(Play::scripted_by(&founding(2, 8), &dice));
        play.must(FRANCE, order(json!({"europa": "take", "country": "turkey"})));
        let deploy = json!({"board": "deploy", "country": country, "place": "rKamchatka~I", "counters": counters, "veteran": true});
        play.must(FRANCE, order(deploy));
        ready(&mut play);
        play.must(FRANCE, supply(1));
        let before = position(&play).board.stacks[&1].clone();
        let frame = play.campaign.play.frames.iter().find(|open| open.pushed).unwrap().line;
        play.act(FRANCE, Act::LetStand { frame });
        let now = position(&play).board.stacks[&1].clone();
        assert_eq!((now.owes, now.stack.land()), (Thirds::NONE, before.stack.land() - before.owes));
        let counters: Vec<&str> = now.stack.0.iter().map(|unit| unit.counter.short()).collect();
        (before.owes.0, counters.join(" "))
    };
    for (country, counters) in [
        ("france", json!(["army_plus", "ld", "land_d"])),
        ("france", json!(["army_minus", "ld", "ld"])),
        ("turkey", json!(["army_minus", "pasha", "land_d"])),
    ] {
        let (owed, left) = left(country, counters);
        assert!(owed > 0 && left.starts_with('A'), "{country} owed {owed} and has {left}");
    }
}

#[test]
fn who_loses_nothing_keeps_his_counters_as_they_lay() {
    let mut play = round(&[(FRANCE, "france", "eLanguedoc", json!(["ld", "army_plus", "ld"]))], &[1, 5, 5]);
    play.must(FRANCE, march(1, "eRosselo"));
    let rolls = ends_the_segment(&mut play);
    assert_eq!((rolls.len(), rolls[0].1["lost"].clone()), (1, json!(0)), "{rolls:?}");
    let lie: Vec<&str> =
        position(&play).board.stacks[&1].stack.0.iter().map(|unit| unit.counter.short()).collect();
    assert_eq!(lie, ["LD", "A+", "LD"]);
}
