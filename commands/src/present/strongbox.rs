//! The strongbox: the list for its owner, receipts, and what is shown to others.

use super::names::{self, column, count, harmless, moment, plain, plain_text};
use super::{Posts, Scene};
use crate::eia::roster::contents;
use crate::message::{Component, Embed, Look, Message, clip};
use crate::{say, speech};
use engine::eia::powers::Power;
use engine::eia::roster;
use engine::europa::kept::Item as Europa;
use engine::said;
use engine::table::Entry;
use engine::table::audience::Audience;
use engine::table::strongbox::show::{Proof, Shown};
use engine::table::strongbox::{BoxView, Item, Items, Kept, Strongbox};
use std::fmt::Write as _;

/// A roster as it is written; it is read so in every language.
const EXAMPLE: &str = "III Corps: 14 infantry, 2 cavalry\nBrest fleet: 27 ships\nTreasury 34";

/// A roster of the scene's game as it is written.
pub(crate) fn example(scene: &Scene<'_>) -> &'static str {
    if crate::europa::present::is_played(&scene.public) { crate::europa::roster::EXAMPLE } else { EXAMPLE }
}

/// A power or country by its key, in the language spoken now.
fn whose(power: &str) -> String {
    match Power::by_key(power) {
        Some(power) => speech::word(power.name()),
        None => crate::europa::roster::whose(power),
    }
}

/// The characters of a line on a phone.
const WIDE: usize = 40;
/// The most characters of a list in one message; a longer one goes on in a file.
const LONGEST_LIST: usize = 3_600;
/// The buttons of items on one page.
pub(crate) const A_PAGE: usize = 20;

/// The items of a box grouped, in lines of at most 40 characters; notes by their beginning, unless all of them is asked.
#[must_use]
pub fn list(items: &Items, whole: bool) -> String {
    let mut text = String::new();
    let group = |title: &str, fits: &dyn Fn(&Item) -> bool, text: &mut String| {
        let mut of = items.values().filter(|kept| fits(&kept.item)).peekable();
        if of.peek().is_some() {
            let _ = writeln!(text, "{title}");
        }
        for kept in of {
            lines_of(kept, whole, text);
        }
    };
    use roster::Item as Own;
    let is = |item: &Item, fits: fn(&Own) -> bool| item.as_thing().is_some_and(|own: Own| fits(&own));
    group(&say!("CORPS"), &|item| is(item, |own| matches!(own, Own::Corps { .. })), &mut text);
    group(&say!("FLEETS"), &|item| is(item, |own| matches!(own, Own::Fleet { .. })), &mut text);
    let treasury = |own: &Own| matches!(own, Own::Treasury { .. } | Own::Manpower { .. });
    let of_europa = |item: &Item, fits: fn(&Europa) -> bool| item.as_thing().is_some_and(|own| fits(&own));
    let counters = |item: &Item| of_europa(item, |own| matches!(own, Europa::Counters { .. }));
    let ducats = |item: &Item| of_europa(item, |own| matches!(own, Europa::Ducats { .. }));
    group(&say!("COUNTERS"), &counters, &mut text);
    group(&say!("TREASURY"), &|item| is(item, treasury) || ducats(item), &mut text);
    group(&say!("NOTES"), &Item::is_note, &mut text);
    text
}

/// What an item is called among these, with whose it is where another is called alike.
pub(crate) fn label(kept: &Kept, items: &Items) -> String {
    match kept.item.power() {
        Some(power) if kept.label_among(items) != kept.name() => {
            format!("{} ({})", kept.name(), whose(power))
        }
        _ => name(kept),
    }
}

/// What an item is called, in the language spoken now where the strongbox itself named it.
fn name(kept: &Kept) -> String {
    let of_europa = || kept.item.as_thing::<Europa>().map(|own| crate::europa::roster::name(&own));
    let own = kept.item.as_thing().map(|own: roster::Item| crate::eia::roster::name(&own));
    own.or_else(of_europa).unwrap_or_else(|| kept.name())
}

/// What is in an item, in words.
pub(crate) fn inside(item: &Item) -> String {
    let of_europa = || item.as_thing::<Europa>().map(|own| crate::europa::roster::contents(&own));
    let own = item.as_thing().map(|own: roster::Item| contents(&own));
    own.or_else(of_europa).unwrap_or_else(|| say!("a note"))
}

fn lines_of(kept: &Kept, whole: bool, text: &mut String) {
    let item = &kept.item;
    let own = item.as_thing::<roster::Item>();
    let tagged = match own {
        Some(own) => matches!(own, roster::Item::Corps { .. } | roster::Item::Fleet { .. }),
        None => matches!(item.as_thing(), Some(Europa::Counters { .. })),
    };
    let called = match item.power().filter(|_| tagged) {
        Some(power) => format!("{} ({})", item.name(), whose(power)),
        None => name(kept),
    };
    let says = match (item.is_note(), &kept.text) {
        (true, None) => say!("(its text was deleted)"),
        (true, Some(written)) if whole => written.text.reveal().clone(),
        (true, Some(written)) => clip(written.text.reveal().lines().next().unwrap_or(""), 72),
        (false, _) => inside(item),
    };
    let one = format!("{called}: {says}");
    if one.chars().count() < WIDE && !item.is_note() {
        let _ = writeln!(text, " {}", column(&one, WIDE - 1).trim_end());
        return;
    }
    for line in wrapped(&called, WIDE - 1) {
        let _ = writeln!(text, " {line}");
    }
    for line in wrapped(&says, WIDE - 3) {
        let _ = writeln!(text, "   {line}");
    }
}

/// A text in lines of at most so many characters, broken at blanks where there are any.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut letters: Vec<char> = word.chars().collect();
        while !letters.is_empty() {
            let last = lines.last_mut();
            let Some(last) = last else { break };
            let used = last.chars().count();
            let room = width.saturating_sub(used + usize::from(used > 0));
            if letters.len() > room && used > 0 {
                lines.push(String::new());
                continue;
            }
            let part: String = letters.drain(..letters.len().min(room)).collect();
            if used > 0 {
                last.push(' ');
            }
            last.push_str(&part);
        }
    }
    lines.iter().map(|line| column(line, width).trim_end().to_owned()).collect()
}

