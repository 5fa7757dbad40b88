//! The political sheet of a month: what all choose in secret on one sheet, opened gate by gate, and what is asked at a later gate of those
//! whom it concerns. Each part of it stands in its own file.

use super::gate::Gate;
use super::target::Target;
use super::{Happened, PARTS, Pair, Politics};
use crate::guards::owns;
use crate::map::ProvinceId;
use crate::months::Month;
use crate::powers::Power;
use crate::rounds::Round;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use table::by_round::Envelopes;
use table::envelope::NoRound;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::switches::{Switch, YES};
use table::view::View;

/// What is chosen in a part: for each power of a seat some of the others, or some minor countries.
pub type Chosen = BTreeMap<Power, BTreeSet<Target>>;

/// A part of the sheet.
pub trait Part: Sync {
    /// Its key on the record, which its fields begin with.
    fn key(&self) -> &'static str;
    /// Whether it is asked at a gate.
    fn is_at(&self, gate: Gate) -> bool;
    /// The switch on which it hangs, where it does: it is asked where that says yes.
    fn switch(&self) -> Option<Switch> {
        None
    }
    /// Says what follows from it when the sheets of a month lie there, after the parts before it; one that opens later says nothing here.
    ///
    /// # Errors
    /// Where what follows cannot be written on the record.
    fn opened(&self, _table: &mut Table<'_, '_, EmpiresInArms>, _month: Month) -> Result<(), Refusal> {
        Ok(())
    }
    /// Applies what happened in it alone: to what is kept of it in politics.
    fn apply(&self, _politics: &mut Politics, _happened: &Happened) {}
    /// Two powers are at war: what ends by that of what is kept of it.
    fn war_begins(&self, _politics: &mut Politics, _pair: Pair) {}
    /// Everything among which is chosen in it while its round is open, whether it may be chosen or not.
    fn among(&self, state: &Position) -> Vec<Target> {
        // By its place in it a button says who is chosen, so these are eight in every campaign: Greece of those in which it is played, where
        // nobody can choose Spain, and of no other.
        let has_greece = state.choice.powers().any(|power| power == Power::Greece);
        let other = if has_greece { Power::Spain } else { Power::Greece };
        Power::ALL.into_iter().filter(|power| *power != other).map(Target::Power).collect()
    }
    /// Why a power cannot choose this in it; `None` where it can. `own` are the powers of the one who asks.
    fn why_not(&self, state: &Position, own: &[Power], power: Power, target: Target) -> Option<Refusal> {
        match target {
            Target::Power(other) => self.why_not_power(state, own, power, other),
            Target::Minor(minor) => self.why_not_minor(state, own, power, minor),
        }
    }
    /// The same of another power. A part in which powers are chosen says which.
    fn why_not_power(&self, _: &Position, _own: &[Power], _power: Power, other: Power) -> Option<Refusal> {
        Some(Refusal::new(said!("A minor country is chosen here, and {} is none.", other)))
    }
    /// The same of a minor country. A part in which minor countries are chosen says which.
    fn why_not_minor(
        &self,
        _: &Position,
        _own: &[Power],
        _power: Power,
        minor: ProvinceId,
    ) -> Option<Refusal> {
        Some(Refusal::new(said!("A power is chosen here, and {} is none.", minor.name())))
    }
    /// Why a power cannot choose just these together.
    fn why_not_all(&self, _state: &Position, _power: Power, _others: &BTreeSet<Target>) -> Option<Refusal> {
        None
    }
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
    pub fn by(&self, part: &dyn Part, power: Power) -> &BTreeSet<Target> {
        static NOBODY: BTreeSet<Target> = BTreeSet::new();
        self.of(part).get(&power).unwrap_or(&NOBODY)
    }

    /// Whether nothing is chosen at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A power chooses these in a part, in the place of whom it chose.
    pub fn choose<T: Into<Target>>(
        &mut self,
        part: &dyn Part,
        power: Power,
        others: impl IntoIterator<Item = T>,
    ) {
        let others: BTreeSet<Target> = others.into_iter().map(Into::into).collect();
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

fn keys(targets: &BTreeSet<Target>) -> impl Iterator<Item = String> + '_ {
    targets.iter().map(|target| target.key())
}

/// The round of the political sheets of a month, `politics/1805-03`, or of what is asked at a later gate: `politics/1805-03/demand`. Where a
/// gate opens outside the political phase its number in the month stands behind it, from 1: `politics/1805-03/defence/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoliticalSheets {
    /// The month.
    pub month: Month,
    /// The gate.
    pub gate: Gate,
    /// Which it is of those outside the phase; 0 within it.
    pub nth: u8,
}

