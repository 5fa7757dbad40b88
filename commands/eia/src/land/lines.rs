//! Orders by line: `II, III: Strasbourg > Stuttgart > Ulm`, `III: Munich > Linz, leave 1 at Salzburg`, `IV: stays, inside`,
//! `depot: Mainz > Ulm`, `Mack joins I`; `unless enemy at Ulm` behind a march holds it back. A text is read whole, or refused at the line that is wrong.

use super::present::panel;
use super::{Held, gives, in_its_slot, is_live, nobody, own};
use eia::danube;
use eia::ground::Ground;
use eia::land::march;
use eia::land::phase::{Leaves, Moved, Order};
use eia::land::set_up::{area_meant, meant};
use eia::map::AreaId;
use eia::pieces::{CameFrom, CorpsId, Leader, LeaderId, Owner, Stand};
use eia::powers::Power;
use eia::slots::Hold;
use eia::{Position, Unless};
use table::lodged::Line;
use table::refusal::Refusal;
use table::said::{ToValue, Value};
use table::{Said, rule, said};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::say;

/// The longest text, in characters.
const LONGEST: u16 = 2_000;

/// The form of a power's orders.
pub(super) async fn form(at: At<'_>, power: Power) -> Result<Answer, Message> {
    at.show_or(|scene| form_of(scene, power).map(Answer::Form), nobody).await
}

fn form_of(scene: &Scene<'_>, power: Power) -> Option<Form> {
    own(scene)?;
    Some(Form {
        title: say!("Orders of {}, a line each", power),
        custom_id: CustomId::on(&scene.own, 0, &format!("land/lines/{}", power.key())),
        inputs: vec![Input {
            id: "lines",
            label: say!("Corps: the areas of the way, or the end"),
            long: true,
            value: String::new(),
            placeholder: say!(
                "II, III: Munich > Linz, leave 1 at Salzburg\nIV: stays, inside\ndepot: Mainz > Ulm"
            ),
            required: true,
            most: LONGEST,
        }],
    })
}

/// The form was sent: all of it is lodged, or nothing.
pub(super) async fn sent(at: At<'_>, power: Power, text: &str) -> Result<Message, Message> {
    let read = at.show(|scene| -> Result<(Vec<Held>, bool, Vec<Line>), Message> {
        let (now, seat) = own(scene).ok_or_else(nobody)?;
        if !now.choice.powers_of(seat).contains(&power) {
            return Err(nobody());
        }
        let orders = orders(&now, power, text)?;
        Ok((orders, is_live(&now, power), panel::waiting(scene, power)))
    });
    let (mut orders, live, waiting) = read.await?;
    // Depots are moved before anything marches.
    let is_depot = |(order, _): &Held| matches!(order, Order::Depot { .. });
    orders.sort_by_key(|one| !is_depot(one));
    let has_depot = orders.first().is_some_and(is_depot);
    if live || !has_depot {
        return gives(at, power, orders, false).await;
    }
    let before = waiting
        .into_iter()
        .filter(|line| !panel::read(line).is_some_and(|order| matches!(order, Order::Depot { .. })));
    let before = before.filter_map(|line| match serde_json::from_value(line.order?) {
        Ok(eia::Order::Land(order)) => {
            let unless = line.unless.into_iter().filter_map(|unless| serde_json::from_value(unless).ok());
            Some((order, unless.collect()))
        }
        _ => None,
    });
    let place = orders.iter().take_while(|one| is_depot(one)).count();
    let marches = orders.split_off(place);
    orders.extend(before.collect::<Vec<_>>());
    orders.extend(marches);
    gives(at, power, orders, true).await
}

/// What a text orders, each line checked on the board as the lines before it leave it.
fn orders(now: &Position, power: Power, text: &str) -> Result<Vec<Held>, Message> {
    let mut then = in_its_slot(now, power);
    let mut orders = Vec::new();
    let lines = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    for (line, n) in lines.zip(1u32..) {
        match one(&mut then, power, line) {
            Ok(ordered) => orders.extend(ordered),
            Err(refusal) => {
                let says = said!("Line {}, \"{}\": {}", n, quoted(line), refusal.says);
                return Err(Refusal { says, ..refusal }.into());
            }
        }
    }
    if orders.is_empty() {
        return Err(Message::refusal(said!(
            "No line orders anything. Each is as in: II, III: Munich > Linz."
        )));
    }
    Ok(orders)
}

