//! The steps of a battle, on land and at sea: what it waits for, what a die or a choice does, how it ends and what it costs.

use super::notes::{Added, Note, Rolled, Sink, Tally, Why};
use super::tables::{Cell, Column, Columns, Small};
use super::terms::{FireEffect, Kind, Terms, Wind};
use super::{Map, Phase, Who, land, sea};
use crate::europa::leader::Leader;
use crate::europa::thirds::Thirds;
use crate::rule;
use crate::said;
use crate::table::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// What a die is thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roll {
    /// A replacement leader.
    Replacement,
    /// The wind.
    Wind,
    /// Fire or Shock.
    Combat {
        /// The day, 1 or 2.
        day: u8,
        /// Which.
        phase: Phase,
    },
    /// Whether a stack of seven detachments causes less: on an odd die.
    SmallStack,
    /// An attempt to leave the battle.
    Attempt,
    /// The pursuit.
    Pursuit,
    /// Losses in the retreat.
    Retreat,
    /// Whether the leader is hit.
    Test,
    /// Whether he is dead or wounded.
    Wound,
}

/// What a battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// A die of ten.
    Die {
        /// Whose.
        who: Who,
        /// What for.
        roll: Roll,
    },
    /// A choice: to leave the battle or to stay.
    Choice {
        /// Whose.
        who: Who,
        /// The day that it is about.
        day: u8,
        /// After which of its phases: after Fire, with the wind at sea; after Shock, at the end of day 1.
        after: Phase,
    },
    /// Nothing: it is over.
    Over(Verdict),
}

/// Where a battle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A replacement leader is drawn.
    Replacement(Who),
    /// The wind is rolled.
    Wind(Who),
    /// Fire or Shock is rolled.
    Combat {
        /// The day.
        day: u8,
        /// Which.
        phase: Phase,
        /// Whose.
        who: Who,
    },
    /// The side with the wind may leave after a Fire.
    Slip {
        /// The day.
        day: u8,
    },
    /// The losses are corrected to see whether a side is wiped out.
    DayEnd {
        /// The day.
        day: u8,
        /// Whose small stack may take a die.
        who: Who,
    },
    /// He may try to leave after day 1.
    Leave(Who),
    /// He tries.
    Attempt(Who),
    /// The fighting is over; who won is read off as it stands.
    Fought,
    /// The winner pursues.
    Pursuit(Who),
    /// The losses are corrected for good.
    Account(Who),
    /// Losses in the retreat.
    Retreat(Who),
    /// The leader is tested.
    Test(Who),
    /// What befell him.
    Wound(Who),
    /// It is over.
    Over,
}

/// How the fighting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// A side, or both, had no morale left.
    Rout {
        /// The day.
        day: u8,
        /// After this.
        phase: Phase,
    },
    /// A side, or both, was wiped out at the end of a day.
    Destroyed {
        /// The day.
        day: u8,
    },
    /// A side left after day 1.
    Left {
        /// Which.
        who: Who,
    },
    /// A fleet left with the wind after a Fire.
    Slipped {
        /// Which.
        who: Who,
        /// The day.
        day: u8,
    },
    /// It was fought to the end of day 2.
    Fought,
}

impl End {
    fn on_first_day(self) -> bool {
        match self {
            End::Rout { day, .. } | End::Destroyed { day } | End::Slipped { day, .. } => day == 1,
            End::Left { .. } => true,
            End::Fought => false,
        }
    }

    fn after_fire(self) -> bool {
        matches!(self, End::Rout { phase: Phase::Fire, .. } | End::Slipped { .. })
    }
}

/// What befell a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Casualty {
    /// He is dead.
    Killed,
    /// He is wounded for so many rounds.
    Wounded(u8),
}

