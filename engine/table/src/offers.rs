//! Offers: what a viewer may do now. Buttons, selects, autocomplete, the random player and stand-ins all live on them; and the bounds
//! they state are the ones by which an order is checked.

use super::act::Act;
use super::campaign::Stage;
use super::event::Text;
use super::frames::What;
use super::names::{By, Word};
use super::order::Verb;
use super::refusal::Refusal;
use super::said::Value as SaidValue;
use super::view::View;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Something that may be done now: a verb and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The verb, as the record writes it.
    pub verb: String,
    /// The round of envelopes it belongs to, where it does.
    pub round: Option<String>,
    /// What is to be filled in.
    pub fields: Vec<Field>,
    /// What taking it does for play.
    #[serde(default)]
    pub tone: Tone,
}

/// What taking an offer does for play: by it the random player and stand-ins choose, and no verb is named there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// It brings play forward: somebody waits for it.
    Onward,
    /// It belongs to the open step of play, and can be done in it alone; nobody waits for it.
    Timely,
    /// It may be done at any time and as often as one likes; nobody waits for it.
    #[default]
    Free,
    /// It takes something back, holds something up or asks for what is done already once more.
    Back,
    /// It leads to the end of the campaign, or out of it.
    Ending,
}

/// A field of an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its key.
    pub name: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// What it takes.
    pub kind: Kind,
    /// Whether nobody else may see it: on the record it is sealed.
    pub secret: bool,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// One of a list of machine words.
    OneOf {
        /// The list.
        of: Vec<String>,
    },
    /// A whole number within bounds, both included.
    Whole {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// A text of at most so many characters.
    Text {
        /// The most characters.
        most: usize,
    },
    /// A name of at most so many characters, on one line, that is not taken yet in any capitals.
    Name {
        /// The most characters.
        most: usize,
        /// The names that are taken.
        taken: Vec<String>,
    },
    /// Any of a list of machine words, each at most once.
    AnyOf {
        /// The list.
        of: Vec<String>,
    },
    /// A word for the dice.
    Word,
    /// Each of a list once, in any order.
    Ranking {
        /// The list.
        of: Vec<String>,
    },
    /// A whole number within bounds for each of a list, all different.
    Distinct {
        /// The list.
        of: Vec<String>,
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// Groups of dice: `[[faces, count], …]`.
    Dice,
    /// Yes or no, and only this one now.
    Truth {
        /// Which.
        is: bool,
    },
    /// One of a list of values of any form: a number, a list, a record. Of a list of one it is fixed.
    Among {
        /// The list.
        of: Vec<Value>,
    },
    /// A set of own pieces or of what each of them does: of each group one value at most, whatever their order.
    Several {
        /// The groups.
        of: Vec<Vec<Value>>,
        /// The fewest.
        least: usize,
    },
}

impl Field {
    /// A field that must be filled in.
    #[must_use]
    pub fn required(name: &str, kind: Kind) -> Field {
        Field { name: name.to_owned(), required: true, kind, secret: false }
    }

    /// A field that may be left out.
    #[must_use]
    pub fn optional(name: &str, kind: Kind) -> Field {
        Field { name: name.to_owned(), required: false, kind, secret: false }
    }

    /// It as a field that nobody else may see.
    #[must_use]
    pub fn kept_secret(self) -> Field {
        Field { secret: true, ..self }
    }
}

impl Kind {
    /// One of a list of machine words.
    #[must_use]
    pub fn one_of<T: ToString>(words: impl IntoIterator<Item = T>) -> Kind {
        Kind::OneOf { of: words.into_iter().map(|word| word.to_string()).collect() }
    }

    /// One of a list of values, as the record writes them.
    #[must_use]
    pub fn among<T: Serialize>(values: impl IntoIterator<Item = T>) -> Kind {
        Kind::Among { of: values.into_iter().map(written).collect() }
    }

    /// This value and no other.
    #[must_use]
    pub fn is<T: Serialize>(value: T) -> Kind {
        Kind::among([value])
    }

    /// Whether nothing can be filled in.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Kind::OneOf { of } => of.is_empty(),
            Kind::Among { of } => of.is_empty(),
            Kind::Several { of, least } => of.len() < *least,
            Kind::Whole { least, most } => least > most,
            _ => false,
        }
    }
}

