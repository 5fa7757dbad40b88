//! `/dice roll|word|stats`.

use crate::asked::{Asked, in_campaign, told};
use crate::campaign::campaigns;
use crate::house::{House, Outcome};
use crate::message::Message;
use crate::present::dice;
use crate::{Context, Error, forms};
use engine::table::notation::Throw;
use engine::table::{Secret, Text, Verb, Word};

/// Dice on the record, your word for them, and luck
#[poise::command(slash_command, subcommands("roll", "word", "stats"), rename = "dice")]
pub async fn dice(ctx: Context<'_>) -> Result<(), Error> {
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        rolled(&house, &asked, &id, &what, purpose.as_deref()).await.into()
    })
    .await
}

/// Rolls what was written.
async fn rolled(house: &House, asked: &Asked, campaign: &str, what: &str, purpose: Option<&str>) -> Message {
    let throw = match Throw::parse(what) {
        Ok(throw) => throw,
        Err(why) => return Message::refusal(why),
    };
    let throw = match purpose.map(str::trim).filter(|purpose| !purpose.is_empty()) {
        None => throw,
        Some(purpose) => match throw.labelled(purpose) {
            Ok(throw) => throw,
            Err(why) => return Message::refusal(why),
        },
    };
    let label = match throw.label() {
        None => None,
        Some(label) => match house.fresh() {
            Err(why) => return told(Outcome::Failed(why)),
            Ok(salt) => {
                Some(Text { text: engine::table::canonical::composed(label), salt: Secret::new(salt) })
            }
        },
    };
    let verb = Verb::Roll { dice: throw.dice(), notation: throw.notation(), label };
    told(house.order(campaign, &asked.asker, verb).await)
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match word {
            None => crate::asked::Answer::Form(forms::word(&id, "word")),
            Some(word) => laid_down(&house, &asked, &id, &word).await.into(),
        }
    })
    .await
}

/// Lays down a word.
pub(crate) async fn laid_down(house: &House, asked: &Asked, campaign: &str, word: &str) -> Message {
    match Word::read(word) {
        Ok(word) => told(house.order(campaign, &asked.asker, Verb::Word { word }).await),
        Err(why) => Message::refusal(why),
    }
}

/// Luck by player against expectation
#[poise::command(slash_command)]
async fn stats(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        luck(&house, &asked, &id).await.unwrap_or_else(|why| told(Outcome::Failed(why))).into()
    })
    .await
}

async fn luck(house: &House, asked: &Asked, campaign: &str) -> Result<Message, String> {
    let entries = house.entries(campaign).await?;
    let live = house.campaign(campaign).await?;
    let live = live.lock().await;
    let scene = live.scene(live.by(asked.asker.user), house.is_operator(asked.asker.user));
    Ok(dice::stats(&scene, &entries))
}

impl House {
    /// All entries of a campaign.
    ///
    /// # Errors
    /// A sentence where they cannot be read.
    pub async fn entries(&self, campaign: &str) -> Result<Vec<engine::table::Entry>, String> {
        let rows = self.store.entries(campaign, 0).await.map_err(|e| e.to_string())?;
        rows.into_iter().map(crate::live::entry_from).collect()
    }
}
