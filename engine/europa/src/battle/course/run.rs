//! A battle fought with the campaign's own dice: to its end, or to where it stops for a choice or a ruling.

use super::open::{find, in_it};
use super::{BattlePlans, Fight, Happened, Sealed, Stack, Stop, Stopped};
use crate::battle::{Battle, Field, Next, Note, Rules, Stage, Who, land, sea};
use crate::outline::Turn;
use crate::seats::Told;
use crate::switches;
use crate::{Europa, Event, Position, Round, board, seats};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What the table is asked by a running battle.
struct Running {
    battle: Battle,
    notes: Vec<Note>,
    rolls: u32,
}

impl Fight {
    /// The field of a battle: its scene with the stacks of both sides, the moving one first.
    ///
    /// # Errors
    /// Where an army meets a fleet.
    pub fn field(&self, turn: Turn, rules: Rules, stacks: [Stack; 2]) -> Result<Field, Refusal> {
        let scene = &self.scene;
        match stacks {
            [Stack::Army(moving), Stack::Army(standing)] => Ok(Field::Land(land::Setting {
                rules,
                period: turn.period(),
                map: scene.map,
                terrain: scene.terrain,
                cold: scene.cold,
                crossing: scene.crossing,
                intercepted: scene.intercepted,
                sides: [moving, standing],
            })),
            [Stack::Fleet(moving), Stack::Fleet(standing)] => Ok(Field::Sea(sea::Setting {
                rules,
                turn: turn.number(),
                mediterranean: scene.mediterranean,
                sides: [moving, standing],
            })),
            _ => Err(Refusal::new(said!("Armies fight armies, and fleets fight fleets."))),
        }
    }
}

/// Checks that a stack could fight in a battle at all, against itself.
pub(super) fn field(fight: &Fight, _who: Who, stack: &Stack) -> Result<(), Refusal> {
    let turn = Turn::of(1).ok_or_else(|| Refusal::new(said!("The battle is not ready to be fought.")))?;
    fight.field(turn, Rules::default(), [stack.clone(), stack.clone()])?.check()
}

/// The envelopes of a battle lie open.
pub(super) fn opened(
    table: &mut Table<'_, '_, Europa>,
    round: BattlePlans,
    choices: BTreeMap<SeatId, Sealed>,
) -> Result<(), Refusal> {
    let Some((number, fight)) = table.state().fights.of_round(round) else { return Ok(()) };
    let fight = fight.clone();
    let mut sealed = [None, None];
    for (seat, plan) in choices {
        if let Some(who) = table.state().side_of(&fight, &seat) {
            sealed[who as usize] = Some(plan);
        }
    }
    table.emit(&Event::Fights(Box::new(Happened::FightSealed { fight: number, sealed: sealed.clone() })))?;
    let stop = fight.stopped.clone();
    if stop.is_none() && sealed.iter().flatten().all(|sealed| sealed.off) {
        return table.emit(&Event::Fights(Box::new(Happened::FightCalledOff { fight: number })));
    }
    let fight = find(table.state(), number)?.clone();
    let answer = match stop.as_ref().map(|stopped| stopped.why) {
        Some(Stop::Choice { who, .. }) => Some(who),
        _ => None,
    };
    let mut notes = Vec::new();
    let battle = match stop {
        Some(stopped) => stopped.battle,
        None => {
            let stacks = Who::BOTH.map(|who| {
                let own = fight.sealed[who as usize].as_ref().and_then(|sealed| sealed.fleet.clone());
                own.map(Stack::Fleet).or_else(|| fight.stacks[who as usize].clone())
            });
            // Nobody is left who could say what a fleet holds.
            let [Some(moving), Some(standing)] = stacks else {
                return table.emit(&Event::Fights(Box::new(Happened::FightCalledOff { fight: number })));
            };
            let rules = switches::rules(|key| table.switch(key));
            let field = fight.field(table.state().turn, rules, [moving, standing])?;
            Battle::new(field, &mut notes)?
        }
    };
    let mut running = Running { battle, notes, rolls: 0 };
    if let Some(who) = answer {
        choose(&fight, &mut running, who)?;
    }
    go_on(table, number, &fight, running)
}

/// A side leaves or stays, as its plan says.
fn choose(fight: &Fight, running: &mut Running, who: Who) -> Result<(), Refusal> {
    let Next::Choice { after, .. } = running.battle.next() else { return Ok(()) };
    let plan = fight.sealed[who as usize].as_ref().map(|sealed| sealed.plan).unwrap_or_default();
    let leaves = plan.leaves(running.battle.state(), who, after);
    running.battle.decide(who, leaves, &mut running.notes)
}

