//! How provinces and minor countries are held, in words.

use crate::map::present::flags;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event;
use eia::board::{Change, Happened, Why};
use eia::map::{Place, ProvinceId};
use eia::oob::Held;
use eia::powers::Power;
use std::collections::BTreeMap;
use table_commands::message::{Embed, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::list;
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
        posts.council("province", Message::text(text.clone()));
        posts.reply = Message::text(text);
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Board(happened) = &made.happened else { return None };
        Some((LineKind::Other, in_a_line(happened)?))
    }
}

/// A province or minor country in words.
#[must_use]
pub fn called(province: ProvinceId) -> String {
    flags::called(&Place::Province(province).key())
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
            let gained = changed.gained.iter().map(|power| say!("**{}** is dominant now.", *power));
            let lost = changed.lost.iter().map(|power| say!("**{}** is dominant no more.", *power));
            Some(gained.chain(lost).collect::<Vec<_>>().join(" "))
        }
        Happened::CombinationsPossible { .. } => None,
    }
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
    let Some(by) = held.by().map(|power| speech::word(power.name())) else {
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
    let each = crate::politics::present::each_points(scene, now.iter().map(|(power, now)| (*power, *now)));
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
