//! Other secrets in the place of those that a campaign holds, just as legal: whoever does not own them must be shown the same.
//!
//! It leans on the engine alone, so that the tests of the front take it as it is.

use engine::eia::land::forces::{Factors, Troop};
use engine::eia::land::phase::Happened;
use engine::eia::pieces::CorpsId;
use engine::eia::slots::attacked;
use engine::eia::{self, EmpiresInArms};
use engine::europa::{Europa, Position};
use engine::table::chain::Commitments;
use engine::table::chance::Chance;
use engine::table::envelope::Envelope;
use engine::table::event::EnvelopeAct;
use engine::table::game::{Game, GameState};
use engine::table::hash::{Hash, sha256};
use engine::table::lodged::{Change, Holder, LODGE, Lodged};
use engine::table::parts::{Part, item};
use engine::table::roll::RollRequest;
use engine::table::standing::Answers;
use engine::table::strongbox::Strongbox;
use engine::table::{By, Campaign, Entry, Event, Order, Refusal, SeatId, Secret, Verb, Word, decide, offers};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The person who holds a seat while its secrets are made anew.
const OWNER: u32 = 9_999;

/// What is chosen at random.
pub struct Die(ChaCha8Rng);

impl Die {
    pub fn of(seed: u64) -> Die {
        Die(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to n−1.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n.max(1)
    }

    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub fn salt(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.below(256) as u8)
    }
}

/// Salts of another veil key than the campaign's, and no dice.
struct Salts([u8; 32]);

impl Chance for Salts {
    fn roll(&mut self, _request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        Err(Refusal::new("no dice"))
    }

    fn veiled(&mut self, _request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        Err(Refusal::new("no draw"))
    }

    fn salt(&mut self, n: u64) -> Result<[u8; 32], Refusal> {
        Ok(sha256(&[b"another veil", &self.0, &n.to_be_bytes()]).0)
    }

    fn seed(&mut self, _epoch: u64) -> Result<Hash, Refusal> {
        Err(Refusal::new("no seed"))
    }

    fn new_chain(&mut self, _first_epoch: u64, _new_veil: bool) -> Result<Commitments, Refusal> {
        Err(Refusal::new("no chain"))
    }

    fn veil_key(&mut self) -> Result<Hash, Refusal> {
        Err(Refusal::new("no key"))
    }
}

/// How much was made anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changed {
    /// Envelopes with another choice in them.
    pub choices: u32,
    /// Envelopes of which only word, salt and code are others: their round allows one choice alone, or none other was found.
    pub words: u32,
    /// Strongboxes with other things in them.
    pub boxes: u32,
    /// Other orders lodged ahead, or none.
    pub lodged: u32,
    /// Other answers that stand.
    pub standing: u32,
    /// Corps of the kept board with others in them.
    pub corps: u32,
    /// Parts that lie there closed, cards that nobody has seen, draws that are still hidden.
    pub hidden: u32,
}

impl Changed {
    pub fn add(&mut self, other: Changed) {
        self.choices += other.choices;
        self.words += other.words;
        self.boxes += other.boxes;
        self.lodged += other.lodged;
        self.standing += other.standing;
        self.corps += other.corps;
        self.hidden += other.hidden;
    }
}

/// Every seat's secrets made anew.
pub struct Others {
    envelopes: BTreeMap<(String, SeatId), Envelope>,
    /// Envelopes that are not Final and not there at all in the copies.
    taken_out: BTreeSet<(String, SeatId)>,
    boxes: BTreeMap<SeatId, Arc<Strongbox>>,
    lodged: BTreeMap<Holder, Arc<Lodged>>,
    standing: BTreeMap<SeatId, Arc<Answers>>,
    /// What tells each seat what is in its corps.
    contents: BTreeMap<SeatId, Entry>,
    salt: [u8; 32],
    /// How much of it is other than it was.
    pub changed: Changed,
    /// The rounds in which a choice is another: `free/3`, `battle/1`. Of answers that stand, the first word alone.
    pub rounds: BTreeSet<String>,
}

