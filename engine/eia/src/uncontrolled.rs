//! Uncontrolled major powers in the standard game (14.3): each December the players bid VP in secret for a power that nobody plays, add
//! what they bid to a die, and the highest controls it for a year. Who controls it commands it in battles and moves it on the board; it
//! stays out of politics, collects no victory points and declares nothing.

use super::auction::{Sealed, no_bid, read};
use super::choice_of_powers::with_a_power;
use super::frame::Frame;
use super::months::Month;
use super::oob::Zone;
use super::politics::Pair;
use super::powers::Power;
use super::rounds::Round;
use super::{EmpiresInArms, Event, Position, politics};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use table::by_round::Envelopes;
use table::by_subject::Subject;
use table::envelope::NoRound;
use table::facts::{Fact, Origin};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::Said;
use table::switches::Switch;
use table::typed::{Unprinted, Wanted, Written};
use table::view::View;
use table::{rule, said};

/// The switch by which a group says what becomes of a power that nobody plays.
pub const SWITCH: &str = "uncontrolled";
/// Where its control is bid for.
pub const BIDS: &str = "bids";

/// The switch: how it stands at founding first.
pub const OF_THE_GROUP: Switch = Switch {
    key: SWITCH,
    name: "Powers without a player (14.3)",
    ways: &[("out", "are out of the game"), (BIDS, "their control is bid for each December")],
    rule: None,
};

/// How often equal totals are rolled again; beyond it the first in the game's order has it, which no campaign will see. Ours.
const AGAIN: u32 = 40;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    highest_bid: Option<Fact<i64>>,
    allied: Option<Fact<i64>>,
    at_war: Option<Fact<i64>>,
    zones: BTreeMap<Zone, Fact<i64>>,
    natural: BTreeMap<Power, BTreeMap<Power, i64>>,
}

static FILE: LazyLock<File> =
    // The file is part of the program and a test reads it.
    LazyLock::new(|| toml::from_str(include_str!("../data/uncontrolled.toml")).unwrap_or_default());

/// A number by which control is bid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ControlValue {
    /// The highest bid, in VP.
    HighestBid,
    /// What is added for an ally of the power.
    Allied,
    /// What is added for who is at war with it.
    AtWar,
    /// What is added for a bidder in a zone of the political status track.
    Zone(Zone),
    /// What is added for a bidder as a natural ally of the power.
    Natural(Power, Power),
}

/// What the keys of these values begin with: `control_allied`, `control_zone_fiasco`, `control_natural_great_britain_austria`.
const PREFIX: &str = "control_";

/// The bounds of what is typed for them: ours, wide enough for any printed number.
const WIDEST: i64 = 99;

impl ControlValue {
    /// All of them.
    fn all() -> Vec<ControlValue> {
        let mut all = vec![ControlValue::HighestBid, ControlValue::Allied, ControlValue::AtWar];
        let zones = [Zone::Fiasco, Zone::Instability, Zone::Neutral, Zone::Dominant];
        all.extend(zones.map(ControlValue::Zone));
        let others = |by: Power| Power::STANDARD.into_iter().filter(move |of| *of != by);
        let pairs = Power::STANDARD.into_iter().flat_map(|by| others(by).map(move |of| (by, of)));
        all.extend(pairs.map(|(by, of)| ControlValue::Natural(by, of)));
        all
    }

    fn key(self) -> String {
        match self {
            ControlValue::HighestBid => format!("{PREFIX}highest_bid"),
            ControlValue::Allied => format!("{PREFIX}allied"),
            ControlValue::AtWar => format!("{PREFIX}at_war"),
            ControlValue::Zone(zone) => {
                let zone = match zone {
                    Zone::Fiasco => "fiasco",
                    Zone::Instability => "instability",
                    Zone::Neutral => "neutral",
                    Zone::Dominant => "dominant",
                };
                format!("{PREFIX}zone_{zone}")
            }
            ControlValue::Natural(by, of) => format!("{PREFIX}natural_{}_{}", by.key(), of.key()),
        }
    }

    fn name(self) -> Said {
        match self {
            ControlValue::HighestBid => said!("Control of a power without a player, highest bid"),
            ControlValue::Allied => said!("Control die, allied with the power"),
            ControlValue::AtWar => said!("Control die, at war with the power"),
            ControlValue::Zone(Zone::Fiasco) => said!("Control die, bidder in the fiasco zone"),
            ControlValue::Zone(Zone::Instability) => said!("Control die, bidder in the instability zone"),
            ControlValue::Zone(Zone::Neutral) => said!("Control die, bidder in the neutral zone"),
            ControlValue::Zone(Zone::Dominant) => said!("Control die, bidder in the dominant zone"),
            ControlValue::Natural(by, of) => said!("Control die, {} bids for {}", by, of),
        }
    }

