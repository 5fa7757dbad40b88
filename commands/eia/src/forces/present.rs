//! The order of battle: how a scenario begins, and what each power has, narrow enough for a phone. Every value that is not the printed game's
//! has its mark.

use crate::bid::present as choice;
use crate::land_values::Page;
use crate::seen::position;
use eia::land::forces::{Factors, Troop};
use eia::oob::values::as_played;
use eia::oob::{BOXES, Between, Corps, Forces, Leader, OrderOfBattle, Sorts, StatusBox, costs, of, upkeep};
use eia::outline::Month;
use eia::powers::Power;
use eia::roster::Item;
use eia::{Position, scenario};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use table::View;
use table::facts::Origin;
use table::strongbox::Kept;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::{column, list, plain};
use table_commands::{say, speech};

/// Characters of a leader's name beside his ratings.
const NAME: usize = 15;

/// What is seen of an order of battle besides the powers.
const PAGES: [&str; 3] = ["costs", "minors", "track"];

/// The mark of a value that is not the printed game's, in a block of code.
fn mark(origin: Origin) -> &'static str {
    match origin {
        Origin::Seed | Origin::Rulebook => "",
        Origin::Reported => "^",
        Origin::Reconstructed => "~",
        Origin::Ours => "°",
        Origin::Typed => "*",
    }
}

/// The same in a sentence, where a bare star would begin italics.
fn note(origin: Origin) -> &'static str {
    if origin == Origin::Typed { "\\*" } else { mark(origin) }
}

/// What the marks in a text mean.
fn legend(text: &str) -> String {
    let all = [Origin::Reported, Origin::Reconstructed, Origin::Ours, Origin::Typed];
    // What is bold has stars too.
    let plain = text.replace("**", "");
    let used = all.into_iter().filter(|origin| plain.contains(mark(*origin)));
    let each: Vec<String> =
        used.map(|origin| format!("{} {}", note(origin), speech::word(origin.says()))).collect();
    if each.is_empty() { String::new() } else { format!("\n-# {}", each.join(" · ")) }
}

/// A number with its sign: "+2", "−3", "0".
fn signed(n: i64) -> String {
    match n {
        0 => "0".to_owned(),
        n if n < 0 => format!("−{}", n.abs()),
        n => format!("+{n}"),
    }
}

fn block(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("\n```\n{}\n```", lines.join("\n")) }
}

/// Pairs in as few words as they need: who stands with all others, or else each with those with whom it stands.
fn pairs(between: &[Between]) -> Vec<String> {
    let all: BTreeSet<Power> = between.iter().flat_map(|pair| pair.powers).collect();
    if all.len() > 2 && between.len() == all.len() * (all.len() - 1) / 2 {
        let all: Vec<Power> = all.into_iter().collect();
        return vec![say!("{} with each other", crate::names::listed(&all))];
    }
    let mut open: Vec<Between> = between.to_vec();
    let mut told = Vec::new();
    while !open.is_empty() {
        let many = |power: &Power| open.iter().filter(|pair| pair.other(*power).is_some()).count();
        // The first of those with the most.
        let Some(most) = all.iter().rev().copied().max_by_key(many) else { break };
        let with: Vec<Power> = open.iter().filter_map(|pair| pair.other(most)).collect();
        open.retain(|pair| pair.other(most).is_none());
        told.push(say!("{} with {}", most, crate::names::listed(&with)));
    }
    told
}

/// How the scenario begins: political status, wars and alliances, and the switches that stand otherwise in it.
#[must_use]
pub fn at_the_start(view: &View) -> Option<String> {
    let (position, order) = (position(view)?, of(&view.scenario)?);
    let boxes: Vec<String> = order
        .powers
        .keys()
        .filter_map(|power| {
            let status = &as_played(&view.scenario, *power, &position.typed)?.status;
            Some(format!("{} **{}**{}", crate::names::called(power), status.value, note(status.origin)))
        })
        .collect();
    // A war whose board the bot keeps has no politics.
    let mut text =
        if position.keeps_land() { String::new() } else { say!("Political status: {}.", boxes.join(", ")) };
    let marked = |text: String, between: &[Between]| {
        let origin = between.first().map_or(Origin::Rulebook, |pair| pair.origin);
        format!("\n{text}{}", note(origin))
    };
    if !order.wars.is_empty() {
        text.push_str(&marked(say!("At war: {}.", pairs(&order.wars).join("; ")), &order.wars));
    }
    if !order.alliances.is_empty() {
        let allied = say!("Allied: {}.", pairs(&order.alliances).join("; "));
        text.push_str(&marked(allied, &order.alliances));
    }
    for (key, way) in scenario::by_key(&view.scenario).iter().flat_map(|scenario| &scenario.switches) {
        let Some(switch) = table::switches::by_key(key) else { continue };
        let _ = write!(text, "\n{}: {}.", speech::word(switch.name), speech::word(switch.words(way)));
    }
    let notes = legend(&text);
    Some((text + &notes).trim_start().to_owned())
}

