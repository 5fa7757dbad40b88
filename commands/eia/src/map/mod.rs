//! `/map show|area`: the map, a part of it, and an area's card, as the campaign's scenario begins; where no campaign is meant, as in 1805.
//! Only who asks sees it. Where the campaign has laid a map of its own it is that one.

pub(crate) mod drawn;
pub mod present;

use crate::map::present::card;
use crate::map::present::flags;
use crate::map::present::flags::{Flag, flags};
use crate::map::present::frame::Window;
use crate::map::present::held::held;
use crate::map::present::now;
use crate::map::present::picture::{View, picture};
use crate::map::present::theatre;
use crate::ordered::own_powers;
use crate::pack;
use crate::seen::KEY;
use eia::map::{AreaId, Place, begins_so, find, home_provinces, map as europe, members, nearest, plain};
use eia::oob::Control;
use eia::powers::Power;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use table::Said;
use table::said;
use table_commands::asked::{Answer, Asked, later};
use table_commands::boards;
use table_commands::drawn::beside;
use table_commands::house::House;
use table_commands::message::{Message, clip};
use table_commands::present::names::{list, quoted};
use table_commands::rooms::{Added, COMMANDS, Chosen, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::{Context, Error, say, speech};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "map",
    anywhere: true,
    pressed: |press, chosen| {
        let campaign = Some(press.campaign).filter(|campaign| !campaign.is_empty());
        Box::pin(pressed(press.house, press.asked, campaign, press.what, chosen))
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: map };

/// The map of Europe, and what is known of each area
#[poise::command(
    slash_command,
    subcommands(
        "show",
        "area",
        "crate::counters::place",
        "crate::control::control",
        "crate::pack::way::way",
        "crate::pack::pack",
        "crate::pack::correct::correct",
        "crate::pack::point::point",
        "crate::pack::save"
    ),
    rename = "map"
)]
pub(crate) async fn map(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Show the map: all of it, what lies around a place, or the home of a power
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[rename = "where"]
    #[description = "An area, a province, a country or a sea: what lies around it"]
    #[autocomplete = "places"]
    #[max_length = 100]
    around: Option<String>,
    #[description = "A major power: its home"]
    #[autocomplete = "powers"]
    #[max_length = 100]
    of: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    later(ctx, |house, asked| async move {
        if let Some(answer) = boards::shown(&house, &asked, campaign.as_deref(), around.as_deref()).await {
            return answer;
        }
        shown(&house, &asked, campaign.as_deref(), [around.as_deref(), of.as_deref()]).await.into()
    })
    .await
}

/// The map of the campaign that is meant, or what lies around a place of it or is the home of a power.
async fn shown(
    house: &House,
    asked: &Asked,
    campaign: Option<&str>,
    [around, of]: [Option<&str>; 2],
) -> Result<Answer, Message> {
    if let Some(on_table) = pack::own_map_here(house, asked, campaign).await? {
        return Ok(own_part(house, asked, &on_table, around, of.is_some()).await?.into());
    }
    let seen = seen(house, asked, campaign).await;
    let control = seen.control;
    let place = match (around, of) {
        (None, None) => None,
        (Some(_), Some(_)) => {
            return Err(said!(
                "Ask for the surroundings of a place or for the home of a power, not for both."
            )
            .into());
        }
        (Some(typed), None) => Some(meant(typed, |place| is_there(place, control))?),
        // Who names no power there means what lies around the place.
        (None, Some(typed)) => Some(
            power_meant(typed, control)
                .map(Place::Power)
                .or_else(|why| meant(typed, |place| is_there(place, control)).map_err(|_| why))?,
        ),
    };
    Ok(match (place, seen.theatre.is_some()) {
        (None, true) => own(house, asked, seen).await,
        (place, _) => part(house, asked, place, seen).await,
    })
}

/// What who asks looks at first: the war whose board the bot keeps, else his home, and without one the whole map.
async fn own(house: &House, asked: &Asked, seen: Seen) -> Answer {
    match seen.theatre {
        Some(window) => of_the_war(house, asked, window, seen).await,
        None => part(house, asked, seen.own_home(), seen).await,
    }
}