    /// As it is shipped. A pair of natural allies without a line adds nothing, which is ours.
    fn shipped(self) -> (i64, Origin) {
        let fact = match self {
            ControlValue::HighestBid => FILE.highest_bid.as_ref(),
            ControlValue::Allied => FILE.allied.as_ref(),
            ControlValue::AtWar => FILE.at_war.as_ref(),
            ControlValue::Zone(zone) => FILE.zones.get(&zone),
            ControlValue::Natural(by, of) => {
                let seen = FILE.natural.get(&by).and_then(|row| row.get(&of));
                return seen.map_or((0, Origin::Ours), |seen| (*seen, Origin::Reconstructed));
            }
        };
        fact.map_or((0, Origin::Ours), |fact| (fact.value, fact.origin))
    }
}

/// The values by which control is bid for that are not the printed game's, and those that the group typed: where the group plays so.
pub(crate) fn unprinted(state: &Position, wanted: Wanted<'_>) -> Vec<Unprinted> {
    let all = ControlValue::all().into_iter().map(|of| (of, of.key())).filter(|(_, key)| wanted(key));
    // While bids are asked for one may be sealed that a lower one would not allow.
    let open = |of: ControlValue| of != ControlValue::HighestBid || state.uncontrolled.waiting.is_empty();
    all.filter(|(of, _)| open(*of))
        .map(|(of, key)| Unprinted {
            now: state.control_value(of),
            origin: if state.typed.contains_key(&key) { Origin::Typed } else { of.shipped().1 },
            key,
            name: of.name(),
            unit: if of == ControlValue::HighestBid { "VP" } else { "" },
            least: if of == ControlValue::HighestBid { 0 } else { -WIDEST },
            most: WIDEST,
            written: Written::Whole,
            only: &[],
            bounds: None,
        })
        .collect()
}

/// Who controls a power that nobody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Controlled {
    /// Whose seat it is.
    pub seat: SeatId,
    /// The power in whose name he bid.
    pub by: Power,
    /// The December in which he won it.
    pub since: Month,
}

/// Powers without a player, as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Uncontrolled {
    /// Those that somebody controls.
    pub of: BTreeMap<Power, Controlled>,
    /// Those for which is bid this December, the one that is open first.
    pub waiting: Vec<Power>,
    /// The VP of each power as the bids began, less what was paid since: what somebody tells of them meanwhile changes no bid.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub purse: BTreeMap<Power, i64>,
}

/// A bid that was not paid in whole: who pays it had fewer VP when it was opened than when the bids began, as somebody told meanwhile. What is
/// missing is not owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Short {
    /// The power that pays: of the bidder's own the one with most VP.
    pub pays: Power,
    /// What it paid, which is all it had, in VP.
    pub paid: i64,
}

/// A bidder's control die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlDie {
    /// Whose.
    pub seat: SeatId,
    /// In the name of which power.
    pub by: Power,
    /// What he bid, in VP; paid in whole, unless it says beside it by how much less.
    pub bid: i64,
    /// Where less was paid than he bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<Short>,
    /// What is added besides the bid: alliance, war, the bidder's zone, natural allies.
    pub modifier: i64,
    /// The die.
    pub die: u8,
    /// What it came to.
    pub total: i64,
    /// What those came to which were rolled again because it was equal to another's, with the modifier of the zone alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<i64>,
}

/// What happened with powers that nobody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Their control is bid for.
    ControlBidsAsked {
        /// Of which.
        powers: Vec<Power>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The bids for one were paid and the dice rolled.
    ControlRolled {
        /// For which.
        power: Power,
        /// The dice, the winner's first; none where nobody bid.
        dice: Vec<ControlDie>,
        /// The VP of those who paid now.
        now: BTreeMap<Power, i64>,
        /// Who controls it from now on; `None` where nobody bid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controlled: Option<Controlled>,
    },
    /// Who controls one loses control, for it stands too low on the track.
    ControlLost {
        /// Over which.
        power: Power,
        /// Who had it.
        by: Power,
    },
}

