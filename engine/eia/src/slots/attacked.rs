//! What counters do when they are attacked, and at which place France acts: answers that stand from month to month, sealed by all when the land
//! phase opens, and opened part by part as they are asked for.

use crate::frame::Frame;
use crate::land::phase::{Happened, emit};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Position, Round};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table::by_round::{Envelopes, not_asked};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::view::View;
use table::{rule, said};

/// The part that says at which place France acts (`standard.land.phase.france-chooses`).
pub const PLACE: &str = "place";
/// France acts after all others.
pub const LAST: &str = "last";
/// What the field of a power's corps begins with: `attacked/austria`.
pub const ATTACKED: &str = "attacked";
/// They retire into a city where all of them fit, and stand elsewhere.
pub const RETIRE: &str = "retire";
/// They stand.
pub const STAND: &str = "stand";
/// The field that says what they do before a breached city: `storm/austria`.
pub const BREACH: &str = "storm";
/// They storm it.
pub const STORM: &str = "storm";
/// They starve it out.
pub const STARVE: &str = "starve";

table::named_round! {
    /// The round of these answers in a month: `attacked/1805-09`.
    pub struct WhenAttacked(pub Month) as "attacked";
}

/// What the part for a breached city ends in: `austria_storm`.
const AT_A_BREACH: &str = "_storm";

/// The part in which the field of a form lies.
fn part_of(field: &str) -> String {
    match field.split_once('/') {
        Some((ATTACKED, power)) => power.to_owned(),
        Some((BREACH, power)) => format!("{power}{AT_A_BREACH}"),
        _ => field.to_owned(),
    }
}

/// The field of a form whose answer lies in a part.
fn field_of(part: &str) -> String {
    match part.strip_suffix(AT_A_BREACH) {
        Some(power) => format!("{BREACH}/{power}"),
        None if part == PLACE => part.to_owned(),
        None => format!("{ATTACKED}/{part}"),
    }
}

/// A seat's answers: by power what its corps do, and for France its place.
pub type Answers = BTreeMap<String, String>;

impl WhenAttacked {
    /// The words that the part for France's place can have: last, or before another power.
    #[must_use]
    pub fn places(state: &Position) -> Vec<String> {
        let others = state.choice.powers().filter(|power| *power != Power::France);
        [LAST.to_owned()].into_iter().chain(others.map(|power| power.key().to_owned())).collect()
    }

    /// The fields that a seat fills in.
    fn fields(state: &Position, seat: &SeatId) -> Vec<Field> {
        let own = state.choice.powers_of(seat);
        let mut fields = Vec::new();
        for power in &own {
            let field = format!("{ATTACKED}/{}", power.key());
            fields.push(Field::optional(&field, Kind::one_of([RETIRE, STAND])).usually(RETIRE));
            let field = format!("{BREACH}/{}", power.key());
            fields.push(Field::optional(&field, Kind::one_of([STORM, STARVE])).usually(STORM));
        }
        if own.contains(&Power::France) {
            fields.push(Field::optional(PLACE, Kind::one_of(WhenAttacked::places(state))).usually(LAST));
        }
        fields
    }
}

impl Envelopes<EmpiresInArms> for WhenAttacked {
    type Choice = Answers;

    fn read(&self, state: &Position, seat: &SeatId, filled: &Value) -> Result<Answers, Refusal> {
        let filled = filled.as_object().ok_or_else(not_asked)?;
        let mut answers = self.default_choice(state, seat).unwrap_or_default();
        for (field, value) in filled {
            let word = value.as_str().ok_or_else(not_asked)?;
            answers.insert(part_of(field), word.to_owned());
        }
        Ok(answers)
    }

    fn check(&self, state: &Position, seat: &SeatId, answers: &Answers) -> Result<(), Refusal> {
        let own = state.choice.powers_of(seat);
        for (part, word) in answers {
            let of = |key: &str| Power::by_key(key).is_some_and(|power| own.contains(&power));
            let known = match part.strip_suffix(AT_A_BREACH) {
                Some(key) => of(key) && [STORM, STARVE].contains(&word.as_str()),
                None if of(part) => [RETIRE, STAND].contains(&word.as_str()),
                None => {
                    part == PLACE
                        && own.contains(&Power::France)
                        && WhenAttacked::places(state).contains(word)
                }
            };
            if !known {
                return Err(Refusal::new(said!(
                    "Each of your powers answers for its corps that they retire or that they stand, and France besides where it acts."
                )));
            }
        }
        Ok(())
    }

