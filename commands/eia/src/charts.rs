//! `/dice chart`: rolls on the land combat chart, and how they are told.

use crate::seen::KEY;
use crate::seen::position;
use eia::charts::{Asked as OfChart, Chart, TableName, charts};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use serde_json::Value;
use table::Verb;
use table::event::Rolled;
use table::facts::Origin;
use table::notation::Throw;
use table_commands::asked::{Asked, At, at_campaign, failed};
use table_commands::dice::labelled;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::front::OnChart;
use table_commands::present::names::count;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::{campaigns, choices};
use table_commands::{Context, Error, say, speech};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: Some("dice"), made: chart };

/// Roll on the land combat chart, on the record: what one side's die does to its enemy
#[poise::command(slash_command)]
pub(crate) async fn chart(
    ctx: Context<'_>,
    #[description = "Casualty level and morale level: 4-1"]
    #[max_length = 20]
    #[autocomplete = "tables"]
    table: String,
    #[description = "The rolling side's own factors; without them only the percentage is told"]
    #[min = 1]
    #[max = 999]
    factors: Option<u32>,
    #[rename = "mod"]
    #[description = "What is added to the die"]
    #[min = -9]
    #[max = 9]
    modifier: Option<i32>,
    #[rename = "for"]
    #[description = "What for; everybody reads it"]
    #[max_length = 200]
    purpose: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let table = TableName::meant(&table)?;
        let modifier = modifier.unwrap_or(0);
        let chart = OfChart { name: Chart::LandCombat, table, factors, modifier };
        rolled_on_chart(asking.at(), chart, purpose.as_deref()).await
    })
    .await
}

/// Rolls on the chart; the game of the campaign checks what is asked.
async fn rolled_on_chart(at: At<'_>, chart: OfChart, purpose: Option<&str>) -> Result<Message, Message> {
    let throw = Throw::parse("1d6").and_then(|die| die.labelled(purpose.unwrap_or_default()))?;
    let label = labelled(at.house, &throw).map_err(failed)?;
    let asked = serde_json::to_value(chart).map_err(|e| failed(e.to_string()))?;
    Ok(at.order(Verb::Chart { asked, label }).await)
}

/// The tables of the land combat chart: exactly as many as Discord lists.
async fn tables(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let language = Asked::command(ctx.interaction).asker.language;
    let plain = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let typed = plain(typed);
    let fits = TableName::all().filter(|table| plain(&table.to_string()).starts_with(&typed));
    let named = fits.map(|table| {
        let name = table.to_string();
        let levels = say!("{} · casualties {}, morale {}", name, table.casualties(), table.morale());
        serenity::AutocompleteChoice::new(levels, name)
    });
    table_commands::speech::speaking(language, async { choices(named) }).await
}

/// Reads a roll on the land combat chart; `None` where it is on no chart that this program knows.
pub(crate) fn read(scene: &Scene<'_>, asked: &Value, rolled: &Rolled) -> Option<OnChart> {
    let asked = OfChart::read(asked).ok()?;
    let die = *rolled.result.first()?;
    let loss = asked.loss(die);
    let morale = speech::tenths(u64::from(loss.morale));
    let read = match asked.factors {
        Some(of) => Some(position(&scene.public)?.lost(loss.percent, of)?),
        None => None,
    };
    let factors = read.map(|read| read.factors);
    let lost = match factors {
        _ if loss.percent == 0 => None,
        Some(0) => None,
        Some(n) => Some(count(u64::from(n), "factor", "factors")),
        None => Some(format!("{} %", loss.percent)),
    };
    let worn = (loss.morale > 0).then_some(&morale);
    let result = match (lost, worn) {
        (Some(lost), Some(worn)) => say!("The enemy loses {} and {} morale", lost, worn),
        (Some(lost), None) => say!("The enemy loses {}", lost),
        (None, Some(worn)) => say!("The enemy loses {} morale", worn),
        (None, None) => say!("The enemy loses nothing"),
    };
    let sum = i64::from(die) + i64::from(asked.modifier);
    let mut reading = match asked.modifier {
        0 => say!("Die **{}**", die),
        plus if plus > 0 => format!("{die} + {plus} = **{sum}**"),
        minus => format!("{die} − {} = **{}**", minus.unsigned_abs(), sum.to_string().replace('-', "−")),
    };
    if sum != i64::from(loss.result) {
        reading.push_str(&say!(", read as **{}**", loss.result));
    }
    reading.push_str(&format!(" → {} %", loss.percent));
    if let Some(of) = asked.factors {
        reading.push_str(&say!(" of {}", of));
    }
    if loss.morale > 0 {
        reading.push_str(&say!(", morale −{}", morale));
    }
    let doubtful = |origin: Origin| !origin.is_certain();
    if doubtful(charts().combat) {
        let says = speech::word(charts().combat.says());
        reading.push_str(&say!("\n-# combat chart: {}", says));
    }
    if let Some(read) = read.filter(|read| read.factors > 0 && doubtful(read.origin)) {
        let says = speech::word(read.origin.says());
        reading.push_str(&say!("\n-# casualty chart: {}", says));
    }
    Some(OnChart { result, table: asked.table.to_string(), reading })
}
