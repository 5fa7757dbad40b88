//! A roster as people write it: an item a line, its name and what is in it. "III Corps: 14 infantry, 2 cavalry", "Brest fleet: 27 ships",
//! "Treasury 34", "Manpower 7".

use crate::names::meant;
use crate::sorts;
use eia::powers::Power;
use eia::roster::{ARRIVED_WORDS, Item, SHIPS};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::offers::spoken;
use table::strongbox::{Given, Item as Kept, Items, Strongbox, Thing as _, called};
use table_commands::present::Scene;
use table_commands::present::front::roster::{Group, Roster};
use table_commands::present::names::{count, plain, quoted};
use table_commands::speech::Language;
use table_commands::{say, speech};

/// A roster as it is written; it is read so in every language.
const EXAMPLE: &str = "III Corps: 14 infantry, 2 cavalry\nBrest fleet: 27 ships\nTreasury 34";

/// The rosters of Empires in Arms.
pub(crate) struct OfEia;

impl Roster for OfEia {
    fn example(&self) -> &'static str {
        EXAMPLE
    }

    fn whose(&self, power: &str) -> String {
        Power::by_key(power).map_or_else(|| power.to_owned(), crate::names::called)
    }

    fn colour(&self, power: &str) -> Option<&'static str> {
        Power::by_key(power).map(Power::colour)
    }

    fn name(&self, item: &Kept) -> Option<String> {
        item.as_thing().map(|own| name(&own))
    }

    fn contents(&self, item: &Kept) -> Option<String> {
        item.as_thing().map(|own| contents(&own))
    }

    fn says_whose(&self, item: &Kept) -> bool {
        matches!(item.as_thing(), Some(Item::Corps { .. } | Item::Fleet { .. }))
    }

    fn groups(&self) -> Vec<Group> {
        let corps: fn(&Kept) -> bool = |item| matches!(item.as_thing(), Some(Item::Corps { .. }));
        let fleets: fn(&Kept) -> bool = |item| matches!(item.as_thing(), Some(Item::Fleet { .. }));
        let treasury: fn(&Kept) -> bool = |item| {
            matches!(
                item.as_thing(),
                Some(Item::Treasury { .. } | Item::Manpower { .. } | Item::Arrivals { .. })
            )
        };
        vec![(say!("CORPS"), corps), (say!("FLEETS"), fleets), (say!("TREASURY"), treasury)]
    }

    fn shown(&self, owner: &str, item: &Kept) -> Option<String> {
        let own: Item = item.as_thing()?;
        Some(match &own {
            Item::Squadrons { name, full, .. } => {
                let squadrons = count(u64::from(*full), "full squadron", "full squadrons");
                say!("{}: {} has **{}** of ten.", owner, the_fleet(name), squadrons)
            }
            Item::Fleet { name, .. } => say!("{}: {} has **{}**.", owner, the_fleet(name), contents(&own)),
            Item::Corps { name, .. } => say!("{}: {} has **{}**.", owner, plain(name), contents(&own)),
            Item::Treasury { .. } => say!("{}: the treasury holds **{}**.", owner, contents(&own)),
            Item::Manpower { .. } => say!("{}: saved manpower is **{}**.", owner, contents(&own)),
            Item::Arrivals { .. } => say!("{}: bought and arrived is **{}**.", owner, contents(&own)),
        })
    }

    fn read(&self, text: &str) -> Result<Vec<Given>, String> {
        Ok(read(text)?.iter().map(Given::thing).collect())
    }

    fn written(&self, items: &Items) -> String {
        written(items)
    }

    fn label_meant(&self, strongbox: &Strongbox, typed: &str) -> Option<String> {
        label_meant(strongbox, typed)
    }

    fn ends_in_tags(&self, name: &str) -> bool {
        tags(name).1.is_some()
    }

    fn to_begin_with(&self, scene: &Scene<'_>) -> Option<(String, String)> {
        super::forces::present::to_begin_with(scene)
    }

    fn too_much(&self, scene: &Scene<'_>, item: &Kept) -> Option<String> {
        super::forces::present::too_much(scene, &item.as_thing()?)
    }

    fn offered(&self, scene: &Scene<'_>) -> Vec<(String, String)> {
        super::forces::counters(scene)
    }
}

/// A fleet by its name in a sentence: "the Channel fleet", "the fleet Brest".
fn the_fleet(name: &str) -> String {
    let shown = plain(name);
    if name.to_lowercase().contains("fleet") { say!("the {}", shown) } else { say!("the fleet {}", shown) }
}

