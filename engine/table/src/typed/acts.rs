//! What is done with values that players type: proposed, confirmed, withdrawn.

use super::*;
use crate::act::Act;
use crate::campaign::{Campaign, Play, Stage};
use crate::draft::Draft;
use crate::event::TableEvent;
use crate::facts::Origin;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::said;
use crate::votes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Campaign {
    /// The values that are not the printed game's, and those that the group typed.
    #[must_use]
    pub fn unprinted(&self) -> Vec<Unprinted> {
        self.play.game.rules().unprinted(&self.public_view(), &|_| true)
    }

    /// Those of them that these name.
    fn unprinted_of(&self, named: &BTreeMap<String, i64>) -> Vec<Unprinted> {
        self.play.game.rules().unprinted(&self.public_view(), &|key| named.contains_key(key))
    }
}

fn the_voter(draft: &Draft<'_>) -> Result<SeatId, Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!(
            "Values of the group's own are typed once play has begun. Before that the host types goals and the highest bid at the founding."
        )));
    }
    if votes::acts::voters(&draft.campaign().play).contains(&seat) {
        Ok(seat)
    } else {
        Err(Refusal::new(said!("Your seat has no vote in this matter.")))
    }
}

/// Proposes values of the group's own.
pub(crate) fn propose(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::TypeValues { values } = act else { return Ok(()) };
    let seat = the_voter(draft)?;
    if values.is_empty() || values.len() > MOST_AT_ONCE {
        return Err(Refusal::new(said!("1 to {} values are typed at once.", MOST_AT_ONCE)));
    }
    let known = draft.campaign().unprinted_of(values);
    let mut changes = false;
    for (key, value) in values {
        let found = known.iter().find(|one| one.key == *key).ok_or_else(|| {
            Refusal::new(said!(
                "That is no value which could be set: /campaign table lists those that are not the printed game's."
            ))
        })?;
        found.check(*value)?;
        changes |= found.now != *value || found.origin != Origin::Typed;
    }
    if !changes {
        return Err(Refusal::new(said!("All of that stands so already.")));
    }
    draft.act_line(act, None)?;
    let proposal = draft.campaign().next_line;
    draft.table(TableEvent::ValuesProposed { proposal, seat, values: values.clone() })?;
    hold_if_confirmed(draft, proposal)
}

fn open<'c>(draft: &'c Draft<'_>, proposal: u64) -> Result<&'c Proposal, Refusal> {
    draft.campaign().play.proposals.get(&proposal).map(Arc::as_ref).ok_or_else(|| {
        Refusal::new(said!(
            "These values are not proposed any more: they hold, were withdrawn, or others took their place. /campaign table shows how they stand."
        ))
    })
}

/// Confirms what another has typed.
pub(crate) fn confirm(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::ConfirmValues { proposal } = act else { return Ok(()) };
    let seat = the_voter(draft)?;
    let proposed = open(draft, *proposal)?;
    if proposed.by == seat {
        return Err(Refusal::new(said!("You typed these values yourself; others confirm them.")));
    }
    if proposed.confirmed.contains(&seat) {
        return Err(Refusal::new(said!("You have confirmed these values already.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::ValuesConfirmed { proposal: *proposal, seat })?;
    hold_if_confirmed(draft, *proposal)
}

/// Withdraws what one has typed.
pub(crate) fn withdraw(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::WithdrawValues { proposal } = act else { return Ok(()) };
    let seat = the_voter(draft)?;
    if open(draft, *proposal)?.by != seat {
        return Err(Refusal::new(said!("Only who typed these values withdraws them.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::ValuesWithdrawn { proposal: *proposal })
}

/// Where enough others have confirmed them, the values hold: all that can still be set, for the sheets may have been opened meanwhile.
fn hold_if_confirmed(draft: &mut Draft<'_>, proposal: u64) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let voters = votes::acts::voters(play);
    let Some(proposed) = play.proposals.get(&proposal) else { return Ok(()) };
    let confirmed = proposed.confirmed.iter().filter(|seat| voters.contains(seat)).count();
    if confirmed < needed(&voters, &proposed.by) {
        return Ok(());
    }
    let known = draft.campaign().unprinted_of(&proposed.values);
    let can_be_set =
        |key: &String, value: i64| known.iter().any(|one| one.key == *key && one.check(value).is_ok());
    let values = proposed.values.clone().into_iter().filter(|(key, value)| can_be_set(key, *value)).collect();
    draft.by(By::Bot);
    draft.table(TableEvent::ValuesHold { proposal, values })
}

impl Play {
    /// An event of typed values.
    pub(crate) fn apply_typed(&mut self, event: TableEvent) {
        match event {
            TableEvent::ValuesProposed { proposal, seat, values } => {
                // Of one value there is one proposal, the last.
                for older in self.proposals.values_mut().map(Arc::make_mut) {
                    older.values.retain(|key, _| !values.contains_key(key));
                }
                self.proposals.retain(|_, older| !older.values.is_empty());
                let open = Proposal { by: seat, values, confirmed: BTreeSet::new() };
                self.proposals.insert(proposal, Arc::new(open));
            }
            TableEvent::ValuesConfirmed { proposal, seat } => {
                if let Some(open) = self.proposals.get_mut(&proposal).map(Arc::make_mut) {
                    open.confirmed.insert(seat);
                }
            }
            TableEvent::ValuesWithdrawn { proposal } => {
                self.proposals.remove(&proposal);
            }
            TableEvent::ValuesHold { proposal, values } => {
                self.proposals.remove(&proposal);
                for (key, value) in values {
                    self.game.type_value(&key, value);
                }
            }
            _ => {}
        }
    }
}
