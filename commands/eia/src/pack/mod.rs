//! `/map pack|correct|point|save|way`: a group's own map in the place of this program's, agreed on, put right, drawn and given back.

pub mod present;

pub(crate) mod correct;
mod drawn;
pub(crate) mod founding;
mod places;
pub(crate) mod point;
mod report;
pub(crate) mod way;

pub(crate) use drawn::{carded, drawn, draws_flags};
pub(crate) use places::{counter_place, counter_places, held_place, held_places};

use crate::map::present::own;
use crate::map::present::points::{self, Shown, Unfit};
use crate::pack::present as packs;
use eia::EmpiresInArms;
use eia::map::pack::{Board, Column, Edit, Format, Kind, LARGEST, Pack, Spot};
use eia::map::{Arrows, Border, LandMarch, land_path, map, plain};
use eia::packs::{Change, InPlay, LARGEST_PICTURE, Order, Picture};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use std::sync::Arc;
use table::game::Game as _;
use table::hash::sha256;
use table::said;
use table::{Refusal, Said, Verb};
use table_commands::asked::{Answer, Asked, At, at_campaign_later, told};
use table_commands::brought::too_large;
use table_commands::fetch::fetched;
use table_commands::house::{Asker, House, Outcome};
use table_commands::message::{Message, clip};
use table_commands::present::names::{list, quoted};
use table_commands::present::{Beside, Scene};
use table_commands::rooms::{ROOMS, Room};
use table_commands::speech::{self, Language};
use table_commands::words::campaigns;
use table_commands::words::typed_so_far;
use table_commands::{Context, Error, say};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "pack",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.prompt, press.what, chosen.first())),
    ..Room::EMPTY
};

/// A campaign's own map.
pub(crate) struct OnTable {
    /// The campaign.
    pub campaign: String,
    /// The map.
    pub board: Arc<Board>,
    /// The picture under it.
    pub picture: Option<Picture>,
}

/// The map in play with its pack, out of what is at hand beside the views; none of another game's.
pub(crate) fn map_of(beside: &Beside) -> Option<&InPlay> {
    beside.as_ref()?.downcast_ref()
}

/// The map in play of a campaign, where it is a game that has one. It is asked for with every letter that somebody types.
async fn map_in_play(house: &House, campaign: &str) -> Result<Option<InPlay>, String> {
    Ok(map_of(&house.campaign(campaign).await?.lock().await.beside()).cloned())
}

/// The map that a campaign's players have laid over this program's; none where they have not.
pub(crate) async fn own_map(house: &House, campaign: &str) -> Option<OnTable> {
    let map = map_in_play(house, campaign).await.ok()??;
    let board = Arc::clone(map.board()?);
    Some(OnTable { campaign: campaign.to_owned(), board, picture: map.picture })
}

/// The same for the campaign that somebody means from where he is; none too where no campaign is meant.
///
/// # Errors
/// A message for who asked, where he names a campaign that is not there, or means one of Europa.
pub(crate) async fn own_map_here(
    house: &House,
    asked: &Asked,
    named: Option<&str>,
) -> Result<Option<OnTable>, Message> {
    match house.meant(asked, named).await {
        Ok(campaign) => {
            At { house, asked, campaign: &campaign }.must_be_of(EmpiresInArms::KEY).await?;
            Ok(own_map(house, &campaign).await)
        }
        Err(sentence) if named.is_some() => Err(sentence),
        Err(_) => Ok(None),
    }
}

/// Proposes a file as the campaign's map, a picture under it, or both.
pub async fn lay_map(
    house: &House,
    campaign: &str,
    asker: &Asker,
    file: Option<(&str, Vec<u8>)>,
    picture: Option<Vec<u8>>,
) -> Outcome {
    let refused = |why: Said| Outcome::Refused(Refusal::new(why));
    let pack = match file.map(|(name, bytes)| (name, Pack::read(&bytes, Format::of_name(name)))) {
        Some((name, Err(fault))) => return refused(fault.told(&clip(name, 60))),
        Some((_, Ok(pack))) => Some(pack),
        None => None,
    };
    let under = match picture.as_deref().map(measured).transpose() {
        Ok(under) => under,
        Err(refusal) => return Outcome::Refused(refusal),
    };
    let change = match (pack, under) {
        (Some(pack), picture) => Change::Pack { text: pack.csv().into(), picture },
        (None, Some(picture)) => Change::Picture { picture },
        (None, None) => {
            return refused(said!("Give a file with the map, a picture to lay under it, or both."));
        }
    };
    let verb = match written(&Order::Propose { what: change }) {
        Ok(verb) => verb,
        Err(why) => return refused(why),
    };
    // What would be refused is not kept.
    match house.refusal(campaign, asker, verb.clone()).await {
        Err(why) => return Outcome::Failed(why),
        Ok(Some(refusal)) => return Outcome::Refused(refusal),
        Ok(None) => {}
    }
    if let (Some(bytes), Some(under)) = (picture, under)
        && let Err(why) = keep(house, campaign, bytes, under).await
    {
        return Outcome::Failed(why);
    }
    house.order(campaign, asker, verb).await
}

