//! `/campaign found`: the command, its form, and the map of the group's own that may come with it.

use crate::asked::{Answer, Asked, answer, failed, told};
use crate::brought::{Brought, gone, too_large, too_long};
use crate::council::cannot_be_council;
use crate::custom_id::CustomId;
use crate::fetch::{fetchable, fetched};
use crate::forms::{FoundedWith, Left};
use crate::house::{House, Named, Outcome, With};
use crate::message::{Component, Look, Message, clip};
use crate::present::front::own_map::OwnMap;
use crate::present::front::{self, Front};
use crate::present::names;
use crate::rooms::{Press, Room};
use crate::speech::Language;
use crate::words::choices;
use crate::{Context, Error, drafts, say, speech};
use poise::serenity_prelude as serenity;
use std::time::Duration;
use table::said;
use table::{Founding, Said};

/// So long before an answer is deferred, after which no form can follow, it is a button for the form.
const SOON: Duration = Duration::from_millis(100);

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

/// What its buttons and forms do.
pub(crate) const FOUND: Room = Room {
    subject: "found",
    anywhere: true,
    pressed: |press, _| Box::pin(opens(press)),
    opens: |press| Box::pin(opens(press)),
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, what, .. } = press;
            Some(founding_sent(house, asked, &format!("found/{what}"), field).await.into())
        })
    },
    ..Room::EMPTY
};

/// The form of the founding that a button names.
async fn opens(press: Press<'_>) -> Option<Answer> {
    let Press { house, asked, what, .. } = press;
    founding_form(house, asked, &format!("found/{what}"))
}

