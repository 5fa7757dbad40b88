//! `/battle open|muster|plan|live|off`: field battles. Corps and leaders are named in public; what is in the corps, chit and plan go into an
//! envelope.

pub mod present;

mod after;
pub(crate) mod asks;
pub(crate) mod drawn;
pub(crate) mod leaving;
mod muster;
mod odds;
mod plan;
mod read;

use crate::battle::present::plan as shown;
use crate::seen::KEY;
use eia::land::battle::Battle;
use eia::land::battle::course::Order;
use eia::land::battle::plan::When;
use eia::land::battle::sealed::{Chit, Plan, Sealed};
use eia::powers::Power;
use linkme::distributed_slice;
use muster::{muster_form, musters, open_form, opens_one};
use plan::{at_full_strength, change, change_all, details, details_form, guard, making, plan_screen, seals};
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;
use table::said;
use table::{Said, Verb};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::message::{Form, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::{Added, COMMANDS, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::words::suggest;
use table_commands::{Context, Error, say};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "battle",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.prompt, press.what, chosen.first())),
    opens: |press| Box::pin(opens(press.at(), press.prompt, press.what)),
    sent: |press, field| Box::pin(sent(press.at(), press.prompt, press.what, field)),
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: battle };

/// Field battles: open one, muster your corps, seal your battle plan
#[poise::command(slash_command, subcommands("open", "muster", "plan", "live", "off"), rename = "battle")]
pub(crate) async fn battle(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Open a field battle; a form asks for what you leave out
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments)]
async fn open(
    ctx: Context<'_>,
    #[description = "The area"]
    #[max_length = 40]
    place: Option<String>,
    #[description = "The attacking powers: France, Spain"]
    #[max_length = 100]
    attackers: Option<String>,
    #[description = "The defending powers"]
    #[max_length = 100]
    defenders: Option<String>,
    #[description = "clear, forest, mountain, marsh, desert; river; surrounded; limited; …"]
    #[max_length = 200]
    ground: Option<String>,
    #[description = "The areas from which the attackers came"]
    #[max_length = 200]
    from: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match (place, attackers, defenders) {
            (None, None, None) => Answer::from(open_form(at, None).await),
            (place, attackers, defenders) => {
                let texts = [place, attackers, defenders, ground, from].map(Option::unwrap_or_default);
                let message = opens_one(at, &texts).await;
                let names = ["place", "attackers", "defenders", "ground", "from"];
                let typed: Vec<(&str, &str)> =
                    names.into_iter().zip(texts.iter().map(String::as_str)).collect();
                at.or_again(message, (0, "battle/open"), &typed).await.into()
            }
        }
    })
    .await
}

/// Say which of your corps and leaders are there; a form asks
#[poise::command(slash_command)]
async fn muster(
    ctx: Context<'_>,
    #[description = "The battle, where several wait for you"]
    #[autocomplete = "battles"]
    battle: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let number = if_named(at, battle.as_deref()).await?;
        muster_form(at, number, None).await
    })
    .await
}

/// Make your battle plan: chit, guard, losses; only you see it
#[poise::command(slash_command)]
async fn plan(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { plan_screen(asking.at(), None).await }).await
}

/// Fight your battle live: when all want it, each step is asked
#[poise::command(slash_command)]
async fn live(
    ctx: Context<'_>,
    #[description = "The battle, where you fight in several"]
    #[autocomplete = "battles"]
    battle: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        wants_live(at, if_named(at, battle.as_deref()).await?, None).await
    })
    .await
}

/// Call a battle off before all have mustered
#[poise::command(slash_command)]
async fn off(
    ctx: Context<'_>,
    #[description = "The battle: its place"]
    #[autocomplete = "battles"]
    battle: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        calls_off(at, named(at, &battle).await?, false).await
    })
    .await
}

/// The open battle that a command names, by its number or place.
pub(super) async fn named(at: At<'_>, battle: &str) -> Result<u32, Message> {
    at.show_or(|scene| shown::meant(&scene.public, battle), no_such_battle).await
}

fn no_such_battle() -> Message {
    Message::refusal(said!("No such battle is open."))
}

/// The same where it names one.
async fn if_named(at: At<'_>, battle: Option<&str>) -> Result<Option<u32>, Message> {
    match battle {
        Some(battle) => named(at, battle).await.map(Some),
        None => Ok(None),
    }
}

/// The open battles of who types, by place.
async fn battles(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(seat) = scene.own.seat() else { return Vec::new() };
        let own = shown::of_seat(&scene.own, seat).into_iter();
        own.map(|(number, battle, _)| (battle.field.place.clone(), number.to_string())).collect()
    })
    .await
}

