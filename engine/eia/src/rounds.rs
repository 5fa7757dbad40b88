//! The names of the rounds of envelopes of Empires in Arms. What each asks and what is made of it stands with its subject.

pub use crate::{Round, SealedChoice as Choice};

/// The round of the choice of powers, in which the bid sheets are sealed.
pub const CHOICE_OF_POWERS: &str = "choice/bids";

/// What the name of an auction's round begins with.
pub(crate) const AUCTION: &str = "auction/";

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use table::envelope::NoRound;

    #[test]
    fn a_round_is_read_back_from_its_one_name() {
        for name in [
            "choice/bids",
            "auction/great_britain",
            "control/1805-12/prussia",
            "battle/3/1",
            "battle/12/2/1",
            "politics/1805-03",
            "politics/1805-03/defence",
            "politics/1805-03/defence/1",
            "politics/1805-03/terms",
            "politics/1805-03/terms/2",
            "budget/1805-03",
        ] {
            assert_eq!(name.parse::<Round>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "choice",
            "politics",
            "politics/1805-3",
            "politics/1805-03/sheet",
            "politics/1805-03/weather",
            "politics/1805-03/terms/0",
            "politics/1805-03/demand/+1",
            "auction/venice",
            "budget/1805-04",
            "budget/1805-03/1",
            "battle/3",
            "battle/03/1",
            "battle/3/1/",
            "battle/+3/1",
        ] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
