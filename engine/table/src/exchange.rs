//! Between powers: free envelopes, which are sealed by each and opened together, and dispatches, which go to one power alone. Players may
//! negotiate in every phase.

use super::act::{Act, Exchanged};
use super::audience::Audience;
use super::campaign::{Campaign, Stage};
use super::draft::Draft;
use super::event::{SecretPart, TableEvent, Text};
use super::names::SeatId;
use super::offers::{Field, Kind, Offer};
use super::refusal::Refusal;
use super::votes;
use crate::{rule, said};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The longest dispatch, and the longest text in a free envelope, in characters.
pub const LONGEST: usize = 1_000;

/// How many dispatches one seat sends another within an hour.
pub const MOST_AN_HOUR: usize = 4;

/// An hour, in seconds.
const AN_HOUR: i64 = 60 * 60;

/// A dispatch that was sent lately, without its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// Who sent it.
    pub from: SeatId,
    /// To whom.
    pub to: SeatId,
    /// When, Unix seconds.
    pub at: i64,
}

/// What rounds of free envelopes are called: `free/<line>`.
pub const PREFIX: &str = "free/";

impl Exchanged {
    /// The offer to seal such an envelope in a round.
    #[must_use]
    pub fn offer(&self, round: &str) -> Offer {
        Offer::seal(round, vec![self.field()])
    }

    fn field(&self) -> Field {
        match self {
            Exchanged::Text => Field::required("text", Kind::Text { most: LONGEST }),
            Exchanged::Number { least, most } => {
                Field::required("number", Kind::Whole { least: *least, most: *most })
            }
            Exchanged::Choice { options } => {
                Field::required("choice", Kind::Whole { least: 1, most: i64::from(*options) })
            }
        }
    }

    /// Checks what is sealed.
    pub(crate) fn check(&self, choice: &Value) -> Result<Value, Refusal> {
        Offer::with("seal", vec![self.field()]).check(choice)?;
        let mut choice = choice.clone();
        if let Some(text) = choice.get("text").and_then(Value::as_str) {
            let text = super::canonical::composed(text.trim());
            if text.is_empty() {
                return Err(Refusal::new(said!(
                    "An empty text cannot be sealed; \"nothing\" is an answer too."
                )));
            }
            choice["text"] = json!(text);
        }
        Ok(choice)
    }
}

/// Opens a round of free envelopes between powers.
pub(crate) fn open(draft: &mut Draft<'_>, act: &Act, about: Option<&Text>) -> Result<(), Refusal> {
    let Act::Exchange { seats, kind } = act else { return Ok(()) };
    let own = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("Envelopes are exchanged once play has begun.")));
    }
    let about = about.ok_or_else(|| Refusal::new(said!("Say what the envelopes are about.")))?;
    if about.text.trim().is_empty() || about.text.chars().count() > votes::LONGEST {
        return Err(Refusal::new(said!("What they are about has 1 to {} characters.", votes::LONGEST)));
    }
    let may = votes::acts::voters(&draft.campaign().play);
    let mut asked: Vec<SeatId> = seats.clone();
    asked.sort_by_key(SeatId::number);
    asked.dedup();
    if asked.len() < 2 || !asked.contains(&own) {
        return Err(Refusal::new(said!(
            "Free envelopes are exchanged between you and at least one more player."
        )));
    }
    if let Some(stranger) = asked.iter().find(|seat| !may.contains(seat)) {
        return Err(Refusal::new(said!(
            "Seat {} has no player who could seal an envelope.",
            stranger.number().unwrap_or_default()
        )));
    }
    match kind {
        Exchanged::Choice { options } if !(2..=9).contains(options) => {
            return Err(Refusal::new(said!("A choice has 2 to 9 answers.")));
        }
        Exchanged::Number { least, most } if least >= most || *least < -1_000_000 || *most > 1_000_000 => {
            return Err(Refusal::new(said!("A number lies between two bounds within a million.")));
        }
        _ => {}
    }
    if draft.campaign().play.rounds.keys().filter(|name| name.starts_with(PREFIX)).count() >= 10 {
        return Err(Refusal::new(said!(
            "Ten rounds of sealed envelopes are under way; let one of them be answered first."
        )));
    }
    draft.act_line(act, Some(about))?;
    let round = format!("{PREFIX}{}", draft.campaign().next_line);
    let due = super::clock::due(draft, false);
    super::envelope::acts::open_round(draft, &round, asked, Vec::new(), due, Some(kind.clone()))
}

impl Campaign {
    /// A dispatch was sent; what is older than an hour is forgotten.
    pub(crate) fn dispatched(&mut self, from: SeatId, to: SeatId, at: i64) {
        self.dispatches.retain(|sent| at - sent.at < AN_HOUR);
        self.dispatches.push(Sent { from, to, at });
    }
}

/// Sends a dispatch: a text for one power alone, kept off the record, in whatever phase play is.
pub(crate) fn dispatch(draft: &mut Draft<'_>, to: &SeatId, text: &Text) -> Result<(), Refusal> {
    let from = draft.seat()?;
    let rule = rule!("house.general.diplomacy-any-phase");
    if !votes::acts::voters(&draft.campaign().play).contains(to) || from == *to {
        return Err(Refusal::under(rule, said!("A dispatch goes to another seat that has a player.")));
    }
    let length = text.text.chars().count();
    if text.text.trim().is_empty() || length > LONGEST {
        return Err(Refusal::under(
            rule,
            said!("A dispatch has 1 to {} characters; this one has {}.", LONGEST, length),
        ));
    }
    let lately = |sent: &&Sent| sent.from == from && sent.to == *to && draft.at() - sent.at < AN_HOUR;
    if draft.campaign().dispatches.iter().filter(lately).count() >= MOST_AN_HOUR {
        return Err(Refusal::under(
            rule,
            said!(
                "You have sent that seat {} dispatches within an hour; the next can go a little later.",
                MOST_AN_HOUR
            ),
        ));
    }
    let part = SecretPart { to: Audience::seat(to), ..text.part(draft.author()) };
    draft.off_record_table_with(TableEvent::Dispatch { from, to: to.clone(), rules: vec![rule] }, vec![part])
}
