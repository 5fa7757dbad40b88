//! A sea battle by the frame of the land battle: fleets, wind, the naval modifiers, and how losses are shared.

use super::land::Further;
use super::notes::{Added, Why};
use super::rules::{Edition, Rules};
use super::tables::{Column, tables};
use super::terms::{FireEffect, Kind, Modifier, Own, Ruled, Summed, Terms, Wind, replacing};
use super::{Map, Who};
use crate::leader::{Command, replacements};
use crate::technology::Naval;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// The ships that fight in the first line; the others do not count in battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// Warship detachments, ND.
    #[default]
    Warships,
    /// Galley detachments, GD.
    Galleys,
    /// Transports, DTr: where there is nothing else.
    Transports,
}

/// A side of a sea battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    /// Its technology; galleys in line fight as galleys whatever it is.
    pub technology: Naval,
    /// Warship detachments, with thirds.
    #[serde(default)]
    pub warships: Thirds,
    /// Galley detachments.
    #[serde(default)]
    pub galleys: u8,
    /// How many of these are galleasses.
    #[serde(default)]
    pub galleasses: u8,
    /// Transport detachments.
    #[serde(default)]
    pub transports: u8,
    /// Which it puts in line, where it has both.
    #[serde(default)]
    pub line: Line,
    /// Whether it is veteran.
    #[serde(default)]
    pub veteran: bool,
    /// Its admiral.
    pub command: Command,
    /// What the umpire adds.
    #[serde(default)]
    pub further: Vec<Further>,
}

impl Fleet {
    /// Its strength: all of its ships.
    #[must_use]
    pub fn strength(&self) -> Thirds {
        self.warships + Thirds::whole(i32::from(self.galleys) + i32::from(self.transports))
    }

    /// What fights.
    #[must_use]
    pub fn in_line(&self) -> Line {
        match (self.warships.0 > 0, self.galleys > 0) {
            (false, false) => Line::Transports,
            (true, false) => Line::Warships,
            (false, true) => Line::Galleys,
            (true, true) if self.line == Line::Galleys => Line::Galleys,
            (true, true) => Line::Warships,
        }
    }

    /// How many whole detachments fight; a galley detachment counts as one, a third of a detachment as none.
    #[must_use]
    pub fn ships(&self) -> i32 {
        match self.in_line() {
            Line::Warships => self.warships.0 / 3,
            Line::Galleys => i32::from(self.galleys),
            Line::Transports => i32::from(self.transports),
        }
    }

    /// The technology of what fights.
    #[must_use]
    pub fn fights_as(&self) -> Naval {
        if self.in_line() == Line::Galleys { Naval::Galley } else { self.technology }
    }

    /// Whether its line is of galleys with galleasses among them; from Battery on all are.
    #[must_use]
    pub fn has_galleasses(&self) -> bool {
        self.in_line() == Line::Galleys && (self.galleasses > 0 || self.technology >= Naval::Battery)
    }

    /// Its morale, item by item.
    #[must_use]
    pub fn morale(&self, rules: &Rules) -> Vec<Added> {
        if self.in_line() == Line::Transports {
            return vec![Added { by: 0, why: Why::TransportsAlone }];
        }
        let (tables, technology) = (tables(rules.edition), self.fights_as());
        let mut morale =
            vec![Added { by: tables.naval_morale(technology), why: Why::NavalTechnology(technology) }];
        let veterans = tables.naval_veterans(technology);
        if self.veteran && veterans != 0 {
            morale.push(Added { by: veterans, why: Why::Veteran });
        }
        morale
    }
}

/// The size modifier of a fleet by its own ships in line (`fast-battle.naval.size-by-detachments`).
#[must_use]
pub fn size_modifier(ships: i32) -> i8 {
    match ships {
        ..=6 => 0,
        7..=12 => 1,
        13..=18 => 2,
        19.. => 3,
    }
}

/// A sea battle as it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The switches.
    #[serde(default)]
    pub rules: Rules,
    /// The turn, 1 to 62.
    pub turn: u8,
    /// Whether in the Mediterranean.
    #[serde(default)]
    pub mediterranean: bool,
    /// The moving side and the other.
    pub sides: [Fleet; 2],
}

