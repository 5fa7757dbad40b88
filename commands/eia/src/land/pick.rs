//! Marches by select: own corps, then where they end, the nearest first, with what would be met there; lodged in one tap.

use super::draft::{Draft, Group, MOST_CORPS, MOST_LEFT, MOST_LEFT_AT_ONE, MOST_TAKEN};
use super::drawn::Drawn;
use super::expected;
use super::present::{self, area, corps_named, led, panel};
use super::{gives, in_its_slot, is_live, nobody, own};
use eia::Position;
use eia::ground::Ground;
use eia::land::march;
use eia::land::phase::{Leaves, Order};
use eia::map::AreaId;
use eia::pieces::{CorpsId, Garrison, Stand};
use eia::powers::Power;
use std::collections::BTreeMap;
use table::refusal::Refusal;
use table::said;
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::say;

/// Choices of a select at most.
const MOST: usize = 25;
/// The selects of ends, each with an id of its own; a row is left for buttons.
const SELECTS: [&str; 4] = ["to", "to2", "to3", "to4"];

/// Corps were chosen: where may they go?
pub(super) async fn picked(at: At<'_>, power: Power, keys: &[String]) -> Result<Message, Message> {
    let corps = at.look(|scene| own(scene).map(|(now, _)| chosen_corps(&now, power, keys))).await?;
    ends(at, Draft::of(power, corps.ok_or_else(nobody)?)).await
}

/// Where the corps of a draft may end.
pub(super) async fn ends(at: At<'_>, draft: Draft) -> Result<Message, Message> {
    let draft = Draft { to: None, inside: false, leaves: Vec::new(), ..draft };
    at.show(|scene| ends_of(scene, &draft)).await
}

/// An end was chosen.
pub(super) async fn ends_at(at: At<'_>, draft: Draft, to: &str) -> Result<Message, Message> {
    shows(at, Draft { to: AreaId::by_key(to), ..draft }).await
}

/// A march before it is lodged, with its picture.
pub(super) async fn shows(at: At<'_>, draft: Draft) -> Result<Message, Message> {
    let (message, drawn) = at.show(|scene| drafted(scene, &draft)).await?;
    Ok(drawn.beside(at, message).await)
}

/// It is lodged, or made where the slot is open.
pub(super) async fn goes(at: At<'_>, draft: Draft) -> Result<Message, Message> {
    let orders = at.show(|scene| {
        let (now, _) = own(scene).ok_or_else(nobody)?;
        draft.orders(&now).map_err(refused)
    });
    let orders = orders.await?.into_iter().map(|(order, _)| (order, Vec::new())).collect();
    gives(at, draft.power, orders, false).await
}

/// Corps come out of the city in which they are.
pub(super) async fn comes_out(at: At<'_>, draft: Draft) -> Result<Message, Message> {
    gives(at, draft.power, vec![(Order::ComeOut { corps: draft.corps }, Vec::new())], false).await
}

/// A refusal of the engine's, as a message.
pub(super) fn refused(refusal: Refusal) -> Message {
    refusal.into()
}

/// The areas in which all corps of a draft may end, the nearest first, each with the movement points of who goes farthest.
fn all_ends(now: &Position, draft: &Draft) -> Result<Vec<(u16, AreaId)>, Refusal> {
    let ground = Ground::of(now);
    let mut ends: Option<Vec<(u16, AreaId)>> = None;
    for Group { from, corps, .. } in draft.groups(now)? {
        let marchers: Result<Vec<_>, Refusal> = corps.iter().map(|id| ground.marcher(*id)).collect();
        let Some(slowest) = marchers?.into_iter().min_by_key(|marcher| marcher.points) else { continue };
        let reach = ground.reach(slowest);
        let points = |area: AreaId| if area == from { Some(0) } else { reach.points(area) };
        let may = |area: &AreaId| *area == from || reach.ends.contains(*area);
        ends = Some(match ends {
            None => reach.ends.iter().filter_map(|area| Some((points(area)?, area))).collect(),
            Some(before) => {
                let both = before.into_iter().filter(|(_, area)| may(area));
                both.filter_map(|(cost, area)| Some((cost.max(points(area)?), area))).collect()
            }
        });
    }
    let mut ends = ends.unwrap_or_default();
    ends.retain(|(points, _)| *points > 0);
    ends.sort_by_key(|(points, area)| (*points, area.name()));
    Ok(ends)
}

