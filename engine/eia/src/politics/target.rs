//! Whom or what a power chooses in a part of the political sheet.

use crate::map::{Place, ProvinceId};
use crate::powers::Power;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A choice on the sheet: another power, or a minor country. On the record a power stands by its key, a minor country as a place of the map
/// (`province/saxony`): some provinces are called as a power is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A power.
    Power(Power),
    /// A minor country.
    Minor(ProvinceId),
}

impl Target {
    /// How it is written.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Target::Power(power) => power.key().to_owned(),
            Target::Minor(minor) => Place::Province(minor).key(),
        }
    }

    /// The one that is written so.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Target> {
        Power::by_key(key).map(Target::Power).or_else(|| match Place::by_key(key)? {
            Place::Province(minor) => Some(Target::Minor(minor)),
            _ => None,
        })
    }

    /// The power that it is.
    #[must_use]
    pub fn power(self) -> Option<Power> {
        Power::try_from(self).ok()
    }

    /// The minor country that it is.
    #[must_use]
    pub fn minor(self) -> Option<ProvinceId> {
        ProvinceId::try_from(self).ok()
    }
}

impl From<Power> for Target {
    fn from(power: Power) -> Target {
        Target::Power(power)
    }
}

impl From<ProvinceId> for Target {
    fn from(minor: ProvinceId) -> Target {
        Target::Minor(minor)
    }
}

/// A choice of the other kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherKind;

impl TryFrom<Target> for Power {
    type Error = OtherKind;

    fn try_from(target: Target) -> Result<Power, OtherKind> {
        match target {
            Target::Power(power) => Ok(power),
            Target::Minor(_) => Err(OtherKind),
        }
    }
}

impl TryFrom<Target> for ProvinceId {
    type Error = OtherKind;

    fn try_from(target: Target) -> Result<ProvinceId, OtherKind> {
        match target {
            Target::Minor(minor) => Ok(minor),
            Target::Power(_) => Err(OtherKind),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.key())
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Target, D::Error> {
        let key = Cow::<str>::deserialize(deserializer)?;
        Target::by_key(&key)
            .ok_or_else(|| serde::de::Error::custom(format!("{key:?} is no power and no minor country")))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_choice_is_read_back_as_it_is_written_and_a_province_is_no_power() {
        let province = ProvinceId::by_key("austria").unwrap();
        for target in [Target::Power(Power::Austria), Target::Minor(province)] {
            let written = serde_json::to_value(target).unwrap();
            assert_eq!(serde_json::from_value::<Target>(written).unwrap(), target);
        }
        assert_eq!(Target::by_key("austria"), Some(Target::Power(Power::Austria)));
        assert_eq!(Target::by_key("province/austria"), Some(Target::Minor(province)));
        assert_eq!(Target::by_key("area/vienna").or(Target::by_key("saxony")), None);
    }
}
