//! The second half of checking a record: it is folded, and every order in it is decided again.

use super::{Stretch, Wrong};
use crate::act::Act;
use crate::audience::Audience;
use crate::campaign::{Campaign, Stage};
use crate::canonical::{canonical, parse};
use crate::chain::Commitments;
use crate::chance::Recorded;
use crate::decide::{decide_on, found_under};
use crate::draft::Draft;
use crate::envelope::Contents;
use crate::envelope::acts::{bar, close_if_complete, seal_as_it_was};
use crate::event::{Entry, EnvelopeAct, Event, Founded, Rolled, SECRET, SecretPart, TableEvent, Text};
use crate::game::Sealed;
use crate::hash::Hash;
use crate::names::{By, SeatId};
use crate::order::{Founding, GAME, Order, Verb, no_seat};
use crate::parts;
use crate::refusal::Refusal;
use crate::roll::RollRequest;
use crate::secret::Secret;
use crate::stand_ins::veiled_draw;
use crate::strongbox::show;
use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::sync::Arc;

/// An order decided again: the lines it makes.
struct Again {
    made: Vec<Entry>,
    /// Whether a part of it is still closed, so that only its form was checked.
    waits: bool,
}

/// How many orders were decided again.
#[derive(Default)]
pub(super) struct Decided {
    /// With the same outcome.
    pub decided: u64,
    /// Not, or not wholly: something of them is still closed, or they were given under another revision of the rules.
    pub waiting: u64,
    /// The first line of the file, counted from 1, whose order waits.
    pub first_waiting: Option<u64>,
    /// The newest revision of the rules that this program has of the game.
    pub rules_here: &'static str,
    /// By which revisions of the rules they were given.
    pub stretches: Vec<Stretch>,
}

