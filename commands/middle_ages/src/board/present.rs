//! The board told: turns, movements, taxes, endeavours, what changes hands; what is asked of a player, and his desk.

use super::{menu, outside, realm};
use crate::endeavour::present::rating;
use crate::present::position;
use crate::words;
use middle_ages::board::happened::Change;
use middle_ages::board::{Answer, Ask, Force, Happened, upkeep};
use middle_ages::geography::Area;
use middle_ages::outline::Frame;
use middle_ages::{Position, event_cards};
use table::frames::Awaited;
use table::{Entry, Stage};
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::front::Lines;
use table_commands::present::{Posts, Scene, names};
use table_commands::{say, speech};

/// The most characters of an answer to one alone: Discord takes 2,000.
const LONGEST_ANSWER: usize = 1_900;

/// Something on the board.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let Some(says) = says(what) else { return };
    let line = entries[i].line.map_or(0, |(line, _)| line);
    let why = scene.button(Look::Secondary, &say!("Why"), line, "why");
    let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
    let has_rules = !entries[i].rules().is_empty();
    let under = if has_rules { vec![why] } else { Vec::new() };
    if posts.reply.content.is_empty() && posts.reply.embeds.is_empty() {
        posts.reply = Message::text(says.clone()).buttons([vec![desk], under.clone()].concat());
    } else {
        posts.reply.content = clip(format!("{}\n{says}", posts.reply.content).trim(), LONGEST_ANSWER);
    }
    if let Happened::Decided { court, endeavour, .. } = what {
        let embed = Embed::new(&words::kind(endeavour.kind), &says)
            .colour(&court.known().colour)
            .footer(&scene.record());
        posts.council("ages", Message::default().with(embed).buttons(under));
        return;
    }
    posts.council("ages", Message::text(says).buttons(under));
}

fn named(areas: impl IntoIterator<Item = Area>) -> String {
    names::list(&areas.into_iter().map(|area| area.name().to_owned()).collect::<Vec<_>>())
}

/// What a post says of it; `None` where there is nothing to post.
fn says(what: &Happened) -> Option<String> {
    Some(match what {
        Happened::SetUp { areas, realms } => {
            let of = |court: &middle_ages::court::Court| {
                realm(*court, areas.values().filter(|held| held.owner == Some(*court)).count())
            };
            say!("**The board is set up**: {}.", names::list(&realms.keys().map(of).collect::<Vec<_>>()))
        }
        Happened::EventsShuffled { cards, .. } => {
            say!("{} event cards are shuffled; nobody knows their order.", *cards)
        }
        Happened::Claimed { claims } => {
            let each = claims.iter().filter(|(_, areas)| !areas.is_empty());
            let each: Vec<String> = each
                .map(|(court, areas)| format!("{}: {}", words::court(*court), named(areas.iter().copied())))
                .collect();
            if each.is_empty() {
                say!("Nobody claims anything.")
            } else {
                say!("**Claims** · {}", each.join(" · "))
            }
        }
        Happened::Ordered { round, order, .. } => {
            let order: Vec<String> = order.iter().map(|court| words::court(*court)).collect();
            say!("**Round {}** · they act in this order: {}.", *round, order.join(", "))
        }
        Happened::TurnBegun { .. } | Happened::TurnOver { .. } | Happened::Asked { .. } => return None,
        Happened::EventsDrawn { court, cards, .. } => {
            say!(
                "**{}** draws {}.",
                words::court(*court),
                names::count((*cards).into(), "event card", "event cards")
            )
        }
        Happened::CardPlayed { court, card, .. } => {
            let name = card_name(&card.card);
            match card.on {
                Some(on) => say!("**{}** plays {} on {}.", words::court(*court), name, on.name()),
                None => say!("**{}** plays {}.", words::court(*court), name),
            }
        }
        Happened::CardDiscarded { court, card, replaced: true, .. } => {
            say!(
                "**{}** discards {}, whose years are over, and draws another.",
                words::court(*court),
                card_name(card)
            )
        }
        Happened::CardDiscarded { court, card, .. } => {
            say!("**{}** discards {}.", words::court(*court), card_name(card))
        }
        Happened::Checked { court, stature, dice, leader, died, .. } => {
            let (court, leader) = (words::court(*court), words::leader(leader));
            if *died {
                say!("**{}**: its leader dies ({} on two dice); {} follows.", court, *dice, leader)
            } else {
                say!(
                    "**{}**: its leader's {} is checked ({} on two dice): {}.",
                    court,
                    words::stature(*stature),
                    *dice,
                    leader
                )
            }
        }
        Happened::Counted { points } => say!("**The final count** · {}", words::counted(points).join(" · ")),
        Happened::Decided { .. } | Happened::Announced { .. } => return endeavour(what),
        of_areas => return in_areas(of_areas),
    })
}

