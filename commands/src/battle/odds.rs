//! `/odds battle`: how a day may come out, by one's own plan and what one guesses of the others. Only who asks sees it.

use super::plan::{Making, making};
use super::read;
use crate::asked::{Answer, Asked, in_campaign};
use crate::campaign::campaigns;
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Form, Input, Message};
use crate::present::battle_odds::{Matrix, Told};
use crate::present::{battle_odds, battle_odds_picture, battle_plan};
use crate::words::{line, look};
use crate::{Context, Error, say};
use engine::eia::land::battle::Battle;
use engine::eia::land::battle::assemble::{Options, may_outflank, ready};
use engine::eia::land::battle::fight::Who;
use engine::eia::land::battle::odds::exact;
use engine::eia::land::battle::sealed::{Chit, Plan, Sealed};
use engine::eia::land::forces::Factors;
use engine::said;
use engine::table::{Refusal, Said, switches};
use std::collections::BTreeMap;

/// Odds: how something may come out; only you see them
#[poise::command(
    slash_command,
    subcommands("battle_odds", "crate::europa::odds::europa_odds"),
    rename = "odds"
)]
pub async fn odds(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// The exact odds of the next day of your battle, by your plan and your guess of theirs
#[poise::command(slash_command, rename = "battle")]
async fn battle_odds(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move { form(&house, &asked, &id, None).await }).await
}

/// The form that asks for the guess.
pub(super) async fn form(house: &House, asked: &Asked, campaign: &str, prompt: Option<u64>) -> Answer {
    let making = match making(house, asked, campaign, prompt).await {
        Ok(making) => making,
        Err(sentence) => return sentence.into(),
    };
    let form = look(house, asked, campaign, |scene| {
        if scene.public.switch(switches::ODDS) == "no" {
            return Err(said!("The group has turned odds off. A vote turns them on again."));
        }
        if making.battle.stopped.is_some() {
            return Err(said!("Odds are of a whole day, and this one is under way."));
        }
        let names = others(&making).into_iter().map(|(_, _, name)| format!("{name}: "));
        let value = names.collect::<Vec<_>>().join("\n");
        let mut inputs = Vec::new();
        if !making.battle.has_begun() {
            inputs.push(Input {
                long: true,
                value,
                ..line("theirs", say!("Your guess: what is in the others' corps"), 800)
            });
        }
        inputs.push(Input {
            required: false,
            placeholder: say!("Empty: every chit they may choose"),
            ..line("chit", say!("Their chit (optional)"), 40)
        });
        let custom_id = CustomId::on(&scene.own, making.line, "battle/odds");
        Ok(Form { title: say!("Odds of the day"), custom_id, inputs })
    });
    match form.await {
        Err(sentence) => sentence.into(),
        Ok(Err(why)) => Message::refusal(why).into(),
        Ok(Ok(form)) => Answer::Form(form),
    }
}

/// The corps of all other powers: whose, which, and their names.
fn others(making: &Making) -> Vec<(engine::eia::powers::Power, usize, String)> {
    let musters = making.battle.musters.iter().filter(|(power, _)| !making.now.of.contains_key(power));
    musters
        .flat_map(|(power, muster)| {
            let corps = muster.corps.iter().enumerate();
            corps.map(|(i, stands)| (*power, i, stands.corps.name.clone()))
        })
        .collect()
}

/// The odds by a guess.
pub(super) async fn told(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    [theirs, chit]: [&str; 2],
) -> Message {
    let making = match making(house, asked, campaign, Some(prompt)).await {
        Ok(making) => making,
        Err(sentence) => return sentence,
    };
    let guess = match guessed(&making, theirs, chit) {
        Ok(guess) => guess,
        Err(why) => return Message::refusal(why),
    };
    let known = look(house, asked, campaign, |scene| {
        let typed = crate::present::battle_plan::typed(&scene.public);
        let options = Options::by(|key| scene.public.switch(key));
        (typed, options)
    });
    let (typed, options) = match known.await {
        Ok(known) => known,
        Err(sentence) => return sentence,
    };
    // The odds of many days are some work, and nothing else is to wait for it.
    let language = asked.asker.language;
    let worked = tokio::task::spawn_blocking(move || {
        let matrix = all(&guess, &typed, options)?;
        Ok::<_, Refusal>(crate::speech::in_language(language, || shown(&guess.battle, &matrix)))
    });
    match worked.await {
        Ok(Ok(message)) => message,
        Ok(Err(refusal)) => Message::refusal(refusal.says),
        Err(_) => Message::refusal(said!("The odds could not be worked out.")),
    }
}

