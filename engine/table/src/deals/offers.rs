//! What can be done with deals, as it is offered.

use super::{Change, Clause, Promise, Standing, Terms};
use crate::names::SeatId;
use crate::offers::{Field, Kind, Offer};
use crate::order::Verb;
use crate::secret::Secret;
use crate::view::View;
use serde::Deserialize;
use serde_json::Value;

/// The verb of the offer to draft a deal, which its game makes.
pub const DRAFT: &str = "draft_deal";

/// The offer to draft a deal with another seat, out of clauses that go together. None where nothing can be drafted now.
#[must_use]
pub fn offer(view: &View, with: &SeatId, ways: &[Vec<Clause>]) -> Option<Offer> {
    let own = view.seat()?;
    let drafts = view
        .deals
        .iter()
        .filter(|of| of.deal.standing() == Standing::Draft && of.deal.parties.first() == Some(own));
    let plays = view
        .seats
        .iter()
        .any(|place| place.id == *with && place.person.is_some() && !place.out && !place.stand_in);
    if view.as_regent || !plays || drafts.count() >= super::MOST_DRAFTS {
        return None;
    }
    let one = |name: &str, seat: &SeatId| Field::required(name, Kind::one_of([seat.as_str()])).kept_secret();
    let mut fields = vec![one("with", with), one("by", own)];
    if !ways.is_empty() {
        fields.push(Field::optional("clauses", Kind::among(ways)).kept_secret());
    }
    fields.push(Field::required("promise", Kind::Text { most: super::LONGEST_PROMISE }).kept_secret());
    fields.push(Field::optional("bound", Kind::Truth { is: true }).kept_secret());
    Some(Offer::with(DRAFT, fields))
}

/// What the table offers of deals: sign, withdraw, judge.
pub(crate) fn offers(view: &View) -> Vec<Offer> {
    let Some(seat) = view.seat().filter(|_| !view.as_regent) else { return Vec::new() };
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let exactly = |name: &str, number: i64| {
        Field::required(name, Kind::Whole { least: number, most: number }).kept_secret()
    };
    let mut offers = Vec::new();
    for of in &view.deals {
        let deal = exactly("deal", whole(of.key));
        if of.deal.standing() == Standing::Draft && !of.deal.signed.contains(seat) {
            offers.push(Offer::with("sign_deal", vec![deal.clone()]));
        }
        if of.deal.may_be_withdrawn() {
            offers.push(Offer::with("withdraw_deal", vec![deal.clone()]).back());
        }
        for promise in of.deal.to_judge(seat) {
            let promise = exactly("promise", i64::try_from(promise).unwrap_or(0));
            let kept = Field::required("kept", Kind::one_of(["yes", "no"])).kept_secret();
            offers.push(Offer::with("judge_promise", vec![deal.clone(), promise, kept]));
        }
    }
    offers
}

/// What such an offer comes to as it was filled in; `None` where it is none of these.
pub(crate) fn taken(verb: &str, filled: &Value, salt: [u8; 32]) -> Option<Verb> {
    let deal = || filled.get("deal")?.as_u64();
    let change = match verb {
        DRAFT => {
            let with = SeatId::from(filled.get("with")?.as_str()?);
            let clauses = filled.get("clauses").map_or(Ok(Vec::new()), Vec::<Clause>::deserialize).ok()?;
            let text = filled.get("promise")?.as_str()?.to_owned();
            let by = SeatId::from(filled.get("by")?.as_str()?);
            let promises = vec![Promise { by, text, due: None, recalled: false, kept: None }];
            let bound = filled.get("bound").and_then(Value::as_bool).unwrap_or(false);
            Change::Draft { with: vec![with], terms: Terms { clauses, promises, bound } }
        }
        "sign_deal" => Change::Sign { deal: deal()? },
        "withdraw_deal" => Change::Withdraw { deal: deal()? },
        "judge_promise" => Change::Judge {
            deal: deal()?,
            promise: usize::try_from(filled.get("promise")?.as_u64()?).ok()?,
            kept: filled.get("kept")?.as_str()? == "yes",
        },
        _ => return None,
    };
    Some(Verb::Deal { change, salt: Secret::new(salt) })
}
