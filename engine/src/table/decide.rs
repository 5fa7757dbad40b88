//! The one door of a campaign: an order is decided against it and becomes entries, or is refused.
//!
//! [`decide`] looks and never touches: it works on a [`Draft`], a copy of the campaign to which each event is applied as it is made.

use super::campaign::{Campaign, Stage};
use super::chance::Chance;
use super::event::{Entry, Event, FORMAT, Founded, SecretPart, TableEvent};
use super::names::{By, SeatId, is_campaign_id};
use super::order::{Founding, Order, Verb, no_seat};
use super::refusal::Refusal;
use super::roll::{Dice, RollRequest};
use super::{dice, envelope, epoch, game, seats, undo};
use serde_json::{Map, Value};

/// A campaign on which an order is being decided.
pub struct Draft<'c> {
    campaign: Campaign,
    entries: Vec<Entry>,
    at: i64,
    by: By,
    chance: &'c mut dyn Chance,
}

/// Founds a campaign: the entry of its first line.
///
/// # Errors
/// A refusal where the game, the scenario, the seats or an option is not known or out of bounds.
pub fn found(founding: &Founding, chance: &mut dyn Chance) -> Result<Vec<Entry>, Refusal> {
    let rules = game::by_key(&founding.game)
        .ok_or_else(|| Refusal::new(format!("There is no game \"{}\" here.", founding.game)))?;
    if !is_campaign_id(&founding.campaign) {
        return Err(Refusal::new("A campaign's id is ten letters a–z or digits."));
    }
    if founding.operator_seats > founding.seats {
        return Err(Refusal::new("The operator cannot hold more seats than there are."));
    }
    let options = rules.options(&founding.scenario, founding.seats, &founding.options)?;
    let commitments = chance.new_chain(1, true)?;
    let founded = Founded {
        format: FORMAT,
        campaign: founding.campaign.clone(),
        game: founding.game.clone(),
        rules: rules.revision().to_owned(),
        packs: Vec::new(),
        anchor: commitments.anchor,
        veil: commitments.veil,
        operator: (1..=founding.operator_seats).map(SeatId::numbered).collect(),
        scenario: founding.scenario.clone(),
        seats: founding.seats,
        options,
    };
    let before = Some((0, super::hash::Hash::default()));
    let event = Event::Founded(founded);
    Ok(vec![Entry::write(founding.at, By::Person(1), event, Vec::new(), before)?])
}

/// Decides an order: the entries it makes, none where it changes nothing.
///
/// # Errors
/// A refusal where the order is not allowed; nothing is changed and no roll consumed.
pub fn decide(campaign: &Campaign, order: &Order, chance: &mut dyn Chance) -> Result<Vec<Entry>, Refusal> {
    let mut draft = Draft::of(campaign, order.at, order.by, chance);
    if campaign.play.stage == Stage::Closed && !matches!(order.verb, Verb::Tick | Verb::Restored) {
        return Err(Refusal::new(
            "This campaign is closed, and a closed campaign stays closed. Its record can still be exported and verified.",
        ));
    }
    match &order.verb {
        Verb::Join { word } => seats::join(&mut draft, word, order.operator)?,
        Verb::Leave => seats::leave(&mut draft)?,
        Verb::Start => seats::start(&mut draft)?,
        Verb::Word { word } => dice::lay_down_word(&mut draft, word)?,
        Verb::Roll { dice, notation, label } => {
            dice::roll_freely(&mut draft, dice, notation, label.as_ref())?;
        }
        Verb::Seal { round, body } => {
            let seat = draft.seat()?;
            envelope::seal(&mut draft, round, &seat, body)?;
        }
        Verb::Final { round } => {
            let seat = draft.seat()?;
            envelope::make_final(&mut draft, round, &seat)?;
        }
        Verb::Open { round } => {
            let seat = draft.seat()?;
            envelope::withdraw_final(&mut draft, round, &seat)?;
        }
        Verb::Undo => undo::take_back(&mut draft)?,
        Verb::Reveal => epoch::ask_to_reveal(&mut draft)?,
        Verb::Tick => epoch::tick(&mut draft)?,
        Verb::Restored => epoch::restored(&mut draft)?,
        Verb::Close => seats::ask_to_close(&mut draft)?,
        Verb::Game(order) => {
            let seat = draft.seat()?;
            if draft.campaign.play.stage != Stage::Playing {
                return Err(Refusal::new("The campaign has not begun yet."));
            }
            let rules = draft.campaign.play.game.rules();
            let fields = match order {
                Value::Object(fields) => fields.clone(),
                _ => Map::new(),
            };
            draft.order_line("game", fields, Vec::new())?;
            rules.decide(&mut draft, &seat, order)?;
        }
    }
    Ok(draft.entries)
}

