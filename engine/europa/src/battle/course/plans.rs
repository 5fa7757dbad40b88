//! The envelopes of a battle: its plans, and the choices that it stops for.

use super::offers::{MOST_SHIPS, fleets};
use super::open::check_stack;
use super::{Fight, PREFIX, Sealed, Stack, Stop, Stopped, run};
use crate::battle::sea::Fleet;
use crate::battle::{Plan, Who};
use crate::country::Country;
use crate::leader::Command;
use crate::offers::either;
use crate::thirds::Thirds;
use crate::{Europa, Position, board};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use table::by_round::Envelopes;
use table::envelope::NoRound;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::view::View;
use table::{rule, said};

/// A round of envelopes of a battle: `fight/3` is the plans of battle 3, `fight/3/1` the first choice that it stops for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattlePlans {
    /// The battle's number.
    pub fight: u32,
    /// How often it has stopped; `None` for its plans.
    pub stop: Option<u8>,
}

impl fmt::Display for BattlePlans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.fight)?;
        self.stop.map_or(Ok(()), |stop| write!(f, "/{stop}"))
    }
}

impl FromStr for BattlePlans {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<BattlePlans, NoRound> {
        let of_battle = name.strip_prefix(PREFIX).ok_or(NoRound)?;
        let (fight, stop) =
            of_battle.split_once('/').map_or((of_battle, None), |(fight, stop)| (fight, Some(stop)));
        let stop = stop.map(str::parse).transpose().map_err(|_| NoRound)?;
        Ok(BattlePlans { fight: fight.parse().map_err(|_| NoRound)?, stop })
    }
}

impl BattlePlans {
    /// The battle that asks a seat for this envelope, and his side in it.
    fn asks<'p>(self, state: &'p Position, seat: &SeatId) -> Result<(&'p Fight, Who), Refusal> {
        let fight = state.fights.of_round(self).map(|(_, fight)| fight);
        let asked = fight.and_then(|fight| Some((fight, state.side_of(fight, seat)?)));
        asked.ok_or_else(|| Refusal::new(said!("No battle asks for this envelope.")))
    }
}

impl BattlePlans {
    /// Fleets of the usual kinds that a seat can say it fights with, the least first.
    fn fleets_of(self, state: &Position, seat: &SeatId, fight: &Fight, who: Who) -> Vec<Fleet> {
        let own = |country: &&Country| state.seat_of(**country) == Some(seat);
        let Some(country) = fight.of(who).iter().find(own) else { return Vec::new() };
        let stacks = state.board.fights.get(&self.fight);
        let led = stacks.and_then(|stacks| state.board.stacks.get(&stacks[who as usize])?.leader.as_ref());
        let command = led.map_or(Command::None, |led| Command::Leader(led.values));
        let mut of = fleets(state, *country, MOST_SHIPS, &[0, 1, 2]);
        of.iter_mut().for_each(|fleet| fleet.command = command.clone());
        of.retain(|fleet| self.check(state, seat, &with(fleet.clone())).is_ok());
        of
    }
}

/// The plan to stay, with a fleet.
fn with(fleet: Fleet) -> Sealed {
    Sealed { fleet: Some(fleet), ..Sealed::default() }
}

/// Whether what is in a fleet comes with the plan.
fn tells_fleet(fight: &Fight) -> bool {
    fight.stopped.is_none() && fight.scene.at_sea
}

impl Envelopes<Europa> for BattlePlans {
    type Choice = Sealed;

    /// What of a fleet the board knows is filled in.
    fn read(&self, state: &Position, seat: &SeatId, filled: &Value) -> Result<Sealed, Refusal> {
        let (fight, who) = self.asks(state, seat)?;
        let mut sealed: Sealed = serde_json::from_value(filled.clone()).map_err(|_| {
            Refusal::new(said!("A battle plan says when to leave, and at sea what is in the fleet."))
        })?;
        if let Some(fleet) = sealed.fleet.as_mut().filter(|_| tells_fleet(fight)) {
            board::check_fleet(state, self.fight, who, fleet)?;
        }
        Ok(sealed)
    }

