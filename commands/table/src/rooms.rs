//! Rooms: what the buttons and forms of a subject do. A subject is the first word of a verb, as `vote` of `vote/cast`; a room
//! says what each of them does, the table's and the games' alike, and who takes the presses knows none by name.

use crate::Command;
use crate::answer::Answer;
use crate::asked::{Asked, At};
use crate::asker::{Named, named};
use crate::declared::Orders;
use crate::house::House;
use crate::message::Message;
use crate::present::front::Field;
use linkme::distributed_slice;
use serenity::model::application::{ComponentInteractionData, ComponentInteractionDataKind};
use std::future::Future;
use std::pin::Pin;

/// What was chosen in a select; nothing where a button was pressed.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The values.
    pub values: Vec<String>,
    /// The users, where members were chosen.
    pub users: Vec<Named>,
}

impl Chosen {
    pub(crate) fn of(data: &ComponentInteractionData) -> Chosen {
        match &data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                Chosen { values: values.clone(), users: Vec::new() }
            }
            ComponentInteractionDataKind::UserSelect { values } => {
                let users = values.iter().filter_map(|id| data.resolved.users.get(id)).map(named).collect();
                Chosen { values: values.iter().map(ToString::to_string).collect(), users }
            }
            _ => Chosen::default(),
        }
    }

    /// The first value.
    pub fn first(&self) -> Option<&str> {
        self.values.first().map(String::as_str)
    }
}

/// A press of a button, or a form.
#[derive(Clone, Copy)]
pub struct Press<'a> {
    /// The house.
    pub house: &'a House,
    /// What was asked, and by whom.
    pub asked: &'a Asked,
    /// The campaign's ten characters; empty where it belongs to none.
    pub campaign: &'a str,
    /// The number that the button carries.
    pub prompt: u64,
    /// What of the subject: `cast` of `vote/cast`.
    pub what: &'a str,
}

impl<'a> Press<'a> {
    /// Where it was pressed.
    #[must_use]
    pub fn at(&self) -> At<'a> {
        At { house: self.house, asked: self.asked, campaign: self.campaign }
    }
}

/// What comes of it, in time; `None` where the room knows no such thing.
pub type Comes<'a, T> = Pin<Box<dyn Future<Output = Option<T>> + Send + 'a>>;

/// What the buttons and forms of a subject do.
pub struct Room {
    /// The first word of their verbs.
    pub subject: &'static str,
    /// Whether they belong to no campaign, as those of the map.
    pub anywhere: bool,
    /// The orders whose buttons and forms they are, beside those below.
    pub orders: Option<&'static Orders>,
    /// A button was pressed, or something was chosen in a select.
    pub pressed: for<'a> fn(Press<'a>, &'a Chosen) -> Comes<'a, Answer>,
    /// A form, as it opens now for who asks.
    pub opens: for<'a> fn(Press<'a>) -> Comes<'a, Answer>,
    /// A form was sent.
    pub sent: for<'a> fn(Press<'a>, Field<'a>) -> Comes<'a, Message>,
}

impl Room {
    /// A room in which nothing is done, to be furnished.
    pub const EMPTY: Room = Room {
        subject: "",
        anywhere: false,
        orders: None,
        pressed: |_, _| Box::pin(async { None }),
        opens: |_| Box::pin(async { None }),
        sent: |_, _| Box::pin(async { None }),
    };

    /// The room of declared orders, which has what they need.
    #[must_use]
    pub const fn of_orders(orders: &'static Orders) -> Room {
        Room { subject: orders.room, orders: Some(orders), ..Room::EMPTY }
    }

    /// What a press comes to.
    pub(crate) async fn press(&self, press: Press<'_>, chosen: &Chosen) -> Option<Answer> {
        if let Some(orders) = self.orders
            && let Some(answer) = orders.pressed(press).await
        {
            return Some(answer);
        }
        (self.pressed)(press, chosen).await
    }

    /// A form, as it opens now.
    async fn open(&self, press: Press<'_>) -> Option<Answer> {
        if let Some(orders) = self.orders
            && let Some(form) = orders.opens(press).await
        {
            return Some(form);
        }
        (self.opens)(press).await
    }

    /// What a form comes to that was sent.
    pub(crate) async fn send(&self, press: Press<'_>, field: Field<'_>) -> Option<Message> {
        if let Some(orders) = self.orders
            && let Some(message) = orders.sent(press, field).await
        {
            return Some(message);
        }
        (self.sent)(press, field).await
    }
}

/// The rooms of the games: each subject registers its own. Those of the table stand in a list of the crate's.
#[distributed_slice]
pub static ROOMS: [Room];

/// The room of a subject.
#[must_use]
pub fn of(subject: &str) -> Option<&'static Room> {
    crate::OF_THE_TABLE.iter().chain(ROOMS).find(|room| room.subject == subject)
}

/// The subject of a verb, and what of it.
#[must_use]
pub fn split(verb: &str) -> (&str, &str) {
    verb.split_once('/').unwrap_or((verb, ""))
}

/// The form that a verb is of, as it opens now for who asks; `None` where it is of no form.
pub async fn opens(verb: &str, press: Press<'_>) -> Option<Answer> {
    let (subject, what) = split(verb);
    let room = of(subject).filter(|room| room.anywhere || !press.campaign.is_empty())?;
    room.open(Press { what, ..press }).await
}

/// A command of a game's.
pub struct Added {
    /// The game's key.
    pub game: &'static str,
    /// The name of the table's command that it is added to; `None` where it stands beside them.
    pub within: Option<&'static str>,
    /// What makes it.
    pub made: fn() -> Command,
}

/// Puts declared orders among the commands and rooms of their game: `registered!(GERMANY of KEY);`.
#[macro_export]
macro_rules! registered {
    ($orders:ident of $game:expr) => {
        #[::linkme::distributed_slice($crate::rooms::COMMANDS)]
        static COMMAND: $crate::rooms::Added =
            $crate::rooms::Added { game: $game, within: None, made: || $orders.command() };

        #[::linkme::distributed_slice($crate::rooms::ROOMS)]
        static ROOM: $crate::rooms::Room = $crate::rooms::Room::of_orders(&$orders);
    };
}

/// The commands of all games.
#[distributed_slice]
pub static COMMANDS: [Added];

impl Added {
    /// The command, with its game for a category, by which it is told from those of every campaign.
    #[must_use]
    pub fn command(&self) -> Command {
        fn of(game: &'static str, command: &mut Command) {
            command.category = Some(game.into());
            command.subcommands.iter_mut().for_each(|own| of(game, own));
        }
        let mut command = (self.made)();
        of(self.game, &mut command);
        command
    }
}
