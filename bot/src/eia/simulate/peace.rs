//! What follows from the terms of a peace, as players order it: a victor names the leader who goes into exile and the corps that he borrows, and
//! tells when that foraged; whose leader is in exile asks for him back.

use super::game::Game;
use super::players::Players;
use engine::eia::Position;
use engine::eia::oob::Leader;
use engine::eia::politics::carried::loan::can_be_lent;
use engine::eia::politics::carried::{Claim, exile::Exile, loan::Loan};
use engine::eia::politics::terms::Term;
use engine::eia::powers::Power;
use serde_json::json;

/// Of a hundred months in so many a corps on loan forages, and of a hundred times that it does nothing is left of it in so many.
const FORAGES: u32 = 25;
const EMPTIED: u32 = 10;
/// Of a hundred months of an exile in so many the leader is asked back.
const BACK: u32 = 40;

/// What of it is ordered in a land phase.
pub fn followed(game: &mut Game, players: &mut Players, now: &Position) {
    let carried = &now.politics.carried;
    for claim in &carried.claims {
        named(game, players, now, *claim);
    }
    for loan in &carried.loans {
        if players.percent(FORAGES) {
            foraged(game, players, now, loan);
        }
    }
    for exile in &carried.exiles {
        if players.percent(BACK) {
            asked_back(game, now, exile);
        }
    }
}

/// A victor names whom or what he gets.
fn named(game: &mut Game, players: &mut Players, now: &Position, claim: Claim) {
    let (by, of) = (claim.by.key(), claim.of.key());
    let order = match claim.term {
        Term::Exile => best(now, claim.of)
            .map(|leader| json!({"peace": "exile", "power": by, "of": of, "leader": leader.name})),
        _ => {
            let corps = can_be_lent(now, claim.of);
            let corps = corps.get(players.below(corps.len() as u32) as usize);
            corps.map(|corps| json!({"peace": "borrow", "power": by, "of": of, "corps": corps}))
        }
    };
    if let Some(order) = order {
        game.gives_for(now, claim.by, order);
    }
}

/// The leader of a power whom a victor would rather not meet again: the most senior, and of those the ablest.
fn best(now: &Position, of: Power) -> Option<Leader> {
    let names = now.can_be_exiled(of);
    let can_be = now.leaders(of).into_iter().filter(|leader| names.contains(&leader.name));
    let worth = |leader: &Leader| (leader.rank, -i16::from(leader.strategic) - i16::from(leader.tactical));
    can_be.min_by_key(worth)
}

fn foraged(game: &mut Game, players: &mut Players, now: &Position, loan: &Loan) {
    let (lost, emptied) = (players.below(4), players.percent(EMPTIED));
    let (of, corps) = (loan.of.key(), &loan.corps);
    let order = json!({"peace": "forage", "of": of, "corps": corps, "lost": lost, "emptied": emptied});
    game.gives_for(now, loan.to, order);
}

/// Whether he may come back yet, and whether his power can pay for it, the bot says.
fn asked_back(game: &mut Game, now: &Position, exile: &Exile) {
    let order = json!({"peace": "recall", "power": exile.of.key(), "leader": exile.leader});
    game.gives_for(now, exile.of, order);
}
