//! Movement on the board that the bot keeps (7.3): what a step costs, who may enter what, where one stops and where one ends.
#![allow(clippy::unwrap_used)]

use crate::words::{Words, given};
use engine::eia::ground::reach::{Kind, Marcher};
use engine::eia::map::AreaId;
use engine::eia::pieces::{IrregularId, LeaderId, Owner};
use engine::eia::powers::Power;

/// France at war with Austria in Germany, and its friends there.
fn germany(board: &str) -> Words {
    given(&format!(
        "kept board; Bavaria, Baden and Wurttemberg are France's free states; France at war with Austria; {board}"
    ))
}

fn area(key: &str) -> AreaId {
    AreaId::by_key(key).unwrap()
}

// standard.land.move.allowance, standard.land.move.cost: French infantry has 4 movement points, Austrian 3 and its cavalry 4; an area costs 1,
// over a river and through mountains too.
#[test]
fn a_corps_goes_as_many_areas_as_its_counter_has_movement_points() {
    germany("Strasbourg: France II; Vienna: Austria I, Austria Cavalry")
        .marches("France II", "Black Forest, Ulm, Augsburg", 1)
        .marches("France II", "Black Forest, Ulm, Augsburg, Munich", 0)
        .stays("France II", "Black Forest, Ulm, Augsburg, Munich, Passau", "standard.land.move.allowance")
        .stays("France II", "Ulm", "standard.land.move.cost")
        .reaches("France II", "Strasbourg 0, Ulm 2, Stuttgart 2, Munich 4")
        .reaches_not("France II", "Passau, Linz")
        .marches("Austria I", "Graz, Klagenfurt", 1)
        .marches("Austria Cavalry", "West of Vienna, Linz, Budweis, Prague", 0)
        .stays("Austria I", "West of Vienna, Linz, Budweis, Prague", "standard.land.move.allowance");
}

// standard.land.move.allowance
#[test]
fn corps_of_some_minor_countries_go_farther_under_france() {
    let board = "Bavaria is %'s free state; Munich: Bavaria 1";
    given(&format!("kept board; Wurttemberg is France's free state; {}", board.replace('%', "France")))
        .marches("Bavaria 1", "Augsburg, Ulm, Augsburg, Munich", 0);
    given(&format!("kept board; Wurttemberg is Austria's free state; {}", board.replace('%', "Austria")))
        .marches("Bavaria 1", "Augsburg, Ulm, Augsburg", 0)
        .stays("Bavaria 1", "Augsburg, Ulm, Augsburg, Munich", "standard.land.move.allowance");
}

// standard.land.move.stop
#[test]
fn who_enters_an_area_with_an_enemy_corps_in_the_open_stops_there() {
    let on = "Augsburg, Munich, Passau";
    germany("Ulm: France II; Munich: Austria I")
        .marches("France II", "Augsburg, Munich", 2)
        .stays("France II", on, "standard.land.move.stop")
        .reaches("France II", "Munich 2, Regensburg 2, Passau 3");
    germany("Ulm: France II; Munich: Austria garrison 5").marches("France II", on, 1);
    germany("Ulm: France II; Munich: Austria depot, Austria Freikorps").marches("France II", on, 1);
    germany("Ulm: France II; Munich: Austria I besieging, siege, France garrison 2").stays(
        "France II",
        on,
        "standard.land.move.stop",
    );
}

// standard.land.move.pass-city
#[test]
fn an_enemy_inside_a_city_lets_pass_and_is_besieged_by_who_ends_there() {
    germany("Ulm: France II; Munich: Austria I inside")
        .marches("France II", "Augsburg, Munich, Passau", 1)
        .board(|ground| {
            let marcher = Marcher {
                power: Power::France,
                kind: Kind::Corps,
                from: area("ulm"),
                points: 4,
                forcible: None,
            };
            let ends = |way: &[&str]| {
                let way: Vec<AreaId> = way.iter().map(|key| area(key)).collect();
                ground.march(marcher, &way).unwrap().must_besiege
            };
            assert!(ends(&["augsburg", "munich"]));
            assert!(!ends(&["augsburg", "munich", "passau"]) && !ends(&["augsburg"]));
        });
}

