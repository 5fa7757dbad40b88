//! Things of a list in the data that are written by their keys: courts, areas, sea areas.

/// A type for the rows of a list, sorted by their keys, each with a `key` and a `name`.
macro_rules! keyed {
    ($(#[$about:meta])* $one:ident of $known:ty, $list:path) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $one(u8);

        impl $one {
            /// All of them, by their keys.
            pub fn all() -> impl Iterator<Item = $one> {
                (0..$list().len()).map(|i| $one(u8::try_from(i).unwrap_or(u8::MAX)))
            }

            /// The one with this key.
            #[must_use]
            pub fn by_key(key: &str) -> Option<$one> {
                let place = $list().binary_search_by(|known| known.key.as_str().cmp(key)).ok()?;
                u8::try_from(place).ok().map($one)
            }

            /// What is known of it.
            #[must_use]
            pub fn known(self) -> &'static $known {
                &$list()[usize::from(self.0)]
            }

            /// Its key.
            #[must_use]
            pub fn key(self) -> &'static str {
                &self.known().key
            }

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                &self.known().name
            }
        }

        impl ::std::fmt::Display for $one {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::fmt::Debug for $one {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.key())
            }
        }

        impl ::table::said::ToValue for $one {
            fn to_value(&self) -> ::table::said::Value {
                ::table::said::name(self.name())
            }
        }

        impl ::serde::Serialize for $one {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.key())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $one {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<$one, D::Error> {
                let key = <String as ::serde::Deserialize>::deserialize(from)?;
                $one::by_key(&key)
                    .ok_or_else(|| ::serde::de::Error::custom(format!("there is no {key} in the data")))
            }
        }
    };
}
pub(crate) use keyed;
