//! What a player can do in his turn, as selects: armies, endeavours, taxes, his hand, choices.

use super::selects::{MOST, MOST_SELECTS, in_selects};
use super::{code, in_hand, targets};
use crate::present::readings;
use crate::words;
use middle_ages::Position;
use middle_ages::board::{
    Answer, Force, Held, Order, barred, cards, choices, communication, offers, subject, tax,
};
use middle_ages::court::Court;
use middle_ages::endeavour::Kind;
use middle_ages::geography::Area;
use middle_ages::switches::Readings;
use table::{Refusal, SeatId};
use table_commands::asked::{APART, At, refused};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// Selects of a page, a row is left for its buttons; and what they hold.
const SELECTS: usize = MOST_SELECTS - 1;
const ON_A_PAGE: usize = SELECTS * MOST;

/// What is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Menu {
    /// Which kind of endeavour.
    Kinds,
    /// An endeavour of a kind.
    Endeavour(Kind),
    /// One whose odds are asked, whoever's turn it is.
    Odds(Kind),
    /// A movement.
    Armies,
    /// A tax.
    Tax,
    /// A card of the hand.
    Hand,
    /// An area to return to from exile.
    Return,
    /// Points that are given up where gold is missing for them.
    Upkeep,
}

impl Menu {
    /// The menu of a kind of endeavour.
    pub(crate) fn of_kind(kind: &str) -> Option<Menu> {
        Kind::ALL.into_iter().find(|known| known.key() == kind).map(Menu::Endeavour)
    }

    /// The menu as the buttons of its pages carry it.
    fn code(self) -> String {
        match self {
            Menu::Kinds => "endeavour".to_owned(),
            Menu::Endeavour(kind) => format!("kind/{}", kind.key()),
            Menu::Odds(kind) => format!("odds/{}", kind.key()),
            Menu::Armies => "armies".to_owned(),
            Menu::Tax => "tax".to_owned(),
            Menu::Hand => "hand".to_owned(),
            Menu::Return => "return".to_owned(),
            Menu::Upkeep => "upkeep".to_owned(),
        }
    }

    /// The menu whose page a button opens.
    pub(crate) fn of_code(code: &str) -> Option<Menu> {
        let kind = |key: &str| Kind::ALL.into_iter().find(|known| known.key() == key);
        match code.split_once('/') {
            Some(("kind", key)) => kind(key).map(Menu::Endeavour),
            Some(("odds", key)) => kind(key).map(Menu::Odds),
            _ => Menu::of(code),
        }
    }

    /// The menu of a verb.
    pub(crate) fn of(verb: &str) -> Option<Menu> {
        Some(match verb {
            "endeavour" => Menu::Kinds,
            "armies" => Menu::Armies,
            "tax" => Menu::Tax,
            // Beside *My hand* stands the button of who holds too many: no two buttons of a message are the same to Discord.
            "hand" | "discard" => Menu::Hand,
            "return" => Menu::Return,
            "upkeep" => Menu::Upkeep,
            _ => return None,
        })
    }
}

/// Shows a menu to who asks.
pub(crate) async fn shown(at: At<'_>, menu: Menu) -> Result<Message, Message> {
    page(at, menu, 0).await
}

/// Shows a page of a menu, counted from 0.
pub(crate) async fn page(at: At<'_>, menu: Menu, page: usize) -> Result<Message, Message> {
    let message = at.look(|scene| of(scene, menu, page)).await?;
    Ok(if menu == Menu::Hand { in_hand::with_picture(at, message).await } else { message })
}

