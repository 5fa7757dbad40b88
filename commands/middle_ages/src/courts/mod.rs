//! `/ages court`: taking a court, its leader.

pub(crate) mod present;
mod take;

use crate::present::position;
use crate::{order, other_game, words};
use middle_ages::Order;
use middle_ages::court::Court;
use middle_ages::courts::{Order as Courts, free};
use middle_ages::stature::Leader;
use poise::serenity_prelude as serenity;
use table::{Said, said};
use table_commands::asked::{Asked, At, at_campaign};
use table_commands::message::Message;
use table_commands::present::names;
use table_commands::rooms::Chosen;
use table_commands::words::{campaigns, choices};
use table_commands::{Context, Error, speech};

/// Take a court; with your own, tell its leader, or give it up
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command)]
pub(crate) async fn court(
    ctx: Context<'_>,
    #[description = "The court (your own unless you say)"]
    #[autocomplete = "courts"]
    of: Option<String>,
    #[description = "Your leader's name"]
    #[max_length = 40]
    leader: Option<String>,
    #[description = "His combat: 1, 2, 3, 5 or 9"] combat: Option<u8>,
    #[description = "His administration"] administration: Option<u8>,
    #[description = "His diplomacy"] diplomacy: Option<u8>,
    #[description = "Give your court up"] release: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let seen = at.look(|scene| {
            let position = position(&scene.own)?;
            let own = scene.own.seat().and_then(|seat| position.court_of(seat));
            let leader = own.and_then(|own| position.courts.get(&own)?.leader.clone());
            Some((own, leader))
        });
        let (own, now) = seen.await?.ok_or_else(other_game)?;
        let of = of.as_deref().map(meant).transpose().map_err(Message::refusal)?.or(own);
        let of = of.ok_or_else(no_court)?;
        let told = [combat, administration, diplomacy];
        let what = if release == Some(true) {
            Courts::Release { of }
        } else if leader.is_none() && told.iter().all(Option::is_none) {
            Courts::Take { of }
        } else {
            let was = now.unwrap_or(Leader { name: None, combat: 3, administration: 3, diplomacy: 3 });
            let leader = Leader {
                name: leader.map(|name| name.trim().to_owned()).or(was.name),
                combat: combat.unwrap_or(was.combat),
                administration: administration.unwrap_or(was.administration),
                diplomacy: diplomacy.unwrap_or(was.diplomacy),
            };
            Courts::Leader { of, leader }
        };
        order(at, &Order::Courts(what)).await
    })
    .await
}

/// A court was chosen in the select of the desk.
pub(crate) async fn chosen(at: At<'_>, chosen: &Chosen) -> Result<Message, Message> {
    let Some(typed) = chosen.first() else {
        return at.look(take::to_take).await?.ok_or_else(other_game);
    };
    let of = meant(typed).map_err(Message::refusal)?;
    order(at, &Order::Courts(Courts::Take { of })).await
}

/// The refusal to who plays no court.
pub(crate) fn no_court() -> Message {
    Message::refusal(said!("You play no court yet. Take one with /ages court."))
}

/// The court that somebody means by its name or key.
///
/// # Errors
/// A sentence that quotes what is no court.
pub(crate) fn meant(typed: &str) -> Result<Court, Said> {
    let lower = typed.trim().to_lowercase();
    let is = |court: &Court| {
        [court.key().to_owned(), court.name().to_lowercase(), words::court(*court).to_lowercase()]
            .contains(&lower)
    };
    Court::all()
        .find(is)
        .ok_or_else(|| said!("\"{}\" is no court of this game.", names::quoted(typed.trim())))
}

/// Courts that can be taken, by any part of the name.
async fn courts(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let named = table_commands::words::typed_so_far(ctx, "campaign");
    let usable = match ctx.data().meant(&asked, named.as_deref()).await {
        Ok(id) => {
            let at = At { house: ctx.data(), asked: &asked, campaign: &id };
            let seen = at.look(|scene| Some(free(&*position(&scene.own)?).collect::<Vec<_>>())).await;
            seen.ok().flatten().unwrap_or_default()
        }
        Err(_) => Vec::new(),
    };
    let typed = typed.trim().to_lowercase();
    speech::in_language(asked.asker.language, || {
        let fits = |court: &Court| {
            words::court(*court).to_lowercase().contains(&typed) || court.key().contains(&typed)
        };
        choices(
            usable
                .into_iter()
                .filter(fits)
                .map(|court| serenity::AutocompleteChoice::new(words::court(court), court.key())),
        )
    })
}