fn block(items: &Items, example: &str) -> String {
    if items.is_empty() {
        return say!("It is empty. *Add* takes one item a line, as in:\n```\n{}\n```", example);
    }
    let text = harmless(&list(items, false));
    if text.chars().count() <= LONGEST_LIST {
        format!("```\n{text}```")
    } else {
        let cut: String = text.chars().take(LONGEST_LIST).collect();
        let cut = cut.rsplit_once('\n').map_or("", |(lines, _)| lines);
        say!("```\n{}\n```\n… and more: /strongbox list gives all of it as a file.", cut)
    }
}

/// The strongbox of who asks, with what can be done with it.
#[must_use]
pub fn view(scene: &Scene<'_>) -> Message {
    let Some(seen) = &scene.own.strongbox else {
        return Message::refusal(if scene.own.seat().is_none() {
            said!("You have no seat in this campaign, so you have no strongbox in it.")
        } else {
            said!("The strongboxes open when play begins; seats are still being taken.")
        });
    };
    let embed =
        Embed::new(&say!("{} · your strongbox", scene.title()), block(&seen.strongbox.items, example(scene)));
    let embed = embed.field(&say!("Sealed"), sealed(seen));
    let mut message = Message::default().with(embed);
    let all = list(&seen.strongbox.items, true);
    if all.chars().count() > LONGEST_LIST {
        message = message.file("strongbox.txt".to_owned(), all.into_bytes());
    }
    buttons(scene, seen).into_iter().fold(message, Message::buttons)
}

fn sealed(seen: &BoxView) -> String {
    match seen.strongbox.sheet(None) {
        None => say!(
            "Not yet. At the end of each step every strongbox is sealed, changed or not; from then on what stands in it can be shown and proved."
        ),
        Some(sheet) => say!(
            "Last at line {} of the record, {}: {}.",
            sheet.line,
            moment(sheet.at),
            count(sheet.items.len() as u64, "item", "items")
        ),
    }
}