impl Position {
    /// The powers without a player, for which is bid in December: those that are not sold.
    pub fn without_player(&self) -> impl Iterator<Item = Power> + '_ {
        let of_the_game = self.choice.powers();
        of_the_game.filter(|power| {
            self.choice.uncontrolled.contains(power) && !self.auctions.sold.contains_key(power)
        })
    }

    /// The seat that controls a power without a player.
    #[must_use]
    pub fn controller(&self, power: Power) -> Option<&SeatId> {
        self.uncontrolled.of.get(&power).filter(|of| !self.is_out(of.by)).map(|of| &of.seat)
    }

    /// The powers without a player that a seat controls.
    pub fn controlled_by<'s>(&'s self, seat: &'s SeatId) -> impl Iterator<Item = Power> + 's {
        self.uncontrolled.of.keys().copied().filter(|power| self.controller(*power) == Some(seat))
    }

    /// The powers that nobody plays and somebody controls: they stand on the political status track beside those that are played, for who stands
    /// low there is controlled by nobody any longer.
    pub fn controlled(&self) -> impl Iterator<Item = Power> + '_ {
        self.uncontrolled.of.keys().copied().filter(|power| self.controller(*power).is_some())
    }

    /// The wars between a power that is played and one that nobody plays, the played one first. They count where control of the other is bid
    /// for and nowhere else: in politics nobody fights a power that says nothing, and no peace ends it.
    pub fn idle_wars(&self) -> impl Iterator<Item = (Power, Power)> + '_ {
        let is_idle = |power: Power| self.choice.uncontrolled.contains(&power);
        let ways = self.politics.wars.iter().flat_map(|war| {
            let [one, other] = war.powers();
            [(one, other), (other, one)]
        });
        ways.filter(move |(played, idle)| !self.is_out(*played) && is_idle(*idle))
    }

    /// The highest bid of a seat for the control of a power, in the name of one of its own: 5, and no more than the VP of whichever of its
    /// powers has most; 0 where any of them is at war with it.
    #[must_use]
    pub fn highest_control_bid(&self, seat: &SeatId, power: Power) -> i64 {
        if self.fights(seat, power).is_some() {
            return 0;
        }
        let most = self.bidders(seat).iter().filter_map(|power| self.uncontrolled.purse.get(power)).max();
        let most = most.copied().unwrap_or(0);
        self.control_value(ControlValue::HighestBid).min(most).max(0)
    }

    /// The power of a seat that is at war with another, if one is.
    fn fights(&self, seat: &SeatId, power: Power) -> Option<Power> {
        self.bidders(seat).into_iter().find(|by| self.politics.wars.contains(&Pair::of(*by, power)))
    }

    /// The power of a seat that pays its bids, which has most VP, and how many.
    fn pays(&self, seat: &SeatId) -> Option<(Power, i64)> {
        let vp = |power: Power| self.vp.get(&power).copied().unwrap_or(0);
        let all = self.bidders(seat).into_iter().map(|power| (power, vp(power)));
        // Of equal ones the first in the game's order.
        all.reduce(|most, other| if other.1 > most.1 { other } else { most })
    }

    /// A number by which control is bid for: as the group typed it, else as it is shipped.
    fn control_value(&self, of: ControlValue) -> i64 {
        self.typed.get(&of.key()).copied().unwrap_or(of.shipped().0)
    }

    /// What the bidder's zone of the track adds to the die.
    fn zone_modifier(&self, by: Power) -> i64 {
        self.status(by).map_or(0, |at| self.control_value(ControlValue::Zone(at.zone())))
    }

    /// What is added to a bidder's control die besides his bid.
    #[must_use]
    pub fn control_modifier(&self, by: Power, of: Power) -> i64 {
        let pair = Pair::of(by, of);
        let allied = self.politics.alliances.iter().any(|alliance| alliance.pair == pair);
        let mut sum = self.zone_modifier(by);
        sum += self.control_value(ControlValue::Natural(by, of));
        if allied {
            sum += self.control_value(ControlValue::Allied);
        }
        if self.politics.wars.contains(&pair) {
            sum += self.control_value(ControlValue::AtWar);
        }
        sum
    }

    /// Whether control of a power is bid for.
    fn is_bid_for(&self, power: Power) -> bool {
        self.uncontrolled.waiting.first() == Some(&power)
    }
}

/// The round of bids for the control of a power without a player, in a December: `control/1805-12/prussia`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlBids(pub Month, pub Power);

impl fmt::Display for ControlBids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "control/{}/{}", self.0, self.1.key())
    }
}

