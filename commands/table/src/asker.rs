//! Who asks, and whom he names.

use crate::speech::Language;
use table::{SeatId, Verb};

/// Who asks, as Discord told it.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The user.
    pub user: u64,
    /// The name he goes by in the server.
    pub name: String,
    /// The interaction.
    pub interaction: u64,
    /// The number under which what he orders is taken once: the interaction's, or that of the first of two presses that are one tap.
    pub once: u64,
    /// The language of his client.
    pub language: Language,
    /// The seat he acts for as its regent, where it is not his own.
    pub acting: Option<SeatId>,
    /// Whether what he seals is made Final by the same press.
    pub finally: bool,
}

impl Asker {
    /// One interaction, two orders, an envelope sealed and then made Final: the first goes under a number that no interaction has, so that
    /// each is taken once.
    #[must_use]
    pub fn first_of_two(&self) -> Asker {
        Asker { once: !self.once, finally: true, ..self.clone() }
    }

    /// One interaction, several orders of one kind: each but the first goes under a number that no interaction has. `n`: which, from 0.
    #[must_use]
    pub fn nth_of_several(&self, n: u8) -> Asker {
        let once = if n == 0 { self.once } else { !self.once ^ (u64::from(n) << 55) };
        Asker { once, ..self.clone() }
    }

    /// An order as he means it: for the seat he acts for, where that is not his own.
    pub(crate) fn meant(&self, verb: Verb) -> Verb {
        match &self.acting {
            Some(seat) => Verb::For { seat: seat.clone(), verb: Box::new(verb) },
            None => verb,
        }
    }

    pub(crate) fn nobody() -> Asker {
        Asker {
            user: 0,
            name: String::new(),
            interaction: 0,
            once: 0,
            language: Language::ENGLISH,
            acting: None,
            finally: false,
        }
    }
}

/// A user whom an order names: his number and the name he goes by.
#[derive(Clone, Debug)]
pub struct Named {
    /// The user.
    pub user: u64,
    /// His name.
    pub name: String,
}

/// The user whom an option names.
pub fn named(user: &serenity::model::user::User) -> Named {
    let name = user.global_name.clone().unwrap_or_else(|| user.name.clone());
    Named { user: user.id.get(), name }
}
