//! Opening a battle, and mustering for it: the forms, and what becomes of them.

use super::{leaving, order, read};
use crate::battle::present::plan as shown;
use crate::map::present::flags::called;
use crate::months;
use crate::seen::{KEY, position};
use eia::chits::Terrain;
use eia::land::battle::course::Order;
use eia::land::battle::{Battle, Field};
use eia::land::stacking::Muster;
use eia::map::{AreaId, Place};
use eia::oob::{Corps as Counter, Forces, Leader, Sorts};
use eia::powers::Power;
use eia::roster::Item;
use std::collections::BTreeSet;
use table::said;
use table::strongbox::Given;
use table::{Verb, spelling};
use table_commands::asked::{Answer, At, failed, told};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::say;
use table_commands::words::{as_it_stands, line};

/// What opens a battle: its form, filled in with where corps stand together; where they do in several areas, first which of them is meant.
/// `area`: the key of the area that was chosen among these, [`ELSEWHERE`] for none of them.
pub(crate) async fn open_form(at: At<'_>, area: Option<&str>) -> Result<Answer, Message> {
    // A button that an earlier version put under the other game's desk.
    at.must_be_of(KEY).await?;
    let see = |scene: &Scene<'_>| {
        if scene.own.seat().is_none() || scene.public.values.is_empty() {
            return None;
        }
        let mut all = contacts(scene);
        let early = months::not_the_land_phase(&scene.own);
        Some(match area {
            None if early.is_some() || all.len() > 1 => Answer::from(which_contact(scene, &all, early)),
            None => Answer::Form(opening(scene, all.pop())),
            Some(area) => Answer::Form(opening(scene, all.into_iter().find(|contact| contact.key == area))),
        })
    };
    at.show_or(see, || said!("Battles are opened by players, once every power has its player.")).await
}

/// In the place of an area's key: a battle where no counters stand together.
const ELSEWHERE: &str = "elsewhere";

/// The areas in which a battle could begin, a button each; before them that none is due in the phase that is open, where that is so.
fn which_contact(scene: &Scene<'_>, all: &[Contact], early: Option<String>) -> Message {
    let button = |contact: &Contact| {
        let (ours, theirs) = (contact.ours.as_str(), contact.theirs.as_str());
        let label = say!("{}: {} against {}", contact.place, ours, theirs);
        scene.button(Look::Primary, &label, 0, &format!("battle/open/{}", contact.key))
    };
    let other = if all.is_empty() { say!("Open it all the same") } else { say!("Another area") };
    let other = scene.button(Look::Secondary, &other, 0, &format!("battle/open/{ELSEWHERE}"));
    let buttons = all.iter().take(MOST_CONTACTS).map(button).chain([other]).collect();
    let where_to = match all {
        [] => None,
        [_] => Some(say!("Corps of yours stand with others in one area. Is the battle there?")),
        _ => Some(say!("Corps of yours stand with others in several areas. Where is the battle?")),
    };
    let says: Vec<String> = early.into_iter().chain(where_to).collect();
    Message::text(says.join("\n\n")).buttons(buttons)
}

/// So many areas have room as buttons, beside the one for another.
const MOST_CONTACTS: usize = 24;

/// The form that opens a battle, filled in with what the board says of one.
fn opening(scene: &Scene<'_>, at: Option<Contact>) -> Form {
    let Contact { place, ours, theirs, ground, .. } = at.unwrap_or_default();
    Form {
        title: say!("Open a battle"),
        custom_id: CustomId::on(&scene.own, 0, "battle/open"),
        inputs: vec![
            Input { value: place, ..line("place", say!("Area"), 40) },
            Input {
                value: ours,
                placeholder: say!("France, Spain"),
                ..line("attackers", say!("Attacking powers"), 100)
            },
            Input { value: theirs, ..line("defenders", say!("Defending powers"), 100) },
            Input {
                required: false,
                value: ground,
                placeholder: say!("clear; or mountain, river, surrounded, …"),
                ..line("ground", say!("Ground (optional)"), 200)
            },
            Input {
                required: false,
                placeholder: say!("Dijon, Lyon"),
                ..line("from", say!("Areas the attackers came from (optional)"), 200)
            },
        ],
    }
}

/// Where corps of two sides stand together.
#[derive(Default)]
struct Contact {
    /// The area's key.
    key: String,
    /// What it is called.
    place: String,
    /// The powers of who looks that have corps there.
    ours: String,
    /// Those whom he may fight there.
    theirs: String,
    /// Its ground by the map, as the form takes it; nothing where it is clear, or the map is a group's own.
    ground: String,
}

