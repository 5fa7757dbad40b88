//! `/campaign found|join|leave|start|status|table|forces|export|close|conclude|forget-me`.

use crate::asked::{Answer, Asked, answer, in_campaign, in_campaign_later, told};
use crate::custom_id::CustomId;
use crate::eia::forces::forces;
use crate::eia::pack::founding;
use crate::house::{House, Named, Outcome, With};
use crate::message::{Component, Embed, Look, Message};
use crate::present::{names, status};
use crate::speech::Language;
use crate::{Context, Error, drafts, forms, say, speech};
use engine::eia::choice::Spare;
use engine::eia::{EmpiresInArms, scenario};
use engine::europa::{Europa, scenario as europa};
use engine::said;
use engine::table::game::Game;
use engine::table::record::{Extent, line};
use engine::table::{Act, Founding, Said, Stage, Verb, Word};
use poise::serenity_prelude as serenity;
use serde_json::json;
use std::time::Duration;

/// Found a campaign, take a seat, start play, and everything around it
#[poise::command(
    slash_command,
    subcommands(
        "found",
        "join",
        "leave",
        "start",
        "status",
        "table",
        "forces",
        "export",
        "close",
        "conclude",
        "forget_me"
    )
)]
pub async fn campaign(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// What takes longer than a second and a half is deferred, and no form can follow then; it is answered with a button for the form.
const SOON: Duration = Duration::from_millis(1_400);

/// What becomes of powers when there are fewer players than powers.
#[derive(poise::ChoiceParameter, Clone, Copy)]
enum Left {
    #[name = "Second powers, by preference"]
    Second,
    #[name = "Uncontrolled"]
    Uncontrolled,
}

/// A language of the council.
#[derive(poise::ChoiceParameter, Clone, Copy)]
enum Tongue {
    #[name = "English"]
    English,
    #[name = "Suomi"]
    Finnish,
}

impl Tongue {
    fn language(self) -> Language {
        match self {
            Tongue::English => Language::ENGLISH,
            Tongue::Finnish => Language::of_locale("fi"),
        }
    }
}

/// Found a campaign; this channel becomes its council
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command, guild_only)]
async fn found(
    ctx: Context<'_>,
    #[description = "What you call it"]
    #[max_length = 100]
    name: String,
    #[description = "How many players, 2 to 7 (7 unless you say)"]
    #[min = 2]
    #[max = 7]
    players: Option<u32>,
    #[description = "Scenario (1805 unless you say)"]
    #[autocomplete = "scenarios"]
    scenario: Option<String>,
    #[description = "Powers left over when there are fewer than seven players"] spare: Option<Left>,
    #[description = "Keep a seat for the operator of this bot, if he plays"] operator_plays: Option<bool>,
    #[description = "An umpire, who may void a roll or correct a value, always publicly"] umpire: Option<
        serenity::User,
    >,
    #[description = "The language of the council (English unless you say)"] language: Option<Tongue>,
    #[description = "Your own map, for Empires in Arms: CSV or TOML, at most 1 MiB"] map: Option<
        serenity::Attachment,
    >,
    #[description = "A PNG or JPEG under that map, at most 10 MiB; it stays in this campaign"]
    picture: Option<serenity::Attachment>,
) -> Result<(), Error> {
    answer(ctx, |house, asked| async move {
        let key = scenario.unwrap_or_else(|| "1805".to_owned());
        if scenario::by_key(&key).is_none() && europa::by_key(&key).is_none() {
            let known = titles().into_iter().map(|(title, key)| format!("{key} ({title})")).collect::<Vec<_>>();
            return Message::refusal(said!("There is no such scenario. There is: {}.", names::list(&known))).into();
        }
        let players = players.unwrap_or(7);
        if !(2..=7).contains(&players) {
            return Message::refusal(said!("A campaign has 2 to 7 players.")).into();
        }
        let operator = operator_plays.unwrap_or_else(|| house.is_operator(asked.asker.user));
        if operator && house.operator().is_none() {
            return Message::refusal(
                said!("The settings of this bot do not name its operator, so no seat can be kept for him. He sets discord.operator first."))
            .into();
        }
        let spare = match spare {
            Some(Left::Uncontrolled) => Spare::Uncontrolled,
            _ => Spare::Second,
        };
        if umpire.as_ref().is_some_and(|umpire| umpire.id.get() == asked.asker.user) {
            return Message::refusal(said!("The host is not the umpire too; name somebody else, or nobody.")).into();
        }
        let has_map = scenario::by_key(&key).is_some();
        let map = match founding::brought(&house, &asked, has_map, map.as_ref(), picture).await {
            Ok(map) => map,
            Err(why) => return Message::refusal(why).into(),
        };
        let with = forms::FoundedWith {
            players,
            spare,
            operator_seat: operator,
            umpire: umpire.map_or(0, |umpire| umpire.id.get()),
            language: language.map_or(Language::ENGLISH, Tongue::language),
            map,
        };
        form_or_its_button(&house, &asked, &key, &name, &with)
    })
    .await
}

