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
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::custom_id::CustomId;
use table_commands::house::House;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::words::campaigns;
use table_commands::words::{line, look, look_back, show_or, suggest, yes_or_no};
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match (place, mine, theirs) {
            (None, None, None) => open_form(&house, &asked, &id).await,
            (place, mine, theirs) => {
                let they_move = if they_move.unwrap_or(false) { "yes" } else { "" }.to_owned();
                let texts = [place, mine, theirs, ground, Some(they_move)].map(Option::unwrap_or_default);
                let message = opens(&house, &asked, &id, &texts).await;
                let names = ["place", "mine", "theirs", "ground", "they_move"];
                typed_in(&house, &asked, message, (&id, "europa/open"), names, &texts).await
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let Some(meant) = battle else { return planning::form(&house, &asked, &id, None).await };
        let wanted = folded(&meant);
        let found = look(&house, &asked, &id, |scene| {
            let all = planning::rounds(scene);
            let by_number = all.iter().find(|(_, _, number, ..)| number.to_string() == meant.trim());
            let by_place = all.iter().find(|(.., fight, _)| folded(&fight.scene.place).contains(&wanted));
            by_number.or(by_place).map(|(_, line, ..)| *line)
        });
        match found.await {
            Err(sentence) => sentence.into(),
            Ok(Some(line)) => planning::form(&house, &asked, &id, Some(line)).await,
            Ok(None) => Message::refusal(said!("No battle there asks for your plan now.")).into(),
        }
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
async fn open_form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    match opening(house, asked, campaign, "europa/open").await {
        Err(answer) => answer,
        Ok((own, custom_id)) => Answer::Form(Form {
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
        }),
    }
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
    house: &House,
    asked: &Asked,
    campaign: &str,
    [place, mine, theirs, ground, they_move]: &[String; 5],
) -> Message {
    let known = match look(house, asked, campaign, |scene| position(&scene.own)).await {
        Err(sentence) => return sentence,
        Ok(None) => return other_game(),
        Ok(Some(position)) => position,
    };
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
    match read() {
        Err(why) => Message::refusal(why),
        Ok(open) => order(house, asked, campaign, &open).await,
    }
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

/// The form that states a stack.
async fn state_form(house: &House, asked: &Asked, campaign: &str, number: Option<u32>) -> Answer {
    let found = look(house, asked, campaign, |scene| {
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
    match found.await {
        Err(sentence) => sentence.into(),
        Ok(Some(form)) => form,
        Ok(None) => Message::refusal(said!("You fight in no battle that is open.")).into(),
    }
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
async fn states(house: &House, asked: &Asked, campaign: &str, number: u32, who: Who, text: &str) -> Message {
    let known = look(house, asked, campaign, |scene| {
        let position = position(&scene.own)?;
        let fight = position.fights.of.get(&number)?.clone();
        Some((position, fight))
    });
    match known.await {
        Err(sentence) => sentence,
        Ok(None) => Message::refusal(said!("There is no open battle {}.", number)),
        Ok(Some((position, fight))) => {
            match read::stack(text, fight.scene.at_sea, fight.of(who), &position) {
                Err(why) => Message::refusal(why),
                Ok(read) => {
                    let state = Fights::State { number, who, stack: read.stack };
                    order(house, asked, campaign, &Order::Fights(state)).await
                }
            }
        }
    }
}

/// A button of battles was pressed; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    let number = u32::try_from(prompt).ok();
    let order_of = |fight: Fights| Order::Fights(fight);
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("state", _) => state_form(house, asked, campaign, number).await,
        ("plan", "form") => planning::form(house, asked, campaign, Some(prompt)).await,
        ("plan", "at") => planning::chosen(house, asked, campaign, prompt, chosen.first()?).await?.into(),
        ("plan", plan) if plan.starts_with("final/") => {
            let plan = plan.trim_start_matches("final/");
            planning::sealed_as_final(house, asked, campaign, prompt, plan).await?.into()
        }
        ("plan", _) => planning::screen(house, asked, campaign, prompt).await,
        ("open", "other") => open_form(house, asked, campaign).await,
        ("open", _) => on_board::asks_first(house, asked, campaign).await,
        ("stay", _) => planning::chooses(house, asked, campaign, prompt, false).await.into(),
        ("leave", _) => planning::chooses(house, asked, campaign, prompt, true).await.into(),
        ("live", _) => {
            let number = number?;
            let wanted = look(house, asked, campaign, |scene| {
                let (_, fight, _) = mine(&scene.own, Some(number), |_, _| true)?;
                Some(!fight.live.has(scene.own.seat()?))
            });
            match wanted.await {
                Err(sentence) => sentence.into(),
                Ok(None) => Message::refusal(said!("You fight in no battle that is open.")).into(),
                Ok(Some(on)) => {
                    order(house, asked, campaign, &order_of(Fights::Live { number, on })).await.into()
                }
            }
        }
        ("verdict", _) => {
            order(house, asked, campaign, &order_of(Fights::Verdict { number: number? })).await.into()
        }
        ("rule", "") => rule_form(house, asked, campaign, number?).await,
        ("rule", ruling) => {
            let (who, morale) = ruling.split_once('/')?;
            let rule = Fights::Rule { number: number?, who: who_of(who)?, morale: morale.parse().ok()? };
            order(house, asked, campaign, &order_of(rule)).await.into()
        }
        ("picture", _) => picture(house, asked, campaign, number?).await.into(),
        _ => return None,
    })
}

/// The form of a ruling on morale.
async fn rule_form(house: &House, asked: &Asked, campaign: &str, number: u32) -> Answer {
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
    show_or(house, asked, campaign, see, || said!("You fight in no battle that is open.")).await
}

async fn rules(
    house: &House,
    asked: &Asked,
    campaign: &str,
    number: u32,
    [whose, morale]: [&str; 2],
) -> Message {
    let who = look(house, asked, campaign, |scene| {
        let (_, fight, _) = mine(&scene.own, Some(number), |_, _| true)?;
        let country = super::country_meant(whose).ok()?;
        Who::BOTH.into_iter().find(|who| fight.of(*who).contains(&country))
    });
    match (who.await, morale.trim().parse()) {
        (Err(sentence), _) => sentence,
        (Ok(Some(who)), Ok(morale)) => {
            order(house, asked, campaign, &Order::Fights(Fights::Rule { number, who, morale })).await
        }
        (Ok(None), _) => Message::refusal(said!(
            "\"{}\" does not fight in this battle.",
            table_commands::present::names::quoted(whose)
        )),
        (_, Err(_)) => Message::refusal(said!("Morale is a whole number, 0 to 20.")),
    }
}

/// The sheet of a battle, for who asks.
async fn picture(house: &House, asked: &Asked, campaign: &str, number: u32) -> Message {
    let seen = look_back(house, asked, campaign, |scene, entries| {
        // A battle that is not kept any more has no picture.
        position(&scene.public)?.fights.of.get(&number)?;
        let sheets = shown::sheets_of(entries, number);
        (!sheets.is_empty()).then_some(sheets)
    });
    let sheets = match seen.await {
        Ok(Some(seen)) => seen,
        Ok(None) => return Message::refusal(said!("There is no picture of that battle any more.")),
        Err(sentence) => return sentence,
    };
    let text = sheets.last().map(|(fight, _)| shown::words::place(fight)).unwrap_or_default();
    table_commands::drawn::with_picture(house, asked, text, "battle.png".to_owned(), move || {
        shown::picture::picture(&sheets)
    })
    .await
}

/// The form that a button of battles opens anew.
pub(crate) async fn opens_form(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
) -> Option<Answer> {
    let number = u32::try_from(prompt).ok().filter(|number| *number > 0);
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("open", _) => open_form(house, asked, campaign).await,
        ("state", _) => state_form(house, asked, campaign, number).await,
        ("plan", _) => planning::form(house, asked, campaign, Some(prompt)).await,
        ("ruling", _) => rule_form(house, asked, campaign, number?).await,
        _ => return None,
    })
}

/// What a form of battles comes to; `None` for one that is not known.
pub(crate) async fn sent(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    field: impl Fn(&str) -> String,
) -> Option<Message> {
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("open", _) => {
            let texts = ["place", "mine", "theirs", "ground", "they_move"].map(&field);
            opens(house, asked, campaign, &texts).await
        }
        ("state", who) => {
            states(house, asked, campaign, u32::try_from(prompt).ok()?, who_of(who)?, &field("stack")).await
        }
        ("plan", _) => {
            let texts = [field("plan"), field("fleet")];
            planning::sent(house, asked, campaign, prompt, [&texts[0], &texts[1]]).await
        }
        ("ruling", _) => {
            let texts = [field("who"), field("morale")];
            rules(house, asked, campaign, u32::try_from(prompt).ok()?, [&texts[0], &texts[1]]).await
        }
        _ => return None,
    })
}
