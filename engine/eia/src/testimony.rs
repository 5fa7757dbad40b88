//! What one player tells of a board that is kept elsewhere, and another confirms or denies: who may do which, and how often it is denied.

use super::Position;
use super::powers::Power;
use serde::{Deserialize, Serialize};
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;
use table::said::{ToValue, Value};

/// How often a thing may be denied or taken back in a month before it is told no more in it.
pub const DENIALS: u32 = 4;

/// In the name of which powers something is answered, always by another player than his who told it.
#[derive(Clone, Copy, Debug)]
pub enum Answerers {
    /// Of the other of two sides: which one a power is of, where it is of one. Of either, where he who told it plays powers of both; any, where
    /// nobody else plays one of either.
    OtherSide(fn(&Position, Power) -> Option<bool>),
    /// Any.
    Anybody,
}

/// Who answers something that was told.
#[derive(Clone, Copy, Debug)]
pub struct Rights {
    /// Who confirms it.
    pub confirm: Answerers,
    /// Who denies it, as long as nobody has confirmed it.
    pub deny: Answerers,
}

/// Something that was told.
pub trait Testimony {
    /// In the name of which power.
    fn by(&self) -> Power;

    /// In the name of which power it is confirmed, where it is and waits to take effect.
    fn confirmed(&self) -> Option<Power> {
        None
    }

    /// The rule under which it counts.
    fn rule(&self) -> RuleId;

    /// Who answers it.
    fn rights(&self) -> Rights;
}

/// How what was told is told no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Denial {
    /// Who may deny it says that it is not so.
    #[default]
    Denied,
    /// Who told it takes it back.
    TakenBack,
    /// Who confirmed it takes that back.
    Unconfirmed,
}

impl Denial {
    /// Whether it is denied by another, and nobody takes anything back.
    #[must_use]
    pub fn is_of_the_other_side(&self) -> bool {
        *self == Denial::Denied
    }
}

impl Position {
    /// In the name of which powers something that was told is confirmed. Who plays every power answers himself.
    #[must_use]
    pub fn witnesses(&self, told: &impl Testimony) -> Vec<Power> {
        self.answerers(told.by(), told.rights().confirm)
    }

    /// In the name of which powers something that was told is denied, while nobody has confirmed it.
    #[must_use]
    pub fn deniers(&self, told: &impl Testimony) -> Vec<Power> {
        self.answerers(told.by(), told.rights().deny)
    }

    fn answerers(&self, by: Power, who: Answerers) -> Vec<Power> {
        let player = |power: Power| self.choice.holdings.get(&power).map(|holding| &holding.seat);
        let others = |power: &Power| player(*power) != player(by);
        let all = || self.major_powers().filter(|power| *power != by);
        let rest = || all().filter(others).collect::<Vec<Power>>();
        let (asked, himself) = match who {
            Answerers::Anybody => (Vec::new(), all().collect()),
            Answerers::OtherSide(side) => {
                let of = |power: Power| side(self, power);
                let against = |power: &Power| of(*power).is_some_and(|side| Some(side) != of(by));
                let plays_both = self.major_powers().any(|power| against(&power) && !others(&power));
                let of_either = self.major_powers().filter(|power| of(*power).is_some());
                let asked = of_either.filter(|power| plays_both || against(power)).filter(others).collect();
                (asked, self.major_powers().filter(against).collect())
            }
        };
        [asked, rest()].into_iter().find(|some| !some.is_empty()).unwrap_or(himself)
    }
}

/// Why a player does not confirm something in the name of a power; `None` where he can. `None` of what was told is nothing.
pub(crate) fn why_not_confirmed(
    state: &Position,
    seat: &SeatId,
    by: Power,
    rule: RuleId,
    told: Option<&impl Testimony>,
) -> Option<Refusal> {
    let under = |says| Some(Refusal::under(rule, says));
    let Some(told) = told else { return under(said!("Nobody tells that now.")) };
    if told.confirmed().is_some() {
        return under(said!("That is confirmed already."));
    }
    let witnesses = state.witnesses(told);
    if witnesses.contains(&by) && state.bidders(seat).contains(&by) {
        return None;
    }
    let names: Vec<Value> = witnesses.iter().map(ToValue::to_value).collect();
    under(if state.bidders(seat).contains(&told.by()) {
        said!("You told it yourself: another player confirms it, in the name of one of these: {}.", names)
    } else {
        said!("{} told it: it is confirmed in the name of one of these: {}.", told.by(), names)
    })
}

/// In whose name and how a player denies something or takes it back.
///
/// # Errors
/// Where it is not told, or is neither his to take back nor his to deny.
pub(crate) fn denial(
    state: &Position,
    seat: &SeatId,
    by: Power,
    rule: RuleId,
    told: Option<&impl Testimony>,
) -> Result<(Power, Denial), Refusal> {
    let under = |says| Err(Refusal::under(rule, says));
    let Some(told) = told else { return under(said!("Nothing of that kind is told and waits for {}.", by)) };
    let own = state.bidders(seat);
    if own.contains(&told.by()) {
        return Ok((told.by(), Denial::TakenBack));
    }
    match told.confirmed() {
        Some(power) if own.contains(&power) => Ok((power, Denial::Unconfirmed)),
        Some(power) => under(said!(
            "{} told it and {} confirmed it: one of the two can take it back until the month ends.",
            told.by(),
            power
        )),
        None if own.contains(&by) && state.deniers(told).contains(&by) => Ok((by, Denial::Denied)),
        None => {
            let names: Vec<Value> = state.deniers(told).iter().map(ToValue::to_value).collect();
            under(said!(
                "{} told it: its own player can take it back, and it is denied in the name of one of these: {}.",
                told.by(),
                names
            ))
        }
    }
}

/// Why something is told no more this month, so often as it was denied or taken back in it; `None` where it can be.
pub(crate) fn why_no_more(times: Option<&u32>, rule: RuleId) -> Option<Refusal> {
    times.is_some_and(|times| *times >= DENIALS).then(|| {
        let says = said!(
            "That was denied or taken back {} times this month: it can be told again next month.",
            DENIALS
        );
        Refusal::under(rule, says)
    })
}
