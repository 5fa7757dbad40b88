//! Access in words: who lets whom in, who is asked about whom, and forcible access.

use crate::access::ACCESS;
use crate::points::points;
use crate::province::present::called;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::access::changed::Question;
use eia::access::forcible::{Entry, Standing};
use eia::access::grant::Grant;
use eia::access::{Happened, Order};
use eia::map::ProvinceId;
use eia::powers::Power;
use eia::{Event, Position};
use table::Stage;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, Lines};
use table_commands::present::names::{list, plain_text};
use table_commands::present::votes::why_and_question;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct LettingIn;

impl Subject for LettingIn {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Access(happened) = &made.happened else { return };
        let mut text = in_a_line(happened);
        if let Happened::AccessAsked { questions, .. } = happened {
            questions.iter().for_each(|question| asked(made.scene, posts, question));
        }
        if let Happened::Entered { power, now: Some(now), .. } = happened {
            text = format!("{text} {}", say!("{} has {} now.", *power, points(made.scene, *now)));
        }
        let buttons = why_and_question(made.scene, made.line());
        posts.council("access", Message::text(text.clone()).buttons(buttons));
        if let Happened::Entered { of, .. } = happened {
            suffered(made.scene, posts, *of, &text);
        }
        posts.reply = Message::text(text);
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        match &made.happened {
            Event::Access(Happened::AccessAsked { .. } | Happened::AnswerStands { .. }) => None,
            Event::Access(happened) => Some((LineKind::Other, in_a_line(happened))),
            _ => None,
        }
    }
}

fn named<'p>(provinces: impl IntoIterator<Item = &'p ProvinceId>) -> String {
    list(&provinces.into_iter().map(|province| called(*province)).collect::<Vec<_>>())
}

/// A grant in a line: to whom, where, on which conditions.
fn granted(grant: &Grant) -> String {
    let says = if grant.only.is_empty() {
        say!("**{}** grants {} access.", grant.by, grant.to)
    } else {
        say!("**{}** grants {} access to {}.", grant.by, grant.to, named(&grant.only))
    };
    match &grant.conditions {
        Some(conditions) => format!("{says} {}", say!("Its conditions: {}", plain_text(conditions, 100))),
        None => says,
    }
}

fn question(question: &Question) -> String {
    let Question { by, to, provinces } = question;
    say!(
        "The forces of {} may be in {}, which {} has now: does {} let them stay?",
        *to,
        named(provinces),
        *by,
        *by
    )
}

/// What happened, in a line.
#[must_use]
pub fn in_a_line(happened: &Happened) -> String {
    match happened {
        Happened::AccessGranted { grant, demands, .. } => {
            let allies: Vec<String> = demands.iter().map(|demand| speech::word(demand.ally.name())).collect();
            let says = granted(grant);
            if allies.is_empty() {
                return says;
            }
            let may =
                say!("Who may demand this month that {} breaks their alliance: {}.", grant.by, list(&allies));
            format!("{says} {may}")
        }
        Happened::AccessCancelled { by, to, by_peace: false, .. } => {
            say!("**{}** grants {} no access any more.", *by, *to)
        }
        Happened::AccessCancelled { by, to, .. } => say!(
            "By its peace **{}** grants {} no access any more: its forces there are sent home (12.4).",
            *by,
            *to
        ),
        Happened::AccessPermitted { permit, .. } => {
            say!("**{}** permits {} to grant {} access.", permit.by, permit.of, permit.to)
        }
        Happened::AccessAsked { questions, .. } => {
            questions.iter().map(question).collect::<Vec<_>>().join("\n")
        }
        Happened::Repatriated { of, by, provinces, .. } => {
            let names = named(provinces);
            say!("**{}** grants {} no access to {}: its forces there are sent home (12.4).", *by, *of, names)
        }
        Happened::Entered { power, of, province, counters: 1, .. } => say!(
            "**{}** moves through {} by forcible access, which is {}'s: one counter.",
            *power,
            called(*province),
            *of
        ),
        Happened::Entered { power, of, province, counters, .. } => say!(
            "**{}** moves through {} by forcible access, which is {}'s: {} counters.",
            *power,
            called(*province),
            *of,
            *counters
        ),
        Happened::AnswerStands { power, answer, .. } => stands(*power, *answer),
    }
}

fn stands(power: Power, answer: Option<Standing>) -> String {
    match answer {
        Some(Standing::Never) => say!("**{}** answers forcible access with no war.", power),
        Some(Standing::War(nth)) => {
            say!("**{}** answers forcible access with war, at counter {} of a month.", power, nth)
        }
        None => say!("**{}** decides anew about each counter moved by forcible access.", power),
    }
}

fn answer_buttons(scene: &Scene<'_>, question: &Question) -> Vec<Component> {
    let answer = |grants| Order::Answer { power: question.by, to: question.to, grants, conditions: None };
    let stays = (Look::Primary, say!("{} stays", question.to), answer(true));
    ACCESS.buttons(scene, [stays, (Look::Secondary, say!("{} goes home", question.to), answer(false))])
}