/// The odds in words, with their picture; without it where it cannot be drawn.
fn shown(battle: &Battle, matrix: &Matrix) -> Message {
    let message = battle_odds::table(battle, matrix);
    match battle_odds_picture::picture(battle, matrix) {
        Ok(png) => {
            let name = format!("{}.png", battle_plan::file_name(battle));
            message.drawn(name, png, &battle_odds::in_words(battle, matrix))
        }
        Err(_) => message,
    }
}

/// A battle as who asks guesses it, with the plans to look at.
struct Guess {
    battle: Battle,
    /// The side of who asks.
    side: Who,
    plans: Vec<[Plan; 2]>,
}

fn guessed(making: &Making, theirs: &str, chit: &str) -> Result<Guess, Said> {
    let mut battle = making.battle.clone();
    if !battle.has_begun() {
        let inside: BTreeMap<String, Factors> = read::contents(theirs)?.into_iter().collect();
        for (power, _, name) in others(making) {
            let factors = inside.get(&name.to_lowercase()).copied().filter(|factors| !factors.is_empty());
            let factors = factors.ok_or_else(|| {
                said!(
                    "What do you guess of {}? Each corps has at least one factor.",
                    crate::present::names::plain(&name)
                )
            })?;
            battle.own.entry(power).or_default().factors.push(factors);
        }
        for (power, own) in &making.now.of {
            if own.factors.len() != battle.musters.get(power).map_or(0, |muster| muster.corps.len()) {
                return Err(said!(
                    "Say first what is in your own corps: Corps and losses, on your battle plan."
                ));
            }
        }
    }
    battle.own.extend(making.now.of.clone());
    let mine = battle.commanded_by(&making.powers());
    let side = mine.or_else(|| making.powers().first().and_then(|power| battle.field.side(*power)));
    let Some(side) = side else { return Err(said!("No battle asks for your plan now.")) };
    let kind = battle.field.kind;
    let of = |who: Who| -> Result<Vec<Plan>, Said> {
        let bare = |chit: &Chit| Plan::with(*chit);
        let outflanks = may_outflank(&battle, who).is_ok();
        let may = kind.chits(who).iter().filter(|chit| **chit != Chit::Outflank || outflanks);
        if who == side {
            let own = making.now.plan.clone().map(|plan| vec![plan]);
            return Ok(own.unwrap_or_else(|| may.map(bare).collect()));
        }
        let wanted = chit.trim().to_lowercase();
        let named = |chit: &&Chit| {
            let own = crate::present::battle_plan::chit(**chit).to_lowercase();
            wanted.is_empty() || own.starts_with(&wanted) || chit.key().replace('_', " ").starts_with(&wanted)
        };
        let chits: Vec<Plan> = may.filter(named).map(bare).collect();
        if chits.is_empty() {
            return Err(said!("That is none of the chits that they may choose."));
        }
        Ok(chits)
    };
    let [attacks, defends] = [of(Who::Attacker)?, of(Who::Defender)?];
    let plans =
        attacks.iter().flat_map(|attack| defends.iter().map(|defend| [attack.clone(), defend.clone()]));
    Ok(Guess { battle, side, plans: plans.collect() })
}

fn all(guess: &Guess, typed: &BTreeMap<String, i64>, options: Options) -> Result<Matrix, Refusal> {
    let one = |plans: &[Plan; 2]| {
        let ready = ready(&guess.battle, plans, typed, options)?;
        let odds = exact(&ready.setting, &ready.fight);
        Ok(Told::of([plans[0].chit, plans[1].chit], &odds))
    };
    let all = guess.plans.iter().map(one).collect::<Result<_, Refusal>>()?;
    Ok(Matrix { side: guess.side, all })
}

impl Making {
    /// The powers of who makes the plan.
    fn powers(&self) -> Vec<engine::eia::powers::Power> {
        let Sealed { of, .. } = &self.now;
        of.keys().copied().collect()
    }
}
