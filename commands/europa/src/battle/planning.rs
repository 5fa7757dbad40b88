//! The plan for a battle: when to leave, chosen from a list or written; at sea with what is in the fleet. And the choice where a battle stops.

use super::shown;
use crate::{position, read, seals_as_final};
use europa::Choice;
use europa::Europa;
use europa::battle::course::{Fight, Sealed, Stack, Stop};
use europa::battle::{Plan, Who};
use europa::thirds::Thirds;
use table::{Said, Verb, said};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice as Line, Component, Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::say;
use table_commands::words::{line, old_card};

/// The morale at which one may leave, and the losses, that the list has; others are written.
const MORALE: std::ops::RangeInclusive<i8> = 1..=5;
const LOSSES: std::ops::RangeInclusive<i8> = 1..=8;

/// A plan as its form takes it.
fn in_words(sealed: &Sealed) -> String {
    if sealed.off { "off".to_owned() } else { read::written(&sealed.plan, sealed.ask) }
}

/// What is known of a side's plan: what lies in the open envelope, or what was sealed before.
fn known(scene: &Scene<'_>, round: &str, fight: &Fight, who: Who) -> Option<Sealed> {
    sealed_in(scene, round).or_else(|| fight.sealed[who as usize].clone())
}

/// The list of when to leave: each as the form takes it, in words, with what it means.
fn ways() -> Vec<Line> {
    let plan = |morale: Option<i8>, losses: Option<i8>| Plan {
        leave_at_morale: morale,
        leave_at_losses: losses.map(|lost| Thirds::whole(lost.into())),
        slip_away: false,
    };
    let one = |label: String, plan: Plan| Line::new(&label, read::written(&plan, false));
    let mut all = vec![
        one(say!("Never: fight to the end"), Plan::default()),
        one(say!("In any case"), Plan::LEAVES).about(&say!("It is an attempt, with a die, that may fail.")),
        Line::new(&say!("Ask me then"), "ask me")
            .about(&say!("The battle stops after day 1, and you choose Stay or Leave.")),
    ];
    all.extend(MORALE.map(|at| one(say!("With {} morale or less left", at), plan(Some(at), None))));
    all.extend(LOSSES.map(|lost| {
        let label = match lost {
            1 => say!("When the enemy has caused a loss"),
            _ => say!("When the enemy has caused {} losses or more", lost),
        };
        one(label, plan(None, Some(lost)))
    }));
    all.push(
        Line::new(&say!("No battle, if the other side calls it off too"), "off")
            .about(&say!("If the other side does not, it is fought to the end.")),
    );
    all
}

/// What the plan of a battle can be, to be chosen; where the battle stops to ask, its two answers.
fn asks(scene: &Scene<'_>, prompt: u64) -> Option<Message> {
    // What is sealed from here is for this question, and for no later one of the same battle.
    let (name, n, _, fight, who) = round(scene, Some(prompt))?;
    let place = shown::words::place(&fight);
    if fight.stopped.is_some() {
        let both = vec![
            scene.button(Look::Primary, &say!("Stay"), n, "europa/stay"),
            scene.button(Look::Danger, &say!("Leave"), n, "europa/leave"),
        ];
        return Some(Message::text(say!("**Battle of {}**: leave or stay?", place)).buttons(both));
    }
    let known = known(scene, &name, &fight, who);
    let mut says = vec![say!(
        "**Battle of {}.** A battle lasts two days, and after the first each side may try to leave. When do you?",
        place
    )];
    if let Some(known) = &known {
        says.push(say!("Your plan now: {}", shown::contents(known, fight.scene.at_sea)));
    }
    // At sea what is in the fleet belongs to the plan, and nothing is sealed without it.
    let wants_fleet = fight.scene.at_sea && known.as_ref().is_none_or(|known| known.fleet.is_none());
    if wants_fleet {
        says.push(say!(
            "At sea what is in your fleet goes into the same envelope: *Write it…* asks for both."
        ));
    }
    says.push(if fight.scene.at_sea {
        say!(
            "-# *Write it…* takes words, several with commas: never, always, morale 2, losses 3, slip away (with the wind, after a Fire), ask me; or off alone."
        )
    } else {
        say!(
            "-# *Write it…* takes words, several with commas: never, always, morale 2, losses 3, ask me; or off alone."
        )
    });
    let mut message = Message::text(says.join("\n"));
    if !wants_fleet {
        let now = known.as_ref().map(in_words);
        let chosen = |line: Line| {
            let is = now.as_deref() == Some(line.value.as_str());
            line.chosen(is)
        };
        let id = CustomId::on(&scene.own, n, "europa/plan/at");
        let lines = ways().into_iter().map(chosen).collect();
        message = message.select(Component::select(&say!("Try to leave after day 1?"), id, lines));
    }
    let look = if wants_fleet { Look::Primary } else { Look::Secondary };
    let written = scene.button(look, &say!("Write it…"), n, "europa/plan/form");
    if wants_fleet {
        return Some(message.and_button(written));
    }
    // What most want is sealed and final with one press; another from the list is made final with the next.
    let of = |label: String, plan: &str| {
        scene.button(Look::Success, &label, n, &format!("europa/plan/final/{plan}"))
    };
    let finals = vec![
        of(say!("Never: seal as Final"), "never"),
        of(say!("Ask me then: seal as Final"), "ask"),
        written,
    ];
    Some(message.buttons(finals))
}

