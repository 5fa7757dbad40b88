//! Showing what is in a box: one item out of a sheet, to all or to one seat, so that anyone who sees it can check it.
//!
//! What is shown is the item as it stands in a sheet, "what I had in March", and not what is in the box now. The proof is the item with
//! its number and salt, and the array of codes with the number and salt of the sheet: the item's code stands in the array, and the array
//! gives the code that the record has for the sheet. Nothing more comes out: the other codes are salted each by itself.

use super::find::{all_called, meant};
use super::shown::fault;
pub use super::shown::{Proof, Shown};
use super::{Item, LONGEST_NOTE, Sheet, Strongbox, UNSAID, check_form, sheet};
use crate::audience::Audience;
use crate::campaign::Campaign;
use crate::draft::Draft;
use crate::event::{Entry, Event, SecretPart};
use crate::game::Rules;
use crate::hash::Hash;
use crate::names::SeatId;
use crate::padding;
use crate::refusal::Refusal;
use crate::rules::RuleId;
use crate::said;
use crate::secret::Secret;
use serde_json::{Map, Value, json};
use std::borrow::{Borrow, Cow};
use std::sync::Arc;

/// Whether an item may be shown to one power alone: a switch.
pub(crate) fn to_one_allowed(campaign: &Campaign) -> bool {
    campaign.play.switch(crate::switches::SHOW) == "yes"
}

/// Shows an item to all, or to one seat.
pub(super) fn show(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    strongbox: &Strongbox,
    name: &str,
    to: Option<&SeatId>,
    sheet: &Sheet,
) -> Result<(), Refusal> {
    if let Some(to) = to {
        if !to_one_allowed(draft.campaign()) {
            return Err(Refusal::new(said!(
                "At this table nothing is shown to one power alone: what is shown, all see. The group can switch it on by vote."
            )));
        }
        if to == seat || !draft.campaign().play.seats.contains_key(to) {
            return Err(Refusal::new(said!(
                "It can be shown to all, or to another player of this campaign."
            )));
        }
    }
    let kept = meant(&sheet.items, name, || not_sealed(strongbox, name))?;
    let mut parts = Vec::new();
    let audience = to.map_or(Audience::All, Audience::seat);
    if kept.item.is_note() {
        let Some(written) = &kept.text else {
            return Err(Refusal::new(said!("The text of this note was deleted, so it cannot be shown.")));
        };
        parts.push(written.part(&audience));
    }
    let proof = prove(draft, sheet, &kept.item)?;
    draft.order_line("show", Map::new(), Vec::new())?;
    let shown = Shown { seat: seat.clone(), sheet: sheet.line, proof: None, rules: Vec::new() };
    let Some(to) = to else {
        return draft.emit_with(Event::Shown(Shown { proof: Some(proof), ..shown }), parts);
    };
    let n = draft.campaign().next_seal;
    let salt = draft.chance().salt(n)?;
    let body = serde_json::to_value(&proof)
        .map_err(|_| Refusal::new(said!("What is shown could not be written.")))?;
    let part = SecretPart {
        to: Audience::seat(to),
        body: Some(Secret::new(body)),
        n: Some(n),
        salt: Some(Secret::new(salt)),
        person: None,
    };
    parts.insert(0, part);
    draft.emit_with(Event::Shown(shown), parts)
}

/// Tells all what of one thing may be told alone, or of each.
pub(super) fn tell(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    strongbox: &Strongbox,
    name: Option<&str>,
) -> Result<(), Refusal> {
    let nothing = || Refusal::new(said!("In this game there is nothing that is announced in part."));
    let telling = draft.campaign().play.game.rules().telling().ok_or_else(nothing)?;
    let sheet = sheet_of(strongbox, None)?;
    let parts: Vec<Item> = match name {
        None => sheet.items.values().filter_map(|kept| kept.item.part().cloned()).collect(),
        Some(name) => {
            let kept = meant(&sheet.items, name, || not_sealed(strongbox, name))?;
            let part = kept.item.part().cloned();
            vec![part.ok_or_else(|| Refusal::under(telling.rule, (telling.has_none)(&kept.name())))?]
        }
    };
    if parts.is_empty() {
        return Err(Refusal::under(telling.rule, (telling.none)()));
    }
    // How many are told stands with the order, so that none can be left out at the end of a record.
    draft.order_line(telling.verb, [(telling.count, json!(parts.len()))], Vec::new())?;
    for item in parts {
        let proof = Some(prove(draft, sheet, &item)?);
        let (seat, sheet) = (seat.clone(), sheet.line);
        draft.emit(Event::Shown(Shown { seat, sheet, proof, rules: vec![telling.rule] }))?;
    }
    Ok(())
}

