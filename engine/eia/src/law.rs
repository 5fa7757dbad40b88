//! What a scenario, or a part of the game of its own, says to the rules of others: what it bars, what follows from it, and what it changes with
//! what they change. The rules ask the list of laws ([`crate::LAWS`]) and know none of them.

use crate::board::dominance::{Changed, Condition};
use crate::board::{Change, Why};
use crate::economy::account::Due;
use crate::frame::Frame;
use crate::land::battle::fight::Who;
use crate::land::battle::sealed::{Own, Plan};
use crate::land::battle::{Battle, Ended};
use crate::map::{AreaId, ProvinceId};
use crate::months::Month;
use crate::politics::ends::End;
use crate::powers::Power;
use crate::told::counters::Piece;
use crate::{EmpiresInArms, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;

/// What one of them says. Each says what it has to, and nothing to the rest.
///
/// What is asked looks at the position alone, and is asked for what is offered too. What happens writes events, one law after another in the
/// order of the list. What is applied changes the position by an event of another subject, and cannot fail.
pub trait Law: Sync {
    /// Why no power declares war on this one, nor proposes it anything (4.2, 4.4.1, 4.5).
    fn bars_politics(&self, _state: &Position, _on: Power) -> Option<Refusal> {
        None
    }
    /// Why a power declares no war on another in a month, where no enforced peace stands between the two (4.2).
    fn bars_war(&self, _state: &Position, _by: Power, _on: Power, _month: Month) -> Option<Refusal> {
        None
    }
    /// Why a power declares no war on a minor country on its sheet (4.2).
    fn bars_war_on_minor(&self, _state: &Position, _by: Power, _minor: ProvinceId) -> Option<Refusal> {
        None
    }
    /// Why two powers at war make no peace, by a suit or by themselves (4.4).
    fn bars_peace(&self, _state: &Position, _one: Power, _other: Power) -> Option<Refusal> {
        None
    }
    /// Why nobody is told to have a province or an area of it.
    fn bars_control(&self, _state: &Position, _province: ProvinceId) -> Option<Refusal> {
        None
    }
    /// Why no corps of a power comes to an area.
    fn bars_entry(&self, _state: &Position, _power: Power, _area: AreaId) -> Option<Refusal> {
        None
    }
    /// Why a counter of a name is not in the game yet: it is neither told of the map nor counted.
    fn bars_counter(&self, _state: &Position, _power: Power, _name: &str) -> Option<Refusal> {
        None
    }
    /// Why a counter is out of the game.
    fn lost_counter(&self, _state: &Position, _power: Power, _piece: Piece, _name: &str) -> Option<Refusal> {
        None
    }
    /// Why a counter that is not on the map does not come there.
    fn bars_new_counter(
        &self,
        _state: &Position,
        _power: Power,
        _piece: Piece,
        _name: &str,
        _place: &str,
    ) -> Option<Refusal> {
        None
    }
    /// Why a power is offered no new fleet on the map, wherever it would be.
    fn bars_new_fleets(&self, _state: &Position, _power: Power) -> Option<Refusal> {
        None
    }
    /// Why a power lays down no ships on its sheet of a month, in ports of the Black Sea or in any.
    fn bars_ships(
        &self,
        _state: &Position,
        _power: Power,
        _month: Month,
        _black_sea: bool,
    ) -> Option<Refusal> {
        None
    }
    /// Who suffers forcible access in a province though nobody plays him, and the rule by which he answers it with no war (10.3.4).
    fn suffers_entry(&self, _state: &Position, _province: ProvinceId) -> Option<(Power, RuleId)> {
        None
    }
    /// Who takes control of an attacked minor country where he wants to, whoever else does, and by which rule (4.6.3).
    fn takes_control(&self, _state: &Position, _minor: ProvinceId) -> Option<(Power, RuleId)> {
        None
    }
    /// What a declaration of war on a minor country costs otherwise than usual, in halves of a PP (4.6.2).
    fn price_on_minor(&self, _state: &Position, _by: Power, _on: ProvinceId, _since: Month) -> Option<i64> {
        None
    }
    /// By which rule a power stays dominant, or for want of what and by which it does not, where its dominance is of no ordinary kind;
    /// `ordinary` is whether it has what the rulebook asks for (11.8).
    fn keeps_dominance(
        &self,
        _state: &Position,
        _power: Power,
        _ordinary: bool,
    ) -> Option<Result<RuleId, (Condition, RuleId)>> {
        None
    }
    /// The rules by which provinces change hands as they do, besides those of the order.
    fn rules_of_change(&self, _state: &Position, _provinces: &[Change]) -> Vec<RuleId> {
        Vec::new()
    }
    /// What ends or falls due, for the calendar.
    fn endings(&self, _state: &Position) -> Vec<End> {
        Vec::new()
    }
    /// The reparations that fall due in a month's economic phase, besides those of treaties.
    fn reparations(&self, _state: &Position, _month: Month) -> Vec<Due> {
        Vec::new()
    }
    /// Whom a frame of this law waits for, as [`Frame::Neutrals`].
    fn awaited(&self, _state: &Position, _frame: Frame) -> Vec<SeatId> {
        Vec::new()
    }

    /// A month begins: the frame that opens before its political phase. The first law that has one opens it.
    fn before_politics(&self, _table: &Table<'_, '_, EmpiresInArms>) -> Option<Frame> {
        None
    }
    /// Politics begins to be kept, with the wars that the scenario has (`war::begun`).
    ///
    /// # Errors
    /// Where what happens cannot be written on the record; so of all that happens.
    fn politics_begins(
        &self,
        _table: &mut Table<'_, '_, EmpiresInArms>,
        _month: Month,
    ) -> Result<(), Refusal> {
        Ok(())
    }
    /// An order was given, a round or a frame opened: what goes on of itself by who is at war with whom.
    fn goes_on(&self, _table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        Ok(())
    }
    /// Provinces were given other holders, and access knows it not yet.
    fn changes_hands(
        &self,
        _table: &mut Table<'_, '_, EmpiresInArms>,
        _provinces: &[Change],
        _why: Why,
    ) -> Result<(), Refusal> {
        Ok(())
    }
    /// All that provinces or areas bring by changing hands is done.
    fn hands_changed(&self, _table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        Ok(())
    }
    /// An economic phase ended, and who is dominant changed by it (11.8).
    fn dominance_changed(
        &self,
        _table: &mut Table<'_, '_, EmpiresInArms>,
        _changed: &Changed,
    ) -> Result<(), Refusal> {
        Ok(())
    }
    /// The last phase of a month is over: the frame that opens before the month is. The first law that has one opens it, and those behind it are
    /// not asked.
    fn turn_over(&self, _table: &mut Table<'_, '_, EmpiresInArms>) -> Result<Option<Frame>, Refusal> {
        Ok(None)
    }
    /// A month ends: access of the month is over, the fiasco zone and the month's last line are to come.
    fn month_ends(&self, _table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        Ok(())
    }

    /// The envelopes of a battle's first day lie open: what is in the corps that fight is opened with them.
    fn battle_begins(
        &self,
        _table: &mut Table<'_, '_, EmpiresInArms>,
        _battle: &Battle,
        _own: &mut BTreeMap<Power, Own>,
    ) -> Result<(), Refusal> {
        Ok(())
    }
    /// A battle is over: what it leaves on the board.
    fn battle_over(
        &self,
        _table: &mut Table<'_, '_, EmpiresInArms>,
        _number: u32,
        _battle: &Battle,
        _ended: &Ended,
    ) -> Result<(), Refusal> {
        Ok(())
    }
    /// The plan of a side for whom nobody has thought of one.
    fn usual_plan(&self, _state: &Position, _battle: &Battle, _who: Who) -> Option<Plan> {
        None
    }

    /// Applied with the end of a month: what was of it alone is void.
    fn apply_month_end(&self, _state: &mut Position, _month: Month) {}
    /// Applied before provinces change hands.
    fn apply_change(&self, _state: &mut Position, _provinces: &[Change]) {}
    /// Applied before who is dominant changes.
    fn apply_dominance(&self, _state: &mut Position, _changed: &Changed) {}
    /// Applied before a counter moves to a place, or leaves the map.
    fn apply_counter(&self, _state: &mut Position, _power: Power, _name: &str, _place: Option<&str>) {}
}
