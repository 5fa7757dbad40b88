//! The major powers: the seven of the standard game, Sardinia, which the Rise of Nationalism adds, and Greece, which it has where somebody
//! plays it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::LazyLock;
use table::said::{ToValue, Value};

/// A major power of Empires in Arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Power {
    /// Austria.
    Austria,
    /// France.
    France,
    /// Great Britain.
    GreatBritain,
    /// Greece, a power only in a campaign that was founded with it (`nationalism.greece.status`).
    Greece,
    /// Prussia.
    Prussia,
    /// Russia.
    Russia,
    /// Sardinia, later Italy (`nationalism.sardinia.power`).
    Sardinia,
    /// Spain.
    Spain,
    /// Turkey.
    Turkey,
}

/// How a power is shown.
#[derive(Clone, Debug, Deserialize)]
pub struct Face {
    /// The machine word.
    pub key: Power,
    /// The name.
    pub name: String,
    /// Its colour, `#RRGGBB`.
    pub colour: String,
}

#[derive(Deserialize)]
struct File {
    power: Vec<Face>,
}

static FACES: LazyLock<Vec<Face>> = LazyLock::new(|| {
    // The file is part of the program and read by a test; a fault in it cannot come from outside.
    toml::from_str::<File>(include_str!("../data/powers.toml")).map(|file| file.power).unwrap_or_default()
});

/// A name without what is no letter or digit, in small letters.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Power {
    /// All that any scenario knows, in the order in which the game lists them. Which of them a campaign has is its scenario's to say.
    pub const ALL: [Power; 9] = [
        Power::Austria,
        Power::France,
        Power::GreatBritain,
        Power::Greece,
        Power::Prussia,
        Power::Russia,
        Power::Sardinia,
        Power::Spain,
        Power::Turkey,
    ];

    /// The seven of the standard game, in its order.
    pub const STANDARD: [Power; 7] = [
        Power::Austria,
        Power::France,
        Power::GreatBritain,
        Power::Prussia,
        Power::Russia,
        Power::Spain,
        Power::Turkey,
    ];

    /// The machine word: `great_britain`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Power::Austria => "austria",
            Power::France => "france",
            Power::GreatBritain => "great_britain",
            Power::Greece => "greece",
            Power::Prussia => "prussia",
            Power::Russia => "russia",
            Power::Sardinia => "sardinia",
            Power::Spain => "spain",
            Power::Turkey => "turkey",
        }
    }

    /// The power of a machine word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Power> {
        Power::ALL.into_iter().find(|power| power.key() == key)
    }

    /// The powers whose beginnings are read where the campaign is not known: all but Greece, which few have and which must be written out, so
    /// that "G" stays Great Britain.
    pub const USUAL: [Power; 8] = {
        let [austria, france, great_britain, prussia, russia, spain, turkey] = Power::STANDARD;
        [austria, france, great_britain, prussia, russia, spain, turkey, Power::Sardinia]
    };

    /// The power that a player means by a name: in any case, with or without blanks, or by the beginning that no other shares. "Gr", by which
    /// campaigns with Greece call that, means nobody here.
    #[must_use]
    pub fn meant(name: &str) -> Option<Power> {
        Power::meant_anywhere(name, |powers| Power::meant_among(name, powers))
    }

    /// The same by another way of reading a name among powers.
    pub fn meant_anywhere(name: &str, among: impl Fn(&[Power]) -> Option<Power>) -> Option<Power> {
        if plain(name) == "gr" {
            return None;
        }
        among(&Power::USUAL).or_else(|| among(&[Power::Greece]))
    }

    /// The power of these that a player means: in a campaign without Sardinia "S" is Spain.
    #[must_use]
    pub fn meant_among(name: &str, powers: &[Power]) -> Option<Power> {
        let asked = plain(name);
        let mut found = powers.iter().copied().filter(|power| match asked.as_str() {
            "" => false,
            "italy" => *power == Power::Sardinia,
            "gb" | "england" | "britain" | "uk" => *power == Power::GreatBritain,
            "gr" if powers.contains(&Power::Greece) => *power == Power::Greece,
            "ottomans" | "ottomanempire" | "tr" => *power == Power::Turkey,
            _ => plain(power.key()).starts_with(&asked),
        });
        let power = found.next()?;
        found.next().is_none().then_some(power)
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.face().map_or(self.key(), |face| &face.name)
    }

    /// The name by which it can come to go in the course of play; `None` for all but Sardinia, which becomes Italy.
    #[must_use]
    pub fn later_name(self) -> Option<&'static str> {
        (self == Power::Sardinia).then_some("Italy")
    }

    /// Its colour, `#RRGGBB`.
    #[must_use]
    pub fn colour(self) -> &'static str {
        self.face().map_or("#808080", |face| &face.colour)
    }

    fn face(self) -> Option<&'static Face> {
        FACES.iter().find(|face| face.key == self)
    }
}

impl ToValue for Power {
    fn to_value(&self) -> Value {
        Value::Called(self.name().to_owned())
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
