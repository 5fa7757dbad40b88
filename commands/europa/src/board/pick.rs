//! What a player chooses with his finger instead of typing: a country to take, a campaign, a march. Each offers what
//! the engine would take now, and the form behind it takes what has no room in a select.

use super::ahead::would_fail;
use super::deploy;
use super::moves::march_filled;
use super::troops::deploy_filled;
use super::{give, treasury};
use crate::board::present as shown;
use crate::map;
use crate::words::{country, place};
use crate::{order, other_game, position, screen};
use europa::board::{Order as Board, marches, marches_beyond};
use europa::campaigns::{Campaign, Kind};
use europa::country::Country;
use europa::geography::Place;
use europa::outline::Frame;
use europa::seats::Order as Seats;
use europa::{Order, Position, is_open};
use std::collections::BTreeMap;
use table::{Said, SeatId, Stage, said};
use table_commands::asked::{APART, Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::list;
use table_commands::rooms::{Chosen, Press};
use table_commands::say;
use table_commands::words::line;

/// Choices of a select at most.
pub(crate) const MOST: usize = 25;
/// So many stacks stand as buttons in the place of a list.
const FEW: usize = 4;
/// So many of the nearest places stand as buttons below the lists of all, with two buttons more in their row.
const NEAREST: usize = 3;
/// Selects of a message at most, with a row left for its buttons.
const MOST_SELECTS: usize = 4;

/// A button or a select of these; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let at = press.at();
    let stack = u32::try_from(press.prompt).ok();
    let (what, rest) = press.what.split_once('/').unwrap_or((press.what, ""));
    Some(match (what, rest) {
        ("take", "") => screen(at, free_countries).await,
        ("take", "other") => take_form(at).await,
        ("take", "this") => takes_country(at, Country::by_key(chosen.first()?)?).await.map(Answer::from),
        ("deploy", rest) => return deploy::pressed(at, rest, chosen).await,
        ("campaign", "") => drawn_draft(at, None).await,
        ("campaign", rest) => match rest.split_once('/')? {
            ("announce", draft) => {
                let (country, campaign) = read_draft(draft)?;
                give(at, Board::Campaign { country, campaign }).await
            }
            (part, draft) => drawn_draft(at, Some(changed(read_draft(draft)?, part, chosen.first()?)?)).await,
        },
        ("march", "") => screen(at, stacks_to_march).await,
        ("march", "form") => march_filled(at, stack, None).await,
        ("march", "stack") => {
            let stack = chosen.first()?.parse().ok()?;
            screen(at, |scene| ends_of_march(scene, stack)).await
        }
        ("march", "of") => {
            let stack = stack?;
            screen(at, |scene| ends_of_march(scene, stack)).await
        }
        ("march", "to" | "more" | "rest") => {
            return shows_march(at, stack?, Place::by_key(chosen.first()?)?).await.transpose();
        }
        ("march", rest) => {
            let (what, key) = rest.split_once('/')?;
            let (stack, to) = (stack?, Place::by_key(key)?);
            match what {
                "at" => return shows_march(at, stack, to).await.transpose(),
                "form" => march_filled(at, Some(stack), Some(to)).await,
                "go" => {
                    let (way, counter) = (Vec::new(), Vec::new());
                    give(at, Board::March { stack, to, way, pillage: true, counter }).await
                }
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// A march before it is ordered, with the picture of its way; `None` where it goes nowhere.
async fn shows_march(at: At<'_>, stack: u32, to: Place) -> Result<Option<Answer>, Message> {
    let drafted = at.look(|scene| drafted_march(scene, stack, to)).await?;
    let (message, way) = drafted.ok_or_else(other_game)?;
    let Some(window) = map::around_way(&way) else { return Ok(None) };
    map::drawn(at, window, way, Some(message)).await.map(Some)
}

/// What who looks plays, and his seat.
pub(crate) fn own<'s>(scene: &'s Scene<'_>) -> Option<(std::sync::Arc<Position>, &'s SeatId)> {
    Some((position(&scene.own)?, scene.own.seat()?))
}

/// The countries that who looks may take now, the great ones first.
pub(crate) fn to_take(position: &Position, seat: &SeatId) -> Vec<Country> {
    let free = |country: &Country| is_open(position, seat, &Order::Seats(Seats::Take { country: *country }));
    let mut all: Vec<Country> = Country::all().filter(free).collect();
    all.sort_by_key(|country| match country.known().kind.as_str() {
        "major" => 0,
        "minormajor" => 1,
        "minor" => 2,
        _ => 3,
    });
    all
}

fn free_countries(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    if scene.own.stage == Stage::Gathering {
        return Some(Message::refusal(said!(
            "Countries are taken when play has begun: *Take a country* comes to your desk then."
        )));
    }
    let free = to_take(&position, seat);
    if free.is_empty() {
        return Some(Message::refusal(said!("Every country is taken, or none can be taken now.")));
    }
    let choices = free.iter().map(|free| Choice::new(&country(*free), free.key())).collect();
    let select =
        Component::select(&say!("The country"), CustomId::on(&scene.own, 0, "europa/take/this"), choices);
    let message = Message::text(say!("**Take a country.** It is yours at once; you may take several."));
    let other = scene.button(Look::Secondary, &say!("Another country…"), 0, "europa/take/other");
    Some(message.select(select).and_button(other))
}

/// The form that takes a country by its name.
async fn take_form(at: At<'_>) -> Result<Answer, Message> {
    let form = at.look(|scene| Form {
        title: say!("Take a country"),
        custom_id: CustomId::on(&scene.own, 0, "europa/take"),
        inputs: vec![line("country", say!("The country"), 60)],
    });
    form.await.map(Answer::Form)
}

/// The form of a country again, after a refusal.
pub(crate) async fn opens_form(at: At<'_>, what: &str) -> Option<Result<Answer, Message>> {
    Some(match what {
        "take" => take_form(at).await,
        "deploy" => deploy_filled(at, None).await,
        "march" => march_filled(at, None, None).await,
        _ => return None,
    })
}

/// What the form of a country comes to.
pub(crate) async fn take_sent(at: At<'_>, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    takes_country(at, crate::country_meant(&field("country")).map_err(Message::refusal)?).await
}

async fn takes_country(at: At<'_>, country: Country) -> Result<Message, Message> {
    order(at, &Order::Seats(Seats::Take { country })).await
}

/// The countries of who looks that could announce some campaign now, or have one lodged for their segment; that one has none needs no
/// announcement.
pub(crate) fn payers(position: &Position, seat: &SeatId) -> Vec<Country> {
    let own = position.countries_of(seat).into_iter();
    let costs = |campaign: &Campaign| campaign.announce().price > 0;
    own.filter(|country| affordable(position, seat, *country).iter().any(costs)).collect()
}

/// The campaigns that a country could announce now; while its segment is not open all, as what is lodged is checked when that comes.
pub(crate) fn affordable(position: &Position, seat: &SeatId, country: Country) -> Vec<Campaign> {
    let all = Kind::ALL.into_iter().flat_map(|land| Kind::ALL.map(|sea| Campaign { land, sea }));
    let order = |campaign: Campaign| Board::Campaign { country, campaign };
    let open = |campaign: &Campaign| {
        let order = order(*campaign);
        shown::is_lodged_ahead(position, seat, &order) || is_open(position, seat, &Order::Board(order))
    };
    all.filter(open).collect()
}

/// A campaign as a button carries it: `spain/3/0`.
fn read_draft(draft: &str) -> Option<(Country, Campaign)> {
    let mut parts = draft.split('/');
    let country = Country::by_key(parts.next()?)?;
    let mut kind = || Kind::ALL.get(parts.next()?.parse::<usize>().ok()?).copied();
    Some((country, Campaign { land: kind()?, sea: kind()? }))
}

fn written(country: Country, campaign: Campaign) -> String {
    let of = |kind: Kind| Kind::ALL.iter().position(|own| *own == kind).unwrap_or_default();
    format!("{}/{}/{}", country.key(), of(campaign.land), of(campaign.sea))
}

/// A draft with one of its parts chosen anew.
fn changed(
    (country, campaign): (Country, Campaign),
    part: &str,
    chosen: &str,
) -> Option<(Country, Campaign)> {
    let kind = || Kind::ALL.get(chosen.parse::<usize>().ok()?).copied();
    Some(match part {
        "pays" => (Country::by_key(chosen)?, campaign),
        "land" => (country, Campaign { land: kind()?, ..campaign }),
        "sea" => (country, Campaign { sea: kind()?, ..campaign }),
        _ => return None,
    })
}

/// A campaign while it is chosen, with the picture of where the stacks stand that it is for.
async fn drawn_draft(at: At<'_>, draft: Option<(Country, Campaign)>) -> Result<Answer, Message> {
    let seen = at.look(|scene| {
        let message = drafted(scene, draft)?;
        let (position, seat) = own(scene)?;
        Some((message, map::around_own(&position, seat)))
    });
    let (message, window) = seen.await?.ok_or_else(other_game)?;
    if message.is_refusal() {
        return Err(message);
    }
    map::drawn(at, window, Vec::new(), Some(message)).await
}

/// A campaign while it is chosen: who pays, on land, at sea, and what it takes.
fn drafted(scene: &Scene<'_>, draft: Option<(Country, Campaign)>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let payers = payers(&position, seat);
    // Who can pay for most pays, unless another is chosen.
    let means = |own: &Country| affordable(&position, seat, *own).len();
    let Some(first) = payers.iter().rev().copied().max_by_key(means) else {
        return Some(Message::refusal(no_campaign(&position, seat)));
    };
    let (pays, campaign) = draft
        .filter(|(pays, _)| payers.contains(pays))
        .unwrap_or_else(|| (first, fitting(&position, seat, &affordable(&position, seat, first))));
    let open = affordable(&position, seat, pays);
    let draft = written(pays, campaign);
    let id = |part: &str| CustomId::on(&scene.own, 0, &format!("europa/campaign/{part}/{draft}"));
    let kinds = |fits: &dyn Fn(&Campaign) -> Option<Kind>| -> Vec<Choice> {
        let fits: Vec<Kind> = open.iter().filter_map(fits).collect();
        let numbered = Kind::ALL.into_iter().enumerate().filter(|(_, kind)| fits.contains(kind));
        numbered
            .map(|(n, kind)| {
                Choice::new(&shown::kind(kind), n.to_string()).about(&say!("{} D$", kind.price()))
            })
            .collect()
    };
    let treasury = position.told(pays, europa::seats::Told::Ducats);
    let mut message = Message::text(say!(
        "**{}** pays for a campaign: {}. {} The treasury holds {} D$.",
        country(pays),
        shown::campaign(campaign),
        takes(&position, seat, campaign),
        treasury
    ));
    let dearest = Kind::ALL.into_iter().map(|kind| i64::from(kind.price())).max().unwrap_or_default();
    let lodged = shown::is_lodged_ahead(&position, seat, &Board::Campaign { country: pays, campaign });
    if treasury < dearest {
        let says = if lodged {
            say!("Your segment is not open: it is lodged, and given then if its price lies in the treasury.")
        } else {
            say!("What is dearer than the treasury is not offered.")
        };
        message.content.push_str(&format!("\n-# {says}"));
    }
    if payers.len() > 1 {
        let choices = payers.iter().map(|own| Choice::new(&country(*own), own.key())).collect();
        message = message.select(Component::select(&say!("Who pays"), id("pays"), choices));
    }
    message = message
        .select(Component::select(
            &say!("On land: {}", shown::kind(campaign.land)),
            id("land"),
            kinds(&|of| Some(of.land)),
        ))
        .select(Component::select(
            &say!("At sea: {}", shown::kind(campaign.sea)),
            id("sea"),
            kinds(&|of| Some(of.sea)),
        ));
    if open.contains(&campaign) {
        let announce = format!("europa/campaign/announce/{draft}");
        message = message.and_button(scene.button(Look::Primary, &say!("Announce it"), 0, &announce));
    }
    Some(message)
}

/// Whether a segment of a player's is open in which campaigns are announced.
pub(crate) fn may_announce(position: &Position, seat: &SeatId) -> bool {
    position.frames.any(|open| matches!(open, Frame::Supply(of) | Frame::Movement(of) if of == seat))
}

/// Why nobody can announce a campaign: it is not the time for it, or no treasury has the least price.
fn no_campaign(position: &Position, seat: &SeatId) -> Said {
    if !may_announce(position, seat) {
        return said!(
            "A campaign is announced in your own supply or movement segment of a round, and neither is open."
        );
    }
    if position.board.announced_by(seat).is_some() {
        return said!(
            "Your campaign of this round is announced, and no treasury of yours pays for a dearer one."
        );
    }
    treasury::refuses_all()
}

/// What a campaign takes: all of its price, or what it is dearer than the one that was announced in this round.
fn takes(position: &Position, seat: &SeatId, campaign: Campaign) -> String {
    let price = campaign.announce().price;
    match position.board.announced_by(seat).map(|before| before.announce().price) {
        Some(paid) => say!(
            "It takes {} D$, the dearer of the two, of which {} D$ are paid: {} D$ more.",
            price,
            paid,
            price.saturating_sub(paid)
        ),
        None => say!("It takes {} D$, the dearer of the two.", price),
    }
}

/// The campaign that is proposed: for a small stack a simple one, for large ones a major one, by sea where there are only fleets. Where a dearer
/// one is to take the place of what was announced, the cheapest of those, with nothing paid for anew on the other element and nothing given
/// up.
fn fitting(position: &Position, seat: &SeatId, open: &[Campaign]) -> Campaign {
    let own = position.board.stacks.values().filter(|of| position.seat_of(of.country) == Some(seat));
    let (fleets, armies): (Vec<_>, Vec<_>) = own.partition(|standing| standing.stack.is_naval());
    let kind = |is_small: bool| if is_small { Kind::Simple } else { Kind::MajorOneStack };
    let on_land = kind(armies.is_empty() || armies.iter().any(|of| of.stack.is_small_on_land()));
    let at_sea = kind(fleets.iter().any(|of| of.stack.is_small_at_sea()));
    let by_sea = armies.is_empty() && !fleets.is_empty();
    let first = if by_sea {
        Campaign { land: Kind::None, sea: at_sea }
    } else {
        Campaign { land: on_land, sea: Kind::None }
    };
    let simple = Campaign { land: Kind::Simple, sea: Kind::None };
    let paid = position.board.announced_by(seat).unwrap_or(Campaign::both(Kind::None));
    let rank = |of: &&Campaign| {
        let gives_up = of.land < paid.land || of.sea < paid.sea;
        (of.announce().price, gives_up, if by_sea { of.land } else { of.sea })
    };
    let least = open.iter().filter(|of| of.announce().price > 0).min_by_key(rank);
    let wanted = [Some(first), Some(simple), least.copied()].into_iter().flatten();
    wanted.into_iter().find(|of| open.contains(of)).unwrap_or(simple)
}

/// Where a march may end, and the MP that it takes; `None` where that shows only when it goes.
type End = (Place, Option<u8>);

/// Where a stack may march now, nearest first; while its segment is not open the places beside it, for which a march is lodged.
fn open_ends(position: &Position, seat: &SeatId, stack: u32) -> Vec<End> {
    let Some(standing) = position.board.stacks.get(&stack) else { return Vec::new() };
    if position.seat_of(standing.country) != Some(seat) || standing.stack.is_naval() {
        return Vec::new();
    }
    let to = standing.at;
    let ahead = Board::March { stack, to, way: Vec::new(), pillage: true, counter: Vec::new() };
    if shown::is_lodged_ahead(position, seat, &ahead) {
        let next = standing.at.neighbours().iter().map(|(place, _)| *place);
        return next.filter(|place| !place.site().is_sea()).map(|place| (place, None)).collect();
    }
    let mut all: Vec<(u8, &str, Place)> = (marches(position, seat, stack).iter())
        .map(|march| (march.mp(), march.to().name(), march.to()))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(mp, _, to)| (to, Some(mp))).collect()
}

/// The stacks of a player that may march somewhere now, with where.
fn marching(position: &Position, seat: &SeatId) -> BTreeMap<u32, Vec<End>> {
    let all = position.board.stacks.keys().map(|n| (*n, open_ends(position, seat, *n)));
    all.filter(|(_, ends)| !ends.is_empty()).collect()
}

/// Whether some stack of a player may march now; the first that may says so.
pub(crate) fn may_march(position: &Position, seat: &SeatId) -> bool {
    position.board.stacks.keys().any(|n| may_march_with(position, seat, *n))
}

/// Whether a stack may march somewhere now.
pub(crate) fn may_march_with(position: &Position, seat: &SeatId, stack: u32) -> bool {
    !open_ends(position, seat, stack).is_empty()
}

fn stacks_to_march(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let all = marching(&position, seat);
    let mut numbers = all.keys().copied();
    let (Some(first), more) = (numbers.next(), numbers.next().is_some()) else {
        return Some(Message::refusal(no_march(&position, seat)));
    };
    if !more {
        return ends_of_march(scene, first);
    }
    let named = |n: &u32| {
        let standing = position.board.stacks.get(n)?;
        Some(Choice::new(&shown::named_stack(*n, standing), n.to_string()))
    };
    let choices: Vec<Choice> = all.keys().filter_map(named).collect();
    let mut message = Message::text(say!("**March a stack.** Which?"));
    // A button takes one tap, a list two.
    if all.len() <= FEW {
        let button = |n: &u32| {
            let label = shown::named_stack(*n, position.board.stacks.get(n)?);
            Some(scene.button(Look::Primary, &label, (*n).into(), "europa/march/of"))
        };
        let written = scene.button(Look::Secondary, &say!("Write it…"), 0, "europa/march/form");
        return Some(message.buttons(all.keys().filter_map(button).chain([written]).collect()));
    }
    for (part, n) in choices.chunks(MOST).take(MOST_SELECTS).zip(0..) {
        let id = CustomId::on(&scene.own, n, "europa/march/stack");
        message = message.select(Component::select(&say!("The stack"), id, part.to_vec()));
    }
    let written = scene.button(Look::Secondary, &say!("Write it…"), 0, "europa/march/form");
    Some(message.and_button(written))
}

/// Why nothing marches.
pub(crate) fn no_march(position: &Position, seat: &SeatId) -> Said {
    let mut own = position.board.stacks.values().filter(|of| position.seat_of(of.country) == Some(seat));
    if position.board.round.is_none() {
        said!("No round is being played, so nothing marches: *Ready* brings the first round.")
    } else if position.under_way().is_some() {
        said!("A march waits for interceptions. The board stands still until they are decided.")
    } else if !own.any(|standing| !standing.stack.is_naval()) {
        said!("You have no troops on the board that could march.")
    } else if payers(position, seat).is_empty() && position.board.announced_by(seat).is_some() {
        said!(
            "No stack of yours can march now: none that your campaign covers has MP left, and no treasury of yours pays for a dearer one."
        )
    } else if payers(position, seat).is_empty() {
        said!(
            "No stack of yours can march now: a campaign has to cover it, which no treasury of yours pays for, and it needs MP that are left."
        )
    } else {
        said!(
            "No stack of yours can march now: in your movement segment a campaign that covers it is announced first (*Campaign*, at your desk), and the stack has MP left."
        )
    }
}

/// So many places are named that a stack cannot go to under a campaign.
const MOST_NAMED: usize = 4;

/// Where a stack could march but for the campaign of its player, and what it takes.
fn beyond_its_campaign(position: &Position, seat: &SeatId, stack: u32) -> Option<String> {
    let paid = position.board.announced_by(seat)?;
    let beyond = marches_beyond(position, seat, stack);
    let mut names: Vec<String> = beyond.iter().take(MOST_NAMED).map(|to| place(*to)).collect();
    if beyond.len() > MOST_NAMED {
        names.push(say!("{} more", beyond.len() - MOST_NAMED));
    }
    (!names.is_empty()).then(|| {
        say!(
            "In its reach too, but not under your campaign ({}): {}. A larger one is announced with *Campaign*, at your desk.",
            shown::campaign(paid),
            list(&names)
        )
    })
}

/// Where a stack may march, to be chosen.
fn ends_of_march(scene: &Scene<'_>, stack: u32) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let ends = open_ends(&position, seat, stack);
    let standing = position.board.stacks.get(&stack);
    let Some(standing) = standing.filter(|_| !ends.is_empty()) else {
        return Some(Message::refusal(no_march(&position, seat)));
    };
    let eyes = europa::board::Eyes::of(&position, standing.country);
    let choice = |(to, mp): &End| {
        let holder = eyes.holder(*to).map(country);
        let takes = mp.map(|mp| say!("{} MP", mp));
        let about: Vec<String> = takes.into_iter().chain(holder).collect();
        Choice::new(&place(*to), to.site().key.as_str()).about(&about.join(" · "))
    };
    let mut message = Message::text(say!("**{}.** Where to?", shown::named_stack(stack, standing)));
    if let Some(says) = beyond_its_campaign(&position, seat, stack) {
        message.content.push_str(&format!("\n-# {says}"));
    }
    // Two selects of one message have two ids.
    for (part, which) in ends.chunks(MOST).zip(["to", "more", "rest"]) {
        let id = CustomId::on(&scene.own, u64::from(stack), &format!("europa/march/{which}"));
        let label = match part {
            [(_, Some(least)), .., (_, Some(most))] if least == most => say!("Where to: for {} MP", *least),
            [(_, Some(least)), .., (_, Some(most))] => say!("Where to: for {} to {} MP", *least, *most),
            _ => say!("Where to"),
        };
        message = message.select(Component::select(&label, id, part.iter().map(choice).collect()));
    }
    // The nearest are a tap each; a list takes two.
    let near = |(to, mp): &End| {
        let label = mp.map_or_else(|| place(*to), |mp| say!("{} · {} MP", place(*to), mp));
        let verb = format!("europa/march/at/{}", to.site().key);
        scene.button(Look::Primary, &label, u64::from(stack), &verb)
    };
    message = message.buttons(ends.iter().take(NEAREST).map(near).collect());
    let written = scene.button(Look::Secondary, &say!("Write it…"), u64::from(stack), "europa/march/form");
    // Around the stack that marches, not where most of the others stand.
    let around = format!("europa/map/at/{}{APART}", standing.at.site().key);
    let map = scene.button(Look::Secondary, &say!("Map"), 0, &around);
    Some(message.and_button(written).and_button(map))
}

/// A march before it is ordered: the way that would be gone, with its provinces, or that it is lodged; and the way, to be drawn.
fn drafted_march(scene: &Scene<'_>, stack: u32, to: Place) -> Option<(Message, Vec<Place>)> {
    let (position, seat) = own(scene)?;
    let standing = position.board.stacks.get(&stack)?;
    let named = shown::named_stack(stack, standing);
    let way = marches(&position, seat, stack).into_iter().find(|march| march.to() == to);
    let places = match &way {
        Some(march) => std::iter::once(march.from).chain(march.entered()).collect(),
        None => vec![standing.at, to],
    };
    let says = match way {
        Some(march) => {
            let first = say!("**{}**: {}.", named, shown::way(&march));
            let unclear = shown::unclear(&position, standing.country, &march);
            [first].into_iter().chain(unclear).collect::<Vec<_>>().join("\n")
        }
        None => {
            let lodged = say!(
                "**{}** → {}. Your movement segment is not open: the march is lodged, and goes the cheapest way when that comes.",
                named,
                place(to)
            );
            let march = Board::March { stack, to, way: Vec::new(), pillage: true, counter: Vec::new() };
            [Some(lodged), would_fail(scene, &march)].into_iter().flatten().collect::<Vec<_>>().join("\n")
        }
    };
    let key = to.site().key.as_str();
    let button = |look, label: String, what: &str| {
        scene.button(look, &label, u64::from(stack), &format!("europa/march/{what}/{key}"))
    };
    let buttons = vec![
        button(Look::Primary, say!("March"), "go"),
        button(Look::Secondary, say!("Another way, or only if…"), "form"),
        scene.button(Look::Secondary, &say!("Another stack"), 0, "europa/march"),
    ];
    Some((Message::text(says).buttons(buttons), places))
}
