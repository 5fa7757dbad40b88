//! Reads dice notation from left to right; each step takes what it knows and leaves the rest.

use super::{
    Choice, Comparison, MOST_DICE, MOST_FACES, MOST_NUMBER, MOST_TEXT, MOST_THROWS, Pool, Target, Throw,
};
use crate::said;
use crate::said::Said;

/// What is told of the notation where something in it was not understood.
fn understood() -> Said {
    said!(
        "Understood are, for instance, 2d6+1, 4d10, d6>=4, 3d6 drop lowest, 12 x d6<=4 and 35%, with a label after # at the end."
    )
}

pub(super) fn parse(text: &str) -> Result<Throw, Said> {
    let (dice, label) = split_label(text)?;
    let length = dice.chars().count();
    if length > MOST_TEXT {
        return Err(said!(
            "The dice may take at most {} characters, and these take {}. {}",
            MOST_TEXT,
            length,
            understood()
        ));
    }
    Rest { text: dice }.throw()?.labelled(label)
}

/// Takes the label off the end: what follows the first `#`, the word `for` or a double quote.
fn split_label(text: &str) -> Result<(&str, &str), Said> {
    let mut before = None;
    for (at, c) in text.char_indices() {
        let (dice, rest) = text.split_at(at);
        let after = &rest[c.len_utf8()..];
        if c == '#' {
            return Ok((dice.trim(), unquoted(after)));
        }
        if is_quote(c) {
            let Some(end) = after.rfind(is_quote) else {
                return Ok((dice.trim(), after));
            };
            let (label, quote_and_more) = after.split_at(end);
            let more = quote_and_more.trim_start_matches(is_quote).trim();
            if !more.is_empty() {
                return Err(said!(
                    "The label in quotes comes last, and “{}” follows it. {}",
                    shown(more),
                    understood()
                ));
            }
            return Ok((dice.trim(), label));
        }
        let word = rest.get(..3).filter(|word| word.eq_ignore_ascii_case("for"));
        if word.is_some() && !before.is_some_and(char::is_alphabetic) {
            let label = &rest[3..];
            if !label.starts_with(char::is_alphanumeric) {
                return Ok((dice.trim(), unquoted(label.trim_start_matches(':'))));
            }
        }
        before = Some(c);
    }
    Ok((text.trim(), ""))
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// A label without the quotes around all of it.
fn unquoted(label: &str) -> &str {
    let label = label.trim();
    label.strip_prefix(is_quote).and_then(|inner| inner.strip_suffix(is_quote)).unwrap_or(label)
}

/// The beginning of what a player wrote, fit to stand in a sentence.
fn shown(text: &str) -> String {
    const MOST_SHOWN: usize = 20;
    let text = text.trim();
    let mut shown: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST_SHOWN).collect();
    if text.chars().nth(MOST_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// A whole number as it was written; one too large to hold counts as the largest that can be held.
struct Number<'a> {
    value: u64,
    written: &'a str,
}

impl Number<'_> {
    /// The number if it is at most `most`.
    fn at_most(&self, most: u32) -> Option<u32> {
        u32::try_from(self.value).ok().filter(|value| *value <= most)
    }
}

/// What is left to read.
#[derive(Clone, Copy)]
struct Rest<'a> {
    text: &'a str,
}

impl<'a> Rest<'a> {
    fn throw(mut self) -> Result<Throw, Said> {
        if self.at_end() {
            return Err(said!("Write which dice to throw. {}", understood()));
        }
        let times = self.times()?;
        let mut throw = Throw { times, pools: Vec::new(), modifier: None, target: None, label: None };
        if let Some(number) = self.percent_chance()? {
            throw.pools.push(percent_die(false));
            throw.target = Some(Target { comparison: Comparison::AtMost, number });
        } else {
            self.parts(&mut throw)?;
            throw.target = self.target()?;
        }
        self.finish(&throw)?;
        Ok(throw)
    }

    /// Nothing may be left, there must be dice, and not too many.
    fn finish(mut self, throw: &Throw) -> Result<(), Said> {
        if throw.target.is_some() && self.comparison().is_some() {
            return Err(said!("Only one comparison can be made, at the end, as in d6>=4."));
        }
        if !self.at_end() {
            return Err(said!("“{}” is not understood here. {}", shown(self.text), understood()));
        }
        if throw.pools.is_empty() {
            return Err(said!("There is no die in this. {}", understood()));
        }
        // Each part has at most MOST_DICE dice and takes two characters or more, so this cannot overflow.
        let once: u32 = throw.pools.iter().map(|pool| pool.count).sum();
        let all = once * throw.times;
        if all > MOST_DICE {
            return Err(too_many_dice(&all.to_string()));
        }
        Ok(())
    }

