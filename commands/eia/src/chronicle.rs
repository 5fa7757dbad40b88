//! What of Empires in Arms stands in the chronicle, a line each; the months of its history, and the table at its end.

use super::months::month;
use super::seen::happened;
use super::seen::position;
use eia::Event as Happened;
use eia::choice_of_powers::Happened as Choice;
use eia::conclusion::Happened as Conclusion;
use eia::land::phase::Happened as Land;
use eia::outline::Happened as Calendar;
use eia::told_values::Happened as Told;
use std::fmt::Write as _;
use table::{Entry, SeatId};
use table_commands::present::Scene;
use table_commands::present::front::{Chapter, ValueTold};
use table_commands::present::values::percent;
use table_commands::say;

/// A power was given out: to whom, and its name.
pub(crate) fn given_out(entry: &Entry) -> Option<(SeatId, String)> {
    match happened(entry)? {
        Happened::Choice(Choice::PowerTaken(taken)) => {
            Some((taken.holding.seat.clone(), crate::names::called(taken.power)))
        }
        _ => None,
    }
}

/// The value that an entry told.
pub(crate) fn value_told(entry: &Entry) -> Option<ValueTold> {
    match happened(entry)? {
        Happened::Values(Told::ValueTold { key, before, now, corrected }) => {
            Some(ValueTold { key, before: Some(before), now, corrected })
        }
        _ => None,
    }
}

/// The choice of powers, a month, the end: the parts of the history.
pub(crate) fn chapter(entry: &Entry) -> Option<Chapter> {
    match happened(entry)? {
        Happened::Choice(Choice::PowersChosen) => {
            Some(Chapter::Ends(say!("Founding and the choice of powers")))
        }
        Happened::Calendar(Calendar::MonthEnded { month: ended }) => Some(Chapter::Ends(month(ended))),
        Happened::Land(Land::Counted { month: ended, .. }) => Some(Chapter::Ends(month(ended))),
        Happened::Conclusion(_) => Some(Chapter::Concluded),
        _ => None,
    }
}

/// The final table, a line a power; `None` where the campaign was not concluded.
pub(crate) fn final_table(scene: &Scene<'_>, entries: &[Entry]) -> Option<String> {
    let concluded = entries.iter().rev().find_map(|entry| match happened(entry)? {
        Happened::Conclusion(Conclusion::Concluded(concluded)) => Some(concluded),
        _ => None,
    })?;
    let position = position(&scene.public);
    let mut text = String::new();
    for (rank, share) in concluded.shares.iter().enumerate() {
        let power = crate::names::called(share.power);
        let holding = position.as_ref().and_then(|position| position.choice.holdings.get(&share.power));
        let who = match holding {
            Some(holding) => format!("{power} ({})", scene.player(&holding.seat).replace('\\', "")),
            None => power,
        };
        let part = percent(share.share);
        let _ =
            writeln!(text, "{}", say!("{}. {}: {} of {} VP, {}", rank + 1, who, share.vp, share.goal, part));
    }
    Some(text)
}
