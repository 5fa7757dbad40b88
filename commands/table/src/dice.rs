//! `/dice roll|word|stats`.

use crate::asked::{Answer, Asked, At, at_campaign, failed};
use crate::house::House;
use crate::message::{Message, clip};
use crate::present::Scene;
use crate::present::luck::{self, Of};
use crate::rooms::Room;
use crate::words::{campaigns, choices};
use crate::{Context, Error, forms};
use poise::serenity_prelude as serenity;
use table::notation::Throw;
use table::{Secret, Text, Verb, Word};

/// What its buttons and forms do.
pub(crate) const WORD: Room = Room {
    subject: "word",
    opens: |press| Box::pin(async move { Some(Answer::Form(forms::word(press.campaign, "word"))) }),
    sent: |press, field| Box::pin(async move { Some(laid_down(press.at(), &field("word")).await.into()) }),
    ..Room::EMPTY
};

/// Dice on the record, your word for them, and luck
#[poise::command(slash_command, subcommands("roll", "word", "stats"), rename = "dice")]
pub(crate) async fn dice(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Roll dice in public, on the record
#[poise::command(slash_command)]
async fn roll(
    ctx: Context<'_>,
    #[description = "2d6+1, 4d10, d6>=4, 3d6 drop lowest, 12d6<=4, 35%"]
    #[max_length = 200]
    what: String,
    #[rename = "for"]
    #[description = "What for; everybody reads it"]
    #[max_length = 200]
    purpose: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { rolled(asking.at(), &what, purpose.as_deref()).await })
        .await
}

/// Rolls what was written.
async fn rolled(at: At<'_>, what: &str, purpose: Option<&str>) -> Result<Message, Message> {
    let throw = Throw::parse(what)?;
    let throw = match purpose.map(str::trim).filter(|purpose| !purpose.is_empty()) {
        None => throw,
        Some(purpose) => throw.labelled(purpose)?,
    };
    let label = labelled(at.house, &throw).map_err(failed)?;
    Ok(at.order(Verb::Roll { notation: throw.notation(), label }).await)
}

/// The label of a throw as a text that can be deleted.
pub fn labelled(house: &House, throw: &Throw) -> Result<Option<Text>, String> {
    let text =
        |label| Ok(Text { text: table::canonical::composed(label), salt: Secret::new(house.fresh()?) });
    throw.label().map(text).transpose()
}

/// Lay down a new word for the dice
#[poise::command(slash_command)]
async fn word(
    ctx: Context<'_>,
    #[description = "1 to 16 letters a–z or digits that nobody could guess; a form asks if you leave it out"]
    #[max_length = 40]
    word: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match word {
            None => crate::asked::Answer::Form(forms::word(at.campaign, "word")),
            Some(word) => laid_down(at, &word).await.into(),
        }
    })
    .await
}

/// Lays down a word.
pub(crate) async fn laid_down(at: At<'_>, word: &str) -> Result<Message, Message> {
    Ok(at.order(Verb::Word { word: Word::read(word)? }).await)
}

/// Luck by player and purpose against expectation
#[poise::command(slash_command)]
async fn stats(
    ctx: Context<'_>,
    #[description = "Whose dice"]
    #[max_length = 100]
    #[autocomplete = "players"]
    player: Option<String>,
    #[description = "Rolls whose purpose holds these words"]
    #[max_length = 100]
    #[autocomplete = "purposes"]
    purpose: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let of = Of { player: filled(player), purpose: filled(purpose) };
    at_campaign(ctx, campaign, |asking| async move {
        luck_of(asking.at(), |scene, entries| luck::stats(scene, entries, &of)).await.map_err(failed)
    })
    .await
}

/// What is made of a campaign's entries, seen as the asker sees it.
async fn luck_of<T>(at: At<'_>, make: impl FnOnce(&Scene<'_>, &[table::Entry]) -> T) -> Result<T, String> {
    let entries = at.house.entries(at.campaign).await?;
    let live = at.house.campaign(at.campaign).await?;
    let live = live.lock().await;
    let scene = live.scene(live.by(at.asked.asker.user), at.house.is_operator(at.asked.asker.user));
    Ok(crate::speech::renamed::in_names(scene.renamed(), || make(&scene, &entries)))
}

/// Who has a seat in the campaign of this place.
async fn players(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggested(ctx, typed, |scene, _| luck::players(scene)).await
}

/// What dice of the campaign of this place were rolled for; everybody could read it when they fell.
async fn purposes(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggested(ctx, typed, |_, entries| {
        let purposes = luck::purposes(entries).into_iter();
        // Rolls are found by a part of their purpose, so its beginning finds it.
        let choice = |text: String| (clip(&text, 100), text.chars().take(100).collect());
        purposes.map(choice).collect()
    })
    .await
}

async fn suggested(
    ctx: Context<'_>,
    typed: &str,
    make: impl FnOnce(&Scene<'_>, &[table::Entry]) -> Vec<(String, String)>,
) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let house = ctx.data();
    let made = match house.meant(&asked, None).await {
        Ok(campaign) => {
            let told = luck_of(At { house, asked: &asked, campaign: &campaign }, make);
            crate::speech::speaking(asked.asker.language, told).await.unwrap_or_default()
        }
        Err(_) => Vec::new(),
    };
    let typed = typed.to_lowercase();
    let fits = made.into_iter().filter(|(name, _)| name.to_lowercase().contains(&typed));
    choices(fits.map(|(name, value)| serenity::AutocompleteChoice::new(name, value)))
}

impl House {
    /// All entries of a campaign.
    ///
    /// # Errors
    /// A sentence where they cannot be read.
    pub async fn entries(&self, campaign: &str) -> Result<Vec<table::Entry>, String> {
        // Also where there is no such campaign, or one that is stopped.
        self.campaign(campaign).await?;
        let history = self.unless_damaged(campaign, self.store.history(campaign, None).await).await?;
        self.unless_stopped(campaign, history, crate::sound::entries).await
    }

    /// The latest entries of a campaign, so many at most, as they are kept: for lists that are made anew with every letter that is typed.
    ///
    /// # Errors
    /// A sentence where they cannot be read.
    pub(crate) async fn latest_entries(
        &self,
        campaign: &str,
        most: u64,
    ) -> Result<Vec<table::Entry>, String> {
        let from = self.campaign(campaign).await?.lock().await.seq.saturating_sub(most);
        let rows = self.unless_damaged(campaign, self.store.entries(campaign, from).await).await?;
        match rows.into_iter().map(crate::sound::read).collect() {
            Ok(entries) => Ok(entries),
            Err(damage) => Err(self.stop(campaign, damage).await),
        }
    }
}
