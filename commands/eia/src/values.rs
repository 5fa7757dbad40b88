//! The board's values of Empires in Arms: victory and political points, goals and shares.

use crate::seen::happened;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event;
use eia::told_values::Happened;
use std::fmt::Write as _;
use table_commands::present::Posts;
use table_commands::present::Scene;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::column;
use table_commands::present::values::{bare_amount, percent};
use table_commands::present::values::{change, told};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct ToldValues;

impl Subject for ToldValues {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Values(Happened::ValueTold { corrected: false, .. }) = &made.happened else { return };
        // What is told together is told once.
        let before = made.i.checked_sub(1).and_then(|before| happened(&made.entries[before]));
        if !matches!(before, Some(Event::Values(_))) {
            told(made.scene, posts, made.entries, made.i);
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Values(Happened::ValueTold { key, before, now, corrected }) = &made.happened else {
            return None;
        };
        let change = change(made.scene.value(key)?, *before, *now);
        Some((LineKind::Value, if *corrected { say!("{}, corrected", change) } else { change }))
    }
}

/// The manpower that the end of the campaign counted as a power's VP; 0 before it.
fn counted_at_the_end(position: Option<&eia::Position>, power: &str) -> i64 {
    let shares = position.and_then(|now| now.concluded.as_ref()).map(|ended| &ended.shares);
    let of = shares.and_then(|shares| shares.iter().find(|share| share.power.key() == power));
    of.map_or(0, |share| share.counted)
}

/// The values in columns, a line a power.
pub(crate) fn listed(scene: &Scene<'_>) -> String {
    let values = &scene.public.values;
    let position = position(&scene.public);
    let mut text = String::from("```\n");
    let mut manpower = false;
    let _ = writeln!(text, "{} {:>5} {:>5} {:>6} {:>6}", column("", 13), "VP", say!("goal"), "%", "PP");
    for vp in values.iter().filter(|value| value.key.starts_with("vp/")) {
        let power = vp.key.trim_start_matches("vp/");
        let goal = super::conclusion::goal_of(&scene.public, power);
        let counted = counted_at_the_end(position.as_deref(), power);
        manpower |= counted > 0;
        let has = vp.now + counted;
        let share = goal.filter(|goal| *goal > 0).map(|goal| (has * 1_000).div_euclid(goal));
        let share =
            share.map_or_else(|| "–".to_owned(), |share| percent(share).trim_end_matches(" %").to_owned());
        let goal = goal.map_or_else(|| "–".to_owned(), |goal| goal.to_string());
        let pp = scene.value(&format!("pp/{power}"));
        let pp = pp.map_or_else(|| "–".to_owned(), |pp| bare_amount(pp, pp.now));
        let at = eia::powers::Power::by_key(power)
            .and_then(|power| Some(position.as_ref()?.status(power)?.to_string()));
        let line = format!(
            "{} {:>5} {goal:>5} {share:>6} {pp:>6} {}",
            column(&speech::word(&vp.name), 13),
            bare_amount(vp, has),
            at.unwrap_or_default()
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str("```");
    if manpower {
        let _ = write!(text, "\n{}", say!("VP with the manpower that the end of the campaign counted."));
    }
    if let Some(rifles) = super::rifles::present::who_has(scene) {
        let _ = write!(text, "\n{rifles}");
    }
    text
}
