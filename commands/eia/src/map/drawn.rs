//! The picture of counters that were told together, which goes with their post.

use super::present::flags::{COUNTERS, Flag, told_together, window_of};
use super::present::picture::{View, picture};
use crate::pack;
use eia::oob::Control;
use linkme::distributed_slice;
use table::Entry;
use table_commands::drawn::{DRAWERS, Drawer};
use table_commands::house::House;

#[distributed_slice(DRAWERS)]
static DRAWER: Drawer = |house, campaign, of, line| Box::pin(drawn(house, campaign, of, line));

/// The picture by what its post says of it; `None` where that is of no counters.
async fn drawn(
    house: &House,
    campaign: &str,
    of: &str,
    line: Option<u64>,
) -> Option<Result<Vec<u8>, String>> {
    let first: u64 = of.strip_prefix(COUNTERS)?.parse().ok()?;
    let told = move |entries: &[Entry]| Some(told_together(entries, first)).filter(|flags| !flags.is_empty());
    let control = |view: &table::View| Some(Control::of(&view.scenario));
    Some(match pack::own_map(house, campaign).await {
        Some(on_table) => {
            let draw = pack::draws_flags(house, on_table).await;
            house.drawn(campaign, line, told, control, move |_, flags| draw(flags)).await
        }
        None => house.drawn(campaign, line, told, control, on_the_map).await,
    })
}

fn on_the_map(control: Control, flags: Vec<Flag>) -> Result<Vec<u8>, String> {
    let window = window_of(&flags).ok_or("none of the counters stands on the map")?;
    picture(&View { window, about: None, control, flags, held: Vec::new() })
}
