//! The sequence of play: the choice of powers, then months and their phases. Where the board is kept elsewhere each phase ends when
//! everybody is ready, and not while a battle is fought.

use super::{EmpiresInArms, Event, Position, choice_of_powers, conclusion, politics};
use serde::{Deserialize, Serialize};
use std::fmt;
use table::by_subject::Subject;
use table::frames::Ends;
use table::game::Table;
use table::refusal::Refusal;

/// The word of gate 1 in the outline of play.
pub const WAR: &str = "war";

/// A month of the game: its number counts from January of year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month(u32);

/// A phase of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The political phase.
    Political,
    /// The reinforcement phase.
    Reinforcement,
    /// The naval phase.
    Naval,
    /// The land phase.
    Land,
    /// The economic phase, in March, June, September and December.
    Economic,
}

/// What happened in the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A month is over.
    MonthEnded {
        /// The month.
        month: Month,
    },
}

/// The calendar, as a subject of the game: the frames tell where it stands.
pub enum Calendar {}

impl Subject<EmpiresInArms> for Calendar {
    type Happened = Happened;

    fn apply(_state: &mut Position, Happened::MonthEnded { .. }: Happened) {}
}

/// The months' names.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Month {
    /// The month after.
    #[must_use]
    pub fn next(self) -> Month {
        Month(self.0 + 1)
    }

    /// So many months later.
    #[must_use]
    pub fn later(self, months: u32) -> Month {
        Month(self.0 + months)
    }

    /// How many months it is after another; 0 where it is not.
    #[must_use]
    pub fn since(self, other: Month) -> u32 {
        self.0.saturating_sub(other.0)
    }

    /// Its year and its number in it, from 1.
    #[must_use]
    pub fn parts(self) -> (u32, u32) {
        (self.0 / 12, self.0 % 12 + 1)
    }

    /// Its name: "March 1805".
    #[must_use]
    pub fn name(self) -> String {
        let (year, month) = self.parts();
        format!("{} {year}", MONTHS[month as usize - 1])
    }

    /// Whether it has an economic phase.
    #[must_use]
    pub fn is_economic(self) -> bool {
        self.parts().1.is_multiple_of(3)
    }

    /// Its phases in order.
    #[must_use]
    pub fn phases(self) -> &'static [Phase] {
        use Phase::{Economic, Land, Naval, Political, Reinforcement};
        if self.is_economic() {
            &[Political, Reinforcement, Naval, Land, Economic]
        } else {
            &[Political, Reinforcement, Naval, Land]
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = self.parts();
        write!(f, "{year:04}-{month:02}")
    }
}

impl TryFrom<String> for Month {
    type Error = String;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.split_once('-')
            .filter(|(year, month)| year.len() == 4 && month.len() == 2)
            .and_then(|(year, month)| Some((year.parse::<u32>().ok()?, month.parse::<u32>().ok()?)))
            .filter(|(_, month)| (1..=12).contains(month))
            .map(|(year, month)| Month(year * 12 + month - 1))
            .ok_or_else(|| format!("\"{text}\" is no month as in 1805-03."))
    }
}

impl From<Month> for String {
    fn from(month: Month) -> String {
        month.to_string()
    }
}

impl Phase {
    /// Its word in the outline of play.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Phase::Political => "political",
            Phase::Reinforcement => "reinforcement",
            Phase::Naval => "naval",
            Phase::Land => "land",
            Phase::Economic => "economic",
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Political => "Political phase",
            Phase::Reinforcement => "Reinforcement phase",
            Phase::Naval => "Naval phase",
            Phase::Land => "Land phase",
            Phase::Economic => "Economic phase",
        }
    }

    /// The phase of a word in the outline.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Phase> {
        use Phase::{Economic, Land, Naval, Political, Reinforcement};
        [Political, Reinforcement, Naval, Land, Economic].into_iter().find(|phase| phase.key() == key)
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
    /// What the players settle among themselves: alliances made and broken (4.5, 4.7); it ends when everybody is ready.
    Talks,
    /// A field battle, from its first plans on.
    Battle(u32),
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Choice => f.write_str("choice"),
            Frame::Bids => f.write_str("bids"),
            Frame::Month(month) => month.fmt(f),
            Frame::Phase(phase) => f.write_str(phase.key()),
            Frame::Politics => f.write_str(Phase::Political.key()),
            Frame::War => f.write_str(WAR),
            Frame::Calls => f.write_str("calls"),
            Frame::Peace => f.write_str("peace"),
            Frame::Talks => f.write_str("talks"),
            Frame::Battle(number) => write!(f, "battle-{number}"),
        }
    }
}