/// A value as the record writes it.
fn written<T: Serialize>(value: T) -> Value {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    super::game::without_absent(&mut value);
    value
}

/// A name as a sentence shows it: `great_britain` is Great Britain.
#[must_use]
pub fn spoken(word: &str) -> String {
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
    };
    word.split('_').map(capital).collect::<Vec<String>>().join(" ")
}

/// The same in a sentence, where a language has its own word for it.
fn named(word: &str) -> SaidValue {
    said::name(spoken(word))
}

/// Several of them.
fn all(words: &[String]) -> SaidValue {
    SaidValue::List(words.iter().map(|word| named(word)).collect())
}

impl Kind {
    /// Checks a value.
    ///
    /// # Errors
    /// A refusal that says what was wrong and what would be allowed.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), Refusal> {
        let whole = |of: &SaidValue, value: &Value, least: i64, most: i64| match value.as_i64() {
            None => Err(Refusal::new(said!("{} needs a whole number from {} to {}.", of, least, most))),
            Some(n) if n < least => Err(Refusal::new(said!(
                "{}: {} is below {}. A whole number from {} to {} is asked.",
                of,
                n,
                least,
                least,
                most
            ))),
            Some(n) if n > most => Err(Refusal::new(said!(
                "{}: {} is over the ceiling. A whole number from {} to {} is asked.",
                of,
                n,
                least,
                most
            ))),
            Some(_) => Ok(()),
        };
        match self {
            Kind::OneOf { of } => match value.as_str() {
                Some(text) if of.iter().any(|item| item == text) => Ok(()),
                _ => Err(Refusal::new(said!("{} is one of: {}.", named(name), all(of)))),
            },
            Kind::Whole { least, most } => whole(&named(name), value, *least, *most),
            Kind::AnyOf { of } => {
                let some: Option<Vec<&str>> =
                    value.as_array().and_then(|some| some.iter().map(Value::as_str).collect());
                let known = |word: &&str| of.iter().any(|item| item == word);
                match some {
                    Some(some) if some.iter().all(known) && !repeats(&some) => Ok(()),
                    _ => Err(Refusal::new(said!("{} is any of: {}.", named(name), all(of)))),
                }
            }
            Kind::Text { most } => match value.as_str() {
                Some(text) if text.chars().count() <= *most => Ok(()),
                Some(text) => Err(Refusal::new(said!(
                    "{} is {} characters long; {} is the most.",
                    named(name),
                    text.chars().count(),
                    most
                ))),
                None => Err(Refusal::new(said!("{} is a text.", named(name)))),
            },
            Kind::Name { most, taken } => {
                let text = value.as_str().unwrap_or_default();
                let length = text.chars().count();
                if length == 0 || length > *most || text.trim() != text || text.contains('\n') {
                    return Err(Refusal::new(said!(
                        "{} is a name of 1 to {} characters on one line.",
                        spoken(name),
                        *most
                    )));
                }
                match taken.iter().find(|other| other.to_lowercase() == text.to_lowercase()) {
                    None => Ok(()),
                    Some(_) => Err(Refusal::new(said!("{}: this name is taken.", spoken(name)))),
                }
            }
            Kind::Word => match value.as_str().map(|text| Word::try_from(text.to_owned())) {
                Some(Ok(_)) => Ok(()),
                Some(Err(why)) => Err(Refusal::new(why)),
                None => Err(Refusal::new(said!("A word is a text."))),
            },
            Kind::Ranking { of } => {
                let given: Vec<&str> =
                    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let different: BTreeSet<&str> = given.iter().copied().collect();
                if let Some(unknown) = given.iter().find(|item| !of.iter().any(|o| o == *item)) {
                    return Err(Refusal::new(said!(
                        "{} is not among what can be ranked: {}.",
                        named(unknown),
                        all(of)
                    )));
                }
                let listed = value.as_array().map_or(0, Vec::len);
                if different.len() != of.len() || listed != of.len() {
                    return Err(Refusal::new(said!(
                        "The order of preference names each of these once: {}.",
                        all(of)
                    )));
                }
                Ok(())
            }
            Kind::Distinct { of, least, most } => {
                let given = value.as_object().cloned().unwrap_or_default();
                if let Some(unknown) = given.keys().find(|key| !of.contains(key)) {
                    return Err(Refusal::new(said!(
                        "{} cannot be bid for. A number is asked for each of: {}.",
                        named(unknown),
                        all(of)
                    )));
                }
                let mut seen: Vec<(i64, &String)> = Vec::new();
                for item in of {
                    let Some(number) = given.get(item) else {
                        return Err(Refusal::new(said!(
                            "{} has no number yet. A whole number from {} to {} is asked for each, all different.",
                            named(item),
                            least,
                            most
                        )));
                    };
                    whole(&named(item), number, *least, *most)?;
                    let n = number.as_i64().unwrap_or_default();
                    if let Some((_, other)) = seen.iter().find(|(m, _)| *m == n) {
                        return Err(Refusal::new(said!(
                            "{} and {} both have {}. Each of your numbers may be used only once.",
                            named(other),
                            named(item),
                            n
                        )));
                    }
                    seen.push((n, item));
                }
                Ok(())
            }
            Kind::Truth { is } => match value.as_bool() {
                Some(given) if given == *is => Ok(()),
                _ => Err(Refusal::new(said!("{} stands so already.", spoken(name)))),
            },
            Kind::Among { of } if of.contains(value) => Ok(()),
            Kind::Among { of } => Err(Refusal::new(said!("{} is one of: {}.", named(name), listed(of)))),
            Kind::Several { of, least } => {
                let group = |one: &Value| of.iter().position(|group| group.contains(one));
                let given: Option<Vec<usize>> =
                    value.as_array().and_then(|given| given.iter().map(group).collect());
                let different = |given: &Vec<usize>| given.iter().collect::<BTreeSet<_>>().len();
                match given {
                    Some(given) if given.len() >= *least && different(&given) == given.len() => Ok(()),
                    _ => {
                        let of: Vec<Value> = of.iter().flatten().cloned().collect();
                        Err(Refusal::new(said!("{} is any of: {}.", named(name), listed(&of))))
                    }
                }
            }
            Kind::Dice => match serde_json::from_value(value.clone()).map(super::roll::Dice::Of) {
                Ok(dice) if dice.is_fair() => Ok(()),
                _ => Err(Refusal::new(said!(
                    "Dice have 1 to 1,000 faces, and at most 100 of them fall at once."
                ))),
            },
        }
    }

    /// A value that the field takes, picked by `die`: given n it returns a number from 0 to n−1. For the random player and stand-ins.
    pub fn pick(&self, die: &mut dyn FnMut(u32) -> u32) -> Value {
        match self {
            Kind::OneOf { of } => json!(of[die(of.len() as u32) as usize]),
            Kind::Whole { least, most } => {
                json!(least + i64::from(die(u32::try_from(most - least + 1).unwrap_or(u32::MAX))))
            }
            Kind::Text { most } => {
                let length = die(*most as u32 + 1);
                let letter = |_| char::from(b'a' + u8::try_from(die(26)).unwrap_or(0));
                json!((0..length).map(letter).collect::<String>())
            }
            Kind::Name { most, taken } => {
                let length = die((*most).min(20) as u32) + 1;
                let letter = |_| char::from(b'a' + u8::try_from(die(26)).unwrap_or(0));
                let mut name: String = (0..length).map(letter).collect();
                // Of a list of so many names one does not have as many x at its end.
                while taken.contains(&name) && name.len() < *most {
                    name.push('x');
                }
                json!(name)
            }
            Kind::Word => {
                let length = die(16) + 1;
                let letter = |_| char::from(b'a' + u8::try_from(die(26)).unwrap_or(0));
                json!((0..length).map(letter).collect::<String>())
            }
            Kind::AnyOf { of } => {
                let some: Vec<&String> = of.iter().filter(|_| die(4) == 0).collect();
                json!(some)
            }
            Kind::Ranking { of } => json!(shuffled(of.clone(), die)),
            Kind::Distinct { of, least, most } => {
                let numbers = shuffled((*least..=*most).collect(), die);
                let map: Map<String, Value> =
                    of.iter().cloned().zip(numbers.into_iter().map(Value::from)).collect();
                Value::Object(map)
            }
            Kind::Dice => json!([[die(20) + 1, die(6) + 1]]),
            Kind::Truth { is } => json!(is),
            Kind::Among { of } => of[die(of.len() as u32) as usize].clone(),
            Kind::Several { of, least } => {
                let groups = shuffled(of.iter().collect(), die);
                let mut some = Vec::new();
                for group in groups.into_iter().filter(|group| !group.is_empty()) {
                    if some.len() < *least || die(2) == 0 {
                        some.push(group[die(group.len() as u32) as usize].clone());
                    }
                }
                Value::Array(some)
            }
        }
    }
}

