//! Troops and ships bought by choosing: for which country, where, and what. What is offered is what the engine would take.

use super::deploy::lists;
use super::pick::own;
use super::read::{items_meant, place_meant};
use super::{give, give_unless};
use crate::words::{country, place};
use crate::{country_meant, no_country, screen};
use europa::Position;
use europa::board::{Order as Board, price_of};
use europa::country::Country;
use europa::geography::Place;
use europa::purchase::Item;
use europa::seats::Told;
use table::{Said, SeatId, said};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Input, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::say;
use table_commands::words::line;

/// Lists of places at most: a row is left for the buttons.
const MOST_LISTS: usize = 4;

/// What is offered to be bought at once, as players write it; more is written.
const OFFERED: [&str; 12] =
    ["LD", "2 LD", "3 LD", "A-", "A- LD", "A+", "ND", "2 ND", "GD", "DTr", "F-", "galley F-"];

/// What one of these is.
fn items(n: usize) -> Vec<Item> {
    OFFERED.get(n).and_then(|written| items_meant(written).ok()).unwrap_or_default()
}

/// What one of these is called.
fn called(n: usize) -> String {
    OFFERED.get(n).map(|written| written.replace('-', "−")).unwrap_or_default()
}

/// What a country could buy in a place now, with the price of each in D$.
fn open(position: &Position, seat: &SeatId, of: Country, at: Place) -> Vec<(usize, u32)> {
    let priced = |n: usize| Some((n, price_of(position, seat, of, at, &items(n))?));
    (0..OFFERED.len()).filter_map(priced).collect()
}

/// Where a country could buy something now.
fn places_of<'p>(position: &'p Position, seat: &'p SeatId, of: Country) -> impl Iterator<Item = Place> + 'p {
    let sells = move |at: &Place| {
        [Item::Ld, Item::Nd, Item::Gd].iter().any(|one| price_of(position, seat, of, *at, &[*one]).is_some())
    };
    europa::held_by(position, of).into_iter().filter(sells)
}

/// Whether some country of a player's could buy something now on the board that is kept here.
pub(crate) fn may_buy(position: &Position, seat: &SeatId) -> bool {
    let own = position.countries_of(seat);
    own.iter().any(|of| places_of(position, seat, *of).next().is_some())
}

/// The button that begins it.
pub(crate) fn button(scene: &Scene<'_>, look: Look) -> Component {
    scene.button(look, &say!("Buy"), 0, "europa/buy")
}

/// The places where something can be bought, to be chosen.
fn places(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let countries = position.countries_of(seat).into_iter();
    let all: Vec<(Country, String, Vec<Place>)> = countries
        .flat_map(|of| {
            let at: Vec<Place> = places_of(&position, seat, of).collect();
            let lists = if at.is_empty() { Vec::new() } else { lists(of, at) };
            lists.into_iter().map(move |(label, part)| (of, label, part))
        })
        .collect();
    if all.is_empty() {
        return Some(Message::refusal(said!(
            "Nothing can be bought now: the price has to lie in the treasury, and the country has to hold a province with room."
        )));
    }
    let mut message = Message::text(say!("**Buy troops or ships.** Where do they come onto the board?"));
    for (number, (of, label, part)) in (0..).zip(all.into_iter().take(MOST_LISTS)) {
        let choices = part.iter().map(|at| Choice::new(&place(*at), at.site().key.as_str())).collect();
        let id = CustomId::on(&scene.own, number, &format!("europa/buy/in/{}", of.key()));
        message = message.select(Component::select(&clip(&label, 100), id, choices));
    }
    Some(message.and_button(scene.button(Look::Secondary, &say!("Write it…"), 0, "europa/buy/form")))
}