/// Folds the record and decides every order again.
pub(super) fn decide_again(entries: &[Entry]) -> Result<Decided, Wrong> {
    let mut orders = Decided::default();
    let wrong = |at: usize, why: String| Wrong { line: at as u64 + 1, why };
    let Some(mut campaign) = entries.first().and_then(Campaign::founded) else {
        return Err(wrong(
            0,
            "The founding is of a game or scenario that this program does not know.".to_owned(),
        ));
    };
    orders.rules_here = campaign.play.game.rules().newest();
    orders.stretches.push(Stretch::from(1, &campaign));
    if campaign.has_its_rules() {
        let made = found_again(&campaign.founded).map_err(|refusal| {
            wrong(0, format!("The rules do not allow a campaign to be founded so. {refusal}"))
        })?;
        if made.iter().map(|entry| &entry.public).ne([&entries[0].public]) {
            return Err(wrong(0, "The founding says something else than the rules make of it.".to_owned()));
        }
    }
    let veil_key = entries.iter().find_map(|entry| match &entry.event {
        Event::Closed { veil_key } => Some(*veil_key),
        _ => None,
    });
    // The key that is published at the close is the last one: what was sealed before a restore stays closed.
    let restored = entries.iter().rposition(|entry| matches!(entry.event, Event::Restored { .. }));
    // From the first order that leans on a secret of the game's that is closed here, the position is not known.
    let mut blind = false;
    let mut sheets = show::SheetsOf::new();
    let mut at = 1;
    while at < entries.len() {
        if !matches!(entries[at].event, Event::Order { .. }) {
            return Err(wrong(at, "This follows from no order.".to_owned()));
        }
        let next = (at + 1..entries.len())
            .find(|&i| matches!(entries[i].event, Event::Order { .. }))
            .unwrap_or(entries.len());
        let told = &entries[at..next];
        let veil_key = veil_key.filter(|_| restored.is_none_or(|restored| restored < next));
        let revises = matches!(&told[0].event, Event::Order { verb, .. } if verb == Verb::Revise.name());
        if campaign.has_its_rules() {
            // What can be sealed is told by an order's tag: so this holds where nothing else of it can be known.
            for (i, entry) in told.iter().enumerate() {
                secrets_fit(&campaign, entry).map_err(|why| wrong(at + i, why.to_owned()))?;
            }
        }
        blind |= told.iter().any(|entry| keeps_a_secret(&campaign, entry));
        let again = match (campaign.has_its_rules() && !blind, draws_veiled(told) && veil_key.is_none()) {
            _ if revises => revised_again(&campaign, told, &orders.stretches).map(Some),
            (false, _) => Ok(None),
            (true, true) => veiled_again(&campaign, told),
            (true, false) => {
                let shown = with_what_opens(&campaign, told);
                order_again(&shown, told, (&entries[next..], &sheets), veil_key).map(Some)
            }
        };
        // Where nothing is decided again, this alone says so.
        if let Some(i) = told.iter().position(|entry| matches!(entry.event, Event::Rules { .. }))
            && !revises
        {
            return Err(wrong(
                at + i,
                "Another revision of the rules follows from another order.".to_owned(),
            ));
        }
        let again = again
            .map_err(|refusal| wrong(at, format!("The rules do not allow this order here. {refusal}")))?;
        if let Some(Again { made, .. }) = &again {
            for (i, line) in told.iter().enumerate() {
                if made.get(i).is_none_or(|entry| !says_the_same(entry, line)) {
                    return Err(wrong(at + i, "The rules give another outcome here.".to_owned()));
                }
            }
            if made.len() > told.len() {
                let cut =
                    if next == entries.len() { " It is cut off in the middle of the order." } else { "" };
                let why = format!("More follows from the order than the record tells.{cut}");
                return Err(wrong(next - 1, why));
            }
        }
        if again.is_some_and(|again| !again.waits) {
            orders.decided += 1;
        } else {
            orders.waiting += 1;
            orders.first_waiting.get_or_insert(at as u64 + 1);
        }
        if told[0].at < campaign.last_at {
            return Err(wrong(at, "It was ordered before the line that it follows.".to_owned()));
        }
        if let Some(i) = told.iter().position(|entry| entry.at != told[0].at) {
            return Err(wrong(
                at + i,
                "It has another moment than the order that it follows from.".to_owned(),
            ));
        }
        for (i, entry) in told.iter().enumerate() {
            if entry.event.rolled().is_some_and(|rolled| !has_frozen_words(&campaign, rolled)) {
                let why = "The words of the roll are not those that were frozen for it.".to_owned();
                return Err(wrong(at + i, why));
            }
            match &entry.event {
                Event::Sheet { seat, .. } => {
                    let line = entry.line.map_or(0, |(line, _)| line);
                    sheets.insert(line, (seat.clone(), campaign.next_seal));
                }
                // Their salts are of a veil key that the campaign has given up.
                Event::Restored { .. } => sheets.clear(),
                _ => {}
            }
            campaign.apply(entry).map_err(|unreadable| wrong(at + i, unreadable.why))?;
            if matches!(entry.event, Event::Rules { .. }) {
                orders.stretches.push(Stretch::from((at + i) as u64 + 1, &campaign));
            }
        }
        at = next;
    }
    Ok(orders)
}

/// Whether a line holds a secret of the game's that is closed here: an event that only some may see, or the secret fields of an order on
/// which hangs what it does.
fn keeps_a_secret(campaign: &Campaign, entry: &Entry) -> bool {
    let of_the_game = match &entry.event {
        Event::Hidden {} => campaign.play.game.rules().hidden_decides(),
        Event::Order { verb, fields } => verb == GAME && sealed(campaign, fields) == Sealed::Decisive,
        _ => false,
    };
    of_the_game && entry.secrets.iter().any(|part| part.body.is_none())
}

/// What of an order of the game is sealed.
fn sealed(campaign: &Campaign, fields: &Map<String, Value>) -> Sealed {
    campaign.play.game.rules().sealed(&Value::Object(fields.clone()))
}

/// Whether a line of the game's has the seals that one of its kind has, and keeps off the line what is sealed; whatever is closed here.
///
/// # Errors
/// A sentence that says what does not fit.
fn secrets_fit(campaign: &Campaign, entry: &Entry) -> Result<(), &'static str> {
    let (Event::Order { verb, fields }, parts) = (&entry.event, entry.secrets.as_slice()) else {
        let hides = campaign.play.game.rules().hides();
        return match entry.event {
            Event::Hidden {} if !hides => Err("In this game there is no event that only some see."),
            _ => Ok(()),
        };
    };
    if verb != GAME {
        return Ok(());
    }
    if fields.contains_key(SECRET) {
        return Err("What is sealed of an order does not stand on its line.");
    }
    if sealed(campaign, fields) == Sealed::Nothing {
        return if parts.is_empty() { Ok(()) } else { Err("Nothing of such an order is sealed.") };
    }
    let acting = fields.get("for").and_then(Value::as_str).map(SeatId::from);
    let own = acting.or_else(|| campaign.seat_of(entry.by).cloned()).map(|seat| Audience::seat(&seat));
    match parts {
        [part] if Some(&part.to) == own.as_ref() => Ok(()),
        [] => Err("A part of such an order is sealed, and it has no seal."),
        _ => Err("What is sealed of it is not sealed for who ordered it, once."),
    }
}

