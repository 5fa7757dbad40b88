//! `/battle open|muster|plan|live|off`: field battles. Corps and leaders are named in public; what is in the corps, chit and plan go into an
//! envelope.

mod odds;
mod read;

pub use odds::odds;

use crate::asked::{Answer, Asked, in_campaign, told};
use crate::campaign::campaigns;
use crate::custom_id::CustomId;
use crate::drafts;
use crate::house::{Asker, House};
use crate::message::{Form, Input, Message};
use crate::present::battle_plan as shown;
use crate::present::{Scene, matters};
use crate::words::{line, look, look_back, suggest};
use crate::{Context, Error, say};
use engine::eia::battles::{Order, PREFIX};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce, Sealed};
use engine::eia::land::battle::{Battle, Field};
use engine::eia::land::forces::{Factors, Sort};
use engine::eia::powers::Power;
use engine::said;
use engine::table::strongbox::{Given, Holds, Item, key};
use engine::table::view::RoundView;
use engine::table::{Said, Verb, View};
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;

/// Field battles: open one, muster your corps, seal your battle plan
#[poise::command(slash_command, subcommands("open", "muster", "plan", "live", "off"), rename = "battle")]
pub async fn battle(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Open a field battle; a form asks for what you leave out
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments)]
async fn open(
    ctx: Context<'_>,
    #[description = "The area"]
    #[max_length = 40]
    place: Option<String>,
    #[description = "The attacking powers: France, Spain"]
    #[max_length = 100]
    attackers: Option<String>,
    #[description = "The defending powers"]
    #[max_length = 100]
    defenders: Option<String>,
    #[description = "clear, forest, mountain, marsh, desert; river; surrounded; limited; …"]
    #[max_length = 200]
    ground: Option<String>,
    #[description = "The areas from which the attackers came"]
    #[max_length = 200]
    from: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match (place, attackers, defenders) {
            (None, None, None) => open_form(&house, &asked, &id).await,
            (place, attackers, defenders) => {
                let texts = [place, attackers, defenders, ground, from].map(Option::unwrap_or_default);
                let message = opens_one(&house, &asked, &id, &texts).await;
                let names = ["place", "attackers", "defenders", "ground", "from"];
                let typed: Vec<(&str, &str)> =
                    names.into_iter().zip(texts.iter().map(String::as_str)).collect();
                drafts::of_command(&house, &asked, message, (&id, 0, "battle/open"), &typed).await.into()
            }
        }
    })
    .await
}

/// Say which of your corps and leaders are there; a form asks
#[poise::command(slash_command)]
async fn muster(
    ctx: Context<'_>,
    #[description = "The battle, where several wait for you"]
    #[autocomplete = "battles"]
    battle: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let number = battle.as_deref().and_then(|number| number.parse().ok());
        match muster_form(&house, &asked, &id, number, None).await {
            Ok(answer) => answer,
            Err(sentence) => sentence.into(),
        }
    })
    .await
}

/// Make your battle plan: chit, guard, losses; only you see it
#[poise::command(slash_command)]
async fn plan(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        plan_screen(&house, &asked, &id, None).await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

/// Fight your battle live: when all want it, each step is asked
#[poise::command(slash_command)]
async fn live(
    ctx: Context<'_>,
    #[description = "The battle, where you fight in several"]
    #[autocomplete = "battles"]
    battle: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let number = battle.as_deref().and_then(|number| number.trim().parse().ok());
        wants_live(&house, &asked, &id, number).await.into()
    })
    .await
}

/// Call a battle off before all have mustered
#[poise::command(slash_command)]
async fn off(
    ctx: Context<'_>,
    #[description = "The battle"]
    #[autocomplete = "battles"]
    battle: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let Ok(number) = battle.trim().parse() else {
            return Message::refusal(said!("No such battle is open.")).into();
        };
        order(&house, &asked, &id, &Order::CallOff { number }).await.into()
    })
    .await
}

/// The open battles of who types, by place.
async fn battles(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(seat) = scene.own.seat() else { return Vec::new() };
        let own = shown::of_seat(&scene.own, seat).into_iter();
        own.map(|(number, battle, _)| (battle.field.place, number.to_string())).collect()
    })
    .await
}

/// An order of losses, as the form shows one.
const LOSSES: &str = "m, i, c, gd";

