//! Messages as Discord takes them: text, embeds, buttons, selects, forms.
//!
//! Presenters make these values; they call nothing. Nobody is pinged by a message unless it says so.

use crate::custom_id::CustomId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::Secret;

/// The flag of a reply that only its receiver sees.
pub const EPHEMERAL: u32 = 64;

/// The mark before every refusal.
pub const REFUSED: &str = "✖";

/// The colour of an embed's edge where it is no power's.
pub const GOLD: u32 = 0x00D8_A64A;

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The text, at most 2,000 characters.
    #[serde(default)]
    pub content: String,
    /// The embeds, at most 10 and 6,000 characters together.
    #[serde(default)]
    pub embeds: Vec<Embed>,
    /// The rows of buttons or selects, at most 5.
    #[serde(default)]
    pub components: Vec<Row>,
    /// Whom it may ping: nobody, unless a presenter names them.
    #[serde(default)]
    pub allowed_mentions: Mentions,
    /// Files that go with it.
    #[serde(skip)]
    pub files: Vec<File>,
    /// A picture that is drawn when the message goes out of the outbox; its last file then.
    #[serde(skip)]
    pub picture: Option<Box<Picture>>,
    /// What its receiver had typed, quoted below. It goes out with the message and is kept nowhere.
    #[serde(skip)]
    pub typed: Option<Secret<Box<Embed>>>,
}

/// Whom a message may ping.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mentions {
    parse: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    users: Vec<String>,
}

/// A file that goes with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What a picture shows, for those who do not see it, at most 1,024 characters; else empty.
    pub says: String,
}

/// A picture that goes with a post and is drawn from the record only when the post goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Which it is, as the outbox keeps it: `battle/3`.
    pub of: String,
    /// Its file's name.
    pub name: String,
    /// What it shows, for those who do not see it; at most 1,024 characters.
    pub says: String,
}

/// An embed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embed {
    /// At most 256 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// At most 4,096 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The colour of its edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// At most 25 fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<EmbedField>,
    /// The line below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footer: Option<Footer>,
}

/// A field of an embed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbedField {
    /// At most 256 characters.
    pub name: String,
    /// At most 1,024 characters.
    pub value: String,
    /// Whether it stands beside its neighbours.
    pub inline: bool,
}

/// The line below an embed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footer {
    /// At most 2,048 characters.
    pub text: String,
}

/// A row of components.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    #[serde(rename = "type")]
    kind: u8,
    /// At most 5 buttons, or one select or text input.
    pub components: Vec<Component>,
}

/// A button or a text input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    style: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    custom_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    placeholder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_length: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_values: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<Choice>,
    /// Whether it stands there and cannot be pressed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    disabled: bool,
}

/// One of the choices of a select.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// At most 100 characters.
    pub label: String,
    /// What comes back when it is chosen; at most 100 characters.
    pub value: String,
    /// At most 100 characters more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it stands chosen before anybody touches the select.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub default: bool,
}

impl Choice {
    /// A choice with its words.
    #[must_use]
    pub fn new(label: &str, value: impl Into<String>) -> Choice {
        Choice { label: clip(label, 100), value: value.into(), description: None, default: false }
    }

    /// The same, chosen already where it is.
    #[must_use]
    pub fn chosen(self, is: bool) -> Choice {
        Choice { default: is, ..self }
    }

    /// The same with a second line.
    #[must_use]
    pub fn about(mut self, description: &str) -> Choice {
        self.description = (!description.is_empty()).then(|| clip(description, 100));
        self
    }
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The one thing to do.
    Primary = 1,
    /// Something else to do.
    Secondary = 2,
    /// Something that settles a matter.
    Success = 3,
    /// Something that cannot be taken back.
    Danger = 4,
}

impl Component {
    /// A button.
    #[must_use]
    pub fn button(look: Look, label: &str, custom_id: String) -> Component {
        Component {
            kind: 2,
            style: Some(look as u8),
            label: Some(clip(label, 80)),
            custom_id,
            value: None,
            placeholder: None,
            required: None,
            max_length: None,
            max_values: None,
            options: Vec::new(),
            disabled: false,
        }
    }

