//! Attrition in lines: causes, the die with what is added one by one, the line of the table, what is lost.

use super::words::counters;
use crate::battle::present::words::plus;
use crate::words::{naval, place};
use europa::attrition::{Cause, Effect, P, Why};
use europa::board::Attrited;
use table_commands::present::names;
use table_commands::say;

fn cause(cause: Cause) -> String {
    match cause {
        Cause::Large => say!("large stack"),
        Cause::Cheap => say!("3 LD under a low-cost campaign"),
        Cause::SixMp => say!("6 MP or more"),
        Cause::ThreeMpPoorWeather => say!("3 MP in poor weather"),
        Cause::Embarking => say!("embarked or landed outside a port"),
        Cause::AtSea => say!("at sea"),
    }
}

fn why(why: Why) -> String {
    match why {
        Why::Friendly | Why::SupplyFriendly => say!("friendly territory"),
        Why::Enemy | Why::SupplyEnemy => say!("enemy territory"),
        Why::Causes(n) => say!("{} further causes", n),
        Why::Pillages(_) | Why::SupplyPillages(_) => say!("pillage"),
        Why::Leader(_) | Why::SupplyLeader(_) | Why::SeaLeader(_) => say!("the leader's MAN"),
        Why::SupplyLarge => say!("large stack"),
        Why::Unsupplied => say!("no supply"),
        Why::Snowflake => say!("cold"),
        Why::Besieged => say!("besieged"),
        Why::Siege(_) => say!("the leader's SIEGE"),
        Why::EnemySiege(_) => say!("the enemy leader's SIEGE"),
        Why::OpenPort => say!("open port"),
        Why::Works(..) => say!("siegeworks"),
        Why::SeaWeather => say!("poor weather"),
        Why::Scale => say!("scale of the later edition"),
        Why::Difficulty(at) => say!("difficulty of {}", place(at)),
        Why::Port(at) => say!("port on {}", place(at)),
        Why::Distance(zones) => say!("{} zones entered", zones),
        Why::Start(zones) => say!("started {} zones from port", zones),
        Why::StartAstray => say!("started far from any port"),
        Why::Malus(at) => say!("malus of {}", place(at)),
        Why::Fleets(n) => say!("{} fleet counters", n),
        Why::Technology(of) => naval(of),
    }
}

/// An attrition roll in lines: causes, die with what is added one by one, line of the table, what is lost.
#[must_use]
pub fn attrition(attrited: &Attrited) -> Vec<String> {
    let rolled = &attrited.rolled;
    let mut lines = Vec::new();
    if !rolled.due.causes.is_empty() {
        let causes: Vec<String> = rolled.due.causes.iter().map(|of| cause(*of)).collect();
        lines.push(say!("Attrition: {}", names::list(&causes)));
    }
    let added: Vec<String> = rolled
        .due
        .added
        .iter()
        .map(|added| format!("{} {}", plus(added.by.into()), why(added.why)))
        .collect();
    lines.push(say!(
        "Roll `{}` ({}) = {}: line {}",
        rolled.die,
        added.join(", "),
        rolled.modified,
        rolled.line.number
    ));
    let mut effects = Vec::new();
    match rolled.effect {
        _ if rolled.is_nothing() => effects.push(say!("nothing happens")),
        Effect::Europe { .. } => {
            if attrited.lost > 0 {
                effects.push(say!("**{} LD lost**, left: {}", attrited.lost, counters(&attrited.left)));
            }
        }
        Effect::Percent(remains) => {
            if attrited.owes.0 > 0 {
                effects.push(say!(
                    "**{} % lost**: {} of {}",
                    remains.percent,
                    attrited.owes.to_string(),
                    remains.before.to_string()
                ));
            } else {
                effects.push(say!(
                    "{} % of {} are lost: nothing",
                    remains.percent,
                    remains.before.to_string()
                ));
            }
            if !attrited.chances.is_empty() {
                let dice: Vec<String> = attrited.chances.iter().map(|die| format!("`{die}`")).collect();
                effects.push(say!("even chances {} (1 to 5 loses a third more)", dice.join(" ")));
            }
            if attrited.owes.0 > 0 {
                effects.push(say!("its owner takes it off, with the buttons at his desk"));
            }
        }
    }
    if let Some((at, pillages)) = attrited.pillaged {
        effects.push(say!(
            "pillage in {} (now {} small, {} large)",
            place(at),
            pillages.minus,
            pillages.plus
        ));
    }
    if attrited.foraging {
        effects.push(say!("foraging: −1/−1 on the first day of its next battle"));
    }
    if matches!(rolled.effect, Effect::Europe { p: Some(P::Either { .. }), .. }) {
        effects.push(say!("the owner chose between pillage and loss"));
    }
    lines.push(effects.join("; "));
    lines
}