// standard.land.move.leave, standard.land.siege.shut-in
#[test]
fn who_is_inside_with_an_enemy_before_the_city_does_not_march_past_him() {
    germany("Ulm: Austria I inside, France II")
        .stays("Austria I", "Stuttgart", "standard.land.move.leave")
        .marches("France II", "Stuttgart", 3);
    germany("Ulm: Austria I inside, France II besieging, siege").stays(
        "Austria I",
        "Stuttgart",
        "standard.land.siege.shut-in",
    );
    germany("Ulm: Austria I inside, Austria II, Bavaria 1 lent to Austria").marches(
        "Austria I",
        "Stuttgart",
        2,
    );
}

// standard.land.move.leave: who stands in the open beside an enemy leaves freely.
#[test]
fn who_stands_in_the_open_beside_an_enemy_leaves() {
    germany("Ulm: Austria I, France II").marches("Austria I", "Augsburg, Munich", 1);
}

// standard.land.move.landing
#[test]
fn who_is_aboard_lands_and_does_not_march() {
    given("kept board; Portuguese Coast: Great Britain I Fleet, Great Britain I aboard").stays(
        "Great Britain I",
        "Lisbon",
        "standard.land.move.landing",
    );
}

// standard.land.move.neutral-minor
#[test]
fn a_neutral_minor_country_is_crossed_and_nobody_ends_there() {
    given("kept board; Baden is neutral; France at war with Wurttemberg; Strasbourg: France II")
        .marches("France II", "Karlsruhe, Stuttgart", 2)
        .stays("France II", "Karlsruhe", "standard.land.move.neutral-minor")
        .reaches("France II", "Stuttgart 2")
        .reaches_not("France II", "Karlsruhe, Black Forest");
}

// standard.land.move.war-entry, standard.land.move.access-limits
#[test]
fn land_of_a_power_at_peace_is_entered_by_access_or_by_forcible_access() {
    let board = "kept board; Hesse is France's free state; Kassel: France II";
    given(board)
        .stays("France II", "Harz", "standard.land.move.war-entry")
        .reaches_not("France II", "Harz, Magdeburg")
        .forces("France II", "Harz, Magdeburg", "Prussia", Some("standard.land.move.access-limits"))
        .forces("France II", "Harz", "Austria", Some("standard.land.move.war-entry"));
    given(&format!("{board}; Prussia lets France in")).marches("France II", "Harz, Magdeburg", 2);
    given(&format!("{board}; France at war with Prussia")).marches("France II", "Harz, Magdeburg", 2);
    given(&format!("{board}; France at war with Austria; Magdeburg: Austria I"))
        .forces("France II", "Harz, Magdeburg", "Prussia", None)
        .forces("France II", "Harz", "Prussia", Some("standard.land.move.access-limits"));
}

// standard.land.move.access-allies
#[test]
fn who_moves_together_needs_no_grant() {
    let board = "kept board; Warsaw: Russia I";
    given(board).stays("Russia I", "Plock", "standard.land.move.war-entry");
    given(&format!("{board}; Russia and Prussia move together")).marches("Russia I", "Plock", 2);
}

// standard.land.side, standard.land.move.war-entry: a minor country is entered by its controller's side.
#[test]
fn a_minor_country_is_open_to_its_controllers_side() {
    let board = "kept board; Bavaria is Austria's free state; Passau: Russia I; France at war with Austria";
    given(board).stays("Russia I", "Munich", "standard.land.move.war-entry");
    given(&format!("{board}; France at war with Russia")).marches("Russia I", "Munich", 2).stays(
        "Russia I",
        "Linz",
        "standard.land.move.war-entry",
    );
}

// standard.land.move.arrow, standard.sea.arrow.types, standard.sea.arrow.channel
#[test]
fn the_channel_is_crossed_by_whose_side_alone_has_a_fleet_in_the_strait() {
    let board = "kept board; Lille: France II";
    let over = "East of Portsmouth";
    given(board).stays("France II", over, "standard.sea.arrow.channel");
    given(&format!("{board}; Strait of Dover: France I Fleet"))
        .marches("France II", over, 3)
        .reaches("France II", "East of Portsmouth 1");
    given(&format!("{board}; Strait of Dover: France I Fleet, Great Britain I Fleet"))
        .stays("France II", over, "standard.sea.arrow.channel")
        .reaches_not("France II", over);
    given("kept board; France at war with Naples; Reggio: France II").stays(
        "France II",
        "Messina",
        "standard.sea.arrow.types",
    );
}

