//! Orders: everything that can be asked of a campaign. The clock, an umpire's ruling and a rehearsal come in as orders too.

use super::act::Act;
use super::deals;
pub use super::event::GAME;
use super::event::Text;
use super::forward::{Amends, Followed};
use super::lodged;
use super::names::{By, SeatId, Word};
use super::offers::Kind;
use super::press;
use super::refusal::Refusal;
use super::secret::Secret;
use super::strongbox;
use super::timing::Timing;
use crate::said;
use serde_json::Value;
use std::fmt;

/// One order.
#[derive(Clone, Debug)]
pub struct Order {
    /// When it was given, Unix seconds. Time arrives with orders; the engine has no clock.
    pub at: i64,
    /// Who gives it.
    pub by: By,
    /// Whether that is the one who runs the bot.
    pub operator: bool,
    /// What is asked.
    pub verb: Verb,
}

/// A founding: what the host chose before anybody joined.
#[derive(Clone, Debug)]
pub struct Founding {
    /// When, Unix seconds.
    pub at: i64,
    /// Ten characters `[a-z0-9]` drawn at random.
    pub campaign: String,
    /// The game's key.
    pub game: String,
    /// The scenario's key.
    pub scenario: String,
    /// How many seats.
    pub seats: u32,
    /// How many of them, from the first on, the operator of the bot holds.
    pub operator_seats: u32,
    /// The game's own choices.
    pub options: Value,
    /// The clock, where there is one from the start.
    pub timing: Option<Timing>,
    /// The person who is umpire: always 2, the second whom the campaign comes to know.
    pub umpire: Option<u32>,
}

/// What an order asks.
#[derive(Clone)]
pub enum Verb {
    /// Take a seat (the first free one) and lay down the first word.
    Join {
        /// The word.
        word: Word,
    },
    /// Give the seat up, before play begins.
    Leave,
    /// Begin play. The host's order, when all seats are taken.
    Start,
    /// Lay down a new word; it counts from the next epoch or round on.
    Word {
        /// The word.
        word: Word,
    },
    /// Roll dice freely.
    Roll {
        /// The notation: the dice follow from it, and how they are read.
        notation: String,
        /// What for, in the player's words.
        label: Option<Text>,
    },
    /// Roll dice freely that are read on a chart of the game's. On the record it is a roll with a field `chart`.
    Chart {
        /// What is asked of the chart.
        asked: Value,
        /// What for, in the player's words.
        label: Option<Text>,
    },
    /// Seal a choice in an open round, in the place of the one before.
    Seal {
        /// The round.
        round: String,
        /// What is chosen, as its form was filled in.
        choice: Value,
        /// A new word for the dice, where one comes with it.
        word: Option<Word>,
    },
    /// Make the sealed choice final.
    Final {
        /// The round.
        round: String,
    },
    /// Withdraw *Final* while the round is open.
    Open {
        /// The round.
        round: String,
    },
    /// Change one's strongbox, or show what is in it.
    Strongbox {
        /// What is asked.
        act: strongbox::Act,
        /// 32 random bytes to seal a change with.
        salt: Secret<[u8; 32]>,
    },
    /// Change what one has lodged ahead of one's slot.
    Lodge {
        /// For which of one's powers, where each has slots of its own: its key.
        power: Option<String>,
        /// What is asked.
        change: lodged::Change,
        /// 32 random bytes to keep it with.
        salt: Secret<[u8; 32]>,
    },
    /// Give an answer that stands, or take it back.
    Stand {
        /// For which kind of round: the first word of its name.
        kind: String,
        /// The choice, as it is filled in; `None` takes it back.
        choice: Option<Value>,
        /// 32 random bytes to keep it with.
        salt: Secret<[u8; 32]>,
    },
    /// Change the deals that one is a party of: draft, sign, withdraw, judge a promise.
    Deal {
        /// What is asked.
        change: deals::Change,
        /// 32 random bytes to keep it with.
        salt: Secret<[u8; 32]>,
    },
    /// Write an anonymous text that goes out at a fixed hour, or take one's own back: off the record.
    Press {
        /// What is asked.
        change: press::Change,
    },
    /// Take back one's own last order of the open step.
    Undo,
    /// Ask for the seed of the open epoch; two players who are not the operator together end it.
    Reveal,
    /// The clock looks in: ends an epoch of seven days.
    Tick,
    /// The campaign came back from a backup: new roots, new words.
    Restored,
    /// The bot no longer has the revision of the rules that holds: from here on its newest does.
    Revise,
    /// End the campaign for good and publish the veil key.
    Close,
    /// An act of the table, with the free text that belongs to it.
    Act {
        /// The act.
        act: Act,
        /// The text.
        text: Option<Text>,
    },
    /// Propose to make good a fault that was worked out forward on the record, with a reason.
    Forward {
        /// What should have been.
        amends: Amends,
        /// What came of playing the record again: [`crate::forward::follow::follow`].
        followed: Box<Followed>,
        /// The reason.
        text: Option<Text>,
    },
    /// A dispatch to another power, off the record.
    Dispatch {
        /// To whom.
        to: SeatId,
        /// What it says.
        text: Text,
    },
    /// An order for a seat that is not one's own: a regent's.
    For {
        /// The seat.
        seat: SeatId,
        /// The order.
        verb: Box<Verb>,
    },
    /// An order of the game.
    Game(Value),
}

impl fmt::Debug for Verb {
    /// Only the verb: what is being sealed must not reach a log line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Verb {
    /// The order to seal what a form was filled in with: `word` in it is the word for the dice, the rest is the choice.
    ///
    /// # Errors
    /// A refusal where the word is none.
    pub fn sealing(round: &str, filled: &Value) -> Result<Verb, Refusal> {
        let mut choice = filled.clone();
        let word = choice.as_object_mut().and_then(|fields| fields.remove("word"));
        let word = word.map(|word| {
            Kind::Word.check("word", &word)?;
            Word::read(word.as_str().unwrap_or_default()).map_err(Refusal::new)
        });
        Ok(Verb::Seal { round: round.to_owned(), choice, word: word.transpose()? })
    }

    /// The verb as the record writes it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verb::Join { .. } => "join",
            Verb::Leave => "leave",
            Verb::Start => "start",
            Verb::Word { .. } => "word",
            Verb::Roll { .. } | Verb::Chart { .. } => "roll",
            Verb::Seal { .. } => "seal",
            Verb::Final { .. } => "final",
            Verb::Open { .. } => "open",
            Verb::Strongbox { act, .. } => act.name(),
            Verb::Lodge { .. } => "lodge",
            Verb::Stand { .. } => "stand",
            Verb::Deal { .. } => "deal",
            Verb::Press { .. } => "anonymous",
            Verb::Undo => "undo",
            Verb::Reveal => "reveal",
            Verb::Tick => "tick",
            Verb::Restored => "restored",
            Verb::Revise => "rules",
            Verb::Close => "close",
            Verb::Act { .. } => "act",
            Verb::Forward { .. } => crate::forward::VERB,
            Verb::Dispatch { .. } => "dispatch",
            Verb::For { verb, .. } => verb.name(),
            Verb::Game(_) => GAME,
        }
    }
}

/// A seat, or the refusal's sentence for one who has none.
pub fn no_seat() -> super::refusal::Refusal {
    super::refusal::Refusal::new(said!(
        "You have no seat in this campaign. Observers see what is public; a free seat is taken with /campaign join."
    ))
}
