//! Checking how many places a line says that what it seals has.

use crate::padding::{MOST, meant};

/// How many places a line seals that says this of them.
///
/// # Errors
/// A sentence where it says what need not be said, or there can be no such number.
pub(super) fn checked(said: Option<u32>, unsaid: usize) -> Result<usize, String> {
    match said {
        Some(said) if said as usize == unsaid => Err(format!(
            "It says that it has {unsaid} places, which is what it has where it does not say so."
        )),
        Some(said) if said == 0 || said > MOST => Err(format!("It can have 1 to {MOST} places, not {said}.")),
        said => Ok(meant(said, unsaid)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::padding::said;

    #[test]
    fn a_number_is_said_where_it_is_another_than_it_always_was() {
        for places in [1, 12, 63, 64, 65, 1000] {
            assert_eq!(said(places, 64).is_none(), places == 64);
            assert_eq!(checked(said(places, 64), 64), Ok(places));
        }
        for wrong in [0, 64, 1001, u32::MAX] {
            assert!(checked(Some(wrong), 64).is_err(), "{wrong}");
        }
    }
}
