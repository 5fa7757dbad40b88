//! `/strongbox list|keep|remove|rename|note|treasury|show|squadrons|undo|proof`, and its buttons.

use crate::asked::{Answer, Asked, At, at_campaign, failed};
use crate::custom_id::CustomId;
use crate::live::Live;
use crate::message::{Form, Input, Message, clip};
use crate::present::front;
use crate::present::front::Field;
use crate::present::{self, Scene, strongbox as shown};
use crate::receipts::proof_file;
use crate::rooms::Room;
use crate::words::{campaigns, choices, suggest};
use crate::{Context, Error, say, speech};
use poise::serenity_prelude as serenity;
use std::sync::Arc;
use table::canonical::composed;
use table::said;
use table::strongbox::show::{Wanted, recall};
use table::strongbox::{Act, Given, Items, LONGEST_NAME, LONGEST_NOTE, Sheet, Strongbox, Thing, called};
use table::{SeatId, Verb};

/// What its buttons and forms do.
pub(crate) const STRONGBOX: Room = Room {
    subject: "box",
    pressed: |press, _| {
        Box::pin(async move { Some(pressed(press.at(), press.prompt, press.what).await.into()) })
    },
    opens: |press| {
        Box::pin(async move {
            match press.what {
                "change" | "add" | "begin" | "note" => {
                    Some(pressed(press.at(), press.prompt, press.what).await.into())
                }
                _ => None,
            }
        })
    },
    sent: |press, field| {
        Box::pin(async move { Some(filled(press.at(), press.prompt, press.what, field).await.into()) })
    },
    ..Room::EMPTY
};

/// The most characters of a roster in a form.
const LONGEST_ROSTER: u16 = 4000;

/// Your private roster: corps, fleets, treasury, notes
#[poise::command(
    slash_command,
    subcommands(
        "list",
        "keep",
        "remove",
        "rename",
        "note",
        "treasury",
        "show",
        "squadrons",
        "undo",
        "proof"
    )
)]
pub(crate) async fn strongbox(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// What is in your strongbox; only you see it
#[poise::command(slash_command)]
async fn list(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { viewed(asking.at()).await }).await
}

/// Keep a corps, fleet, treasury or manpower; several with semicolons between
#[poise::command(slash_command)]
async fn keep(
    ctx: Context<'_>,
    #[description = "III Corps: 14 infantry, 2 cavalry; Brest fleet: 27 ships"]
    #[autocomplete = "counters"]
    #[max_length = 4000]
    what: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let message = kept(at, &what, None).await;
        at.or_again(message, (0, "box/add"), &[("roster", &what)]).await
    })
    .await
}

/// Take something out of your strongbox
#[poise::command(slash_command)]
async fn remove(
    ctx: Context<'_>,
    #[description = "Its name"]
    #[autocomplete = "own_items"]
    #[max_length = 60]
    what: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    act(ctx, campaign, Act::Remove { name: what }).await
}

/// Give something in your strongbox another name
#[poise::command(slash_command)]
async fn rename(
    ctx: Context<'_>,
    #[description = "Its name"]
    #[autocomplete = "own_items"]
    #[max_length = 60]
    what: String,
    #[description = "The new name"]
    #[max_length = 60]
    to: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    act(ctx, campaign, Act::Rename { from: what, to: tidy(&to) }).await
}

/// Keep a note that only you see
#[poise::command(slash_command)]
async fn note(
    ctx: Context<'_>,
    #[description = "What the note is called"]
    #[autocomplete = "own_items"]
    #[max_length = 60]
    name: String,
    #[description = "What it says"]
    #[max_length = 500]
    text: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { noted(asking.at(), &name, &text).await }).await
}

/// Keep your treasury
#[poise::command(slash_command)]
async fn treasury(
    ctx: Context<'_>,
    #[description = "$; below 0 is debt"]
    #[min = -9999]
    #[max = 9999]
    money: i64,
    #[description = "Whose, if you play several powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let whose = power.map_or_else(String::new, |power| format!(" of {power}"));
    at_campaign(ctx, campaign, |asking| async move {
        kept(asking.at(), &format!("Treasury{whose}: {money}"), None).await
    })
    .await
}

