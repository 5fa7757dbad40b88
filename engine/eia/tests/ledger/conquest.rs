//! Which minor countries an enemy holds whole when a month ends (7.7, 10.2.1).
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::land::conquest::overrun;
use engine::eia::map::ProvinceId;
use engine::eia::powers::Power;

/// Who holds Bavaria whole, which is France's free state and at war with Austria, with this besides its other three cities.
fn of_bavaria(munich: &str) -> Option<Power> {
    let mut found = None;
    given(&format!(
        "kept board; Bavaria is France's free state; France at war with Austria; Augsburg: Austria garrison 1; \
         Regensburg: Austria garrison 1; Passau: Austria III; {munich}"
    ))
    .board(|ground| found = overrun(ground.state()).get(&ProvinceId::by_key("bavaria").unwrap()).copied());
    found
}

// standard.land.conquest.when, house.minors.conquest-primary-district
#[test]
fn who_holds_all_cities_unbesieged_and_in_no_combat_holds_the_country() {
    assert_eq!(of_bavaria("Munich: Austria garrison 2"), Some(Power::Austria));
    assert_eq!(of_bavaria("Munich: Austria I"), Some(Power::Austria));
    assert_eq!(of_bavaria("March 1805"), None, "one of the four is its owner's");
    assert_eq!(of_bavaria("Munich: Austria garrison 2, siege, France II besieging"), None);
    assert_eq!(of_bavaria("Munich: Austria garrison 2, Austria I, France II"), None, "they are in combat");
    assert_eq!(
        of_bavaria("Munich: Austria garrison 2, France II"),
        Some(Power::Austria),
        "who only passes by"
    );
}

// standard.land.conquest.pp: one power has to hold all the cities; what an ally holds does not count.
#[test]
fn what_an_ally_holds_does_not_count() {
    assert_eq!(of_bavaria("Russia at war with France; Munich: Russia garrison 2"), None);
}
