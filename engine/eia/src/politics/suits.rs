//! Suing for peace (4.4.2): who sues whom, what has to be given up for it (`enhancements.sue.break.who`), what is demanded, and what is
//! accepted.

use super::alliance::{Why, broken};
use super::gate::Gate;
use super::sheet::{Part, ask, chosen};
use super::target::Target;
use super::{Happened, terms, treaty, truce};
use crate::frame::Frame;
use crate::map::{Era, Place, home_nation};
use crate::months::{Month, Phase};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position, scenario};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;
use table::switches::Switch;
use table::{rule, said};

/// The switch that says whom a power may sue.
pub const SWITCH: &str = "sue";
/// Any of its enemies.
pub const ANY: &str = "any";

/// Whom a power may sue: the standard game's rule first (4.4.2.1).
pub const WHOM: Switch = Switch {
    key: SWITCH,
    name: "Whom one may sue for peace",
    ways: &[
        ("all", "all one's enemies, or one of them alone"),
        (ANY, "any, who may have to give up allies for it"),
    ],
    rule: Some(rule!("enhancements.sue.any-subset")),
};

/// A power that sues for peace in a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suit {
    /// Who sues.
    pub by: Power,
    /// Whom.
    pub to: BTreeSet<Power>,
    /// Those of them who have to decide about allies, and about which.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub deciding: BTreeMap<Power, BTreeSet<Power>>,
    /// What each demands: whether an unconditional surrender.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub demanded: BTreeMap<Power, bool>,
    /// With whom there will be a formal peace, and whether it is an unconditional surrender.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub peaces: BTreeMap<Power, bool>,
}

/// The part of the sheet on which a power sues for peace.
pub struct Sue;

impl Part for Sue {
    fn key(&self) -> &'static str {
        "sue"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Sheet
    }

    fn apply(&self, politics: &mut super::Politics, happened: &Happened) {
        match happened {
            Happened::Sued { suits, .. } => politics.suits.clone_from(suits),
            Happened::SuitVoid { by, .. } => politics.suits.retain(|suit| suit.by != *by),
            Happened::Demanded { of, demanded, .. } => {
                for suit in politics.suits.iter_mut().filter(|suit| suit.by == *of) {
                    suit.demanded.clone_from(demanded);
                }
            }
            Happened::Answered { by, peaces } => {
                for suit in politics.suits.iter_mut().filter(|suit| suit.by == *by) {
                    suit.peaces.clone_from(peaces);
                }
            }
            _ => {}
        }
    }

    fn why_not_power(&self, state: &Position, _own: &[Power], power: Power, enemy: Power) -> Option<Refusal> {
        if !state.are_at_war(power, enemy) {
            return Some(Refusal::under(
                rule!("enhancements.sue.any-subset"),
                said!("{} is not at war with {}, so it cannot sue it for peace.", power, enemy),
            ));
        }
        state.peace_barred(power, enemy)
    }

    /// By the standard game all are sued, or one alone: which one that may be is seen on the board.
    fn why_not_all(&self, state: &Position, power: Power, enemies: &BTreeSet<Target>) -> Option<Refusal> {
        let all = state.enemies(power).filter(|enemy| state.peace_barred(power, *enemy).is_none()).count();
        (!state.politics.any_subset && enemies.len() > 1 && enemies.len() < all).then(|| {
            Refusal::new(said!(
                "{} sues all its enemies, or the one alone who has troops in its home (4.4.2.1). A vote can allow any of them: /vote switch.",
                power
            ))
        })
    }
}

/// What a deciding power answers: for which suitors it breaks with all the allies in question.
pub struct Breaks;

impl Part for Breaks {
    fn key(&self) -> &'static str {
        "break"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Break
    }

    fn why_not_power(
        &self,
        state: &Position,
        _own: &[Power],
        power: Power,
        suitor: Power,
    ) -> Option<Refusal> {
        let decides =
            state.politics.suits.iter().any(|suit| suit.by == suitor && suit.deciding.contains_key(&power));
        (!decides).then(|| {
            Refusal::under(
                rule!("enhancements.sue.break.who"),
                said!("{} has nothing to decide about the suit of {}.", power, suitor),
            )
        })
    }
}