/// Show one item as it was sealed, with its proof; it cannot be taken back
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Its name"]
    #[autocomplete = "own_items"]
    #[max_length = 60]
    what: String,
    #[description = "A power or player who alone sees it; all, if you leave it out"]
    #[max_length = 60]
    to: Option<String>,
    #[description = "An older sheet: a month, or its line of the record; the last one, if you leave it out"]
    #[autocomplete = "own_sheets"]
    #[max_length = 20]
    sheet: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        shown_to(asking.at(), &what, to.as_deref(), sheet.as_deref()).await
    })
    .await
}

/// Announce to all how many full squadrons of ten a blockaded fleet has, and no more
#[poise::command(slash_command)]
async fn squadrons(
    ctx: Context<'_>,
    #[description = "The fleet; every fleet, if you leave it out"]
    #[autocomplete = "own_items"]
    #[max_length = 60]
    fleet: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    act(ctx, campaign, Act::Tell { name: fleet }).await
}

/// Take back the last change of your strongbox in this step
#[poise::command(slash_command)]
async fn undo(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    act(ctx, campaign, Act::TakeBack).await
}

/// Your last sheet as a file, with all numbers, salts and codes; only you get it
#[poise::command(slash_command)]
async fn proof(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { proved(asking.at()).await }).await
}

async fn act(ctx: Context<'_>, campaign: Option<String>, act: Act) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { ordered(asking.at(), act).await }).await
}

/// What who types can keep, by name, for whatever is then written of it.
async fn counters(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| shown::roster(scene).map(|roster| roster.offered(scene)).unwrap_or_default())
        .await
}

/// What is in the strongbox of who asks where he is, and of which game it is.
async fn own(ctx: Context<'_>) -> (String, Strongbox) {
    let asked = Asked::command(ctx.interaction);
    let house = ctx.data();
    let Ok(id) = house.meant(&asked, None).await else { return Default::default() };
    let Ok(live) = house.campaign(&id).await else { return Default::default() };
    let view = live.lock().await.view(asked.asker.user, house.is_operator(asked.asker.user));
    let own = view.strongbox.as_ref().map(|seen| seen.strongbox.clone());
    (view.game_key.clone(), own.unwrap_or_default())
}

/// One's own items by name, those in the box and those in the last sheet.
async fn own_items(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let (game, strongbox) = own(ctx).await;
    let roster = shown::roster_of(&game);
    let sealed = strongbox.sheet(None).map(|sheet| sheet.items.clone()).unwrap_or_default();
    let among = |items: &Items| -> Vec<(String, String)> {
        items.values().map(|kept| (shown::label(roster, kept, items), kept.label_among(items))).collect()
    };
    let language = Asked::command(ctx.interaction).asker.language;
    speech::in_language(language, || {
        let mut names = [among(&strongbox.items), among(&sealed)].concat();
        names.sort();
        names.dedup();
        let typed = typed.to_lowercase();
        let fits = names.into_iter().filter(|(label, _)| label.to_lowercase().contains(&typed));
        choices(fits.map(|(label, name)| serenity::AutocompleteChoice::new(clip(&label, 100), name)))
    })
}

/// One's own sheets, the last first.
async fn own_sheets(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let language = Asked::command(ctx.interaction).asker.language;
    let (game, strongbox) = own(ctx).await;
    let front = front::by_key(&game);
    let sheets = strongbox.sheets.iter().rev().filter(|sheet| sheet.line.to_string().starts_with(typed));
    let named = sheets.map(|sheet| {
        let step = front.and_then(|front| front.within_which(&sheet.step));
        let step = step.unwrap_or_else(|| sheet.step.join(", ").replace('_', " "));
        let label = say!("line {} · end of {}", sheet.line, step);
        serenity::AutocompleteChoice::new(clip(&label, 100), sheet.line.to_string())
    });
    speech::in_language(language, || choices(named))
}

