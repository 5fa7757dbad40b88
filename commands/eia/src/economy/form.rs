//! The form of an economic sheet for one power, and what is read out of it.

use crate::names::{meant_among, read_numbers};
use crate::province::present::called;
use eia::Position;
use eia::economy::manipulation::{Manipulation, With};
use eia::economy::prices;
use eia::economy::sheet::{Counters, Spend, Wishes};
use eia::economy::states::Bought;
use eia::land::forces::Troop;
use eia::map::ProvinceId;
use eia::oob::Cost;
use eia::powers::Power;
use std::collections::BTreeMap;
use table::View;
use table_commands::custom_id::CustomId;
use table_commands::forms::titled;
use table_commands::message::{Form, Input};
use table_commands::present::names::{list, quoted};
use table_commands::{say, speech};

/// The fields of the form, in order.
pub(super) const FIELDS: [&str; 5] = ["counters", "supply", "buy", "lend", "manipulate"];

/// What a counter that is paid for is called, one or several.
pub(super) fn counter(kind: &str, count: u32) -> String {
    match (kind, count) {
        ("corps", _) => say!("{} corps", count),
        ("fleet", 1) => say!("1 fleet"),
        ("fleet", _) => say!("{} fleets", count),
        (_, 1) => say!("1 depot"),
        _ => say!("{} depots", count),
    }
}

/// The counters of a power, in words: "9 corps, 3 fleets, 2 depots".
pub(super) fn counters(of: Counters) -> String {
    let mut all: Vec<String> = of.each().into_iter().map(|(kind, count)| counter(kind, count)).collect();
    if of.east > 0 {
        all.push(say!("{} ships in the east", of.east));
    }
    all.join(", ")
}

/// What is bought, in words: "10 infantry, 2 ships of the line".
pub(super) fn bought<'b>(of: impl IntoIterator<Item = (&'b String, &'b u32)>) -> String {
    of.into_iter().map(|(key, count)| several(*count, key)).collect::<Vec<_>>().join(", ")
}

/// So many of something: factors are not counted one by one, ships and counters are: "10 infantry", "2 × ship of the line".
pub(super) fn several(count: u32, key: &str) -> String {
    let by_factors = Troop::ALL.into_iter().any(|sort| sort.key() == key);
    if by_factors || count == 1 {
        format!("{count} {}", item(key))
    } else {
        format!("{count} × {}", item(key))
    }
}

/// What is bought for free states, one after another: "Bavaria: 3 infantry".
pub(super) fn for_states(states: &Bought) -> impl Iterator<Item = String> + '_ {
    states.iter().map(|(state, items)| format!("{}: {}", called(*state), bought(items)))
}

/// What something that can be bought is called.
pub(super) fn item(key: &str) -> String {
    let cost = eia::oob::costs("1805").chain(eia::oob::costs("1853")).find(|cost| cost.key == key);
    cost.map_or_else(|| key.to_owned(), |cost| speech::word(&cost.name).to_lowercase())
}

/// A manipulation, in words: "+1 with manpower".
pub(super) fn manipulated(of: Manipulation) -> String {
    let steps = format!("{:+}", of.steps);
    match of.with {
        With::Money => say!("{} with money", steps),
        With::Manpower => say!("{} with manpower", steps),
        With::Both => say!("{} with money and manpower", steps),
    }
}

/// The form, filled with what stands on the sheet.
pub(super) fn form(view: &View, prompt: u64, power: Power, wishes: &Wishes, whose: Option<&str>) -> Form {
    let input = |id: &'static str, label: String, value: String, placeholder: String| Input {
        id,
        label,
        long: false,
        value,
        placeholder,
        required: false,
        most: 300,
    };
    let Spend { supply, lend, buy, states, black_sea, .. } = &wishes.spend;
    let there = if *black_sea > 0 { say!("{} in the Black Sea", *black_sea) } else { String::new() };
    let bought = [bought(buy), there].into_iter().filter(|own| !own.is_empty()).chain(for_states(states));
    let bought: Vec<String> = bought.collect();
    let lent = lend.iter().map(|(to, money)| format!("{} {money}", speech::word(to.name())));
    let supply = if *supply > 0 { supply.to_string() } else { String::new() };
    let way = wishes.manipulation.map_or_else(String::new, manipulated);
    let mut form = Form {
        title: titled(&say!("Economic sheet of {}", power), whose),
        custom_id: CustomId::on(view, prompt, &format!("economy/fill/{}", power.key())),
        inputs: vec![
            input(
                FIELDS[0],
                say!("Counters on the map, which are paid for"),
                counters(wishes.counters),
                say!("9 corps, 3 fleets, 2 depots"),
            ),
            input(FIELDS[1], say!("$ for supply in these three months"), supply, "4".to_owned()),
            input(FIELDS[2], say!("What you buy"), bought.join(", "), say!("10 infantry, 2 cavalry, 1 ship")),
            input(
                FIELDS[3],
                say!("$ that you lend (nobody else sees it)"),
                lent.collect::<Vec<_>>().join(", "),
                say!("Prussia 5"),
            ),
            input(
                FIELDS[4],
                say!("Steps of status, paid in three months"),
                way,
                say!("+1 with money, +2, -3 …"),
            ),
        ],
    };
    if view.as_regent {
        // What is spent is not his to see.
        form.inputs.truncate(1);
    }
    form
}

