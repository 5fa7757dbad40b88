//! One order of a record decided again out of its lines, on the campaign as it stood before it or as it might have stood.

use super::decided::{Again, decided};
use super::envelopes::{fill_envelopes, open_again, opened_in, parts_in, seal_again};
use crate::act::Act;
use crate::audience::Audience;
use crate::campaign::Campaign;
use crate::canonical::{canonical, parse};
use crate::chain::Commitments;
use crate::chance::{Recorded, ToldLodged, ToldSheet};
use crate::claims;
use crate::decide::decide_on;
use crate::draft::Draft;
use crate::event::{Entry, Event, SECRET, SecretPart, TableEvent, Text};
use crate::forward::{self, Followed};
use crate::game::Sealed;
use crate::hash::Hash;
use crate::lodged::Holder;
use crate::names::By;
use crate::names::SeatId;
use crate::order::{GAME, Order, Verb};
use crate::refusal::Refusal;
use crate::roll::RollRequest;
use crate::secret::Secret;
use crate::stand_ins::veiled_draw;
use crate::strongbox::show;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// What an order is decided again with, besides its own lines.
pub(crate) struct Around<'r> {
    /// The record after them.
    pub later: &'r [Entry],
    /// The sheets of strongboxes before them.
    pub sheets: &'r show::SheetsOf,
    /// Of a correction forward: what came of playing again.
    pub followed: Option<Followed>,
}

/// Whether a line holds a secret of the game's that is closed here: an event that only some may see, or the secret fields of an order on
/// which hangs what it does.
pub(crate) fn keeps_a_secret(campaign: &Campaign, entry: &Entry) -> bool {
    let of_the_game = match &entry.event {
        Event::Hidden {} => campaign.play.game.rules().hidden_decides(),
        Event::Order { verb, fields } => verb == GAME && sealed(campaign, fields) == Sealed::Decisive,
        _ => false,
    };
    of_the_game && entry.secrets.iter().any(|part| part.body.is_none())
}

/// What of an order of the game is sealed.
pub(crate) fn sealed(campaign: &Campaign, fields: &Map<String, Value>) -> Sealed {
    campaign.play.game.rules().sealed(&Value::Object(fields.clone()))
}

/// The campaign with the parts of choices and the cards that an order opened, as far as this copy of the record did not have them before.
/// That they are what was sealed is checked line by line.
pub(crate) fn with_what_opens<'c>(campaign: &'c Campaign, told: &[Entry]) -> Cow<'c, Campaign> {
    let mut shown = Cow::Borrowed(campaign);
    for entry in told {
        match &entry.event {
            Event::Part { round, seat, part, body, salt, .. } => {
                let Some(laid) = shown.to_mut().play_mut().laid.get_mut(round) else { continue };
                let at = laid.parts.iter().position(|name| name == part);
                let of = laid.of.get_mut(seat);
                if let Some(item) = at.zip(of).and_then(|(at, of)| of.get_mut(at)) {
                    item.body = Some(Secret::new(body.clone()));
                    item.salt = Some(Secret::new(salt.0));
                }
            }
            Event::LodgedOpened { seat, power, place, part, body, salt, .. } => {
                let holder = Holder { seat: seat.clone(), power: power.clone() };
                if let Some(own) = shown.to_mut().place_of(&holder, *place, *part) {
                    own.body = Some(Secret::new(body.clone()));
                    own.salt = Some(Secret::new(salt.0));
                }
            }
            Event::Card { deck, pos, body, n, salt } => {
                let lies = shown.to_mut().play_mut().decks.get_mut(deck);
                let place = lies.and_then(|lies| lies.places.get_mut(*pos as usize));
                // The same order may shuffle the deck anew and open a card at the same position again.
                if let Some(place) = place.filter(|place| place.n == *n) {
                    place.card = body["card"].as_str().map(|card| Secret::new(card.to_owned()));
                    place.salt = Some(Secret::new(salt.0));
                }
            }
            _ => {}
        }
    }
    shown
}

/// Whether an order leads to a draw whose result stays hidden.
pub(crate) fn draws_veiled(told: &[Entry]) -> bool {
    let stands_in = |entry: &Entry| matches!(&entry.event, Event::Order { verb, .. } if verb == STANDS_IN);
    told.iter().any(|entry| matches!(entry.event, Event::Veiled { .. }) || stands_in(entry))
}

/// The verb of [`Act::StandInActs`].
const STANDS_IN: &str = "stand_in_acts";

