//! Upkeep: what is kept for nothing, and what the rest costs.

use super::logistics_switches::LogisticsSwitches;
use super::prices::{Free, LandPrices, NavalPrices};
use super::units::{Counter, Unit};
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// The most wood that counts for ships.
pub const MOST_WOOD: u8 = 3;

/// Free upkeep in detachments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowed {
    /// LD.
    pub land: u8,
    /// ND.
    pub sea: u8,
    /// Detachments that may be of either.
    pub either: u8,
}

impl Allowed {
    /// What a country's table keeps for nothing, at the rates of exchange (`fast-battle.upkeep.conversion`).
    #[must_use]
    pub const fn of(free: &Free) -> Allowed {
        Allowed {
            land: 4 * free.a_plus + 2 * free.a_minus + free.ld,
            sea: 4 * (free.f_plus + free.transports) + 2 * free.f_minus,
            either: free.either,
        }
    }

    /// With the wood that a country produces, where it is played: one ND more for each, [`MOST_WOOD`] at most
    /// (`fast-battle.upkeep.wood`).
    #[must_use]
    pub fn with_wood(self, wood: u8) -> Allowed {
        Allowed { sea: self.sea.saturating_add(wood.min(MOST_WOOD)), ..self }
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Allowed) -> Allowed {
        Allowed {
            land: self.land.saturating_add(other.land),
            sea: self.sea.saturating_add(other.sea),
            either: self.either.saturating_add(other.either),
        }
    }
}

/// How many detachments a counter is in upkeep, and in upkeep alone: a fleet counts as 4 or 2 ND whatever it holds. None for one that upkeep
/// does not speak of.
#[must_use]
pub const fn rate(counter: Counter) -> Option<u8> {
    match counter {
        Counter::ArmyPlus | Counter::FleetPlus(_) => Some(4),
        Counter::ArmyMinus | Counter::FleetMinus(_) => Some(2),
        Counter::Ld | Counter::Nd | Counter::Gd | Counter::Dtr => Some(1),
        Counter::Pasha | Counter::LandD | Counter::SeaD => None,
    }
}

/// What a country pays by.
#[derive(Clone, Copy, Debug)]
pub struct Tariff {
    /// Its land prices.
    pub land: LandPrices,
    /// Its naval prices.
    pub naval: NavalPrices,
    /// Whether it is at peace.
    pub peace: bool,
    /// Naval upkeep that the umpire entered for ND, F- and F+, for a campaign without the wood rule.
    pub without_wood: Option<[u16; 3]>,
}

/// What is paid for a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The counter.
    pub unit: Unit,
    /// How many detachments it is.
    pub detachments: u8,
    /// How many of them are free.
    pub free: u8,
    /// Ducats for the rest.
    pub price: u16,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// What upkeep costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bill {
    /// Counter by counter.
    pub parts: Vec<Part>,
    /// Ducats in all.
    pub total: u32,
    /// Counters for which no price is held: pashas and exploration detachments. The umpire says what they cost.
    pub unpriced: Vec<Unit>,
}

/// The bill for all counters that a country keeps, with the free detachments laid where they save most.
///
/// # Errors
/// Without the wood rule, when the umpire has not entered the higher naval upkeep.
pub fn bill(
    units: &[Unit],
    allowed: Allowed,
    tariff: &Tariff,
    switches: &LogisticsSwitches,
) -> Result<Bill, Refusal> {
    if !switches.wood && tariff.without_wood.is_none() && units.iter().any(|u| u.counter.is_naval()) {
        return Err(Refusal::under(
            rule!("fast-battle.upkeep.wood"),
            said!(
                "Without the wood rule naval upkeep is higher than the tables have it. Enter what an ND, an F- and an F+ cost to keep."
            ),
        ));
    }
    let (priced, unpriced): (Vec<Unit>, Vec<Unit>) =
        units.iter().partition(|unit| rate(unit.counter).is_some());
    let (sea, land): (Vec<Unit>, Vec<Unit>) = priced.iter().partition(|unit| unit.counter.is_naval());
    let price = |unit: &Unit, left: u8| {
        if unit.counter.is_naval() {
            let keep = tariff.without_wood.filter(|_| !switches.wood).unwrap_or(tariff.naval.keep);
            composed(left, keep)
        } else {
            composed(left, land_prices(unit, tariff, switches))
        }
    };
    // Those that may be of either go where the whole comes out cheapest; of equals to the land.
    let best = (0..=allowed.either).rev().map(|to_land| {
        let mut parts = spread(&land, allowed.land.saturating_add(to_land), &price);
        parts.extend(spread(&sea, allowed.sea.saturating_add(allowed.either - to_land), &price));
        let total: u32 = parts.iter().map(|(_, _, price)| u32::from(*price)).sum();
        (total, parts)
    });
    let (total, parts) = best.min_by_key(|(total, _)| *total).unwrap_or_default();
    let parts =
        parts.into_iter().map(|(unit, free, price)| part(unit, free, price, tariff, switches)).collect();
    Ok(Bill { parts, total, unpriced })
}

