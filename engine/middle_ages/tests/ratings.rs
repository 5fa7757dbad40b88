//! The rating of an endeavour, its limits and its results, by value.
#![allow(clippy::unwrap_used)]

use engine::middle_ages::endeavour::course::sample;
use engine::middle_ages::endeavour::limits::{self, range};
use engine::middle_ages::endeavour::outcome::{Effect, outcome};
use engine::middle_ages::endeavour::rating::{Term, rating};
use engine::middle_ages::endeavour::{Base, Endeavour, Kin, Kind};
use engine::middle_ages::marker::{Marker, Markers, Passes, after, may_build, to_build};
use engine::middle_ages::switches::Readings;
use engine::table::Refusal;
use engine::table::rules::RuleId;

fn check(endeavour: &Endeavour) -> Result<Vec<RuleId>, Refusal> {
    limits::check(endeavour, Readings::default())
}

fn points(endeavour: &Endeavour) -> i16 {
    rating(endeavour, &endeavour.targets[0], true).points
}

fn with(kind: Kind, change: impl FnOnce(&mut Endeavour)) -> Endeavour {
    let mut endeavour = sample(kind);
    change(&mut endeavour);
    endeavour
}

fn under(refused: Result<impl std::fmt::Debug, Refusal>) -> String {
    refused.unwrap_err().rules[0].to_string()
}

#[test]
fn each_endeavour_is_rated_by_its_own_line_of_the_chart() {
    // A leader of 3, the state of base and target 1, a population of 1.
    for (kind, is) in [
        (Kind::Rule, 2),
        (Kind::Marker, 2),
        (Kind::Fortify, 5),
        (Kind::Army, 5),
        (Kind::Fleet, 5),
        (Kind::Negotiate, 0),
        (Kind::Convert, 3),
    ] {
        assert_eq!(points(&sample(kind)), is, "{kind:?}");
    }
    // The raiders of the reference: combat 5 against Lombardy, population 2, social state 3.
    let raid = with(Kind::Pillage, |raid| {
        raid.stature = 5;
        (raid.base.social, raid.base.armies) = (0, 0);
        (raid.targets[0].social, raid.targets[0].population) = (3, 2);
    });
    assert_eq!(points(&raid), 4);
    let conquest = Endeavour { kind: Kind::Conquer, ..raid };
    assert_eq!(points(&conquest), 2, "population counts in pillage alone");
}

#[test]
fn language_religion_and_what_is_conquered_of_it_hinder() {
    for (kin, is) in [(Kin::Same, 2), (Kin::Related, 1), (Kin::Foreign, 0)] {
        assert_eq!(points(&with(Kind::Rule, |ruling| ruling.targets[0].language = kin)), is);
        assert_eq!(points(&with(Kind::Rule, |ruling| ruling.targets[0].religion = kin)), is);
    }
    assert_eq!(points(&with(Kind::Rule, |ruling| ruling.targets[0].contested = 2)), 0);
    let converted = with(Kind::Convert, |conversion| conversion.targets[0].language = Kin::Foreign);
    assert_eq!(points(&converted), 3, "conversion is by conviction alone");
}

// middle-ages.armies.attack-strength, middle-ages.armies.defence-strength
#[test]
fn every_army_point_in_base_and_target_counts_in_each_conquest_and_pillage() {
    for kind in [Kind::Conquer, Kind::Pillage] {
        let of = |base: u8, target: u8| {
            let attack = with(kind, |attack| {
                (attack.base.armies, attack.targets[0].armies) = (base, target);
            });
            rating(&attack, &attack.targets[0], true)
        };
        let none = of(0, 0).points;
        assert_eq!((of(3, 0).points, of(0, 2).points), (none + 3, none - 2));
        let rules: Vec<_> =
            of(3, 2).parts.iter().filter_map(|part| part.rule).map(|r| r.to_string()).collect();
        assert_eq!(rules, ["middle-ages.armies.attack-strength", "middle-ages.armies.defence-strength"]);
    }
    assert_eq!(points(&with(Kind::Negotiate, |talk| talk.base.armies = 9)), points(&sample(Kind::Negotiate)));
}

