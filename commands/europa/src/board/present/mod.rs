//! The board told: stacks, campaigns, marches with their attrition, interceptions, supply, exploration, purchases, rounds.

mod attrition;
mod beaten;
mod desk;
mod envelope;
mod lodged;
mod march;
mod money;
mod offered;
mod rounds;
mod sea;
mod seen;
mod stacks;
mod stated;
mod supplied;
mod whole;
mod words;

pub use desk::{at_hand, desk_lines, is_lodged_ahead, map_button, waits_for_its_segment};
pub(crate) use desk::{lay_button, may_lay_a_siege};
pub use envelope::is_round;
pub use lodged::{lodged_order, lodged_unless};
pub(crate) use march::unclear;
pub use offered::{Moves, Offered, on_the_card, pieces};
pub(crate) use offered::{before_ready, deploy_button, in_movement, may_deploy};
pub(crate) use stated::told_order;
pub use whole::board;
pub(crate) use words::{campaign, moving, way};
pub use words::{counters, kind, named as named_stack, of, round_of, supply};

use europa::board::Happened;
use seen::{Says, Seen};
use table::Entry;
use table_commands::custom_id::CustomId;
use table_commands::message::{Component, Message, clip};
use table_commands::present::{Posts, Scene};

/// The most characters of an answer to one alone: Discord takes 2,000.
const LONGEST_ANSWER: usize = 1_900;

/// Something on the board.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let seen = Seen::of(scene, entries, i);
    if let Happened::MarchBegun { goes_on, .. } = what {
        if let Some(says) = march::begun(&seen, *goes_on) {
            answer(&mut posts.reply, &Message::text(says));
        }
        return;
    }
    let Some(Says { lines, buttons, fights }) = says_of(&seen, what) else { return };
    let message = Message::text(lines.join("\n"));
    let owner = seen.stack(fights.0).and_then(|own| seen.now.as_ref()?.seat_of(own.country));
    let mine = owner.is_some() && owner == scene.own.seat();
    let with = |fights: Vec<Component>| message.clone().buttons([buttons.clone(), fights].concat());
    answer(&mut posts.reply, &with(if mine { fights.1.clone() } else { Vec::new() }));
    posts.council("europa", with(fights.1));
}

/// What a post says of it, by its subject; `None` where there is nothing to post.
fn says_of(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    match what {
        Happened::Deployed { .. }
        | Happened::Disbanded { .. }
        | Happened::Regrouped { .. }
        | Happened::Joined { .. }
        | Happened::LeaderGiven { .. } => stacks::told(seen, what),
        Happened::Held { .. }
        | Happened::WeatherTold { .. }
        | Happened::ColdTold { .. }
        | Happened::RevoltTold { .. } => stated::told(what),
        Happened::Intercepted { .. }
        | Happened::Evaded { .. }
        | Happened::FortressUsed { .. }
        | Happened::Marched { .. } => march::told(seen, what),
        Happened::Escaped { .. }
        | Happened::LetGo { .. }
        | Happened::Embarked { .. }
        | Happened::Blockaded { .. }
        | Happened::Sailed { .. }
        | Happened::Explored { .. } => sea::told(seen, what),
        Happened::Supplied { .. }
        | Happened::Stayed { .. }
        | Happened::Wintered { .. }
        | Happened::Shared { .. } => supplied::told(seen, what),
        Happened::OutOfBattle { .. }
        | Happened::LostInSiege { .. }
        | Happened::ExplorersLost { .. }
        | Happened::Retreated { .. }
        | Happened::CutOff { .. } => beaten::told(seen, what),
        Happened::CampaignAnnounced { .. } | Happened::Bought { .. } | Happened::UpkeepPaid { .. } => {
            money::told(seen, what)
        }
        Happened::RoundBegun { .. } | Happened::RoundsOver { .. } => rounds::told(seen, what),
        // A march that waits is answered, and a battle of the board is told by the battle.
        Happened::MarchBegun { .. } | Happened::Engaged { .. } => None,
    }
}

/// Everything that an order brings about stands in its one answer, with the buttons of what came first, and the rules behind all of it.
fn answer(reply: &mut Message, message: &Message) {
    if reply.content.is_empty() && reply.embeds.is_empty() {
        *reply = message.clone();
        return;
    }
    let content = format!("{}\n\n{}", reply.content, message.content);
    reply.content = clip(content.trim(), LONGEST_ANSWER);
    if reply.components.is_empty() {
        reply.components.clone_from(&message.components);
        return;
    }
    // One tells of all that came of an order.
    let is_why = |button: &&Component| CustomId::read(button.id()).is_some_and(|id| id.verb == "why");
    let why = |of: &Message| of.components.iter().flat_map(|row| &row.components).find(is_why).cloned();
    if let Some(why) = why(message).filter(|_| why(reply).is_none()) {
        *reply = std::mem::take(reply).and_button(why);
    }
}
