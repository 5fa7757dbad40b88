//! Orders of a game by subject: on the record each has a word of its subject as a key, and that key says how the rest is read.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::{Map, Value};

/// An order as it is written, before it is known which subject it belongs to.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Written(Map<String, Value>);

impl Written {
    /// Whether it belongs to the subject with this key.
    #[must_use]
    pub fn is_of(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The order, read as one of its subject.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn read<T: DeserializeOwned, E: Error>(self) -> Result<T, E> {
        serde_json::from_value(Value::Object(self.0)).map_err(E::custom)
    }
}

/// The orders of a game, a line a subject: the key that its orders have on the record, and their type, which is tagged by that key.
#[macro_export]
macro_rules! by_subject {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$what:meta])* $key:literal => $subject:ident($order:ty),)+ }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$what])* $subject($order),)+
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($name::$subject(order) => order.serialize(serializer),)+
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let written = $crate::by_subject::Written::deserialize(deserializer)?;
                $(if written.is_of($key) {
                    return written.read().map($name::$subject);
                })+
                Err(::serde::de::Error::custom(concat!("an order has one of", $(" `", $key, "`",)+)))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde::{Deserialize, Serialize};
    use serde_json::{from_value, json, to_value};

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "march", rename_all = "snake_case", deny_unknown_fields)]
    pub enum March {
        To { place: String },
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "siege", rename_all = "snake_case", deny_unknown_fields)]
    pub enum Siege {
        Lay { place: String },
    }

    crate::by_subject! {
        #[derive(Clone, Debug, PartialEq)]
        pub enum Order {
            "march" => March(March),
            "siege" => Siege(Siege),
        }
    }

    #[test]
    fn an_order_is_written_as_its_subject_writes_it_and_read_by_its_key() {
        let lay = Order::Siege(Siege::Lay { place: "Ulm".into() });
        let written = json!({"siege": "lay", "place": "Ulm"});
        assert_eq!(to_value(&lay).unwrap(), written);
        assert_eq!(from_value::<Order>(written).unwrap(), lay);
        assert_eq!(
            from_value::<Order>(json!({"march": "to", "place": "Ulm"})).unwrap(),
            Order::March(March::To { place: "Ulm".into() })
        );
    }

    #[test]
    fn what_is_wrong_in_an_order_is_said_of_its_subject() {
        let wrong = |written| from_value::<Order>(written).unwrap_err().to_string();
        assert!(wrong(json!({"siege": "lay"})).contains("missing field `place`"));
        assert!(wrong(json!({"siege": "lay", "place": "Ulm", "by": "night"})).contains("unknown field `by`"));
        assert!(
            wrong(json!({"siege": "lay", "march": "to", "place": "Ulm"})).contains("unknown field `siege`")
        );
        assert_eq!(wrong(json!({"place": "Ulm"})), "an order has one of `march` `siege`");
        from_value::<Order>(json!("siege")).unwrap_err();
    }
}
