//! Supply on land: the line from a source to the stack, over provinces or through a fleet, and what its length and its way make of it. It
//! is at most as long as a march (12 MP, [`MOST_MP`]), by the steps of [`paths`] (in Europe 1 clear, 2 rough or an enemy's clear, 3 an enemy's
//! mountain, +1 river, pass or strait, +1 swamp; elsewhere `paths::step`). On the board no enemy cuts it: his ground costs more.
//!
//! What a source is says [`Control::source`]; on the board every province of one's own or a friend's is one, as a city (`board::control`).
//! Its segment: `board::supplied`; the rolls of who has none: [`attrition_land::supply`](super::attrition_land::supply), with +2 and
//! a mark, and destroyed without it in the next round too ([`fate`]), on the table of `data/logistics.toml`.

use super::control::{Control, Source, SourceKind, foreign_desert, is_european};
use super::geography::Place;
use super::logistics_switches::{LogisticsSwitches, RoundSystem};
use super::paths::{self, MOST_MP, Marcher, Search};
use super::units::Stack;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// The length from which a line is weak.
pub const WEAK_FROM: u8 = 6;

/// How a stack is supplied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Supply {
    /// In full.
    Full(Line),
    /// Weakly, for these reasons.
    Weak(Option<Line>, Vec<Weak>),
    /// Not at all. The line is the shortest there is, too long; none where there is none.
    None(Option<Line>),
}

/// How supply stands on the record, which has no fields without a value.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Written {
    found: Found,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<Line>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    weak: Vec<Weak>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Found {
    Full,
    Weak,
    None,
}

impl From<Written> for Supply {
    fn from(Written { found, line, weak }: Written) -> Supply {
        match (found, line) {
            (Found::Full, Some(line)) => Supply::Full(line),
            // Without a line there is no full supply.
            (Found::Full | Found::None, line) => Supply::None(line),
            (Found::Weak, line) => Supply::Weak(line, weak),
        }
    }
}

impl From<Supply> for Written {
    fn from(supply: Supply) -> Written {
        match supply {
            Supply::Full(line) => Written { found: Found::Full, line: Some(line), weak: Vec::new() },
            Supply::Weak(line, weak) => Written { found: Found::Weak, line, weak },
            Supply::None(line) => Written { found: Found::None, line, weak: Vec::new() },
        }
    }
}

/// Why supply is weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weak {
    /// The stack is besieged.
    Besieged,
    /// The line is from 6 to 12 MP long.
    Length,
    /// It runs through a desert that is not national territory.
    Desert,
    /// The source is controlled and not possessed.
    NotPossessed,
    /// The fleet does not stand next to a port of its side.
    FleetFar,
}

impl Weak {
    /// The rule.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        match self {
            Weak::Besieged => rule!("fast-battle.supply.weak.besieged"),
            Weak::Length => rule!("fast-battle.supply.weak.length"),
            Weak::Desert => rule!("fast-battle.supply.weak.desert"),
            Weak::NotPossessed => rule!("fast-battle.supply.weak.not-possessed"),
            Weak::FleetFar => rule!("fast-battle.supply.weak.fleet-far"),
        }
    }
}

/// A line of supply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Where it begins: the source's province, or the fleet's sea zone.
    pub from: Place,
    /// The provinces it enters, the stack's own last; empty in the source's province and through a fleet.
    pub way: Vec<Place>,
    /// Its length in MP.
    pub mp: u8,
    /// Whether it runs through a fleet.
    pub over_sea: bool,
    /// The rules that made it what it is beside those of weak supply.
    pub rules: Vec<RuleId>,
}

/// A land stack that asks for supply.
#[derive(Clone, Copy, Debug)]
pub struct Asks<'a> {
    /// What it is.
    pub stack: &'a Stack,
    /// Where it stands.
    pub at: Place,
    /// Whether it is besieged.
    pub besieged: bool,
    /// Whether it is of natives of the place.
    pub native: bool,
}

