//! Who is told something of the board: what he sees of it, and what a post then says to him.

use crate::present::{happened, position};
use europa::board::Standing;
use europa::{Europa, Position};
use std::sync::Arc;
use table::Entry;
use table::game::Game;
use table_commands::message::{Component, Look};
use table_commands::present::Scene;
use table_commands::say;

/// The board as it stands after an order and as it stood before, with the entries that the order brought.
pub(super) struct Seen<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) entries: &'a [Entry],
    /// The place of the entry that is told.
    at: usize,
    /// The line of the entry that is told.
    line: u64,
    pub(super) now: Option<Arc<Position>>,
    before: Option<Arc<Position>>,
}

impl<'a> Seen<'a> {
    /// What is seen when the entry at this place is told.
    pub(super) fn of(scene: &'a Scene<'a>, entries: &'a [Entry], i: usize) -> Self {
        let (now, before) = (position(&scene.public), scene.before.as_deref().and_then(position));
        let line = entries[i].line.map_or(0, |(line, _)| line);
        Seen { scene, entries, at: i, line, now, before }
    }

    /// A stack that stands on the board.
    pub(super) fn stands(&self, n: u32) -> Option<&Standing> {
        self.now.as_ref()?.board.stacks.get(&n)
    }

    /// A stack as it stood before the order.
    pub(super) fn stood(&self, n: u32) -> Option<&Standing> {
        self.before.as_ref()?.board.stacks.get(&n)
    }

    /// A stack as it stands, or as it last stood.
    pub(super) fn stack(&self, n: u32) -> Option<&Standing> {
        self.stands(n).or_else(|| self.stood(n))
    }

    /// The board as it stood when what is told had happened, whatever the order brought after that.
    pub(super) fn then(&self) -> Option<Position> {
        let mut then = Position::clone(self.before.as_deref()?);
        for entry in self.entries.iter().take(self.at + 1) {
            if let Some(event) = happened(entry) {
                Europa::apply(&mut then, event);
            }
        }
        Some(then)
    }

    /// The button that asks why it came so.
    pub(super) fn why(&self) -> Component {
        self.scene.button(Look::Secondary, &say!("Why"), self.line, "why")
    }
}

/// What a post says, with its buttons.
#[derive(Default)]
pub(super) struct Says {
    pub(super) lines: Vec<String>,
    pub(super) buttons: Vec<Component>,
    /// Whose stack fights or retreats, and the buttons with which it does: for his answer and the council, not for others' answers.
    pub(super) fights: (u32, Vec<Component>),
}

impl Says {
    /// One line.
    pub(super) fn line(line: String) -> Self {
        Says::lines(vec![line])
    }

    /// Several lines.
    pub(super) fn lines(lines: Vec<String>) -> Self {
        Says { lines, ..Says::default() }
    }

    /// The same with one more button.
    pub(super) fn with(mut self, button: Component) -> Self {
        self.buttons.push(button);
        self
    }
}
