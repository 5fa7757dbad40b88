//! A campaign on which an order is being decided: a copy of it to which each event is applied as it is made.

use super::act::Act;
use super::audience::Audience;
use super::campaign::Campaign;
use super::chance::Chance;
use super::decks::{Named, items};
use super::event::{Entry, Event, SECRET, SecretPart, TableEvent, Text};
use super::lodged::Holder;
use super::names::{By, SeatId};
use super::order::{Verb, no_seat};
use super::reading::How;
use super::refusal::Refusal;
use super::roll::{Dice, RollRequest};
use super::secret::Secret;
use crate::said;
use serde_json::{Map, Value, json};

/// The fields that a line of an order has of its own.
const OF_THE_LINE: [&str; 7] = ["at", "by", "k", "seals", "seat", "verb", "for"];

/// An order has no such field: it could not be read back from its line.
///
/// # Errors
/// A refusal that names the field.
pub(crate) fn has_no_field_of_the_line(order: &Value) -> Result<(), Refusal> {
    match OF_THE_LINE.into_iter().find(|field| order.get(field).is_some()) {
        Some(field) => Err(Refusal::new(said!(
            "An order has no field \"{}\": the lines of the record have that for themselves.",
            field
        ))),
        None => Ok(()),
    }
}

/// A campaign on which an order is being decided.
pub struct Draft<'c> {
    campaign: Campaign,
    entries: Vec<Entry>,
    at: i64,
    by: By,
    acting: Option<SeatId>,
    keeps_closed: bool,
    without_secrets: bool,
    carrying: Option<(Holder, u32)>,
    chance: &'c mut dyn Chance,
}

/// A place in the making of a draft.
pub(crate) struct Mark {
    campaign: Campaign,
    entries: usize,
    by: By,
}

