//! How many places something has that is padded, so that it does not show how much there is: a sheet of a strongbox, a slot's lodged orders.
//!
//! The number stands on the line that seals it, and where it does not stand there it is the one that every line had before any said so. So
//! a program that pads to another number reads every record as it was sealed.

/// The most places that there can be: a shuffle says which is whose.
pub const MOST: u32 = 1000;

/// What the line that seals so many places says of them; `None` where it need not say it.
#[must_use]
pub fn said(places: usize, unsaid: usize) -> Option<u32> {
    u32::try_from(places).ok().filter(|_| places != unsaid)
}

/// How many places a line seals that says this of them.
#[must_use]
pub fn meant(said: Option<u32>, unsaid: usize) -> usize {
    said.map_or(unsaid, |said| said.min(MOST) as usize)
}

/// The same for who checks a record.
///
/// # Errors
/// A sentence where it says what need not be said, or there can be no such number.
pub(crate) fn checked(said: Option<u32>, unsaid: usize) -> Result<usize, String> {
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
