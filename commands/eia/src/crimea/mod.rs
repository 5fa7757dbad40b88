//! `/crimea tell|confirm|deny|settle|pass|agree|show`: what ends the Crimean War, Russia's choice at its end, and the Dardanelles.

pub mod present;

use crate::crimea::present as shown;
use crate::ordered::of_these;
use crate::prelude::*;
use eia::crimea::What;

registered!(CRIMEA of KEY);

pub(crate) static CRIMEA: Orders = Orders {
    room: "crimea",
    command: "crimea",
    about: "The Crimean War of 1853: what ends it, Russia's choice, and who passes the Dardanelles",
    parts: &[
        Part::order(
            "tell",
            "Tell what ends the war; it counts when the other side confirms it",
            ["crimea", "tell"],
            &[WHAT.among(|_, _| suggested(What::ALL)), OWN],
        ),
        Part::order(
            "confirm",
            "Confirm what the other side told",
            ["crimea", "confirm"],
            &[
                WHAT.among(|scene, _| {
                    let Some(now) = position(&scene.own) else { return Vec::new() };
                    let open = now.crimea.told.iter().filter(|told| told.confirmed.is_none());
                    suggested(open.map(|told| told.what))
                }),
                OWN,
            ],
        ),
        Part::order(
            "deny",
            "Say that what the other side told is not so, or take back what you told",
            ["crimea", "deny"],
            &[
                WHAT.among(|scene, _| {
                    let Some(now) = position(&scene.own) else { return Vec::new() };
                    suggested(now.crimea.told.iter().map(|told| told.what))
                }),
                OWN,
            ],
        ),
        Part::order(
            "settle",
            "Russia, when the war ends: make peace with Austria or Prussia, or fight on",
            ["crimea", "settle"],
            &[
                Field::of::<40>(&POWER, "with", "With which of the two").among(|scene, _| {
                    powers_that(scene, |now, _, power| now.crimea.deciding.contains(&power))
                }),
                Field::truth("peace", "Whether you make peace; else you fight on").written("stops"),
            ],
        ),
        Part::order(
            "pass",
            "Turkey: let a power's fleets pass the Dardanelles, or let them no more",
            ["crimea", "pass"],
            &[
                TO,
                Field::truth("may", "Whether they may pass; yes if you leave it out")
                    .or(|_, _| Ok(Some(true.into()))),
            ],
        ),
        Part::order(
            "agree",
            "Russia, after the Peace of Saint Petersburg: agree that a power passes the Dardanelles, or no more",
            ["crimea", "agree"],
            &[
                TO,
                Field::truth("may", "Whether you agree; yes if you leave it out")
                    .or(|_, _| Ok(Some(true.into()))),
            ],
        ),
        Part::shows("show", "How the war stands, or what its peace still does", &[], |scene, _| {
            shown::shown(scene)
        }),
    ],
};

const WHAT: Field = Field::of::<100>(&ENDING, "what", "What");

const TO: Field = Field::of::<40>(&POWER, "to", "Which power").among(others);

/// What ends the war: by its word, or a beginning of how it is said.
static ENDING: Noun = Noun {
    meant: |_, _, typed| {
        let what = of_these(typed, &What::ALL, What::key, shown::of);
        what.map(|what| what.key().to_owned())
            .ok_or_else(|| said!("\"{}\" ends no Crimean War. Choose from the list.", quoted(typed)))
    },
    says: |word| What::by_key(word).map(shown::of),
    example: "constantinople",
};

fn suggested(all: impl IntoIterator<Item = What>) -> Vec<(String, String)> {
    all.into_iter().map(|what| (shown::of(what), what.key().to_owned())).collect()
}
