//! Orders on the board in a few characters, as the choices of a select carry them.

use middle_ages::board::plan::{Aim, LeaderCard, Plan};
use middle_ages::board::{Answer, Force, Order};
use middle_ages::endeavour::Kind;
use middle_ages::geography::Area;
use middle_ages::marker::Marker;
use middle_ages::pack::Data;

/// An order in a few characters; `None` for one that no select offers.
#[must_use]
pub fn written(data: &Data, order: &Order) -> Option<String> {
    Some(match order {
        Order::Move { from, way, strength } => format!("m/{}/{}/{strength}", from.key(), way.first()?.key()),
        Order::Ship { from, to, strength } => format!("s/{}/{}/{strength}", from.key(), to.key()),
        Order::Tax { area, gold } => format!("t/{}/{gold}", area.key()),
        Order::Disband { area, of: Force::Army, points } => format!("g/{}/a/{points}", area.key()),
        Order::Disband { area, of: Force::Fleet, points } => format!("g/{}/f/{points}", area.key()),
        Order::Return { area } => format!("r/{}", area.key()),
        Order::Play { pos, on: None } => format!("p/{pos}"),
        Order::Play { pos, on: Some(on) } => format!("p/{pos}/{}", on.key()),
        Order::Discard { pos } => format!("x/{pos}"),
        Order::Declare { plan } => {
            let targets: Vec<&str> = plan.targets.iter().map(|aim| aim.area.key()).collect();
            let (kind, base, sea) = (plan.kind.key(), plan.base.key(), u8::from(plan.by_sea));
            let gold = plan.targets.first().map_or(0, |aim| aim.gold);
            let leader = plan.leader.map(|used| format!("L{}", used.pos));
            let cards = plan.cards.iter().map(u32::to_string);
            let marker = plan.marker.map(|kind| format!("M{}", kind.key()));
            let cards: Vec<String> = leader.into_iter().chain(marker).chain(cards).collect();
            let cards = if cards.is_empty() { String::new() } else { format!("/{}", cards.join("+")) };
            format!("d/{kind}/{base}/{}/{sea}/{gold}{cards}", named(data, &targets))
        }
        Order::Choose { number, answer: Answer::Army } => format!("c/{number}/army"),
        Order::Choose { number, answer: Answer::Social } => format!("c/{number}/social"),
        Order::Choose { number, answer: Answer::Marker(kind) } => format!("c/{number}/{}", kind.key()),
        _ => return None,
    })
}

/// How long a list of areas may be that is written by their keys: a button carries a hundred characters in all.
const LONGEST: usize = 32;

/// Areas in a few characters: by their keys, many of them by their numbers.
pub(super) fn named(data: &Data, keys: &[&str]) -> String {
    let keys_in_full = keys.join("+");
    if keys_in_full.len() <= LONGEST {
        return keys_in_full;
    }
    let number = |key: &&str| data.areas().position(|area| area.key() == *key).unwrap_or(0).to_string();
    format!("~{}", keys.iter().map(number).collect::<Vec<_>>().join("."))
}

/// The areas of such a list.
pub(super) fn areas(data: &Data, written: &str) -> Option<Vec<Area>> {
    match written.strip_prefix('~') {
        Some(numbers) => numbers.split('.').map(|number| data.areas().nth(number.parse().ok()?)).collect(),
        None => written.split('+').map(Area::of).collect(),
    }
}

