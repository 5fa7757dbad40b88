//! Whether what the database keeps of a campaign is what was committed. There is one judge, and everybody asks it: a campaign is judged
//! when it is read into memory, when its record is told, in each nightly backup, and by `chancery check --records`.
//!
//! Every line of the record must follow from the line before, every entry off it have its own hash, everything sealed fit its code, no
//! entry be missing at the end, and the roots in force be those that the record commits to. A byte that went bad on the disk is told and
//! never played on: what follows from wrong roots would stand on the record for ever.

use crate::rows::{entry_from, kept_hash};
use db::{History, ReadError, RootsRow, Snapshot};
use std::cmp::Ordering;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use table::chain::{EPOCHS, Roots, seal_salt, seed_before, veil_commitment};
use table::event::{FORMAT, line_hash};
use table::hash::{Hash, sha256};
use table::said;
use table::seal::seal_code;
use table::{Campaign, Entry, Event, Said, Unreadable};

/// A program that would read what this one cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// One that is newer than this.
    Newer,
    /// One that is older.
    Older,
}

/// What is wrong with what the database keeps of a campaign, in a sentence without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    says: Said,
    needs: Option<Program>,
}

impl Damage {
    fn new(says: Said) -> Damage {
        Damage { says, needs: None }
    }

    /// The line, or the entry off the record, is as it was written, but this program cannot read it.
    fn unknown(line: Option<u64>, seq: u64) -> Damage {
        let says = match line {
            // People count from 1.
            Some(line) => said!(
                "Line {} of its record tells of something that this program does not know: a newer one has written it.",
                line + 1
            ),
            None => said!(
                "Entry {} of it tells of something that this program does not know: a newer one has written it.",
                seq
            ),
        };
        Damage { says, needs: Some(Program::Newer) }
    }

    /// What is wrong.
    #[must_use]
    pub fn says(&self) -> &Said {
        &self.says
    }

    /// The program that would go on, where nothing is damaged and only this one cannot.
    #[must_use]
    pub fn needs(&self) -> Option<Program> {
        self.needs
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.says.fmt(f)
    }
}

impl From<&ReadError> for Damage {
    fn from(e: &ReadError) -> Damage {
        Damage::new(match e {
            ReadError::Missing { seq, .. } => said!("Entry {} of it is missing from the database.", seq),
            ReadError::Damaged(why) | ReadError::Failed(why) => {
                said!("It cannot be read from the database: {}.", why)
            }
        })
    }
}

/// What the record has published of the roots in force: by it everything is known that follows from others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Published {
    /// The anchor of the chain in force.
    pub(crate) anchor: Hash,
    /// The number of that chain's first epoch.
    first: u64,
    /// The seed that was published last, or the anchor: what the open epoch's seed leads back to.
    seed: Hash,
    /// The commitment of the veil key in force.
    pub(crate) veil: Hash,
}

impl Published {
    /// What is published once these entries are on the record.
    pub(crate) fn follow<'e>(mut self, entries: impl IntoIterator<Item = &'e Entry>) -> Published {
        for entry in entries {
            match &entry.event {
                Event::Founded(founded) => {
                    let (anchor, veil) = (founded.anchor, founded.veil);
                    self = Published { anchor, first: 1, seed: anchor, veil };
                }
                Event::Chain { anchor, veil, first } | Event::Restored { anchor, veil, first, .. } => {
                    self = Published { anchor: *anchor, first: *first, seed: *anchor, veil: *veil };
                }
                Event::Epoch { seed, .. } => self.seed = *seed,
                _ => {}
            }
        }
        self
    }

    /// Whether roots are those that the record commits to: the whole chain is walked down to its anchor.
    fn commits_to(&self, roots: &Roots) -> Result<(), Damage> {
        let is = roots.commitments();
        if roots.epochs != EPOCHS || roots.first_epoch != self.first || is.anchor != self.anchor {
            return Err(false_chain());
        }
        if is.veil != self.veil { Err(false_key()) } else { Ok(()) }
    }

    /// Whether what may follow from roots now is what the record commits to: the seed of the open epoch leads back to the one published
    /// last, and the veil key is the one in force. A few hashes, so it is asked before every order.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn leads_from(&self, roots: &Roots, epoch: u64) -> Result<(), Damage> {
        if roots.seed(epoch).is_none_or(|seed| Hash(seed_before(&seed)) != self.seed) {
            return Err(false_chain());
        }
        if veil_commitment(roots.veil()) != self.veil { Err(false_key()) } else { Ok(()) }
    }
}