/// Where corps of who looks stand with corps of those whom he may fight, where there is no battle yet. Where wars are kept he fights enemies,
/// else anybody but himself.
fn contacts(scene: &Scene<'_>) -> Vec<Contact> {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return Vec::new() };
    let (own, kept) = (position.moved_by(seat), crate::politics::present::is_kept(&scene.own));
    // Who has still to leave a field is not fought there again.
    let leaving = leaving::all(scene);
    let stays = |power: Power, name: &str, counter: &eia::told::counters::Counter| {
        counter.piece.is_corps() && !leaving.iter().any(|one| one.has(power, &counter.place, name))
    };
    let at = |power: Power| {
        let corps = position.counters_of(power).iter();
        let corps = corps.filter(|(name, counter)| stays(power, name, counter));
        corps.map(|(_, counter)| counter.place.clone()).collect::<BTreeSet<String>>()
    };
    let is_foe = |other: &Power| {
        !own.contains(other) && (!kept || own.iter().any(|one| position.are_at_war(*one, *other)))
    };
    let foes: Vec<Power> = position.choice.powers().filter(is_foe).collect();
    let here: BTreeSet<String> = own.iter().flat_map(|power| at(*power)).collect();
    let open = |place: &str| position.battles.open().any(|(_, battle)| battle.field.place == place);
    let there = |powers: &[Power], place: &String| {
        let there = powers.iter().filter(|power| at(**power).contains(place));
        there.map(crate::names::called).collect::<Vec<String>>().join(", ")
    };
    let contact = |key: String| {
        let contact = Contact {
            place: called(&key),
            ours: there(&own, &key),
            theirs: there(&foes, &key),
            ground: ground_of(&key),
            key,
        };
        (!contact.theirs.is_empty() && !open(&contact.place)).then_some(contact)
    };
    here.into_iter().filter_map(contact).collect()
}

/// The ground of an area of the map, as the form takes it; nothing where it is clear.
fn ground_of(key: &str) -> String {
    match Place::by_key(key) {
        Some(Place::Area(area)) if area.on_map().terrain != Terrain::Clear => {
            area.on_map().terrain.key().to_owned()
        }
        _ => String::new(),
    }
}

/// Opens a battle out of what was typed.
pub(crate) async fn opens_one(
    at: At<'_>,
    [place, attackers, defenders, ground, from]: &[String; 5],
) -> Result<Message, Message> {
    let areas: Vec<&str> =
        from.split([',', '\n', ';']).map(str::trim).filter(|area| !area.is_empty()).collect();
    misspelt(at, std::iter::once(place.trim()).chain(areas.iter().copied())).await?;
    let named = |typed: &str| as_it_stands(typed).unwrap_or(typed).to_owned();
    let mut field = Field::new(&named(place.trim()), read::powers(attackers)?, read::powers(defenders)?);
    field.from = areas.iter().map(|area| named(area)).collect();
    let neutral = read::ground(ground, &mut field)?;
    order(at, &Order::Open { field, neutral }).await
}

/// The refusal of the first of these areas that is none of the map, while another is a slip of the pen away.
async fn misspelt(at: At<'_>, areas: impl Iterator<Item = &str>) -> Result<(), Message> {
    for typed in areas.filter(|typed| as_it_stands(typed).is_none()) {
        if let Some(name) = crate::map::misspelt(at.house, at.campaign, typed).await {
            return Err(said!(
                "\"{}\" is no area of the map. Write {}, if that is meant; where your board has the other, write it in quotation marks.",
                quoted(typed),
                name
            )
            .into());
        }
    }
    Ok(())
}

/// The form of a muster: of this battle and power, or of the first that waits for who asks.
pub(crate) async fn muster_form(
    at: At<'_>,
    number: Option<u32>,
    power: Option<Power>,
) -> Result<Form, Message> {
    let see = |scene: &Scene<'_>| {
        let seat = scene.own.seat()?;
        let mut open = shown::of_seat(&scene.own, seat).into_iter();
        let (number, battle, powers) = open.find(|(n, battle, powers)| {
            let waits = |power: &Power| !battle.musters.contains_key(power);
            number.map_or(powers.iter().any(waits), |number| number == *n)
        })?;
        let waiting =
            || powers.iter().find(|power| !battle.musters.contains_key(power)).or(powers.first()).copied();
        let power = power.filter(|power| powers.contains(power)).or_else(waiting)?;
        Some(muster_inputs(scene, number, &battle, power))
    };
    at.show_or(see, || said!("No battle waits for your muster.")).await
}