/// The prices of LD, A- and A+ for a counter.
fn land_prices(unit: &Unit, tariff: &Tariff, switches: &LogisticsSwitches) -> [u16; 3] {
    if tariff.peace && switches.peace_column {
        return tariff.land.peace;
    }
    tariff.land.war.map(|(veteran, conscript)| if unit.veteran { veteran } else { conscript })
}

/// The price of what is left to pay of a counter: of a large one the whole, or the small face, or detachments, whatever stands for them.
const fn composed(left: u8, [one, two, four]: [u16; 3]) -> u16 {
    match left {
        0 => 0,
        1 => one,
        2 => two,
        3 => two + one,
        _ => four,
    }
}

/// Lays free detachments on counters so that the rest costs least: the free ones and the price of each.
fn spread(units: &[Unit], free: u8, price: &impl Fn(&Unit, u8) -> u16) -> Vec<(Unit, u8, u16)> {
    let free = usize::from(free);
    // The least that the counters from one on cost with so many free ones, from the last to the first.
    let mut least = vec![vec![0_u32; free + 1]; units.len() + 1];
    let cost =
        |unit: &Unit, laid: u8| u32::from(price(unit, rate(unit.counter).unwrap_or(0).saturating_sub(laid)));
    let most = |unit: &Unit, left: usize| rate(unit.counter).unwrap_or(0).min(left.min(255) as u8);
    for (i, unit) in units.iter().enumerate().rev() {
        for left in 0..=free {
            let each =
                (0..=most(unit, left)).map(|laid| cost(unit, laid) + least[i + 1][left - usize::from(laid)]);
            least[i][left] = each.min().unwrap_or(0);
        }
    }
    let mut left = free;
    let mut parts = Vec::new();
    for (i, unit) in units.iter().enumerate() {
        let whole = least[i][left];
        // The most free ones that are among the cheapest ways.
        let fits = |laid: &u8| cost(unit, *laid) + least[i + 1][left - usize::from(*laid)] == whole;
        let laid = (0..=most(unit, left)).rev().find(fits).unwrap_or(0);
        left -= usize::from(laid);
        parts.push((*unit, laid, cost(unit, laid) as u16));
    }
    parts
}

fn part(unit: Unit, free: u8, price: u16, tariff: &Tariff, switches: &LogisticsSwitches) -> Part {
    let detachments = rate(unit.counter).unwrap_or(0);
    let mut rules = vec![rule!("fast-battle.upkeep.per-detachment")];
    if unit.counter.is_fleet() {
        rules.push(rule!("fast-battle.upkeep.fleet-rate-only-in-upkeep"));
    }
    if unit.counter.is_naval() && !switches.wood {
        rules.push(rule!("fast-battle.upkeep.wood"));
    }
    if free > 0 && free < detachments {
        rules.push(rule!("fast-battle.upkeep.pay-the-rest"));
    }
    if price > 0 && tariff.peace && !unit.counter.is_naval() {
        rules.push(if switches.peace_column {
            rule!("fast-battle.upkeep.peace-column")
        } else {
            rule!("fast-battle.upkeep.peace-column-optional")
        });
    }
    Part { unit, detachments, free, price, rules }
}

#[cfg(test)]
mod tests {
    use super::super::country::Country;
    use super::super::period::Period;
    use super::super::prices;
    use super::super::technology::{Land, Naval};
    use super::super::units::Counter::{ArmyMinus, ArmyPlus, Dtr, FleetMinus, FleetPlus, Ld, Nd, Pasha};
    use super::super::units::{Hold, stack};
    use super::*;

