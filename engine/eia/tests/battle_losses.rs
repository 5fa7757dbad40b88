//! Who loses what, over values, with scripted dice: allies, cavalry in breaking, corps beyond the maximum, pursuit.
#![allow(clippy::unwrap_used)]

use crate::battle::{Scripted, battle, corps, field, muster, own, plan};
use eia::typed::Typed;
use engine::eia::land::battle::Battle;
use engine::eia::land::battle::assemble::{Options, Ready, ready};
use engine::eia::land::battle::fight::{Breaks, Fight, Note, Side, Station, Who, Why, suffer};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::pursuit::{Pursuit, pursue, ridden_down};
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Reinforce};
use engine::eia::land::forces::Troop;
use engine::eia::land::stacking::Muster;
use engine::eia::powers::Power;
use engine::rule;

use Power::{Austria, France, Prussia, Russia};

/// A battle of these powers, each with its corps, leaders and what is in them.
fn between(attackers: &[(Power, Muster, Own)], defenders: &[(Power, Muster, Own)]) -> Battle {
    let powers = |side: &[(Power, Muster, Own)]| side.iter().map(|(power, ..)| *power).collect();
    let all = attackers.iter().chain(defenders).cloned();
    let (musters, own) = all.map(|(power, muster, own)| ((power, muster), (power, own))).unzip();
    battle(field(powers(attackers), powers(defenders)), musters, own)
}

/// A power with its corps, `I`, `II` and so on, and without a leader.
fn with(power: Power, inside: &[&str]) -> (Power, Muster, Own) {
    let names = ["I", "II", "III", "IV"].iter().take(inside.len());
    (power, muster(names.map(|name| corps(name, power.key())).collect(), vec![]), own(inside))
}

fn made_ready(battle: &Battle, chits: [Chit; 2]) -> Ready {
    ready(battle, &chits.map(plan), &Typed::new(), Options::default()).unwrap()
}

/// A day fought with these dice: what was told, and how it stands.
fn fought(battle: &Battle, chits: [Chit; 2], dice: &[u8]) -> (Vec<Note>, Fight) {
    let ready = made_ready(battle, chits);
    let mut table = Scripted::of(dice);
    let mut fight = ready.fight;
    fight.run(&ready.setting, &mut table).unwrap();
    assert_eq!(table.thrown.len(), dice.len(), "{:?}", table.heard);
    (table.heard, fight)
}

fn left(fight: &Fight, who: Who) -> Vec<String> {
    let factors = fight.armies[who as usize].factors.iter();
    factors.filter(|factors| !factors.is_empty()).map(ToString::to_string).collect()
}

/// Factors that fell in each clash, of attacker and defender.
fn clashes(notes: &[Note]) -> Vec<[u32; 2]> {
    let clash = |note: &Note| match note {
        Note::Clash { lost, .. } => {
            Some([0, 1].map(|i: usize| lost[i].iter().map(|(_, lost)| lost.total()).sum()))
        }
        _ => None,
    };
    notes.iter().filter_map(clash).collect()
}

#[test]
fn an_ally_with_thirty_in_a_hundred_loses_thirty_in_a_hundred_of_a_day() {
    // Three rolls that take two factors each, of 28 and 12: by itself each roll would take one of either.
    let probed = between(&[with(France, &["40i"])], &[with(Austria, &["28i"]), with(Russia, &["12i"])]);
    let (notes, fight) = fought(&probed, [Chit::Probe, Chit::Cordon], &[5, 1, 1, 1, 1, 1]);
    assert_eq!(clashes(&notes), [[0, 2], [0, 2], [0, 2]]);
    assert_eq!(left(&fight, Who::Defender), ["24i", "10i"]);
    // The next day is counted anew, from what they have left.
    let mut second = probed;
    second.armies = Some(fight.armies);
    second.day = 2;
    let Ready { setting, fight, .. } = made_ready(&second, [Chit::Probe, Chit::Cordon]);
    let mut army = fight.armies[1];
    assert_eq!(setting.sides[1].corps.iter().map(|unit| unit.dawn).collect::<Vec<_>>(), [24, 10]);
    for (losses, left) in [(1, ["23i", "10i"]), (1, ["23i", "9i"]), (1, ["22i", "9i"]), (7, ["17i", "7i"])] {
        suffer(&mut army, &setting.sides[1], losses);
        assert_eq!(army.factors[..2].iter().map(ToString::to_string).collect::<Vec<_>>(), left);
    }
}

