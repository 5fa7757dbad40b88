//! Buying troops: prices, limits, and what stands on the map for it.

use super::country::Country;
use super::fleets;
use super::period::Period;
use super::prices::{self, LandPrices, NavalPrices};
use super::technology::{Land, Naval};
use super::thirds::Thirds;
use super::units::{Counter, Hold};
use super::upkeep::MOST_WOOD;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// How often the land limit may be used in a turn, each time dearer.
pub const MOST_LIMITS: u16 = 3;

/// Something to buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A land detachment.
    Ld,
    /// A small army.
    ArmyMinus,
    /// A large army: a small one and two LD, which are merged.
    ArmyPlus,
    /// A naval detachment.
    Nd,
    /// A galley detachment.
    Gd,
    /// A transport detachment.
    Dtr,
    /// A small fleet, full.
    Fleet,
    /// A small fleet of galleys, full.
    GalleyFleet,
}

/// Who buys, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// The country.
    pub country: Country,
    /// The period.
    pub period: Period,
    /// Its land technology.
    pub land: Land,
    /// Its naval technology.
    pub naval: Naval,
    /// The wood that it produces, where wood is played, 0 otherwise: each lets it buy an ND more, three at most.
    pub wood: u8,
    /// LD that it has bought before in this turn.
    pub bought_ld: u16,
    /// Naval detachments that it has bought before in this turn, in halves.
    pub bought_halves: u16,
}

/// A counter that is bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What is paid for.
    pub counter: Counter,
    /// The written price in ducats.
    pub price: u16,
    /// How many times it is paid.
    pub times: u16,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// A purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bought {
    /// Counter by counter as they are paid.
    pub parts: Vec<Part>,
    /// The counters that come onto the map; a small army and two LD that were bought as a large one stand there as such.
    pub counters: Vec<Counter>,
    /// Ducats in all.
    pub total: u32,
    /// LD bought in this turn, with those before.
    pub ld: u16,
    /// Naval detachments bought in this turn, with those before, in halves.
    pub halves: u16,
}

/// A number of detachments to buy.
///
/// # Errors
/// When it is not a whole one.
pub fn whole(thirds: Thirds) -> Result<u8, Refusal> {
    match u8::try_from(thirds.0 / 3) {
        Ok(number) if thirds.is_whole() => Ok(number),
        _ => Err(Refusal::under(
            rule!("fast-battle.purchase.full-detachments"),
            said!("Troops are bought in full detachments; {} is none.", thirds.to_string()),
        )),
    }
}

/// Prices a purchase and checks its limits. Land counters are paid in the order in which they are named, each as often as the smallest
/// multiple of the limit says that holds it completely.
///
/// # Errors
/// When a limit would be broken, or the tables have no price or limit, which then is the umpire's to say.
pub fn buy(buyer: &Buyer, items: &[Item]) -> Result<Bought, Refusal> {
    let Some(forces) = prices::forces(buyer.country, buyer.period) else {
        return Err(Refusal::under(
            rule!("fast-battle.purchase.limit-source"),
            said!(
                "The tables have no purchase limits for {} in period {}: the umpire must say.",
                buyer.country.name(),
                buyer.period.key()
            ),
        ));
    };
    let mut bought = Bought {
        parts: Vec::new(),
        counters: Vec::new(),
        total: 0,
        ld: buyer.bought_ld,
        halves: buyer.bought_halves,
    };
    let ld = |item: &Item| match item {
        Item::Ld => 1,
        Item::ArmyMinus => 2,
        Item::ArmyPlus => 4,
        _ => 0,
    };
    let wanted = items.iter().map(ld).fold(buyer.bought_ld, u16::saturating_add);
    for item in items {
        match item {
            Item::Ld | Item::ArmyMinus | Item::ArmyPlus => {
                buy_land(buyer, *item, forces.land_limit(), wanted, &mut bought)?
            }
            _ => {
                let limit = forces.naval_limit().saturating_add(buyer.wood.min(MOST_WOOD));
                buy_naval(buyer, *item, limit, &mut bought)?;
            }
        }
    }
    bought.total = bought.parts.iter().map(|part| u32::from(part.price) * u32::from(part.times)).sum();
    Ok(bought)
}

