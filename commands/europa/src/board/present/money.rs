//! What is paid for: campaigns, purchases and upkeep.

use super::seen::{Says, Seen};
use super::words::campaign;
use crate::words::country;
use europa::board::Happened;
use table_commands::say;

/// Something that a country pays for.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    match what {
        Happened::CampaignAnnounced { seat, country: by, announced } => Some(Says::line(say!(
            "**{}** announces: {}, for {} D$ of {}.",
            seen.scene.seat(seat),
            campaign(announced.campaign),
            announced.price,
            country(*by)
        ))),
        Happened::Bought { country: by, bought, .. } => {
            let parts: Vec<String> = (bought.parts.iter())
                .map(|part| {
                    let times = if part.times > 1 { format!(" × {}", part.times) } else { String::new() };
                    format!("{} {} D${times}", part.counter.short().replace('-', "−"), part.price)
                })
                .collect();
            let says = say!("**{}** buys for **{} D$**: {}.", country(*by), bought.total, parts.join(", "));
            Some(Says::line(says).with(seen.why()))
        }
        Happened::UpkeepPaid { country: by, bill, .. } => {
            let mut says = vec![say!("**{}** pays **{} D$** of upkeep.", country(*by), bill.total)];
            let parts: Vec<String> = (bill.parts.iter())
                .map(|part| {
                    let short = part.unit.counter.short().replace('-', "−");
                    if part.free >= part.detachments {
                        say!("{} free", short)
                    } else if part.free > 0 {
                        say!("{} {} D$ ({} of {} free)", short, part.price, part.free, part.detachments)
                    } else {
                        say!("{} {} D$", short, part.price)
                    }
                })
                .collect();
            says.push(parts.join(", "));
            Some(Says::lines(says).with(seen.why()))
        }
        _ => None,
    }
}
