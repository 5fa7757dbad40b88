//! Voyages of Europa's board: where they may end, by which way, which of them are offered, ports that are blockaded.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{
    FRANCE, SPAIN, before_movement, found, moves, passes, position, round, spain_first,
};
use engine::table::{Act, By, Entry, Verb};
use serde_json::{Value, json};

fn sail(stack: u32, way: &[&str]) -> Verb {
    Verb::Game(json!({"board": "sail", "stack": stack, "way": way}))
}

fn landing(stack: u32, way: &[&str], beach: &str) -> Verb {
    Verb::Game(json!({"board": "sail", "stack": stack, "way": way, "landing": beach}))
}

fn at(play: &Play, stack: u32) -> String {
    position(play).board.stacks[&stack].at.site().key.clone()
}

fn way_of(made: &[Entry]) -> Value {
    found(made, "sailed").unwrap()["way"].clone()
}

/// Two fleet counters, which are no small stack.
fn fleets() -> Value {
    json!([{"fleet_minus": {"nd": 0, "gd": 0, "dtr": 0}}, {"fleet_minus": {"nd": 0, "gd": 0, "dtr": 0}}])
}

// fast-battle.attrition.cause.sea-stack: ships go over sea, also to the port of the province beside them, and roll for it.
#[test]
fn a_voyage_to_the_port_next_door_goes_over_sea() {
    let ships =
        [(FRANCE, "france", "eGuyenne", json!(["nd"])), (FRANCE, "france", "eGuyenne", json!(["nd"]))];
    let mut play = round(&ships, &[1; 6]);
    let made = play.must(FRANCE, sail(1, &["ePoitou"]));
    assert_eq!(way_of(&made), json!(["sGascogne", "ePoitou"]));
    assert!(found(&made, "sailed").unwrap().get("attrition").is_some(), "{made:?}");
    assert!(offered(&play).contains("ePoitou"), "to the other");
    // A port further off is found by its name alone too.
    let made = play.must(FRANCE, sail(2, &["eArmor"]));
    assert_eq!(way_of(&made), json!(["sGascogne", "sCeltique", "eArmor"]));
    assert_eq!(at(&play, 2), "eArmor");
}

/// What is offered to France of voyages.
fn offered(play: &Play) -> String {
    let offers = engine::table::offers(&play.campaign.view_for(By::Person(FRANCE), false));
    let all = offers.iter().map(|offer| serde_json::to_string(offer).unwrap());
    all.filter(|offer| offer.contains("\"sail\"")).collect()
}

#[test]
fn those_voyages_are_offered_that_may_be_made() {
    let play = round(&[(FRANCE, "france", "sLion", json!(["nd"]))], &[1; 3]);
    let offered = offered(&play);
    for end in ["eProvence", "sAlger", "sGascogne", "ePoitou"] {
        assert!(offered.contains(end), "{end}: {offered}");
    }
    for none in ["eCatalunya", "eLanguedoc", "eLiguria", "eIlles Balears"] {
        assert!(!offered.contains(none), "{none}: {offered}");
    }
}

// fast-battle.aids.arsenals-old-map: a plain port takes one fleet counter, an arsenal any stack.
#[test]
fn a_voyage_ends_at_sea_or_in_a_port_of_its_side_that_takes_the_stack() {
    const NO_PORT: &str = "is no port of yours that takes this stack";
    let ships = [
        (FRANCE, "france", "sGascogne", fleets()),
        (FRANCE, "france", "sLion", json!(["nd"])),
        (FRANCE, "france", "sGascogne", json!(["nd"])),
    ];
    let mut play = round(&ships, &[1; 12]);
    for (stack, way) in [
        (3, &["eGaliza"][..]),
        (3, &["eBearn"]),
        (2, &["eLanguedoc"]),
        (2, &["eLiguria"]),
        (1, &["eGuyenne"]),
        (3, &["eGuyenne", "sGascogne"]),
    ] {
        assert!(play.refused(FRANCE, sail(stack, way)).contains(NO_PORT), "{stack} {way:?}");
    }
    assert!(play.refused(FRANCE, sail(3, &["sCeltique", "sLion"])).contains("does not border"));
    for (stack, end) in [(1, "ePoitou"), (2, "eProvence"), (3, "eGuyenne")] {
        play.must(FRANCE, sail(stack, &[end]));
        assert_eq!(at(&play, stack), end);
    }
}

