//! `/europa battle siege|assault`: sieges and what is done in them.

pub mod present;

use super::board::besieged::{Known, first_before, known};
use super::read::siege as written;
use super::{opening, order, other_game, position, read, typed_in};
use crate::siege::present as shown;
use europa::battle::course::Stack;
use europa::country::Country;
use europa::siege::assault::Camp;
use europa::siege::course::{Change, Order as Sieges, Siege, SiegeScene};
use europa::{Order, Position};
use table::said;
use table::{Said, View};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::drawn::with_picture;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::rooms::Press;
use table_commands::words::campaigns;
use table_commands::words::line;
use table_commands::{Context, Error, say};

/// Lay a siege; a form asks for what you leave out
#[poise::command(slash_command)]
pub(crate) async fn siege(
    ctx: Context<'_>,
    #[description = "The province"]
    #[autocomplete = "super::battle::places"]
    #[max_length = 40]
    place: Option<String>,
    #[description = "Your stack, unless it stands on the board: France: A+ A-, veteran, leader 4 3 1 2"]
    #[max_length = 300]
    mine: Option<String>,
    #[description = "The fortress, unless the board knows: Spain: level 3, 2 LD inside, arquebuse"]
    #[max_length = 300]
    theirs: Option<String>,
    #[description = "The ground where the map does not say: rough, port, open port, bad weather, …"]
    #[max_length = 150]
    ground: Option<String>,
    #[description = "The length of your line of supply in MP, or none"]
    #[max_length = 10]
    line: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match (place, mine, theirs) {
            (None, None, None) => lay_form(at).await,
            (place, mine, theirs) => {
                let texts = [place, mine, theirs, ground, line].map(Option::unwrap_or_default);
                let names = ["place", "mine", "theirs", "ground", "line"];
                Ok(typed_in(at, lays(at, &texts).await, "europa/siege/lay", names, &texts).await)
            }
        }
    })
    .await
}

/// Assault the fortress that you besiege
#[poise::command(slash_command)]
pub(crate) async fn assault(
    ctx: Context<'_>,
    #[description = "The province, where you besiege several"]
    #[max_length = 40]
    place: Option<String>,
    #[description = "The last breach is of an earlier round"] later: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let place = place.unwrap_or_default();
        storms(at, &place, later.unwrap_or(false)).await
    })
    .await
}

/// Assaults the fortress of a name, or the only one that is besieged.
async fn storms(at: At<'_>, place: &str, later: bool) -> Result<Message, Message> {
    let place = read::place(place).map_or_else(|| place.trim().to_lowercase(), |p| p.name().to_lowercase());
    let found = at.look(|scene| {
        let own = mine(&scene.own, None);
        let besieges = own.into_iter().filter(|(_, siege, camp)| {
            *camp == Camp::Besieger && (place.is_empty() || siege.scene.place.to_lowercase() == place)
        });
        besieges.map(|(number, ..)| number).collect::<Vec<_>>()
    });
    match found.await?.as_slice() {
        [] => {
            Err(Message::refusal(said!("You besiege no such fortress. /europa battle siege lays a siege.")))
        }
        [number] => sieges(at, Sieges::Storm { number: *number, later }).await,
        _ => Err(Message::refusal(said!("You besiege several fortresses; name the province."))),
    }
}

async fn sieges(at: At<'_>, what: Sieges) -> Result<Message, Message> {
    order(at, &Order::Sieges(Box::new(what))).await
}

/// The sieges that go on and are his who looks, with his side.
pub(crate) fn mine(view: &View, number: Option<u32>) -> Vec<(u32, Siege, Camp)> {
    let (Some(position), Some(seat)) = (position(view), view.seat()) else { return Vec::new() };
    let open = position
        .sieges
        .of
        .iter()
        .filter(|(n, siege)| siege.ended.is_none() && number.is_none_or(|number| number == **n));
    open.filter_map(|(n, siege)| Some((*n, siege.clone(), position.camp_of(siege, seat)?))).collect()
}

/// The form that lays a siege.
async fn lay_form(at: At<'_>) -> Result<Answer, Message> {
    let (own, custom_id) = opening(at, "europa/siege/lay").await?;
    let stands = at.look(|scene| first_before(&*position(&scene.own)?, scene.own.seat()?));
    let known = stands.await.ok().flatten();
    Ok(Answer::Form(form_to_lay(own, custom_id, known)))
}

