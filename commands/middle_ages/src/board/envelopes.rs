//! The envelopes of the board: claims, a wished place, a defence.

use crate::endeavour::present::{headed, rating as says_rating};
use crate::other_game;
use crate::present::position;
use crate::rounds::{Rounds, ToldRound};
use crate::words as words_of;
use middle_ages::Position;
use middle_ages::board::claims::{AreaClaims, Claims};
use middle_ages::board::defence::{Defence, Defences};
use middle_ages::board::endeavours::eased;
use middle_ages::board::plan::as_rated;
use middle_ages::board::turn::{PlaceWishes, Wish};
use middle_ages::court::Court;
use middle_ages::endeavour::course::halved;
use middle_ages::endeavour::rating::rating;
use serde_json::Value;
use table::view::RoundView;
use table::{Said, Verb, said};
use table_commands::asked::{Answer, At, told};
use table_commands::custom_id::CustomId;
use table_commands::message::{Component, Embed, Form, Input, Look, Message};
use table_commands::present::front::{Field, RoundWords};
use table_commands::present::{Posts, Scene, clock, names};
use table_commands::rooms::Press;
use table_commands::say;
use table_commands::words::{line, yes_or_no};

impl ToldRound<Rounds> for AreaClaims {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords {
            by_name: false,
            ..RoundWords::new(
                say!("Claims"),
                (say!("My claims"), say!("Change my claims")),
                "ages/pick/claims",
            )
        }
    }

    fn contents(&self, scene: &Scene<'_>, Claims { areas }: &Claims) -> String {
        let Some(position) = position(&scene.public).filter(|_| !areas.is_empty()) else {
            return say!("No claims.");
        };
        let areas: Vec<String> = areas.iter().map(|area| position.data().name(*area).to_owned()).collect();
        say!("Claims: {}.", names::list(&areas))
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asks_all(scene, posts, round, &self.words(None), |position| {
            say!(
                "An area that a court claims and holds at the end counts {} VP more.",
                position.worth_of_a_claim()
            )
        });
    }
}

impl ToldRound<Rounds> for PlaceWishes {
    fn words(&self, _: Option<&str>) -> RoundWords {
        let labels = (say!("My place in the round"), say!("Change my place"));
        RoundWords {
            by_name: false,
            ..RoundWords::new(say!("Order of round {}", self.0), labels, "ages/pick/order")
        }
    }

    fn contents(&self, _: &Scene<'_>, wish: &Wish) -> String {
        say!("Place {} in the round.", wish.place)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asks_all(scene, posts, round, &self.words(None), super::told::order::decides);
    }
}

impl ToldRound<Rounds> for Defences {
    fn words(&self, about: Option<&str>) -> RoundWords {
        let title = match about {
            Some(area) => say!("Defence of {}", area.to_owned()),
            None => say!("A defence"),
        };
        RoundWords {
            by_name: false,
            alone: true,
            ..RoundWords::new(title, (say!("My defence"), say!("Change my defence")), "ages/pick/defence")
        }
    }

    fn contents(&self, scene: &Scene<'_>, defence: &Defence) -> String {
        let attacked = || is_attacked(&*position(&scene.public)?);
        match *defence {
            Defence { defend: true, gold } => say!("A year card in defence, and {} gold.", gold),
            Defence { defend: false, gold: 0 } => say!("No defence."),
            Defence { defend: false, gold } => match attacked() {
                Some(true) => {
                    say!("No defence. Without a year card gold does not count: the {} gold stay yours.", gold)
                }
                Some(false) => say!("{} gold against it.", gold),
                None => say!("No year card in defence, and {} gold.", gold),
            },
        }
    }

    /// Who may defend an area is asked by himself.
    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        let words = self.words(round.about.as_deref());
        let seal = seals_in(scene, round, &words);
        for (seat, _) in &round.asked {
            let pass = scene.button(Look::Secondary, &say!("No defence"), round.line, "ages/pass");
            let message = Message::text(say!("{} · {}", scene.title(), words.title))
                .with(Embed::new("", attacked(scene).join("\n")))
                .buttons(vec![seal.clone(), pass]);
            clock::to_regent(scene, posts, seat, "defence", &message);
            posts.to_seat(seat, "defence", message);
        }
    }
}

/// The button that seals in a round of envelopes.
fn seals_in(scene: &Scene<'_>, round: &RoundView, words: &RoundWords) -> Component {
    scene.button(Look::Primary, &words.labels.0, round.line, words.verb)
}

