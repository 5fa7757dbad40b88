//! The war on land that the bot keeps: what a player with sixteen corps is offered, and what a march comes to, from a warm process.

use crate::figures::{Table, ms, timed};
use crate::play::Played;
use commands::eia::map::present::arrows::{Arrow, window_of};
use commands::eia::map::present::flags::Flag;
use commands::eia::map::present::picture::{View, picture};
use engine::eia::land::phase::Happened;
use engine::eia::land::{foreseen::foreseen, march};
use engine::eia::oob::Control;
use engine::eia::pieces::{CorpsId, Owner};
use engine::eia::powers::Power;
use engine::eia::slots::sense;
use engine::eia::{EmpiresInArms, Event, Position, danube};
use engine::table::{By, Campaign, Entry, Verb, Word, offers};
use serde_json::{Value, json};
use std::time::Duration;

/// Goals.
const ENDS: Duration = Duration::from_millis(2);
const OFFERS: Duration = Duration::from_millis(20);
const DRAFT: Duration = Duration::from_millis(200);

/// Corps of the player.
const CORPS: usize = 16;

/// A war of two in which all armies are set up as in history, and France has sixteen corps.
fn war() -> Result<Campaign, String> {
    let mut played = Played::founded(7, danube::KEY, 2)?;
    for person in [1, 2] {
        let word = Word::read("rain").map_err(|refusal| refusal.to_string())?;
        played.give(By::Person(person), Verb::Join { word })?;
    }
    played.give(By::Person(1), Verb::Start)?;
    for person in [1, 2] {
        let round = "set-up/armies".to_owned();
        let seal = Verb::sealing(&round, &json!({})).map_err(|refusal| refusal.to_string())?;
        played.give(By::Person(person), seal)?;
        played.give(By::Person(person), Verb::Final { round })?;
    }
    let mut campaign = played.campaign;
    let now = position(&campaign)?;
    let own = march::corps_of(now, Power::France).count();
    let more = CorpsId::all(danube::KEY)
        .filter(|id| id.owner() == Owner::Power(Power::France) && !now.pieces.corps.contains_key(id))
        .take(CORPS.saturating_sub(own));
    let arrive: Vec<Value> = more.map(|id| json!({"corps": id.key(), "at": "strasbourg"})).collect();
    let month = now.month().map(|month| month.to_string()).unwrap_or_default();
    let arrived = json!({"k": "arrived", "month": month, "corps": arrive, "rules": []});
    let arrived: Happened = serde_json::from_value(arrived).map_err(|e| e.to_string())?;
    let e = serde_json::to_value(Event::Land(arrived)).map_err(|e| e.to_string())?;
    let entry = Entry {
        at: crate::play::NOW,
        by: By::Bot,
        event: engine::table::Event::Game { e },
        secrets: Vec::new(),
        line: None,
        public: String::new(),
    };
    campaign.apply(&entry).map_err(|unreadable| unreadable.to_string())?;
    Ok(campaign)
}

fn position(campaign: &Campaign) -> Result<&Position, String> {
    campaign.play.game.position::<EmpiresInArms>().ok_or_else(|| "It is another game.".to_owned())
}

/// The slowest of a work on each of some things.
fn slowest<T: Copy>(times: usize, all: &[T], work: impl Fn(T)) -> Duration {
    all.iter().map(|one| timed(times, || work(*one)).0).max().unwrap_or_default()
}

/// A picture with an arrow for each corps.
fn drawn(now: &Position, corps: &[CorpsId]) -> Option<View> {
    let arrow = |(id, number): (&CorpsId, usize)| {
        let from = now.pieces.corps.get(id)?.stand.area()?;
        let way = march::ends(now, *id).pop()?;
        Some(Arrow { number, way: std::iter::once(from).chain(way).collect(), is_draft: number == 1 })
    };
    let arrows: Vec<Arrow> = corps.iter().zip(1..).filter_map(arrow).collect();
    let flag = |(id, on_map): (&CorpsId, &engine::eia::pieces::Corps)| {
        let place = on_map.stand.area()?.key().to_owned();
        Some(Flag { power: now.commands(id.owner())?, text: id.name().to_owned(), place })
    };
    let flags = now.pieces.corps.iter().filter_map(flag).collect();
    let control = Control::of(danube::KEY);
    Some(View { flags, numbers: true, arrows: arrows.clone(), ..View::of(window_of(&arrows)?, control) })
}

/// Each so many times.
///
/// # Errors
/// A sentence where the war does not come to be.
pub fn run(times: usize) -> Result<String, String> {
    let campaign = war()?;
    let now = position(&campaign)?;
    let corps: Vec<CorpsId> = march::corps_of(now, Power::France).collect();
    let ends = slowest(times, &corps, |id| _ = std::hint::black_box(march::ends(now, id)));
    let view = campaign.view_for(By::Person(1), false);
    let (offered, all) = timed(times, || offers(&view).len());
    let holder = now.slot_of(Power::France).ok_or("Nobody plays France.")?;
    let (lodged, _) = timed(times, || sense::lodges(now, &holder, &mut |_| 0).len());
    let first = *corps.first().ok_or("France has no corps.")?;
    let way = march::ends(now, first).pop().ok_or("It cannot march.")?;
    let comes_to =
        march::check(now, Power::France, &[first], &way, &[], false).map_err(|no| no.to_string())?;
    let order =
        engine::eia::land::phase::Order::March { corps: vec![first], way, leaves: Vec::new(), inside: false };
    let thought = [(order, comes_to)];
    let (seen, _) = timed(times, || foreseen(now, Power::France, &thought));
    let view = drawn(now, &corps).ok_or("There is no march to draw.")?;
    picture(&view)?;
    let (draft, _) = timed(times, || picture(&view).map(|png| png.len()));
    let mut table = Table::new(
        &format!("The war on land: {} corps of one player, {all} offers (milliseconds)", corps.len()),
        &["median", "of the goal"],
    );
    let rows = [
        ("legal ends, the slowest corps", ends, Some(ENDS)),
        ("all offers of the seat", offered, Some(OFFERS)),
        ("a draft with an arrow a corps", draft, Some(DRAFT)),
        ("what a march comes to", seen, None),
        ("what a stand-in lodges", lodged, None),
    ];
    for (name, time, goal) in rows {
        let of = goal.map_or(0.0, |goal| time.as_secs_f64() / goal.as_secs_f64());
        table.row(name, &[ms(time), of]);
    }
    for (name, time, goal) in rows {
        if let Some(goal) = goal {
            table.goal(&format!("{name}: {:.2} ≤ {:.0} ms", ms(time), ms(goal)), time <= goal);
        }
    }
    Ok(table.told())
}
