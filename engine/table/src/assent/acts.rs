//! What is done about what somebody tells: told, confirmed, denied, withdrawn, decided by others.

use super::{
    Assent, Came, Denied, HOURS, HOURS_IN_STEP, MOST_OPEN, MOST_VOTED, Telling, USUAL, Weight, What,
};
use crate::act::Act;
use crate::campaign::{Campaign, Play, Stage};
use crate::chain::Commitments;
use crate::chance::Chance;
use crate::draft::Draft;
use crate::event::TableEvent;
use crate::hash::Hash;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::roll::{Dice, RollRequest, draw};
use crate::said::Kept;
use crate::values::Change;
use crate::votes::acts::voters;
use crate::{ready, said, values, votes};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The chance of what is only tried: nothing falls, and nothing is sealed.
struct Tried;

impl Chance for Tried {
    fn roll(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        Ok(draw([0; 32], &request.dice))
    }

    fn veiled(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        self.roll(request)
    }

    fn salt(&mut self, _n: u64) -> Result<[u8; 32], Refusal> {
        Ok([0; 32])
    }

    fn seed(&mut self, _epoch: u64) -> Result<Hash, Refusal> {
        Ok(Hash::default())
    }

    fn new_chain(&mut self, _first: u64, _new_veil: bool) -> Result<Commitments, Refusal> {
        Ok(Commitments { anchor: Hash::default(), veil: Hash::default() })
    }

    fn veil_key(&mut self) -> Result<Hash, Refusal> {
        Ok(Hash::default())
    }
}

/// On whose assent rests what a seat tells; `None` where it counts at once, because nobody else is bound or nobody else plays.
pub(crate) fn rests_on(draft: &mut Draft<'_>, seat: &SeatId, what: &What) -> Result<Option<Assent>, Refusal> {
    if draft.campaign().play.stage != Stage::Playing {
        return Ok(None);
    }
    let assent = match what {
        What::Order { order } => {
            let rules = draft.campaign().play.game.rules();
            rules.rests_on(draft, seat, order)?
        }
        What::Values { changes } => values::acts::rests_on(draft.campaign(), seat, changes),
    };
    let given = given_away(draft, seat, what);
    if given.is_some() && draft.acting().is_some() {
        return Err(Refusal::new(said!(
            "A regent gives nothing lasting away for an absent player, and does not tell that he has less. Where it is so another tells it, and he is asked or the others vote."
        )));
    }
    let is_substitute = draft.campaign().play.seats.get(seat).is_some_and(|place| place.substitute);
    let by_vote = given.filter(|_| is_substitute).map(|of| Assent { of, weight: Weight::Decisive });
    let assent = match (assent, by_vote) {
        (Some(assent), Some(by_vote)) => Some(assent.and(by_vote)),
        (assent, by_vote) => assent.or(by_vote),
    };
    let others: Vec<SeatId> = voters(&draft.campaign().play).into_iter().filter(|one| one != seat).collect();
    Ok(assent.and_then(|assent| bound(assent, seat, &others)))
}

/// To whom somebody hands something lasting of his own by what he orders or tells: a province, or points that decide the game, which are nobody's
/// then. `None` where he does nothing of the kind.
fn given_away(draft: &mut Draft<'_>, seat: &SeatId, what: &What) -> Option<BTreeSet<SeatId>> {
    match what {
        What::Order { order } => {
            let rules = draft.campaign().play.game.rules();
            Some(rules.gives(draft, seat, order)).filter(|of| !of.is_empty())
        }
        What::Values { changes } => {
            let values = draft.campaign().values();
            let is_less = |change: &Change| {
                let value = values.iter().find(|value| value.key == change.key);
                value.is_some_and(|value| {
                    let is_own = value.of.as_ref() == Some(seat) && value.known && !value.purse;
                    is_own && value.brings == 0 && value.told(change) < value.now
                })
            };
            let regent = draft.acting().is_some();
            let decides = |change: &&Change| {
                let value = values.iter().find(|value| value.key == change.key);
                regent || value.is_some_and(|value| value.decides_from.is_some())
            };
            changes.iter().filter(decides).any(is_less).then(BTreeSet::new)
        }
    }
}

/// What is left of it without who tells it himself, and where others play.
fn bound(assent: Assent, seat: &SeatId, others: &[SeatId]) -> Option<Assent> {
    let Assent { mut of, weight } = assent;
    if weight != Weight::Decisive {
        of.remove(seat);
    }
    let is_anybodys = match weight {
        Weight::Light => of.iter().any(|seat| others.contains(seat)),
        Weight::Grave => !of.is_empty() && !others.is_empty(),
        Weight::Decisive => !others.is_empty(),
    };
    is_anybodys.then_some(Assent { of, weight })
}

