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

/// Tells what happens in areas; `i` is its place among all that happened.
pub(super) fn tells(story: &mut Story, i: usize, what: &Happened) {
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
            for says in changed(story, i, *area, change) {
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
            let gold = story.gold(*court);
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
fn moved(data: &Data, what: &Happened) -> String {
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

/// An area that goes from one to another, and what is lost with it.
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
    if armies + fleets > 0 {
        let lost = [(armies, "army point", "army points"), (fleets, "fleet point", "fleet points")];
        let lost = lost.into_iter().filter(|(points, ..)| *points > 0);
        let lost: Vec<String> =
            lost.map(|(points, one, many)| names::count(points.into(), one, many)).collect();
        story.follows(say!("Lost with it: {}.", names::list(&lost)));
    }
}

/// What changes in an area, a sentence each.
fn changed(story: &Story, i: usize, area: Area, change: &Change) -> Vec<String> {
    let held = story.position.board.area(area);
    let data = story.position.data();
    let name = data.name(area);
    // How it stands now is said where nothing of it changes again by the same order.
    let later = |is: fn(&Happened, Area) -> bool| story.all.iter().skip(i + 1).any(|what| is(what, area));
    let social = |what: &Happened, at: Area| matches!(what, Happened::Area { area, change, .. } if *area == at && change.social != 0);
    let passes = |what: &Happened, at: Area| matches!(what, Happened::Passed { area, .. } if *area == at);
    let now = held.filter(|_| !later(social)).map(|held| speech::signed(held.social.into()));
    let mut all = Vec::new();
    match (change.social, now) {
        (0, _) => {}
        (up @ 1.., Some(now)) => all.push(say!("{}: the social state rises by {}, to {}.", name, up, now)),
        (up @ 1.., None) => all.push(say!("{}: the social state rises by {}.", name, up)),
        (down, Some(now)) => all.push(say!("{}: the social state falls by {}, to {}.", name, -down, now)),
        (down, None) => all.push(say!("{}: the social state falls by {}.", name, -down)),
    }
    if let Some(held) = held {
        all.extend((change.fort > 0).then(|| say!("{}: fortification {} now.", name, held.fort)));
    }
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
        say!("{} has a tie to {}: by negotiation it may win the area later.", words::court(court), name)
    }));
    if let Some(court) = change.contested.filter(|_| !later(passes)) {
        let results = held.and_then(|held| held.contested.get(&court)).copied().unwrap_or(0);
        all.push(say!(
            "{}: {} of the {} results of conquest that it takes are there for {}.",
            name,
            results,
            conquered_at(data, area),
            words::court(court)
        ));
    }
    all.extend(
        change
            .religion
            .map(|religion| say!("{}: the people are {} now.", name, words::religion(data, religion))),
    );
    if change.unrest == Some(true) {
        all.push(say!("{} is in unrest: it rebels the sooner. Ruling it with success calms it.", name));
    }
    all
}