/// The war whose board the bot keeps, with its picture.
async fn of_the_war(house: &House, asked: &Asked, window: Window, seen: Seen) -> Answer {
    let Seen { campaign, control, held, flags, .. } = seen;
    let message = speech::in_language(asked.asker.language, || {
        of_what_is_meant(theatre::message(&flags), campaign.as_deref())
    });
    let says = speech::in_language(asked.asker.language, || say!("The war on the map."));
    let view = View { flags, held, numbers: true, ..View::of(window, control) };
    beside(house, asked, message, ("map-war.png".to_owned(), says), move || picture(&view)).await.into()
}

/// Show the card of an area: terrain, city, port, neighbours, with a picture
#[poise::command(slash_command)]
async fn area(
    ctx: Context<'_>,
    #[description = "Any part of its name, in English or the language of the place"]
    #[autocomplete = "areas"]
    #[max_length = 100]
    area: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    later(
        ctx,
        |house, asked| async move { shown_area(&house, &asked, campaign.as_deref(), &area).await.into() },
    )
    .await
}

/// The card of an area of the map of the campaign that is meant.
async fn shown_area(
    house: &House,
    asked: &Asked,
    campaign: Option<&str>,
    area: &str,
) -> Result<Answer, Message> {
    if let Some(on_table) = pack::own_map_here(house, asked, campaign).await? {
        let spot = pack::spot_of(&on_table.board, area)?;
        return Ok(pack::carded(house, asked, &on_table, spot).await.into());
    }
    let area = area_meant(area)?;
    Ok(with_card(house, asked, area, seen(house, asked, campaign).await).await)
}

/// A part of a group's own map.
async fn own_part(
    house: &House,
    asked: &Asked,
    on_table: &pack::OnTable,
    around: Option<&str>,
    of_a_power: bool,
) -> Result<Message, Message> {
    if of_a_power {
        return Err(said!(
            "The group's own map does not say what is the home of a power. Ask for the surroundings of an area."
        )
        .into());
    }
    let spot = around.map(|typed| pack::spot_of(&on_table.board, typed)).transpose()?;
    Ok(pack::drawn(house, asked, on_table, spot).await)
}

/// Whose control the map of a campaign shows: its scenario's; the standard campaign's where none is meant.
async fn control(house: &House, campaign: Option<&str>) -> Control {
    let Some(id) = campaign else { return Control::default() };
    match house.campaign(id).await {
        Ok(live) => Control::of(&live.lock().await.campaign.founded.scenario),
        Err(_) => Control::default(),
    }
}

/// What who asks sees on the map: the control of the campaign that is meant at its start, who has what since, and its flags.
struct Seen {
    campaign: Option<String>,
    control: Control,
    held: Vec<(AreaId, Power)>,
    flags: Vec<Flag>,
    /// The powers that who asks plays.
    own: Vec<Power>,
    /// Of a war whose board the bot keeps, what of the map it is fought on now.
    theatre: Option<Window>,
}

impl Seen {
    /// The home of the power that who asks plays, the first of several; `None` where he plays none, who then sees the whole map.
    fn own_home(&self) -> Option<Place> {
        self.own.iter().find(|power| self.control.powers().contains(power)).copied().map(Place::Power)
    }
}

/// So many of who looks's places outside of a picture have a button below it: with those of the whole map and of the desk a row.
const MOST_ELSEWHERE: usize = 3;

