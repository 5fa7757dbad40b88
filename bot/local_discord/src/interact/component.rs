//! Buttons and menus on messages.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Act, parts};
use crate::line;
use crate::server::Shared;
use crate::store::{Asker, Place, State};

impl State {
    /// A button or a select used on a message the member sees.
    pub fn component_act(
        &self,
        user: u64,
        message: u64,
        custom_id: &str,
        values: Option<Vec<String>>,
        asker: Option<Asker>,
    ) -> Result<Act, String> {
        let message = self
            .message(message)
            .filter(|message| self.visible_to(message, user))
            .ok_or_else(|| "That message is not there.".to_owned())?;
        let part = parts(&message.components)
            .find(|part| part["custom_id"] == custom_id)
            .ok_or_else(|| "That message has no such button or menu.".to_owned())?;
        if part["disabled"] == true {
            return Err("That button or menu is disabled.".to_owned());
        }
        let kind = part["type"].as_u64().unwrap_or(0);
        let mut data = json!({"custom_id": custom_id, "component_type": kind, "id": 1});
        let label = part["label"].as_str().or(part["placeholder"].as_str()).unwrap_or(custom_id);
        let mut said = format!("presses {label:?}");
        if kind != 2 {
            let values = values.unwrap_or_default();
            self.check_values(part, kind, &values)?;
            let ids: Vec<u64> = if kind == 3 {
                Vec::new()
            } else {
                values.iter().filter_map(|value| value.parse().ok()).collect()
            };
            let in_dm = self
                .channel(message.channel)
                .is_some_and(|channel| matches!(channel.place, Place::Dm { .. }));
            let resolved = self.resolved(&ids, user, in_dm);
            if !resolved.is_empty() {
                data["resolved"] = Value::Object(resolved);
            }
            said = format!("chooses in {label:?}: {}", values.join(", "));
            data["values"] = json!(values);
        }
        Ok(Act {
            user,
            channel: message.channel,
            kind: 3,
            data,
            command: String::new(),
            source: Some(message.id),
            opener: None,
            focused: None,
            asker,
            said,
        })
    }

    fn check_values(&self, part: &Value, kind: u64, values: &[String]) -> Result<(), String> {
        let least = part["min_values"].as_u64().unwrap_or(1);
        let most = part["max_values"].as_u64().unwrap_or(1);
        let count = values.len() as u64;
        if count < least || count > most {
            return Err(format!("This menu takes {least} to {most} values, and {count} were chosen."));
        }
        for (at, value) in values.iter().enumerate() {
            if values.iter().take(at).any(|other| other == value) {
                return Err(format!("The value {value:?} is chosen twice."));
            }
            let known = match kind {
                3 => {
                    part["options"].as_array().is_some_and(|all| all.iter().any(|one| one["value"] == *value))
                }
                5 | 7 => value.parse().is_ok_and(|id| self.user(id).is_some()),
                8 => value
                    .parse()
                    .is_ok_and(|id| self.channel(id).is_some_and(|channel| line::kind_fits(part, channel))),
                _ => false,
            };
            if !known {
                return Err(format!("This menu has no value {value:?}."));
            }
        }
        Ok(())
    }

    fn newest_part(&self, user: u64, fits: impl Fn(&Value) -> bool) -> Option<(u64, Value)> {
        let mut seen: Vec<_> =
            self.messages.values().filter(|message| self.visible_to(message, user)).collect();
        seen.sort_by_key(|message| std::cmp::Reverse(message.order));
        seen.iter().find_map(|message| {
            parts(&message.components).find(|part| fits(part)).map(|part| (message.id, part.clone()))
        })
    }
}

impl Shared {
    /// The newest message with an enabled button of that label.
    pub fn press(self: &Arc<Self>, user: &str, label: &str) -> Result<u64, String> {
        let act = {
            let state = self.state();
            let user = state.must_find(user)?;
            let found = state.newest_part(user, |part| {
                part["type"] == 2
                    && part["style"] != 5
                    && part["disabled"] != true
                    && (part["label"].as_str() == Some(label)
                        || (part["label"].is_null() && part["emoji"]["name"].as_str() == Some(label)))
            });
            let (message, part) =
                found.ok_or_else(|| format!("{} sees no button {label:?}.", state.user_name(user)))?;
            let id = part["custom_id"].as_str().unwrap_or_default();
            state.component_act(user, message, id, None, None)?
        };
        Ok(self.begin(act))
    }

    /// The newest message with an enabled menu of that placeholder or custom id.
    pub fn choose(self: &Arc<Self>, user: &str, menu: &str, values: &[String]) -> Result<u64, String> {
        let act = {
            let state = self.state();
            let user = state.must_find(user)?;
            let found = state.newest_part(user, |part| {
                matches!(part["type"].as_u64(), Some(3 | 5 | 7 | 8))
                    && part["disabled"] != true
                    && (part["placeholder"].as_str() == Some(menu)
                        || part["custom_id"].as_str() == Some(menu))
            });
            let (message, part) =
                found.ok_or_else(|| format!("{} sees no menu {menu:?}.", state.user_name(user)))?;
            let kind = part["type"].as_u64().unwrap_or(0);
            let values = values
                .iter()
                .map(|value| {
                    let meant = match kind {
                        3 => part["options"]
                            .as_array()
                            .into_iter()
                            .flatten()
                            .find(|one| {
                                one["label"].as_str() == Some(value) || one["value"].as_str() == Some(value)
                            })
                            .and_then(|one| one["value"].as_str().map(str::to_owned)),
                        8 => line::channel_meant(&state, value).map(|one| one.id.to_string()),
                        _ => line::user_meant(&state, value).map(|one| one.id.to_string()),
                    };
                    meant.ok_or_else(|| format!("The menu {menu:?} has no value {value:?}."))
                })
                .collect::<Result<Vec<_>, _>>()?;
            let id = part["custom_id"].as_str().unwrap_or_default();
            state.component_act(user, message, id, Some(values), None)?
        };
        Ok(self.begin(act))
    }
}
