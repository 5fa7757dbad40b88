//! Laying a siege, saying anew what has changed, and going away.

use super::{Change, End, Happened, LONGEST_LINE, Order, Siege, SiegeScene, offers};
use crate::battle::course::{LONGEST_PLACE, check_army};
use crate::battle::land::{Setting, Side, Terrain};
use crate::outline::{Slot, in_segment};
use crate::siege::Garrison;
use crate::siege::assault::Camp;
use crate::thirds::Thirds;
use crate::{Europa, Event, Position, board, switches};
use serde_json::Value;
use std::collections::BTreeSet;
use table::Stage;
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Kind, Offer};
use table::refusal::Refusal;
use table::view::View;
use table::{rule, said};

/// The most countries on a side.
const MOST_ALLIES: usize = 4;
/// Sieges of a campaign that go on at once, at most.
const MOST_OPEN: usize = 24;
/// LD inside a fortress at most: a stack.
const MOST_INSIDE: Thirds = Thirds::whole(8);
/// Pillages of a province on each face, at most.
const MOST_PILLAGES: u8 = 2;
/// What revolts, the cold and straits can add together.
pub(super) const MOST_HARDSHIP: u8 = 6;

/// Whether a player may order it; `stands` says how a switch of the campaign stands.
///
/// # Errors
/// The refusal, where he may not.
pub(crate) fn may<'s>(
    state: &Position,
    seat: &SeatId,
    order: &Order,
    stands: impl Fn(&'static str) -> &'s str,
) -> Result<(), Refusal> {
    match order {
        Order::Lay { scene, besieger, garrison } => {
            may_lay(state, seat, scene.clone(), besieger.clone(), *garrison, stands).map(|_| ())
        }
        Order::Restate { number, change } => may_restate(state, seat, *number, change, stands),
        Order::Work { number } => {
            may_in_segment(state, seat, *number)?;
            super::run::may_work(state, *number, switches::rules(stands)).map(|_| ())
        }
        Order::Choose { number, .. } => {
            besieging(state, seat, *number)?;
            super::run::may_choose(state, *number)
        }
        Order::Storm { number, later } => {
            may_in_segment(state, seat, *number)?;
            super::run::may_storm(state, *number, *later, switches::rules(stands)).map(|_| ())
        }
        Order::Hunger { number } => {
            states_garrison(state, seat, *number)?;
            super::run::may_hunger(state, *number).map(|_| ())
        }
        Order::Lift { number } => besieging(state, seat, *number),
    }
}

/// Whether a player besieges there and it is his siege segment.
fn may_in_segment(state: &Position, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    besieging(state, seat, number)?;
    in_segment(state, seat, &[Slot::Sieges])
}

/// The siege of a number that goes on.
pub(super) fn find(state: &Position, number: u32) -> Result<&Siege, Refusal> {
    let siege = state.sieges.of.get(&number).filter(|siege| siege.ended.is_none());
    siege.ok_or_else(|| Refusal::new(said!("There is no siege {} that goes on.", number)))
}

/// Ends a siege.
pub(super) fn end(table: &mut Table<'_, '_, Europa>, number: u32, how: End) -> Result<(), Refusal> {
    let siege = find(table.state(), number)?;
    let (place, by) = (siege.province(), siege.of(Camp::Besieger).first().copied());
    table.emit(&Event::Sieges(Box::new(Happened::SiegeEnded { siege: number, how })))?;
    match (place, by) {
        (Some(place), Some(by)) if how.falls() => board::fell(table, place, by),
        _ => Ok(()),
    }
}

fn besieging(state: &Position, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let siege = find(state, number)?;
    if state.camp_of(siege, seat) == Some(Camp::Besieger) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "What the besieger does in siege {} is ordered by the player of {}.",
        number,
        siege.of(Camp::Besieger)[0]
    )))
}

/// Those inside are their own player's business; where nobody plays them, the besieger's.
fn states_garrison(state: &Position, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let siege = find(state, number)?;
    let own = state.commands_siege(siege, Camp::Besieged);
    let stands_in = own.is_none() && state.camp_of(siege, seat) == Some(Camp::Besieger);
    if own == Some(seat) || stands_in {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "Who is inside in siege {} is said by the player of {}, or by the besieger where it has none.",
        number,
        siege.of(Camp::Besieged)[0]
    )))
}

fn lay(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    scene: SiegeScene,
    besieger: Side,
    garrison: Garrison,
) -> Result<(), Refusal> {
    let siege = may_lay(table.state(), seat, scene, besieger, garrison, |key| table.switch(key))?;
    let number = table.state().sieges.last + 1;
    let Siege { scene, besieger, garrison, .. } = siege;
    table.emit(&Event::Sieges(Box::new(Happened::SiegeLaid { siege: number, scene, besieger, garrison })))
}

