//! What somebody asked of the bot in Discord, and how he is answered.
//!
//! The first answer must come within three seconds and goes out as soon as the order is committed. Work that takes longer is deferred.
//! An answer that does not get through is sent again as long as Discord takes it; what was asked is done once.

pub use crate::answer::{Answer, Fate, Unanswered};
use crate::asker::{Asker, Named};
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Component, EPHEMERAL, Look, Message};
use crate::outcome::Outcome;
use crate::present::Scene;
use crate::present::front;
use crate::speech::{self, Language};
use crate::{Context, Data, Error, say};
use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Http, LightMethod, Multipart, MultipartUpload, Request, Route};
use serenity::model::application::{
    ActionRowComponent, ButtonKind, CommandInteraction, ComponentInteraction, ModalInteraction,
};
use serenity::model::channel::{Message as Shown, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::{ChannelId, GuildId, InteractionId};
use serenity::model::permissions::Permissions;
use serenity::model::user::User;
use std::future::Future;
use std::time::{Duration, Instant};
use table::{Entry, Secret, Text, Verb, said};

/// How long an interaction's token can change the answer, from when it was asked; less what a request takes.
const LATER: Duration = Duration::from_secs(15 * 60 - 10);

/// What a verb ends with whose answer is a message of its own: where it stands on one that only its receiver sees, that one stays.
pub const APART: &str = "/apart";

/// The verb of *My desk* on a message that stays when something is pressed on it.
pub(crate) const DESK_APART: &str = "desk/apart";

/// An interaction, reduced to what matters here.
#[derive(Clone)]
pub struct Asked {
    /// Who asks.
    pub asker: Asker,
    /// The server; `None` in a direct message.
    pub guild: Option<u64>,
    /// The channel.
    pub channel: u64,
    /// Whether the button, select or form stands on a message that only he sees: the answer takes that message's place.
    pub on_private: bool,
    /// Whether he may manage the server.
    pub manages: bool,
    /// What the bot may do in the channel; `None` where Discord does not tell.
    pub bot_may: Option<Permissions>,
    /// Whether the channel is a thread.
    pub in_thread: bool,
    token: String,
    pub(crate) since: Instant,
}

impl Asked {
    /// From a slash command.
    #[must_use]
    pub fn command(interaction: &CommandInteraction) -> Asked {
        let CommandInteraction { id, user, member, guild_id, channel_id, token, locale, .. } = interaction;
        let asked = Asked::of(*id, user, member.as_deref(), *guild_id, *channel_id, token, locale);
        asked.at(interaction.app_permissions, interaction.channel.as_ref())
    }

    /// From a button.
    #[must_use]
    pub fn component(interaction: &ComponentInteraction) -> Asked {
        let ComponentInteraction { id, user, member, guild_id, channel_id, token, locale, .. } = interaction;
        let asked = Asked::of(*id, user, member.as_ref(), *guild_id, *channel_id, token, locale);
        let asked = asked.at(interaction.app_permissions, interaction.channel.as_ref());
        let apart = CustomId::read(&interaction.data.custom_id).is_some_and(|id| id.verb.ends_with(APART));
        Asked { on_private: is_private(&interaction.message) && !apart, ..asked }
    }

    /// From a form that was filled in.
    #[must_use]
    pub fn form(interaction: &ModalInteraction) -> Asked {
        let ModalInteraction { id, user, member, guild_id, channel_id, token, locale, .. } = interaction;
        let asked = Asked::of(*id, user, member.as_ref(), *guild_id, *channel_id, token, locale);
        let asked = asked.at(interaction.app_permissions, interaction.channel.as_ref());
        Asked { on_private: interaction.message.as_deref().is_some_and(is_private), ..asked }
    }

    /// The same with what Discord tells of the channel.
    fn at(self, bot_may: Option<Permissions>, channel: Option<&PartialChannel>) -> Asked {
        let in_thread = channel.is_some_and(|channel| channel.thread_metadata.is_some());
        Asked { bot_may, in_thread, ..self }
    }

    fn of(
        id: InteractionId,
        user: &User,
        member: Option<&Member>,
        guild: Option<GuildId>,
        channel: ChannelId,
        token: &str,
        locale: &str,
    ) -> Asked {
        let nick = member.and_then(|member| member.nick.clone());
        let name = nick.or_else(|| user.global_name.clone()).unwrap_or_else(|| user.name.clone());
        let may = member.and_then(|member| member.permissions).unwrap_or_default();
        Asked {
            asker: Asker {
                user: user.id.get(),
                name,
                interaction: id.get(),
                once: id.get(),
                language: Language::of_locale(locale),
                acting: None,
                finally: false,
            },
            guild: guild.map(GuildId::get),
            channel: channel.get(),
            on_private: false,
            manages: may.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR),
            bot_may: None,
            in_thread: false,
            token: token.to_owned(),
            since: Instant::now(),
        }
    }

    /// Does the work and answers with what comes of it, only to who asked. Work that takes longer than the house is patient is deferred
    /// first; a form cannot follow then, so work that may answer with a form must be quick.
    pub async fn answer_with(&self, house: &House, http: &Http, work: impl Future<Output = Answer>) -> Fate {
        let line = Line { house, http };
        let mut work = std::pin::pin!(speech::speaking(self.asker.language, work));
        tokio::select! {
            biased;
            answer = &mut work => {
                let sent = self.answer(line, &answer).await;
                Fate::of(sent, answer)
            }
            () = tokio::time::sleep(house.patience()) => {
                let (deferred, answer) = tokio::join!(self.defer(line), work);
                let sent = match deferred {
                    Ok(()) => self.follow(line, &answer).await,
                    Err(e) => Err(e),
                };
                Fate::of(sent, answer)
            }
        }
    }

    /// The same; an answer for which it is too late goes out by direct message.
    pub async fn answer_or_write(&self, house: &House, http: &Http, work: impl Future<Output = Answer>) {
        let fate = self.answer_with(house, http, work).await;
        if let Fate::TooLate { answer, .. } = house.tally.answer(self.since, fate) {
            speech::speaking(self.asker.language, house.answer_late(self, answer)).await;
        }
    }

    /// Defers first, then does the work: for files.
    pub async fn answer_later(&self, house: &House, http: &Http, work: impl Future<Output = Answer>) {
        let line = Line { house, http };
        if self.defer(line).await.is_ok() {
            let _ = self.follow(line, &speech::speaking(self.asker.language, work).await).await;
        }
    }

    async fn answer(&self, line: Line<'_>, answer: &Answer) -> Result<(), Unanswered> {
        let (body, files) = match answer {
            Answer::Form(form) => (json!({"type": 9, "data": form.json()}), Vec::new()),
            Answer::Message(message) if self.on_private => {
                (json!({"type": 7, "data": in_its_place(message)}), attachments(message))
            }
            Answer::Message(message) => {
                let mut data = message.json();
                data["flags"] = json!(EPHEMERAL);
                (json!({"type": 4, "data": data}), attachments(message))
            }
            Answer::Here(message) => (json!({"type": 4, "data": message.json()}), attachments(message)),
        };
        self.callback(line, &body, files).await
    }

    async fn defer(&self, line: Line<'_>) -> Result<(), Unanswered> {
        // Buttons that stay would be pressed again: what was pressed on says that the answer is on its way, until that takes its place.
        let body = if self.on_private {
            let waits = speech::in_language(self.asker.language, || {
                Message::text(say!("One moment: what you asked for is being made."))
            });
            json!({"type": 7, "data": in_its_place(&waits)})
        } else {
            json!({"type": 5, "data": {"flags": EPHEMERAL}})
        };
        self.callback(line, &body, Vec::new()).await
    }

    async fn callback(
        &self,
        line: Line<'_>,
        body: &Value,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Unanswered> {
        let interaction_id = InteractionId::new(self.asker.interaction);
        let route = Route::InteractionResponse { interaction_id, token: &self.token };
        let request = with_body(Request::new(route, LightMethod::Post), body, files);
        match line.send("interaction callback", &request, self.since + line.house.answers_within).await {
            // It had been taken, and only Discord's word for it was lost.
            Err(Unanswered { code: 40_060, again: true, .. }) => Ok(()),
            sent => sent,
        }
    }

    async fn follow(&self, line: Line<'_>, answer: &Answer) -> Result<(), Unanswered> {
        let late = speech::in_language(self.asker.language, || {
            Message::text(say!("That took too long for a form to follow. Ask for it again."))
        });
        let message = match answer {
            // What was deferred stays for his eyes alone.
            Answer::Message(message) | Answer::Here(message) => message,
            Answer::Form(_) => &late,
        };
        let body = in_its_place(message);
        // Known since the gateway was connected, over which the interaction came.
        let application_id = line.http.application_id().unwrap_or_default();
        let route = Route::WebhookOriginalInteractionResponse { application_id, token: &self.token };
        let request = with_body(Request::new(route, LightMethod::Patch), &body, attachments(message));
        line.send("interaction edit", &request, self.since + LATER).await
    }
}

/// Where something is asked: the house, who asks, and the campaign that is meant.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The house.
    pub house: &'a House,
    /// What was asked, and by whom.
    pub asked: &'a Asked,
    /// The campaign's ten characters.
    pub campaign: &'a str,
}

