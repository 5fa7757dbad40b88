//! The check against Discord's published OpenAPI description: every request body, every object
//! taken as closed. (As published it lets misspelt fields pass.)

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

/// Where the response to an interaction is described.
const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

/// The description, with its validators compiled on first use.
pub(crate) struct Description {
    paths: Value,
    components: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Description {
    /// Reads the description file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = std::fs::read_to_string(path)?;
        let mut document: Value = serde_json::from_str(&text)?;
        let mut components = document["components"].take();
        let mut paths = document["paths"].take();
        if !components.is_object() || !paths.is_object() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "This file is not an OpenAPI description.",
            ));
        }
        amend(&mut components);
        close(&mut components);
        close(&mut paths);
        Ok(Self { paths, components, validators: Mutex::new(HashMap::new()) })
    }

    /// Checks the JSON of a request to `method` and `route`, both as the description writes them.
    /// Gives the dotted path and the complaint of everything that does not fit.
    pub fn check(&self, method: &str, route: &str, body: &Value) -> Vec<(String, String)> {
        let operation = &self.paths[route][method.to_lowercase()];
        if !operation.is_object() {
            return vec![(String::new(), "Discord describes no such route.".to_owned())];
        }
        let (name, schema) = if route == CALLBACK {
            let Some(name) = callback(body) else {
                return vec![("type".to_owned(), format!("{} is no type of response.", body["type"]))];
            };
            (name.to_owned(), json!({"$ref": format!("#/components/schemas/{name}")}))
        } else {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                return if body.is_null() {
                    Vec::new()
                } else {
                    vec![(String::new(), "This route takes no body.".to_owned())]
                };
            }
            (format!("{method} {route}"), schema.clone())
        };
        let validator = match self.validator(&name, &schema) {
            Ok(validator) => validator,
            Err(why) => return vec![(String::new(), why)],
        };
        let plain = plain_options(body);
        let mut told = Vec::new();
        explain(validator.iter_errors(&plain), &mut told);
        told
    }

    fn validator(&self, name: &str, schema: &Value) -> Result<Arc<Validator>, String> {
        let mut known = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(validator) = known.get(name) {
            return Ok(validator.clone());
        }
        let mut document = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "components": self.components,
        });
        document["allOf"] = json!([schema]);
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .should_ignore_unknown_formats(true)
            .build(&document)
            .map(Arc::new)
            .map_err(|why| format!("The description of {name} cannot be used: {why}"))?;
        known.insert(name.to_owned(), validator.clone());
        Ok(validator)
    }
}

/// The schema of a response to an interaction, by its type.
fn callback(body: &Value) -> Option<&'static str> {
    Some(match body["type"].as_u64()? {
        1 => "PongInteractionCallbackRequest",
        4 | 5 => "CreateMessageInteractionCallbackRequest",
        6 | 7 => "UpdateMessageInteractionCallbackRequest",
        8 => "ApplicationCommandAutocompleteCallbackRequest",
        9 => "ModalInteractionCallbackRequest",
        12 => "LaunchActivityInteractionCallbackRequest",
        _ => return None,
    })
}