impl<'c> Draft<'c> {
    /// A draft of `campaign` for an order given at a time by somebody.
    pub(crate) fn of(campaign: &Campaign, at: i64, by: By, chance: &'c mut dyn Chance) -> Draft<'c> {
        Draft { campaign: campaign.clone(), entries: Vec::new(), at, by, chance }
    }

    /// The entries made so far.
    pub(crate) fn into_entries(self) -> Vec<Entry> {
        self.entries
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

    /// The seat of who gave the order.
    pub(crate) fn seat(&self) -> Result<SeatId, Refusal> {
        self.campaign.seat_of(self.by).cloned().ok_or_else(no_seat)
    }

    /// The source of dice and salts.
    pub(crate) fn chance(&mut self) -> &mut dyn Chance {
        self.chance
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

    /// The line of an order that has no public fields.
    pub(crate) fn plain_order(&mut self, verb: &Verb) -> Result<(), Refusal> {
        self.order_line(verb.name(), Map::new(), Vec::new())
    }

    /// Writes an event on the record and applies it.
    pub(crate) fn emit(&mut self, event: Event) -> Result<(), Refusal> {
        self.write(event, Vec::new(), true)
    }

    /// Writes an event of the table's own.
    pub(crate) fn table(&mut self, event: TableEvent) -> Result<(), Refusal> {
        let e = serde_json::to_value(event)
            .map_err(|_| Refusal::new("An event of the table could not be written."))?;
        self.emit(Event::Game { e })
    }

    /// Writes an event of the game.
    pub(crate) fn game(&mut self, e: Value) -> Result<(), Refusal> {
        self.emit(Event::Game { e })
    }

    /// Keeps an event off the record.
    pub(crate) fn off_record(&mut self, event: Event, secrets: Vec<SecretPart>) -> Result<(), Refusal> {
        self.write(event, secrets, false)
    }

    /// Rolls for a slot of the game, with the words of the round of envelopes that led here or, without one, of the epoch.
    pub(crate) fn roll_for_game(
        &mut self,
        slot: &str,
        dice: Vec<[u32; 2]>,
        purpose: &str,
    ) -> Result<Vec<u32>, Refusal> {
        let epoch = &self.campaign.epoch;
        let words = epoch.round_words.clone().or_else(|| epoch.words.clone());
        self.roll(slot, Dice::Of(dice), purpose, words)
    }

    /// Rolls for a slot with these words, on the record.
    pub(crate) fn roll(
        &mut self,
        slot: &str,
        dice: Dice,
        purpose: &str,
        words: Option<Vec<(String, String)>>,
    ) -> Result<Vec<u32>, Refusal> {
        let request = RollRequest {
            attempt: self.campaign.slots.get(slot).copied().unwrap_or(0),
            campaign: self.campaign.id().to_owned(),
            dice,
            entropy: words.ok_or_else(dice::words_missing)?,
            epoch: self.campaign.epoch.number,
            slot: slot.to_owned(),
        };
        if !request.dice.is_fair() {
            return Err(Refusal::new("Dice have 1 to 1,000 faces, and at most 100 of them fall at once."));
        }
        let result = self.chance.roll(&request)?;
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
        }))?;
        Ok(result)
    }

    fn write(&mut self, event: Event, secrets: Vec<SecretPart>, on_record: bool) -> Result<(), Refusal> {
        let after = on_record.then_some((self.campaign.next_line, self.campaign.head));
        let entry = Entry::write(self.at, self.by, event, secrets, after)?;
        self.campaign.apply(&entry);
        self.entries.push(entry);
        Ok(())
    }
}
