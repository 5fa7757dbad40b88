//! Names and lists in messages. What people call themselves and their campaigns is untrusted: it must neither format nor ping nor turn
//! the line around.

/// A name as a message may show it: markdown escaped, one line, and kept in its own direction of writing.
#[must_use]
pub fn plain(name: &str) -> String {
    let mut shown = String::new();
    for c in name.trim().chars().take(100) {
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
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => shown.push(' '),
            c => shown.push(c),
        }
    }
    if shown.trim().is_empty() {
        return "(no name)".to_owned();
    }
    let right_to_left = shown
        .chars()
        .any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'));
    if right_to_left { format!("\u{2068}{shown}\u{2069}") } else { shown }
}

/// "a, b and c".
#[must_use]
pub fn list(items: &[String]) -> String {
    match items {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A number with its sign: +2, −1.
#[must_use]
pub fn signed(n: i64) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { format!("+{n}") }
}

/// A duration or moment as Discord shows it to each reader in his own time.
#[must_use]
pub fn moment(at: i64) -> String {
    format!("<t:{at}:f>")
}

/// "1 roll", "2 rolls".
#[must_use]
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Text for a monospaced column: cut or padded to a width by characters.
#[must_use]
pub fn column(text: &str, width: usize) -> String {
    let mut cut: String = text.chars().filter(|c| *c != '`').take(width).collect();
    let missing = width - cut.chars().count();
    cut.extend(std::iter::repeat_n(' ', missing));
    cut
}
