//! The words of a battle of Europa: sides, stacks, ground, and why something is added.

use crate::words::{country, land, naval};
use europa::battle::course::{BattleScene, Fight, Stack};
use europa::battle::land::{Crossing, Part, Side, Terrain};
use europa::battle::sea::Fleet;
use europa::battle::{Added, Phase, Plan, Who, Why};
use europa::country::Country;
use europa::leader::Command;
use europa::thirds::Thirds;
use europa::units::Counter;
use table_commands::present::names;
use table_commands::{say, speech};

/// A side by its first country: "France", "France & Venice".
#[must_use]
pub fn side(fight: &Fight, who: Who) -> String {
    side_of(&fight.scene, who)
}

/// The same of a scene.
#[must_use]
pub fn side_of(scene: &BattleScene, who: Who) -> String {
    let all: Vec<String> = scene.countries[who as usize].iter().map(|c: &Country| country(*c)).collect();
    all.join(" & ")
}

/// The place of a battle.
#[must_use]
pub fn place(fight: &Fight) -> String {
    names::plain_text(&fight.scene.place, europa::battle::course::LONGEST_PLACE)
}

/// The ground.
#[must_use]
pub fn terrain(terrain: Terrain) -> String {
    match terrain {
        Terrain::Plain => say!("plain"),
        Terrain::DenseForest => say!("dense forest"),
        Terrain::SparseForest => say!("sparse forest"),
        Terrain::Desert => say!("desert"),
        Terrain::Swamp => say!("swamp"),
        Terrain::Mountain => say!("mountain"),
    }
}

/// What was crossed.
#[must_use]
pub fn crossing(crossing: Crossing) -> String {
    match crossing {
        Crossing::River => say!("across a river"),
        Crossing::Pass => say!("across a pass"),
        Crossing::Strait => say!("across a strait"),
        Crossing::Landing => say!("landing from the sea"),
    }
}

/// Where it is fought, in a line.
#[must_use]
pub fn ground(scene: &BattleScene) -> String {
    if scene.at_sea {
        return if scene.mediterranean { say!("at sea, in the Mediterranean") } else { say!("at sea") };
    }
    let mut parts = vec![terrain(scene.terrain)];
    parts.extend(scene.crossing.map(crossing));
    if scene.cold {
        parts.push(say!("cold area"));
    }
    if scene.map == europa::battle::Map::Rotw {
        parts.push(say!("in the rest of the world"));
    }
    if scene.intercepted {
        parts.push(say!("intercepted"));
    }
    parts.join(", ")
}

/// A leader: "leader 4 1 2", "a replacement leader", "no leader".
pub(crate) fn command(command: &Command) -> String {
    match command {
        Command::Leader(leader) => say!("leader {}", leader.to_string()),
        Command::Replacement(_) => say!("a replacement leader"),
        Command::None => say!("no leader"),
    }
}

/// The counters of an army: "A+ A+ LD".
#[must_use]
pub fn counters(side: &Side) -> String {
    let mut all = Vec::new();
    for part in &side.parts {
        all.extend(std::iter::repeat_n("A+".to_owned(), part.a_plus.into()));
        all.extend(std::iter::repeat_n("A−".to_owned(), part.a_minus.into()));
        if part.detachments.0 > 0 {
            all.push(say!("{} LD", part.detachments.to_string()));
        }
        all.extend(std::iter::repeat_n(Counter::Pasha.short().to_owned(), part.pashas.into()));
    }
    all.join(" ")
}

/// What an army is: counters, strength, technology, quality, leader.
#[must_use]
pub fn army(side: &Side) -> String {
    let mut parts =
        vec![say!("{} ({} LD)", counters(side), side.strength().to_string()), land(side.technology)];
    parts.push(if side.veteran { say!("veteran") } else { say!("conscript") });
    if side.tercios {
        parts.push(say!("tercios"));
    }
    let some = |has: fn(&Part) -> bool| side.parts.iter().any(has);
    if some(|part| part.sipahis) {
        parts.push(say!("sipahis"));
    }
    if some(|part| part.janissaries) {
        parts.push(say!("janissaries"));
    }
    if some(|part| part.reformed) {
        parts.push(say!("reformed"));
    }
    if side.foraging {
        parts.push(say!("foraging"));
    }
    parts.push(command(&side.command));
    parts.join(", ")
}

/// What a fleet is.
#[must_use]
pub fn fleet(fleet: &Fleet) -> String {
    let mut ships = Vec::new();
    if fleet.warships.0 > 0 {
        ships.push(say!("{} ND", fleet.warships.to_string()));
    }
    if fleet.galleys > 0 {
        ships.push(say!("{} GD", fleet.galleys));
    }
    if fleet.galleasses > 0 {
        ships.push(say!("of these {} galleasses", fleet.galleasses));
    }
    if fleet.transports > 0 {
        ships.push(say!("{} DTr", fleet.transports));
    }
    let mut parts = vec![ships.join(" "), naval(fleet.technology)];
    if fleet.veteran {
        parts.push(say!("veteran"));
    }
    parts.push(command(&fleet.command));
    parts.join(", ")
}

