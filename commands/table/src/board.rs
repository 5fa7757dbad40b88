//! `/board tell|values|rifles|picture|pictures`: the results of a board that is kept elsewhere, and pictures of it.

use crate::asked::{Answer, At, at_campaign, at_campaign_later, told};
use crate::custom_id::CustomId;
use crate::fetch::{LARGEST, fetched};
use crate::house::{House, Outcome};
use crate::message::{File, Form, Input, Message};
use crate::present::front;
use crate::present::names::bare;
use crate::present::names::quoted;
use crate::present::{Scene, values};
use crate::rooms::Room;
use crate::words::campaigns;
use crate::words::{line, suggest, text};
use crate::{Context, Error, say};
use poise::serenity_prelude as serenity;
use table::hash::sha256;
use table::said;
use table::values::{Amount, Value};
use table::{Act, Said, Verb};

/// What its buttons and forms do.
pub(crate) const BOARD: Room = Room {
    subject: "board",
    pressed: |press, _| Box::pin(pressed(press.at(), press.what)),
    opens: |press| Box::pin(pressed(press.at(), press.what)),
    sent: |press, field| {
        Box::pin(async move {
            match press.what {
                "tell" => Some(tells(press.at(), [&field("what"), ""]).await.into()),
                _ => None,
            }
        })
    },
    ..Room::EMPTY
};

/// The board: results, values and pictures
#[poise::command(slash_command, subcommands("tell", "values", "picture", "pictures"), rename = "board")]
pub(crate) async fn board(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Tell results of a board that is kept elsewhere
#[poise::command(slash_command)]
async fn tell(
    ctx: Context<'_>,
    #[description = "A value; or several at once: Austria 12, France +3 VP; a form asks if you leave it out"]
    #[autocomplete = "known_values"]
    #[max_length = 400]
    what: Option<String>,
    #[description = "What it is now: 12 or 6.5; with + or − in front so much more or less"]
    #[max_length = 20]
    value: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match (what, value) {
            (None, None) => Answer::from(form(at).await),
            (what, value) => {
                let (what, value) = (what.unwrap_or_default(), value.unwrap_or_default());
                let message = tells(at, [&what, &value]).await;
                let typed = format!("{what} {value}");
                at.or_again(message, (0, "board/tell"), &[("what", typed.trim())]).await.into()
            }
        }
    })
    .await
}

/// The values of the board by name.
pub(crate) async fn known_values(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let values = scene.public.values.iter();
        values
            .map(|value| (format!("{} · {}", values::name(value), values::now(value)), value.key.clone()))
            .collect()
    })
    .await
}

/// The form that asks for results, a line each, with those that stand in it.
#[must_use]
pub fn tell_form(scene: &Scene<'_>, value: String) -> Form {
    Form {
        title: say!("Results of the board"),
        custom_id: CustomId::on(&scene.own, 0, "board/tell"),
        inputs: vec![Input {
            long: true,
            value,
            placeholder: examples(&scene.public.values),
            ..line("what", say!("A line each; + and − count from now"), 400)
        }],
    }
}

/// That form, or why there is none for who asks.
async fn form(at: At<'_>) -> Result<Form, Message> {
    at.show(|scene| {
        if scene.own.seat().is_none() {
            return Err(said!("You have no seat in this campaign, so you cannot tell results."));
        }
        if scene.public.stage != table::Stage::Playing {
            return Err(said!("Results are told once play has begun."));
        }
        Ok(tell_form(scene, String::new()))
    })
    .await
}

/// Tells results out of what was typed: a value and its amount, or several in one text.
pub(crate) async fn tells(at: At<'_>, [what, value]: [&str; 2]) -> Result<Message, Message> {
    let read = at.show(|scene| {
        let values = &scene.public.values;
        if values.is_empty() {
            return Err(values::none(scene));
        }
        if value.trim().is_empty() {
            return read_results(values, &names_in(scene), what);
        }
        meant(values, &names_in(scene), what, value).map(|one| vec![one])
    });
    let results = read.await?;
    let act = match results.as_slice() {
        [Meant { key, value }] => Act::Tell { key: key.clone(), value: *value },
        several => Act::TellAll {
            values: several.iter().map(|one| Amount { key: one.key.clone(), value: one.value }).collect(),
        },
    };
    Ok(at.order(Verb::Act { act, text: None }).await)
}

/// A value and what it should be, in the units of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The value.
    pub key: String,
    /// What it should be.
    pub value: i64,
}

