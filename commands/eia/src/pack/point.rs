//! `/map point`: where an area is drawn on the group's own map.

use super::*;

/// Set where an area is drawn on the group's own map
#[poise::command(slash_command)]
pub(crate) async fn point(
    ctx: Context<'_>,
    #[description = "The area; those without a point first"]
    #[autocomplete = "pointless"]
    #[max_length = 100]
    area: String,
    #[description = "From the left: pixels of the picture, or percent of its width as in 12.5%"]
    #[max_length = 12]
    x: String,
    #[description = "From the top: pixels of the picture, or percent of its height"]
    #[max_length = 12]
    y: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign_later(ctx, campaign, |asking| async move { pointed(asking.at(), &area, [&x, &y]).await })
        .await
}

/// Sets a point, and shows the map with it.
pub(crate) async fn pointed(at: At<'_>, area: &str, [x, y]: [&str; 2]) -> Result<Message, Message> {
    let on_table = own_map(at.house, at.campaign).await.ok_or_else(none_laid)?;
    let spot = spot_of(&on_table.board, area)?;
    let sides = on_table.picture.map(|picture| [picture.wide, picture.high]);
    let x = coordinate(x, sides.map(|sides| sides[0]))?;
    let y = coordinate(y, sides.map(|sides| sides[1]))?;
    let area = on_table.board.name(spot).to_owned();
    let outcome = ordered(at, &Order::Point { area, x, y }).await?;
    if outcome.is_refusal() {
        return Ok(outcome);
    }
    Ok(match own_map(at.house, at.campaign).await {
        Some(now) => {
            let shown = drawn(at.house, at.asked, &now, None).await;
            Message { content: clip(&format!("{}\n{}", outcome.content, shown.content), 2_000), ..shown }
        }
        None => outcome,
    })
}

/// A coordinate as it is typed: a whole number, or percent of a side of the picture.
///
/// # Errors
/// A sentence that says how it is written.
pub fn coordinate(typed: &str, side: Option<u32>) -> Result<u32, Said> {
    let wrong = || {
        said!("\"{}\" is no place on a picture: it is pixels, as 420, or percent, as 12.5%.", quoted(typed))
    };
    let typed_bare = typed.trim().replace(',', ".");
    let Some(percent) = typed_bare.strip_suffix('%') else {
        return typed_bare.parse().map_err(|_| wrong());
    };
    let Some(side) = side else {
        return Err(said!("Percent are of a picture, and none lies under this map. Type whole numbers."));
    };
    let (whole, part) = percent.trim().split_once('.').unwrap_or((percent.trim(), ""));
    let digits = |text: &str| text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 2 {
        return Err(wrong());
    }
    let hundredths = format!("{whole}{part:0<2}").parse::<u32>().map_err(|_| wrong())?;
    if hundredths > 10_000 {
        return Err(wrong());
    }
    let place = u64::from(side) * u64::from(hundredths);
    u32::try_from((place + 5_000) / 10_000).map_err(|_| wrong())
}

/// The same, those that have no point yet first.
async fn pointless(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    out_of_the_map(ctx, |board| {
        let mut found = board.find(typed);
        found.sort_by_key(|spot| board.entry(*spot).point().is_some());
        found.into_iter().take(25).map(|spot| choice(board, spot)).collect()
    })
    .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn places_on_a_picture_are_pixels_or_percent() {
        for (typed, expected) in [
            ("420", 420),
            ("0", 0),
            ("50%", 400),
            ("12.5 %", 100),
            ("12,5%", 100),
            ("100%", 800),
            ("33.33%", 267),
        ] {
            assert_eq!(coordinate(typed, Some(800)), Ok(expected), "{typed}");
        }
        for typed in ["", "-3", "12.5", "101%", "%", "1.234%", "x%", "1e3", "99999999999"] {
            assert!(coordinate(typed, Some(800)).is_err(), "{typed}");
        }
        assert!(coordinate("50%", None).unwrap_err().contains("none lies under this map"));
    }
}
