//! A group's own map as a picture: whole, around an area, on an area's card.

use super::*;

/// The whole of a group's own map, or what lies around an area, with its picture.
pub(crate) async fn drawn(house: &House, asked: &Asked, on_table: &OnTable, around: Option<Spot>) -> Message {
    let language = asked.asker.language;
    let (drawn, lost) = png(house, on_table, around, language).await;
    speech::in_language(language, || {
        let message = own::part(&on_table.campaign, &on_table.board, around, drawn.is_some());
        with_picture(message, on_table, around, drawn, lost)
    })
}

/// The card of an area of a group's own map, with its picture.
pub(crate) async fn carded(house: &House, asked: &Asked, on_table: &OnTable, spot: Spot) -> Message {
    let language = asked.asker.language;
    let (drawn, lost) = png(house, on_table, Some(spot), language).await;
    speech::in_language(language, || {
        let message = own::card(&on_table.campaign, &on_table.board, spot);
        with_picture(message, on_table, Some(spot), drawn, lost)
    })
}

pub(super) fn with_picture(
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
pub(super) async fn png(
    house: &House,
    on_table: &OnTable,
    around: Option<Spot>,
    language: Language,
) -> (Option<Vec<u8>>, bool) {
    let under = house.under(&on_table.campaign, on_table.picture).await;
    let lost = on_table.picture.is_some() && under.is_none();
    let (board, picture) = (on_table.board.clone(), on_table.picture);
    let draw = move || {
        let around = around.filter(|spot| board.entry(*spot).point().is_some());
        let shown = Shown { board: &board, picture, under: under.as_deref(), around };
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
