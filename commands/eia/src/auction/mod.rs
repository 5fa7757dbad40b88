//! The bids of an auction: a form of one line, and `/bid` in one line. `bid` leads here where the open round is an auction's.

pub mod control;
pub mod present;

use crate::auction::present::{bidders, power_of};
use eia::EmpiresInArms;
use eia::powers::Power;
use eia::rounds::Choice;
use linkme::distributed_slice;
use serde_json::{Map, Value, json};
use table::said;
use table::view::RoundView;
use table::{Said, Verb, View, Word};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Message, clip};
use table_commands::present::names::plain;
use table_commands::rooms::{ROOMS, Room};
use table_commands::say;
use table_commands::words::line;
use table_commands::words::old_card;

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "auction",
    opens: |press| {
        Box::pin(async move { Some(crate::bid::form(press.at(), Some(press.prompt)).await.into()) })
    },
    sent: |press, field| {
        Box::pin(async move {
            let typed = [field("power"), field("bid"), field("word")];
            let [power, bid, word] = &typed;
            Some(crate::bid::auctioned(press.at(), press.prompt, [power, bid, word]).await.into())
        })
    },
    ..Room::EMPTY
};

/// The auction that is meant: the one of a prompt, else the open one; `None` where the bids are for something else.
pub(crate) fn round(view: &View, prompt: Option<u64>) -> Option<&RoundView> {
    let mut auctions = view.rounds.iter().filter(|round| power_of(&round.round).is_some());
    match prompt {
        Some(line) => auctions.find(|round| round.line == line),
        None if view.rounds.iter().any(|round| round.round == eia::rounds::CHOICE_OF_POWERS) => None,
        None => auctions.next(),
    }
}

fn none_of_yours() -> Message {
    Message::refusal(said!("You have no power in whose name you could bid in this auction."))
}

/// The form of a bid; `whose` seat it is where a regent acts.
pub(crate) fn form(view: &View, round: &RoundView, whose: Option<&str>) -> Answer {
    let bidders = bidders(view);
    let (Some((first, vp)), Some(of)) = (bidders.first(), power_of(&round.round)) else {
        return none_of_yours().into();
    };
    if round.mine.is_none() {
        return none_of_yours().into();
    }
    let sealed = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref());
    let sealed = sealed.and_then(|sealed| match sealed.contents.of::<EmpiresInArms>()? {
        Choice::Auction(bid) => Some(bid),
        _ => None,
    });
    let chosen = sealed.as_ref().map_or(*first, |sealed| sealed.power);
    let bid = sealed.and_then(|sealed| sealed.bid).map(|bid| bid.to_string());
    let label = match bidders.as_slice() {
        [_] if control::is_of(&round.round) => {
            say!("0 to {} VP; empty: no bid", control::highest(view, of))
        }
        [_] => say!("0 to {} VP; empty: no bid", vp),
        _ => say!("VP; empty: no bid"),
    };
    let mut inputs =
        vec![Input { value: bid.unwrap_or_default(), required: false, ..line("bid", label, 10) }];
    if bidders.len() > 1 {
        let value = table_commands::speech::word(chosen.name());
        inputs.insert(0, Input { value, ..line("power", say!("In whose name you bid"), 40) });
    }
    inputs.push(Input {
        required: false,
        placeholder: say!("1 to 16 letters a–z or digits"),
        ..line("word", say!("New word for the dice (optional)"), 40)
    });
    let title =
        if control::is_of(&round.round) { say!("Bid for control of {}", of) } else { say!("Bid for {}", of) };
    Answer::Form(Form {
        title: table_commands::forms::titled(&title, whose),
        custom_id: CustomId::on(view, round.line, "auction"),
        inputs,
    })
}

/// Seals a bid out of three texts: the power, the number, a word for the dice.
pub(crate) async fn sealed(
    at: At<'_>,
    view: &View,
    round: Option<&RoundView>,
    [power, bid, word]: [&str; 3],
) -> Result<Message, Message> {
    let Some(round) = round else { return Err(old_card()) };
    let (choice, word) = read(view, [power, bid, word])?;
    Ok(at.order(Verb::Seal { round: round.round.clone(), choice, word }).await)
}

/// A bid as the engine takes it. "12", "Austria 12", "no bid" and nothing at all are understood; without a power the first of one's own
/// is meant.
fn read(view: &View, [power, bid, word]: [&str; 3]) -> Result<(Value, Option<Word>), Said> {
    let own = bidders(view);
    let apart = |c: char| c.is_whitespace() || matches!(c, ':' | '=');
    let words: Vec<&str> = bid.split(apart).filter(|word| !word.is_empty()).collect();
    let (mut number, mut name) = (None, Vec::new());
    for one in words {
        let lower = one.to_lowercase();
        match lower.parse::<i64>() {
            Ok(n) if number.is_none() => number = Some(n),
            _ if matches!(lower.as_str(), "vp" | "no" | "bid" | "none" | "-" | "–") => {}
            _ => name.push(one),
        }
    }
    let name = if name.is_empty() { power.trim().to_owned() } else { name.join(" ") };
    let by_word = |name: &str| {
        let lower = name.to_lowercase();
        Power::ALL.into_iter().find(|power| crate::names::called(power).to_lowercase() == lower)
    };
    let bidder = if name.is_empty() {
        own.first().map(|(power, _)| *power)
    } else {
        Power::meant(&name).or_else(|| by_word(&name))
    };
    let Some(bidder) = bidder else {
        return Err(said!(
            "\"{}\" is no bid. A bid is a whole number of VP, with the power in whose name you bid where you have several, or nothing for no bid.",
            plain(&clip(if name.is_empty() { bid } else { &name }, 60))
        ));
    };
    let mut sealed = Map::from_iter([("power".to_owned(), json!(bidder.key()))]);
    if let Some(number) = number {
        sealed.insert("bid".to_owned(), json!(number));
    }
    let word = Some(word).filter(|word| !word.trim().is_empty()).map(Word::read).transpose()?;
    Ok((Value::Object(sealed), word))
}
