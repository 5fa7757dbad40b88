//! `/europa deploy|stack|told|board|campaign|march|sail|explore|supply|fight|retreat|buy|upkeep|intercept`: the board that is kept here.

use super::battle::places;
use super::{countries, country_meant, order, other_game, position, read};
use crate::asked::{Answer, Asked, in_campaign};
use crate::campaign::campaigns;
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Form, Input, Message};
use crate::present::europa::board as shown;
use crate::present::names::quoted;
use crate::words::{line, look, suggest};
use crate::{Context, Error, say};
use engine::europa::Order;
use engine::europa::board::{Led, Order as Board};
use engine::europa::campaigns::{Campaign, Kind};
use engine::europa::geography::Place;
use engine::europa::leaders;
use engine::europa::purchase::Item;
use engine::europa::seats::Told;
use engine::europa::units::{Counter, Hold};
use engine::said;
use engine::table::values::Amount;
use engine::table::{Act, Said, Verb};
use poise::serenity_prelude as serenity;

/// A kind of campaign as the command offers it.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(super) enum KindChoice {
    #[name = "None"]
    None,
    #[name = "Passive, 10 D$"]
    Passive,
    #[name = "Simple at low cost, 10 D$"]
    Cheap,
    #[name = "Simple, 20 D$"]
    Simple,
    #[name = "Major with one stack, 50 D$"]
    MajorOneStack,
    #[name = "Major with small stacks, 50 D$"]
    MajorSmallStacks,
    #[name = "Multiple, 100 D$"]
    Multiple,
}

fn board(order: Board) -> Order {
    Order::Board(order)
}

/// The stack that is meant by its number, as autocomplete gives it.
fn stack_meant(typed: &str) -> Result<u32, Said> {
    let digits: String = typed.trim().chars().take_while(char::is_ascii_digit).collect();
    digits
        .parse()
        .map_err(|_| said!("\"{}\" is no number of a stack. /europa board lists them.", quoted(typed)))
}

/// The place that is meant.
fn place_meant(typed: &str) -> Result<Place, Said> {
    read::place(typed).ok_or_else(|| {
        let near: Vec<String> = engine::europa::geography::find(typed)
            .into_iter()
            .take(5)
            .map(|place| place.name().to_owned())
            .collect();
        if near.is_empty() {
            said!("\"{}\" is no place on the map.", quoted(typed))
        } else {
            said!("\"{}\" is no place on the map. Do you mean: {}?", quoted(typed), near.join(", "))
        }
    })
}

/// Counters as players write them: `A+ A- LD`, `F- ND`.
fn counters_meant(typed: &str) -> Result<Vec<Counter>, Said> {
    let unknown = |word: &str| {
        said!("\"{}\" is no counter. There is: A+, A-, LD, pasha, d; F+, F-, ND, GD, DTr, nd.", quoted(word))
    };
    let mut all = Vec::new();
    let mut words = typed.split([' ', ',', ';', '\n']).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        let rest = &word[digits.len()..];
        let many: usize = if digits.is_empty() { 1 } else { digits.parse().map_err(|_| unknown(word))? };
        let name = if rest.is_empty() { words.next().unwrap_or_default() } else { rest };
        let counter = match name.replace('−', "-").to_lowercase().as_str() {
            "a+" => Counter::ArmyPlus,
            "a-" => Counter::ArmyMinus,
            "ld" | "dt" => Counter::Ld,
            "pasha" | "pashas" => Counter::Pasha,
            "d" | "lde" => Counter::LandD,
            "f+" => Counter::FleetPlus(Hold::default()),
            "f-" => Counter::FleetMinus(Hold::default()),
            "nd" => Counter::Nd,
            "gd" => Counter::Gd,
            "dtr" | "td" => Counter::Dtr,
            "nde" => Counter::SeaD,
            _ => return Err(unknown(word)),
        };
        if many > 20 {
            return Err(unknown(word));
        }
        all.extend(std::iter::repeat_n(counter, many));
    }
    Ok(all)
}

