//! A month as a page, with the map as it stood when the month was over: behind a button of its gazette, for whoever presses it, in his own
//! language, and as long as there is the post.

use crate::gazette;
use crate::map::present::flags::flags;
use crate::map::present::frame::Window;
use crate::map::present::held::held;
use crate::map::present::picture::{View, picture};
use crate::seen::happened;
use crate::{months, pack};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use eia::Event as Happened;
use eia::oob::Control;
use eia::outline::{Happened as Calendar, Month};
use linkme::distributed_slice;
use std::sync::Arc;
use table::said;
use table::{By, Campaign, Entry};
use table_commands::answer::Answer;
use table_commands::asked::{At, failed};
use table_commands::live::Live;
use table_commands::message::Message;
use table_commands::present::{Scene, page};
use table_commands::rooms::{ROOMS, Room};
use table_commands::say;
use table_commands::speech::Language;
use table_commands::speech::renamed::{Renamed, in_words};
use table_commands::standing::Own;

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "gazette",
    pressed: |press, _| {
        Box::pin(async move {
            (press.what == "page").then_some(())?;
            Some(paged(press.at(), press.prompt).await)
        })
    },
    ..Room::EMPTY
};

/// The month that a line of the record ended.
fn ended(entries: &[Entry], line: u64) -> Option<Month> {
    let at = entries.iter().find(|entry| entry.line.is_some_and(|(n, _)| n == line))?;
    match happened(at)? {
        Happened::Calendar(Calendar::MonthEnded { month }) => Some(month),
        _ => None,
    }
}

/// The campaign as it stood when the month was over, by the entries up to that line.
fn then(entries: &[Entry], line: u64) -> Option<Campaign> {
    let end = entries.iter().position(|entry| entry.line.is_some_and(|(n, _)| n == line))?;
    Campaign::fold(entries.get(..=end)?).ok()
}

/// What everybody saw then, with the names of now.
fn seen_then<'s>(live: &'s Live, then: &Campaign) -> Scene<'s> {
    let (public, own) = (Arc::new(then.public_view()), Arc::new(then.view_for(By::Bot, false)));
    Scene { public, own: Own::Seen(own), ..live.scene(By::Bot, false) }
}

/// The page of the month that ended with a line of the record. It shows what everybody sees, whoever asks: a page is passed on.
async fn paged(at: At<'_>, line: u64) -> Answer {
    let made = async { made(at, line).await.into() };
    at.house.drawing.for_one(at.asked.asker.user, made).await.into()
}

/// The page of a month as a message with a file, for who asks: of the month that ended with a line of the record.
pub async fn made(at: At<'_>, line: u64) -> Result<Message, Message> {
    let entries = at.house.entries(at.campaign).await.map_err(failed)?;
    let Some(month) = ended(&entries, line) else {
        return Err(said!("No month of this campaign ended there.").into());
    };
    // Folding a long record takes its time, and holds up nobody's order.
    let read = tokio::task::spawn_blocking(move || then(&entries, line).map(|then| (then, entries)));
    let Ok(Some((then, entries))) = read.await else {
        return Err(failed("the record could not be read up to there".to_owned()));
    };
    let live = at.house.campaign(at.campaign).await.map_err(failed)?;
    let language = at.asked.asker.language;
    let shown = if pack::own_map(at.house, at.campaign).await.is_some() {
        None
    } else {
        let live = live.lock().await;
        let scene = seen_then(&live, &then);
        let control = Control::of(&then.founded.scenario);
        let (flags, held) = in_words(language, scene.renamed(), || (flags(&scene), held(&scene)));
        let view = View { flags, held, ..View::of(Window::whole(), control) };
        Some((view, scene.renamed()))
    };
    let map = match shown {
        Some((view, names)) => png(view, language, names).await,
        None => None,
    };
    let live = live.lock().await;
    let scene = seen_then(&live, &then);
    let page = || {
        let heading = months::month(month);
        let map = map.map(|png| (STANDARD.encode(png), say!("The map of Europe at the end of {}.", heading)));
        let of = page::Month { heading: &heading, changed: gazette::changes(&scene, month), map };
        let page = page::of_a_month(&scene, gazette::of_the_month(&entries, line), &of);
        Message::text(page::says(&heading)).file(format!("{month}.html"), page.into_bytes())
    };
    Ok(in_words(language, scene.renamed(), page))
}

/// The map as a PNG; `None` where it cannot be drawn, and the page does without.
async fn png(view: View, language: Language, names: Renamed) -> Option<Vec<u8>> {
    let drawn = tokio::task::spawn_blocking(move || in_words(language, names, || picture(&view))).await;
    match drawn {
        Ok(Ok(png)) => Some(png),
        Ok(Err(why)) => {
            tracing::warn!(why, "the map of a month could not be drawn");
            None
        }
        Err(_) => None,
    }
}
