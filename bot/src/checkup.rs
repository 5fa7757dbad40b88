//! The check-up: what an operator would stumble over, found before the bot starts. It changes nothing.

use crate::gateway::Gateway;
use crate::settings::Settings;
use crate::{alarm, nightly, records};
use commands::present::names;
use commands::sound::Damage;
use db::{Stamp, Store};
use std::path::Path;

/// What was found, in sentences.
#[derive(Debug, Default)]
pub struct Findings {
    lines: Vec<String>,
    wrong: usize,
}

impl Findings {
    fn well(&mut self, says: impl Into<String>) {
        self.lines.push(format!("ok    {}", says.into()));
    }

    fn note(&mut self, says: impl Into<String>) {
        self.lines.push(format!("note  {}", says.into()));
    }

    fn wrong(&mut self, says: impl Into<String>) {
        self.lines.push(format!("wrong {}", says.into()));
        self.wrong += 1;
    }

    /// All of it, with a last line that sums it up; an error where anything is wrong.
    ///
    /// # Errors
    /// The same text.
    pub fn told(mut self) -> Result<String, String> {
        let end = match self.wrong {
            0 => "Nothing is wrong.".to_owned(),
            1 => "One thing is wrong.".to_owned(),
            several => format!("{several} things are wrong."),
        };
        self.lines.push(end);
        let text = self.lines.join("\n");
        if self.wrong == 0 { Ok(text) } else { Err(text) }
    }
}

/// Looks at everything that the bot needs; with `records` also at every campaign, in the database and in the last backup.
pub async fn look(settings: &Settings, file: Option<&Path>, database: &Path, records: bool) -> Findings {
    let mut findings = Findings::default();
    the_file(&mut findings, settings, file);
    let application = the_token(&mut findings, settings).await;
    let stamp = match (&settings.discord.api_base[..], application) {
        ("", Some(application)) => Some(Stamp::Discord(application)),
        ("", None) => None,
        _ => Some(Stamp::Local),
    };
    the_database(&mut findings, settings, database, stamp.as_ref(), records);
    the_backups(&mut findings, settings, database, records);
    match settings.health.address() {
        Err(why) => findings.wrong(why),
        Ok(None) => findings.note("health.listen is empty: health and metrics are not served."),
        Ok(Some(address)) if !address.ip().is_loopback() => findings.note(format!(
            "Health and metrics at {address} can be read from other machines; they name nobody."
        )),
        Ok(Some(address)) => findings.well(format!("Health and metrics are served at {address}.")),
    }
    if settings.discord.operator.is_none() {
        findings.note(
            "discord.operator is empty: no failed backup and no damaged campaign is told by direct message, and if you play, no seat is kept for you.",
        );
    }
    findings
}

fn the_file(findings: &mut Findings, settings: &Settings, file: Option<&Path>) {
    let path = file.unwrap_or_else(|| Path::new("config.toml"));
    if !path.exists() {
        findings.note("There is no config.toml here: the defaults and the environment hold.");
        return;
    }
    findings.well(format!("The settings file {} is right.", path.display()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let open = std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0);
        let token = std::fs::read_to_string(path).ok().and_then(|text| text.parse::<toml::Table>().ok());
        let token = token.and_then(|table| table.get("discord")?.get("token")?.as_str().map(str::to_owned));
        if open && token.is_some_and(|token| !token.is_empty()) && !settings.discord.token.is_empty() {
            findings.wrong(format!(
                "{} holds the token and others may read it. `chmod 600` it, or keep the token in CHANCERY_TOKEN or a file named by CHANCERY_TOKEN_FILE.",
                path.display()
            ));
        }
    }
    #[cfg(not(unix))]
    let _ = settings;
}

async fn the_token(findings: &mut Findings, settings: &Settings) -> Option<u64> {
    let discord = &settings.discord;
    if discord.token.is_empty() {
        findings.wrong(
            "There is no Discord token: set CHANCERY_TOKEN, CHANCERY_TOKEN_FILE or discord.token. (The local table needs none.)",
        );
        return None;
    }
    let gateway = match Gateway::new(&discord.token, &discord.api_base) {
        Ok(gateway) => gateway,
        Err(why) => {
            findings.wrong(why);
            return None;
        }
    };
    match gateway.application().await {
        Ok(application) => {
            findings.well(format!("Discord takes the token; it is application {application}'s."));
            Some(application)
        }
        Err(why) => {
            findings.wrong(why);
            None
        }
    }
}

