//! What came of an order.

use crate::message::Message;
use table::Refusal;

/// What came of an order.
#[derive(Debug)]
pub enum Outcome {
    /// It was taken; this is what the asker is told.
    Done(Message),
    /// It is not allowed.
    Refused(Refusal),
    /// The interaction had been taken before; this is what was answered, if it is still kept.
    Twice(Option<Message>),
    /// It could not be carried out; nothing was changed.
    Failed(String),
}
