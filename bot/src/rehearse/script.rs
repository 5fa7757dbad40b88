//! The grammar of a rehearsal, a line an act:
//!
//! ```text
//! @name /command option:value …
//! @name !press "label"
//! @name /command option:@file
//! @name !choose "menu" "value" "another" …
//! @name !locale fi
//! @name !fill field=value field="several words" …
//! !clock +2d6h
//! # comment
//! ```
//!
//! A file is named from the script's own folder. A menu is named by its placeholder, its values by their labels, members as `@name`; a menu
//! that may be left empty is chosen from without a value. A locale is one of Discord's, and stays until another is set.
//!
//! A name of several words stands in quotes: `@"Anna Karenina" /desk`. In quotes, `\n` is a new line and `\"` a quote.
//!
//! Several do the same one after another where their names stand with commas, `@Anna,Bertil !press "Make it Final"`, and everybody named so
//! far, in the order of appearance, where `*` stands for them: `@* /turn ready`.

/// A script that keeps to the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its lines, blank ones left out.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// As it was written.
    pub text: String,
    /// What it does.
    pub act: Act,
}

/// What a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing: it speaks to the reader.
    Comment,
    /// Somebody types a command.
    Slash {
        /// Who.
        name: String,
        /// The command with its options.
        command: String,
    },
    /// Somebody presses a button.
    Press {
        /// Who.
        name: String,
        /// Its label.
        label: String,
    },
    /// Somebody chooses from a menu.
    Choose {
        /// Who.
        name: String,
        /// The menu.
        menu: String,
        /// The values, all that are chosen at once.
        values: Vec<String>,
    },
    /// Somebody sets the language of his client.
    Locale {
        /// Who.
        name: String,
        /// One of Discord's locales.
        locale: String,
    },
    /// Somebody fills in the form that is open before him, and sends it.
    Fill {
        /// Who.
        name: String,
        /// The fields he changes.
        fields: Vec<(String, String)>,
    },
    /// Time passes.
    Clock {
        /// How many seconds.
        seconds: i64,
    },
}

impl Act {
    /// Who acts.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Act::Comment | Act::Clock { .. } => None,
            Act::Slash { name, .. }
            | Act::Press { name, .. }
            | Act::Choose { name, .. }
            | Act::Locale { name, .. }
            | Act::Fill { name, .. } => Some(name),
        }
    }
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// A sentence with the number of the first line that breaks the grammar.
    pub fn read(text: &str) -> Result<Script, String> {
        let mut lines = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            if trimmed.is_empty() {
                continue;
            }
            let line = |text: String| -> Result<Line, String> {
                let act = read_line(&text).map_err(|why| format!("Line {}: {why}", i + 1))?;
                Ok(Line { number: i + 1, text, act })
            };
            let (several, does) = several(trimmed, &lines);
            if several.is_empty() {
                lines.push(line(trimmed.to_owned())?);
            }
            for name in several {
                lines.push(line(format!("@{name} {does}"))?);
            }
        }
        Ok(Script { lines })
    }

    /// Everybody who acts in it, in the order of appearance.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        named(&self.lines)
    }
}

fn named(lines: &[Line]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in lines.iter().filter_map(|line| line.act.name()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Several who do the same, as their names are written in a line, and what they do. Nobody where the line is one of another form.
fn several<'l>(line: &'l str, before: &[Line]) -> (Vec<String>, &'l str) {
    let none = (Vec::new(), line);
    let Some((names, does)) = line.strip_prefix('@').and_then(|rest| rest.split_once(' ')) else {
        return none;
    };
    match names {
        "*" => {
            let quoted = |name: String| if name.contains(' ') { format!("\"{name}\"") } else { name };
            (named(before).into_iter().map(quoted).collect(), does)
        }
        _ if names.contains(',') && !names.contains('"') => {
            (names.split(',').map(str::to_owned).collect(), does)
        }
        _ => none,
    }
}

fn read_line(line: &str) -> Result<Act, String> {
    if line.starts_with('#') {
        return Ok(Act::Comment);
    }
    if let Some(rest) = line.strip_prefix("!clock") {
        return Ok(Act::Clock { seconds: duration(rest.trim())? });
    }
    let rest =
        line.strip_prefix('@').ok_or("A line begins with @name, with !clock, or with # for a comment.")?;
    let (name, rest) = word(rest)?;
    if name.is_empty() {
        return Err("After @ comes a name.".to_owned());
    }
    if name == "*" {
        return Err("@* is everybody named so far, and nobody is named yet.".to_owned());
    }
    let rest = rest.trim_start();
    if rest.starts_with('/') {
        return Ok(Act::Slash { name, command: rest.to_owned() });
    }
    let (verb, rest) = word(rest)?;
    let mut words = Words(rest);
    let act = match verb.as_str() {
        "!press" => Act::Press { name, label: words.next("the label of a button")? },
        "!choose" => {
            let menu = words.next("a menu")?;
            let mut values = Vec::new();
            while !words.0.trim().is_empty() {
                values.push(words.next("a value")?);
            }
            Act::Choose { name, menu, values }
        }
        "!locale" => Act::Locale { name, locale: words.next("a locale")? },
        "!fill" => {
            let mut fields = Vec::new();
            while !words.0.trim().is_empty() {
                fields.push(words.field()?);
            }
            Act::Fill { name, fields }
        }
        _ => return Err("After the name comes a /command, !press, !choose, !fill or !locale.".to_owned()),
    };
    if words.0.trim().is_empty() { Ok(act) } else { Err(format!("\"{}\" is too much.", words.0.trim())) }
}

struct Words<'t>(&'t str);