impl Seen {
    /// Where else who asks has something, beside what a picture of a part shows: the homes of his other powers, then areas where his counters
    /// stand, those with the most first.
    fn elsewhere(&self, place: Option<Place>, window: &Window) -> Vec<Place> {
        let Some(Place::Power(shown)) = place else { return Vec::new() };
        let mut areas: BTreeMap<AreaId, usize> = BTreeMap::new();
        for flag in self.flags.iter().filter(|flag| self.own.contains(&flag.power)) {
            if let Some(Place::Area(area)) = Place::by_key(&flag.place) {
                *areas.entry(area).or_default() += 1;
            }
        }
        let seen = window.frame().areas();
        let mut areas: Vec<(usize, AreaId)> =
            areas.into_iter().filter(|(area, _)| !seen.contains(area)).map(|(area, n)| (n, area)).collect();
        areas.sort_by_key(|(n, area)| (Reverse(*n), area.name()));
        let powers =
            self.own.iter().filter(|power| **power != shown && self.control.powers().contains(power));
        let areas = areas.into_iter().map(|(_, area)| Place::Area(area));
        powers.map(|power| Place::Power(*power)).chain(areas).take(MOST_ELSEWHERE).collect()
    }
}

/// What who asks sees on the map of the campaign that is meant; of none, the standard campaign's control alone.
async fn seen(house: &House, asked: &Asked, named: Option<&str>) -> Seen {
    let id = house.meant(asked, named).await.ok();
    let (held, flags, own, theatre) = match &id {
        Some(id) => {
            let seen = house.shown(id, &asked.asker, |scene| {
                (held(scene), flags(scene), own_powers(&scene.own), theatre::of(&scene.public))
            });
            seen.await.unwrap_or_default()
        }
        None => Default::default(),
    };
    Seen { control: control(house, id.as_deref()).await, campaign: id, held, flags, own, theatre }
}

/// Whose control the map shows where somebody types.
async fn here(ctx: Context<'_>) -> Control {
    let named = table_commands::words::typed_so_far(ctx, "campaign");
    let asked = Asked::command(ctx.interaction);
    control(ctx.data(), ctx.data().meant(&asked, named.as_deref()).await.ok().as_deref()).await
}

/// Whether a place is on the map of a scenario: all are but the powers that it does not have.
fn is_there(place: Place, control: Control) -> bool {
    match place {
        Place::Power(power) => control.powers().contains(&power),
        _ => true,
    }
}

/// The area that somebody means: by a name of its own, or as the capital of a province or country that is called so, as Valletta of Malta.
///
/// # Errors
/// A sentence that quotes what is no such place, with the names nearest to it.
pub(crate) fn area_meant(typed: &str) -> Result<AreaId, Said> {
    let capital = || match meant(typed, |place| matches!(place, Place::Province(_))) {
        Ok(Place::Province(province)) => Some(province.on_map().capital),
        _ => None,
    };
    match meant(typed, |place| matches!(place, Place::Area(_))) {
        Ok(Place::Area(area)) => Ok(area),
        Ok(_) => capital().ok_or_else(|| said!("\"{}\" is no area of this map.", quoted(typed))),
        Err(why) => capital().ok_or(why),
    }
}

/// The place that somebody means: what he chose from the list, or the one that fits best what he typed.
///
/// # Errors
/// A sentence that quotes what is no such place, with the names nearest to it.
pub fn meant(typed: &str, fits: impl Fn(Place) -> bool) -> Result<Place, Said> {
    let chosen = Place::by_key(typed.trim()).filter(|place| fits(*place));
    let words = !plain(typed).is_empty();
    let having: Vec<Place> = if words { find(typed) } else { Vec::new() };
    let having: Vec<Place> = having.into_iter().filter(|place| fits(*place)).collect();
    // What is but a part of a word is somewhat else's name more often than not.
    let found = having.first().copied().filter(|place| begins_so(*place, typed));
    chosen.or(found).ok_or_else(|| {
        let near = having.into_iter().take(2).chain(nearest(typed, 3, fits));
        let mut names: Vec<String> = Vec::new();
        for name in near.map(card::called) {
            if names.len() < 3 && !names.contains(&name) {
                names.push(name);
            }
        }
        said!("\"{}\" is no place of this map. The nearest names are {}.", quoted(typed), list(&names))
    })
}