fn buttons(scene: &Scene<'_>, seen: &BoxView) -> Vec<Vec<Component>> {
    let strongbox = &seen.strongbox;
    if scene.own.stage != engine::table::Stage::Playing {
        return Vec::new();
    }
    let button = |look, label: &str, verb: &str| scene.button(look, label, strongbox.revision, verb);
    let mut first = Vec::new();
    if !strongbox.items.is_empty() {
        first.push(button(Look::Primary, &say!("Change"), "box/change"));
    }
    first.push(button(Look::Primary, &say!("Add"), "box/add"));
    first.push(button(Look::Secondary, &say!("Note"), "box/note"));
    if strongbox.before.is_some() {
        first.push(button(Look::Secondary, &say!("Take back"), "box/undo"));
    }
    let mut second = Vec::new();
    if let Some(sheet) = strongbox.sheet(None) {
        if !sheet.items.is_empty() {
            second.push(scene.button(Look::Secondary, &say!("Show"), sheet.line, "box/show"));
        }
        if sheet.items.values().any(|kept| kept.item.part().is_some()) {
            second.push(scene.button(
                Look::Secondary,
                &say!("Announce squadrons"),
                sheet.line,
                "box/squadrons",
            ));
        }
        second.push(scene.button(Look::Secondary, &say!("Proof"), sheet.line, "box/proof"));
    }
    vec![first, second]
}

/// Somebody changed his strongbox: only he is told.
pub(crate) fn changed(scene: &Scene<'_>, posts: &mut Posts) {
    let Some(seen) = &scene.own.strongbox else { return };
    let embed = Embed::new(&say!("In your strongbox"), block(&seen.strongbox.items, example(scene)));
    let message = Message::text(say!(
        "Kept. Nobody else sees that anything was changed; it is sealed when the step ends."
    ));
    posts.reply = buttons(scene, seen).into_iter().fold(message.with(embed), Message::buttons);
}

/// Whose something is, as a post begins: "Great Britain", or who plays it.
fn owner(scene: &Scene<'_>, shown: &Shown, item: &Item) -> String {
    item.power().map_or_else(|| scene.power(&shown.seat), whose)
}

/// The item that a proof proves.
fn item_of(scene: &Scene<'_>, proof: &Proof) -> Option<Item> {
    proof.item(engine::table::game::by_key(&scene.public.game_key)?)
}

/// A fleet by its name in a sentence: "the Channel fleet", "the fleet Brest".
fn the_fleet(name: &str) -> String {
    let shown = plain(name);
    if name.to_lowercase().contains("fleet") { say!("the {}", shown) } else { say!("the fleet {}", shown) }
}

/// What is shown, in a sentence; the result first.
fn sentence(scene: &Scene<'_>, shown: &Shown, item: &Item, entry: &Entry, audience: &Audience) -> String {
    let owner = owner(scene, shown, item);
    if let Some(own) = item.as_thing::<Europa>() {
        let (name, inside) = (crate::europa::roster::name(&own), crate::europa::roster::contents(&own));
        return match own {
            Europa::Counters { .. } => say!("{}: {} has **{}**.", owner, plain(&name), inside),
            Europa::Ducats { .. } => say!("{}: the treasury holds **{}**.", owner, inside),
        };
    }
    let Some(own) = item.as_thing::<roster::Item>() else {
        let part = entry.secrets.iter().rfind(|part| part.to == *audience);
        let field = |field: &str| part?.body.as_ref()?.reveal().get(field)?.as_str();
        let text = field("text").map_or_else(|| say!("(deleted)"), |text| plain_text(text, 500));
        let name = field("name").map_or_else(|| item.name(), str::to_owned);
        return say!("{}: the note **{}** says:\n{}", owner, plain(&name), text);
    };
    match &own {
        roster::Item::Squadrons { name, full, .. } => {
            let squadrons = count(u64::from(*full), "full squadron", "full squadrons");
            say!("{}: {} has **{}** of ten.", owner, the_fleet(name), squadrons)
        }
        roster::Item::Fleet { name, .. } => {
            say!("{}: {} has **{}**.", owner, the_fleet(name), contents(&own))
        }
        roster::Item::Corps { name, .. } => say!("{}: {} has **{}**.", owner, plain(name), contents(&own)),
        roster::Item::Treasury { .. } => say!("{}: the treasury holds **{}**.", owner, contents(&own)),
        roster::Item::Manpower { .. } => say!("{}: saved manpower is **{}**.", owner, contents(&own)),
    }
}

