//! What was told and binds or costs others: confirming, denying and withdrawing it.

use crate::asked::{Answer, At};
use crate::message::Message;
use crate::present::tellings;
use crate::rooms::Room;
use table::{Act, Verb, said};

/// What its buttons do.
pub(crate) const TELLING: Room = Room {
    subject: "telling",
    pressed: |press, _| Box::pin(pressed(press.at(), press.prompt, press.what)),
    ..Room::EMPTY
};

/// A button of something that was told. `None` for one that is not known.
async fn pressed(at: At<'_>, telling: u64, what: &str) -> Option<Answer> {
    let act = match what {
        "confirm" => Act::Confirm { telling },
        "deny" => Act::Deny { telling },
        "withdraw" => Act::WithdrawTelling { telling },
        "all" => Act::ConfirmAll { through: telling },
        "list" => return Some(at.look(tellings::open_ones).await.into()),
        "show" => {
            let seen = at.look(|scene| match scene.public.tellings.get(&telling) {
                Some(open) => tellings::card(scene, telling, open),
                None => Message::refusal(said!(
                    "That does not wait any more: it counts, was withdrawn or was rejected."
                )),
            });
            return Some(seen.await.into());
        }
        _ => return None,
    };
    let verb = Verb::Act { act, text: None };
    // On the council's post a regent answers for whom he acts, where it does not wait for himself.
    let acts_for = if ["confirm", "deny"].contains(&what) {
        at.look(|scene| tellings::answered_as_regent(scene, telling)).await.ok().flatten()
    } else {
        None
    };
    let verb = match acts_for {
        Some(seat) => Verb::For { seat, verb: Box::new(verb) },
        None => verb,
    };
    Some(at.order(verb).await.into())
}
