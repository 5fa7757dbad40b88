//! Emoji on buttons and in menus: one of Unicode's, or one of the server's own, of which there are none here.

use serde_json::{Map, Value};

use super::{closed, join, object, text};
use crate::refusal::Form;

/// Checks the emoji of a button or of a menu's option, where it has one.
pub(super) fn emoji(form: &mut Form, path: &str, part: &Map<String, Value>) {
    let Some(emoji) = part.get("emoji").filter(|value| !value.is_null()) else {
        return;
    };
    let path = join(path, "emoji");
    let Some(emoji) = object(form, &path, emoji) else {
        return;
    };
    closed(form, &path, emoji, &["id", "name", "animated"]);
    if emoji.get("id").is_some_and(|id| !id.is_null()) {
        form.add(&join(&path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        return;
    }
    if text(form, &path, emoji, "name", 1, 32).is_some_and(|name| !is_unicodes(name)) {
        // Discord's code is this one in menus as well.
        form.add(&join(&path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

/// Is a text one emoji of Unicode's? Wider than Discord's list, which has not every sign of these blocks.
fn is_unicodes(name: &str) -> bool {
    let joins = |c: char| matches!(c, '\u{fe0f}' | '\u{200d}' | '\u{20e3}' | '\u{e0020}'..='\u{e007f}');
    let shows = |c: char| {
        matches!(c,
            '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{3030}' | '\u{303d}'
            | '\u{3297}' | '\u{3299}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
    };
    let keycap = name.ends_with('\u{20e3}');
    let known = |c: char| joins(c) || shows(c) || (keycap && matches!(c, '0'..='9' | '#' | '*'));
    !name.is_empty() && name.chars().all(known) && name.chars().any(|c| !joins(c) || c == '\u{20e3}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_emoji_is_one_of_unicodes() {
        for fine in ["🎲", "⚔️", "👩‍⚖️", "1️⃣", "🇫🇮", "✖", "✅", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]
        {
            assert!(is_unicodes(fine), "{fine}");
        }
        for wrong in ["", "dice", ":dice:", "a🎲", "1", "\u{fe0f}", "é"] {
            assert!(!is_unicodes(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn others_are_refused_where_they_stand() {
        let told = |given: Value| {
            let part = json!({"emoji": given});
            let mut form = Form::default();
            emoji(&mut form, "components.0.components.0", part.as_object().unwrap());
            form.into_result().err().map(|refusal| refusal.body["errors"].clone())
        };
        assert_eq!(told(json!({"name": "🎲"})), None);
        assert_eq!(told(Value::Null), None);
        let at = |errors: Option<Value>, key: &str| {
            errors.unwrap()["components"]["0"]["components"]["0"]["emoji"][key]["_errors"][0]["code"].clone()
        };
        assert_eq!(at(told(json!({"name": "dice"})), "name"), "BUTTON_COMPONENT_INVALID_EMOJI");
        assert_eq!(at(told(json!({"name": "dice", "id": "7"})), "id"), "BUTTON_COMPONENT_INVALID_EMOJI");
        assert_eq!(at(told(json!({"name": "🎲", "nmae": 1})), "nmae"), "UNKNOWN_FIELD");
        assert_eq!(at(told(json!({})), "name"), "BASE_TYPE_REQUIRED");
    }
}
