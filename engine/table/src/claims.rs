//! Claims: what public play shows of something that stays closed.
//!
//! A corps starves, and all see whether it is empty now; what is left in it stays its owner's. Such an answer is told by the bot, out of what
//! it keeps for him, on a line of its own: what was asked, all of it public, and what it came to. Who checks an open record takes it as told,
//! within the bounds that the public facts set, and lists it as waiting; once the campaign is closed it is worked out again.

use super::event::Event;
use super::game::{Game, Table};
use super::names::SeatId;
use super::refusal::Refusal;
use crate::said;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What public play asks of something closed, with the public facts on which the answer hangs.
pub trait Claim<G: Game>: Serialize {
    /// What it comes to.
    type Says: Clone + PartialEq + Serialize + DeserializeOwned;
    /// Whose the closed thing is.
    fn of(&self) -> &SeatId;
    /// What it comes to; `None` where this copy of the record does not have what it hangs on.
    fn known(&self, state: &G::State) -> Option<Self::Says>;
    /// Whether it could come to that by what all see.
    fn may_come_to(&self, state: &G::State, says: &Self::Says) -> bool;
}

/// A claim as a record tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Whose the closed thing is.
    pub of: SeatId,
    /// What was asked.
    pub asked: Value,
    /// What it came to.
    pub says: Value,
}

/// A claim is made where it is due, and is taken back by nobody: it was told to all.
pub(crate) fn apply(campaign: &mut super::campaign::Campaign) {
    campaign.undo.clear();
}

impl<G: Game> Table<'_, '_, G> {
    /// Tells all what a claim comes to, and what that is.
    ///
    /// # Errors
    /// A refusal where a record that is decided again tells of another claim, or of an answer that is wrong or cannot be.
    pub fn claim<C: Claim<G>>(&mut self, claim: &C) -> Result<C::Says, Refusal> {
        let known = claim.known(self.state());
        let unwritten = |_| Refusal::new(said!("What is claimed could not be written."));
        let mut asked = serde_json::to_value(claim).map_err(unwritten)?;
        crate::game::as_recorded(&mut asked);
        let says = match self.draft.chance().told_claim(claim.of(), &asked).transpose()? {
            None => known.ok_or_else(|| Refusal::new(said!("What this hangs on is not here.")))?,
            Some(told) => {
                let told: C::Says = serde_json::from_value(told)
                    .map_err(|_| Refusal::new(said!("What is claimed is no answer to what was asked.")))?;
                let is_false = known.as_ref().is_some_and(|known| *known != told);
                if is_false {
                    return Err(Refusal::new(said!("What is claimed here is not so.")));
                }
                if known.is_none() {
                    self.draft.chance().took_a_claim();
                }
                told
            }
        };
        if !claim.may_come_to(self.state(), &says) {
            return Err(Refusal::new(said!("What is claimed here cannot be, by what all see.")));
        }
        let mut said = serde_json::to_value(&says).map_err(unwritten)?;
        crate::game::as_recorded(&mut said);
        self.draft.emit(Event::Claim { seat: claim.of().clone(), asked, says: said })?;
        Ok(says)
    }
}
