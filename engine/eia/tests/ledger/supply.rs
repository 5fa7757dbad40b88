//! Supply on the board that the bot keeps (7.4.1): chains of depots, how far they reach, what it costs.
#![allow(clippy::unwrap_used)]

use crate::words::kept::corps;
use crate::words::{Words, given};
use engine::eia::ground::supply::{Line, bill, prices};
use engine::eia::pieces::{CorpsId, DepotId, Owner};
use engine::eia::powers::Power;

/// France at war with Austria in Germany, and its friends there.
fn germany(board: &str) -> Words {
    given(&format!(
        "kept board; Bavaria, Baden and Wurttemberg are France's free states; France at war with Austria; {board}"
    ))
}

// standard.land.supply.chain, standard.land.supply.source, standard.land.supply.reach: France's depots reach 4 areas, others' 3.
#[test]
fn a_chain_runs_from_depot_to_depot_back_to_a_source() {
    let linz = "Linz: France II, depot";
    germany(&format!("Ulm: France depot; {linz}; Munich: Austria garrison 1; Stuttgart: Austria garrison 1"))
        .chain("France", "Linz, Ulm")
        .supplied("France II", Some(0));
    // Without the friends in Germany the source next to Linz is Strasbourg's, 6 areas away.
    let conquered = "kept board; Bavaria, Baden and Wurttemberg are France's; France at war with Austria";
    given(&format!("{conquered}; Ulm: France depot; {linz}")).chain("France", "Linz, Ulm");
    given(&format!("{conquered}; {linz}")).chain("France", "").supplied("France II", None);
}

// standard.land.supply.reach
#[test]
fn a_depot_supplies_as_far_as_its_owners_infantry_goes() {
    given("kept board; Vienna: Austria depot; Budweis: Austria I; Prague: Austria II; Linz: Austria III; Pilsen: Austria IV")
        .supplied("Austria I", Some(2))
        .supplied("Austria II", Some(3))
        .supplied("Austria III", Some(2))
        .supplied("Austria IV", None)
        .board(|ground| {
            let depot = DepotId::all("1805").find(|depot| ground.pieces().depots.contains_key(depot)).unwrap();
            let refusal = ground.line(corps("1805", "Austria IV"), depot, None).unwrap_err();
            assert_eq!(refusal.rules[0].as_str(), "standard.land.supply.reach");
            assert!(refusal.says.contains("our own, not the printed value"), "{refusal}");
            assert_eq!(ground.line(corps("1805", "Austria II"), depot, None).unwrap().areas, 3);
        });
    given("kept board; Bavaria, Baden and Wurttemberg are France's free states; Strasbourg: France depot; Munich: France II; Passau: France III")
        .supplied("France II", Some(4))
        .supplied("France III", None);
}

// standard.land.supply.source
#[test]
fn conquered_besieged_and_burned_cities_and_those_of_ceded_provinces_are_no_sources() {
    let feeds = |words: Words, city: &str| {
        let mut feeds = false;
        words.board(|ground| {
            feeds = Power::ALL
                .into_iter()
                .any(|power| ground.sources(power).iter().any(|area| area.name() == city));
        });
        feeds
    };
    assert!(feeds(given("kept board"), "Vienna"));
    assert!(feeds(given("kept board; Switzerland is France's free state"), "Zurich"));
    assert!(!feeds(given("kept board; Lombardy is France's"), "Milan"));
    assert!(
        !feeds(given("kept board; Tyrol is France's"), "Innsbruck"),
        "house.supply.ceded-province-no-source"
    );
    assert!(!feeds(given("kept board; Vienna: burned"), "Vienna"));
    let war = "kept board; France at war with Austria";
    assert!(feeds(given(&format!("{war}; Vienna: France II, Austria garrison 2")), "Vienna"));
    assert!(!feeds(
        given(&format!("{war}; Vienna: France II besieging, siege, Austria garrison 2")),
        "Vienna"
    ));
    assert!(!feeds(given(&format!("{war}; Vienna: France garrison 2")), "Vienna"));
}