#[test]
fn three_allies_are_never_a_whole_factor_apart_from_their_parts() {
    for parts in [[7, 7, 1], [20, 3, 2], [10, 9, 8], [1, 1, 1], [13, 5, 1]] {
        let inside = parts.map(|n| format!("{n}i"));
        let [au, ru, pr] = inside.each_ref().map(String::as_str);
        let three = [with(Austria, &[au]), with(Russia, &[ru]), with(Prussia, &[pr])];
        let Ready { setting, fight, .. } =
            made_ready(&between(&[with(France, &["9i"])], &three), [Chit::Assault, Chit::Cordon]);
        let (side, mut army, all) = (&setting.sides[1], fight.armies[1], parts.iter().sum::<u32>());
        for lost in 1..=all {
            suffer(&mut army, side, 1);
            for (had, now) in parts.iter().zip(&army.factors) {
                let apart = ((had - now.total()) * all).abs_diff(lost * had);
                assert!(apart < all, "{parts:?}: {now} after {lost}");
            }
        }
        assert!(army.fighting().is_empty());
    }
}

#[test]
fn an_ally_who_comes_later_shares_from_then_on_and_takes_what_he_lacks() {
    let mut late = with(Russia, &["20i"]);
    late.1.corps[0].aside = true;
    late.2.reinforce = vec![Reinforce { corps: vec![0], leader: None, from: 2 }];
    let probed = between(&[with(France, &["40i"])], &[with(Austria, &["20i"]), late]);
    // Round 1 takes two of the Austrians alone. A one brings the Russians: of the four that are lost after round 2 each has two, of six
    // three.
    let (notes, fight) = fought(&probed, [Chit::Probe, Chit::Cordon], &[5, 1, 1, 1, 1, 1, 1]);
    let of_austria = notes.iter().filter_map(|note| match note {
        Note::Clash { lost, .. } => {
            Some(lost[1].iter().filter(|(corps, _)| *corps == 0).map(|(_, lost)| lost.total()).sum::<u32>())
        }
        _ => None,
    });
    assert_eq!((of_austria.collect::<Vec<_>>(), clashes(&notes)), (vec![2, 0, 1], vec![[0, 2]; 3]));
    assert_eq!(left(&fight, Who::Defender), ["17i", "17i"]);
}

/// Why a side broke, the cavalry that it lost by it, what it has back for that, and what is left.
type Broken = (Breaks, Option<(u8, Troop)>, Option<(u8, Troop)>, Vec<String>);

/// How the defender broke under a probe on its cordon.
fn broken(battle: &Battle, dice: &[u8]) -> Broken {
    let (notes, fight) = fought(battle, [Chit::Probe, Chit::Cordon], dice);
    let broke = notes.iter().find_map(|note| match note {
        Note::Broke { who: Who::Defender, why, cavalry, instead } => Some((*why, *cavalry, *instead)),
        _ => None,
    });
    let (why, cavalry, instead) = broke.unwrap();
    (why, cavalry, instead, left(&fight, Who::Defender))
}

/// Russians who commit guard, or heavy cavalry in its manner, in round 1, and lose this sort first.
fn committing(inside: &str, heavy: bool, first: Troop) -> (Power, Muster, Own) {
    let mut of = with(Russia, &[inside]);
    of.2.guard = Some(GuardPlan { when: When::First, shift: 1, corps: 0, leader: None, heavy });
    of.2.losses = vec![first];
    of
}

#[test]
fn cavalry_that_the_guns_took_is_among_the_losses_of_the_breaking_round() {
    // The guard loses nothing, the guns take one factor, neither roll takes any; then the guard was committed in vain.
    let of = |first: Troop| {
        let guns = with(France, &["40i 10a"]);
        broken(&between(&[guns], &[committing("9i 1c 4lc 3gd", false, first)]), &[1, 1, 1, 1])
    };
    assert_eq!(of(Troop::Cavalry), (Breaks::GuardInVain, None, None, vec!["9i 4lc 3gd".to_owned()]));
    // Where they took infantry it comes back for the cavalry: one factor fell in the round, and that is cavalry.
    let (cavalry, infantry) = (Some((0, Troop::LightCavalry)), Some((0, Troop::Infantry)));
    let left = vec!["9i 3lc 1c 3gd".to_owned()];
    assert_eq!(of(Troop::Infantry), (Breaks::GuardInVain, cavalry, infantry, left));
}

#[test]
fn what_the_commitment_took_is_among_the_losses_of_the_breaking_round_and_stays_lost() {
    let of = |inside: &str, heavy: bool| {
        broken(&between(&[with(France, &["40i"])], &[committing(inside, heavy, Troop::Infantry)]), &[3, 1, 1])
    };
    // Heavy cavalry that fell at the head of its corps is cavalry.
    assert_eq!(of("9i 4lc 2hc", true), (Breaks::GuardInVain, None, None, vec!["9i 4lc 1hc".to_owned()]));
    // Guard is not, and what its own roll took does not come back.
    let cavalry = Some((0, Troop::LightCavalry));
    assert_eq!(of("9i 4lc 3gd", false), (Breaks::GuardInVain, cavalry, None, vec!["9i 3lc 2gd".to_owned()]));
    let fell = broken(
        &between(&[with(France, &["40i"])], &[committing("9i 4lc 1gd", false, Troop::Infantry)]),
        &[3],
    );
    assert_eq!(fell, (Breaks::GuardFell, cavalry, None, vec!["9i 3lc".to_owned()]));
}

