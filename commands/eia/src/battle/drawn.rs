//! The picture of a field battle that goes with its post.

use super::present::picture;
use super::present::plan::any;
use super::present::told::{BATTLE, days_of};
use linkme::distributed_slice;
use table::{Entry, View};
use table_commands::drawn::{DRAWERS, Drawer};
use table_commands::house::House;

#[distributed_slice(DRAWERS)]
static DRAWER: Drawer = |house, campaign, of, line| Box::pin(drawn(house, campaign, of, line));

/// The picture by what its post says of it; `None` where that is of no battle.
async fn drawn(
    house: &House,
    campaign: &str,
    of: &str,
    line: Option<u64>,
) -> Option<Result<Vec<u8>, String>> {
    let number: u32 = of.strip_prefix(BATTLE)?.parse().ok()?;
    let days = |entries: &[Entry]| Some(days_of(entries, number)).filter(|days| !days.is_empty());
    let ended = |view: &View| any(view, number.into()).filter(|battle| battle.ended.is_some());
    let drawn =
        house.drawn(campaign, line, days, ended, |found, days| picture(&found, &days, found.ended.as_ref()));
    Some(drawn.await)
}
