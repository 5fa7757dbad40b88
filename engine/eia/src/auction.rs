//! The auction of an uncontrolled major power (the bids at the founding: [`choice_of_powers`](super::choice_of_powers)): its player has stepped down, it can no longer win, and it can still sway the result.
//! Bids are in VP and secret until all are opened;
//! equal ones are put in order by [`table::bids::by_dice`].

use super::choice_of_powers::{Bidding, BidsTied};
use super::map::ProvinceId;
use super::politics::Pair;
use super::powers::Power;
use super::rounds::{AUCTION, Round};
use super::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use table::bids::{self, Bid};
use table::by_round::Envelopes;
use table::by_subject::Subject;
use table::envelope::NoRound;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// A power that was auctioned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auctioned {
    /// Who controls it now.
    pub seat: SeatId,
    /// The power in whose name he bid.
    pub bidder: Power,
    /// What he paid, in VP.
    pub bid: i64,
}

/// Auctions as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auctions {
    /// The powers that were auctioned, and to whom. They are out of the game.
    pub sold: BTreeMap<Power, Auctioned>,
    /// The powers that wait for their auction, the one that is open first.
    pub waiting: Vec<Power>,
    /// Whether Britain has won an auction, and with it lost its win by default.
    pub britain_bought: bool,
}

/// A power was sold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sold {
    /// The power.
    pub power: Power,
    /// To whom.
    #[serde(flatten)]
    pub to: Auctioned,
    /// What the buyer's VP are now.
    pub vp: i64,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// What happened in an auction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Powers were put up.
    AuctionOpened {
        /// Which.
        powers: Vec<Power>,
        /// The wars that are over by it, as nobody is at war with a power that is out of the game.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        wars: Vec<Pair>,
        /// Their wars on minor countries, that are over too: by whom, and on which.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        minor_wars: Vec<(Power, ProvinceId)>,
        /// The alliances that are over too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alliances: Vec<Pair>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Equal bids were ordered by dice.
    AuctionTied(BidsTied),
    /// A power was sold.
    Sold(Sold),
    /// Nobody bid for a power; it stays without a player under 14.3.
    Unsold {
        /// The power.
        power: Power,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

/// A bid as it is sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// The power in whose name it is.
    pub power: Power,
    /// The bid in VP; `None` for no bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<i64>,
}

impl Position {
    /// The powers in whose name a seat may bid: its own, but none that is out of the game.
    #[must_use]
    pub fn bidders(&self, seat: &SeatId) -> Vec<Power> {
        let own = self.choice.powers_of(seat);
        own.into_iter().filter(|power| !self.is_out(*power)).collect()
    }

    /// Whether a power is out of the game: auctioned, or up for it.
    #[must_use]
    pub fn is_out(&self, power: Power) -> bool {
        self.auctions.sold.contains_key(&power)
            || self.auctions.waiting.contains(&power)
            || self.choice.uncontrolled.contains(&power)
    }

    /// Whether the auction of a power is open.
    fn is_auctioned(&self, power: Power) -> bool {
        self.auctions.waiting.first() == Some(&power)
    }
}

/// The round of bids in the auction of a power: `auction/turkey`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionBids(pub Power);

impl fmt::Display for AuctionBids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{AUCTION}{}", self.0.key())
    }
}

impl FromStr for AuctionBids {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<AuctionBids, NoRound> {
        name.strip_prefix(AUCTION).and_then(Power::by_key).map(AuctionBids).ok_or(NoRound)
    }
}

impl Envelopes<EmpiresInArms> for AuctionBids {
    type Choice = Sealed;

    fn read(&self, _: &Position, _: &SeatId, filled: &Value) -> Result<Sealed, Refusal> {
        read(filled)
    }

