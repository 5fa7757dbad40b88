//! The open loop: commands arrive as people send them, whether or not those before are answered.

use crate::figures::{Table, ms, percentile};
use crate::table::{Arrivals, Bot, answer, channel, folder, member, settled};
use commands::house::House;
use local_discord::LocalDiscord;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How late the slowest of a hundred answers may be.
const GOAL: Duration = Duration::from_millis(50);

/// How many real commands a second are to be answered so.
const WANTED: u32 = 500;

/// How long each rate is tried when the highest is looked for, in seconds, and how many rates are tried at most.
const STEP: u32 = 2;
const STEPS: usize = 12;

/// What a slower disk adds to each commit.
const SLOWER: Duration = Duration::from_millis(5);

/// Every campaign has two players and so many entries before.
const SEATS: u32 = 2;
const ENTRIES: usize = 100;

/// How a load fared.
struct Load {
    took: Vec<Duration>,
    lost: usize,
    /// How much later than planned the last tenth of the commands was sent, at most: whether the load itself kept up.
    late: Duration,
    /// How long the outbox took to empty afterwards.
    after: Duration,
}

impl Load {
    /// Whether every answer came, nearly all of them in time, to commands that were sent when they were to be.
    fn holds(&self) -> bool {
        self.lost == 0 && self.late < GOAL && percentile(&self.took, 99) < GOAL
    }
}

/// The three loads: commands that do nothing, real ones, and real ones on a slower disk; and how many real ones a second are answered in time.
///
/// # Errors
/// A sentence where the bot does not connect or the server does not know a command.
pub async fn run(seconds: u32, rate: u32, campaigns: usize) -> Result<String, String> {
    let folder = folder()?;
    let (server, bot) = settled(&folder.path().join("open-loop.db"), campaigns, (SEATS, ENTRIES)).await?;
    let many = (seconds * rate) as usize;
    // A database of its own: what the disk does with nothing but small synced commits at the same moments.
    let disk = crate::table::house(&folder.path().join("disk.db")).await?;
    let bare = commits(&disk, many, rate).await?;
    let mut loads = Vec::new();
    for (name, slower, real) in [
        ("/nothing", Duration::ZERO, false),
        ("real", Duration::ZERO, true),
        ("real, slower disk", SLOWER, true),
    ] {
        bot.house.store.slow_commits(slower);
        let load = load(&bot, &server, loads.len() as u64, (many, rate, campaigns), real).await?;
        loads.push((name, load));
    }
    bot.house.store.slow_commits(Duration::ZERO);
    let highest = highest(&bot, &server, rate, STEP.min(seconds), campaigns).await?;
    let failed =
        server.seen().iter().filter(|seen| seen.text.starts_with(commands::message::REFUSED)).count();
    let violations = server.violations().len();
    bot.close().await;
    server.stop().await;
    if failed > 0 || violations > 0 {
        return Err(format!("{failed} refusals, {violations} requests Discord would refuse."));
    }
    let mut table = Table::new(
        &format!(
            "Open loop, {rate} commands a second over {campaigns} campaigns for {seconds} s (milliseconds)"
        ),
        &["median", "95th", "99th", "most", "99th ÷", "lost"],
    );
    let nothing = percentile(&loads[0].1.took, 99).as_secs_f64();
    for (name, load) in &loads {
        let of = |hundredth| ms(percentile(&load.took, hundredth));
        let ratio = percentile(&load.took, 99).as_secs_f64() / nothing;
        table.row(name, &[of(50), of(95), of(99), of(100), ratio, load.lost as f64]);
    }
    let of = |hundredth| ms(percentile(&bare, hundredth));
    let ratio = percentile(&bare, 99).as_secs_f64() / nothing;
    table.row("one synced commit", &[of(50), of(95), of(99), of(100), ratio, 0.0]);
    for (name, load) in &loads {
        table.says(&format!(
            "{name}: sent at most {:.0} ms late; the outbox was empty {:.1} s after the last answer",
            ms(load.late),
            load.after.as_secs_f64()
        ));
    }
    for (name, load) in &loads[1..] {
        let slowest = percentile(&load.took, 99);
        let words = format!("{name}: 99th percentile {:.1} < {:.0} ms", ms(slowest), ms(GOAL));
        table.goal(&words, slowest < GOAL && load.lost == 0);
    }
    let words = format!("real: 99th percentile < {:.0} ms up to {highest} a second ≥ {WANTED}", ms(GOAL));
    table.goal(&words, highest >= WANTED);
    Ok(table.told())
}

