//! Attrition: why a stack rolls, what is added to the die, and what the line of the table says.
//!
//! Something that makes a stack roll gives a [`Due`], which asks for one d10; with the die it becomes a [`Rolled`], which may ask for more.

use super::logistics_switches::Edition;
use super::remains::{self, Cell, Line, Remains};
use super::technology::{Land, Naval};
use super::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// Why a stack rolls after its movement segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// More than 5 LD, or two pashas, moving or not.
    Large,
    /// 3 LD or more under a low-cost simple campaign, moving or not.
    Cheap,
    /// 6 MP or more.
    SixMp,
    /// 3 MP or more in poor weather.
    ThreeMpPoorWeather,
    /// It embarked or landed anywhere but in a controlled port.
    Embarking,
    /// A naval stack that is not in port.
    AtSea,
}

impl Cause {
    /// The rule.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        match self {
            Cause::Large => rule!("fast-battle.attrition.cause.large-stack"),
            Cause::Cheap => rule!("fast-battle.campaign.simple.cheap"),
            Cause::SixMp => rule!("fast-battle.attrition.cause.six-mp"),
            Cause::ThreeMpPoorWeather => rule!("fast-battle.attrition.cause.three-mp-poor-weather"),
            Cause::Embarking => rule!("fast-battle.attrition.cause.embarking"),
            Cause::AtSea => rule!("fast-battle.attrition.cause.sea-stack"),
        }
    }
}

/// Why something is added to the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// On a move: no enemy province was entered or stood in.
    Friendly,
    /// On a move: an enemy province was entered, or stood in.
    Enemy,
    /// On a move: causes beyond the first, so many.
    Causes(u8),
    /// On a move: pillages on the minus and on the plus face, in all provinces left or entered.
    Pillages(Pillages),
    /// On a move: the leader's MAN.
    Leader(u8),
    /// In the supply segment: friendly territory.
    SupplyFriendly,
    /// In the supply segment: enemy territory.
    SupplyEnemy,
    /// In the supply segment: pillages of the province.
    SupplyPillages(Pillages),
    /// In the supply segment: the leader's MAN.
    SupplyLeader(u8),
    /// In the supply segment: a large stack.
    SupplyLarge,
    /// No supply.
    Unsupplied,
    /// The number under the snowflake.
    Snowflake,
    /// In a siege: inside the fortress.
    Besieged,
    /// In a siege: the leader's SIEGE in place of his MAN.
    Siege(u8),
    /// In a siege, by the later edition: the enemy leader's SIEGE.
    EnemySiege(u8),
    /// In a siege: an open port.
    OpenPort,
    /// In a siege: siegeworks on the minus and on the plus face.
    Works(u8, u8),
    /// At sea: the scale of the later edition.
    Scale,
    /// At sea: the leader's MAN.
    SeaLeader(u8),
    /// At sea: poor weather.
    SeaWeather,
    /// At sea: the difficulty of a zone.
    Difficulty(super::geography::Place),
    /// At sea: that zone has a port for the stack.
    Port(super::geography::Place),
    /// At sea: so many zones entered.
    Distance(u8),
    /// At sea: a fleet that starts so many zones away from those that border a port.
    Start(u8),
    /// At sea: a fleet that starts where no port can be reached. The record has no fields without a value, so it is a word of its own.
    StartAstray,
    /// At sea: the special malus of a zone.
    Malus(super::geography::Place),
    /// At sea: so many fleets.
    Fleets(u8),
    /// At sea: the technology.
    Technology(Naval),
}

