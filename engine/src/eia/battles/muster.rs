//! Opening a battle, mustering for it, and who commands, up to the envelopes of its first day.

use super::plans::open_plans;
use super::rifles::{buy, not_said};
use super::{Happened, Order, PREFIX, holder};
use crate::eia::land::battle::fight::{self, Who};
use crate::eia::land::battle::{Battle, Commander, Field, Kind, LONGEST_PLACE};
use crate::eia::land::forces::{Came, Corps};
use crate::eia::land::stacking::{self, Command, Muster};
use crate::eia::nations::Nation;
use crate::eia::outline;
use crate::eia::powers::Power;
use crate::eia::switches;
use crate::eia::{EmpiresInArms, Event};
use crate::rules::RuleId;
use crate::table::game::Table;
use crate::table::names::SeatId;
use crate::table::offers;
use crate::table::refusal::Refusal;
use crate::{rule, said};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The longest name of a corps or a leader, in characters.
const LONGEST_NAME: usize = 40;
/// The most leaders of a power in a battle.
const MOST_LEADERS: usize = 6;
/// The most factors that a fortress holds.
const LARGEST_FORTRESS: u32 = 100;
/// The most corps of a power in a battle.
const MOST_CORPS: usize = 12;

/// Does what a player orders.
pub(in crate::eia) fn decide(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    order: Order,
) -> Result<(), Refusal> {
    match order {
        Order::Open { field, neutral } => open(table, seat, field, neutral),
        Order::BuyRifles { power, landtag } => buy(table, seat, power, landtag),
        Order::Neutral { number } => is_neutral(table, seat, number),
        Order::Muster { number, power, muster } => muster_in(table, seat, number, power, muster),
        Order::CallOff { number } => call_off(table, seat, number),
        Order::Live { number, on } => live(table, seat, number, on),
    }
}

fn check_name(name: &str, longest: usize) -> Result<(), Refusal> {
    offers::Kind::Name { most: longest, taken: Vec::new() }.check("name", &Value::from(name))
}

fn open(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    mut field: Field,
    neutral: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    if !state.choice.done {
        return Err(Refusal::new(said!("Battles are fought when every power has its player.")));
    }
    check_name(&field.place, LONGEST_PLACE)?;
    for area in &field.from {
        check_name(area, LONGEST_PLACE)?;
    }
    let powers = field.powers();
    let different: BTreeSet<&Power> = powers.iter().collect();
    if field.attackers.is_empty() || field.defenders.is_empty() || different.len() != powers.len() {
        return Err(Refusal::new(said!(
            "A battle has at least one attacking and one defending power, and each power fights on one side."
        )));
    }
    for power in &powers {
        if holder(state, *power).is_none() {
            return Err(Refusal::new(said!("{} has no player who could fight this battle.", *power)));
        }
    }
    if !powers.iter().any(|power| holder(state, *power).as_ref() == Some(seat)) {
        return Err(Refusal::new(said!(
            "A battle is opened by one of the players whose powers fight in it."
        )));
    }
    let sides = Who::BOTH
        .map(|who| field.of(who).iter().filter_map(|power| holder(state, *power)).collect::<BTreeSet<_>>());
    if !sides[0].is_disjoint(&sides[1]) {
        return Err(Refusal::new(said!(
            "Nobody fights against himself: one player has powers on both sides."
        )));
    }
    let busy =
        state.battles.of.values().find(|battle| battle.ended.is_none() && battle.field.place == field.place);
    if busy.is_some() {
        return Err(Refusal::new(said!("A battle of {} is open already.", field.place.clone())));
    }
    check_kind(&field)?;
    let battle = state.battles.last + 1;
    let guests = field.depot.filter(|depot| !field.defenders.contains(depot));
    field.neutral |= neutral;
    if field.neutral && guests.is_none() {
        return Err(Refusal::under(
            rule!("house.land.depots.neutral-garrison"),
            said!("A neutral garrison is that of a third power on the depot of another."),
        ));
    }
    if field.neutral && sides[1].iter().eq([seat]) {
        return undefended(table, None, field);
    }
    let rules = match (guests, field.neutral) {
        (None, _) => Vec::new(),
        (Some(_), false) => vec![rule!("house.land.depots.allied-garrison")],
        // Whether it is neutral, or an ally's that fights, its players say.
        (Some(_), true) => vec![rule!("house.land.depots.neutral-garrison")],
    };
    table.emit(&Event::Battle(Happened::BattleOpened { battle, field, rules }))
}