impl Others {
    /// Makes every seat's secrets anew.
    pub fn of(campaign: &Campaign, die: &mut Die) -> Others {
        let mut others = Others {
            envelopes: BTreeMap::new(),
            taken_out: BTreeSet::new(),
            boxes: BTreeMap::new(),
            lodged: BTreeMap::new(),
            standing: BTreeMap::new(),
            contents: BTreeMap::new(),
            salt: die.salt(),
            changed: Changed::default(),
            rounds: BTreeSet::new(),
        };
        for (round, open) in &campaign.play.rounds {
            for (seat, envelope) in &open.envelopes {
                let (other, is_chosen) = sealed_anew(campaign, round, seat, envelope, die);
                others.changed.choices += u32::from(is_chosen);
                others.changed.words += u32::from(!is_chosen);
                if is_chosen {
                    others.rounds.insert(round.clone());
                }
                others.envelopes.insert((round.clone(), seat.clone()), other);
                // Whether there is anything in an envelope nobody knows before it is Final.
                if !envelope.is_final && die.one_in(4) {
                    others.taken_out.insert((round.clone(), seat.clone()));
                }
            }
        }
        for seat in campaign.play.seats.keys() {
            if let Some(other) = kept_anew(campaign, seat, die) {
                others.changed.boxes += 1;
                others.boxes.insert(seat.clone(), other);
            }
            let lodged = lodged_anew(campaign, seat, die);
            others.changed.lodged += u32::from(!lodged.is_empty());
            others.lodged.extend(lodged);
            if let Some(other) = answered_anew(campaign, seat, die) {
                others.changed.standing += 1;
                others.rounds.extend(other.keys().cloned());
                others.standing.insert(seat.clone(), other);
            }
            if let Some(told) = filled_anew(campaign, seat, die) {
                others.changed.corps += 1;
                others.contents.insert(seat.clone(), told);
            }
        }
        others
    }

    /// The seats of which something is other.
    pub fn owners(&self) -> Vec<SeatId> {
        let mut owners: Vec<SeatId> = self.envelopes.keys().map(|(_, seat)| seat.clone()).collect();
        owners.extend(self.boxes.keys().chain(self.standing.keys()).chain(self.contents.keys()).cloned());
        owners.extend(self.lodged.keys().map(|holder| holder.seat.clone()));
        owners.sort_by_key(SeatId::number);
        owners.dedup();
        owners
    }

    /// Whether the clock could find an envelope empty that is not, so that what it does is another thing.
    pub fn is_empty_for_the_clock(&self) -> bool {
        !self.taken_out.is_empty()
    }

    /// Whether an envelope of a round is there on one side alone.
    pub fn takes_out_of(&self, round: &str) -> bool {
        self.taken_out.iter().any(|(from, _)| from == round)
    }

    /// Whether a seat has other orders lodged ahead in the copies.
    pub fn lodges_other(&self, seat: &SeatId) -> bool {
        self.lodged.keys().any(|holder| holder.seat == *seat)
    }

