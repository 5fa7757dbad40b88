//! Event cards drawn: with those of the hand whose years are over put away first, and those that come after their years replaced at once.

use super::{gives, in_hand};
use crate::present::position;
use middle_ages::board::Order;
use middle_ages::board::cards::{InHand, late, over};
use table_commands::asked::{Answer, Asked};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::words::look;

/// The most cards that one press replaces: each is an order of its own.
const MOST: u64 = 24;

/// Cards of the viewer's hand, by their positions.
type Which = fn(&middle_ages::Position, &[InHand<'_>]) -> Vec<u32>;

/// Draws the event cards of a turn; who draws sees his hand as a picture.
pub(super) async fn draws(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let over = such(house, asked, campaign, over).await;
    let drawn = match gives(house, asked, campaign, Ok(Order::Draw { over })).await {
        Answer::Message(message) if !message.is_refusal() => message,
        other => return other,
    };
    let message = replaces(house, asked, campaign, drawn).await;
    in_hand::with_picture(house, asked, campaign, message).await.into()
}

/// The cards of the hand of who asks that are such ones.
async fn such(house: &House, asked: &Asked, campaign: &str, which: Which) -> Vec<u32> {
    look(house, asked, campaign, |scene| seen(scene, which)).await.unwrap_or_default()
}

fn seen(scene: &Scene<'_>, which: Which) -> Vec<u32> {
    let Some(position) = position(&scene.own) else { return Vec::new() };
    let hand = in_hand::of(&scene.own);
    let hand: Vec<InHand<'_>> = hand.iter().map(|held| (held.pos, &held.card)).collect();
    which(&position, &hand)
}

/// Replaces what came after its years, and what comes for it, until a card is in the hand that can be used or waits for its years; each under a
/// number of its own, so that it is taken once. What is told of it stands below what the draw is answered with.
async fn replaces(house: &House, asked: &Asked, campaign: &str, drawn: Message) -> Message {
    let mut message = drawn;
    for n in 0..MOST {
        let Some(pos) = such(house, asked, campaign, late).await.first().copied() else { break };
        let mut again = asked.clone();
        again.asker.once = numbered(asked.asker.once, n);
        match gives(house, &again, campaign, Ok(Order::Discard { pos })).await {
            Answer::Message(replaced) if !replaced.is_refusal() => {
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
