//! Opening a battle, mustering for it, and who commands, up to the envelopes of its first day.

use super::may::{Now, guests, line_up, may, may_be_neutral, may_muster, open_battle, players};
use super::plans::open_plans;
use super::rifles::buy;
use super::{Happened, Order, PREFIX, offers};
use crate::land::battle::fight::Who;
use crate::land::battle::{Battle, Commander, Field};
use crate::land::stacking::{Command, Muster};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// Field battles, as a subject of the game.
pub enum FieldBattles {}

impl Subject<EmpiresInArms> for FieldBattles {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        if let Happened::RiflesBought { power, price: price @ 1.., .. } = happened
            && let Some(month) = state.economy.asked
            && state.economy.begun.contains(&power)
        {
            state.economy.rifles.insert(power, (month, price));
        }
        state.battles.apply(happened);
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        offers::offers(state, table)
    }
}

impl Ordered<EmpiresInArms> for FieldBattles {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        if let Order::Muster { number, power, muster } = &order {
            return muster_in(table, seat, *number, *power, muster);
        }
        may(table.state(), &Now::of(table), seat, &order)?;
        match order {
            Order::Open { field, neutral } => open(table, seat, field, neutral),
            Order::BuyRifles { power, landtag } => buy(table, power, landtag),
            Order::Neutral { number } => is_neutral(table, seat, number),
            Order::Muster { .. } => Ok(()),
            Order::CallOff { number } => table.emit(&Event::Battle(Happened::CalledOff { battle: number })),
            Order::Live { number, on } => {
                table.emit(&Event::Battle(Happened::Live { battle: number, seat: seat.clone(), on }))
            }
        }
    }
}

fn open(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    mut field: Field,
    neutral: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    let battle = state.battles.last + 1;
    field.neutral |= neutral;
    // Where the bot keeps who is dominant nobody has to say it.
    if let Some(kept) = state.dominant().filter(|_| field.dominant.is_none()) {
        let others = Power::ALL.into_iter().any(|power| kept.contains(&power) != field.is_dominant(power));
        field.dominant = others.then(|| kept.iter().copied().collect());
    }
    if field.neutral && players(state, &field, Who::Defender).iter().eq([seat]) {
        return undefended(table, None, field);
    }
    let rules = match (guests(&field), field.neutral) {
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
    let battle = may_be_neutral(table.state(), seat, number)?.clone();
    let garrison = table.state().garrison(&battle);
    if garrison.iter().all(|other| other == seat || battle.neutral.contains(other)) {
        return undefended(table, Some(number), battle.field);
    }
    table.emit(&Event::Battle(Happened::Neutral { battle: number, seat: seat.clone() }))
}

/// The open battle of a number.
pub(super) fn find<'t>(table: &'t Table<'_, '_, EmpiresInArms>, number: u32) -> Result<&'t Battle, Refusal> {
    open_battle(table.state(), number)
}

fn muster_in(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    number: u32,
    power: Power,
    muster: &Muster,
) -> Result<(), Refusal> {
    let seen = may_muster(table.state(), &Now::of(table), seat, number, power, muster)?;
    let muster = seen.musters.get(&power).unwrap_or(muster).clone();
    table.emit(&Event::Battle(Happened::Mustered { battle: number, power, muster }))?;
    if seen.awaited().is_empty() { command(table, number) } else { Ok(()) }
}

/// All have mustered: who commands is known or rolled, and the envelopes of the first day are opened.
pub(crate) fn command(table: &mut Table<'_, '_, EmpiresInArms>, number: u32) -> Result<(), Refusal> {
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
