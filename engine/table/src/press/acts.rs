//! What is done with the press: a text is published, written to go out later, taken back, and goes out.

use super::*;
use crate::act::Act;
use crate::audience::Audience;
use crate::campaign::{Campaign, Stage};
use crate::draft::Draft;
use crate::event::{Entry, Event, SecretPart, TableEvent};
use crate::names::By;
use crate::refusal::Refusal;
use crate::switches::{ANONYMOUS, PRESS};
use crate::{rule, said, votes};

impl Campaign {
    /// The anonymous texts of a seat that wait for their hour.
    #[must_use]
    pub(crate) fn press_of(&self, seat: &SeatId) -> Vec<Own> {
        let waiting = self.press.desk.iter().flat_map(|desk| &desk.reveal().waiting);
        let own = waiting.filter(|waiting| waiting.seat == *seat);
        let shown = |waiting: &Waiting| {
            let goes_out = goes_out(self.play.timing.as_ref(), waiting.at);
            Some(Own { text: waiting.text.clone(), goes_out, proof: waiting.proof()? })
        };
        own.filter_map(shown).collect()
    }

    /// Something signed was published.
    pub(crate) fn apply_pressed(&mut self, seat: SeatId, at: i64) {
        within_a_day(&mut self.press.signed, at);
        self.press.signed.entry(seat).or_default().push(at);
    }

    /// A seat wrote an anonymous text, or took back its own. A text that was deleted does not go out.
    pub(crate) fn apply_press_kept(&mut self, entry: &Entry, seat: &SeatId) {
        let mut desk = self.press.desk.take().map(Secret::into_inner).unwrap_or_default();
        match entry.secrets.as_slice() {
            [text, writer] => {
                within_a_day(&mut desk.written, entry.at);
                desk.written.entry(seat.clone()).or_default().push(entry.at);
                let salt = |part: &SecretPart| part.salt.as_ref().map(|salt| Hash(*salt.reveal()));
                let words = text.body.as_ref().and_then(|body| body.reveal()["text"].as_str());
                if let (Some(words), Some(salt), Some(writers_salt)) = (words, salt(text), salt(writer)) {
                    desk.waiting.push(Waiting {
                        seat: seat.clone(),
                        at: entry.at,
                        text: words.to_owned(),
                        salt,
                        writers_salt,
                        person: text.person,
                    });
                }
            }
            _ => desk.waiting.retain(|waiting| waiting.seat != *seat),
        }
        self.press.desk = Some(Secret::new(desk));
    }

    /// An anonymous text went out.
    pub(crate) fn apply_published(&mut self, writer: Hash) {
        let Some(desk) = self.press.desk.take() else { return };
        let mut desk = desk.into_inner();
        desk.waiting.retain(|waiting| waiting.proof().is_none_or(|proof| proof.code != writer));
        self.press.desk = Some(Secret::new(desk));
    }

    /// The first text whose hour has come: by their codes, which nobody can foresee, and not as they were written.
    fn goes_out_now(&self, at: i64) -> Option<&Waiting> {
        let timing = self.play.timing.as_ref();
        let waiting = self.press.desk.iter().flat_map(|desk| &desk.reveal().waiting);
        let due = waiting.filter(|waiting| goes_out(timing, waiting.at) <= at);
        due.min_by_key(|waiting| waiting.text().code().map(|code| code.0).unwrap_or_default())
    }
}

/// Whether an anonymous text goes out now.
pub(crate) fn is_due(campaign: &Campaign, at: i64) -> bool {
    campaign.goes_out_now(at).is_some()
}

/// The seat of who may publish, with a text of the right length.
fn may(draft: &Draft<'_>, text: &Text) -> Result<SeatId, Refusal> {
    let seat = draft.seat()?;
    let rule = rule!("house.general.diplomacy-any-phase");
    let play = &draft.campaign().play;
    if play.stage != Stage::Playing {
        return Err(Refusal::under(rule, said!("The campaign has not begun yet.")));
    }
    if !votes::acts::voters(play).contains(&seat) {
        return Err(Refusal::under(rule, said!("Your seat is out of the game, so it publishes nothing.")));
    }
    is_long_enough(text).map(|()| seat)
}