/// A naval stack that may give supply.
#[derive(Clone, Copy, Debug)]
pub struct Fleet {
    /// Its sea zone.
    pub at: Place,
    /// What it has.
    pub ships: Ships,
}

/// What of a naval stack counts when it gives supply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ships {
    /// Its ND, GD and DTr, those in its fleets too.
    pub whole: u8,
    /// Whether it has a fleet counter.
    pub fleet: bool,
    /// Whether it has an F+ that is full.
    pub full: bool,
}

/// How large a land stack a naval one can supply over sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supplies {
    /// None.
    Nobody,
    /// A small one: at most 5 LD.
    Small,
    /// Any.
    Any,
}

/// How large a land stack a naval one can supply: a small one with any fleet counter or 2 ND, any with a full F+ or 3 ND. Galleys and
/// transports count as ND.
#[must_use]
pub fn supplies(ships: Ships) -> Supplies {
    if ships.whole >= 3 || ships.full {
        Supplies::Any
    } else if ships.whole >= 2 || ships.fleet {
        Supplies::Small
    } else {
        Supplies::Nobody
    }
}

/// What it takes to supply a land stack over sea, and by which rule.
#[must_use]
pub fn takes(stack: &Stack) -> (Supplies, RuleId) {
    if stack.is_small_on_land() {
        (Supplies::Small, rule!("fast-battle.supply.fleet-for-small-stack"))
    } else {
        (Supplies::Any, rule!("fast-battle.supply.fleet-for-large-stack"))
    }
}

/// How a stack is supplied: by the best of all lines. A line through a fleet is only looked for among the fleets given, which are those whose
/// owners name this stack.
#[must_use]
pub fn supply(asks: Asks, fleets: &[Fleet], control: &impl Control, switches: &LogisticsSwitches) -> Supply {
    let mut lines: Vec<(Vec<Weak>, Line)> = overland(asks, control, switches);
    lines.extend(fleets.iter().filter_map(|fleet| by_sea(asks, fleet, control)));
    // Too long is no supply; then the fewest reasons, the shortest, the first.
    lines.sort_by_key(|(weak, line)| (line.mp > MOST_MP, weak.len(), line.mp, line.over_sea, line.from));
    let best = lines.into_iter().next();
    match best {
        _ if asks.besieged => {
            let (mut weak, line) = match best.filter(|(_, line)| line.mp <= MOST_MP) {
                Some((weak, line)) => (weak, Some(line)),
                None => (Vec::new(), None),
            };
            weak.insert(0, Weak::Besieged);
            Supply::Weak(line, weak)
        }
        None => Supply::None(None),
        Some((_, mut line)) if line.mp > MOST_MP => {
            line.rules.push(rule!("fast-battle.supply.out-of-supply"));
            Supply::None(Some(line))
        }
        Some((weak, line)) if weak.is_empty() => Supply::Full(line),
        Some((weak, line)) => Supply::Weak(Some(line), weak),
    }
}

/// How far beyond 12 MP a line is looked for, so that a refusal can tell its length.
const LOOKED_FOR: u8 = 60;

