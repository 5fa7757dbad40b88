//! The effectiveness rating of an endeavour, point by point.

use super::{Endeavour, Kind, Target};
use crate::marker::Marker;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// The lowest and the highest rating on the printed chart's track.
pub const TRACK: (i16, i16) = (-10, 19);

/// What a part of a rating stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// The leader's stature.
    Stature,
    /// The proselytic ability.
    Proselytic,
    /// A leader event card.
    LeaderCard,
    /// Cards of weapons and tactics.
    Arms,
    /// The social state of the base.
    BaseSocial,
    /// The social state of the target.
    TargetSocial,
    /// How far the social state is from 0.
    SocialSize,
    /// Population.
    Population,
    /// Fortification.
    Fort,
    /// Army points in the base.
    Armies,
    /// Army points in the target.
    ArmiesAgainst,
    /// Language.
    Language,
    /// Religion.
    Religion,
    /// A cathedral or mosque.
    Cathedral,
    /// Conquest results of others in it.
    Contested,
    /// The owner's diplomacy, or what stands for it.
    OwnersDiplomacy,
    /// The combat stature of an owner who defends it.
    DefendersCombat,
    /// Convictional strength.
    Conviction,
    /// Gold of the defender's.
    GoldAgainst,
    /// Two or more sea areas between: what that changes.
    Seas,
    /// Gold that is added.
    Gold,
    /// The track of the chart ends here.
    Track,
}

/// A part of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// What it stands for.
    pub what: Term,
    /// Points.
    pub points: i16,
    /// The rule of the expansion that says so; what the base game says has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

/// A rating and what it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// Its parts, in order, none of 0 but the stature.
    pub parts: Vec<Modifier>,
    /// What they come to.
    pub points: i16,
}

impl Rating {
    fn add(&mut self, what: Term, points: impl Into<i16>, rule: Option<RuleId>) {
        let points = points.into();
        if points != 0 || matches!(what, Term::Stature | Term::Proselytic) {
            self.points += points;
            self.parts.push(Modifier { what, points, rule });
        }
    }
}

/// The rating of an endeavour against one of its targets. `halved` says whether sea areas between hinder it.
#[must_use]
pub fn rating(endeavour: &Endeavour, target: &Target, halved: bool) -> Rating {
    let mut rating = Rating { parts: Vec::new(), points: 0 };
    leader(&mut rating, endeavour);
    let base = &endeavour.base;
    match endeavour.kind {
        Kind::Rule | Kind::Marker => {
            rating.add(Term::SocialSize, -i16::from(target.social).abs(), None);
            if target.markers.contains(&Marker::Cathedral) {
                rating.add(Term::Cathedral, 1_i16, Some(rule!("middle-ages.civilisation.cathedral.ruling")));
            }
        }
        Kind::Fortify | Kind::Army | Kind::Fleet => {
            rating.add(Term::TargetSocial, target.social, None);
            rating.add(Term::Population, target.population, None);
        }
        Kind::Conquer | Kind::Pillage => attack(&mut rating, endeavour, target),
        Kind::Negotiate => {
            rating.add(Term::BaseSocial, base.social, None);
            rating.add(Term::TargetSocial, -i16::from(target.social), None);
            rating.add(Term::OwnersDiplomacy, -target.resists, None);
        }
        Kind::Convert => conversion(&mut rating, target),
    }
    if endeavour.kind != Kind::Convert {
        rating.add(Term::Language, -target.language.hinders(), None);
        rating.add(Term::Religion, -target.religion.hinders(), None);
    }
    if !endeavour.kind.goes_abroad() {
        rating.add(Term::Contested, -i16::from(target.contested), None);
    }
    let across = over_sea(rating.points, endeavour.seas, halved);
    rating.add(Term::Seas, across - rating.points, None);
    rating.add(Term::GoldAgainst, -i16::from(target.gold_against), None);
    rating.add(Term::Gold, target.gold, None);
    let on_track = rating.points.clamp(TRACK.0, TRACK.1);
    rating.add(Term::Track, on_track - rating.points, None);
    rating
}

fn leader(rating: &mut Rating, endeavour: &Endeavour) {
    let what = if endeavour.kind == Kind::Convert { Term::Proselytic } else { Term::Stature };
    rating.add(what, endeavour.stature, None);
    rating.add(Term::LeaderCard, endeavour.card, Some(rule!("middle-ages.cards.leader.bonus")));
}

/// Conquest and pillage: armies count on both sides, each time anew.
fn attack(rating: &mut Rating, endeavour: &Endeavour, target: &Target) {
    let base = &endeavour.base;
    rating.add(Term::Arms, endeavour.arms, None);
    rating.add(Term::BaseSocial, base.social, None);
    rating.add(Term::TargetSocial, -i16::from(target.social), None);
    rating.add(Term::Fort, -i16::from(target.fort), None);
    if endeavour.kind == Kind::Pillage {
        rating.add(Term::Population, target.population, None);
    }
    rating.add(Term::Armies, base.armies, Some(rule!("middle-ages.armies.attack-strength")));
    let against = -i16::from(target.armies);
    rating.add(Term::ArmiesAgainst, against, Some(rule!("middle-ages.armies.defence-strength")));
    rating.add(Term::DefendersCombat, -target.resists, None);
}

/// Conversion: the proselytic ability against the convictional strength.
fn conversion(rating: &mut Rating, target: &Target) {
    if target.markers.contains(&Marker::Cathedral) {
        rating.add(Term::Cathedral, 1_i16, Some(rule!("middle-ages.civilisation.cathedral.conversion")));
    }
    rating.add(Term::Conviction, -target.resists, None);
}

/// A rating over sea: from the second sea area on one above 0 is halved and one below 0 grows by half, each to the worse where it does not
/// come out even.
#[must_use]
pub fn over_sea(points: i16, seas: u8, halved: bool) -> i16 {
    match points {
        _ if seas < 2 || !halved => points,
        0.. => points / 2,
        _ => -((-points * 3 + 1) / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::over_sea;

    #[test]
    fn two_sea_areas_halve_what_is_good_and_make_worse_what_is_bad() {
        for (points, over) in [(7, 3), (6, 3), (1, 0), (0, 0), (-1, -2), (-2, -3), (-3, -5)] {
            assert_eq!(over_sea(points, 2, true), over, "{points}");
            assert_eq!((over_sea(points, 1, true), over_sea(points, 2, false)), (points, points));
        }
    }
}
