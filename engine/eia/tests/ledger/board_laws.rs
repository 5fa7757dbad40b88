//! What must hold of the board that the bot keeps, whatever was ordered: each law finds the fault that is planted for it.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use crate::words::kept::Kept;
use engine::eia::Position;
use engine::eia::ground::laws::{LAWS, wrong};
use engine::eia::pieces::Pieces;

const WAR: &str = "kept board; France at war with Austria";

// Every law finds the fault that is planted for it, and finds nothing on a board on which all is well.
#[test]
fn each_law_of_the_board_finds_its_fault() {
    let well = format!(
        "{WAR}; Bavaria and Wurttemberg are France's free states; Ulm: France II 14i besieging, siege 1, depot, guards 2i, \
         Austria I 7i 1c inside, Austria garrison 2; Munich: Bavaria 1 6i, France Davout; Vienna: Austria garrison 3i; \
         English Channel: Great Britain I Fleet 10L 2T, Great Britain I 4i 1c aboard"
    );
    let faults = [
        ("one counter one place", "Alentejo: France Ney inside"),
        ("nothing where it may not stand", "Berlin: France III 9i"),
        ("nothing where it may not stand", "Karlsruhe: France III 9i"),
        ("corps within capacity", "Paris: France III 23i"),
        ("corps within capacity", "Munich: Bavaria 2 4m"),
        ("garrisons within their towers", "Linz: Austria garrison 11"),
        ("garrisons within their towers", "Linz: Austria II 9i inside, garrison 2i"),
        ("garrisons within their towers", "Linz: Austria garrison 2c"),
        ("depots within their limit", "Paris: France depot, depot"),
        ("depots within their limit", "box Brest: Great Britain II Fleet 9L, depot"),
        ("nobody at sea without ships", "Irish Sea: Great Britain II Fleet 5L, Great Britain II 6i aboard"),
        (
            "nobody at sea without ships",
            "Irish Sea: Great Britain II Fleet 9L 9T, Great Britain II aboard, Great Britain III aboard",
        ),
        ("fleets within their room", "Irish Sea: Great Britain II Fleet 31L"),
        ("a siege has besiegers", "Linz: siege"),
        ("a siege has besiegers", "Passau: Austria II besieging"),
        ("control follows occupation", "Karlsruhe: Baden garrison 2"),
    ];
    given(&well).board(|ground| {
        let state = ground.state();
        assert_eq!(wrong(state), []);
        for (law, fault) in faults {
            let mut kept = Kept {
                pieces: (*state.pieces).clone(),
                contents: (*state.contents).clone(),
                ..Kept::default()
            };
            kept.read("1805", fault);
            let Kept { pieces, contents, .. } = kept;
            let faulty = Position { pieces: pieces.into(), contents: contents.into(), ..state.clone() };
            let found: Vec<_> = wrong(&faulty).into_iter().map(|wrong| wrong.law).collect();
            assert!(found.contains(&law), "{fault}: {found:?}");
        }
    });
    let caught: Vec<&str> = faults.iter().map(|(law, _)| *law).collect();
    let uncaught: Vec<&str> = LAWS.iter().map(|law| law.name).filter(|law| !caught.contains(law)).collect();
    assert_eq!(uncaught, ["contents have their counters"], "which the next test plants");
}

#[test]
fn contents_without_a_counter_are_found() {
    given(&format!("{WAR}; Vienna: Austria I 8i, garrison 3i; Trieste: Austria I Fleet 3L")).board(
        |ground| {
            let off = Position { pieces: Pieces::default().into(), ..ground.state().clone() };
            let found: Vec<_> = wrong(&off).into_iter().map(|wrong| wrong.law).collect();
            assert_eq!(found, ["contents have their counters"; 3]);
        },
    );
}

#[test]
fn nothing_is_wrong_with_the_historical_set_up_of_1805() {
    let set_up = engine::eia::pieces::set_up::of("1805").unwrap();
    given("kept board").board(|ground| {
        let (pieces, contents) = (set_up.pieces.clone().into(), set_up.contents.clone().into());
        let state = Position { pieces, contents, ..ground.state().clone() };
        assert_eq!(wrong(&state), []);
    });
}

#[test]
#[ignore = "measures: cargo test --release -p eia --test rules -- --ignored --nocapture long_"]
fn long_the_ground_answers_in_time() {
    use engine::eia::ground::Ground;
    use engine::eia::powers::Power;
    use std::time::{Duration, Instant};
    let set_up = engine::eia::pieces::set_up::of("1805").unwrap();
    given("kept board; France, Spain and Turkey at war with Austria, Russia and Prussia").board(|ground| {
        let (pieces, contents) = (set_up.pieces.clone().into(), set_up.contents.clone().into());
        let state = Position { pieces, contents, ..ground.state().clone() };
        let fastest = |what: &str, most: Duration, times: u32, each: &dyn Fn()| {
            let run = || {
                let begun = Instant::now();
                each();
                begun.elapsed() / times
            };
            let took = (0..5).map(|_| run()).min().unwrap();
            println!("{what}: {took:?}, goal {most:?}");
            assert!(took < most, "{what}: {took:?}");
        };
        fastest("the ground of a decision", Duration::from_millis(5), 1, &|| {
            let ground = Ground::of(&state);
            Power::STANDARD.iter().for_each(|power| assert!(ground.enemy_corps(*power).iter().count() < 600));
        });
        let ground = Ground::of(&state);
        let marchers: Vec<_> =
            state.pieces.corps.keys().map(|corps| ground.marcher(*corps).unwrap()).collect();
        let many = u32::try_from(marchers.len()).unwrap();
        fastest("the reach of a corps", Duration::from_micros(200), many, &|| {
            marchers.iter().for_each(|marcher| assert!(!ground.reach(*marcher).ends.is_empty()));
        });
        let powers = u32::try_from(Power::STANDARD.len()).unwrap();
        fastest("the supply of a power", Duration::from_millis(5), powers, &|| {
            Power::STANDARD.iter().for_each(|power| drop(ground.lines(*power, None)));
        });
    });
}
