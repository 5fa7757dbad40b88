//! What the board's commands suggest while they are typed: stacks, and places by where a stack stands.

use super::read::stack_meant;
use crate::board::present as shown;
use crate::position;
use europa::board::{Standing, may_retreat};
use europa::geography::{self, Place};
use europa::words::folded;
use europa::{Position, words};
use poise::serenity_prelude as serenity;
use std::sync::Arc;
use table_commands::Context;
use table_commands::present::Scene;
use table_commands::words::{suggest, typed_so_far};

/// The asker's own stacks, by any part of their description.
pub(crate) async fn own_stacks(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    stacks_of(ctx, typed, true).await
}

/// All stacks.
pub(crate) async fn any_stacks(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    stacks_of(ctx, typed, false).await
}

async fn stacks_of(ctx: Context<'_>, typed: &str, own: bool) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(position) = position(&scene.own) else { return Vec::new() };
        let seat = scene.own.seat();
        let mine = |country| !own || position.seat_of(country) == seat;
        let stacks = position.board.stacks.iter().filter(|(_, standing)| mine(standing.country));
        stacks.map(|(n, standing)| (shown::named_stack(*n, standing), n.to_string())).collect()
    })
    .await
}

/// The stack that is typed in the option before, as the board has it.
fn typed_stack(scene: &Scene<'_>, typed: Option<&str>) -> Option<(Arc<Position>, u32, Standing)> {
    let number = stack_meant(typed?).ok()?;
    let position = position(&scene.own)?;
    let standing = position.board.stacks.get(&number)?.clone();
    Some((position, number, standing))
}

fn named(place: Place) -> (String, String) {
    (place.name().to_owned(), place.site().key.clone())
}

/// Places next to the stack that is typed in the option before, and then all others by any part of the name.
pub(crate) async fn near(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let stack = typed_so_far(ctx, "stack");
    suggest(ctx, "", |scene| {
        let standing = typed_stack(scene, stack.as_deref()).map(|(_, _, standing)| standing);
        let next = standing.iter().flat_map(|standing| standing.at.neighbours()).map(|(place, _)| *place);
        let wanted = folded(typed);
        let mut all: Vec<Place> = next.filter(|place| folded(place.name()).contains(&wanted)).collect();
        for place in geography::find(typed) {
            if !all.contains(&place) {
                all.push(place);
            }
        }
        all.into_iter().take(25).map(named).collect()
    })
    .await
}

/// Where the beaten stack that is typed in the option before may retreat.
pub(crate) async fn retreats(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let stack = typed_so_far(ctx, "stack");
    suggest(ctx, "", |scene| {
        let Some((position, number, standing)) = typed_stack(scene, stack.as_deref()) else {
            return Vec::new();
        };
        let open = (standing.at.neighbours().iter().map(|(place, _)| *place))
            .filter(|place| may_retreat(&position, number, &standing, *place).is_ok());
        let open: Vec<(Place, Vec<String>)> = open.map(|place| (place, vec![folded(place.name())])).collect();
        words::best(typed, open.into_iter()).into_iter().map(named).collect()
    })
    .await
}

/// The last of the places of a way that is being typed, after those before it.
pub(crate) async fn voyage(_ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let (before, last) = typed.rsplit_once(',').map_or(("", typed), |(before, last)| (before, last));
    let before = before.trim();
    let found = geography::find(last.trim()).into_iter();
    let found = found.filter(|place| place.site().is_sea() || place.site().has_port()).take(25);
    table_commands::words::choices(found.filter_map(|place| {
        let whole =
            if before.is_empty() { place.name().to_owned() } else { format!("{before}, {}", place.name()) };
        // Discord takes no choice of more than a hundred characters.
        (whole.chars().count() <= 100).then(|| serenity::AutocompleteChoice::new(whole.clone(), whole))
    }))
}
