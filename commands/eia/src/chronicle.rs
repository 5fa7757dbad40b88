//! What of Empires in Arms stands in the chronicle, a line each; the months of its history, and the table at its end.

use super::battle::present::plan as battle_plan;
use super::months::month;
use super::seen::happened;
use super::seen::position;
use eia::auction::Happened as Auction;
use eia::choice_of_powers::Happened as Choice;
use eia::conclusion::Happened as Conclusion;
use eia::land::battle::course::Happened as Battle;
use eia::outline::Happened as Calendar;
use eia::packs::Happened as Map;
use eia::{Event as Happened, Told};
use std::fmt::Write as _;
use table::{Entry, SeatId};
use table_commands::present::Scene;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, Chapter, ValueTold};
use table_commands::present::names::list;
use table_commands::present::values::{change, percent};
use table_commands::{say, speech};

/// Something that happened, in a line; `None` where it is not worth one.
pub(crate) fn line(scene: &Scene<'_>, entry: &Entry, player: Called<'_>) -> Option<(LineKind, String)> {
    let other = |text: String| Some((LineKind::Other, text));
    match happened(entry)? {
        Happened::Choice(Choice::PowerTaken(taken)) => {
            let (seat, goal) = (&taken.holding.seat, taken.holding.goal);
            other(say!("{} goes to {}; its goal is {} VP.", taken.power, player(seat), goal))
        }
        Happened::Choice(Choice::Uncontrolled { power }) => other(say!("{} stays without a player.", power)),
        Happened::Calendar(Calendar::MonthEnded { month: ended }) => {
            Some((LineKind::Month, say!("{} is over.", month(ended))))
        }
        Happened::Values(Told::ValueTold { key, before, now, corrected }) => {
            let change = change(scene.value(&key)?, before, now);
            Some((LineKind::Value, if corrected { say!("{}, corrected", change) } else { change }))
        }
        Happened::Auction(Auction::AuctionOpened { powers, .. }) => {
            let powers: Vec<String> = powers.iter().map(|power| speech::word(power.name())).collect();
            other(say!("Up for auction: {}.", powers.join(", ")))
        }
        Happened::Auction(Auction::Sold(sold)) => {
            let (bidder, player) = (sold.to.bidder, player(&sold.to.seat));
            other(say!("{} goes to {} ({}) for {} VP.", sold.power, bidder, player, sold.to.bid))
        }
        Happened::Politics(happened) => other(super::politics::present::in_a_line(&happened)?),
        Happened::Auction(Auction::Unsold { power, .. }) => other(say!("Nobody bids for {}.", power)),
        Happened::Conclusion(Conclusion::Concluded(concluded)) => {
            let winners: Vec<String> =
                concluded.winners.iter().map(|power| speech::word(power.name())).collect();
            other(if winners.is_empty() {
                say!("The campaign is over. Nobody has reached the goal.")
            } else {
                say!("The campaign is over. It is won by: {}.", list(&winners))
            })
        }
        Happened::Battle(Battle::BattleEnded { field, ended, .. }) => {
            other(battle_plan::in_a_line(&field, &ended))
        }
        Happened::Map(
            Map::MapHolds { digest: Some(digest), .. } | Map::MapMade { digest: Some(digest), .. },
        ) => other(say!("The group's own map holds as its digest {} says.", digest.short())),
        Happened::Map(Map::MapHolds { digest: None, .. } | Map::MapMade { digest: None, .. }) => {
            other(say!("The map of this program counts again."))
        }
        Happened::Map(_)
        | Happened::Counter(_)
        | Happened::Reinforcement(_)
        | Happened::Control(_)
        | Happened::Battle(_)
        | Happened::Choice(_)
        | Happened::Auction(_) => None,
    }
}

/// A power was given out: to whom, and its name.
pub(crate) fn given_out(entry: &Entry) -> Option<(SeatId, String)> {
    match happened(entry)? {
        Happened::Choice(Choice::PowerTaken(taken)) => {
            Some((taken.holding.seat.clone(), speech::word(taken.power.name())))
        }
        _ => None,
    }
}

/// The value that an entry told.
pub(crate) fn value_told(entry: &Entry) -> Option<ValueTold> {
    match happened(entry)? {
        Happened::Values(Told::ValueTold { key, before, now, corrected }) => {
            Some(ValueTold { key, before, now, corrected })
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
        let power = speech::word(share.power.name());
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
