//! The strongbox: the list for its owner, receipts, and what is shown to others.

use super::names::{self, column, count, harmless, moment, plain, plain_text, wrapped};
use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::present::front::roster::Roster;
use crate::present::front::{self, Front};
use crate::say;
use std::fmt::Write as _;
use table::audience::Audience;
use table::said;
use table::strongbox::show::{Proof, Shown};
use table::strongbox::{BoxView, Item, Items, Kept, Strongbox};
use table::{By, Entry};

/// The rosters of the scene's game.
pub fn roster(scene: &Scene<'_>) -> Option<&'static dyn Roster> {
    roster_of(&scene.public.game_key)
}

/// The rosters of a game.
pub(crate) fn roster_of(game: &str) -> Option<&'static dyn Roster> {
    front::by_key(game).map(Front::roster)
}

/// A roster of the scene's game as it is written.
pub(crate) fn example(scene: &Scene<'_>) -> &'static str {
    roster(scene).map_or("", Roster::example)
}

/// The characters of a line on a phone.
const WIDE: usize = 40;
/// The most characters of a list in one message; a longer one goes on in a file.
const LONGEST_LIST: usize = 3_600;
/// The buttons of items on one page.
pub(crate) const A_PAGE: usize = 20;

/// The items of a box of a game grouped, in lines of at most 40 characters; notes by their beginning, unless all of them is asked.
#[must_use]
pub fn list(game: &str, items: &Items, whole: bool) -> String {
    let roster = roster_of(game);
    let mut text = String::new();
    let mut groups = roster.map(Roster::groups).unwrap_or_default();
    groups.push((say!("NOTES"), Item::is_note));
    for (title, fits) in groups {
        let mut of = items.values().filter(|kept| fits(&kept.item)).peekable();
        if of.peek().is_some() {
            let _ = writeln!(text, "{title}");
        }
        for kept in of {
            lines_of(roster, kept, whole, &mut text);
        }
    }
    text
}

/// What an item is called among these, with whose it is where another is called alike.
pub(crate) fn label(roster: Option<&dyn Roster>, kept: &Kept, items: &Items) -> String {
    match (kept.item.power(), roster) {
        (Some(power), Some(roster)) if kept.label_among(items) != kept.name() => {
            format!("{} ({})", kept.name(), roster.whose(power))
        }
        _ => name(roster, kept),
    }
}

/// What an item is called, in the language spoken now where the strongbox itself named it.
fn name(roster: Option<&dyn Roster>, kept: &Kept) -> String {
    roster.and_then(|roster| roster.name(&kept.item)).unwrap_or_else(|| kept.name())
}

/// What is in an item, in words.
pub fn inside(roster: Option<&dyn Roster>, item: &Item) -> String {
    roster.and_then(|roster| roster.contents(item)).unwrap_or_else(|| say!("a note"))
}

fn lines_of(roster: Option<&dyn Roster>, kept: &Kept, whole: bool, text: &mut String) {
    let item = &kept.item;
    let says_whose = roster.filter(|roster| roster.says_whose(item));
    let called = match item.power().zip(says_whose) {
        Some((power, roster)) => format!("{} ({})", item.name(), roster.whose(power)),
        None => name(roster, kept),
    };
    let says = match (item.is_note(), &kept.text) {
        (true, None) => say!("(its text was deleted)"),
        (true, Some(written)) if whole => written.text.reveal().clone(),
        (true, Some(written)) => clip(written.text.reveal().lines().next().unwrap_or(""), 72),
        (false, _) => inside(roster, item),
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

fn block(game: &str, items: &Items) -> String {
    if items.is_empty() {
        let example = roster_of(game).map_or("", Roster::example);
        return say!("It is empty. *Add* takes one item a line, as in:\n```\n{}\n```", example);
    }
    let text = harmless(&list(game, items, false));
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
    let embed = Embed::new(
        &say!("{} · your strongbox", scene.title()),
        block(&scene.public.game_key, &seen.strongbox.items),
    );
    let embed = embed.field(&say!("Sealed"), sealed(seen));
    let mut message = Message::default().with(embed);
    let all = list(&scene.public.game_key, &seen.strongbox.items, true);
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
        Some(sheet) => {
            say!("Last {}: {}.", moment(sheet.at), count(sheet.items.len() as u64, "item", "items"))
        }
    }
}

fn buttons(scene: &Scene<'_>, seen: &BoxView) -> Vec<Vec<Component>> {
    let strongbox = &seen.strongbox;
    if scene.own.stage != table::Stage::Playing {
        return Vec::new();
    }
    let button = |look, label: &str, verb: &str| scene.button(look, label, strongbox.revision, verb);
    let mut first = Vec::new();
    let counters =
        strongbox.items.values().any(|kept| roster(scene).is_some_and(|of| of.says_whose(&kept.item)));
    if !counters && roster(scene).is_some_and(|roster| roster.to_begin_with(scene).is_some()) {
        first.push(button(Look::Primary, &say!("Begin with my counters"), "box/begin"));
    }
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

/// Of items that hold more than their counters can, so many are named.
const MOST_DOUBTS: usize = 5;

/// Somebody changed his strongbox: only he is told. What the bot puts there his desk shows him.
pub(crate) fn changed(scene: &Scene<'_>, posts: &mut Posts, entry: &Entry) {
    let Some(seen) = scene.own.strongbox.as_ref().filter(|_| entry.by != By::Bot) else { return };
    let embed = Embed::new(&say!("In your strongbox"), block(&scene.public.game_key, &seen.strongbox.items));
    let message = Message::text(say!(
        "Kept. Nobody else sees that anything was changed; it is sealed when the step ends."
    ));
    let mut message = message.with(embed);
    let roster = roster(scene);
    let items = seen.strongbox.items.values();
    for much in items.filter_map(|kept| roster?.too_much(scene, &kept.item)).take(MOST_DOUBTS) {
        message.content.push_str(&format!("\n-# {much}"));
    }
    posts.reply = buttons(scene, seen).into_iter().fold(message, Message::buttons);
}

/// Whose something is, as a post begins: "Great Britain", or who plays it.
fn owner(scene: &Scene<'_>, shown: &Shown, item: &Item) -> String {
    match item.power().zip(roster(scene)) {
        Some((power, roster)) => roster.whose(power),
        None => scene.power(&shown.seat),
    }
}

/// The item that a proof proves.
fn item_of(scene: &Scene<'_>, proof: &Proof) -> Option<Item> {
    proof.item(table::game::by_key(&scene.public.game_key)?)
}

/// What is shown, in a sentence; the result first.
fn sentence(scene: &Scene<'_>, shown: &Shown, item: &Item, entry: &Entry, audience: &Audience) -> String {
    let owner = owner(scene, shown, item);
    if let Some(says) = roster(scene).and_then(|roster| roster.shown(&owner, item)) {
        return says;
    }
    let part = entry.secrets.iter().rfind(|part| part.to == *audience);
    let field = |field: &str| part?.body.as_ref()?.reveal().get(field)?.as_str();
    let text = field("text").map_or_else(|| say!("(deleted)"), |text| plain_text(text, 500));
    let name = field("name").map_or_else(|| item.name(), str::to_owned);
    say!("{}: the note **{}** says:\n{}", owner, plain(&name), text)
}

fn proof_embed(scene: &Scene<'_>, shown: &Shown, proof: &Proof, says: &str) -> Embed {
    let item_of = item_of(scene, proof);
    let proves = if item_of.as_ref().is_some_and(Item::is_part) {
        say!(
            "The number was sealed with the fleet in its owner's last sheet; the ships beyond it stay secret. When the campaign is closed anyone can check it against the fleet."
        )
    } else {
        say!(
            "It stood so in the strongbox when its owner's last sheet was sealed, and was not changed since. Nothing else in the strongbox is told."
        )
    };
    let item = table::canonical::canonical(&proof.item).unwrap_or_default();
    let code = table::seal::seal_code(&proof.salt.0, &proof.item).map(|code| code.hex()).unwrap_or_default();
    let embed = Embed::new("", says);
    // Of two powers, the one whose item it is.
    let colour = item_of.as_ref().and_then(|item| roster(scene)?.colour(item.power()?));
    let embed = match colour {
        Some(colour) => embed.colour(colour),
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
pub fn receipt(title: &str, game: &str, strongbox: &Strongbox, proof: Vec<u8>) -> Option<Message> {
    let sheet = strongbox.sheet(None)?;
    let embed = Embed::new(&say!("Sealed at the end of the step"), block(game, &sheet.items))
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
    let roster = roster(scene);
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
                Some(part) if squadrons => {
                    format!("{}: {}", label(roster, kept, &sheet.items), inside(roster, part))
                }
                _ => label(roster, kept, &sheet.items),
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
        plain(&label(roster(scene), kept, items)),
        inside(roster(scene), &kept.item)
    );
    buttons.chunks(5).fold(Message::text(says), |message, row| message.buttons(row.to_vec()))
}