    /// The campaign with the others' secrets in the place of what all but one person hold.
    pub fn but_of(&self, campaign: &Campaign, person: Option<u32>) -> (Campaign, Changed) {
        let mut copy = campaign.clone();
        let mut changed = Changed::default();
        let own = person.and_then(|person| campaign.seat_of(By::Person(person))).cloned();
        let view = person.map(|person| campaign.view_for(By::Person(person), false));
        // What he may see of an ally's plan is no secret from him: of that only word and salt are others.
        let is_shown = |round: &str, seat: &SeatId| {
            let rounds = view.iter().flat_map(|view| &view.rounds);
            rounds.filter(|open| open.round == round).any(|open| open.shown.contains_key(seat))
        };
        let play = Arc::make_mut(&mut copy.play);
        for ((round, seat), other) in
            self.envelopes.iter().filter(|((_, seat), _)| Some(seat) != own.as_ref())
        {
            let Some(envelope) =
                play.rounds.get_mut(round).map(Arc::make_mut).and_then(|open| open.envelopes.get_mut(seat))
            else {
                continue;
            };
            if is_shown(round, seat) {
                envelope.salt = Secret::new(self.salt);
                changed.words += 1;
                continue;
            }
            changed.choices += 1;
            for point in copy.undo.iter_mut() {
                let as_now = |open: &Arc<engine::table::envelope::Round>| {
                    open.envelopes.get(seat).is_some_and(|before| before.code == envelope.code)
                };
                if point.before.rounds.get(round).is_some_and(as_now) {
                    let before = Arc::make_mut(&mut Arc::make_mut(point).before);
                    let is_final = before.rounds[round].is_final(seat);
                    if let Some(open) = before.rounds.get_mut(round).map(Arc::make_mut) {
                        open.envelopes.insert(seat.clone(), Envelope { is_final, ..other.clone() });
                    }
                }
            }
            *envelope = other.clone();
        }
        for (round, seat) in
            self.taken_out.iter().filter(|(round, seat)| Some(seat) != own.as_ref() && !is_shown(round, seat))
        {
            if let Some(open) = play.rounds.get_mut(round).map(Arc::make_mut) {
                open.envelopes.remove(seat);
            }
        }
        for laid in play.laid.values_mut() {
            let names = laid.parts.clone();
            for (seat, parts) in laid.of.iter_mut().filter(|(seat, _)| Some(*seat) != own.as_ref()) {
                for (name, part) in names.iter().zip(parts).filter(|(_, part)| !part.is_open) {
                    self.closed_part(name, seat, part);
                    changed.hidden += 1;
                }
            }
        }
        for deck in play.decks.values_mut() {
            let closed = |place: &&mut engine::table::decks::CardPlace| {
                !place.is_open && (place.held_by.is_none() || place.held_by != own)
            };
            let mut cards: Vec<Option<Secret<String>>> =
                deck.places.iter_mut().filter(closed).map(|place| place.card.clone()).collect();
            let by = usize::from(cards.len() > 1);
            cards.rotate_left(by);
            for (place, card) in deck.places.iter_mut().filter(closed).zip(cards) {
                (place.card, place.salt) = (card, Some(Secret::new(self.salt)));
                changed.hidden += 1;
            }
        }
        for draw in play.veiled.values_mut() {
            *draw = Secret::new(draw.reveal().iter().rev().copied().collect());
            changed.hidden += 1;
        }
        for (seat, other) in self.boxes.iter().filter(|(seat, _)| Some(*seat) != own.as_ref()) {
            copy.strongboxes.insert(seat.clone(), other.clone());
            changed.boxes += 1;
        }
        for (holder, other) in self.lodged.iter().filter(|(holder, _)| Some(&holder.seat) != own.as_ref()) {
            copy.lodged.insert(holder.clone(), other.clone());
            changed.lodged += 1;
        }
        for (seat, other) in self.standing.iter().filter(|(seat, _)| Some(*seat) != own.as_ref()) {
            copy.standing.insert(seat.clone(), other.clone());
            changed.standing += 1;
        }
        for (_, told) in self.contents.iter().filter(|(seat, _)| Some(*seat) != own.as_ref()) {
            filled(&mut copy, told);
            changed.corps += 1;
        }
        (copy, changed)
    }

    /// Something else, or nothing, in a part that lies there closed; its code stands on the record.
    fn closed_part(&self, name: &str, seat: &SeatId, part: &mut Part) {
        let round = part.body.as_ref().and_then(|body| body.reveal()["round"].as_str().map(str::to_owned));
        let value = if part.value().is_some() { None } else { Some(json!([seat])) };
        part.body = Some(Secret::new(item(&round.unwrap_or_default(), name, value.as_ref())));
        part.salt = Some(Secret::new(self.salt));
    }
}

/// Tells what is in corps, now and at the step's start; what else an event would move stays where it is.
fn filled(copy: &mut Campaign, told: &Entry) {
    let mut scratch = copy.clone();
    let mut tells = |game: &GameState| {
        Arc::make_mut(&mut scratch.play).game = game.clone();
        scratch.apply(told).unwrap_or_else(|why| panic!("{why}"));
        scratch.play.game.clone()
    };
    if let Some(start) = copy.start.as_mut().map(Arc::make_mut) {
        start.game = tells(&start.game);
    }
    let now = tells(&copy.play.game);
    Arc::make_mut(&mut copy.play).game = now;
}

/// The campaign with a seat in the hands of the [`OWNER`], and no operator at its table, whose envelope could not be sealed anew.
fn owned(campaign: &Campaign, seat: &SeatId) -> Campaign {
    let mut copy = campaign.clone();
    Arc::make_mut(&mut copy.founded).operator.clear();
    if let Some(place) = Arc::make_mut(&mut copy.play).seats.get_mut(seat) {
        (place.person, place.stand_in, place.out) = (Some(OWNER), false, false);
    }
    copy
}

