//! Formal peaces: the victors' terms picked in turn, what the loser's own choice cancels of them, the enforced peace and the political
//! points.

use super::costs::{Length, Points};
use super::suits::{self, Suit};
use super::terms::{self, Column, PeaceTermWishes, Term, Wishes};
use super::truce::Truce;
use super::{Happened, Pair};
use crate::frame::place;
use crate::months::{Month, Phase};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::view::View;

/// A victor of a treaty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victor {
    /// Which power.
    pub power: Power,
    /// Whether the loser surrendered to it unconditionally.
    pub unconditional: bool,
}

/// A term that a victor picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// By whom.
    pub by: Power,
    /// Which.
    pub term: Term,
    /// Whether it counts: the loser did not cancel it, and it is not one too many.
    pub counts: bool,
}

/// A formal peace of a loser with one victor or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Treaty {
    /// Who sued.
    pub loser: Power,
    /// In which month.
    pub month: Month,
    /// Who gets something, in the order in which they entered the war.
    pub victors: Vec<Victor>,
    /// What the loser is spared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spared: Option<Term>,
    /// What was picked, in turn.
    pub picks: Vec<Pick>,
    /// What the victors wanted besides and could not pick, as it does not stand beside what was picked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<Pick>,
    /// Whether reparations are paid in two quarters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parted: bool,
    /// How long the enforced peace lasts, in months.
    pub months: u32,
    /// The phase in which it was made: another than the political one where a surrender was forced.
    #[serde(default = "political", skip_serializing_if = "is_political")]
    pub phase: Phase,
}

pub(super) fn political() -> Phase {
    Phase::Political
}

pub(super) fn is_political(phase: &Phase) -> bool {
    *phase == Phase::Political
}

impl Treaty {
    /// The terms that count, with who has each.
    pub fn terms(&self) -> impl Iterator<Item = (Power, Term)> + '_ {
        self.picks.iter().filter(|pick| pick.counts).map(|pick| (pick.by, pick.term))
    }

    /// The enforced peace with a victor.
    #[must_use]
    pub fn truce(&self, victor: Power) -> Truce {
        Truce::made(Pair::of(self.loser, victor), self.month, self.phase, self.months)
    }

    /// The rules behind it.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules = vec![if self.phase == Phase::Political {
            rule!("house.peace.enforced.length")
        } else {
            rule!("house.peace.enforced.other-phase")
        }];
        rules.extend(self.terms().flat_map(|(_, term)| term.rules()));
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

impl Position {
    /// The terms of a treaty that are in force, with who has each: a longer enforced peace, and what ends with the peace, only as long as it
    /// lasts (`house.peace.sphere.duration`, `house.peace.deny.duration`). A war between the two ends it too. What was taken, paid or done is
    /// in force no more.
    pub fn in_force<'t>(&'t self, treaty: &'t Treaty) -> impl Iterator<Item = (Power, Term)> + 't {
        treaty.terms().filter(|(by, term)| self.is_in_force(treaty, *by, *term))
    }

    fn is_in_force(&self, treaty: &Treaty, by: Power, term: Term) -> bool {
        let (now, of) = (self.month(), treaty.loser);
        let is_claimed = |term: Term| {
            let mut claims = self.politics.carried.claims.iter();
            claims.any(|claim| (claim.by, claim.of, claim.month, claim.term) == (by, of, treaty.month, term))
        };
        match term {
            Term::Sphere | Term::Deny | Term::B2 | Term::C2 | Term::B6 | Term::C7 => {
                self.politics.truces.contains(&treaty.truce(by))
            }
            Term::B5 | Term::C5 => !self.are_at_war(by, of),
            Term::B3 | Term::C3 => treaty.due().last().is_some_and(|last| now.is_none_or(|now| now <= *last)),
            Term::B7 | Term::C4 => {
                let mut claims = self.politics.claims.iter().filter(|claim| claim.left > 0);
                claims.any(|claim| (claim.by, claim.of, claim.month) == (by, of, treaty.month))
            }
            Term::B4 => {
                let mut loans = self.politics.carried.loans.iter();
                is_claimed(term) || loans.any(|loan| (loan.to, loan.of) == (by, of))
            }
            Term::Exile => {
                let mut exiles = self.politics.carried.exiles.iter();
                is_claimed(term) || exiles.any(|exile| (exile.by, exile.of) == (by, of))
            }
            // Done at the table in the month of the peace.
            Term::B1 | Term::C1 | Term::C6 => now == Some(treaty.month),
            Term::A1 | Term::A2 | Term::A3 | Term::A4 | Term::A5 => false,
        }
    }
}

