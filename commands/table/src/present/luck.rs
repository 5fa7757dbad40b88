//! Luck in words: what the six-sided dice came to, by player and by purpose, against what fair dice come to.

use super::Scene;
use super::names::{column, count, list, plain_text};
use crate::message::{Embed, Message, clip};
use crate::say;
use crate::speech::{self, hundredths, tenths};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::luck::{Fallen, Pips, Purpose, Tally, fallen, strays};
use table::said;
use table::said::Said;
use table::{Entry, SeatId};

/// Of which rolls luck is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Of {
    /// Those of one player, by name or seat.
    pub player: Option<String>,
    /// Those whose purpose holds some words.
    pub purpose: Option<String>,
}

/// Fewer dice than this say nothing about luck.
const FEW: u64 = 10;
/// At most so many rows in a table.
const ROWS: usize = 16;
/// What stands for the game itself, which rolls too, in the place of a seat.
const GAME: &str = "The game";

/// Who rolled, as the table tells it.
fn whose(scene: &Scene<'_>, roll: &Fallen<'_>) -> String {
    roll.seat.as_ref().map_or_else(|| say!("The game"), |seat| scene.player(seat))
}

/// What for, as the table tells it.
fn what_for(purpose: &Purpose) -> Said {
    match purpose {
        Purpose::Text(text) => Said::from(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Purpose::Deleted => said!("(text deleted)"),
        Purpose::Chart => said!("(a chart)"),
        Purpose::Unsaid => said!("(nothing said)"),
        Purpose::Game(word) => Said::from(word.replace('_', " ")),
    }
}

/// Whether a roll is a free one of the operator's own seat, which proves nothing.
fn proves_nothing(scene: &Scene<'_>, roll: &Fallen<'_>) -> bool {
    roll.seat.as_ref().is_some_and(|seat| scene.public.is_operator(seat))
}

/// The players who have a seat, and the game, for the option `player`: name and value.
#[must_use]
pub fn players(scene: &Scene<'_>) -> Vec<(String, String)> {
    let seats = scene.public.seats.iter().filter(|seat| seat.person.is_some());
    let seats = seats.map(|seat| (scene.player(&seat.id).replace('\\', ""), seat.id.to_string()));
    seats.chain([(say!("The game"), GAME.to_owned())]).collect()
}

/// The purposes that rolls had, each once, the latest first.
#[must_use]
pub fn purposes(entries: &[Entry]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for roll in fallen(entries).iter().rev() {
        let purpose = speech::said(&what_for(&roll.purpose));
        if !found.contains(&purpose) {
            found.push(purpose);
        }
    }
    found
}

/// Luck against expectation.
#[must_use]
pub fn stats(scene: &Scene<'_>, entries: &[Entry], of: &Of) -> Message {
    let mut rolls = fallen(entries);
    if rolls.is_empty() {
        return Message::text(say!("No dice have fallen in this campaign yet."));
    }
    let title = match narrowed(scene, &mut rolls, of) {
        Ok(title) => title,
        Err(why) => return Message::refusal(why),
    };
    if rolls.is_empty() {
        return Message::text(say!(
            "No dice fell that fit. /dice stats without options tells of all; its options suggest who rolled and what for."
        ));
    }
    let counted = Tally::of(rolls.iter().filter(|roll| !proves_nothing(scene, roll)).map(|roll| roll.rolled));
    let all = Tally::of(rolls.iter().map(|roll| roll.rolled));
    // A player's own table counts what he rolled even where it proves nothing, and says so.
    let shown = if counted.dice() == 0 { &all } else { &counted };
    let d6 = shown.d6();
    let mut text = verdict(&d6);
    let rows = rows(scene, &rolls, of);
    table(&mut text, &rows, &d6);
    let hidden = rows.len().saturating_sub(ROWS);
    if of.player.is_some() && d6.dice() > 0 {
        text.push_str(&faces(&d6));
    }
    other_dice(&mut text, shown);
    if hidden > 0 {
        text.push('\n');
        text.push_str(&say!(
            "{} not shown; the options of /dice stats find them.",
            count(hidden as u64, "more row is", "more rows are")
        ));
    }
    if rolls.iter().any(|roll| proves_nothing(scene, roll)) {
        let says = if of.player.is_some() || counted.dice() == 0 {
            say!("*Rolls of the operator's own seat prove nothing.*")
        } else {
            say!("*\\* Rolls of the operator's own seat prove nothing; All leaves them out.*")
        };
        text.push('\n');
        text.push_str(&says);
    }
    let embed = Embed::new(&title, text).footer(&say!(
        "{}. 6s, 1s: more or fewer than a sixth of the dice. z: how far the mean is from {}, in standard deviations, from {} dice on; beyond ±{} is unusual.",
        count(shown.rolls, "roll", "rolls"),
        hundredths(350),
        FEW,
        tenths(20)
    ));
    Message::default().with(embed)
}

/// Leaves only the rolls that are asked of, and gives the title that says which; refused where nobody sits there.
fn narrowed(scene: &Scene<'_>, rolls: &mut Vec<Fallen<'_>>, of: &Of) -> Result<String, Said> {
    let (mut who, mut what) = (None, None);
    if let Some(asked) = &of.player {
        let players = players(scene);
        let plain = |name: &str| name.trim().to_lowercase();
        let meant =
            |(name, value): &&(String, String)| plain(name) == plain(asked) || plain(value) == plain(asked);
        let Some((name, value)) = players.iter().find(meant) else {
            let names: Vec<String> = players.iter().map(|(name, _)| plain_text(name, 32)).collect();
            return Err(said!(
                "\"{}\" has no seat here. Luck is told of {}.",
                plain_text(asked, 40),
                list(&names)
            ));
        };
        let seat = (value != GAME).then(|| SeatId::from(value.as_str()));
        rolls.retain(|roll| roll.seat == seat);
        who = Some(plain_text(name, 32));
    }
    if let Some(asked) = &of.purpose {
        let asked = asked.trim().to_lowercase();
        // In the words in which they are suggested, and in English.
        let holds = |text: &str| text.to_lowercase().contains(&asked);
        rolls.retain(|roll| {
            let purpose = what_for(&roll.purpose);
            holds(&purpose) || holds(&speech::said(&purpose))
        });
        what = Some(plain_text(&asked, 60));
    }
    Ok(match (who, what) {
        (None, None) => say!("Luck"),
        (Some(who), None) => say!("Luck of {}", who),
        (None, Some(what)) => say!("Luck for \"{}\"", what),
        (Some(who), Some(what)) => say!("Luck of {} for \"{}\"", who, what),
    })
}

/// The rows of the table: by player, or of one player by purpose, the most dice first. Rolls that prove nothing stand apart.
fn rows(scene: &Scene<'_>, rolls: &[Fallen<'_>], of: &Of) -> Vec<(String, Tally)> {
    let mut groups: BTreeMap<(bool, String), Vec<&Fallen<'_>>> = BTreeMap::new();
    for roll in rolls {
        let name = match (&of.player, &of.purpose) {
            (Some(_), _) => plain_text(&speech::said(&what_for(&roll.purpose)), 40),
            (None, _) => whose(scene, roll),
        };
        let apart = proves_nothing(scene, roll) && of.player.is_none();
        groups.entry((apart, name)).or_default().push(roll);
    }
    let mut rows: Vec<(String, Tally)> = groups
        .into_iter()
        .map(|((apart, name), rolls)| {
            let name = if apart { format!("*{name}") } else { name };
            (name, Tally::of(rolls.iter().map(|roll| roll.rolled)))
        })
        .filter(|(_, tally)| tally.d6().dice() > 0)
        .collect();
    if of.player.is_some() {
        rows.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.d6().dice()));
    }
    rows
}

