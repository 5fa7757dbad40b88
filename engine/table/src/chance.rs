//! Where dice, veiled draws and salts come from. The engine has no randomness of its own: it asks a [`Chance`].
//!
//! Three forms: [`Chain`] is the real one, from a campaign's roots; [`Recorded`] gives back what a record says, for checking it;
//! [`Scripted`] gives what a test wrote down.

use super::chain::{Commitments, Roots, seal_salt};
use super::claims;
use super::hash::Hash;
use super::names::SeatId;
use super::refusal::Refusal;
use super::roll::{RollRequest, draw};
use super::secret::Secret;
use super::strongbox::shown::Shown;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// The source of everything that is not decided by rules.
pub trait Chance {
    /// The result of an open roll.
    ///
    /// # Errors
    /// A refusal where this chance has no such roll to give: the chain is spent, or the record tells of another.
    fn roll(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal>;
    /// The result of a veiled draw, which stays hidden.
    ///
    /// # Errors
    /// As for [`Chance::roll`].
    fn veiled(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal>;
    /// The salt of seal number `n`.
    ///
    /// # Errors
    /// A refusal where the record tells of no such seal.
    fn salt(&mut self, n: u64) -> Result<[u8; 32], Refusal>;
    /// The seed of an epoch, to be published when the epoch ends.
    ///
    /// # Errors
    /// A refusal where the epoch is not of this chain.
    fn seed(&mut self, epoch: u64) -> Result<Hash, Refusal>;
    /// The commitments of a new chain that begins with `first_epoch`, with a new veil key or the one in use.
    ///
    /// # Errors
    /// A refusal where no new roots are at hand.
    fn new_chain(&mut self, first_epoch: u64, new_veil: bool) -> Result<Commitments, Refusal>;
    /// The veil key, to be published when the campaign is closed.
    ///
    /// # Errors
    /// A refusal where it is not known.
    fn veil_key(&mut self) -> Result<Hash, Refusal>;
    /// The sheets of the strongboxes that a record tells of at the end of a step, one a seat; `None` where they are sealed now.
    fn told_sheets(&mut self, _seats: usize) -> Option<Vec<ToldSheet>> {
        None
    }
    /// The next lodged orders that a record tells of; `None` where they are sealed now.
    fn told_lodged(&mut self) -> Option<ToldLodged> {
        None
    }
    /// What a record says that the next claim came to, where that is what is asked of this seat's; `None` where claims are made now.
    fn told_claim(&mut self, _of: &SeatId, _asked: &Value) -> Option<Result<Value, Refusal>> {
        None
    }
    /// A claim was taken as it was told, for what it hangs on is closed.
    fn took_a_claim(&mut self) {}
    /// The next thing that a record shows out of a sheet in the order which is decided again.
    fn told_shown(&mut self) -> Option<Shown> {
        None
    }
    /// Whether it is what a record tells, of which what is closed is known by its codes alone, and not a chance that seals now.
    fn is_of_a_record(&self) -> bool {
        false
    }
    /// The events of the game, as JSON, that a record tells of the order which is decided again.
    fn told_of_the_game(&self) -> &[Value] {
        &[]
    }
}

/// What was lodged as a record tells of it.
#[derive(Clone, Debug, Default)]
pub struct ToldLodged {
    /// How many places it has, where the line says so.
    pub places: Option<u32>,
    /// What stands at them and in their parts, where this copy of the record has all of it.
    pub bodies: Option<Vec<Secret<Value>>>,
}

/// A sheet of a strongbox as a record tells of it.
#[derive(Clone, Debug)]
pub struct ToldSheet {
    /// Whose.
    pub seat: SeatId,
    /// Its code.
    pub code: Hash,
    /// How many codes it has, where the line says so.
    pub places: Option<u32>,
    /// Its contents, where this copy of the record has them.
    pub contents: Option<Secret<Value>>,
}

/// The real chance of a live campaign: its roots, and fresh ones should a new chain be founded.
pub struct Chain<'a> {
    roots: Option<&'a Roots>,
    fresh: Option<([u8; 32], [u8; 32])>,
    founded: Option<Roots>,
}

impl<'a> Chain<'a> {
    /// The chance of a campaign under way. `fresh` (head and veil key, straight from the operating system) is used only where the
    /// order founds a new chain; [`Chain::founded`] tells afterwards.
    #[must_use]
    pub fn of(roots: &'a Roots, fresh: ([u8; 32], [u8; 32])) -> Chain<'a> {
        Chain { roots: Some(roots), fresh: Some(fresh), founded: None }
    }

    /// The chance of a founding: there are only the fresh roots.
    #[must_use]
    pub fn founding(fresh: ([u8; 32], [u8; 32])) -> Chain<'static> {
        Chain { roots: None, fresh: Some(fresh), founded: None }
    }