/// The campaign with the parts of choices and the cards that an order opened, as far as this copy of the record did not have them before.
/// That they are what was sealed is checked line by line.
fn with_what_opens<'c>(campaign: &'c Campaign, told: &[Entry]) -> Cow<'c, Campaign> {
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
            Event::LodgedOpened { seat, place, body, salt, .. } => {
                if let Some(own) = shown.to_mut().place_of(seat, *place) {
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

/// What the bot says where it no longer had the revision of the rules that held. Which revisions it had cannot be seen from here, but
/// it goes on to another, and never back to one that came before.
fn revised_again(campaign: &Campaign, told: &[Entry], before_it: &[Stretch]) -> Result<Again, Refusal> {
    let Some(Event::Rules { before, after }) = told.get(1).map(|entry| &entry.event) else {
        return Err(Refusal::new("It does not say which revision of the rules holds from here."));
    };
    if told[0].by != By::Bot {
        return Err(Refusal::new("Only the bot says by which revision of the rules play goes on."));
    }
    let held = before_it.iter().any(|stretch| stretch.revision == *after);
    let is_newer =
        number_of(after).is_some_and(|after| number_of(before).is_none_or(|before| after > before));
    if *before != campaign.rules || held || !is_newer || campaign.play.stage == Stage::Closed {
        return Err(Refusal::new("Play goes on from the revision of the rules that held to a newer one."));
    }
    let mut chance = Recorded::default();
    let at = told[0].at.max(campaign.last_at);
    let mut draft = Draft::of(campaign, at, By::Bot, &mut chance);
    draft.plain_order(&Verb::Revise)?;
    draft.emit(Event::Rules { before: before.clone(), after: after.clone() })?;
    Ok(decided(draft.into_entries()))
}

/// The number that a revision of the rules is: from 1, without zeros before it.
fn number_of(revision: &str) -> Option<u64> {
    let number: u64 = revision.parse().ok()?;
    (number > 0 && number.to_string() == revision).then_some(number)
}

/// Whether an order leads to a draw whose result stays hidden.
fn draws_veiled(told: &[Entry]) -> bool {
    let stands_in = |entry: &Entry| matches!(&entry.event, Event::Order { verb, .. } if verb == STANDS_IN);
    told.iter().any(|entry| matches!(entry.event, Event::Veiled { .. }) || stands_in(entry))
}

/// The verb of [`Act::StandInActs`].
const STANDS_IN: &str = "stand_in_acts";

/// What an order puts on the record whose draw is still hidden: all of a stand-in's, and nothing that is known of another's.
fn veiled_again(campaign: &Campaign, told: &[Entry]) -> Result<Option<Again>, Refusal> {
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

/// Whether an entry decided again is the one that the record tells. The seals of what comes out of a strongbox cannot be made again while
/// it is closed; what they must be is checked line by line.
pub(super) fn says_the_same(made: &Entry, told: &Entry) -> bool {
    made.public == told.public
        || matches!(
            told.event,
            Event::Sheet { .. } | Event::Lodged { .. } | Event::Shown(_) | Event::Opened { .. }
        ) && without_seals(made) == without_seals(told)
        || is_closed(told) && made.seals().first().map(|(_, to)| to) == told.seals().first().map(|(_, to)| to)
}

/// Whether a line holds what only some see, and this copy of the record does not have it: what it says cannot be made again, only for whom
/// it is sealed.
fn is_closed(told: &Entry) -> bool {
    matches!(told.event, Event::Hidden {}) && told.secrets.iter().all(|part| part.body.is_none())
}

/// What a line says besides its seals.
fn without_seals(entry: &Entry) -> Option<Value> {
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

/// Whether a roll is fed by the words that were frozen for it. This holds whatever the rules of the game are.
fn has_frozen_words(campaign: &Campaign, rolled: &Rolled) -> bool {
    let epoch = &campaign.epoch;
    let frozen = match &epoch.round_words {
        Some(words) if !rolled.slot.starts_with("free/") => Some(words),
        _ => epoch.words.as_ref(),
    };
    frozen == Some(&rolled.entropy)
}

fn found_again(founded: &Founded) -> Result<Vec<Entry>, Refusal> {
    let commitments = Commitments { anchor: founded.anchor, veil: founded.veil };
    let mut chance = Recorded { chains: [(1, commitments)].into(), ..Recorded::default() };
    let founding = Founding {
        at: 0,
        campaign: founded.campaign.clone(),
        game: founded.game.clone(),
        scenario: founded.scenario.clone(),
        seats: founded.seats,
        operator_seats: founded.operator.len() as u32,
        options: founded.options.clone(),
        timing: founded.timing.clone(),
        umpire: founded.umpire,
    };
    found_under(&founding, Some(&founded.rules), &mut chance)
}

/// The chance that an order had, out of the lines that followed from it.
fn chance_of(campaign: &Campaign, told: &[Entry]) -> Recorded {
    let mut chance = Recorded::default();
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
            Event::Sheet { seat, code } => chance.sheets.push_back((seat.clone(), *code)),
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

/// Decides an order again from its lines; `later` is the record after them, `sheets` are those before.
fn order_again(
    campaign: &Campaign,
    told: &[Entry],
    (later, sheets): (&[Entry], &show::SheetsOf),
    veil_key: Option<Hash>,
) -> Result<Again, Refusal> {
    let unreadable = || Refusal::new("What was ordered cannot be read from it.");
    let Some((line, events)) = told.split_first() else { return Err(unreadable()) };
    let Event::Order { verb, fields } = &line.event else { return Err(unreadable()) };
    let mut chance = Recorded { veil_key, ..chance_of(campaign, told) };
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
            return open_again(campaign, round, told, &mut chance);
        }
        "seal" => {
            let round = text("round").ok_or_else(unreadable)?;
            return seal_again(campaign, round, told, later, &mut chance);
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
            let mut draft = Draft::of(campaign, line.at, line.by, &mut chance);
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
        _ => {
            let closed = salt_defaults(campaign, told, later, &mut chance);
            let mut again = act_again(campaign, verb, fields, told, &mut chance)?;
            if closed {
                put_back_codes(&mut again.made, told)?;
                again.waits = true;
            }
            return Ok(again);
        }
    };
    let operator = text("seat").is_some_and(|seat| campaign.is_operator(&SeatId::from(seat)));
    let order = Order { at: line.at, by: line.by, operator, verb };
    let draft = Draft::of(campaign, line.at.max(campaign.last_at), line.by, &mut chance);
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
    let text = line.secrets.first().map(|part| {
        let deleted = Text { text: "-".to_owned(), salt: Secret::new([0; 32]) };
        text_of(part).map_or((deleted, true), |text| (text, false))
    });
    let deleted = text.as_ref().is_some_and(|(_, deleted)| *deleted);
    let mut inner = Verb::Act { act, text: text.map(|(text, _)| text) };
    if let Some(seat) = fields.get("for").and_then(Value::as_str) {
        inner = Verb::For { seat: SeatId::from(seat), verb: Box::new(inner) };
    }
    let order = Order { at: line.at, by: line.by, operator: false, verb: inner };
    // An opening that follows is an order of its own on the record.
    let at = line.at.max(campaign.last_at);
    let draft = Draft::of(&campaign, at, line.by, chance).kept_closed();
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

/// Fills the envelopes that were not empty at a deadline or when a vote on a missed one closed.
fn fill_envelopes(campaign: &mut Campaign, act: &Act, told: &[Entry]) {
    let events: Vec<TableEvent> = told.iter().filter_map(Entry::table_event).collect();
    let operator = campaign.founded.operator.clone();
    let empty = |round: &str, asked: &[SeatId]| -> Option<Vec<SeatId>> {
        if let Act::Deadline { round: r, missed } = act {
            return (r == round).then(|| missed.clone());
        }
        let extended = events
            .iter()
            .any(|event| matches!(event, TableEvent::RoundExtended { round: r, .. } if r == round));
        let defaulted = events.iter().find_map(|event| match event {
            TableEvent::Defaulted { round: r, seats } if r == round => Some(seats.clone()),
            _ => None,
        });
        match (defaulted, extended) {
            // Only the operator's envelopes were filled, for whom the others had waited.
            (Some(mut seats), true) => {
                let asked = asked.iter().filter(|seat| !operator.contains(seat));
                seats.extend(asked.cloned());
                Some(seats)
            }
            (None, true) => None,
            (seats, false) => Some(seats.unwrap_or_default()),
        }
    };
    if let Act::StandInActs { round, .. } = act {
        // A stand-in's turn comes when the operator's envelope is there.
        if let Some(open) = campaign.play_mut().rounds.get_mut(round).map(Arc::make_mut) {
            for seat in open.asked.clone().iter().filter(|seat| operator.contains(seat)) {
                open.apply(seat, EnvelopeAct::Seal, &[some_choice(seat)]);
                open.apply(seat, EnvelopeAct::Final, &[]);
            }
        }
    }
    let touches = matches!(act, Act::Deadline { .. } | Act::Cast { .. } | Act::CloseVote { .. });
    if !touches {
        return;
    }
    for (name, open) in &mut campaign.play_mut().rounds {
        let open = Arc::make_mut(open);
        let Some(empty) = empty(name, &open.asked) else { continue };
        for seat in open.asked.clone().iter().filter(|seat| !empty.contains(seat)) {
            open.apply(seat, EnvelopeAct::Seal, &[some_choice(seat)]);
        }
    }
}

/// An envelope of which only that it is there matters.
fn some_choice(seat: &SeatId) -> SecretPart {
    SecretPart {
        to: Audience::seat(seat),
        body: Some(Secret::new(Contents { choice: json!({}), word: None }.body())),
        n: None,
        salt: Some(Secret::new([0; 32])),
        person: None,
    }
}

fn decided(made: Vec<Entry>) -> Again {
    Again { made: made.into_iter().filter(|entry| entry.line.is_some()).collect(), waits: false }
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

/// The envelope of a seat as it was opened further on; `None` where it is still closed, or was asked for again after a restore.
fn opened_in(lines: &[Entry], round: &str, seat: &SeatId) -> Option<SecretPart> {
    let restored = |entry: &&Entry| !matches!(entry.event, Event::Restored { .. });
    lines.iter().take_while(restored).find_map(|entry| match &entry.event {
        Event::Opened { round: r, seat: s, body, n, salt } if r == round && s == seat => Some(SecretPart {
            to: Audience::seat(seat),
            body: Some(Secret::new(body.body())),
            n: Some(*n),
            salt: Some(Secret::new(salt.0)),
            person: None,
        }),
        _ => None,
    })
}

/// Opens a round again: the envelopes, which lay off the record, are put in as they were opened.
fn open_again(
    campaign: &Campaign,
    round: &str,
    told: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let missing = || Refusal::new("An envelope of the round is not opened with it.");
    let mut campaign = campaign.clone();
    let mut waits = false;
    let open = campaign.play.rounds.get(round).ok_or_else(|| Refusal::new("No such round is open."))?;
    for seat in &open.asked.clone() {
        let mut sealed = vec![opened_in(told, round, seat).ok_or_else(missing)?];
        sealed.extend(parts_in(told, round, seat));
        let open = campaign.play_mut().rounds.get_mut(round).map(Arc::make_mut).ok_or_else(missing)?;
        open.apply(seat, EnvelopeAct::Seal, &sealed);
        open.apply(seat, EnvelopeAct::Final, &[]);
        let open = campaign.play.rounds.get(round).ok_or_else(missing)?;
        let envelope = open.envelopes.get(seat).ok_or_else(missing)?;
        if envelope.parts.iter().any(|part| part.body.is_none()) {
            // What lies in parts that are closed is looked at when the campaign is.
            waits = true;
            continue;
        }
        let choice = envelope.whole(open).choice;
        open.check_choice(&campaign, round, seat, &choice)?;
        let defaulted = open.defaulted.contains(seat);
        if defaulted && campaign.play.game.default_choice(round, seat).as_ref() != Some(&choice) {
            return Err(Refusal::new("What was opened is not the default that the empty envelope took."));
        }
    }
    let at = told.first().map_or(0, |line| line.at);
    let mut draft = Draft::of(&campaign, at, By::Bot, chance);
    close_if_complete(&mut draft, round)?;
    Ok(Again { waits, ..decided(draft.into_entries()) })
}

/// The parts of a choice as they stand with its opening, or are opened in the same order.
fn parts_in(told: &[Entry], round: &str, seat: &SeatId) -> Vec<SecretPart> {
    let mut parts = Vec::new();
    let mut numbers = 0;
    for entry in told {
        match &entry.event {
            Event::Opened { round: r, seat: s, n, .. } if r == round && s == seat => {
                (parts, numbers) = (entry.secrets.clone(), n + 1);
            }
            Event::Part { round: r, seat: s, body, n, salt, .. } if r == round && s == seat => {
                let at = n.checked_sub(numbers).and_then(|at| usize::try_from(at).ok());
                if let Some(part) = at.and_then(|at| parts.get_mut(at)) {
                    part.body = Some(Secret::new(body.clone()));
                    part.n = Some(*n);
                    part.salt = Some(Secret::new(salt.0));
                }
            }
            _ => {}
        }
    }
    parts
}

/// Seals the operator's envelope again, which goes on the record at once. While it has not been opened only its form is checked.
fn seal_again(
    campaign: &Campaign,
    round: &str,
    told: &[Entry],
    later: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let line = &told[0];
    let seat = campaign.seat_of(line.by).ok_or_else(no_seat)?;
    let Some(part) = opened_in(later, round, seat) else {
        return sealed_only(campaign, round, seat, told, chance);
    };
    if let (Some(n), Some(salt)) = (part.n, &part.salt) {
        chance.salts.insert(n, *salt.reveal());
    }
    let mut contents = contents_of(&part).ok_or_else(|| Refusal::new("What was sealed cannot be read."))?;
    let names = campaign.play.rounds.get(round).map(|open| open.parts.clone()).unwrap_or_default();
    if !names.is_empty() {
        let bodies = parts_in(later, round, seat);
        if bodies.iter().any(|part| part.body.is_none() || part.salt.is_none()) {
            return sealed_only(campaign, round, seat, told, chance);
        }
        let items = parts::acts::read(names.len(), part.n.unwrap_or_default(), &contents.choice, &bodies);
        for item in &items {
            chance.salts.extend(item.salt.as_ref().map(|salt| (item.n, *salt.reveal())));
        }
        contents.choice = parts::joined(&contents.choice, &names, &items);
    }
    // A last envelope of the operator's opens the round; that is the next order on the record.
    let at = line.at.max(campaign.last_at);
    let mut draft = Draft::of(campaign, at, line.by, chance).kept_closed();
    seal_as_it_was(&mut draft, round, seat, contents)?;
    Ok(decided(draft.into_entries()))
}

/// What lies in an envelope that is open.
fn contents_of(part: &SecretPart) -> Option<Contents> {
    Contents::deserialize(part.body.as_ref()?.reveal()).ok()
}

/// What a sealed envelope of the operator's puts on the record, with the code that the record tells.
fn sealed_only(
    campaign: &Campaign,
    round: &str,
    seat: &SeatId,
    told: &[Entry],
    chance: &mut Recorded,
) -> Result<Again, Refusal> {
    let line = &told[0];
    if let Some(refusal) = bar(&Draft::of(campaign, line.at, line.by, chance), round, seat) {
        return Err(refusal);
    }
    if !campaign.is_operator(seat) {
        return Err(Refusal::new("Only the operator's envelope goes on the record before its round closes."));
    }
    let Some(Event::Sealed { code, .. }) = told.get(1).map(|entry| &entry.event) else {
        return Err(Refusal::new("The code of the envelope is missing."));
    };
    let fields = Map::from_iter([("round".to_owned(), json!(round))]);
    let events = [
        Event::Order { verb: "seal".to_owned(), fields },
        Event::Sealed { round: round.to_owned(), seat: seat.clone(), code: *code },
    ];
    let mut made = Vec::new();
    for event in events {
        made.push(Entry::write(line.at, line.by, event, Vec::new(), None)?);
    }
    Ok(Again { made, waits: true })
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn a_revision_is_a_number_from_one_that_is_written_plainly() {
        for (written, number) in [
            ("1", Some(1)),
            ("7", Some(7)),
            ("10", Some(10)),
            ("0", None),
            ("07", None),
            ("+7", None),
            ("-1", None),
            ("", None),
            ("seven", None),
        ] {
            assert_eq!(number_of(written), number, "{written}");
        }
    }
}