fn tidy(name: &str) -> String {
    composed(&name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Gives an order about the strongbox, with fresh bytes to seal it.
async fn ordered(at: At<'_>, mut act: Act) -> Result<Message, Message> {
    if let Act::Remove { name }
    | Act::Rename { from: name, .. }
    | Act::Show { name, .. }
    | Act::Tell { name: Some(name) } = &mut act
    {
        let meant = with_scene(at, |_, scene| {
            let strongbox = &scene.own.strongbox.as_ref()?.strongbox;
            let roster = shown::roster(scene)?;
            let meant = roster.label_meant(strongbox, name).unwrap_or_else(|| name.clone());
            let is_thing = called(&strongbox.items, &meant).is_some_and(|kept| !kept.item.is_note());
            Some((meant, is_thing.then_some(roster)))
        });
        let thing_of = meant.await?.and_then(|(meant, thing_of)| {
            *name = meant;
            thing_of
        });
        // The engine knows the powers by their English names alone.
        if let (Act::Rename { to, .. }, Some(roster)) = (&act, thing_of)
            && roster.ends_in_tags(to)
        {
            return Err(said!(
                "A name does not end in brackets that say whose it is, or that it is a corps or a fleet: those stand beside a name."
            ).into());
        }
    }
    at.with_salt(|salt| Verb::Strongbox { act, salt }).await
}

/// Keeps what was written. `whole` is the revision for which it is the whole roster.
async fn kept(at: At<'_>, what: &str, whole: Option<u64>) -> Result<Message, Message> {
    let text = composed(what);
    let read = with_scene(at, |_, scene| match shown::roster(scene) {
        Some(roster) if whole.is_none() || !what.trim().is_empty() => roster.read(&text),
        _ => Ok(Vec::new()),
    });
    let items = read.await?.map_err(Message::refusal)?;
    ordered(at, Act::Keep { items, whole: whole.is_some(), revision: whole }).await
}

async fn noted(at: At<'_>, name: &str, text: &str) -> Result<Message, Message> {
    let items = vec![Given::Note { name: tidy(name), power: None, text: at.text(text)? }];
    ordered(at, Act::Keep { items, whole: false, revision: None }).await
}

/// Does something with the scene of who asks.
async fn with_scene<T>(at: At<'_>, work: impl FnOnce(&Live, &Scene<'_>) -> T) -> Result<T, Message> {
    let live = at.house.campaign(at.campaign).await.map_err(failed)?;
    let live = live.lock().await;
    let scene = live.scene(live.by(at.asked.asker.user), at.house.is_operator(at.asked.asker.user));
    Ok(speech::renamed::in_names(scene.renamed(), || work(&live, &scene)))
}

async fn viewed(at: At<'_>) -> Result<Message, Message> {
    with_scene(at, |_, scene| shown::view(scene)).await
}

async fn shown_to(at: At<'_>, what: &str, to: Option<&str>, sheet: Option<&str>) -> Result<Message, Message> {
    let (sheet, recalled) = match sheet {
        None => (None, None),
        Some(typed) => {
            let (line, recalled) = older(at, typed).await?;
            (Some(line), recalled)
        }
    };
    let to = to.map(str::trim).filter(|to| !to.is_empty() && !to.eq_ignore_ascii_case("all"));
    let to = match to {
        None => None,
        Some(name) => {
            let seat = with_scene(at, |_, scene| seat_meant(scene, name)).await?;
            Some(seat.ok_or_else(|| {
                said!(
                    "\"{}\" names no power or player of this campaign.",
                    present::names::plain(&clip(name, 60))
                )
            })?)
        }
    };
    ordered(at, Act::Show { name: what.to_owned(), to, sheet, recalled }).await
}

/// The sheet that somebody means by its line of the record or by a month. One that is not kept any more is found again by folding the
/// record, which is done aside: it may be long.
async fn older(at: At<'_>, typed: &str) -> Result<(u64, Option<Arc<Sheet>>), Message> {
    let within = with_scene(at, |_, scene| front::of(&scene.public)?.within(typed)).await?;
    let wanted = match (typed.trim().parse::<u64>(), within) {
        (Ok(line), _) => Wanted::Line(line),
        (_, Some(month)) => Wanted::Within(month),
        _ => {
            return Err(Message::refusal(said!(
                "A sheet is named by its line of the record, a whole number, or by its month: March 1805. Discord offers your last ones as you type."
            )));
        }
    };
    let (seat, kept) = with_scene(at, |_, scene| {
        let strongbox = scene.own.strongbox.as_ref().map(|own| &own.strongbox);
        let kept = |line: u64| strongbox.is_some_and(|own| own.sheet(Some(line)).is_some());
        (scene.own.seat().cloned(), matches!(wanted, Wanted::Line(line) if kept(line)))
    })
    .await?;
    let Some(seat) = seat else {
        return Err(Message::refusal(said!(
            "You have no seat in this campaign. Observers see what is public; a free seat is taken with /campaign join."
        )));
    };
    if let (Wanted::Line(line), true) = (&wanted, kept) {
        return Ok((*line, None));
    }
    let entries = at.house.entries(at.campaign).await.map_err(failed)?;
    let found = tokio::task::spawn_blocking(move || recall(&entries, &seat, &wanted)).await.ok().flatten();
    found.map(|sheet| (sheet.line, Some(sheet))).ok_or_else(|| {
        Message::refusal(said!(
            "There is no sheet of yours there: nothing of yours was sealed at that line or in that month."
        ))
    })
}

/// The seat that somebody means by a power or a player's name.
fn seat_meant(scene: &Scene<'_>, name: &str) -> Option<SeatId> {
    let seats = || scene.public.seats.iter().map(|seat| &seat.id);
    let lower = name.to_lowercase();
    let meant = front::of(&scene.public).map(|front| front.meant(name)).unwrap_or_default();
    let plays = |seat: &&SeatId| {
        present::holders::names(&scene.public, seat).iter().any(|played| meant.contains(played))
    };
    let called = |seat: &&SeatId| scene.player(seat).to_lowercase() == lower;
    seats().find(plays).or_else(|| seats().find(called)).cloned()
}

/// A button of the strongbox was pressed.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str) -> Result<Answer, Message> {
    let parts: Vec<&str> = what.split('/').filter(|part| !part.is_empty()).collect();
    let number = |text: &str| text.parse::<usize>().unwrap_or(usize::MAX);
    let look =
        |page: usize, squadrons: bool| with_scene(at, move |_, scene| shown::choose(scene, page, squadrons));
    let message = match parts.as_slice() {
        [] => viewed(at).await?,
        ["change" | "add" | "begin" | "note"] => {
            return with_scene(at, |_, scene| form(scene, parts[0])).await;
        }
        ["undo"] => ordered(at, Act::TakeBack).await?,
        ["proof"] => proved(at).await?,
        ["show"] => look(0, false).await?,
        ["squadrons"] => look(0, true).await?,
        ["show-page", page] => look(number(page).min(99), false).await?,
        ["squadrons-page", page] => look(number(page).min(99), true).await?,
        ["squadrons", "all"] => ordered(at, Act::Tell { name: None }).await?,
        ["squadrons", place] => {
            let name = Some(named(at, prompt, number(place)).await?);
            ordered(at, Act::Tell { name }).await?
        }
        ["show", place] => {
            let (line, place) = (prompt, number(place));
            with_scene(at, move |_, scene| shown::to_whom(scene, line, place)).await?
        }
        ["give", place, to] => {
            let name = named(at, prompt, number(place)).await?;
            let to = (*to != "all").then(|| SeatId::from(*to));
            ordered(at, Act::Show { name, to, sheet: Some(prompt), recalled: None }).await?
        }
        _ => gone(),
    };
    Ok(message.into())
}

