//! Putting a stack on the board by choosing: where, which counters, under whom. What is asked is what the engine would take.

use super::give;
use super::pick::{MOST, own};
use super::troops::deploy_filled;
use crate::words::{country, place};
use crate::{no_country, screen};
use europa::board::{Led, Order as Board, serving};
use europa::country::Country;
use europa::geography::Place;
use europa::units::{Counter, Hold};
use europa::{Order, Position, is_open};
use table::{SeatId, said};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::say;

/// Lists of places at most: a row is left for the buttons.
const MOST_LISTS: usize = 4;
/// So many places stand as buttons below the lists.
const NEAREST: usize = 4;
/// The counters of which stacks of up to three are offered, on land and at sea. What a fleet counter holds is not told.
const TROOPS: [Counter; 3] = [Counter::ArmyPlus, Counter::ArmyMinus, Counter::Ld];
const BARE: Hold = Hold { nd: 0, gd: 0, dtr: 0 };
const SHIPS: [Counter; 5] =
    [Counter::FleetPlus(BARE), Counter::FleetMinus(BARE), Counter::Nd, Counter::Gd, Counter::Dtr];
/// Counters of one stack that is offered, at most; more are written.
const LARGEST: [usize; 2] = [3, 2];

/// A stack that is about to be put on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Draft {
    country: Country,
    at: Place,
    /// Its counters, by their place among all that are offered.
    counters: usize,
    veteran: bool,
    /// Its leader, by his place among those who serve.
    leader: Option<usize>,
}

/// All stacks of so many of these counters, the smallest first.
fn stacks_of(counters: &[Counter], most: usize) -> Vec<Vec<Counter>> {
    let mut all: Vec<Vec<Counter>> = counters.iter().map(|one| vec![*one]).collect();
    let mut last = all.clone();
    for _ in 1..most {
        let grown = |stack: &Vec<Counter>| {
            let from = counters.iter().position(|one| stack.last() == Some(one)).unwrap_or_default();
            let more = counters.iter().skip(from);
            more.map(|one| stack.iter().copied().chain([*one]).collect()).collect::<Vec<Vec<Counter>>>()
        };
        last = last.iter().flat_map(grown).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// All stacks that are offered: troops, then ships.
fn offered() -> Vec<Vec<Counter>> {
    let [on_land, at_sea] = LARGEST;
    stacks_of(&TROOPS, on_land).into_iter().chain(stacks_of(&SHIPS, at_sea)).collect()
}

/// Counters as players write them.
pub(super) fn written(counters: &[Counter]) -> String {
    let each: Vec<String> = counters.iter().map(|one| one.short().replace('-', "−")).collect();
    each.join(" ")
}

/// The order that puts such a stack on the board.
fn order(country: Country, place: Place, counters: &[Counter], veteran: bool, leader: Option<Led>) -> Board {
    Board::Deploy { country, place, counters: counters.to_vec(), veteran, leader }
}

/// The stacks that a country could put down in a place now, by their places among all that are offered.
fn open(position: &Position, seat: &SeatId, country: Country, at: Place) -> Vec<(usize, Vec<Counter>)> {
    let taken = |counters: &[Counter]| {
        is_open(position, seat, &Order::Board(order(country, at, counters, false, None)))
    };
    offered().into_iter().enumerate().filter(|(_, counters)| taken(counters)).collect()
}

/// Where a country may put a stack of its own now: in what it holds, the strongest fortresses first.
pub(crate) fn places_of(position: &Position, seat: &SeatId, country: Country) -> Vec<Place> {
    let mut all: Vec<Place> = with_room(position, seat, country).collect();
    all.sort_by_key(|place| (std::cmp::Reverse(place.site().fortress), place.name()));
    all
}

/// Whether a country may put some stack on the board now.
pub(crate) fn may_deploy(position: &Position, seat: &SeatId, country: Country) -> bool {
    with_room(position, seat, country).next().is_some()
}

/// What a country holds in which it may put troops now.
fn with_room<'p>(
    position: &'p Position,
    seat: &'p SeatId,
    country: Country,
) -> impl Iterator<Item = Place> + 'p {
    let taken = move |place: &Place| {
        let of = |counters| Order::Board(order(country, *place, &[counters], false, None));
        [Counter::Ld, Counter::ArmyMinus].into_iter().any(|one| is_open(position, seat, &of(one)))
    };
    europa::held_by(position, country).into_iter().filter(taken)
}

/// The places of a country in lists of a select's size, each by the alphabet and called by what it begins and ends with: the strongest
/// fortresses are a list of their own where all do not fit one, the strongest first, as they are given.
pub(crate) fn lists(of: Country, mut all: Vec<Place>) -> Vec<(String, Vec<Place>)> {
    let by_name = |places: &mut [Place]| places.sort_by_key(|at| place(*at));
    if all.len() <= MOST {
        by_name(&mut all);
        return vec![(say!("{}: where", country(of)), all)];
    }
    // They come strongest first, and so the list that is called by it stands.
    let mut rest = all.split_off(MOST);
    by_name(&mut rest);
    let strongest = (say!("{}: the strongest fortresses", country(of)), all);
    // None of the others is left alone in a list.
    let parts = rest.len().div_ceil(MOST);
    let others = rest.chunks(rest.len().div_ceil(parts)).map(|part| {
        let label = match part {
            [first, .., last] => say!("{}: {} to {}", country(of), place(*first), place(*last)),
            [only] => say!("{}: {}", country(of), place(*only)),
            [] => country(of),
        };
        (label, part.to_vec())
    });
    std::iter::once(strongest).chain(others).collect()
}

