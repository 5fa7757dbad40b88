//! How provinces and minor countries are held, in words.

use crate::map::present::flags;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event;
use eia::board::dominance::Condition;
use eia::board::{Change, Happened, Why};
use eia::map::{Place, ProvinceId};
use eia::oob::Held;
use eia::otherwise::{CONTROL, DOMINANT};
use eia::powers::Power;
use std::collections::BTreeMap;
use table::forward::Differs;
use table_commands::message::{Embed, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::list;
use table_commands::present::votes::why_and_question;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct Provinces;

impl Subject for Provinces {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Board(happened) = &made.happened else { return };
        // Who takes control of one that is attacked is told with all that the gate opened.
        if matches!(happened, Happened::Held { why: Why::Control, .. }) {
            return;
        }
        let Some(says) = in_a_line(happened) else { return };
        let points = points(made.scene, happened);
        let text = if points.is_empty() { says.clone() } else { format!("{says} {points}") };
        let buttons = why_and_question(made.scene, made.line());
        posts.council("province", Message::text(text.clone()).buttons(buttons));
        // What follows of itself leaves the answer to what it follows from.
        if !follows(happened) {
            posts.reply = Message::text(text);
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Board(happened) = &made.happened else { return None };
        Some((LineKind::Other, in_a_line(happened)?))
    }
}

/// Whether something follows of itself from what was ordered, and is not what somebody ordered.
fn follows(happened: &Happened) -> bool {
    match happened {
        Happened::Held { why, .. } => {
            matches!(
                why,
                Why::Lost | Why::Lapsed | Why::Joined | Why::Petersburg | Why::Confederation | Why::Dominant
            )
        }
        Happened::DominanceChanged(_) | Happened::CombinationsPossible { .. } => true,
        Happened::CombinationMade { .. } => false,
    }
}

/// A province or minor country in words.
#[must_use]
pub fn called(province: ProvinceId) -> String {
    flags::called(&Place::Province(province).key())
}

/// Who would have held a province, or been dominant, had play been corrected from then on: "Bavaria: Austria → France".
#[must_use]
pub fn otherwise(differs: &Differs) -> Option<String> {
    let (kind, key) = differs.what.split_once('/')?;
    let power = |key: &Option<String>| {
        let power = key.as_deref().and_then(Power::by_key);
        power.map_or_else(|| say!("nobody"), crate::names::called)
    };
    match kind {
        CONTROL => {
            let place = called(ProvinceId::by_key(key)?);
            Some(format!("{place}: {} → {}", power(&differs.before), power(&differs.after)))
        }
        DOMINANT => {
            let name = crate::names::called(Power::by_key(key)?);
            Some(match differs.after {
                Some(_) => say!("{}: would have been dominant", name),
                None => say!("{}: would not have been dominant", name),
            })
        }
        _ => None,
    }
}

fn named(provinces: &[Change]) -> String {
    list(&provinces.iter().map(|change| called(change.province)).collect::<Vec<_>>())
}

/// What changed, in a line; `None` where it is not worth one.
#[must_use]
pub fn in_a_line(happened: &Happened) -> Option<String> {
    match happened {
        Happened::Held { provinces, why, .. } => Some(held_so(provinces, *why)),
        Happened::CombinationMade { key, made, .. } if key == eia::board::combination::ITALY => {
            let parts = list(&made.of.iter().map(|part| called(*part)).collect::<Vec<_>>());
            Some(say!(
                "**Italy is united**: {} are provinces of Sardinia, which is called Italy from now on.",
                parts
            ))
        }
        Happened::CombinationMade { key, made, .. } => {
            let parts = list(&made.of.iter().map(|part| called(*part)).collect::<Vec<_>>());
            Some(say!(
                "**{}** makes a new political combination: {}, of {}.",
                made.by,
                combination(key),
                parts
            ))
        }
        Happened::DominanceChanged(changed) => {
            let why = |power: &Power| changed.why.get(power).map(Vec::as_slice).unwrap_or_default();
            let gained = changed.gained.iter().flat_map(|power| {
                [say!("**{}** is dominant now.", *power)].into_iter().chain(meets(why(power)))
            });
            let lost = changed.lost.iter().flat_map(|power| {
                [say!("**{}** is dominant no more.", *power)].into_iter().chain(lacks(why(power)))
            });
            Some(gained.chain(lost).collect::<Vec<_>>().join(" "))
        }
        Happened::CombinationsPossible { .. } => None,
    }
}

/// What makes a power dominant, in sentences.
fn meets(conditions: &[Condition]) -> Vec<String> {
    let mut has = Vec::new();
    let mut says = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Homes(_) => has.push(say!("all its home provinces")),
            Condition::Petersburg => says.push(say!("It has won by the Peace of Saint Petersburg.")),
            Condition::Unification => says.push(say!("It has carried the Unification of Germany.")),
            Condition::Fleet | Condition::WarOrBalkans => {}
            Condition::Provinces(_) | Condition::Any { .. } | Condition::Combinations(_) => {
                has.extend(asks_for(condition));
            }
        }
    }
    says.extend((!has.is_empty()).then(|| say!("It has what that asks for: {}.", has.join("; "))));
    says
}

