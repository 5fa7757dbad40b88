//! The frames of the sequence of play: where play stands, and what a place in the outline is called.

use super::Position;
use super::months::{Month, Phase};
use super::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The word of the gap between two turns, in which Sardinia's event is announced.
pub const BETWEEN: &str = "between";

/// The word of gate 1 in the outline of play.
pub const WAR: &str = "war";

/// The word of the step in which victors take what a peace gives them.
pub const CESSION: &str = "cession";

/// The word of the step in which economic sheets are sealed.
pub const BUDGET: &str = "budget";

/// The word of Russia's choice at the end of the Crimean War.
pub const NEUTRALS: &str = "neutrals";

/// The word of the bids for powers without a player.
pub const CONTROL: &str = "control";

/// The word of what is settled after them.
pub const SETTLING: &str = "settling";

/// The word of the set-up.
pub const SET_UP: &str = "set-up";

/// The word of a land phase's gathering.
pub const ORDERS: &str = "orders";
/// What the word of a power's slot begins with.
pub const SLOT: &str = "slot-";

/// What VP and PP (in halves) the powers had when the last month began, and when it ended: what it brought is between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LastMonth {
    /// Which month; `None` in the first.
    pub ended: Option<Month>,
    /// VP and PP when it began.
    pub began: [BTreeMap<Power, i64>; 2],
    /// VP and PP when it ended.
    pub now: [BTreeMap<Power, i64>; 2],
}

impl LastMonth {
    /// A month is over.
    pub(crate) fn over(month: Month, state: &Position) -> LastMonth {
        let now = [BTreeMap::clone(&state.vp), BTreeMap::clone(&state.pp)];
        LastMonth { ended: Some(month), began: state.last_month.now.clone(), now }
    }

    /// Play begins with these PP.
    pub(crate) fn begins(pp: BTreeMap<Power, i64>) -> LastMonth {
        LastMonth { now: [BTreeMap::new(), pp], ..LastMonth::default() }
    }
}

/// The month and phase of a place in the outline; `None` outside the months.
#[must_use]
pub fn place(path: &[String]) -> Option<(Month, Phase)> {
    let [month, phase, ..] = path else { return None };
    Some((Month::try_from(month.clone()).ok()?, Phase::by_key(phase)?))
}

/// A frame of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// The choice of powers.
    Choice,
    /// In it the bids, which are sealed.
    Bids,
    /// A month.
    Month(Month),
    /// The gap between two turns, at the head of a month and before its random event (`nationalism.sardinia.event.window`): the slot of the
    /// seat of this number, which plays Sardinia. It passes by itself.
    Between(u32),
    /// One of its phases, which ends when everybody is ready.
    Phase(Phase),
    /// The political phase where the bot keeps politics: its gates, and after them the talks.
    Politics,
    /// Gate 1 (4.2): the sheets are sealed, and the wars declared.
    War,
    /// Gate 2 (4.3): who is called to the wars that were declared, and who follows.
    Calls,
    /// Gate 3 (4.4): who sues for peace, what is demanded of him, and the treaties.
    Peace,
    /// What victors take by this month's peaces (4.4.6), where the step of the minor countries would take it from the loser: it ends when they
    /// have taken it, or are ready.
    Cession,
    /// The minor countries (4.6), where there is anything to decide: which are lost, who takes control of those that are attacked.
    Minors,
    /// What the players settle among themselves: alliances made and broken (4.5, 4.7); it ends when everybody is ready.
    Talks,
    /// Who collects no manpower sues all its enemies, in the economic phase (8.2.2).
    Surrender,
    /// The economic phase where the bot keeps the economy: its sheets, and after them what is settled.
    Economy,
    /// The economic sheets (8): sealed, and opened as far as all see them.
    Budget,
    /// What the players settle when the sheets are opened (8.5 to 8.8): ceding, combinations; it ends when everybody is ready.
    Settling,
    /// Control of powers without a player is bid for, at the end of December's economic phase (14.3).
    Control,
    /// The Crimean War is over, and Russia says whether it fights on with Austria and Prussia.
    Neutrals,
    /// A field battle, from its first plans on.
    Battle(u32),
    /// Armies are set up where the bot keeps the land (2.0).
    SetUp,
    /// The gathering of a land phase: everybody lodges his orders, or is ready without.
    Orders,
    /// What counters do when they are attacked is sealed as it stands, and the slots are made.
    Answers,
    /// The powers act one after another (7.1).
    Slots,
    /// The slot of a power: depots and marches.
    Slot(Power),
    /// What follows them in the slot: supply, battles, sieges.
    Combats(Power),
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Choice => f.write_str("choice"),
            Frame::Bids => f.write_str("bids"),
            Frame::Month(month) => month.fmt(f),
            Frame::Between(_) => f.write_str(BETWEEN),
            Frame::Phase(phase) => f.write_str(phase.key()),
            Frame::Politics => f.write_str(Phase::Political.key()),
            Frame::Economy => f.write_str(Phase::Economic.key()),
            Frame::War => f.write_str(WAR),
            Frame::Calls => f.write_str("calls"),
            Frame::Peace => f.write_str("peace"),
            Frame::Cession => f.write_str(CESSION),
            Frame::Minors => f.write_str("minors"),
            Frame::Talks => f.write_str("talks"),
            Frame::Surrender => f.write_str("surrender"),
            Frame::Budget => f.write_str(BUDGET),
            Frame::Settling => f.write_str(SETTLING),
            Frame::Control => f.write_str(CONTROL),
            Frame::Neutrals => f.write_str(NEUTRALS),
            Frame::Battle(number) => write!(f, "battle-{number}"),
            Frame::SetUp => f.write_str(SET_UP),
            Frame::Orders => f.write_str(ORDERS),
            Frame::Answers => f.write_str("answers"),
            Frame::Slots => f.write_str("slots"),
            Frame::Slot(power) => write!(f, "{SLOT}{}", power.key().replace('_', "-")),
            Frame::Combats(power) => write!(f, "combats-{}", power.key().replace('_', "-")),
        }
    }
}

impl Position {
    /// The month that is played; `None` before the first.
    #[must_use]
    pub fn month(&self) -> Option<Month> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Month(month) => Some(*month),
            _ => None,
        })
    }

    /// The phase that is played; `None` outside of any.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Phase(phase) => Some(*phase),
            Frame::Economy => Some(Phase::Economic),
            _ => None,
        })
    }

    /// Whether the economic phase is played.
    #[must_use]
    pub fn is_economic_phase(&self) -> bool {
        self.frames.any(|frame| matches!(frame, Frame::Economy | Frame::Phase(Phase::Economic)))
    }

    /// The month, while its wars and peaces are settled and alliances can be made and broken (4.5 to 4.9).
    #[must_use]
    pub fn talks(&self) -> Option<Month> {
        self.month().filter(|_| self.frames.any(|frame| *frame == Frame::Talks))
    }
}
