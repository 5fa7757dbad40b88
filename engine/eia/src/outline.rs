//! The sequence of play: the choice of powers, then months and their phases. Where the board is kept elsewhere each phase ends when
//! everybody is ready, and not while a battle is fought.

pub use super::frame::{BETWEEN, BUDGET, CESSION, CONTROL, Frame, LastMonth, NEUTRALS, SETTLING, WAR, place};
pub use super::months::{MONTHS, Month, Phase};
use super::oob::Zone;
use super::{
    EmpiresInArms, Event, LAWS, Position, choice_of_powers, conclusion, economy, politics, uncontrolled, year,
};
use serde::{Deserialize, Serialize};
use table::by_subject::Subject;
use table::frames::Ends;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;

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

    fn apply(state: &mut Position, Happened::MonthEnded { month }: Happened) {
        state.last_month = LastMonth::over(month, state).into();
        state.economy.month_ended();
        LAWS.iter().for_each(|law| law.apply_month_end(state, month));
    }
}

/// What comes next.
pub(super) fn next(
    table: &mut Table<'_, '_, EmpiresInArms>,
    within: &[Frame],
    after: Option<&Frame>,
) -> Result<Option<Frame>, Refusal> {
    if table.state().keeps_land() {
        return crate::slots::next(table, within, after);
    }
    Ok(match (within.last(), after) {
        (None, None) => Some(Frame::Choice),
        (Some(Frame::Choice), None) => Some(Frame::Bids),
        (None, Some(Frame::Choice)) => Some(Frame::Month(table.state().begins)),
        (None, Some(Frame::Month(month))) => return month_over(table, *month),
        (Some(Frame::Month(_)), None) => Some(gap(table).unwrap_or_else(|| political(table))),
        (Some(Frame::Month(_)), Some(Frame::Between(_))) => Some(political(table)),
        (Some(Frame::Politics), None) => Some(Frame::War),
        (Some(Frame::Politics), Some(Frame::War)) => Some(Frame::Calls),
        (Some(Frame::Politics), Some(Frame::Calls)) => Some(Frame::Peace),
        (Some(Frame::Politics), Some(Frame::Peace)) if politics::minors::loss::waits(table) => {
            Some(Frame::Cession)
        }
        (Some(Frame::Politics), Some(Frame::Peace | Frame::Cession)) if politics::minors::is_due(table) => {
            Some(Frame::Minors)
        }
        (Some(Frame::Politics), Some(Frame::Peace | Frame::Cession | Frame::Minors)) => Some(Frame::Talks),
        (Some(Frame::Month(month)), Some(Frame::Politics)) => after_phase(*month, Phase::Political),
        (Some(Frame::Economy), None) if table.state().economy.asked.is_some() => Some(Frame::Budget),
        (Some(Frame::Economy), None | Some(Frame::Budget)) => Some(Frame::Settling),
        (Some(Frame::Month(_)), Some(Frame::Economy | Frame::Phase(Phase::Economic))) => {
            year::economic_phase_ends(table)?;
            // Control of powers without a player comes last (14.3).
            if uncontrolled::is_due(table) {
                return Ok(Some(Frame::Control));
            }
            return turn_over(table);
        }
        (Some(Frame::Month(_)), Some(Frame::Control)) => return turn_over(table),
        (Some(Frame::Month(month)), Some(Frame::Phase(phase))) => match after_phase(*month, *phase) {
            Some(Frame::Phase(Phase::Economic)) if economy::is_kept(table) => Some(Frame::Economy),
            Some(next) => Some(next),
            None => return turn_over(table),
        },
        _ => None,
    })
}

/// What comes before the political phase, where a law opens something there.
fn gap(table: &Table<'_, '_, EmpiresInArms>) -> Option<Frame> {
    LAWS.iter().find_map(|law| law.before_politics(table))
}

