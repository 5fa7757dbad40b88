//! `/europa battle open|plan`: battles on land and at sea.

pub(crate) mod asks;
mod on_board;
mod planning;
pub mod present;

pub(crate) use planning::sealed_in;

use super::{opening, order, other_game, position, read, typed_in};
use crate::battle::present as shown;
use europa::battle::Who;
use europa::battle::course::{Fight, Order as Fights, Stack};
use europa::words::folded;
use europa::{Order, Position, geography};
use poise::serenity_prelude as serenity;
use table::said;
use table::{Said, View};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::drawn::with_picture;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::rooms::{Chosen, Press};
use table_commands::words::campaigns;
use table_commands::words::{line, suggest, yes_or_no};
use table_commands::{Context, Error, say};

/// Open a battle; a form asks for what you leave out
#[poise::command(slash_command, rename = "open")]
pub(crate) async fn battle(
    ctx: Context<'_>,
    #[description = "The province or sea zone"]
    #[autocomplete = "places"]
    #[max_length = 40]
    place: Option<String>,
    #[description = "Your stack: France: A+ A+ LD, veteran, leader 4 1 2"]
    #[max_length = 300]
    mine: Option<String>,
    #[description = "Theirs, or just their countries"]
    #[max_length = 300]
    theirs: Option<String>,
    #[description = "The ground where the map does not say: mountain, pass, landing, intercepted, sea, …"]
    #[max_length = 100]
    ground: Option<String>,
    #[description = "They move and you stand"] they_move: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match (place, mine, theirs) {
            (None, None, None) => open_form(at).await,
            (place, mine, theirs) => {
                let they_move = if they_move.unwrap_or(false) { "yes" } else { "" }.to_owned();
                let texts = [place, mine, theirs, ground, Some(they_move)].map(Option::unwrap_or_default);
                let names = ["place", "mine", "theirs", "ground", "they_move"];
                Ok(typed_in(at, opens(at, &texts).await, "europa/open", names, &texts).await)
            }
        }
    })
    .await
}

/// Seal your plan for a battle: when to leave; at sea, what is in your fleet
#[poise::command(slash_command)]
pub(crate) async fn plan(
    ctx: Context<'_>,
    #[description = "Which battle, where several are open"]
    #[autocomplete = "own_battles"]
    battle: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let Some(meant) = battle else { return planning::form(at, None).await };
        let wanted = folded(&meant);
        let found = at.look(|scene| {
            let all = planning::rounds(scene);
            let by_number = all.iter().find(|(_, _, number, ..)| number.to_string() == meant.trim());
            let by_place = all.iter().find(|(.., fight, _)| folded(&fight.scene.place).contains(&wanted));
            by_number.or(by_place).map(|(_, line, ..)| *line)
        });
        let none = || Message::refusal(said!("No battle there asks for your plan now."));
        planning::form(at, Some(found.await?.ok_or_else(none)?)).await
    })
    .await
}

/// The battles that ask for the asker's plan, by place.
async fn own_battles(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let named = |(_, _, number, fight, _): (String, u64, u32, Fight, Who)| {
            (format!("{} ({number})", shown::words::place(&fight)), number.to_string())
        };
        planning::rounds(scene).into_iter().map(named).collect()
    })
    .await
}

/// Places by any part of the name.
pub(crate) async fn places(_ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let found = geography::find(typed).into_iter().take(25);
    table_commands::words::choices(
        found.map(|place| serenity::AutocompleteChoice::new(place.name(), place.site().key.clone())),
    )
}

/// The form that opens a battle.
async fn open_form(at: At<'_>) -> Result<Answer, Message> {
    let (own, custom_id) = opening(at, "europa/open").await?;
    Ok(Answer::Form(Form {
        title: say!("Open a battle"),
        custom_id,
        inputs: vec![
            line("place", say!("Province or sea zone"), 40),
            Input {
                long: true,
                value: own,
                placeholder: say!("France: A+ A+ LD, veteran, leader 4 1 2"),
                ..line("mine", say!("Your stack; at sea, your countries"), 300)
            },
            Input {
                long: true,
                placeholder: say!("Spain: A+ LD, veteran, tercios"),
                ..line("theirs", say!("Theirs, or just their countries"), 300)
            },
            Input {
                required: false,
                placeholder: say!("mountain, pass, landing, intercepted, sea, …"),
                ..line("ground", say!("Ground, where the map does not say"), 100)
            },
            Input {
                required: false,
                placeholder: say!("yes, if they move"),
                ..line("they_move", say!("Do they move and you stand?"), 10)
            },
        ],
    }))
}

/// Countries, with the stack where one is written.
fn side(
    text: &str,
    at_sea: bool,
    position: &Position,
) -> Result<(Vec<europa::country::Country>, Option<Stack>), Said> {
    if text.contains(':') && text.split(':').nth(1).is_some_and(|rest| !rest.trim().is_empty()) {
        let read = read::stack(text, at_sea, &[], position)?;
        return Ok((read.countries, Some(read.stack)));
    }
    let text = text.trim().trim_end_matches(':');
    let countries = read::countries(text)?;
    if countries.is_empty() {
        return Err(said!("Write the country first, and then its counters: France: A+ A+ LD."));
    }
    Ok((countries, None))
}

