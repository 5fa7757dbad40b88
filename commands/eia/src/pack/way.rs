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
) -> Result<Message, Message> {
    if let Some(on_table) = own_map_here(house, asked, campaign).await? {
        let board = &on_table.board;
        let (from, to) = (spot_of(board, from)?, spot_of(board, to)?);
        return Ok(Message::text(own::way(board, from, to, &board.way(from, to))));
    }
    let (from, to) = (crate::map::area_meant(from)?, crate::map::area_meant(to)?);
    Ok(match land_path(from, to, Arrows::HOUSE, |_| true) {
        None => Message::text(say!("**No way by land leads from {} to {}.**", from.name(), to.name())),
        Some(march) => {
            let through: Vec<&str> = march.entered.iter().map(|area| area.name()).collect();
            let mut says = say!(
                "**{} to {}: {} MP**, {}.\n{}",
                from.name(),
                to.name(),
                u32::from(march.points),
                table_commands::present::names::count(through.len() as u64, "area entered", "areas entered"),
                through.join(" → ")
            );
            for arrow in arrows(&march) {
                says = format!("{says}\n{arrow}");
            }
            Message::text(says)
        }
    })
}

/// What a march crosses by an arrow over the water, in words: it is no border by land, and whether it is open hangs on ships.
fn arrows(march: &LandMarch) -> Vec<String> {
    let before = std::iter::once(&march.from).chain(&march.entered);
    let crossed = before.zip(&march.entered).filter_map(|(from, to)| {
        let near = map().neighbours(*from).iter().find(|near| near.area == *to)?;
        match &near.border {
            Border::Arrow { points, .. } => Some(say!(
                "From {} to {} it goes over the water by a crossing arrow, for {} MP.",
                from.name(),
                to.name(),
                u32::from(*points)
            )),
            Border::Open | Border::River(_) => None,
        }
    });
    crossed.collect()
}