/// What an order puts on the record whose draw is still hidden: all of a stand-in's, and nothing that is known of another's.
pub(crate) fn veiled_again(campaign: &Campaign, told: &[Entry]) -> Result<Option<Again>, Refusal> {
    let Event::Order { verb, fields } = &told[0].event else { return Ok(None) };
    let Some(act) = Act::read(verb, fields) else { return Ok(None) };
    let Act::StandInActs { seat, round } = &act else { return Ok(None) };
    let (slot, dice) = veiled_draw(campaign, seat, round)?;
    let mut chance = Recorded::default();
    let mut draft = Draft::of(campaign, told[0].at, By::Bot, &mut chance);
    draft.act_line(&act, None)?;
    let epoch = &campaign.epoch;
    let words = epoch.round_words.clone().or_else(|| epoch.words.clone());
    let draw = told.get(1).ok_or_else(|| Refusal::new("The draw of the stand-in is missing."))?;
    let asked = match &draw.event {
        Event::Veiled { attempt: 0, dice: d, entropy, epoch: e, slot: s, .. } => {
            *d == dice && *s == slot && *e == epoch.number && Some(entropy) == words.as_ref()
        }
        _ => false,
    };
    let sealed = matches!(draw.secrets.as_slice(), [part] if part.to == Audience::Bot);
    if !asked || !sealed || (draw.at, draw.by) != (told[0].at, By::Bot) {
        return Err(Refusal::new("The draw of the stand-in is not the one that the rules ask for here."));
    }
    let mut made = draft.into_entries();
    made.push(draw.clone());
    Ok(Some(Again { made, waits: true }))
}

/// What a line says besides its seals.
pub(crate) fn without_seals(entry: &Entry) -> Option<Value> {
    let mut value = parse(&entry.public).ok()?;
    value.as_object_mut()?.remove("seals");
    Some(value)
}

/// An order that was decided without its secret fields says the same in public; that what is sealed fits is seen when it is opened.
fn put_back_seals(made: &mut [Entry], line: &Entry) {
    if let Some(order) = made.first_mut().filter(|order| without_seals(order) == without_seals(line)) {
        order.clone_from(line);
    }
}

/// The chance that an order had, out of the lines that followed from it.
pub(crate) fn chance_of(campaign: &Campaign, told: &[Entry], veil_key: Option<Hash>) -> Recorded {
    let mut chance = Recorded { veil_key, ..Recorded::default() };
    for entry in told {
        for part in &entry.secrets {
            if let (Some(n), Some(salt)) = (part.n, &part.salt) {
                chance.salts.insert(n, *salt.reveal());
            }
        }
        match &entry.event {
            Event::Rolled(rolled) => {
                let request = RollRequest {
                    attempt: rolled.attempt,
                    campaign: campaign.id().to_owned(),
                    dice: rolled.dice.clone(),
                    entropy: rolled.entropy.clone(),
                    epoch: rolled.epoch,
                    slot: rolled.slot.clone(),
                };
                chance.rolls.push_back((request, rolled.result.clone()));
            }
            Event::Sheet { seat, code, places } => {
                let contents = entry.secrets.first().and_then(|part| part.body.clone());
                let (seat, code, places) = (seat.clone(), *code, *places);
                chance.sheets.push_back(ToldSheet { seat, code, places, contents });
            }
            Event::Lodged { places, .. } => {
                let bodies = entry.secrets.iter().map(|part| part.body.clone()).collect();
                chance.lodged.push_back(ToldLodged { places: *places, bodies });
            }
            Event::Claim { seat, asked, says } => {
                let (of, asked, says) = (seat.clone(), asked.clone(), says.clone());
                chance.claims.push_back(claims::Told { of, asked, says });
            }
            Event::Shown(shown) => chance.shown.push_back(shown.clone()),
            Event::Game { e } => chance.of_the_game.push(e.clone()),
            Event::Epoch { epoch, seed } => {
                chance.seeds.insert(*epoch, *seed);
            }
            Event::Chain { anchor, veil, first } | Event::Restored { anchor, veil, first, .. } => {
                chance.chains.push_back((*first, Commitments { anchor: *anchor, veil: *veil }));
            }
            _ => {}
        }
    }
    chance
}

