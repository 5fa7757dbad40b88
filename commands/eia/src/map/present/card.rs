//! An area's card: everything that the map says of it.

use super::frame::Window;
use crate::battle::present::words::terrain;
use eia::board::conquest::primary;
use eia::map::{
    AreaId, Arrows, Border, Capital, Mark, Neighbour, Place, Province, ProvinceId, feudal_corps, home_of,
    is_italian_minor, is_ottoman, map, national_capital,
};
use eia::oob::{Control, Held};
use eia::powers::Power;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message};
use table_commands::present::names::{count, list};
use table_commands::{say, speech};

/// Factors of a garrison that a tower holds.
const TOWER: u64 = 5;

/// The card in words, with its buttons; the picture is put to it by whoever draws.
#[must_use]
pub fn card(area: AreaId, control: Control) -> Message {
    let on_map = area.on_map();
    let province = on_map.province.on_map();
    let title = match &on_map.local {
        Some(local) => format!("{} · {local}", on_map.name),
        None => on_map.name.clone(),
    };
    let mut embed = Embed::new(&title, format!("{}\n{}", whose(on_map.province, control), worth(province)));
    if let Some(power) = control.held(on_map.province).by() {
        embed = embed.colour(power.colour());
    }
    let ground = say!("{}, forage {}", terrain(on_map.terrain), on_map.forage);
    embed = embed.field(&say!("Ground"), ground);
    if let Some(city) = city(area, control) {
        embed = embed.field(&say!("City"), city);
    }
    if let Some(port) = &on_map.port {
        let sea = port.sea.name();
        let fleets = count(port.fleets.into(), "fleet", "fleets");
        let opens = say!("The blockade box holds {} and touches **{}**. Guns: {}.", fleets, sea, port.guns);
        let trade = say!("Trade: ${} domestic, ${} American", port.domestic, port.american);
        embed = embed.field(&say!("Port"), format!("{opens}\n{trade}"));
    }
    let marks = marks(on_map.province, control);
    if !marks.is_empty() {
        embed = embed.field(&say!("Marks of {}", province.name), marks.join("\n"));
    }
    let near: Vec<String> = map().neighbours(area).iter().filter_map(neighbour).collect();
    let near = if near.is_empty() { say!("None by land.") } else { near.join("\n") };
    embed = embed.field(&say!("Neighbours"), near);
    let seas: Vec<String> = map().coasts(area).iter().map(|sea| sea.name().to_owned()).collect();
    if !seas.is_empty() {
        embed = embed.field(&say!("On its coast"), list(&seas));
    }
    let origin =
        say!("Chancery's own map, not the printed one. $ and MP: {}", speech::word(province.worth.says()));
    Message::default().with(embed.footer(&origin)).buttons(vec![
        button(&say!("Around it"), &format!("map/around/{}", area.key())),
        button(&say!("Whole map"), "map/whole"),
    ])
}

/// What the card's picture shows to those who do not see it.
#[must_use]
pub fn in_words(area: AreaId) -> String {
    let near = map().neighbours(area).iter().filter(|near| near.cost(Arrows::HOUSE).is_some());
    let near: Vec<String> = near.map(|near| near.area.name().to_owned()).collect();
    match near.is_empty() {
        true => say!("The map around {}.", area.name()),
        false => say!("The map around {}, with its neighbours {}.", area.name(), list(&near)),
    }
}

fn button(label: &str, verb: &str) -> Component {
    Component::button(Look::Secondary, label, CustomId::free(verb))
}

/// A part of the map: what it is called, and a select that opens the card of an area in it.
#[must_use]
pub fn part(place: Option<Place>, window: &Window, control: Control) -> Message {
    let says = match place {
        None => {
            say!("**The map of Europe in {}.** It is Chancery's own, not the printed one.", control.year())
        }
        Some(place) => say!("**{}** on the map. /map area opens the card of an area.", called(place)),
    };
    let mut areas = window.frame().areas();
    let many = areas.len();
    areas.truncate(LISTED);
    areas.sort_by_key(|area| area.name());
    let choices = areas.into_iter().map(|area| {
        let province = area.on_map().province;
        let about = if province.name() == area.name() { "" } else { province.name() };
        Choice::new(area.name(), area.key()).about(about)
    });
    let message = Message::text(says);
    // The whole map has more areas than there is room for.
    let message = if place.is_none() && many > LISTED {
        let regions =
            control.powers().iter().map(|power| Choice::new(&crate::names::called(power), power.key()));
        let regions = regions.collect();
        message.select(Component::select(
            &say!("Nearer: the home of a power"),
            CustomId::free("map/region"),
            regions,
        ))
    } else {
        let choices: Vec<Choice> = choices.collect();
        opening(&choices, |page| CustomId::free(&format!("map/open{page}")))
            .into_iter()
            .fold(message, Message::select)
    };
    if place.is_some() { message.buttons(vec![button(&say!("Whole map"), "map/whole")]) } else { message }
}

/// The button that shows the home of a power, or the map around an area.
pub(crate) fn nearer(place: Place) -> Component {
    match place {
        Place::Area(area) => button(&say!("Around {}", called(place)), &format!("map/around/{}", area.key())),
        Place::Power(power) => button(&called(place), &format!("map/power/{}", power.key())),
        _ => button(&say!("Whole map"), "map/whole"),
    }
}

/// The choices of a select, and how many selects stand above a message's last row: so many areas are listed.
const A_SELECT: usize = 25;
pub(crate) const LISTED: usize = 4 * A_SELECT;

