//! Europa: the exact odds of a battle of two days, against battles that are simply fought, and marches and supply over the whole map.

use crate::figures::{Table, ms, timed};
use engine::europa::battle::land::{Part, Setting, Terrain};
use engine::europa::battle::{Battle, Map, Next, Plan, Rules, Side};
use engine::europa::class::Class;
use engine::europa::control::{Control, Source, SourceKind, Stance};
use engine::europa::country::Country;
use engine::europa::geography::{Place, atlas};
use engine::europa::leader::{Command, Leader};
use engine::europa::logistics_switches::LogisticsSwitches;
use engine::europa::paths::{MOST_MP, Marcher, reach};
use engine::europa::period::Period;
use engine::europa::supply::{Asks, supply};
use engine::europa::technology::Land;
use engine::europa::thirds::Thirds;
use engine::europa::units::{Counter, Stack, Unit};
use engine::europa::{geography, odds};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::time::Duration;

/// Goals: the exact odds of a battle, and the reach of a stack.
const EXACT: Duration = Duration::from_millis(100);
const REACH: Duration = Duration::from_millis(1);

/// A side with a single source of supply, and everything else neutral.
struct OneSource(Place);

impl Control for OneSource {
    fn stance(&self, _province: Place) -> Stance {
        Stance::Neutral
    }

    fn source(&self, province: Place) -> Option<Source> {
        (province == self.0).then_some(Source { owned: true, kind: SourceKind::City })
    }

    fn national(&self, _province: Place) -> bool {
        false
    }

    fn port(&self, _province: Place) -> bool {
        false
    }
}

/// The odds of a battle with and without leaders who are drawn, so many battles fought, and logistics over the whole map.
///
/// # Errors
/// A sentence where the battle cannot be fought or the map is without provinces.
pub fn run(battles: u32) -> Result<String, String> {
    let plans = [Plan::default(); 2];
    let mut table = Table::new(
        &format!("A battle of 8 LD against 5 over two days; {battles} battles fought on one core"),
        &["ms", "a second", "÷ a battle"],
    );
    let named = italy(false);
    let drawn = italy(true);
    let (fought, played) = timed(3, || fight(&named, &plans, battles));
    played?;
    let one = fought.as_secs_f64() / f64::from(battles.max(1));
    table.row("a battle fought", &[one * 1e3, 1.0 / one, 1.0]);
    let mut slowest = Duration::ZERO;
    for (name, setting) in [("exact odds, leaders known", &named), ("exact odds, leaders drawn", &drawn)] {
        let (counted, found) = timed(5, || odds::land(setting, &plans));
        found.map_err(|refusal| refusal.to_string())?;
        let seconds = counted.as_secs_f64();
        table.row(name, &[ms(counted), 1.0 / seconds, seconds / one]);
        slowest = slowest.max(counted);
    }
    table.goal(&format!("exact odds {:.1} < 100 ms", ms(slowest)), slowest < EXACT);

    let provinces: Vec<Place> = atlas().all().filter(|place| !place.site().is_sea()).collect();
    let first = *provinces.first().ok_or("The map is without provinces.")?;
    let country = geography::find("France").first().and_then(|place| place.site().country());
    let country = country.or_else(|| Country::by_key("france")).ok_or("There is no France.")?;
    let army = Stack(vec![Unit { counter: Counter::ArmyPlus, country, veteran: true }]);
    let control = OneSource(first);
    let switches = LogisticsSwitches::default();
    let (reached, many) = timed(3, || {
        provinces.iter().map(|from| reach(*from, MOST_MP, Marcher::default(), &control).len()).sum::<usize>()
    });
    let (supplied, _) = timed(3, || {
        let asks = |at: &Place| Asks { stack: &army, at: *at, besieged: false, native: false };
        provinces.iter().map(|at| supply(asks(at), &[], &control, &switches)).collect::<Vec<_>>().len()
    });
    let each = |all: Duration| all / u32::try_from(provinces.len()).unwrap_or(1).max(1);
    let mut map = Table::new(
        &format!("{} provinces, {many} ways within {MOST_MP} MP; one source of supply", provinces.len()),
        &["ms in all", "ms each", "÷ reach"],
    );
    map.row("reach", &[ms(reached), ms(each(reached)), 1.0]);
    let ratio = supplied.as_secs_f64() / reached.as_secs_f64();
    map.row("supply", &[ms(supplied), ms(each(supplied)), ratio]);
    map.goal(&format!("a reach {:.2} < 1 ms", ms(each(reached))), each(reached) < REACH);
    Ok(format!("{}\n{}", table.told(), map.told()))
}

/// So many battles fought with dice from a seed.
fn fight(setting: &Setting, plans: &[Plan; 2], battles: u32) -> Result<(), String> {
    let mut dice = ChaCha8Rng::seed_from_u64(1521);
    for _ in 0..battles {
        let mut battle = Battle::land(setting.clone(), &mut ()).map_err(|refusal| refusal.to_string())?;
        loop {
            match battle.next() {
                Next::Over(_) => break,
                Next::Die { .. } => {
                    let die = u8::try_from(dice.next_u32() % 10 + 1).unwrap_or(1);
                    battle.throw(die, &mut ()).map_err(|refusal| refusal.to_string())?;
                }
                Next::Choice { .. } => {
                    let Some((who, leaves)) = battle.planned(plans) else { break };
                    battle.decide(who, leaves, &mut ()).map_err(|refusal| refusal.to_string())?;
                }
            }
        }
    }
    Ok(())
}

/// The battle of the guide's example, with its leaders or with drawn ones.
fn italy(drawn: bool) -> Setting {
    let side = |country: &str, class: Class, [a_plus, ld]: [u8; 2], leader: Leader| Side {
        parts: vec![Part {
            country: country.to_owned(),
            class,
            a_plus,
            a_minus: 0,
            detachments: Thirds::whole(ld.into()),
            pashas: 0,
            reformed: false,
            janissaries: false,
            sipahis: false,
        }],
        technology: Land::Arquebuse,
        veteran: true,
        tercios: country == "SPA",
        command: if drawn { Command::Replacement(country.to_owned()) } else { Command::Leader(leader) },
        foraging: false,
        further: Vec::new(),
    };
    let leader = |manoeuvre, fire, shock| Leader { manoeuvre, fire, shock, siege: 0 };
    Setting {
        rules: Rules::default(),
        period: Period::II,
        map: Map::Europe,
        terrain: Terrain::Plain,
        cold: false,
        crossing: None,
        intercepted: false,
        sides: [
            side("FRA", Class::IV, [2, 0], leader(3, 3, 1)),
            side("SPA", Class::III, [1, 1], leader(4, 1, 2)),
        ],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn odds_and_ways_are_timed() {
        let told = super::run(100).unwrap();
        assert!(told.contains("leaders drawn") && told.contains("supply"), "{told}");
    }
}
