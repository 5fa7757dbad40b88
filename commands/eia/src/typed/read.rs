//! Values of the printed game as people write them.

use crate::names;
use eia::charts::COLUMNS;
use eia::economy::values::is_of_the_economy;
use eia::land::values::LandValue;
use eia::oob::values::is_of_the_order;
use eia::unprinted::{CASUALTIES, CEILING, GOAL, cell_key};
use std::collections::BTreeMap;
use table::Said;
use table::said;
use table::typed::Unprinted;
use table_commands::present::names::quoted;
use table_commands::speech::{self, Language};

/// A value as it is written: "3.5", "4-3", "−1".
///
/// # Errors
/// A sentence that says how it is written.
pub(super) fn amount(known: &Unprinted, text: &str) -> Result<i64, Said> {
    known.written.read(text.trim_end_matches([' ', '%'])).ok_or_else(|| {
        let now = known.written.show(known.now, speech::decimal());
        said!("\"{}\" is not how this value is written. It is as in: {}, {}.", quoted(text), known.name, now)
    })
}

/// Reads values as people write them: "Austria, goal 360", "highest bid 40", "15 % of 7: 2", or a percentage with all twenty numbers of
/// its row; values of land warfare by their names, and a row of them: "Pursuit class 3, die: 5 10 15 20 25 30".
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read(known: &[Unprinted], text: &str) -> Result<BTreeMap<String, i64>, Said> {
    let mut values = BTreeMap::new();
    let named = Named::of(known);
    for line in text.split(['\n', ';']) {
        let found = match named.read(line)? {
            Some(values) => vec![(line.to_owned(), values)],
            None => {
                let each = parts(line).into_iter().map(|part| one(known, &part).map(|values| (part, values)));
                each.collect::<Result<_, Said>>()?
            }
        };
        for (part, all) in found {
            for (key, value) in all {
                if values.insert(key, value).is_some() {
                    return Err(said!("\"{}\" stands twice.", quoted(&part)));
                }
            }
        }
    }
    if values.is_empty() {
        return Err(said!("Nothing was typed. A line is a value and what it is, as in: Austria, goal 360."));
    }
    Ok(values)
}

/// The values of land warfare and of the order of battle by their names in all languages: the letters of a name, its numbers, and the value.
struct Named<'k>(Vec<(String, Vec<i64>, &'k Unprinted)>);

impl<'k> Named<'k> {
    fn of(known: &'k [Unprinted]) -> Named<'k> {
        let by_name =
            |key: &str| LandValue::by_key(key).is_some() || is_of_the_order(key) || is_of_the_economy(key);
        let land = known.iter().filter(|value| by_name(&value.key));
        let in_every = |value: &'k Unprinted| {
            Language::all().map(move |language| {
                let name = speech::in_language(language, || speech::said(&value.name));
                (letters(&name), digits(&name), value)
            })
        };
        Named(land.flat_map(in_every).collect())
    }

    /// The values of a line: a name and what it is, or a name without its last number and what its whole row is. `None` for a line that
    /// begins with no such name.
    ///
    /// # Errors
    /// A sentence, where what follows the name is not written as its value is.
    fn read(&self, line: &str) -> Result<Option<Vec<(String, i64)>>, Said> {
        let unit = |word: &str| word == "%" || word.eq_ignore_ascii_case("PP");
        let words: Vec<&str> = line.split_whitespace().collect();
        let words = match words.split_last() {
            Some((last, others)) if unit(last) => others,
            _ => &words,
        };
        // A number; or a box of the status track or a rank: "N5", "B".
        let is_value = |word: &&&str| {
            let plain = word.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(word);
            let number =
                plain.contains(|c: char| c.is_ascii_digit()) && !plain.chars().any(char::is_alphabetic);
            number || plain.is_empty()
        };
        let most = words.iter().rev().take_while(is_value).count();
        let written = |word: &str| word.trim_matches([',', ':', '=', '%']).to_owned();
        for n in 1..=most {
            let (head, tail) = words.split_at(words.len() - n);
            let head = head.join(" ");
            let (named, numbers) = (letters(&head), digits(&head));
            let same = |other: &&(String, Vec<i64>, &Unprinted)| other.0 == named;
            if n == 1 {
                let found = self.0.iter().filter(same).find(|other| other.1 == numbers);
                if let Some((_, _, value)) = found {
                    return Ok(Some(vec![(value.key.clone(), amount(value, &written(tail[0]))?)]));
                }
                continue;
            }
            let in_the_row = |other: &&(String, Vec<i64>, &Unprinted)| {
                same(other) && other.1.len() == numbers.len() + 1 && other.1.starts_with(&numbers)
            };
            let mut row: Vec<&Unprinted> = Vec::new();
            for (_, _, value) in self.0.iter().filter(in_the_row) {
                // A name may be the same in two languages.
                if !row.iter().any(|known| known.key == value.key) {
                    row.push(value);
                }
            }
            if row.len() == n {
                let each = row.into_iter().zip(tail);
                let read = each.map(|(value, word)| Ok((value.key.clone(), amount(value, &written(word))?)));
                return read.collect::<Result<_, Said>>().map(Some);
            }
        }
        Ok(None)
    }
}