/// The names under which what is typed may stand among the values: of a power, or of a country.
pub(crate) type Names<'a> = &'a dyn Fn(&str) -> Vec<String>;

/// Those of the game that is played.
pub(crate) fn names_in(scene: &Scene<'_>) -> impl Fn(&str) -> Vec<String> {
    let front = front::of(&scene.public);
    move |typed| front.map(|front| front.meant(typed)).unwrap_or_default()
}

/// Reads a value and its amount as people write them.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn meant(values: &[Value], names: Names<'_>, what: &str, amount: &str) -> Result<Meant, Said> {
    if let Some(value) = values.iter().find(|value| value.key == what.trim()) {
        return amount_of(value, amount);
    }
    if let Some((_, number)) = number_in(what)
        && number != number_in(amount).map(|(_, number)| number).unwrap_or_default()
    {
        return Err(said!(
            "\"{}\" has a number of its own, and \"{}\" is another: write the number once.",
            quoted(what),
            quoted(amount)
        ));
    }
    let (name, unit) = named(values, what);
    // A unit that stands with the number counts too.
    let unit = unit.or_else(|| named(values, amount).1);
    amount_of(one_value(values, names, what, &name, unit.as_deref())?, amount)
}

/// A text apart from the number that stands in it, with its sign: "Franks 12 gold" is "Franks gold" and "12". `None` where it has no number.
pub(crate) fn number_in(text: &str) -> Option<(String, String)> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at(at);
    let name = before.trim_end_matches(['+', '-', '−', '=', ':', ',', ' ']);
    let signs = before.get(name.len()..).unwrap_or_default().chars();
    // "= −3" is −3 itself, and no change by it.
    let signs: String = signs.filter(|c| matches!(c, '+' | '-' | '−' | '=')).collect();
    let ends = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(rest.len());
    let (number, after) = rest.split_at(ends);
    let name = format!("{name} {}", after.trim()).trim().to_owned();
    Some((name, format!("{signs}{}", number.trim_end_matches(['.', ',']))))
}

/// Reads results as people write them: "Austria 12, France +3 VP", a line or comma apart.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_results(values: &[Value], names: Names<'_>, text: &str) -> Result<Vec<Meant>, Said> {
    let mut parts: Vec<String> = Vec::new();
    for part in split(text) {
        // "Austria, VP 12" is one: a part without a number goes with the next.
        match parts.last_mut().filter(|last| !last.contains(|c: char| c.is_ascii_digit())) {
            Some(last) => {
                last.push(' ');
                last.push_str(&part);
            }
            None => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err(said!("Nothing was told. A line is a value and its amount, as in: {}.", example(values)));
    }
    let units: Vec<Option<String>> = parts.iter().map(|part| named(values, part).1).collect();
    let mut said: Vec<&String> = units.iter().flatten().collect();
    said.dedup();
    let mut results = Vec::new();
    for (part, unit) in parts.iter().zip(&units) {
        let unit = match (unit, said.as_slice()) {
            (Some(unit), _) => unit.as_str(),
            (None, said) if said.iter().all(|unit| *unit == "VP") => "VP",
            (None, _) => {
                return Err(said!(
                    "\"{}\" does not say of what: write the unit with each, as VP.",
                    quoted(part)
                ));
            }
        };
        // What follows the number is its unit, or the name where that stands behind.
        let Some((name, number)) = number_in(part) else {
            return Err(said!(
                "\"{}\" has no number. A line is a value and its amount, as in: {}.",
                quoted(part),
                example(values)
            ));
        };
        let value = one_value(values, names, part, &named(values, &name).0, Some(unit))?;
        // "France 1805: 4 VP" has a year before the amount, and neither is guessed.
        if name.contains(|c: char| c.is_ascii_digit()) {
            return Err(said!(
                "\"{}\" has more than one number: write who has it and the amount alone, as in: {}.",
                quoted(part),
                example(values)
            ));
        }
        results.push(amount_of(value, &number)?);
    }
    Ok(results)
}