/// What Discord documents and takes, and its description leaves out: ids as numbers, `nsfw` of a
/// command, and a command's default permissions as a text.
fn amend(components: &mut Value) {
    let schemas = &mut components["schemas"];
    schemas["SnowflakeType"] = json!({"anyOf": [
        {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
        {"type": "integer", "minimum": 0},
    ]});
    for name in [
        "ApplicationCommandCreateRequest",
        "ApplicationCommandUpdateRequest",
        "ApplicationCommandPatchRequestPartial",
    ] {
        let properties = &mut schemas[name]["properties"];
        if properties.is_object() {
            properties["nsfw"] = json!({"type": ["boolean", "null"]});
            properties["default_member_permissions"] = json!({"anyOf": [
                {"type": "string", "pattern": "^[0-9]+$"},
                {"type": ["integer", "null"], "minimum": 0},
            ]});
        }
    }
}

/// Closes every object of a description.
fn close(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("properties").is_some_and(Value::is_object)
                && !map.contains_key("additionalProperties")
            {
                let composed = ["allOf", "anyOf", "oneOf"].iter().any(|key| map.contains_key(*key));
                let key = if composed { "unevaluatedProperties" } else { "additionalProperties" };
                map.insert(key.to_owned(), json!(false));
            }
            map.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

/// serenity writes every field of an option, whatever its type; Discord takes an empty list, a
/// null or a false of another type as not being there, and so do we.
fn plain_options(body: &Value) -> Value {
    let mut body = body.clone();
    let commands = match &mut body {
        Value::Array(list) => list.iter_mut().collect(),
        command => vec![command],
    };
    for command in commands {
        // Only a command has both.
        if command.get("description").is_some() && command.get("name").is_some() {
            strip(command);
        }
    }
    body
}

fn strip(command: &mut Value) {
    let Some(Value::Array(options)) = command.get_mut("options") else {
        return;
    };
    for option in options {
        let branch = matches!(option["type"].as_u64(), Some(1 | 2));
        if let Value::Object(map) = option {
            map.retain(|key, value| match key.as_str() {
                "choices" | "channel_types" | "min_value" | "max_value" | "min_length" | "max_length"
                | "autocomplete" | "required" => {
                    !(value.is_null() || *value == json!([]) || *value == json!(false))
                }
                "options" => branch || *value != json!([]),
                _ => true,
            });
        }
        strip(option);
    }
}

/// Tells errors; of a choice between schemas only those of the branch that was meant.
fn explain<'a>(errors: impl Iterator<Item = ValidationError<'a>>, told: &mut Vec<(String, String)>) {
    for error in errors {
        tell(&error, told);
    }
}

fn tell(error: &ValidationError<'_>, told: &mut Vec<(String, String)>) {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
    {
        let here = error.instance_path().as_str().to_owned();
        let meant = context.iter().filter(|branch| !branch.is_empty()).min_by_key(|branch| {
            branch
                .iter()
                .map(|one| match (one.kind(), one.instance_path().as_str()) {
                    // Not even the right sort of value, or another type of component.
                    (ValidationErrorKind::Type { .. }, at) if at == here => 10_000,
                    (ValidationErrorKind::Enum { .. }, at) if at == format!("{here}/type") => 1000,
                    _ => 1,
                })
                .sum::<usize>()
        });
        if let Some(meant) = meant {
            meant.iter().for_each(|one| tell(one, told));
            return;
        }
    }
    if let ValidationErrorKind::AdditionalProperties { unexpected }
    | ValidationErrorKind::UnevaluatedProperties { unexpected } = error.kind()
        && unexpected.iter().all(|key| error.instance()[key.as_str()].is_null())
    {
        // serenity writes what it has not set as null, and Discord takes that as not there.
        return;
    }
    let path = error.instance_path().as_str().trim_start_matches('/').replace('/', ".");
    let message: String = error.to_string().chars().take(300).collect();
    told.push((path, message));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description() -> Option<Description> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/discord-openapi.json");
        if !path.exists() {
            println!("skipped: Discord's API description is not here");
            return None;
        }
        Some(Description::read(&path).unwrap())
    }

    #[test]
    fn bodies_are_checked_with_closed_objects() {
        let Some(description) = description() else {
            return;
        };
        let post = "/channels/{channel_id}/messages";
        let good = json!({"content": "x", "tts": false, "embeds": [], "sticker_ids": [],
            "attachments": [{"id": 0, "filename": "a.png", "description": null}], "nonce": "n", "enforce_nonce": true,
            "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "b"}]}]});
        assert_eq!(description.check("POST", post, &good), vec![]);
        let told = description.check("POST", post, &json!({"contnet": "x"}));
        assert!(told[0].1.contains("contnet"), "{told:?}");
        let told = description.check(
            "POST",
            post,
            &json!({"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_idd": "b"}]}]}),
        );
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].0, "components.0.components.0");
        assert!(told[0].1.contains("custom_idd"), "{told:?}");
    }

    #[test]
    fn a_response_is_checked_by_its_type() {
        let Some(description) = description() else {
            return;
        };
        let check = |body: Value| description.check("POST", CALLBACK, &body);
        assert_eq!(check(json!({"type": 4, "data": {"content": "x", "flags": 64}})), vec![]);
        assert_eq!(check(json!({"type": 6, "data": null})), vec![]);
        assert_eq!(check(json!({"type": 8, "data": {"choices": [{"name": "a", "value": "b"}]}})), vec![]);
        assert!(!check(json!({"type": 8, "data": {"choices": [{"name": "a"}]}})).is_empty());
        assert!(!check(json!({"type": 4, "data": {"contents": "x"}})).is_empty());
        assert!(!check(json!({"type": 99})).is_empty());
        let form = json!({"type": 9, "data": {"custom_id": "a", "title": "b", "components": [
            {"type": 1, "components": [{"type": 4, "custom_id": "c", "style": 1, "label": "d"}]}]}});
        assert_eq!(check(form), vec![]);
        let told = description.check("GET", "/no/such/route", &Value::Null);
        assert_eq!(told.len(), 1);
    }

    #[test]
    fn options_that_say_nothing_are_no_offence() {
        let Some(description) = description() else {
            return;
        };
        let route = "/applications/{application_id}/commands";
        let option = |more: Value| {
            let mut option = json!({"type": 3, "name": "word", "description": "d", "options": [],
                "channel_types": [], "min_value": null, "autocomplete": false});
            if let (Value::Object(option), Value::Object(more)) = (&mut option, more) {
                option.extend(more);
            }
            json!([{"name": "dice", "description": "d", "nsfw": false, "options": [option]}])
        };
        assert_eq!(description.check("PUT", route, &option(json!({}))), vec![]);
        assert!(!description.check("PUT", route, &option(json!({"min_value": 3}))).is_empty());
        assert!(!description.check("PUT", route, &option(json!({"colour": 3}))).is_empty());
    }
}
