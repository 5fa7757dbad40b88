//! A battle as a picture: attacker and defender side by side, a row a round with dice, losses and what is left of morale, and the
//! verdict at the foot. It has a dark ground of its own, so that it reads alike in both of Discord's modes, and is made for a phone.

use super::end::verdict;
use super::words::{
    attack, corps, defence, ground, leader, lost_in, part, place, plus, power, side, total, typed,
};
use eia::land::battle::fight::{Note, Rolled, Who};
use eia::land::battle::{Battle, Ended, Fought};
use eia::powers::Power;
use std::fmt::Write as _;
use table_commands::present::names::count;
use table_commands::present::pictures::{
    COLUMN, Drawing, EMPTY, GOLD, GROUND, Held, LOSS, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, bare,
    png,
};
use table_commands::{say, speech};

/// Room of a column inside a panel.
const INSIDE: u32 = COLUMN - 16;

/// The most lines of what else happened to a side in a round.
const MOST_TOLD: usize = 6;

/// A battle as a PNG, as far as it was fought. It takes some tens of milliseconds and holds its thread.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(battle: &Battle, days: &[Fought], ended: Option<&Ended>) -> Result<Vec<u8>, String> {
    png(&drawing(battle, days, ended), TIMES)
}

/// The same as SVG.
#[must_use]
pub fn drawing(battle: &Battle, days: &[Fought], ended: Option<&Ended>) -> String {
    let mut drawing = Drawing::default();
    head(&mut drawing, battle);
    let scale = days.iter().flat_map(|day| day.morale).max().unwrap_or(0).max(1);
    for day in days {
        day_of(&mut drawing, battle, day, days.len() > 1 || day.day > 1, scale);
    }
    if days.iter().flat_map(|day| &day.notes).any(|note| matches!(note, Note::Clash { .. })) {
        key(&mut drawing, battle);
    }
    if let Some(ended) = ended {
        foot(&mut drawing, battle, ended);
    }
    drawing.done()
}

/// What the colours and numbers of a round are, each with its mark.
fn key(drawing: &mut Drawing, battle: &Battle) {
    let look = Look(12, QUIET, false);
    let sides = Who::BOTH.map(|who| battle.field.of(who).first().map_or(QUIET, |of| of.colour()));
    let marks: [(&[&str], String); 3] = [
        (&sides, say!("morale left")),
        (&[LOSS], say!("lost in this round")),
        (&[EMPTY], say!("lost before")),
    ];
    let third = (WIDTH - 2 * MARGIN) / 3;
    for (n, (colours, says)) in (0..).zip(&marks) {
        let mut x = MARGIN + n * third;
        for colour in *colours {
            drawing.rect([x, drawing.y, 12, 12], 3, colour, Some(QUIET));
            x += 16;
        }
        let room = MARGIN + (n + 1) * third - x - 4;
        drawing.text(x + 2, drawing.y + 10, says, look, Held::Left, room);
    }
    let table = say!("4-2 → 15 %: the enemy loses 15 % of what this side has in factors");
    drawing.text(MARGIN, drawing.y + 28, &table, look, Held::Left, WIDTH - 2 * MARGIN);
    drawing.y += 36;
}

/// A picture of a battle that is over in a line, for those who do not see it: who won.
#[must_use]
pub fn in_words(battle: &Battle, ended: &Ended) -> String {
    bare(&verdict(battle, ended))
}

/// Where a side's column begins.
fn left(who: Who) -> u32 {
    match who {
        Who::Attacker => MARGIN,
        Who::Defender => WIDTH - MARGIN - COLUMN,
    }
}

/// A power with its colour and its name.
fn power_row(drawing: &mut Drawing, x: u32, y: u32, of: Power, text: &str, look: Look) {
    drawing.rect([x, y - 12, 14, 14], 3, of.colour(), Some(QUIET));
    drawing.text(x + 21, y, text, look, Held::Left, COLUMN - 21);
}

/// The place, the ground, and the sides.
fn head(drawing: &mut Drawing, battle: &Battle) {
    let middle = WIDTH / 2;
    drawing.text(middle, 34, &place(battle), Look(22, TEXT, true), Held::Middle, WIDTH - 2 * MARGIN);
    drawing.text(middle, 53, &ground(battle), Look(13, QUIET, false), Held::Middle, WIDTH - 2 * MARGIN);
    let mut lowest = 0;
    for who in Who::BOTH {
        let (x, mut y) = (left(who), 78);
        drawing.text(x, y, &part(who), Look(13, QUIET, false), Held::Left, COLUMN);
        for of in battle.field.of(who) {
            y += 21;
            power_row(drawing, x, y, *of, &power(*of), Look(17, TEXT, true));
        }
        y += 19;
        let command = battle.commander(who).map_or_else(
            || say!("no leader"),
            |leader| {
                let ratings =
                    format!("{}-{}-{}-{}", leader.strategic, leader.tactical, leader.maximum, leader.rank);
                format!("{} {ratings}", typed(&leader.name))
            },
        );
        drawing.text(x, y, &command, Look(14, TEXT, false), Held::Left, COLUMN);
        lowest = lowest.max(y);
    }
    drawing.y = lowest + 12;
}