impl FromStr for ControlBids {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<ControlBids, NoRound> {
        let (month, power) =
            name.strip_prefix("control/").and_then(|of| of.split_once('/')).ok_or(NoRound)?;
        let both = month.parse().ok().zip(Power::by_key(power));
        both.map(|(month, power)| ControlBids(month, power)).ok_or(NoRound)
    }
}

impl Envelopes<EmpiresInArms> for ControlBids {
    type Choice = Sealed;

    fn read(&self, _: &Position, _: &SeatId, filled: &Value) -> Result<Sealed, Refusal> {
        read(filled)
    }

    fn check(&self, state: &Position, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
        check(state, self.1, seat, sealed)
    }

    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Sealed> {
        no_bid(state, seat)
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        bids: BTreeMap<SeatId, Sealed>,
    ) -> Result<(), Refusal> {
        if table.state().is_bid_for(self.1) { bids_opened(table, self, bids) } else { Ok(()) }
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let most = |seat| state.highest_control_bid(seat, self.1);
        let bids = |(power, most): (Power, i64)| {
            let fields = vec![
                Field::required("power", Kind::OneOf { of: vec![power.key().to_owned()] }),
                Field::optional("bid", Kind::Whole { least: 0, most }),
            ];
            Offer::seal(&self.to_string(), fields)
        };
        let Some(seat) = table.seat().filter(|_| state.is_bid_for(self.1)) else { return Vec::new() };
        state.bidders(seat).into_iter().map(|power| bids((power, most(seat)))).collect()
    }
}

/// Whether control of any power is bid for now: at the end of December's economic phase, where the bot keeps politics and the group says so.
pub(crate) fn is_due(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    let state = table.state();
    let december = state.month().is_some_and(|month| month.parts().1 == 12);
    december
        && !is_off(table)
        && politics::is_kept(table)
        && state.concluded.is_none()
        && state.without_player().next().is_some()
        && !with_a_power(table).is_empty()
}

/// The bids are asked for, one power after another.
pub(crate) fn begin(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let powers: Vec<Power> = table.state().without_player().collect();
    let rules = vec![rule!("house.auction.secret-bids"), rule!("house.auction.no-bidding")];
    table.emit(&Event::Uncontrolled(Happened::ControlBidsAsked { powers, rules }))?;
    next(table)
}

/// Whether the group has such powers out of the game: none is bid for, and nobody controls one any longer.
fn is_off(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    table.switch(SWITCH) != BIDS
}

fn next(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    if is_off(table) {
        table.emit(&Event::Uncontrolled(Happened::ControlBidsAsked {
            powers: Vec::new(),
            rules: Vec::new(),
        }))?;
        return table.end(&Frame::Control);
    }
    let state = table.state();
    match (state.month(), state.uncontrolled.waiting.first().copied()) {
        (Some(month), Some(power)) => {
            let asked = with_a_power(table);
            table.open_envelopes(&Round::Control(ControlBids(month, power)), asked, false)
        }
        _ => table.end(&Frame::Control),
    }
}

/// Checks a bid for control.
fn check(state: &Position, power: Power, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
    if !state.is_bid_for(power) {
        return Err(Refusal::new(said!("Nobody bids for control of that power now.")));
    }
    if !state.bidders(seat).contains(&sealed.power) {
        return Err(Refusal::under(
            rule!("house.auction.no-bidding"),
            said!(
                "{} is not yours, or is out of the game, so you bid for nothing in its name.",
                sealed.power
            ),
        ));
    }
    let most = state.highest_control_bid(seat, power);
    if sealed.bid.is_some_and(|bid| !(0..=most).contains(&bid)) {
        return Err(if let Some(fights) = state.fights(seat, power) {
            Refusal::new(said!(
                "{} is at war with {}, so you bid 0 VP for its control, or not at all.",
                fights,
                power
            ))
        } else {
            Refusal::new(said!("A bid for control of {} is 0 to {} VP, or none.", power, most))
        });
    }
    Ok(())
}