fn proof_embed(scene: &Scene<'_>, shown: &Shown, proof: &Proof, says: &str) -> Embed {
    let item_of = item_of(scene, proof);
    let proves = if item_of.as_ref().is_some_and(Item::is_part) {
        say!(
            "The number was sealed with the fleet in that sheet; the ships beyond it stay secret. When the campaign is closed anyone can check it against the fleet. Sheet: line {} of the record.",
            shown.sheet
        )
    } else {
        say!(
            "It stood so in the strongbox when that sheet was sealed, and was not changed since. Nothing else in the strongbox is told. Sheet: line {} of the record.",
            shown.sheet
        )
    };
    let item = engine::table::canonical::canonical(&proof.item).unwrap_or_default();
    let code =
        engine::table::seal::seal_code(&proof.salt.0, &proof.item).map(|code| code.hex()).unwrap_or_default();
    let embed = Embed::new("", says);
    // Of two powers, the one whose item it is.
    let embed = match item_of.as_ref().and_then(|item| Power::by_key(item.power()?)) {
        Some(power) => embed.colour(power.colour()),
        None => scene.edged(embed, Some(&shown.seat)),
    };
    embed
        .field(&say!("What it proves"), proves)
        .field(&say!("Code of the item"), say!("`{}`\nseal {}, salt `{}`", code, proof.n, proof.salt))
        .field(
            &say!("As it was sealed"),
            format!("```json\n{}\n```", clip(&harmless(&item.replace('`', "'")), 980)),
        )
        .footer(&scene.record())
}

/// An item was shown, to all or to one.
pub(crate) fn shown(scene: &Scene<'_>, posts: &mut Posts, shown: &Shown, entry: &Entry) {
    let line = entry.line.map_or(0, |(line, _)| line);
    if let Some(proof) = &shown.proof {
        let Some(item) = item_of(scene, proof) else { return };
        let says = sentence(scene, shown, &item, entry, &Audience::All);
        let mut message = Message::default().with(proof_embed(scene, shown, proof, &says));
        if !shown.rules.is_empty() {
            message = message.buttons(vec![scene.button(Look::Secondary, &say!("Why"), line, "why")]);
        }
        posts.council("shown", message);
        posts.reply = Message::text(say!("Done: the council sees it, with its proof."));
        return;
    }
    let Some(part) = entry.secrets.first() else { return };
    let proof =
        part.body.as_ref().and_then(|body| serde_json::from_value::<Proof>(body.reveal().clone()).ok());
    let item = proof.as_ref().and_then(|proof| item_of(scene, proof));
    let Some((proof, item)) = proof.zip(item) else { return };
    let says = sentence(scene, shown, &item, entry, &part.to);
    let message = Message::text(say!("{} · something is shown to you", scene.title()))
        .with(proof_embed(scene, shown, &proof, &says));
    let to: Vec<String> = part.to.seats().iter().map(|to| scene.seat(to)).collect();
    for seat in part.to.seats() {
        posts.to_seat(seat, "shown", message.clone());
    }
    posts.reply = Message::text(say!(
        "Shown to {} alone, with its proof. The record says that you showed something, and not what.",
        names::list(&to)
    ));
}

/// The receipt of a sheet: what was sealed, and its code. The first line tells a lock screen nothing; the proof is a file.
#[must_use]
pub fn receipt(title: &str, strongbox: &Strongbox, proof: Vec<u8>) -> Option<Message> {
    let sheet = strongbox.sheet(None)?;
    let embed = Embed::new(&say!("Sealed at the end of the step"), block(&sheet.items, EXAMPLE))
        .field(
            &say!("Code of the sheet"),
            say!("`{}`\nline {} of the record, {}", sheet.code, sheet.line, moment(sheet.at)),
        )
        .field(
            &say!("The proof"),
            say!(
                "The file has every item with its number, salt and code, and the codes of the whole sheet. Whoever has it can read your strongbox. /strongbox proof gives it again."
            ),
        );
    Some(Message::text(say!("{} · strongbox sealed", title)).with(embed).file(proof_name(sheet.line), proof))
}

