//! The words of a siege: ground, who is inside, results and markers, and why something is added.

use crate::battle::present::words::{command, plus};
use crate::words::{country, land};
use europa::attrition::{self, P};
use europa::battle::Map;
use europa::leader::Command;
use europa::siege::Garrison;
use europa::siege::assault::Camp;
use europa::siege::course::{End, Siege, SiegeScene};
use europa::siege::notes::{Added, Why};
use europa::siege::work::{Marks, Undermining};
use table_commands::present::names;
use table_commands::say;

/// The countries of a side: "France & Venice".
#[must_use]
pub fn side(siege: &Siege, who: Camp) -> String {
    let all: Vec<String> = siege.of(who).iter().map(|of| country(*of)).collect();
    all.join(" & ")
}

/// The place of a siege.
#[must_use]
pub fn place(siege: &Siege) -> String {
    names::plain_text(&siege.scene.place, europa::battle::course::LONGEST_PLACE)
}

/// The fortress and what weighs on the siege, in a line.
#[must_use]
pub fn ground(scene: &SiegeScene) -> String {
    let mut parts = vec![match scene.level {
        0 => say!("a fort"),
        level => say!("a fortress of level {}", level),
    }];
    parts.push(if scene.rough { say!("rough ground") } else { say!("plain ground") });
    match (scene.port, scene.open) {
        (true, true) => parts.push(say!("an open port")),
        (true, false) => parts.push(say!("a blockaded port")),
        (false, _) => {}
    }
    parts.push(match scene.line {
        Some(line) => say!("line of supply {} MP", line),
        None => say!("no line of supply"),
    });
    if scene.map == Map::Rotw {
        parts.push(say!("outside Europe"));
    }
    if scene.earlier_turn {
        parts.push(say!("begun in an earlier turn"));
    }
    if scene.bad_weather {
        parts.push(say!("bad weather"));
    }
    let pillages = scene.pillages;
    if pillages.minus > 0 {
        parts.push(say!("pillage −: {}", pillages.minus));
    }
    if pillages.plus > 0 {
        parts.push(say!("pillage +: {}", pillages.plus));
    }
    if scene.hardship > 0 {
        parts.push(say!("revolts, cold, straits {}", plus(scene.hardship.into())));
    }
    parts.join(", ")
}

/// Who is inside.
#[must_use]
pub fn inside(garrison: &Garrison) -> String {
    let mut parts = vec![if garrison.troops.0 > 0 {
        say!("{} LD inside", garrison.troops.to_string())
    } else {
        say!("no troops inside")
    }];
    if garrison.has_army {
        parts.push(say!("an A counter among them"));
    }
    parts.push(land(garrison.technology));
    if let Some(leader) = garrison.leader {
        parts.push(command(&Command::Leader(leader)));
    }
    parts.join(", ")
}

/// A result of siegework.
#[must_use]
pub fn result(result: Undermining) -> String {
    match result {
        Undermining::Nothing => say!("nothing"),
        Undermining::SiegeworkMinus => say!("a siegework minus"),
        Undermining::SiegeworkPlus => say!("a siegework plus"),
        Undermining::Breach => say!("a breach"),
        Undermining::BreachOrWarHonours => say!("a breach, or the honours of war"),
        Undermining::Surrender => say!("surrender"),
    }
}

/// The markers on a fortress; a dash where there is none.
#[must_use]
pub fn marks(marks: &Marks) -> String {
    let mut parts = vec!["S+".to_owned(); marks.plus.into()];
    parts.extend(vec!["S−".to_owned(); marks.minus.into()]);
    if marks.breach {
        parts.push(say!("breach"));
    }
    if marks.assault {
        parts.push(say!("assault"));
    }
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}