/// The inputs of a muster, filled in with what was mustered before or, else, with the corps of the strongbox.
fn muster_inputs(scene: &Scene<'_>, number: u32, battle: &Battle, power: Power) -> Form {
    let outside_hint = standing_beside(scene, battle, power)
        .unwrap_or_else(|| say!("III Corps\nadjacent: IV Corps (from Linz)"));
    let (texts, placeholder) = match battle.musters.get(&power) {
        Some(muster) => (mustered_before(muster, power), None),
        None => {
            let (known, there) = of_the_campaign(scene, power);
            // Who stands there by the map; where nobody does, all that lie in the strongbox.
            let mut corps = standing_there(scene, battle, power, &known);
            if corps.is_empty() {
                corps = of_the_strongbox(scene, power, &known);
            }
            ([corps, String::new(), String::new(), String::new()], there)
        }
    };
    let [corps, outside, leaders, also] = texts.map(|text| text.trim_end().to_owned());
    let long = |id, label, value, placeholder, required| Input {
        long: true,
        value,
        placeholder,
        required,
        ..line(id, label, 800)
    };
    Form {
        title: say!("Muster {}: {}", power, shown::place(battle)),
        custom_id: CustomId::on(&scene.own, u64::from(number), &format!("battle/muster/{}", power.key())),
        inputs: vec![
            long(
                "corps",
                say!("Corps, a line each, as in II Corps: 18i 3c"),
                corps,
                "II Corps: 18i 3c\nReserve: 6hc (cavalry)".to_owned(),
                true,
            ),
            long("outside", say!("Corps that stand aside or adjacent"), outside, outside_hint, false),
            long(
                "leaders",
                say!("Leaders, a line each: a name is enough"),
                leaders,
                placeholder.unwrap_or_else(|| "Davout 4 5 3 B".to_owned()),
                false,
            ),
            Input {
                required: false,
                value: also,
                placeholder: say!("Austria commands"),
                ..line("also", say!("What else (optional)"), 100)
            },
        ],
    }
}

/// What was mustered before, as it is written: corps in the fight, those outside it, leaders, and the rest.
fn mustered_before(muster: &Muster, power: Power) -> [String; 4] {
    let mut texts = [String::new(), String::new(), String::new(), String::new()];
    for stands in &muster.corps {
        let (part, mark) = match (stands.corps.adjacent, stands.aside) {
            (true, _) => (1, "adjacent: "),
            (false, true) => (1, ""),
            _ => (0, ""),
        };
        texts[part].push_str(&format!("{mark}{}\n", written(&stands.corps, power)));
    }
    for leader in &muster.leaders {
        let mark = if leader.adjacent { "adjacent: " } else { "" };
        let (name, rank) = (&leader.name, leader.rank);
        let ratings = [leader.strategic, leader.tactical, leader.maximum].map(|n| n.to_string()).join(" ");
        texts[2].push_str(&format!("{mark}{name} {ratings} {rank}\n"));
    }
    if let Some(power) = muster.command {
        texts[3].push_str(&format!("{power} commands"));
    }
    if let Some(storms) = muster.storms {
        texts[3].push_str(&format!("storms {storms}\n"));
    }
    texts
}

/// The area of the map on which a battle is, where its place is one.
fn area_of(battle: &Battle) -> Option<AreaId> {
    match crate::map::meant(&battle.field.place, |place| matches!(place, Place::Area(_))).ok()? {
        Place::Area(area) => Some(area),
        _ => None,
    }
}

