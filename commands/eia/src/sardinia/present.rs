//! Sardinia's events in words: what its player has chosen, for him alone; what was announced, and how far Italy is united, for everybody.

use super::added::to_agree;
use super::{NEXT, WITHHELD, choices, lodged};
use crate::months::month;
use crate::province::present::called;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::map::{Place, ProvinceId};
use eia::oob::Held;
use eia::powers::Power;
use eia::sardinia::catalogue::{self, Effect, SardinianEvent};
use eia::sardinia::mille::{CORPS, why_not_told};
use eia::sardinia::minors::seven;
use eia::sardinia::own::{self, Wanted};
use eia::sardinia::{Announcement, Happened, Order, Unless};
use eia::{Event, Position};
use serde::Deserialize as _;
use serde_json::Value;
use table::lodged::Held as NotGiven;
use table::{Said, Stage};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, Lines};
use table_commands::present::names::{list, plain};
use table_commands::present::votes::why_button;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct Sardinia;

impl Subject for Sardinia {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Sardinia(happened) = &made.happened else { return };
        let Some(says) = in_a_line(happened) else { return };
        let mut message = Message::text(says);
        if let Happened::Announced { event, .. } = happened {
            let follows = follows(event);
            let embed = Embed::new("", follows).colour(Power::Sardinia.colour());
            message = message
                .with(embed.footer(&made.scene.record()))
                .buttons(vec![why_button(made.scene, made.line())]);
        }
        posts.council("sardinia", message.clone());
        posts.reply = message;
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Sardinia(happened) = &made.happened else { return None };
        Some((LineKind::Other, in_a_line(happened)?))
    }
}

/// What happened, in a line; `None` where another event tells it.
pub(crate) fn in_a_line(happened: &Happened) -> Option<String> {
    Some(match happened {
        Happened::Announced { event, on: Some(on), month: at, .. } => say!(
            "**{} announces {}** on {}, in the gap before {}.",
            Power::Sardinia,
            event_named(event),
            target(*on),
            month(*at)
        ),
        Happened::Announced { event, on: None, month: at, .. } => {
            say!(
                "**{} announces {}**, in the gap before {}.",
                Power::Sardinia,
                event_named(event),
                month(*at)
            )
        }
        Happened::Landed { area, month: at, .. } => say!(
            "**I Mille** lands in {}. If it holds Sicily throughout {}, Sicily is Sardinia's when that ends; /sardinia landing tells if it does not.",
            crate::map::present::flags::called(&Place::Area(*area).key()),
            month(*at)
        ),
        Happened::LandingTold { holds: true, .. } => {
            say!("It is told: I Mille holds Sicily after all.")
        }
        Happened::LandingTold { holds: false, .. } => {
            say!("It is told: I Mille does not hold Sicily for the whole month, so Sicily is not annexed.")
        }
        Happened::LandingOver { annexed: true } => return None,
        Happened::LandingOver { annexed: false } => {
            say!("I Mille did not hold Sicily for the whole month: Sicily is not annexed.")
        }
        Happened::EventWanted(Wanted { event, power, .. }) => say!(
            "**{}** wants to add an event to Sardinia's: **{}**. It is added when another player agrees (/sardinia show, or the desk).",
            *power,
            plain(event)
        ),
        Happened::EventAdded { event, .. } => say!(
            "**{}** is one of Sardinia's events now. What it does the group carries out when it is announced.",
            plain(event)
        ),
        Happened::EventDeclined { event, .. } => {
            say!("It is declined or taken back: **{}** is not added to Sardinia's events.", plain(event))
        }
        Happened::LeaderChosen { leader, .. } => say!(
            "**{}** is better from now on because Italy is dominant: one more on each of his ratings, and a step of seniority up to A.",
            leader.as_str()
        ),
    })
}

/// What follows from an event that was announced.
fn follows(event: &str) -> String {
    match catalogue::by_key(event).and_then(|event| event.effect) {
        Some(Effect::Mille) => say!(
            "{} is at war with it before the turn begins; who takes control of it is decided in the political phase.",
            Power::Sardinia
        ),
        None => say!(
            "The bot does not carry this event out: the group does, on its board, and tells what comes of it."
        ),
    }
}

