//! Siegework and assaults with the campaign's own dice, and what a turn's end does to a siege.

use super::hunger::{self, inside_after, left_of};
use super::lay::{end, find};
use super::{End, Happened, PREFIX, Siege, Suffered};
use crate::battle::Rules;
use crate::control::{Control, Stance};
use crate::outline::Frame;
use crate::period::Period;
use crate::siege::assault::{Camp, Stage, Storm, Verdict};
use crate::siege::notes::{Added, Note, Why};
use crate::siege::work::{Marks, Undermining, Works, work as undermine};
use crate::thirds::Thirds;
use crate::{Europa, Event, Position, board, switches};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The dice of a siege, each in a slot of its own.
struct Dice<'t, 'a, 'b> {
    table: &'t mut Table<'a, 'b, Europa>,
    number: u32,
    place: String,
    before: u32,
    rolls: u32,
}

impl<'t, 'a, 'b> Dice<'t, 'a, 'b> {
    fn of(table: &'t mut Table<'a, 'b, Europa>, number: u32, siege: &Siege) -> Dice<'t, 'a, 'b> {
        Dice { table, number, place: siege.scene.place.clone(), before: siege.rolls, rolls: 0 }
    }

    fn roll(&mut self) -> Result<u8, Refusal> {
        self.rolls += 1;
        let slot = format!("{PREFIX}{}/{}", self.number, self.before + self.rolls);
        self.table.die(&slot, 10, &self.place)
    }
}

fn rules_of(table: &Table<'_, '_, Europa>) -> (Rules, Period) {
    (switches::rules(|key| table.switch(key)), table.state().turn.period())
}

/// A siege that nothing holds up: no choice is open and all losses are taken off.
fn going_on(state: &Position, number: u32) -> Result<Siege, Refusal> {
    let siege = find(state, number)?;
    if state.asks_for_terms(number) {
        return Err(Refusal::under(
            rule!("fast-battle.siege.siegework"),
            said!("Choose first between the breach and the honours of war."),
        ));
    }
    if siege.owed > Thirds::NONE {
        return Err(Refusal::under(
            rule!("fast-battle.losses.applied-to-counters"),
            said!(
                "The besiegers of several countries have lost {} LD; say first what is left of them.",
                siege.owed.to_string()
            ),
        ));
    }
    board::check_siege(state, siege)?;
    Ok(siege.clone())
}

/// The siege segment is held once in each round of the board: one siegework or one assault, and an assault besides where the siegework has just
/// breached the wall.
fn in_its_segment(state: &Position, siege: &Siege, through_breach: bool) -> Result<(), Refusal> {
    if state.board.round.is_none() || !siege.done || through_breach {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("fast-battle.round.siege-segment-shared"),
        said!(
            "{} has had its siege segment of this round: one siegework, or one assault, or an assault through a fresh breach.",
            siege.scene.place.as_str()
        ),
    ))
}

