//! Who has an area now, where players told that it is another than at the start: hatching on the map, and a post when it is told.

use super::flags::called;
use super::ground::tint;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::ground::Ground;
use eia::map::AreaId;
use eia::powers::Power;
use eia::told::control::{Happened, on_the_map};
use eia::{Event, Position};
use std::fmt::Write as _;
use table_commands::message::Message;
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// The words of this subject.
pub(crate) struct Holders;

impl Subject for Holders {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        if let Event::Control(happened) = &made.happened {
            told(made.scene, posts, happened);
        }
    }
}

/// How much of the hatching is colour, and how wide a line of it is with the room behind it, in pixels.
const LINE: u32 = 9;
const STEP: u32 = 18;

/// The areas of this program's map of which it was told who has them, as everybody sees it.
#[must_use]
pub fn held(scene: &Scene<'_>) -> Vec<(AreaId, Power)> {
    let Some(position) = position(&scene.public) else { return Vec::new() };
    if position.keeps_land() { in_the_war(&position) } else { on_the_map(&position) }
}

/// The areas of the war whose city another power holds than has the land.
pub(crate) fn in_the_war(now: &Position) -> Vec<(AreaId, Power)> {
    let ground = Ground::of(now);
    let provinces = &eia::danube::numbers().provinces;
    let cities =
        AreaId::all().filter(|at| at.on_map().city.is_some() && provinces.contains(&at.on_map().province));
    let held = cities.filter_map(|at| Some((at, ground.holder(at)?)));
    held.filter(|(at, power)| now.held(at.on_map().province).by() != Some(*power)).collect()
}

/// The name of the hatching in a power's colour, in a drawing that has its pattern.
pub(crate) fn hatching(power: Power) -> String {
    format!("url(#held-{})", power.key())
}

/// The pattern of the hatching in a power's colour. `unit` is a pixel in units of the drawing.
pub(crate) fn pattern(svg: &mut String, power: Power, unit: f32) {
    // The other way than the stripes of free states, on a ground from which every power's colour stands out: Austria's is white.
    let (ground, part) = if power == Power::Austria { ("#4A3727", "0.6") } else { ("#FBF5E4", "0.55") };
    let _ = write!(
        svg,
        "<pattern id=\"held-{}\" patternUnits=\"userSpaceOnUse\" width=\"{:.3}\" height=\"{:.3}\" viewBox=\"0 0 {STEP} {STEP}\" patternTransform=\"rotate(-45)\"><rect width=\"{STEP}\" height=\"{STEP}\" fill=\"{ground}\" fill-opacity=\"{part}\"/><rect width=\"{LINE}\" height=\"{STEP}\" fill=\"{}\"/></pattern>",
        power.key(),
        f64::from(STEP) * f64::from(unit),
        f64::from(STEP) * f64::from(unit),
        tint(power, if power == Power::Austria { 100 } else { 75 })
    );
}

/// It was told who has a place.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, happened: &Happened) {
    let says = match happened {
        Happened::ControlTold { place, power } => {
            let before = scene.before.as_deref().and_then(position);
            let from = before.and_then(|before| before.control.get(place).copied());
            let power = crate::names::called(power);
            match from {
                Some(from) => say!("**{}** has {} now, which {} had.", power, called(place), from),
                None => say!("**{}** has {} now.", power, called(place)),
            }
        }
        Happened::ControlDropped { place } => say!("{} is again as the map has it.", called(place)),
    };
    posts.reply = Message::text(says.clone());
    posts.council("control", Message::text(says));
}