impl Why {
    /// The rules behind it.
    #[must_use]
    pub const fn rules(self) -> &'static [RuleId] {
        match self {
            Why::Friendly | Why::Enemy => &[rule!("fast-battle.attrition.land.mod.territory")],
            Why::Causes(_) => &[rule!("fast-battle.attrition.land.mod.extra-cause")],
            Why::Pillages(_) => &[rule!("fast-battle.attrition.land.mod.pillage")],
            Why::Leader(_) => &[rule!("fast-battle.attrition.land.mod.leader")],
            Why::SupplyFriendly
            | Why::SupplyEnemy
            | Why::SupplyPillages(_)
            | Why::SupplyLeader(_)
            | Why::SupplyLarge => &[rule!("fast-battle.attrition.supply.modifiers")],
            Why::Unsupplied => {
                &[rule!("fast-battle.supply.out-two-rounds"), rule!("fast-battle.attrition.supply.modifiers")]
            }
            Why::Snowflake => &[rule!("fast-battle.supply.cold-area.rotw-malus")],
            Why::Besieged | Why::Siege(_) | Why::EnemySiege(_) | Why::OpenPort | Why::Works(..) => {
                &[rule!("fast-battle.siege.attrition-modifiers")]
            }
            Why::Scale => &[rule!("fast-battle.attrition.sea.read")],
            Why::SeaLeader(_) => &[rule!("fast-battle.attrition.sea.mod.leader")],
            Why::SeaWeather => &[rule!("fast-battle.attrition.sea.mod.weather")],
            Why::Difficulty(_) => &[rule!("fast-battle.attrition.sea.mod.difficulty")],
            Why::Port(_) => &[rule!("fast-battle.attrition.sea.mod.port")],
            Why::Distance(_) => &[rule!("fast-battle.attrition.sea.mod.distance")],
            Why::Start(1) => &[rule!("fast-battle.attrition.sea.mod.start-not-adjacent")],
            Why::Start(0..=4) => &[rule!("fast-battle.attrition.sea.mod.start-two-zones")],
            Why::Start(_) | Why::StartAstray => &[rule!("fast-battle.attrition.sea.mod.start-five-zones")],
            Why::Malus(_) => &[rule!("fast-battle.attrition.sea.mod.special")],
            Why::Fleets(_) => &[rule!("fast-battle.attrition.sea.mod.fleet-counters")],
            Why::Technology(_) => &[rule!("fast-battle.attrition.sea.mod.technology")],
        }
    }
}

/// Something added to the die, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i16,
    /// Why.
    pub why: Why,
}

/// Adds something unless it is nothing.
pub(super) fn add(all: &mut Vec<Added>, by: i16, why: Why) {
    if by != 0 {
        all.push(Added { by, why });
    }
}

/// Pillages of a province, or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Pillages {
    /// On the minus face.
    pub minus: u8,
    /// On the plus face.
    pub plus: u8,
}

impl Pillages {
    /// What they raise an attrition roll by: 1 for each minus, 2 for each plus.
    #[must_use]
    pub fn raise(self) -> i16 {
        i16::from(self.minus) + 2 * i16::from(self.plus)
    }

    /// Both together, for the provinces of a move.
    #[must_use]
    pub const fn and(self, other: Pillages) -> Pillages {
        Pillages { minus: self.minus.saturating_add(other.minus), plus: self.plus.saturating_add(other.plus) }
    }

    /// The province with one more from attrition, which is laid on its minus face; two of them become one on its plus face, and a province
    /// has two markers at most.
    #[must_use]
    pub const fn laid(self) -> (Pillages, RuleId) {
        const RULE: RuleId = rule!("fast-battle.attrition.land.pillage-face");
        let then = if self.plus >= 2 {
            self
        } else if self.minus >= 1 {
            Pillages { minus: self.minus - 1, plus: self.plus + 1 }
        } else {
            Pillages { minus: 1, plus: self.plus }
        };
        (then, RULE)
    }

    /// The province when the turn ends: a minus face that was left alone goes away and costs no income. Others are the business of the
    /// end of the turn.
    #[must_use]
    pub const fn at_end_of_turn(self) -> (Pillages, Option<RuleId>) {
        if self.minus > 0 && self.plus == 0 {
            (Pillages { minus: 0, plus: 0 }, Some(rule!("fast-battle.attrition.land.pillage-face")))
        } else {
            (self, None)
        }
    }
}

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A move on land.
    Movement,
    /// Weak supply, no supply, or a winter in the cold.
    Supply,
    /// Inside a besieged fortress.
    Besieged,
    /// Besieging.
    Besieging,
    /// At sea.
    Sea,
}

/// How a loss is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// In LD and pillage, in Europe: the stack's LD, and the worst technology in it.
    Europe {
        /// LD.
        ld: u8,
        /// Technology.
        technology: Land,
    },
    /// In percent, at sea and in the rest of the world: the size.
    Percent(Thirds),
}

/// An attrition roll that is due: one d10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// What for.
    pub what: What,
    /// Its causes, for a move.
    pub causes: Vec<Cause>,
    /// What is added.
    pub added: Vec<Added>,
    /// How the loss is counted.
    pub scale: Scale,
    /// The edition of the table.
    pub edition: Edition,
    /// Rules that spared it something.
    pub spared: Vec<RuleId>,
}

impl Due {
    /// Everything added together.
    #[must_use]
    pub fn modifier(&self) -> i32 {
        self.added.iter().map(|added| i32::from(added.by)).sum()
    }

