//! Transfers of factors: between which corps, for all; and for their owner what is in both then, with the code under which it is sealed.

use crate::map::present::flags::called;
use crate::reinforce::present::sealed;
use crate::subject::{Made, Subject};
use eia::Event as Happens;
use eia::told::transfer::Happened;
use table_commands::message::Message;
use table_commands::present::Posts;
use table_commands::present::names::plain_text;
use table_commands::say;

/// The words of this subject.
pub(crate) struct Transfer;

impl Subject for Transfer {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Happens::Transfer(Happened::FactorsTransferred { power, from, into, place }) = &made.happened
        else {
            return;
        };
        let says = say!(
            "**{}**: factors pass from {} to {} at {}.",
            crate::names::called(power),
            plain_text(from, 40),
            plain_text(into, 40),
            called(place)
        );
        posts.council("counter", Message::text(says.clone()));
        posts.reply = Message::text(says);
        if let Some(embed) = sealed(made, *power, &[from, into]) {
            posts.reply = std::mem::take(&mut posts.reply).with(embed);
        }
    }
}
