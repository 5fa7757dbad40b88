//! Many campaigns, one after another on each of several threads, and what came of them all.

use super::figures::Figures;
use super::war::War;
use super::{Options, economic, simulate};
use engine::table::hash::hex;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

/// What came of many campaigns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were played.
    pub campaigns: u32,
    /// How many ended so: by what, and who won.
    pub ends: BTreeMap<String, u32>,
    /// Wars declared, formal peaces, conquests, changes of dominance, accounts that add up: the sums.
    pub sums: [u64; 5],
    /// In how many of them each power became dominant.
    pub dominant: BTreeMap<String, u32>,
    /// In how many of them each rule came up.
    pub rules: BTreeMap<String, u32>,
    /// What came of wars on land on the kept board.
    pub war: War,
    /// What their records come to, in bytes.
    pub bytes: u64,
}

impl Tally {
    fn of(figures: &Figures, record: &[u8]) -> Tally {
        let [wars, peaces, conquests, dominance] =
            [figures.wars[0], figures.treaties[0], figures.changes[0], figures.dominance[0]].map(u64::from);
        Tally {
            campaigns: 1,
            ends: BTreeMap::from([(figures.end(), 1)]),
            sums: [wars, peaces, conquests, dominance, figures.accounts.accounts],
            dominant: figures.dominant.iter().map(|power| (power.name().to_owned(), 1)).collect(),
            rules: figures.rules.iter().map(|rule| (rule.clone(), 1)).collect(),
            war: figures.war.clone(),
            bytes: record.len() as u64,
        }
    }

    fn and(mut self, other: Tally) -> Tally {
        self.campaigns += other.campaigns;
        self.bytes += other.bytes;
        self.war = self.war.and(other.war);
        for (sum, of) in self.sums.iter_mut().zip(other.sums) {
            *sum += of;
        }
        for (counts, of) in [
            (&mut self.ends, other.ends),
            (&mut self.dominant, other.dominant),
            (&mut self.rules, other.rules),
        ] {
            for (what, n) in of {
                *counts.entry(what).or_default() += n;
            }
        }
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} campaigns, {} bytes of record, each verified", self.campaigns, self.bytes)?;
        if self.war.wars > 0 {
            write!(f, "{}", self.war)?;
            return self.rules.iter().try_for_each(|(rule, n)| writeln!(f, "{n:>6} {rule}"));
        }
        let [wars, peaces, conquests, dominance, accounts] = self.sums;
        writeln!(
            f,
            "{wars} wars declared, {peaces} formal peaces, {conquests} conquests, {dominance} changes of dominance, {accounts} accounts that add up"
        )?;
        for (what, n) in &self.ends {
            writeln!(f, "{n:>6} {what}")?;
        }
        for (power, n) in &self.dominant {
            writeln!(f, "{n:>6} {power} became dominant")?;
        }
        for (rule, n) in &self.rules {
            writeln!(f, "{n:>6} {rule}")?;
        }
        // Where the bot kept the economy.
        if accounts > 0 {
            for rule in economic::rules().filter(|rule| !self.rules.contains_key(rule.as_str())) {
                let why = economic::why_silent(rule).unwrap_or("did not come up in these campaigns");
                writeln!(f, "     – {rule}: {why}")?;
            }
        }
        Ok(())
    }
}

/// Plays so many campaigns: the first by the seed of the options, each by the next number after the one before it.
///
/// # Errors
/// A sentence, as of [`simulate`], with the seed of the campaign of which it is; what is not begun then is not played.
pub fn many(options: &Options, campaigns: u32, threads: usize) -> Result<Tally, String> {
    let next = AtomicU32::new(0);
    let part = || {
        let mut tally = Tally::default();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= campaigns {
                return Ok(tally);
            }
            let one = Options { seed: after(options.seed, n), ..options.clone() };
            let played = catch_unwind(AssertUnwindSafe(|| simulate(&one)));
            match played.unwrap_or_else(|_| Err("The rules broke over it.".to_owned())) {
                Ok((figures, record)) => tally = tally.and(Tally::of(&figures, &record)),
                Err(why) => {
                    next.store(campaigns, Ordering::Relaxed);
                    return Err(format!("The campaign with the seed {}: {why}", hex(&one.seed)));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(part)).collect();
        let broken = |_| Err("A thread of the simulation broke off.".to_owned());
        running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(broken))
            .try_fold(Tally::default(), |all, part: Result<Tally, String>| Ok(all.and(part?)))
    })
}

/// The seed that is so many numbers after another.
fn after(mut seed: [u8; 32], n: u32) -> [u8; 32] {
    if let Some(last) = seed.last_chunk_mut() {
        *last = u64::from_be_bytes(*last).wrapping_add(n.into()).to_be_bytes();
    }
    seed
}