/// Decides an order again from its lines, with the chance that they tell of.
pub(crate) fn order_again(
    campaign: &Campaign,
    told: &[Entry],
    around: &Around<'_>,
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let Around { later, sheets, .. } = *around;
    let unreadable = || Refusal::new("What was ordered cannot be read from it.");
    let Some((line, events)) = told.split_first() else { return Err(unreadable()) };
    let Event::Order { verb, fields } = &line.event else { return Err(unreadable()) };
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let word = || match events.first().map(|entry| &entry.event) {
        Some(Event::Joined { word, .. } | Event::Word { word, .. }) => Ok(word.clone()),
        _ => Err(unreadable()),
    };
    // What the bot alone orders is nobody else's, even where the outcome would be the same.
    if ["open_envelopes", "tick", "restored"].contains(&verb.as_str()) && line.by != By::Bot {
        return Err(Refusal::new("Only the bot gives that order."));
    }
    let (mut deleted_label, mut closed_fields) = (None, false);
    let verb = match verb.as_str() {
        "open_envelopes" => {
            let round = text("round").ok_or_else(unreadable)?;
            return open_again(campaign, round, told, chance);
        }
        "seal" => {
            let round = text("round").ok_or_else(unreadable)?;
            return seal_again(campaign, round, told, later, chance);
        }
        _ if show::is_told(campaign, verb) => {
            let (made, waits) = show::again(campaign, sheets, told)?;
            return Ok(Again { made, waits });
        }
        "join" => Verb::Join { word: word()? },
        "word" => Verb::Word { word: word()? },
        "leave" => Verb::Leave,
        "start" => Verb::Start,
        "roll" => {
            let label = line.secrets.first().and_then(text_of);
            if label.is_none() && !line.secrets.is_empty() {
                let roll = events.first().and_then(|entry| entry.event.rolled()).ok_or_else(unreadable)?;
                deleted_label = Some(&roll.purpose);
            }
            // The dice and what they came to follow from the notation or the chart.
            match fields.get("chart") {
                Some(asked) => Verb::Chart { asked: asked.clone(), label },
                None => Verb::Roll { notation: text("notation").ok_or_else(unreadable)?.to_owned(), label },
            }
        }
        "undo" => Verb::Undo,
        "reveal" => Verb::Reveal,
        // What else was due then, a reminder or an envelope's deadline, lies off the record: only the epoch is looked at.
        "tick" => {
            let mut draft = Draft::of(campaign, line.at, line.by, chance);
            crate::epoch::tick(&mut draft)?;
            return Ok(decided(draft.into_entries()));
        }
        "restored" => Verb::Restored,
        "close" => Verb::Close,
        GAME => {
            // That they are sealed as they must be was seen before; those on which anything hangs are open where this is decided.
            closed_fields = line.secrets.iter().any(|part| part.body.is_none());
            let mut fields = fields.clone();
            let acting = fields.remove("for");
            if let Some(secret) = line.secrets.first().filter(|_| !closed_fields) {
                fields.insert(SECRET.to_owned(), secret.ordered().ok_or_else(unreadable)?.clone());
            }
            let order = Verb::Game(Value::Object(fields));
            match acting.as_ref().and_then(Value::as_str) {
                Some(seat) => Verb::For { seat: SeatId::from(seat), verb: Box::new(order) },
                None => order,
            }
        }
        forward::VERB => {
            let (amends, followed) =
                forward::lines::asked(fields).zip(around.followed.clone()).ok_or_else(unreadable)?;
            let asked = |text: Option<Text>| Verb::Forward { amends, followed: Box::new(followed), text };
            return with_text_again(campaign, asked, fields, told, chance);
        }
        _ => {
            let closed = salt_defaults(campaign, told, later, chance);
            let mut again = act_again(campaign, verb, fields, told, chance)?;
            if closed {
                put_back_codes(&mut again.made, told)?;
                again.waits = true;
            }
            return Ok(again);
        }
    };
    let operator = text("seat").is_some_and(|seat| campaign.is_operator(&SeatId::from(seat)));
    let order = Order { at: line.at, by: line.by, operator, verb };
    let draft = Draft::of(campaign, line.at.max(campaign.last_at), line.by, chance);
    let mut made = decide_on(if closed_fields { draft.without_secrets() } else { draft }, &order)?;
    if let Some(code) = deleted_label {
        put_back_label(&mut made, code)?;
    }
    let mut again = decided(made);
    if closed_fields {
        put_back_seals(&mut again.made, line);
        again.waits = true;
    }
    Ok(again)
}

/// Decides an act of the table again. What lay in envelopes is not on the record before they are opened, so for a deadline those that
/// were not empty are filled, which is all that it looks at.
fn act_again(
    campaign: &Campaign,
    verb: &str,
    fields: &Map<String, Value>,
    told: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let line = &told[0];
    let act =
        Act::read(verb, fields).ok_or_else(|| Refusal::new(format!("There is no order \"{verb}\".")))?;
    if act.is_the_bots() && line.by != By::Bot {
        return Err(Refusal::new("Only the clock gives that order."));
    }
    let mut campaign = campaign.clone();
    fill_envelopes(&mut campaign, &act, told);
    with_text_again(&campaign, |text| Verb::Act { act, text }, fields, told, chance)
}

