//! What the board shows who looks at his desk: the campaign of the round, and where a beaten stack may go.

use super::envelope::is_round;
use super::offered::{deploy_button, may_deploy};
use super::words::campaign;
use crate::board::besieged::is_before_an_enemy;
use crate::board::{buying, pick, sailing, treasury};
use crate::present::position;
use crate::seats::choosing as war;
use europa::Position;
use europa::board::Order;
use europa::outline::Frame;
use table::view::RoundView;
use table::{SeatId, Stage};
use table_commands::message::{Component, Look};
use table_commands::present::Scene;
use table_commands::{say, speech};

/// How the campaign of this round stands of who looks, with what he chooses before anything else: a country, a campaign.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    let (kept, own) = (&position.board, position.countries_of(seat));
    // Before play begins nothing is taken; what comes then is said ahead.
    if scene.own.stage == Stage::Gathering {
        lines.push(say!(
            "Countries are taken when play has begun: *Take a country* comes to this desk then, and stand-ins take theirs after the players."
        ));
        return (lines, buttons);
    }
    // Which countries somebody plays is settled before the rounds.
    if kept.round.is_none() && !pick::to_take(&position, seat).is_empty() {
        let look = if own.is_empty() { Look::Primary } else { Look::Secondary };
        buttons.push(scene.button(look, &say!("Take a country"), 0, "europa/take"));
    }
    if own.is_empty() {
        return (lines, buttons);
    }
    if scene.own.stage != Stage::Playing || scene.own.as_regent {
        return (lines, buttons);
    }
    buttons.push(war::button(scene, Look::Secondary));
    let untold = treasury::in_the_dark(&position, seat);
    if !untold.is_empty() {
        lines.push(treasury::is_untold(&position, &untold));
        buttons.push(treasury::button(scene, Look::Primary));
    }
    let is_asked = |round: &RoundView| {
        is_round(&round.round)
            && round
                .mine
                .as_ref()
                .is_some_and(|mine| mine.sealed.as_ref().is_none_or(|sealed| !sealed.is_final))
    };
    if let Some(round) = scene.own.rounds.iter().find(|round| is_asked(round)) {
        buttons.push(scene.button(Look::Secondary, &say!("Let it pass"), round.line, "europa/pass"));
    }
    let acts = |open: &Frame| matches!(open, Frame::Movement(of) if of == seat);
    if kept.is_in_use()
        && (kept.round.is_none() || position.frames.any(acts))
        && buying::may_buy(&position, seat)
    {
        buttons.push(buying::button(scene, Look::Secondary));
    }
    if kept.round.is_none() {
        return (lines, buttons);
    }
    let may_announce = pick::may_announce(&position, seat);
    let paid = kept.announced_by(seat);
    let can_pay = !pick::payers(&position, seat).is_empty();
    lines.extend(match paid {
        Some(paid) => Some(say!("Your campaign of this round: {}.", campaign(paid))),
        // Of a treasury that was never told it stands above.
        None if may_announce && !can_pay => untold.is_empty().then(|| {
            buttons.push(treasury::button(scene, Look::Secondary));
            treasury::pays_for_none()
        }),
        None if may_announce => Some(say!("You have announced no campaign for this round: *Campaign*.")),
        None => None,
    });
    let moves = position.frames.any(|open| matches!(open, Frame::Movement(of) if of == seat));
    // Without a campaign that one is missing is said already; for whom a march waits stands with the segment.
    let stands_still = position.under_way().is_some();
    if moves && paid.is_some() && !stands_still && !pick::may_march(&position, seat) {
        lines.push(speech::said(&pick::no_march(&position, seat)));
    }
    if can_pay {
        let look = if paid.is_none() && may_announce { Look::Primary } else { Look::Secondary };
        buttons.push(scene.button(look, &say!("Campaign"), 0, "europa/campaign"));
    }
    (lines, buttons)
}

/// The button of the board's picture.
#[must_use]
pub fn map_button(scene: &Scene<'_>) -> Component {
    scene.button(Look::Secondary, &say!("Map"), 0, "europa/map/own")
}

/// What a player can look at at any time, and what the engine lets him begin now.
#[must_use]
pub fn at_hand(scene: &Scene<'_>) -> Vec<Component> {
    let own = position(&scene.own).zip(scene.own.seat());
    let Some((position, seat)) = own.filter(|(position, seat)| !position.countries_of(seat).is_empty())
    else {
        return Vec::new();
    };
    let button = |label: String, verb: &str| scene.button(Look::Secondary, &label, 0, verb);
    let mut all = vec![button(say!("Board"), "europa/board"), map_button(scene)];
    if position.board.round.is_some() {
        if pick::may_march(&position, seat) {
            all.push(button(say!("March a stack"), "europa/march"));
        }
        if sailing::may_sail(&position, seat) {
            all.push(sailing::button(scene, Look::Secondary));
        }
    } else if may_deploy(&position, seat) {
        all.push(deploy_button(scene, Look::Secondary));
    }
    all.push(button(say!("Open a battle"), "europa/open"));
    // In a segment of sieges it stands above, with what is asked there.
    if may_lay_a_siege(&position, seat) && !besieges(&position, seat) {
        all.push(lay_button(scene, Look::Secondary));
    }
    all
}

/// Whether the segment of sieges of a player is open.
fn besieges(position: &Position, seat: &SeatId) -> bool {
    position.frames.any(|open| matches!(open, Frame::Sieges(of) if of == seat))
}

/// The button that lays a siege.
pub(crate) fn lay_button(scene: &Scene<'_>, look: Look) -> Component {
    scene.button(look, &say!("Lay a siege"), 0, "europa/siege/lay")
}

/// Whether a siege can be laid: where armies are kept here, by one that stands in an enemy's province.
pub(crate) fn may_lay_a_siege(position: &Position, seat: &SeatId) -> bool {
    let mut stacks = position.board.stacks.values();
    !position.board.is_in_use() || stacks.any(|standing| is_before_an_enemy(position, seat, standing))
}

/// Whether a round is on in which the movement segment of who looks is not open: what he orders for it, of what can be, is lodged.
#[must_use]
pub fn waits_for_its_segment(scene: &Scene<'_>, order: &Order) -> bool {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return false };
    is_for_later(&position, seat, order)
}

/// Whether a round is on in which the segment of a player is not open in which he gives such an order.
fn is_for_later(position: &Position, seat: &SeatId, order: &Order) -> bool {
    let is_open = |open: &Frame| match open {
        Frame::Movement(of) => of == seat,
        // A campaign is announced in the supply segment too.
        Frame::Supply(of) => of == seat && matches!(order, Order::Campaign { .. }),
        _ => false,
    };
    position.board.round.is_some() && !position.frames.any(is_open)
}

/// Whether an order would be lodged for the segment of a player, if he gave it now.
#[must_use]
pub fn is_lodged_ahead(position: &Position, seat: &SeatId, order: &Order) -> bool {
    position.board.is_in_use() && order.can_be_lodged() && is_for_later(position, seat, order)
}
