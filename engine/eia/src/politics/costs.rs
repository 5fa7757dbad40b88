//! What politics costs and brings in political points, and how long enforced peaces last.

use crate::Position;
use crate::oob::{BOXES, StatusBox};
use crate::powers::Power;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};
use table::said;
use table::said::Said;
use table::typed::{Unprinted, Wanted, Written};

/// Something that costs or brings political points, in halves of a PP; below 0 is a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// A declaration of war on a major power (4.2.1).
    Declaration,
    /// What it costs besides a month after one broke the alliance with that power (`house.alliance.ex-ally-penalty`).
    FormerAlly,
    /// By how much that is less for each month waited (`house.alliance.ex-ally-penalty-decay`).
    FormerAllyWaited,
    /// Each alliance that one breaks (4.7).
    Breaking,
    /// An alliance made without a date, for each of the two (4.5).
    Alliance,
    /// Refusing an ally's call (4.3).
    Refusing,
    /// Joining an ally's war (4.3).
    Joining,
    /// A conditional peace, for a victor (4.4).
    ConditionalWon,
    /// An unconditional surrender, for a victor.
    UnconditionalWon,
    /// A conditional peace, for who sued, once for each victor.
    ConditionalLost,
    /// An unconditional surrender, for who sued, once for each victor.
    UnconditionalLost,
    /// A minor country conquered, for the conqueror (10.2.1).
    Conquest,
    /// The same, for the power that had it.
    Conquered,
    /// What that costs besides who did not defend it (`house.minors.defence.penalty`).
    Undefended,
    /// Each province or minor country ceded of free will (8.8).
    Ceding,
    /// Uniting Italy, for Sardinia (`nationalism.sardinia.unify.pp`).
    Italy,
    /// Forcible access against a power in a month (10.3.4.2).
    Forcible,
    /// A corps on loan that foraging emptied, for who had it (`house.peace.loan.returned-by-forage-pp`).
    Starved,
    /// A declaration of war on a neutral minor country of which anybody takes control (4.6.2).
    Minor,
}

/// A length of an enforced peace (4.4.6.3) or of a loan, in months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// That of every formal peace.
    Enforced,
    /// With condition B.2.
    Longer,
    /// With condition C.2.
    Longest,
    /// A corps on loan (B.4).
    Loan,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    points: BTreeMap<Points, Fact<i64>>,
    months: BTreeMap<Length, Fact<i64>>,
}

static FILE: LazyLock<File> =
    // The file is part of the program and a test reads it.
    LazyLock::new(|| toml::from_str(include_str!("../../data/politics.toml")).unwrap_or_default());
static NOTHING: Fact<i64> = Fact { value: 0, origin: Origin::Ours };

/// The widest that such an amount can be typed, in halves of a PP; ours.
const WIDEST: i64 = 40;

impl Points {
    /// All of them.
    pub const ALL: [Points; 19] = [
        Points::Declaration,
        Points::FormerAlly,
        Points::FormerAllyWaited,
        Points::Breaking,
        Points::Alliance,
        Points::Refusing,
        Points::Joining,
        Points::ConditionalWon,
        Points::UnconditionalWon,
        Points::ConditionalLost,
        Points::UnconditionalLost,
        Points::Conquest,
        Points::Conquered,
        Points::Undefended,
        Points::Ceding,
        Points::Italy,
        Points::Forcible,
        Points::Starved,
        Points::Minor,
    ];

