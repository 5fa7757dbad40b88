//! Rules in words: one of the ledger, a list of them, and why: those behind a result.

use super::names::{count, plain_text};
use crate::custom_id::CustomId;
use crate::message::{Component, Embed, Look, Message, clip};
use crate::say;
use table::facts::Origin;
use table::rules::{Entry as Rule, RuleId, ledger};
use table::said;
use table::{Entry, Event};

/// The rules that the record names from a line to the next order, each with its id, what it says, and how this table reads it where the
/// document leaves it open.
#[must_use]
pub fn behind(entries: &[Entry], line: u64) -> Message {
    let from = entries.iter().skip_while(|entry| entry.line.is_none_or(|(i, _)| i < line));
    let result = from.take_while(|entry| {
        entry.line.is_some_and(|(i, _)| i == line) || !matches!(entry.event, Event::Order { .. })
    });
    let mut rules: Vec<RuleId> = result.flat_map(Entry::rules).collect();
    rules.sort_unstable();
    rules.dedup();
    if rules.is_empty() {
        return Message::text(say!(
            "No rule of the ledger is named in this result: it follows the base game alone."
        ));
    }
    let mut embed = Embed::new(&say!("Why"), say!("The rules that this result rests on."));
    // Twelve of at most 480 characters keep to what a message holds.
    for rule in rules.into_iter().take(12) {
        let entry = ledger().get(rule);
        let mut says = clip(&entry.says, 240);
        if !entry.reading.is_empty() {
            says.push_str(&format!("\n*{}* ", say!("Read as:")));
            says.push_str(&clip(&entry.reading, 180));
        }
        embed = embed.field(&format!("{} · {rule}", rule.printed()), says);
    }
    Message::default().with(embed)
}

/// Where a rule comes from, in words; nothing where it stands in a document that this project implements.
fn origin(rule: &Rule) -> Option<String> {
    let origin = match rule.origin {
        Origin::Seed => return None,
        Origin::Rulebook => say!("The standard game's"),
        Origin::Reported => say!("Seen in play; the printed rule is not known"),
        Origin::Reconstructed => say!("Worked out from what is known, not the printed rule"),
        Origin::Ours | Origin::Typed => say!("Our own, not the printed rule"),
    };
    Some(if rule.why.is_empty() { origin } else { format!("{origin}\n{}", rule.why) })
}

/// A rule of the ledger: what it says, what it changes, how it is read where it is unclear, this campaign's ruling on it, where it
/// comes from, and whether players have to apply it themselves.
#[must_use]
pub fn entry(rule: &Rule, ruling: Option<&str>) -> Message {
    let mut embed = Embed::new(rule.heading(), &rule.says);
    if !rule.amends.is_empty() {
        embed = embed.field(&say!("Changes"), say!("{} of the printed rules", rule.amends));
    }
    if let Some(ruling) = ruling {
        embed = embed.field(&say!("Ruling of this campaign"), ruling);
    }
    if !rule.reading.is_empty() {
        let until = if ruling.is_some() {
            say!("Unclear; read without the ruling as")
        } else {
            say!("Unclear; read as")
        };
        embed = embed.field(&until, &rule.reading);
    }
    if let Some(origin) = origin(rule) {
        embed = embed.field(&say!("Origin"), origin);
    }
    if !rule.built {
        embed = embed.field(
            &say!("Not built yet"),
            say!("The bot does not apply this rule; players do, at their table."),
        );
    }
    Message::default().with(embed.footer(&format!("{} · {}\n{}", rule.kind, rule.document, rule.id)))
}

/// A rule in a line: its printed number, its heading and how it begins.
#[must_use]
pub fn line(rule: &Rule) -> String {
    let heading = rule.heading().trim_matches(['[', ']']);
    if rule.amends.is_empty() || rule.amends == heading {
        format!("{heading}: {}", rule.says)
    } else {
        format!("{} · {heading}: {}", rule.amends, rule.says)
    }
}

/// At most so many rules of a search are listed.
const LISTED: usize = 10;

/// What was found for some words: up to ten rules, best first, each with a button that opens it.
#[must_use]
pub fn found(words: &str, found: &[&Rule], campaign: Option<&str>) -> Message {
    let words = plain_text(words, 60);
    if found.is_empty() {
        return Message::refusal(said!(
            "No rule is found for \"{}\". Any words of a rule do, or a printed number such as 4.4.6.3.",
            words
        ));
    }
    let mut text = String::new();
    for (n, rule) in (1..).zip(found.iter().take(LISTED)) {
        text.push_str(&format!("**{n}.** {}\n", plain_text(&clip(&line(rule), 140), 140)));
    }
    let number = count(found.len() as u64, "rule", "rules");
    let title = if found.len() > LISTED {
        say!("{} for \"{}\", the {} that fit best", number, words, LISTED)
    } else {
        say!("{} for \"{}\"", number, words)
    };
    let button = |(n, rule): (usize, &&Rule)| {
        let verb = format!("rule/{}", rule.id);
        let id = campaign.map_or_else(|| CustomId::free(&verb), |campaign| CustomId::of(campaign, 0, &verb));
        Component::button(Look::Secondary, &n.to_string(), id)
    };
    let buttons: Vec<Component> = (1..).zip(found.iter().take(LISTED)).map(button).collect();
    let message = Message::default().with(Embed::new(&title, text));
    buttons.chunks(5).fold(message, |message, row| message.buttons(row.to_vec()))
}
