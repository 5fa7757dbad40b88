//! A game by subject: what can be ordered in each, what happens in it, and what may be done in it now. A game lists its subjects, a line
//! each; each stands in its own file.
//!
//! On the record an order has a word of its subject as a key, and that key says how the rest is read.

use crate::assent::Rests;
use crate::campaign::Stage;
use crate::event::SECRET;
use crate::game::{Game, Sealed, Table};
use crate::names::SeatId;
use crate::offers::{Field, Offer};
use crate::refusal::Refusal;
use crate::said;
use crate::view::View;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A subject of a game.
pub trait Subject<G: Game> {
    /// What happens in it.
    type Happened;
    /// It changes the position. It never fails.
    fn apply(state: &mut G::State, happened: Self::Happened);
    /// What a viewer may do in it now, out of what he sees.
    fn offers(_view: &G::View, _table: &View) -> Vec<Offer> {
        Vec::new()
    }
    /// See [`Game::binds`].
    fn binds(_happened: &Self::Happened) -> bool {
        false
    }
    /// See [`Game::outlasts_going_back`].
    fn outlasts_going_back(_happened: &Self::Happened) -> bool {
        false
    }
}

/// What a regent may order of a subject for an absent player. He does what the open steps ask of the seat, and tells what came of it; what
/// begins, agrees to or ends something is its player's own.
pub enum Regent<O> {
    /// All of it.
    Orders,
    /// None of it: it is of the player's free will.
    Leaves,
    /// The orders of which this says so.
    OrdersWhere(fn(&O) -> bool),
}

impl<O> Regent<O> {
    /// Whether a regent may give an order.
    #[must_use]
    pub fn may(&self, order: &O) -> bool {
        match self {
            Regent::Orders => true,
            Regent::Leaves => false,
            Regent::OrdersWhere(is_asked) => is_asked(order),
        }
    }

    /// Whether anything of it can be offered to the viewer: to a regent nothing of what he leaves.
    #[must_use]
    pub fn is_offered(&self, table: &View) -> bool {
        !(table.as_regent && matches!(self, Regent::Leaves))
    }
}

/// What is said to a regent whose order is of his player's free will.
#[must_use]
pub fn of_free_will() -> Refusal {
    Refusal::new(said!(
        "A regent does what the open steps ask of the seat; in politics he begins, agrees to and ends nothing for an absent player."
    ))
}

/// A subject in which players order something.
pub trait Ordered<G: Game>: Subject<G> {
    /// What they order. It is tagged by the subject's key.
    type Order;
    /// What of it a regent may order. Every subject says so; one that he leaves is not offered to him.
    const REGENT: Regent<Self::Order>;
    /// On whose assent it rests. Every subject says so.
    const RESTS: Rests<G, Self::Order>;
    /// What of it is sealed.
    const SEALED: Sealed = Sealed::Nothing;
    /// See [`Game::is_before_play`].
    const IS_BEFORE_PLAY: bool = false;
    /// A player's order.
    ///
    /// # Errors
    /// A refusal where the rules do not allow it.
    fn decide(table: &mut Table<'_, '_, G>, seat: &SeatId, order: Self::Order) -> Result<(), Refusal>;
    /// See [`Game::decide_for_host`].
    ///
    /// # Errors
    /// A refusal where it is no such order, or cannot be taken.
    fn decide_for_host(_table: &mut Table<'_, '_, G>, _order: Self::Order) -> Result<(), Refusal> {
        Err(crate::order::no_seat())
    }
}

