//! What the desk has of field battles: musters that are asked for, odds, what *Ready* leaves behind, and how a battle is called off.

use crate::battle::present::plan::{of_seat, open, place};
use crate::battle::{asks, leaving};
use eia::land::battle::Battle;
use eia::land::battle::course::may_call_off;
use table::switches;
use table_commands::message::{Component, Look, Message};
use table_commands::present::{Scene, names};
use table_commands::say;

/// What *Ready* leaves behind, and the buttons beside those of battles: open battles that wait for who looks, corps of his that have still to
/// leave a field, or battles in which he fights and others have still to muster.
#[must_use]
pub fn before_ready(scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
    let seat = scene.own.seat()?;
    let owed: Vec<String> = asks::musters(&scene.own)
        .into_iter()
        .filter(|(_, asks)| asks.of.contains(seat))
        .map(|(_, asks)| asks.says)
        .collect();
    if !owed.is_empty() {
        let says = say!(
            "{}\n*Ready* says nothing of it: the step can end while the battle waits. *Muster* first.",
            owed.join("\n")
        );
        return Some((says, Vec::new()));
    }
    let leaving = leaving::lines(scene);
    if !leaving.is_empty() {
        return Some((leaving.join("\n"), vec![crate::moving::button(scene)]));
    }
    let open: Vec<String> =
        of_seat(&scene.own, seat).iter().filter_map(|(_, battle, _)| awaited(battle)).collect();
    (!open.is_empty()).then(|| {
        let says = say!("{}\nThe step can end before it is fought; it stays open then, until all have mustered or it is called off.", open.join("\n"));
        (says, Vec::new())
    })
}

/// Who has still to muster for a battle; `None` where all have.
fn awaited(battle: &Battle) -> Option<String> {
    let awaited: Vec<String> = battle.awaited().iter().map(crate::names::called).collect();
    (!awaited.is_empty())
        .then(|| say!("**Battle of {}**: awaited: {}.", place(battle), names::list(&awaited)))
}

/// The button that asks for the odds of a battle.
#[must_use]
pub fn odds_button(scene: &Scene<'_>, number: u32) -> Component {
    scene.button(Look::Secondary, &say!("Odds"), 0, &format!("battle/odds/{number}"))
}

/// What the desk says of battles, and the buttons: musters that are asked for.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let Some(seat) = scene.own.seat() else { return (lines, buttons) };
    lines.extend(leaving::lines(scene));
    for (number, battle, powers) in of_seat(&scene.own, seat) {
        let garrison = powers.iter().any(|power| battle.field.defenders.contains(power));
        if battle.field.neutral && garrison && !battle.neutral.contains(seat) {
            lines.push(say!(
                "**{}**: it is said that your garrison is neutral. *It is neutral*, or *Muster* if it fights.",
                place(&battle)
            ));
            buttons.push(neutral_button(scene, number));
        }
        let own = asks::musters(&scene.own).into_iter();
        for (power, asks) in own.filter(|(_, asks)| asks.number == number && asks.of.contains(seat)) {
            lines.push(asks.says);
            let label = say!("Muster {}", power);
            buttons.push(scene.button(
                Look::Primary,
                &label,
                u64::from(number),
                &format!("battle/muster/{}", power.key()),
            ));
        }
        // Once all have mustered the envelope's own line stands here, and the battle is fought.
        lines.extend(awaited(&battle).filter(|_| !battle.musters.is_empty()));
        let is_asked = !battle.musters.is_empty() && battle.stopped.is_none();
        if is_asked && scene.public.switch(switches::ODDS) != "no" {
            buttons.push(odds_button(scene, number));
        }
    }
    (lines, buttons)
}

/// The buttons by which who looks calls battles off.
#[must_use]
pub fn endings(scene: &Scene<'_>) -> Vec<Component> {
    let Some(seat) = scene.own.seat() else { return Vec::new() };
    of_seat(&scene.own, seat).iter().filter_map(|(number, ..)| call_off_button(scene, *number)).collect()
}

/// The button by which a battle is called off, where who looks may do that; it asks once more.
#[must_use]
pub fn call_off_button(scene: &Scene<'_>, number: u32) -> Option<Component> {
    let (position, seat) = (crate::seen::position(&scene.own)?, scene.own.seat()?);
    may_call_off(&position, seat, number).ok()?;
    Some(scene.button(Look::Danger, &say!("Call it off"), u64::from(number), "battle/call_off"))
}

/// What is asked before a battle is called off: what of it would be gone.
#[must_use]
pub fn before_call_off(scene: &Scene<'_>, number: u32) -> Option<Message> {
    let battle = open(&scene.own, number)?;
    let mustered: Vec<String> = battle.musters.keys().map(crate::names::called).collect();
    let says = if mustered.is_empty() {
        say!("Call off the battle of {}? It is gone for both sides then.", place(&battle))
    } else {
        say!(
            "Call off the battle of {}? It is gone for both sides then, with what was mustered by {}.",
            place(&battle),
            names::list(&mustered)
        )
    };
    let yes = scene.button(Look::Danger, &say!("Call it off"), u64::from(number), "battle/call_off/yes");
    Some(Message::text(says).buttons(vec![yes, scene.button(Look::Secondary, &say!("My desk"), 0, "desk")]))
}

/// The button by which the player of a garrison says that it is neutral.
#[must_use]
pub fn neutral_button(scene: &Scene<'_>, number: u32) -> Component {
    scene.button(Look::Secondary, &say!("It is neutral"), u64::from(number), "battle/neutral")
}
