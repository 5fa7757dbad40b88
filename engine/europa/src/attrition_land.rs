//! What makes a land stack roll for attrition: a move, weak supply, a winter, being besieged. The roll of who besieges: `siege::work` and
//! `siege::course::hunger`. What the roll reads: `attrition`, `data/logistics.toml`.

use super::attrition::{Added, Cause, Due, Pillages, Scale, What, Why, add};
use super::control::is_european;
use super::geography::Place;
use super::logistics_switches::Edition;
use super::technology::Land;
use super::units::Stack;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::rule;
use table::rules::RuleId;

/// A transport over sea within a move: whether each end was a controlled port (or arsenal, where they are played).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shipped {
    /// Where it embarked.
    pub from_port: bool,
    /// Where it landed.
    pub to_port: bool,
}

/// A land stack at the end of its movement segment.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'a> {
    /// The stack.
    pub stack: &'a Stack,
    /// Where it is now.
    pub at: Place,
    /// The worst technology in it.
    pub technology: Land,
    /// MP it moved, 0 when it stayed.
    pub mp: u8,
    /// Over sea.
    pub shipped: Option<Shipped>,
    /// Whether it entered an enemy province or stands in one.
    pub enemy: bool,
    /// The pillages of all provinces that it left or entered.
    pub pillages: Pillages,
    /// Its leader's MAN.
    pub man: Option<u8>,
    /// Poor weather.
    pub poor_weather: bool,
    /// Its player pays for a low-cost simple campaign.
    pub cheap: bool,
    /// Causes for which it has rolled in this movement segment already: one roll of its whole move for each.
    pub rolled: &'a BTreeSet<Cause>,
    /// It was intercepted here, and its move is not over: massed force alone is no cause between the legs of a move.
    pub leg: bool,
}

/// Whether a cause is that a stack is massed, however it is.
const fn is_massed(cause: Cause) -> bool {
    matches!(cause, Cause::Large | Cause::Cheap)
}

/// The causes for which a land stack rolls, and the rules that spare it one.
#[must_use]
pub fn causes(moved: &Moved) -> (Vec<Cause>, Vec<RuleId>) {
    let mut causes = Vec::new();
    let mut spared = Vec::new();
    // A massed stack is one cause, however it is massed.
    if !moved.stack.is_small_on_land() {
        causes.push(Cause::Large);
    } else if moved.cheap && moved.stack.ld() >= 3 {
        causes.push(Cause::Cheap);
    }
    if moved.mp >= 6 {
        causes.push(Cause::SixMp);
    }
    if moved.poor_weather && moved.mp >= 3 {
        causes.push(Cause::ThreeMpPoorWeather);
    }
    match moved.shipped {
        Some(Shipped { from_port: true, to_port: true }) => {
            spared.push(rule!("fast-battle.attrition.cause.embarking-exempt"));
        }
        Some(_) => causes.push(Cause::Embarking),
        None => {}
    }
    (causes, spared)
}

fn scale(stack: &Stack, at: Place, technology: Land) -> Scale {
    if is_european(at) { Scale::Europe { ld: stack.ld(), technology } } else { Scale::Percent(stack.land()) }
}

/// The guide's table begins at 11 and a stack starts from +6 or +8; that of 2020 begins six lower, from nothing or +2.
fn territory(enemy: bool, edition: Edition) -> i16 {
    let base = match edition {
        Edition::Guide => 6,
        Edition::Head => 0,
    };
    base + if enemy { 2 } else { 0 }
}

/// The roll of a land stack for its move; none when there is no cause. One roll, however many causes, and none again for a cause of the same
/// segment that was rolled for.
#[must_use]
pub fn movement(moved: &Moved, edition: Edition) -> Option<Due> {
    let (mut causes, spared) = causes(moved);
    let massed = moved.rolled.iter().any(|cause| is_massed(*cause));
    causes.retain(|cause| !(moved.rolled.contains(cause) || massed && is_massed(*cause)));
    if causes.is_empty() || moved.leg && causes.iter().all(|cause| is_massed(*cause)) {
        return None;
    }
    let mut added: Vec<Added> = Vec::new();
    add(&mut added, territory(moved.enemy, edition), if moved.enemy { Why::Enemy } else { Why::Friendly });
    add(&mut added, moved.pillages.raise(), Why::Pillages(moved.pillages));
    let man = moved.man.unwrap_or(0);
    add(&mut added, -i16::from(man), Why::Leader(man));
    let further = causes.len() as u8 - 1;
    add(&mut added, 2 * i16::from(further), Why::Causes(further));
    let scale = scale(moved.stack, moved.at, moved.technology);
    Some(Due { what: What::Movement, causes, added, scale, edition, spared })
}

