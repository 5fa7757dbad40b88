//! Campaigns: what a player pays each round, and what his stacks may then do.

use super::units::Stack;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;
use table::said::name;

/// A kind of campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing is paid: nothing moves or intercepts.
    None,
    /// Passive.
    Passive,
    /// Simple at low cost, without logistics.
    Cheap,
    /// Simple.
    Simple,
    /// Major: one stack of any size.
    MajorOneStack,
    /// Major: any number of small stacks.
    MajorSmallStacks,
    /// Multiple.
    Multiple,
}

/// What a player chooses for a round, for land and for sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Campaign {
    /// On land.
    pub land: Kind,
    /// At sea.
    pub sea: Kind,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::None,
        Kind::Passive,
        Kind::Cheap,
        Kind::Simple,
        Kind::MajorOneStack,
        Kind::MajorSmallStacks,
        Kind::Multiple,
    ];

    /// Its price in ducats.
    #[must_use]
    pub const fn price(self) -> u16 {
        match self {
            Kind::None => 0,
            Kind::Passive | Kind::Cheap => 10,
            Kind::Simple => 20,
            Kind::MajorOneStack | Kind::MajorSmallStacks => 50,
            Kind::Multiple => 100,
        }
    }

    /// The price of the cheapest that costs anything, in ducats.
    #[must_use]
    pub fn least_price() -> u16 {
        let prices = Kind::ALL.into_iter().map(Kind::price);
        prices.filter(|price| *price > 0).min().unwrap_or_default()
    }

    /// Its key, as the record writes it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Kind::None => "none",
            Kind::Passive => "passive",
            Kind::Cheap => "cheap",
            Kind::Simple => "simple",
            Kind::MajorOneStack => "major_one_stack",
            Kind::MajorSmallStacks => "major_small_stacks",
            Kind::Multiple => "multiple",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::None => "no campaign",
            Kind::Passive => "passive campaign",
            Kind::Cheap => "low-cost simple campaign",
            Kind::Simple => "simple campaign",
            Kind::MajorOneStack => "major campaign with one stack",
            Kind::MajorSmallStacks => "major campaign with small stacks",
            Kind::Multiple => "multiple campaign",
        }
    }

    /// Whether it lets stacks act aggressively.
    const fn is_active(self) -> bool {
        !matches!(self, Kind::None | Kind::Passive)
    }
}

/// A campaign that was announced: everybody is told, before any move (`fast-battle.campaign.announced`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// What.
    pub campaign: Campaign,
    /// Ducats for land, for sea.
    pub parts: [u16; 2],
    /// Ducats paid: the larger of the two.
    pub price: u16,
    /// The rules.
    pub rules: Vec<RuleId>,
}

impl Campaign {
    /// The same on land and at sea.
    #[must_use]
    pub const fn both(kind: Kind) -> Campaign {
        Campaign { land: kind, sea: kind }
    }

    /// Announces it and charges for it.
    #[must_use]
    pub fn announce(self) -> Announced {
        let parts = [self.land.price(), self.sea.price()];
        let mut rules = vec![rule!("fast-battle.campaign.costs"), rule!("fast-battle.campaign.announced")];
        if [self.land, self.sea].contains(&Kind::Cheap) {
            rules.push(rule!("fast-battle.campaign.simple.cheap"));
        }
        Announced { campaign: self, parts, price: parts[0].max(parts[1]), rules }
    }

    /// Whether a dearer one could take its place.
    #[must_use]
    pub fn can_be_raised(self) -> bool {
        Kind::ALL.into_iter().any(|kind| kind.price() > self.announce().price)
    }
}

/// What a stack does in its movement segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// It stays.
    Stays,
    /// It moves in friendly territory, leaves an enemy's, or sails.
    Moves,
    /// It explores.
    Explores,
    /// It kills natives.
    KillsNatives,
    /// It keeps up a siege or blockade.
    KeepsSiege,
    /// It fights revolts or pirates where it already is.
    FightsOn,
    /// It enters enemy territory.
    EntersEnemy,
    /// It moves onto a revolt.
    EntersRevolt,
    /// It moves onto pirates.
    EntersPirates,
    /// It comes back to a siege that it had left.
    ReturnsToSiege,
}