/// What a victor may still take by a formal peace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The victor.
    pub by: Power,
    /// Of whom.
    pub of: Power,
    /// Since which month's peace.
    pub month: Month,
    /// Whether provinces are spared (A.5), so that it is a minor country.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minor_only: bool,
    /// How many it may take.
    pub left: u8,
}

/// How many provinces or minor countries a term gives: B.7 one; C.4 is remembered as a larger cession, and two is ours.
#[must_use]
pub fn ceded_by(term: Term) -> u8 {
    match term {
        Term::B7 => 1,
        Term::C4 => 2,
        _ => 0,
    }
}

/// What the victors of a treaty may take of the loser.
pub(crate) fn claims(treaty: &Treaty) -> impl Iterator<Item = Claim> + '_ {
    let minor_only = treaty.spared == Some(Term::A5);
    let of_term = move |(by, term)| {
        let left = ceded_by(term);
        (left > 0).then_some(Claim { by, of: treaty.loser, month: treaty.month, minor_only, left })
    };
    treaty.terms().filter_map(of_term)
}

/// How many terms so many joint victors pick: three for one, and two for each where there are several. It is known of one, and that three
/// took five of which the last was one too many; of two it is ours.
#[must_use]
pub fn picks_of(victors: usize) -> usize {
    (2 * victors).max(3)
}

/// The terms are picked in turn by those who entered the war first, each the one that it wants most of those that are left; then the loser's
/// own choice cancels. Where it cancels nothing of a conditional peace the last pick in it is one too many.
#[must_use]
pub fn picked(victors: &[Victor], spared: Option<Term>, wanted: &BTreeMap<Power, Vec<Term>>) -> Vec<Pick> {
    let mut picks: Vec<Pick> = Vec::new();
    let turns = picks_of(victors.len());
    for victor in victors.iter().cycle().take(turns) {
        let fits = |term: &Term| match term.column() {
            Column::A => false,
            Column::B => true,
            Column::C => victor.unconditional,
        };
        let is_left = |term: &Term| picks.iter().all(|pick| term.stands_beside(pick.term));
        // Two leaders are taken by two victors, not by one.
        let is_new = |term: &Term| !picks.iter().any(|pick| pick.by == victor.power && pick.term == *term);
        let wishes = wanted.get(&victor.power).into_iter().flatten().copied();
        let next = wishes.filter(fits).find(|term| is_left(term) && is_new(term));
        picks.extend(next.map(|term| Pick { by: victor.power, term, counts: true }));
    }
    let is_conditional =
        |pick: &Pick| victors.iter().any(|victor| victor.power == pick.by && !victor.unconditional);
    let cancelled = spared.and_then(Term::cancels);
    let cancels = |pick: &Pick| is_conditional(pick) && Some(pick.term) == cancelled;
    if let Some(pick) = picks.iter_mut().find(|pick| cancels(pick)) {
        pick.counts = false;
    } else if picks.len() == turns
        && let Some(last) = picks.iter_mut().rev().find(|pick| is_conditional(pick))
    {
        last.counts = false;
    }
    picks
}

/// What victors wanted and could not pick, as it does not stand beside what was picked or is picked by the same one already.
#[must_use]
pub fn passed_over(picks: &[Pick], wanted: &BTreeMap<Power, Vec<Term>>) -> Vec<Pick> {
    let mut over = Vec::new();
    for (by, wishes) in wanted {
        let mut own: Vec<Term> = picks.iter().filter(|pick| pick.by == *by).map(|pick| pick.term).collect();
        for term in wishes {
            if let Some(at) = own.iter().position(|picked| picked == term) {
                own.remove(at);
                continue;
            }
            let has_it = picks.iter().any(|pick| pick.by == *by && pick.term == *term);
            if has_it || picks.iter().any(|pick| !term.stands_beside(pick.term)) {
                over.push(Pick { by: *by, term: *term, counts: false });
            }
        }
    }
    over
}

/// How long the enforced peace lasts that these picks make, in months.
fn months(picks: &[Pick]) -> u32 {
    let has = |term: Term| picks.iter().any(|pick| pick.counts && pick.term == term);
    let length = if has(Term::C2) {
        Length::Longest
    } else if has(Term::B2) {
        Length::Longer
    } else {
        Length::Enforced
    };
    u32::try_from(length.months().value).unwrap_or(0)
}