/// The area that somebody most likely means by a name that none has on the map that is played on.
pub(crate) async fn misspelt(house: &House, campaign: &str, typed: &str) -> Option<String> {
    match pack::own_map(house, campaign).await {
        Some(on_table) => on_table.board.misspelt(typed).map(|spot| on_table.board.name(spot).to_owned()),
        None => eia::map::misspelt(typed, |place| matches!(place, Place::Area(_))).map(card::called),
    }
}

/// The power that somebody means.
fn power_meant(typed: &str, control: Control) -> Result<Power, Said> {
    let powers = control.powers();
    let by_place = match Place::by_key(typed.trim()) {
        Some(Place::Power(power)) if powers.contains(&power) => Some(power),
        _ => None,
    };
    let named = || powers.iter().copied().find(|power| plain(&crate::names::called(power)) == plain(typed));
    by_place.or_else(|| Power::meant_among(typed, powers)).or_else(named).ok_or_else(|| {
        let powers: Vec<String> = powers.iter().map(crate::names::called).collect();
        said!("\"{}\" is no major power. There are {}.", quoted(typed), list(&powers))
    })
}

/// What of the map shows a place.
#[must_use]
pub fn window_of(place: Option<Place>, control: Control) -> Window {
    let shown = match place {
        None => Some(Window::whole()),
        Some(Place::Area(area)) => Some(Window::around_area(area)),
        Some(Place::Sea(sea)) => Some(Window::around_sea(sea)),
        Some(Place::Province(province)) => Window::of_provinces(&[province]),
        Some(Place::Power(power)) => Window::of_provinces(&home_provinces(power, control.era())),
        Some(Place::Combination(n)) => {
            europe().combinations.get(n).and_then(|one| Window::of_provinces(&members(one, true)))
        }
    };
    shown.unwrap_or_else(Window::whole)
}

/// A part of the map with its picture.
async fn part(house: &House, asked: &Asked, place: Option<Place>, seen: Seen) -> Answer {
    let window = window_of(place, seen.control);
    let elsewhere = seen.elsewhere(place, &window);
    let numbers = seen.theatre.is_some();
    let Seen { campaign, control, held, flags, .. } = seen;
    let (name, says) = speech::in_language(asked.asker.language, || match place {
        None => ("map.png".to_owned(), say!("The map of Europe in {}.", control.year())),
        Some(place) => (file_name(&place.key()), say!("The map around {}.", card::called(place))),
    });
    let message = speech::in_language(asked.asker.language, || {
        // Counters may have been put on a map that is not played on any more.
        let off = flags::by_power(&flags, |place| !flags::is_on_the_map(place), true);
        let shown = now::below(card::part(place, &window, control), &off);
        let shown = elsewhere.into_iter().map(card::nearer).fold(shown, Message::and_button);
        of_what_is_meant(shown, campaign.as_deref())
    });
    let view = View { flags, held, numbers, ..View::of(window, control) };
    beside(house, asked, message, (name, says), move || picture(&view)).await.into()
}

/// The card of an area with its picture.
async fn with_card(
    house: &House,
    asked: &Asked,
    area: AreaId,
    Seen { campaign, control, held, flags, theatre, .. }: Seen,
) -> Answer {
    let numbers = theatre.is_some();
    let (message, says) = speech::in_language(asked.asker.language, || {
        let has = held.iter().find(|(own, _)| *own == area).map(|(_, power)| *power);
        let here = flags::by_power(&flags, |place| place == Place::Area(area).key(), false);
        let card = now::on_card(card::card(area, control), has, &here, numbers);
        (of_what_is_meant(card, campaign.as_deref()), card::in_words(area))
    });
    let view = View { about: Some(area), flags, held, numbers, ..View::of(Window::of_card(area), control) };
    let file = (file_name(area.key()), says);
    beside(house, asked, message, file, move || picture(&view)).await.into()
}

/// A message whose buttons mean the campaign that it shows, where it shows one.
fn of_what_is_meant(message: Message, campaign: Option<&str>) -> Message {
    match campaign {
        Some(campaign) => message.of_campaign(campaign),
        None => message,
    }
}

fn file_name(key: &str) -> String {
    format!("map-{}.png", key.replace('/', "-"))
}

