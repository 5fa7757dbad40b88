//! A game's rounds of envelopes, each a subject of its own: its name on the record, what lies in an envelope, who may seal what, what an empty
//! one holds, and what is made of them when they open. A game lists its rounds, a line each; each stands in the file of its subject.

use crate::game::{Game, Table};
use crate::names::SeatId;
use crate::offers::Offer;
use crate::refusal::Refusal;
use crate::said;
use crate::view::View;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// A round of envelopes, and all the rounds of a game together. It is written as its one name on the record, and read from it.
pub trait Envelopes<G: Game>: Display + FromStr {
    /// What lies in one of them.
    type Choice;
    /// A choice for an envelope, out of the form in which it was filled in.
    ///
    /// # Errors
    /// A refusal where that is not the form of the choice.
    fn read(&self, state: &G::State, seat: &SeatId, filled: &Value) -> Result<Self::Choice, Refusal>;
    /// Checks a choice that is to be sealed.
    ///
    /// # Errors
    /// A refusal where the rules do not allow it, or it is none of the round's.
    fn check(&self, state: &G::State, seat: &SeatId, choice: &Self::Choice) -> Result<(), Refusal>;
    /// What an empty envelope holds when its deadline passes; `None` where nobody's choice can be made for him.
    fn default_choice(&self, state: &G::State, seat: &SeatId) -> Option<Self::Choice>;
    /// They lie open; of a choice in parts none does yet.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn opened(
        &self,
        table: &mut Table<'_, '_, G>,
        choices: BTreeMap<SeatId, Self::Choice>,
    ) -> Result<(), Refusal>;
    /// What a viewer may seal in it, among what else his subject offers him.
    fn offers(&self, view: &G::View, table: &View) -> Vec<Offer>;
    /// The parts of its choices, in order, where they open one by one ([`Table::open_part`]): the choice as JSON has a field for each that is
    /// not *nothing*. None where a choice opens whole.
    fn parts(&self, _state: &G::State) -> Vec<String> {
        Vec::new()
    }
    /// What it is about, in a name: a battle's is its place.
    fn about(&self, _state: &G::State) -> Option<String> {
        None
    }
    /// Whether another seat may see anything of a seat's sealed choice before it is opened. What it is, [`Envelopes::shown`] tells.
    fn shows(&self, _state: &G::State, _of: &SeatId, _to: &SeatId) -> bool {
        false
    }
    /// What another seat sees of a sealed choice before it is opened, where it may see anything of it.
    fn shown(&self, _state: &G::State, _of: &SeatId, _to: &SeatId, _choice: &Self::Choice) -> Option<Value> {
        None
    }
    /// What the owner of a sealed choice is told where it comes to something else as the position stands than when he sealed it; `None` where
    /// it comes to the same.
    fn otherwise(&self, _state: &G::State, _seat: &SeatId, _choice: &Self::Choice) -> Option<Value> {
        None
    }
}

/// What is said where something else was sealed than what a round asks for.
#[must_use]
pub fn not_asked() -> Refusal {
    Refusal::new(said!("That is not what this round of envelopes asks for."))
}