/// A land stack that rolls in the supply segment, or after a winter in the cold area.
#[derive(Clone, Copy, Debug)]
pub struct Supplied<'a> {
    /// The stack.
    pub stack: &'a Stack,
    /// Where it is.
    pub at: Place,
    /// The worst technology in it.
    pub technology: Land,
    /// Whether the province is an enemy's.
    pub enemy: bool,
    /// Pillages of the province.
    pub pillages: Pillages,
    /// Its leader's MAN.
    pub man: Option<u8>,
    /// Whether it has no supply at all.
    pub unsupplied: bool,
    /// What the snowflake adds.
    pub snowflake: u8,
}

/// The roll of a land stack in weak or no supply, or after a winter.
#[must_use]
pub fn supply(who: &Supplied, edition: Edition) -> Due {
    let mut added: Vec<Added> = Vec::new();
    let why = if who.enemy { Why::SupplyEnemy } else { Why::SupplyFriendly };
    add(&mut added, territory(who.enemy, edition), why);
    add(&mut added, who.pillages.raise(), Why::SupplyPillages(who.pillages));
    let man = who.man.unwrap_or(0);
    add(&mut added, -i16::from(man), Why::SupplyLeader(man));
    add(&mut added, if who.stack.is_small_on_land() { 0 } else { 2 }, Why::SupplyLarge);
    add(&mut added, if who.unsupplied { 2 } else { 0 }, Why::Unsupplied);
    add(&mut added, who.snowflake.into(), Why::Snowflake);
    let scale = scale(who.stack, who.at, who.technology);
    Due { what: What::Supply, causes: Vec::new(), added, scale, edition, spared: Vec::new() }
}

/// Troops inside a besieged fortress.
#[derive(Clone, Copy, Debug)]
pub struct Besieged<'a> {
    /// The troops.
    pub stack: &'a Stack,
    /// The fortress's province.
    pub at: Place,
    /// The worst technology among them.
    pub technology: Land,
    /// Their best leader's SIEGE.
    pub siege: u8,
    /// The SIEGE of one leader who besieges or blockades; only the later edition adds it.
    pub enemy_siege: u8,
    /// Whether they are in a port that is not blockaded.
    pub open_port: bool,
    /// Siegeworks on the minus and on the plus face.
    pub works: (u8, u8),
}

/// What a leader's SIEGE counts: never less than nothing.
pub(crate) fn siege_value(value: i8) -> u8 {
    u8::try_from(value.max(0)).unwrap_or(0)
}

