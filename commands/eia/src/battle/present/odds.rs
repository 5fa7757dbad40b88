//! The odds of a day of battle, for who asked: chits against chits, as his side sees it.

use crate::battle::present::plan::{chit, place, side};
use eia::land::battle::Battle;
use eia::land::battle::fight::Who;
use eia::land::battle::odds::{End, Odds};
use eia::land::battle::sealed::Chit;
use std::fmt::Write as _;
use table_commands::message::{Embed, Message, clip};
use table_commands::present::names::column;
use table_commands::{say, speech};

/// The odds of a pair of chits, in whole percent and tenths of factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChitOdds {
    /// Attacker's and defender's chit.
    pub chits: [Chit; 2],
    /// Percent: the attacker wins, the defender wins, both break, undecided, the defender withdraws.
    pub percent: [u32; 5],
    /// Factors that attacker and defender lose on average, in tenths.
    pub lost: [u32; 2],
    /// The chance of each number of factors that attacker and defender can lose, in thousandths.
    pub spread: [Vec<u32>; 2],
}

impl ChitOdds {
    /// What is told of the odds of a pair of chits.
    #[must_use]
    pub fn of(chits: [Chit; 2], odds: &Odds) -> ChitOdds {
        let whole = |chance: f64, of: f64| (chance * of).round() as u32;
        ChitOdds {
            chits,
            percent: End::ALL.map(|end| whole(odds.of(end), 100.0)),
            lost: Who::BOTH.map(|who| whole(odds.losses(who), 10.0)),
            spread: Who::BOTH
                .map(|who| odds.distribution(who).into_iter().map(|chance| whole(chance, 1000.0)).collect()),
        }
    }

    /// The chances, in percent, that a side wins and that it loses.
    #[must_use]
    pub fn wins(&self, who: Who) -> [u32; 2] {
        [self.percent[who as usize], self.percent[who.other() as usize]]
    }
}

/// The odds of each chit of one side against each of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The side of who asks: its chits are the rows.
    pub side: Who,
    /// Whether who asks fights on it; else it is as that side sees it.
    pub fights: bool,
    /// Every pair.
    pub all: Vec<ChitOdds>,
    /// The sides whose Outflank is left out, since nobody was named to go around.
    pub left_out: Vec<Who>,
    /// Whether others could commit guard or bring up corps, of which the guess says nothing.
    pub silent: bool,
}

impl Matrix {
    /// The odds of these pairs for a side that who asks fights on.
    #[must_use]
    pub fn of(side: Who, all: Vec<ChitOdds>) -> Matrix {
        Matrix { side, fights: true, all, left_out: Vec::new(), silent: false }
    }

    /// The chits of a side that are looked at, each once.
    #[must_use]
    pub fn chits(&self, who: Who) -> Vec<Chit> {
        let mut chits = Vec::new();
        for told in &self.all {
            let chit = told.chits[who as usize];
            if !chits.contains(&chit) {
                chits.push(chit);
            }
        }
        chits
    }

    /// The odds of a chit of one's own against each of theirs.
    pub fn row(&self, own: Chit) -> impl Iterator<Item = &ChitOdds> {
        self.all.iter().filter(move |told| told.chits[self.side as usize] == own)
    }

    /// The row whose chances to win exceed those to lose by most, all of their chits taken alike; the first of those that are equal.
    #[must_use]
    pub fn best(&self) -> Option<Chit> {
        let gain = |own: &Chit| -> i64 {
            let wins = self.row(*own).map(|told| told.wins(self.side));
            wins.map(|[wins, loses]| i64::from(wins) - i64::from(loses)).sum()
        };
        self.chits(self.side).into_iter().rev().max_by_key(gain)
    }
}

/// What a chit is called; nothing in a combat without chits.
pub(crate) fn called(battle: &Battle, of: Chit) -> String {
    if battle.field.kind.without_chits().is_some() { String::new() } else { chit(of) }
}