/// Corps of a power that stand beside a battle by the map and could come as reinforcement, as the form takes them; `None` where there are none.
fn standing_beside(scene: &Scene<'_>, battle: &Battle, power: Power) -> Option<String> {
    let (area, position) = (area_of(battle)?, crate::seen::position(&scene.own)?);
    if crate::pack::map_of(&scene.beside).is_some_and(|map| map.board().is_some()) {
        return None;
    }
    let beside: BTreeSet<String> =
        eia::map::map().neighbours(area).iter().map(|other| Place::Area(other.area).key()).collect();
    let corps = position.counters_of(power).iter();
    let corps = corps.filter(|(_, counter)| counter.piece.is_corps() && beside.contains(&counter.place));
    let lines: Vec<String> =
        corps.map(|(name, counter)| format!("adjacent: {name} (from {})", called(&counter.place))).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The key of the area where a battle is, on the map that is played on; `None` where that has none of its name.
pub(super) fn place_key(scene: &Scene<'_>, battle: &Battle) -> Option<String> {
    match crate::pack::map_of(&scene.beside).and_then(|map| map.board()) {
        Some(board) => crate::pack::counter_place(board, &battle.field.place).ok().map(|key| key.written()),
        None => area_of(battle).map(|area| Place::Area(area).key()),
    }
}

/// The corps of a power whose counters stand where a battle is, a line each.
fn standing_there(scene: &Scene<'_>, battle: &Battle, power: Power, known: &[Counter]) -> String {
    let (Some(place), Some(position)) = (place_key(scene, battle), crate::seen::position(&scene.own)) else {
        return String::new();
    };
    let now = eia::outline::place(&scene.own.step);
    let is_left = |name: &str| now.is_none_or(|now| position.destroyed_at(now, power, name).is_none());
    let leaving = leaving::of_the_over(scene);
    let goes = |name: &str| leaving.iter().any(|one| one.has(power, &place, name));
    let there = position.counters_of(power).iter();
    let there = there.filter(|(_, counter)| counter.piece.is_corps() && counter.place == place);
    there
        .filter(|(name, _)| is_left(name) && !goes(name))
        .map(|(name, _)| format!("{name}{}\n", of_the_counter(known, name)))
        .collect()
}

/// The corps of a power that lie in the strongbox, a line each.
fn of_the_strongbox(scene: &Scene<'_>, power: Power, known: &[Counter]) -> String {
    let kept = scene.own.strongbox.as_ref();
    let items = kept.map(|kept| kept.strongbox.items.clone()).unwrap_or_default();
    let mut text = String::new();
    for kept in items.values() {
        if let Some(Item::Corps { name, power: of, .. }) = kept.item.as_thing()
            && of.as_deref().is_none_or(|of| of == power.key())
        {
            let marks = of_the_counter(known, &name);
            text.push_str(&format!("{name}{marks}\n"));
        }
    }
    text
}

/// A power's forces as the campaign has them.
fn forces_of(scene: &Scene<'_>, power: Power) -> Option<Forces> {
    let view = &scene.public;
    let position = crate::seen::position(view)?;
    position.forces(&view.scenario, power)
}

/// The leaders that a power can have on land in the campaign.
fn leaders_of(scene: &Scene<'_>, power: Power) -> Vec<Leader> {
    let forces = forces_of(scene, power);
    forces.into_iter().flat_map(|forces| forces.leaders).filter(|one| !one.at_sea).collect()
}

/// A leader as the form takes him.
fn leader_written(leader: &Leader) -> String {
    let Leader { name, strategic, tactical, maximum, rank, .. } = leader;
    format!("{name} {strategic} {tactical} {maximum} {rank}")
}

/// Leaders as they were typed; one who is named alone has the ratings of the campaign's order of battle. Other names and ratings are taken
/// just as well.
fn with_ratings(known: &[Leader], typed: &str) -> String {
    let line = |line: &str| {
        let (mark, name) = line.split_once(':').map_or(("", line), |(mark, name)| (mark, name));
        let found = known.iter().find(|one| one.name.eq_ignore_ascii_case(name.trim()));
        match (found, mark) {
            (Some(leader), "") => leader_written(leader),
            (Some(leader), mark) => format!("{mark}: {}", leader_written(leader)),
            (None, _) => line.to_owned(),
        }
    };
    typed.split(['\n', ';']).map(line).collect::<Vec<_>>().join("\n")
}

/// What is no leader of these and is written without ratings, with the one whose name is a slip of the pen away.
fn leader_nearly<'l, 't>(known: &'l [Leader], typed: &'t str) -> Option<(&'t str, &'l Leader)> {
    let lines =
        typed.split(['\n', ';']).map(|line| line.rsplit_once(':').map_or(line, |(_, name)| name).trim());
    let bare = lines.filter(|name| !name.chars().any(|c| c.is_ascii_digit()));
    bare.into_iter().find_map(|name| {
        let known = known.iter().map(|one| (one, [one.name.to_lowercase()]));
        Some((name, spelling::meant(&name.to_lowercase(), known)?))
    })
}

/// The first of these leaders who was typed where corps stand: his name, with whatever is written of him.
fn leader_among<'l>(known: &'l [Leader], texts: &[&str]) -> Option<&'l Leader> {
    let lines = texts.iter().flat_map(|text| text.split(['\n', ';']));
    let names = lines.map(|line| {
        let line = line.rsplit_once("adjacent:").map_or(line, |(_, rest)| rest);
        let end = line.find(|c: char| c.is_ascii_digit() || matches!(c, ':' | '(')).unwrap_or(line.len());
        line[..end].trim()
    });
    names.into_iter().find_map(|name| known.iter().find(|one| one.name.eq_ignore_ascii_case(name)))
}