fn false_chain() -> Damage {
    Damage::new(said!("The root of its dice is not the one that its record commits to."))
}

fn false_key() -> Damage {
    Damage::new(said!("The key of its seals is not the one that its record commits to."))
}

/// A campaign that is sound.
pub struct Sound {
    /// How it stands.
    pub campaign: Campaign,
    pub(crate) roots: Roots,
    pub(crate) generation: u32,
    pub(crate) published: Published,
}

/// Judges a campaign by everything that the database keeps of it, and folds it: from its snapshot where there is one, else from the
/// founding on.
///
/// # Errors
/// What is wrong with it.
pub fn judged(history: History) -> Result<Sound, Damage> {
    let walked = walked(&history)?;
    let (roots, generation) = in_force(&history.roots, &walked)?;
    let campaign = folded(history, &walked)?;
    Ok(Sound { campaign, roots, generation, published: walked.published })
}

/// The entries of a campaign, judged.
///
/// # Errors
/// What is wrong with it.
pub fn entries(history: History) -> Result<Vec<Entry>, Damage> {
    let walked = walked(&history)?;
    in_force(&history.roots, &walked)?;
    history.entries.into_iter().map(read).collect()
}

/// Whether a founding is of the format of the record that this program reads.
fn of_this_format(entry: &Entry) -> Result<(), Damage> {
    let Event::Founded(founded) = &entry.event else { return Ok(()) };
    let needs = match founded.format.cmp(&FORMAT) {
        Ordering::Equal => return Ok(()),
        Ordering::Less => Program::Older,
        Ordering::Greater => Program::Newer,
    };
    let says =
        said!("Its record is of format {}, and this program reads format {} alone.", founded.format, FORMAT);
    Err(Damage { says, needs: Some(needs) })
}

/// What one walk over a campaign's entries finds.
struct Walked {
    published: Published,
    /// The next line and the head where the snapshot was taken.
    at_snapshot: (u64, Hash),
    /// The next line and the head at the end.
    end: (u64, Hash),
    /// The numbers and salts that came from the veil key in force.
    salts: Vec<(u64, [u8; 32])>,
}

/// Checks line by line what stands by itself. Only what says something of the roots is read.
fn walked(history: &History) -> Result<Walked, Damage> {
    let rows = &history.entries;
    let there = rows.len() as u64;
    if let Some(counted) = history.counted.filter(|counted| *counted != there) {
        return Err(Damage::new(said!("Of its {} entries {} are in the database.", counted, there)));
    }
    let mut walked = Walked {
        published: Published::default(),
        at_snapshot: (0, Hash::default()),
        end: (0, Hash::default()),
        salts: Vec::new(),
    };
    for row in rows {
        if row.seq == history.from {
            walked.at_snapshot = walked.end;
        }
        walked.end = followed(walked.end, row)?;
        if !fits_its_codes(row) {
            return Err(Damage::new(said!(
                "Something sealed after line {} of its record does not fit its code.",
                walked.end.0
            )));
        }
        if row.line == Some(0) || ["chain", "restored", "epoch"].iter().any(|kind| is_of(row, kind)) {
            let entry = read(row.clone())?;
            of_this_format(&entry)?;
            if matches!(entry.event, Event::Restored { .. }) {
                walked.salts.clear();
            }
            walked.published = walked.published.follow([&entry]);
        }
        let salts = row.secrets.iter().filter_map(|part| part.n.zip(part.salt));
        walked.salts.extend(salts);
    }
    if walked.end.0 == 0 {
        return Err(Damage::new(said!("It has no record in this database.")));
    }
    if history.from == there {
        walked.at_snapshot = walked.end;
    }
    Ok(walked)
}

