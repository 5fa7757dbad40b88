//! `chancery`: the Discord bot, the local table, rehearsals, and what an operator needs.

use chancery::clock::{self, Shared};
use chancery::delivery::Delivery;
use chancery::eia::simulate;
use chancery::gateway::Gateway;
use chancery::local::{CHANNELS, LocalTable, MEMBERS, TableClock, make_ready, page_key};
use chancery::nightly::Backups;
use chancery::randomness::{OperatingSystem, key};
use chancery::rehearse::{self, script::Script};
use chancery::settings::Settings;
use chancery::{alarm, checkup, health, keeping, logging, pack, service, verify};
use clap::{Parser, Subcommand};
use commands::chance::Randomness;
use commands::house::House;
use db::{Alone, OpenError, Stamp, Store};
use local_discord::{Clock, SystemClock};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// What is decided and checked is made of many small texts: with this allocator a simulated campaign takes a sixth less.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The game master of long board-wargame campaigns, on Discord.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The settings file (config.toml in this folder, if there is one).
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    /// The database; over settings and environment.
    #[arg(long, global = true)]
    database: Option<PathBuf>,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// Open the local table: play in a browser on this machine, without a Discord account.
    Table {
        /// The port on 127.0.0.1; 0 takes any free one.
        #[arg(long)]
        port: Option<u16>,
    },
    /// Play a script through the local table and print what everyone saw.
    Rehearse {
        /// The script.
        file: PathBuf,
        /// 64 hex digits: the same output every time.
        #[arg(long)]
        seed: Option<String>,
        /// JSON Lines instead of text.
        #[arg(long)]
        json: bool,
        /// Which of the script's people runs the bot.
        #[arg(long)]
        operator: Option<String>,
        /// A folder for the files that are handed out.
        #[arg(long)]
        files: Option<PathBuf>,
        /// Discord's API description, to check every request by; for a build with the feature `openapi`.
        #[arg(long)]
        openapi: Option<PathBuf>,
        /// Stop the bot after every so many lines and start it again.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        restarts: Option<u32>,
    },
    /// Play a whole campaign of Empires in Arms by players who take what is offered, on a board that follows from the seed, and print what
    /// came of it.
    Simulate {
        /// The scenario: 1805, 1853, or 1853-greece with Greece as a power.
        #[arg(long, default_value = "1805")]
        scenario: String,
        /// 64 hex digits: the same campaign every time.
        #[arg(long)]
        seed: String,
        /// How many players.
        #[arg(long, default_value_t = 7)]
        players: u32,
        /// After how many months it ends, where it has not before.
        #[arg(long)]
        months: Option<u32>,
        /// How often a day each player looks in, to see how long things wait; without it everybody is there all the time.
        #[arg(long)]
        looks: Option<u32>,
        /// How many looks of a hundred are skipped.
        #[arg(long, default_value_t = 15)]
        skipped: u32,
        /// A switch of the group that stands so whatever the seed says, as in `economy=told`; as often as is wanted.
        #[arg(long = "switch", value_name = "KEY=WAY", value_parser = switch)]
        switches: Vec<(String, String)>,
        /// A file for its record, which `chancery verify` checks.
        #[arg(long)]
        record: Option<PathBuf>,
        /// How many campaigns are played, on all cores: each by the seed after the one before. What came of them all is told together.
        #[arg(long, default_value_t = 1, conflicts_with_all = ["record", "looks"])]
        campaigns: u32,
    },
    /// Check a record file: dice, seals, history. Exit code 0 where nothing is wrong and the record is whole, or open and said to be; 1
    /// where it is wrong; 4 where its orders cannot be decided again by this program's rules; 5 where it is closed and not whole.
    Verify {
        /// The file that /campaign export gave.
        file: PathBuf,
        /// Also write a page beside it that checks the same in a browser.
        #[arg(long)]
        page: bool,
        /// A file with heads copied from the channel, and the numbers of lines beside them; each must stand in the record.
        #[arg(long)]
        heads: Option<PathBuf>,
    },
    /// Map packs: a group's own map as a table.
    Pack {
        #[command(subcommand)]
        what: OfPack,
    },
    /// Write a campaign's record to a file.
    Export {
        /// The campaign's id or name; not needed where there is only one.
        campaign: Option<String>,
        /// Where to.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Make a backup of the database, also while the bot runs.
    Backup {
        /// Where to.
        to: PathBuf,
    },
    /// Put a backup in the database's place.
    Restore {
        /// The backup.
        from: PathBuf,
        /// Replace the database that is there.
        #[arg(long)]
        replace: bool,
    },
    /// Delete what is kept of a user.
    Forget {
        /// The user's number in Discord.
        user: u64,
    },
    /// Print the address with which a server invites the bot.
    Invite,
    /// Look at settings, token, database and backups, and say what is wrong. Changes nothing.
    Check {
        /// Also look at every campaign: each line, seal and root. Takes a while where there are many.
        #[arg(long)]
        records: bool,
    },
    /// Ask the bot that runs with these settings whether it is ready.
    Health,
}