impl<'c> Draft<'c> {
    /// A draft of `campaign` for an order given at a time by somebody.
    pub(crate) fn of(campaign: &Campaign, at: i64, by: By, chance: &'c mut dyn Chance) -> Draft<'c> {
        Draft {
            campaign: campaign.clone(),
            entries: Vec::new(),
            at,
            by,
            acting: None,
            keeps_closed: false,
            without_secrets: false,
            carrying: None,
            chance,
        }
    }

    /// A draft of this moment on which something is only tried.
    pub(crate) fn trial<'t>(&self, chance: &'t mut dyn Chance) -> Draft<'t> {
        let acting = self.acting.clone();
        Draft { acting, ..Draft::of(&self.campaign, self.at, self.by, chance) }
    }

    /// A draft on which an order of the game is decided again whose secret fields are closed.
    pub(crate) fn without_secrets(self) -> Draft<'c> {
        Draft { without_secrets: true, ..self }
    }

    /// A draft on which complete rounds of envelopes stay closed. The record tells of an opening as an order of its own, so what led to
    /// it is decided again without it.
    pub(crate) fn kept_closed(self) -> Draft<'c> {
        Draft { keeps_closed: true, ..self }
    }

    /// Whether complete rounds stay closed.
    pub(crate) fn keeps_closed(&self) -> bool {
        self.keeps_closed
    }

    /// Where the draft stands now, to go back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark { campaign: self.campaign.clone(), entries: self.entries.len(), by: self.by }
    }

    /// What was done since is not done.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        self.campaign = mark.campaign;
        self.entries.truncate(mark.entries);
        self.by = mark.by;
    }

    /// The entries made so far.
    pub(crate) fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    /// The entries made so far, and the campaign after them.
    pub(crate) fn into_both(self) -> (Vec<Entry>, Campaign) {
        (self.entries, self.campaign)
    }

    /// The entries made so far, to look at.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The campaign as it stands after the events so far.
    pub(crate) fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// When the order was given, Unix seconds.
    pub(crate) fn at(&self) -> i64 {
        self.at
    }

    /// Who gave it.
    pub(crate) fn author(&self) -> By {
        self.by
    }

    /// From here on somebody else acts: the bot, when a player's order sets something off.
    pub(crate) fn by(&mut self, by: By) {
        self.by = by;
    }

    /// The order is given for a seat by who acts for it.
    pub(crate) fn act_for(&mut self, seat: SeatId) {
        self.acting = Some(seat);
    }

    /// The order of another is given in between: whom a regent acts for is laid aside until [`Draft::acts_again_for`].
    pub(crate) fn acts_for_nobody(&mut self) -> Option<SeatId> {
        self.acting.take()
    }

    /// The regent goes on for whom he acted.
    pub(crate) fn acts_again_for(&mut self, seat: Option<SeatId>) {
        self.acting = seat;
    }

    /// An order is given that was lodged at a place of this holder's slot, or none any more.
    pub(crate) fn carries(&mut self, from: Option<(Holder, u32)>) {
        self.carrying = from;
    }

    /// At which place of whose slot the order was lodged that is given.
    pub(crate) fn carrying(&self) -> Option<&(Holder, u32)> {
        self.carrying.as_ref()
    }

    /// Whether an order of the game is decided again whose secret fields are closed.
    pub(crate) fn is_without_secrets(&self) -> bool {
        self.without_secrets
    }

    /// The seat for which a regent acts.
    pub(crate) fn acting(&self) -> Option<&SeatId> {
        self.acting.as_ref()
    }

    /// The seat of who gave the order.
    pub(crate) fn seat(&self) -> Result<SeatId, Refusal> {
        match &self.acting {
            Some(seat) => Ok(seat.clone()),
            None => self.campaign.seat_of(self.by).cloned().ok_or_else(|| {
                if self.campaign.regencies(self.by, self.at).is_empty() {
                    return no_seat();
                }
                Refusal::new(said!(
                    "You have no seat of your own in this campaign. What you do as regent begins at /desk, with Act for."
                ))
            }),
        }
    }

    /// The source of dice and salts.
    pub(crate) fn chance(&mut self) -> &mut dyn Chance {
        self.chance
    }

    /// Whether a record is decided again.
    pub(crate) fn is_of_a_record(&self) -> bool {
        self.chance.is_of_a_record()
    }

    /// The events of the game that a record tells of the order which is decided again.
    pub(crate) fn told_of_the_game(&self) -> &[Value] {
        self.chance.told_of_the_game()
    }

    /// Writes the line that an order has before its events.
    pub(crate) fn order_line(
        &mut self,
        verb: &str,
        fields: impl IntoIterator<Item = (impl Into<String>, Value)>,
        secrets: Vec<SecretPart>,
    ) -> Result<(), Refusal> {
        let fields = fields.into_iter().map(|(key, value)| (key.into(), value)).collect();
        self.write(Event::Order { verb: verb.to_owned(), fields }, secrets, true)
    }

    /// The line of an act, with its text and the seat it is for where that is not the author's own.
    pub(crate) fn act_line(&mut self, act: &Act, text: Option<&Text>) -> Result<(), Refusal> {
        let (verb, mut fields) = act.told();
        if let Some(seat) = &self.acting {
            fields.insert("for".to_owned(), seat.as_str().into());
        }
        let author = self.by;
        self.order_line(&verb, fields, text.map(|text| text.part(author)).into_iter().collect())
    }

    /// The line of an order that has no public fields.
    pub(crate) fn plain_order(&mut self, verb: &Verb) -> Result<(), Refusal> {
        self.order_line(verb.name(), Map::new(), Vec::new())
    }

    /// Writes an event on the record and applies it.
    pub(crate) fn emit(&mut self, event: Event) -> Result<(), Refusal> {
        self.write(event, Vec::new(), true)
    }

    /// Writes an event with its secret parts on the record and applies it.
    pub(crate) fn emit_with(&mut self, event: Event, secrets: Vec<SecretPart>) -> Result<(), Refusal> {
        self.write(event, secrets, true)
    }

    /// Writes an event of the table's own.
    pub(crate) fn table(&mut self, event: TableEvent) -> Result<(), Refusal> {
        self.emit(Event::Table { e: event })
    }

    /// Keeps an event of the table's own off the record.
    pub(crate) fn off_record_table(&mut self, event: TableEvent) -> Result<(), Refusal> {
        self.off_record_table_with(event, Vec::new())
    }

    /// The same, with secret parts.
    pub(crate) fn off_record_table_with(
        &mut self,
        event: TableEvent,
        secrets: Vec<SecretPart>,
    ) -> Result<(), Refusal> {
        self.off_record(Event::Table { e: event }, secrets)
    }

    /// Writes an event of the game.
    pub(crate) fn game(&mut self, e: Value) -> Result<(), Refusal> {
        self.emit(Event::Game { e })
    }

    /// Writes an event of the game that only these seats may see: its body is sealed for them.
    pub(crate) fn hidden(&mut self, to: Audience, e: &Value) -> Result<(), Refusal> {
        let salt = match self.chance.salt(self.campaign.next_seal) {
            // It is closed in the record that is decided again, and nothing that all see hangs on it: its code is not compared.
            Err(_) if self.chance.is_of_a_record() && !self.campaign.play.game.rules().hidden_decides() => {
                [0; 32]
            }
            salt => salt?,
        };
        let part = self.sealed_under(salt, to, json!({"e": e}));
        self.emit_with(Event::Hidden {}, vec![part])
    }

    /// An event of the game that only these seats may see, and of which the record that is decided again has no more than that there was one.
    pub(crate) fn hidden_as_told(&mut self, to: Audience) -> Result<(), Refusal> {
        if !self.chance.is_of_a_record() {
            return Err(Refusal::new(said!("What only some may see of this is not here.")));
        }
        let part = self.sealed_under([0; 32], to, json!({}));
        self.emit_with(Event::Hidden {}, vec![part])
    }

    /// A body under the next seal's number.
    fn sealed_for(&mut self, to: Audience, body: Value) -> Result<SecretPart, Refusal> {
        let salt = self.chance.salt(self.campaign.next_seal)?;
        Ok(self.sealed_under(salt, to, body))
    }

    /// The same with that number's salt at hand.
    fn sealed_under(&self, salt: [u8; 32], to: Audience, body: Value) -> SecretPart {
        let (n, salt) = (Some(self.campaign.next_seal), Some(Secret::new(salt)));
        SecretPart { to, body: Some(Secret::new(body)), n, salt, person: None }
    }

    /// Takes the secret fields out of an order of the game: they are sealed for who gives it.
    pub(crate) fn sealed_fields(
        &mut self,
        fields: &mut Map<String, Value>,
        seat: Option<&SeatId>,
    ) -> Result<Vec<SecretPart>, Refusal> {
        let Some(secret) = fields.remove(SECRET) else { return Ok(Vec::new()) };
        let seat = seat.ok_or_else(no_seat)?;
        Ok(vec![self.sealed_for(Audience::seat(seat), json!({SECRET: secret}))?])
    }

    /// Keeps an event off the record.
    pub(crate) fn off_record(&mut self, event: Event, secrets: Vec<SecretPart>) -> Result<(), Refusal> {
        self.write(event, secrets, false)
    }

    /// Rolls for a slot of the game, with the words of the round of envelopes that led here or, without one, of the epoch.
    pub(crate) fn roll_for_game(
        &mut self,
        slot: &str,
        dice: Dice,
        purpose: &str,
    ) -> Result<Vec<u32>, Refusal> {
        let epoch = &self.campaign.epoch;
        let words = epoch.round_words.clone().or_else(|| epoch.words.clone());
        self.roll(slot, dice, purpose, words, None)
    }

    /// Rolls for a slot with these words, on the record; a free roll is read as it was asked.
    pub(crate) fn roll(
        &mut self,
        slot: &str,
        dice: Dice,
        purpose: &str,
        words: Option<Vec<(String, String)>>,
        how: Option<&How>,
    ) -> Result<Vec<u32>, Refusal> {
        let request = self.request(slot, dice, words)?;
        let result = self.chance.roll(&request)?;
        let read = how.map(|how| how.read(&self.campaign.play.game, &result)).transpose()?;
        let id = format!("{}.{}", request.epoch, self.campaign.epoch.next_roll);
        self.emit(Event::Rolled(super::event::Rolled {
            id,
            attempt: request.attempt,
            dice: request.dice,
            entropy: request.entropy,
            epoch: request.epoch,
            slot: request.slot,
            result: result.clone(),
            purpose: purpose.to_owned(),
            read,
        }))?;
        Ok(result)
    }

    /// Draws for a slot of the game so that the result stays hidden: its code goes on the record, under a seal of its own, and the
    /// result waits in the campaign's play until the game shows it.
    pub(crate) fn draw_veiled(&mut self, slot: &str, dice: Dice) -> Result<Vec<u32>, Refusal> {
        self.veiled(slot, dice, None)
    }

    /// Shuffles a deck so that nobody knows its order: with the code of the result one of each position goes on the record.
    pub(crate) fn shuffle_deck(&mut self, slot: &str, deck: Named) -> Result<(), Refusal> {
        let cards = u32::try_from(deck.cards.len()).unwrap_or(u32::MAX);
        self.veiled(slot, Dice::Shuffle(cards), Some(deck)).map(|_| ())
    }

    fn veiled(&mut self, slot: &str, dice: Dice, deck: Option<Named>) -> Result<Vec<u32>, Refusal> {
        let epoch = &self.campaign.epoch;
        let words = epoch.round_words.clone().or_else(|| epoch.words.clone());
        let request = self.request(slot, dice, words)?;
        let result = self.chance.veiled(&request)?;
        let n = self.campaign.next_seal;
        let salt = self.chance.salt(n)?;
        let body = serde_json::json!({"result": result});
        let code = super::seal::seal_code(&salt, &body)?;
        let part = SecretPart {
            to: Audience::Bot,
            body: Some(Secret::new(body)),
            n: Some(n),
            salt: Some(Secret::new(salt)),
            person: None,
        };
        let mut parts = vec![part];
        if let Some(deck) = &deck {
            parts.extend(seal_deck(self, deck, &result, n + 1)?);
        }
        let RollRequest { attempt, dice, entropy, epoch, slot, .. } = request;
        self.write(Event::Veiled { attempt, dice, entropy, epoch, slot, code, deck }, parts, true)?;
        Ok(result)
    }

    fn request(
        &self,
        slot: &str,
        dice: Dice,
        words: Option<Vec<(String, String)>>,
    ) -> Result<RollRequest, Refusal> {
        let request = RollRequest {
            attempt: self.campaign.slots.get(slot).copied().unwrap_or(0),
            campaign: self.campaign.id().to_owned(),
            dice,
            entropy: words.ok_or_else(words_missing)?,
            epoch: self.campaign.epoch.number,
            slot: slot.to_owned(),
        };
        if request.dice.is_fair() {
            Ok(request)
        } else {
            Err(Refusal::new(said!("Dice have 1 to 1,000 faces, and at most 100 of them fall at once.")))
        }
    }

    fn write(&mut self, event: Event, secrets: Vec<SecretPart>, on_record: bool) -> Result<(), Refusal> {
        let after = on_record.then_some((self.campaign.next_line, self.campaign.head));
        let entry = Entry::write(self.at, self.by, event, secrets, after)?;
        self.campaign
            .apply(&entry)
            .map_err(|_| Refusal::new(said!("An event of the game could not be written.")))?;
        self.entries.push(entry);
        Ok(())
    }
}