/// Values of a list in a sentence.
fn listed(values: &[Value]) -> SaidValue {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    SaidValue::List(values.iter().map(|value| named(&text(value))).collect())
}

/// Whether something stands twice in a list.
fn repeats(list: &[&str]) -> bool {
    list.iter().enumerate().any(|(i, word)| list[..i].contains(word))
}

fn shuffled<T>(mut list: Vec<T>, die: &mut dyn FnMut(u32) -> u32) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, die(i as u32 + 1) as usize);
    }
    list
}

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

    /// The offer to seal a choice in a round, with a word for the dice if one is wanted.
    #[must_use]
    pub fn seal(round: &str, mut fields: Vec<Field>) -> Offer {
        fields.push(Field::optional("word", Kind::Word));
        Offer { round: Some(round.to_owned()), ..Offer::with("seal", fields) }.onward()
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
            fields.insert(super::event::SECRET.to_owned(), Value::Object(secret));
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
        let apart = super::strongbox::taken(&self.verb, filled, salt);
        if let Some(verb) = apart.or_else(|| super::lodged::taken(&self.verb, filled, salt)) {
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
                    text: super::canonical::composed(label),
                    salt: super::secret::Secret::new(salt),
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
                    text: super::canonical::composed(said),
                    salt: super::secret::Secret::new(salt),
                });
                match Act::read(verb, &fields) {
                    Some(act) => Verb::Act { act, text: said },
                    None => Verb::Game(self.with_secrets_apart(filled)),
                }
            }
        })
    }
}

