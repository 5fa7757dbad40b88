//! Each reader in his language: what is said after an order, to the council, to who gave it, and by direct message.

use super::Language;
use super::renamed::in_words;
use crate::live::Live;
use crate::present::{self, Posts, Scene, To};
use std::collections::BTreeMap;
use table::Entry;

/// What is said after an order's entries: the reply in the language of who gave it, posts and cards in the campaign's, direct messages in
/// their receiver's. Presenters are pure, so in every language they say the same things to the same people in the same order.
#[must_use]
pub fn after(live: &Live, scene: &Scene<'_>, asker: Language, entries: &[Entry]) -> Posts {
    let council = live.language();
    let mut said: BTreeMap<Language, Posts> = BTreeMap::new();
    let mut in_words = |language: Language| {
        let speak = || in_words(language, scene.renamed(), || present::after(scene, entries));
        said.entry(language).or_insert_with(speak).clone()
    };
    let mut posts = in_words(council);
    if asker != council {
        posts.reply = in_words(asker).reply;
    }
    for (i, post) in posts.posts.iter_mut().enumerate() {
        if let To::Seat(seat) = &post.to {
            let language = live.language_of(seat);
            if language != council
                && let Some(own) = in_words(language).posts.into_iter().nth(i).filter(|own| own.to == post.to)
            {
                post.message = own.message;
            }
        }
    }
    posts
}
