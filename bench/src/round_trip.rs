//! The round trip: from the gateway's event to the answer at the server, one command after another.

use crate::figures::{Table, median, ms, percentile};
use crate::table::{Bot, answer, channel, folder, house, member, server, settle};
use db::{Commit, Entry, NewMessage, Request, Store, Target};
use std::time::{Duration, Instant};

/// What a roll may cost on top of a command that does nothing and one commit.
const ALLOWED: Duration = Duration::from_micros(300);

/// How long the disk rests before each commit that is measured alone, as it does before a player's order.
const REST: Duration = Duration::from_millis(5);

const NOTHING: &str = "/nothing";
const STATUS: &str = "/campaign status";
const ROLL: &str = "/dice roll what:2d6";

/// Each command so many times, in turn, in a campaign of seven with some hundred entries.
///
/// # Errors
/// A sentence where a command is not answered.
pub async fn run(times: usize) -> Result<String, String> {
    let folder = folder()?;
    let server = server(1).await?;
    let house = house(&folder.path().join("round-trip.db")).await?;
    settle(&house.store, &server, 0, 7, 300).await?;
    // A database of its own, so that the bot's own writes do not share the commit that is measured.
    let disk = crate::table::house(&folder.path().join("disk.db")).await?;
    settle(&disk.store, &server, 0, 7, 300).await?;
    let mut rows = Rows::of(&disk.store).await?;
    let bot = Bot::connect(house, &server).await?;
    let lines = [NOTHING, STATUS, ROLL];
    let mut took: [Vec<Duration>; 3] = Default::default();
    let (mut commits, mut whole) = (Vec::new(), Vec::new());
    // The first rounds only warm up.
    for round in 0..times + 20 {
        for (times, line) in took.iter_mut().zip(lines) {
            let asked = server.slash(&member(round % 7), &channel(0), line)?;
            let time = answer(&server, asked).await?.ok_or_else(|| format!("{line} was not answered."))?;
            // What the answer set off is over before the next command comes.
            bot.sent().await?;
            if round >= 20 {
                times.push(time);
            }
        }
        tokio::time::sleep(REST).await;
        let since = Instant::now();
        disk.store.probe(disk.now() + round as i64).await.map_err(|e| e.to_string())?;
        if round >= 20 {
            commits.push(since.elapsed());
        }
        let commit = rows.of_a_roll(disk.now());
        tokio::time::sleep(REST).await;
        let since = Instant::now();
        disk.store.commit(commit).await.map_err(|e| e.to_string())?;
        if round >= 20 {
            whole.push(since.elapsed());
        }
    }
    let id = bot.house.store.campaigns().await.map_err(|e| e.to_string())?.remove(0).id;
    let rolled = bot.house.entries(&id).await?;
    let rolled = rolled.iter().rev().filter(|entry| entry.event.rolled().is_some()).take(times + 20).count();
    let failed =
        server.seen().iter().filter(|seen| seen.text.starts_with(commands::message::REFUSED)).count();
    let violations = server.violations().len();
    bot.close().await;
    server.stop().await;
    if rolled != times + 20 || failed > 0 || violations > 0 {
        return Err(format!(
            "{rolled} rolls, {failed} refusals, {violations} requests Discord would refuse."
        ));
    }
    let nothing = median(&took[0]);
    let mut table = Table::new(
        &format!("Round trip, {times} of each in turn (milliseconds)"),
        &["median", "95th", "99th", "÷ nothing"],
    );
    let over = |time: Duration| time.as_secs_f64() / nothing.as_secs_f64();
    for (name, times) in lines
        .iter()
        .zip(&took)
        .chain([(&"one synced commit", &commits), (&"the same of what a roll keeps", &whole)])
    {
        let of = |hundredth| ms(percentile(times, hundredth));
        table.row(name, &[of(50), of(95), of(99), over(median(times))]);
    }
    // What only reads does a little more than nothing; what is written waits for the disk once.
    let bounds = [
        (nothing * 7 / 5, "1.4 × nothing"),
        (nothing + median(&commits) + ALLOWED, "nothing + one commit + 0.3 ms"),
    ];
    for ((line, times), (bound, of)) in lines.iter().zip(&took).skip(1).zip(bounds) {
        let words = format!(
            "{line}: {:.2} ≤ {:.2} ({of}), ratio {:.2}",
            ms(median(times)),
            ms(bound),
            median(times).as_secs_f64() / bound.as_secs_f64()
        );
        table.goal(&words, median(times) <= bound);
    }
    Ok(table.told())
}

/// What a roll keeps, as rows of a campaign's: its order and what fell, the answer, and the post.
struct Rows {
    campaign: String,
    seq: u64,
    line: u64,
}

impl Rows {
    /// Those of the campaign in a database.
    async fn of(store: &Store) -> Result<Rows, String> {
        let campaign = store.campaigns().await.map_err(|e| e.to_string())?.remove(0).id;
        let entries = store.entries(&campaign, 0).await.map_err(|e| e.to_string())?;
        let line = entries.iter().filter_map(|entry| entry.line).max().map_or(0, |line| line + 1);
        Ok(Rows { campaign, seq: entries.len() as u64, line })
    }

    /// The next roll's, as long as such texts are.
    fn of_a_roll(&mut self, at: i64) -> Commit {
        let entry = |n: u64, length: usize| Entry {
            seq: self.seq + n,
            line: Some(self.line + n),
            at,
            public: "x".repeat(length),
            hash: Some([7; 32]),
            secrets: Vec::new(),
        };
        let post = NewMessage {
            target: Target::Channel(1),
            body: "x".repeat(700),
            files: Vec::new(),
            picture: None,
            line: Some(self.line + 1),
            since: at,
            kind: "rolled".to_owned(),
        };
        let commit = Commit {
            campaign: self.campaign.clone(),
            expect_seq: self.seq,
            request: Some(Request { id: self.seq, user: 1, at, reply: "x".repeat(200) }),
            entries: vec![entry(0, 300), entry(1, 600)],
            outbox: vec![post],
            ..Commit::default()
        };
        self.seq += 2;
        self.line += 2;
        commit
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[tokio::test(flavor = "multi_thread")]
    async fn every_command_is_answered() {
        let told = super::run(2).await.unwrap();
        assert!(told.contains("one synced commit"), "{told}");
        for (line, of) in [(super::STATUS, "1.4 × nothing"), (super::ROLL, "nothing + one commit + 0.3 ms")]
        {
            let goal = told.lines().filter(|told| told.contains(&format!("{line}: ")));
            assert!(
                goal.clone().count() == 1 && goal.clone().all(|told| told.contains(&format!("({of})"))),
                "{told}"
            );
        }
    }
}
