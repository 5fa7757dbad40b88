//! `chancery rehearse`: plays a script through the local server and prints everything that everyone saw.

pub mod script;
mod seen;

use crate::local::{LocalTable, PATIENCE};
use commands::chance::{Randomness, Seeded};
use engine::table::hash::{Hash, hex};
use local_discord::{Clock, Seen, Settings as Server, VirtualClock};
use script::{Act, Line, Script};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// When every rehearsal begins: 2026-01-01T00:00Z, Unix seconds.
pub const BEGINNING: i64 = 1_767_225_600;

/// The channel in which rehearsals play.
pub const CHANNEL: &str = "council";

/// How a rehearsal is played.
#[derive(Clone, Default)]
pub struct Options {
    /// With a seed, ids, clock and roots are fixed, and the output is the same byte for byte.
    pub seed: Option<[u8; 32]>,
    /// JSON Lines instead of text.
    pub json: bool,
    /// The member who runs the bot.
    pub operator: Option<String>,
    /// Discord's own API description, to check every request by.
    pub openapi: Option<std::path::PathBuf>,
    /// The script's folder, from which the files are read that it names.
    pub folder: Option<std::path::PathBuf>,
    /// After so many lines the bot is stopped and started again on its database.
    pub restarts: Option<usize>,
}

/// Reads a seed as 64 hex digits.
///
/// # Errors
/// A sentence where it is none.
pub fn seed(text: &str) -> Result<[u8; 32], String> {
    Hash::from_hex(text).map(|hash| hash.0).ok_or_else(|| "A seed is 64 lower-case hex digits.".to_owned())
}

/// What everyone saw of a play, in both of the ways in which it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// For people.
    pub text: String,
    /// As JSON Lines.
    pub json: String,
}

/// Takes what one line of a script led to.
type Tell<'t> = dyn FnMut(&[Seen], &Line) -> Result<(), String> + Send + 't;

/// Plays a script and writes what everyone saw; the files that were handed out go beside `files`, where a folder is named.
///
/// # Errors
/// A sentence with the number of the line that breaks the grammar or cannot be played, or of what went wrong.
pub async fn play(
    script: &Script,
    options: &Options,
    out: &mut (dyn Write + Send),
    files: Option<&Path>,
) -> Result<(), String> {
    let mut before = 0;
    let mut tell = |seen: &[Seen], line: &Line| {
        let text = if options.json { json(seen, line, &mut before)? } else { seen::text(seen, line) };
        out.write_all(text.as_bytes()).map_err(|e| format!("The output cannot be written: {e}."))
    };
    play_telling(script, options, &mut tell, files).await
}

/// Plays a script once and gives what everyone saw in both ways.
///
/// # Errors
/// As [`play`].
pub async fn told(script: &Script, options: &Options) -> Result<Told, String> {
    let (mut told, mut before) = (Told::default(), 0);
    let mut tell = |seen: &[Seen], line: &Line| {
        told.text.push_str(&seen::text(seen, line));
        told.json.push_str(&json(seen, line, &mut before)?);
        Ok(())
    };
    play_telling(script, options, &mut tell, None).await?;
    Ok(told)
}

/// What one line led to as JSON Lines, numbered on from what was seen `before`.
fn json(seen: &[Seen], line: &Line, before: &mut u64) -> Result<String, String> {
    let mut text = String::new();
    for seen in seen {
        *before += 1;
        text.push_str(&seen::json_line(seen, line, *before)?);
    }
    Ok(text)
}

async fn play_telling(
    script: &Script,
    options: &Options,
    tell: &mut Tell<'_>,
    files: Option<&Path>,
) -> Result<(), String> {
    let folder = tempfile_folder()?;
    let outcome = play_in(script, options, tell, files, &folder).await;
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

async fn play_in(
    script: &Script,
    options: &Options,
    tell: &mut Tell<'_>,
    files: Option<&Path>,
    folder: &Path,
) -> Result<(), String> {
    let clock = Arc::new(VirtualClock::starting_at(BEGINNING));
    let randomness: Arc<dyn Randomness> = match options.seed {
        Some(seed) => Arc::new(Seeded::new(seed)),
        None => Arc::new(crate::randomness::OperatingSystem),
    };
    let server = Server {
        openapi: options.openapi.clone(),
        guild: "Rehearsal".to_owned(),
        channels: vec![CHANNEL.to_owned()],
        users: script.names(),
        folder: options.folder.clone().unwrap_or_else(|| ".".into()),
        // Discord waits three seconds; here whether an answer is put off must not hang on how fast the machine is.
        limit: PATIENCE,
        ..Server::new(clock.clone(), "rehearsal", &crate::randomness::key()?)
    };
    let mut table =
        LocalTable::open(server, &folder.join("rehearsal.db"), randomness, options.operator.as_deref())
            .await?;
    let played = play_on(&mut table, &*clock, script, options.restarts, tell, files).await;
    let violations = table.server.violations();
    table.close().await;
    played?;
    match violations.first() {
        None => Ok(()),
        Some(first) => Err(format!(
            "The bot sent what Discord would not take: {} {} ({} in all).",
            first.path,
            first.what,
            violations.len()
        )),
    }
}

async fn play_on(
    table: &mut LocalTable,
    clock: &dyn Clock,
    script: &Script,
    restarts: Option<usize>,
    tell: &mut Tell<'_>,
    files: Option<&Path>,
) -> Result<(), String> {
    let mut told = table.server.seen().len() as u64;
    for (n, line) in script.lines.iter().enumerate() {
        let at = |why: String| format!("Line {}: {why}", line.number);
        let server = &table.server;
        match &line.act {
            Act::Comment => {}
            Act::Slash { name, command } => server.slash(name, CHANNEL, command).map(|_| ()).map_err(at)?,
            Act::Press { name, label } => server.press(name, label).map(|_| ()).map_err(at)?,
            Act::Choose { name, menu, values } => {
                server.choose(name, menu, values).map(|_| ()).map_err(at)?;
            }
            Act::Locale { name, locale } => server.set_locale(name, locale).map_err(at)?,
            Act::Fill { name, fields } => server.fill(name, fields).map(|_| ()).map_err(at)?,
            Act::Clock { seconds } => {
                if !clock.advance(*seconds) {
                    return Err(at("The clock cannot be set so.".to_owned()));
                }
                table.look_in().await;
            }
        }
        table.quiet().await.map_err(at)?;
        if restarts.is_some_and(|every| (n + 1).is_multiple_of(every)) {
            table.restart().await.map_err(at)?;
        }
        let mut seen = table.server.seen_since(told);
        told += seen.len() as u64;
        seen::in_order(&mut seen);
        if let Some(folder) = files {
            std::fs::create_dir_all(folder)
                .map_err(|e| at(format!("The folder {} cannot be made: {e}.", folder.display())))?;
            for (name, bytes) in seen.iter().flat_map(|seen| &seen.files) {
                std::fs::write(folder.join(name), bytes)
                    .map_err(|e| at(format!("The file {name} cannot be written: {e}.")))?;
            }
        }
        tell(&seen, line)?;
    }
    Ok(())
}

fn tempfile_folder() -> Result<std::path::PathBuf, String> {
    let bytes = crate::randomness::OperatingSystem.bytes()?;
    let folder = std::env::temp_dir().join(format!("chancery-rehearsal-{}", hex(&bytes[..8])));
    std::fs::create_dir(&folder).map_err(|e| format!("No folder for the rehearsal can be made: {e}."))?;
    Ok(folder)
}
