//! The odds of a day as a picture: chits against chits, green where one's own side wins and red where it loses, and below how many
//! factors both sides lose with the chosen chit or the best.

use crate::battle::present::odds::{Matrix, called};
use crate::battle::present::plan::{place, side};
use eia::land::battle::Battle;
use eia::land::battle::sealed::Chit;
use table_commands::present::pictures::{
    COLUMN, Drawing, EMPTY, GOLD, Held, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, png, width,
};
use table_commands::{say, speech};

/// Width of the names of one's own chits.
const NAMES: u32 = 88;
/// The longest name of a chit of theirs, which stands slanted.
const SLANTED: u32 = 145;
/// Height of a row, and the width of the widest cell.
const ROW: u32 = 46;
const WIDEST: u32 = 92;
/// The most bars of a side, and how high the highest is.
const BARS: usize = 20;
const HIGHEST: u32 = 84;
/// The colour of a bar of one's own losses, and of theirs.
const BAR: [&str; 2] = ["#FF9A8D", "#8FC7A4"];

/// The odds as a PNG. It takes some tens of milliseconds and holds its thread.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(battle: &Battle, matrix: &Matrix) -> Result<Vec<u8>, String> {
    png(&drawing(battle, matrix), TIMES)
}

/// The same as SVG.
#[must_use]
pub fn drawing(battle: &Battle, matrix: &Matrix) -> String {
    let mut drawing = Drawing::default();
    let (middle, most) = (WIDTH / 2, WIDTH - 2 * MARGIN);
    drawing.text(middle, 34, &place(battle), Look(22, TEXT, true), Held::Middle, most);
    let of = say!("Odds of day {} for {}", battle.day, side(&battle.field, matrix.side));
    drawing.text(middle, 54, &of, Look(14, QUIET, false), Held::Middle, most);
    drawing.y = 66;
    if let Some(best) = matrix.best() {
        cells(&mut drawing, battle, matrix, best);
        losses(&mut drawing, battle, matrix, best);
    }
    drawing.done()
}

/// The matrix: one's own chits down, theirs across.
fn cells(drawing: &mut Drawing, battle: &Battle, matrix: &Matrix, best: Chit) {
    let (own, theirs) = (matrix.chits(matrix.side), matrix.chits(matrix.side.other()));
    let across = u32::try_from(theirs.len()).unwrap_or(1).max(1);
    let wide = ((WIDTH - 2 * MARGIN - NAMES) / across).min(WIDEST);
    let left = MARGIN + NAMES;
    let columns = || (0..across).map(|n| left + n * wide);
    let heads: Vec<String> = theirs.iter().map(|chit| called(battle, *chit)).collect();
    let longest = heads.iter().map(|head| width(head, false) * 12 / 100).max().unwrap_or(0).min(SLANTED);
    // A slanted text is about five eighths as high as it is long.
    drawing.y += longest * 5 / 8 + 14;
    for (x, head) in columns().zip(&heads) {
        drawing.slanted([x + wide / 2 + 6, drawing.y - 6], head, Look(12, TEXT, false), SLANTED);
    }
    for chit in &own {
        let y = drawing.y;
        let is_best = *chit == best;
        let colour = if is_best { GOLD } else { TEXT };
        let name = called(battle, *chit);
        let (first, second) = name.split_once(' ').unwrap_or((&name, ""));
        let at = if second.is_empty() { y + 27 } else { y + 20 };
        drawing.text(MARGIN, at, first, Look(14, colour, is_best), Held::Left, NAMES - 4);
        drawing.text(MARGIN, y + 36, second, Look(14, colour, is_best), Held::Left, NAMES - 4);
        for (x, told) in columns().zip(matrix.row(*chit)) {
            let [wins, loses] = told.wins(matrix.side);
            let edge = (is_best && own.len() > 1).then_some(GOLD);
            drawing.rect([x + 2, y + 2, wide - 4, ROW - 4], 6, &heat(wins, loses), edge);
            let centre = x + wide / 2;
            drawing.text(centre, y + 23, &wins.to_string(), Look(18, TEXT, true), Held::Middle, wide - 6);
            drawing.text(centre, y + 38, &loses.to_string(), Look(12, TEXT, false), Held::Middle, wide - 6);
        }
        drawing.y += ROW;
    }
    let mut key = |text: &str| {
        drawing.y += 16;
        drawing.text(WIDTH / 2, drawing.y, text, Look(12, QUIET, false), Held::Middle, WIDTH - 2 * MARGIN);
    };
    key(&say!("large: your side wins, in percent; small: it loses"));
    if own.len() > 1 {
        key(&say!("your chits down, theirs across; gold: best on average"));
    }
    drawing.y += 12;
}

