//! Rounds of envelopes in words: what one is about, what its button says, and what lies in an envelope, for its owner.

use super::{Scene, names};
use crate::eia::bid::present::sheet_lines;
use crate::say;
use engine::eia::{self, outline::Month, powers::Power};
use engine::europa;
use engine::table::act::Exchanged;
use engine::table::envelope::Contents;
use engine::table::exchange;
use engine::table::view::RoundView;
use serde_json::Value;

/// What sort of round it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The bid sheets of the choice of powers.
    Sheets,
    /// The auction of a power.
    Auction(Power),
    /// The plans of a day of a battle.
    Battle,
    /// The plans of a battle of Europa.
    Fight,
    /// Interceptions of a march of Europa.
    Interception,
    /// The political sheets of a month.
    Politics(Month),
    /// Free envelopes between powers.
    Free,
    /// Some other round of a game.
    Other,
}

/// What sort of round a name tells of.
#[must_use]
pub fn sort(round: &str) -> Sort {
    match round.parse() {
        Ok(eia::envelopes::Round::Bids) => return Sort::Sheets,
        Ok(eia::envelopes::Round::Auction(power)) => return Sort::Auction(power),
        Ok(eia::envelopes::Round::Battle { .. }) => return Sort::Battle,
        Ok(eia::envelopes::Round::Politics(month)) => return Sort::Politics(month),
        Err(_) => {}
    }
    match round.parse() {
        Ok(europa::envelopes::Round::Fight { .. }) => Sort::Fight,
        Ok(europa::envelopes::Round::Intercept { .. }) => Sort::Interception,
        Err(_) if round.starts_with(exchange::PREFIX) => Sort::Free,
        Err(_) => Sort::Other,
    }
}

/// Its title: "Bid sheets", "Auction of Turkey", "Envelopes: who moves first in Naples".
#[must_use]
pub fn title(round: &RoundView) -> String {
    match sort(&round.round) {
        Sort::Sheets => say!("Bid sheets"),
        Sort::Auction(power) => say!("Auction of {}", power),
        Sort::Politics(month) => crate::eia::politics::present::title(month),
        Sort::Battle => crate::eia::battle::present::plan::title(round),
        Sort::Fight => crate::europa::battle::present::title(round),
        Sort::Interception => crate::europa::board::present::title(round),
        Sort::Free => {
            let about = round.about.as_deref().and_then(|about| about.lines().next());
            match about {
                Some(about) => say!("Envelopes: {}", names::plain_text(about, 80)),
                None => say!("Free envelopes"),
            }
        }
        Sort::Other => say!("Envelopes"),
    }
}

/// What the button says that seals, first and again.
#[must_use]
pub fn labels(round: &str) -> (String, String) {
    match sort(round) {
        Sort::Sheets => (say!("Seal my bids"), say!("Change my bids")),
        Sort::Auction(_) => (say!("Seal my bid"), say!("Change my bid")),
        Sort::Battle | Sort::Fight => (say!("My battle plan"), say!("Change my plan")),
        Sort::Politics(_) => (say!("My political sheet"), say!("Change my sheet")),
        Sort::Interception => (say!("Intercept or evade"), say!("Change my interception")),
        Sort::Free | Sort::Other => (say!("Seal my envelope"), say!("Change my envelope")),
    }
}

/// What the button does that opens the form.
#[must_use]
pub fn verb(round: &str) -> &'static str {
    match sort(round) {
        Sort::Battle => "battle/plan",
        Sort::Fight => "europa/plan",
        Sort::Interception => "europa/intercept",
        Sort::Politics(_) => "politics/sheet",
        Sort::Free => "envelope/seal",
        Sort::Sheets | Sort::Auction(_) | Sort::Other => "bid",
    }
}

/// What lies in an envelope, for its owner.
#[must_use]
pub fn content(scene: &Scene<'_>, round: &str, contents: &Contents) -> String {
    let word = contents.word.as_ref().map(|word| say!("New word for the dice: {}", word.as_str()));
    let word = word.unwrap_or_default();
    let says = match sort(round) {
        Sort::Free | Sort::Other => free(&contents.choice),
        _ => of_a_game(scene, round, contents).unwrap_or_default(),
    };
    [says, word].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn of_a_game(scene: &Scene<'_>, round: &str, contents: &Contents) -> Option<String> {
    if let Some(choice) = contents.of::<eia::EmpiresInArms>() {
        return Some(match choice {
            eia::envelopes::Choice::Bids(sheet) => sheet_lines(&sheet),
            eia::envelopes::Choice::Auction(eia::auction::Sealed { power, bid }) => {
                let power = crate::speech::word(power.name());
                match bid {
                    Some(bid) => say!("{} bids **{} VP**.", power, bid),
                    None => say!("{} makes **no bid**.", power),
                }
            }
            eia::envelopes::Choice::Battle(sealed) => {
                crate::eia::battle::present::plan::contents(&scene.own, round, &sealed)
            }
            eia::envelopes::Choice::Politics(sheet) => {
                crate::eia::politics::present::sheet_lines(&scene.own, &sheet)
            }
        });
    }
    Some(match contents.of::<europa::Europa>()? {
        europa::envelopes::Choice::Fight(sealed) => crate::europa::battle::present::contents(&sealed),
        europa::envelopes::Choice::Intercept(declared) => crate::europa::board::present::contents(&declared),
    })
}

/// What a free envelope holds.
#[must_use]
pub fn free(choice: &Value) -> String {
    if let Some(text) = choice.get("text").and_then(Value::as_str) {
        return names::plain_text(text, exchange::LONGEST);
    }
    if let Some(number) = choice.get("number").and_then(Value::as_i64) {
        return crate::speech::signed(number);
    }
    if let Some(answer) = choice.get("choice").and_then(Value::as_i64) {
        return say!("answer {}", answer);
    }
    String::new()
}

/// The answers of free envelopes that hold a choice, as they were written.
#[must_use]
pub fn answers(round: &RoundView) -> Vec<String> {
    match (&round.exchange, &round.about) {
        (Some(Exchanged::Choice { options }), Some(about)) => {
            about.lines().skip(1).take(*options as usize).map(|line| names::plain_text(line, 100)).collect()
        }
        _ => Vec::new(),
    }
}

impl Scene<'_> {
    /// An open round as the viewer sees it.
    #[must_use]
    pub fn round(&self, name: &str) -> Option<&RoundView> {
        self.own.rounds.iter().find(|round| round.round == name)
    }
}