/// How a battle came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// How the fighting ended.
    pub end: End,
    /// Who won; nobody in a tie.
    pub winner: Option<Who>,
    /// Who routed, the moving side and the other; in the fighting or in the pursuit.
    pub routed: [bool; 2],
    /// Of whom nothing is left.
    pub destroyed: [bool; 2],
    /// What each loses, never more than it has. Whole detachments for an army in Europe.
    pub lost: [Thirds; 2],
    /// Whether it is a major battle.
    pub major: bool,
    /// Stars in the pursuit: at sea the winner captures by them.
    pub pursuit_stars: i8,
    /// What befell the leaders.
    pub casualties: [Option<Casualty>; 2],
}

/// The state of a battle: what of its course still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct State {
    /// Where it stands.
    pub stage: Stage,
    /// The leaders, drawn ones included.
    pub leaders: [Leader; 2],
    /// Who has the wind.
    pub wind: Option<Who>,
    /// The moving side's total for the wind, while the other has not rolled.
    pub wind_total: i8,
    /// Losses caused by each, as they were rolled.
    pub caused: [Thirds; 2],
    /// Morale left to each.
    pub morale: [i8; 2],
    /// Stars suffered at sea by each.
    pub stars: [i8; 2],
    /// Who had suffered more of them when the phase began.
    pub behind: Option<Who>,
    /// Who tried to leave in vain.
    pub failed: [bool; 2],
    /// Whether the die of a stack of seven detachments was odd.
    pub odd: [Option<bool>; 2],
    /// How the fighting ended.
    pub end: Option<End>,
    /// Who won; set when the fighting is closed.
    pub winner: Option<Who>,
    /// Who routed; set when the fighting is closed.
    pub routed: [bool; 2],
    /// Stars of the pursuit.
    pub pursuit_stars: i8,
    /// Losses in the retreat.
    pub retreat: [Thirds; 2],
    /// What befell the leaders.
    pub casualties: [Option<Casualty>; 2],
}

