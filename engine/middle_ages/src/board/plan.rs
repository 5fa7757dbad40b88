//! What is declared as an endeavour, and whether it may be.

use super::{Board, in_turn};
use crate::Position;
use crate::court::Court;
use crate::endeavour::{Endeavour, Kind, limits};
use crate::geography::Area;
use crate::marker::{self, Marker};
use crate::stature::Stature;
use crate::switches::Readings;
use serde::{Deserialize, Serialize};
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What resists a negotiation in an independent area, and in Venice.
const INDEPENDENT: (i16, i16) = (3, 5);

/// A target, and the gold that is added for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// Which area.
    pub area: Area,
    /// Gold that is added.
    #[serde(default)]
    pub gold: u8,
}

/// A leader card that is used, for one of its bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderCard {
    /// Its position in the deck.
    pub pos: u32,
    /// Which of its bonuses.
    pub stature: Stature,
}

/// What is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What is undertaken.
    pub kind: Kind,
    /// From which area.
    pub base: Area,
    /// Against which, or in which.
    pub targets: Vec<Aim>,
    /// Whether it goes over sea.
    #[serde(default)]
    pub by_sea: bool,
    /// A leader card that is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderCard>,
    /// Cards of weapons, tactics or fervour that are used, by their positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<u32>,
    /// The kind of marker that is built, where it is named with the announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<Marker>,
}

/// The endeavour of a plan as the board has it; nothing resists yet.
#[must_use]
pub fn as_rated(state: &Position, court: Court, plan: &Plan, bonus: u8, arms: i16) -> Endeavour {
    let board = &state.board;
    let leader = board.realms.get(&court).map(|realm| realm.leader.clone());
    let religion =
        board.realms.get(&court).and_then(|realm| board.area(realm.home)).map(|held| held.religion);
    let stature = match plan.kind.stature() {
        Some(stature) => leader.map_or(0, |leader| leader.of(stature)),
        None => religion.and_then(|of| board.data.creed(of)).map_or(0, |creed| creed.proselytic),
    };
    let seas = match plan.targets.first() {
        Some(aim) if plan.by_sea => board.data.seas_between(plan.base, aim.area).unwrap_or(u8::MAX),
        _ => 0,
    };
    let target = |aim: &Aim| {
        let mut target = board.target(court, aim.area, aim.gold);
        target.resists = resists(board, plan.kind, aim.area);
        target
    };
    Endeavour {
        kind: plan.kind,
        stature,
        card: bonus,
        arms,
        base: board.base(plan.base),
        targets: plan.targets.iter().map(target).collect(),
        seas,
    }
}

/// What resists by itself: the owner's diplomacy, the people's conviction.
fn resists(board: &Board, kind: Kind, area: Area) -> i16 {
    let Some(held) = board.area(area) else { return 0 };
    match (kind, held.owner.and_then(|owner| board.realms.get(&owner))) {
        (Kind::Negotiate, Some(realm)) => realm.leader.diplomacy.into(),
        (Kind::Negotiate, None) if area.key() == "venice" => INDEPENDENT.1,
        (Kind::Negotiate, None) => INDEPENDENT.0,
        (Kind::Convert, _) => board.data.creed(held.religion).map_or(0, |creed| creed.conviction),
        _ => 0,
    }
}

/// Whether a plan can be declared: all but its cards.
///
/// # Errors
/// A refusal that names the rule it breaks, or says what would be allowed.
pub fn may(
    state: &Position,
    reads: Readings,
    seat: &SeatId,
    plan: &Plan,
) -> Result<(Court, Vec<RuleId>), Refusal> {
    let (court, realm, _) = in_turn(state, seat)?;
    if realm.cards == 0 {
        return Err(Refusal::new(said!("{} has no year card left in this round.", court)));
    }
    let (endeavour, rules) = fits(state, reads, court, plan)?;
    let cost = limits::cost(&endeavour);
    if realm.gold < cost {
        let says = said!("{} costs {} gold; {} has {}.", plan.kind, cost, court, realm.gold);
        return Err(match limits::price_of(&endeavour) {
            Some(rule) => Refusal::under(rule, says),
            None => Refusal::new(says),
        });
    }
    Ok((court, rules))
}

