//! The gateway: serenity and poise as shipped, with the house behind them.

use crate::registering::register;
use crate::repeatable::because_of;
use crate::servers;
use crate::settings::{check_base, is_loopback};
use commands::house::House;
use commands::requests::{Requests, Sent};
use commands::tally::Tally;
use serenity::all::{
    BotGateway, ChannelId, Client, ClientBuilder, Context, CurrentApplicationInfo, Event, Framework,
    FullEvent, GatewayIntents, GuildId, Http, HttpBuilder, Interaction, LightMethod, RawEventHandler,
    Request, Route, ShardManager,
};
use serenity::gateway::ConnectionStage;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How long the goodbye to the gateway may take. What is under way then has five seconds more, and the runtime two: a stop takes ten at most.
const GOODBYE: Duration = Duration::from_secs(2);
/// What is said where Discord does not know the token.
const UNKNOWN_TOKEN: &str =
    "Discord does not take this token. Make a new one in the developer portal and set CHANCERY_TOKEN.";
/// How often the gateway is asked to end while it says goodbye: a connection that is only being made cannot be told yet.
const ASKED_AGAIN: Duration = Duration::from_millis(100);
/// For how long Discord is asked how many shards it wants.
const ASKED_FOR_SHARDS: Duration = Duration::from_secs(30);

/// A connection to Discord, or to the server on this machine that stands in for it.
pub struct Gateway {
    token: String,
    base: String,
    more: fn() -> Vec<Command>,
}

/// A slash command of the bot.
pub type Command = poise::Command<commands::Data, commands::Error>;

impl Gateway {
    /// A connection with a token; `base` is empty for Discord itself.
    ///
    /// # Errors
    /// A sentence where the base is not on this machine.
    pub fn new(token: &str, base: &str) -> Result<Gateway, String> {
        check_base(base)?;
        Ok(Gateway { token: token.to_owned(), base: base.to_owned(), more: Vec::new })
    }

    /// The same with more commands than the game's: what a benchmark compares with.
    #[must_use]
    pub fn with(self, more: fn() -> Vec<Command>) -> Gateway {
        Gateway { more, ..self }
    }

    fn http(&self) -> Http {
        // The built-in limiter would pass the proxy by and go to Discord, and keeps every interaction for ever. What has a limit goes by
        // `Requests` or by the delivery, which obey Discord's word themselves, in play as in tests.
        let http = HttpBuilder::new(&self.token).ratelimiter_disabled(true);
        if self.base.is_empty() { http.build() } else { http.proxy(&self.base).build() }
    }

    /// The application's number, asked of the server.
    ///
    /// # Errors
    /// A sentence where the token is not taken or the server not reached.
    pub async fn application(&self) -> Result<u64, String> {
        let silent = || {
            "Discord cannot be reached, or did not answer as it should. Is this machine online?".to_owned()
        };
        let request = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        match Requests::new(Arc::default()).once(&self.http(), &request).await {
            Sent::Taken(answer) => {
                let info: CurrentApplicationInfo = answer.json().await.map_err(|_| silent())?;
                Ok(info.id.get())
            }
            Sent::Refused { status: 401, .. } => Err(UNKNOWN_TOKEN.to_owned()),
            Sent::Later { status, code, .. } | Sent::Refused { status, code } => {
                tracing::warn!(status, code, "Discord did not say which application this is");
                Err(silent())
            }
        }
    }

    /// Serves until `stop` says so, which ends it within two seconds whatever the gateway does meanwhile. `ready` is told when Discord has
    /// taken the commands.
    ///
    /// # Errors
    /// A sentence where the gateway refuses for good.
    pub async fn serve(
        &self,
        house: Arc<House>,
        ready: watch::Sender<bool>,
        stop: watch::Receiver<bool>,
    ) -> Result<(), String> {
        let tally = house.tally.clone();
        let (mut asked, said) = (stop.clone(), stop);
        let ended = tokio::select! {
            ended = self.served(house, ready, said) => ended,
            () = late(&mut asked) => {
                tracing::warn!("the gateway did not say goodbye in time");
                Ok(())
            }
        };
        tally.all_disconnected();
        ended
    }

