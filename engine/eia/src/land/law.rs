//! What the kept board says to the battle: that what is in corps is opened with the plans, and what a battle leaves there.

use super::battle::fight::Who;
use super::battle::sealed::{Own, Plan};
use super::battle::{Battle, Ended};
use super::{contact, from_position};
use crate::law::Law;
use crate::powers::Power;
use crate::slots::sense;
use crate::{EmpiresInArms, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::refusal::Refusal;

/// The law of the kept board.
pub struct KeptLand;

impl Law for KeptLand {
    fn battle_begins(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        battle: &Battle,
        own: &mut BTreeMap<Power, Own>,
    ) -> Result<(), Refusal> {
        if battle.field.area.is_none() { Ok(()) } else { from_position::open_contents(table, battle, own) }
    }

    fn battle_over(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        number: u32,
        battle: &Battle,
        ended: &Ended,
    ) -> Result<(), Refusal> {
        contact::battle_over(table, number, battle, ended)
    }

    fn usual_plan(&self, state: &Position, battle: &Battle, who: Who) -> Option<Plan> {
        battle.field.area.map(|_| sense::battle_plan(state, battle, who))
    }
}
