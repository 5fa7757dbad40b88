//! What was shown of a strongbox, and how it is proved.

use crate::event::SecretPart;
use crate::hash::Hash;
use crate::names::SeatId;
use crate::rules::RuleId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// An item shown, as the record tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Whose it is.
    pub seat: SeatId,
    /// The sheet's line of the record.
    pub sheet: u64,
    /// The item and its proof, where all may see it; else they are a secret part.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// The rules that made it be shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
}

impl Shown {
    /// The proof, on the line itself or, where one seat alone was shown it, in the secret part that stands with it; `None` where that is
    /// still closed.
    #[must_use]
    pub fn proof_in(&self, parts: &[SecretPart]) -> Option<Cow<'_, Proof>> {
        let hidden = || serde_json::from_value(parts.first()?.body.as_ref()?.reveal().clone()).ok();
        self.proof.as_ref().map(Cow::Borrowed).or_else(|| hidden().map(Cow::Owned))
    }
}

/// What proves that an item stands in a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The item.
    pub item: Value,
    /// Its seal number.
    pub n: u64,
    /// Its salt.
    pub salt: Hash,
    /// The codes of the sheet, sorted by byte.
    pub codes: Vec<Hash>,
    /// The sheet's seal number.
    pub sheet_n: u64,
    /// The sheet's salt.
    pub sheet_salt: Hash,
}

/// A fault in a record, which the verifier tells to a terminal, in English.
pub(super) fn fault<T>(says: impl Into<String>) -> Result<T, String> {
    Err(says.into())
}
