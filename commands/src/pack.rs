//! `/map pack|correct|point|save|way`: a group's own map in the place of this program's, agreed on, put right, drawn and given back.

use crate::asked::{Answer, Asked, in_campaign, in_campaign_later, told};
use crate::board::fetched;
use crate::campaign::campaigns;
use crate::house::{Asker, House, Outcome};
use crate::message::{Message, clip};
use crate::present::map::own;
use crate::present::map::points::{self, Shown};
use crate::present::names::{list, quoted};
use crate::present::{auction, packs};
use crate::speech::{self, Language};
use crate::words::{look, typed_so_far};
use crate::{Context, Error, say};
use engine::eia::map::pack::{Board, Column, Edit, Format, Kind, LARGEST, Pack, Spot};
use engine::eia::map::{Arrows, Place, land_path, plain};
use engine::eia::packs::{Change, InPlay, LARGEST_PICTURE, Order, Picture};
use engine::said;
use engine::table::hash::sha256;
use engine::table::{Refusal, Said, Verb};
use poise::serenity_prelude as serenity;

/// What a correction's `what` begins with where it is a border or a value.
const BORDER: &str = "border/";
const VALUE: &str = "value/";
/// What stands for a value that is not kept.
const NOT_KEPT: &str = "?";

/// A campaign's own map.
pub(crate) struct OnTable {
    /// The campaign.
    pub campaign: String,
    /// The map.
    pub board: Board,
    /// The picture under it.
    pub picture: Option<Picture>,
}

impl House {
    /// The map in play of a campaign, where it is a game that has one.
    async fn map_in_play(&self, campaign: &str, asker: &Asker) -> Result<Option<InPlay>, String> {
        let found = self.shown(campaign, asker, |scene| auction::position(&scene.public));
        Ok(found.await?.map(|position| position.map))
    }

    /// The map that a campaign's players have laid over this program's; none where they have not.
    pub(crate) async fn own_map(&self, campaign: &str, asker: &Asker) -> Option<OnTable> {
        let map = self.map_in_play(campaign, asker).await.ok()??;
        Some(OnTable { campaign: campaign.to_owned(), board: map.board()?, picture: map.picture })
    }

    /// The same for the campaign that somebody means from where he is; none too where no campaign is meant.
    ///
    /// # Errors
    /// A message for who asked, where he names a campaign that is not there.
    pub(crate) async fn own_map_here(
        &self,
        asked: &Asked,
        named: Option<&str>,
    ) -> Result<Option<OnTable>, Message> {
        match self.meant(asked, named).await {
            Ok(campaign) => Ok(self.own_map(&campaign, &asked.asker).await),
            Err(sentence) if named.is_some() => Err(sentence),
            Err(_) => Ok(None),
        }
    }

    /// Proposes a file as the campaign's map, a picture under it, or both.
    pub async fn lay_map(
        &self,
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
        match self.refusal(campaign, asker, verb.clone()).await {
            Err(why) => return Outcome::Failed(why),
            Ok(Some(refusal)) => return Outcome::Refused(refusal),
            Ok(None) => {}
        }
        if let (Some(bytes), Some(under)) = (picture, under)
            && let Err(why) = self.keep(campaign, asker, bytes, under).await
        {
            return Outcome::Failed(why);
        }
        self.order(campaign, asker, verb).await
    }

    /// Keeps a picture in its campaign; those that are neither in force nor proposed go.
    async fn keep(
        &self,
        campaign: &str,
        asker: &Asker,
        bytes: Vec<u8>,
        under: Picture,
    ) -> Result<(), String> {
        let map = self.map_in_play(campaign, asker).await?.unwrap_or_default();
        let proposed = map.open.values().filter_map(|open| match &open.change {
            Change::Pack { picture, .. } => *picture,
            Change::Picture { picture } => Some(*picture),
            Change::Lift | Change::Correct { .. } => None,
        });
        let others = proposed.chain(map.picture).map(|picture| picture.sha256.0).collect();
        self.store.keep_picture(campaign, under.sha256.0, bytes, others).await.map_err(|why| why.to_string())
    }