/// Where the record stands after an entry that follows.
fn followed((next, head): (u64, Hash), row: &db::Entry) -> Result<(u64, Hash), Damage> {
    match (row.line, row.hash.map(Hash)) {
        (Some(line), Some(hash)) if line == next && line_hash(&head, &row.public) == hash => {
            Ok((line + 1, hash))
        }
        // Before entries off the record had hashes of their own they had none.
        (None, None) if next > 0 => Ok((next, head)),
        (None, Some(hash)) if next > 0 && kept_hash(row.seq, &row.public) == hash => Ok((next, head)),
        (Some(line), _) => {
            Err(Damage::new(said!("Line {} of its record does not follow from the line before.", line + 1)))
        }
        (None, _) => Err(Damage::new(said!("Entry {} of it is not what was committed.", row.seq))),
    }
}

/// Whether an entry could be of that kind; it is where it reads so.
fn is_of(row: &db::Entry, kind: &str) -> bool {
    row.line.is_some() && row.public.contains(&format!("\"k\":\"{kind}\""))
}

/// An entry out of its row.
pub(crate) fn read(row: db::Entry) -> Result<Entry, Damage> {
    let (line, seq) = (row.line, row.seq);
    entry_from(row).map_err(|_| Damage::unknown(line, seq))
}

/// Whether an entry is one by which programs until November 2026 told the owner of a sealed choice that it comes to something else. They
/// kept it without a salt and so without a code: it is read as it is.
fn is_otherwise_unsealed(row: &db::Entry) -> bool {
    let [part] = row.secrets.as_slice() else { return false };
    row.line.is_none()
        && row.public.contains("\"k\":\"otherwise\"")
        && !row.public.contains("\"seals\":")
        && part.body.is_some()
        && part.salt.is_none()
        && part.n.is_none()
        && part.person.is_none()
        && row.public.contains(&format!("\"seat\":\"{}\"", part.audience))
}

/// Whether the secret parts of an entry that were not deleted are what was sealed. A part that was deleted has neither text nor salt.
fn fits_its_codes(row: &db::Entry) -> bool {
    #[derive(serde::Deserialize)]
    struct Sealed {
        code: Hash,
        to: table::audience::Audience,
    }
    #[derive(serde::Deserialize)]
    struct Public {
        #[serde(default)]
        seals: Vec<Sealed>,
    }
    // Most entries have none, and are not read to learn it.
    if row.secrets.is_empty() && !row.public.contains("\"seals\":") || is_otherwise_unsealed(row) {
        return true;
    }
    let Ok(Public { seals }) = serde_json::from_str(&row.public) else { return false };
    seals.len() == row.secrets.len()
        && seals.iter().zip(&row.secrets).all(|(sealed, part)| {
            sealed.to.to_string() == part.audience
                && match (&part.body, &part.salt) {
                    (Some(body), Some(salt)) => serde_json::from_str(body)
                        .is_ok_and(|body| seal_code(salt, &body).is_ok_and(|code| code == sealed.code)),
                    (body, salt) => body.is_none() && salt.is_none(),
                }
        })
}

/// The roots in force, where they are those that the record commits to and every salt is theirs; and their generation. Roots before them
/// are of no use to anybody any more.
fn in_force(rows: &[RootsRow], walked: &Walked) -> Result<(Roots, u32), Damage> {
    let last = rows.last().ok_or_else(|| Damage::new(said!("Its roots are missing from the database.")))?;
    if last.length != EPOCHS {
        return Err(false_chain());
    }
    let roots = Roots::new(last.head, last.veil, last.first_epoch);
    walked.published.commits_to(&roots)?;
    match walked.salts.iter().find(|(n, salt)| seal_salt(&last.veil, *n) != *salt) {
        Some((n, _)) => {
            Err(Damage::new(said!("The number of its seal {} is not the one that was drawn.", n)))
        }
        None => Ok((roots, last.generation)),
    }
}

