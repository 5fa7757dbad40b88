//! What the turn card offers, and the sentence that names it: buttons and words are of one thing, so that no word names a button that is not
//! there. And what *Ready* would leave behind of it.

use super::{is_round, may_lay_a_siege};
use crate::board::{buying, deploy, pick, sailing, treasury};
use crate::present::position;
use crate::siege::present as siege;
use crate::words::place;
use europa::Position;
use europa::board::Standing;
use europa::outline::Frame;
use std::sync::Arc;
use table::frames::{Awaited, What};
use table::{SeatId, View};
use table_commands::message::{Component, Look};
use table_commands::present::names::list;
use table_commands::present::{Scene, holders};
use table_commands::say;

/// What moves a player's pieces in the segment of a round in which campaigns are announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// A campaign can be paid for.
    pub pays: bool,
    /// Some stack may march.
    pub marches: bool,
    /// Some fleet may sail.
    pub sails: bool,
}

/// What the turn card offers. The card is everybody's: what it offers would be taken of him whose segment is open; others lodge theirs from
/// their desks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// A country can be taken by somebody who plays none.
    pub take: bool,
    /// Stacks are put down.
    pub deploy: bool,
    /// It is the segment of battles.
    pub battles: bool,
    /// A siege can be laid, in the segment of sieges.
    pub sieges: bool,
    /// The siege that whose segment of sieges is open may go on with, the first of several.
    pub work: Option<u32>,
    /// Troops or ships can be bought before the rounds.
    pub buys: bool,
    /// What moves the pieces of whose segment is open.
    pub moves: Moves,
}

impl Moves {
    /// What a player has.
    pub(crate) fn of(position: &Position, seat: &SeatId) -> Moves {
        Moves {
            pays: !pick::payers(position, seat).is_empty(),
            marches: pick::may_march(position, seat),
            sails: sailing::may_sail(position, seat),
        }
    }

    /// What is done with it, in words.
    fn named(self) -> String {
        let mut all = Vec::new();
        if self.pays {
            all.push(say!("*Campaign*"));
        }
        if self.marches {
            all.push(say!("*March a stack*"));
        }
        if self.sails {
            all.push(say!("*Sail a fleet*"));
        }
        all.join(", ")
    }
}

/// That the board stands still in a movement segment, and for whom: for who may intercept, or for the battle that came of it.
fn stands_still(view: &View, position: &Position) -> Option<String> {
    let under_way = position.under_way()?;
    let (n, to) = (under_way.stack, place(under_way.march.to()));
    let asked = |awaited: &&Awaited| matches!(&awaited.what, What::Envelope(name) if is_round(name));
    let asked = view.awaited.iter().find(asked);
    let of: Vec<String> =
        asked.into_iter().flat_map(Awaited::of).map(|seat| list(&holders::names(view, seat))).collect();
    Some(if of.is_empty() {
        say!(
            "stack {} is on its way to {} and waits for the battle that an interception led to; nothing else moves until that is decided",
            n,
            to
        )
    } else {
        say!(
            "stack {} is on its way to {} and waits for {}, who may intercept it; nothing else moves until that is decided",
            n,
            to,
            list(&of)
        )
    })
}

/// What is asked in a movement segment: the buttons that are there, and that none is.
pub(crate) fn in_movement(view: &View, position: &Position, seat: &SeatId) -> String {
    if let Some(says) = stands_still(view, position) {
        return say!("campaign and movement: {}", says);
    }
    let named = Moves::of(position, seat).named();
    if named.is_empty() && position.board.announced_by(seat).is_some() {
        say!("campaign and movement: nothing can move any more; *Ready* ends it")
    } else if named.is_empty() {
        say!(
            "campaign and movement: no campaign can be paid for and nothing can move; *Tell the treasury*, at the desk, says what lies in it, *Ready* ends the segment"
        )
    } else {
        say!("campaign and movement: {}", named)
    }
}

/// Whose segment is open in which campaigns are announced.
fn acts(position: &Position) -> Option<&SeatId> {
    position.frames.iter().find_map(|open| match open {
        Frame::Supply(of) | Frame::Movement(of) => Some(of),
        _ => None,
    })
}

