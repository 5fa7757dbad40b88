//! The board told: stacks, campaigns, marches with their attrition, interceptions, supply, exploration, purchases, rounds.

use super::fight::words::plus;
use super::position;
use super::words::{country, place};
use crate::message::{Component, Embed, Look, Message};
use crate::present::{Posts, Scene, names};
use crate::say;
use engine::europa::attrition::{Cause, Effect, P, Why};
use engine::europa::board::{Attrited, Board, Happened, PREFIX, Standing};
use engine::europa::campaigns::{Campaign, Kind};
use engine::europa::interception::{self, Outcome};
use engine::europa::paths::March;
use engine::europa::rounds::Round;
use engine::europa::supply::{Supply, Weak};
use engine::europa::units::{Counter, Stack};
use engine::table::Entry;
use engine::table::view::RoundView;

/// Counters as players write them: "A+ A− LD".
#[must_use]
pub fn counters(stack: &Stack) -> String {
    let short = |counter: Counter| counter.short().replace('-', "−");
    let all: Vec<String> = stack.0.iter().map(|unit| short(unit.counter)).collect();
    if all.is_empty() { "–".to_owned() } else { all.join(" ") }
}

/// A stack in few words: "3 · France, A+ A+ in Lombardia".
#[must_use]
pub fn named(number: u32, standing: &Standing) -> String {
    say!(
        "{} · {}, {} in {}",
        number,
        country(standing.country),
        counters(&standing.stack),
        place(standing.at)
    )
}

fn of(standing: &Standing) -> String {
    say!("{}, {}", country(standing.country), counters(&standing.stack))
}

/// A leader of a stack, where it has one.
fn led(standing: &Standing) -> String {
    standing.leader.as_ref().map_or_else(String::new, |led| {
        let name = names::plain_text(&led.name, 40);
        let name = if name.is_empty() { say!("leader") } else { name };
        format!(", {name} {}", led.values)
    })
}

/// A kind of campaign.
#[must_use]
pub fn kind(kind: Kind) -> String {
    crate::speech::word(kind.name())
}

fn campaign(campaign: Campaign) -> String {
    if campaign.land == campaign.sea {
        return kind(campaign.land);
    }
    say!("on land a {}, at sea a {}", kind(campaign.land), kind(campaign.sea))
}

/// A round of the track.
#[must_use]
pub fn round(round: Round) -> String {
    match round {
        Round::Winter(year) => say!("winter {}", year),
        Round::Summer(year) => say!("summer {}", year),
        Round::End => say!("the end"),
    }
}

/// A round by its word in the outline: `s3`.
#[must_use]
pub fn round_of(word: &str) -> Option<String> {
    let year: u8 = word.get(1..)?.parse().ok()?;
    match word.get(..1)? {
        "w" => Some(round(Round::Winter(year))),
        "s" => Some(round(Round::Summer(year))),
        _ => None,
    }
}

fn cause(cause: Cause) -> String {
    match cause {
        Cause::Large => say!("large stack"),
        Cause::Cheap => say!("3 LD under a low-cost campaign"),
        Cause::SixMp => say!("6 MP or more"),
        Cause::ThreeMpPoorWeather => say!("3 MP in poor weather"),
        Cause::Embarking => say!("embarked or landed outside a port"),
        Cause::AtSea => say!("at sea"),
    }
}