/// What an order of the owner's comes to.
fn given(campaign: &Campaign, verb: Verb, salts: &mut Salts) -> Result<(Vec<Entry>, Campaign), Refusal> {
    let order = Order { at: campaign.last_at, by: By::Person(OWNER), operator: false, verb };
    let made = decide(campaign, &order, salts)?;
    let mut after = campaign.clone();
    made.iter().try_for_each(|entry| after.apply(entry)).map_err(|why| Refusal::new(why.to_string()))?;
    Ok((made, after))
}

/// Other orders lodged ahead than a seat has, for each slot that it has any in: one more, or none any more.
fn lodged_anew(campaign: &Campaign, seat: &SeatId, die: &mut Die) -> BTreeMap<Holder, Arc<Lodged>> {
    let mut table = owned(campaign, seat);
    let mut salts = Salts(die.salt());
    let open = offers(&table.view_for(By::Person(OWNER), false));
    let lodge = open.iter().filter(|offer| offer.verb == LODGE);
    let filled = lodge.map(|offer| {
        let fields = offer.fields.iter();
        let filled =
            fields.map(|field| (field.name.clone(), field.kind.pick(&mut |n| die.below(n)))).collect();
        offer.taken(&Value::Object(filled), die.salt()).unwrap_or_else(|why| panic!("{why}"))
    });
    let more: Vec<Verb> = filled.collect();
    let none: Vec<Verb> = campaign
        .lodged
        .keys()
        .filter(|holder| holder.seat == *seat)
        .map(|holder| Verb::Lodge {
            power: holder.power.clone(),
            change: Change::TakeBack { which: None },
            salt: Secret::new(die.salt()),
        })
        .collect();
    let wanted = if none.is_empty() || !more.is_empty() && die.one_in(2) { more } else { none };
    for verb in wanted {
        // There may be no room for all, or nothing to take back.
        if let Ok((_, after)) = given(&table, verb, &mut salts) {
            table = after;
        }
    }
    let own = table.lodged.into_iter().filter(|(holder, _)| holder.seat == *seat);
    own.filter(|(holder, lodged)| campaign.lodged.get(holder) != Some(lodged)).collect()
}

/// Other answers that stand than a seat has given; none where nothing is asked so.
fn answered_anew(campaign: &Campaign, seat: &SeatId, die: &mut Die) -> Option<Arc<Answers>> {
    let position: &eia::Position = campaign.play.game.position::<EmpiresInArms>()?;
    let fields = attacked::fields(position, seat);
    let chosen = fields.iter().map(|field| (field.name.clone(), field.kind.pick(&mut |n| die.below(n))));
    let choice = Some(Value::Object(chosen.collect()));
    let verb = Verb::Stand { kind: "attacked".to_owned(), choice, salt: Secret::new(die.salt()) };
    let (_, after) = given(&owned(campaign, seat), verb, &mut Salts(die.salt())).ok()?;
    let other = after.standing.get(seat)?;
    (campaign.standing.get(seat) != Some(other)).then(|| other.clone())
}

/// Infantry goes from some corps to others, as far as these have room; nobody's is empty after it.
fn moved_about(
    before: BTreeMap<CorpsId, Factors>,
    position: &eia::Position,
    die: &mut Die,
) -> BTreeMap<CorpsId, Factors> {
    let mut held: Vec<_> = before.into_iter().collect();
    for _ in 0..10 {
        let [from, to] = [0, 1].map(|_| die.below(held.len() as u32) as usize);
        let Some((corps, into)) = held.get(to) else { break };
        let room = corps.capacity(&position.typed).of(Troop::Infantry);
        if from != to && held[from].1.of(Troop::Infantry) > 1 && into.of(Troop::Infantry) < room {
            held[from].1.0[Troop::Infantry as usize] -= 1;
            held[to].1.0[Troop::Infantry as usize] += 1;
        }
    }
    held.into_iter().collect()
}

/// The historical set-up of a seat's armies with infantry moved about, as lines.
fn set_up_anew(table: &Campaign, seat: &SeatId, die: &mut Die) -> Option<Value> {
    let position: &eia::Position = table.play.game.position::<EmpiresInArms>()?;
    let history = position.historical_set_up()?;
    let own = history.contents.known_corps().filter(|(corps, _)| {
        history.pieces.corps.contains_key(corps) && position.owners_of(corps.owner()).contains(seat)
    });
    let held = moved_about(own.collect(), position, die);
    let lines: Vec<String> = held.iter().map(|(corps, held)| format!("{corps}: {held}")).collect();
    Some(json!({"subject": "set_up", "lines": lines.join("\n")}))
}

