//! The strongbox of the Middle Ages: notes alone, for armies, fleets and gold are open to all.

use table::strongbox::{Given, Item, Items, Strongbox};
use table_commands::present::front::roster::{Group, Roster};
use table_commands::say;

/// The rosters of the Middle Ages.
pub(crate) struct OfTheAges;

impl Roster for OfTheAges {
    fn example(&self) -> &'static str {
        ""
    }

    fn whose(&self, power: &str) -> String {
        crate::words::court_of_key(power)
    }

    fn name(&self, _: &Item) -> Option<String> {
        None
    }

    fn contents(&self, _: &Item) -> Option<String> {
        None
    }

    fn says_whose(&self, _: &Item) -> bool {
        false
    }

    fn groups(&self) -> Vec<Group> {
        Vec::new()
    }

    fn shown(&self, _: &str, _: &Item) -> Option<String> {
        None
    }

    fn read(&self, _: &str) -> Result<Vec<Given>, String> {
        Err(say!(
            "In this game a strongbox keeps notes alone: armies, fleets and gold stand before everybody, and cards lie in your hand."
        ))
    }

    fn written(&self, _: &Items) -> String {
        String::new()
    }

    fn label_meant(&self, _: &Strongbox, _: &str) -> Option<String> {
        None
    }

    fn ends_in_tags(&self, _: &str) -> bool {
        false
    }
}