#[derive(Subcommand)]
enum OfPack {
    /// Read a pack and say what it holds, or what is wrong in it and where.
    Check {
        /// The pack, in CSV or TOML.
        file: PathBuf,
    },
}

/// The exit code of a database that must be put right first: a service manager need not try again.
const DATABASE: u8 = 3;

/// How long the service manager is let wait for the commands to be registered.
const REGISTERED: Duration = Duration::from_secs(60);

/// Why the program ended, and with which code.
struct Ended {
    says: String,
    code: u8,
}

impl From<String> for Ended {
    fn from(says: String) -> Ended {
        Ended { says, code: 1 }
    }
}

/// A switch and its way, as in `economy=told`.
fn switch(text: &str) -> Result<(String, String), String> {
    let (key, way) = text.split_once('=').ok_or("A switch is said as its key and its way: economy=told.")?;
    Ok((key.to_owned(), way.to_owned()))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => {
            eprintln!("The program cannot start: {e}.");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(run(arguments));
    runtime.shutdown_timeout(Duration::from_secs(2));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}", why.says);
            ExitCode::from(why.code)
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Ended> {
    let settings = Settings::read(arguments.config.as_deref(), |name| std::env::var(name).ok())?;
    // A rehearsal's output is the point of it; only what is wrong may stand between.
    let rehearsing = matches!(arguments.what, Some(What::Rehearse { .. }));
    logging::start(if rehearsing { "error" } else { &settings.log.filter });
    let database = arguments.database;
    let of_bot = database.clone().unwrap_or_else(|| settings.data.database.clone());
    match arguments.what {
        None if !settings.discord.token.is_empty() => serve(&settings, of_bot).await,
        None if std::io::stdin().is_terminal() => {
            println!("There is no Discord token, so this is the local table. (CHANCERY_TOKEN or config.toml connects to Discord.)");
            Ok(table(&settings, database, None).await?)
        }
        None => Err("There is no Discord token: set CHANCERY_TOKEN, or discord.token in config.toml. `chancery table` opens the local table.".to_owned().into()),
        Some(What::Table { port }) => Ok(table(&settings, database, port).await?),
        Some(What::Rehearse { file, seed, json, operator, files, openapi, restarts }) => {
            let text = std::fs::read_to_string(&file).map_err(|e| format!("{} cannot be read: {e}.", file.display()))?;
            let script = Script::read(&text)?;
            let seed = seed.as_deref().map(rehearse::seed).transpose()?;
            let folder = file.parent().map(std::path::Path::to_path_buf);
            let restarts = restarts.map(|every| every as usize);
            let options = rehearse::Options { seed, json, operator, openapi, folder, restarts };
            Ok(rehearse::play(&script, &options, &mut std::io::stdout(), files.as_deref()).await?)
        }
        Some(What::Simulate { scenario, seed, players, months, looks, skipped, switches, record, campaigns }) => {
            let looks = looks.map(|a_day| simulate::Looks { a_day, skipped });
            let seed = rehearse::seed(&seed)?;
            let options = simulate::Options { scenario, seed, players, months, looks, switches };
            let out = &mut std::io::stdout();
            Ok(match campaigns {
                1 => simulate::run(&options, record.as_deref(), out),
                _ => simulate::run_many(&options, campaigns, out),
            }?)
        }
        Some(What::Verify { file, page, heads }) => {
            let bytes = std::fs::read(&file).map_err(|e| format!("{} cannot be read: {e}.", file.display()))?;
            let heads = match heads {
                None => Vec::new(),
                Some(path) => {
                    let text = std::fs::read_to_string(&path).map_err(|e| format!("{} cannot be read: {e}.", path.display()))?;
                    verify::heads(&text).map_err(|why| format!("{} is no list of heads. {why}", path.display()))?
                }
            };
            if page {
                let title = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                let path = verify::page_path(&file);
                std::fs::write(&path, verify::page(&bytes, &title))
                    .map_err(|e| format!("{} cannot be written: {e}.", path.display()))?;
                println!("{} checks this record in a browser.", path.display());
            }
            let told = verify::check(&bytes, &heads);
            match told.code {
                0 => {
                    print!("{}", told.says);
                    Ok(())
                }
                code => Err(Ended { says: told.says.trim_end().to_owned(), code }),
            }
        }
        Some(What::Pack { what: OfPack::Check { file } }) => told(pack::check(&file)),
        Some(What::Export { campaign, out }) => told(keeping::export(&of_bot, campaign.as_deref(), out).await),
        Some(What::Backup { to }) => told(keeping::backup(&of_bot, &to).await),
        Some(What::Restore { from, replace }) => told(keeping::restore(&from, &of_bot, replace)),
        Some(What::Forget { user }) => told(keeping::forget(&of_bot, user).await),
        Some(What::Invite) => told(keeping::invite(&settings.discord.token)),
        Some(What::Check { records }) => {
            told(checkup::look(&settings, arguments.config.as_deref(), &of_bot, records).await.told())
        }
        Some(What::Health) => told(health::ask(settings.health.address()?).await),
    }
}

fn told(outcome: Result<String, String>) -> Result<(), Ended> {
    Ok(outcome.map(|says| println!("{says}"))?)
}

/// Opens the database for a bot that plays on it, and nobody else does meanwhile.
async fn open(settings: &Settings, database: &Path, stamp: Stamp) -> Result<(Alone, Store), Ended> {
    let path = database.to_owned();
    let opened = tokio::task::spawn_blocking(move || -> Result<_, OpenError> {
        // First the lock: what another bot is just writing could be taken for damage.
        let alone = Alone::on(&path)?;
        Ok((alone, Store::open(&path, &stamp)?))
    });
    let opened = opened.await.map_err(|_| "The database could not be opened.".to_owned())?;
    opened.map_err(|e| Ended {
        says: checkup::with_way_out(&e, settings, database),
        code: if e.is_lasting() { DATABASE } else { 1 },
    })
}

/// The bot on Discord, or on another server on this machine.
async fn serve(settings: &Settings, database: PathBuf) -> Result<(), Ended> {
    let discord = &settings.discord;
    let gateway = Gateway::new(&discord.token, &discord.api_base)?;
    let application = gateway.application().await?;
    let stamp = if discord.api_base.is_empty() { Stamp::Discord(application) } else { Stamp::Local };
    let (_alone, store) = open(settings, &database, stamp).await?;
    let (time, chance): (Arc<dyn Clock>, Arc<dyn Randomness>) = match &settings.repeatable {
        None => (Arc::new(SystemClock), Arc::new(OperatingSystem)),
        Some(repeatable) => {
            tracing::warn!("dice and time are those of a test");
            (repeatable.time(), repeatable.chance())
        }
    };
    let house = Arc::new(House::new(store.clone(), Arc::new(Shared(time)), chance, discord.operator));
    let restored = clock::after_restore(&house).await?;
    if restored > 0 {
        tracing::info!(restored, "campaigns were restored from a backup");
    }
    let base = if discord.api_base.is_empty() { "https://discord.com" } else { &discord.api_base };
    let delivery = Arc::new(Delivery::new(house.clone(), base, &discord.token)?);
    let (stop, stopping) = watch::channel(false);
    let (ready, is_ready) = watch::channel(false);
    let mut tasks = vec![
        tokio::spawn(delivery.clone().run()),
        tokio::spawn(clock::run(house.clone())),
        tokio::spawn(clock::forget_servers(house.clone(), settings.data.forget_server_after_days)),
        tokio::spawn(service::watch(house.clone())),
        tokio::spawn(alarm::run(
            house.clone(),
            delivery.clone(),
            alarm::Kept { backups: settings.backup.folder.clone(), database: database.clone() },
        )),
    ];
    if let Some(repeatable) = settings.repeatable.clone() {
        tasks.push(tokio::spawn(repeatable.watch(house.clone())));
    }
    let backups = Backups::new(house.clone(), &database, &settings.backup).map(Arc::new);
    if let Some(backups) = backups.clone() {
        tasks.push(tokio::spawn(backups.run(delivery.clone())));
    }
    if let Some(address) = settings.health.address()? {
        match health::open(health::Health::new(house.clone(), backups), address).await {
            Ok((address, serving)) => {
                tracing::info!(%address, "health and metrics are served");
                tasks.push(serving);
            }
            // A port that is taken is no reason not to play.
            Err(why) => tracing::error!("{why}"),
        }
    }
    tokio::spawn(tell_the_service(house.clone(), is_ready));
    tokio::spawn(async move {
        asked_to_stop().await;
        let _ = stop.send(true);
    });
    let ended = gateway.serve(house.clone(), ready, stopping).await;
    tracing::info!("stopping");
    service::stopping();
    for _ in 0..100 {
        if house.busy() == 0 && delivery.under_way() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for task in tasks {
        task.abort();
    }
    let _ = tokio::task::spawn_blocking(move || store.close()).await;
    Ok(ended?)
}

/// Tells the system's service manager when the bot plays.
async fn tell_the_service(house: Arc<House>, mut is_ready: watch::Receiver<bool>) {
    while let Err(_late) = tokio::time::timeout(REGISTERED, is_ready.wait_for(|ready| *ready)).await {
        // Those of before are played with; to start again would register these no sooner.
        if house.tally.is_connected() {
            service::ready("connected to Discord, which has not taken the commands yet");
            break;
        }
    }
    if is_ready.wait_for(|ready| *ready).await.is_ok() {
        tracing::info!("connected");
        service::ready("connected to Discord");
    }
}

/// The local table.
async fn table(settings: &Settings, database: Option<PathBuf>, port: Option<u16>) -> Result<(), String> {
    let database = database.unwrap_or_else(|| settings.table.database.clone());
    let time = Arc::new(TableClock::kept_beside(&database)?);
    let mut server = local_discord::Settings::new(time.clone(), &key()?, &page_key(&database)?);
    server.bind = ([127, 0, 0, 1], port.unwrap_or(settings.table.port)).into();
    server.guild = "The local table".to_owned();
    server.channels = CHANNELS.iter().map(|name| (*name).to_owned()).collect();
    server.users = MEMBERS.iter().map(|name| (*name).to_owned()).collect();
    let mut table = LocalTable::open(server, &database, Arc::new(OperatingSystem), None).await?;
    make_ready(&table).await?;
    println!("The local table is open at\n\n    {}\n", table.server.page_url());
    println!(
        "Open it in a browser; open it again in another tab to be somebody else. The game is kept in {}.",
        database.display()
    );
    println!("Ctrl-C closes it.");
    loop {
        tokio::select! {
            () = asked_to_stop() => {
                table.close().await;
                return Ok(());
            }
            // Deadlines that were just passed over are due at once.
            () = time.moved() => table.look_in().await,
            ended = table.ended() => return ended,
        }
    }
}

/// Waits for Ctrl-C or the service manager's word.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
