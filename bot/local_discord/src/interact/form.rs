//! Forms that the bot opened, filled and sent.

use std::sync::Arc;

use serde_json::json;

use super::{Act, parts};
use crate::server::Shared;
use crate::store::{Asker, State};

impl State {
    /// The form a member has open, filled and sent. `given` are custom ids and texts; fields that
    /// are left out keep what stood in them.
    pub fn form_act(
        &mut self,
        user: u64,
        opener: u64,
        given: &[(String, String)],
        asker: Option<Asker>,
    ) -> Result<Act, String> {
        let opened = self
            .interactions
            .get(&opener)
            .filter(|one| one.user == user && self.open_forms.get(&user) == Some(&opener))
            .ok_or_else(|| "That form is not open.".to_owned())?;
        let modal = opened.modal.clone().ok_or_else(|| "That form is not open.".to_owned())?;
        let mut rows = Vec::new();
        let mut told = Vec::new();
        for input in parts(&modal["components"]) {
            let id = input["custom_id"].as_str().unwrap_or_default();
            let label = input["label"].as_str().unwrap_or(id);
            let value = given
                .iter()
                .find(|(given, _)| given == id)
                .map(|(_, value)| value.clone())
                .or_else(|| input["value"].as_str().map(str::to_owned))
                .unwrap_or_default();
            let length = value.chars().count() as u64;
            let most = input["max_length"].as_u64().unwrap_or(4000);
            let least = input["min_length"].as_u64().unwrap_or(0);
            if value.is_empty() && input["required"] != false {
                return Err(format!("The field {label:?} must be filled."));
            }
            if length > most || (length < least && !value.is_empty()) {
                return Err(format!("The field {label:?} takes {least} to {most} characters."));
            }
            told.push(format!("{label}={value}"));
            rows.push(json!({"type": 1, "id": 1, "components": [
                {"type": 4, "id": 1, "custom_id": id, "value": value}]}));
        }
        let act = Act {
            user,
            channel: opened.channel,
            kind: 5,
            data: json!({"custom_id": modal["custom_id"], "components": rows}),
            command: opened.command.clone(),
            source: opened.source,
            opener: Some(opener),
            focused: None,
            asker,
            said: format!("sends the form {}: {}", modal["title"], told.join(", ")),
        };
        self.open_forms.remove(&user);
        Ok(act)
    }
}

impl Shared {
    /// The form a member has open, its fields by label or custom id.
    pub fn fill(self: &Arc<Self>, user: &str, fields: &[(String, String)]) -> Result<u64, String> {
        let act = {
            let mut state = self.state();
            let user = state.must_find(user)?;
            let opener = *state
                .open_forms
                .get(&user)
                .ok_or_else(|| format!("{} has no form open.", state.user_name(user)))?;
            let modal = state.interactions.get(&opener).and_then(|one| one.modal.clone()).unwrap_or_default();
            let mut given: Vec<(String, String)> = Vec::new();
            for (field, value) in fields {
                let lower = field.to_lowercase();
                let input = parts(&modal["components"]).find(|input| {
                    input["custom_id"].as_str() == Some(field)
                        || input["label"].as_str().is_some_and(|label| label.to_lowercase() == lower)
                });
                let id = input
                    .and_then(|input| input["custom_id"].as_str())
                    .ok_or_else(|| format!("The form {} has no field {field:?}.", modal["title"]))?;
                if given.iter().any(|(known, _)| known == id) {
                    return Err(format!("The field {field:?} is given twice."));
                }
                given.push((id.to_owned(), value.clone()));
            }
            state.form_act(user, opener, &given, None)?
        };
        Ok(self.begin(act))
    }
}