    const BIG: Hold = Hold { nd: 7, gd: 0, dtr: 2 };

    fn tariff(country: &str) -> Tariff {
        let country = Country::by_key(country).expect("it is known");
        Tariff {
            land: prices::land(country, Land::Medieval).expect("its prices"),
            naval: prices::naval(country, Naval::Carrack).expect("its prices"),
            peace: false,
            without_wood: None,
        }
    }

    fn veterans(country: &str, counters: &[Counter]) -> Vec<Unit> {
        stack(country, counters).0.into_iter().map(|unit| Unit { veteran: true, ..unit }).collect()
    }

    fn pays(units: &[Unit], allowed: Allowed, tariff: &Tariff) -> Bill {
        bill(units, allowed, tariff, &LogisticsSwitches::default()).expect("a bill")
    }

    fn land(land: u8) -> Allowed {
        Allowed { land, ..Allowed::default() }
    }

    // fast-battle.upkeep.conversion, free-detachments-as-counters, per-detachment, example-portugal
    #[test]
    fn free_detachments_are_taken_as_counters() {
        let portugal = tariff("portugal");
        let kept = veterans("portugal", &[FleetPlus(BIG), ArmyMinus]);
        let guide = Allowed { land: 2, sea: 4, either: 0 };
        let bill = pays(&kept, guide, &portugal);
        assert_eq!(bill.total, 0);
        assert!(
            bill.parts.iter().all(|part| part.rules.contains(&rule!("fast-battle.upkeep.per-detachment")))
        );
        for counters in [&[ArmyPlus][..], &[ArmyMinus, ArmyMinus], &[ArmyMinus, Ld, Ld], &[Ld, Ld, Ld, Ld]] {
            assert_eq!(pays(&veterans("portugal", counters), land(4), &portugal).total, 0);
        }
        let listed = |bill: &Bill, part: usize| bill.parts[part].rules.clone();
        let plain = [rule!("fast-battle.upkeep.per-detachment")];
        let army = veterans("portugal", &[ArmyPlus]);
        assert_eq!(listed(&pays(&army, land(4), &portugal), 0), plain, "covered as a whole");
        assert_eq!(listed(&pays(&army, land(0), &portugal), 0), plain, "paid as a whole, at war");
        let ship = pays(
            &veterans("portugal", &[Nd]),
            Allowed::default(),
            &Tariff { peace: true, ..tariff("portugal") },
        );
        assert_eq!(listed(&ship, 0), plain, "ships cost the same in peace");
        let free = pays(&army, land(4), &Tariff { peace: true, ..tariff("portugal") });
        assert_eq!(listed(&free, 0), plain, "what costs nothing costs nothing in peace");
        let off = LogisticsSwitches { wood: false, ..LogisticsSwitches::default() };
        let on_land = super::bill(&army, land(0), &portugal, &off).expect("a bill");
        assert_eq!(listed(&on_land, 0), plain, "wood is for ships");
        let more = pays(&veterans("portugal", &[Ld, Ld, Ld]), land(2), &portugal);
        assert_eq!(more.total, 6, "the third LD at the table's price");
        let forces =
            prices::forces(Country::by_key("portugal").expect("it is known"), Period::I).expect("its forces");
        assert_eq!(
            Allowed::of(&forces.free),
            Allowed { land: 0, sea: 2, either: 3 },
            "the table's own: F- and three of either"
        );
    }

    // fast-battle.upkeep.pay-the-rest
    #[test]
    fn only_the_uncovered_part_of_a_counter_is_paid() {
        let portugal = tariff("portugal");
        let army = veterans("portugal", &[ArmyPlus]);
        let bill = pays(&army, land(2), &portugal);
        assert_eq!(bill.total, 8);
        assert!(bill.parts[0].rules.contains(&rule!("fast-battle.upkeep.pay-the-rest")));
        assert_eq!((bill.parts[0].detachments, bill.parts[0].free), (4, 2));
        assert_eq!([0, 1, 2, 3, 4].map(|free| pays(&army, land(free), &portugal).total), [20, 14, 8, 6, 0]);
        let conscripts = stack("portugal", &[ArmyPlus]).0;
        assert_eq!(pays(&conscripts, land(2), &portugal).total, 4);
    }

