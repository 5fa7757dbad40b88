//! A group's own map as a picture: whole, around an area, on an area's card.

use super::*;
use crate::map::present::flags;
use crate::map::present::flags::Flag;
use crate::map::present::now;
use crate::seen::position;
use eia::keys::Key;
use eia::powers::Power;
use eia::told::control::on_the_groups;
use table_commands::present::Scene;

/// What who asks sees on a group's own map: flags, and who has what.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    flags: Vec<Flag>,
    held: Vec<(Spot, Power)>,
}

/// What who asks sees on it now.
async fn seen(house: &House, asked: &Asked, on_table: &OnTable) -> Seen {
    let look = |scene: &Scene<'_>| {
        let control = position(&scene.public).map(|position| position.control.clone()).unwrap_or_default();
        Seen { flags: flags::flags(scene), held: on_the_groups(&control, &on_table.board) }
    };
    house.shown(&on_table.campaign, &asked.asker, look).await.unwrap_or_default()
}

/// The whole of a group's own map, or what lies around an area, with its picture.
pub(crate) async fn drawn(house: &House, asked: &Asked, on_table: &OnTable, around: Option<Spot>) -> Message {
    house.drawing.for_one(asked.asker.user, part(house, asked, on_table, around)).await
}

async fn part(house: &House, asked: &Asked, on_table: &OnTable, around: Option<Spot>) -> Message {
    let language = asked.asker.language;
    let seen = seen(house, asked, on_table).await;
    let (drawn, lost) = png(house, on_table, around, language, seen.clone()).await;
    speech::in_language(language, || {
        let board = &on_table.board;
        let message = own::part(&on_table.campaign, board, around, drawn.is_some(), &seen.held);
        let off = |place: &str| drawn.is_none() || own::point(board, place).is_none();
        let message = now::below(message, &flags::by_power(&seen.flags, off, true));
        with_picture(message, on_table, around, drawn, lost)
    })
}

/// The card of an area of a group's own map, with its picture.
pub(crate) async fn carded(house: &House, asked: &Asked, on_table: &OnTable, spot: Spot) -> Message {
    house.drawing.for_one(asked.asker.user, card(house, asked, on_table, spot)).await
}

async fn card(house: &House, asked: &Asked, on_table: &OnTable, spot: Spot) -> Message {
    let language = asked.asker.language;
    let seen = seen(house, asked, on_table).await;
    let (drawn, lost) = png(house, on_table, Some(spot), language, seen.clone()).await;
    speech::in_language(language, || {
        let has = seen.held.iter().find(|(own, _)| *own == spot).map(|(_, power)| *power);
        let key = Key::Area(on_table.board.name(spot).to_owned()).written();
        let here = flags::by_power(&seen.flags, |place| place == key, false);
        let message = now::on_card(own::card(&on_table.campaign, &on_table.board, spot), has, &here, false);
        with_picture(message, on_table, Some(spot), drawn, lost)
    })
}

pub(crate) fn with_picture(
    mut message: Message,
    on_table: &OnTable,
    around: Option<Spot>,
    drawn: Option<Vec<u8>>,
    lost: bool,
) -> Message {
    if lost {
        let says = say!("The picture under the map is not kept here any more. /map pack lays it again.");
        message.content = clip(&format!("{}\n{says}", message.content), 2_000);
    }
    match drawn {
        Some(png) => {
            let name = if around.is_some() { "map-part.png" } else { "map.png" };
            message.drawn(name.to_owned(), png, &own::in_words(&on_table.board, around))
        }
        None => message,
    }
}

/// The picture as a PNG, none where there is nothing to draw; and whether the one under it is missing.
pub(crate) async fn png(
    house: &House,
    on_table: &OnTable,
    around: Option<Spot>,
    language: Language,
    seen: Seen,
) -> (Option<Vec<u8>>, bool) {
    let under = under(house, &on_table.campaign, on_table.picture).await;
    let lost = on_table.picture.is_some() && under.is_none();
    let (board, picture) = (Arc::clone(&on_table.board), on_table.picture);
    let draw = move || {
        let around = around.filter(|spot| board.entry(*spot).point().is_some());
        let (flags, held) = (seen.flags.as_slice(), seen.held.as_slice());
        let shown = Shown { board: &board, picture, under: under.as_deref(), around, flags, held };
        shown.is_drawn().then(|| speech::in_language(language, || shown.png()))
    };
    match tokio::task::spawn_blocking(draw).await {
        Ok(Some(Ok(png))) => (Some(png), lost),
        Ok(Some(Err(why))) => {
            tracing::warn!(why, "a group's own map could not be drawn");
            (None, lost)
        }
        _ => (None, lost),
    }
}

/// Draws the whole of a group's own map with flags on it, once it is given them; in the language of the thread that it is called on.
pub(crate) async fn draws_flags(
    house: &House,
    on_table: OnTable,
) -> impl FnOnce(Vec<Flag>) -> Result<Vec<u8>, String> + Send + 'static {
    let under = under(house, &on_table.campaign, on_table.picture).await;
    move |flags| {
        let (board, picture, under) = (&on_table.board, on_table.picture, under.as_deref());
        let shown = Shown { board, picture, under, around: None, flags: &flags, held: &[] };
        shown.is_drawn().then(|| shown.png()).ok_or("the map has no points")?
    }
}