/// Decides an order again with which a text of its author's may have come; where that was deleted any stands for it.
fn with_text_again(
    campaign: &Campaign,
    asked: impl FnOnce(Option<Text>) -> Verb,
    fields: &Map<String, Value>,
    told: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let line = &told[0];
    let text = line.secrets.first().map(|part| {
        let deleted = Text { text: "-".to_owned(), salt: Secret::new([0; 32]) };
        text_of(part).map_or((deleted, true), |text| (text, false))
    });
    let deleted = text.as_ref().is_some_and(|(_, deleted)| *deleted);
    let mut inner = asked(text.map(|(text, _)| text));
    if let Some(seat) = fields.get("for").and_then(Value::as_str) {
        inner = Verb::For { seat: SeatId::from(seat), verb: Box::new(inner) };
    }
    let order = Order { at: line.at, by: line.by, operator: false, verb: inner };
    // An opening that follows is an order of its own on the record.
    let at = line.at.max(campaign.last_at);
    let draft = Draft::of(campaign, at, line.by, chance).kept_closed();
    let mut made = decide_on(draft, &order)?;
    if deleted && let (Some(first), Some(seals)) = (made.first_mut(), parse(&line.public)?.get("seals")) {
        let mut value = parse(&first.public)?;
        let to = |seals: Option<&Value>| -> Vec<Option<Value>> {
            let seals = seals.and_then(Value::as_array).into_iter().flatten();
            seals.map(|seal| seal.get("to").cloned()).collect()
        };
        // What was sealed is deleted; how many texts there were, and for whom, is not.
        if to(value.get("seals")) != to(Some(seals)) {
            return Err(Refusal::new(
                "Its texts are sealed for others, or in another number, than such an order has.",
            ));
        }
        value["seals"] = seals.clone();
        first.public = canonical(&value)?;
        for (entry, line) in made.iter_mut().zip(told) {
            if let (Event::Voided { id, .. }, Event::Voided { reason, .. }) = (&entry.event, &line.event)
                && seals[0]["code"] == reason.hex()
            {
                let event = Event::Voided { id: id.clone(), reason: *reason };
                entry.public = Entry::write(entry.at, entry.by, event, Vec::new(), None)?.public;
            }
        }
    }
    Ok(decided(made))
}

/// Gives the salts under which empty envelopes were sealed by default, out of their openings or from the veil key. Says whether one is
/// still closed: then any salt does, and the code is put back as it was told.
fn salt_defaults(campaign: &Campaign, told: &[Entry], later: &[Entry], chance: &mut Recorded) -> bool {
    let mut closed = false;
    for entry in told {
        let Some(TableEvent::Defaulted { round, seats }) = entry.table_event() else { continue };
        for seat in &seats {
            let opened =
                opened_in(later, &round, seat).and_then(|part| Some((part.n?, *part.salt?.reveal())));
            let number = campaign.play.rounds.get(&round).and_then(|open| open.number(seat));
            if let Some((n, salt)) = opened {
                chance.salts.insert(n, salt);
            } else if let Some(n) = number.filter(|_| chance.veil_key.is_none()) {
                chance.salts.insert(n, [0; 32]);
                closed = true;
            }
            let parts = campaign.play.rounds.get(&round).map_or(0, |open| open.parts.len());
            let known = parts_in(later, &round, seat);
            for (i, n) in number.into_iter().flat_map(|n| n + 1..).take(parts).enumerate() {
                let salt = known.get(i).and_then(|part| part.salt.as_ref()).map(|salt| *salt.reveal());
                // Only the operator's code goes on the record when he seals.
                closed |= salt.is_none() && chance.veil_key.is_none() && campaign.is_operator(seat);
                if salt.is_some() || chance.veil_key.is_none() {
                    chance.salts.insert(n, salt.unwrap_or([0; 32]));
                }
            }
        }
    }
    closed
}

/// Puts the codes of envelopes that are still closed in the places where they were told.
fn put_back_codes(made: &mut [Entry], told: &[Entry]) -> Result<(), Refusal> {
    for (entry, line) in made.iter_mut().zip(told) {
        if let (Event::Sealed { round, seat, .. }, Event::Sealed { code, .. }) = (&entry.event, &line.event) {
            let event = Event::Sealed { round: round.clone(), seat: seat.clone(), code: *code };
            entry.public = Entry::write(entry.at, entry.by, event, Vec::new(), None)?.public;
        }
    }
    Ok(())
}

fn text_of(part: &SecretPart) -> Option<Text> {
    let text = part.body.as_ref()?.reveal().get("text")?.as_str()?.to_owned();
    Some(Text { text, salt: part.salt.clone()? })
}

/// A labelled roll whose text was deleted is decided without the label, which shows only as a code: in the seals of the order, and as
/// what the roll was for.
fn put_back_label(made: &mut [Entry], code: &str) -> Result<(), Refusal> {
    for entry in made {
        let mut value = parse(&entry.public)?;
        match &entry.event {
            Event::Rolled(_) => value["for"] = json!(code),
            _ => value["seals"] = json!([{"code": code, "to": "all"}]),
        }
        entry.public = canonical(&value)?;
    }
    Ok(())
}