/// The parts of a text, apart by lines, semicolons or commas that are no decimal commas.
fn split(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut parts = vec![String::new()];
    for (i, c) in chars.iter().enumerate() {
        let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
        let decimal = *c == ',' && digit(i.checked_sub(1)) && digit(Some(i + 1));
        if matches!(c, '\n' | ';') || (*c == ',' && !decimal) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(*c);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A line that tells a value of this board: the points of the first who has any.
pub(crate) fn example(values: &[Value]) -> String {
    let first = values.iter().find(|value| value.unit == "VP").or(values.first());
    first.map_or_else(String::new, |value| format!("{} 12 {}", crate::speech::word(&value.name), value.unit))
}

/// The same, and after it a value of each other unit: what can be told at all.
fn one_of_each(values: &[Value]) -> String {
    let mut all = vec![example(values)];
    let others = examples(values);
    let is_new = |line: &&str| !line.ends_with(" VP") && *line != all[0];
    let others: Vec<String> = others.lines().filter(is_new).map(str::to_owned).collect();
    all.extend(others);
    all.join("; ")
}

/// Lines of which each tells another kind of value of this board.
fn examples(values: &[Value]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut units: Vec<&str> = Vec::new();
    for (value, amount) in
        values.iter().filter(|value| !value.yes_no && !value.kept).zip(["12", "+3"].into_iter().cycle())
    {
        if lines.len() < 3 && !units.contains(&value.unit.as_str()) {
            units.push(&value.unit);
            lines.push(format!("{} {amount} {}", crate::speech::word(&value.name), value.unit));
        }
    }
    lines.join("\n")
}

/// A name without numbers and signs, and the unit of one of these values that stood with it.
fn named(values: &[Value], text: &str) -> (String, Option<String>) {
    let apart =
        |c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, ',' | ':' | '=' | '+' | '−' | '.');
    let words: Vec<&str> = text.split(apart).filter(|word| !word.is_empty() && *word != "-").collect();
    let rifles = crate::speech::word("rifles").to_uppercase();
    let unit_of = |word: &&str| match word.to_uppercase().as_str() {
        unit @ ("VP" | "PP" | "MP") => Some(unit.to_owned()),
        "RIFLES" => Some("rifles".to_owned()),
        word if word == rifles => Some("rifles".to_owned()),
        // Money is written with its sign alone, too.
        word => {
            let is_it = |unit: &str| unit.to_uppercase() == word || word == "$" && unit.ends_with('$');
            values.iter().map(|value| &value.unit).find(|unit| is_it(unit)).cloned()
        }
    };
    let unit = words.iter().find_map(unit_of);
    let is_unit = |word: &&str| unit_of(word).is_some();
    let name: Vec<&str> = words.into_iter().filter(|word| !is_unit(word)).collect();
    (name.join(" ").trim_end_matches('-').trim().to_owned(), unit)
}

/// The value of a name and unit.
fn one_value<'v>(
    values: &'v [Value],
    names: Names<'_>,
    typed: &str,
    name: &str,
    unit: Option<&str>,
) -> Result<&'v Value, Said> {
    let lower = name.to_lowercase();
    let meant = names(name);
    let fits = |value: &&Value| {
        value.name.to_lowercase() == lower
            || crate::speech::word(&value.name).to_lowercase() == lower
            || meant.contains(&value.name)
    };
    let found: Vec<&Value> =
        values.iter().filter(fits).filter(|value| unit.is_none_or(|unit| value.unit == unit)).collect();
    // What is of no unit of this board is nobody's name.
    let found = if name.contains('$') { Vec::new() } else { found };
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(said!(
            "\"{}\" is no value of this board. A line names who has it and how much of what, as in: {}.",
            quoted(typed),
            one_of_each(values)
        )),
        several => Err(said!(
            "\"{}\" does not say of what. It is one of: {}.",
            quoted(typed),
            several.iter().map(|value| values::name(value)).collect::<Vec<_>>().join("; ")
        )),
    }
}

/// What a value is now to be: a number, or with + or − so much more or less than now. "=−3" is the number −3 itself.
fn amount_of(value: &Value, typed: &str) -> Result<Meant, Said> {
    let typed = typed.trim();
    let (set, number) = match typed.strip_prefix('=') {
        Some(rest) => (true, rest.trim()),
        None => (false, typed),
    };
    if value.yes_no {
        return yes_or_no(value, number);
    }
    let relative = !set && number.starts_with(['+', '-', '−']);
    let read = value.read(number).ok_or_else(|| {
        if value.scale == 2 {
            said!(
                "\"{}\" is no amount of {}: it takes whole and half numbers, as 6.5.",
                quoted(typed),
                value.unit
            )
        } else {
            said!("\"{}\" is no amount of {}: it takes whole numbers.", quoted(typed), value.unit)
        }
    })?;
    Ok(Meant { key: value.key.clone(), value: if relative { value.now + read } else { read } })
}

