//! The post of a slot: who marched where, men left in cities, depots, who starved. It is made from the record, since what was lodged is carried
//! out line by line.

use super::army::lives;
use super::{area, by_nation, corps_named, corps_said, depot, leader, nation};
use crate::months;
use crate::seen::{happened, position};
use eia::Event;
use eia::land::phase::{Fed, Happened, How};
use eia::powers::Power;
use table::{Entry, TableEvent};
use table_commands::message::{Embed, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::say;

/// The power whose slot's marches are over with an entry: its combats begin.
pub(crate) fn over(entry: &Entry) -> Option<Power> {
    let Some(TableEvent::FrameOpened { path, .. }) = entry.table_event() else { return None };
    let word = path.last()?.strip_prefix("combats-")?.replace('-', "_");
    Power::by_key(&word)
}

/// What happened on land in an entry.
fn land(entry: &Entry) -> Option<Happened> {
    match happened(entry)? {
        Event::Land(happened) => Some(happened),
        _ => None,
    }
}

/// The post, out of the record up to what followed by itself; `None` where nothing of it is worth a post.
pub(crate) fn post(scene: &Scene<'_>, entries: &[Entry], power: Power) -> Option<Message> {
    let is_begin = |entry: &Entry| matches!(land(entry), Some(Happened::SlotBegan { power: of }) if of == power);
    let from = entries.iter().rposition(is_begin)?;
    let slot: Vec<Happened> = entries[from..].iter().filter_map(land).collect();
    let (mut marches, mut rest) = (Vec::new(), Vec::new());
    for happened in &slot {
        marches.extend(moved(happened, power));
        rest.extend(after(happened, power));
    }
    let month = position(&scene.public).and_then(|now| now.month()).map(months::month).unwrap_or_default();
    let head = if marches.is_empty() {
        say!("**{}**, {}: nobody marches.", power, month)
    } else {
        say!("**{} marches**, {}.", power, month)
    };
    let mut embed = Embed::new("", clip(&marches.join("\n"), 3_000)).colour(power.colour());
    if marches.is_empty() {
        embed.description = None;
    }
    if !rest.is_empty() {
        embed = embed.field(&say!("Bread and forage"), clip(&rest.join("\n"), 1_000));
    }
    let line = entries[from].line.map_or(0, |(line, _)| line);
    Some(Message::text(head).with(embed.footer(&scene.record())).buttons(vec![
        scene.button(Look::Secondary, &say!("Map"), 0, "map/own"),
        scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
        table_commands::present::votes::why_button(scene, line),
    ]))
}

/// What of a slot is a march or a depot.
fn moved(happened: &Happened, power: Power) -> Option<String> {
    Some(match happened {
        Happened::Marched { corps, way, leaves, inside, .. } => {
            let way: Vec<String> = way.iter().map(|at| area(*at)).collect();
            let who = by_nation(corps);
            let mut says = match (way.is_empty(), inside) {
                (true, true) => say!("{} into the city", who),
                (true, false) => say!("{} where they stand", who),
                (false, false) => say!("{} → {}", who, way.join(" → ")),
                (false, true) => say!("{} → {}, into the city", who, way.join(" → ")),
            };
            for left in leaves {
                says = say!("{}; {} left at {}", says, left.men, area(left.at));
            }
            says
        }
        Happened::CameOut { corps, .. } => say!("{} come out of the city", by_nation(corps)),
        // Where the one stood that is taken off the event does not say.
        Happened::DepotMoved { on: Some((_, at)), off: Some(_), .. } => say!("a depot goes to {}", area(*at)),
        Happened::DepotMoved { on: Some((_, at)), off: None, .. } => depot(None, Some(*at)),
        Happened::DepotMoved { on: None, .. } => say!("a depot is taken off"),
        Happened::DepotTaken { depot, by, .. } => {
            say!("{} burns a depot of {}", *by, nation(depot.owner()))
        }
        Happened::Joined { leader: who, corps, .. } => {
            say!("{} joins {}", leader(*who), corps_named(*corps, power))
        }
        _ => return None,
    })
}

/// What of a slot is supply.
fn after(happened: &Happened, power: Power) -> Vec<String> {
    match happened {
        Happened::Fed { fed, power: of, .. } if *of == power => fed_lines(fed, power),
        Happened::Emptied { corps, .. } => vec![say!("**{} is off the map**: hunger took its last factor", corps_said(*corps))],
        _ => Vec::new(),
    }
}

/// How corps were fed: those that fared alike together, each that rolled with its die.
fn fed_lines(fed: &[Fed], power: Power) -> Vec<String> {
    let mut lines = Vec::new();
    let named = |of: &[&Fed]| of.iter().map(|fed| corps_named(fed.corps, power)).collect::<Vec<_>>().join(", ");
    let depots: Vec<&Fed> = fed.iter().filter(|fed| matches!(fed.how, How::Depot { .. })).collect();
    let quarters: Vec<&Fed> = fed.iter().filter(|fed| matches!(fed.how, How::Quarters)).collect();
    if !depots.is_empty() {
        lines.push(say!("Fed by depots: {}", named(&depots)));
    }
    if !quarters.is_empty() {
        lines.push(say!("In quarters: {}", named(&quarters)));
    }
    for one in fed {
        let How::Forage { value, die, lost, .. } = &one.how else { continue };
        let who = corps_named(one.corps, power);
        lines.push(match (die, lost) {
            (Some(die), 0) => say!("{} forages at {}: {}, nobody starves", who, *value, *die),
            (Some(die), lost) => say!("{} forages at {}: {}, **{} starve**", who, *value, *die, *lost),
            (None, _) => format!("{who}: {}", lives(&one.how)),
        });
    }
    lines
}
