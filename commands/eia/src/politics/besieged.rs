//! An enemy in one's home bars declarations of war, unless each of its corps is besieged: `/politics besieged` tells that.

use super::present::words;
use crate::ordered::{ordered, power_or_own};
use eia::Position;
use eia::politics::Order;
use eia::powers::Power;
use table_commands::say;
use table_commands::words::campaigns;
use table_commands::{Context, Error};

/// Tell that every enemy infantry corps in your home is besieged, so that you may declare war (4.2.2.1)
#[poise::command(slash_command)]
pub(crate) async fn besieged(
    ctx: Context<'_>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| Ok(Order::Besieged { power: power_or_own(scene, power.as_deref())? }))
        .await
}

/// What happened, in a line.
pub(super) fn line(power: Power) -> String {
    say!(
        "{} says that every enemy infantry corps in its home is besieged: until the next sheets none of them bars its declarations of war (4.2.2).",
        power
    )
}

/// That an enemy in one's home bars declarations of war: of which powers the counters on the map show it, or that it is seen on the board.
pub(super) fn on_the_sheet(position: &Position, own: &[Power]) -> String {
    let invaded = own.iter().copied().filter(|power| position.has_enemy_infantry_at_home(*power));
    let (told, barred): (Vec<Power>, Vec<Power>) =
        invaded.partition(|power| position.politics.besieged.contains(power));
    let mut says = Vec::new();
    if !barred.is_empty() {
        says.push(say!(
            "An enemy's infantry corps stands in the home of {}: no war is declared from there (4.2.2). Where each of them is besieged, say /politics besieged.",
            words(barred.iter().copied())
        ));
    }
    if !told.is_empty() {
        says.push(say!(
            "The enemies in the home of {} are told to be besieged.",
            words(told.iter().copied())
        ));
    }
    if says.is_empty() {
        says.push(say!(
            "That an enemy stands in one's home bars declarations too (4.2.2); where the map does not know it, that is seen on the board."
        ));
    }
    says.join("\n")
}
