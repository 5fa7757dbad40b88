//! The group on its own time: everybody looks in some times a day, and now and then not; how long what they are asked for waits, and how
//! often a month does.

use super::game::Game;
use super::players::Players;
use super::world::World;
use super::{Options, acts_in, position_of, sealed};
use engine::table::act::{Act, Through};
use engine::table::frames::What;
use engine::table::{By, Stage, Verb, View};
use std::collections::BTreeMap;
use std::fmt;

/// How the players look in.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// How often a day.
    pub a_day: u32,
    /// How many looks of a hundred are skipped.
    pub skipped: u32,
}

const DAY: i64 = 24 * 60 * 60;

/// How long things waited, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// What is awaited now, by the line at which it was asked.
    open: BTreeMap<u64, Waits>,
    /// How long each kind of thing waited.
    waited: BTreeMap<String, Vec<i64>>,
    /// The most visits of a player in which he did something while an economic sheet was asked for, of each such time.
    at_quarters_ends: Vec<i64>,
    /// The months that are over: how long each took, how often it waited, and the most visits of a player in which he did something.
    months: Vec<Month>,
    month: Month,
    name: String,
}

/// What is awaited: of what kind, since when, and how often each player has come and done something meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Waits {
    kind: String,
    since: i64,
    visits: BTreeMap<u32, i64>,
}

/// The economic sheet of a quarter's end.
const ECONOMIC: &str = "economic sheet";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Month {
    began: i64,
    took: i64,
    waits: u32,
    /// Whether anything but the sheet, the talks and the phases was asked.
    busy: bool,
    visits: BTreeMap<u32, u32>,
}

/// Plays a campaign so, to its end or so many months.
///
/// # Errors
/// A sentence where what was offered is refused.
pub fn play(
    options: &Options,
    looks: Looks,
    game: &mut Game,
    players: &mut Players,
    world: &mut World,
) -> Result<Pace, String> {
    paced(options, looks, game, players, |game, players, person| {
        let did = visit(game, players, world, person)?;
        game.settles(players, world);
        Ok(did)
    })
}

/// The same, where `visits` is what a player who looks in does, and what follows by itself; whether he did anything.
pub(super) fn paced(
    options: &Options,
    looks: Looks,
    game: &mut Game,
    players: &mut Players,
    mut visits: impl FnMut(&mut Game, &mut Players, u32) -> Result<bool, String>,
) -> Result<Pace, String> {
    let mut pace = Pace::default();
    let between = u32::try_from(DAY).unwrap_or(u32::MAX) / looks.a_day.max(1);
    let mut at = game.now();
    while game.stage() != Stage::Closed && !options.are_played(game.position().as_deref()) {
        at += i64::from(between);
        for (moment, person) in players.moments(options.players, between) {
            game.clock_at(at + i64::from(moment));
            if players.percent(looks.skipped) {
                continue;
            }
            let did = visits(game, players, person)?;
            pace.sees(&game.view(), game.now(), did.then_some(person));
        }
    }
    Ok(pace)
}

/// A player looks in, and does all that is asked of him; whether he did anything.
fn visit(game: &mut Game, players: &mut Players, world: &mut World, person: u32) -> Result<bool, String> {
    let before = game.lines();
    loop {
        let own = game.view_for(person);
        let Some(seat) = own.seat() else { break };
        let asked = own.rounds.iter().find(|round| round.asked.iter().any(|(of, done)| of == seat && !done));
        if let Some(round) = asked {
            if !sealed(game, players, world, (person, &own), &round.round)? {
                break;
            }
            game.settles(players, world);
            continue;
        }
        if own.may_be_ready_ahead {
            let ahead = Act::Ready { through: Through::Turn, hold: true };
            game.gives(person, Verb::Act { act: ahead, text: None });
            break;
        }
        let ready = |awaited: &&engine::table::frames::Awaited| {
            awaited.what == What::Ready && !awaited.held && awaited.awaits(seat)
        };
        if own.awaited.iter().find(ready).is_none() {
            break;
        }
        acts_in(game, players, person);
        let turn = Act::Ready { through: Through::Turn, hold: false };
        let step = Act::Ready { through: Through::Step, hold: false };
        if !game.gives(person, Verb::Act { act: turn, text: None })
            && !game.gives(person, Verb::Act { act: step, text: None })
        {
            break;
        }
        game.settles(players, world);
    }
    Ok(game.lines() > before)
}

impl Game {
    /// The bot does what is due, and the board goes on.
    fn settles(&mut self, players: &mut Players, world: &mut World) {
        loop {
            let before = self.lines();
            if let Some(now) = self.position() {
                let step = self.view().step.clone();
                world.looks(self, players, &step, &now);
            }
            self.gives_as(By::Bot, Verb::Tick);
            if self.lines() == before || self.stage() == Stage::Closed {
                break;
            }
        }
    }
}