/// Endeavours.
fn endeavour(what: &Happened) -> Option<String> {
    Some(match what {
        Happened::Announced { declared, gold } => {
            let plan = &declared.what;
            let (court, kind) = (words::court(declared.court), words::kind(plan.kind));
            let targets = named(plan.targets.iter().map(|aim| aim.area));
            if plan.kind.goes_abroad() {
                say!("**{}** · {}: {} from {}, for {} gold.", court, kind, targets, plan.base.name(), *gold)
            } else {
                say!("**{}** · {}: {}, for {} gold.", court, kind, targets, *gold)
            }
        }
        Happened::Decided { court, endeavour, card, against, defence, .. } => {
            let mut lines = vec![crate::endeavour::present::headed(*court, endeavour)];
            for one in against {
                let effects = words::effects(&one.outcome.effects);
                lines.push(if against.len() == 1 {
                    format!("**{effects}**")
                } else {
                    format!("{}: **{effects}**", one.target)
                });
            }
            lines.push(say!("Year card {}.", *card));
            lines.extend(against.iter().map(|one| rating(&one.rating)));
            match defence {
                Some((owner, true, gold)) => {
                    lines.push(say!("{} defends with a year card and {} gold.", words::court(*owner), *gold));
                }
                Some((owner, false, gold)) if *gold > 0 => {
                    lines.push(say!("{} puts {} gold against it.", words::court(*owner), *gold));
                }
                _ => {}
            }
            lines.join("\n")
        }
        _ => return None,
    })
}