/// Asks in the council all who are asked in a round of envelopes, with the rule that decides by them.
fn asks_all(
    scene: &Scene<'_>,
    posts: &mut Posts,
    round: &RoundView,
    words: &RoundWords,
    decides: impl FnOnce(&Position) -> String,
) {
    let of: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
    let says = say!("**{}** · asked: {}. It goes on when all are Final.", words.title, names::list(&of));
    let decides = position(&scene.public).map(|position| decides(&position));
    let says = [Some(says), decides].into_iter().flatten().collect::<Vec<_>>().join("\n");
    posts.council("ages", Message::text(says).buttons(vec![seals_in(scene, round, words)]));
}

/// Whether what waits to be defended against is an attack, and not a negotiation; `None` where nothing waits.
pub(super) fn is_attacked(position: &Position) -> Option<bool> {
    position.board.declared.as_ref().map(|declared| declared.what.kind.is_attack())
}

/// The inputs of a defence: a year card and gold with it against an attack, gold alone against a negotiation.
fn of_a_defence(position: &Position, court: Option<Court>) -> Vec<Input> {
    let gold =
        court.and_then(|court| position.board.realms.get(&court)).map_or(0, |realm| realm.gold.min(255));
    let optional = |id, label, most, placeholder: String| Input {
        required: false,
        placeholder,
        ..line(id, label, most)
    };
    if is_attacked(position) == Some(false) {
        return vec![optional("gold", say!("Gold against it, 0 to {}", gold), 3, "0".to_owned())];
    }
    vec![
        optional("defend", say!("A year card in defence? yes or no"), 10, say!("no")),
        optional("gold", say!("Gold with the card, 0 to {}", gold), 3, "0".to_owned()),
    ]
}

/// The open round of the viewer of a kind: `claims`, `order`, `defence`. Its buttons and forms know it by the line at which it began.
pub(super) fn round<'s>(scene: &'s Scene<'_>, kind: &str) -> Option<&'s RoundView> {
    let of_it = |round: &&RoundView| round.round.split('/').next() == Some(kind);
    scene.own.rounds.iter().filter(of_it).find(|round| scene.own.may_seal(&round.round))
}

/// The button or form of an envelope; `None` where the verb is of none.
pub(crate) async fn pressed(press: Press<'_>) -> Option<Result<Answer, Message>> {
    if press.what == "pass" {
        let sealed = seals(press.at(), (press.prompt, "defence"), &Defence::default()).await;
        return Some(sealed.map(Answer::from));
    }
    form(press.at(), press.what).await
}

/// The form of an envelope.
pub(crate) async fn form(at: At<'_>, what: &str) -> Option<Result<Answer, Message>> {
    let kind = what.strip_prefix("seal/")?;
    let optional =
        |id, label, most, placeholder| Input { required: false, placeholder, ..line(id, label, most) };
    let (title, inputs) = match kind {
        "claims" => (say!("Claims"), vec![optional("areas", String::new(), 400, String::new())]),
        "order" => (
            say!("Place in the round"),
            vec![line("place", say!("At which place would you act? 1 is the first"), 2)],
        ),
        "defence" => (say!("Defence"), Vec::new()),
        _ => return None,
    };
    Some(opened(at, kind, (title, inputs)).await)
}

/// The form of an envelope of a kind, with what it asks of who opens it.
async fn opened(
    at: At<'_>,
    kind: &str,
    (title, mut inputs): (String, Vec<Input>),
) -> Result<Answer, Message> {
    let open = at.look(|scene| {
        let position = position(&scene.own)?;
        let custom_id = round(scene, kind)
            .map(|round| CustomId::on(&scene.own, round.line, &format!("ages/seal/{kind}")));
        let court = scene.own.seat().and_then(|seat| position.court_of(seat));
        let defence = if kind == "defence" { of_a_defence(&position, court) } else { Vec::new() };
        let claims = (position.most_claims(), position.worth_of_a_claim());
        Some(custom_id.map(|custom_id| (custom_id, claims, defence)))
    });
    let (custom_id, (most, worth), defence) = open.await?.ok_or_else(other_game)?.ok_or_else(not_asked)?;
    inputs.extend(defence);
    if let Some(claims) = inputs.first_mut().filter(|input| input.id == "areas") {
        claims.label = say!("At most {} that you do not hold", crate::words::areas(most));
        claims.placeholder = say!("Saxony, Lombardy: each that you hold at the end counts {} VP more", worth);
    }
    Ok(Answer::Form(Form { title, custom_id, inputs }))
}

/// The refusal of an envelope that is not asked for.
fn not_asked() -> Message {
    Message::refusal(said!("No such envelope is asked of you now."))
}

/// Seals claims, which can be looked at and changed until they are made Final, as other envelopes can: they stand for the whole game.
pub(super) async fn seals_claims(at: At<'_>, prompt: u64, claims: &Claims) -> Result<Message, Message> {
    let name = open_round(at, (prompt, "claims")).await?;
    Ok(at.order(sealing(name, claims)).await)
}

