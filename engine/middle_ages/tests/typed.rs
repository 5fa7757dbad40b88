//! The group's own values in the place of ours: the results of year cards, how many areas are claimed, what a claim is worth.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, sealing};
use crate::help::{
    BYZANTIUM, FRANKS, event_deck, fate_deck, found, founding, kept, order, position, ready, taken, year_deck,
};
use engine::middle_ages::board::count::points;
use engine::middle_ages::court::Court;
use engine::middle_ages::pack::Data;
use engine::middle_ages::unprinted::{Line, Typed, card, key_of, line_of};
use engine::table::Act;
use serde_json::json;

fn types(play: &mut Play, values: &[(&str, i64)]) {
    let values = values.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
    play.act(FRANKS, Act::TypeValues { values });
    let proposal = *play.campaign.play.proposals.keys().last().unwrap();
    play.act(BYZANTIUM, Act::ConfirmValues { proposal });
}

#[test]
fn every_line_of_every_year_card_and_four_values_more_are_not_as_printed() {
    let play = kept(&[], &[], &[]);
    let rules = engine::table::game::by_key("ages").unwrap();
    let all = rules.unprinted(&play.campaign.public_view(), &|_| true);
    assert_eq!(all.len(), 56 * 6 + 4);
    assert!(all.iter().all(|value| value.origin == engine::table::facts::Origin::Ours));
    assert_eq!(line_of("year_7_conquest"), Some((7, Line::Conquest)));
    for wrong in ["year_0_rule", "year_7_war", "claims"] {
        assert_eq!(line_of(wrong), None, "{wrong}");
    }
    let shipped = &crate::help::year_card(7);
    let typed: Typed = [(key_of(7, Line::Conquest), 12)].into();
    let own = card(&typed, shipped);
    assert_eq!((own.conquest, own.rule), (12, shipped.rule));
}

#[test]
fn a_card_decides_by_what_the_group_typed() {
    // Card 6 builds at 2; the fleet of Flanders has 5.
    let mut play = kept(&[6], &[], &[]);
    types(&mut play, &[("year_6_fortify", 6)]);
    let made = play.must(
        FRANKS,
        order(json!({"board": "declare", "plan": {"kind": "fleet", "base": "flanders", "targets": [{"area": "flanders"}]}})),
    );
    let decided = found(&made, "decided").unwrap();
    assert_eq!(decided["against"][0]["rating"]["points"], 5);
    assert_eq!(decided["against"][0]["outcome"]["effects"], json!([]));
    play.right_now();
}

#[test]
fn more_areas_are_claimed_and_a_claim_is_worth_what_the_group_typed() {
    let (year, events, fates) = (year_deck(&[]), event_deck(&[]), fate_deck(&[]));
    let play = Play::scripted_by(&founding("charlemagne", 2, json!({})), &[&year, &events, &fates]);
    let mut play = taken(play.started());
    for person in [FRANKS, BYZANTIUM] {
        ready(&mut play, person);
    }
    let four = json!({"areas": ["saxony", "lombardy", "bavaria", "rome"]});
    assert!(
        play.refused(FRANKS, sealing("claims", &four))
            .contains("The most areas that a court claims: 3; named: 4.")
    );
    types(&mut play, &[("claims", 4), ("claim_points", 9)]);
    play.must(FRANKS, sealing("claims", &four));
    let mut now = position(&play);
    let franks = Court::by_key("franks").unwrap();
    let before = points(&now)[&franks];
    now.board.realms.get_mut(&franks).unwrap().claims = [crate::help::area("burgundy")].into();
    assert_eq!(points(&now)[&franks], before + 9);
}

#[test]
fn what_the_scenario_begins_with_is_typed_before_the_board_is_set_up() {
    let (year, events, fates) = (year_deck(&[]), event_deck(&[]), fate_deck(&[]));
    let play = Play::scripted_by(&founding("charlemagne", 2, json!({})), &[&year, &events, &fates]);
    let mut play = taken(play.started());
    let rules = engine::table::game::by_key("ages").unwrap();
    let open = rules.unprinted(&play.campaign.public_view(), &|_| true);
    let areas = Data::shipped().areas().count();
    assert_eq!(open.len(), 56 * 6 + 4 + 7 * 4 + areas);
    let four = Act::TypeValues { values: [("begins_franks_combat".to_owned(), 4)].into() };
    assert!(play.act_refused(FRANKS, four).contains('9'), "no leader has 4");
    let values = [("begins_franks_combat", 5), ("begins_byzantium_gold", 12), ("social_burgundy", 2)];
    types(&mut play, &values);
    for person in [FRANKS, BYZANTIUM] {
        ready(&mut play, person);
    }
    let now = position(&play);
    let realm = |key: &str| now.board.realms[&Court::by_key(key).unwrap()].clone();
    assert_eq!((realm("franks").leader.combat, realm("franks").leader.administration), (5, 5));
    assert_eq!((realm("byzantium").gold, realm("franks").gold), (12, 6));
    let social = |key: &str| now.board.area(crate::help::area(key)).unwrap().social;
    assert_eq!((social("burgundy"), social("lorraine")), (2, 1));
    let left = rules.unprinted(&play.campaign.public_view(), &|_| true);
    let begins = |key: &str| engine::middle_ages::begins::is_one(key);
    assert!(left.iter().all(|value| !begins(&value.key)), "what stands on the board is the board's");
    play.right_now();
}

#[test]
fn a_harvest_and_the_coming_of_raiders_go_by_what_the_group_typed() {
    let mut now = position(&kept(&[], &[], &[]));
    assert_eq!((now.harvest(), now.outsiders_from()), (2, 2));
    now.typed.extend([("harvest".to_owned(), 5), ("outsiders_from".to_owned(), 4)]);
    assert_eq!((now.harvest(), now.outsiders_from()), (5, 4));
    let mut play = crate::help::fated(&[], &[], &["harvest-1"], &[]);
    types(&mut play, &[("harvest", 5)]);
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(crate::help::gold(&play, "franks"), 6 + 5);
}

#[test]
fn raiders_come_from_the_round_on_that_the_group_typed() {
    for (from, come) in [(2, true), (3, false)] {
        let mut play = taken(Play::founded_on(7, &founding("charlemagne", 2, json!({}))).started());
        crate::help::begins(&mut play);
        if from != 2 {
            types(&mut play, &[("outsiders_from", from)]);
        }
        let mut made = ready(&mut play, FRANKS);
        made.extend(ready(&mut play, BYZANTIUM));
        assert_eq!(position(&play).calendar.round, 2);
        assert_eq!(found(&made, "attacked").is_some(), come, "from round {from} on");
        assert!(found(&made, "outsiders_came").is_some(), "what is due without them is done");
    }
}
