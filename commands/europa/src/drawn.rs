//! The pictures of Europa that go with posts: the sheet of a battle, the sheet of a siege's last assault.

use super::battle::present as fight;
use super::battle::present::FIGHT;
use super::present::position;
use super::siege::present as siege;
use super::siege::present::SIEGE;
use linkme::distributed_slice;
use table::{Entry, View};
use table_commands::drawn::{DRAWERS, Drawer};
use table_commands::house::House;

#[distributed_slice(DRAWERS)]
static DRAWER: Drawer = |house, campaign, of, line| Box::pin(drawn(house, campaign, of, line));

/// The picture by what its post says of it; `None` where that is of no subject of Europa.
async fn drawn(
    house: &House,
    campaign: &str,
    of: &str,
    line: Option<u64>,
) -> Option<Result<Vec<u8>, String>> {
    let number = |number: &str| number.parse::<u32>().ok();
    if let Some(number) = of.strip_prefix(FIGHT).and_then(number) {
        return Some(sheet(house, campaign, number, line).await);
    }
    let number = of.strip_prefix(SIEGE).and_then(number)?;
    Some(assault(house, campaign, number, line).await)
}

/// The sheet of a battle.
async fn sheet(house: &House, campaign: &str, number: u32, line: Option<u64>) -> Result<Vec<u8>, String> {
    let sheets = |entries: &[Entry]| Some(fight::sheets_of(entries, number)).filter(|all| !all.is_empty());
    let ended = |view: &View| position(view)?.fights.of.get(&number)?.ended.map(|_| ());
    house.drawn(campaign, line, sheets, ended, |(), sheets| fight::picture::picture(&sheets)).await
}

/// The sheet of the last assault of a siege.
async fn assault(house: &House, campaign: &str, number: u32, line: Option<u64>) -> Result<Vec<u8>, String> {
    let fought = |entries: &[Entry]| siege::assault_of(entries, number);
    let drawn = house.drawn(
        campaign,
        line,
        fought,
        |_| Some(()),
        |(), (siege, notes, verdict)| siege::picture::picture(&siege, &notes, &verdict),
    );
    drawn.await
}