/// The whole numbers without a sign in a name.
fn digits(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse().ok()).collect()
}

/// The parts of a text: lines; and of a line that is of no percentage, what commas part, where each has its number.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        if line.contains('%') {
            parts.push(line.to_owned());
            continue;
        }
        let mut open = false;
        for piece in line.split(',') {
            match parts.last_mut().filter(|_| open) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(piece.trim());
                }
                None => parts.push(piece.trim().to_owned()),
            }
            open = !piece.contains(|c: char| c.is_ascii_digit());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The numbers in a text, as they stand; one that is too large for any is none.
fn numbers(text: &str) -> Vec<i64> {
    let text = text.replace('−', "-");
    let apart = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    apart.filter_map(|part| part.parse().ok()).collect()
}

/// Letters alone, small.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// The values of one line.
fn one(known: &[Unprinted], part: &str) -> Result<Vec<(String, i64)>, Said> {
    let numbers = numbers(part);
    if part.contains('%') {
        return match numbers.as_slice() {
            [percent, of, lost] => {
                let (percent, of) = (u32::try_from(*percent), u32::try_from(*of));
                let key = percent.ok().zip(of.ok()).map(|(percent, of)| cell_key(percent, of));
                let key = key.filter(|key| known.iter().any(|value| value.key == *key));
                key.map(|key| vec![(key, *lost)]).ok_or_else(|| no_cell(part))
            }
            [percent, row @ ..] if row.len() == COLUMNS => {
                let percent = u32::try_from(*percent).ok();
                let percent =
                    percent.filter(|percent| known.iter().any(|value| value.key == cell_key(*percent, 1)));
                let percent = percent.ok_or_else(|| no_cell(part))?;
                Ok((1..).zip(row).map(|(of, lost)| (cell_key(percent, of), *lost)).collect())
            }
            _ => Err(no_cell(part)),
        };
    }
    let [value] = numbers.as_slice() else {
        return Err(said!(
            "\"{}\" is not one value with one number. A line is as in: Austria, goal 360.",
            quoted(part)
        ));
    };
    let name = letters(part);
    let in_any_language = |value: &&Unprinted| {
        let own = Language::all().map(|language| speech::in_language(language, || speech::said(&value.name)));
        let unit = letters(value.unit);
        own.into_iter().any(|own| name == letters(&own) || name == letters(&own) + &unit)
    };
    let found = known.iter().filter(|value| !value.key.starts_with(CASUALTIES)).find(in_any_language);
    let key = found.map(|value| value.key.clone()).or_else(|| {
        if name == "ceiling" || name == "bid" {
            return Some(CEILING.to_owned());
        }
        // A power alone means its goal.
        let words = part.split(|c: char| !c.is_alphabetic() && c != '-');
        let goal = |word: &&str| !["goal", "vp"].contains(&word.to_lowercase().as_str());
        let name = words.filter(|word| !word.trim_matches('-').is_empty()).filter(goal).collect::<Vec<_>>();
        names::meant(&name.join(" ")).map(|power| format!("{GOAL}{}", power.key()))
    });
    key.map(|key| vec![(key, *value)]).ok_or_else(|| {
        said!(
            "\"{}\" names no value that could be set. There are goals, as in: Austria, goal 360; the highest bid while the bids are open; the casualty chart, as in: 15 % of 7: 2; and values of land warfare by their names, as in: Guard morale 4.5.",
            quoted(part)
        )
    })
}

