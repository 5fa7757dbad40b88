//! The map that a campaign is played on: this program's own, or a pack that its players have laid over it.
//!
//! A player proposes a pack, a picture under it, or a correction; two others confirm it, or the one other where there are two. A point at
//! which an area is drawn decides nothing and is set without. Before play begins the host lays a pack by himself. The pack stands on the record in its canonical form, a picture by its
//! SHA-256 alone.

mod acts;
mod laid;
mod offers;

pub use acts::OwnMap;
pub use laid::Laid;

use super::EmpiresInArms;
use super::map::pack::{Board, Column, Edit, Pack};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::Campaign;
use table::hash::Hash;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;
use table::typed::needed;

/// The largest picture under a map, in bytes: 10 MiB.
pub const LARGEST_PICTURE: u64 = 10 * 1024 * 1024;
/// The most pixels of one side of a picture.
pub const LONGEST_SIDE: u32 = 8_000;
/// The most pixels of a picture: what a telephone's camera makes.
pub const MOST_PIXELS: u64 = 16_000_000;
/// The most proposals that are open at once.
pub const MOST_OPEN: usize = 20;

/// A picture under the map. It is kept in its campaign alone; the record has what stands here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The SHA-256 of the file.
    pub sha256: Hash,
    /// How long the file is.
    pub bytes: u64,
    /// Pixels across, as it is looked at.
    pub wide: u32,
    /// Pixels down.
    pub high: u32,
}

/// What is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A pack is laid over the map, in the place of the one before.
    Pack {
        /// Its canonical form.
        text: Arc<str>,
        /// A picture under it. Without one that of the pack before goes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Picture>,
    },
    /// A picture is laid under the pack.
    Picture {
        /// Which.
        picture: Picture,
    },
    /// The pack is lifted, with its picture; this program's own map counts again.
    Lift,
    /// A border or a value of the pack is put right.
    Correct {
        /// What.
        edit: Edit,
    },
}

/// What waits to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Who proposes it.
    pub by: SeatId,
    /// What.
    pub change: Change,
    /// Who has confirmed it.
    pub confirmed: BTreeSet<SeatId>,
}

/// The map in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InPlay {
    /// The number of the last proposal.
    #[serde(default)]
    pub last: u32,
    /// What waits to be confirmed, by number.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub open: BTreeMap<u32, Proposal>,
    /// The pack; none where this program's own map is played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<Laid>,
    /// The picture under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// What waits to be confirmed as a viewer's position has it, without what it is; the campaign's own has it in `open`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub waits: BTreeMap<u32, Waits>,
}

/// What waits to be confirmed, without what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waits {
    /// Who proposes it.
    pub by: SeatId,
    /// Who has confirmed it.
    pub confirmed: BTreeSet<SeatId>,
    /// Whether it still fits the map as it is now.
    pub fits: bool,
}

/// What a player orders about the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "map", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Propose a change.
    Propose {
        /// Which.
        what: Change,
    },
    /// Confirm what another has proposed.
    Confirm {
        /// Its number.
        proposal: u32,
    },
    /// Withdraw what one has proposed.
    Withdraw {
        /// Its number.
        proposal: u32,
    },
    /// Say where an area is drawn.
    Point {
        /// The area.
        area: String,
        /// From the left.
        x: u32,
        /// From the top.
        y: u32,
    },
}

/// What happened to the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A change was proposed.
    MapProposed {
        /// Its number.
        proposal: u32,
        /// Who proposed it.
        seat: SeatId,
        /// What.
        what: Change,
    },
    /// It was confirmed.
    MapConfirmed {
        /// Its number.
        proposal: u32,
        /// By whom.
        seat: SeatId,
    },
    /// Who proposed it took it back.
    MapWithdrawn {
        /// Its number.
        proposal: u32,
    },
    /// It holds from here on.
    MapHolds {
        /// Its number.
        proposal: u32,
        /// The digest of the pack as it is now; none where this program's own map counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<Hash>,
    },
    /// The host changed the map before play began and without a seat.
    MapMade {
        /// What.
        what: Change,
        /// The digest of the pack as it is now; none where this program's own map counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<Hash>,
    },
    /// An area is drawn at a point.
    MapPoint {
        /// The area.
        area: String,
        /// From the left.
        x: u32,
        /// From the top.
        y: u32,
        /// The digest of the pack as it is now.
        digest: Hash,
    },
}