/// For want of what a power is dominant no more, in sentences.
fn lacks(conditions: &[Condition]) -> Vec<String> {
    let mut says = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Fleet => says.push(say!("It has no fleet on the map.")),
            Condition::WarOrBalkans => {
                let balkans = &eia::crimea::data().cession.provinces;
                let names = list(&balkans.iter().map(|one| called(*one)).collect::<Vec<_>>());
                says.push(say!("It is at war with nobody, and has none of these: {}.", names));
            }
            _ => {}
        }
    }
    let wants: Vec<String> = conditions.iter().filter_map(asks_for).collect();
    says.extend((!wants.is_empty()).then(|| say!("What is wanting for that: {}.", wants.join("; "))));
    says
}

/// What a condition of dominance asks for; `None` for one that is no thing to have.
fn asks_for(condition: &Condition) -> Option<String> {
    let names = |of: &[ProvinceId]| list(&of.iter().map(|one| called(*one)).collect::<Vec<_>>());
    Some(match condition {
        Condition::Homes(of) | Condition::Provinces(of) => names(of),
        Condition::Any { at_least, of } => say!("at least {} of {}", *at_least, names(of)),
        Condition::Combinations(keys) => {
            let named: Vec<String> = keys.iter().map(|key| combination(key)).collect();
            say!("the political combination {}", list(&named))
        }
        Condition::Petersburg | Condition::Unification | Condition::Fleet | Condition::WarOrBalkans => {
            return None;
        }
    })
}

/// A political combination in words.
#[must_use]
pub fn combination(key: &str) -> String {
    match key {
        eia::board::combination::ITALY => say!("Italy"),
        _ => eia::map::map().combination(key).map_or_else(String::new, |one| speech::word(&one.name)),
    }
}