/// What a sued power demands: from which suitors an unconditional surrender. Of the others it demands a conditional one.
pub struct Unconditional;

impl Part for Unconditional {
    fn key(&self) -> &'static str {
        "unconditional"
    }

    fn is_at(&self, gate: Gate) -> bool {
        matches!(gate, Gate::Demand | Gate::Forced)
    }

    fn why_not_power(
        &self,
        state: &Position,
        _own: &[Power],
        power: Power,
        suitor: Power,
    ) -> Option<Refusal> {
        let sued = state.politics.suits.iter().any(|suit| suit.by == suitor && suit.to.contains(&power));
        (!sued).then(|| Refusal::new(said!("{} does not sue {} for peace.", suitor, power)))
    }
}

/// What a suitor answers: whose demand of an unconditional surrender it accepts.
pub struct Yields;

impl Part for Yields {
    fn key(&self) -> &'static str {
        "yield"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Yield
    }

    fn why_not_power(
        &self,
        state: &Position,
        _own: &[Power],
        suitor: Power,
        power: Power,
    ) -> Option<Refusal> {
        let demanded = state
            .politics
            .suits
            .iter()
            .any(|suit| suit.by == suitor && suit.demanded.get(&power) == Some(&true));
        (!demanded)
            .then(|| Refusal::new(said!("{} demands no unconditional surrender of {}.", power, suitor)))
    }
}

/// The peace step begins: enforced peaces that end now are over, and the suits open. Two who sue each other make an informal peace.
pub(super) fn begin(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    truce::end(table, month, Phase::Political)?;
    let sued = chosen(table, month, Gate::Sheet, &Sue)?;
    let mutual = |(by, to): &(Power, Power)| sued.contains(&(*to, *by));
    for (one, other) in sued.iter().filter(|pair| pair.0 < pair.1 && mutual(pair)) {
        let peace = super::agreement::State::Peace;
        table.emit(&Event::Politics(Happened::Agreed { one: *one, other: *other, to: peace }))?;
    }
    let mut suits: BTreeMap<Power, BTreeSet<Power>> = BTreeMap::new();
    for (by, to) in sued.iter().filter(|pair| !mutual(pair)) {
        suits.entry(*by).or_default().insert(*to);
    }
    if suits.is_empty() {
        return over(table);
    }
    let era = scenario::by_key(table.scenario()).map(|scenario| scenario.map).unwrap_or_default();
    let state = table.state();
    let suits: Vec<Suit> = suits
        .into_iter()
        .map(|(by, to)| Suit {
            deciding: if state.politics.any_subset { deciding(state, era, by, &to) } else { BTreeMap::new() },
            by,
            to,
            demanded: BTreeMap::new(),
            peaces: BTreeMap::new(),
        })
        .collect();
    let mut rules = Vec::new();
    if state.politics.any_subset {
        rules.push(rule!("enhancements.sue.any-subset"));
    }
    if suits.iter().any(|suit| !suit.deciding.is_empty()) {
        rules.extend([
            rule!("enhancements.sue.break.who"),
            rule!("enhancements.sue.break.all-or-none"),
            rule!("enhancements.sue.break.secret"),
        ]);
    }
    table.emit(&Event::Politics(Happened::Sued { suits, rules }))?;
    if ask(table, month, Gate::Break, false)? { Ok(()) } else { broken_off(table, month, &[]) }
}

/// The powers that have to decide about allies over a suit, each with the allies in question: who was sued, has an ally at war with the
/// suitor who was not sued, and no forces in the suitor's home (`enhancements.sue.break.who`).
#[must_use]
pub fn deciding(
    state: &Position,
    era: Era,
    suitor: Power,
    sued: &BTreeSet<Power>,
) -> BTreeMap<Power, BTreeSet<Power>> {
    let mut all = BTreeMap::new();
    for power in sued {
        let unsued =
            state.allies(*power).filter(|ally| state.are_at_war(*ally, suitor) && !sued.contains(ally));
        let unsued: BTreeSet<Power> = unsued.collect();
        if !unsued.is_empty() && !has_forces_in_home(state, era, *power, suitor) {
            all.insert(*power, unsued);
        }
    }
    all
}

