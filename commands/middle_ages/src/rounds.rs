//! The rounds of envelopes of the Middle Ages before their players, a line each.

use middle_ages::{Choice, MiddleAges, Round};

table_commands::told_by_round! {
    /// The rounds of envelopes of the Middle Ages in words.
    Rounds of MiddleAges: Round, Choice {
        Claims seals Claims,
        Order seals Order,
        Defence seals Defence,
    }
}
