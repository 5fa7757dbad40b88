//! Endeavours told: what came of them, by which year card, every point of their effectiveness.

use super::{Story, named};
use crate::endeavour::present::{area, headed, rating};
use crate::words;
use middle_ages::board::Happened;
use middle_ages::board::attack::{Attack, Outsider};
use middle_ages::board::futile::is_fortified;
use middle_ages::board::outsiders;
use middle_ages::court::Court;
use middle_ages::endeavour::Kind;
use middle_ages::endeavour::outcome::{Against, Effect, needs};
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use table_commands::{say, speech};

/// Tells an endeavour or an attack of raiders; whether it was one.
pub(super) fn tells(story: &mut Story, i: usize, what: &Happened) -> bool {
    match what {
        Happened::Announced { declared, gold } => {
            // What is decided at once is told as decided.
            if story.all.iter().any(|other| matches!(other, Happened::Decided { .. })) {
                return true;
            }
            let plan = &declared.what;
            let (court, kind) = (words::court(declared.court), words::kind(plan.kind));
            let targets = named(story.position.data(), plan.targets.iter().map(|aim| aim.area));
            story.begins(say!(
                "**{}** · {}: {} from {}",
                court,
                kind,
                targets,
                story.position.data().name(plan.base)
            ));
            story.follows(paid(*gold));
            let owner = plan.targets.first().and_then(|aim| story.position.board.owner(aim.area));
            if let Some(owner) = owner {
                story.follows(say!("{} may defend it first.", story.player(owner)));
            }
        }
        Happened::Decided { court, endeavour, areas, card, against, defence, .. } => {
            story.in_colour_of(*court);
            story.begins(headed(*court, endeavour));
            let came = |(area, one): (&Area, &Against)| came_of(story, endeavour.kind, *area, one);
            let came: Vec<String> = areas.iter().zip(against).map(came).collect();
            results(story, against, &came);
            if let Some(gold) = announced(story) {
                story.follows(paid(gold));
            }
            defended(story, *defence);
            how(story, endeavour.kind, *card, against);
        }
        Happened::Attacked { attack, .. } => attacked(story, i, attack),
        _ => return false,
    }
    true
}

/// The gold that was paid for it, where it was declared by the same order.
fn announced(story: &Story) -> Option<u16> {
    let gold = |what: &Happened| match what {
        Happened::Announced { gold, .. } => Some(*gold),
        _ => None,
    };
    story.all.iter().find_map(gold)
}

fn paid(gold: u16) -> String {
    match gold {
        0 => say!("A year card is spent for it, and no gold."),
        gold => say!("A year card and {} gold are spent for it.", gold),
    }
}

/// What came of it, target by target.
fn results(story: &mut Story, against: &[Against], came: &[String]) {
    for (one, came) in against.iter().zip(came) {
        story.follows(match against.len() {
            1 => format!("**{came}**"),
            _ => format!("{}: **{came}**", area(&one.target)),
        });
    }
}

/// What came of an endeavour in an area: where that is as high or as fortified as it can be, that nothing is added.
fn came_of(story: &Story, kind: Kind, area: Area, one: &Against) -> String {
    let board = &story.before.board;
    let held = board.area(area).filter(|_| story.knows_before());
    let Some(held) = held else { return words::effects_of(kind, &one.outcome.effects) };
    let (at_limit, fortified) = (held.social >= board.data.known(area).limit, is_fortified(held));
    let says = |effect: &Effect| match effect {
        Effect::Rise | Effect::RiseByTwo if at_limit => {
            say!("a success, but the social state is as high as it goes")
        }
        Effect::Fort if fortified => say!("a success, but all its fortification is built"),
        effect => words::effect(*effect),
    };
    let all: Vec<String> = one.outcome.effects.iter().map(says).collect();
    if all.is_empty() { words::effects_of(kind, &[]) } else { all.join(", ") }
}

/// What an attack that no player makes brings, in words.
pub(crate) fn brings(data: &Data, attack: &Attack) -> String {
    let effects = &attack.against.outcome.effects;
    let says = |effect: &Effect| match effect {
        Effect::Conquest if outsiders::frees(data, attack.area) => {
            say!("a conquest, after which the area is independent")
        }
        Effect::Conquest => say!("a conquest, after which the area is in unrest"),
        Effect::Plunder => say!("plunder, after which the area is in unrest"),
        effect => words::effect(*effect),
    };
    let all: Vec<String> = effects.iter().map(says).collect();
    if all.is_empty() { words::effects_of(attack.endeavour.kind, &[]) } else { all.join(", ") }
}

fn defended(story: &mut Story, defence: Option<(Court, bool, u8)>) {
    match defence {
        Some((owner, true, gold)) => {
            story.follows(say!("{} defends with a year card and {} gold.", words::court(owner), gold));
        }
        Some((owner, false, gold)) if gold > 0 => {
            story.follows(say!("{} puts {} gold against it.", words::court(owner), gold));
        }
        Some((owner, ..)) => story.follows(say!("{} does not defend.", words::court(owner))),
        None => {}
    }
}

/// By which card it came out so, and what its effectiveness was made of.
fn how(story: &mut Story, kind: Kind, card: u8, against: &[Against]) {
    if let Some(own) = story.position.year_card(card) {
        let at = needs(kind, &own);
        story.detail(words::card_at(kind, card, at));
    }
    for one in against {
        let rated = say!("Effectiveness: {}", rating(&one.rating));
        story.detail(match against.len() {
            1 => rated,
            _ => format!("{}: {rated}", area(&one.target)),
        });
    }
}

/// Who attacks, in words.
pub(crate) fn who(data: &Data, by: &Outsider) -> String {
    match by {
        Outsider::Raiders(key) => {
            let band = data.raiders().iter().find(|band| band.key == *key);
            band.map_or_else(|| key.clone(), |band| speech::word(&band.name))
        }
        Outsider::Magnate(area) => say!("The magnate of {}", data.name(*area)),
    }
}

fn attacked(story: &mut Story, i: usize, attack: &Attack) {
    story.framed();
    let kind = attack.endeavour.kind;
    let against = std::slice::from_ref(&attack.against);
    let of = story.position.board.owner(attack.area).map(words::court);
    let name = story.position.data().name(attack.area).to_owned();
    let target = match of {
        Some(court) => format!("{name} ({court})"),
        None => name.clone(),
    };
    let by = format!("**{}** · {}", who(story.position.data(), &attack.by), words::kind(kind));
    let came = brings(story.position.data(), attack);
    if let Outsider::Magnate(_) = attack.by {
        story.begins(format!("{by}: {target}"));
        results(story, against, &[came]);
        how(story, kind, attack.card, against);
        return;
    }
    story.raids(by, format!("{target}: **{came}**"));
    // Of what failed the record tells how.
    if !attack.against.outcome.effects.is_empty() {
        let die = drawn(story, i).map(|(of, face)| {
            say!("A die picked one of the {} richest areas that they reach, and shows {}.", of, face)
        });
        let card = story.position.year_card(attack.card);
        let card = card.map(|own| words::card_at(kind, attack.card, needs(kind, &own)));
        let rated = say!("Effectiveness: {}", rating(&attack.against.rating));
        let how: Vec<String> = die.into_iter().chain(card).chain([rated]).collect();
        story.detail(format!("-# {name}: {}", how.join(" ")));
    }
}

/// The faces of the die that found what is attacked, and the one that fell.
pub(super) fn drawn(story: &Story, i: usize) -> Option<(u32, u32)> {
    match story.all.get(i.checked_sub(1)?)? {
        Happened::Lot { of, face, .. } => Some((*of, *face)),
        _ => None,
    }
}