    /// `6x` in front; once if there is none.
    fn times(&mut self) -> Result<u32, Said> {
        let mut ahead = *self;
        let Some(number) = ahead.number() else {
            return Ok(1);
        };
        if !ahead.any(&["x", "×", "*", "times"]) {
            return Ok(1);
        }
        *self = ahead;
        (number.at_most(MOST_THROWS).filter(|times| *times > 0)).ok_or_else(|| {
            said!(
                "From 1 to {} throws can be made at once, as in 6 x 2d6+1; this asks for {}.",
                MOST_THROWS,
                shown(number.written)
            )
        })
    }

    /// `35%`, or `35 percent`.
    fn percent_chance(&mut self) -> Result<Option<i64>, Said> {
        let mut ahead = *self;
        let Some(number) = ahead.number() else {
            return Ok(None);
        };
        if !ahead.any(&["%", "percent"]) {
            return Ok(None);
        }
        *self = ahead;
        match number.at_most(100) {
            Some(chance) => Ok(Some(i64::from(chance))),
            None => Err(said!(
                "A chance lies between 0% and 100%, as in 35%; this says {}%.",
                shown(number.written)
            )),
        }
    }

    /// The dice and plain numbers with their signs.
    fn parts(&mut self, throw: &mut Throw) -> Result<(), Said> {
        let mut minus = self.sign().unwrap_or(false);
        loop {
            if let Some(mut pool) = self.pool(minus)? {
                pool.choice = self.choice(&pool)?;
                throw.pools.push(pool);
            } else if let Some(number) = self.number() {
                let number = plain_number(&number, minus)?;
                let sum = throw.modifier.unwrap_or(0) + number;
                if sum.abs() > MOST_NUMBER {
                    return Err(number_out_of_bounds(&sum.to_string()));
                }
                throw.modifier = Some(sum);
            } else if self.at_end() {
                return Err(said!("Something is missing at the end. {}", understood()));
            } else {
                return Err(said!(
                    "“{}” stands where dice or a number should be. {}",
                    shown(self.text),
                    understood()
                ));
            }
            if self.chooses() {
                return Err(said!(
                    "Write one drop or keep, straight after the dice it is meant for, as in 3d6 drop lowest + 1."
                ));
            }
            match self.sign() {
                Some(sign) => minus = sign,
                None => break,
            }
        }
        if self.any(&["total", "sum"]) {
            throw.modifier.get_or_insert(0);
        }
        Ok(())
    }

    /// `2d6`, `d6`, `d%` or `percent`; `None`, with nothing taken, if there are no dice here.
    fn pool(&mut self, minus: bool) -> Result<Option<Pool>, Said> {
        let mut ahead = *self;
        if ahead.any(&["percent"]) {
            *self = ahead;
            return Ok(Some(percent_die(minus)));
        }
        let count = ahead.number();
        if ahead.chooses() || !ahead.any(&["d"]) {
            return Ok(None);
        }
        *self = ahead;
        let count = match count {
            None => 1,
            Some(number) if number.value == 0 => {
                return Err(said!("No dice are none to throw: write at least one, as in 1d6."));
            }
            Some(number) => {
                (number.at_most(MOST_DICE)).ok_or_else(|| too_many_dice(&shown(number.written)))?
            }
        };
        let faces = if self.any(&["%"]) {
            100
        } else {
            let number = self.number().ok_or_else(|| {
                said!("After the d comes the number of faces, as in d6 or d100. {}", understood())
            })?;
            (number.at_most(MOST_FACES).filter(|faces| *faces > 0)).ok_or_else(|| {
                said!(
                    "A die has from 1 to {} faces, as in d6; this asks for {}.",
                    MOST_FACES,
                    shown(number.written)
                )
            })?
        };
        Ok(Some(Pool { minus, count, faces, choice: None }))
    }

    /// Whether a drop or keep comes next.
    fn chooses(mut self) -> bool {
        self.any(&["drop", "keep", "dl", "dh", "kl", "kh"])
    }