/// An event's name.
#[must_use]
pub fn event(event: &SardinianEvent) -> String {
    speech::word(&event.name)
}

/// The name of the event of a key.
#[must_use]
pub fn event_named(key: &str) -> String {
    match own::name_of(key) {
        Some(name) => plain(name),
        None => catalogue::by_key(key).map_or_else(|| key.to_owned(), event),
    }
}

/// A target's name: of both its provinces that of the Papal State.
#[must_use]
pub fn target(on: ProvinceId) -> String {
    if eia::map::is_papal(on) { say!("the Papal State") } else { called(on) }
}

/// The next gap, as it is chosen.
#[must_use]
pub fn next_gap() -> String {
    say!("the next gap between two turns")
}

/// Being announced in no gap, as it is chosen.
#[must_use]
pub fn withheld() -> String {
    say!("withheld: not before you choose anew")
}

/// What an order that is lodged announces; `None` for one that is none of these.
pub(crate) fn announcement(order: &Value) -> Option<Announcement> {
    match eia::Order::deserialize(order) {
        Ok(eia::Order::Sardinia(Order::Announce(announcement))) => Some(announcement),
        _ => None,
    }
}

/// An event with its target.
fn with_its_target(of: &Announcement) -> String {
    match of.on {
        Some(on) => say!("{} on {}", event_named(&of.event), target(on)),
        None => event_named(&of.event),
    }
}

/// An order that is lodged, in few words.
#[must_use]
pub(crate) fn lodged_order(order: &Value) -> String {
    announcement(order).map_or_else(|| say!("an event"), |of| with_its_target(&of))
}

/// What keeps it back, after *unless*.
#[must_use]
pub(crate) fn lodged_unless(unless: &Value) -> String {
    match Unless::deserialize(unless) {
        Ok(Unless::Before(at)) => say!("the turn is before {}", month(at)),
        _ => say!("you withhold it"),
    }
}

/// When what is chosen is announced.
fn kept(unless: &[Value]) -> String {
    let of: Vec<Unless> = unless.iter().filter_map(|unless| Unless::deserialize(unless).ok()).collect();
    if of.contains(&Unless::Withheld) {
        return say!("You withhold it: it is announced in no gap before you choose anew.");
    }
    let latest = of.into_iter().filter_map(|unless| match unless {
        Unless::Before(at) => Some(at),
        Unless::Withheld => None,
    });
    match latest.max() {
        Some(at) => say!("It is announced in the gap before {}, not earlier.", month(at)),
        None => say!("It is announced in the next gap between two turns."),
    }
}

/// The gaps for which an event can be kept, as they are suggested and chosen.
pub(crate) fn gaps(scene: &Scene<'_>) -> Vec<(String, String)> {
    let months = position(&scene.own).map(|now| now.gaps_to_come()).unwrap_or_default();
    let fixed = [(next_gap(), NEXT.to_owned()), (withheld(), WITHHELD.to_owned())];
    let later = months.into_iter().skip(1).map(|at| (say!("the gap before {}", month(at)), at.to_string()));
    fixed.into_iter().chain(later).collect()
}

/// What the viewer has chosen, and what he may choose; only he sees it.
#[must_use]
pub fn panel(scene: &Scene<'_>) -> Message {
    let own = plays_it(scene);
    if !own {
        return Message::refusal(table::said!(
            "Sardinian events are used by who plays Sardinia, where the bot keeps politics."
        ));
    }
    let head = if scene.own.lodged.lines.is_empty() {
        String::new()
    } else {
        say!("Your choice is sealed with the bot and known to nobody else until it is announced.")
    };
    let mut lines = stands(scene);
    if let Some(now) = position(&scene.own) {
        lines.extend(warned(&now));
    }
    let embed = Embed::new(&say!("Sardinia's event"), lines.join("\n"));
    let mut message = scene.for_its_seat(Message::text(head).with(embed));
    let options = choices(scene).into_iter().map(|of| {
        let value = format!("{}/{}", of.event, of.on.map_or("", ProvinceId::key));
        Choice::new(&clip(&with_its_target(&of), 100), value)
    });
    let id = |verb: &str| CustomId::on(&scene.own, 0, verb);
    message = message.select(Component::select(
        &say!("Choose an event…"),
        id("sardinia/choose"),
        options.collect(),
    ));
    if lodged(&scene.own).is_some() {
        let gaps = gaps(scene).into_iter().map(|(label, value)| Choice::new(&clip(&label, 100), value));
        message =
            message.select(Component::select(&say!("Announce it in…"), id("sardinia/keep"), gaps.collect()));
    }
    if !scene.own.lodged.lines.is_empty() {
        message = message.buttons(vec![scene.button(
            Look::Secondary,
            &say!("Withdraw it"),
            0,
            "sardinia/withdraw",
        )]);
    }
    message
}

