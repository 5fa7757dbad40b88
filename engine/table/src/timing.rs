//! Timing: how long a step may take, counted in the campaign's own time zone, with its quiet hours and weekends.

use super::refusal::Refusal;
use crate::said;
use chrono::{DateTime, Datelike, TimeZone, Timelike, Utc, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A group's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The time zone, by its name in the IANA database: `Europe/Helsinki`.
    pub zone: String,
    /// Hours that a light step may take: a missed deadline takes the default.
    pub light: u32,
    /// Hours that a grave step may take: one that is missed is extended once by itself.
    pub grave: u32,
    /// Hours for steps of a phase, by its word in the outline of play, in the place of the two above.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phases: BTreeMap<String, u32>,
    /// The hours of the day in which no deadline falls, from the first to before the second; they may span midnight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<(u32, u32)>,
    /// Whether Saturdays and Sundays count.
    pub weekends: bool,
    /// Hours before a deadline at which those who are still awaited are reminded; 0 for never.
    pub remind: u32,
}

impl Default for Timing {
    /// Two days for a light step, three for a grave one, no deadline at night, a reminder twelve hours before.
    fn default() -> Self {
        Timing {
            zone: "UTC".to_owned(),
            light: 48,
            grave: 72,
            phases: BTreeMap::new(),
            quiet: Some((22, 8)),
            weekends: true,
            remind: 12,
        }
    }
}

/// The longest that a step may be given, in hours: four weeks.
pub const LONGEST: u32 = 28 * 24;

impl Timing {
    /// The timing, checked.
    ///
    /// # Errors
    /// A refusal that says which part of it cannot be.
    pub fn checked(self) -> Result<Timing, Refusal> {
        if self.tz().is_none() {
            return Err(Refusal::new(said!(
                "There is no time zone \"{}\". One is named as in Europe/Helsinki or America/New_York.",
                self.zone
            )));
        }
        let hours = [self.light, self.grave].into_iter().chain(self.phases.values().copied());
        if let Some(wrong) = hours.into_iter().find(|hours| !(1..=LONGEST).contains(hours)) {
            return Err(Refusal::new(said!("A step is given 1 to {} hours; {} was asked.", LONGEST, wrong)));
        }
        if let Some((from, to)) = self.quiet
            && (from > 23 || to > 23 || from == to)
        {
            return Err(Refusal::new(said!(
                "Quiet hours are two different hours of the day from 0 to 23, as in 22 and 8."
            )));
        }
        if self.remind > LONGEST {
            return Err(Refusal::new(said!("A reminder comes 0 to {} hours before a deadline.", LONGEST)));
        }
        Ok(self)
    }

    /// Whether it leaves less time for anything than another: fewer hours for a step, or hours or days that count which did not.
    #[must_use]
    pub fn presses_more_than(&self, before: &Timing) -> bool {
        let words: BTreeSet<&String> = self.phases.keys().chain(before.phases.keys()).collect();
        let of = |timing: &Timing, word: &str, grave: bool| timing.hours(&[word.to_owned()], grave);
        let is_shorter = |word: &str| {
            [false, true].into_iter().any(|grave| of(self, word, grave) < of(before, word, grave))
        };
        let is_in =
            |quiet: Option<(u32, u32)>, hour: u32| {
                quiet.is_some_and(|(from, to)| {
                    if from < to { (from..to).contains(&hour) } else { hour >= from || hour < to }
                })
            };
        let wakes = (0..24).any(|hour| is_in(before.quiet, hour) && !is_in(self.quiet, hour));
        // Elsewhere the same hours of the day are others of the night.
        let moves = self.zone != before.zone && (before.quiet.is_some() || !before.weekends);
        is_shorter("")
            || words.into_iter().any(|word| is_shorter(word))
            || wakes
            || moves
            || (self.weekends && !before.weekends)
    }

    fn tz(&self) -> Option<Tz> {
        self.zone.parse().ok()
    }

    /// Hours for a step at this place in the outline of play.
    #[must_use]
    pub fn hours(&self, step: &[String], grave: bool) -> u32 {
        let own = step.iter().rev().find_map(|word| self.phases.get(word));
        own.copied().unwrap_or(if grave { self.grave } else { self.light })
    }