/// What was written in the form. A field of it that is not understood is quoted.
pub(super) fn read(
    state: &Position,
    power: Power,
    stood: Counters,
    typed: [&str; 5],
) -> Result<Wishes, String> {
    let [told, supply, buy, lend, way] = typed;
    let (black_sea, buy) = read_black_sea(state, power, buy)?;
    let (buy, states) = read_bought(state, power, &buy)?;
    let ships: u32 =
        buy.iter().filter(|(item, _)| eia::economy::sheet::is_ship(item)).map(|(_, count)| *count).sum();
    if black_sea > ships {
        return Err(say!(
            "You buy {} ships, so {} of them cannot be laid down in the Black Sea.",
            ships,
            black_sea
        ));
    }
    let spend =
        Spend { supply: number(supply)?, lend: read_loans(state, lend)?, buy, states, black_sea, came: None };
    // An empty line of counters leaves them as they stood.
    let counters = if told.trim().is_empty() { stood } else { read_counters(told)? };
    Ok(Wishes { counters, spend, manipulation: read_way(way)? })
}

fn number(typed: &str) -> Result<u32, String> {
    let bare = typed.trim().trim_matches('$').trim();
    if bare.is_empty() {
        return Ok(0);
    }
    if bare.starts_with('+') {
        return Err(say!(
            "\"{}\" has a sign: write the dollars themselves, as 4, and not by how many more.",
            quoted(typed)
        ));
    }
    bare.parse().map_err(|_| say!("\"{}\" is no whole number of dollars.", quoted(typed)))
}

/// The pieces of a list, each with the number that stands before or behind its name; one where there is none.
fn pieces(typed: &str) -> Result<Vec<(u32, String)>, String> {
    let mut all = Vec::new();
    for piece in typed.split(['\n', ',', ';', '+']).map(str::trim).filter(|piece| !piece.is_empty()) {
        let is_of_a_name =
            |c: char| c.is_alphabetic() || c.is_whitespace() || ['×', '=', '\'', '-'].contains(&c);
        let digits: Vec<&str> =
            piece.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
        let ends =
            piece.starts_with(|c: char| c.is_ascii_digit()) || piece.ends_with(|c: char| c.is_ascii_digit());
        let name: String = piece.chars().filter(|c| !c.is_ascii_digit()).collect();
        let name = name.trim().trim_matches(['=', '×']).trim().to_lowercase();
        let fits = name.chars().all(is_of_a_name) && !name.starts_with('-') && !name.ends_with('-');
        let count = match digits.as_slice() {
            [] if fits => Ok(1),
            [one] if fits && ends && !name.is_empty() => one.parse(),
            _ => {
                return Err(say!(
                    "\"{}\" is not understood. Write a whole number and a name, with a comma between one and the next: 9 corps, 3 fleets.",
                    quoted(piece)
                ));
            }
        };
        let count = count.map_err(|_| say!("\"{}\" is more than anybody has.", quoted(piece)))?;
        all.push((count, name));
    }
    Ok(all)
}

fn read_counters(typed: &str) -> Result<Counters, String> {
    let mut counters = Counters::default();
    for (count, name) in pieces(typed)? {
        let is = |english: &str, own: String| {
            let own = own.to_lowercase();
            name.starts_with(english) || own.split_whitespace().any(|word| name.starts_with(word))
        };
        let of = if is("corps", say!("corps")) {
            &mut counters.corps
        } else if is("fleet", say!("fleets")) {
            &mut counters.fleets
        } else if is("depot", say!("depots")) {
            &mut counters.depots
        } else if is("ship", say!("ships")) {
            &mut counters.east
        } else {
            return Err(say!(
                "\"{}\" is none of the counters that are paid for: corps, fleets and depots.",
                quoted(&name)
            ));
        };
        *of = of.saturating_add(count);
    }
    Ok(counters)
}