/// The corps that the campaign's order of battle has for a power, and its leaders as a hint of the form: the names of those who are there
/// now, the most senior first. A name alone is enough.
fn of_the_campaign(scene: &Scene<'_>, power: Power) -> (Vec<Counter>, Option<String>) {
    let month = eia::outline::place(&scene.own.step).map(|(month, _)| month);
    let is_there = |one: &Leader| match month {
        Some(month) => !one.is_gone(month) && !one.is_yet_to_come(month),
        None => one.from.is_none() && one.until.is_none(),
    };
    let position = crate::seen::position(&scene.own);
    let is_whole = |one: &Leader| {
        position.as_ref().is_none_or(|position| !position.battles.is_away(month, power, &one.name))
    };
    let mut leaders = leaders_of(scene, power);
    leaders.retain(|one| one.with.is_none() && is_there(one) && is_whole(one));
    leaders.sort_by_key(|one| one.rank);
    let corps = forces_of(scene, power).map(|forces| forces.corps).unwrap_or_default();
    let names: Vec<&str> = leaders.iter().map(|one| one.name.as_str()).collect();
    (corps, (!names.is_empty()).then(|| names.join(", ")))
}

/// The marks that a corps of this name has by the order of battle: of a cavalry corps, of La Salle's light cavalry.
fn of_the_counter(known: &[Counter], name: &str) -> &'static str {
    match known.iter().find(|one| one.name.eq_ignore_ascii_case(name.trim())) {
        Some(one) if one.la_salle => " (La Salle)",
        Some(one) if one.kind == Sorts::Cavalry => " (cavalry)",
        _ => "",
    }
}

/// A corps as its form takes it.
fn written(corps: &eia::land::forces::Corps, power: Power) -> String {
    use eia::land::forces::Came;
    let mut marks = Vec::new();
    if corps.nation.key() != power.key() {
        marks.push(corps.nation.name());
    }
    let flags = [
        (corps.cavalry, "cavalry"),
        (corps.came == Came::Landed, "landed"),
        (corps.came == Came::Crossed, "crossed"),
        (corps.at_home, "home"),
        (corps.trained, "trained"),
        (corps.sponsored, "sponsored"),
        (corps.la_salle, "La Salle"),
    ];
    marks.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.to_owned()));
    marks.extend(corps.from.as_ref().map(|area| format!("from {area}")));
    if marks.is_empty() { corps.name.clone() } else { format!("{} ({})", corps.name, marks.join(", ")) }
}

/// Musters out of what was typed; contents that stand with a corps go into the strongbox first.
pub(crate) async fn musters(
    at: At<'_>,
    number: u32,
    power: Power,
    texts: &[String; 4],
) -> Result<Message, Message> {
    let known = at.look(|scene| leaders_of(scene, power)).await?;
    let [corps, outside, leaders, also] = texts.each_ref().map(String::as_str);
    if let Some(leader) = leader_among(&known, &[corps, outside]) {
        return Err(said!(
            "{} is a leader and no corps: he goes into the field for leaders, by his name alone or as in: {}.",
            quoted(&leader.name),
            leader_written(leader)
        ).into());
    }
    if let Some((typed, leader)) = leader_nearly(&known, leaders) {
        return Err(said!(
            "\"{}\" has no ratings by the order of battle. Write {}, if he is meant; any other is written with his own, as in: {}.",
            quoted(typed),
            quoted(&leader.name),
            leader_written(leader)
        ).into());
    }
    let leaders = with_ratings(&known, leaders);
    let (mut muster, inside) = read::muster(power, [corps, outside, &leaders, also])?;
    let from = muster.corps.iter().filter_map(|stands| stands.corps.from.as_deref());
    misspelt(at, from).await?;
    for from in muster.corps.iter_mut().filter_map(|stands| stands.corps.from.as_mut()) {
        *from = as_it_stands(from).unwrap_or(from).to_owned();
    }
    let verb = Order::Muster { number, power, muster };
    if !inside.is_empty() {
        // A refused muster changes nothing, the strongbox neither.
        let written = serde_json::to_value(&verb).map_err(|why| failed(why.to_string()))?;
        at.would_take(Verb::Game(written)).await?;
        let salt = at.house.fresh().map_err(failed)?;
        let items = inside.into_iter().map(|(name, factors)| {
            let factors = factors.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect();
            Given::thing(&Item::Corps { name, power: Some(power.key().to_owned()), factors })
        });
        let act = table::strongbox::Act::Keep { items: items.collect(), whole: false, revision: None };
        let verb = Verb::Strongbox { act, salt: table::Secret::new(salt) };
        let kept = told(at.house.order(at.campaign, &at.asked.asker.first_of_two(), verb).await);
        if kept.is_refusal() {
            return Ok(kept);
        }
    }
    order(at, &verb).await
}