/// What is chosen, and what could not be announced.
fn stands(scene: &Scene<'_>) -> Vec<String> {
    let view = &scene.own.lodged;
    let mut lines = Vec::new();
    for waiting in &view.lines {
        let Some(of) = waiting.line.order.as_ref().and_then(announcement) else { continue };
        lines.push(match &waiting.held {
            None => format!("**{}**. {}", with_its_target(&of), kept(&waiting.line.unless)),
            Some(NotGiven::Refused(why)) => {
                say!("**{}** was not announced: {}", with_its_target(&of), speech::said(&Said::from(why)))
            }
            Some(_) => say!("**{}** was not announced.", with_its_target(&of)),
        });
    }
    if lines.is_empty() {
        lines.push(say!("You have chosen no event."));
    }
    let now = position(&scene.own);
    let year = now.as_ref().and_then(|now| Some((now, now.month()?.next().parts().0)));
    if let Some(used) = year.and_then(|(now, year)| now.sardinia.used_in(year)) {
        let of = Announcement { event: used.event.clone(), on: used.on, area: None };
        let year = used.month.parts().0;
        lines.push(say!("The event of {} was used: {}.", year, with_its_target(&of)));
    }
    lines
}

/// What an old text says of the time before, and nobody is held to.
fn warned(now: &Position) -> Option<String> {
    let from = catalogue::usual_from();
    let early = now.month().is_some_and(|at| at.next().parts().0 < from.value);
    early.then(|| {
        let origin = speech::word(from.origin.says());
        format!(
            "-# {}",
            say!(
                "You may use one this year too. An old text of the events lets none be used before {} ({}), and here nobody is held to that.",
                from.value,
                origin
            )
        )
    })
}

fn plays_it(scene: &Scene<'_>) -> bool {
    let (Some(now), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return false };
    now.has_sardinian_events()
        && now.bidders(seat).contains(&Power::Sardinia)
        && crate::politics::present::is_kept(&scene.own)
        && !scene.own.as_regent
}

/// What Sardinia's player has on his desk: the button to his event, with what he has chosen; and what others want to add to the catalogue.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> Lines {
    let (mut lines, mut buttons) = to_agree(scene);
    if scene.own.stage != Stage::Playing || !plays_it(scene) {
        return (lines, buttons);
    }
    if !scene.own.lodged.lines.is_empty() {
        lines.extend(stands(scene));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Sardinia's event"), 0, "sardinia/event"));
    (lines, buttons)
}

