//! The reinforcement phase: which corps came in or grew, for all; and for its owner what is in it, with the code under which it is sealed.

use crate::map::present::flags::called;
use crate::subject::{Made, Subject};
use eia::Event as Happens;
use eia::powers::Power;
use eia::told::reinforcement::Happened;
use table::strongbox::called_of;
use table_commands::message::{Embed, Message};
use table_commands::present::names::{plain, plain_text};
use table_commands::present::{Posts, strongbox};
use table_commands::say;

/// The words of this subject.
pub(crate) struct Reinforcement;

impl Subject for Reinforcement {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        if let Happens::Reinforcement(happened) = &made.happened {
            told(made, posts, happened);
        }
    }
}

/// A corps was reinforced by an order, whose line stands before what followed from it.
fn told(made: &Made<'_>, posts: &mut Posts, happened: &Happened) {
    let Happened::CorpsReinforced { power, name, place } = happened;
    let before = made.scene.before.as_deref().and_then(crate::seen::position);
    let stood = before.and_then(|before| Some(before.counters.get(power)?.get(name)?.place.clone()));
    let (whose, known) = (crate::names::called(power), plain_text(name, 40));
    let says = match stood {
        Some(at) if at == *place => say!("**{}**: {} is reinforced at {}.", whose, known, called(place)),
        Some(at) => {
            say!(
                "**{}**: {} is reinforced, and moves from {} to {}.",
                whose,
                known,
                called(&at),
                called(place)
            )
        }
        None => say!("**{}**: {} comes in at {}.", whose, known, called(place)),
    };
    posts.council("counter", Message::text(says.clone()));
    posts.reply = Message::text(says);
    if let Some(embed) = sealed(made, *power, &[name]) {
        posts.reply = std::mem::take(&mut posts.reply).with(embed);
    }
}

/// What an order of corps put into the viewer's strongbox, with the code under which it is sealed on the order's line; `None` for all others.
pub(crate) fn sealed(made: &Made<'_>, power: Power, corps: &[&String]) -> Option<Embed> {
    let (scene, code) = (made.scene, made.sealed()?);
    let items = &scene.own.strongbox.as_ref()?.strongbox.items;
    let inside = |name: &&String| {
        let item = called_of(items, name, power.key())?;
        let inside = strongbox::inside(strongbox::roster(scene), &item.item);
        Some(say!("**{}**: {}. Nobody else sees it.", plain(name), inside))
    };
    let inside: Vec<String> = corps.iter().map(inside).collect::<Option<_>>()?;
    let embed = Embed::new(&say!("In your strongbox"), inside.join("\n"));
    Some(embed.field(&say!("Sealed"), code))
}