/// What is bought, to be chosen, and the press that does it.
fn drafted(scene: &Scene<'_>, of: Country, at: Place, n: Option<usize>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let all = open(&position, seat, of, at);
    let key = format!("{}/{}", of.key(), at.site().key);
    let treasury = position.told(of, Told::Ducats);
    let now = n.and_then(|n| all.iter().find(|(open, _)| *open == n).copied());
    let mut message = Message::text(match now {
        Some((n, price)) => say!(
            "**{}** buys **{}** in **{}** for {} D$ of {} D$.",
            country(of),
            called(n),
            place(at),
            price,
            treasury
        ),
        None => {
            say!("**{}** buys in **{}**. The treasury holds {} D$. What?", country(of), place(at), treasury)
        }
    });
    if all.is_empty() {
        return Some(Message::refusal(said!("{} can buy nothing in {} now.", of, at.name())));
    }
    let choices = all.iter().map(|(open, price)| {
        let about = say!("{} D$", *price);
        Choice::new(&called(*open), open.to_string()).about(&about).chosen(n == Some(*open))
    });
    let id = CustomId::on(&scene.own, 0, &format!("europa/buy/what/{key}"));
    message = message.select(Component::select(&say!("What is bought"), id, choices.collect()));
    let button = |look, label: String, verb: String| scene.button(look, &label, 0, &verb);
    let mut buttons = Vec::new();
    if let Some((n, _)) = now {
        buttons.push(button(Look::Primary, say!("Buy it"), format!("europa/buy/now/{key}/{n}")));
    }
    let chosen = now.map_or_else(|| "-".to_owned(), |(n, _)| n.to_string());
    buttons.push(button(Look::Secondary, say!("Write it…"), format!("europa/buy/form/{key}/{chosen}")));
    buttons.push(button(Look::Secondary, say!("Another place…"), "europa/buy".to_owned()));
    Some(message.buttons(buttons))
}

/// Where, and what, as a button carries it: `france/eLanguedoc/3`.
fn read_draft(draft: &str) -> Option<(Country, Place, Option<usize>)> {
    let mut parts = draft.split('/');
    let (of, at) = (Country::by_key(parts.next()?)?, Place::by_key(parts.next()?)?);
    Some((of, at, parts.next().and_then(|n| n.parse().ok())))
}

/// A button or a select of these; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, rest: &str, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let (part, draft) = rest.split_once('/').unwrap_or((rest, ""));
    let (of, place, n) = match part {
        "" => return Some(screen(at, places).await),
        "form" => return Some(form(at, read_draft(draft)).await),
        "in" => (Country::by_key(draft)?, Place::by_key(chosen.first()?)?, None),
        "what" => {
            let (of, place, _) = read_draft(draft)?;
            (of, place, chosen.first()?.parse().ok())
        }
        "now" => {
            let (country, place, n) = read_draft(draft)?;
            return Some(give(at, Board::Buy { country, place, items: items(n?) }).await);
        }
        _ => return None,
    };
    Some(screen(at, |scene| drafted(scene, of, place, n)).await)
}

/// The form of a purchase, filled in with what was chosen.
pub(crate) async fn form(
    at: At<'_>,
    draft: Option<(Country, Place, Option<usize>)>,
) -> Result<Answer, Message> {
    let see = |scene: &Scene<'_>| {
        let (position, seat) = own(scene)?;
        let of = draft.map(|(of, ..)| of).or(position.countries_of(seat).first().copied())?;
        let at = draft.map(|(_, at, _)| at.name().to_owned()).unwrap_or_default();
        let what = draft.and_then(|(.., n)| n).map(called).unwrap_or_default();
        Some(Form {
            title: say!("Buy troops or ships"),
            custom_id: CustomId::on(&scene.own, 0, "europa/buy"),
            inputs: vec![
                Input { value: country(of), ..line("country", say!("Whose"), 60) },
                Input { value: at, ..line("place", say!("Where they come onto the board"), 60) },
                Input {
                    value: what,
                    placeholder: say!("A− 2 LD; F− ND"),
                    ..line("what", say!("What is bought"), 100)
                },
            ],
        })
    };
    Ok(at.look(see).await?.ok_or_else(no_country)?.into())
}

/// A purchase out of what was typed: whose, where, what.
pub(crate) fn purchase_meant([country, place, what]: [&str; 3]) -> Result<Board, Said> {
    Ok(Board::Buy {
        country: country_meant(country)?,
        place: place_meant(place)?,
        items: items_meant(&what.replace('−', "-"))?,
    })
}

/// The purchase of a form that was sent.
pub(crate) async fn sent(at: At<'_>, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let typed = ["country", "place", "what"].map(&field);
    let buy = purchase_meant(typed.each_ref().map(String::as_str)).map_err(Message::refusal)?;
    give_unless(at, buy, None).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered_is_read_as_it_is_written() {
        use Item::{ArmyMinus, ArmyPlus, Fleet, GalleyFleet, Ld, Nd};
        assert_eq!(items(1), [Ld, Ld]);
        assert_eq!(items(4), [ArmyMinus, Ld]);
        assert_eq!((items(5), items(7)), (vec![ArmyPlus], vec![Nd, Nd]));
        assert_eq!((items(10), items(11)), (vec![Fleet], vec![GalleyFleet]));
        assert!((0..OFFERED.len()).all(|n| !items(n).is_empty()));
    }
}