fn gone() -> Message {
    Message::refusal(said!(
        "This button is of an older strongbox. /strongbox list shows what is in yours now."
    ))
}

/// The name of an item by its place in a sheet of who asks.
async fn named(at: At<'_>, line: u64, place: usize) -> Result<String, Message> {
    let found = with_scene(at, |_, scene| {
        let strongbox = &scene.own.strongbox.as_ref()?.strongbox;
        let items = &strongbox.sheet(Some(line))?.items;
        items.values().nth(place).map(|kept| kept.label_among(items))
    });
    found.await?.ok_or_else(gone)
}

/// A form of the strongbox, or the sentence why there is none now.
fn form(scene: &Scene<'_>, what: &str) -> Answer {
    let playing = scene.own.stage == table::Stage::Playing;
    let Some(seen) = scene.own.strongbox.as_ref().filter(|_| playing) else {
        return Answer::Message(if scene.own.seat().is_some() && scene.own.strongbox.is_some() {
            Message::refusal(said!("This campaign is closed, and nothing in it is changed any more."))
        } else {
            shown::view(scene)
        });
    };
    let id = CustomId::of(&scene.public.campaign, seen.strongbox.revision, &format!("box/{what}"));
    let long = |label: String, value: String, required: bool| Input {
        id: "roster",
        label,
        long: true,
        value,
        placeholder: shown::example(scene).to_owned(),
        required,
        most: LONGEST_ROSTER,
    };
    let (title, inputs) = match what {
        "change" => {
            let items = &seen.strongbox.items;
            let roster = shown::roster(scene).map(|roster| roster.written(items)).unwrap_or_default();
            if roster.chars().count() > usize::from(LONGEST_ROSTER) {
                return Answer::Message(Message::refusal(said!(
                    "Your roster is longer than a form holds, so it cannot be changed as a whole. *Add* replaces single items, and /strongbox remove takes one out."
                )));
            }
            (
                say!("Your roster"),
                vec![long(say!("An item a line; a line left out is removed"), roster, false)],
            )
        }
        "begin" => {
            let Some((all, lines)) = shown::roster(scene).and_then(|roster| roster.to_begin_with(scene))
            else {
                return Answer::Message(Message::refusal(said!(
                    "All that the order of battle gives you stands in your strongbox already."
                )));
            };
            let mut lines = lines;
            while lines.chars().count() > usize::from(LONGEST_ROSTER) {
                lines.truncate(lines.trim_end().rfind('\n').map_or(0, |at| at + 1));
            }
            (
                clip(&say!("My counters: {}", all), 45),
                vec![long(say!("What is in each; empty lines are left out"), lines, true)],
            )
        }
        "add" => (
            say!("Add to the strongbox"),
            vec![long(say!("An item a line; the same name replaces"), String::new(), true)],
        ),
        _ => (
            say!("A note"),
            vec![
                Input {
                    id: "name",
                    label: say!("What it is called"),
                    long: false,
                    value: String::new(),
                    placeholder: say!("Plan for the spring"),
                    required: true,
                    most: LONGEST_NAME as u16,
                },
                Input {
                    id: "text",
                    label: say!("What it says; only your seat sees it"),
                    long: true,
                    value: String::new(),
                    placeholder: String::new(),
                    required: true,
                    most: LONGEST_NOTE as u16,
                },
            ],
        ),
    };
    Answer::Form(Form { title, custom_id: id, inputs })
}

