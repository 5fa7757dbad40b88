//! Forms that only the sender sees: founding, a word.

use crate::custom_id::CustomId;
use crate::message::{Form, Input, clip};
use crate::say;
use crate::speech::Language;

/// A clock as it is written, in every language alike.
const CLOCK: &str = "48 72 Europe/Helsinki";

/// What becomes of powers when there are fewer players than powers.
#[derive(poise::ChoiceParameter, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Players choose second powers.
    #[name = "Second powers, by preference"]
    Second,
    /// Nobody has them.
    #[name = "Uncontrolled"]
    Uncontrolled,
}

impl Left {
    /// Its word on the record and in the ids of forms.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Left::Second => "second",
            Left::Uncontrolled => "uncontrolled",
        }
    }
}

/// What was chosen by options before the form of a founding opened.
#[derive(Clone, Copy, Debug)]
pub struct FoundedWith {
    /// How many players.
    pub players: u32,
    /// What becomes of powers left over.
    pub spare: Left,
    /// Whether a seat is kept for the operator of the bot.
    pub operator_seat: bool,
    /// The umpire's user, 0 where there is none.
    pub umpire: u64,
    /// The language of the council.
    pub language: Language,
    /// The number under which a map of the group's own waits that came with the command, 0 where none did.
    pub map: u64,
}

impl FoundedWith {
    /// The verb of the founding's form, which carries all of it: `found/1805/7/second/0/0/en-US`, and the number of a map.
    #[must_use]
    pub fn verb(&self, scenario: &str) -> String {
        let spare = self.spare.key();
        let (players, operator) = (self.players, u8::from(self.operator_seat));
        let map = if self.map == 0 { String::new() } else { format!("/{}", self.map) };
        let (umpire, locale) = (self.umpire, self.language.locale());
        format!("found/{scenario}/{players}/{spare}/{operator}/{umpire}/{locale}{map}")
    }

    /// The scenario's key and the rest, out of the verb of a founding's form; `None` for one that this program did not write.
    #[must_use]
    pub fn read(verb: &str) -> Option<(&str, FoundedWith)> {
        let parts: Vec<&str> = verb.split('/').collect();
        let ["found", scenario, players, spare, operator, umpire, locale, map @ ..] = parts.as_slice() else {
            return None;
        };
        let with = FoundedWith {
            players: players.parse().ok()?,
            spare: [Left::Second, Left::Uncontrolled].into_iter().find(|left| left.key() == *spare)?,
            operator_seat: *operator == "1",
            umpire: umpire.parse().ok()?,
            language: Language::of_locale(locale),
            map: match map {
                [] => 0,
                [number] => number.parse().ok()?,
                _ => return None,
            },
        };
        Some((scenario, with))
    }
}

/// What every founding asks for: a name, and a clock.
pub fn founding_inputs(name: &str) -> [Input; 2] {
    let name = Input {
        id: "name",
        label: say!("Name"),
        long: false,
        value: name.to_owned(),
        placeholder: say!("The Grand War"),
        required: true,
        most: 100,
    };
    let clock = Input {
        id: "clock",
        label: say!("Clock: hours, grave hours, zone; or off"),
        long: false,
        value: "48 72 UTC".to_owned(),
        placeholder: CLOCK.to_owned(),
        required: false,
        most: 60,
    };
    [name, clock]
}

/// The form that asks for a word.
#[must_use]
pub fn word(campaign: &str, verb: &str) -> Form {
    Form {
        title: say!("A word for the dice"),
        custom_id: CustomId::of(campaign, 0, verb),
        inputs: vec![Input {
            id: "word",
            label: say!("1 to 16 letters a–z or digits, your own"),
            long: false,
            value: String::new(),
            placeholder: say!("Your own, and not easy to guess"),
            required: true,
            most: 16,
        }],
    }
}

/// The title of a form, with whose seat it is for where a regent acts: "Bid sheet · Farid (Austria)". Discord takes 45 characters.
#[must_use]
pub fn titled(title: &str, whose: Option<&str>) -> String {
    match whose {
        Some(whose) => clip(&format!("{title} · {whose}"), 45),
        None => clip(title, 45),
    }
}