pub(crate) async fn order(house: &House, asked: &Asked, campaign: &str, order: &Order) -> Message {
    match serde_json::to_value(order) {
        Ok(value) => told(house.order(campaign, &asked.asker, Verb::Game(value)).await),
        Err(_) => Message::refusal(said!("That cannot be written into the record.")),
    }
}

/// The form that opens a battle.
async fn open_form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let seen = look(house, asked, campaign, |scene| {
        let powers = scene.own.seat().is_some() && !scene.public.values.is_empty();
        (powers, CustomId::on(&scene.own, 0, "battle/open"))
    });
    match seen.await {
        Err(sentence) => sentence.into(),
        Ok((false, _)) => {
            Message::refusal(said!("Battles are opened by players, once every power has its player.")).into()
        }
        Ok((true, custom_id)) => Answer::Form(Form {
            title: say!("Open a battle"),
            custom_id,
            inputs: vec![
                line("place", say!("Area"), 40),
                Input {
                    placeholder: say!("France, Spain"),
                    ..line("attackers", say!("Attacking powers"), 100)
                },
                line("defenders", say!("Defending powers"), 100),
                Input {
                    required: false,
                    placeholder: say!("clear; or mountain, river, surrounded, …"),
                    ..line("ground", say!("Ground (optional)"), 200)
                },
                Input {
                    required: false,
                    placeholder: say!("Dijon, Lyon"),
                    ..line("from", say!("Areas the attackers came from (optional)"), 200)
                },
            ],
        }),
    }
}

/// Opens a battle out of what was typed.
async fn opens_one(
    house: &House,
    asked: &Asked,
    campaign: &str,
    [place, attackers, defenders, ground, from]: &[String; 5],
) -> Message {
    let read = || -> Result<Order, Said> {
        let mut field = Field::new(place.trim(), read::powers(attackers)?, read::powers(defenders)?);
        let areas = from.split([',', '\n', ';']).map(str::trim).filter(|area| !area.is_empty());
        field.from = areas.map(str::to_owned).collect();
        let neutral = read::ground(ground, &mut field)?;
        Ok(Order::Open { field, neutral })
    };
    match read() {
        Err(why) => Message::refusal(why),
        Ok(open) => order(house, asked, campaign, &open).await,
    }
}

/// The form of a muster: of this battle and power, or of the first that waits for who asks.
async fn muster_form(
    house: &House,
    asked: &Asked,
    campaign: &str,
    number: Option<u32>,
    power: Option<Power>,
) -> Result<Answer, Message> {
    let found = look(house, asked, campaign, |scene| {
        let seat = scene.own.seat()?;
        let mut open = shown::of_seat(&scene.own, seat).into_iter();
        let (number, battle, powers) = open.find(|(n, battle, powers)| {
            let waits = |power: &Power| !battle.musters.contains_key(power);
            number.map_or(powers.iter().any(waits), |number| number == *n)
        })?;
        let waiting =
            || powers.iter().find(|power| !battle.musters.contains_key(power)).or(powers.first()).copied();
        let power = power.filter(|power| powers.contains(power)).or_else(waiting)?;
        Some(Answer::Form(muster_inputs(scene, number, &battle, power)))
    });
    found.await?.ok_or_else(|| Message::refusal(said!("No battle waits for your muster.")))
}