fn why(why: Why) -> String {
    match why {
        Why::Friendly | Why::SupplyFriendly => say!("friendly territory"),
        Why::Enemy | Why::SupplyEnemy => say!("enemy territory"),
        Why::Causes(n) => say!("{} further causes", n),
        Why::Pillages(_) | Why::SupplyPillages(_) | Why::SiegePillages(_) => say!("pillage"),
        Why::Leader(_) | Why::SupplyLeader(_) | Why::SeaLeader(_) => say!("the leader's MAN"),
        Why::SupplyLarge | Why::SiegeLarge => say!("large stack"),
        Why::Unsupplied => say!("no supply"),
        Why::Snowflake => say!("cold"),
        Why::Besieged => say!("besieged"),
        Why::BeforeFortress => say!("before an enemy's fortress"),
        Why::Besieger => say!("besieger"),
        Why::Siege(_) => say!("the leader's SIEGE"),
        Why::EnemySiege(_) => say!("the enemy leader's SIEGE"),
        Why::OpenPort => say!("open port"),
        Why::Works(..) => say!("siegeworks"),
        Why::TooSmall => say!("too few for the fortress"),
        Why::SiegeWeather | Why::SeaWeather => say!("poor weather"),
        Why::Scale => say!("scale of the later edition"),
        Why::Difficulty(at) => say!("difficulty of {}", place(at)),
        Why::Port(at) => say!("port on {}", place(at)),
        Why::Distance(zones) => say!("{} zones entered", zones),
        Why::Start(Some(zones)) => say!("started {} zones from port", zones),
        Why::Start(None) => say!("started far from any port"),
        Why::Malus(at) => say!("malus of {}", place(at)),
        Why::Fleets(n) => say!("{} fleet counters", n),
        Why::Technology(of) => super::words::naval(of),
    }
}

/// An attrition roll in lines: causes, die with what is added one by one, line of the table, what is lost.
#[must_use]
pub fn attrition(attrited: &Attrited) -> Vec<String> {
    let rolled = &attrited.rolled;
    let mut lines = Vec::new();
    if !rolled.due.causes.is_empty() {
        let causes: Vec<String> = rolled.due.causes.iter().map(|of| cause(*of)).collect();
        lines.push(say!("Attrition: {}", names::list(&causes)));
    }
    let added: Vec<String> = rolled
        .due
        .added
        .iter()
        .map(|added| format!("{} {}", plus(added.by.into()), why(added.why)))
        .collect();
    lines.push(say!(
        "Roll `{}` ({}) = {}: line {}",
        rolled.die,
        added.join(", "),
        rolled.modified,
        rolled.line.number
    ));
    let mut effects = Vec::new();
    match rolled.effect {
        _ if rolled.is_nothing() => effects.push(say!("nothing happens")),
        Effect::Europe { .. } => {
            if attrited.lost > 0 {
                effects.push(say!("**{} LD lost**, left: {}", attrited.lost, counters(&attrited.left)));
            }
        }
        Effect::Percent(remains) => {
            effects.push(say!(
                "**{} % lost**: {} of {}",
                remains.percent,
                attrited.owes.to_string(),
                remains.before.to_string()
            ));
            if !attrited.chances.is_empty() {
                let dice: Vec<String> = attrited.chances.iter().map(|die| format!("`{die}`")).collect();
                effects.push(say!("even chances {} (1 to 5 loses a third more)", dice.join(" ")));
            }
            if attrited.owes.0 > 0 {
                effects.push(say!("its owner takes it off"));
            }
        }
    }
    if let Some((at, pillages)) = attrited.pillaged {
        effects.push(say!(
            "pillage in {} (now {} small, {} large)",
            place(at),
            pillages.minus,
            pillages.plus
        ));
    }
    if attrited.foraging {
        effects.push(say!("foraging: −1/−1 on the first day of its next battle"));
    }
    if matches!(rolled.effect, Effect::Europe { p: Some(P::Either { .. }), .. }) {
        effects.push(say!("the owner chose between pillage and loss"));
    }
    lines.push(effects.join("; "));
    lines
}

/// A way: "Artois → Hainaut (2 MP)".
fn way(march: &March) -> String {
    let places: Vec<String> = std::iter::once(march.from).chain(march.entered()).map(place).collect();
    say!("{} ({} MP)", places.join(" → "), march.mp())
}