/// Seals a choice and makes it final, in the round that began at the line `prompt`: what was chosen for an attack that is over counts for no
/// other. 0 is whichever is open.
pub(super) async fn seals(
    at: At<'_>,
    (prompt, kind): (u64, &str),
    choice: &impl serde::Serialize,
) -> Result<Message, Message> {
    let name = open_round(at, (prompt, kind)).await?;
    let seal = sealing(name.clone(), choice);
    let sealed = told(at.house.order(at.campaign, &at.asked.asker.first_of_two(), seal).await);
    if sealed.is_refusal() {
        return Ok(sealed);
    }
    Ok(at.order(Verb::Final { round: name }).await)
}

/// The order that seals a choice.
fn sealing(round: String, choice: &impl serde::Serialize) -> Verb {
    Verb::Seal { round, choice: serde_json::to_value(choice).unwrap_or(Value::Null), word: None }
}

/// The name of the open round of a kind that began at the line `prompt`; 0 is whichever is open.
///
/// # Errors
/// The refusal, where none is open to who asks, or another.
async fn open_round(at: At<'_>, (prompt, kind): (u64, &str)) -> Result<String, Message> {
    let open = at.look(|scene| round(scene, kind).map(|round| (round.round.clone(), round.line)));
    match open.await? {
        None => Err(not_asked()),
        Some((_, line)) if prompt != 0 && prompt != line => Err(Message::refusal(said!(
            "That was chosen for something that is over, and counts for nothing else. Your desk has what is asked of you now."
        ))),
        Some((name, _)) => Ok(name),
    }
}

/// What a form of an envelope comes to; `None` for one that is not known.
pub(crate) async fn sent(press: Press<'_>, field: Field<'_>) -> Option<Result<Message, Message>> {
    let kind = press.what.strip_prefix("seal/")?;
    typed(press.at(), (press.prompt, kind), field).await.transpose()
}

/// Seals what was typed; `None` where the form is of no envelope.
async fn typed(at: At<'_>, of: (u64, &str), field: Field<'_>) -> Result<Option<Message>, Message> {
    let number = |id: &str, otherwise: u8| -> Result<u8, Said> {
        match field(id).trim() {
            "" => Ok(otherwise),
            typed => typed.parse().map_err(|_| said!("\"{}\" is no whole number.", names::quoted(typed))),
        }
    };
    let sealed = match of.1 {
        "claims" => {
            let typed = field("areas");
            let data = super::data(at).await?;
            let parts = typed.split(',').filter(|part| !part.trim().is_empty());
            let areas = parts.map(|part| super::area(&data, part)).collect::<Result<_, _>>();
            seals_claims(at, of.0, &Claims { areas: areas.map_err(Message::refusal)? }).await?
        }
        "order" => {
            let place = number("place", 1).map_err(Message::refusal)?;
            seals(at, of, &Wish { place }).await?
        }
        "defence" => {
            let typed = field("defend");
            let defend = if typed.trim().is_empty() { Ok(false) } else { yes_or_no(&typed) };
            let defence = defend.and_then(|defend| Ok(Defence { defend, gold: number("gold", 0)? }));
            seals(at, of, &defence.map_err(Message::refusal)?).await?
        }
        _ => return Ok(None),
    };
    Ok(Some(sealed))
}

/// What is undertaken against an area, for who may defend it, and what a defence would do.
pub(crate) fn attacked(scene: &Scene<'_>) -> Vec<String> {
    let found = || {
        let position = position(&scene.public)?;
        let declared = position.board.declared.clone()?;
        let owner = position.board.owner(declared.what.targets.first()?.area)?;
        let realm = position.board.realms.get(&owner)?.clone();
        let mut rated = as_rated(&position, declared.court, &declared.what, declared.bonus, declared.arms);
        if declared.fervour {
            eased(&mut rated);
        }
        let reads = crate::present::readings(&scene.public);
        let target = rated.targets.first()?.clone();
        let rating = rating(&rated, &target, halved(&rated, reads.seafarers_halved));
        Some((declared.court, rated, rating, realm))
    };
    let Some((court, rated, rating, realm)) = found() else { return Vec::new() };
    let mut lines = vec![headed(court, &rated), say!("Effectiveness: {}", says_rating(&rating))];
    lines.push(if rated.kind.is_attack() {
        say!(
            "A year card of yours takes {} off, your leader's combat, and each gold with it 1. Without a card no gold counts. You have {} and {} gold.",
            realm.leader.combat,
            words_of::year_cards(realm.cards.into()),
            realm.gold
        )
    } else {
        say!("Each gold of yours takes 1 off. You have {}.", realm.gold)
    });
    lines
}