    async fn served(
        &self,
        house: Arc<House>,
        ready: watch::Sender<bool>,
        mut stop: watch::Receiver<bool>,
    ) -> Result<(), String> {
        let options = poise::FrameworkOptions {
            commands: commands::all().into_iter().chain((self.more)()).collect(),
            on_error: |error| Box::pin(commands::on_error(error)),
            pre_command: |ctx| Box::pin(async move { ctx.data().does_something_else(ctx.author().id.get()) }),
            event_handler: |framework, event| Box::pin(heard(framework, event)),
            allowed_mentions: Some(serenity::all::CreateAllowedMentions::new()),
            initialize_owners: false,
            ..Default::default()
        };
        let (counted, unread) = (house.tally.clone(), Unread(house.clone()));
        let (tell, known) = oneshot::channel();
        let registrar = house.clone();
        let framework = poise::Framework::builder()
            .options(options)
            .initialize_owners(false)
            .setup(move |_, shard, framework| {
                let all = poise::builtins::create_application_commands(&framework.options().commands);
                let _ = tell.send((shard.application.id, all));
                Box::pin(async move { Ok(house) })
            })
            .build();
        let mut client = ClientBuilder::new_with_http(self.http(), GatewayIntents::GUILDS)
            .framework(Known(framework))
            .raw_event_handler(unread)
            .await
            .map_err(|e| gateway_error(&e))?;
        if !self.base.is_empty() {
            // Serenity falls back to Discord's own gateway when the question fails; the token must not go there.
            let url = client.http.get_gateway().await.map_err(|e| gateway_error(&e))?.url;
            if !url.strip_prefix("ws://").is_some_and(is_loopback) {
                return Err(
                    "The server at discord.api_base names a gateway that is not on this machine.".to_owned()
                );
            }
            *client.ws_url.lock().await = url;
        }
        let shards: Arc<ShardManager> = client.shard_manager.clone();
        let many = shards_asked_for(&counted, &client.http).await?;
        counted.shards(many);
        tracing::info!(shards = many, "connecting to the gateway");
        let watching = watch_shards(shards.clone(), counted);
        let stopping = async move {
            if !told(&mut stop).await {
                return std::future::pending().await;
            }
            loop {
                // Between two connections there is none to end, and the library then forgets that it was asked.
                shards.shutdown_all().await;
                tokio::time::sleep(ASKED_AGAIN).await;
            }
        };
        let registering = {
            let http = client.http.clone();
            async move {
                register(registrar, http, known, ready).await;
                std::future::pending().await
            }
        };
        tokio::select! {
            // Serenity starts them one after another, five seconds apart, which is the strictest that Discord asks for.
            ended = client.start_shards(many) => ended.map_err(|e| gateway_error(&e)),
            () = watching => Ok(()),
            () = registering => Ok(()),
            () = stopping => Ok(()),
        }
    }
}

/// Notes every second which shards are not connected, for ever.
async fn watch_shards(shards: Arc<ShardManager>, tally: Arc<Tally>) {
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        for (shard, runner) in shards.runners.lock().await.iter() {
            if runner.stage != ConnectionStage::Connected {
                tally.disconnected(shard.0);
            }
        }
    }
}

/// How many shards Discord wants: one connection is told of 2,500 servers at most.
///
/// # Errors
/// A sentence where Discord does not say.
async fn shards_asked_for(tally: &Arc<Tally>, http: &Http) -> Result<u32, String> {
    let silent = || "Discord does not say how many connections to its gateway it wants.".to_owned();
    let request = Request::new(Route::GatewayBot, LightMethod::Get);
    let until = Instant::now() + ASKED_FOR_SHARDS;
    let answer = Requests::new(tally.clone()).until("shards", http, &request, until).await;
    let gateway: BotGateway = answer.map_err(|_| silent())?.json().await.map_err(|_| silent())?;
    Ok(gateway.shards.max(1))
}

/// Waits until a stop is asked for; false where nobody is left who could ask for one.
async fn told(stop: &mut watch::Receiver<bool>) -> bool {
    stop.wait_for(|stop| *stop).await.is_ok()
}

/// Waits until a stop was asked for and the time for the goodbye is over.
async fn late(stop: &mut watch::Receiver<bool>) {
    if !told(stop).await {
        return std::future::pending().await;
    }
    tokio::time::sleep(GOODBYE).await;
}

/// The framework as it is; what an interaction asks for is done in its name.
struct Known(poise::Framework<commands::Data, commands::Error>);

#[serenity::async_trait]
impl Framework for Known {
    async fn init(&mut self, client: &Client) {
        self.0.init(client).await;
    }