/// Something is told: it is tried, so that what is not allowed is refused at once, and stands until it is assented to. The line of what was
/// ordered is written already.
pub(crate) fn told(draft: &mut Draft<'_>, seat: &SeatId, what: What, assent: Assent) -> Result<(), Refusal> {
    // What it would open is closed where a record is decided again, and nothing follows from it yet.
    if !draft.is_of_a_record() {
        done(&mut draft.trial(&mut Tried), seat, &what)?;
    }
    not_again(draft, &what)?;
    let assent = with_others(draft, seat, &what, assent);
    if assent.weight == Weight::Decisive {
        not_too_many_votes(draft, seat, &what)?;
    }
    in_the_place_of(draft, seat, &what)?;
    let telling = draft.campaign().next_line;
    let due = in_hours(draft);
    let Assent { of, weight } = assent;
    draft.table(TableEvent::TellingMade { by: seat.clone(), what, of, weight, due })?;
    let voters = voters(&draft.campaign().play);
    let Some(open) = draft.campaign().play.tellings.get(&telling) else { return Ok(()) };
    // Whom it binds is asked himself; where he is not there others are.
    let is_there = weight != Weight::Decisive && open.of.iter().all(|seat| voters.contains(seat));
    if is_there || weight == Weight::Light { Ok(()) } else { to_others(draft, telling) }
}

/// Refuses what was told in this step before and denied, whoever told it and whatever number he gave; and what is being decided.
fn not_again(draft: &Draft<'_>, what: &What) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let (step, manner) = (play.path(), play.game.rules().manner());
    let is_so = |denied: &Denied| denied.step == step && what.is_about_the_same(&denied.what, manner);
    if play.denied.iter().any(is_so) {
        return Err(Refusal::new(said!(
            "That was told and denied in this step: it can be told again in the next, or put to the vote with /vote ask."
        )));
    }
    let is_same = |open: &Telling| what.is_about_the_same(&open.what, manner);
    if play.tellings.iter().any(|(n, open)| is_disputed(play, *n, open) && is_same(open)) {
        return Err(Refusal::new(said!(
            "The same was told before and is being decided: it is told once, and not again until that is over."
        )));
    }
    Ok(())
}

/// Refuses one more telling on which the others would vote at once, where they vote on so many of his already.
fn not_too_many_votes(draft: &Draft<'_>, seat: &SeatId, what: &What) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let is_voted = |(n, open): &(&u64, &Arc<Telling>)| {
        open.by == *seat && open.what != *what && play.vote_on_telling(**n).is_some()
    };
    if play.tellings.iter().filter(is_voted).count() < MOST_VOTED {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "{} things that you told are being decided. Tell more when some of them are.",
        MOST_VOTED
    )))
}

/// Whether others decide about it, or are going to: somebody has denied it, or a vote is open.
fn is_disputed(play: &Play, telling: u64, open: &Telling) -> bool {
    !open.denied.is_empty() || open.host || play.vote_on_telling(telling).is_some()
}

/// How grave it is with what was told besides: what takes nothing from anybody goes to the others' vote where somebody would gain more by all of
/// it together than a turn brings as a rule.
fn with_others(draft: &Draft<'_>, seat: &SeatId, what: &What, assent: Assent) -> Assent {
    if assent.weight != Weight::Light {
        return assent;
    }
    let play = &draft.campaign().play;
    let step = play.path();
    let light = || play.tellings.values().filter(|open| open.weight == Weight::Light);
    let is_much = |(gains, parts): &(SeatId, u32)| {
        let passed = play.passed.get(gains).map_or(0, |passed| passed.counts_in(&step));
        // The same told once more takes the place of what was told before, and what two tell counts once.
        let others = light().filter(|open| open.what != *what);
        let waiting = others.filter_map(|open| play.light_parts(&open.by, &open.what).get(gains).copied());
        let all = waiting.fold(*parts, u32::saturating_add);
        all.saturating_add(passed) > USUAL
    };
    let gains: Vec<(SeatId, u32)> = play.light_parts(seat, what).into_iter().collect();
    let much: BTreeSet<SeatId> = gains.into_iter().filter(is_much).map(|(gains, _)| gains).collect();
    if much.is_empty() { assent } else { Assent { of: much, weight: Weight::Decisive } }
}