/// The inputs of a muster, filled in with what was mustered before or, else, with the corps of the strongbox.
fn muster_inputs(scene: &Scene<'_>, number: u32, battle: &Battle, power: Power) -> Form {
    let mut texts = [String::new(), String::new(), String::new(), String::new()];
    match battle.musters.get(&power) {
        Some(muster) => {
            for stands in &muster.corps {
                let (part, mark) = match (stands.corps.adjacent, stands.aside) {
                    (true, _) => (1, "adjacent: "),
                    (false, true) => (1, ""),
                    _ => (0, ""),
                };
                texts[part].push_str(&format!("{mark}{}\n", written(&stands.corps, power)));
            }
            for leader in &muster.leaders {
                let mark = if leader.adjacent { "adjacent: " } else { "" };
                let (name, rank) = (&leader.name, leader.rank);
                let ratings =
                    [leader.strategic, leader.tactical, leader.maximum].map(|n| n.to_string()).join(" ");
                texts[2].push_str(&format!("{mark}{name} {ratings} {rank}\n"));
            }
            if muster.rifles {
                texts[3].push_str("rifles\n");
            }
        }
        None => {
            let kept = scene.own.strongbox.as_ref();
            let items = kept.map(|kept| kept.strongbox.items.clone()).unwrap_or_default();
            for kept in items.values() {
                if let Item::Corps { name, power: of, .. } = &kept.item
                    && of.as_deref().is_none_or(|of| of == power.key())
                {
                    texts[0].push_str(&format!("{name}\n"));
                }
            }
        }
    }
    let [corps, outside, leaders, also] = texts.map(|text| text.trim_end().to_owned());
    let long = |id, label, value, placeholder, required| Input {
        long: true,
        value,
        placeholder,
        required,
        ..line(id, label, 800)
    };
    Form {
        title: say!("Muster {}", power),
        custom_id: CustomId::on(&scene.own, u64::from(number), &format!("battle/muster/{}", power.key())),
        inputs: vec![
            long(
                "corps",
                say!("Corps in the fight, a line each"),
                corps,
                "II Corps: 18i 3c\nReserve: 6hc (cavalry)".to_owned(),
                true,
            ),
            long(
                "outside",
                say!("Corps that stand aside or adjacent"),
                outside,
                say!("III Corps\nadjacent: IV Corps"),
                false,
            ),
            long(
                "leaders",
                say!("Leaders: strategic tactical maximum rank"),
                leaders,
                "Davout 5 5 3 B".to_owned(),
                false,
            ),
            Input {
                required: false,
                value: also,
                placeholder: say!("rifles; Austria commands"),
                ..line("also", say!("What else (optional)"), 100)
            },
        ],
    }
}

/// A corps as its form takes it.
fn written(corps: &engine::eia::land::forces::Corps, power: Power) -> String {
    use engine::eia::land::forces::Came;
    let mut marks = Vec::new();
    if corps.nation.key() != power.key() {
        marks.push(corps.nation.name());
    }
    let flags = [
        (corps.cavalry, "cavalry"),
        (corps.came == Came::Landed, "landed"),
        (corps.came == Came::Crossed, "crossed"),
        (corps.at_home, "home"),
        (corps.trained, "trained"),
        (corps.sponsored, "sponsored"),
    ];
    marks.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.to_owned()));
    if marks.is_empty() { corps.name.clone() } else { format!("{} ({})", corps.name, marks.join(", ")) }
}

/// Musters out of what was typed; contents that stand with a corps go into the strongbox first.
async fn musters(
    house: &House,
    asked: &Asked,
    campaign: &str,
    number: u32,
    power: Power,
    texts: &[String; 4],
) -> Message {
    let (muster, inside) = match read::muster(power, texts.each_ref().map(String::as_str)) {
        Ok(read) => read,
        Err(why) => return Message::refusal(why),
    };
    if !inside.is_empty() {
        let salt = match house.fresh() {
            Ok(salt) => salt,
            Err(why) => return told(crate::house::Outcome::Failed(why)),
        };
        let items = inside.into_iter().map(|(name, factors)| Given {
            name,
            power: Some(power.key().to_owned()),
            holds: Holds::Corps(
                factors.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect(),
            ),
        });
        let act =
            engine::table::strongbox::Act::Keep { items: items.collect(), whole: false, revision: None };
        let verb = Verb::Strongbox { act, salt: engine::table::Secret::new(salt) };
        let kept = told(house.order(campaign, &first_of_two(&asked.asker), verb).await);
        if kept.is_refusal() {
            return kept;
        }
    }
    order(house, asked, campaign, &Order::Muster { number, power, muster }).await
}

/// The round of a battle that is meant: that of a prompt, else the first in which who asks fights.
fn round(view: &View, prompt: Option<u64>) -> Option<&RoundView> {
    let mut rounds = view.rounds.iter().filter(|round| round.round.starts_with(PREFIX));
    match prompt {
        Some(line) => rounds.find(|round| round.line == line),
        None => rounds.find(|round| round.mine.is_some()),
    }
}

/// Under what a plan that is being made is kept.
fn draft_key(campaign: &str, line: u64) -> String {
    format!("battle plan {campaign} {line}")
}

/// A plan being made: what is known of it.
struct Making {
    battle: Battle,
    round: String,
    line: u64,
    now: Sealed,
    /// Whether it lies in the envelope so.
    sealed: bool,
    is_final: bool,
}