/// The bids for one power lie open: all are paid, and the highest die takes control.
fn bids_opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    &ControlBids(month, power): &ControlBids,
    choices: BTreeMap<SeatId, Sealed>,
) -> Result<(), Refusal> {
    if is_off(table) {
        return next(table);
    }
    let mut dice = Vec::new();
    let mut now = BTreeMap::new();
    for (seat, sealed) in choices {
        let Some(bid) = sealed.bid else { continue };
        let state = table.state();
        // What somebody tells of his VP after he has sealed it changes no bid; he pays what there is, and that is said.
        let mut short = None;
        if let Some((pays, vp)) = state.pays(&seat).filter(|_| bid > 0) {
            let paid = bid.min(vp.max(0));
            now.insert(pays, vp - paid);
            short = (paid < bid).then_some(Short { pays, paid });
        }
        let modifier = state.control_modifier(sealed.power, power);
        let slot = format!("control/{month}/{}/{}", power.key(), sealed.power.key());
        let die = table.die(&slot, 6, "control of a power without a player")?;
        let total = i64::from(die) + bid + modifier;
        dice.push(ControlDie { seat, by: sealed.power, bid, short, modifier, die, total, again: Vec::new() });
    }
    settle(table, month, power, &mut dice)?;
    let controlled = dice.first().map(|won| Controlled { seat: won.seat.clone(), by: won.by, since: month });
    table.emit(&Event::Uncontrolled(Happened::ControlRolled { power, dice, now, controlled }))?;
    next(table)
}

/// The highest first; equal ones roll again, with the modifier of their zone alone.
fn settle(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    power: Power,
    dice: &mut [ControlDie],
) -> Result<(), Refusal> {
    for nth in 1..=AGAIN {
        dice.sort_by(|one, other| {
            let highest = (other.total, &other.again).cmp(&(one.total, &one.again));
            highest.then(one.by.cmp(&other.by))
        });
        let Some(first) = dice.first() else { return Ok(()) };
        let most = (first.total, first.again.clone());
        let is_equal = |of: &ControlDie| (of.total, &of.again) == (most.0, &most.1);
        if dice.iter().filter(|of| is_equal(of)).count() < 2 {
            return Ok(());
        }
        for of in dice.iter_mut().filter(|of| is_equal(of)) {
            let slot = format!("control/{month}/{}/{}/{nth}", power.key(), of.by.key());
            let die = table.die(&slot, 6, "control of a power without a player")?;
            of.again.push(i64::from(die) + table.state().zone_modifier(of.by));
        }
    }
    Ok(())
}

/// The economic phase is over: in Instability, or lower, nobody controls such a power any longer. At the end of a month that is so in Fiasco
/// alone. Where the group has turned the switch since, or who has control is out of the game, it ends too.
pub(crate) fn lost(table: &mut Table<'_, '_, EmpiresInArms>, zones: &[Zone]) -> Result<(), Refusal> {
    let state = table.state();
    let low = |power: Power| state.status(power).is_some_and(|at| zones.contains(&at.zone()));
    let ends = |power: Power, by: Power| is_off(table) || state.is_out(by) || low(power);
    let all = state.uncontrolled.of.iter();
    let lost: Vec<(Power, Power)> =
        all.filter(|(power, of)| ends(**power, of.by)).map(|(power, of)| (*power, of.by)).collect();
    for (power, by) in lost {
        table.emit(&Event::Uncontrolled(Happened::ControlLost { power, by }))?;
    }
    Ok(())
}

/// Powers without a player, as a subject of the game.
pub enum WithoutPlayer {}

impl Subject<EmpiresInArms> for WithoutPlayer {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::ControlBidsAsked { powers, .. } => {
                state.uncontrolled.purse =
                    if powers.is_empty() { BTreeMap::new() } else { (*state.vp).clone() };
                state.uncontrolled.waiting = powers;
            }
            Happened::ControlRolled { power, now, controlled, .. } => {
                state.uncontrolled.purse.extend(now.clone());
                state.vp.extend(now);
                state.uncontrolled.waiting.retain(|waiting| *waiting != power);
                state.uncontrolled.of.remove(&power);
                state.uncontrolled.of.extend(controlled.map(|of| (power, of)));
            }
            Happened::ControlLost { power, .. } => {
                state.uncontrolled.of.remove(&power);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_the_data_with_where_it_comes_from() {
        let of = |fact: &Option<Fact<i64>>| fact.as_ref().map(|fact| (fact.value, fact.origin));
        assert_eq!(of(&FILE.highest_bid), Some((5, Origin::Reconstructed)));
        assert_eq!(of(&FILE.allied), Some((1, Origin::Reconstructed)));
        assert_eq!(of(&FILE.at_war), Some((-2, Origin::Reconstructed)));
        assert_eq!(FILE.zones.len(), 4);
        assert!(FILE.zones.values().all(|fact| fact.origin == Origin::Ours));
        let britain = &FILE.natural[&Power::GreatBritain];
        assert_eq!((britain[&Power::Austria], britain[&Power::Russia]), (3, -1));
    }
}
