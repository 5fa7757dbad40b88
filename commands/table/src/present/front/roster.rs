//! What players keep in their strongboxes, as a game's front reads and says it.

use crate::present::Scene;
use table::strongbox::{Given, Item, Items, Strongbox};

/// A group of items in a list: its heading, and what is in it.
pub type Group = (String, fn(&Item) -> bool);

/// A game's rosters.
pub trait Roster: Sync {
    /// A roster as it is written; it is read so in every language.
    fn example(&self) -> &'static str;

    /// A power or country by its key, in the language spoken now.
    fn whose(&self, power: &str) -> String;

    /// The colour of that power or country, where its items have one of their own.
    fn colour(&self, _power: &str) -> Option<&'static str> {
        None
    }

    /// What an item of the game's is called, in the language spoken now where the strongbox itself named it; `None` for a note.
    fn name(&self, item: &Item) -> Option<String>;

    /// What is in an item of the game's, in words; `None` for a note.
    fn contents(&self, item: &Item) -> Option<String>;

    /// Whether a list says with an item whose it is.
    fn says_whose(&self, item: &Item) -> bool;

    /// The groups of a list, in order; notes have one of their own.
    fn groups(&self) -> Vec<Group>;

    /// An item that its owner shows, in a sentence; the result first. `None` for a note.
    fn shown(&self, owner: &str, item: &Item) -> Option<String>;

    /// Reads items, a line or a part between semicolons each.
    ///
    /// # Errors
    /// A sentence that quotes what was not understood.
    fn read(&self, text: &str) -> Result<Vec<Given>, String>;

    /// A roster as the form shows it: what [`Roster::read`] reads back as the same. Notes have a form of their own.
    fn written(&self, items: &Items) -> String;

    /// The label by which the engine knows an item that its owner names in his own language; `None` where the box or its last sheet has an
    /// item of the name as it stands, or nothing else is meant.
    fn label_meant(&self, strongbox: &Strongbox, typed: &str) -> Option<String>;

    /// Whether a name ends in brackets that say whose something is, or what it is.
    fn ends_in_tags(&self, name: &str) -> bool;

    /// Of what the campaign's order of battle gives who looks and his box has not yet: how much it is in all, and a line for each as
    /// [`Roster::read`] reads it, open where he has to say what is in it: "II Corps: ". `None` where there is nothing.
    fn to_begin_with(&self, _scene: &Scene<'_>) -> Option<(String, String)> {
        None
    }

    /// What of an item is more than who looks can have in it by the campaign's order of battle, in a sentence. The box takes it all the same:
    /// a group's counters may hold more.
    fn too_much(&self, _scene: &Scene<'_>, _item: &Item) -> Option<String> {
        None
    }

    /// What somebody can keep who types: each as it is offered, and what is then typed of it.
    fn offered(&self, _scene: &Scene<'_>) -> Vec<(String, String)> {
        Vec::new()
    }
}
