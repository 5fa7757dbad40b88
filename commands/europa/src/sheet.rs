//! What the sheets of battles and of assaults share: the two columns, the marks of losses and stars, texts in several lines.

use europa::thirds::Thirds;
use std::fmt::Write as _;
use table_commands::present::pictures::{COLUMN, Drawing, GOLD, Held, LOSS, Look, MARGIN, QUIET, WIDTH};
use table_commands::say;

/// Where the column of the first or the second side begins.
pub(crate) const fn left(second: bool) -> u32 {
    if second { WIDTH - MARGIN - COLUMN } else { MARGIN }
}

/// Strokes for losses, dots one under another for thirds, stars for morale.
pub(crate) fn marks(drawing: &mut Drawing, x: u32, y: u32, losses: Thirds, stars: i8) {
    let mut at = x + 3;
    for _ in 0..(losses.0 / 3).clamp(0, 12) {
        drawing.rect([at, y, 3, 16], 1, LOSS, None);
        at += 8;
    }
    for dot in 0..u32::try_from(losses.0 % 3).unwrap_or(0) {
        let _ = write!(
            drawing.svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"2.2\" fill=\"{LOSS}\"/>",
            at + 1,
            y + 4 + 8 * dot
        );
    }
    if losses.0 % 3 > 0 {
        at += 9;
    }
    if losses.0 == 0 && stars == 0 {
        drawing.text(at, y + 13, "0", Look(13, QUIET, false), Held::Left, 20);
    }
    for _ in 0..stars.clamp(0, 6) {
        let _ = write!(drawing.svg, "<path d=\"{}\" fill=\"{GOLD}\"/>", star(at + 7, y + 8));
        at += 16;
    }
}

/// A star of five points around a centre.
fn star(x: u32, y: u32) -> String {
    const POINTS: [(i32, i32); 10] = [
        (0, -70),
        (16, -22),
        (67, -22),
        (26, 8),
        (41, 57),
        (0, 27),
        (-41, 57),
        (-26, 8),
        (-67, -22),
        (-16, -22),
    ];
    let at = |n: u32, tenths: i32| {
        let value = i64::from(n) * 10 + i64::from(tenths);
        format!("{}.{}", value / 10, value % 10)
    };
    let points: Vec<String> =
        POINTS.iter().map(|(dx, dy)| format!("{} {}", at(x, *dx), at(y, *dy))).collect();
    format!("M{} Z", points.join(" L"))
}

/// The size of the key's words, and about how many of them a line holds.
const KEY: Look = Look(12, QUIET, false);
const KEY_LINE: usize = 57;

/// What the marks of a row mean, each beside its mark, and then in words what else stands in the rows.
pub(crate) fn key(drawing: &mut Drawing, says: &[String]) {
    let third = (WIDTH - 2 * MARGIN) / 3;
    let each: [(Thirds, i8, u32, String); 3] = [
        (Thirds::whole(1), 0, 11, say!("1 loss caused")),
        (Thirds(1), 0, 12, say!("a third of one")),
        (Thirds::NONE, 1, 20, say!("1 morale taken")),
    ];
    for (n, (losses, stars, wide, words)) in (0..).zip(each) {
        let x = MARGIN + n * third;
        marks(drawing, x, drawing.y + 2, losses, stars);
        drawing.text(x + wide, drawing.y + 15, &words, KEY, Held::Left, third - wide);
    }
    drawing.y += 24;
    for line in says.iter().flat_map(|text| wrapped(text, KEY_LINE)) {
        drawing.text(MARGIN, drawing.y + 12, &line, KEY, Held::Left, WIDTH - 2 * MARGIN);
        drawing.y += 16;
    }
    drawing.y += 4;
}

/// A text in lines of about so many characters.
pub(crate) fn wrapped(text: &str, wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < wide => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