/// Calls a battle off, once who may do it has said so twice.
async fn calls_off(at: At<'_>, number: u32, sure: bool) -> Result<Message, Message> {
    let off = written(&Order::CallOff { number })?;
    if sure {
        return Ok(at.order(off).await);
    }
    at.would_take(off).await?;
    at.show_or(|scene| present::desk::before_call_off(scene, number), no_such_battle).await
}

/// An order of battles as it is given; a sentence where it cannot be written.
fn written(order: &Order) -> Result<Verb, Message> {
    let value = serde_json::to_value(order);
    value.map(Verb::Game).map_err(|_| Message::refusal(said!("That cannot be written into the record.")))
}

pub(crate) async fn order(at: At<'_>, order: &Order) -> Result<Message, Message> {
    Ok(at.order(written(order)?).await)
}

/// A button or select of battles; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str, first: Option<&str>) -> Option<Answer> {
    let chosen = first.unwrap_or_default();
    let outcome = match what.split_once('/').unwrap_or((what, "")) {
        ("open" | "muster" | "details" | "odds", _) => return opens(at, prompt, what).await,
        ("enter", _) => after::entered(at, prompt).await,
        ("points", _) => return Some(after::tells_points(at, prompt).await.into()),
        ("picture", _) => picture(at, prompt).await,
        ("plan", _) => plan_screen(at, Some(prompt)).await,
        ("full", _) => at_full_strength(at, prompt).await,
        ("seal", how) => seals(at, prompt, how == "final").await,
        ("live", how) => {
            let number = u32::try_from(prompt).ok()?;
            wants_live(at, Some(number), Some(how != "off")).await
        }
        ("call_off", sure) => {
            let number = u32::try_from(prompt).ok()?;
            calls_off(at, number, sure == "yes").await
        }
        ("neutral", _) => {
            let number = u32::try_from(prompt).ok()?;
            order(at, &Order::Neutral { number }).await
        }
        (part, of) => {
            let choice = Choice::read(part, of, chosen)?;
            change(at, prompt, |battle, sealed| choice.made(battle, sealed)).await
        }
    };
    Some(outcome.into())
}

/// What is chosen on the screen of a battle plan.
enum Choice {
    Chit(Chit),
    /// Whose guard, and whether it is heavy cavalry, for how much, and when; never without.
    Guard(Power, Option<(bool, u8, When)>),
    /// The morale with which one stays overnight, and whether to be asked then.
    Night(Option<u16>, bool),
    /// When a power's player is to be asked.
    Ask(Power, When),
    /// To pursue or not, whichever is not so yet.
    Pursuit,
}

impl Choice {
    /// What was chosen there; `None` for what is not known.
    fn read(part: &str, of: &str, chosen: &str) -> Option<Choice> {
        Some(match part {
            // A button carries its chit, the select gives it.
            "chit" => {
                let chit = if chosen.is_empty() { of } else { chosen };
                Choice::Chit(serde_json::from_value(chit.into()).ok()?)
            }
            "guard" => {
                let power = Power::by_key(of)?;
                let parts: Vec<&str> = chosen.split('/').collect();
                let wanted = match parts.as_slice() {
                    ["never"] => None,
                    [kind, shift, when] => {
                        let when: When = serde_json::from_value((*when).into()).ok()?;
                        Some((*kind == "heavy", shift.parse::<u8>().ok()?, when))
                    }
                    _ => return None,
                };
                Choice::Guard(power, wanted)
            }
            "night" if chosen == shown::PURSUIT => Choice::Pursuit,
            "night" => Choice::Night(chosen.parse().ok(), chosen == "ask"),
            "ask" => Choice::Ask(Power::by_key(of)?, serde_json::from_value(chosen.into()).ok()?),
            "pursuit" => Choice::Pursuit,
            _ => return None,
        })
    }

    /// The plan with it.
    fn made(self, battle: &Battle, sealed: &mut Sealed) -> Result<(), Said> {
        match self {
            Choice::Chit(chit) => {
                let before = sealed.plan.take().unwrap_or_else(|| first_plan(chit));
                let outflank = if chit == Chit::Outflank { before.outflank } else { Vec::new() };
                sealed.plan = Some(Plan { chit, outflank, ..before });
            }
            Choice::Guard(power, wanted) => return guard(battle, sealed, power, wanted),
            Choice::Night(stays_with, ask_at_night) => {
                let Some(plan) = &mut sealed.plan else { return Err(said!("Choose a chit first.")) };
                plan.stays_with = stays_with;
                plan.ask_at_night = ask_at_night;
            }
            Choice::Ask(power, ask) => {
                if let Some(own) = sealed.of.get_mut(&power) {
                    own.ask = ask;
                }
            }
            Choice::Pursuit => {
                if let Some(plan) = &mut sealed.plan {
                    plan.no_pursuit = !plan.no_pursuit;
                }
            }
        }
        Ok(())
    }
}

