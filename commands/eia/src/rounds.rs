//! The rounds of envelopes of Empires in Arms before their players, a line each.

use eia::EmpiresInArms;
use eia::rounds::{Choice, Round};

table_commands::told_by_round! {
    /// The rounds of envelopes of Empires in Arms in words.
    Rounds of EmpiresInArms: Round, Choice {
        Bids seals Bids,
        Auction seals Auction,
        Control seals Auction,
        Battle seals Battle,
        Politics seals Politics,
        Terms seals Terms,
        Budget seals Budget,
        SetUp seals SetUp,
        Attacked seals Attacked,
    }
}
