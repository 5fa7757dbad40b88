//! What the fields of declared orders hold in Empires in Arms: powers, provinces, and whose order it is.

use crate::names;
use crate::ordered::{own_powers, power_meant, powers_that, province_meant};
use crate::province::present::called;
use eia::map::ProvinceId;
use eia::powers::Power;
use serde_json::Value;
use table::{Said, said};
use table_commands::declared::{Field, Given, Noun, Typed};
use table_commands::present::Scene;

/// A power.
pub(crate) static POWER: Noun = Noun {
    meant: |_, _, typed| Ok(power_meant(typed)?.key().to_owned()),
    says: |word| Power::by_key(word).map(names::called),
    example: "austria",
};

/// A province or minor country.
pub(crate) static PROVINCE: Noun = Noun {
    meant: |_, _, typed| Ok(province_meant(typed)?.key().to_owned()),
    says: |word| ProvinceId::by_key(word).map(called),
    example: "bavaria",
};

/// Which of one's powers orders, where one has several: the first where it is left out.
pub(crate) const OWN: Field =
    Field::of::<40>(&POWER, "power", "Which of your powers, where you have several").or(own_power).first();

/// The asker's own power.
pub(crate) fn own_power(scene: &Scene<'_>, _: &Given) -> Result<Option<Value>, Said> {
    let own = own_powers(&scene.own).first().copied().ok_or_else(|| said!("You have no power yet."))?;
    Ok(Some(own.key().into()))
}

/// The powers of others, as they are suggested.
pub(crate) fn others(scene: &Scene<'_>, _: &Typed) -> Vec<(String, String)> {
    powers_that(scene, |_, own, power| !own.contains(&power))
}