impl InPlay {
    /// As it is where a campaign begins with a pack and a picture under it, or with none.
    #[must_use]
    pub fn founded(pack: Option<Arc<str>>, picture: Option<Picture>) -> InPlay {
        InPlay { pack: pack.map(Laid::from), picture, ..InPlay::default() }
    }

    /// The pack as a map that can be asked; none where it is this program's own map.
    #[must_use]
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.pack.as_ref()?.board()
    }

    /// As a viewer's position has it: which pack lies, without its text and without what waits; [`of`] has both.
    pub(super) fn seen(&self) -> InPlay {
        let pack = self.pack.as_ref().map(Laid::seen);
        let waits = self.open.iter().map(|(number, open)| {
            let fits = match &open.change {
                Change::Correct { .. } => self.after(&open.change).is_ok(),
                Change::Picture { .. } | Change::Lift => self.pack.is_some(),
                // It was read when it was proposed.
                Change::Pack { .. } => true,
            };
            (*number, Waits { by: open.by.clone(), confirmed: open.confirmed.clone(), fits })
        });
        let waits = waits.collect();
        InPlay { last: self.last, open: BTreeMap::new(), pack, picture: self.picture, waits }
    }

    /// The pack after a change; none where there is none any more.
    ///
    /// # Errors
    /// A refusal that says why the change cannot be made.
    fn after(&self, change: &Change) -> Result<Option<Pack>, Refusal> {
        match change {
            Change::Pack { text, picture } => {
                let pack = canonical(text)?;
                picture.iter().try_for_each(Picture::check)?;
                Ok(Some(pack))
            }
            Change::Picture { picture } => {
                picture.check()?;
                self.laid().cloned().map(Some)
            }
            Change::Lift => self.laid().map(|_| None),
            Change::Correct { edit } => {
                let corrected = self.laid()?.with(edit).map_err(Refusal::new)?;
                Ok(Some(corrected))
            }
        }
    }

    /// The pack after a change that is one; none where there is none any more.
    ///
    /// # Errors
    /// A refusal that says why the change cannot be made, or that all stands so.
    fn changed(&self, what: &Change) -> Result<Option<Pack>, Refusal> {
        let after = self.after(what)?;
        let same = after.as_ref().map(Pack::digest) == self.pack.as_ref().map(Laid::digest)
            && match what {
                Change::Pack { picture, .. } => *picture == self.picture,
                Change::Picture { picture } => Some(*picture) == self.picture,
                Change::Lift | Change::Correct { .. } => true,
            };
        if same { Err(Refusal::new(said!("All of that stands so already."))) } else { Ok(after) }
    }

    fn laid(&self) -> Result<&Pack, Refusal> {
        self.board().map(|board| board.pack()).ok_or_else(|| {
            Refusal::new(said!(
                "This campaign is played on the map of this program, which is corrected by laying a pack over it: /map save gives that map as a file to begin with, and /map pack lays one."
            ))
        })
    }

    /// A change holds. Where it gives an area another name: the name before, and now.
    fn make(&mut self, change: &Change) -> Option<(String, String)> {
        let after = self.after(change).ok()?;
        let renamed = match change {
            Change::Correct { edit: Edit::Value { area, column: Column::Area, .. } } => {
                let before = self.laid().ok().and_then(|pack| Some((pack, pack.place(area)?)));
                let name = |pack: &Pack, place: usize| pack.areas().get(place).map(|area| area.name.clone());
                before.and_then(|(pack, place)| Some((name(pack, place)?, name(after.as_ref()?, place)?)))
            }
            _ => None,
        };
        self.pack = after.map(Laid::of);
        match change {
            Change::Pack { picture, .. } => self.picture = *picture,
            Change::Picture { picture } => self.picture = Some(*picture),
            Change::Lift => self.picture = None,
            Change::Correct { .. } => {}
        }
        if matches!(change, Change::Pack { .. } | Change::Lift) {
            // Corrections were of another map.
            self.open.retain(|_, open| matches!(open.change, Change::Pack { .. }));
        }
        renamed
    }

    /// An event changes it. Where an area has another name by it: the name before, and now.
    pub(super) fn apply(&mut self, happened: Happened) -> Option<(String, String)> {
        match happened {
            Happened::MapProposed { proposal, seat, what } => {
                self.last = proposal;
                // Of one thing there is one proposal, the last.
                self.open.retain(|_, open| !what.replaces(&open.change));
                self.open.insert(proposal, Proposal { by: seat, change: what, confirmed: BTreeSet::new() });
            }
            Happened::MapConfirmed { proposal, seat } => {
                if let Some(open) = self.open.get_mut(&proposal) {
                    open.confirmed.insert(seat);
                }
            }
            Happened::MapWithdrawn { proposal } => {
                self.open.remove(&proposal);
            }
            Happened::MapHolds { proposal, .. } => {
                return self.open.remove(&proposal).and_then(|held| self.make(&held.change));
            }
            Happened::MapMade { what, .. } => return self.make(&what),
            Happened::MapPoint { area, x, y, .. } => {
                if let Some(Ok(pack)) = self.board().map(|board| board.pack().with_point(&area, (x, y))) {
                    self.pack = Some(Laid::of(pack));
                }
            }
        }
        None
    }
}

