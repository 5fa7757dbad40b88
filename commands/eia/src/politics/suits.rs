//! Suits for peace, in words.

use super::parts::Words;
use super::present::words;
use eia::Position;
use eia::politics::Happened;
use eia::politics::sheet::Part;
use eia::politics::target::Target;
use eia::politics::{suits, surrender};
use eia::powers::Power;
use std::collections::BTreeSet;
use table_commands::present::Scene;
use table_commands::say;

/// Whom one sues.
pub(crate) struct Sue;
/// Whether one gives up allies for a suit.
pub(crate) struct Breaks;
/// What one demands.
pub(crate) struct Unconditional;
/// What one accepts.
pub(crate) struct Yields;
/// Whom one lets go without terms.
pub(crate) struct Informal;

impl Words for Sue {
    fn part(&self) -> &'static dyn Part {
        &suits::Sue
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Who is sued for peace; two who sue each other make peace without terms.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!(
            "Whom do you sue for peace? He demands a conditional peace, which you must accept, or an unconditional surrender, which you may."
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} sues …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} sues **{}** for peace.", power, words(others.iter().copied()))]
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        let Happened::Sued { suits, .. } = happened else { return None };
        let mut lines = Vec::new();
        for suit in suits {
            lines.push(say!("{} sues {} for peace.", suit.by, words(suit.to.iter().copied())));
            for (power, allies) in &suit.deciding {
                lines.push(say!(
                    "{} decides whether it breaks with {} for it.",
                    *power,
                    words(allies.iter().copied())
                ));
            }
        }
        Some(lines.join("\n"))
    }
}

impl Words for Breaks {
    fn part(&self) -> &'static dyn Part {
        &suits::Breaks
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!(
            "Who was sued and has an ally that was not keeps its alliances, and the suit is void, or breaks all of them."
        )
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!(
            "For whose suit do you break with all the allies in question? Whoever you leave out, you keep them, and his suit is void."
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} breaks with its allies for …", power)
    }

    fn chosen(&self, now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        let suits = now.into_iter().flat_map(|now| now.politics.suits.iter());
        let of = suits.filter(|suit| others.contains(&Target::Power(suit.by)));
        let lines = of.filter_map(|suit| {
            let allies = suit.deciding.get(&power)?;
            Some(say!("{} breaks with **{}** for {}.", power, words(allies.iter().copied()), suit.by))
        });
        lines.collect()
    }

    fn nothing(&self) -> String {
        say!("Nobody breaks an alliance.")
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        let Happened::SuitVoid { by, keeps, .. } = happened else { return None };
        let keeping = words(keeps.iter().copied());
        Some(if keeps.len() == 1 {
            say!("The suit of {} is void: {} keeps its alliances.", *by, keeping)
        } else {
            say!("The suit of {} is void: {} keep their alliances.", *by, keeping)
        })
    }
}

impl Words for Unconditional {
    fn part(&self) -> &'static dyn Part {
        &suits::Unconditional
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Who is sued demands a conditional peace or an unconditional surrender.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!(
            "Of whom do you demand an unconditional surrender? Of those you leave out you demand a conditional peace."
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{}: unconditional surrender of …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} demands an **unconditional surrender** of {}.", power, words(others.iter().copied()))]
    }

    fn nothing(&self) -> String {
        say!("Nobody demands anything.")
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        let Happened::Demanded { of, demanded, .. } = happened else { return None };
        let each = demanded.iter().map(|(by, unconditional)| {
            if *unconditional {
                say!("{} demands an unconditional surrender of {}.", *by, *of)
            } else {
                say!("{} demands a conditional peace of {}.", *by, *of)
            }
        });
        Some(each.collect::<Vec<_>>().join("\n"))
    }
}

impl Words for Yields {
    fn part(&self) -> &'static dyn Part {
        &suits::Yields
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Who sued accepts an unconditional surrender, or fights on.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!("To whom do you surrender unconditionally? With those you leave out the war goes on.")
    }

    fn select(&self, power: Power) -> String {
        say!("{} surrenders to …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} surrenders unconditionally to **{}**.", power, words(others.iter().copied()))]
    }

    fn nothing(&self) -> String {
        say!("Nobody surrenders.")
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        let Happened::Answered { by, peaces } = happened else { return None };
        if peaces.is_empty() {
            return Some(say!("{} surrenders to nobody, and its wars go on.", *by));
        }
        let to = peaces.iter().filter(|(_, unconditional)| **unconditional).map(|(to, _)| *to);
        let to: Vec<Power> = to.collect();
        let any = !to.is_empty();
        any.then(|| say!("{} accepts what {} demands.", *by, words(to.iter().copied())))
    }
}

impl Words for Informal {
    fn part(&self) -> &'static dyn Part {
        &surrender::Informal
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Whoever is sued may let the suitor go with a peace without terms.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!("To whom do you give a peace without terms? Who names an unconditional surrender too gets that.")
    }

    fn select(&self, power: Power) -> String {
        say!("{}: peace without terms to …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} gives a **peace without terms** to {}.", power, words(others.iter().copied()))]
    }
}
