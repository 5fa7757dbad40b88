//! The envelopes of Empires in Arms: what is sealed in those of each round.

use super::land::battle::sealed::Sealed;
use super::{auction, economy, politics};
use serde::{Deserialize, Serialize};
use table::bids::Sheet;

/// What lies in an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "subject", rename_all = "snake_case")]
pub enum Choice {
    /// A bid sheet for the choice of powers.
    Bids(Sheet),
    /// A bid in an auction.
    Auction(auction::Sealed),
    /// The plan for a battle.
    Battle(Sealed),
    /// A political sheet, or what is answered at a later gate.
    Politics(politics::sheet::Sheet),
    /// What one wants and spares in the treaties of a month.
    Terms(politics::terms::Wishes),
    /// An economic sheet.
    Budget(economy::sheet::Sheet),
}
