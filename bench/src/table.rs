//! The bot on the local server, as the program runs it, with one command more that does nothing.

use crate::campaigns::{Place, keep};
use crate::play::{NOW, Played};
use chancery::clock::{self, Shared};
use chancery::delivery::Delivery;
use chancery::gateway::{Command, Gateway};
use chancery::randomness::OperatingSystem;
use commands::house::House;
use db::{Stamp, Store};
use local_discord::{AheadClock, Clock as _, LocalDiscord, Settings, SystemClock};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long to wait before something is wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many members the server has.
pub const MEMBERS: usize = 40;

/// A folder beside this program, so that what is written goes to the disk the project is on and not to memory.
///
/// # Errors
/// A sentence where none can be made.
pub fn folder() -> Result<TempDir, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let beside = program.parent().ok_or("This program is in no folder.")?;
    tempfile::tempdir_in(beside).map_err(|e| format!("No folder could be made: {e}."))
}

/// The name of a member.
pub fn member(n: usize) -> String {
    format!("Member{}", n % MEMBERS)
}

/// The name of a channel.
pub fn channel(n: usize) -> String {
    format!("council-{n}")
}

/// The clock that campaigns of [`Played`] are at rest by: it runs on from [`NOW`].
pub fn clock() -> Arc<AheadClock> {
    Arc::new(AheadClock::ahead_by(NOW - SystemClock.now()))
}

/// A local server with so many channels.
///
/// # Errors
/// A sentence where it cannot listen.
pub async fn server(channels: usize) -> Result<LocalDiscord, String> {
    let mut settings = Settings::new(clock(), "bench-token", "page");
    settings.channels = (0..channels).map(channel).collect();
    settings.users = (0..MEMBERS).map(member).collect();
    LocalDiscord::start(settings).await.map_err(|e| format!("The local server cannot listen: {e}."))
}

/// Answers at once, and that is all.
#[poise::command(slash_command)]
async fn nothing(ctx: commands::Context<'_>) -> Result<(), commands::Error> {
    let reply = poise::CreateReply::default().content("Nothing.").ephemeral(true);
    // An answer that did not get out is missed by who waits for it.
    let _ = poise::send_application_reply(ctx, reply).await;
    Ok(())
}

fn more() -> Vec<Command> {
    vec![nothing()]
}

/// The bot, connected to a server.
pub struct Bot {
    /// Its house.
    pub house: Arc<House>,
    delivery: Arc<Delivery>,
    stop: watch::Sender<bool>,
    gateway: JoinHandle<Result<(), String>>,
    others: Vec<JoinHandle<()>>,
}

/// Opens a database as the bot does.
///
/// # Errors
/// A sentence where it cannot be opened.
pub async fn house(database: &Path) -> Result<Arc<House>, String> {
    let path = database.to_owned();
    let opened = tokio::task::spawn_blocking(move || Store::open(&path, &Stamp::Local)).await;
    let store = opened.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
    let time = Arc::new(Shared(clock()));
    Ok(Arc::new(House::new(store, time, Arc::new(OperatingSystem), None)))
}

/// A server and, connected to it, the bot with so many campaigns at rest, each of so many seats and with so many entries before.
///
/// # Errors
/// A sentence where the bot does not connect.
pub async fn settled(
    database: &Path,
    campaigns: usize,
    (seats, entries): (u32, usize),
) -> Result<(LocalDiscord, Bot), String> {
    let server = server(campaigns).await?;
    let house = house(database).await?;
    for n in 0..campaigns {
        settle(&house.store, &server, n, seats, entries).await?;
    }
    let bot = Bot::connect(house, &server).await?;
    clock::look_in(&bot.house).await;
    bot.sent().await?;
    Ok((server, bot))
}

/// Moments that know nothing of each other, so many a second: the pauses between them are exponential.
pub struct Arrivals {
    since: Instant,
    due: f64,
    rate: f64,
}

impl Arrivals {
    /// From now on.
    pub fn of(rate: u32) -> Arrivals {
        Arrivals { since: Instant::now(), due: 0.0, rate: f64::from(rate) }
    }

    /// The next one.
    pub fn next(&mut self, luck: &mut ChaCha20Rng) -> Instant {
        let share = (f64::from(luck.next_u32()) + 1.0) / (f64::from(u32::MAX) + 2.0);
        self.due += -share.ln() / self.rate;
        self.since + Duration::from_secs_f64(self.due)
    }
}

impl Bot {
    /// Connects a house to a server.
    ///
    /// # Errors
    /// A sentence where it does not connect.
    pub async fn connect(house: Arc<House>, server: &LocalDiscord) -> Result<Bot, String> {
        clock::after_restore(&house).await?;
        let gateway = Gateway::new(server.token(), &server.api_base())?.with(more);
        let delivery = Arc::new(Delivery::new(house.clone(), &server.api_base(), server.token())?);
        let (stop, stopping) = watch::channel(false);
        let (ready, mut is_ready) = watch::channel(false);
        let serving = house.clone();
        let gateway = tokio::spawn(async move { gateway.serve(serving, ready, stopping).await });
        let others = vec![tokio::spawn(delivery.clone().run()), tokio::spawn(clock::run(house.clone()))];
        match tokio::time::timeout(PATIENCE, is_ready.wait_for(|ready| *ready)).await {
            Ok(Ok(_)) => {}
            _ => return Err("The bot could not connect to the local server.".to_owned()),
        }
        Ok(Bot { house, delivery, stop, gateway, others })
    }

    /// Waits until everything is sent.
    ///
    /// # Errors
    /// A sentence where it does not come to that.
    pub async fn sent(&self) -> Result<(), String> {
        let since = Instant::now();
        loop {
            let waiting =
                self.house.store.waiting_count(self.house.now()).await.map_err(|e| e.to_string())?;
            if waiting == 0 && self.house.busy() == 0 && self.delivery.under_way() == 0 {
                return Ok(());
            }
            if since.elapsed() > 5 * PATIENCE {
                return Err("The outbox does not empty.".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Stops it and closes the database.
    pub async fn close(self) {
        let _ = self.stop.send(true);
        let _ = tokio::time::timeout(Duration::from_secs(5), self.gateway).await;
        self.others.iter().for_each(JoinHandle::abort);
        let store = self.house.store.clone();
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
    }
}

/// Plays a campaign in a channel of the server; the members of its seats follow on each other, from the channel's number on.
///
/// # Errors
/// A sentence where it cannot be kept.
pub async fn settle(
    store: &Store,
    server: &LocalDiscord,
    n: usize,
    seats: u32,
    entries: usize,
) -> Result<(), String> {
    let played = tokio::task::spawn_blocking(move || Played::new(n as u64, seats, entries));
    let played = played.await.map_err(|e| e.to_string())??;
    let user = |seat: u32| server.user_id(&member(n + seat as usize)).ok_or("There is no such member.");
    let users = (0..seats).map(user).collect::<Result<Vec<u64>, &str>>()?;
    let channel = server.channel_id(&channel(n)).ok_or("There is no such channel.")?;
    keep(store, &played, &Place { guild: server.guild_id(), channel, users }).await
}

/// How long the first answer to an interaction took; `None` where none came within Discord's three seconds.
///
/// # Errors
/// A sentence where the server forgot it.
pub async fn answer(server: &LocalDiscord, interaction: u64) -> Result<Option<Duration>, String> {
    loop {
        if let Some(took) = server.answered_in(interaction) {
            return Ok(Some(took));
        }
        match server.answered(interaction) {
            None => return Err("The local server does not know the interaction.".to_owned()),
            Some((_, true)) => return Ok(None),
            Some(_) => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
}
