//! What a player can do in his turn, as selects: armies, endeavours, taxes, his hand, choices.

use super::code;
use crate::present::{position, readings};
use crate::words;
use middle_ages::Position;
use middle_ages::board::futile::futile;
use middle_ages::board::plan::{Aim, Plan, as_rated};
use middle_ages::board::{Answer, Force, Held, Order, barred, choices, communication, offers, subject, tax};
use middle_ages::court::Court;
use middle_ages::endeavour::course::halved;
use middle_ages::endeavour::rating::rating;
use middle_ages::endeavour::{Kind, limits};
use middle_ages::event_cards::{Card, DECK};
use middle_ages::geography::Area;
use middle_ages::switches::Readings;
use table::said;
use table::{Refusal, Said, SeatId, View};
use table_commands::asked::{Answer as Reply, Asked, refused};
use table_commands::custom_id::CustomId;
use table_commands::drawn::beside;
use table_commands::house::House;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::words::look;
use table_commands::{say, speech};

/// The most choices of a select.
const MOST: usize = 25;

/// The most selects of a message.
const MOST_SELECTS: usize = 5;

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

/// A card of the viewer's hand.
#[derive(Clone, Debug)]
pub struct InHand {
    /// Its position in the deck.
    pub pos: u32,
    /// Which.
    pub card: Card,
}

/// The event cards in the viewer's hand.
pub(crate) fn hand(view: &View) -> Vec<InHand> {
    let Some(position) = position(view) else { return Vec::new() };
    let held = view.hand.iter().filter(|held| held.deck == DECK);
    let card = |name: &str| position.data().event_named(name).cloned();
    held.filter_map(|held| Some(InHand { pos: held.pos, card: card(&held.card)? })).collect()
}

/// Shows a menu to who asks.
pub(crate) async fn shown(house: &House, asked: &Asked, campaign: &str, menu: Menu) -> Reply {
    match look(house, asked, campaign, |scene| of(scene, menu)).await {
        Err(sentence) => sentence.into(),
        Ok(message) if menu == Menu::Hand => with_hand(house, asked, campaign, message).await.into(),
        Ok(message) => message.into(),
    }
}

/// The same with the viewer's hand as a picture, where it is not empty.
pub(crate) async fn with_hand(house: &House, asked: &Asked, campaign: &str, message: Message) -> Message {
    let seen = look(house, asked, campaign, |scene| {
        let year = position(&scene.own)?.calendar.year();
        Some((hand(&scene.own), year)).filter(|(hand, _)| !hand.is_empty())
    });
    let Ok(Some((hand, year))) = seen.await else { return message };
    let says = speech::in_language(asked.asker.language, || say!("Your hand of event cards."));
    let file = ("hand.png".to_owned(), says);
    beside(house, asked, message, file, move || super::hand::picture(&hand, year)).await
}