    fn check(&self, state: &Position, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
        check(state, self.0, seat, sealed)
    }

    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Sealed> {
        no_bid(state, seat)
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        bids: BTreeMap<SeatId, Sealed>,
    ) -> Result<(), Refusal> {
        bids_opened(table, self.0, bids)
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let bids = |power: Power| {
            let vp = state.vp.get(&power).copied().unwrap_or(0);
            let fields = vec![
                Field::required("power", Kind::OneOf { of: vec![power.key().to_owned()] }),
                Field::optional("bid", Kind::Whole { least: 0, most: vp }),
            ];
            Offer::seal(&self.to_string(), fields)
        };
        let own = table.seat().filter(|_| state.is_auctioned(self.0)).map(|seat| state.bidders(seat));
        own.into_iter().flatten().map(bids).collect()
    }
}

/// An empty envelope for a power is no bid.
pub(crate) fn no_bid(state: &Position, seat: &SeatId) -> Option<Sealed> {
    let power = state.bidders(seat).first().copied()?;
    Some(Sealed { power, bid: None })
}

/// A bid out of its form; without a number it is "no bid", which is an answer too.
pub(crate) fn read(filled: &Value) -> Result<Sealed, Refusal> {
    serde_json::from_value(filled.clone()).map_err(|_| {
        Refusal::new(said!(
            "A bid in an auction names the power that bids and a whole number of VP, or no number for no bid."
        ))
    })
}

/// Checks a bid.
fn check(state: &Position, of: Power, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
    if !state.is_auctioned(of) {
        return Err(Refusal::new(said!("No auction of that power is open.")));
    }
    if state.is_out(sealed.power) {
        return Err(Refusal::under(
            rule!("house.auction.no-bidding"),
            said!("{} is out of the game, so it bids for no other power.", sealed.power),
        ));
    }
    if !state.bidders(seat).contains(&sealed.power) {
        return Err(Refusal::under(
            rule!("house.auction.no-bidding"),
            said!("{} is not yours, so you cannot bid in its name.", sealed.power),
        ));
    }
    let vp = state.vp.get(&sealed.power).copied().unwrap_or(0);
    if sealed.bid.is_some_and(|bid| !(0..=vp).contains(&bid)) {
        return Err(Refusal::under(
            rule!("house.auction.high-bid-wins"),
            said!("{} has {} VP, so its bid is 0 to {} VP, or none.", sealed.power, vp, vp),
        ));
    }
    Ok(())
}

/// The vote found that a power whose player left can still sway the result: it is put up.
pub(crate) fn put_up(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId) -> Result<(), Refusal> {
    let powers = table.state().bidders(seat);
    if powers.is_empty() {
        return table.seat_out(seat);
    }
    let mut rules = vec![rule!("house.auction.when"), rule!("house.auction.secret-bids")];
    if !table.state().auctions.sold.is_empty() {
        // A power that was sold before is not asked for a bid.
        rules.push(rule!("house.auction.no-bidding"));
    }
    let idle = table.state().auctions.waiting.is_empty();
    let happened = opened(table.state(), powers, super::politics::is_kept(table), rules);
    table.emit(&Event::Auction(happened))?;
    table.seat_out(seat)?;
    // Another auction may be open; then these powers follow it.
    if idle { next(table) } else { Ok(()) }
}

/// Powers are put up, and what of politics is over by it: between powers that were in the game until then, where the bot keeps it.
fn opened(state: &Position, powers: Vec<Power>, is_kept: bool, rules: Vec<RuleId>) -> Happened {
    let goes = |power: Power| is_kept && powers.contains(&power);
    let ends = |pair: &Pair| pair.powers().into_iter().any(goes);
    let at_war = |pair: &Pair| {
        let [one, other] = pair.powers();
        state.are_at_war(one, other)
    };
    let wars = state.politics.wars.iter().copied().filter(|pair| ends(pair) && at_war(pair)).collect();
    let minor_wars = state.minor_wars().filter(|war| goes(war.by)).map(|war| (war.by, war.on)).collect();
    let allied = state.politics.alliances.iter().map(|alliance| alliance.pair);
    let are_allied = |pair: &Pair| {
        let [one, other] = pair.powers();
        state.are_allied(one, other)
    };
    let alliances = allied.filter(|pair| ends(pair) && are_allied(pair)).collect();
    Happened::AuctionOpened { powers, wars, minor_wars, alliances, rules }
}

