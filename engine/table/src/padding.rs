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
