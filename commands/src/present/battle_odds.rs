//! The odds of a day of battle, for who asked.

use super::battle_plan::{chit, place, side};
use super::names::column;
use crate::message::{Embed, Message, clip};
use crate::say;
use engine::eia::land::battle::Battle;
use engine::eia::land::battle::fight::Who;
use engine::eia::land::battle::odds::{End, Odds};
use engine::eia::land::battle::sealed::Chit;
use std::fmt::Write as _;

/// The odds of a pair of chits, in whole percent and tenths of factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Attacker's and defender's chit.
    pub chits: [Chit; 2],
    /// Percent: the attacker wins, the defender wins, both break, undecided, the defender withdraws.
    pub percent: [u32; 5],
    /// Factors that attacker and defender lose on average, in tenths.
    pub lost: [u32; 2],
}

impl Told {
    /// What is told of the odds of a pair of chits.
    #[must_use]
    pub fn of(chits: [Chit; 2], odds: &Odds) -> Told {
        Told {
            chits,
            percent: End::ALL.map(|end| (odds.of(end) * 100.0).round() as u32),
            lost: Who::BOTH.map(|who| (odds.losses(who) * 10.0).round() as u32),
        }
    }
}

/// The odds as a table, a line a pair of chits.
#[must_use]
pub fn table(battle: &Battle, commands: Option<Who>, all: &[Told]) -> Message {
    let heading = say!("Odds at {}, day {}", place(battle), battle.day);
    let mut text = String::new();
    // One's own chit is known, so the other's names the line.
    let one_of = |i: usize| all.iter().all(|told| told.chits[i] == all[0].chits[i]);
    let (own, theirs) = (one_of(0), one_of(1));
    let _ = writeln!(text, "```\n{}", say!("chits            att def   ?  losses"));
    for told in all {
        let name = match (own, theirs) {
            (true, false) => chit(told.chits[1]),
            (false, true) => chit(told.chits[0]),
            _ => format!("{}/{}", clip(&chit(told.chits[0]), 7), clip(&chit(told.chits[1]), 8)),
        };
        let [attacker, defender, both, undecided, withdrew] = told.percent;
        let lost = told.lost.map(|tenths| format!("{}.{}", tenths / 10, tenths % 10));
        let _ = writeln!(
            text,
            "{} {attacker:>3} {defender:>3} {:>3} {:>5} {:>5}",
            column(&name, 16),
            both + undecided + withdrew,
            lost[0],
            lost[1]
        );
    }
    text.push_str("```");
    let mut says = vec![say!(
        "att: {} wins, in percent; def: {} wins; ?: neither, or nobody fights. Losses: factors on average, attacker then defender.",
        side(&battle.field, Who::Attacker),
        side(&battle.field, Who::Defender)
    )];
    if own && commands != Some(Who::Defender) {
        says.insert(0, say!("Your chit: **{}**.", chit(all[0].chits[0])));
    } else if theirs && commands == Some(Who::Defender) {
        says.insert(0, say!("Your chit: **{}**.", chit(all[0].chits[1])));
    }
    says.push(say!("Exact, over all dice of one day, for your guess. Only you see this."));
    Message::default().with(Embed::new(&heading, clip(&format!("{text}\n{}", says.join("\n")), 4_000)))
}
