//! Rolls: from a request to its key, and from the key to dice (`fairness.md`, "Rolls").

use super::canonical::{NotCanonical, canonical_of};
use super::hash::{hmac, length};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Formatter};

/// The most faces a die may have.
pub const MOST_FACES: u32 = 1000;
/// The most dice in one roll.
pub const MOST_DICE: u32 = 100;

/// What is drawn: dice in the order the rule gives, or the shuffle of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// `[faces, count]` pairs, never merged; 1 to 1,000 faces, at least one of each, at most 100 dice in all.
    Of(Vec<[u32; 2]>),
    /// The list 0…n−1 shuffled; 1 ≤ n ≤ 1,000. Element 0 is drawn first.
    Shuffle(u32),
}

/// A shuffle as it is written; dice are a list of pairs.
#[derive(Serialize, Deserialize)]
struct Shuffle {
    shuffle: u32,
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Dice::Of(groups) => groups.serialize(serializer),
            Dice::Shuffle(n) => Shuffle { shuffle: *n }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OfDice)
    }
}

struct OfDice;

impl<'de> Visitor<'de> for OfDice {
    type Value = Dice;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("dice as pairs of faces and count, or a shuffle")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, groups: A) -> Result<Dice, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(groups)).map(Dice::Of)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Dice, A::Error> {
        let Shuffle { shuffle } = Deserialize::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(Dice::Shuffle(shuffle))
    }
}

impl Dice {
    /// Whether the dice keep the limits: faces, counts, and at most 100 dice in all.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        match self {
            Dice::Of(groups) => {
                !groups.is_empty()
                    && groups.iter().all(|[faces, count]| {
                        (1..=MOST_FACES).contains(faces) && (1..=MOST_DICE).contains(count)
                    })
                    && groups.iter().map(|[_, count]| count).sum::<u32>() <= MOST_DICE
            }
            Dice::Shuffle(n) => (1..=1000).contains(n),
        }
    }

    /// Whether the dice can fall so: as many faces as there are dice, each one that its die has; of a shuffle each place once.
    #[must_use]
    pub fn can_fall(&self, result: &[u32]) -> bool {
        match self {
            Dice::Of(groups) => {
                let dice = groups.iter().flat_map(|[faces, count]| (0..*count).map(move |_| *faces));
                dice.clone().count() == result.len()
                    && dice.zip(result).all(|(faces, fell)| (1..=faces).contains(fell))
            }
            Dice::Shuffle(n) => {
                let mut places = result.to_vec();
                places.sort_unstable();
                places.into_iter().eq(0..*n)
            }
        }
    }
}

/// Exactly what a roll's key is made from, and nothing else: neither the record's position nor the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollRequest {
    /// 0 at first, one higher after each published *void* of this slot.
    pub attempt: u64,
    /// The campaign's ten characters.
    pub campaign: String,
    /// What is drawn.
    pub dice: Dice,
    /// `[seat, word]` sorted by seat.
    pub entropy: Vec<(String, String)>,
    /// The epoch whose seed is used.
    pub epoch: u64,
    /// Where in the game: `1805-03/land/ulm/day-1/round-2/france`.
    pub slot: String,
}

impl RollRequest {
    /// The key of an open roll, under the seed of its epoch.
    ///
    /// # Errors
    /// [`NotCanonical`] where a slot or word cannot be written.
    pub fn key(&self, seed: &[u8; 32]) -> Result<[u8; 32], NotCanonical> {
        let json = canonical_of(self)?;
        Ok(hmac(seed, &[b"chancery/roll/1", &length(&json), json.as_bytes()]))
    }

    /// The key of a veiled draw, whose result stays hidden, under the veil key.
    ///
    /// # Errors
    /// [`NotCanonical`] where a slot or word cannot be written.
    pub fn veiled_key(&self, veil: &[u8; 32]) -> Result<[u8; 32], NotCanonical> {
        let json = canonical_of(self)?;
        Ok(hmac(veil, &[b"chancery/veiled/1", &length(&json), json.as_bytes()]))
    }
}

/// The result that a key gives: one number a die, in order, or the shuffled list.
#[must_use]
pub fn draw(key: [u8; 32], dice: &Dice) -> Vec<u32> {
    let mut stream = ChaCha20Rng::from_seed(key);
    match dice {
        Dice::Of(groups) => groups
            .iter()
            .flat_map(|&[faces, count]| std::iter::repeat_n(faces, count as usize))
            .map(|faces| if faces <= 1 { 1 } else { below(&mut stream, faces) + 1 })
            .collect(),
        Dice::Shuffle(n) => {
            let mut list: Vec<u32> = (0..*n).collect();
            for i in (1..list.len()).rev() {
                let j = below(&mut stream, i as u32 + 1) as usize;
                list.swap(i, j);
            }
            list
        }
    }
}

/// A number from 0 to `bound`−1, each as likely: words at or above the last full multiple of `bound` are passed over.
fn below(stream: &mut ChaCha20Rng, bound: u32) -> u32 {
    let limit = (1u64 << 32) / u64::from(bound) * u64::from(bound);
    loop {
        let word = stream.next_u32();
        if u64::from(word) < limit {
            return word % bound;
        }
    }
}