/// The odds as text: the matrix where there are several chits of one's own, then the chosen or the best one line by line.
#[must_use]
pub fn table(battle: &Battle, matrix: &Matrix) -> Message {
    let heading = say!("Odds at {}, day {}", place(battle), battle.day);
    let (own, theirs) = (matrix.chits(matrix.side), matrix.chits(matrix.side.other()));
    let mut text = String::new();
    let Some(best) = matrix.best() else { return Message::default().with(Embed::new(&heading, text)) };
    let name = called(battle, best);
    if !matrix.fights {
        let _ = writeln!(
            text,
            "{}",
            say!("You do not fight here: your side below is {}.", side(&battle.field, matrix.side))
        );
    }
    if own.len() > 1 {
        text.push_str(&grid(matrix, &own, &theirs));
        let _ = writeln!(text, "{}", say!("Best on average over their chits: **{}**.", name));
    } else if !name.is_empty() {
        let _ = writeln!(text, "{}", say!("Your chit: **{}**.", name));
    }
    text.push_str(&line_by_line(battle, matrix, best, !name.is_empty()));
    let _ = writeln!(
        text,
        "```\n{}",
        say!(
            "win: your side, {}, in percent; lose: {} wins; ?: neither, or nobody fights. yours, theirs: factors that are lost on average.",
            side(&battle.field, matrix.side),
            side(&battle.field, matrix.side.other())
        )
    );
    if own.iter().chain(&theirs).any(|of| *of == Chit::Outflank) {
        let _ =
            writeln!(text, "{}", say!("Under Outflank the corps go around that were named, and irregulars."));
    }
    for who in &matrix.left_out {
        let whose = if *who == matrix.side {
            say!("Your own Outflank is left out: it hangs on who goes around. Name these corps in the form.")
        } else {
            say!("Their Outflank is left out: it hangs on who goes around. Name these corps in the form.")
        };
        let _ = writeln!(text, "{whose}");
    }
    if matrix.silent {
        let _ = writeln!(
            text,
            "{}",
            say!("Guard that others may commit and corps that they may bring up are not in it.")
        );
    }
    text.push_str(&say!("Exact, over all dice of one day, for your guess. Only you see this."));
    Message::default().with(Embed::new(&heading, clip(&text, 4_000)))
}

/// The chances to win of one's own chits against each of theirs, in percent.
fn grid(matrix: &Matrix, own: &[Chit], theirs: &[Chit]) -> String {
    let mut text = format!("{}\n```\n", say!("Your side wins, in percent: your chits down, theirs across."));
    // Seven columns of whole names are wider than a phone: they stand by letters and numbers, and below by their names.
    let across: String = (1..=theirs.len()).map(|n| format!("{n:>5}")).collect();
    let _ = writeln!(text, " {across}");
    for (letter, of) in ('A'..).zip(own) {
        let cells: String = matrix.row(*of).map(|told| format!("{:>5}", told.wins(matrix.side)[0])).collect();
        let _ = writeln!(text, "{letter}{cells}");
    }
    let down: Vec<String> = ('A'..).zip(own).map(|(letter, of)| format!("{letter} {}", chit(*of))).collect();
    let across: Vec<String> = (1..).zip(theirs).map(|(n, of)| format!("{n} {}", chit(*of))).collect();
    let _ = writeln!(text, "```\n{} · {}", down.join(" · "), across.join(" · "));
    text
}

/// One's own chit against each of theirs, a line each; where there are no chits there is none that it is against.
fn line_by_line(battle: &Battle, matrix: &Matrix, best: Chit, against: bool) -> String {
    let against = if against { column(&say!("against"), 12) } else { String::new() };
    let mut text = format!("```\n{against}{}\n", say!(" win lose   ?  yours theirs"));
    for told in matrix.row(best) {
        let against_what = called(battle, told.chits[matrix.side.other() as usize]);
        let wide = against.chars().count();
        // A name that is longer stands whole in a line of its own.
        let is_long = against_what.chars().count() > wide;
        if is_long {
            let _ = writeln!(text, "{against_what}");
        }
        let against_what = if is_long { "" } else { against_what.as_str() };
        let ([wins, loses], [.., both, undecided, withdrew]) = (told.wins(matrix.side), told.percent);
        let lost =
            [matrix.side, matrix.side.other()].map(|who| speech::tenths(told.lost[who as usize].into()));
        let _ = writeln!(
            text,
            "{} {wins:>3} {loses:>4} {:>3} {:>6} {:>6}",
            column(against_what, wide),
            both + undecided + withdrew,
            lost[0],
            lost[1]
        );
    }
    text
}

/// The picture of the odds in words, for those who do not see it: the chosen or the best chit against each of theirs.
#[must_use]
pub fn in_words(battle: &Battle, matrix: &Matrix) -> String {
    let mut text = say!("Odds at {}, day {}", place(battle), battle.day);
    let Some(best) = matrix.best() else { return text };
    if !called(battle, best).is_empty() {
        let _ = write!(text, " · {}", chit(best));
    }
    for told in matrix.row(best) {
        let against = called(battle, told.chits[matrix.side.other() as usize]);
        let [wins, loses] = told.wins(matrix.side);
        let chances = say!("{} % win, {} % lose", wins, loses);
        let _ = if against.is_empty() {
            write!(text, "; {chances}")
        } else {
            write!(text, "; {against}: {chances}")
        };
    }
    table_commands::present::pictures::bare(&text)
}