/// The form of a founding; where fetching its map took too long for a form to follow, a button that opens it.
fn form_or_its_button(
    house: &House,
    asked: &Asked,
    key: &str,
    name: &str,
    with: &forms::FoundedWith,
) -> Answer {
    let form = founding_of(key, name, with).unwrap_or_else(|| Message::default().into());
    let map = house.brought.of(asked.asker.user, with.map, house.now());
    let (Answer::Form(_), Some(map)) = (&form, map.filter(|_| asked.since.elapsed() >= SOON)) else {
        return form;
    };
    let verb = with.verb(key);
    let id = CustomId { campaign: None, prompt: 0, verb: verb.clone(), acting: None };
    let fields = vec![("name".to_owned(), name.to_owned())];
    house.drafts.keep(asked.asker.user, &drafts::key(&id), house.now(), fields);
    let open = CustomId::free(&format!("{}{verb}", drafts::AGAIN));
    Message::text(say!("The map is read: {}. The form of the founding comes next.", map.says()))
        .buttons(vec![Component::button(Look::Primary, &say!("Open the form"), open)])
        .into()
}

/// The scenarios of all games: title and key.
fn titles() -> Vec<(String, String)> {
    let own = scenario::all().iter().map(|s| (speech::word(&s.title), s.key.clone()));
    own.chain(europa::ALL.iter().map(|s| (speech::word(s.title), s.key.to_owned()))).collect()
}

/// The form of founding by a scenario of any game; `None` where there is no such scenario.
fn founding_of(key: &str, name: &str, with: &forms::FoundedWith) -> Option<Answer> {
    if europa::by_key(key).is_some() {
        return Some(Answer::Form(forms::founding_europa(name, key, with)));
    }
    Some(Answer::Form(forms::founding(name, scenario::by_key(key)?, with)))
}

#[expect(clippy::unused_async, reason = "poise wants autocompletes to be async")]
async fn scenarios(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let typed = typed.to_lowercase();
    let language = Asked::command(ctx.interaction).asker.language;
    let titled = speech::in_language(language, titles).into_iter();
    let fits = titled.filter(|(title, key)| key.starts_with(&typed) || title.to_lowercase().contains(&typed));
    choices(fits.map(|(title, key)| serenity::AutocompleteChoice::new(title, key)))
}

/// The answer to an autocomplete: at most 25 choices.
pub(crate) fn choices(
    fits: impl IntoIterator<Item = serenity::AutocompleteChoice>,
) -> serenity::CreateAutocompleteResponse {
    serenity::CreateAutocompleteResponse::new().set_choices(fits.into_iter().take(25).collect())
}

/// The names of the campaigns that the asker may mean where he is.
pub(crate) async fn campaigns(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let here = ctx.data().campaigns_here(asked.asker.user, asked.guild, None).await;
    let typed = typed.to_lowercase();
    let fits = here
        .unwrap_or_default()
        .into_iter()
        .filter(|row| row.name.to_lowercase().contains(&typed))
        .map(|row| serenity::AutocompleteChoice::new(crate::message::clip(&row.name, 100), row.id));
    choices(fits)
}

