//! The notes of a battle in lines: columns, modifiers, dice, and what each side loses by them.

use super::words::{all_added, phase, plus, result, side};
use europa::battle::course::Fight;
use europa::battle::{Casualty, Note, Phase, Ruled, Who};
use table_commands::say;

/// Every note in a line of its own; a heading where a phase begins.
#[must_use]
pub fn lines(fight: &Fight, notes: &[Note]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut under: Option<(u8, Phase)> = None;
    for note in notes {
        if let Note::Rolled(rolled) = note
            && let Some((day, of)) = rolled.at
            && under != rolled.at
        {
            lines.push(say!("\n__Day {}, {}__", day, phase(of)));
            under = rolled.at;
        }
        lines.extend(line(fight, note));
    }
    lines
}

/// A note in a line, by its subject; none for what another line tells.
fn line(fight: &Fight, note: &Note) -> Option<String> {
    match note {
        Note::Replacement { .. }
        | Note::Wind { .. }
        | Note::WindIs { .. }
        | Note::Columns { .. }
        | Note::Morale { .. }
        | Note::Modifiers { .. }
        | Note::SizeModifier { .. } => readied(fight, note),
        Note::Rolled(_)
        | Note::Tally { .. }
        | Note::Routed { .. }
        | Note::SmallStack { .. }
        | Note::Destruction { .. } => fought(fight, note),
        Note::Chose { .. }
        | Note::Attempt { .. }
        | Note::Left { .. }
        | Note::Ended { .. }
        | Note::Ruling { .. }
        | Note::NoPursuit
        | Note::Retreat { .. } => left(fight, note),
        Note::CorrectedForStack { .. }
        | Note::Capped { .. }
        | Note::CorrectedForSize { .. }
        | Note::RoutedFleet { .. }
        | Note::Suffered { .. }
        | Note::Loses { .. } => lost(fight, note),
        Note::Tested { .. } | Note::Befell { .. } | Note::Major { .. } => befell(fight, note),
        Note::Verdict(_) => None,
    }
}

/// A die as it fell.
fn die(die: u8) -> String {
    format!("`{die}`")
}

/// What a side goes into the battle with: leader, wind, columns, morale, modifiers.
fn readied(fight: &Fight, note: &Note) -> Option<String> {
    let of = |who: &Who| side(fight, *who);
    Some(match note {
        Note::Replacement { who, die: fell, leader } => {
            say!("{} draws a replacement leader: {} → {}", of(who), die(*fell), leader.to_string())
        }
        Note::Wind { who, die: fell, added, total } => {
            say!("Wind, {}: {} {} = {}", of(who), die(*fell), all_added(added), *total)
        }
        Note::WindIs { who: Some(who) } => say!("{} has the wind.", of(who)),
        Note::WindIs { who: None } => say!("Nobody has the wind."),
        Note::Columns { who, columns: Some(columns) } => {
            let fire = columns.fire.map_or_else(|| "–".to_owned(), |column| format!("{column:?}"));
            say!("{}: column {} in Fire, {} in Shock", of(who), fire, format!("{:?}", columns.shock))
        }
        Note::Morale { who, added, morale } => {
            say!("{}: morale **{}** ({})", of(who), *morale, all_added(added))
        }
        Note::Modifiers { who, day, fire, shock } => {
            let sum = |all: &[europa::battle::Added]| -> String {
                plus(all.iter().map(|added| i64::from(added.by)).sum())
            };
            say!(
                "{}, day {}: **{}/{}** (Fire: {}; Shock: {})",
                of(who),
                *day,
                sum(fire),
                sum(shock),
                all_added(fire),
                all_added(shock)
            )
        }
        Note::SizeModifier { who, by, modifier, .. } => {
            let of_what = match by {
                Ruled::Sizes(own, enemy) => say!("army sizes {} : {}", *own, *enemy),
                Ruled::Ships(ships) => say!("{} ships", *ships),
            };
            say!("{}: size modifier {} ({})", of(who), plus((*modifier).into()), of_what)
        }
        _ => return None,
    })
}

/// What the phases of a day bring.
fn fought(fight: &Fight, note: &Note) -> Option<String> {
    let of = |who: &Who| side(fight, *who);
    Some(match note {
        Note::Rolled(rolled) => {
            let added: i64 = rolled.added.iter().map(|added| i64::from(added.by)).sum();
            let roll = if added == 0 {
                die(rolled.die)
            } else {
                format!("{} {} = {}", die(rolled.die), plus(added), rolled.modified)
            };
            let cell = result(rolled.cell.losses, rolled.cell.stars);
            let did = result(rolled.did.losses, rolled.did.stars);
            let what = if cell == did { format!("**{did}**") } else { format!("{cell} → **{did}**") };
            let column = format!("{:?}", rolled.column);
            match rolled.at {
                Some(_) => say!("{}: {}, column {}: {}", of(&rolled.who), roll, column, what),
                None => say!(
                    "{} pursues: {} ({}), column {}: {}",
                    of(&rolled.who),
                    roll,
                    all_added(&rolled.added),
                    column,
                    what
                ),
            }
        }
        Note::Tally { tally, .. } => {
            let each = Who::BOTH.map(|who| {
                let i = who as usize;
                let mut marks = europa::battle::marks::Marks::default();
                marks.add(tally.caused[i], 0);
                let written = marks.to_string();
                let written = if written.is_empty() { "–".to_owned() } else { written };
                say!(
                    "{} has caused {} `{}`, morale {}",
                    of(&who),
                    tally.caused[i].to_string(),
                    written,
                    tally.morale[i]
                )
            });
            format!("-# {}", each.join("; "))
        }
        Note::Routed { who, .. } => say!("**{} routs.**", of(who)),
        Note::SmallStack { who, die: fell, odd: true } => {
            say!("{} has 7 LD: {} is odd, so it causes ⅓ less", of(who), die(*fell))
        }
        Note::SmallStack { who, die: fell, odd: false } => {
            say!("{} has 7 LD: {} is even, so it causes no less", of(who), die(*fell))
        }
        Note::Destruction { who, suffered, strength, destroyed: true } => {
            say!(
                "**{} is wiped out**: {} suffered of {}",
                of(who),
                suffered.to_string(),
                strength.to_string()
            )
        }
        _ => return None,
    })
}

