//! What is done with deals: drafted, signed, withdrawn, carried out, recalled.

use super::*;
use crate::act::{Act, Given};
use crate::audience::Audience;
use crate::campaign::{Campaign, Stage};
use crate::draft::Draft;
use crate::event::{Entry, Event, SECRET, SecretPart};
use crate::game;
use crate::refusal::Refusal;
use crate::said;
use crate::{frames, votes};
use serde_json::json;
use std::sync::Arc;

impl Campaign {
    /// The deals of a seat: what is not over first, of these the newest.
    #[must_use]
    pub(crate) fn deals_of(&self, seat: &SeatId) -> Vec<DealView> {
        let own = self.deals.iter().filter(|(_, deal)| deal.parties.contains(seat));
        let mut own: Vec<DealView> =
            own.map(|(key, deal)| DealView { key: *key, deal: deal.as_ref().clone() }).collect();
        own.sort_by_key(|of| (of.deal.is_over(), std::cmp::Reverse(of.deal.number(seat))));
        own
    }

    /// Whether the bot has something of a deal to do now.
    #[must_use]
    pub fn has_deals_due(&self) -> bool {
        self.play.stage == Stage::Playing && due(self).is_some()
    }

    /// A deal as it stands now. One that is over is kept in sight as long as it is among the last of one of its parties.
    pub(crate) fn apply_dealt(&mut self, entry: &Entry, key: u64) {
        let Some(deal) = told(entry) else { return };
        let (parties, is_over) = (deal.parties.clone(), deal.is_over());
        self.deals.insert(key, Arc::new(deal));
        if !is_over {
            return;
        }
        let is_last = |deal: &Deal| {
            deal.parties.iter().any(|seat| {
                let later = |other: &&Arc<Deal>| {
                    other.is_over() && other.parties.contains(seat) && other.number(seat) > deal.number(seat)
                };
                self.deals.values().filter(later).count() < KEPT_OVER
            })
        };
        let of_these = |deal: &Deal| parties.iter().any(|party| deal.parties.contains(party));
        let gone = self.deals.iter().filter(|(_, deal)| deal.is_over() && of_these(deal) && !is_last(deal));
        let gone: Vec<u64> = gone.map(|(key, _)| *key).collect();
        gone.iter().for_each(|key| _ = self.deals.remove(key));
    }

    /// A key that no deal has: out of bytes that nobody chose, so that it is not given again where the campaign comes back from a backup.
    fn free_key(&self, salt: &Secret<[u8; 32]>) -> u64 {
        let bytes = crate::hash::sha256(&[b"chancery/deal/2", salt.reveal()]).0;
        let mut key = bytes.iter().take(6).fold(0, |key, byte| (key << 8) | u64::from(*byte));
        while self.deals.contains_key(&key) {
            key += 1;
        }
        key
    }
}

/// Changes deals: off the record.
pub(crate) fn change(draft: &mut Draft<'_>, change: &Change, salt: &Secret<[u8; 32]>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("The campaign has not begun yet.")));
    }
    match change {
        Change::Draft { with, terms } => {
            let key = draft.campaign().free_key(salt);
            let deal = drafted(draft, &seat, with, terms)?;
            write(draft, (key, Became::Drafted), &deal, salt)
        }
        Change::Sign { deal: key } => {
            let mut deal = own(draft.campaign(), &seat, *key)?;
            if deal.standing() != Standing::Draft || !deal.signed.insert(seat) {
                return Err(Refusal::new(said!("You have signed that deal already, or it is over.")));
            }
            write(draft, (*key, Became::Signed), &deal, salt)
        }
        Change::Withdraw { deal: key } => {
            let mut deal = own(draft.campaign(), &seat, *key)?;
            if !deal.may_be_withdrawn() {
                return Err(Refusal::new(if deal.is_over() {
                    said!("That deal is over already.")
                } else if deal.terms.reveal().clauses.iter().all(|clause| clause.done) {
                    said!("What the bot does for that deal is done, and a promise is not withdrawn.")
                } else {
                    said!(
                        "All have signed that deal and bound themselves: it can be withdrawn only where the rules do not let it be carried out."
                    )
                }));
            }
            let mut terms = deal.terms.reveal().clone();
            if deal.standing() == Standing::InForce {
                terms.clauses.retain(|clause| clause.done);
            }
            (deal.terms, deal.held) = (Secret::new(terms), None);
            deal.withdrawn = Some(seat);
            write(draft, (*key, Became::Withdrawn), &deal, salt)
        }
        Change::Judge { deal: key, promise, kept } => {
            let mut deal = own(draft.campaign(), &seat, *key)?;
            if !deal.to_judge(&seat).contains(promise) {
                return Err(Refusal::new(said!(
                    "There is no such promise for you to judge: its date has not come, or it was judged."
                )));
            }
            let mut terms = deal.terms.reveal().clone();
            if let Some(promise) = terms.promises.get_mut(*promise) {
                promise.kept = Some(*kept);
            }
            deal.terms = Secret::new(terms);
            write(draft, (*key, Became::Judged), &deal, salt)
        }
    }
}