/// Whether something is there: yes or no, in the reader's language too.
fn yes_or_no(value: &Value, typed: &str) -> Result<Meant, Said> {
    let lower = typed.trim().to_lowercase();
    let own = [0, 1].into_iter().find(|amount| {
        let word = if *amount == 0 { say!("no") } else { say!("yes") };
        lower == word.to_lowercase() || lower == values::written(value, *amount).to_lowercase()
    });
    let read = match own.or_else(|| value.read(&lower)) {
        Some(read) => read,
        None => i64::from(crate::words::yes_or_no(typed)?),
    };
    Ok(Meant { key: value.key.clone(), value: read })
}

/// The board's values: VP with goals and shares, and PP
#[poise::command(slash_command)]
async fn values(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(values::table).await }).await
}

/// Lay down the board's picture or save file: it is shown in the council, its hash goes on the record
#[poise::command(slash_command)]
async fn picture(
    ctx: Context<'_>,
    #[description = "A picture or save file of at most 10 MiB"] file: serenity::Attachment,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign_later(ctx, campaign, |asking| async move {
        let at = asking.at();
        let too_large =
            |bytes: u64| said!("A file that is laid down has at most 10 MiB; this one has {} bytes.", bytes);
        let bytes = fetched(&file, LARGEST, too_large).await?;
        Ok(told(at.house.lay_down(at.campaign, &at.asked.asker, &file.filename, bytes).await))
    })
    .await
}

impl House {
    /// Lays down a file of the board: its hash goes on the record, the file into the council.
    pub async fn lay_down(
        &self,
        campaign: &str,
        asker: &crate::house::Asker,
        name: &str,
        bytes: Vec<u8>,
    ) -> Outcome {
        let length = bytes.len() as u64;
        if length > LARGEST {
            let why = said!("A file that is laid down has at most 10 MiB; this one has {} bytes.", length);
            return Outcome::Refused(table::Refusal::new(why));
        }
        let name = file_name(name);
        let said = match text(self, &name) {
            Ok(said) => said,
            Err(_) => return Outcome::Failed(say!("There is no randomness for its seal.")),
        };
        let verb =
            Verb::Act { act: Act::LayDown { sha256: sha256(&[&bytes]), bytes: length }, text: Some(said) };
        self.order_with(campaign, asker, &[], &[File { name, bytes, says: String::new() }], |_| verb.clone())
            .await
    }
}

/// A file's name as Discord takes it again: letters, digits, `.`, `-` and `_`, at most 60 of them.
fn file_name(name: &str) -> String {
    let kept = bare(name, 400);
    let kept: String = kept
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
        .collect();
    // The ending says what it is, so the beginning is cut.
    let cut: String = kept.chars().skip(kept.chars().count().saturating_sub(60)).collect();
    let cut = cut.trim_matches(['.', '_']).to_owned();
    if cut.is_empty() { "board".to_owned() } else { cut }
}

/// The board's pictures and save files by month, each with its hash
#[poise::command(slash_command)]
async fn pictures(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look_back(values::pictures).await }).await
}

