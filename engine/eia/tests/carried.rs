//! Leaders in exile and corps on loan by what is offered and refused of them, and what a new war leaves of them.
#![allow(clippy::unwrap_used)]

use crate::access::{rules_of, surrenders};
use crate::common::Play;
use crate::exile::{exiles, recalls, stands, surrendered, surrendered_in};
use crate::offered::exactly;
use crate::peace::{AUSTRIA, BRITAIN, FRANCE, SPAIN, answers, next_month, order, position};
use engine::eia::oob::{Leader, Rank};
use engine::eia::powers::Power;
use engine::table::Verb;
use engine::table::act::Act;
use serde_json::{Value, json};

fn borrows(corps: &str) -> Verb {
    order(json!({"peace": "borrow", "power": "great_britain", "of": "france", "corps": corps}))
}

fn forages(of: &str, corps: &str, lost: u32) -> Verb {
    order(json!({"peace": "forage", "of": of, "corps": corps, "lost": lost}))
}

fn leaders(play: &Play) -> Vec<Leader> {
    position(play).leaders(Power::France)
}

// house.peace.exile.a-rank-minimum, house.peace.exile.cannot-pay
#[test]
fn a_leader_who_serves_goes_into_exile_once_and_comes_back_for_the_last_points_of_his_power() {
    let mut play = surrendered(&["exile"]);
    let all = leaders(&play);
    let now = position(&play).month().unwrap();
    let sent: Vec<Value> = all
        .iter()
        .map(|leader| json!({"power": "great_britain", "of": "france", "leader": leader.name}))
        .collect();
    let serve = all.iter().filter(|leader| !leader.is_gone(now) && !leader.is_yet_to_come(now)).count();
    assert_eq!(exactly(&play, BRITAIN, ("peace", "exile"), &sent).len(), serve);
    assert_eq!(exactly(&play, AUSTRIA, ("peace", "exile"), &sent).len(), 0);
    let absent = all.iter().find(|leader| leader.is_gone(now) || leader.is_yet_to_come(now)).unwrap();
    let says = play.refused(BRITAIN, exiles("great_britain", "france", &absent.name));
    assert!(says.contains("does not serve"), "{says}");
    let second = all.iter().find(|leader| leader.rank == Rank::B && !leader.is_yet_to_come(now)).unwrap();
    let made = play.must(BRITAIN, exiles("great_britain", "france", &second.name));
    assert!(
        !rules_of(&made).contains(&"house.peace.exile.a-rank-minimum".to_owned()),
        "he is of seniority B"
    );
    assert_eq!(exactly(&play, BRITAIN, ("peace", "exile"), &sent).len(), 0, "it was one leader");
    assert!(play.refused(FRANCE, recalls("france", "Napoleon")).contains("not in exile"));
    let back: Vec<Value> =
        all.iter().map(|leader| json!({"power": "france", "leader": leader.name})).collect();
    // All that France has is enough, and a half less is not.
    stands(&mut play, "france", "F1");
    let price = position(&play).price_of_return(Power::France, second);
    assert!(price > 0);
    let has = |play: &mut Play, value: i64| play.act(SPAIN, Act::Tell { key: "pp/france".to_owned(), value });
    has(&mut play, 2 * price - 1);
    play.refused_under("house.peace.exile.cannot-pay", FRANCE, recalls("france", &second.name));
    assert_eq!(exactly(&play, FRANCE, ("peace", "recall"), &back).len(), 0);
    has(&mut play, 2 * price);
    assert_eq!(position(&play).price_of_return(Power::France, second), price, "the same zone");
    assert_eq!(exactly(&play, FRANCE, ("peace", "recall"), &back).len(), 1);
    assert_eq!(exactly(&play, SPAIN, ("peace", "recall"), &back).len(), 0);
    play.must(FRANCE, recalls("france", &second.name));
    assert_eq!(position(&play).pp_of(Power::France), 0);
    play.ends_verified();
}

// enhancements.leader-return.floor
#[test]
fn where_the_group_plays_so_a_leader_s_return_costs_no_pp_beyond_the_highest_box_of_fiasco() {
    // Where France stands, in halves of a PP, and where it stands after it, with the floor and without.
    for (has, floor, whole) in [(24, 18, 14), (19, 18, 11), (18, 18, 10), (10, 10, 2), (60, 46, 46)] {
        for (way, after) in [("fiasco", floor), ("whole", whole)] {
            let begun = crate::peace::play(json!({"politics": "kept", "leader_return": way}));
            let mut play = surrendered_in(begun, &["exile"]);
            let all = position(&play).leaders(Power::France);
            let second = all.iter().find(|leader| leader.name == "Davout").unwrap();
            play.must(BRITAIN, exiles("great_britain", "france", &second.name));
            play.act(SPAIN, Act::Tell { key: "pp/france".to_owned(), value: has });
            let price = position(&play).price_of_return(Power::France, second);
            let made = play.must(FRANCE, recalls("france", &second.name));
            assert_eq!(position(&play).pp_of(Power::France), after, "from {has}, for {price}, {way}");
            let named = rules_of(&made).contains(&"enhancements.leader-return.floor".to_owned());
            assert_eq!(named, way == "fiasco" && floor != whole);
        }
    }
}