/// The plan as it is being made: what was last chosen and not sealed, else what is sealed, else what the strongbox knows.
async fn making(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: Option<u64>,
) -> Result<Making, Message> {
    let found = look(house, asked, campaign, |scene| {
        let view = &scene.own;
        let open = round(view, prompt)?;
        let mine = open.mine.as_ref()?;
        let (_, battle) = shown::of_round(view, &open.round)?;
        let seat = view.seat()?;
        let powers = shown::of_seat(view, seat).into_iter().find(|(_, other, _)| *other == battle)?.2;
        let sealed =
            mine.sealed.as_ref().and_then(|sealed| serde_json::from_value(sealed.choice.clone()).ok());
        let is_final = mine.fixed || mine.sealed.as_ref().is_some_and(|sealed| sealed.is_final);
        let lies = sealed.is_some();
        let standing = || shown::standing(view, &battle, seat);
        let now = sealed.or_else(standing).unwrap_or_else(|| fresh(view, &battle, &powers));
        Some(Making { round: open.round.clone(), line: open.line, battle, now, sealed: lies, is_final })
    });
    let mut making =
        found.await?.ok_or_else(|| Message::refusal(said!("No battle asks for your plan now.")))?;
    let kept = house.drafts.of(asked.asker.user, &draft_key(campaign, making.line), house.now());
    let draft = kept.and_then(|kept| serde_json::from_str::<Sealed>(&kept.reveal().first()?.1).ok());
    if let Some(draft) =
        draft.filter(|draft| draft.of.keys().eq(making.now.of.keys()) && *draft != making.now)
    {
        making.now = draft;
        making.sealed = false;
    }
    Ok(making)
}

/// A plan before anything was chosen: the corps as the strongbox has them, or as they were after the day before.
fn fresh(view: &View, battle: &Battle, powers: &[Power]) -> Sealed {
    let known = |power: Power, name: &str| -> Option<Factors> {
        let kept = view.strongbox.as_ref()?.strongbox.items.get(&key(name))?;
        match &kept.item {
            Item::Corps { power: of, factors, .. } if of.as_deref().is_none_or(|of| of == power.key()) => {
                Factors::kept(factors).ok().filter(|factors| !factors.is_empty())
            }
            _ => None,
        }
    };
    let own = |power: &Power| {
        let before = battle.own.get(power).cloned().unwrap_or_default();
        let corps = battle.musters.get(power).map(|muster| muster.corps.iter()).into_iter().flatten();
        let factors: Option<Vec<Factors>> = corps.map(|stands| known(*power, &stands.corps.name)).collect();
        let factors = if battle.has_begun() { Vec::new() } else { factors.unwrap_or_default() };
        (*power, Own { factors, guard: None, ..before })
    };
    // Where there is nothing to choose the chit is there already.
    let plan = battle.commanded_by(powers).and_then(|who| match battle.field.kind.chits(who) {
        [only] => Some(Plan::with(*only)),
        _ => None,
    });
    Sealed { of: powers.iter().map(own).collect(), plan, word: None }
}

/// The screen of a plan.
async fn plan_screen(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: Option<u64>,
) -> Result<Message, Message> {
    let making = making(house, asked, campaign, prompt).await?;
    if making.is_final {
        return Err(Message::refusal(said!(
            "Your plan is Final. Withdraw Final at your desk to change it, as long as the envelopes are closed."
        )));
    }
    let line = making.line;
    look(house, asked, campaign, |scene| {
        let open = scene.own.rounds.iter().find(|round| round.line == line);
        open.map(|open| shown::screen(scene, open, &making.battle, &making.now, making.sealed))
    })
    .await?
    .ok_or_else(crate::bid::old_card)
}

/// Changes the plan that is being made; nothing is sealed by it.
async fn change(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    change: impl FnOnce(&Battle, &mut Sealed) -> Result<(), Said>,
) -> Message {
    let mut making = match making(house, asked, campaign, Some(prompt)).await {
        Ok(making) => making,
        Err(sentence) => return sentence,
    };
    if let Err(why) = change(&making.battle, &mut making.now) {
        return Message::refusal(why);
    }
    let Ok(text) = serde_json::to_string(&making.now) else { return crate::bid::old_card() };
    let fields = vec![("plan".to_owned(), text)];
    house.drafts.keep(asked.asker.user, &draft_key(campaign, prompt), house.now(), fields);
    plan_screen(house, asked, campaign, Some(prompt)).await.unwrap_or_else(|sentence| sentence)
}