impl Deed {
    /// Whether it is aggressive.
    #[must_use]
    pub const fn is_aggressive(self) -> bool {
        matches!(self, Deed::EntersEnemy | Deed::EntersRevolt | Deed::EntersPirates | Deed::ReturnsToSiege)
    }
}

/// Whether all that a player's stacks do in his movement segment is covered by his campaign. Land and sea are counted apart.
///
/// # Errors
/// When it is not: what the campaign allows, and the rule.
pub fn check(campaign: Campaign, deeds: &[(&Stack, Deed)]) -> Result<(), Refusal> {
    for naval in [false, true] {
        let kind = if naval { campaign.sea } else { campaign.land };
        let own: Vec<_> = deeds.iter().filter(|(stack, _)| stack.is_naval() == naval).collect();
        let idle = |deed: &Deed| matches!(deed, Deed::Stays | Deed::KeepsSiege | Deed::FightsOn);
        if kind == Kind::None && own.iter().any(|(_, deed)| !idle(deed)) {
            return Err(Refusal::under(
                rule!("fast-battle.campaign.costs"),
                said!(
                    "Without a campaign nothing moves. A passive one costs {} ducats.",
                    Kind::Passive.price()
                ),
            ));
        }
        let aggressive: Vec<&Stack> =
            own.iter().filter(|(_, deed)| deed.is_aggressive()).map(|(s, _)| *s).collect();
        aggression(kind, naval, &aggressive)?;
    }
    Ok(())
}

fn aggression(kind: Kind, naval: bool, stacks: &[&Stack]) -> Result<(), Refusal> {
    if stacks.is_empty() {
        return Ok(());
    }
    if !kind.is_active() {
        return Err(Refusal::under(
            rule!("fast-battle.campaign.passive.moves"),
            said!(
                "With a {} no stack may enter enemy territory, move onto revolts or pirates, or come back to a siege. A simple campaign lets one small stack do it.",
                name(kind.name())
            ),
        ));
    }
    let small = |stack: &&&Stack| if naval { stack.is_small_at_sea() } else { stack.is_small_on_land() };
    let large = stacks.iter().filter(|stack| !small(stack)).count();
    let (rule, one, any_size) = match kind {
        Kind::Simple | Kind::Cheap => (rule!("fast-battle.campaign.simple.one-land-one-sea"), true, false),
        Kind::MajorOneStack => (rule!("fast-battle.campaign.major.one-stack"), true, true),
        Kind::MajorSmallStacks => (rule!("fast-battle.campaign.major.small-stacks"), false, false),
        _ => return Ok(()),
    };
    if one && stacks.len() > 1 {
        return Err(Refusal::under(
            rule,
            said!(
                "{} stacks of that kind act aggressively; a {} allows one.",
                stacks.len(),
                name(kind.name())
            ),
        ));
    }
    if !any_size && large > 0 {
        let (defined, says) = if naval {
            (
                rule!("fast-battle.campaign.small-stack.sea"),
                said!("A {} allows small naval stacks only: at most one fleet counter.", name(kind.name())),
            )
        } else {
            (
                rule!("fast-battle.campaign.small-stack.land"),
                said!("A {} allows small land stacks only: at most 5 LD and one pasha.", name(kind.name())),
            )
        };
        return Err(Refusal { rules: vec![rule, defined], says });
    }
    Ok(())
}

/// The campaign that governs a player's interceptions, and the rule: what he paid for last in this turn, or a passive one before his first
/// movement segment.
#[must_use]
pub fn in_force(last_paid: Option<Kind>) -> (Kind, RuleId) {
    (last_paid.unwrap_or(Kind::Passive), rule!("fast-battle.campaign.before-own-move"))
}

/// Leave to intercept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
}