    #[test]
    fn free_detachments_go_where_they_save_most() {
        let portugal = tariff("portugal");
        let mixed = veterans("portugal", &[Ld, Ld, ArmyPlus]);
        // On the two LD they save 12; on the army, too, 20 to 8.
        assert_eq!(pays(&mixed, land(2), &portugal).total, 20);
        assert_eq!(pays(&mixed, land(6), &portugal).total, 0);
        let both = veterans("portugal", &[Ld, Nd]);
        let either = Allowed { either: 1, ..Allowed::default() };
        let bill = pays(&both, either, &portugal);
        assert_eq!(bill.total, 6, "the ND costs more than the LD");
        let large = veterans("portugal", &[ArmyPlus, ArmyMinus, Ld, Nd, FleetMinus(BIG)]);
        let all = Allowed { land: 3, sea: 1, either: 3 };
        let brute = (0..=3).map(|n| {
            let split = Allowed { land: 3 + n, sea: 4 - n, either: 0 };
            pays(&large, split, &portugal).total
        });
        assert_eq!(Some(pays(&large, all, &portugal).total), brute.min());
    }

    // fast-battle.upkeep.fleet-rate-only-in-upkeep, big-fleet
    #[test]
    fn a_fleet_is_four_detachments_in_upkeep_and_what_it_holds_elsewhere() {
        let russia = tariff("russia");
        let fleet = veterans("russia", &[FleetPlus(BIG)]);
        let bill = pays(&fleet, Allowed { sea: 4, ..Allowed::default() }, &russia);
        assert_eq!(bill.total, 0);
        assert!(bill.parts[0].rules.contains(&rule!("fast-battle.upkeep.fleet-rate-only-in-upkeep")));
        assert_eq!(fleet[0].counter.hold().nd, 7, "it fights with seven");
        assert_eq!(pays(&fleet, Allowed::default(), &russia).total, 75);
        let half = pays(&fleet, Allowed { sea: 2, ..Allowed::default() }, &russia);
        assert_eq!(half.total, 30, "the price of an F-");
        assert_eq!(pays(&veterans("russia", &[Dtr]), Allowed::default(), &russia).total, 20);
    }

    // fast-battle.upkeep.peace-column, peace-column-optional
    #[test]
    fn peace_has_its_own_column_unless_it_is_switched_off() {
        let peace = Tariff { peace: true, ..tariff("portugal") };
        let army = veterans("portugal", &[ArmyPlus, Ld]);
        let dear = pays(&army, Allowed::default(), &peace);
        assert_eq!(dear.total, 30 + 9);
        assert!(dear.parts[0].rules.contains(&rule!("fast-battle.upkeep.peace-column")));
        let off = LogisticsSwitches { peace_column: false, ..LogisticsSwitches::default() };
        let cheap = bill(&army, Allowed::default(), &peace, &off).expect("a bill");
        assert_eq!(cheap.total, 20 + 6);
        assert!(cheap.parts[0].rules.contains(&rule!("fast-battle.upkeep.peace-column-optional")));
    }

    // fast-battle.upkeep.wood
    #[test]
    fn without_wood_the_umpire_enters_what_ships_cost() {
        let off = LogisticsSwitches { wood: false, ..LogisticsSwitches::default() };
        let ships = veterans("portugal", &[Nd, FleetPlus(BIG)]);
        let tables = tariff("portugal");
        let refusal = bill(&ships, Allowed::default(), &tables, &off).expect_err("nothing entered");
        assert_eq!(refusal.rules, [rule!("fast-battle.upkeep.wood")]);
        let entered = Tariff { without_wood: Some([20, 35, 75]), ..tables };
        let raised = bill(&ships, Allowed::default(), &entered, &off).expect("a bill");
        assert_eq!(raised.total, 95);
        assert!(raised.parts[0].rules.contains(&rule!("fast-battle.upkeep.wood")));
        assert_eq!(pays(&ships, Allowed::default(), &entered).total, 70, "with wood the printed values");
        assert_eq!([2, 3, 5].map(|wood| Allowed::default().with_wood(wood).sea), [2, 3, 3]);
    }

    #[test]
    fn what_has_no_price_is_told() {
        let turkey = tariff("turkey");
        let bill = pays(&veterans("turkey", &[Pasha, Ld]), Allowed::default(), &turkey);
        assert_eq!((bill.parts.len(), bill.unpriced.len()), (1, 1));
    }
}
