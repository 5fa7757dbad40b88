//! The map: paths over land and sea, and pictures, from a warm process.

use crate::figures::{Table, median, ms, timed};
use commands::eia::map::present::frame::Window;
use commands::eia::map::present::picture::{View, picture};
use engine::eia::map::pack::MOST_AREAS;
use engine::eia::map::{AreaId, Arrows, Berth, Era, find, home_provinces, land_path, sea_path};
use engine::eia::oob::Control;
use engine::eia::packs::Laid;
use engine::eia::powers::Power;
use std::sync::Arc;
use std::time::Duration;

/// Goals.
const WHOLE: Duration = Duration::from_millis(400);
const REGION: Duration = Duration::from_millis(150);
const PATH: Duration = Duration::from_micros(20);

/// Paths of a run, so that a single one can be timed.
const MANY: u32 = 2_000;

/// A group's own map of as many areas as one may have, as it lies in a campaign.
fn large_pack() -> Laid {
    let areas: String = (0..MOST_AREAS).map(|n| format!("Moor {n}\n")).collect();
    Laid::from(Arc::<str>::from(format!("area\n{areas}")))
}

fn area(key: &str) -> Result<AreaId, String> {
    AreaId::by_key(key).ok_or_else(|| format!("The map has no {key}."))
}

/// The times of paths and of names found.
struct Ways {
    near: Duration,
    far: Duration,
    sea: Duration,
    found: Duration,
    typed: Duration,
}

/// Looks for ways and names, so many times each.
fn ways(times: usize) -> Result<Ways, String> {
    let (paris, vienna, moscow) = (area("paris")?, area("vienna")?, area("moscow")?);
    let (portsmouth, odessa) = (Berth::Port(area("portsmouth")?), Berth::Port(area("odessa")?));
    let each = |work: &dyn Fn() -> bool| -> Result<Duration, String> {
        let (time, found) = timed(times, || (0..MANY).all(|_| std::hint::black_box(work())));
        if found { Ok(time / MANY) } else { Err("There is no such way.".to_owned()) }
    };
    let near = each(&|| land_path(paris, vienna, Arrows::HOUSE, |_| true).is_some())?;
    let far = each(&|| land_path(paris, moscow, Arrows::HOUSE, |_| true).is_some())?;
    let sea = each(&|| sea_path(portsmouth, odessa, |_| true).is_some())?;
    let found = each(&|| !find("sankt").is_empty())?;

    let pack = large_pack();
    let typed = each(&|| pack.clone().board().is_some_and(|board| !board.find("moor 19").is_empty()))?;
    Ok(Ways { near, far, sea, found, typed })
}

/// A picture of a part of the map, with nothing on it but what is printed.
fn view(window: Window, about: Option<AreaId>) -> View {
    View { about, ..View::of(window, Control::default()) }
}

/// How long a picture took, and its size in bytes.
type Drawn = (Duration, usize);

/// Draws the pictures that are asked for most, so many times each; each with its name.
fn pictures(times: usize) -> Result<[(&'static str, Drawn); 4], String> {
    let (paris, vienna) = (area("paris")?, area("vienna")?);
    let home = Window::of_provinces(&home_provinces(Power::Turkey, Era::Empires));
    let home = home.ok_or("Turkey has no provinces.")?;
    let drawn = |view: &View| -> Result<Drawn, String> {
        picture(view)?;
        let (time, png) = timed(times, || picture(view));
        Ok((time, png?.len()))
    };
    Ok([
        ("whole map", drawn(&view(Window::whole(), None))?),
        ("around a place", drawn(&view(Window::around_area(paris), None))?),
        ("an area's card", drawn(&view(Window::of_card(vienna), Some(vienna)))?),
        ("home of a power", drawn(&view(home, None))?),
    ])
}

/// The time of a picture on ground that was not drawn before: each of these is another part of the map.
fn fresh() -> Result<Duration, String> {
    let mut fresh = Vec::new();
    for area in AreaId::all().step_by(40) {
        let view = view(Window::of_card(area), Some(area));
        let (time, png) = timed(1, || picture(&view));
        png?;
        fresh.push(time);
    }
    Ok(median(&fresh))
}

/// Paths and pictures, so many times each.
///
/// # Errors
/// A sentence where a place is missing or a picture cannot be drawn.
pub fn run(times: usize) -> Result<String, String> {
    let Ways { near, far, sea, found, typed } = ways(times)?;
    let pictures = pictures(times)?;
    let fresh = fresh()?;

    let mut table = Table::new("The map, from a warm process", &["ms", "KB", "÷ a path"]);
    let ratio = |time: Duration| time.as_secs_f64() / near.as_secs_f64();
    for (name, time) in [
        ("Paris to Vienna", near),
        ("Paris to Moscow", far),
        ("Portsmouth to Odessa by sea", sea),
        ("a name found", found),
        ("a name found on a pack of 2,000 areas", typed),
    ] {
        table.row(name, &[ms(time), 0.0, ratio(time)]);
    }
    for (name, (time, bytes)) in pictures {
        table.row(name, &[ms(time), bytes as f64 / 1024.0, ratio(time)]);
    }
    table.row("a card on new ground", &[ms(fresh), 0.0, ratio(fresh)]);
    let (whole, region) = (pictures[0].1.0, pictures[1].1.0.max(pictures[2].1.0).max(fresh));
    let longest = near.max(far).max(sea);
    table.goal(&format!("a path {:.1} < 20 µs", ms(longest) * 1e3), longest < PATH);
    table.goal(&format!("whole map {:.0} < 400 ms", ms(whole)), whole < WHOLE);
    table.goal(&format!("a region {:.0} < 150 ms", ms(region)), region < REGION);
    Ok(table.told())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn it_tells_paths_and_pictures() {
        let told = super::run(1).unwrap();
        assert!(told.contains("a path") && told.contains("whole map") && told.contains("a region"), "{told}");
    }
}