/// A deal of the seat's.
fn own(campaign: &Campaign, seat: &SeatId, key: u64) -> Result<Deal, Refusal> {
    let deal = campaign.deals.get(&key).filter(|deal| deal.parties.contains(seat));
    deal.map(|deal| deal.as_ref().clone()).ok_or_else(|| Refusal::new(said!("You have no such deal.")))
}

/// A deal out of what was asked for, signed by who drafts it.
fn drafted(draft: &Draft<'_>, seat: &SeatId, with: &[SeatId], terms: &Terms) -> Result<Deal, Refusal> {
    let campaign = draft.campaign();
    let players = votes::acts::voters(&campaign.play);
    let mut parties = vec![seat.clone()];
    for other in with {
        if !players.contains(other) || parties.contains(other) {
            return Err(Refusal::new(said!("A deal is made with other seats that have a player.")));
        }
        parties.push(other.clone());
    }
    if parties.len() < 2 {
        return Err(Refusal::new(said!("A deal is made with other seats that have a player.")));
    }
    let is_open =
        |deal: &&Arc<Deal>| deal.standing() == Standing::Draft && deal.parties.first() == Some(seat);
    if campaign.deals.values().filter(is_open).count() >= MOST_DRAFTS {
        return Err(Refusal::new(said!(
            "{} of your deals wait for a signature already. Withdraw one first.",
            MOST_DRAFTS
        )));
    }
    let today =
        |deal: &&Arc<Deal>| deal.parties.first() == Some(seat) && deal.made > draft.at() - 24 * 60 * 60;
    if campaign.deals.values().filter(today).count() >= MOST_A_DAY {
        return Err(Refusal::new(said!("A player drafts {} deals a day at most.", MOST_A_DAY)));
    }
    if terms.clauses.is_empty() && terms.promises.is_empty() {
        return Err(Refusal::new(said!(
            "A deal has something in it: what the bot carries out, or a promise."
        )));
    }
    if terms.clauses.len() > MOST_CLAUSES || terms.promises.len() > MOST_PROMISES {
        return Err(Refusal::new(said!(
            "A deal has {} clauses and {} promises at most.",
            MOST_CLAUSES,
            MOST_PROMISES
        )));
    }
    let mut clauses = Vec::new();
    for clause in &terms.clauses {
        let mut order = clause.order.clone();
        game::as_recorded(&mut order);
        if !parties.contains(&clause.seat) || order.get(SECRET).is_some() {
            return Err(Refusal::new(said!("A deal holds its parties alone to something, and openly.")));
        }
        campaign.play.game.in_a_deal(&clause.seat, &order)?;
        campaign.play.game.may_agree(&order)?;
        clauses.push(Clause { seat: clause.seat.clone(), order, done: false });
    }
    let promises = terms.promises.iter().map(|promise| promised(campaign, &parties, promise));
    let terms = Terms { clauses, promises: promises.collect::<Result<_, _>>()?, bound: terms.bound };
    let of = |party: &SeatId| {
        let own = campaign.deals.values().filter(|deal| deal.parties.contains(party));
        own.map(|deal| deal.number(party)).max().unwrap_or_default() + 1
    };
    Ok(Deal {
        numbers: parties.iter().map(of).collect(),
        made: draft.at(),
        parties,
        terms: Secret::new(terms),
        signed: BTreeSet::from([seat.clone()]),
        written_by: draft.author().person(),
        held: None,
        withdrawn: None,
    })
}