/// What comes next.
pub(super) fn next(
    table: &mut Table<'_, '_, EmpiresInArms>,
    within: &[Frame],
    after: Option<&Frame>,
) -> Result<Option<Frame>, Refusal> {
    Ok(match (within.last(), after) {
        (None, None) => Some(Frame::Choice),
        (Some(Frame::Choice), None) => Some(Frame::Bids),
        (None, Some(Frame::Choice)) => Some(Frame::Month(table.state().begins)),
        (None, Some(Frame::Month(month))) => return month_over(table, *month),
        (Some(Frame::Month(_)), None) if politics::is_kept(table) => Some(Frame::Politics),
        (Some(Frame::Month(_)), None) => Some(Frame::Phase(Phase::Political)),
        (Some(Frame::Politics), None) => Some(Frame::War),
        (Some(Frame::Politics), Some(Frame::War)) => Some(Frame::Calls),
        (Some(Frame::Politics), Some(Frame::Calls)) => Some(Frame::Peace),
        (Some(Frame::Politics), Some(Frame::Peace)) => Some(Frame::Talks),
        (Some(Frame::Month(month)), Some(Frame::Politics)) => after_phase(*month, Phase::Political),
        (Some(Frame::Month(month)), Some(Frame::Phase(phase))) => after_phase(*month, *phase),
        _ => None,
    })
}

fn after_phase(month: Month, phase: Phase) -> Option<Frame> {
    month.phases().iter().find(|later| **later > phase).copied().map(Frame::Phase)
}

/// With a month its epoch ends, and with the last month the campaign.
fn month_over(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<Option<Frame>, Refusal> {
    table.emit(&Event::Calendar(Happened::MonthEnded { month }))?;
    table.end_epoch_if_used()?;
    if month >= table.state().ends {
        conclusion::by_the_calendar(table)?;
        return Ok(None);
    }
    Ok(Some(Frame::Month(month.next())))
}

/// Who ends a frame.
pub(super) fn ends(frame: Frame) -> Ends {
    match frame {
        Frame::Choice | Frame::Month(_) | Frame::Politics => Ends::Within,
        Frame::Phase(_) | Frame::Talks => Ends::AllReady,
        Frame::Bids | Frame::War | Frame::Calls | Frame::Peace | Frame::Battle(_) => Ends::Itself,
    }
}

/// What happens by itself when a frame opens.
pub(super) fn entered(table: &mut Table<'_, '_, EmpiresInArms>, frame: Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Bids => choice_of_powers::ask_for_bids(table),
        Frame::War | Frame::Calls | Frame::Peace => politics::gate(table, frame),
        Frame::Phase(Phase::Economic) => politics::phase_begins(table, Phase::Economic),
        Frame::Choice
        | Frame::Month(_)
        | Frame::Phase(_)
        | Frame::Politics
        | Frame::Talks
        | Frame::Battle(_) => Ok(()),
    }
}

/// Whether a frame is undecided.
pub(super) fn stands(state: &Position, frame: Frame) -> bool {
    match frame {
        Frame::Battle(number) => {
            let open = state.battles.of.get(&number).filter(|battle| battle.ended.is_none());
            // Where nobody is left who would decide anything in it, nobody waits for it.
            let played = |power| !state.choice.uncontrolled.contains(&power);
            open.is_some_and(|battle| battle.field.powers().into_iter().any(played))
        }
        Frame::War | Frame::Calls | Frame::Peace => state.politics.asked.is_some(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn months_are_counted_over_the_years() {
        let march = Month::try_from("1805-03".to_owned()).unwrap();
        assert_eq!((march.name().as_str(), march.is_economic()), ("March 1805", true));
        assert_eq!(march.later(10).to_string(), "1806-01");
        assert_eq!(march.next().phases().len(), 4);
        for wrong in ["", "1805", "1805-13", "1805-00", "1805-3", "march"] {
            assert!(Month::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