/// The places where a stack may be put, to be chosen.
fn places(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let countries = position.countries_of(seat);
    if countries.is_empty() {
        return Some(no_country());
    }
    let of = |own: Country| {
        let all = places_of(&position, seat, own);
        let lists = if all.is_empty() { Vec::new() } else { lists(own, all) };
        lists.into_iter().map(move |(label, part)| (own, label, part))
    };
    // Of each country the first list, before the further ones of any.
    let each: Vec<Vec<(Country, String, Vec<Place>)>> =
        countries.iter().map(|own| of(*own).collect()).collect();
    let longest = each.iter().map(Vec::len).max().unwrap_or_default();
    let in_turn = (0..longest).flat_map(|n| each.iter().filter_map(move |lists| lists.get(n)));
    let mut message = Message::text(say!("**Put a stack on the board.** Choose where it stands."));
    for (number, (own, label, part)) in (0..).zip(in_turn.take(MOST_LISTS)) {
        let choices = part.iter().map(|at| Choice::new(&place(*at), at.site().key.as_str())).collect();
        let id = CustomId::on(&scene.own, number, &format!("europa/deploy/{}", own.key()));
        message = message.select(Component::select(&clip(label, 100), id, choices));
    }
    // The strongest fortresses of the first country are a tap each, a list takes two.
    let first = countries.iter().find(|own| may_deploy(&position, seat, **own));
    let near = |at: Place| {
        let verb = format!("europa/deploy/at/{}/{}", first?.key(), at.site().key);
        Some(scene.button(Look::Primary, &place(at), 0, &verb))
    };
    let strongest = first.map(|own| places_of(&position, seat, *own)).unwrap_or_default();
    let other = scene.button(Look::Secondary, &say!("Another place…"), 0, "europa/deploy/form");
    Some(message.buttons(strongest.into_iter().take(NEAREST).filter_map(near).chain([other]).collect()))
}

/// What may lead such a stack: who serves the country now and leads no other stack.
fn leaders(position: &Position, country: Country, counters: &[Counter]) -> Vec<Led> {
    let naval = counters.iter().any(|counter| counter.is_naval());
    let leads = |led: &Led| position.board.stacks.values().any(|of| of.leader.as_ref() == Some(led));
    let mut all = serving(position, country, naval);
    all.retain(|led| !leads(led));
    all.truncate(MOST - 1);
    all
}

impl Draft {
    /// A draft as a button carries it: `france/eLanguedoc/0/1/3`.
    fn written(&self) -> String {
        let leader = self.leader.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let (whose, at, veteran) = (self.country.key(), &self.at.site().key, u8::from(self.veteran));
        format!("{whose}/{at}/{}/{veteran}/{leader}", self.counters)
    }

    fn read(text: &str) -> Option<Draft> {
        let parts: Vec<&str> = text.split('/').collect();
        let [country, at, counters, veteran, leader] = parts.as_slice() else { return None };
        Some(Draft {
            country: Country::by_key(country)?,
            at: Place::by_key(at)?,
            counters: counters.parse().ok()?,
            veteran: *veteran == "1",
            leader: leader.parse().ok(),
        })
    }

    /// With one of its parts chosen anew. Another leader's list belongs to ships than to troops.
    fn changed(self, part: &str, chosen: Option<&str>) -> Option<Draft> {
        Some(match part {
            "troops" | "ships" => {
                let counters: usize = chosen?.parse().ok()?;
                let first_ships = stacks_of(&TROOPS, LARGEST[0]).len();
                let stays = (counters >= first_ships) == (self.counters >= first_ships);
                Draft { counters, leader: self.leader.filter(|_| stays), ..self }
            }
            "leader" => Draft { leader: chosen?.parse().ok(), ..self },
            "veteran" => Draft { veteran: !self.veteran, ..self },
            _ => return None,
        })
    }

    /// The order that it is.
    fn order(&self, position: &Position) -> Option<Board> {
        let counters = offered().into_iter().nth(self.counters)?;
        let leader = match self.leader {
            Some(n) => Some(leaders(position, self.country, &counters).into_iter().nth(n)?),
            None => None,
        };
        Some(order(self.country, self.at, &counters, self.veteran, leader))
    }
}

/// A leader with his values: "Gonzalo 5 3 4 2".
pub(super) fn called(led: &Led) -> String {
    let of = led.values;
    clip(&format!("{} {} {} {} {}", led.name, of.manoeuvre, of.fire, of.shock, of.siege), 100)
}

