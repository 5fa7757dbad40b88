//! Calls to allies, in words.

use super::parts::Words;
use super::present::words;
use crate::points::points;
use crate::seen::position;
use eia::Position;
use eia::politics::Happened;
use eia::politics::calls;
use eia::politics::costs::Points;
use eia::politics::sheet::Part;
use eia::politics::target::Target;
use eia::powers::Power;
use std::collections::BTreeSet;
use table_commands::present::Scene;
use table_commands::say;

/// Whom one calls.
pub(crate) struct Caller;
/// Whose calls one follows.
pub(crate) struct Follower;
/// What one answers to a call.
pub(crate) struct Answer;

/// A call in a sentence.
pub(super) fn call(call: &calls::Call) -> String {
    say!("{} calls {} against {}.", call.by, call.to, words(call.against.iter().copied()))
}

/// A call from which nothing comes.
fn in_vain(call: &calls::Call) -> String {
    let against = words(call.against.iter().copied());
    say!("{} calls {} against {} in vain: an enforced peace binds {}.", call.by, call.to, against, call.to)
}

/// What a call that is not answered asks of whom it calls: by whom and against whom, and what a refusal costs.
pub(super) fn asked(scene: &Scene<'_>, open: &calls::Call) -> String {
    say!("{} Whoever refuses breaks the alliance; that costs {}.", call(open), of_refusing(scene))
}

/// What it costs to refuse a call.
pub(super) fn of_refusing(scene: &Scene<'_>) -> String {
    let price = position(&scene.public).map_or(0, |now| -now.points(Points::Refusing));
    points(scene, price)
}

impl Words for Caller {
    fn part(&self) -> &'static dyn Part {
        &calls::Caller
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Which allies are called to a war that begins this month.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!("Whom do you call if war is declared on you, or if your enemy calls his?")
    }

    fn select(&self, power: Power) -> String {
        say!("{} calls …", power)
    }

    fn chosen(&self, now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        let mut lines = vec![say!("{} calls **{}**.", power, words(others.iter().copied()))];
        let Some((now, month)) = now.and_then(|now| Some((now, now.month()?))) else { return lines };
        let all: Vec<Power> = now.major_powers().filter(|other| *other != power).collect();
        for ally in others.iter().filter_map(|other| other.power()) {
            let bound = calls::bound_by_peace(now, ally, &all, month);
            if !bound.is_empty() {
                let against = words(bound);
                lines.push(say!("{} does not follow against {}: an enforced peace binds it.", ally, against));
            }
        }
        lines
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        match happened {
            Happened::AlliesCalled { calls } => Some(calls.iter().map(call).collect::<Vec<_>>().join("\n")),
            Happened::CalledInVain { calls, .. } => {
                Some(calls.iter().map(in_vain).collect::<Vec<_>>().join("\n"))
            }
            _ => None,
        }
    }
}

impl Words for Follower {
    fn part(&self) -> &'static dyn Part {
        &calls::Follower
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Whose calls are followed without being asked.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!("Whose call do you follow at once? Whoever you leave out, you are asked when he calls.")
    }

    fn select(&self, power: Power) -> String {
        say!("{} follows the call of …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} follows **{}** at once.", power, words(others.iter().copied()))]
    }
}

impl Words for Answer {
    fn part(&self) -> &'static dyn Part {
        &calls::Answer
    }

    fn announced(&self, _scene: &Scene<'_>) -> String {
        say!("Who is called by an ally joins his war, or refuses, and the alliance is broken.")
    }

    fn asks(&self, _scene: &Scene<'_>) -> String {
        say!(
            "Whose call do you follow? Whoever you leave out you refuse, and your alliance with him is broken."
        )
    }

    fn select(&self, power: Power) -> String {
        say!("{} joins the war of …", power)
    }

    fn chosen(&self, _now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String> {
        vec![say!("{} joins the war of **{}**.", power, words(others.iter().copied()))]
    }

    fn nothing(&self) -> String {
        say!("Nobody follows.")
    }

    fn line(&self, happened: &Happened) -> Option<String> {
        let Happened::CallFollowed { by, caller, on, .. } = happened else { return None };
        Some(say!("{} follows {} and is at war with {}.", *by, *caller, words(on.iter().copied())))
    }
}
