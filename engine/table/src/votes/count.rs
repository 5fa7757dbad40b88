//! Counting a vote. A majority of the votes cast decides an unclear point and a switch (`house.general.unclear-rule-vote`): where no answer
//! of several has it, the two leading ones go into a run-off. What is equal is rolled.

use super::{Matter, NO, Unmet, Vote, YES};
use crate::campaign::{Campaign, Play};
use crate::draft::Draft;
use crate::event::TableEvent;
use crate::names::SeatId;
use crate::refusal::Refusal;
use crate::roll::Dice;
use crate::switches;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The run-off to which a vote has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOff {
    /// How many votes each answer had before it.
    pub counts: Vec<u32>,
    /// The two answers that are left.
    pub between: [u32; 2],
}

/// What the votes come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Nobody voted.
    Nobody,
    /// An answer has it.
    Wins(u32),
    /// These have equally many; a die decides.
    Tie(Vec<u32>),
    /// None of several answers has a majority: one of these pairs goes into a run-off, a die says which where there are several.
    RunOff(Vec<[u32; 2]>),
}

impl Count {
    /// What the votes in a vote come to.
    pub(super) fn of(vote: &Vote, counts: &[u32]) -> Count {
        let options = || (0..vote.options).zip(counts.iter().copied());
        let most = counts.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return Count::Nobody;
        }
        let with =
            |n: u32| -> Vec<u32> { options().filter(|(_, of)| *of == n).map(|(option, _)| option).collect() };
        let first = with(most);
        let cast: u32 = counts.iter().sum();
        // Between two answers a run-off would be the same vote again.
        if vote.by_majority() && vote.options > 2 && 2 * most <= cast {
            let second = counts.iter().copied().filter(|n| *n < most).max().unwrap_or(0);
            return Count::RunOff(pairs(&first, &with(second)));
        }
        match first.as_slice() {
            [one] => Count::Wins(*one),
            // What was decided once is asked again only where more want that than not.
            _ if matches!(vote.matter, Matter::Reopen { .. }) => Count::Wins(NO),
            // Nobody is bound by another's word where as many say that it is not so.
            _ if vote.matter.is_of_word() => Count::Wins(NO),
            // Nor does somebody act for another, or is waited for no longer, where as many are against it.
            _ if matches!(vote.matter, Matter::Regent { .. }) => Count::Wins(NO),
            _ if matches!(vote.matter, Matter::Missed { .. }) => Count::Wins(YES),
            _ => Count::Tie(first),
        }
    }

    /// How many faces the die has that it takes; `None` where it takes none.
    fn faces(&self) -> Option<u32> {
        let of = match self {
            Count::Nobody | Count::Wins(_) => 1,
            Count::Tie(tied) => tied.len(),
            Count::RunOff(pairs) => pairs.len(),
        };
        u32::try_from(of).ok().filter(|of| *of > 1)
    }
}

/// The pairs that can go into a run-off: the leading answer with each of those that come next, or any two of several that lead.
fn pairs(first: &[u32], second: &[u32]) -> Vec<[u32; 2]> {
    match first {
        [leading] => second.iter().map(|next| [*leading.min(next), *leading.max(next)]).collect(),
        _ => {
            let with = |(i, one): (usize, &u32)| {
                first[i + 1..].iter().map(|other| [*one, *other]).collect::<Vec<_>>()
            };
            first.iter().enumerate().flat_map(with).collect()
        }
    }
}

impl Vote {
    /// Whether a majority of the votes cast decides it: an unclear point, and a switch. Other matters have two answers.
    #[must_use]
    pub fn by_majority(&self) -> bool {
        matches!(self.matter, Matter::Point { .. } | Matter::Switch { .. }) && self.run_off.is_none()
    }

    /// Whether an answer can be voted for: all can, but in a run-off two alone.
    #[must_use]
    pub fn stands(&self, option: u32) -> bool {
        option < self.options && self.run_off.as_ref().is_none_or(|run_off| run_off.between.contains(&option))
    }
}