/// The form that lays a siege, with what the board knows of the one that is meant.
fn form_to_lay(own: String, custom_id: String, known: Option<(String, Known)>) -> Form {
    let (place, known) = known.unwrap_or_else(|| {
        let nothing = String::new;
        (nothing(), Known { mine: own, theirs: nothing(), ground: nothing(), line: nothing() })
    });
    Form {
        title: say!("Lay a siege"),
        custom_id,
        inputs: vec![
            Input { value: place, ..line("place", say!("The besieged province"), 40) },
            Input {
                long: true,
                value: known.mine,
                placeholder: say!("France: A+ A-, veteran, leader 4 3 1 2"),
                ..line("mine", say!("Your besieging stack"), 300)
            },
            Input {
                long: true,
                value: known.theirs,
                placeholder: say!("Spain: level 3, 2 LD inside, arquebuse, leader 2 1 1 3"),
                ..line("theirs", say!("The fortress and who is inside"), 300)
            },
            Input {
                required: false,
                value: known.ground,
                placeholder: say!("rough, port, open port, bad weather, pillage-, rather lose"),
                ..line("ground", say!("Ground, where the map does not say"), 150)
            },
            Input {
                value: known.line,
                placeholder: say!("7, or none"),
                ..line("line", say!("Your line of supply in MP"), 10)
            },
        ],
    }
}

/// Lays a siege out of what was typed.
async fn lays(at: At<'_>, [place, mine, theirs, ground, line]: &[String; 5]) -> Result<Message, Message> {
    let seen = at.look(|scene| {
        let position = position(&scene.own)?;
        // Where the board is kept here it knows most of what is left out.
        let on_board = scene.own.seat().and_then(|seat| known(&position, seat, read::place(place)?));
        Some((position, on_board))
    });
    let (known, on_board) = seen.await?.ok_or_else(other_game)?;
    let or = |typed: &'_ str, of: fn(&Known) -> &String| -> String {
        let known = on_board.as_ref().filter(|_| typed.trim().is_empty()).map(of);
        known.map_or_else(|| typed.to_owned(), Clone::clone)
    };
    let (mine, theirs) = (&or(mine, |known| &known.mine), &or(theirs, |known| &known.theirs));
    let (ground, line) = (&or(ground, |known| &known.ground), &or(line, |known| &known.line));
    let lay = || -> Result<Sieges, Said> {
        if place.trim().is_empty() {
            return Err(said!("Say which province is besieged."));
        }
        if on_board.is_none() && mine.trim().is_empty() && known.board.is_in_use() {
            return Err(said!(
                "None of your stacks stands before {}. March there first, or say what besieges it.",
                table_commands::present::names::quoted(place)
            ));
        }
        let (scene, owner) = written::scene(place, ground)?;
        let line = written::line(line)?;
        let (own, besieger) = army(mine, &[], &known)?;
        let guess: Vec<Country> = owner.into_iter().collect();
        let fortress = written::fortress(theirs, &guess, &known)?;
        let besieged = written::besieged(&fortress, owner)?;
        let level = fortress.level.unwrap_or(scene.level);
        let scene = SiegeScene { level, line, countries: [own, besieged], ..scene };
        Ok(Sieges::Lay { scene, besieger, garrison: fortress.garrison })
    };
    sieges(at, lay().map_err(Message::refusal)?).await
}

fn army(
    text: &str,
    own: &[Country],
    position: &Position,
) -> Result<(Vec<Country>, europa::battle::Side), Said> {
    let read = read::stack(text, false, own, position)?;
    match read.stack {
        Stack::Army(side) => Ok((read.countries, side)),
        Stack::Fleet(_) => Err(said!("An army besieges; a fleet blockades.")),
    }
}

/// The form that states a siege anew: what is his who asks.
async fn restate_form(at: At<'_>, number: u32) -> Result<Answer, Message> {
    let see = |scene: &Scene<'_>| {
        let (_, siege, camp) = mine(&scene.own, Some(number)).into_iter().next()?;
        let unplayed = position(&scene.own)?.commands_siege(&siege, Camp::Besieged).is_none();
        let mut inputs = Vec::new();
        if camp == Camp::Besieger {
            inputs.push(Input {
                long: true,
                value: written::written_army(&siege.besieger, siege.of(Camp::Besieger)),
                ..line("mine", say!("Your besieging stack"), 300)
            });
            inputs.push(Input {
                value: written::written_line(siege.scene.line),
                ..line("line", say!("Your line of supply in MP"), 10)
            });
            inputs.push(Input {
                required: false,
                placeholder: say!("open, blockaded, bad weather, no pillage, level 2"),
                ..line("ground", say!("What of the ground has changed"), 150)
            });
        }
        if camp == Camp::Besieged || unplayed {
            inputs.push(Input {
                long: true,
                value: written::written_garrison(&siege.garrison),
                ..line("theirs", say!("Who is inside"), 300)
            });
        }
        let custom_id = CustomId::on(&scene.own, number.into(), "europa/siege/restate");
        Some(Form { title: say!("Siege of {}: restate", shown::words::place(&siege)), custom_id, inputs })
    };
    let gone = || Message::refusal(said!("You have no part in a siege {} that goes on.", number));
    Ok(at.look(see).await?.ok_or_else(gone)?.into())
}

