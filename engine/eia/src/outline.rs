//! The sequence of play: the choice of powers, then months and their phases. Where the board is kept elsewhere each phase ends when
//! everybody is ready, and not while a battle is fought.

pub use super::months::{MONTHS, Month, Phase};
use super::powers::Power;
use super::{EmpiresInArms, Event, Position, choice_of_powers, conclusion, politics, year};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::by_subject::Subject;
use table::frames::Ends;
use table::game::Table;
use table::refusal::Refusal;

/// The word of gate 1 in the outline of play.
pub const WAR: &str = "war";

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
    fn over(month: Month, state: &Position) -> LastMonth {
        let now = [BTreeMap::clone(&state.vp), BTreeMap::clone(&state.pp)];
        LastMonth { ended: Some(month), began: state.last_month.now.clone(), now }
    }

    /// Play begins with these PP.
    pub(crate) fn begins(pp: BTreeMap<Power, i64>) -> LastMonth {
        LastMonth { now: [BTreeMap::new(), pp], ..LastMonth::default() }
    }
}

/// The calendar, as a subject of the game: the frames tell where it stands.
pub enum Calendar {}

impl Subject<EmpiresInArms> for Calendar {
    type Happened = Happened;

    fn apply(state: &mut Position, Happened::MonthEnded { month }: Happened) {
        state.last_month = LastMonth::over(month, state).into();
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
    /// The minor countries (4.6), where there is anything to decide: which are lost, who takes control of those that are attacked.
    Minors,
    /// What the players settle among themselves: alliances made and broken (4.5, 4.7); it ends when everybody is ready.
    Talks,
    /// Who collects no manpower sues all its enemies, in the economic phase (8.2.2).
    Surrender,
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
            Frame::Minors => f.write_str("minors"),
            Frame::Talks => f.write_str("talks"),
            Frame::Surrender => f.write_str("surrender"),
            Frame::Battle(number) => write!(f, "battle-{number}"),
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

    /// The month, while its wars and peaces are settled and alliances can be made and broken (4.5 to 4.9).
    #[must_use]
    pub fn talks(&self) -> Option<Month> {
        self.month().filter(|_| self.frames.any(|frame| *frame == Frame::Talks))
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
        (Some(Frame::Politics), Some(Frame::Peace)) if politics::minors::is_due(table) => Some(Frame::Minors),
        (Some(Frame::Politics), Some(Frame::Peace | Frame::Minors)) => Some(Frame::Talks),
        (Some(Frame::Month(month)), Some(Frame::Politics)) => after_phase(*month, Phase::Political),
        (Some(Frame::Month(month)), Some(Frame::Phase(phase))) => {
            if *phase == Phase::Economic {
                year::economic_phase_ends(table)?;
            }
            after_phase(*month, *phase)
        }
        _ => None,
    })
}

fn after_phase(month: Month, phase: Phase) -> Option<Frame> {
    month.phases().iter().find(|later| **later > phase).copied().map(Frame::Phase)
}

/// With a month its epoch ends, and with the last month the campaign.
fn month_over(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<Option<Frame>, Refusal> {
    super::access::changed::month_ends(table)?;
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
        Frame::Bids
        | Frame::War
        | Frame::Calls
        | Frame::Peace
        | Frame::Minors
        | Frame::Surrender
        | Frame::Battle(_) => Ends::Itself,
    }
}

/// What happens by itself when a frame opens.
pub(super) fn entered(table: &mut Table<'_, '_, EmpiresInArms>, frame: Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Bids => choice_of_powers::ask_for_bids(table),
        Frame::War | Frame::Calls | Frame::Peace | Frame::Minors | Frame::Surrender => {
            politics::gate(table, frame)
        }
        Frame::Phase(Phase::Economic) => {
            politics::phase_begins(table, Phase::Economic)?;
            year::economic_phase_begins(table)
        }
        Frame::Phase(Phase::Reinforcement) => politics::loans_end(table),
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
        Frame::War | Frame::Calls | Frame::Peace | Frame::Minors | Frame::Surrender => {
            state.politics.asked.is_some()
        }
        _ => true,
    }
}