    /// The rules of the roll itself.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules = match (self.what, self.scale) {
            (What::Sea, _) => vec![rule!("fast-battle.attrition.sea.read")],
            (_, Scale::Europe { .. }) => vec![rule!("fast-battle.attrition.land.read")],
            (_, Scale::Percent(_)) => vec![rule!("fast-battle.attrition.rotw-land")],
        };
        if matches!(self.what, What::Movement | What::Sea) {
            rules.push(rule!("fast-battle.attrition.cause.one-roll"));
        }
        rules.extend(self.causes.iter().map(|cause| cause.rule()));
        rules.extend(&self.spared);
        rules
    }

    /// The rules of the roll and of everything that is added to it.
    #[must_use]
    pub fn cited(&self) -> Vec<RuleId> {
        let mut rules = self.rules();
        rules.extend(self.added.iter().flat_map(|added| added.why.rules().iter().copied()));
        rules
    }

    /// The roll.
    #[must_use]
    pub fn roll(self, die: u8) -> Rolled {
        let modified = i32::from(die) + self.modifier();
        let line = remains::line(self.edition, modified);
        let effect = match self.scale {
            Scale::Percent(size) => Effect::Percent(remains::remains(self.edition, size, line.percent)),
            Scale::Europe { ld, technology } => {
                let cell = remains::column(ld).map_or(Cell::default(), |column| line.europe[column]);
                let p = cell.p.then(|| P::of(self.what, technology));
                Effect::Europe { ld: cell.ld.min(ld), p }
            }
        };
        Rolled { due: self, die, modified, line, effect }
    }
}

/// What P means for a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum P {
    /// A pillage is placed, and 1 LD lost.
    Both,
    /// One of the two, as the owner chooses.
    Either {
        /// Whether the pillage also is foraging: -1/-1 on the first day of the stack's next battle in the segment.
        foraging: bool,
    },
    /// 1 LD is lost: the besieged have nothing to pillage.
    Loss,
}

impl P {
    /// The rule.
    pub const RULE: RuleId = rule!("fast-battle.attrition.land.pillage");

    /// What it means by technology.
    #[must_use]
    pub const fn of(what: What, technology: Land) -> P {
        match (what, technology) {
            (What::Besieged, _) => P::Loss,
            (_, Land::Medieval | Land::Renaissance | Land::Arquebuse) => P::Both,
            (_, Land::LaceWars) => P::Either { foraging: false },
            (What::Movement, Land::Musket | Land::Baroque | Land::Manoeuvre) => P::Either { foraging: true },
            _ => P::Either { foraging: false },
        }
    }
}

/// What an attrition roll does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// In Europe.
    Europe {
        /// LD lost, as the owner chooses them.
        ld: u8,
        /// What P adds.
        p: Option<P>,
    },
    /// At sea and in the rest of the world.
    Percent(Remains),
}

/// An attrition roll that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// What it was for.
    pub due: Due,
    /// The die.
    pub die: u8,
    /// With everything added.
    pub modified: i32,
    /// The line.
    pub line: Line,
    /// What it does.
    pub effect: Effect,
}

impl Rolled {
    /// Whether nothing happens.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        match self.effect {
            Effect::Europe { ld, p } => ld == 0 && p.is_none(),
            Effect::Percent(remains) => remains.percent == 0,
        }
    }

    /// How many dice its even chances want.
    #[must_use]
    pub fn dice_wanted(&self) -> u8 {
        match self.effect {
            Effect::Percent(remains) => remains.stars,
            Effect::Europe { .. } => 0,
        }
    }

    /// LD lost in Europe, by whether the owner takes the pillage where he may choose.
    #[must_use]
    pub fn ld_lost(&self, pillage: bool) -> u8 {
        let Effect::Europe { ld, p } = self.effect else { return 0 };
        let more = match p {
            Some(P::Both | P::Loss) => 1,
            Some(P::Either { .. }) => u8::from(!pillage),
            None => 0,
        };
        match self.due.scale {
            Scale::Europe { ld: all, .. } => (ld + more).min(all),
            Scale::Percent(_) => 0,
        }
    }

    /// Whether a pillage is placed, by whether the owner takes it where he may choose.
    #[must_use]
    pub fn pillages(&self, pillage: bool) -> bool {
        match self.effect {
            Effect::Europe { p: Some(P::Both), .. } => true,
            Effect::Europe { p: Some(P::Either { .. }), .. } => pillage,
            _ => false,
        }
    }

    /// The rules of the roll, of everything that is added to it, and of the result.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules = self.due.cited();
        if matches!(self.effect, Effect::Europe { ld, .. } if ld > 0) {
            rules.push(rule!("fast-battle.attrition.land.numbers"));
        }
        match self.effect {
            Effect::Europe { p: Some(p), .. } => {
                rules.push(P::RULE);
                if p != P::Loss {
                    rules.push(rule!("fast-battle.attrition.land.pillage-face"));
                }
            }
            Effect::Percent(remains) if remains.percent > 0 => rules.push(Remains::RULE),
            _ => {}
        }
        rules
    }
}
