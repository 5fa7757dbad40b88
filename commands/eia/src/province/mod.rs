//! `/province conquered|free|cede|take|combine|attack|show`: how provinces and minor countries are held, and what changes it.

pub mod present;

use crate::nouns::own_power;
use crate::ordered::{own_powers, suggested_powers};
use crate::prelude::*;
use crate::province::present as shown;
use eia::board::combination;
use table_commands::declared::Typed;

registered!(PROVINCES of KEY);

pub(crate) static PROVINCES: Orders = Orders {
    room: "province",
    command: "province",
    about: "Provinces and minor countries: what was conquered, made a free state, ceded or taken by a peace",
    parts: &[
        Part::order(
            "conquered",
            "Tell that a minor country was conquered: every city of its primary district was held for a month",
            ["board", "conquer"],
            &[
                Field::of::<100>(&PROVINCE, "minor", "Which minor country").among(|scene, _| {
                    provinces_that(scene, |now, _, province| now.board.home_of(province).is_none())
                }),
                Field::of::<40>(&POWER, "by", "By which power; yours if you leave it out")
                    .among(powers)
                    .written("power")
                    .or(own_power),
                Field::truth(
                    "undefended",
                    "Whether it had troops that never fought; then it costs who had it one PP more",
                )
                .optional(),
            ],
        ),
        Part::order(
            "free",
            "Make a minor country that you conquered your free state, in the political phase",
            ["board", "free"],
            &[Field::of::<100>(&PROVINCE, "minor", "Which minor country").among(own)],
        ),
        Part::order(
            "cede",
            "Cede a minor country or a province that was ceded to you to an ally, in the economic phase",
            ["board", "cede"],
            &[
                Field::of::<100>(&PROVINCE, "what", "What you cede").written("province").among(own),
                Field::of::<40>(&POWER, "to", "To which ally").among(powers),
            ],
        ),
        Part::order(
            "take",
            "Take what a formal peace gives you: a province or minor country of who surrendered to you",
            ["board", "take"],
            &[
                Field::of::<100>(&PROVINCE, "what", "What you take").written("province").among(|scene, _| {
                    provinces_that(scene, |now, own, province| {
                        own.iter().any(|power| now.may_take(*power, province))
                    })
                }),
                OWN,
            ],
        ),
        Part::order(
            "combine",
            "Make a new political combination of what you hold, in the economic phase: Poland, for instance",
            ["board", "combine"],
            &[
                Field::of::<60>(&COMBINATION, "what", "Which combination")
                    .written("combination")
                    .among(combinations),
                OWN,
            ],
        ),
        Part::order(
            "attack",
            "Be at war with a free state that was ceded to you, instead of taking it over",
            ["minor", "attack"],
            &[Field::of::<100>(&PROVINCE, "what", "Which free state").written("country").among(
                |scene, _| {
                    provinces_that(scene, |now, _, province| now.politics.minors.received.contains(&province))
                },
            )],
        ),
        Part::shows(
            "show",
            "What a power holds, and how",
            &[Field::of::<40>(&POWER, "power", "Which power; yours if you leave it out")
                .among(powers)
                .or(own_power)],
            |scene, given| match given.word("power").and_then(Power::by_key) {
                Some(power) => shown::holdings(scene, power),
                None => Message::refusal(said!("You have no power yet.")),
            },
        ),
    ],
};

/// A political combination: by its key, or a beginning of how it is said.
static COMBINATION: Noun = Noun {
    meant: |scene, _, typed| {
        let era = position(&scene.own).map(|now| now.board.era()).unwrap_or_default();
        let asked = typed.to_lowercase();
        let named = |key: &str| key == asked || shown::combination(key).to_lowercase().starts_with(&asked);
        let found = combination::all(era).into_iter().map(|one| one.key.clone()).find(|key| named(key));
        found.ok_or_else(|| said!("\"{}\" is no political combination.", quoted(typed)))
    },
    says: |word| Some(shown::combination(word)),
    example: "poland",
};

/// The combinations that the asker could make, else all.
fn combinations(scene: &Scene<'_>, _: &Typed) -> Vec<(String, String)> {
    let Some(now) = position(&scene.own) else { return Vec::new() };
    let own = own_powers(&scene.own);
    let can = |one: &&eia::map::Combination| {
        own.iter().any(|power| combination::possible(&now, *power, one, &|_| false).is_some())
    };
    let all = combination::all(now.board.era());
    let some: Vec<_> = all.iter().copied().filter(can).collect();
    let of = if some.is_empty() { all } else { some };
    of.into_iter().map(|one| (shown::combination(&one.key), one.key.clone())).collect()
}

/// What the asker holds that is no home province of his.
fn own(scene: &Scene<'_>, _: &Typed) -> Vec<(String, String)> {
    provinces_that(scene, |now, own, province| {
        let by = now.held(province).by();
        by.is_some_and(|by| own.contains(&by)) && by != now.board.home_of(province)
    })
}

/// The powers of the campaign.
fn powers(scene: &Scene<'_>, _: &Typed) -> Vec<(String, String)> {
    let Some(now) = position(&scene.own) else { return Vec::new() };
    suggested_powers(now.choice.powers())
}
