//! How provinces are held: what is conquered, freed, ceded of free will and taken by a formal peace, and what that brings and costs.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::peace::{
    AUSTRIA, FRANCE, all_ready, answers, next_month, order, play, position, step, to_the_talks,
};
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::json;

/// Who plays Russia.
const RUSSIA: u32 = 5;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn takes(power: &str, province: &str) -> Verb {
    order(json!({"board": "take", "power": power, "province": province}))
}

pub fn tells(province: &str, power: &str, how: &str) -> Verb {
    order(json!({"control": "tell", "place": format!("province/{province}"), "power": power, "how": how}))
}

pub fn held(play: &Play, province: &str) -> Held {
    position(play).held(at(province))
}

/// On to the economic phase of March 1805.
pub fn to_the_economic_phase(play: &mut Play) {
    next_month(play);
    next_month(play);
    to_the_talks(play);
    while step(play) != "economic" {
        all_ready(play);
    }
}

#[test]
fn a_province_with_a_capital_is_ceded_when_nothing_else_is_left() {
    let mut play = play(json!({"politics": "kept"}));
    let homes = ProvinceId::all().filter(|province| province.on_map().home_of == Some(Power::Austria));
    answers(&mut play, &[(FRANCE, json!({"war/france": ["austria"]}))]);
    // Everything but Hungary and Austria itself is gone.
    let last = ["hungary", "austria"];
    for province in homes.filter(|province| !last.contains(&province.key())) {
        play.must(RUSSIA, tells(province.key(), "russia", "ceded"));
    }
    next_month(&mut play);
    answers(&mut play, &[(AUSTRIA, json!({"sue/austria": ["france"]}))]);
    while step(&play) != "talks" {
        let view = play.campaign.public_view();
        if view.rounds.iter().any(|round| round.round.ends_with("/terms")) {
            answers(
                &mut play,
                &[
                    (FRANCE, json!({"wish/france/austria/1": "b7"})),
                    (AUSTRIA, json!({"spare/austria": "a1"})),
                ],
            );
        } else {
            answers(&mut play, &[]);
        }
    }
    play.must(FRANCE, takes("france", "hungary"));
    assert_eq!(held(&play, "hungary"), Held::Ceded(Power::France));
    play.ends_verified();
}