// standard.land.supply.way
#[test]
fn an_enemy_corps_cuts_a_stretch_and_irregulars_and_garrisons_do_not() {
    let depots = "Brunn: Austria depot; Budweis: Austria I; Prague: Austria II";
    let at = |enemies: &str| {
        let friends = "Moravia is France's; Bohemia is France's";
        given(&format!(
            "kept board; {friends}; France at war with Austria; Vienna: Austria depot; {depots}{enemies}"
        ))
    };
    at("").chain("Austria", "Brunn, Vienna").supplied("Austria I", Some(1));
    at("; Brunn: France garrison 2").chain("Austria", "Brunn, Vienna");
    at("; Brunn: France II").chain("Austria", "Vienna");
    at("; Brunn: France II, Austria III").chain("Austria", "Brunn, Vienna");
    let russian = "kept board; Russia at war with Austria; Lemberg: Austria depot; Pokutia: Austria I";
    given(&format!("{russian}; Pokutia: Russia Cossacks")).supplied("Austria I", Some(1));
    given(&format!("{russian}; Lemberg: Russia I")).supplied("Austria I", None);
}

// standard.land.supply.way, standard.land.move.neutral-minor, house.supply.through-neutral
#[test]
fn a_chain_runs_through_no_neutral_country_and_through_a_power_at_peace_only_where_it_is_named() {
    let board = "kept board; Bavaria and Wurttemberg are France's; Strasbourg: France depot; Ulm: France II";
    given(&format!("{board}; Baden is neutral")).supplied("France II", None);
    given(&format!("{board}; Baden is France's")).supplied("France II", Some(2));
    given(&format!("{board}; Baden is Austria's; Switzerland is Austria's; Palatinate is Austria's"))
        .supplied("France II", None)
        .board(|ground| {
            let lines = ground.lines(Power::France, Some(Power::Austria));
            assert_eq!(lines.iter().map(|line| line.areas).collect::<Vec<_>>(), [2]);
            assert!(ground.lines(Power::France, Some(Power::Prussia)).is_empty());
        });
}

// standard.land.supply.whose, standard.land.move.access-allies
#[test]
fn depots_of_who_moves_together_supply() {
    let board = "kept board; Olmutz: Austria depot, Russia I; Austria lets Russia in";
    given(&format!("{board}; Austria and Russia allied")).supplied("Russia I", None).board(|ground| {
        let depot = *ground.pieces().depots.keys().next().unwrap();
        let refusal = ground.line(corps("1805", "Russia I"), depot, None).unwrap_err();
        assert_eq!(refusal.rules[0].as_str(), "standard.land.supply.whose");
    });
    given(&format!("{board}; Austria and Russia move together")).supplied("Russia I", Some(0));
}

// standard.land.forage.besieged
#[test]
fn nothing_is_paid_for_who_is_besieged() {
    germany("Linz: Austria I inside, France II besieging, siege; Vienna: Austria depot")
        .supplied("Austria I", None)
        .board(|ground| {
            let depot = *ground.pieces().depots.keys().next().unwrap();
            let refusal = ground.line(corps("1805", "Austria I"), depot, None).unwrap_err();
            assert_eq!(refusal.rules[0].as_str(), "standard.land.forage.besieged");
        });
}

// standard.land.supply.sea-link, house.supply.naval-chain.max-seven
#[test]
fn a_chain_goes_over_sea_between_open_ports() {
    let board = "kept board; Portugal is Great Britain's; Lisbon: Great Britain depot, Great Britain I";
    given(board).chain("Great Britain", "Lisbon").supplied("Great Britain I", Some(0));
    given(&format!("{board}; Bay of Biscay: France I Fleet; Off Ushant: France II Fleet; Off Cape Finisterre: France III Fleet; \
        Portuguese Coast: France IV Fleet"))
    .chain("Great Britain", "");
    given(&format!("{board}; Portuguese Coast: France I Fleet")).chain("Great Britain", "");
    given(&format!("{board}; Portuguese Coast: France I Fleet, Great Britain I Fleet"))
        .chain("Great Britain", "Lisbon");
    given(&format!("{board}; box Lisbon: France I Fleet")).chain("Great Britain", "");
    // Malta lies farther than a fleet sails in a turn.
    given("kept board; Malta is Great Britain's; Valletta: Great Britain depot").chain("Great Britain", "");
}

