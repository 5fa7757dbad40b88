//! A siege of Europa told: how it is laid, each siegework with its modifiers, the attrition, assaults, the end, and what it means for
//! the owners.

pub mod picture;
pub mod words;

use crate::battle::present::words::{army, phase, plus, result as losses};
use crate::present::{happened, position};
use europa::battle::land::Side;
use europa::losses::ways;
use europa::outline::Frame;
use europa::siege::Garrison;
use europa::siege::assault::{Camp, Verdict};
use europa::siege::course::{Happened, Order, PREFIX, Siege, Sieges, Suffered};
use europa::siege::notes::Note;
use europa::siege::work::Marks;
use europa::thirds::Thirds;
use europa::{Event as Any, Position};
use table::{Entry, SeatId};
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::{Posts, Scene, names};
use table_commands::say;
use words::{all_added, all_added_inside, ended, ground, inside, marks, pillage, place, result, side};

/// What a siege's thread and the picture of its assault are kept under, before its number.
pub const SIEGE: &str = PREFIX;

/// A siege as a card shows it.
fn card(siege: &Siege) -> Embed {
    let title = say!("Siege of {}", place(siege));
    // A siege that begins has neither, and its post stands there when it has long both.
    let begins = siege.rounds == 0 && siege.marks == Marks::default();
    let state = (!begins)
        .then(|| say!("Markers: {}. Siege rounds in this turn: {}.", marks(&siege.marks), siege.rounds));
    let says: Vec<String> = [ground(&siege.scene)].into_iter().chain(state).collect();
    Embed::new(&title, says.join("\n"))
        .field(&say!("{} (outside)", side(siege, Camp::Besieger)), army(&siege.besieger))
        .field(&say!("{} (inside)", side(siege, Camp::Besieged)), inside(&siege.garrison))
}

/// The choice between a breach and the honours of war.
#[must_use]
pub fn terms(scene: &Scene<'_>, number: u32) -> Vec<Component> {
    let n = u64::from(number);
    vec![
        scene.button(Look::Primary, &say!("A breach"), n, "europa/siege/choose/breach"),
        scene.button(Look::Secondary, &say!("Honours of war"), n, "europa/siege/choose/honours"),
    ]
}