/// States a siege anew out of what was typed.
async fn restates(
    at: At<'_>,
    number: u32,
    [own, supply, ground, theirs]: [&str; 4],
) -> Result<Message, Message> {
    let read = at.look(|scene| -> Result<Change, Said> {
        let gone = || said!("You have no part in a siege {} that goes on.", number);
        let (_, siege, _) = mine(&scene.own, Some(number)).into_iter().next().ok_or_else(gone)?;
        let position = position(&scene.own).ok_or_else(gone)?;
        let mut change = written::ground(ground)?;
        if !own.trim().is_empty() {
            let (_, besieger) = army(own, siege.of(Camp::Besieger), &position)?;
            change.besieger = (siege.owed.0 > 0 || besieger != siege.besieger).then_some(besieger);
        }
        if !supply.trim().is_empty() {
            let line = written::line(supply)?;
            if line != siege.scene.line {
                (change.line, change.no_line) = (line, line.is_none());
            }
        }
        if !theirs.trim().is_empty() {
            let fortress = written::fortress(theirs, siege.of(Camp::Besieged), &position)?;
            change.garrison = (fortress.garrison != siege.garrison).then_some(fortress.garrison);
            change.level = change.level.or(fortress.level);
        }
        Ok(change)
    });
    let change = Box::new(read.await?.map_err(Message::refusal)?);
    sieges(at, Sieges::Restate { number, change }).await
}

/// A button of sieges was pressed; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>) -> Option<Result<Answer, Message>> {
    let (at, number) = (press.at(), u32::try_from(press.prompt).ok()?);
    let what = match press.what {
        "lay" => return Some(lay_form(at).await),
        "restate" => return Some(restate_form(at, number).await),
        "picture" => return Some(picture(at, number).await.map(Answer::from)),
        "odds" => return Some(super::odds::of(at, &super::odds::Wanted::Siege(number)).await),
        "work" => Sieges::Work { number },
        "storm" => Sieges::Storm { number, later: false },
        "hunger" => Sieges::Hunger { number },
        "lift" => Sieges::Lift { number },
        "choose/breach" => Sieges::Choose { number, honours: false },
        "choose/honours" => Sieges::Choose { number, honours: true },
        _ => return None,
    };
    Some(sieges(at, what).await.map(Answer::from))
}

/// The form that a button of sieges opens anew.
pub(crate) async fn opens_form(press: Press<'_>) -> Option<Result<Answer, Message>> {
    match press.what {
        "lay" => Some(lay_form(press.at()).await),
        "restate" => Some(restate_form(press.at(), u32::try_from(press.prompt).ok()?).await),
        _ => None,
    }
}

/// What a form of sieges comes to; `None` for one that is not known.
pub(crate) async fn sent(
    press: Press<'_>,
    field: impl Fn(&str) -> String,
) -> Option<Result<Message, Message>> {
    match press.what {
        "lay" => {
            let texts = ["place", "mine", "theirs", "ground", "line"].map(&field);
            Some(lays(press.at(), &texts).await)
        }
        "restate" => {
            let texts = ["mine", "line", "ground", "theirs"].map(&field);
            let texts = texts.each_ref().map(String::as_str);
            Some(restates(press.at(), u32::try_from(press.prompt).ok()?, texts).await)
        }
        _ => None,
    }
}

/// The sheet of the last assault, for who asks.
async fn picture(at: At<'_>, number: u32) -> Result<Message, Message> {
    let seen = at.look_back(|_, entries| shown::assault_of(entries, number));
    let none = || Message::refusal(said!("There is no picture of an assault there."));
    let (siege, notes, verdict) = seen.await?.ok_or_else(none)?;
    let text = shown::words::place(&siege);
    let draw = move || shown::picture::picture(&siege, &notes, &verdict);
    Ok(with_picture(at.house, at.asked, text, "assault.png".to_owned(), draw).await)
}
