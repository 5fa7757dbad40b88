//! What members do: each act becomes an interaction and goes to the bot as INTERACTION_CREATE.

use std::sync::Arc;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};

use crate::line;
use crate::project::FILE_LIMIT;
use crate::seen::Kind;
use crate::server::Shared;
use crate::store::{Asker, Channel, Interaction, Place, State};

/// An act of a member, ready to become an interaction.
pub(crate) struct Act {
    pub user: u64,
    pub channel: u64,
    /// 2 command, 3 component, 4 autocomplete, 5 form.
    pub kind: u8,
    pub data: Value,
    /// Full name of the command it began with, empty for components.
    pub command: String,
    pub source: Option<u64>,
    pub opener: Option<u64>,
    /// The type of the option being typed.
    pub focused: Option<u64>,
    pub asker: Option<Asker>,
    /// What the transcript says.
    pub said: String,
}

impl State {
    /// Where a member acts: `dm`, or a channel or thread by name.
    pub fn place_of(&mut self, user: u64, channel: &str) -> Result<u64, String> {
        if channel == "dm" {
            return Ok(self.dm_with(user));
        }
        self.channel_named(channel)
            .map(|channel| channel.id)
            .ok_or_else(|| format!("There is no channel named {channel:?}."))
    }

    /// A command as an act, after the checks that Discord makes before the bot hears of it.
    #[expect(clippy::too_many_arguments, reason = "one act has this many parts")]
    pub fn command_act(
        &self,
        user: u64,
        channel: u64,
        command: &Value,
        name: String,
        options: Vec<Value>,
        autocomplete: bool,
        asker: Option<Asker>,
    ) -> Result<Act, String> {
        let place = self.open_channel(user, channel)?;
        let in_dm = matches!(place.place, Place::Dm { .. });
        if in_dm && !allowed_in_dm(command) {
            return Err(format!("/{name} cannot be used in direct messages."));
        }
        let needed = match &command["default_member_permissions"] {
            Value::String(bits) => bits.parse().unwrap_or(0),
            other => other.as_u64().unwrap_or(0),
        };
        if !in_dm && self.permissions_of(user) & needed != needed {
            return Err(format!("{} may not use /{name}.", self.user_name(user)));
        }
        let mut data = json!({
            "id": command["id"],
            "name": command["name"],
            "type": 1,
            "options": options,
        });
        if let Some(guild) = command.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        let mut named = Vec::new();
        let mut focused = None;
        leaves(&options, &mut |option| {
            if option["focused"] == true {
                focused = option["type"].as_u64();
            } else if matches!(option["type"].as_u64(), Some(6 | 7 | 9)) {
                named.extend(option["value"].as_str().and_then(|id| id.parse::<u64>().ok()));
            }
        });
        let resolved = self.resolved(&named, user, in_dm);
        if !resolved.is_empty() {
            data["resolved"] = Value::Object(resolved);
        }
        let said = format!("/{name} {}", told_options(&options));
        Ok(Act {
            user,
            channel,
            kind: if autocomplete { 4 } else { 2 },
            data,
            command: name,
            source: None,
            opener: None,
            focused,
            asker,
            said: said.trim_end().to_owned(),
        })
    }

