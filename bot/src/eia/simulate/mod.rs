//! `chancery simulate`: a campaign of Empires in Arms from its founding to the final count, by players who take what is offered, on a board
//! that follows from the same seed. The same seed gives the same record, byte for byte.

mod crimea;
pub mod economic;
mod figures;
mod game;
mod many;
mod overrun;
pub mod pace;
mod peace;
mod players;
mod war;
mod world;

pub use engine::eia::economy::books::Accounts;
pub use figures::Figures;
pub use many::{Tally, many};
pub use pace::{Looks, Pace};
pub use war::War;

use engine::eia::Position;
use engine::eia::scenario;
use engine::table::act::{Act, Through};
use engine::table::frames::What;
use engine::table::verify::verify;
use engine::table::{By, Stage, Verb, View};
use game::Game;
use players::Players;
use std::io::Write;
use std::sync::Arc;
use world::World;

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The scenario, by its key.
    pub scenario: String,
    /// All chance follows from it.
    pub seed: [u8; 32],
    /// How many players; each has a power, and what is left over nobody plays; in a war on land all powers are somebody's.
    pub players: u32,
    /// After how many months it ends, where it has not before.
    pub months: Option<u32>,
    /// How the players look in, where their time counts; else everybody is there all the time.
    pub looks: Option<Looks>,
    /// Switches that stand so, by key and way, whatever the seed says of them.
    pub switches: Vec<(String, String)>,
}

impl Options {
    /// Whether so many months were played as were asked for.
    fn are_played(&self, now: Option<&Position>) -> bool {
        let played = |most: u32| now.and_then(|now| Some(now.month()?.since(now.begins) >= most));
        self.months.and_then(played).unwrap_or(false)
    }
}

/// The steps without anything happening after which a game is called a dead end.
const STILL: u32 = 200;

/// Plays a campaign.
///
/// # Errors
/// A sentence: what is no scenario or no number of players, or where play came to a dead end, or what is wrong in the record.
pub fn simulate(options: &Options) -> Result<(Figures, Vec<u8>), String> {
    let scenario = scenario::by_key(&options.scenario).ok_or_else(|| {
        let keys: Vec<&str> = scenario::all().iter().map(|scenario| scenario.key.as_str()).collect();
        format!("\"{}\" is no scenario. There are {}.", options.scenario, keys.join(", "))
    })?;
    let (least, most) = match scenario.players() {
        players if scenario.keeps_land => players,
        (_, most) => (1, most),
    };
    if !(least..=most).contains(&options.players) {
        return Err(format!("A campaign of {} has {least} to {most} players.", scenario.title));
    }
    let mut players = Players::of_seed(&options.seed);
    let mut game = Game::founded(options, &mut players)?;
    if scenario.keeps_land {
        let pace = match options.looks {
            Some(looks) => Some(war::paced(options, looks, &mut game, &mut players)?),
            None => {
                war::play(&mut game, &mut players, options.players)?;
                None
            }
        };
        let now = game.position();
        let (mut figures, record) = game.told()?;
        now.iter().for_each(|now| figures.war.counts(now));
        return verified((figures, record), pace);
    }
    let mut world = World::new(&options.scenario, &mut players);
    let pace = match options.looks {
        Some(looks) => Some(pace::play(options, looks, &mut game, &mut players, &mut world)?),
        None => {
            at_once(options, &mut game, &mut players, &mut world)?;
            None
        }
    };
    verified(game.told()?, pace)
}

/// What came of a campaign, with its record, which is right.
fn verified((figures, record): (Figures, Vec<u8>), pace: Option<Pace>) -> Result<(Figures, Vec<u8>), String> {
    verify(&record, &[])
        .map_err(|wrong| format!("The record is wrong at line {}: {}", wrong.line, wrong.why))?;
    Ok((Figures { pace, ..figures }, record))
}