impl PoliticalSheets {
    /// The sheets with which a month's political phase begins.
    #[must_use]
    pub fn of(month: Month) -> PoliticalSheets {
        PoliticalSheets { month, gate: Gate::Sheet, nth: 0 }
    }
}

impl fmt::Display for PoliticalSheets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PoliticalSheets { month, gate, nth } = self;
        match (gate, nth) {
            (Gate::Sheet, _) => write!(f, "politics/{month}"),
            (gate, 0) => write!(f, "politics/{month}/{}", gate.key()),
            (gate, nth) => write!(f, "politics/{month}/{}/{nth}", gate.key()),
        }
    }
}

impl FromStr for PoliticalSheets {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<PoliticalSheets, NoRound> {
        let parts: Vec<&str> = name.split('/').collect();
        let (month, gate, nth) = match *parts.as_slice() {
            ["politics", month] => (month, None, "0"),
            ["politics", month, gate] => (month, Some(gate), "0"),
            ["politics", month, gate, nth] => (month, Some(gate), nth),
            _ => return Err(NoRound),
        };
        let gate = gate.map_or(Some(Gate::Sheet), Gate::by_key).ok_or(NoRound)?;
        let month = month.parse().map_err(|_| NoRound)?;
        Ok(PoliticalSheets { month, gate, nth: nth.parse().map_err(|_| NoRound)? })
    }
}

impl Envelopes<EmpiresInArms> for PoliticalSheets {
    type Choice = Sheet;

    fn read(&self, state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
        read(state, seat, filled)
    }

    fn check(&self, _: &Position, _: &SeatId, sheet: &Sheet) -> Result<(), Refusal> {
        check(sheet)
    }

    fn parts(&self, state: &Position) -> Vec<String> {
        state.politics.parts.clone()
    }

    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Sheet> {
        super::default_of(state, seat, self.gate)
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        _: BTreeMap<SeatId, Sheet>,
    ) -> Result<(), Refusal> {
        super::opened(table, self.month, self.gate)
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        offers(state, table)
    }
}

impl Politics {
    /// The round of a gate in a month.
    pub(super) fn round(&self, month: Month, gate: Gate) -> Round {
        let nth = if gate.is_sheet() { 0 } else { self.outside };
        Round::Politics(PoliticalSheets { month, gate, nth })
    }

    /// The parts that are asked for, in the order in which they open. A round that was asked for before there was a part goes on without
    /// it.
    pub fn asked_parts(&self) -> impl Iterator<Item = &'static dyn Part> + '_ {
        PARTS.iter().copied().filter(|part| self.parts.iter().any(|asked| asked == part.key()))
    }
}

