//! That desk, turn card, status, offers and engine say the same of who is awaited for what.

use super::assert_fits;
use commands::custom_id::CustomId;
use commands::europa::present as europa;
use commands::live::Live;
use commands::message::Message;
use commands::present::{Scene, asks, rounds, status};
use engine::table::frames::{Awaited, What};
use engine::table::{SeatId, View, offers};
use std::collections::BTreeSet;

/// The fields of a card or status that say who is awaited, by their names.
fn awaited_fields(message: &Message) -> Vec<(String, String)> {
    let fields = message.embeds.iter().flat_map(|embed| &embed.fields);
    let tells = |name: &str| name.contains("… awaited)") || name == "Awaited";
    fields.filter(|field| tells(&field.name)).map(|field| (field.name.clone(), field.value.clone())).collect()
}

/// The buttons of a message: what each does, and at what.
fn buttons(message: &Message) -> BTreeSet<(String, u64)> {
    let json = message.json();
    let rows = json["components"].as_array().cloned().unwrap_or_default();
    let buttons = rows.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
    let buttons: Vec<&serde_json::Value> = buttons.collect();
    let mut all: Vec<&str> = buttons.iter().filter_map(|button| button["custom_id"].as_str()).collect();
    all.sort_unstable();
    assert!(all.windows(2).all(|two| two[0] != two[1]), "Discord takes no two of one custom id: {all:?}");
    let open = buttons.into_iter().filter(|button| button["disabled"] != serde_json::json!(true));
    let ids = open.filter_map(|button| CustomId::read(button["custom_id"].as_str()?));
    ids.map(|id| (id.verb, id.prompt)).collect()
}

/// What a card or status says of who is awaited, against what the engine says.
fn of_all(scene: &Scene<'_>, message: &Message, what: &str) {
    let view = &scene.public;
    let fields = awaited_fields(message);
    let lines = |name: &str| -> Vec<String> {
        let of = fields.iter().filter(|(field, _)| field == name);
        of.flat_map(|(_, value)| value.lines())
            .filter(|line| line.starts_with("… "))
            .map(str::to_owned)
            .collect()
    };
    let mut told = 0;
    for awaited in &view.awaited {
        let name = match &awaited.what {
            What::Ready => "Ready (✔ ready, … awaited)".to_owned(),
            What::Order(_) => "Awaited".to_owned(),
            What::Envelope(round) => {
                let round = view.rounds.iter().find(|open| open.round == *round).unwrap();
                format!("{} (✔ Final, … awaited)", rounds::title(&scene.public, round))
            }
        };
        assert!(fields.iter().any(|(field, _)| *field == name), "{what} lacks {name}: {fields:?}");
        let lines = lines(&name);
        for seat in awaited.of() {
            let is_there = lines.iter().any(|line| line["… ".len()..].starts_with(&scene.seat(seat)));
            assert!(is_there, "{what} does not say that {seat} is awaited for {awaited:?}: {fields:?}");
            // Of whom an order is awaited stand in one line.
            told += usize::from(!matches!(awaited.what, What::Order(_)));
        }
        told += usize::from(matches!(awaited.what, What::Order(_)) && awaited.of().next().is_some());
    }
    let all = fields.iter().flat_map(|(_, value)| value.lines()).filter(|line| line.starts_with("… "));
    let beside = asks::beside(view);
    for asks in &beside {
        let is_there = lines("Awaited").iter().any(|line| line.ends_with(&asks.says));
        assert!(is_there, "{what} does not say {asks:?}: {fields:?}");
    }
    assert_eq!(
        all.count(),
        told + beside.len(),
        "{what} awaits others than the engine: {fields:?} {:?}",
        view.awaited
    );
}

/// The lines that a desk says.
fn lines(desk: &Message) -> impl Iterator<Item = &str> {
    desk.embeds.iter().filter_map(|embed| embed.description.as_deref()).flat_map(str::lines)
}

/// Who has nothing to do himself is told for whom play waits, and for what.
fn of_others(scene: &Scene<'_>, seat: &SeatId, desk: &Message) {
    let view = &scene.public;
    let open = || view.awaited.iter().filter(|awaited| !awaited.held);
    if open().any(|awaited| awaited.awaits(seat)) {
        return;
    }
    for awaited in open() {
        let Some(of) = awaited.of().next() else { continue };
        let what = match &awaited.what {
            What::Ready => continue,
            What::Envelope(name) if name.starts_with("free/") => continue,
            What::Envelope(name) => {
                rounds::title(view, view.rounds.iter().find(|round| round.round == *name).unwrap())
            }
            What::Order(_) => {
                commands::europa::frames::asks(view, &europa::position(view).unwrap(), awaited).unwrap()
            }
        };
        let told = lines(desk).any(|line| line.contains(&scene.seat(of)) && line.ends_with(&what));
        assert!(told, "the desk of {seat} does not say that play waits for {awaited:?}: {desk:?}");
    }
}

