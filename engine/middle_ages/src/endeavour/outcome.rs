//! What a year card makes of an endeavour at a rating.

use super::rating::{Rating, Term};
use super::{Endeavour, Kind, Target};
use crate::marker::Marker;
use crate::switches::Readings;
use crate::year::Card;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// By how much below what raises it a ruling makes the state fall.
pub const RULING_FALLS: i16 = 6;
/// By how much below what conquers the target still loses.
pub const CONQUEST_HARMS: i16 = 2;
/// By how much below what an attack needs the base loses.
pub const ATTACK_FAILS: i16 = 7;
/// By how much above what harms a pillage brings gold.
pub const PILLAGE_PAYS: i16 = 2;
/// By how much above a tie a negotiation may take the area.
pub const TIE_OR_CONQUEST: i16 = 4;

/// A result for the target or the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The social state of the target rises by 1.
    Rise,
    /// It rises by 2, for its university.
    RiseByTwo,
    /// It falls by 1, or what is given up in its place.
    Fall,
    /// The social state of the base falls by 1, or what is given up in its place.
    BaseFall,
    /// A point of fortification.
    Fort,
    /// A point of army.
    Army,
    /// A point of fleet.
    Fleet,
    /// A civilisation marker, of a kind that is chosen then.
    Marker,
    /// A conquest.
    Conquest,
    /// Plunder.
    Plunder,
    /// A tie.
    Tie,
    /// A tie or, of an area to which one has a tie, the area itself.
    TieOrConquest,
    /// Conversion.
    Conversion,
}

/// What came of an endeavour against one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The results, none where it failed without harm.
    pub effects: Vec<Effect>,
    /// The rules of the expansion that made them so.
    pub rules: Vec<RuleId>,
}

/// What a card makes of an endeavour of a kind against a target, at a rating.
#[must_use]
pub fn outcome(kind: Kind, card: &Card, rating: i16, target: &Target, reads: Readings) -> Outcome {
    let (mut effects, mut rules) = (Vec::new(), Vec::new());
    match kind {
        Kind::Rule => {
            let at = rise(rating >= card.rule, target, &mut rules);
            effects.extend(at.or((rating <= card.rule - RULING_FALLS).then_some(Effect::Fall)));
        }
        Kind::Marker => marker(card, rating, reads, &mut effects, &mut rules),
        Kind::Fortify => effects.extend((rating >= card.fortify).then_some(Effect::Fort)),
        Kind::Army => {
            rules.push(rule!("middle-ages.armies.beginning-missing"));
            effects.extend((rating >= card.fortify).then_some(Effect::Army));
        }
        Kind::Fleet => {
            let built = rating >= card.fortify;
            rules.push(if built {
                rule!("middle-ages.fleets.building.success")
            } else {
                rule!("middle-ages.fleets.building.failure")
            });
            effects.extend(built.then_some(Effect::Fleet));
        }
        Kind::Conquer => {
            effects.extend((rating >= card.conquest).then_some(Effect::Conquest));
            let harms = (card.conquest - CONQUEST_HARMS..card.conquest).contains(&rating);
            effects.extend(harms.then_some(Effect::Fall));
            effects.extend((rating <= card.conquest - ATTACK_FAILS).then_some(Effect::BaseFall));
        }
        Kind::Pillage => {
            effects.extend((rating >= card.pillage).then_some(Effect::Fall));
            effects.extend((rating >= card.pillage + PILLAGE_PAYS).then_some(Effect::Plunder));
            effects.extend((rating <= card.pillage - ATTACK_FAILS).then_some(Effect::BaseFall));
        }
        Kind::Negotiate => {
            let more = rating >= card.negotiate + TIE_OR_CONQUEST;
            let tie = (rating >= card.negotiate).then_some(Effect::Tie);
            effects.extend(if more { Some(Effect::TieOrConquest) } else { tie });
        }
        Kind::Convert => effects.extend((rating >= card.convert).then_some(Effect::Conversion)),
    }
    Outcome { effects, rules }
}

/// The rating from which on a card gives what an endeavour of a kind is undertaken for.
#[must_use]
pub fn needs(kind: Kind, card: &Card) -> i16 {
    match kind {
        Kind::Rule | Kind::Marker => card.rule,
        Kind::Fortify | Kind::Army | Kind::Fleet => card.fortify,
        Kind::Conquer => card.conquest,
        Kind::Pillage => card.pillage,
        Kind::Negotiate => card.negotiate,
        Kind::Convert => card.convert,
    }
}

/// How a social state rises by one step, where it does: in an area with a university by two.
#[must_use]
pub fn rise(rises: bool, target: &Target, rules: &mut Vec<RuleId>) -> Option<Effect> {
    if rises && target.markers.contains(&Marker::University) {
        rules.push(rule!("middle-ages.civilisation.university"));
        return Some(Effect::RiseByTwo);
    }
    rises.then_some(Effect::Rise)
}

/// A marker is built by what would raise the state, and then the state does not rise.
fn marker(card: &Card, rating: i16, reads: Readings, effects: &mut Vec<Effect>, rules: &mut Vec<RuleId>) {
    if rating >= card.rule {
        rules.push(rule!("middle-ages.civilisation.building.success"));
        rules.push(rule!("middle-ages.civilisation.building.no-social-rise"));
        effects.push(Effect::Marker);
        return;
    }
    rules.push(rule!("middle-ages.civilisation.building.failure"));
    let harms = reads.marker_harms && rating <= card.rule - RULING_FALLS;
    effects.extend(harms.then_some(Effect::Fall));
}

/// What came of an endeavour against one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Against {
    /// The target's name.
    pub target: String,
    /// The rating and what it was made of.
    pub rating: Rating,
    /// The results.
    pub outcome: Outcome,
}

/// The rules that bore on an endeavour: what allowed it, its modifiers, its results.
#[must_use]
pub fn all_rules(endeavour: &Endeavour, against: &[Against], mut rules: Vec<RuleId>) -> Vec<RuleId> {
    for one in against {
        rules.extend(one.rating.parts.iter().filter_map(|part| part.rule));
        rules.extend(&one.outcome.rules);
    }
    let by_cathedral = |one: &Against| one.rating.parts.iter().any(|part| part.what == Term::Cathedral);
    if against.iter().any(by_cathedral) {
        rules.push(rule!("middle-ages.civilisation.cathedral.any-builder"));
    }
    if endeavour.targets.len() > 1 {
        rules.extend([
            rule!("middle-ages.civilisation.palace.several-targets"),
            rule!("middle-ages.civilisation.palace.own-modifiers"),
            rule!("middle-ages.civilisation.palace.own-results"),
        ]);
        if endeavour.targets.iter().any(|target| target.gold > 0) {
            rules.push(rule!("middle-ages.civilisation.palace.own-gold"));
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}
