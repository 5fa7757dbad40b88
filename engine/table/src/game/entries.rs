//! What lies on the record and in envelopes, as the game's own types.

use super::{Game, GameState};
use crate::envelope::Contents;
use crate::event::{Entry, Event};
use crate::names::SeatId;
use crate::notation::Throw;
use crate::reading::{How, Read, came_to};
use crate::refusal::Refusal;
use serde::Deserialize;

impl Entry {
    /// The event of a game in it, if it is one of that game's that all may see.
    #[must_use]
    pub fn game_event<G: Game>(&self) -> Option<G::Event> {
        match &self.event {
            Event::Game { e } => G::Event::deserialize(e).ok(),
            _ => None,
        }
    }

    /// The event of a game in it that only some may see, if a seat is one of them.
    #[must_use]
    pub fn hidden_event<G: Game>(&self, seat: &SeatId) -> Option<G::Event> {
        let part = self.secrets.first().filter(|part| part.to.includes(Some(seat)))?;
        G::Event::deserialize(part.hidden()?).ok().filter(|_| matches!(self.event, Event::Hidden {}))
    }
}

impl Contents {
    /// The choice as its game knows it; `None` where it is none of that game's.
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<G::Choice> {
        G::Choice::deserialize(&self.choice).ok()
    }
}

impl How {
    /// What the dice came to.
    ///
    /// # Errors
    /// A refusal where they are not the dice that were asked for.
    pub(crate) fn read(&self, game: &GameState, fallen: &[u32]) -> Result<Read, Refusal> {
        let came_to = match &self.chart {
            Some(asked) => game.read_chart(asked, fallen)?,
            None => {
                let throw = Throw::parse(&self.notation).map_err(Refusal::new)?;
                let reading = throw.read(fallen).map_err(Refusal::new)?;
                reading.throws.iter().map(came_to).collect()
            }
        };
        Ok(Read { how: self.clone(), came_to })
    }
}