/// A leader by values (`4 1 2`, `Gonzalo 5 3 4 2`) or by the name of one of the game's.
fn leader_meant(typed: &str, turn: u8) -> Result<Led, Said> {
    let at = typed.find(|c: char| c.is_ascii_digit()).unwrap_or(typed.len());
    let name = typed[..at].trim().trim_end_matches([',', ':']).to_owned();
    let values: Option<Vec<i8>> = typed[at..].split_whitespace().map(|word| word.parse().ok()).collect();
    let of = |values: &[i8]| engine::europa::leader::Leader {
        manoeuvre: values[0],
        fire: values[1],
        shock: values[2],
        siege: values.get(3).copied().unwrap_or(0),
    };
    match values {
        Some(values) if values.len() == 3 || values.len() == 4 => Ok(Led { name, values: of(&values) }),
        Some(values) if values.is_empty() && !name.is_empty() => {
            let found = leaders::find(&name);
            let best = found.iter().find(|leader| leader.serves(turn)).or(found.first());
            let Some(leader) = best else {
                return Err(said!(
                    "\"{}\" is no leader of the game. One of your own is written with MAN, Fire, Shock and siege: Gonzalo 5 3 4 2.",
                    quoted(typed)
                ));
            };
            let values = [leader.manoeuvre, leader.fire, leader.shock, leader.siege]
                .map(|n| i8::try_from(n).unwrap_or(0));
            Ok(Led { name: leader.name.clone(), values: of(&values) })
        }
        _ => Err(said!(
            "\"{}\" is no leader. He is written with MAN, Fire, Shock and, where he has it, siege: Gonzalo 5 3 4 2.",
            quoted(typed)
        )),
    }
}

/// The turn of the campaign, for leaders' years.
async fn turn(house: &House, asked: &Asked, campaign: &str) -> Result<u8, Message> {
    match look(house, asked, campaign, |scene| position(&scene.public).map(|p| p.turn.number())).await {
        Err(sentence) => Err(sentence),
        Ok(None) => Err(other_game()),
        Ok(Some(turn)) => Ok(turn),
    }
}

/// Gives an order out of what was typed.
async fn give(house: &House, asked: &Asked, campaign: &str, read: Result<Board, Said>) -> Answer {
    match read {
        Ok(wanted) => order(house, asked, campaign, &board(wanted)).await.into(),
        Err(why) => Message::refusal(why).into(),
    }
}

/// The asker's own stacks, by any part of their description.
async fn own_stacks(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    stacks_of(ctx, typed, true).await
}

/// All stacks.
async fn any_stacks(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    stacks_of(ctx, typed, false).await
}

async fn stacks_of(ctx: Context<'_>, typed: &str, own: bool) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(position) = position(&scene.own) else { return Vec::new() };
        let seat = scene.own.seat();
        let mine = |country| !own || position.seat_of(country) == seat;
        let stacks = position.board.stacks.iter().filter(|(_, standing)| mine(standing.country));
        stacks.map(|(n, standing)| (shown::named(*n, standing), n.to_string())).collect()
    })
    .await
}

/// Leaders of the game by name.
#[expect(clippy::unused_async, reason = "poise wants autocompletes to be async")]
async fn leader_names(_ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let found = leaders::find(typed).into_iter().take(25);
    crate::campaign::choices(found.map(|leader| {
        let values = format!("{} {} {} {}", leader.manoeuvre, leader.fire, leader.shock, leader.siege);
        let text = crate::message::clip(&format!("{} {values}", leader.name), 100);
        serenity::AutocompleteChoice::new(text.clone(), text)
    }))
}

