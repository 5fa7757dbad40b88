//! Events of the group's own: who is asked whether he agrees to one, and his answer.

use crate::seen::position;
use eia::powers::Power;
use eia::sardinia::Order;
use table::Stage;
use table_commands::message::Look;
use table_commands::present::Scene;
use table_commands::present::front::Lines;
use table_commands::present::names::plain;
use table_commands::say;

/// The events of the group's own that wait for the viewer's agreement, and his answers.
pub(super) fn to_agree(scene: &Scene<'_>) -> Lines {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(now), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return (lines, buttons) };
    if scene.own.stage != Stage::Playing || scene.own.as_regent {
        return (lines, buttons);
    }
    let own = now.bidders(seat);
    for wanted in &now.sardinia.wanted {
        let Some(power) = now.witnesses(wanted).into_iter().find(|power| own.contains(power)) else {
            continue;
        };
        lines.push(say!(
            "{} wants to add an event to Sardinia's: **{}**. Do you agree?",
            wanted.power,
            plain(&wanted.event)
        ));
        if buttons.is_empty() {
            let verb = |word: &str| format!("sardinia/{word}/{}/{}", power.key(), wanted.number);
            buttons.push(scene.button(Look::Primary, &say!("Add the event"), 0, &verb("agree")));
            buttons.push(scene.button(Look::Secondary, &say!("Do not add it"), 0, &verb("decline")));
        }
    }
    (lines, buttons)
}

/// The answer to an event that somebody wants to add, as a button has it: `agree/austria/1`.
pub(super) fn answer(what: &str) -> Option<Order> {
    let [word, power, number] = what.split('/').collect::<Vec<_>>().try_into().ok()?;
    Some(Order::Answer {
        power: Power::by_key(power)?,
        number: number.parse().ok()?,
        agrees: word == "agree",
    })
}
