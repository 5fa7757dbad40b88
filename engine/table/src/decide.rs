//! The one door of a campaign: an order is decided against it and becomes entries, or is refused.
//!
//! [`decide`] looks and never touches: it works on a [`Draft`].

use super::act::Act;
use super::assent::{self, What};
use super::campaign::{Campaign, Stage};
use super::chance::Chance;
use super::draft::{Draft, has_no_field_of_the_line};
use super::event::{Entry, Event, FORMAT, Founded, SECRET, Text};
use super::names::{By, SeatId, is_campaign_id};
use super::order::{Founding, GAME, Order, Verb};
use super::refusal::Refusal;
use super::{
    clock, deals, dice, ending, envelope, epoch, exchange, forward, frames, game, lodged, notice, places,
    press, ready, seats, set_back, stand_ins, standing, strongbox, typed, undo, values, votes,
};
use crate::said;
use serde_json::{Map, Value};

/// Founds a campaign: the entry of its first line.
///
/// # Errors
/// A refusal where the game, the scenario, the seats or an option is not known or out of bounds.
pub fn found(founding: &Founding, chance: &mut dyn Chance) -> Result<Vec<Entry>, Refusal> {
    found_under(founding, None, chance)
}

/// The same under a revision of the rules; without one under the newest.
pub(crate) fn found_under(
    founding: &Founding,
    revision: Option<&str>,
    chance: &mut dyn Chance,
) -> Result<Vec<Entry>, Refusal> {
    let rules = game::by_key(&founding.game)
        .ok_or_else(|| Refusal::new(said!("There is no game \"{}\" here.", founding.game)))?;
    if !is_campaign_id(&founding.campaign) {
        return Err(Refusal::new(said!("A campaign's id is ten letters a–z or digits.")));
    }
    if founding.operator_seats > founding.seats {
        return Err(Refusal::new(said!("The operator cannot hold more seats than there are.")));
    }
    let options = rules.options(&founding.scenario, founding.seats, &founding.options)?;
    let commitments = chance.new_chain(1, true)?;
    let founded = Founded {
        format: FORMAT,
        campaign: founding.campaign.clone(),
        game: founding.game.clone(),
        rules: revision.unwrap_or(rules.newest()).to_owned(),
        packs: rules.packs(&options).into_iter().map(|digest| digest.hex()).collect(),
        anchor: commitments.anchor,
        veil: commitments.veil,
        operator: (1..=founding.operator_seats).map(SeatId::numbered).collect(),
        scenario: founding.scenario.clone(),
        seats: founding.seats,
        options,
        timing: founding.timing.clone().map(super::timing::Timing::checked).transpose()?,
        umpire: founding.umpire,
    };
    let before = Some((0, super::hash::Hash::default()));
    let event = Event::Founded(founded);
    Ok(vec![Entry::write(founding.at, By::Person(1), event, Vec::new(), before)?])
}

/// Decides an order: the entries it makes, none where it changes nothing.
///
/// # Errors
/// A refusal where the order is not allowed; nothing is changed and no roll consumed.
pub fn decide(campaign: &Campaign, order: &Order, chance: &mut dyn Chance) -> Result<Vec<Entry>, Refusal> {
    carried_out(campaign, order, chance).map(|(entries, _)| entries)
}

/// Decides an order, and what the campaign is after its entries: the same that they make when they are applied.
///
/// # Errors
/// As [`decide`].
pub fn carried_out(
    campaign: &Campaign,
    order: &Order,
    chance: &mut dyn Chance,
) -> Result<(Vec<Entry>, Campaign), Refusal> {
    // Time never runs back on the record, whatever the machine's clock does.
    let at = order.at.max(campaign.last_at);
    let mut draft = decided_on(Draft::of(campaign, at, order.by, chance), order)?;
    envelope::otherwise::told(&mut draft, campaign)?;
    Ok(draft.into_both())
}

/// Decides an order on a draft of its campaign.
pub(crate) fn decide_on(draft: Draft<'_>, order: &Order) -> Result<Vec<Entry>, Refusal> {
    decided_on(draft, order).map(Draft::into_entries)
}

/// The same, with the draft as it stands after it.
fn decided_on<'d>(mut draft: Draft<'d>, order: &Order) -> Result<Draft<'d>, Refusal> {
    if draft.campaign().play.stage == Stage::Closed
        && !matches!(order.verb, Verb::Tick | Verb::Restored | Verb::Revise)
    {
        return Err(Refusal::new(said!(
            "This campaign is closed, and a closed campaign stays closed. Its record can still be exported and verified."
        )));
    }
    if draft.campaign().play.stage != Stage::Closed
        && !draft.campaign().has_its_rules()
        && !matches!(order.verb, Verb::Revise | Verb::Restored)
    {
        return Err(Refusal::new(said!(
            "This campaign is played by revision {} of the rules, which this program does not have.",
            draft.campaign().rules.as_str()
        )));
    }
    take(&mut draft, &order.verb, order.operator)?;
    frames::acts::settle(&mut draft)?;
    Ok(draft)
}