fn no(says: Said) -> Refusal {
    Refusal::new(says)
}

/// What one line orders: nothing where corps stay that need no order for it, an order a place where corps of several places go to one end.
fn one(then: &mut Position, power: Power, line: &str) -> Result<Vec<Held>, Refusal> {
    let lower = line.to_lowercase();
    if let Some(at) = lower.find(" joins ").filter(|_| !line.contains(':') && lower.len() == line.len()) {
        return joins(then, power, &line[..at], &line[at + " joins ".len()..])
            .map(|order| vec![(order, Vec::new())]);
    }
    let Some((who, what)) = line.split_once(':') else {
        return Err(no(said!("it names no corps before a colon, as in: II, III: Munich > Linz.")));
    };
    if who.trim().eq_ignore_ascii_case("depot") {
        return depot(then, power, what).map(|order| vec![(order, Vec::new())]);
    }
    let mut corps = Vec::new();
    for called in who.split([',', '+', '&']).map(str::trim).filter(|called| !called.is_empty()) {
        corps.push(corps_meant(then, power, called)?);
    }
    // Corps of several places that go to one end go each by its own way, as those that are picked from the list do.
    let place = |id: &CorpsId| then.pieces.corps.get(id).and_then(|on_map| on_map.stand.area());
    let is_end_alone = !what.contains(['>', '→']);
    let mut lots: Vec<Vec<CorpsId>> = Vec::new();
    for id in corps {
        let together = |lot: &&mut Vec<CorpsId>| !is_end_alone || lot.first().and_then(place) == place(&id);
        match lots.iter_mut().find(together) {
            Some(lot) => lot.push(id),
            None => lots.push(vec![id]),
        }
    }
    let changes = |word: &str| what.to_lowercase().split(',').any(|clause| clause.trim().starts_with(word));
    if lots.len() > 1 && (changes("leave") || changes("take")) {
        return Err(no(said!(
            "corps of several places leave men and take them up each in a line of its own."
        )));
    }
    if lots.is_empty() {
        lots.push(Vec::new());
    }
    let mut ordered = Vec::new();
    for lot in lots {
        ordered.extend(marches(then, power, lot, what)?);
    }
    Ok(ordered)
}

/// The corps that a name means among those of a power on the map.
fn corps_meant(then: &Position, power: Power, called: &str) -> Result<CorpsId, Refusal> {
    let own: Vec<CorpsId> = march::corps_of(then, power).collect();
    let refusal = match meant(&own, called) {
        Ok(corps) => return Ok(corps),
        Err(refusal) => refusal,
    };
    // A name that fits two is told so; else it is looked for among what is off the map, and among what is another's.
    let fits_several = own.iter().filter(|id| meant(&[**id], called).is_ok()).count() > 1;
    if fits_several {
        return Err(refusal);
    }
    let off: Vec<CorpsId> = CorpsId::all(then.scenario_key())
        .filter(|id| then.commands(id.owner()) == Some(power) && !then.pieces.corps.contains_key(id))
        .collect();
    if let Ok(gone) = meant(&off, called) {
        return Err(no(said!("{} is not on the map: it has not come yet, or it fell.", gone)));
    }
    let others: Vec<CorpsId> = CorpsId::all(then.scenario_key())
        .filter(|id| then.commands(id.owner()).is_some_and(|by| by != power))
        .collect();
    if let Ok(other) = meant(&others, called) {
        return Err(no(said!("{} is not a corps of {}.", other, power)));
    }
    let names: Vec<Value> = own.iter().map(ToValue::to_value).collect();
    Err(no(said!("\"{}\" is no corps of {} on the map. There are: {}.", quoted(called), power, names)))
}

