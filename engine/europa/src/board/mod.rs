//! The board of a campaign whose armies and fleets are kept here: stacks in provinces and sea zones, who holds what, campaigns paid for.
//!
//! What is in a fleet counter is its owner's secret and never on the board: it lies in his strongbox, and comes into a battle with his
//! plan.

mod aboard;
mod apply;
mod besieged;
mod blockade;
mod books;
#[cfg(test)]
pub(crate) mod by_hand;
mod control;
mod evade;
mod fleet;
mod fought;
mod happened;
mod intercept;
mod lodged;
mod march;
mod may;
mod offers;
mod order;
mod orders;
mod sail;
mod subject;
mod supplied;
mod winter;

pub(super) use besieged::{check as check_siege, fell, lost as lost_in_siege, starves_inside};
pub use books::price_of;
pub use control::Eyes;
pub(super) use fleet::check_fleet;
pub(super) use fought::retreat_anywhere;
pub(super) use fought::{cut_off, fought};
pub use fought::{fights, may_retreat, retreats, side, terrain};
pub use happened::{Attrited, Happened};
pub use intercept::{Declared, Interceptions, declarations};
pub use lodged::{Unless, uncovered};
pub(super) use lodged::{holds_back, may_lodge, not_lodged, settles};
pub(super) use march::{arrive, attrition_of_all, march_on, take_the_loss};
pub use march::{declarable, marches, marches_beyond};
pub(super) use may::may;
pub use offers::serving;
pub use order::Order;
pub(super) use orders::not_fighting;
pub use sail::voyages;
pub use subject::OnTheBoard;
pub(super) use subject::gives;
pub use supplied::line;
pub(super) use supplied::{supply_the_rest, supply_where_plain, unsupplied};
pub(super) use winter::winters;

use super::Position;
use super::attrition::{Cause, Pillages};
use super::attrition_land::Shipped;
use super::campaigns::{Campaign, Deed};
use super::country::Country;
use super::geography::Place;
use super::leader::Leader;
use super::outline::Frame;
use super::paths::March;
use super::rounds::Round;
use super::thirds::Thirds;
use super::units::Stack;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::names::SeatId;

/// Stacks of a campaign at most.
pub const MOST_STACKS: usize = 400;

/// A leader with a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Led {
    /// His name, where he has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// His values.
    pub values: Leader,
}

/// The move of a land stack in a round, so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Track {
    /// Provinces that it left.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub left: BTreeSet<Place>,
    /// Provinces that it entered.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub entered: BTreeSet<Place>,
    /// Causes for which it has rolled.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub rolled: BTreeSet<Cause>,
    /// Where its move began, on land.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began: Option<Place>,
    /// Its transports over sea: whether all of them embarked in controlled ports, and landed in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipped: Option<Shipped>,
    /// Whether its owner takes a pillage rather than a loss where attrition leaves the choice, as he said with his last march; none where he
    /// has said nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pillage: Option<bool>,
    /// It has explored, which comes after its move and its attrition.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub explored: bool,
}

impl Track {
    /// Whether it has gone nowhere and rolled for nothing.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        *self == Track::default()
    }

    /// The same with one more march of the round.
    #[must_use]
    pub fn with(&self, march: &March) -> Track {
        let mut all = self.clone();
        let mut at = march.from;
        for to in march.entered() {
            all.left.insert(at);
            all.entered.insert(to);
            at = to;
        }
        // What came over sea has pillaged nothing on its way: its move begins where it landed.
        let on_land = [march.from].into_iter().chain(march.entered()).find(|place| !place.site().is_sea());
        all.began = all.began.or(on_land);
        all
    }

    /// The same with a transport over sea.
    #[must_use]
    pub fn with_transport(&self, shipped: Option<Shipped>) -> Track {
        let both = |one: Shipped, other: Shipped| Shipped {
            from_port: one.from_port && other.from_port,
            to_port: one.to_port && other.to_port,
        };
        let all = match (self.shipped, shipped) {
            (Some(one), Some(other)) => Some(both(one, other)),
            (one, other) => one.or(other),
        };
        Track { shipped: all, ..self.clone() }
    }

    /// Of two stacks that have become one.
    fn and(&mut self, other: Track) {
        *self = self.with_transport(other.shipped);
        self.left.extend(other.left);
        self.entered.extend(other.entered);
        self.rolled.extend(other.rolled);
        self.began = self.began.or(other.began);
        self.pillage = self.pillage.or(other.pillage);
        self.explored |= other.explored;
    }
}

