//! The sheet of a battle as the players write it: a column a side, strokes for losses, dots for thirds, stars for morale, a row a phase,
//! and the verdict at the foot.

use super::words::{army, fleet, phase, place, plus, side};
use super::{Sheet, colour, outcome};
use crate::sheet;
use crate::sheet::wrapped;
use europa::battle::course::{Fight, Stack};
use europa::battle::notes::Rolled;
use europa::battle::{Note, Verdict, Who};
use table_commands::present::pictures::{
    COLUMN, Drawing, GOLD, Held, LOSS, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, bare, png,
};
use table_commands::say;

/// The sheet as a PNG: battles of the same sides one under another, a line between them, the last with all its rows.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(sheets: &[Sheet]) -> Result<Vec<u8>, String> {
    png(&drawing(sheets), TIMES)
}

/// The same as SVG.
#[must_use]
pub fn drawing(sheets: &[Sheet]) -> String {
    let mut drawing = Drawing::default();
    // What was fought before has a picture of its own; here it stands with what it came to, so that a phone can show it all.
    if let Some(((fight, notes), before)) = sheets.split_last() {
        for (earlier, _) in before {
            sheet_head(&mut drawing, earlier);
            if let Some(verdict) = &earlier.ended {
                sheet_foot(&mut drawing, earlier, verdict);
            }
            drawing.rect([MARGIN, drawing.y + 8, WIDTH - 2 * MARGIN, 3], 0, QUIET, None);
            drawing.y += 12;
        }
        battle(&mut drawing, fight, notes);
    }
    drawing.done()
}

fn left(who: Who) -> u32 {
    sheet::left(who == Who::Standing)
}

/// One battle: head, phases, account, verdict.
fn battle(drawing: &mut Drawing, fight: &Fight, notes: &[Note]) {
    sheet_head(drawing, fight);
    let mut rows: Vec<(String, [Option<&Rolled>; 2])> = Vec::new();
    let mut morale = Vec::new();
    for note in notes {
        match note {
            Note::Rolled(rolled) => {
                let title = match rolled.at {
                    Some((day, of)) => say!("Day {} · {}", day, phase(of)),
                    None => say!("Pursuit"),
                };
                if rows.last().is_none_or(|(last, _)| *last != title) {
                    rows.push((title, [None, None]));
                    morale.push(None);
                }
                if let Some((_, both)) = rows.last_mut() {
                    both[rolled.who as usize] = Some(rolled);
                }
            }
            Note::Tally { tally, .. } => {
                if let Some(last) = morale.last_mut() {
                    *last = Some(tally.morale);
                }
            }
            _ => {}
        }
    }
    for ((title, both), morale) in rows.iter().zip(&morale) {
        sheet_row(drawing, title, both, *morale);
    }
    let has_account = account(drawing, notes);
    if !rows.is_empty() {
        key(drawing, fight.scene.at_sea, has_account);
    }
    if let Some(verdict) = &fight.ended {
        sheet_foot(drawing, fight, verdict);
    }
}

fn sheet_head(drawing: &mut Drawing, fight: &Fight) {
    let (top, middle) = (drawing.y, WIDTH / 2);
    let wide = WIDTH - 2 * MARGIN;
    drawing.text(middle, top + 34, &place(fight), Look(22, TEXT, true), Held::Middle, wide);
    drawing.text(
        middle,
        top + 53,
        &super::words::ground(&fight.scene),
        Look(13, QUIET, false),
        Held::Middle,
        wide,
    );
    for who in Who::BOTH {
        let x = left(who);
        drawing.rect([x, top + 68, 14, 14], 3, colour(fight, who), Some(QUIET));
        drawing.text(x + 21, top + 80, &side(fight, who), Look(17, TEXT, true), Held::Left, COLUMN - 21);
        let own = fight.sealed[who as usize].as_ref().and_then(|sealed| sealed.fleet.as_ref());
        let with = match (own, &fight.stacks[who as usize]) {
            (Some(own), _) => fleet(own),
            (None, Some(Stack::Fleet(own))) => fleet(own),
            (None, Some(Stack::Army(own))) => army(own),
            (None, None) => String::new(),
        };
        for (n, line) in wrapped(&with, 30).into_iter().take(3).enumerate() {
            let y = top + 98 + 16 * u32::try_from(n).unwrap_or(0);
            drawing.text(x, y, &line, Look(13, QUIET, false), Held::Left, COLUMN);
        }
    }
    drawing.y = top + 140;
}

