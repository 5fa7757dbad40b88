//! Europe at a glance: where the powers stand on the political status track, how near each is to its goal, and how each stands with each
//! other, in one picture of a phone's width.

use crate::map::present::flags::short;
use crate::map::present::ground::tint;
use crate::months;
use crate::seen::position;
use eia::Position;
use eia::oob::{BOXES, StatusBox, Zone};
use eia::politics::truce::Truce;
use eia::powers::Power;
use std::sync::Arc;
use table_commands::present::pictures::{
    Drawing, EMPTY, GOLD, Held, LOSS, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, png,
};
use table_commands::say;

/// What the picture in a post goes by.
pub(crate) const GLANCE: &str = "europe";

/// Width of a box of the track, in points.
const BOX: u32 = (WIDTH - 2 * MARGIN) / 10;
/// Height of a power's mark in it, and of a line of the lists.
const MARK: u32 = 17;
const LINE: u32 = 24;
/// Where the bars of the list of goals begin and end.
const BAR: [u32; 2] = [124, 294];

/// Its name as a file, which tells the month: "europe-1807-08.png".
pub(crate) fn file(now: &Position) -> String {
    now.month().map_or_else(|| "europe.png".to_owned(), |month| format!("europe-{month}.png"))
}

/// The picture, with the campaign's name.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(now: &Position, name: &str) -> Result<Vec<u8>, String> {
    png(&drawing(now, name), TIMES)
}

/// What it says, for who does not see it.
#[must_use]
pub fn in_words(now: &Position) -> String {
    let each = now.major_powers().chain(now.controlled()).map(|power| {
        let at = now.status(power).map_or_else(|| "–".to_owned(), |at| at.to_string());
        format!("{} {at}", crate::names::called(power))
    });
    let each: Vec<String> = each.collect();
    say!("Europe at a glance: {}.", each.join(", "))
}

/// The same as an SVG.
#[must_use]
pub fn drawing(now: &Position, name: &str) -> String {
    let powers: Vec<Power> = now.major_powers().collect();
    let mut drawn = Drawing { y: MARGIN, ..Drawing::default() };
    drawn.y += 12;
    let month = now.month().map(months::month);
    let wide = WIDTH - 2 * MARGIN - if month.is_some() { 140 } else { 0 };
    drawn.text(MARGIN, drawn.y, name, Look(17, TEXT, true), Held::Left, wide);
    if let Some(month) = month {
        drawn.text(WIDTH - MARGIN, drawn.y, &month, Look(15, GOLD, true), Held::Right, 132);
    }
    drawn.y += 10;
    // Who controls a power that nobody plays has it as long as it does not stand too low.
    let on_track: Vec<Power> = powers.iter().copied().chain(now.controlled()).collect();
    if on_track.iter().any(|power| now.status(*power).is_some()) {
        heading(&mut drawn, &say!("Political status"));
        for zone in [Zone::Dominant, Zone::Neutral, Zone::Instability, Zone::Fiasco] {
            zone_of(&mut drawn, now, &on_track, zone);
        }
        drawn.y += 6;
    }
    heading(&mut drawn, &say!("Victory points"));
    for power in &powers {
        to_the_goal(&mut drawn, now, *power);
    }
    drawn.y += 6;
    heading(&mut drawn, &say!("Relations"));
    relations(&mut drawn, now, &powers);
    legend(&mut drawn, now, &powers);
    drawn.done()
}

fn heading(drawn: &mut Drawing, text: &str) {
    drawn.y += 14;
    drawn.text(MARGIN, drawn.y, text, Look(15, TEXT, true), Held::Left, WIDTH - 2 * MARGIN);
    drawn.y += 8;
}

/// A mark in the colour of a power, with its letters; a golden frame marks one that is dominant.
fn mark(drawn: &mut Drawing, now: &Position, power: Power, [x, y, wide, high]: [u32; 4]) {
    if now.is_dominant(power) {
        drawn.rect([x - 1, y - 1, wide + 2, high + 2], 4, GOLD, Some(GOLD));
    }
    let edge = if now.is_dominant(power) { GOLD } else { QUIET };
    drawn.rect([x, y, wide, high], 3, &tint(power, 100), Some(edge));
    let ink = if is_light(power) { "#22262D" } else { TEXT };
    drawn.text(x + wide / 2, y + high - 4, &short(power), Look(13, ink, true), Held::Middle, wide - 2);
}

/// Whether dark letters stand out from a power's colour better than light ones.
fn is_light(power: Power) -> bool {
    let colour = power.colour();
    let channel =
        |at: usize| colour.get(at..at + 2).and_then(|two| u32::from_str_radix(two, 16).ok()).unwrap_or(0);
    channel(1) * 3 + channel(3) * 6 + channel(5) > 1_400
}