/// A promise as it is kept.
fn promised(campaign: &Campaign, parties: &[SeatId], promise: &Promise) -> Result<Promise, Refusal> {
    let text = crate::canonical::composed(promise.text.trim());
    let length = text.chars().count();
    let says = text.chars().any(char::is_alphanumeric);
    if !parties.contains(&promise.by) || !says || length > LONGEST_PROMISE {
        return Err(Refusal::new(said!(
            "A promise is made by a party and has 1 to {} characters; this one has {}.",
            LONGEST_PROMISE,
            length
        )));
    }
    if let Some(due) = &promise.due {
        match campaign.play.game.has_come(due) {
            Some(false) => {}
            Some(true) => {
                return Err(Refusal::new(said!("{} has come already; nothing can be recalled then.", due)));
            }
            None => {
                return Err(Refusal::new(said!("\"{}\" is no date of this game.", due)));
            }
        }
    }
    let by = promise.by.clone();
    Ok(Promise { by, text, due: promise.due.clone(), recalled: false, kept: None })
}

/// Keeps a deal as it stands now, off the record, for its parties alone.
fn write(
    draft: &mut Draft<'_>,
    (key, now): (u64, Became),
    deal: &Deal,
    salt: &Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let mut terms = deal.terms.reveal().clone();
    let texts: Vec<String> =
        terms.promises.iter_mut().map(|promise| std::mem::take(&mut promise.text)).collect();
    let body = serde_json::to_value(Deal { terms: Secret::new(terms), ..deal.clone() })
        .map_err(|_| Refusal::new(said!("The change could not be written.")))?;
    let part = |body: Value, salt: [u8; 32], person: Option<u32>| SecretPart {
        to: Audience::of(deal.parties.iter().cloned()),
        body: Some(Secret::new(body)),
        n: None,
        salt: Some(Secret::new(salt)),
        person,
    };
    // The words stand apart, so that who wrote them can have them deleted and the deal stands.
    let of_texts = crate::hash::sha256(&[b"chancery/deal/texts", salt.reveal()]).0;
    let parts =
        vec![part(body, *salt.reveal(), None), part(json!({"texts": texts}), of_texts, deal.written_by)];
    draft.off_record(Event::Dealt { deal: key, now }, parts)
}

/// What the bot has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Give the clauses of a deal whose step is now.
    Clauses(u64),
    /// Recall promises of a deal.
    Promises(u64),
}

/// The first of them.
pub(crate) fn due(campaign: &Campaign) -> Option<Due> {
    campaign.deals.iter().find_map(|(key, deal)| {
        if deal.standing() != Standing::InForce {
            return None;
        }
        let tried = deal.held.as_ref().is_some_and(|held| held.frame == here(campaign.play.at_work()));
        if !tried && !now(campaign, deal).is_empty() {
            return Some(Due::Clauses(*key));
        }
        let promises = &deal.terms.reveal().promises;
        promises.iter().any(|promise| is_due(campaign, promise)).then_some(Due::Promises(*key))
    })
}

/// The clauses whose step is now, by their places. A seat without a player gives no order.
fn now(campaign: &Campaign, deal: &Deal) -> Vec<usize> {
    let plays = |seat: &SeatId| {
        campaign.play.seats.get(seat).is_some_and(|place| place.person.is_some() && !place.out)
    };
    let clauses = deal.terms.reveal().clauses.iter().enumerate();
    let open: Vec<(usize, Step)> = clauses
        .filter(|(_, clause)| !clause.done)
        .filter_map(|(at, clause)| Some((at, step(campaign, clause)?)))
        .collect();
    // What can be done at any time, and what is so already, goes with the first that has a step of its own.
    let waits = open.iter().any(|(_, step)| *step == Step::Later);
    let comes = open.iter().any(|(_, step)| *step == Step::Now) || !waits;
    if !comes || !deal.parties.iter().all(plays) {
        return Vec::new();
    }
    open.into_iter().filter(|(_, step)| *step != Step::Later).map(|(at, _)| at).collect()
}