#[test]
fn what_fell_in_another_round_is_not_among_those_of_the_breaking_round() {
    // The guns take the cavalry of round 1, which nobody breaks in; in round 2 the guard is committed in vain.
    let mut russians = committing("9i 1c 4lc 3gd", false, Troop::Cavalry);
    russians.2.guard.as_mut().unwrap().when = When::Second;
    let battle = between(&[with(France, &["40i 10a"])], &[russians]);
    // Guns of attacker, both rolls; guard, guns, both rolls. 4-2 of round 2 takes three factors for a one.
    let (why, cavalry, ..) = broken(&battle, &[1, 1, 1, 1, 1, 1, 1]);
    assert_eq!((why, cavalry), (Breaks::GuardInVain, Some((0, Troop::LightCavalry))));
}

#[test]
fn an_ally_gives_the_cavalry_for_a_factor_of_his_own() {
    // Guns take one factor of each; the Austrians have no cavalry, the Russians lose theirs for their own infantry.
    let austrians = with(Austria, &["14i"]);
    let russians = committing("7i 4lc 3gd", false, Troop::Infantry);
    let battle = between(&[with(France, &["40i 20a"])], &[austrians, russians]);
    let (_, cavalry, instead, left) = broken(&battle, &[1, 1, 1, 1]);
    assert_eq!((cavalry, instead), (Some((1, Troop::LightCavalry)), Some((1, Troop::Infantry))));
    assert_eq!(left, ["13i", "7i 3lc 3gd"]);
    // He does so also where the others, who stand first, have cavalry too: the factor is his that he would lose later.
    let mut austrians = with(Austria, &["12i 2c"]);
    austrians.2.losses = vec![Troop::Infantry];
    let mut russians = committing("7i 4lc 3gd", false, Troop::Militia);
    russians.2.losses.push(Troop::Infantry);
    let battle = between(&[with(France, &["40i 20a"])], &[austrians, russians]);
    let (_, cavalry, instead, _) = broken(&battle, &[1, 1, 1, 1]);
    assert_eq!((cavalry, instead), (Some((1, Troop::LightCavalry)), Some((1, Troop::Infantry))));
}

#[test]
fn house_land_stacking_extra_corps_of_a_side_without_a_leader_that_withdraws_corps_by_corps() {
    let prussians = with(Prussia, &["9i", "9i"]);
    let battle = between(&[with(France, &["20i"])], &[prussians]);
    let rated = |dice: &[u8]| {
        let (notes, _) = fought(&battle, [Chit::Echelon, Chit::Withdraw], dice);
        let of_round = |note: &Note| match note {
            Note::Clash { rolled, .. } => Some(rolled[1].added.iter().map(|added| added.why).collect()),
            _ => None,
        };
        notes.iter().find_map(of_round).unwrap_or_else(Vec::new)
    };
    // Both stay: one corps more than a side without a leader leads, and the rating of 1 is one less.
    let stays = rated(&[6, 6, 1, 1, 1, 1, 1, 1]);
    assert!(stays.contains(&Why::Ratings(0, 2)), "{stays:?}");
    // One gets away: whoever stays is no more than one.
    let one = rated(&[1, 6, 1, 1, 1, 1, 1, 1]);
    assert!(one.contains(&Why::Ratings(1, 2)), "{one:?}");
}

/// A beaten defender: what is left of those who fought, and what stands aside; of Austria, and of Russia where it is an ally.
fn beaten(fighting: [&str; 2], aside: [&str; 2]) -> (Side, Fight) {
    let side = [(Austria, 0), (Russia, 1)].map(|(power, i)| {
        let mut of = with(power, &["1i", "1i"]);
        of.1.corps[1].aside = true;
        of.2 = own(&[fighting[i], aside[i]]);
        of
    });
    let [austrians, russians] = side;
    let alone = (fighting[1], aside[1]) == ("", "");
    let allies = if alone { vec![austrians] } else { vec![austrians, russians] };
    let Ready { setting, fight, .. } =
        made_ready(&between(&[with(France, &["20i"])], &allies), [Chit::Assault, Chit::Cordon]);
    let [_, side] = setting.sides;
    (side, fight)
}

/// What a pursuit leaves of a side, and the pursuit.
fn pursued(
    fighting: [&str; 2],
    aside: [&str; 2],
    equivalents: u32,
    surrounded: bool,
    die: u8,
) -> (String, Pursuit) {
    let (side, mut fight) = beaten(fighting, aside);
    let army = &mut fight.armies[1];
    let made = pursue(army, &side, 3, 1, 5, 9, surrounded, die, |_, _| equivalents);
    let left = army.factors[..side.corps.len()].iter().map(ToString::to_string);
    (left.collect::<Vec<_>>().join(", "), made)
}