/// The six-sided dice of each row, and of all.
fn table(text: &mut String, rows: &[(String, Tally)], d6: &Pips) {
    if !rows.is_empty() {
        let _ = writeln!(text, "\n```\n              d6{:>6}    6s    1s     z", say!("mean"));
        for (name, tally) in rows.iter().take(ROWS) {
            row(text, name, &tally.d6());
        }
        if rows.len() > 1 {
            row(text, &say!("All"), d6);
        }
        text.push_str("```");
    }
}

/// The means of dice with other sides.
fn other_dice(text: &mut String, shown: &Tally) {
    for pips in shown.by.iter().filter(|(sides, _)| **sides != 6).take(6) {
        let (sides, pips) = pips;
        let mean = pips.mean().unwrap_or_default();
        text.push('\n');
        text.push_str(&say!(
            "{} d{}: mean {}, fair {}",
            pips.dice(),
            *sides,
            hundredths(mean),
            hundredths(pips.fair_mean())
        ));
    }
}

/// How the mean, the sixes and the ones stand, in plain sentences.
fn verdict(d6: &Pips) -> String {
    let (Some(mean), dice) = (d6.mean(), d6.dice()) else {
        return say!("**No six-sided die is among them.**");
    };
    let mut text = say!("**{} d6: mean {}, fair {}.**", dice, hundredths(mean), hundredths(d6.fair_mean()));
    text.push(' ');
    if dice < FEW {
        text.push_str(&say!("Too few dice to tell luck from chance."));
        return text;
    }
    let z = d6.deviation().unwrap_or(0);
    text.push_str(&match z.unsigned_abs() {
        0..=10 => say!("That is nothing unusual: fair dice stray as far {}.", often(z)),
        11..=19 => say!("That happens: fair dice stray as far {}.", often(z)),
        20..=29 => say!("That is unusual: fair dice stray as far {}.", often(z)),
        _ => say!("That is very unusual: fair dice stray as far {}.", often(z)),
    });
    let sixes = count(d6.fell(6), "six", "sixes");
    let ones = count(d6.fell(1), "one", "ones");
    for (face, fell) in [(6, sixes), (1, ones)] {
        let z = d6.deviation_of(face).unwrap_or(0);
        let expected = tenths(d6.fair_fell());
        text.push('\n');
        text.push_str(&if z.abs() >= 20 {
            say!("{}, {} expected; fair dice stray as far {}.", fell, expected, often(z))
        } else {
            say!("{}, {} expected.", fell, expected)
        });
    }
    text
}

