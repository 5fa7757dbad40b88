//! Exact odds of Europa, for who asked: how a battle, a siegework or an assault may come out, and what each side may lose.

use crate::battle::present::words::side_of;
use crate::siege::present::words as sieges;
use europa::battle::course::Fight;
use europa::battle::{Verdict, Who};
use europa::odds::Distribution;
use europa::siege::assault::{self, Camp};
use europa::siege::course::Siege;
use europa::siege::work::Undermining;
use europa::thirds::Thirds;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table_commands::message::{Embed, Message, clip};
use table_commands::present::pictures::{
    COLUMN, Drawing, EMPTY, GOLD, Held, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, bare, png,
};
use table_commands::shares::shares;
use table_commands::{say, speech};

/// What is told of the odds of something, in thousandths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Of what.
    pub title: String,
    /// Each outcome with its chance.
    pub outcomes: Vec<(String, u32)>,
    /// Who may lose how much: names with their colours, and each loss with its chance.
    pub losses: Vec<Losses>,
    /// The unit of losses.
    pub unit: &'static str,
}

/// A side by its name with its colour, and each of its losses with its chance in thousandths.
pub type Losses = (String, &'static str, Vec<(Thirds, u32)>);

/// Losses shown of each side at most; rarer ones beyond are left out.
const MOST_LOSSES: usize = 16;
/// How high the highest bar is.
const HIGHEST: u32 = 80;

/// What each of these has, in thousandths that come to all of it.
fn thousandths(weights: Vec<u128>) -> Vec<u32> {
    shares(1_000, &weights)
}

fn spread(weights: &BTreeMap<Thirds, u128>) -> Vec<(Thirds, u32)> {
    let each = weights.keys().copied().zip(thousandths(weights.values().copied().collect()));
    each.filter(|(_, chance)| *chance > 0).take(MOST_LOSSES).collect()
}

/// The odds of a battle as a side sees them.
#[must_use]
pub fn battle(fight: &Fight, own: Who, odds: &Distribution<Verdict>) -> Chances {
    let name = |who| side_of(&fight.scene, who);
    let (mine, theirs) = (name(own), name(own.other()));
    let mut wins =
        thousandths([Some(own), None, Some(own.other())].map(|who| odds.wins(who)).to_vec()).into_iter();
    let mut wins = || wins.next().unwrap_or_default();
    let major = |who: Who| odds.per_mille(|verdict| verdict.major && verdict.winner == Some(who));
    let routs = |who: Who| odds.per_mille(|verdict| verdict.routed[who as usize]);
    let destroyed = |who: Who| odds.per_mille(|verdict| verdict.destroyed[who as usize]);
    let outcomes = vec![
        (say!("{} wins", mine.clone()), wins()),
        (say!("nobody wins"), wins()),
        (say!("{} wins", theirs.clone()), wins()),
        (say!("a major victory of {}", mine.clone()), major(own)),
        (say!("a major victory of {}", theirs.clone()), major(own.other())),
        (say!("{} routs", mine.clone()), routs(own)),
        (say!("{} routs", theirs.clone()), routs(own.other())),
        (say!("{} is destroyed", mine), destroyed(own)),
        (say!("{} is destroyed", theirs), destroyed(own.other())),
    ];
    let losses = [own, own.other()]
        .map(|who| (name(who), crate::battle::present::colour(fight, who), spread(&odds.losses(who))));
    Chances {
        title: say!("Odds: battle of {}", crate::battle::present::words::place(fight)),
        outcomes,
        losses: losses.into(),
        unit: if fight.scene.at_sea { "ND" } else { "LD" },
    }
}

/// The odds of the next siegework.
#[must_use]
pub fn siegework(siege: &Siege, odds: &Distribution<(Undermining, bool)>) -> Chances {
    const ALL: [Undermining; 6] = [
        Undermining::Nothing,
        Undermining::SiegeworkMinus,
        Undermining::SiegeworkPlus,
        Undermining::Breach,
        Undermining::BreachOrWarHonours,
        Undermining::Surrender,
    ];
    let chances = thousandths(ALL.iter().map(|of| odds.weight(|(result, _)| result == of)).collect());
    let mut outcomes: Vec<(String, u32)> = ALL.iter().map(|of| sieges::result(*of)).zip(chances).collect();
    outcomes.push((say!("siege attrition"), odds.per_mille(|(_, due)| *due)));
    let title = say!("Odds: siegework at {}", sieges::place(siege));
    Chances { title, outcomes, losses: Vec::new(), unit: "LD" }
}

/// The odds of an assault now.
#[must_use]
pub fn storm(siege: &Siege, odds: &Distribution<assault::Verdict>) -> Chances {
    let place = sieges::place(siege);
    let falls = odds.weight(|verdict| verdict.falls);
    let either = thousandths(vec![falls, odds.whole().saturating_sub(falls)]);
    let either = |n: usize| either.get(n).copied().unwrap_or_default();
    let outcomes = vec![
        (say!("{} falls", place.clone()), either(0)),
        (say!("of that by a rout"), odds.per_mille(|verdict| verdict.falls && verdict.by_rout)),
        (say!("{} holds", place.clone()), either(1)),
        (say!("nothing is left outside"), odds.per_mille(|verdict| verdict.besieger_destroyed)),
    ];
    let lost = |of: &dyn Fn(&assault::Verdict) -> Thirds| spread(&odds.of(of));
    let mut losses = vec![(
        sieges::side(siege, Camp::Besieger),
        crate::siege::present::colour(siege, Camp::Besieger),
        lost(&|verdict| verdict.besieger_lost),
    )];
    if siege.garrison.troops > Thirds::NONE {
        losses.push((
            sieges::side(siege, Camp::Besieged),
            crate::siege::present::colour(siege, Camp::Besieged),
            lost(&|verdict| verdict.inside_lost),
        ));
    }
    Chances { title: say!("Odds: an assault of {} now", place), outcomes, losses, unit: "LD" }
}

/// Thousandths as percent with one decimal.
fn percent(thousandths: u32) -> String {
    format!("{} %", speech::tenths(thousandths.into()))
}

/// The odds as text.
#[must_use]
pub fn table(chances: &Chances) -> Embed {
    let mut text = String::new();
    for (what, chance) in &chances.outcomes {
        let _ = writeln!(text, "{what}: **{}**", percent(*chance));
    }
    for (who, _, losses) in &chances.losses {
        let each: Vec<String> =
            losses.iter().map(|(lost, chance)| format!("{lost}: {}", percent(*chance))).collect();
        let _ =
            writeln!(text, "{}", say!("{} loses, in {}: {}", who.clone(), chances.unit, each.join(" · ")));
    }
    let _ = write!(text, "{}", say!("Exact, over all dice. Only you see this."));
    Embed::new(&chances.title, clip(&text, 3_000))
}

/// The odds in a message, with their picture where it can be drawn.
#[must_use]
pub fn told(all: &[Chances]) -> Message {
    let message = all.iter().fold(Message::default(), |message, chances| message.with(table(chances)));
    let words: Vec<String> = all.iter().map(in_words).collect();
    match png(&drawing(all), TIMES) {
        Ok(png) => message.drawn(format!("{}.png", say!("odds")), png, &words.join("; ")),
        Err(_) => message,
    }
}

/// The picture in words.
fn in_words(chances: &Chances) -> String {
    let each: Vec<String> = chances
        .outcomes
        .iter()
        .take(3)
        .map(|(what, chance)| format!("{what} {}", percent(*chance)))
        .collect();
    bare(&format!("{}: {}", chances.title, each.join(", ")))
}

/// The odds as SVG: a bar for each outcome, and below how much each side may lose.
#[must_use]
pub fn drawing(all: &[Chances]) -> String {
    let mut drawing = Drawing { y: 12, ..Drawing::default() };
    for chances in all {
        bars(&mut drawing, chances);
        losses(&mut drawing, chances);
        drawing.y += 8;
    }
    drawing.done()
}

fn bars(drawing: &mut Drawing, chances: &Chances) {
    let wide = WIDTH - 2 * MARGIN;
    drawing.text(WIDTH / 2, drawing.y + 18, &bare(&chances.title), Look(17, TEXT, true), Held::Middle, wide);
    drawing.y += 30;
    for (what, chance) in &chances.outcomes {
        let y = drawing.y;
        drawing.rect([MARGIN, y, wide, 20], 4, PANEL, None);
        let long = wide * (*chance).min(1000) / 1000;
        if long > 0 {
            drawing.rect([MARGIN, y, long, 20], 4, EMPTY, None);
        }
        drawing.text(MARGIN + 8, y + 15, &bare(what), Look(13, TEXT, false), Held::Left, wide - 80);
        drawing.text(WIDTH - MARGIN - 8, y + 15, &percent(*chance), Look(13, GOLD, true), Held::Right, 66);
        drawing.y += 24;
    }
    drawing.y += 6;
}

fn losses(drawing: &mut Drawing, chances: &Chances) {
    if chances.losses.is_empty() {
        return;
    }
    let top = drawing.y;
    let scale = chances.losses.iter().flat_map(|(.., all)| all).map(|(_, chance)| *chance).max();
    let scale = scale.unwrap_or(0).max(1);
    for (i, (who, colour, all)) in chances.losses.iter().take(2).enumerate() {
        let x = if i == 0 { MARGIN } else { WIDTH - MARGIN - COLUMN };
        drawing.rect([x, top, COLUMN, HIGHEST + 56], 8, PANEL, None);
        let title = say!("{} loses, in {}", who.clone(), chances.unit);
        drawing.text(x + 8, top + 18, &bare(&title), Look(13, TEXT, true), Held::Left, COLUMN - 16);
        let many = u32::try_from(all.len()).unwrap_or(1).max(1);
        let wide = ((COLUMN - 16) / many).clamp(4, 36);
        let foot = top + HIGHEST + 34;
        for (k, (lost, chance)) in (0..).zip(all) {
            let at = x + 8 + k * wide;
            let high = chance * (HIGHEST - 8) / scale;
            if high > 0 {
                drawing.rect([at, foot - high, wide - 2, high], 1, colour, Some(QUIET));
            }
            let shown = many <= 8 || k % 2 == 0;
            if shown {
                let text = lost.to_string();
                drawing.text(at + wide / 2, foot + 14, &text, Look(11, QUIET, false), Held::Middle, 2 * wide);
            }
        }
    }
    drawing.y = top + HIGHEST + 62;
}
