//! What others see of the board that the bot keeps.
#![allow(clippy::unwrap_used)]

use crate::common::seat;
use crate::words::given;
use crate::words::kept::corps;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Position};
use engine::table::game::Game;
use engine::table::view::Viewer;

// standard.land.secret, standard.sea.fleet.public, standard.land.allied.loan: what is in corps, fleets and garrisons is shown to their owner and
// to who has a corps on loan; where they stand, and how many factors a garrison has, to all.
#[test]
fn contents_are_shown_to_their_owner_alone() {
    let board = "kept board; Bavaria is Austria's free state; Vienna: Austria I 12i 2c, Austria II 9i lent to Prussia, \
        garrison 3i; Munich: Bavaria 1 6i; Ulm: France II 14i; Trieste: Austria I Fleet 3L";
    given(board).look(|state, _| {
        let seen = |viewer: &Viewer| -> (Vec<String>, usize, usize) {
            let view: Position = EmpiresInArms::view(state, viewer);
            assert_eq!(view.pieces, state.pieces);
            let corps = view.contents.known_corps().map(|(corps, _)| corps.to_string()).collect();
            (corps, view.contents.known_garrisons().count(), view.contents.known_fleets().count())
        };
        let of = |power: Power| {
            let of = (1..=7).map(seat).find(|seat| state.choice.powers_of(seat).contains(&power)).unwrap();
            seen(&Viewer::Seat(of))
        };
        let names = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let austrian = names(&["Austria I Corps", "Austria II Corps", "Bavaria 1 Corps"]);
        assert_eq!(of(Power::Austria), (austrian, 1, 1));
        assert_eq!(of(Power::Prussia), (names(&["Austria II Corps"]), 0, 0));
        assert_eq!(of(Power::France), (names(&["France II Corps"]), 0, 0));
        assert_eq!(seen(&Viewer::Public), (Vec::new(), 0, 0));
        let first = state.contents.corps(corps("1805", "Austria I")).unwrap();
        assert_eq!(first.to_string(), "12i 2c");
    });
}
