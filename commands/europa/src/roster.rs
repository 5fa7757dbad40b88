//! A roster of Europa as people write it: "Brest fleet: 3 ND 1 DTr", "Army of Italy: A+ 2 LD", "Treasury 300".

use super::named;
use europa::country::Country;
use europa::kept::{Item, SORTS};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::strongbox::{Given, Item as Kept, Items, Strongbox, Thing as _, called};
use table_commands::present::front::roster::{Group, Roster};
use table_commands::present::names::{plain, quoted};
use table_commands::{say, speech};

/// A roster as it is written; it is read so in every language.
const EXAMPLE: &str = "Brest fleet: 3 ND 1 DTr\nArmy of Italy: A+ 2 LD\nTreasury 300";

/// The rosters of Europa.
pub(crate) struct OfEuropa;

impl Roster for OfEuropa {
    fn example(&self) -> &'static str {
        EXAMPLE
    }

    fn whose(&self, power: &str) -> String {
        whose(power)
    }

    fn name(&self, item: &Kept) -> Option<String> {
        item.as_thing().map(|own| name(&own))
    }

    fn contents(&self, item: &Kept) -> Option<String> {
        item.as_thing().map(|own| contents(&own))
    }

    fn says_whose(&self, item: &Kept) -> bool {
        matches!(item.as_thing(), Some(Item::Counters { .. }))
    }

    fn groups(&self) -> Vec<Group> {
        let counters: fn(&Kept) -> bool = |item| matches!(item.as_thing(), Some(Item::Counters { .. }));
        let treasury: fn(&Kept) -> bool = |item| matches!(item.as_thing(), Some(Item::Ducats { .. }));
        vec![(say!("COUNTERS"), counters), (say!("TREASURY"), treasury)]
    }

    fn shown(&self, owner: &str, item: &Kept) -> Option<String> {
        let own: Item = item.as_thing()?;
        Some(match &own {
            Item::Counters { name, .. } => say!("{}: {} has **{}**.", owner, plain(name), contents(&own)),
            Item::Ducats { .. } => say!("{}: the treasury holds **{}**.", owner, contents(&own)),
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
        tagged(name).1.is_some()
    }
}

/// Reads items, a line or a part between semicolons each. A line that is only a country's name says whose the following ones are.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read(text: &str) -> Result<Vec<Item>, String> {
    let heading = |line: &str| Some(country(line.trim_end_matches(':'))?.key().to_owned());
    let items = table_commands::strongbox::lines(text, heading, item)?;
    if items.is_empty() {
        return Err(say!(
            "There is no item in it. An item is a name and what is in it, as in: Brest fleet: 3 ND 1 DTr."
        ));
    }
    Ok(items)
}

/// The country of that very name.
fn country(name: &str) -> Option<Country> {
    let name = europa::words::folded(name);
    let is_it = |country: &Country| {
        let own = [country.name().to_owned(), crate::words::country(*country)];
        own.iter().any(|own| europa::words::folded(own) == name)
    };
    named(&name).into_iter().find(is_it)
}

/// A name, and the country in brackets behind it.
fn tagged(name: &str) -> (String, Option<String>) {
    let tidy = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = name.trim().strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    match parts.and_then(|(before, tag)| Some((before, country(tag)?))) {
        Some((before, country)) => (tidy(before), Some(country.key().to_owned())),
        None => (tidy(name), None),
    }
}

/// The label by which the engine knows an item that its owner names with the country in his own language: of `Brest fleet (Espanja)`
/// `Brest fleet (Spain)`. `None` where the box or its last sheet has an item of the name as it stands, or no country is named.
fn label_meant(strongbox: &Strongbox, typed: &str) -> Option<String> {
    let sealed = strongbox.sheet(None).map(|sheet| &sheet.items);
    if [Some(&strongbox.items), sealed].into_iter().flatten().any(|items| called(items, typed).is_some()) {
        return None;
    }
    // A treasury is named in every language as it is written.
    if let Some(Ok(item)) = treasury(&format!("{typed}: 0")) {
        return Some(item.name());
    }
    let (name, country) = tagged(typed);
    Some(format!("{name} ({})", Country::by_key(&country?)?.name()))
}

