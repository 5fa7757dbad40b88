//! The rounds of envelopes before their players, a line each: how each is titled and asked for, what lies in an envelope, and what is posted
//! when they open stands with its subject.

use eia::EmpiresInArms;
use eia::rounds::{Choice, Round};
use serde_json::Value;
use table::Entry;
use table::by_round::Envelopes;
use table::envelope::Contents;
use table_commands::present::front::RoundWords;
use table_commands::present::{Posts, Scene};

/// A round of envelopes in words.
pub(crate) trait ToldRound: Envelopes<EmpiresInArms> {
    /// Its title; what the button says that seals, first and again; and what that does.
    fn words(&self, about: Option<&str>) -> (String, (String, String), &'static str);
    /// What lies in an envelope, for who may see it.
    fn contents(&self, scene: &Scene<'_>, choice: &Self::Choice) -> String;
    /// The post by which it is asked for; none by itself.
    fn post_asked(&self, _scene: &Scene<'_>, _posts: &mut Posts) {}
    /// The post when it opens, by its entries; none where what follows tells of it.
    fn post_opened(&self, _scene: &Scene<'_>, _posts: &mut Posts, _entries: &[Entry]) {}
    /// What the owner of a sealed envelope reads where it comes to something else; see [`Envelopes::otherwise`].
    fn told_otherwise(&self, _told: &Value) -> Option<String> {
        None
    }
    /// Whether its name alone gives its title.
    fn is_titled_by_its_name(&self) -> bool {
        true
    }
}

/// Makes what is told of a round out of the list of all, each with what is sealed in it.
macro_rules! told_by_round {
    ($($round:ident seals $choice:ident,)+) => {
        /// A round in words, by its name; `None` where that is none.
        pub(crate) fn words(name: &str, about: Option<&str>) -> Option<RoundWords> {
            let ((title, labels, verb), by_name) = match name.parse().ok()? {
                $(Round::$round(round) => (round.words(about), round.is_titled_by_its_name()),)+
            };
            Some(RoundWords { title, by_name, labels, verb, alone: false })
        }

        /// What lies in an envelope of a round.
        pub(crate) fn contents(scene: &Scene<'_>, name: &str, contents: &Contents) -> Option<String> {
            match (name.parse().ok()?, contents.of::<EmpiresInArms>()?) {
                $((Round::$round(round), Choice::$choice(choice)) => Some(round.contents(scene, &choice)),)+
                _ => None,
            }
        }

        /// A round is asked for.
        pub(crate) fn asked(scene: &Scene<'_>, posts: &mut Posts, name: &str) {
            match name.parse() {
                $(Ok(Round::$round(round)) => round.post_asked(scene, posts),)+
                Err(_) => {}
            }
        }

        /// A round opens.
        pub(crate) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], name: &str) {
            match name.parse() {
                $(Ok(Round::$round(round)) => round.post_opened(scene, posts, entries),)+
                Err(_) => {}
            }
        }

        /// What was sealed in a round comes to something else.
        pub(crate) fn otherwise(name: &str, told: &Value) -> Option<String> {
            match name.parse().ok()? {
                $(Round::$round(round) => round.told_otherwise(told),)+
            }
        }
    };
}

told_by_round! {
    Bids seals Bids,
    Auction seals Auction,
    Control seals Auction,
    Battle seals Battle,
    Politics seals Politics,
    Terms seals Terms,
    Budget seals Budget,
}
