//! `/reinforce`: a corps comes in, or grows where it stands; what is in it is sealed.

use crate::asked::{Asked, in_campaign, told};
use crate::campaign::campaigns;
use crate::counters::{own_counters, own_powers, place_meant, standing_places, whose};
use crate::house::House;
use crate::message::Message;
use crate::present::auction::position;
use crate::words::look;
use crate::{Context, Error};
use engine::eia::land::forces::Factors;
use engine::eia::reinforcement::{Contents, Order};
use engine::said;
use engine::table::Verb;

/// Reinforce a corps: everybody sees where it stands, only you what is in it
#[poise::command(slash_command)]
pub async fn reinforce(
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
        let asked_for = Reinforced { what, holds, at, power };
        reinforced(&house, &asked, &id, &asked_for).await.unwrap_or_else(|refusal| refusal).into()
    })
    .await
}

/// What was typed.
struct Reinforced {
    what: String,
    holds: String,
    at: Option<String>,
    power: Option<String>,
}

async fn reinforced(
    house: &House,
    asked: &Asked,
    campaign: &str,
    typed: &Reinforced,
) -> Result<Message, Message> {
    let known = look(house, asked, campaign, |scene| {
        let (seat, position) = (scene.own.seat()?, position(&scene.own)?);
        Some((position.choice.powers_of(seat), position.counters))
    });
    let (own, counters) = known.await?.unwrap_or_default();
    let power = whose(&own, typed.power.as_deref()).map_err(Message::refusal)?;
    let name = typed.what.trim().to_owned();
    let place = match &typed.at {
        Some(at) => place_meant(house, campaign, at).await.map_err(Message::refusal)?,
        None => {
            let own = counters.get(&power).into_iter().flatten();
            let stands = own.into_iter().find(|(known, _)| known.to_lowercase() == name.to_lowercase());
            let (_, place) = stands.ok_or_else(|| {
                Message::refusal(said!("This corps is not on the map yet: say where it comes in."))
            })?;
            place.clone()
        }
    };
    let factors = Factors::read(&typed.holds).map_err(|refusal| crate::asked::refused(&refusal))?;
    let factors = factors.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect();
    let order = Order::Corps { power, name, place, secret: Some(Contents { factors }) };
    let verb = serde_json::to_value(order).map(Verb::Game);
    let verb = verb.map_err(|_| Message::refusal(said!("That order could not be written.")))?;
    Ok(told(house.order(campaign, &asked.asker, verb).await))
}
