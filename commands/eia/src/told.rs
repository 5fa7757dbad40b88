//! What happened in a campaign of Empires in Arms, told. Each subject has its own words, and says itself what it tells.

use crate::seen::happened;
use crate::subject::{Made, Subject};
use table::Entry;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::{Posts, Scene};

/// The subjects of the game, a line each.
const SUBJECTS: &[&dyn Subject] = &[
    &crate::bid::present::Choosing,
    &crate::auction::present::Auctions,
    &crate::auction::control::WithoutPlayer,
    &crate::months::Calendar,
    &crate::values::ToldValues,
    &crate::politics::present::Politics,
    &crate::reinforce::present::Reinforcement,
    &crate::transfer::present::Transfer,
    &crate::fleets::present::Fleets,
    &crate::map::present::flags::Counters,
    &crate::map::present::held::Holders,
    &crate::province::present::Provinces,
    &crate::access::present::LettingIn,
    &crate::peace::present::PeaceTerms,
    &crate::crimea::present::CrimeanWar,
    &crate::confederations::present::Germany,
    &crate::year::present::Year,
    &crate::pack::present::Map,
    &crate::battle::present::told::FieldBattles,
    &crate::conclusion::Conclusion,
    &crate::politics::minors::MinorCountries,
    &crate::economy::present::Economy,
    &crate::sardinia::present::Sardinia,
    &crate::land::present::told::WarOnLand,
];

/// An event of the game.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    let Some(happened) = happened(&entries[i]) else { return };
    let made = Made { scene, entries, i, happened };
    for subject in SUBJECTS {
        subject.told(&made, posts);
    }
}

/// Something that happened, in a line; `None` where it is not worth one.
pub(crate) fn line(scene: &Scene<'_>, entry: &Entry, player: Called<'_>) -> Option<(LineKind, String)> {
    let happened = happened(entry)?;
    let made = Made { scene, entries: std::slice::from_ref(entry), i: 0, happened };
    SUBJECTS.iter().find_map(|subject| subject.line(&made, player))
}
