//! The house: every campaign that is played here, live in memory, and the one door through which it changes.
//!
//! `interaction → command → engine.decide → db.commit → engine.apply → present → outbox → Discord`. The clock and the restore rule come
//! in through the same door. Orders of one campaign are taken one after another; campaigns do not wait for each other.

pub use crate::asker::{Asker, Named};
use crate::chance::{Clock, Randomness, campaign_id};
use crate::live::Live;
use crate::message::{File, Message, clip};
pub use crate::outcome::Outcome;
use crate::people::Person;
use crate::present::card::TurnCard;
use crate::present::{self, Post, To};
use crate::rows::{entry_row, person_row, roots_row};
use crate::say;
use crate::sound::{self, Damage, Published};
use crate::speech::renamed::Renamed;
use crate::speech::{self, Language};
use db::{CampaignRow, Commit, CommitError, History, NewMessage, PersonRow, Request, Store, Target};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use table::campaign::{SCHEMA, Stage};
use table::chance::Chain;
use table::hash::sha256;
use table::said;
use table::{Act, By, Campaign, Entry, Founding, Order, Refusal, Verb, carried_out, decide, found};
use tokio::sync::{Mutex, Notify, OnceCell};

/// Who gives an order.
#[derive(Clone, Copy)]
enum Giver<'a> {
    /// The bot.
    Bot,
    /// A person who was forgotten: that he leaves his seat.
    Forgotten(u32),
    /// A user.
    Asks(&'a Asker),
}

impl<'a> Giver<'a> {
    fn asker(self) -> Option<&'a Asker> {
        match self {
            Giver::Asks(asker) => Some(asker),
            Giver::Bot | Giver::Forgotten(_) => None,
        }
    }
}

/// Every campaign that is played here.
pub struct House {
    /// The database.
    pub store: Store,
    /// Rung when the outbox has something new.
    pub outbox: Arc<Notify>,
    /// Channels in which the bot may not write.
    pub barred: crate::council::BarredChannels,
    /// Rung when a campaign is stopped.
    pub alarm: Notify,
    /// What the operator may count.
    pub tally: Arc<crate::tally::Tally>,
    /// The way on which answers go to Discord.
    pub requests: crate::requests::Requests,
    /// Who was called to answer something.
    pub(crate) calls: crate::calls::Calls,
    /// What each user pressed last.
    pub(crate) taps: crate::taps::Taps,
    /// What was typed into forms in vain.
    pub drafts: crate::drafts::Drafts,
    /// Pictures that are being drawn for who waits for them.
    pub drawing: crate::drawing::Drawing,
    /// How long an interaction waits for its first answer, which can be deferred: Discord waits three seconds.
    pub answers_within: Duration,
    /// Maps that came with foundings whose forms are being filled in.
    pub(crate) brought: crate::brought::Waiting,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    operator: Option<u64>,
    pub(crate) live: Mutex<HashMap<String, Place>>,
    pub(crate) stopped: std::sync::Mutex<BTreeMap<String, Damage>>,
    forgotten: AtomicU64,
    pub(crate) founding: Mutex<()>,
    busy: Arc<AtomicUsize>,
}

/// Where a campaign stands in memory; empty while it is being read.
pub(crate) type Place = Arc<OnceCell<Arc<Mutex<Live>>>>;