    /// The file under a map; none where it is not kept (any more).
    async fn under(&self, campaign: &str, picture: Option<Picture>) -> Option<Vec<u8>> {
        self.store.picture(campaign, picture?.sha256.0).await.ok()?
    }
}

/// What the record has of a picture.
fn measured(bytes: &[u8]) -> Result<Picture, Refusal> {
    let (wide, high) = points::size(bytes).ok_or_else(|| {
        Refusal::new(said!("A picture under the map is a PNG or a JPEG, and this file is neither."))
    })?;
    let picture = Picture { sha256: sha256(&[bytes]), bytes: bytes.len() as u64, wide, high }.checked()?;
    if points::is_readable(bytes) {
        Ok(picture)
    } else {
        Err(Refusal::new(said!("This picture is damaged and cannot be drawn.")))
    }
}

fn written(order: &Order) -> Result<Verb, Said> {
    serde_json::to_value(order).map(Verb::Game).map_err(|_| said!("That cannot be written into the record."))
}

async fn ordered(house: &House, asked: &Asked, campaign: &str, order: &Order) -> Message {
    match written(order) {
        Ok(verb) => told(house.order(campaign, &asked.asker, verb).await),
        Err(why) => Message::refusal(why),
    }
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
    in_campaign_later(ctx, campaign, |house, asked, id| async move {
        if file.is_none() && picture.is_none() {
            return look(&house, &asked, &id, packs::standing)
                .await
                .unwrap_or_else(|sentence| sentence)
                .into();
        }
        let mut bytes = [None, None];
        let table = |_| said!("A map pack has at most 1 MiB.");
        let image =
            |bytes| said!("A picture under the map has at most 10 MiB; this one has {} bytes.", bytes);
        if let Some(file) = &file {
            bytes[0] = match fetched(file, LARGEST as u64, table).await {
                Ok(bytes) => Some(bytes),
                Err(why) => return Message::refusal(why).into(),
            };
        }
        if let Some(picture) = &picture {
            bytes[1] = match fetched(picture, LARGEST_PICTURE, image).await {
                Ok(bytes) => Some(bytes),
                Err(why) => return Message::refusal(why).into(),
            };
        }
        let [table, under] = bytes;
        let name = file.as_ref().map_or("", |file| file.filename.as_str());
        told(house.lay_map(&id, &asked.asker, table.map(|bytes| (name, bytes)), under).await).into()
    })
    .await
}

/// Put a border or a value of the group's own map right; two others confirm
#[poise::command(slash_command)]
pub(crate) async fn correct(
    ctx: Context<'_>,
    #[description = "The area"]
    #[autocomplete = "own_areas"]
    #[max_length = 100]
    area: String,
    #[description = "A value, all of its neighbours, or the border with another area"]
    #[autocomplete = "cells"]
    #[max_length = 100]
    what: String,
    #[description = "As it is on your board; ? where it is not kept"]
    #[autocomplete = "amounts"]
    #[max_length = 400]
    is: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        corrected(&house, &asked, &id, &area, &what, &is).await.into()
    })
    .await
}

/// Proposes a correction out of what was typed.
pub(crate) async fn corrected(
    house: &House,
    asked: &Asked,
    campaign: &str,
    area: &str,
    what: &str,
    is: &str,
) -> Message {
    let Some(on_table) = house.own_map(campaign, &asked.asker).await else { return none_laid() };
    match edit(&on_table.board, area, what, is) {
        Ok(edit) => {
            let order = Order::Propose { what: Change::Correct { edit } };
            ordered(house, asked, campaign, &order).await
        }
        Err(why) => Message::refusal(why),
    }
}

