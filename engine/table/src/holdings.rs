//! Holdings: what the bot keeps for a seat that others may not see, such as what is in its corps. They are sealed in the seat's sheet with what
//! lies in its strongbox ([`sheet`](super::strongbox::sheet)), and opened out of the last sheet one by one: so what fought is what was sealed,
//! and anybody can check it the same evening.

use super::event::Event;
use super::game::{Game, Table};
use super::names::SeatId;
use super::refusal::Refusal;
use super::rules::RuleId;
use super::strongbox::shown::Shown;
use crate::said;
use serde_json::Value;

impl<G: Game> Table<'_, '_, G> {
    /// Seals every seat's sheet now, in the middle of a step: before something of it is opened that may have changed since the last.
    ///
    /// # Errors
    /// A refusal where a salt is not to be had, or the record that is decided again has no sheets here.
    pub fn seal_sheets(&mut self) -> Result<(), Refusal> {
        crate::strongbox::seal_holdings(self.draft)
    }

    /// Opens to all one of the holdings in the last sheet of a seat, and the rules by which: what it is.
    ///
    /// # Errors
    /// A refusal where there is none such in it or the seat holds another by now, and where the record that is decided again opens another.
    pub fn open_holding(
        &mut self,
        seat: &SeatId,
        is: impl Fn(&Value) -> bool,
        rules: Vec<RuleId>,
    ) -> Result<Value, Refusal> {
        let campaign = self.draft.campaign();
        let none = || Refusal::new(said!("What is to be opened stands in no sheet of that seat."));
        let strongbox = campaign.strongboxes.get(seat).ok_or_else(none)?;
        let sheet = strongbox.sheet(None).ok_or_else(none)?.clone();
        let held = campaign.play.game.holdings(seat);
        let shown = if self.draft.is_of_a_record() {
            let told = self.draft.chance().told_shown();
            told.filter(|told| told.seat == *seat && told.sheet == sheet.line && told.rules == rules)
        } else {
            let item = sheet.holdings.iter().find(|item| is(item)).ok_or_else(none)?;
            let proof = sheet.opened(|n| self.draft.chance().salt(n))?.proof(item);
            Some(Shown { seat: seat.clone(), sheet: sheet.line, proof, rules })
        };
        let another = || Refusal::new(said!("Another thing is opened here than the rules open."));
        let shown = shown.ok_or_else(another)?;
        let item = shown.proof.as_ref().map(|proof| proof.item.clone()).ok_or_else(another)?;
        let is_held = held.is_none_or(|held| held.contains(&item));
        if !is(&item) || !G::is_holding(&item) || !is_held {
            return Err(another());
        }
        self.draft.emit(Event::Shown(shown))?;
        Ok(item)
    }
}