/// What was asked for: a power's forces, or a page of what all share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// How the scenario begins, and the way to everything else.
    Start,
    /// A power.
    Power(Power),
    /// Prices and upkeep.
    Costs,
    /// The minor countries.
    Minors,
    /// The political status track.
    Track,
}

impl About {
    /// What the end of a button's verb means.
    #[must_use]
    pub fn read(key: &str) -> Option<About> {
        match key {
            "start" => Some(About::Start),
            "costs" => Some(About::Costs),
            "minors" => Some(About::Minors),
            "track" => Some(About::Track),
            power => Power::by_key(power).map(About::Power),
        }
    }

    /// What somebody is shown who names no power: his own first one; how the scenario begins, where he has none.
    #[must_use]
    pub fn own(scene: &Scene<'_>) -> About {
        let own = scene.own.seat().and_then(|seat| choice::held_by(&scene.public, seat).first().copied());
        own.map_or(About::Start, About::Power)
    }
}

/// The corps and fleets of a power by name, and what each can hold.
fn named(scene: &Scene<'_>, power: Power) -> Vec<(String, String)> {
    let view = &scene.public;
    let Some((position, order)) = position(view).zip(of(&view.scenario)) else { return Vec::new() };
    let Some(forces) = as_played(&view.scenario, power, &position.typed) else { return Vec::new() };
    let feudal = order.corps(power).into_iter().filter(|one| one.kind == Sorts::Feudal);
    let corps = forces.corps.iter().cloned().chain(feudal);
    let corps = corps.map(|one| (one.name.clone(), say!("{}, holds {}", one.name, one.holds.to_string())));
    let fleets = forces.fleets.iter().cloned();
    let fleets = fleets.map(|one| (one.name.clone(), say!("{}, holds {} ships", one.name, one.ships)));
    corps.chain(fleets).collect()
}

/// The corps and fleets of a power, for a list of choices: what each can hold, and its name with a colon.
#[must_use]
pub fn counters_of(scene: &Scene<'_>, power: Power) -> Vec<(String, String)> {
    named(scene, power).into_iter().map(|(name, holds)| (holds, format!("{name}: "))).collect()
}

/// What the order of battle gives the powers of who looks and his strongbox has not yet: their armies and ships in all, and a line for each
/// corps and fleet whose contents he has to say, after the treasury.
#[must_use]
pub fn to_begin_with(scene: &Scene<'_>) -> Option<(String, String)> {
    let view = &scene.own;
    let (position, seat) = (position(view)?, view.seat()?);
    let kept = view.strongbox.as_ref().map(|held| held.strongbox.items.clone()).unwrap_or_default();
    let has = |name: &str| kept.values().any(|kept| kept.name().eq_ignore_ascii_case(name));
    let (powers, mut all, mut text) = (position.choice.powers_of(seat), Vec::new(), String::new());
    for power in &powers {
        let Some(forces) = as_played(&view.scenario, *power, &position.typed) else { continue };
        if powers.len() > 1 {
            let _ = writeln!(text, "{}", crate::names::called(power));
        }
        let owns_money = |kept: &Kept| kept.item.power().is_none_or(|of| of == power.key());
        let is_money = |kept: &Kept| matches!(kept.item.as_thing(), Some(Item::Treasury { .. }));
        // Where the bot keeps the accounts no strongbox has a treasury.
        let told = !eia::economy::is_kept_in(view);
        if told && !kept.values().any(|kept| is_money(kept) && owns_money(kept)) {
            let _ = writeln!(text, "{}: {}", say!("Treasury"), forces.treasury.value);
        }
        for corps in forces.corps.iter().filter(|one| !has(&one.name)) {
            let _ = writeln!(text, "{}: ", corps.name);
        }
        for fleet in forces.fleets.iter().filter(|one| !has(&one.name)) {
            let _ = writeln!(text, "{} (fleet): ", fleet.name);
        }
        all.push(say!("{}, {}", forces.factors.value.to_string(), in_types(forces.ships.value)));
    }
    text.contains(": \n").then(|| (all.join(" + "), text))
}