/// The form of a founding anew, out of its verb; `None` for one that this program did not write.
pub(crate) fn founding_form(house: &House, asked: &Asked, verb: &str) -> Option<Answer> {
    let (scenario, with) = forms::FoundedWith::read(verb)?;
    if with.map != 0 && house.brought.of(asked.asker.user, with.map, house.now()).is_none() {
        return Some(Message::refusal(founding::gone()).into());
    }
    founding_of(scenario, "", &with)
}

/// The founding form was sent.
pub(crate) async fn founding_sent(
    house: &House,
    asked: &Asked,
    verb: &str,
    field: impl Fn(&str) -> String,
) -> Message {
    let (Some((scenario, with)), Some(guild)) = (forms::FoundedWith::read(verb), asked.guild) else {
        return Message::refusal(said!("This form is of an earlier version. Use /campaign found again."));
    };
    let mut options = match options(scenario, &with, &field) {
        Ok(options) => options,
        Err(why) => return Message::refusal(why),
    };
    let timing = match crate::turn::read_clock(&field("clock")) {
        Ok(timing) => timing,
        Err(why) => return Message::refusal(why),
    };
    let user = asked.asker.user;
    let mut under = None;
    if with.map != 0 {
        let Some(map) = house.brought.of(user, with.map, house.now()) else {
            return Message::refusal(founding::gone());
        };
        under = match map.choose(&mut options).await {
            Ok(under) => under,
            Err(refusal) => return told(Outcome::Refused(refusal)),
        };
    }
    let name = engine::table::canonical::composed(field("name").trim());
    let founding = Founding {
        at: 0,
        campaign: String::new(),
        game: if europa::by_key(scenario).is_some() { Europa::KEY } else { EmpiresInArms::KEY }.to_owned(),
        scenario: scenario.to_owned(),
        seats: with.players,
        operator_seats: u32::from(with.operator_seat),
        options,
        timing,
        umpire: None,
    };
    // He is known by name as soon as he gives an order himself.
    let umpire = (with.umpire > 0).then(|| Named { user: with.umpire, name: say!("the umpire") });
    let as_founded = With { umpire, language: with.language, under };
    let outcome = house.found_with(&asked.asker, guild, asked.channel, &name, founding, &as_founded).await;
    if matches!(outcome, Outcome::Done(_)) {
        house.brought.drop(user, with.map);
    }
    told(outcome)
}

/// What the founding form chooses of the game.
fn options(
    scenario: &str,
    with: &forms::FoundedWith,
    field: impl Fn(&str) -> String,
) -> Result<serde_json::Value, Said> {
    if europa::by_key(scenario).is_some() {
        let turn = field("turn").trim().parse::<u8>().ok();
        let turn =
            turn.ok_or_else(|| said!("The first turn is a whole number from 1 (1492) to 62 (1799)."))?;
        return Ok(json!({"turn": turn}));
    }
    let powers = scenario::by_key(scenario).map_or(&[][..], |scenario| &scenario.powers);
    let goals = forms::read_numbers(&field("goals"), powers)?;
    let ceiling = field("ceiling").trim().parse::<u32>();
    let ceiling = ceiling.map_err(|_| said!("The highest bid is a whole number, 30 in most groups."))?;
    Ok(json!({"goals": goals, "ceiling": ceiling, "spare": with.spare}))
}

/// Take a seat, with a word of your own for the dice
#[poise::command(slash_command)]
async fn join(
    ctx: Context<'_>,
    #[description = "1 to 16 letters a–z or digits that nobody could guess; a form asks if you leave it out"]
    #[max_length = 40]
    word: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match word {
            None => join_form(&house, &asked, &id).await,
            Some(word) => joined(&house, &asked, &id, &word).await.into(),
        }
    })
    .await
}

