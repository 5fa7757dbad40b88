//! All that a viewer may do now, and the orders that offers make.

use super::*;
use crate::act::Act;
use crate::campaign::Stage;
use crate::event::Text;
use crate::frames::What;
use crate::lodged::LodgedView;
use crate::names::{By, Word};
use crate::order::Verb;
use crate::refusal::Refusal;
use crate::said;
use crate::view::View;
use crate::votes::{Matter, Vote};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

impl Offer {
    /// An offer without fields.
    #[must_use]
    pub fn plain(verb: &str) -> Offer {
        Offer::with(verb, Vec::new())
    }

    /// An offer with fields.
    #[must_use]
    pub fn with(verb: &str, fields: Vec<Field>) -> Offer {
        Offer { verb: verb.to_owned(), round: None, fields, tone: Tone::Free }
    }

    /// It as one that brings play forward.
    #[must_use]
    pub fn onward(self) -> Offer {
        Offer { tone: Tone::Onward, ..self }
    }

    /// It as one that belongs to the open step.
    #[must_use]
    pub fn timely(self) -> Offer {
        Offer { tone: Tone::Timely, ..self }
    }

    /// It as one that takes something back or holds it up.
    #[must_use]
    pub fn back(self) -> Offer {
        Offer { tone: Tone::Back, ..self }
    }

    /// It as one that leads to the end of the campaign or out of it.
    #[must_use]
    pub fn ending(self) -> Offer {
        Offer { tone: Tone::Ending, ..self }
    }

    /// Whether it can be filled in: no field that must be asks for one of nothing.
    #[must_use]
    pub fn can_be_filled(&self) -> bool {
        self.fields.iter().all(|field| !field.required || !field.kind.is_empty())
    }

    /// The offer to give an order of the game's, as the record writes it, in which some fields are left open to choose; the others are
    /// fixed.
    #[must_use]
    pub fn of_order<T: Serialize>(verb: &str, order: T, open: Vec<Field>) -> Offer {
        let order = written(order);
        let mut fields = open;
        let fixed = order.as_object().into_iter().flatten();
        let fixed = fixed.filter(|(name, _)| fields.iter().all(|field| field.name != **name));
        let fixed: Vec<Field> = fixed.map(|(name, value)| Field::required(name, Kind::is(value))).collect();
        fields.extend(fixed);
        // Which order it is stands first.
        fields.sort_by_key(|field| field.name != verb);
        Offer::with(verb, fields)
    }

    /// An offer for each of some orders of a subject, by the tag of these: nothing is left open to choose.
    pub fn each<T: Serialize>(tag: &str, orders: impl IntoIterator<Item = T>) -> Vec<Offer> {
        orders.into_iter().map(|order| Offer::of_order(tag, order, Vec::new())).collect()
    }

    /// One offer for all of some orders of a subject that differ in a field, which is left open to choose. None where there are no such orders.
    pub fn any<T: Serialize>(tag: &str, field: &str, orders: impl IntoIterator<Item = T>) -> Option<Offer> {
        let orders: Vec<Value> = orders.into_iter().map(written).collect();
        let values: Vec<&Value> = orders.iter().filter_map(|order| order.get(field)).collect();
        let words: Option<Vec<&str>> = values.iter().map(|value| value.as_str()).collect();
        let kind = words.map_or_else(|| Kind::among(&values), Kind::one_of);
        Some(Offer::of_order(tag, orders.first()?, vec![Field::required(field, kind)]))
    }

    /// The offer to seal a choice in a round, with a word for the dice if one is wanted.
    #[must_use]
    pub fn seal(round: &str, mut fields: Vec<Field>) -> Offer {
        fields.push(Field::optional("word", Kind::Word));
        Offer { round: Some(round.to_owned()), ..Offer::with("seal", fields) }.onward()
    }

    /// Whether it is to seal something in a round.
    #[must_use]
    pub fn seals_in(&self, round: &str) -> bool {
        self.verb == "seal" && self.round.as_deref() == Some(round)
    }

    fn of_round(verb: &str, round: &str) -> Offer {
        Offer { round: Some(round.to_owned()), ..Offer::plain(verb) }
    }

