//! What players write for the board: stacks, places, counters, leaders, purchases.

use crate::read;
use europa::board::Led;
use europa::geography::Place;
use europa::leaders;
use europa::purchase::Item;
use europa::units::{Counter, Hold};
use table::Said;
use table::said;
use table_commands::present::names::{list, quoted};

/// The stack that is meant by its number, or as a list names it: "3 · France, A+ in Lombardia". Other words behind the number were meant
/// for something else, and are not left out in silence.
pub(crate) fn stack_meant(typed: &str) -> Result<u32, Said> {
    let typed = typed.trim();
    let (digits, rest) = typed.split_at(typed.find(|c: char| !c.is_ascii_digit()).unwrap_or(typed.len()));
    let number = digits.parse().map_err(|_| {
        said!("\"{}\" is no number of a stack. /europa board show lists them.", quoted(typed))
    })?;
    let rest = rest.trim_start();
    if rest.is_empty() || rest.starts_with('·') && !rest.contains(':') {
        return Ok(number);
    }
    Err(said!(
        "\"{}\" is no stack: its number alone is, {}. What comes after it has an option of its own, to be chosen there.",
        quoted(typed),
        number
    ))
}

/// Stacks by their numbers, apart by commas or blanks.
pub(crate) fn stacks_meant(typed: &str) -> Result<Vec<u32>, Said> {
    typed.split([',', ';', ' ']).filter(|word| !word.is_empty()).map(stack_meant).collect()
}

/// The place that is meant.
pub(crate) fn place_meant(typed: &str) -> Result<Place, Said> {
    read::place(typed).ok_or_else(|| {
        let having = europa::geography::find(typed).into_iter().take(2);
        let mut names: Vec<String> = Vec::new();
        for place in having.chain(europa::geography::nearest(typed, 3)) {
            let name = crate::words::place(place);
            if names.len() < 3 && !names.contains(&name) {
                names.push(name);
            }
        }
        said!("\"{}\" is no place on the map. The nearest names are {}.", quoted(typed), list(&names))
    })
}

/// Counters as players write them: `A+ A- LD`, `F- ND`.
pub(crate) fn counters_meant(typed: &str) -> Result<Vec<Counter>, Said> {
    let unknown = |word: &str| {
        said!("\"{}\" is no counter. There is: A+, A-, LD, pasha; F+, F-, ND, GD, DTr; d.", quoted(word))
    };
    let mut all = Vec::new();
    let mut words = typed.split([' ', ',', ';', '\n']).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        let rest = &word[digits.len()..];
        let many: usize = if digits.is_empty() { 1 } else { digits.parse().map_err(|_| unknown(word))? };
        let name = if rest.is_empty() { words.next().unwrap_or_default() } else { rest };
        let counter = match name.replace('−', "-").to_lowercase().as_str() {
            "a+" => Counter::ArmyPlus,
            "a-" => Counter::ArmyMinus,
            "ld" | "dt" => Counter::Ld,
            "pasha" | "pashas" => Counter::Pasha,
            "d" | "lde" => Counter::LandD,
            "f+" => Counter::FleetPlus(Hold::default()),
            "f-" => Counter::FleetMinus(Hold::default()),
            "nd" => Counter::Nd,
            "gd" => Counter::Gd,
            "dtr" | "td" => Counter::Dtr,
            "nde" => Counter::SeaD,
            _ => return Err(unknown(word)),
        };
        if many > 20 {
            return Err(unknown(word));
        }
        all.extend(std::iter::repeat_n(counter, many));
    }
    // Beside ships an exploration detachment is one of the sea.
    if all.iter().any(|counter| counter.is_naval()) {
        for counter in all.iter_mut().filter(|counter| **counter == Counter::LandD) {
            *counter = Counter::SeaD;
        }
    }
    Ok(all)
}

/// A leader by values (`4 1 2`, `Gonzalo 5 3 4 2`) or by the name of one of the game's.
pub(crate) fn leader_meant(typed: &str, turn: u8) -> Result<Led, Said> {
    // Values begin with a digit, or with one that is less than nothing.
    let digit = |c: char| c.is_ascii_digit();
    let begins = |(at, c): &(usize, char)| {
        digit(*c) || matches!(*c, '-' | '−') && typed[at + c.len_utf8()..].starts_with(digit)
    };
    let at = typed.char_indices().find(begins).map_or(typed.len(), |(at, _)| at);
    let name = typed[..at].trim().trim_end_matches([',', ':']).to_owned();
    let values: Option<Vec<i8>> =
        typed[at..].replace('−', "-").split_whitespace().map(|word| word.parse().ok()).collect();
    let of = |values: &[i8]| europa::leader::Leader {
        manoeuvre: values[0],
        fire: values[1],
        shock: values[2],
        siege: values.get(3).copied().unwrap_or(0),
    };
    match values {
        Some(values) if values.len() == 3 || values.len() == 4 => Ok(Led { name, values: of(&values) }),
        Some(values) if values.is_empty() && !name.is_empty() => {
            let found = leaders::find(&name);
            let best = found.iter().find(|leader| leader.serves(turn)).or(found.first());
            let Some(leader) = best else {
                return Err(said!(
                    "\"{}\" is no leader of the game. One of your own is written with MAN, Fire, Shock and siege: Gonzalo 5 3 4 2.",
                    quoted(typed)
                ));
            };
            let values = [leader.manoeuvre, leader.fire, leader.shock, leader.siege]
                .map(|n| i8::try_from(n).unwrap_or(0));
            Ok(Led { name: leader.name.clone(), values: of(&values) })
        }
        _ => Err(said!(
            "\"{}\" is no leader. He is written with MAN, Fire, Shock and, where he has it, siege: Gonzalo 5 3 4 2.",
            quoted(typed)
        )),
    }
}

