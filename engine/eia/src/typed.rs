//! Values that a group typed in the place of those that are not the printed game's.

/// Values that a group typed, by their keys. A copy costs nothing.
pub type Typed = imbl::OrdMap<String, i64>;