fn is_long_enough(text: &Text) -> Result<(), Refusal> {
    let length = text.text.chars().count();
    if !text.text.trim().is_empty() && length <= LONGEST {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("house.general.diplomacy-any-phase"),
        said!("What you publish has 1 to {} characters; this has {}.", LONGEST, length),
    ))
}

fn lately(times: &BTreeMap<SeatId, Vec<i64>>, seat: &SeatId, at: i64) -> usize {
    times.get(seat).map_or(0, |times| times.iter().filter(|time| at - **time < DAY).count())
}

/// A player publishes something as his power, signed.
pub(crate) fn signed(draft: &mut Draft<'_>, act: &Act, text: Option<&Text>) -> Result<(), Refusal> {
    let text = text.ok_or_else(|| Refusal::new(said!("Say what you publish.")))?;
    let seat = may(draft, text)?;
    if lately(&draft.campaign().press.signed, &seat, draft.at()) >= SIGNED_A_DAY {
        return Err(Refusal::new(said!(
            "You have published {} signed texts within a day; the next waits until the first of them is a day old.",
            SIGNED_A_DAY
        )));
    }
    draft.act_line(act, Some(text))?;
    draft.table(TableEvent::Pressed { seat, rules: vec![rule!("house.general.diplomacy-any-phase")] })
}

/// A player writes an anonymous text, or takes his own back: off the record.
pub(crate) fn change(draft: &mut Draft<'_>, change: &Change) -> Result<(), Refusal> {
    let Change::Write { text, salt } = change else { return take_back(draft) };
    if draft.campaign().play.switch(PRESS) != ANONYMOUS {
        return Err(Refusal::new(said!(
            "At this table what is published is signed. The group can allow anonymous texts by vote: /vote switch."
        )));
    }
    let seat = may(draft, text)?;
    let written = draft.campaign().press.desk.as_ref().map(|desk| &desk.reveal().written);
    if written.is_some_and(|written| lately(written, &seat, draft.at()) >= ANONYMOUS_A_DAY) {
        return Err(Refusal::new(said!(
            "You have written {} anonymous texts within a day; the next waits until the first of them is a day old.",
            ANONYMOUS_A_DAY
        )));
    }
    let own = Audience::seat(&seat);
    let words = SecretPart { to: own.clone(), ..text.part(draft.author()) };
    let writer = SecretPart {
        to: own,
        body: Some(Secret::new(json!({"seat": seat}))),
        n: None,
        salt: Some(salt.clone()),
        person: None,
    };
    draft.off_record(Event::PressKept { seat }, vec![words, writer])
}

fn take_back(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().press_of(&seat).is_empty() {
        return Err(Refusal::new(said!("No text of yours waits to go out.")));
    }
    draft.off_record(Event::PressKept { seat }, Vec::new())
}

/// The clock comes to the hour of an anonymous text: the first of those that are due goes out.
pub(crate) fn tick(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let Some(waiting) = draft.campaign().goes_out_now(draft.at()).cloned() else { return Ok(()) };
    let Some(proof) = waiting.proof() else { return Ok(()) };
    out(draft, &Act::Publish { writer: proof.code }, Some(&waiting.text()), waiting.person)
}

/// An anonymous text goes out, by the bot; it belongs to a person only so that he can have it deleted.
pub(crate) fn out(
    draft: &mut Draft<'_>,
    act: &Act,
    text: Option<&Text>,
    person: Option<u32>,
) -> Result<(), Refusal> {
    let (Act::Publish { writer }, Some(text)) = (act, text) else {
        return Err(Refusal::new(said!("Say what you publish.")));
    };
    is_long_enough(text)?;
    draft.by(By::Bot);
    let (verb, fields) = act.told();
    draft.order_line(&verb, fields, vec![SecretPart { person, ..text.part(By::Bot) }])?;
    draft.table(TableEvent::Published { writer: *writer })
}
