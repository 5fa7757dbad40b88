//! Siege attrition: the besieger's, when his siegework brings it or he cannot undermine, and that of those inside.

use super::{Siege, Suffered};
use crate::attrition::{Due, P, What};
use crate::attrition_land::{self, Besieged};
use crate::battle::land::Side;
use crate::battle::rules::Edition as Battles;
use crate::battle::{Map, Rules};
use crate::geography::Place;
use crate::leader::Command;
use crate::logistics_switches::Edition;
use crate::losses::{Ways, ways};
use crate::period::Period;
use crate::remains::{Remains, column, line, remains};
use crate::siege::Garrison;
use crate::siege::assault::Camp;
use crate::technology::Land;
use crate::thirds::Thirds;
use crate::units::{Counter, Stack, Unit};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// A die of ten, thrown when it is called.
pub(super) type Die<'d> = dyn FnMut() -> Result<u8, Refusal> + 'd;

/// What a line of the attrition table costs a stack.
struct Cost {
    lost: Thirds,
    p: Option<P>,
    percent: Option<u8>,
    even: Vec<u8>,
    pillaged: bool,
}

const fn edition(rules: &Rules) -> Edition {
    match rules.edition {
        Battles::Guide => Edition::Guide,
        Battles::Head => Edition::Head,
    }
}

/// Reads the line: in Europe LD by the size of the stack, and P; in the rest of the world percent, with an even chance for each star.
fn cost(
    (what, edition, map): (What, Edition, Map),
    modified: i32,
    strength: Thirds,
    (technology, rather_loses): (Land, bool),
    die: &mut Die<'_>,
) -> Result<Cost, Refusal> {
    let read = line(edition, modified);
    if map == Map::Rotw {
        let remains = remains(edition, strength, read.percent);
        let mut even = Vec::new();
        for _ in 0..remains.stars {
            even.push(die()?);
        }
        let lost = strength - remains.after(&even);
        return Ok(Cost { lost, p: None, percent: Some(read.percent), even, pillaged: false });
    }
    let ld = strength.0 / 3;
    let cell =
        column(u8::try_from(ld).unwrap_or(u8::MAX)).map(|column| read.europe[column]).unwrap_or_default();
    let p = cell.p.then(|| P::of(what, technology));
    let more = match p {
        Some(P::Both | P::Loss) => 1,
        Some(P::Either { .. }) => i32::from(rather_loses),
        None => 0,
    };
    let pillaged = match p {
        Some(P::Both) => true,
        Some(P::Either { .. }) => !rather_loses,
        Some(P::Loss) | None => false,
    };
    let lost = Thirds::whole((i32::from(cell.ld) + more).min(ld));
    Ok(Cost { lost, p, percent: None, even: Vec::new(), pillaged })
}

/// The besieger's roll.
pub(super) fn besieger(
    siege: &Siege,
    rules: Rules,
    period: Period,
    die: &mut Die<'_>,
) -> Result<Suffered, Refusal> {
    let besieging = siege.works(rules, period).attrition_modifiers(&siege.hardship());
    let fell = die()?;
    let modified = i32::from(fell) + besieging.iter().map(|added| i32::from(added.by)).sum::<i32>();
    let of = (What::Besieging, edition(&rules), siege.scene.map);
    let who = (siege.besieger.technology, siege.scene.rather_loses);
    let Cost { lost, p, percent, even, pillaged } = cost(of, modified, siege.besieger.strength(), who, die)?;
    let who = Camp::Besieger;
    Ok(Suffered {
        who,
        die: fell,
        besieging,
        besieged: Vec::new(),
        modified,
        p,
        percent,
        even,
        lost,
        pillaged,
    })
}

