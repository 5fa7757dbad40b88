//! What the German confederations say to the rules of others.

use super::war;
use crate::board::{Change, Why};
use crate::law::Law;
use crate::months::Month;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::refusal::Refusal;

/// The law of the German confederations.
pub struct GermanLaw;

impl Law for GermanLaw {
    fn goes_on(&self, table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        war::keep(table)
    }

    fn changes_hands(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        provinces: &[Change],
        why: Why,
    ) -> Result<(), Refusal> {
        war::conquered(table, provinces, why)
    }

    /// How often something was denied is counted anew.
    fn apply_month_end(&self, state: &mut Position, _month: Month) {
        if !state.confederations.denied.is_empty() {
            state.confederations.denied.clear();
        }
    }
}