/// The plan that begins with a chit: whoever attacks stays the night while he has an army to go on with, as he would at a table; a defender
/// leaves. Both stand on the screen, and are changed there.
fn first_plan(chit: Chit) -> Plan {
    const GOES_ON_WITH: u16 = 10;
    Plan { stays_with: chit.attack().map(|_| GOES_ON_WITH), ..Plan::with(chit) }
}

/// Wants a battle fought live, or takes that back: as a button says (`wanted`), by the command whichever is not so yet.
async fn wants_live(at: At<'_>, number: Option<u32>, wanted: Option<bool>) -> Result<Message, Message> {
    let see = |scene: &Scene<'_>| {
        let seat = scene.own.seat()?;
        let mut open = shown::of_seat(&scene.own, seat).into_iter();
        let (number, battle, _) = open.find(|(n, ..)| number.is_none_or(|number| number == *n))?;
        let back =
            scene.button(Look::Secondary, &say!("Not live after all"), number.into(), "battle/live/off");
        Some((number, battle.live.has(seat), back))
    };
    let none = || said!("You fight in no battle that is open.");
    let (number, on, back) = at.show_or(see, none).await?;
    // A second press on the same message is no change of mind.
    if on && wanted == Some(true) {
        return Err(Message::refusal(said!("You want it live already; *Not live after all* takes it back."))
            .buttons(vec![back]));
    }
    order(at, &Order::Live { number, on: wanted.unwrap_or(!on) }).await
}

/// The picture of a battle that is over or has a day behind it, for who asks.
async fn picture(at: At<'_>, prompt: u64) -> Result<Message, Message> {
    let seen = at.look_back(|scene, entries| {
        let battle = shown::any(&scene.public, prompt)?;
        let days = present::told::days_of(entries, u32::try_from(prompt).ok()?);
        (!days.is_empty()).then_some((battle, days))
    });
    let none = || said!("There is no picture of that battle any more.");
    let (battle, days) = seen.await?.ok_or_else(none)?;
    let name = format!("{}.png", shown::file_name(&battle));
    let text = shown::place(&battle);
    let draw = move || crate::battle::present::picture(&battle, &days, battle.ended.as_ref());
    Ok(table_commands::drawn::with_picture(at.house, at.asked, text, name, draw).await)
}

/// The battle whose odds a button or form asks for: by its number, or by the round of envelopes on whose screen it stands.
fn which(prompt: u64, number: &str) -> odds::Which {
    number.parse().map_or(odds::Which::Line(prompt), odds::Which::Number)
}

/// The form that a button of battles opens.
pub(crate) async fn opens(at: At<'_>, prompt: u64, what: &str) -> Option<Answer> {
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("open", area) => open_form(at, Some(area).filter(|area| !area.is_empty())).await.into(),
        ("muster", power) => {
            let number = u32::try_from(prompt).ok().filter(|number| *number > 0);
            muster_form(at, number, Power::by_key(power)).await.into()
        }
        ("odds", number) => odds::form(at, which(prompt, number)).await.into(),
        ("details", _) => details_of(at, prompt).await.into(),
        _ => return None,
    })
}

/// The form of a plan's corps and losses.
async fn details_of(at: At<'_>, prompt: u64) -> Result<Form, Message> {
    let making = making(at, Some(prompt)).await?;
    at.look(|scene| details_form(scene, &making)).await
}

/// What a form of battles comes to; `None` for one that is not known.
pub(crate) async fn sent(
    at: At<'_>,
    prompt: u64,
    what: &str,
    field: impl Fn(&str) -> String,
) -> Option<Message> {
    let outcome = match what.split_once('/').unwrap_or((what, "")) {
        ("open", _) => {
            let texts = ["place", "attackers", "defenders", "ground", "from"].map(&field);
            opens_one(at, &texts).await
        }
        ("muster", power) => {
            let texts = ["corps", "outside", "leaders", "also"].map(&field);
            musters(at, u32::try_from(prompt).ok()?, Power::by_key(power)?, &texts).await
        }
        ("odds", number) => {
            let texts = ["theirs", "leaders", "chit", "outflank"].map(&field);
            let texts = texts.each_ref().map(String::as_str);
            odds::told(at, which(prompt, number), texts).await
        }
        ("details", _) => {
            let texts: BTreeMap<&str, String> = ["contents", "losses", "reinforce", "outflank", "guard"]
                .map(|name| (name, field(name)))
                .into();
            change_all(at, prompt, |battle, sealed| details(battle, sealed, &texts)).await
        }
        _ => return None,
    };
    Some(outcome.into())
}
