//! A day of combat: its exact odds, and days that are simply fought, one after another on one core.

use crate::figures::{Table, ms, timed};
use engine::eia::land::battle::assemble::{Options, Ready, ready};
use engine::eia::land::battle::fight::Who;
use engine::eia::land::battle::odds::{exact, simulate};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan};
use engine::eia::land::battle::{Battle, Commander, Field};
use engine::eia::land::forces::{Corps, Factors, Leader, Rank};
use engine::eia::land::stacking::{Muster, Stands};
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use std::collections::BTreeMap;
use std::time::Duration;

/// Goals: the exact odds of a day, those of all pairs of chits together, and days a second.
const EXACT: Duration = Duration::from_millis(100);
const MATRIX: Duration = Duration::from_secs(1);
const A_SECOND: f64 = 500_000.0;

/// The exact odds of a day between two armies of sixty factors, and so many days fought.
///
/// # Errors
/// A sentence where the battle cannot be fought, or where what was fought is not what the odds say.
pub fn run(days: u32) -> Result<String, String> {
    let Ready { setting, fight, .. } =
        sixty_against_sixty(When::MayBreakThem, [Chit::Echelon, Chit::Cordon])?;
    let (counted, odds) = timed(5, || exact(&setting, &fight));
    let slow = matrix(When::Third)?;
    let (slowest, all) = (slow.iter().max().copied().unwrap_or_default(), slow.iter().sum::<Duration>());
    let (fought, seen) = timed(3, || simulate(&setting, &fight, days, 1805));

    // No side loses more than sixty factors: a mean of so many days is off by less than this, but once in a million times.
    let off = 5.0 * 30.0 / f64::from(days).sqrt();
    for who in Who::BOTH {
        let lost = seen.iter().map(|(outcome, n)| u64::from(outcome.lost[who as usize]) * u64::from(*n));
        let mean = lost.sum::<u64>() as f64 / f64::from(days);
        if (mean - odds.losses(who)).abs() > off {
            return Err(format!(
                "{mean:.3} factors were lost on average, where {:.3} are due.",
                odds.losses(who)
            ));
        }
    }

    let a_day = fought.as_secs_f64() / f64::from(days);
    let a_second = 1.0 / a_day;
    let mut table = Table::new(
        &format!(
            "A day of 60 factors against 60: {} outcomes; {days} days fought on one core",
            odds.outcomes.len()
        ),
        &["ms", "a second", "÷ a day"],
    );
    let exactly = counted.as_secs_f64();
    table.row("a day fought", &[a_day * 1e3, a_second, 1.0]);
    table.row("exact odds", &[ms(counted), 1.0 / exactly, exactly / a_day]);
    table.goal(&format!("exact odds {:.1} < 100 ms", ms(counted)), counted < EXACT);
    for (name, took, goal) in [
        ("the slowest plan, guard in the third round", slowest, EXACT),
        ("all pairs of chits, guard in the third round", all, MATRIX),
    ] {
        table.row(name, &[ms(took), 1.0 / took.as_secs_f64(), took.as_secs_f64() / a_day]);
        table.goal(&format!("{name} {:.1} < {} ms", ms(took), goal.as_millis()), took < goal);
    }
    table.goal(&format!("{a_second:.0} >= 500,000 days a second"), a_second >= A_SECOND);
    Ok(table.told())
}

/// How long the odds of each pair of chits take, where both sides commit guard at that time. It is in the third round that most armies
/// differ.
fn matrix(when: When) -> Result<Vec<Duration>, String> {
    let pairs = Chit::of(Who::Attacker).iter().flat_map(|a| Chit::of(Who::Defender).iter().map(|d| [*a, *d]));
    pairs
        .map(|chits| {
            let Ready { setting, fight, .. } = sixty_against_sixty(when, chits)?;
            Ok(timed(1, || exact(&setting, &fight)).0)
        })
        .collect()
}

/// France with guard and heavy cavalry against Russia, three corps each, with artillery and a commander on both sides.
fn sixty_against_sixty(when: When, chits: [Chit; 2]) -> Result<Ready, String> {
    let french = ["8gd 4hc 3a", "21i 2c", "20i 2c"];
    let russians = ["6gd 3a 6c", "21i 2ck", "20i 2c"];
    let guard = |shift| GuardPlan { when, shift, corps: 0, leader: Some(0), heavy: false };
    let (mut musters, mut own) = (BTreeMap::new(), BTreeMap::new());
    for (power, corps, tactical, shift) in [(Power::France, french, 5, 2), (Power::Russia, russians, 3, 1)] {
        let names = ["I Corps", "II Corps", "III Corps"];
        let stands = |name| Stands { corps: Corps::named(name, Nation::Major(power)), aside: false };
        let leader = Leader {
            name: "The commander".to_owned(),
            strategic: 4,
            tactical,
            maximum: 4,
            rank: Rank::A,
            adjacent: false,
        };
        let muster = Muster { corps: names.map(stands).to_vec(), leaders: vec![leader], ..Muster::default() };
        let factors: Result<Vec<Factors>, String> =
            corps.iter().map(|text| Factors::read(text).map_err(|refusal| refusal.to_string())).collect();
        musters.insert(power, muster);
        own.insert(power, Own { factors: factors?, guard: Some(guard(shift)), ..Own::default() });
    }
    let battle = Battle {
        musters,
        command: Some([Power::France, Power::Russia].map(|power| Commander { power, leader: Some(0) })),
        own,
        ..Battle::opened(Field::new("Smolensk", vec![Power::France], vec![Power::Russia]))
    };
    ready(&battle, &chits.map(Plan::with), &engine::eia::typed::Typed::new(), Options::default())
        .map_err(|refusal| refusal.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn a_day_comes_out_as_its_odds_say() {
        let told = super::run(20_000).unwrap();
        assert!(told.contains("exact odds"), "{told}");
    }
}
