//! What lies in the treasuries, told in a form with a line for each of one's countries. A treasury that was never told counts as empty, and
//! without a treasury no campaign is paid for: so it is asked for before a segment is lost by it.

use super::pick::own;
use crate::words::country;
use crate::{no_country, other_game};
use europa::Position;
use europa::campaigns::Kind;
use europa::country::Country;
use europa::seats::Told;
use europa::treasuries::at_start;
use table::values::Amount;
use table::{Act, Said, SeatId, Verb, said};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Component, Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::say;
use table_commands::words::line;

/// The lines of the form: Discord has room for five.
const LINES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// The countries of which the form asks: those that were never told first.
fn asked_of(position: &Position, seat: &SeatId) -> Vec<Country> {
    let untold = position.untold_treasuries(seat);
    let others = position.countries_of(seat).into_iter().filter(|own| !untold.contains(own));
    untold.iter().copied().chain(others).take(LINES.len()).collect()
}

/// A number for each country, by which the form's own id carries of whom it asks.
fn number_of(of: Country) -> usize {
    Country::all().position(|country| country == of).unwrap_or_default()
}

/// Of whom a form asks that carries these numbers: `12.45`.
fn read(numbers: &str) -> Option<Vec<Country>> {
    numbers.split('.').map(|number| Country::all().nth(number.parse().ok()?)).collect()
}

/// The treasuries of a player that were never told, where that leaves him without any campaign: he has stacks on the board, and none of his
/// countries is known to have what the least campaign takes.
pub(crate) fn in_the_dark(position: &Position, seat: &SeatId) -> Vec<Country> {
    let mut stacks = position.board.stacks.values();
    let least = i64::from(Kind::least_price());
    let pays = |own: &Country| position.told(*own, Told::Ducats) >= least;
    if !stacks.any(|standing| position.seat_of(standing.country) == Some(seat))
        || position.board.announced_by(seat).is_some()
        || position.countries_of(seat).iter().any(pays)
    {
        return Vec::new();
    }
    position.untold_treasuries(seat)
}

/// What is said of treasuries that were never told.
pub(crate) fn is_untold(position: &Position, untold: &[Country]) -> String {
    let names: Vec<String> = untold.iter().take(LINES.len()).map(|of| country(*of)).collect();
    let says = say!(
        "Nobody has told yet what lies in the treasury of {}, so it counts as empty: nothing of yours moves in your segments without a campaign, of which the least takes {} D$. *Tell the treasury* first.",
        table_commands::present::names::list(&names),
        Kind::least_price()
    );
    let turn = position.turn.number();
    let known = untold.iter().filter_map(|of| Some((country(*of), at_start(turn, *of)?)));
    let known: Vec<String> =
        known.take(LINES.len()).map(|(of, ducats)| say!("{} {} D$", of, ducats)).collect();
    if known.is_empty() {
        return says;
    }
    format!("{says}\n-# {}", say!("The set-up of 1492 begins with: {}.", known.join(", ")))
}

/// The button that opens the form.
pub(crate) fn button(scene: &Scene<'_>, look: Look) -> Component {
    scene.button(look, &say!("Tell the treasury"), 0, "europa/treasury")
}

/// The form, with what is known of each treasury; of one that was never told what the set-up begins with.
fn form(scene: &Scene<'_>) -> Option<Form> {
    let (position, seat) = own(scene)?;
    let (all, turn) = (asked_of(&position, seat), position.turn.number());
    let untold = position.untold_treasuries(seat);
    let one = |(id, of): (&&'static str, &Country)| {
        let known =
            if untold.contains(of) { at_start(turn, *of) } else { Some(position.told(*of, Told::Ducats)) };
        Input {
            required: all.len() == 1,
            value: known.map(written).unwrap_or_default(),
            placeholder: say!("D$: 100; +50 or −50 for so many more or less"),
            ..line(id, say!("Treasury of {}, in D$", country(*of)), 8)
        }
    };
    let inputs: Vec<Input> = LINES.iter().zip(&all).map(one).collect();
    let numbers: Vec<String> = all.iter().map(|of| number_of(*of).to_string()).collect();
    let custom_id = CustomId::on(&scene.own, 0, &format!("europa/treasury/{}", numbers.join(".")));
    (!inputs.is_empty()).then(|| Form { title: say!("What lies in the treasury"), custom_id, inputs })
}

/// The form, or why there is none for who asks.
pub(crate) async fn opens(at: At<'_>) -> Result<Answer, Message> {
    let seen = at.look(|scene| own(scene).map(|_| form(scene)));
    seen.await?.ok_or_else(other_game)?.map(Answer::Form).ok_or_else(no_country)
}

/// A treasury as the form shows it, so that it is read as the same: a debt with the sign by which it is no change.
fn written(ducats: i64) -> String {
    if ducats < 0 { format!("={ducats}") } else { ducats.to_string() }
}

