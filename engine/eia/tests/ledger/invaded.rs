//! An enemy in one's home bars declarations of war.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::Position;
use engine::eia::politics::sheet::can_choose;
use engine::eia::politics::war::War;
use engine::eia::powers::Power;
use engine::table::names::SeatId;

const LIMIT: &str = "house.war.limit.home-invaded";

// house.war.limit.home-invaded: it is told of one month.
#[test]
fn the_sheet_refuses_a_declaration_while_an_enemy_stands_in_ones_home() {
    let may_declare = |now: &Position| can_choose(now, &SeatId::numbered(4), &War, Power::Prussia).len();
    given("Austria at war with Prussia; February 1805")
        .look(|now, _| assert_eq!(may_declare(now), 5))
        .refuses("Prussia", "politics besieged", "No counter")
        .when("Austria", "counter place 'I Corps' place Berlin")
        .look(|now, _| assert_eq!(may_declare(now), 0, "none is offered"))
        .refuses("Prussia", "seals war on Turkey", LIMIT)
        .refuses("Russia", "politics besieged power Prussia", "not yours")
        .when("Prussia", "politics besieged")
        .under([LIMIT])
        .refuses("Prussia", "politics besieged", "told already")
        .look(|now, _| assert_eq!(may_declare(now), 5))
        .envelopes("Prussia: war on Turkey")
        .then("Prussia at war with Turkey")
        .until("the next month")
        .look(|now, _| assert_eq!(may_declare(now), 0));
}
