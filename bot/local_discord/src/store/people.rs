//! The members of the guild.

use super::ids::{LANE_USERS, place_of, snowflake};
use super::{FOUNDED, State, User};
use crate::locale;

impl State {
    /// The owner: the first member, who may do everything.
    pub fn owner(&self) -> u64 {
        self.users.iter().find(|user| !user.bot).map_or(self.bot, |user| user.id)
    }

    pub fn user(&self, id: u64) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }

    pub fn user_name(&self, id: u64) -> String {
        self.user(id).map_or_else(|| id.to_string(), |user| user.name.clone())
    }

    /// A member by name, with or without `@`; exact first, then without regard to case.
    pub fn user_named(&self, name: &str) -> Option<&User> {
        let name = name.strip_prefix('@').unwrap_or(name).trim();
        let lower = name.to_lowercase();
        self.users
            .iter()
            .find(|user| user.name == name)
            .or_else(|| self.users.iter().find(|user| user.name.to_lowercase() == lower))
    }

    /// The locale a member has set.
    pub fn locale_of(&self, user: u64) -> &str {
        self.user(user).map_or(locale::DEFAULT, |user| &user.locale)
    }

    /// Sets a member's locale.
    pub fn set_locale(&mut self, user: u64, locale: &str) -> Result<(), String> {
        if !locale::known(locale) {
            let codes: Vec<&str> = locale::LOCALES.iter().map(|(code, _)| *code).collect();
            return Err(format!("Discord has no locale {locale:?}; it has {}.", codes.join(", ")));
        }
        if let Some(user) = self.users.iter_mut().find(|one| one.id == user) {
            locale.clone_into(&mut user.locale);
        }
        Ok(())
    }

    /// The member of that name, made if there is none.
    pub fn add_user(&mut self, name: &str) -> u64 {
        let name = name.strip_prefix('@').unwrap_or(name).trim();
        if let Some(user) = self.users.iter().find(|user| user.name == name) {
            return user.id;
        }
        let count = self.users.len() as u64;
        // By name, so that a person is the same to a bot that remembers him when the server starts again.
        let mut place = place_of(name);
        while self.users.iter().any(|user| user.id == snowflake(FOUNDED, LANE_USERS, place)) {
            place += 1;
        }
        let id = snowflake(FOUNDED, LANE_USERS, place);
        let lower = name.to_lowercase();
        let plain = (2..=32).contains(&lower.len())
            && lower.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.');
        let taken = self.users.iter().any(|user| user.username == lower);
        self.users.push(User {
            id,
            name: name.to_owned(),
            // Discord's own user names are plain letters; any other name is a display name.
            username: if plain && !taken { lower } else { format!("member{count}") },
            bot: false,
            locale: locale::DEFAULT.to_owned(),
            dms_open: true,
            member: true,
        });
        id
    }
}
