//! SHA-256, HMAC-SHA256 and the framing in which Chancery feeds them.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// 32 bytes that are public: a hash, an anchor, a published seed. Written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Reads exactly 64 lower-case hex digits; anything else is `None`.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Hash> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        let mut known = true;
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let (high, low) = (NIBBLES[usize::from(pair[0])], NIBBLES[usize::from(pair[1])]);
            known &= high | low < 16;
            *byte = high << 4 | low & 15;
        }
        known.then_some(Hash(bytes))
    }

    /// All 64 hex digits.
    #[must_use]
    pub fn hex(&self) -> String {
        let mut text = String::with_capacity(64);
        self.write_hex(&mut text);
        text
    }

    /// Writes all 64 hex digits after a text.
    pub fn write_hex(&self, text: &mut String) {
        if let Ok(digits) = std::str::from_utf8(&digits(&self.0)) {
            text.push_str(digits);
        }
    }

    /// The first 16 hex digits, as result posts carry them.
    #[must_use]
    pub fn short(&self) -> String {
        hex(&self.0[..8])
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&digits(&self.0)).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hex())
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = digits(&self.0);
        serializer.serialize_str(std::str::from_utf8(&digits).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Digits)
    }
}

/// Reads a hash out of a text, whoever owns the text: a record is full of them.
struct Digits;

impl Visitor<'_> for Digits {
    type Value = Hash;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("64 lower-case hex digits")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hash, E> {
        Hash::from_hex(text).ok_or_else(|| E::custom("not 64 lower-case hex digits"))
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// What each lower-case hex digit stands for; 16 and more for what is none.
const NIBBLES: [u8; 256] = {
    let mut nibbles = [u8::MAX; 256];
    let mut nibble = 0;
    while nibble < 16 {
        nibbles[DIGITS[nibble] as usize] = nibble as u8;
        nibble += 1;
    }
    nibbles
};

/// The digits of a hash. A record is full of them, so they are written without a detour.
fn digits(bytes: &[u8; 32]) -> [u8; 64] {
    let mut text = [0; 64];
    for (two, byte) in text.as_chunks_mut().0.iter_mut().zip(bytes) {
        *two = PAIRS[usize::from(*byte)];
    }
    text
}

/// The two digits of each byte.
const PAIRS: [[u8; 2]; 256] = {
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [DIGITS[byte >> 4], DIGITS[byte & 15]];
        byte += 1;
    }
    pairs
};

/// Lower-case hex of any bytes.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let [high, low] = PAIRS[usize::from(*byte)];
        text.push(char::from(high));
        text.push(char::from(low));
    }
    text
}

/// SHA-256 over the parts one after another.
#[must_use]
pub fn sha256(parts: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    Hash(hash.finalize().into())
}

/// HMAC-SHA256 under a 32-byte key over the parts one after another.
#[must_use]
pub fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    Keyed::new(key).over(parts)
}

/// HMAC-SHA256 under a 32-byte key with which much is hashed: what the key alone makes is worked out once.
#[derive(Clone)]
pub struct Keyed(Hmac<Sha256>);

impl Keyed {
    /// Under a key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Keyed {
        // HMAC pads a key shorter than its block with zeros, so a whole block of key and zeros is the same key.
        let mut block = [0; 64];
        block[..32].copy_from_slice(key);
        Keyed(Hmac::new(&block.into()))
    }

    /// Over the parts one after another.
    #[must_use]
    pub fn over(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

/// The length of a JSON text as it is written out before the text: u64, big-endian.
#[must_use]
pub fn length(json: &str) -> [u8; 8] {
    (json.len() as u64).to_be_bytes()
}