/// The bot says by which revision of the rules play goes on, where it no longer has the one that held.
fn revise(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.author() != By::Bot {
        return Err(Refusal::new(said!("Only the bot gives that order.")));
    }
    if draft.campaign().has_its_rules() || draft.campaign().play.stage == Stage::Closed {
        return Ok(());
    }
    let before = draft.campaign().rules.clone();
    let after = draft.campaign().play.game.rules().newest().to_owned();
    draft.plain_order(&Verb::Revise)?;
    draft.emit(Event::Rules { before, after })
}

/// Takes an order on a draft.
fn take(draft: &mut Draft<'_>, verb: &Verb, operator: bool) -> Result<(), Refusal> {
    match verb {
        Verb::Join { word } => seats::join(draft, word, operator)?,
        Verb::Leave => seats::leave(draft)?,
        Verb::Start => seats::start(draft)?,
        Verb::Word { word } => dice::lay_down_word(draft, word)?,
        Verb::Roll { notation, label } => dice::roll_freely(draft, notation, label.as_ref())?,
        Verb::Chart { asked, label } => dice::roll_on_chart(draft, asked, label.as_ref())?,
        Verb::Seal { round, choice, word } => {
            let seat = draft.seat()?;
            envelope::acts::seal(draft, round, &seat, choice, word.clone())?;
        }
        Verb::Final { round } => {
            let seat = draft.seat()?;
            envelope::acts::make_final(draft, round, &seat)?;
        }
        Verb::Open { round } => {
            let seat = draft.seat()?;
            envelope::acts::withdraw_final(draft, round, &seat)?;
        }
        Verb::Undo => undo::acts::take_back(draft)?,
        Verb::Reveal => epoch::ask_to_reveal(draft)?,
        Verb::Tick => {
            if let Some(due) = clock::tick(draft)? {
                act(draft, &due, None)?;
            }
        }
        Verb::Restored => epoch::restored(draft)?,
        Verb::Revise => revise(draft)?,
        Verb::Close => seats::ask_to_close(draft)?,
        Verb::Act { act: wanted, text } => {
            if wanted.is_the_bots() && draft.author() != By::Bot {
                return Err(Refusal::new(said!("Only the clock gives that order.")));
            }
            act(draft, wanted, text.as_ref())?;
        }
        Verb::Forward { amends, followed, text } => {
            forward::acts::propose(draft, amends, followed, text.as_ref())?;
        }
        Verb::Dispatch { to, text } => exchange::dispatch(draft, to, text)?,
        Verb::For { seat, verb } => {
            places::acts::may_act(draft, seat)?;
            if !places::acts::regent_may(verb) {
                return Err(Refusal::new(said!(
                    "A regent does what the open steps ask of the seat, and no more: he seals and changes envelopes, and is ready."
                )));
            }
            draft.act_for(seat.clone());
            take(draft, verb, operator)?;
        }
        Verb::Strongbox { act, salt } => strongbox::act(draft, act, salt)?,
        Verb::Lodge { power, change, salt } => lodged::acts::change(draft, power.as_deref(), change, salt)?,
        Verb::Stand { kind, choice, salt } => standing::give(draft, kind, choice.as_ref(), salt)?,
        Verb::Press { change } => press::acts::change(draft, change)?,
        Verb::Deal { change, salt } => deals::acts::change(draft, change, salt)?,
        Verb::Game(order) => of_the_game(draft, order)?,
    }
    Ok(())
}

/// Takes an order of the game.
fn of_the_game(draft: &mut Draft<'_>, order: &Value) -> Result<(), Refusal> {
    let rules = draft.campaign().play.game.rules();
    let gathering = draft.campaign().play.stage == Stage::Gathering && rules.is_before_play(order);
    let seat = match draft.seat() {
        Ok(seat) => Some(seat),
        // Who founded the campaign lays its map before he takes a seat, or where he takes none.
        Err(_) if gathering && draft.author() == draft.campaign().host() => None,
        Err(refusal) => return Err(refusal),
    };
    if draft.campaign().play.stage != Stage::Playing && !gathering {
        return Err(Refusal::new(said!("The campaign has not begun yet.")));
    }
    let mut order = order.clone();
    game::as_recorded(&mut order);
    let mut fields = match &order {
        Value::Object(fields) => fields.clone(),
        _ => Map::new(),
    };
    has_no_field_of_the_line(&order)?;
    let is_sealed = rules.sealed(&order) != game::Sealed::Nothing;
    if fields.contains_key(SECRET) && !is_sealed {
        return Err(Refusal::new(said!("That is no order of {}.", rules.name())));
    }
    if is_sealed && !fields.contains_key(SECRET) && !draft.is_without_secrets() {
        return Err(Refusal::new(said!(
            "A part of this order is sealed for you alone, and it is missing. Nothing was ordered."
        )));
    }
    let secrets = draft.sealed_fields(&mut fields, seat.as_ref())?;
    if let Some(seat) = draft.acting() {
        fields.insert("for".to_owned(), seat.as_str().into());
    }
    draft.order_line(GAME, fields, secrets)?;
    match seat {
        Some(seat) => tells_or_does(draft, &seat, order),
        None => rules.decide_for_host(draft, &order),
    }
}