/// The roll of those inside, in their supply segment.
pub(super) fn inside(siege: &Siege, rules: Rules, die: &mut Die<'_>) -> Result<Suffered, Refusal> {
    let edition = edition(&rules);
    let besieged = due_inside(siege, edition).added;
    let fell = die()?;
    let modified = i32::from(fell) + besieged.iter().map(|added| i32::from(added.by)).sum::<i32>();
    let of = (What::Besieged, edition, siege.scene.map);
    let garrison = &siege.garrison;
    let Cost { lost, p, percent, even, pillaged } =
        cost(of, modified, garrison.troops, (garrison.technology, false), die)?;
    let who = Camp::Besieged;
    Ok(Suffered {
        who,
        die: fell,
        besieging: Vec::new(),
        besieged,
        modified,
        p,
        percent,
        even,
        lost,
        pillaged,
    })
}

fn due_inside(siege: &Siege, edition: Edition) -> Due {
    let garrison = &siege.garrison;
    let country = siege.of(Camp::Besieged)[0];
    let units = (0..garrison.troops.0 / 3).map(|_| Unit { counter: Counter::Ld, country, veteran: true });
    let stack = Stack(units.collect());
    due(siege, &stack, somewhere(siege), garrison.technology, 0, edition)
}

/// The roll of a stack inside by what is stated of its siege: the port, the siegeworks, the best SIEGE of those inside.
pub(crate) fn due(
    siege: &Siege,
    stack: &Stack,
    at: Place,
    technology: Land,
    own: i8,
    edition: Edition,
) -> Due {
    let outside = match &siege.besieger.command {
        Command::Leader(leader) => leader.siege,
        Command::Replacement(_) | Command::None => 0,
    };
    let stated = siege.garrison.leader.map_or(0, |leader| leader.siege);
    attrition_land::besieged(
        &Besieged {
            stack,
            at,
            technology,
            siege: attrition_land::siege_value(own.max(stated)),
            enemy_siege: attrition_land::siege_value(outside),
            open_port: siege.scene.port && siege.scene.open,
            works: (siege.marks.minus, siege.marks.plus),
        },
        edition,
    )
}

/// The province of a siege, or the first where the map knows none by what was written: the modifiers of the besieged do not ask where they
/// are.
fn somewhere(siege: &Siege) -> Place {
    siege.province().unwrap_or(Place(0))
}

impl Suffered {
    /// The rules of the roll and of what it did.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules = vec![match self.percent {
            None => rule!("fast-battle.attrition.land.read"),
            Some(_) => rule!("fast-battle.attrition.rotw-land"),
        }];
        rules.extend(self.besieging.iter().map(|added| added.why.rule()));
        rules.extend(self.besieged.iter().flat_map(|added| added.why.rules()));
        if self.who == Camp::Besieged {
            rules.push(rule!("fast-battle.attrition.supply.modifiers"));
        }
        if self.p.is_some() {
            rules.push(P::RULE);
        } else if self.percent.is_none() && self.lost > Thirds::NONE {
            rules.push(rule!("fast-battle.attrition.land.numbers"));
        }
        if self.pillaged {
            rules.push(rule!("fast-battle.attrition.land.pillage-face"));
            rules.push(rule!("fast-battle.siege.pillage-weighs"));
        }
        if self.percent.is_some_and(|percent| percent > 0) {
            rules.push(Remains::RULE);
        }
        if self.who == Camp::Besieger && self.lost > Thirds::NONE {
            rules.extend(Ways::rules());
        }
        rules
    }
}

/// What is left of a stack of one country: of the ways to take the losses the one with most A counters, which its owner may state anew.
/// None for a stack of several countries, whose owners share the losses.
pub(super) fn left_of(side: &Side, lost: Thirds) -> Option<Side> {
    if lost <= Thirds::NONE {
        return Some(side.clone());
    }
    let mut left = side.clone();
    let [part] = left.parts.as_mut_slice() else { return None };
    let first = *ways(&part.counters(), lost).left.first()?;
    (part.a_plus, part.a_minus, part.pashas) = (first.a_plus, first.a_minus, first.pashas);
    part.detachments = Thirds(3 * i32::from(first.ld) + i32::from(first.d));
    Some(left)
}