/// Seals the plan that is being made.
async fn seals(house: &House, asked: &Asked, campaign: &str, prompt: u64) -> Message {
    let making = match making(house, asked, campaign, Some(prompt)).await {
        Ok(making) => making,
        Err(sentence) => return sentence,
    };
    let Ok(body) = serde_json::to_value(&making.now) else { return crate::bid::old_card() };
    let (round, stopped) = (making.round, making.battle.stopped.is_some());
    let seal = Verb::Seal { round: round.clone(), body };
    if !stopped {
        let outcome = told(house.order(campaign, &asked.asker, seal).await);
        if !outcome.is_refusal() {
            house.drafts.drop(asked.asker.user, &draft_key(campaign, prompt));
        }
        return outcome;
    }
    // Where a day stops all wait, so that one press seals and makes Final. See [`first_of_two`].
    if !making.sealed {
        let sealed = told(house.order(campaign, &first_of_two(&asked.asker), seal).await);
        if sealed.is_refusal() {
            return sealed;
        }
        house.drafts.drop(asked.asker.user, &draft_key(campaign, prompt));
    }
    told(house.order(campaign, &asked.asker, Verb::Final { round }).await)
}

/// One interaction, two orders: the first goes under a number that no interaction has, so that each is taken once.
fn first_of_two(asker: &Asker) -> Asker {
    Asker { interaction: !asker.interaction, ..asker.clone() }
}

/// A button or select of battles; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    first: Option<&str>,
) -> Option<Answer> {
    let chosen = first.unwrap_or_default().to_owned();
    let message = match what.split_once('/').unwrap_or((what, "")) {
        ("open" | "muster" | "details" | "odds", _) => {
            return opens(house, asked, campaign, prompt, what).await;
        }
        ("picture", _) => picture(house, asked, campaign, prompt).await,
        ("plan", _) => {
            plan_screen(house, asked, campaign, Some(prompt)).await.unwrap_or_else(|sentence| sentence)
        }
        ("seal", _) => seals(house, asked, campaign, prompt).await,
        ("chit", _) => {
            let chit: Chit = serde_json::from_value(chosen.into()).ok()?;
            change(house, asked, campaign, prompt, |_, sealed| {
                let before = sealed.plan.take().unwrap_or_else(|| Plan::with(chit));
                let outflank = if chit == Chit::Outflank { before.outflank } else { Vec::new() };
                sealed.plan = Some(Plan { chit, outflank, ..before });
                Ok(())
            })
            .await
        }
        ("guard", power) => {
            let power = Power::by_key(power)?;
            let parts: Vec<&str> = chosen.split('/').collect();
            let wanted = match parts.as_slice() {
                ["never"] => None,
                [kind, shift, when] => {
                    let when: When = serde_json::from_value((*when).into()).ok()?;
                    Some((*kind == "heavy", shift.parse::<u8>().ok()?, when))
                }
                _ => return None,
            };
            change(house, asked, campaign, prompt, |battle, sealed| guard(battle, sealed, power, wanted))
                .await
        }
        ("night", _) => {
            let stays_with = chosen.parse().ok();
            change(house, asked, campaign, prompt, |_, sealed| match &mut sealed.plan {
                Some(plan) => {
                    plan.stays_with = stays_with;
                    plan.ask_at_night = chosen == "ask";
                    Ok(())
                }
                None => Err(said!("Choose a chit first.")),
            })
            .await
        }
        ("ask", power) => {
            let power = Power::by_key(power)?;
            let ask: When = serde_json::from_value(chosen.into()).ok()?;
            change(house, asked, campaign, prompt, |_, sealed| {
                if let Some(own) = sealed.of.get_mut(&power) {
                    own.ask = ask;
                }
                Ok(())
            })
            .await
        }
        ("live", _) => {
            let number = u32::try_from(prompt).ok()?;
            wants_live(house, asked, campaign, Some(number)).await
        }
        ("pursuit", _) => {
            change(house, asked, campaign, prompt, |_, sealed| {
                if let Some(plan) = &mut sealed.plan {
                    plan.no_pursuit = !plan.no_pursuit;
                }
                Ok(())
            })
            .await
        }
        _ => return None,
    };
    Some(message.into())
}