/// The form that asks for a word, or the refusal that sending it would meet.
pub(crate) async fn join_form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let any = Word::read("word").map(|word| Verb::Join { word });
    let refusal = match any {
        Ok(verb) => house.refusal(campaign, &asked.asker, verb).await,
        Err(why) => Err(speech::said(&why)),
    };
    match refusal {
        Err(why) => told(Outcome::Failed(why)).into(),
        Ok(Some(refusal)) => told(Outcome::Refused(refusal)).into(),
        Ok(None) => Answer::Form(forms::word(campaign, "join")),
    }
}

/// Takes a seat with a word.
pub(crate) async fn joined(house: &House, asked: &Asked, campaign: &str, word: &str) -> Message {
    match Word::read(word) {
        Ok(word) => told(house.order(campaign, &asked.asker, Verb::Join { word }).await),
        Err(why) => Message::refusal(why),
    }
}

/// Give up your seat before play begins
#[poise::command(slash_command)]
async fn leave(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Leave).await
}

/// Start play, when every seat is taken; for the host
#[poise::command(slash_command)]
async fn start(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Start).await
}

/// Ask to close the campaign for good; once play has begun, every seat must ask
#[poise::command(slash_command)]
async fn close(
    ctx: Context<'_>,
    #[description = "Give thirty days' notice instead: for the host of a campaign that nobody plays any more"]
    notice: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let http = ctx.serenity_context().http.clone();
    in_campaign(ctx, campaign, |house, asked, id| async move {
        if notice == Some(true) {
            return give_notice(&house, &asked, &id).await.into();
        }
        closed(&house, &http, &asked, &id).await.into()
    })
    .await
}

/// Gives notice that the campaign is closed: the host himself, or the bot for who may manage its server.
async fn give_notice(house: &House, asked: &Asked, campaign: &str) -> Message {
    let order = Verb::Act { act: Act::GiveNotice, text: None };
    let elsewhere = match house.campaign(campaign).await {
        Ok(live) => asked.guild != Some(live.lock().await.row.guild),
        Err(why) => return told(Outcome::Failed(why)),
    };
    let given = house.order(campaign, &asked.asker, order.clone()).await;
    match given {
        Outcome::Refused(_) if asked.manages && !elsewhere => told(house.own_order(campaign, order).await),
        other => told(other),
    }
}

/// Asks to close the campaign. One whose players and host are all gone is closed by whoever may manage the server.
pub(crate) async fn closed(house: &House, http: &serenity::Http, asked: &Asked, campaign: &str) -> Message {
    if asked.manages && is_abandoned(house, http, asked, campaign).await {
        return match house.own_order(campaign, Verb::Close).await {
            // What is said to nobody in particular.
            Outcome::Done(_) => Message::text(say!("The campaign is closed.")),
            other => told(other),
        };
    }
    told(house.order(campaign, &asked.asker, Verb::Close).await)
}

/// Whether nobody holds a seat in a campaign of this server, and its host is gone from the server or had himself forgotten.
async fn is_abandoned(house: &House, http: &serenity::Http, asked: &Asked, campaign: &str) -> bool {
    let Ok(live) = house.campaign(campaign).await else { return false };
    let (host, guild) = {
        let live = live.lock().await;
        let play = &live.campaign.play;
        if play.stage == Stage::Closed || play.seats.values().any(|seat| seat.person.is_some()) {
            return false;
        }
        (live.people.get(&play.host).and_then(|person| person.user), live.row.guild)
    };
    if asked.guild != Some(guild) {
        return false;
    }
    let Some(host) = host else { return true };
    let member = http.get_member(serenity::GuildId::new(guild), serenity::UserId::new(host)).await;
    match member {
        Err(serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response))) => {
            // No member of the server, or no user of Discord any more.
            matches!(response.error.code, 10_007 | 10_013)
        }
        _ => false,
    }
}

/// Propose that the campaign ends here, with a final table; the others vote
#[poise::command(slash_command)]
async fn conclude(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Act { act: Act::Conclude, text: None }).await
}

/// An order without fields.
pub(crate) async fn order(ctx: Context<'_>, campaign: Option<String>, verb: Verb) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        told(house.order(&id, &asked.asker, verb).await).into()
    })
    .await
}

