//! Men whom a marching corps leaves in cities, and takes up out of them (7.3.3).
#![allow(clippy::unwrap_used)]

use crate::words::given;
use crate::words::kept::{area, corps};
use engine::eia::land::march::check;
use engine::eia::land::phase::Leaves;
use engine::eia::powers::Power;

/// What is in France's II Corps and in the cities after it went this way and did this with men, or the rule that refuses it.
fn after(words: &str, way: &[&str], men: &[(&str, i32)]) -> Result<String, String> {
    let mut found = None;
    let all =
        "kept board; Bavaria, Baden and Wurttemberg are France's free states; France at war with Austria";
    given(&format!("{all}; {words}")).board(|ground| {
        let id = corps("1805", "France II");
        let way: Vec<_> = way.iter().map(|at| area(at).unwrap()).collect();
        let leave = |(at, men): &(&str, i32)| Leaves {
            at: area(at).unwrap(),
            men: u16::try_from(men.abs()).unwrap(),
            up: *men < 0,
        };
        let leaves: Vec<Leaves> = men.iter().map(leave).collect();
        let comes_to = check(ground.state(), Power::France, &[id], &way, &leaves, false);
        found = Some(match comes_to {
            Ok(comes_to) => {
                let (inside, garrisons) = comes_to.holds.unwrap();
                let each = garrisons.iter().map(|(garrison, held)| match garrison.post {
                    engine::eia::pieces::Post::City(at) => format!("{} {held}", at.name()),
                    engine::eia::pieces::Post::Depot(_) => String::new(),
                });
                Ok(format!("{inside}; {}", each.collect::<Vec<_>>().join(", ")))
            }
            Err(refusal) => Err(refusal.rules.first().map(|rule| rule.to_string()).unwrap_or_default()),
        });
    });
    found.unwrap()
}

// standard.land.move.garrisons: given a corps with 10 infantry; when it drops 1, takes up 1 and drops 1; then all three are made in one move.
#[test]
fn a_corps_drops_and_takes_up_men_in_one_move() {
    let board = "Ulm: France II 10i 1c; Augsburg: France garrison 2i";
    let did = after(board, &["Augsburg", "Munich"], &[("Munich", 1), ("Augsburg", -2), ("Ulm", 1)]);
    assert_eq!(did.as_deref(), Ok("10i 1c; Ulm 1i, Augsburg 0, Munich 1i"));
}

// standard.land.move.garrisons
#[test]
fn nobody_takes_up_more_than_are_there_or_than_his_counter_holds_or_anothers_men() {
    let rule = Err("standard.land.move.garrisons".to_owned());
    let takes = |board: &str, men: i32| after(board, &["Augsburg"], &[("Augsburg", -men)]);
    assert_eq!(takes("Ulm: France II 10i 1c; Augsburg: France garrison 2i", 3), rule);
    assert_eq!(takes("Ulm: France II 10i 1c; Augsburg: Bavaria garrison 2i", 1), rule);
    assert_eq!(takes("Ulm: France II 10i 1c; Augsburg: France garrison 2i", 0), rule);
    // standard.land.siege.capacity: two towers hold ten.
    let leaves = |men: i32| {
        after("Ulm: France II 22i 3c; Augsburg: France garrison 5i", &["Augsburg"], &[("Augsburg", men)])
    };
    assert_eq!(leaves(5).as_deref(), Ok("17i 3c; Augsburg 10i"));
    assert_eq!((leaves(6), leaves(7)), (rule.clone(), rule.clone()));
    let full = takes("Ulm: France II 22i 3c; Augsburg: France garrison 2i", 1);
    assert_eq!(full, Err("standard.land.reinforce.arrivals".to_owned()));
    let twice = [("Augsburg", -1), ("Augsburg", 1)];
    assert_eq!(after("Ulm: France II 10i 1c; Augsburg: France garrison 2i", &["Augsburg"], &twice), rule);
}

// standard.land.move.vacant: men left in an enemy's empty city take it, and the march says so; men taken up take nothing.
#[test]
fn a_march_names_the_rule_by_which_it_takes_an_empty_city() {
    let rules = |at: &str, men: u16, up: bool| {
        let mut found = Vec::new();
        let words = "kept board; Bavaria, Baden and Wurttemberg are France's free states; France at war with Austria; \
                     Munich: France II 10i 1c, France garrison 2i";
        given(words).board(|ground| {
            let id = corps("1805", "France II");
            let way: Vec<_> = ["Passau", "Linz"].iter().map(|at| area(at).unwrap()).collect();
            let leaves = [Leaves { at: area(at).unwrap(), men, up }];
            let comes_to = check(ground.state(), Power::France, &[id], &way, &leaves, false).unwrap();
            found = comes_to.rules.iter().map(ToString::to_string).collect();
        });
        found.contains(&"standard.land.move.vacant".to_owned())
    };
    assert!(rules("Linz", 1, false));
    assert!(!rules("Passau", 1, false), "it is its own side's");
    assert!(!rules("Munich", 1, true));
}
