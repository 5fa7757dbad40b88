//! Boards that a game draws itself: where a campaign is of such a game, the command that shows the map shows its board.

use crate::asked::{Answer, Asked};
use crate::house::House;
use crate::rooms::Comes;
use linkme::distributed_slice;

/// The board of a game.
pub struct Board {
    /// Shows the board of a campaign, or what lies around a place as it was typed; `None` where the campaign is of another game.
    pub shows: for<'a> fn(&'a House, &'a Asked, &'a str, Option<&'a str>) -> Comes<'a, Answer>,
    /// Places by what was typed so far: names, and what comes back for each.
    pub suggests: fn(&str) -> Vec<(String, String)>,
}

/// The boards of the games: each that has one registers it.
#[distributed_slice]
pub static BOARDS: [Board];

/// The board of the campaign that is meant; `None` where none is, or its game draws none.
pub async fn shown(
    house: &House,
    asked: &Asked,
    named: Option<&str>,
    around: Option<&str>,
) -> Option<Answer> {
    let campaign = house.meant(asked, named).await.ok()?;
    for board in BOARDS {
        let answer = (board.shows)(house, asked, &campaign, around).await;
        if answer.is_some() {
            return answer;
        }
    }
    None
}