/// Everybody is there all the time, and does what is asked one after another.
fn at_once(
    options: &Options,
    game: &mut Game,
    players: &mut Players,
    world: &mut World,
) -> Result<(), String> {
    let mut still = 0;
    while game.stage() != Stage::Closed {
        let view = game.view();
        let now = position_of(&view);
        if options.are_played(now.as_deref()) {
            break;
        }
        let before = game.lines();
        step(game, players, world, (&view, now.as_deref()))?;
        still = if game.lines() == before { still + 1 } else { 0 };
        if still > STILL {
            return Err(format!("Nothing happens any more at {}.", game.view().step.join(" · ")));
        }
    }
    Ok(())
}

/// A player seals what is asked of him in a round, and makes it Final; whether that was taken.
fn sealed(
    game: &mut Game,
    players: &mut Players,
    world: &World,
    (person, own): (u32, &View),
    round: &str,
) -> Result<bool, String> {
    if let Some(verb) = players.seals(own, round, world) {
        game.must(person, verb)?;
    }
    Ok(game.gives(person, Verb::Final { round: round.to_owned() }))
}

/// Now and then a player does something that the step of play allows.
fn acts_in(game: &mut Game, players: &mut Players, person: u32) {
    if !players.is_about_to_act() {
        return;
    }
    if let Some(verb) = players.acts(&game.view_for(person)) {
        game.gives(person, verb);
    }
}

/// Somebody does what is awaited of him.
fn step(
    game: &mut Game,
    players: &mut Players,
    world: &mut World,
    (view, now): (&View, Option<&Position>),
) -> Result<(), String> {
    for round in &view.rounds {
        for (seat, done) in &round.asked {
            let Some(person) = seat.number().filter(|_| !done) else { continue };
            let own = game.view_for(person);
            sealed(game, players, world, (person, &own), &round.round)?;
            return Ok(());
        }
    }
    if let Some(now) = now {
        world.looks(game, players, &view.step, now);
    }
    let ready = view.awaited.iter().find(|awaited| awaited.what == What::Ready && !awaited.held);
    let Some(ready) = ready else {
        game.gives_as(By::Bot, Verb::Tick);
        return Ok(());
    };
    let asked: Vec<u32> =
        ready.asked.iter().filter(|(_, done)| !done).filter_map(|(seat, _)| seat.number()).collect();
    if players.is_weary() {
        game.ends_by_vote(players);
        return Ok(());
    }
    for person in &asked {
        acts_in(game, players, *person);
    }
    for person in asked {
        game.gives(person, Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None });
    }
    Ok(())
}

/// Plays one and writes what came of it.
///
/// # Errors
/// A sentence, as of [`simulate`], and where nothing can be written.
pub fn run(options: &Options, record: Option<&std::path::Path>, out: &mut dyn Write) -> Result<(), String> {
    let begun = std::time::Instant::now();
    let (figures, bytes) = simulate(options)?;
    let seconds = begun.elapsed().as_secs_f32();
    if let Some(path) = record {
        std::fs::write(path, &bytes)
            .map_err(|why| format!("{} cannot be written: {why}.", path.display()))?;
    }
    writeln!(out, "{figures}{:.1} seconds, {} bytes of record, verified", seconds, bytes.len())
        .map_err(|why| why.to_string())
}

/// Plays many on all cores and writes what came of them.
///
/// # Errors
/// A sentence, as of [`many`], and where nothing can be written.
pub fn run_many(options: &Options, campaigns: u32, out: &mut dyn Write) -> Result<(), String> {
    let begun = std::time::Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let tally = many(options, campaigns, threads)?;
    let seconds = begun.elapsed().as_secs_f32();
    writeln!(out, "{tally}{seconds:.0} seconds on {threads} threads").map_err(|why| why.to_string())
}

/// The position of Empires in Arms in a view.
fn position_of(view: &View) -> Option<Arc<Position>> {
    view.game.of::<Position>()
}