/// A game's rounds of envelopes, a line each. It makes the enum of the rounds, which is [`Envelopes`] itself, and that of what lies in their
/// envelopes, by the word that says in its JSON which it is. A round in which the same is sealed as in another stands in the second list, with
/// the name of the other.
#[macro_export]
macro_rules! by_round {
    (
        $(#[$about:meta])* pub enum $round:ident of $game:ty {
            $($(#[$what:meta])* $own:ident($asks:ty),)+
        }
        besides {
            $($(#[$what_too:meta])* $too:ident($asks_too:ty) as $same:ident,)*
        }
        $(#[$about_choice:meta])* pub enum $choice:ident by $tag:literal;
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $round {
            $($(#[$what])* $own($asks),)+
            $($(#[$what_too])* $too($asks_too),)*
        }

        $(#[$about_choice])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(tag = $tag, rename_all = "snake_case")]
        pub enum $choice {
            $($(#[$what])* $own(<$asks as $crate::by_round::Envelopes<$game>>::Choice),)+
        }

        impl ::std::fmt::Display for $round {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $($round::$own(round) => round.fmt(f),)+
                    $($round::$too(round) => round.fmt(f),)*
                }
            }
        }

        impl ::std::str::FromStr for $round {
            type Err = $crate::envelope::NoRound;

            fn from_str(name: &str) -> Result<$round, $crate::envelope::NoRound> {
                $(if let Ok(round) = $crate::envelope::by_its_name(name.parse().ok(), name) {
                    return Ok($round::$own(round));
                })+
                $(if let Ok(round) = $crate::envelope::by_its_name(name.parse().ok(), name) {
                    return Ok($round::$too(round));
                })*
                Err($crate::envelope::NoRound)
            }
        }

        impl $crate::by_round::Envelopes<$game> for $round {
            type Choice = $choice;

            fn read(
                &self,
                state: &<$game as $crate::game::Game>::State,
                seat: &$crate::names::SeatId,
                filled: &::serde_json::Value,
            ) -> Result<$choice, $crate::refusal::Refusal> {
                match self {
                    $($round::$own(round) => round.read(state, seat, filled).map($choice::$own),)+
                    $($round::$too(round) => round.read(state, seat, filled).map($choice::$same),)*
                }
            }

            fn check(
                &self,
                state: &<$game as $crate::game::Game>::State,
                seat: &$crate::names::SeatId,
                choice: &$choice,
            ) -> Result<(), $crate::refusal::Refusal> {
                match (self, choice) {
                    $(($round::$own(round), $choice::$own(choice)) => round.check(state, seat, choice),)+
                    $(($round::$too(round), $choice::$same(choice)) => round.check(state, seat, choice),)*
                    _ => Err($crate::by_round::not_asked()),
                }
            }

            fn default_choice(
                &self,
                state: &<$game as $crate::game::Game>::State,
                seat: &$crate::names::SeatId,
            ) -> Option<$choice> {
                match self {
                    $($round::$own(round) => round.default_choice(state, seat).map($choice::$own),)+
                    $($round::$too(round) => round.default_choice(state, seat).map($choice::$same),)*
                }
            }

            fn opened(
                &self,
                table: &mut $crate::game::Table<'_, '_, $game>,
                choices: ::std::collections::BTreeMap<$crate::names::SeatId, $choice>,
            ) -> Result<(), $crate::refusal::Refusal> {
                let choices = choices.into_iter();
                match self {
                    $($round::$own(round) => {
                        let of_it = choices.filter_map(|(seat, choice)| match choice {
                            $choice::$own(choice) => Some((seat, choice)),
                            _ => None,
                        });
                        round.opened(table, of_it.collect())
                    })+
                    $($round::$too(round) => {
                        let of_it = choices.filter_map(|(seat, choice)| match choice {
                            $choice::$same(choice) => Some((seat, choice)),
                            _ => None,
                        });
                        round.opened(table, of_it.collect())
                    })*
                }
            }

            fn offers(
                &self,
                view: &<$game as $crate::game::Game>::View,
                table: &$crate::view::View,
            ) -> Vec<$crate::offers::Offer> {
                match self {
                    $($round::$own(round) => round.offers(view, table),)+
                    $($round::$too(round) => round.offers(view, table),)*
                }
            }

            fn parts(&self, state: &<$game as $crate::game::Game>::State) -> Vec<String> {
                match self {
                    $($round::$own(round) => round.parts(state),)+
                    $($round::$too(round) => round.parts(state),)*
                }
            }

            fn about(&self, state: &<$game as $crate::game::Game>::State) -> Option<String> {
                match self {
                    $($round::$own(round) => round.about(state),)+
                    $($round::$too(round) => round.about(state),)*
                }
            }

            fn shows(
                &self,
                state: &<$game as $crate::game::Game>::State,
                of: &$crate::names::SeatId,
                to: &$crate::names::SeatId,
            ) -> bool {
                match self {
                    $($round::$own(round) => round.shows(state, of, to),)+
                    $($round::$too(round) => round.shows(state, of, to),)*
                }
            }

            fn shown(
                &self,
                state: &<$game as $crate::game::Game>::State,
                of: &$crate::names::SeatId,
                to: &$crate::names::SeatId,
                choice: &$choice,
            ) -> Option<::serde_json::Value> {
                match (self, choice) {
                    $(($round::$own(round), $choice::$own(choice)) => round.shown(state, of, to, choice),)+
                    $(($round::$too(round), $choice::$same(choice)) => round.shown(state, of, to, choice),)*
                    _ => None,
                }
            }

            fn otherwise(
                &self,
                state: &<$game as $crate::game::Game>::State,
                seat: &$crate::names::SeatId,
                choice: &$choice,
            ) -> Option<::serde_json::Value> {
                match (self, choice) {
                    $(($round::$own(round), $choice::$own(choice)) => round.otherwise(state, seat, choice),)+
                    $(($round::$too(round), $choice::$same(choice)) => round.otherwise(state, seat, choice),)*
                    _ => None,
                }
            }
        }
    };
}