/// Places apart by commas.
pub(crate) fn places_meant(typed: &str) -> Result<Vec<Place>, Said> {
    typed.split([',', ';', '\n']).map(str::trim).filter(|name| !name.is_empty()).map(place_meant).collect()
}

/// What is bought, as players write it: `A+ 2 LD`, `F- ND`.
pub(crate) fn items_meant(typed: &str) -> Result<Vec<Item>, Said> {
    let lower = typed.to_lowercase();
    if let Some(rest) = lower.strip_prefix("galley f-") {
        let mut items = vec![Item::GalleyFleet];
        if !rest.trim().is_empty() {
            items.extend(items_meant(rest)?);
        }
        return Ok(items);
    }
    counters_meant(typed)?
        .into_iter()
        .map(|counter| match counter {
            Counter::Ld => Ok(Item::Ld),
            Counter::ArmyMinus => Ok(Item::ArmyMinus),
            Counter::ArmyPlus => Ok(Item::ArmyPlus),
            Counter::Nd => Ok(Item::Nd),
            Counter::Gd => Ok(Item::Gd),
            Counter::Dtr => Ok(Item::Dtr),
            Counter::FleetMinus(_) => Ok(Item::Fleet),
            other => Err(said!(
                "{} are not bought. There is: LD, A-, A+, ND, GD, DTr, F-, galley F-.",
                other.short()
            )),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_stack_is_its_number_and_words_of_another_option_are_none_of_it() {
        for typed in ["5", " 5 ", "5 · Venice, ND in Istria", "5·Venice, ND …"] {
            assert_eq!(stack_meant(typed), Ok(5), "{typed}");
        }
        for typed in ["5 to:Adriatic", "5 Adriatic", "5 · Venice, ND in Istria to:Adriatic", "5x"] {
            let says = stack_meant(typed).err().unwrap().to_string();
            assert!(says.contains(&format!("\"{typed}\" is no stack: its number alone is, 5.")), "{says}");
        }
        assert!(stack_meant("Adriatic").err().unwrap().to_string().contains("no number of a stack"));
        assert_eq!(stacks_meant("5, 6 7").unwrap(), [5, 6, 7]);
        assert!(stacks_meant("5 to:Adriatic").is_err());
    }

    #[test]
    fn counters_and_purchases_are_read_as_players_write_them() {
        use Counter::{ArmyMinus, ArmyPlus, Ld};
        assert_eq!(counters_meant("A+ A− 2 LD").unwrap(), [ArmyPlus, ArmyMinus, Ld, Ld]);
        assert_eq!(counters_meant("ND 2d").unwrap(), [Counter::Nd, Counter::SeaD, Counter::SeaD]);
        assert_eq!(counters_meant("LD d").unwrap(), [Ld, Counter::LandD]);
        assert_eq!(counters_meant("nd nde").unwrap(), [Counter::Nd, Counter::SeaD]);
        assert_eq!(items_meant("A- 2LD").unwrap(), [Item::ArmyMinus, Item::Ld, Item::Ld]);
        assert!(items_meant("F+").err().unwrap().to_string().contains("F+ are not bought"));
        let unknown = counters_meant("elephant").err().unwrap().to_string();
        let named: Vec<&str> = unknown.split([' ', ',', ';', '.']).filter(|word| *word == "d").collect();
        assert!(unknown.contains("elephant") && named == ["d"], "each counter is named once: {unknown}");
        let led = leader_meant("Gonzalo 5 3 4 2", 1).unwrap();
        assert_eq!((led.name.as_str(), led.values.siege), ("Gonzalo", 2));
        let led = leader_meant("Jean-Bart -1 2 2", 1).unwrap();
        assert_eq!((led.name.as_str(), led.values.manoeuvre), ("Jean-Bart", -1));
        assert!(leader_meant("4 1", 1).is_err());
        let near = place_meant("Lombardai").err().unwrap().to_string();
        assert!(near.contains("no place on the map. The nearest names are Lombardia, "), "{near}");
        let near = place_meant("Viena").err().unwrap().to_string();
        assert!(near.contains("Österreich"), "by its English name: {near}");
        assert!(place_meant("Nowhere at all").err().unwrap().to_string().contains("no place"));
    }
}