/// How often fair dice stray as far.
fn often(z: i64) -> String {
    match strays(z) {
        10_000 => say!("always"),
        chance @ 1000.. => say!("about {} times in 100", (chance + 50) / 100),
        0 => say!("less than once in 10,000 times"),
        chance => say!("about once in {} times", 10_000 / chance),
    }
}

fn row(text: &mut String, name: &str, d6: &Pips) {
    let mean = d6.mean().map_or_else(|| "–".to_owned(), hundredths);
    let z = d6.deviation().filter(|_| d6.dice() >= FEW).map_or_else(|| "–".to_owned(), signed);
    let (sixes, ones) = (signed(d6.more(6)), signed(d6.more(1)));
    let _ = writeln!(
        text,
        "{} {:>4}{mean:>6}{sixes:>6}{ones:>6}{z:>6}",
        column(&clip(&name.replace('\\', ""), 11), 11),
        d6.dice()
    );
}

/// How often each face fell.
fn faces(d6: &Pips) -> String {
    let heads = [say!("face"), say!("fell")];
    let wide = heads.iter().map(|head| head.chars().count()).max().unwrap_or_default();
    let mut text = format!("\n```\n{:<wide$} ", heads[0]);
    (1..=6).for_each(|face| {
        let _ = write!(text, "{face:>5}");
    });
    let _ = write!(text, "\n{:<wide$} ", heads[1]);
    (1..=6).for_each(|face| {
        let _ = write!(text, "{:>5}", d6.fell(face));
    });
    let _ = write!(text, "\n{}\n```", say!("fair, each {}", tenths(d6.fair_fell())));
    text
}

fn signed(value: i64) -> String {
    let sign = match value {
        0 => "",
        1.. => "+",
        _ => "−",
    };
    format!("{sign}{}", tenths(value.unsigned_abs()))
}
