//! The Crimean War of 1853, and what its peaces bind.
#![allow(clippy::unwrap_used)]

use crate::words::given;

// nationalism.crimea.no-negotiated-peace: Austria's war with Russia is caught as well.
#[test]
fn no_peace_is_agreed_and_nobody_sues_while_it_lasts() {
    const RULE: &str = "nationalism.crimea.no-negotiated-peace";
    given("1853")
        .refuses("Turkey", "seals sue Russia", "no political sheet")
        .envelopes("Austria: war on Prussia and Russia")
        .until("the next month")
        .refuses("Turkey", "seals sue Russia", RULE)
        .until("talks")
        .refuses("France", "politics propose with Russia state peace", RULE)
        .refuses("Russia", "politics propose with Great Britain state peace", RULE)
        .refuses("Russia", "politics propose with Austria state peace", RULE)
        .look(|now, _| assert!(now.is_crimean_war()));
}

// nationalism.paris.black-sea-fleet, nationalism.paris.fleet-marker: the Baltic fleet keeps its ships.
#[test]
fn the_black_sea_fleet_alone_is_gone_where_it_was_the_one_destroyed_and_its_marker_stays_away() {
    given("1853; talks; Odessa: Russia Black Sea Fleet; Riga: Russia Baltic Sea Fleet, IV Fleet")
        .when("Russia", "crimea tell black sea fleet")
        .then("Riga: Russia Baltic Sea Fleet; off the map: Russia Black Sea Fleet, IV Fleet")
        .refuses("Russia", "counter place 'iv fleet' place Riga", "nationalism.paris.fleet-marker");
}

// nationalism.crimea.end.coalition
#[test]
fn a_destroyed_fleet_counts_when_russia_confirms_it_and_a_denial_leaves_the_war() {
    given("1853; talks")
        .tells("France", "crimea tell baltic fleet")
        .look(|now, _| assert!(now.is_crimean_war()))
        .answers("Russia", "deny")
        .waiting(1)
        .look(|now, _| assert!(now.is_crimean_war()));
    given("1853; talks")
        .tells("France", "crimea tell baltic fleet")
        .answers("Russia", "confirm")
        .waiting(0)
        .look(|now, _| assert!(!now.is_crimean_war()));
}

// nationalism.crimea.end.neutrals.enforced-peace: Russia may declare it, at the usual price, and Prussia's peace binds Prussia alone.
#[test]
fn austria_declares_no_war_on_russia_for_eighteen_months_and_russia_is_free() {
    let rule = "nationalism.crimea.end.neutrals.enforced-peace";
    given("1853; Austria and Prussia at war with Russia; talks")
        .when("Russia", "crimea tell baltic fleet")
        .when("Russia", "crimea settle Austria stops yes")
        .when("Russia", "crimea settle Prussia stops yes")
        .until("April 1855")
        .refuses("Austria", "seals war on Russia", rule)
        .envelopes("Russia: war on Prussia")
        .then("Russia at war with Prussia; Russia −3 PP")
        .until("May 1855")
        .envelopes("Austria: war on Russia")
        .then("Austria at war with Russia");
}
