//! The event cards: what they do, in which years, and which of them are in a deck.

use crate::stature::Stature;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::Value as Word;
use table::{rule, said};

/// The name of their deck.
pub const DECK: &str = "event";

/// Positions of one shuffle at most: what is shuffled anew lies in a deck of its own, beside which hands stay as they are.
const PLACES: u32 = 10_000;

/// The name of the deck of a shuffle, counted from 1: of the first `event`, then `event-2`.
#[must_use]
pub fn deck_of(shuffle: u32) -> String {
    if shuffle <= 1 { DECK.to_owned() } else { format!("{DECK}-{shuffle}") }
}

/// By which number a card of a shuffle is known that lies at a position of its deck.
#[must_use]
pub fn number(shuffle: u32, pos: u32) -> u32 {
    shuffle.saturating_sub(1).saturating_mul(PLACES).saturating_add(pos)
}

/// By which number a card is known that lies at a position of a deck; `None` for a deck of other cards.
#[must_use]
pub fn number_in(deck: &str, pos: u32) -> Option<u32> {
    let shuffle = match deck.strip_prefix(DECK)? {
        "" => 1,
        rest => rest.strip_prefix('-')?.parse().ok()?,
    };
    Some(number(shuffle, pos))
}

/// The deck and the position in it of a card that is known by a number.
#[must_use]
pub fn lies_at(number: u32) -> (String, u32) {
    (deck_of(number / PLACES + 1), number % PLACES)
}

/// The most that are held in a hand.
pub const HAND: usize = 4;
/// The most that are in the base game.
pub const HAND_BEFORE: usize = 3;

/// What a card does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum Does {
    /// One gold more in every round, until the leader dies.
    Demesne,
    /// A conversion is easier: what is missing to the conviction is halved.
    Fervour,
    /// An attack is stronger.
    Arms {
        /// By so many points.
        points: i16,
    },
    /// Gold.
    Gold {
        /// How much.
        gold: u8,
    },
    /// An area of one's own rises by 1.
    Rise,
    /// An area of somebody else's falls by 1.
    Fall,
    /// An army for nothing, in an area of one's own.
    Army {
        /// Its strength.
        points: u8,
    },
    /// A fleet for nothing, in an area of one's own that has a coast.
    Fleet {
        /// Its strength.
        points: u8,
    },
    /// A tie to an area whose people speak the court's language or one related to it.
    Tie,
    /// The people of a Christian area that is not one's own turn heretics.
    Heresy,
    /// A leader card: one of the bonuses, for one endeavour from a base whose language is of one of these groups.
    Leader {
        /// To combat.
        #[serde(default)]
        combat: u8,
        /// To administration.
        #[serde(default)]
        administration: u8,
        /// To diplomacy.
        #[serde(default)]
        diplomacy: u8,
        /// The groups of languages.
        languages: Vec<String>,
    },
}

/// An event card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// The first and the last year in which it applies; always where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<[u16; 2]>,
    /// What it does.
    pub does: Does,
}

/// What a group of languages is called: its word in the data with a capital letter.
#[must_use]
pub fn group_named(group: &str) -> String {
    let mut letters = group.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What kind of card it is, by its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// None: a card of the base game.
    None,
    /// P: provisional.
    Provisional,
    /// L: a leader card.
    Leader,
}

/// How a year lies to a card's period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before its first year.
    Early,
    /// In it, the first and the last year included.
    Now,
    /// After its last year.
    Over,
}

impl Card {
    /// Its mark, and the rule that says what the mark means.
    #[must_use]
    pub fn mark(&self) -> (Mark, Option<RuleId>) {
        match (&self.does, self.period) {
            (Does::Leader { .. }, _) => (Mark::Leader, Some(rule!("middle-ages.cards.leader-mark"))),
            (_, Some(_)) => (Mark::Provisional, Some(rule!("middle-ages.cards.provisional-mark"))),
            (_, None) => (Mark::None, None),
        }
    }

    /// How a year lies to its period.
    #[must_use]
    pub fn when(&self, year: u16) -> When {
        match self.period {
            Some([first, _]) if year < first => When::Early,
            Some([_, last]) if year > last => When::Over,
            _ => When::Now,
        }
    }

    /// Whether any year of its period is played.
    #[must_use]
    pub fn is_within(&self, (first, last): (u16, u16)) -> bool {
        self.period.is_none_or(|[from, to]| from <= last && first <= to)
    }

    /// Refuses a card that does not apply in a year.
    ///
    /// # Errors
    /// A refusal that says in which years it does.
    pub fn applies(&self, year: u16) -> Result<Option<RuleId>, Refusal> {
        let rule = rule!("middle-ages.cards.as-event-cards");
        match self.period {
            Some([first, last]) if self.when(year) != When::Now => Err(Refusal::under(
                rule,
                said!(
                    "{} applies from {} to {}; it is {}.",
                    table::said::name(self.name.clone()),
                    first,
                    last,
                    year
                ),
            )),
            Some(_) => Ok(Some(rule)),
            None => Ok(None),
        }
    }

    /// What it adds to a stature in an endeavour from a base whose language is of a group.
    ///
    /// # Errors
    /// A refusal where it is no leader card, adds nothing to that stature, or lists other groups.
    pub fn bonus(&self, stature: Stature, group: &str) -> Result<u8, Refusal> {
        let Does::Leader { combat, administration, diplomacy, languages } = &self.does else {
            return Err(Refusal::new(said!("{} is no leader card.", table::said::name(self.name.clone()))));
        };
        if !languages.iter().any(|listed| listed == group) {
            return Err(Refusal::under(
                rule!("middle-ages.cards.leader.language-group"),
                said!(
                    "{} is playable only for an endeavour whose base speaks a language of these groups: {}.",
                    table::said::name(self.name.clone()),
                    Word::List(languages.iter().map(|group| table::said::name(group_named(group))).collect())
                ),
            ));
        }
        let bonus = match stature {
            Stature::Combat => *combat,
            Stature::Administration => *administration,
            Stature::Diplomacy => *diplomacy,
        };
        if bonus == 0 {
            return Err(Refusal::under(
                rule!("middle-ages.cards.leader.bonus"),
                said!("{} adds nothing to {}.", table::said::name(self.name.clone()), stature),
            ));
        }
        Ok(bonus)
    }
}

/// The rules by which a deck is made.
#[must_use]
pub fn rules_of_deck() -> Vec<RuleId> {
    vec![rule!("middle-ages.cards.outside-scenario"), rule!("middle-ages.cards.inside-scenario")]
}