    /// A select: one of at most 25 choices.
    #[must_use]
    pub fn select(placeholder: &str, custom_id: String, mut options: Vec<Choice>) -> Component {
        options.truncate(25);
        Component {
            kind: 3,
            style: None,
            label: None,
            custom_id,
            value: None,
            placeholder: Some(clip(placeholder, 150)),
            required: None,
            max_length: None,
            max_values: None,
            options,
            disabled: false,
        }
    }

    /// The same for as many of the choices as one likes, at least one.
    #[must_use]
    pub fn several(mut self) -> Component {
        self.max_values = u8::try_from(self.options.len()).ok().filter(|most| *most > 0);
        self
    }

    /// A select among the server's members.
    #[must_use]
    pub fn members(placeholder: &str, custom_id: String) -> Component {
        Component { kind: 5, ..Component::select(placeholder, custom_id, Vec::new()) }
    }

    /// The label that players see.
    #[must_use]
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or_default()
    }

    /// The `custom_id` by which it comes back.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.custom_id
    }

    /// The same with another label and `custom_id`.
    #[must_use]
    pub fn renamed(self, label: &str, custom_id: String) -> Component {
        Component { label: Some(clip(label, 80)), custom_id, ..self }
    }

    /// The same with another `custom_id`.
    #[must_use]
    pub fn by(self, custom_id: String) -> Component {
        Component { custom_id, ..self }
    }

    /// The same where it can be pressed only `if` that is so. What keeps its place on a message that changes under a finger is not pressed
    /// for another.
    #[must_use]
    pub fn only_if(self, open: bool) -> Component {
        Component { disabled: !open, ..self }
    }

    /// Whether it is a button.
    #[must_use]
    pub fn is_button(&self) -> bool {
        self.kind == 2
    }
}

/// A line or a box of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its key.
    pub id: &'static str,
    /// At most 45 characters.
    pub label: String,
    /// Whether it is a box of several lines.
    pub long: bool,
    /// What stands in it already.
    pub value: String,
    /// A hint while it is empty.
    pub placeholder: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// The most characters.
    pub most: u16,
}

/// A form that only its receiver sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// At most 45 characters.
    pub title: String,
    /// The form's key.
    pub custom_id: String,
    /// At most 5.
    pub inputs: Vec<Input>,
}

impl Form {
    /// The form as an answer to an interaction carries it.
    #[must_use]
    pub fn json(&self) -> Value {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let rows: Vec<Row> = self
            .inputs
            .iter()
            .map(|input| Row {
                kind: 1,
                components: vec![Component {
                    kind: 4,
                    style: Some(if input.long { 2 } else { 1 }),
                    label: Some(clip(&input.label, 45)),
                    custom_id: input.id.to_owned(),
                    value: some(&clip(&input.value, usize::from(input.most))),
                    placeholder: some(&clip(&input.placeholder, 100)),
                    required: Some(input.required),
                    max_length: Some(input.most),
                    max_values: None,
                    options: Vec::new(),
                    disabled: false,
                }],
            })
            .collect();
        json!({"title": clip(&self.title, 45), "custom_id": self.custom_id, "components": rows})
    }
}

impl Message {
    /// A message of plain text, cut to what Discord takes.
    #[must_use]
    pub fn text(content: impl AsRef<str>) -> Message {
        Message { content: clip(content.as_ref(), 2000), ..Message::default() }
    }

    /// A sentence that says what cannot be done and why, with the mark by which such sentences are known. It may quote what somebody
    /// wrote; nothing in it works as a mention. It is said in the language spoken now.
    #[must_use]
    pub fn refusal(says: impl Into<table::Said>) -> Message {
        let says = crate::speech::said(&says.into());
        Message::text(format!("{REFUSED} {}", crate::present::names::harmless(&says)))
    }

    /// The same with an embed below.
    #[must_use]
    pub fn with(mut self, embed: Embed) -> Message {
        self.embeds.push(embed);
        self
    }

    /// The same with buttons below, five a row; none where the list is empty. A sixth row is left out.
    #[must_use]
    pub fn buttons(mut self, components: Vec<Component>) -> Message {
        let room = 5 - self.components.len().min(5);
        let rows = components.chunks(5).take(room).map(|row| Row { kind: 1, components: row.to_vec() });
        self.components.extend(rows);
        self
    }

    /// The same with a select below; none where there is nothing to choose.
    #[must_use]
    pub fn select(self, select: Component) -> Message {
        if select.kind == 3 && select.options.is_empty() { self } else { self.buttons(vec![select]) }
    }

