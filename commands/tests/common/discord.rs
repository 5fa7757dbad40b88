//! Discord's limits on a message, and mentions that would work.

use serde_json::Value;
use std::collections::BTreeSet;

/// Stops the test where a message would not be taken or would mention somebody.
pub fn assert_fits(message: &Value) {
    if let Err(why) = fits_discord(message) {
        panic!("{why}: {message:#}");
    }
}

/// Checks a message against what Discord takes.
pub fn fits_discord(message: &Value) -> Result<(), String> {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let list = |of: &Value, key: &str| of[key].as_array().cloned().unwrap_or_default();
    let within = |what: &str, value: &Value, least: usize, most: usize| match count(value) {
        n if (least..=most).contains(&n)
            && (least == 0 || !value.as_str().unwrap_or_default().trim().is_empty()) =>
        {
            Ok(n)
        }
        n => Err(format!("{what} has {n} characters, not {least} to {most}")),
    };
    let known = ["content", "embeds", "components", "allowed_mentions", "attachments"];
    if let Some(unknown) =
        message.as_object().ok_or("no object")?.keys().find(|key| !known.contains(&key.as_str()))
    {
        return Err(format!("there is no {unknown} in a message"));
    }
    within("content", &message["content"], 0, 2000)?;
    let embeds = list(message, "embeds");
    let blank = message["content"].as_str().unwrap_or_default().trim().is_empty();
    if blank && embeds.is_empty() && list(message, "attachments").is_empty() {
        return Err("the message is empty".to_owned());
    }
    if embeds.len() > 10 {
        return Err(format!("{} embeds", embeds.len()));
    }
    let mut total = 0;
    for embed in &embeds {
        let fields = list(embed, "fields");
        let something = ["title", "description"].iter().any(|key| embed.get(key).is_some());
        if !something && fields.is_empty() {
            return Err("an embed is empty".to_owned());
        }
        for (key, most) in [("title", 256), ("description", 4096)] {
            if let Some(text) = embed.get(key) {
                total += within(key, text, 1, most)?;
            }
        }
        if fields.len() > 25 {
            return Err(format!("{} fields", fields.len()));
        }
        for field in &fields {
            total += within("a field's name", &field["name"], 1, 256)?
                + within("a field's value", &field["value"], 1, 1024)?;
        }
        if let Some(footer) = embed.get("footer") {
            total += within("footer", &footer["text"], 1, 2048)?;
        }
        if embed.get("color").is_some_and(|colour| colour.as_u64().is_none_or(|n| n > 0xff_ffff)) {
            return Err("a colour that is none".to_owned());
        }
    }
    if total > 6000 {
        return Err(format!("the embeds have {total} characters together"));
    }
    rows(&list(message, "components"))?;
    let mentions = &message["allowed_mentions"];
    if mentions["parse"] != serde_json::json!([])
        || mentions.get("users").is_some()
        || mentions.get("roles").is_some()
    {
        return Err(format!("mentions are allowed: {mentions}"));
    }
    mention(message).map_or(Ok(()), |text| Err(format!("a mention in {text:?}")))
}

fn rows(rows: &[Value]) -> Result<(), String> {
    if rows.len() > 5 {
        return Err(format!("{} rows", rows.len()));
    }
    let mut ids = BTreeSet::new();
    for row in rows {
        let components = row["components"].as_array().ok_or("a row without components")?;
        if row["type"] != 1 || !(1..=5).contains(&components.len()) {
            return Err(format!("a row of {} buttons", components.len()));
        }
        for button in components {
            let text = |key: &str| button[key].as_str().unwrap_or_default();
            let style = button["style"].as_u64().unwrap_or_default();
            if matches!(button["type"].as_u64(), Some(3 | 5)) {
                select(button, components.len(), &mut ids)?;
                continue;
            }
            if button["type"] != 2 || !(1..=4).contains(&style) {
                return Err("a button that is none".to_owned());
            }
            if !(1..=80).contains(&text("label").chars().count()) {
                return Err(format!("the label {:?}", text("label")));
            }
            if !(1..=100).contains(&text("custom_id").chars().count())
                || !ids.insert(text("custom_id").to_owned())
            {
                return Err(format!("the custom_id {:?}", text("custom_id")));
            }
        }
    }
    Ok(())
}

/// A select stands alone in its row, and one of texts has 1 to 25 choices, each value once.
fn select(select: &Value, beside: usize, ids: &mut BTreeSet<String>) -> Result<(), String> {
    let text = |of: &Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
    let id = text(select, "custom_id");
    if beside != 1 || !(1..=100).contains(&id.chars().count()) || !ids.insert(id.clone()) {
        return Err(format!("the select {id:?}"));
    }
    let options = select["options"].as_array().cloned().unwrap_or_default();
    if select["type"] == 3 && !(1..=25).contains(&options.len()) {
        return Err(format!("a select of {} choices", options.len()));
    }
    let mut values = BTreeSet::new();
    for option in &options {
        for key in ["label", "value"] {
            if !(1..=100).contains(&text(option, key).chars().count()) {
                return Err(format!("a choice's {key} {:?}", text(option, key)));
            }
        }
        if !values.insert(text(option, "value")) {
            return Err("two choices of one value".to_owned());
        }
    }
    if text(select, "placeholder").chars().count() > 150 {
        return Err("a long placeholder".to_owned());
    }
    Ok(())
}

/// Stops the test where a text would mention somebody.
pub fn assert_no_mention(text: &str) {
    assert!(!mentions(text), "a mention in {text:?}");
}

/// The first text in a value that would mention somebody.
fn mention(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => mentions(text).then(|| text.clone()),
        Value::Array(list) => list.iter().find_map(mention),
        Value::Object(map) => map.values().find_map(mention),
        _ => None,
    }
}

/// Whether a text holds what Discord turns into a mention, a channel, an emoji or a command. Times (`<t:…>`) are the bot's own.
fn mentions(text: &str) -> bool {
    let after = |mark: &str, then: &dyn Fn(char) -> bool| {
        text.match_indices(mark).any(|(at, _)| text[at + mark.len()..].chars().next().is_some_and(then))
    };
    text.contains("@everyone")
        || text.contains("@here")
        || after("<@", &|c| c.is_ascii_digit() || c == '!' || c == '&')
        || after("<#", &|c| c.is_ascii_digit())
        || after("<:", &|c| c.is_alphanumeric())
        || after("<a:", &|c| c.is_alphanumeric())
        || after("</", &|c| c.is_alphanumeric())
}