/// Fights on until the battle is over or stops.
fn go_on(
    table: &mut Table<'_, '_, Europa>,
    number: u32,
    fight: &Fight,
    mut running: Running,
) -> Result<(), Refusal> {
    let live = table.state().is_fought_live(fight);
    let mut why = None;
    loop {
        if running.battle.state().stage == Stage::Fought && waits_for_rulings(table, fight) {
            why = Some(Stop::Verdict);
            break;
        }
        match running.battle.next() {
            Next::Over(_) => break,
            Next::Die { .. } => {
                let slot = format!("{}{number}/{}", super::PREFIX, fight.rolls + running.rolls + 1);
                let die = table.die(&slot, 10, &fight.scene.place)?;
                running.rolls += 1;
                running.battle.throw(die, &mut running.notes)?;
            }
            Next::Choice { who, day, after } => {
                let asks = fight.sealed[who as usize].as_ref().is_some_and(|sealed| sealed.ask);
                if (asks || live) && table.state().commands(fight, who).is_some() {
                    why = Some(Stop::Choice { who, day, after });
                    break;
                }
                choose(fight, &mut running, who)?;
            }
        }
    }
    let part = fight.stopped.as_ref().map_or(0, |stopped| stopped.times);
    let Running { battle, mut notes, rolls } = running;
    if why.is_none() {
        battle.account(&mut notes);
    }
    let mut rules: Vec<RuleId> = notes.iter().flat_map(Note::rules).collect();
    rules.push(rule!("fast-battle.record.sheet"));
    rules.sort_unstable();
    rules.dedup();
    let stopped = why.map(|why| Box::new(Stopped { times: part + 1, battle: battle.clone(), why }));
    table.emit(&Event::Fights(Box::new(Happened::Fought {
        fight: number,
        part,
        notes,
        rolls,
        stopped,
        rules,
    })))?;
    match (why, battle.next()) {
        (Some(Stop::Choice { who, .. }), _) => {
            let fight = find(table.state(), number)?;
            let (round, asked) =
                (Round::Fight(fight.round(number)), table.state().commands(fight, who).cloned());
            let asked = asked.into_iter().collect();
            table.stop_and_ask(&round, asked, live)
        }
        (Some(Stop::Verdict), _) => Ok(()),
        (None, Next::Over(verdict)) => {
            table.emit(&Event::Fights(Box::new(Happened::FightEnded { fight: number, verdict })))?;
            stability(table, fight, &verdict)?;
            board::fought(table, number, &verdict)
        }
        (None, _) => Ok(()),
    }
}

/// Whether a battle waits before its verdict: where the group plays so, and both sides have a player who could rule.
fn waits_for_rulings(table: &Table<'_, '_, Europa>, fight: &Fight) -> bool {
    let already = matches!(&fight.stopped, Some(Stopped { why: Stop::Verdict, .. }));
    !already && table.switch(switches::RULINGS) == "yes" && table.state().deciding(fight).len() == 2
}

/// A major battle on land: the winner gains 1 stability and the loser loses 1, within the game's limits.
fn stability(
    table: &mut Table<'_, '_, Europa>,
    fight: &Fight,
    verdict: &crate::battle::Verdict,
) -> Result<(), Refusal> {
    let Some(winner) = verdict.winner.filter(|_| verdict.major && !fight.scene.at_sea) else { return Ok(()) };
    let effects = crate::battle::major::Effects::of(winner);
    for (who, by) in [(winner, effects.winner_stability), (winner.other(), effects.loser_stability)] {
        let country = fight.of(who)[0];
        if table.state().seat_of(country).is_none() {
            continue;
        }
        let before = table.state().told(country, Told::Stability);
        let (least, most) = Told::Stability.bounds();
        let now = (before + i64::from(by)).clamp(least, most);
        if now != before {
            let key = format!("{}/{}", Told::Stability.key(), country.key());
            table.emit(&Event::Seats(seats::Happened::Told { key, before, now, corrected: false }))?;
        }
    }
    Ok(())
}

/// A side rules how much morale is left; when both rule the same it holds.
pub(super) fn rule(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    number: u32,
    who: Who,
    morale: i8,
) -> Result<(), Refusal> {
    let agreed = may_rule(table.state(), seat, number, who, morale)?;
    let fight = find(table.state(), number)?.clone();
    let battle = waiting(&fight)?;
    if !agreed {
        let happened = Happened::RulingProposed { fight: number, seat: seat.clone(), who, morale };
        return table.emit(&Event::Fights(Box::new(happened)));
    }
    let mut running = Running { battle: battle.clone(), notes: Vec::new(), rolls: 0 };
    running.battle.rule_morale(who, morale, &mut running.notes)?;
    go_on(table, number, &fight, running)
}

/// Whether a side may rule so, and whether the other has ruled the same.
pub(super) fn may_rule(
    state: &Position,
    seat: &SeatId,
    number: u32,
    who: Who,
    morale: i8,
) -> Result<bool, Refusal> {
    let fight = find(state, number)?;
    in_it(state, seat, number)?;
    // Refused here rather than when the other side agrees.
    waiting(fight)?.clone().rule_morale(who, morale, &mut ())?;
    let agreed = fight.ruled.iter().any(|(other, ruled)| other != seat && *ruled == (who, morale));
    if !agreed && fight.ruled.get(seat) == Some(&(who, morale)) {
        return Err(Refusal::new(said!("You have ruled so already; the other side must rule the same.")));
    }
    Ok(agreed)
}

/// Lets the verdict be read off as it stands.
pub(super) fn verdict(table: &mut Table<'_, '_, Europa>, number: u32) -> Result<(), Refusal> {
    let fight = find(table.state(), number)?.clone();
    let battle = waiting(&fight)?.clone();
    go_on(table, number, &fight, Running { battle, notes: Vec::new(), rolls: 0 })
}

pub(super) fn waiting(fight: &Fight) -> Result<&Battle, Refusal> {
    match &fight.stopped {
        Some(Stopped { why: Stop::Verdict, battle, .. }) => Ok(battle),
        _ => Err(Refusal::under(
            rule!("fast-battle.scope.delta-on-eu6"),
            said!(
                "This battle waits for no ruling. It does so before its verdict where the group has turned that switch on."
            ),
        )),
    }
}
