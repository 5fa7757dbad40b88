//! A game's rounds of envelopes, each a subject of its own: its name on the record, what lies in an envelope, who may seal what, what an empty
//! one holds, and what is made of them when they open. A game lists its rounds, a line each; each stands in the file of its subject.

use crate::game::{Game, Table};
use crate::names::SeatId;
use crate::offers::{Field, Offer};
use crate::refusal::Refusal;
use crate::said;
use crate::view::View;
use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// A round of envelopes, and all the rounds of a game together. It is written as its one name on the record, and read from it.
pub trait Envelopes<G: Game>: Display + FromStr {
    /// What lies in one of them.
    type Choice: Serialize + DeserializeOwned;
    /// A choice for an envelope, out of the form in which it was filled in; by itself field by field.
    ///
    /// # Errors
    /// A refusal where that is not the form of the choice.
    fn read(&self, _state: &G::State, _seat: &SeatId, filled: &Value) -> Result<Self::Choice, Refusal> {
        Self::Choice::deserialize(filled).map_err(|_| not_asked())
    }
    /// Checks a choice that is to be sealed.
    ///
    /// # Errors
    /// A refusal where the rules do not allow it, or it is none of the round's.
    fn check(&self, state: &G::State, seat: &SeatId, choice: &Self::Choice) -> Result<(), Refusal>;
    /// What an empty envelope holds when its deadline passes; `None` where nobody's choice can be made for him.
    fn default_choice(&self, state: &G::State, seat: &SeatId) -> Option<Self::Choice>;
    /// What it holds where the others have voted to wait no longer: there is always something, so that nobody holds play up for ever.
    fn voted_default(&self, state: &G::State, seat: &SeatId) -> Option<Self::Choice> {
        self.default_choice(state, seat)
    }
    /// They lie open; of a choice in parts none does yet.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn opened(
        &self,
        table: &mut Table<'_, '_, G>,
        choices: BTreeMap<SeatId, Self::Choice>,
    ) -> Result<(), Refusal>;
    /// What a viewer may seal in it. It is asked for where he may seal something in it now.
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

/// A round in which each seals a few fields, each within bounds: they are said once, and what is offered, what is refused and what an empty
/// envelope holds follows from them. A game's view of its position is the position.
pub trait Form<G: Game>: Display + FromStr {
    /// What lies in an envelope, field by field.
    type Choice: Serialize + DeserializeOwned;
    /// The fields that a seat's player fills in. One that he leaves out, and an empty envelope, hold what is [usual](Field::usually) in them; where a field that must be
    /// filled in has nothing usual, nobody's choice is made for him.
    fn fields(&self, state: &G::State, seat: &SeatId) -> Vec<Field>;
    /// They lie open.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn lie_open(
        &self,
        table: &mut Table<'_, '_, G>,
        choices: BTreeMap<SeatId, Self::Choice>,
    ) -> Result<(), Refusal>;
}

impl<P, G: Game<State = P, View = P>, F: Form<G>> Envelopes<G> for F {
    type Choice = F::Choice;

    fn read(&self, state: &P, seat: &SeatId, filled: &Value) -> Result<F::Choice, Refusal> {
        let mut all = usual(&self.fields(state, seat));
        all.extend(filled.as_object().cloned().ok_or_else(not_asked)?);
        F::Choice::deserialize(Value::Object(all)).map_err(|_| not_asked())
    }

    fn check(&self, state: &P, seat: &SeatId, choice: &F::Choice) -> Result<(), Refusal> {
        Offer::seal(&self.to_string(), self.fields(state, seat)).check(&crate::offers::written(choice))
    }

    fn default_choice(&self, state: &P, seat: &SeatId) -> Option<F::Choice> {
        F::Choice::deserialize(Value::Object(usual(&self.fields(state, seat)))).ok()
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, G>,
        choices: BTreeMap<SeatId, F::Choice>,
    ) -> Result<(), Refusal> {
        self.lie_open(table, choices)
    }

    fn offers(&self, state: &P, table: &View) -> Vec<Offer> {
        let seat = table.seat().into_iter();
        seat.map(|seat| Offer::seal(&self.to_string(), self.fields(state, seat))).collect()
    }
}

/// What stands in fields that are left out.
fn usual(fields: &[Field]) -> Map<String, Value> {
    fields.iter().filter_map(|field| Some((field.name.clone(), field.usual.clone()?))).collect()
}

/// What is said where something else was sealed than what a round asks for.
#[must_use]
pub fn not_asked() -> Refusal {
    Refusal::new(said!("That is not what this round of envelopes asks for."))
}

/// What a viewer may seal in a round now; nothing where he is not asked, or is through with it.
pub(crate) fn offers<G: Game>(round: &G::Round, name: &str, view: &G::View, table: &View) -> Vec<Offer> {
    if !table.may_seal(name) {
        return Vec::new();
    }
    let mut offers = round.offers(view, table);
    offers.retain(|offer| offer.seals_in(name));
    offers
}

/// What a viewer may seal in the rounds that are open, of one kind of round after the other.
pub fn all_offers<G: Game>(view: &G::View, table: &View, kinds: &[fn(&G::Round) -> bool]) -> Vec<Offer> {
    let read = |name: &str| Some((name.to_owned(), name.parse::<G::Round>().ok()?));
    let open: Vec<_> = table.rounds.iter().filter_map(|open| read(&open.round)).collect();
    let by_kind = kinds.iter().flat_map(|is| open.iter().filter(move |(_, round)| is(round)));
    by_kind.flat_map(|(name, round)| offers::<G>(round, name, view, table)).collect()
}

