//! Slash commands: the checks that Discord makes before the bot hears of one, and what it resolves.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Act;
use crate::line;
use crate::server::Shared;
use crate::store::{Asker, Place, State};

impl State {
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
        if !in_dm && !allowed_in_guild(command) {
            return Err(format!("/{name} can be used in direct messages only."));
        }
        if !in_dm && !allowed_to(command, self.permissions_of(user)) {
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
        let mut files = Map::new();
        let mut not_there = None;
        let mut focused = None;
        leaves(&options, &mut |option| {
            if option["focused"] == true {
                focused = option["type"].as_u64();
            } else if matches!(option["type"].as_u64(), Some(6 | 7 | 9)) {
                named.extend(option["value"].as_str().and_then(|id| id.parse::<u64>().ok()));
            } else if option["type"] == 11 {
                let id = option["value"].as_str().unwrap_or_default();
                match id.parse().ok().and_then(|id| self.handed_in.get(&id)).filter(|one| one.user == user) {
                    Some(one) => {
                        files.insert(id.to_owned(), self.handed_in_json(one));
                    }
                    None => not_there = option["name"].as_str(),
                }
            }
        });
        if let Some(name) = not_there {
            return Err(format!("The file for {name} is not there any more; hand it in again."));
        }
        let mut resolved = self.resolved(&named, user, in_dm);
        if !files.is_empty() {
            resolved.insert("attachments".to_owned(), Value::Object(files));
        }
        if !resolved.is_empty() {
            data["resolved"] = Value::Object(resolved);
        }
        let said = format!("/{name} {}", self.told_options(&options));
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

    /// Options as the transcript tells them.
    fn told_options(&self, options: &[Value]) -> String {
        let mut told = Vec::new();
        leaves(options, &mut |option| {
            if let Some(value) = option.get("value") {
                let name = option["name"].as_str().unwrap_or_default();
                let file = (option["type"] == 11)
                    .then(|| self.handed_in.get(&value.as_str()?.parse().ok()?))
                    .flatten();
                told.push(match file {
                    Some(one) => format!("{name}:@{}", one.file.name),
                    None => format!("{name}:{value}"),
                });
            }
        });
        told.join(" ")
    }

    /// Users, members and channels that an act names.
    pub(super) fn resolved(&self, ids: &[u64], asker: u64, in_dm: bool) -> Map<String, Value> {
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
}

fn leaves<'a>(options: &'a [Value], visit: &mut impl FnMut(&'a Value)) {
    for option in options {
        match option["options"].as_array() {
            Some(inside) => leaves(inside, visit),
            None => visit(option),
        }
    }
}

/// May a member with these permissions use the command, as it was registered? Administrators may always, and alone where it needs none at
/// all ("0").
fn allowed_to(command: &Value, permissions: u64) -> bool {
    let needed = match &command["default_member_permissions"] {
        Value::String(bits) => bits.parse().ok(),
        other => other.as_u64(),
    };
    let administers = permissions & (1 << 3) != 0;
    administers || needed.is_none_or(|needed: u64| needed != 0 && permissions & needed == needed)
}

fn allowed_in_guild(command: &Value) -> bool {
    let contexts = command["contexts"].as_array();
    contexts.is_none_or(|contexts| contexts.iter().any(|one| one.as_u64() == Some(0)))
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

impl Shared {
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
            let typed = line::read(&mut state, user, channel, text, focused)?;
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
}