/// Whether a player may intercept in a place that is friendly to him or not, by what he paid for last in this turn. Neither the size of the
/// stack nor the number of interceptions matters.
///
/// # Errors
/// When his campaign does not reach so far.
pub fn may_intercept(last_paid: Option<Kind>, friendly: bool) -> Result<Leave, Refusal> {
    const UNRESTRICTED: RuleId = rule!("fast-battle.campaign.interception-unrestricted");
    let (kind, before) = in_force(last_paid);
    let (allowed, rule) = match kind {
        Kind::None => (false, rule!("fast-battle.campaign.costs")),
        Kind::Passive if friendly => (true, rule!("fast-battle.campaign.passive.allowed")),
        Kind::Passive => (false, rule!("fast-battle.campaign.passive.moves")),
        _ => (true, rule!("fast-battle.campaign.simple.interception")),
    };
    if allowed {
        return Ok(Leave { rules: vec![rule, UNRESTRICTED] });
    }
    if last_paid.is_none() {
        let says = said!(
            "Before your first own movement of the turn you count as having paid for a passive campaign: you may intercept in friendly territory only."
        );
        return Err(Refusal { rules: vec![before, rule], says });
    }
    Err(Refusal::under(
        rule,
        if kind == Kind::None {
            said!("You paid for no campaign: nothing of yours intercepts until your next one.")
        } else {
            said!(
                "With a passive campaign you may intercept in friendly territory only; a simple one would let you here."
            )
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::super::units::Counter::{ArmyMinus, ArmyPlus, FleetMinus, FleetPlus, Ld, Nd};
    use super::super::units::{Counter, Hold, stack};
    use super::*;

    const FULL: Hold = Hold { nd: 3, gd: 0, dtr: 1 };

    fn of(counters: &[Counter]) -> Stack {
        stack("france", counters)
    }

    fn refused(campaign: Campaign, deeds: &[(&Stack, Deed)]) -> Vec<RuleId> {
        check(campaign, deeds).err().map_or(vec![], |refusal| refusal.rules)
    }

    // fast-battle.campaign.costs, simple.cheap, announced
    #[test]
    fn campaigns_have_their_prices_and_the_larger_is_paid() {
        assert_eq!(Kind::ALL.map(Kind::price), [0, 10, 10, 20, 50, 50, 100]);
        let announced = Campaign { land: Kind::MajorOneStack, sea: Kind::Simple }.announce();
        assert_eq!((announced.parts, announced.price), ([50, 20], 50));
        assert!(announced.rules.contains(&rule!("fast-battle.campaign.costs")));
        assert!(announced.rules.contains(&rule!("fast-battle.campaign.announced")));
        let cheap = Campaign { land: Kind::Cheap, sea: Kind::None }.announce();
        assert_eq!(cheap.price, 10);
        assert!(cheap.rules.contains(&rule!("fast-battle.campaign.simple.cheap")));
        let raised = Kind::ALL.map(|kind| Campaign { land: Kind::None, sea: kind }.can_be_raised());
        assert_eq!(raised, [true, true, true, true, true, true, false]);
    }

    // fast-battle.campaign.passive.moves, passive.allowed; attrition.cause.large-stack-avoidance
    #[test]
    fn a_passive_campaign_forbids_aggressive_moves() {
        let few = of(&[Ld]);
        let passive = Campaign::both(Kind::Passive);
        for deed in [Deed::EntersEnemy, Deed::EntersRevolt, Deed::EntersPirates, Deed::ReturnsToSiege] {
            assert_eq!(refused(passive, &[(&few, deed)]), [rule!("fast-battle.campaign.passive.moves")]);
        }
        for deed in
            [Deed::Moves, Deed::Explores, Deed::KillsNatives, Deed::KeepsSiege, Deed::FightsOn, Deed::Stays]
        {
            assert_eq!(refused(passive, &[(&few, deed)]), []);
        }
        let none = Campaign::both(Kind::None);
        assert_eq!(refused(none, &[(&few, Deed::Moves)]), [rule!("fast-battle.campaign.costs")]);
        assert_eq!(refused(none, &[(&few, Deed::KeepsSiege)]), []);
    }

    // fast-battle.campaign.simple.one-land-one-sea
    #[test]
    fn a_simple_campaign_lets_one_small_stack_of_each_kind_act() {
        const RULE: RuleId = rule!("fast-battle.campaign.simple.one-land-one-sea");
        let (five, six) = (of(&[ArmyPlus, Ld]), of(&[ArmyPlus, ArmyMinus]));
        let (fleet, two) = (of(&[FleetPlus(FULL), Nd]), of(&[FleetMinus(FULL), FleetMinus(FULL)]));
        for kind in [Kind::Simple, Kind::Cheap] {
            let simple = Campaign::both(kind);
            assert_eq!(refused(simple, &[(&five, Deed::EntersEnemy), (&fleet, Deed::EntersEnemy)]), []);
            assert_eq!(refused(simple, &[(&five, Deed::EntersEnemy), (&five, Deed::EntersRevolt)]), [RULE]);
            let large = refused(simple, &[(&six, Deed::EntersEnemy)]);
            assert_eq!(large, [RULE, rule!("fast-battle.campaign.small-stack.land")]);
            let large = refused(simple, &[(&two, Deed::EntersEnemy)]);
            assert_eq!(large, [RULE, rule!("fast-battle.campaign.small-stack.sea")]);
            assert_eq!(
                refused(simple, &[(&six, Deed::Moves), (&six, Deed::Moves)]),
                [],
                "at home any may move"
            );
        }
    }

    // fast-battle.campaign.major.one-stack, small-stacks, land-and-sea, multiple
    #[test]
    fn a_major_campaign_is_used_one_way_on_land_and_one_at_sea() {
        let (eight, five) = (of(&[ArmyPlus, ArmyPlus]), of(&[ArmyPlus, Ld]));
        let three = of(&[FleetPlus(FULL), FleetPlus(FULL), FleetPlus(FULL)]);
        let enter = |stacks: &[&Stack], campaign: Campaign| {
            let deeds: Vec<_> = stacks.iter().map(|s| (*s, Deed::EntersEnemy)).collect();
            refused(campaign, &deeds)
        };
        let one = Campaign::both(Kind::MajorOneStack);
        assert_eq!(enter(&[&eight], one), []);
        assert_eq!(enter(&[&eight, &five], one), [rule!("fast-battle.campaign.major.one-stack")]);
        let small = Campaign::both(Kind::MajorSmallStacks);
        assert_eq!(enter(&[&five, &five, &five, &five], small), []);
        let six = of(&[ArmyPlus, ArmyMinus]);
        assert_eq!(enter(&[&six], small)[0], rule!("fast-battle.campaign.major.small-stacks"));
        let mixed = Campaign { land: Kind::MajorSmallStacks, sea: Kind::MajorOneStack };
        assert_eq!(enter(&[&three, &five, &five, &five], mixed), []);
        assert_eq!(mixed.announce().price, 50);
        assert_eq!(enter(&[&eight, &eight, &eight], Campaign::both(Kind::Multiple)), []);
    }

    // fast-battle.campaign.before-own-move, simple.interception, interception-unrestricted, first-round-initiative,
    // passive-then-opponent-free, example.simple, example.passive
    #[test]
    fn interception_goes_by_what_was_paid_last() {
        let rules = |last, friendly| may_intercept(last, friendly).map(|leave| leave.rules);
        let unrestricted = rule!("fast-battle.campaign.interception-unrestricted");
        let first = may_intercept(None, false).expect_err("before his own move");
        assert_eq!(first.rules[0], rule!("fast-battle.campaign.before-own-move"));
        let friendly = vec![rule!("fast-battle.campaign.passive.allowed"), unrestricted];
        assert_eq!(rules(None, true), Ok(friendly.clone()));
        assert_eq!(rules(Some(Kind::Passive), true), Ok(friendly), "into Artois");
        let hainault = may_intercept(Some(Kind::Passive), false).expect_err("passive");
        assert_eq!(hainault.rules, [rule!("fast-battle.campaign.passive.moves")]);
        let simple = vec![rule!("fast-battle.campaign.simple.interception"), unrestricted];
        for kind in [Kind::Simple, Kind::Cheap, Kind::MajorOneStack, Kind::Multiple] {
            assert_eq!(rules(Some(kind), false), Ok(simple.clone()), "as often and with as many as he likes");
        }
        assert!(may_intercept(Some(Kind::None), true).is_err());
        assert_eq!(in_force(None), (Kind::Passive, rule!("fast-battle.campaign.before-own-move")));
    }

    // fast-battle.campaign.costs, passive.moves
    #[test]
    fn who_may_not_intercept_is_told_what_he_paid_for() {
        let says = |paid: Option<Kind>| {
            may_intercept(paid, false).err().map(|refusal| refusal.says.to_string()).unwrap_or_default()
        };
        assert!(says(Some(Kind::None)).contains("You paid for no campaign"));
        assert!(
            says(Some(Kind::Passive))
                .contains("With a passive campaign you may intercept in friendly territory only")
        );
        assert!(says(None).contains("you count as having paid for a passive campaign"));
        assert_eq!(says(Some(Kind::Simple)), "");
    }
}
