//! The rounds of envelopes of Europa before their players, a line each.

use europa::{Choice, Europa, Round};

table_commands::told_by_round! {
    /// The rounds of envelopes of Europa in words.
    Rounds of Europa: Round, Choice {
        Fight seals Fight,
        Intercept seals Intercept,
    }
}