/// Synced commits of one row each at such moments, and nothing else.
async fn commits(disk: &Arc<House>, many: usize, rate: u32) -> Result<Vec<Duration>, String> {
    let mut luck = ChaCha20Rng::seed_from_u64(0);
    let mut arrivals = Arrivals::of(rate);
    let mut under_way = JoinSet::new();
    for n in 0..many {
        let at = arrivals.next(&mut luck);
        tokio::time::sleep_until(at.into()).await;
        let disk = disk.clone();
        under_way.spawn(async move {
            let probed = disk.store.probe(disk.now() + n as i64).await;
            probed.map(|()| at.elapsed()).map_err(|e| e.to_string())
        });
    }
    under_way.join_all().await.into_iter().collect()
}

/// The highest rate of real commands that still holds, to a tenth: it is doubled while it does, then the interval is halved. 0 where none
/// that was tried does.
async fn highest(
    bot: &Bot,
    server: &LocalDiscord,
    from: u32,
    seconds: u32,
    campaigns: usize,
) -> Result<u32, String> {
    let (mut rate, mut holds, mut fails) = (from, 0, None);
    for seed in (100..).take(STEPS) {
        let many = (seconds * rate) as usize;
        if load(bot, server, seed, (many, rate, campaigns), true).await?.holds() {
            holds = rate;
        } else {
            fails = Some(rate);
        }
        rate = match fails {
            None => rate * 2,
            Some(fails) if fails - holds <= fails / 10 => break,
            Some(fails) => holds.midpoint(fails),
        };
    }
    Ok(holds)
}

/// Sends commands at random moments and waits for every answer.
async fn load(
    bot: &Bot,
    server: &LocalDiscord,
    seed: u64,
    (many, rate, campaigns): (usize, u32, usize),
    real: bool,
) -> Result<Load, String> {
    let mut luck = ChaCha20Rng::seed_from_u64(seed);
    let mut asked = Vec::with_capacity(many);
    let (mut arrivals, mut late) = (Arrivals::of(rate), Duration::ZERO);
    for _ in 0..many {
        let at = arrivals.next(&mut luck);
        tokio::time::sleep_until(at.into()).await;
        late = late.max(at.elapsed());
        let n = luck.next_u32() as usize % campaigns;
        let player = member(n + luck.next_u32() as usize % SEATS as usize);
        let line = match luck.next_u32() % 20 {
            _ if !real => "/nothing".to_owned(),
            0..12 => "/dice roll what:2d6".to_owned(),
            12..17 => "/campaign status".to_owned(),
            _ => format!("/dice word word:w{}", luck.next_u32() % 100_000),
        };
        asked.push(server.slash(&player, &channel(n), &line)?);
    }
    let (mut took, mut lost) = (Vec::with_capacity(many), 0);
    for interaction in asked {
        match answer(server, interaction).await? {
            Some(time) => took.push(time),
            None => lost += 1,
        }
    }
    let since = Instant::now();
    bot.sent().await?;
    Ok(Load { took, lost, late, after: since.elapsed() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[tokio::test(flavor = "multi_thread")]
    async fn every_command_of_a_load_is_answered() {
        let told = super::run(1, 20, 3).await.unwrap();
        assert_eq!(told.lines().filter(|line| line.ends_with("        0.00")).count(), 4, "{told}");
        let highest = told.lines().find(|line| line.contains("99th percentile < 50 ms up to ")).unwrap();
        assert!(highest.contains(" a second ≥ 500"), "{told}");
    }
}