/// A new holder is asked.
fn asked(scene: &Scene<'_>, posts: &mut Posts, of: &Question) {
    let Some(position) = position(&scene.public) else { return };
    let Some(holding) = position.choice.holdings.get(&of.by) else { return };
    let says = say!("Until the month ends; /access answer sets conditions.");
    let message = Message::text(say!("{} · access is asked of you", scene.title()))
        .with(Embed::new("", format!("{}\n{says}", question(of))))
        .buttons(answer_buttons(scene, of));
    posts.to_seat(&holding.seat, "access", message);
}

/// The buttons by which a power answers forcible access with war, each with what that costs.
fn war_buttons(scene: &Scene<'_>, position: &Position, power: Power) -> Vec<Component> {
    let Some(month) = position.month() else { return Vec::new() };
    let button = |(on, nth): (Power, u32)| {
        let (costs, _) = eia::politics::war::price(position, power, on, month);
        let label = say!("War on {} ({})", on, points(scene, costs));
        (Look::Danger, label, Order::Resist { power, on, nth, besieged: false })
    };
    ACCESS.buttons(scene, position.may_resist(power).into_iter().map(button))
}

/// Who suffers forcible access is told by direct message, and may answer it at once.
fn suffered(scene: &Scene<'_>, posts: &mut Posts, of: Power, says: &str) {
    let Some(position) = position(&scene.public) else { return };
    let Some(holding) = position.choice.holdings.get(&of) else { return };
    let buttons = war_buttons(scene, &position, of);
    if buttons.is_empty() {
        return;
    }
    let may = say!(
        "{} may declare war for it at once, while the land phase lasts; who says nothing declares none.",
        of
    );
    let message = Message::text(say!("{} · forcible access in your land", scene.title()))
        .with(Embed::new("", format!("{says}\n{may}")));
    posts.to_seat(&holding.seat, "access", message.buttons(buttons));
}

/// What was moved against a power by forcible access, in a line.
fn used(entry: &Entry) -> String {
    if entry.counters == 1 {
        return say!("**{}** used forcible access against {}: one counter.", entry.power, entry.of);
    }
    say!("**{}** used forcible access against {}: {} counters.", entry.power, entry.of, entry.counters)
}

/// What access asks of the viewer: questions about whom the former holder let in, and who moves through his land.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> Lines {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    if scene.own.stage != Stage::Playing || scene.own.as_regent {
        return (lines, buttons);
    }
    let own = position.bidders(seat);
    let access = &position.politics.access;
    for of in access.asked.iter().filter(|question| own.contains(&question.by)) {
        lines.push(question(of));
        if buttons.len() < 4 {
            buttons.extend(answer_buttons(scene, of));
        }
    }
    for entry in entries(&position).filter(|entry| own.contains(&entry.of)) {
        lines.push(format!("{} {}", used(entry), say!("/access war answers it while the land phase lasts.")));
    }
    let wars = own.iter().flat_map(|power| war_buttons(scene, &position, *power));
    buttons.extend(wars.take(5usize.saturating_sub(buttons.len())));
    (lines, buttons)
}

/// Forcible access of this month between powers that are not at war over it.
fn entries(position: &Position) -> impl Iterator<Item = &Entry> {
    let of_month = |entry: &&Entry| Some(entry.month) == position.month();
    let entries = position.politics.access.entries.iter().filter(of_month);
    entries.filter(|entry| !position.are_at_war(entry.power, entry.of))
}

/// What these powers grant and are granted, a line each.
pub(crate) fn of(now: &Position, own: &[Power]) -> Vec<String> {
    let grants = now.politics.access.grants.iter();
    grants.filter(|grant| own.contains(&grant.by) || own.contains(&grant.to)).map(granted).collect()
}

/// What these powers answer to forcible access without being asked, a line each.
pub(crate) fn answers(now: &Position, own: &[Power]) -> Vec<String> {
    let all = now.politics.access.standing.iter().filter(|(power, _)| own.contains(power));
    all.map(|(power, answer)| stands(*power, Some(*answer))).collect()
}

/// Who lets whom in, and what is asked about it.
#[must_use]
pub fn shown(scene: &Scene<'_>) -> Message {
    let Some(position) = position(&scene.own) else {
        return Message::refusal(table::said!("This campaign has no provinces yet."));
    };
    let access = &position.politics.access;
    let mut granting: Vec<String> = access.grants.iter().map(granted).collect();
    for by in position.major_powers() {
        let bound = position.major_powers().filter(|to| position.is_bound_to_let_in(by, *to));
        granting.extend(bound.map(|to| say!("**{}** is bound by a peace to let {} in (C.5).", by, to)));
    }
    let granting =
        if granting.is_empty() { say!("Nobody grants anybody access.") } else { granting.join("\n") };
    let mut embed = Embed::new(&say!("Access"), clip(&granting, 3000));
    let moved: Vec<String> = entries(&position).map(used).collect();
    let asked: Vec<String> = access.asked.iter().map(question).collect();
    let answers: Vec<String> =
        access.standing.iter().map(|(power, answer)| stands(*power, Some(*answer))).collect();
    for (heading, lines) in [
        (say!("Forcible access this month"), moved),
        (say!("Asked"), asked),
        (say!("Standing answers"), answers),
    ] {
        if !lines.is_empty() {
            embed = embed.field(&heading, clip(&lines.join("\n"), 1000));
        }
    }
    Message::default().with(embed.footer(&scene.record()))
}
