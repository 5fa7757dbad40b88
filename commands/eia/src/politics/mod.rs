//! `/politics sheet|show|propose|break|besieged`: the sheet that all seal, who is at war and allied with whom, peace and alliances by agreement.

pub(crate) mod besieged;
pub(crate) mod calls;
pub(crate) mod deals;
pub mod glance;
pub(crate) mod marriage;
pub(crate) mod minors;
pub(crate) mod parts;
pub mod present;
pub(crate) mod suits;
pub(crate) mod terms;
pub(crate) mod war;

/// The parts of the political sheet, in the order in which they stand on it.
pub(crate) const PARTS: &[&dyn parts::Words] = &[
    &war::War,
    &minors::OnMinors,
    &marriage::Marriage,
    &minors::SphereRight,
    &calls::Caller,
    &calls::Follower,
    &suits::Sue,
    &calls::Answer,
    &suits::Breaks,
    &suits::Unconditional,
    &suits::Yields,
    &suits::Informal,
    &minors::Volunteer,
    &minors::Promise,
    &minors::Support,
];

use crate::ordered::{month_meant, ordered, own_powers, power_meant, power_or_own, suggested_powers};
use crate::politics::present as shown;
use crate::seen::KEY;
use crate::seen::position;
use eia::Position;
use eia::outline::Month;
use eia::politics::Order;
use eia::politics::agreement::{Proposed, State};
use eia::politics::sheet::Part;
use eia::politics::target::Target;
use eia::powers::Power;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use serde_json::Value;
use std::sync::Arc;
use table::said;
use table::{By, Said, Verb};
use table_commands::asked::{Answer, Asked, At, at_campaign, later};
use table_commands::drawn::{DRAWERS, Drawer, beside};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS, Chosen, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::words::old_card;
use table_commands::words::suggest;
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "politics",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.prompt, press.what, chosen)),
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added {
    game: KEY,
    within: None,
    made: || {
        let mut command = politics();
        command.subcommands.extend(crate::peace::PEACE.subcommands());
        command
    },
};

/// War and peace, where the bot keeps them: your political sheet, who is at war with whom
#[poise::command(
    slash_command,
    subcommands(
        "sheet",
        "show",
        "propose",
        "deals::deal",
        "deals::own_deals",
        "break_alliance",
        "give_up",
        "besieged::besieged",
        "europe",
        "crate::year::gift"
    ),
    rename = "politics"
)]
pub(crate) async fn politics(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Your political sheet; nobody sees what you choose on it until all are opened together
#[poise::command(slash_command)]
async fn sheet(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { filled_in(asking.at()).await }).await
}

/// Who is at war and allied with whom, what is in force, and what is proposed
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(shown::shown).await }).await
}

/// Europe at a glance, as a picture: the status track, everybody's goal, and how each stands to each
#[poise::command(slash_command)]
async fn europe(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    later(ctx, |house, asked| async move { at_a_glance(&house, &asked, campaign.as_deref()).await.into() })
        .await
}

async fn at_a_glance(house: &House, asked: &Asked, campaign: Option<&str>) -> Result<Message, Message> {
    let campaign = &house.meant(asked, campaign).await?;
    let see = |scene: &Scene<'_>| {
        let now = position(&scene.own).filter(|now| now.choice.done)?;
        Some((glance::in_words(&now), scene.title(), now))
    };
    let none = || said!("Nobody has a power yet, so there is nothing to show.");
    let (says, name, now) = At { house, asked, campaign }.show_or(see, none).await?;
    let file = (glance::file(&now), says);
    Ok(beside(house, asked, Message::default(), file, move || glance::picture(&now, &name)).await)
}

/// The picture in a post.
#[distributed_slice(DRAWERS)]
static DRAWER: Drawer = |house, campaign, of, line| {
    Box::pin(async move {
        if of != glance::GLANCE {
            return None;
        }
        let name = match house.campaign(campaign).await {
            Ok(live) => live.lock().await.scene(By::Bot, false).title(),
            Err(why) => return Some(Err(why)),
        };
        let draw = |now: Arc<Position>, name: String| glance::picture(&now, &name);
        Some(house.drawn(campaign, line, move |_| Some(name), glance::of_view, draw).await)
    })
};