/// The garrison of a depot is neutral: nobody fights, and the depot counts as without a garrison.
fn undefended(
    table: &mut Table<'_, '_, EmpiresInArms>,
    battle: Option<u32>,
    field: Field,
) -> Result<(), Refusal> {
    let rule = rule!("house.land.depots.neutral-garrison");
    let Some(depot) = field.depot else {
        return Err(Refusal::under(rule, said!("There is no depot here.")));
    };
    table.emit(&Event::Battle(Happened::DepotUndefended {
        battle,
        place: field.place,
        depot,
        attackers: field.attackers,
        garrison: field.defenders,
        rules: vec![rule],
    }))
}

/// A player of a garrison says that it is neutral, as an attacker says. Once all of its players have, nobody fights.
fn is_neutral(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let rule = rule!("house.land.depots.neutral-garrison");
    let battle = find(table, number)?.clone();
    let garrison = table.state().garrison(&battle);
    if !garrison.contains(seat) {
        return Err(Refusal::under(
            rule,
            said!("Whether a garrison is neutral is said by its own players, and you have none here."),
        ));
    }
    if !battle.field.neutral {
        return Err(Refusal::under(
            rule,
            said!("Nobody says here that the garrison is neutral, or it has mustered and fights."),
        ));
    }
    if battle.neutral.contains(seat) {
        return Err(Refusal::under(rule, said!("You have said already that your garrison is neutral.")));
    }
    if garrison.iter().all(|other| other == seat || battle.neutral.contains(other)) {
        return undefended(table, Some(number), battle.field);
    }
    table.emit(&Event::Battle(Happened::Neutral { battle: number, seat: seat.clone() }))
}

/// What the kind of a combat needs, and what no other has.
fn check_kind(field: &Field) -> Result<(), Refusal> {
    match (field.kind, field.fortress, field.depot) {
        (Kind::Assault, Some(holds), None)
            if (1..=LARGEST_FORTRESS).contains(&holds) && field.attackers.len() > holds as usize =>
        {
            Err(Refusal::under(
                rule!("house.siege.assault-limit"),
                said!(
                    "{} powers would storm, and the fortress holds {}: so many factors may storm it, at least one of each power.",
                    field.attackers.len(),
                    holds
                ),
            ))
        }
        (Kind::Assault, Some(holds), None) if (1..=LARGEST_FORTRESS).contains(&holds) => Ok(()),
        (Kind::Assault, ..) => Err(Refusal::under(
            rule!("house.siege.assault-limit"),
            said!(
                "To storm a fortress, say how many factors it can hold as its garrison, 1 to {}: as in \"assault 10\".",
                LARGEST_FORTRESS
            ),
        )),
        (Kind::Trivial, None, depot) if depot.is_none_or(|depot| !field.attackers.contains(&depot)) => Ok(()),
        (Kind::Trivial, ..) => Err(Refusal::new(said!("Nobody attacks his own depot."))),
        (Kind::Field | Kind::Limited, None, None) => Ok(()),
        _ => Err(Refusal::new(said!("A field combat is not about a fortress or a depot."))),
    }
}

/// The open battle of a number.
pub(super) fn find<'t>(table: &'t Table<'_, '_, EmpiresInArms>, number: u32) -> Result<&'t Battle, Refusal> {
    let battle = table.state().battles.of.get(&number).filter(|battle| battle.ended.is_none());
    battle.ok_or_else(|| Refusal::new(said!("No such battle is open.")))
}

fn call_off(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let attacker =
        battle.field.attackers.iter().any(|power| holder(table.state(), *power).as_ref() == Some(seat));
    if !attacker {
        return Err(Refusal::new(said!("A battle is called off by a player of the attacking side.")));
    }
    if battle.command.is_some() {
        return Err(past_muster(battle));
    }
    table.emit(&Event::Battle(Happened::CalledOff { battle: number }))
}

/// A battle for which all have mustered is not called off any more; what can be done instead.
fn past_muster(battle: &Battle) -> Refusal {
    let place = battle.field.place.clone();
    if battle.field.kind.without_chits().is_some() {
        return Refusal::new(said!(
            "The battle of {} is past its muster: plans are being sealed, and it is fought. If it was opened by mistake, its result changes nothing until you carry it out on your board.",
            place
        ));
    }
    Refusal::new(said!(
        "The battle of {} is past its muster: plans are being sealed, and it is fought. Who does not want to fight chooses the chit Withdraw as the defender, or plans to leave at night. If it was opened by mistake, its result changes nothing until you carry it out on your board.",
        place
    ))
}

/// A player wants to fight live, each step asked of all who decide it, or does not any more.
fn live(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    number: u32,
    on: bool,
) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    if !table.state().seats_in(battle).contains(seat) {
        return Err(Refusal::new(said!("You do not fight in this battle.")));
    }
    if battle.live.contains(seat) == on {
        return Err(Refusal::new(if on {
            said!("That you want to fight it live is known already.")
        } else {
            said!("You have not asked to fight it live.")
        }));
    }
    table.emit(&Event::Battle(Happened::Live { battle: number, seat: seat.clone(), on }))
}