/// Reads items, a line or a part between semicolons each. A line that is only a power's name says whose the following ones are.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read(text: &str) -> Result<Vec<Item>, String> {
    let items = table_commands::strongbox::lines(text, |line| Some(heading(line)?.key().to_owned()), item)?;
    if items.is_empty() {
        return Err(say!(
            "There is no item in it. An item is a name and what is in it, as in: III Corps: 14 infantry, 2 cavalry."
        ));
    }
    Ok(items)
}

/// The label by which the engine knows an item that its owner names with the power in his own language: of `II Corps (Espanja)`
/// `II Corps (Spain)`. `None` where the box or its last sheet has an item of the name as it stands, or no power is named.
#[must_use]
pub fn label_meant(strongbox: &Strongbox, typed: &str) -> Option<String> {
    let sealed = strongbox.sheet(None).map(|sheet| &sheet.items);
    if [Some(&strongbox.items), sealed].into_iter().flatten().any(|items| called(items, typed).is_some()) {
        return None;
    }
    // A treasury is named in every language as it is written.
    if let Some(Ok(item)) = single(&format!("{typed}: 0")) {
        return Some(item.name());
    }
    if let (name, Some(power), _) = tags(typed) {
        return Some(format!("{name} ({})", spoken(&power)));
    }
    None
}

fn heading(line: &str) -> Option<Power> {
    let word = line.trim_end_matches(':').trim();
    let long = word.chars().count() >= 4 && !word.contains(|c: char| c.is_ascii_digit());
    meant(word).filter(|_| long)
}

/// What stands in brackets at the end of a name: whose it is, or what it is.
pub(crate) fn tags(name: &str) -> (String, Option<String>, Option<bool>) {
    let (mut rest, mut power, mut fleet) = (name.trim(), None, None);
    while let Some((before, tag)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        match (tag.trim().to_lowercase().as_str(), meant(tag)) {
            ("fleet", _) => fleet = Some(true),
            ("corps", _) => fleet = Some(false),
            (word, Some(named)) if word.chars().count() >= 2 => power = Some(named.key().to_owned()),
            _ => break,
        }
        rest = before.trim();
    }
    (rest.split_whitespace().collect::<Vec<_>>().join(" "), power, fleet)
}

/// A treasury or manpower: "Treasury 34", "Treasury of Spain: −5 $", "$ 12", "MP 7".
fn single(line: &str) -> Option<Result<Item, String>> {
    let lower = line.to_lowercase().replace('−', "-");
    let (money, rest) = eia::roster::single(&lower)?;
    let rest = rest.trim().strip_prefix("of ").unwrap_or(rest);
    let at = rest.find(|c: char| c.is_ascii_digit() || c == '-').unwrap_or(rest.len());
    let (whose, number) = rest.split_at(at);
    let whose = whose.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '(' | ')' | '$'));
    if whose.ends_with('+') {
        return Some(Err(say!(
            "\"{}\": what is kept is the amount itself, and no change by so much: write it without a +.",
            quoted(line)
        )));
    }
    let number = number
        .trim()
        .replace('$', "")
        .trim_end_matches([' ', '.'])
        .trim_end_matches("mp")
        .trim()
        .replace([',', ' '], "");
    let quoted = quoted(line);
    let power = match (whose, meant(whose)) {
        ("", _) => None,
        (_, Some(power)) => Some(power.key().to_owned()),
        _ => {
            return Some(Err(say!(
                "\"{}\": it is not clear whose this is. Treasury of Spain 34 would be.",
                quoted
            )));
        }
    };
    let item = match (number.parse::<i64>(), money) {
        (Ok(money), true) => Item::Treasury { power, money },
        (Ok(n), false) => match u32::try_from(n) {
            Ok(points) => Item::Manpower { power, points },
            Err(_) => return Some(Err(say!("\"{}\": manpower is a whole number from 0 up.", quoted))),
        },
        (Err(_), _) => {
            return Some(Err(say!(
                "\"{}\": a whole number is missing, as in: Treasury 34, or Manpower 7.",
                quoted
            )));
        }
    };
    Some(Ok(item))
}