/// What tells a seat that infantry has gone from some of its corps to others, as far as these have room; `None` where none has.
fn filled_anew(campaign: &Campaign, seat: &SeatId, die: &mut Die) -> Option<Entry> {
    let position: &eia::Position = campaign.play.game.position::<EmpiresInArms>()?;
    let own = position.contents.known_corps().filter(|(corps, _)| {
        let on_map = position.pieces.corps.contains_key(corps);
        on_map && position.owners_of(corps.owner()).contains(seat)
    });
    let before: BTreeMap<_, _> = own.collect();
    let held = moved_about(before.clone(), position, die);
    let corps: BTreeMap<_, _> = held.into_iter().filter(|(id, now)| before[id] != *now).collect();
    let holds = eia::Event::Land(Happened::Holds { corps: corps.clone(), garrisons: Vec::new() });
    let event = Event::Game { e: serde_json::to_value(holds).unwrap_or_else(|why| panic!("{why}")) };
    let (secrets, public) = (Vec::new(), String::new());
    (!corps.is_empty()).then_some(Entry {
        at: campaign.last_at,
        by: By::Bot,
        event,
        secrets,
        line: None,
        public,
    })
}

/// An envelope with something else in it that its round allows, and whether that is another choice.
fn sealed_anew(
    campaign: &Campaign,
    round: &str,
    seat: &SeatId,
    old: &Envelope,
    die: &mut Die,
) -> (Envelope, bool) {
    let before = old.whole(&campaign.play.rounds[round]);
    let mut table = owned(campaign, seat);
    if let Some(open) = Arc::make_mut(&mut table.play).rounds.get_mut(round).map(Arc::make_mut) {
        open.envelopes.remove(seat);
    }
    let mut salts = Salts(die.salt());
    let has_word = table.play.seats.get(seat).is_some_and(|place| place.word.is_some());
    let word = (!has_word || before.word.is_none() || die.one_in(2))
        .then(|| Word::read(&format!("other{}", die.below(100_000))).unwrap_or_else(|why| panic!("{why}")));
    let mut choices = filled_in(&table, round, die);
    choices.extend(changed_a_little(&table, seat, &before.choice, die));
    // What it was stands at the end: then word and salt alone are others.
    let mut as_it_was = before.choice.clone();
    if let Some(fields) = as_it_was.as_object_mut() {
        fields.remove("subject");
    }
    choices.push(as_it_was);
    let mut same = None;
    for choice in choices {
        let verb = Verb::Seal { round: round.to_owned(), choice, word: word.clone() };
        let Ok((made, after)) = given(&table, verb, &mut salts) else { continue };
        let is_seal = |entry: &Entry| matches!(entry.event, Event::Envelope { act: EnvelopeAct::Seal, .. });
        assert!(made.len() == 1 && is_seal(&made[0]), "sealing anew did more: {made:?}");
        let open = &after.play.rounds[round];
        let other = open.envelopes[seat].clone();
        let is_chosen = other.whole(open).choice != before.choice;
        // The code of the operator's envelope stands on the record.
        let code = if campaign.is_operator(seat) { old.code } else { other.code };
        let other = Envelope { is_final: old.is_final, code, ..other };
        if is_chosen {
            return (other, true);
        }
        same = Some(other);
    }
    if let Some(same) = same {
        return (same, false);
    }
    // A choice that no form fills in: a default that the clock sealed.
    (Envelope { salt: Secret::new(die.salt()), before: None, ..old.clone() }, false)
}

/// Choices that the round's offer takes.
fn filled_in(table: &Campaign, round: &str, die: &mut Die) -> Vec<Value> {
    let view = table.view_for(By::Person(OWNER), false);
    let offered = offers(&view);
    let seal = offered.iter().find(|offer| offer.verb == "seal" && offer.round.as_deref() == Some(round));
    let mut choices = Vec::new();
    for _ in 0..3 {
        let fields = seal.iter().flat_map(|offer| &offer.fields).filter(|field| field.name != "word");
        let filled: Map<String, Value> =
            fields.map(|field| (field.name.clone(), field.kind.pick(&mut |n| die.below(n)))).collect();
        choices.extend(seal.map(|_| Value::Object(filled)));
    }
    choices
}

