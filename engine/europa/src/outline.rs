//! The outline of play: turns, and in a turn the preparations, then rounds.
//!
//! Where the board is kept elsewhere a turn is one step, which everybody ends by being ready. Where it is kept here a round goes from
//! player to player in the order of initiative, through his supply, his movement and his battles, and then through the sieges of all.
//! What comes up in between (a march that waits for interceptions, a battle, a retreat, a loss) is a frame on top of that.

use super::attrition::Pillages;
use super::board::{Interceptions, UnderWay};
use super::geography::Place;
use super::logistics_switches::RoundSystem;
use super::period::Period;
use super::rounds::{self, Round, Segment};
use super::seats::Told;
use super::siege::assault::Camp;
use super::thirds::Thirds;
use super::{Europa, Event, Position, board, sieges};
use serde::{Deserialize, Serialize};
use std::fmt;
use table::by_subject::Subject;
use table::frames::Ends;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::{Said, ToValue};
use table::{rule, said};

/// The last turn.
pub const LAST: u8 = 62;

/// A turn of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(u8);

/// What happened in the outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A turn is over.
    TurnEnded {
        /// The turn.
        turn: u8,
    },
}

impl Turn {
    /// The turn of a number, 1 to 62.
    #[must_use]
    pub fn of(number: u8) -> Option<Turn> {
        Period::of_turn(number).map(|_| Turn(number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its period.
    #[must_use]
    pub fn period(self) -> Period {
        Period::of_turn(self.0).unwrap_or(Period::VII)
    }
}

/// The calendar, as a subject of the game.
pub enum Calendar {}

impl Subject<Europa> for Calendar {
    type Happened = Happened;

    fn apply(state: &mut Position, Happened::TurnEnded { turn }: Happened) {
        state.turn.0 = (turn + 1).min(LAST);
    }
}

/// The turn of a place in the outline.
#[must_use]
pub fn turn(path: &[String]) -> Option<Turn> {
    Turn::of(path.first()?.strip_prefix("turn-")?.parse().ok()?)
}

/// A frame of the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// A turn.
    Turn(Turn),
    /// What comes before its rounds; where the board is kept elsewhere, all of it.
    Preparations,
    /// A round.
    Round(Round),
    /// The winters that pass after the last round of a turn.
    Winters,
    /// A player's supply segment.
    Supply(SeatId),
    /// His movement segment.
    Movement(SeatId),
    /// His battle segment.
    Battles(SeatId),
    /// His sieges in the siege segment.
    Sieges(SeatId),
    /// A march or voyage that waits for interceptions, or for the battle that one of them led to.
    March(Box<UnderWay>),
    /// A battle, from when its envelopes are asked for.
    Fight(u32),
    /// A beaten stack has its retreat to make.
    Retreat(u32),
    /// The owner of a stack has a loss to take off it.
    Loss(u32),
    /// A blockading stack has caught another, and may force a battle on it.
    Caught {
        /// Which was caught.
        stack: u32,
        /// By which.
        by: u32,
    },
    /// A besieger chooses between a breach and the honours of war.
    Terms(u32),
    /// The besiegers of several countries say what is left of them.
    SiegeLoss(u32),
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slot = |seat: &SeatId| seat.number().unwrap_or_default();
        match self {
            Frame::Turn(turn) => write!(f, "turn-{}", turn.number()),
            Frame::Preparations => f.write_str("preparations"),
            Frame::Round(round) => f.write_str(&round.to_string().to_lowercase()),
            Frame::Winters => f.write_str("winters"),
            Frame::Supply(seat) => write!(f, "supply-{}", slot(seat)),
            Frame::Movement(seat) => write!(f, "movement-{}", slot(seat)),
            Frame::Battles(seat) => write!(f, "battles-{}", slot(seat)),
            Frame::Sieges(seat) => write!(f, "sieges-{}", slot(seat)),
            Frame::March(under_way) => write!(f, "march-{}", under_way.number),
            Frame::Fight(number) => write!(f, "fight-{number}"),
            Frame::Retreat(stack) => write!(f, "retreat-{stack}"),
            Frame::Loss(stack) => write!(f, "loss-{stack}"),
            Frame::Caught { stack, .. } => write!(f, "caught-{stack}"),
            Frame::Terms(siege) => write!(f, "terms-{siege}"),
            Frame::SiegeLoss(siege) => write!(f, "siege-loss-{siege}"),
        }
    }
}

impl Frame {
    /// Whose slot it is, and which segment of a round.
    #[must_use]
    pub fn slot(&self) -> Option<(Slot, &SeatId)> {
        match self {
            Frame::Supply(seat) => Some((Slot::Supply, seat)),
            Frame::Movement(seat) => Some((Slot::Movement, seat)),
            Frame::Battles(seat) => Some((Slot::Battles, seat)),
            Frame::Sieges(seat) => Some((Slot::Sieges, seat)),
            _ => None,
        }
    }
}

/// A segment of a round, which each player has in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// Supply.
    Supply,
    /// Movement, with the interceptions of the others and attrition.
    Movement,
    /// Battles.
    Battles,
    /// Sieges.
    Sieges,
}

