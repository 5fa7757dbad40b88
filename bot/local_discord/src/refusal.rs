//! Refusals in Discord's own form: a status, a code, a message, and for forms the nested errors.

use serde_json::{Map, Value, json};

/// Why a request of the bot was refused.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub status: u16,
    pub body: Value,
    /// What to note in the list of violations, where the bot did what no bot may do.
    pub violation: Option<String>,
}

impl Refusal {
    /// A refusal that any correct bot may meet.
    pub fn new(status: u16, code: u64, message: &str) -> Self {
        Self { status, body: json!({"message": message, "code": code}), violation: None }
    }

    /// A refusal that shows a mistake of the bot, or something this server does not provide.
    pub fn mistake(status: u16, code: u64, message: &str, what: impl Into<String>) -> Self {
        Self { violation: Some(what.into()), ..Self::new(status, code, message) }
    }

    pub fn unknown_channel() -> Self {
        Self::new(404, 10003, "Unknown Channel")
    }

    pub fn unknown_message() -> Self {
        Self::new(404, 10008, "Unknown Message")
    }

    pub fn unknown_user() -> Self {
        Self::new(404, 10013, "Unknown User")
    }

    pub fn unknown_webhook() -> Self {
        Self::new(404, 10015, "Unknown Webhook")
    }

    pub fn unknown_interaction() -> Self {
        Self::new(404, 10062, "Unknown interaction")
    }

    pub fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    pub fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    pub fn too_large() -> Self {
        Self::mistake(413, 40005, "Request entity too large", "a file is larger than 10 MiB")
    }

    pub fn invalid_form(path: &str, code: &str, message: &str) -> Self {
        let mut form = Form::default();
        form.add(path, code, message);
        form.into_refusal()
    }
}

/// The mistakes found in one form, each at a dotted path such as `embeds.0.title`.
#[derive(Debug, Default)]
pub(crate) struct Form {
    errors: Vec<(String, String, String)>,
}

impl Form {
    pub fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        self.errors.push((path.to_owned(), code.to_owned(), message.into()));
    }

    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    pub fn into_result(self) -> Result<(), Refusal> {
        if self.is_empty() { Ok(()) } else { Err(self.into_refusal()) }
    }

    pub fn into_refusal(self) -> Refusal {
        let mut nested = Value::Object(Map::new());
        let mut told = Vec::new();
        for (path, code, message) in &self.errors {
            told.push(format!("{path}: {message}"));
            let mut place = &mut nested;
            for step in path.split('.').filter(|step| !step.is_empty()) {
                place = child(place, step);
            }
            if let Value::Array(list) = entry(place, "_errors", || json!([])) {
                list.push(json!({"code": code, "message": message}));
            }
        }
        Refusal {
            status: 400,
            body: json!({"message": "Invalid Form Body", "code": 50035, "errors": nested}),
            violation: Some(told.join("; ")),
        }
    }
}

fn child<'a>(place: &'a mut Value, step: &str) -> &'a mut Value {
    entry(place, step, || Value::Object(Map::new()))
}

fn entry<'a>(place: &'a mut Value, key: &str, new: impl FnOnce() -> Value) -> &'a mut Value {
    if !place.is_object() {
        *place = Value::Object(Map::new());
    }
    match place {
        Value::Object(map) => map.entry(key.to_owned()).or_insert_with(new),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_errors_nest_as_discord_nests_them() {
        let mut form = Form::default();
        form.add("embeds.0.title", "BASE_TYPE_MAX_LENGTH", "Must be 256 or fewer in length.");
        form.add("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.");
        let refusal = form.into_refusal();
        assert_eq!(refusal.status, 400);
        assert_eq!(refusal.body["code"], 50035);
        assert_eq!(
            refusal.body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"],
            "BASE_TYPE_MAX_LENGTH"
        );
        assert!(refusal.body["errors"]["content"]["_errors"].is_array());
        assert!(refusal.violation.is_some_and(|told| told.contains("embeds.0.title")));
    }
}