/// A button or select of the map; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: Option<&str>,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    let (what, key) = what.split_once('/').unwrap_or((what, ""));
    // Where a map of the group's own lies by now, it is that one.
    if let Some(on_table) = pack::own_map_here(house, asked, campaign).await.ok().flatten() {
        let area = if what == "open" { chosen.first().unwrap_or_default() } else { key };
        let spot = AreaId::by_key(area).and_then(|area| on_table.board.by_name(area.name()));
        return match (what, spot) {
            ("open", Some(spot)) => Some(pack::carded(house, asked, &on_table, spot).await.into()),
            ("whole" | "own" | "around" | "open" | "region", spot) => {
                Some(pack::drawn(house, asked, &on_table, spot).await.into())
            }
            _ => None,
        };
    }
    let seen = seen(house, asked, campaign).await;
    Some(match what {
        "whole" => part(house, asked, None, seen).await,
        "own" => own(house, asked, seen).await,
        "power" => {
            let power = Power::by_key(key).filter(|power| seen.control.powers().contains(power))?;
            part(house, asked, Some(Place::Power(power)), seen).await
        }
        "around" => part(house, asked, Some(Place::Area(AreaId::by_key(key)?)), seen).await,
        "region" => {
            let power =
                Power::by_key(chosen.first()?).filter(|power| seen.control.powers().contains(power))?;
            part(house, asked, Some(Place::Power(power)), seen).await
        }
        "open" => with_card(house, asked, AreaId::by_key(chosen.first()?)?, seen).await,
        _ => return None,
    })
}

/// Choices for places that fit what was typed, best first.
fn suggested(typed: &str, fits: impl Fn(Place) -> bool) -> Vec<(String, String)> {
    let found = find(typed).into_iter().filter(|place| fits(*place)).take(25);
    found
        .map(|place| {
            let local = match place {
                Place::Area(area) => area.on_map().local.as_deref(),
                _ => None,
            };
            let name = match local {
                Some(local) => format!("{} ({local})", card::called(place)),
                None => card::called(place),
            };
            (clip(&format!("{name} · {}", card::kind(place)), 100), place.key())
        })
        .collect()
}

/// The choices as Discord takes them.
pub(crate) fn offered(
    ctx: Context<'_>,
    typed: &str,
    fits: impl Fn(Place) -> bool,
) -> serenity::CreateAutocompleteResponse {
    let language = Asked::command(ctx.interaction).asker.language;
    chosen_from(speech::in_language(language, || suggested(typed, fits)))
}

/// Places of the map that is played on, by any part of the name: of the group's own where one lies, else those that fit of this program's.
pub(crate) async fn on_the_table(
    ctx: Context<'_>,
    typed: &str,
    own: impl FnOnce(&pack::OnTable, &str) -> Vec<(String, String)>,
    fits: impl Fn(Place) -> bool,
) -> serenity::CreateAutocompleteResponse {
    match own_map_typed(ctx).await {
        Some(on_table) => {
            let language = Asked::command(ctx.interaction).asker.language;
            chosen_from(speech::in_language(language, || own(&on_table, typed)))
        }
        None => offered(ctx, typed, fits),
    }
}

fn chosen_from(all: Vec<(String, String)>) -> serenity::CreateAutocompleteResponse {
    table_commands::words::choices(
        all.into_iter().map(|(label, key)| serenity::AutocompleteChoice::new(clip(&label, 100), key)),
    )
}

/// The campaign's own map, where it has one, while somebody types.
pub(crate) async fn own_map_typed(ctx: Context<'_>) -> Option<pack::OnTable> {
    let asked = Asked::command(ctx.interaction);
    let named = table_commands::words::typed_so_far(ctx, "campaign");
    pack::own_map_here(ctx.data(), &asked, named.as_deref()).await.ok().flatten()
}