    /// Users, members and channels that an act names.
    fn resolved(&self, ids: &[u64], asker: u64, in_dm: bool) -> Map<String, Value> {
        let mut users = Map::new();
        let mut members = Map::new();
        let mut channels = Map::new();
        for id in ids {
            if let Some(user) = self.user(*id) {
                users.insert(id.to_string(), self.user_json(user));
                if !in_dm && user.member {
                    members.insert(id.to_string(), self.partial_member_json(*id));
                }
            } else if let Some(channel) = self.channel(*id) {
                channels.insert(id.to_string(), self.partial_channel_json(channel, asker));
            }
        }
        [("users", users), ("members", members), ("channels", channels)]
            .into_iter()
            .filter(|(_, map)| !map.is_empty())
            .map(|(key, map)| (key.to_owned(), Value::Object(map)))
            .collect()
    }

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
        for value in values {
            let known = match kind {
                3 => {
                    part["options"].as_array().is_some_and(|all| all.iter().any(|one| one["value"] == *value))
                }
                5 | 7 => value.parse().is_ok_and(|id| self.user(id).is_some()),
                8 => value.parse().is_ok_and(|id| self.channel(id).is_some()),
                _ => false,
            };
            if !known {
                return Err(format!("This menu has no value {value:?}."));
            }
        }
        Ok(())
    }

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

    /// The channel, if a member can act in it.
    fn open_channel(&self, user: u64, id: u64) -> Result<&Channel, String> {
        let channel = self.channel(id).ok_or_else(|| "That channel is not there.".to_owned())?;
        match channel.place {
            Place::Dm { user: owner } if owner != user => {
                Err("Those direct messages are another member's.".to_owned())
            }
            Place::Text | Place::Thread { .. } if !self.user(user).is_some_and(|user| user.member) => {
                Err(format!("{} is no member of the server.", self.user_name(user)))
            }
            _ => Ok(channel),
        }
    }

    /// The event as the gateway carries it.
    fn event(&self, id: u64, token: &str, act: &Act) -> Value {
        let mut event = json!({
            "id": id.to_string(),
            "application_id": self.bot.to_string(),
            "type": act.kind,
            "data": act.data,
            "channel_id": act.channel.to_string(),
            "token": token,
            "version": 1,
            "locale": "en-US",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": FILE_LIMIT,
        });
        if let Some(channel) = self.channel(act.channel) {
            event["channel"] = self.partial_channel_json(channel, act.user);
            event["app_permissions"] = json!(self.bot_permissions(channel).to_string());
            if let Place::Dm { .. } = channel.place {
                event["user"] = self.user_json_by(act.user);
                event["context"] = json!(1);
                event["authorizing_integration_owners"] = json!({"0": "0"});
            } else {
                event["guild_id"] = json!(self.guild.to_string());
                event["guild_locale"] = json!("en-US");
                event["guild"] = json!({
                    "id": self.guild.to_string(), "locale": "en-US", "features": []});
                event["member"] = self.member_json(act.user);
                event["context"] = json!(0);
                event["authorizing_integration_owners"] = json!({"0": self.guild.to_string()});
            }
        }
        if let Some(message) = act.source.and_then(|id| self.messages.get(&id)) {
            event["message"] = self.message_json(message);
        }
        event
    }
}

/// The components inside the rows of a message or form.
pub(crate) fn parts(rows: &Value) -> impl Iterator<Item = &Value> {
    rows.as_array().into_iter().flatten().filter_map(|row| row["components"].as_array()).flatten()
}

fn leaves<'a>(options: &'a [Value], visit: &mut impl FnMut(&'a Value)) {
    for option in options {
        match option["options"].as_array() {
            Some(inside) => leaves(inside, visit),
            None => visit(option),
        }
    }
}

fn told_options(options: &[Value]) -> String {
    let mut told = Vec::new();
    leaves(options, &mut |option| {
        if let Some(value) = option.get("value") {
            let name = option["name"].as_str().unwrap_or_default();
            told.push(format!("{name}:{value}"));
        }
    });
    told.join(" ")
}

fn allowed_in_dm(command: &Value) -> bool {
    if command.get("guild_id").is_some_and(|id| !id.is_null()) {
        return false;
    }
    match command["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|one| one.as_u64() == Some(1)),
        None => command["dm_permission"] != false,
    }
}

/// The full name of a command as used, as `campaign found`.
pub(crate) fn full_name(command: &Value, options: &[Value]) -> String {
    let mut name = command["name"].as_str().unwrap_or_default().to_owned();
    let mut options = options;
    while let [only] = options
        && matches!(only["type"].as_u64(), Some(1 | 2))
    {
        name = format!("{name} {}", only["name"].as_str().unwrap_or_default());
        options = only["options"].as_array().map_or(&[], Vec::as_slice);
    }
    name
}