impl Envelopes<EmpiresInArms> for PeaceTermWishes {
    type Choice = Wishes;

    fn read(&self, state: &Position, seat: &SeatId, filled: &Value) -> Result<Wishes, Refusal> {
        terms::read(state, seat, filled)
    }

    fn check(&self, _: &Position, _: &SeatId, wishes: &Wishes) -> Result<(), Refusal> {
        terms::check(wishes)
    }

    /// What nobody asks for nobody gets.
    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Wishes> {
        Some(Wishes::default())
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        wishes: BTreeMap<SeatId, Wishes>,
    ) -> Result<(), Refusal> {
        opened(table, self.month, wishes.into_iter().collect())
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        terms::offers(state, table)
    }
}

/// The terms lie open: the treaties of the month are made, and the peace step is over.
pub(super) fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    wishes: Vec<(SeatId, Wishes)>,
) -> Result<(), Refusal> {
    let all = own(table.state(), wishes);
    let phase = place(&table.path()).map_or(Phase::Political, |(_, phase)| phase);
    for suit in table.state().politics.suits.clone() {
        if suit.peaces.is_empty() {
            continue;
        }
        let treaty = treaty(table.state(), &suit, (month, phase), &all);
        let now = points(table.state(), &treaty);
        let rules = treaty.rules();
        let made = treaty.clone();
        table.emit(&Event::Politics(Happened::TreatyMade { treaty, now, rules }))?;
        crate::access::grant::denied(table, &made)?;
    }
    suits::over(table)
}

/// What was sealed for powers that their players still have.
fn own(state: &Position, wishes: Vec<(SeatId, Wishes)>) -> Wishes {
    let mut all = Wishes::default();
    for (seat, mut of) in wishes {
        let own: BTreeSet<Power> = state.bidders(&seat).into_iter().collect();
        of.spared.retain(|power, _| own.contains(power));
        of.parted.retain(|power| own.contains(power));
        of.wanted.retain(|power, _| own.contains(power));
        all.spared.extend(of.spared);
        all.parted.extend(of.parted);
        all.wanted.extend(of.wanted);
    }
    all
}

/// The treaty that a suit comes to.
fn treaty(state: &Position, suit: &Suit, (month, phase): (Month, Phase), wishes: &Wishes) -> Treaty {
    let entered = |power: &Power| {
        let pair = Pair::of(suit.by, *power);
        state.politics.wars.iter().position(|war| *war == pair).unwrap_or(usize::MAX)
    };
    let mut victors: Vec<Victor> = suit
        .peaces
        .iter()
        .map(|(power, unconditional)| Victor { power: *power, unconditional: *unconditional })
        .collect();
    victors.sort_by_key(|victor| entered(&victor.power));
    let of = |victor: &Victor| {
        let wanted = wishes.wanted.get(&victor.power).and_then(|of| of.get(&suit.by)).cloned();
        (victor.power, wanted.unwrap_or_default())
    };
    let wanted: BTreeMap<Power, Vec<Term>> = victors.iter().map(of).collect();
    let spared = wishes.spared.get(&suit.by).copied();
    let spared = spared.filter(|_| victors.iter().any(|victor| !victor.unconditional));
    let picks = picked(&victors, spared, &wanted);
    let pays = picks.iter().any(|pick| pick.counts && matches!(pick.term, Term::B3 | Term::C3));
    Treaty {
        loser: suit.by,
        month,
        victors,
        spared,
        months: months(&picks),
        passed_over: passed_over(&picks, &wanted),
        picks,
        parted: pays && wishes.parted.contains(&suit.by),
        phase,
    }
}

/// What political points all of them have after it, in halves.
fn points(state: &Position, treaty: &Treaty) -> BTreeMap<Power, i64> {
    let mut now = BTreeMap::from([(treaty.loser, state.pp_of(treaty.loser))]);
    for victor in &treaty.victors {
        let (won, lost) = if victor.unconditional {
            (Points::UnconditionalWon, Points::UnconditionalLost)
        } else {
            (Points::ConditionalWon, Points::ConditionalLost)
        };
        now.insert(victor.power, state.pp_after(victor.power, state.points(won)));
        now.entry(treaty.loser).and_modify(|loser| *loser = state.pp_moved(*loser, state.points(lost)));
    }
    now
}

