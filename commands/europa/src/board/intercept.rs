//! The envelope that a march or a voyage asks for: interceptions and evasions.

use super::read::{place_meant, stacks_meant};
use crate::board::present as shown;
use crate::words::place;
use crate::{position, seals_as_final};
use europa::Position;
use europa::board::{Declared, declarations};
use europa::geography::Place;
use table::said;
use table::{Entry, Event, Said, SeatId, TableEvent, Verb};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Input, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::rooms::{Chosen, Press};
use table_commands::words::campaigns;
use table_commands::words::line;
use table_commands::{Context, Error, say};

/// Intercept a march or voyage, evade it, or let it pass
#[poise::command(slash_command)]
pub(crate) async fn intercept(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { screen(asking.at(), None).await }).await
}

/// The open round of envelopes for interceptions, for who asks, with its line: what was shown of a march that is over, or was taken back,
/// decides nothing of another.
fn round(scene: &Scene<'_>) -> Option<(String, u64)> {
    let open = scene.own.rounds.iter().find(|round| shown::is_round(&round.round) && round.mine.is_some());
    open.map(|round| (round.round.clone(), round.line))
}

/// What became of a march that waited for interceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Became {
    /// Who ordered it took it back, or all went back to before it.
    TakenBack,
    /// It was decided.
    Decided,
}

/// What the record says of it, after the line at which its round of envelopes opened; `None` where it says nothing.
fn became(entries: &[Entry], opened_at: u64) -> Option<Became> {
    let line = |entry: &Entry| entry.line.as_ref().map(|(line, _)| *line);
    let opened = entries.iter().position(|entry| line(entry) == Some(opened_at))?;
    let Some(TableEvent::RoundOpened { round, .. }) = entries[opened].table_event() else { return None };
    entries[opened + 1..].iter().find_map(|entry| match (&entry.event, entry.table_event()) {
        (Event::Opened { round: of, .. }, _) if *of == round => Some(Became::Decided),
        (_, Some(TableEvent::RoundCalledOff { round: of })) if of == round => Some(Became::Decided),
        (_, Some(TableEvent::Undone { line } | TableEvent::StepSetBack { line })) if line < opened_at => {
            Some(Became::TakenBack)
        }
        _ => None,
    })
}

/// The refusal where no march waits; of a button or a form, whose march waits for no interception any more, with what became of it.
async fn none_waits(at: At<'_>, opened_at: Option<u64>) -> Message {
    let became = match opened_at {
        Some(line) => became(&at.house.entries(at.campaign).await.unwrap_or_default(), line),
        None => None,
    };
    Message::refusal(match became {
        Some(Became::TakenBack) => {
            said!("That march was taken back, so there is nothing to intercept any more.")
        }
        Some(Became::Decided) => said!("That march is over: who intercepts it and who does not is decided."),
        None => said!("No march waits for your interception."),
    })
}

/// Whether nobody else is awaited in a round of envelopes, so that it opens with one's own.
fn is_alone(scene: &Scene<'_>, round: &str) -> bool {
    let round = scene.public.rounds.iter().find(|open| open.round == round);
    let waits = |(seat, done): &(SeatId, bool)| !done && Some(seat) != scene.own.seat();
    round.is_some_and(|round| !round.asked.iter().any(waits))
}

/// That a declaration is final, and what comes of it.
fn is_final(scene: &Scene<'_>, round: &str) -> String {
    if is_alone(scene, round) {
        say!("-# What you declare is Final at once, and as nobody else is awaited the dice fall with it.")
    } else {
        say!("-# What you declare is Final at once; it goes on when all who are asked are Final.")
    }
}

/// What of a stack is declared: an interception somewhere, or an evasion to somewhere, its own province for its fortress.
type One = (bool, u32, Place);

/// It in words.
fn in_words((evades, stack, at): One, position: &Position) -> Option<String> {
    let standing = position.board.stacks.get(&stack)?;
    let named = shown::named_stack(stack, standing);
    Some(if !evades {
        say!("{}: intercept in {}", named, place(at))
    } else if at == standing.at {
        say!("{}: go into the fortress", named)
    } else {
        say!("{}: evade to {}", named, place(at))
    })
}

