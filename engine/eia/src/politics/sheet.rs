//! The political sheet of a month: what all choose in secret and what is opened for all at once. Each part of it stands in its own file.

use super::war;
use super::{Happened, PARTS, Politics};
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

/// What is chosen in a part: for each power of a seat some of the others.
pub type Chosen = BTreeMap<Power, BTreeSet<Power>>;

/// A part of the sheet.
pub trait Part: Sync {
    /// Its key on the record, which its fields begin with.
    fn key(&self) -> &'static str;
    /// Why a power cannot choose another in it; `None` where it can. `own` are the powers of the one who asks.
    fn why_not(&self, state: &Position, own: &[Power], power: Power, other: Power) -> Option<Refusal>;
    /// It lies open: who chose whom, by seats. What could not be chosen any more at that moment is left out.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        chosen: Vec<(Power, Power)>,
    ) -> Result<(), Refusal>;
}

/// The part of a key.
fn by_key(key: &str) -> Option<&'static dyn Part> {
    PARTS.iter().copied().find(|part| part.key() == key)
}

/// A sheet, part by part. What is not chosen is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sheet(BTreeMap<String, Chosen>);

impl Sheet {
    /// What was chosen in a part.
    #[must_use]
    pub fn of(&self, part: &dyn Part) -> &Chosen {
        static NOTHING: Chosen = Chosen::new();
        self.0.get(part.key()).unwrap_or(&NOTHING)
    }

    /// Whom a power chooses in a part.
    #[must_use]
    pub fn by(&self, part: &dyn Part, power: Power) -> &BTreeSet<Power> {
        static NOBODY: BTreeSet<Power> = BTreeSet::new();
        self.of(part).get(&power).unwrap_or(&NOBODY)
    }

    /// Whether nothing is chosen at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A power chooses these in a part, in the place of whom it chose.
    pub fn choose(&mut self, part: &dyn Part, power: Power, others: BTreeSet<Power>) {
        let chosen = self.0.entry(part.key().to_owned()).or_default();
        if others.is_empty() {
            chosen.remove(&power);
        } else {
            chosen.insert(power, others);
        }
        self.0.retain(|_, chosen| !chosen.is_empty());
    }

    /// As it is filled in: a field for each part and power.
    #[must_use]
    pub fn filled(&self) -> Value {
        let fields = self.0.iter().flat_map(|(part, chosen)| {
            chosen.iter().map(move |(power, others)| (field(part, *power), Value::from_iter(keys(others))))
        });
        Value::Object(fields.collect())
    }
}

fn field(part: &str, power: Power) -> String {
    format!("{part}/{}", power.key())
}

fn keys(powers: &BTreeSet<Power>) -> impl Iterator<Item = &'static str> + '_ {
    powers.iter().map(|power| power.key())
}

impl Politics {
    /// The parts of the sheets that are asked for, in the order in which they open. A round that was asked for before there was a part
    /// goes on without it.
    pub fn asked_parts(&self) -> impl Iterator<Item = &'static dyn Part> + '_ {
        PARTS.iter().copied().filter(|part| self.parts.iter().any(|asked| asked == part.key()))
    }
}

/// The sheets of a month are asked for: who plays nobody is not asked.
pub(crate) fn ask(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let mut asked = table.players();
    asked.retain(|seat| !table.state().bidders(seat).is_empty());
    if asked.is_empty() {
        return table.end(&Frame::War);
    }
    war::begun(table, month)?;
    let parts = PARTS.iter().map(|part| part.key().to_owned()).collect();
    table.emit(&Event::Politics(Happened::SheetsAsked { month, parts }))?;
    table.open_envelopes(&Round::Politics(month), asked, false)
}

/// A sheet as it is filled in ([`Sheet::filled`]). Whether it may is looked at now: what happens until the sheets are opened makes a choice
/// void ([`opened`]) and no sealed sheet wrong.
pub(crate) fn read(state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
    let unreadable = || Refusal::new(said!("That is no political sheet."));
    let own = state.bidders(seat);
    let mut sheet = Sheet::default();
    for (field, others) in filled.as_object().ok_or_else(unreadable)? {
        let (part, power) = field.split_once('/').ok_or_else(unreadable)?;
        let asked = state.politics.asked_parts().find(|asked| asked.key() == part);
        let (part, power) = asked.zip(Power::by_key(power)).ok_or_else(unreadable)?;
        let others: BTreeSet<Power> =
            Vec::deserialize(others).map_err(|_| unreadable())?.into_iter().collect();
        if !own.contains(&power) {
            return Err(Refusal::new(said!("{} is not yours, so you cannot fill in its sheet.", power)));
        }
        if let Some(refusal) = others.iter().find_map(|other| part.why_not(state, &own, power, *other)) {
            return Err(refusal);
        }
        sheet.choose(part, power, others);
    }
    Ok(sheet)
}

