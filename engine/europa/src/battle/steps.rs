//! The steps of a battle, on land and at sea: what it waits for, what a die or a choice does, and where it goes on.

use super::notes::{Note, Sink, Tally};
use super::stage::{Casualty, End, Next, Roll, Stage, State};
use super::terms::{Kind, Terms, Wind};
use super::{Phase, Who};
use crate::thirds::Thirds;

impl State {
    /// How a battle begins: what needs no die is done already.
    pub(crate) fn start(terms: &Terms, sink: &mut impl Sink) -> State {
        let mut state = State {
            stage: Stage::Replacement(Who::Moving),
            leaders: [0, 1].map(|i: usize| terms.sides[i].own.leader),
            wind: None,
            wind_total: 0,
            caused: [Thirds::NONE; 2],
            morale: [0, 1].map(|i: usize| terms.sides[i].morale),
            stars: [0; 2],
            behind: None,
            failed: [false; 2],
            odd: [None; 2],
            end: None,
            winner: None,
            routed: [false; 2],
            pursuit_stars: 0,
            retreat: [Thirds::NONE; 2],
            casualties: [None; 2],
        };
        state.go_on(terms, sink);
        state
    }

    /// What it waits for.
    pub(crate) fn next(&self, terms: &Terms) -> Next {
        let die = |who, roll| Next::Die { who, roll };
        match self.stage {
            Stage::Replacement(who) => die(who, Roll::Replacement),
            Stage::Wind(who) => die(who, Roll::Wind),
            Stage::Combat { day, phase, who } => die(who, Roll::Combat { day, phase }),
            Stage::Slip { day } => {
                Next::Choice { who: self.wind.unwrap_or(Who::Moving), day, after: Phase::Fire }
            }
            Stage::DayEnd { who, .. } | Stage::Account(who) => die(who, Roll::SmallStack),
            Stage::Leave(who) => Next::Choice { who, day: 1, after: Phase::Shock },
            Stage::Attempt(who) => die(who, Roll::Attempt),
            Stage::Fought => {
                let mut closed = *self;
                closed.close(terms, &mut ());
                closed.next(terms)
            }
            Stage::Pursuit(who) => die(who, Roll::Pursuit),
            Stage::Retreat(who) => die(who, Roll::Retreat),
            Stage::Test(who) => die(who, Roll::Test),
            Stage::Wound(who) => die(who, Roll::Wound),
            Stage::Over => Next::Over(self.verdict(terms)),
        }
    }

    /// A die of ten falls. Nothing happens where none is awaited.
    pub(crate) fn throw(&mut self, terms: &Terms, die: u8, sink: &mut impl Sink) {
        if self.stage == Stage::Fought {
            self.close(terms, sink);
        }
        let rolled = i32::from(die);
        match self.stage {
            Stage::Replacement(who) => {
                let row = terms.side(who).row.as_ref();
                let leader = row.and_then(|row| row.get(usize::from(die).checked_sub(1)?)).copied();
                let leader = leader.unwrap_or_default();
                self.leaders[who as usize] = leader;
                sink.note(|| Note::Replacement { who, die, leader });
                self.stage = match who {
                    Who::Moving => Stage::Replacement(Who::Standing),
                    Who::Standing => Stage::Wind(Who::Moving),
                };
            }
            Stage::Wind(who) => self.wind(terms, who, rolled, sink),
            Stage::Combat { day, phase, who } => self.combat(terms, day, phase, who, rolled, sink),
            Stage::DayEnd { day, who } => {
                self.small_stack(who, die, sink);
                self.stage = Stage::DayEnd { day, who };
            }
            Stage::Attempt(who) => self.attempt(terms, who, rolled, sink),
            Stage::Pursuit(who) => self.pursue(terms, who, rolled, sink),
            Stage::Account(who) => self.small_stack(who, die, sink),
            Stage::Retreat(who) => self.retreat(terms, who, rolled, sink),
            Stage::Test(who) => self.test(terms, who, rolled, sink),
            Stage::Wound(who) => {
                let casualty = if die % 2 == 1 { Casualty::Killed } else { Casualty::Wounded(die / 2) };
                self.casualties[who as usize] = Some(casualty);
                sink.note(|| Note::Befell { who, die, casualty });
                self.stage = after_test(who);
            }
            Stage::Slip { .. } | Stage::Leave(_) | Stage::Fought | Stage::Over => return,
        }
        self.go_on(terms, sink);
    }