/// The selects that open the cards of areas, as many as they need: each says from which to which it goes where it is not alone. `id` makes one
/// out of what tells it from the others.
pub(crate) fn opening(choices: &[Choice], id: impl Fn(&str) -> String) -> Vec<Component> {
    let alone = choices.len() <= A_SELECT;
    let select = |(n, some): (usize, &[Choice])| {
        let says = match (some.first(), some.last()) {
            (Some(first), Some(last)) if !alone => {
                say!("Open the card of an area: {} to {}", first.label, last.label)
            }
            _ => say!("Open the card of an area"),
        };
        let page = if n == 0 { String::new() } else { format!("/{n}") };
        Component::select(&says, id(&page), some.to_vec())
    };
    choices.chunks(A_SELECT).take(LISTED / A_SELECT).enumerate().map(select).collect()
}

/// A place as players call it.
#[must_use]
pub fn called(place: Place) -> String {
    match place {
        Place::Power(power) => crate::names::called(power),
        other => other.name().to_owned(),
    }
}

/// What a place is, behind its name in a list of choices.
#[must_use]
pub fn kind(place: Place) -> String {
    match place {
        Place::Area(area) => area.on_map().province.name().to_owned(),
        Place::Province(province) if province.on_map().is_minor() => say!("minor country"),
        Place::Province(province) => {
            let home = province.on_map().home_of;
            home.map_or_else(String::new, |power| say!("province of {}", power))
        }
        Place::Combination(_) => say!("combination of countries"),
        Place::Power(_) => say!("major power"),
        Place::Sea(_) => say!("sea area"),
    }
}

fn whose(id: ProvinceId, control: Control) -> String {
    let province = id.on_map();
    let (name, year) = (&province.name, control.year());
    let says = match (control.held(id), home_of(id, control.era())) {
        (Held::Home(power), _) if !control.powers().contains(&power) => {
            return say!(
                "**{}**, home province of {}, which is no power of the campaign of {}",
                name,
                power,
                year
            );
        }
        (Held::Home(power), _) => return say!("**{}**, home province of {}", name, power),
        (Held::Ceded(power), Some(home)) => {
            return say!("**{}**, home province of {}; in {} ceded to {}", name, home, year, power);
        }
        (Held::Free(power), _) => {
            say!("**{}**, minor country; when play begins in {} a free state of {}", name, year, power)
        }
        (Held::Conquered(power) | Held::Ceded(power), _) => {
            say!("**{}**, minor country; when play begins in {} conquered by {}", name, year, power)
        }
        (Held::Neutral, _) => say!("**{}**, minor country; when play begins in {} neutral", name, year),
    };
    // Macedonia too, where Greece is a minor country.
    let of = primary(id);
    if of != id && home_of(of, control.era()).is_none() {
        return format!("{says}\n{}", say!("Secondary district of {}", of.name()));
    }
    says
}

fn worth(province: &Province) -> String {
    say!(
        "${} and {} manpower an Economic phase; its capital is {}",
        province.money,
        province.manpower,
        province.capital.name()
    )
}

fn city(area: AreaId, control: Control) -> Option<String> {
    let city = area.on_map().city.as_ref()?;
    let is_of_greece =
        national_capital(Power::Greece) == Some(area) && control.powers().contains(&Power::Greece);
    let mut says = vec![match city.capital {
        _ if is_of_greece => say!("National capital"),
        Some(Capital::National) => say!("National capital"),
        Some(Capital::Provincial) => say!("Capital of {}", area.on_map().province.name()),
        None => say!("No capital"),
    }];
    let towers = count(city.towers.into(), "tower", "towers");
    says.push(say!("{}: a garrison of up to {} factors", towers, u64::from(city.towers) * TOWER));
    says.push(match city.fletches {
        0 => say!("No fletches"),
        n => count(n.into(), "fletch", "fletches"),
    });
    Some(says.join("\n"))
}

fn marks(of: ProvinceId, control: Control) -> Vec<String> {
    let province = of.on_map();
    let mut says = Vec::new();
    for mark in &province.marks {
        says.push(match mark {
            Mark::Africa => say!("Lies in Africa"),
            Mark::Cossack => say!("Raises cossacks"),
            Mark::Freikorps => say!("Raises freikorps"),
            Mark::Insurrection => say!("Raises insurrection corps"),
            Mark::Polish => say!("Can belong to Poland"),
            Mark::PolishHouse => say!("Can belong to Poland by a house rule"),
            Mark::SecondCapital => say!("Its capital counts as national on the Victory Conditions Chart"),
            Mark::IndianTrade => say!("Who holds it decides the Indian trade"),
        });
    }
    if let Some(number) = province.guerrilla {
        says.push(say!("Guerrillas: {}", number));
    }
    let (infantry, cavalry) = feudal_corps(of, control.era());
    if infantry + cavalry > 0 {
        says.push(say!("Feudal corps: {} infantry, {} cavalry", infantry, cavalry));
    }
    if is_ottoman(of) {
        says.push(say!("Can belong to the Ottoman Empire"));
    }
    if is_italian_minor(of) {
        says.push(say!("One of the seven Italian minor countries"));
    }
    says
}

/// A neighbour in a line; none where only an arrow leads there that the house rules leave out.
fn neighbour(near: &Neighbour) -> Option<String> {
    near.cost(Arrows::HOUSE)?;
    let name = near.area.name();
    Some(match &near.border {
        Border::Open => name.to_owned(),
        Border::River(river) => say!("{}, over the river {}", name, river),
        Border::Arrow { points, .. } => say!("{}, by a crossing arrow of {} MP", name, points),
    })
}