/// The corps of a draft in words: "I Corps (Mack), II Corps at Munich".
fn who(now: &Position, groups: &[Group], power: Power) -> String {
    let named = |id: &CorpsId| {
        let leaders = led(now, *id);
        let name = corps_named(*id, power);
        if leaders.is_empty() { name } else { format!("{name} ({})", leaders.join(", ")) }
    };
    let each = groups.iter().map(|group| {
        let corps: Vec<String> = group.corps.iter().map(named).collect();
        say!("{} at {}", corps.join(", "), area(group.from))
    });
    each.collect::<Vec<_>>().join(" · ")
}

/// Movement points of the slowest of a group.
fn allowance(now: &Position, group: &Group) -> u8 {
    let ground = Ground::of(now);
    let points = group.corps.iter().filter_map(|id| Some(ground.marcher(*id).ok()?.points));
    points.min().unwrap_or(0)
}

fn ends_of(scene: &Scene<'_>, draft: &Draft) -> Result<Message, Message> {
    let (now, _) = own(scene).ok_or_else(nobody)?;
    if draft.corps.is_empty() {
        return Err(Message::refusal(said!("Choose one or several corps.")));
    }
    let then = in_its_slot(&now, draft.power);
    let (groups, inside) = match draft.groups(&then) {
        Ok(groups) => (groups, false),
        // Corps in a city before which an enemy stands come out, and do nothing else.
        Err(refusal) => {
            let is_inside = |id: &CorpsId| {
                matches!(now.pieces.corps.get(id).map(|on_map| on_map.stand), Some(Stand::Inside(_)))
            };
            if !draft.corps.iter().all(is_inside) {
                return Err(refused(refusal));
            }
            (Vec::new(), true)
        }
    };
    let ends = if inside { Vec::new() } else { all_ends(&then, draft).map_err(refused)? };
    let ground = Ground::of(&now);
    let choice = |(points, to): &(u16, AreaId)| {
        let mut about = vec![say!("{} MP", *points)];
        about.extend(present::met(&ground, draft.power, *to));
        Choice::new(&area(*to), to.key()).about(&about.join(" · "))
    };
    let head = if inside {
        let names: Vec<String> = draft.corps.iter().map(|id| corps_named(*id, draft.power)).collect();
        say!("**{}**", names.join(", "))
    } else {
        format!("**{}**", who(&now, &groups, draft.power))
    };
    let says = match ends.is_empty() {
        true if inside => say!("{}: an enemy stands before the city. They can come out into the open.", head),
        true => say!("{}: there is no area to which all of them can march.", head),
        false => say!("{}. Where to? The nearest stand first.", head),
    };
    let mut message = Message::text(says);
    let code = draft.written();
    for (part, which) in ends.chunks(MOST).zip(SELECTS) {
        let id = CustomId::on(&scene.own, 0, &format!("land/{which}/{code}"));
        let label = match part {
            [(least, _), .., (most, _)] if least != most => say!("Where to: for {} to {} MP", *least, *most),
            [(points, _), ..] => say!("Where to: for {} MP", *points),
            [] => continue,
        };
        message = message.select(Component::select(&label, id, part.iter().map(choice).collect()));
    }
    let mut buttons = Vec::new();
    let is_in_a_city =
        |id: &CorpsId| matches!(now.pieces.corps.get(id).map(|on_map| on_map.stand), Some(Stand::Inside(_)));
    if draft.corps.iter().all(is_in_a_city) {
        buttons.push(scene.button(Look::Primary, &say!("Come out"), 0, &format!("land/out/{code}")));
    }
    let stay = Draft { inside: true, ..draft.clone() };
    if stay.orders(&now).is_ok() {
        let verb = format!("land/at/{}", stay.written());
        buttons.push(scene.button(Look::Secondary, &say!("Stay, in the city"), 0, &verb));
    }
    buttons.push(other_corps(scene, draft.power));
    Ok(message.buttons(buttons))
}

/// The way back to the corps.
fn other_corps(scene: &Scene<'_>, power: Power) -> Component {
    scene.button(Look::Secondary, &say!("Other corps"), 0, &format!("land/of/{}", power.key()))
}