    /// A player chooses whether to leave. Nothing happens where no choice is awaited.
    pub(crate) fn choose(&mut self, terms: &Terms, leave: bool, sink: &mut impl Sink) {
        match self.stage {
            Stage::Slip { day } => {
                let who = self.wind.unwrap_or(Who::Moving);
                sink.note(|| Note::Chose { who, leave });
                if leave {
                    sink.note(|| Note::Left { who, slipped: true });
                    self.finish(terms, End::Slipped { who, day }, sink);
                } else {
                    self.stage = Stage::Combat { day, phase: Phase::Shock, who: Who::Moving };
                    self.begin_phase();
                }
            }
            Stage::Leave(who) => {
                sink.note(|| Note::Chose { who, leave });
                match (leave, terms.tests_to_leave) {
                    (true, true) => self.stage = Stage::Attempt(who),
                    (true, false) => {
                        sink.note(|| Note::Left { who, slipped: false });
                        self.finish(terms, End::Left { who }, sink);
                    }
                    (false, _) => self.stayed(terms, who, sink),
                }
            }
            _ => return,
        }
        self.go_on(terms, sink);
    }

    /// Goes on to the next die or choice.
    pub(super) fn go_on(&mut self, terms: &Terms, sink: &mut impl Sink) {
        loop {
            match self.stage {
                Stage::Replacement(who) => {
                    if terms.side(who).row.is_some() {
                        return;
                    }
                    self.stage = match who {
                        Who::Moving => Stage::Replacement(Who::Standing),
                        Who::Standing => Stage::Wind(Who::Moving),
                    };
                }
                Stage::Wind(_) => {
                    match terms.wind {
                        Wind::Rolled => return,
                        Wind::Of(whose) => {
                            self.wind = Some(whose);
                            sink.note(|| Note::WindIs { who: Some(whose) });
                        }
                        Wind::None => {}
                    }
                    self.begin(terms, sink);
                }
                Stage::Combat { day, phase, who } => {
                    if terms.sides[who as usize].column(phase).is_some() {
                        return;
                    }
                    self.after_combat(terms, day, phase, who, sink);
                }
                Stage::DayEnd { day, who } => {
                    if self.wants_small_stack(terms, who) {
                        return;
                    }
                    match who {
                        Who::Moving => self.stage = Stage::DayEnd { day, who: Who::Standing },
                        Who::Standing => self.day_end(terms, day, sink),
                    }
                }
                Stage::Account(who) => {
                    if self.wants_small_stack(terms, who) {
                        return;
                    }
                    self.stage = match who {
                        Who::Moving => Stage::Account(Who::Standing),
                        Who::Standing => Stage::Retreat(Who::Moving),
                    };
                }
                Stage::Retreat(who) => {
                    if self.rolls_retreat(terms, who) {
                        return;
                    }
                    self.stage = after_retreat(who);
                }
                Stage::Test(who) => {
                    if self.is_tested(terms, who) {
                        return;
                    }
                    self.stage = after_test(who);
                }
                Stage::Slip { .. }
                | Stage::Leave(_)
                | Stage::Attempt(_)
                | Stage::Fought
                | Stage::Pursuit(_)
                | Stage::Wound(_)
                | Stage::Over => return,
            }
        }
    }

    /// The end of a day, or of the fighting by a rout.
    pub(super) fn day_end(&mut self, terms: &Terms, day: u8, sink: &mut impl Sink) {
        let destroyed = Who::BOTH.map(|who| self.wiped_out(terms, who));
        if terms.kind == Kind::Land {
            for who in Who::BOTH {
                sink.note(|| Note::Destruction {
                    who,
                    suffered: self.corrected(terms, who.other()),
                    strength: terms.side(who).strength,
                    destroyed: destroyed[who as usize],
                });
            }
        }
        if destroyed.contains(&true) {
            self.finish(terms, End::Destroyed { day }, sink);
        } else if let Some(end) = self.end {
            self.finish(terms, end, sink);
        } else if day == 1 {
            self.stage = Stage::Leave(terms.first_to_leave);
        } else {
            self.finish(terms, End::Fought, sink);
        }
    }

