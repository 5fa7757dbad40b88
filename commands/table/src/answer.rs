//! What is answered to who asks, and how an answer fared.

use crate::asked::refused;
use crate::message::{Form, Message};
use table::{Refusal, Said};

/// What he is answered.
pub enum Answer {
    /// A message that only he sees; in answer to a button on such a message it takes that one's place.
    Message(Message),
    /// A message for everybody in the channel, where he asked for that.
    Here(Message),
    /// A form.
    Form(Form),
}

impl From<Message> for Answer {
    fn from(message: Message) -> Self {
        Answer::Message(message)
    }
}

impl From<Form> for Answer {
    fn from(form: Form) -> Self {
        Answer::Form(form)
    }
}

/// What came of it, or the message that says why nothing did.
impl<A: Into<Answer>> From<Result<A, Message>> for Answer {
    fn from(result: Result<A, Message>) -> Self {
        result.map_or_else(Answer::Message, A::into)
    }
}

/// The same where a message is all that may come of it.
impl From<Result<Message, Message>> for Message {
    fn from(result: Result<Message, Message>) -> Self {
        result.unwrap_or_else(|why| why)
    }
}

/// A sentence that says why not, as a refusal.
impl From<Said> for Message {
    fn from(why: Said) -> Self {
        Message::refusal(why)
    }
}

/// What the engine refuses, with the rules it rests on.
impl From<Refusal> for Message {
    fn from(refusal: Refusal) -> Self {
        refused(&refusal)
    }
}

/// How an answer fared.
pub enum Fate {
    /// Who asked has it.
    Seen,
    /// It did not get out, or this interaction was answered before. What was committed stands, and the desk shows it.
    Lost {
        /// Discord's code; 0 where it told none.
        code: u32,
    },
    /// The interaction had died before the answer came: after three seconds without any, or a quarter of an hour.
    TooLate {
        /// The answer that did not get out.
        answer: Answer,
        /// Discord's code; 0 where it told none in all that time.
        code: u32,
    },
}

impl Fate {
    pub(crate) fn of(sent: Result<(), Unanswered>, answer: Answer) -> Fate {
        match sent {
            Ok(()) => Fate::Seen,
            Err(Unanswered { code: code @ (10_062 | 10_015 | 50_027), .. }) => Fate::TooLate { answer, code },
            Err(Unanswered { code, in_vain: true, .. }) => Fate::TooLate { answer, code },
            Err(Unanswered { code, .. }) => Fate::Lost { code },
        }
    }
}

/// An answer that Discord would not take, by code alone: its error text could hold the token.
#[derive(Debug)]
pub struct Unanswered {
    /// Discord's code; 0 where it told none.
    pub code: u32,
    /// Whether it was a later try: the first one may have arrived.
    pub again: bool,
    /// Whether it was not refused, but tried as long as there was time.
    pub in_vain: bool,
}
