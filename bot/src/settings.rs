//! Settings: a file, over it the environment, over it the flags.

use crate::rehearse;
use crate::repeatable::Repeatable;
use serde::Deserialize;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

/// The settings as they hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Discord.
    pub discord: Discord,
    /// Where things are kept.
    pub data: Data,
    /// The nightly backup.
    pub backup: Backup,
    /// Health and metrics.
    pub health: Health,
    /// The log.
    pub log: Log,
    /// The local table.
    pub table: LocalTable,
    /// Chance and time from elsewhere, for tests; only by environment, and only on a server on this machine.
    #[serde(skip)]
    pub repeatable: Option<Repeatable>,
}

/// How the bot reaches Discord.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Discord {
    /// The bot's token. Never logged and never shown.
    pub token: String,
    /// Another Discord-compatible server, on this machine only.
    pub api_base: String,
    /// The user who runs this bot, where he means to play himself.
    pub operator: Option<u64>,
}

/// Where things are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    /// The database of the Discord bot.
    pub database: PathBuf,
    /// How many days the campaigns of a server are kept that the bot was removed from.
    pub forget_server_after_days: u32,
}

/// The nightly backup.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// The folder; empty for no nightly backup.
    pub folder: PathBuf,
    /// The hour of the day, in UTC (0 to 23).
    pub hour: u32,
    /// For how many days the last backup of the day is kept.
    pub keep_daily: usize,
    /// For how many weeks the last backup of the week is kept.
    pub keep_weekly: usize,
    /// For how many months the last backup of the month is kept.
    pub keep_monthly: usize,
}

/// Health and metrics.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Health {
    /// The address to listen on (`127.0.0.1:8118`); empty for none.
    pub listen: String,
}

/// The log.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// What is logged: `error`, `warn`, `info`, `debug`, or by part as in `info,commands=debug`.
    pub filter: String,
}

/// The local table.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LocalTable {
    /// Its database.
    pub database: PathBuf,
    /// Its port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
}

impl Default for Data {
    fn default() -> Self {
        Data { database: "chancery.db".into(), forget_server_after_days: 30 }
    }
}

impl Default for Backup {
    fn default() -> Self {
        Backup { folder: "backups".into(), hour: 3, keep_daily: 7, keep_weekly: 4, keep_monthly: 3 }
    }
}

impl Default for Health {
    fn default() -> Self {
        Health { listen: "127.0.0.1:8118".to_owned() }
    }
}

impl Health {
    /// The address to listen on, if there is to be one.
    ///
    /// # Errors
    /// A sentence where the setting is no address.
    pub fn address(&self) -> Result<Option<SocketAddr>, String> {
        if self.listen.is_empty() {
            return Ok(None);
        }
        self.listen.parse().map(Some).map_err(|_| {
            format!("health.listen is an address and a port, as 127.0.0.1:8118; \"{}\" is not.", self.listen)
        })
    }
}

impl Default for Log {
    fn default() -> Self {
        Log { filter: "info".to_owned() }
    }
}

impl Default for LocalTable {
    fn default() -> Self {
        LocalTable { database: "chancery-local.db".into(), port: 8117 }
    }
}

impl fmt::Debug for Discord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Discord")
            .field("token", &if self.token.is_empty() { "none" } else { "(set)" })
            .field("api_base", &self.api_base)
            .field("operator", &self.operator.is_some())
            .finish()
    }
}

impl Settings {
    /// Reads the settings: the file if it is there (it must be, where it was named), then the environment.
    ///
    /// # Errors
    /// A sentence that names the file or variable and what is wrong with it.
    pub fn read(named: Option<&Path>, variable: impl Fn(&str) -> Option<String>) -> Result<Settings, String> {
        let path = named.unwrap_or_else(|| Path::new("config.toml"));
        let mut settings = match std::fs::read_to_string(path) {
            // The parser's own message quotes the line, which could be the token's.
            Ok(text) => toml::from_str::<Settings>(&text).map_err(|e| {
                let before = e.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                format!("The settings file {} is not right at line {line}. config.example.toml shows every setting.", path.display())
            })?,
            Err(e) if named.is_none() && e.kind() == std::io::ErrorKind::NotFound => Settings::default(),
            Err(e) => return Err(format!("The settings file {} cannot be read: {}.", path.display(), e.kind())),
        };
        if let Some(file) = variable("CHANCERY_TOKEN_FILE").filter(|file| !file.is_empty()) {
            settings.discord.token = std::fs::read_to_string(&file).map_err(|e| {
                format!("CHANCERY_TOKEN_FILE names {file}, which cannot be read: {}.", e.kind())
            })?;
        }
        if let Some(token) = variable("CHANCERY_TOKEN") {
            settings.discord.token = token;
        }
        if let Some(base) = variable("CHANCERY_API_BASE") {
            settings.discord.api_base = base;
        }
        if let Some(operator) = variable("CHANCERY_OPERATOR") {
            let id = operator
                .parse()
                .map_err(|_| "CHANCERY_OPERATOR is the number of a Discord user.".to_owned())?;
            settings.discord.operator = Some(id);
        }
        if let Some(database) = variable("CHANCERY_DATABASE") {
            settings.data.database = database.into();
        }
        if let Some(folder) = variable("CHANCERY_BACKUPS") {
            settings.backup.folder = folder.into();
        }
        if let Some(listen) = variable("CHANCERY_HEALTH") {
            settings.health.listen = listen;
        }
        if let Some(filter) = variable("CHANCERY_LOG") {
            settings.log.filter = filter;
        }
        settings.discord.token = settings.discord.token.trim().to_owned();
        settings.discord.api_base = settings.discord.api_base.trim_end_matches('/').to_owned();
        check_base(&settings.discord.api_base)?;
        if let Some(seed) = variable("CHANCERY_TEST_SEED") {
            let clock = variable("CHANCERY_TEST_CLOCK").filter(|_| !settings.discord.api_base.is_empty());
            let clock = clock.ok_or(
                "CHANCERY_TEST_SEED makes dice that anyone can foretell. It holds only together with CHANCERY_TEST_CLOCK and CHANCERY_API_BASE.",
            )?;
            settings.repeatable = Some(Repeatable { seed: rehearse::seed(&seed)?, clock: clock.into() });
        }
        settings.health.address()?;
        if settings.backup.hour > 23 {
            return Err(format!(
                "backup.hour is an hour of the day in UTC, 0 to 23; {} is not.",
                settings.backup.hour
            ));
        }
        Ok(settings)
    }
}