/// The sheets of a month are asked for of all who play a power: with the parts in which anybody could choose anything. Whether they were.
pub(super) fn ask_all(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<bool, Refusal> {
    let asked = crate::choice_of_powers::with_a_power(table);
    let state = table.state();
    let wanted = |part: &&&dyn Part| {
        part.is_at(Gate::Sheet) && asked.iter().any(|seat| has_a_choice(state, seat, **part))
    };
    let played =
        PARTS.iter().filter(|part| part.switch().is_none_or(|switch| table.switch(switch.key) == YES.0));
    let parts: Vec<String> = played.filter(wanted).map(|part| part.key().to_owned()).collect();
    let any_subset = table.switch(super::suits::SWITCH) == super::suits::ANY;
    let asks = !parts.is_empty();
    table.emit(&Event::Politics(Happened::SheetsAsked { month, gate: Gate::Sheet, parts, any_subset }))?;
    if asks {
        table.open_envelopes(&Round::Politics(PoliticalSheets::of(month)), asked, false)?;
    }
    Ok(asks)
}

/// Whether a seat could choose anybody in a part.
fn has_a_choice(state: &Position, seat: &SeatId, part: &dyn Part) -> bool {
    state.bidders(seat).into_iter().any(|power| !can_choose(state, seat, part, power).is_empty())
}

/// At a later gate those are asked who can choose something; whether there are any. What nobody may decide for another is `grave`.
pub(super) fn ask(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
    grave: bool,
) -> Result<bool, Refusal> {
    let players = table.players();
    let state = table.state();
    let of_gate = PARTS.iter().filter(|part| part.is_at(gate));
    let of_any = |part: &&&dyn Part| players.iter().any(|seat| has_a_choice(state, seat, **part));
    let parts: Vec<&dyn Part> = of_gate.filter(of_any).copied().collect();
    let asks = |seat: &&SeatId| parts.iter().any(|part| has_a_choice(state, seat, *part));
    let asked: Vec<SeatId> = players.iter().filter(asks).cloned().collect();
    if asked.is_empty() {
        return Ok(false);
    }
    let parts = parts.iter().map(|part| part.key().to_owned()).collect();
    table.emit(&Event::Politics(Happened::SheetsAsked { month, gate, parts, any_subset: false }))?;
    let round = table.state().politics.round(month, gate);
    table.open_envelopes(&round, asked, grave)?;
    Ok(true)
}

/// A sheet as it is filled in ([`Sheet::filled`]). Whether it may is looked at now: what happens until the sheets are opened makes a choice
/// void ([`chosen`]) and no sealed sheet wrong.
fn read(state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
    let unreadable = || Refusal::new(said!("That is no political sheet."));
    let own = state.bidders(seat);
    let mut sheet = Sheet::default();
    for (field, others) in filled.as_object().ok_or_else(unreadable)? {
        let (part, power) = field.split_once('/').ok_or_else(unreadable)?;
        let asked = state.politics.asked_parts().find(|asked| asked.key() == part);
        let (part, power) = asked.zip(Power::by_key(power)).ok_or_else(unreadable)?;
        let others: BTreeSet<Target> =
            Vec::deserialize(others).map_err(|_| unreadable())?.into_iter().collect();
        owns(&own, power)?;
        if let Some(refusal) = others.iter().find_map(|other| part.why_not(state, &own, power, *other)) {
            return Err(refusal);
        }
        if let Some(refusal) = part.why_not_all(state, power, &others).filter(|_| !others.is_empty()) {
            return Err(refusal);
        }
        sheet.choose(part, power, others);
    }
    Ok(sheet)
}

/// Checks that a sheet is written as one is: it holds for a sealed one too.
fn check(sheet: &Sheet) -> Result<(), Refusal> {
    let is_one = |(part, chosen): (&String, &Chosen)| {
        let is_choice = |(power, others): (&Power, &BTreeSet<Target>)| {
            !others.is_empty() && !others.contains(&Target::Power(*power))
        };
        by_key(part).is_some() && !chosen.is_empty() && chosen.iter().all(is_choice)
    };
    if sheet.0.iter().all(is_one) { Ok(()) } else { Err(Refusal::new(said!("That is no political sheet."))) }
}

/// Whether a part is for a player himself, and for no regent whom a vote named: who chooses another in it gives in to him, as he sues for peace,
/// accepts an unconditional surrender or asks nothing of who surrenders, or he begins a war.
fn is_his_own(part: &dyn Part) -> bool {
    ["sue", "yield", "informal", "war", "attack"].contains(&part.key())
}

/// Whether anything is chosen in a sheet that is for the player himself.
pub(crate) fn is_for_the_player(sheet: &Sheet) -> bool {
    PARTS
        .iter()
        .filter(|part| is_his_own(**part))
        .any(|part| sheet.of(*part).values().any(|of| !of.is_empty()))
}

/// Whom or what a power can choose in a part.
#[must_use]
pub fn can_choose(state: &Position, seat: &SeatId, part: &dyn Part, power: Power) -> Vec<Target> {
    let own = state.bidders(seat);
    let is_played = |other: Power| state.major_powers().any(|played| played == other);
    let may = |target: &Target| {
        target.power().is_none_or(is_played) && part.why_not(state, &own, power, *target).is_none()
    };
    part.among(state).into_iter().filter(may).collect()
}

/// What was chosen in a part that opens now, by seats. What could not be chosen any more at this moment is left out: who lost the power, on
/// whom nobody plays any more, what was settled since.
pub(super) fn chosen<T: TryFrom<Target>>(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
    part: &dyn Part,
) -> Result<Vec<(Power, T)>, Refusal> {
    let seats = table.laid_down(&table.state().politics.round(month, gate));
    chosen_of(table, month, gate, part, seats)
}

/// The same of some seats alone; the part stays closed of the others. One that was not asked, as nobody could have chosen anything in it,
/// was chosen by nobody.
pub(super) fn chosen_of<T: TryFrom<Target>>(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
    part: &dyn Part,
    seats: Vec<SeatId>,
) -> Result<Vec<(Power, T)>, Refusal> {
    let mut all = laid_down(table, month, gate, part, seats)?;
    // What all sealed counts as of the moment before it was opened.
    let state = table.state();
    all.retain(|(seat, power, other)| part.why_not(state, &state.bidders(seat), *power, *other).is_none());
    Ok(all.into_iter().filter_map(|(_, power, other)| Some((power, T::try_from(other).ok()?))).collect())
}

/// What these seats laid down in a part for powers that are still theirs, whether or not it holds now; it is opened.
pub(super) fn laid_down(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
    part: &dyn Part,
    seats: Vec<SeatId>,
) -> Result<Vec<(SeatId, Power, Target)>, Refusal> {
    let politics = &table.state().politics;
    let was_asked = if gate.is_sheet() {
        politics.has_part(part)
    } else {
        politics.asked_parts().any(|asked| asked.key() == part.key())
    };
    if !was_asked {
        return Ok(Vec::new());
    }
    let round = table.state().politics.round(month, gate);
    let mut all: Vec<(SeatId, Power, Target)> = Vec::new();
    for seat in seats {
        let chosen: Option<Chosen> = table.open_part(&round, &seat, part.key())?;
        for (power, others) in chosen.unwrap_or_default() {
            all.extend(others.into_iter().map(|other| (seat.clone(), power, other)));
        }
    }
    let state = table.state();
    all.retain(|(seat, power, _)| state.bidders(seat).contains(power));
    Ok(all)
}

/// The sheet, where one is asked of the viewer.
pub(crate) fn offers(position: &Position, table: &View) -> Vec<Offer> {
    let (Some(seat), Some(month)) = (table.seat(), position.politics.asked) else { return Vec::new() };
    let name = position.politics.round(month, position.politics.gate).to_string();
    let mut fields = Vec::new();
    // A regent whom a vote named yields to nobody for an absent player, and begins no war.
    let is_left = |part: &&dyn Part| !(table.as_regent_by_vote && is_his_own(*part));
    for part in position.politics.asked_parts().filter(is_left) {
        for power in position.bidders(seat) {
            let of = can_choose(position, seat, part, power);
            if of.is_empty() {
                continue;
            }
            let all: BTreeSet<Target> = of.iter().copied().collect();
            let of: Vec<String> = of.into_iter().map(Target::key).collect();
            let name = field(part.key(), power);
            // Where not any of them may be chosen together only all or one may.
            let kind = if of.len() > 2 && any_two(position, part, power, &all).is_some() {
                let each = of.iter().map(|one| vec![one.clone()]).chain([of.clone()]);
                Kind::among(each)
            } else {
                Kind::AnyOf { of }
            };
            fields.push(Field::optional(&name, kind));
        }
    }
    vec![Offer::seal(&name, fields)]
}

/// Why two of these and no more cannot be chosen together.
fn any_two(state: &Position, part: &dyn Part, power: Power, all: &BTreeSet<Target>) -> Option<Refusal> {
    part.why_not_all(state, power, &all.iter().copied().take(2).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::war::War;
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn a_sheet_is_written_by_its_parts_and_what_is_not_chosen_is_left_out() {
        let mut sheet = Sheet::default();
        sheet.choose(&War, Power::Austria, [Power::France, Power::Turkey]);
        sheet.choose(&War, Power::Spain, [] as [Power; 0]);
        assert_eq!(to_value(&sheet).unwrap(), json!({"war": {"austria": ["france", "turkey"]}}));
        assert_eq!(sheet.filled(), json!({"war/austria": ["france", "turkey"]}));
        assert_eq!(sheet.by(&War, Power::Austria).len(), 2);
        sheet.choose(&War, Power::Austria, [] as [Power; 0]);
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

    #[test]
    fn each_part_is_asked_at_a_gate() {
        let gates = [Gate::Sheet].into_iter().chain(Gate::LATER);
        for gate in gates {
            assert!(PARTS.iter().any(|part| part.is_at(gate)), "{gate:?}");
        }
        assert_eq!(Gate::by_key("sheet"), None, "the sheet's own round has no word");
    }
}