/// Keeps a picture in its campaign; those that are neither in force nor proposed go.
async fn keep(house: &House, campaign: &str, bytes: Vec<u8>, under: Picture) -> Result<(), String> {
    let map = map_in_play(house, campaign).await?.unwrap_or_default();
    let proposed = map.open.values().filter_map(|open| match &open.change {
        Change::Pack { picture, .. } => *picture,
        Change::Picture { picture } => Some(*picture),
        Change::Lift | Change::Correct { .. } => None,
    });
    let others = proposed.chain(map.picture).map(|picture| picture.sha256.0).collect();
    house.store.keep_picture(campaign, under.sha256.0, bytes, others).await.map_err(|why| why.to_string())
}

/// The file under a map; none where it is not kept (any more).
async fn under(house: &House, campaign: &str, picture: Option<Picture>) -> Option<Vec<u8>> {
    house.store.picture(campaign, picture?.sha256.0).await.ok()?
}

/// What the record has of a picture. What shows without decoding it is refused before.
fn measured(bytes: &[u8]) -> Result<Picture, Refusal> {
    let unfit = |why: Unfit| {
        Refusal::new(match why {
            Unfit::Neither => said!("A picture under the map is a PNG or a JPEG, and this file is neither."),
            Unfit::Swells => said!(
                "Beside its pixels this picture holds a colour profile or texts that unpack to more than 4 MiB. Save it once more without them."
            ),
            Unfit::Damaged => said!("This picture is damaged and cannot be drawn."),
        })
    };
    let of = |(wide, high)| Picture { sha256: sha256(&[bytes]), bytes: bytes.len() as u64, wide, high };
    of(points::sides(bytes).map_err(unfit)?).checked()?;
    of(points::size(bytes).map_err(unfit)?).checked()
}

fn written(order: &Order) -> Result<Verb, Said> {
    serde_json::to_value(order).map(Verb::Game).map_err(|_| said!("That cannot be written into the record."))
}

async fn ordered(at: At<'_>, order: &Order) -> Result<Message, Message> {
    Ok(at.order(written(order)?).await)
}

/// A sentence for whoever asks for something that only a group's own map has.
fn none_laid() -> Message {
    Message::refusal(said!(
        "This campaign is played on the map of this program, which is corrected by laying a pack over it: /map save gives that map as a file to begin with, and /map pack lays one."
    ))
}

/// Lay your own map over this program's: a table of areas, a picture, or both; two others confirm
#[poise::command(slash_command)]
pub(crate) async fn pack(
    ctx: Context<'_>,
    #[description = "CSV or TOML: areas, neighbours, values; at most 1 MiB"] file: Option<
        serenity::Attachment,
    >,
    #[description = "A PNG or JPEG of your board, at most 10 MiB; it stays in this campaign"] picture: Option<
        serenity::Attachment,
    >,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign_later(ctx, campaign, |asking| async move {
        let at = asking.at();
        if file.is_none() && picture.is_none() {
            return at.look(packs::standing).await;
        }
        let mut bytes = [None, None];
        let table = |_| said!("A map pack has at most 1 MiB.");
        if let Some(file) = &file {
            bytes[0] = Some(fetched(file, LARGEST as u64, table).await?);
        }
        if let Some(picture) = &picture {
            bytes[1] = Some(fetched(picture, LARGEST_PICTURE, too_large).await?);
        }
        let [table, under] = bytes;
        let name = file.as_ref().map_or("", |file| file.filename.as_str());
        let file = table.map(|bytes| (name, bytes));
        Ok(told(lay_map(at.house, at.campaign, &at.asked.asker, file, under).await))
    })
    .await
}

/// The map as it stands, as a CSV file: to keep, to change, to lay over another campaign
#[poise::command(slash_command)]
pub(crate) async fn save(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign_later(ctx, campaign, |asking| async move { saved(asking.at()).await }).await
}

/// The map in force as a file.
pub(crate) async fn saved(at: At<'_>) -> Message {
    match own_map(at.house, at.campaign).await {
        Some(on_table) => {
            let pack = on_table.board.pack();
            let says = say!(
                "The group's own map as it stands, digest {}. /map pack lays it over another campaign.",
                pack.digest().short()
            );
            Message::text(says).file("map.csv".to_owned(), pack.csv().into_bytes())
        }
        None => Message::text(say!(
            "This program's own map, which is not the printed one: a table to begin with. Change what is otherwise on your board, and lay it over the campaign with /map pack."
        ))
        .file("map.csv".to_owned(), Pack::shipped().csv().into_bytes()),
    }
}