/// What was bought and has arrived: "Arrivals: 3 infantry", "Arrivals of Spain: 2 ships", "Arrivals of Bavaria (France): 4 infantry".
fn arrivals(line: &str) -> Option<Result<Item, String>> {
    let lower = line.to_lowercase();
    let word = ARRIVED_WORDS.into_iter().find(|word| lower.starts_with(word))?;
    let rest = line.get(word.len()..).filter(|rest| !rest.starts_with(char::is_alphabetic))?;
    let (whose, held) = rest.split_once([':', '='])?;
    let (whose, tag, _) = tags(whose);
    let whose = whose.trim();
    let whose = whose.strip_prefix("of ").unwrap_or(whose).trim_matches(['(', ')', ' ']);
    let (power, state) = match (whose, meant(whose)) {
        ("", _) => (tag, None),
        (_, Some(power)) => (Some(power.key().to_owned()), None),
        _ => match country_meant(whose) {
            Some(state) => (tag, Some(state)),
            None => {
                return Some(Err(say!(
                    "\"{}\": it is not clear whose this is. Arrivals of Spain: 3 infantry would be.",
                    quoted(line)
                )));
            }
        },
    };
    let nothing = held.trim().is_empty() || held.trim() == say!("nothing");
    let waiting = if nothing { Ok(BTreeMap::new()) } else { sorts_in(line, "", held, false) };
    Some(waiting.map(|waiting| Item::Arrivals { power, state, waiting }))
}

/// The country of that name, in any language.
fn country_meant(typed: &str) -> Option<String> {
    let wanted = typed.to_lowercase();
    let is = |key: &&str| {
        let name = spoken(key);
        let translated =
            |language: Language| language.look_up(&name).is_some_and(|own| own.to_lowercase() == wanted);
        name.to_lowercase() == wanted || Language::all().any(translated)
    };
    eia::map::ProvinceId::all().map(|province| province.key()).find(is).map(str::to_owned)
}

/// The sorts of a line with their numbers; a bare number is ships where it is a fleet.
fn sorts_in(line: &str, name: &str, held: &str, fleet: bool) -> Result<BTreeMap<String, u32>, String> {
    let mut sorts = BTreeMap::new();
    let held = held.to_lowercase().replace(" and ", ",").replace(" ja ", ",");
    for part in
        held.split([',', '+', '&', '/']).flat_map(apart).map(str::trim).filter(|part| !part.is_empty())
    {
        let (sort, count) = sort(part, fleet, &quoted(&format!("{name}: {part}")))?;
        if sorts.insert(sort.clone(), count).is_some() {
            return Err(say!("\"{}\" has {} twice.", quoted(name), sorts::said(&sort, 2)));
        }
    }
    if sorts.is_empty() {
        return Err(say!(
            "\"{}\" has nothing in it. Write, for example: {}: 14 infantry.",
            quoted(line),
            quoted(name)
        ));
    }
    Ok(sorts)
}

fn item(line: &str) -> Result<Item, String> {
    if let Some(single) = single(line).or_else(|| arrivals(line)) {
        return single;
    }
    let split = line.rsplit_once([':', '=']).or_else(|| {
        let at = line.find(|c: char| c.is_ascii_digit())?;
        Some(line.split_at(at))
    });
    let Some((name, contents)) = split.filter(|(name, _)| !name.trim().is_empty()) else {
        return Err(say!(
            "\"{}\" has no name and contents. Write the name, a colon and what is in it, as in: III Corps: 14 infantry, 2 cavalry.",
            quoted(line)
        ));
    };
    let (name, power, tag) = tags(name);
    let sorts = sorts_in(line, &name, contents, tag == Some(true))?;
    let is_fleet = tag.unwrap_or_else(|| looks_like_ships(&sorts));
    Ok(if is_fleet { Item::fleet(name, power, sorts) } else { Item::Corps { name, power, factors: sorts } })
}

/// The sorts of a part in which they stand without commas, each with its number: "22i 3c", "infantry 14 cavalry 2".
fn apart(part: &str) -> Vec<&str> {
    let number_first = part.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let (mut parts, mut rest) = (Vec::new(), part);
    loop {
        let from = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let end = from + rest[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - from);
        let next = end + rest[end..].find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len() - end);
        if next == rest.len() {
            parts.push(rest);
            return parts;
        }
        // A number that stands first has its sort behind it up to the next one.
        let (one, others) = rest.split_at(if number_first { next } else { end });
        parts.push(one);
        rest = others;
    }
}

fn looks_like_ships(sorts: &BTreeMap<String, u32>) -> bool {
    sorts.keys().all(|sort| sorts::SHIP_SORTS.contains(&sort.as_str()))
}