impl Change {
    /// Whether it takes the place of another proposal.
    fn replaces(&self, other: &Change) -> bool {
        let of_the_whole = |change: &Change| matches!(change, Change::Pack { .. } | Change::Lift);
        match (self, other) {
            (Change::Correct { edit }, Change::Correct { edit: other }) => edit.is_of_the_same(other),
            (Change::Picture { .. }, Change::Picture { .. }) => true,
            (one, other) => of_the_whole(one) && of_the_whole(other),
        }
    }
}

impl Edit {
    /// Whether both are of the same border or cell.
    fn is_of_the_same(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Border { area, other, .. }, Edit::Border { area: a, other: b, .. }) => {
                (area, other) == (a, b) || (area, other) == (b, a)
            }
            (Edit::Value { area, column, .. }, Edit::Value { area: a, column: c, .. }) => {
                (area, column) == (a, c)
            }
            _ => false,
        }
    }
}

impl Picture {
    fn check(&self) -> Result<(), Refusal> {
        let (wide, high) = (self.wide, self.high);
        let sides = 1..=LONGEST_SIDE;
        let pixels = u64::from(wide) * u64::from(high);
        if self.bytes == 0 || self.bytes > LARGEST_PICTURE {
            return Err(Refusal::new(said!(
                "A picture under the map has at most 10 MiB; this one has {} bytes.",
                self.bytes
            )));
        }
        if !sides.contains(&wide) || !sides.contains(&high) || pixels > MOST_PIXELS {
            return Err(Refusal::new(said!(
                "A picture under the map has at most {} pixels a side and 16 million in all; this one has {} by {}.",
                LONGEST_SIDE,
                wide,
                high
            )));
        }
        Ok(())
    }

    /// Whether a picture of such a file can lie under a map.
    ///
    /// # Errors
    /// A refusal that says how large it may be.
    pub fn checked(self) -> Result<Picture, Refusal> {
        self.check().map(|()| self)
    }
}

/// The map in play of a campaign of Empires in Arms, with the text of its pack and what waits; none of another game's.
#[must_use]
pub fn of(campaign: &Campaign) -> Option<&InPlay> {
    campaign.play.game.position::<EmpiresInArms>().map(|position| &*position.map)
}

/// A pack out of its canonical form.
///
/// # Errors
/// A refusal where the text is no pack, or not in that form.
pub fn canonical(text: &str) -> Result<Pack, Refusal> {
    let pack = Pack::read_csv(text).map_err(|fault| Refusal::new(fault.told("pack")))?;
    if pack.csv() != text {
        return Err(Refusal::new(said!(
            "A pack stands on the record in its canonical form, and this is another."
        )));
    }
    Ok(pack)
}

/// Whether one more change can be proposed.
fn has_room(open: usize) -> Result<(), Refusal> {
    if open >= MOST_OPEN {
        return Err(Refusal::new(said!("{} changes of the map wait to be confirmed already.", MOST_OPEN)));
    }
    Ok(())
}

/// Whether a seat may confirm what another proposes.
fn may_confirm(by: &SeatId, confirmed: &BTreeSet<SeatId>, seat: &SeatId) -> Result<(), Refusal> {
    if by == seat {
        return Err(Refusal::new(said!("You proposed this yourself; others confirm it.")));
    }
    if confirmed.contains(seat) {
        return Err(Refusal::new(said!("You have confirmed this already.")));
    }
    Ok(())
}

fn may_withdraw(by: &SeatId, seat: &SeatId) -> Result<(), Refusal> {
    if by == seat { Ok(()) } else { Err(Refusal::new(said!("Only who proposed this withdraws it."))) }
}