    /// As it is shipped, with where it comes from.
    #[must_use]
    pub fn shipped(self) -> &'static Fact<i64> {
        FILE.points.get(&self).unwrap_or(&NOTHING)
    }

    /// The key under which a group types its own.
    fn key(self) -> &'static str {
        match self {
            Points::Declaration => "politics_declaration",
            Points::FormerAlly => "politics_former_ally",
            Points::FormerAllyWaited => "politics_former_ally_waited",
            Points::Breaking => "politics_breaking",
            Points::Alliance => "politics_alliance",
            Points::Refusing => "politics_refusing",
            Points::Joining => "politics_joining",
            Points::ConditionalWon => "politics_conditional_won",
            Points::UnconditionalWon => "politics_unconditional_won",
            Points::ConditionalLost => "politics_conditional_lost",
            Points::UnconditionalLost => "politics_unconditional_lost",
            Points::Conquest => "politics_conquest",
            Points::Conquered => "politics_conquered",
            Points::Undefended => "politics_undefended",
            Points::Ceding => "politics_ceding",
            Points::Italy => "politics_italy",
            Points::Forcible => "politics_forcible",
            Points::Starved => "politics_starved",
            Points::Minor => "politics_minor",
        }
    }

    fn name(self) -> Said {
        match self {
            Points::Declaration => said!("PP of a declaration of war"),
            Points::FormerAlly => said!("PP of war on a former ally besides"),
            Points::FormerAllyWaited => said!("PP less of that for each month waited"),
            Points::Breaking => said!("PP of breaking an alliance"),
            Points::Alliance => said!("PP of making an alliance"),
            Points::Refusing => said!("PP of refusing an ally's call"),
            Points::Joining => said!("PP of joining an ally's war"),
            Points::ConditionalWon => said!("PP of a conditional peace for a victor"),
            Points::UnconditionalWon => said!("PP of an unconditional surrender for a victor"),
            Points::ConditionalLost => said!("PP of a conditional peace for who sued"),
            Points::UnconditionalLost => said!("PP of an unconditional surrender for who sued"),
            Points::Conquest => said!("PP of conquering a minor country"),
            Points::Conquered => said!("PP of losing a minor country by conquest"),
            Points::Undefended => said!("PP of not defending it besides"),
            Points::Ceding => said!("PP of ceding a province or minor country of free will"),
            Points::Italy => said!("PP of uniting Italy"),
            Points::Forcible => said!("PP of forcible access against a power in a month"),
            Points::Starved => said!("PP of emptying a corps on loan by foraging"),
            Points::Minor => said!("PP of war on a minor country of which anybody takes control"),
        }
    }
}

impl Length {
    /// In months, with where it comes from.
    #[must_use]
    pub fn months(self) -> &'static Fact<i64> {
        FILE.months.get(&self).unwrap_or(&NOTHING)
    }
}

/// PP, in halves, as a place on the political status track: what leads past its ends is lost.
pub(super) fn on_the_track(halves: i64) -> i64 {
    halves.clamp(0, 2 * (i64::from(BOXES) - 1))
}

impl Position {
    /// What something costs or brings in this campaign, in halves of a PP: as the group typed it, else as it is shipped.
    #[must_use]
    pub fn points(&self, of: Points) -> i64 {
        self.typed.get(of.key()).copied().unwrap_or(of.shipped().value)
    }

    /// PP after they rise or fall by so many, all in halves. Where the bot keeps the status track they stay on it: what leads past its ends
    /// is lost.
    #[must_use]
    pub fn pp_moved(&self, before: i64, points: i64) -> i64 {
        let moved = before + points;
        if self.politics.on_track { on_the_track(moved) } else { moved }
    }

    /// The PP of a power after they rise or fall by so many, in halves.
    #[must_use]
    pub fn pp_after(&self, power: Power, points: i64) -> i64 {
        self.pp_moved(self.pp_of(power), points)
    }

    /// The box of the political status track on which a power stands; `None` where the bot does not keep the track.
    #[must_use]
    pub fn status(&self, power: Power) -> Option<StatusBox> {
        let halves = self.pp_of(power).div_euclid(2);
        u8::try_from(halves).ok().and_then(StatusBox::at).filter(|_| self.politics.on_track)
    }

    /// The PP of a power, in halves.
    #[must_use]
    pub fn pp_of(&self, power: Power) -> i64 {
        self.pp.get(&power).copied().unwrap_or(0)
    }
}

/// The values of politics that are not the printed game's, and those that the group typed.
pub(crate) fn unprinted(position: &Position, wanted: Wanted<'_>) -> Vec<Unprinted> {
    let all = Points::ALL.into_iter().filter(|of| wanted(of.key()));
    all.map(|of| Unprinted {
        key: of.key().to_owned(),
        name: of.name(),
        unit: "",
        now: position.points(of),
        least: -WIDEST,
        most: WIDEST,
        written: Written::Halves,
        only: &[],
        bounds: None,
        origin: if position.typed.contains_key(of.key()) { Origin::Typed } else { of.shipped().origin },
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_amount_is_in_the_data_with_where_it_comes_from() {
        assert_eq!(FILE.points.len(), Points::ALL.len());
        let of = |points: Points| (points.shipped().value, points.shipped().origin);
        assert_eq!(of(Points::Declaration), (-6, Origin::Rulebook));
        assert_eq!(of(Points::FormerAlly), (-4, Origin::Seed));
        assert_eq!(of(Points::FormerAllyWaited), (2, Origin::Seed));
        assert_eq!(of(Points::Breaking), (-4, Origin::Rulebook));
        let months = [Length::Enforced, Length::Longer, Length::Longest].map(|of| of.months().value);
        assert_eq!(months, [18, 24, 36]);
    }
}
