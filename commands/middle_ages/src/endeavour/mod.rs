//! `/ages endeavour`: an endeavour at a board elsewhere, stated in a form, decided by a year card.

pub mod present;
pub mod read;
mod states;

use crate::courts::no_court;
use crate::present::position;
use crate::{board, odds, order, other_game, words};
use middle_ages::Order;
use middle_ages::endeavour::course::Order as Undertaken;
use middle_ages::endeavour::{Endeavour, Kind};
use states::Picked;
use table::{Said, said};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Input, Message};
use table_commands::present::Scene;
use table_commands::present::front::Field;
use table_commands::rooms::Chosen;
use table_commands::words::{campaigns, line};
use table_commands::{Context, Error, say};

/// An endeavour as the command offers it.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(crate) enum KindChoice {
    #[name = "Ruling"]
    Rule,
    #[name = "Fortification"]
    Fortify,
    #[name = "Mobilization of an army"]
    Army,
    #[name = "Building of a fleet"]
    Fleet,
    #[name = "Civilisation marker"]
    Marker,
    #[name = "Conquest"]
    Conquer,
    #[name = "Pillage"]
    Pillage,
    #[name = "Negotiation"]
    Negotiate,
    #[name = "Conversion"]
    Convert,
}

/// Undertake an endeavour, which a year card decides; at a board elsewhere a form asks for more
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command)]
pub(crate) async fn endeavour(
    ctx: Context<'_>,
    #[description = "What you undertake"] what: KindChoice,
    #[description = "On the board kept here: the target; several palaces with commas"]
    #[autocomplete = "crate::board::areas"]
    target: Option<String>,
    #[description = "On the board kept here: from where"]
    #[autocomplete = "crate::board::areas"]
    base: Option<String>,
    #[description = "Gold that you add for each target"] gold: Option<u8>,
    #[description = "Over sea"] by_sea: Option<bool>,
    #[description = "A card of your hand that goes with it, by its name"]
    #[autocomplete = "crate::board::in_hand::names"]
    #[max_length = 60]
    card: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        if board::is_kept(at).await? {
            let (gold, by_sea) = (gold.unwrap_or(0), by_sea.unwrap_or(false));
            let kind = Kind::ALL[what as usize];
            let Some(target) = target else {
                return board::menu::shown(at, board::menu::Menu::Endeavour(kind)).await.map(Answer::from);
            };
            let typed = board::typed::Typed { kind, base, target, gold, by_sea, card };
            return board::typed::reviews(at, typed).await.map(Answer::from);
        }
        // What the form asks for is said in it: an option is not forgotten in silence.
        let options = [
            ("target", target.is_some()),
            ("base", base.is_some()),
            ("gold", gold.is_some()),
            ("by_sea", by_sea.is_some()),
            ("card", card.is_some()),
        ];
        let given: Vec<&str> = options.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
        if !given.is_empty() {
            return Err(kept_elsewhere(&given));
        }
        form(at, Kind::ALL[what as usize], false, &Picked::default()).await
    })
    .await
}

/// The refusal of options of the command that are for a board kept here.
fn kept_elsewhere(options: &[&str]) -> Message {
    Message::refusal(said!(
        "This board stands elsewhere: {} is an option for a board that is kept here. Leave it out; the form asks for areas, forces and gold.",
        options.join(", ")
    ))
}

/// What a form is for: an endeavour, or the odds of one.
fn verb(kind: Kind, odds: bool) -> String {
    format!("ages/{}/{}", if odds { "odds" } else { "endeavour" }, kind.key())
}

/// The endeavour of a key.
fn kind_of(key: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|known| known.key() == key)
}

/// The endeavour that a verb's form is of, whether it is for the odds, and what was chosen of it from lists.
fn of_verb(what: &str) -> Option<(Kind, bool, Picked)> {
    let (first, rest) = what.split_once('/')?;
    let (kind, picked) = rest.split_once('/').unwrap_or((rest, ""));
    let odds = match first {
        "endeavour" => false,
        "odds" => true,
        _ => return None,
    };
    Some((kind_of(kind)?, odds, Picked::read(picked)))
}

/// The stature of the viewer's leader that an endeavour hangs on, where that leader was told.
fn stature_told(scene: &Scene<'_>, kind: Kind) -> Option<String> {
    let position = position(&scene.own)?;
    let court = position.court_of(scene.own.seat()?)?;
    Some(position.courts.get(&court)?.leader.as_ref()?.of(kind.stature()?).to_string())
}