impl Words<'_> {
    fn next(&mut self, what: &str) -> Result<String, String> {
        let (found, rest) = word(self.0.trim_start())?;
        self.0 = rest;
        if found.is_empty() { Err(format!("Here {what} is missing.")) } else { Ok(found) }
    }

    fn field(&mut self) -> Result<(String, String), String> {
        let text = self.0.trim_start();
        let (name, rest) = text
            .split_once('=')
            .filter(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace))
            .ok_or("A field is filled as field=value.")?;
        let (value, rest) = word(rest)?;
        self.0 = rest;
        Ok((name.to_owned(), value))
    }
}

/// A word, or several in quotes; and what follows.
fn word(text: &str) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return Ok((text[..end].to_owned(), &text[end..]));
    };
    let mut found = String::new();
    let mut chars = quoted.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Ok((found, &quoted[i + 1..])),
            '\\' => match chars.next() {
                Some((_, 'n')) => found.push('\n'),
                Some((_, c @ ('"' | '\\'))) => found.push(c),
                _ => return Err("After a backslash comes n, a quote or a backslash.".to_owned()),
            },
            c => found.push(c),
        }
    }
    Err("A quote is not closed.".to_owned())
}

/// `+2d6h`, `+30m`, `+45s`, in seconds.
fn duration(text: &str) -> Result<i64, String> {
    let wrong = || "The clock is moved on as in !clock +2d6h, with d, h, m or s.".to_owned();
    let mut rest = text.strip_prefix('+').ok_or_else(wrong)?;
    if rest.is_empty() {
        return Err(wrong());
    }
    let mut seconds: i64 = 0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: i64 = rest[..end].parse().map_err(|_| wrong())?;
        let unit = match rest.as_bytes()[end] {
            b'd' => 86_400,
            b'h' => 3_600,
            b'm' => 60,
            b's' => 1,
            _ => return Err(wrong()),
        };
        seconds = number.checked_mul(unit).and_then(|s| seconds.checked_add(s)).ok_or_else(wrong)?;
        rest = &rest[end + 1..];
    }
    Ok(seconds)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_form_of_line() {
        let script = Script::read(
            "# A comment\n\n@anna /dice roll what:2d6+1\n@\"Zoë K\" !press \"My \\\"desk\\\"\"\n@b !choose \"Menu\" \"One two\" three\n@b !choose \"Menu\"\n@b !locale fi\n@b !fill a=1 b=\"x\\ny\"\n@b !fill\n!clock +2d6h3m1s\n",
        )
        .unwrap();
        let acts: Vec<Act> = script.lines.iter().map(|line| line.act.clone()).collect();
        assert_eq!(acts[1], Act::Slash { name: "anna".into(), command: "/dice roll what:2d6+1".into() });
        assert_eq!(acts[2], Act::Press { name: "Zoë K".into(), label: "My \"desk\"".into() });
        assert_eq!(
            acts[3],
            Act::Choose {
                name: "b".into(),
                menu: "Menu".into(),
                values: vec!["One two".into(), "three".into()]
            }
        );
        assert_eq!(acts[4], Act::Choose { name: "b".into(), menu: "Menu".into(), values: Vec::new() });
        assert_eq!(acts[5], Act::Locale { name: "b".into(), locale: "fi".into() });
        let fields = vec![("a".to_owned(), "1".to_owned()), ("b".to_owned(), "x\ny".to_owned())];
        assert_eq!(acts[6], Act::Fill { name: "b".into(), fields });
        assert_eq!(acts[7], Act::Fill { name: "b".into(), fields: Vec::new() });
        assert_eq!(acts[8], Act::Clock { seconds: 2 * 86_400 + 6 * 3_600 + 181 });
        assert_eq!(script.names(), ["anna", "Zoë K", "b"]);
        assert_eq!(script.lines[1].number, 3);
    }

    #[test]
    fn several_do_the_same() {
        let script =
            Script::read("@\"Zoë K\" /desk\n@b,c !press OK\n# So they all do\n@* /turn ready\n").unwrap();
        let texts: Vec<(usize, &str)> =
            script.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                (1, "@\"Zoë K\" /desk"),
                (2, "@b !press OK"),
                (2, "@c !press OK"),
                (3, "# So they all do"),
                (4, "@\"Zoë K\" /turn ready"),
                (4, "@b /turn ready"),
                (4, "@c /turn ready"),
            ]
        );
        assert_eq!(script.lines[4].act.name(), Some("Zoë K"));
        // Before anybody is named nobody is meant by it.
        let error = Script::read("@* /desk\n").unwrap_err();
        assert!(error.starts_with("Line 1: "), "{error}");
        let error = Script::read("@a,,b /desk\n").unwrap_err();
        assert!(error.starts_with("Line 1: "), "{error}");
    }

    #[test]
    fn what_breaks_the_grammar_is_told_with_its_number() {
        for wrong in [
            "anna /desk",
            "@anna desk",
            "@ /desk",
            "@anna !press",
            "@anna !press \"open",
            "@anna !press \"a\" \"b\"",
            "@anna !choose",
            "@anna !locale",
            "@anna !locale fi de",
            "@anna !fill a",
            "@anna !fill =1",
            "!clock 2d",
            "!clock +2",
            "!clock +",
            "!clock +2w",
            "!clock +99999999999999999d",
            "@anna !press \"\\x\"",
        ] {
            let error = Script::read(&format!("# fine\n{wrong}\n")).unwrap_err();
            assert!(error.starts_with("Line 2: "), "{wrong}: {error}");
        }
    }
}
