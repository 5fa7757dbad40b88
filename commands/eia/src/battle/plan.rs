//! The battle plan as it is being made: what is chosen stays a draft until it is sealed.

use super::read;
use crate::battle::present::plan as shown;
use crate::battle::present::plan::Stage;
use eia::EmpiresInArms;
use eia::land::battle::plan::When;
use eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce, Sealed};
use eia::land::battle::{Battle, Kind};
use eia::land::forces::{Factors, Troop};
use eia::powers::Power;
use eia::roster::Item;
use eia::rounds::Choice;
use eia::rounds::Round;
use std::collections::BTreeMap;
use table::said;
use table::strongbox::called_of;
use table::view::RoundView;
use table::{Said, Verb, View};
use table_commands::asked::{At, told};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::present::names::{plain, quoted};
use table_commands::say;
use table_commands::words::{line, old_card};

/// An order of losses, as the form shows one.
const LOSSES: &str = "m, i, c, gd";

/// What a draft keeps beside a plan in which its owner has said what is in his corps.
const SAID: &str = "said";

/// The round of a battle that is meant: that of a prompt, else the first in which who asks fights.
fn round(view: &View, prompt: Option<u64>) -> Option<&RoundView> {
    let of_battles = |name: &str| matches!(name.parse(), Ok(Round::Battle(_)));
    let mut rounds = view.rounds.iter().filter(|round| of_battles(&round.round));
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
pub(crate) struct Making {
    pub(crate) battle: Battle,
    pub(crate) round: String,
    pub(crate) line: u64,
    pub(crate) now: Sealed,
    /// How far it is.
    pub(crate) stage: Stage,
    pub(crate) is_final: bool,
}

/// The plan as it is being made: what was last chosen and not sealed, else what is sealed, else what the strongbox knows.
pub(crate) async fn making(at: At<'_>, prompt: Option<u64>) -> Result<Making, Message> {
    let found = at.look(|scene| {
        let view = &scene.own;
        let open = round(view, prompt)?;
        let mine = open.mine.as_ref()?;
        let (_, battle) = shown::of_round(view, &open.round)?;
        let seat = view.seat()?;
        let powers = shown::of_seat(view, seat).into_iter().find(|(_, other, _)| **other == battle)?.2;
        let sealed = mine.sealed.as_ref().and_then(|sealed| match sealed.contents.of::<EmpiresInArms>()? {
            Choice::Battle(plan) => Some(plan),
            _ => None,
        });
        let is_final = mine.fixed || mine.sealed.as_ref().is_some_and(|sealed| sealed.is_final);
        let lies = sealed.is_some();
        let standing = || shown::standing(view, &battle, seat);
        let now = sealed.or_else(standing).unwrap_or_else(|| fresh(view, &battle, &powers));
        let stage = if lies { Stage::Sealed } else { Stage::Begun };
        let now = shown::with_contents(view, &battle, now);
        Some(Making { round: open.round.clone(), line: open.line, battle, now, stage, is_final })
    });
    let Some(mut making) = found.await? else {
        return Err(at.look(|scene| not_asked(scene, prompt)).await?);
    };
    let kept = at.house.drafts.of(at.asked.asker.user, &draft_key(at.campaign, making.line), at.house.now());
    let draft = kept.and_then(|kept| {
        let fields = kept.reveal();
        let draft = serde_json::from_str::<Sealed>(&fields.first()?.1).ok()?;
        let stage =
            if fields.get(1).is_some_and(|(name, _)| name == SAID) { Stage::Said } else { Stage::Begun };
        Some((draft, stage))
    });
    if let Some((draft, stage)) = draft.filter(|(draft, stage)| {
        let is_new = *draft != making.now || (making.stage, *stage) == (Stage::Begun, Stage::Said);
        draft.of.keys().eq(making.now.of.keys()) && is_new
    }) {
        making.now = draft;
        making.stage = stage;
    }
    Ok(making)
}

/// Whoever presses *Answer* or *My battle plan* and is not asked reads who is.
fn not_asked(scene: &Scene<'_>, prompt: Option<u64>) -> Message {
    let open = prompt.and_then(|line| round(&scene.own, Some(line)));
    match open.filter(|open| open.mine.is_none()) {
        Some(open) => {
            let asked: Vec<String> = open.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
            Message::refusal(said!("This asks {}, not you.", table_commands::present::names::list(&asked)))
        }
        None => Message::refusal(said!("No battle asks for your plan now.")),
    }
}

/// A plan before anything was chosen: the corps as the strongbox has them, or as they were after the day before.
pub(crate) fn fresh(view: &View, battle: &Battle, powers: &[Power]) -> Sealed {
    let kept = |power: Power, name: &str| -> Option<Factors> {
        let kept = called_of(&view.strongbox.as_ref()?.strongbox.items, name, power.key())?;
        match kept.item.as_thing()? {
            Item::Corps { factors, .. } => Factors::kept(&factors).ok().filter(|factors| !factors.is_empty()),
            _ => None,
        }
    };
    let known = |power: Power, name: &str| -> Option<Factors> {
        let kept = kept(power, name);
        // What went into the last battles so came out of them as their books have it, also where nobody entered that in the strongbox.
        let books = shown::last_books(view, power, name);
        let is_of_before = kept.is_none_or(|kept| books.iter().any(|book| book.before == kept));
        let fought = books.first().filter(|_| is_of_before);
        fought.map(|book| book.after).filter(|after| !after.is_empty()).or(kept)
    };
    let own = |power: &Power| {
        let before = battle.own.get(power).cloned().unwrap_or_default();
        let corps = battle.musters.get(power).map(|muster| muster.corps.iter()).into_iter().flatten();
        // A corps that the strongbox does not know has no factors until its owner says what is in it.
        let factors = corps.map(|stands| known(*power, &stands.corps.name).unwrap_or_default());
        let factors = if battle.has_begun() { Vec::new() } else { factors.collect() };
        let mut own = Own { factors, guard: None, ..before };
        if battle.field.area.is_some() && !battle.has_begun() {
            own.reinforce = comes_beside(battle, *power).into_iter().collect();
        }
        (*power, own)
    };
    // Where there is nothing to choose the chit is there already.
    let plan = battle.commanded_by(powers).and_then(|who| match battle.field.kind.chits(who) {
        [only] => Some(Plan::with(*only)),
        _ => None,
    });
    shown::with_contents(view, battle, Sealed { of: powers.iter().map(own).collect(), plan })
}

/// The corps of a power that stand beside a battle on the bot's own board: they come to it unless their owner thinks otherwise.
fn comes_beside(battle: &Battle, power: Power) -> Option<Reinforce> {
    let muster = battle.musters.get(&power)?;
    let outside = muster.corps.iter().enumerate().filter(|(_, stands)| stands.aside || stands.corps.adjacent);
    let corps: Vec<usize> = outside.map(|(i, _)| i).collect();
    (!corps.is_empty()).then_some(Reinforce { corps, leader: None, from: 2 })
}

/// The screen of a plan.
pub(crate) async fn plan_screen(at: At<'_>, prompt: Option<u64>) -> Result<Message, Message> {
    let making = making(at, prompt).await?;
    if making.is_final {
        return Err(Message::refusal(said!(
            "Your plan is Final. Withdraw Final at your desk to change it, as long as the envelopes are closed."
        )));
    }
    let line = making.line;
    let screen = |scene: &Scene<'_>| {
        let open = scene.own.rounds.iter().find(|round| round.line == line);
        open.map(|open| shown::screen(scene, open, &making.battle, &making.now, making.stage))
    };
    at.show_or(screen, old_card).await
}

