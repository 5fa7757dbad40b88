//! The words of the Middle Ages: courts, statures, endeavours.

use middle_ages::court::Court;
use middle_ages::endeavour::Kind;
use middle_ages::endeavour::outcome::Effect;
use middle_ages::endeavour::rating::Term;
use middle_ages::marker::Marker;
use middle_ages::stature::{Leader, Stature};
use std::collections::BTreeMap;
use table_commands::{say, speech};

/// A court's name.
#[must_use]
pub fn court(court: Court) -> String {
    speech::word(court.name())
}

/// A court by its key, as it stands where there is none.
#[must_use]
pub fn court_of_key(key: &str) -> String {
    Court::by_key(key).map_or_else(|| key.to_owned(), court)
}

/// A stature's name.
#[must_use]
pub fn stature(stature: Stature) -> String {
    speech::word(stature.name())
}

/// What an endeavour is called.
#[must_use]
pub fn kind(kind: Kind) -> String {
    speech::word(kind.name())
}

/// A marker's name.
#[must_use]
pub fn marker(marker: Marker) -> String {
    speech::word(marker.name())
}

/// A leader: "Charlemagne (9-5-3)".
#[must_use]
pub fn leader(leader: &Leader) -> String {
    let statures = format!("{}-{}-{}", leader.combat, leader.administration, leader.diplomacy);
    match &leader.name {
        Some(name) => format!("{} ({statures})", table_commands::present::names::plain_text(name, 40)),
        None => say!("a leader ({})", statures),
    }
}

/// What a part of a rating stands for.
#[must_use]
pub fn term(term: Term) -> String {
    match term {
        Term::Stature => say!("stature"),
        Term::Proselytic => say!("proselytic ability"),
        Term::LeaderCard => say!("leader card"),
        Term::Arms => say!("weapons and tactics"),
        Term::BaseSocial => say!("social state of the base"),
        Term::TargetSocial => say!("social state of the target"),
        Term::SocialSize => say!("social state away from 0"),
        Term::Population => say!("population"),
        Term::Fort => say!("fortification"),
        Term::Armies => say!("army points in the base"),
        Term::ArmiesAgainst => say!("army points in the target"),
        Term::Language => say!("language"),
        Term::Religion => say!("religion"),
        Term::Cathedral => say!("cathedral or mosque"),
        Term::Contested => say!("conquest results against you there"),
        Term::OwnersDiplomacy => say!("the owner's diplomacy"),
        Term::DefendersCombat => say!("the defender's combat"),
        Term::Conviction => say!("convictional strength"),
        Term::GoldAgainst => say!("gold against it"),
        Term::Seas => say!("sea areas between"),
        Term::Gold => say!("gold"),
        Term::Track => say!("the end of the track"),
    }
}

/// A result in words.
#[must_use]
pub fn effect(effect: Effect) -> String {
    match effect {
        Effect::Rise => say!("the social state rises by 1"),
        Effect::RiseByTwo => say!("the social state rises by 2, for the university"),
        Effect::Fall => say!("−1 against the target"),
        Effect::BaseFall => say!("−1 against the base"),
        Effect::Fort => say!("a point of fortification"),
        Effect::Army => say!("a point of army"),
        Effect::Fleet => say!("a point of fleet"),
        Effect::Marker => say!("a civilisation marker, of a kind chosen now; the social state stays"),
        Effect::Conquest => say!("conquest (C)"),
        Effect::Plunder => say!("plunder (G)"),
        Effect::Tie => say!("a tie (T)"),
        Effect::TieOrConquest => say!("a tie or, where there is one, the area itself (T/C)"),
        Effect::Conversion => say!("conversion"),
    }
}

/// Results in words.
#[must_use]
pub fn effects(effects: &[Effect]) -> String {
    if effects.is_empty() {
        return say!("nothing comes of it");
    }
    effects.iter().map(|of| effect(*of)).collect::<Vec<_>>().join(", ")
}

/// What a choice asks.
#[must_use]
pub fn asks(ask: &middle_ages::board::Ask) -> String {
    use middle_ages::board::What;
    let area = ask.area.name();
    match ask.what {
        What::BaseLoss | What::TargetLoss => {
            say!("−1 in {}: an army point, or the social state?", area)
        }
        What::Pillaged => say!("−1 against {}: one of its markers, or the social state?", area),
        What::Marker => say!("A marker is built in {}: which?", area),
    }
}

/// The victory points of the courts, the most first.
pub(crate) fn counted(points: &BTreeMap<Court, i32>) -> Vec<String> {
    let mut all: Vec<_> = points.iter().collect();
    all.sort_by_key(|(_, points)| std::cmp::Reverse(**points));
    all.into_iter().map(|(of, points)| say!("{}: {} VP", court(*of), *points)).collect()
}