/// What may be done in a siege that goes on.
fn buttons(scene: &Scene<'_>, number: u32, siege: &Siege) -> Vec<Component> {
    let n = u64::from(number);
    let mut buttons = Vec::new();
    if position(&scene.public).is_some_and(|position| position.asks_for_terms(number)) {
        buttons.extend(terms(scene, number));
    } else {
        buttons.push(scene.button(Look::Primary, &say!("Siegework"), n, "europa/siege/work"));
        buttons.push(scene.button(Look::Danger, &say!("Assault"), n, "europa/siege/storm"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Restate"), n, "europa/siege/restate"));
    if siege.garrison.troops > Thirds::NONE {
        buttons.push(scene.button(Look::Secondary, &say!("Attrition inside"), n, "europa/siege/hunger"));
    }
    if scene.public.switch(table::switches::ODDS) != "no" {
        buttons.push(scene.button(Look::Secondary, &say!("Odds"), n, "europa/siege/odds"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Lift"), n, "europa/siege/lift"));
    buttons
}

/// Something in a siege.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let number = what.number();
    let now = position(&scene.public).and_then(|now| now.sieges.of.get(&number).cloned());
    let before = || scene.before.as_deref().and_then(position)?.sieges.of.get(&number).cloned();
    let Some(siege) = now.or_else(before) else { return };
    let line = entries[i].line.map_or(0, |(line, _)| line);
    let thread = format!("{SIEGE}{number}");
    let why = || scene.button(Look::Secondary, &say!("Why"), line, "why");
    let goes_on = || if siege.ended.is_none() { buttons(scene, number, &siege) } else { Vec::new() };
    let post = |posts: &mut Posts, lines: &[String]| {
        let embed = Embed::new(&say!("Siege of {}", place(&siege)), lines.join("\n")).footer(&scene.record());
        let mut under = goes_on();
        under.push(why());
        posts.reply = Message::text(lines.last().cloned().unwrap_or_default()).buttons(goes_on());
        posts.thread(thread.clone(), "siege", Message::default().with(embed).buttons(under));
    };
    match what {
        Happened::SiegeLaid { .. } => {
            let message = Message::default().with(card(&siege).footer(&scene.record()));
            let name = say!("Siege of {}", names::bare(&siege.scene.place, 40));
            posts.opening(thread, &name, "siege", message.buttons(goes_on()));
            posts.reply = Message::text(say!("{} is besieged.", place(&siege))).buttons(goes_on());
        }
        Happened::SiegeRestated { .. } => {
            let says = say!("**Siege of {}**: stated anew.", place(&siege));
            posts.reply = Message::text(says.clone()).buttons(goes_on());
            posts.thread(thread, "siege", Message::text(says).with(card(&siege)).buttons(goes_on()));
        }
        Happened::SiegeWorked { notes, suffered, marks: left, result: of, .. } => {
            let mut lines: Vec<String> = notes.iter().filter_map(|note| told_note(&siege, note)).collect();
            if let Some(suffered) = suffered {
                lines.extend(told_attrition(&siege, suffered));
                book_of_besieger(scene, posts, &siege, suffered.lost);
            }
            lines.push(say!("**{}**. Markers now: {}.", names::capital(&result(*of)), marks(left)));
            post(posts, &lines);
        }
        Happened::SiegeChosen { honours, .. } => {
            if !*honours {
                let says = say!(
                    "{} takes the breach. An assault now is made through it. Markers now: {}.",
                    side(&siege, Camp::Besieger),
                    marks(&siege.marks)
                );
                post(posts, &[says]);
            }
        }
        Happened::Stormed { .. } => stormed(scene, posts, (number, &siege), what, line),
        Happened::SiegeHunger { suffered, .. } => {
            post(posts, &told_attrition(&siege, suffered));
            book_inside(scene, posts, &siege, suffered.lost);
        }
        Happened::SiegeWinters { .. } => {
            let says = say!(
                "**Siege of {}**: it goes on in the next turn. Of its markers one siegework minus is left.",
                place(&siege)
            );
            posts.thread(thread, "siege", Message::text(says).buttons(goes_on()));
        }
        Happened::SiegeEnded { how, .. } => {
            let says = ended(&siege, *how);
            let reply = std::mem::take(&mut posts.reply);
            posts.reply = if reply.content.is_empty() && reply.embeds.is_empty() {
                Message::text(says.clone())
            } else {
                reply
            };
            posts.council("siege", Message::text(says).buttons(vec![why()]));
        }
    }
}

/// An assault: in the siege's thread, and to both sides what they lose.
fn stormed(scene: &Scene<'_>, posts: &mut Posts, (number, siege): (u32, &Siege), what: &Happened, line: u64) {
    let Happened::Stormed { breach, suffered, notes, verdict, marks: left, .. } = what else { return };
    let mut lines = Vec::new();
    if let Some(suffered) = suffered {
        lines.extend(told_attrition(siege, suffered));
    }
    if *breach {
        lines.push(say!("The assault goes through the breach."));
    }
    lines.extend(notes.iter().filter_map(|note| told_note(siege, note)));
    lines.push(say!("Markers now: {}.", marks(left)));
    if let Some(verdict) = verdict {
        lines.push(outcome(siege, verdict));
    }
    assault(scene, posts, (number, siege), &lines, verdict.as_ref(), line);
    let lost = suffered.as_ref().map_or(Thirds::NONE, |suffered| suffered.lost)
        + verdict.map_or(Thirds::NONE, |verdict| verdict.besieger_lost);
    book_of_besieger(scene, posts, siege, lost);
    book_inside(scene, posts, siege, verdict.map_or(Thirds::NONE, |verdict| verdict.inside_lost));
}

/// An assault in the siege's thread, with its picture.
fn assault(
    scene: &Scene<'_>,
    posts: &mut Posts,
    (number, siege): (u32, &Siege),
    lines: &[String],
    verdict: Option<&Verdict>,
    line: u64,
) {
    let embed = Embed::new(&say!("Assault of {}", place(siege)), lines.join("\n")).footer(&scene.record());
    let mut under = if siege.ended.is_none() { buttons(scene, number, siege) } else { Vec::new() };
    posts.reply = Message::text(lines.last().cloned().unwrap_or_default()).buttons(under.clone());
    under.push(scene.button(Look::Secondary, &say!("Why"), line, "why"));
    let mut message = Message::default().with(embed).buttons(under);
    if let Some(verdict) = verdict {
        let name = format!("{}.png", say!("assault"));
        let words = outcome(siege, verdict).replace("**", "");
        message = message.picture(format!("{SIEGE}{number}"), name, &words);
    }
    posts.thread(format!("{SIEGE}{number}"), "siege", message);
}

/// How an assault ended, in a sentence or two.
#[must_use]
pub fn outcome(siege: &Siege, verdict: &Verdict) -> String {
    let outside = side(siege, Camp::Besieger);
    let how = match verdict {
        Verdict { falls: true, by_rout: true, .. } => say!("**{} falls**: those inside rout.", place(siege)),
        Verdict { falls: true, .. } => say!("**{} falls** to its losses.", place(siege)),
        Verdict { besieger_destroyed: true, .. } => {
            say!("**{} holds**: nothing is left outside.", place(siege))
        }
        _ => say!("**{} holds.**", place(siege)),
    };
    let mut says = vec![how, say!("{} loses {} LD.", outside, verdict.besieger_lost.to_string())];
    if verdict.besieger_routed && !verdict.besieger_destroyed {
        says.push(say!("{} routed.", outside));
    }
    if verdict.inside_lost > Thirds::NONE {
        says.push(say!("Inside {} LD are lost.", verdict.inside_lost.to_string()));
    }
    says.join(" ")
}

/// A roll: the die, what is added in all, and the sum.
fn roll(die: u8, by: i64, modified: i32) -> String {
    let modified = modified.to_string().replace('-', "−");
    if by == 0 { format!("`{die}`") } else { format!("`{die}` {} = {modified}", plus(by)) }
}

/// A note in a line; none for what another line tells.
#[must_use]
pub fn told_note(siege: &Siege, note: &Note) -> Option<String> {
    match note {
        Note::Siegework { .. } | Note::Attrition { .. } => worked(note),
        Note::Replacement { .. }
        | Note::Morale { .. }
        | Note::Rolled { .. }
        | Note::Tally { .. }
        | Note::Routed { .. } => fought(siege, note),
        Note::BesiegerCaused { .. } | Note::BesiegedCaused { .. } | Note::Verdict { .. } => {
            withstood(siege, note)
        }
    }
}

/// Siegework and the attrition that its die may bring.
fn worked(note: &Note) -> Option<String> {
    Some(match note {
        Note::Siegework { die, added, modified, result: of, .. } => {
            let by = added.iter().map(|added| i64::from(added.by)).sum();
            say!("Siegework: {} → **{}** ({})", roll(*die, by, *modified), result(*of), all_added(added))
        }
        Note::Attrition { die, added, modified, line, due, .. } => {
            let by = added.iter().map(|added| i64::from(added.by)).sum();
            let roll = roll(*die, by, *modified);
            if *due {
                say!(
                    "The same die against a line of {} MP: {}, less than it: attrition ({})",
                    *line,
                    roll,
                    all_added(added)
                )
            } else {
                say!(
                    "The same die against a line of {} MP: {}, no attrition ({})",
                    *line,
                    roll,
                    all_added(added)
                )
            }
        }
        _ => return None,
    })
}

/// An assault: leaders, morale, and what its phases bring.
fn fought(siege: &Siege, note: &Note) -> Option<String> {
    let of = |who: &Camp| side(siege, *who);
    Some(match note {
        Note::Replacement { die, leader } => {
            say!(
                "{} draws a replacement leader: {} → {}",
                of(&Camp::Besieger),
                format!("`{die}`"),
                leader.to_string()
            )
        }
        Note::Morale { besieger, besieged } => {
            say!("Morale: {} {}, {} {}", of(&Camp::Besieger), *besieger, of(&Camp::Besieged), *besieged)
        }
        Note::Rolled { who, phase: at, die, added, modified, cell, did, .. } => {
            let by = added.iter().map(|added| i64::from(added.by)).sum();
            let (cell, did) = (losses(cell.losses, cell.stars), losses(did.losses, did.stars));
            let what = if cell == did { format!("**{did}**") } else { format!("{cell} → **{did}**") };
            say!(
                "{} of {}: {}: {} ({})",
                phase(*at),
                of(who),
                roll(*die, by, *modified),
                what,
                all_added(added)
            )
        }
        Note::Tally { caused, morale, .. } => {
            let each = Camp::BOTH.map(|who| {
                let i = who as usize;
                let mut strokes = europa::battle::marks::Marks::default();
                strokes.add(caused[i], 0);
                let strokes = strokes.to_string();
                let strokes = if strokes.is_empty() { "–".to_owned() } else { strokes };
                say!("{} has caused {} `{}`, morale {}", of(&who), caused[i].to_string(), strokes, morale[i])
            });
            format!("-# {}", each.join("; "))
        }
        Note::Routed { who } => say!("**{} routs.**", of(who)),
        _ => return None,
    })
}

/// What both sides caused in an assault, and what the fortress withstands.
fn withstood(siege: &Siege, note: &Note) -> Option<String> {
    let of = |who: &Camp| side(siege, *who);
    Some(match note {
        Note::BesiegerCaused { caused, added, gives } => {
            let each: Vec<String> = added
                .iter()
                .map(|added| {
                    let by = Thirds(added.by.into());
                    format!("{}{by} {}", if by.0 > 0 { "+" } else { "" }, words::why(&added.why))
                })
                .collect();
            let each = if each.is_empty() { "–".to_owned() } else { each.join(", ") };
            say!(
                "{} caused {}, corrected {} ({})",
                of(&Camp::Besieger),
                caused.to_string(),
                gives.to_string(),
                each
            )
        }
        Note::BesiegedCaused { caused, at_most, for_rout, gives } => say!(
            "{} caused {}, {} at most, {} for the rout of the besieger: {}",
            of(&Camp::Besieged),
            caused.to_string(),
            at_most.to_string(),
            for_rout.to_string(),
            gives.to_string()
        ),
        Note::Verdict { resistance, inside, .. } if inside.0 > 0 => say!(
            "The fortress withstands less than {}, after {} LD inside.",
            resistance.to_string(),
            inside.to_string()
        ),
        Note::Verdict { resistance, .. } => {
            say!("The fortress withstands less than {}.", resistance.to_string())
        }
        _ => return None,
    })
}

/// An attrition roll and what it did.
#[must_use]
pub fn told_attrition(siege: &Siege, suffered: &Suffered) -> Vec<String> {
    let whose = side(siege, suffered.who);
    let by: i64 = i64::from(suffered.modified) - i64::from(suffered.die);
    let added = match suffered.who {
        Camp::Besieger => all_added(&suffered.besieging),
        Camp::Besieged => all_added_inside(&suffered.besieged),
    };
    let mut lines = vec![say!(
        "Attrition of {}: {} ({})",
        whose.clone(),
        roll(suffered.die, by, suffered.modified),
        added
    )];
    if let Some(p) = suffered.p {
        lines.push(say!("P: {}.", pillage(p)));
    }
    if let Some(percent) = suffered.percent {
        let dice: Vec<String> = suffered.even.iter().map(|die| format!("`{die}`")).collect();
        let dice = if dice.is_empty() { "–".to_owned() } else { dice.join(" ") };
        lines.push(say!("{} percent are lost; even chances: {}.", percent, dice));
    }
    if suffered.lost > Thirds::NONE {
        lines.push(say!("**{} loses {} LD.**", whose, suffered.lost.to_string()));
    } else {
        lines.push(say!("{} loses nothing.", whose));
    }
    if suffered.pillaged {
        lines.push(say!("A pillage − is laid on {}; it weighs on the next attrition there.", place(siege)));
    }
    lines
}

/// To the besieger: what he loses and how he may take it. `siege` stands as it is afterwards.
fn book_of_besieger(scene: &Scene<'_>, posts: &mut Posts, siege: &Siege, lost: Thirds) {
    let Some(position) = position(&scene.public).filter(|_| lost > Thirds::NONE) else { return };
    let Some(seat) = position.commands_siege(siege, Camp::Besieger) else { return };
    let before = scene.before.as_deref().and_then(crate::present::position);
    let same = |old: &&Siege| old.scene.place == siege.scene.place && old.ended.is_none();
    let before = before.as_ref().and_then(|before| before.sieges.of.values().find(same));
    let outside = side(siege, Camp::Besieger);
    let mut lines = vec![say!("{} loses {} LD.", outside.clone(), lost.to_string())];
    lines.extend(before.and_then(|before| may_be_left(&before.besieger, lost)));
    if siege.owed > Thirds::NONE {
        lines.push(say!(
            "Several countries share it: state what is left with *Restate* before the siege goes on."
        ));
    } else if siege.ended.is_none() {
        lines.push(say!(
            "Here stands now: {}. *Restate* it if you take the losses otherwise.",
            army(&siege.besieger)
        ));
    }
    book(scene, posts, seat.clone(), siege, &outside, &lines);
}

fn book_inside(scene: &Scene<'_>, posts: &mut Posts, siege: &Siege, lost: Thirds) {
    let Some(position) = position(&scene.public).filter(|_| lost > Thirds::NONE) else { return };
    let Some(seat) = position.commands_siege(siege, Camp::Besieged) else { return };
    let whose = side(siege, Camp::Besieged);
    let mut lines = vec![say!("{} loses {} LD.", whose.clone(), lost.to_string())];
    lines.push(say!("Here stands now: {}.", inside(&siege.garrison)));
    book(scene, posts, seat.clone(), siege, &whose, &lines);
}

fn book(
    scene: &Scene<'_>,
    posts: &mut Posts,
    seat: table::SeatId,
    siege: &Siege,
    whose: &str,
    lines: &[String],
) {
    let text = say!("{} · siege of {}: for your book", scene.title(), place(siege));
    posts.to_seat(&seat, "siege_book", Message::text(text).with(Embed::new(whose, lines.join("\n"))));
}

/// What may be left of a stack of one country after losses.
fn may_be_left(stack: &Side, lost: Thirds) -> Option<String> {
    let [part] = stack.parts.as_slice() else { return None };
    let ways = ways(&part.counters(), lost);
    let left: Vec<String> =
        ways.left.iter().filter(|left| !left.is_gone()).map(ToString::to_string).collect();
    (!left.is_empty()).then(|| say!("What may be left: {}.", left.join(say!(" or ").as_str())))
}

/// The last assault of a siege that entries tell of: the siege as it stood when it was stormed, the notes and the verdict.
#[must_use]
pub fn assault_of(entries: &[Entry], number: u32) -> Option<(Siege, Vec<Note>, Verdict)> {
    let mut sieges = Sieges::default();
    let mut last = None;
    for event in entries.iter().filter_map(happened) {
        let Any::Sieges(what) = event else { continue };
        if let (Happened::Stormed { notes, verdict: Some(verdict), .. }, Some(siege)) =
            (&*what, sieges.of.get(&number).filter(|_| what.number() == number))
        {
            last = Some((siege.clone(), notes.clone(), *verdict));
        }
        sieges.apply(*what);
    }
    last
}

/// The sieges of who looks: what he may do in them.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    for (number, siege) in position.sieges.of.iter().filter(|(_, siege)| siege.ended.is_none()) {
        match position.camp_of(siege, seat) {
            // Its frame asks, in a line of its own.
            Some(Camp::Besieger) if asks_first(&position, *number, siege) => {}
            Some(Camp::Besieger) => {
                lines.push(say!("**Siege of {}**: markers {}.", place(siege), marks(&siege.marks)));
                let own = |open: &Frame| matches!(open, Frame::Sieges(of) if of == seat);
                if position.board.round.is_none() || position.frames.any(own) {
                    buttons.push(siegework(scene, *number, Look::Primary));
                }
            }
            Some(Camp::Besieged) => {
                lines.push(say!(
                    "**Siege of {}**: you are besieged; {}.",
                    place(siege),
                    inside(&siege.garrison)
                ));
            }
            None => {}
        }
    }
    (lines, buttons)
}

/// The button that goes on with a siege.
pub(crate) fn siegework(scene: &Scene<'_>, number: u32, look: Look) -> Component {
    scene.button(look, &say!("Siegework"), u64::from(number), "europa/siege/work")
}

/// Whether something else is asked of who besieges before he goes on: terms, or a loss to be taken off.
fn asks_first(position: &Position, number: u32, siege: &Siege) -> bool {
    position.asks_for_terms(number) || siege.owed > Thirds::NONE
}

/// The sieges that a player lays and may go on with: nothing else is asked first in them.
pub(crate) fn under_work<'p>(position: &'p Position, seat: &'p SeatId) -> impl Iterator<Item = u32> + 'p {
    let own = move |(number, siege): &(&u32, &Siege)| {
        siege.ended.is_none()
            && !asks_first(position, **number, siege)
            && position.camp_of(siege, seat) == Some(Camp::Besieger)
    };
    position.sieges.of.iter().filter(own).map(|(number, _)| *number)
}

/// The first country of a side, for its colour.
#[must_use]
pub fn colour(siege: &Siege, who: Camp) -> &'static str {
    siege.of(who).first().map_or("#888888", |first| crate::present::colour(*first))
}

/// An order that somebody tells of a siege and that waits for others, in a line without its end.
pub(crate) fn told_order(order: &Order) -> Option<String> {
    let within = |garrison: &Garrison| say!("{} LD inside", garrison.troops.to_string());
    match order {
        Order::Lay { scene, garrison, .. } => {
            let at = names::bare(&scene.place, 40);
            Some(say!("a siege of {}: fortress of level {}, {}", at, scene.level, within(garrison)))
        }
        Order::Restate { number, change } => {
            let level = change.level.map(|level| say!("fortress of level {}", level));
            let said: Vec<String> = level.into_iter().chain(change.garrison.as_ref().map(within)).collect();
            let said = if said.is_empty() { say!("what weighs on it") } else { said.join(", ") };
            Some(say!("siege {} is stated anew: {}", *number, said))
        }
        _ => None,
    }
}