/// What a treaty changes: its wars are over, and its enforced peace begins.
pub(super) fn apply(politics: &mut super::Politics, treaty: Treaty) {
    for victor in &treaty.victors {
        politics.ends(Pair::of(treaty.loser, victor.power));
        politics.truces.insert(treaty.truce(victor.power));
    }
    politics.claims.extend(claims(&treaty));
    politics.carried.made(&treaty);
    politics.treaties.push(treaty);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Power::{Austria, France, Prussia, Russia};
    use Term::{A1, A3, B1, B2, B3, B4, B5, B7, C2, C6, Sphere};

    fn victors(of: &[(Power, bool)]) -> Vec<Victor> {
        of.iter()
            .map(|(power, unconditional)| Victor { power: *power, unconditional: *unconditional })
            .collect()
    }

    fn counting(picks: &[Pick]) -> Vec<(Power, Term)> {
        picks.iter().filter(|pick| pick.counts).map(|pick| (pick.by, pick.term)).collect()
    }

    // The played peace of three joint victors over France: A.1, and B.2, B.7, B.3, B.4, B.5 shared out in turn.
    #[test]
    fn three_joint_victors_of_a_conditional_peace_share_out_five_terms() {
        let all = victors(&[(Austria, false), (Prussia, false), (Russia, false)]);
        let wanted =
            BTreeMap::from([(Austria, vec![B2, B4]), (Prussia, vec![B2, B7, B5]), (Russia, vec![B3, B1])]);
        let picks = picked(&all, Some(A1), &wanted);
        let counts = [(Austria, B2), (Prussia, B7), (Russia, B3), (Austria, B4), (Prussia, B5)];
        assert_eq!(counting(&picks), counts);
        assert_eq!(months(&picks), 24);
    }

    #[test]
    fn of_one_victor_s_three_picks_two_count_whatever_the_loser_is_spared() {
        let all = victors(&[(Austria, false)]);
        let wanted = BTreeMap::from([(Austria, vec![B2, B3, B5])]);
        assert_eq!(counting(&picked(&all, Some(A3), &wanted)), [(Austria, B3), (Austria, B5)]);
        assert_eq!(counting(&picked(&all, Some(A1), &wanted)), [(Austria, B2), (Austria, B3)]);
        assert_eq!(counting(&picked(&all, None, &wanted)), [(Austria, B2), (Austria, B3)]);
        // Who wants two alone loses none of them for being one too many.
        let two = BTreeMap::from([(Austria, vec![B2, B3])]);
        assert_eq!(counting(&picked(&all, None, &two)).len(), 2);
        assert_eq!(months(&picked(&all, Some(A3), &wanted)), 18);
    }

    #[test]
    fn an_unconditional_surrender_gives_three_of_b_and_c_and_nothing_is_spared() {
        let all = victors(&[(France, true)]);
        let wanted = BTreeMap::from([(France, vec![B2, C2, Sphere])]);
        let picks = picked(&all, None, &wanted);
        assert_eq!(counting(&picks), [(France, B2), (France, Sphere)], "C.2 does not stand beside B.2");
        let wanted = BTreeMap::from([(France, vec![C2, Sphere, B1])]);
        let picks = picked(&all, Some(A1), &wanted);
        assert_eq!(counting(&picks), [(France, C2), (France, Sphere), (France, B1)]);
        assert_eq!(months(&picks), 36);
        let over = |wanted: &BTreeMap<Power, Vec<Term>>| -> Vec<Term> {
            let picks = picked(&all, None, wanted);
            passed_over(&picks, wanted).into_iter().map(|wish| wish.term).collect()
        };
        assert_eq!(over(&BTreeMap::from([(France, vec![C2, B2, Sphere])])), [B2]);
        assert_eq!(over(&BTreeMap::from([(France, vec![C6, C6, B5])])), [C6], "one victor takes one leader");
        assert_eq!(over(&BTreeMap::from([(France, vec![C2, Sphere, B1])])), []);
        // In a conditional peace it is none of the columns.
        let wanted = BTreeMap::from([(France, vec![C2, Sphere, B1])]);
        assert_eq!(counting(&picked(&victors(&[(France, false)]), None, &wanted)), [(France, B1)]);
    }

    #[test]
    fn two_victors_may_each_take_a_leader_and_one_takes_one() {
        let all = victors(&[(Austria, true), (Russia, true)]);
        let wanted = BTreeMap::from([(Austria, vec![C6]), (Russia, vec![C6, B5])]);
        assert_eq!(counting(&picked(&all, None, &wanted)), [(Austria, C6), (Russia, C6), (Russia, B5)]);
    }
}