/// A menu as who looks sees it, or why there is nothing in it.
fn of(scene: &Scene<'_>, menu: Menu, page: usize) -> Message {
    let (position, seat, court) = match super::playing(scene) {
        Ok(playing) => playing,
        Err(why) => return Message::refusal(why),
    };
    let reads = readings(&scene.public);
    let (says, all) = match menu {
        Menu::Kinds => {
            return match barred::turn(&position, seat) {
                Some(why) => refused(&why),
                None => kinds(scene),
            };
        }
        Menu::Endeavour(kind) => {
            let plans = offers::allowed(&position, reads, seat, court, kind);
            targets::choices(scene, &position, court, kind, plans)
        }
        Menu::Odds(kind) => {
            let plans = offers::thinkable(&position, reads, court, kind);
            targets::choices(scene, &position, court, kind, plans)
        }
        Menu::Armies => (
            say!("Which army moves where? Points times spaces count against the leader's combat."),
            armies(&position, reads, seat, court),
        ),
        Menu::Tax => (
            say!("Which area is taxed? The more it is asked for, the likelier it rebels."),
            taxes(&position, reads, seat, court),
        ),
        Menu::Hand => in_hand::choices(scene, &position, court),
        Menu::Upkeep => {
            (say!("Which point is given up? Each saves 1 gold."), to_give_up(&position, reads, seat, court))
        }
        Menu::Return => (
            say!("An exile returns to an independent area of the language and religion of its court."),
            to_return(&position, seat),
        ),
    };
    let draws = menu == Menu::Hand && cards::may_draw(&position, seat).is_ok();
    let draw = draws.then(|| scene.button(Look::Primary, &say!("Draw event cards"), 0, "ages/draw"));
    if all.is_empty() {
        let empty = || Message::text(says).buttons(draw.clone().into_iter().collect());
        return nothing(&position, reads, seat, court, menu).map_or_else(empty, |why| refused(&why));
    }
    // What dice decide is shown before it is done.
    let verb = match menu {
        Menu::Endeavour(_) | Menu::Odds(_) => "ages/plan",
        Menu::Tax => "ages/levy",
        _ => "ages/do",
    };
    let message = select(scene, verb, says, &all, (menu, page));
    let map = || scene.button(Look::Secondary, &say!("Map"), 0, &format!("ages/map{APART}"));
    let map = (menu != Menu::Hand).then(map);
    draw.into_iter().chain(map).fold(message, Message::and_button)
}

/// Why there is nothing in a menu; `None` where it says so itself.
fn nothing(position: &Position, reads: Readings, seat: &SeatId, court: Court, menu: Menu) -> Option<Refusal> {
    Some(match menu {
        Menu::Kinds | Menu::Hand => return None,
        Menu::Endeavour(kind) => barred::endeavour(position, reads, seat, court, kind),
        Menu::Odds(kind) => barred::thinkable(position, reads, court, kind),
        Menu::Armies => barred::army(position, reads, seat, court),
        Menu::Tax => barred::tax(position, seat, court),
        Menu::Return => barred::back(position, seat, court),
        Menu::Upkeep => barred::upkeep(position, seat, court),
    })
}

/// Which kind of endeavour.
fn kinds(scene: &Scene<'_>) -> Message {
    let choices = Kind::ALL.into_iter().map(|kind| Choice::new(&words::kind(kind), kind.key()));
    let id = CustomId::on(&scene.own, 0, "ages/menu/endeavour");
    Message::text(say!("What do you undertake? Each costs a year card.")).select(Component::select(
        &say!("Which endeavour…"),
        id,
        choices.collect(),
    ))
}

/// The choices of a page of a menu, in as many selects as they take, with the buttons of the pages beside it.
fn select(
    scene: &Scene<'_>,
    verb: &str,
    says: String,
    all: &[Choice],
    (menu, page): (Menu, usize),
) -> Message {
    let pages = all.len().div_ceil(ON_A_PAGE).max(1);
    let page = page.min(pages - 1);
    let from = page * ON_A_PAGE;
    let these = all.get(from..(from + ON_A_PAGE).min(all.len())).unwrap_or_default();
    let says =
        if pages == 1 { says } else { format!("{says}\n-# {}", say!("Page {} of {}.", page + 1, pages)) };
    let message = in_selects(scene, Message::text(says), verb, &placeholder(menu), these, SELECTS);
    let to = |label: String, page: usize| {
        let page = u64::try_from(page).unwrap_or_default();
        scene.button(Look::Secondary, &label, page, &format!("ages/page/{}", menu.code()))
    };
    let back = page.checked_sub(1).map(|page| to(say!("Back"), page));
    let more = (page + 1 < pages).then(|| to(say!("More"), page + 1));
    message.buttons(back.into_iter().chain(more).collect())
}