/// Areas of the campaign's own map, where it has one.
async fn of_the_group(ctx: Context<'_>, typed: &str) -> Option<serenity::CreateAutocompleteResponse> {
    let on_table = own_map_typed(ctx).await?;
    let found = on_table.board.find(typed).into_iter().take(25);
    Some(chosen_from(found.map(|spot| pack::choice(&on_table.board, spot)).collect()))
}

/// Every place by any part of its name.
async fn places(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    match of_the_group(ctx, typed).await {
        Some(own) => own,
        None => {
            let control = here(ctx).await;
            offered(ctx, typed, |place| is_there(place, control))
        }
    }
}

/// Areas by any part of the name.
pub(crate) async fn areas(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    match of_the_group(ctx, typed).await {
        Some(own) => own,
        None => offered(ctx, typed, |place| matches!(place, Place::Area(_))),
    }
}

/// The powers of the scenario.
async fn powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let control = here(ctx).await;
    offered(ctx, typed, |place| matches!(place, Place::Power(_)) && is_there(place, control))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_suggested_fits_and_leads_to_its_place() {
        for typed in ["", "pa", "sankt", "münchen", "gulf", "aus", "😀", "St.", "x"] {
            let all = suggested(typed, |_| true);
            assert!(all.len() <= 25, "{typed}");
            for (label, key) in all {
                assert!((1..=100).contains(&label.chars().count()) && key.len() <= 100, "{label}");
                assert_eq!(meant(&key, |_| true).map(Place::key), Ok(key));
            }
        }
        let first = |typed: &str| suggested(typed, |_| true).first().map(|(_, key)| key.clone()).unwrap();
        assert_eq!(first("istanb"), "area/constantinople");
        assert_eq!(first("munch"), "area/munich");
        assert_eq!(first("biscay"), "sea/bay-of-biscay");
        assert!(suggested("austria", |place| matches!(place, Place::Power(_))).len() == 1);
    }

    #[test]
    fn an_area_is_meant_by_the_country_of_which_it_is_the_capital_too() {
        let key = |typed: &str| area_meant(typed).map(|area| area.key().to_owned());
        assert_eq!(key("Malta"), Ok("valletta".to_owned()));
        assert_eq!((key("Vienna"), key("Belgrade")), (Ok("vienna".to_owned()), Ok("belgrade".to_owned())));
        assert_eq!((key("Florence"), key("Greece")), (Ok("florence".to_owned()), Ok("athens".to_owned())));
        assert_eq!(key("Etruria"), Ok("florence".to_owned()));
        assert!(key("Atlantis").unwrap_err().contains("is no place of this map"));
    }

    #[test]
    fn what_is_no_place_is_answered_with_the_nearest_names() {
        let why = meant("Parris", |_| true).unwrap_err();
        assert!(why.contains("\"Parris\" is no place of this map") && why.contains("Paris"), "{why}");
        // What is but a part of a word is not taken for the place, and is named as one that may be meant.
        let why = meant("Nice", |_| true).unwrap_err();
        assert!(why.contains("Venice") || why.contains("Venetia"), "{why}");
        assert_eq!(
            meant("Venice", |place| matches!(place, Place::Area(_))).map(Place::key),
            Ok("area/venice".to_owned())
        );
        assert!(meant("", |_| true).is_err() && meant("  !", |_| true).is_err());
        let why = meant("Biscay", |place| matches!(place, Place::Area(_))).unwrap_err();
        assert!(!why.contains("Bay of Biscay"), "{why}");
        let [grand, later] = ["1805", "1853"].map(Control::of);
        assert_eq!(power_meant("gb", grand), Ok(Power::GreatBritain));
        assert_eq!(power_meant("power/turkey", grand), Ok(Power::Turkey));
        assert_eq!(
            (power_meant("s", grand), power_meant("s", later)),
            (Ok(Power::Spain), Ok(Power::Sardinia))
        );
        assert!(power_meant("power/sardinia", grand).is_err() && power_meant("Spain", later).is_err());
        let why = power_meant("Sweden", grand).unwrap_err();
        assert!(why.contains("is no major power") && why.contains("Turkey"), "{why}");
    }
}
