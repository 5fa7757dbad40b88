//! `/odds ages`: how an endeavour may come out, over the year cards that may still come. Only who asks sees it.

use crate::endeavour::{KindChoice, form, present};
use crate::front::KEY;
use crate::present::{position, readings};
use crate::{other_game, words};
use linkme::distributed_slice;
use middle_ages::endeavour::course::bounds;
use middle_ages::endeavour::outcome::Effect;
use middle_ages::endeavour::{Endeavour, Kind, limits};
use middle_ages::odds;
use table::{Said, said};
use table_commands::asked::{At, at_campaign, refused};
use table_commands::message::{Embed, Message};
use table_commands::present::names;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::shares::shares;
use table_commands::words::campaigns;
use table_commands::{Context, Error, say, speech};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: Some("odds"), made: ages_odds };

/// The exact odds of an endeavour in the Middle Ages
#[poise::command(slash_command, rename = "ages")]
pub(crate) async fn ages_odds(
    ctx: Context<'_>,
    #[description = "What you think of undertaking"] what: KindChoice,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        form(at, Kind::ALL[what as usize], true, &Default::default()).await
    })
    .await
}

/// The odds of an endeavour as it was stated.
pub(crate) async fn of(at: At<'_>, stated: Endeavour) -> Result<Message, Message> {
    let seen = at.look(|scene| -> Result<_, Said> {
        if scene.public.switch(table::switches::ODDS) == "no" {
            return Err(said!("The group has turned odds off. A vote turns them on again."));
        }
        let Some(position) = position(&scene.own) else { return Ok(None) };
        Ok(Some((position.may_come(), readings(&scene.public))))
    });
    let (cards, reads) = seen.await?.map_err(Message::refusal)?.ok_or_else(other_game)?;
    let checked = bounds(&stated).and_then(|()| limits::check(&stated, reads));
    checked.map_err(|refusal| refused(&refusal))?;
    let odds = odds::odds(&stated, reads, &cards);
    Ok(speech::in_language(at.asked.asker.language, || told(&stated, &odds)))
}

/// What may come of it, the likeliest first, each with how many cards give it.
#[must_use]
pub fn chances(kind: Kind, one: &odds::Odds) -> Vec<String> {
    let mut all: Vec<(&Vec<Effect>, &u32)> = one.by_effects.iter().collect();
    all.sort_by_key(|(_, cards)| std::cmp::Reverse(**cards));
    let weights: Vec<u128> = all.iter().map(|(_, cards)| u128::from(**cards)).collect();
    let chance = |((effects, cards), percent): ((&Vec<Effect>, &u32), u32)| {
        say!(
            "**{} of {}**, {} %: {}.",
            *cards,
            cards_in(one.cards),
            percent,
            words::effects_of(kind, effects)
        )
    };
    all.into_iter().zip(shares(100, &weights)).map(chance).collect()
}

/// How many cards, in words.
fn cards_in(n: u32) -> String {
    names::count(n.into(), "card", "cards")
}

/// Odds in words.
#[must_use]
pub fn told(stated: &Endeavour, all: &[odds::Odds]) -> Message {
    let cards = all.first().map_or(0, |one| one.cards);
    let says = say!("Over {} that may still come, each as likely as any other.", words::year_cards(cards));
    let mut embed = Embed::new(&say!("Odds: {}", words::kind(stated.kind)), says);
    for one in all {
        let mut lines = vec![present::rating(&one.rating)];
        lines.extend(chances(stated.kind, one));
        embed = embed.field(&present::area(&one.target), lines.join("\n"));
    }
    Message::default().with(embed)
}
