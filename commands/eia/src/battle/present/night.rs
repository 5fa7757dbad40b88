//! The night after an undecided day: who stays and who leaves, and what it gives back. All of it is for everybody: morale is told round by
//! round, and whether a side stayed shows in the morning.

use super::words::{place, side};
use eia::land::battle::fight::Who;
use eia::land::battle::{Battle, Fought};
use eia::land::values::Values;
use table_commands::message::{Embed, Message};
use table_commands::{say, speech};

/// The post of the night that follows a day; `None` where none does, or where who is asked has not answered yet. `values`: what a night gives
/// back.
#[must_use]
pub fn night(battle: &Battle, fought: &Fought, values: Values<'_>) -> Option<Message> {
    if fought.stops || !battle.has_night(fought.day, &fought.fight) {
        return None;
    }
    let sides = Who::BOTH.map(|who| side(battle, who));
    let [attacker, defender] = &sides;
    let stay = Who::BOTH.map(|who| battle.stays(&fought.fight, who));
    let content = match stay {
        [true, true] => say!("**Night: both sides stay.** Day {} follows.", fought.day + 1),
        [true, false] => say!("**Night.** Leaving: **{}**. Staying: {}.", defender, attacker),
        [false, true] => say!("**Night.** Leaving: **{}**. Staying: {}.", attacker, defender),
        [false, false] => say!("**Night.** Both want to leave; the attacker goes: **{}**.", attacker),
    };
    let back = values.night().value;
    let tenths = |n: u16| speech::tenths(n.into());
    let goes_on = stay == [true, true];
    let mut lines: Vec<String> = Vec::new();
    for (name, army) in sides.iter().zip(&fought.fight.armies) {
        let (left, morning) = (army.left(), army.level.saturating_sub(army.lost_after(back)));
        lines.push(if goes_on && morning != left {
            let [left, morning, level] = [left, morning, army.level].map(tenths);
            say!("{}: morale {} left, {} of {} in the morning.", name, left, morning, level)
        } else {
            say!("{}: morale {} left.", name, tenths(left))
        });
    }
    if goes_on {
        lines.push(match back {
            0 => say!("A night gives back no morale. Lost factors stay lost."),
            back => say!("A night gives back up to {} morale. Lost factors stay lost.", tenths(back)),
        });
    }
    let title = say!("{} · night after day {}", place(battle), fought.day);
    Some(Message::text(content).with(Embed::new(&title, lines.join("\n"))))
}