fn muster_in(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    number: u32,
    power: Power,
    muster: Muster,
) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let Some(who) = battle.field.side(power) else {
        return Err(Refusal::new(said!("{} does not fight in this battle.", power)));
    };
    if holder(table.state(), power).as_ref() != Some(seat) {
        return Err(Refusal::new(said!("{} is not yours, so you cannot muster its corps.", power)));
    }
    if battle.command.is_some() {
        return Err(Refusal::new(said!("All have mustered and plans are being sealed; it stays so.")));
    }
    not_said(&muster)?;
    check_muster(&muster, who)?;
    let fallen = table.state().battles.fallen.get(&power);
    for leader in &muster.leaders {
        if let Some(place) = fallen.and_then(|fallen| fallen.get(&leader.name.to_lowercase())) {
            return Err(Refusal::new(said!(
                "{} was killed in the battle of {}. Another leader has to take his place.",
                leader.name.clone(),
                place.clone()
            )));
        }
    }
    check_wounded(table, power, &muster)?;
    check_agreed(battle, who, &muster)?;
    check_storms(battle, power, &muster)?;
    let outside = muster.corps.iter().any(|stands| stands.aside || stands.corps.adjacent)
        || muster.leaders.iter().any(|leader| leader.adjacent);
    if outside && battle.field.kind.without_chits().is_some() {
        return Err(Refusal::new(said!("Nobody reinforces here: who is there fights.")));
    }
    let mut muster = muster;
    muster.rifles =
        table.switch(switches::RIFLES) == "yes" && table.state().battles.rifles.contains_key(&power);
    let mut seen = battle.clone();
    seen.musters.insert(power, muster.clone());
    if seen.awaited().iter().all(|other| battle.field.side(*other) != Some(who)) {
        // The side is complete: whether it may stand so is known now.
        if seen.corps(who).len() > fight::MOST_CORPS {
            return Err(Refusal::new(said!(
                "A side of a battle has {} corps at the most.",
                fight::MOST_CORPS
            )));
        }
        line_up(&seen, who, None)?;
    }
    table.emit(&Event::Battle(Happened::Mustered { battle: number, power, muster }))?;
    if seen.awaited().is_empty() { command(table, number) } else { Ok(()) }
}

/// Nobody brings a leader who was wounded and is still away.
fn check_wounded(table: &Table<'_, '_, EmpiresInArms>, power: Power, muster: &Muster) -> Result<(), Refusal> {
    let Some((now, _)) = outline::place(&table.path()) else { return Ok(()) };
    let wounded = table.state().battles.wounded.get(&power);
    for leader in &muster.leaders {
        let his = wounded.and_then(|wounded| wounded.get(&leader.name.to_lowercase()));
        if let Some(his) = his.filter(|his| his.is_away(now)) {
            return Err(Refusal::new(said!(
                "{} was wounded in the battle of {} and is still away; complete months in all: {}.",
                leader.name.clone(),
                his.place.clone(),
                his.months
            )));
        }
    }
    Ok(())
}

/// How many of the factors that may storm a fortress each attacking power takes: told by several powers only, and no more together than
/// it holds, at least one for each.
fn check_storms(battle: &Battle, power: Power, muster: &Muster) -> Result<(), Refusal> {
    let Some(storms) = muster.storms else { return Ok(()) };
    let limit = rule!("house.siege.assault-limit");
    let attackers = &battle.field.attackers;
    let Some(holds) = battle.field.fortress.filter(|_| attackers.len() > 1 && attackers.contains(&power))
    else {
        return Err(Refusal::under(
            limit,
            said!("How many storm is shared out by powers that storm a fortress together."),
        ));
    };
    let of = |other: &Power| match battle.musters.get(other) {
        _ if *other == power => storms,
        other => other.and_then(|muster| muster.storms).unwrap_or(1),
    };
    let all: u32 = attackers.iter().map(of).fold(0, u32::saturating_add);
    if storms == 0 || all > holds {
        return Err(Refusal::under(
            limit,
            said!(
                "With {} for {} at least {} factors would storm. The fortress holds {}: so many may storm it together, at least one of each power.",
                storms,
                power,
                all,
                holds
            ),
        ));
    }
    Ok(())
}

/// Who commands is agreed on only by powers of one side, and only by several.
fn check_agreed(battle: &Battle, who: Who, muster: &Muster) -> Result<(), Refusal> {
    let Some(named) = muster.command else { return Ok(()) };
    match battle.field.of(who) {
        [alone] => Err(Refusal::new(said!(
            "{} is alone on its side and commands it anyway. Only powers that fight together agree on who commands.",
            *alone
        ))),
        side if side.contains(&named) => Ok(()),
        _ => Err(Refusal::new(said!("{} does not fight on this side, so it cannot command it.", named))),
    }
}