/// When a clause is given.
fn step(campaign: &Campaign, clause: &Clause) -> Option<Step> {
    campaign.play.game.in_a_deal(&clause.seat, &clause.order).ok()
}

fn is_due(campaign: &Campaign, promise: &Promise) -> bool {
    let due = promise.due.as_deref();
    !promise.recalled && due.is_some_and(|due| campaign.play.game.has_come(due) == Some(true))
}

/// The clock comes to a deal: its clauses are given, all whose step is now or none of them; or its promises are recalled.
pub(crate) fn tick(draft: &mut Draft<'_>, due: &Due) -> Result<(), Refusal> {
    let (Due::Clauses(key) | Due::Promises(key)) = due;
    let Some(mut deal) = draft.campaign().deals.get(key).map(|deal| deal.as_ref().clone()) else {
        return Ok(());
    };
    let mut terms = deal.terms.reveal().clone();
    let author = draft.author();
    draft.by(crate::names::By::Bot);
    let became = match due {
        Due::Promises(_) => {
            let is_due: Vec<bool> =
                terms.promises.iter().map(|promise| is_due(draft.campaign(), promise)).collect();
            for (promise, _) in terms.promises.iter_mut().zip(is_due).filter(|(_, is_due)| *is_due) {
                promise.recalled = true;
            }
            Became::Recalled
        }
        Due::Clauses(_) => {
            let now = now(draft.campaign(), &deal);
            let given = now.iter().filter_map(|at| terms.clauses.get(*at));
            let given = given.filter(|clause| step(draft.campaign(), clause) != Some(Step::So));
            let orders = given.map(|clause| Given { seat: clause.seat.clone(), order: clause.order.clone() });
            let act = Act::CarryDeal { orders: orders.collect() };
            let nothing = matches!(&act, Act::CarryDeal { orders } if orders.is_empty());
            let frame = here(draft.campaign().play.at_work());
            let before = draft.mark();
            let done = if nothing { Ok(()) } else { carry_out(draft, &act) };
            match done.and_then(|()| frames::acts::settle(draft)) {
                Ok(()) => {
                    deal.held = None;
                    for at in now {
                        if let Some(clause) = terms.clauses.get_mut(at) {
                            clause.done = true;
                        }
                    }
                    Became::CarriedOut
                }
                Err(refusal) => {
                    draft.back_to(before);
                    draft.by(crate::names::By::Bot);
                    let why = Kept::from(&refusal.says);
                    let still = deal.held.as_ref().is_some_and(|held| held.why == why);
                    deal.held = Some(Held { frame, why });
                    if still { Became::HeldStill } else { Became::Held }
                }
            }
        }
    };
    deal.terms = Secret::new(terms);
    // Nobody chose these bytes, and who reads the file knows the deal as well: they seal nothing that is on the record.
    let salt = Secret::new(crate::hash::sha256(&[b"chancery/deal/1", &key.to_be_bytes()]).0);
    write(draft, (*key, became), &deal, &salt)?;
    draft.by(author);
    Ok(())
}

/// The bot gives orders of a deal in the names of their seats.
pub(crate) fn carry_out(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::CarryDeal { orders } = act else { return Ok(()) };
    if draft.campaign().play.stage != Stage::Playing || orders.is_empty() {
        return Err(Refusal::new(said!("The campaign has not begun yet.")));
    }
    draft.act_line(act, None)?;
    let rules = draft.campaign().play.game.rules();
    for given in orders {
        match draft.campaign().play.game.in_a_deal(&given.seat, &given.order)? {
            Step::Later => return Err(Refusal::new(said!("The step of play for that has not come."))),
            // What one did before, or an order of the same deal, has brought it about.
            Step::So => continue,
            Step::Now | Step::Any => {}
        }
        rules.decide(draft, &given.seat, &given.order)?;
    }
    Ok(())
}