/// Checks that a sheet is written as one is: it holds for a sealed one too.
pub(crate) fn check(sheet: &Sheet) -> Result<(), Refusal> {
    let is_one = |(part, chosen): (&String, &Chosen)| {
        let is_choice =
            |(power, others): (&Power, &BTreeSet<Power>)| !others.is_empty() && !others.contains(power);
        by_key(part).is_some() && !chosen.is_empty() && chosen.iter().all(is_choice)
    };
    if sheet.0.iter().all(is_one) { Ok(()) } else { Err(Refusal::new(said!("That is no political sheet."))) }
}

/// Whom a power can choose in a part.
#[must_use]
pub fn can_choose(state: &Position, seat: &SeatId, part: &dyn Part, power: Power) -> Vec<Power> {
    let own = state.bidders(seat);
    state.major_powers().filter(|other| part.why_not(state, &own, power, *other).is_none()).collect()
}

/// The sheets lie there: part by part they open, each for all at once.
pub(crate) fn opened(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let round = Round::Politics(month);
    let parts: Vec<&dyn Part> = table.state().politics.asked_parts().collect();
    for part in parts {
        let mut all: Vec<(SeatId, Power, Power)> = Vec::new();
        for seat in table.laid_down(&round) {
            let chosen: Option<Chosen> = table.open_part(&round, &seat, part.key())?;
            for (power, others) in chosen.unwrap_or_default() {
                all.extend(others.into_iter().map(|other| (seat.clone(), power, other)));
            }
        }
        // What all sealed counts as of the moment before it was opened: both who declare war on one another pay. Who was at war already
        // then, by what the two told, declares nothing, nor does who lost the power or on whom nobody plays any more.
        let state = table.state();
        all.retain(|(seat, power, other)| {
            let own = state.bidders(seat);
            own.contains(power) && part.why_not(state, &own, *power, *other).is_none()
        });
        part.opened(table, all.into_iter().map(|(_, power, other)| (power, other)).collect())?;
    }
    table.emit(&Event::Politics(Happened::Declared { month }))?;
    table.end(&Frame::War)
}

/// Whether the sheets of a month are still to be opened.
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
    let mut fields = Vec::new();
    for part in position.politics.asked_parts() {
        for power in position.bidders(seat) {
            let of = can_choose(position, seat, part, power);
            let of = of.into_iter().map(|other| other.key().to_owned()).collect();
            fields.push(Field::optional(&field(part.key(), power), Kind::AnyOf { of }));
        }
    }
    vec![Offer::seal(&name, fields)]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::war::War;
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn a_sheet_is_written_by_its_parts_and_what_is_not_chosen_is_left_out() {
        let mut sheet = Sheet::default();
        sheet.choose(&War, Power::Austria, BTreeSet::from([Power::France, Power::Turkey]));
        sheet.choose(&War, Power::Spain, BTreeSet::new());
        assert_eq!(to_value(&sheet).unwrap(), json!({"war": {"austria": ["france", "turkey"]}}));
        assert_eq!(sheet.filled(), json!({"war/austria": ["france", "turkey"]}));
        assert_eq!(sheet.by(&War, Power::Austria).len(), 2);
        sheet.choose(&War, Power::Austria, BTreeSet::new());
        assert!(sheet.is_empty() && sheet.by(&War, Power::Austria).is_empty());
        assert_eq!(to_value(&sheet).unwrap(), json!({}));
    }

    #[test]
    fn what_is_no_sheet_is_not_taken_for_one() {
        let checked = |written: Value| check(&from_value(written).unwrap()).is_ok();
        assert!(checked(json!({})) && checked(json!({"war": {"austria": ["france"]}})));
        assert!(!checked(json!({"war": {}})) && !checked(json!({"war": {"austria": []}})));
        assert!(!checked(json!({"war": {"austria": ["austria"]}})));
        assert!(!checked(json!({"weather": {"austria": ["france"]}})));
    }
}
