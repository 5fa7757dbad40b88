//! Names and lists in messages. What people call themselves and their campaigns is untrusted: it must neither format nor ping nor turn
//! the line around. Lists and counts are said in the language spoken now.

use crate::{say, speech};

/// A name as a message may show it: at most 100 characters of it, markdown escaped, one line, and kept in its own direction of writing.
#[must_use]
pub fn plain(name: &str) -> String {
    plain_text(name, 100)
}

/// What somebody wrote, as a sentence about it quotes it: at most 60 characters, and nothing in it is markup.
#[must_use]
pub fn quoted(text: &str) -> String {
    plain(&crate::message::clip(text.trim(), 60))
}

/// The same for a text of at most so many characters.
#[must_use]
pub fn plain_text(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for c in text.trim().chars().take(most) {
        match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '#' | '[' | ']' | '(' | ')' => {
                shown.push('\\');
                shown.push(c);
            }
            // A mention or a channel link would be made of these.
            '<' | '@' => {
                shown.push(c);
                shown.push('\u{200b}');
            }
            c if turns(c) => {}
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => shown.push(' '),
            c => shown.push(c),
        }
    }
    if !can_be_read(&shown) {
        return say!("(no name)");
    }
    if right_to_left(&shown) { format!("\u{2068}{shown}\u{2069}") } else { shown }
}

/// Whether anything of a text is seen at all: more than spaces and signs of no width.
pub(crate) fn can_be_read(text: &str) -> bool {
    let unseen = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || turns(c)
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    !text.chars().all(unseen)
}

/// The same where no markdown is read: in a button, a select, a form or a file.
#[must_use]
pub fn bare(text: &str, most: usize) -> String {
    plain_text(text, most).replace('\\', "")
}

/// The most of a line of a longer text that is shown, in characters.
const LONGEST_LINE: usize = 1_000;

/// A text of several lines, each made plain.
pub(crate) fn plain_text_lines(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| if line.trim().is_empty() { String::new() } else { plain_text(line, LONGEST_LINE) });
    let shown = lines.collect::<Vec<_>>().join("\n");
    if shown.trim().is_empty() { say!("(no words)") } else { shown }
}

/// A moment as Discord counts it down: "in 2 days".
#[must_use]
pub fn until(at: i64) -> String {
    format!("<t:{at}:R>")
}

/// Whether a character only turns the direction of writing around.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn right_to_left(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'))
}

/// A sentence that may quote what somebody wrote, so that nothing in it works as a mention, a channel or an emoji.
#[must_use]
pub fn harmless(sentence: &str) -> String {
    let mut shown = String::new();
    let mut before = ' ';
    for c in sentence.chars() {
        // A comparison of dice, d6<=4, stays as it is.
        if before == '@' || (before == '<' && matches!(c, '@' | '#' | ':' | '/' | 'a' | 't' | 'i')) {
            shown.push('\u{200b}');
        }
        shown.push(c);
        before = c;
    }
    shown
}

/// "a, b and c".
#[must_use]
pub fn list(items: &[String]) -> String {
    match items {
        [] => say!("nobody"),
        [one] => one.clone(),
        [rest @ .., last] => say!("{} and {}", rest.join(", "), last),
    }
}

/// A sentence with a capital letter.
#[must_use]
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A duration or moment as Discord shows it to each reader in his own time.
#[must_use]
pub fn moment(at: i64) -> String {
    format!("<t:{at}:f>")
}

/// "1 roll", "2 rolls": both are looked up, and Finnish has "1 heitto", "2 heittoa".
#[must_use]
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", speech::word(if speech::is_singular(n) { one } else { many }))
}

/// Text for a monospaced column: cut or padded to a width by characters, and kept in its own direction of writing.
#[must_use]
pub fn column(text: &str, width: usize) -> String {
    let (mut cut, mut wide) = (String::new(), 0);
    for c in text.chars().filter(|c| !matches!(c, '`' | '\\') && !turns(*c)) {
        // It takes no room, and keeps a mention from working.
        let room = usize::from(c != '\u{200b}');
        if wide + room > width {
            break;
        }
        cut.push(c);
        wide += room;
    }
    if right_to_left(&cut) {
        cut = format!("\u{2068}{cut}\u{2069}");
    }
    cut.extend(std::iter::repeat_n(' ', width - wide));
    cut
}

/// Text for a monospaced column in lines of at most so many characters, broken at blanks where there are any; at least one.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_neither_formats_nor_mentions_nor_turns_the_line_around() {
        assert_eq!(plain("  Anna  "), "Anna");
        assert_eq!(plain("**a**_b_`c`"), "\\*\\*a\\*\\*\\_b\\_\\`c\\`");
        assert_eq!(plain("@everyone"), "@\u{200b}everyone");
        assert_eq!(plain("<@123>"), "<\u{200b}@\u{200b}123\\>");
        assert_eq!(plain("a\nb\u{2028}c\u{0}d"), "a b c d");
        assert_eq!(plain("\u{202e}abc\u{2066}"), "abc");
        assert_eq!(plain("אבג"), "\u{2068}אבג\u{2069}");
        assert_eq!(plain("👨‍👩‍👧"), "👨‍👩‍👧");
        for nothing in ["", " \n ", "\u{200b}", "\u{202e}\u{2066}", "\u{feff} \u{200d}"] {
            assert_eq!(plain(nothing), "(no name)", "{nothing:?}");
        }
        assert_eq!(plain(&"é".repeat(6000)).chars().count(), 100);
        assert_eq!(plain_text(&"*".repeat(6000), 32).chars().count(), 64);
    }

    #[test]
    fn a_quoted_text_is_harmless_and_dice_stay_readable() {
        assert_eq!(harmless("as in d6<=4, d6<4 or 12d6>=4."), "as in d6<=4, d6<4 or 12d6>=4.");
        for mention in [
            "@everyone",
            "@here",
            "<@1>",
            "<@!1>",
            "<@&1>",
            "<#1>",
            "<:a:1>",
            "<a:a:1>",
            "</x:1>",
            "<id:browse>",
            "<t:0:R>",
        ] {
            let shown = harmless(&format!("“{mention}” is not understood."));
            assert!(!shown.contains(mention) && shown.replace('\u{200b}', "").contains(mention), "{shown}");
        }
    }

    #[test]
    fn a_column_is_as_wide_as_it_looks() {
        assert_eq!(column("Anna", 6), "Anna  ");
        assert_eq!(column("Annabella", 4), "Anna");
        assert_eq!(column(&plain("``A*b"), 4), "A*b ");
        assert_eq!(column(&plain("@ab"), 4), "@\u{200b}ab ");
        assert_eq!(column(&plain("אבגדה"), 3), "\u{2068}אבג\u{2069}");
        assert_eq!(column(&plain("אב"), 3), "\u{2068}אב\u{2069} ");
        assert_eq!(column("", 3), "   ");
    }

    #[test]
    fn lists_signs_and_counts_read_as_people_write_them() {
        let words = |n: usize| ["a", "b", "c"][..n].iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(|n| list(&words(n))), ["nobody", "a", "a and b", "a, b and c"]);
        assert_eq!([0, 1, 2].map(|n| count(n, "roll", "rolls")), ["0 rolls", "1 roll", "2 rolls"]);
    }
}
