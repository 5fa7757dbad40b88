//! Checking what proves that an item stands in a sheet.

use super::Item;
use super::shown::{Proof, fault};
use crate::game::Rules;
use crate::hash::Hash;
use crate::seal::{seal_code, sheet_code};

impl Proof {
    /// Checks the proof against the code that the record has for the sheet, and how many codes that has; what is shown only where its game
    /// is known.
    ///
    /// # Errors
    /// A sentence that says what does not fit.
    pub fn check(&self, rules: Option<&dyn Rules>, sheet: &Hash, places: usize) -> Result<(), String> {
        if self.codes.len() != places {
            return fault(format!("The sheet has {} codes, not {places}.", self.codes.len()));
        }
        if self.codes.windows(2).any(|pair| pair[0] >= pair[1]) {
            return fault("The codes of the sheet are not sorted, or one stands twice.");
        }
        let code = seal_code(&self.salt.0, &self.item).map_err(|e| e.to_string())?;
        if !self.codes.contains(&code) {
            return fault("The item shown does not stand in the sheet.");
        }
        if sheet_code(&self.sheet_salt.0, &self.codes) != *sheet {
            return fault("The codes are not those of the sheet that the record has.");
        }
        if self.n >= self.sheet_n || self.sheet_n - self.n > places as u64 {
            return fault("The seal number of the item is none of its sheet's.");
        }
        let Some(rules) = rules else { return Ok(()) };
        match Item::read(rules, &self.item) {
            _ if rules.is_holding(&self.item) => Ok(()),
            Ok(_) => Ok(()),
            Err(why) => fault(format!("What is shown is no item of a strongbox. {why}")),
        }
    }

    /// The item; `None` where it is none of this game.
    #[must_use]
    pub fn item(&self, rules: &dyn Rules) -> Option<Item> {
        Item::read(rules, &self.item).ok()
    }
}