    /// The new roots, where the order founded a chain. They must be stored in the same transaction as its events.
    #[must_use]
    pub fn founded(self) -> Option<Roots> {
        self.founded
    }

    fn current(&self) -> Result<&Roots, Refusal> {
        self.founded
            .as_ref()
            .or(self.roots)
            .ok_or_else(|| Refusal::new("This campaign has no seed chain yet."))
    }
}

impl Chance for Chain<'_> {
    fn roll(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        let seed = self.seed(request.epoch)?;
        Ok(draw(request.key(&seed.0)?, &request.dice))
    }

    fn veiled(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        let key = request.veiled_key(self.current()?.veil())?;
        Ok(draw(key, &request.dice))
    }

    fn salt(&mut self, n: u64) -> Result<[u8; 32], Refusal> {
        Ok(self.current()?.salt(n))
    }

    fn seed(&mut self, epoch: u64) -> Result<Hash, Refusal> {
        self.current()?
            .seed(epoch)
            .map(Hash)
            .ok_or_else(|| Refusal::new("The seed chain is spent; a new one must be founded first."))
    }

    fn new_chain(&mut self, first_epoch: u64, new_veil: bool) -> Result<Commitments, Refusal> {
        let (head, veil) =
            self.fresh.take().ok_or_else(|| Refusal::new("There are no fresh roots for a new chain."))?;
        let veil = if new_veil { veil } else { *self.current()?.veil() };
        let roots = Roots::new(head, veil, first_epoch);
        let commitments = roots.commitments();
        self.founded = Some(roots);
        Ok(commitments)
    }

    fn veil_key(&mut self) -> Result<Hash, Refusal> {
        Ok(Hash(*self.current()?.veil()))
    }
}

/// The chance that a record tells of: every request must be one that stands in it. Used to decide a record's orders again.
#[derive(Default)]
pub struct Recorded {
    /// The rolls in the order of the record: request and result.
    pub rolls: VecDeque<(RollRequest, Vec<u32>)>,
    /// Salts by seal number.
    pub salts: BTreeMap<u64, [u8; 32]>,
    /// Published seeds by epoch.
    pub seeds: BTreeMap<u64, Hash>,
    /// Commitments of the chains founded, each with its first epoch. A campaign restored twice in one epoch has two of the same.
    pub chains: VecDeque<(u64, Commitments)>,
    /// The sheets of the strongboxes, in the order of the record.
    pub sheets: VecDeque<ToldSheet>,
    /// What was lodged, in the order of the record.
    pub lodged: VecDeque<ToldLodged>,
    /// The veil key, where it was published.
    pub veil_key: Option<Hash>,
    /// The claims, in the order of the record.
    pub claims: VecDeque<claims::Told>,
    /// How many of them were taken as they were told.
    pub claims_taken: u64,
    /// What is shown out of sheets, in the order of the record.
    pub shown: VecDeque<Shown>,
    /// Whether a roll was asked for that the record does not have, or not there.
    pub asked_another: bool,
    /// Whether a claim was asked for that the record does not have, or not there.
    pub asked_closed: bool,
    /// The events of the game among the lines of the order.
    pub of_the_game: Vec<Value>,
}

impl Chance for Recorded {
    fn roll(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        let told = self.rolls.pop_front();
        self.asked_another |= told.as_ref().is_none_or(|(told, _)| told != request);
        match told {
            Some((told, result)) if told == *request => Ok(result),
            Some((told, _)) => Err(Refusal::new(format!(
                "The rules ask for the roll {} here, but the record tells of {}.",
                request.slot, told.slot
            ))),
            None => Err(Refusal::new(format!(
                "The rules ask for the roll {}, which the record does not have.",
                request.slot
            ))),
        }
    }