/// What he told before, where it is the same, or so much that there is no room for more, is withdrawn.
fn in_the_place_of(draft: &mut Draft<'_>, seat: &SeatId, what: &What) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let own = play.tellings.iter().filter(|(_, open)| open.by == *seat);
    let (mut gone, others): (Vec<_>, Vec<_>) = own.partition(|(_, open)| open.what == *what);
    let too_many = others.len().saturating_sub(MOST_OPEN - 1);
    let undisputed: Vec<_> = others.into_iter().filter(|(n, open)| !is_disputed(play, **n, open)).collect();
    if undisputed.len() < too_many {
        return Err(Refusal::new(said!(
            "{} things that you told are being decided. Tell more when some of them are.",
            MOST_OPEN
        )));
    }
    gone.extend(undisputed.into_iter().take(too_many));
    let gone: Vec<u64> = gone.into_iter().map(|(n, _)| *n).collect();
    let withdraw = |telling| TableEvent::TellingSettled { telling, came: Came::Withdrawn };
    gone.into_iter().try_for_each(|telling| draft.table(withdraw(telling)))
}

/// When what is told now falls due.
fn in_hours(draft: &Draft<'_>) -> i64 {
    let play = &draft.campaign().play;
    let due = play.awake_after(draft.at(), HOURS);
    let is_nearer = play.dues().filter_map(|due| due.at).any(|at| at < due);
    if is_nearer { play.awake_after(draft.at(), HOURS_IN_STEP) } else { due }
}

/// What was told is done.
pub(crate) fn done(draft: &mut Draft<'_>, seat: &SeatId, what: &What) -> Result<(), Refusal> {
    match what {
        What::Order { order } => {
            let rules = draft.campaign().play.game.rules();
            rules.decide(draft, seat, order)
        }
        What::Values { changes } => values::acts::set_as_told(draft, changes),
    }
}

/// Values are told that count at once: what others have told to be the same is so, and moves nothing once more.
pub(crate) fn is_told_besides(draft: &mut Draft<'_>, what: &What) -> Result<(), Refusal> {
    let What::Values { changes: told } = what else { return Ok(()) };
    let is_same = |open: &Telling| match &open.what {
        What::Values { changes } => {
            changes.iter().all(|one| told.iter().any(|told| (&told.key, told.after) == (&one.key, one.after)))
        }
        What::Order { .. } => false,
    };
    let tellings = draft.campaign().play.tellings.iter();
    let same: Vec<u64> = tellings.filter(|(_, open)| is_same(open)).map(|(n, _)| *n).collect();
    same.into_iter().try_for_each(|telling| settled(draft, telling, Came::Counts))
}

/// Who answers what was told.
enum Answers {
    /// A seat that it concerns.
    Seat(SeatId),
    /// The host, where nobody else is there who is no party.
    Host,
}

fn open(draft: &Draft<'_>, telling: u64) -> Result<Arc<Telling>, Refusal> {
    draft.campaign().play.tellings.get(&telling).cloned().ok_or_else(|| {
        Refusal::new(said!("That does not wait any more: it counts, was withdrawn or was rejected."))
    })
}

/// Who answers it, where who orders is one of them.
fn answers(draft: &Draft<'_>, open: &Telling) -> Result<Answers, Refusal> {
    if open.host && draft.author() == draft.campaign().host() {
        return Ok(Answers::Host);
    }
    let seat = draft.seat()?;
    let voters = voters(&draft.campaign().play);
    if open.asked(&voters).any(|asked| *asked == seat) {
        not_by_a_regent(draft)?;
        return Ok(Answers::Seat(seat));
    }
    Err(Refusal::new(if open.by == seat {
        said!("You told it yourself: those whom it concerns confirm it. You can withdraw it.")
    } else if open.host {
        said!("The host decides about that, for nobody else is there who is no party.")
    } else {
        said!(
            "That does not concern you: those confirm or deny it whom it binds, and where they do not the others vote."
        )
    }))
}

/// Refuses that a regent whom a vote named answers for the absent player, who did not choose him: without an answer the others vote.
fn not_by_a_regent(draft: &Draft<'_>) -> Result<(), Refusal> {
    if !acts_by_vote(draft) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "A regent whom a vote named assents to nothing for the absent player. Without his own answer those vote who are no party."
    )))
}