/// What is said while a player has no word on the record.
pub(crate) fn words_missing() -> Refusal {
    Refusal::new(said!(
        "Dice wait until every player has laid down a word with /dice word; without it they would prove nothing."
    ))
}

/// The secret parts of the positions of a deck, whose numbers begin with `n`.
fn seal_deck(
    draft: &mut Draft<'_>,
    named: &Named,
    result: &[u32],
    n: u64,
) -> Result<Vec<SecretPart>, Refusal> {
    let items =
        items(named, result).ok_or_else(|| Refusal::new(said!("A deck has other cards than it names.")))?;
    let mut parts = Vec::new();
    for (item, n) in items.into_iter().zip(n..) {
        let salt = draft.chance().salt(n)?;
        parts.push(SecretPart {
            to: Audience::Bot,
            body: Some(Secret::new(item)),
            n: Some(n),
            salt: Some(Secret::new(salt)),
            person: None,
        });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::chain::Roots;
    use crate::chance::Chain;
    use crate::decide::{decide, found};
    use crate::names::Word;
    use crate::order::{Founding, Order};
    use crate::record::{Extent, line};
    use crate::roll::draw;
    use crate::verify::verify;

    /// A campaign of two that has begun, with its entries and roots.
    fn begun() -> (Campaign, Vec<Entry>, Roots) {
        let founding = Founding {
            at: 0,
            campaign: "k7q2m4x9aa".to_owned(),
            game: "toy".to_owned(),
            scenario: "toy".to_owned(),
            seats: 2,
            operator_seats: 0,
            options: serde_json::json!({}),
            timing: None,
            umpire: None,
        };
        let mut chance = Chain::founding(([1; 32], [2; 32]));
        let mut entries = found(&founding, &mut chance).unwrap();
        let roots = chance.founded().unwrap();
        let join = |word: &str| Verb::Join { word: Word::read(word).unwrap() };
        for (person, verb) in [(1, join("one")), (2, join("two")), (1, Verb::Start)] {
            ordered(&mut entries, &roots, person, verb);
        }
        (Campaign::fold(&entries).unwrap(), entries, roots)
    }

    fn ordered(entries: &mut Vec<Entry>, roots: &Roots, person: u32, verb: Verb) {
        let order = Order { at: 1, by: By::Person(person), operator: false, verb };
        let campaign = Campaign::fold(&*entries).unwrap();
        entries.extend(decide(&campaign, &order, &mut Chain::of(roots, ([3; 32], [4; 32]))).unwrap());
    }

    /// The same history under a revision of the rules that this program does not have, so that a draw which no order of a shipped game
    /// asks for can stand in it: the hashes are checked, the orders are not decided again.
    fn of_other_rules(entries: &[Entry]) -> Vec<Entry> {
        crate::tests::toy::under("0", entries)
    }

    fn written(entries: &[Entry], extent: Extent) -> Vec<u8> {
        entries.iter().filter_map(|entry| line(entry, extent).unwrap()).collect::<String>().into_bytes()
    }

    #[test]
    fn a_veiled_draw_stays_hidden_until_the_veil_key_is_public() {
        let (campaign, mut entries, roots) = begun();
        let mut chance = Chain::of(&roots, ([3; 32], [4; 32]));
        let at = entries.last().unwrap().at;
        let mut draft = Draft::of(&campaign, at, By::Bot, &mut chance);
        let result = draft.draw_veiled("deck", Dice::Shuffle(10)).unwrap();
        let mut sorted = result.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..10).collect::<Vec<u32>>());
        assert_eq!(draft.campaign().play.veiled["deck"].reveal(), &result);
        assert_eq!(draft.campaign().next_seal, campaign.next_seal + 1);
        let made = draft.into_entries();
        let shown = serde_json::to_string(&result).unwrap();
        assert!(!String::from_utf8(written(&made, Extent::Public)).unwrap().contains(&shown));
        assert!(!format!("{made:?}").contains(&shown));
        entries.extend(made);
        let report = verify(&written(&of_other_rules(&entries), Extent::Public), &[]).unwrap();
        assert_eq!((report.veiled_waiting, report.veiled_checked), (1, 0));

        // Closed: the draw is made again from the veil key.
        ordered(&mut entries, &roots, 1, Verb::Close);
        ordered(&mut entries, &roots, 2, Verb::Close);
        let report = verify(&written(&of_other_rules(&entries), Extent::Whole), &[]).unwrap();
        assert_eq!((report.veiled_waiting, report.veiled_checked), (0, 1));

        // A result that the veil key does not give is found, on its line, though its seal is its own.
        let at = entries.iter().position(|entry| matches!(entry.event, Event::Veiled { .. })).unwrap();
        let false_body = serde_json::json!({"result": sorted});
        let salt = *entries[at].secrets[0].salt.as_ref().unwrap().reveal();
        entries[at].secrets[0].body = Some(Secret::new(false_body.clone()));
        if let Event::Veiled { code, .. } = &mut entries[at].event {
            *code = crate::seal::seal_code(&salt, &false_body).unwrap();
        }
        let wrong = verify(&written(&of_other_rules(&entries), Extent::Whole), &[]).unwrap_err();
        assert_eq!(wrong.line, at as u64 + 1, "{}", wrong.why);
    }

    #[test]
    fn a_shuffle_is_rolled_in_public() {
        let (campaign, _, roots) = begun();
        let mut chance = Chain::of(&roots, ([3; 32], [4; 32]));
        let mut draft = Draft::of(&campaign, 2, By::Bot, &mut chance);
        let result = draft.roll_for_game("order", Dice::Shuffle(7), "order").unwrap();
        let rolled = draft.into_entries();
        let rolled = rolled[0].event.rolled().unwrap();
        assert_eq!((rolled.id.as_str(), &rolled.result), ("1.1", &result));
        let request = RollRequest {
            attempt: 0,
            campaign: campaign.id().to_owned(),
            dice: Dice::Shuffle(7),
            entropy: vec![("seat-1".into(), "one".into()), ("seat-2".into(), "two".into())],
            epoch: 1,
            slot: "order".to_owned(),
        };
        assert_eq!(draw(request.key(&roots.seed(1).unwrap()).unwrap(), &Dice::Shuffle(7)), result);
        let mut draft = Draft::of(&campaign, 2, By::Bot, &mut chance);
        assert!(draft.roll_for_game("order", Dice::Shuffle(0), "order").is_err());
        assert!(draft.roll_for_game("order", Dice::Of(vec![[6, 101]]), "order").is_err());
    }
}