    /// `drop lowest`, `keep the 3 highest`, `dl1`, `kh3`.
    fn choice(&mut self, pool: &Pool) -> Result<Option<Choice>, Said> {
        const SHORT: [(&str, bool, bool); 4] =
            [("dl", false, false), ("dh", false, true), ("kl", true, false), ("kh", true, true)];
        let short = SHORT.into_iter().find(|(sign, ..)| self.any(&[sign]));
        let (keep, highest, number) = if let Some((_, keep, highest)) = short {
            (keep, highest, self.number())
        } else {
            let keep = self.any(&["keep"]);
            if !keep && !self.any(&["drop"]) {
                return Ok(None);
            }
            self.any(&["the"]);
            let number = self.number();
            let highest = self.any(&["highest", "high", "best"]);
            if !highest && !self.any(&["lowest", "low", "worst"]) {
                return Err(said!(
                    "Say whether the highest or the lowest dice are meant, as in 3d6 drop lowest or 4d6 keep highest 3."
                ));
            }
            let number = number.or_else(|| self.number());
            self.any(&["dice", "die"]);
            (keep, highest, number)
        };
        let most = if keep { pool.count } else { pool.count - 1 };
        let number = match number {
            None if most > 0 => 1,
            None => return Err(choice_out_of_bounds(pool, keep, "1")),
            Some(number) => (number.at_most(most).filter(|number| *number > 0))
                .ok_or_else(|| choice_out_of_bounds(pool, keep, &shown(number.written)))?,
        };
        Ok(Some(Choice { keep, highest, number }))
    }

    /// `>=4`; `None` if there is no comparison.
    fn target(&mut self) -> Result<Option<Target>, Said> {
        let Some(comparison) = self.comparison() else {
            return Ok(None);
        };
        let minus = self.sign().unwrap_or(false);
        let Some(number) = self.number() else {
            return Err(said!("A comparison ends with a number, as in d6>=4."));
        };
        let number = plain_number(&number, minus)?;
        Ok(Some(Target { comparison, number }))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        const SIGNS: [(&[&str], Comparison); 5] = [
            (&[">=", "=>", "≥"], Comparison::AtLeast),
            (&["<=", "=<", "≤"], Comparison::AtMost),
            (&[">"], Comparison::Above),
            (&["<"], Comparison::Below),
            (&["==", "="], Comparison::Exactly),
        ];
        let found = SIGNS.into_iter().find(|(signs, _)| self.any(signs))?;
        Some(found.1)
    }

    /// A plus (false) or a minus (true).
    fn sign(&mut self) -> Option<bool> {
        if self.any(&["+"]) { Some(false) } else { self.any(&["-", "−", "–"]).then_some(true) }
    }

    fn number(&mut self) -> Option<Number<'a>> {
        let text = self.text.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (written, rest) = text.split_at(end);
        if written.is_empty() {
            return None;
        }
        self.text = rest;
        Some(Number { value: written.parse().unwrap_or(u64::MAX), written })
    }

    /// Takes the first of these words that comes next, in capitals or not.
    fn any(&mut self, words: &[&str]) -> bool {
        let text = self.text.trim_start();
        for word in words {
            let begins = text.get(..word.len());
            if begins.is_some_and(|begins| begins.eq_ignore_ascii_case(word)) {
                self.text = &text[word.len()..];
                return true;
            }
        }
        false
    }

    fn at_end(&self) -> bool {
        self.text.trim_start().is_empty()
    }
}

fn percent_die(minus: bool) -> Pool {
    Pool { minus, count: 1, faces: 100, choice: None }
}

fn plain_number(number: &Number<'_>, minus: bool) -> Result<i64, Said> {
    let value = (i64::try_from(number.value).ok())
        .filter(|value| *value <= MOST_NUMBER)
        .ok_or_else(|| number_out_of_bounds(&shown(number.written)))?;
    Ok(if minus { -value } else { value })
}

fn number_out_of_bounds(number: &str) -> Said {
    said!(
        "A number added or compared lies between -{} and {}; this says {}.",
        MOST_NUMBER,
        MOST_NUMBER,
        number
    )
}

fn too_many_dice(number: &str) -> Said {
    said!("At most {} dice can be thrown at once, as in 20d6; this asks for {}.", MOST_DICE, number)
}

fn choice_out_of_bounds(pool: &Pool, keep: bool, number: &str) -> Said {
    if !keep && pool.count == 1 {
        return said!("A single die cannot be dropped: throw at least two, as in 2d6 drop lowest.");
    }
    if keep {
        said!(
            "Of {} dice from 1 to {} can be kept, as in {}d{} keep lowest 1; this asks for {}.",
            pool.count,
            pool.count,
            pool.count,
            pool.faces,
            number
        )
    } else {
        said!(
            "Of {} dice from 1 to {} can be dropped, as in {}d{} drop lowest 1; this asks for {}.",
            pool.count,
            pool.count - 1,
            pool.count,
            pool.faces,
            number
        )
    }
}
