//! Sieges of Europa at the table: laid, undermined, starved, stormed on the record.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{FRANCE, SPAIN, founding, position};
use crate::common::{Play, rules_in};
use engine::europa::battle::{FireEffect, Phase};
use engine::europa::country::Country;
use engine::europa::geography::atlas;
use engine::europa::outline::Frame;
use engine::europa::siege::assault::Camp;
use engine::europa::siege::course::{End, Siege, Suffered};
use engine::europa::siege::notes::Note;
use engine::europa::siege::work::{Marks, Undermining};
use engine::europa::thirds::Thirds;
use engine::table::act::Through;
use engine::table::{Act, Entry, Event, Verb};
use serde_json::{Value, json};

const VENICE: u32 = 3;

fn europa(dice: &[u32]) -> Play {
    at_turn(8, dice)
}

fn at_turn(turn: u8, dice: &[u32]) -> Play {
    let dice: Vec<Vec<u32>> = dice.iter().map(|die| vec![*die]).collect();
    let dice: Vec<&[u32]> = dice.iter().map(Vec::as_slice).collect();
    let mut play = Play::scripted_by(&founding(3, turn.into()), &dice).started();
    for (person, country) in [(FRANCE, "france"), (SPAIN, "spain"), (VENICE, "venice")] {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
    }
    play
}

fn army(country: &str, class: &str, counters: [u8; 3], technology: &str) -> Value {
    let [a_plus, a_minus, ld] = counters;
    json!({
        "parts": [{"country": country, "class": class, "a_plus": a_plus, "a_minus": a_minus, "detachments": 3 * ld}],
        "technology": technology, "veteran": true, "command": "none",
    })
}

fn led(mut army: Value, [manoeuvre, fire, shock, siege]: [i8; 4]) -> Value {
    army["command"] =
        json!({"leader": {"manoeuvre": manoeuvre, "fire": fire, "shock": shock, "siege": siege}});
    army
}

/// Eight French LD without a leader.
fn french() -> Value {
    army("FRA", "IV", [2, 0, 0], "arquebuse")
}

fn garrison(technology: &str, troops: i32) -> Value {
    json!({"technology": technology, "troops": 3 * troops})
}