/// Whether who orders acts for a player whose regent he is by the others' vote.
fn acts_by_vote(draft: &Draft<'_>) -> bool {
    let place = draft.acting().and_then(|seat| draft.campaign().play.seats.get(seat));
    place.is_some_and(|place| place.regent.is_some())
}

/// Confirms what was told.
pub(crate) fn confirm(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Confirm { telling } = act else { return Ok(()) };
    let open = open(draft, *telling)?;
    match answers(draft, &open)? {
        Answers::Host => {
            draft.act_line(act, None)?;
            counts(draft, *telling)
        }
        Answers::Seat(seat) if open.confirmed.contains(&seat) => {
            Err(Refusal::new(said!("You have confirmed that already.")))
        }
        Answers::Seat(seat) => {
            draft.act_line(act, None)?;
            confirmed_by(draft, *telling, &seat)
        }
    }
}

/// Confirms all that was told up to a line of the record and waits for him.
pub(crate) fn confirm_all(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::ConfirmAll { through } = act else { return Ok(()) };
    let seat = draft.seat()?;
    not_by_a_regent(draft)?;
    let play = &draft.campaign().play;
    let voters = voters(play);
    let waits = |open: &Telling| open.awaited(&voters).any(|awaited| *awaited == seat);
    let waiting = play.tellings.iter().filter(|(n, open)| **n <= *through && waits(open));
    let waiting: Vec<u64> = waiting.map(|(n, _)| *n).collect();
    let Some(last) = waiting.last() else {
        return Err(Refusal::new(said!("Nothing that was told waits for you.")));
    };
    // The line says what he confirmed, not how far he looked.
    draft.act_line(&Act::ConfirmAll { through: *last }, None)?;
    waiting.into_iter().try_for_each(|telling| confirmed_by(draft, telling, &seat))
}

/// A seat confirms it, where it still waits; once all whom it concerns have, it counts.
fn confirmed_by(draft: &mut Draft<'_>, telling: u64, seat: &SeatId) -> Result<(), Refusal> {
    if !draft.campaign().play.tellings.contains_key(&telling) {
        return Ok(());
    }
    draft.table(TableEvent::TellingConfirmed { telling, seat: seat.clone() })?;
    let play = &draft.campaign().play;
    let Some(open) = play.tellings.get(&telling) else { return Ok(()) };
    let voters = voters(play);
    // One of whom nobody is there to confirm it has others to decide for him.
    let is_there = open.weight == Weight::Light || open.of.iter().all(|seat| voters.contains(seat));
    if is_there && open.asked(&voters).all(|asked| open.confirmed.contains(asked)) {
        return counts(draft, telling);
    }
    // Who confirms while it is voted on, and has a voice in it, votes for it.
    says(draft, telling, seat.clone(), votes::YES)
}

/// Says that it is not so: others decide.
pub(crate) fn deny(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Deny { telling } = act else { return Ok(()) };
    let open = open(draft, *telling)?;
    match answers(draft, &open)? {
        Answers::Host => {
            draft.act_line(act, None)?;
            settled(draft, *telling, Came::Rejected)
        }
        Answers::Seat(seat) if open.denied.contains(&seat) => {
            Err(Refusal::new(said!("You have denied that already; the others decide.")))
        }
        Answers::Seat(seat) => {
            draft.act_line(act, None)?;
            draft.table(TableEvent::TellingDenied { telling: *telling, seat: seat.clone() })?;
            let is_open = draft.campaign().play.vote_on_telling(*telling).is_some();
            to_others(draft, *telling)?;
            // Where the vote was opened now, what was answered before counts in it, and so does this.
            if is_open { says(draft, *telling, seat, votes::NO) } else { Ok(()) }
        }
    }
}

/// Who confirms or denies it and has a voice in the vote about it votes so.
fn says(draft: &mut Draft<'_>, telling: u64, seat: SeatId, option: u32) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let voice = play.vote_on_telling(telling).filter(|vote| {
        let vote = &play.votes[vote];
        vote.voters.contains(&seat) && vote.cast.get(&seat) != Some(&option)
    });
    voice.map_or(Ok(()), |vote| votes::acts::count_in(draft, vote, seat, option))
}

