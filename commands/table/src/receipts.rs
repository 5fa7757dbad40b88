//! The receipts of sealed strongboxes, and the file by which their owner proves what is in them.

use crate::live::Live;
use crate::present::{Posts, strongbox as shown};
use serde_json::{Value, json};
use table::canonical::canonical;
use table::chain::seal_salt;
use table::hash::Hash;
use table::strongbox::Sheet;
use table::{By, Entry, Event, Refusal, SeatId};

/// Everything that a sheet was sealed from, for its owner: with it he can prove each item to anybody without this bot.
pub(crate) fn proof_file(live: &Live, seat: &SeatId, sheet: &Sheet) -> Result<Vec<u8>, Refusal> {
    let opened = sheet.opened(|n| Ok(seal_salt(live.roots.veil(), n)))?;
    let items = opened.items.iter().map(|(item, n, salt)| {
        let mut line = json!({"item": item, "n": n, "salt": Hash(*salt)});
        let kept = sheet.items.values().find(|kept| kept.item.payload() == item);
        if let Some(written) = kept.and_then(|kept| kept.text.as_ref()) {
            line["text"] = json!({"body": written.body(), "salt": Hash(*written.salt.reveal())});
        }
        line
    });
    let file = json!({
        "campaign": live.campaign.id(),
        "seat": seat,
        "line": sheet.line,
        "code": sheet.code,
        "n": opened.n,
        "salt": Hash(opened.salt),
        "codes": opened.codes,
        "items": items.collect::<Vec<Value>>(),
    });
    Ok(canonical(&file)?.into_bytes())
}

/// The receipts of the sheets that were sealed: to every seat whose box is not as it was in the sheet before, because its owner changed it.
/// What the bot alone put there he sees on his desk.
pub(crate) fn receipts(live: &Live, entries: &[Entry], posts: &mut Posts) {
    for entry in entries {
        let Event::Sheet { seat, .. } = &entry.event else { continue };
        let Some(strongbox) = live.campaign.strongboxes.get(seat) else { continue };
        let mut last = strongbox.sheets.iter().rev();
        let (Some(sheet), before) = (last.next(), last.next()) else { continue };
        let unchanged = before.map_or_else(|| sheet.items.is_empty(), |before| before.items == sheet.items);
        if unchanged || !sheet.changed {
            continue;
        }
        let title = live.scene(By::Bot, false).title();
        let proof = proof_file(live, seat, sheet).ok();
        let receipt = || shown::receipt(&title, &live.campaign.founded.game, strongbox, proof?);
        if let Some(message) = crate::speech::in_language(live.language_of(seat), receipt) {
            posts.to_seat(seat, "receipt", message);
        }
    }
}
