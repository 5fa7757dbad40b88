//! The orders of a game, declared. What fields an order has is said once; out of that come its slash command, what is suggested while it is
//! typed, the code of its buttons, its form, and *Try again*. What it is told as is written by hand elsewhere, and the engine alone refuses it.

mod command;
mod press;
mod seals;
mod typed;

pub(crate) use seals::{contents, opens_form_of};
pub use typed::{Given, Typed};

use crate::message::{Component, Look, Message};
use crate::present::Scene;
use command::Setter;
use serde::Serialize;
use serde_json::{Map, Value};
use table::Said;

/// What is ordered and looked up in one subject of a game: a slash command with a subcommand for each part, or some subcommands of another's.
pub struct Orders {
    /// The first word of its buttons and forms.
    pub room: &'static str,
    /// The slash command whose subcommands its parts are.
    pub command: &'static str,
    /// What that is for, at most 100 characters; not needed where the command is another's.
    pub about: &'static str,
    /// Its subcommands, in their order.
    pub parts: &'static [Part],
}

/// One order of a subject, what is sealed in a round of envelopes of it, or one thing that is looked up in it: a subcommand.
#[derive(Clone, Copy)]
pub struct Part {
    word: &'static str,
    about: &'static str,
    does: Does,
    fields: &'static [Field],
}