// middle-ages.cards.leader.bonus
#[test]
fn a_leader_card_and_gold_add_to_the_rating_and_the_track_ends() {
    let bonus = with(Kind::Conquer, |attack| (attack.stature, attack.card) = (5, 2));
    assert_eq!(points(&bonus), points(&with(Kind::Conquer, |attack| attack.stature = 5)) + 2);
    // Two sea areas halve, and then gold is added.
    let over_sea = with(Kind::Conquer, |attack| {
        (attack.stature, attack.seas) = (9, 2);
        attack.targets[0].gold = 2;
    });
    assert_eq!(points(&over_sea), (9 + 1 - 1 + 1) / 2 + 2);
    let top = with(Kind::Rule, |ruling| ruling.targets[0].gold = 99);
    let rated = rating(&top, &top.targets[0], true);
    assert_eq!((rated.points, rated.parts.last().unwrap().what), (19, Term::Track));
}

fn base(seafaring: bool, fleets: u8) -> Base {
    Base { name: "Base".to_owned(), social: 0, armies: 0, fleets, seafaring }
}

// middle-ages.fleets.make-seafaring, middle-ages.fleets.range, middle-ages.fleets.range.converting-point,
// middle-ages.fleets.range.example-venice, middle-ages.fleets.range.example-normandy
#[test]
fn a_fleet_makes_its_area_seafaring_and_every_further_point_reaches_a_sea_area_farther() {
    let (venice, normandy) = (true, false);
    for (home, fleets, seas, seafaring) in [
        (venice, 0, 3, true),
        (venice, 1, 4, true),
        (venice, 2, 5, true),
        (normandy, 0, 2, false),
        (normandy, 1, 3, true),
        (normandy, 2, 4, true),
    ] {
        let reaches = range(&base(home, fleets));
        assert_eq!((reaches.seas, reaches.seafaring), (seas, seafaring), "{home} {fleets}");
    }
    let talk = |home: bool, fleets: u8, seas: u8| {
        check(&with(Kind::Negotiate, |talk| {
            talk.base = base(home, fleets);
            talk.seas = seas;
        }))
    };
    let ids =
        |rules: Vec<engine::table::rules::RuleId>| rules.iter().map(ToString::to_string).collect::<Vec<_>>();
    let base_only = "middle-ages.fleets.base-only";
    assert_eq!(ids(talk(venice, 2, 5).unwrap()), [base_only, "middle-ages.fleets.range"]);
    assert_eq!(under(talk(venice, 2, 6)), "middle-ages.fleets.range");
    assert_eq!(
        ids(talk(normandy, 2, 4).unwrap()),
        [base_only, "middle-ages.fleets.make-seafaring", "middle-ages.fleets.range.converting-point"]
    );
    assert_eq!(under(talk(normandy, 2, 5)), "middle-ages.fleets.range.converting-point");
    assert_eq!(under(talk(normandy, 0, 3)), "middle-ages.fleets.range");
}

// middle-ages.fleets.defence-across-sea, middle-ages.fleets.no-effect-on-land-routes,
// middle-ages.fleets.base-only
#[test]
fn fleets_in_the_target_keep_an_attack_over_sea_off_unless_as_many_sail_from_the_base() {
    let attack = |own: u8, theirs: u8, seas: u8| {
        check(&with(Kind::Conquer, |attack| {
            (attack.base.fleets, attack.targets[0].fleets, attack.seas) = (own, theirs, seas);
        }))
    };
    let rule = "middle-ages.fleets.defence-across-sea";
    assert!(attack(2, 2, 1).unwrap().iter().any(|id| id.to_string() == rule));
    assert_eq!(under(attack(1, 2, 1)), rule);
    assert!(attack(0, 0, 1).is_ok());
    let by_land = attack(0, 3, 0).unwrap();
    assert_eq!(by_land[0].to_string(), "middle-ages.fleets.no-effect-on-land-routes");
    let by_land = |fleets: u8| points(&with(Kind::Conquer, |attack| attack.targets[0].fleets = fleets));
    assert_eq!(by_land(0), by_land(3));
    assert!(check(&with(Kind::Negotiate, |talk| (talk.targets[0].fleets, talk.seas) = (3, 1))).is_ok());
}

