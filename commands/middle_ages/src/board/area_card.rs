//! An area's card: what is known of it, what stands in it, who wants it, and what it could be taxed for.

use crate::present::readings;
use crate::{shows, words};
use middle_ages::Position;
use middle_ages::board::{Held, conquered_at, tax};
use middle_ages::court::Court;
use middle_ages::endeavour::limits;
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use table_commands::asked::At;
use table_commands::message::{Embed, Look, Message};
use table_commands::present::{Scene, names};
use table_commands::{say, speech};

/// Shows an area's card to who asks.
pub(crate) async fn shown(at: At<'_>, area: Area) -> Result<Message, Message> {
    shows(at, |scene| {
        let position = super::on_board(scene)?;
        card(scene, &position, area).ok_or_else(|| super::no_area(position.data(), area.key()))
    })
    .await
}

fn card(scene: &Scene<'_>, position: &Position, area: Area) -> Option<Message> {
    let held = position.board.area(area)?;
    let data = position.data();
    let mut lines = vec![whose(held), people(data, held, area), stands(position, held, area)];
    lines.extend(wants(position, held, area));
    lines.extend(taxed(scene, position, held, area));
    let colour = held.owner.map_or("#8B8577", |court| court.known().colour.as_str());
    let embed = Embed::new(data.name(area), lines.join("\n"))
        .colour(colour)
        .field(&say!("By land"), listed(data.borders(area).map(|beside| data.name(beside))))
        .field(&say!("By sea"), by_sea(position, area));
    let map = scene.button(Look::Secondary, &say!("Map"), 0, "ages/map");
    Some(Message::default().with(embed.footer(&scene.record())).buttons(vec![map]))
}

/// A list in words; a dash where nothing is in it.
fn listed<'n>(all: impl Iterator<Item = &'n str>) -> String {
    let all: Vec<&str> = all.collect();
    if all.is_empty() { "—".to_owned() } else { all.join(", ") }
}

/// Who controls it, and whether it is in unrest.
fn whose(held: &Held) -> String {
    let whose = held.owner.map_or_else(|| say!("Independent"), words::court);
    if held.unrest { format!("**{whose}** · {}", say!("in unrest")) } else { format!("**{whose}**") }
}

/// Its people: social state, population, language, religion.
fn people(data: &Data, held: &Held, area: Area) -> String {
    let known = data.known(area);
    say!(
        "Social state {}, at most {}. Population {}.\nThe people speak {}. They are {}.",
        speech::signed(held.social.into()),
        known.limit,
        speech::signed(known.population.into()),
        data.tongue(area).map_or_else(String::new, |tongue| speech::word(&tongue.name)),
        words::religion(data, held.religion)
    )
}

/// What stands in it.
fn stands(position: &Position, held: &Held, area: Area) -> String {
    let mut all = Vec::new();
    if held.fort > 0 {
        all.push(say!("fortification {}", held.fort));
    }
    let joined = |counters: &[u8]| {
        let counters: Vec<String> = counters.iter().map(ToString::to_string).collect();
        counters.join(" + ")
    };
    if !held.armies.is_empty() {
        all.push(say!("armies: {}", joined(&held.armies)));
    }
    if !held.fleets.is_empty() {
        all.push(say!("fleets: {}", joined(&held.fleets)));
    }
    all.extend(held.markers.iter().map(|marker| words::marker(*marker)));
    if position.board.realms.values().any(|realm| realm.home == area) {
        all.push(say!("a court sits here"));
    }
    if all.is_empty() { say!("Nothing stands in it.") } else { all.join(" · ") }
}

/// Ties, claims and results of conquest.
fn wants(position: &Position, held: &Held, area: Area) -> Vec<String> {
    let courts = |all: &[Court]| names::list(&all.iter().copied().map(words::court).collect::<Vec<_>>());
    let mut lines = Vec::new();
    let ties: Vec<Court> = held.ties.iter().copied().collect();
    if !ties.is_empty() {
        lines.push(say!("Ties: {}", courts(&ties)));
    }
    let claims = position.board.realms.iter().filter(|(_, realm)| realm.claims.contains(&area));
    let claims: Vec<Court> = claims.map(|(court, _)| *court).collect();
    if !claims.is_empty() {
        lines.push(say!("Claims: {}", courts(&claims)));
    }
    for (court, results) in &held.contested {
        let needs = conquered_at(position.data(), area);
        lines.push(say!("Results of conquest of {}: {} of {}", words::court(*court), *results, needs));
    }
    lines
}

/// What it could be taxed for, and how likely it rebels then.
fn taxed(scene: &Scene<'_>, position: &Position, held: &Held, area: Area) -> Option<String> {
    let owner = held.owner?;
    let quiet = readings(&scene.public).quiet_rebel;
    let of = |gold: u8| {
        let throws = tax::throws(tax::value(position, owner, area, gold), quiet);
        say!("{} gold: rebels on {} of 36 throws", gold, throws)
    };
    let all: Vec<String> = (1..=u8::try_from(held.social).unwrap_or(0)).map(of).collect();
    (!all.is_empty()).then(|| say!("Tax: {}", all.join("; ")))
}

/// The sea areas that it borders, and how far it reaches over them.
fn by_sea(position: &Position, area: Area) -> String {
    let data = position.data();
    if !data.is_coastal(area) {
        return "—".to_owned();
    }
    let range = limits::range(&position.board.base(area));
    let reaches = if range.seafaring {
        say!("seafarers, over {}", words::seas(range.seas))
    } else {
        say!("over {}", words::seas(range.seas))
    };
    format!("{} · {reaches}", listed(data.seas_of(area).iter().map(|sea| data.sea_name(*sea))))
}