/// Wants a battle fought live, or takes that back.
async fn wants_live(house: &House, asked: &Asked, campaign: &str, number: Option<u32>) -> Message {
    let found = look(house, asked, campaign, |scene| {
        let seat = scene.own.seat()?;
        let mut open = shown::of_seat(&scene.own, seat).into_iter();
        let (number, battle, _) = open.find(|(n, ..)| number.is_none_or(|number| number == *n))?;
        Some((number, battle.live.contains(seat)))
    });
    match found.await {
        Err(sentence) => sentence,
        Ok(None) => Message::refusal(said!("You fight in no battle that is open.")),
        Ok(Some((number, on))) => order(house, asked, campaign, &Order::Live { number, on: !on }).await,
    }
}

/// The picture of a battle that is over or has a day behind it, for who asks.
async fn picture(house: &House, asked: &Asked, campaign: &str, prompt: u64) -> Message {
    let seen = look_back(house, asked, campaign, |scene, entries| {
        let battle = shown::any(&scene.public, prompt)?;
        let days = matters::days_of(entries, u32::try_from(prompt).ok()?);
        (!days.is_empty()).then_some((battle, days))
    });
    let (battle, days) = match seen.await {
        Ok(Some(seen)) => seen,
        Ok(None) => return Message::refusal(said!("There is no picture of that battle any more.")),
        Err(sentence) => return sentence,
    };
    let name = format!("{}.png", shown::file_name(&battle));
    let text = shown::place(&battle);
    let language = asked.asker.language;
    let drawn = tokio::task::spawn_blocking(move || {
        crate::speech::in_language(language, || {
            crate::present::battle::picture(&battle, &days, battle.ended.as_ref())
        })
    });
    match drawn.await {
        Ok(Ok(png)) => Message::text(text).file(name, png),
        _ => Message::refusal(said!("The picture could not be drawn.")),
    }
}

/// Plans guard: of the corps that has most of it, under the first leader there.
fn guard(
    battle: &Battle,
    sealed: &mut Sealed,
    power: Power,
    wanted: Option<(bool, u8, When)>,
) -> Result<(), Said> {
    let Some(own) = sealed.of.get_mut(&power) else { return Ok(()) };
    let Some((heavy, shift, when)) = wanted else {
        own.guard = None;
        return Ok(());
    };
    let sort = if heavy { Sort::HeavyCavalry } else { Sort::Guard };
    let Some(muster) = battle.musters.get(&power) else { return Ok(()) };
    let inside = |i: usize| match own.factors.get(i) {
        Some(factors) => factors.of(sort),
        None => battle.factors(power, i).of(sort),
    };
    let kept =
        own.guard.as_ref().filter(|guard| guard.heavy == heavy && inside(guard.corps) >= u16::from(shift));
    let most = (0..muster.corps.len()).rev().max_by_key(|i| inside(*i)).unwrap_or(0);
    let corps = kept.map_or(most, |guard| guard.corps);
    let leader =
        kept.and_then(|guard| guard.leader).or_else(|| muster.leaders.iter().position(|one| !one.adjacent));
    own.guard = Some(GuardPlan { when, shift, corps, leader, heavy });
    Ok(())
}

/// The form that a button of battles opens.
pub(crate) async fn opens(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
) -> Option<Answer> {
    match what.split_once('/').unwrap_or((what, "")) {
        ("open", _) => Some(open_form(house, asked, campaign).await),
        ("muster", power) => {
            let number = u32::try_from(prompt).ok().filter(|number| *number > 0);
            let form = muster_form(house, asked, campaign, number, Power::by_key(power)).await;
            Some(form.unwrap_or_else(Answer::from))
        }
        ("odds", _) => Some(odds::form(house, asked, campaign, Some(prompt)).await),
        ("details", _) => {
            let making = match making(house, asked, campaign, Some(prompt)).await {
                Ok(making) => making,
                Err(sentence) => return Some(sentence.into()),
            };
            let form = look(house, asked, campaign, |scene| details_form(scene, &making)).await;
            Some(form.map_or_else(Answer::from, Answer::Form))
        }
        _ => None,
    }
}