/// Held while somebody's request is being worked on, so that a graceful stop and a rehearsal can wait for it.
pub struct AtWork(Arc<AtomicUsize>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What a campaign is founded with besides the game's own choices.
#[derive(Clone, Debug, Default)]
pub struct With {
    /// The umpire, where there is one.
    pub umpire: Option<Named>,
    /// The language in which the council is spoken to.
    pub language: Language,
    /// The file of the picture under the map that the campaign is founded with.
    pub under: Option<Vec<u8>>,
}

/// The most orders that the clock gives a campaign in one look.
const MOST_DUE: usize = 200;

/// A snapshot is taken after so many entries.
const SNAPSHOT_EVERY: u64 = 200;

/// By so much the answer to an order is ahead of its posts: less than a network needs for either.
const ANSWER_FIRST: Duration = Duration::from_millis(1);

/// The longest name of a campaign, in characters.
const LONGEST_NAME: usize = 100;

impl House {
    /// A house on a database.
    #[must_use]
    pub fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        operator: Option<u64>,
    ) -> House {
        let tally: Arc<crate::tally::Tally> = Arc::default();
        House {
            store,
            outbox: Arc::default(),
            barred: crate::council::BarredChannels::default(),
            alarm: Notify::new(),
            requests: crate::requests::Requests::new(tally.clone()),
            calls: crate::calls::Calls::default(),
            taps: crate::taps::Taps::default(),
            tally,
            drafts: crate::drafts::Drafts::default(),
            drawing: crate::drawing::Drawing::default(),
            answers_within: Duration::from_secs(3),
            brought: crate::brought::Waiting::default(),
            clock,
            randomness,
            operator,
            live: Mutex::default(),
            stopped: std::sync::Mutex::default(),
            forgotten: AtomicU64::new(0),
            founding: Mutex::default(),
            busy: Arc::default(),
        }
    }

    /// Unix seconds by the house's clock.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// The same where an interaction waits so long for its first answer.
    #[must_use]
    pub fn answering_within(self, limit: Duration) -> House {
        House { answers_within: limit, ..self }
    }

    /// The same with what a restart loses on purpose, out of another house: what was typed in vain, and who was called within the hour. So
    /// a play with restarts can be compared with one without.
    #[must_use]
    pub fn taking_over(self, other: &House) -> House {
        self.drafts.take_over(&other.drafts);
        self.calls.take_over(&other.calls);
        self
    }

    /// How long work may take before its answer is deferred: half of the time for a first answer.
    #[must_use]
    pub fn patience(&self) -> Duration {
        self.answers_within / 2
    }

    /// How many seconds the clock is behind the latest moment on the record of a campaign that is being played; 0 where it is behind none.
    /// No record goes back: what comes there meanwhile bears that latest moment too. Looks at the campaigns that are in memory.
    pub async fn behind(&self) -> i64 {
        let places: Vec<Place> = self.live.lock().await.values().cloned().collect();
        let (mut latest, now) = (i64::MIN, self.now());
        for live in places.iter().filter_map(|place| place.get()) {
            let campaign = &live.lock().await.campaign;
            if campaign.play.stage != Stage::Closed {
                latest = latest.max(campaign.last_at);
            }
        }
        latest.saturating_sub(now).max(0)
    }

    /// 32 fresh random bytes.
    ///
    /// # Errors
    /// A sentence where there are none.
    pub fn fresh(&self) -> Result<[u8; 32], String> {
        self.randomness.bytes()
    }

    /// Whether a user runs this bot.
    #[must_use]
    pub fn is_operator(&self, user: u64) -> bool {
        self.operator == Some(user)
    }

    /// Whether the settings name the user who runs this bot.
    #[must_use]
    pub fn operator(&self) -> Option<u64> {
        self.operator
    }

    /// Shows something of a campaign to who asks: `show` gets the scene, as he may see it.
    ///
    /// # Errors
    /// A sentence where the campaign cannot be read.
    pub async fn shown<T>(
        &self,
        campaign: &str,
        asker: &Asker,
        show: impl FnOnce(&present::Scene<'_>) -> T,
    ) -> Result<T, String> {
        let live = self.campaign(campaign).await?;
        let live = live.lock().await;
        let (by, operator) = (live.by(asker.user), self.is_operator(asker.user));
        let scene = live.scene_acting(by, operator, asker.acting.as_ref(), self.now());
        Ok(speech::renamed::in_names(scene.renamed(), || show(&scene)))
    }

    /// Does work that speaks of a campaign, in its names of now; in those of the start where it cannot be read.
    pub(crate) async fn naming<F: Future>(&self, campaign: &str, work: F) -> F::Output {
        let names = match self.campaign(campaign).await {
            Ok(live) => live.lock().await.renamed(),
            Err(_) => Renamed::default(),
        };
        speech::renamed::naming(names, work).await
    }

    /// Marks a request as being worked on.
    #[must_use]
    pub fn at_work(&self) -> AtWork {
        self.busy.fetch_add(1, Ordering::SeqCst);
        AtWork(self.busy.clone())
    }

    /// A user gives a command: what he presses after it is no second tap of what he pressed before.
    pub fn does_something_else(&self, user: u64) {
        self.taps.is_over(user);
    }

    /// How many requests are being worked on.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.busy.load(Ordering::SeqCst)
    }

    /// A campaign, from memory or from the database.
    ///
    /// # Errors
    /// A sentence where there is none of this id, it is stopped, or it cannot be read.
    pub async fn campaign(&self, id: &str) -> Result<Arc<Mutex<Live>>, String> {
        self.goes_on(id)?;
        // The map is held only for the look, so that reading one campaign keeps no other waiting.
        let place = self.live.lock().await.entry(id.to_owned()).or_default().clone();
        let read = place.get_or_try_init(|| async {
            let mut live = self.read(id).await?;
            self.by_rules_that_are_here(&mut live).await?;
            Ok(Arc::new(Mutex::new(live)))
        });
        let read = read.await;
        if read.is_err() {
            self.live.lock().await.remove(id);
        }
        read.cloned()
    }

    /// Drops what memory holds, so that the database is read anew; after somebody was forgotten.
    pub async fn forget_memory(&self) {
        self.live.lock().await.clear();
    }

    /// Drops what memory holds where another program has forgotten somebody since the last look.
    pub async fn heed_forgetting(&self) {
        // What cannot be read now is read at the next look.
        if let Ok(forgotten) = self.store.forgotten().await
            && self.forgotten.swap(forgotten, Ordering::SeqCst) != forgotten
        {
            self.forget_memory().await;
        }
    }

    /// A campaign from the database, judged; one that is not sound is stopped.
    pub(crate) async fn read(&self, id: &str) -> Result<Live, String> {
        let row = self.unless_damaged(id, self.store.campaign(id).await).await?;
        let row = row.ok_or_else(|| say!("There is no such campaign here (any more)."))?;
        let history = self.unless_damaged(id, self.store.history(id, Some(SCHEMA)).await).await?;
        let (seq, from, forgotten) = (history.entries.len() as u64, history.from, history.forgotten);
        let sound = self.unless_stopped(id, history, sound::judged).await?;
        // After the history: where somebody is forgotten in between, the first commit is stale and all of it is read anew.
        let people = self.unless_damaged(id, self.store.people(id).await).await?;
        let card = self.card_of(id, &sound.campaign).await?;
        Ok(Live {
            row,
            campaign: sound.campaign.into(),
            people: people.into_iter().map(|row| (row.person, Person::from(row))).collect(),
            roots: sound.roots,
            generation: sound.generation,
            seq,
            since_snapshot: seq.saturating_sub(from),
            published: sound.published,
            forgotten,
            card,
        })
    }

    /// Where the turn card of a campaign stands, by what was posted.
    async fn card_of(&self, id: &str, campaign: &Campaign) -> Result<TurnCard, String> {
        let purpose = present::card::purpose(&campaign.public_view());
        let stands = self.unless_damaged(id, self.store.card_stands(id, &purpose).await).await?;
        let u32_of = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let again = stands.purpose.rsplit_once('+').and_then(|(_, again)| again.parse().ok());
        Ok(TurnCard { again: again.unwrap_or(0), below: u32_of(stands.below) })
    }

    /// Judges a campaign by its history, on a thread of its own; where it is not sound, it is stopped.
    pub(crate) async fn unless_stopped<T: Send + 'static>(
        &self,
        id: &str,
        history: History,
        judge: fn(History) -> Result<T, Damage>,
    ) -> Result<T, String> {
        let judged = tokio::task::spawn_blocking(move || judge(history)).await;
        match judged.map_err(|_| say!("Reading it broke off. Try again."))? {
            Ok(sound) => Ok(sound),
            Err(damage) => Err(self.stop(id, damage).await),
        }
    }

    /// Founds a campaign in a channel.
    pub async fn found(
        &self,
        asker: &Asker,
        guild: u64,
        channel: u64,
        name: &str,
        asked: Founding,
    ) -> Outcome {
        self.found_with(asker, guild, channel, name, asked, &With::default()).await
    }

    /// Keeps the picture under the map that a campaign was founded with, where it was founded with one.
    async fn keep_under(&self, campaign: &str, bytes: Option<&[u8]>) -> Result<(), db::WriteError> {
        let Some(bytes) = bytes else { return Ok(()) };
        let digest = sha256(&[bytes]).0;
        self.store.keep_picture(campaign, digest, bytes.to_vec(), Vec::new()).await
    }

    /// The same, with an umpire and the language of the council.
    pub async fn found_with(
        &self,
        asker: &Asker,
        guild: u64,
        channel: u64,
        name: &str,
        asked: Founding,
        with: &With,
    ) -> Outcome {
        let _at_work = self.at_work();
        let outcome = self.try_found(asker, guild, channel, name, asked, with).await;
        self.tally.order(outcome.unwrap_or_else(Outcome::Failed))
    }

    /// Why a campaign of this name cannot be founded in a channel; `None` where it can.
    async fn may_not_found(&self, guild: u64, channel: u64, name: &str) -> Result<Option<Refusal>, String> {
        if name.trim().is_empty() {
            return Ok(Some(Refusal::new(said!("A campaign needs a name."))));
        }
        let length = name.chars().count();
        if length > LONGEST_NAME {
            return Ok(Some(Refusal::new(said!(
                "The name of a campaign has at most {} characters, and this one has {}.",
                LONGEST_NAME,
                length
            ))));
        }
        self.council_of_another(guild, channel).await
    }

    /// The refusal where a channel is the council of a campaign that is not closed.
    pub(crate) async fn council_of_another(
        &self,
        guild: u64,
        channel: u64,
    ) -> Result<Option<Refusal>, String> {
        let taken = self.store.campaigns_of_guild(guild).await.map_err(|e| e.to_string())?;
        let other = taken.iter().find(|row| row.channel == channel && !row.archived);
        Ok(other.map(|other| {
            Refusal::new(said!(
                "This channel is the council of \"{}\", which is not closed. Every campaign has a channel of its own.",
                present::names::plain(&other.name)
            ))
        }))
    }

    async fn try_found(
        &self,
        asker: &Asker,
        guild: u64,
        channel: u64,
        name: &str,
        asked: Founding,
        with: &With,
    ) -> Result<Outcome, String> {
        // Held throughout, so that one channel cannot become the council of two campaigns founded at once.
        let _founding = self.founding.lock().await;
        if let Some(twice) = self.answered(asker).await? {
            return Ok(twice);
        }
        if let Some(refusal) = self.may_not_found(guild, channel, name).await? {
            return Ok(Outcome::Refused(refusal));
        }
        let id = campaign_id(&self.fresh()?);
        let umpire = with.umpire.as_ref().map(|_| 2).or(asked.umpire);
        let founding = Founding { campaign: id.clone(), at: self.now(), umpire, ..asked };
        let mut chance = Chain::founding((self.fresh()?, self.fresh()?));
        let entries = match found(&founding, &mut chance) {
            Ok(entries) => entries,
            Err(refusal) => return Ok(Outcome::Refused(refusal)),
        };
        let roots = chance.founded().ok_or("The campaign's roots could not be made.")?;
        let campaign = Campaign::fold(&entries).map_err(|_| "The campaign could not be set up.")?;
        let row = CampaignRow {
            id: id.clone(),
            guild,
            channel,
            name: name.to_owned(),
            game: founding.game.clone(),
            settings: serde_json::json!({"language": with.language.locale()}).to_string(),
            founded: founding.at,
            archived: false,
        };
        let fresh = Live {
            row: row.clone(),
            campaign: campaign.into(),
            people: founders(asker, with.umpire.as_ref()),
            roots: roots.clone(),
            generation: 0,
            seq: entries.len() as u64,
            since_snapshot: 0,
            published: Published::default().follow(&entries),
            forgotten: 0,
            card: TurnCard::default(),
        };
        let scene = fresh.scene(By::Person(1), self.is_operator(asker.user));
        let posts = speech::readers::after(&fresh, &scene, asker.language, &entries);
        let commit = Commit {
            campaign: id.clone(),
            found: Some(row),
            people: fresh.people.iter().map(|(n, person)| person_row(*n, person)).collect(),
            roots: Some(roots_row(&roots, 0)),
            ..self.commit_of(asker, &fresh, 0, &entries, &posts)?
        };
        Ok(match self.tally.commit(self.store.commit(commit)).await {
            Ok(_) => {
                let live = OnceCell::new_with(Some(Arc::new(Mutex::new(fresh))));
                self.live.lock().await.insert(id.clone(), Arc::new(live));
                // The record has its digest already; the file belongs to a campaign that is there.
                let kept = self.keep_under(&id, with.under.as_deref()).await;
                self.outbox.notify_one();
                Outcome::Done(picture_kept(kept, posts.reply))
            }
            Err(e) => not_kept(e),
        })
    }

    /// Takes an order from a user.
    pub async fn order(&self, campaign: &str, asker: &Asker, verb: Verb) -> Outcome {
        self.order_naming(campaign, asker, &[], |_| verb.clone()).await
    }

    /// Takes an order that names other users: `make` gets the persons that they are in this campaign. One whom it does not know yet
    /// gets the next number.
    pub async fn order_naming(
        &self,
        campaign: &str,
        asker: &Asker,
        named: &[Named],
        make: impl Fn(&[u32]) -> Verb + Send,
    ) -> Outcome {
        self.order_with(campaign, asker, named, &[], make).await
    }

    /// The same with files that go out with its post in the council.
    pub(crate) async fn order_with(
        &self,
        campaign: &str,
        asker: &Asker,
        named: &[Named],
        files: &[File],
        make: impl Fn(&[u32]) -> Verb + Send,
    ) -> Outcome {
        let _at_work = self.at_work();
        let live = match self.campaign(campaign).await {
            Err(why) => return self.tally.order(Outcome::Failed(why)),
            Ok(live) => live,
        };
        // What the bot was to do when it was stopped comes before anybody's order.
        if live.lock().await.campaign.has_deals_due() {
            self.bot_acts(campaign).await;
        }
        let outcome = {
            let mut live = live.lock().await;
            let (persons, new) = live.persons(asker.user, named);
            let verb = make(&persons);
            self.take(&mut live, Giver::Asks(asker), verb, &new, files).await.unwrap_or_else(Outcome::Failed)
        };
        if matches!(outcome, Outcome::Done(_)) {
            self.bot_acts(campaign).await;
        }
        self.tally.order(outcome)
    }

    /// Stand-ins act at once after a player has, so that a practice game does not wait for the clock; and what was lodged for a slot is given
    /// when it opens.
    async fn bot_acts(&self, campaign: &str) {
        for _ in 0..MOST_DUE {
            let Ok(live) = self.campaign(campaign).await else { return };
            let mut live = live.lock().await;
            let stands_in = live.campaign.play.seats.values().any(|seat| seat.stand_in);
            let gives = live.campaign.gives_lodged() || live.campaign.has_deals_due();
            if !stands_in && !gives {
                return;
            }
            let before = live.seq;
            let _ = self.take(&mut live, Giver::Bot, Verb::Tick, &[], &[]).await;
            if live.seq == before {
                return;
            }
        }
    }

    /// The clock looks in at a campaign: everything that is due by now is done, each as an order of its own.
    ///
    /// # Errors
    /// A sentence where the campaign cannot be read or an order of the clock's fails.
    pub async fn look_in(&self, campaign: &str) -> Result<(), String> {
        let _at_work = self.at_work();
        let live = self.campaign(campaign).await?;
        self.forgotten_leave(&mut *live.lock().await).await?;
        for _ in 0..MOST_DUE {
            let live = self.campaign(campaign).await?;
            let mut live = live.lock().await;
            let before = live.seq;
            match self.take(&mut live, Giver::Bot, Verb::Tick, &[], &[]).await? {
                Outcome::Failed(why) => return Err(why),
                Outcome::Refused(refusal) => return Err(refusal.says.to_string()),
                Outcome::Done(_) | Outcome::Twice(_) => {}
            }
            if live.seq == before {
                break;
            }
        }
        Ok(())
    }

    /// A campaign whose revision of the rules this program no longer has goes on by its newest, and says so.
    async fn by_rules_that_are_here(&self, live: &mut Live) -> Result<(), String> {
        if live.campaign.has_its_rules() || live.campaign.play.stage == Stage::Closed {
            return Ok(());
        }
        match self.take(live, Giver::Bot, Verb::Revise, &[], &[]).await? {
            Outcome::Failed(why) => Err(why),
            Outcome::Refused(refusal) => Err(refusal.says.to_string()),
            Outcome::Done(_) | Outcome::Twice(_) => Ok(()),
        }
    }

    /// Whoever was forgotten has left his seat: it is told, and somebody else can take it.
    async fn forgotten_leave(&self, live: &mut Live) -> Result<(), String> {
        let play = &live.campaign.play;
        let leaves = match play.stage {
            Stage::Gathering => Verb::Leave,
            Stage::Playing => Verb::Act { act: Act::Resign, text: None },
            Stage::Closed => return Ok(()),
        };
        let gone = |person: &u32| live.people.get(person).is_some_and(|is| is.user.is_none());
        let gone: Vec<u32> = play.seats.values().filter_map(|seat| seat.person).filter(gone).collect();
        for person in gone {
            match self.take(live, Giver::Forgotten(person), leaves.clone(), &[], &[]).await? {
                Outcome::Failed(why) => return Err(why),
                Outcome::Refused(refusal) => {
                    tracing::warn!(
                        campaign = live.row.id,
                        "a forgotten player keeps his seat: {}",
                        refusal.says
                    );
                }
                Outcome::Done(_) | Outcome::Twice(_) => {}
            }
        }
        Ok(())
    }

    /// The refusal that an order would meet now, without giving it: before a form is shown that could only be refused.
    ///
    /// # Errors
    /// A sentence where the campaign cannot be read.
    pub async fn refusal(
        &self,
        campaign: &str,
        asker: &Asker,
        verb: Verb,
    ) -> Result<Option<Refusal>, String> {
        Ok(self.tried(campaign, asker, verb).await?.err())
    }

    /// What an order would do now, without giving it: for one that takes no die, so that a player sees what he would pay.
    ///
    /// # Errors
    /// A sentence where the campaign cannot be read.
    pub async fn tried(
        &self,
        campaign: &str,
        asker: &Asker,
        verb: Verb,
    ) -> Result<Result<Vec<Entry>, Refusal>, String> {
        let live = self.campaign(campaign).await?;
        let live = live.lock().await;
        let (by, operator) = (live.by(asker.user), self.is_operator(asker.user));
        let order = Order { at: self.now(), by, operator, verb: asker.meant(verb) };
        let mut chance = Chain::of(&live.roots, ([0; 32], [0; 32]));
        Ok(decide(&live.campaign, &order, &mut chance))
    }

    /// The bot's own order: the clock, or the restore rule.
    pub async fn own_order(&self, campaign: &str, verb: Verb) -> Outcome {
        let _at_work = self.at_work();
        self.tally.own_order(match self.campaign(campaign).await {
            Err(why) => Outcome::Failed(why),
            Ok(live) => {
                let mut live = live.lock().await;
                self.take(&mut live, Giver::Bot, verb, &[], &[]).await.unwrap_or_else(Outcome::Failed)
            }
        })
    }

    /// What the interaction was answered when it came before, if it did; told only to whom it was told then.
    pub(crate) async fn answered(&self, asker: &Asker) -> Result<Option<Outcome>, String> {
        let taken = self.store.request(asker.once).await.map_err(|e| e.to_string())?;
        Ok(taken.map(|taken| {
            let reply = taken.reply.filter(|reply| reply.user == asker.user);
            Outcome::Twice(reply.and_then(|reply| serde_json::from_str(&reply.json).ok()))
        }))
    }

    async fn take(
        &self,
        live: &mut Live,
        giver: Giver<'_>,
        verb: Verb,
        named: &[(u32, Person)],
        files: &[File],
    ) -> Result<Outcome, String> {
        let before = live.seq;
        let outcome = Box::pin(self.take_now(live, giver, verb, named, files)).await;
        // The database takes no interaction twice. One that came to nothing may be the second delivery of one that was taken, and is
        // answered as the first was.
        if !(matches!(outcome, Ok(Outcome::Done(_))) && live.seq != before)
            && let Giver::Asks(asker) = giver
            && let Some(twice) = self.answered(asker).await?
        {
            return Ok(twice);
        }
        outcome
    }

    async fn take_now(
        &self,
        live: &mut Live,
        giver: Giver<'_>,
        verb: Verb,
        named: &[(u32, Person)],
        files: &[File],
    ) -> Result<Outcome, String> {
        if let Some(outcome) = Box::pin(self.try_take(live, giver, verb.clone(), named, files)).await? {
            return Ok(outcome);
        }
        // The database is ahead of what memory held.
        *live = self.read(&live.row.id).await?;
        let outcome = Box::pin(self.try_take(live, giver, verb, named, files)).await?;
        Ok(outcome.unwrap_or_else(|| {
            Outcome::Failed(say!("The campaign moved on meanwhile; nothing was changed. Try again."))
        }))
    }

    /// Takes an order; `None` where the campaign in memory is not the one in the database any more.
    async fn try_take(
        &self,
        live: &mut Live,
        giver: Giver<'_>,
        verb: Verb,
        named: &[(u32, Person)],
        files: &[File],
    ) -> Result<Option<Outcome>, String> {
        let asker = giver.asker();
        let by = match giver {
            Giver::Bot => By::Bot,
            Giver::Forgotten(person) => By::Person(person),
            Giver::Asks(asker) => live.by(asker.user),
        };
        let operator = asker.is_some_and(|asker| self.is_operator(asker.user));
        let verb = asker.map_or_else(|| verb.clone(), |asker| asker.meant(verb.clone()));
        let order = Order { at: self.now(), by, operator, verb };
        // Nothing that follows from the roots is said before it is sure that they are the right ones.
        if let Err(damage) = live.published.leads_from(&live.roots, live.campaign.epoch.number) {
            return Err(self.stop(&live.row.id, damage).await);
        }
        let roots = live.roots.clone();
        let mut chance = Chain::of(&roots, (self.fresh()?, self.fresh()?));
        let (entries, after) = match decided(&live.campaign, &order, &mut chance)? {
            Ok(decided) => decided,
            Err(refusal) => return Ok(Some(Outcome::Refused(refusal))),
        };
        if entries.is_empty() {
            return Ok(Some(Outcome::Done(Message::text(say!("There was nothing to do.")))));
        }
        let fresh_roots = chance.founded();
        let mut next = Live {
            row: live.row.clone(),
            campaign: after.into(),
            people: live.people.clone(),
            roots: fresh_roots.clone().unwrap_or(roots),
            generation: live.generation + u32::from(fresh_roots.is_some()),
            seq: live.seq + entries.len() as u64,
            since_snapshot: live.since_snapshot + entries.len() as u64,
            published: live.published.clone().follow(&entries),
            forgotten: live.forgotten,
            card: live.card,
        };
        let people = known_now(&mut next.people, named, asker.zip(by.person()));
        let language = asker.map_or_else(|| next.language(), |asker| asker.language);
        let acting = asker.and_then(|asker| asker.acting.as_ref());
        let mut scene = next.scene_acting(by, operator, acting, order.at);
        scene.finally = asker.is_some_and(|asker| asker.finally);
        scene.before = Some(live.campaign.public_view());
        scene.beside_before = live.beside();
        let mut posts = speech::readers::after(&next, &scene, language, &entries);
        posts.posts.retain(|post| !self.calls.was_told(&next.row.id, post, order.at));
        crate::receipts::receipts(&next, &entries, &mut posts);
        let card = live.card.after(&scene, &posts);
        crate::annex::files(&mut posts, files);
        let before = || self.entries(&next.row.id);
        crate::annex::from_the_record(before, next.language(), &scene, &entries, &mut posts).await?;
        let nobody = Asker::nobody();
        let mut commit = self.commit_of(asker.unwrap_or(&nobody), &next, live.seq, &entries, &posts)?;
        commit.request = commit.request.filter(|_| asker.is_some());
        commit.people = people;
        commit.archived = next.campaign.play.stage == table::Stage::Closed;
        commit.roots = fresh_roots.as_ref().map(|roots| roots_row(roots, next.generation));
        commit.restored_done = matches!(order.verb, Verb::Restored);
        if next.since_snapshot >= SNAPSHOT_EVERY {
            commit.snapshot = Some(sound::snapshot_of(&next.campaign, next.seq)?);
            next.since_snapshot = 0;
        }
        Ok(match self.tally.commit(self.store.commit(commit)).await {
            Ok(_) => {
                next.card = card;
                next.row.archived |= next.campaign.play.stage == table::Stage::Closed;
                let before = std::mem::replace(live, next);
                self.calls.told(&live.row.id, posts.posts.iter(), order.at);
                self.after_the_answer(before);
                Some(Outcome::Done(posts.reply))
            }
            Err(CommitError::Stale { .. }) => None,
            Err(e) => Some(not_kept(e)),
        })
    }

    /// What is left to do when an order is committed: its posts go out, and what was before is put away. Who asked waits for his answer alone,
    /// and on two cores either of these would take the place of that.
    fn after_the_answer(&self, before: Live) {
        let outbox = Arc::clone(&self.outbox);
        tokio::spawn(async move {
            tokio::time::sleep(ANSWER_FIRST).await;
            outbox.notify_one();
            drop(before);
        });
    }

    fn commit_of(
        &self,
        asker: &Asker,
        live: &Live,
        expect_seq: u64,
        entries: &[Entry],
        posts: &present::Posts,
    ) -> Result<Commit, String> {
        let now = self.now();
        let line = entries.iter().rev().find_map(|entry| entry.line).map(|(line, _)| line);
        let outbox = posts
            .posts
            .iter()
            .filter_map(|post| outgoing(live, post, line, now))
            .collect::<Result<Vec<NewMessage>, String>>()?;
        let entries = entries.iter().enumerate();
        Ok(Commit {
            campaign: live.row.id.clone(),
            expect_seq,
            request: Some(Request {
                id: asker.once,
                user: asker.user,
                at: now,
                reply: posts.reply.json().to_string(),
            }),
            entries: entries
                .map(|(i, entry)| entry_row(expect_seq + i as u64, entry))
                .collect::<Result<_, String>>()?,
            outbox,
            forgotten: Some(live.forgotten),
            ..Commit::default()
        })
    }

    /// The campaigns that a user's command could mean, from where he is: the channel's or the thread's, else the server's; in a direct
    /// message his own.
    ///
    /// # Errors
    /// A sentence where the database cannot be read.
    pub async fn campaigns_here(
        &self,
        user: u64,
        guild: Option<u64>,
        channel: Option<u64>,
    ) -> Result<Vec<CampaignRow>, String> {
        let told = |e: db::ReadError| e.to_string();
        let Some(guild) = guild else {
            return self.store.campaigns_of_user(user).await.map_err(told);
        };
        let rows = self.store.campaigns_of_guild(guild).await.map_err(told)?;
        let in_channel: Vec<CampaignRow> =
            rows.iter().filter(|row| Some(row.channel) == channel).cloned().collect();
        let threads = match channel {
            Some(channel) if in_channel.is_empty() => {
                self.store.campaign_of_thread(channel).await.map_err(told)?
            }
            _ => None,
        };
        Ok(match rows.iter().find(|row| Some(&row.id) == threads.as_ref()) {
            Some(row) => vec![row.clone()],
            None if in_channel.is_empty() => rows,
            None => in_channel,
        })
    }
}

