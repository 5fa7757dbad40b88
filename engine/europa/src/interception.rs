//! Interception, evasion, and coming out of a blockade or into it: who may and with what chance. The numbers stand here, in no table: 8 or
//! more, or a natural 10 ([`Try::roll`]), and what is added ([`on_land`], [`at_sea`]). In which campaign and on which ground says
//! [`may_intercept`](super::campaigns::may_intercept); all of it together (at war, not beaten, not besieged), how it is declared and tried
//! on the board: `board::intercept`; evasion there: `board::evade`, blockades: `board::blockade`.

use super::campaigns::Leave;
use super::control::Harbour;
use super::geography::{Border, Place, Terrain, atlas};
use super::logistics_switches::{InterceptionRules, LogisticsSwitches};
use super::technology::Naval;
use super::units::Stack;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// Why something is added to the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The leaders' MAN: own, the other's.
    Manoeuvre(u8, u8),
    /// Six boxes of technology ahead, or more.
    Technology,
    /// A friendly force or city is in the province already.
    FriendlyThere,
    /// From the same province or sea zone.
    SamePlace,
    /// The province is a swamp.
    TargetSwamp,
    /// The interceptor stands in a swamp, or is flooded.
    OwnSwamp,
    /// Bad weather.
    BadWeather,
    /// Across a river or pass.
    Across(Border),
    /// Another enemy force there, which is not besieged.
    OtherEnemy,
    /// The interceptor besieges.
    Besieging,
    /// The interceptor blockades.
    Blockading,
    /// At sea with three-deckers or better.
    ThreeDeckers,
    /// A landing was announced before his eyes.
    Landing,
    /// He lies in a plain port.
    PlainPort,
    /// The blockading stack is smaller.
    SmallerBlockade,
    /// The blockading ships are warships, and no seventy-fours.
    OldWarships,
}

impl Why {
    /// The rule.
    pub const RULE: RuleId = rule!("fast-battle.aids.interception-evasion");

    /// The rules behind it.
    #[must_use]
    pub const fn rules(self) -> &'static [RuleId] {
        &[Why::RULE]
    }
}

/// Something added, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i8,
    /// Why.
    pub why: Why,
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Interception: 8 or more, or a natural 10.
    Interception,
    /// Evasion: 8 or more.
    Evasion,
    /// Coming out of a blockade, or into it: 8 or more; 5 or less lets the blockader force a battle.
    Escape,
}

/// A try that asks for a d10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// What.
    pub what: What,
    /// What is added.
    pub added: Vec<Added>,
    /// The rules that it rests on.
    pub rules: Vec<RuleId>,
}

/// How a try came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It succeeded.
    Done,
    /// It failed.
    Failed,
    /// It failed, and the blockader may force a battle.
    Caught,
}

/// A try that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// What.
    pub tried: Try,
    /// The die.
    pub die: u8,
    /// With everything added.
    pub modified: i16,
    /// How it came out.
    pub outcome: Outcome,
}

impl Try {
    fn new(what: What, added: Vec<Added>) -> Try {
        Try { what, added: added.into_iter().filter(|added| added.by != 0).collect(), rules: vec![Why::RULE] }
    }

    /// Rolls it.
    #[must_use]
    pub fn roll(self, die: u8) -> Tried {
        let modified = i16::from(die) + self.added.iter().map(|added| i16::from(added.by)).sum::<i16>();
        let natural = self.what == What::Interception && die == 10;
        let outcome = if modified >= 8 || natural {
            Outcome::Done
        } else if self.what == What::Escape && modified <= 5 {
            Outcome::Caught
        } else {
            Outcome::Failed
        };
        Tried { tried: self, die, modified, outcome }
    }
}

/// Which interception of a chain it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    /// Of a stack that moves.
    Mover,
    /// Of a stack that intercepts, by the moving side, on land.
    Interceptor,
    /// Of a stack that counter-intercepts, which is not allowed.
    CounterInterceptor,
}

