//! Names as they are looked for: accents and capitals do not matter.

use unicode_normalization::UnicodeNormalization;

/// A text in small letters without accents: `Trøndelag` is `trondelag`, `Elsaß` is `elsass`.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            'ß' => out.push_str("ss"),
            'ø' => out.push('o'),
            'đ' | 'ð' => out.push('d'),
            'ł' => out.push('l'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'þ' => out.push_str("th"),
            'ı' => out.push('i'),
            // What Unicode decomposes an accent into.
            '\u{300}'..='\u{36f}' => {}
            c if c.is_alphanumeric() => out.push(c),
            _ if out.ends_with(' ') => {}
            _ => out.push(' '),
        }
    }
    out.trim().to_owned()
}

/// Of things with their folded names those that hold every asked word, best first: the whole name, its beginning, the beginning of one of
/// its words, any part of it; a name that stands first before one that stands later; of equals the one that stands first. All for no words.
pub fn best<T>(words: &str, all: impl Iterator<Item = (T, Vec<String>)>) -> Vec<T> {
    best_of(words, all)
}

/// The same of names that are kept folded.
pub fn best_of<T, N: AsRef<[String]>>(words: &str, all: impl Iterator<Item = (T, N)>) -> Vec<T> {
    let asked = folded(words);
    let fit = |name: &str| -> Option<u8> {
        if asked.is_empty() || name == asked {
            Some(0)
        } else if name.starts_with(&asked) {
            Some(1)
        } else if asked.split(' ').all(|word| name.split(' ').any(|own| own.starts_with(word))) {
            Some(2)
        } else {
            asked.split(' ').all(|word| name.contains(word)).then_some(3)
        }
    };
    let mut found: Vec<((u8, usize), T)> = all
        .filter_map(|(thing, names)| {
            let fits = names.as_ref().iter().enumerate().filter_map(|(i, name)| Some((fit(name)?, i.min(1))));
            Some((fits.min()?, thing))
        })
        .collect();
    // The sort is stable.
    found.sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, thing)| thing).collect()
}

#[cfg(test)]
mod tests {
    use super::{best, folded};

    #[test]
    fn names_are_compared_without_accents_and_the_closest_comes_first() {
        assert_eq!(
            ["Trøndelag", "Elsaß", "Łódź", "İskenderun", "Œsel", "Þórshöfn", "Ærø", "Đà"].map(folded),
            ["trondelag", "elsass", "lodz", "iskenderun", "oesel", "thorshofn", "aero", "da"]
        );
        let names = ["Old Castile", "Castile", "Castileford", "Newcastile"].map(|n| (n, vec![folded(n)]));
        assert_eq!(
            best("castile", names.into_iter()),
            ["Castile", "Castileford", "Old Castile", "Newcastile"]
        );
    }
}