/// Puts into every corps of which nothing is said all that its counter can hold.
pub(crate) async fn at_full_strength(at: At<'_>, prompt: u64) -> Result<Message, Message> {
    let now = making(at, Some(prompt)).await?;
    let seen = |scene: &Scene<'_>| shown::at_full_strength(&scene.own, &now.battle, &now.now);
    let full = at.look(seen).await?;
    change(at, prompt, |battle, sealed| {
        for (power, i, holds) in full {
            let corps = battle.musters.get(&power).map_or(0, |muster| muster.corps.len());
            if let Some(own) = sealed.of.get_mut(&power) {
                own.factors.resize(corps, Factors::default());
                own.factors[i] = holds;
            }
        }
        Ok(())
    })
    .await
}

/// Changes the plan that is being made; nothing is sealed by it.
pub(crate) async fn change(
    at: At<'_>,
    prompt: u64,
    change: impl FnOnce(&Battle, &mut Sealed) -> Result<(), Said>,
) -> Result<Message, Message> {
    changed(at, prompt, false, change).await
}

/// The same by the form that asks what is in the corps: it is said then.
pub(crate) async fn change_all(
    at: At<'_>,
    prompt: u64,
    change: impl FnOnce(&Battle, &mut Sealed) -> Result<(), Said>,
) -> Result<Message, Message> {
    changed(at, prompt, true, change).await
}

