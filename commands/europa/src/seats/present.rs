//! Countries taken and given up, technologies, wars, and what is told of the board.

use super::choosing;
use crate::board::present as board;
use crate::present::position;
use crate::words::{country, land, naval};
use europa::Event;
use europa::seats::{Happened, Order};
use table::Entry;
use table_commands::message::{Look, Message};
use table_commands::present::{Posts, Scene, values};
use table_commands::say;

/// Something about countries.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, happened: Happened) {
    let mut buttons = vec![scene.button(Look::Secondary, &say!("My desk"), 0, "desk")];
    let says = match happened {
        Happened::CountryTaken { country: taken, seat } => {
            let says = say!("**{}** is played by {}.", country(taken), scene.player(&seat));
            let now = position(&scene.public);
            // Its stacks come next.
            if now.as_ref().is_some_and(|now| board::may_deploy(now, &seat)) {
                buttons.insert(0, board::deploy_button(scene, Look::Primary));
            }
            match now.and_then(|position| position.countries.get(&taken).cloned()) {
                Some(played) => format!(
                    "{says} {}",
                    say!(
                        "Its technologies: {} on land, {} at sea. Where they are others, its player tells them with /europa country take.",
                        land(played.land),
                        naval(played.naval)
                    )
                ),
                None => says,
            }
        }
        Happened::CountryReleased { country: released, seat } => {
            say!("{} gives up **{}**; it has no player.", scene.player(&seat), country(released))
        }
        Happened::TechnologyTold { country: of, land: on_land, naval: at_sea } => {
            say!("**{}**: {} on land, {} at sea.", country(of), land(on_land), naval(at_sea))
        }
        Happened::War { country: one, with, on: true } => {
            say!("**{} and {} are at war.**", country(one), country(with))
        }
        Happened::War { country: one, with, on: false } => {
            say!("**{} and {} are at peace.**", country(one), country(with))
        }
        Happened::PeaceTold { country: one, with } => {
            let says = say!(
                "**{} tells a peace with {}.** It holds when the player of {} tells it too; until then they are at war.",
                country(one),
                country(with),
                country(with)
            );
            posts.reply = Message::text(says.clone()).buttons(buttons);
            let buttons = vec![choosing::confirm(scene, with, one), choosing::declines(scene, with, one)];
            posts.council("europa", Message::text(says).buttons(buttons));
            return;
        }
        Happened::PeaceDenied { country: one, with } => {
            say!("**No peace of {} with {}.** They are at war as before.", country(one), country(with))
        }
        Happened::Told { corrected: true, .. } => return,
        Happened::Told { .. } => {
            let before = i.checked_sub(1).and_then(|before| crate::present::happened(&entries[before]));
            if !matches!(before, Some(Event::Seats(Happened::Told { .. }))) {
                values::told(scene, posts, entries, i);
            }
            return;
        }
    };
    posts.reply = Message::text(says.clone()).buttons(buttons);
    posts.council("europa", Message::text(says));
}

/// An order that somebody tells and that waits for others, in a line without its end.
pub(crate) fn told_order(order: &Order) -> Option<String> {
    match *order {
        Order::War { country: one, with, .. } => {
            Some(say!("{} and {} are at war", country(one), country(with)))
        }
        Order::Take { country: of } => Some(say!("one more country is taken: {}", country(of))),
        Order::Technology { country: of, land: on_land, naval: at_sea } => {
            Some(say!("{} has {} on land and {} at sea", country(of), land(on_land), naval(at_sea)))
        }
        Order::Release { .. } => None,
    }
}