    /// The moment so many counting hours after another: weekends are passed over where they do not count, and a moment in the quiet
    /// hours moves to their end. Unix seconds.
    #[must_use]
    pub fn after(&self, at: i64, hours: u32) -> i64 {
        let zone = self.tz().unwrap_or(Tz::UTC);
        let mut moment = at;
        let mut left = hours;
        while left > 0 {
            moment += 3600;
            if self.counts(zone, moment) {
                left -= 1;
            }
        }
        // Quiet hours end on the hour; at most two days of hours lie before a moment that will do.
        for _ in 0..96 {
            if self.counts(zone, moment) && !self.is_quiet(zone, moment) {
                break;
            }
            moment += 3600 - moment.rem_euclid(3600);
        }
        moment
    }

    /// The moment so many hours after another of which none are quiet, nor of a weekend that does not count: in which an answer can be
    /// expected. Unix seconds.
    #[must_use]
    pub fn awake_after(&self, at: i64, hours: u32) -> i64 {
        let zone = self.tz().unwrap_or(Tz::UTC);
        let mut moment = at;
        let mut left = hours;
        while left > 0 {
            moment += 3600;
            if self.counts(zone, moment) && !self.is_quiet(zone, moment - 1) {
                left -= 1;
            }
        }
        moment
    }

    /// The first moment from `at` on at which one of these hours of the day begins in the campaign's zone, Unix seconds.
    #[must_use]
    pub fn next_of(&self, hours: &[u32], at: i64) -> i64 {
        let zone = self.tz().unwrap_or(Tz::UTC);
        // Zones lie whole quarters of an hour apart; within two days every hour comes that there is.
        let quarter = 900;
        let first = at + (quarter - at.rem_euclid(quarter)) % quarter;
        let begins = |moment: &i64| {
            Timing::local(zone, *moment).is_some_and(|at| at.minute() == 0 && hours.contains(&at.hour()))
        };
        (0..2 * 24 * 4).map(|n| first + n * quarter).find(begins).unwrap_or(first)
    }

    fn local(zone: Tz, at: i64) -> Option<DateTime<Tz>> {
        Utc.timestamp_opt(at, 0).single().map(|moment| moment.with_timezone(&zone))
    }

    fn counts(&self, zone: Tz, at: i64) -> bool {
        // The hour that ends at the moment is what counts, so that Friday's last hour does and Monday's midnight does not.
        let day = Timing::local(zone, at - 1).map(|moment| moment.weekday());
        self.weekends || !matches!(day, Some(Weekday::Sat | Weekday::Sun))
    }

    fn is_quiet(&self, zone: Tz, at: i64) -> bool {
        let (Some((from, to)), Some(moment)) = (self.quiet, Timing::local(zone, at)) else { return false };
        let hour = moment.hour();
        if from < to { (from..to).contains(&hour) } else { hour >= from || hour < to }
    }

    /// Whether somebody may be written to now: it is neither quiet nor a weekend that does not count.
    #[must_use]
    pub fn is_awake(&self, at: i64) -> bool {
        let zone = self.tz().unwrap_or(Tz::UTC);
        self.counts(zone, at) && !self.is_quiet(zone, at)
    }
}

/// When a step falls due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Unix seconds; `None` while the clock stands: no deadlines, play by voice, a vote on what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// Whether a missed deadline is grave.
    pub grave: bool,
    /// Hours it was given.
    pub hours: u32,
    /// Whether it was extended by itself once.
    #[serde(default)]
    pub extended: bool,
    /// Whether those awaited were reminded of this deadline.
    #[serde(default)]
    pub reminded: bool,
    /// Whether a timer made it so short: then who misses it has missed nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_timer: bool,
    /// The seconds that were left to it when an evening by voice began: so long it has when the evening ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// The hours by which it was extended by order.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u32,
}