    async fn dispatch(&self, ctx: Context, event: FullEvent) {
        match &event {
            FullEvent::InteractionCreate { interaction } => {
                let interaction = interaction.id().get();
                because_of(interaction, self.0.dispatch(ctx, event)).await;
            }
            _ => self.0.dispatch(ctx, event).await,
        }
    }
}

/// The events that the bot lives by.
const LIVES_BY: [&str; 5] = ["READY", "RESUMED", "GUILD_CREATE", "GUILD_DELETE", "INTERACTION_CREATE"];

/// Hears of events that the library could not read: Discord has changed them, or the way was bad.
struct Unread(Arc<House>);

#[serenity::async_trait]
impl RawEventHandler for Unread {
    async fn raw_event(&self, _ctx: Context, event: Event) {
        let Event::Unknown(event) = event else { return };
        // Discord has many more kinds, and invents others: only one that the bot lives by is missed.
        let Some(kind) = LIVES_BY.into_iter().find(|kind| *kind == event.kind) else { return };
        self.0.tally.event_unread();
        // What stands in it is somebody's, and is not told.
        tracing::warn!(kind, "an event of the gateway could not be read");
        let guild = match kind {
            "GUILD_CREATE" => event.value["id"].as_str(),
            "INTERACTION_CREATE" => event.value["guild_id"].as_str(),
            _ => None,
        };
        if let Some(guild) = guild.and_then(|guild| guild.parse().ok()) {
            servers::entered(&self.0, guild).await;
        }
    }
}

/// The server from which an interaction comes; none of one in direct messages.
fn guild_of(interaction: &Interaction) -> Option<GuildId> {
    match interaction {
        Interaction::Command(asked) | Interaction::Autocomplete(asked) => asked.guild_id,
        Interaction::Component(pressed) => pressed.guild_id,
        Interaction::Modal(form) => form.guild_id,
        _ => None,
    }
}

/// The channel from which an interaction comes.
fn channel_of(interaction: &Interaction) -> Option<ChannelId> {
    match interaction {
        Interaction::Command(asked) | Interaction::Autocomplete(asked) => Some(asked.channel_id),
        Interaction::Component(pressed) => Some(pressed.channel_id),
        Interaction::Modal(form) => Some(form.channel_id),
        _ => None,
    }
}

async fn heard(
    framework: poise::FrameworkContext<'_, commands::Data, commands::Error>,
    event: &FullEvent,
) -> Result<(), commands::Error> {
    let house: &Arc<House> = framework.user_data;
    let http = &framework.serenity_context.http;
    if let FullEvent::InteractionCreate { interaction } = event {
        if let Some(guild) = guild_of(interaction) {
            // Whoever asked need not wait for that.
            let (house, at) = (house.clone(), house.now());
            tokio::spawn(async move { servers::used(&house, guild.get(), at).await });
        }
        if let (Some(channel), Some(may)) = (channel_of(interaction), interaction.app_permissions()) {
            house.may_do(channel.get(), may);
        }
    }
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(pressed) } => {
            commands::pressed(house, http, pressed).await;
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => {
            commands::filled_in(house, http, form).await;
        }
        FullEvent::Ready { data_about_bot } => {
            let shard = data_about_bot.shard.map_or(0, |shard| shard.id.0);
            house.tally.connected(shard);
            let here = data_about_bot.guilds.iter().map(|guild| guild.id.get()).collect();
            servers::all_told(house, &here, data_about_bot.shard.map(|shard| (shard.id.get(), shard.total)))
                .await;
        }
        FullEvent::Resume { .. } => house.tally.connected(framework.serenity_context.shard_id.0),
        FullEvent::GuildCreate { guild, .. } => servers::entered(house, guild.id.get()).await,
        // An outage says `unavailable`, and is no removal.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            servers::left(house, incomplete.id.get()).await;
        }
        _ => {}
    }
    Ok(())
}

/// What ended the gateway, in a sentence; the error's own text could hold the token.
fn gateway_error(error: &serenity::Error) -> String {
    use serenity::all::GatewayError;
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => UNKNOWN_TOKEN.to_owned(),
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => "Discord refuses the bot's intents; it asks only for GUILDS.".to_owned(),
        other => {
            commands::asked::log("gateway", other);
            "The connection to Discord's gateway ended.".to_owned()
        }
    }
}
