//! The projections of the store: Discord's JSON objects, for the bot and for the page.

use chrono::DateTime;
use serde_json::{Map, Value, json};

use crate::files::For;
use crate::locale;
use crate::store::{Channel, EPHEMERAL, Message, Place, State, User};

/// Everything a member without an office may do: see, write, attach, embed, read history, react,
/// use commands.
pub(crate) const MEMBER_PERMISSIONS: u64 = 0x8000_8c00 | 0x1_0040 | 0x4000;
/// Every permission there is.
const ALL_PERMISSIONS: u64 = (1 << 50) - 1;
/// A moment as Discord writes it.
pub(crate) fn timestamp(at: i64) -> String {
    DateTime::from_timestamp(at, 0).unwrap_or_default().format("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

impl State {
    pub fn user_json(&self, user: &User) -> Value {
        json!({
            "id": user.id.to_string(),
            "username": user.username,
            "global_name": user.name,
            "discriminator": "0",
            "avatar": null,
            "banner": null,
            "accent_color": null,
            "avatar_decoration_data": null,
            "public_flags": 0,
            "flags": 0,
            "bot": user.bot,
            "system": false,
        })
    }

    pub fn user_json_by(&self, id: u64) -> Value {
        self.user(id).map_or(Value::Null, |user| self.user_json(user))
    }

    pub fn permissions_of(&self, user: u64) -> u64 {
        if user == self.owner() { ALL_PERMISSIONS } else { MEMBER_PERMISSIONS }
    }

    /// A member without the user inside, as `resolved` carries it.
    pub fn partial_member_json(&self, user: u64) -> Value {
        json!({
            "nick": null,
            "avatar": null,
            "banner": null,
            "roles": [],
            "joined_at": timestamp(crate::store::FOUNDED),
            "premium_since": null,
            "pending": false,
            "flags": 0,
            "communication_disabled_until": null,
            "permissions": self.permissions_of(user).to_string(),
        })
    }

    pub fn member_json(&self, user: u64) -> Value {
        let mut member = self.partial_member_json(user);
        member["user"] = self.user_json_by(user);
        member["deaf"] = json!(false);
        member["mute"] = json!(false);
        member
    }

    pub fn channel_json(&self, channel: &Channel) -> Value {
        let last = self
            .messages
            .values()
            .rev()
            .find(|one| one.channel == channel.id && one.only.is_none())
            .map(|one| one.id.to_string());
        match &channel.place {
            Place::Dm { user } => json!({
                "id": channel.id.to_string(),
                "type": 1,
                "last_message_id": last,
                "flags": 0,
                "recipients": [self.user_json_by(*user)],
            }),
            Place::Text => json!({
                "id": channel.id.to_string(),
                "type": 0,
                "guild_id": channel.guild.to_string(),
                "name": channel.name,
                "position": self.channels.iter().position(|one| one.id == channel.id),
                "parent_id": null,
                "permission_overwrites": [],
                "topic": null,
                "nsfw": false,
                "rate_limit_per_user": 0,
                "last_message_id": last,
                "flags": 0,
            }),
            Place::Thread { parent, kind } => {
                let mut metadata = json!({
                    "archived": channel.archived,
                    "auto_archive_duration": channel.auto_archive,
                    "archive_timestamp": timestamp(channel.made),
                    "create_timestamp": timestamp(channel.made),
                    "locked": channel.locked,
                });
                if *kind == 12 {
                    metadata["invitable"] = json!(true);
                }
                let count = self
                    .messages
                    .values()
                    .filter(|one| one.channel == channel.id && one.only.is_none())
                    .count();
                json!({
                    "id": channel.id.to_string(),
                    "type": kind,
                    "guild_id": channel.guild.to_string(),
                    "parent_id": parent.to_string(),
                    "owner_id": self.bot.to_string(),
                    "name": channel.name,
                    "last_message_id": last,
                    "message_count": count,
                    "total_message_sent": count,
                    "member_count": 1,
                    "rate_limit_per_user": 0,
                    "flags": 0,
                    "thread_metadata": metadata,
                })
            }
        }
    }

    /// The channel as an interaction carries it.
    pub fn partial_channel_json(&self, channel: &Channel, user: u64) -> Value {
        let mut partial = self.channel_json(channel);
        if !matches!(channel.place, Place::Dm { .. }) {
            partial["permissions"] = json!(self.permissions_of(user).to_string());
        }
        partial
    }

    fn guild_channels(&self, guild: u64, threads: bool) -> Vec<Value> {
        self.channels
            .iter()
            .filter(|channel| !channel.deleted && channel.guild == guild)
            .filter(|channel| match channel.place {
                Place::Text => !threads,
                Place::Thread { .. } => threads && !channel.archived,
                Place::Dm { .. } => false,
            })
            .map(|channel| self.channel_json(channel))
            .collect()
    }

    pub fn guild_channels_json(&self, guild: u64) -> Value {
        Value::Array(self.guild_channels(guild, false))
    }

    pub fn roles_json(&self, guild: u64) -> Value {
        json!([{
            "id": guild.to_string(),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": 0,
            "permissions": MEMBER_PERMISSIONS.to_string(),
            "managed": false,
            "mentionable": false,
            "flags": 0,
        }])
    }

    /// The guild as `GET /guilds/{guild_id}` gives it.
    pub fn guild_json(&self, guild: u64) -> Value {
        json!({
            "id": guild.to_string(),
            "name": self.guilds.iter().find(|one| one.id == guild).map(|one| &one.name),
            "icon": null,
            "splash": null,
            "discovery_splash": null,
            "owner_id": self.owner().to_string(),
            "afk_channel_id": null,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": self.roles_json(guild),
            "emojis": [],
            "features": [],
            "mfa_level": 0,
            "application_id": null,
            "system_channel_id": null,
            "system_channel_flags": 0,
            "rules_channel_id": null,
            "max_presences": null,
            "max_members": 500_000,
            "vanity_url_code": null,
            "description": null,
            "banner": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": locale::DEFAULT,
            "public_updates_channel_id": null,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "nsfw_level": 0,
            "stickers": [],
            "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null,
            "incidents_data": null,
        })
    }

    /// The guild as GUILD_CREATE carries it.
    pub fn guild_create_json(&self, id: u64) -> Value {
        let mut guild = self.guild_json(id);
        guild["joined_at"] = json!(timestamp(crate::store::FOUNDED));
        guild["large"] = json!(false);
        guild["unavailable"] = json!(false);
        guild["member_count"] = json!(self.users.iter().filter(|user| user.member).count());
        guild["voice_states"] = json!([]);
        // Without the members intent only the bot itself is listed.
        guild["members"] = json!([self.member_json(self.bot)]);
        guild["channels"] = self.guild_channels_json(id);
        guild["threads"] = Value::Array(self.guild_channels(id, true));
        guild["presences"] = json!([]);
        guild["stage_instances"] = json!([]);
        guild["guild_scheduled_events"] = json!([]);
        guild["soundboard_sounds"] = json!([]);
        guild
    }

    pub fn application_json(&self) -> Value {
        let name = self.user_name(self.bot);
        json!({
            "id": self.bot.to_string(),
            "name": name,
            "icon": null,
            "description": "",
            "summary": "",
            "type": null,
            "bot": self.user_json_by(self.bot),
            "bot_public": true,
            "bot_require_code_grant": false,
            "verify_key": "0".repeat(64),
            "owner": self.user_json_by(self.owner()),
            "team": null,
            "flags": 0,
            "tags": [],
            "redirect_uris": [],
            "interactions_endpoint_url": null,
            "role_connections_verification_url": null,
            "approximate_guild_count": self.guilds.len(),
            "approximate_user_install_count": 0,
            "integration_types_config": {"0": {}},
        })
    }

    /// The common part of a message.
    pub(crate) fn message_base(&self, message: &Message, reader: For) -> Map<String, Value> {
        let (embeds, files) = self.embeds_and_files(message, reader);
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        put("id", json!(message.id.to_string()));
        put("channel_id", json!(message.channel.to_string()));
        put("author", self.user_json_by(message.author));
        put("content", json!(message.content));
        put("timestamp", json!(timestamp(message.made)));
        put("edited_timestamp", json!(message.edited.map(timestamp)));
        put("embeds", embeds);
        put("components", message.components.clone());
        put("attachments", Value::Array(files));
        put("flags", json!(message.flags));
        put("pinned", json!(message.pinned));
        map
    }

    /// The message as the bot gets it. The nonce is told in the answer to the post alone.
    pub fn message_json(&self, message: &Message) -> Value {
        let mut map = self.message_base(message, For::Bot);
        if self.hidden_from_bot(message) {
            map.insert("content".to_owned(), json!(""));
        }
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        put("tts", json!(false));
        put("mention_everyone", json!(false));
        put("mentions", message.mentions.iter().map(|user| self.user_json_by(*user)).collect());
        put("mention_roles", json!([]));
        let asked = message.interaction.and_then(|id| self.interactions.get(&id));
        put(
            "type",
            json!(match asked.map(|one| one.kind) {
                Some(2) => 20,
                Some(3 | 5) if asked.is_some_and(|one| one.source.is_some()) => 19,
                _ if message.reference.is_some() => 19,
                _ => 0,
            }),
        );
        if let Some(asked) = asked {
            put("application_id", json!(self.bot.to_string()));
            put("webhook_id", json!(self.bot.to_string()));
            put("interaction_metadata", self.metadata_json(asked.id));
            if asked.kind == 2 {
                put(
                    "interaction",
                    json!({
                        "id": asked.id.to_string(),
                        "type": 2,
                        "name": asked.command,
                        "user": self.user_json_by(asked.user),
                    }),
                );
            }
        }
        if let Some(reference) = &message.reference {
            put("message_reference", reference.clone());
        }
        if let Some(thread) = message.thread.and_then(|id| self.channel(id)) {
            put("thread", self.channel_json(thread));
        }
        Value::Object(map)
    }

    fn metadata_json(&self, interaction: u64) -> Value {
        let Some(asked) = self.interactions.get(&interaction) else {
            return Value::Null;
        };
        let guild = self.channel(asked.channel).map_or(self.guild(), |channel| channel.guild);
        let mut metadata = json!({
            "id": asked.id.to_string(),
            "type": asked.kind,
            "user": self.user_json_by(asked.user),
            "authorizing_integration_owners": {"0": guild.to_string()},
        });
        match asked.kind {
            2 => metadata["name"] = json!(asked.command),
            3 => {
                metadata["interacted_message_id"] = json!(asked.source.unwrap_or(asked.id).to_string());
            }
            _ => {
                if let Some(opener) = asked.opener {
                    metadata["triggering_interaction_metadata"] = self.metadata_json(opener);
                }
            }
        }
        metadata
    }
}

/// The flags a bot may set on a message.
pub(crate) const SETTABLE_FLAGS: u64 = 4 | EPHEMERAL | 4096;
/// The flags that an edit can change: whether embeds are shown.
pub(crate) const EDITABLE_FLAGS: u64 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_as_discord_writes_them() {
        assert_eq!(timestamp(1_767_225_600), "2026-01-01T00:00:00.000000+00:00");
    }
}
