//! `/odds europa`: how a battle of mine may come out by my plan and what I guess of theirs, or a siege of mine. Only who asks sees it.

pub mod present;

use super::{other_game, position, read, siege};
use crate::battle::present as fights;
use crate::front::KEY;
use crate::odds::present as shown;
use europa::battle::course::{Fight, Stack};
use europa::battle::{Plan, Rules, Who};
use europa::outline::Turn;
use europa::siege::course::Siege;
use europa::{Position, odds, switches};
use linkme::distributed_slice;
use table::said;
use table::{Refusal, Said, View};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::rooms::{Added, COMMANDS, Press};
use table_commands::words::campaigns;
use table_commands::words::line;
use table_commands::{Context, Error, say};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: Some("odds"), made: europa_odds };

/// The exact odds of your battle or siege in Europa
#[poise::command(slash_command, rename = "europa")]
pub(crate) async fn europa_odds(
    ctx: Context<'_>,
    #[description = "The place, where you have several battles or sieges"]
    #[max_length = 40]
    place: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let place = place.unwrap_or_default();
        let place =
            read::place(&place).map_or_else(|| place.trim().to_lowercase(), |p| p.name().to_lowercase());
        of(at, &Wanted::At(place)).await
    })
    .await
}

/// Of which battle or siege odds are asked.
pub(crate) enum Wanted {
    /// Of the first one at a place, in small letters; of any where it is empty.
    At(String),
    /// Of this battle.
    Battle(u32),
    /// Of this siege.
    Siege(u32),
}

impl Wanted {
    fn is_battle(&self, number: u32, place: &str) -> bool {
        match self {
            Wanted::At(at) => at.is_empty() || place.to_lowercase() == *at,
            Wanted::Battle(wanted) => number == *wanted,
            Wanted::Siege(_) => false,
        }
    }

    fn is_siege(&self, number: u32, place: &str) -> bool {
        match self {
            Wanted::At(at) => at.is_empty() || place.to_lowercase() == *at,
            Wanted::Battle(_) => false,
            Wanted::Siege(wanted) => number == *wanted,
        }
    }
}

/// What somebody may ask the odds of.
enum Matter {
    Battle(Form),
    Siege(Box<Siege>, Rules, Turn),
}

fn rules(view: &View) -> Rules {
    switches::rules(|key| view.switch(key))
}

/// The refusal where the group has turned odds off.
fn allowed(scene: &Scene<'_>) -> Result<(), Said> {
    if scene.public.switch(table::switches::ODDS) == "no" {
        return Err(said!("The group has turned odds off. A vote turns them on again."));
    }
    Ok(())
}

/// The open battle of a number, or of a place, that is mine and under no stop.
fn battle(view: &View, wanted: impl Fn(u32, &Fight) -> bool) -> Option<(u32, Fight, Who)> {
    let (position, seat) = (position(view)?, view.seat()?);
    let open =
        position.fights.of.iter().filter(|(_, fight)| fight.ended.is_none() && fight.stopped.is_none());
    open.filter(|(number, fight)| wanted(**number, fight))
        .find_map(|(number, fight)| Some((*number, fight.clone(), position.side_of(fight, seat)?)))
}

/// The odds of a siege, or the form that asks for the plans of a battle.
pub(crate) async fn of(at: At<'_>, wanted: &Wanted) -> Result<Answer, Message> {
    let found = at.look(|scene| -> Result<Option<Matter>, Said> {
        allowed(scene)?;
        let Some(position) = position(&scene.own) else { return Ok(None) };
        let found = battle(&scene.own, |number, fight| wanted.is_battle(number, &fight.scene.place));
        if let Some((number, fight, own)) = found {
            if !fight.awaited().is_empty() {
                return Err(said!("Both stacks of a battle on land are stated before its odds are known."));
            }
            return Ok(Some(Matter::Battle(form(scene, number, &fight, own))));
        }
        let sieges = siege::mine(&scene.own, None);
        let siege =
            sieges.into_iter().find(|(number, siege, _)| wanted.is_siege(*number, &siege.scene.place));
        let (_, siege, _) =
            siege.ok_or_else(|| said!("You have no battle and no siege there that goes on."))?;
        Ok(Some(Matter::Siege(Box::new(siege), rules(&scene.public), position.turn)))
    });
    Ok(match found.await?.map_err(Message::refusal)?.ok_or_else(other_game)? {
        Matter::Battle(form) => Answer::Form(form),
        Matter::Siege(siege, rules, turn) => worked(at, move || of_siege(&siege, rules, turn)).await?.into(),
    })
}