/// A march of corps: the way and what they leave, or that they stay, go into a city or come out of it.
fn marches(
    then: &mut Position,
    power: Power,
    corps: Vec<CorpsId>,
    what: &str,
) -> Result<Option<Held>, Refusal> {
    let Some(first) = corps.first().copied() else {
        return Err(no(said!("it names no corps before a colon, as in: II, III: Munich > Linz.")));
    };
    let (mut named, mut leaves, mut inside, mut out) = (Vec::new(), Vec::new(), false, false);
    let mut unless = Vec::new();
    for clause in what.split(',').map(str::trim).filter(|clause| !clause.is_empty()) {
        match clause.to_lowercase().as_str() {
            "stay" | "stays" => {}
            "inside" | "into the city" => inside = true,
            "out" | "come out" | "comes out" => out = true,
            lower if lower.starts_with("leave") => leaves.push(left(clause, false)?),
            lower if lower.starts_with("take") => leaves.push(left(clause, true)?),
            lower if lower.starts_with("unless") => unless.push(held_back(clause)?),
            _ => {
                let areas = clause.split(['>', '→']).map(str::trim).filter(|area| !area.is_empty());
                named.extend(areas.map(area_meant).collect::<Result<Vec<_>, _>>()?);
            }
        }
    }
    if out {
        if let Some(id) = corps.iter().find(|id| !is_inside(then, **id)) {
            return Err(Refusal::under(
                rule!("standard.land.move.into-city"),
                said!("{} is in no city out of which it can come now.", *id),
            ));
        }
        return Ok(Some((Order::ComeOut { corps }, unless)));
    }
    let way = way(then, first, named, &leaves)?;
    if way.is_empty() && leaves.is_empty() && !inside {
        return Ok(None);
    }
    let comes_to = march::check(then, power, &corps, &way, &leaves, inside)?;
    for id in &corps {
        let Some(on_map) = then.pieces.corps.get_mut(id) else { continue };
        let from = on_map.stand.area();
        on_map.stand = if inside { Stand::Inside(comes_to.to) } else { Stand::Open(comes_to.to) };
        on_map.came_from = from.filter(|_| !way.is_empty()).map(CameFrom::Area);
        then.land.moved.insert(*id, Moved { spare: comes_to.spare.get(id).copied().unwrap_or(0) });
    }
    Ok(Some((Order::March { corps, way, leaves, inside }, unless)))
}

fn is_inside(then: &Position, corps: CorpsId) -> bool {
    matches!(then.pieces.corps.get(&corps).map(|on_map| on_map.stand), Some(Stand::Inside(_)))
}

/// `unless enemy at Ulm`, `unless no enemy at Ulm`.
fn held_back(clause: &str) -> Result<Unless, Refusal> {
    let words: Vec<&str> = clause.split_whitespace().skip(1).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    match lower.as_slice() {
        ["enemy", "at", _, ..] => Ok(Unless::March(Hold::EnemyAt(area_meant(&words[2..].join(" "))?))),
        ["no", "enemy", "at", _, ..] => {
            Ok(Unless::March(Hold::NoEnemyAt(area_meant(&words[3..].join(" "))?)))
        }
        _ => Err(no(said!(
            "\"{}\" does not say what holds the march back, as in: unless enemy at Ulm, or: unless no enemy at Ulm.",
            quoted(clause)
        ))),
    }
}

/// `leave 1 at Salzburg`, and `take 1 at Salzburg`, or `take up 1 at Salzburg`, for men who come with the corps.
fn left(clause: &str, up: bool) -> Result<Leaves, Refusal> {
    let is_up = |word: &&str| up && word.eq_ignore_ascii_case("up");
    let mut words = clause.split_whitespace().skip(1).skip_while(is_up).peekable();
    let men: u16 = words.peek().and_then(|word| word.parse().ok()).unwrap_or(0);
    let rest: Vec<&str> = words.skip(1).collect();
    match rest.split_first() {
        Some((at, area)) if men > 0 && at.eq_ignore_ascii_case("at") => {
            Ok(Leaves { at: area_meant(&area.join(" "))?, men, up })
        }
        _ if up => Err(no(said!(
            "\"{}\" does not say how many are taken up where, as in: take 1 at Salzburg.",
            quoted(clause)
        ))),
        _ => Err(no(said!(
            "\"{}\" does not say how many are left where, as in: leave 1 at Salzburg.",
            quoted(clause)
        ))),
    }
}