impl At<'_> {
    /// Nothing, where the campaign is of this game.
    ///
    /// # Errors
    /// The refusal of a command or button of this game in a campaign of another.
    pub async fn must_be_of(self, game: &str) -> Result<(), Message> {
        another_game(self.house, self.campaign, game).await.map_or(Ok(()), Err)
    }

    /// Looks at the campaign as who asks sees it, a regent as he sees the seat he acts for.
    ///
    /// # Errors
    /// A message for who asked, where the campaign cannot be read.
    pub async fn look<T>(self, see: impl FnOnce(&Scene<'_>) -> T) -> Result<T, Message> {
        self.house.shown(self.campaign, &self.asked.asker, see).await.map_err(failed)
    }

    /// The same with the record's entries.
    ///
    /// # Errors
    /// A message for who asked, where the campaign cannot be read.
    pub async fn look_back<T>(self, see: impl FnOnce(&Scene<'_>, &[Entry]) -> T) -> Result<T, Message> {
        let entries = self.house.entries(self.campaign).await.map_err(failed)?;
        self.look(|scene| see(scene, &entries)).await
    }

    /// What who asks sees of the campaign.
    ///
    /// # Errors
    /// A message for who asked: why he sees nothing of it, or that the campaign cannot be read.
    pub async fn show<M, R: Into<Message>>(
        self,
        see: impl FnOnce(&Scene<'_>) -> Result<M, R>,
    ) -> Result<M, Message> {
        self.look(see).await?.map_err(R::into)
    }

    /// The same where there may be nothing to be seen: `none` says why.
    ///
    /// # Errors
    /// A message for who asked.
    pub async fn show_or<M, R: Into<Message>>(
        self,
        see: impl FnOnce(&Scene<'_>) -> Option<M>,
        none: impl FnOnce() -> R,
    ) -> Result<M, Message> {
        self.show(|scene| see(scene).ok_or_else(none)).await
    }

    /// Gives an order in the name of who asks, and says what came of it.
    pub async fn order(self, verb: Verb) -> Message {
        told(self.house.order(self.campaign, &self.asked.asker, verb).await)
    }

    /// The same for an order of the game's, written as the record has it.
    ///
    /// # Errors
    /// A message for who asked, where it cannot be written.
    pub async fn game_order(self, order: &impl serde::Serialize) -> Result<Message, Message> {
        let order = serde_json::to_value(order)
            .map_err(|_| Message::refusal(said!("That order could not be written.")))?;
        Ok(self.order(Verb::Game(order)).await)
    }

    /// The same for an order about people who were named: it is given the person of each.
    pub async fn order_naming(self, named: &[Named], make: impl Fn(&[u32]) -> Verb + Send) -> Message {
        told(self.house.order_naming(self.campaign, &self.asked.asker, named, make).await)
    }

    /// Whether an order would be taken now: before a form is shown that could only be refused.
    ///
    /// # Errors
    /// The refusal that it would meet.
    pub async fn would_take(self, verb: Verb) -> Result<(), Message> {
        match self.house.refusal(self.campaign, &self.asked.asker, verb).await {
            Err(why) => Err(failed(why)),
            Ok(refusal) => refusal.map_or(Ok(()), |refusal| Err(refusal.into())),
        }
    }

    /// Gives an order that is kept or sealed with fresh bytes, and says what came of it.
    ///
    /// # Errors
    /// A message for who asked, where there is no randomness.
    pub async fn with_salt(self, verb: impl FnOnce(Secret<[u8; 32]>) -> Verb) -> Result<Message, Message> {
        let salt = self.house.fresh().map_err(failed)?;
        Ok(self.order(verb(Secret::new(salt))).await)
    }

    /// A free text with a salt of its own.
    ///
    /// # Errors
    /// A message for who asked, where there is no randomness.
    pub fn text(self, words: &str) -> Result<Text, Message> {
        crate::words::text(self.house, words)
    }

    /// What came of it above the desk, where it was asked on a private message.
    pub async fn with_desk(self, outcome: impl Into<Message>) -> Message {
        crate::desk::with_outcome(self, outcome.into()).await
    }
}

/// What is asked in a campaign by a command, for as long as it is answered.
pub struct Asking {
    house: Data,
    asked: Asked,
    campaign: String,
}

impl Asking {
    /// Where it is asked.
    #[must_use]
    pub fn at(&self) -> At<'_> {
        At { house: &self.house, asked: &self.asked, campaign: &self.campaign }
    }
}

/// The way to Discord, as a request goes it.
#[derive(Clone, Copy)]
struct Line<'a> {
    house: &'a House,
    http: &'a Http,
}

impl Line<'_> {
    async fn send(self, what: &'static str, request: &Request<'_>, until: Instant) -> Result<(), Unanswered> {
        self.house.requests.until(what, self.http, request, until).await.map(|_| ())
    }
}

