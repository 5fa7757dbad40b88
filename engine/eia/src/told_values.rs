//! What players tell of a board that is kept elsewhere: victory points, political points, and by correction who has rifles.

use super::economy::correction;
use super::land::battle::course as battles;
use super::oob::BOXES;
use super::powers::Power;
use super::{EmpiresInArms, Event, Position, unprinted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::by_subject::Subject;
use table::game::Table;
use table::offers::Offer;
use table::refusal::Refusal;
use table::values::Value as Tracked;
use table::view::View;
use table::{rule, said};

/// What players told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A value was told or corrected.
    ValueTold {
        /// The value.
        key: String,
        /// What it was.
        before: i64,
        /// What it is.
        now: i64,
        /// Whether it was a correction.
        corrected: bool,
    },
}

/// The bounds within which a power's VP and PP (in halves) can be told. They are ours, wide enough for anything that was ever played.
const WIDEST: i64 = 9_999;

/// By how many VP a power rises in a step at most as a rule, and by how many PP: ours, above what an economic phase or a month of battles brings.
const USUAL_VP: i64 = 20;

/// See [`USUAL_VP`].
const USUAL_PP: i64 = 12;

/// The same where the bot keeps the political status: what an economic phase brings it counts itself, and what is told is of a month's battles.
const USUAL_VP_KEPT: i64 = 3;

/// See [`USUAL_VP_KEPT`].
const USUAL_PP_KEPT: i64 = 9;

/// How many PP the battles of a month bring a power at most on the bot's word alone: what one battle brings. On more all others have to see first
/// who fought whom, and with what, for that is told. Ours.
const MOST_AT_ONCE: i64 = 3;

/// How many PP the battles of a month bring a power at most without a vote of the others. Ours, above two great victories of Napoleon's.
const MOST_BY_BATTLES: i64 = 8;

/// What the keys of manpower that is counted at the end begin with: `count/austria`.
const COUNT: &str = "count";

/// Told values, as a subject of the game.
pub enum ToldValues {}

impl Subject<EmpiresInArms> for ToldValues {
    type Happened = Happened;

    fn apply(state: &mut Position, Happened::ValueTold { key, now, corrected, .. }: Happened) {
        let value = key.split_once('/').and_then(|(kind, power)| Some((kind, Power::by_key(power)?)));
        match value {
            Some(("vp", power)) => {
                state.vp.insert(power, now);
                if !corrected {
                    state.vp_told.insert(power);
                }
            }
            Some(("pp", power)) => {
                state.pp.insert(power, now);
                state.battles.points_told(power);
            }
            Some((COUNT, power)) => _ = state.counts.insert(power, now),
            Some((battles::RIFLES, power)) => state.battles.has_rifles(power, now > 0),
            _ => {}
        }
    }

    /// What the printed game has otherwise can be typed beside it.
    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        unprinted::offers(state, table)
    }
}

/// The values that are told, by how the switches stand.
pub(super) fn values(state: &Position, switches: &BTreeMap<String, String>) -> Vec<Tracked> {
    let mut values = Vec::new();
    let rifles = battles::with_rifles(switches);
    let in_last_month = state.month() == Some(state.ends);
    let is_kept = state.politics.on_track;
    let (usual_vp, usual_pp) = if is_kept { (USUAL_VP_KEPT, USUAL_PP_KEPT) } else { (USUAL_VP, USUAL_PP) };
    for (power, holding) in &state.choice.holdings {
        let of = (!state.is_out(*power)).then(|| holding.seat.clone());
        let value = |kind: &str, unit: &str, now: Option<&i64>, least: i64, scale: i64| Tracked {
            key: format!("{kind}/{}", power.key()),
            name: power.name().to_owned(),
            unit: unit.to_owned(),
            now: now.copied().unwrap_or(0),
            least,
            most: WIDEST,
            scale,
            of: of.clone(),
            rises: unit != "VP" || !state.is_out(*power),
            yes_no: false,
            by_player: false,
            known: true,
            decides_from: None,
            usual: None,
            brings: 0,
            purse: false,
            sways: false,
            kept: false,
        };
        let (vp, goal) = (state.vp.get(power), (holding.goal > 0).then_some(holding.goal));
        let usual = Some(usual_vp);
        values.push(Tracked { decides_from: goal, usual, ..value("vp", "VP", vp, 0, 1) });
        let by_battles = state.battles.points_of_the_month(*power, state.month());
        let usual = Some(if by_battles > 2 * MOST_BY_BATTLES { 0 } else { 2 * usual_pp });
        let is_at_once = by_battles <= 2 * MOST_AT_ONCE;
        let brings = if is_at_once { state.battles.untold(*power, state.month()) } else { 0 };
        let pp = Tracked { usual, brings, ..value("pp", "PP", state.pp.get(power), -WIDEST, 2) };
        // Where the bot keeps the status track nobody is told to be beyond its ends.
        let on_track = Tracked { least: 0, most: 2 * (i64::from(BOXES) - 1), ..pp.clone() };
        values.push(if state.politics.on_track { on_track } else { pp });
        if in_last_month {
            let counted = state.counted(*power);
            let decides_from = goal.map(|goal| goal - vp.copied().unwrap_or(0));
            values.push(Tracked { decides_from, ..value(COUNT, "MP", Some(&counted), 0, 1) });
        }
        if rifles {
            let has = i64::from(state.battles.rifles.contains_key(power));
            // Who has them is never told by one player; a correction can be objected to.
            let has = value(battles::RIFLES, "rifles", Some(&has), 0, 1);
            values.push(Tracked { most: 1, rises: false, yes_no: true, ..has });
        }
    }
    values.extend(correction::values(state));
    // Where a power that nobody plays stands on the track says how long somebody controls it (14.3).
    let controlled = state.controlled().filter(|power| !state.choice.holdings.contains_key(power));
    values.extend(controlled.filter(|_| state.politics.on_track).map(|power| Tracked {
        key: format!("pp/{}", power.key()),
        name: power.name().to_owned(),
        unit: "PP".to_owned(),
        now: state.pp_of(power),
        least: 0,
        most: 2 * (i64::from(BOXES) - 1),
        scale: 2,
        of: None,
        rises: true,
        yes_no: false,
        by_player: false,
        known: true,
        decides_from: None,
        usual: None,
        brings: 0,
        purse: false,
        sways: false,
        kept: false,
    }));
    values
}

/// One of them is told or corrected.
pub(super) fn set(
    table: &mut Table<'_, '_, EmpiresInArms>,
    key: &str,
    now: i64,
    corrected: bool,
) -> Result<(), Refusal> {
    let Some((kind, power)) =
        key.split_once('/').and_then(|(kind, power)| Some((kind, Power::by_key(power)?)))
    else {
        return Err(Refusal::new(said!("There is no such value on this board.")));
    };
    if kind == correction::MONEY || kind == correction::MANPOWER {
        return correction::set(table, kind, power, now);
    }
    if kind == battles::RIFLES {
        return battles::told_rifles(table, key, power, now, corrected);
    }
    let state = table.state();
    let before = match kind {
        COUNT => state.counted(power),
        "vp" => state.vp.get(&power).copied().unwrap_or(0),
        _ => state.pp_of(power),
    };
    if kind == "vp" && !corrected && now > before && state.is_out(power) {
        return Err(Refusal::under(
            rule!("house.auction.no-more-vp"),
            said!(
                "{} is out of the game and earns no more victory points; it keeps its {} VP.",
                power,
                before
            ),
        ));
    }
    table.emit(&Event::Values(Happened::ValueTold { key: key.to_owned(), before, now, corrected }))
}