/// The ground of a cell: red where all is lost, grey where both are alike, green where all is won. White can be read on each.
fn heat(wins: u32, loses: u32) -> String {
    let (grey, end) = ([80, 85, 95], if wins >= loses { [27, 122, 70] } else { [168, 46, 42] });
    let far = wins.abs_diff(loses).min(100);
    let [red, green, blue] = [0, 1, 2].map(|i: usize| (grey[i] * (100 - far) + end[i] * far) / 100);
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// How many factors both sides lose with a chit, their chits taken alike.
fn losses(drawing: &mut Drawing, battle: &Battle, matrix: &Matrix, own: Chit) {
    let sides = [matrix.side, matrix.side.other()];
    let rows = u32::try_from(matrix.row(own).count()).unwrap_or(1).max(1);
    let spread = sides.map(|who| mean(matrix.row(own).map(|told| told.spread[who as usize].as_slice())));
    // Both sides on one scale: what nobody is likely to lose is left out.
    let end = |all: &Vec<u32>| all.iter().rposition(|chance| *chance > 0).unwrap_or(0);
    let last = spread.iter().map(end).max().unwrap_or(0);
    let step = (last + 1).div_ceil(BARS);
    let bars = spread.map(|all| -> Vec<u32> {
        (0..=last).step_by(step).map(|from| all.iter().skip(from).take(step).sum()).collect()
    });
    let scale = bars.iter().flatten().copied().max().unwrap_or(0).max(1);
    let top = drawing.y;
    let name = called(battle, own);
    let title =
        if name.is_empty() { say!("Losses in factors") } else { say!("Losses in factors with {}", name) };
    drawing.text(WIDTH / 2, top + 14, &title, Look(15, GOLD, true), Held::Middle, WIDTH - 2 * MARGIN);
    let mut keys = vec![match step {
        1 => say!("height: how likely; a bar a factor"),
        step => say!("height: how likely; a bar {} factors", step),
    }];
    if rows > 1 {
        keys.push(say!("over all of their chits, each as likely as another"));
    }
    let top = top + 24;
    for (i, who) in sides.into_iter().enumerate() {
        let x = if i == 0 { MARGIN } else { WIDTH - MARGIN - COLUMN };
        drawing.rect([x, top, COLUMN, HIGHEST + 76], 8, PANEL, None);
        let (left, inside) = (x + 8, COLUMN - 16);
        let (name, power) = (side(&battle.field, who), battle.field.of(who).first());
        drawing.rect([left, top + 8, 12, 12], 3, power.map_or(QUIET, |of| of.colour()), Some(QUIET));
        drawing.text(left + 18, top + 19, &name, Look(14, TEXT, true), Held::Left, inside - 18);
        let lost = matrix.row(own).map(|told| told.lost[who as usize]).sum::<u32>();
        let lost = speech::tenths(((lost + rows / 2) / rows).into());
        let average = say!("{} on average", lost);
        drawing.text(left, top + 37, &average, Look(13, QUIET, false), Held::Left, inside);
        let foot = top + HIGHEST + 56;
        drawing.rect([left, foot, inside, 1], 0, EMPTY, None);
        let n = u32::try_from(bars[i].len()).unwrap_or(1).max(1);
        let wide = (inside / n).clamp(4, 40);
        for (k, chance) in (0..).zip(&bars[i]) {
            let high = (chance * (HIGHEST - 4)).div_ceil(scale);
            if high > 0 {
                drawing.rect([left + k * wide, foot - high, wide - 2, high], 1, BAR[i], None);
            }
        }
        let most = (0..).zip(&bars[i]).max_by_key(|(k, chance)| (**chance, u32::MAX - k));
        if let Some((k, chance)) = most {
            let at = (left + k * wide + wide / 2).clamp(left + 14, left + inside - 14);
            let high = (chance * (HIGHEST - 4)).div_ceil(scale);
            let percent = format!("{} %", (chance + 5) / 10);
            drawing.text(at, foot - high - 3, &percent, Look(12, TEXT, true), Held::Middle, 40);
        }
        drawing.text(left, foot + 15, "0", Look(12, QUIET, false), Held::Left, 40);
        let end = left + n * wide;
        drawing.text(end, foot + 15, &last.to_string(), Look(12, QUIET, false), Held::Right, 40);
    }
    drawing.y = top + HIGHEST + 76;
    for key in keys {
        drawing.y += 16;
        drawing.text(WIDTH / 2, drawing.y, &key, Look(12, QUIET, false), Held::Middle, WIDTH - 2 * MARGIN);
    }
}

/// The chance of each loss on average over several days, in thousandths.
fn mean<'a>(all: impl Iterator<Item = &'a [u32]>) -> Vec<u32> {
    let (mut sums, mut days) = (Vec::new(), 0);
    for spread in all {
        days += 1;
        sums.resize(sums.len().max(spread.len()), 0);
        sums.iter_mut().zip(spread).for_each(|(sum, chance)| *sum += chance);
    }
    sums.into_iter().map(|sum: u32| (sum + days / 2) / days.max(1)).collect()
}