/// The form of what a select cannot ask: what is in the corps, the order of losses, who reinforces, who outflanks, who leads the guard.
fn details_form(scene: &Scene<'_>, making: &Making) -> Form {
    let (battle, now) = (&making.battle, &making.now);
    let mut contents = String::new();
    let mut reinforce = String::new();
    let mut outside = false;
    for (power, own) in &now.of {
        let Some(muster) = battle.musters.get(power) else { continue };
        for (i, stands) in muster.corps.iter().enumerate() {
            let inside = own.factors.get(i).map(ToString::to_string).unwrap_or_default();
            contents.push_str(&format!("{}: {inside}\n", stands.corps.name));
            outside |= stands.aside || stands.corps.adjacent;
        }
        for group in &own.reinforce {
            let corps: Vec<&str> =
                group.corps.iter().filter_map(|i| Some(muster.corps.get(*i)?.corps.name.as_str())).collect();
            let led =
                group.leader.and_then(|i| muster.leaders.get(i)).map(|leader| format!(" / {}", leader.name));
            reinforce.push_str(&format!("{}: {}{}\n", group.from, corps.join(", "), led.unwrap_or_default()));
        }
    }
    let losses: Vec<&str> =
        now.of.values().flat_map(|own| own.losses.iter().map(|sort| sort.letters())).collect();
    let mut inputs = Vec::new();
    if !battle.has_begun() {
        let value = contents.trim_end().to_owned();
        inputs.push(Input { long: true, value, ..line("contents", say!("What is in your corps"), 800) });
    }
    inputs.push(Input {
        required: false,
        value: losses.join(", "),
        placeholder: LOSSES.to_owned(),
        ..line("losses", say!("Lost first, in this order (optional)"), 60)
    });
    if outside {
        inputs.push(Input {
            long: true,
            required: false,
            value: reinforce.trim_end().to_owned(),
            placeholder: say!("2: III Corps, IV Corps / Davout"),
            ..line("reinforce", say!("Reinforce: round: corps / leader"), 200)
        });
    }
    if let Some(plan) = now.plan.as_ref().filter(|plan| plan.chit == Chit::Outflank) {
        let named = plan.outflank.iter().filter_map(|(power, i)| battle.stands(*power, *i));
        let value = named.map(|stands| stands.corps.name.clone()).collect::<Vec<_>>().join(", ");
        inputs.push(Input { value, ..line("outflank", say!("Corps that go around"), 200) });
    }
    if let Some((power, guard)) = now.of.iter().find_map(|(power, own)| Some((power, own.guard.as_ref()?))) {
        let corps =
            battle.stands(*power, guard.corps).map(|stands| stands.corps.name.clone()).unwrap_or_default();
        let led =
            guard.leader.and_then(|i| battle.leader(*power, i)).map(|leader| format!(" / {}", leader.name));
        let value = format!("{corps}{}", led.unwrap_or_default());
        inputs.push(Input {
            required: false,
            value,
            ..line("guard", say!("Guard: corps / leader at its head"), 90)
        });
    }
    Form {
        title: say!("Corps and losses"),
        custom_id: CustomId::on(&scene.own, making.line, "battle/details"),
        inputs,
    }
}

/// What a form of battles comes to; `None` for one that is not known.
pub(crate) async fn sent(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    field: impl Fn(&str) -> String,
) -> Option<Message> {
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("open", _) => {
            let texts = ["place", "attackers", "defenders", "ground", "from"].map(&field);
            opens_one(house, asked, campaign, &texts).await
        }
        ("muster", power) => {
            let texts = ["corps", "outside", "leaders", "also"].map(&field);
            musters(house, asked, campaign, u32::try_from(prompt).ok()?, Power::by_key(power)?, &texts).await
        }
        ("odds", _) => {
            let texts = ["theirs", "chit"].map(&field);
            odds::told(house, asked, campaign, prompt, texts.each_ref().map(String::as_str)).await
        }
        ("details", _) => {
            let texts: BTreeMap<&str, String> = ["contents", "losses", "reinforce", "outflank", "guard"]
                .map(|name| (name, field(name)))
                .into();
            change(house, asked, campaign, prompt, |battle, sealed| details(battle, sealed, &texts)).await
        }
        _ => return None,
    })
}