/// What the card offers of a campaign as everybody sees it: worked out once for a view.
pub fn on_the_card(view: &View) -> Option<Arc<Offered>> {
    let position = position(view)?;
    Some(view.game.worked_out(|| Offered::of(&position, view)))
}

impl Offered {
    fn of(position: &Position, view: &View) -> Offered {
        let board = &position.board;
        if board.round.is_none() {
            let mut seats = view.seats.iter().filter(|seat| seat.is_taken()).map(|seat| &seat.id);
            let mut without = seats.clone().filter(|seat| position.countries_of(seat).is_empty());
            return Offered {
                take: without.next().is_some_and(|seat| !pick::to_take(position, seat).is_empty()),
                deploy: seats.clone().any(|seat| may_deploy(position, seat)),
                buys: board.is_in_use() && seats.any(|seat| buying::may_buy(position, seat)),
                ..Offered::default()
            };
        }
        if position.frames.any(|open| matches!(open, Frame::Battles(_))) {
            return Offered { battles: true, ..Offered::default() };
        }
        let besieges = position.frames.iter().find_map(|open| match open {
            Frame::Sieges(of) => Some(of),
            _ => None,
        });
        if let Some(seat) = besieges {
            return Offered {
                sieges: may_lay_a_siege(position, seat),
                work: siege::under_work(position, seat).next(),
                ..Offered::default()
            };
        }
        let moves = acts(position).map(|seat| Moves::of(position, seat)).unwrap_or_default();
        Offered { moves, ..Offered::default() }
    }
}

/// Whether some country of a player's can be given a stack on the board now.
pub(crate) fn may_deploy(position: &Position, seat: &SeatId) -> bool {
    let own = position.countries_of(seat);
    position.board.round.is_none() && own.iter().any(|own| deploy::may_deploy(position, seat, *own))
}

/// The button that puts a stack on the board.
pub(crate) fn deploy_button(scene: &Scene<'_>, look: Look) -> Component {
    scene.button(look, &say!("Deploy a stack"), 0, "europa/deploy")
}

/// What moves the players' stacks on the bot's own board, for the turn card: before the rounds countries are taken and stacks put down, in a
/// round campaigns are paid for and stacks march.
#[must_use]
pub fn pieces(scene: &Scene<'_>) -> Vec<Component> {
    let Some(offered) = on_the_card(&scene.public) else { return Vec::new() };
    let button = |label: String, verb: &str| scene.button(Look::Secondary, &label, 0, verb);
    let Offered { take, deploy, battles, sieges, work, buys, moves } = *offered;
    let all = [
        take.then(|| button(say!("Take a country"), "europa/take")),
        deploy.then(|| deploy_button(scene, Look::Secondary)),
        buys.then(|| buying::button(scene, Look::Secondary)),
        battles.then(|| button(say!("Open a battle"), "europa/open")),
        work.map(|number| siege::siegework(scene, number, Look::Secondary)),
        sieges.then(|| button(say!("Lay a siege"), "europa/siege/lay")),
        moves.pays.then(|| button(say!("Campaign"), "europa/campaign")),
        moves.marches.then(|| button(say!("March a stack"), "europa/march")),
        moves.sails.then(|| sailing::button(scene, Look::Secondary)),
    ];
    all.into_iter().flatten().collect()
}

/// What *Ready* would leave behind, with the buttons that do it instead: who has nothing on the board before the rounds, whose movement segment
/// is open and who has moved less than he might.
pub(crate) fn before_ready(scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
    let (position, seat) = (position(&scene.own)?, scene.own.seat()?);
    if position.frames.any(|open| *open == Frame::Preparations) {
        return without_a_country(scene, &position, seat)
            .or_else(|| without_a_stack(scene, &position, seat))
            .or_else(|| unpaid(scene, &position, seat));
    }
    let moves = position.frames.any(|open| matches!(open, Frame::Movement(of) if of == seat));
    if moves { unpaid(scene, &position, seat).or_else(|| unmoved(scene, &position, seat)) } else { None }
}