/// A subject in which an order that may be given makes one thing happen: what it may, what comes of it and what is offered is said once. A
/// game's view of its position is the position.
pub trait Simple<G: Game> {
    /// What is ordered. It is tagged by the subject's key.
    type Order: Serialize;
    /// What happens.
    type Happened: Into<G::Event>;
    /// The subject's key.
    const KEY: &'static str;
    /// See [`Ordered::REGENT`].
    const REGENT: Regent<Self::Order>;
    /// See [`Ordered::RESTS`].
    const RESTS: Rests<G, Self::Order>;
    /// See [`Ordered::SEALED`].
    const SEALED: Sealed = Sealed::Nothing;
    /// What comes of an order.
    ///
    /// # Errors
    /// A refusal where the rules do not allow it.
    fn may(state: &G::State, seat: &SeatId, order: &Self::Order) -> Result<Self::Happened, Refusal>;
    /// It changes the position. It never fails.
    fn apply(state: &mut G::State, happened: Self::Happened);
    /// Orders that a seat's player may think of: of these are offered to him that may be given.
    fn tries(state: &G::State, seat: &SeatId) -> impl IntoIterator<Item = Self::Order>;
    /// What of an order is open to choose where it is offered: what is kept secret. An order holds nothing secret beyond the bounds of it.
    #[must_use]
    fn open() -> Vec<Field> {
        Vec::new()
    }
    /// It happens: the event, and what an order leads to besides.
    ///
    /// # Errors
    /// A refusal where it cannot be written, or chance fails.
    fn happens(table: &mut Table<'_, '_, G>, happened: Self::Happened) -> Result<(), Refusal> {
        table.emit(&happened.into())
    }
}

impl<P, G: Game<State = P, View = P>, S: Simple<G>> Subject<G> for S {
    type Happened = S::Happened;

    fn apply(state: &mut P, happened: S::Happened) {
        <S as Simple<G>>::apply(state, happened);
    }

    fn offers(state: &P, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        let may = S::tries(state, seat).into_iter().filter(|order| S::may(state, seat, order).is_ok());
        may.map(|order| Offer::of_order(S::KEY, order, S::open())).collect()
    }
}

impl<P, G: Game<State = P, View = P>, S: Simple<G>> Ordered<G> for S {
    type Order = S::Order;
    const REGENT: Regent<S::Order> = <S as Simple<G>>::REGENT;
    const RESTS: Rests<G, S::Order> = <S as Simple<G>>::RESTS;
    const SEALED: Sealed = <S as Simple<G>>::SEALED;

    fn decide(table: &mut Table<'_, '_, G>, seat: &SeatId, order: S::Order) -> Result<(), Refusal> {
        let happened = S::may(table.state(), seat, &order)?;
        check_secret(S::open(), &order)?;
        S::happens(table, happened)
    }
}

/// What an order keeps secret is within the bounds of its fields. Where it is not known, nothing is refused.
fn check_secret(open: Vec<Field>, order: &impl Serialize) -> Result<(), Refusal> {
    let order = crate::offers::written(order);
    let secret = open.into_iter().filter(|field| field.secret).collect();
    order.get(SECRET).map_or(Ok(()), |given| Offer::with("", secret).check(given))
}