/// Who stays, who leaves, and how the fighting ends.
fn left(fight: &Fight, note: &Note) -> Option<String> {
    let of = |who: &Who| side(fight, *who);
    Some(match note {
        Note::Chose { who, leave: true } => say!("{} wants to leave.", of(who)),
        Note::Chose { who, leave: false } => say!("{} stays.", of(who)),
        Note::Attempt { who, die: fell, manoeuvre, morale, left, .. } => {
            let (fell, under) = (die(*fell), i32::from(*manoeuvre) + i32::from(*morale));
            if *left {
                say!(
                    "{} leaves: {} against MAN {} + morale {} = {}",
                    of(who),
                    fell,
                    *manoeuvre,
                    *morale,
                    under
                )
            } else {
                say!(
                    "{} fails to leave: {} against MAN {} + morale {} = {}",
                    of(who),
                    fell,
                    *manoeuvre,
                    *morale,
                    under
                )
            }
        }
        Note::Left { who, .. } => say!("{} leaves without a roll.", of(who)),
        Note::Ended { morale, .. } => {
            let [moving, standing] = Who::BOTH.map(|who| say!("{} {}", of(&who), morale[who as usize]));
            say!("\n__The end__\nMorale left: {}, {}", moving, standing)
        }
        Note::Ruling { who, had, has } => {
            say!("**Ruling of both sides**: {} has {} morale left, not {}.", of(who), *has, *had)
        }
        Note::NoPursuit => say!("Nobody pursues."),
        Note::Retreat { who, die: fell, added, modified, losses } => say!(
            "{} retreats: {} ({}) = {}: {} more",
            of(who),
            die(*fell),
            all_added(added),
            *modified,
            losses.to_string()
        ),
        _ => return None,
    })
}

/// What each side caused, corrected step by step, and what it loses by it.
fn lost(fight: &Fight, note: &Note) -> Option<String> {
    let of = |who: &Who| side(fight, *who);
    Some(match note {
        Note::CorrectedForStack { who, caused, less, gives } if less.0 > 0 => say!(
            "{} caused {}, less {} for the size of its stack: {}",
            of(who),
            caused.to_string(),
            less.to_string(),
            gives.to_string()
        ),
        Note::CorrectedForStack { who, caused, .. } => say!("{} caused {}", of(who), caused.to_string()),
        Note::Capped { who, at } => say!("{} causes {} at most, as large as it is", of(who), at.to_string()),
        Note::CorrectedForSize { who, parts, gives, .. } => {
            let each: Vec<String> = parts.iter().map(|(from, to)| format!("{from} → {to}")).collect();
            if each.is_empty() {
                say!("{} caused **{}** in all", of(who), gives.to_string())
            } else {
                say!("{} caused **{}** in all ({})", of(who), gives.to_string(), each.join(", "))
            }
        }
        Note::RoutedFleet { who } => say!("{} routed, so it loses a detachment at least", of(who)),
        Note::Suffered { who, retreat, total, .. } if retreat.0 > 0 => {
            say!("{} suffers {}, {} of it in the retreat", of(who), total.to_string(), retreat.to_string())
        }
        Note::Loses { who, suffered, rounded, lost, destroyed, .. } => {
            let lost = if *destroyed {
                say!("**{} loses {} and is destroyed**", of(who), lost.to_string())
            } else {
                say!("**{} loses {}**", of(who), lost.to_string())
            };
            if suffered == rounded { lost } else { say!("{} ({} rounded)", lost, suffered.to_string()) }
        }
        _ => return None,
    })
}

/// What befell the leaders, and whether it was a major battle.
fn befell(fight: &Fight, note: &Note) -> Option<String> {
    let of = |who: &Who| side(fight, *who);
    Some(match note {
        Note::Tested { who, die: fell, modified, hit: true } => {
            say!("The leader of {} is hit: {}, {} in all", of(who), die(*fell), *modified)
        }
        Note::Tested { who, die: fell, modified, hit: false } => {
            say!("The leader of {} is not hit: {}, {} in all", of(who), die(*fell), *modified)
        }
        Note::Befell { who, die: fell, casualty: Casualty::Killed } => {
            say!("The leader of {} is dead: {}", of(who), die(*fell))
        }
        Note::Befell { who, die: fell, casualty: Casualty::Wounded(rounds) } => {
            say!("The leader of {} is wounded for {} rounds: {}", of(who), *rounds, die(*fell))
        }
        Note::Major { difference, needed, major: true, .. } => {
            say!(
                "A major battle: a rout, and {} more lost where {} are needed",
                difference.to_string(),
                needed.to_string()
            )
        }
        _ => return None,
    })
}
