//! The economic phase where the bot keeps the economy.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::economy::{Purse, Source, sums};
use engine::eia::powers::Power;

fn home(of: &Source) -> bool {
    matches!(of, Source::Province { province } if province.on_map().home_of == Some(Power::Spain))
}

/// What was bought and has not come: what, how many, in which month.
fn under_way(purse: &Purse) -> Vec<(&str, u32, String)> {
    purse.under_way.iter().map(|of| (of.item.as_str(), of.count, of.month.to_string())).collect()
}

// 8: 32/16 from home and 8 from domestic trade, 6 American; five corps, a fleet and five depots cost 11; manpower that nobody spends is gone.
#[test]
fn a_quarter_of_spain_as_a_played_campaign_reports_it() {
    given("economy kept; budget; Spain $37")
        .envelopes(
            "Spain: counters corps 5, counters fleets 1, counters depots 5, buy infantry 10, buy ship 2",
        )
        .look_at("Spain", |own, _| assert_eq!(own.sum(home), [32, 16]))
        .account("Spain", "trade with Great Britain", [8, 0])
        .account("Spain", "american", [6, 0])
        .account("Spain", "upkeep", [-11, 0])
        .account("Spain", "bought", [-30 - 20, -12])
        .look_at("Spain", |own, purse| {
            assert_eq!((own.before, own.after), ([37, 0], [37 + sums(&own.lines)[0], 0]));
            let [infantry, ships] = [("infantry", 10, "1805-06"), ("ship", 2, "1806-03")];
            assert_eq!(
                under_way(purse),
                [infantry, ships].map(|(item, count, month)| (item, count, month.to_owned()))
            );
        });
}

// 8.3: what is borrowed is not spent in the same quarter; and it is said how much was not bought.
#[test]
fn money_that_is_lent_comes_when_the_sheets_open_and_no_enemy_gets_any() {
    given("economy kept; budget")
        .refuses("Great Britain", "seals lend France 5", "at war")
        .envelopes("Great Britain: lend Austria 10; Austria: buy infantry 99")
        .account("Great Britain", "lent to Austria", [-10, 0])
        .account("Austria", "borrowed of Great Britain", [10, 0])
        .look_at("Austria", |own, _| {
            let got = -own.sum(|of| matches!(of, Source::Bought { .. }))[0] / 3;
            assert!(own.before[0] > 0 && own.after[0] >= 10, "{own:?}");
            assert_eq!(own.missed, [("infantry".to_owned(), u32::try_from(99 - got).unwrap())]);
        });
}

// 8.5
#[test]
fn a_counter_that_is_bought_comes_with_the_next_reinforcement() {
    given("economy kept; budget").envelopes("Spain: counters corps 5, buy corps 1, buy depot 1").look_at(
        "Spain",
        |_, purse| {
            assert_eq!(under_way(purse), ["corps", "depot"].map(|item| (item, 1, "1805-04".to_owned())));
        },
    );
}

// 8.5
#[test]
fn prussia_alone_saves_manpower() {
    given("economy kept; budget")
        .envelopes("Prussia: nothing")
        .look_at("Prussia", |own, _| assert!(own.after[1] > 0))
        .then("Prussia 16 MP; Russia 0 MP")
        .until("the next month")
        .until("budget")
        .envelopes("Prussia: nothing")
        .look_at("Prussia", |own, _| assert_eq!(own.before[1], 16));
}

// 8.2.1.2.1
#[test]
fn either_side_may_refuse_to_trade_and_war_ends_it() {
    let (refuses, trades) =
        ("economy trade with Great Britain refuse yes", "economy trade with Great Britain refuse no");
    given("economy kept")
        .refuses("Austria", "economy trade power Spain with Great Britain refuse yes", "not yours")
        .refuses("Spain", trades, "does not refuse")
        .when("Spain", refuses)
        .refuses("Spain", refuses, "already")
        .until("budget")
        .envelopes("Spain: nothing")
        .account("Spain", "trade", [0, 0])
        .account("Great Britain", "trade with Spain", [0, 0])
        .account("Great Britain", "trade with France", [0, 0])
        .account("Great Britain", "trade with Russia", [8, 0])
        .when("Spain", trades)
        .until("the next month")
        .until("budget")
        .envelopes("Spain: nothing")
        .account("Great Britain", "trade with Spain", [8, 0])
        .account("Spain", "trade", [8, 0]);
}

// house.base.no-militia-conversion; nothing of what is refused is left behind.
#[test]
fn what_is_no_sheet_is_refused_in_a_sentence() {
    given("economy kept; budget")
        .refuses("Spain", "seals buy/france/infantry 1", "not yours")
        .refuses("Spain", "seals buy cossack 1", "nothing that could take")
        .refuses("Spain", "seals buy weather 1", "Nothing of that name")
        .refuses("Spain", "seals buy infantry 1000000", "whole one from 0 to 999")
        .refuses("Spain", "seals buy infantry -1", "whole one from 0 to 999")
        .refuses("Spain", "seals manipulate/spain up_7", "no economic sheet")
        .refuses("Spain", "seals counters corps 9, buy corps 1", "9 of 9")
        .refuses("Spain", "seals lend Spain 1", "another power")
        .refuses("Spain", "seals buy conversion 1", "house.base.no-militia-conversion")
        .envelopes("Spain: nothing")
        .account("Spain", "bought", [0, 0])
        .account("Spain", "lent", [0, 0]);
}