    /// An attempt to leave after day 1.
    pub(super) fn attempt(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let (manoeuvre, morale) = (self.leaders[who as usize].manoeuvre, self.morale[who as usize]);
        let threshold = i32::from(manoeuvre) + i32::from(morale);
        let equal_leaves = terms.rules.equal_leaves;
        let left = die < threshold || equal_leaves && die == threshold;
        sink.note(|| Note::Attempt { who, die: die as u8, manoeuvre, morale, equal_leaves, left });
        if left {
            self.finish(terms, End::Left { who }, sink);
        } else {
            self.failed[who as usize] = true;
            self.stayed(terms, who, sink);
        }
    }

    /// A side stays after day 1: the other decides, or day 2 begins.
    pub(super) fn stayed(&mut self, terms: &Terms, who: Who, sink: &mut impl Sink) {
        if who == terms.first_to_leave {
            self.stage = Stage::Leave(who.other());
        } else {
            self.begin_day(terms, 2, sink);
        }
    }

    pub(super) fn finish(&mut self, terms: &Terms, end: End, sink: &mut impl Sink) {
        self.end = Some(end);
        self.stage = Stage::Fought;
        self.tell_end(terms, sink);
    }

    pub(super) fn tell(&self, at: Option<(u8, Phase)>, sink: &mut impl Sink) {
        sink.note(|| Note::Tally { at, tally: Tally { caused: self.caused, morale: self.morale } });
    }

    /// Closes the fighting where it is over and forgets what no longer counts, so that states which will go on alike are alike.
    pub(crate) fn settle(&mut self, terms: &Terms) {
        if self.stage == Stage::Fought {
            self.close(terms, &mut ());
        }
        if self.stage > Stage::Pursuit(Who::Standing) {
            self.morale = [0; 2];
            self.stars = [0; 2];
            self.behind = None;
            self.failed = [false; 2];
            self.wind = None;
        }
        if terms.kind == Kind::Land {
            self.settle_leaders(terms);
        }
    }

    /// On land the leaders' values count against one another, and each value only for as long as something asks for it: Fire while they
    /// fight, Shock until the pursuit, MAN until nobody leaves or retreats any more.
    fn settle_leaders(&mut self, terms: &Terms) {
        let tested = terms.rules.casualties && terms.sides.iter().any(|side| side.own.named);
        // The test of a leader asks for his values themselves.
        if tested || matches!(self.stage, Stage::Replacement(_)) {
            return;
        }
        let [moving, standing] = self.leaders;
        let ahead = |own: i8, enemy: i8| own.saturating_sub(enemy).max(0);
        let fighting = self.stage <= Stage::Fought;
        for (who, own, enemy) in [(Who::Moving, moving, standing), (Who::Standing, standing, moving)] {
            let leader = &mut self.leaders[who as usize];
            let pursues = self.stage == Stage::Pursuit(who);
            leader.fire = if fighting { ahead(own.fire, enemy.fire) } else { 0 };
            leader.shock = if fighting || pursues { ahead(own.shock, enemy.shock) } else { 0 };
            leader.siege = 0;
            let after_pursuit = self.stage > Stage::Pursuit(Who::Standing);
            let has_retreated = self.stage > Stage::Retreat(who);
            let never_asked = self.winner == Some(who) || after_pursuit && self.routed[who as usize];
            if !fighting && (never_asked || has_retreated) {
                leader.manoeuvre = 0;
            }
        }
    }
}

pub(super) fn after_retreat(who: Who) -> Stage {
    match who {
        Who::Moving => Stage::Retreat(Who::Standing),
        Who::Standing => Stage::Test(Who::Moving),
    }
}

pub(super) fn after_test(who: Who) -> Stage {
    match who {
        Who::Moving => Stage::Test(Who::Standing),
        Who::Standing => Stage::Over,
    }
}
