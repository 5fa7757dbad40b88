//! `/access grant|cancel|permit|answer|demand|forcible|standing|war|show`: who lets whom in, and forcible access.

pub mod present;

use crate::access::present as shown;
use crate::nouns::own_power;
use crate::prelude::*;
use serde_json::Value;
use table::Said;
use table_commands::declared::Given;

registered!(ACCESS of KEY);

pub(crate) static ACCESS: Orders = Orders {
    room: "access",
    command: "access",
    about: "Access: whose forces you let into what you hold, and forcible access",
    parts: &[
        Part::order(
            "grant",
            "Let the forces of another power into what you hold; everybody sees it",
            ["access", "grant"],
            &[
                Field::of::<40>(&POWER, "to", "To which power").among(others),
                Field::of::<100>(
                    &PROVINCE,
                    "only",
                    "Only into this province or minor country; everywhere if you leave it out",
                )
                .optional()
                .among(|scene, _| {
                    provinces_that(scene, |now, own, province| {
                        now.held(province).by().is_some_and(|by| own.contains(&by))
                    })
                }),
                CONDITIONS,
                OWN,
            ],
        ),
        Part::order(
            "cancel",
            "Let a power in no more",
            ["access", "cancel"],
            &[
                Field::of::<40>(&POWER, "to", "Which power").among(|scene, _| {
                    powers_that(scene, |now, own, power| {
                        let grants = &now.politics.access.grants;
                        grants.iter().any(|grant| own.contains(&grant.by) && grant.to == power)
                    })
                }),
                OWN,
            ],
        ),
        Part::order(
            "permit",
            "Permit a power whose co-operation your peace denies to let a third power in",
            ["access", "permit"],
            &[
                Field::of::<40>(&POWER, "of", "Whose co-operation you deny").among(others),
                Field::of::<40>(&POWER, "to", "Whom it may let in").among(others),
                OWN,
            ],
        ),
        Part::order(
            "answer",
            "Answer whether a power stays whom the former holder of your province let in",
            ["access", "answer"],
            &[
                Field::of::<40>(&POWER, "to", "Which power").among(|scene, _| {
                    powers_that(scene, |now, own, power| {
                        let asked = &now.politics.access.asked;
                        asked.iter().any(|question| own.contains(&question.by) && question.to == power)
                    })
                }),
                Field::truth("grants", "Whether you let it in again; else its forces go home"),
                CONDITIONS,
                OWN,
            ],
        ),
        Part::order(
            "demand",
            "Demand that an ally who lets your enemy in breaks your alliance",
            ["access", "demand"],
            &[Field::of::<40>(&POWER, "of", "Of which ally").among(others), OWN],
        ),
        Part::order(
            "forcible",
            "Tell that counters were moved by forcible access; 1 PP a month and power",
            ["access", "enter"],
            &[
                Field::of::<100>(&PROVINCE, "province", "Into which province or minor country").among(
                    |scene, _| provinces_that(scene, |now, _, province| now.held(province).by().is_some()),
                ),
                Field::whole::<1, 60>(
                    "counters",
                    "How many counters, one after another; 1 if you leave it out",
                )
                .or(|_, _| Ok(Some(1.into()))),
                Field::of::<40>(&POWER, "of", "Whose counters; yours if you leave it out")
                    .among(others)
                    .written("power")
                    .or(own_power)
                    .first(),
            ],
        ),
        Part::order(
            "standing",
            "Say in public what you answer to forcible access, so that you are not asked",
            ["access", "stand"],
            &[
                Field::whole::<0, 60>(
                    "counter",
                    "War at this counter of a month; 0 is never; left out, the answer stands no more",
                )
                .written("nth")
                .optional(),
                OWN,
            ],
        ),
        Part::order(
            "war",
            "Declare war at once on a power that uses forcible access against you",
            ["access", "resist"],
            &[
                Field::of::<40>(&POWER, "on", "On which power").among(|scene, _| {
                    powers_that(scene, |now, own, power| {
                        let entries = &now.politics.access.entries;
                        entries.iter().any(|entry| own.contains(&entry.of) && entry.power == power)
                    })
                }),
                Field::whole::<1, { u32::MAX }>(
                    "counter",
                    "At which of its counters of this month; the last one told if you leave it out",
                )
                .written("nth")
                .or(last_counter),
                Field::truth(
                    "besieged",
                    "Whether every enemy infantry corps in your home is besieged (4.2.2.1)",
                )
                .optional(),
                OWN,
            ],
        ),
        Part::shows("show", "Who lets whom in, and who used forcible access this month", &[], |scene, _| {
            shown::shown(scene)
        }),
    ],
};

const CONDITIONS: Field =
    Field::text::<100>("conditions", "On which conditions; the bot recalls them and holds nobody to them")
        .optional();

/// The last counter of the month that was moved against the one by the other; the first where none was told.
fn last_counter(scene: &Scene<'_>, given: &Given) -> Result<Option<Value>, Said> {
    let of = |key: &str| given.word(key).and_then(Power::by_key);
    let last = position(&scene.own).zip(of("power").zip(of("on"))).and_then(|(now, (power, on))| {
        let entries = now.politics.access.entries.iter();
        entries.filter(|entry| (entry.of, entry.power) == (power, on)).map(|entry| entry.counters).max()
    });
    Ok(Some(last.unwrap_or(1).into()))
}