fn tried(tried: &interception::Tried) -> String {
    use interception::Why;
    let why = |why: Why| match why {
        Why::Manoeuvre(own, other) => say!("MAN {} : {}", own, other),
        Why::Technology => say!("technology"),
        Why::FriendlyThere => say!("friends there"),
        Why::SamePlace => say!("same place"),
        Why::TargetSwamp | Why::OwnSwamp => say!("swamp"),
        Why::BadWeather => say!("poor weather"),
        Why::Across(_) => say!("across a river or pass"),
        Why::OtherEnemy => say!("other enemies there"),
        Why::Besieging => say!("besieging"),
        Why::Blockading => say!("blockading"),
        Why::ThreeDeckers => say!("three-deckers"),
        Why::Landing => say!("a landing"),
        Why::PlainPort => say!("in a plain port"),
        Why::SmallerBlockade => say!("smaller blockade"),
        Why::OldWarships => say!("older warships"),
    };
    let added: Vec<String> = tried
        .tried
        .added
        .iter()
        .map(|added| format!("{} {}", plus(added.by.into()), why(added.why)))
        .collect();
    let added = if added.is_empty() { "–".to_owned() } else { added.join(", ") };
    let end = match tried.outcome {
        Outcome::Done => say!("succeeds"),
        Outcome::Failed | Outcome::Caught => say!("fails"),
    };
    say!("`{}` ({}) = {} against 8: {}", tried.die, added, tried.modified, end)
}

fn weak(weak: Weak) -> String {
    match weak {
        Weak::Besieged => say!("besieged"),
        Weak::Length => say!("6 MP or longer"),
        Weak::Desert => say!("through a desert"),
        Weak::NotPossessed => say!("from a city that is only controlled"),
        Weak::FleetFar => say!("by a fleet far from port"),
    }
}

/// How a stack is supplied, in lines.
#[must_use]
pub fn supply(found: &Supply) -> Vec<String> {
    let line = |line: &engine::europa::supply::Line| {
        let from = place(line.from);
        if line.over_sea {
            say!("line of {} MP over sea, through the fleet in {}", line.mp, from)
        } else {
            say!("line of {} MP from {}", line.mp, from)
        }
    };
    match found {
        Supply::Full(of) => vec![say!("In supply: {}.", line(of))],
        Supply::Weak(of, reasons) => {
            let reasons: Vec<String> = reasons.iter().map(|of| weak(*of)).collect();
            let of = of.as_ref().map_or_else(|| say!("no line"), line);
            vec![say!("Weak supply: {} ({}).", of, reasons.join(", "))]
        }
        Supply::None(Some(of)) => vec![say!("No supply: the shortest is a {}, longer than 12 MP.", line(of))],
        Supply::None(None) => vec![say!("No supply: no line leads to it.")],
    }
}

/// The title of a round of envelopes for interceptions.
#[must_use]
pub fn title(round: &RoundView) -> String {
    let place = round.about.as_deref().map(|about| names::plain_text(about, 40)).unwrap_or_default();
    say!("Interception of the march to {}", place)
}