/// Whether a stack may try an interception at all.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// Where the interceptor stands.
    pub from: Place,
    /// Where the other enters.
    pub target: Place,
    /// Which of a chain it is.
    pub chain: Chain,
    /// Whether the same stack has tried the same moving stack before.
    pub tried: bool,
    /// What the campaign says.
    pub leave: &'a Leave,
}

/// Checks an interception that is declared, and tells the rules that it rests on.
///
/// # Errors
/// When the group uses its own rules and the umpire enters what comes of it, the places are apart, a strait lies between, or it has been
/// tried.
pub fn declare(declared: &Declared, switches: &LogisticsSwitches) -> Result<Vec<RuleId>, Refusal> {
    let mut rules = vec![rule!("fast-battle.interception.allowed"), Why::RULE];
    rules.extend(&declared.leave.rules);
    if switches.interception == InterceptionRules::Own {
        return Err(Refusal::under(
            rule!("fast-battle.interception.any-system"),
            said!(
                "The campaign permits the attempt. The group intercepts by its own rules: the umpire enters what comes of it."
            ),
        ));
    }
    if declared.tried {
        return Err(Refusal::under(
            Why::RULE,
            said!("That stack has tried to intercept this one already; it may do so once."),
        ));
    }
    let naval = declared.target.site().is_sea();
    if declared.chain == Chain::CounterInterceptor || (naval && declared.chain == Chain::Interceptor) {
        return Err(Refusal::under(
            Why::RULE,
            said!(
                "A counter-interception is for the moving side, once and on land; nobody intercepts it again."
            ),
        ));
    }
    if declared.from == declared.target {
        return Ok(rules);
    }
    match atlas().border(declared.from, declared.target) {
        None => Err(Refusal::under(
            Why::RULE,
            said!(
                "{} does not border {}: a stack intercepts in its own place and in those next to it.",
                declared.from.name(),
                declared.target.name()
            ),
        )),
        Some(border) if border.is_strait() && !naval => {
            Err(Refusal::under(Why::RULE, said!("No stack intercepts on land across a strait.")))
        }
        Some(_) => Ok(rules),
    }
}

/// An interception on land.
#[derive(Clone, Copy, Debug)]
pub struct OnLand {
    /// Where the interceptor stands.
    pub from: Place,
    /// Where the other enters.
    pub target: Place,
    /// The leaders' MAN: the interceptor's, the intercepted's.
    pub man: (u8, u8),
    /// Boxes of technology by which the interceptor is ahead.
    pub ahead: i8,
    /// A friendly force or city is in the province already.
    pub friendly_there: bool,
    /// The interceptor is flooded.
    pub flooded: bool,
    /// Bad weather.
    pub bad_weather: bool,
    /// Another enemy force in the province, which is not besieged.
    pub other_enemy: bool,
    /// The interceptor besieges.
    pub besieging: bool,
}

fn manoeuvre((own, other): (u8, u8)) -> Added {
    Added { by: own as i8 - other as i8, why: Why::Manoeuvre(own, other) }
}

fn when(so: bool, by: i8, why: Why) -> Added {
    Added { by: if so { by } else { 0 }, why }
}

/// An interception on land, to be rolled.
#[must_use]
pub fn on_land(it: &OnLand) -> Try {
    let border = atlas().border(it.from, it.target).unwrap_or_default();
    let swamp = |place: Place| place.site().terrain == Terrain::Swamp;
    let across = matches!(border, Border::River | Border::Pass);
    Try::new(
        What::Interception,
        vec![
            manoeuvre(it.man),
            when(it.ahead >= 6, 1, Why::Technology),
            when(it.friendly_there, 1, Why::FriendlyThere),
            when(it.from == it.target, 1, Why::SamePlace),
            when(swamp(it.target), -1, Why::TargetSwamp),
            when(swamp(it.from) || it.flooded, -1, Why::OwnSwamp),
            when(it.bad_weather, -2, Why::BadWeather),
            when(across, -2, Why::Across(border)),
            when(it.other_enemy, -2, Why::OtherEnemy),
            when(it.besieging, -1, Why::Besieging),
        ],
    )
}