#[test]
fn a_voyage_enters_forty_places_at_most() {
    let to_and_fro =
        |many: usize| -> Vec<&str> { ["sCadix", "sGascogne"].into_iter().cycle().take(many).collect() };
    let mut play = round(&[(FRANCE, "france", "sGascogne", json!(["nd"]))], &[1; 8]);
    assert!(play.refused(FRANCE, sail(1, &to_and_fro(41))).contains("40 places at most"));
    let made = play.must(FRANCE, sail(1, &to_and_fro(40)));
    assert_eq!(way_of(&made).as_array().map(Vec::len), Some(40));
}

// fast-battle.aids.interception-evasion: a landing is announced with the voyage.
#[test]
fn a_landing_is_announced_beside_the_end_of_the_voyage_or_there() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
        (FRANCE, "france", "eGuyenne", json!(["dtr"])),
        (FRANCE, "france", "sGascogne", json!(["nd"])),
    ];
    let mut play = round(&stacks, &[1; 8]);
    play.must(FRANCE, Verb::Game(json!({"board": "embark", "stack": 1, "fleet": 2})));
    for beach in ["eCatalunya", "sCadix", "sGascogne"] {
        let says = play.refused(FRANCE, landing(2, &["sGascogne"], beach));
        assert!(says.contains("in a province next to where the voyage ends"), "{beach}: {says}");
    }
    assert!(play.refused(FRANCE, landing(3, &[], "eGaliza")).contains("troops that are aboard"));
    let made = play.must(FRANCE, landing(2, &["sGascogne", "ePoitou"], "ePoitou"));
    assert_eq!(found(&made, "sailed").unwrap()["landing"], "ePoitou");
}

// fast-battle.aids.interception-evasion: whoever goes into a blockaded port of his side has to slip past the blockade.
#[test]
fn a_blockaded_port_is_entered_past_the_blockade_or_not_at_all() {
    for (die, outcome, ends) in [(9, "done", "eGuyenne"), (4, "caught", "sGascogne")] {
        let stacks = [
            (FRANCE, "france", "sGascogne", json!(["nd", "nd"])),
            (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
        ];
        let mut play = spain_first(&stacks, &[1, die, 1, 1, 1, 1]);
        play.must(SPAIN, Verb::Game(json!({"board": "blockade", "stack": 2, "port": "eGuyenne"})));
        moves(&mut play, FRANCE);
        let before = play.entries.len();
        play.must(FRANCE, sail(1, &["eGuyenne"]));
        passes(&mut play);
        let escaped = found(&play.entries[before..], "escaped").unwrap();
        assert_eq!(escaped["tried"]["outcome"], outcome);
        assert_eq!(at(&play, 1), ends);
    }
}

// fast-battle.scope.player-aids-needed: attrition at sea is read off the tables that the group plays with, whose scale begins six lower.
#[test]
fn attrition_at_sea_is_rolled_on_the_tables_that_the_group_chose() {
    for (way, scale) in [("guide", 0), ("head", -6)] {
        let mut play = before_movement(&[(FRANCE, "france", "sGascogne", json!(["nd", "nd"]))], &[1; 4]);
        if way == "head" {
            let switch = Act::Switch { key: "europa_tables".to_owned(), value: way.to_owned() };
            play.act(FRANCE, switch);
            for person in [FRANCE, SPAIN] {
                let cast = Act::Cast { vote: 1, option: 1 };
                let _ = play.give(By::Person(person), Verb::Act { act: cast, text: None });
            }
        }
        moves(&mut play, FRANCE);
        let made = play.must(FRANCE, sail(1, &["sCeltique"]));
        let due = found(&made, "sailed").unwrap()["attrition"]["rolled"]["due"].clone();
        assert_eq!(due["edition"], way);
        let added = due["added"].as_array().unwrap().iter().filter(|added| added["why"] == "scale");
        assert_eq!(added.filter_map(|added| added["by"].as_i64()).sum::<i64>(), scale, "{due}");
    }
}