/// The chits of a day, both sides' strength, and its rounds.
fn day_of(drawing: &mut Drawing, battle: &Battle, day: &Fought, is_named: bool, scale: u16) {
    if is_named {
        drawing.text(
            WIDTH / 2,
            drawing.y + 12,
            &say!("Day {}", day.day),
            Look(14, GOLD, true),
            Held::Middle,
            200,
        );
        drawing.y += 20;
    }
    chits(drawing, battle, day);
    let mut left = day.morale;
    let mut told: [Vec<String>; 2] = Default::default();
    // Where the notes of the round begin that comes next.
    let mut from = 0;
    for (i, note) in day.notes.iter().enumerate() {
        if let Note::Clash { round, rolled, left: now, .. } = note {
            let after: Vec<&Note> =
                day.notes[i + 1..].iter().take_while(|note| matches!(note, Note::Broke { .. })).collect();
            let broken = Who::BOTH.map(|broken| {
                after.iter().any(|note| matches!(note, Note::Broke { who, .. } if *who == broken))
            });
            // A later day begins with what the night gave back: what the first roll left, and what it took.
            let before = Who::BOTH.map(|who| {
                let (now, took) = (now[who as usize], u16::from(rolled[who.other() as usize].morale));
                let known = left[who as usize];
                if *round == 1 && now > 0 { (now + took).min(known) } else { known }
            });
            let row = Row {
                title: say!("Round {}", round),
                rolled: Some(rolled.as_ref()),
                lost: lost_in(&day.notes[from..=i + after.len()]),
                level: day.morale,
                before,
                now: *now,
                broken,
                told: std::mem::take(&mut told),
            };
            one_round(drawing, battle, row, scale);
            (left, from) = (*now, i + after.len() + 1);
        } else if let Some((who, text)) = event(battle, note) {
            told[who as usize].push(text);
        }
    }
    if told.iter().any(|told| !told.is_empty()) {
        let fell =
            |of: Who| day.notes.iter().any(|note| matches!(note, Note::Broke { who, .. } if *who == of));
        let row = Row {
            title: String::new(),
            rolled: None,
            lost: [0; 2],
            level: day.morale,
            before: left,
            now: Who::BOTH.map(|who| if fell(who) { 0 } else { left[who as usize] }),
            broken: Who::BOTH.map(fell),
            told,
        };
        one_round(drawing, battle, row, scale);
    }
}

/// The chits of a day, and both sides' strength and morale.
fn chits(drawing: &mut Drawing, battle: &Battle, day: &Fought) {
    let chits = [attack(day.attack), defence(day.defence)];
    let has_chits = battle.field.kind.without_chits().is_none();
    let chits_high = if has_chits { 30 } else { 0 };
    for (who, chit) in Who::BOTH.into_iter().zip(&chits) {
        let x = left(who);
        if has_chits {
            let colour = battle.field.of(who).first().map_or(QUIET, |of| of.colour());
            drawing.rect([x, drawing.y, COLUMN, 30], 6, colour, Some(QUIET));
            drawing.rect([x + 6, drawing.y + 1, COLUMN - 7, 28], 5, PANEL, None);
            drawing.text(
                x + COLUMN / 2,
                drawing.y + 20,
                chit,
                Look(16, TEXT, true),
                Held::Middle,
                COLUMN - 10,
            );
        }
        let (strength, morale) = (day.strengths[who as usize], day.morale[who as usize]);
        let strength = count(strength.into(), "factor", "factors");
        let text = say!("{} · morale {}", strength, speech::tenths(morale.into()));
        drawing.text(x, drawing.y + chits_high + 18, &text, Look(14, TEXT, false), Held::Left, COLUMN);
    }
    drawing.y += chits_high + 30;
}