/// A stack before it is put down: its counters and its leader, to be chosen, and the press that does it.
fn drafted(scene: &Scene<'_>, draft: &Draft) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let all = open(&position, seat, draft.country, draft.at);
    let Some(now) = all.iter().find(|(n, _)| *n == draft.counters).or(all.first()) else {
        return Some(Message::refusal(said!(
            "Nothing of {} can be put down in {} now.",
            draft.country,
            draft.at.name()
        )));
    };
    let draft = Draft { counters: now.0, ..draft.clone() };
    let carried = draft.written();
    let id = |part: &str| CustomId::on(&scene.own, 0, &format!("europa/deploy/{part}/{carried}"));
    let serve = leaders(&position, draft.country, &now.1);
    let leader = draft.leader.and_then(|n| serve.get(n)).map_or_else(|| say!("without a leader"), called);
    let state = if draft.veteran { say!("veteran") } else { say!("conscript") };
    let mut message = Message::text(say!(
        "**{}** puts **{}** down in **{}**: {}, {}.",
        country(draft.country),
        written(&now.1),
        place(draft.at),
        state,
        leader
    ));
    let naval = |counters: &[Counter]| counters.iter().any(|one| one.is_naval());
    for (part, label, at_sea) in [("troops", say!("Troops"), false), ("ships", say!("Ships"), true)] {
        let of = all.iter().filter(|(_, counters)| naval(counters) == at_sea);
        let choices: Vec<Choice> = of
            .map(|(n, counters)| Choice::new(&written(counters), n.to_string()).chosen(*n == draft.counters))
            .collect();
        if !choices.is_empty() {
            message = message.select(Component::select(&label, id(part), choices));
        }
    }
    if !serve.is_empty() {
        let none = Choice::new(&say!("Without a leader"), "-").chosen(draft.leader.is_none());
        let led = serve
            .iter()
            .enumerate()
            .map(|(n, led)| Choice::new(&called(led), n.to_string()).chosen(draft.leader == Some(n)));
        let choices = std::iter::once(none).chain(led).collect();
        message = message.select(Component::select(&say!("Leader"), id("leader"), choices));
    }
    let other = if draft.veteran { say!("Make it conscript") } else { say!("Make it veteran") };
    let puts = Component::button(Look::Primary, &say!("Deploy it"), id("now"));
    let written = Component::button(Look::Secondary, &say!("Write it…"), id("written"));
    Some(message.buttons(vec![puts, Component::button(Look::Secondary, &other, id("veteran")), written]))
}

/// A button or a select of these; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let begun = |country: &str, place: &str| {
        let (country, at) = (Country::by_key(country)?, Place::by_key(place)?);
        Some(Draft { country, at, counters: 0, veteran: false, leader: None })
    };
    let draft = match what.split_once('/') {
        None if what.is_empty() => return Some(screen(at, places).await),
        None if what == "form" => return Some(deploy_filled(at, None).await),
        None => begun(what, chosen.first()?)?,
        Some(("at", draft)) => {
            let (country, place) = draft.split_once('/')?;
            begun(country, place)?
        }
        Some(("written", draft)) => return Some(writes(at, &Draft::read(draft)?).await),
        Some(("now", draft)) => return Some(puts(at, &Draft::read(draft)?).await),
        Some((part, draft)) => Draft::read(draft)?.changed(part, chosen.first())?,
    };
    Some(screen(at, |scene| drafted(scene, &draft)).await)
}

/// The form of a stack, filled in with what was chosen.
async fn writes(at: At<'_>, draft: &Draft) -> Result<Answer, Message> {
    let chosen = at.look(|scene| draft.order(&own(scene)?.0)).await?;
    deploy_filled(at, chosen.as_ref()).await
}

/// Puts the stack on the board that was chosen.
async fn puts(at: At<'_>, draft: &Draft) -> Result<Answer, Message> {
    let changed = || {
        Message::refusal(said!(
            "The board has changed since this was shown. Choose the stack anew: *Deploy a stack*."
        ))
    };
    give(at, at.look(|scene| draft.order(&own(scene)?.0)).await?.ok_or_else(changed)?).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_fits_a_select_and_none_is_called_by_one_place_twice() {
        assert_eq!(stacks_of(&TROOPS, 3).len(), 19);
        assert_eq!(stacks_of(&SHIPS, 2).len(), 20);
        let france = Country::by_key("france").into_iter().next();
        let all: Vec<Place> = europa::geography::atlas().all().filter(|at| !at.site().is_sea()).collect();
        for many in [1, 25, 26, 27, 51, 76] {
            let Some(france) = france else { return };
            let lists = lists(france, all.iter().copied().take(many).collect());
            assert_eq!(lists.iter().map(|(_, part)| part.len()).sum::<usize>(), many);
            for (label, part) in lists {
                assert!((1..=MOST).contains(&part.len()), "{label}: {}", part.len());
                if let Some((from, to)) = label.split_once(": ").and_then(|(_, rest)| rest.split_once(" to "))
                {
                    assert_ne!(from, to, "{label}");
                }
            }
        }
    }
}
