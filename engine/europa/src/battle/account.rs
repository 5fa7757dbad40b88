//! The account of a battle: the corrections of the losses, what each side loses, and the verdict.

use super::notes::{Note, Sink};
use super::rules::Edition;
use super::stage::{End, State, Verdict};
use super::tables::Small;
use super::terms::{Kind, Terms};
use super::{Map, Who};
use crate::thirds::Thirds;

impl State {
    /// Whether the correction for a stack of seven detachments waits for its die. It is thrown once in a battle, when what the stack
    /// caused is first corrected.
    pub(super) fn wants_small_stack(&self, terms: &Terms, who: Who) -> bool {
        matches!(terms.side(who).small, Small::IfOdd(_))
            && self.odd[who as usize].is_none()
            && self.caused[who as usize].0 > 0
    }

    pub(super) fn small_stack(&mut self, who: Who, die: u8, sink: &mut impl Sink) {
        let odd = die % 2 == 1;
        self.odd[who as usize] = Some(odd);
        sink.note(|| Note::SmallStack { who, die, odd });
    }

    /// What a side caused, after the correction for its stack, the cap and the correction for size.
    pub(super) fn corrected(&self, terms: &Terms, who: Who) -> Thirds {
        let own = terms.side(who);
        terms.tables.sized(self.of_stack(terms, who).1, own.size)
    }

    /// What a side caused after the correction for its stack, before and after the cap.
    pub(super) fn of_stack(&self, terms: &Terms, who: Who) -> (Thirds, Thirds) {
        let own = terms.side(who);
        let less = own.small.by(self.odd[who as usize].unwrap_or(false));
        let left = Thirds((self.caused[who as usize].0 - less.0).max(0));
        (left, own.cap.map_or(left, |cap| left.min(cap)))
    }

    /// Whether a side is wiped out by what the enemy caused; fleets are not looked at before the end.
    pub(super) fn wiped_out(&self, terms: &Terms, who: Who) -> bool {
        terms.kind == Kind::Land && self.corrected(terms, who.other()) >= terms.side(who).strength
    }

    /// What a side suffers in all, before rounding and never mind how much it has.
    pub(super) fn suffered(&self, terms: &Terms, who: Who) -> Thirds {
        let suffered = self.corrected(terms, who.other()) + self.retreat[who as usize];
        match terms.kind {
            Kind::Sea if self.routed[who as usize] => suffered.max(Thirds::whole(1)),
            _ => suffered,
        }
    }

    /// What a side loses, and whether that is all of it.
    pub(super) fn losses(&self, terms: &Terms, who: Who) -> (Thirds, bool) {
        let suffered = self.suffered(terms, who);
        let rounded = if terms.rounds { Thirds::whole(suffered.rounded()) } else { suffered };
        let strength = terms.side(who).strength;
        (rounded.min(strength), rounded >= strength)
    }

    /// What makes the battle major: the difference of the losses, what is needed, and whether the loser's counters allow it.
    pub(super) fn majority(&self, terms: &Terms, winner: Who) -> Majority {
        let loser = winner.other();
        let difference = self.losses(terms, loser).0 - self.losses(terms, winner).0;
        let on_land = terms.kind == Kind::Land;
        let by_size = on_land && terms.side(winner).size >= 2;
        let by_choice = on_land && terms.rules.major_at_four;
        let needed = if by_size || by_choice { Thirds::whole(4) } else { terms.major[winner as usize] };
        let head = terms.rules.edition == Edition::Head && terms.map == Map::Rotw;
        let allowed = !(terms.rules.major_needs_army || head) || terms.side(loser).has_army;
        Majority { difference, needed, allowed, by_size, by_choice }
    }

    pub(super) fn verdict(&self, terms: &Terms) -> Verdict {
        let losses = Who::BOTH.map(|who| self.losses(terms, who));
        let major = self.winner.is_some_and(|winner| {
            let majority = self.majority(terms, winner);
            self.routed[winner.other() as usize] && majority.difference >= majority.needed && majority.allowed
        });
        Verdict {
            end: self.end.unwrap_or(End::Fought),
            winner: self.winner,
            routed: self.routed,
            destroyed: losses.map(|(_, all)| all),
            lost: losses.map(|(lost, _)| lost),
            major,
            pursuit_stars: self.pursuit_stars,
            casualties: self.casualties,
        }
    }

    /// The account of the losses, step by step.
    pub(super) fn account(&self, terms: &Terms, sink: &mut impl Sink) {
        let at_sea = terms.kind == Kind::Sea;
        for who in Who::BOTH {
            let own = terms.side(who);
            let (left, capped) = self.of_stack(terms, who);
            let caused = self.caused[who as usize];
            let less = own.small.by(self.odd[who as usize].unwrap_or(false));
            sink.note(|| Note::CorrectedForStack { who, caused, less, gives: left });
            if capped < left {
                sink.note(|| Note::Capped { who, at: capped });
            }
            let modifier = own.size;
            sink.note(|| Note::SizeModifier { who, by: own.sized_by, modifier, at_sea });
            sink.note(|| {
                let parts = terms.tables.by_size(capped, modifier);
                Note::CorrectedForSize { who, modifier, parts, gives: self.corrected(terms, who), at_sea }
            });
        }
        for who in Who::BOTH {
            let (caused, retreat) = (self.corrected(terms, who.other()), self.retreat[who as usize]);
            let suffered = self.suffered(terms, who);
            if suffered > caused + retreat {
                sink.note(|| Note::RoutedFleet { who });
            }
            sink.note(|| Note::Suffered { who, caused, retreat, total: suffered });
            let (lost, destroyed) = self.losses(terms, who);
            sink.note(|| {
                let rounded = if terms.rounds { Thirds::whole(suffered.rounded()) } else { suffered };
                Note::Loses { who, suffered, rounded, lost, destroyed, rounds: terms.rounds, at_sea }
            });
        }
        let verdict = self.verdict(terms);
        if let Some(winner) = self.winner {
            let Majority { difference, needed, allowed, by_size, by_choice } = self.majority(terms, winner);
            let routed = self.routed[winner.other() as usize];
            let major = verdict.major;
            sink.note(|| Note::Major { routed, difference, needed, allowed, by_size, by_choice, major });
        }
        sink.note(|| Note::Verdict(verdict));
    }
}

pub(super) struct Majority {
    difference: Thirds,
    needed: Thirds,
    allowed: bool,
    by_size: bool,
    by_choice: bool,
}
