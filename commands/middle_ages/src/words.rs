//! The words of the Middle Ages: courts, statures, endeavours.

use middle_ages::court::Court;
use middle_ages::endeavour::Kind;
use middle_ages::endeavour::outcome::Effect;
use middle_ages::endeavour::rating::Term;
use middle_ages::event_cards::{Does, group_named};
use middle_ages::fates;
use middle_ages::geography::Religion;
use middle_ages::marker::Marker;
use middle_ages::pack::Data;
use middle_ages::stature::{Leader, Stature};
use std::collections::BTreeMap;
use table_commands::present::names;
use table_commands::{say, speech};

/// A court's name.
#[must_use]
pub fn court(court: Court) -> String {
    speech::word(court.name())
}

/// A treasury: "6 gold"; of one that was never told that it is not known.
#[must_use]
pub fn treasury(gold: Option<i64>) -> String {
    match gold {
        Some(gold) => say!("{} gold", gold),
        None => say!("treasury not told"),
    }
}

/// How many areas, in words.
#[must_use]
pub fn areas(n: usize) -> String {
    names::count(u64::try_from(n).unwrap_or(u64::MAX), "area", "areas")
}

/// How many sea areas, in words.
#[must_use]
pub fn seas(n: u8) -> String {
    names::count(n.into(), "sea area", "sea areas")
}

