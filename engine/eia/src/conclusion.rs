//! The end of a campaign: the final table with each power's share of its goal, and who has won.

use super::powers::Power;
use super::{EmpiresInArms, Event, Position};
use crate::year::points;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::by_subject::Subject;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// A line of the final table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The power.
    pub power: Power,
    /// Its victory points, before anything is counted.
    pub vp: i64,
    /// The manpower that is added to them, one VP for each MP (`house.victory.final.add-to-vp`); 0 where nothing is counted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counted: i64,
    /// Its goal in VP.
    pub goal: i64,
    /// Its share of the goal in tenths of a percent, rounded down.
    pub share: i64,
}

fn is_zero(counted: &i64) -> bool {
    *counted == 0
}

impl Share {
    /// What is compared with the goal.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.vp + self.counted
    }
}

/// What ended the campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The players agreed to end it.
    Agreement,
    /// Somebody reached his goal (`house.victory.reach-goal`).
    Goal,
    /// The last economic phase came, and nobody had (`house.victory.final.trigger`).
    Calendar,
}

/// The final table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concluded {
    /// Every power that a player held and that is not out of the game, the largest share first.
    pub shares: Vec<Share>,
    /// Who has won.
    pub winners: Vec<Power>,
    /// What ended it.
    pub by: By,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// What happened at the end of the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// The final count was made.
    Concluded(Concluded),
}

/// The end of the campaign, as a subject of the game.
pub enum Ending {}

impl Subject<EmpiresInArms> for Ending {
    type Happened = Happened;

    fn apply(state: &mut Position, Happened::Concluded(concluded): Happened) {
        *state.concluded = Some(concluded);
    }
}

/// The final table of a position. Where it ends by the calendar, and nobody has reached his goal by victory points alone, the units come off
/// the map and manpower is counted (`house.victory.final.remove-units`); where nobody reaches it even so, Great Britain has won.
#[must_use]
pub fn table_of(state: &Position, by: By) -> Concluded {
    let played = || state.choice.holdings.iter().filter(|(power, _)| !state.is_out(**power));
    let vp = |power: &Power| state.vp.get(power).copied().unwrap_or(0);
    let at_goal = played().any(|(power, holding)| vp(power) >= holding.goal);
    let counts = by == By::Calendar && !at_goal;
    let mut shares: Vec<Share> = played()
        .map(|(power, holding)| {
            let (vp, counted) = (vp(power), if counts { state.counted(*power) } else { 0 });
            let of_goal = |goal: i64| ((vp + counted) * 1_000).div_euclid(goal);
            let share = if holding.goal > 0 { of_goal(holding.goal) } else { 0 };
            Share { power: *power, vp, counted, goal: holding.goal, share }
        })
        .collect();
    shares.sort_by_key(|line| (-line.share, line.power));
    let mut winners: Vec<Power> =
        shares.iter().filter(|line| line.total() >= line.goal).map(|line| line.power).collect();
    let mut rules = if counts {
        vec![
            rule!("house.victory.final.trigger"),
            rule!("house.victory.final.remove-units"),
            rule!("house.victory.final.count-manpower"),
            rule!("house.victory.final.excluded-manpower"),
            rule!("house.victory.final.add-to-vp"),
            rule!("house.victory.final.winners"),
        ]
    } else if winners.is_empty() {
        Vec::new()
    } else {
        vec![rule!("house.victory.reach-goal")]
    };
    if by == By::Calendar {
        rules.push(rule!("house.victory.last-phase"));
    }
    if winners.len() > 1 && !counts {
        rules.push(rule!("house.victory.simultaneous"));
    }
    if winners.is_empty() && counts {
        let britain = shares.iter().any(|line| line.power == Power::GreatBritain);
        rules.push(rule!("house.victory.final.britain-default"));
        if state.auctions.britain_bought {
            rules.push(rule!("house.auction.britain-loses-default"));
        } else if britain {
            winners.push(Power::GreatBritain);
        }
    }
    Concluded { shares, winners, by, rules }
}

/// The seats within two steps of their goals: a step is what the power collects in an economic phase by where it stands on the status track,
/// or the most that any does where that is not kept.
pub(crate) fn near_goal(state: &Position) -> BTreeSet<SeatId> {
    if state.keeps_land() {
        return crate::danube::count::who_loses_by_an_end(state);
    }
    let near = |line: &Share| line.vp + 2 * points::step(state, line.power) >= line.goal;
    let shares = table_of(state, By::Agreement).shares;
    let near = shares.iter().filter(|line| near(line)).map(|line| &state.choice.holdings[&line.power].seat);
    near.cloned().collect()
}

fn conclude(table: &mut Table<'_, '_, EmpiresInArms>, by: By) -> Result<(), Refusal> {
    let concluded = table_of(table.state(), by);
    table.emit(&Event::Conclusion(Happened::Concluded(concluded)))
}

/// The players agreed to end, or that somebody has won by what was told.
pub(crate) fn agreed(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    if table.state().keeps_land() {
        return crate::danube::count::concludes(table, None);
    }
    let won = !table_of(table.state(), By::Agreement).winners.is_empty();
    conclude(table, if won { By::Goal } else { By::Agreement })
}

/// The last month is over.
pub(crate) fn by_the_calendar(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    conclude(table, By::Calendar)?;
    table.close()
}

/// The victory points of an economic phase are recorded for all: the campaign is over where somebody has reached his goal, and in the last
/// economic phase (`house.victory.last-phase`) in any case. Whether it is.
pub(crate) fn by_victory_points(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<bool, Refusal> {
    let state = table.state();
    let reached = table_of(state, By::Goal);
    let told: BTreeSet<SeatId> = (reached.winners.iter())
        .filter(|power| state.vp_told.contains(*power))
        .map(|power| state.choice.holdings[power].seat.clone())
        .collect();
    if !told.is_empty() {
        // What players told ends nothing alone: the others say whether it is so.
        table.ask_whether_won(told.into_iter().collect())?;
    } else if !reached.winners.is_empty() {
        conclude(table, By::Goal)?;
        table.close()?;
        return Ok(true);
    }
    let state = table.state();
    let is_last = state.month().is_some_and(|month| month.later(3) > state.ends);
    if is_last {
        by_the_calendar(table)?;
    }
    Ok(is_last)
}
