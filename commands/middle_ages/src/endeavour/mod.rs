//! `/ages endeavour`: an endeavour at a board elsewhere, stated in a form, decided by a year card.

pub mod present;
pub mod read;
mod states;

use crate::present::position;
use crate::{board, odds, order, other_game, words};
use middle_ages::Order;
use middle_ages::endeavour::course::Order as Undertaken;
use middle_ages::endeavour::{Endeavour, Kind};
use states::Picked;
use table::{Said, said};
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::custom_id::CustomId;
use table_commands::house::House;
use table_commands::message::{Choice, Component, Form, Input, Message};
use table_commands::present::Scene;
use table_commands::present::front::Field;
use table_commands::rooms::Chosen;
use table_commands::words::{campaigns, line, look};
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let kept = match board::is_kept(&house, &asked, &id).await {
            Ok(kept) => kept,
            Err(sentence) => return sentence.into(),
        };
        if kept {
            let (gold, by_sea) = (gold.unwrap_or(0), by_sea.unwrap_or(false));
            let kind = Kind::ALL[what as usize];
            let Some(target) = target else {
                return board::menu::shown(&house, &asked, &id, board::menu::Menu::Endeavour(kind)).await;
            };
            let typed = board::typed::Typed { kind, base, target, gold, by_sea, card };
            return board::typed::reviews(&house, &asked, &id, typed).await;
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
            return Message::refusal(said!(
                "This board stands elsewhere: {} is an option for a board that is kept here. Leave it out; the form asks for areas, forces and gold.",
                given.join(", ")
            ))
            .into();
        }
        form(&house, &asked, &id, Kind::ALL[what as usize], false, &Picked::default()).await
    })
    .await
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
pub(crate) async fn form(
    house: &House,
    asked: &Asked,
    campaign: &str,
    kind: Kind,
    odds: bool,
    picked: &Picked,
) -> Answer {
    if odds && board::is_kept(house, asked, campaign).await.unwrap_or(false) {
        return board::menu::shown(house, asked, campaign, board::menu::Menu::Odds(kind)).await;
    }
    let seen = look(house, asked, campaign, |scene| {
        let position = position(&scene.own)?;
        let court = scene.own.seat().and_then(|seat| position.court_of(seat));
        Some((
            court,
            stature_told(scene, kind),
            CustomId::on(&scene.own, 0, &picked.within(&verb(kind, odds))),
        ))
    });
    let (court, told, custom_id) = match seen.await {
        Err(sentence) => return sentence.into(),
        Ok(None) => return other_game().into(),
        Ok(Some(seen)) => seen,
    };
    if court.is_none() {
        return Message::refusal(said!("You play no court yet. Take one with /ages court.")).into();
    }
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
    Answer::Form(Form { title, custom_id, inputs })
}

fn asked_of_leader(kind: Kind) -> String {
    match kind.stature() {
        Some(stature) => say!("{} of your leader", words::stature(stature)),
        None => say!("Proselytic ability"),
    }
}

/// A button or select of endeavours; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    match what {
        "board" => Some(stands(house, asked, campaign).await),
        "endeavour" | "odds" => match chosen.first() {
            Some(kind) => {
                Some(states::shown(house, asked, campaign, kind_of(kind)?, what == "odds", None).await)
            }
            None => Some(choice(house, asked, campaign, what == "odds").await),
        },
        _ => match states::pressed(house, asked, campaign, what, chosen).await {
            Some(answer) => Some(answer),
            None => opens(house, asked, campaign, what).await,
        },
    }
}

/// The form that a verb opens.
pub(crate) async fn opens(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    let (kind, odds, picked) = of_verb(what)?;
    Some(form(house, asked, campaign, kind, odds, &picked).await)
}

/// Which endeavour it is to be.
async fn choice(house: &House, asked: &Asked, campaign: &str, odds: bool) -> Answer {
    let select = |scene: &Scene<'_>| {
        let verb = if odds { "ages/odds" } else { "ages/endeavour" };
        let choices = Kind::ALL.into_iter().map(|kind| Choice::new(&words::kind(kind), kind.key()));
        Component::select(&say!("Which endeavour…"), CustomId::on(&scene.own, 0, verb), choices.collect())
    };
    match look(house, asked, campaign, select).await {
        Err(sentence) => sentence.into(),
        Ok(select) => {
            Message::text(say!("What do you undertake? Lists and a form ask for what it hangs on."))
                .select(select)
                .into()
        }
    }
}

/// What stands of the game: the board, or where that is elsewhere the courts, and how many year cards may still come.
async fn stands(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let seen = |scene: &Scene<'_>| {
        board::present::board(scene).or_else(|| board::begun::board(scene)).or_else(|| present::board(scene))
    };
    match look(house, asked, campaign, seen).await {
        Err(sentence) => sentence.into(),
        Ok(None) => other_game().into(),
        Ok(Some(message)) => message.into(),
    }
}

/// What a form comes to; `None` for one that is not known.
pub(crate) async fn sent(
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: &str,
    field: Field<'_>,
) -> Option<Message> {
    let (kind, is_odds, picked) = of_verb(what)?;
    let stated = match stated(kind, &picked, field) {
        Ok(stated) => stated,
        Err(why) => return Some(Message::refusal(why)),
    };
    if is_odds {
        return Some(odds::of(house, asked, campaign, stated).await);
    }
    let what = Undertaken::Elsewhere { stated: Box::new(stated) };
    Some(order(house, asked, campaign, &Order::Endeavours(what)).await)
}

/// The endeavour that a form states.
fn stated(kind: Kind, picked: &Picked, field: Field<'_>) -> Result<Endeavour, Said> {
    let (base, target) = (picked.base(&field("base")), picked.target(&field("target")));
    read::endeavour(kind, [&field("leader"), &base, &target, &field("seas")])
}
