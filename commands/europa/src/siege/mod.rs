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
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::custom_id::CustomId;
use table_commands::house::House;
use table_commands::message::{Form, Input, Message};
use table_commands::present::Scene;
use table_commands::words::campaigns;
use table_commands::words::{line, look, look_back, show_or};
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match (place, mine, theirs) {
            (None, None, None) => lay_form(&house, &asked, &id).await,
            (place, mine, theirs) => {
                let texts = [place, mine, theirs, ground, line].map(Option::unwrap_or_default);
                let message = lays(&house, &asked, &id, &texts).await;
                let names = ["place", "mine", "theirs", "ground", "line"];
                typed_in(&house, &asked, message, (&id, "europa/siege/lay"), names, &texts).await
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let place = place.unwrap_or_default();
        storms(&house, &asked, &id, &place, later.unwrap_or(false)).await.into()
    })
    .await
}

/// Assaults the fortress of a name, or the only one that is besieged.
async fn storms(house: &House, asked: &Asked, campaign: &str, place: &str, later: bool) -> Message {
    let place = read::place(place).map_or_else(|| place.trim().to_lowercase(), |p| p.name().to_lowercase());
    let found = look(house, asked, campaign, |scene| {
        let own = mine(&scene.own, None);
        let besieges = own.into_iter().filter(|(_, siege, camp)| {
            *camp == Camp::Besieger && (place.is_empty() || siege.scene.place.to_lowercase() == place)
        });
        besieges.map(|(number, ..)| number).collect::<Vec<_>>()
    });
    match found.await {
        Err(sentence) => sentence,
        Ok(found) => match found.as_slice() {
            [] => Message::refusal(said!("You besiege no such fortress. /europa battle siege lays a siege.")),
            [number] => sieges(house, asked, campaign, Sieges::Storm { number: *number, later }).await,
            _ => Message::refusal(said!("You besiege several fortresses; name the province.")),
        },
    }
}

async fn sieges(house: &House, asked: &Asked, campaign: &str, what: Sieges) -> Message {
    order(house, asked, campaign, &Order::Sieges(Box::new(what))).await
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
async fn lay_form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    match opening(house, asked, campaign, "europa/siege/lay").await {
        Err(answer) => answer,
        Ok((own, custom_id)) => {
            let stands = look(house, asked, campaign, |scene| {
                first_before(&*position(&scene.own)?, scene.own.seat()?)
            });
            let known = stands.await.ok().flatten();
            Answer::Form(form_to_lay(own, custom_id, known))
        }
    }
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
async fn lays(
    house: &House,
    asked: &Asked,
    campaign: &str,
    [place, mine, theirs, ground, line]: &[String; 5],
) -> Message {
    let seen = look(house, asked, campaign, |scene| {
        let position = position(&scene.own)?;
        // Where the board is kept here it knows most of what is left out.
        let on_board = scene.own.seat().and_then(|seat| known(&position, seat, read::place(place)?));
        Some((position, on_board))
    });
    let (known, on_board) = match seen.await {
        Err(sentence) => return sentence,
        Ok(None) => return other_game(),
        Ok(Some(seen)) => seen,
    };
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
    match lay() {
        Err(why) => Message::refusal(why),
        Ok(lay) => sieges(house, asked, campaign, lay).await,
    }
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
async fn restate_form(house: &House, asked: &Asked, campaign: &str, number: u32) -> Answer {
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
    show_or(house, asked, campaign, see, || said!("You have no part in a siege {} that goes on.", number))
        .await
}

/// States a siege anew out of what was typed.
async fn restates(
    house: &House,
    asked: &Asked,
    campaign: &str,
    number: u32,
    [own, supply, ground, theirs]: [&str; 4],
) -> Message {
    let read = look(house, asked, campaign, |scene| -> Result<Change, Said> {
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
    match read.await {
        Err(sentence) => sentence,
        Ok(Err(why)) => Message::refusal(why),
        Ok(Ok(change)) => {
            sieges(house, asked, campaign, Sieges::Restate { number, change: Box::new(change) }).await
        }
    }
}

/// A button of sieges was pressed; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
) -> Option<Answer> {
    let number = u32::try_from(prompt).ok()?;
    let what = match what {
        "lay" => return Some(lay_form(house, asked, campaign).await),
        "restate" => return Some(restate_form(house, asked, campaign, number).await),
        "picture" => return Some(picture(house, asked, campaign, number).await.into()),
        "odds" => {
            let wanted = super::odds::Wanted::Siege(number);
            return Some(super::odds::of(house, asked, campaign, &wanted).await);
        }
        "work" => Sieges::Work { number },
        "storm" => Sieges::Storm { number, later: false },
        "hunger" => Sieges::Hunger { number },
        "lift" => Sieges::Lift { number },
        "choose/breach" => Sieges::Choose { number, honours: false },
        "choose/honours" => Sieges::Choose { number, honours: true },
        _ => return None,
    };
    Some(sieges(house, asked, campaign, what).await.into())
}

/// The form that a button of sieges opens anew.
pub(crate) async fn opens_form(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
) -> Option<Answer> {
    match what {
        "lay" => Some(lay_form(house, asked, campaign).await),
        "restate" => Some(restate_form(house, asked, campaign, u32::try_from(prompt).ok()?).await),
        _ => None,
    }
}

/// What a form of sieges comes to; `None` for one that is not known.
pub(crate) async fn sent(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    field: impl Fn(&str) -> String,
) -> Option<Message> {
    match what {
        "lay" => {
            let texts = ["place", "mine", "theirs", "ground", "line"].map(&field);
            Some(lays(house, asked, campaign, &texts).await)
        }
        "restate" => {
            let texts = ["mine", "line", "ground", "theirs"].map(&field);
            let texts = [0, 1, 2, 3].map(|i: usize| texts[i].as_str());
            Some(restates(house, asked, campaign, u32::try_from(prompt).ok()?, texts).await)
        }
        _ => None,
    }
}

/// The sheet of the last assault, for who asks.
async fn picture(house: &House, asked: &Asked, campaign: &str, number: u32) -> Message {
    let seen = look_back(house, asked, campaign, |_, entries| shown::assault_of(entries, number));
    let (siege, notes, verdict) = match seen.await {
        Ok(Some(seen)) => seen,
        Ok(None) => return Message::refusal(said!("There is no picture of an assault there.")),
        Err(sentence) => return sentence,
    };
    let text = shown::words::place(&siege);
    table_commands::drawn::with_picture(house, asked, text, "assault.png".to_owned(), move || {
        shown::picture::picture(&siege, &notes, &verdict)
    })
    .await
}