/// Whether a plan is one that a court could declare in a turn of its own, whatever year cards and gold it has; the endeavour as it would be
/// rated without cards.
///
/// # Errors
/// A refusal that names the rule it breaks, or says what would be allowed.
pub fn fits(
    state: &Position,
    reads: Readings,
    court: Court,
    plan: &Plan,
) -> Result<(Endeavour, Vec<RuleId>), Refusal> {
    let board = &state.board;
    let own = |area: Area| board.owner(area) == Some(court);
    let not_own = |area: Area| Refusal::new(said!("{} does not control {}.", court, board.data.named(area)));
    if !own(plan.base) {
        return Err(not_own(plan.base));
    }
    for (i, aim) in plan.targets.iter().enumerate() {
        let area = aim.area;
        if plan.targets.iter().take(i).any(|before| before.area == area) {
            return Err(Refusal::new(said!("{} is a target once.", board.data.named(area))));
        }
        if plan.kind.goes_abroad() == own(area) {
            return Err(if own(area) {
                Refusal::new(said!(
                    "{} is your own: {} goes against another area.",
                    board.data.named(area),
                    plan.kind
                ))
            } else if plan.kind == Kind::Fleet {
                Refusal::under(
                    rule!("middle-ages.fleets.placement"),
                    said!("{} does not control {}.", court, board.data.named(area)),
                )
            } else if plan.kind == Kind::Army {
                Refusal::under(
                    rule!("middle-ages.armies.placement"),
                    said!("{} does not control {}.", court, board.data.named(area)),
                )
            } else {
                not_own(area)
            });
        }
        reaches(board, plan, area)?;
        if plan.kind == Kind::Convert && board.religion(court, area) == crate::endeavour::Kin::Same {
            return Err(Refusal::new(said!(
                "{} has the religion of your court already.",
                board.data.named(area)
            )));
        }
    }
    let endeavour = as_rated(state, court, plan, 0, 0);
    let rules = limits::check(&endeavour, reads)?;
    named(board, reads, plan)?;
    Ok((endeavour, rules))
}

/// The kind of a marker is named after success or, where the group reads it so, with the announcement.
fn named(board: &Board, reads: Readings, plan: &Plan) -> Result<(), Refusal> {
    let rule = rule!("middle-ages.civilisation.building.success");
    let before = plan.kind == Kind::Marker && reads.marker_named_before;
    match (plan.marker, plan.targets.first().and_then(|aim| board.area(aim.area))) {
        (Some(kind), Some(held)) if before => marker::may_build(&held.markers, Some(kind)),
        (None, _) if before => {
            Err(Refusal::under(rule, said!("Name the kind of marker that is to be built.")))
        }
        (Some(_), _) if plan.kind == Kind::Marker => Err(Refusal::under(
            rule,
            said!("The kind of a marker is chosen when the endeavour has succeeded."),
        )),
        (Some(_), _) => Err(Refusal::new(said!("{} builds no marker.", plan.kind))),
        _ => Ok(()),
    }
}

/// By land to a neighbour, over sea between coasts; what is done at home needs no way.
fn reaches(board: &Board, plan: &Plan, area: Area) -> Result<(), Refusal> {
    if !plan.kind.goes_abroad() {
        return Ok(());
    }
    let way = if plan.by_sea {
        board.data.seas_between(plan.base, area).is_some()
    } else {
        board.data.borders(plan.base).any(|at| at == area)
    };
    if way {
        return Ok(());
    }
    Err(Refusal::new(if plan.by_sea {
        said!("No sea way leads from {} to {}.", board.data.named(plan.base), board.data.named(area))
    } else {
        said!("{} does not border {} by land.", board.data.named(area), board.data.named(plan.base))
    }))
}