impl Slot {
    /// The segment of a word in the outline: `movement-2`, and whose it is.
    #[must_use]
    pub fn by_word(word: &str) -> Option<(Slot, SeatId)> {
        let (segment, seat) = word.rsplit_once('-')?;
        let slot = match segment {
            "supply" => Slot::Supply,
            "movement" => Slot::Movement,
            "battles" => Slot::Battles,
            "sieges" => Slot::Sieges,
            _ => return None,
        };
        Some((slot, SeatId::numbered(seat.parse().ok()?)))
    }

    /// What it is called.
    #[must_use]
    pub fn called(self) -> Said {
        match self {
            Slot::Supply => said!("supply segment"),
            Slot::Movement => said!("movement segment"),
            Slot::Battles => said!("battle segment"),
            Slot::Sieges => said!("siege segment"),
        }
    }

    /// The rule that puts it where it is.
    #[must_use]
    pub fn rule(self) -> RuleId {
        match self {
            Slot::Sieges => Segment::Siege.rule(),
            Slot::Supply | Slot::Movement | Slot::Battles => Segment::Movement(0).rule(),
        }
    }
}

/// The segments of a round in their order.
#[must_use]
pub fn sequence(order: &[SeatId]) -> Vec<Frame> {
    let of = |segment: Segment| -> Vec<Frame> {
        let own = |player: u8| order.get(usize::from(player)).cloned();
        match segment {
            Segment::Supply(player) => own(player).map(Frame::Supply).into_iter().collect(),
            Segment::Movement(player) => own(player).map(Frame::Movement).into_iter().collect(),
            Segment::Battle(player) => own(player).map(Frame::Battles).into_iter().collect(),
            Segment::Siege => order.iter().cloned().map(Frame::Sieges).collect(),
        }
    };
    rounds::sequence(u8::try_from(order.len()).unwrap_or(u8::MAX)).into_iter().flat_map(of).collect()
}

/// What comes next.
pub(super) fn next(
    table: &mut Table<'_, '_, Europa>,
    within: &[Frame],
    after: Option<&Frame>,
) -> Result<Option<Frame>, Refusal> {
    match (within.last(), after) {
        (None, None) => Ok(Some(Frame::Turn(table.state().turn))),
        (None, Some(Frame::Turn(turn))) => turn_over(table, *turn),
        (Some(Frame::Turn(_)), None) => Ok(Some(Frame::Preparations)),
        (Some(Frame::Turn(_)), Some(Frame::Preparations | Frame::Round(_)))
            if table.state().board.is_in_use() =>
        {
            next_round(table)
        }
        (Some(Frame::Round(_)), after) => {
            let mut segments = sequence(&table.state().board.order).into_iter();
            if let Some(after) = after {
                segments.find(|segment| segment == after);
            }
            Ok(segments.next())
        }
        _ => Ok(None),
    }
}

/// With a turn its epoch ends, and with the last turn the campaign.
fn turn_over(table: &mut Table<'_, '_, Europa>, turn: Turn) -> Result<Option<Frame>, Refusal> {
    super::siege::course::turn_ends(table)?;
    table.emit(&Event::Outline(Happened::TurnEnded { turn: turn.number() }))?;
    table.end_epoch_if_used()?;
    if turn.number() >= LAST {
        table.close()?;
        return Ok(None);
    }
    Ok(Some(Frame::Turn(table.state().turn)))
}