fn markers(of: &[Marker]) -> Markers {
    of.iter().copied().collect()
}

// middle-ages.civilisation.kinds, middle-ages.civilisation.limit-per-area
#[test]
fn there_are_four_kinds_of_markers_and_one_of_each_in_an_area() {
    assert_eq!(to_build(&Markers::new()), Marker::ALL);
    let palace = markers(&[Marker::Palace]);
    assert_eq!(under(may_build(&palace, Some(Marker::Palace))), "middle-ages.civilisation.limit-per-area");
    assert!(may_build(&palace, Some(Marker::Commerce)).is_ok() && may_build(&palace, None).is_ok());
    assert_eq!(under(may_build(&markers(&Marker::ALL), None)), "middle-ages.civilisation.limit-per-area");
    assert_eq!(Marker::rule().to_string(), "middle-ages.civilisation.kinds");
}

// middle-ages.civilisation.takeover.commerce-university, middle-ages.civilisation.takeover.cathedral,
// middle-ages.civilisation.takeover.palace, middle-ages.civilisation.independence
#[test]
fn a_new_owner_keeps_commerce_and_university_and_a_cathedral_of_his_religion() {
    let all = markers(&Marker::ALL);
    let kept = |passes| after(&all, passes).0;
    assert_eq!(
        kept(Passes::TakenOver { same_religion: true }),
        markers(&[Marker::Cathedral, Marker::Commerce, Marker::University])
    );
    assert_eq!(
        kept(Passes::TakenOver { same_religion: false }),
        markers(&[Marker::Commerce, Marker::University])
    );
    assert_eq!(
        kept(Passes::Independent),
        markers(&[Marker::Cathedral, Marker::Commerce, Marker::University])
    );
    // Each kind goes by its own rule, whatever else stands there.
    for (kind, rule, stays) in [
        (Marker::Commerce, "commerce-university", [true, true]),
        (Marker::University, "commerce-university", [true, true]),
        (Marker::Cathedral, "cathedral", [true, false]),
        (Marker::Palace, "palace", [false, false]),
    ] {
        for (same_religion, stays) in [true, false].into_iter().zip(stays) {
            let (left, rules) = after(&markers(&[kind]), Passes::TakenOver { same_religion });
            assert_eq!(left.contains(&kind), stays, "{kind:?} {same_religion}");
            let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
            assert_eq!(rules, [format!("middle-ages.civilisation.takeover.{rule}")]);
        }
    }
    let (_, rules) = after(&all, Passes::Independent);
    assert_eq!(
        rules.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["middle-ages.civilisation.independence"]
    );
}

// middle-ages.civilisation.university, middle-ages.civilisation.cathedral.conversion
#[test]
fn a_university_makes_a_rise_of_one_two_and_a_mosque_helps_conversion() {
    let card = &crate::help::year_card(2);
    let mut target = sample(Kind::Rule).targets.remove(0);
    let effects = |kind, rating, target: &_| outcome(kind, card, rating, target, Readings::default()).effects;
    assert_eq!(effects(Kind::Rule, 0, &target), [Effect::Rise]);
    target.markers = markers(&[Marker::University]);
    assert_eq!(effects(Kind::Rule, 0, &target), [Effect::RiseByTwo]);
    assert_eq!(effects(Kind::Rule, -1, &target), []);
    assert_eq!(effects(Kind::Rule, -6, &target), [Effect::Fall]);
    let conversion = with(Kind::Convert, |conversion| {
        conversion.stature = 2;
        conversion.targets[0].markers = markers(&[Marker::Cathedral]);
    });
    assert_eq!(points(&conversion), 3);
}

