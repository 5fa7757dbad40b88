//! Breech-loading rifles: bought once, for every battle after.

use super::{Happened, holder};
use crate::eia::outline::{Phase, place};
use crate::eia::powers::Power;
use crate::eia::switches;
use crate::eia::{EmpiresInArms, Event};
use crate::table::game::Table;
use crate::table::names::SeatId;
use crate::table::refusal::Refusal;
use crate::{rule, said};

/// $ for each MP of the homeland.
const PRICE: u32 = 10;
/// The most manpower of a homeland, in MP.
const MOST_MANPOWER: u32 = 200;

/// A player buys breech-loading rifles for a power of his: $10 for each MP of its home provinces, twice as much for those who buy in the
/// first phase in which anybody does. What comes through the Landtag costs Prussia nothing.
pub(super) fn buy(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    homeland: u32,
    landtag: bool,
) -> Result<(), Refusal> {
    let available = rule!("nationalism.rifles.available");
    let state = table.state();
    if table.switch(switches::RIFLES) != "yes" {
        return Err(Refusal::under(
            available,
            said!(
                "This campaign is played without breech-loading rifles. A vote on the switch brings them in."
            ),
        ));
    }
    if holder(state, power).as_ref() != Some(seat) {
        return Err(Refusal::new(said!("{} is not yours, so you cannot buy rifles for it.", power)));
    }
    if state.battles.rifles.contains_key(&power) {
        return Err(Refusal::new(said!("{} has breech-loading rifles already.", power)));
    }
    if landtag && power != Power::Prussia {
        return Err(Refusal::under(
            rule!("nationalism.rifles.first-landtag"),
            said!("Only Prussia has a Landtag."),
        ));
    }
    if !landtag && place(table.path()).is_none_or(|(_, phase)| phase != Phase::Economic) {
        return Err(Refusal::under(
            available,
            said!("Breech-loading rifles are bought in an Economic phase, from the first one on."),
        ));
    }
    if !(1..=MOST_MANPOWER).contains(&homeland) {
        return Err(Refusal::under(
            rule!("nationalism.rifles.price"),
            said!("The home provinces of a power have 1 to {} MP; {} were given.", MOST_MANPOWER, homeland),
        ));
    }
    let step = table.path().to_vec();
    let first = table.state().battles.rifles.values().all(|bought| *bought == step);
    let mut rules = vec![available, rule!("nationalism.rifles.price")];
    if first {
        rules.push(rule!("nationalism.rifles.first-double"));
    }
    let price = if landtag {
        rules.push(rule!("nationalism.rifles.first-landtag"));
        0
    } else {
        PRICE * homeland * (1 + u32::from(first))
    };
    table.emit(&Event::Battle(Happened::RiflesBought { power, price, first, step, rules }))
}