    /// The same with one button more: in the last row where that has room, else in a row of its own; left out where there is none.
    #[must_use]
    pub fn and_button(mut self, button: Component) -> Message {
        let last = self.components.last_mut();
        match last.filter(|row| row.components.len() < 5 && row.components.iter().all(Component::is_button)) {
            Some(row) => {
                row.components.push(button);
                self
            }
            None => self.buttons(vec![button]),
        }
    }

    /// The same with its buttons and selects of no campaign belonging to this one, so that what they show is meant of it wherever they are
    /// pressed.
    #[must_use]
    pub fn of_campaign(mut self, campaign: &str) -> Message {
        for part in self.components.iter_mut().flat_map(|row| &mut row.components) {
            if let Some(free) = CustomId::read(&part.custom_id).filter(|id| id.campaign.is_none()) {
                part.custom_id = CustomId::of(campaign, free.prompt, &free.verb);
            }
        }
        self
    }

    /// Whether it has a button or select of this `custom_id` that can be pressed.
    #[must_use]
    pub fn has(&self, custom_id: &str) -> bool {
        let mut parts = self.components.iter().flat_map(|row| &row.components);
        parts.any(|part| part.custom_id == custom_id && !part.disabled)
    }

    /// Whether it is a sentence that says what cannot be done.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.content.starts_with(REFUSED)
    }

    /// The same with a file.
    #[must_use]
    pub fn file(mut self, name: String, bytes: Vec<u8>) -> Message {
        self.files.push(File { name, bytes, says: String::new() });
        self
    }

    /// The same with a picture, and what it shows in words.
    #[must_use]
    pub fn drawn(mut self, name: String, bytes: Vec<u8>, says: &str) -> Message {
        self.files.push(File { name, bytes, says: spoken(says) });
        self
    }

    /// The same with a picture that is drawn when it goes out.
    #[must_use]
    pub fn picture(mut self, of: String, name: String, says: &str) -> Message {
        self.picture = Some(Box::new(Picture { of, name, says: spoken(says) }));
        self
    }

    /// The message as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let (Some(typed), Some(embeds)) = (&self.typed, value["embeds"].as_array_mut()) {
            embeds.push(serde_json::to_value(typed.reveal()).unwrap_or_default());
        }
        let files = self.files.iter().enumerate();
        let listed = files.map(|(id, file)| {
            let mut listed = json!({"id": id.to_string(), "filename": file.name});
            if !file.says.is_empty() {
                listed["description"] = file.says.as_str().into();
            }
            listed
        });
        let mut attachments: Vec<Value> = listed.collect();
        if let Some(Picture { name, says, .. }) = self.picture.as_deref() {
            let id = attachments.len().to_string();
            attachments.push(json!({"id": id, "filename": name, "description": says}));
        }
        if !attachments.is_empty() {
            value["attachments"] = attachments.into();
        }
        value
    }
}

impl Embed {
    /// An embed with a title and a text.
    #[must_use]
    pub fn new(title: &str, description: impl AsRef<str>) -> Embed {
        Embed {
            title: (!title.is_empty()).then(|| clip(title, 256)),
            description: Some(clip(description.as_ref(), 4096)),
            color: Some(GOLD),
            ..Embed::default()
        }
    }

    /// The same with a field.
    #[must_use]
    pub fn field(mut self, name: &str, value: impl AsRef<str>) -> Embed {
        let (name, value) = (clip(name, 256), clip(value.as_ref(), 1024));
        self.fields.push(EmbedField { name, value, inline: false });
        self
    }

    /// The same with the edge in a colour `#RRGGBB`.
    #[must_use]
    pub fn colour(mut self, colour: &str) -> Embed {
        self.color = u32::from_str_radix(colour.trim_start_matches('#'), 16).ok();
        self
    }

    /// The same with a line below.
    #[must_use]
    pub fn footer(mut self, text: &str) -> Embed {
        self.footer = Some(Footer { text: clip(text, 2048) });
        self
    }
}

/// A text cut to at most `most` characters, with an ellipsis where something is gone.
#[must_use]
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// What a picture shows as it is read out: without the marks of bold letters, and no longer than Discord takes.
fn spoken(says: &str) -> String {
    clip(&says.replace("**", ""), 1024)
}