/// Opens a battle out of what was typed.
async fn opens(
    at: At<'_>,
    [place, mine, theirs, ground, they_move]: &[String; 5],
) -> Result<Message, Message> {
    let known = at.look(|scene| position(&scene.own)).await?.ok_or_else(other_game)?;
    let read = || -> Result<Order, Said> {
        let empty = read::scene(place, ground, [Vec::new(), Vec::new()])?;
        let (own, my_stack) = side(mine, empty.at_sea, &known)?;
        let (enemies, their_stack) = side(theirs, empty.at_sea, &known)?;
        let moves = they_move.trim().is_empty() || !yes_or_no(they_move)?;
        // At sea what is in a played fleet is for its owner's envelope alone.
        let unplayed = enemies.iter().all(|country| known.seat_of(*country).is_none());
        let my_stack = my_stack.filter(|_| !empty.at_sea);
        let their_stack = their_stack.filter(|_| !empty.at_sea || unplayed);
        let (countries, stacks) = if moves {
            ([own, enemies], [my_stack, their_stack])
        } else {
            ([enemies, own], [their_stack, my_stack])
        };
        let scene = europa::battle::course::BattleScene { countries, ..empty };
        Ok(Order::Fights(Fights::Open { scene, stacks }))
    };
    order(at, &read().map_err(Message::refusal)?).await
}

/// The open battle that is meant, with the side of who asks.
fn mine(view: &View, number: Option<u32>, wanted: impl Fn(&Fight, Who) -> bool) -> Option<(u32, Fight, Who)> {
    let position = position(view)?;
    let seat = view.seat()?;
    let open = position
        .fights
        .of
        .iter()
        .filter(|(n, fight)| fight.ended.is_none() && number.is_none_or(|number| number == **n));
    let mine = open.filter_map(|(n, fight)| Some((*n, fight.clone(), position.side_of(fight, seat)?)));
    let all: Vec<(u32, Fight, Who)> = mine.collect();
    all.iter().find(|(_, fight, who)| wanted(fight, *who)).or(all.first()).cloned()
}

/// The refusal to who fights in none.
fn no_battle() -> Message {
    Message::refusal(said!("You fight in no battle that is open."))
}

/// The form that states a stack.
async fn state_form(at: At<'_>, number: Option<u32>) -> Result<Answer, Message> {
    let found = at.look(|scene| {
        let position = position(&scene.own)?;
        let (number, fight, own) = mine(&scene.own, number, |fight, who| fight.awaited().contains(&who))?;
        // A side without a player is stated by the other.
        let who = if position.commands(&fight, own.other()).is_none() && fight.awaited() == [own.other()] {
            own.other()
        } else {
            own
        };
        let names: Vec<String> =
            fight.of(who).iter().map(|country| format!("{}: ", country.name())).collect();
        Some(Answer::Form(Form {
            title: say!("State a stack"),
            custom_id: CustomId::on(&scene.own, number.into(), &format!("europa/state/{}", word(who))),
            inputs: vec![Input {
                long: true,
                value: names.join("\n"),
                placeholder: say!("France: A+ A+ LD, veteran, arquebuse, leader 4 1 2"),
                ..line("stack", say!("What fights, a line for each country"), 400)
            }],
        }))
    });
    found.await?.ok_or_else(no_battle)
}

fn word(who: Who) -> &'static str {
    match who {
        Who::Moving => "moving",
        Who::Standing => "standing",
    }
}

fn who_of(word: &str) -> Option<Who> {
    match word {
        "moving" => Some(Who::Moving),
        "standing" => Some(Who::Standing),
        _ => None,
    }
}

/// States a stack out of what was typed.
async fn states(at: At<'_>, number: u32, who: Who, text: &str) -> Result<Message, Message> {
    let known = at.look(|scene| {
        let position = position(&scene.own)?;
        let fight = position.fights.of.get(&number)?.clone();
        Some((position, fight))
    });
    let gone = || Message::refusal(said!("There is no open battle {}.", number));
    let (position, fight) = known.await?.ok_or_else(gone)?;
    let read = read::stack(text, fight.scene.at_sea, fight.of(who), &position).map_err(Message::refusal)?;
    order(at, &Order::Fights(Fights::State { number, who, stack: read.stack })).await
}

