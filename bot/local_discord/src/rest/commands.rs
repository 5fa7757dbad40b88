//! Registered commands, global and of the guild.

use serde_json::{Value, json};

use super::{Answer, COMMAND, COMMANDS, Call, GUILD_COMMANDS, Outcome};
use crate::limits;
use crate::refusal::{Form, Refusal};
use crate::store::{State, To};

pub(super) fn serve(state: &mut State, call: &Call) -> Outcome {
    if call.id(0)? != state.bot {
        return Err(Refusal::new(
            403,
            20012,
            "You are not authorized to perform this action on this application",
        ));
    }
    let global = matches!(call.route, COMMANDS | COMMAND);
    let guild = if global { None } else { Some(call.id(1)?) };
    if guild.is_some_and(|guild| !state.guilds.iter().any(|one| one.id == guild)) {
        return Err(Refusal::missing_access());
    }
    let all = matches!(call.route, COMMANDS | GUILD_COMMANDS);
    let list = match guild {
        None => state.commands.clone(),
        Some(guild) => state.guild_commands.iter().filter(|one| of_guild(one, guild)).cloned().collect(),
    };
    if all {
        return match call.method {
            "PUT" => replace(state, call, &list, guild),
            "POST" => create(state, call, list, guild),
            _ => {
                let mut list = Value::Array(list);
                if !call.asks("with_localizations") {
                    without_localizations(&mut list);
                }
                Ok(Answer::ok(list))
            }
        };
    }
    let id = call.id(if global { 1 } else { 2 })?.to_string();
    let at = list
        .iter()
        .position(|command| command["id"] == id)
        .ok_or_else(|| Refusal::new(404, 10063, "Unknown application command"))?;
    match call.method {
        "DELETE" => {
            let mut list = list;
            list.remove(at);
            keep(state, list, guild);
            Ok(Answer::nothing())
        }
        "PATCH" => {
            let mut list = list;
            let mut changed = list[at].clone();
            let mut form = Form::default();
            let mut sent = json!({"name": changed["name"], "description": changed["description"]});
            merge(&mut sent, &call.body);
            limits::one_command(&mut form, "", &sent);
            form.into_result()?;
            merge(&mut changed, &call.body);
            list[at] = changed.clone();
            keep(state, list, guild);
            Ok(Answer::ok(changed))
        }
        _ => Ok(Answer::ok(list[at].clone())),
    }
}

/// Discord tells a list of commands without its localizations, unless asked for them.
fn without_localizations(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !key.ends_with("_localizations"));
            map.values_mut().for_each(without_localizations);
        }
        Value::Array(list) => list.iter_mut().for_each(without_localizations),
        _ => {}
    }
}

fn merge(into: &mut Value, from: &Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from.clone());
    }
}

fn of_guild(command: &Value, guild: u64) -> bool {
    command["guild_id"].as_str() == Some(&guild.to_string())
}

/// Keeps a list of commands as those of a guild, or of all.
fn keep(state: &mut State, list: Vec<Value>, guild: Option<u64>) {
    match guild {
        None => state.commands = list,
        Some(guild) => {
            state.guild_commands.retain(|one| !of_guild(one, guild));
            state.guild_commands.extend(list);
        }
    }
    let commands = state.page_commands();
    state.tell(To::All, json!({"t": "commands", "commands": commands}));
}

fn same(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"] && one["type"].as_u64().unwrap_or(1) == other["type"].as_u64().unwrap_or(1)
}

fn replace(state: &mut State, call: &Call, old: &[Value], guild: Option<u64>) -> Outcome {
    let sent = call.body.as_array().ok_or_else(|| {
        Refusal::invalid_form("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    })?;
    limits::commands(sent)?;
    let new = sent.iter().filter(|command| !old.iter().any(|known| same(known, command))).count() as u64;
    let now = state.now();
    limits::daily_creates(&mut state.command_creates, now, new)?;
    let list: Vec<Value> = sent.iter().map(|command| stored(state, command, old, guild)).collect();
    keep(state, list.clone(), guild);
    Ok(Answer::ok(Value::Array(list)))
}

fn create(state: &mut State, call: &Call, mut list: Vec<Value>, guild: Option<u64>) -> Outcome {
    let known = list.iter().position(|known| same(known, &call.body));
    let mut whole: Vec<Value> = list
        .iter()
        .filter(|one| !same(one, &call.body))
        .map(|one| json!({"name": one["name"], "type": one["type"], "description": one["description"]}))
        .collect();
    whole.push(call.body.clone());
    limits::commands(&whole)?;
    let now = state.now();
    limits::daily_creates(&mut state.command_creates, now, u64::from(known.is_none()))?;
    let command = stored(state, &call.body, &list, guild);
    match known {
        Some(at) => list[at] = command.clone(),
        None => list.push(command.clone()),
    }
    keep(state, list, guild);
    Ok(Answer { status: if known.is_some() { 200 } else { 201 }, body: Some(command) })
}

/// The command as Discord keeps it: with an id that stays as long as the name does.
fn stored(state: &mut State, sent: &Value, old: &[Value], guild: Option<u64>) -> Value {
    let id = match old.iter().find(|known| same(known, sent)) {
        Some(known) => known["id"].clone(),
        None => json!(state.command_id().to_string()),
    };
    let mut command = json!({
        "id": id,
        "application_id": state.bot.to_string(),
        "version": state.command_id().to_string(),
        "type": 1,
        "description": "",
        "default_member_permissions": null,
        "dm_permission": true,
        "contexts": null,
        "integration_types": [0],
        "nsfw": false,
        "options": [],
    });
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild.to_string());
    }
    if let (Value::Object(command), Value::Object(sent)) = (&mut command, sent) {
        for (key, value) in sent {
            if key != "id" && !value.is_null() {
                command.insert(key.clone(), value.clone());
            }
        }
    }
    command
}
