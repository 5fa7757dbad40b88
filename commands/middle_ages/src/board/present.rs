//! What is asked of a player on the board, his desk, and the board in words.

use super::{in_hand, menu};
use crate::present::{position, readings};
use crate::words;
use middle_ages::Position;
use middle_ages::board::{Realm, Turn, barred, upkeep};
use middle_ages::outline::Frame;
use std::sync::Arc;
use table::frames::Awaited;
use table::{Entry, Stage};
use table_commands::message::{Component, Look, Message, clip};
use table_commands::present::front::Lines;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The most characters of an answer to one alone: Discord takes 2,000.
const LONGEST_ANSWER: usize = 1_900;

/// What is asked in an open frame; `None` for one that asks nothing of anybody by itself.
pub(crate) fn asks(position: &Position, awaited: &Awaited) -> Option<String> {
    Some(match position.frames.get(awaited.line)? {
        Frame::Turn(_) => {
            say!(
                "your turn: move armies, then draw event cards; undertake and tax as you like; *Ready* ends it"
            )
        }
        Frame::Choice(number) => words::asks(position.data(), position.board.asks.get(number)?),
        Frame::Upkeep(court) => {
            let gold = position.board.realms.get(court).map_or(0, |realm| realm.gold);
            let due = upkeep::due(&position.board, *court);
            say!(
                "{} gold is due for army and fleet points, and {} is there; points are given up until that is enough",
                due,
                gold
            )
        }
        _ => return None,
    })
}

/// Whose turn has come, or of whom something is asked, is told, each once; not who brought it about himself.
pub(crate) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let Some(position) = position(&scene.public) else { return };
    table_commands::present::turns::opened(scene, posts, entries, |awaited| asks(&position, awaited));
}

/// The button of who has to give points up.
fn to_give_up(scene: &Scene<'_>) -> Component {
    scene.button(Look::Primary, &say!("Give up points…"), 0, "ages/menu/upkeep")
}

/// What is to be done before a turn is over, for the turn card.
pub(crate) fn on_the_card(scene: &Scene<'_>) -> Vec<Component> {
    let of =
        |position: Arc<Position>| position.board.turn.as_ref().map(|turn| (turn.court, position.clone()));
    let due = position(&scene.public).and_then(of);
    due.filter(|(court, position)| upkeep::gives_up(position, *court))
        .map(|_| to_give_up(scene))
        .into_iter()
        .collect()
}

/// What a court acts with in its turn, for the turn card: as at the desk of whose turn it is.
pub(crate) fn pieces(scene: &Scene<'_>) -> Vec<Component> {
    let acts = |position: &Arc<Position>| {
        position.board.turn.as_ref().is_some_and(|turn| !upkeep::gives_up(position, turn.court))
    };
    if !position(&scene.public).is_some_and(|position| acts(&position)) {
        return Vec::new();
    }
    let button = |label: String, verb: &str| scene.button(Look::Secondary, &label, 0, verb);
    vec![
        button(say!("Undertake…"), "ages/menu/endeavour"),
        button(say!("Tax"), "ages/menu/tax"),
        button(say!("Cards"), "ages/menu/hand"),
    ]
}

/// What a court still has for endeavours in its turn, before *Ready* ends that.
pub(crate) fn before_ready(scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
    let (position, seat, court) = super::playing(scene).ok()?;
    let turn = position.board.turn.as_ref().filter(|turn| turn.court == court)?;
    let realm = position.board.realms.get(&court).filter(|realm| realm.cards > 0 && realm.gold > 0)?;
    if barred::turn(&position, seat).is_some() {
        return None;
    }
    let (name, cards) = (words::court(court), words::year_cards(realm.cards.into()));
    let says = if turn.endeavours == 0 {
        say!(
            "**{}** has undertaken nothing in its turn and still has {} gold and {}. *Ready* ends the turn.",
            name,
            realm.gold,
            cards
        )
    } else {
        say!("**{}** still has {} gold and {}. *Ready* ends the turn.", name, realm.gold, cards)
    };
    Some((says, vec![scene.button(Look::Primary, &say!("Undertake…"), 0, "ages/menu/endeavour")]))
}

/// What a player can look at or begin at any time.
pub(crate) fn at_hand(scene: &Scene<'_>) -> Vec<Component> {
    let button = |look, label: String, verb: &str| scene.button(look, &label, 0, verb);
    let kept = position(&scene.own).filter(|position| position.kept);
    if kept.is_none() || scene.own.stage != Stage::Playing {
        return Vec::new();
    }
    if !kept.as_ref().is_some_and(|position| position.board.is_kept()) {
        return vec![super::begun::map(scene)];
    }
    let mut all = vec![
        button(Look::Secondary, say!("Map"), "ages/map"),
        button(Look::Secondary, say!("Board"), "ages/board"),
    ];
    let plays = kept.zip(scene.own.seat()).is_some_and(|(position, seat)| position.court_of(seat).is_some());
    if plays {
        let held = in_hand::of(&scene.own).len();
        let label = if held == 0 { say!("My hand") } else { say!("My hand ({})", held) };
        all.push(button(Look::Secondary, label, "ages/menu/hand"));
    }
    all
}

