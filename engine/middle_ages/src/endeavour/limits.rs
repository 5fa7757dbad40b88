//! What an endeavour must keep to before a card is drawn for it: where it may go, what may be added, who may be its target.

use super::{Base, Endeavour, Kind, Target};
use crate::marker::{self, Marker};
use crate::switches::Readings;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// How many sea areas a seafaring people reaches over: known only from two worked examples.
pub const SEAFARING_RANGE: u8 = 3;
/// How many any other reaches over: ours.
pub const COMMON_RANGE: u8 = 2;

/// How far an area reaches over sea, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Sea areas.
    pub seas: u8,
    /// Whether it counts as home of a seafaring people.
    pub seafaring: bool,
    /// The rules that make it so.
    pub rules: Vec<RuleId>,
}

/// How far an area reaches over sea.
#[must_use]
pub fn range(base: &Base) -> Range {
    match (base.seafaring, base.fleets) {
        (true, 0) => Range { seas: SEAFARING_RANGE, seafaring: true, rules: Vec::new() },
        (true, fleets) => Range {
            seas: SEAFARING_RANGE.saturating_add(fleets),
            seafaring: true,
            rules: vec![rule!("middle-ages.fleets.range")],
        },
        (false, 0) => Range { seas: COMMON_RANGE, seafaring: false, rules: Vec::new() },
        (false, fleets) => Range {
            seas: SEAFARING_RANGE.saturating_add(fleets - 1),
            seafaring: true,
            rules: vec![
                rule!("middle-ages.fleets.make-seafaring"),
                rule!("middle-ages.fleets.range.converting-point"),
            ],
        },
    }
}

/// Refuses an endeavour that the rules do not allow; else the rules of the expansion that bore on it.
///
/// # Errors
/// A refusal that says what would be allowed.
pub fn check(endeavour: &Endeavour, reads: Readings) -> Result<Vec<RuleId>, Refusal> {
    targets(endeavour)?;
    let mut rules = across(endeavour, reads)?;
    for target in &endeavour.targets {
        rules.extend(in_target(endeavour.kind, target)?);
    }
    rules.sort_unstable();
    rules.dedup();
    Ok(rules)
}

/// One target; only in a ruling several, all with palaces.
fn targets(endeavour: &Endeavour) -> Result<(), Refusal> {
    let several = rule!("middle-ages.civilisation.palace.several-targets");
    match endeavour.targets.as_slice() {
        [] => Err(Refusal::new(said!("An endeavour has a target."))),
        [_] => Ok(()),
        all if endeavour.kind != Kind::Rule => Err(Refusal::under(
            several,
            said!(
                "{} has one target, not {}. Only ruling can take in several areas, all with palaces.",
                endeavour.kind,
                all.len()
            ),
        )),
        all => match all.iter().find(|target| !target.markers.contains(&Marker::Palace)) {
            Some(without) => Err(Refusal::under(
                several,
                said!(
                    "{} has no palace. One ruling of several areas takes in only areas with palaces; an area without one is ruled alone.",
                    without.name.clone()
                ),
            )),
            None => Ok(()),
        },
    }
}