/// Put troops or ships on the board, as they stand there
#[poise::command(slash_command)]
pub(super) async fn deploy(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "countries"]
    country: String,
    #[description = "The province or sea zone"]
    #[autocomplete = "places"]
    place: String,
    #[description = "The counters: A+ A- LD, or F- ND"]
    #[max_length = 100]
    counters: String,
    #[description = "Whether they are veteran"] veteran: Option<bool>,
    #[description = "Their leader: a name of the game, or Gonzalo 5 3 4 2"]
    #[autocomplete = "leader_names"]
    #[max_length = 60]
    leader: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let now = match turn(&house, &asked, &id).await {
            Ok(now) => now,
            Err(sentence) => return sentence.into(),
        };
        let read = || -> Result<Board, Said> {
            Ok(Board::Deploy {
                country: country_meant(&country)?,
                place: place_meant(&place)?,
                counters: counters_meant(&counters)?,
                veteran: veteran.unwrap_or(false),
                leader: leader.map(|leader| leader_meant(&leader, now)).transpose()?,
            })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Change a stack: its counters, its leader, join it to another, take it off
#[poise::command(slash_command)]
pub(super) async fn stack(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The counters that stand there then, within the golden rules"]
    #[max_length = 100]
    counters: Option<String>,
    #[description = "Its leader; \"none\" takes him away"]
    #[autocomplete = "leader_names"]
    #[max_length = 60]
    leader: Option<String>,
    #[description = "The stack in the same place that it joins"]
    #[autocomplete = "own_stacks"]
    join: Option<String>,
    #[description = "Take it off the board"] remove: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let now = match turn(&house, &asked, &id).await {
            Ok(now) => now,
            Err(sentence) => return sentence.into(),
        };
        let read = || -> Result<Board, Said> {
            let stack = stack_meant(&stack)?;
            match (counters, leader, join, remove) {
                (Some(counters), None, None, None | Some(false)) => {
                    Ok(Board::Regroup { stack, counters: counters_meant(&counters)? })
                }
                (None, Some(leader), None, None | Some(false)) => {
                    let none = matches!(leader.trim().to_lowercase().as_str(), "none" | "no leader" | "-");
                    let leader = if none { None } else { Some(leader_meant(&leader, now)?) };
                    Ok(Board::Lead { stack, leader })
                }
                (None, None, Some(to), None | Some(false)) => {
                    Ok(Board::Join { stack, to: stack_meant(&to)? })
                }
                (None, None, None, Some(true)) => Ok(Board::Disband { stack }),
                _ => Err(said!(
                    "Say one thing: other counters, a leader, the stack it joins, or that it is taken off."
                )),
            }
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Tell what the board cannot know: a treasury, stability, VP; who holds a province; weather
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command)]
pub(super) async fn told(
    ctx: Context<'_>,
    #[description = "The country whose values are told, or that holds the province"]
    #[autocomplete = "countries"]
    country: Option<String>,
    #[description = "Its treasury in D$"] ducats: Option<i64>,
    #[description = "Its stability, -3 to 3"] stability: Option<i64>,
    #[description = "Its victory points"] vp: Option<i64>,
    #[description = "Its initiative"] initiative: Option<i64>,
    #[description = "The province that it holds"]
    #[autocomplete = "places"]
    holds: Option<String>,
    #[description = "Whether the event Poor Weather is in force"] poor_weather: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let values = [
            (Told::Ducats, ducats),
            (Told::Stability, stability),
            (Told::Vp, vp),
            (Told::Initiative, initiative),
        ];
        let values: Vec<(Told, i64)> =
            values.into_iter().filter_map(|(what, now)| Some((what, now?))).collect();
        match (country, holds, poor_weather) {
            (Some(country), None, None) if !values.is_empty() => {
                tells(&house, &asked, &id, &country, &values).await.into()
            }
            (Some(country), Some(place), None) if values.is_empty() => {
                let read = || -> Result<Board, Said> {
                    Ok(Board::Hold { place: place_meant(&place)?, country: country_meant(&country)? })
                };
                give(&house, &asked, &id, read()).await
            }
            (None, None, Some(poor)) if values.is_empty() => {
                give(&house, &asked, &id, Ok(Board::Weather { poor })).await
            }
            _ => Message::refusal(said!(
                "Tell one thing: values of a country, a province that it holds, or the weather."
            ))
            .into(),
        }
    })
    .await
}