/// What is in a corps beyond what its counter holds by the order of battle: infantry and militia have one room together, each other sort its
/// own. `None` for what fits, and for a corps that the order of battle does not have.
#[must_use]
pub fn too_much(scene: &Scene<'_>, item: &Item) -> Option<String> {
    let Item::Corps { name, power, factors } = item else { return None };
    let view = &scene.own;
    let (position, seat) = (position(view)?, view.seat()?);
    let mut powers = position.choice.powers_of(seat);
    powers.retain(|own| power.as_ref().is_none_or(|key| key == own.key()));
    let [power] = powers.as_slice() else { return None };
    let forces = as_played(&view.scenario, *power, &position.typed)?;
    let corps = forces.corps.iter().find(|one| one.name.eq_ignore_ascii_case(name))?;
    let inside = Factors::kept(factors).ok()?;
    let on_foot = |of: Factors| u32::from(of.of(Troop::Infantry)) + u32::from(of.of(Troop::Militia));
    let fits = on_foot(inside) <= on_foot(corps.holds)
        && inside
            .each()
            .all(|(sort, n)| matches!(sort, Troop::Infantry | Troop::Militia) || n <= corps.holds.of(sort));
    (!fits).then(|| {
        say!(
            "{} holds {} by the order of battle{}.",
            plain(&corps.name),
            corps.holds.to_string(),
            note(corps.origin)
        )
    })
}

/// The names of the corps and fleets of a power, as its order of battle has them.
#[must_use]
pub fn names_of(scene: &Scene<'_>, power: Power) -> Vec<String> {
    named(scene, power).into_iter().map(|(name, _)| name).collect()
}