/// "Treasury 300", "Treasury of Spain: −5".
fn treasury(line: &str) -> Option<Result<Item, String>> {
    let lower = line.to_lowercase().replace('−', "-");
    let rest = europa::kept::treasury(&lower)?;
    let rest = rest.trim().strip_prefix("of ").unwrap_or(rest);
    let at = rest.find(|c: char| c.is_ascii_digit() || c == '-').unwrap_or(rest.len());
    let (whose, number) = rest.split_at(at);
    let whose = whose.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '(' | ')'));
    if whose.ends_with('+') {
        return Some(Err(say!(
            "\"{}\": what is kept is the amount itself, and no change by so much: write it without a +.",
            quoted(line)
        )));
    }
    let power = match (whose, country(whose)) {
        ("", _) => None,
        (_, Some(country)) => Some(country.key().to_owned()),
        _ => {
            let quoted = quoted(line);
            return Some(Err(say!(
                "\"{}\": it is not clear whose this is. Treasury of Spain 34 would be.",
                quoted
            )));
        }
    };
    let digits: String = number.chars().take_while(|c| c.is_ascii_digit() || "-, ".contains(*c)).collect();
    let ducats = digits.replace([',', ' '], "").parse();
    Some(
        ducats.map(|ducats| Item::Ducats { power, ducats }).map_err(|_| {
            say!("\"{}\": a whole number of ducats is missing, as in: Treasury 300.", quoted(line))
        }),
    )
}

fn item(line: &str) -> Result<Item, String> {
    if let Some(treasury) = treasury(line) {
        return treasury;
    }
    let wrong = || {
        say!(
            "\"{}\" has no name and counters. Write the name, a colon and the counters, as in: Brest fleet: 3 ND 1 DTr. There is A+, A-, LD, pasha; F+, F-, ND, GD, DTr; d.",
            quoted(line)
        )
    };
    let (name, counters) = line.rsplit_once([':', '=']).ok_or_else(wrong)?;
    let (name, power) = tagged(name);
    let mut of: BTreeMap<String, u32> = BTreeMap::new();
    let mut words = counters.split([' ', ',']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (many, sort) = word.split_at(digits);
        let many: u32 = if many.is_empty() { 1 } else { many.parse().map_err(|_| wrong())? };
        let sort = if sort.is_empty() { words.next().unwrap_or_default() } else { sort };
        let lower = sort.replace('−', "-").to_lowercase();
        let known = SORTS.iter().find(|(_, short)| short.to_lowercase() == lower);
        let all = of.entry(known.ok_or_else(wrong)?.0.to_owned()).or_default();
        *all = all.saturating_add(many);
    }
    if name.is_empty() || of.is_empty() {
        return Err(wrong());
    }
    Ok(Item::Counters { name, power, of })
}

/// What is in an item, in words: "3 ND, 1 DTr".
#[must_use]
pub fn contents(item: &Item) -> String {
    match item {
        Item::Counters { of, .. } => {
            let sorts = SORTS.iter().filter_map(|(key, short)| Some((of.get(*key)?, short)));
            sorts.map(|(many, short)| format!("{many} {short}")).collect::<Vec<_>>().join(", ")
        }
        Item::Ducats { ducats, .. } => say!("{} ducats", speech::signed(*ducats)),
    }
}

/// What an item is called, in words.
#[must_use]
pub fn name(item: &Item) -> String {
    match item {
        Item::Counters { name, .. } => name.clone(),
        Item::Ducats { power: None, .. } => say!("Treasury"),
        Item::Ducats { power: Some(power), .. } => say!("Treasury of {}", whose(power)),
    }
}

/// A country by its key, in the language spoken now.
fn whose(power: &str) -> String {
    Country::by_key(power).map_or_else(|| power.to_owned(), crate::words::country)
}

/// A roster as the form shows it: what [`read`] reads back as the same.
#[must_use]
pub fn written(items: &Items) -> String {
    let mut text = String::new();
    for item in items.values().filter_map(|kept| kept.item.as_thing::<Item>()) {
        let tag = match &item {
            Item::Counters { power: Some(power), .. } => format!(" ({})", whose(power)),
            _ => String::new(),
        };
        let _ = writeln!(text, "{}{tag}: {}", name(&item), contents(&item));
    }
    text
}