/// Tells values of a country.
async fn tells(
    house: &House,
    asked: &Asked,
    campaign: &str,
    country: &str,
    values: &[(Told, i64)],
) -> Message {
    let country = match country_meant(country) {
        Ok(country) => country,
        Err(why) => return Message::refusal(why),
    };
    match look(house, asked, campaign, |scene| crate::present::europa::is_played(&scene.public)).await {
        Err(sentence) => return sentence,
        Ok(false) => return other_game(),
        Ok(true) => {}
    }
    let of = |(what, value): &(Told, i64)| Amount {
        key: format!("{}/{}", what.key(), country.key()),
        value: *value,
    };
    let act = Act::TellAll { values: values.iter().map(of).collect() };
    crate::asked::told(house.order(campaign, &asked.asker, Verb::Act { act, text: None }).await)
}

/// The board: all stacks, pillages, provinces held by others
#[poise::command(slash_command, rename = "board")]
pub(super) async fn see(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        look(&house, &asked, &id, shown::board).await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

/// Announce your campaign for this round and pay for it
#[poise::command(slash_command, rename = "campaign")]
pub(super) async fn announce(
    ctx: Context<'_>,
    #[description = "The country that pays"]
    #[autocomplete = "countries"]
    country: String,
    #[description = "On land"] land: KindChoice,
    #[description = "At sea (none unless you say)"] sea: Option<KindChoice>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let of = |choice: KindChoice| Kind::ALL[choice as usize];
        let campaign = Campaign { land: of(land), sea: sea.map_or(Kind::None, of) };
        let read = country_meant(&country).map(|country| Board::Campaign { country, campaign });
        give(&house, &asked, &id, read).await
    })
    .await
}

