//! Sardinia, later Italy, in the Rise of Nationalism: its secret events, Spedizione dei Mille, the Italian minor countries, the unification,
//! and what a dominant Italy has.

pub mod announce;
pub mod catalogue;
pub mod dominant;
pub mod italy;
mod law;
pub mod mille;
pub mod minors;
pub mod own;

pub use announce::{Announcement, Unless};
pub use law::SardinianLaw;

use super::map::{AreaId, ProvinceId, led_by};
use super::months::Month;
use super::powers::Power;
use super::{EmpiresInArms, Position};
use serde::{Deserialize, Serialize};
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::lodged;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;

/// What a player orders of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "sardinia", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Announces an event in the gap between two turns; it is lodged ahead.
    Announce(Announcement),
    /// Tells whether I Mille holds Sicily for the whole month after it landed.
    Landing {
        /// Whether it does, as far as it is known.
        holds: bool,
    },
    /// Adds an event of the group's own to the catalogue, when another player agrees.
    Add {
        /// In the name of which power.
        power: Power,
        /// Its name.
        event: String,
    },
    /// Agrees to an event of the group's own, declines it, or takes it back.
    Answer {
        /// In the name of which power.
        power: Power,
        /// Its number.
        number: u32,
        /// Whether it is added.
        agrees: bool,
    },
    /// Chooses the leader who is better while and after Italy is dominant.
    Leader {
        /// His name in the order of battle.
        leader: String,
    },
}

/// What happened of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Sardinia announced an event.
    Announced {
        /// Its key in the catalogue.
        event: String,
        /// On which minor country; of the Papal State its Papacy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<ProvinceId>,
        /// In the gap before which month.
        month: Month,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// I Mille came into being in Sicily.
    Landed {
        /// In which area.
        area: AreaId,
        /// For which month.
        month: Month,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// It was told whether it holds Sicily.
    LandingTold {
        /// Whether it does.
        holds: bool,
        /// The player who told that it does not, where that is not Sardinia's own: he or another must say that it holds after all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<SeatId>,
    },
    /// The month after the landing is over.
    LandingOver {
        /// Whether Sicily is annexed.
        annexed: bool,
    },
    /// Somebody wants to add an event of the group's own.
    EventWanted(own::Wanted),
    /// Another player agreed: it is of the catalogue.
    EventAdded {
        /// Its number.
        number: u32,
        /// Its name.
        event: String,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// It is declined or taken back.
    EventDeclined {
        /// Its number.
        number: u32,
        /// Its name.
        event: String,
    },
    /// Italy chose the leader who is better from now on.
    LeaderChosen {
        /// His name.
        leader: String,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
}

/// An event that was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Used {
    /// Its key in the catalogue.
    pub event: String,
    /// On which minor country; of the Papal State its Papacy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<ProvinceId>,
    /// In the gap before which month.
    pub month: Month,
}

impl Used {
    /// Whether Spedizione dei Mille was aimed at a minor country.
    #[must_use]
    pub fn aims_at(&self, minor: ProvinceId) -> bool {
        self.event == "mille" && self.on == Some(led_by(minor))
    }
}

/// I Mille in Sicily in the month after it landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Where it landed.
    pub area: AreaId,
    /// For which month.
    pub month: Month,
    /// Whether it was driven out, or a city of Sicily held out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// The player who told that it does not hold Sicily, where that is not Sardinia's own and nobody took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denied: Option<SeatId>,
}

/// What is kept of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sardinia {
    /// The events that were used, in their order.
    pub used: Vec<Used>,
    /// I Mille in Sicily, as long as it is open whether Sicily is annexed.
    pub landing: Option<Landing>,
    /// Whether I Mille has come into being.
    pub has_mille: bool,
    /// The leader who is better for Italy's dominance.
    pub leader: Option<String>,
    /// The names of the group's own events, in the order in which they were added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<String>,
    /// The events of its own that somebody wants to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<own::Wanted>,
    /// How many of them were ever asked for.
    #[serde(skip_serializing_if = "is_none_yet")]
    pub asked_for: u32,
}

fn is_none_yet(asked_for: &u32) -> bool {
    *asked_for == 0
}

impl Sardinia {
    /// Whether Spedizione dei Mille was aimed at a minor country at some time.
    #[must_use]
    pub fn was_aimed_at(&self, minor: ProvinceId) -> bool {
        self.used.iter().any(|used| used.aims_at(minor))
    }

    /// Whether the event of a year was used.
    #[must_use]
    pub fn used_in(&self, year: u32) -> Option<&Used> {
        self.used.iter().find(|used| used.month.parts().0 == year)
    }
}