/// Prices a land counter. `wanted`: LD of this turn with the whole purchase, for what a refusal says.
fn buy_land(buyer: &Buyer, item: Item, limit: u8, wanted: u16, bought: &mut Bought) -> Result<(), Refusal> {
    let prices: LandPrices =
        prices::land(buyer.country, buyer.land).ok_or_else(|| no_price(buyer, buyer.land.name()))?;
    let russia = buyer.country.key() == "russia";
    let mut pay = |counter: Counter, ld: u16, price: u16, mut rules: Vec<RuleId>| {
        let after = bought.ld.saturating_add(ld);
        let times = if limit == 0 { MOST_LIMITS + 1 } else { after.div_ceil(limit.into()) };
        if times > MOST_LIMITS {
            return Err(Refusal::under(
                rule!("fast-battle.purchase.land-limit-multiples"),
                said!(
                    "That would be {} LD in this turn. The limit is {} LD; three times as many, at three times the price, are the end.",
                    wanted,
                    limit
                ),
            ));
        }
        if times > 1 {
            rules.push(rule!("fast-battle.purchase.land-limit-multiples"));
        }
        bought.ld = after;
        bought.parts.push(Part { counter, price, times, rules });
        Ok(())
    };
    let army = || {
        let price = rule!("fast-battle.purchase.russian-small-army-price");
        if russia { vec![price] } else { Vec::new() }
    };
    match item {
        Item::Ld => {
            pay(Counter::Ld, 1, prices.buy[0], Vec::new())?;
            bought.counters.push(Counter::Ld);
        }
        Item::ArmyMinus => {
            pay(Counter::ArmyMinus, 2, prices.buy[1], army())?;
            bought.counters.push(Counter::ArmyMinus);
        }
        _ => {
            // Every country's tables price a small army and no large one; the guide tells it of Russia.
            let merged = if russia {
                rule!("fast-battle.purchase.russian-large-army")
            } else {
                rule!("fast-battle.counters.merge")
            };
            let mut rules = army();
            rules.push(merged);
            pay(Counter::ArmyMinus, 2, prices.buy[1], rules)?;
            pay(Counter::Ld, 1, prices.buy[0], vec![merged])?;
            pay(Counter::Ld, 1, prices.buy[0], vec![merged])?;
            bought.counters.push(Counter::ArmyPlus);
        }
    }
    Ok(())
}

fn buy_naval(buyer: &Buyer, item: Item, limit: u8, bought: &mut Bought) -> Result<(), Refusal> {
    let prices: NavalPrices =
        prices::naval(buyer.country, buyer.naval).ok_or_else(|| no_price(buyer, buyer.naval.name()))?;
    let full = || {
        fleets::capacity(buyer.country, buyer.period, false).ok_or_else(|| {
            Refusal::under(
                rule!("fast-battle.units.fleet-contents-vary"),
                said!("The tables have no F- of {} in period {}.", buyer.country.name(), buyer.period.key()),
            )
        })
    };
    const FULL: RuleId = rule!("fast-battle.purchase.fleet-minus-price");
    let galley = |price: Option<u16>| {
        price.ok_or_else(|| {
            Refusal::under(
                rule!("fast-battle.upkeep.per-detachment"),
                said!("{} builds no galleys: its table has no price for them.", buyer.country.name()),
            )
        })
    };
    let (counter, price, rules) = match item {
        Item::Nd => (Counter::Nd, prices.nd, vec![]),
        Item::Gd => (Counter::Gd, galley(prices.gd)?, vec![]),
        Item::Dtr => (Counter::Dtr, prices.dtr, vec![]),
        Item::GalleyFleet => {
            let capacity = full()?;
            let hold = Hold { nd: 0, gd: 2 * capacity.nd, dtr: capacity.dtr };
            (Counter::FleetMinus(hold), galley(prices.galley_fleet)?, vec![FULL])
        }
        _ => {
            let capacity = full()?;
            (
                Counter::FleetMinus(Hold { nd: capacity.nd, gd: 0, dtr: capacity.dtr }),
                prices.fleet,
                vec![FULL],
            )
        }
    };
    let hold = counter.hold();
    // Two galleys count as one against the limit.
    let halves = 2 * u16::from(hold.nd) + u16::from(hold.gd) + 2 * u16::from(hold.dtr);
    let after = bought.halves.saturating_add(halves);
    if after > 2 * u16::from(limit) {
        return Err(Refusal::under(
            rule!("fast-battle.purchase.naval-limit-hard"),
            said!(
                "That would be {} naval detachments in this turn, and the limit is {}. It may not be exceeded at any price.",
                after.div_ceil(2),
                limit
            ),
        ));
    }
    bought.halves = after;
    bought.counters.push(counter);
    bought.parts.push(Part { counter, price, times: 1, rules });
    Ok(())
}

