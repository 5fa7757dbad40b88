//! The sheet of an assault as the players write it: outside and inside, Fire and Shock with the marks of what they did, the account and
//! the verdict at the foot.

use super::words::{inside, place, side};
use super::{colour, outcome};
use crate::battle::present::words::{army, phase, plus};
use crate::sheet;
use crate::sheet::{left, wrapped};
use europa::battle::Phase;
use europa::siege::assault::{Camp, Verdict};
use europa::siege::course::Siege;
use europa::siege::notes::Note;
use table_commands::present::pictures::{
    COLUMN, Drawing, GOLD, Held, LOSS, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, bare, png,
};
use table_commands::say;

/// The sheet as a PNG.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(siege: &Siege, notes: &[Note], verdict: &Verdict) -> Result<Vec<u8>, String> {
    png(&drawing(siege, notes, verdict), TIMES)
}

/// The same as SVG.
#[must_use]
pub fn drawing(siege: &Siege, notes: &[Note], verdict: &Verdict) -> String {
    let mut drawing = Drawing::default();
    let (middle, wide) = (WIDTH / 2, WIDTH - 2 * MARGIN);
    let title = say!("Assault of {}", place(siege));
    drawing.text(middle, 34, &bare(&title), Look(22, TEXT, true), Held::Middle, wide);
    let level = match siege.scene.level {
        0 => say!("a fort"),
        level => say!("a fortress of level {}", level),
    };
    drawing.text(middle, 53, &level, Look(13, QUIET, false), Held::Middle, wide);
    for who in Camp::BOTH {
        let x = left(who == Camp::Besieged);
        drawing.rect([x, 68, 14, 14], 3, colour(siege, who), Some(QUIET));
        drawing.text(x + 21, 80, &side(siege, who), Look(17, TEXT, true), Held::Left, COLUMN - 21);
        let with = if who == Camp::Besieger { army(&siege.besieger) } else { inside(&siege.garrison) };
        for (n, line) in wrapped(&with, 30).into_iter().take(3).enumerate() {
            let y = 98 + 16 * u32::try_from(n).unwrap_or(0);
            drawing.text(x, y, &line, Look(13, QUIET, false), Held::Left, COLUMN);
        }
    }
    drawing.y = 140;
    for of in [Phase::Fire, Phase::Shock] {
        row(&mut drawing, notes, of);
    }
    account(&mut drawing, notes);
    sheet::key(
        &mut drawing,
        &[
            say!("7 +2 = 9: the die, what is added to it, and the sum that is read in the table"),
            say!(
                "Marks are what a side does to the other; its morale is its own, what is left. Corrected: what of it is lost, for the sizes of both"
            ),
        ],
    );
    foot(&mut drawing, siege, verdict);
    drawing.done()
}

/// A phase: for each side its die with what is added, and the marks of what it did.
fn row(drawing: &mut Drawing, notes: &[Note], of: Phase) {
    let top = drawing.y;
    drawing.rect([MARGIN, top, WIDTH - 2 * MARGIN, 66], 8, PANEL, None);
    drawing.text(WIDTH / 2, top + 16, &phase(of), Look(13, GOLD, true), Held::Middle, 180);
    for camp in Camp::BOTH {
        let x = left(camp == Camp::Besieged) + 8;
        let rolled = notes.iter().find_map(|note| match note {
            Note::Rolled { who, phase, die, added, modified, did, .. } if (*who, *phase) == (camp, of) => {
                let by: i64 = added.iter().map(|added| i64::from(added.by)).sum();
                Some((*die, by, *modified, *did))
            }
            _ => None,
        });
        if let Some((die, by, modified, did)) = rolled {
            let roll = if by == 0 { die.to_string() } else { format!("{die} {} = {modified}", plus(by)) };
            drawing.text(x, top + 36, &roll, Look(14, TEXT, false), Held::Left, COLUMN - 70);
            sheet::marks(drawing, x, top + 44, did.losses, did.stars);
        } else {
            drawing.text(x, top + 36, "–", Look(14, QUIET, false), Held::Left, COLUMN - 16);
        }
        let left_over = notes.iter().find_map(|note| match note {
            Note::Tally { phase, morale, .. } if *phase == of => Some(morale[camp as usize]),
            _ => None,
        });
        if let Some(morale) = left_over {
            let right = left(camp == Camp::Besieged) + COLUMN - 8;
            drawing.text(
                right,
                top + 36,
                &say!("morale {}", morale),
                Look(12, QUIET, false),
                Held::Right,
                66,
            );
        }
    }
    drawing.y += 72;
}

/// What each caused and what the corrections made of it.
fn account(drawing: &mut Drawing, notes: &[Note]) {
    for note in notes {
        let (who, caused, gives) = match note {
            Note::BesiegerCaused { caused, gives, .. } => (Camp::Besieger, caused, gives),
            Note::BesiegedCaused { caused, gives, .. } => (Camp::Besieged, caused, gives),
            _ => continue,
        };
        let x = left(who == Camp::Besieged);
        let rows = [(say!("caused"), caused.to_string()), (say!("corrected"), gives.to_string())];
        for (n, (label, value)) in (0..).zip(&rows) {
            let y = drawing.y + 20 + 18 * n;
            drawing.text(x + 8, y, label, Look(13, QUIET, false), Held::Left, COLUMN - 60);
            drawing.text(x + COLUMN - 8, y, value, Look(14, TEXT, true), Held::Right, 56);
        }
    }
    drawing.y += 50;
}

fn foot(drawing: &mut Drawing, siege: &Siege, verdict: &Verdict) {
    drawing.y += 6;
    for (who, lost) in [(Camp::Besieger, verdict.besieger_lost), (Camp::Besieged, verdict.inside_lost)] {
        let text = say!("loses {} {}", lost.to_string(), "LD");
        let x = left(who == Camp::Besieged) + COLUMN / 2;
        drawing.text(x, drawing.y + 14, &text, Look(16, LOSS, true), Held::Middle, COLUMN);
    }
    drawing.y += 26;
    for line in wrapped(&bare(&outcome(siege, verdict)), 46) {
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