/// An amount as it is typed: "100", "100 D$"; as wherever results are told, "+50" and "−20" are so many more or less than there are, and
/// "=−20" is a debt. `has` is what lies there, `None` where nobody has told it.
fn amount(typed: &str, has: Option<i64>) -> Result<i64, Said> {
    let plain = typed.trim().to_lowercase().replace('−', "-");
    let (set, number) = plain.strip_prefix('=').map_or((false, plain.as_str()), |rest| (true, rest.trim()));
    let changes = !set && number.starts_with(['+', '-']);
    let read: i64 = number.trim_end_matches(['d', '$', ' ']).parse().map_err(|_| {
        said!("\"{}\" is no amount of ducats: write a whole number, as in: 100.", quoted(typed.trim()))
    })?;
    if !changes {
        return Ok(read);
    }
    let has = has.ok_or_else(|| {
        said!(
            "\"{}\" counts from what lies in the treasury, and nobody has told that yet: write the amount itself, as 100, or a debt as =−20.",
            quoted(typed.trim())
        )
    })?;
    has.checked_add(read).ok_or_else(|| said!("The number in \"{}\" is too large.", quoted(typed.trim())))
}

/// What the form comes to: each line that is filled in is told.
pub(crate) async fn sent(
    at: At<'_>,
    numbers: &str,
    field: impl Fn(&str) -> String,
) -> Option<Result<Message, Message>> {
    Some(tells(at, read(numbers)?, field).await)
}

async fn tells(
    at: At<'_>,
    countries: Vec<Country>,
    field: impl Fn(&str) -> String,
) -> Result<Message, Message> {
    let known = at.look(|scene| {
        let (position, seat) = own(scene)?;
        let untold = position.untold_treasuries(seat);
        let has = |of: &Country| {
            let told = !untold.contains(of);
            told.then(|| position.told(*of, Told::Ducats))
        };
        Some(countries.iter().map(has).collect::<Vec<_>>())
    });
    let known = known.await?.ok_or_else(other_game)?;
    let mut values = Vec::new();
    for ((id, of), has) in LINES.into_iter().zip(countries).zip(known) {
        let typed = field(id);
        if typed.trim().is_empty() {
            continue;
        }
        let value = amount(&typed, has).map_err(Message::refusal)?;
        values.push(Amount { key: format!("{}/{}", Told::Ducats.key(), of.key()), value });
    }
    if values.is_empty() {
        return Err(Message::refusal(said!("Nothing was told: write how many ducats lie in the treasury.")));
    }
    let act = Act::TellAll { values };
    let message = at.order(Verb::Act { act, text: None }).await;
    Ok(if message.is_refusal() { message } else { at.with_desk(message).await })
}

/// That no campaign is announced and none can be paid for out of what is known.
pub(crate) fn pays_for_none() -> String {
    say!(
        "You have announced no campaign for this round, and your treasury pays for none: the least takes {} D$. *Tell the treasury* says what lies in it.",
        Kind::least_price()
    )
}

/// The same as a refusal.
pub(crate) fn refuses_all() -> Said {
    said!(
        "None of your treasuries pays for a campaign: the least takes {} D$. *Tell the treasury*, at your desk, says what lies in one.",
        Kind::least_price()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_as_it_is_written() {
        for (typed, ducats) in [("100", 100), (" 50 D$ ", 50), ("70d$", 70), ("=−20", -20), ("0", 0)] {
            assert_eq!(amount(typed, Some(30)).ok(), Some(ducats), "{typed}");
            assert_eq!(amount(typed, None).ok(), Some(ducats), "{typed}");
        }
        for none in ["", "much", "1.5", "D$", "+", "++5"] {
            assert!(amount(none, Some(30)).is_err(), "{none}");
        }
    }

    #[test]
    fn a_sign_before_an_amount_is_a_change_of_what_is_there() {
        for (typed, ducats) in [("+50", 80), ("−20", 10), ("-50 D$", -20), ("= +50", 50)] {
            assert_eq!(amount(typed, Some(30)).ok(), Some(ducats), "{typed}");
        }
        for typed in ["+50", "−20"] {
            let says = amount(typed, None).err().map(|why| why.to_string()).unwrap_or_default();
            assert!(says.contains("nobody has told that yet: write the amount itself"), "{says}");
        }
        // What the form shows is read as the same.
        for has in [-20, 0, 70] {
            assert_eq!(amount(&written(has), Some(has)).ok(), Some(has));
        }
    }

    #[test]
    fn a_form_carries_of_whom_it_asks() {
        let all: Vec<Country> = Country::all().take(5).collect();
        let numbers: Vec<String> = all.iter().map(|of| number_of(*of).to_string()).collect();
        assert_eq!(read(&numbers.join(".")), Some(all));
        assert_eq!(read(""), None);
        assert_eq!(read("99999"), None);
    }
}
