//! The turn card, the status and the desk.

use super::names::{count, list};
use super::{
    Scene, asks, ending, envelopes, holders, more, notice, places, rounds, seats, set_back, tellings, typed,
    values, votes,
};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::present::front;
use crate::say;
use std::fmt::Write as _;
use table::frames::{Awaited, What};
use table::timing::Due;
use table::view::{RoundView, SeatView};
use table::{SeatId, Stage, View};

/// The number by which buttons know the open round of envelopes: the line at which it opened. 0 where none is open.
#[must_use]
pub fn prompt(view: &View) -> u64 {
    view.rounds.first().map_or(0, |round| round.line)
}

/// The step that everybody is in, in words: of a round in which players follow one another, the round.
#[must_use]
pub fn page(view: &View) -> String {
    match view.stage {
        Stage::Playing => front::of(view).and_then(|front| front.page(view)).unwrap_or_else(|| step(view)),
        _ => step(view),
    }
}

/// Where play stands, in words: "March 1805 · Land phase".
#[must_use]
pub fn step(view: &View) -> String {
    match view.stage {
        Stage::Closed => say!("Closed"),
        Stage::Gathering => say!("Seats are being taken"),
        Stage::Playing => {
            front::of(view).and_then(|front| front.step(view)).unwrap_or_else(|| say!("In play"))
        }
    }
}

/// When a step falls due, as every reader's own clock shows it.
fn due(view: &View, due: Option<&Due>) -> Option<String> {
    let due = due?;
    Some(match due.at {
        Some(at) if view.paused.is_none() => say!("due <t:{}:R>", at),
        _ if view.paused.is_some() => say!("the clock stands"),
        _ if view.live => say!("by voice, no deadline"),
        _ => return None,
    })
}

fn place<'v>(view: &'v View, seat: &SeatId) -> Option<&'v SeatView> {
    view.seats.iter().find(|place| place.id == *seat)
}

/// One who is awaited: his power with his name, and who acts for him.
fn awaited_one(scene: &Scene<'_>, seat: &SeatId) -> String {
    let name = scene.seat(seat);
    match place(&scene.public, seat) {
        Some(SeatView { regent: Some(person), .. }) => {
            say!("… {}, regent: {}", name, scene.person(table::By::Person(*person)))
        }
        Some(SeatView { away: Some(_), .. }) => say!("… {}, away", name),
        _ => format!("… {name}"),
    }
}

/// Who is awaited, a line each; those who are done in one line.
fn asked(scene: &Scene<'_>, awaited: &Awaited) -> String {
    let mut lines = String::new();
    for seat in awaited.of() {
        let _ = writeln!(lines, "{}", awaited_one(scene, seat));
    }
    let done = awaited.asked.iter().filter(|(_, done)| *done);
    let done: Vec<String> = done.map(|(seat, _)| scene.power(seat)).collect();
    if !done.is_empty() {
        let _ = writeln!(lines, "✔ {}", done.join(", "));
    }
    lines
}

/// Who is awaited in a round.
fn awaited(scene: &Scene<'_>, round: &RoundView) -> String {
    let Some(awaited) = scene.public.awaited_at(round.line) else { return String::new() };
    let due = due(&scene.public, awaited.due.as_ref()).map(|due| format!("*{due}*\n")).unwrap_or_default();
    due + &asked(scene, awaited)
}

/// Who is ready with the open step.
fn readiness(scene: &Scene<'_>) -> Option<String> {
    Some(asked(scene, scene.public.step_awaits()?))
}

