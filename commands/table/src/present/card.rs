//! Where the turn card stands: every step has one of its own, kept up to date, and it comes down again when posts have pushed it out of sight.

use super::{Post, Posts, Scene, To, front, status};
use table::{Stage, View};

/// After so many posts in the council the card of the open step is posted anew below them: about three screens of a phone.
pub const COMES_DOWN_AFTER: u32 = 15;

/// The newest card of the open step in the council.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCard {
    /// How often it came down again in this step.
    pub again: u32,
    /// How many posts of the council stand below it.
    pub below: u32,
}

/// What the first turn card of the open step is kept under.
#[must_use]
pub fn purpose(view: &View) -> String {
    view.page.map_or_else(|| "turn".to_owned(), |page| format!("turn/{page}"))
}

/// What a turn card is kept under that came down so often: `turn/12`, then `turn/12+1`.
#[must_use]
pub fn purpose_again(purpose: &str, again: u32) -> String {
    if again == 0 { purpose.to_owned() } else { format!("{purpose}+{again}") }
}

/// Whether a post stands in the council and pushes the card up.
fn pushes(post: &Post) -> bool {
    matches!(post.to, To::Council | To::Opening { .. })
}

/// Whether play stands in a slot that passes by itself.
fn passes(view: &View) -> bool {
    front::of(view).is_some_and(|front| front.passes(view))
}

/// Whether the same step is called otherwise than before the order, as where the bot's own board came into use in it.
fn says_another_step(scene: &Scene<'_>) -> bool {
    scene.before.as_deref().is_some_and(|before| status::step(before) != status::step(&scene.public))
}

/// Whether the card offers another thing than before the order.
fn offers_other(scene: &Scene<'_>) -> bool {
    let before = scene.before.as_deref();
    before
        .zip(front::of(&scene.public))
        .is_some_and(|(before, front)| front.offers_other(before, &scene.public))
}

/// Keeps the turn card up to date where something `changed` on it, says of the card of a step that ended that it is over, and brings the
/// card down where it stands too far up: the one above then points down.
pub(super) fn keep(scene: &Scene<'_>, posts: &mut Posts, changed: bool) {
    let now = purpose(&scene.public);
    let TurnCard { again, below } = scene.card;
    let before = scene.before.as_deref().map(|before| (purpose(before), before));
    if let Some((old, before)) = before.filter(|(old, _)| *old != now) {
        if changed {
            // The card of the step that ended says so, and offers nothing any more. A slot that passes by itself has none.
            if !passes(before) {
                posts.card(purpose_again(&old, again), status::past_card(scene, before));
            }
            if scene.public.stage != Stage::Closed && !passes(&scene.public) {
                posts.card(now, status::card(scene));
            }
        }
        return;
    }
    if passes(&scene.public) {
        // A card that stands from before it passed says that this is over.
        if let Some(before) = scene.before.as_deref().filter(|before| changed && !passes(before)) {
            posts.card(purpose_again(&now, again), status::past_card(scene, before));
        }
        return;
    }
    let pushed = u32::try_from(posts.posts.iter().filter(|post| pushes(post)).count()).unwrap_or(u32::MAX);
    // A founding's card is the first post of all, and a campaign that is closed offers nothing.
    let stands = scene.before.is_some() && scene.public.stage != Stage::Closed;
    if stands && pushed > 0 && below.saturating_add(pushed) >= COMES_DOWN_AFTER {
        posts.card(purpose_again(&now, again), status::moved_card(scene));
        posts.card(purpose_again(&now, again.saturating_add(1)), status::card(scene));
    } else if changed || says_another_step(scene) || offers_other(scene) {
        posts.card(purpose_again(&now, again), status::card(scene));
    }
}

impl TurnCard {
    /// Where it stands after these posts.
    #[must_use]
    pub fn after(self, scene: &Scene<'_>, posts: &Posts) -> TurnCard {
        let now = purpose(&scene.public);
        let before = scene.before.as_deref().map(purpose);
        let mut stands =
            if before.as_ref().is_some_and(|before| *before != now) { TurnCard::default() } else { self };
        let (kept, next) = (stands.again, stands.again.saturating_add(1));
        for post in &posts.posts {
            match &post.to {
                To::Card(purpose) if *purpose == purpose_again(&now, next) => {
                    stands = TurnCard { again: next, below: 0 };
                }
                // One that is edited stays where it is; the first of a step is a new post.
                To::Card(purpose)
                    if *purpose == purpose_again(&now, kept) && before.as_ref() != Some(&now) =>
                {
                    stands.below = 0;
                }
                _ if pushes(post) => stands.below = stands.below.saturating_add(1),
                _ => {}
            }
        }
        stands
    }
}