/// A phase: for each side its die with what is added, and the marks of what it did.
fn sheet_row(drawing: &mut Drawing, title: &str, both: &[Option<&Rolled>; 2], morale: Option<[i8; 2]>) {
    let top = drawing.y;
    drawing.rect([MARGIN, top, WIDTH - 2 * MARGIN, 66], 8, PANEL, None);
    drawing.text(WIDTH / 2, top + 16, title, Look(13, GOLD, true), Held::Middle, 180);
    for who in Who::BOTH {
        let x = left(who) + 8;
        if let Some(rolled) = both[who as usize] {
            let added: i64 = rolled.added.iter().map(|added| i64::from(added.by)).sum();
            let roll = if added == 0 {
                format!("{}", rolled.die)
            } else {
                format!("{} {} = {}", rolled.die, plus(added), rolled.modified)
            };
            let roll = format!("{roll} · {}", say!("column {}", format!("{:?}", rolled.column)));
            drawing.text(x, top + 36, &roll, Look(14, TEXT, false), Held::Left, COLUMN - 70);
            sheet::marks(drawing, x, top + 44, rolled.did.losses, rolled.did.stars);
        } else {
            drawing.text(x, top + 36, "–", Look(14, QUIET, false), Held::Left, COLUMN - 16);
        }
        if let Some(morale) = morale {
            let text = say!("morale {}", morale[who as usize]);
            let right = left(who) + COLUMN - 8;
            drawing.text(right, top + 36, &text, Look(12, QUIET, false), Held::Right, 66);
        }
    }
    drawing.y += 72;
}

/// What the numbers of a row and of the account mean.
fn key(drawing: &mut Drawing, at_sea: bool, has_account: bool) {
    let mut says = vec![
        say!(
            "7 +2 = 9 · column C: the die, what is added to it, and the column of the table in which the sum is read"
        ),
        say!("Marks are what a side does to the enemy; its morale is its own, what is left: with 0 it routs"),
    ];
    if has_account {
        let unit = if at_sea { "ND" } else { "LD" };
        says.push(say!(
            "Below the rows: what each caused in all, in {}; stack: less, as a small stack causes; size: for the sizes of both; own retreat: what leaving costs the side itself",
            unit
        ));
    }
    sheet::key(drawing, &says);
}

/// The account: what each caused and what the corrections made of it; whether there was anything.
fn account(drawing: &mut Drawing, notes: &[Note]) -> bool {
    let mut rows: [Vec<(String, String)>; 2] = Default::default();
    for note in notes {
        match note {
            Note::CorrectedForStack { who, caused, less, gives } => {
                let own = &mut rows[*who as usize];
                own.push((say!("caused"), caused.to_string()));
                if less.0 > 0 {
                    own.push((say!("stack −{}", less.to_string()), gives.to_string()));
                }
            }
            Note::CorrectedForSize { who, modifier, gives, .. } => {
                rows[*who as usize].push((say!("size {}", plus((*modifier).into())), gives.to_string()));
            }
            Note::Retreat { who, losses, .. } if losses.0 > 0 => {
                rows[*who as usize].push((say!("own retreat"), format!("+{losses}")));
            }
            _ => {}
        }
    }
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    if most == 0 {
        return false;
    }
    let high = 14 + 18 * u32::try_from(most).unwrap_or(0);
    drawing.rect([MARGIN, drawing.y, WIDTH - 2 * MARGIN, high], 8, PANEL, None);
    for who in Who::BOTH {
        for (n, (label, value)) in rows[who as usize].iter().enumerate() {
            let y = drawing.y + 20 + 18 * u32::try_from(n).unwrap_or(0);
            drawing.text(left(who) + 8, y, label, Look(13, QUIET, false), Held::Left, COLUMN - 60);
            drawing.text(left(who) + COLUMN - 8, y, value, Look(14, TEXT, true), Held::Right, 56);
        }
    }
    drawing.y += high + 6;
    true
}

fn sheet_foot(drawing: &mut Drawing, fight: &Fight, verdict: &Verdict) {
    drawing.y += 6;
    for who in Who::BOTH {
        let unit = if fight.scene.at_sea { "ND" } else { "LD" };
        let text = say!("loses {} {}", verdict.lost[who as usize].to_string(), unit);
        drawing.text(
            left(who) + COLUMN / 2,
            drawing.y + 14,
            &text,
            Look(16, LOSS, true),
            Held::Middle,
            COLUMN,
        );
    }
    drawing.y += 26;
    for line in wrapped(&bare(&outcome(fight, verdict)), 46) {
        drawing.text(
            WIDTH / 2,
            drawing.y + 14,
            &line,
            Look(15, TEXT, true),
            Held::Middle,
            WIDTH - 2 * MARGIN,
        );
        drawing.y += 20;
    }
}