pub(super) fn sheet_of(strongbox: &Strongbox, line: Option<u64>) -> Result<&Sheet, Refusal> {
    strongbox.sheet(line).ok_or_else(|| {
        Refusal::new(match line {
            None => said!(
                "Nothing of yours is sealed yet. The strongboxes are sealed at the end of every step; from then on their items can be shown."
            ),
            Some(line) => said!(
                "Line {} of the record is no sheet of yours that could be shown, since the campaign last came back from a backup.",
                line
            ),
        })
    })
}

/// Which older sheet is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The one at a line of the record.
    Line(u64),
    /// The last of a part of the game, by the first word of its steps: a month, a turn.
    Within(String),
}

/// A seat's sheet as it was sealed, found by folding the record again, however long ago that was. `None` where there is no such sheet.
#[must_use]
pub fn recall(entries: &[Entry], seat: &SeatId, wanted: &Wanted) -> Option<Arc<Sheet>> {
    let (founding, entries) = entries.split_first()?;
    let mut campaign = Campaign::founded(founding)?;
    let mut found = None;
    for entry in entries {
        campaign.apply(entry).ok()?;
        if !matches!(&entry.event, Event::Sheet { seat: of, .. } if of == seat) {
            continue;
        }
        let Some(sheet) = campaign.strongboxes.get(seat).and_then(|held| held.sheets.back()) else {
            continue;
        };
        match wanted {
            Wanted::Line(line) if sheet.line == *line => return Some(sheet.clone()),
            Wanted::Within(word) if sheet.step.first() == Some(word) => found = Some(sheet.clone()),
            _ => {}
        }
    }
    found
}

/// The sheets that a record tells of since the campaign last came back from a backup: whose each is and the numbers of its places, by line.
pub(crate) type SheetsOf = std::collections::BTreeMap<u64, (SeatId, std::ops::Range<u64>)>;

/// Notes a sheet that a line seals under the numbers from `next_seal` on.
pub(crate) fn note_sheet(sheets: &mut SheetsOf, entry: &Entry, next_seal: u64) {
    if let (Event::Sheet { seat, places, .. }, Some((line, _))) = (&entry.event, entry.line) {
        let places = padding::meant(*places, UNSAID) as u64;
        sheets.insert(line, (seat.clone(), next_seal..next_seal + places));
    }
}

fn not_sealed(strongbox: &Strongbox, name: &str) -> Refusal {
    Refusal::new(if !all_called(&strongbox.items, name).is_empty() {
        said!(
            "\"{}\" does not stand in that sheet: it came into your strongbox after it was sealed. It can be shown when the step has ended.",
            name
        )
    } else {
        said!("\"{}\" does not stand in that sheet of yours.", name)
    })
}

fn prove(draft: &mut Draft<'_>, sheet: &Sheet, item: &Item) -> Result<Proof, Refusal> {
    let opened = sheet.opened(|n| draft.chance().salt(n))?;
    let rules = draft.campaign().play.game.rules();
    opened
        .proof(item.payload())
        .filter(|proof| proof.check(Some(rules), &sheet.code, sheet.places()).is_ok())
        .ok_or_else(|| {
            Refusal::new(said!("The sheet does not open with its salts, so nothing can be proved from it."))
        })
}

impl<P: Borrow<Value>> sheet::Opened<P> {
    /// The proof of an item in this sheet; `None` where it does not stand in it.
    #[must_use]
    pub fn proof(&self, payload: &Value) -> Option<Proof> {
        let (_, n, salt) = self.items.iter().find(|(item, ..)| item.borrow() == payload)?;
        Some(Proof {
            item: payload.clone(),
            n: *n,
            salt: Hash(*salt),
            codes: self.codes.clone(),
            sheet_n: self.n,
            sheet_salt: Hash(self.salt),
        })
    }
}

/// Something was shown.
pub(crate) fn apply(campaign: &mut Campaign, shown: &Shown) {
    campaign.undo.clear();
    if shown.proof.is_none() {
        campaign.next_seal += 1;
    }
}