/// An order of the game: one that rests on the word of who gives it, and binds or costs another, is told first.
fn tells_or_does(draft: &mut Draft<'_>, seat: &SeatId, order: Value) -> Result<(), Refusal> {
    let what = What::Order { order };
    match assent::acts::rests_on(draft, seat, &what)? {
        Some(assent) => assent::acts::told(draft, seat, what, assent),
        None => assent::acts::done(draft, seat, &what),
    }
}

/// Takes an act of the table.
fn act(draft: &mut Draft<'_>, act: &Act, text: Option<&Text>) -> Result<(), Refusal> {
    match act {
        Act::Share { .. } => places::acts::share(draft, act),
        Act::Unshare { .. } => places::acts::unshare(draft, act),
        Act::Away { .. } => places::acts::away(draft, act),
        Act::Back => places::acts::back(draft, act),
        Act::Look => places::acts::look(draft),
        Act::Resign => places::acts::resign(draft, act),
        Act::OfferSeat { .. } => places::acts::offer(draft, act),
        Act::HandOver { .. } => places::acts::hand_over(draft, act),
        Act::StandIn { .. } => places::acts::stand_in(draft, act),
        Act::StandIns => places::acts::stand_ins(draft, act),
        Act::SetTiming { .. } => clock::set_timing(draft, act),
        Act::Pause => clock::pause(draft, act, text),
        Act::Resume => clock::resume(draft, act),
        Act::Extend { .. } => clock::extend(draft, act, text),
        Act::Live { .. } => clock::live(draft, act),
        Act::Timer { .. } => clock::timer(draft, act),
        Act::Ready { .. } => ready::acts::ready(draft, act),
        Act::NotReady => ready::acts::not_ready(draft, act),
        Act::LetStand { .. } => ready::acts::let_stand(draft, act),
        Act::Ask { .. } => votes::acts::ask(draft, act, text),
        Act::Reopen { .. } => votes::reopen(draft, act),
        Act::Switch { .. } => votes::acts::switch(draft, act),
        Act::AppointRegent { .. } => votes::acts::appoint_regent(draft, act),
        Act::AskInfluence { .. } => votes::acts::ask_influence(draft, act),
        Act::Conclude => votes::acts::conclude(draft, act),
        Act::Cast { .. } => votes::acts::cast(draft, act),
        Act::Tell { .. } => values::acts::tell(draft, act),
        Act::TellAll { .. } => values::acts::tell_all(draft, act),
        Act::Confirm { .. } => assent::acts::confirm(draft, act),
        Act::Deny { .. } => assent::acts::deny(draft, act),
        Act::ConfirmAll { .. } => assent::acts::confirm_all(draft, act),
        Act::WithdrawTelling { .. } => assent::acts::withdraw(draft, act),
        Act::TellingDue { .. } => assent::acts::telling_due(draft, act),
        Act::Correct { .. } => values::acts::correct(draft, act, text),
        Act::Agree { .. } => values::acts::agree(draft, act),
        Act::Object { .. } => values::acts::object(draft, act),
        Act::Settle { .. } => values::acts::settle(draft, act),
        Act::TypeValues { .. } => typed::acts::propose(draft, act),
        Act::ConfirmValues { .. } => typed::acts::confirm(draft, act),
        Act::WithdrawValues { .. } => typed::acts::withdraw(draft, act),
        Act::SetBack => set_back::acts::ask(draft, act, text),
        Act::AnswerSetBack { .. } => set_back::acts::answer(draft, act),
        Act::Void { .. } => values::acts::void(draft, act, text),
        Act::LayDown { .. } => values::acts::lay_down(draft, act, text),
        Act::Exchange { .. } => exchange::open(draft, act, text),
        Act::Press => press::acts::signed(draft, act, text),
        Act::Publish { .. } => press::acts::out(draft, act, text, None),
        Act::Deadline { .. } => clock::deadline(draft, act),
        Act::StepDue => ready::acts::step_due(draft, act),
        Act::CloseVote { .. } => votes::acts::close_by_clock(draft, act),
        Act::CorrectionDue { .. } => values::acts::correction_due(draft, act),
        Act::StandInActs { .. } => stand_ins::seals(draft, act),
        Act::StandInOrders { .. } => stand_ins::orders(draft, act),
        Act::CarryOut { .. } => lodged::acts::carry_out(draft, act),
        Act::CarryDeal { .. } => deals::acts::carry_out(draft, act),
        Act::GiveNotice => notice::acts::give(draft, act),
        Act::PlayOn => notice::acts::play_on(draft, act),
        Act::NoticeDue => notice::acts::due(draft, act),
        Act::PutOff => ending::acts::put_off(draft, act),
        Act::EndingDue => ending::acts::due(draft, act),
        Act::AskAfter { .. } => clock::ask_after(draft, act),
    }
}
