//! What happens in areas told: armies, taxes, what changes, what changes hands, what comes in or is paid.

use super::{Story, named};
use crate::words;
use middle_ages::board::happened::Change;
use middle_ages::board::leaders::{Came, came};
use middle_ages::board::{Answer, Ask, Force, Happened, conquered_at, tax};
use middle_ages::court::Court;
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use table_commands::present::names;
use table_commands::{say, speech};

/// Tells what happens in areas.
pub(super) fn tells(story: &mut Story, what: &Happened) {
    match what {
        Happened::Moved { .. } | Happened::Changed { .. } => {
            let says = moved(story.position.data(), what);
            story.begins(says);
        }
        Happened::Taxed { court, area, asked, gold, .. } => taxed(story, *court, *area, [*asked, *gold]),
        // What is tested before a tax is told with it.
        Happened::Tested { area, value, dice, rebels, .. } => {
            let says = tested(story.position.data().name(*area), *value, *dice, *rebels);
            story.follows(says);
        }
        Happened::Area { area, change, .. } => {
            for says in changed(story, *area, change) {
                story.follows(says);
            }
        }
        Happened::Passed { area, from, to, armies, fleets, .. } => {
            passed(story, *area, [*from, *to], [*armies, *fleets]);
        }
        Happened::Gold { court, now, before, .. } if now > before => {
            let court = words::court(*court);
            story.follows(say!("{} receives {} gold and has {} now.", court, now - before, *now));
        }
        Happened::Maintained { court, points, .. } if *points > 0 => {
            // The treasury is that of before the payment, which follows.
            let gold = story.gold(*court).saturating_sub(*points);
            story.begins(say!(
                "**{}** pays {} gold for its army and fleet points, and has {} left.",
                words::court(*court),
                *points,
                gold
            ));
        }
        Happened::Chosen { ask, answer, .. } => {
            let says = chosen(story.position.data().name(ask.area), ask, *answer);
            story.begins(says);
        }
        Happened::Checked { court, stature, dice, leader, .. } => {
            let (court, stature, now) =
                (words::court(*court), words::stature(*stature), words::leader(leader));
            story.follows(match came(*dice) {
                Came::Dies => say!("Its card has a check mark. {}: two dice for the leader's {} show {}: he dies, and {} follows.", court, stature, *dice, now),
                Came::Falls => say!("Its card has a check mark. {}: two dice for the leader's {} show {}: it falls. He is {} now.", court, stature, *dice, now),
                Came::Rises => say!("Its card has a check mark. {}: two dice for the leader's {} show {}: it rises. He is {} now.", court, stature, *dice, now),
                Came::Stays => say!("Its card has a check mark. {}: two dice for the leader's {} show {}: {} stays as he is.", court, stature, *dice, now),
            });
        }
        _ => {}
    }
}

/// Armies moved, counters exchanged or given up.
pub(crate) fn moved(data: &Data, what: &Happened) -> String {
    match what {
        Happened::Moved { court, from, way, strength, gold, .. } => {
            let court = words::court(*court);
            let (to, by) = way.split_last().map_or(("", &way[..0]), |(to, by)| (data.name(*to), by));
            let from = data.name(*from);
            if *gold > 0 {
                say!(
                    "**{}** ships an army of {} from {} to {} for {} gold.",
                    court,
                    *strength,
                    from,
                    to,
                    *gold
                )
            } else if by.is_empty() {
                say!("**{}** moves an army of {} from {} to {}.", court, *strength, from, to)
            } else {
                let by = named(data, by.iter().copied());
                say!("**{}** moves an army of {} from {} by {} to {}.", court, *strength, from, by, to)
            }
        }
        Happened::Changed { court, area, of, counters, .. } => {
            let counters: Vec<String> = counters.iter().map(ToString::to_string).collect();
            let counters = if counters.is_empty() { say!("none") } else { counters.join(" + ") };
            match of {
                Force::Army => {
                    say!("**{}**: armies in {}: {}.", words::court(*court), data.name(*area), counters)
                }
                Force::Fleet => {
                    say!("**{}**: fleets in {}: {}.", words::court(*court), data.name(*area), counters)
                }
            }
        }
        _ => String::new(),
    }
}