fn check_muster(muster: &Muster, who: Who) -> Result<(), Refusal> {
    let there = muster.corps.iter().filter(|stands| !stands.corps.adjacent).count();
    if there == 0 || muster.corps.len() > MOST_CORPS || muster.leaders.len() > MOST_LEADERS {
        return Err(Refusal::new(said!(
            "A power brings 1 to {} corps and at most {} leaders to a battle; at least one of the corps stands in the area.",
            MOST_CORPS,
            MOST_LEADERS
        )));
    }
    let names = muster.corps.iter().map(|stands| &stands.corps.name);
    let mut known = BTreeSet::new();
    for name in names.chain(muster.leaders.iter().map(|leader| &leader.name)) {
        check_name(name, LONGEST_NAME)?;
        if !known.insert(name.to_lowercase()) {
            return Err(Refusal::new(said!(
                "\"{}\" stands there twice. Each corps and leader has a name of its own.",
                name.clone()
            )));
        }
    }
    for area in muster.corps.iter().filter_map(|stands| stands.corps.from.as_ref()) {
        check_name(area, LONGEST_PLACE)?;
    }
    for leader in &muster.leaders {
        leader.check()?;
    }
    let foreign = |corps: &&Corps| corps.la_salle && corps.nation != Nation::Major(Power::France);
    if let Some(other) = muster.corps.iter().map(|stands| &stands.corps).find(foreign) {
        return Err(Refusal::under(
            rule!("house.siege.assault-cavalry-exception"),
            said!("La Salle's light cavalry is French, and {} is not.", other.name.clone()),
        ));
    }
    if who == Who::Defender && muster.corps.iter().any(|stands| stands.corps.came != Came::Overland) {
        return Err(Refusal::new(said!(
            "Only corps that attack have landed or crossed an arrow in this turn."
        )));
    }
    Ok(())
}

/// Who commands a side, and the rules of how many corps fight. `picked` is the power that a die decided on.
fn line_up(battle: &Battle, who: Who, picked: Option<Power>) -> Result<(Command, Vec<RuleId>), Refusal> {
    let side: BTreeMap<Power, Muster> = battle
        .field
        .of(who)
        .iter()
        .filter_map(|power| Some((*power, battle.musters.get(power)?.clone())))
        .collect();
    let command = match (stacking::commander(&side), picked) {
        (Command::Tied(tied), Some(power)) if tied.contains(&power) => {
            Command::Of(power, side.get(&power).and_then(stacking::senior))
        }
        (command, _) => command,
    };
    let check = |power: Power, leader: Option<usize>| {
        if battle.field.kind.without_chits().is_some() {
            return Ok(Vec::new());
        }
        stacking::check(leader.and_then(|leader| battle.leader(power, leader)), &side)
    };
    let rules = match &command {
        Command::Of(power, leader) => check(*power, *leader)?,
        Command::Tied(tied) => {
            // Whoever the die names, the line-up must hold under him.
            let mut rules = Vec::new();
            for power in tied {
                rules = check(*power, side.get(power).and_then(stacking::senior))?;
            }
            rules
        }
    };
    Ok((command, rules))
}

/// All have mustered: who commands is known or rolled, and the envelopes of the first day are opened.
fn command(table: &mut Table<'_, '_, EmpiresInArms>, number: u32) -> Result<(), Refusal> {
    let battle = find(table, number)?.clone();
    let mut command = Vec::new();
    let mut by_die = Vec::new();
    let mut rules: Vec<RuleId> = Vec::new();
    for who in Who::BOTH {
        let (mut found, checked) = line_up(&battle, who, None)?;
        rules.extend(checked);
        if let Command::Tied(tied) = &found {
            let faces = u32::try_from(tied.len()).unwrap_or(1);
            let slot = format!("{PREFIX}{number}/command/{}", who as u8);
            let rolled = table.roll(&slot, vec![[faces, 1]], "command")?;
            let die = rolled.first().copied().unwrap_or(1) as usize;
            let picked = tied.get(die.saturating_sub(1)).copied();
            by_die.push(who);
            found = line_up(&battle, who, picked)?.0;
        }
        match found {
            Command::Of(power, leader) => command.push(Commander { power, leader }),
            Command::Tied(_) => return Err(Refusal::new(said!("Who commands could not be decided."))),
        }
    }
    let Ok(command) = <[Commander; 2]>::try_from(command) else {
        return Err(Refusal::new(said!("Who commands could not be decided.")));
    };
    rules.sort_unstable();
    rules.dedup();
    table.emit(&Event::Battle(Happened::Commanded { battle: number, command, by_die, rules }))?;
    open_plans(table, number)
}
