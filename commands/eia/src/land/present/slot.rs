//! The post of a slot: who marched where, men left in cities, depots, who starved. It is made from the record, since what was lodged is carried
//! out line by line.

use super::{area, corps_named, corps_said, depot, leader, nation, without_corps};
use crate::months;
use crate::seen::{happened, position};
use eia::Event;
use eia::land::phase::{Fed, Happened, How, Leaves};
use eia::map::AreaId;
use eia::months::Month;
use eia::pieces::CorpsId;
use eia::powers::Power;
use table::{Entry, TableEvent};
use table_commands::message::{Embed, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::say;

/// The month and the power whose slot's marches are over with an entry: its combats begin.
pub(crate) fn over(entry: &Entry) -> Option<(Month, Power)> {
    let Some(TableEvent::FrameOpened { path, .. }) = entry.table_event() else { return None };
    let word = path.last()?.strip_prefix("combats-")?.replace('-', "_");
    Some((Month::try_from(path.first()?.clone()).ok()?, Power::by_key(&word)?))
}

/// What happened on land in an entry.
fn land(entry: &Entry) -> Option<Happened> {
    match happened(entry)? {
        Event::Land(happened) => Some(happened),
        _ => None,
    }
}

/// Corps that went one way, those of several orders together where they left nobody on it.
struct Gone {
    corps: Vec<CorpsId>,
    way: Vec<AreaId>,
    leaves: Vec<Leaves>,
    inside: bool,
}

/// What happened in a slot before its combats, in lines.
#[derive(Default)]
struct Slot {
    gone: Vec<Gone>,
    rest: Vec<String>,
    fed: Vec<String>,
    /// Whether a corps starved to the last factor, so that leaders may stand alone.
    emptied: bool,
}

impl Slot {
    fn has(&mut self, happened: &Happened, power: Power) {
        match happened {
            Happened::Marched { corps, way, leaves, inside, .. } => {
                let alike = |one: &&mut Gone| {
                    one.way == *way && one.inside == *inside && one.leaves.is_empty() && leaves.is_empty()
                };
                if let Some(one) = self.gone.iter_mut().find(alike) {
                    one.corps.extend(corps);
                    return;
                }
                let (corps, way, leaves) = (corps.clone(), way.clone(), leaves.clone());
                self.gone.push(Gone { corps, way, leaves, inside: *inside });
            }
            Happened::CameOut { corps, .. } => {
                self.rest.push(say!("{} come out of the city", named(corps, power)));
            }
            // Where the one stood that is taken off the event does not say.
            Happened::DepotMoved { on: Some((_, at)), off: Some(_), .. } => {
                self.rest.push(say!("a depot goes to {}", area(*at)));
            }
            Happened::DepotMoved { on: Some((_, at)), off: None, .. } => {
                self.rest.push(depot(None, Some(*at)))
            }
            Happened::DepotMoved { on: None, .. } => self.rest.push(say!("a depot is taken off")),
            Happened::DepotTaken { .. } => self.rest.extend(depot_taken(happened)),
            Happened::Joined { leader: who, corps, .. } => {
                self.rest.push(say!("{} joins {}", leader(*who), corps_named(*corps, power)));
            }
            Happened::Fed { fed, power: of, .. } if *of == power => self.fed.extend(fed_lines(fed, power)),
            Happened::Emptied { corps, .. } => {
                self.fed.push(say!("**{} is off the map**: hunger took its last factor", corps_said(*corps)));
                self.emptied = true;
            }
            _ => {}
        }
    }

    fn marches(&self, power: Power) -> Vec<String> {
        let line = |gone: &Gone| {
            let way: Vec<String> = gone.way.iter().map(|at| area(*at)).collect();
            let who = named(&gone.corps, power);
            let says = match (way.is_empty(), gone.inside) {
                (true, true) => say!("{} into the city", who),
                (true, false) => say!("{} where they stand", who),
                (false, false) => format!("{who} → {}", way.join(" → ")),
                (false, true) => say!("{} → {}, into the city", who, way.join(" → ")),
            };
            gone.leaves.iter().fold(says, |says, left| {
                if left.up {
                    say!("{}; {} taken up at {}", says, left.men, area(left.at))
                } else {
                    say!("{}; {} left at {}", says, left.men, area(left.at))
                }
            })
        };
        self.gone.iter().map(line).chain(self.rest.iter().cloned()).collect()
    }
}

fn named(corps: &[CorpsId], power: Power) -> String {
    corps.iter().map(|id| corps_named(*id, power)).collect::<Vec<_>>().join(", ")
}

/// Whether a depot that is taken after these entries was taken on a march: nothing but what the march left in cities and took came between.
pub(crate) fn is_by_a_march(before: &[Entry]) -> bool {
    let follows =
        |happened: &Happened| matches!(happened, Happened::DepotTaken { .. } | Happened::Holds { .. });
    let last = before.iter().rev().filter_map(land).find(|happened| !follows(happened));
    matches!(last, Some(Happened::Marched { .. }))
}

/// A depot that an enemy took: burned, or made his own.
pub(crate) fn depot_taken(happened: &Happened) -> Option<String> {
    let Happened::DepotTaken { depot, by, at, into, .. } = happened else { return None };
    let of = nation(depot.owner());
    let Some(at) = at.map(area) else { return Some(say!("{} burns a depot of {}", *by, of)) };
    Some(match into {
        Some(_) => say!("{} takes the depot of {} at {} and makes it its own", *by, of, at),
        None => say!("{} burns the depot of {} at {}", *by, of, at),
    })
}

/// The post, out of the record up to what followed by itself; `None` where its slot is not to be found in that.
pub(crate) fn post(scene: &Scene<'_>, entries: &[Entry], (month, power): (Month, Power)) -> Option<Message> {
    let is_begin =
        |entry: &Entry| matches!(land(entry), Some(Happened::SlotBegan { power: of }) if of == power);
    let from = entries.iter().rposition(is_begin)?;
    let mut slot = Slot::default();
    for (i, entry) in entries.iter().enumerate().skip(from) {
        let Some(happened) = land(entry) else { continue };
        // What combats take has posts of its own.
        if !matches!(happened, Happened::DepotTaken { .. }) || is_by_a_march(&entries[..i]) {
            slot.has(&happened, power);
        }
    }
    if slot.emptied {
        slot.fed.extend(alone(scene, power));
    }
    let (marches, month) = (slot.marches(power), months::month(month));
    let head = if marches.is_empty() {
        say!("**{}**, {}: nobody marches.", power, month)
    } else {
        say!("**{} marches**, {}.", power, month)
    };
    let mut embed = Embed::new("", clip(&marches.join("\n"), 3_000)).colour(power.colour());
    if marches.is_empty() {
        embed.description = None;
    }
    if !slot.fed.is_empty() {
        embed = embed.field(&say!("Bread and forage"), clip(&slot.fed.join("\n"), 1_000));
    }
    if marches.is_empty() && slot.fed.is_empty() {
        embed.description = Some(say!("No corps of {} is on the map.", power));
    }
    // The rules of bread stand with how corps were fed, and those of contact behind it.
    let is_fed = |entry: &&Entry| matches!(land(entry), Some(Happened::Fed { power: of, .. }) if of == power);
    let because = entries[from..].iter().find(is_fed).and_then(|entry| entry.line);
    let why = because.map(|(line, _)| table_commands::present::votes::why_button(scene, line));
    let buttons = vec![
        scene.button(Look::Secondary, &say!("Map"), 0, "map/own"),
        scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
    ];
    Some(
        Message::text(head)
            .with(embed.footer(&scene.record()))
            .buttons(buttons.into_iter().chain(why).collect()),
    )
}

/// The leaders of a power who stand without a corps.
fn alone(scene: &Scene<'_>, power: Power) -> Vec<String> {
    let Some(now) = position(&scene.public) else { return Vec::new() };
    let stands = without_corps(&now, power).into_iter().filter_map(|(id, stand)| Some((id, stand.area()?)));
    stands.map(|(id, at)| say!("{} stands at {} without a corps", leader(id), area(at))).collect()
}

/// How corps were fed: those that fared alike together, each that rolled with its die.
fn fed_lines(fed: &[Fed], power: Power) -> Vec<String> {
    let mut lines = Vec::new();
    let all = |is: fn(&How) -> bool| -> Option<String> {
        let of: Vec<CorpsId> = fed.iter().filter(|fed| is(&fed.how)).map(|fed| fed.corps).collect();
        (!of.is_empty()).then(|| named(&of, power))
    };
    lines.extend(all(|how| matches!(how, How::Depot { .. })).map(|who| say!("Fed by depots: {}", who)));
    lines.extend(all(|how| matches!(how, How::Quarters)).map(|who| say!("In quarters: {}", who)));
    let in_plenty = all(|how| matches!(how, How::Forage { die: None, .. }));
    lines.extend(in_plenty.map(|who| say!("Forage in plenty: {}", who)));
    for one in fed {
        let How::Forage { value, die: Some(die), lost, .. } = &one.how else { continue };
        let who = corps_named(one.corps, power);
        lines.push(match lost {
            0 => say!("{} forages at {}: {}, nobody starves", who, *value, *die),
            lost => say!("{} forages at {}: {}, **{} starve**", who, *value, *die, *lost),
        });
    }
    lines
}
