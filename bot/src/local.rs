//! The local table: the small server on this machine that stands in for Discord, with the bot on it. For playing without an account, for
//! rehearsals and for tests.

use crate::alarm;
use crate::clock::{self, Shared};
use crate::delivery::Delivery;
use crate::gateway::Gateway;
use commands::chance::Randomness;
use commands::house::House;
use db::{Alone, OpenError, Stamp, Store};
use local_discord::{AheadClock, Clock, LocalDiscord, Settings as Server};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// The bot playing on a local server.
pub struct LocalTable {
    /// The server.
    pub server: LocalDiscord,
    /// The bot's house.
    pub house: Arc<House>,
    bot: Bot,
    setting: Setting,
    _alone: Alone,
}

/// What of the bot runs beside its house.
struct Bot {
    delivery: Arc<Delivery>,
    stop: watch::Sender<bool>,
    gateway: JoinHandle<Result<(), String>>,
    others: Vec<JoinHandle<()>>,
}

/// What the bot is started with.
struct Setting {
    database: PathBuf,
    time: Arc<dyn Clock>,
    limit: Duration,
    randomness: Arc<dyn Randomness>,
    operator: Option<u64>,
}

/// How long the bot may take to connect, to answer in a rehearsal, or to fall quiet, before something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

impl LocalTable {
    /// Starts a server and the bot on it.
    ///
    /// # Errors
    /// A sentence where the address is taken, the database is not right, or the bot cannot connect.
    pub async fn open(
        server: Server,
        database: &Path,
        randomness: Arc<dyn Randomness>,
        operator: Option<&str>,
    ) -> Result<LocalTable, String> {
        let time = server.clock.clone();
        let (bind, limit) = (server.bind, server.limit);
        let server = LocalDiscord::start(server)
            .await
            .map_err(|e| format!("The local table cannot listen on {bind}: {e}."))?;
        let database = database.to_owned();
        let alone = blocking({
            let database = database.clone();
            move || Alone::on(&database)
        })
        .await?;
        let operator = operator.map(|name| server.add_user(name));
        let setting = Setting { database, time, limit, randomness, operator };
        let (house, bot) = Bot::on(&server, &setting, None).await?;
        Ok(LocalTable { server, house, bot, setting, _alone: alone })
    }

    /// Stops the bot and starts it again on its database, beside the server: what it had in memory of campaigns is gone.
    ///
    /// # Errors
    /// As [`LocalTable::open`].
    pub async fn restart(&mut self) -> Result<(), String> {
        self.quiet().await?;
        self.bot.stop(&self.house).await;
        (self.house, self.bot) = Bot::on(&self.server, &self.setting, Some(&self.house)).await?;
        self.quiet().await
    }

