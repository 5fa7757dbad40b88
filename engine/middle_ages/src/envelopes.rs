//! The envelopes of the Middle Ages: claims at the beginning, a wished place in a round, the defence of an area.

use crate::Position;
use crate::court::Court;
use crate::geography::Area;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use table::envelope::{NoRound, by_its_name};
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said;
use table::strongbox::Thing;

/// What a round of envelopes is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// Which areas each claims: `claims`.
    Claims,
    /// At which place in a round each would act: `order/3`.
    Order(u8),
    /// Whether an area is defended against an endeavour: `defence/7`.
    Defence(u32),
}

/// A defence, or gold against a negotiation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// Whether a year card is played in defence.
    #[serde(default)]
    pub defend: bool,
    /// Gold that is added.
    #[serde(default)]
    pub gold: u8,
}

/// Claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The areas.
    pub areas: BTreeSet<Area>,
}

/// A wish for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The place, from 1.
    pub place: u8,
}

/// What lies in an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Choice {
    /// Claims.
    Claims(Claims),
    /// A place in the round.
    Order(Wish),
    /// A defence.
    Defence(Defence),
}

/// A choice out of what was filled in.
///
/// # Errors
/// A refusal where that is not what the round asks for.
pub fn read(round: &Round, filled: &Value) -> Result<Choice, Refusal> {
    let wrong = |_| Refusal::new(said!("That is not what this round of envelopes asks for."));
    let filled = filled.clone();
    Ok(match round {
        Round::Claims => Choice::Claims(serde_json::from_value(filled).map_err(wrong)?),
        Round::Order(_) => Choice::Order(serde_json::from_value(filled).map_err(wrong)?),
        Round::Defence(_) => Choice::Defence(serde_json::from_value(filled).map_err(wrong)?),
    })
}

/// Checks a choice.
///
/// # Errors
/// A refusal that says what would be allowed.
pub fn check(state: &Position, round: &Round, seat: &SeatId, choice: &Choice) -> Result<(), Refusal> {
    // What was sealed stays sealed where its player gives his court up before it is opened; it then counts for nothing.
    let Some(court) = state.court_of(seat) else { return Ok(()) };
    match (round, choice) {
        (Round::Claims, Choice::Claims(claims)) => claims_of(state, court, claims),
        (Round::Order(_), Choice::Order(wish)) => {
            let most = state.board.realms.len();
            if wish.place == 0 || usize::from(wish.place) > most {
                return Err(Refusal::new(said!("The places of a round go from 1 to {}.", most)));
            }
            Ok(())
        }
        (Round::Defence(_), Choice::Defence(defence)) => {
            let realm = state.board.realms.get(&court);
            let (gold, cards) = realm.map_or((0, 0), |realm| (realm.gold, realm.cards));
            if u16::from(defence.gold) > gold {
                return Err(Refusal::new(said!(
                    "{} has {} gold; {} was offered.",
                    court,
                    gold,
                    defence.gold
                )));
            }
            if defence.defend && cards == 0 {
                return Err(Refusal::new(said!("{} has no year card left in this round.", court)));
            }
            Ok(())
        }
        _ => Err(Refusal::new(said!("That is not what this round of envelopes asks for."))),
    }
}

fn claims_of(state: &Position, court: Court, claims: &Claims) -> Result<(), Refusal> {
    let most = state.most_claims();
    if claims.areas.len() > most {
        return Err(Refusal::new(said!(
            "The most areas that a court claims: {}; named: {}.",
            most,
            claims.areas.len()
        )));
    }
    if let Some(none) = claims.areas.iter().find(|area| state.board.area(**area).is_none()) {
        return Err(Refusal::new(said!("\"{}\" is no area of this map.", none.key().to_owned())));
    }
    match claims.areas.iter().find(|area| state.board.owner(**area) == Some(court)) {
        Some(own) => {
            Err(Refusal::new(said!("{} is your own; what others hold is claimed.", state.data().named(*own))))
        }
        None => Ok(()),
    }
}

/// What holds a lodged order back: nothing is lodged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unless {}

/// What lies in a strongbox besides notes: nothing, for armies, fleets and gold of this game are open to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Claims => f.write_str("claims"),
            Round::Order(round) => write!(f, "order/{round}"),
            Round::Defence(number) => write!(f, "defence/{number}"),
        }
    }
}

impl FromStr for Round {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<Round, NoRound> {
        let parts: Vec<&str> = name.split('/').collect();
        let round = match *parts.as_slice() {
            ["claims"] => Some(Round::Claims),
            ["order", round] => round.parse().ok().map(Round::Order),
            ["defence", number] => number.parse().ok().map(Round::Defence),
            _ => None,
        };
        by_its_name(round, name)
    }
}

impl Thing for Item {
    fn name(&self) -> String {
        match *self {}
    }

    fn power(&self) -> Option<&str> {
        match *self {}
    }

    fn of_power(self, _: Option<String>) -> Item {
        self
    }

    fn check(&self) -> Result<(), Refusal> {
        match *self {}
    }

    fn renamed(self, _: &str) -> Option<Item> {
        Some(self)
    }

    fn offers() -> Vec<Offer> {
        Vec::new()
    }

    fn filled(_: &str, _: &Value) -> Option<Item> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_read_back_from_its_one_name() {
        for name in ["claims", "order/3", "defence/12"] {
            assert_eq!(name.parse::<Round>().map(|round| round.to_string()), Ok(name.to_owned()));
        }
        for name in ["", "claims/1", "order", "order/03", "defence/x", "fight/1"] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