/// How a siege ended, in a sentence.
#[must_use]
pub fn ended(siege: &Siege, how: End) -> String {
    let (place, outside, inside) = (place(siege), side(siege, Camp::Besieger), side(siege, Camp::Besieged));
    match how {
        End::Surrendered => say!("**{} surrenders to {}.** Who was inside is lost.", place, outside),
        End::WarHonours => {
            say!(
                "**{} falls to {} with the honours of war.** The garrison and 1 LD go back to {}.",
                place,
                outside,
                inside
            )
        }
        End::Stormed => say!("**{} storms {}.** Who was inside is lost.", outside, place),
        End::BesiegerDestroyed => say!("**{} holds.** Nothing is left of {}.", place, outside),
        End::Lifted => say!("**{} lifts the siege of {}.**", outside, place),
        End::TurnEnded => say!(
            "**The siege of {} is over with the turn.** Without a siegework plus or a breach {} goes to the nearest friendly province.",
            place,
            outside
        ),
    }
}

/// Something added with its reason: "+2 artillery 6".
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

/// What was added to the roll of those inside.
#[must_use]
pub fn all_added_inside(all: &[attrition::Added]) -> String {
    use attrition::Why;
    let each = all.iter().map(|added| {
        let why = match added.why {
            Why::Siege(_) => say!("the leader's SIEGE"),
            Why::EnemySiege(_) => say!("the enemy leader's SIEGE"),
            Why::OpenPort => say!("an open port"),
            Why::Works(minus, plus) => say!("siegeworks {} S−, {} S+", minus, plus),
            _ => say!("inside the fortress"),
        };
        format!("{} {why}", plus(added.by.into()))
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { "–".to_owned() } else { each.join(", ") }
}

/// What P meant.
#[must_use]
pub fn pillage(p: P) -> String {
    match p {
        P::Both => say!("a pillage and 1 LD"),
        P::Either { .. } => say!("a pillage or 1 LD"),
        P::Loss => say!("1 LD, since there is nothing to pillage inside"),
    }
}

/// Why something is added.
#[must_use]
pub fn why(why: &Why) -> String {
    match why {
        Why::Level(level) => say!("level {}", *level),
        Why::Artillery(points) => say!("artillery {}", *points),
        Why::Ground { rough: true, port: true } => say!("rough ground and an open port"),
        Why::Ground { rough: true, .. } => say!("rough ground"),
        Why::Ground { .. } => say!("an open port"),
        Why::SiegeworkMinus => say!("siegework minus"),
        Why::SiegeworkPlus(many) => say!("siegework plus × {}", *many),
        Why::Breach => say!("breach"),
        Why::AssaultMarker => say!("assault marker"),
        Why::LeaderInside(_) | Why::LeaderInsideAtLine(_) => say!("SIEGE of the leader inside"),
        Why::LeaderOutside(_) => say!("SIEGE of the besieging leader"),
        Why::LeaderInAttrition(_) => say!("a leader's SIEGE"),
        Why::TroopsInside => say!("troops inside"),
        Why::ArmyInside => say!("an A counter inside"),
        Why::FirstRound => say!("first siege round of the turn"),
        Why::EarlierTurn => say!("begun in an earlier turn"),
        Why::DetachmentsInside(inside) => say!("{} LD inside", inside.to_string()),
        Why::EnemyProvince => say!("enemy province"),
        Why::Besieging => say!("a besieger's roll"),
        Why::NoLine => say!("no line of supply"),
        Why::TooFew => say!("too few for the fortress"),
        Why::LargeStack => say!("6 LD or more"),
        Why::BadWeather => say!("bad weather"),
        Why::Pillage => say!("pillage"),
        Why::Revolts | Why::Cold | Why::Straits => say!("revolts, the cold, straits"),
        Why::MedievalInside => say!("Medieval inside"),
        Why::ArquebuseInside => say!("Arquebuse or better inside"),
        Why::Leaders(own, enemy) => say!("leaders {}", format!("{own} : {enemy}")),
        Why::FewBesiegers(strength) => say!("{} LD outside", strength.to_string()),
        Why::NoArmy => say!("no A counter outside"),
        Why::LargeArmy => say!("a large army"),
    }
}