// standard.sea.supply.afloat
#[test]
fn a_depot_afloat_supplies_the_coast_as_from_one_area_away() {
    let board = "kept board; Portugal is Great Britain's; Lisbon: Great Britain I; Elvas: Great Britain II";
    given(&format!("{board}; Portuguese Coast: Great Britain I Fleet, depot"))
        .chain("Great Britain", "Great Britain I Fleet")
        .supplied("Great Britain I", Some(1))
        .supplied("Great Britain II", Some(2));
    given(&format!("{board}; box Lisbon: Great Britain I Fleet, depot")).supplied("Great Britain I", None);
}

// standard.sea.arrow.supply
#[test]
fn a_chain_crosses_a_wide_arrow_only_from_depot_to_depot() {
    let board = "kept board; Denmark is France's free state; France at war with Sweden; Sweden is France's";
    given(&format!("{board}; Copenhagen: France depot; Malmo: France II")).supplied("France II", Some(1));
    let belt = format!("{board}; Odense: France II; Copenhagen: France depot; Schleswig: Prussia II");
    given(&belt).supplied("France II", None);
    given(&format!("{belt}; Odense: France depot")).supplied("France II", Some(0));
}

// standard.land.supply.price, standard.land.supply.rounding, standard.land.supply.winter, house.supply.depot.fifth-corps-doubled
#[test]
fn corps_are_paid_for_by_their_distance_and_doubled_after_the_fourth_and_in_winter() {
    let depots: Vec<DepotId> =
        DepotId::all("1805").filter(|one| one.owner() == Owner::Power(Power::Austria)).collect();
    let of = |owner: Power| CorpsId::all("1805").filter(move |one| one.owner() == Owner::Power(owner));
    let lines = |depot: usize, areas: &[u16], skip: usize| -> Vec<Line> {
        let corps = of(Power::Austria).skip(skip);
        corps.zip(areas).map(|(corps, areas)| Line { corps, depot: depots[depot], areas: *areas }).collect()
    };
    let whose = |corps: CorpsId| match corps.owner() {
        Owner::Power(power) => Some(power),
        Owner::Minor(_) => None,
    };
    let halves =
        |lines: &[Line], is_winter| prices(lines, whose, is_winter).iter().map(|one| one.halves).sum::<u32>();
    let bill_of = |lines: &[Line], is_winter| bill(&prices(lines, whose, is_winter));
    // A played month: four corps 1, 2, 1 and 2 areas away, and a new depot for $1.
    assert_eq!(bill_of(&lines(0, &[1, 2, 1, 2], 0), false) + 1, 7);
    assert_eq!(bill_of(&lines(0, &[3; 6], 0), false), 24);
    assert_eq!(bill_of(&lines(0, &[0; 6], 0), false), 4);
    assert_eq!((halves(&lines(0, &[0; 3], 0), false), bill_of(&lines(0, &[0; 3], 0), false)), (3, 2));
    assert_eq!(bill_of(&lines(0, &[0; 4], 0), false), 2);
    // Of five the cheapest is doubled, so that it comes cheapest.
    assert_eq!(halves(&lines(0, &[0, 4, 4, 4, 4], 0), false), 4 * 8 + 2);
    // Two depots have four each at the common price.
    let two = [lines(0, &[1; 4], 0), lines(1, &[1; 4], 4)].concat();
    assert_eq!(halves(&two, false), 16);
    for (areas, wanted) in [(0, 2), (1, 4), (2, 8), (3, 12), (4, 16)] {
        assert_eq!(halves(&lines(0, &[areas], 0), true), wanted, "winter, {areas} areas");
    }
    // A guest is the fifth, however far it is: the depot's owner draws first.
    let guest = of(Power::Russia).take(1).map(|corps| Line { corps, depot: depots[0], areas: 3 });
    let all: Vec<Line> = guest.chain(lines(0, &[0; 4], 0)).collect();
    let dearest = prices(&all, whose, false).into_iter().max_by_key(|one| one.halves).unwrap();
    assert_eq!((dearest.line.areas, dearest.halves), (3, 12));
    assert!(dearest.rules.iter().any(|rule| rule.as_str() == "house.supply.depot.fifth-corps-doubled"));
}
