//! SHA-256, HMAC-SHA256 and the framing in which Chancery feeds them.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::block_api::compress256;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// 32 bytes that are public: a hash, an anchor, a published seed. Written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Its first eight bytes as a number, which orders as they do.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.0.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

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

/// What SHA-256 begins with (FIPS 180-4, 5.3.3).
const BEGIN: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
/// The bytes of a block.
const BLOCK: usize = 64;
/// What fits into two blocks together with the mark and the length that end every text.
const SHORT: usize = 2 * BLOCK - 9;

/// SHA-256 goes on from a state that it came to after so many blocks, over the parts one after another, and ends; `None` where they are longer
/// than [`SHORT`]. Nearly all that is hashed here is so short (each sheet alone has 128 such texts), and is done without a buffer.
fn ends(mut state: [u32; 8], after: usize, parts: &[&[u8]]) -> Option<[u8; 32]> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    if length > SHORT {
        return None;
    }
    let mut blocks = [[0_u8; BLOCK]; 2];
    let text = blocks.as_flattened_mut();
    let mut at = 0;
    for part in parts {
        text[at..at + part.len()].copy_from_slice(part);
        at += part.len();
    }
    text[at] = 0x80;
    let used = if length < BLOCK - 8 { 1 } else { 2 };
    let bits = 8 * (after * BLOCK + length) as u64;
    text[used * BLOCK - 8..used * BLOCK].copy_from_slice(&bits.to_be_bytes());
    compress256(&mut state, &blocks[..used]);
    let mut hash = [0; 32];
    for (four, word) in hash.as_chunks_mut().0.iter_mut().zip(state) {
        *four = word.to_be_bytes();
    }
    Some(hash)
}

/// SHA-256 over the parts one after another.
#[must_use]
pub fn sha256(parts: &[&[u8]]) -> Hash {
    if let Some(hash) = ends(BEGIN, 0, parts) {
        return Hash(hash);
    }
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
pub struct Keyed {
    /// For what is long.
    block: [u8; BLOCK],
    /// What SHA-256 comes to after the key's block within, and after the one without (RFC 2104).
    within: [u32; 8],
    without: [u32; 8],
}

impl Keyed {
    /// Under a key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Keyed {
        // HMAC pads a key shorter than its block with zeros, so a whole block of key and zeros is the same key.
        let mut block = [0; BLOCK];
        block[..32].copy_from_slice(key);
        let after = |mark: u8| {
            let mut state = BEGIN;
            compress256(&mut state, &[block.map(|byte| byte ^ mark)]);
            state
        };
        Keyed { block, within: after(0x36), without: after(0x5c) }
    }

    fn long(&self) -> Hmac<Sha256> {
        Hmac::new(&self.block.into())
    }

    /// Over the parts one after another.
    #[must_use]
    pub fn over(&self, parts: &[&[u8]]) -> [u8; 32] {
        let short = ends(self.within, 1, parts).and_then(|within| ends(self.without, 1, &[&within]));
        if let Some(hash) = short {
            return hash;
        }
        let mut mac = self.long();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is short is hashed as what is long: every length around one block, two, and the bounds between the ways.
    #[test]
    fn short_texts_have_the_hash_of_any_other() {
        let text: Vec<u8> = (0..=255).collect();
        let key = [7; 32];
        for length in 0..=200 {
            let (one, other) = text[..length].split_at(length / 3);
            let hash: [u8; 32] = Sha256::digest(&text[..length]).into();
            assert_eq!(sha256(&[one, other]), Hash(hash), "{length}");
            let mut mac = Keyed::new(&key).long();
            mac.update(&text[..length]);
            let mac: [u8; 32] = mac.finalize().into_bytes().into();
            assert_eq!(hmac(&key, &[one, other]), mac, "{length}");
        }
    }
}