/// A round: for each side its die, what is left of its morale, what it lost, and what else happened.
fn one_round(drawing: &mut Drawing, battle: &Battle, mut row: Row<'_>, scale: u16) {
    for told in row.told.iter_mut().filter(|told| told.len() > MOST_TOLD) {
        let more = told.len() - (MOST_TOLD - 1);
        told.truncate(MOST_TOLD - 1);
        told.push(say!("and {} more", more));
    }
    let has_dice = row.rolled.is_some();
    let lines = row.told.iter().map(Vec::len).max().unwrap_or(0);
    let lines = u32::try_from(lines).unwrap_or(0);
    let top = drawing.y;
    let head = if row.title.is_empty() { 6 } else { 24 };
    let body = if has_dice { ROLLED } else { 0 } + u32::from(!has_dice && row.broken.contains(&true)) * 20;
    let high = head + lines * 18 + body + 4;
    drawing.rect([MARGIN, top, WIDTH - 2 * MARGIN, high], 8, PANEL, None);
    drawing.text(WIDTH / 2, top + 17, &row.title, Look(13, QUIET, false), Held::Middle, 90);
    for who in Who::BOTH {
        let i = who as usize;
        let x = left(who) + 8;
        let mut y = top + head;
        for text in &row.told[i] {
            drawing.text(x, y + 13, text, Look(14, GOLD, false), Held::Left, INSIDE);
            y += 18;
        }
        y = top + head + lines * 18;
        if let Some(rolled) = row.rolled {
            heading(drawing, battle, who, top + 17, row.broken[i]);
            side_of_round(drawing, battle, who, y, (&rolled[i], &row), scale);
        } else if row.broken[i] {
            // Where nobody rolled there is a line for it.
            drawing.text(x, y + 15, &say!("breaks"), Look(15, LOSS, true), Held::Left, 125);
        }
    }
    drawing.y = top + high + 8;
}

/// How high what both sides rolled and lost is.
const ROLLED: u32 = 104;

/// Whose column it is, at its outer edge beside the number of the round; and that the side breaks in it.
fn heading(drawing: &mut Drawing, battle: &Battle, who: Who, y: u32, breaks: bool) {
    let (x, held) = match who {
        Who::Attacker => (left(who) + 8, Held::Left),
        Who::Defender => (left(who) + 8 + INSIDE, Held::Right),
    };
    let name = side(battle, who);
    let (says, colour) = if breaks { (say!("Broken: {}", name), LOSS) } else { (name, TEXT) };
    drawing.text(x, y, &says, Look(14, colour, true), held, (WIDTH - 2 * MARGIN) / 2 - 60);
}

/// A side's column of a round: its roll and what the enemy loses by it, then its own morale and its own losses.
fn side_of_round(
    drawing: &mut Drawing,
    battle: &Battle,
    who: Who,
    y: u32,
    (rolled, row): (&Rolled, &Row<'_>),
    scale: u16,
) {
    let (i, x) = (who as usize, left(who) + 8);
    let quiet = Look(12, QUIET, false);
    roll(drawing, x, y, rolled);
    let by_it = match (rolled.casualties, rolled.morale) {
        (0, 0) => say!("no effect on the enemy"),
        (lost, 0) => say!("enemy loses {}", lost),
        (0, morale) => say!("enemy: morale −{}", speech::tenths(morale.into())),
        (lost, morale) => say!("enemy loses {}, morale −{}", lost, speech::tenths(morale.into())),
    };
    drawing.text(x, y + 43, &by_it, quiet, Held::Left, INSIDE);
    drawing.text(x, y + 62, &say!("own morale"), quiet, Held::Left, INSIDE - 36);
    let room = INSIDE - 36;
    let bar = |tenths: u16| room * u32::from(tenths.min(scale)) / u32::from(scale);
    let colour = battle.field.of(who).first().map_or(QUIET, |of| of.colour());
    // No longer than the morale level of the side, so that what is grey was lost before.
    drawing.rect([x, y + 67, bar(row.level[i].max(row.before[i])), 12], 3, EMPTY, None);
    if bar(row.before[i]) > 0 {
        drawing.rect([x, y + 67, bar(row.before[i]), 12], 3, LOSS, None);
    }
    if bar(row.now[i]) > 0 {
        drawing.rect([x, y + 67, bar(row.now[i]).max(3), 12], 3, colour, Some(TEXT));
    }
    let now = speech::tenths(row.now[i].into());
    drawing.text(x + INSIDE, y + 78, &now, Look(15, TEXT, true), Held::Right, 40);
    let lost = match row.lost[i] {
        0 => (say!("own losses: none"), QUIET),
        n => (say!("own losses: {}", count(n.into(), "factor", "factors")), LOSS),
    };
    drawing.text(x, y + 98, &lost.0, Look(15, lost.1, true), Held::Left, INSIDE);
}

/// A die with what was added, its result, and the table.
fn roll(drawing: &mut Drawing, x: u32, y: u32, rolled: &Rolled) {
    drawing.rect([x, y + 2, 27, 27], 6, TEXT, None);
    let places: &[(u32, u32)] = match rolled.die {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (2, 0), (0, 2), (2, 2)],
        5 => &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        _ => &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
    };
    for (across, down) in places {
        let (cx, cy) = (x * 2 + 13 + across * 14, (y + 2) * 2 + 13 + down * 14);
        let (cx, cy) = (f64::from(cx) / 2.0, f64::from(cy) / 2.0);
        let _ = write!(drawing.svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"2.8\" fill=\"{GROUND}\"/>");
    }
    let extra: i8 = rolled.added.iter().map(|added| added.by).sum();
    let sum = match extra {
        0 => format!("= {}", rolled.result),
        extra => format!("{} = {}", plus(extra), rolled.result),
    };
    drawing.text(x + 34, y + 21, &sum, Look(16, TEXT, true), Held::Left, 62);
    let table = format!("{} → {} %", rolled.table, rolled.percent);
    drawing.text(x + INSIDE, y + 21, &table, Look(13, QUIET, false), Held::Right, 80);
}