    /// Waits until nothing is being worked on, answered or delivered any more.
    ///
    /// # Errors
    /// A sentence where it does not fall quiet.
    pub async fn quiet(&self) -> Result<(), String> {
        let since = Instant::now();
        let mut before = None;
        loop {
            let waiting =
                self.house.store.waiting_count(self.house.now()).await.map_err(|e| e.to_string())?;
            let (under_way, requests) = self.server.activity();
            let still = self.server.unanswered() == 0
                && self.server.thinking() == 0
                && self.house.busy() == 0
                && self.bot.delivery.under_way() == 0
                && under_way == 0
                && waiting == 0;
            if still && before == Some(requests) {
                return Ok(());
            }
            before = still.then_some(requests);
            if since.elapsed() > PATIENCE {
                return Err("The bot does not fall quiet: something is still under way.".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Lets the clock look at every campaign, as it does now and then by itself.
    pub async fn look_in(&self) {
        clock::look_in(&self.house).await;
    }

    /// Waits until the bot's connection ends of itself.
    ///
    /// # Errors
    /// A sentence that says why it ended.
    pub async fn ended(&mut self) -> Result<(), String> {
        (&mut self.bot.gateway).await.map_err(|_| "The bot's connection broke off.".to_owned())?
    }

    /// Stops bot and server: what is being worked on is finished first.
    pub async fn close(mut self) {
        let _ = self.quiet().await;
        self.bot.ends().await;
        self.server.stop().await;
        closed(&self.house).await;
    }
}

impl Bot {
    /// Opens the database and plays on the server.
    async fn on(
        server: &LocalDiscord,
        setting: &Setting,
        after: Option<&House>,
    ) -> Result<(Arc<House>, Bot), String> {
        let Setting { time, limit, randomness, operator, .. } = setting;
        let database = setting.database.clone();
        let store = blocking(move || Store::open(&database, &Stamp::Local)).await?;
        let looks_in = !time.stands_still();
        let house = House::new(store, Arc::new(Shared(time.clone())), randomness.clone(), *operator);
        let house = house.answering_within(*limit);
        let house = Arc::new(match after {
            Some(before) => house.taking_over(before),
            None => house,
        });
        clock::after_restore(&house).await?;
        let gateway = Gateway::new(server.token(), &server.api_base())?;
        gateway.application().await?;
        let delivery = Arc::new(Delivery::new(house.clone(), &server.api_base(), server.token())?);
        let (stop, stopping) = watch::channel(false);
        let (ready, mut is_ready) = watch::channel(false);
        let serving = house.clone();
        let gateway = tokio::spawn(async move { gateway.serve(serving, ready, stopping).await });
        // The local table makes no backups by itself.
        let kept = alarm::Kept { backups: PathBuf::new(), database: setting.database.clone() };
        let mut others = vec![
            tokio::spawn(delivery.clone().run()),
            tokio::spawn(alarm::run(house.clone(), delivery.clone(), kept)),
        ];
        // By a clock that stands still something falls due only when it is moved, and then whoever moves it looks in.
        if looks_in {
            others.push(tokio::spawn(clock::run(house.clone())));
        }
        let connected = tokio::time::timeout(PATIENCE, is_ready.wait_for(|ready| *ready)).await;
        if !matches!(connected, Ok(Ok(_))) {
            return Err("The bot could not connect to the local table.".to_owned());
        }
        Ok((house, Bot { delivery, stop, gateway, others }))
    }

    /// Ends what runs; what is being worked on is finished first.
    async fn ends(&mut self) {
        let _ = self.stop.send(true);
        let _ = tokio::time::timeout(Duration::from_secs(5), &mut self.gateway).await;
        for task in &self.others {
            task.abort();
        }
    }

    /// The same, and the database is closed.
    async fn stop(&mut self, house: &House) {
        self.ends().await;
        closed(house).await;
    }
}

/// Does what blocks, such as opening a database, on a thread of its own.
async fn blocking<T: Send + 'static>(
    opens: impl FnOnce() -> Result<T, OpenError> + Send + 'static,
) -> Result<T, String> {
    let opened = tokio::task::spawn_blocking(opens).await;
    opened.map_err(|_| "The database could not be opened.".to_owned())?.map_err(|e| e.to_string())
}

async fn closed(house: &House) {
    let store = house.store.clone();
    let _ = tokio::task::spawn_blocking(move || store.close()).await;
}

/// The key in the address of a local table: made once for its database and kept beside it, so that open tabs and bookmarks find the
/// table again when it was closed in between.
///
/// # Errors
/// A sentence where it can be neither read nor made.
pub fn page_key(database: &Path) -> Result<String, String> {
    use std::io::Write as _;
    let path = database.with_extension("key");
    if let Ok(kept) = std::fs::read_to_string(&path) {
        let kept = kept.trim().to_owned();
        if kept.len() == 32 && kept.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Ok(kept);
        }
    }
    let key = crate::randomness::key()?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let written = options.open(&path).and_then(|mut file| file.write_all(key.as_bytes()));
    written.map_err(|e| format!("{} cannot be written: {e}.", path.display()))?;
    Ok(key)
}

/// The clock of a local table: the machine's, and as far ahead of it as somebody at the table moved it. What it is ahead is kept beside
/// the database, so that no campaign sees time run backwards when the table is opened again.
pub struct TableClock {
    clock: AheadClock,
    path: PathBuf,
    moved: Notify,
}

impl TableClock {
    /// The clock of the table with that database.
    ///
    /// # Errors
    /// A sentence where what was kept cannot be read.
    pub fn kept_beside(database: &Path) -> Result<Self, String> {
        let path = database.with_extension("clock");
        let ahead = match std::fs::read_to_string(&path) {
            // Without a database there is nothing whose time could run backwards.
            Ok(kept) if database.exists() => {
                kept.trim().parse().map_err(|_| format!("{} holds no number of seconds.", path.display()))?
            }
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(format!("{} cannot be read: {e}.", path.display()));
            }
            Ok(_) | Err(_) => 0,
        };
        Ok(Self { clock: AheadClock::ahead_by(ahead), path, moved: Notify::new() })
    }

    /// Waits until somebody moves the clock.
    pub async fn moved(&self) {
        self.moved.notified().await;
    }
}

impl Clock for TableClock {
    fn now(&self) -> i64 {
        self.clock.now()
    }

