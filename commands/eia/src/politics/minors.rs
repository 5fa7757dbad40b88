//! Minor countries in politics, in words: wars on them, who takes control, what follows.

use super::parts::Words;
use super::present::words;
use crate::ordered::{own_powers, power_meant, province_meant, suggested_provinces};
use crate::points::{each_points, points};
use crate::province::present::called;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::board::{self, Why};
use eia::map::{ProvinceId, is_papal};
use eia::politics::costs::Points;
use eia::politics::minors::attack;
use eia::politics::minors::control::{self, Bid, Class};
use eia::politics::minors::{Happened as Minor, Order, support};
use eia::politics::sheet::Part;
use eia::politics::target::Target;
use eia::powers::Power;
use eia::{Event, Position};
use std::collections::BTreeSet;
use table::{Said, said};
use table_commands::message::Message;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::{capital, list};
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// Wars on minor countries.
pub(crate) struct OnMinors;
/// The right of war of who has a sphere of influence.
pub(crate) struct SphereRight;
/// Of which attacked minor countries one takes control.
pub(crate) struct Volunteer;
/// For which one promises war.
pub(crate) struct Promise;
/// On whom one declares war for a minor country.
pub(crate) struct Support;

fn price(scene: &Scene<'_>) -> String {
    points(scene, position(&scene.public).map_or(0, |now| -now.points(Points::Minor)))
}

impl Words for OnMinors {
    fn part(&self) -> &'static dyn Part {
        &attack::OnMinors
    }

    fn announced(&self, scene: &Scene<'_>) -> String {
        say!(
            "On which neutral minor countries war is declared; it costs {} where anybody takes control of one.",
            price(scene)
        )
    }

    fn asks(&self, scene: &Scene<'_>) -> String {
        say!(
            "On which neutral minor countries do you declare war? It costs {} where anybody takes control of one to defend it.",
            price(scene)
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} attacks the minor country …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, on: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} declares war on **{}**.", power, words(on.iter().copied()))]
    }

    fn stands(&self, now: &Position) -> Option<(String, Vec<String>)> {
        let wars = now.minor_wars().map(|war| format!("**{}**: {}", word(war.by), called(war.on)));
        let wars: Vec<String> = wars.collect();
        (!wars.is_empty()).then(|| (say!("At war with minor countries"), wars))
    }
}

impl Words for SphereRight {
    fn part(&self) -> &'static dyn Part {
        &attack::SphereRight
    }

    fn announced(&self, scene: &Scene<'_>) -> String {
        say!(
            "Who has a sphere of influence by a peace may declare war at once on the loser who attacked a minor country beside his areas, in spite of their enforced peace. It costs {}.",
            super::present::price(scene)
        )
    }

    fn asks(&self, scene: &Scene<'_>) -> String {
        say!(
            "On whom do you declare war at once for your sphere of influence? It costs {}. The right is used now or not at all.",
            super::present::price(scene)
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} declares war on …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, on: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} declares war on **{}**.", power, words(on.iter().copied()))]
    }

    fn nothing(&self) -> String {
        say!("Nobody declares war.")
    }
}

impl Words for Volunteer {
    fn part(&self) -> &'static dyn Part {
        &control::Volunteer
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!(
            "Who takes control of an attacked minor country to defend it: first those at war with an attacker, then those allied to none, then his allies; a die decides among equals."
        )
    }

    fn asks(&self, scene: &Scene<'_>) -> String {
        let now = position(&scene.own);
        let lines = now.as_deref().map(attacks).unwrap_or_default();
        let asks = say!(
            "Of which attacked minor countries do you take control? Whoever gets one defends it with its own army."
        );
        [lines, vec![asks]].concat().join("\n")
    }

    fn select(&self, power: Power) -> String {
        say!("{} takes control of …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, minors: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} would take control of **{}**.", power, words(minors.iter().copied()))]
    }
}

impl Words for Promise {
    fn part(&self) -> &'static dyn Part {
        &control::Promise
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!(
            "Who promises war on all who attack it counts as at war with them; if he gets the country he declares it."
        )
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!(
            "For which do you promise war on all who attack it? Then you want control of it, as if you were at war with them; all see the promise, and if you get the country you declare these wars and pay for them."
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} promises war for …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, minors: &BTreeSet<Target>) -> Vec<String> {
        vec![say!(
            "{} promises war on all who attack **{}**, and would take control.",
            power,
            words(minors.iter().copied())
        )]
    }
}

impl Words for Support {
    fn part(&self) -> &'static dyn Part {
        &support::Support
    }

    fn announced(&self, scene: &Scene<'_>) -> String {
        say!(
            "Who took control of an attacked minor country may declare war on those who attack it; it costs {}.",
            super::present::price(scene)
        )
    }

    fn asks(&self, scene: &Scene<'_>) -> String {
        say!(
            "On whom do you declare war for the minor country of which you took control? It costs {}; the country defends itself without it too.",
            super::present::price(scene)
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} declares war on …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, on: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} declares war on **{}**.", power, words(on.iter().copied()))]
    }

    fn nothing(&self) -> String {
        say!("Nobody declares war.")
    }
}