fn no_cell(part: &str) -> Said {
    said!(
        "\"{}\" is no cell of the casualty chart. A line is as in: 15 % of 7: 2; or a percentage of the chart and all its {} numbers.",
        quoted(part),
        COLUMNS
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use table::facts::Origin;
    use table::typed::Written;

    fn known() -> Vec<Unprinted> {
        let value = |key: &str, name: Said| Unprinted {
            key: key.to_owned(),
            name,
            unit: "",
            written: Written::Whole,
            only: &[],
            now: 1,
            least: 0,
            most: 999,
            bounds: None,
            origin: Origin::Reconstructed,
        };
        let mut all = vec![
            value("goal_austria", said!("{}, goal", eia::powers::Power::Austria)),
            value("goal_great_britain", said!("{}, goal", eia::powers::Power::GreatBritain)),
            value("ceiling", said!("Highest bid")),
        ];
        for of in 1..=20 {
            all.push(value(&cell_key(15, of), said!("Casualty chart, {} % of {}", 15, of)));
        }
        for key in ["morale_guard", "morale_austria_infantry", "morale_austria_infantry_dominant", "night"] {
            let land = LandValue::by_key(key).unwrap();
            all.push(Unprinted { written: land.written(), ..value(key, land.name()) });
        }
        for die in 1..=6 {
            let land = LandValue::Pursuit { class: 3, die };
            all.push(value(&land.key(), land.name()));
        }
        let table = LandValue::by_key("chits_probe_counterattack_defend_3").unwrap();
        all.push(Unprinted { written: table.written(), ..value(&table.key(), table.name()) });
        all.push(value("rated_3_1", LandValue::Rated { own: 3, enemy: 1 }.name()));
        all
    }

    fn values(text: &str) -> Vec<(String, i64)> {
        read(&known(), text).unwrap().into_iter().collect()
    }

    #[test]
    fn values_are_read_as_people_write_them() {
        let both = vec![("goal_austria".to_owned(), 360), ("goal_great_britain".to_owned(), 390)];
        for text in [
            "Austria, goal 360\nGreat Britain, goal 390",
            "Austria 360, GB 390",
            "austria: 360 VP; England 390",
            "Austria, goal 360, Great Britain, goal: 390",
            "goal Austria = 360\nIso-Britannia, tavoite 390",
        ] {
            assert_eq!(values(text), both, "{text}");
        }
        for text in ["Highest bid 40", "ceiling: 40", "bid 40"] {
            assert_eq!(values(text), [("ceiling".to_owned(), 40)], "{text}");
        }
        for text in ["15 % of 7: 2", "Casualty chart, 15 % of 7 = 2", "15% 7 2"] {
            assert_eq!(values(text), [(cell_key(15, 7), 2)], "{text}");
        }
        let row = values("15 %: 0 0 0 1 1 1 1 1 1 2 2, 2, 2, 2, 2, 2, 3, 3, 3, 3");
        assert_eq!(row.len(), 20);
        assert!(row.contains(&(cell_key(15, 20), 3)) && row.contains(&(cell_key(15, 1), 0)));
    }

    #[test]
    fn values_of_land_warfare_are_read_by_their_names_and_rows_by_all_of_their_numbers() {
        for (text, key, value) in [
            ("Guard morale 4.5", "morale_guard", 45),
            ("guard morale: 4,5", "morale_guard", 45),
            ("Kaartin taistelumoraali 5", "morale_guard", 50),
            ("Austria, infantry morale 3.5", "morale_austria_infantry", 35),
            ("Austria, infantry morale, dominant = 4.5", "morale_austria_infantry_dominant", 45),
            ("Morale back in a night 1.0", "night", 10),
            ("Pursuit class 3, die 4: 15 %", "pursuit_3_4", 15),
            (
                "Probe against Counterattack, defender's table, round 3: 4-1",
                "chits_probe_counterattack_defend_3",
                41,
            ),
            ("Tactical rating 3 against 1: −1", "rated_3_1", -1),
        ] {
            assert_eq!(values(text), [(key.to_owned(), value)], "{text}");
        }
        let row: Vec<i64> =
            values("Pursuit class 3, die: 5 10 15, 20, 25 30").into_iter().map(|one| one.1).collect();
        assert_eq!(row, [5, 10, 15, 20, 25, 30]);
        let several = values("Guard morale 4.5\nAustria 360, GB 390; 15 % of 7: 2");
        assert_eq!(several.len(), 4);
        for (text, expected) in [
            (
                "Guard morale 4.55",
                "\"4.55\" is not how this value is written. It is as in: Guard morale, 0.1.",
            ),
            (
                "Probe against Counterattack, defender's table, round 3: 41",
                "is not how this value is written",
            ),
            ("Pursuit class 3, die: 5 10 15", "names no value"),
            ("Guard morale", "not one value with one number"),
            ("Guard morale 4.5\nguard morale 4.5", "stands twice"),
        ] {
            let why = read(&known(), text).unwrap_err();
            assert!(why.contains(expected), "{text}: {why}");
        }
    }

    #[test]
    fn what_is_not_understood_is_quoted_in_a_sentence() {
        for (text, expected) in [
            ("", "Nothing was typed"),
            ("Austria", "one number"),
            ("Austria 3 4", "one number"),
            ("Sweden 360", "names no value"),
            ("35 % of 7: 2", "no cell"),
            ("15 % of 21: 2", "no cell"),
            ("15 %: 1 2 3 4", "no cell"),
            ("Austria 360\nAustria, goal 361", "stands twice"),
            ("Austria 99999999999999999999", "one number"),
        ] {
            let why = read(&known(), text).unwrap_err();
            assert!(why.contains(expected) && why.ends_with('.'), "{text}: {why}");
        }
    }
}
