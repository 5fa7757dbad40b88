//! `/germany tell|confirm|deny|show`: the German confederations, and what moves a member besides war and peace.

pub mod present;

use crate::confederations::present as shown;
use crate::ordered::of_these;
use crate::prelude::*;
use eia::confederations::What;

registered!(GERMANY of KEY);

pub(crate) static GERMANY: Orders = Orders::of(
    "germany",
    "The German confederations of 1853: who is a member of which, motions and events",
    &[
        Part::order(
            "tell",
            "Tell what came of a motion in the Landtag or of a diplomatic event; another player confirms it",
            ["confederation", "tell"],
            &[WHAT, MEMBER, OWN],
        ),
        Part::order(
            "confirm",
            "Confirm what another player told",
            ["confederation", "confirm"],
            &[WHAT, MEMBER, OWN.unasked()],
        ),
        Part::order(
            "deny",
            "Say that what another player told is not so, or take back what you told",
            ["confederation", "deny"],
            &[WHAT, MEMBER, OWN.unasked()],
        ),
        Part::shows("show", "Who is a member of which confederation", &[], |scene, _| shown::shown(scene)),
    ],
);

const WHAT: Field = Field::of::<100>(&TOLD, "what", "What")
    .among(|_, _| What::ALL.into_iter().map(|what| (shown::of(what), what.key().to_owned())).collect());

const MEMBER: Field =
    Field::of::<100>(&PROVINCE, "member", "About which member").optional().among(|scene, _| {
        if position(&scene.own).is_none() {
            return Vec::new();
        }
        provinces_that(scene, |now, _, province| now.confederation(province).is_some())
    });

/// What can be told: by its word, or a beginning of how it is said.
static TOLD: Noun = Noun {
    meant: |_, _, typed| {
        let what = of_these(typed, &What::ALL, What::key, shown::of);
        what.map(|what| what.key().to_owned())
            .ok_or_else(|| said!("\"{}\" is no motion and no event. Choose from the list.", quoted(typed)))
    },
    says: |word| What::by_key(word).map(shown::of),
    example: "carried",
};
