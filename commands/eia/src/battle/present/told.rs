//! A field battle at the table: its thread, who is awaited, its days, its end, and what each writes in his book.

use super::desk as battle_desk;
use super::end::leaves;
use super::plan as battle_plan;
use crate::seen::{happened, position};
use crate::subject::{Made, Subject};
use eia::land::battle::course::Happened as Battle;
use eia::land::battle::{Battle as Field, Booked, Ended, Fought, LONGEST_PLACE};
use eia::land::values::Values;
use eia::powers::Power;
use eia::{Event as Happened, Position, outline};
use std::sync::Arc;
use table::view::RoundView;
use table::{Entry, switches};
use table_commands::message::{Component, Look, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::votes::{why_and_question, why_button};
use table_commands::present::{Posts, Scene, names, rounds};
use table_commands::say;

/// The words of this subject.
pub(crate) struct FieldBattles;

impl Subject for FieldBattles {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        if let Happened::Battle(what) = &made.happened {
            battles(made.scene, posts, what, made.entries, made.line());
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Happened::Battle(Battle::BattleEnded { field, ended, .. }) = &made.happened else { return None };
        Some((LineKind::Other, battle_plan::in_a_line(field, ended)))
    }
}

/// Something in a field battle.
fn battles(scene: &Scene<'_>, posts: &mut Posts, what: &Battle, entries: &[Entry], line: u64) {
    let Some(position) = position(&scene.public) else { return };
    let of = &position.battles.of;
    match what {
        Battle::BattleOpened { battle: number, .. } => {
            let Some(battle) = of.get(number) else { return };
            opened(scene, posts, *number, battle);
        }
        Battle::Neutral { battle: number, seat } => {
            let Some(battle) = of.get(number) else { return };
            let garrison = position.garrison(battle);
            let rest: Vec<String> = garrison
                .difference(&battle.neutral)
                .map(|seat| battle_plan::fighter(scene, battle, seat))
                .collect();
            let (place, who) = (battle_plan::place(battle), battle_plan::fighter(scene, battle, seat));
            let rest = names::list(&rest);
            let says = say!("**{}**: {} says that its garrison is neutral. Not yet: {}.", place, who, rest);
            posts.council("battle", Message::text(says));
            posts.reply = Message::text(say!("You have said that your garrison is neutral."));
        }
        Battle::DepotUndefended { place, depot, attackers, garrison, .. } => {
            let says = say!(
                "**{}**: {} attacks the depot of {}. Its garrison, of {}, is neutral and neither fights nor removes the depot, which counts as without one. The garrison stays unharmed and goes to the nearest area where it may be.",
                names::plain_text(place, 40),
                crate::names::listed(attackers),
                *depot,
                crate::names::listed(garrison)
            );
            posts.council("battle", Message::text(says).buttons(vec![why_button(scene, line)]));
            posts.reply = Message::text(say!("There is no combat: the garrison is neutral."));
        }
        Battle::RiflesBought { .. } => crate::rifles::present::bought(scene, posts, what, line),
        Battle::Mustered { battle: number, power, .. } => {
            mustered(scene, posts, *number, of.get(number).map(Arc::as_ref), *power);
        }
        Battle::Commanded { battle: number, .. } => {
            let Some(battle) = of.get(number) else { return };
            let message = record(scene, super::mustered(battle));
            posts.council("battle", message.buttons(vec![why_button(scene, line)]));
        }
        Battle::CalledOff { battle: number } => {
            let place = before(scene, *number).map(|battle| battle_plan::place(&battle)).unwrap_or_default();
            posts.council("battle", Message::text(say!("**{}**: the battle is called off.", place)));
            posts.reply = Message::text(say!("The battle is called off."));
        }
        Battle::Live { battle: number, seat, on } => {
            let Some(battle) = of.get(number) else { return };
            let rest = position.seats_in(battle);
            let rest: Vec<String> =
                battle.live.missing(&rest).map(|seat| battle_plan::fighter(scene, battle, seat)).collect();
            let (place, who) = (battle_plan::place(battle), battle_plan::fighter(scene, battle, seat));
            if *on {
                live(scene, posts, *number, [place, who], &rest);
            } else {
                let says = say!("**{}**: {} does not fight it live after all.", place, who);
                posts.council("battle", Message::text(says));
                posts.reply = Message::text(say!("You do not fight it live after all."));
            }
        }
        Battle::PlansOpened { .. } => {}
        Battle::BattleFought(fought) => {
            let Some(battle) = of.get(&fought.battle) else { return };
            day(scene, posts, battle, fought, line);
        }
        Battle::BattleEnded { battle: number, ended: end, .. } => {
            let Some(battle) = of.get(number) else { return };
            let days = days_of(entries, *number);
            ended(scene, posts, (*number, battle), &days, end, line);
            books(scene, posts, &position, (*number, battle), end);
        }
    }
}

/// A message whose card says where the record ends.
fn record(scene: &Scene<'_>, mut message: Message) -> Message {
    if let Some(embed) = message.embeds.pop() {
        message.embeds.push(embed.footer(&scene.record()));
    }
    message
}

/// A battle as it stood before the order.
fn before(scene: &Scene<'_>, number: u32) -> Option<Arc<Field>> {
    let before = scene.before.as_deref().and_then(position)?;
    before.battles.of.get(&number).cloned()
}

/// A battle is open: its post, from which its thread starts.
fn opened(scene: &Scene<'_>, posts: &mut Posts, number: u32, battle: &Field) {
    if battle.field.area.is_some() {
        // Who is there the board says, and nobody is asked for it.
        let message = record(scene, super::opened(battle));
        let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
        let message = message.buttons(vec![scene.button(Look::Secondary, &say!("Map"), 0, "map/own"), desk]);
        posts.opening(thread_of(number), &thread_name(scene, number, battle), "battle", message);
        return;
    }
    let muster = scene.button(Look::Primary, &say!("Muster"), u64::from(number), "battle/muster");
    let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
    let mut buttons = vec![muster.clone(), desk];
    buttons.extend(battle.field.neutral.then(|| battle_desk::neutral_button(scene, number)));
    let message = record(scene, super::opened(battle)).buttons(buttons);
    posts.opening(thread_of(number), &thread_name(scene, number, battle), "battle", message);
    let off = battle_desk::call_off_button(scene, number);
    let mut says = say!("The battle is open. Say what you bring: *Muster*.");
    if let Some(doubt) = at_peace(scene, battle) {
        says = format!("{says}\n{doubt}");
    }
    posts.reply = Message::text(says).buttons(std::iter::once(muster).chain(off).collect());
}

/// That nobody on one side is at war with anybody on the other, where wars are kept: corps of a minor country may fight so, others not.
fn at_peace(scene: &Scene<'_>, battle: &Field) -> Option<String> {
    let position = position(&scene.public).filter(|_| crate::politics::present::is_kept(&scene.public))?;
    let field = &battle.field;
    let mut pairs =
        field.attackers.iter().flat_map(|one| field.defenders.iter().map(move |other| (*one, *other)));
    let at_war = pairs.any(|(one, other)| position.are_at_war(one, other));
    (!at_war).then(|| {
        say!(
            "{} and {} are not at war with each other. If it is not the corps of a minor country that fight, call it off.",
            crate::names::listed(&field.attackers),
            crate::names::listed(&field.defenders)
        )
    })
}

/// A power has mustered: who is still awaited, and that a garrison fights that could have stayed neutral.
fn mustered(scene: &Scene<'_>, posts: &mut Posts, number: u32, battle: Option<&Field>, power: Power) {
    if battle.is_some_and(|battle| battle.field.area.is_some()) {
        return;
    }
    posts.reply = Message::text(say!("{} has mustered. What is in the corps stays yours alone.", power));
    if scene.public.switch(switches::ODDS) != "no" {
        posts.reply = std::mem::take(&mut posts.reply).buttons(vec![battle_desk::odds_button(scene, number)]);
    }
    let before = before(scene, number);
    if let Some(battle) = battle.filter(|battle| !battle.field.neutral)
        && before.as_ref().is_some_and(|before| before.field.neutral)
    {
        let place = battle_plan::place(battle);
        let says = say!("**{}**: the garrison is not neutral, and fights.", place);
        posts.council("battle", Message::text(says));
    }
    let Some(battle) = battle.filter(|battle| battle.command.is_none()) else { return };
    // Whose muster stood already says something only where it changed.
    let earlier = before.as_ref().and_then(|before| before.musters.get(&power));
    if let (Some(earlier), Some(now)) = (earlier, battle.musters.get(&power)) {
        if earlier != now {
            let says = say!("**{}**: {} has mustered anew.", battle_plan::place(battle), power);
            posts.council("battle", Message::text(says));
        }
        return;
    }
    let awaited: Vec<String> = battle.awaited().iter().map(crate::names::called).collect();
    let place = battle_plan::place(battle);
    let says = say!("**{}**: {} has mustered. Still to muster: {}.", place, power, names::list(&awaited));
    posts.council("battle", Message::text(says));
}

/// Whether a battle can be fought live: a stand-in never says that it wants to.
fn can_be_live(scene: &Scene<'_>, battle: &Field) -> bool {
    let Some(now) = position(&scene.public) else { return false };
    let powers = battle.field.powers();
    let seats = powers.iter().filter_map(|power| now.choice.holdings.get(power));
    let by_a_stand_in =
        |seat: &table::SeatId| scene.public.seats.iter().any(|place| place.id == *seat && place.stand_in);
    !seats.map(|holding| &holding.seat).any(by_a_stand_in)
}

/// Somebody wants to fight a battle live; `rest` are those who have not said so.
fn live(scene: &Scene<'_>, posts: &mut Posts, number: u32, [place, who]: [String; 2], rest: &[String]) {
    let says = if rest.is_empty() {
        say!(
            "**{}**: all want to fight it live. Each step is asked of those who decide it, with {} minutes; then the plan stands.",
            place,
            table::live::MINUTES
        )
    } else {
        say!("**{}**: {} wants to fight it live. Not yet: {}.", place, who, names::list(rest))
    };
    let button =
        |label: String, verb: &str| vec![scene.button(Look::Secondary, &label, u64::from(number), verb)];
    let live = if rest.is_empty() { Vec::new() } else { button(say!("Fight it live"), "battle/live") };
    posts.council("battle", Message::text(says).buttons(live));
    posts.reply = Message::text(say!("You want to fight it live; *Not live after all* takes it back."))
        .buttons(button(say!("Not live after all"), "battle/live/off"));
}

/// A day of battle, or a part of one, in its thread.
fn day(scene: &Scene<'_>, posts: &mut Posts, battle: &Field, fought: &Fought, line: u64) {
    let mut told = super::day(battle, fought);
    let typed = battle_plan::typed(&scene.public);
    told.extend(super::night(battle, fought, Values::of(&typed)));
    let last = told.len().saturating_sub(1);
    for (i, message) in told.into_iter().enumerate() {
        let message = record(scene, message);
        let message = if i == last { message.buttons(why_and_question(scene, line)) } else { message };
        posts.thread(thread_of(fought.battle), "battle", message);
    }
}

/// A battle is over: its end in the council, with its picture.
fn ended(
    scene: &Scene<'_>,
    posts: &mut Posts,
    (number, battle): (u32, &Field),
    days: &[Fought],
    ended: &Ended,
    line: u64,
) {
    let tell = battle.field.area.is_none() && ended.points.iter().any(|points| points.points != 0);
    let tell =
        tell.then(|| scene.button(Look::Primary, &say!("Tell these PP"), u64::from(number), "battle/points"));
    let mut buttons: Vec<Component> = tell.into_iter().collect();
    buttons.push(scene.button(Look::Secondary, &say!("Picture"), u64::from(number), "battle/picture"));
    buttons.extend(why_and_question(scene, line));
    let name = format!("{}.png", battle_plan::file_name(battle));
    let typed = battle_plan::typed(&scene.public);
    let message = record(scene, super::ended(battle, days, ended, Values::of(&typed))).buttons(buttons);
    let in_words = super::picture::in_words(battle, ended);
    posts.council("battle", message.picture(format!("{BATTLE}{number}"), name, &in_words));
}

/// To each who fought what he writes in his book.
fn books(
    scene: &Scene<'_>,
    posts: &mut Posts,
    position: &Position,
    (number, battle): (u32, &Field),
    ended: &Ended,
) {
    for seat in scene.public.seats.iter().map(|seat| &seat.id) {
        let powers = position.in_battle(battle, seat);
        if powers.is_empty() {
            continue;
        }
        let place = battle_plan::place(battle);
        let text = Message::text(say!("{} · battle of {}: for your book", scene.title(), place));
        let message =
            powers.iter().fold(text, |message, power| message.with(super::book(battle, ended, *power)));
        let fought = |booked: &Booked| powers.contains(&booked.power) && !booked.before.is_empty();
        let mut buttons = Vec::new();
        if battle.field.area.is_some() {
            posts.to_seat(seat, "battle_book", message);
            continue;
        }
        if ended.book.iter().any(fought) {
            let enter = say!("Enter in my strongbox");
            buttons.push(scene.button(Look::Primary, &enter, u64::from(number), "battle/enter"));
        }
        if leaves(battle, ended)
            .is_some_and(|who| powers.iter().any(|power| battle.field.side(*power) == Some(who)))
        {
            buttons.push(crate::moving::button(scene));
        }
        posts.to_seat(seat, "battle_book", message.buttons(buttons));
    }
}

/// What a battle's thread and its picture are kept under, before its number.
pub(crate) const BATTLE: &str = "battle/";

/// What the thread of a battle is kept under.
fn thread_of(number: u32) -> String {
    format!("{BATTLE}{number}")
}

/// What the thread of a battle is called: "Battle of Turin, March 1805"; of a later one at the same place with its number, so that two of one
/// month differ.
fn thread_name(scene: &Scene<'_>, number: u32, battle: &Field) -> String {
    let place = names::bare(&battle.field.place, LONGEST_PLACE);
    let name = match outline::place(&scene.public.step) {
        Some((month, _)) => say!("Battle of {}, {}", place, crate::months::month(month)),
        None => say!("Battle of {}", place),
    };
    let earlier = |(other, there): (&u32, &Arc<Field>)| {
        *other < number && there.field.place.eq_ignore_ascii_case(&battle.field.place)
    };
    let is_again = position(&scene.public).is_some_and(|position| position.battles.of.iter().any(earlier));
    if is_again { format!("{name} ({number})") } else { name }
}

/// The days of a battle that entries tell of; of one that was opened anew under its number only its own.
#[must_use]
pub fn days_of(entries: &[Entry], number: u32) -> Vec<Fought> {
    entries.iter().filter_map(happened).fold(Vec::new(), |mut days: Vec<Fought>, event| {
        match event {
            Happened::Battle(Battle::BattleOpened { battle, .. }) if battle == number => days.clear(),
            Happened::Battle(Battle::BattleFought(part)) if part.battle == number => match days.last_mut() {
                Some(day) if part.part > 0 => day.goes_on(*part),
                _ => days.push(*part),
            },
            _ => {}
        }
        days
    })
}

/// The envelopes of a day of battle are asked for.
pub(crate) fn plans_asked(scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
    let Some((number, battle)) = battle_plan::of_round(&scene.public, &round.round) else { return };
    let asked = round.asked.iter().map(|(seat, _)| battle_plan::fighter(scene, &battle, seat));
    let (title, asked) = (rounds::title(&scene.public, round), names::list(&asked.collect::<Vec<_>>()));
    let mut message = match &battle.stopped {
        None => Message::text(say!(
            "**{}**: battle plans are sealed now. Asked: {}. The day is fought when all are Final.",
            title,
            asked
        )),
        Some(stopped) => {
            let question = battle_plan::question(&stopped.fight);
            Message::text(match round.due.as_ref().and_then(|due| due.at) {
                Some(at) => say!(
                    "**{}**\n{} Asked: {}. Who has not answered by <t:{}:f> lets his plan stand.",
                    title,
                    question,
                    asked,
                    at
                ),
                None => say!("**{}**\n{} Asked: {}.", title, question, asked),
            })
        }
    };
    let label = if battle.stopped.is_some() { say!("Answer") } else { say!("My battle plan") };
    message = message.buttons(vec![scene.button(Look::Primary, &label, round.line, "battle/plan")]);
    if battle.stopped.is_none() {
        let live = scene.button(Look::Secondary, &say!("Fight it live"), u64::from(number), "battle/live");
        let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
        let people = can_be_live(scene, &battle).then_some(live);
        message = message.buttons(people.into_iter().chain([desk]).collect());
    }
    // Who fights live is in the thread; whom else a question reaches is asked where all read.
    let live = position(&scene.public).is_some_and(|position| position.is_live(&battle));
    if battle.stopped.is_some() && live {
        posts.thread(thread_of(number), "battle_round", message);
    } else {
        posts.council("battle_round", message);
    }
}