/// Who ends a frame.
pub(super) fn ends(state: &Position, frame: &Frame) -> Ends {
    let owner = |stack: &u32| {
        let standing = state.board.stacks.get(stack);
        Ends::Ordered(
            standing.and_then(|standing| state.seat_of(standing.country)).cloned().into_iter().collect(),
        )
    };
    let besieger = |siege: &u32| {
        let siege = state.sieges.of.get(siege);
        let seat = siege.and_then(|siege| state.commands_siege(siege, Camp::Besieger));
        Ends::Ordered(seat.cloned().into_iter().collect())
    };
    match frame {
        Frame::Turn(_) | Frame::Round(_) | Frame::Winters => Ends::Within,
        Frame::Preparations => Ends::AllReady,
        Frame::Supply(seat) | Frame::Movement(seat) | Frame::Battles(seat) | Frame::Sieges(seat) => {
            Ends::Ready(vec![seat.clone()])
        }
        Frame::March(_) | Frame::Fight(_) => Ends::Itself,
        Frame::Retreat(stack) | Frame::Loss(stack) => owner(stack),
        Frame::Caught { by, .. } => owner(by),
        Frame::Terms(siege) | Frame::SiegeLoss(siege) => besieger(siege),
    }
}

/// Whether there is anything to do in a frame, or anything undecided.
pub(super) fn stands(state: &Position, frame: &Frame) -> bool {
    let siege = |number: &u32| state.sieges.of.get(number).filter(|siege| siege.ended.is_none());
    match frame {
        Frame::Turn(_) | Frame::Preparations | Frame::Round(_) | Frame::Winters => true,
        // What was pushed on top of it holds it up; else it waits for those who may intercept, as long as they play.
        Frame::March(under_way) => under_way.asked.iter().any(|seat| !state.countries_of(seat).is_empty()),
        Frame::Supply(seat) => board::unsupplied(state, seat).next().is_some(),
        Frame::Movement(seat) => {
            state.board.stacks.values().any(|standing| state.seat_of(standing.country) == Some(seat))
        }
        Frame::Battles(seat) => board::fights(state, seat).next().is_some(),
        Frame::Sieges(seat) => sieges::could_go_on(state, seat),
        Frame::Fight(number) => {
            let open = state.fights.of.get(number).filter(|fight| fight.ended.is_none());
            open.is_some_and(|fight| !state.deciding(fight).is_empty())
        }
        Frame::Retreat(stack) => board::retreats(state, *stack).next().is_some(),
        Frame::Loss(stack) => {
            state.board.stacks.get(stack).is_some_and(|standing| standing.owes > Thirds::NONE)
        }
        Frame::Caught { stack, by } => {
            state.board.stacks.contains_key(stack)
                && state.board.stacks.contains_key(by)
                && board::not_fighting(&state.board, *stack).is_ok()
        }
        Frame::Terms(number) => siege(number).is_some(),
        Frame::SiegeLoss(number) => siege(number).is_some_and(|siege| siege.owed > Thirds::NONE),
    }
}

/// What happens by itself when a frame opens: whose supply is plain needs no order.
pub(super) fn entered(table: &mut Table<'_, '_, Europa>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        // What a winter costs is settled before anybody moves, or the turn ends.
        Frame::Round(_) | Frame::Winters => board::winters(table, table.state().board.winters.into()),
        Frame::Supply(seat) => board::supply_where_plain(table, seat),
        _ => Ok(()),
    }
}

/// What is due in a frame that comes to its end, of whom its player has given no order: supply; and the attrition of all that moved or stayed.
pub(super) fn closing(table: &mut Table<'_, '_, Europa>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Supply(seat) => board::supply_the_rest(table, seat),
        Frame::Movement(seat) => board::attrition_of_all(table, seat),
        Frame::March(under_way) => {
            table.call_off(&crate::Round::Intercept(Interceptions(under_way.number)))?;
            board::arrive(table, under_way, None)
        }
        Frame::Retreat(stack) => board::cut_off(table, *stack),
        Frame::Fight(number) => match table.state().fights.of.get(number).map(|fight| fight.round(*number)) {
            Some(plans) => table.call_off(&crate::Round::Fight(plans)),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// What was pushed on top of a frame is decided: a march that was intercepted goes on, if its stack has won.
pub(super) fn resumed(table: &mut Table<'_, '_, Europa>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::March(under_way) => board::march_on(table, under_way),
        _ => Ok(()),
    }
}

/// What is ordered for who does not order it: nothing that spends or gives anything away.
pub(super) fn defaulted(table: &mut Table<'_, '_, Europa>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Retreat(stack) => board::retreat_anywhere(table, *stack),
        Frame::Loss(stack) => board::take_the_loss(table, *stack),
        Frame::Caught { .. } => table.end(frame),
        Frame::Terms(siege) => sieges::choose(table, *siege, false),
        _ => Ok(()),
    }
}