/// Propose peace or an alliance to a power; it holds when that power agrees
#[poise::command(slash_command)]
async fn propose(
    ctx: Context<'_>,
    #[description = "To which power"]
    #[autocomplete = "others"]
    #[max_length = 40]
    with: String,
    #[description = "Peace, an alliance, or war that began before the bot kept it; peace if you leave it out"]
    #[autocomplete = "states"]
    #[max_length = 40]
    what: Option<String>,
    #[description = "The last month of an alliance that has a date: 1807-12"]
    #[max_length = 7]
    until: Option<String>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let typed = Typed { with: &with, what: what.as_deref(), until: until.as_deref() };
        read(scene, &typed, power.as_deref()).map(Order::Propose)
    })
    .await
}

/// Break an alliance; it costs political points
#[poise::command(slash_command, rename = "break")]
async fn break_alliance(
    ctx: Context<'_>,
    #[description = "With which ally"]
    #[autocomplete = "allies"]
    #[max_length = 40]
    with: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let with = power_meant(&with)?;
        Ok(Order::Break { power: power_or_own(scene, power.as_deref())?, with })
    })
    .await
}

/// Give up a war on a minor country; when nobody is at war with it any more it is neutral again
#[poise::command(slash_command, rename = "giveup")]
async fn give_up(
    ctx: Context<'_>,
    #[description = "The war on which minor country"]
    #[autocomplete = "attacked"]
    #[max_length = 100]
    country: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| minors::given_up(scene, &country, power.as_deref())).await
}

/// The minor countries with which one is at war.
async fn attacked(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, minors::attacked).await
}

/// One's allies.
async fn allies(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(position) = position(&scene.own) else { return Vec::new() };
        let own = own_powers(&scene.own);
        let allies = own.iter().flat_map(|power| position.allies(*power).collect::<Vec<_>>());
        suggested_powers(allies)
    })
    .await
}

/// The powers to which something could be proposed, one's enemies first.
async fn others(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
            return Vec::new();
        };
        let own = position.bidders(seat);
        let enemies = shown::enemies_of(&scene.own);
        let mut powers: Vec<Power> = position.major_powers().filter(|power| !own.contains(power)).collect();
        powers.sort_by_key(|power| !enemies.contains(power));
        suggested_powers(powers)
    })
    .await
}

/// What could be proposed.
async fn states(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |_| suggested_states(&State::ALL)).await
}

/// How two powers may stand to one another, as it is suggested.
fn suggested_states(states: &[State]) -> Vec<(String, String)> {
    states.iter().map(|state| (state_word(*state), state.key().to_owned())).collect()
}

/// The one that is meant.
fn state_meant(typed: &str) -> Option<State> {
    let typed = typed.trim().to_lowercase();
    State::by_key(&typed).or_else(|| State::ALL.into_iter().find(|state| state_word(*state) == typed))
}

fn state_word(state: State) -> String {
    match state {
        State::Peace => table_commands::say!("peace"),
        State::Alliance => table_commands::say!("alliance"),
        State::War => table_commands::say!("war"),
    }
}

/// What was typed of a proposal.
struct Typed<'t> {
    with: &'t str,
    what: Option<&'t str>,
    until: Option<&'t str>,
}

/// What is proposed, out of what was typed.
fn read(scene: &Scene<'_>, typed: &Typed<'_>, power: Option<&str>) -> Result<Proposed, Said> {
    let with = power_meant(typed.with)?;
    let until = typed.until.map(month_meant);
    let by = power_or_own(scene, power)?;
    let neither = |what: &str| {
        said!("\"{}\" is neither peace nor an alliance nor war.", quoted(&what.trim().to_lowercase()))
    };
    let state = typed.what.map_or(Ok(State::Peace), |what| state_meant(what).ok_or_else(|| neither(what)))?;
    Ok(Proposed { by, with, state, until: until.transpose()? })
}

async fn filled_in(at: At<'_>) -> Result<Message, Message> {
    at.look(|scene| shown::sheet(scene, None)).await
}