/// A form of the strongbox was sent.
pub(crate) async fn filled(
    at: At<'_>,
    prompt: u64,
    what: &str,
    field: Field<'_>,
) -> Result<Message, Message> {
    match what {
        "change" => kept(at, &field("roster"), Some(prompt)).await,
        "add" => kept(at, &field("roster"), None).await,
        "begin" => {
            let text = field("roster");
            let said = text.lines().filter(|line| !line.trim_end().ends_with(':'));
            kept(at, &said.collect::<Vec<_>>().join("\n"), None).await
        }
        "note" => noted(at, &field("name"), &field("text")).await,
        _ => Err(gone()),
    }
}

async fn proved(at: At<'_>) -> Result<Message, Message> {
    let made = with_scene(at, |live, scene| {
        let strongbox = &scene.own.strongbox.as_ref()?.strongbox;
        let sheet = strongbox.sheet(None)?;
        Some((sheet.line, proof_file(live, scene.own.seat()?, sheet)))
    });
    let (line, file) = made.await?.ok_or_else(|| {
        said!(
            "Nothing of yours is sealed yet. At the end of each step every strongbox is, and then there is a proof."
        )
    })?;
    Ok(Message::text(say!(
        "Your sheet of line {} of the record, with every number, salt and code. Whoever has this file can read your strongbox.",
        line
    ))
    .file(shown::proof_name(line), file?))
}

/// The items of a text: `heading` says whose the following ones are where a line is only that, `item` reads any other.
///
/// # Errors
/// The first that an item has.
pub fn lines<T: Thing>(
    text: &str,
    heading: impl Fn(&str) -> Option<String>,
    item: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let mut power: Option<String> = None;
    let mut items = Vec::new();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(named) = heading(line) {
            power = Some(named);
            continue;
        }
        let item = item(line)?;
        let whose = item.power().map(str::to_owned).or_else(|| power.clone());
        items.push(item.of_power(whose));
    }
    Ok(items)
}