    /// Checks what was filled in: every required field there, none unknown, each within its bounds.
    ///
    /// # Errors
    /// A refusal that names the first thing wrong.
    pub fn check(&self, filled: &Value) -> Result<(), Refusal> {
        let empty = Map::new();
        let filled = filled.as_object().unwrap_or(&empty);
        if let Some(unknown) = filled.keys().find(|key| self.fields.iter().all(|f| f.name != **key)) {
            return Err(Refusal::new(said!("There is nothing to fill in called {}.", unknown)));
        }
        for field in &self.fields {
            match filled.get(&field.name) {
                Some(value) => field.kind.check(&field.name, value)?,
                None if field.required => {
                    return Err(Refusal::new(said!("{} is missing.", named(&field.name))));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// What was filled in, with the secret fields apart, as an order of a game has them.
    fn with_secrets_apart(&self, filled: &Value) -> Value {
        let mut fields = filled.as_object().cloned().unwrap_or_default();
        let mut secret = Map::new();
        for field in self.fields.iter().filter(|field| field.secret) {
            if let Some(value) = fields.remove(&field.name) {
                secret.insert(field.name.clone(), value);
            }
        }
        // Whether anything secret was said is nobody's business either.
        if self.fields.iter().any(|field| field.secret) {
            fields.insert(crate::event::SECRET.to_owned(), Value::Object(secret));
        }
        Value::Object(fields)
    }

    /// The order that the offer makes when it is taken with these fields; `salt` seals a free text, should one be among them.
    ///
    /// # Errors
    /// As [`Offer::check`].
    pub fn taken(&self, filled: &Value, salt: [u8; 32]) -> Result<Verb, Refusal> {
        self.check(filled)?;
        let text = |name: &str| filled.get(name).and_then(Value::as_str);
        let word =
            |name: &str| Word::try_from(text(name).unwrap_or_default().to_owned()).map_err(Refusal::new);
        let round = self.round.clone().unwrap_or_default();
        let apart = crate::strongbox::taken(&self.verb, filled, salt);
        let apart = apart.or_else(|| crate::lodged::offers::taken(&self.verb, filled, salt));
        if let Some(verb) = apart.or_else(|| crate::deals::offers::taken(&self.verb, filled, salt)) {
            return Ok(verb);
        }
        Ok(match self.verb.as_str() {
            "join" => Verb::Join { word: word("word")? },
            "leave" => Verb::Leave,
            "start" => Verb::Start,
            "word" => Verb::Word { word: word("word")? },
            "roll" => {
                let dice: Vec<[u32; 2]> = filled
                    .get("dice")
                    .and_then(|dice| serde_json::from_value(dice.clone()).ok())
                    .unwrap_or_default();
                let notation: Vec<String> =
                    dice.iter().map(|[faces, count]| format!("{count}d{faces}")).collect();
                let label = text("label").map(|label| Text {
                    text: crate::canonical::composed(label),
                    salt: crate::secret::Secret::new(salt),
                });
                Verb::Roll { notation: notation.join("+"), label }
            }
            "seal" => Verb::sealing(&round, filled)?,
            "final" => Verb::Final { round },
            "open" => Verb::Open { round },
            "undo" => Verb::Undo,
            "reveal" => Verb::Reveal,
            "close" => Verb::Close,
            verb => {
                let mut fields = filled.as_object().cloned().unwrap_or_default();
                let said = fields.remove("said");
                let said = said.as_ref().and_then(Value::as_str).map(|said| Text {
                    text: crate::canonical::composed(said),
                    salt: crate::secret::Secret::new(salt),
                });
                match Act::read(verb, &fields) {
                    Some(act) => Verb::Act { act, text: said },
                    None => Verb::Game(self.with_secrets_apart(filled)),
                }
            }
        })
    }
}

/// Everything that a viewer may do now, out of what he sees.
#[must_use]
pub fn offers(view: &View) -> Vec<Offer> {
    let mut offers = Vec::new();
    let word = || vec![Field::required("word", Kind::Word)];
    let host = view.asker == Some(By::Person(view.host));
    let mine = view.seat();
    match view.stage {
        Stage::Closed => return offers,
        Stage::Gathering => offers.extend(before_play(view, host)),
        Stage::Playing => {
            if let Some(seat) = mine {
                if view.epoch.words_complete {
                    offers.push(Offer::with(
                        "roll",
                        vec![
                            Field::required("dice", Kind::Dice),
                            Field::optional("label", Kind::Text { most: LONGEST_LABEL }),
                        ],
                    ));
                }
                let may_ask = !view.is_operator(seat) && !view.epoch.reveal.contains(seat);
                if may_ask && view.epoch.rolls > 0 {
                    offers.push(Offer::plain("reveal").back());
                }
                if view.ending.is_none() && !view.close_asked.contains(seat) && !view.as_regent {
                    offers.push(Offer::plain("close").ending());
                }
                offers.extend(at_the_table(view, seat));
            }
            if host {
                offers.extend(for_the_host(view));
            } else if let Some(seat) = mine.as_ref().filter(|_| !view.as_regent) {
                offers.extend(in_the_hosts_place(view, seat));
            }
        }
    }
    if mine.is_some() {
        let offer = Offer::with("word", word());
        offers.push(if lacks_word(view) { offer.onward() } else { offer });
    }
    if view.stage == Stage::Playing && host && view.notice.is_none() && !view.as_regent {
        offers.push(Offer::plain("give_notice").ending());
    }
    if mine.as_ref().is_some_and(|seat| may_play_on(view, seat)) {
        offers.push(Offer::plain("play_on").back());
    }
    if view.stage == Stage::Playing && host && view.ending.as_ref().is_some_and(|ending| !ending.put_off) {
        offers.push(Offer::plain("put_off").back());
    }
    if view.undoable.is_some() {
        offers.push(Offer::plain("undo").back());
    }
    offers.extend(envelopes(view));
    offers.extend(crate::strongbox::offers(view));
    if let Some(rules) = crate::game::by_key(&view.game_key) {
        offers.extend(rules.offers(view));
    }
    offers.retain(Offer::can_be_filled);
    // What is sealed already is sealed anew as often as one likes; nobody waits for that.
    let sealed = |round: &String| {
        let mine = view.rounds.iter().find(|open| open.round == *round).and_then(|open| open.mine.as_ref());
        mine.is_some_and(|mine| mine.sealed.is_some())
    };
    for offer in
        offers.iter_mut().filter(|offer| offer.verb == "seal" && offer.round.as_ref().is_some_and(sealed))
    {
        offer.tone = Tone::Back;
    }
    offers
}

/// What a viewer may do now in some subjects of the game, by the keys of their orders, and what belongs to none of its subjects: as [`offers`]
/// has it, in that order, without making all the others.
#[must_use]
pub fn offers_in(view: &View, subjects: &[&str]) -> Vec<Offer> {
    if view.stage == Stage::Closed {
        return Vec::new();
    }
    let rules = crate::game::by_key(&view.game_key);
    let mut offers = rules.map(|rules| rules.offers_in(view, subjects)).unwrap_or_default();
    offers.retain(Offer::can_be_filled);
    offers
}

/// What a viewer may seal in a round now, the first where there are several: as [`offers`] has it, without making all the others.
#[must_use]
pub fn offer_to_seal(view: &View, round: &str) -> Option<Offer> {
    if view.stage == Stage::Closed {
        return None;
    }
    let of_the_game = || {
        crate::game::by_key(&view.game_key).map(|rules| rules.offers_to_seal(view, round)).unwrap_or_default()
    };
    let of_the_table = envelopes(view).into_iter();
    let mut all = of_the_table.chain(of_the_game()).filter(|offer| offer.seals_in(round));
    all.find(Offer::can_be_filled)
}

/// What may be done while seats are taken.
fn before_play(view: &View, host: bool) -> Vec<Offer> {
    let mut offers = Vec::new();
    if let Some(seat) = view.seat() {
        let own = view.seats.iter().find(|place| place.id == *seat).and_then(|place| place.person);
        if own == view.asker.and_then(By::person) {
            offers.push(Offer::plain("leave").back());
        }
    } else if view.asker.is_some() {
        let operator = view.asker_is_operator;
        let mut free = view.seats.iter().filter(|seat| !seat.is_taken());
        if free.any(|seat| seat.operator == operator) {
            offers.push(Offer::with("join", vec![Field::required("word", Kind::Word)]).onward());
        }
    }
    if host {
        if view.seats.iter().all(crate::view::SeatView::is_taken) {
            offers.push(Offer::plain("start").onward());
        }
        offers.push(Offer::plain("close").ending());
    }
    offers
}

/// What may be done with one's envelopes in the open rounds.
fn envelopes(view: &View) -> Vec<Offer> {
    let mut offers = Vec::new();
    for round in &view.rounds {
        let Some(mine) = &round.mine else { continue };
        if mine.waits_for_operator || mine.fixed {
            continue;
        }
        if let Some(kind) = &round.exchange
            && mine.sealed.as_ref().is_none_or(|sealed| !sealed.is_final)
        {
            offers.push(kind.offer(&round.round));
        }
        match &mine.sealed {
            Some(sealed) if sealed.is_final => offers.push(Offer::of_round("open", &round.round).back()),
            Some(_) if !mine.needs_word => offers.push(Offer::of_round("final", &round.round).onward()),
            _ => {}
        }
    }
    offers
}

/// Whether the viewer's word for the dice is missing: nothing is rolled before it is there, or what he sealed waits for it.
fn lacks_word(view: &View) -> bool {
    let own = view.seat().and_then(|seat| view.seats.iter().find(|place| place.id == *seat));
    own.is_some_and(|own| !own.has_word)
        || view.rounds.iter().any(|round| round.mine.as_ref().is_some_and(|mine| mine.needs_word))
}

fn exactly(n: u64) -> Kind {
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    Kind::Whole { least: n, most: n }
}

/// Being ready, now and ahead, and not any more.
fn being_ready(view: &View, seat: &crate::names::SeatId, ahead: bool) -> Vec<Offer> {
    let mut offers = Vec::new();
    let step = view.step_awaits().filter(|step| step.asks(seat));
    let ready = step.is_some_and(|step| !step.awaits(seat));
    if step.is_some() {
        let through = |of: &[&str]| Kind::OneOf { of: of.iter().map(|&word| word.to_owned()).collect() };
        // Who has lodged orders would be passed over if he were ready ahead.
        let of_powers = view.lodged_by_powers.values().filter(|lodged| lodged.waits_for_ready());
        let waits = view.lodged.awaits_its_slot() || of_powers.into_iter().any(LodgedView::awaits_its_slot);
        if !ready && !view.may_be_ready {
            // What has to be said first is among the game's own offers.
        } else if !ready {
            let of: &[&str] = if waits { &["step"] } else { &["step", "turn"] };
            offers.push(Offer::with("ready", vec![Field::required("through", through(of))]).onward());
        } else if !ahead && !waits && view.may_take_ready_back {
            offers.push(Offer::with("ready", vec![Field::required("through", through(&["turn"]))]));
        }
    }
    if step.is_none() && !ahead && view.may_be_ready_ahead {
        let through = Field::required("through", Kind::one_of(["turn"]));
        offers.push(Offer::with("ready", vec![through, Field::required("hold", Kind::Truth { is: true })]));
    }
    if (ready || ahead) && view.may_take_ready_back {
        offers.push(Offer::plain("not_ready").back());
    }
    offers
}

/// What a player may do at the table whatever its game: be ready, vote, tell and correct values, be away.
fn at_the_table(view: &View, seat: &crate::names::SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    let own = view.seats.iter().find(|place| place.id == *seat);
    offers.extend(being_ready(view, seat, own.is_some_and(|own| own.ahead.is_some())));
    offers.extend(crate::lodged::offers::offers(view));
    offers.extend(crate::deals::offers::offers(view));
    for awaited in view.awaited.iter().filter(|awaited| !awaited.held) {
        if matches!(awaited.what, What::Order(_)) && awaited.awaits(seat) {
            let frame = Field::required("frame", exactly(awaited.line));
            offers.push(Offer::with("let_stand", vec![frame]).onward());
        }
    }
    for (n, vote) in &view.votes {
        if !vote.voters.contains(seat) || view.as_regent {
            continue;
        }
        for option in
            (0..vote.options).filter(|option| vote.stands(*option) && vote.cast.get(seat) != Some(option))
        {
            // A tie would wait for the words that the dice lack.
            if view.epoch.words_complete {
                let fields = vec![
                    Field::required("vote", exactly(*n)),
                    Field::required("option", exactly(option.into())),
                ];
                offers.push(Offer::with("cast", fields).onward());
            }
        }
    }
    let own_corrections = view.corrections.values().filter(|open| open.by == *seat).count();
    let may_correct = !view.as_regent && own_corrections < crate::values::MOST_CORRECTIONS;
    for value in view.values.iter().filter(|value| value.now < value.most) {
        let key = Kind::OneOf { of: vec![value.key.clone()] };
        let more = Kind::Whole { least: value.now + 1, most: value.most };
        if value.rises && !value.kept && may_tell(view, seat, value) {
            let fields = vec![Field::required("key", key.clone()), Field::required("value", more.clone())];
            offers.push(Offer::with("tell", fields));
        }
        if value.known && may_correct && !view.corrections.values().any(|open| open.is_of(&value.key)) {
            let reason = Field::required("said", Kind::Text { most: crate::values::LONGEST_REASON });
            let fields = vec![Field::required("key", key), Field::required("value", more), reason];
            offers.push(Offer::with("correct", fields).back());
        }
    }
    offers.extend(crate::assent::offers::offers(view, seat));
    for (n, open) in &view.corrections {
        if !open.agreed.contains(seat) {
            offers.push(Offer::with("agree", vec![Field::required("correction", exactly(*n))]).onward());
        }
        if open.objected.is_none() {
            offers.push(Offer::with("object", vec![Field::required("correction", exactly(*n))]).back());
        }
    }
    if view.as_regent {
        return offers;
    }
    if view.voters().contains(seat) {
        offers.extend(for_all_together(view, seat));
    }
    match own {
        Some(own) if own.away.is_some() || own.regent.is_some() => offers.push(Offer::plain("back").onward()),
        _ => offers.push(Offer::plain("away").back()),
    }
    let asked = view.votes.values().filter(|vote| Some(vote.by) == view.asker).count();
    let may_ask = asked < crate::votes::MOST_ASKED;
    if view.ending.is_none() && may_ask && !view.votes.values().any(|vote| vote.matter == Matter::Conclude) {
        offers.push(Offer::plain("conclude").ending());
    }
    if !view.live || !view.at_table.contains(seat) {
        offers.push(Offer::with("live", vec![Field::required("on", Kind::Truth { is: true })]).back());
    }
    if view.live {
        offers.push(Offer::with("live", vec![Field::required("on", Kind::Truth { is: false })]).back());
    }
    offers
}

/// What is open to a player because all decide together: values of the group's own, and going back to the start of the step.
fn for_all_together(view: &View, seat: &crate::names::SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for (n, open) in &view.proposals {
        let field = vec![Field::required("proposal", exactly(*n))];
        if open.by == *seat {
            offers.push(Offer::with("withdraw_values", field).back());
        } else if !open.confirmed.contains(seat) {
            offers.push(Offer::with("confirm_values", field).onward());
        }
    }
    match &view.set_back {
        None if view.set_back_to.is_some() => {
            let reason = Field::required("said", Kind::Text { most: crate::values::LONGEST_REASON });
            offers.push(Offer::with("set_back", vec![reason]).back());
        }
        None => {}
        Some(open) => {
            for is in [true, false] {
                if !is || !open.agreed.contains(seat) {
                    let ask = Field::required("ask", exactly(open.line));
                    let fields = vec![ask, Field::required("agree", Kind::Truth { is })];
                    offers.push(Offer::with("answer_set_back", fields).onward());
                }
            }
        }
    }
    offers
}

/// Whether a player can say that the campaign is played on.
fn may_play_on(view: &View, seat: &crate::names::SeatId) -> bool {
    let against = match &view.ending {
        Some(ending) => !ending.against.contains(seat),
        None => view.notice.is_some() || view.close_asked.contains(seat),
    };
    against && !view.as_regent
}

/// What of the host's another player can put to the vote, or do where the host has not looked in for long.
fn in_the_hosts_place(view: &View, seat: &crate::names::SeatId) -> Vec<Offer> {
    let open = |vote: &Arc<Vote>| matches!(vote.matter, Matter::Office { .. });
    let asked = view.votes.values().filter(|vote| Some(vote.by) == view.asker).count();
    if !view.voters().contains(seat) || view.votes.values().any(open) || asked >= crate::votes::MOST_ASKED {
        return Vec::new();
    }
    let of_the_host = for_the_host(view).into_iter();
    of_the_host.filter(|offer| matches!(offer.verb.as_str(), "resume" | "extend")).collect()
}

/// What the host may do besides.
fn for_the_host(view: &View) -> Vec<Offer> {
    let reason = || Field::required("said", Kind::Text { most: crate::values::LONGEST_REASON });
    let mut offers = Vec::new();
    if view.paused.is_some() {
        offers.push(Offer::plain("resume").onward());
    } else {
        offers.push(Offer::with("pause", vec![reason()]).back());
    }
    let due = |due: &Option<crate::timing::Due>| due.as_ref().is_some_and(|due| due.at.is_some());
    let open = view.awaited.iter().any(|awaited| due(&awaited.due));
    let more = view.awaited.iter().filter_map(|awaited| awaited.due.as_ref()).map(|due| due.more).max();
    let left = crate::timing::LONGEST.saturating_sub(more.unwrap_or(0));
    if open && left > 0 {
        let hours = Kind::Whole { least: 1, most: left.into() };
        offers.push(Offer::with("extend", vec![Field::required("hours", hours), reason()]).back());
    }
    offers
}

/// Whether it is for a seat to tell a value: a treasury is told by who plays it, or by the host.
fn may_tell(view: &View, seat: &crate::names::SeatId, value: &crate::values::Value) -> bool {
    let Some(of) = value.of.as_ref().filter(|of| value.by_player && *of != seat) else { return true };
    let person = |seat: &crate::names::SeatId| view.seats.iter().find(|other| other.id == *seat)?.person;
    let played = view.seats.iter().any(|other| other.id == *of && other.person.is_some() && !other.out);
    let in_office = !view.as_regent
        && person(seat).is_some_and(|person| person == view.host || Some(person) == view.umpire);
    !played || in_office
}