/// The siege that a player may lay.
fn may_lay<'s>(
    state: &Position,
    seat: &SeatId,
    scene: SiegeScene,
    besieger: Side,
    garrison: Garrison,
    stands: impl Fn(&'static str) -> &'s str,
) -> Result<Siege, Refusal> {
    Kind::Name { most: LONGEST_PLACE, taken: Vec::new() }
        .check("name", &Value::from(scene.place.as_str()))?;
    let named: BTreeSet<_> = scene.countries.iter().flatten().collect();
    let many: usize = scene.countries.iter().map(Vec::len).sum();
    if scene.countries.iter().any(|side| side.is_empty() || side.len() > MOST_ALLIES) || named.len() != many {
        return Err(Refusal::new(said!(
            "Each side has one to {} countries, and no country stands on both.",
            MOST_ALLIES
        )));
    }
    let open = || state.sieges.of.values().filter(|siege| siege.ended.is_none());
    if open().count() >= MOST_OPEN {
        return Err(Refusal::new(said!("{} sieges go on already; end one first.", MOST_OPEN)));
    }
    let siege = Siege::laid(scene, besieger, garrison);
    let (place, name) = (siege.province(), siege.scene.place.to_lowercase());
    let same = |other: &Siege| {
        other.scene.place.to_lowercase() == name || place.is_some() && other.province() == place
    };
    if open().any(same) {
        return Err(Refusal::new(said!("{} is besieged already.", siege.scene.place.as_str())));
    }
    if state.camp_of(&siege, seat) != Some(Camp::Besieger) {
        return Err(Refusal::new(said!(
            "A siege is laid by the player of its first besieging country, and {} is not yours.",
            siege.of(Camp::Besieger)[0]
        )));
    }
    if state.commands_siege(&siege, Camp::Besieged) == Some(seat) {
        return Err(Refusal::new(said!("You would command both sides of this siege.")));
    }
    in_a_war(state, &siege)?;
    check(state, &siege, stands)?;
    board::check_siege(state, &siege)?;
    Ok(siege)
}

/// Whether a siege is of the board that the bot keeps: what falls by it changes hands there.
fn is_kept(state: &Position, siege: &Siege) -> bool {
    siege.province().is_some() && !state.board.stacks.is_empty()
}

/// What is told of a siege of the board that the bot keeps rests on the other side's word: how strong a fortress is and who is inside on that of
/// the besieged, or of all where nobody plays them; what is said anew of those inside on the besieger's. How one's own stack is made up, and
/// what is done in a siege, rests on nobody's.
fn rests_on(table: &Table<'_, '_, Europa>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    let of_camp = |siege: &Siege, camp| {
        let other = state.commands_siege(siege, camp).filter(|other| *other != seat).cloned();
        Assent::grave(other).or_else(|| Assent::light(table.players()))
    };
    match order {
        Order::Lay { scene, besieger, garrison } => {
            let siege = Siege::laid(scene.clone(), besieger.clone(), *garrison);
            if is_kept(state, &siege) { of_camp(&siege, Camp::Besieged) } else { None }
        }
        Order::Restate { number, change } => {
            let siege = state.sieges.of.get(number).filter(|siege| is_kept(state, siege))?;
            let told = Change { besieger: None, rather_loses: None, ..(**change).clone() };
            if told == Change::default() {
                return None;
            }
            match state.camp_of(siege, seat)? {
                Camp::Besieger => of_camp(siege, Camp::Besieged),
                Camp::Besieged => of_camp(siege, Camp::Besieger),
            }
        }
        _ => None,
    }
}

/// Refuses to besiege whom one is at peace with where the bot keeps the board: what falls by it changes hands there.
fn in_a_war(state: &Position, siege: &Siege) -> Result<(), Refusal> {
    let [besiegers, besieged] = [Camp::Besieger, Camp::Besieged].map(|camp| siege.of(camp));
    let mut pairs = besiegers.iter().flat_map(|one| besieged.iter().map(move |other| (*one, *other)));
    let plays = |country| state.seat_of(country).is_some();
    let are_played = besieged.iter().any(|country| plays(*country));
    if !is_kept(state, siege) || pairs.any(|(one, other)| state.are_at_war(one, other)) {
        return Ok(());
    }
    let says = if are_played {
        said!(
            "{} is at war with nobody inside: a war is told first, with /europa country war, and counts when the other side's player confirms it.",
            besiegers[0]
        )
    } else {
        said!("{} is at war with nobody inside: tell the war first, with /europa country war.", besiegers[0])
    };
    Err(Refusal::under(rule!("fast-battle.siege.siegework"), says))
}