/// What happens in areas, and with gold.
fn in_areas(what: &Happened) -> Option<String> {
    Some(match what {
        Happened::Moved { court, from, way, strength, gold, .. } => {
            let court = words::court(*court);
            let (to, by) = way.split_last().map_or(("", &way[..0]), |(to, by)| (to.name(), by));
            if *gold > 0 {
                say!(
                    "**{}** ships an army of {} from {} to {} for {} gold.",
                    court,
                    *strength,
                    from.name(),
                    to,
                    *gold
                )
            } else if by.is_empty() {
                say!("**{}** moves an army of {} from {} to {}.", court, *strength, from.name(), to)
            } else {
                let by = named(by.iter().copied());
                say!("**{}** moves an army of {} from {} by {} to {}.", court, *strength, from.name(), by, to)
            }
        }
        Happened::Changed { court, area, of, counters, .. } => {
            let counters: Vec<String> = counters.iter().map(ToString::to_string).collect();
            let counters = if counters.is_empty() { say!("none") } else { counters.join(" + ") };
            match of {
                Force::Army => say!("**{}**: armies in {}: {}.", words::court(*court), area.name(), counters),
                Force::Fleet => {
                    say!("**{}**: fleets in {}: {}.", words::court(*court), area.name(), counters)
                }
            }
        }
        Happened::Taxed { court, area, asked, gold, .. } => {
            say!(
                "**{}** taxes {} for {} and receives {} gold.",
                words::court(*court),
                area.name(),
                *asked,
                *gold
            )
        }
        Happened::Tested { area, value, dice: Some(dice), rebels, .. } => {
            if *rebels {
                say!("{}: rebellion value {}, {} on two dice: it rebels.", area.name(), *value, *dice)
            } else {
                say!("{}: rebellion value {}, {} on two dice: it stays.", area.name(), *value, *dice)
            }
        }
        Happened::Tested { area, value, rebels: true, .. } => {
            say!("{}: rebellion value {}: it rebels.", area.name(), *value)
        }
        Happened::Area { area, change, .. } => format!("{}: {}.", area.name(), changed(change)?),
        Happened::Passed { area, to, armies, fleets, .. } => {
            let mut says = match to {
                Some(to) => say!("**{}** comes to {}.", area.name(), words::court(*to)),
                None => say!("**{}** becomes independent.", area.name()),
            };
            if *armies + *fleets > 0 {
                says = format!(
                    "{says} {}",
                    say!("Lost with it: {} army points, {} fleet points.", *armies, *fleets)
                );
            }
            says
        }
        Happened::Gold { court, now, before, .. } if now > before => {
            say!("**{}** receives {} gold and has {}.", words::court(*court), now - before, *now)
        }
        Happened::Maintained { court, points, .. } => {
            say!("**{}** pays {} gold for its armies and fleets.", words::court(*court), *points)
        }
        Happened::Chosen { ask, answer, .. } => chosen(ask, *answer),
        of_fate => return outside::says(of_fate),
    })
}

/// What was chosen of what had to go.
fn chosen(ask: &Ask, answer: Answer) -> String {
    let (court, area) = (words::court(ask.court), ask.area.name());
    match answer {
        Answer::Army => say!("**{}** gives up an army point in {}.", court, area),
        Answer::Social => say!("**{}** lets the social state of {} fall.", court, area),
        Answer::Marker(kind) => say!("**{}** chooses in {}: {}.", court, area, words::marker(kind)),
    }
}

fn card_name(key: &str) -> String {
    event_cards::all()
        .iter()
        .find(|card| card.key == key)
        .map_or_else(|| key.to_owned(), |card| speech::word(&card.name))
}