/// The order of a code; `None` for one that this program did not write.
#[must_use]
pub fn read(data: &Data, code: &str) -> Option<Order> {
    let parts: Vec<&str> = code.split('/').collect();
    Some(match *parts.as_slice() {
        ["m", from, to, strength] => {
            Order::Move { from: Area::of(from)?, way: vec![Area::of(to)?], strength: strength.parse().ok()? }
        }
        ["s", from, to, strength] => {
            Order::Ship { from: Area::of(from)?, to: Area::of(to)?, strength: strength.parse().ok()? }
        }
        ["t", area, gold] => Order::Tax { area: Area::of(area)?, gold: gold.parse().ok()? },
        ["g", area, of, points] => {
            let of = match of {
                "a" => Force::Army,
                "f" => Force::Fleet,
                _ => return None,
            };
            Order::Disband { area: Area::of(area)?, of, points: points.parse().ok()? }
        }
        ["r", area] => Order::Return { area: Area::of(area)? },
        ["p", pos] => Order::Play { pos: pos.parse().ok()?, on: None },
        ["p", pos, on] => Order::Play { pos: pos.parse().ok()?, on: Some(Area::of(on)?) },
        ["x", pos] => Order::Discard { pos: pos.parse().ok()? },
        ["d", kind, base, targets, sea, gold] => {
            Order::Declare { plan: plan(data, [kind, base, targets, sea, gold], "")? }
        }
        ["d", kind, base, targets, sea, gold, cards] => {
            Order::Declare { plan: plan(data, [kind, base, targets, sea, gold], cards)? }
        }
        ["c", number, answer] => {
            let answer = match answer {
                "army" => Answer::Army,
                "social" => Answer::Social,
                kind => Answer::Marker(Marker::ALL.into_iter().find(|known| known.key() == kind)?),
            };
            Order::Choose { number: number.parse().ok()?, answer }
        }
        _ => return None,
    })
}

/// What is declared, out of the parts of its code.
fn plan(data: &Data, [kind, base, targets, sea, gold]: [&str; 5], with: &str) -> Option<Plan> {
    let kind = Kind::ALL.into_iter().find(|known| known.key() == kind)?;
    let gold = gold.parse().ok()?;
    let (mut leader, mut cards, mut marker) = (None, Vec::new(), None);
    for card in with.split('+').filter(|card| !card.is_empty()) {
        if let Some(pos) = card.strip_prefix('L') {
            leader = Some(LeaderCard { pos: pos.parse().ok()?, stature: kind.stature()? });
        } else if let Some(key) = card.strip_prefix('M') {
            marker = Some(Marker::ALL.into_iter().find(|known| known.key() == key)?);
        } else {
            cards.push(card.parse().ok()?);
        }
    }
    Some(Plan {
        kind,
        base: Area::of(base)?,
        targets: areas(data, targets)?.into_iter().map(|area| Aim { area, gold }).collect(),
        by_sea: sea == "1",
        leader,
        cards,
        marker,
    })
}

#[cfg(test)]
mod tests {
    use super::{read, written};
    use middle_ages::pack::Data;

    #[test]
    fn a_code_is_read_back_as_the_order_that_it_stands_for() {
        let data = Data::shipped();
        for code in [
            "m/lorraine/swabia/2",
            "s/venice/constantinople/1",
            "t/burgundy/1",
            "r/burgundy",
            "g/burgundy/a/1",
            "g/flanders/f/2",
            "p/3",
            "p/3/lorraine",
            "x/4",
            "d/conquer/lorraine/saxony/0/1",
            "d/rule/burgundy/burgundy+provence/0/0",
            "d/conquer/lorraine/saxony/0/1/L3",
            "d/pillage/lorraine/saxony/0/1/L3+7+12",
            "d/convert/lorraine/saxony/0/0/7",
            "d/rule/burgundy/~5.6.7.8/0/0",
            "d/marker/burgundy/burgundy/0/0/Mpalace",
            "c/7/army",
            "c/7/social",
            "c/7/palace",
        ] {
            let order = read(&data, code).expect("it is read");
            assert_eq!(written(&data, &order).as_deref(), Some(code));
        }
        for wrong in [
            "",
            "m/lorraine/Atlantis/1",
            "d/plot/lorraine/saxony/0/0",
            "d/rule/burgundy/~5.900/0/0",
            "d/marker/burgundy/burgundy/0/0/Mtower",
            "c/x/army",
            "c/1/tower",
        ] {
            assert_eq!(read(&data, wrong), None, "{wrong}");
        }
    }
}