/// A request with a body and the files that go with it.
fn with_body<'a>(request: Request<'a>, body: &Value, files: Vec<CreateAttachment>) -> Request<'a> {
    let body = body.to_string();
    if files.is_empty() {
        return request.body(Some(body.into_bytes()));
    }
    let upload = MultipartUpload::Attachments(files);
    request.multipart(Some(Multipart { upload, fields: Vec::new(), payload_json: Some(body) }))
}

/// Whether a message is one that only its receiver sees and that another may take the place of. A dispatch is shown only once, so it
/// stays; its way to the desk tells it.
fn is_private(message: &Shown) -> bool {
    let stays = message.components.iter().flat_map(|row| &row.components).any(|part| match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => {
                CustomId::read(custom_id).is_some_and(|id| id.verb == DESK_APART)
            }
            _ => false,
        },
        _ => false,
    });
    message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)) && !stays
}

/// A message as it takes the place of another: files of that one go.
fn in_its_place(message: &Message) -> Value {
    let mut body = message.json();
    if message.files.is_empty() {
        body["attachments"] = json!([]);
    }
    body
}

fn attachments(message: &Message) -> Vec<CreateAttachment> {
    let files = message.files.iter();
    files.map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone())).collect()
}

/// Answers a command with what comes of `work`.
pub async fn answer<W, F>(ctx: Context<'_>, work: W) -> Result<(), Error>
where
    W: FnOnce(Data, Asked) -> F,
    F: Future<Output = Answer> + Send,
{
    respond(ctx, |house, asked| {
        let work = work(house.clone(), asked.clone());
        async move {
            match work.await {
                Answer::Message(message) => house.or_as_before(&asked, message).await.into(),
                answer => answer,
            }
        }
    })
    .await
}

/// The same for work that sees itself to what was answered before.
async fn respond<W, F>(ctx: Context<'_>, work: W) -> Result<(), Error>
where
    W: FnOnce(Data, Asked) -> F,
    F: Future<Output = Answer> + Send,
{
    let house = ctx.data().clone();
    let _at_work = house.at_work();
    let asked = Asked::command(ctx.interaction);
    let http = &ctx.serenity_context().http;
    // On the heap: what a command may come to is large, and a worker's stack is not.
    asked.answer_or_write(&house, http, Box::pin(work(house.clone(), asked.clone()))).await;
    Ok(())
}

/// Answers a group of commands that came alone; Discord's own client never sends it so.
pub async fn without_its_part(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, |_house, _asked| async {
        Message::refusal(said!(
            "This is a group of commands: choose one of those that Discord lists under it."
        ))
        .into()
    })
    .await
}

/// Answers a command with what comes of `work` in the campaign that is meant.
pub async fn at_campaign<W, F, A>(ctx: Context<'_>, named: Option<String>, work: W) -> Result<(), Error>
where
    W: FnOnce(Asking) -> F + Send,
    F: Future<Output = A> + Send,
    A: Into<Answer>,
{
    let game = game_of(ctx);
    respond(ctx, |house, asked| find_then(house, asked, named, game, work)).await
}

/// The same for work that makes a file: the answer is deferred first.
pub async fn at_campaign_later<W, F, A>(ctx: Context<'_>, named: Option<String>, work: W) -> Result<(), Error>
where
    W: FnOnce(Asking) -> F + Send,
    F: Future<Output = A> + Send,
    A: Into<Answer>,
{
    let house = ctx.data().clone();
    let _at_work = house.at_work();
    let asked = Asked::command(ctx.interaction);
    let game = game_of(ctx);
    let work = find_then(house, asked.clone(), named, game, work);
    asked.answer_later(ctx.data(), &ctx.serenity_context().http, Box::pin(work)).await;
    Ok(())
}

/// Answers a command that belongs to no campaign with what comes of `work` that makes a file: the answer is deferred first.
pub async fn later<W, F>(ctx: Context<'_>, work: W) -> Result<(), Error>
where
    W: FnOnce(Data, Asked) -> F,
    F: Future<Output = Answer> + Send,
{
    let house = ctx.data().clone();
    let _at_work = house.at_work();
    let asked = Asked::command(ctx.interaction);
    let work = work(house, asked.clone());
    asked.answer_later(ctx.data(), &ctx.serenity_context().http, Box::pin(work)).await;
    Ok(())
}

/// The game whose command is answered; `None` for one of every campaign.
pub(crate) fn game_of<'a>(ctx: Context<'a>) -> Option<&'a str> {
    ctx.command().category.as_deref()
}

/// Does the work in the campaign that is meant. `game` is the one that the command is of, where it is not of every game.
async fn find_then<W, F, A>(
    house: Data,
    asked: Asked,
    named: Option<String>,
    game: Option<&str>,
    work: W,
) -> Answer
where
    W: FnOnce(Asking) -> F + Send,
    F: Future<Output = A> + Send,
    A: Into<Answer>,
{
    match house.meant(&asked, named.as_deref()).await {
        Err(sentence) => house.or_as_before(&asked, sentence).await.into(),
        Ok(id) => {
            if let Some(game) = game
                && let Some(refusal) = another_game(&house, &id, game).await
            {
                return house.or_as_before(&asked, refusal).await.into();
            }
            let asking = Asking { house: house.clone(), asked: asked.clone(), campaign: id.clone() };
            let answer = house.naming(&id, work(asking)).await.into();
            let Answer::Message(message) = answer else { return answer };
            let message = house.or_as_before(&asked, message).await;
            // A screen has its way back; a sentence needs none.
            if message.components.is_empty() {
                return message.into();
            }
            house.with_way_back(&asked, &id, message).await.into()
        }
    }
}

/// The refusal of a command or button of one game in a campaign of another; `None` where it is the same, or there is no such campaign.
pub async fn another_game(house: &House, campaign: &str, game: &str) -> Option<Message> {
    let live = house.campaign(campaign).await.ok()?;
    let played = live.lock().await.campaign.founded.game.clone();
    let (played, own) = (front::by_key(&played)?, front::by_key(game)?);
    (played.key() != own.key()).then(|| {
        Message::refusal(said!(
            "This campaign is one of {}, and that is of {}. /desk shows what is asked of you.",
            played.title(),
            own.title()
        ))
    })
}

/// Logs a request that failed, by route and code, and never the error itself, which could print the token.
pub fn log(route: &str, error: &serenity::Error) {
    let (status, code) = match error {
        serenity::Error::Http(serenity::http::HttpError::UnsuccessfulRequest(response)) => {
            (response.status_code.as_u16(), response.error.code)
        }
        _ => (0, 0),
    };
    tracing::warn!(route, status, code, "Discord did not take a request");
}

/// What is told where the house could not do it.
#[must_use]
pub fn failed(why: String) -> Message {
    told(Outcome::Failed(why))
}

/// What an order's outcome is told as.
#[must_use]
pub fn told(outcome: Outcome) -> Message {
    match outcome {
        Outcome::Done(message) => message,
        Outcome::Refused(refusal) => refused(&refusal),
        Outcome::Twice(Some(message)) => message,
        Outcome::Twice(None) => Message::text(say!("That was taken already.")),
        Outcome::Failed(why) => Message::refusal(said!("That could not be done. {}", why)),
    }
}

/// A refusal as the player reads it: the sentence, then the rule it rests on as it is printed. What the rule says stands behind *Why*.
#[must_use]
pub fn refused(refusal: &table::Refusal) -> Message {
    let mut rules: Vec<&str> = refusal.rules.iter().map(|rule| rule.printed()).collect();
    rules.dedup();
    let Some(first) = refusal.rules.first() else { return Message::refusal(&refusal.says) };
    let why = CustomId::free(&format!("rule/{first}"));
    Message::refusal(format!("{} {}", crate::speech::said(&refusal.says), rules.join(", ")))
        .buttons(vec![Component::button(Look::Secondary, &say!("Why"), why)])
}

impl House {
    /// What was answered, before the way back to the desk is added to it. Where it is a refusal and the interaction had been taken
    /// before, as the second of two deliveries is, the first answer stands: what it did is why the second is refused. A refusal that
    /// stands on the desk gives its place to that answer.
    pub(crate) async fn or_as_before(&self, asked: &Asked, message: Message) -> Message {
        if !message.is_refusal() {
            return message;
        }
        match self.answered(&asked.asker).await.ok().flatten().map(told) {
            None => message,
            Some(before) if message.embeds.is_empty() => before,
            Some(before) => Message { content: before.content, ..message },
        }
    }

    /// Gives by direct message what could not be answered in time. The first line tells a lock screen nothing, so the answer itself
    /// stands in embeds.
    pub(crate) async fn answer_late(&self, asked: &Asked, answer: Answer) {
        let campaign = match self.meant(asked, None).await {
            Ok(campaign) => Some(campaign),
            Err(_) => {
                let own = self.store.campaigns_of_user(asked.asker.user).await.unwrap_or_default();
                own.into_iter().next().map(|row| row.id)
            }
        };
        let Some(campaign) = campaign else { return };
        let (says, rest) = match answer {
            Answer::Form(_) => {
                (say!("It came too late for its form to open. Use it again."), Message::default())
            }
            Answer::Message(message) | Answer::Here(message) => {
                (say!("It came too late to be answered there. This is the answer:"), message)
            }
        };
        let says = say!("What you asked reached this bot only now. {}\n\n{}", says, rest.content);
        // What he had typed may be a secret, and a message that waits to go out is kept.
        let mut message = Message { content: String::new(), embeds: Vec::new(), typed: None, ..rest };
        message.embeds.push(crate::message::Embed::new("", says.trim_end()));
        message.embeds.extend(rest.embeds);
        self.late(&campaign, asked.asker.user, message).await;
    }

    /// A private message with *My desk* among its buttons, where who asks has a desk in the campaign.
    pub(crate) async fn with_way_back(&self, asked: &Asked, campaign: &str, message: Message) -> Message {
        let id = |verb: &str| CustomId::of(campaign, 0, verb);
        let desk = id("desk");
        // The desk itself is known by what it ends with.
        let is_desk = message.has(&id("status")) && message.has(&id("more"));
        if is_desk || message.has(&desk) || message.has(&id(DESK_APART)) {
            return message;
        }
        let Ok(live) = self.campaign(campaign).await else { return message };
        let live = live.lock().await;
        let by = live.by(asked.asker.user);
        let has_desk = live.campaign.seat_of(by).is_some()
            || by == live.campaign.host()
            || !live.campaign.regencies(by, self.now()).is_empty();
        if !has_desk {
            return message;
        }
        message.and_button(Component::button(Look::Secondary, &say!("My desk"), desk))
    }

    /// The campaign that somebody means from where he is, or a sentence that says how to tell.
    ///
    /// # Errors
    /// A message for who asked.
    pub async fn meant(&self, asked: &Asked, named: Option<&str>) -> Result<String, Message> {
        let failed = |why: String| Message::refusal(said!("That could not be done. {}", why));
        // From the council of one campaign another of the server can be named.
        let channel = named.is_none().then_some(asked.channel);
        let here = self.campaigns_here(asked.asker.user, asked.guild, channel).await.map_err(failed)?;
        let wanted = named.map(|name| name.trim().to_lowercase());
        let mut fits: Vec<&db::CampaignRow> = match &wanted {
            Some(name) => {
                here.iter().filter(|row| row.id == *name || row.name.to_lowercase() == *name).collect()
            }
            None => here.iter().collect(),
        };
        if fits.len() > 1 && fits.iter().any(|row| !row.archived) {
            fits.retain(|row| !row.archived);
        }
        if fits.len() > 1 && asked.guild.is_some() && fits.iter().all(|row| row.channel == asked.channel) {
            fits.sort_by_key(|row| row.founded);
            fits = fits.split_off(fits.len() - 1);
        }
        match (fits.as_slice(), &wanted) {
            ([one], _) => Ok(one.id.clone()),
            ([], Some(name)) => Err(Message::refusal(said!(
                "There is no campaign \"{}\" that you could mean here.",
                crate::present::names::plain(name)
            ))),
            ([], None) if asked.guild.is_some() => Err(Message::refusal(said!(
                "There is no campaign in this server yet. /campaign found begins one, and the channel it is called in becomes its council."
            ))),
            ([], None) => Err(Message::refusal(said!(
                "You have no seat in any campaign. Take one in a server where Chancery plays."
            ))),
            (several, _) => {
                let names =
                    several.iter().map(|row| format!("\"{}\"", crate::present::names::plain(&row.name)));
                let names: Vec<String> = names.collect();
                Err(Message::refusal(said!(
                    "Several campaigns could be meant: {}. Use the command in the council of one, or name it with the option campaign.",
                    crate::present::names::list(&names)
                )))
            }
        }
    }
}