    fn veiled(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        self.asked_another |= self.veil_key.is_none();
        let key = self
            .veil_key
            .ok_or_else(|| Refusal::new(format!("The veiled draw {} is not open yet.", request.slot)))?;
        Ok(draw(request.veiled_key(&key.0)?, &request.dice))
    }

    fn salt(&mut self, n: u64) -> Result<[u8; 32], Refusal> {
        let known = self.salts.get(&n).copied();
        known
            .or_else(|| self.veil_key.map(|key| seal_salt(&key.0, n)))
            .ok_or_else(|| Refusal::new(format!("The record tells of no seal number {n}.")))
    }

    fn seed(&mut self, epoch: u64) -> Result<Hash, Refusal> {
        self.seeds
            .get(&epoch)
            .copied()
            .ok_or_else(|| Refusal::new(format!("The record publishes no seed of epoch {epoch}.")))
    }

    fn new_chain(&mut self, first_epoch: u64, new_veil: bool) -> Result<Commitments, Refusal> {
        // Which veil key it is shows in the commitment itself, which is checked with the record's line.
        let _ = new_veil;
        let told = self.chains.pop_front().filter(|(first, _)| *first == first_epoch);
        told.map(|(_, commitments)| commitments)
            .ok_or_else(|| Refusal::new(format!("The record founds no chain at epoch {first_epoch}.")))
    }

    fn veil_key(&mut self) -> Result<Hash, Refusal> {
        self.veil_key.ok_or_else(|| Refusal::new("The record does not publish the veil key."))
    }

    fn told_sheets(&mut self, seats: usize) -> Option<Vec<ToldSheet>> {
        let there = seats.min(self.sheets.len());
        Some(self.sheets.drain(..there).collect())
    }

    fn told_lodged(&mut self) -> Option<ToldLodged> {
        Some(self.lodged.pop_front().unwrap_or_default())
    }

    fn told_claim(&mut self, of: &SeatId, asked: &Value) -> Option<Result<Value, Refusal>> {
        let told = self.claims.pop_front().filter(|told| told.of == *of && told.asked == *asked);
        self.asked_closed |= told.is_none();
        let another = || Refusal::new("The rules ask for another claim here than the record tells of.");
        Some(told.map(|told| told.says).ok_or_else(another))
    }

    fn took_a_claim(&mut self) {
        self.claims_taken += 1;
    }

    fn told_shown(&mut self) -> Option<Shown> {
        self.shown.pop_front()
    }

    fn is_of_a_record(&self) -> bool {
        true
    }

    fn told_of_the_game(&self) -> &[Value] {
        &self.of_the_game
    }
}

/// Dice as a test wrote them down, one list a roll; salts and seeds are plain numbers. Proves nothing, and says so by its anchor of zeros.
#[derive(Default)]
pub struct Scripted {
    /// The results still to be given, in order.
    pub rolls: VecDeque<Vec<u32>>,
    /// What was asked for so far.
    pub asked: Vec<RollRequest>,
}

impl Chance for Scripted {
    fn roll(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        self.asked.push(request.clone());
        self.rolls
            .pop_front()
            .ok_or_else(|| Refusal::new(format!("No dice are written for {}.", request.slot)))
    }

    fn veiled(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        self.roll(request)
    }

    fn salt(&mut self, n: u64) -> Result<[u8; 32], Refusal> {
        let mut salt = [0; 32];
        salt[24..].copy_from_slice(&n.to_be_bytes());
        Ok(salt)
    }

    fn seed(&mut self, epoch: u64) -> Result<Hash, Refusal> {
        let mut seed = [0; 32];
        seed[24..].copy_from_slice(&epoch.to_be_bytes());
        Ok(Hash(seed))
    }

    fn new_chain(&mut self, _first: u64, _new_veil: bool) -> Result<Commitments, Refusal> {
        Ok(Commitments { anchor: Hash::default(), veil: Hash::default() })
    }

    fn veil_key(&mut self) -> Result<Hash, Refusal> {
        Ok(Hash::default())
    }
}