/// A button of the board. `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str) -> Option<Answer> {
    Some(match what {
        "tell" => form(at).await.into(),
        "values" => at.look(values::table).await.into(),
        "pictures" => at.look_back(values::pictures).await.into(),
        _ => return None,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    pub(crate) fn values() -> Vec<Value> {
        let value = |key: &str, name: &str, unit: &str, now: i64, least: i64, scale: i64| Value {
            key: key.to_owned(),
            name: name.to_owned(),
            unit: unit.to_owned(),
            now,
            least,
            most: 9_999,
            scale,
            rises: true,
            yes_no: false,
            by_player: false,
            decides_from: None,
            usual: None,
            brings: 0,
            purse: false,
            sways: false,
            known: true,
            kept: false,
            of: None,
        };
        vec![
            value("vp/austria", "Austria", "VP", 10, 0, 1),
            value("pp/austria", "Austria", "PP", 3, -9_999, 2),
            value("vp/great_britain", "Great Britain", "VP", 5, 0, 1),
            value("pp/great_britain", "Great Britain", "PP", -2, -9_999, 2),
        ]
    }

    /// What a game makes of a name.
    fn names(typed: &str) -> Vec<String> {
        let other = ["gb", "england", "britain"].contains(&typed.to_lowercase().as_str());
        other.then(|| "Great Britain".to_owned()).into_iter().collect()
    }

    fn read(text: &str) -> Vec<(String, i64)> {
        read_results(&values(), &names, text).unwrap().into_iter().map(|one| (one.key, one.value)).collect()
    }

    fn told(of: &[(&str, i64)]) -> Vec<(String, i64)> {
        of.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect()
    }

    #[test]
    fn a_number_that_stands_with_the_name_is_none_that_is_forgotten() {
        let says = |what: &str, amount: &str| {
            meant(&values(), &names, what, amount).map(|one| one.value).map_err(|why| why.to_string())
        };
        assert_eq!(says("Austria VP", "12"), Ok(12));
        assert_eq!(says("Austria 12 VP", "12"), Ok(12));
        let refused = says("Austria 12 VP", "13").unwrap_err();
        assert!(
            refused.contains("\"Austria 12 VP\" has a number of its own, and \"13\" is another"),
            "{refused}"
        );
        let apart = |text: &str| number_in(text);
        assert_eq!(apart("Franks 12 gold"), Some(("Franks gold".to_owned(), "12".to_owned())));
        assert_eq!(apart("Franks, gold: −3"), Some(("Franks, gold".to_owned(), "−3".to_owned())));
        assert_eq!(apart("Franks, gold"), None);
    }

    #[test]
    fn results_are_read_as_people_write_them() {
        let both = told(&[("vp/austria", 12), ("vp/great_britain", 15)]);
        for text in [
            "Austria 12, GB 15 VP",
            "Austria 12 VP, England 15",
            "Austria: 12; Great Britain = 15",
            "austria 12vp\nBRITAIN 15",
            "VP Austria 12,GB 15",
            "Austria, VP 12, GB, VP 15",
            "12 Austria, 15 Great Britain",
            "Austria +2, GB +10",
            "Austria + 2 VP, GB 15",
        ] {
            assert_eq!(read(text), both, "{text}");
        }
        assert_eq!(read("Austria 6,5 PP"), told(&[("pp/austria", 13)]));
        assert_eq!(read("Austria 6.5PP, GB −0,5 PP"), told(&[("pp/austria", 13), ("pp/great_britain", -3)]));
        assert_eq!(read("Austria =−3 PP"), told(&[("pp/austria", -6)]));
        assert_eq!(read("Austria -1 VP, Austria +1 PP"), told(&[("vp/austria", 9), ("pp/austria", 5)]));
        let one =
            |what: &str, amount: &str| meant(&values(), &names, what, amount).map(|one| (one.key, one.value));
        assert_eq!(one("Austria, VP", "12"), Ok(("vp/austria".to_owned(), 12)));
        assert_eq!(one("vp/austria", "−3"), Ok(("vp/austria".to_owned(), 7)));
        assert_eq!(one("Austria", "+0.5 PP"), Ok(("pp/austria".to_owned(), 4)));
    }

    #[test]
    fn what_is_not_understood_is_quoted_in_a_sentence() {
        for (text, expected) in [
            ("", "Nothing was told"),
            ("Austria", "no number"),
            ("Poland 6", "no value of this board"),
            ("Austria 1.3 VP", "whole numbers"),
            ("Austria 1.3 PP", "half numbers"),
            ("Austria 3 VP, GB 2 PP, Austria 1", "write the unit with each"),
            ("Austria 7, GB +2, Austria 6.5 PP", "write the unit with each"),
            ("12", "no value"),
            ("Austria 1805: 4 VP", "more than one number"),
            ("Austria 4 VP, GB 1806 5 VP", "more than one number"),
            ("Austria 99999999999999999999", "no amount"),
        ] {
            let why = read_results(&values(), &names, text).map(|_| ()).expect_err(text);
            assert!(expected.split('|').any(|part| why.contains(part)), "{text}: {why}");
            assert!(why.ends_with('.'), "{why}");
        }
        assert!(
            meant(&values(), &names, "Austria", "12")
                .unwrap_err()
                .contains("one of: Austria, VP; Austria, PP")
        );
    }

    #[test]
    fn a_files_name_is_one_that_discord_takes() {
        assert_eq!(file_name("Board (3) June.png"), "Board__3__June.png");
        assert_eq!(file_name("../../etc/passwd"), "etc_passwd");
        assert_eq!(file_name("\u{202e}gnp.😀"), "gnp");
        assert_eq!(file_name("   "), "no_name");
        assert!(file_name(&format!("{}.vsav", "x".repeat(300))).ends_with(".vsav"));
    }
}