/// Whether counters of a power stand in the home nation of another, as far as they are on the map; fleets do not count.
pub(super) fn has_forces_in_home(state: &Position, era: Era, of: Power, home: Power) -> bool {
    state.counters_of(of).values().any(|counter| {
        counter.piece.is_corps()
            && matches!(Place::by_key(&counter.place), Some(Place::Area(area)) if home_nation(area, era) == Some(home))
    })
}

/// Who had to decide has chosen: the alliances that are broken are broken, and a suit for which one did not is void.
pub(super) fn decided(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let breaks = chosen(table, month, Gate::Break, &Breaks)?;
    broken_off(table, month, &breaks)
}

fn broken_off(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    breaks: &[(Power, Power)],
) -> Result<(), Refusal> {
    for suit in table.state().politics.suits.clone() {
        let breaks_for = |power: &Power| breaks.contains(&(*power, suit.by));
        for (power, allies) in suit.deciding.iter().filter(|(power, _)| breaks_for(power)) {
            for ally in allies {
                // A suit before this one may have ended it.
                if table.state().are_allied(*power, *ally) {
                    broken(table, *power, *ally, Why::Suit)?;
                }
            }
        }
        let keeps: Vec<Power> = suit.deciding.keys().copied().filter(|power| !breaks_for(power)).collect();
        if !keeps.is_empty() {
            let mut rules = vec![rule!("enhancements.sue.void")];
            if keeps.len() < suit.deciding.len() {
                rules.push(rule!("enhancements.sue.void.breaks-stand"));
            }
            table.emit(&Event::Politics(Happened::SuitVoid { by: suit.by, keeps, rules }))?;
        }
    }
    if table.state().politics.suits.is_empty() {
        return over(table);
    }
    if ask(table, month, Gate::Demand, false)? { Ok(()) } else { demands(table, month, &[]) }
}

/// The demands open for all at once (`enhancements.sue.terms.secret`).
pub(super) fn demanded(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let unconditional = chosen(table, month, Gate::Demand, &Unconditional)?;
    demands(table, month, &unconditional)
}

fn demands(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    unconditional: &[(Power, Power)],
) -> Result<(), Refusal> {
    for suit in table.state().politics.suits.clone() {
        let demanded = suit.to.iter().map(|power| (*power, unconditional.contains(&(*power, suit.by))));
        let rules = if table.state().politics.any_subset {
            vec![rule!("enhancements.sue.valid"), rule!("enhancements.sue.terms.secret")]
        } else {
            Vec::new()
        };
        let of = suit.by;
        table.emit(&Event::Politics(Happened::Demanded { of, demanded: demanded.collect(), rules }))?;
    }
    // Nobody surrenders unconditionally by saying nothing.
    if ask(table, month, Gate::Yield, false)? { Ok(()) } else { yields(table, month, &[]) }
}

/// The suitors have answered: a conditional demand they must accept, an unconditional one they may.
pub(super) fn yielded(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let accepted = chosen(table, month, Gate::Yield, &Yields)?;
    yields(table, month, &accepted)
}

fn yields(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    accepted: &[(Power, Power)],
) -> Result<(), Refusal> {
    for suit in table.state().politics.suits.clone() {
        let accepts =
            |power: &Power, unconditional: bool| !unconditional || accepted.contains(&(suit.by, *power));
        let demanded = suit.demanded.iter().map(|(power, unconditional)| (*power, *unconditional));
        let peaces = demanded.filter(|(power, unconditional)| accepts(power, *unconditional)).collect();
        table.emit(&Event::Politics(Happened::Answered { by: suit.by, peaces }))?;
    }
    if terms::ask(table, month)? { Ok(()) } else { treaty::opened(table, month, Vec::new()) }
}

/// The peace step is over.
pub(super) fn over(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    table.emit(&Event::Politics(Happened::GateClosed))?;
    table.end(&Frame::Peace)?;
    table.end(&Frame::Surrender)
}
