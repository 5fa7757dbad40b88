//! A tiny poise bot, as real as one can be in a test.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use local_discord::{LocalDiscord, Settings, VirtualClock};
use poise::serenity_prelude as serenity;
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, CreateActionRow, CreateAllowedMentions,
    CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateEmbed, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditInteractionResponse, FullEvent, GatewayIntents, HttpBuilder, InputTextStyle, Interaction, Nonce,
};

pub type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

/// 2026-01-01T00:00Z.
pub const START: i64 = 1_767_225_600;

pub struct Table {
    pub server: LocalDiscord,
    bot: tokio::task::JoinHandle<()>,
    shards: Arc<serenity::ShardManager>,
}

/// A server with three members and the bot connected.
pub async fn table(change: impl FnOnce(&mut Settings)) -> Table {
    let clock = Arc::new(VirtualClock::starting_at(START));
    let mut settings = Settings::new(clock, "a.test.token", "k3y");
    settings.channels = vec!["table".to_owned(), "desk".to_owned()];
    settings.users = vec!["anna".to_owned(), "🦊".to_owned(), "דוד".to_owned()];
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/discord-openapi.json");
    if description.exists() {
        settings.openapi = Some(description);
    } else {
        println!("the check against Discord's API description is skipped: it is not here");
    }
    change(&mut settings);
    let server = LocalDiscord::start(settings).await.unwrap();
    let (bot, shards) = start_bot(&server).await;
    let table = Table { server, bot, shards };
    table
        .until("the bot to register its commands", |server| {
            server.connected() && !server.commands().is_empty()
        })
        .await;
    table
}

impl Table {
    pub async fn until(&self, what: &str, done: impl Fn(&LocalDiscord) -> bool) {
        let since = Instant::now();
        while !done(&self.server) {
            assert!(
                since.elapsed() < Duration::from_secs(30),
                "waited in vain for {what}\n{}\n{:#?}",
                self.server.transcript(),
                self.server.violations(),
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until so many things were seen.
    pub async fn seen(&self, count: usize) -> local_discord::Seen {
        self.until(&format!("{count} things seen"), |server| {
            server.seen().len() >= count && server.activity().0 == 0
        })
        .await;
        self.server.seen()[count - 1].clone()
    }

    /// Ends the test: nothing the bot did was out of order.
    pub async fn end(self) {
        let violations = self.server.violations();
        assert!(violations.is_empty(), "{violations:#?}\n{}", self.server.transcript());
        self.shards.shutdown_all().await;
        self.server.stop().await;
        self.bot.abort();
    }
}

async fn start_bot(server: &LocalDiscord) -> (tokio::task::JoinHandle<()>, Arc<serenity::ShardManager>) {
    let http = HttpBuilder::new(server.token()).proxy(server.api_base()).ratelimiter_disabled(true).build();
    let gateway = http.get_gateway().await.unwrap();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![hello(), form(), slow(), picture(), tell(), group()],
            event_handler: |framework, event| Box::pin(handle(framework.serenity_context, event)),
            // poise's own would answer with the error, and the tests count answers.
            on_error: |error| Box::pin(async move { println!("the bot met: {error}") }),
            initialize_owners: false,
            ..Default::default()
        })
        .setup(|context, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(context, &framework.options().commands).await?;
                Ok(())
            })
        })
        .build();
    let mut client = serenity::ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .framework(framework)
        .await
        .unwrap();
    *client.ws_url.lock().await = gateway.url;
    let shards = client.shard_manager.clone();
    let bot = tokio::spawn(async move {
        if let Err(why) = client.start().await {
            println!("the bot ended: {why}");
        }
    });
    (bot, shards)
}

async fn names(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = ["Austria", "France", "Prussia"]
        .into_iter()
        .filter(|name| name.to_lowercase().starts_with(&typed.to_lowercase()))
        .map(AutocompleteChoice::from)
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

fn rows() -> Vec<CreateActionRow> {
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("more").label("More"),
            CreateButton::new("ask").label("Ask").style(ButtonStyle::Danger),
            CreateButton::new("off").label("Off").disabled(true),
        ]),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new(
                "menu",
                CreateSelectMenuKind::String {
                    options: vec![
                        CreateSelectMenuOption::new("One", "1"),
                        CreateSelectMenuOption::new("Two", "2").description("The second."),
                    ],
                },
            )
            .placeholder("Pick one"),
        ),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("who", CreateSelectMenuKind::User { default_users: None })
                .placeholder("Pick a member"),
        ),
    ]
}

