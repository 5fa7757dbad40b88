//! Declarations of war (4.2): secret and simultaneous, as a part of the political sheet.

use super::sheet::Part;
use super::{Happened, Pair, price_of_war};
use crate::outline::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::said;

/// The part of the sheet that gate 1 opens.
pub struct War;

impl Part for War {
    fn key(&self) -> &'static str {
        "war"
    }

    fn why_not(&self, state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
        if own.contains(&on) {
            return Some(Refusal::new(said!("You play {} yourself, so no war can be declared on it.", on)));
        }
        if !state.major_powers().any(|played| played == on) {
            return Some(Refusal::new(said!(
                "{} is not in this game any more, so no war can be declared on it.",
                on
            )));
        }
        if state.are_at_war(power, on) {
            return Some(Refusal::new(said!("{} is at war with {} already.", power, on)));
        }
        None
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        chosen: Vec<(Power, Power)>,
    ) -> Result<(), Refusal> {
        for (by, on) in chosen {
            let before = table.state().pp.get(&by).copied().unwrap_or(0);
            let now = before + price_of_war().value;
            table.emit(&Event::Politics(Happened::WarDeclared { by, on, before, now }))?;
        }
        Ok(())
    }
}

/// In the first month the wars of the scenario have begun.
pub(super) fn begun(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    if month != table.state().begins {
        return Ok(());
    }
    let order = crate::oob::of(table.scenario());
    let wars = order.into_iter().flat_map(|order| &order.wars);
    let wars = wars.map(|war| Pair::of(war.powers[0], war.powers[1]));
    let wars: Vec<Pair> = wars.filter(|war| !table.state().politics.wars.contains(war)).collect();
    if wars.is_empty() { Ok(()) } else { table.emit(&Event::Politics(Happened::WarsBegun { wars })) }
}