fn outgoing(live: &Live, post: &Post, line: Option<u64>, now: i64) -> Option<Result<NewMessage, String>> {
    let target = match &post.to {
        To::Council => Target::Channel(live.row.channel),
        To::Card(purpose) => Target::Edit { purpose: purpose.clone(), channel: live.row.channel },
        To::Opening { purpose, name } => {
            let (purpose, name) = (purpose.clone(), name.clone());
            Target::Opening { purpose, name, channel: live.row.channel }
        }
        To::Thread(purpose) => Target::Thread { purpose: purpose.clone(), channel: live.row.channel },
        // Nobody is behind a seat whose player had himself forgotten.
        To::Seat(seat) => Target::User(live.user_of(seat)?),
        To::Person(person) => Target::User(live.people.get(person)?.user?),
    };
    Some(Ok(NewMessage {
        target,
        body: post.message.json().to_string(),
        files: post.message.files.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect(),
        picture: post.message.picture.as_ref().map(|picture| picture.of.clone()),
        line,
        since: now,
        kind: post.kind.to_owned(),
    }))
}

/// The answer to who founded a campaign: where the picture under its map was not kept, it says so.
fn picture_kept(kept: Result<(), db::WriteError>, reply: Message) -> Message {
    match kept {
        Ok(()) => reply,
        Err(why) => {
            tracing::error!(%why, "the picture under a map was not kept");
            let lost = say!("The picture under the map could not be kept. /map pack lays it again.");
            Message { content: clip(&format!("{}\n{lost}", reply.content), 2_000), ..reply }
        }
    }
}

