//! Declarations of war on the political sheet, in words.

use super::parts::Words;
use super::present::{price, words};
use crate::points::points;
use eia::Position;
use eia::politics::Happened;
use eia::politics::sheet::Part;
use eia::politics::target::Target;
use eia::politics::war;
use eia::powers::Power;
use std::collections::BTreeSet;
use table_commands::present::Scene;
use table_commands::say;

/// Declarations of war.
pub(crate) struct War;

impl Words for War {
    fn part(&self) -> &'static dyn Part {
        &war::War
    }

    fn announced(&self, scene: &Scene<'_>) -> String {
        say!("On whom war is declared; a declaration costs {}.", price(scene))
    }

    fn asks(&self, scene: &Scene<'_>) -> String {
        say!(
            "On whom do you declare war? Choose, then seal. All sheets are opened together when all are Final; each declaration costs {}, also where the other declares war on you.",
            price(scene)
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} declares war on …", power)
    }

    /// A war that two have agreed on since is none to be declared.
    fn chosen(&self, now: Option<&Position>, by: Power, on: &BTreeSet<Target>) -> Vec<String> {
        let at_war = |on: &Power| now.is_some_and(|now| now.are_at_war(by, *on));
        let (void, holds): (Vec<Power>, Vec<Power>) = on.iter().filter_map(|on| on.power()).partition(at_war);
        let mut lines = Vec::new();
        if !holds.is_empty() {
            lines.push(say!("{} declares war on **{}**.", by, words(holds.iter().copied())));
        }
        if !void.is_empty() {
            lines.push(say!(
                "{} is at war with **{}** already: that is declared no more, and costs nothing.",
                by,
                words(void.iter().copied())
            ));
        }
        lines
    }

    fn opened(&self, scene: &Scene<'_>, happened: &Happened) -> Option<String> {
        let Happened::WarDeclared { by, on, before, now, .. } = happened else { return None };
        let (price, has) = (points(scene, before - now), points(scene, *now));
        Some(say!("**{} declares war on {}.** It costs {}; {} has {} now.", *by, *on, price, *by, has))
    }

    fn nothing(&self) -> String {
        say!("Nobody declares war.")
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        let Happened::WarDeclared { by, on, .. } = happened else { return None };
        Some(say!("{} declares war on {}.", *by, *on))
    }
}
