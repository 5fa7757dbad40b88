//! Figures: medians, percentiles, and how a table of them is printed.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Milliseconds.
pub fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The value below which so many of a hundred lie; 0 of an empty list.
pub fn percentile(times: &[Duration], of_hundred: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let place = (sorted.len() * of_hundred).div_ceil(100).max(1) - 1;
    sorted.get(place).copied().unwrap_or_default()
}

/// The middle of some times.
pub fn median(times: &[Duration]) -> Duration {
    percentile(times, 50)
}

/// How long something takes: the median of some runs, and what the last one gave.
pub fn timed<T>(runs: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut once = || {
        let since = Instant::now();
        let given = work();
        (since.elapsed(), given)
    };
    let (first, mut given) = once();
    let mut times = vec![first];
    for _ in 1..runs {
        let (time, next) = once();
        times.push(time);
        given = next;
    }
    (median(&times), given)
}

/// A table with a name in the first column and figures in the others.
pub struct Table {
    text: String,
}

impl Table {
    /// A table of that title, with the names of its columns.
    pub fn new(title: &str, columns: &[&str]) -> Table {
        let mut text = format!("{title}\n{:32}", "");
        for column in columns {
            let _ = write!(text, "{column:>12}");
        }
        text.push('\n');
        Table { text }
    }

    /// A line of figures.
    pub fn row(&mut self, name: &str, figures: &[f64]) {
        let _ = write!(self.text, "{name:32}");
        for figure in figures {
            let _ = write!(self.text, "{figure:>12.2}");
        }
        self.text.push('\n');
    }

    /// A line of words below.
    pub fn says(&mut self, words: &str) {
        self.text.push_str(words);
        self.text.push('\n');
    }

    /// A goal, and whether it was reached.
    pub fn goal(&mut self, words: &str, reached: bool) {
        let word = if reached { "reached" } else { "MISSED" };
        self.says(&format!("{words}: {word}"));
    }

    /// The whole.
    pub fn told(self) -> String {
        self.text
    }
}

/// Cores and load of this machine, as far as it tells.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<&str> = load.split(' ').take(3).collect();
    let load = if load.len() == 3 { load.join(" ") } else { "not told".to_owned() };
    format!("{cores} cores; load over 1, 5 and 15 minutes: {load}")
}

/// Memory of this process that is in the machine's memory, in bytes; `None` where the system does not tell.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_list() {
        let times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        let of = |hundredth| percentile(&times, hundredth).as_millis();
        assert_eq!((of(50), of(95), of(99), of(100)), (100, 190, 198, 200));
        assert_eq!(percentile(&[], 99), Duration::ZERO);
        assert_eq!(median(&[Duration::from_secs(7)]), Duration::from_secs(7));
    }
}
