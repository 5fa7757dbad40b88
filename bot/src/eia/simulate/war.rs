//! A war on land on the board that the bot keeps, by players with the sense of stand-ins: what came of it, and how many end how.

use super::Options;
use super::game::Game;
use super::pace::{self, Looks, Pace};
use super::players::Players;
use engine::eia::danube::Side;
use engine::eia::frame::Frame;
use engine::eia::land::phase::{Happened, Order as Land, Outcome};
use engine::eia::slots::sense;
use engine::eia::{Event, Order, Position};
use engine::table::lodged::{Change, Line};
use engine::table::offers::Tone;
use engine::table::secret::Secret;
use engine::table::{By, Offer, SeatId, Stage, Verb, offers};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// Orders after which a war has come to its end, or never will.
const LONGEST: u32 = 5_000;

/// What came of a war, or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct War {
    /// How many were fought.
    pub wars: u32,
    /// How many ended so.
    pub ends: BTreeMap<String, u32>,
    /// Battles, storms, cities that fell.
    pub fights: [u32; 3],
    /// France's points less the allies', of each war.
    pub margins: Vec<i64>,
    /// Factors that are gone, by nation and cause.
    pub gone: BTreeMap<String, u32>,
}

impl War {
    /// What happened next in it.
    pub(super) fn follow(&mut self, event: &Event) {
        match event {
            Event::Land(Happened::Engaged { battle: Some(_), .. }) => self.fights[0] += 1,
            Event::Land(Happened::Stormed(_)) => self.fights[1] += 1,
            Event::Land(Happened::Fell { .. }) => self.fights[2] += 1,
            Event::Land(Happened::Won(won)) => {
                self.wars += 1;
                let end = match won.outcome {
                    Outcome::Decisive => "France wins decisively",
                    Outcome::France => "France wins",
                    Outcome::Drawn => "drawn",
                    Outcome::Allies => "Austria and Russia win",
                };
                *self.ends.entry(end.to_owned()).or_default() += 1;
                self.margins.push(won.count.of(Side::France) - won.count.of(Side::Allies));
            }
            _ => {}
        }
    }

    /// What is gone, out of the position at the end.
    pub(super) fn counts(&mut self, now: &Position) {
        for (owner, by_cause) in &now.land.gone {
            for (cause, factors) in by_cause {
                let cause = json!(cause).as_str().unwrap_or_default().to_owned();
                *self.gone.entry(format!("{owner}, {cause}")).or_default() += factors;
            }
        }
    }

    /// Both together.
    pub(super) fn and(mut self, other: War) -> War {
        self.wars += other.wars;
        for (sum, of) in self.fights.iter_mut().zip(other.fights) {
            *sum += of;
        }
        for (counts, of) in [(&mut self.ends, other.ends), (&mut self.gone, other.gone)] {
            for (what, n) in of {
                *counts.entry(what).or_default() += n;
            }
        }
        self.margins.extend(other.margins);
        self.margins.sort_unstable();
        self
    }
}

impl fmt::Display for War {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, n) in &self.ends {
            writeln!(f, "{n:>6} {what}")?;
        }
        let [battles, storms, fallen] = self.fights;
        writeln!(f, "{battles} battles, {storms} storms, {fallen} cities that fell")?;
        let margins: Vec<String> = self.margins.iter().map(ToString::to_string).collect();
        writeln!(f, "France's points less the allies': {}", margins.join(" "))?;
        for (what, n) in &self.gone {
            writeln!(f, "{n:>6} factors gone: {what}")?;
        }
        Ok(())
    }
}

/// Plays a war to its end: everybody lets his slots wait for him, orders in them what a stand-in would, and fills in what is usual.
pub(super) fn play(game: &mut Game, players: &mut Players, persons: u32) -> Result<(), String> {
    for _ in 0..LONGEST {
        if game.stage() == Stage::Closed {
            return Ok(());
        }
        let mut acted = false;
        for person in 1..=persons {
            acted |= acts(game, players, person, orders)?;
        }
        if !acted && !game.gives_as(By::Bot, Verb::Tick) {
            break;
        }
    }
    Err(format!("Nothing happens any more at {}.", game.view().step.join(" · ")))
}

