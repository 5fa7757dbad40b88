//! Orders on the board in a few characters, as the choices of a select carry them.

use middle_ages::board::plan::{Aim, Plan};
use middle_ages::board::{Answer, Order};
use middle_ages::endeavour::Kind;
use middle_ages::geography::Area;
use middle_ages::marker::Marker;

/// An order in a few characters; `None` for one that no select offers.
#[must_use]
pub fn written(order: &Order) -> Option<String> {
    Some(match order {
        Order::Move { from, way, strength } => format!("m/{}/{}/{strength}", from.key(), way.first()?.key()),
        Order::Ship { from, to, strength } => format!("s/{}/{}/{strength}", from.key(), to.key()),
        Order::Tax { area, gold } => format!("t/{}/{gold}", area.key()),
        Order::Return { area } => format!("r/{}", area.key()),
        Order::Play { pos, on: None } => format!("p/{pos}"),
        Order::Play { pos, on: Some(on) } => format!("p/{pos}/{}", on.key()),
        Order::Discard { pos } => format!("x/{pos}"),
        Order::Declare { plan } => {
            let targets: Vec<&str> = plan.targets.iter().map(|aim| aim.area.key()).collect();
            let (kind, base, sea) = (plan.kind.key(), plan.base.key(), u8::from(plan.by_sea));
            let gold = plan.targets.first().map_or(0, |aim| aim.gold);
            format!("d/{kind}/{base}/{}/{sea}/{gold}", targets.join("+"))
        }
        Order::Choose { number, answer: Answer::Army } => format!("c/{number}/army"),
        Order::Choose { number, answer: Answer::Social } => format!("c/{number}/social"),
        Order::Choose { number, answer: Answer::Marker(kind) } => format!("c/{number}/{}", kind.key()),
        _ => return None,
    })
}

/// The order of a code; `None` for one that this program did not write.
#[must_use]
pub fn read(code: &str) -> Option<Order> {
    let parts: Vec<&str> = code.split('/').collect();
    Some(match *parts.as_slice() {
        ["m", from, to, strength] => Order::Move {
            from: Area::by_key(from)?,
            way: vec![Area::by_key(to)?],
            strength: strength.parse().ok()?,
        },
        ["s", from, to, strength] => {
            Order::Ship { from: Area::by_key(from)?, to: Area::by_key(to)?, strength: strength.parse().ok()? }
        }
        ["t", area, gold] => Order::Tax { area: Area::by_key(area)?, gold: gold.parse().ok()? },
        ["r", area] => Order::Return { area: Area::by_key(area)? },
        ["p", pos] => Order::Play { pos: pos.parse().ok()?, on: None },
        ["p", pos, on] => Order::Play { pos: pos.parse().ok()?, on: Some(Area::by_key(on)?) },
        ["x", pos] => Order::Discard { pos: pos.parse().ok()? },
        ["d", kind, base, targets, sea, gold] => {
            let gold = gold.parse().ok()?;
            let aims = targets.split('+').map(|key| Some(Aim { area: Area::by_key(key)?, gold }));
            Order::Declare {
                plan: Plan {
                    kind: Kind::ALL.into_iter().find(|known| known.key() == kind)?,
                    base: Area::by_key(base)?,
                    targets: aims.collect::<Option<_>>()?,
                    by_sea: sea == "1",
                    leader: None,
                    cards: Vec::new(),
                },
            }
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

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn a_code_is_read_back_as_the_order_that_it_stands_for() {
        for code in [
            "m/lorraine/swabia/2",
            "s/venice/constantinople/1",
            "t/burgundy/1",
            "r/burgundy",
            "p/3",
            "p/3/lorraine",
            "x/4",
            "d/conquer/lorraine/saxony/0/1",
            "d/rule/burgundy/burgundy+provence/0/0",
            "c/7/army",
            "c/7/social",
            "c/7/palace",
        ] {
            let order = read(code).expect("it is read");
            assert_eq!(written(&order).as_deref(), Some(code));
        }
        for wrong in ["", "m/lorraine/atlantis/1", "d/plot/lorraine/saxony/0/0", "c/x/army", "c/1/tower"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