/// What a stack did under a campaign. It is kept as the stack was then: what has become of it since does not undo it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// Whose it was.
    pub country: Country,
    /// Its counters.
    pub stack: Stack,
    /// What it did: the most aggressive thing of the round.
    pub deed: Deed,
}

/// A stack on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Whose it is.
    pub country: Country,
    /// Where.
    pub at: Place,
    /// Its counters.
    pub stack: Stack,
    /// Its leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Led>,
    /// MP that it has used in this round.
    #[serde(default)]
    pub moved: u8,
    /// Where it went in this round: its whole move is what attrition looks at, in however many orders it is made.
    #[serde(default, skip_serializing_if = "Track::is_blank")]
    pub track: Track,
    /// From where it made its last step in this round: what it crossed there weighs on a battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// Where alone it may retreat when it was beaten: where a moving stack and one that intercepted came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Place>,
    /// It was out of supply when that was last looked at, which is once a round.
    #[serde(default)]
    pub starved: bool,
    /// It lived off the land: −1/−1 on the first day of its next battle in the round.
    #[serde(default)]
    pub foraging: bool,
    /// A loss in percent that its owner has to take off it himself.
    #[serde(default)]
    pub owes: Thirds,
    /// What its fleet counters have lost of what fills them: what is in them is secret, and no more than the rest.
    #[serde(default, skip_serializing_if = "nothing")]
    pub missing: Thirds,
    /// The naval stack that carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<u32>,
    /// Troops aboard: they embarked in a port of their side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_port: bool,
    /// It lies in the fortress of the province.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inside: bool,
    /// The port that it blockades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blockades: Option<Place>,
    /// Where it has announced to land what it carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landing: Option<Place>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
pub(super) fn nothing(thirds: &Thirds) -> bool {
    *thirds == Thirds::NONE
}

/// A march or a voyage that waits for interceptions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnderWay {
    /// Its number.
    pub number: u32,
    /// The stack.
    pub stack: u32,
    /// The way; a voyage's steps cost no MP.
    pub march: March,
    /// Whether its owner takes a pillage where he may choose.
    pub pillage: bool,
    /// Who may intercept, or evade.
    pub asked: BTreeSet<SeatId>,
    /// Where what it carries is to land, as it was announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landing: Option<Place>,
    /// Stacks of the moving side that counter-intercept whoever intercepts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counter: Vec<u32>,
}

impl Position {
    /// The march or voyage that waits for interceptions, or for the battle that one of them led to.
    #[must_use]
    pub fn under_way(&self) -> Option<&UnderWay> {
        match self.march()? {
            Frame::March(under_way) => Some(under_way),
            _ => None,
        }
    }

    /// Its frame. One march or voyage is under way at a time.
    #[must_use]
    pub fn march(&self) -> Option<&Frame> {
        self.frames.iter().find(|open| matches!(open, Frame::March(_)))
    }

    /// Whether a stack was beaten and has its retreat to make.
    #[must_use]
    pub fn must_retreat(&self, stack: u32) -> bool {
        self.frames.any(|frame| *frame == Frame::Retreat(stack))
    }
}

impl UnderWay {
    /// The next march or voyage, of which nothing more is said than who goes where.
    fn new(state: &Position, stack: u32, march: March) -> UnderWay {
        UnderWay {
            number: state.board.marches + 1,
            stack,
            march,
            pillage: false,
            asked: BTreeSet::new(),
            landing: None,
            counter: Vec::new(),
        }
    }
}

