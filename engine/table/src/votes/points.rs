//! Points that are decided by vote, each once: what is one point under two names, and how a ruling is reopened.

use super::acts::{count_in, in_play, only_one, open};
use super::{A_DECISION, Matter, Ruling, Vote, YES};
use crate::act::Act;
use crate::campaign::Play;
use crate::draft::Draft;
use crate::refusal::Refusal;
use crate::rules::RuleId;
use crate::said;
use crate::said::{Said, name};
use crate::switches;
use std::sync::Arc;

/// A question as it is compared: its letters and digits, in small letters; `None` for one without any.
fn plain(question: &str) -> Option<String> {
    let plain: String =
        question.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    (!plain.is_empty()).then_some(plain)
}

/// What a point is known by: its rule, and the words of its question.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// The rule.
    pub rule: Option<RuleId>,
    /// The question.
    pub question: Option<&'a str>,
}

impl Point<'_> {
    /// Whether it is the same point: of the same rule, or asked in the same words.
    fn is(self, other: Point<'_>) -> bool {
        let words = |point: Point<'_>| point.question.and_then(plain);
        (self.rule.is_some() && self.rule == other.rule)
            || words(self).is_some_and(|own| words(other) == Some(own))
    }

    /// Whether an open vote is on it: on the same point, or on a switch that is a reading of its rule.
    fn is_voted_on(self, vote: &Vote) -> bool {
        match &vote.matter {
            Matter::Point { rule, .. } => self.is(Point { rule: *rule, question: vote.words().0 }),
            Matter::Switch { key } => self.rule.is_some_and(|rule| rule_of(key) == Some(rule)),
            _ => false,
        }
    }
}

fn rule_of(switch: &str) -> Option<RuleId> {
    switches::by_key(switch)?.rule
}

impl Ruling {
    fn point(&self) -> Point<'_> {
        Point { rule: self.rule, question: self.question.as_deref() }
    }

    /// Whether it holds against a new vote: none has reopened it or taken its place.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        !self.reopened && self.replaced.is_none()
    }

    /// Its answer in a sentence.
    #[must_use]
    pub fn said(&self) -> Said {
        self.answer.clone().map_or_else(|| said!("its words were deleted"), Said::from)
    }
}

/// The ruling that stands on a point and was not reopened.
#[must_use]
pub fn ruling_on<'r>(rulings: &'r imbl::Vector<Arc<Ruling>>, point: Point<'_>) -> Option<&'r Ruling> {
    rulings.iter().rev().map(AsRef::as_ref).find(|ruling| ruling.is_closed() && ruling.point().is(point))
}

impl Play {
    /// The switch that is a reading of a rule and was decided by vote, with the vote's number.
    fn decided_switch(&self, rule: RuleId) -> Option<(u64, &'static switches::Switch)> {
        self.votes_closed.iter().rev().find_map(|(n, vote)| match &vote.matter {
            Matter::Switch { key } if vote.outcome.is_some() => {
                let switch = switches::by_key(key).filter(|switch| switch.rule == Some(rule))?;
                Some((*n, switch))
            }
            _ => None,
        })
    }

    /// The rule of the ruling that stands on a point asked in these words, where it names one.
    pub(super) fn rule_of_point(&self, question: Option<&str>) -> Option<RuleId> {
        let point = Point { rule: None, question };
        let mut standing = self.rulings.iter().rev().filter(|ruling| ruling.replaced.is_none());
        standing.find(|ruling| ruling.point().is(point))?.rule
    }

    /// A new ruling takes the place of those on the same point.
    pub(super) fn replace(&mut self, by: u64, point: Point<'_>) {
        for ruling in &mut self.rulings {
            if ruling.replaced.is_none() && ruling.point().is(point) {
                Arc::make_mut(ruling).replaced = Some(by);
            }
        }
    }

    /// The ruling of a vote is open to a new one.
    pub(super) fn reopen(&mut self, of: u64) {
        for ruling in self.rulings.iter_mut().filter(|ruling| ruling.vote == of) {
            Arc::make_mut(ruling).reopened = true;
        }
    }
}

/// Refuses a second vote on a point that is being voted on, or was decided: under the same rule, in the same words, or as a switch. Words
/// can only be a reason to refuse, so that a record is decided again alike without them.
pub(super) fn not_again(draft: &Draft<'_>, point: Point<'_>) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    if let Some((n, _)) = play.votes.iter().find(|(_, vote)| point.is_voted_on(vote)) {
        return Err(Refusal::under(A_DECISION, said!("Vote {} on that is open already.", n)));
    }
    if let Some(ruling) = ruling_on(&play.rulings, point) {
        return Err(Refusal::under(
            A_DECISION,
            said!(
                "This group has ruled on that already, by vote {}: \"{}\". The ruling holds without a new vote. It can be asked again when a vote to reopen it has carried: /vote reopen. Another point of the rule is asked in other words, and without naming the rule.",
                ruling.vote,
                ruling.said()
            ),
        ));
    }
    if let Some((n, switch)) = point.rule.and_then(|rule| play.decided_switch(rule)) {
        return Err(Refusal::under(
            A_DECISION,
            said!(
                "That is the switch \"{}\", and vote {} has decided it: {}. To change it put the switch to the vote: /vote switch. Another point of the rule is asked without naming the rule.",
                name(switch.name),
                n,
                name(switch.words(switch.stands(&play.switches)))
            ),
        ));
    }
    Ok(())
}

/// Refuses a vote on a switch while one on its rule is open.
pub(super) fn no_point_open(draft: &Draft<'_>, switch: &switches::Switch) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let same = |vote: &Vote| matches!(vote.matter, Matter::Point { rule: Some(rule), .. } if switch.rule == Some(rule));
    match play.votes.iter().find(|(_, vote)| same(vote)) {
        Some((n, _)) => Err(Refusal::under(A_DECISION, said!("Vote {} on that is open already.", n))),
        None => Ok(()),
    }
}

/// Proposes that a ruling be reopened. Until a new one takes its place it holds.
pub(crate) fn reopen(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Reopen { ruling: of } = act else { return Ok(()) };
    in_play(draft)?;
    draft.seat()?;
    let Some(ruling) = draft.campaign().play.rulings.iter().find(|ruling| ruling.vote == *of) else {
        return Err(Refusal::new(said!(
            "Vote {} has given no ruling. /vote rulings lists those there are.",
            of
        )));
    };
    if let Some(by) = ruling.replaced {
        return Err(Refusal::under(
            A_DECISION,
            said!("The ruling of vote {} holds no more: that of vote {} has taken its place.", of, by),
        ));
    }
    if ruling.reopened {
        return Err(Refusal::under(
            A_DECISION,
            said!(
                "The ruling of vote {} is reopened already: /vote ask puts its point to the vote again.",
                of
            ),
        ));
    }
    let matter = Matter::Reopen { ruling: *of };
    only_one(draft, &matter)?;
    let vote = open(draft, act, matter, 2, None)?;
    // Who asks for it is for it; he may change that.
    let seat = draft.seat()?;
    count_in(draft, vote, seat, YES)
}
