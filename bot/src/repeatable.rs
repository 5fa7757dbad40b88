//! Chance and time that are the same at every run, for a bot on a server on this machine: so that what is left of an evening in which the
//! program was killed again and again can be laid beside an undisturbed one, byte for byte.
//!
//! Random bytes follow from a seed and from the interaction that they are drawn for; a stream would begin anew with every start. The time
//! is what a file says: Unix seconds, and behind them whatever tells one look at the campaigns from the next. Whoever writes it finds
//! beside it how far the bot has dealt with it.

use commands::chance::Randomness;
use commands::house::House;
use engine::table::hash::hmac;
use local_discord::Clock;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(5);

tokio::task_local! {
    /// The interaction being dealt with, and how much was drawn for it so far.
    static CAUSE: (u64, Cell<u64>);
}

/// Does the work that an interaction asks for; what is drawn in it is drawn for that interaction.
pub async fn because_of<T>(interaction: u64, work: impl Future<Output = T>) -> T {
    CAUSE.scope((interaction, Cell::new(0)), work).await
}

/// A seed and a clock's file, as the environment names them.
#[derive(Clone, Debug)]
pub struct Repeatable {
    /// The seed.
    pub seed: [u8; 32],
    /// The file with the time, Unix seconds.
    pub clock: PathBuf,
}

impl Repeatable {
    /// The chance that follows from the seed.
    #[must_use]
    pub fn chance(&self) -> Arc<dyn Randomness> {
        Arc::new(Drawn { seed: self.seed, time: FileClock(self.clock.clone()) })
    }

    /// The time that the file says.
    #[must_use]
    pub fn time(&self) -> Arc<dyn Clock> {
        Arc::new(FileClock(self.clock.clone()))
    }

    /// Looks at every campaign as soon as the file says something new, and then writes beside it what it has dealt with.
    pub async fn watch(self, house: Arc<House>) {
        let mut dealt_with = String::new();
        loop {
            let told = FileClock(self.clock.clone()).told();
            if told != dealt_with {
                crate::clock::look_in(&house).await;
                if tokio::fs::write(seen(&self.clock), &told).await.is_ok() {
                    dealt_with = told;
                }
            }
            tokio::time::sleep(EVERY).await;
        }
    }
}

/// Where the bot writes how far it has dealt with a clock's file.
#[must_use]
pub fn seen(clock: &Path) -> PathBuf {
    clock.with_extension("seen")
}

struct Drawn {
    seed: [u8; 32],
    time: FileClock,
}

impl Randomness for Drawn {
    fn bytes(&self) -> Result<[u8; 32], String> {
        let drawn = CAUSE.try_with(|(interaction, drawn)| (*interaction, drawn.replace(drawn.get() + 1)));
        // An order of the clock's own belongs to the moment at which it is due.
        let (cause, nth) = drawn.unwrap_or((0, self.time.now().cast_unsigned()));
        Ok(hmac(&self.seed, &[&cause.to_be_bytes(), &nth.to_be_bytes()]))
    }
}

/// The time that a file says. It is moved on by writing the file anew; one that cannot be read says 0.
struct FileClock(PathBuf);

impl FileClock {
    fn told(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap_or_default()
    }
}

impl Clock for FileClock {
    fn now(&self) -> i64 {
        self.told().split_whitespace().next().and_then(|seconds| seconds.parse().ok()).unwrap_or(0)
    }

    fn stands_still(&self) -> bool {
        true
    }

    fn advance(&self, _seconds: i64) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn what_is_drawn_follows_from_seed_and_interaction() {
        let folder = tempfile::tempdir().unwrap();
        let clock = folder.path().join("clock");
        std::fs::write(&clock, "1767225600\n").unwrap();
        let of = |seed: u8| Repeatable { seed: [seed; 32], clock: clock.clone() }.chance();
        let three = async |seed: u8, interaction: u64| {
            let chance = of(seed);
            because_of(interaction, async { [(); 3].map(|()| chance.bytes().unwrap()) }).await
        };
        let first = three(1, 7).await;
        assert_eq!(first, three(1, 7).await);
        assert!(first[0] != first[1] && first[1] != first[2]);
        assert!(!first.iter().any(|bytes| of(1).bytes().unwrap() == *bytes));
        for other in [three(1, 8).await, three(2, 7).await] {
            assert!(!first.iter().any(|bytes| other.contains(bytes)));
        }
        let then = of(1).bytes().unwrap();
        assert_eq!(then, of(1).bytes().unwrap());
        std::fs::write(&clock, "1767225601 second look").unwrap();
        assert_ne!(then, of(1).bytes().unwrap());
        assert_eq!(FileClock(clock).now(), 1_767_225_601);
    }
}