    fn advance(&self, seconds: i64) -> bool {
        if seconds == 0 || !self.clock.advance(seconds) {
            return seconds == 0;
        }
        if let Err(why) = std::fs::write(&self.path, self.clock.ahead().to_string()) {
            tracing::warn!(%why, "the table's clock could not be kept; reopened, it will be behind");
        }
        self.moved.notify_one();
        true
    }
}

/// The members that the local table has to begin with; anyone else types his own name.
pub const MEMBERS: [&str; 7] = ["Anna", "Bertil", "Chiara", "Dmitri", "Elif", "Farid", "Greta"];

/// The channels of the local table: three councils with a campaign ready to join, and one to found others in.
pub const CHANNELS: [&str; 4] = ["danube", "council", "two-players", "lounge"];

/// The campaigns that are ready in the first of them: the name, the scenario and how many play.
const READY: [(&str, &str, u32); 3] =
    [("The Danube", "danube", 2), ("The Grand War", "1805", 7), ("A first try", "1805", 2)];

/// Founds the campaigns that a new local table has ready to join, as anybody would: by command and form. One that was opened before
/// shows the turn cards of its campaigns again, because it keeps no messages.
///
/// # Errors
/// A sentence where the founding is not taken.
pub async fn make_ready(table: &LocalTable) -> Result<(), String> {
    let campaigns = table.house.store.campaigns().await.map_err(|e| e.to_string())?;
    if !campaigns.is_empty() {
        for campaign in campaigns.iter().filter(|row| !row.archived) {
            let shown = table.house.show_card(&campaign.id).await;
            // One that is stopped keeps the others from nothing; its council is told.
            if !table.house.is_stopped(&campaign.id) {
                shown?;
            }
        }
        return table.quiet().await;
    }
    let host = MEMBERS[0];
    for (channel, (name, scenario, players)) in CHANNELS.into_iter().zip(READY) {
        let founds = format!("/campaign found name:\"{name}\" scenario:{scenario} players:{players}");
        table.server.slash(host, channel, &founds)?;
        table.quiet().await?;
        table.server.fill(host, &[])?;
        table.quiet().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_tables_clock_never_runs_backwards() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("table.db");
        std::fs::write(&database, "").unwrap();
        let clock = TableClock::kept_beside(&database).unwrap();
        assert!(clock.advance(0) && clock.advance(86_400) && !clock.advance(-1));
        let later = TableClock::kept_beside(&database).unwrap();
        assert!(later.now() >= clock.now());
        std::fs::remove_file(&database).unwrap();
        assert!(TableClock::kept_beside(&database).unwrap().now() < later.now(), "a new game begins now");
        std::fs::write(&database, "").unwrap();
        std::fs::write(folder.path().join("table.clock"), "soon").unwrap();
        assert!(TableClock::kept_beside(&database).is_err());
    }
}