/// A menu as who looks sees it, or why there is nothing in it.
fn of(scene: &Scene<'_>, menu: Menu) -> Message {
    let (position, seat, court) = match super::playing(scene) {
        Ok(playing) => playing,
        Err(why) => return Message::refusal(why),
    };
    let reads = readings(&scene.public);
    let (says, all) = match menu {
        Menu::Kinds => return kinds(scene),
        Menu::Endeavour(kind) => {
            let plans = offers::allowed(&position, reads, seat, court, kind);
            endeavours(scene, &position, court, kind, plans)
        }
        Menu::Odds(kind) => {
            let plans = offers::thinkable(&position, reads, court, kind);
            endeavours(scene, &position, court, kind, plans)
        }
        Menu::Armies => (
            say!("Which army moves where? Points times spaces count against the leader's combat."),
            armies(&position, reads, seat, court),
        ),
        Menu::Tax => (
            say!("Which area is taxed? The more it is asked for, the likelier it rebels."),
            taxes(&position, reads, seat, court),
        ),
        Menu::Hand => in_hand(scene, &position, court),
        Menu::Upkeep => {
            (say!("Which point is given up? Each saves 1 gold."), to_give_up(&position, reads, seat, court))
        }
        Menu::Return => (
            say!("An exile returns to an independent area of the language and religion of its court."),
            to_return(&position, seat),
        ),
    };
    if all.is_empty() {
        return nothing(&position, reads, seat, court, menu)
            .map_or_else(|| Message::text(says), |why| refused(&why));
    }
    // What dice decide is shown before it is done.
    let verb = match menu {
        Menu::Endeavour(_) | Menu::Odds(_) => "ages/plan",
        Menu::Tax => "ages/levy",
        _ => "ages/do",
    };
    select(scene, verb, says, all)
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

fn select(scene: &Scene<'_>, verb: &str, says: String, mut all: Vec<Choice>) -> Message {
    let left_out = all.len() > MOST;
    all.truncate(MOST);
    let more = say!("There are more: /ages has a command for each.");
    let says = if left_out { format!("{says}\n{more}") } else { says };
    let id = CustomId::on(&scene.own, 0, verb);
    Message::text(says).select(Component::select(&say!("Choose…"), id, all))
}

/// Endeavours of a kind, the best rated first.
fn endeavours(
    scene: &Scene<'_>,
    position: &Position,
    court: Court,
    kind: Kind,
    plans: Vec<Plan>,
) -> (String, Vec<Choice>) {
    let (data, seafarers) = (position.data(), readings(&scene.public).seafarers_halved);
    let rated = |plan: Plan| {
        let endeavour = as_rated(position, court, &plan, 0, 0);
        let halved = halved(&endeavour, seafarers);
        let points = endeavour.targets.first().map_or(0, |target| rating(&endeavour, target, halved).points);
        (points, limits::cost(&endeavour), plan)
    };
    let mut all: Vec<(i16, u16, Plan)> = plans.into_iter().map(rated).collect();
    all.sort_by_key(|(points, price, _)| (std::cmp::Reverse(*points), *price));
    // Each target once, from where it is rated best: the command takes every other way.
    let mut known: Vec<Vec<Area>> = Vec::new();
    all.retain(|(_, _, plan)| {
        let targets: Vec<Area> = plan.targets.iter().map(|aim| aim.area).collect();
        let is_new = !known.contains(&targets);
        known.push(targets);
        is_new
    });
    let choice = |(points, price, plan): (i16, u16, Plan)| {
        let targets: Vec<&str> = plan.targets.iter().map(|aim| data.name(aim.area)).collect();
        let (targets, shown) = (targets.join(", "), speech::signed(points.into()));
        let label = match (plan.kind.goes_abroad(), plan.by_sea) {
            (true, true) => {
                say!("{} from {}, over sea: effectiveness {}", targets, data.name(plan.base), shown)
            }
            (true, false) => say!("{} from {}: effectiveness {}", targets, data.name(plan.base), shown),
            _ => say!("{}: effectiveness {}", targets, shown),
        };
        let label = say!("{}, {} gold", label, u32::from(price));
        let in_vain = |aim: &Aim| futile(&position.board, court, plan.kind, aim.area).is_some();
        let label = if plan.targets.iter().all(in_vain) { say!("{}, to no effect", label) } else { label };
        Some(Choice::new(&label, code::written(position.data(), &Order::Declare { plan })?))
    };
    let says = say!(
        "{}: against or in which area? The effectiveness is as the board stands. Nothing is undertaken yet.",
        words::kind(kind)
    );
    (says, all.into_iter().filter_map(choice).collect())
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
    amounts.filter_map(choice).collect()
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

/// A card in words: its name, its years, its languages.
pub(crate) fn card(card: &Card) -> String {
    let name = speech::word(&card.name);
    match card.period {
        Some([first, last]) => say!("{} ({} to {})", name, first, last),
        None => name,
    }
}

/// The hand: its cards, and what can be done with them.
fn in_hand(scene: &Scene<'_>, position: &Position, court: Court) -> (String, Vec<Choice>) {
    let hand = hand(&scene.own);
    let data = position.data();
    let names: Vec<String> = hand.iter().map(|held| card(&held.card)).collect();
    let says = if names.is_empty() {
        say!("Your hand is empty. In your turn you draw an event card into it: /ages card.")
    } else {
        say!("Your hand, which nobody else sees: {}.", names.join(", "))
    };
    let does = hand
        .iter()
        .map(|held| format!("\n*{}*: {}", speech::word(&held.card.name), words::does(&held.card.does)));
    let says = std::iter::once(says).chain(does).collect::<String>();
    let mut all = Vec::new();
    for held in &hand {
        let name = speech::word(&held.card.name);
        match playable(position, court, held).as_slice() {
            [] => {}
            [None, ..] => {
                let code = code::written(data, &Order::Play { pos: held.pos, on: None });
                all.extend(code.map(|code| Choice::new(&say!("Play {}", name), code)));
            }
            // On which of many areas is chosen next.
            _ => all.push(Choice::new(&say!("Play {} on…", name), format!("{ON_WHICH}{}", held.pos))),
        }
        let discard = code::written(data, &Order::Discard { pos: held.pos });
        all.extend(discard.map(|code| Choice::new(&say!("Discard {}", name), code)));
    }
    (says, all)
}

/// On what a card of the hand can be played now: on nothing in particular, or on each of these areas.
fn playable(position: &Position, court: Court, held: &InHand) -> Vec<Option<Area>> {
    if held.card.applies(position.calendar.year()).is_err() {
        return Vec::new();
    }
    let has_effect =
        |on: &Option<Area>| middle_ages::board::cards::effect(position, court, &held.card, *on).is_ok();
    if has_effect(&None) {
        return vec![None];
    }
    position.data().areas().map(Some).filter(has_effect).collect()
}

/// What stands before a card's position where it is chosen next on which area it is played.
pub(crate) const ON_WHICH: &str = "on/";

/// The areas on which a card of the hand can be played, in as many selects as they take.
pub(crate) async fn on_which(house: &House, asked: &Asked, campaign: &str, code: &str) -> Reply {
    let seen = look(house, asked, campaign, |scene| {
        let (position, _, court) = super::playing(scene)?;
        let pos = code.strip_prefix(ON_WHICH).and_then(|pos| pos.parse::<u32>().ok());
        let hand = hand(&scene.own);
        let held = hand.iter().find(|held| Some(held.pos) == pos);
        let held = held.ok_or_else(|| said!("That card is not in your hand."))?;
        let (data, name) = (position.data(), speech::word(&held.card.name));
        let choice = |area: Area| {
            let code = code::written(data, &Order::Play { pos: held.pos, on: Some(area) })?;
            Some(Choice::new(data.name(area), code))
        };
        let areas = playable(&position, court, held).into_iter().flatten();
        let all: Vec<Choice> = areas.filter_map(choice).collect();
        if all.is_empty() {
            return Err(said!("{} can be played on no area now.", name));
        }
        let mut message = Message::text(say!("Play {}: on which area?", name));
        for (n, part) in (0..).zip(all.chunks(MOST).take(MOST_SELECTS)) {
            let id = CustomId::on(&scene.own, n, "ages/do");
            message = message.select(Component::select(&say!("Choose…"), id, part.to_vec()));
        }
        Ok::<_, Said>(message)
    });
    match seen.await {
        Err(sentence) => sentence.into(),
        Ok(Err(why)) => Message::refusal(why).into(),
        Ok(Ok(message)) => message.into(),
    }
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