fn the_database(
    findings: &mut Findings,
    settings: &Settings,
    database: &Path,
    stamp: Option<&Stamp>,
    records: bool,
) {
    if !database.exists() {
        match writable(database.parent()) {
            Ok(()) => findings
                .note(format!("There is no database {} yet; the first start makes it.", database.display())),
            Err(e) => findings.wrong(format!("The database {} cannot be made: {e}.", database.display())),
        }
        return;
    }
    match Store::check(database, stamp) {
        Ok(()) if records => {
            findings.well(format!("The database {} is sound as a file.", database.display()));
            the_records(findings, database, |campaign, damage| {
                alarm::way_out(campaign, damage, &settings.backup.folder, database)
            });
        }
        Ok(()) => findings.well(format!(
            "The database {} is sound as a file. (--records looks at every campaign in it.)",
            database.display()
        )),
        Err(e) => findings.wrong(with_way_out(&e, settings, database)),
    }
}

/// Looks at every campaign in a file; `way_out` says what to do about one that is not sound.
fn the_records(findings: &mut Findings, file: &Path, way_out: impl Fn(&str, &Damage) -> String) {
    match records::look(file, None) {
        Err(why) => findings.wrong(why),
        Ok(found) => {
            let sound = found.sound.len() as u64;
            if sound > 0 || found.unsound.is_empty() {
                let sound = names::count(sound, "campaign is sound", "campaigns are sound");
                findings.well(format!("In {} {sound}: every line, seal and root.", file.display()));
            }
            for (row, damage) in found.unsound {
                findings.wrong(format!(
                    "In {} the campaign {} ({}) is not sound. {damage} {}",
                    file.display(),
                    row.id,
                    row.name,
                    way_out(&row.id, &damage)
                ));
            }
        }
    }
}

/// Why a database was not opened, and for a damaged one which backup to restore.
#[must_use]
pub fn with_way_out(error: &db::OpenError, settings: &Settings, database: &Path) -> String {
    let folder = &settings.backup.folder;
    if !matches!(error, db::OpenError::Damaged { .. }) || folder.as_os_str().is_empty() {
        return error.to_string();
    }
    match nightly::newest_sound(folder, database, None) {
        Some((backup, campaigns)) => format!(
            "{error} The newest sound backup is {}, with {}: `{}`.",
            backup.display(),
            names::count(campaigns as u64, "campaign", "campaigns"),
            alarm::restore(&backup, database)
        ),
        None => format!("{error} In {} there is no sound backup.", folder.display()),
    }
}

fn the_backups(findings: &mut Findings, settings: &Settings, database: &Path, records: bool) {
    let folder = &settings.backup.folder;
    if folder.as_os_str().is_empty() {
        findings.note("backup.folder is empty: no nightly backups are made.");
        return;
    }
    let there = if folder.exists() { writable(Some(folder)) } else { writable(folder.parent()) };
    if let Err(e) = there {
        findings.wrong(format!("The backup folder {} cannot be written to: {e}.", folder.display()));
        return;
    }
    match nightly::moments(folder, &nightly::stem(database)).unwrap_or_default().last() {
        None => findings.note(format!(
            "In {} there is no backup yet; the bot makes one when it starts.",
            folder.display()
        )),
        Some(at) => {
            let file = folder.join(nightly::name(&nightly::stem(database), *at));
            match Store::check(&file, None) {
                Ok(()) => {
                    findings
                        .well(format!("The last backup is {}, and it is sound as a file.", file.display()));
                    if records {
                        the_records(findings, &file, |_, _| "Do not restore it.".to_owned());
                    }
                }
                Err(e) => findings.wrong(e.to_string()),
            }
        }
    }
}

/// Whether a file can be made in a folder.
fn writable(folder: Option<&Path>) -> std::io::Result<()> {
    let here = Path::new(".");
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(here);
    let try_out = folder.join(format!(".chancery-check-{}", std::process::id()));
    std::fs::File::create_new(&try_out)?;
    std::fs::remove_file(try_out)
}