/// What can be declared of the march that waits, to be chosen.
fn asks(scene: &Scene<'_>, line_of: Option<u64>) -> Option<Message> {
    let (name, at) = round(scene).filter(|(_, at)| line_of.is_none_or(|line| line == *at))?;
    let (position, seat) = (position(&scene.own)?, scene.own.seat()?);
    let under_way = position.under_way()?;
    let lists = declarations(&position, seat);
    let mut says = vec![say!("**On the move**: {}.", shown::moving(&position.board, under_way))];
    if lists.iter().all(Vec::is_empty) {
        says.push(say!("None of your stacks can intercept it or evade."));
    }
    says.push(is_final(scene, &name));
    let mut message = Message::text(says.join("\n"));
    let labels = [say!("Intercept with…"), say!("Evade with…")];
    for ((list, label), evades) in lists.into_iter().zip(labels).zip([false, true]) {
        let choice = |(stack, to): (u32, Place)| {
            Some(Choice::new(&in_words((evades, stack, to), &position)?, written((evades, stack, to))))
        };
        let choices = list.into_iter().filter_map(choice).collect();
        let verb = if evades { "europa/intercept/evade" } else { "europa/intercept/with" };
        message = message.select(Component::select(&label, CustomId::on(&scene.own, at, verb), choices));
    }
    Some(message.buttons(vec![
        scene.button(Look::Secondary, &say!("Let it pass"), at, "europa/pass"),
        scene.button(Look::Secondary, &say!("Write it…"), at, "europa/intercept/form"),
    ]))
}

/// A declaration of one stack as a list and a button carry it: `with/2/eCatalunya`.
fn written((evades, stack, at): One) -> String {
    format!("{}/{stack}/{}", if evades { "evade" } else { "with" }, at.site().key)
}

fn read(written: &str) -> Option<One> {
    let (how, rest) = written.split_once('/')?;
    let (stack, at) = rest.split_once('/')?;
    let evades = match how {
        "with" => false,
        "evade" => true,
        _ => return None,
    };
    Some((evades, stack.parse().ok()?, Place::by_key(at)?))
}

/// What was chosen, before it is declared.
fn drafted(scene: &Scene<'_>, line: u64, one: One) -> Option<Message> {
    let (name, at) = round(scene).filter(|(_, at)| *at == line)?;
    let says = format!("**{}**\n{}", in_words(one, &*position(&scene.own)?)?, is_final(scene, &name));
    let go = format!("europa/intercept/go/{}", written(one));
    Some(Message::text(says).buttons(vec![
        scene.button(Look::Primary, &say!("Declare it"), at, &go),
        scene.button(Look::Secondary, &say!("Another choice"), at, "europa/intercept"),
        scene.button(Look::Secondary, &say!("Let it pass"), at, "europa/pass"),
    ]))
}

/// A screen or a form of the march that waits, or what became of it.
async fn seen<M>(
    at: At<'_>,
    line: Option<u64>,
    see: impl FnOnce(&Scene<'_>) -> Option<M>,
) -> Result<Answer, Message>
where
    Answer: From<M>,
{
    match at.look(see).await? {
        Some(seen) => Ok(seen.into()),
        None => Err(none_waits(at, line).await),
    }
}

/// What can be declared, to be chosen: of the march whose round stands at a line, or of that which waits.
async fn screen(at: At<'_>, line: Option<u64>) -> Result<Answer, Message> {
    seen(at, line, |scene| asks(scene, line)).await
}

/// A button or a list of these; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let (at, line) = (press.at(), press.prompt);
    Some(match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("", _) => screen(at, Some(line)).await,
        ("form", _) => intercept_form(at, Some(line)).await,
        ("with" | "evade", _) => {
            let one = read(chosen.first()?)?;
            seen(at, Some(line), |scene| drafted(scene, line, one)).await
        }
        ("go", one) => {
            let (evades, stack, place) = read(one)?;
            let mut declared = Declared::default();
            if evades { &mut declared.evade } else { &mut declared.with }.push((stack, place));
            declares(at, line, &declared).await.map(Answer::from)
        }
        _ => return None,
    })
}