/// Works odds out beside everything else, and says them in the language of who asked.
async fn worked(
    at: At<'_>,
    work: impl FnOnce() -> Result<Vec<shown::Chances>, Refusal> + Send + 'static,
) -> Result<Message, Message> {
    let language = at.asked.asker.language;
    let worked = tokio::task::spawn_blocking(move || {
        table_commands::speech::in_language(language, || work().map(|chances| shown::told(&chances)))
    });
    match worked.await {
        Ok(worked) => worked.map_err(|refusal| Message::refusal(refusal.says)),
        Err(_) => Err(Message::refusal(said!("The odds could not be worked out."))),
    }
}

/// The next siegework, where there can be one, and an assault now.
fn of_siege(siege: &Siege, rules: Rules, turn: Turn) -> Result<Vec<shown::Chances>, Refusal> {
    let mut all = Vec::new();
    if let Ok(work) = odds::siege(&siege.works(rules, turn.period())) {
        all.push(shown::siegework(siege, &work));
    }
    let storm = odds::assault(&siege.assault(rules, turn.period(), false))?;
    all.push(shown::storm(siege, &storm));
    Ok(all)
}

/// The form that asks for both plans; at sea for what is not known of the fleets too.
fn form(scene: &Scene<'_>, number: u32, fight: &Fight, own: Who) -> Form {
    let sealed = super::battle::sealed_in(scene, &fight.round(number).to_string()).unwrap_or_default();
    let plan = |label: String, id: &'static str, value: String| Input {
        required: false,
        value,
        placeholder: say!("never; always; morale 2; losses 3; ask me"),
        ..line(id, label, 100)
    };
    let mut inputs = vec![
        plan(say!("Your plan"), "mine", read::written(&sealed.plan, false)),
        plan(say!("Your guess of their plan"), "theirs", String::new()),
    ];
    if fight.scene.at_sea {
        let fleet = |label: String, id: &'static str, value: String| Input {
            long: true,
            value,
            placeholder: say!("3 ND 1 DTr, veteran, leader 3 2 1"),
            ..line(id, label, 300)
        };
        let mine = sealed.fleet.as_ref().map(read::written_fleet).unwrap_or_default();
        inputs.push(fleet(say!("What is in your fleet"), "fleet", mine));
        let known = match &fight.stacks[own.other() as usize] {
            Some(Stack::Fleet(fleet)) => read::written_fleet(fleet),
            _ => String::new(),
        };
        inputs.push(fleet(say!("Your guess of their fleet"), "guess", known));
    }
    let custom_id = CustomId::on(&scene.own, number.into(), "europa/odds");
    Form { title: say!("Odds: battle of {}", fights::words::place(fight)), custom_id, inputs }
}

/// The odds of a battle out of what was typed.
pub(crate) async fn sent(
    press: Press<'_>,
    field: impl Fn(&str) -> String,
) -> Option<Result<Message, Message>> {
    let number = u32::try_from(press.prompt).ok()?;
    Some(of_plans(press.at(), number, field).await)
}

/// The same of a battle by its number.
async fn of_plans(at: At<'_>, number: u32, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let read = at.look(|scene| {
        allowed(scene)?;
        let gone = || said!("There is no open battle {} of yours that could still be planned.", number);
        let (_, fight, own) = battle(&scene.own, |n, _| n == number).ok_or_else(gone)?;
        let position = position(&scene.own).ok_or_else(gone)?;
        let guess = guessed(&fight, own, &position, &field)?;
        Ok::<_, Said>((fight, own, rules(&scene.public), position.turn, guess))
    });
    let (fight, own, rules, turn, (stacks, plans)) = read.await?.map_err(Message::refusal)?;
    worked(at, move || {
        let odds = odds::field(&fight.field(turn, rules, stacks)?, &plans)?;
        Ok(vec![shown::battle(&fight, own, &odds)])
    })
    .await
}

/// Stacks and plans of both sides, the moving one first.
fn guessed(
    fight: &Fight,
    own: Who,
    position: &Position,
    field: impl Fn(&str) -> String,
) -> Result<([Stack; 2], [Plan; 2]), Said> {
    let mut plans = [read::plan(&field("mine"))?.0, read::plan(&field("theirs"))?.0];
    let stack = |who: Who, typed: &str| -> Result<Stack, Said> {
        if fight.scene.at_sea {
            return Ok(read::stack(&field(typed), true, fight.of(who), position)?.stack);
        }
        fight.stacks[who as usize]
            .clone()
            .ok_or_else(|| said!("Both stacks of a battle on land are stated before its odds are known."))
    };
    let mut stacks = [stack(own, "fleet")?, stack(own.other(), "guess")?];
    if own == Who::Standing {
        plans.swap(0, 1);
        stacks.swap(0, 1);
    }
    Ok((stacks, plans))
}