/// Who won, and PP.
fn foot(drawing: &mut Drawing, battle: &Battle, ended: &Ended) {
    drawing.y += 4;
    let verdict = verdict(battle, ended);
    drawing.text(WIDTH / 2, drawing.y + 20, &verdict, Look(19, GOLD, true), Held::Middle, WIDTH - 2 * MARGIN);
    drawing.y += 32;
    let mut lowest = drawing.y;
    for who in Who::BOTH {
        let mut y = drawing.y;
        for points in ended.points.iter().filter(|points| battle.field.side(points.power) == Some(who)) {
            y += 20;
            let n =
                if points.points > 0 { format!("+{}", points.points) } else { speech::signed(points.points) };
            let text = format!("{} {n} PP", power(points.power));
            power_row(drawing, left(who), y, points.power, &text, Look(15, TEXT, false));
        }
        lowest = lowest.max(y);
    }
    drawing.y = lowest;
}

/// What a row shows.
struct Row<'a> {
    title: String,
    rolled: Option<&'a [Rolled; 2]>,
    /// Factors that attacker and defender lost in the whole round.
    lost: [u32; 2],
    /// Morale levels of the day, in tenths.
    level: [u16; 2],
    /// Morale before and after, in tenths.
    before: [u16; 2],
    now: [u16; 2],
    broken: [bool; 2],
    /// What else happened, by side.
    told: [Vec<String>; 2],
}

/// A step in few words, and whose it was; `None` for a roll and for what is shown with it.
fn event(battle: &Battle, note: &Note) -> Option<(Who, String)> {
    Some(match note {
        Note::Clash { .. } | Note::Broke { .. } => return None,
        Note::NoFight => (Who::Defender, say!("withdraws: no fight")),
        Note::Withdrawal(tried) => {
            let text = match (tried.corps.first(), tried.done) {
                (None, true) => say!("withdraws"),
                (None, false) => say!("cannot withdraw"),
                (Some(i), true) => say!("{} withdraws", corps(battle, tried.who, *i)),
                (Some(i), false) => say!("{} stays", corps(battle, tried.who, *i)),
            };
            (tried.who, text)
        }
        Note::Reinforcement(tried) => {
            let brings = tried.leader.and_then(|i| leader(battle, tried.who, i));
            let name = brings.or_else(|| tried.corps.first().map(|i| corps(battle, tried.who, *i)));
            let name = name.unwrap_or_else(|| side(battle, tried.who));
            (tried.who, if tried.done { say!("{} joins", name) } else { say!("{} is late", name) })
        }
        Note::Command { who, leader: i } => {
            (*who, say!("{} commands", leader(battle, *who, *i).unwrap_or_default()))
        }
        Note::Arrival(tried) if tried.done => (tried.who, say!("outflanking force arrives")),
        Note::Arrival(tried) => (tried.who, say!("outflanking force is late")),
        Note::Guard { who, shift, heavy, lost, all, .. } => {
            let raised = plus(i8::try_from(*shift).unwrap_or(i8::MAX));
            let text = match (all, heavy) {
                (true, false) => say!("guard {}: all of it falls", raised),
                (true, true) => say!("heavy cavalry {}: all falls", raised),
                (false, false) => say!("guard {}, loses {}", raised, lost),
                (false, true) => say!("heavy cavalry {}, loses {}", raised, lost),
            };
            (*who, text)
        }
        Note::Bombardment { rolled, lost } => (rolled.who, say!("guns: the enemy loses {}", total(lost))),
    })
}
