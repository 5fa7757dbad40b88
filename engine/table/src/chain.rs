//! The roots of a campaign's chance: the seed chain and the veil key (`fairness.md`, "Roots").
//!
//! The chain is made once from its head and published from the other end: each published seed hashes to the one before, down to the
//! anchor that stands in the founding line, so that no seed can be chosen after a player has laid down his word.

use super::hash::{Hash, Keyed, sha256};
use super::secret::Secret;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many epochs a chain has.
pub const EPOCHS: u64 = 4096;

/// The two independent roots that the operating system gives at founding. They stand in a database table of their own and nowhere
/// else: not in state, snapshot, export, log or `Debug`.
#[derive(Clone, Debug)]
pub struct Roots {
    head: Secret<[u8; 32]>,
    veil: Secret<[u8; 32]>,
    /// The number of the chain's first epoch: 1 for the first chain, higher for one founded later.
    pub first_epoch: u64,
    /// How many epochs the chain has.
    pub epochs: u64,
    /// Every [`STRIDE`]th seed from the head down, once a seed was asked for: a chain is far too long to be walked for every roll.
    marks: Arc<OnceLock<Vec<Secret<[u8; 32]>>>>,
    /// The seed that was asked for last, and which it is: that of the open epoch is asked for at every roll.
    last: Arc<Mutex<Option<Numbered>>>,
    /// The salts under the veil key.
    salts: Salts,
}

/// A seed, with how far from the chain's end it is.
type Numbered = (u64, Secret<[u8; 32]>);

/// How many steps down the chain a mark is from the next.
const STRIDE: u64 = 64;

/// What is published of the roots before any player has joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitments {
    /// The far end of the seed chain, `s_0`.
    pub anchor: Hash,
    /// `H("chancery/veil/1" ‖ v)`.
    pub veil: Hash,
}

/// One step down the chain: `s_{i-1}` from `s_i`.
#[must_use]
pub fn seed_before(seed: &[u8; 32]) -> [u8; 32] {
    sha256(&[b"chancery/seed/1", seed]).0
}

/// The commitment to a veil key.
#[must_use]
pub fn veil_commitment(veil: &[u8; 32]) -> Hash {
    sha256(&[b"chancery/veil/1", veil])
}

/// The salt of seal number `n` under a veil key.
#[must_use]
pub fn seal_salt(veil: &[u8; 32], n: u64) -> [u8; 32] {
    Salts::under(veil).of(n)
}

/// The salts of seals under a veil key, for who needs many of them: a sheet of a strongbox has dozens.
#[derive(Clone, Debug)]
pub struct Salts(Secret<Keyed>);

impl Salts {
    /// The salts under a veil key.
    #[must_use]
    pub fn under(veil: &[u8; 32]) -> Salts {
        Salts(Secret::new(Keyed::new(veil)))
    }

    /// The salt of seal number `n`.
    #[must_use]
    pub fn of(&self, n: u64) -> [u8; 32] {
        self.0.reveal().over(&[b"chancery/salt/1", &n.to_be_bytes()])
    }
}

impl Roots {
    /// Roots of a chain of [`EPOCHS`] epochs beginning with `first_epoch`.
    #[must_use]
    pub fn new(head: [u8; 32], veil: [u8; 32], first_epoch: u64) -> Roots {
        Roots::with_length(head, veil, first_epoch, EPOCHS)
    }

    /// Roots of a chain of any length (the worked values use four epochs).
    #[must_use]
    pub fn with_length(head: [u8; 32], veil: [u8; 32], first_epoch: u64, epochs: u64) -> Roots {
        let (marks, last, salts) = (Arc::default(), Arc::default(), Salts::under(&veil));
        Roots { head: Secret::new(head), veil: Secret::new(veil), first_epoch, epochs, marks, last, salts }
    }

    /// The chain's head `s_N`, for the database's table of roots alone.
    #[must_use]
    pub fn head(&self) -> &[u8; 32] {
        self.head.reveal()
    }

    /// The veil key, for the database's table of roots and the closing of a campaign.
    #[must_use]
    pub fn veil(&self) -> &[u8; 32] {
        self.veil.reveal()
    }

    /// The salt of seal number `n`.
    #[must_use]
    pub fn salt(&self, n: u64) -> [u8; 32] {
        self.salts.of(n)
    }

    /// The seed of an epoch; `None` where the epoch is not of this chain.
    #[must_use]
    pub fn seed(&self, epoch: u64) -> Option<[u8; 32]> {
        let index = (epoch + 1).checked_sub(self.first_epoch)?;
        if index == 0 || index > self.epochs {
            return None;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((of, seed)) if *of == index => Some(*seed.reveal()),
            _ => {
                let seed = self.down_to(index);
                *last = Some((index, Secret::new(seed)));
                Some(seed)
            }
        }
    }

    /// What is published of these roots.
    #[must_use]
    pub fn commitments(&self) -> Commitments {
        Commitments { anchor: Hash(self.down_to(0)), veil: veil_commitment(self.veil()) }
    }

    fn down_to(&self, index: u64) -> [u8; 32] {
        let down = |seed: [u8; 32], steps: u64| (0..steps).fold(seed, |seed, _| seed_before(&seed));
        let marks = self.marks.get_or_init(|| {
            let first = Some(*self.head());
            let marks = std::iter::successors(first, |mark| Some(down(*mark, STRIDE)));
            marks.take((self.epochs / STRIDE) as usize + 1).map(Secret::new).collect()
        });
        let steps = self.epochs - index;
        let mark = *marks[(steps / STRIDE) as usize].reveal();
        down(mark, steps % STRIDE)
    }
}