/// A zone of the track: its name, and ten boxes with what each brings and who stands in it.
fn zone_of(drawn: &mut Drawing, now: &Position, powers: &[Power], zone: Zone) {
    let name = match zone {
        Zone::Fiasco => say!("Fiasco"),
        Zone::Instability => say!("Instability"),
        Zone::Neutral => say!("Neutral zone"),
        Zone::Dominant => say!("Dominant zone"),
    };
    let boxes: Vec<StatusBox> = (0..BOXES).filter_map(StatusBox::at).filter(|at| at.zone() == zone).collect();
    let stand = |at: StatusBox| powers.iter().copied().filter(move |power| now.status(*power) == Some(at));
    let most = boxes.iter().map(|at| stand(*at).count()).max().unwrap_or(0).max(1) as u32;
    drawn.text(MARGIN, drawn.y + 12, &name, Look(14, QUIET, false), Held::Left, WIDTH - 2 * MARGIN);
    drawn.y += 17;
    let high = 18 + most * (MARK + 4) + 1;
    for (x, at) in (0..).map(|n| MARGIN + n * BOX).zip(boxes) {
        drawn.rect([x, drawn.y, BOX - 2, high], 3, PANEL, None);
        // The zone stands above.
        let place = (at.number() % 10 + 1).to_string();
        drawn.text(x + 2, drawn.y + 13, &place, Look(13, QUIET, false), Held::Left, 16);
        let points = at.points().value.to_string();
        drawn.text(x + BOX - 4, drawn.y + 13, &points, Look(13, GOLD, false), Held::Right, 16);
        let top = drawn.y + 18;
        for (y, power) in (0..).map(|n| top + n * (MARK + 4)).zip(stand(at)) {
            mark(drawn, now, power, [x + 2, y, BOX - 6, MARK]);
        }
    }
    drawn.y += high + 6;
}

/// A power's VP beside its goal.
fn to_the_goal(drawn: &mut Drawing, now: &Position, power: Power) {
    let goal = now.choice.holdings.get(&power).map_or(0, |holding| holding.goal);
    let has = now.vp.get(&power).copied().unwrap_or(0);
    let y = drawn.y + 15;
    drawn.text(
        MARGIN,
        y,
        &crate::names::called(power),
        Look(15, if now.is_dominant(power) { GOLD } else { TEXT }, false),
        Held::Left,
        BAR[0] - MARGIN - 6,
    );
    let wide = BAR[1] - BAR[0];
    drawn.rect([BAR[0], drawn.y + 5, wide, 12], 3, EMPTY, None);
    let part = (i64::from(wide) * has.clamp(0, goal.max(1))).div_euclid(goal.max(1));
    if let Some(part) = u32::try_from(part).ok().filter(|part| *part > 0) {
        drawn.rect([BAR[0], drawn.y + 5, part, 12], 3, &tint(power, 100), Some(QUIET));
    }
    let text = format!("{has} / {goal}");
    drawn.text(WIDTH - MARGIN, y, &text, Look(15, TEXT, false), Held::Right, WIDTH - BAR[1] - MARGIN - 6);
    drawn.y += LINE;
}

/// How each stands with each other: a row and a column a power.
fn relations(drawn: &mut Drawing, now: &Position, powers: &[Power]) {
    let head = 42;
    let cell = (WIDTH - 2 * MARGIN - head) / powers.len().max(1) as u32;
    for (n, power) in (0..).zip(powers) {
        mark(drawn, now, *power, [MARGIN + head + n * cell + 1, drawn.y, cell - 4, MARK + 3]);
    }
    drawn.y += MARK + 7;
    for one in powers {
        mark(drawn, now, *one, [MARGIN, drawn.y + 2, head - 5, MARK + 3]);
        for (n, other) in (0..).zip(powers) {
            let x = MARGIN + head + n * cell;
            let (text, colour, ground) = between(now, *one, *other);
            drawn.rect([x, drawn.y, cell - 2, LINE], 3, ground, None);
            drawn.text(x + cell / 2 - 1, drawn.y + 17, &text, Look(13, colour, true), Held::Middle, cell - 3);
        }
        drawn.y += LINE + 2;
    }
}

/// What the colours and signs mean, a line each.
fn legend(drawn: &mut Drawing, now: &Position, powers: &[Power]) {
    let mut lines = Vec::new();
    if now.dominant().is_some() {
        lines.push(say!("golden frame: dominant power"));
    }
    if powers.iter().any(|power| now.status(*power).is_some()) {
        lines.push(say!("in a box: its number, and in gold its victory points"));
    }
    lines.push(say!("·: peace"));
    let of_these = |truce: &Truce| truce.pair.powers().iter().all(|power| powers.contains(power));
    if now.politics.truces.iter().any(of_these) {
        lines.push(say!("a month: enforced peace, over in that month's peace step"));
    }
    drawn.y += 6;
    for line in lines {
        drawn.y += 16;
        drawn.text(MARGIN, drawn.y, &line, Look(13, QUIET, false), Held::Left, WIDTH - 2 * MARGIN);
    }
}

/// How two stand with one another: the word, its colour and its ground.
fn between(now: &Position, one: Power, other: Power) -> (String, &'static str, &'static str) {
    if one == other {
        return (String::new(), QUIET, EMPTY);
    }
    if now.are_at_war(one, other) {
        return (say!("war"), LOSS, "#4A2B2B");
    }
    if now.are_allied(one, other) {
        return (say!("ally"), "#A9E5B0", "#27402C");
    }
    match now.truce(one, other) {
        Some(truce) => (months::short(truce.ends), GOLD, PANEL),
        None => ("·".to_owned(), QUIET, PANEL),
    }
}

/// The picture as it stands in a post: of what everybody sees.
pub(crate) fn of_view(view: &table::View) -> Option<Arc<Position>> {
    position(view)
}
