//! Upkeep that is not paid, and counters that come by themselves.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::forged::Forged;
use crate::economy::{account, kept, puts_right, seen, sheets, to_the_sheets};
use crate::peace::{SPAIN, TURKEY, all_ready, order, position};
use engine::eia::economy::Source;
use engine::eia::economy::sheet::{Counters, within_reach};
use engine::eia::oob;
use engine::eia::powers::Power;
use engine::table::names::SeatId;
use engine::table::record::Extent;
use engine::table::verify::verify;
use serde_json::json;

/// The names of a power's corps by its order of battle, in order.
fn corps(power: Power) -> Vec<String> {
    oob::of("1805").unwrap().powers[&power].corps.iter().map(|corps| corps.name.clone()).collect()
}

fn stand(play: &mut Play, person: u32, power: &str, names: &[String]) {
    for name in names {
        let place = "area/constantinople";
        play.must(person, order(json!({"counter": "place", "power": power, "name": name, "place": place})));
    }
}

#[test]
fn counters_whose_upkeep_is_not_paid_leave_the_map_and_all_see_how_many() {
    let mut play = kept();
    let names = corps(Power::Turkey);
    stand(&mut play, TURKEY, "turkey", &names[..5]);
    to_the_sheets(&mut play);
    sheets(&mut play, &[(TURKEY, json!({"counters/turkey/corps": 6, "counters/turkey/fleets": 1}))]);
    all_ready(&mut play);
    to_the_sheets(&mut play);
    // Turkey has what pays for three corps.
    let (now, month) = (seen(&play, TURKEY), position(&play).economy.asked.unwrap());
    let [has, _] = within_reach(&now, Power::Turkey, month, Counters::default());
    puts_right(&mut play, TURKEY, "treasury/turkey", 3 - has);
    let spend = json!({"counters/turkey/corps": 6, "counters/turkey/fleets": 1, "counters/turkey/depots": 0});
    let made = sheets(&mut play, &[(TURKEY, spend)]);
    let own = account(&play, TURKEY, Power::Turkey);
    assert_eq!(own.lost, [("corps".to_owned(), 3), ("fleet".to_owned(), 1)]);
    assert_eq!(own.unpaid, 4);
    let public = made.iter().find(|entry| entry.public.contains("upkeep_lost")).unwrap();
    let says = "\"counters\":{\"turkey\":{\"corps\":3,\"depots\":0,\"fleets\":1}}";
    assert!(public.public.contains(says), "who could pay is not named: {}", public.public);
    // Six were told and five stand on the map: as many stay as are paid for, the first of the order of battle.
    let now = position(&play);
    let mut left: Vec<String> = now.counters_of(Power::Turkey).keys().cloned().collect();
    left.sort();
    let mut first = names[..3].to_vec();
    first.sort();
    assert_eq!(left, first);
    assert_eq!(now.paid_for(Power::Turkey), Counters { corps: 3, ..Counters::default() });
    // Who has the open record alone finds nothing wrong in it, and goes on with what stands in it.
    all_ready(&mut play);
    to_the_sheets(&mut play);
    assert_eq!(seen(&play, TURKEY).counters_before(Power::Turkey).corps, 3);
    let report = play.right_now();
    assert_eq!(report.orders_waiting, 2, "the sheets themselves, twice");
    // It finds where more are lost than were there; and who sees the accounts when the campaign is closed, where others are than were not paid.
    let says_otherwise = |play: &Play, extent: Extent, kind: &str, many: u32| {
        let mut forged = Forged::of(play, extent);
        let at = forged.game(0, "upkeep_lost");
        forged.p(at)["e"]["counters"]["turkey"][kind] = json!(many);
        verify(forged.file().as_bytes(), &[]).is_err()
    };
    assert!(says_otherwise(&play, Extent::Public, "fleets", 2));
    assert!(!says_otherwise(&play, Extent::Public, "fleets", 0));
    sheets(&mut play, &[]);
    play.ends_verified();
    assert!(says_otherwise(&play, Extent::Whole, "fleets", 0));
}