/// Who attacks which minor country whose control is decided, a line each; of a country of two provinces once.
fn attacks(now: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    for war in now.minor_wars().filter(|war| war.open) {
        let lead = now.board.lead(war.on);
        if lead != war.on && now.attackers(lead).any(|by| by == war.by) {
            continue;
        }
        let country = now.board.country(war.on);
        let name = country_called(war.on, &country);
        lines.push(capital(&say!("{} is attacked by {}.", name, war.by)));
        if name != called(war.on) {
            lines.push(say!("On the sheet it is called {}.", called(war.on)));
        }
    }
    lines
}

/// What a minor country is called: the Papal State where it is both of its provinces.
fn country_called(minor: ProvinceId, country: &[ProvinceId]) -> String {
    if is_papal(minor) && country.iter().any(|other| *other != minor) {
        say!("the Papal State")
    } else {
        called(minor)
    }
}

fn word(power: Power) -> String {
    crate::names::called(power)
}

/// What happened to minor countries, in a post and a line.
pub(crate) struct MinorCountries;

impl Subject for MinorCountries {
    /// What a gate comes to is told with all that was opened.
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        if let Event::Minors(happened @ Minor::GivenUp { .. }) = &made.happened
            && let Some(says) = in_a_line(happened)
        {
            posts.council("politics", Message::text(format!("**{says}**")));
            posts.reply = Message::text(says);
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Minors(happened) = &made.happened else { return None };
        Some((LineKind::Other, in_a_line(happened)?))
    }
}

/// What happened to one, in a line; `None` where that is not worth one.
#[must_use]
pub(crate) fn in_a_line(happened: &Minor) -> Option<String> {
    match happened {
        Minor::Attacked { by, on, .. } => Some(say!("{} declares war on {}.", *by, called(*on))),
        Minor::ControlAsked { .. } => None,
        Minor::Controlled { minor, with, by: None, .. } => Some(say!(
            "Nobody takes control of {}: it stands alone, and the war on it costs no PP.",
            country_called(*minor, with)
        )),
        Minor::Controlled { minor, with, bids, by: Some(by), .. } => {
            let name = country_called(*minor, with);
            let wanted = wanted(&name, bids);
            Some(format!("{wanted} {}", say!("**{}** takes control of {}.", *by, name)))
        }
        Minor::Contested { minor, bids } => Some(wanted(&called(*minor), bids)),
        Minor::GivenUp { by, on } => Some(say!("{} gives up its war on {}.", *by, called(*on))),
    }
}

/// Who wants one: "Who wants Saxony: Prussia (at war), Austria (allied to none; 4 + 1)."
fn wanted(minor: &str, bids: &[Bid]) -> String {
    let each = bids.iter().map(|bid| {
        let class = match bid.class {
            Class::AtWar if bid.promised => say!("promises war"),
            Class::AtWar => say!("at war"),
            Class::Apart => say!("allied to no attacker"),
            Class::Allied => say!("allied to an attacker"),
        };
        let rolls = bid.rolls.iter().map(|face| format!("{face}{}", adds(bid.adds)));
        let rolls: Vec<String> = rolls.collect();
        let says = [vec![class], rolls].concat().join("; ");
        format!("{} ({says})", word(bid.power))
    });
    let each: Vec<String> = each.collect();
    capital(&say!("{} is wanted by: {}.", minor, list(&each)))
}

/// What is added to a die: " + 1".
fn adds(amount: i64) -> String {
    match amount {
        0 => String::new(),
        1.. => format!(" + {amount}"),
        _ => format!(" − {}", amount.unsigned_abs()),
    }
}

/// What came of control of a minor country for political points, of those who paid some: "France 61 PP".
pub(crate) fn paid(scene: &Scene<'_>, happened: &board::Happened) -> Option<String> {
    let board::Happened::Held { why: Why::Control, now, .. } = happened else { return None };
    let before = scene.before.as_deref().and_then(position);
    let paid = |(power, now): &(Power, i64)| before.as_ref().is_none_or(|of| of.pp_of(*power) != *now);
    let each = each_points(scene, now.iter().map(|(power, now)| (*power, *now)).filter(paid));
    (!each.is_empty()).then(|| say!("Who attacked it pays for that: {}.", each))
}

/// The war that a player gives up, out of what he typed.
pub(super) fn given_up(scene: &Scene<'_>, country: &str, power: Option<&str>) -> Result<Order, Said> {
    let country = province_meant(country)?;
    let own = own_powers(&scene.own);
    let power = match power {
        Some(typed) => power_meant(typed)?,
        None => {
            let attacks =
                |power: &&Power| position(&scene.own).is_some_and(|now| now.attacks(**power, country));
            let first = own.iter().find(attacks).or(own.first());
            *first.ok_or_else(|| said!("You have no power yet."))?
        }
    };
    Ok(Order::GiveUp { power, country })
}

/// The minor countries with which the viewer is at war, for a suggestion.
pub(super) fn attacked(scene: &Scene<'_>) -> Vec<(String, String)> {
    let (Some(now), own) = (position(&scene.own), own_powers(&scene.own)) else { return Vec::new() };
    let of_own = now.minor_wars().filter(|war| own.contains(&war.by)).map(|war| war.on);
    suggested_provinces(of_own)
}