/// Whether a desk asks for what is awaited.
fn desk_asks(scene: &Scene<'_>, desk: &Message, awaited: &Awaited) -> bool {
    let buttons = buttons(desk);
    let has = |verb: &str| buttons.contains(&(verb.to_owned(), awaited.line));
    match &awaited.what {
        What::Ready => has("turn/ready"),
        What::Envelope(round) => has(&rounds::verb(&scene.own, round)) || has("final"),
        What::Order(_) => {
            let position = europa::position(&scene.own).unwrap();
            let asks = commands::europa::frames::asks(&scene.own, &position, awaited).unwrap();
            // What others are asked stands behind their names.
            lines(desk).any(|line| !line.starts_with("… ") && line.contains(&asks))
        }
    }
}

/// Whether the engine offers its seat what is awaited.
fn offered(view: &View, awaited: &Awaited) -> bool {
    offers(view).iter().any(|offer| match &awaited.what {
        What::Ready => offer.verb == "ready",
        What::Order(_) => {
            offer.verb == "let_stand" && offer.fields[0].kind.check("frame", &awaited.line.into()).is_ok()
        }
        What::Envelope(round) => {
            ["seal", "final"].contains(&offer.verb.as_str()) && offer.round.as_ref() == Some(round)
        }
    })
}

/// What a desk says of whether its owner is ready, against what the engine says; `ahead`: he is ready to the end of the turn.
fn readiness(scene: &Scene<'_>, seat: &SeatId, ahead: bool, desk: &Message) {
    let described = desk.embeds.iter().filter_map(|embed| embed.description.as_deref());
    let text: String = described.collect::<Vec<_>>().join("\n");
    let is_awaited =
        scene.own.awaited.iter().any(|awaited| awaited.what == What::Ready && awaited.awaits(seat));
    let says_ready = text.contains("**: you are ready") || text.contains("You are ready");
    assert!(!(is_awaited && says_ready), "the desk of {seat}, who is awaited: {text}");
    let is_asked = scene.own.step_awaits().is_none_or(|step| step.asks(seat));
    let says_ahead = text.contains("ou are ready to the end of the turn");
    assert_eq!(says_ahead, ahead && is_asked, "the desk of {seat}: {text}");
}

/// What a desk asks of its owner, against what the engine says.
fn of_one(scene: &Scene<'_>, seat: &SeatId, ahead: bool) {
    let desk = status::desk(scene, 0);
    let json = desk.json();
    assert_fits(&json);
    // Where more is open than has room, More… lists the rest.
    if json.to_string().contains("More is open than has room here") {
        return;
    }
    readiness(scene, seat, ahead, &desk);
    of_others(scene, seat, &desk);
    for awaited in &scene.own.awaited {
        let awaits = awaited.awaits(seat);
        assert_eq!(desk_asks(scene, &desk, awaited), awaits, "the desk of {seat} on {awaited:?}: {json}");
        // What is held up is not offered.
        let is_offered = match &awaited.what {
            What::Envelope(_) if scene.own.game_key == "europa" => continue,
            What::Envelope(_) => true,
            What::Order(_) => !awaited.held,
            What::Ready => true,
        };
        if is_offered && awaits {
            assert!(
                offered(&scene.own, awaited),
                "{awaited:?} is not offered to {seat}: {:?}",
                offers(&scene.own)
            );
        }
    }
    for asks in asks::beside(&scene.own) {
        let lines = desk.embeds.iter().filter_map(|embed| embed.description.as_deref());
        let says = lines.flat_map(str::lines).any(|line| line == asks.says);
        assert_eq!(says, asks.of.contains(seat), "the desk of {seat} on {asks:?}: {json}");
    }
}

/// Looks that everybody is told the same.
pub fn agree(live: &Live, operator: Option<u64>) {
    let public = live.campaign.public_view();
    let scene = live.scene(engine::table::By::Bot, false);
    // An embed takes no more.
    if public.rounds.len() <= 12 {
        let (card, status) = (status::card(&scene), status::status(&scene));
        assert_eq!(awaited_fields(&card), awaited_fields(&status), "card and status");
        of_all(&scene, &card, "the card");
    }
    for seat in public.seats.iter() {
        let Some(user) = live.user_of(&seat.id) else { continue };
        let scene = live.scene(live.by(user), operator == Some(user));
        assert_eq!(scene.own.awaited, public.awaited, "{} is told of others than all are", seat.id);
        of_one(&scene, &seat.id, live.campaign.play.is_ready_ahead(&seat.id));
    }
}
