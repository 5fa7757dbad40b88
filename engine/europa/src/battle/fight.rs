//! A battle as it is played: a setting and a state; dice, choices, plans made beforehand and the umpire's word.

use super::notes::{Added, Note, Sink};
use super::stage::{End, Next, Stage, State, Verdict};
use super::terms::Terms;
use super::{Phase, Who, land, sea};
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::said;

/// On land or at sea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// On land.
    Land(land::Setting),
    /// At sea.
    Sea(sea::Setting),
}

impl Field {
    pub(crate) fn terms(&self) -> Terms {
        match self {
            Field::Land(setting) => setting.terms(),
            Field::Sea(setting) => setting.terms(),
        }
    }

    /// Whether it can be fought.
    ///
    /// # Errors
    /// As [`land::Setting::check`] and [`sea::Setting::check`] say.
    pub fn check(&self) -> Result<(), Refusal> {
        match self {
            Field::Land(setting) => setting.check(),
            Field::Sea(setting) => setting.check(),
        }
    }
}

/// What a side means to do, told beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Tries to leave after day 1 when so much morale is left, or less.
    pub leave_at_morale: Option<i8>,
    /// Tries to leave after day 1 when the enemy has caused so much, or more, as rolled.
    pub leave_at_losses: Option<Thirds>,
    /// With the wind leaves after a Fire under the same conditions.
    pub slip_away: bool,
}

impl Plan {
    /// Tries to leave after day 1 in any case.
    pub const LEAVES: Plan = Plan { leave_at_morale: Some(i8::MAX), leave_at_losses: None, slip_away: false };

    /// What it answers.
    #[must_use]
    pub fn leaves(&self, state: &State, who: Who, after: Phase) -> bool {
        let low = self.leave_at_morale.is_some_and(|at| state.morale[who as usize] <= at);
        let lost = self.leave_at_losses.is_some_and(|at| state.caused[who.other() as usize] >= at);
        (low || lost) && (after == Phase::Shock || self.slip_away)
    }
}

/// A battle: a setting and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    field: Field,
    state: State,
}

/// The most morale that the umpire can rule.
const MOST_MORALE: i8 = 20;

impl Battle {
    /// A battle that begins.
    ///
    /// # Errors
    /// Where it cannot be fought: [`Field::check`].
    pub fn new(field: Field, sink: &mut impl Sink) -> Result<Battle, Refusal> {
        field.check()?;
        let state = State::start(&field.terms(), sink);
        Ok(Battle { field, state })
    }

    /// A land battle that begins.
    ///
    /// # Errors
    /// Where it cannot be fought.
    pub fn land(setting: land::Setting, sink: &mut impl Sink) -> Result<Battle, Refusal> {
        Battle::new(Field::Land(setting), sink)
    }

    /// A sea battle that begins.
    ///
    /// # Errors
    /// Where it cannot be fought.
    pub fn sea(setting: sea::Setting, sink: &mut impl Sink) -> Result<Battle, Refusal> {
        Battle::new(Field::Sea(setting), sink)
    }

    /// Where and with what it is fought.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// How far it has come.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What it waits for.
    #[must_use]
    pub fn next(&self) -> Next {
        self.state.next(&self.field.terms())
    }

    /// A die of ten falls.
    ///
    /// # Errors
    /// Where no die is awaited, or it is not one of ten.
    pub fn throw(&mut self, die: u8, sink: &mut impl Sink) -> Result<(), Refusal> {
        if !matches!(self.next(), Next::Die { .. }) {
            return Err(Refusal::under(
                rule!("fast-battle.battle.roll"),
                said!("The battle waits for no die now."),
            ));
        }
        if !(1..=10).contains(&die) {
            return Err(Refusal::under(
                rule!("fast-battle.battle.roll"),
                said!("{} is no number of a ten-sided die: 1 to 10.", die),
            ));
        }
        self.state.throw(&self.field.terms(), die, sink);
        Ok(())
    }

    /// A player leaves the battle, or tries to, or stays.
    ///
    /// # Errors
    /// Where it is not this side's to choose.
    pub fn decide(&mut self, who: Who, leave: bool, sink: &mut impl Sink) -> Result<(), Refusal> {
        match self.next() {
            Next::Choice { who: whose, .. } if whose == who => {
                self.state.choose(&self.field.terms(), leave, sink);
                Ok(())
            }
            _ => Err(Refusal::under(
                rule!("fast-battle.battle.day-one.retreat-test"),
                said!(
                    "That side has nothing to choose now: leaving is chosen when day 1 is over, each side in its turn."
                ),
            )),
        }
    }

    /// The answer of a plan made beforehand, where a choice is awaited.
    #[must_use]
    pub fn planned(&self, plans: &[Plan; 2]) -> Option<(Who, bool)> {
        match self.next() {
            Next::Choice { who, after, .. } => {
                Some((who, plans[who as usize].leaves(&self.state, who, after)))
            }
            _ => None,
        }
    }

    /// The umpire rules how much morale a side has left. It is told with what the rules give.
    ///
    /// # Errors
    /// Once the pursuit is over, or the fighting was decided otherwise than by what morale is left; or where the number would be a rout
    /// in the middle of the fighting.
    pub fn rule_morale(&mut self, who: Who, left: i8, sink: &mut impl Sink) -> Result<(), Refusal> {
        let fighting = match self.state.stage {
            Stage::Combat { .. } | Stage::Slip { .. } | Stage::Leave(_) | Stage::Attempt(_) => true,
            Stage::Fought if self.state.end == Some(End::Fought) => false,
            _ => {
                return Err(Refusal::under(
                    rule!("fast-battle.battle.morale-after-pursuit"),
                    said!(
                        "Morale has no part in this battle now: it can be ruled while the sides fight, and after day 2 until the next die falls."
                    ),
                ));
            }
        };
        let least = i8::from(fighting);
        if !(least..=MOST_MORALE).contains(&left) {
            return Err(Refusal::under(
                rule!("fast-battle.battle.rout"),
                said!(
                    "{} cannot be ruled to be the morale left: it can be {} to {}.",
                    left,
                    least,
                    MOST_MORALE
                ),
            ));
        }
        let had = self.state.morale[who as usize];
        self.state.morale[who as usize] = left;
        sink.note(|| Note::Ruling { who, had, has: left });
        if !fighting {
            self.state.tell_end(&self.field.terms(), sink);
        }
        Ok(())
    }

    /// The account of a battle that is over: corrections, losses, verdict. None while it waits for something.
    pub fn account(&self, sink: &mut impl Sink) -> Option<Verdict> {
        let terms = self.field.terms();
        let mut state = self.state;
        if state.stage == Stage::Fought {
            state.close(&terms, sink);
        }
        if state.stage != Stage::Over {
            return None;
        }
        state.account(&terms, sink);
        Some(state.verdict(&terms))
    }

    /// The losses that a side has caused, after the corrections, as it stands.
    #[must_use]
    pub fn corrected(&self, who: Who) -> Thirds {
        self.state.corrected(&self.field.terms(), who)
    }

    /// The modifiers of a side on a day, as it stands: to Fire and to Shock.
    #[must_use]
    pub fn modifiers(&self, who: Who, day: u8) -> [Vec<Added>; 2] {
        let terms = self.field.terms();
        [Phase::Fire, Phase::Shock].map(|phase| self.state.added(&terms, who, day, phase))
    }
}
