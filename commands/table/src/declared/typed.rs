//! From what was typed to the fields of an order.

use super::{Field, Kind, Part};
use crate::drafts::Fields;
use crate::present::Scene;
use crate::present::names::quoted;
use crate::words::yes_or_no;
use poise::serenity_prelude as serenity;
use serde_json::{Map, Value};
use table::{Said, said};

/// What was typed into the options of a command or the lines of a form, by their names.
#[derive(Clone, Default)]
pub struct Typed(Vec<(String, String)>);

impl Typed {
    /// What was typed into the options of a command, as far as it goes.
    pub(super) fn of_command(options: &[serenity::ResolvedOption<'_>]) -> Typed {
        use serenity::ResolvedValue::{Autocomplete, Boolean, Integer, String};
        let text = |option: &serenity::ResolvedOption<'_>| match &option.value {
            String(text) => Some((*text).to_owned()),
            Autocomplete { value, .. } => Some((*value).to_owned()),
            Integer(n) => Some(n.to_string()),
            Boolean(is) => Some(if *is { "yes" } else { "no" }.to_owned()),
            _ => None,
        };
        Typed(options.iter().filter_map(|option| Some((option.name.to_owned(), text(option)?))).collect())
    }

    /// What was typed into the lines of the form of an order.
    pub(super) fn of_form(part: &Part, line: &dyn Fn(&str) -> String) -> Typed {
        Typed(part.fields.iter().map(|field| (field.name.to_owned(), line(field.name))).collect())
    }

    /// What was typed into one; `None` where nothing was.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let own = self.0.iter().find(|(own, _)| own == name);
        own.map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
    }

    /// All that was typed, by the names of the options.
    pub(super) fn fields(mut self) -> Fields {
        self.0.retain(|(name, _)| name != "campaign");
        self.0
    }
}

/// The fields of an order that are read, as the record writes them.
#[derive(Clone, Default)]
pub struct Given {
    open: Map<String, Value>,
    secret: Map<String, Value>,
}

impl Given {
    /// The word that stands in a field, by its name on the record.
    #[must_use]
    pub fn word(&self, key: &str) -> Option<&str> {
        self.open.get(key).and_then(Value::as_str)
    }

    /// All of them as a choice that is sealed has them.
    pub(super) fn choice(self) -> Value {
        let (mut all, secret) = self.apart();
        all.extend(secret);
        Value::Object(all)
    }

    pub(super) fn put(&mut self, field: &Field, value: Value) {
        let fields = if field.is_secret { &mut self.secret } else { &mut self.open };
        fields.insert(field.key.to_owned(), value);
    }

    /// The fields that everybody may see, and those that nobody else may.
    pub(super) fn apart(self) -> (Map<String, Value>, Map<String, Value>) {
        (self.open, self.secret)
    }
}

impl Part {
    /// The fields of what was typed, as who typed it sees the campaign.
    ///
    /// # Errors
    /// A sentence that quotes what cannot be read, or says what is missing.
    pub(super) fn read(&self, scene: &Scene<'_>, typed: &Typed) -> Result<Given, Said> {
        let mut given = Given::default();
        for field in self.in_order() {
            let value = match typed.get(field.name).filter(|_| field.is_option) {
                Some(text) => field.read(scene, &given, text)?,
                None if field.is_required => {
                    return Err(said!("\"{}\" is left out, and cannot be.", quoted(field.name)));
                }
                None => (field.usual)(scene, &given)?,
            };
            if let Some(value) = value {
                given.put(field, value);
            }
        }
        Ok(given)
    }

    /// The order that the code of a button stands for; `None` where it is of no order of this program's, or of one with a secret field.
    pub(super) fn of_code(&self, code: &str) -> Option<Value> {
        if self.is_sealed() {
            return None;
        }
        let fields: Vec<&Field> = self.in_order().collect();
        // A name may have a stroke in it, and stands last.
        let mut values = code.splitn(fields.len().max(1), '/');
        let mut given = Given::default();
        for field in fields {
            match values.next().filter(|text| !text.is_empty()) {
                Some(text) => given.put(field, field.of_code(text)?),
                None if field.is_required => return None,
                None => {}
            }
        }
        values.next().is_none_or(str::is_empty).then(|| self.ordered(given))
    }
}

impl Field {
    fn read(&self, scene: &Scene<'_>, given: &Given, typed: &str) -> Result<Option<Value>, Said> {
        Ok(Some(match self.kind {
            Kind::Noun(noun) => (noun.meant)(scene, given, typed)?.into(),
            Kind::Text => typed.split_whitespace().collect::<Vec<_>>().join(" ").into(),
            Kind::Truth => yes_or_no(typed)?.into(),
            Kind::Whole(least, most) => whole(typed, least, most)?.into(),
        }))
    }

    fn of_code(&self, text: &str) -> Option<Value> {
        match self.kind {
            Kind::Noun(noun) => (noun.says)(text).map(|_| text.into()),
            Kind::Text => Some(text.into()),
            Kind::Truth => ["yes", "no"].contains(&text).then(|| (text == "yes").into()),
            Kind::Whole(least, most) => whole(text, least, most).ok().map(Value::from),
        }
    }
}

/// A whole number within bounds.
fn whole(typed: &str, least: i64, most: i64) -> Result<i64, Said> {
    let read = typed.parse::<i64>().ok().filter(|n| (least..=most).contains(n));
    read.ok_or_else(|| said!("\"{}\" is no whole number from {} to {}.", quoted(typed), least, most))
}