/// Opens the envelopes for the first power that waits.
fn next(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let Some(power) = table.state().auctions.waiting.first().copied() else { return Ok(()) };
    let asked = super::choice_of_powers::with_a_power(table);
    if asked.is_empty() {
        return unsold(table, power);
    }
    table.open_envelopes(&Round::Auction(AuctionBids(power)), asked, true)
}

fn unsold(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    let rules = vec![rule!("house.auction.high-bid-wins")];
    table.emit(&Event::Auction(Happened::Unsold { power, rules }))?;
    next(table)
}

/// The bids lie open: the highest takes control and is paid, the others pay nothing.
fn bids_opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    choices: BTreeMap<SeatId, Sealed>,
) -> Result<(), Refusal> {
    if !table.state().is_auctioned(power) {
        return Ok(());
    }
    let mut bids: Vec<(i64, SeatId, Power)> = Vec::new();
    for (seat, sealed) in choices {
        bids.extend(sealed.bid.map(|bid| (bid, seat.clone(), sealed.power)));
    }
    let Some(most) = bids.iter().map(|bid| bid.0).max() else { return unsold(table, power) };
    let first: Vec<Bid> = bids
        .iter()
        .filter(|bid| bid.0 == most)
        .map(|bid| Bid { seat: bid.1.clone(), on: power.key().to_owned() })
        .collect();
    let mut rules = vec![
        rule!("house.auction.secret-bids"),
        rule!("house.general.bids-order"),
        rule!("house.auction.high-bid-wins"),
        rule!("house.auction.cost"),
        rule!("house.auction.no-more-vp"),
    ];
    let winner = if first.len() > 1 {
        rules.push(rule!("house.general.bids-tie"));
        let amount = u32::try_from(most).unwrap_or(0);
        let tie = bids::by_dice(&format!("auction/{}", power.key()), amount, first, &mut Bidding(table))?;
        let winner = tie.order.first().map(|bid| bid.seat.clone());
        let tied = BidsTied { tie, rules: vec![rule!("house.general.bids-tie")] };
        table.emit(&Event::Auction(Happened::AuctionTied(tied)))?;
        winner
    } else {
        first.first().map(|bid| bid.seat.clone())
    };
    let Some((bid, seat, bidder)) =
        bids.into_iter().find(|bid| bid.0 == most && Some(&bid.1) == winner.as_ref())
    else {
        return unsold(table, power);
    };
    if bidder == Power::GreatBritain {
        rules.push(rule!("house.auction.britain-loses-default"));
    }
    let vp = table.state().vp.get(&bidder).copied().unwrap_or(0) - bid;
    let sold = Sold { power, to: Auctioned { seat, bidder, bid }, vp, rules };
    table.emit(&Event::Auction(Happened::Sold(sold)))?;
    next(table)
}

/// Auctions of powers, as a subject of the game.
pub enum Auctioning {}

impl Subject<EmpiresInArms> for Auctioning {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::AuctionOpened { powers, .. } => state.auctions.waiting.extend(powers),
            Happened::AuctionTied(_) => {}
            Happened::Sold(sold) => {
                state.vp.insert(sold.to.bidder, sold.vp);
                state.auctions.waiting.retain(|power| *power != sold.power);
                state.auctions.britain_bought |= sold.to.bidder == Power::GreatBritain;
                state.auctions.sold.insert(sold.power, sold.to);
            }
            Happened::Unsold { power, .. } => {
                state.auctions.waiting.retain(|waiting| *waiting != power);
                Arc::make_mut(&mut state.choice).uncontrolled.push(power);
            }
        }
    }
}
