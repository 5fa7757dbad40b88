//! What there is: the gateway, the application, users, the guild.

use serde_json::json;

use super::{Answer, Call, Outcome};
use crate::refusal::Refusal;
use crate::store::State;

pub(super) fn serve(state: &mut State, call: &Call) -> Outcome {
    Ok(Answer::ok(match call.route {
        "/gateway" => json!({"url": format!("ws://{}", state.address)}),
        "/gateway/bot" => json!({
            "url": format!("ws://{}", state.address),
            "shards": state.shards,
            "session_start_limit": {
                "total": 1000,
                "remaining": 1000_u64.saturating_sub(state.identifies),
                "reset_after": 86_400_000,
                "max_concurrency": 1,
            },
        }),
        "/oauth2/applications/@me" | "/applications/@me" => state.application_json(),
        "/users/@me" => state.user_json_by(state.bot),
        "/users/@me/guilds" => state
            .guilds
            .iter()
            .map(|guild| {
                json!({
                    "id": guild.id.to_string(),
                    "name": guild.name,
                    "icon": null,
                    "banner": null,
                    "owner": false,
                    "permissions": state.permissions_of(state.bot).to_string(),
                    "features": [],
                })
            })
            .collect(),
        "/users/{user_id}" => {
            let user = state.user(call.id(0)?).ok_or_else(Refusal::unknown_user)?;
            state.user_json(user)
        }
        "/users/@me/channels" => return open_dm(state, call),
        _ => return guild(state, call),
    }))
}

/// Opening succeeds even where sending will be refused.
fn open_dm(state: &mut State, call: &Call) -> Outcome {
    let known = call.body.as_object().is_some_and(|map| map.keys().all(|key| key == "recipient_id"));
    let recipient = &call.body["recipient_id"];
    let recipient = recipient
        .as_u64()
        .or_else(|| recipient.as_str().and_then(|id| id.parse().ok()))
        .filter(|_| known)
        .ok_or_else(|| {
            Refusal::invalid_form(
                "recipient_id",
                "BASE_TYPE_REQUIRED",
                "This field is required, and no other is known here.",
            )
        })?;
    let user = state.user(recipient).ok_or_else(|| Refusal::new(400, 50033, "Invalid Recipient(s)"))?;
    if user.bot {
        return Err(Refusal::new(400, 50007, "Cannot send messages to this user"));
    }
    let channel = state.dm_with(recipient);
    let channel = state.channel(channel).ok_or_else(Refusal::unknown_channel)?;
    Ok(Answer::ok(state.channel_json(channel)))
}

fn guild(state: &State, call: &Call) -> Outcome {
    let id = call.id(0)?;
    if !state.guilds.iter().any(|guild| guild.id == id) {
        return Err(Refusal::new(404, 10004, "Unknown Guild"));
    }
    Ok(Answer::ok(match call.route {
        "/guilds/{guild_id}" => state.guild_json(id),
        "/guilds/{guild_id}/channels" => state.guild_channels_json(id),
        "/guilds/{guild_id}/roles" => state.roles_json(id),
        _ => {
            let user = state.user(call.id(1)?).ok_or_else(Refusal::unknown_user)?;
            if !user.member {
                return Err(Refusal::new(404, 10007, "Unknown Member"));
            }
            state.member_json(user.id)
        }
    }))
}
