//! What Russia may build at sea after the Peace of Paris, and when.

use super::{Victory, data};
use crate::Position;
use crate::months::Month;
use crate::powers::Power;
use table::refusal::Refusal;
use table::{rule, said};

impl Position {
    /// Until which month Russia builds no ships anywhere, and until which none in the Black Sea: the first months in which it may again.
    #[must_use]
    pub fn ships_barred_until(&self) -> Option<[Month; 2]> {
        let peace = self.crimea.peace.as_ref().filter(|peace| peace.victory == Victory::Coalition)?;
        let months = data().months;
        Some([peace.month.later(months.ships), peace.month.later(months.black_sea)])
    }

    /// Whether a power says of the ships on its sheet how many it lays down in ports of the Black Sea.
    #[must_use]
    pub fn lays_down_in_black_sea(&self, power: Power) -> bool {
        power == Power::Russia && self.board.era().is_nationalism()
    }
}

/// Why a power builds no ships in a month, of the Black Sea or anywhere; `None` where it may.
pub(super) fn why_not_laid(state: &Position, power: Power, month: Month, black_sea: bool) -> Option<Refusal> {
    let [anywhere, there] = state.ships_barred_until().filter(|_| power == Power::Russia)?;
    if month < anywhere {
        return Some(Refusal::under(
            rule!("nationalism.paris.no-shipbuilding"),
            said!("By the Peace of Paris Russia builds no ships before {}.", anywhere.name()),
        ));
    }
    (black_sea && month < there).then(|| {
        Refusal::under(
            rule!("nationalism.paris.no-black-sea-ships"),
            said!("By the Peace of Paris Russia builds no ships in the Black Sea before {}.", there.name()),
        )
    })
}
