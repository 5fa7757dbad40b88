//! What the commands of the table share: free texts that come with orders, the lines of forms, and a look at the campaign
//! that an autocomplete is for.

use crate::asked::{Asked, At, at_campaign, failed};
use crate::house::House;
use crate::message::{Input, Message, clip};
use crate::present::Scene;
use crate::present::names::quoted;
use crate::{Context, Error};
use poise::serenity_prelude as serenity;
use table::said;
use table::{Said, Secret, Text, Verb};

/// A free text with a salt of its own.
///
/// # Errors
/// A message for who asked, where there is no randomness.
pub fn text(house: &House, words: &str) -> Result<Text, Message> {
    let salt = house.fresh().map_err(failed)?;
    Ok(Text { text: table::canonical::composed(words.trim()), salt: Secret::new(salt) })
}

/// An input of a form: a line, which must be filled in.
pub fn line(id: &'static str, label: String, most: u16) -> Input {
    let (value, placeholder) = (String::new(), String::new());
    Input { id, label, long: false, value, placeholder, required: true, most }
}

/// A name in quotation marks: it is taken as it stands, whatever the map has.
#[must_use]
pub fn as_it_stands(typed: &str) -> Option<&str> {
    let inner = typed.trim().strip_prefix(['"', '“', '”'])?.strip_suffix(['"', '“', '”'])?.trim();
    (!inner.is_empty()).then_some(inner)
}

/// What another option of a command that is being typed holds by now.
pub fn typed_so_far(ctx: Context<'_>, name: &str) -> Option<String> {
    fn within(options: &[serenity::CommandDataOption], name: &str) -> Option<String> {
        use serenity::CommandDataOptionValue::{String, SubCommand, SubCommandGroup};
        options.iter().find_map(|option| match &option.value {
            SubCommand(inner) | SubCommandGroup(inner) => within(inner, name),
            String(text) if option.name == name => Some(text.clone()),
            _ => None,
        })
    }
    within(&ctx.interaction.data.options, name)
}

/// What another option of a command that is being typed says by now, where that is yes or no.
pub fn said_so_far(ctx: Context<'_>, name: &str) -> Option<bool> {
    fn within(options: &[serenity::CommandDataOption], name: &str) -> Option<bool> {
        use serenity::CommandDataOptionValue::{Boolean, SubCommand, SubCommandGroup};
        options.iter().find_map(|option| match &option.value {
            SubCommand(inner) | SubCommandGroup(inner) => within(inner, name),
            Boolean(said) if option.name == name => Some(*said),
            _ => None,
        })
    }
    within(&ctx.interaction.data.options, name)
}

/// What means yes in a form, in every language of the bot.
const YES: [&str; 9] = ["yes", "y", "yep", "true", "1", "kyllä", "k", "joo", "on"];
/// What means no.
const NO: [&str; 10] = ["no", "n", "nope", "none", "false", "0", "ei", "e", "-", "–"];

/// Whether a text says yes or no, in whatever language of the bot.
///
/// # Errors
/// A sentence that quotes what says neither.
pub fn yes_or_no(typed: &str) -> Result<bool, Said> {
    let word = typed.trim().trim_end_matches(['.', '!']).to_lowercase();
    match word.as_str() {
        word if YES.contains(&word) => Ok(true),
        word if NO.contains(&word) => Ok(false),
        _ => Err(said!("\"{}\" says neither that it is so nor that it is not: yes or no.", quoted(typed))),
    }
}

/// The choices of an autocomplete, out of what who types sees of the campaign that is meant: those that have what he has typed in them.
pub async fn suggest(
    ctx: Context<'_>,
    typed: &str,
    choices: impl FnOnce(&Scene<'_>) -> Vec<(String, String)>,
) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let house = ctx.data();
    let named = typed_so_far(ctx, "campaign");
    let mut all = Vec::new();
    if let Ok(id) = house.meant(&asked, named.as_deref()).await
        && let Ok(seen) = crate::speech::speaking(
            asked.asker.language,
            At { house, asked: &asked, campaign: &id }.look(choices),
        )
        .await
    {
        all = seen;
    }
    let typed = typed.to_lowercase();
    let fits = all.into_iter().filter(|(label, value)| {
        label.to_lowercase().contains(&typed) || value.to_lowercase().starts_with(&typed)
    });
    self::choices(
        fits.map(|(label, value)| serenity::AutocompleteChoice::new(clip(&label, 100), clip(&value, 100))),
    )
}

/// The answer to an autocomplete: at most 25 choices.
pub fn choices(
    fits: impl IntoIterator<Item = serenity::AutocompleteChoice>,
) -> serenity::CreateAutocompleteResponse {
    serenity::CreateAutocompleteResponse::new().set_choices(fits.into_iter().take(25).collect())
}

/// The names of the campaigns that the asker may mean where he is, for a command of one game those of that game.
pub async fn campaigns(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let here = ctx.data().campaigns_here(asked.asker.user, asked.guild, None).await;
    let typed = typed.to_lowercase();
    let game = crate::asked::game_of(ctx);
    let fits = here
        .unwrap_or_default()
        .into_iter()
        .filter(|row| game.is_none_or(|game| row.game == game))
        .filter(|row| row.name.to_lowercase().contains(&typed))
        .map(|row| serenity::AutocompleteChoice::new(clip(&row.name, 100), row.id));
    choices(fits)
}

/// An order without fields.
pub(crate) async fn order(ctx: Context<'_>, campaign: Option<String>, verb: Verb) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().order(verb).await }).await
}

/// What a press on a card of a round that is over is told.
pub fn old_card() -> Message {
    Message::refusal(said!(
        "This belongs to envelopes that are closed by now. /desk shows what is asked of you."
    ))
}

/// The ground that a word names, where no word before it named another.
///
/// # Errors
/// A sentence that quotes both.
pub fn one_ground<'t, T: Copy + PartialEq>(
    before: &mut Option<(T, &'t str)>,
    (ground, word): (T, &'t str),
) -> Result<T, table::Said> {
    match before {
        Some((other, first)) if *other != ground => Err(table::said!(
            "\"{}\" and \"{}\" are two grounds: a battle is fought on one.",
            crate::present::names::quoted(first),
            crate::present::names::quoted(word)
        )),
        _ => {
            *before = Some((ground, word));
            Ok(ground)
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn yes_and_no_are_read_in_both_languages_and_what_is_neither_is_quoted() {
        for yes in ["yes", " Y ", "Yes!", "kyllä", "Kyllä.", "joo", "on", "true"] {
            assert_eq!(yes_or_no(yes), Ok(true), "{yes}");
        }
        for no in ["no", "N", "ei", "Ei.", "-", "false"] {
            assert_eq!(yes_or_no(no), Ok(false), "{no}");
        }
        assert!(yes_or_no(" ").is_err());
        let why = yes_or_no("perhaps").unwrap_err();
        assert!(why.contains("\"perhaps\" says neither"), "{why}");
    }
}