/// The lines over land, the best of each source with and without foreign deserts.
fn overland(asks: Asks, control: &impl Control, switches: &LogisticsSwitches) -> Vec<(Vec<Weak>, Line)> {
    let marcher = Marcher { native: asks.native, cold_doubles: switches.rounds == RoundSystem::Old };
    let detachments = asks.stack.armies() == 0;
    let serves = |source: Source| source.kind == SourceKind::City || detachments;
    let mut lines = Vec::new();
    for dry in [false, true] {
        // The search runs from the stack back to the sources; a step costs what it costs towards the stack.
        let back = Search::from(&[asks.at], LOOKED_FOR, |to, from| {
            let desert = |place| foreign_desert(control, place);
            if control.blocked(from) || (!dry && (desert(from) || desert(to))) {
                return None;
            }
            paths::step(from, to, marcher, control).map(|step| step.mp)
        });
        for place in super::geography::atlas().all() {
            let Some((mp, source)) = back.mp(place).and_then(|mp| Some((mp, control.source(place)?))) else {
                continue;
            };
            if !serves(source) {
                continue;
            }
            // From the source on, without it and with the stack's province.
            let mut way = back.way(place).unwrap_or_default();
            way.reverse();
            let way: Vec<Place> = way.into_iter().skip(1).chain((mp > 0).then_some(asks.at)).collect();
            let crosses =
                mp > 0 && (foreign_desert(control, place) || way.iter().any(|p| foreign_desert(control, *p)));
            let mut line = Line { from: place, way, mp, over_sea: false, rules: Vec::new() };
            let mut weak = Vec::new();
            if mp >= WEAK_FROM {
                if detachments && !is_european(asks.at) {
                    line.rules.push(rule!("fast-battle.supply.weak.lone-detachment-rotw"));
                } else {
                    weak.push(Weak::Length);
                }
            }
            if crosses {
                weak.push(Weak::Desert);
            } else if mp == 0 && foreign_desert(control, place) {
                line.rules.push(rule!("fast-battle.supply.weak.desert.same-province"));
            }
            if !source.owned {
                weak.push(Weak::NotPossessed);
            }
            let cold = |p: &Place| marcher.cold_doubles && control.cold(*p) && !control.national(*p);
            if line.way.iter().any(cold) {
                line.rules.push(rule!("fast-battle.supply.cold-area.old-rounds"));
            }
            lines.push((weak, line));
        }
    }
    lines
}

/// The line through a fleet that stands next to the stack: 3 MP, 6 in wasteland and desert, and 1 for each zone between the fleet's own and
/// the nearest that borders a port of its side.
fn by_sea(asks: Asks, fleet: &Fleet, control: &impl Control) -> Option<(Vec<Weak>, Line)> {
    if !asks.at.seas().any(|sea| sea == fleet.at) {
        return None;
    }
    let (size, rule) = takes(asks.stack);
    if supplies(fleet.ships) < size {
        return None;
    }
    let away = zones_from_port(fleet.at, control)?;
    let dry = foreign_desert(control, asks.at) || (control.wasteland(asks.at) && !asks.native);
    let mp = (if dry { 6_u8 } else { 3 }).saturating_add(away);
    let mut line = Line {
        from: fleet.at,
        way: Vec::new(),
        mp,
        over_sea: true,
        rules: vec![rule!("fast-battle.supply.line-over-sea"), rule],
    };
    let mut weak = Vec::new();
    let lone = asks.stack.armies() == 0 && !is_european(asks.at);
    if mp >= WEAK_FROM {
        if lone {
            line.rules.push(rule!("fast-battle.supply.weak.lone-detachment-rotw"));
        } else {
            weak.push(Weak::Length);
        }
    }
    if foreign_desert(control, asks.at) {
        weak.push(Weak::Desert);
    }
    if away > 0 {
        weak.push(Weak::FleetFar);
    }
    Some((weak, line))
}

/// How many sea zones away from a fleet's the nearest is that borders a port of its side: 0 when its own does. None when there is none.
#[must_use]
pub fn zones_from_port(sea: Place, control: &impl Control) -> Option<u8> {
    let search = Search::from(&[sea], u8::MAX - 1, |_, to| to.site().is_sea().then_some(1));
    let has_port = |zone: &Place| {
        zone.neighbours().iter().any(|(place, _)| !place.site().is_sea() && control.port(*place))
    };
    super::geography::atlas()
        .all()
        .filter(has_port)
        .filter(|p| p.site().is_sea())
        .filter_map(|zone| search.mp(zone))
        .min()
}

/// Whether each naval stack supplies one land stack at most. `named`: the naval stack and the land stack that its owner names, by whatever
/// numbers the caller gives them.
///
/// # Errors
/// When a naval stack is named for two.
pub fn one_stack_each(named: &[(u16, u16)], switches: &LogisticsSwitches) -> Result<(), Refusal> {
    for (i, (fleet, stack)) in named.iter().enumerate() {
        if switches.fleet_supplies_one && named[..i].iter().any(|(other, to)| other == fleet && to != stack) {
            return Err(Refusal::under(
                rule!("fast-battle.supply.fleet-one-land-stack"),
                said!("One naval stack supplies one land stack. Name one of them."),
            ));
        }
    }
    Ok(())
}