async fn changed(
    at: At<'_>,
    prompt: u64,
    says: bool,
    change: impl FnOnce(&Battle, &mut Sealed) -> Result<(), Said>,
) -> Result<Message, Message> {
    let mut making = making(at, Some(prompt)).await?;
    if let Err(why) = change(&making.battle, &mut making.now) {
        return on_the_screen(at, prompt, Message::refusal(why)).await;
    }
    let text = serde_json::to_string(&making.now).map_err(|_| old_card())?;
    let mut fields = vec![("plan".to_owned(), text)];
    if says || making.stage != Stage::Begun {
        fields.push((SAID.to_owned(), String::new()));
    }
    at.house.drafts.keep(at.asked.asker.user, &draft_key(at.campaign, prompt), at.house.now(), fields);
    plan_screen(at, Some(prompt)).await
}

/// A refusal with the plan's screen below it, as it was: what was chosen so far stays.
async fn on_the_screen(at: At<'_>, prompt: u64, refusal: Message) -> Result<Message, Message> {
    match plan_screen(at, Some(prompt)).await {
        Ok(screen) => Ok(Message { content: refusal.content, ..screen }),
        Err(_) => Err(refusal),
    }
}

/// Seals the plan that is being made, and makes it Final where its owner wants that with the same press.
pub(crate) async fn seals(at: At<'_>, prompt: u64, finally: bool) -> Result<Message, Message> {
    let making = making(at, Some(prompt)).await?;
    let who = making.battle.commanded_by(&making.now.of.keys().copied().collect::<Vec<_>>());
    // The screen offers no seal then; one of before does.
    if making.now.plan.as_ref().is_some_and(|plan| shown::unnamed(&making.battle, who, plan)) {
        let why = shown::names_the_corps();
        return on_the_screen(at, prompt, Message::refusal(why)).await;
    }
    let choice =
        serde_json::to_value(shown::without_contents(&making.battle, making.now)).map_err(|_| old_card())?;
    let (round, stopped) = (making.round, making.battle.stopped.is_some());
    let seal = Verb::Seal { round: round.clone(), choice, word: None };
    if !stopped && !finally {
        let outcome = at.order(seal).await;
        if outcome.is_refusal() {
            return on_the_screen(at, prompt, outcome).await;
        }
        at.house.drafts.drop(at.asked.asker.user, &draft_key(at.campaign, prompt));
        return Ok(outcome);
    }
    // Where a day stops all wait, so that one press seals and makes Final; else where he wants that. See `Asker::first_of_two`.
    if making.stage != Stage::Sealed {
        let sealed = told(at.house.order(at.campaign, &at.asked.asker.first_of_two(), seal).await);
        if sealed.is_refusal() {
            return on_the_screen(at, prompt, sealed).await;
        }
        at.house.drafts.drop(at.asked.asker.user, &draft_key(at.campaign, prompt));
    }
    Ok(at.order(Verb::Final { round }).await)
}