fn is_zero(hours: &u32) -> bool {
    *hours == 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use rstest::rstest;

    fn moment(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp()
    }

    fn timing(zone: &str, quiet: Option<(u32, u32)>, weekends: bool) -> Timing {
        Timing { zone: zone.to_owned(), quiet, weekends, ..Timing::default() }
    }

    #[rstest]
    #[case::plain("UTC", None, true, "2026-11-20T10:00:00Z", 48, "2026-11-22T10:00:00Z")]
    #[case::over_the_weekend("UTC", None, false, "2026-11-20T10:00:00Z", 48, "2026-11-24T10:00:00Z")]
    #[case::asked_on_a_saturday("UTC", None, false, "2026-11-21T10:30:00Z", 1, "2026-11-23T00:30:00Z")]
    #[case::into_the_night("UTC", Some((22, 8)), true, "2026-11-20T23:30:00Z", 24, "2026-11-22T08:00:00Z")]
    #[case::local_night("Europe/Helsinki", Some((22, 8)), true, "2026-11-20T20:30:00Z", 24, "2026-11-22T06:00:00Z")]
    #[case::by_day("UTC", Some((1, 5)), true, "2026-11-20T02:15:00Z", 24, "2026-11-21T05:00:00Z")]
    #[case::friday_night("UTC", Some((22, 8)), false, "2026-11-19T22:30:00Z", 24, "2026-11-23T08:00:00Z")]
    #[case::summer_time_ends(
        "Europe/Helsinki",
        None,
        true,
        "2026-10-24T12:00:00Z",
        24,
        "2026-10-25T12:00:00Z"
    )]
    fn a_deadline_falls(
        #[case] zone: &str,
        #[case] quiet: Option<(u32, u32)>,
        #[case] weekends: bool,
        #[case] from: &str,
        #[case] hours: u32,
        #[case] until: &str,
    ) {
        assert_eq!(timing(zone, quiet, weekends).after(moment(from), hours), moment(until));
    }

    #[rstest]
    #[case::the_same_day("UTC", "2026-11-20T10:07:13Z", "2026-11-20T20:00:00Z")]
    #[case::on_the_hour("UTC", "2026-11-20T20:00:00Z", "2026-11-20T20:00:00Z")]
    #[case::over_midnight("UTC", "2026-11-20T20:00:01Z", "2026-11-21T08:00:00Z")]
    #[case::of_its_own_zone("Europe/Helsinki", "2026-11-20T10:00:00Z", "2026-11-20T18:00:00Z")]
    #[case::of_a_zone_that_lies_between("Asia/Kathmandu", "2026-11-20T10:00:00Z", "2026-11-20T14:15:00Z")]
    fn fixed_hours_come(#[case] zone: &str, #[case] from: &str, #[case] until: &str) {
        assert_eq!(timing(zone, None, true).next_of(&[8, 20], moment(from)), moment(until));
    }

    #[test]
    fn a_phase_may_have_hours_of_its_own() {
        let phases = BTreeMap::from([("land".to_owned(), 96)]);
        let timing = Timing { phases, ..Timing::default() };
        let step = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(timing.hours(&step(&["1805-03", "naval"]), false), 48);
        assert_eq!(timing.hours(&step(&["1805-03", "naval"]), true), 72);
        assert_eq!(timing.hours(&step(&["1805-03", "land"]), true), 96);
    }

    #[test]
    fn a_clock_presses_more_that_has_fewer_hours_or_more_of_the_day() {
        let usual = Timing::default();
        let with = |change: fn(&mut Timing)| {
            let mut timing = Timing::default();
            change(&mut timing);
            timing
        };
        let presses = |change: fn(&mut Timing)| with(change).presses_more_than(&usual);
        assert!(presses(|timing| timing.light = 1));
        assert!(presses(|timing| timing.grave = 71));
        assert!(presses(|timing| timing.quiet = None));
        assert!(presses(|timing| timing.quiet = Some((23, 8))));
        assert!(presses(|timing| timing.zone = "Asia/Tokyo".to_owned()));
        assert!(presses(|timing| _ = timing.phases.insert("land".to_owned(), 1)));
        assert!(!presses(|timing| timing.light = 96));
        assert!(!presses(|timing| timing.quiet = Some((20, 9))));
        assert!(!presses(|timing| timing.weekends = false));
        assert!(!presses(|timing| timing.remind = 0));
        assert!(usual.presses_more_than(&with(|timing| timing.weekends = false)));
        assert!(usual.presses_more_than(&with(|timing| _ = timing.phases.insert("land".to_owned(), 96))));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let says = |timing: Timing| timing.checked().unwrap_err().says;
        assert!(says(timing("Mars/Olympus", None, true)).contains("no time zone"));
        assert!(says(Timing { light: 0, ..Timing::default() }).contains("1 to 672"));
        assert!(says(Timing { quiet: Some((8, 8)), ..Timing::default() }).contains("Quiet hours"));
        assert!(says(Timing { remind: 10_000, ..Timing::default() }).contains("reminder"));
        assert!(Timing::default().checked().is_ok());
    }
}
