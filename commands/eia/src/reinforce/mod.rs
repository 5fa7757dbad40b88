//! `/reinforce`: a corps comes in, or grows where it stands; what is in it is sealed.

pub(crate) mod present;

use crate::counters::{own, own_counters, own_powers, place_meant, standing_places};
use crate::seen::KEY;
use crate::sorts;
use eia::roster::Item;
use eia::told::reinforcement::{Contents, Order};
use linkme::distributed_slice;
use table::strongbox::check_name_of;
use table::{Secret, said};
use table_commands::asked::{At, at_campaign};
use table_commands::message::Message;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::campaigns;
use table_commands::{Context, Error};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: reinforce };

/// Reinforce a corps: everybody sees where it stands, only you what is in it
#[poise::command(slash_command)]
pub(crate) async fn reinforce(
    ctx: Context<'_>,
    #[description = "Its name, as in your strongbox"]
    #[autocomplete = "own_counters"]
    #[max_length = 40]
    what: String,
    #[description = "All that is in it then: 14i 2c"]
    #[max_length = 100]
    holds: String,
    #[description = "The area where it comes in; where it stands, if you leave it out"]
    #[autocomplete = "standing_places"]
    #[max_length = 100]
    at: Option<String>,
    #[description = "Whose, where you have several powers"]
    #[autocomplete = "own_powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        reinforced(asking.at(), &Typed { what, holds, at, power }).await
    })
    .await
}

/// What was typed.
pub struct Typed {
    /// The corps, with its power in brackets where that is said so.
    pub what: String,
    /// What is in it.
    pub holds: String,
    /// Where it comes in.
    pub at: Option<String>,
    /// Whose it is.
    pub power: Option<String>,
}

/// Orders what was typed.
///
/// # Errors
/// A message for who asked, where it cannot be read; nothing is ordered then.
pub async fn reinforced(at: At<'_>, typed: &Typed) -> Result<Message, Message> {
    let own = own(at).await?;
    let (name, power) = own.named(&typed.what, typed.power.as_deref())?;
    // Before anything of it is looked for, or told to anybody.
    check_name_of::<Item>(&name)?;
    let place = match &typed.at {
        Some(typed) => place_meant(at, typed).await?,
        None => own
            .stands(power, &name)
            .map(|(_, counter)| counter.place.clone())
            .ok_or_else(|| said!("This corps is not on the map yet: say where it comes in."))?,
    };
    let factors = sorts::factors(&typed.holds)?;
    let factors = factors.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect();
    let order = Order::Corps { power, name, place, secret: Some(Secret::new(Contents { factors })) };
    at.game_order(&order).await
}