// house.peace.loan.forage-losses
#[test]
fn a_corps_is_lent_once_and_told_of_by_its_own_name() {
    let mut play = surrendered(&["b4"]);
    let corps = |name: &str| json!({"power": "great_britain", "of": "france", "corps": name});
    let names = ["I Corps", "II Corps", "Guard", "Old Contemptibles"];
    let scenario = engine::eia::oob::of("1805").unwrap();
    let own: Vec<String> = scenario.corps(Power::France).into_iter().map(|corps| corps.name).collect();
    let mut tried: Vec<Value> = own.iter().map(|name| corps(name)).collect();
    tried.extend(names.iter().filter(|name| !own.iter().any(|own| own == *name)).map(|name| corps(name)));
    assert_eq!(exactly(&play, BRITAIN, ("peace", "borrow"), &tried).len(), own.len());
    play.must(BRITAIN, borrows("I Corps"));
    assert_eq!(exactly(&play, BRITAIN, ("peace", "borrow"), &tried).len(), 0, "it was one corps");
    // Who named it may think again, until it has been told of.
    play.must(BRITAIN, Verb::Undo);
    play.must(BRITAIN, borrows("I Corps"));
    let forage = |name: &str| json!({"of": "france", "corps": name, "lost": 0});
    let tried: Vec<Value> = own.iter().map(|name| forage(name)).collect();
    assert_eq!(exactly(&play, BRITAIN, ("peace", "forage"), &tried).len(), 1);
    assert!(play.refused(BRITAIN, forages("france", "II Corps", 1)).contains("has lent no corps"));
    assert!(play.refused(BRITAIN, forages("austria", "I Corps", 1)).contains("has lent no corps"));
    assert!(play.refused(BRITAIN, forages("france", "I Corps", 100)).contains("99 factors at most"));
    let rules = rules_of(&play.must(BRITAIN, forages("france", "I Corps", 0)));
    assert_eq!(rules, ["house.peace.loan.supply"], "it lost nothing");
    play.refused(BRITAIN, Verb::Undo);
    play.must(BRITAIN, forages("france", "I Corps", 99));
    play.ends_verified();
}

#[test]
fn who_is_in_exile_or_on_loan_by_one_peace_is_neither_by_another() {
    let mut play = surrendered(&["exile", "b4"]);
    play.must(BRITAIN, exiles("great_britain", "france", "Napoleon"));
    play.must(BRITAIN, borrows("I Corps"));
    next_month(&mut play);
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    next_month(&mut play);
    surrenders(&mut play, (FRANCE, "france"), (AUSTRIA, "austria"), &["exile", "b4"]);
    let says = play.refused(AUSTRIA, exiles("austria", "france", "Napoleon"));
    assert!(says.contains("in exile already"), "{says}");
    let of_austria = |corps: &str| json!({"power": "austria", "of": "france", "corps": corps});
    let own: Vec<Value> = engine::eia::oob::of("1805")
        .unwrap()
        .corps(Power::France)
        .into_iter()
        .map(|corps| of_austria(&corps.name))
        .collect();
    assert_eq!(exactly(&play, AUSTRIA, ("peace", "borrow"), &own).len(), own.len() - 1, "not the first");
    assert_eq!(exactly(&play, BRITAIN, ("peace", "borrow"), &own).len(), 0);
    let sent: Vec<Value> = leaders(&play)
        .iter()
        .map(|leader| json!({"power": "austria", "of": "france", "leader": leader.name}))
        .collect();
    let all = exactly(&play, AUSTRIA, ("peace", "exile"), &sent);
    assert!(!all.is_empty() && !all.iter().any(|order| order.contains("Napoleon")));
    play.must(AUSTRIA, exiles("austria", "france", "Davout"));
    let exiles: Vec<(String, Power)> = position(&play)
        .politics
        .carried
        .exiles
        .iter()
        .map(|exile| (exile.leader.clone(), exile.by))
        .collect();
    assert_eq!(exiles, [("Napoleon".to_owned(), Power::GreatBritain), ("Davout".to_owned(), Power::Austria)]);
}