/// Found a campaign; this channel becomes its council
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command, guild_only)]
pub(crate) async fn found(
    ctx: Context<'_>,
    #[description = "What you call it (the channel's name unless you say)"]
    #[max_length = 100]
    name: Option<String>,
    #[description = "How many players, 2 to 7, or 8 with Greece (as many as can play unless you say)"]
    #[min = 2]
    #[max = 8]
    players: Option<u32>,
    #[description = "Scenario (1805 unless you say)"]
    #[autocomplete = "scenarios"]
    scenario: Option<String>,
    #[description = "Powers left over when there are fewer players than powers"] spare: Option<Left>,
    #[description = "Keep a seat for the operator of this bot, if he plays"] operator_plays: Option<bool>,
    #[description = "An umpire, who may void a roll or correct a value, always publicly"] umpire: Option<
        serenity::User,
    >,
    #[description = "The language of the council (English unless you say)"] language: Option<Tongue>,
    #[description = "Your own map (Empires in Arms) or pack (Middle Ages): CSV or TOML, at most 1 MiB"]
    map: Option<serenity::Attachment>,
    #[description = "A PNG or JPEG under that map, at most 10 MiB; it stays in this campaign"]
    picture: Option<serenity::Attachment>,
) -> Result<(), Error> {
    // The form that follows holds it and lets it be changed.
    let here = || ctx.interaction.channel.as_ref().and_then(|channel| channel.name.clone());
    let name = name.or_else(here).unwrap_or_default();
    answer(ctx, |house, asked| async move {
        if let Some(why) = cannot_be_council(&asked) {
            return Message::refusal(why).into();
        }
        // Before a form is filled in for nothing.
        if let Some(guild) = asked.guild {
            match house.council_of_another(guild, asked.channel).await {
                Ok(None) => {}
                Ok(Some(taken)) => return Message::from(taken).into(),
                Err(why) => return failed(why).into(),
            }
        }
        let key = scenario.unwrap_or_else(|| "1805".to_owned());
        let Some(front) = playing(&key) else {
            let known = titles().into_iter().map(|(title, key)| format!("{key} ({title})")).collect::<Vec<_>>();
            return Message::refusal(said!("There is no such scenario. There is: {}.", names::list(&known))).into();
        };
        let most = front.most_players(&key);
        let players = players.unwrap_or(most);
        if !(2..=most).contains(&players) {
            return Message::refusal(said!("A campaign of this scenario has 2 to {} players.", most)).into();
        }
        let operator = operator_plays.unwrap_or_else(|| house.is_operator(asked.asker.user));
        if operator && house.operator().is_none() {
            return Message::refusal(
                said!("The settings of this bot do not name its operator, so no seat can be kept for him. He sets discord.operator first."))
            .into();
        }
        let spare = spare.unwrap_or(Left::Second);
        if umpire.as_ref().is_some_and(|umpire| umpire.id.get() == asked.asker.user) {
            return Message::refusal(said!("The host is not the umpire too; name somebody else, or nobody.")).into();
        }
        let map = match brought(&house, &asked, front.own_map(), map.as_ref(), picture).await {
            Ok(map) => map,
            Err(why) => return Message::refusal(why).into(),
        };
        let with = FoundedWith {
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
fn form_or_its_button(house: &House, asked: &Asked, key: &str, name: &str, with: &FoundedWith) -> Answer {
    let form = founding_of(key, name, with).unwrap_or_else(|| Message::default().into());
    let map = house.brought.of(asked.asker.user, with.map, house.now());
    let (Answer::Form(_), Some(map)) =
        (&form, map.filter(|_| asked.since.elapsed() + SOON >= house.patience()))
    else {
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
    front::all().flat_map(Front::scenarios).collect()
}

/// The front of the game that a scenario is of.
fn playing(scenario: &str) -> Option<&'static dyn Front> {
    front::all().find(|front| front.scenarios().iter().any(|(_, key)| key == scenario))
}

/// The form of founding by a scenario of any game; `None` where there is no such scenario.
fn founding_of(key: &str, name: &str, with: &FoundedWith) -> Option<Answer> {
    Some(Answer::Form(playing(key)?.founding_form(name, key, with)?))
}

#[expect(clippy::unused_async, reason = "poise wants autocompletes to be async")]
async fn scenarios(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let typed = typed.to_lowercase();
    let language = Asked::command(ctx.interaction).asker.language;
    let titled = speech::in_language(language, titles).into_iter();
    let fits = titled.filter(|(title, key)| key.starts_with(&typed) || title.to_lowercase().contains(&typed));
    choices(fits.map(|(title, key)| serenity::AutocompleteChoice::new(title, key)))
}

/// The form of a founding anew, out of its verb; `None` for one that this program did not write.
pub(crate) fn founding_form(house: &House, asked: &Asked, verb: &str) -> Option<Answer> {
    let (scenario, with) = FoundedWith::read(verb)?;
    if with.map != 0 && house.brought.of(asked.asker.user, with.map, house.now()).is_none() {
        return Some(Message::refusal(gone()).into());
    }
    founding_of(scenario, "", &with)
}

/// The founding form was sent.
pub(crate) async fn founding_sent(
    house: &House,
    asked: &Asked,
    verb: &str,
    field: impl Fn(&str) -> String + Sync,
) -> Result<Message, Message> {
    let read = FoundedWith::read(verb).and_then(|(key, with)| Some((key, with, playing(key)?)));
    let (Some((scenario, with, front)), Some(guild)) = (read, asked.guild) else {
        return Err(said!("This form is of an earlier version. Use /campaign found again.").into());
    };
    if let Some(why) = cannot_be_council(asked) {
        return Err(why.into());
    }
    let mut options = front.founding_options(scenario, &with, &field)?;
    let timing = crate::turn::read_clock(&field("clock"))?;
    let user = asked.asker.user;
    let mut under = None;
    if with.map != 0 {
        let map = house.brought.of(user, with.map, house.now()).ok_or_else(gone)?;
        if let Some(maps) = front.own_map() {
            under = map.choose(maps, &mut options).await?;
        }
    }
    let name = table::canonical::composed(field("name").trim());
    let founding = Founding {
        at: 0,
        campaign: String::new(),
        game: front.key().to_owned(),
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
    Ok(told(outcome))
}

/// Reads a map that comes with a founding and keeps it for the form; its number, 0 where none comes. `maps`: what the game makes of a map of
/// the group's own, where it is played on one.
///
/// # Errors
/// A sentence: with file, line and reason where the table is wrong.
pub(crate) async fn brought(
    house: &House,
    asked: &Asked,
    maps: Option<&'static dyn OwnMap>,
    file: Option<&serenity::Attachment>,
    picture: Option<serenity::Attachment>,
) -> Result<u64, Said> {
    if file.is_none() && picture.is_none() {
        return Ok(0);
    }
    let Some(maps) = maps else {
        return Err(said!(
            "This game is played on the map of this program alone. Found it without the file."
        ));
    };
    let Some(file) = file else {
        return Err(said!(
            "A picture lies under a map of the group's own, so the map's table comes with it: CSV or TOML."
        ));
    };
    if let Some(picture) = &picture {
        fetchable(picture, maps.largest_picture(), too_large)?;
    }
    let bytes = fetched(file, maps.largest(), too_long).await?;
    let (text, holds) = maps.read(&bytes, &file.filename, &clip(&file.filename, 60))?;
    let number = asked.asker.interaction;
    let map = Brought { text: text.into(), holds, picture };
    house.brought.keep(asked.asker.user, number, house.now(), map);
    Ok(number)
}