/// The form of an interception, of the march that waits: by a button, of that whose round stands at its line.
pub(crate) async fn intercept_form(at: At<'_>, line_of: Option<u64>) -> Result<Answer, Message> {
    let see = |scene: &Scene<'_>| {
        let (name, at) = round(scene).filter(|(_, at)| line_of.is_none_or(|line| line == *at))?;
        let position = position(&scene.own)?;
        let seat = scene.own.seat()?;
        let under_way = position.under_way().cloned()?;
        let named = |stacks: &Vec<u32>| {
            let stacks =
                stacks.iter().filter_map(|n| Some(shown::named_stack(*n, position.board.stacks.get(n)?)));
            clip(&stacks.take(4).collect::<Vec<_>>().join("; "), 100)
        };
        let [tries, evades] = europa::board::declarable(&position, seat);
        let places: Vec<&str> = under_way.march.entered().map(Place::name).collect();
        let optional = |input: Input| Input { required: false, ..input };
        Some(Form {
            title: if is_alone(scene, &name) {
                say!("Intercept or evade: the dice fall at once")
            } else {
                say!("Intercept or evade: Final at once")
            },
            custom_id: CustomId::on(&scene.own, at, "europa/intercept"),
            inputs: vec![
                optional(Input {
                    placeholder: named(&tries),
                    ..line("stack", say!("Intercept with (numbers of stacks)"), 30)
                }),
                optional(Input {
                    value: places.last().map(|place| (*place).to_owned()).unwrap_or_default(),
                    placeholder: clip(&places.join(", "), 100),
                    ..line("place", say!("Where, of the places entered"), 60)
                }),
                optional(Input {
                    placeholder: named(&evades),
                    ..line("evade", say!("Evade with (numbers of stacks)"), 30)
                }),
                optional(Input {
                    placeholder: say!("a place next to it, or fortress"),
                    ..line("to", say!("Evade to"), 60)
                }),
            ],
        })
    };
    seen(at, line_of, see).await
}

/// What a declaration comes to out of what was typed.
fn declared(typed: [&str; 4], to: Place) -> Result<Declared, Said> {
    let [with, at, evade, away] = typed.map(str::trim);
    let (with, evade) = (stacks_meant(with)?, stacks_meant(evade)?);
    let mut declared = Declared::default();
    if !with.is_empty() {
        let at = if at.is_empty() { to } else { place_meant(at)? };
        declared.with = with.into_iter().map(|stack| (stack, at)).collect();
    }
    if !evade.is_empty() {
        let fortress = [say!("fortress").to_lowercase(), "fortress".to_owned()];
        let away = if fortress.contains(&away.to_lowercase()) { to } else { place_meant(away)? };
        declared.evade = evade.into_iter().map(|stack| (stack, away)).collect();
    }
    Ok(declared)
}

/// Seals what is declared, or nothing, and makes it final.
async fn declares(at: At<'_>, line: u64, declared: &Declared) -> Result<Message, Message> {
    let open = at.look(round).await?.filter(|(_, at)| *at == line);
    let Some((name, _)) = open else { return Err(none_waits(at, Some(line)).await) };
    let Ok(choice) = serde_json::to_value(declared) else {
        return Err(Message::refusal(said!("That order could not be written.")));
    };
    let seal = Verb::Seal { round: name.clone(), choice, word: None };
    Ok(seals_as_final(at, name, seal).await)
}

/// Lets it pass.
pub(crate) async fn passes(at: At<'_>, line: u64) -> Result<Message, Message> {
    declares(at, line, &Declared::default()).await
}

/// Declares out of a form.
pub(crate) async fn sent(at: At<'_>, line: u64, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let typed = ["stack", "place", "evade", "to"].map(&field);
    let under_way = at.look(|scene| position(&scene.own)?.under_way().cloned()).await?;
    let Some(under_way) = under_way else { return Err(none_waits(at, Some(line)).await) };
    let declared = declared(typed.each_ref().map(String::as_str), under_way.march.to());
    declares(at, line, &declared.map_err(Message::refusal)?).await
}