#[test]
fn house_land_stacks_surplus_losses_of_a_pursuit() {
    for (fighting, aside, equivalents, left, fell_aside) in [
        // Three of infantry for each; a cavalry factor where there are fewer.
        ("7i 2c", "9i", 2, "1i 2c, 9i", 0),
        ("7i 2c", "9i", 3, "1i 1c, 9i", 0),
        // Two are left of those who fought, and one more is due: whoever stood aside loses it, as whole ones after it.
        ("2i", "9i", 1, "0, 8i", 1),
        ("2i", "9i", 2, "0, 5i", 4),
        ("1i 1c", "9i 1c", 2, "0, 7i 1c", 2),
        // A cavalry factor settles what infantry is too little for, aside as in the fight.
        ("2i", "3c", 1, "0, 2c", 1),
        ("1i", "1i 3c", 1, "0, 1i 2c", 1),
        ("2i", "1i", 3, "0, 0", 1),
        ("", "2i", 1, "0, 0", 2),
    ] {
        let (now, made) = pursued([fighting, ""], [aside, ""], equivalents, false, 1);
        assert_eq!((now.as_str(), made.aside), (left, fell_aside), "{fighting} and {aside} by {equivalents}");
        let cited = made.rules.contains(&rule!("house.land.stacks.surplus-losses"));
        assert_eq!(cited, fell_aside > 0, "{fighting} and {aside} by {equivalents}");
    }
}

#[test]
fn a_pursuit_takes_of_allies_by_what_each_of_them_brought() {
    // Nine factors of forty, thirty of them Austria's: seven and two.
    let (now, made) = pursued(["30i", "10i"], ["1i", "1i"], 3, false, 1);
    assert_eq!((now.as_str(), made.lost.len()), ("23i, 1i, 8i, 1i", 2));
    // Cavalry falls where there is cavalry.
    assert_eq!(pursued(["2i", "5c"], ["1i", "1i"], 2, false, 1).0, "2i, 1i, 3c, 1i");
}

#[test]
fn house_land_pursuit_prisoners() {
    for (fighting, equivalents, die, lost, taken) in [
        ("7i 1c", 3, 3, 7, 2),
        ("20i", 3, 1, 9, 0),
        ("40i", 10, 5, 30, 15),
        ("40i", 10, 6, 30, 18),
        ("40i", 4, 1, 12, 1),
        ("40i", 5, 1, 15, 1),
        ("9c", 5, 2, 5, 1),
        ("9i", 0, 6, 0, 0),
    ] {
        let (_, made) = pursued([fighting, ""], ["1i", ""], equivalents, false, die);
        let all: u32 = made.lost.iter().map(|(_, lost)| lost.total()).sum();
        assert_eq!((all, made.prisoners), (lost, taken), "{fighting} by {equivalents}, die {die}");
        assert_eq!((made.prisoners_die, made.doubled), (die, false));
        assert_eq!(made.rules, [rule!("house.land.pursuit.prisoners")]);
    }
}

#[test]
fn house_land_retreat_surrounded_losses_and_prisoners() {
    // Six, doubled to twelve; of the first six three tenths, and all of the others.
    let (now, made) = pursued(["30i", ""], ["1i", ""], 2, true, 3);
    assert_eq!((now.as_str(), made.equivalents, made.prisoners, made.doubled), ("18i, 1i", 2, 7, true));
    let rules = [
        rule!("house.land.pursuit.prisoners"),
        rule!("house.land.retreat.surrounded-losses"),
        rule!("house.land.retreat.surrounded-prisoners"),
    ];
    assert_eq!(made.rules, rules);
    // What is doubled is the cavalry that it is worth: two of six infantry and two cavalry fall by the first, one by what is added.
    let (now, made) = pursued(["7i 2c", ""], ["1i", ""], 2, true, 6);
    assert_eq!((now.as_str(), made.prisoners), ("1i, 1i", 3 + 2));
    // Not surrounded it loses the half, and of that alone.
    let (now, made) = pursued(["30i", ""], ["1i", ""], 2, false, 3);
    assert_eq!((now.as_str(), made.prisoners), ("24i, 1i", 1));
}

#[test]
fn a_pursuit_reaches_nobody_who_is_not_there() {
    let (side, mut fight) = beaten(["3i", ""], ["4i", ""]);
    let army = &mut fight.armies[1];
    army.places[1] = Station::Left;
    assert_eq!(ridden_down(army, &side, 5).len(), 1);
    assert_eq!(army.factors[1].to_string(), "4i");
}
