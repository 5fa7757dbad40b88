//! Deals between players, as their parties alone see them: on the desk, in the answer to who asks and in direct messages.

use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message};
use crate::present::front;
use crate::present::names::{list, plain_text};
use crate::{say, speech};
use table::deals::{Became, Deal, DealView, LONGEST_PROMISE, Promise, Standing, told};
use table::{Entry, Said, SeatId, Stage};

/// How many deals the list shows.
const SHOWN: usize = 8;
/// How many characters it has room for.
const ROOM: usize = 3_800;
/// How many buttons it has.
const BUTTONS: usize = 12;

/// What a deal says, a line each.
fn terms(scene: &Scene<'_>, deal: &Deal) -> Vec<String> {
    let terms = deal.terms.reveal();
    let mut lines: Vec<String> = Vec::new();
    for clause in &terms.clauses {
        let Some(front) = front::of(&scene.own) else { continue };
        let says = front.deal_order(scene, &clause.order);
        let line = if clause.done { say!("{} ✔", says) } else { says };
        // What two do together is an order of each, and said once.
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.extend(terms.promises.iter().map(|promise| promised(scene, promise)));
    if terms.bound {
        lines.push(say!("All bind themselves: what is still to be carried out nobody withdraws."));
    }
    lines
}

/// A promise in a line.
fn promised(scene: &Scene<'_>, promise: &Promise) -> String {
    let by = scene.seat(&promise.by);
    let text = plain_text(&promise.text, LONGEST_PROMISE);
    let text = if text.is_empty() { say!("(deleted)") } else { text };
    let mut line = match &promise.due {
        Some(due) => {
            let due = front::of(&scene.own).map_or_else(|| due.clone(), |front| front.date(due));
            say!("{} promises: {} (recalled in {})", by, text, due)
        }
        None => say!("{} promises: {}", by, text),
    };
    match promise.kept {
        Some(true) => line.push_str(&say!(" – kept")),
        Some(false) => line.push_str(&say!(" – **broken**")),
        None => {}
    }
    line
}

/// Where it stands, in a line.
fn standing(scene: &Scene<'_>, deal: &Deal) -> String {
    match deal.standing() {
        Standing::Draft => {
            let waits = deal.parties.iter().filter(|party| !deal.signed.contains(party));
            let waits: Vec<String> = waits.map(|party| scene.seat(party)).collect();
            say!("Not signed yet by {}.", list(&waits))
        }
        Standing::InForce => match &deal.held {
            Some(held) => {
                say!("In force; what was due could not be done: {}", speech::said(&Said::from(&held.why)))
            }
            None if deal.withdrawn.is_some() => {
                say!("What was still to be carried out was withdrawn; what was promised stands.")
            }
            None => say!("Signed by all and in force."),
        },
        Standing::Done if deal.withdrawn.is_some() => {
            say!("Over; what was still to be carried out was withdrawn.")
        }
        Standing::Done => say!("Carried out."),
        Standing::Withdrawn => match &deal.withdrawn {
            Some(by) => say!("Declined or withdrawn by {}.", scene.seat(by)),
            None => String::new(),
        },
    }
}

fn title(scene: &Scene<'_>, deal: &Deal, seat: &SeatId) -> String {
    let parties: Vec<String> = deal.parties.iter().map(|party| scene.seat(party)).collect();
    say!("Deal {}: {}", deal.number(seat), list(&parties))
}

/// A deal with all that it says, as one of its parties calls it.
fn in_full(scene: &Scene<'_>, deal: &Deal, seat: &SeatId) -> String {
    let lines: Vec<String> = terms(scene, deal).into_iter().map(|line| format!("- {line}")).collect();
    format!("**{}**\n{}\n{}", title(scene, deal, seat), lines.join("\n"), standing(scene, deal))
}

/// What a party can do about a deal.
fn buttons(scene: &Scene<'_>, key: u64, deal: &Deal, seat: &SeatId) -> Vec<Component> {
    let mut buttons = Vec::new();
    let number = deal.number(seat);
    if scene.own.stage != Stage::Playing && scene.public.stage != Stage::Playing {
        return buttons;
    }
    if deal.standing() == Standing::Draft && !deal.signed.contains(seat) {
        let label = say!("Sign deal {}", number);
        buttons.push(scene.button(Look::Primary, &label, 0, &format!("deal/sign/{key}")));
    }
    if deal.may_be_withdrawn() {
        let label = if deal.signed.contains(seat) {
            say!("Withdraw deal {}", number)
        } else {
            say!("Decline deal {}", number)
        };
        buttons.push(scene.button(Look::Secondary, &label, 0, &format!("deal/withdraw/{key}")));
    }
    for promise in deal.to_judge(seat) {
        for (label, word) in [(say!("Kept"), "kept"), (say!("Broken"), "broken")] {
            let label = format!("{number}: {label}");
            buttons.push(scene.button(
                Look::Secondary,
                &label,
                0,
                &format!("deal/judge/{key}/{promise}/{word}"),
            ));
        }
    }
    buttons
}

/// The deals of the viewer's seat in which something can still happen, each with all that it says.
pub(crate) fn of_a_seat(scene: &Scene<'_>) -> Vec<String> {
    let Some(seat) = scene.own.seat() else { return Vec::new() };
    let open = scene.own.deals.iter().filter(|of| !of.deal.is_over());
    open.map(|of| in_full(scene, &of.deal, seat)).collect()
}

/// All of one's deals, with what can be done about them.
#[must_use]
pub fn all(scene: &Scene<'_>) -> Message {
    let Some(seat) = scene.own.seat().filter(|_| !scene.own.deals.is_empty()) else {
        return Message::text(say!("You have no deal with anybody."));
    };
    let mut deals: Vec<&DealView> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut room = ROOM;
    for of in scene.own.deals.iter().take(SHOWN) {
        let text = in_full(scene, &of.deal, seat);
        let length = text.chars().count() + 2;
        // One that is not shown whole has no button either.
        if length > room {
            break;
        }
        room -= length;
        deals.push(of);
        texts.push(text);
    }
    let left = scene.own.deals.len() - deals.len();
    if left > 0 {
        texts.push(say!("{} more.", left));
    }
    let mut all: Vec<Component> =
        deals.iter().flat_map(|of| buttons(scene, of.key, &of.deal, seat)).collect();
    all.truncate(BUTTONS);
    let says = say!(
        "Only the parties of a deal see it. The bot carries out what stands first; it recalls promises and enforces none."
    );
    let embed = Embed::new(&say!("Your deals"), texts.join("\n\n"));
    scene.for_its_seat(Message::text(says).with(embed)).buttons(all)
}

/// A deal stands otherwise than before: who changed it sees it, and the other parties are told.
pub(crate) fn changed(scene: &Scene<'_>, posts: &mut Posts, entry: &Entry, key: u64, now: Became) {
    let Some(deal) = told(entry) else { return };
    let author = scene.own.seat().filter(|_| entry.by.person().is_some()).cloned();
    if let Some(own) = &author {
        let embed = Embed::new("", in_full(scene, &deal, own));
        posts.reply =
            scene.for_its_seat(Message::text(done(now)).with(embed)).buttons(buttons(scene, key, &deal, own));
    }
    let by = author.as_ref().map(|own| scene.seat(own)).unwrap_or_default();
    let says = match now {
        Became::Drafted => say!("{} offers you a deal", by),
        Became::Signed => say!("{} has signed", by),
        Became::Withdrawn => say!("{} has declined or withdrawn a deal", by),
        Became::Judged => say!("{} says whether a promise was kept", by),
        Became::CarriedOut => say!("a deal was carried out"),
        Became::Held => say!("a deal could not be carried out"),
        Became::Recalled => say!("a promise is due"),
        // It was said before, and stands at the desk.
        Became::HeldStill => return,
    };
    for party in deal.parties.iter().filter(|party| Some(*party) != author.as_ref()) {
        let embed = scene.edged(Embed::new("", in_full(scene, &deal, party)), Some(party));
        let message = Message::text(format!("{} · {says}", scene.title())).with(embed);
        posts.to_seat(party, "deal", message.buttons(buttons(scene, key, &deal, party)));
    }
}

/// What is said to who changed a deal.
fn done(now: Became) -> String {
    match now {
        Became::Drafted => {
            say!("Your deal is drafted and signed by you; the others are told by direct message.")
        }
        Became::Signed => say!("You have signed."),
        Became::Withdrawn => say!("The deal is off; the others are told."),
        _ => say!("Noted; whose promise it was is told."),
    }
}

/// What deals ask of the viewer, on the desk.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let view = &scene.own;
    let Some(seat) = view.seat().filter(|_| view.stage == Stage::Playing && !view.deals.is_empty()) else {
        return (Vec::new(), Vec::new());
    };
    let mut lines = Vec::new();
    for of in &view.deals {
        if of.deal.standing() == Standing::Draft && !of.deal.signed.contains(seat) {
            lines.push(say!("{} waits for your signature.", title(scene, &of.deal, seat)));
        } else if of.deal.standing() == Standing::InForce && of.deal.held.is_some() {
            lines.push(say!("{} could not be carried out.", title(scene, &of.deal, seat)));
        }
        if !of.deal.to_judge(seat).is_empty() {
            lines.push(say!(
                "{}: did the other side keep what it promised you?",
                title(scene, &of.deal, seat)
            ));
        }
    }
    let open = view.deals.iter().any(|of| !of.deal.is_over());
    let button = scene.button(Look::Secondary, &say!("My deals"), 0, "deal/see");
    (lines, if open { vec![button] } else { Vec::new() })
}
