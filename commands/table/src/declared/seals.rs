//! What is sealed in rounds of envelopes, declared: which round is meant, what lies in one's envelope, and the form of it.

use super::{Does, Field, Given, Orders, Part};
use crate::message::Message;
use crate::present::Scene;
use crate::present::names::plain_text;
use crate::rooms::ROOMS;
use crate::words::old_card;
use serde::Serialize;
use serde_json::Value;
use table::view::RoundView;
use table::{Verb, said};

/// The part that seals in a round.
fn sealing_in(round: &str) -> Option<(&'static Orders, &'static Part)> {
    let all = ROOMS.iter().filter_map(|room| room.orders);
    let mut parts = all.flat_map(|orders| orders.parts.iter().map(move |part| (orders, part)));
    parts.find(|(_, part)| part.seals_in(round))
}

/// What lies in an envelope, a line for each field that is filled in: the option as the command calls it, and what stands there.
pub(crate) fn contents(round: &str, choice: &impl Serialize) -> String {
    let (Some((orders, part)), Ok(Value::Object(choice))) = (sealing_in(round), serde_json::to_value(choice))
    else {
        return String::new();
    };
    let line = |field: &Field| {
        let stands = field.typed(field.coded(&choice)?);
        Some(format!("{}: {}", orders.called(part, field), plain_text(&stands, 200)))
    };
    part.in_order().filter_map(line).collect::<Vec<_>>().join("\n")
}

/// What the button of a round does where declared orders seal in it: it opens the form of that part.
pub(crate) fn opens_form_of(round: &str) -> Option<String> {
    let (orders, part) = sealing_in(round)?;
    Some(orders.form_of(part))
}

impl Part {
    /// Whether it seals in a round, by the name of that.
    fn seals_in(&self, name: &str) -> bool {
        let Does::Seals { round } = self.does else { return false };
        name.strip_prefix(round).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The round that is meant: that of a line of the record, else the first in which the viewer can seal something now.
    ///
    /// # Errors
    /// A message where it is closed, or asks nothing of him.
    pub(super) fn round<'s>(&self, scene: &'s Scene<'_>, line: u64) -> Result<&'s RoundView, Message> {
        let is_meant = |open: &&RoundView| {
            self.seals_in(&open.round) && open.mine.is_some() && (line == 0 || open.line == line)
        };
        let meant: Vec<&RoundView> = scene.own.rounds.iter().filter(is_meant).collect();
        let open = meant.iter().find(|open| scene.own.may_seal(&open.round));
        let nothing =
            || said!("Nothing that you could seal with this is asked of you now. /desk shows what is.");
        open.or(meant.first()).copied().ok_or_else(|| if line == 0 { nothing().into() } else { old_card() })
    }

    /// What is sealed with these fields. A word for the dice that lies in the envelope stays there.
    pub(super) fn sealing(round: &RoundView, given: Given) -> Verb {
        let sealed = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref());
        let word = sealed.and_then(|sealed| sealed.contents.word.clone());
        Verb::Seal { round: round.round.clone(), choice: given.choice(), word }
    }
}

impl Field {
    /// What lies in the viewer's own envelope in the place of it, as he would type it. A regent does not read what its player sealed.
    pub(super) fn sealed(&self, scene: &Scene<'_>, round: &RoundView) -> String {
        let mine = round.mine.as_ref().filter(|_| !scene.own.as_regent);
        let choice = mine.and_then(|mine| mine.sealed.as_ref()).map(|sealed| &sealed.contents.choice);
        let value = choice.and_then(Value::as_object).and_then(|choice| self.coded(choice));
        value.map(|value| self.typed(value)).unwrap_or_default()
    }
}