/// A round that is written as a word and a value after a stroke, `budget/1805-03`, or as a word alone: the type with its name on the record. The
/// value is one that is written and read as a text (`Display`, `FromStr`).
///
/// ```
/// table::named_round! {
///     /// The round in which wishes are sealed.
///     pub struct Wishes(pub u32) as "wishes";
/// }
/// table::named_round! {
///     /// The round in which bids are sealed.
///     pub struct Bids as "choice/bids";
/// }
/// assert_eq!((Wishes(3).to_string(), "wishes/3".parse()), ("wishes/3".to_owned(), Ok(Wishes(3))));
/// assert_eq!((Bids.to_string(), "choice/bids".parse()), ("choice/bids".to_owned(), Ok(Bids)));
/// assert!("wishes/x".parse::<Wishes>().is_err() && "choice".parse::<Bids>().is_err());
/// ```
#[macro_export]
macro_rules! named_round {
    ($(#[$about:meta])* $see:vis struct $round:ident($field:vis $of:ty) as $word:literal;) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $see struct $round($field $of);

        impl ::std::fmt::Display for $round {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::write!(f, concat!($word, "/{}"), self.0)
            }
        }

        impl ::std::str::FromStr for $round {
            type Err = $crate::envelope::NoRound;

            fn from_str(name: &str) -> Result<$round, $crate::envelope::NoRound> {
                let of = name.strip_prefix(concat!($word, "/")).and_then(|of| of.parse().ok());
                of.map($round).ok_or($crate::envelope::NoRound)
            }
        }
    };
    ($(#[$about:meta])* $see:vis struct $round:ident as $word:literal;) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $see struct $round;

        impl ::std::fmt::Display for $round {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str($word)
            }
        }

        impl ::std::str::FromStr for $round {
            type Err = $crate::envelope::NoRound;

            fn from_str(name: &str) -> Result<$round, $crate::envelope::NoRound> {
                if name == $word { Ok($round) } else { Err($crate::envelope::NoRound) }
            }
        }
    };
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

        impl $round {
            /// The kinds of rounds that there are, in the order of this list.
            pub const KINDS: &'static [&'static str] = &[$(stringify!($own),)+ $(stringify!($too),)*];

            /// Which of these kinds it is of.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $($round::$own(_) => stringify!($own),)+
                    $($round::$too(_) => stringify!($too),)*
                }
            }

            /// What a viewer may seal in the rounds that are open, in the order of this list.
            fn all_offers(
                view: &<$game as $crate::game::Game>::View,
                table: &$crate::view::View,
            ) -> Vec<$crate::offers::Offer> {
                $crate::by_round::all_offers::<$game>(view, table, &[
                    $(|round| matches!(round, $round::$own(_)),)+
                    $(|round| matches!(round, $round::$too(_)),)*
                ])
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

            fn voted_default(
                &self,
                state: &<$game as $crate::game::Game>::State,
                seat: &$crate::names::SeatId,
            ) -> Option<$choice> {
                match self {
                    $($round::$own(round) => round.voted_default(state, seat).map($choice::$own),)+
                    $($round::$too(round) => round.voted_default(state, seat).map($choice::$same),)*
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::offers::Kind;
    use crate::tests::toy::{Position, Toy};
    use serde_json::{from_value, json};

    crate::named_round! {
        /// A round in which each gives something, which may be nothing.
        struct Gifts(u8) as "gifts";
    }

    #[derive(Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
    struct Gift {
        points: u32,
    }

    impl Form<Toy> for Gifts {
        type Choice = Gift;

        fn fields(&self, state: &Position, _: &SeatId) -> Vec<Field> {
            let points = Field::required("points", Kind::Whole { least: 0, most: state.points.into() });
            vec![if self.0 == 1 { points.usually(json!(0)) } else { points }]
        }

        fn lie_open(&self, _: &mut Table<'_, '_, Toy>, _: BTreeMap<SeatId, Gift>) -> Result<(), Refusal> {
            Ok(())
        }
    }

    fn position() -> Position {
        from_value(json!({"revision": "1", "points": 5, "tosses": 0, "frames": {}})).unwrap()
    }

    #[test]
    fn a_form_reads_and_refuses_by_its_fields() {
        let (state, seat) = (position(), SeatId::numbered(1));
        let read = |filled| Envelopes::<Toy>::read(&Gifts(1), &state, &seat, &filled);
        assert_eq!(read(json!({"points": 5})), Ok(Gift { points: 5 }));
        assert_eq!(read(json!({})), Ok(Gift { points: 0 }));
        assert_eq!(read(json!({"points": "all"})), Err(not_asked()));
        assert_eq!(Gifts(1).check(&state, &seat, &Gift { points: 5 }), Ok(()));
        let why = Gifts(1).check(&state, &seat, &Gift { points: 6 }).unwrap_err();
        assert!(why.says.contains("6 is over the ceiling"), "{why}");
    }

    #[test]
    fn an_empty_envelope_holds_what_is_usual_or_nothing() {
        let (state, seat) = (position(), SeatId::numbered(1));
        assert_eq!(Gifts(1).default_choice(&state, &seat), Some(Gift { points: 0 }));
        assert_eq!(Gifts(2).default_choice(&state, &seat), None);
    }
}