#[test]
fn each_line_of_a_card_gives_its_results_from_its_rating_on() {
    // Card 15: rule 1, fortify 2, conquest 8, pillage 7, negotiate 4, convert 10.
    let card = &crate::help::year_card(15);
    let target = sample(Kind::Rule).targets.remove(0);
    for (kind, rating, effects) in [
        (Kind::Fortify, 2, vec![Effect::Fort]),
        (Kind::Fortify, 1, vec![]),
        (Kind::Army, 2, vec![Effect::Army]),
        (Kind::Conquer, 8, vec![Effect::Conquest]),
        (Kind::Conquer, 7, vec![Effect::Fall]),
        (Kind::Conquer, 5, vec![]),
        (Kind::Conquer, 1, vec![Effect::BaseFall]),
        (Kind::Pillage, 9, vec![Effect::Fall, Effect::Plunder]),
        (Kind::Pillage, 7, vec![Effect::Fall]),
        (Kind::Pillage, 0, vec![Effect::BaseFall]),
        (Kind::Negotiate, 4, vec![Effect::Tie]),
        (Kind::Negotiate, 8, vec![Effect::TieOrConquest]),
        (Kind::Negotiate, 3, vec![]),
        (Kind::Convert, 10, vec![Effect::Conversion]),
        (Kind::Marker, 1, vec![Effect::Marker]),
        (Kind::Marker, -5, vec![Effect::Fall]),
    ] {
        let came = outcome(kind, card, rating, &target, Readings::default());
        assert_eq!(came.effects, effects, "{kind:?} at {rating}");
    }
}

// middle-ages.fleets.building.success, middle-ages.fleets.building.failure
#[test]
fn a_fleet_is_built_by_a_card_that_fortifies_at_its_rating() {
    let fleet = sample(Kind::Fleet);
    // Card 6 builds at 2.
    let card = &crate::help::year_card(6);
    let of = |rating: i16| {
        let came = outcome(Kind::Fleet, card, rating, &fleet.targets[0], Readings::default());
        (came.effects, came.rules.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(of(2), (vec![Effect::Fleet], vec!["middle-ages.fleets.building.success".to_owned()]));
    assert_eq!(of(1), (vec![], vec!["middle-ages.fleets.building.failure".to_owned()]));
}

// middle-ages.civilisation.cathedral.any-builder, middle-ages.fleets.no-effect-on-land-routes, middle-ages.fleets.base-only
#[test]
fn whose_cathedral_it_is_does_not_matter_and_by_land_fleets_do_not() {
    use engine::middle_ages::endeavour::outcome::{Against, all_rules};
    let ruled = |kin: Kin, markers: &[Marker]| {
        let ruling = with(Kind::Rule, |ruling| {
            ruling.targets[0].religion = kin;
            ruling.targets[0].markers = markers.iter().copied().collect();
        });
        let rating = rating(&ruling, &ruling.targets[0], true);
        let outcome = outcome(
            Kind::Rule,
            &crate::help::year_card(1),
            rating.points,
            &ruling.targets[0],
            Readings::default(),
        );
        let points = rating.points;
        let rules = all_rules(&ruling, &[Against { target: String::new(), rating, outcome }], Vec::new());
        (points, rules.iter().any(|rule| rule.as_str() == "middle-ages.civilisation.cathedral.any-builder"))
    };
    for kin in Kin::ALL {
        let (without, with) = (ruled(kin, &[]), ruled(kin, &[Marker::Cathedral]));
        assert_eq!((with.0, without.1, with.1), (without.0 + 1, false, true), "{kin:?}");
    }
    let attack = |seas: u8, own: u8, theirs: u8| {
        let attack = with(Kind::Conquer, |attack| {
            attack.seas = seas;
            (attack.base.fleets, attack.targets[0].fleets) = (own, theirs);
        });
        let rules = check(&attack).map(|rules| rules.iter().map(ToString::to_string).collect::<Vec<_>>());
        rules.map_err(|refusal| refusal.rules[0].to_string())
    };
    let (land, base) = ("middle-ages.fleets.no-effect-on-land-routes", "middle-ages.fleets.base-only");
    assert_eq!(attack(0, 0, 3), Ok(vec![land.to_owned()]), "by land three fleets forbid nothing");
    assert_eq!(attack(0, 0, 0), Ok(vec![]));
    assert!(attack(1, 1, 0).unwrap().contains(&base.to_owned()));
    assert_eq!(attack(1, 0, 0), Ok(vec![]));
    assert_eq!(attack(1, 1, 2), Err("middle-ages.fleets.defence-across-sea".to_owned()));
}