impl Position {
    /// The months that a player can keep a chosen event for, from the next gap on: a year of them, as far as the campaign goes.
    #[must_use]
    pub fn gaps_to_come(&self) -> Vec<Month> {
        let Some(now) = self.month() else { return Vec::new() };
        (1..=12).map(|months| now.later(months)).filter(|month| *month <= self.ends).collect()
    }
}

/// Sardinia and Italy, as a subject of the game.
pub enum SardiniaAndItaly {}

impl Subject<EmpiresInArms> for SardiniaAndItaly {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        let sardinia = &mut *state.sardinia;
        match happened {
            Happened::Announced { event, on, month, .. } => sardinia.used.push(Used { event, on, month }),
            Happened::Landed { area, month, .. } => {
                sardinia.has_mille = true;
                sardinia.landing = Some(Landing { area, month, left: false, denied: None });
            }
            Happened::LandingTold { holds, by } => {
                if let Some(landing) = &mut sardinia.landing {
                    landing.left = !holds;
                    landing.denied = by;
                }
            }
            Happened::LandingOver { .. } => sardinia.landing = None,
            Happened::LeaderChosen { leader, .. } => sardinia.leader = Some(leader),
            Happened::EventWanted(wanted) => {
                sardinia.asked_for = wanted.number;
                sardinia.wanted.push(wanted);
            }
            Happened::EventAdded { number, event, .. } => {
                sardinia.wanted.retain(|wanted| wanted.number != number);
                sardinia.own.push(event);
            }
            Happened::EventDeclined { number, .. } => {
                sardinia.wanted.retain(|wanted| wanted.number != number);
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = super::politics::orders(table) else { return Vec::new() };
        let bids_for = state.bidders(seat);
        if bids_for.is_empty() || !state.has_sardinian_events() {
            return Vec::new();
        }
        let mut offers: Vec<Offer> = mille::offers(state, seat).collect();
        offers.extend(own::offers(state, seat));
        if bids_for.contains(&Power::Sardinia) {
            offers.extend(to_lodge(state, table, seat));
            let names = dominant::to_choose(state, &table.scenario);
            if let Some(first) = names.first() {
                let order = Order::Leader { leader: (*first).to_owned() };
                offers.push(Offer::of_order(
                    "sardinia",
                    order,
                    vec![Field::required("leader", Kind::one_of(&names))],
                ));
            }
        }
        offers
    }

    /// What was told is taken back by telling it anew, and who is better is so once and for all.
    fn binds(_: &Happened) -> bool {
        true
    }
}

/// The events that Sardinia's player could choose now, kept for a later gap or not.
fn to_lodge(state: &Position, table: &View, seat: &SeatId) -> Option<Offer> {
    let orders = choices(state, table, seat);
    let orders: Vec<_> = orders.iter().filter_map(|order| serde_json::to_value(order).ok()).collect();
    let unless = [Unless::Withheld].into_iter().chain(state.gaps_to_come().into_iter().map(Unless::Before));
    let unless: Vec<_> = unless.filter_map(|unless| serde_json::to_value(unless).ok()).collect();
    lodged::instead(table, &orders, &unless)
}

/// The events that a player can choose for the next gap.
#[must_use]
pub fn choices(state: &Position, table: &View, seat: &SeatId) -> Vec<Order> {
    let own =
        state.sardinia.own.iter().map(|name| Announcement { event: own::key_of(name), on: None, area: None });
    let mut all: Vec<Order> = own.map(Order::Announce).collect();
    for event in catalogue::in_play(table.switch(catalogue::SWITCH)) {
        let targets: Vec<Option<ProvinceId>> = match event.effect {
            Some(catalogue::Effect::Mille) => {
                minors::seven(state.board.era()).iter().map(|minor| Some(led_by(*minor))).collect()
            }
            None => vec![None],
        };
        for on in targets {
            all.push(Order::Announce(Announcement { event: event.key.clone(), on, area: None }));
        }
    }
    all.dedup();
    all.retain(|order| announce::may_lodge(state, seat, order, &[]).is_ok());
    all
}

/// Whether I Mille holds Sicily rests on the word of who loses by it: Sardinia's player, where it does not; who has Sicily, where it does.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Option<Assent> {
    match order {
        Order::Landing { holds } => mille::rests_on(table, seat, *holds),
        _ => None,
    }
}

impl Ordered<EmpiresInArms> for SardiniaAndItaly {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        if !super::politics::is_kept(table) {
            return Err(super::politics::not_kept());
        }
        match order {
            Order::Announce(announcement) => announce::announced(table, seat, announcement),
            Order::Landing { holds } => mille::told(table, seat, holds),
            Order::Add { power, event } => own::added(table, seat, power, event),
            Order::Answer { power, number, agrees } => own::answered(table, seat, power, number, agrees),
            Order::Leader { leader } => dominant::chosen(table, seat, &leader),
        }
    }
}
