//! `/map way`: the cheapest march by land, on the group's own map or on this program's.

use super::*;

/// Look up a march: the cheapest way by land, its areas and MP
#[poise::command(slash_command)]
pub(crate) async fn way(
    ctx: Context<'_>,
    #[description = "Where it begins"]
    #[autocomplete = "crate::map::areas"]
    #[max_length = 100]
    from: String,
    #[description = "Where it ends"]
    #[autocomplete = "crate::map::areas"]
    #[max_length = 100]
    to: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    table_commands::asked::answer(ctx, |house, asked| async move {
        found_way(&house, &asked, campaign.as_deref(), &from, &to).await.into()
    })
    .await
}

/// A march on the campaign's own map, or on this program's where it has none.
pub(crate) async fn found_way(
    house: &House,
    asked: &Asked,
    campaign: Option<&str>,
    from: &str,
    to: &str,
) -> Message {
    let own_map = match own_map_here(house, asked, campaign).await {
        Ok(own_map) => own_map,
        Err(sentence) => return sentence,
    };
    if let Some(on_table) = own_map {
        let board = &on_table.board;
        return match (spot_of(board, from), spot_of(board, to)) {
            (Ok(from), Ok(to)) => Message::text(own::way(board, from, to, &board.way(from, to))),
            (Err(why), _) | (_, Err(why)) => Message::refusal(why),
        };
    }
    let area = |typed: &str| match crate::map::meant(typed, |place| matches!(place, Place::Area(_)))? {
        Place::Area(area) => Ok(area),
        _ => Err(said!("\"{}\" is no area of this map.", quoted(typed))),
    };
    let (from, to) = match (area(from), area(to)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(why), _) | (_, Err(why)) => return Message::refusal(why),
    };
    match land_path(from, to, Arrows::HOUSE, |_| true) {
        None => Message::text(say!("**No way by land leads from {} to {}.**", from.name(), to.name())),
        Some(march) => {
            let through: Vec<&str> = march.entered.iter().map(|area| area.name()).collect();
            Message::text(say!(
                "**{} to {}: {} MP**, {}.\n{}",
                from.name(),
                to.name(),
                u32::from(march.points),
                table_commands::present::names::count(through.len() as u64, "area entered", "areas entered"),
                through.join(" → ")
            ))
        }
    }
}