/// The token that answers an interaction. Discord's own look so; only the bot gets to see it.
fn token(id: u64, salt: u64) -> String {
    URL_SAFE_NO_PAD.encode(format!("interaction:{id}:{:016x}", id.rotate_left(17) ^ salt))
}

/// The interaction whose token this would be.
pub(crate) fn interaction_of(token: &str) -> Option<u64> {
    let plain = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
    plain.split(':').nth(1)?.parse().ok()
}

impl Shared {
    /// Makes the interaction and sends it to the bot.
    pub fn begin(self: &Arc<Self>, act: Act) -> u64 {
        let id = {
            let mut state = self.state();
            let id = state.act_id();
            let token = token(id, self.token_salt());
            let event = state.event(id, &token, &act);
            let told = format!("@{} {}", state.user_name(act.user), act.said);
            state.transcript.push(told);
            let made = state.now();
            state.interactions.insert(
                id,
                Interaction {
                    id,
                    token,
                    kind: act.kind,
                    user: act.user,
                    channel: act.channel,
                    command: act.command,
                    made,
                    turn: 0,
                    since: Instant::now(),
                    answered: None,
                    failed: false,
                    source: act.source,
                    opener: act.opener,
                    original: None,
                    modal: None,
                    focused: act.focused,
                    event,
                    asker: act.asker,
                },
            );
            id
        };
        self.deliver(id);
        id
    }

    /// Sends an interaction that is not answered yet to the bot (again) and starts its seconds
    /// (anew). One that is answered is only sent: that is the duplicate of a replay.
    pub fn deliver(self: &Arc<Self>, id: u64) {
        let (copies, delay) = self.faults.delivery();
        let turn = {
            let mut state = self.state();
            let Some(interaction) = state.interactions.get_mut(&id) else {
                return;
            };
            interaction.turn += 1;
            interaction.failed = false;
            interaction.since = Instant::now();
            interaction.turn
        };
        let shared = self.clone();
        let send = move || {
            let mut state = shared.state();
            if let Some(event) = state.interactions.get(&id).map(|one| one.event.clone()) {
                for _ in 0..copies {
                    state.dispatch("INTERACTION_CREATE", &event);
                }
            }
        };
        match delay {
            Some(delay) => {
                self.runtime.spawn(async move {
                    tokio::time::sleep(delay).await;
                    send();
                });
            }
            None => send(),
        }
        let shared = self.clone();
        self.runtime.spawn(async move {
            tokio::time::sleep(shared.limit).await;
            shared.lapse(id, turn);
        });
    }

    /// Marks an interaction as failed, where no first response came since that turn.
    fn lapse(&self, id: u64, turn: u64) {
        let mut state = self.state();
        let Some(interaction) = state.interactions.get_mut(&id) else {
            return;
        };
        if interaction.answered.is_some() || interaction.failed || interaction.turn != turn {
            return;
        }
        interaction.failed = true;
        let why = "The application did not respond";
        // Suggestions that never come leave the list empty, and Discord says nothing.
        if interaction.kind != 4 {
            state.see_aside(id, Kind::Failed, why.to_owned(), json!([]));
        }
        state.tell_asker(id, json!({"t": "failed", "why": why}));
    }

    /// A typed line, as a member sends it or (with `focused`) while typing it.
    pub fn typed(
        self: &Arc<Self>,
        user: &str,
        channel: &str,
        text: &str,
        focused: Option<&str>,
    ) -> Result<u64, String> {
        let act = {
            let mut state = self.state();
            let user = state.must_find(user)?;
            let channel = state.place_of(user, channel)?;
            let typed = line::read(&state, text, focused)?;
            state.command_act(
                user,
                channel,
                &typed.command,
                typed.name,
                typed.options,
                focused.is_some(),
                None,
            )?
        };
        Ok(self.begin(act))
    }

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

impl State {
    pub fn must_find(&self, user: &str) -> Result<u64, String> {
        self.user_named(user)
            .filter(|user| !user.bot)
            .map(|user| user.id)
            .ok_or_else(|| format!("There is no member named {user:?}."))
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
