//! A subject of the game before its players: what it tells of what happened in it.

use eia::Event as Happened;
use table::Entry;
use table_commands::message::{Embed, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// A subject of the game before its players.
pub(crate) trait Subject: Sync {
    /// Its event in a sentence, which the council and who ordered it read; `None` where nobody reads one, and for any other.
    fn says(&self, _made: &Made<'_>) -> Option<String> {
        None
    }
    /// What its event says in the council, to whom it concerns and in answer to who ordered it; by itself what it [says](Subject::says), with the
    /// code of what the order sealed in the answer. Any other event is not its own.
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Some(says) = self.says(made) else { return };
        posts.council("subject", Message::text(says.clone()));
        posts.reply = made.receipted(Message::text(says));
    }
    /// Its event in a line of the chronicle; `None` where it is not worth one, and for any other.
    fn line(&self, _made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        None
    }
}

/// An event as it was made.
pub(crate) struct Made<'a> {
    /// How all stands after the order that led to it.
    pub(crate) scene: &'a Scene<'a>,
    /// What that order came to, from its line on; in the chronicle the event alone.
    pub(crate) entries: &'a [Entry],
    /// Which of them it is.
    pub(crate) i: usize,
    /// The event.
    pub(crate) happened: Happened,
}

impl Made<'_> {
    /// Its line of the record.
    pub(crate) fn line(&self) -> u64 {
        self.entries[self.i].line.map_or(0, |(line, _)| line)
    }

    /// The code under which the order that led to it sealed something, with its line of the record; `None` where it sealed nothing.
    pub(crate) fn sealed(&self) -> Option<String> {
        let is_order = |entry: &&Entry| matches!(entry.event, table::Event::Order { .. });
        let order = self.entries[..self.i].iter().rev().find(is_order)?;
        let (code, line) = (order.seals().first()?.0, order.line?.0);
        Some(say!("`{}`\nline {} of the record", code, line))
    }

    /// An answer with the receipt of what the order sealed, where it sealed something.
    pub(crate) fn receipted(&self, answer: Message) -> Message {
        match self.sealed() {
            Some(code) => answer.with(Embed::new(&say!("Sealed"), code)),
            None => answer,
        }
    }
}
