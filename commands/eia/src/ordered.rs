//! From what was typed of a command to an order: the power and the province that are meant, what is suggested of them, and giving the order.

use crate::map::meant;
use crate::names;
use crate::province::present::called;
use crate::seen::position;
use eia::Position;
use eia::map::{Place, ProvinceId};
use eia::outline::Month;
use eia::powers::Power;
use serde::Serialize;
use table::said;
use table::{Said, View};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::{Context, Error};

/// Carries out what was read of a command in its campaign.
pub(crate) async fn ordered<O: Serialize + Send + Sync + 'static>(
    ctx: Context<'_>,
    campaign: Option<String>,
    read: impl FnOnce(&Scene<'_>) -> Result<O, Said> + Send + 'static,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        at.game_order(&at.show(read).await?).await
    })
    .await
}

/// Gives an order that a button stands for; the desk it stood on follows.
pub(crate) async fn pressed<O: Serialize>(at: At<'_>, order: &O) -> Answer {
    at.with_desk(at.game_order(order).await).await.into()
}

/// Which of these is meant, each with its word and how it is said: by the word, or a beginning of how it is said.
pub(crate) fn of_these<T: Copy>(
    typed: &str,
    all: &[T],
    key: fn(T) -> &'static str,
    says: fn(T) -> String,
) -> Option<T> {
    let plain = typed.trim().to_lowercase();
    let begins = |one: &T| !plain.is_empty() && says(*one).to_lowercase().starts_with(&plain);
    let exactly = all.iter().copied().find(|one| key(*one) == plain);
    exactly.or_else(|| all.iter().copied().find(begins))
}

/// The powers of the viewer.
pub(crate) fn own_powers(view: &View) -> Vec<Power> {
    view.seat().and_then(|seat| Some(position(view)?.bidders(seat))).unwrap_or_default()
}

/// The power that is meant.
pub(crate) fn power_meant(typed: &str) -> Result<Power, Said> {
    Power::by_key(typed.trim())
        .or_else(|| names::meant(typed))
        .ok_or_else(|| names::no_power(typed, &Power::ALL))
}

/// The power that was named, else the asker's own.
pub(crate) fn power_or_own(scene: &Scene<'_>, typed: Option<&str>) -> Result<Power, Said> {
    match typed {
        Some(typed) => power_meant(typed),
        None => own_powers(&scene.own).first().copied().ok_or_else(|| said!("You have no power yet.")),
    }
}

/// The province or minor country that is meant.
pub(crate) fn province_meant(typed: &str) -> Result<ProvinceId, Said> {
    match meant(typed, |place| matches!(place, Place::Province(_)))? {
        Place::Province(province) => Ok(province),
        _ => Err(said!("\"{}\" is no province and no minor country.", quoted(typed))),
    }
}

/// The month that is meant.
pub(crate) fn month_meant(typed: &str) -> Result<Month, Said> {
    Month::try_from(typed.trim().to_owned())
        .map_err(|_| said!("\"{}\" is no month; write it as 1807-12.", quoted(typed)))
}

/// Powers, as they are suggested.
pub(crate) fn suggested_powers(powers: impl IntoIterator<Item = Power>) -> Vec<(String, String)> {
    powers.into_iter().map(|power| (crate::names::called(power), power.key().to_owned())).collect()
}

/// The played powers that fit, each asked about beside the asker's own, as they are suggested.
pub(crate) fn powers_that(
    scene: &Scene<'_>,
    fits: impl Fn(&Position, &[Power], Power) -> bool,
) -> Vec<(String, String)> {
    let Some(now) = position(&scene.own) else { return Vec::new() };
    let own = own_powers(&scene.own);
    suggested_powers(now.major_powers().filter(|power| fits(&now, &own, *power)))
}

/// Provinces and minor countries, as they are suggested.
pub(crate) fn suggested_provinces(provinces: impl IntoIterator<Item = ProvinceId>) -> Vec<(String, String)> {
    provinces.into_iter().map(|province| (called(province), Place::Province(province).key())).collect()
}

/// The provinces and minor countries that fit, each asked about beside the asker's own powers, as they are suggested.
pub(crate) fn provinces_that(
    scene: &Scene<'_>,
    fits: impl Fn(&Position, &[Power], ProvinceId) -> bool,
) -> Vec<(String, String)> {
    let Some(now) = position(&scene.own) else { return Vec::new() };
    let own = own_powers(&scene.own);
    suggested_provinces(ProvinceId::all().filter(|province| fits(&now, &own, *province)))
}