fn no_price(buyer: &Buyer, technology: &'static str) -> Refusal {
    Refusal::under(
        rule!("fast-battle.upkeep.per-detachment"),
        said!(
            "The tables have no prices for {} with {}: the umpire must say.",
            buyer.country.name(),
            technology
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buyer(country: &str, period: Period, land: Land, naval: Naval) -> Buyer {
        let country = Country::by_key(country).expect("it is known");
        Buyer { country, period, land, naval, wood: 0, bought_ld: 0, bought_halves: 0 }
    }

    fn refused(buyer: &Buyer, items: &[Item]) -> RuleId {
        buy(buyer, items).expect_err("it is refused").rules[0]
    }

    // fast-battle.purchase.full-detachments
    #[test]
    fn troops_are_bought_whole() {
        assert_eq!(whole(Thirds::whole(2)), Ok(2));
        for thirds in [Thirds(1), Thirds(-3)] {
            let refusal = whole(thirds).expect_err("no whole number");
            assert_eq!(refusal.rules, [rule!("fast-battle.purchase.full-detachments")]);
        }
    }

    // fast-battle.purchase.land-limit-multiples, limit-source
    #[test]
    fn beyond_the_land_limit_the_price_is_a_multiple() {
        // France in period I: 4 LD a turn, 8 ducats each at Medieval.
        let france = buyer("france", Period::I, Land::Medieval, Naval::Carrack);
        let ten = buy(&france, &[Item::Ld; 10]).expect("it may");
        assert_eq!(ten.total, (4 + 2 * 4 + 3 * 2) * 8);
        let times: Vec<u16> = ten.parts.iter().map(|part| part.times).collect();
        assert_eq!(times, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
        assert!(ten.parts[4].rules.contains(&rule!("fast-battle.purchase.land-limit-multiples")));
        assert!(ten.parts[0].rules.is_empty());
        assert!(buy(&france, &[Item::Ld; 12]).is_ok());
        assert_eq!(refused(&france, &[Item::Ld; 13]), rule!("fast-battle.purchase.land-limit-multiples"));
        let straddles = buy(&france, &[Item::Ld, Item::Ld, Item::Ld, Item::ArmyMinus]).expect("it may");
        assert_eq!(straddles.parts[3].times, 2, "the army is held by twice the limit only");
        assert_eq!(straddles.total, 3 * 8 + 2 * 16);
        let later = Buyer { bought_ld: 4, ..france };
        assert_eq!(buy(&later, &[Item::Ld]).expect("it may").total, 16, "with what was bought before");
        let prussia = buyer("prussia", Period::VI, Land::Manoeuvre, Naval::Battery);
        let four = buy(&prussia, &[Item::Ld; 4]).expect("it may");
        assert_eq!(four.parts[3].times, 2, "three by its own table, though the overview says four");
    }

    // fast-battle.purchase.naval-limit-hard
    #[test]
    fn the_naval_limit_is_hard() {
        let spain = buyer("spain", Period::II, Land::Renaissance, Naval::Carrack);
        assert_eq!(buy(&spain, &[Item::Nd; 6]).expect("it may").halves, 12);
        assert_eq!(refused(&spain, &[Item::Nd; 7]), rule!("fast-battle.purchase.naval-limit-hard"));
        assert!(buy(&spain, &[Item::Gd; 12]).is_ok(), "two galleys for one");
        let wood = Buyer { wood: 1, ..spain };
        assert!(buy(&wood, &[Item::Nd; 7]).is_ok() && buy(&wood, &[Item::Nd; 8]).is_err());
        assert!(buy(&spain, &[Item::Fleet, Item::Fleet]).is_ok());
        assert_eq!(
            refused(&spain, &[Item::Fleet, Item::Fleet, Item::Gd]),
            rule!("fast-battle.purchase.naval-limit-hard")
        );
    }

    // fast-battle.purchase.fleet-minus-price
    #[test]
    fn the_price_of_a_small_fleet_buys_a_full_one() {
        let england = buyer("england", Period::V, Land::Baroque, Naval::Battery);
        let bought = buy(&england, &[Item::Fleet]).expect("it may");
        assert_eq!(bought.counters, [Counter::FleetMinus(Hold { nd: 3, gd: 0, dtr: 1 })]);
        assert_eq!((bought.total, bought.parts.len()), (130, 1));
        assert_eq!(bought.parts[0].rules, [rule!("fast-battle.purchase.fleet-minus-price")]);
        let venice = buyer("venice", Period::I, Land::Medieval, Naval::Carrack);
        let galleys = buy(&venice, &[Item::GalleyFleet]).expect("it may");
        assert_eq!(galleys.counters, [Counter::FleetMinus(Hold { nd: 0, gd: 4, dtr: 1 })]);
        let later = buyer("spain", Period::IV, Land::Arquebuse, Naval::Carrack);
        let galleys = buy(&later, &[Item::GalleyFleet]).expect("it may");
        assert_eq!(
            galleys.counters,
            [Counter::FleetMinus(Hold { nd: 0, gd: 6, dtr: 1 })],
            "two galleys for one of three"
        );
        assert_eq!(refused(&england, &[Item::Gd]), rule!("fast-battle.upkeep.per-detachment"));
        let russia = buyer("russia", Period::I, Land::Medieval, Naval::Carrack);
        assert_eq!(refused(&russia, &[Item::Fleet]), rule!("fast-battle.units.fleet-contents-vary"));
    }

    // fast-battle.purchase.russian-large-army, russian-small-army-price
    #[test]
    fn russia_buys_a_large_army_as_a_small_one_and_two_detachments() {
        let russia = buyer("russia", Period::II, Land::Renaissance, Naval::Carrack);
        let large = buy(&russia, &[Item::ArmyPlus]).expect("it may");
        assert_eq!(large.counters, [Counter::ArmyPlus]);
        assert_eq!(large.parts.iter().map(|part| part.price).collect::<Vec<_>>(), [20, 6, 6]);
        assert!(large.parts[0].rules.contains(&rule!("fast-battle.purchase.russian-large-army")));
        let small = buy(&russia, &[Item::ArmyMinus]).expect("it may");
        assert_eq!(small.total, 20, "not the 12 of two LD");
        assert_eq!(small.parts[0].rules, [rule!("fast-battle.purchase.russian-small-army-price")]);
        let spain = buyer("spain", Period::II, Land::Renaissance, Naval::Carrack);
        assert!(buy(&spain, &[Item::ArmyMinus]).expect("it may").parts[0].rules.is_empty());
    }

    #[test]
    fn what_the_tables_lack_is_the_umpires() {
        let bavaria = buyer("bavaria", Period::II, Land::Renaissance, Naval::Carrack);
        assert_eq!(refused(&bavaria, &[Item::Ld]), rule!("fast-battle.purchase.limit-source"));
        let france = buyer("france", Period::VII, Land::LaceWars, Naval::SeventyFour);
        assert_eq!(refused(&france, &[Item::Nd]), rule!("fast-battle.upkeep.per-detachment"));
    }

    // fast-battle.purchase.land-limit-multiples
    #[test]
    fn who_has_no_limit_on_land_buys_no_troops() {
        let france = buyer("france", Period::I, Land::Medieval, Naval::Carrack);
        let buys = |limit: u8| {
            let mut bought = buy(&france, &[]).expect("nothing is bought");
            buy_land(&france, Item::Ld, limit, 1, &mut bought)
        };
        let refusal = buys(0).expect_err("a limit of none");
        assert_eq!(refusal.rules, [rule!("fast-battle.purchase.land-limit-multiples")]);
        assert_eq!(buys(1), Ok(()));
    }
}