fn read_loans(state: &Position, typed: &str) -> Result<BTreeMap<Power, u32>, String> {
    let powers: Vec<Power> = state.major_powers().collect();
    let loans = read_numbers(typed, &powers)?;
    let loan = |(power, money): (Power, i64)| {
        let money = u32::try_from(money).map_err(|_| say!("Nobody is lent less than $1."))?;
        Ok((power, money))
    };
    loans.into_iter().filter(|(_, money)| *money != 0).map(loan).collect()
}

/// How many of the ships Russia lays down in the Black Sea, "2 in the Black Sea", and what else stands in the line.
fn read_black_sea(state: &Position, power: Power, typed: &str) -> Result<(u32, String), String> {
    let own = say!("in the Black Sea").to_lowercase();
    let is_there = |piece: &&str| {
        let piece = piece.to_lowercase();
        state.lays_down_in_black_sea(power) && (piece.contains("black sea") || piece.contains(&own))
    };
    let (there, rest): (Vec<&str>, Vec<&str>) = typed.split(['\n', ',', ';', '+']).partition(is_there);
    let mut count: u32 = 0;
    let mut rest: Vec<String> = rest.into_iter().map(str::to_owned).collect();
    for piece in there {
        let digits: String = piece.chars().filter(char::is_ascii_digit).collect();
        let many: u32 = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(u32::MAX) };
        count = count.saturating_add(many);
        // "2 ships in the Black Sea" buys them too, where "2 in the Black Sea" says where they go that stand before it.
        let bare =
            piece.to_lowercase().replace("in the black sea", "").replace("black sea", "").replace(&own, "");
        if bare.chars().any(char::is_alphabetic) {
            rest.push(bare);
        }
    }
    if count > 0
        && let Some(refusal) = eia::economy::sheet::why_not_in_black_sea(state, power)
    {
        return Err(speech::said(&refusal.says));
    }
    Ok((count, rest.join(",")))
}

/// What is bought: for the power itself, and behind "Bavaria:" for a free state of its own.
fn read_bought(
    state: &Position,
    power: Power,
    typed: &str,
) -> Result<(BTreeMap<String, u32>, Bought), String> {
    let (mut buy, mut states): (BTreeMap<String, u32>, Bought) = Default::default();
    let mut whose: Option<ProvinceId> = None;
    for piece in typed.split(['\n', ',', ';', '+']) {
        let (country, rest) = piece.split_once(':').map_or((None, piece), |(name, rest)| (Some(name), rest));
        if let Some(name) = country {
            whose = own_state(state, power, name)?;
        }
        for (count, name) in pieces(rest)? {
            let costs: Vec<&'static Cost> = match whose {
                None => prices(state, power).collect(),
                Some(minor) => eia::economy::states::prices(state, minor).collect(),
            };
            let key = meant(state, power, &costs, &name)?;
            let of = match whose {
                None => buy.entry(key).or_default(),
                Some(minor) => states.entry(minor).or_default().entry(key).or_default(),
            };
            *of = of.saturating_add(count);
        }
    }
    Ok((buy, states))
}

/// The free state that a name means; `None` where it is the power itself.
fn own_state(state: &Position, power: Power, name: &str) -> Result<Option<ProvinceId>, String> {
    if meant_among(name, &[power]).is_some() {
        return Ok(None);
    }
    let plain = |text: &str| text.trim().to_lowercase();
    let own: Vec<ProvinceId> = eia::economy::states::of(state, power).collect();
    let asked = plain(name);
    let fits = |of: &&ProvinceId| {
        [plain(of.name()), plain(&called(**of))]
            .iter()
            .any(|own| !asked.is_empty() && own.starts_with(&asked))
    };
    match own.iter().filter(fits).collect::<Vec<_>>().as_slice() {
        [state] => Ok(Some(**state)),
        _ if own.is_empty() => Err(say!("\"{}\" is no free state of {}: it has none.", quoted(name), power)),
        _ => {
            let all: Vec<String> = own.iter().map(|of| called(*of)).collect();
            Err(say!("\"{}\" is no free state of {}. There are: {}.", quoted(name), power, list(&all)))
        }
    }
}