/// A change in an area; `None` where nothing of it is worth a word.
fn changed(change: &Change) -> Option<String> {
    let mut parts = Vec::new();
    if change.social != 0 {
        let by = if change.social > 0 {
            format!("+{}", change.social)
        } else {
            speech::signed(change.social.into())
        };
        parts.push(say!("social state {}", by));
    }
    if change.fort > 0 {
        parts.push(say!("a point of fortification"));
    }
    let points = |counters: &Vec<u8>| counters.iter().map(|counter| u32::from(*counter)).sum::<u32>();
    let armies = change.armies.as_ref().map(|armies| u64::from(points(armies)));
    parts.extend(armies.map(|n| names::count(n, "army point", "army points")));
    let fleets = change.fleets.as_ref().map(|fleets| u64::from(points(fleets)));
    parts.extend(fleets.map(|n| names::count(n, "fleet point", "fleet points")));
    parts.extend(change.built.map(|kind| say!("{} is built", words::marker(kind))));
    parts.extend(change.removed.map(|kind| say!("{} is gone", words::marker(kind))));
    parts.extend(change.tie.map(|court| say!("a tie of {}", words::court(court))));
    parts.extend(change.contested.map(|court| say!("a conquest result of {}", words::court(court))));
    parts
        .extend(change.religion.map(|religion| say!("the people are {} now", speech::word(religion.name()))));
    if change.unrest == Some(true) {
        parts.push(say!("unrest"));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What is asked in an open frame; `None` for one that asks nothing of anybody by itself.
pub(crate) fn asks(position: &Position, awaited: &Awaited) -> Option<String> {
    Some(match position.frames.get(awaited.line)? {
        Frame::Turn(_) => {
            say!(
                "your turn: armies move first, then cards are drawn, then endeavours and taxes; *Ready* ends it"
            )
        }
        Frame::Choice(number) => words::asks(position.board.asks.get(number)?),
        Frame::Upkeep(court) => {
            let gold = position.board.realms.get(court).map_or(0, |realm| realm.gold);
            let due = upkeep::due(&position.board, *court);
            say!("{} gold are due for armies and fleets, {} are there: /ages counters, give_up", due, gold)
        }
        _ => return None,
    })
}

/// Whose turn has come, or of whom something is asked, is told, each once; not who brought it about himself.
pub(crate) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let Some(position) = position(&scene.public) else { return };
    table_commands::present::turns::opened(scene, posts, entries, |awaited| asks(&position, awaited));
}

/// What a player can look at or begin at any time.
pub(crate) fn at_hand(scene: &Scene<'_>) -> Vec<Component> {
    let button = |look, label: String, verb: &str| scene.button(look, &label, 0, verb);
    let kept = position(&scene.own).filter(|position| position.board.is_kept());
    if kept.is_none() || scene.own.stage != Stage::Playing {
        return Vec::new();
    }
    vec![
        button(Look::Secondary, say!("Map"), "ages/map"),
        button(Look::Secondary, say!("Board"), "ages/board"),
        button(Look::Secondary, say!("My hand"), "ages/menu/hand"),
    ]
}

/// What is to be done in one's own turn, and what is asked.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> Lines {
    let own = position(&scene.own).zip(scene.own.seat());
    let Some((position, seat)) = own.filter(|(position, _)| position.board.is_kept()) else {
        return (Vec::new(), Vec::new());
    };
    let Some(court) = position.court_of(seat) else { return (Vec::new(), Vec::new()) };
    let (mut lines, mut buttons) = menu::asked(scene, &position, court);
    let turn =
        position.board.turn.as_ref().filter(|turn| turn.court == court && position.board.asks.is_empty());
    if let (Some(turn), Some(realm)) = (turn, position.board.realms.get(&court)) {
        lines.push(say!(
            "Your turn: {} gold, {} year cards, {} points times spaces left for armies.",
            realm.gold,
            realm.cards,
            realm.leader.combat.saturating_sub(turn.moved)
        ));
        let button = |look, label: String, verb: &str| scene.button(look, &label, 0, verb);
        if !turn.drawn {
            buttons.push(button(Look::Secondary, say!("Move an army"), "ages/menu/armies"));
            buttons.push(button(Look::Primary, say!("Draw event cards"), "ages/draw"));
        }
        if position.board.areas_of(court).next().is_none() {
            buttons.push(button(Look::Primary, say!("Return from exile"), "ages/menu/return"));
            return (lines, buttons);
        }
        buttons.push(button(Look::Primary, say!("Undertake"), "ages/menu/endeavour"));
        buttons.push(button(Look::Secondary, say!("Tax"), "ages/menu/tax"));
    }
    (lines, buttons)
}

/// The board in words: each court with its leader, gold and areas.
pub(crate) fn board(scene: &Scene<'_>) -> Option<Message> {
    let position = position(&scene.public).filter(|position| position.board.is_kept())?;
    let mut lines = Vec::new();
    for (court, realm) in position.board.realms.iter() {
        let areas: Vec<String> = position
            .board
            .areas_of(*court)
            .map(|(area, held)| format!("{} {}", area.name(), speech::signed(held.social.into())))
            .collect();
        lines.push(say!(
            "**{}** · {} · {} gold · {} year cards\n{}",
            words::court(*court),
            words::leader(&realm.leader),
            realm.gold,
            realm.cards,
            areas.join(", ")
        ));
    }
    let text = clip(&lines.join("\n\n"), LONGEST_ANSWER);
    Some(Message::text(text).buttons(at_hand(scene)))
}