/// What is to be chosen, as the select says it.
fn placeholder(menu: Menu) -> String {
    match menu {
        Menu::Kinds => say!("Which endeavour…"),
        Menu::Endeavour(kind) | Menu::Odds(kind) if kind.goes_abroad() => say!("Against which area…"),
        Menu::Endeavour(_) | Menu::Odds(_) => say!("In which area…"),
        Menu::Armies => say!("Which army, and where to…"),
        Menu::Tax => say!("Which area, for how much gold…"),
        Menu::Hand => say!("Which card is played or discarded…"),
        Menu::Return => say!("To which area…"),
        Menu::Upkeep => say!("Which point is given up…"),
    }
}

fn armies(position: &Position, reads: Readings, seat: &SeatId, court: Court) -> Vec<Choice> {
    let data = position.data();
    let choice = |order: Order| {
        let label = match &order {
            Order::Move { from, way, strength } => {
                let to = data.name(*way.first()?);
                say!("{} from {} to {}", *strength, data.name(*from), to)
            }
            Order::Ship { from, to, strength } => {
                say!("{} from {} over sea to {}", *strength, data.name(*from), data.name(*to))
            }
            _ => return None,
        };
        Some(Choice::new(&label, code::written(position.data(), &order)?))
    };
    offers::moves(position, reads, seat, court).into_iter().filter_map(choice).collect()
}

fn taxes(position: &Position, reads: Readings, seat: &SeatId, court: Court) -> Vec<Choice> {
    let amounts = position
        .board
        .areas_of(court)
        .flat_map(|(area, held)| (1..=u8::try_from(held.social).unwrap_or(0)).map(move |gold| (area, gold)));
    let choice = |(area, gold): (Area, u8)| {
        tax::may(position, seat, area, gold).ok()?;
        let rebels = tax::throws(tax::value(position, court, area, gold), reads.quiet_rebel);
        let label = say!("{}: {} gold; rebels on {} of 36 throws", position.data().name(area), gold, rebels);
        Some(Choice::new(&label, code::written(position.data(), &Order::Tax { area, gold })?))
    };
    let mut amounts: Vec<(Area, u8)> = amounts.collect();
    if amounts.len() > MOST {
        // Each area stands in the list; more gold is a press away.
        amounts.sort_by_key(|(_, gold)| *gold);
    }
    amounts.into_iter().filter_map(choice).collect()
}

/// Points of armies and fleets that can be given up, one at a time.
fn to_give_up(position: &Position, reads: Readings, seat: &SeatId, court: Court) -> Vec<Choice> {
    let of = |(area, _): (Area, &Held)| [Force::Army, Force::Fleet].map(|of| (area, of));
    let choice = |(area, of): (Area, Force)| {
        let order = Order::Disband { area, of, points: 1 };
        subject::may(position, reads, seat, &order).ok()?;
        let label = match of {
            Force::Army => say!("An army point in {}", position.data().name(area)),
            Force::Fleet => say!("A fleet point in {}", position.data().name(area)),
        };
        Some(Choice::new(&label, code::written(position.data(), &order)?))
    };
    position.board.areas_of(court).flat_map(of).filter_map(choice).collect()
}

/// The areas that an exile can return to.
fn to_return(position: &Position, seat: &SeatId) -> Vec<Choice> {
    let data = position.data();
    let open = data.areas().filter(|area| communication::may_return(position, seat, *area).is_ok());
    let choice =
        |area: Area| Some(Choice::new(data.name(area), code::written(data, &Order::Return { area })?));
    open.filter_map(choice).collect()
}

/// The buttons of choices that are asked of a court.
pub(crate) fn asked(scene: &Scene<'_>, position: &Position, court: Court) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    for (number, ask) in position.board.asks.iter().filter(|(_, ask)| ask.court == court) {
        lines.push(words::asks(position.data(), ask));
        for answer in choices::answers(position, ask) {
            let label = match answer {
                Answer::Army => say!("An army point"),
                Answer::Social => say!("The social state"),
                Answer::Marker(kind) => words::marker(kind),
            };
            let code = code::written(position.data(), &Order::Choose { number: *number, answer })
                .unwrap_or_default();
            buttons.push(scene.button(Look::Primary, &label, 0, &format!("ages/do/{code}")));
        }
    }
    (lines, buttons)
}