/// A correction out of what was typed: a value by its name, or the border with another area.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn edit(board: &Board, area: &str, what: &str, is: &str) -> Result<Edit, Said> {
    let spot = spot_of(board, area)?;
    let area = board.name(spot).to_owned();
    let (what, is) = (what.trim(), is.trim());
    let border = |other: Spot| {
        let border = match plain(is).as_str() {
            "" | "none" | "no" => "none".to_owned(),
            _ => Kind::read(is).map_or_else(|| is.to_owned(), Kind::key),
        };
        Edit::Border { area: area.clone(), other: board.name(other).to_owned(), border }
    };
    if let Some(other) = what.strip_prefix(BORDER) {
        return spot_of(board, other).map(border);
    }
    let key = what.strip_prefix(VALUE).unwrap_or(what);
    let named = || {
        let same = |column: &Column| {
            Language::all().any(|language| {
                plain(&speech::in_language(language, || speech::said(&column.name()))) == plain(key)
            })
        };
        Column::ALL.into_iter().find(same)
    };
    if let Some(column) = Column::by_key(key).or_else(named) {
        let value = if is == NOT_KEPT && column != Column::Neighbours { "" } else { is };
        return Ok(Edit::Value { area, column, value: value.to_owned() });
    }
    match board.by_name(key) {
        Some(other) => Ok(border(other)),
        None => Err(said!(
            "\"{}\" is neither a value of an area nor another area. Values are: {}.",
            quoted(key),
            Column::ALL.map(Column::key).join(", ")
        )),
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
    in_campaign_later(ctx, campaign, |house, asked, id| async move {
        pointed(&house, &asked, &id, &area, [&x, &y]).await.into()
    })
    .await
}

