//! The language itself.

use super::*;

// The example of `docs/architecture.md`.
#[test]
fn what_the_manual_shows_is_so() {
    given("Saxony is Prussia's; Austria and Prussia allied until March 1806; Berlin: Austria I 12i 2c; land phase")
        .refuses("France", "access enter Saxony counters 0", "1 to 60")
        .when("France", "access enter Saxony counters 2")
        .under(["house.access.forcible.pp-cost"])
        .then("France −1 PP; Prussia at peace with France");
}

#[test]
fn corps_have_contents_leaders_places_and_powers_money_and_points() {
    given("August 1805; France 34 VP; Austria 12 PP; Turkey on F1; Spain $37; Prussia 4 MP")
        .until("Vienna: Austria I 12i 2c, II; Ulm: France II 14i, Napoleon")
        .then("Vienna: Austria I 12i 2c, II; Ulm: France II Corps 14i, Napoleon")
        .then("France 34 VP; Austria 12 PP; Turkey on F1; Spain $37; Prussia 4 MP; August 1805")
        .when("Austria", "counter remove I")
        .refused_with("has no counter")
        .when("Austria", "counter remove 'I Corps'")
        .then("off the map: Austria I");
}

#[test]
fn where_the_bot_keeps_the_economy_money_is_that_of_the_treasury() {
    given("economy kept; March 1805; budget")
        .envelopes("Spain: nothing")
        .until("Spain $12; Prussia 3 MP")
        .then("Spain $12; Prussia 3 MP");
}

#[test]
fn a_battle_and_an_act_of_the_table_are_typed_as_well() {
    given("France at war with Austria; land phase")
        .when("France", r#"battle open field {"place":"Ulm","terrain":"clear","attackers":["france"],"defenders":["austria"]}"#)
        .told("battle_opened battle 1")
        .refuses("Spain", "tell key vp/france value 3000000", "9999")
        .when("Spain", "tell key vp/france value 5")
        .then("France +5 VP; France 5 VP");
}

#[test]
#[should_panic(expected = "\"Vienna burns\" is not understood. There is: a scenario")]
fn a_sentence_that_nobody_knows_fails_with_those_there_are() {
    given("Vienna burns");
}

#[test]
#[should_panic(expected = "access enter has the fields")]
fn an_order_that_misses_a_field_fails_with_those_it_has() {
    drop(given("1805").when("France", "access enter Silesia"));
}

#[test]
#[should_panic(expected = "is refused, and no test looked at it")]
fn a_refusal_that_nobody_looks_at_fails() {
    drop(given("1805").when("France", "access grant to Great Britain"));
}

// What serde says of an order is how it is typed: if it came to say it otherwise, nothing would be read.
#[test]
fn every_order_of_every_subject_has_its_fields() {
    let all = typed::orders();
    let without: Vec<&str> =
        all.iter().filter(|(_, fields)| fields.is_empty()).map(|(order, _)| order.as_str()).collect();
    let has = |order: &str, field: &str| {
        all.iter().any(|(one, of)| one == order && of.iter().any(|one| one == field))
    };
    assert!(
        has("access grant", "conditions")
            && has("board conquer", "undefended")
            && has("transfer factors", "from")
    );
    assert!(all.len() > 60 && without.is_empty(), "{without:?}");
}