/// That nobody has told what lies in the treasury: in the round that follows, or goes on, nothing could be paid for.
fn unpaid(scene: &Scene<'_>, position: &Position, seat: &SeatId) -> Option<(String, Vec<Component>)> {
    let untold = treasury::in_the_dark(position, seat);
    let says = || treasury::is_untold(position, &untold);
    (!untold.is_empty()).then(|| (says(), vec![treasury::button(scene, Look::Primary)]))
}

/// Who plays nothing yet has nothing to be ready with.
fn without_a_country(
    scene: &Scene<'_>,
    position: &Position,
    seat: &SeatId,
) -> Option<(String, Vec<Component>)> {
    let takes = on_the_card(&scene.public).is_some_and(|offered| offered.take);
    (takes && position.countries_of(seat).is_empty()).then(|| {
        let take = scene.button(Look::Primary, &say!("Take a country"), 0, "europa/take");
        (say!("You play no country yet: *Take a country* first."), vec![take])
    })
}

/// Without any stack on the board no round is played, and the turn is over.
fn without_a_stack(
    scene: &Scene<'_>,
    position: &Position,
    seat: &SeatId,
) -> Option<(String, Vec<Component>)> {
    let own = |standing: &Standing| position.seat_of(standing.country) == Some(seat);
    if position.countries_of(seat).is_empty() || position.board.stacks.values().any(own) {
        return None;
    }
    let says = if position.board.is_in_use() {
        say!(
            "You have no stack on the board: *Deploy a stack* first. *Ready all the same* goes on to the rounds without one of yours."
        )
    } else {
        say!(
            "You have no stack on the board: *Deploy a stack* first. While nobody has one no round is played here, and when all are ready the turn is over; that is right where your board is kept elsewhere."
        )
    };
    let deploy = may_deploy(position, seat).then(|| deploy_button(scene, Look::Primary));
    Some((says, deploy.into_iter().collect()))
}

/// Of how many stacks that have not moved the names are told.
const MOST_NAMED: usize = 4;

/// That no campaign is announced though one could be paid for, or which stacks could move and have done nothing.
fn unmoved(scene: &Scene<'_>, position: &Position, seat: &SeatId) -> Option<(String, Vec<Component>)> {
    let button = |label: String, verb: &str| scene.button(Look::Primary, &label, 0, verb);
    let board = &position.board;
    let mine = |standing: &Standing| position.seat_of(standing.country) == Some(seat);
    if board.announced_by(seat).is_none() {
        let pays = board.stacks.values().any(mine) && !pick::payers(position, seat).is_empty();
        let says = say!(
            "You have announced no campaign for this round, and without one nothing of yours moves: *Campaign* first. *Ready all the same* ends your movement segment."
        );
        return pays.then(|| (says, vec![button(say!("Campaign"), "europa/campaign")]));
    }
    // What a stack did under the campaign is kept, whatever it was.
    let idle = |(n, _): &(&u32, &Standing)| !board.deeds.contains_key(n);
    let mut own = board.stacks.iter().filter(|(_, standing)| mine(standing)).filter(idle);
    let marches = |n: u32| pick::may_march_with(position, seat, n);
    let could = |(n, standing): (&u32, &Standing)| {
        let marches = marches(*n);
        (marches || sailing::may_sail_with(position, seat, *n))
            .then(|| (say!("stack {} ({})", *n, place(standing.at)), marches))
    };
    let sails = sailing::may_sail(position, seat);
    let (names, march): (Vec<String>, Vec<bool>) =
        own.by_ref().filter_map(could).take(MOST_NAMED + 1).unzip();
    if names.is_empty() {
        return None;
    }
    let named = match names.get(..MOST_NAMED) {
        Some(first) if names.len() > MOST_NAMED => say!("{} and more", first.join(", ")),
        _ => list(&names),
    };
    let march = march.contains(&true).then(|| button(say!("March a stack"), "europa/march"));
    let buttons = march.into_iter().chain(sails.then(|| sailing::button(scene, Look::Primary)));
    let says =
        say!("You have not moved {}, and may. *Ready all the same* ends your movement segment.", named);
    Some((says, buttons.collect()))
}