/// The form that states an endeavour. What the board kept here has nobody states: its odds are asked by choosing.
pub(crate) async fn form(at: At<'_>, kind: Kind, odds: bool, picked: &Picked) -> Result<Answer, Message> {
    if odds && board::is_kept(at).await.unwrap_or(false) {
        return board::menu::shown(at, board::menu::Menu::Odds(kind)).await.map(Answer::from);
    }
    let seen = at.look(|scene| {
        let position = position(&scene.own)?;
        let court = scene.own.seat().and_then(|seat| position.court_of(seat));
        Some((
            court,
            stature_told(scene, kind),
            CustomId::on(&scene.own, 0, &picked.within(&verb(kind, odds))),
        ))
    });
    let (court, told, custom_id) = seen.await?.ok_or_else(other_game)?;
    court.ok_or_else(no_court)?;
    let own = picked.leader().map(str::to_owned).or(told).unwrap_or_default();
    let of =
        |id, label, most, value: String, placeholder| Input { value, placeholder, ..line(id, label, most) };
    let mut inputs = vec![of("leader", asked_of_leader(kind), 60, own, say!("5; with a card: 5 +2"))];
    if kind.goes_abroad() {
        let like = say!("Tuscany: state 1, armies 2, fleets 1, seafaring");
        inputs.push(of("base", say!("From where"), 150, String::new(), like));
    }
    let like = read::example(kind);
    inputs.push(Input {
        long: true,
        ..of("target", say!("Against which area, and what it has"), 900, String::new(), like)
    });
    if kind.goes_abroad() {
        let none = say!("0 by land");
        inputs
            .push(Input { required: false, ..of("seas", say!("Sea areas between"), 2, String::new(), none) });
    }
    let title = if odds { say!("Odds: {}", words::kind(kind)) } else { words::kind(kind) };
    Ok(Answer::Form(Form { title, custom_id, inputs }))
}

fn asked_of_leader(kind: Kind) -> String {
    match kind.stature() {
        Some(stature) => say!("{} of your leader", words::stature(stature)),
        None => say!("Proselytic ability"),
    }
}

/// A button or select of endeavours; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let message = match (what, chosen.first()) {
        ("board", _) => stands(at).await,
        ("endeavour" | "odds", Some(kind)) => states::shown(at, kind_of(kind)?, what == "odds", None).await,
        ("endeavour" | "odds", None) => choice(at, what == "odds").await,
        _ => match states::pressed(at, what, chosen).await {
            Some(message) => message,
            None => return opens(at, what).await,
        },
    };
    Some(message.map(Answer::from))
}

/// The form that a verb opens.
pub(crate) async fn opens(at: At<'_>, what: &str) -> Option<Result<Answer, Message>> {
    let (kind, odds, picked) = of_verb(what)?;
    Some(form(at, kind, odds, &picked).await)
}

/// Which endeavour it is to be.
async fn choice(at: At<'_>, odds: bool) -> Result<Message, Message> {
    let select = |scene: &Scene<'_>| {
        let verb = if odds { "ages/odds" } else { "ages/endeavour" };
        let choices = Kind::ALL.into_iter().map(|kind| Choice::new(&words::kind(kind), kind.key()));
        Component::select(&say!("Which endeavour…"), CustomId::on(&scene.own, 0, verb), choices.collect())
    };
    let select = at.look(select).await?;
    let says = say!("What do you undertake? Lists and a form ask for what it hangs on.");
    Ok(Message::text(says).select(select))
}

/// What stands of the game: the board, or where that is elsewhere the courts, and how many year cards may still come.
async fn stands(at: At<'_>) -> Result<Message, Message> {
    let seen = |scene: &Scene<'_>| {
        board::present::board(scene).or_else(|| board::begun::board(scene)).or_else(|| present::board(scene))
    };
    at.look(seen).await?.ok_or_else(other_game)
}

/// What a form comes to; `None` for one that is not known.
pub(crate) async fn sent(at: At<'_>, what: &str, field: Field<'_>) -> Option<Result<Message, Message>> {
    let (kind, is_odds, picked) = of_verb(what)?;
    let stated = match stated(kind, &picked, field) {
        Ok(stated) => stated,
        Err(why) => return Some(Err(Message::refusal(why))),
    };
    if is_odds {
        return Some(odds::of(at, stated).await);
    }
    let what = Undertaken::Elsewhere { stated: Box::new(stated) };
    Some(order(at, &Order::Endeavours(what)).await)
}

/// The endeavour that a form states.
fn stated(kind: Kind, picked: &Picked, field: Field<'_>) -> Result<Endeavour, Said> {
    let (base, target) = (picked.base(&field("base")), picked.target(&field("target")));
    read::endeavour(kind, [&field("leader"), &base, &target, &field("seas")])
}
