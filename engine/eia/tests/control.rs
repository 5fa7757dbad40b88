//! Who has an area now: told in public by any player, told anew where it was wrong, and never more than the map knows.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, kinds};
use engine::eia::Position;
use engine::eia::map::{AreaId, ProvinceId};
use engine::eia::oob::Held;
use engine::eia::packs;
use engine::eia::powers::Power;
use engine::eia::told::control;
use engine::eia::told::control::{on_the_groups, on_the_map};
use engine::table::Verb;
use serde_json::json;

fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
}

fn told(play: &Play) -> control::Told {
    position(play).control
}

fn tell(place: &str, power: Power) -> Verb {
    Verb::Game(json!({"control": "tell", "place": place, "power": power}))
}

fn drop(place: &str) -> Verb {
    Verb::Game(json!({"control": "drop", "place": place}))
}

#[test]
fn any_player_tells_who_has_an_area_or_a_province_and_tells_it_anew() {
    let mut play = Play::in_months(3, |_| ());
    let made = play.must(2, tell("area/munich", Power::Austria));
    assert_eq!(kinds(&made)[..2], ["order:game", "table:telling_made"]);
    assert_eq!(kinds(&made).last().unwrap(), "game:control_told");
    assert!(play.refused(1, tell("area/munich", Power::Austria)).contains("Austria has Munich already"));
    for (place, says) in [
        ("area/atlantis", "no such place"),
        ("sea/english-channel", "an area or a province"),
        ("power/france", "an area or a province"),
        ("own/Munich", "no such place"),
    ] {
        assert!(play.refused(1, tell(place, Power::France)).contains(says), "{place}");
    }
    assert!(play.refused(1, tell("area/munich", Power::Sardinia)).contains("no power of this campaign"));
    assert!(play.refused(9, tell("area/munich", Power::France)).contains("no seat"));
    let munich = AreaId::by_key("munich").unwrap();
    let has = |play: &Play, area: AreaId| {
        on_the_map(&position(play)).into_iter().find(|(own, _)| *own == area).map(|(_, power)| power)
    };
    assert_eq!(has(&play, munich), Some(Power::Austria));
    play.must(1, tell("area/munich", Power::France));
    assert_eq!(has(&play, munich), Some(Power::France));
    // A province is all of its areas, whatever was told of one of them before.
    let bavaria = munich.on_map().province;
    play.must(3, tell(&format!("province/{}", bavaria.key()), Power::Russia));
    assert!(bavaria.on_map().areas.iter().all(|area| has(&play, *area) == Some(Power::Russia)));
    assert_eq!((told(&play).len(), position(&play).held(bavaria)), (0, Held::Conquered(Power::Russia)));
    assert!(
        ProvinceId::all().filter(|one| *one != bavaria).all(|one| has(&play, one.on_map().capital).is_none())
    );
    play.must(1, tell("area/munich", Power::France));
    assert_eq!(has(&play, munich), Some(Power::France));
    // What was told of the one area alone goes, and that of its province counts.
    play.must(2, drop("area/munich"));
    assert_eq!(has(&play, munich), Some(Power::Russia));
    assert!(play.refused(2, drop("area/munich")).contains("Nothing was told of who has Munich"));
    play.must(2, drop(&format!("province/{}", bavaria.key())));
    assert_eq!(told(&play), control::Told::new());
    play.ends_verified();
}

#[test]
fn on_a_groups_own_map_it_is_told_of_its_areas_and_provinces() {
    let table = "area,province,neighbours\nAldmark,Northland,Brunn\nBrunn,northland,Aldmark\nCressy,,\n";
    let mut play = Play::in_months(3, |founding| founding.options["map"] = json!(table));
    assert!(play.refused(1, tell("area/munich", Power::France)).contains("group's own map"));
    assert!(play.refused(1, tell("own/Munich", Power::France)).contains("no area of this campaign's map"));
    assert!(play.refused(1, tell("own-province/Tyrol", Power::France)).contains("no province"));
    assert!(play.refused(1, tell("own-sea/Broad Sound", Power::France)).contains("an area or a province"));
    play.must(1, tell("own-province/NORTHLAND", Power::France));
    play.must(2, tell("own/cressy", Power::Spain));
    let has = |play: &Play| -> Vec<(String, Power)> {
        let map = packs::of(&play.campaign).unwrap();
        let board = map.board().unwrap();
        let all = on_the_groups(&told(play), board).into_iter();
        all.map(|(spot, power)| (board.name(spot).to_owned(), power)).collect()
    };
    let all = |one: Power, other: Power, third: Power| {
        [("Aldmark", one), ("Brunn", other), ("Cressy", third)].map(|(name, power)| (name.to_owned(), power))
    };
    assert_eq!(has(&play), all(Power::France, Power::France, Power::Spain));
    play.must(3, tell("own/Brunn", Power::Turkey));
    assert_eq!(has(&play), all(Power::France, Power::Turkey, Power::Spain));
    play.must(3, tell("own-province/Northland", Power::France));
    assert_eq!(has(&play), all(Power::France, Power::France, Power::Spain));
    play.ends_verified();
}