/// Checks the seals of a `shown` line and, where the proof lies open, the proof; says whether it did.
///
/// # Errors
/// A sentence that says what does not fit.
pub(crate) fn check(
    rules: Option<&dyn Rules>,
    shown: &Shown,
    seals: &[(Hash, Audience)],
    parts: &[SecretPart],
    (sheet, places): (&Hash, usize),
) -> Result<bool, String> {
    let wrong = || fault("The seals of what is shown are not those that it has.");
    let hidden = parts.first().and_then(|part| part.body.as_ref());
    let (open, texts) = match (&shown.proof, seals) {
        (Some(proof), texts) => (Some(Cow::Borrowed(proof)), texts),
        (None, [(_, to), texts @ ..]) => {
            if to.seats().is_empty()
                || to.seats().contains(&shown.seat)
                || texts.iter().any(|(_, other)| other != to)
            {
                return wrong();
            }
            let proof = hidden.map(|body| serde_json::from_value(body.reveal().clone()));
            let proof =
                proof.transpose().map_err(|_| "What is shown to one is no proof of an item.".to_owned())?;
            (proof.map(Cow::Owned), texts)
        }
        (None, []) => return wrong(),
    };
    if shown.proof.is_some() && texts.iter().any(|(_, to)| *to != Audience::All) || texts.len() > 1 {
        return wrong();
    }
    let Some(proof) = open else { return Ok(false) };
    proof.check(rules, sheet, places)?;
    let of_note = rules.and_then(|rules| proof.item(rules)?.text());
    match (of_note, texts) {
        (Some(text), [(code, _)]) if *code == text => {}
        (Some(_), _) | (None, [_, ..]) if rules.is_some() => return wrong(),
        _ => {}
    }
    let text = parts.last().filter(|_| !texts.is_empty()).and_then(|part| part.body.as_ref());
    let too_long = |text: &str| text.chars().count() > LONGEST_NOTE;
    let no_name = |name: &Value| name.as_str().is_none_or(|name| check_form(name).is_err());
    if text.is_some_and(|body| {
        let body = body.reveal();
        body["text"].as_str().is_none_or(too_long) || body.get("name").is_some_and(no_name)
    }) {
        return fault("The text of the note is none that a note has.");
    }
    Ok(true)
}

/// Whether an order of this verb shows something out of a sheet.
pub(crate) fn is_told(campaign: &Campaign, verb: &str) -> bool {
    verb == "show" || campaign.play.game.rules().telling().is_some_and(|telling| telling.verb == verb)
}

/// Decides again what an order showed, from its lines: who may show what out of which sheet. (That the proof is right is checked line by
/// line.) The entries it makes, and whether a part of it is still closed.
pub(crate) fn again(
    campaign: &Campaign,
    sheets: &SheetsOf,
    told: &[Entry],
) -> Result<(Vec<Entry>, bool), Refusal> {
    let no_order = || Refusal::new(said!("There is no order."));
    let (line, events) = told.split_first().ok_or_else(no_order)?;
    let Event::Order { verb, .. } = &line.event else { return Err(no_order()) };
    let seat = campaign.seat_of(line.by).ok_or_else(crate::order::no_seat)?;
    let nothing = Strongbox::default();
    let strongbox = campaign.strongboxes.get(seat).map_or(&nothing, |held| held.as_ref());
    let rules_of = campaign.play.game.rules();
    let telling = rules_of.telling().filter(|telling| telling.verb == verb);
    let told_parts = events.iter().take_while(|entry| matches!(entry.event, Event::Shown(_))).count();
    let fields = telling.map(|telling| (telling.count.to_owned(), json!(told_parts)));
    let order = Event::Order { verb: verb.clone(), fields: fields.into_iter().collect() };
    let mut made = vec![Entry::write(line.at, line.by, order, Vec::new(), None)?];
    let mut waits = false;
    for entry in events {
        let Event::Shown(shown) = &entry.event else { break };
        let last = strongbox.sheets.back().map(|sheet| sheet.line);
        let numbers = sheets.get(&shown.sheet).filter(|(of, _)| of == seat).map(|(_, numbers)| numbers);
        let Some(numbers) = numbers else {
            return Err(Refusal::new(said!("An item is shown out of a sheet that it cannot be shown from.")));
        };
        if shown.seat != *seat || telling.is_some() && last != Some(shown.sheet) {
            return Err(Refusal::new(said!("An item is shown out of a sheet that it cannot be shown from.")));
        }
        let proof = shown.proof_in(&entry.secrets);
        let own = |proof: &Proof| {
            let is_part = proof.item(rules_of).is_some_and(|item| item.is_part());
            numbers.contains(&proof.n) && proof.sheet_n == numbers.end && is_part == telling.is_some()
        };
        let rules: Vec<RuleId> = telling.iter().map(|telling| telling.rule).collect();
        if proof.as_ref().is_some_and(|proof| !own(proof)) || shown.rules != rules || entry.by != line.by {
            return Err(Refusal::new(said!("What is shown is not what this order shows.")));
        }
        if shown.proof.is_none() {
            let to = entry.secrets.first().map(|part| part.to.seats()).unwrap_or_default();
            let to_other =
                !to.is_empty() && to.iter().all(|to| to != seat && campaign.play.seats.contains_key(to));
            if telling.is_some() || !to_other || !to_one_allowed(campaign) {
                return Err(Refusal::new(said!("It is shown to nobody who could see it.")));
            }
            waits |= proof.is_none();
        }
        // That it is written as this program writes it is checked line by line.
        made.push(entry.clone());
        if telling.is_none() {
            break;
        }
    }
    if made.len() == 1 {
        return Err(Refusal::new(said!("Nothing is shown.")));
    }
    Ok((made, waits))
}