    /// Who never gave any retires where all his corps fit, else stands (`standard.land.contact.retire`); France acts last.
    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Answers> {
        let own = state.choice.powers_of(seat);
        let mut answers: Answers = Answers::new();
        for power in &own {
            answers.insert(power.key().to_owned(), RETIRE.to_owned());
            answers.insert(format!("{}{AT_A_BREACH}", power.key()), STORM.to_owned());
        }
        if own.contains(&Power::France) {
            answers.insert(PLACE.to_owned(), LAST.to_owned());
        }
        Some(answers)
    }

    fn parts(&self, state: &Position) -> Vec<String> {
        let powers = state.choice.powers();
        let parts =
            powers.flat_map(|power| [power.key().to_owned(), format!("{}{AT_A_BREACH}", power.key())]);
        parts.chain([PLACE.to_owned()]).collect()
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        _: BTreeMap<SeatId, Answers>,
    ) -> Result<(), Refusal> {
        make_slots(table, self.0)
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let seat = table.seat().into_iter();
        seat.map(|seat| Offer::seal(&self.to_string(), WhenAttacked::fields(state, seat))).collect()
    }
}

/// The answers that a seat can give, field by field, with what each is usually.
#[must_use]
pub fn fields(state: &Position, seat: &SeatId) -> Vec<Field> {
    WhenAttacked::fields(state, seat)
}

/// An answer as it is filled in, out of what was sealed.
#[must_use]
pub fn filled(answers: &Answers) -> Value {
    json!(answers.iter().map(|(part, word)| (field_of(part), word)).collect::<BTreeMap<_, _>>())
}

/// What a power's corps do, opened now that they are attacked.
pub(crate) fn retires(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<bool, Refusal> {
    let word = asked(table, power, power.key())?;
    Ok(word.as_deref() != Some(STAND))
}

/// Whether a power's corps storm a breached city, opened now that there is a breach.
pub(crate) fn storms(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<bool, Refusal> {
    let word = asked(table, power, &format!("{}{AT_A_BREACH}", power.key()))?;
    Ok(word.as_deref() != Some(STARVE))
}

/// A part of a power's answers, opened.
pub(super) fn asked(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    part: &str,
) -> Result<Option<String>, Refusal> {
    let state = table.state();
    let Some(month) = state.land.answers.or(state.month()) else { return Ok(None) };
    let Some(seat) = state.choice.holdings.get(&power).map(|holding| holding.seat.clone()) else {
        return Ok(None);
    };
    let round = Round::Attacked(WhenAttacked(month));
    if !table.laid_down(&round).contains(&seat) {
        return Ok(None);
    }
    table.open_part(&round, &seat, part)
}

/// Whose answers are sealed: those of all who play.
pub(super) fn open(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let Some(month) = table.state().month() else { return Ok(()) };
    let with_power: Vec<SeatId> =
        table.state().choice.holdings.values().map(|holding| holding.seat.clone()).collect();
    let asked = table.players().into_iter().filter(|seat| with_power.contains(seat)).collect();
    table.open_standing(&Round::Attacked(WhenAttacked(month)), asked)
}

/// The answers lie open: France's place is read, and the slots are made (`standard.land.phase.france-chooses`); in a month in which it is passive it acts last.
fn make_slots(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let mut order = table.state().slots_by_the_book();
    let mut rules = vec![rule!("standard.land.phase.order"), rule!("standard.land.phase.steps")];
    if !table.state().is_passive(Power::France) && order.contains(&Power::France) {
        rules.push(rule!("standard.land.phase.france-chooses"));
        let before = asked(table, Power::France, PLACE)?;
        let before = before.as_deref().and_then(Power::by_key).filter(|power| *power != Power::France);
        if let Some(before) = before {
            order.retain(|power| *power != Power::France);
            let place = order.iter().position(|power| *power == before).unwrap_or(order.len());
            order.insert(place, Power::France);
        }
    }
    emit(table, Happened::SlotsMade { month, order, rules })?;
    table.end(&Frame::Answers)
}