/// Takes back what one told oneself.
pub(crate) fn withdraw(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::WithdrawTelling { telling } = act else { return Ok(()) };
    let seat = draft.seat()?;
    if open(draft, *telling)?.by != seat {
        return Err(Refusal::new(said!("Only who told it withdraws it.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::TellingSettled { telling: *telling, came: Came::Withdrawn })
}

/// A seat is ready with the open step: it has nothing against what was told before and takes nothing from anybody.
pub(crate) fn is_ready(draft: &mut Draft<'_>, seat: &SeatId) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let voters = voters(play);
    // What somebody has denied is decided by those who say so, and not by who only has nothing more to do.
    let light = |(n, open): &(&u64, &Arc<Telling>)| {
        open.weight == Weight::Light
            && open.awaited(&voters).any(|awaited| awaited == seat)
            && !is_disputed(play, **n, open)
    };
    let waiting = play.tellings.iter().filter(|_| !acts_by_vote(draft)).filter(light);
    let waiting: Vec<u64> = waiting.map(|(n, _)| *n).collect();
    waiting.into_iter().try_for_each(|telling| confirmed_by(draft, telling, seat))
}

/// The first telling whose time has come.
pub(crate) fn due(campaign: &Campaign, at: i64) -> Option<u64> {
    let play = &campaign.play;
    let can_roll = campaign.seats_without_word().is_empty();
    let is_due = |(n, open): &(&u64, &Arc<Telling>)| {
        at >= open.due && play.vote_on_telling(**n).is_none() && (can_roll || !comes_to_a_die(campaign, open))
    };
    play.tellings.iter().find(is_due).map(|(n, _)| *n)
}

/// Whether nobody is left to decide about it but a die.
fn comes_to_a_die(campaign: &Campaign, open: &Telling) -> bool {
    let silent = open.weight == Weight::Light && open.denied.is_empty();
    !silent && campaign.no_party_of(open).is_empty() && (open.host || !campaign.host_is_no_party())
}

/// The clock comes to it: what is light counts, because nobody said anything against it; about what is grave others decide.
pub(crate) fn telling_due(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::TellingDue { telling } = act else { return Ok(()) };
    let open = open(draft, *telling)?;
    if draft.at() < open.due || draft.campaign().play.vote_on_telling(*telling).is_some() {
        return Err(Refusal::new(said!("That can still be answered.")));
    }
    draft.act_line(act, None)?;
    if open.weight == Weight::Light && open.denied.is_empty() {
        return counts(draft, *telling);
    }
    to_others(draft, *telling)
}

/// Those decide who are no party: by a vote; where nobody is, the host if he is none, else a die.
fn to_others(draft: &mut Draft<'_>, telling: u64) -> Result<(), Refusal> {
    let Some(open) = draft.campaign().play.tellings.get(&telling).cloned() else { return Ok(()) };
    if draft.campaign().play.vote_on_telling(telling).is_some() {
        return Ok(());
    }
    draft.by(By::Bot);
    let others = draft.campaign().no_party_of(&open);
    if !others.is_empty() {
        votes::acts::on_telling(draft, telling, &others)?;
        return answered_before(draft, telling, &open, &others);
    }
    if !open.host && draft.campaign().host_is_no_party() {
        let due = in_hours(draft);
        return draft.table(TableEvent::TellingToHost { telling, due });
    }
    if !draft.campaign().seats_without_word().is_empty() {
        // The die waits for the words that it lacks.
        return Ok(());
    }
    let die = draft.roll_for_game(&format!("telling/{telling}"), Dice::Of(vec![[2, 1]]), "telling")?;
    if die.first() == Some(&1) { counts(draft, telling) } else { settled(draft, telling, Came::Rejected) }
}

/// Who is no party and has confirmed it before it was denied, or was ready, votes for it; who has denied it, against it.
fn answered_before(
    draft: &mut Draft<'_>,
    telling: u64,
    open: &Telling,
    others: &[SeatId],
) -> Result<(), Refusal> {
    let cast = |seat: &SeatId| {
        let option = if open.denied.contains(seat) {
            votes::NO
        } else if open.confirmed.contains(seat) {
            votes::YES
        } else {
            return None;
        };
        Some((seat.clone(), option))
    };
    let cast: Vec<(SeatId, u32)> = others.iter().filter_map(cast).collect();
    cast.into_iter().try_for_each(|(seat, option)| says(draft, telling, seat, option))
}

/// A vote about it has closed: it counts where more say that it is so.
pub(crate) fn voted(draft: &mut Draft<'_>, telling: u64, holds: bool) -> Result<(), Refusal> {
    if !draft.campaign().play.tellings.contains_key(&telling) {
        return Ok(());
    }
    if holds { counts(draft, telling) } else { settled(draft, telling, Came::Rejected) }
}

fn settled(draft: &mut Draft<'_>, telling: u64, came: Came) -> Result<(), Refusal> {
    let author = draft.author();
    draft.by(By::Bot);
    draft.table(TableEvent::TellingSettled { telling, came })?;
    draft.by(author);
    Ok(())
}

/// It is assented to: it is done in the name of who told it. Where the rules do not allow it any more it falls.
fn counts(draft: &mut Draft<'_>, telling: u64) -> Result<(), Refusal> {
    let Some(open) = draft.campaign().play.tellings.get(&telling).cloned() else { return Ok(()) };
    let (author, acting) = (draft.author(), draft.acts_for_nobody());
    draft.by(By::Bot);
    let before = draft.mark();
    draft.table(TableEvent::TellingSettled { telling, came: Came::Counts })?;
    let so = still(draft, &open).and_then(|()| done(draft, &open.by, &open.what));
    if so.is_ok() && open.weight == Weight::Grave {
        // What follows from it is his to do, in this step: it waits for him once more.
        ready::acts::asks_again(draft, &BTreeSet::from([open.by.clone()]))?;
    }
    if let Err(refusal) = so {
        draft.back_to(before);
        draft.table(TableEvent::TellingSettled { telling, came: Came::Fell })?;
        draft.off_record_table(TableEvent::TellingRefused { telling, why: Kept::from(&refusal.says) })?;
    }
    draft.by(author);
    draft.acts_again_for(acting);
    Ok(())
}

/// Whether it still concerns nobody else than those who were asked.
fn still(draft: &mut Draft<'_>, open: &Telling) -> Result<(), Refusal> {
    let rests = rests_on(draft, &open.by, &open.what)?;
    let by_vote = open.weight == Weight::Decisive;
    let is_so = rests.is_none_or(|now| match now.weight {
        Weight::Light if by_vote => true,
        weight => weight <= open.weight && now.of.is_subset(&open.of),
    });
    if is_so {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "It concerns others by now than when it was told. Whoever knows that it is so tells it anew."
    )))
}

impl Play {
    /// An event of what is told. `line`: its line of the record.
    pub(crate) fn apply_telling(&mut self, event: TableEvent, line: u64) {
        match event {
            TableEvent::TellingMade { by, what, of, weight, due } => {
                let (confirmed, denied, host) = (BTreeSet::new(), BTreeSet::new(), false);
                let open = Telling { by, what, of, weight, due, confirmed, denied, host };
                self.tellings.insert(line, Arc::new(open));
            }
            TableEvent::TellingConfirmed { telling, seat } => {
                if let Some(open) = self.tellings.get_mut(&telling).map(Arc::make_mut) {
                    // Who confirms denies no longer.
                    open.denied.remove(&seat);
                    open.confirmed.insert(seat);
                }
            }
            TableEvent::TellingDenied { telling, seat } => {
                if let Some(open) = self.tellings.get_mut(&telling).map(Arc::make_mut) {
                    open.confirmed.remove(&seat);
                    open.denied.insert(seat);
                }
            }
            TableEvent::TellingToHost { telling, due } => {
                if let Some(open) = self.tellings.get_mut(&telling).map(Arc::make_mut) {
                    (open.host, open.due) = (true, due);
                }
            }
            TableEvent::TellingSettled { telling, came } => {
                let vote = self.vote_on_telling(telling).and_then(|vote| self.votes.get(&vote));
                let has_noes = vote.is_some_and(|vote| !vote.voices(votes::NO).is_empty());
                let settled = self.tellings.remove(&telling).map(Arc::unwrap_or_clone);
                if let (Came::Counts, Some(open)) = (came, &settled)
                    && open.weight == Weight::Light
                {
                    self.note_passed(&open.by, &open.what);
                }
                if let (Came::Counts, Some(What::Values { changes })) =
                    (came, settled.as_ref().map(|open| &open.what))
                {
                    self.note_raised(changes);
                    self.rebase(changes);
                }
                let is_denied = |open: &Telling| match came {
                    Came::Rejected => true,
                    Came::Withdrawn => has_noes || !open.denied.is_empty(),
                    Came::Counts | Came::Fell => false,
                };
                if let Some(Telling { what, .. }) = settled.filter(is_denied) {
                    let step = self.path();
                    self.denied.retain(|denied| denied.step == step);
                    self.denied.push(Denied { what, step });
                }
                self.votes.retain(|_, vote| vote.matter != votes::Matter::Telling { telling });
            }
            _ => {}
        }
    }
}
