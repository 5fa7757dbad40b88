//! Breech-loading rifles: bought once, for every battle after. Who has them follows from who bought them; what was bought before it was
//! kept here is put on the record by a correction, to which the others may object.

use super::may::Now;
use super::{Happened, holder};
use crate::economy::sheet::Wishes;
use crate::frame::place;
use crate::guards::not_yours;
use crate::homeland::{self, Homeland};
use crate::land::stacking::Muster;
use crate::months::Phase;
use crate::powers::Power;
use crate::switches;
use crate::told_values::Happened as Told;
use crate::{EmpiresInArms, Event, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The kind of the value that says whether a power has rifles: `rifles/prussia`.
pub const VALUE: &str = "rifles";
/// $ for each MP of the homeland.
const PRICE: u32 = 10;

/// Whether a campaign whose switches stand so is played with rifles.
#[must_use]
pub fn is_on(set: &BTreeMap<String, String>) -> bool {
    let switch = switches::SWITCHES.iter().find(|switch| switch.key == switches::RIFLES);
    switch.is_some_and(|switch| switch.stands(set) == "yes")
}

/// A player buys breech-loading rifles for a power of his: $10 for each MP of the home provinces that it has, twice as much for those who
/// buy in the first phase in which anybody does. What comes through the Landtag costs Prussia nothing.
pub(super) fn buy(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    landtag: bool,
) -> Result<(), Refusal> {
    let step = table.path().to_vec();
    let had = &table.state().battles.rifles;
    // Nobody has them, or others were the first in this phase.
    let first = !landtag && (had.is_empty() || had.values().any(|bought| *bought == step));
    let mut rules = vec![rule!("nationalism.rifles.available"), rule!("nationalism.rifles.price")];
    if first {
        rules.push(rule!("nationalism.rifles.first-double"));
    }
    let (homeland, price) = if landtag {
        rules.push(rule!("nationalism.rifles.first-landtag"));
        (Homeland::default(), 0)
    } else {
        let homeland = homeland::of(table.state(), table.scenario(), power);
        let price = PRICE * homeland.manpower() * (1 + u32::from(first));
        rules.extend(pays(table.state(), power, price)?);
        (homeland, price)
    };
    rules.extend(homeland.rules);
    let provinces =
        homeland.provinces.iter().map(|(province, mp)| (province.key().to_owned(), *mp)).collect();
    table.emit(&Event::Battle(Happened::RiflesBought {
        power,
        price,
        first,
        homeland: provinces,
        unprinted: homeland.unprinted,
        step,
        rules,
    }))
}

/// Whether a power can pay for them, where the bot keeps its treasury: out of what is there and comes in this phase. The rule by which they
/// are paid from there; none where the power's player keeps his books himself.
fn pays(state: &Position, power: Power, price: u32) -> Result<Option<RuleId>, Refusal> {
    if !state.economy.begun.contains(&power) {
        return Ok(None);
    }
    let purchase = rule!("nationalism.tech.purchase");
    let Some(month) = state.economy.asked else {
        return Err(Refusal::under(
            purchase,
            said!(
                "The economic sheets of this phase are opened. Breech-loading rifles are bought before that, or in the next Economic phase."
            ),
        ));
    };
    // Without its treasury, as strangers read the record, nothing can be said against it.
    let Some((account, _)) = state.account_by(power, month, &Wishes::default()) else {
        return Ok(Some(purchase));
    };
    let [has, _] = account.reach();
    if has < i64::from(price) {
        return Err(Refusal::under(
            purchase,
            said!(
                "Breech-loading rifles cost {} ${}; with this phase's income there are ${}.",
                power,
                price,
                has
            ),
        ));
    }
    Ok(Some(purchase))
}

/// Whether a player may buy them.
pub(super) fn may_buy(
    state: &Position,
    now: &Now,
    seat: &SeatId,
    power: Power,
    landtag: bool,
) -> Result<(), Refusal> {
    let available = rule!("nationalism.rifles.available");
    if !now.with_rifles {
        return Err(Refusal::under(
            available,
            said!(
                "This campaign is played without breech-loading rifles. A vote on the switch brings them in."
            ),
        ));
    }
    if holder(state, power).as_ref() != Some(seat) {
        return Err(not_yours(power));
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
    if !landtag && place(&now.path).is_none_or(|(_, phase)| phase != Phase::Economic) {
        return Err(Refusal::under(
            available,
            said!("Breech-loading rifles are bought in an Economic phase, from the first one on."),
        ));
    }
    Ok(())
}

/// Nobody says in a muster that he has rifles.
pub(super) fn not_said(muster: &Muster) -> Result<(), Refusal> {
    if !muster.rifles {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("nationalism.rifles.bonus"),
        said!(
            "Rifles are not said in a muster: a power that has bought them, with /board rifles in an Economic phase, has them in every battle. What was bought before goes on the record with /correct value, to which the others may object."
        ),
    ))
}

/// Whether a power has rifles is not told by one player; a correction that holds says it.
pub(crate) fn told(
    table: &mut Table<'_, '_, EmpiresInArms>,
    key: &str,
    power: Power,
    now: i64,
    corrected: bool,
) -> Result<(), Refusal> {
    if !corrected {
        return Err(Refusal::under(
            rule!("nationalism.rifles.bonus"),
            said!(
                "Who has rifles follows from who bought them, with /board rifles. What was bought before, or not at all, goes on the record with /correct value, to which the others may object."
            ),
        ));
    }
    let before = i64::from(table.state().battles.rifles.contains_key(&power));
    table.emit(&Event::Values(Told::ValueTold { key: key.to_owned(), before, now, corrected }))
}
