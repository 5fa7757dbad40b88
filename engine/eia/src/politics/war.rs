//! Declarations of war (4.2): secret and simultaneous, as a part of the political sheet. What is sealed is opened for all at once.

use super::{Happened, Pair, Politics, price_of_war};
use crate::envelopes::Round;
use crate::outline::{Frame, Month};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// The part of the sheet that gate 1 opens.
pub const PART: &str = "war";

/// On whom each power of a seat declares war.
pub type Declarations = BTreeMap<Power, BTreeSet<Power>>;

/// A political sheet, part by part. What is not chosen is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Gate 1: the declarations of war.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub war: Declarations,
}

/// The parts of the sheet, in the order in which the gates open them.
#[must_use]
pub fn parts() -> Vec<String> {
    vec![PART.to_owned()]
}

/// The declarations of war of a month are asked for: who plays nobody is not asked.
pub(crate) fn ask(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let mut asked = table.players();
    asked.retain(|seat| !table.state().bidders(seat).is_empty());
    if asked.is_empty() {
        return table.end(&Frame::War);
    }
    if month == table.state().begins {
        let order = crate::oob::of(table.scenario());
        let wars =
            order.into_iter().flat_map(|order| &order.wars).map(|war| Pair::of(war.powers[0], war.powers[1]));
        let wars: Vec<Pair> = wars.filter(|war| !table.state().politics.wars.contains(war)).collect();
        if !wars.is_empty() {
            table.emit(&Event::Politics(Happened::WarsBegun { wars }))?;
        }
    }
    table.emit(&Event::Politics(Happened::SheetsAsked { month }))?;
    table.open_envelopes(&Round::Politics(month), asked, false)
}

/// A sheet as it is filled in: for each of one's own powers a list of those on which it declares war. Whether it may is looked at now: what
/// happens until the sheets are opened makes a declaration void ([`opened`]) and no sealed sheet wrong.
pub(crate) fn read(state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
    let unreadable = || Refusal::new(said!("That is no political sheet."));
    let fields = filled.as_object().ok_or_else(unreadable)?;
    let own = state.bidders(seat);
    let mut sheet = Sheet::default();
    for (power, on) in fields {
        let power = Power::by_key(power).ok_or_else(unreadable)?;
        let on: BTreeSet<Power> = Vec::deserialize(on).map_err(|_| unreadable())?.into_iter().collect();
        if !own.contains(&power) {
            return Err(Refusal::new(said!(
                "{} is not yours, so you cannot declare war in its name.",
                power
            )));
        }
        if let Some(refusal) = on.iter().find_map(|enemy| why_not(state, &own, power, *enemy)) {
            return Err(refusal);
        }
        if !on.is_empty() {
            sheet.war.insert(power, on);
        }
    }
    Ok(sheet)
}

/// Checks that a sheet is written as one is: it holds for a sealed one too.
pub(crate) fn check(sheet: &Sheet) -> Result<(), Refusal> {
    let wrong = |(power, on): (&Power, &BTreeSet<Power>)| on.is_empty() || on.contains(power);
    if sheet.war.iter().any(wrong) {
        return Err(Refusal::new(said!("That is no political sheet.")));
    }
    Ok(())
}

/// Why a power cannot declare war on another; `None` where it can.
fn why_not(state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
    if own.contains(&on) {
        return Some(Refusal::new(said!("You play {} yourself, so no war can be declared on it.", on)));
    }
    if !state.major_powers().any(|played| played == on) {
        return Some(Refusal::new(said!(
            "{} is not in this game any more, so no war can be declared on it.",
            on
        )));
    }
    if state.are_at_war(power, on) {
        return Some(Refusal::new(said!("{} is at war with {} already.", power, on)));
    }
    None
}

/// On whom a power can declare war.
#[must_use]
pub fn may_declare_on(state: &Position, seat: &SeatId, power: Power) -> Vec<Power> {
    let own = state.bidders(seat);
    state.major_powers().filter(|on| why_not(state, &own, power, *on).is_none()).collect()
}

/// The sheets lie there: their first part opens, all at once, and the wars are declared.
pub(crate) fn opened(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let round = Round::Politics(month);
    let mut wars: Vec<(SeatId, Power, Power)> = Vec::new();
    for seat in table.laid_down(&round) {
        let war: Option<Declarations> = table.open_part(&round, &seat, PART)?;
        let war = war.unwrap_or_default();
        for (by, on) in war {
            wars.extend(on.into_iter().map(|on| (seat.clone(), by, on)));
        }
    }
    // What all sealed counts as of the moment before they were opened: both who declare on one another pay. Who was at war already then, by
    // what the two told, declares nothing, nor does who lost the power or on whom nobody plays any more.
    let before = table.state().clone();
    wars.retain(|(seat, by, on)| {
        let own = before.bidders(seat);
        own.contains(by) && why_not(&before, &own, *by, *on).is_none()
    });
    for (_, by, on) in wars {
        let before = table.state().pp.get(&by).copied().unwrap_or(0);
        let now = before + price_of_war().value;
        table.emit(&Event::Politics(Happened::WarDeclared { by, on, before, now }))?;
    }
    table.emit(&Event::Politics(Happened::Declared { month }))?;
    table.end(&Frame::War)
}

/// Whether the declarations of a month are still to be opened.
pub(crate) fn stands(politics: &Politics) -> bool {
    politics.asked.is_some()
}

/// The sheet, where one is asked of the viewer.
pub(super) fn offers(position: &Position, table: &View) -> Vec<Offer> {
    let (Some(seat), Some(month)) = (table.seat(), position.politics.asked) else { return Vec::new() };
    let name = Round::Politics(month).to_string();
    if !table.may_seal(&name) {
        return Vec::new();
    }
    let field = |power: Power| {
        let of: Vec<String> =
            may_declare_on(position, seat, power).into_iter().map(|on| on.key().to_owned()).collect();
        Field::optional(power.key(), Kind::AnyOf { of })
    };
    let fields = position.bidders(seat).into_iter().map(field).collect();
    vec![Offer::seal(&name, fields)]
}