/// Another server may stand in for Discord only on this machine: the token goes there.
///
/// # Errors
/// A sentence where the address is not `http://` and loopback.
pub fn check_base(base: &str) -> Result<(), String> {
    if base.is_empty() || base.strip_prefix("http://").is_some_and(is_loopback) {
        return Ok(());
    }
    Err(format!(
        "discord.api_base must be an http:// address on this machine, as http://127.0.0.1:8117; \"{base}\" is not."
    ))
}

/// Whether `host[:port][/path]` is this machine.
#[must_use]
pub fn is_loopback(address: &str) -> bool {
    let authority = address.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return false;
    }
    let host = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => authority.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<Settings, String> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        std::fs::write(&path, text).unwrap();
        Settings::read(Some(&path), |name| {
            variables.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned())
        })
    }

    #[test]
    fn the_example_is_the_default() {
        let example = include_str!("../../config.example.toml");
        let settings = read(example, &[]).unwrap();
        assert_eq!(format!("{settings:?}"), format!("{:?}", Settings::default()));
    }

    #[test]
    fn the_environment_goes_over_the_file() {
        let text = "[discord]\ntoken = \"from-the-file\"\n[table]\nport = 1\n";
        let settings = read(text, &[("CHANCERY_TOKEN", "x.y.z "), ("CHANCERY_OPERATOR", "42")]).unwrap();
        assert_eq!((settings.discord.token.as_str(), settings.discord.operator), ("x.y.z", Some(42)));
        assert_eq!(settings.table.port, 1);
    }

    #[test]
    fn the_token_can_stand_in_a_file_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("token");
        std::fs::write(&file, "a.b.c\n").unwrap();
        let named = [("CHANCERY_TOKEN_FILE", file.to_str().unwrap())];
        assert_eq!(read("", &named).unwrap().discord.token, "a.b.c");
        let error = read("", &[("CHANCERY_TOKEN_FILE", "no/such/file")]).unwrap_err();
        assert!(error.contains("no/such/file"), "{error}");
    }

    #[test]
    fn dice_can_be_foretold_on_this_machine_only() {
        let seed = "5".repeat(64);
        let seeded = [("CHANCERY_TEST_SEED", seed.as_str()), ("CHANCERY_TEST_CLOCK", "clock")];
        for missing in [&seeded[..1], &seeded] {
            let error = read("[discord]\ntoken = \"a.b.c\"\n", missing).unwrap_err();
            assert!(error.contains("foretell"), "{error}");
        }
        let local = "[discord]\napi_base = \"http://127.0.0.1:1\"\n";
        assert!(read(local, &seeded[..1]).is_err());
        assert_eq!(read(local, &seeded).unwrap().repeatable.unwrap().seed, [0x55; 32]);
        assert!(read(local, &[("CHANCERY_TEST_SEED", "5"), seeded[1]]).is_err());
        assert!(read(local, &seeded[1..]).unwrap().repeatable.is_none());
        assert!(read("[repeatable]\nseed = \"5\"\n", &[]).is_err());
    }

    #[test]
    fn an_hour_and_an_address_must_be_such() {
        let error = read("[backup]\nhour = 24\n", &[]).unwrap_err();
        assert!(error.contains("0 to 23"), "{error}");
        let error = read("[health]\nlisten = \"8118\"\n", &[]).unwrap_err();
        assert!(error.contains("health.listen"), "{error}");
        assert_eq!(read("", &[("CHANCERY_HEALTH", "")]).unwrap().health.address(), Ok(None));
    }

    #[test]
    fn a_wrong_file_is_told_without_the_token() {
        let error = read("[discord]\ntoken = 5 \"secret-token\"\n", &[]).unwrap_err();
        assert!(error.contains("line 2") && !error.contains("secret"), "{error}");
        assert!(!format!("{:?}", read("[discord]\ntoken = \"secret\"", &[]).unwrap()).contains("secret"));
        assert!(Settings::read(Some(Path::new("no-such-file.toml")), |_| None).is_err());
    }

    #[test]
    fn the_token_goes_nowhere_but_this_machine() {
        for good in ["", "http://127.0.0.1:8117", "http://localhost:1", "http://[::1]:80", "http://127.9.9.9"]
        {
            assert!(check_base(good).is_ok(), "{good}");
        }
        for bad in [
            "https://127.0.0.1",
            "http://example.org",
            "http://127.0.0.1@example.org",
            "http://127.0.0.1.example.org",
            "http://10.0.0.1",
            "http://[::2]",
            "ws://127.0.0.1",
        ] {
            assert!(check_base(bad).is_err(), "{bad}");
        }
    }
}