/// The campaign that entries make on top of the snapshot, where that is what was kept then; else from the founding on.
fn folded(history: History, walked: &Walked) -> Result<Campaign, Damage> {
    let History { mut entries, snapshot, from, .. } = history;
    let cached = snapshot.and_then(|kept| campaign_of(&kept, from)).filter(|cached| {
        (cached.next_line, cached.head) == walked.at_snapshot && from <= entries.len() as u64
    });
    if cached.is_some() {
        entries.drain(..from as usize);
    }
    let entries = entries.into_iter().map(read).collect::<Result<Vec<Entry>, Damage>>()?;
    // The panic hook has logged where it was. Rules that break over one campaign must not end what looks after all of them.
    let fold = || match cached {
        Some(mut campaign) => {
            entries.iter().try_for_each(|entry| campaign.apply(entry))?;
            Ok(campaign)
        }
        None => Campaign::fold(&entries),
    };
    match catch_unwind(AssertUnwindSafe(fold)) {
        Ok(Ok(campaign)) if (campaign.next_line, campaign.head) == walked.end => Ok(campaign),
        Ok(Err(Unreadable { line: Some(0), .. })) => Err(Damage {
            says: said!(
                "Its first line is not a founding that this program knows: a newer one has written it."
            ),
            needs: Some(Program::Newer),
        }),
        Ok(Err(Unreadable { line, .. })) => Err(Damage::unknown(line, 0)),
        Ok(Ok(_)) | Err(_) => Err(Damage::new(said!("The rules broke over its record."))),
    }
}

/// A snapshot of a campaign with so many entries: the state behind a hash of it, so that it is believed only as it was kept.
///
/// # Errors
/// A sentence where the state cannot be written.
pub fn snapshot_of(campaign: &Campaign, entries: u64) -> Result<Snapshot, String> {
    let state = serde_json::to_vec(campaign).map_err(|e| e.to_string())?;
    let state = [&snapshot_hash(entries, &state).0, state.as_slice()].concat();
    Ok(Snapshot { schema: table::campaign::SCHEMA, state })
}

fn campaign_of(snapshot: &Snapshot, entries: u64) -> Option<Campaign> {
    let (hash, state) = snapshot.state.split_at_checked(32)?;
    (snapshot_hash(entries, state).0 == hash).then(|| serde_json::from_slice(state).ok())?
}

fn snapshot_hash(entries: u64, state: &[u8]) -> Hash {
    sha256(&[b"chancery/snapshot/1", &entries.to_be_bytes(), &(state.len() as u64).to_be_bytes(), state])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use table::chain::Commitments;

    /// What a campaign's record has published of its roots, with so many seeds.
    fn published(roots: &Roots, seeds: u64) -> Published {
        let Commitments { anchor, veil } = roots.commitments();
        let seed = if seeds == 0 { anchor } else { Hash(roots.seed(roots.first_epoch + seeds - 1).unwrap()) };
        Published { anchor, first: roots.first_epoch, seed, veil }
    }

    #[test]
    fn only_the_right_roots_lead_to_what_the_record_has() {
        let right = Roots::new([1; 32], [2; 32], 5);
        for seeds in [0, 1, 63, 64, 4095] {
            let published = published(&right, seeds);
            let epoch = 5 + seeds;
            assert_eq!(published.commits_to(&right), Ok(()));
            assert_eq!(published.leads_from(&right, epoch), Ok(()));
            for wrong in [
                Roots::new([3; 32], [2; 32], 5),
                Roots::new([1; 32], [3; 32], 5),
                Roots::new([1; 32], [2; 32], 6),
            ] {
                assert!(published.commits_to(&wrong).is_err());
                assert!(published.leads_from(&wrong, epoch).is_err(), "{seeds}");
            }
            // Roots that lead to the anchor, asked for a seed of another epoch.
            for other in [4, epoch - 1, epoch + 1, 5 + EPOCHS] {
                assert!(published.leads_from(&right, other).is_err(), "{seeds}: {other}");
            }
            let short = Roots::with_length([1; 32], [2; 32], 5, 4095);
            assert!(published.commits_to(&short).is_err());
        }
    }
}
