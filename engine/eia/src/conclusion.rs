//! The end of a campaign: the final table with each power's share of its goal, and who has won.

use super::powers::Power;
use super::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::by_subject::Subject;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// A line of the final table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The power.
    pub power: Power,
    /// Its victory points.
    pub vp: i64,
    /// Its goal in VP.
    pub goal: i64,
    /// Its share of the goal in tenths of a percent, rounded down.
    pub share: i64,
}

/// The final table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concluded {
    /// Every power that a player held and that is not out of the game, the largest share first.
    pub shares: Vec<Share>,
    /// Who has won.
    pub winners: Vec<Power>,
    /// Whether the calendar ran out; otherwise the players agreed to end.
    pub calendar: bool,
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

/// The final table of a position.
#[must_use]
pub fn table_of(state: &Position, calendar: bool) -> Concluded {
    let mut shares: Vec<Share> = state
        .choice
        .holdings
        .iter()
        .filter(|(power, _)| !state.is_out(**power))
        .map(|(power, holding)| {
            let vp = state.vp.get(power).copied().unwrap_or(0);
            let share = if holding.goal > 0 { (vp * 1_000).div_euclid(holding.goal) } else { 0 };
            Share { power: *power, vp, goal: holding.goal, share }
        })
        .collect();
    shares.sort_by_key(|line| (-line.share, line.power));
    let mut rules = vec![rule!("house.victory.final.winners")];
    let mut winners: Vec<Power> =
        shares.iter().filter(|line| line.vp >= line.goal).map(|line| line.power).collect();
    if winners.is_empty() && calendar {
        let britain = shares.iter().any(|line| line.power == Power::GreatBritain);
        rules.push(rule!("house.victory.final.britain-default"));
        if state.auctions.britain_bought {
            rules.push(rule!("house.auction.britain-loses-default"));
        } else if britain {
            winners.push(Power::GreatBritain);
        }
    }
    Concluded { shares, winners, calendar, rules }
}

/// The players agreed to end.
pub(crate) fn agreed(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let concluded = table_of(table.state(), false);
    table.emit(&Event::Conclusion(Happened::Concluded(concluded)))
}

/// The last month is over.
pub(crate) fn by_the_calendar(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let concluded = table_of(table.state(), true);
    table.emit(&Event::Conclusion(Happened::Concluded(concluded)))?;
    table.close()
}