impl State {
    /// How a battle begins: what needs no die is done already.
    pub(in crate::europa) fn start(terms: &Terms, sink: &mut impl Sink) -> State {
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
    pub(in crate::europa) fn next(&self, terms: &Terms) -> Next {
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
    pub(in crate::europa) fn throw(&mut self, terms: &Terms, die: u8, sink: &mut impl Sink) {
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
    pub(in crate::europa) fn choose(&mut self, terms: &Terms, leave: bool, sink: &mut impl Sink) {
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
    fn go_on(&mut self, terms: &Terms, sink: &mut impl Sink) {
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

    /// A roll for the wind: the admiral's manoeuvre and the more advanced ships are added; the higher total has it.
    fn wind(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let (manoeuvre, ships) = (self.leaders[who as usize].manoeuvre, terms.side(who).wind);
        let total = die + i32::from(manoeuvre) + i32::from(ships);
        sink.note(|| {
            let mut added = Vec::new();
            if manoeuvre != 0 {
                added.push(Added { by: manoeuvre, why: Why::Manoeuvre(manoeuvre) });
            }
            if ships != 0 {
                added.push(Added { by: ships, why: Why::MoreAdvanced });
            }
            Note::Wind { who, die: die as u8, added, total }
        });
        match who {
            // A die, a leader's value and a number of the table are small.
            Who::Moving => {
                self.wind_total = total as i8;
                self.stage = Stage::Wind(Who::Standing);
            }
            Who::Standing => {
                self.wind = match i32::from(self.wind_total).cmp(&total) {
                    std::cmp::Ordering::Greater => Some(Who::Moving),
                    std::cmp::Ordering::Less => Some(Who::Standing),
                    std::cmp::Ordering::Equal => None,
                };
                self.wind_total = 0;
                let whose = self.wind;
                sink.note(|| Note::WindIs { who: whose });
                self.begin(terms, sink);
            }
        }
    }

    /// Columns, morale and modifiers are fixed; day 1 begins.
    fn begin(&mut self, terms: &Terms, sink: &mut impl Sink) {
        for who in Who::BOTH {
            let own = &terms.sides[who as usize];
            sink.note(|| {
                let columns = own.own.shock.map(|shock| Columns { fire: own.own.fire, shock });
                Note::Columns { who, columns }
            });
            sink.note(|| Note::Morale { who, added: own.own.morale.clone(), morale: own.morale });
        }
        self.begin_day(terms, 1, sink);
    }

    fn begin_day(&mut self, terms: &Terms, day: u8, sink: &mut impl Sink) {
        self.stage = Stage::Combat { day, phase: Phase::Fire, who: Who::Moving };
        self.begin_phase();
        for who in Who::BOTH {
            sink.note(|| {
                let [fire, shock] =
                    [Phase::Fire, Phase::Shock].map(|phase| self.added(terms, who, day, phase));
                Note::Modifiers { who, day, fire, shock }
            });
        }
    }

    fn begin_phase(&mut self) {
        self.behind = match self.stars[0].cmp(&self.stars[1]) {
            std::cmp::Ordering::Greater => Some(Who::Moving),
            std::cmp::Ordering::Less => Some(Who::Standing),
            std::cmp::Ordering::Equal => None,
        };
    }

    /// What is added for the better leader: his advantage, within the cap if there is one.
    fn led(&self, terms: &Terms, who: Who, value: impl Fn(&Leader) -> i8) -> i8 {
        let [own, enemy] = [who, who.other()].map(|who| value(&self.leaders[who as usize]));
        let better = (own - enemy).max(0);
        terms.rules.leader_cap.map_or(better, |cap| better.min(cap.max(0)))
    }

    fn led_in(&self, terms: &Terms, who: Who, phase: Phase) -> i8 {
        self.led(terms, who, |leader| match phase {
            Phase::Fire => leader.fire,
            Phase::Shock => leader.shock,
        })
    }

    /// What is added to a roll, in all.
    fn modifier(&self, terms: &Terms, who: Who, day: u8, phase: Phase) -> i32 {
        let mut sum = terms.sides[who as usize].fixed(day, phase);
        sum += i32::from(self.led_in(terms, who, phase));
        if day > 1 {
            sum -= 1;
            sum += i32::from(self.failed[who.other() as usize]);
        }
        sum += i32::from(self.wind == Some(who));
        sum - i32::from(self.behind == Some(who))
    }

    /// What is added to a roll, one by one.
    fn added(&self, terms: &Terms, who: Who, day: u8, phase: Phase) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        let value = |who: Who| {
            let leader = self.leaders[who as usize];
            if phase == Phase::Fire { leader.fire } else { leader.shock }
        };
        let (own, enemy) = (value(who), value(who.other()));
        let better = (own - enemy).max(0);
        add(better, Why::Leaders(own, enemy));
        let led = self.led_in(terms, who, phase);
        if led < better {
            add(led - better, Why::LeaderCap(led));
        }
        for modifier in &terms.side(who).modifiers {
            add(modifier.to(day, phase), modifier.why.clone());
        }
        if day > 1 {
            add(-1, Why::SecondDay);
            if self.failed[who.other() as usize] {
                add(1, Why::EnemyStayed);
            }
        }
        if self.wind == Some(who) {
            add(1, Why::Wind);
        }
        if self.behind == Some(who) {
            add(-1, Why::MoreStars);
        }
        list
    }

    /// Fire or Shock of a side.
    fn combat(&mut self, terms: &Terms, day: u8, phase: Phase, who: Who, die: i32, sink: &mut impl Sink) {
        if let Some(column) = terms.sides[who as usize].column(phase) {
            let modified = die + self.modifier(terms, who, day, phase);
            let cell = terms.tables.combat(column, modified);
            let effect = match phase {
                Phase::Fire => terms.side(who).effect,
                Phase::Shock => FireEffect::Full,
            };
            let did = Cell { losses: effect.on(cell.losses), stars: cell.stars };
            self.hit(terms, who, did);
            sink.note(|| {
                let added = self.added(terms, who, day, phase);
                let at = Some((day, phase));
                Note::Rolled(Rolled { who, at, column, die: die as u8, added, modified, cell, effect, did })
            });
        }
        self.after_combat(terms, day, phase, who, sink);
    }

    fn hit(&mut self, terms: &Terms, who: Who, did: Cell) {
        self.caused[who as usize] += did.losses;
        let enemy = who.other() as usize;
        self.morale[enemy] = (self.morale[enemy] - did.stars).max(0);
        if terms.kind == Kind::Sea {
            self.stars[enemy] += did.stars;
        }
    }

    /// After the roll of a side: the other's, then what follows from both.
    fn after_combat(&mut self, terms: &Terms, day: u8, phase: Phase, who: Who, sink: &mut impl Sink) {
        if who == Who::Moving {
            self.stage = Stage::Combat { day, phase, who: Who::Standing };
            return;
        }
        self.tell(Some((day, phase)), sink);
        if self.morale.iter().any(|left| *left <= 0) {
            for who in Who::BOTH {
                if self.morale[who as usize] <= 0 {
                    sink.note(|| Note::Routed { who, pursued: false });
                }
            }
            self.end = Some(End::Rout { day, phase });
            self.stage = Stage::DayEnd { day, who: Who::Moving };
            return;
        }
        self.stage = match phase {
            Phase::Fire if terms.kind == Kind::Sea && self.wind.is_some() => Stage::Slip { day },
            Phase::Fire => {
                self.begin_phase();
                Stage::Combat { day, phase: Phase::Shock, who: Who::Moving }
            }
            Phase::Shock => Stage::DayEnd { day, who: Who::Moving },
        };
    }

    fn tell(&self, at: Option<(u8, Phase)>, sink: &mut impl Sink) {
        sink.note(|| Note::Tally { at, tally: Tally { caused: self.caused, morale: self.morale } });
    }

    /// Whether the correction for a stack of seven detachments waits for its die. It is thrown once in a battle, when what the stack
    /// caused is first corrected.
    fn wants_small_stack(&self, terms: &Terms, who: Who) -> bool {
        matches!(terms.side(who).small, Small::IfOdd(_))
            && self.odd[who as usize].is_none()
            && self.caused[who as usize].0 > 0
    }

    fn small_stack(&mut self, who: Who, die: u8, sink: &mut impl Sink) {
        let odd = die % 2 == 1;
        self.odd[who as usize] = Some(odd);
        sink.note(|| Note::SmallStack { who, die, odd });
    }

    /// What a side caused, after the correction for its stack, the cap and the correction for size.
    fn corrected(&self, terms: &Terms, who: Who) -> Thirds {
        let own = terms.side(who);
        terms.tables.sized(self.of_stack(terms, who).1, own.size)
    }

    /// What a side caused after the correction for its stack, before and after the cap.
    fn of_stack(&self, terms: &Terms, who: Who) -> (Thirds, Thirds) {
        let own = terms.side(who);
        let less = own.small.by(self.odd[who as usize].unwrap_or(false));
        let left = Thirds((self.caused[who as usize].0 - less.0).max(0));
        (left, own.cap.map_or(left, |cap| left.min(cap)))
    }

    /// Whether a side is wiped out by what the enemy caused; fleets are not looked at before the end.
    fn wiped_out(&self, terms: &Terms, who: Who) -> bool {
        terms.kind == Kind::Land && self.corrected(terms, who.other()) >= terms.side(who).strength
    }

    /// The end of a day, or of the fighting by a rout.
    fn day_end(&mut self, terms: &Terms, day: u8, sink: &mut impl Sink) {
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
    fn attempt(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
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
    fn stayed(&mut self, terms: &Terms, who: Who, sink: &mut impl Sink) {
        if who == terms.first_to_leave {
            self.stage = Stage::Leave(who.other());
        } else {
            self.begin_day(terms, 2, sink);
        }
    }

    fn finish(&mut self, terms: &Terms, end: End, sink: &mut impl Sink) {
        self.end = Some(end);
        self.stage = Stage::Fought;
        self.tell_end(terms, sink);
    }

    fn tell_end(&self, terms: &Terms, sink: &mut impl Sink) {
        let Some(end) = self.end else { return };
        sink.note(|| Note::Ended { end, morale: self.morale, winner: self.won(terms) });
    }

    /// Who wins as it stands: a side that alone is wiped out loses; else one that left; else one that alone routed; else the one with
    /// less morale left.
    fn won(&self, terms: &Terms) -> Option<Who> {
        let alone = |[moving, standing]: [bool; 2]| match (moving, standing) {
            (true, false) => Some(Some(Who::Standing)),
            (false, true) => Some(Some(Who::Moving)),
            (true, true) => Some(None),
            (false, false) => None,
        };
        if let Some(winner) = alone(Who::BOTH.map(|who| self.wiped_out(terms, who))) {
            return winner;
        }
        match self.end {
            Some(End::Left { who } | End::Slipped { who, .. }) => Some(who.other()),
            _ => match self.morale[0].cmp(&self.morale[1]) {
                std::cmp::Ordering::Greater => Some(Who::Moving),
                std::cmp::Ordering::Less => Some(Who::Standing),
                std::cmp::Ordering::Equal => None,
            },
        }
    }

    /// The fighting is closed: winner and routs stand, and pursuit or the account follows.
    fn close(&mut self, terms: &Terms, sink: &mut impl Sink) {
        self.winner = self.won(terms);
        self.routed = self.morale.map(|left| left <= 0);
        let slipped = matches!(self.end, Some(End::Slipped { .. }));
        match self.winner {
            Some(winner) if !self.routed[winner as usize] && !slipped => {
                self.stage = Stage::Pursuit(winner);
            }
            _ => {
                sink.note(|| Note::NoPursuit);
                self.stage = Stage::Account(Who::Moving);
            }
        }
        self.go_on(terms, sink);
    }

    /// What is added to the pursuit, one by one.
    fn pursuit_added(&self, terms: &Terms, who: Who) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        if self.end.is_some_and(End::on_first_day) {
            add(2, Why::EndedOnFirstDay);
        }
        if self.end.is_some_and(End::after_fire) {
            add(1, Why::EndedAfterFire);
        }
        let [own, enemy] = [who, who.other()].map(|who| self.leaders[who as usize]);
        match terms.kind {
            Kind::Land => {
                add((own.shock - enemy.shock).max(0), Why::PursuitLeaders(own.shock, enemy.shock));
            }
            Kind::Sea => {
                let better = (own.manoeuvre - enemy.manoeuvre).max(0);
                add(better, Why::PursuitAdmirals(own.manoeuvre, enemy.manoeuvre));
                add(i8::from(self.wind == Some(who)), Why::PursuitWind);
            }
        }
        list.extend(terms.side(who).pursuit.iter().cloned());
        list
    }

    fn pursuit_modifier(&self, terms: &Terms, who: Who) -> i32 {
        let [own, enemy] = [who, who.other()].map(|who| self.leaders[who as usize]);
        let course = 2 * i32::from(self.end.is_some_and(End::on_first_day))
            + i32::from(self.end.is_some_and(End::after_fire));
        let led = match terms.kind {
            Kind::Land => own.shock - enemy.shock,
            Kind::Sea => own.manoeuvre - enemy.manoeuvre,
        };
        let wind = terms.kind == Kind::Sea && self.wind == Some(who);
        course + i32::from(led.max(0)) + i32::from(wind) + terms.sides[who as usize].pursuit
    }

    fn pursue(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let column: Column = terms.side(who).pursuit_column;
        let modified = die + self.pursuit_modifier(terms, who);
        let did = terms.tables.combat(column, modified);
        let loser = who.other();
        let stood = self.morale[loser as usize] > 0;
        self.caused[who as usize] += did.losses;
        self.morale[loser as usize] = (self.morale[loser as usize] - did.stars).max(0);
        self.pursuit_stars = did.stars;
        sink.note(|| {
            let added = self.pursuit_added(terms, who);
            let effect = FireEffect::Full;
            let die = die as u8;
            Note::Rolled(Rolled { who, at: None, column, die, added, modified, cell: did, effect, did })
        });
        self.tell(None, sink);
        if stood && self.morale[loser as usize] <= 0 {
            self.routed[loser as usize] = true;
            sink.note(|| Note::Routed { who: loser, pursued: true });
        }
        self.stage = Stage::Account(Who::Moving);
    }

    /// Every army that did not win rolls, while there is anyone left in it.
    fn rolls_retreat(&self, terms: &Terms, who: Who) -> bool {
        terms.kind == Kind::Land && self.winner != Some(who) && !self.wiped_out(terms, who)
    }

    fn retreat(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let manoeuvre = self.leaders[who as usize].manoeuvre;
        let by = if self.routed[who as usize] { 0 } else { -manoeuvre };
        let modified = die + i32::from(by);
        let losses = terms.tables.retreat(modified);
        self.retreat[who as usize] = losses;
        sink.note(|| {
            let added = match by {
                0 => Vec::new(),
                by => vec![Added { by, why: Why::RetreatLeader(manoeuvre) }],
            };
            Note::Retreat { who, die: die as u8, added, modified, losses }
        });
        self.stage = after_retreat(who);
    }

    /// Whether a leader is tested: a counter on the map, in Europe only against 3 LD or more.
    fn is_tested(&self, terms: &Terms, who: Who) -> bool {
        let enough = terms.kind == Kind::Sea
            || terms.map == Map::Rotw
            || terms.side(who.other()).strength >= Thirds::whole(3);
        terms.rules.casualties && terms.side(who).named && enough
    }

    fn test(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let leader = self.leaders[who as usize];
        let mut modified = die - i32::from(self.winner != Some(who));
        if self.losses(terms, who).1 {
            modified -= 5;
        }
        modified -= i32::from(leader.fire == 6 || leader.shock == 6);
        let hit = modified <= 1;
        sink.note(|| Note::Tested { who, die: die as u8, modified, hit });
        self.stage = if hit { Stage::Wound(who) } else { after_test(who) };
    }

    /// What a side suffers in all, before rounding and never mind how much it has.
    fn suffered(&self, terms: &Terms, who: Who) -> Thirds {
        let suffered = self.corrected(terms, who.other()) + self.retreat[who as usize];
        match terms.kind {
            Kind::Sea if self.routed[who as usize] => suffered.max(Thirds::whole(1)),
            _ => suffered,
        }
    }

    /// What a side loses, and whether that is all of it.
    fn losses(&self, terms: &Terms, who: Who) -> (Thirds, bool) {
        let suffered = self.suffered(terms, who);
        let rounded = if terms.rounds { Thirds::whole(suffered.rounded()) } else { suffered };
        let strength = terms.side(who).strength;
        (rounded.min(strength), rounded >= strength)
    }

    /// What makes the battle major: the difference of the losses, what is needed, and whether the loser's counters allow it.
    fn majority(&self, terms: &Terms, winner: Who) -> Majority {
        let loser = winner.other();
        let difference = self.losses(terms, loser).0 - self.losses(terms, winner).0;
        let on_land = terms.kind == Kind::Land;
        let by_size = on_land && terms.side(winner).size >= 2;
        let by_choice = on_land && terms.rules.major_at_four;
        let needed = if by_size || by_choice { Thirds::whole(4) } else { terms.major[winner as usize] };
        let head = terms.rules.edition == super::rules::Edition::Head && terms.map == Map::Rotw;
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
    fn account(&self, terms: &Terms, sink: &mut impl Sink) {
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

    /// Closes the fighting where it is over and forgets what no longer counts, so that states which will go on alike are alike.
    pub(in crate::europa) fn settle(&mut self, terms: &Terms) {
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
    }
}

struct Majority {
    difference: Thirds,
    needed: Thirds,
    allowed: bool,
    by_size: bool,
    by_choice: bool,
}

fn after_retreat(who: Who) -> Stage {
    match who {
        Who::Moving => Stage::Retreat(Who::Standing),
        Who::Standing => Stage::Test(Who::Moving),
    }
}

fn after_test(who: Who) -> Stage {
    match who {
        Who::Moving => Stage::Test(Who::Standing),
        Who::Standing => Stage::Over,
    }
}

/// On land or at sea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// On land.
    Land(land::Setting),
    /// At sea.
    Sea(sea::Setting),
}

impl Field {
    pub(in crate::europa) fn terms(&self) -> Terms {
        match self {
            Field::Land(setting) => setting.terms(),
            Field::Sea(setting) => setting.terms(),
        }
    }

    /// Whether it can be fought.
    ///
    /// # Errors
    /// As [`land::Setting::check`] and [`sea::Setting::check`] say.
    pub fn check(&self) -> Result<(), Refusal> {
        match self {
            Field::Land(setting) => setting.check(),
            Field::Sea(setting) => setting.check(),
        }
    }
}

/// What a side means to do, told beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Tries to leave after day 1 when so much morale is left, or less.
    pub leave_at_morale: Option<i8>,
    /// Tries to leave after day 1 when the enemy has caused so much, or more, as rolled.
    pub leave_at_losses: Option<Thirds>,
    /// With the wind leaves after a Fire under the same conditions.
    pub slip_away: bool,
}

impl Plan {
    /// Tries to leave after day 1 in any case.
    pub const LEAVES: Plan = Plan { leave_at_morale: Some(i8::MAX), leave_at_losses: None, slip_away: false };

    /// What it answers.
    #[must_use]
    pub fn leaves(&self, state: &State, who: Who, after: Phase) -> bool {
        let low = self.leave_at_morale.is_some_and(|at| state.morale[who as usize] <= at);
        let lost = self.leave_at_losses.is_some_and(|at| state.caused[who.other() as usize] >= at);
        (low || lost) && (after == Phase::Shock || self.slip_away)
    }
}

/// A battle: a setting and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    field: Field,
    state: State,
}

/// The most morale that the umpire can rule.
const MOST_MORALE: i8 = 20;

impl Battle {
    /// A battle that begins.
    ///
    /// # Errors
    /// Where it cannot be fought: [`Field::check`].
    pub fn new(field: Field, sink: &mut impl Sink) -> Result<Battle, Refusal> {
        field.check()?;
        let state = State::start(&field.terms(), sink);
        Ok(Battle { field, state })
    }

    /// A land battle that begins.
    ///
    /// # Errors
    /// Where it cannot be fought.
    pub fn land(setting: land::Setting, sink: &mut impl Sink) -> Result<Battle, Refusal> {
        Battle::new(Field::Land(setting), sink)
    }

    /// A sea battle that begins.
    ///
    /// # Errors
    /// Where it cannot be fought.
    pub fn sea(setting: sea::Setting, sink: &mut impl Sink) -> Result<Battle, Refusal> {
        Battle::new(Field::Sea(setting), sink)
    }

    /// Where and with what it is fought.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// How far it has come.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What it waits for.
    #[must_use]
    pub fn next(&self) -> Next {
        self.state.next(&self.field.terms())
    }

    /// A die of ten falls.
    ///
    /// # Errors
    /// Where no die is awaited, or it is not one of ten.
    pub fn throw(&mut self, die: u8, sink: &mut impl Sink) -> Result<(), Refusal> {
        if !matches!(self.next(), Next::Die { .. }) {
            return Err(Refusal::under(
                rule!("fast-battle.battle.roll"),
                said!("The battle waits for no die now."),
            ));
        }
        if !(1..=10).contains(&die) {
            return Err(Refusal::under(
                rule!("fast-battle.battle.roll"),
                said!("{} is no number of a ten-sided die: 1 to 10.", die),
            ));
        }
        self.state.throw(&self.field.terms(), die, sink);
        Ok(())
    }

    /// A player leaves the battle, or tries to, or stays.
    ///
    /// # Errors
    /// Where it is not this side's to choose.
    pub fn decide(&mut self, who: Who, leave: bool, sink: &mut impl Sink) -> Result<(), Refusal> {
        match self.next() {
            Next::Choice { who: whose, .. } if whose == who => {
                self.state.choose(&self.field.terms(), leave, sink);
                Ok(())
            }
            _ => Err(Refusal::under(
                rule!("fast-battle.battle.day-one.retreat-test"),
                said!(
                    "That side has nothing to choose now: leaving is chosen when day 1 is over, each side in its turn."
                ),
            )),
        }
    }

    /// The answer of a plan made beforehand, where a choice is awaited.
    #[must_use]
    pub fn planned(&self, plans: &[Plan; 2]) -> Option<(Who, bool)> {
        match self.next() {
            Next::Choice { who, after, .. } => {
                Some((who, plans[who as usize].leaves(&self.state, who, after)))
            }
            _ => None,
        }
    }

    /// The umpire rules how much morale a side has left. It is told with what the rules give.
    ///
    /// # Errors
    /// Once the pursuit is over, or the fighting was decided otherwise than by what morale is left; or where the number would be a rout
    /// in the middle of the fighting.
    pub fn rule_morale(&mut self, who: Who, left: i8, sink: &mut impl Sink) -> Result<(), Refusal> {
        let fighting = match self.state.stage {
            Stage::Combat { .. } | Stage::Slip { .. } | Stage::Leave(_) | Stage::Attempt(_) => true,
            Stage::Fought if self.state.end == Some(End::Fought) => false,
            _ => {
                return Err(Refusal::under(
                    rule!("fast-battle.battle.morale-after-pursuit"),
                    said!(
                        "Morale has no part in this battle now: it can be ruled while the sides fight, and after day 2 until the next die falls."
                    ),
                ));
            }
        };
        let least = i8::from(fighting);
        if !(least..=MOST_MORALE).contains(&left) {
            return Err(Refusal::under(
                rule!("fast-battle.battle.rout"),
                said!(
                    "{} cannot be ruled to be the morale left: it can be {} to {}.",
                    left,
                    least,
                    MOST_MORALE
                ),
            ));
        }
        let had = self.state.morale[who as usize];
        self.state.morale[who as usize] = left;
        sink.note(|| Note::Ruling { who, had, has: left });
        if !fighting {
            self.state.tell_end(&self.field.terms(), sink);
        }
        Ok(())
    }

    /// The account of a battle that is over: corrections, losses, verdict. None while it waits for something.
    pub fn account(&self, sink: &mut impl Sink) -> Option<Verdict> {
        let terms = self.field.terms();
        let mut state = self.state;
        if state.stage == Stage::Fought {
            state.close(&terms, sink);
        }
        if state.stage != Stage::Over {
            return None;
        }
        state.account(&terms, sink);
        Some(state.verdict(&terms))
    }

    /// The losses that a side has caused, after the corrections, as it stands.
    #[must_use]
    pub fn corrected(&self, who: Who) -> Thirds {
        self.state.corrected(&self.field.terms(), who)
    }

    /// The modifiers of a side on a day, as it stands: to Fire and to Shock.
    #[must_use]
    pub fn modifiers(&self, who: Who, day: u8) -> [Vec<Added>; 2] {
        let terms = self.field.terms();
        [Phase::Fire, Phase::Shock].map(|phase| self.state.added(&terms, who, day, phase))
    }
}