/// March a stack; the cheapest way is found for you
#[poise::command(slash_command)]
pub(super) async fn march(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Where to"]
    #[autocomplete = "places"]
    to: String,
    #[description = "Provinces on the way, apart by commas, where it is not to be the cheapest"]
    #[max_length = 300]
    way: Option<String>,
    #[description = "Take a pillage rather than a loss, where attrition leaves the choice"] pillage: Option<
        bool,
    >,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = || -> Result<Board, Said> {
            let to = place_meant(&to)?;
            let mut places = way.map(|way| places_meant(&way)).transpose()?.unwrap_or_default();
            if !places.is_empty() && places.last() != Some(&to) {
                places.push(to);
            }
            Ok(Board::March {
                stack: stack_meant(&stack)?,
                to,
                way: places,
                pillage: pillage.unwrap_or(true),
            })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

fn places_meant(typed: &str) -> Result<Vec<Place>, Said> {
    typed.split([',', ';', '\n']).map(str::trim).filter(|name| !name.is_empty()).map(place_meant).collect()
}

/// Sail a naval stack from sea zone to sea zone
#[poise::command(slash_command)]
pub(super) async fn sail(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The sea zones in their order, apart by commas; empty to stay at sea"]
    #[max_length = 600]
    way: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = || -> Result<Board, Said> {
            let way = way.map(|way| places_meant(&way)).transpose()?.unwrap_or_default();
            Ok(Board::Sail { stack: stack_meant(&stack)?, way })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Explore a province or sea zone next to a stack
#[poise::command(slash_command)]
pub(super) async fn explore(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "What it explores"]
    #[autocomplete = "places"]
    target: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = || -> Result<Board, Said> {
            Ok(Board::Explore { stack: stack_meant(&stack)?, target: place_meant(&target)? })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Find how a stack is supplied, and roll attrition where it must
#[poise::command(slash_command)]
pub(super) async fn supply(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Only look, without a roll"] only_look: Option<bool>,
    #[description = "Take a pillage rather than a loss, where attrition leaves the choice"] pillage: Option<
        bool,
    >,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let number = match stack_meant(&stack) {
            Ok(number) => number,
            Err(why) => return Message::refusal(why).into(),
        };
        if only_look.unwrap_or(false) {
            let seen = look(&house, &asked, &id, |scene| {
                let position = position(&scene.own)?;
                let standing = position.board.stacks.get(&number)?;
                let found = engine::europa::board::line(&position, standing);
                Some(format!("{}\n{}", shown::named(number, standing), shown::supply(&found).join("\n")))
            });
            return match seen.await {
                Err(sentence) => sentence.into(),
                Ok(Some(says)) => Message::text(says).into(),
                Ok(None) => Message::refusal(said!("There is no stack {} on the board.", number)).into(),
            };
        }
        give(&house, &asked, &id, Ok(Board::Supply { stack: number, pillage: pillage.unwrap_or(true) })).await
    })
    .await
}

/// Fight an enemy stack in the same place
#[poise::command(slash_command)]
pub(super) async fn fight(
    ctx: Context<'_>,
    #[description = "Your stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The enemy's"]
    #[autocomplete = "any_stacks"]
    with: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = || -> Result<Board, Said> {
            Ok(Board::Engage { stack: stack_meant(&stack)?, with: stack_meant(&with)? })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Retreat a beaten stack to a place next to it
#[poise::command(slash_command)]
pub(super) async fn retreat(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Where to"]
    #[autocomplete = "places"]
    to: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = || -> Result<Board, Said> {
            Ok(Board::Retreat { stack: stack_meant(&stack)?, to: place_meant(&to)? })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// What is bought, as players write it: `A+ 2 LD`, `F- ND`.
fn items_meant(typed: &str) -> Result<Vec<Item>, Said> {
    let lower = typed.to_lowercase();
    if let Some(rest) = lower.strip_prefix("galley f-") {
        let mut items = vec![Item::GalleyFleet];
        if !rest.trim().is_empty() {
            items.extend(items_meant(rest)?);
        }
        return Ok(items);
    }
    counters_meant(typed)?
        .into_iter()
        .map(|counter| match counter {
            Counter::Ld => Ok(Item::Ld),
            Counter::ArmyMinus => Ok(Item::ArmyMinus),
            Counter::ArmyPlus => Ok(Item::ArmyPlus),
            Counter::Nd => Ok(Item::Nd),
            Counter::Gd => Ok(Item::Gd),
            Counter::Dtr => Ok(Item::Dtr),
            Counter::FleetMinus(_) => Ok(Item::Fleet),
            other => Err(said!(
                "{} are not bought. There is: LD, A-, A+, ND, GD, DTr, F-, galley F-.",
                other.short()
            )),
        })
        .collect()
}

/// Buy troops or ships, within the limits of the country's table
#[poise::command(slash_command)]
pub(super) async fn buy(
    ctx: Context<'_>,
    #[description = "The country"]
    #[autocomplete = "countries"]
    country: String,
    #[description = "The province where they come onto the board"]
    #[autocomplete = "places"]
    place: String,
    #[description = "What: A- 2 LD, or F- ND"]
    #[max_length = 100]
    what: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = || -> Result<Board, Said> {
            Ok(Board::Buy {
                country: country_meant(&country)?,
                place: place_meant(&place)?,
                items: items_meant(&what)?,
            })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Pay the upkeep of a country's troops and ships on the board
#[poise::command(slash_command)]
pub(super) async fn upkeep(
    ctx: Context<'_>,
    #[description = "The country"]
    #[autocomplete = "countries"]
    country: String,
    #[description = "At the prices of peace"] peace: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let peace = peace.unwrap_or(false);
        let read = country_meant(&country).map(|country| Board::Upkeep { country, peace });
        give(&house, &asked, &id, read).await
    })
    .await
}

/// Intercept a march, or let it pass: a form asks
#[poise::command(slash_command)]
pub(super) async fn intercept(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move { intercept_form(&house, &asked, &id).await })
        .await
}

/// The open round of envelopes for interceptions, for who asks.
fn round(scene: &crate::present::Scene<'_>) -> Option<String> {
    let open = scene.own.rounds.iter().find(|round| shown::is_round(&round.round) && round.mine.is_some());
    open.map(|round| round.round.clone())
}

async fn intercept_form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let found = look(house, asked, campaign, |scene| {
        round(scene)?;
        let position = position(&scene.own)?;
        let seat = scene.own.seat()?;
        let under_way = position.board.under_way.clone()?;
        let own: Vec<String> = (position.board.stacks.iter())
            .filter(|(_, standing)| {
                position.seat_of(standing.country) == Some(seat) && !standing.stack.is_naval()
            })
            .map(|(n, standing)| shown::named(*n, standing))
            .take(4)
            .collect();
        let places: Vec<&str> = under_way.march.entered().map(Place::name).collect();
        Some(Form {
            title: say!("Intercept"),
            custom_id: CustomId::on(&scene.own, under_way.number.into(), "europa/intercept"),
            inputs: vec![
                Input {
                    placeholder: crate::message::clip(&own.join("; "), 100),
                    ..line("stack", say!("With which stack (its number)"), 10)
                },
                Input {
                    value: places.last().map(|place| (*place).to_owned()).unwrap_or_default(),
                    placeholder: crate::message::clip(&places.join(", "), 100),
                    ..line("place", say!("Where, of the provinces entered"), 60)
                },
            ],
        })
    });
    match found.await {
        Err(sentence) => sentence.into(),
        Ok(Some(form)) => Answer::Form(form),
        Ok(None) => Message::refusal(said!("No march waits for your interception.")).into(),
    }
}

/// Seals an interception, or none, and makes it final.
async fn declares(house: &House, asked: &Asked, campaign: &str, with: Vec<(u32, Place)>) -> Message {
    let name = match look(house, asked, campaign, round).await {
        Err(sentence) => return sentence,
        Ok(None) => return Message::refusal(said!("No march waits for your interception.")),
        Ok(Some(name)) => name,
    };
    let with: Vec<serde_json::Value> =
        with.iter().map(|(stack, at)| serde_json::json!([stack, at.site().key])).collect();
    let body = serde_json::json!({ "with": with });
    let first = crate::battle::first_of_two(&asked.asker);
    let sealed =
        crate::asked::told(house.order(campaign, &first, Verb::Seal { round: name.clone(), body }).await);
    if sealed.is_refusal() {
        return sealed;
    }
    crate::asked::told(house.order(campaign, &asked.asker, Verb::Final { round: name }).await)
}

/// A button of the board was pressed; `None` for one that is not known.
pub(super) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
) -> Option<Answer> {
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("board", _) => {
            look(house, asked, campaign, shown::board).await.unwrap_or_else(|sentence| sentence).into()
        }
        ("intercept", _) => intercept_form(house, asked, campaign).await,
        ("pass", _) => declares(house, asked, campaign, Vec::new()).await.into(),
        ("engage", with) => {
            let engage = Board::Engage { stack: u32::try_from(prompt).ok()?, with: with.parse().ok()? };
            give(house, asked, campaign, Ok(engage)).await
        }
        _ => return None,
    })
}

/// The form that a button of the board opens anew.
pub(super) async fn opens_form(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    match what {
        "intercept" => Some(intercept_form(house, asked, campaign).await),
        _ => None,
    }
}

/// What a form of the board comes to; `None` for one that is not known.
pub(super) async fn sent(
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: &str,
    field: impl Fn(&str) -> String,
) -> Option<Message> {
    if what != "intercept" {
        return None;
    }
    let read = || -> Result<(u32, Place), Said> {
        Ok((stack_meant(&field("stack"))?, place_meant(&field("place"))?))
    };
    Some(match read() {
        Ok(one) => declares(house, asked, campaign, vec![one]).await,
        Err(why) => Message::refusal(why),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn counters_and_purchases_are_read_as_players_write_them() {
        use Counter::{ArmyMinus, ArmyPlus, Ld};
        assert_eq!(counters_meant("A+ A− 2 LD").unwrap(), [ArmyPlus, ArmyMinus, Ld, Ld]);
        assert_eq!(items_meant("A- 2LD").unwrap(), [Item::ArmyMinus, Item::Ld, Item::Ld]);
        assert!(items_meant("F+").err().unwrap().to_string().contains("F+ are not bought"));
        assert!(counters_meant("elephant").err().unwrap().to_string().contains("elephant"));
        let led = leader_meant("Gonzalo 5 3 4 2", 1).unwrap();
        assert_eq!((led.name.as_str(), led.values.siege), ("Gonzalo", 2));
        assert!(leader_meant("4 1", 1).is_err());
        assert!(place_meant("Nowhere at all").err().unwrap().to_string().contains("no place"));
    }
}