/// An interception at sea.
#[derive(Clone, Copy, Debug)]
pub struct AtSea {
    /// The leaders' MAN: the interceptor's, the intercepted's.
    pub man: (u8, u8),
    /// Boxes of technology by which the interceptor is ahead.
    pub ahead: i8,
    /// Bad weather.
    pub bad_weather: bool,
    /// The interceptor blockades.
    pub blockading: bool,
    /// The interceptor's technology.
    pub technology: Naval,
    /// The interceptor lies in port; in an arsenal or not.
    pub in_port: Option<Harbour>,
    /// He is in the sea zone that the other enters.
    pub same_zone: bool,
    /// The other announced a landing in his sea zone or his port's province, or from a zone next to his arsenal.
    pub landing: bool,
}

/// An interception at sea, to be rolled. Of where the interceptor is only the best counts.
#[must_use]
pub fn at_sea(it: &AtSea) -> Try {
    let places = [
        when(it.in_port.is_none() && it.technology >= Naval::ThreeDecker, 1, Why::ThreeDeckers),
        when(it.same_zone, 1, Why::SamePlace),
        when(it.landing, 2, Why::Landing),
        when(it.in_port == Some(Harbour::Port), -3, Why::PlainPort),
    ];
    let best = places.into_iter().filter(|added| added.by != 0).max_by_key(|added| added.by);
    let mut added = vec![
        manoeuvre(it.man),
        when(it.ahead >= 6, 1, Why::Technology),
        when(it.bad_weather, -2, Why::BadWeather),
        when(it.blockading, -1, Why::Blockading),
    ];
    added.extend(best);
    Try::new(What::Interception, added)
}

/// Evasion before a battle, by a stack that neither moves nor intercepts. `man`: its own leader's, the enemy's; only what it has more counts.
#[must_use]
pub fn evasion(man: (u8, u8)) -> Try {
    Try::new(What::Evasion, vec![better(man)])
}

fn better(man: (u8, u8)) -> Added {
    let added = manoeuvre(man);
    Added { by: added.by.max(0), ..added }
}

/// Whether a stack evades into a friendly fortress of the province without a roll: 1 LD for each level, 1 LD into a fort (level 0).
///
/// # Errors
/// When it is too large.
pub fn into_fortress(stack: &Stack, level: u8, inside: u8) -> Result<RuleId, Refusal> {
    let room = level.max(1).saturating_sub(inside);
    if stack.ld() <= room {
        return Ok(Why::RULE);
    }
    Err(Refusal::under(
        Why::RULE,
        said!("The fortress has room for {} LD more; the stack has {}.", room, stack.ld()),
    ))
}

/// A stack comes out of a blockaded port, or into it. `man`: its own leader's, the blockader's; `smaller`: the blockading stack has fewer
/// ND; `old_warships`: it is of warships that are no seventy-fours.
#[must_use]
pub fn escape(man: (u8, u8), smaller: bool, old_warships: bool) -> Try {
    let added =
        vec![better(man), when(smaller, 1, Why::SmallerBlockade), when(old_warships, 1, Why::OldWarships)];
    Try::new(What::Escape, added)
}

#[cfg(test)]
mod tests {
    use super::super::campaigns::{Kind, may_intercept};
    use super::super::units::Counter::{ArmyMinus, Ld};
    use super::super::units::stack;
    use super::*;

    const RULE: RuleId = rule!("fast-battle.aids.interception-evasion");

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    fn plain() -> OnLand {
        OnLand {
            from: at("eArtois"),
            target: at("eArtois"),
            man: (0, 0),
            ahead: 0,
            friendly_there: false,
            flooded: false,
            bad_weather: false,
            other_enemy: false,
            besieging: false,
        }
    }