/// The roll of besieged troops, in the supply segment.
#[must_use]
pub fn besieged(who: &Besieged, edition: Edition) -> Due {
    let mut added: Vec<Added> = Vec::new();
    add(&mut added, territory(false, edition), Why::Besieged);
    add(&mut added, -i16::from(who.siege), Why::Siege(who.siege));
    if edition == Edition::Head {
        add(&mut added, who.enemy_siege.into(), Why::EnemySiege(who.enemy_siege));
    }
    add(&mut added, if who.open_port { -3 } else { 0 }, Why::OpenPort);
    let (minus, plus) = who.works;
    add(&mut added, i16::from(minus) + 3 * i16::from(plus), Why::Works(minus, plus));
    let scale = scale(who.stack, who.at, who.technology);
    Due { what: What::Besieged, causes: Vec::new(), added, scale, edition, spared: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::attrition::{Effect, P};
    use super::super::thirds::Thirds;
    use super::super::units::Counter::{ArmyMinus, ArmyPlus, Ld, Pasha};
    use super::super::units::stack;
    use super::*;

    const GUIDE: Edition = Edition::Guide;
    static NOTHING: BTreeSet<Cause> = BTreeSet::new();

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    fn moved(stack: &Stack) -> Moved<'_> {
        Moved {
            stack,
            at: at("eArtois"),
            technology: Land::Renaissance,
            mp: 0,
            shipped: None,
            enemy: false,
            pillages: Pillages::default(),
            man: None,
            poor_weather: false,
            cheap: false,
            rolled: &NOTHING,
            leg: false,
        }
    }

    fn added(due: &Due, why: Why) -> Option<i16> {
        due.added.iter().find(|added| added.why == why).map(|added| added.by)
    }

    // fast-battle.attrition.cause.one-roll
    #[test]
    fn a_cause_is_rolled_for_once_and_massed_force_alone_not_between_legs() {
        let eight = stack("turkey", &[ArmyPlus, ArmyPlus]);
        let causes = |due: Option<Due>| due.map(|due| due.causes);
        let large = BTreeSet::from([Cause::Large]);
        assert_eq!(movement(&Moved { mp: 4, rolled: &large, ..moved(&eight) }, GUIDE), None);
        let far = Moved { mp: 6, rolled: &large, ..moved(&eight) };
        assert_eq!(causes(movement(&far, GUIDE)), Some(vec![Cause::SixMp]), "what comes to it later");
        let few = BTreeSet::from([Cause::Cheap]);
        assert_eq!(movement(&Moved { rolled: &few, ..moved(&eight) }, GUIDE), None, "massed is massed");
        assert_eq!(movement(&Moved { leg: true, ..moved(&eight) }, GUIDE), None);
        let far = Moved { mp: 6, leg: true, ..moved(&eight) };
        assert_eq!(causes(movement(&far, GUIDE)), Some(vec![Cause::Large, Cause::SixMp]));
    }

    // fast-battle.attrition.cause.large-stack, large-stack-avoidance
    #[test]
    fn a_large_stack_rolls_even_unmoved() {
        let eight = stack("turkey", &[ArmyPlus, ArmyPlus]);
        assert_eq!(causes(&moved(&eight)).0, [Cause::Large]);
        assert_eq!(Cause::Large.rule(), rule!("fast-battle.attrition.cause.large-stack"));
        let due = movement(&moved(&eight), GUIDE).expect("it rolls");
        assert!(due.rules().contains(&rule!("fast-battle.attrition.cause.large-stack")));
        let half = stack("turkey", &[ArmyPlus]);
        assert_eq!(movement(&Moved { mp: 2, ..moved(&half) }, GUIDE), None, "a half that left and came back");
        let pashas = stack("turkey", &[Ld, Pasha, Pasha]);
        assert_eq!(causes(&moved(&pashas)).0, [Cause::Large]);
        let five = stack("turkey", &[ArmyPlus, Ld, Pasha]);
        assert!(causes(&moved(&five)).0.is_empty());
    }

    // fast-battle.attrition.cause.six-mp, three-mp-poor-weather
    #[test]
    fn long_marches_are_causes() {
        let few = stack("france", &[Ld]);
        let of = |mp, poor_weather| causes(&Moved { mp, poor_weather, ..moved(&few) }).0;
        assert_eq!(of(5, false), []);
        assert_eq!(of(6, false), [Cause::SixMp]);
        assert_eq!(of(2, true), []);
        assert_eq!(of(3, true), [Cause::ThreeMpPoorWeather]);
        assert_eq!(of(6, true), [Cause::SixMp, Cause::ThreeMpPoorWeather]);
        assert_eq!(Cause::SixMp.rule(), rule!("fast-battle.attrition.cause.six-mp"));
        let poor = Cause::ThreeMpPoorWeather.rule();
        assert_eq!(poor, rule!("fast-battle.attrition.cause.three-mp-poor-weather"));
    }

    // fast-battle.attrition.cause.embarking, embarking-exempt
    #[test]
    fn a_beach_is_a_cause_and_a_port_is_not() {
        let few = stack("portugal", &[Ld]);
        let of = |from_port, to_port| {
            let shipped = Some(Shipped { from_port, to_port });
            causes(&Moved { mp: 3, shipped, ..moved(&few) })
        };
        assert_eq!(of(true, false).0, [Cause::Embarking]);
        assert_eq!(of(false, false).0, [Cause::Embarking], "once for both ends");
        assert_eq!(Cause::Embarking.rule(), rule!("fast-battle.attrition.cause.embarking"));
        assert_eq!(of(true, true), (vec![], vec![rule!("fast-battle.attrition.cause.embarking-exempt")]));
    }

    // fast-battle.campaign.simple.cheap
    #[test]
    fn a_low_cost_campaign_makes_three_detachments_roll() {
        let of = |counters: &[_]| {
            let stack = stack("russia", counters);
            causes(&Moved { mp: 2, cheap: true, ..moved(&stack) }).0
        };
        assert_eq!(of(&[ArmyMinus, Ld]), [Cause::Cheap]);
        assert_eq!(Cause::Cheap.rule(), rule!("fast-battle.campaign.simple.cheap"));
        assert_eq!(of(&[ArmyMinus]), []);
        assert_eq!(of(&[ArmyPlus, ArmyMinus]), [Cause::Large], "massed once");
        let still = stack("russia", &[ArmyPlus]);
        assert_eq!(causes(&Moved { cheap: true, ..moved(&still) }).0, [Cause::Cheap], "also unmoved");
    }

    // fast-battle.attrition.land.mod.territory, pillage, leader, extra-cause; cause.one-roll; the example with four causes
    #[test]
    fn every_modifier_of_a_move_is_told() {
        let eight = stack("spain", &[ArmyPlus, ArmyPlus]);
        let shipped = Some(Shipped { from_port: true, to_port: false });
        let all = Moved { mp: 6, shipped, enemy: true, poor_weather: true, man: Some(3), ..moved(&eight) };
        let due = movement(&all, GUIDE).expect("it rolls");
        assert_eq!(due.causes.len(), 4);
        assert_eq!(added(&due, Why::Enemy), Some(8));
        assert_eq!(added(&due, Why::Causes(3)), Some(6));
        assert_eq!(added(&due, Why::Leader(3)), Some(-3));
        assert!(due.rules().contains(&rule!("fast-battle.attrition.cause.one-roll")));
        let rolled = due.roll(1);
        assert_eq!((rolled.modified, rolled.line.number), (12, 12));
        let one = Moved { pillages: Pillages { minus: 1, plus: 1 }, mp: 6, enemy: false, ..moved(&eight) };
        let due = movement(&one, GUIDE).expect("it rolls");
        assert_eq!(added(&due, Why::Friendly), Some(6));
        assert_eq!(added(&due, Why::Pillages(one.pillages)), Some(3));
        assert_eq!(added(&due, Why::Causes(1)), Some(2));
        let three = Moved { poor_weather: true, ..one };
        assert_eq!(
            movement(&three, GUIDE).map(|due| added(&due, Why::Causes(2))),
            Some(Some(4)),
            "three causes, +4"
        );
        let few = stack("spain", &[Ld]);
        let due = movement(&Moved { mp: 6, ..moved(&few) }, GUIDE).expect("it rolls");
        assert!(due.added.iter().all(|added| !matches!(added.why, Why::Causes(_))), "one cause adds nothing");
        for (why, rule) in [
            (Why::Enemy, rule!("fast-battle.attrition.land.mod.territory")),
            (Why::Friendly, rule!("fast-battle.attrition.land.mod.territory")),
            (Why::Causes(1), rule!("fast-battle.attrition.land.mod.extra-cause")),
            (Why::Pillages(one.pillages), rule!("fast-battle.attrition.land.mod.pillage")),
            (Why::Leader(4), rule!("fast-battle.attrition.land.mod.leader")),
        ] {
            assert_eq!(why.rules(), [rule]);
        }
    }

    // fast-battle.attrition.land.read, numbers
    #[test]
    fn the_line_is_read_in_the_column_of_the_size() {
        let read = |counters: &[_], modified: i32| {
            let stack = stack("france", counters);
            let due = movement(&Moved { mp: 6, man: Some(6), ..moved(&stack) }, GUIDE).expect("it rolls");
            let die = modified - due.modifier();
            let rolled = due.roll(die as u8);
            assert_eq!(rolled.modified, modified);
            let Effect::Europe { ld, p } = rolled.effect else { panic!("it is in Europe") };
            assert!(rolled.rules().contains(&rule!("fast-battle.attrition.land.read")));
            (ld, p.is_some())
        };
        assert_eq!(read(&[ArmyPlus, ArmyPlus], 11), (0, false));
        assert_eq!(read(&[Ld], 12), (0, false));
        assert_eq!(read(&[ArmyMinus], 12), (0, true));
        assert_eq!(read(&[ArmyMinus, Ld], 12), (0, true));
        assert_eq!(read(&[ArmyPlus, Ld], 12), (0, true));
        assert_eq!(read(&[ArmyPlus, ArmyMinus], 12), (1, true));
        for modified in 17..=20 {
            assert_eq!(read(&[ArmyMinus], modified), (1, false));
        }
    }

    // fast-battle.attrition.land.pillage
    #[test]
    fn p_is_both_or_one_of_the_two_by_technology() {
        let two = stack("france", &[ArmyMinus]);
        let roll = |technology| {
            let due = movement(&Moved { mp: 6, technology, ..moved(&two) }, GUIDE).expect("it rolls");
            due.roll(6)
        };
        for technology in [Land::Medieval, Land::Renaissance, Land::Arquebuse] {
            let rolled = roll(technology);
            assert_eq!(rolled.effect, Effect::Europe { ld: 0, p: Some(P::Both) });
            assert_eq!(
                (rolled.ld_lost(true), rolled.pillages(false)),
                (1, true),
                "both, whatever he chooses"
            );
            assert!(rolled.rules().contains(&rule!("fast-battle.attrition.land.pillage")));
        }
        for (technology, foraging) in
            [(Land::Musket, true), (Land::Baroque, true), (Land::Manoeuvre, true), (Land::LaceWars, false)]
        {
            let rolled = roll(technology);
            assert_eq!(rolled.effect, Effect::Europe { ld: 0, p: Some(P::Either { foraging }) });
            assert_eq!((rolled.ld_lost(true), rolled.pillages(true)), (0, true));
            assert_eq!((rolled.ld_lost(false), rolled.pillages(false)), (1, false));
        }
        assert_eq!(
            P::of(What::Supply, Land::Musket),
            P::Either { foraging: false },
            "no foraging in the supply segment"
        );
        assert_eq!(P::of(What::Besieged, Land::Musket), P::Loss);
        let one = stack("france", &[Ld]);
        let due = movement(&Moved { mp: 6, enemy: true, poor_weather: true, ..moved(&one) }, GUIDE)
            .expect("it rolls");
        let rolled = due.roll(11);
        assert_eq!((rolled.line.number, rolled.ld_lost(true)), (21, 1), "1 and P, but there is one LD");
    }

    // fast-battle.attrition.land.pillage-face
    #[test]
    fn a_pillage_lies_on_its_minus_face_until_the_turn_ends() {
        const RULE: RuleId = rule!("fast-battle.attrition.land.pillage-face");
        let none = Pillages::default();
        let (one, rule) = none.laid();
        assert_eq!((one, rule), (Pillages { minus: 1, plus: 0 }, RULE));
        assert_eq!(one.raise(), 1);
        assert_eq!(one.at_end_of_turn(), (none, Some(RULE)));
        let (two, _) = one.laid();
        assert_eq!(two, Pillages { minus: 0, plus: 1 });
        assert_eq!(two.at_end_of_turn(), (two, None));
        let full = two.laid().0.laid().0.laid().0;
        assert_eq!(full, Pillages { minus: 0, plus: 2 }, "two markers at most");
        let few = stack("spain", &[ArmyPlus, ArmyPlus]);
        let due = movement(&Moved { pillages: one, ..moved(&few) }, GUIDE).expect("it rolls");
        assert_eq!(added(&due, Why::Pillages(one)), Some(1));
        assert!(due.roll(10).rules().contains(&RULE));
    }

    // fast-battle.attrition.supply.modifiers, fast-battle.supply.out-two-rounds, fast-battle.supply.cold-area.rotw-malus
    #[test]
    fn the_supply_roll_has_its_own_modifiers() {
        let eight = stack("spain", &[ArmyPlus, ArmyPlus]);
        let who = Supplied {
            stack: &eight,
            at: at("eArtois"),
            technology: Land::Renaissance,
            enemy: true,
            pillages: Pillages { minus: 1, plus: 0 },
            man: Some(3),
            unsupplied: false,
            snowflake: 0,
        };
        let due = supply(&who, GUIDE);
        let rule = rule!("fast-battle.attrition.supply.modifiers");
        assert!(due.added.iter().all(|added| added.why.rules() == [rule]));
        assert_eq!(due.roll(5).modified, 13);
        let few = stack("spain", &[Ld]);
        let home = Supplied { stack: &few, enemy: false, pillages: Pillages::default(), man: None, ..who };
        let rolled = supply(&home, GUIDE).roll(5);
        assert_eq!(rolled.modified, 11);
        assert!(rolled.is_nothing());
        // A pillage or a loss is something, and so is a loss alone.
        let two = stack("spain", &[Ld, Ld]);
        let pillaged = supply(&Supplied { stack: &two, ..home }, GUIDE).roll(6);
        assert!(matches!(pillaged.effect, Effect::Europe { ld: 0, p: Some(_) }) && !pillaged.is_nothing());
        let dire = Supplied { stack: &two, enemy: true, unsupplied: true, ..home };
        let dire = supply(&Supplied { pillages: Pillages { minus: 0, plus: 1 }, ..dire }, GUIDE).roll(5);
        assert!(matches!(dire.effect, Effect::Europe { ld: 1, p: None }) && !dire.is_nothing(), "{dire:?}");
        let plus = Supplied { pillages: Pillages { minus: 0, plus: 1 }, ..home };
        assert_eq!(supply(&plus, GUIDE).modifier(), 8, "the large face is 2 here too");
        let due = supply(&Supplied { unsupplied: true, ..home }, GUIDE);
        assert_eq!(added(&due, Why::Unsupplied), Some(2));
        assert!(Why::Unsupplied.rules().contains(&rule!("fast-battle.supply.out-two-rounds")));
        let cold = supply(&Supplied { at: at("rKamchatka~I"), snowflake: 2, ..home }, GUIDE);
        assert_eq!(added(&cold, Why::Snowflake), Some(2));
        assert_eq!(Why::Snowflake.rules(), [rule!("fast-battle.supply.cold-area.rotw-malus")]);
    }

    // fast-battle.attrition.rotw-land
    #[test]
    fn the_rest_of_the_world_loses_in_percent() {
        let four = stack("spain", &[ArmyPlus]);
        let due = movement(&Moved { at: at("rFlorida~N"), mp: 6, ..moved(&four) }, GUIDE).expect("it rolls");
        assert!(due.rules().contains(&rule!("fast-battle.attrition.rotw-land")));
        let rolled = due.roll(7);
        let Effect::Percent(remains) = rolled.effect else { panic!("it is in percent") };
        assert_eq!((remains.percent, remains.left, rolled.dice_wanted()), (20, Thirds::whole(3), 0));
    }

    // fast-battle.siege.attrition-modifiers
    #[test]
    fn a_siege_takes_siege_for_manoeuvre() {
        let two = stack("france", &[Ld, Ld]);
        let inside = Besieged {
            stack: &two,
            at: at("eArtois"),
            technology: Land::Renaissance,
            siege: 1,
            enemy_siege: 2,
            open_port: true,
            works: (1, 1),
        };
        let due = besieged(&inside, GUIDE);
        assert_eq!(due.modifier(), 6 - 1 - 3 + 4);
        assert_eq!(besieged(&inside, Edition::Head).modifier(), -1 + 2 - 3 + 4);
        assert_eq!(due.roll(9).ld_lost(true), 1, "a P costs the besieged an LD");
    }
}
