//! Event cards drawn: with those of the hand whose years are over put away first, and those that come after their years replaced at once.

use super::{gives, in_hand};
use crate::present::position;
use middle_ages::board::Order;
use middle_ages::board::cards::{InHand, late, over};
use table_commands::asked::At;
use table_commands::message::Message;
use table_commands::present::Scene;

/// The most cards that one press replaces: each is an order of its own.
const MOST: u64 = 24;

/// Cards of the viewer's hand, by their positions.
type Which = fn(&middle_ages::Position, &[InHand<'_>]) -> Vec<u32>;

/// Draws the event cards of a turn; who draws sees his hand as a picture.
pub(super) async fn draws(at: At<'_>) -> Result<Message, Message> {
    let over = such(at, over).await;
    let drawn = gives(at, Order::Draw { over }).await?;
    if drawn.is_refusal() {
        return Err(drawn);
    }
    Ok(in_hand::with_picture(at, replaces(at, drawn).await).await)
}

/// The cards of the hand of who asks that are such ones.
async fn such(at: At<'_>, which: Which) -> Vec<u32> {
    at.look(|scene| seen(scene, which)).await.unwrap_or_default()
}

fn seen(scene: &Scene<'_>, which: Which) -> Vec<u32> {
    let Some(position) = position(&scene.own) else { return Vec::new() };
    let hand = in_hand::of(&scene.own);
    let hand: Vec<InHand<'_>> = hand.iter().map(|held| (held.pos, &held.card)).collect();
    which(&position, &hand)
}

/// Replaces what came after its years, and what comes for it, until a card is in the hand that can be used or waits for its years; each under a
/// number of its own, so that it is taken once. What is told of it stands below what the draw is answered with.
async fn replaces(at: At<'_>, drawn: Message) -> Message {
    let mut message = drawn;
    for n in 0..MOST {
        let Some(pos) = such(at, late).await.first().copied() else { break };
        let mut again = at.asked.clone();
        again.asker.once = numbered(at.asked.asker.once, n);
        match gives(At { asked: &again, ..at }, Order::Discard { pos }).await {
            Ok(replaced) if !replaced.is_refusal() => {
                message.content = format!("{}\n\n{}", message.content, replaced.content);
            }
            _ => break,
        }
    }
    message
}

/// A number that no interaction has: Discord's stay below its two highest bits.
fn numbered(interaction: u64, n: u64) -> u64 {
    const BELOW: u64 = (1 << 57) - 1;
    (1 << 63) | (n << 57) | (interaction & BELOW)
}