    fn sum(tried: &Try) -> i8 {
        tried.added.iter().map(|added| added.by).sum()
    }

    /// Neighbours with such a border.
    fn pair(kind: Border) -> (Place, Place) {
        let dry = |p: &Place| !p.site().is_sea() && p.site().terrain != Terrain::Swamp;
        let mut all = atlas().all().filter(dry);
        all.find_map(|a| a.neighbours().iter().find(|(b, k)| *k == kind && dry(b)).map(|(b, _)| (a, *b)))
            .expect("a pair")
    }

    // fast-battle.aids.interception-evasion
    #[test]
    fn interception_on_land_adds_what_the_aids_list() {
        assert_eq!(sum(&on_land(&plain())), 1, "the same province");
        let (a, b) = pair(Border::Open);
        let next = OnLand { from: a, target: b, ..plain() };
        assert_eq!(sum(&on_land(&next)), 0);
        assert_eq!(sum(&on_land(&OnLand { man: (4, 2), ..next })), 2);
        assert_eq!(sum(&on_land(&OnLand { man: (2, 4), ..next })), -2);
        assert_eq!([5, 6].map(|ahead| sum(&on_land(&OnLand { ahead, ..next }))), [0, 1]);
        assert_eq!(sum(&on_land(&OnLand { friendly_there: true, ..next })), 1);
        assert_eq!(sum(&on_land(&OnLand { flooded: true, ..next })), -1);
        assert_eq!(sum(&on_land(&OnLand { bad_weather: true, ..next })), -2);
        assert_eq!(sum(&on_land(&OnLand { other_enemy: true, ..next })), -2);
        assert_eq!(sum(&on_land(&OnLand { besieging: true, ..next })), -1);
        for kind in [Border::River, Border::Pass] {
            let (from, target) = pair(kind);
            let tried = on_land(&OnLand { from, target, ..plain() });
            assert_eq!(tried.added, [Added { by: -2, why: Why::Across(kind) }]);
            assert_eq!(tried.added[0].why.rules(), [RULE]);
        }
        assert_eq!(on_land(&next).rules, [RULE]);
    }

    #[test]
    fn an_eight_or_a_natural_ten_intercepts() {
        let (from, target) = pair(Border::River);
        let hard = OnLand { from, target, bad_weather: true, ..plain() };
        let roll = |die| on_land(&hard).roll(die).outcome;
        assert_eq!([9, 10].map(roll), [Outcome::Failed, Outcome::Done]);
        assert_eq!([6, 7].map(|die| on_land(&plain()).roll(die).outcome), [Outcome::Failed, Outcome::Done]);
    }

    // fast-battle.interception.allowed, any-system
    #[test]
    fn an_interception_is_declared_next_door_once_and_not_across_a_strait() {
        let leave = may_intercept(Some(Kind::Simple), false).expect("leave");
        let switches = LogisticsSwitches::default();
        let (from, target) = pair(Border::Open);
        let fine = Declared { from, target, chain: Chain::Mover, tried: false, leave: &leave };
        let rules = declare(&fine, &switches).expect("it may");
        assert!(rules.contains(&rule!("fast-battle.interception.allowed")));
        assert!(rules.contains(&rule!("fast-battle.campaign.interception-unrestricted")));
        let refused = |declared: Declared| declare(&declared, &switches).expect_err("it may not").rules;
        assert_eq!(refused(Declared { tried: true, ..fine }), [RULE]);
        assert!(declare(&Declared { chain: Chain::Interceptor, ..fine }, &switches).is_ok());
        assert_eq!(refused(Declared { chain: Chain::CounterInterceptor, ..fine }), [RULE]);
        let sea = Declared { from: at("sNord"), target: at("sManche"), ..fine };
        assert!(declare(&sea, &switches).is_ok());
        assert_eq!(refused(Declared { chain: Chain::Interceptor, ..sea }), [RULE], "none at sea");
        assert_eq!(refused(Declared { from: at("eGaliza"), target: at("eHolland"), ..fine }), [RULE]);
        let (from, target) = pair(Border::Strait);
        assert_eq!(refused(Declared { from, target, ..fine }), [RULE]);
        let own = LogisticsSwitches { interception: InterceptionRules::Own, ..switches };
        let umpire = declare(&fine, &own).expect_err("the umpire enters it");
        assert_eq!(umpire.rules, [rule!("fast-battle.interception.any-system")]);
    }

