//! Messages: content, embeds, rows of components, files.

use serde_json::{Map, Value};

use super::component::rows;
use super::url::{PICTURE, WEB, url};
use super::{closed, join, list, number, object, snowflake, text};
use crate::project::SETTABLE_FLAGS;
use crate::refusal::Form;

/// Which request carries the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `POST /channels/{channel_id}/messages`.
    Post,
    /// `PATCH /channels/{channel_id}/messages/{message_id}`.
    Edit,
    /// The `data` of a response to an interaction, or a message that follows it.
    Answer,
    /// An edit of a response.
    AnswerEdit,
}

impl Shape {
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Post => &[
                "content",
                "nonce",
                "enforce_nonce",
                "tts",
                "embeds",
                "allowed_mentions",
                "message_reference",
                "components",
                "sticker_ids",
                "attachments",
                "flags",
            ],
            Self::Answer => {
                &["content", "tts", "embeds", "allowed_mentions", "components", "attachments", "flags"]
            }
            Self::Edit | Self::AnswerEdit => {
                &["content", "embeds", "allowed_mentions", "components", "attachments", "flags"]
            }
        }
    }
}

/// Checks a message's body. `files` are the names of what stands on the message afterwards.
pub(crate) fn message(form: &mut Form, path: &str, body: &Value, shape: Shape, files: &[String]) {
    let Some(map) = object(form, path, body) else {
        return;
    };
    closed(form, path, map, shape.fields());
    text(form, path, map, "content", 0, 2000);
    embeds(form, path, map, files);
    rows(form, path, map);
    attachments(form, path, map);
    if map.get("sticker_ids").is_some_and(|ids| ids.as_array().is_some_and(|ids| !ids.is_empty())) {
        form.add(&join(path, "sticker_ids"), "NOT_PROVIDED", "This server has no stickers.");
    }
    if map.get("tts") == Some(&Value::Bool(true)) {
        form.add(&join(path, "tts"), "NOT_PROVIDED", "This server reads nothing aloud.");
    }
    if let Some(flags) = number(form, path, map, "flags", 0, i64::MAX) {
        let most = match shape {
            Shape::Post | Shape::Edit => SETTABLE_FLAGS & !crate::store::EPHEMERAL,
            Shape::Answer | Shape::AnswerEdit => SETTABLE_FLAGS,
        };
        if u64::try_from(flags).unwrap_or(u64::MAX) & !most != 0 {
            form.add(&join(path, "flags"), "MESSAGE_FLAGS_INVALID", "These flags cannot be set here.");
        }
    }
    if let Some(Value::String(nonce)) = map.get("nonce")
        && nonce.chars().count() > 25
    {
        form.add(&join(path, "nonce"), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.");
    }
    mentions(form, path, map);
}

/// Checks what is said of the message's files.
fn attachments(form: &mut Form, path: &str, map: &Map<String, Value>) {
    for (at, one) in list(form, path, map, "attachments", 0, 10).iter().enumerate() {
        let path = join(path, &format!("attachments.{at}"));
        let Some(one) = object(form, &path, one) else {
            continue;
        };
        let known =
            ["id", "filename", "description", "title", "duration_secs", "waveform", "is_spoiler", "is_remix"];
        closed(form, &path, one, &known);
        match one.get("id") {
            None | Some(Value::Null) => {
                form.add(&join(&path, "id"), "BASE_TYPE_REQUIRED", "This field is required");
            }
            Some(id) => snowflake(form, &join(&path, "id"), id),
        }
        if one.get("filename").is_some_and(|name| !name.is_null()) {
            text(form, &path, one, "filename", 1, 1024);
        }
        text(form, &path, one, "description", 0, 1024);
        text(form, &path, one, "title", 0, 1024);
    }
}

fn mentions(form: &mut Form, path: &str, map: &Map<String, Value>) {
    let Some(allowed) = map.get("allowed_mentions").filter(|value| !value.is_null()) else {
        return;
    };
    let path = join(path, "allowed_mentions");
    let Some(allowed) = object(form, &path, allowed) else {
        return;
    };
    closed(form, &path, allowed, &["parse", "users", "roles", "replied_user"]);
    let parse = list(form, &path, allowed, "parse", 0, 3);
    for (at, word) in parse.iter().enumerate() {
        let path = join(&path, &format!("parse.{at}"));
        if !matches!(word.as_str(), Some("users" | "roles" | "everyone")) {
            form.add(&path, "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').");
        } else if parse.iter().take(at).any(|other| other == word) {
            form.add(&path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The list contains a value twice.");
        }
    }
    if allowed.get("replied_user").is_some_and(|told| !told.is_boolean() && !told.is_null()) {
        form.add(&join(&path, "replied_user"), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
    }
    for kind in ["users", "roles"] {
        let named = list(form, &path, allowed, kind, 0, 100);
        for (at, id) in named.iter().enumerate() {
            snowflake(form, &join(&path, &format!("{kind}.{at}")), id);
        }
        if !named.is_empty() && parse.iter().any(|one| one == kind) {
            form.add(
                &path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }
}

fn embeds(form: &mut Form, path: &str, map: &Map<String, Value>, files: &[String]) {
    let mut total = 0;
    for (at, embed) in list(form, path, map, "embeds", 0, 10).iter().enumerate() {
        let path = join(path, &format!("embeds.{at}"));
        if let Some(embed) = object(form, &path, embed) {
            total += one_embed(form, &path, embed, files);
        }
    }
    if total > 6000 {
        form.add(&join(path, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

/// Checks one embed; gives how many characters of it count.
fn one_embed(form: &mut Form, path: &str, embed: &Map<String, Value>, files: &[String]) -> usize {
    let mut total = 0;
    closed(
        form,
        path,
        embed,
        &[
            "type",
            "title",
            "description",
            "url",
            "timestamp",
            "color",
            "footer",
            "image",
            "thumbnail",
            "author",
            "fields",
        ],
    );
    let mut add = |told: Option<&str>| total += told.map_or(0, |told| told.chars().count());
    add(text(form, path, embed, "title", 0, 256));
    add(text(form, path, embed, "description", 0, 4096));
    number(form, path, embed, "color", 0, 0xff_ffff);
    url(form, path, embed, "url", (0, 2048), WEB);
    if let Some(moment) = text(form, path, embed, "timestamp", 0, 64)
        && chrono::DateTime::parse_from_rfc3339(moment).is_err()
    {
        form.add(
            &join(path, "timestamp"),
            "DATETIME_TYPE_PARSE",
            format!("Could not parse {moment}. Should be ISO8601."),
        );
    }
    if let Some(footer) = embed.get("footer").filter(|value| !value.is_null()) {
        let path = join(path, "footer");
        if let Some(footer) = object(form, &path, footer) {
            closed(form, &path, footer, &["text", "icon_url"]);
            add(text(form, &path, footer, "text", 1, 2048));
            url(form, &path, footer, "icon_url", (0, 2048), PICTURE);
        }
    }
    if let Some(author) = embed.get("author").filter(|value| !value.is_null()) {
        let path = join(path, "author");
        if let Some(author) = object(form, &path, author) {
            closed(form, &path, author, &["name", "url", "icon_url"]);
            add(text(form, &path, author, "name", 1, 256));
            url(form, &path, author, "url", (0, 2048), WEB);
            url(form, &path, author, "icon_url", (0, 2048), PICTURE);
        }
    }
    for (at, field) in list(form, path, embed, "fields", 0, 25).iter().enumerate() {
        let path = join(path, &format!("fields.{at}"));
        let Some(field) = object(form, &path, field) else {
            continue;
        };
        closed(form, &path, field, &["name", "value", "inline"]);
        add(text(form, &path, field, "name", 1, 256));
        add(text(form, &path, field, "value", 1, 1024));
    }
    for place in ["image", "thumbnail"] {
        picture(form, path, embed, place, files);
    }
    if !["title", "description", "footer", "image", "thumbnail", "author", "fields"]
        .iter()
        .any(|key| embed.get(*key).is_some_and(|value| !is_blank(value)))
    {
        form.add(&join(path, "description"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    total
}

/// Is there nothing to show of that part of an embed?
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// Checks a picture of an embed; a file that it names must stand on the message.
fn picture(form: &mut Form, path: &str, embed: &Map<String, Value>, place: &str, files: &[String]) {
    let Some(picture) = embed.get(place).filter(|value| !value.is_null()) else {
        return;
    };
    let path = join(path, place);
    let Some(picture) = object(form, &path, picture) else {
        return;
    };
    closed(form, &path, picture, &["url"]);
    if let Some(name) =
        url(form, &path, picture, "url", (1, 2048), PICTURE).and_then(|url| url.strip_prefix("attachment://"))
        && !files.iter().any(|file| file == name)
    {
        form.add(
            &join(&path, "url"),
            "ATTACHMENT_MISSING",
            format!("No file named {name} stands on this message."),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(body: Value, shape: Shape) -> String {
        let mut form = Form::default();
        message(&mut form, "", &body, shape, &["map.png".to_owned()]);
        if form.is_empty() { String::new() } else { form.into_refusal().violation.unwrap_or_default() }
    }

    #[test]
    fn what_fits_passes() {
        let body = json!({
            "content": "x".repeat(2000),
            "tts": false,
            "embeds": [{"title": "t", "description": "d".repeat(4096), "image": {"url": "attachment://map.png"}}],
            "components": [
                {"type": 1, "components": [
                    {"type": 2, "style": 1, "label": "Yes", "custom_id": "y"},
                    {"type": 2, "style": 5, "label": "Site", "url": "https://example.org"}]},
                {"type": 1, "components": [{"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}]}]}],
            "nonce": "x".repeat(25), "enforce_nonce": true, "sticker_ids": [], "attachments": [],
            "allowed_mentions": {"parse": []},
        });
        assert_eq!(told(body, Shape::Post), "");
    }

    #[test]
    fn each_limit_is_held() {
        let rows = |part: Value| json!({"components": [{"type": 1, "components": part}]});
        let cases = [
            (json!({"content": "x".repeat(2001)}), "content: Must be 2000"),
            (json!({"contnet": "x"}), "contnet: This field"),
            (json!({"embeds": vec![json!({"title": "x"}); 11]}), "embeds: Must be between 0 and 10"),
            (json!({"embeds": [{"title": "x".repeat(257)}]}), "embeds.0.title: Must be 256"),
            (json!({"embeds": [{"description": "x".repeat(4097)}]}), "embeds.0.description"),
            (
                json!({"embeds": [{"description": "x".repeat(4000)}, {"description": "x".repeat(2001)}]}),
                "6000",
            ),
            (
                json!({"embeds": [{"title": "x", "fields": vec![json!({"name": "a", "value": "b"}); 26]}]}),
                "embeds.0.fields",
            ),
            (json!({"embeds": [{"title": "x", "fields": [{"name": "a", "value": ""}]}]}), "fields.0.value"),
            (json!({"embeds": [{"title": "x", "footer": {"text": "x".repeat(2049)}}]}), "footer.text"),
            (json!({"embeds": [{"image": {"url": "attachment://other.png"}}]}), "No file named other.png"),
            (json!({"nonce": "x".repeat(26)}), "nonce"),
            (json!({"flags": 64}), "flags"),
            (
                json!({"components": vec![json!({"type": 1, "components": []}); 6]}),
                "components: Must be between 0 and 5",
            ),
            (
                rows(json!(vec![json!({"type": 2, "style": 1, "label": "a", "custom_id": "a"}); 6])),
                "Must be between 1 and 5",
            ),
            (rows(json!([{"type": 2, "style": 1, "label": "x".repeat(81), "custom_id": "a"}])), "label"),
            (rows(json!([{"type": 2, "style": 1, "label": "a", "custom_id": ""}])), "custom_id"),
            (
                rows(
                    json!([{"type": 2, "style": 1, "label": "a", "custom_id": "a"}, {"type": 2, "style": 1, "label": "b", "custom_id": "a"}]),
                ),
                "duplicated",
            ),
            (rows(json!([{"type": 3, "custom_id": "m", "options": []}])), "options: Must be"),
            (
                rows(
                    json!([{"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}]}, {"type": 2, "style": 1, "label": "b", "custom_id": "b"}]),
                ),
                "maximum width",
            ),
        ];
        for (body, expected) in cases {
            let told = told(body.clone(), Shape::Post);
            assert!(told.contains(expected), "{expected:?} is not in {told:?}");
        }
        assert_eq!(told(json!({"flags": 64}), Shape::Answer), "");
        assert!(told(json!({"nonce": "1"}), Shape::Answer).contains("nonce"));
    }
}