/// How far Italy is united, what events were used, and where I Mille stands; everybody may see it.
#[must_use]
pub fn shown(scene: &Scene<'_>) -> Message {
    let Some(now) = position(&scene.public).filter(|now| now.has_sardinian_events()) else {
        return Message::refusal(table::said!("Sardinia is no power of this campaign."));
    };
    let all = seven(now.board.era());
    let own = all.iter().filter(|part| now.held(**part) == Held::Home(Power::Sardinia));
    let own: Vec<String> = own.map(|part| called(*part)).collect();
    let name = speech::word(now.called(Power::Sardinia));
    let mut lines = vec![if now.board.is_italy_united() {
        say!("**Italy is united.**")
    } else {
        say!(
            "**{} of the seven** Italian minor countries are provinces of Sardinia; six unite Italy.",
            own.len() as u64
        )
    }];
    if !own.is_empty() {
        lines.push(list(&own));
    }
    if let Some(capital) = now.capital(Power::Sardinia) {
        lines.push(say!("Its capital is {}.", speech::word(capital.name())));
    }
    lines.extend(landed(&now));
    let attacked = |minor: &ProvinceId| now.attacks(Power::Sardinia, *minor);
    let (at_war, neutral): (Vec<_>, Vec<_>) = now.neutral_italians().into_iter().partition(attacked);
    let [at_war, neutral] = [at_war, neutral].map(|of| of.into_iter().map(called).collect::<Vec<_>>());
    let mut embed = Embed::new(&name, lines.join("\n")).colour(Power::Sardinia.colour());
    if !at_war.is_empty() {
        embed = embed.field(&say!("At war with {}, and no power's", Power::Sardinia), list(&at_war));
    }
    if !neutral.is_empty() {
        embed = embed.field(&say!("Neutral Italian minor countries"), list(&neutral));
    }
    let used = now.sardinia.used.iter().map(|used| {
        let of = Announcement { event: used.event.clone(), on: used.on, area: None };
        say!("Before {}: {}", month(used.month), with_its_target(&of))
    });
    let used: Vec<String> = used.collect();
    if !used.is_empty() {
        embed = embed.field(&say!("Events used"), clip(&used.join("\n"), 1000));
    }
    let added: Vec<String> = now.sardinia.own.iter().map(|name| plain(name)).collect();
    if !added.is_empty() {
        embed = embed.field(&say!("Events of the group's own"), clip(&list(&added), 1000));
    }
    let wanted: Vec<String> = now.sardinia.wanted.iter().map(|wanted| plain(&wanted.event)).collect();
    if !wanted.is_empty() {
        embed = embed.field(&say!("Told, and not confirmed"), clip(&list(&wanted), 1000));
    }
    if let Some(leader) = &now.sardinia.leader {
        embed = embed.field(&say!("Better by dominance"), leader.clone());
    }
    let message =
        Message::default().with(embed.footer(&scene.record())).buttons(landing_buttons(scene, &now));
    let (_, answers) = to_agree(scene);
    let message = if answers.is_empty() { message } else { message.buttons(answers) };
    scene.for_its_seat(message)
}

/// Where I Mille stands in the month at stake, and what was told of it.
fn landed(now: &Position) -> Vec<String> {
    let Some(landing) = &now.sardinia.landing else { return Vec::new() };
    let place = now.counters_of(Power::Sardinia).get(CORPS).map(|counter| counter.place.clone());
    let landed = Place::Area(landing.area).key();
    let at = |place: &str| crate::map::present::flags::called(place);
    let mut lines = vec![say!(
        "**I Mille** landed in {}. If it holds Sicily throughout {}, Sicily is Sardinia's when that ends.",
        at(&landed),
        month(landing.month)
    )];
    lines.push(match (&landing.denied, landing.holds()) {
        (Some(_), _) => say!("It is told that it does not hold Sicily for the whole month."),
        (None, true) => say!("As far as it is told, it holds Sicily."),
        (None, false) => say!(
            "It does not count as holding Sicily: its counter left it, another power took control, or Sardinia's player told so."
        ),
    });
    match place {
        Some(place) if place != landed => lines.push(say!("Its counter stands in {}.", at(&place))),
        None if now.map.pack.is_none() => lines.push(say!("Its counter is not on the map.")),
        _ => {}
    }
    lines
}

/// The buttons of who may tell whether I Mille holds Sicily.
fn landing_buttons(scene: &Scene<'_>, now: &Position) -> Vec<Component> {
    let Some(seat) = scene.own.seat().filter(|_| crate::politics::present::is_kept(&scene.own)) else {
        return Vec::new();
    };
    let may = |holds: bool| scene.own.stage == Stage::Playing && why_not_told(now, seat, holds).is_none();
    let all = [
        (false, say!("I Mille does not hold Sicily"), "sardinia/landing/no"),
        (true, say!("I Mille holds Sicily after all"), "sardinia/landing/yes"),
    ];
    let all = all.into_iter().filter(|(holds, ..)| may(*holds));
    all.map(|(_, label, verb)| scene.button(Look::Secondary, &label, 0, verb)).collect()
}
