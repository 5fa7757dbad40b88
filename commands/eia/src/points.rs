//! Political points as they are written.

use eia::powers::Power;
use table_commands::present::Scene;

/// An amount of PP, in halves, as it is written: "3 PP".
pub(crate) fn points(scene: &Scene<'_>, amount: i64) -> String {
    let of_any = scene.public.values.iter().find(|value| value.key.starts_with("pp/"));
    of_any.map_or_else(String::new, |value| table_commands::present::values::written(value, amount))
}

/// "Austria 16 PP, France 35 PP".
pub(crate) fn each_points(scene: &Scene<'_>, now: impl IntoIterator<Item = (Power, i64)>) -> String {
    let each =
        now.into_iter().map(|(power, now)| format!("{} {}", crate::names::called(power), points(scene, now)));
    each.collect::<Vec<_>>().join(", ")
}