/// A march before it is lodged: the way, the movement points, what would be met, how it would live there; and what its picture shows.
fn drafted(scene: &Scene<'_>, draft: &Draft) -> Result<(Message, Drawn), Message> {
    let (now, _) = own(scene).ok_or_else(nobody)?;
    let orders = draft.orders(&now).map_err(refused)?;
    let then = in_its_slot(&now, draft.power);
    let groups = draft.groups(&then).map_err(refused)?;
    let mut lines = Vec::new();
    for group in &groups {
        let corps = who(&now, std::slice::from_ref(group), draft.power);
        let has = allowance(&then, group);
        let way: Vec<String> = group.way.iter().map(|to| area(*to)).collect();
        lines.push(if way.is_empty() {
            format!("**{corps}**")
        } else {
            say!("**{}** → {}: {} of {} MP.", corps, way.join(" → "), group.points, has)
        });
    }
    if draft.inside {
        lines.push(say!("They go into the city."));
    }
    for left in &draft.leaves {
        lines.push(if left.up {
            say!("Taken up out of the city of {}: {}.", area(left.at), left.men)
        } else {
            say!("Left in the city of {}: {}.", area(left.at), left.men)
        });
    }
    lines.extend(expected::lines(&then, draft, &orders, is_live(&now, draft.power)));
    lines.push(if is_live(&now, draft.power) {
        say!("-# The slot of {} is open. *March*, and it is carried out at once.", draft.power)
    } else {
        say!(
            "-# Not lodged yet. *Lodge it*, and the bot carries it out when the slot of {} comes.",
            draft.power
        )
    });
    let button = |look, label: &str, draft: &Draft, what: &str| {
        scene.button(look, label, 0, &format!("land/{what}/{}", draft.written()))
    };
    let go = if is_live(&now, draft.power) { say!("March") } else { say!("Lodge it") };
    let mut buttons = vec![button(Look::Success, &go, draft, "go")];
    let other = Draft { inside: !draft.inside, ..draft.clone() };
    if draft.inside && draft.to.is_some() {
        buttons.push(button(Look::Secondary, &say!("Not into the city"), &other, "at"));
    } else if other.orders(&now).is_ok() {
        buttons.push(button(Look::Secondary, &say!("Into the city"), &other, "at"));
    }
    buttons.extend(
        leaving(&now, draft, &groups)
            .into_iter()
            .take(MOST_LEFT)
            .map(|(label, one)| button(Look::Secondary, &label, &one, "at")),
    );
    let mut last = Vec::new();
    if draft.to.is_some() {
        last.push(button(Look::Secondary, &say!("Another end"), draft, "ends"));
    }
    last.push(other_corps(scene, draft.power));
    let ways = groups
        .iter()
        .filter(|group| !group.way.is_empty())
        .map(|group| std::iter::once(group.from).chain(group.way.iter().copied()).collect());
    let drawn = Drawn::of(scene, &now, draft.power, ways.collect());
    Ok((Message::text(clip(&lines.join("\n"), 2_000)).buttons(buttons).buttons(last), drawn))
}

/// The buttons that leave a man more in a city on the way, or none again, and those that take all up who can come with the corps.
fn leaving(now: &Position, draft: &Draft, groups: &[Group]) -> Vec<(String, Draft)> {
    // Of several lots that march each would have to say who leaves them.
    let [group] = groups else { return Vec::new() };
    let cities = std::iter::once(group.from).chain(group.way.iter().copied());
    let cities = cities.filter(|at| at.on_map().city.is_some());
    let mut all = Vec::new();
    for at in cities.take(MOST_LEFT) {
        let given = draft.leaves.iter().find(|left| left.at == at);
        let others: Vec<Leaves> = draft.leaves.iter().filter(|left| left.at != at).cloned().collect();
        let with = |men: u16, up: bool| {
            let mut leaves = others.clone();
            leaves.extend((men > 0).then_some(Leaves { at, men, up }));
            Draft { leaves, ..draft.clone() }
        };
        let may = |one: &Draft| one.orders(now).is_ok();
        let left = given.filter(|left| !left.up).map_or(0, |left| left.men);
        let more = with(left + 1, false);
        if given.is_none_or(|left| !left.up) && left < MOST_LEFT_AT_ONE && may(&more) {
            let label = if left == 0 {
                say!("Leave 1 at {}", area(at))
            } else {
                say!("{} at {}", left + 1, area(at))
            };
            all.push((label, more));
        } else if given.is_some() {
            all.push((say!("None at {}", area(at)), with(0, false)));
        }
        let garrison = group.corps.first().map(|corps| Garrison::city(at, corps.owner()));
        let there = garrison.and_then(|garrison| now.pieces.garrisons.get(&garrison)).copied().unwrap_or(0);
        let most = u16::try_from(there).unwrap_or(MOST_TAKEN).min(MOST_TAKEN);
        let up = (1..=most).rev().find(|men| may(&with(*men, true)));
        if let (None, Some(up)) = (given, up) {
            all.push((say!("Take up {} at {}", up, area(at)), with(up, true)));
        }
    }
    all
}

/// What a choice of corps that stand together begins with: `at/ulm`.
const TOGETHER_AT: &str = "at";
/// And one of those that ended a march together last month: `again/ulm`.
const AGAIN: &str = "again";