/// The refusal where none asks.
fn no_plan() -> Message {
    Message::refusal(said!("No battle asks for your plan now."))
}

/// The same for who asks.
pub(super) async fn screen(at: At<'_>, prompt: u64) -> Result<Message, Message> {
    at.look(|scene| asks(scene, prompt)).await?.ok_or_else(no_plan)
}

/// What was chosen from the list is sealed, with the fleet that was stated before.
pub(super) async fn chosen(at: At<'_>, prompt: u64, plan: &str) -> Result<Message, Message> {
    let fleet = at.look(|scene| {
        let (name, _, _, fight, who) = round_at(scene, prompt)?;
        known(scene, &name, &fight, who)?.fleet.as_ref().map(read::written_fleet)
    });
    let fleet = fleet.await?.unwrap_or_default();
    sent(at, prompt, [plan, &fleet]).await
}

/// The plan of a button that seals it as Final; `None` for one that is not known.
pub(super) async fn sealed_as_final(at: At<'_>, prompt: u64, plan: &str) -> Option<Result<Message, Message>> {
    let plan = match plan {
        "never" => "never",
        "ask" => "ask me",
        _ => return None,
    };
    Some(seals_chosen(at, prompt, plan).await)
}

/// Seals a plan of the list and makes it final.
async fn seals_chosen(at: At<'_>, prompt: u64, plan: &str) -> Result<Message, Message> {
    let name = at.look(|scene| Some(round_at(scene, prompt)?.0)).await?.ok_or_else(old_card)?;
    let mut first = at.asked.clone();
    first.asker = at.asked.asker.first_of_two();
    let sealed = chosen(At { asked: &first, ..at }, prompt, plan).await?;
    if sealed.is_refusal() {
        return Ok(sealed);
    }
    Ok(at.order(Verb::Final { round: name }).await)
}

/// The round of envelopes at a line, where it still asks who looks.
fn round_at(scene: &Scene<'_>, line: u64) -> Option<(String, u64, u32, Fight, Who)> {
    rounds(scene).into_iter().find(|(_, at, ..)| *at == line)
}

/// The round of envelopes of a battle that asks who looks, with his side: by its line, or by the battle's number.
fn round(scene: &Scene<'_>, prompt: Option<u64>) -> Option<(String, u64, u32, Fight, Who)> {
    let meant =
        |number: u32, line: u64| prompt.is_none_or(|prompt| prompt == u64::from(number) || prompt == line);
    rounds(scene).into_iter().find(|(_, line, number, ..)| meant(*number, *line))
}

/// The battles that ask the viewer for an envelope: the round, its line, the battle with its number, his side.
pub(super) fn rounds(scene: &Scene<'_>) -> Vec<(String, u64, u32, Fight, Who)> {
    let (Some(seat), Some(position)) = (scene.own.seat(), position(&scene.own)) else { return Vec::new() };
    let open = scene.own.rounds.iter().filter(|round| round.mine.is_some());
    let asked = open.filter_map(|round| {
        let (number, fight) = shown::of_round(&scene.own, &round.round)?;
        let who = position.side_of(&fight, seat)?;
        Some((round.round.clone(), round.line, number, fight, who))
    });
    asked.collect()
}