/// The way of a march whose areas were named: as they stand, or where only its end is, the nearest through the cities in which men are left.
fn way(
    then: &Position,
    corps: CorpsId,
    mut named: Vec<AreaId>,
    leaves: &[Leaves],
) -> Result<Vec<AreaId>, Refusal> {
    let ground = Ground::of(then);
    let marcher = ground.marcher(corps)?;
    if named.first() == Some(&marcher.from) {
        named.remove(0);
    }
    let [end] = named.as_slice() else { return Ok(named) };
    let mut via: Vec<AreaId> =
        leaves.iter().map(|left| left.at).filter(|at| *at != marcher.from && at != end).collect();
    via.push(*end);
    let (mut way, mut from) = (Vec::new(), marcher.from);
    for to in via {
        let reach = ground.reach(eia::ground::reach::Marcher { from, ..marcher });
        match reach.way(to) {
            Some(part) => way.extend(part),
            // What is out of reach, or next to nothing, is refused in the engine's words.
            None => way.push(to),
        }
        from = to;
    }
    if let Some(refusal) = ground.commander(corps).and_then(|power| danube::closed(then, power, *end)) {
        return Err(refusal);
    }
    if way.last() == Some(end) && way.len() == 1 && reach_points(&ground, corps, *end).is_none() {
        return Err(super::draft::out_of_reach(&ground, corps, *end));
    }
    Ok(way)
}

fn reach_points(ground: &Ground<'_>, corps: CorpsId, to: AreaId) -> Option<u16> {
    ground.reach(ground.marcher(corps).ok()?).points(to)
}

/// `depot: Mainz > Ulm`, `depot: Ulm` for a new one, `depot: Mainz > off` for one that is taken off.
fn depot(then: &mut Position, power: Power, what: &str) -> Result<Order, Refusal> {
    let area = |text: &str| match text.trim() {
        "" => Ok(None),
        off if off.eq_ignore_ascii_case("off") => Ok(None),
        named => area_meant(named).map(Some),
    };
    let (off, on) = match what.split_once(['>', '→']) {
        Some((from, to)) => (area(from)?, area(to)?),
        None => (None, area(what)?),
    };
    // Whatever marches by the lines before it, the bot moves depots first.
    let mut first = then.clone();
    first.land.moved = Default::default();
    march::depot(&first, power, off, on)?;
    *then.land.depots.entry(power).or_default() += 1;
    Ok(Order::Depot { power, off, on })
}

/// `Mack joins I`.
fn joins(then: &mut Position, power: Power, who: &str, corps: &str) -> Result<Order, Refusal> {
    let corps = corps_meant(then, power, corps)?;
    let called = who.trim().to_lowercase();
    let own = |id: &LeaderId| then.commands(id.owner()) == Some(power) && id.name().to_lowercase() == called;
    let Some(leader) = then.pieces.leaders.keys().copied().find(own) else {
        let away = LeaderId::all(then.scenario_key())
            .find(|id| id.owner() == Owner::Power(power) && id.name().to_lowercase() == called);
        return Err(match away {
            Some(leader) => no(said!("{} is not on the map with the army.", leader)),
            None => no(said!("\"{}\" is no leader of {}.", quoted(who), power)),
        });
    };
    if matches!(then.pieces.leaders.get(&leader), Some(Leader::Prisoner(_))) {
        return Err(no(said!("{} is not on the map with the army.", leader)));
    }
    then.pieces.leaders.insert(leader, Leader::With(corps));
    then.land.led.insert(leader);
    Ok(Order::Join { leader, corps })
}