/// What a side fights with.
#[must_use]
pub fn stack(stack: &Stack) -> String {
    match stack {
        Stack::Army(side) => army(side),
        Stack::Fleet(of) => fleet(of),
    }
}

/// A plan in a sentence. On land nothing is said of the wind, which is at sea alone.
#[must_use]
pub fn plan(plan: &Plan, at_sea: bool) -> String {
    let mut says = match (plan.leave_at_morale, plan.leave_at_losses) {
        (None, None) => say!("Fights to the end."),
        (Some(i8::MAX), _) => say!("Tries to leave after day 1 in any case."),
        (Some(at), None) => say!("Tries to leave after day 1 with {} morale or less.", at),
        (None, Some(lost)) => {
            say!("Tries to leave after day 1 when the enemy has caused {} or more.", lost.to_string())
        }
        (Some(at), Some(lost)) => say!(
            "Tries to leave after day 1 with {} morale or less, or when the enemy has caused {} or more.",
            at,
            lost.to_string()
        ),
    };
    if plan.slip_away && at_sea {
        says = format!("{says} {}", say!("With the wind it leaves after a Fire under the same conditions."));
    }
    says
}

/// A phase.
#[must_use]
pub fn phase(phase: Phase) -> String {
    match phase {
        Phase::Fire => say!("Fire"),
        Phase::Shock => say!("Shock"),
    }
}

/// A number with its sign: "+2", "−1", "0".
#[must_use]
pub fn plus(n: i64) -> String {
    if n > 0 { format!("+{n}") } else { speech::signed(n) }
}

/// Something added with its reason: "+2 leaders 3 : 1".
#[must_use]
pub fn added(added: &Added) -> String {
    format!("{} {}", plus(added.by.into()), why(&added.why))
}

/// Several of them, with a dash where there is none.
#[must_use]
pub fn all_added(all: &[Added]) -> String {
    if all.is_empty() {
        return "–".to_owned();
    }
    all.iter().map(added).collect::<Vec<_>>().join(", ")
}

/// Losses as the players write them, with stars.
#[must_use]
pub fn result(losses: Thirds, stars: i8) -> String {
    let stars = "★".repeat(stars.max(0).unsigned_abs().into());
    if stars.is_empty() { losses.to_string() } else { format!("{losses} {stars}") }
}

/// Why something is added.
#[must_use]
pub fn why(why: &Why) -> String {
    let against = |own: i8, enemy: i8| format!("{own} : {enemy}");
    match why {
        Why::LandTechnology(technology) => land(*technology),
        Why::NavalTechnology(technology) => naval(*technology),
        Why::Veteran => say!("veteran"),
        Why::TerciosMorale => say!("tercios"),
        Why::TransportsAlone => say!("transports alone"),
        Why::Leaders(own, enemy) => say!("leaders {}", against(*own, *enemy)),
        Why::LeaderCap(most) => say!("no more than {} for leaders", plus((*most).into())),
        Why::Terrain(of) | Why::PursuitTerrain(of) => terrain(*of),
        Why::Crossing(of) => crossing(*of),
        Why::NoArtillery => say!("no artillery"),
        Why::Artillery(points) => say!("artillery {}", *points),
        Why::MoreDetachments(own, enemy) => say!("{} LD against {}", own.to_string(), enemy.to_string()),
        Why::Cavalry(class) => say!("cavalry of class {}", class.key()),
        Why::Tercios => say!("against tercios"),
        Why::Foraging => say!("foraging"),
        Why::SecondDay => say!("second day"),
        Why::EnemyStayed => say!("the enemy failed to leave"),
        Why::Wind | Why::PursuitWind => say!("the wind"),
        Why::MoreShips(more) | Why::PursuitShips(more) => say!("{} ships more", *more),
        Why::MoreStars => say!("more stars lost"),
        Why::Galleasses => say!("galleasses against galleys"),
        Why::GalleysInTheMediterranean => say!("galleys in the Mediterranean"),
        Why::GalleysOutdated => say!("galleys of an older time"),
        Why::EndedOnFirstDay => say!("it ended on day 1"),
        Why::EndedAfterFire => say!("it ended after a Fire"),
        Why::PursuitLeaders(own, enemy) => say!("leaders' Shock {}", against(*own, *enemy)),
        Why::PursuitAdmirals(own, enemy) => say!("admirals' MAN {}", against(*own, *enemy)),
        Why::Sipahis => say!("sipahis"),
        Why::Manoeuvre(_) | Why::RetreatLeader(_) => say!("MAN"),
        Why::MoreAdvanced => say!("the more advanced ships"),
        Why::Umpire(reason) => names::plain_text(reason, 60),
    }
}