/// What is meant of what can be bought: by its word, an abbreviation of factors, or a beginning that is no other's.
fn meant(state: &Position, power: Power, costs: &[&'static Cost], name: &str) -> Result<String, String> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let asked = plain(name);
    let of_a_troop = Troop::meant(name).and_then(|sort| costs.iter().find(|cost| cost.key == sort.key()));
    if let Some(cost) = of_a_troop {
        return Ok(cost.key.clone());
    }
    let begins = |cost: &&&Cost| {
        let names = [plain(&cost.key), plain(&cost.name), plain(&speech::word(&cost.name))];
        let asked = asked.strip_suffix('s').unwrap_or(&asked);
        !asked.is_empty() && names.iter().any(|name| name.starts_with(asked))
    };
    let found: Vec<&&Cost> = costs.iter().filter(begins).collect();
    match found.as_slice() {
        [cost] => Ok(cost.key.clone()),
        [] => {
            // The engine says why what is known is not for this power.
            let known =
                eia::oob::costs(state.scenario_key()).find(|cost| plain(&cost.name).starts_with(&asked));
            let why = known.and_then(|cost| eia::economy::sheet::why_not_bought(state, power, &cost.key));
            Err(why.map_or_else(
                || {
                    let all: Vec<String> = costs.iter().map(|cost| item(&cost.key)).collect();
                    if all.is_empty() {
                        return say!(
                            "\"{}\" cannot be bought: nothing can be bought there now.",
                            quoted(name)
                        );
                    }
                    say!("\"{}\" cannot be bought. There are: {}.", quoted(name), list(&all))
                },
                |why| speech::said(&why.says),
            ))
        }
        several => {
            let all: Vec<String> = several.iter().map(|cost| item(&cost.key)).collect();
            Err(say!("\"{}\" could be {}.", quoted(name), list(&all)))
        }
    }
}

/// A manipulation as it is written: "+1 with money", "-3", "+1 mp"; nothing for none.
fn read_way(typed: &str) -> Result<Option<Manipulation>, String> {
    let plain = typed.replace('−', "-").to_lowercase();
    let digits: String = plain.chars().filter(|c| c.is_ascii_digit() || *c == '-').collect();
    if digits.is_empty() && meant_none(&plain) {
        return Ok(None);
    }
    let ways: Vec<(String, Manipulation)> =
        Manipulation::all().filter(|(_, way)| digits.parse() == Ok(i64::from(way.steps))).collect();
    let rest: String = plain.chars().filter(|c| c.is_alphabetic() || *c == '$').collect();
    let money = rest.contains("money") || rest.contains('$') || rest.contains(&say!("money"));
    let manpower = rest.contains("manpower") || rest.contains("mp") || rest.contains(&say!("manpower"));
    let wanted = |way: &&(String, Manipulation)| match way.1.with {
        // Where a step takes both, none of them is named or both are.
        With::Both => money == manpower,
        With::Money => money && !manpower,
        With::Manpower => manpower && !money,
    };
    let clear: Vec<&(String, Manipulation)> = ways.iter().filter(wanted).collect();
    let clear = match clear.as_slice() {
        [one] => Some(*one),
        _ => None,
    };
    match (ways.len(), clear) {
        (_, Some((_, way))) => Ok(Some(*way)),
        (0, None) => {
            let all: Vec<String> = Manipulation::all().map(|(_, way)| manipulated(way)).collect();
            Err(say!("\"{}\" is no manipulation. There are: {}.", quoted(typed), list(&all)))
        }
        (1, None) => {
            let only: Vec<String> = ways.iter().map(|(_, way)| manipulated(*way)).collect();
            Err(say!("\"{}\" is no manipulation. There is: {}.", quoted(typed), list(&only)))
        }
        _ => Err(say!("\"{}\": with money or with manpower?", quoted(typed))),
    }
}

fn meant_none(plain: &str) -> bool {
    ["", "0", "none", "no", "-"].contains(&plain.trim()) || plain.trim() == say!("none")
}

/// The power of a command's option, where it is one of these.
pub(super) fn own_meant(typed: &str, own: &[Power]) -> Option<Power> {
    Power::by_key(typed.trim()).filter(|power| own.contains(power)).or_else(|| meant_among(typed, own))
}
