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
/// The field that says how many men they leave in a city that falls to them: `garrison/austria`.
pub const GARRISON: &str = "garrison";
/// How many, in words of the record.
pub const MEN: [&str; 6] = ["0", "1", "2", "3", "5", "8"];
/// Who says nothing leaves one: without it the city is held only while corps stay (`standard.land.siege.fallen`).
pub const USUAL_MEN: &str = "1";
/// The field that says what becomes of depots that they take: `depots/austria`.
pub const DEPOTS: &str = "depots";
/// They burn them.
pub const BURN: &str = "burn";
/// They make them their own.
pub const KEEP: &str = "keep";

table::named_round! {
    /// The round of these answers in a month: `attacked/1805-09`.
    pub struct WhenAttacked(pub Month) as "attacked";
}

/// What of a power is asked: the first word of the field, what its part ends in, and what it can be answered, the usual word first.
const OF_A_POWER: [(&str, &str, &[&str]); 4] = [
    (ATTACKED, "", &[RETIRE, STAND]),
    (BREACH, "_storm", &[STORM, STARVE]),
    (GARRISON, "_garrison", &[USUAL_MEN, MEN[0], MEN[2], MEN[3], MEN[4], MEN[5]]),
    (DEPOTS, "_depots", &[BURN, KEEP]),
];

/// The part of a power in which an answer of it lies: `austria`, `austria_storm`.
fn part_of_power(asked: &str, power: Power) -> String {
    let end = OF_A_POWER.iter().find(|(field, ..)| *field == asked).map_or("", |(_, end, _)| end);
    format!("{}{end}", power.key())
}

/// What is asked of which power in a part, with the words that answer it.
fn question_of(part: &str) -> Option<(&'static str, Power, &'static [&'static str])> {
    OF_A_POWER.iter().find_map(|(field, end, words)| {
        let power = Power::by_key(part.strip_suffix(end)?)?;
        Some((*field, power, *words))
    })
}

/// The part in which the field of a form lies.
fn part_of(field: &str) -> String {
    match field.split_once('/').and_then(|(asked, power)| Some((asked, Power::by_key(power)?))) {
        Some((asked, power)) => part_of_power(asked, power),
        None => field.to_owned(),
    }
}

/// The field of a form whose answer lies in a part.
fn field_of(part: &str) -> String {
    match question_of(part) {
        Some((field, power, _)) => format!("{field}/{}", power.key()),
        None => part.to_owned(),
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
            for (asked, _, words) in OF_A_POWER {
                let field = format!("{asked}/{}", power.key());
                fields.push(Field::optional(&field, Kind::one_of(words)).usually(words[0]));
            }
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
            let known = match question_of(part) {
                Some((_, power, words)) => own.contains(&power) && words.contains(&word.as_str()),
                None => {
                    part == PLACE
                        && own.contains(&Power::France)
                        && WhenAttacked::places(state).contains(word)
                }
            };
            if !known {
                return Err(Refusal::new(said!(
                    "Each of your powers answers what its corps do when they are attacked, before a breach, in a city that falls and with depots that they take, and France besides where it acts."
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
            for (asked, _, words) in OF_A_POWER {
                answers.insert(part_of_power(asked, *power), words[0].to_owned());
            }
        }
        if own.contains(&Power::France) {
            answers.insert(PLACE.to_owned(), LAST.to_owned());
        }
        Some(answers)
    }

    fn parts(&self, state: &Position) -> Vec<String> {
        let powers = state.choice.powers();
        let parts = powers.flat_map(|power| OF_A_POWER.map(|(asked, ..)| part_of_power(asked, power)));
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
    let word = asked(table, power, &part_of_power(ATTACKED, power))?;
    Ok(word.as_deref() != Some(STAND))
}

/// Whether a power's corps storm a breached city, opened now that there is a breach.
pub(crate) fn storms(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<bool, Refusal> {
    let word = asked(table, power, &part_of_power(BREACH, power))?;
    Ok(word.as_deref() != Some(STARVE))
}

/// How many men a power leaves in a city that fell to it, opened now that it does.
pub(crate) fn garrison_men(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<u16, Refusal> {
    let word = asked(table, power, &part_of_power(GARRISON, power))?;
    Ok(word.as_deref().unwrap_or(USUAL_MEN).parse().unwrap_or(0))
}

/// Whether a power makes depots that it takes its own, opened now that it takes one.
pub(crate) fn keeps_depots(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<bool, Refusal> {
    let word = asked(table, power, &part_of_power(DEPOTS, power))?;
    Ok(word.as_deref() == Some(KEEP))
}

/// A part of a power's answers, opened.
pub(super) fn asked(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    part: &str,
) -> Result<Option<String>, Refusal> {
    let state = table.state();
    match state.land.answers.or(state.month()) {
        Some(month) => asked_in(table, month, power, part),
        None => Ok(None),
    }
}

/// A part of a power's answers of a month, opened.
fn asked_in(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    power: Power,
    part: &str,
) -> Result<Option<String>, Refusal> {
    let state = table.state();
    let Some(seat) = state.choice.holdings.get(&power).map(|holding| holding.seat.clone()) else {
        return Ok(None);
    };
    let round = Round::Attacked(WhenAttacked(month));
    // What was sealed under an earlier revision has not all of the parts.
    if !table.laid_down(&round).contains(&seat) || !table.has_part(&round, part) {
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
        // The month's own answers: those of the month before stand until its slots are made.
        let before = asked_in(table, month, Power::France, PLACE)?;
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