/// The board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The number of the last stack.
    pub last: u32,
    /// The stacks.
    pub stacks: BTreeMap<u32, Standing>,
    /// Provinces that another country holds than the one printed on the map.
    pub held: BTreeMap<Place, Country>,
    /// Pillages.
    pub pillages: BTreeMap<Place, Pillages>,
    /// The round, while rounds are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Round>,
    /// Whether the round has bad weather.
    pub bad_weather: bool,
    /// Whether the event Poor Weather is in force.
    pub poor_weather: bool,
    /// Winters that have passed with this round, or with the end of the rounds.
    #[serde(default)]
    pub winters: u8,
    /// The campaign that each player paid for last in this turn.
    pub paid: BTreeMap<SeatId, Campaign>,
    /// Who has announced one in this round.
    pub announced: BTreeSet<SeatId>,
    /// What stacks did in this round under it, also those that are no more.
    pub deeds: BTreeMap<u32, Done>,
    /// The number of the last march.
    pub marches: u32,
    /// Stacks that have tried to intercept it: each may do so once.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tried: BTreeSet<u32>,
    /// Dice of the board so far.
    pub rolls: u32,
    /// LD and halves of naval detachments that countries have bought in this turn.
    pub bought: BTreeMap<Country, (u16, u16)>,
    /// Countries that have paid their upkeep in this turn.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub kept: BTreeSet<Country>,
    /// Leaders who are dead, by name in small letters.
    pub dead: BTreeSet<String>,
    /// Battles that stacks of the board fight, by number: the moving and the standing stack.
    pub fights: BTreeMap<u32, [u32; 2]>,
    /// The players in the order in which they act in this round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<SeatId>,
    /// Stacks whose attrition of this round is rolled: naval ones that have sailed, others at the end of the segment or before they explore.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub rolled: BTreeSet<u32>,
    /// Land stacks whose supply was looked at in this round.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub supplied: BTreeSet<u32>,
    /// Which land stack each naval one supplies in this round.
    #[serde(default)]
    pub feeds: BTreeMap<u32, u32>,
    /// Provinces of the European cold area, which is drawn on the map alone and told.
    #[serde(default)]
    pub cold: BTreeSet<Place>,
    /// Revolts by province and pirates by sea zone, as they are told: 1 for a minus, 2 for a plus.
    #[serde(default)]
    pub revolts: BTreeMap<Place, u8>,
}

impl Board {
    /// The campaign that a player has announced in this round.
    #[must_use]
    pub fn announced_by(&self, seat: &SeatId) -> Option<Campaign> {
        self.paid.get(seat).copied().filter(|_| self.announced.contains(seat))
    }

    /// Whether the campaign's armies are kept here.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        !self.stacks.is_empty()
    }

    /// The stacks in a place.
    pub fn at(&self, place: Place) -> impl Iterator<Item = (u32, &Standing)> {
        self.stacks
            .iter()
            .filter(move |(_, standing)| standing.at == place)
            .map(|(n, standing)| (*n, standing))
    }

    /// The stacks that a naval stack carries.
    pub fn carried(&self, by: u32) -> impl Iterator<Item = (u32, &Standing)> {
        self.stacks
            .iter()
            .filter(move |(_, standing)| standing.aboard == Some(by))
            .map(|(n, standing)| (*n, standing))
    }

    /// Pillages of a province.
    #[must_use]
    pub fn pillages_of(&self, place: Place) -> Pillages {
        self.pillages.get(&place).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::by_hand::{at_war, place, standing, under_way};
    use super::*;
    use crate::units::Counter::{Ld, Nd};

    // fast-battle.aids.sea-transport: as from port to port counts what was so at every transport of the round.
    #[test]
    fn one_transport_onto_a_beach_makes_the_move_none_from_port_to_port() {
        let shipped = |from_port: bool, to_port: bool| Some(Shipped { from_port, to_port });
        let both = |one, other| Track::default().with_transport(one).with_transport(other).shipped;
        assert_eq!(both(shipped(true, true), shipped(true, true)), shipped(true, true));
        assert_eq!(both(shipped(true, false), shipped(false, true)), shipped(false, false));
        assert_eq!(both(shipped(true, true), None), shipped(true, true));
    }

    #[test]
    fn a_stack_is_written_with_what_it_did_and_lost_and_with_nothing_else() {
        let written = |standing: &Standing| serde_json::to_value(standing).expect("it is written");
        let bare = standing("france", "eLanguedoc", &[Ld]);
        for absent in ["track", "missing", "aboard", "inside"] {
            assert_eq!(written(&bare).get(absent), None, "{absent}");
        }
        let mut state = at_war(8);
        super::by_hand::stands(&mut state, "france", "eLanguedoc", &[Ld]);
        let march = under_way(&state, 1, &["eRosselo"]).march;
        let track = Track::default().with(&march);
        assert!(Track::default().is_blank() && !track.is_blank());
        let moved = Standing { track, missing: Thirds(4), ..standing("france", "sLion", &[Nd]) };
        let read: Standing = serde_json::from_value(written(&moved)).expect("it is read");
        assert_eq!(read, moved);
        assert_eq!(read.track.left, BTreeSet::from([place("eLanguedoc")]));
        assert_eq!(read.track.entered, BTreeSet::from([place("eRosselo")]));
    }
}