/// The sheet with what was chosen for one power in a part, in the place of what stood in the draft.
async fn chooses(
    at: At<'_>,
    prompt: u64,
    (part, place, key): (&'static dyn Part, shown::Select, &str),
    chosen: &[String],
) -> Result<Message, Message> {
    let nobody = chosen.iter().any(|word| word == shown::NOBODY);
    let others: Vec<Target> =
        chosen.iter().filter(|_| !nobody).filter_map(|word| Target::by_key(word)).collect();
    let see = |scene: &Scene<'_>| {
        shown::round(&scene.own).filter(|(round, ..)| round.line == prompt)?;
        let own = own_powers(&scene.own);
        let now = position(&scene.own)?;
        let mut draft = parts::draft_of(&now, &parts::asked(&now), &own, key)?;
        let power = *own.get(place.power)?;
        // What stands in another select of the same field stays.
        let elsewhere = shown::elsewhere(scene, part, place);
        let stays = draft.by(part, power).iter().copied().filter(|other| elsewhere.contains(other));
        let all: Vec<Target> = stays.chain(others).collect();
        draft.choose(part, power, all);
        Some(shown::sheet_at(scene, Some(draft), shown::page_of(scene, part, place)))
    };
    at.show_or(see, old_card).await
}

/// Seals what was filled in, if it is still asked for.
async fn seals(
    at: At<'_>,
    filled: impl FnOnce(&Scene<'_>) -> Option<(String, Value)>,
) -> Result<Message, Message> {
    let (round, choice) = at.show_or(filled, old_card).await?;
    Ok(at.order(Verb::Seal { round, choice, word: None }).await)
}

/// What a draft of the sheet seals.
fn drafted(scene: &Scene<'_>, prompt: u64, key: &str) -> Option<(String, Value)> {
    let (round, ..) = shown::round(&scene.own).filter(|(round, ..)| round.line == prompt)?;
    let now = position(&scene.own)?;
    let draft = parts::draft_of(&now, &parts::asked(&now), &own_powers(&scene.own), key)?;
    Some((round.round.clone(), draft.filled()))
}

/// A button or select of politics; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str, chosen: &Chosen) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let outcome = match *parts.as_slice() {
        ["hub"] => return Some(at.look(shown::hub).await.into()),
        ["sheet"] => return Some(filled_in(at).await.into()),
        ["europe"] => return Some(at_a_glance(at.house, at.asked, Some(at.campaign)).await.into()),
        ["show"] => return Some(at.look(shown::shown).await.into()),
        ["page", page, key] => {
            let page = page.parse().ok()?;
            let turned = |scene: &Scene<'_>| {
                shown::round(&scene.own).filter(|(round, ..)| round.line == prompt)?;
                let now = position(&scene.own)?;
                let draft = parts::draft_of(&now, &parts::asked(&now), &own_powers(&scene.own), key)?;
                Some(shown::sheet_at(scene, Some(draft), page))
            };
            return Some(at.show_or(turned, old_card).await.into());
        }
        ["terms"] => return Some(at.look(|scene| terms::form(scene, None)).await.into()),
        ["terms_page", page, key] => {
            let page = page.parse().ok()?;
            let form = |scene: &Scene<'_>| terms::turned(scene, prompt, page, key);
            return Some(at.show_or(form, old_card).await.into());
        }
        ["term", term, key] => {
            let term = term.parse().ok()?;
            let chosen = chosen.values.first().cloned()?;
            let form = |scene: &Scene<'_>| terms::chooses(scene, prompt, term, key, &chosen);
            return Some(at.show_or(form, old_card).await.into());
        }
        ["seal_terms", key] => seals(at, |scene| terms::filled(scene, prompt, key)).await,
        // A part of the sheet is called so too; its second word is no power.
        ["break", by, with] if Power::by_key(by).is_some() => {
            let order = Order::Break { power: Power::by_key(by)?, with: Power::by_key(with)? };
            at.game_order(&order).await
        }
        [part, place, key] => {
            let field = (parts::by_key(part)?.part(), shown::Select::read(place)?, key);
            return Some(chooses(at, prompt, field, &chosen.values).await.into());
        }
        ["seal", key] => seals(at, |scene| drafted(scene, prompt, key)).await,
        ["agree", state, by, with, ref until @ ..] => {
            let state = State::by_key(state)?;
            let until = until.first().and_then(|until| Month::try_from((*until).to_owned()).ok());
            let theirs = Proposed { by: Power::by_key(by)?, with: Power::by_key(with)?, state, until };
            at.game_order(&Order::Agree(theirs)).await
        }
        _ => return None,
    };
    Some(at.with_desk(outcome).await.into())
}