/// The card, with the ways to the other powers and pages; `None` where the game has no order of battle.
#[must_use]
pub fn card(scene: &Scene<'_>, about: About) -> Option<Message> {
    let view = &scene.public;
    let (position, order) = (position(view)?, of(&view.scenario)?);
    let (title, text, colour) = match about {
        About::Start => (say!("When play begins"), at_the_start(view)?, None),
        About::Costs => (say!("Prices and upkeep"), prices(view), None),
        About::Minors => (say!("Forces of the minor countries"), minors(order), None),
        About::Track => (say!("Political status track"), track(), None),
        About::Power(power) => {
            let forces = position.forces(&view.scenario, power)?;
            let title = say!("{}: order of battle", power);
            (title, of_power(&position, order, power, &forces), Some(power.colour()))
        }
    };
    let mut embed = Embed::new(&title, text).footer(&scene.record());
    if let Some(colour) = colour {
        embed = embed.colour(colour);
    }
    let others = order.powers.keys().map(|power| Choice::new(&crate::names::called(power), power.key()));
    let select = Component::select(
        &say!("Another power"),
        CustomId::of(&view.campaign, 0, "forces/of"),
        others.collect(),
    );
    let mut buttons: Vec<Component> = PAGES
        .into_iter()
        .filter(|page| About::read(page) != Some(about))
        .map(|page| {
            let label = match page {
                "costs" => say!("Prices"),
                "minors" => say!("Minor countries"),
                _ => say!("Status track"),
            };
            scene.button(Look::Secondary, &label, 0, &format!("forces/{page}"))
        })
        .collect();
    if about != About::Start {
        buttons.insert(0, scene.button(Look::Secondary, &say!("Start"), 0, "forces/start"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Not as printed"), 0, "typed/list"));
    Some(Message::default().with(embed).select(select).buttons(buttons))
}

/// What a power has: its status, its treasury and army, then its corps, fleets and leaders.
fn of_power(position: &Position, order: &OrderOfBattle, power: Power, forces: &Forces) -> String {
    let mut text = status(position, power, forces);
    for (with, says) in [
        (order.enemies(power), say!("At war when play begins")),
        (order.allies(power), say!("Allied when play begins")),
    ] {
        if !with.is_empty() {
            let _ = write!(text, "\n**{says}** {}", crate::names::listed(&with));
        }
    }
    treasury_and_army(&mut text, forces);
    corps_and_leaders(&mut text, order, power, forces);
    let notes = legend(&text);
    text + &notes
}

/// The box of the political status track in which a power stands: as the bot keeps it, else by the PP that were told.
#[must_use]
pub fn status_now(view: &View, position: &Position, power: Power) -> Option<StatusBox> {
    let begins = as_played(&view.scenario, power, &position.typed)?.status.value;
    Some(stands(position, power, begins))
}

/// The same of a power that begins in a box.
fn stands(position: &Position, power: Power, begins: StatusBox) -> StatusBox {
    position.status(power).unwrap_or_else(|| begins.moved(points_told(position, power)))
}

/// The whole PP that were told of a power since play began.
fn points_told(position: &Position, power: Power) -> i64 {
    position.pp.get(&power).copied().unwrap_or(0) / 2
}

/// The political status of a power as play begins and as it stands, and what that gives.
fn status(position: &Position, power: Power, forces: &Forces) -> String {
    let status = &forces.status;
    let mut text =
        say!("**Political status** {}{} when play begins", status.value.to_string(), note(status.origin));
    let now = stands(position, power, status.value);
    let points = points_told(position, power);
    let since = match position.status(power) {
        Some(at) => (at != status.value).then(|| say!("{} now", at.to_string())),
        None => (points != 0).then(|| say!("{} with the {} PP told since", now.to_string(), signed(points))),
    };
    if let Some(since) = since {
        let _ = write!(text, "; {since}");
    }
    let gives = say!(
        "{} VP, drift {}, economic loss {} an economic phase{}",
        now.points().value,
        signed(now.drift().value),
        now.loss().value,
        note(now.points().origin)
    );
    let _ = write!(text, "\n{gives}");
    text
}

/// Treasury, depots, army and ships in a few lines.
fn treasury_and_army(text: &mut String, forces: &Forces) {
    let (treasury, depots, on_map) = (&forces.treasury, &forces.depots, &forces.depots_at_start);
    let _ = write!(
        text,
        "\n{}",
        say!(
            "**Treasury** ${}{} · **Depots** {}{} of {}{} on the map",
            treasury.value,
            note(treasury.origin),
            on_map.value,
            note(on_map.origin),
            depots.value,
            note(depots.origin)
        )
    );
    let ships = &forces.ships;
    let _ = write!(
        text,
        "\n{}",
        say!(
            "**Army** {}{} · **Ships** {}{}",
            forces.factors.value.to_string(),
            note(forces.factors.origin),
            in_types(ships.value),
            note(ships.origin)
        )
    );
}

/// Corps, fleets and leaders in blocks.
fn corps_and_leaders(text: &mut String, order: &OrderOfBattle, power: Power, forces: &Forces) {
    let corps = order.corps(power);
    // Those that the group may have typed come from the forces as they are played; feudal corps are the map's.
    let feudal: Vec<Corps> = corps.into_iter().filter(|one| one.kind == Sorts::Feudal).collect();
    let _ = write!(
        text,
        "\n**{}**{}",
        say!("Corps: what each can hold, areas a month"),
        block(&corps_lines(&forces.corps, &feudal))
    );
    if !feudal.is_empty() {
        let _ = write!(text, "\n-# {}", say!("Feudal corps of {}.", list(&provinces(&feudal))));
    }
    let fleets =
        in_runs(forces.fleets.iter().map(|one| (one.name.as_str(), (one.ships, one.moves(), one.origin))));
    let wide = wide_enough(fleets.iter().map(|(name, _)| name));
    let fleets: Vec<String> = fleets
        .into_iter()
        .map(|(name, (ships, moves, origin))| {
            format!("{} {ships:>3} {moves:>2}{}", column(&name, wide), mark(origin))
        })
        .collect();
    let _ = write!(text, "\n**{}**{}", say!("Fleets: ships each can hold, MP"), block(&fleets));
    let begins = scenario::by_key(&order.scenario).and_then(|one| Month::try_from(one.begins.clone()).ok());
    let leaders: Vec<String> = forces
        .leaders
        .iter()
        .filter(|one| begins.is_none_or(|begins| !one.is_gone(begins)))
        .map(leader_line)
        .collect();
    if forces.leaders.is_empty() {
        let _ = write!(text, "\n{}", say!("**Leaders** none is known"));
        return;
    }
    let _ = write!(text, "\n**{}**{}", say!("Leaders: strategic, tactical, maximum, rank"), block(&leaders));
}

/// Ships by type: "71 + 10 heavy + 18 frigates".
fn in_types(ships: eia::oob::Ships) -> String {
    let mut each = Vec::new();
    if ships.line > 0 {
        each.push(say!("{} of the line", ships.line));
    }
    for (many, says) in [
        (ships.heavy, say!("heavy")),
        (ships.steam, say!("steam")),
        (ships.frigates, say!("frigates")),
        (ships.transports, say!("transports")),
    ] {
        if many > 0 {
            each.push(format!("{many} {says}"));
        }
    }
    if each.is_empty() { say!("none") } else { each.join(", ") }
}

/// Lines of things with Roman numbers, those that are alike in one: "I–IV Corps".
fn in_runs<'n, T: PartialEq>(each: impl Iterator<Item = (&'n str, T)>) -> Vec<(String, T)> {
    let numbered = |name: &str| {
        let (number, rest) = name.split_once(' ')?;
        number.chars().all(|c| "IVX".contains(c)).then(|| (number.to_owned(), rest.to_owned()))
    };
    // First number, last number, what they are, and what is alike.
    let mut runs: Vec<(String, Option<String>, Option<String>, T)> = Vec::new();
    for (name, alike) in each {
        match numbered(name) {
            Some((number, rest)) => match runs.last_mut() {
                Some((_, last, of, before)) if of.as_deref() == Some(&rest) && *before == alike => {
                    *last = Some(number);
                }
                _ => runs.push((number, None, Some(rest), alike)),
            },
            None => runs.push((name.to_owned(), None, None, alike)),
        }
    }
    let name = |first: String, last: Option<String>, of: Option<String>| match (last, of) {
        (Some(last), Some(of)) => format!("{first}–{last} {of}"),
        (None, Some(of)) => format!("{first} {of}"),
        _ => first,
    };
    runs.into_iter().map(|(first, last, of, alike)| (name(first, last, of), alike)).collect()
}

/// The width of a column of names: 22 characters, or as much more as a name of a few more needs.
fn wide_enough<'n>(names: impl Iterator<Item = &'n String>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).clamp(22, 27)
}

