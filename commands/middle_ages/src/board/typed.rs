//! An endeavour on the board as the command takes it: by the names of areas and cards.

use super::hand::InHand;
use super::{area, data, in_hand, review};
use middle_ages::board::plan::{Aim, LeaderCard, Plan};
use middle_ages::endeavour::Kind;
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use table::{Said, said};
use table_commands::asked::At;
use table_commands::message::Message;
use table_commands::present::names;
use table_commands::speech;

/// What is typed of an endeavour on the board.
pub(crate) struct Typed {
    /// What.
    pub(crate) kind: Kind,
    /// From where.
    pub(crate) base: Option<String>,
    /// Against what, areas with commas.
    pub(crate) target: String,
    /// Gold that is added for each.
    pub(crate) gold: u8,
    /// Whether it goes over sea.
    pub(crate) by_sea: bool,
    /// A leader card of the hand, by its name.
    pub(crate) card: Option<String>,
}

/// Shows an endeavour as it was typed before it is undertaken, where the board is kept here.
pub(crate) async fn reviews(at: At<'_>, typed: Typed) -> Result<Message, Message> {
    let hand = at.look(|scene| in_hand::of(&scene.own)).await.unwrap_or_default();
    let data = data(at).await?;
    review::shown(at, plan(&data, &typed, &hand).map_err(Message::refusal)?).await
}

fn plan(data: &Data, typed: &Typed, hand: &[InHand]) -> Result<Plan, Said> {
    let area = |typed: &str| area(data, typed);
    let areas: Vec<Area> = typed.target.split(',').map(area).collect::<Result<_, _>>()?;
    let first = areas.first().copied();
    let base = typed.base.as_deref().map(area).transpose()?.or(first);
    let base = base.ok_or_else(|| said!("An endeavour has a target."))?;
    let mut plan = Plan {
        kind: typed.kind,
        base,
        targets: areas.into_iter().map(|area| Aim { area, gold: typed.gold }).collect(),
        by_sea: typed.by_sea,
        leader: None,
        cards: Vec::new(),
        marker: None,
    };
    if let Some(name) = &typed.card {
        let lower = name.trim().to_lowercase();
        let is = |held: &&InHand| {
            [held.card.name.to_lowercase(), speech::word(&held.card.name).to_lowercase()].contains(&lower)
        };
        let held = hand.iter().find(is);
        let held = held.ok_or_else(|| said!("No card \"{}\" is in your hand.", names::quoted(name)))?;
        match (&held.card.does, typed.kind.stature()) {
            (middle_ages::event_cards::Does::Leader { .. }, Some(stature)) => {
                plan.leader = Some(LeaderCard { pos: held.pos, stature });
            }
            _ => plan.cards.push(held.pos),
        }
    }
    Ok(plan)
}