/// The last turn in which galleys are better in the Mediterranean.
const GALLEYS_GOOD: u8 = 25;
/// The first turn in which galleys are outdated.
const GALLEYS_OUTDATED: u8 = 35;

impl Setting {
    /// A side.
    #[must_use]
    pub fn side(&self, who: Who) -> &Fleet {
        &self.sides[who as usize]
    }

    /// Whether it can be fought.
    ///
    /// # Errors
    /// Where a side has no ships, or a number is out of all bounds.
    pub fn check(&self) -> Result<(), Refusal> {
        for side in &self.sides {
            if !(0..=3000).contains(&side.warships.0) || side.strength().0 == 0 {
                return Err(Refusal::under(
                    rule!("fast-battle.naval.same-frame"),
                    said!(
                        "A fleet of {} ND cannot fight: each side needs ships, 1000 ND at most.",
                        side.strength().to_string()
                    ),
                ));
            }
            if side.galleasses > side.galleys {
                return Err(Refusal::under(
                    rule!("fast-battle.naval.same-frame"),
                    said!(
                        "{} galleasses are more than the {} galley detachments that they are part of.",
                        side.galleasses,
                        side.galleys
                    ),
                ));
            }
            replacing(&side.command, |row| replacements().admirals(row, self.rules.edition))?;
            super::terms::in_bounds(&side.further)?;
        }
        Ok(())
    }

    /// The modifiers of a side apart from its admiral, the wind and the course of the battle, fixed at the start.
    #[must_use]
    pub fn modifiers(&self, who: Who) -> Vec<Modifier> {
        let (own, enemy) = (self.side(who), self.side(who.other()));
        let mut list = Vec::new();
        let mut add = |fire, shock, why| list.push(Modifier { fire, shock, first_day_only: false, why });
        let more = own.ships() - enemy.ships();
        match more {
            ..=0 => {}
            1 | 2 => add(0, 1, Why::MoreShips(more)),
            3..=6 => add(1, 1, Why::MoreShips(more)),
            7.. => add(1, 2, Why::MoreShips(more)),
        }
        let galleys = own.in_line() == Line::Galleys;
        let enough = own.technology >= Naval::Battery || own.galleasses >= 2;
        if own.has_galleasses() && enough && enemy.in_line() == Line::Galleys && !enemy.has_galleasses() {
            add(1, 0, Why::Galleasses);
        }
        if galleys && enemy.in_line() != Line::Galleys && self.mediterranean && self.turn <= GALLEYS_GOOD {
            add(1, 1, Why::GalleysInTheMediterranean);
        }
        if galleys && enemy.in_line() == Line::Warships && self.turn >= GALLEYS_OUTDATED {
            add(-1, -1, Why::GalleysOutdated);
        }
        for further in &own.further {
            let modifier = Modifier {
                fire: further.fire,
                shock: further.shock,
                first_day_only: further.first_day_only,
                why: Why::Umpire(further.reason.clone()),
            };
            list.push(modifier);
        }
        list
    }

    fn wind(&self) -> Wind {
        let [moving, standing] = &self.sides;
        match (moving.in_line() == Line::Transports, standing.in_line() == Line::Transports) {
            (true, true) => Wind::None,
            (true, false) => Wind::Of(Who::Standing),
            (false, true) => Wind::Of(Who::Moving),
            (false, false) => {
                let tables = tables(self.rules.edition);
                match tables.wind(moving.fights_as(), standing.fights_as()) {
                    Some(_) => Wind::Rolled,
                    None => Wind::None,
                }
            }
        }
    }