/// Who is left inside after losses. An A counter needs two LD.
pub(super) fn inside_after(garrison: &Garrison, lost: Thirds) -> Garrison {
    let troops = Thirds((garrison.troops.0 - lost.0).max(0));
    Garrison { troops, has_army: garrison.has_army && troops >= Thirds::whole(2), ..*garrison }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{due_inside, inside_after, left_of};
    use crate::attrition::Scale;
    use crate::battle::Side;
    use crate::battle::land::Part;
    use crate::board::by_hand::{country, place, siege};
    use crate::class::Class;
    use crate::logistics_switches::Edition;
    use crate::siege::Garrison;
    use crate::siege::course::Sieges;
    use crate::technology::Land;
    use crate::thirds::Thirds;
    use serde_json::json;

    fn side(parts: &[(&str, u8)]) -> Side {
        let part =
            |(country, minus): &(&str, u8)| json!({"country": country, "class": Class::IV, "a_minus": minus});
        let parts: Vec<_> = parts.iter().map(part).collect();
        serde_json::from_value(
            json!({"parts": parts, "technology": "musket", "veteran": false, "command": "none"}),
        )
        .unwrap()
    }

    #[test]
    fn who_lost_nothing_has_everything_left_allies_too() {
        let allies = side(&[("FRA", 1), ("SPA", 1)]);
        assert_eq!(left_of(&allies, Thirds::NONE), Some(allies.clone()));
        assert_eq!(left_of(&allies, Thirds::whole(1)), None, "they say themselves what is left of each");
        let alone: Vec<Part> = left_of(&side(&[("FRA", 2)]), Thirds::whole(2)).unwrap().parts;
        assert_eq!((alone[0].a_minus, alone[0].detachments), (1, Thirds::NONE));
    }

    // fast-battle.units.army-strength: an A counter inside is two LD at least.
    #[test]
    fn an_army_inside_stays_one_while_it_has_two_detachments() {
        let inside: Garrison =
            serde_json::from_value(json!({"technology": "musket", "troops": 12, "has_army": true})).unwrap();
        let after = |lost| inside_after(&inside, Thirds::whole(lost));
        assert_eq!([1, 2, 3, 5].map(|lost| after(lost).has_army), [true, true, false, false]);
        assert_eq!([2, 5].map(|lost| after(lost).troops), [Thirds::whole(2), Thirds::NONE]);
    }

    // fast-battle.attrition.besieged
    #[test]
    fn those_inside_roll_for_their_whole_detachments() {
        let scale = |troops: i32| {
            let mut siege = siege("france", "spain", "eCatalunya");
            siege.garrison.troops = Thirds(troops);
            due_inside(&siege, Edition::Guide).scale
        };
        let of = |ld: u8| Scale::Europe { ld, technology: Land::Arquebuse };
        assert_eq!([3, 6, 8, 12].map(scale), [of(1), of(2), of(2), of(4)]);
    }

    // fast-battle.supply.weak.besieged
    #[test]
    fn the_garrison_of_a_siege_is_less_by_what_starved_on_the_board() {
        let mut sieges = Sieges::default();
        let mut laid = siege("france", "spain", "eCatalunya");
        laid.garrison.troops = Thirds::whole(4);
        sieges.of.insert(1, laid.clone());
        for (at, country_of) in [("eAragon", "spain"), ("eCatalunya", "france")] {
            sieges.starved_on_the_board(place(at), country(country_of), Thirds::whole(1));
            assert_eq!(sieges.of[&1], laid, "that is not who is besieged there");
        }
        sieges.starved_on_the_board(place("eCatalunya"), country("spain"), Thirds::whole(1));
        assert!(sieges.of[&1].starved);
        assert_eq!(sieges.of[&1].garrison.troops, Thirds::whole(3));
    }
}