/// Counts a vote: how many each answer has.
#[must_use]
pub fn counted(play: &Play, vote: &Vote) -> Vec<u32> {
    let by_power = play.switch(switches::VOTES) == "power";
    let mut counts = vec![0; vote.options as usize];
    for (seat, option) in &vote.cast {
        let weight = if by_power { play.game.weight(seat).max(1) } else { 1 };
        if let Some(count) = counts.get_mut(*option as usize) {
            *count += weight;
        }
    }
    counts
}

/// Why nothing follows from a vote as it stands; `None` where something does, or nobody voted. What players decide in the host's place, and the
/// end of the campaign, takes a quorum that is for it; any other vote a quorum that votes.
fn unmet(campaign: &Campaign, vote: &Vote, at: i64) -> Option<Unmet> {
    let few = |voices: &BTreeSet<SeatId>| !campaign.is_quorum(voices, &vote.voters, at);
    let too_few = |voices: &BTreeSet<SeatId>| few(voices).then_some(Unmet::Quorum);
    let yes = vote.voices(YES);
    match vote.matter {
        _ if vote.cast.is_empty() => None,
        Matter::Conclude if !is_lost(&campaign.play, vote) => super::unmet_wish(campaign, &yes, at),
        _ if super::acts::is_alone(campaign, vote, &yes) => Some(Unmet::OneVoice),
        Matter::Office { .. } | Matter::Won { .. } if !is_lost(&campaign.play, vote) => too_few(&yes),
        Matter::Conclude | Matter::Office { .. } | Matter::Won { .. } => None,
        Matter::Regent { .. } if !is_lost(&campaign.play, vote) => {
            too_few(&yes).or_else(|| is_no_third(campaign, &yes))
        }
        Matter::Missed { .. } if is_lost(&campaign.play, vote) => {
            let cast = vote.cast.keys().cloned().collect();
            too_few(&cast).or_else(|| is_no_third(campaign, &vote.voices(NO)))
        }
        _ if vote.matter.is_of_word() && is_lost(&campaign.play, vote) => None,
        _ if vote.matter.is_of_word() && yes.len() < vote.voters.len().min(2) => Some(Unmet::OneVoice),
        _ => too_few(&vote.cast.keys().cloned().collect()),
    }
}

/// Whether these are fewer than a third of all who play, whoever has a voice: so many decide about somebody who is not there.
fn is_no_third(campaign: &Campaign, voices: &BTreeSet<SeatId>) -> Option<Unmet> {
    let all = super::acts::voters(&campaign.play).len();
    (voices.len() * 3 < all).then_some(Unmet::Third)
}

/// Whether more are against what is asked than for it.
fn is_lost(play: &Play, vote: &Vote) -> bool {
    matches!(counted(play, vote).as_slice(), [yes, no] if no > yes)
}

/// Whether closing a vote as it stands takes a die, for what is rolled in the end: nothing is where too few have voted.
pub(crate) fn is_rolled(campaign: &Campaign, vote: &Vote, at: i64) -> bool {
    let play = &campaign.play;
    unmet(campaign, vote, at).is_none() && Count::of(vote, &counted(play, vote)).faces().is_some()
}

/// Which of several is taken: the only one, or the one that a die names.
fn picked(draft: &mut Draft<'_>, slot: &str, purpose: &str, faces: u32) -> Result<usize, Refusal> {
    let die = draft.roll_for_game(slot, Dice::Of(vec![[faces, 1]]), purpose)?;
    Ok(die.first().map_or(0, |die| *die as usize - 1))
}