/// Plays a war to its end by players who look in on their own time: they lodge what a stand-in would, and no slot waits.
pub(super) fn paced(
    options: &Options,
    looks: Looks,
    game: &mut Game,
    players: &mut Players,
) -> Result<Pace, String> {
    pace::paced(options, looks, game, players, |game, players, person| {
        let before = game.lines();
        let mut did = false;
        while game.stage() != Stage::Closed {
            let acted = acts(game, players, person, lodges)?;
            did |= acted;
            // What is lodged is carried out, and the clock has its say.
            let then = game.lines();
            game.gives_as(By::Bot, Verb::Tick);
            if !acted && game.lines() == then {
                break;
            }
        }
        Ok(did && game.lines() > before)
    })
}

/// One thing that brings play forward, by a player, who `orders` before it; whether there was any.
fn acts(
    game: &mut Game,
    players: &mut Players,
    person: u32,
    orders: impl Fn(&mut Game, &mut Players, u32) -> Result<(), String>,
) -> Result<bool, String> {
    let view = game.view_for(person);
    let mut onward = offers(&view).into_iter().filter(|offer| offer.tone == Tone::Onward);
    let Some(offer) = onward.next() else { return Ok(false) };
    orders(game, players, person)?;
    let filled = filled(&offer, players);
    let verb = offer.taken(&filled, players.salt()).map_err(|why| why.says.to_string())?;
    game.must(person, verb)?;
    Ok(true)
}

fn filled(offer: &Offer, players: &mut Players) -> Value {
    let mut filled = Map::new();
    for field in &offer.fields {
        let value = match &field.usual {
            Some(usual) => usual.clone(),
            None if field.name == "through" => json!("step"),
            None if field.required => field.kind.pick(&mut |n| players.below(n)),
            None => continue,
        };
        filled.insert(field.name.clone(), value);
    }
    Value::Object(filled)
}

/// The orders of a player's powers: that their slots wait for him, and when they do what he sees to be best.
fn orders(game: &mut Game, players: &mut Players, person: u32) -> Result<(), String> {
    let view = game.view_for(person);
    let Some(now) = view.game.of::<Position>() else { return Ok(()) };
    for power in now.choice.powers_of(&SeatId::numbered(person)) {
        if !now.land.waits.contains(&power) {
            game.must(person, ordered(&Order::Land(Land::Wait { power, on: true }))?)?;
        }
        let is_open = now.frames.any(|frame| *frame == Frame::Slot(power)) && now.land.moved.is_empty();
        let Some(holder) = now.slot_of(power).filter(|_| is_open) else { continue };
        for order in sense::lodges(&now, &holder, &mut |n| players.below(n)) {
            game.must(person, ordered(&order)?)?;
        }
    }
    Ok(())
}

/// What a player lodges for the slots of his powers where the month gathers its orders.
fn lodges(game: &mut Game, players: &mut Players, person: u32) -> Result<(), String> {
    let view = game.view_for(person);
    let Some(now) = view.game.of::<Position>() else { return Ok(()) };
    if !now.frames.any(|frame| *frame == Frame::Orders) {
        return Ok(());
    }
    for power in now.choice.powers_of(&SeatId::numbered(person)) {
        let Some(holder) = now.slot_of(power) else { continue };
        let orders = sense::lodges(&now, &holder, &mut |n| players.below(n));
        let lines = orders.iter().map(|order| Ok(Line::order(serde_json::to_value(order)?, Vec::new())));
        let lines = lines.collect::<Result<Vec<_>, serde_json::Error>>().map_err(|why| why.to_string())?;
        let (power, change) = (Some(power.key().to_owned()), Change::Several { lines, instead: true });
        game.must(person, Verb::Lodge { power, change, salt: Secret::new(players.salt()) })?;
    }
    Ok(())
}

fn ordered(order: &Order) -> Result<Verb, String> {
    serde_json::to_value(order).map(Verb::Game).map_err(|why| why.to_string())
}