/// "14 infantry", "infantry 14", "14i"; a bare number is ships where it is a fleet. `quoted` is how a sentence quotes it.
fn sort(part: &str, fleet: bool, quoted: &str) -> Result<(String, u32), String> {
    let digits: String = part.chars().filter(char::is_ascii_digit).collect();
    let runs = part.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).count();
    let word = part.replace(|c: char| c.is_ascii_digit(), " ");
    let word =
        word.split(|c: char| c.is_whitespace() || c == '_').filter(|w| !w.is_empty()).collect::<Vec<_>>();
    let word = word.join("_").trim_matches(['.', '_']).to_owned();
    let count = digits.parse::<u32>().ok().filter(|_| runs == 1);
    let Some(count) = count else {
        return Err(say!("\"{}\", each sort needs one whole number, as in: 14 infantry, 2 cavalry.", quoted));
    };
    match sorts::meant(&word).map_or(word, str::to_owned) {
        word if word.is_empty() && fleet => Ok((SHIPS.to_owned(), count)),
        word if word.is_empty() => {
            Err(say!("\"{}\", {} of what? Write, for example: {1} infantry, or {1} ships.", quoted, count))
        }
        // A group may have sorts of its own; a letter or two is none of them but a slip of the pen.
        word if word.chars().count() < 4 => Err(say!(
            "\"{}\": {} stands for no sort. There is: i infantry, m militia, c cavalry, g guard, a artillery; lc, mc, hc light, medium, heavy cavalry; ck cossack, fk freikorps, gr guerrilla; ships.",
            quoted,
            word
        )),
        word if word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') => Ok((word, count)),
        _ => Err(say!("\"{}\", a sort is a word of the letters a–z, such as infantry.", quoted)),
    }
}

/// What is in an item, in words: "14 infantry, 2 cavalry".
#[must_use]
pub fn contents(item: &Item) -> String {
    let list = |of: &BTreeMap<String, u32>| {
        let parts: Vec<String> =
            of.iter().map(|(sort, count)| format!("{count} {}", sorts::said(sort, *count))).collect();
        parts.join(", ")
    };
    match item {
        Item::Corps { factors, .. } => list(factors),
        Item::Fleet { ships, types, .. } if types.is_empty() => {
            format!("{ships} {}", sorts::said(SHIPS, *ships))
        }
        Item::Fleet { types, .. } => list(types),
        Item::Treasury { money, .. } if *money < 0 => say!("−${}", money.abs()),
        Item::Treasury { money, .. } => say!("${}", *money),
        Item::Manpower { points, .. } => format!("{points} MP"),
        Item::Arrivals { waiting, .. } if waiting.is_empty() => say!("nothing"),
        Item::Arrivals { waiting, .. } => list(waiting),
        Item::Squadrons { full, .. } => {
            say!("{} of ten", count(u64::from(*full), "full squadron", "full squadrons"))
        }
    }
}

/// What an item is called, in words: a treasury and manpower in the language spoken now.
#[must_use]
pub fn name(item: &Item) -> String {
    match item {
        Item::Treasury { power: None, .. } => say!("Treasury"),
        Item::Treasury { power: Some(power), .. } => say!("Treasury of {}", speech::word(&spoken(power))),
        Item::Manpower { power: None, .. } => say!("Manpower"),
        Item::Manpower { power: Some(power), .. } => say!("Manpower of {}", speech::word(&spoken(power))),
        Item::Arrivals { power: None, state: None, .. } => say!("Arrivals"),
        Item::Arrivals { state: Some(whose), .. } | Item::Arrivals { power: Some(whose), .. } => {
            say!("Arrivals of {}", speech::word(&spoken(whose)))
        }
        Item::Corps { .. } | Item::Fleet { .. } | Item::Squadrons { .. } => item.name(),
    }
}

/// A roster as the form shows it: what [`read`] reads back as the same. Notes have a form of their own.
#[must_use]
pub fn written(items: &Items) -> String {
    let mut text = String::new();
    for item in items.values().filter_map(|kept| kept.item.as_thing::<Item>()) {
        let (name, mut tags) = (name(&item), String::new());
        match &item {
            Item::Corps { power, .. } | Item::Fleet { power, .. } => {
                let fleet = matches!(item, Item::Fleet { .. });
                let line = format!("{name}: {}", contents(&item));
                let reads_back = self::item(&line)
                    .is_ok_and(|read| matches!(read, Item::Fleet { .. }) == fleet && read.name() == name);
                if !reads_back {
                    tags.push_str(if fleet { " (fleet)" } else { " (corps)" });
                }
                if let Some(power) = power {
                    let _ = write!(tags, " ({})", speech::word(&spoken(power)));
                }
            }
            Item::Treasury { .. } | Item::Manpower { .. } => {}
            Item::Arrivals { waiting, .. } if waiting.is_empty() => continue,
            Item::Arrivals { state: Some(_), power: Some(power), .. } => {
                let _ = write!(tags, " ({})", speech::word(&spoken(power)));
            }
            Item::Arrivals { .. } => {}
            Item::Squadrons { .. } => continue,
        }
        let _ = writeln!(text, "{name}{tags}: {}", contents(&item));
    }
    text
}