/// What comes after the last phase of a month, where a law opens something there.
fn turn_over(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<Option<Frame>, Refusal> {
    LAWS.iter().find_map(|law| law.turn_over(table).transpose()).transpose()
}

/// Whom a frame that a law opened waits for.
fn awaited(state: &Position, frame: Frame) -> Vec<SeatId> {
    LAWS.iter().flat_map(|law| law.awaited(state, frame)).collect()
}

/// The political phase, as the table plays it.
fn political(table: &Table<'_, '_, EmpiresInArms>) -> Frame {
    if politics::is_kept(table) { Frame::Politics } else { Frame::Phase(Phase::Political) }
}

fn after_phase(month: Month, phase: Phase) -> Option<Frame> {
    month.phases().iter().find(|later| **later > phase).copied().map(Frame::Phase)
}

/// With a month its epoch ends, and with the last month the campaign.
fn month_over(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<Option<Frame>, Refusal> {
    super::access::changed::month_ends(table)?;
    LAWS.iter().try_for_each(|law| law.month_ends(table))?;
    uncontrolled::lost(table, &[Zone::Fiasco])?;
    table.emit(&Event::Calendar(Happened::MonthEnded { month }))?;
    table.end_epoch_if_used()?;
    if month >= table.state().ends {
        conclusion::by_the_calendar(table)?;
        return Ok(None);
    }
    Ok(Some(Frame::Month(month.next())))
}

/// Who ends a frame.
pub(super) fn ends(state: &Position, frame: Frame) -> Ends {
    if let Some(ends) = crate::slots::ends(state, frame) {
        return ends;
    }
    match frame {
        Frame::Cession => Ends::Ready(politics::minors::loss::victors(state)),
        Frame::Between(seat) => Ends::Ready(vec![SeatId::numbered(seat)]),
        Frame::Neutrals => Ends::Ready(awaited(state, frame)),
        Frame::Choice | Frame::Month(_) | Frame::Politics | Frame::Economy | Frame::Slots => Ends::Within,
        Frame::Phase(_) | Frame::Talks | Frame::Settling => Ends::AllReady,
        Frame::Bids
        | Frame::War
        | Frame::Calls
        | Frame::Peace
        | Frame::Minors
        | Frame::Surrender
        | Frame::Budget
        | Frame::Control
        | Frame::SetUp
        | Frame::Answers
        | Frame::Combats(_)
        | Frame::Battle(_) => Ends::Itself,
        Frame::Orders | Frame::Slot(_) => Ends::AllReady,
    }
}

/// What happens by itself when a frame opens.
pub(super) fn entered(table: &mut Table<'_, '_, EmpiresInArms>, frame: Frame) -> Result<(), Refusal> {
    if crate::slots::entered(table, frame)? {
        return Ok(());
    }
    match frame {
        Frame::Bids => choice_of_powers::ask_for_bids(table),
        Frame::War | Frame::Calls | Frame::Peace | Frame::Minors | Frame::Surrender => {
            politics::gate(table, frame)
        }
        Frame::Phase(Phase::Economic) | Frame::Economy => {
            politics::phase_begins(table, Phase::Economic)?;
            year::economic_phase_begins(table)?;
            if frame == Frame::Economy && table.state().concluded.is_none() {
                economy::phase::begin(table)
            } else {
                economy::phase::stop(table)
            }
        }
        Frame::Budget => economy::phase::ask(table),
        Frame::Control => uncontrolled::begin(table),
        Frame::Phase(Phase::Reinforcement) => {
            politics::loans_end(table)?;
            economy::arrivals::arrive(table)
        }
        Frame::Choice
        | Frame::Month(_)
        | Frame::Between(_)
        | Frame::Phase(_)
        | Frame::Politics
        | Frame::Cession
        | Frame::SetUp
        | Frame::Orders
        | Frame::Answers
        | Frame::Slots
        | Frame::Slot(_)
        | Frame::Combats(_)
        | Frame::Battle(_) => Ok(()),
        // Who was ready before he knew of it has his say about it.
        Frame::Neutrals => table.asks_anew(),
        Frame::Settling => politics::surrender::of_who_has_nothing(table),
        Frame::Talks if !politics::is_quiet(table.state()) => table.asks_anew(),
        Frame::Talks => Ok(()),
    }
}

/// Whether a frame is undecided.
pub(super) fn stands(state: &Position, frame: Frame) -> bool {
    match frame {
        Frame::Battle(number) => {
            let open = state.battles.of.get(&number).filter(|battle| battle.ended.is_none());
            // Where nobody is left who would decide anything in it, nobody waits for it.
            let played =
                |power| !state.choice.uncontrolled.contains(&power) || state.controller(power).is_some();
            open.is_some_and(|battle| battle.field.powers().into_iter().any(played))
        }
        Frame::War | Frame::Calls | Frame::Peace | Frame::Minors | Frame::Surrender => {
            state.politics.asked.is_some()
        }
        Frame::Budget => state.economy.asked.is_some(),
        Frame::Control => !state.uncontrolled.waiting.is_empty(),
        Frame::Cession => !politics::minors::loss::victors(state).is_empty(),
        Frame::SetUp | Frame::Answers | Frame::Combats(_) => crate::slots::stands(state, frame),
        Frame::Neutrals => !awaited(state, frame).is_empty(),
        _ => true,
    }
}