/// A tax, after its test of rebellion.
fn taxed(story: &mut Story, court: Court, area: Area, [asked, gold]: [u8; 2]) {
    let (has, court) = (story.gold(court), words::court(court));
    let area = story.position.data().name(area).to_owned();
    story.follows(if gold == 0 {
        say!("**{}** taxed {} for {} gold, and none comes in.", court, area, asked)
    } else if gold > asked {
        say!("**{}** taxes {} for {} gold, and 1 more by commerce. It has {} now.", court, area, asked, has)
    } else {
        say!("**{}** taxes {} for {} gold. It has {} now.", court, area, gold, has)
    });
}

/// A test of rebellion.
fn tested(area: &str, value: i16, dice: Option<u8>, rebels: bool) -> String {
    let shown = speech::signed(value.into());
    // Dice that fell at 0 or less fell because the group reads it so.
    match (dice.zip(tax::rebels_at(value, true)), rebels) {
        (Some((dice, (low, high))), true) => {
            say!(
                "{}: rebellion value {}, which rebels at {} and less and at {} and more. Two dice show {}: **it rebels**.",
                area,
                shown,
                low,
                high,
                dice
            )
        }
        (Some((dice, (low, high))), false) => {
            say!(
                "{}: rebellion value {}, which rebels at {} and less and at {} and more. Two dice show {}: it stays calm.",
                area,
                shown,
                low,
                high,
                dice
            )
        }
        (None, true) => say!("{}: rebellion value {}, which always rebels: **it rebels**.", area, shown),
        (None, false) => say!("{}: rebellion value {}, which never rebels.", area, shown),
    }
}

/// What was chosen of what had to go.
fn chosen(area: &str, ask: &Ask, answer: Answer) -> String {
    let court = words::court(ask.court);
    match answer {
        Answer::Army => say!("**{}** gives up an army point in {}.", court, area),
        Answer::Social => say!("**{}** lets the social state of {} fall.", court, area),
        Answer::Marker(kind) => say!("**{}** chooses in {}: {}.", court, area, words::marker(kind)),
    }
}

/// An area that goes from one to another, what goes over with it, and what is lost.
fn passed(story: &mut Story, area: Area, [from, to]: [Option<Court>; 2], [armies, fleets]: [u8; 2]) {
    let held = |court: Court| words::areas(story.areas_of(court));
    let name = story.position.data().name(area).to_owned();
    let says = match (from, to) {
        (Some(from), Some(to)) => {
            say!(
                "**{} goes from {} to {}**, which holds {} now. It is in unrest.",
                name,
                words::court(from),
                words::court(to),
                held(to)
            )
        }
        (None, Some(to)) => {
            say!("**{} goes to {}**, which holds {} now. It is in unrest.", name, words::court(to), held(to))
        }
        (Some(from), None) => {
            say!(
                "**{} is lost to {}** and independent. What the court holds now: {}.",
                name,
                words::court(from),
                held(from)
            )
        }
        (None, None) => say!("**{} stays independent.**", name),
    };
    story.follows(says);
    let stays = stays(story, area);
    if !stays.is_empty() {
        story.follows(match to {
            Some(_) => say!("Goes over with it: {}.", names::list(&stays)),
            None => say!("Stays in it: {}.", names::list(&stays)),
        });
    }
    let lost = lost(story, area, [armies, fleets]);
    if !lost.is_empty() {
        story.follows(say!("Lost with it: {}.", names::list(&lost)));
    }
}

/// What stands in an area still, whoever holds it now: its fortification and the markers that are left to it.
fn stays(story: &Story, area: Area) -> Vec<String> {
    let Some(held) = story.position.board.area(area) else { return Vec::new() };
    let fort = (held.fort > 0).then(|| say!("fortification {}", held.fort));
    fort.into_iter().chain(held.markers.iter().map(|kind| words::marker(*kind))).collect()
}