/// What is to be done in one's own turn, and what is asked.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> Lines {
    let own = position(&scene.own).zip(scene.own.seat());
    let Some((position, seat)) = own.filter(|(position, _)| position.board.is_kept()) else {
        return (Vec::new(), Vec::new());
    };
    let Some(court) = position.court_of(seat) else { return (Vec::new(), Vec::new()) };
    let (mut lines, mut buttons) = menu::asked(scene, &position, court);
    let button = |look, label: String, verb: &str| scene.button(look, &label, 0, verb);
    if position.board.declared.is_some() && defends(scene) {
        lines.extend(super::envelopes::attacked(scene));
        let line = super::envelopes::round(scene, "defence").map_or(0, |round| round.line);
        buttons.push(scene.button(Look::Secondary, &say!("No defence"), line, "ages/pass"));
    }
    if upkeep::gives_up(&position, court) {
        buttons.push(to_give_up(scene));
        return (lines, buttons);
    }
    let board = &position.board;
    let turn = board.turn.as_ref().filter(|turn| turn.court == court && super::is_free(board));
    if let (Some(turn), Some(realm)) = (turn, board.realms.get(&court)) {
        let armies = board.areas_of(court).any(|(_, held)| held.army() > 0);
        lines.extend(of_the_turn(turn, realm, armies));
        let (held, most) = (in_hand::of(&scene.own).len(), readings(&scene.public).hand);
        if held > most {
            lines.push(say!(
                "{} event cards are in your hand, and {} may be held: play or discard one before anything else.",
                held,
                most
            ));
            buttons.push(button(Look::Primary, say!("Play or discard…"), "ages/menu/discard"));
        }
        if board.areas_of(court).next().is_none() {
            buttons.push(button(Look::Primary, say!("Return from exile"), "ages/menu/return"));
        } else {
            if armies && !turn.drawn && turn.endeavours == 0 {
                buttons.push(button(Look::Secondary, say!("Move an army"), "ages/menu/armies"));
            }
            if realm.cards > 0 {
                buttons.push(button(Look::Primary, say!("Undertake"), "ages/menu/endeavour"));
            }
            buttons.push(button(Look::Secondary, say!("Tax"), "ages/menu/tax"));
        }
        if !turn.drawn {
            buttons.push(button(Look::Primary, say!("Draw event cards"), "ages/draw"));
        }
    }
    (lines, buttons)
}

/// Whether a defence is asked of the viewer.
fn defends(scene: &Scene<'_>) -> bool {
    scene.own.rounds.iter().any(|round| round.round.starts_with("defence/") && round.mine.is_some())
}

/// What a player has in his turn.
fn of_the_turn(turn: &Turn, realm: &Realm, armies: bool) -> Vec<String> {
    let cards = words::year_cards(realm.cards.into());
    let mut lines = vec![say!("**Your turn** · {} gold · {}, each for one endeavour.", realm.gold, cards)];
    if !armies {
        return lines;
    }
    lines.push(if turn.drawn {
        say!("Event cards are drawn, and armies move no more in this turn.")
    } else if turn.endeavours > 0 {
        say!("Something was undertaken, and armies move no more in this turn.")
    } else {
        say!(
            "Armies move first, before event cards are drawn or anything is undertaken. Their points times the spaces they move may come to {} more.",
            realm.leader.combat.saturating_sub(turn.moved)
        )
    });
    lines
}

/// The board in words: each court with its leader, gold and areas.
pub(crate) fn board(scene: &Scene<'_>) -> Option<Message> {
    let position = position(&scene.public).filter(|position| position.board.is_kept())?;
    let mut lines = Vec::new();
    for (court, realm) in position.board.realms.iter() {
        let areas: Vec<String> = position
            .board
            .areas_of(*court)
            .map(|(area, held)| {
                format!("{} {}", position.data().name(area), speech::signed(held.social.into()))
            })
            .collect();
        let areas = if areas.is_empty() {
            say!("It holds no area.")
        } else {
            say!("Its areas and their social states: {}.", areas.join(", "))
        };
        lines.push(format!(
            "{}\n{}\n{areas}",
            say!(
                "**{}** has {} gold and {}.",
                words::court(*court),
                realm.gold,
                words::year_cards(realm.cards.into())
            ),
            words::leader_in_full(&realm.leader)
        ));
    }
    let text = clip(&lines.join("\n\n"), LONGEST_ANSWER);
    Some(Message::text(text).buttons(at_hand(scene)))
}