/// Whether a seat may give an order of a segment now: each has its own place in the round.
///
/// # Errors
/// A refusal that says in which segment it is given and which is open.
pub(super) fn in_segment(state: &Position, seat: &SeatId, slots: &[Slot]) -> Result<(), Refusal> {
    let open = state.frames.iter().rev().find_map(Frame::slot);
    let Some((now, whose)) = open else { return Ok(()) };
    if whose == seat && slots.contains(&now) {
        return Ok(());
    }
    let wanted = slots.first().copied().unwrap_or(Slot::Movement);
    let countries: Vec<_> = state.countries_of(whose).iter().map(ToValue::to_value).collect();
    Err(Refusal::under(
        wanted.rule(),
        said!(
            "That is done in your own {}. Now it is the {} of {}: players follow one another in the order of initiative, each through supply, movement and battles, and all have their sieges at the end of the round.",
            wanted.called(),
            now.called(),
            countries
        ),
    ))
}

/// The next round of the turn, by a roll; none where the turn has no more.
fn next_round(table: &mut Table<'_, '_, Europa>) -> Result<Option<Frame>, Refusal> {
    let board = &table.state().board;
    let (turn, poor, before) = (table.state().turn, board.poor_weather, board.round);
    let slot = format!("board/{}", board.rolls + 1);
    let die = table.die(&slot, 10, "round")?;
    let mut rules =
        vec![rule!("fast-battle.round.sequence"), rule!("fast-battle.round.siege-segment-shared")];
    let system = RoundSystem::New;
    let happened = match before {
        None => board::Happened::RoundBegun {
            round: rounds::start(system, die)?,
            continued: None,
            die: Some(die),
            order: in_order(table.state()),
            rules,
        },
        Some(from) => {
            let continued = rounds::next(system, from, die, poor, turn.period())?;
            if continued.to == Round::End {
                let ends = |(place, pillages): (&Place, &Pillages)| {
                    let (left, _) = pillages.at_end_of_turn();
                    (left != Pillages::default()).then_some((*place, left))
                };
                let pillages = table.state().board.pillages.iter().filter_map(ends).collect();
                let winters = u8::try_from(continued.winters.len()).unwrap_or(u8::MAX);
                let over = board::Happened::RoundsOver { pillages, winters };
                table.emit(&Event::Board(Box::new(over)))?;
                // With the end of the rounds the last winter at least has passed.
                return Ok(Some(Frame::Winters));
            }
            if !continued.winters.is_empty() {
                rules.push(rule!("fast-battle.supply.cold-area.new-rounds"));
            }
            let round = continued.to;
            let order = in_order(table.state());
            board::Happened::RoundBegun { round, continued: Some(continued), die: None, order, rules }
        }
    };
    table.emit(&Event::Board(Box::new(happened)))?;
    Ok(table.state().board.round.map(Frame::Round))
}

/// The players in the order in which they act, by what is told of the initiative of their countries; of equals the earlier seat.
#[must_use]
pub fn in_order(state: &Position) -> Vec<SeatId> {
    let mut seats: Vec<SeatId> = state.countries.values().map(|played| played.seat.clone()).collect();
    seats.sort_by_key(SeatId::number);
    seats.dedup();
    let of = |seat: &SeatId| -> Vec<i16> {
        let own = state.countries_of(seat).into_iter();
        own.map(|country| i16::try_from(state.told(country, Told::Initiative)).unwrap_or(0)).collect()
    };
    let initiatives: Vec<Vec<i16>> = seats.iter().map(of).collect();
    rounds::order(&initiatives).into_iter().filter_map(|i| seats.get(i).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_read_out_of_its_word_with_whose_it_is() {
        for (word, slot) in [
            ("supply-1", Some((Slot::Supply, 1))),
            ("movement-2", Some((Slot::Movement, 2))),
            ("battles-3", Some((Slot::Battles, 3))),
            ("sieges-10", Some((Slot::Sieges, 10))),
            ("preparations-1", None),
            ("movement", None),
            ("movement-x", None),
        ] {
            let read = slot.map(|(slot, seat)| (slot, SeatId::numbered(seat)));
            assert_eq!(Slot::by_word(word), read, "{word}");
        }
    }

    #[test]
    fn the_turn_of_a_place_in_the_outline_is_its_first_word() {
        let of = |words: &[&str]| turn(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["turn-8", "preparations"]), Turn::of(8));
        assert_eq!(of(&["turn-62"]), Turn::of(62));
        for none in [&["turn-63"][..], &["turn-0"], &["preparations"], &[]] {
            assert_eq!(of(none), None, "{none:?}");
        }
    }
}