fn corps_lines(corps: &[Corps], feudal: &[Corps]) -> Vec<String> {
    let alike =
        corps.iter().map(|one| (one.name.as_str(), (one.holds, one.moves, one.origin, one.with.clone())));
    let runs = in_runs(alike);
    let wide = wide_enough(runs.iter().map(|(name, _)| name));
    let line = |name: &str, holds: String, moves: u8, origin: Origin| {
        format!("{} {holds:<9} {moves}{}", column(name, wide), mark(origin))
    };
    let mut lines: Vec<String> = runs
        .into_iter()
        .map(|(name, (holds, moves, origin, _))| line(&name, holds.to_string(), moves, origin))
        .collect();
    let mut alike: BTreeMap<String, (u32, u8, Origin)> = BTreeMap::new();
    for one in feudal {
        alike.entry(one.holds.to_string()).or_insert((0, one.moves, one.origin)).0 += 1;
    }
    for (holds, (many, moves, origin)) in alike {
        lines.push(line(&say!("{} feudal corps", many), holds, moves, origin));
    }
    lines
}

/// The provinces of feudal corps, each once.
fn provinces(feudal: &[Corps]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for one in feudal {
        let name = one.name.split(" feudal").next().unwrap_or(&one.name).to_owned();
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

fn leader_line(leader: &Leader) -> String {
    let most = if leader.at_sea { "–".to_owned() } else { leader.maximum.to_string() };
    let when = match (&leader.with, leader.from, leader.until) {
        (Some(with), ..) => with.clone(),
        (None, None, None) => String::new(),
        (None, from, until) => {
            let written = |month: Option<Month>| month.map_or_else(String::new, |month| month.to_string());
            format!("{}–{}", written(from), written(until))
        }
    };
    // A long name has a line of its own.
    let name = if leader.name.chars().count() > NAME {
        format!("{}\n{}", column(&leader.name, 38).trim_end(), column("", NAME))
    } else {
        column(&leader.name, NAME)
    };
    let line = format!(
        "{name} {} {} {most} {}{:<1} {when}",
        leader.strategic,
        leader.tactical,
        leader.rank,
        mark(leader.origin)
    );
    line.trim_end().to_owned()
}

fn prices(view: &View) -> String {
    let bought = |switch: &Option<String>| switch.as_ref().is_none_or(|switch| view.switch(switch) == "yes");
    let lines: Vec<String> = costs(&view.scenario)
        .filter(|cost| bought(&cost.switch))
        .map(|cost| {
            let time = cost.time();
            let manpower = if cost.manpower > 0 { format!("{} MP", cost.manpower) } else { String::new() };
            let months = match time.value {
                0 => String::new(),
                months => format!("{:>2}{}", months, mark(time.origin)),
            };
            let name = column(&speech::word(&cost.name), 22);
            let line = format!(
                "{name} {:>4}{:<1} {manpower:<4} {months}",
                format!("${}", cost.price),
                mark(cost.origin)
            );
            line.trim_end().to_owned()
        })
        .collect();
    let kept: Vec<String> = upkeep(&view.scenario)
        .map(|cost| {
            format!(
                "{} {:>4}{}",
                column(&speech::word(&cost.name), 22),
                format!("${}", cost.price),
                mark(cost.origin)
            )
        })
        .collect();
    let text = format!(
        "{}{}\n{}{}",
        say!("A factor, a ship or a counter: $, manpower, months until it arrives."),
        block(&lines),
        say!("Upkeep of each on the map, an economic phase."),
        block(&kept)
    );
    let notes = legend(&text);
    text + &notes
}

fn minors(order: &OrderOfBattle) -> String {
    let mut named: Vec<_> = order.minors.iter().filter(|(_, one)| !one.is_none()).collect();
    named.sort_by_key(|(id, _)| id.name());
    let lines: Vec<String> = named
        .into_iter()
        .map(|(id, one)| {
            let corps = format!("{}×{}", one.corps, one.holds);
            let army = if one.factors.is_empty() { "–".to_owned() } else { one.factors.to_string() };
            let ships = match one.ships.total() {
                0 => String::new(),
                ships => format!("{ships:>2}"),
            };
            format!("{} {corps:<10} {army:<8} {ships}{}", column(id.name(), 13), mark(one.origin))
        })
        .collect();
    let none: Vec<String> = {
        let mut none: Vec<&str> =
            order.minors.iter().filter(|(_, one)| one.is_none()).map(|(id, _)| id.name()).collect();
        none.sort_unstable();
        none.into_iter().map(str::to_owned).collect()
    };
    let text = format!(
        "{}{}\n{}",
        say!("Corps and what each can hold, army at the start, ships."),
        block(&lines),
        say!("No forces of their own: {}.", list(&none))
    );
    let notes = legend(&text);
    text + &notes
}

fn track() -> String {
    let mut runs: Vec<(StatusBox, StatusBox)> = Vec::new();
    let gives = |one: StatusBox| (one.points().value, one.drift().value, one.loss().value);
    for one in (0..BOXES).filter_map(StatusBox::at) {
        match runs.last_mut() {
            Some((first, last)) if gives(*first) == gives(one) && first.zone() == one.zone() => *last = one,
            _ => runs.push((one, one)),
        }
    }
    let mut lines = vec![format!("{} {:>3} {:>7} {:>7}", column("", 8), "VP", say!("drift"), say!("loss"))];
    lines.extend(runs.into_iter().map(|(first, last)| {
        let (points, drift, loss) = gives(first);
        let name = if first == last { first.to_string() } else { format!("{first}–{last}") };
        format!(
            "{} {points:>3} {:>7} {loss:>7}{}",
            column(&name, 8),
            signed(drift),
            mark(first.points().origin)
        )
    }));
    let text = format!(
        "{}{}",
        say!(
            "F fiasco, I instability, N neutral, D dominant. VP, drift and economic loss of an economic phase; a die that does not exceed the loss halves money and manpower."
        ),
        block(&lines)
    );
    let notes = legend(&text);
    text + &notes
}

/// The page of the values of the order of battle among those that are not as printed.
#[must_use]
pub fn page(scene: &Scene<'_>) -> Message {
    let about = About::own(scene);
    let first = choice::powers(&scene.public).first().copied();
    let about = if about == About::Start { first.map_or(About::Start, About::Power) } else { about };
    card(scene, about).unwrap_or_else(|| Message::default().with(Embed::new(&Page::Forces.title(), "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_corps_or_fleet_is_cut() {
        for order in ["1805", "1853"].into_iter().filter_map(of) {
            for power in order.powers.keys() {
                let Some(forces) = as_played(&order.scenario, *power, &eia::typed::Typed::new()) else {
                    continue;
                };
                let lines = corps_lines(&forces.corps, &[]);
                let runs =
                    in_runs(forces.corps.iter().map(|one| {
                        (one.name.as_str(), (one.holds, one.moves, one.origin, one.with.clone()))
                    }));
                assert_eq!(runs.len(), lines.len());
                for ((name, _), line) in runs.iter().zip(&lines) {
                    assert!(line.starts_with(&format!("{name} ")), "{power}: {line}");
                    assert!(line.chars().count() <= 40, "{line}");
                }
            }
        }
    }
}