/// The corps of a power that can be ordered now.
fn free(now: &Position, power: Power) -> Vec<CorpsId> {
    let live = is_live(now, power);
    march::corps_of(now, power)
        .filter(|id| !live || !now.land.moved.contains_key(id))
        .filter(|id| now.pieces.corps.get(id).is_some_and(|on_map| !now.pieces.is_shut_in(on_map.stand)))
        .collect()
}

/// A power's corps in lots that are chosen in one tap: those that went together last month, and those that stand in one area. Each with the word by
/// which it is chosen and the area it is named by.
fn lots(now: &Position, power: Power) -> Vec<(&'static str, AreaId, Vec<CorpsId>)> {
    let free = free(now, power);
    let mut lots: Vec<(&str, AreaId, Vec<CorpsId>)> = Vec::new();
    for together in now.land.last_month.get(&power).into_iter().flatten() {
        let corps = together.corps.iter().copied().filter(|id| free.contains(id)).collect();
        lots.push((AGAIN, together.to, corps));
    }
    let mut places: BTreeMap<AreaId, Vec<CorpsId>> = BTreeMap::new();
    for id in free {
        let at = now.pieces.corps.get(&id).and_then(|on_map| on_map.stand.area());
        at.into_iter().for_each(|at| places.entry(at).or_default().push(id));
    }
    lots.extend(places.into_iter().map(|(at, corps)| (TOGETHER_AT, at, corps)));
    lots.retain(|(_, _, corps)| corps.len() > 1);
    // The same corps are offered once.
    let same = |one: &[CorpsId], other: &[CorpsId]| {
        one.len() == other.len() && one.iter().all(|id| other.contains(id))
    };
    let mut offered: Vec<(&str, AreaId, Vec<CorpsId>)> = Vec::new();
    for lot in lots {
        if !offered.iter().any(|(.., before)| same(before, &lot.2)) {
            offered.push(lot);
        }
    }
    offered
}

/// The corps of what was chosen: single ones, and lots.
fn chosen_corps(now: &Position, power: Power, keys: &[String]) -> Vec<CorpsId> {
    let lots = lots(now, power);
    let mut corps: Vec<CorpsId> = Vec::new();
    for key in keys {
        let lot = lots.iter().find(|(word, at, _)| {
            key.strip_prefix(word).and_then(|rest| rest.strip_prefix('/')) == Some(at.key())
        });
        match lot {
            Some((_, _, lot)) => corps.extend(lot),
            None => corps.extend(CorpsId::by_key(key)),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    corps.retain(|id| seen.insert(*id));
    corps.truncate(MOST_CORPS);
    corps
}

/// The select of own corps, lots of them first, each with what is in it and what is lodged for it; none where none can march.
pub(super) fn corps_select(scene: &Scene<'_>, now: &Position, power: Power) -> Option<Component> {
    let lodged = panel::marching(scene, power);
    let of = free(now, power);
    let mut choices: Vec<Choice> = of
        .iter()
        .take(MOST)
        .filter_map(|id| {
            let at = now.pieces.corps.get(id)?.stand.area()?;
            let mut about: Vec<String> =
                now.contents.corps(*id).map(|held| held.to_string()).into_iter().collect();
            about.extend(led(now, *id));
            if let Some(to) = lodged.get(id) {
                about.push(to.clone());
            }
            let label = say!("{}, {}", corps_named(*id, power), area(at));
            Some(Choice::new(&label, id.key()).about(&about.join(" · ")))
        })
        .collect();
    if choices.is_empty() {
        return None;
    }
    let lots = lots(now, power).into_iter().map(|(word, at, corps)| {
        let stands =
            |id: &CorpsId| now.pieces.corps.get(id).and_then(|on_map| on_map.stand.area()) == Some(at);
        let label = if word == AGAIN && corps.iter().all(stands) {
            say!("As last month: the {} corps at {}", corps.len(), area(at))
        } else if word == AGAIN {
            say!("As last month: the {} corps that went to {}", corps.len(), area(at))
        } else {
            say!("All {} corps at {}", corps.len(), area(at))
        };
        let names: Vec<String> = corps.iter().map(|id| corps_named(*id, power)).collect();
        Choice::new(&label, format!("{word}/{}", at.key())).about(&clip(&names.join(", "), 100))
    });
    let lots: Vec<Choice> = lots.take(MOST - choices.len()).collect();
    choices.splice(0..0, lots);
    let label = say!("Which corps march? Several can go together");
    let id = CustomId::on(&scene.own, 0, &format!("land/pick/{}", power.key()));
    Some(Component::select(&label, id, choices).several())
}
