//! What holds of every land battle.

use super::super::land::{Crossing, Part, Setting, Side, Terrain};
use super::super::notes::Note;
use super::super::rules::Edition;
use super::super::tables::{Column, tables};
use super::super::{Battle, Map, Next, Plan, Rules, Who};
use super::{even, leader, part};
use crate::class::Class;
use crate::leader::Command;
use crate::period::Period;
use crate::technology::Land;
use crate::thirds::Thirds;
use proptest::prelude::*;

/// Any land battle.
fn settings() -> impl Strategy<Value = Setting> {
    let technology = || prop::sample::select(Land::ALL.to_vec());
    let class = || prop::sample::select(Class::ALL.to_vec());
    let country = || prop::sample::select(vec!["FRA", "SPA", "TUR", "RUS", "POL", "SUE", "hesse"]);
    let command = || {
        prop_oneof![
            4 => (0..=6_i8, 0..=6_i8, 0..=6_i8).prop_map(|(man, fire, shock)| leader(man, fire, shock)),
            1 => Just(Command::Replacement("TUR".to_owned())),
            1 => Just(Command::None),
        ]
    };
    let side = move || {
        ((country(), class(), 0..=2_u8, 0..=1_u8, 1..=4_i32), technology(), command(), any::<[bool; 4]>())
            .prop_map(
                |(
                    (country, class, plus, minus, ld),
                    technology,
                    command,
                    [veteran, tercios, sipahis, foraging],
                )| Side {
                    parts: vec![Part { sipahis, ..part(country, class, plus, minus, ld) }],
                    veteran,
                    tercios,
                    foraging,
                    command,
                    ..super::side(part(country, class, 0, 0, 1), technology)
                },
            )
    };
    let terrain = prop::sample::select(vec![Terrain::Plain, Terrain::Mountain, Terrain::Swamp]);
    let crossing = prop::sample::select(vec![None, Some(Crossing::River), Some(Crossing::Landing)]);
    let rules = any::<[bool; 6]>().prop_map(
        |[equal_leaves, new_artillery_count, cap_caused, head, four, casualties]| Rules {
            equal_leaves,
            new_artillery_count,
            cap_caused,
            edition: if head { Edition::Head } else { Edition::Guide },
            major_at_four: four,
            casualties,
            ..Rules::default()
        },
    );
    (rules, prop::sample::select(Period::ALL.to_vec()), any::<[bool; 2]>(), terrain, crossing, side(), side())
        .prop_map(|(rules, period, [rotw, intercepted], terrain, crossing, moving, standing)| Setting {
            rules,
            period,
            map: if rotw { Map::Rotw } else { Map::Europe },
            terrain,
            crossing,
            intercepted,
            sides: [moving, standing],
            ..even()
        })
}

proptest! {
    /// Whatever the battle and its dice: it ends; every loss is a number of thirds within the strength; every sum is that of its parts;
    /// a correction is never below nothing; the same dice give the same bytes, and a battle goes on from its bytes as it would have.
    #[test]
    fn of_every_battle(of in settings(), dice in prop::collection::vec(1..=10_u8, 32), leaves in any::<[bool; 2]>()) {
        let plans = leaves.map(|leaves| if leaves { Plan::LEAVES } else { Plan::default() });
        let run = |through_bytes: bool| {
            let mut notes = Vec::new();
            let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
            let mut dice = dice.iter();
            loop {
                if through_bytes {
                    let bytes = serde_json::to_vec(&battle).expect("bytes");
                    battle = serde_json::from_slice(&bytes).expect("a battle");
                }
                match battle.next() {
                    Next::Over(_) => break,
                    Next::Choice { .. } => {
                        let (who, leave) = battle.planned(&plans).expect("a choice");
                        battle.decide(who, leave, &mut notes).expect("a choice");
                    }
                    Next::Die { .. } => battle.throw(*dice.next().expect("no battle takes more"), &mut notes).expect("a die"),
                }
            }
            let verdict = battle.account(&mut notes).expect("it is over");
            (battle, notes, verdict)
        };
        let (battle, notes, verdict) = run(false);
        let again = run(true);
        prop_assert_eq!(serde_json::to_vec(&notes).ok(), serde_json::to_vec(&again.1).ok());
        prop_assert_eq!(verdict, again.2);
        let read: Vec<Note> = serde_json::from_slice(&serde_json::to_vec(&notes).expect("bytes")).expect("notes");
        prop_assert_eq!(&read, &notes);
        for note in &notes {
            let added = match note {
                Note::Rolled(rolled) => Some((&rolled.added, rolled.die, rolled.modified)),
                Note::Retreat { added, die, modified, .. } => Some((added, *die, *modified)),
                _ => None,
            };
            if let Some((added, die, modified)) = added {
                let sum: i32 = added.iter().map(|added| i32::from(added.by)).sum();
                prop_assert_eq!(i32::from(die) + sum, modified);
            }
            if let Note::CorrectedForSize { parts, gives, .. } = note {
                prop_assert_eq!(parts.iter().map(|(_, to)| *to).sum::<Thirds>(), *gives);
            }
        }
        for who in Who::BOTH {
            let lost = verdict.lost[who as usize];
            prop_assert!(battle.corrected(who) >= Thirds::NONE);
            prop_assert!(lost >= Thirds::NONE && lost <= of.side(who).strength());
            prop_assert_eq!(verdict.destroyed[who as usize], lost == of.side(who).strength());
            prop_assert!(of.map == Map::Rotw || lost.is_whole());
        }
        prop_assert!(!verdict.major || verdict.winner.is_some_and(|winner| verdict.routed[winner.other() as usize]));
    }

    /// A higher modified roll never does less; in a column that is deadlier neither.
    #[test]
    fn a_higher_roll_never_does_less(roll in -5..20_i32) {
        for column in Column::ALL {
            let of = tables(Edition::Guide);
            let (low, high) = (of.combat(column, roll), of.combat(column, roll + 1));
            prop_assert!(low.losses <= high.losses && low.stars <= high.stars);
        }
    }
}