    fn check(&self, state: &Position, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
        let (fight, who) = self.asks(state, seat)?;
        if sealed.off && fight.stopped.is_some() {
            return Err(Refusal::new(said!("A battle that has begun is not called off any more.")));
        }
        match (&sealed.fleet, tells_fleet(fight)) {
            (Some(fleet), true) => {
                let mut known = fleet.clone();
                board::check_fleet(state, self.fight, who, &mut known)?;
                if known != *fleet {
                    return Err(Refusal::new(said!("The fleet is not what stands on the board.")));
                }
                check_stack(fight, who, &Stack::Fleet(known))
            }
            (None, true) => Err(Refusal::under(
                rule!("fast-battle.units.fleet-contents-recorded"),
                said!("Say what is in your fleet, in detachments: 3 ND 1 DTr."),
            )),
            (Some(_), false) => {
                Err(Refusal::new(said!("What fights stands already; the envelope holds the plan alone.")))
            }
            (None, false) => Ok(()),
        }
    }

    /// On land the plan to stay, and at a stop what was planned. At sea nothing stands before the owner has said what his fleet holds.
    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Sealed> {
        let (fight, who) = self.asks(state, seat).ok()?;
        match &fight.stopped {
            Some(Stopped { why: Stop::Choice { .. }, .. }) => {
                let planned = fight.sealed[who as usize].clone().unwrap_or_default();
                Some(Sealed { ask: false, fleet: None, ..planned })
            }
            Some(_) => None,
            None if fight.scene.at_sea => None,
            None => Some(Sealed::default()),
        }
    }

    /// At sea the least fleet that can be in the stack.
    fn voted_default(&self, state: &Position, seat: &SeatId) -> Option<Sealed> {
        self.default_choice(state, seat).or_else(|| {
            let (fight, who) = self.asks(state, seat).ok().filter(|(fight, _)| tells_fleet(fight))?;
            self.fleets_of(state, seat, fight, who).into_iter().next().map(with)
        })
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, Europa>,
        choices: BTreeMap<SeatId, Sealed>,
    ) -> Result<(), Refusal> {
        run::opened(table, *self, choices)
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let name = self.to_string();
        let asks = table.seat().and_then(|seat| Some((seat, self.asks(state, seat).ok()?)));
        let Some((seat, (fight, who))) = asks else { return Vec::new() };
        let mut fields =
            vec![Field::required("plan", Kind::among(plans())), Field::optional("ask", either())];
        if tells_fleet(fight) {
            let of = self.fleets_of(state, seat, fight, who);
            if of.is_empty() {
                return Vec::new();
            }
            fields.push(Field::required("fleet", Kind::among(&of)));
        }
        let mut offers = vec![Offer::seal(&name, fields.clone())];
        if fight.stopped.is_none() {
            // Who wants no battle says so; it is called off where both do.
            fields.push(Field::required("off", Kind::is(true)));
            offers.push(Offer::seal(&name, fields).back());
        }
        offers
    }

    fn about(&self, state: &Position) -> Option<String> {
        let (_, fight) = state.fights.of_round(*self)?;
        Some(fight.scene.place.clone())
    }
}

/// Plans of the usual kinds: to stay, or to leave at some morale or after some losses of one's own, by sea with the wind too.
fn plans() -> Vec<Plan> {
    let morale = (0..=4).map(|at| Plan { leave_at_morale: Some(at), ..Plan::default() });
    let losses = (1..=4).map(|ld| Plan { leave_at_losses: Some(Thirds::whole(ld)), ..Plan::default() });
    let leaves: Vec<Plan> = morale.chain(losses).collect();
    let slips = leaves.iter().map(|plan| Plan { slip_away: true, ..*plan });
    [Plan::default()].into_iter().chain(leaves.iter().copied()).chain(slips).collect()
}
