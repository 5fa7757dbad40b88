//! Things that are written by their keys: courts, of which this program has a list, and what a campaign's own data knows (areas, sea areas,
//! languages, religions).

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

/// A key of a row of a campaign's data: what it stands for only that data knows, the shipped one or a pack's.
macro_rules! key {
    ($(#[$about:meta])* $one:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $one($crate::keyed::Key);

        impl $one {
            /// The one of a key, whether there is such a one or not; `None` for what cannot be a key.
            #[must_use]
            pub fn of(key: &str) -> Option<$one> {
                $crate::keyed::Key::of(key).map($one)
            }

            /// Its key.
            #[must_use]
            pub fn key(&self) -> &str {
                self.0.as_str()
            }
        }

        impl ::std::fmt::Debug for $one {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.key())
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
                $one::of(&key).ok_or_else(|| ::serde::de::Error::custom(format!("\"{key}\" is no key")))
            }
        }
    };
}
pub(crate) use key;

/// The most characters of a key: with more the orders behind buttons would grow too long.
pub const LONGEST: usize = 20;

/// A key: 1 to 20 of a–z, 0–9, `_` and `-`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key([u8; LONGEST]);

impl Key {
    pub(crate) fn of(key: &str) -> Option<Key> {
        let fits = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
        if key.is_empty() || !key.bytes().all(fits) {
            return None;
        }
        let mut bytes = [0; LONGEST];
        bytes.get_mut(..key.len())?.copy_from_slice(key.as_bytes());
        Some(Key(bytes))
    }

    pub(crate) fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(LONGEST);
        // Only such bytes stand in it as `of` takes.
        self.0.get(..end).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, LONGEST};

    #[test]
    fn a_key_is_short_and_plain_and_stands_in_the_order_of_its_letters() {
        for key in ["a", "ile_de_france", "good-years", "x2", &"k".repeat(LONGEST)] {
            assert_eq!(Key::of(key).expect("a key").as_str(), key);
        }
        for wrong in ["", "Rome", "a b", "é", "a/b", &"k".repeat(LONGEST + 1)] {
            assert!(Key::of(wrong).is_none(), "{wrong}");
        }
        assert!(Key::of("a") < Key::of("ab") && Key::of("ab") < Key::of("b"));
    }
}
