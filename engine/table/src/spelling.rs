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