// standard.sea.arrow.bar
#[test]
fn an_enemy_fleet_bars_an_arrow_but_for_the_sound_between_shores_of_ones_side() {
    let board = "kept board; Denmark is France's free state; Sweden is France's free state; Copenhagen: Denmark 1; \
        Malmo: Sweden 1";
    given(board).marches("Denmark 1", "Malmo", 2);
    let barred =
        format!("{}; Sound and Belts: Great Britain I Fleet", board.replace("; Malmo: Sweden 1", ""));
    given(&barred).stays("Denmark 1", "Malmo", "standard.sea.arrow.bar");
    given(&format!("{barred}, France I Fleet")).marches("Denmark 1", "Malmo", 2);
    given(&format!("{barred}; Malmo: Sweden garrison 1")).marches("Denmark 1", "Malmo", 2);
    // The Bosporus is never closed.
    given("kept board; Russia at war with Turkey; Constantinople: Turkey Nizam-i-Cedid; Dardanelles: Russia I Fleet")
        .marches("Turkey Nizam-i-Cedid", "Scutari of Asia", 2);
}

// standard.land.reinforce.insurrection-stay
#[test]
fn insurrection_corps_stay_in_and_beside_insurrection_areas() {
    given("kept board; Pressburg: Austria I Insurrection")
        .marches("Austria I Insurrection", "Vienna", 2)
        .stays(
            "Austria I Insurrection",
            "Vienna, West of Vienna",
            "standard.land.reinforce.insurrection-stay",
        )
        .reaches_not("Austria I Insurrection", "Linz, Prague");
}

// standard.land.move.guerrillas, standard.land.move.cossacks
#[test]
fn guerrillas_stay_in_spain_and_go_two_areas_cossacks_five() {
    given("kept board; Spain at war with France; Pamplona: Spain Guerrillas; Kiev: Russia Cossacks").board(
        |ground| {
            let first = |owner, kind: &str| {
                let of = |id: &IrregularId| id.owner() == Owner::Power(owner) && id.name().starts_with(kind);
                let on_map = ground.pieces().irregulars.keys().copied().find(of).unwrap();
                ground.irregular(on_map).unwrap()
            };
            let guerrillas = first(Power::Spain, "Guerrillas");
            assert_eq!((guerrillas.points, first(Power::Russia, "Cossacks").points), (2, 5));
            let refusal = ground.march(guerrillas, &[area("bayonne")]).unwrap_err();
            assert_eq!(refusal.rules[0].as_str(), "standard.land.move.guerrillas");
            assert!(ground.march(guerrillas, &[area("burgos")]).is_ok());
            // The corps of who is at war with France enters.
            let corps = Marcher { kind: Kind::Corps, points: 3, ..guerrillas };
            assert!(ground.march(corps, &[area("bayonne")]).is_ok());
        },
    );
}

// standard.land.move.leader
#[test]
fn a_leader_goes_alone_eight_areas_where_no_enemy_is_to_his_side() {
    let board = "kept board; Spain at war with France; Bayonne: France II, France Napoleon";
    let goes = |words: Words, to: &str| {
        let mut why = None;
        words.board(|ground| {
            let napoleon = LeaderId::named("1805", Owner::Power(Power::France), "Napoleon").unwrap();
            let marcher = ground.courier(napoleon, area("bayonne")).unwrap();
            let reach = ground.reach(marcher);
            match reach.way(area(to)) {
                Some(way) => {
                    why = ground.march(marcher, &way).err().map(|refusal| refusal.rules[0].to_string())
                }
                None => why = Some("no way".to_owned()),
            }
            assert_eq!(why.is_none(), reach.ends.contains(area(to)), "{to}");
        });
        why
    };
    assert_eq!(goes(given(board), "paris"), None);
    assert_eq!(
        goes(given(board), "pamplona").as_deref(),
        Some("standard.land.move.leader"),
        "an enemy's city"
    );
    assert_eq!(goes(given(board), "antwerp").as_deref(), Some("no way"), "too far");
    assert_eq!(
        goes(given(&format!("{board}; Pamplona: Spain Guerrillas")), "pamplona").as_deref(),
        Some("no way")
    );
    assert_eq!(goes(given(&format!("{board}; Pamplona: France III")), "pamplona"), None);
}