/// Plans guard: of the corps that has most of it, under the first leader who is there.
pub(crate) fn guard(
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
    let sort = if heavy { Troop::HeavyCavalry } else { Troop::Guard };
    let Some(muster) = battle.musters.get(&power) else { return Ok(()) };
    let inside = |i: usize| match own.factors.get(i) {
        Some(factors) => factors.of(sort),
        None => battle.factors(power, i).of(sort),
    };
    let kept =
        own.guard.as_ref().filter(|guard| guard.heavy == heavy && inside(guard.corps) >= u16::from(shift));
    let most = (0..muster.corps.len()).rev().max_by_key(|i| inside(*i)).unwrap_or(0);
    let corps = kept.map_or(most, |guard| guard.corps);
    let first_there = || (0..muster.leaders.len()).find(|i| battle.is_there(power, *i));
    let leader = kept.and_then(|guard| guard.leader).or_else(first_there);
    own.guard = Some(GuardPlan { when, shift, corps, leader, heavy });
    Ok(())
}

/// The form of what a select cannot ask: what is in the corps, the order of losses, who reinforces, who outflanks, who leads the guard.
pub(crate) fn details_form(scene: &Scene<'_>, making: &Making) -> Form {
    let (battle, now) = (&making.battle, &making.now);
    let is_said = making.stage != Stage::Begun;
    let mut contents = String::new();
    let mut reinforce = String::new();
    let mut outside = false;
    for (power, own) in &now.of {
        let Some(muster) = battle.musters.get(power) else { continue };
        for (i, stands) in muster.corps.iter().enumerate() {
            let inside = own.factors.get(i).filter(|inside| is_said || !inside.is_empty());
            let inside = inside.map(ToString::to_string).unwrap_or_default();
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
    if !battle.has_begun() && battle.field.area.is_none() {
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

/// A corps of the seat's by its name: power and place.
fn corps_named(battle: &Battle, sealed: &Sealed, name: &str) -> Result<(Power, usize), Said> {
    let wanted = name.trim().to_lowercase();
    let own = sealed.of.keys().filter_map(|power| Some((*power, battle.musters.get(power)?)));
    let mut named = own.flat_map(|(power, muster)| {
        let corps = muster.corps.iter().enumerate();
        corps.map(move |(i, stands)| (power, i, stands.corps.name.to_lowercase()))
    });
    named.find(|(.., name)| *name == wanted).map(|(power, i, _)| (power, i)).ok_or_else(|| {
        let name = quoted(name);
        said!("No corps of yours in this battle is called \"{}\".", name)
    })
}

/// A leader of a power by his name.
fn leader_named(battle: &Battle, power: Power, name: &str) -> Result<usize, Said> {
    let wanted = name.trim().to_lowercase();
    let leaders = battle.musters.get(&power).map(|muster| muster.leaders.as_slice()).unwrap_or_default();
    leaders.iter().position(|leader| leader.name.to_lowercase() == wanted).ok_or_else(|| {
        let name = quoted(name);
        said!("No leader of yours in this battle is called \"{}\".", name)
    })
}

/// Puts what the form of details says into a plan.
pub(crate) fn details(
    battle: &Battle,
    sealed: &mut Sealed,
    texts: &BTreeMap<&str, String>,
) -> Result<(), Said> {
    let text = |name: &str| texts.get(name).map_or("", |text| text.trim());
    if !battle.has_begun() && battle.field.area.is_none() {
        let inside: BTreeMap<String, Factors> = read::contents(text("contents"))?.into_iter().collect();
        for name in inside.keys() {
            corps_named(battle, sealed, name)?;
        }
        for (power, own) in &mut sealed.of {
            let corps = battle.musters.get(power).map(|muster| muster.corps.iter()).into_iter().flatten();
            // Of those before a fortress the attacker picks who storms it.
            let picks = battle.field.kind == Kind::Assault && battle.field.attackers.contains(power);
            let factors = corps.map(|stands| {
                let found = inside.get(&stands.corps.name.to_lowercase()).copied();
                found.filter(|factors| picks || !factors.is_empty()).ok_or_else(|| {
                    let name = plain(&stands.corps.name);
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
