//! A game's rounds of envelopes before its players. A front lists them, a line each; how each is titled and asked for, what lies in an
//! envelope, and what is posted when they open stands with its subject.

use crate::present::front::RoundWords;
use crate::present::{Posts, Scene};
use serde_json::Value;
use table::Entry;
use table::by_round::Envelopes;
use table::envelope::Contents;
use table::game::Game;
use table::view::RoundView;

/// All the rounds of a game in words, by their names. [`told_by_round!`](crate::told_by_round) makes it.
pub trait ToldRounds: Sync {
    /// A round, and what it is about where that is known; `None` for one that is not of this game.
    fn words(&self, name: &str, about: Option<&str>) -> Option<RoundWords>;
    /// See [`ToldRound::contents`].
    fn contents(&self, scene: &Scene<'_>, name: &str, contents: &Contents) -> Option<String>;
    /// See [`ToldRound::post_asked`].
    fn asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView);
    /// See [`ToldRound::post_opened`].
    fn opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], name: &str);
    /// See [`ToldRound::told_otherwise`].
    fn otherwise(&self, name: &str, told: &Value) -> Option<String>;
}

/// Whose rounds they are.
pub trait OfGame {
    /// The game.
    type Game: Game;
}

/// A round of envelopes in words, among the rounds `R` of its front.
pub trait ToldRound<R: OfGame>: Envelopes<R::Game> {
    /// Its title, and the button that seals, by what it is about where that is known.
    fn words(&self, about: Option<&str>) -> RoundWords;
    /// What lies in an envelope, for who may see it; by itself each field of its declared form.
    fn contents(&self, _scene: &Scene<'_>, choice: &Self::Choice) -> String {
        crate::declared::contents(&self.to_string(), choice)
    }
    /// The post by which it is asked for; none by itself.
    fn post_asked(&self, _scene: &Scene<'_>, _posts: &mut Posts, _round: &RoundView) {}
    /// The post when it opens, by its entries, the first of its envelopes at their head; none where what follows tells of it.
    fn post_opened(&self, _scene: &Scene<'_>, _posts: &mut Posts, _entries: &[Entry]) {}
    /// What the owner of a sealed envelope reads where it comes to something else; see [`Envelopes::otherwise`].
    fn told_otherwise(&self, _told: &Value) -> Option<String> {
        None
    }
}

/// A front's rounds of envelopes, a line each with what is sealed in it. It stands in a module of its own, which hands on [`ToldRound`] with the
/// type that it makes.
#[macro_export]
macro_rules! told_by_round {
    (
        $(#[$about:meta])* $rounds:ident of $game:ty: $of:ident, $sealed:ident {
            $($round:ident seals $choice:ident,)+
        }
    ) => {
        use ::table::Entry;
        use ::table::envelope::Contents;
        use $crate::present::front::RoundWords;
        pub(crate) use $crate::present::front::rounds::ToldRound;
        use $crate::present::front::rounds::{OfGame, ToldRounds};
        use $crate::present::{Posts, Scene};

        $(#[$about])*
        pub(crate) struct $rounds;

        impl OfGame for $rounds {
            type Game = $game;
        }

        impl ToldRounds for $rounds {
            fn words(&self, name: &str, about: Option<&str>) -> Option<RoundWords> {
                match name.parse().ok()? {
                    $($of::$round(round) => Some(ToldRound::<$rounds>::words(&round, about)),)+
                }
            }

            fn contents(&self, scene: &Scene<'_>, name: &str, contents: &Contents) -> Option<String> {
                match (name.parse().ok()?, contents.of::<$game>()?) {
                    $(($of::$round(round), $sealed::$choice(choice)) => {
                        Some(ToldRound::<$rounds>::contents(&round, scene, &choice))
                    })+
                    _ => None,
                }
            }

            fn asked(&self, scene: &Scene<'_>, posts: &mut Posts, open: &::table::view::RoundView) {
                match open.round.parse() {
                    $(Ok($of::$round(round)) => ToldRound::<$rounds>::post_asked(&round, scene, posts, open),)+
                    Err(_) => {}
                }
            }

            fn opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], name: &str) {
                match name.parse() {
                    $(Ok($of::$round(round)) => {
                        ToldRound::<$rounds>::post_opened(&round, scene, posts, entries)
                    })+
                    Err(_) => {}
                }
            }

            fn otherwise(&self, name: &str, told: &::serde_json::Value) -> Option<String> {
                match name.parse().ok()? {
                    $($of::$round(round) => ToldRound::<$rounds>::told_otherwise(&round, told),)+
                }
            }
        }
    };
}