/// A siege of Milan by France against Spain, with further fields of the scene.
fn lay(level: u8, line: Option<u8>, besieger: Value, inside: Value, more: Value) -> Verb {
    let mut scene = json!({"place": "Milano", "level": level, "countries": [["france"], ["spain"]]});
    if let Some(line) = line {
        scene["line"] = json!(line);
    }
    for (key, value) in more.as_object().unwrap() {
        scene[key] = value.clone();
    }
    Verb::Game(json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": inside}))
}

fn work() -> Verb {
    Verb::Game(json!({"siege": "work", "number": 1}))
}

fn storm() -> Verb {
    Verb::Game(json!({"siege": "storm", "number": 1}))
}

fn restate(change: Value) -> Verb {
    Verb::Game(json!({"siege": "restate", "number": 1, "change": change}))
}

fn order(name: &str) -> Verb {
    Verb::Game(json!({"siege": name, "number": 1}))
}

fn siege(play: &Play) -> Siege {
    position(play).sieges.of[&1].clone()
}

/// The event of a kind among entries.
fn event(entries: &[Entry], kind: &str) -> Value {
    let found = entries.iter().find_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == kind => Some(e.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no {kind}"))
}

fn cites(entries: &[Entry], rules: &[&str]) {
    let cited = rules_in(entries);
    for rule in rules {
        assert!(cited.contains(&format!("fast-battle.{rule}")), "{rule} is not in {cited:?}");
    }
}

// fast-battle.siege.siegework, attrition-possible, attrition-check, attrition-modifiers, pillage-weighs, fall-and-attrition
#[test]
fn one_die_breaches_the_wall_and_starves_the_besieger() {
    // Die 8 − 3 level + 2 artillery + 2 the leader + 1 troops inside = 10, a breach; 8 + 4 first round − 2 LD inside = 10 against a
    // line of 12, so siege attrition: 6 + 8 − 2 + 2 large − 2 SIEGE = 12, in the last column 1 and P, at Arquebuse both.
    let mut play = europa(&[8, 6]);
    let besieger = led(french(), [4, 3, 1, 2]);
    play.must(FRANCE, lay(3, Some(12), besieger, garrison("arquebuse", 2), json!({})));
    let made = play.must(FRANCE, work());
    let worked = event(&made, "siege_worked");
    assert_eq!(worked["result"], "breach");
    assert_eq!(worked["notes"][0]["modified"], 10);
    assert_eq!(
        (worked["notes"][1]["modified"].clone(), worked["notes"][1]["due"].clone()),
        (json!(10), json!(true))
    );
    let suffered = &worked["suffered"];
    assert_eq!((suffered["modified"].clone(), suffered["lost"].clone()), (json!(12), json!(6)));
    assert_eq!((suffered["p"].clone(), suffered["pillaged"].clone()), (json!("both"), json!(true)));
    cites(
        &made,
        &[
            "siege.siegework",
            "siege.attrition-possible",
            "siege.attrition-check",
            "siege.attrition-modifiers",
            "siege.pillage-weighs",
            "siege.fall-and-attrition",
            "attrition.land.read",
            "attrition.land.pillage",
        ],
    );
    let now = siege(&play);
    assert!(now.breached && now.marks.breach && now.rounds == 1);
    assert_eq!((now.besieger.parts[0].a_plus, now.besieger.parts[0].a_minus), (1, 1), "A+ A- are left");
    assert_eq!(now.scene.pillages.minus, 1, "the pillage lies on the province");
    // The next roll there has +1 for it: 4 − 3 + 2 − 0 + 2 + 1 + 2 for the breach = 8; 4 − 2 = 2 < 12.
    let mut play = europa(&[8, 6, 4, 3]);
    let besieger = led(french(), [4, 3, 1, 2]);
    play.must(FRANCE, lay(3, Some(12), besieger, garrison("arquebuse", 2), json!({})));
    play.must(FRANCE, work());
    let second = event(&play.must(FRANCE, work()), "siege_worked");
    let added = second["suffered"]["besieging"].as_array().unwrap();
    assert!(added.contains(&json!({"by": 1, "why": "pillage"})), "{added:?}");
}

// fast-battle.siege.attrition-check: 4 against a line of 5 starves, 5 does not.
#[test]
fn the_line_of_supply_is_compared_with_the_same_die() {
    for (die, due) in [(2, true), (3, false)] {
        let mut play = europa(&[die, 1]);
        play.must(FRANCE, lay(3, Some(5), french(), garrison("arquebuse", 2), json!({})));
        // 2 + 4 for the first round − 2 LD inside = 4.
        let made = play.must(FRANCE, work());
        let worked = event(&made, "siege_worked");
        assert_eq!(
            (worked["notes"][1]["due"].clone(), !worked["suffered"].is_null()),
            (json!(due), due),
            "{die}"
        );
        assert!(!rules_in(&made).contains(&"fast-battle.siege.attrition-possible".to_owned()));
    }
    // − 2 where the siege began in an earlier turn, and no + 4 in the second round.
    let mut play = europa(&[9, 9, 1]);
    let more = json!({"earlier_turn": true});
    play.must(FRANCE, lay(5, Some(8), french(), garrison("arquebuse", 0), more));
    let first = event(&play.must(FRANCE, work()), "siege_worked");
    assert_eq!(
        (first["notes"][1]["modified"].clone(), first["notes"][1]["due"].clone()),
        (json!(11), json!(false))
    );
    let second = event(&play.must(FRANCE, work()), "siege_worked");
    assert_eq!(
        (second["notes"][1]["modified"].clone(), second["notes"][1]["due"].clone()),
        (json!(7), json!(true))
    );
}

// fast-battle.siege.attrition-modifiers: MAN 4 and SIEGE 1 take 1 off, not 4.
#[test]
fn siege_attrition_takes_siege_for_manoeuvre() {
    let mut play = europa(&[1, 1]);
    play.must(FRANCE, lay(1, Some(12), led(french(), [4, 0, 0, 1]), garrison("arquebuse", 0), json!({})));
    let made = play.must(FRANCE, work());
    let worked = event(&made, "siege_worked");
    assert!(
        worked["suffered"]["besieging"]
            .as_array()
            .unwrap()
            .contains(&json!({"by": -1, "why": {"leader_in_attrition": 1}}))
    );
    cites(&made, &["siege.attrition-modifiers"]);
}

// fast-battle.attrition.land.pillage: from Musket on the besieger chooses, by what he said when he laid the siege.
#[test]
fn the_owner_pillages_or_loses_as_he_said() {
    for rather_loses in [false, true] {
        let mut play = at_turn(30, &[1, 6]);
        let besieger = army("FRA", "IV", [1, 0, 0], "musket");
        let more = json!({"rather_loses": rather_loses});
        play.must(FRANCE, lay(1, Some(12), besieger, garrison("musket", 0), more));
        // 6 + 8 − 2 = 12 for 4 LD: P alone.
        let worked = event(&play.must(FRANCE, work()), "siege_worked");
        assert_eq!(worked["suffered"]["modified"], 12);
        assert_eq!(worked["suffered"]["lost"], if rather_loses { 3 } else { 0 });
        assert_eq!(worked["suffered"]["pillaged"] == true, !rather_loses);
        assert_eq!(siege(&play).scene.pillages.minus, u8::from(!rather_loses));
    }
}

// fast-battle.attrition.rotw-land, fast-battle.attrition.sea.remaining
#[test]
fn outside_europe_a_besieger_loses_in_percent() {
    let mut play = europa(&[1, 9, 4]);
    let besieger = army("FRA", "IV", [0, 0, 1], "arquebuse");
    play.must(FRANCE, lay(0, Some(12), besieger, garrison("medieval", 0), json!({"map": "rotw"})));
    // 9 + 8 − 2 = 15: 40 percent of one LD leave 2 d.
    let made = play.must(FRANCE, work());
    let suffered = event(&made, "siege_worked")["suffered"].clone();
    assert_eq!((suffered["modified"].clone(), suffered["percent"].clone()), (json!(15), json!(40)));
    assert_eq!(siege(&play).besieger.strength(), Thirds(2));
    cites(&made, &["attrition.rotw-land", "attrition.sea.remaining"]);
}

// fast-battle.siege.siegework: markers are kept, two minus make a plus; a modified 13 is surrender.
#[test]
fn markers_are_kept_and_a_fortress_surrenders() {
    let choose = |honours: bool| Verb::Game(json!({"siege": "choose", "number": 1, "honours": honours}));
    let mut breach = asked();
    breach.must(FRANCE, choose(false));
    assert!(siege(&breach).breached && siege(&breach).marks.breach);
    assert!(
        breach.refused_under("fast-battle.siege.siegework", FRANCE, choose(true)).contains("modified 12")
    );
    let mut play = asked();
    assert!(position(&play).asks_for_terms(1));
    assert!(play.refused_under("fast-battle.siege.siegework", FRANCE, work()).contains("Choose first"));
    assert!(play.refused(FRANCE, restate(json!({"line": 3}))).contains("Choose first"));
    assert!(play.refused(SPAIN, choose(true)).contains("ordered by the player of France"));
    let made = play.must(FRANCE, choose(true));
    assert_eq!(event(&made, "siege_ended")["how"], "war_honours");
    assert!(End::WarHonours.falls() && siege(&play).ended == Some(End::WarHonours));

    let mut play = europa(&[9]);
    let besieger = led(french(), [0, 0, 0, 2]);
    play.must(FRANCE, lay(1, Some(0), besieger, garrison("arquebuse", 0), json!({})));
    let made = play.must(FRANCE, work());
    assert_eq!(event(&made, "siege_worked")["result"], serde_json::to_value(Undermining::Surrender).unwrap());
    assert_eq!(event(&made, "siege_ended")["how"], "surrendered");
    assert!(play.refused(FRANCE, work()).contains("no siege 1"));
}

/// Two siegework minus, then a modified 12: the besieger is asked for a breach or the honours of war.
fn asked() -> Play {
    // Level 1, 6 points of artillery: − 1 + 3 = + 2.
    let mut play = europa(&[2, 2, 7]);
    play.must(FRANCE, lay(1, Some(0), french(), garrison("arquebuse", 0), json!({})));
    let first = event(&play.must(FRANCE, work()), "siege_worked");
    assert_eq!((first["result"].clone(), siege(&play).marks.minus), (json!("siegework_minus"), 1));
    assert!(first["suffered"].is_null(), "a line of 0 MP starves nobody");
    play.must(FRANCE, work());
    assert_eq!(siege(&play).marks, Marks { plus: 1, ..Marks::default() });
    // 7 + 2 + 3 = 12: the besieger is asked.
    let made = play.must(FRANCE, work());
    assert_eq!(event(&made, "siege_worked")["result"], "breach_or_war_honours");
    play
}

// fast-battle.assault.one-day, modifiers, win-by-losses: level 2 falls to 2 losses and withstands 1⅔.
#[test]
fn a_fortress_falls_to_losses_of_its_table() {
    for (die, falls) in [(10, true), (9, false)] {
        // − 2 level + 2 artillery − 1 Arquebuse inside = − 1. Fire 2 does nothing, Shock 9 does 2 and Shock 8 does 1⅔.
        let mut play = europa(&[3, 3, die, 3]);
        play.must(FRANCE, lay(2, Some(3), french(), garrison("arquebuse", 0), json!({})));
        let made = play.must(FRANCE, storm());
        let stormed = event(&made, "stormed");
        assert_eq!(
            (stormed["verdict"]["falls"].clone(), stormed["verdict"]["by_rout"].clone()),
            (json!(falls), json!(false))
        );
        cites(&made, &["assault.one-day", "assault.modifiers", "assault.win-by-losses"]);
        assert_eq!(siege(&play).ended, falls.then_some(End::Stormed));
        assert!(position(&play).board.held.is_empty(), "who holds it is kept elsewhere");
        assert_eq!(siege(&play).marks.assault, !falls, "1⅔ caused leave an assault marker");
        assert_eq!(siege(&play).rolls, 4, "one Fire and one Shock of each");
    }
}

// fast-battle.assault.besieged-column: after a breach of this very round the same die does less; after one of an earlier round it does not.
#[test]
fn a_breach_of_this_round_opens_other_columns() {
    let dice = [8, 3, 9, 3, 9];
    let stormed = |later: bool| {
        let mut play = europa(&dice);
        let besieger = led(french(), [0, 0, 0, 2]);
        play.must(FRANCE, lay(2, Some(0), besieger, garrison("arquebuse", 0), json!({})));
        assert_eq!(event(&play.must(FRANCE, work()), "siege_worked")["result"], "breach");
        let made = play.must(FRANCE, Verb::Game(json!({"siege": "storm", "number": 1, "later": later})));
        let cited = rules_in(&made).contains(&"fast-battle.assault.besieged-column".to_owned());
        let event = event(&made, "stormed");
        assert_eq!((event["breach"].clone(), cited), (json!(!later), !later));
        let rounds = siege(&play).rounds;
        (event["verdict"]["besieger_lost"].as_i64().unwrap(), rounds)
    };
    // After the breach ⅔ and 1 make 2 rounded; without it 1⅔ and 2 make 4, capped at twice the resistance of 2.
    assert_eq!(stormed(false), (6, 1));
    assert_eq!(stormed(true), (12, 2));
    let mut play = europa(&[]);
    play.must(FRANCE, lay(2, Some(0), french(), garrison("arquebuse", 0), json!({})));
    let later = Verb::Game(json!({"siege": "storm", "number": 1, "later": true}));
    assert!(play.refused_under("fast-battle.assault.besieged-column", FRANCE, later).contains("no breach"));
}

// fast-battle.assault.small-besieger, large-armies: Russia in period II with A+ and A-, 6 LD.
#[test]
fn small_besiegers_cause_less_and_large_armies_more() {
    let mut play = europa(&[3, 3, 9, 3]);
    play.must(VENICE, Verb::Game(json!({"europa": "take", "country": "russia"})));
    let besieger = army("RUS", "II", [1, 1, 0], "arquebuse");
    let scene = json!({"place": "Smolensk", "level": 1, "line": 4, "countries": [["russia"], ["spain"]]});
    let lay =
        json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": garrison("arquebuse", 0)});
    play.must(VENICE, Verb::Game(lay));
    let made = play.must(VENICE, storm());
    cites(&made, &["assault.small-besieger", "assault.large-armies"]);
    let notes = event(&made, "stormed")["notes"].clone();
    let caused =
        notes.as_array().unwrap().iter().find(|note| note["n"] == "besieger_caused").unwrap().clone();
    let whys: Vec<i64> =
        caused["added"].as_array().unwrap().iter().map(|added| added["by"].as_i64().unwrap()).collect();
    assert_eq!(whys, [-1, 2]);
    // Eight LD of France have neither.
    let mut play = europa(&[3, 3, 8, 3]);
    play.must(FRANCE, lay_at(2));
    let cited = rules_in(&play.must(FRANCE, storm()));
    assert!(!cited.iter().any(|rule| rule.ends_with("small-besieger") || rule.ends_with("large-armies")));
}

fn lay_at(level: u8) -> Verb {
    lay(level, Some(3), french(), garrison("arquebuse", 0), json!({}))
}

// fast-battle.assault.win-by-rout: two stars against a garrison of morale 2, however little was lost.
#[test]
fn a_fortress_that_routs_falls() {
    // Renaissance outside: stars alone count in Fire. Medieval inside: + 1; level 5 − 5, artillery + 2.
    let mut play = europa(&[10, 3, 10, 3]);
    let besieger = led(army("FRA", "IV", [2, 0, 0], "renaissance"), [0, 3, 1, 0]);
    play.must(FRANCE, lay(5, Some(3), besieger, garrison("medieval", 0), json!({})));
    let made = play.must(FRANCE, storm());
    let stormed = event(&made, "stormed");
    assert_eq!(stormed["notes"][0], json!({"n": "morale", "besieger": 2, "besieged": 2}));
    assert_eq!(
        (stormed["verdict"]["falls"].clone(), stormed["verdict"]["by_rout"].clone()),
        (json!(true), json!(true))
    );
    cites(&made, &["assault.win-by-rout"]);
}

// fast-battle.siege.artillery-new-count: a switch for sieges too.
#[test]
fn artillery_may_be_counted_the_new_way() {
    let points = |way: Option<&str>| {
        let mut play = europa(&[1]);
        if let Some(way) = way {
            let switch = Act::Switch { key: "europa_artillery_count".to_owned(), value: way.to_owned() };
            play.must(FRANCE, Verb::Act { act: switch, text: None });
            for person in [FRANCE, SPAIN, VENICE] {
                let cast = Act::Cast { vote: 1, option: 1 };
                let _ = play.give(engine::table::By::Person(person), Verb::Act { act: cast, text: None });
            }
        }
        play.must(FRANCE, lay(5, Some(0), french(), garrison("arquebuse", 0), json!({})));
        let made = play.must(FRANCE, work());
        let cited = rules_in(&made).contains(&"fast-battle.siege.artillery-new-count".to_owned());
        let added = event(&made, "siege_worked")["notes"][0]["added"].clone();
        let found = added.as_array().unwrap().iter().find_map(|added| added["why"]["artillery"].as_i64());
        (found, cited)
    };
    assert_eq!(points(None), (Some(6), false));
    assert_eq!(points(Some("new")), (None, true), "3 and 2 more: 5, which is nothing against level 5");
}

// fast-battle.attrition.supply.modifiers: those inside roll siege attrition in their supply segment.
#[test]
fn those_inside_starve_too() {
    let mut play = europa(&[3, 7]);
    play.must(
        FRANCE,
        lay(1, Some(0), french(), garrison("arquebuse", 2), json!({"port": true, "open": true})),
    );
    let siegework = event(&play.must(FRANCE, work()), "siege_worked");
    assert_eq!(siegework["result"], "siegework_minus");
    assert!(play.refused(FRANCE, order("hunger")).contains("player of Spain"));
    // 7 + 6 − 3 open port + 1 siegework minus = 11: nothing.
    let made = play.must(SPAIN, order("hunger"));
    let suffered = event(&made, "siege_hunger")["suffered"].clone();
    assert_eq!((suffered["modified"].clone(), suffered["lost"].clone()), (json!(11), json!(0)));
    cites(&made, &["attrition.supply.modifiers", "siege.attrition-modifiers"]);
    // Once a round, and the next comes after the siege segment.
    let says = play.refused_under("fast-battle.supply.weak.besieged", SPAIN, order("hunger"));
    assert!(says.contains("once a round"), "{says}");
    play.will_fall(&[&[3], &[3], &[3], &[3]]);
    play.must(FRANCE, work());
    play.must(SPAIN, order("hunger"));
    play.refused_under("fast-battle.supply.weak.besieged", SPAIN, order("hunger"));
    // Blockaded, 9 + 6 = 15: P, which costs those inside an LD, and with 2 LD an A counter among them is no more.
    let mut play = europa(&[9]);
    let inside = json!({"technology": "musket", "troops": 6, "has_army": true});
    play.must(FRANCE, lay(1, Some(0), french(), inside, json!({"port": true})));
    play.must(SPAIN, order("hunger"));
    let now = siege(&play);
    assert_eq!((now.garrison.troops, now.garrison.has_army), (Thirds::whole(1), false));
    // Nobody plays Sweden: the besieger rolls for it.
    let mut play = europa(&[9]);
    let scene = json!({"countries": [["france"], ["sweden"]]});
    play.must(FRANCE, lay(1, Some(0), french(), garrison("musket", 1), scene));
    play.must(FRANCE, order("hunger"));
    assert_eq!(siege(&play).garrison.troops, Thirds::NONE);
    assert!(
        play.refused_under("fast-battle.attrition.supply.modifiers", FRANCE, order("hunger"))
            .contains("Nobody")
    );
}

#[test]
fn a_besieger_who_cannot_undermine_starves_and_storms_or_goes() {
    let mut play = europa(&[1, 3, 3, 3, 3]);
    play.must(FRANCE, lay(2, None, french(), garrison("arquebuse", 0), json!({})));
    let says = play.refused_under("fast-battle.siege.siegework", FRANCE, work());
    assert!(says.contains("without a line of supply"), "{says}");
    let made = play.must(FRANCE, storm());
    let stormed = event(&made, "stormed");
    let added = stormed["suffered"]["besieging"].as_array().unwrap();
    assert!(added.contains(&json!({"by": 2, "why": "no_line"})), "{added:?}");
    assert_eq!(siege(&play).rolls, 5);
    // Too few: 2 LD before a fortress of level 3.
    let few = || army("FRA", "IV", [0, 1, 0], "arquebuse");
    let mut play = europa(&[]);
    play.must(FRANCE, lay(3, Some(2), few(), garrison("arquebuse", 0), json!({})));
    assert!(play.refused(FRANCE, work()).contains("too few"));
    let made = play.must(FRANCE, order("lift"));
    assert_eq!(event(&made, "siege_ended")["how"], "lifted");
    // Attrition may leave nobody to assault: 10 + 8 − 2 + 2 + 2 = 20, of 1 LD 1.
    let mut play = europa(&[10]);
    let one = army("FRA", "IV", [0, 0, 1], "arquebuse");
    play.must(FRANCE, lay(3, None, one, garrison("arquebuse", 0), json!({"bad_weather": true})));
    let made = play.must(FRANCE, storm());
    assert!(event(&made, "stormed")["verdict"].is_null());
    assert_eq!(event(&made, "siege_ended")["how"], "besieger_destroyed");
}

#[test]
fn allies_say_what_is_left_of_them() {
    let mut play = europa(&[1, 6]);
    let mut both = army("FRA", "IV", [1, 0, 0], "arquebuse");
    both["parts"].as_array_mut().unwrap().push(json!({"country": "VEN", "class": "III", "a_plus": 1}));
    let scene = json!({"countries": [["france", "venice"], ["spain"]]});
    play.must(FRANCE, lay(3, Some(12), both.clone(), garrison("arquebuse", 0), scene));
    let worked = event(&play.must(FRANCE, work()), "siege_worked");
    assert_eq!(worked["suffered"]["lost"], 6);
    assert_eq!(siege(&play).owed, Thirds::whole(2));
    let rule = "fast-battle.losses.applied-to-counters";
    assert!(play.refused_under(rule, FRANCE, work()).contains("have lost 2 LD"));
    assert!(play.refused_under(rule, FRANCE, storm()).contains("what is left"));
    both["parts"][1] = json!({"country": "VEN", "class": "III", "a_minus": 1});
    play.must(FRANCE, restate(json!({"besieger": both})));
    assert_eq!((siege(&play).owed, siege(&play).besieger.strength()), (Thirds::NONE, Thirds::whole(6)));
    assert!(!position(&play).frames.any(|open| *open == Frame::SiegeLoss(1)), "and they are asked no more");
}

// The end of a turn, as the aids have it: a siegework plus or a breach keeps the besieger there, and one minus is left.
#[test]
fn a_turn_leaves_one_minus_or_sends_the_besieger_away() {
    for (die, stays) in [(5, true), (2, false)] {
        let mut play = europa(&[die]);
        play.must(FRANCE, lay(1, Some(0), french(), garrison("arquebuse", 0), json!({})));
        play.must(FRANCE, work());
        for person in [FRANCE, SPAIN, VENICE] {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
        let now = siege(&play);
        if stays {
            assert_eq!((now.ended, now.rounds, now.scene.earlier_turn), (None, 0, true));
            assert_eq!(now.marks, Marks { minus: 1, ..Marks::default() });
        } else {
            assert_eq!(now.ended, Some(End::TurnEnded));
        }
    }
}

// A breach keeps the besieger there as a siegework plus does.
#[test]
fn a_breach_outlasts_the_turn_as_one_siegework_minus() {
    let mut play = europa(&[8]);
    let besieger = led(french(), [0, 0, 0, 2]);
    play.must(FRANCE, lay(2, Some(0), besieger, garrison("arquebuse", 0), json!({})));
    play.must(FRANCE, work());
    assert_eq!(siege(&play).marks, Marks { breach: true, ..Marks::default() });
    for person in [FRANCE, SPAIN, VENICE] {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
    let now = siege(&play);
    assert_eq!((now.ended, now.marks), (None, Marks { minus: 1, ..Marks::default() }));
}

// fast-battle.siege.attrition-modifiers: the SIEGE of who leads those inside is taken off their roll.
#[test]
fn a_leader_inside_lets_them_hold_out() {
    let mut play = europa(&[8]);
    let leader = json!({"manoeuvre": 3, "fire": 1, "shock": 1, "siege": 2});
    let inside = json!({"technology": "arquebuse", "troops": 6, "leader": leader});
    play.must(FRANCE, lay(1, Some(0), french(), inside, json!({"port": true, "open": true})));
    // 8 + 6 − 3 for the open port − 2 = 9: nothing.
    let suffered = event(&play.must(SPAIN, order("hunger")), "siege_hunger")["suffered"].clone();
    assert_eq!((suffered["modified"].clone(), suffered["lost"].clone()), (json!(9), json!(0)));
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    let mut play = europa(&[]);
    let of =
        |level, line, besieger: Value, inside: Value, more: Value| lay(level, line, besieger, inside, more);
    let none = || garrison("arquebuse", 0);
    let says = play.refused(FRANCE, of(6, Some(3), french(), none(), json!({})));
    assert!(says.contains("6 is no level of a fortress: 0 for a fort, 1 to 5"), "{says}");
    let less = json!({"technology": "arquebuse", "troops": -3});
    assert!(
        play.refused(FRANCE, of(3, Some(3), french(), less, json!({}))).contains("−1 LD cannot be inside")
    );
    let many = garrison("arquebuse", 9);
    let rule = "fast-battle.stacking.land-strength";
    assert!(
        play.refused_under(rule, FRANCE, of(3, Some(3), french(), many, json!({}))).contains("8 at most")
    );
    let army_of_one = json!({"technology": "arquebuse", "troops": 3, "has_army": true});
    play.refused_under(
        "fast-battle.units.army-strength",
        FRANCE,
        of(3, Some(3), french(), army_of_one, json!({})),
    );
    let says = play.refused_under(
        "fast-battle.siege.attrition-check",
        FRANCE,
        of(3, Some(13), french(), none(), json!({})),
    );
    assert!(says.contains("12 MP"));
    assert!(
        play.refused(FRANCE, of(3, Some(3), french(), none(), json!({"open": true}))).contains("Only a port")
    );
    assert!(
        play.refused(FRANCE, of(3, Some(3), french(), none(), json!({"hardship": 7}))).contains("6 at most")
    );
    assert!(
        play.refused(
            FRANCE,
            of(3, Some(3), french(), none(), json!({"pillages": {"minus": 255, "plus": 255}}))
        )
        .contains("2 pillages")
    );
    let fire_of_nine = led(french(), [3, 9, 1, 0]);
    let says = play.refused_under(
        "fast-battle.terms.other",
        FRANCE,
        of(3, Some(3), fire_of_nine, none(), json!({})),
    );
    assert!(says.contains("A leader's values lie between -1 and 6"), "{says}");
    assert!(play.refused(SPAIN, of(3, Some(3), french(), none(), json!({}))).contains("France is not yours"));
    let nobody = json!({"countries": [["sweden"], ["spain"]]});
    assert!(play.refused(FRANCE, of(3, Some(3), french(), none(), nobody)).contains("Sweden is not yours"));
    let both = json!({"countries": [["france"], ["france"]]});
    assert!(
        play.refused(FRANCE, of(3, Some(3), french(), none(), both)).contains("no country stands on both")
    );
    let nine = army("FRA", "IV", [2, 0, 1], "arquebuse");
    play.refused_under("fast-battle.stacking.land-strength", FRANCE, of(3, Some(3), nine, none(), json!({})));
    play.refused_under(
        "fast-battle.assault.one-day",
        FRANCE,
        of(3, Some(3), army("FRA", "IV", [0, 0, 0], "arquebuse"), none(), json!({})),
    );
    for unknown in [
        json!({"siege": "work"}),
        json!({"siege": "undo", "number": 1}),
        json!({"siege": "work", "number": 1, "die": 10}),
    ] {
        play.refused(FRANCE, Verb::Game(unknown));
    }
    assert!(play.refused(FRANCE, work()).contains("no siege 1"));
    play.must(FRANCE, of(3, Some(3), french(), none(), json!({})));
    assert!(
        play.refused(FRANCE, of(3, Some(3), french(), none(), json!({"place": "milano"})))
            .contains("besieged already")
    );
    for verb in [work(), storm(), order("lift"), restate(json!({"line": 2}))] {
        assert!(play.refused(SPAIN, verb.clone()).contains("player of France"));
        assert!(play.refused(VENICE, verb).contains("player of France"));
    }
    assert!(
        play.refused(FRANCE, restate(json!({"garrison": garrison("arquebuse", 1)})))
            .contains("player of Spain")
    );
    assert!(play.refused(FRANCE, restate(json!({}))).contains("what has changed"));
    assert!(play.refused(FRANCE, restate(json!({"line": 2, "no_line": true}))).contains("or there is none"));
    play.must(SPAIN, restate(json!({"garrison": garrison("arquebuse", 1)})));
    assert_eq!(siege(&play).garrison.troops, Thirds::whole(1));
    play.must(FRANCE, restate(json!({"no_line": true, "bad_weather": true, "level": 2})));
    let now = siege(&play).scene;
    assert_eq!((now.line, now.bad_weather, now.level), (None, true, 2));
}

/// A siege of Milan as it was laid, at this level, by so many thirds of an LD.
fn before(level: u8, thirds: i32) -> Siege {
    let mut play = europa(&[]);
    play.must(FRANCE, lay(level, Some(3), french(), garrison("arquebuse", 0), json!({})));
    let mut siege = siege(&play);
    let part = &mut siege.besieger.parts[0];
    (part.a_plus, part.a_minus, part.detachments) = (0, 0, Thirds(thirds));
    siege
}

// fast-battle.siege.siegework: an LD for each level, and one before a fort.
#[test]
fn a_besieger_is_too_few_with_less_than_an_ld_for_each_level() {
    for (level, enough) in [(0, 3), (1, 3), (2, 6), (3, 9), (5, 15)] {
        let few = [enough - 1, enough, enough + 1].map(|thirds| before(level, thirds).is_too_few());
        assert_eq!(few, [true, false, false], "level {level}");
    }
}

#[test]
fn a_siege_is_of_its_province_and_of_those_inside_until_it_ends() {
    let named = |name: &str| Country::all().find(|country| country.key() == name).unwrap();
    let [france, spain] = ["france", "spain"].map(named);
    let [lombardy, champagne] = ["Lombardia", "Champagne"].map(|name| atlas().find(name)[0]);
    let mut siege = before(2, 24);
    siege.scene.place = lombardy.name().to_owned();
    assert!(siege.is_of(lombardy, spain));
    assert!(!siege.is_of(lombardy, france), "who besieges is not inside");
    assert!(!siege.is_of(champagne, spain));
    siege.ended = Some(End::Lifted);
    assert!(!siege.is_of(lombardy, spain));
}

/// A roll of siege attrition that cost so many thirds of an LD.
fn suffered(who: Camp, percent: Option<u8>, lost: i32) -> Suffered {
    let lost = Thirds(lost);
    let (besieging, besieged, even) = (Vec::new(), Vec::new(), Vec::new());
    Suffered { who, die: 5, besieging, besieged, modified: 5, p: None, percent, even, lost, pillaged: false }
}

#[test]
fn a_roll_of_siege_attrition_names_the_rules_of_what_it_did() {
    let [read, rotw] = ["attrition.land.read", "attrition.rotw-land"];
    let [numbers, remaining] = ["attrition.land.numbers", "attrition.sea.remaining"];
    let inside = "attrition.supply.modifiers";
    let ways = ["losses.applied-to-counters", "losses.whole-stack", "stacking.land-counters"];
    let (outside, besieged) = (Camp::Besieger, Camp::Besieged);
    for (of, expected, shares) in [
        (suffered(outside, None, 0), vec![read], false),
        (suffered(outside, None, 3), vec![read, numbers], true),
        (suffered(besieged, None, 0), vec![read, inside], false),
        (suffered(besieged, None, 3), vec![read, inside, numbers], false),
        (suffered(outside, Some(0), 0), vec![rotw], false),
        (suffered(outside, Some(40), 0), vec![rotw, remaining], false),
        (suffered(outside, Some(40), 3), vec![rotw, remaining], true),
        (suffered(besieged, Some(40), 3), vec![rotw, inside, remaining], false),
    ] {
        let more = ways.into_iter().filter(|_| shares);
        let expected: Vec<String> =
            expected.into_iter().chain(more).map(|id| format!("fast-battle.{id}")).collect();
        let names: Vec<String> = of.rules().iter().map(ToString::to_string).collect();
        assert_eq!(names, expected, "{of:?}");
    }
}

/// What was told of the assault that these entries hold.
fn assault_in(made: &[Entry]) -> Vec<Note> {
    serde_json::from_value(event(made, "stormed")["notes"].clone()).unwrap()
}

// fast-battle.assault.one-day, modifiers: each roll is its die and what is added, which is the besieger's alone; morale falls by stars.
#[test]
fn each_roll_of_an_assault_is_its_die_with_what_is_added_to_it() {
    let mut play = europa(&[10, 10, 9, 10]);
    play.must(FRANCE, lay(2, Some(3), french(), garrison("arquebuse", 0), json!({})));
    let notes = assault_in(&play.must(FRANCE, storm()));
    let mut left = None;
    let mut rolled = Vec::new();
    let mut tallies = 0;
    for note in &notes {
        match note {
            Note::Morale { besieger, besieged } => left = Some([*besieger, *besieged]),
            Note::Rolled { who, phase, die, added, modified, did, .. } => {
                let sum: i32 = added.iter().map(|added| i32::from(added.by)).sum();
                assert_eq!(*modified, i32::from(*die) + sum, "{note:?}");
                assert_eq!(added.is_empty(), *who == Camp::Besieged, "{note:?}");
                let enemy = &mut left.as_mut().unwrap()[who.other() as usize];
                *enemy = (*enemy - did.stars).max(0);
                rolled.push((*who, *phase, sum));
            }
            Note::Tally { morale, .. } => {
                tallies += 1;
                assert_eq!(Some(*morale), left, "{notes:?}");
            }
            _ => {}
        }
    }
    // − 2 level + 2 artillery − 1 Arquebuse inside.
    let (outside, inside) = (Camp::Besieger, Camp::Besieged);
    let fire = [(outside, Phase::Fire, -1), (inside, Phase::Fire, 0)];
    assert_eq!((&rolled[..2], tallies > 0), (&fire[..], true));
    assert_ne!(left, Some([0, 0]));
}

// fast-battle.battle.fire.arquebuse-halved, fast-battle.assault.besieged-column: of whose rolls they are told.
#[test]
fn arquebuses_halve_the_fire_of_the_besieger_alone_and_the_breach_is_in_the_column_of_those_inside() {
    let mut play = europa(&[8, 3, 9, 3, 9]);
    let besieger = led(french(), [0, 0, 0, 2]);
    play.must(FRANCE, lay(2, Some(0), besieger, garrison("arquebuse", 0), json!({})));
    assert_eq!(event(&play.must(FRANCE, work()), "siege_worked")["result"], "breach");
    let notes = assault_in(&play.must(FRANCE, storm()));
    let mut seen = 0;
    for note in &notes {
        let Note::Rolled { who, phase, effect, .. } = note else { continue };
        seen += 1;
        let halved = (*who, *phase) == (Camp::Besieger, Phase::Fire);
        assert_eq!(*effect, if halved { FireEffect::HalvedDown } else { FireEffect::Full });
        let names =
            |id: &str| note.rules().iter().any(|rule| rule.to_string() == format!("fast-battle.{id}"));
        assert_eq!(names("battle.fire.arquebuse-halved"), halved, "{note:?}");
        assert_eq!(names("assault.besieged-column"), *who == Camp::Besieged, "{note:?}");
    }
    assert_eq!(seen, 4);
    // What fire does by the technology of who storms.
    for (technology, effect) in [
        ("medieval", None),
        ("renaissance", Some(FireEffect::StarsOnly)),
        ("arquebuse", Some(FireEffect::HalvedDown)),
        ("musket", Some(FireEffect::Full)),
    ] {
        let mut play = europa(&[3, 3, 3, 3]);
        let besieger = army("FRA", "IV", [2, 0, 0], technology);
        play.must(FRANCE, lay(2, Some(0), besieger, garrison("medieval", 0), json!({})));
        let notes = assault_in(&play.must(FRANCE, storm()));
        let fire = notes.iter().find_map(|note| match note {
            Note::Rolled { who: Camp::Besieger, phase: Phase::Fire, effect, .. } => Some(*effect),
            _ => None,
        });
        assert_eq!(fire, effect, "{technology}");
    }
}

#[test]
fn every_die_of_a_siege_is_counted() {
    let mut play = europa(&[2, 2, 7, 3, 3, 3, 3]);
    play.must(FRANCE, lay(1, Some(0), french(), garrison("arquebuse", 2), json!({})));
    let mut counts = Vec::new();
    play.must(FRANCE, work());
    counts.push(siege(&play).rolls);
    play.must(FRANCE, work());
    counts.push(siege(&play).rolls);
    play.must(SPAIN, order("hunger"));
    counts.push(siege(&play).rolls);
    play.must(FRANCE, storm());
    counts.push(siege(&play).rolls);
    assert_eq!(counts, [1, 2, 3, 7]);
}

// fast-battle.attrition.supply.modifiers: a port that is blockaded feeds nobody.
#[test]
fn an_open_port_feeds_those_inside_and_a_blockaded_one_does_not() {
    for (more, modified) in
        [(json!({}), 7), (json!({"port": true}), 7), (json!({"port": true, "open": true}), 4)]
    {
        let mut play = europa(&[1]);
        play.must(FRANCE, lay(1, Some(0), french(), garrison("arquebuse", 2), more));
        let made = play.must(SPAIN, order("hunger"));
        assert_eq!(event(&made, "siege_hunger")["suffered"]["modified"], modified);
    }
}

#[test]
fn without_a_line_or_with_too_few_alone_nobody_starves_for_both() {
    let whys = |level: u8, line: Option<u8>, besieger: Value| {
        let mut play = europa(&[1, 3, 3, 3, 3]);
        play.must(FRANCE, lay(level, line, besieger, garrison("arquebuse", 0), json!({})));
        let suffered = event(&play.must(FRANCE, storm()), "stormed")["suffered"].clone();
        let added = suffered["besieging"].as_array().unwrap().clone();
        ["no_line", "too_few"].map(|why| added.iter().any(|added| added["why"] == why))
    };
    let few = || army("FRA", "IV", [0, 1, 0], "arquebuse");
    assert_eq!(whys(2, None, french()), [true, false]);
    assert_eq!(whys(3, Some(3), few()), [false, false]);
    assert_eq!(whys(3, None, few()), [true, true]);
}

#[test]
fn a_besieger_of_whom_nobody_is_left_has_lost_the_siege() {
    // In the attrition of a siegework.
    let mut play = europa(&[2, 10]);
    let one = army("FRA", "IV", [0, 0, 1], "arquebuse");
    let more = json!({"bad_weather": true});
    play.must(FRANCE, lay(0, Some(12), one, garrison("medieval", 0), more));
    let made = play.must(FRANCE, work());
    assert_eq!(event(&made, "siege_worked")["suffered"]["lost"], 3);
    assert_eq!(event(&made, "siege_ended")["how"], "besieger_destroyed");
    // In an assault.
    let mut play = europa(&[1, 3, 10, 3, 10]);
    let few = army("FRA", "IV", [0, 0, 1], "arquebuse");
    play.must(FRANCE, lay(5, Some(3), few, garrison("arquebuse", 0), json!({})));
    let made = play.must(FRANCE, storm());
    let stormed = event(&made, "stormed");
    assert_eq!(stormed["verdict"]["besieger_destroyed"], true, "{stormed}");
    assert_eq!(event(&made, "siege_ended")["how"], "besieger_destroyed");
}

// fast-battle.losses.applied-to-counters
#[test]
fn allies_are_asked_what_is_left_of_them_and_storm_only_after_it() {
    let owes = |play: &Play| position(play).frames.any(|open| *open == Frame::SiegeLoss(1));
    let mut both = army("FRA", "IV", [1, 0, 0], "arquebuse");
    both["parts"].as_array_mut().unwrap().push(json!({"country": "VEN", "class": "III", "a_plus": 1}));
    let scene = json!({"countries": [["france", "venice"], ["spain"]]});
    // Nobody is lost, and nobody is asked.
    let mut play = europa(&[1]);
    play.must(FRANCE, lay(3, Some(0), both.clone(), garrison("arquebuse", 0), scene.clone()));
    play.must(FRANCE, work());
    assert_eq!((owes(&play), siege(&play).owed), (false, Thirds::NONE));
    // Some are lost before an assault: it waits, and the siege goes on.
    let mut play = europa(&[6]);
    play.must(FRANCE, lay(3, None, both.clone(), garrison("arquebuse", 0), scene));
    let made = play.must(FRANCE, storm());
    let stormed = event(&made, "stormed");
    assert!(stormed["verdict"].is_null() && stormed["suffered"]["lost"].as_i64() > Some(0), "{stormed}");
    let now = siege(&play);
    assert!(owes(&play) && now.owed > Thirds::NONE && now.ended.is_none());
    both["parts"][1] = json!({"country": "VEN", "class": "III", "a_minus": 1});
    let owed = now.owed;
    if owed == Thirds::whole(2) {
        play.must(FRANCE, restate(json!({"besieger": both})));
        assert_eq!((owes(&play), siege(&play).owed), (false, Thirds::NONE));
    }
}

// fast-battle.siege.siegework: who leaves the choice between the breach and the honours of war to the bot takes the breach.
#[test]
fn who_does_not_choose_takes_the_breach() {
    let mut play = asked();
    let waits = play.campaign.play.at_work().filter_map(|open| open.wait.clone());
    let frame = waits.map(|wait| wait.line).next().unwrap();
    play.act(FRANCE, Act::LetStand { frame });
    assert_eq!(siege(&play).ended, None);
    assert!(siege(&play).breached);
    let choose = Verb::Game(json!({"siege": "choose", "number": 1, "honours": true}));
    play.refused_under("fast-battle.siege.siegework", FRANCE, choose);
}

fn lay_of(place: &str, countries: [&[&str]; 2], more: Value) -> Verb {
    let mut scene = json!({"place": place, "level": 2, "countries": countries});
    for (key, value) in more.as_object().unwrap() {
        scene[key] = value.clone();
    }
    let inside = garrison("arquebuse", 1);
    Verb::Game(json!({"siege": "lay", "scene": scene, "besieger": french(), "garrison": inside}))
}

#[test]
fn a_siege_has_one_to_four_countries_on_each_side_and_a_place_of_its_own() {
    let mut play = europa(&[]);
    let five = ["france", "england", "holland", "sweden", "portugal"];
    let six = ["france", "england", "holland", "sweden", "portugal", "poland"];
    for side in [&[][..], &five, &six] {
        let says = play.refused(FRANCE, lay_of("Milano", [side, &["spain"]], json!({})));
        assert!(says.contains("one to 4 countries"), "{says}");
    }
    play.must(FRANCE, lay_of("Milano", [&five[..4], &["spain"]], json!({})));
    let again = lay_of("mILANO", [&["france"], &["spain"]], json!({}));
    assert!(play.refused(FRANCE, again).contains("is besieged already"));
    play.must(FRANCE, lay_of("Genova", [&["france"], &["spain"]], json!({})));
    let ends = |number: u32| Verb::Game(json!({"siege": "lift", "number": number}));
    play.must(FRANCE, ends(2));
    let sieges = position(&play).sieges.of.clone();
    assert!(sieges[&1].ended.is_none() && sieges[&2].ended.is_some());
}

#[test]
fn what_is_stated_of_a_siege_has_its_bounds() {
    let mut play = europa(&[]);
    let milan = |inside: i32, more: Value| {
        let mut scene = json!({"place": "Milano", "level": 5, "countries": [["france"], ["spain"]]});
        for (key, value) in more.as_object().unwrap() {
            scene[key] = value.clone();
        }
        let inside = garrison("arquebuse", inside);
        Verb::Game(json!({"siege": "lay", "scene": scene, "besieger": french(), "garrison": inside}))
    };
    play.refused_under("fast-battle.siege.attrition-modifiers", FRANCE, milan(1, json!({"hardship": 7})));
    let pillages = |minus: u8, plus: u8| json!({"pillages": {"minus": minus, "plus": plus}});
    play.refused_under("fast-battle.attrition.land.pillage-face", FRANCE, milan(1, pillages(1, 2)));
    play.refused_under("fast-battle.stacking.land-strength", FRANCE, milan(9, json!({})));
    let mut most = pillages(1, 1);
    most["hardship"] = json!(6);
    play.must(FRANCE, milan(8, most));
    for n in 2..=24 {
        play.must(FRANCE, lay_of(&format!("Fort {n}"), [&["france"], &["spain"]], json!({})));
    }
    let more = lay_of("Fort 25", [&["france"], &["spain"]], json!({}));
    assert!(play.refused(FRANCE, more).contains("24 sieges go on already"));
}

#[test]
fn besiegers_who_lost_nothing_are_asked_for_nothing() {
    let mut play = europa(&[5, 5, 5]);
    play.must(FRANCE, lay(3, Some(2), french(), garrison("arquebuse", 1), json!({})));
    let made = play.must(FRANCE, work());
    assert_eq!(siege(&play).owed, Thirds::NONE);
    let opened = |entry: &&Entry| serde_json::to_string(&entry.event).unwrap().contains("siege_loss");
    assert_eq!(made.iter().filter(opened).count(), 0, "{made:?}");
}
