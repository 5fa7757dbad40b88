//! Areas, provinces and sea areas as small numbers. On the record they stand by their words, because a number changes with the map.

use super::data::{Area, Province, Sea};
use super::map;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($number:ty), $of:ident, $list:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(super) $number);

        impl $name {
            /// All of them, in the order of the data.
            pub fn all() -> impl ExactSizeIterator<Item = $name> + Clone {
                (0..map().$list.len()).map(|place| $name(place as $number))
            }

            /// The one of a machine word.
            #[must_use]
            pub fn by_key(key: &str) -> Option<$name> {
                static BY_KEY: LazyLock<HashMap<&'static str, $number>> = LazyLock::new(|| {
                    let keys = map().$list.iter().enumerate();
                    keys.map(|(place, one)| (one.key.as_str(), place as $number)).collect()
                });
                BY_KEY.get(key).map(|place| $name(*place))
            }

            /// The one at a place in the data.
            #[must_use]
            pub fn at(place: usize) -> Option<$name> {
                (place < map().$list.len()).then_some($name(place as $number))
            }

            /// Its place in the data.
            #[must_use]
            pub fn place(self) -> usize {
                usize::from(self.0)
            }

            /// What the map says of it.
            #[must_use]
            pub fn on_map(self) -> &'static $of {
                &map().$list[self.place()]
            }

            /// Its machine word.
            #[must_use]
            pub fn key(self) -> &'static str {
                &self.on_map().key
            }

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                &self.on_map().name
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.key())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.key())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let key = Cow::<str>::deserialize(deserializer)?;
                $name::by_key(&key)
                    .ok_or_else(|| serde::de::Error::custom(format!("the map has no {} {key:?}", $what)))
            }
        }
    };
}

id!(
    /// A land area.
    AreaId(u16), Area, areas, "area"
);
id!(
    /// A province of a major power, or a minor country.
    ProvinceId(u8), Province, provinces, "province"
);
id!(
    /// A sea area.
    SeaId(u8), Sea, seas, "sea area"
);