/// The plan that the viewer has sealed in a round.
pub(crate) fn sealed_in(scene: &Scene<'_>, round: &str) -> Option<Sealed> {
    match scene.round(round)?.mine.as_ref()?.sealed.as_ref()?.contents.of::<Europa>()? {
        Choice::Fight(sealed) => Some(sealed),
        Choice::Intercept(_) => None,
    }
}

/// The form of a plan, filled in with what is sealed; before anything is the words that it takes stand in it as a hint.
pub(super) async fn form(at: At<'_>, prompt: Option<u64>) -> Result<Answer, Message> {
    let see = |scene: &Scene<'_>| {
        let (name, at, _, fight, who) = round(scene, prompt)?;
        let at_sea = fight.scene.at_sea && fight.stopped.is_none();
        let known = known(scene, &name, &fight, who);
        let mut inputs = vec![Input {
            required: false,
            value: known.as_ref().map(in_words).unwrap_or_default(),
            placeholder: if at_sea {
                say!("never; always; morale 2; losses 3; slip away; ask me; off, if both call it off")
            } else {
                say!("never; always; morale 2; losses 3; ask me; off, if both call it off")
            },
            ..line("plan", say!("Try to leave after day 1?"), 100)
        }];
        if at_sea {
            let fleet = known.as_ref().and_then(|known| known.fleet.as_ref());
            inputs.push(Input {
                long: true,
                value: fleet.map(read::written_fleet).unwrap_or_default(),
                placeholder: say!("3 ND 1 DTr, veteran, leader 3 2 1"),
                ..line("fleet", say!("What is in your fleet"), 300)
            });
        }
        let custom_id = CustomId::on(&scene.own, at, "europa/plan");
        Some(Form { title: say!("Battle plan: {}", shown::words::place(&fight)), custom_id, inputs })
    };
    Ok(at.look(see).await?.ok_or_else(no_plan)?.into())
}

/// Seals a plan out of what was typed.
pub(super) async fn sent(at: At<'_>, prompt: u64, [plan, fleet]: [&str; 2]) -> Result<Message, Message> {
    let read = at.look(|scene| -> Result<Option<(String, Sealed)>, Said> {
        let (Some(round), Some(position)) = (round_at(scene, prompt), position(&scene.own)) else {
            return Ok(None);
        };
        let (name, _, _, fight, who) = round;
        let (off, plan) = match plan.trim().to_lowercase().as_str() {
            "off" | "call it off" => (true, ""),
            _ => (false, plan),
        };
        let (plan, ask) = read::plan(plan)?;
        let fleet = if fight.scene.at_sea && fight.stopped.is_none() {
            match read::stack(fleet, true, fight.of(who), &position)?.stack {
                Stack::Fleet(fleet) => Some(fleet),
                Stack::Army(_) => None,
            }
        } else {
            None
        };
        Ok(Some((name, Sealed { plan, ask, fleet, off })))
    });
    let (round, sealed) = read.await?.map_err(Message::refusal)?.ok_or_else(old_card)?;
    Ok(at.order(sealing(round, &sealed)?).await)
}

/// A plan as it is sealed in a round; a sentence where it cannot be written.
fn sealing(round: String, sealed: &Sealed) -> Result<Verb, Message> {
    let choice = serde_json::to_value(sealed);
    let choice = choice.map_err(|_| Message::refusal(said!("The plan could not be written.")))?;
    Ok(Verb::Seal { round, choice, word: None })
}

/// Leaves or stays where a battle asks: the answer is sealed, and final.
pub(super) async fn chooses(at: At<'_>, line: u64, leave: bool) -> Result<Message, Message> {
    let found = at.look(|scene| {
        let (name, _, _, fight, who) = round_at(scene, line)?;
        let is_asked = matches!(fight.stopped.as_ref()?.why, Stop::Choice { who: asked, .. } if asked == who);
        is_asked.then_some((name, fight.scene.at_sea))
    });
    let not_asked = || Message::refusal(said!("This battle does not ask you to leave or stay now."));
    let (name, at_sea) = found.await?.ok_or_else(not_asked)?;
    // At sea it may be asked after a Fire, with the wind; on land never.
    let plan = if leave { Plan { slip_away: at_sea, ..Plan::LEAVES } } else { Plan::default() };
    let sealed = Sealed { plan, ask: true, ..Sealed::default() };
    let seal = sealing(name.clone(), &sealed)?;
    Ok(seals_as_final(at, name, seal).await)
}