/// What was chosen with one thing in it another: where no offer tells what a form takes.
fn changed_a_little(table: &Campaign, seat: &SeatId, choice: &Value, die: &mut Die) -> Vec<Value> {
    let mut choices = Vec::new();
    match choice["subject"].as_str() {
        Some("set_up") => choices.extend(set_up_anew(table, seat, die)),
        Some("fight") => {
            choices.extend(one_more(choice));
            let mut other = choice.clone();
            other["plan"]["leave_at_morale"] = json!(die.below(6));
            choices.push(other);
        }
        Some("intercept") => {
            let position: Option<Position> = (table.founded.game == Europa::KEY)
                .then(|| serde_json::from_value(table.public_view().game.value()).ok())
                .flatten();
            for position in position.iter().filter(|position| position.under_way().is_some()) {
                let to = position.under_way().map(|under_way| under_way.march.to().site().key.clone());
                let stacks = position.board.stacks.iter();
                let own = stacks.filter(|(_, standing)| position.seat_of(standing.country) == Some(seat));
                for (n, _) in own {
                    choices.push(json!({"subject": "intercept", "with": [[n, to]]}));
                    choices.push(json!({"subject": "intercept", "evade": [[n, to]]}));
                }
            }
            choices.push(json!({"subject": "intercept", "with": []}));
        }
        _ => {}
    }
    choices.retain(|other| other != choice);
    let by = die.below(choices.len() as u32) as usize;
    choices.rotate_left(by);
    for fields in choices.iter_mut().filter_map(Value::as_object_mut) {
        fields.remove("subject");
    }
    choices
}

/// The same with one of its numbers greater by one.
fn one_more(choice: &Value) -> Vec<Value> {
    match choice {
        Value::Number(n) => n.as_i64().map(|n| json!(n + 1)).into_iter().collect(),
        Value::Array(items) => {
            let with = |(i, item): (usize, &Value)| {
                let mut all = items.clone();
                one_more(item)
                    .into_iter()
                    .map(|other| {
                        all[i] = other;
                        Value::Array(all.clone())
                    })
                    .collect::<Vec<_>>()
            };
            items.iter().enumerate().flat_map(with).collect()
        }
        Value::Object(fields) => {
            let with = |(key, value): (&String, &Value)| {
                let all = |other: Value| {
                    let mut all = fields.clone();
                    all.insert(key.clone(), other);
                    Value::Object(all)
                };
                one_more(value).into_iter().map(all).collect::<Vec<_>>()
            };
            fields.iter().flat_map(with).collect()
        }
        _ => Vec::new(),
    }
}

/// A strongbox with other things in it, now and in its sheets; `None` where its owner may keep nothing yet. The sheets' codes stand on the
/// record.
fn kept_anew(campaign: &Campaign, seat: &SeatId, die: &mut Die) -> Option<Arc<Strongbox>> {
    const CHANGES: [&str; 7] =
        ["box_corps", "box_fleet", "box_treasury", "box_manpower", "box_note", "box_counters", "box_ducats"];
    // Whether any box is in use shows by the sheets that are sealed from then on.
    let any_sheet = campaign.strongboxes.values().any(|held| held.sealed);
    let is_empty = campaign.strongboxes.get(seat).is_none_or(|held| held.items.is_empty());
    if !any_sheet && is_empty {
        return None;
    }
    let mut table = owned(campaign, seat);
    let mut salts = Salts(die.salt());
    for _ in 0..2 {
        let mut open = offers(&table.view_for(By::Person(OWNER), false));
        open.retain(|offer| CHANGES.contains(&offer.verb.as_str()));
        if open.is_empty() {
            break;
        }
        let offer = open[die.below(open.len() as u32) as usize].clone();
        let fields = offer.fields.iter();
        let filled: Map<String, Value> =
            fields.map(|field| (field.name.clone(), field.kind.pick(&mut |n| die.below(n)))).collect();
        let Ok(verb) = offer.taken(&Value::Object(filled), die.salt()) else { continue };
        if let Ok((_, after)) = given(&table, verb, &mut salts) {
            table = after;
        }
    }
    let mut other = table.strongboxes.get(seat)?.as_ref().clone();
    let before = campaign.strongboxes.get(seat);
    if before.is_some_and(|before| before.items == other.items) {
        return None;
    }
    for sheet in &mut other.sheets {
        Arc::make_mut(sheet).items = other.items.clone();
    }
    // Whether a sheet was sealed at all everybody knows.
    other.sealed = before.is_some_and(|before| before.sealed);
    Some(Arc::new(other))
}