/// The name of a proof's file.
#[must_use]
pub fn proof_name(line: u64) -> String {
    format!("strongbox-line-{line}.json")
}

/// The items of the last sheet as buttons, a page of them; or only the fleets, to announce their squadrons.
#[must_use]
pub fn choose(scene: &Scene<'_>, page: usize, squadrons: bool) -> Message {
    let sheet = scene.own.strongbox.as_ref().and_then(|seen| seen.strongbox.sheet(None));
    let Some(sheet) = sheet else {
        return Message::refusal(said!(
            "Nothing of yours is sealed yet. At the end of each step every strongbox is; from then on its items can be shown."
        ));
    };
    let verb = if squadrons { "box/squadrons" } else { "box/show" };
    let fits = |kept: &Kept| !squadrons || kept.item.part().is_some();
    let of: Vec<(usize, &Kept)> = sheet.items.values().enumerate().filter(|(_, kept)| fits(kept)).collect();
    let mut message = Message::text(if squadrons {
        say!(
            "Which fleet's full squadrons are announced to all? The ships beyond them stay secret, and it cannot be taken back."
        )
    } else {
        say!("What is shown? You choose next to whom. It is shown as it stands in the last sheet.")
    });
    let here: Vec<&(usize, &Kept)> = of.iter().skip(page * A_PAGE).take(A_PAGE).collect();
    for row in here.chunks(5) {
        let buttons = row.iter().map(|(i, kept)| {
            let says = match kept.item.part() {
                Some(part) if squadrons => format!("{}: {}", label(kept, &sheet.items), inside(part)),
                _ => label(kept, &sheet.items),
            };
            scene.button(Look::Secondary, &clip(&harmless(&says), 80), sheet.line, &format!("{verb}/{i}"))
        });
        message = message.buttons(buttons.collect());
    }
    let mut last = Vec::new();
    if squadrons && of.len() > 1 {
        last.push(scene.button(Look::Primary, &say!("Every fleet"), sheet.line, "box/squadrons/all"));
    }
    if page > 0 {
        last.push(scene.button(
            Look::Secondary,
            &say!("Back"),
            sheet.line,
            &format!("{verb}-page/{}", page - 1),
        ));
    }
    if of.len() > (page + 1) * A_PAGE {
        last.push(scene.button(
            Look::Secondary,
            &say!("More"),
            sheet.line,
            &format!("{verb}-page/{}", page + 1),
        ));
    }
    message.buttons(last)
}

/// To whom an item is shown: the last question before it is.
#[must_use]
pub fn to_whom(scene: &Scene<'_>, line: u64, place: usize) -> Message {
    let Some(seen) = &scene.own.strongbox else { return view(scene) };
    let sheet = seen.strongbox.sheet(Some(line));
    let found = sheet.and_then(|sheet| Some((sheet.items.values().nth(place)?, &sheet.items)));
    let Some((kept, items)) = found else {
        return Message::refusal(said!(
            "This sheet is not kept any more. /strongbox list shows what is in your strongbox."
        ));
    };
    let mut buttons = vec![scene.button(Look::Danger, &say!("All"), line, &format!("box/give/{place}/all"))];
    if seen.to_one {
        let others = scene.public.seats.iter().filter(|seat| Some(&seat.id) != scene.own.seat());
        for other in others {
            let label = clip(&scene.seat(&other.id).replace('\\', ""), 80);
            buttons.push(scene.button(
                Look::Secondary,
                &label,
                line,
                &format!("box/give/{place}/{}", other.id),
            ));
        }
    }
    let says = say!(
        "To whom is this shown, as sealed at line {} of the record? It cannot be taken back.\n**{}**: {}",
        line,
        plain(&label(kept, items)),
        inside(&kept.item)
    );
    buttons.chunks(5).fold(Message::text(says), |message, row| message.buttons(row.to_vec()))
}
