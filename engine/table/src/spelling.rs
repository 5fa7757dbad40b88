//! How far a name is from what somebody typed.

/// How many letters have to be put in, left out or changed to make one of the other.
#[must_use]
pub fn differ(asked: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=asked.len()).collect();
    for (i, c) in name.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, d) in asked.iter().enumerate() {
            let here = if c == *d { corner } else { 1 + corner.min(row[j]).min(row[j + 1]) };
            corner = row[j + 1];
            row[j + 1] = here;
        }
    }
    row.last().copied().unwrap_or(usize::MAX)
}

/// How far a name may be from what was typed to be meant by it: a letter of a short one, two of one of eight letters or more.
#[must_use]
pub fn slip_of(asked: &str) -> usize {
    match asked.chars().count() {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// Of things with their names, folded as what was typed is, the one that was most likely meant by what is none of them: the nearest, which is a
/// slip of the pen away; the first of several as near.
pub fn meant<T, N: AsRef<str>>(
    asked: &str,
    all: impl IntoIterator<Item = (T, impl IntoIterator<Item = N>)>,
) -> Option<T> {
    let letters: Vec<char> = asked.chars().take(40).collect();
    let far = |names: &mut dyn Iterator<Item = N>| names.map(|name| differ(&letters, name.as_ref())).min();
    let known = all.into_iter().filter_map(|(thing, names)| Some((far(&mut names.into_iter())?, thing)));
    let (far, thing) = known.min_by_key(|(far, _)| *far)?;
    (1..=slip_of(asked)).contains(&far).then_some(thing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_slip_away_is_meant_and_nothing_else() {
        let of =
            |asked: &str| meant(asked, [("France", ["france", "ranska"]), ("Spain", ["spain", "espanja"])]);
        assert_eq!(
            (of("frnce"), of("spainn"), of("ranskaa")),
            (Some("France"), Some("Spain"), Some("France"))
        );
        // What is called so is no slip; what is short or far is none either.
        assert_eq!((of("france"), of("fra"), of("prussia"), of("")), (None, None, None, None));
    }
}