/// What lies in such an envelope, for its owner.
#[must_use]
pub fn contents(choice: &serde_json::Value) -> String {
    let with = choice.get("with").and_then(|with| with.as_array().cloned()).unwrap_or_default();
    let each = with.iter().filter_map(|one| {
        let at = engine::europa::geography::Place::by_key(one.get(1)?.as_str()?)?;
        let stack = one.get(0)?.as_u64()?;
        Some(say!("stack {} in {}", stack, place(at)))
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { say!("No interception.") } else { say!("Intercepts with {}.", names::list(&each)) }
}

/// The envelopes for interceptions are asked for.
pub(crate) fn asked(scene: &Scene<'_>, posts: &mut Posts, name: &str) {
    let Some(round) = scene.public.rounds.iter().find(|round| round.round == name) else { return };
    let Some(under_way) = position(&scene.public).and_then(|position| position.board.under_way) else {
        return;
    };
    let asked: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
    let says = say!(
        "**March**: {}. May intercept: {}. The march goes on when all are Final.",
        way(&under_way.march),
        names::list(&asked)
    );
    let n = u64::from(under_way.number);
    let buttons = vec![
        scene.button(Look::Primary, &say!("Intercept"), n, "europa/intercept"),
        scene.button(Look::Secondary, &say!("No interception"), n, "europa/pass"),
    ];
    posts.council("europa_march", Message::text(says).buttons(buttons));
}

/// Whether a round of envelopes is one for interceptions.
#[must_use]
pub fn is_round(round: &str) -> bool {
    round.starts_with(PREFIX)
}

/// Something on the board.
pub(super) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let now = position(&scene.public).map(|position| position.board).unwrap_or_default();
    let before = scene.before.as_ref().and_then(position).map(|position| position.board).unwrap_or_default();
    let stack = |n: &u32| now.stacks.get(n).or_else(|| before.stacks.get(n)).cloned();
    let line = entries[i].line.map_or(0, |(line, _)| line);
    let why = scene.button(Look::Secondary, &say!("Why"), line, "why");
    let mut buttons: Vec<Component> = Vec::new();
    let says: Vec<String> = match what {
        Happened::Deployed { stack, standing } => {
            vec![say!("**Stack {}**: {} in {}{}.", *stack, of(standing), place(standing.at), led(standing))]
        }
        Happened::Disbanded { stack: n } => {
            let Some(standing) = stack(n) else { return };
            vec![say!("**Stack {}** leaves the board: {} in {}.", *n, of(&standing), place(standing.at))]
        }
        Happened::Regrouped { stack: n, .. } => {
            let Some(standing) = stack(n) else { return };
            vec![say!("**Stack {}** is now {} in {}.", *n, of(&standing), place(standing.at))]
        }
        Happened::Joined { stack: n, to } => {
            let Some(standing) = stack(to) else { return };
            vec![say!("Stack {} joins **stack {}**: {} in {}.", *n, *to, of(&standing), place(standing.at))]
        }
        Happened::LeaderGiven { stack: n, .. } => {
            let Some(standing) = stack(n) else { return };
            let leader = led(&standing);
            let leader = if leader.is_empty() { say!(", without a leader") } else { leader };
            vec![say!("**Stack {}**: {} in {}{}.", *n, of(&standing), place(standing.at), leader)]
        }
        Happened::Held { place: at, country: by } => {
            vec![say!("**{}** is held by {}.", place(*at), country(*by))]
        }
        Happened::WeatherTold { poor: true } => vec![say!("Poor Weather is in force.")],
        Happened::WeatherTold { poor: false } => vec![say!("Poor Weather is not in force.")],
        Happened::CampaignAnnounced { seat, country: by, announced } => {
            vec![say!(
                "**{}** announces: {}, for {} D$ of {}.",
                scene.seat(seat),
                campaign(announced.campaign),
                announced.price,
                country(*by)
            )]
        }
        Happened::MarchBegun { under_way, .. } => {
            let says = say!("**March**: {}. It waits for those who may intercept.", way(&under_way.march));
            posts.reply = Message::text(says);
            return;
        }
        Happened::Intercepted { by, at, tried: of, .. } => {
            buttons.push(why);
            vec![say!("Stack {} tries to intercept in {}: {}.", *by, place(*at), tried(of))]
        }
        Happened::Marched { stack: n, march, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            let mut says = vec![say!("**Stack {}** ({}) marches: {}.", *n, of(&standing), way(march))];
            match rolled {
                Some(rolled) => says.extend(attrition(rolled)),
                None => says.push(say!("No cause of attrition.")),
            }
            buttons.push(why);
            buttons.extend(enemies_there(scene, &now, *n));
            says
        }
        Happened::Sailed { stack: n, way: entered, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            let places: Vec<String> = entered.iter().map(|at| place(*at)).collect();
            let mut says = vec![say!("**Stack {}** ({}) sails: {}.", *n, of(&standing), places.join(" → "))];
            match rolled {
                Some(rolled) => says.extend(attrition(rolled)),
                None => says.push(say!("No cause of attrition.")),
            }
            buttons.push(why);
            buttons.extend(enemies_there(scene, &now, *n));
            says
        }
        Happened::Explored { stack: n, target, explored, second, made, leader, owes, .. } => {
            let added: Vec<String> = (explored.added.iter())
                .map(|added| {
                    use engine::europa::exploration::Why;
                    let why = match added.why {
                        Why::Leader(_) => say!("the leader's MAN"),
                        Why::Malus => say!("malus of the sea"),
                    };
                    format!("{} {why}", plus(added.by.into()))
                })
                .collect();
            let added = if added.is_empty() { "–".to_owned() } else { added.join(", ") };
            let mut says = vec![say!(
                "**Stack {}** explores {}: `{}` ({}) = {}.",
                *n,
                place(*target),
                explored.die,
                added,
                explored.modified
            )];
            if let Some(second) = second {
                says.push(say!("A second die decides: `{}`.", *second));
            }
            says.push(if *made { say!("**The discovery is made.**") } else { say!("**No discovery.**") });
            if let Some((die, dies)) = leader {
                says.push(if *dies {
                    say!("Its leader dies: `{}`.", *die)
                } else {
                    say!("Its leader lives: `{}`.", *die)
                });
            }
            if owes.0 > 0 {
                says.push(say!(
                    "{} % are lost: {}, which its owner takes off.",
                    explored.remains.percent,
                    owes.to_string()
                ));
            }
            buttons.push(why);
            says
        }
        Happened::Supplied { stack: n, supply: found, destroyed, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            let mut says =
                vec![format!("{}", say!("**Stack {}** ({}) in {}.", *n, of(&standing), place(standing.at)))];
            says.extend(supply(found));
            if *destroyed {
                says.push(say!("**It was out of supply before, and is destroyed.**"));
            }
            if let Some(rolled) = rolled {
                says.extend(attrition(rolled));
            }
            buttons.push(why);
            says
        }
        Happened::Engaged { .. } => return,
        Happened::Fought { stack: n, left, must_retreat, owes, .. } => {
            let mut says = vec![say!("**Stack {}** is left with {}.", *n, counters(left))];
            if owes.0 > 0 {
                says.push(say!("Its owner takes {} off it himself.", owes.to_string()));
            }
            if *must_retreat {
                says.push(say!("It retreats: /europa retreat."));
            }
            says
        }
        Happened::Retreated { stack: n, to } => vec![say!("**Stack {}** retreats to {}.", *n, place(*to))],
        Happened::Bought { country: by, bought, .. } => {
            let parts: Vec<String> = (bought.parts.iter())
                .map(|part| {
                    let times = if part.times > 1 { format!(" × {}", part.times) } else { String::new() };
                    format!("{} {} D${times}", part.counter.short().replace('-', "−"), part.price)
                })
                .collect();
            buttons.push(why);
            vec![say!("**{}** buys for **{} D$**: {}.", country(*by), bought.total, parts.join(", "))]
        }
        Happened::UpkeepPaid { country: by, bill, .. } => {
            let mut says = vec![say!("**{}** pays **{} D$** of upkeep.", country(*by), bill.total)];
            let parts: Vec<String> = (bill.parts.iter())
                .map(|part| {
                    let short = part.unit.counter.short().replace('-', "−");
                    if part.free >= part.detachments {
                        say!("{} free", short)
                    } else if part.free > 0 {
                        say!("{} {} D$ ({} of {} free)", short, part.price, part.free, part.detachments)
                    } else {
                        say!("{} {} D$", short, part.price)
                    }
                })
                .collect();
            says.push(parts.join(", "));
            buttons.push(why);
            says
        }
        Happened::RoundBegun { round: begins, continued, die, .. } => {
            let mut says = vec![say!("**A round begins: {}.**", round(*begins))];
            if let Some(die) = die {
                says.push(say!("Roll `{}`.", *die));
            }
            if let Some(continued) = continued {
                let added: i64 = continued.added.iter().map(|added| i64::from(added.by)).sum();
                says.push(say!("Roll `{}` {} = {}.", continued.die, plus(added), continued.modified));
                if continued.extended {
                    says.push(say!(
                        "The campaign of the round before covers this one too; it may be raised."
                    ));
                }
                if continued.bad_weather {
                    says.push(say!("**Bad weather.**"));
                }
                if continued.sund_frozen {
                    says.push(say!("The Sund is frozen."));
                }
                if !continued.winters.is_empty() {
                    says.push(say!(
                        "A winter has passed: troops in the cold area that is not theirs roll for attrition."
                    ));
                }
            }
            says.extend(in_order(scene));
            buttons.push(scene.button(Look::Secondary, &say!("Board"), 0, "europa/board"));
            says
        }
        Happened::RoundsOver { .. } => vec![say!("The rounds of the turn are over.")],
    };
    let message = Message::text(says.join("\n")).buttons(buttons);
    posts.reply = message.clone();
    posts.council("europa", message);
}

/// In which order the players act, by what is told of initiative.
fn in_order(scene: &Scene<'_>) -> Option<String> {
    use engine::europa::seats::Told;
    let position = position(&scene.public)?;
    let seats: Vec<_> = scene.public.seats.iter().map(|seat| seat.id.clone()).collect();
    let of = |seat: &engine::table::SeatId| -> Vec<i16> {
        let own = position.countries_of(seat).into_iter();
        own.map(|country| i16::try_from(position.told(country, Told::Initiative)).unwrap_or(0)).collect()
    };
    let initiatives: Vec<Vec<i16>> = seats.iter().map(of).collect();
    if initiatives.iter().flatten().all(|told| *told == 0) {
        return None;
    }
    let order = engine::europa::rounds::order(&initiatives);
    let named: Vec<String> = order.into_iter().filter_map(|i| Some(scene.seat(seats.get(i)?))).collect();
    Some(say!("In order of initiative: {}.", named.join(", ")))
}

/// A button to fight each enemy stack where a stack stands.
fn enemies_there(scene: &Scene<'_>, board: &Board, stack: u32) -> Vec<Component> {
    let Some(position) = position(&scene.public) else { return Vec::new() };
    let Some(own) = board.stacks.get(&stack) else { return Vec::new() };
    let enemies = board.at(own.at).filter(|(_, other)| {
        position.are_at_war(own.country, other.country) && other.stack.is_naval() == own.stack.is_naval()
    });
    enemies
        .take(3)
        .map(|(with, other)| {
            let label = say!("Fight stack {} of {}", with, country(other.country));
            scene.button(Look::Danger, &label, stack.into(), &format!("europa/engage/{with}"))
        })
        .collect()
}

/// The board, a line a stack, own countries first.
#[must_use]
pub fn board(scene: &Scene<'_>) -> Message {
    let Some(position) = position(&scene.public) else { return Message::default() };
    let board = &position.board;
    let mut embed = Embed::new(&say!("The board"), super::super::status::step(&scene.public));
    let mut by_country: Vec<(String, Vec<String>)> = Vec::new();
    for (n, standing) in &board.stacks {
        let name = country(standing.country);
        let mut line =
            say!("{} · {} in {}{}", *n, counters(&standing.stack), place(standing.at), led(standing));
        if standing.owes.0 > 0 {
            line = format!("{line}, {}", say!("{} to take off", standing.owes.to_string()));
        }
        if standing.must_retreat {
            line = format!("{line}, {}", say!("retreats"));
        }
        match by_country.iter_mut().find(|(known, _)| *known == name) {
            Some((_, lines)) => lines.push(line),
            None => by_country.push((name, vec![line])),
        }
    }
    if by_country.is_empty() {
        embed =
            embed.field(&say!("Stacks"), say!("Nothing stands on it. /europa deploy puts a stack there."));
    }
    for (name, lines) in by_country.into_iter().take(20) {
        embed = embed.field(&name, crate::message::clip(&lines.join("\n"), 1000));
    }
    if !board.pillages.is_empty() {
        let each =
            board.pillages.iter().take(20).map(|(at, pillages)| {
                say!("{}: {} small, {} large", place(*at), pillages.minus, pillages.plus)
            });
        embed = embed.field(&say!("Pillages"), each.collect::<Vec<_>>().join("\n"));
    }
    if !board.held.is_empty() {
        let each = board.held.iter().take(30).map(|(at, by)| format!("{}: {}", place(*at), country(*by)));
        embed = embed
            .field(&say!("Held by others"), crate::message::clip(&each.collect::<Vec<_>>().join("\n"), 1000));
    }
    Message::default().with(embed.footer(&scene.record()))
}