/// What stands on the record of a subject, with the words by which it is told apart there: its orders by its key, what happens by a word of its
/// own, and the lists of fields in them. No field is taken that is not named.
///
/// ```
/// table::recorded! {
///     /// What a player orders.
///     pub enum Order by "march" {
///         To { place: String, men: Men },
///     }
///     /// How many march.
///     pub struct Men {
///         pub many: u32,
///     }
///     /// What happened.
///     pub enum Happened {
///         Marched { place: String },
///     }
/// }
/// let order = serde_json::json!({"march": "to", "place": "Ulm", "men": {"many": 3}});
/// let read = Order::To { place: "Ulm".to_owned(), men: Men { many: 3 } };
/// assert_eq!(serde_json::from_value::<Order>(order).ok(), Some(read));
/// let happened = serde_json::to_value(Happened::Marched { place: "Ulm".to_owned() });
/// assert_eq!(happened.ok(), Some(serde_json::json!({"k": "marched", "place": "Ulm"})));
/// ```
#[macro_export]
macro_rules! recorded {
    () => {};
    ($(#[$about:meta])* $see:vis enum $order:ident by $key:literal { $($variants:tt)* } $($more:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(tag = $key, rename_all = "snake_case", deny_unknown_fields)]
        $see enum $order { $($variants)* }
        $crate::recorded! { $($more)* }
    };
    ($(#[$about:meta])* $see:vis enum $happened:ident { $($variants:tt)* } $($more:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(tag = "k", rename_all = "snake_case")]
        $see enum $happened { $($variants)* }
        $crate::recorded! { $($more)* }
    };
    ($(#[$about:meta])* $see:vis struct $fields:ident { $($each:tt)* } $($more:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $see struct $fields { $($each)* }
        $crate::recorded! { $($more)* }
    };
}

/// An order as it is written, before it is known which subject it belongs to.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Written(Map<String, Value>);

impl Written {
    /// Whether it belongs to the subject with this key.
    #[must_use]
    pub fn is_of(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The order, read as one of its subject.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn read<T: DeserializeOwned, E: Error>(self) -> Result<T, E> {
        serde_json::from_value(Value::Object(self.0)).map_err(E::custom)
    }
}

/// A game's subjects, a line each: [`Ordered`] ones with the key that their orders have on the record, which is the tag of the subject's
/// orders and no field of any other's, and those in which something only happens. It makes the orders and events of the game, and what it does
/// with each.
#[macro_export]
macro_rules! by_subject {
    (
        $(#[$about:meta])* pub enum $order:ident of $game:ty {
            $($(#[$what:meta])* $key:literal => $ordered:ident($subject:ty),)+
        }
        $(#[$about_event:meta])* pub enum $event:ident besides {
            $($(#[$what_only:meta])* $happens:ident($only:ty),)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $order {
            $($(#[$what])* $ordered(<$subject as $crate::by_subject::Ordered<$game>>::Order),)+
        }

        impl ::serde::Serialize for $order {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($order::$ordered(order) => order.serialize(serializer),)+
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $order {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let written = $crate::by_subject::Written::deserialize(deserializer)?;
                $(if written.is_of($key) {
                    return written.read().map($order::$ordered);
                })+
                Err(::serde::de::Error::custom(concat!("an order has one of", $(" `", $key, "`",)+)))
            }
        }

        impl $order {
            /// See [`Game::decide`]($crate::game::Game::decide).
            fn decide(
                self,
                table: &mut $crate::game::Table<'_, '_, $game>,
                seat: &$crate::names::SeatId,
            ) -> Result<(), $crate::refusal::Refusal> {
                if table.is_regent() && !self.is_asked_of_a_regent() {
                    return Err($crate::by_subject::of_free_will());
                }
                match self {
                    $($order::$ordered(order) => {
                        <$subject as $crate::by_subject::Ordered<$game>>::decide(table, seat, order)
                    })+
                }
            }

            /// See [`Game::rests_on`]($crate::game::Game::rests_on).
            fn rests_on(
                &self,
                table: &$crate::game::Table<'_, '_, $game>,
                seat: &$crate::names::SeatId,
            ) -> Option<$crate::assent::Assent> {
                match self {
                    $($order::$ordered(order) => {
                        <$subject as $crate::by_subject::Ordered<$game>>::RESTS.of(table, seat, order)
                    })+
                }
            }

            /// Whether a regent may order it for an absent player.
            fn is_asked_of_a_regent(&self) -> bool {
                match self {
                    $($order::$ordered(order) => {
                        <$subject as $crate::by_subject::Ordered<$game>>::REGENT.may(order)
                    })+
                }
            }

            /// See [`Game::decide_for_host`]($crate::game::Game::decide_for_host).
            fn decide_for_host(
                self,
                table: &mut $crate::game::Table<'_, '_, $game>,
            ) -> Result<(), $crate::refusal::Refusal> {
                match self {
                    $($order::$ordered(order) => {
                        <$subject as $crate::by_subject::Ordered<$game>>::decide_for_host(table, order)
                    })+
                }
            }

            /// See [`Game::is_before_play`]($crate::game::Game::is_before_play).
            fn is_before_play(&self) -> bool {
                match self {
                    $($order::$ordered(_) => {
                        <$subject as $crate::by_subject::Ordered<$game>>::IS_BEFORE_PLAY
                    })+
                }
            }

            /// What of the orders of each subject is sealed, by their key.
            pub const SEALED: &'static [(&'static str, $crate::game::Sealed)] =
                &[$(($key, <$subject as $crate::by_subject::Ordered<$game>>::SEALED),)+];

            /// See [`Game::sealed`]($crate::game::Game::sealed).
            fn sealed(order: &::serde_json::Value) -> $crate::game::Sealed {
                let of_it = $order::SEALED.iter().filter(|(key, _)| order.get(*key).is_some());
                let mut sealed = of_it.map(|(_, sealed)| *sealed);
                sealed.find(|sealed| *sealed != $crate::game::Sealed::Nothing).unwrap_or($crate::game::Sealed::Nothing)
            }
        }

        $(#[$about_event])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(tag = "subject", rename_all = "snake_case")]
        pub enum $event {
            $($(#[$what_only])* $happens(<$only as $crate::by_subject::Subject<$game>>::Happened),)*
            $($(#[$what])* $ordered(<$subject as $crate::by_subject::Subject<$game>>::Happened),)+
        }

        $(impl From<<$subject as $crate::by_subject::Subject<$game>>::Happened> for $event {
            fn from(happened: <$subject as $crate::by_subject::Subject<$game>>::Happened) -> $event {
                $event::$ordered(happened)
            }
        })+

        impl $event {
            /// See [`Game::apply`]($crate::game::Game::apply).
            fn apply(self, state: &mut <$game as $crate::game::Game>::State) {
                match self {
                    $($event::$happens(happened) => {
                        <$only as $crate::by_subject::Subject<$game>>::apply(state, happened)
                    })*
                    $($event::$ordered(happened) => {
                        <$subject as $crate::by_subject::Subject<$game>>::apply(state, happened)
                    })+
                }
            }

            /// See [`Game::binds`]($crate::game::Game::binds).
            fn binds(&self) -> bool {
                match self {
                    $($event::$happens(happened) => {
                        <$only as $crate::by_subject::Subject<$game>>::binds(happened)
                    })*
                    $($event::$ordered(happened) => {
                        <$subject as $crate::by_subject::Subject<$game>>::binds(happened)
                    })+
                }
            }

            /// See [`Game::outlasts_going_back`]($crate::game::Game::outlasts_going_back).
            fn outlasts_going_back(&self) -> bool {
                match self {
                    $($event::$happens(happened) => {
                        <$only as $crate::by_subject::Subject<$game>>::outlasts_going_back(happened)
                    })*
                    $($event::$ordered(happened) => {
                        <$subject as $crate::by_subject::Subject<$game>>::outlasts_going_back(happened)
                    })+
                }
            }

            /// See [`Game::offers`]($crate::game::Game::offers).
            fn offers(
                view: &<$game as $crate::game::Game>::View,
                table: &$crate::view::View,
            ) -> Vec<$crate::offers::Offer> {
                $event::offers_in(view, table, |_| true)
            }

            /// The same in those subjects of ours in which something is ordered that are wanted, by their keys, and in all others.
            fn offers_in(
                view: &<$game as $crate::game::Game>::View,
                table: &$crate::view::View,
                is_wanted: impl Fn(&str) -> bool,
            ) -> Vec<$crate::offers::Offer> {
                let mut offers = Vec::new();
                $(offers.extend(<$only as $crate::by_subject::Subject<$game>>::offers(view, table));)*
                $(if is_wanted($key) && <$subject as $crate::by_subject::Ordered<$game>>::REGENT.is_offered(table) {
                    offers.extend(<$subject as $crate::by_subject::Subject<$game>>::offers(view, table));
                })+
                offers
            }
        }
    };
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Ordered, Regent, Simple, Subject, check_secret};
    use crate::assent::{Assent, Rests};
    use crate::campaign::Stage;
    use crate::game::{Sealed, Table};
    use crate::names::SeatId;
    use crate::offers::{Field, Kind, Offer};
    use crate::refusal::Refusal;
    use crate::tests::toy::{self, Happened, Position, Toy};
    use crate::view::View;
    use serde::{Deserialize, Serialize};
    use serde_json::{from_value, json, to_value};

    /// Marches, in which something is ordered.
    pub enum Marches {}

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "march", rename_all = "snake_case", deny_unknown_fields)]
    pub enum March {
        To { place: String },
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "k", rename_all = "snake_case")]
    pub enum Marched {
        Far { points: u32 },
    }

    impl Subject<Toy> for Marches {
        type Happened = Marched;
        fn apply(state: &mut Position, Marched::Far { points }: Marched) {
            state.points += points;
        }
        fn binds(Marched::Far { points }: &Marched) -> bool {
            *points > 2
        }
        fn outlasts_going_back(_: &Marched) -> bool {
            true
        }
    }

    impl Ordered<Toy> for Marches {
        type Order = March;
        const REGENT: Regent<March> = Regent::OrdersWhere(|March::To { place }| place != "Moscow");
        const RESTS: Rests<Toy, March> = Rests::OnNobody;
        const SEALED: Sealed = Sealed::Decisive;
        const IS_BEFORE_PLAY: bool = true;
        fn decide(_: &mut Table<'_, '_, Toy>, _: &SeatId, _: March) -> Result<(), Refusal> {
            Ok(())
        }
    }

    /// Sieges, the same without what need not be said.
    pub enum Sieges {}

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "siege", rename_all = "snake_case", deny_unknown_fields)]
    pub enum Siege {
        Lay { place: String },
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "k", rename_all = "snake_case")]
    pub enum Besieged {
        Laid,
    }

    impl From<Besieged> for Happened {
        fn from(_: Besieged) -> Happened {
            Happened::Asked
        }
    }

    impl Simple<Toy> for Sieges {
        type Order = Siege;
        type Happened = Besieged;
        const KEY: &'static str = "siege";
        const REGENT: Regent<Siege> = Regent::Leaves;
        const RESTS: Rests<Toy, Siege> = Rests::OnNobody;

        fn may(_: &Position, _: &SeatId, Siege::Lay { place }: &Siege) -> Result<Besieged, Refusal> {
            if place == "Moscow" { Err(Refusal::new("Moscow is not besieged.")) } else { Ok(Besieged::Laid) }
        }

        fn apply(state: &mut Position, _: Besieged) {
            state.tosses += 1;
        }

        fn tries(_: &Position, _: &SeatId) -> impl IntoIterator<Item = Siege> {
            ["Moscow", "Ulm"].map(|place| Siege::Lay { place: place.to_owned() })
        }
    }

    /// The weather, which nobody orders.
    pub enum Weather {}

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "k", rename_all = "snake_case")]
    pub enum Fell {
        Rain,
    }

    impl Subject<Toy> for Weather {
        type Happened = Fell;
        fn apply(state: &mut Position, _: Fell) {
            state.points = 0;
        }
    }

    crate::by_subject! {
        pub enum Order of Toy {
            "march" => March(Marches),
            "siege" => Siege(Sieges),
        }
        pub enum Event besides {
            Weather(Weather),
        }
    }

    fn position() -> Position {
        from_value(json!({"revision": "1", "points": 0, "tosses": 0, "frames": {}})).unwrap()
    }

    // A game calls these; here only their types are of use.
    #[allow(dead_code, clippy::type_complexity)]
    const OF_THE_GAME: (
        fn(Order, &mut Table<'_, '_, Toy>, &SeatId) -> Result<(), Refusal>,
        fn(Order, &mut Table<'_, '_, Toy>) -> Result<(), Refusal>,
        fn(&Order, &Table<'_, '_, Toy>, &SeatId) -> Option<Assent>,
        fn(&Position, &View) -> Vec<Offer>,
    ) = (Order::decide, Order::decide_for_host, Order::rests_on, Event::offers);

    #[test]
    fn what_happens_is_written_with_its_subject_and_changes_what_that_says() {
        let far = Event::March(Marched::Far { points: 3 });
        let written = json!({"subject": "march", "k": "far", "points": 3});
        assert_eq!(to_value(&far).unwrap(), written);
        assert_eq!(from_value::<Event>(written).unwrap(), far);
        let mut state = position();
        far.apply(&mut state);
        Event::Siege(Besieged::Laid).apply(&mut state);
        assert_eq!((state.points, state.tosses), (3, 1));
        Event::Weather(Fell::Rain).apply(&mut state);
        assert_eq!(state.points, 0);
    }

    #[test]
    fn a_subject_says_what_is_sealed_what_comes_before_play_what_binds_and_what_outlasts() {
        let (to, lay) = (json!({"march": "to", "place": "Ulm"}), json!({"siege": "lay", "place": "Ulm"}));
        assert_eq!((Order::sealed(&to), Order::sealed(&lay)), (Sealed::Decisive, Sealed::Nothing));
        // It is told by the tag, of what cannot be read too.
        assert_eq!(Order::sealed(&json!({"march": "nowhere"})), Sealed::Decisive);
        assert_eq!(Order::sealed(&json!({"siege": "lay", "march": "to"})), Sealed::Decisive);
        let by_a_regent = |order| from_value::<Order>(order).unwrap().is_asked_of_a_regent();
        assert!(by_a_regent(to.clone()) && !by_a_regent(json!({"march": "to", "place": "Moscow"})));
        assert!(!by_a_regent(lay.clone()));
        let is_before = |order| from_value::<Order>(order).unwrap().is_before_play();
        assert!(is_before(to) && !is_before(lay));
        let far = |points| Event::March(Marched::Far { points });
        assert!(far(3).binds() && !far(2).binds() && far(2).outlasts_going_back());
        let laid = Event::Siege(Besieged::Laid);
        assert!(!laid.binds() && !laid.outlasts_going_back() && !Event::Weather(Fell::Rain).binds());
    }

    #[test]
    fn of_a_simple_subject_is_offered_what_may_be_ordered_and_to_a_regent_nothing_that_he_leaves() {
        let mut view = toy::view();
        let offered = |view: &View| <Sieges as Subject<Toy>>::offers(&position(), view);
        let ulm = Siege::Lay { place: "Ulm".into() };
        assert_eq!(offered(&view), Offer::each("siege", [ulm]));
        view.stage = Stage::Gathering;
        assert_eq!(offered(&view), []);
        view.stage = Stage::Playing;
        assert_eq!(Event::offers(&position(), &view), offered(&view));
        view.as_regent = true;
        assert_eq!(Event::offers(&position(), &view), []);
    }

    #[test]
    fn what_a_simple_order_keeps_secret_is_within_the_bounds_of_its_fields() {
        let men = || vec![Field::required("men", Kind::Whole { least: 0, most: 3 }).kept_secret()];
        assert!(check_secret(men(), &json!({"secret": {"men": 3}})).is_ok());
        assert!(check_secret(men(), &json!({"open": 9})).is_ok(), "who does not know it refuses nothing");
        for wrong in [json!({"men": 4}), json!({}), json!({"men": 1, "guns": 1})] {
            assert!(check_secret(men(), &json!({"secret": wrong})).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_order_is_written_as_its_subject_writes_it_and_read_by_its_key() {
        let lay = Order::Siege(Siege::Lay { place: "Ulm".into() });
        let written = json!({"siege": "lay", "place": "Ulm"});
        assert_eq!(to_value(&lay).unwrap(), written);
        assert_eq!(from_value::<Order>(written).unwrap(), lay);
        assert_eq!(
            from_value::<Order>(json!({"march": "to", "place": "Ulm"})).unwrap(),
            Order::March(March::To { place: "Ulm".into() })
        );
    }

    #[test]
    fn what_is_wrong_in_an_order_is_said_of_its_subject() {
        let wrong = |written| from_value::<Order>(written).unwrap_err().to_string();
        assert!(wrong(json!({"siege": "lay"})).contains("missing field `place`"));
        assert!(wrong(json!({"siege": "lay", "place": "Ulm", "by": "night"})).contains("unknown field `by`"));
        assert!(
            wrong(json!({"siege": "lay", "march": "to", "place": "Ulm"})).contains("unknown field `siege`")
        );
        assert_eq!(wrong(json!({"place": "Ulm"})), "an order has one of `march` `siege`");
        from_value::<Order>(json!("siege")).unwrap_err();
    }
}
