//! Posts while a channel hangs: how long they take from the command to their channel, beside the same without.

use crate::figures::{Table, ms, percentile};
use crate::table::{Arrivals, channel, folder, member, settled};
use local_discord::{Audience, Fault, Kind, LocalDiscord};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// How long a post to the channel that hangs is not answered.
const HANGS: Duration = Duration::from_secs(10);
/// How much longer the others' slowest of a hundred may take than without: what two runs differ by anyway.
const GOAL: f64 = 1.5;
/// Every campaign has two players and so many entries before.
const SEATS: u32 = 2;
const ENTRIES: usize = 100;

/// Rolls in all channels but one, whose posts are first taken and then hang.
///
/// # Errors
/// A sentence where the bot does not connect, or posts do not arrive.
pub async fn run(seconds: u32, rate: u32, campaigns: usize) -> Result<String, String> {
    let folder = folder()?;
    let (server, bot) = settled(&folder.path().join("hanging.db"), campaigns, (SEATS, ENTRIES)).await?;
    let many = (seconds * rate) as usize;
    let free = load(&server, 0, (many, rate, campaigns)).await?;
    bot.sent().await?;
    let hangs = server.channel_id(&channel(0)).ok_or("There is no such channel.")?;
    let route = format!("POST /channels/{hangs}/messages");
    server.faults().strike(&route, usize::MAX, Fault::Delay(HANGS));
    let one_hangs = load(&server, 1, (many, rate, campaigns)).await?;
    server.faults().clear();
    bot.close().await;
    server.stop().await;
    let title = format!(
        "Posts of {rate} rolls a second over {campaigns} campaigns for {seconds} s, from the command to the channel (milliseconds)"
    );
    let mut table = Table::new(&title, &["median", "95th", "99th", "most"]);
    for (name, took) in [("no channel hangs", &free), ("one channel hangs, the others", &one_hangs)] {
        table.row(name, &[50, 95, 99, 100].map(|hundredth| ms(percentile(took, hundredth))));
    }
    let ratio = percentile(&one_hangs, 99).as_secs_f64() / percentile(&free, 99).as_secs_f64();
    table.goal(&format!("99th percentile of the others: {ratio:.2} times < {GOAL}"), ratio < GOAL);
    Ok(table.told())
}

/// Rolls at random moments in all channels but the first, which has three at the beginning; how long each of the others' posts took.
async fn load(
    server: &LocalDiscord,
    seed: u64,
    (many, rate, campaigns): (usize, u32, usize),
) -> Result<Vec<Duration>, String> {
    let mut luck = ChaCha20Rng::seed_from_u64(seed);
    let mut posts = Posts { seen: server.seen().len() as u64, ..Posts::default() };
    for _ in 0..3 {
        server.slash(&member(0), &channel(0), "/dice roll what:2d6")?;
    }
    let mut arrivals = Arrivals::of(rate);
    for _ in 0..many {
        let at = arrivals.next(&mut luck);
        while Instant::now() < at {
            posts.look(server);
            tokio::time::sleep_until(at.min(Instant::now() + LOOK).into()).await;
        }
        let n = 1 + luck.next_u32() as usize % (campaigns.max(2) - 1);
        server.slash(&member(n), &channel(n), "/dice roll what:2d6")?;
        posts.asked.entry(channel(n)).or_default().push_back(Instant::now());
    }
    let since = Instant::now();
    while posts.took.len() < many {
        if since.elapsed() > 6 * HANGS {
            return Err(format!("{} posts did not arrive.", many - posts.took.len()));
        }
        posts.look(server);
        tokio::time::sleep(LOOK).await;
    }
    Ok(posts.took)
}

/// How often is looked for posts.
const LOOK: Duration = Duration::from_millis(2);

/// The rolls of which the post is awaited, by channel and in order, and how long those took whose post is there.
#[derive(Default)]
struct Posts {
    seen: u64,
    asked: HashMap<String, VecDeque<Instant>>,
    took: Vec<Duration>,
}

impl Posts {
    fn look(&mut self, server: &LocalDiscord) {
        for seen in server.seen_since(self.seen) {
            self.seen = seen.n;
            let Audience::Public(channel) = &seen.to else { continue };
            let is_roll =
                seen.kind == Kind::Post && format!("{} {}", seen.text, seen.embeds).contains("· roll ");
            if is_roll && let Some(since) = self.asked.get_mut(channel).and_then(VecDeque::pop_front) {
                self.took.push(since.elapsed());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[tokio::test(flavor = "multi_thread")]
    async fn the_others_posts_arrive_while_a_channel_hangs() {
        let told = super::run(1, 20, 3).await.unwrap();
        assert_eq!(told.lines().filter(|line| line.contains("hang")).count(), 2, "{told}");
        assert!(told.contains("99th percentile of the others"), "{told}");
    }
}