/// Over sea: as far as the base reaches, and past fleets that defend the target with as many.
fn across(endeavour: &Endeavour, reads: Readings) -> Result<Vec<RuleId>, Refusal> {
    let defended = endeavour.kind.is_attack() && endeavour.targets.iter().any(|target| target.fleets > 0);
    if endeavour.seas == 0 {
        let none = rule!("middle-ages.fleets.no-effect-on-land-routes");
        return Ok(if defended { vec![none] } else { Vec::new() });
    }
    if !endeavour.kind.goes_abroad() {
        return Err(Refusal::new(said!("{} is done where one is; no sea lies between.", endeavour.kind)));
    }
    let reaches = range(&endeavour.base);
    if endeavour.seas > reaches.seas {
        let rule = reaches.rules.last().copied().unwrap_or(rule!("middle-ages.fleets.range"));
        return Err(Refusal::under(
            rule,
            said!(
                "{} reaches over {} sea areas, and {} lie between. A fleet point there adds one, and the first makes its people seafaring.",
                endeavour.base.name.clone(),
                reaches.seas,
                endeavour.seas
            ),
        ));
    }
    let mut rules = reaches.rules;
    if endeavour.base.fleets > 0 {
        rules.push(rule!("middle-ages.fleets.base-only"));
    }
    let base = &endeavour.base;
    // A point that makes the base seafaring is barred from the range alone, unless the group reads it otherwise.
    let converts = u8::from(!base.seafaring && !reads.converting_point_counts);
    let fleets = base.fleets.saturating_sub(converts);
    for target in endeavour.targets.iter().filter(|target| endeavour.kind.is_attack() && target.fleets > 0) {
        let rule = rule!("middle-ages.fleets.defence-across-sea");
        if fleets < target.fleets {
            return Err(Refusal::under(
                rule,
                said!(
                    "Fleet points that defend {}: {}; in the base: {}. An attack over sea needs as many. By land fleets do not count.",
                    target.name.clone(),
                    target.fleets,
                    fleets
                ),
            ));
        }
        rules.push(rule);
    }
    Ok(rules)
}

/// What is built where, and gold that may be added.
fn in_target(kind: Kind, target: &Target) -> Result<Vec<RuleId>, Refusal> {
    let no_more = |rule: RuleId| {
        Err(Refusal::under(
            rule,
            said!(
                "{} costs {} gold, and no more may be added to make it certain; {} more was offered.",
                kind,
                kind.cost(),
                target.gold
            ),
        ))
    };
    match kind {
        Kind::Fleet if !target.coast => Err(Refusal::under(
            rule!("middle-ages.fleets.building.target"),
            said!("{} borders no sea area. A fleet is built only where one does.", target.name.clone()),
        )),
        Kind::Fleet if target.gold > 0 => no_more(rule!("middle-ages.fleets.building.no-extra-gold")),
        Kind::Army if target.gold > 0 => no_more(rule!("middle-ages.armies.beginning-missing")),
        Kind::Marker if target.gold > 0 => no_more(rule!("middle-ages.civilisation.building.no-extra-gold")),
        Kind::Fleet => Ok(vec![rule!("middle-ages.fleets.building.cost")]),
        Kind::Army => Ok(vec![rule!("middle-ages.armies.beginning-missing")]),
        Kind::Marker => {
            marker::may_build(&target.markers, None)?;
            Ok(vec![rule!("middle-ages.civilisation.building.cost")])
        }
        _ => Ok(Vec::new()),
    }
}

/// The rule of the expansion that sets the price of an endeavour: of what is built, and of gold for each of several palaces. The prices of
/// all others are the base game's.
#[must_use]
pub fn price_of(endeavour: &Endeavour) -> Option<RuleId> {
    match endeavour.kind {
        Kind::Rule if endeavour.targets.len() > 1 => Some(rule!("middle-ages.civilisation.palace.own-gold")),
        kind => price_of_building(kind),
    }
}

/// The rule of the expansion that sets the price of what an endeavour of a kind builds.
#[must_use]
pub fn price_of_building(kind: Kind) -> Option<RuleId> {
    match kind {
        Kind::Fleet => Some(rule!("middle-ages.fleets.building.cost")),
        Kind::Marker => Some(rule!("middle-ages.civilisation.building.cost")),
        Kind::Army => Some(rule!("middle-ages.armies.beginning-missing")),
        _ => None,
    }
}

/// What an endeavour costs in gold: the price of its kind, and what is added for each of its targets.
#[must_use]
pub fn cost(endeavour: &Endeavour) -> u16 {
    let added: u16 = endeavour.targets.iter().map(|target| u16::from(target.gold)).sum();
    u16::from(endeavour.kind.cost()) + added
}
