//! The pictures that go with posts: of counters that were told together, and of a war whose board the bot keeps.

use super::present::flags::{COUNTERS, Flag, on_the_kept_board, told_together, window_of};
use super::present::held::in_the_war;
use super::present::picture::{View, picture};
use super::present::theatre;
use crate::pack;
use crate::seen::position;
use eia::oob::Control;
use linkme::distributed_slice;
use table::{Campaign, Entry};
use table_commands::drawn::{DRAWERS, Drawer};
use table_commands::house::House;

#[distributed_slice(DRAWERS)]
static DRAWER: Drawer = |house, campaign, of, line| Box::pin(drawn(house, campaign, of, line));

/// What the picture of the board goes by, as it stands with the line of its post.
pub(crate) const BOARD: &str = "board";

/// The picture by what its post says of it; `None` where that is of no counters and no board.
async fn drawn(
    house: &House,
    campaign: &str,
    of: &str,
    line: Option<u64>,
) -> Option<Result<Vec<u8>, String>> {
    if of == BOARD {
        let told = |entries: &[Entry]| Some(entries.to_vec());
        let draw = |(), entries: Vec<Entry>| picture(&as_it_stood(&entries).ok_or("no board was kept then")?);
        return Some(house.drawn(campaign, line, told, |_| Some(()), draw).await);
    }
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
    picture(&View { flags, ..View::of(window, control) })
}

/// The board of a war as all saw it when these entries were written.
fn as_it_stood(entries: &[Entry]) -> Option<View> {
    let then = Campaign::fold(entries).ok()?;
    let now = position(&then.public_view()).filter(|now| now.keeps_land())?;
    let control = Control::of(&then.founded.scenario);
    let (flags, held) = (on_the_kept_board(&now), in_the_war(&now));
    Some(View { flags, held, numbers: true, ..View::of(theatre::window(&now)?, control) })
}