/// Checks everything that is stated of a siege.
fn check<'s>(
    state: &Position,
    siege: &Siege,
    stands: impl Fn(&'static str) -> &'s str,
) -> Result<(), Refusal> {
    let scene = &siege.scene;
    let rules = switches::rules(stands);
    check_army(siege.of(Camp::Besieger), &siege.besieger)?;
    // The level and the number of troops inside are checked where an assault is.
    siege.assault(rules, state.turn.period(), false).check()?;
    Setting {
        rules,
        period: state.turn.period(),
        map: scene.map,
        terrain: Terrain::Plain,
        cold: false,
        crossing: None,
        intercepted: false,
        sides: [siege.besieger.clone(), siege.besieger.clone()],
    }
    .check()?;
    if siege.garrison.troops > MOST_INSIDE {
        return Err(Refusal::under(
            rule!("fast-battle.stacking.land-strength"),
            said!(
                "{} LD cannot be inside a fortress: {} at most.",
                siege.garrison.troops.to_string(),
                MOST_INSIDE.to_string()
            ),
        ));
    }
    if siege.garrison.has_army && siege.garrison.troops < Thirds::whole(2) {
        return Err(Refusal::under(
            rule!("fast-battle.units.army-strength"),
            said!("An A counter inside is 2 LD at least; there are {}.", siege.garrison.troops.to_string()),
        ));
    }
    siege.garrison.leader.unwrap_or_default().check()?;
    if scene.line.is_some_and(|line| line > LONGEST_LINE) {
        return Err(Refusal::under(
            rule!("fast-battle.siege.attrition-check"),
            said!("A line of supply is {} MP long at most; a longer one is none.", LONGEST_LINE),
        ));
    }
    let pillages = scene.pillages.minus.saturating_add(scene.pillages.plus);
    if pillages > MOST_PILLAGES {
        return Err(Refusal::under(
            rule!("fast-battle.attrition.land.pillage-face"),
            said!("A province has {} pillages at most.", MOST_PILLAGES),
        ));
    }
    if scene.hardship > MOST_HARDSHIP {
        return Err(Refusal::under(
            rule!("fast-battle.siege.attrition-modifiers"),
            said!("Revolts, the cold and straits add {} at most.", MOST_HARDSHIP),
        ));
    }
    if scene.open && !scene.port {
        return Err(Refusal::under(
            rule!("fast-battle.siege.siegework"),
            said!("Only a port can be open to the sea; say that the province has one."),
        ));
    }
    Ok(())
}

fn restate(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    number: u32,
    change: Change,
) -> Result<(), Refusal> {
    may_restate(table.state(), seat, number, &change, |key| table.switch(key))?;
    let happened = Happened::SiegeRestated { siege: number, seat: seat.clone(), change: Box::new(change) };
    table.emit(&Event::Sieges(Box::new(happened)))
}

/// Whether a player may say so anew.
fn may_restate<'s>(
    state: &Position,
    seat: &SeatId,
    number: u32,
    change: &Change,
    stands: impl Fn(&'static str) -> &'s str,
) -> Result<(), Refusal> {
    let mut siege = find(state, number)?.clone();
    if *change == Change::default() {
        return Err(Refusal::new(said!(
            "Say what has changed: a stack, who is inside, the line of supply, the level, the port."
        )));
    }
    if change.garrison.is_some() {
        states_garrison(state, seat, number)?;
    }
    if (Change { garrison: None, ..change.clone() }) != Change::default() {
        besieging(state, seat, number)?;
    }
    if state.asks_for_terms(number) {
        return Err(Refusal::new(said!("Choose first between the breach and the honours of war.")));
    }
    if change.no_line && change.line.is_some() {
        return Err(Refusal::new(said!("There is a line of supply or there is none.")));
    }
    siege.change(change.clone());
    check(state, &siege, stands)?;
    if change.besieger.is_some() {
        board::check_siege(state, &siege)?;
    }
    Ok(())
}

/// Sieges, as a subject of the game.
pub enum OfTheSieges {}

impl Subject<Europa> for OfTheSieges {
    type Happened = Box<Happened>;

    /// In the rounds of the board a round begins what is done once in it.
    fn apply(state: &mut Position, happened: Box<Happened>) {
        if state.board.round.is_none() {
            state.sieges.new_segment(&happened);
        }
        state.sieges.apply(*happened);
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        offers::offers(state, seat, table)
    }
}

impl Ordered<Europa> for OfTheSieges {
    type Order = Box<Order>;
    const REGENT: Regent<Box<Order>> = Regent::Orders;
    const RESTS: Rests<Europa, Box<Order>> = Rests::On(|table, seat, order| rests_on(table, seat, order));

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, Europa>, seat: &SeatId, order: Box<Order>) -> Result<(), Refusal> {
        match *order {
            Order::Lay { scene, besieger, garrison } => lay(table, seat, scene, besieger, garrison),
            Order::Restate { number, change } => restate(table, seat, number, *change),
            Order::Work { number } => {
                may_in_segment(table.state(), seat, number)?;
                super::run::siegework(table, number)
            }
            Order::Choose { number, honours } => {
                besieging(table.state(), seat, number)?;
                super::run::choose(table, number, honours)
            }
            Order::Storm { number, later } => {
                may_in_segment(table.state(), seat, number)?;
                super::run::storm(table, number, later)
            }
            Order::Hunger { number } => {
                states_garrison(table.state(), seat, number)?;
                super::run::hunger(table, number)
            }
            Order::Lift { number } => {
                besieging(table.state(), seat, number)?;
                end(table, number, End::Lifted)
            }
        }
    }
}