/// Whom a campaign knows when it is founded: the host, and the umpire as the second.
fn founders(host: &Asker, umpire: Option<&Named>) -> BTreeMap<u32, Person> {
    let mut people = BTreeMap::from([(1, Person::of(host))]);
    if let Some(umpire) = umpire {
        let (user, name) = (Some(umpire.user), Some(umpire.name.clone()));
        people.insert(2, Person { user, name, language: Language::default() });
    }
    people
}

/// What the rules make of an order, and the campaign after it. A fault in one campaign's rules must not touch another; the panic hook
/// has logged where it was.
fn decided(
    campaign: &Campaign,
    order: &Order,
    chance: &mut Chain<'_>,
) -> Result<Result<(Vec<Entry>, Campaign), Refusal>, String> {
    catch_unwind(AssertUnwindSafe(|| carried_out(campaign, order, chance))).map_err(|_| {
        say!(
            "Something in the rules broke over this order. Nothing was changed; the operator finds the place in the log."
        )
    })
}

/// Takes up those whom an order names, and who gives it where he is called otherwise than before; the rows of all of them.
fn known_now(
    people: &mut BTreeMap<u32, Person>,
    named: &[(u32, Person)],
    giver: Option<(&Asker, u32)>,
) -> Vec<PersonRow> {
    let mut rows = Vec::new();
    for (n, person) in named {
        rows.push(person_row(*n, person));
        people.insert(*n, person.clone());
    }
    if let Some((asker, n)) = giver {
        let person = Person::of(asker);
        if people.get(&n) != Some(&person) {
            rows.push(person_row(n, &person));
            people.insert(n, person);
        }
    }
    rows
}

/// What a commit that failed is told as.
pub(crate) fn not_kept(e: CommitError) -> Outcome {
    match e {
        CommitError::Duplicate { reply } => {
            Outcome::Twice(reply.and_then(|reply| serde_json::from_str(&reply).ok()))
        }
        other => Outcome::Failed(say!("{} Nothing was changed.", other.to_string())),
    }
}