/// How the campaign stands
#[poise::command(slash_command)]
async fn status(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(
        ctx,
        campaign,
        |house, asked, id| async move { shown_status(&house, &asked, &id).await.into() },
    )
    .await
}

/// The values that are not as printed: see them, or type the group's own; two other players confirm
#[poise::command(slash_command)]
async fn table(
    ctx: Context<'_>,
    #[description = "Which value, as in: Austria, goal; all are shown if you leave it out"]
    #[autocomplete = "crate::typed::known"]
    #[max_length = 400]
    what: Option<String>,
    #[description = "What stands in your copy of the game"]
    #[max_length = 100]
    value: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        crate::typed::table(&house, &asked, &id, what, value).await
    })
    .await
}

/// The status of a campaign for who asks.
pub(crate) async fn shown_status(house: &House, asked: &Asked, campaign: &str) -> Message {
    match house.campaign(campaign).await {
        Err(why) => told(Outcome::Failed(why)),
        Ok(live) => {
            let live = live.lock().await;
            status::status(&live.scene(live.by(asked.asker.user), house.is_operator(asked.asker.user)))
        }
    }
}

/// The record as a file that anyone can check; the whole of it once the campaign is closed
#[poise::command(slash_command)]
async fn export(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign_later(ctx, campaign, |house, _, id| async move {
        exported(&house, &id).await.unwrap_or_else(|why| told(Outcome::Failed(why))).into()
    })
    .await
}

pub(crate) async fn exported(house: &House, campaign: &str) -> Result<Message, String> {
    let (extent, text) = house.record(campaign).await?;
    let lines = text.lines().count() as u64;
    let says = match extent {
        Extent::Public => {
            say!(
                "This is the public part, which everybody may have at any time; the whole is given when the campaign is closed."
            )
        }
        Extent::Whole => say!("This is the whole record of a closed campaign."),
    };
    Ok(Message::text(say!("{} {} `chancery verify {}.jsonl` checks it; with --page it writes a page that checks it in a browser.", names::count(lines, "line.", "lines."), says, campaign))
    .file(format!("{campaign}.jsonl"), text.into_bytes()))
}

impl House {
    /// A campaign's record as a file: the public part, or the whole once it is closed.
    ///
    /// # Errors
    /// A sentence where it cannot be read.
    pub async fn record(&self, campaign: &str) -> Result<(Extent, String), String> {
        let closed = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            live.campaign.play.stage == Stage::Closed
        };
        let extent = if closed { Extent::Whole } else { Extent::Public };
        let mut text = String::new();
        for entry in self.entries(campaign).await? {
            if let Some(written) = line(&entry, extent).map_err(|e| e.to_string())? {
                text.push_str(&written);
            }
        }
        Ok((extent, text))
    }
}

/// Delete your name, account and texts from this bot; your seats' orders stay
#[poise::command(slash_command, rename = "forget-me")]
async fn forget_me(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, |_house, _asked| async move {
        let button = Component::button(Look::Danger, &say!("Forget me"), CustomId::free("forget"));
        let embed = Embed::new(
            &say!("Forget me"),
            say!("This deletes your name, your account's number and the texts you wrote from every campaign on this bot, and dispatches that wait for you. Your seats' orders stay on the record, under a number that then belongs to nobody; **you lose those seats**. It cannot be taken back."),
        );
        Message::default().with(embed).buttons(vec![button]).into()
    })
    .await
}

/// The user confirmed that he wants to be forgotten.
pub(crate) async fn forget(house: &House, asked: &Asked) -> Message {
    match house.store.forget_user(asked.asker.user).await {
        Ok(gone) => {
            house.forget_memory().await;
            house.drafts.forget(asked.asker.user);
            house.brought.forget(asked.asker.user);
            Message::text(say!(
                "Done. You are gone from {}; {} and {} were deleted.",
                names::count(gone.people, "campaign", "campaigns"),
                names::count(gone.texts, "text", "texts"),
                names::count(gone.messages, "waiting dispatch", "waiting dispatches")
            ))
        }
        Err(e) => told(Outcome::Failed(e.to_string())),
    }
}