/// How provinces are held now.
fn held_so(provinces: &[Change], why: Why) -> String {
    let (names, one) = (named(provinces), provinces.len() == 1);
    let held = provinces.first().map_or(Held::Neutral, |change| change.held);
    let Some(by) = held.by().map(crate::names::called) else {
        return match why {
            Why::Lost if !one => say!(
                "{} are lost with their holder's political status and neutral now; garrisons there go home to the nearest city of their own.",
                names
            ),
            Why::Lost => say!(
                "{} is lost with its holder's political status and neutral now; garrisons there go home to the nearest city of their own.",
                names
            ),
            Why::Lapsed => say!("Nobody is at war with {} any more: it is neutral again.", names),
            Why::Confederation if !one => {
                say!("{} are neutral again: their confederation is no free state any more.", names)
            }
            Why::Confederation => {
                say!("{} is neutral again: its confederation is no free state any more.", names)
            }
            Why::Attacked => say!("{} is taken over by nobody: who was ceded it is at war with it.", names),
            _ => say!("{} is neutral now.", names),
        };
    };
    match (why, held) {
        (Why::Conquered, Held::Home(_)) if one => {
            say!("**{}** has conquered {}, which is its own province now.", by, names)
        }
        (Why::Conquered, Held::Home(_)) => {
            say!("**{}** has conquered {}, which are its own provinces now.", by, names)
        }
        (Why::Dominant, _) if one => say!("**{}** is dominant: {} is its own province now.", by, names),
        (Why::Dominant, _) => say!("**{}** is dominant: {} are its own provinces now.", by, names),
        (Why::Conquered, _) => say!("**{}** has conquered {}.", by, names),
        (Why::Freed, _) => say!("{} is a free state of **{}** now.", names, by),
        (Why::Ceded, _) => say!("{} is ceded to **{}**.", names, by),
        (Why::Combined, _) => say!("{} counts as ceded to **{}** from now on.", names, by),
        (Why::Treaty, _) => say!("**{}** takes {} by its peace.", by, names),
        (Why::Control | Why::Lapsed | Why::Attacked, _) => say!("**{}** takes control of {}.", by, names),
        (Why::Lost, _) if !one => say!(
            "{} are lost with their holder's political status and fall to **{}**; garrisons there go home to the nearest city of their own.",
            names,
            by
        ),
        (Why::Lost, _) => say!(
            "{} is lost with its holder's political status and falls to **{}**; garrisons there go home to the nearest city of their own.",
            names,
            by
        ),
        (Why::Joined, _) => say!("{} joins its country, the free state of **{}**.", names, by),
        (Why::Petersburg, _) if !one => {
            say!("{} are Russian provinces from now on, by the Peace of Saint Petersburg.", names)
        }
        (Why::Petersburg, _) => {
            say!("{} is a Russian province from now on, by the Peace of Saint Petersburg.", names)
        }
        (Why::Confederation, Held::Free(_)) => say!("{}: free state of **{}** now.", names, by),
        (Why::Confederation, _) => say!("**{}** has {} again.", by, names),
        (Why::Told, Held::Free(_)) => say!("It is told: {} is a free state of **{}**.", names, by),
        (Why::Told, Held::Ceded(_)) => say!("It is told: {} is ceded to **{}**.", names, by),
        (Why::Told, Held::Conquered(_)) => say!("It is told: {} is conquered by **{}**.", names, by),
        (Why::Told, _) => say!("It is told: {} is **{}**'s own.", names, by),
    }
}

/// Who has which PP by it: "France 29 PP, Austria 23 PP."
fn points(scene: &Scene<'_>, happened: &Happened) -> String {
    let (Happened::Held { now, .. } | Happened::CombinationMade { now, .. }) = happened else {
        return String::new();
    };
    let each = crate::points::each_points(scene, now.iter().map(|(power, now)| (*power, *now)));
    if each.is_empty() { each } else { format!("({each})") }
}

/// What a power holds, and how.
#[must_use]
pub fn holdings(scene: &Scene<'_>, power: Power) -> Message {
    let Some(now) = position(&scene.own) else {
        return Message::refusal(table::said!("This campaign has no provinces yet."));
    };
    let mut by_kind: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for (province, held) in now.board.of(power) {
        let kind = match held {
            Held::Home(_) => 0,
            Held::Ceded(_) => 1,
            Held::Conquered(_) => 2,
            Held::Free(_) => 3,
            Held::Neutral => continue,
        };
        by_kind.entry(kind).or_default().push(called(province));
    }
    let status = now.status(power).map(|at| say!("Status {}", at.to_string()));
    let dominant = now.is_dominant(power).then(|| say!("dominant"));
    let head: Vec<String> = status.into_iter().chain(dominant).collect();
    let mut embed = Embed::new(&speech::word(now.called(power)), head.join(" · "));
    for (kind, names) in by_kind {
        let heading = match kind {
            0 => say!("Home provinces"),
            1 => say!("Ceded to it"),
            2 => say!("Conquered"),
            _ => say!("Free states"),
        };
        embed = embed.field(&heading, list(&names));
    }
    let made = now.board.combinations.iter().filter(|(_, made)| made.by == power);
    let made: Vec<String> = made.map(|(key, _)| combination(key)).collect();
    if !made.is_empty() {
        embed = embed.field(&say!("Political combinations"), list(&made));
    }
    embed = embed.field(&say!("Manpower counted at the end"), format!("{} MP", now.counted(power)));
    Message::default().with(embed.footer(&scene.record()))
}
