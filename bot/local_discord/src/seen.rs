//! What people and tests can look at: everything seen, every request, every violation.

use serde::Serialize;
use serde_json::Value;

/// Who could see something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Everyone in the named channel (without `#`) or thread (`council › Battle of Turin`).
    Public(String),
    /// The named member alone, who sees it only in answer to an act.
    Ephemeral(String),
    /// The named member, in the direct messages with the bot.
    Dm(String),
}

impl Audience {
    /// `public:<channel>`, `ephemeral:<name>` or `dm:<name>`.
    pub fn label(&self) -> String {
        match self {
            Self::Public(name) => format!("public:{name}"),
            Self::Ephemeral(name) => format!("ephemeral:{name}"),
            Self::Dm(name) => format!("dm:{name}"),
        }
    }
}

/// What kind of thing was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A message nobody asked for by an act: a channel post or a DM.
    Post,
    /// A message in answer to an act (the first response or one that follows it).
    Reply,
    /// A message that was changed.
    Edit,
    /// A form that opened for one member.
    Modal,
    /// Suggestions while typing an option.
    Choices,
    /// A message that was taken away; `text` holds what it said.
    Deleted,
    /// "The application did not respond": no first response came in time.
    Failed,
}

/// One thing that somebody saw, in order of arrival.
#[derive(Debug, Clone, Serialize)]
pub struct Seen {
    /// Place in the order of arrival, from 1.
    pub n: u64,
    /// Name of the member whose act it answers.
    pub by: Option<String>,
    /// The interaction it answers.
    pub interaction: Option<u64>,
    /// The message it is about; none for forms, suggestions and failures.
    pub message: Option<u64>,
    /// Who could see it.
    pub to: Audience,
    /// What happened.
    pub kind: Kind,
    /// The content; of a form its title; of suggestions their names, one a line.
    pub text: String,
    /// Discord's embed objects.
    pub embeds: Value,
    /// Discord's rows of components; of suggestions the list of choices.
    pub components: Value,
    /// Names and bytes of the files that stand on the message.
    #[serde(skip)]
    pub files: Vec<(String, Vec<u8>)>,
    /// Names of the members who were pinged.
    pub pings: Vec<String>,
    /// The nonce the bot gave the message.
    pub nonce: Option<String>,
    /// Unix seconds of the server's clock.
    pub at: i64,
}

/// Something the bot did that Discord would refuse as malformed, or that this server does not
/// provide. A test that finds one has failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// Method and route, or `gateway`.
    pub path: String,
    /// What was wrong.
    pub what: String,
}

/// One request of the bot.
#[derive(Debug, Clone, Serialize)]
pub struct RequestLog {
    /// HTTP method.
    pub method: String,
    /// The route with its parameters by name, as `/channels/{channel_id}/messages`.
    pub route: String,
    /// The body's JSON (of a multipart body its `payload_json`), null without one.
    pub body: Value,
    /// Names and sizes in bytes of uploaded files.
    pub files: Vec<(String, usize)>,
    /// The status answered.
    pub status: u16,
    /// Discord's error code, where it was refused.
    pub code: Option<u64>,
    /// Unix seconds of the server's clock.
    pub at: i64,
}