/// A corps of the seat's by its name: power and place.
fn corps_named(battle: &Battle, sealed: &Sealed, name: &str) -> Result<(Power, usize), Said> {
    let wanted = name.trim().to_lowercase();
    let own = sealed.of.keys().filter_map(|power| Some((*power, battle.musters.get(power)?)));
    let mut named = own.flat_map(|(power, muster)| {
        let corps = muster.corps.iter().enumerate();
        corps.map(move |(i, stands)| (power, i, stands.corps.name.to_lowercase()))
    });
    named.find(|(.., name)| *name == wanted).map(|(power, i, _)| (power, i)).ok_or_else(|| {
        let name = crate::present::names::quoted(name);
        said!("No corps of yours in this battle is called \"{}\".", name)
    })
}

/// A leader of a power by his name.
fn leader_named(battle: &Battle, power: Power, name: &str) -> Result<usize, Said> {
    let wanted = name.trim().to_lowercase();
    let leaders = battle.musters.get(&power).map(|muster| muster.leaders.as_slice()).unwrap_or_default();
    leaders.iter().position(|leader| leader.name.to_lowercase() == wanted).ok_or_else(|| {
        let name = crate::present::names::quoted(name);
        said!("No leader of yours in this battle is called \"{}\".", name)
    })
}

/// Puts what the form of details says into a plan.
fn details(battle: &Battle, sealed: &mut Sealed, texts: &BTreeMap<&str, String>) -> Result<(), Said> {
    let text = |name: &str| texts.get(name).map_or("", |text| text.trim());
    if !battle.has_begun() {
        let inside: BTreeMap<String, Factors> = read::contents(text("contents"))?.into_iter().collect();
        for name in inside.keys() {
            corps_named(battle, sealed, name)?;
        }
        for (power, own) in &mut sealed.of {
            let corps = battle.musters.get(power).map(|muster| muster.corps.iter()).into_iter().flatten();
            let factors = corps.map(|stands| {
                let found = inside.get(&stands.corps.name.to_lowercase()).copied();
                found.filter(|factors| !factors.is_empty()).ok_or_else(|| {
                    let name = crate::present::names::plain(&stands.corps.name);
                    said!("What is in {}? Each corps has at least one factor.", name)
                })
            });
            own.factors = factors.collect::<Result<_, Said>>()?;
        }
    }
    let losses = read::losses(text("losses"))?;
    for own in sealed.of.values_mut() {
        own.losses.clone_from(&losses);
        own.reinforce.clear();
    }
    for line in text("reinforce").split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let parts =
            line.split_once(':').and_then(|(from, rest)| Some((from.trim().parse::<u8>().ok()?, rest)));
        let (from, rest) = parts.ok_or_else(|| {
            said!("Reinforcements are written as round, corps and leader, as in: 2: III Corps / Davout.")
        })?;
        let (names, led) = rest.split_once('/').map_or((rest, None), |(names, led)| (names, Some(led)));
        let named: Vec<(Power, usize)> =
            names.split(',').map(|name| corps_named(battle, sealed, name)).collect::<Result<_, Said>>()?;
        let Some((power, _)) = named.first().copied() else { continue };
        let leader = led.map(|led| leader_named(battle, power, led)).transpose()?;
        let corps = named.iter().filter(|(of, _)| *of == power).map(|(_, i)| *i).collect();
        if let Some(own) = sealed.of.get_mut(&power) {
            own.reinforce.push(Reinforce { corps, leader, from });
        }
    }
    let around: Result<Vec<(Power, usize)>, Said> = text("outflank")
        .split([',', '\n'])
        .filter(|name| !name.trim().is_empty())
        .map(|name| corps_named(battle, sealed, name))
        .collect();
    let around = around?;
    if let Some(plan) = sealed.plan.as_mut().filter(|plan| plan.chit == Chit::Outflank) {
        plan.outflank = around;
    }
    let guard = text("guard");
    if !guard.is_empty() {
        let (name, led) = guard.split_once('/').map_or((guard, None), |(name, led)| (name, Some(led)));
        let (power, i) = corps_named(battle, sealed, name)?;
        let leader = led.map(|led| leader_named(battle, power, led)).transpose()?;
        if let Some(plan) = sealed.of.get_mut(&power).and_then(|own| own.guard.as_mut()) {
            (plan.corps, plan.leader) = (i, leader);
        }
    }
    Ok(())
}
