//! Where the house gets its randomness and its time. Both are given by the binary: the operating system's, or, in a rehearsal with a
//! seed, a fixed stream and a virtual clock.

use std::sync::Mutex;

/// A source of random bytes for roots, ids and salts.
pub trait Randomness: Send + Sync {
    /// 32 fresh bytes.
    ///
    /// # Errors
    /// A sentence where the operating system gives none.
    fn bytes(&self) -> Result<[u8; 32], String>;
}

/// Time as the house sees it.
pub trait Clock: Send + Sync {
    /// Unix seconds.
    fn now(&self) -> i64;
}

/// Bytes from a seed: only for rehearsals, where the output must be the same twice.
pub struct Seeded(Mutex<rand_chacha::ChaCha20Rng>);

impl Seeded {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: [u8; 32]) -> Seeded {
        use rand_chacha::rand_core::SeedableRng as _;
        Seeded(Mutex::new(rand_chacha::ChaCha20Rng::from_seed(seed)))
    }
}

impl Randomness for Seeded {
    fn bytes(&self) -> Result<[u8; 32], String> {
        use rand_chacha::rand_core::Rng as _;
        let mut bytes = [0; 32];
        let mut stream = self.0.lock().map_err(|_| "The seeded stream broke off.".to_owned())?;
        stream.fill_bytes(&mut bytes);
        Ok(bytes)
    }
}

/// Ten characters `[a-z0-9]` out of random bytes, each as likely.
#[must_use]
pub fn campaign_id(bytes: &[u8; 32]) -> String {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    // 252 is the last multiple of 36 in a byte; of 32 bytes ten below it are there but for one time in 10^17, and then zeros serve.
    let fair = bytes.iter().filter(|byte| **byte < 252).chain(std::iter::repeat(&0));
    fair.take(10).map(|byte| char::from(LETTERS[usize::from(byte % 36)])).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_campaigns_id_is_ten_fair_characters() {
        for n in 0..=255_u8 {
            assert!(table::names::is_campaign_id(&campaign_id(&[n; 32])), "{n}");
        }
        let stream = Seeded::new([1; 32]);
        let ids: Vec<String> = (0..2_000).map(|_| campaign_id(&stream.bytes().unwrap())).collect();
        // 20,000 characters, 556 expected of each; beyond 440 to 680 lies nothing that happens.
        for letter in "abcdefghijklmnopqrstuvwxyz0123456789".chars() {
            let times = ids.iter().flat_map(|id| id.chars()).filter(|c| *c == letter).count();
            assert!((440..=680).contains(&times), "{letter} {times} times");
        }
    }
}
