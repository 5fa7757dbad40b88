//! Where a beaten stack may go: the first places as buttons, all of them in a list.

use super::pick::{MOST, own};
use super::present::named_stack;
use crate::screen;
use crate::words::{country, place};
use europa::Position;
use europa::board::{self, Eyes, Standing};
use europa::control::{Control, Stance};
use europa::geography::Place;
use table::said;
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// Most places that are offered for a retreat as buttons; where there are more, a list has them all.
const MOST_BUTTONS: usize = 4;

/// Where a beaten stack may go, its own side's places first.
fn open(position: &Position, stack: u32, standing: &Standing) -> Vec<Place> {
    let eyes = Eyes::of(position, standing.country);
    let mut open: Vec<Place> = board::retreats(position, stack).collect();
    open.sort_by_key(|next| match eyes.stance(*next) {
        Stance::Friendly => 0,
        Stance::Neutral => 1,
        Stance::Enemy => 2,
    });
    open
}

/// A button for each place to which a beaten stack may retreat, its own side's first; and one for the list of all where they are many.
pub(crate) fn buttons(
    scene: &Scene<'_>,
    position: &Position,
    stack: u32,
    standing: &Standing,
) -> Vec<Component> {
    let button = |to: Place| {
        let label = say!("Stack {} to {}", stack, place(to));
        scene.button(Look::Primary, &label, stack.into(), &format!("europa/retreat/{}", to.site().key))
    };
    let all = open(position, stack, standing);
    let more = all.len() > MOST_BUTTONS;
    let more = more.then(|| {
        scene.button(Look::Secondary, &say!("Stack {}: more places…", stack), stack.into(), "europa/retreats")
    });
    all.into_iter().take(MOST_BUTTONS).map(button).chain(more).collect()
}

/// The list of all places to which a beaten stack may retreat.
fn list(scene: &Scene<'_>, stack: u32) -> Option<Message> {
    let (position, _) = own(scene)?;
    let goes = position.board.stacks.get(&stack).filter(|_| position.must_retreat(stack));
    let Some(standing) = goes else {
        return Some(Message::refusal(said!("Stack {} has no retreat to make.", stack)));
    };
    let eyes = Eyes::of(&position, standing.country);
    let choice = |to: &Place| {
        let holder = eyes.holder(*to).map(country).unwrap_or_default();
        Choice::new(&place(*to), to.site().key.as_str()).about(&holder)
    };
    let all: Vec<Choice> = open(&position, stack, standing).iter().take(MOST).map(choice).collect();
    let id = CustomId::on(&scene.own, u64::from(stack), "europa/retreat/chosen");
    let says = say!("**{}** was beaten and retreats. Where to?", named_stack(stack, standing));
    Some(Message::text(says).select(Component::select(&say!("Where to"), id, all)))
}

/// The same as an answer.
pub(crate) async fn shown(at: At<'_>, stack: u32) -> Result<Answer, Message> {
    screen(at, |scene| list(scene, stack)).await
}