    #[test]
    fn interception_at_sea_takes_the_best_of_where_one_is() {
        let it = AtSea {
            man: (3, 1),
            ahead: 0,
            bad_weather: false,
            blockading: false,
            technology: Naval::Carrack,
            in_port: None,
            same_zone: false,
            landing: false,
        };
        assert_eq!(sum(&at_sea(&it)), 2);
        let late = AtSea { technology: Naval::SeventyFour, ..it };
        assert_eq!(sum(&at_sea(&late)), 3);
        assert_eq!(sum(&at_sea(&AtSea { same_zone: true, ..late })), 3, "one of them");
        assert_eq!(sum(&at_sea(&AtSea { same_zone: true, landing: true, ..late })), 4);
        let port = AtSea { in_port: Some(Harbour::Port), ..late };
        assert_eq!(sum(&at_sea(&port)), -1);
        assert_eq!(sum(&at_sea(&AtSea { landing: true, ..port })), 4, "the best, not the sum");
        assert_eq!(sum(&at_sea(&AtSea { in_port: Some(Harbour::Arsenal), ..late })), 2);
        assert_eq!(sum(&at_sea(&AtSea { bad_weather: true, blockading: true, ahead: 6, ..it })), 0);
    }

    #[test]
    fn evasion_and_escape_count_only_the_better_leader() {
        assert_eq!([6, 7].map(|die| evasion((3, 2)).roll(die).outcome), [Outcome::Failed, Outcome::Done]);
        assert_eq!(sum(&evasion((1, 4))), 0);
        assert_eq!(evasion((0, 0)).roll(8).outcome, Outcome::Done);
        let two = stack("france", &[ArmyMinus]);
        assert_eq!(into_fortress(&two, 2, 0), Ok(RULE));
        assert!(into_fortress(&two, 2, 1).is_err());
        assert_eq!(into_fortress(&stack("france", &[Ld]), 0, 0), Ok(RULE), "a fort takes one");
        let told = [5, 6, 7, 8].map(|die| escape((0, 3), false, false).roll(die).outcome);
        assert_eq!(told, [Outcome::Caught, Outcome::Failed, Outcome::Failed, Outcome::Done]);
        assert_eq!(sum(&escape((2, 1), true, true)), 3);
    }

    // fast-battle.aids.interception-evasion
    #[test]
    fn three_deckers_intercept_more_easily_and_so_do_later_ships_but_not_out_of_a_port() {
        let by = |technology: Naval, in_port: Option<Harbour>| {
            let it = AtSea {
                man: (0, 0),
                ahead: 0,
                bad_weather: false,
                blockading: false,
                technology,
                in_port,
                same_zone: false,
                landing: false,
            };
            at_sea(&it)
                .added
                .iter()
                .filter(|added| added.why == Why::ThreeDeckers)
                .map(|added| added.by)
                .sum::<i8>()
        };
        let told =
            [Naval::Vessel, Naval::ThreeDecker, Naval::SeventyFour].map(|technology| by(technology, None));
        assert_eq!(told, [0, 1, 1]);
        assert_eq!(by(Naval::ThreeDecker, Some(Harbour::Arsenal)), 0);
    }
}