    pub(crate) fn terms(&self) -> Terms {
        let tables = tables(self.rules.edition);
        let own = |who: Who| {
            let (own, enemy) = (self.side(who), self.side(who.other()));
            let (line, ships) = (own.in_line(), own.ships());
            let columns = tables.naval_columns(own.fights_as(), enemy.fights_as());
            let fights = line != Line::Transports;
            let more = ships - enemy.ships();
            let halved = line == Line::Galleys && !own.has_galleasses();
            let cap = match (ships, line) {
                (_, Line::Transports) => Thirds::NONE,
                (0, _) => Thirds::whole(1),
                (ships, _) => Thirds::whole(2 * ships),
            };
            Own {
                row: super::terms::row(&own.command, |row| replacements().admirals(row, self.rules.edition)),
                leader: super::terms::leader(&own.command),
                named: matches!(own.command, Command::Leader(_)),
                fire: columns.fire.filter(|_| fights),
                shock: Some(columns.shock).filter(|_| fights),
                effect: if halved { FireEffect::HalvedUp } else { FireEffect::Full },
                morale: own.morale(&self.rules),
                modifiers: self.modifiers(who),
                pursuit: match more {
                    5.. => vec![Added { by: 1, why: Why::PursuitShips(more) }],
                    _ => Vec::new(),
                },
                pursuit_column: if enemy.in_line() == Line::Warships { Column::E } else { Column::C },
                wind: tables.wind(own.fights_as(), enemy.fights_as()).unwrap_or(0),
                strength: own.strength(),
                small: tables.small_fleet(ships),
                cap: self.rules.cap_caused.then_some(cap),
                size: size_modifier(ships),
                sized_by: Ruled::Ships(ships),
                has_army: true,
            }
        };
        let major = self.sides.each_ref().map(|side| match side.in_line() {
            Line::Galleys => Thirds::whole(8),
            Line::Warships | Line::Transports => Thirds::whole(5),
        });
        Terms {
            kind: Kind::Sea,
            rules: self.rules,
            tables,
            map: Map::Europe,
            rounds: false,
            tests_to_leave: self.rules.fleets_test_to_leave || self.rules.edition == Edition::Head,
            first_to_leave: Who::Standing,
            wind: self.wind(),
            major,
            sides: [own(Who::Moving), own(Who::Standing)].map(Summed::of),
        }
    }
}

/// How the losses of a fleet are shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// Damaged: to be refitted later.
    pub damaged: Thirds,
    /// Sunk.
    pub sunk: Thirds,
    /// Refitted at once: not lost after all.
    pub refitted: Thirds,
    /// Taken by the pursuers, in place of damaged ones.
    pub captured: Thirds,
}

impl Shared {
    /// What the fleet no longer has.
    #[must_use]
    pub fn gone(&self) -> Thirds {
        self.damaged + self.sunk + self.captured
    }

    /// The rules behind it.
    #[must_use]
    pub fn rules() -> [RuleId; 2] {
        [rule!("fast-battle.naval.loss-thirds"), rule!("fast-battle.naval.no-rounding")]
    }
}

/// Shares the losses of one kind of ships, detachment by detachment: the first damaged, the second sunk, the third refitted for a fleet
/// that won and damaged for any other, and so on. What is less than a detachment goes to the next share, of galleys and transports as a
/// whole one. `has` is what there is of the kind; of losses beyond it the sunk count first, then the damaged, then the refitted.
/// `captured` detachments are taken instead of damaged ones.
#[must_use]
pub fn share(lost: Thirds, line: Line, has: Thirds, won: bool, captured: i32) -> Shared {
    let lost = match line {
        Line::Warships => lost.0.max(0),
        Line::Galleys | Line::Transports => (lost.0.max(0) + 2) / 3 * 3,
    };
    let mut shares = [0; 3];
    let mut left = lost;
    for place in (0..3).cycle() {
        if left == 0 {
            break;
        }
        let at = if place == 2 && !won { 0 } else { place };
        shares[at] += left.min(3);
        left -= left.min(3);
    }
    let mut room = has.0.max(0);
    let mut fit = |share: i32| {
        let fits = share.min(room);
        room -= fits;
        fits
    };
    let (sunk, damaged, refitted) = (fit(shares[1]), fit(shares[0]), fit(shares[2]));
    let captured = (captured.max(0) * 3).min(damaged);
    Shared {
        damaged: Thirds(damaged - captured),
        sunk: Thirds(sunk),
        refitted: Thirds(refitted),
        captured: Thirds(captured),
    }
}

/// How many detachments a number of stars in pursuit takes: a warship detachment for each, two of galleys or of transports.
#[must_use]
pub fn captured(stars: i8, line: Line) -> i32 {
    i32::from(stars.max(0)) * if line == Line::Warships { 1 } else { 2 }
}