#[derive(Clone, Copy)]
enum Does {
    /// It orders: the tag that the subject's orders have on the record, and which of them it is.
    Orders { tag: &'static str, verb: &'static str },
    /// It seals a choice in a round of envelopes: the word with which the name of that begins.
    Seals { round: &'static str },
    /// It shows something.
    Shows(fn(&Scene<'_>, &Given) -> Message),
}

impl Part {
    /// An order: the word by which it is called, what it does (at most 100 characters), the tag and the verb that it has on the record, and its
    /// fields, those that must be filled in first.
    #[must_use]
    pub const fn order(
        word: &'static str,
        about: &'static str,
        [tag, verb]: [&'static str; 2],
        fields: &'static [Field],
    ) -> Part {
        Part { word, about, does: Does::Orders { tag, verb }, fields }
    }

    /// What is sealed in a round of envelopes: the word by which it is called, what it is (at most 100 characters), the word with which the name
    /// of the round begins (`budget` of `budget/1805-03`), and the fields of a choice. The round's button opens the form of it, where its words
    /// are [`RoundWords::of`](crate::present::front::RoundWords::of).
    #[must_use]
    pub const fn seals(
        word: &'static str,
        about: &'static str,
        round: &'static str,
        fields: &'static [Field],
    ) -> Part {
        Part { word, about, does: Does::Seals { round }, fields }
    }

    /// Something that is looked up, by the fields that say what.
    #[must_use]
    pub const fn shows(
        word: &'static str,
        about: &'static str,
        fields: &'static [Field],
        shown: fn(&Scene<'_>, &Given) -> Message,
    ) -> Part {
        Part { word, about, does: Does::Shows(shown), fields }
    }

    /// The fields as they are read, and as they stand in the code of a button: whose order it is before the others.
    fn in_order(&self) -> impl Iterator<Item = &'static Field> + use<> {
        let fields = self.fields;
        let (first, others) = (fields.iter().filter(|f| f.is_first), fields.iter().filter(|f| !f.is_first));
        first.chain(others)
    }

    fn option(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.is_option && field.name == name)
    }
}

/// A field of an order: an option of its command, a line of its form.
#[derive(Clone, Copy)]
pub struct Field {
    name: &'static str,
    key: &'static str,
    about: &'static str,
    kind: Kind,
    /// The most characters that are typed.
    most: u16,
    setter: Setter,
    suggests: Suggests,
    is_required: bool,
    usual: Usual,
    is_first: bool,
    is_option: bool,
    is_secret: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Noun(&'static Noun),
    Text,
    Whole(i64, i64),
    Truth,
}

#[derive(Clone, Copy)]
enum Suggests {
    Nothing,
    Offered,
    These(Suggested),
}

/// What is suggested for a field, out of what who types sees and what he has typed into the other options: how each is said, and what it stands for.
pub type Suggested = fn(&Scene<'_>, &Typed) -> Vec<(String, String)>;

/// What stands in a field that is left out, out of what who orders sees and of the fields read before it; `None` where it stays out.
pub type Usual = fn(&Scene<'_>, &Given) -> Result<Option<Value>, Said>;

/// What a field holds that has words on the record and names in speech: powers, provinces, what can be told.
pub struct Noun {
    /// The word on the record of what was typed, beside the fields read before it; a sentence where none is meant.
    pub meant: fn(&Scene<'_>, &Given, &str) -> Result<String, Said>,
    /// How a word is said; `None` for a word that is none.
    pub says: fn(&str) -> Option<String>,
    /// One of its words, for a test that gives every order.
    pub example: &'static str,
}

impl Field {
    const fn new(name: &'static str, about: &'static str, kind: Kind, most: u16, setter: Setter) -> Field {
        Field {
            name,
            key: name,
            about,
            kind,
            most,
            setter,
            suggests: Suggests::Nothing,
            is_required: true,
            usual: |_, _| Ok(None),
            is_first: false,
            is_option: true,
            is_secret: false,
        }
    }

    /// One of what a noun holds, typed with at most `MOST` characters.
    #[must_use]
    pub const fn of<const MOST: u16>(noun: &'static Noun, name: &'static str, about: &'static str) -> Field {
        Field::new(name, about, Kind::Noun(noun), MOST, command::text::<MOST>)
    }

    /// A text on one line of at most `MOST` characters.
    #[must_use]
    pub const fn text<const MOST: u16>(name: &'static str, about: &'static str) -> Field {
        Field::new(name, about, Kind::Text, MOST, command::text::<MOST>)
    }

    /// A whole number within bounds, both included.
    #[must_use]
    pub const fn whole<const LEAST: u32, const MOST: u32>(name: &'static str, about: &'static str) -> Field {
        let kind = Kind::Whole(LEAST as i64, MOST as i64);
        Field::new(name, about, kind, 10, command::whole::<LEAST, MOST>)
    }

    /// Yes or no.
    #[must_use]
    pub const fn truth(name: &'static str, about: &'static str) -> Field {
        Field::new(name, about, Kind::Truth, 10, command::truth)
    }

    /// It under another name on the record.
    #[must_use]
    pub const fn written(self, key: &'static str) -> Field {
        Field { key, ..self }
    }

    /// It with what is suggested while it is typed.
    #[must_use]
    pub const fn among(self, suggested: Suggested) -> Field {
        Field { suggests: Suggests::These(suggested), ..self }
    }

    /// It with what the engine offers of it now. Offers may understate what is legal: this is for those whose list is complete.
    #[must_use]
    pub const fn offered(self) -> Field {
        Field { suggests: Suggests::Offered, ..self }
    }

    /// It as one that may be left out.
    #[must_use]
    pub const fn optional(self) -> Field {
        Field { is_required: false, ..self }
    }

    /// It as one that may be left out, with what stands there then.
    #[must_use]
    pub const fn or(self, usual: Usual) -> Field {
        Field { is_required: false, usual, ..self }
    }

    /// It as what says whose order it is: it is read before the others, and stands before them in the code of a button.
    #[must_use]
    pub const fn first(self) -> Field {
        Field { is_first: true, ..self }
    }

    /// It as one that nobody is asked for: buttons alone have another value than what stands there by itself.
    #[must_use]
    pub const fn unasked(self) -> Field {
        Field { is_option: false, ..self }
    }

    /// It as one that nobody else may see: on the record it is sealed.
    #[must_use]
    pub const fn kept_secret(self) -> Field {
        Field { is_secret: true, ..self }
    }
}

impl Orders {
    /// Those of a slash command of their own, by its name, with what it is for, at most 100 characters; the room is called so too.
    #[must_use]
    pub const fn of(command: &'static str, about: &'static str, parts: &'static [Part]) -> Orders {
        Orders { room: command, command, about, parts }
    }

    /// Buttons that give orders of these, each with its look and its label.
    pub fn buttons<O: Serialize>(
        &self,
        scene: &Scene<'_>,
        orders: impl IntoIterator<Item = (Look, String, O)>,
    ) -> Vec<Component> {
        let button = |(look, label, order): (Look, String, O)| {
            Some(scene.button(look, &label, 0, &self.code(&order)?))
        };
        orders.into_iter().filter_map(button).collect()
    }

    /// What an order is called in the code of a button, `access/answer/austria/france/yes`; `None` where it is none of these, or has a secret
    /// field: nothing secret stands on a button.
    #[must_use]
    pub fn code(&self, order: &impl Serialize) -> Option<String> {
        let Value::Object(order) = serde_json::to_value(order).ok()? else { return None };
        let part = self.parts.iter().find(|part| part.is_of(&order) && !part.is_sealed())?;
        let values = part.in_order().map(|field| field.coded(&order)).collect::<Vec<_>>();
        let given = values.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let values = values.into_iter().take(given).map(Option::unwrap_or_default);
        Some(
            [self.room.to_owned(), part.word.to_owned()]
                .into_iter()
                .chain(values)
                .collect::<Vec<_>>()
                .join("/"),
        )
    }

    /// Every order of these, as one may be given: with all its fields, each of its example.
    pub fn examples(&self) -> impl Iterator<Item = Value> {
        self.parts.iter().filter_map(|part| {
            let Does::Orders { .. } = part.does else { return None };
            let mut given = Given::default();
            for field in part.in_order() {
                given.put(field, field.example());
            }
            Some(part.ordered(given))
        })
    }
}

impl Part {
    fn is_of(&self, order: &Map<String, Value>) -> bool {
        matches!(self.does, Does::Orders { tag, verb } if order.get(tag).and_then(Value::as_str) == Some(verb))
    }

    /// Whether something of it is sealed on the record.
    fn is_sealed(&self) -> bool {
        self.fields.iter().any(|field| field.is_secret)
    }

    /// The order as the record writes it.
    fn ordered(&self, given: Given) -> Value {
        let Does::Orders { tag, verb } = self.does else { return Value::Null };
        let (mut open, secret) = given.apart();
        open.insert(tag.to_owned(), verb.into());
        if self.is_sealed() {
            open.insert("secret".to_owned(), secret.into());
        }
        Value::Object(open)
    }
}

impl Field {
    /// A value as the code of a button has it.
    fn coded(&self, order: &Map<String, Value>) -> Option<String> {
        match order.get(self.key)? {
            Value::String(word) => Some(word.clone()),
            Value::Bool(is) => Some(if *is { "yes" } else { "no" }.to_owned()),
            Value::Number(n) => Some(n.to_string()),
            _ => None,
        }
    }

    fn example(&self) -> Value {
        match self.kind {
            Kind::Noun(noun) => noun.example.into(),
            Kind::Text => self.name.into(),
            Kind::Whole(least, _) => least.into(),
            Kind::Truth => true.into(),
        }
    }

    /// A value as it is typed, of its code.
    fn typed(&self, code: String) -> String {
        match self.kind {
            Kind::Noun(noun) => (noun.says)(&code).unwrap_or(code),
            _ => code,
        }
    }

    /// What is suggested of it, of what who types sees.
    fn suggestions(&self, part: &Part, scene: &Scene<'_>, typed: &Typed) -> Vec<(String, String)> {
        match (self.suggests, self.kind, part.does) {
            (Suggests::These(suggested), ..) => suggested(scene, typed),
            (Suggests::Offered, Kind::Noun(noun), Does::Orders { tag, verb }) => {
                let mut words: Vec<String> = Vec::new();
                for word in offered(scene, [tag, verb], self.key) {
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                words.into_iter().filter_map(|word| Some(((noun.says)(&word)?, word))).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The words that the engine offers for a field of an order now.
fn offered(scene: &Scene<'_>, [tag, verb]: [&str; 2], key: &str) -> Vec<String> {
    use table::offers::Kind;
    let words = |offer: &table::Offer, name: &str| -> Vec<String> {
        let field = offer.fields.iter().find(|field| field.name == name);
        match field.map(|field| &field.kind) {
            Some(Kind::OneOf { of }) => of.clone(),
            Some(Kind::Among { of }) => of.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    let offers = table::offers::offers_in(&scene.own, &[tag]).into_iter();
    let of_it = offers.filter(|offer| offer.verb == tag && words(offer, tag).iter().any(|word| word == verb));
    of_it.flat_map(|offer| words(&offer, key)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    static TOY: Orders = Orders {
        room: "toy",
        command: "toy",
        about: "A subject for tests",
        parts: &[
            Part::order(
                "hide",
                "Hide a number at a place",
                ["toy", "hide"],
                &[
                    Field::text::<20>("place", "Where"),
                    Field::whole::<1, 20>("number", "Which").kept_secret(),
                ],
            ),
            Part::order(
                "call",
                "Call a number, loudly or not",
                ["toy", "call"],
                &[
                    Field::whole::<1, 20>("number", "Which").written("n"),
                    Field::truth("loud", "Whether loudly").optional(),
                    Field::text::<20>("by", "Who").written("who").first(),
                ],
            ),
        ],
    };

    #[test]
    fn a_secret_stands_apart_on_the_record_and_on_no_button() {
        let all: Vec<Value> = TOY.examples().collect();
        assert_eq!(all[0], json!({"toy": "hide", "place": "place", "secret": {"number": 1}}));
        assert_eq!(TOY.code(&all[0]), None);
        assert_eq!(TOY.order_of("hide/Vienna/7"), None);
    }

    #[test]
    fn a_code_begins_with_whose_order_it_is_and_leaves_out_what_is() {
        let order = json!({"toy": "call", "who": "Anna", "n": 7});
        assert_eq!(TOY.code(&order).as_deref(), Some("toy/call/Anna/7"));
        assert_eq!(TOY.order_of("call/Anna/7"), Some(order));
        let loud = json!({"toy": "call", "who": "Anna", "n": 7, "loud": false});
        assert_eq!(TOY.order_of("call/Anna/7/no"), Some(loud));
        for wrong in ["call/Anna", "call/Anna/21", "call/Anna/7/perhaps", "call/Anna/7/no/more", "sing/Anna"]
        {
            assert_eq!(TOY.order_of(wrong), None, "{wrong}");
        }
    }
}