/// What the supply segment does with a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is in supply: nothing; a mark is lifted.
    Nothing,
    /// It is in weak supply: it rolls for attrition; a mark is lifted.
    Rolls,
    /// It is out of supply for the first time: it rolls with +2, and is marked.
    RollsMarked,
    /// It was out of supply before, and still is: it is destroyed.
    Destroyed,
}

impl Fate {
    /// The rules.
    #[must_use]
    pub const fn rules(self) -> &'static [RuleId] {
        const STEPS: RuleId = rule!("fast-battle.supply.steps");
        const TWICE: RuleId = rule!("fast-battle.supply.out-two-rounds");
        match self {
            Fate::Nothing | Fate::Rolls => &[STEPS],
            Fate::RollsMarked | Fate::Destroyed => &[STEPS, TWICE],
        }
    }
}

/// What the supply segment does with a stack; `marked` when it was out of supply in the round before. The segment comes once a round.
#[must_use]
pub const fn fate(supply: &Supply, marked: bool) -> Fate {
    match supply {
        Supply::Full(_) => Fate::Nothing,
        Supply::Weak(..) => Fate::Rolls,
        Supply::None(_) if marked => Fate::Destroyed,
        Supply::None(_) => Fate::RollsMarked,
    }
}

/// The supply segment of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment<T> {
    /// What becomes of each land stack, in the segment's order: those that are destroyed first, then those that roll, then the others.
    pub fates: Vec<(T, Fate)>,
    /// Naval stacks, which are passed over, and the rule: fleets never roll in this segment.
    pub passed: Vec<(T, RuleId)>,
}

/// What the supply segment does with a player's stacks: each with what tells it apart, its supply, and whether it was out of supply in the
/// round before.
#[must_use]
pub fn segment<T: Copy>(stacks: &[(T, &Stack, Supply, bool)]) -> Segment<T> {
    let naval = |stack: &Stack| stack.is_naval();
    let mut fates: Vec<(T, Fate)> = (stacks.iter())
        .filter(|(_, stack, ..)| !naval(stack))
        .map(|(who, _, supply, marked)| (*who, fate(supply, *marked)))
        .collect();
    fates.sort_by_key(|(_, fate)| match fate {
        Fate::Destroyed => 0,
        Fate::Rolls | Fate::RollsMarked => 1,
        Fate::Nothing => 2,
    });
    let passed = stacks.iter().filter(|(_, stack, ..)| naval(stack));
    let passed = passed.map(|(who, ..)| (*who, rule!("fast-battle.supply.fleets-never"))).collect();
    Segment { fates, passed }
}

/// Whether troops in a province roll for the cold after a winter, and what the snowflake adds (`fast-battle.supply.cold-area.new-rounds`):
/// under the new rounds, where they neither control the province nor hold it as national territory. Once for every winter, also for one
/// that play skips.
#[must_use]
pub fn winters_here(province: Place, control: &impl Control, switches: &LogisticsSwitches) -> Option<Winter> {
    let rolls = switches.rounds == RoundSystem::New
        && control.cold(province)
        && !control.national(province)
        && control.stance(province) != super::control::Stance::Friendly;
    let snowflake = province.snowflake().unwrap_or(0);
    let mut rules = vec![rule!("fast-battle.supply.cold-area.new-rounds")];
    if snowflake > 0 {
        rules.push(rule!("fast-battle.supply.cold-area.rotw-malus"));
    }
    rolls.then_some(Winter { snowflake, rules })
}

/// A roll for the cold that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Winter {
    /// What is added to the roll in the rest of the world.
    pub snowflake: u8,
    /// The rules.
    pub rules: Vec<RuleId>,
}