impl Pace {
    /// Somebody has looked in.
    fn sees(&mut self, view: &View, now: i64, did: Option<u32>) {
        let name = view.step.first().cloned().unwrap_or_default();
        if name != self.name {
            if position_of(view).and_then(|now| now.month()).is_some() && !self.name.is_empty() {
                self.month.took = now - self.month.began;
                self.months.push(std::mem::take(&mut self.month));
            }
            self.name = name;
            self.month = Month { began: now, ..Month::default() };
        }
        if let Some(person) = did {
            *self.month.visits.entry(person).or_default() += 1;
            for waits in self.open.values_mut() {
                *waits.visits.entry(person).or_default() += 1;
            }
        }
        let awaited = view.awaited.iter().filter(|awaited| !awaited.held);
        let open: BTreeMap<u64, String> = awaited
            .filter(|awaited| awaited.asked.iter().any(|(_, done)| !done))
            .map(|awaited| (awaited.line, kind(&awaited.what, view)))
            .collect();
        let over: Vec<u64> = self.open.keys().filter(|line| !open.contains_key(line)).copied().collect();
        for Waits { kind, since, visits } in over.into_iter().filter_map(|line| self.open.remove(&line)) {
            if kind == ECONOMIC {
                self.at_quarters_ends.push(visits.values().max().copied().unwrap_or_default());
            }
            self.waited.entry(kind).or_default().push(now - since);
        }
        for (line, kind) in open {
            if !self.open.contains_key(&line) {
                self.month.waits += 1;
                self.month.busy |= !matches!(kind.as_str(), "sheet" | "talks" | "phase");
                self.open.insert(line, Waits { kind, since: now, visits: BTreeMap::new() });
            }
        }
    }
}

/// What is awaited, in a word: a gate of politics, or a phase.
fn kind(what: &What, view: &View) -> String {
    match what {
        What::Envelope(round) => {
            let parts: Vec<&str> = round.split('/').collect();
            match *parts.as_slice() {
                ["politics", _] => "sheet".to_owned(),
                ["politics", _, gate, ..] => gate.to_owned(),
                ["budget", _] => ECONOMIC.to_owned(),
                ["battle", ..] => "battle".to_owned(),
                ["set-up", ..] => "set-up".to_owned(),
                _ => "bids".to_owned(),
            }
        }
        What::Ready | What::Order(_) => match view.step.get(2) {
            Some(step) => step.clone(),
            None => "phase".to_owned(),
        },
    }
}

/// The value that so many of a hundred do not exceed.
fn of_hundred(sorted: &[i64], hundredth: usize) -> i64 {
    let at = (sorted.len() * hundredth).div_ceil(100).max(1) - 1;
    sorted.get(at).copied().unwrap_or_default()
}

/// Tenths of a day.
fn days(seconds: i64) -> String {
    let tenths = seconds * 10 / DAY;
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, busy) in [("quiet months", false), ("months with more than a sheet", true)] {
            let of: Vec<&Month> = self.months.iter().filter(|month| month.busy == busy).collect();
            let line = |name: &str, all: Vec<i64>, written: fn(i64) -> String| {
                let mut all = all;
                all.sort_unstable();
                format!("{name} {} / {}", written(of_hundred(&all, 50)), written(of_hundred(&all, 90)))
            };
            let whole: fn(i64) -> String = |n| n.to_string();
            let took = line("days", of.iter().map(|month| month.took).collect(), days);
            let waits = line("waits", of.iter().map(|month| i64::from(month.waits)).collect(), whole);
            let most = |month: &&Month| i64::from(month.visits.values().max().copied().unwrap_or_default());
            let visits = line("visits of the busiest", of.iter().map(most).collect(), whole);
            writeln!(f, "{} {what}, median / 90 %: {took}, {waits}, {visits}", of.len())?;
        }
        for (kind, waited) in &self.waited {
            let mut all = waited.clone();
            all.sort_unstable();
            let (half, most) = (days(of_hundred(&all, 50)), days(of_hundred(&all, 90)));
            writeln!(f, "{kind}: {} times, days {half} / {most}", all.len())?;
        }
        let mut visits = self.at_quarters_ends.clone();
        visits.sort_unstable();
        if !visits.is_empty() {
            let (half, most) = (of_hundred(&visits, 50), of_hundred(&visits, 90));
            writeln!(f, "visits of the busiest while an economic sheet is asked for: {half} / {most}")?;
        }
        Ok(())
    }
}
