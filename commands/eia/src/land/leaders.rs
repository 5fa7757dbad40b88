//! Leaders who join another corps where they stand (`standard.land.move.leader`), by two selects.

use super::present::{area, corps_named, corps_said, leader};
use super::{gives_first, in_its_slot, nobody, own};
use eia::Position;
use eia::land::march;
use eia::land::phase::Order;
use eia::pieces::{CorpsId, Leader, LeaderId};
use eia::powers::Power;
use table::said;
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::say;

/// Choices of a select at most.
const MOST: usize = 25;

/// A button or select of leaders; `None` for one that is not known.
pub(super) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Message, Message>> {
    let (power, who) = what.split_once('/').unwrap_or((what, ""));
    let power = Power::by_key(power)?;
    Some(match (who, chosen.first()) {
        ("", None) => at.show_or(|scene| which(scene, power), nobody).await,
        ("who", Some(leader)) => {
            let leader = LeaderId::by_key(leader)?;
            at.show_or(|scene| with_whom(scene, power, leader), nobody).await
        }
        (leader, Some(corps)) => joins(at, power, LeaderId::by_key(leader)?, CorpsId::by_key(corps)?).await,
        _ => return None,
    })
}

/// A leader joins a corps: at once in an open slot, else before all marches.
async fn joins(at: At<'_>, power: Power, leader: LeaderId, corps: CorpsId) -> Result<Message, Message> {
    let may = |then: &Position| march::join(then, power, leader, corps).map(|_| ());
    let same = |line: &Order| matches!(line, Order::Join { leader: other, .. } if *other == leader);
    gives_first(at, power, Order::Join { leader, corps }, may, same).await
}

/// The corps that a leader can join now, as his power's slot would find the board.
fn open_to(then: &Position, power: Power, leader: LeaderId) -> Vec<CorpsId> {
    let with = then.pieces.leaders.get(&leader).copied();
    let may = |corps: &CorpsId| {
        with != Some(Leader::With(*corps)) && march::join(then, power, leader, *corps).is_ok()
    };
    march::corps_of(then, power).filter(may).collect()
}

/// Which leader: those with a choice, each with the corps that he is with.
fn which(scene: &Scene<'_>, power: Power) -> Option<Message> {
    let (now, _) = own(scene)?;
    let then = in_its_slot(&now, power);
    let choice = |(id, at): (&LeaderId, &Leader)| {
        let about = match at {
            Leader::With(corps) => say!("with {}", corps_said(*corps)),
            Leader::Open(at) | Leader::Inside(at) => say!("at {}, without a corps", area(*at)),
            Leader::Aboard(_) | Leader::Prisoner(_) => return None,
        };
        let has = then.commands(id.owner()) == Some(power) && !open_to(&then, power, *id).is_empty();
        has.then(|| Choice::new(&leader(*id), id.key()).about(&about))
    };
    let choices: Vec<Choice> = then.pieces.leaders.iter().filter_map(choice).take(MOST).collect();
    let back = back(scene, power);
    if choices.is_empty() {
        let says = said!("No leader of {} has another corps that he could join.", power);
        return Some(Message::refusal(says).buttons(vec![back]));
    }
    let says = say!(
        "**Leaders of {}.** A leader joins another corps before anything marches, in his area or some areas away. Who?",
        power
    );
    let id = CustomId::on(&scene.own, 0, &format!("land/leaders/{}/who", power.key()));
    Some(
        Message::text(says).select(Component::select(&say!("Which leader"), id, choices)).buttons(vec![back]),
    )
}

/// Which corps he joins.
fn with_whom(scene: &Scene<'_>, power: Power, who: LeaderId) -> Option<Message> {
    let (now, _) = own(scene)?;
    let then = in_its_slot(&now, power);
    let choice = |id: CorpsId| {
        let at = then.pieces.corps.get(&id).and_then(|on_map| on_map.stand.area());
        Choice::new(&corps_named(id, power), id.key()).about(&at.map(area).unwrap_or_default())
    };
    let choices: Vec<Choice> = open_to(&then, power, who).into_iter().take(MOST).map(choice).collect();
    let says = say!("**{}**: which corps does he join?", leader(who));
    let id = CustomId::on(&scene.own, 0, &format!("land/leaders/{}/{}", power.key(), who.key()));
    let buttons = vec![back(scene, power)];
    if choices.is_empty() {
        return Some(Message::refusal(said!("{} can join no corps now.", leader(who))).buttons(buttons));
    }
    Some(Message::text(says).select(Component::select(&say!("Which corps"), id, choices)).buttons(buttons))
}

/// The way back to the orders.
fn back(scene: &Scene<'_>, power: Power) -> Component {
    scene.button(Look::Secondary, &say!("Orders"), 0, &format!("land/of/{}", power.key()))
}
