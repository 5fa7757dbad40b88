//! Breech-loading rifles: what they cost, that they were bought, and who has them.

use crate::seen::{happened, position};
use eia::Event;
use eia::land::battle::course::{Happened, RIFLES};
use eia::map::ProvinceId;
use eia::powers::Power;
use table::Entry;
use table::facts::Origin;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::votes::{question_button, why_button};
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// A purchase as it was made, or would be.
struct Bought<'a> {
    power: Power,
    price: u32,
    first: bool,
    homeland: &'a [(String, u32)],
    unprinted: bool,
}

impl<'a> Bought<'a> {
    fn of(happened: &'a Happened) -> Option<Bought<'a>> {
        match happened {
            Happened::RiflesBought { power, price, first, homeland, unprinted, .. } => {
                Some(Bought { power: *power, price: *price, first: *first, homeland, unprinted: *unprinted })
            }
            _ => None,
        }
    }

    /// How the price comes about: $10 for each MP, and each province with its MP.
    fn reckoned(&self) -> Option<String> {
        if self.homeland.is_empty() {
            return None;
        }
        let all: u32 = self.homeland.iter().map(|(_, mp)| mp).sum();
        let sum = if self.first {
            say!("2 × $10 × {} MP: who buys in the first phase in which anybody does pays double.", all)
        } else {
            say!("$10 × {} MP.", all)
        };
        let named = |key: &str| {
            let province = ProvinceId::all().find(|province| province.key() == key);
            province.map_or_else(|| key.to_owned(), |province| province.name().to_owned())
        };
        let each: Vec<String> =
            self.homeland.iter().map(|(key, mp)| format!("{} {mp}", named(key))).collect();
        let origin = if self.unprinted {
            format!("\n-# {}", say!("Manpower: {}.", speech::word(Origin::Ours.says())))
        } else {
            String::new()
        };
        Some(format!("{sum}\n{}{origin}", clip(&each.join(", "), 1_500)))
    }
}

/// Where manpower is not the printed game's: the list in which the group types its own.
fn unprinted_button(scene: &Scene<'_>) -> Component {
    scene.button(Look::Secondary, &say!("Not as printed"), 0, "typed/list")
}

/// What rifles would cost, with the button that buys them.
#[must_use]
pub fn offered(scene: &Scene<'_>, entries: &[Entry]) -> Option<Message> {
    let event = entries.iter().find_map(happened)?;
    let Event::Battle(happened) = &event else { return None };
    let bought = Bought::of(happened)?;
    let Some(reckoned) = bought.reckoned() else {
        let says = say!(
            "**{} would have breech-loading rifles** through the Landtag and for nothing. All are told, and may object by a correction.",
            bought.power
        );
        let id = format!("rifles/landtag/{}", bought.power.key());
        return Some(Message::text(says).buttons(vec![scene.button(
            Look::Success,
            &say!("Have them"),
            0,
            &id,
        )]));
    };
    let head = say!("**{} would pay ${}** for breech-loading rifles.", bought.power, bought.price);
    let id = format!("rifles/buy/{}", bought.power.key());
    let mut buttons = vec![scene.button(Look::Success, &say!("Buy for ${}", bought.price), 0, &id)];
    if bought.unprinted {
        buttons.push(unprinted_button(scene));
    }
    let note =
        say!("Home provinces that another power has do not count: who has them is told with /map control.");
    Some(Message::text(head).with(Embed::new("", format!("{reckoned}\n-# {note}"))).buttons(buttons))
}

/// A power has bought them.
pub(crate) fn bought(scene: &Scene<'_>, posts: &mut Posts, happened: &Happened, line: u64) {
    let Some(bought) = Bought::of(happened) else { return };
    let says = match (bought.price, bought.first) {
        (0, _) => {
            say!("**{} has breech-loading rifles**, through the Landtag and for nothing.", bought.power)
        }
        (price, true) => say!(
            "**{} has breech-loading rifles**, among the first and for twice the price: ${}.",
            bought.power,
            price
        ),
        (price, false) => say!("**{} has breech-loading rifles** for ${}.", bought.power, price),
    };
    let mut message = Message::text(says);
    let mut buttons = vec![
        why_button(scene, line),
        scene.button(
            Look::Secondary,
            &say!("Correct it"),
            0,
            &format!("correct/form/{RIFLES}/{}", bought.power.key()),
        ),
        question_button(scene, line),
    ];
    if let Some(reckoned) = bought.reckoned() {
        message =
            message.with(Embed::new("", reckoned).colour(bought.power.colour()).footer(&scene.record()));
    }
    if bought.unprinted {
        buttons.push(unprinted_button(scene));
    }
    posts.council("battle", message.buttons(buttons));
    let is_kept = position(&scene.public).is_some_and(|state| state.economy.begun.contains(&bought.power));
    posts.reply = Message::text(if is_kept {
        say!("${} are taken out of this phase's account.", bought.price)
    } else {
        say!("Write it in your books: ${} less.", bought.price)
    });
}

/// Who has rifles, in a line; none where the campaign is played without.
pub(crate) fn who_has(scene: &Scene<'_>) -> Option<String> {
    let values = || scene.public.values.iter().filter(|value| value.key.split('/').next() == Some(RIFLES));
    values().next()?;
    let have: Vec<String> =
        values().filter(|value| value.now > 0).map(|value| speech::word(&value.name)).collect();
    Some(if have.is_empty() {
        say!("Breech-loading rifles: nobody has them yet.")
    } else {
        say!("Breech-loading rifles: {}", table_commands::present::names::list(&have))
    })
}