/// Sets a point, and shows the map with it.
pub(crate) async fn pointed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    area: &str,
    at: [&str; 2],
) -> Message {
    let Some(on_table) = house.own_map(campaign, &asked.asker).await else { return none_laid() };
    let spot = match spot_of(&on_table.board, area) {
        Ok(spot) => spot,
        Err(why) => return Message::refusal(why),
    };
    let sides = on_table.picture.map(|picture| [picture.wide, picture.high]);
    let [x, y] = match (
        coordinate(at[0], sides.map(|sides| sides[0])),
        coordinate(at[1], sides.map(|sides| sides[1])),
    ) {
        (Ok(x), Ok(y)) => [x, y],
        (Err(why), _) | (_, Err(why)) => return Message::refusal(why),
    };
    let area = on_table.board.name(spot).to_owned();
    let outcome = ordered(house, asked, campaign, &Order::Point { area, x, y }).await;
    if outcome.is_refusal() {
        return outcome;
    }
    match house.own_map(campaign, &asked.asker).await {
        Some(now) => {
            let shown = drawn(house, asked, &now, None).await;
            Message { content: clip(&format!("{}\n{}", outcome.content, shown.content), 2_000), ..shown }
        }
        None => outcome,
    }
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

/// The map as it stands, as a CSV file: to keep, to change, to lay over another campaign
#[poise::command(slash_command)]
pub(crate) async fn save(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign_later(
        ctx,
        campaign,
        |house, asked, id| async move { saved(&house, &asked, &id).await.into() },
    )
    .await
}

/// The map in force as a file.
pub(crate) async fn saved(house: &House, asked: &Asked, campaign: &str) -> Message {
    match house.own_map(campaign, &asked.asker).await {
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
    crate::asked::answer(ctx, |house, asked| async move {
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
    let own_map = match house.own_map_here(asked, campaign).await {
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
                crate::present::names::count(through.len() as u64, "area entered", "areas entered"),
                through.join(" → ")
            ))
        }
    }
}

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

fn with_picture(
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
async fn png(
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

/// A button or select of a group's own map; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    first: Option<&str>,
) -> Option<Answer> {
    let proposal = u32::try_from(prompt).ok()?;
    let message = match what {
        "confirm" => ordered(house, asked, campaign, &Order::Confirm { proposal }).await,
        "withdraw" => ordered(house, asked, campaign, &Order::Withdraw { proposal }).await,
        "lift" => ordered(house, asked, campaign, &Order::Propose { what: Change::Lift }).await,
        "save" => saved(house, asked, campaign).await,
        "show" | "look" => proposed(house, asked, campaign, proposal, what == "look").await,
        "standing" => look(house, asked, campaign, packs::standing).await.unwrap_or_else(|sentence| sentence),
        "whole" | "around" | "open" => {
            let Some(on_table) = house.own_map(campaign, &asked.asker).await else {
                return Some(none_laid().into());
            };
            let place = match what {
                "open" => first?.parse::<usize>().ok(),
                _ => usize::try_from(prompt).ok(),
            };
            let spot = on_table.board.all().find(|spot| Some(spot.place()) == place);
            match what {
                "whole" => drawn(house, asked, &on_table, None).await,
                "around" => drawn(house, asked, &on_table, Some(spot?)).await,
                _ => carded(house, asked, &on_table, spot?).await,
            }
        }
        _ => return None,
    };
    Some(message.into())
}

/// A proposal: its card, or how the map would look.
async fn proposed(house: &House, asked: &Asked, campaign: &str, proposal: u32, pictured: bool) -> Message {
    let seen = look(house, asked, campaign, |scene| {
        let map = auction::position(&scene.public).map(|position| position.map).unwrap_or_default();
        let open = map.open.get(&proposal).cloned();
        let card = open.as_ref().map(|open| packs::card(scene, proposal, open));
        (map, open, card)
    });
    let gone = || {
        Message::refusal(said!(
            "This change of the map is not proposed any more: it holds, was withdrawn, or another took its place. /map pack shows how it stands."
        ))
    };
    let (map, open, card) = match seen.await {
        Ok((map, Some(open), Some(card))) => (map, open, card),
        Ok(_) => return gone(),
        Err(sentence) => return sentence,
    };
    if !pictured {
        return card;
    }
    let (pack, picture) = match open.change {
        Change::Pack { text, picture } => (Pack::read_csv(&text).ok(), picture),
        Change::Picture { picture } => (map.pack(), Some(picture)),
        Change::Lift | Change::Correct { .. } => return card,
    };
    let Some(pack) = pack else { return gone() };
    let would = OnTable { campaign: campaign.to_owned(), board: Board::of(pack), picture };
    let (drawn, lost) = png(house, &would, None, asked.asker.language).await;
    let nothing = drawn.is_none();
    let mut message = with_picture(Message::text(say!("So the map would look.")), &would, None, drawn, lost);
    if nothing {
        message.content =
            say!("There is nothing to draw: no area has a point, and no picture lies under it.");
    }
    message.buttons(
        card.components.into_iter().flat_map(|row| row.components).filter(|part| part.is_button()).collect(),
    )
}

/// Choices out of a campaign's own map; none where it has none.
async fn out_of_the_map(
    ctx: Context<'_>,
    choices: impl FnOnce(&Board) -> Vec<(String, String)>,
) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let named = typed_so_far(ctx, "campaign");
    let found = ctx.data().own_map_here(&asked, named.as_deref()).await.ok().flatten();
    let all = speech::in_language(asked.asker.language, || found.map(|found| choices(&found.board)));
    crate::campaign::choices(
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

/// The same, those that have no point yet first.
async fn pointless(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    out_of_the_map(ctx, |board| {
        let mut found = board.find(typed);
        found.sort_by_key(|spot| board.entry(*spot).point().is_some());
        found.into_iter().take(25).map(|spot| choice(board, spot)).collect()
    })
    .await
}

/// What can be corrected of an area: its values as they are, and its borders.
async fn cells(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let area = typed_so_far(ctx, "area").unwrap_or_default();
    let typed = plain(typed);
    out_of_the_map(ctx, |board| {
        let spot = board.by_name(&area);
        let values =
            Column::ALL.into_iter().filter(|column| !matches!(column, Column::X | Column::Y)).map(|column| {
                let now = spot.map(|spot| board.pack().cell(board.entry(spot), column)).unwrap_or_default();
                let now = if now.is_empty() { say!("not kept") } else { now };
                (format!("{}: {now}", speech::said(&column.name())), format!("{VALUE}{}", column.key()))
            });
        let near = spot.into_iter().flat_map(|spot| board.known(spot));
        let near = near.map(|(to, kind)| {
            let label = say!("Border with {}: {}", board.name(*to), own::border(*kind));
            (label, format!("{BORDER}{}", board.name(*to)))
        });
        let others = board.find(&typed).into_iter().filter(|other| {
            Some(*other) != spot
                && spot.is_none_or(|spot| !board.known(spot).iter().any(|(to, _)| to == other))
        });
        let others =
            others.map(|to| (say!("Border with {}", board.name(to)), format!("{BORDER}{}", board.name(to))));
        let all = values.chain(near).chain(others);
        all.filter(|(label, _)| plain(label).contains(&typed)).take(25).collect()
    })
    .await
}

/// What it can be: the kinds of border, terrains, or what is typed.
async fn amounts(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let what = typed_so_far(ctx, "what").unwrap_or_default();
    let typed = typed.trim().to_owned();
    out_of_the_map(ctx, |_| {
        let mut all: Vec<(String, String)> = if what.starts_with(BORDER) {
            let kinds =
                [Kind::Open, Kind::River, Kind::Strait(1), Kind::Strait(2), Kind::Arrow(1), Kind::Arrow(2)];
            let mut all: Vec<_> = kinds.into_iter().map(|kind| (own::border(kind), kind.key())).collect();
            all.push((say!("no neighbours"), "none".to_owned()));
            all
        } else if what == format!("{VALUE}{}", Column::Terrain.key()) {
            let all = engine::eia::chits::Terrain::ALL.into_iter();
            all.map(|one| (crate::present::battle::words::terrain(one), one.key().to_owned())).collect()
        } else {
            Vec::new()
        };
        if !what.starts_with(BORDER) {
            all.push((say!("not kept"), NOT_KEPT.to_owned()));
        }
        let fits = plain(&typed);
        all.retain(|(label, value)| plain(label).contains(&fits) || plain(value).starts_with(&fits));
        if !typed.is_empty() && !all.iter().any(|(_, value)| *value == typed) && typed.chars().count() <= 100
        {
            all.insert(0, (typed.clone(), typed));
        }
        all.truncate(25);
        all
    })
    .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn board() -> Board {
        let text = "area,neighbours,money\nAldmark,Brunn; Cressy (river),5\nBrunn,Aldmark,3\nCressy,,\n";
        Board::of(Pack::read_csv(text).unwrap())
    }

    #[test]
    fn corrections_are_read_as_people_write_them() {
        let board = board();
        let border = |kind: &str| {
            let (area, other) = ("Aldmark".to_owned(), "Brunn".to_owned());
            Ok(Edit::Border { area, other, border: kind.to_owned() })
        };
        for (what, is, kind) in [
            ("border/Brunn", "river", "river"),
            ("brunn", "Strait 2", "strait 2"),
            ("Brunn", "none", "none"),
            ("Brunn", "-", "none"),
            ("Brunn", "arrow 1", "arrow"),
        ] {
            assert_eq!(edit(&board, "aldm", what, is), border(kind), "{what} {is}");
        }
        let value = |column, value: &str| {
            Ok(Edit::Value { area: "Cressy".to_owned(), column, value: value.to_owned() })
        };
        assert_eq!(edit(&board, "Cressy", "value/money", "7"), value(Column::Money, "7"));
        assert_eq!(edit(&board, "Cressy", "Raha", "?"), value(Column::Money, ""));
        assert_eq!(edit(&board, "Cressy", "neighbours", "Brunn; ?"), value(Column::Neighbours, "Brunn; ?"));
        let why = edit(&board, "Nowhere", "money", "1").unwrap_err();
        assert!(why.contains("no area of this campaign's map") && why.contains("nearest"), "{why}");
        let why = edit(&board, "Cressy", "colour", "1").unwrap_err();
        assert!(why.contains("\"colour\" is neither"), "{why}");
    }

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

    #[test]
    fn a_picture_is_measured_and_what_is_none_is_refused() {
        let mut png = Vec::new();
        let picture = image::RgbImage::new(30, 20);
        picture.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
        let measured_png = measured(&png).unwrap();
        assert_eq!((measured_png.wide, measured_png.high), (30, 20));
        let mut jpeg = Vec::new();
        picture.write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).unwrap();
        assert_eq!(measured(&jpeg).unwrap().high, 20);
        assert!(measured(b"GIF89a......").unwrap_err().says.contains("PNG or a JPEG"));
        assert!(measured(&png[..png.len() / 2]).unwrap_err().says.contains("damaged"));
        // A small file that says it is a huge picture.
        let mut bomb = png.clone();
        bomb[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
        let why = measured(&bomb).unwrap_err().says.to_string();
        assert!(why.contains("8000 pixels a side") || why.contains("neither"), "{why}");
    }
}