/// The longest label of a free roll, in characters.
pub const LONGEST_LABEL: usize = 200;

/// Everything that a viewer may do now, out of what he sees.
#[must_use]
pub fn offers(view: &View) -> Vec<Offer> {
    let mut offers = Vec::new();
    let word = || vec![Field::required("word", Kind::Word)];
    let host = view.asker == Some(By::Person(view.host));
    let mine = view.seat();
    match view.stage {
        Stage::Closed => return offers,
        Stage::Gathering => {
            if let Some(seat) = mine {
                let own = view.seats.iter().find(|place| place.id == *seat).and_then(|place| place.person);
                if own == view.asker.and_then(By::person) {
                    offers.push(Offer::plain("leave").back());
                }
            } else if view.asker.is_some() {
                let operator = view.asker_is_operator;
                let mut free = view.seats.iter().filter(|seat| !seat.is_taken());
                if free.any(|seat| seat.operator == operator) {
                    offers.push(Offer::with("join", word()).onward());
                }
            }
            if host {
                if view.seats.iter().all(super::view::SeatView::is_taken) {
                    offers.push(Offer::plain("start").onward());
                }
                offers.push(Offer::plain("close").ending());
            }
        }
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
                if !view.close_asked.contains(seat) && !view.as_regent {
                    offers.push(Offer::plain("close").ending());
                }
                offers.extend(at_the_table(view, seat));
            }
            if host {
                offers.extend(for_the_host(view));
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
    if mine.is_some() && view.notice.is_some() && !view.as_regent {
        offers.push(Offer::plain("play_on").back());
    }
    if view.undoable.is_some() {
        offers.push(Offer::plain("undo").back());
    }
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
    offers.extend(super::strongbox::offers(view));
    if let Some(rules) = super::game::by_key(&view.game_key) {
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

/// What a player may do at the table whatever its game: be ready, vote, tell and correct values, be away.
fn at_the_table(view: &View, seat: &super::names::SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    let own = view.seats.iter().find(|place| place.id == *seat);
    let ahead = own.is_some_and(|own| own.ahead.is_some());
    let step = view.step_awaits().filter(|step| step.asks(seat));
    let ready = step.is_some_and(|step| !step.awaits(seat));
    if step.is_some() {
        let through = |of: &[&str]| Kind::OneOf { of: of.iter().map(|&word| word.to_owned()).collect() };
        // Who has lodged orders would be passed over if he were ready ahead.
        let waits = view.lodged.awaits_its_slot();
        if !ready {
            let of: &[&str] = if waits { &["step"] } else { &["step", "turn"] };
            offers.push(Offer::with("ready", vec![Field::required("through", through(of))]).onward());
        } else if !ahead && !waits {
            offers.push(Offer::with("ready", vec![Field::required("through", through(&["turn"]))]));
        }
    }
    if ready || ahead {
        offers.push(Offer::plain("not_ready").back());
    }
    offers.extend(super::lodged::offers(view));
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
    for value in view.values.iter().filter(|value| value.now < value.most) {
        let key = Kind::OneOf { of: vec![value.key.clone()] };
        let more = Kind::Whole { least: value.now + 1, most: value.most };
        if value.rises {
            let fields = vec![Field::required("key", key.clone()), Field::required("value", more.clone())];
            offers.push(Offer::with("tell", fields));
        }
        if !view.as_regent && !view.corrections.values().any(|open| open.key == value.key) {
            let reason = Field::required("said", Kind::Text { most: super::values::LONGEST_REASON });
            let fields = vec![Field::required("key", key), Field::required("value", more), reason];
            offers.push(Offer::with("correct", fields).back());
        }
    }
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
    if !view.votes.values().any(|vote| vote.matter == super::votes::Matter::Conclude) {
        offers.push(Offer::plain("conclude").ending());
    }
    offers.push(Offer::with("live", vec![Field::required("on", Kind::Truth { is: !view.live })]).back());
    offers
}

/// What is open to a player because all decide together: values of the group's own, and going back to the start of the step.
fn for_all_together(view: &View, seat: &super::names::SeatId) -> Vec<Offer> {
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
            let reason = Field::required("said", Kind::Text { most: super::values::LONGEST_REASON });
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

/// What the host may do besides.
fn for_the_host(view: &View) -> Vec<Offer> {
    let reason = || Field::required("said", Kind::Text { most: super::values::LONGEST_REASON });
    let mut offers = Vec::new();
    if view.paused.is_some() {
        offers.push(Offer::plain("resume").onward());
    } else {
        offers.push(Offer::with("pause", vec![reason()]).back());
    }
    let due = |due: &Option<super::timing::Due>| due.as_ref().is_some_and(|due| due.at.is_some());
    let open = view.awaited.iter().any(|awaited| due(&awaited.due));
    if open {
        let hours = Kind::Whole { least: 1, most: super::timing::LONGEST.into() };
        offers.push(Offer::with("extend", vec![Field::required("hours", hours), reason()]).back());
    }
    offers
}