/// A button of battles was pressed; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let (at, prompt) = (press.at(), press.prompt);
    let number = u32::try_from(prompt).ok();
    let orders = async |fight: Fights| order(at, &Order::Fights(fight)).await;
    let message = match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("state", _) => return Some(state_form(at, number).await),
        ("plan", "form") => return Some(planning::form(at, Some(prompt)).await),
        ("plan", "at") => planning::chosen(at, prompt, chosen.first()?).await,
        ("plan", plan) if plan.starts_with("final/") => {
            planning::sealed_as_final(at, prompt, plan.trim_start_matches("final/")).await?
        }
        ("plan", _) => planning::screen(at, prompt).await,
        ("open", "other") => return Some(open_form(at).await),
        ("open", _) => return Some(on_board::asks_first(at).await),
        ("stay", _) => planning::chooses(at, prompt, false).await,
        ("leave", _) => planning::chooses(at, prompt, true).await,
        ("live", _) => live(at, number?).await,
        ("verdict", _) => orders(Fights::Verdict { number: number? }).await,
        ("rule", "") => return Some(rule_form(at, number?).await),
        ("rule", ruling) => {
            let (who, morale) = ruling.split_once('/')?;
            orders(Fights::Rule { number: number?, who: who_of(who)?, morale: morale.parse().ok()? }).await
        }
        ("picture", _) => picture(at, number?).await,
        _ => return None,
    };
    Some(message.map(Answer::from))
}

/// Shows each roll of a battle as it falls, or does so no more.
async fn live(at: At<'_>, number: u32) -> Result<Message, Message> {
    let wanted = at.look(|scene| {
        let (_, fight, _) = mine(&scene.own, Some(number), |_, _| true)?;
        Some(!fight.live.has(scene.own.seat()?))
    });
    let on = wanted.await?.ok_or_else(no_battle)?;
    order(at, &Order::Fights(Fights::Live { number, on })).await
}

/// The form of a ruling on morale.
async fn rule_form(at: At<'_>, number: u32) -> Result<Answer, Message> {
    let see = |scene: &Scene<'_>| {
        let (number, fight, who) = mine(&scene.own, Some(number), |_, _| true)?;
        let names = [who, who.other()].map(|who| shown::words::side(&fight, who));
        Some(Form {
            title: say!("A ruling on morale"),
            custom_id: CustomId::on(&scene.own, number.into(), "europa/ruling"),
            inputs: vec![
                Input { placeholder: names.join(" / "), ..line("who", say!("Whose morale"), 60) },
                line("morale", say!("How much is left"), 3),
            ],
        })
    };
    Ok(at.look(see).await?.ok_or_else(no_battle)?.into())
}

async fn rules(at: At<'_>, number: u32, [whose, morale]: [&str; 2]) -> Result<Message, Message> {
    let who = at.look(|scene| {
        let (_, fight, _) = mine(&scene.own, Some(number), |_, _| true)?;
        let country = super::country_meant(whose).ok()?;
        Who::BOTH.into_iter().find(|who| fight.of(*who).contains(&country))
    });
    let nobody = || {
        Message::refusal(said!(
            "\"{}\" does not fight in this battle.",
            table_commands::present::names::quoted(whose)
        ))
    };
    let who = who.await?.ok_or_else(nobody)?;
    let no_number = |_| Message::refusal(said!("Morale is a whole number, 0 to 20."));
    let morale = morale.trim().parse().map_err(no_number)?;
    order(at, &Order::Fights(Fights::Rule { number, who, morale })).await
}

/// The sheet of a battle, for who asks.
async fn picture(at: At<'_>, number: u32) -> Result<Message, Message> {
    let seen = at.look_back(|scene, entries| {
        // A battle that is not kept any more has no picture.
        position(&scene.public)?.fights.of.get(&number)?;
        let sheets = shown::sheets_of(entries, number);
        (!sheets.is_empty()).then_some(sheets)
    });
    let gone = || Message::refusal(said!("There is no picture of that battle any more."));
    let sheets = seen.await?.ok_or_else(gone)?;
    let text = sheets.last().map(|(fight, _)| shown::words::place(fight)).unwrap_or_default();
    let draw = move || shown::picture::picture(&sheets);
    Ok(with_picture(at.house, at.asked, text, "battle.png".to_owned(), draw).await)
}

/// The form that a button of battles opens anew.
pub(crate) async fn opens_form(press: Press<'_>) -> Option<Result<Answer, Message>> {
    let at = press.at();
    let number = u32::try_from(press.prompt).ok().filter(|number| *number > 0);
    Some(match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("open", _) => open_form(at).await,
        ("state", _) => state_form(at, number).await,
        ("plan", _) => planning::form(at, Some(press.prompt)).await,
        ("ruling", _) => rule_form(at, number?).await,
        _ => return None,
    })
}

/// What a form of battles comes to; `None` for one that is not known.
pub(crate) async fn sent(
    press: Press<'_>,
    field: impl Fn(&str) -> String,
) -> Option<Result<Message, Message>> {
    let at = press.at();
    let number = u32::try_from(press.prompt).ok();
    Some(match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("open", _) => opens(at, &["place", "mine", "theirs", "ground", "they_move"].map(&field)).await,
        ("state", who) => states(at, number?, who_of(who)?, &field("stack")).await,
        ("plan", _) => planning::sent(at, press.prompt, [&field("plan"), &field("fleet")]).await,
        ("ruling", _) => rules(at, number?, [&field("who"), &field("morale")]).await,
        _ => return None,
    })
}