#[test]
fn counters_that_were_bought_ask_for_upkeep_when_they_have_come() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let spend = json!({"counters/spain/corps": 5, "counters/spain/fleets": 1, "counters/spain/depots": 2,
        "buy/spain/corps": 1, "buy/spain/depot": 1});
    sheets(&mut play, &[(SPAIN, spend)]);
    // It is no news to others before it is told.
    assert_eq!(position(&play).counters_before(Power::Spain).corps, 5);
    to_the_sheets(&mut play);
    let with = Counters { corps: 6, fleets: 1, depots: 3, east: 0 };
    assert_eq!(seen(&play, SPAIN).counters_before(Power::Spain), with);
    assert_eq!(position(&play).counters_before(Power::Spain), Counters { corps: 5, depots: 2, ..with });
    // Who says nothing pays for them.
    let round = play.campaign.play.rounds.keys().next().unwrap().clone();
    let default = play.campaign.play.game.default_choice(&round, &SeatId::numbered(SPAIN)).unwrap();
    assert_eq!(default["counters"]["spain"], json!({"corps": 6, "fleets": 1, "depots": 3}));
    sheets(
        &mut play,
        &[(
            SPAIN,
            json!({"counters/spain/corps": 6, "counters/spain/fleets": 1, "counters/spain/depots": 3}),
        )],
    );
    let paid = |play: &Play| -> i64 {
        let own = account(play, SPAIN, Power::Spain);
        -own.sum(|of| matches!(of, engine::eia::economy::Source::Upkeep { .. }))[0]
    };
    assert_eq!(paid(&play), 10);
    // Once told they are counted once.
    to_the_sheets(&mut play);
    assert_eq!(seen(&play, SPAIN).counters_before(Power::Spain), with);
    play.ends_verified();
}

/// What Spain paid for upkeep and for counters that it bought, by its last account.
fn spent(play: &Play) -> [i64; 2] {
    let own = account(play, SPAIN, Power::Spain);
    let upkeep = own.sum(|of| matches!(of, Source::Upkeep { .. }))[0];
    let is_counter = |item: &str| ["corps", "fleet", "depot"].contains(&item);
    let bought = own.sum(|of| matches!(of, Source::Bought { item, .. } if is_counter(item)))[0];
    [-upkeep, -bought]
}

/// Spain's sheet with so many corps, fleets and depots, and $ for supply.
fn tells(play: &mut Play, [corps, fleets, depots]: [u32; 3], supply: u32) {
    to_the_sheets(play);
    let spend = json!({"counters/spain/corps": corps, "counters/spain/fleets": fleets, "counters/spain/depots": depots,
        "supply/spain": supply});
    sheets(play, &[(SPAIN, spend)]);
}

// standard.land.reinforce.counter, standard.land.depot.step
#[test]
fn counters_that_are_told_away_and_back_are_bought_again() {
    let mut play = kept();
    // On the first sheet the board stands as it stands.
    tells(&mut play, [6, 1, 5], 0);
    assert_eq!(spent(&play), [12, 0]);
    tells(&mut play, [0, 0, 0], 0);
    assert_eq!(spent(&play), [0, 0]);
    tells(&mut play, [6, 1, 5], 2);
    assert_eq!(spent(&play), [12, 12], "what was saved is paid when they are back");
    tells(&mut play, [6, 1, 7], 0);
    assert_eq!(spent(&play), [14, 0], "depots are placed with what was paid for supply");
    tells(&mut play, [6, 1, 8], 0);
    assert_eq!(spent(&play), [15, 1]);
    play.ends_verified();
}

// standard.land.reinforce.counter
#[test]
fn counters_that_are_not_on_the_sheet_leave_the_map_and_those_that_stood_there_are_paid_for() {
    let mut play = kept();
    tells(&mut play, [6, 1, 5], 0);
    tells(&mut play, [0, 0, 0], 0);
    let names = corps(Power::Spain);
    for name in &names[..3] {
        let place = "area/madrid";
        play.must(SPAIN, order(json!({"counter": "place", "power": "spain", "name": name, "place": place})));
    }
    tells(&mut play, [0, 0, 0], 0);
    assert_eq!(spent(&play), [0, 3]);
    assert!(position(&play).counters_of(Power::Spain).is_empty());
    tells(&mut play, [0, 0, 0], 0);
    assert_eq!(spent(&play), [0, 0]);
    play.ends_verified();
}