/// The area that somebody means on a group's own map.
///
/// # Errors
/// A sentence that quotes what is no area of it, with the names nearest to it.
pub fn spot_of(board: &Board, typed: &str) -> Result<Spot, Said> {
    let found = || board.find(typed).into_iter().next().filter(|_| !plain(typed).is_empty());
    board.by_name(typed).or_else(found).ok_or_else(|| {
        let names: Vec<String> =
            board.nearest(typed, 3).into_iter().map(|spot| own::name(board, spot)).collect();
        said!(
            "\"{}\" is no area of this campaign's map. The nearest names are {}.",
            quoted(typed),
            list(&names)
        )
    })
}

/// A button or select of a group's own map; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str, first: Option<&str>) -> Option<Answer> {
    let proposal = u32::try_from(prompt).ok()?;
    // Behind it stands which of several selects it is.
    let what = what.split_once('/').map_or(what, |(verb, _)| verb);
    let outcome = match what {
        "confirm" => ordered(at, &Order::Confirm { proposal }).await,
        "withdraw" => ordered(at, &Order::Withdraw { proposal }).await,
        "lift" => ordered(at, &Order::Propose { what: Change::Lift }).await,
        "save" => Ok(saved(at).await),
        "show" | "look" => proposed(at, proposal, what == "look").await,
        "standing" => at.look(packs::standing).await,
        "whole" | "around" | "open" => {
            let Some(on_table) = own_map(at.house, at.campaign).await else {
                return Some(none_laid().into());
            };
            let place = match what {
                "open" => first?.parse::<usize>().ok(),
                _ => usize::try_from(prompt).ok(),
            };
            let spot = on_table.board.all().find(|spot| Some(spot.place()) == place);
            Ok(match what {
                "whole" => drawn(at.house, at.asked, &on_table, None).await,
                "around" => drawn(at.house, at.asked, &on_table, Some(spot?)).await,
                _ => carded(at.house, at.asked, &on_table, spot?).await,
            })
        }
        _ => return None,
    };
    Some(outcome.into())
}

/// A proposal: its card, or how the map would look.
async fn proposed(at: At<'_>, proposal: u32, pictured: bool) -> Result<Message, Message> {
    let see = |scene: &Scene<'_>| {
        let map = map_of(&scene.beside).cloned().unwrap_or_default();
        let open = map.open.get(&proposal).cloned()?;
        let card = packs::card(scene, proposal, &open);
        Some((map, open, card))
    };
    let gone = || {
        said!(
            "This change of the map is not proposed any more: it holds, was withdrawn, or another took its place. /map pack shows how it stands."
        )
    };
    let (map, open, card) = at.show_or(see, gone).await?;
    if !pictured {
        return Ok(card);
    }
    let (board, picture) = match open.change {
        Change::Pack { text, picture } => {
            (Pack::read_csv(&text).ok().map(|pack| Arc::new(Board::of(pack))), picture)
        }
        Change::Picture { picture } => (map.board().cloned(), Some(picture)),
        Change::Lift | Change::Correct { .. } => return Ok(card),
    };
    let board = board.ok_or_else(gone)?;
    let would = OnTable { campaign: at.campaign.to_owned(), board, picture };
    let nobody = drawn::Seen::default();
    let (drawn, lost) = drawn::png(at.house, &would, None, at.asked.asker.language, nobody).await;
    let nothing = drawn.is_none();
    let mut message =
        drawn::with_picture(Message::text(say!("So the map would look.")), &would, None, drawn, lost);
    if nothing {
        message.content =
            say!("There is nothing to draw: no area has a point, and no picture lies under it.");
    }
    Ok(message.buttons(
        card.components.into_iter().flat_map(|row| row.components).filter(|part| part.is_button()).collect(),
    ))
}

/// Choices out of a campaign's own map; none where it has none.
async fn out_of_the_map(
    ctx: Context<'_>,
    choices: impl FnOnce(&Board) -> Vec<(String, String)>,
) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let named = typed_so_far(ctx, "campaign");
    let found = own_map_here(ctx.data(), &asked, named.as_deref()).await.ok().flatten();
    let all = speech::in_language(asked.asker.language, || found.map(|found| choices(&found.board)));
    table_commands::words::choices(
        all.unwrap_or_default()
            .into_iter()
            .map(|(label, value)| serenity::AutocompleteChoice::new(clip(&label, 100), clip(&value, 100))),
    )
}

/// An area of a group's own map as a choice.
pub(crate) fn choice(board: &Board, spot: Spot) -> (String, String) {
    let name = board.name(spot).to_owned();
    match board.entry(spot).cells.get(&Column::Province) {
        Some(province) => (format!("{name} · {province}"), name),
        None => (name.clone(), name),
    }
}

/// Areas of the group's own map by any part of their names.
async fn own_areas(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    out_of_the_map(ctx, |board| {
        board.find(typed).into_iter().take(25).map(|spot| choice(board, spot)).collect()
    })
    .await
}