/// Closes a vote, or lets it come to a run-off with time of its own.
pub(super) fn close(draft: &mut Draft<'_>, n: u64) -> Result<(), Refusal> {
    let play = draft.campaign().play.clone();
    let Some(vote) = play.votes.get(&n) else { return Ok(()) };
    let counts = counted(&play, vote);
    let count = Count::of(vote, &counts);
    let faces = count.faces();
    let rules = vote.matter.rules();
    if let Some(unmet) = unmet(draft.campaign(), vote, draft.at()) {
        let outcome = vote.matter.is_refused_without_quorum().then_some(NO);
        draft.table(TableEvent::VoteClosed {
            vote: n,
            counts,
            outcome,
            tied: false,
            unmet: Some(unmet),
            rules,
        })?;
        return super::acts::carry_out(draft, n, vote, outcome);
    }
    let outcome = match count {
        Count::Nobody => None,
        Count::Wins(one) => Some(one),
        Count::Tie(tied) => {
            let at = picked(draft, &format!("vote/{n}"), "tied_vote", faces.unwrap_or(1))?;
            tied.get(at).copied()
        }
        Count::RunOff(pairs) => {
            let at = match faces {
                Some(faces) => picked(draft, &format!("vote/{n}/run-off"), "run_off", faces)?,
                None => 0,
            };
            let Some(between) = pairs.get(at).copied() else { return Ok(()) };
            let (due, drawn) = (super::acts::deadline(draft), faces.is_some());
            return draft.table(TableEvent::VoteRunOff { vote: n, counts, between, drawn, due, rules });
        }
    };
    draft.table(TableEvent::VoteClosed {
        vote: n,
        counts,
        outcome,
        tied: faces.is_some(),
        unmet: None,
        rules,
    })?;
    super::acts::carry_out(draft, n, vote, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::By;

    fn count(counts: &[u32]) -> Count {
        Count::of(&vote(counts.len() as u32), counts)
    }

    fn vote(options: u32) -> Vote {
        Vote {
            matter: Matter::Point { rule: None, about: None },
            options,
            text: None,
            by: By::Bot,
            line: 0,
            opened: 0,
            voters: Vec::new(),
            cast: std::collections::BTreeMap::new(),
            due: 0,
            not_before: 0,
            provisional: None,
            run_off: None,
            counts: Vec::new(),
            outcome: None,
            reminded: false,
        }
    }

    // house.general.unclear-rule-vote
    #[test]
    fn more_than_half_of_the_votes_cast_decide_and_else_the_two_leading_answers_run_off() {
        assert_eq!(count(&[0, 0, 0]), Count::Nobody);
        assert_eq!(count(&[4, 2, 1]), Count::Wins(0));
        assert_eq!(count(&[3, 2, 2]), Count::RunOff(vec![[0, 1], [0, 2]]));
        assert_eq!(count(&[1, 3, 2]), Count::RunOff(vec![[1, 2]]), "half is no majority");
        assert_eq!(count(&[2, 1, 2]), Count::RunOff(vec![[0, 2]]));
        assert_eq!(count(&[1, 1, 1, 1]), Count::RunOff(vec![[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]));
        assert_eq!(
            count(&[2, 0, 2]),
            Count::RunOff(vec![[0, 2]]),
            "nobody for the second: who voted may change that"
        );
        // Between two answers a die decides what is equal.
        assert_eq!(count(&[2, 2]), Count::Tie(vec![0, 1]));
        assert_eq!(count(&[3, 0, 2]), Count::Wins(0));
        assert_eq!(count(&[0, 1, 0]), Count::Wins(1));
        // A ruling stays closed where as many want it so.
        let reopen =
            |counts: &[u32]| Count::of(&Vote { matter: Matter::Reopen { ruling: 1 }, ..vote(2) }, counts);
        assert_eq!([reopen(&[2, 2]), reopen(&[2, 1])], [Count::Wins(NO), Count::Wins(0)]);
        // And what somebody says is so is not so where as many deny it.
        let telling =
            |counts: &[u32]| Count::of(&Vote { matter: Matter::Telling { telling: 1 }, ..vote(2) }, counts);
        assert_eq!([telling(&[2, 2]), telling(&[2, 1])], [Count::Wins(NO), Count::Wins(0)]);
    }
}
