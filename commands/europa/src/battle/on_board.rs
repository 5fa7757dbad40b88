//! Opening a battle where the board is kept here: first what stands together on it, as a battle opened by hand changes nothing there.

use super::open_form;
use crate::board::pick::own;
use crate::frames::fights;
use table_commands::asked::{Answer, At};
use table_commands::message::{Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// What is asked before the form: the battles of the board, or that there is none; `None` where the board is kept elsewhere.
fn first(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene).filter(|(position, _)| position.board.is_in_use())?;
    let here = fights(scene, &position, seat);
    let other = |label: String| scene.button(Look::Secondary, &label, 0, "europa/open/other");
    if here.is_empty() {
        let says = say!(
            "On the board that is kept here no stack of yours can fight now: that is done in your own battle segment, where it stands with an enemy's. A battle that is opened by hand takes nothing off these stacks, and who is beaten in it moves his pieces himself."
        );
        return Some(Message::text(says).buttons(vec![other(say!("Open it all the same"))]));
    }
    let says = say!("**Open a battle.** These stand together on the board.");
    Some(Message::text(says).buttons(here).and_button(other(say!("Another battle…"))))
}

/// The form that opens a battle, after what the board has to say of it.
pub(super) async fn asks_first(at: At<'_>) -> Result<Answer, Message> {
    match at.look(first).await? {
        Some(message) => Ok(message.into()),
        None => open_form(at).await,
    }
}