/// What stood in an area and is gone with it: army and fleet points, markers.
fn lost(story: &Story, area: Area, [armies, fleets]: [u8; 2]) -> Vec<String> {
    let points = [(armies, "army point", "army points"), (fleets, "fleet point", "fleet points")];
    let points = points.into_iter().filter(|(points, ..)| *points > 0);
    let points = points.map(|(points, one, many)| names::count(points.into(), one, many));
    let (was, is) = (story.before.board.area(area), story.position.board.area(area));
    let gone = was.zip(is).map(|(was, is)| was.markers.difference(&is.markers).copied().collect::<Vec<_>>());
    points.chain(gone.into_iter().flatten().map(words::marker)).collect()
}

/// What changes in an area, a sentence each.
fn changed(story: &Story, area: Area, change: &Change) -> Vec<String> {
    let data = story.position.data();
    let name = data.name(area);
    let Some((was, is)) = story.before.board.area(area).zip(story.position.board.area(area)) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    // Without the board before it is only known what was to come.
    let known = story.knows_before();
    let came = known.then_some([was.social, is.social]);
    all.extend(social(name, change.social, came));
    all.extend((change.fort > 0).then(|| {
        if is.fort > was.fort || !known {
            say!("{}: fortification {} now.", name, is.fort)
        } else {
            say!("{}: fortification {} stands there, the most there is; nothing is added.", name, is.fort)
        }
    }));
    let points = |counters: &Vec<u8>| counters.iter().map(|counter| u32::from(*counter)).sum::<u32>();
    all.extend(change.armies.as_ref().map(|armies| say!("{}: army points now: {}.", name, points(armies))));
    all.extend(change.fleets.as_ref().map(|fleets| say!("{}: fleet points now: {}.", name, points(fleets))));
    all.extend(
        change
            .built
            .map(|kind| say!("{}: {} is built: {}", name, words::marker(kind), words::marker_does(kind))),
    );
    all.extend(change.removed.map(|kind| say!("{}: {} is gone.", name, words::marker(kind))));
    all.extend(change.tie.map(|court| {
        if known && was.ties.contains(&court) {
            say!("{} has its tie to {} already; nothing is added.", words::court(court), name)
        } else {
            say!("{} has a tie to {}: by negotiation it may win the area later.", words::court(court), name)
        }
    }));
    all.extend(change.contested.map(|court| {
        say!(
            "{}: {} of the {} results of conquest that it takes are there for {}.",
            name,
            is.contested.get(&court).copied().unwrap_or(0),
            conquered_at(data, area),
            words::court(court)
        )
    }));
    all.extend(
        change
            .religion
            .map(|religion| say!("{}: the people are {} now.", name, words::religion(data, religion))),
    );
    if change.unrest == Some(true) {
        all.push(say!("{} is in unrest: it rebels the sooner. Ruling it with success calms it.", name));
    }
    if change.unrest == Some(false) && was.unrest {
        all.push(say!("{} is calm again.", name));
    }
    all
}

/// How a social state changed: by less than it says where it is at its limit.
fn social(name: &str, by: i8, came: Option<[i8; 2]>) -> Option<String> {
    let Some([was, is]) = came else {
        return match by {
            0 => None,
            1.. => Some(say!("{}: the social state rises by {}.", name, by)),
            _ => Some(say!("{}: the social state falls by {}.", name, -by)),
        };
    };
    let now = speech::signed(is.into());
    Some(match (by, is - was) {
        (0, _) => return None,
        (1.., 0) => say!("{}: the social state is at its limit, {}, and rises no more.", name, now),
        (up, came @ 1..) if came < up => {
            say!("{}: the social state rises by {}, to its limit, {}.", name, came, now)
        }
        (1.., up) => say!("{}: the social state rises by {}, to {}.", name, up, now),
        (_, 0) => say!("{}: the social state is as low as it goes, {}, and falls no more.", name, now),
        (_, down) => say!("{}: the social state falls by {}, to {}.", name, -down, now),
    })
}