/// Greets.
#[poise::command(slash_command)]
async fn hello(
    context: Context<'_>,
    #[description = "Whom"]
    #[autocomplete = "names"]
    name: String,
    #[description = "How often"]
    #[min = 1]
    #[max = 9]
    times: Option<i64>,
    #[description = "Who asks"] host: Option<serenity::Member>,
    #[description = "Where"] place: Option<serenity::GuildChannel>,
    #[description = "For all"] open: Option<bool>,
) -> Result<(), Error> {
    let text = format!(
        "Hello {name} {} {} {}",
        times.unwrap_or(1),
        host.map(|host| host.display_name().to_owned()).unwrap_or_default(),
        place.map(|place| place.name).unwrap_or_default(),
    );
    context
        .send(
            poise::CreateReply::default()
                .content(text.trim_end())
                .embed(
                    CreateEmbed::new()
                        .title("Card")
                        .field("Goal", "300", true)
                        .footer(serenity::CreateEmbedFooter::new("foot"))
                        .colour(0x33_66_99),
                )
                .components(rows())
                .ephemeral(!open.unwrap_or(false)),
        )
        .await?;
    Ok(())
}

fn modal() -> CreateModal {
    CreateModal::new("sheet", "Bid sheet").components(vec![
        CreateActionRow::InputText(CreateInputText::new(InputTextStyle::Short, "Your bid", "bid")),
        CreateActionRow::InputText(
            CreateInputText::new(InputTextStyle::Paragraph, "Why", "why")
                .required(false)
                .max_length(100)
                .value("because"),
        ),
    ])
}

/// Opens a form.
#[poise::command(slash_command)]
async fn form(context: Context<'_>) -> Result<(), Error> {
    if let poise::Context::Application(context) = context {
        context
            .interaction
            .create_response(context.http(), CreateInteractionResponse::Modal(modal()))
            .await?;
    }
    Ok(())
}

/// Takes its time.
#[poise::command(slash_command)]
async fn slow(context: Context<'_>) -> Result<(), Error> {
    if let poise::Context::Application(context) = context {
        let (http, asked) = (context.http(), context.interaction);
        asked.defer_ephemeral(http).await?;
        asked.edit_response(http, EditInteractionResponse::new().content("First.")).await?;
        let more = asked
            .create_followup(
                http,
                CreateInteractionResponseFollowup::new().content("Second.").ephemeral(true),
            )
            .await?;
        asked
            .edit_followup(http, more.id, CreateInteractionResponseFollowup::new().content("Second, again."))
            .await?;
        let first = asked.get_response(http).await?;
        assert_eq!(first.content, "First.");
        asked.delete_followup(http, more.id).await?;
    }
    Ok(())
}

/// The smallest PNG header there is.
pub fn png() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 1, 0, 0, 0, 0, 128, 8, 2, 0, 0, 0]);
    png
}

/// Shows a picture.
#[poise::command(slash_command)]
async fn picture(context: Context<'_>) -> Result<(), Error> {
    context
        .send(
            poise::CreateReply::default()
                .embed(CreateEmbed::new().title("Map").image("attachment://map.png"))
                .attachment(CreateAttachment::bytes(png(), "map.png"))
                .attachment(CreateAttachment::bytes(&b"{}"[..], "record.jsonl")),
        )
        .await?;
    Ok(())
}

/// Tells somebody.
#[poise::command(slash_command)]
async fn tell(context: Context<'_>, whom: serenity::User) -> Result<(), Error> {
    context.send(poise::CreateReply::default().content("Told.").ephemeral(true)).await?;
    whom.direct_message(context.http(), CreateMessage::new().content("A secret.")).await?;
    for _ in 0..2 {
        context
            .channel_id()
            .send_message(
                context.http(),
                CreateMessage::new()
                    .content(format!("<@{}> was told; <@{}> was not.", whom.id, context.author().id))
                    .allowed_mentions(CreateAllowedMentions::new().users([whom.id]))
                    .nonce(Nonce::String("row-1".to_owned()))
                    .enforce_nonce(true),
            )
            .await?;
    }
    Ok(())
}

/// A group.
#[poise::command(slash_command, subcommands("sub"))]
async fn group(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// A branch.
#[poise::command(slash_command)]
async fn sub(
    context: Context<'_>,
    #[description = "Text"]
    #[rename = "text"]
    told: Option<String>,
) -> Result<(), Error> {
    context.say(told.unwrap_or_else(|| "Nothing.".to_owned())).await?;
    Ok(())
}

fn private(text: &str) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(CreateInteractionResponseMessage::new().content(text).ephemeral(true))
}

async fn handle(context: &serenity::Context, event: &FullEvent) -> Result<(), Error> {
    let FullEvent::InteractionCreate { interaction } = event else {
        return Ok(());
    };
    match interaction {
        Interaction::Component(press) => {
            let response = match press.data.custom_id.as_str() {
                "more" => CreateInteractionResponse::UpdateMessage(
                    CreateInteractionResponseMessage::new().content("More!").components(vec![]),
                ),
                "ask" => CreateInteractionResponse::Modal(modal()),
                _ => private(&format!("{:?}", press.data.kind)),
            };
            press.create_response(&context.http, response).await?;
        }
        Interaction::Modal(sent) => {
            let mut told = Vec::new();
            for row in &sent.data.components {
                for part in &row.components {
                    if let ActionRowComponent::InputText(input) = part {
                        told.push(format!("{}={}", input.custom_id, input.value.clone().unwrap_or_default()));
                    }
                }
            }
            sent.create_response(&context.http, private(&told.join(" "))).await?;
        }
        _ => {}
    }
    Ok(())
}
