//! `/reinforce`: a corps comes in, or grows where it stands; what is in it is sealed.

pub(crate) mod present;

use crate::counters::{own, own_counters, own_powers, place_meant, standing_places};
use crate::seen::KEY;
use crate::sorts;
use eia::reinforcement::{Contents, Order};
use eia::roster::Item;
use linkme::distributed_slice;
use table::Verb;
use table::said;
use table::strongbox::check_name_of;
use table_commands::asked::{Asked, in_campaign, told};
use table_commands::house::House;
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        reinforced(&house, &asked, &id, &Typed { what, holds, at, power })
            .await
            .unwrap_or_else(|refusal| refusal)
            .into()
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
pub async fn reinforced(
    house: &House,
    asked: &Asked,
    campaign: &str,
    typed: &Typed,
) -> Result<Message, Message> {
    let own = own(house, asked, campaign).await?;
    let (name, power) = own.named(&typed.what, typed.power.as_deref()).map_err(Message::refusal)?;
    // Before anything of it is looked for, or told to anybody.
    check_name_of::<Item>(&name).map_err(|refusal| table_commands::asked::refused(&refusal))?;
    let place = match &typed.at {
        Some(at) => place_meant(house, campaign, at).await.map_err(Message::refusal)?,
        None => own.stands(power, &name).map(|(_, counter)| counter.place.clone()).ok_or_else(|| {
            Message::refusal(said!("This corps is not on the map yet: say where it comes in."))
        })?,
    };
    let factors = sorts::factors(&typed.holds).map_err(|refusal| table_commands::asked::refused(&refusal))?;
    let factors = factors.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect();
    let order = Order::Corps { power, name, place, secret: Some(Contents { factors }) };
    let verb = serde_json::to_value(order).map(Verb::Game);
    let verb = verb.map_err(|_| Message::refusal(said!("That order could not be written.")))?;
    Ok(told(house.order(campaign, &asked.asker, verb).await))
}
