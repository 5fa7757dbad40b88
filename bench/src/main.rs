//! `cargo run --release -p bench`: how fast Chancery is. Every table has its ratios within the run, because machines differ and are
//! seldom idle. What the figures mean stands in `docs/benchmarks.md`.

mod battle;
mod campaigns;
mod europa;
mod figures;
mod hanging;
mod land;
mod map;
mod open_loop;
mod play;
mod record;
mod round_trip;
mod table;
mod thousand;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// How fast Chancery is.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// A command and its answer, one after another, against a command that does nothing.
    RoundTrip {
        /// How many of each.
        #[arg(long, default_value_t = 300)]
        times: usize,
    },
    /// Commands that arrive whether or not those before are answered.
    OpenLoop {
        /// For how long each load lasts, in seconds.
        #[arg(long, default_value_t = 30)]
        seconds: u32,
        /// Commands a second.
        #[arg(long, default_value_t = 200)]
        rate: u32,
        /// Over how many campaigns.
        #[arg(long, default_value_t = 500)]
        campaigns: usize,
        /// Also how long posts take to arrive, and how long while no post of one channel is answered.
        #[arg(long)]
        hanging: bool,
    },
    /// Replaying and verifying a long record.
    Record {
        /// How many lines it has.
        #[arg(long, default_value_t = 50_000)]
        lines: u64,
    },
    /// The exact odds of a day of combat, and days fought for comparison.
    Battle {
        /// How many days.
        #[arg(long, default_value_t = 1_000_000)]
        days: u32,
    },
    /// Paths on the map, and pictures of it.
    Map {
        /// How many of each.
        #[arg(long, default_value_t = 9)]
        times: usize,
    },
    /// What a player with sixteen corps is offered in the war on land, and what a march comes to.
    Land {
        /// How many of each.
        #[arg(long, default_value_t = 9)]
        times: usize,
    },
    /// The exact odds of a battle of Europa, and marches and supply over its whole map.
    Europa {
        /// How many battles are fought for comparison.
        #[arg(long, default_value_t = 20_000)]
        battles: u32,
    },
    /// Memory and start-up with many campaigns.
    Thousand {
        /// How many.
        #[arg(long, default_value_t = 1_000)]
        campaigns: usize,
        /// How many entries each has, about.
        #[arg(long, default_value_t = 300)]
        entries: usize,
    },
    /// Makes the database for that, in a process of its own: its memory must not be counted.
    #[command(hide = true)]
    Make { database: PathBuf, campaigns: usize, entries: usize },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().what {
        None => all(),
        Some(what) => run(what),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Each in a process of its own, so that none finds the memory and the threads of another.
fn all() -> Result<(), String> {
    println!("{}", figures::machine());
    for name in ["record", "battle", "europa", "map", "land", "round-trip", "open-loop", "thousand"] {
        println!();
        again(&[name.to_owned()])?;
    }
    println!("\n{}", figures::machine());
    Ok(())
}

/// This program once more, with other arguments.
fn again(arguments: &[String]) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let status = Command::new(program).args(arguments).status().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{} did not come to its end.", arguments.join(" "))) }
}

fn run(what: What) -> Result<(), String> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| e.to_string())?;
    let told = match what {
        What::RoundTrip { times } => runtime.block_on(round_trip::run(times))?,
        What::OpenLoop { seconds, rate, campaigns, hanging: false } => {
            runtime.block_on(open_loop::run(seconds, rate, campaigns))?
        }
        What::OpenLoop { seconds, rate, campaigns, hanging: true } => {
            runtime.block_on(hanging::run(seconds, rate, campaigns))?
        }
        What::Record { lines } => record::run(lines)?,
        What::Battle { days } => battle::run(days)?,
        What::Map { times } => map::run(times.max(1))?,
        What::Land { times } => land::run(times.max(1))?,
        What::Europa { battles } => europa::run(battles)?,
        What::Make { database, campaigns, entries } => {
            return runtime.block_on(thousand::make(&database, campaigns, entries));
        }
        What::Thousand { campaigns, entries } => {
            let folder = table::folder()?;
            let database = folder.path().join("thousand.db");
            let path = database.to_string_lossy().into_owned();
            again(&["make".to_owned(), path, campaigns.to_string(), entries.to_string()])?;
            runtime.block_on(thousand::run(&database, campaigns))?
        }
    };
    print!("{told}");
    Ok(())
}