/// How many year cards, in words.
#[must_use]
pub fn year_cards(n: u32) -> String {
    names::count(n.into(), "year card", "year cards")
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

/// A religion's name.
#[must_use]
pub fn religion(data: &Data, religion: Religion) -> String {
    data.creed(religion).map_or_else(|| religion.key().to_owned(), |creed| speech::word(&creed.name))
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

/// A leader: "Charlemagne (combat 9, administration 5, diplomacy 3)".
#[must_use]
pub fn leader(leader: &Leader) -> String {
    let statures = say!(
        "combat {}, administration {}, diplomacy {}",
        leader.combat,
        leader.administration,
        leader.diplomacy
    );
    match &leader.name {
        Some(name) => format!("{} ({statures})", names::plain_text(name, 40)),
        None => say!("a leader ({})", statures),
    }
}

/// A leader with his statures by their names: "Charlemagne: combat 9, administration 5, diplomacy 5."
#[must_use]
pub fn leader_in_full(leader: &Leader) -> String {
    let name = leader.name.as_ref().map(|name| names::plain_text(name, 40));
    let name = name.unwrap_or_else(|| say!("A leader without a name"));
    say!(
        "{}: combat {}, administration {}, diplomacy {}.",
        name,
        leader.combat,
        leader.administration,
        leader.diplomacy
    )
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
        Effect::Fall => say!("the target loses 1 of its social state, or what is given up for it"),
        Effect::BaseFall => say!("the base loses 1 of its social state, or what is given up for it"),
        Effect::Fort => say!("a point of fortification"),
        Effect::Army => say!("a point of army"),
        Effect::Fleet => say!("a point of fleet"),
        Effect::Marker => say!("a civilisation marker, of a kind chosen now; the social state stays"),
        Effect::Conquest => say!("a result of conquest"),
        Effect::Plunder => say!("plunder"),
        Effect::Tie => say!("a tie"),
        Effect::TieOrConquest => say!("a tie or, where there is one, the area itself"),
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

/// Results in words; none of them is said of what was undertaken.
#[must_use]
pub fn effects_of(kind: Kind, effects: &[Effect]) -> String {
    match (kind, effects.is_empty()) {
        (_, false) => self::effects(effects),
        (Kind::Army | Kind::Fleet | Kind::Fortify | Kind::Marker, true) => say!("nothing is built"),
        (Kind::Conquer | Kind::Pillage, true) => say!("the attack fails"),
        _ => say!("nothing comes of it"),
    }
}

/// From which effectiveness on a year card gives what was undertaken.
#[must_use]
pub fn card_at(kind: Kind, card: u8, at: i16) -> String {
    let at = speech::signed(at.into());
    match kind {
        Kind::Rule => say!("Year card {} raises the state from {} on.", card, at),
        Kind::Fortify | Kind::Army | Kind::Fleet | Kind::Marker => {
            say!("Year card {} builds from {} on.", card, at)
        }
        Kind::Conquer => say!("Year card {} conquers from {} on.", card, at),
        Kind::Pillage => say!("Year card {} harms from {} on, and plunders from 2 more.", card, at),
        Kind::Negotiate => say!(
            "Year card {} gives a tie from {} on, and the area itself from 4 more where there is a tie.",
            card,
            at
        ),
        Kind::Convert => say!("Year card {} converts from {} on.", card, at),
    }
}

/// What a marker is good for.
#[must_use]
pub fn marker_does(marker: Marker) -> String {
    match marker {
        Marker::Cathedral => say!("ruling and converting there are easier by 1."),
        Marker::Palace => say!("it can be ruled together with other areas that have one."),
        Marker::Commerce => say!("a tax brings 1 gold more."),
        Marker::University => say!("where the social state rises by 1, it rises by 2."),
    }
}

/// What an event card does.
#[must_use]
pub fn does(does: &Does) -> String {
    match does {
        Does::Demesne => say!("Its owner receives 1 gold more in every round, until his leader dies."),
        Does::Fervour => {
            say!("It goes with a conversion: what is missing to the people's conviction is halved.")
        }
        Does::Arms { points } => {
            say!("It goes with a conquest or pillage, whose effectiveness is {} higher.", *points)
        }
        Does::Gold { gold } => say!("It brings {} gold.", *gold),
        Does::Rise => say!("The social state of an area of one's own rises by 1."),
        Does::Fall => say!("The social state of an area that is not one's own falls by 1."),
        Does::Army { points } => {
            say!("Army points in an area of one's own, which cost nothing: {}.", *points)
        }
        Does::Fleet { points } => {
            say!("Fleet points in an area of one's own on a coast, which cost nothing: {}.", *points)
        }
        Does::Tie => say!("A tie to an area whose people speak the court's language or one related to it."),
        Does::Heresy => say!("The people of a Christian area that is not one's own turn heretics."),
        Does::Leader { combat, administration, diplomacy, languages } => {
            let of = |stature: Stature, points: u8| {
                (points > 0).then(|| format!("+{points} {}", self::stature(stature)))
            };
            let all = [
                of(Stature::Combat, *combat),
                of(Stature::Administration, *administration),
                of(Stature::Diplomacy, *diplomacy),
            ];
            let named = |group: &String| speech::word(&group_named(group));
            let languages: Vec<String> = languages.iter().map(named).collect();
            let all = all.into_iter().flatten().collect::<Vec<_>>().join(", ");
            say!(
                "It goes with one endeavour, for one of these: {}; from a base of these languages: {}.",
                all,
                languages.join(", ")
            )
        }
    }
}

/// What a fate does; `harvest` is the gold that a rich harvest brings in this campaign.
#[must_use]
pub fn fate_does(does: fates::Does, harvest: u16) -> String {
    use fates::Does as Fate;
    match does {
        Fate::Nothing => say!("nothing happens."),
        Fate::Plague => say!(
            "an area that a die finds on the whole map and its neighbours by land lose 1 of their social state."
        ),
        Fate::Famine => say!("one of its areas loses 1 of its social state."),
        Fate::Harvest => say!("it brings {} gold.", harvest),
        Fate::Heirless => {
            say!("its leader dies without an heir: its areas are in unrest, and those that were may rebel.")
        }
        Fate::Rising => say!("one of its areas is in unrest, or may rebel where it was."),
        Fate::Heresy => say!("the people of one of its Christian areas turn heretics."),
    }
}

/// What a choice asks.
#[must_use]
pub fn asks(data: &Data, ask: &middle_ages::board::Ask) -> String {
    use middle_ages::board::What;
    let area = data.name(ask.area);
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
