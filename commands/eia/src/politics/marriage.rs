//! Royal marriages on the political sheet, in words.

use super::parts::Words;
use super::present::words;
use eia::Position;
use eia::politics::Happened;
use eia::politics::marriage;
use eia::politics::sheet::Part;
use eia::politics::target::Target;
use eia::powers::Power;
use std::collections::BTreeSet;
use table_commands::present::Scene;
use table_commands::say;

/// Offers of royal marriages.
pub(crate) struct Marriage;

impl Words for Marriage {
    fn part(&self) -> &'static dyn Part {
        &marriage::Marriage
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("To whom a royal marriage is offered; it is made where two offer it to each other.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!(
            "To whom do you offer a royal marriage? It is made where the other offers it to you on his sheet of this month; else all read that you offered it."
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} offers a royal marriage to …", power)
    }

    /// With whom war has begun since, or who is married since, is offered none.
    fn chosen(&self, now: Option<&Position>, by: Power, to: &BTreeSet<Target>) -> Vec<String> {
        let is_void = |to: &Power| now.is_some_and(|now| now.are_at_war(by, *to) || now.are_married(by, *to));
        let (void, holds): (Vec<Power>, Vec<Power>) =
            to.iter().filter_map(|to| to.power()).partition(is_void);
        let mut lines = Vec::new();
        if !holds.is_empty() {
            lines.push(say!("{} offers a royal marriage to **{}**.", by, words(holds.iter().copied())));
        }
        if !void.is_empty() {
            lines.push(say!(
                "{} offers no marriage any more to **{}**: it is at war or married with it.",
                by,
                words(void.iter().copied())
            ));
        }
        lines
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        if let Happened::MarriagesEnded { ended } = happened {
            let ended = ended.iter().map(|pair| {
                let [one, other] = pair.powers();
                say!("The war between {} and {} ends their royal marriage.", one, other)
            });
            return Some(ended.collect::<Vec<_>>().join(" "));
        }
        let Happened::MarriagesOffered { made, unmet, void } = happened else { return None };
        let made = made.iter().map(|pair| {
            let [one, other] = pair.powers();
            say!("{} and {} are joined by a royal marriage.", one, other)
        });
        let unmet = unmet.iter().map(|offer| {
            say!("{} offers {} a royal marriage, which does not offer it in return.", offer.by, offer.to)
        });
        let void = void.iter().map(|offer| {
            say!("{} offers {} a royal marriage in vain: the two are at war.", offer.by, offer.to)
        });
        Some(made.chain(unmet).chain(void).collect::<Vec<_>>().join(" "))
    }

    fn stands(&self, now: &Position) -> Option<(String, Vec<String>)> {
        let pairs: Vec<String> = now.marriages().map(|pair| words(pair.powers())).collect();
        (!pairs.is_empty()).then(|| (say!("Royal marriages"), pairs))
    }
}