/// The orders that are awaited, and what a battle asks for before its envelopes, a line each.
pub(super) fn orders(scene: &Scene<'_>) -> Option<String> {
    let mut lines: Vec<String> =
        scene.public.awaited.iter().filter_map(|awaited| order(scene, awaited)).collect();
    lines.extend(asks::lines(scene));
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// An order that is awaited: of whom, and which.
fn order(scene: &Scene<'_>, awaited: &Awaited) -> Option<String> {
    let view = &scene.public;
    if !matches!(awaited.what, What::Order(_)) {
        return None;
    }
    Some(of_them(scene, awaited, &front::of(view)?.order_asked(view, awaited)?))
}

/// What is awaited, with those of whom it is.
fn of_them(scene: &Scene<'_>, awaited: &Awaited, what: &str) -> String {
    let of: Vec<String> = awaited.of().map(|seat| scene.seat(seat)).collect();
    format!("… {}: {what}", list(&of))
}

/// For what play waits that others have to do, at the desk of who has nothing to do himself: an envelope or an order, a line each. That others
/// are not ready stands with the step.
fn of_others(scene: &Scene<'_>) -> Option<String> {
    let (seat, view) = (scene.own.seat()?, &scene.public);
    if scene.own.awaited.iter().any(|awaited| !awaited.held && awaited.awaits(seat)) {
        return None;
    }
    let open = view.awaited.iter().filter(|awaited| !awaited.held && awaited.of().next().is_some());
    let lines: Vec<String> = open
        .filter_map(|awaited| {
            let round = view.rounds.iter().find(|round| round.line == awaited.line);
            match &awaited.what {
                What::Envelope(name) if name.starts_with(table::exchange::PREFIX) => None,
                What::Envelope(_) => Some(of_them(scene, awaited, &rounds::title(view, round?))),
                What::Order(_) => order(scene, awaited),
                What::Ready => None,
            }
        })
        .collect();
    (!lines.is_empty()).then(|| say!("Play waits for others:\n{}", lines.join("\n")))
}

/// The fields of open rounds.
fn with_rounds(scene: &Scene<'_>, mut embed: Embed) -> Embed {
    // An embed takes 25 fields; ten rounds of free envelopes can be open at most.
    for round in scene.public.rounds.iter().take(12) {
        embed = embed.field(
            &say!("{} (✔ Final, … awaited)", rounds::title(&scene.public, round)),
            awaited(scene, round),
        );
    }
    embed
}

/// What is left of the turn card of a step that is over.
#[must_use]
pub fn past_card(scene: &Scene<'_>, before: &View) -> Message {
    let says = if scene.public.stage == Stage::Closed {
        say!("**The campaign is over.** It ended in: {}.", page(before))
    } else if before.stage == Stage::Gathering {
        say!("**The seats are taken, and play has begun.**")
    } else {
        say!("Over: **{}**.", page(before))
    };
    Message::default().with(Embed::new(&scene.title(), says))
}

/// What is left of a turn card that came down again below later posts.
#[must_use]
pub fn moved_card(scene: &Scene<'_>) -> Message {
    let says = say!("**{}**: the card of this step stands further down now.", page(&scene.public));
    Message::default().with(Embed::new(&scene.title(), says))
}

/// What who has said that he is ready is told: who is awaited still, or that the step is over by it.
pub(super) fn after_ready(scene: &Scene<'_>, says: String) -> Message {
    let line = |view: &View| view.step_awaits().map(|step| step.line);
    let goes_on = |before: &View| before.page == scene.public.page && line(before) == line(&scene.public);
    if !scene.before.as_deref().is_none_or(goes_on) {
        return Message::text(format!(
            "{says}\n{}",
            say!("Nobody else was awaited. Now: **{}**.", step(&scene.public))
        ));
    }
    let Some(step_open) = scene.public.step_awaits() else { return Message::text(says) };
    let says = match still_to_seal(scene) {
        Some(yours) => format!("{says}\n{yours}"),
        None => says,
    };
    if !scene.own.may_take_ready_back {
        return Message::text(format!("{says}\n{}", is_due(scene)));
    }
    // Where all are done something else holds the step up, and its own line says so.
    let message = match step_open.of().next() {
        Some(_) => Message::text(format!("{says}\n{}", still_awaited(scene, step_open))),
        None => Message::text(says),
    };
    message.buttons(vec![scene.button(Look::Secondary, &say!("Not ready"), step_open.line, "turn/not")])
}

/// The envelopes that who looks has not made Final, in a sentence; `None` where there are none.
fn still_to_seal(scene: &Scene<'_>) -> Option<String> {
    let seat = scene.own.seat()?;
    let rounds = scene.own.rounds.iter();
    let asked = rounds.filter(|round| round.asked.iter().any(|(of, done)| of == seat && !done));
    let titles: Vec<String> = asked.map(|round| rounds::title(&scene.own, round)).collect();
    (!titles.is_empty()).then(|| say!("You have still to seal: **{}**.", list(&titles)))
}

/// What who presses *Ready* is told who is ready; `None` where he is not, or is not asked.
#[must_use]
pub fn ready_already(scene: &Scene<'_>) -> Option<Message> {
    let seat = scene.own.seat()?;
    let step_open = scene.own.step_awaits().filter(|step| step.asks(seat) && !step.awaits(seat));
    step_open.map(|_| after_ready(scene, say!("You are ready already.")))
}

/// What who presses *Ready* is asked first, with the button that takes it; `None` where it is taken at once.
#[must_use]
pub fn before_ready(scene: &Scene<'_>, sure: &str) -> Option<Message> {
    let (seat, step_open) = (scene.own.seat()?, scene.own.step_awaits()?);
    if !step_open.awaits(seat) {
        return None;
    }
    let (says, mut buttons) =
        front::of(&scene.own).filter(|_| scene.own.may_be_ready)?.before_ready(scene)?;
    let sure = scene.button(Look::Success, &say!("Ready all the same"), step_open.line, sure);
    let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
    buttons.extend([sure, desk]);
    Some(Message::text(says).buttons(buttons).buttons(endings(scene)))
}

/// That nothing is asked in a step any more but what is due before it is over.
fn is_due(scene: &Scene<'_>) -> String {
    let says = say!("**{}**: this is due before it is over.", step(&scene.own));
    [Some(says), orders(scene)].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Who is awaited still in the open step, in a sentence.
fn still_awaited(scene: &Scene<'_>, step_open: &Awaited) -> String {
    // Where players follow one another, the next in turn may be who reads it.
    let own = scene.own.seat();
    let called = |seat: &SeatId| match own {
        Some(own) if own == seat => say!("you, for what comes next"),
        _ => scene.seat(seat),
    };
    let of: Vec<String> = step_open.of().map(called).collect();
    say!("Awaited: {}.", list(&of))
}

/// The turn card: one message, kept up to date.
#[must_use]
pub fn card(scene: &Scene<'_>) -> Message {
    let view = &scene.public;
    let mut says = format!("**{}**", step(view));
    let step_open = view.step_awaits().filter(|step| !step.held);
    if let Some(due) = due(view, step_open.and_then(|step| step.due.as_ref())) {
        let _ = write!(says, " · {due}");
    }
    let mut embed = Embed::new(&scene.title(), says);
    let mut buttons = front::of(view).map(|front| front.on_the_card(scene)).unwrap_or_default();
    if let Some(ready) = readiness(scene) {
        embed = embed.field(&say!("Ready (✔ ready, … awaited)"), ready);
        // Where all are ready something else holds the step up, and nobody has to say it.
        if let Some(step) = view.step_awaits().filter(|step| step.of().next().is_some()) {
            buttons.push(scene.button(Look::Success, &say!("Ready"), step.line, "turn/ready"));
        }
    }
    if let Some(orders) = orders(scene) {
        embed = embed.field(&say!("Awaited"), orders);
    }
    embed = with_rounds(scene, embed);
    if let Some(round) = view.rounds.first() {
        if !rounds::alone(view, &round.round) {
            let (seal, verb) =
                (rounds::labels(&scene.own, &round.round).0, &rounds::verb(&scene.own, &round.round));
            buttons.push(scene.button(Look::Primary, &seal, round.line, verb));
        }
    } else if view.step_awaits().is_none()
        && let Some(holdings) = holders::holdings(scene)
    {
        embed = embed.field(&holders::title(view), holdings);
    }
    let vacant: Vec<String> = view
        .seats
        .iter()
        .filter(|seat| view.stage == Stage::Playing && !seat.is_taken() && !seat.out)
        .map(|seat| scene.seat(&seat.id))
        .collect();
    if !vacant.is_empty() {
        embed = embed.field(&say!("Without a player"), list(&vacant));
    }
    if view.stage == Stage::Gathering {
        let free = view.seats.iter().filter(|seat| !seat.is_taken()).count();
        if free > 0 {
            embed = embed.field(&say!("Seats"), say!("{} of {} free", free, view.seats.len()));
            buttons.push(scene.button(Look::Primary, &say!("Take a seat"), 0, "join"));
        } else {
            embed = embed.field(&say!("Seats"), seats::can_start(scene));
        }
    }
    if view.stage != Stage::Closed {
        buttons.push(scene.button(Look::Secondary, &say!("My desk"), 0, "desk"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Status"), 0, "status"));
    if view.stage == Stage::Playing
        && let Some(front) = front::of(view)
    {
        buttons.push(front.board(scene));
        buttons.extend(front.pieces(scene));
    }
    let footer = if view.stage == Stage::Closed {
        say!("Nothing changes on this card any more.")
    } else if view.step_awaits().is_some() {
        say!(
            "This card is kept up to date. Ready: you are done with this phase. Ready for the turn, at My desk: you are not asked again until it ends, unless something new comes up."
        )
    } else {
        say!("This card is kept up to date.")
    };
    Message::default().with(embed.footer(&footer)).buttons(buttons)
}

/// How the campaign stands, for whoever asks.
#[must_use]
pub fn status(scene: &Scene<'_>) -> Message {
    let view = &scene.public;
    let step_open = view.step_awaits().filter(|step| !step.held);
    let due = due(view, step_open.and_then(|step| step.due.as_ref())).map(|due| format!(" · {due}"));
    let mut says = format!("**{}**{}", step(view), due.unwrap_or_default());
    if let Some(standing) = holders::own_standing(scene) {
        let _ = write!(says, "\n{standing}");
    }
    let mut embed = Embed::new(&scene.title(), says);
    embed = embed.field(&say!("Seats"), places::seats(scene));
    if let Some(ready) = readiness(scene) {
        embed = embed.field(&say!("Ready (✔ ready, … awaited)"), ready);
    }
    if let Some(orders) = orders(scene) {
        embed = embed.field(&say!("Awaited"), orders);
    }
    embed = with_rounds(scene, embed);
    if let Some(holdings) = holders::holdings(scene) {
        embed = embed.field(&holders::title(view), holdings);
    }
    let wars = front::of(view).map(|front| front.wars(view)).unwrap_or_default();
    if !wars.is_empty() {
        embed = embed.field(&say!("At war"), wars.join(" · "));
    }
    let told = tellings::lines(scene);
    if !told.is_empty() {
        embed = embed.field(&say!("Told, and not confirmed yet"), clip(&told.join("\n"), 1_000));
    }
    if let Some(clock) = super::clock::settings(view) {
        embed = embed.field(&say!("Clock"), clock);
    }
    let without: Vec<String> = view
        .seats
        .iter()
        .filter(|seat| seat.person.is_some() && !seat.has_word && !seat.operator)
        .map(|seat| scene.seat(&seat.id))
        .collect();
    let dice = if view.stage == Stage::Gathering {
        say!("Dice wait for the start of play.")
    } else if without.is_empty() {
        say!(
            "{} since their seed was last published.",
            count(view.epoch.rolls, &say!("roll"), &say!("rolls"))
        )
    } else {
        say!("Dice wait for a new word (/dice word) of {}.", list(&without))
    };
    embed = embed.field(&say!("Dice"), dice).footer(&scene.record_whole());
    let mut message = Message::default().with(embed);
    let mut buttons = Vec::new();
    // Seats are taken and play begins while players gather; later all that is offered would be looked up for nothing.
    let offered = if view.stage == Stage::Gathering { table::offers(&scene.own) } else { Vec::new() };
    let may = |verb: &str| offered.iter().any(|offer| offer.verb == verb);
    if may("join") {
        buttons.push(scene.button(Look::Primary, &say!("Take a seat"), 0, "join"));
    }
    if may("start") {
        buttons.push(seats::start_button(scene));
    }
    if let Some(round) = scene.own.rounds.iter().find(|round| scene.own.may_seal(&round.round)) {
        let (seal, _) = rounds::labels(&scene.own, &round.round);
        buttons.push(scene.button(Look::Primary, &seal, round.line, &rounds::verb(&scene.own, &round.round)));
    }
    if view.stage == Stage::Playing {
        buttons.extend(front::of(view).map(|front| front.board(scene)));
    }
    message = message.buttons(buttons);
    message
}

/// What is asked of the viewer now, a line each.
pub(crate) fn asked_of_me(scene: &Scene<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    my_rounds(scene, &mut lines, &mut Vec::new());
    my_step(scene, &mut lines, &mut Vec::new());
    lines
}

/// What is asked of the viewer in the open rounds.
fn my_rounds(scene: &Scene<'_>, lines: &mut Vec<String>, buttons: &mut Vec<Component>) {
    for round in &scene.own.rounds {
        let Some(mine) = &round.mine else { continue };
        let title = rounds::title(&scene.public, round);
        let due = due(&scene.own, round.due.as_ref()).map(|due| format!(" · *{due}*")).unwrap_or_default();
        lines.push(match &mine.sealed {
            _ if mine.waits_for_operator => {
                say!(
                    "**{}**: the operator of the bot seals his envelope first; you are told when he has.",
                    title
                )
            }
            None => say!("**{}**: your envelope is awaited.{}", title, due),
            Some(sealed) => {
                let state = if sealed.is_final { say!("Final") } else { say!("sealed, not yet Final") };
                let content = rounds::content(scene, &round.round, &sealed.contents);
                say!("**{}**: {}.{}\n{}", title, state, due, content)
            }
        });
        buttons.extend(envelopes::buttons(scene, round, mine));
    }
}

/// Whether the viewer is ready with the open step.
fn my_step(scene: &Scene<'_>, lines: &mut Vec<String>, buttons: &mut Vec<Component>) {
    let view = &scene.own;
    let Some(seat) = view.seat() else { return };
    let Some(step_open) = view.step_awaits().filter(|step| step.asks(seat)) else {
        ready_from_envelopes(scene, lines, buttons);
        return;
    };
    let due = due(view, step_open.due.as_ref().filter(|_| !step_open.held))
        .map(|due| format!(" · *{due}*"))
        .unwrap_or_default();
    let ahead = place(view, seat).and_then(|place| place.ahead.as_ref());
    let ready = !step_open.awaits(seat);
    if ready && !view.may_take_ready_back {
        lines.push(is_due(scene));
        return;
    }
    lines.push(match (ready, ahead) {
        (_, Some(ahead)) if ahead.hold => {
            say!(
                "**{}**: you are ready to the end of the turn, until something new is asked of you.{}",
                step(view),
                due
            )
        }
        (_, Some(_)) => say!("**{}**: you are ready to the end of the turn.{}", step(view), due),
        (true, None) => say!("**{}**: you are ready.{}", step(view), due),
        (false, None) if !view.may_be_ready => format!("**{}**{due}", step(view)),
        (false, None) => say!("**{}**: say when you are ready.{}", step(view), due),
    });
    if ready && step_open.of().next().is_some() {
        lines.push(still_awaited(scene, step_open));
    }
    if !ready && ahead.is_none() && !view.may_be_ready {
        return;
    }
    // All three keep their places, so that a second tap on one does not fall on another.
    let button =
        |look, label: String, verb, open| scene.button(look, &label, step_open.line, verb).only_if(open);
    let may = ready || view.may_be_ready;
    buttons.extend([
        button(Look::Success, say!("Ready"), "turn/ready", !ready && view.may_be_ready),
        button(Look::Secondary, say!("Ready for the turn"), "turn/month", ahead.is_none() && may),
        button(Look::Secondary, say!("Not ready"), "turn/not", ready || ahead.is_some()),
    ]);
}

/// Whose envelopes are Final can be ready to the end of the turn with that, until something new is asked of him.
fn ready_from_envelopes(scene: &Scene<'_>, lines: &mut Vec<String>, buttons: &mut Vec<Component>) {
    let view = &scene.own;
    let line = view.rounds.first().map_or(0, |round| round.line);
    let is_ahead = view.seat().and_then(|seat| place(view, seat)).is_some_and(|own| own.ahead.is_some());
    if is_ahead && view.step_awaits().is_none() {
        lines.push(say!("You are ready to the end of the turn, until something new is asked of you."));
        buttons.push(scene.button(Look::Secondary, &say!("Not ready"), line, "turn/not"));
        return;
    }
    let is_final = |mine: &table::view::Mine| mine.sealed.as_ref().is_some_and(|sealed| sealed.is_final);
    let all_final = view.rounds.iter().filter_map(|round| round.mine.as_ref()).all(is_final);
    if view.may_be_ready_ahead && all_final {
        buttons.push(scene.button(Look::Success, &say!("Ready for the turn"), line, "turn/month"));
    }
}

/// What a player can begin at any time.
fn at_hand(scene: &Scene<'_>) -> Vec<Component> {
    let view = &scene.own;
    let mut buttons = Vec::new();
    // While the powers are chosen nobody has anything to keep, unless he began early.
    let chosen = view.step.first().is_some_and(|step| step != "choice");
    if view.strongbox.as_ref().is_some_and(|seen| chosen || seen.strongbox.is_in_use()) {
        buttons.push(scene.button(Look::Secondary, &say!("Strongbox"), 0, "box"));
    }
    if values::are_told(scene) {
        buttons.push(scene.button(Look::Secondary, &say!("Tell a result"), 0, "board/tell"));
    }
    if !view.values.is_empty() {
        buttons.push(scene.button(Look::Secondary, &say!("All values"), 0, "board/values"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Write to somebody"), 0, "envelope/to"));
    buttons.push(scene.button(Look::Secondary, &say!("New sealed envelopes"), 0, "envelope/new"));
    buttons.push(scene.button(Look::Secondary, &say!("Call a vote"), 0, "vote/ask"));
    buttons.push(scene.button(Look::Secondary, &say!("Calendar"), 0, "turn/calendar"));
    let own = view.seat().and_then(|seat| place(view, seat));
    if own.is_some_and(|own| own.away.is_none() && own.regent.is_none()) {
        buttons.push(scene.button(Look::Secondary, &say!("Be away…"), 0, "seat/away"));
    }
    buttons
}

/// What ends something under way at its game's board.
fn endings(scene: &Scene<'_>) -> Vec<Component> {
    front::of(&scene.own).map(|front| front.endings(scene)).unwrap_or_default()
}

/// The most buttons of what is asked now: two rows below are for what is at hand, and one before them for what is of the game.
const MOST_ASKED: usize = 15;
/// The buttons of a row.
const A_ROW: usize = 5;

/// What a player has before him: what is asked of him, and dispatches that could not reach him.
#[must_use]
pub fn desk(scene: &Scene<'_>, dispatches: usize) -> Message {
    let view = &scene.own;
    if view.seat().is_none() && view.regencies.is_empty() {
        return without_seat(scene);
    }
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    if let Some((says, button)) = to_start(scene) {
        lines.push(says);
        buttons.push(button);
    }
    if let Some((says, button)) = to_practise(scene) {
        lines.push(says);
        buttons.push(button);
    }
    let lacks_word = |seat: &&SeatView| Some(&seat.id) == view.seat() && !seat.has_word && !seat.operator;
    if view.stage == Stage::Playing && !view.as_regent && view.seats.iter().any(|seat| lacks_word(&seat)) {
        lines.push(say!("Dice wait for a new word of yours: /dice word lays one down."));
    }
    my_step(scene, &mut lines, &mut buttons);
    my_rounds(scene, &mut lines, &mut buttons);
    if view.as_regent && view.stage == Stage::Playing && values::are_told(scene) {
        buttons.push(scene.button(Look::Secondary, &say!("Tell a result"), 0, "board/tell"));
    }
    let matters = [
        ending::desk_lines(scene),
        notice::desk_lines(scene),
        votes::desk_lines(scene),
        values::desk_lines(scene),
        set_back::desk_lines(scene),
        typed::desk_lines(scene),
        tellings::desk_lines(scene),
    ];
    let asked_by_the_game = front::of(view).map(|front| front.desk_lines(scene)).unwrap_or_default();
    let lodged = [super::deals::desk_lines(scene), super::lodged::desk_lines(scene)];
    for (more, with) in matters.into_iter().chain(asked_by_the_game).chain(lodged) {
        lines.extend(more);
        buttons.extend(with);
    }
    places::desk(scene, &mut lines, &mut buttons);
    if lines.is_empty() {
        lines.push(say!("Nothing is asked of you now."));
    }
    lines.extend(of_others(scene));
    if let Some(standing) = holders::own_standing(scene) {
        lines.insert(0, standing);
    }
    if dispatches > 0 && !view.as_regent {
        let waiting = count(dispatches as u64, &say!("dispatch waits"), &say!("dispatches wait"));
        lines.push(say!("{} here because no direct message could reach you.", waiting));
        buttons.insert(0, scene.button(Look::Primary, &say!("Read dispatches"), 0, "dispatches"));
    }
    if view.undoable.is_some() {
        // One who presses again when the first was answered takes back the next: it has another id by then.
        buttons.push(scene.button(Look::Secondary, &say!("Undo"), view.lines, "undo"));
    }
    let is_played = view.stage == Stage::Playing && view.seat().is_some() && !view.as_regent;
    let of_the_game = front::of(view).filter(|_| is_played).map(|front| front.at_hand(scene));
    let of_the_game: Vec<Component> = of_the_game.into_iter().flatten().take(A_ROW).collect();
    let most = if of_the_game.is_empty() { MOST_ASKED } else { MOST_ASKED - A_ROW };
    // What ends something stands apart from what goes on with it: in a row of its own where there is one left, else behind all else.
    let mut ending: Vec<Component> = endings(scene).into_iter().take(A_ROW).collect();
    if buttons.len() > most - A_ROW {
        buttons.append(&mut ending);
    }
    if buttons.len() > most {
        buttons.truncate(most);
        lines.push(say!("More is open than has room here: *More…* lists votes, corrections and envelopes."));
    }
    let mut below = Vec::new();
    if is_played {
        below.extend(at_hand(scene));
    }
    if view.as_regent {
        below.push(scene.button(Look::Secondary, &say!("My desk"), 0, "desk"));
    } else if view.stage != Stage::Closed {
        below.extend(last_row(scene));
    }
    let title = match view.seat() {
        Some(seat) if view.as_regent => say!("{} · {}, as regent", scene.title(), scene.seat(seat)),
        _ => say!("{} · your desk", scene.title()),
    };
    let mut embed = Embed::new(&title, lines.join("\n\n"));
    if let Some(colour) = view.seat().and_then(|seat| holders::colour(view, seat)) {
        embed = embed.colour(&colour);
    }
    let message = Message::default().with(embed).buttons(buttons).buttons(ending);
    scene.for_its_seat(message.buttons(of_the_game).buttons(below))
}

/// That play can begin, for the host who begins it.
fn to_start(scene: &Scene<'_>) -> Option<(String, Component)> {
    let gathers = scene.own.stage == Stage::Gathering;
    let may = gathers && table::offers(&scene.own).iter().any(|offer| offer.verb == "start");
    may.then(|| (say!("All seats are taken: you can start play."), seats::start_button(scene)))
}

/// That seats are free, and how a host fills them for practice.
fn to_practise(scene: &Scene<'_>) -> Option<(String, Component)> {
    let free = more::free_for_stand_ins(scene);
    let may = scene.own.stage == Stage::Gathering && more::is_host(scene) && free > 0;
    let says = || {
        let free = count(free as u64, &say!("seat is free"), &say!("seats are free"));
        let says = say!("{}. For practice, or to look around alone, stand-ins can play them.", free);
        [Some(says), more::where_stand_ins_sit(scene)].into_iter().flatten().collect::<Vec<_>>().join("\n")
    };
    may.then(|| (says(), more::all_stand_ins(scene)))
}

/// The desk of somebody who has no seat: one that was offered to him, or what he can read.
fn without_seat(scene: &Scene<'_>) -> Message {
    let view = &scene.own;
    if let Some((says, button)) = to_start(scene) {
        return Message::text(says).buttons(vec![button]).buttons(last_row(scene));
    }
    if places::is_offered(scene) {
        return Message::text(say!(
            "A seat of **{}** was offered to you. Take it with a word for the dice.",
            scene.title()
        ))
        .buttons(vec![scene.button(Look::Primary, &say!("Take the seat"), 0, "join")]);
    }
    let message = Message::text(say!(
        "You have no seat in **{}**. What is public stands in /campaign status.",
        scene.title()
    ));
    // A host need not play.
    match view.stage {
        Stage::Closed => message,
        Stage::Gathering if more::is_host(scene) => {
            let take = scene.button(Look::Primary, &say!("Take a seat"), 0, "join");
            let practise = to_practise(scene).map(|(_, button)| button);
            message.buttons(std::iter::once(take).chain(practise).collect()).buttons(last_row(scene))
        }
        _ if more::is_host(scene) => message.buttons(last_row(scene)),
        _ => message,
    }
}

/// What every desk ends with.
fn last_row(scene: &Scene<'_>) -> Vec<Component> {
    vec![
        scene.button(Look::Secondary, &say!("Status"), 0, "status"),
        scene.button(Look::Secondary, &say!("More…"), 0, "more"),
    ]
}