fn listed(mut rules: Vec<RuleId>) -> Vec<RuleId> {
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn emit(table: &mut Table<'_, '_, Europa>, happened: Happened) -> Result<(), Refusal> {
    let number = happened.number();
    table.emit(&Event::Sieges(Box::new(happened)))?;
    let state = table.state();
    let frame = Frame::SiegeLoss(number);
    let owed = state.sieges.of.get(&number).is_some_and(|siege| siege.owed > Thirds::NONE);
    if owed && !state.frames.any(|open| *open == frame) { table.push(None, &frame) } else { Ok(()) }
}

/// The siege that may be undermined now, and the siegework.
pub(super) fn may_work(state: &Position, number: u32, rules: Rules) -> Result<(Siege, Works), Refusal> {
    let siege = going_on(state, number)?;
    in_its_segment(state, &siege, false)?;
    let works = siege.works(rules, state.turn.period());
    works.check()?;
    Ok((siege, works))
}

/// A siegework roll. The attrition that the same die may bring comes before what follows from the result.
pub(super) fn siegework(table: &mut Table<'_, '_, Europa>, number: u32) -> Result<(), Refusal> {
    let (rules, period) = rules_of(table);
    let (siege, works) = may_work(table.state(), number, rules)?;
    let mut dice = Dice::of(table, number, &siege);
    let die = dice.roll()?;
    let mut notes = Vec::new();
    let worked = undermine(&works, die, &mut notes)?;
    let suffered = match worked.attrition {
        true => Some(hunger::besieger(&siege, rules, period, &mut || dice.roll())?),
        false => None,
    };
    let rolls = dice.rolls;
    let result = worked.result;
    let mut cited: Vec<RuleId> = notes.iter().flat_map(Note::rules).collect();
    if let Some(suffered) = &suffered {
        cited.extend(suffered.rules());
        if result >= Undermining::Breach {
            cited.push(rule!("fast-battle.siege.fall-and-attrition"));
        }
    }
    let lost = suffered.as_ref().map_or(Thirds::NONE, |suffered| suffered.lost);
    let destroyed = lost >= siege.besieger.strength();
    let left = left_of(&siege.besieger, lost);
    let asks = result == Undermining::BreachOrWarHonours && !destroyed;
    let happened = Happened::SiegeWorked {
        siege: number,
        notes,
        result,
        marks: worked.marks,
        suffered,
        asks,
        rolls,
        left,
        rules: listed(cited),
    };
    emit(table, happened)?;
    board::lost_in_siege(table, &siege, Camp::Besieger, lost)?;
    if asks {
        table.push(None, &Frame::Terms(number))?;
    }
    match result {
        _ if destroyed => end(table, number, End::BesiegerDestroyed),
        Undermining::Surrender => end(table, number, End::Surrendered),
        _ => Ok(()),
    }
}

/// Whether a siege waits for its besieger to choose.
pub(super) fn may_choose(state: &Position, number: u32) -> Result<(), Refusal> {
    find(state, number)?;
    if !state.asks_for_terms(number) {
        return Err(Refusal::under(
            rule!("fast-battle.siege.siegework"),
            said!("No siegework asks you to choose: that takes a modified 12."),
        ));
    }
    Ok(())
}

/// The besieger takes the breach, as he does who does not choose, or lets the garrison go with the honours of war.
pub(crate) fn choose(table: &mut Table<'_, '_, Europa>, number: u32, honours: bool) -> Result<(), Refusal> {
    may_choose(table.state(), number)?;
    emit(table, Happened::SiegeChosen { siege: number, honours })?;
    if honours {
        end(table, number, End::WarHonours)?;
    }
    table.end(&Frame::Terms(number))
}

/// Whether a player has a siege that has not had its siege segment of this round, or troops before a fortress that he does not besiege
/// yet.
pub(crate) fn could_go_on(state: &Position, seat: &SeatId) -> bool {
    let open = || state.sieges.of.values().filter(|siege| siege.ended.is_none());
    let due = open()
        .any(|siege| (!siege.done || siege.breached) && state.camp_of(siege, seat) == Some(Camp::Besieger));
    due || state.board.stacks.values().any(|standing| {
        let eyes = board::Eyes::of(state, standing.country);
        state.seat_of(standing.country) == Some(seat)
            && standing.is_afield()
            && !standing.stack.is_naval()
            && eyes.stance(standing.at) == Stance::Enemy
            && !open().any(|siege| siege.province() == Some(standing.at))
    })
}

/// The siege in which the fortress may be assaulted now, and whether that is through a fresh breach.
pub(super) fn may_storm(
    state: &Position,
    number: u32,
    later: bool,
    rules: Rules,
) -> Result<(Siege, bool), Refusal> {
    let siege = going_on(state, number)?;
    if later && !siege.breached {
        return Err(Refusal::under(
            rule!("fast-battle.assault.besieged-column"),
            said!("The last siegework was no breach, so there is none of an earlier round."),
        ));
    }
    // A breach of an earlier round of the board is no fresh one.
    let fresh = state.board.round.is_none() || siege.done;
    let breach = siege.breached && !later && fresh;
    in_its_segment(state, &siege, breach)?;
    siege.assault(rules, state.turn.period(), later).check()?;
    Ok((siege, breach))
}

/// An assault to its verdict. A besieger who cannot undermine first rolls siege attrition.
pub(super) fn storm(table: &mut Table<'_, '_, Europa>, number: u32, later: bool) -> Result<(), Refusal> {
    let (rules, period) = rules_of(table);
    let (mut siege, breach) = may_storm(table.state(), number, later, rules)?;
    let hungry = !breach && (siege.scene.line.is_none() || siege.is_too_few());
    let mut dice = Dice::of(table, number, &siege);
    let mut suffered: Option<Suffered> = None;
    let mut left = Some(siege.besieger.clone());
    if hungry {
        let before = hunger::besieger(&siege, rules, period, &mut || dice.roll())?;
        left = left_of(&siege.besieger, before.lost);
        if let Some(left) = &left {
            siege.besieger = left.clone();
        }
        suffered = Some(before);
    }
    let mut notes = Vec::new();
    let mut verdict = None;
    // Allies who lost in that attrition say first what is left of them, and nobody assaults where nobody is left.
    if left.is_some() && siege.besieger.strength() > Thirds::NONE {
        let mut assault = Storm::new(siege.assault(rules, period, later), &mut notes)?;
        while assault.state().stage != Stage::Over {
            assault.throw(dice.roll()?, &mut notes)?;
        }
        verdict = assault.account(&mut notes);
        if let Some(verdict) = &verdict {
            left = left_of(&siege.besieger, verdict.besieger_lost);
        }
    }
    let rolls = dice.rolls;
    let marks = Marks { assault: siege.marks.assault || leaves_marker(&notes, verdict), ..siege.marks };
    let inside_lost = verdict.map_or(Thirds::NONE, |verdict| verdict.inside_lost);
    let garrison = inside_after(&siege.garrison, inside_lost);
    let outside_lost = suffered.as_ref().map_or(Thirds::NONE, |suffered| suffered.lost)
        + match verdict {
            Some(verdict) if verdict.besieger_destroyed => siege.besieger.strength(),
            Some(verdict) => verdict.besieger_lost,
            None => Thirds::NONE,
        };
    let mut cited: Vec<RuleId> = notes.iter().flat_map(Note::rules).collect();
    cited.extend(suffered.iter().flat_map(Suffered::rules));
    let happened = Happened::Stormed {
        siege: number,
        breach,
        suffered,
        notes,
        verdict,
        marks,
        rolls,
        left,
        garrison,
        rules: listed(cited),
    };
    emit(table, happened)?;
    board::lost_in_siege(table, &siege, Camp::Besieger, outside_lost)?;
    board::lost_in_siege(table, &siege, Camp::Besieged, inside_lost)?;
    match verdict {
        Some(Verdict { falls: true, .. }) => end(table, number, End::Stormed),
        Some(Verdict { besieger_destroyed: true, .. }) => end(table, number, End::BesiegerDestroyed),
        None if siege.besieger.strength() <= Thirds::NONE => end(table, number, End::BesiegerDestroyed),
        _ => Ok(()),
    }
}

/// Whether an assault that failed makes later siegework and assaults of the turn easier: it caused a whole loss, what a large army adds
/// not counted.
fn leaves_marker(notes: &[Note], verdict: Option<Verdict>) -> bool {
    let counts = |added: &&Added| added.why != Why::LargeArmy;
    let caused = notes.iter().find_map(|note| match note {
        Note::BesiegerCaused { caused, added, .. } => {
            Some(caused.0 + added.iter().filter(counts).map(|added| i32::from(added.by)).sum::<i32>())
        }
        _ => None,
    });
    verdict.is_some_and(|verdict| !verdict.falls) && caused.is_some_and(|caused| caused >= 3)
}

/// The siege in which those inside may roll for attrition.
pub(super) fn may_hunger(state: &Position, number: u32) -> Result<Siege, Refusal> {
    let siege = find(state, number)?.clone();
    if siege.garrison.troops <= Thirds::NONE {
        return Err(Refusal::under(
            rule!("fast-battle.attrition.supply.modifiers"),
            said!("Nobody but the fortress's own garrison is inside, and it needs no supply."),
        ));
    }
    // On the board the roll is that of the stacks inside, in their player's supply segment.
    if board::starves_inside(state, &siege) {
        return Err(Refusal::under(
            rule!("fast-battle.supply.weak.besieged"),
            said!(
                "The troops inside stand on the board: they make this roll in the supply segment of their player, once a round, in place of an ordinary one."
            ),
        ));
    }
    if siege.starved {
        return Err(Refusal::under(
            rule!("fast-battle.supply.weak.besieged"),
            said!(
                "Those inside have rolled already: they do so once a round, in their supply segment. The next roll comes after the siege segment of this round."
            ),
        ));
    }
    Ok(siege)
}

/// Those inside roll for attrition.
pub(super) fn hunger(table: &mut Table<'_, '_, Europa>, number: u32) -> Result<(), Refusal> {
    let siege = may_hunger(table.state(), number)?;
    let (rules, _) = rules_of(table);
    let mut dice = Dice::of(table, number, &siege);
    let suffered = hunger::inside(&siege, rules, &mut || dice.roll())?;
    let rolls = dice.rolls;
    let garrison = inside_after(&siege.garrison, suffered.lost);
    let cited = listed(suffered.rules());
    let lost = suffered.lost;
    emit(table, Happened::SiegeHunger { siege: number, suffered, rolls, garrison, rules: cited })?;
    board::lost_in_siege(table, &siege, Camp::Besieged, lost)
}

/// A turn ends: a besieger with a siegework plus or a breach in it stays, and all markers become one siegework minus; the others go.
pub(crate) fn turn_ends(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    let open = table.state().sieges.of.iter().filter(|(_, siege)| siege.ended.is_none());
    let open: Vec<(u32, Marks)> = open.map(|(number, siege)| (*number, siege.marks)).collect();
    for (number, marks) in open {
        if marks.plus > 0 || marks.breach {
            let marks = Marks { minus: 1, ..Marks::default() };
            emit(table, Happened::SiegeWinters { siege: number, marks })?;
        } else {
            end(table, number, End::TurnEnded)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, france, moves, of, place, says, siege, spain, stands};
    use crate::units::{Counter, stack};

    #[test]
    fn what_a_large_army_adds_leaves_no_marker() {
        let caused = |caused: i32, large: bool| {
            let added = if large { vec![Added { by: 2, why: Why::LargeArmy }] } else { Vec::new() };
            vec![Note::BesiegerCaused { caused: Thirds(caused), added, gives: Thirds(caused) }]
        };
        let holds = Verdict {
            falls: false,
            by_rout: false,
            besieger_lost: Thirds::NONE,
            besieger_destroyed: false,
            besieger_routed: false,
            inside_lost: Thirds::NONE,
        };
        assert!(leaves_marker(&caused(3, false), Some(holds)));
        assert!(!leaves_marker(&caused(2, true), Some(holds)));
        assert!(!leaves_marker(&caused(3, false), Some(Verdict { falls: true, ..holds })));
        // What few besiegers take off counts.
        let few = |caused: i32| {
            let added = vec![Added { by: -1, why: Why::FewBesiegers(Thirds(12)) }];
            vec![Note::BesiegerCaused { caused: Thirds(caused), added, gives: Thirds(caused - 1) }]
        };
        assert!(leaves_marker(&few(4), Some(holds)));
        assert!(!leaves_marker(&few(3), Some(holds)));
    }

    // fast-battle.round.siege-segment-shared
    #[test]
    fn a_siege_has_one_segment_in_a_round_and_an_assault_through_a_fresh_breach_besides() {
        let mut state = at_war(8);
        let mut siege = siege("france", "spain", "eCatalunya");
        let refused =
            |state: &Position, siege: &Siege, breach: bool| says(in_its_segment(state, siege, breach));
        moves(&mut state, &france());
        assert_eq!(refused(&state, &siege, false), "");
        siege.done = true;
        assert!(refused(&state, &siege, false).contains("Catalunya has had its siege segment of this round"));
        assert_eq!(refused(&state, &siege, true), "");
        state.board.round = None;
        assert_eq!(refused(&state, &siege, false), "", "the board is kept elsewhere");
    }

    #[test]
    fn troops_in_the_open_before_an_enemys_fortress_could_lay_a_siege() {
        let could = |seat: &SeatId, change: &dyn Fn(&mut Position)| {
            let mut state = at_war(8);
            stands(&mut state, "france", "eCatalunya", &[Counter::Ld]);
            change(&mut state);
            could_go_on(&state, seat)
        };
        assert!(could(&france(), &|_| {}));
        assert!(!could(&spain(), &|_| {}), "those troops are not his");
        assert!(!could(&france(), &|state| of(state, 1).aboard = Some(7)), "they are aboard ships");
        assert!(!could(&france(), &|state| of(state, 1).at = place("eLanguedoc")), "that is home");
        let ships = |state: &mut Position| of(state, 1).stack = stack("france", &[Counter::Nd]);
        assert!(!could(&france(), &ships));
        let laid = |done: bool| {
            move |state: &mut Position| {
                let siege = Siege { done, ..siege("france", "spain", "eCatalunya") };
                state.sieges.of.insert(1, siege);
            }
        };
        assert!(could(&france(), &laid(false)) && !could(&france(), &laid(true)));
    }
}
