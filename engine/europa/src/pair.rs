//! What each side of two may have or not, as the record writes it: by side, with nothing for one that has none. The record holds no nulls.

use super::battle::Who;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Writes a pair.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Serialize, S: Serializer>(
    pair: &[Option<T>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let each = Who::BOTH.into_iter().filter_map(|who| Some((who, pair[who as usize].as_ref()?)));
    each.collect::<BTreeMap<Who, &T>>().serialize(serializer)
}

/// Reads a pair.
///
/// # Errors
/// Where it has another form.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[Option<T>; 2], D::Error> {
    let mut each = BTreeMap::<Who, T>::deserialize(deserializer)?;
    Ok(Who::BOTH.map(|who| each.remove(&who)))
}
