//! The end of a battle: who won, PP, pursuit, prisoners, leaders, retreat; and the same for each owner's books.

use super::words::{headings, is_several, place, power, side, typed, unprinted};
use eia::land::battle::fight::{MOST_CORPS, Who};
use eia::land::battle::leader_casualties::{Checked, Fate};
use eia::land::battle::points::Points;
use eia::land::battle::pursuit::{Pursuit, Spared};
use eia::land::battle::retreat::Retreat;
use eia::land::battle::{Battle, Booked, Ended, Fought, Kind, LONGEST_PLACE};
use eia::land::values::Values;
use eia::powers::Power;
use std::collections::BTreeSet;
use table::rule;
use table::rules::RuleId;
use table_commands::message::{Embed, Message, clip};
use table_commands::present::names::{count, plain_text};
use table_commands::{say, speech};

/// A battle is over: who won, and all that follows. `days` is what was fought, for the values that are not the printed game's; `values` are
/// those of the group, for what PP come to.
#[must_use]
pub fn ended(battle: &Battle, days: &[Fought], ended: &Ended, values: Values<'_>) -> Message {
    let mut lines: Vec<String> = losses(battle, ended).into_iter().collect();
    for points in &ended.points {
        lines.push(gained(battle, points));
    }
    if !ended.points.is_empty() {
        lines.push(format!("-# {}", scale(values)));
    }
    if let (Some(of), Some(Who::Attacker)) = (battle.field.depot, ended.winner) {
        let winner = side(battle, Who::Attacker);
        lines.push(say!("The depot of {} is the attacker's, {}, to remove or to keep.", of, winner));
    }
    if ended.points.is_empty() {
        lines.push(say!("Nobody gains or loses PP."));
    }
    let mut embed = Embed::new("", lines.join("\n"));
    let pursuit = match &ended.pursuit {
        Some(pursuit) => Some(chase(battle, ended, pursuit)),
        None => battle.spared(ended, values).map(|(who, why)| spared(battle, who, why)),
    };
    if let Some(pursuit) = pursuit {
        embed = embed.field(&say!("Pursuit"), pursuit);
    }
    if !ended.prisoners.is_empty() {
        let lines: Vec<String> = ended.prisoners.iter().map(prisoners).collect();
        embed = embed.field(&say!("Prisoners"), lines.join("\n"));
    }
    if !ended.leaders.is_empty() {
        embed = embed.field(&say!("Leaders"), leaders(&ended.leaders));
    }
    if let Some(retreat) = ended.retreat.as_ref().filter(|retreat| is_by_hand(battle, retreat)) {
        embed = embed.field(&say!("Retreat"), falls_back(battle, ended, retreat));
    } else if let Some(who) = left(battle, ended).filter(|_| battle.field.area.is_none()) {
        embed = embed.field(&say!("Retreat"), goes(battle, who));
    }
    if let Some(text) = not_printed(days, ended) {
        embed = embed.field(&say!("Not the printed game's values"), text);
    }
    let cited = headings(&rules(ended));
    if !cited.is_empty() {
        embed = embed.field(&say!("Rules"), format!("*{}*", clip(&cited, 900)));
    }
    let first = ended.winner.and_then(|who| battle.field.of(who).first());
    Message::text(verdict(battle, ended)).with(match first {
        Some(power) => embed.colour(power.colour()),
        None => embed,
    })
}

/// Who won, in bold.
pub(crate) fn verdict(battle: &Battle, ended: &Ended) -> String {
    let place = place(battle);
    let broken = battle.armies.is_some_and(|armies| armies.iter().all(|army| army.broken));
    match (battle.field.kind, ended.winner) {
        (Kind::Assault, Some(Who::Attacker)) => return say!("**The fortress of {} is taken.**", place),
        (Kind::Assault, Some(Who::Defender)) => {
            return say!("**The storm on {} is beaten off.** The siege goes on.", place);
        }
        (Kind::Assault, None) => return say!("**The fortress of {} holds.** The siege goes on.", place),
        _ => {}
    }
    match (ended.winner, ended.left) {
        (Some(who), _) if is_several(battle, who) => say!("**{} win at {}.**", side(battle, who), place),
        (Some(who), _) => say!("**{} wins at {}.**", side(battle, who), place),
        (None, Some(who)) if is_several(battle, who) => {
            say!("**{} leave {}.** Nobody wins.", side(battle, who), place)
        }
        (None, Some(who)) => say!("**{} leaves {}.** Nobody wins.", side(battle, who), place),
        (None, None) if broken => say!("**{}: both sides are broken.** Nobody wins.", place),
        (None, None) => say!("**{}: undecided.**", place),
    }
}

/// Factors that both sides lost in all, pursuit included; `None` where they lost none.
fn losses(battle: &Battle, ended: &Ended) -> Option<String> {
    let of = |who: Who| -> u32 {
        let own = ended.book.iter().filter(|booked| battle.field.side(booked.power) == Some(who));
        own.map(|booked| booked.before.without(booked.after).total()).sum()
    };
    let lost = Who::BOTH.map(of);
    (lost != [0, 0]).then(|| say!("In all: {}", super::round::losses(battle, lost)))
}

/// The most characters of the names of corps behind a power's PP.
const MOST_NAMES: usize = 160;

/// The corps that PP were counted by, by name: who wins counts those of the beaten side, who loses his own; nothing where they are not known.
fn counted(battle: &Battle, points: &Points) -> String {
    let own = battle.field.side(points.power);
    let counts = |of: Power| {
        if points.points >= 0 { battle.field.side(of) != own } else { of == points.power }
    };
    let corps = battle.fought.iter().filter(|(of, _)| counts(*of));
    let names: Vec<String> =
        corps.filter_map(|(of, i)| Some(typed(&battle.stands(*of, *i)?.corps.name))).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", clip(&names.join(", "), MOST_NAMES)) }
}

/// What PP a battle brings by the corps that were in the fight: "1 for 1–2, 2 for 3–4, 3 for 5 or more".
fn scale(values: Values<'_>) -> String {
    let most = u32::try_from(MOST_CORPS).unwrap_or(u32::MAX);
    let worth: Vec<i64> = (1..=most).map(|corps| values.worth(corps)).collect();
    let mut steps: Vec<String> = Vec::new();
    let mut from = 1;
    for step in worth.chunk_by(|one, other| one == other) {
        let to = from + step.len() - 1;
        let corps = match (from, to) {
            (from, to) if to == worth.len() => say!("{} or more", from),
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{from}–{to}"),
        };
        steps.push(say!("{} for {}", step[0], corps));
        from = to + 1;
    }
    say!(
        "PP by the corps that were in the fight, the winner by the enemy's, the loser by his own: {}.",
        clip(&steps.join(", "), 200)
    )
}

/// Why nobody rides after a side.
fn spared(battle: &Battle, who: Who, why: Spared) -> String {
    let victor = side(battle, who.other());
    match why {
        Spared::Surrendered => say!("None: all surrender."),
        Spared::LetGo => say!("None: by the plan of {} a beaten enemy is let go.", victor),
        Spared::Spent(lost) => {
            say!("None: {} lost {} morale, too much to pursue.", victor, speech::tenths(lost.into()))
        }
        Spared::NoCavalry => say!("None: no cavalry is left in the fight of {}.", victor),
    }
}

/// A power's PP.
fn gained(battle: &Battle, points: &Points) -> String {
    let n = if points.points > 0 { format!("+{}", points.points) } else { speech::signed(points.points) };
    let mut text = if points.points >= 0 {
        say!("**{} {} PP** · beaten corps: {}", points.power, n, points.corps)
    } else {
        say!("**{} {} PP** · own corps in the fight: {}", points.power, n, points.corps)
    };
    text.push_str(&counted(battle, points));
    if points.napoleon != 0 {
        let own = points.napoleon;
        let own = if own > 0 { format!("+{own}") } else { speech::signed(own) };
        text.push_str(&say!(" ({} of the PP for Napoleon)", own));
    }
    text
}

/// The pursuit with its numbers.
fn chase(battle: &Battle, ended: &Ended, pursuit: &Pursuit) -> String {
    let mut lines = vec![say!(
        "Class {}, die {} → {} % of {} cavalry = {} (each a cavalry factor, or three of infantry)",
        pursuit.class,
        pursuit.die,
        pursuit.percent,
        pursuit.cavalry,
        pursuit.equivalents
    )];
    if pursuit.doubled {
        lines.push(say!("Doubled, because the beaten side is surrounded; what that adds are prisoners."));
    }
    let lost = beaten(ended).map(|who| super::words::by_corps(battle, who, &pursuit.lost));
    lines.push(match lost.filter(|lost| !lost.is_empty()) {
        Some(lost) => say!("Lost: {}", lost),
        None => say!("Nothing is lost to it."),
    });
    if pursuit.aside > 0 {
        let heading = headings(&[rule!("house.land.stacks.surplus-losses")]);
        lines.push(say!("Of these {} fell on corps that stood by ({}).", pursuit.aside, heading));
    }
    lines.push(say!(
        "Prisoners of these: {} (die {}: {} %)",
        pursuit.prisoners,
        pursuit.prisoners_die,
        u32::from(pursuit.prisoners_die) * 10
    ));
    lines.join("\n")
}

/// The side that lost, or else the one that left.
fn beaten(ended: &Ended) -> Option<Who> {
    ended.winner.map(Who::other).or(ended.left)
}

/// Prisoners of one power at another's.
fn prisoners((holder, nation, n): &(Power, Power, u32)) -> String {
    say!("{} holds {} of {}", holder, count((*n).into(), "factor", "factors"), nation)
}

/// The fate of each leader; those who are unhurt in one line.
fn leaders(all: &[Checked]) -> String {
    let mut lines = Vec::new();
    let mut unhurt = Vec::new();
    for checked in all {
        let name = format!("{} ({})", typed(&checked.leader), power(checked.of));
        let dice = match (checked.guard, checked.second) {
            (0, None) => say!("die {}", checked.die),
            (guard, None) => say!("die {} + {} with the guard", checked.die, guard),
            (0, Some(second)) => say!("die {}, then {}", checked.die, second),
            (guard, Some(second)) => say!("die {} + {} with the guard, then {}", checked.die, guard, second),
        };
        match checked.fate {
            Fate::Unhurt => unhurt.push(format!("{name}, {dice}")),
            fate => lines.push(format!("{} · {dice}", fate_of(&name, fate))),
        }
    }
    if !unhurt.is_empty() {
        lines.push(say!("Unhurt: {}", unhurt.join(" · ")));
    }
    lines.join("\n")
}

/// What became of a leader, as a sentence.
fn fate_of(name: &str, fate: Fate) -> String {
    match fate {
        Fate::Unhurt => say!("{} is unhurt.", name),
        Fate::Killed => say!("**{} is killed.**", name),
        Fate::Captured => say!("**{} is taken prisoner.**", name),
        Fate::Wounded(months) => {
            let months = count(months.into(), "complete month", "complete months");
            say!("**{} is wounded**, away for {}.", name, months)
        }
    }
}

/// The side that left the field, which nobody won.
fn left(battle: &Battle, ended: &Ended) -> Option<Who> {
    ended.left.filter(|_| ended.winner.is_none() && battle.field.kind != Kind::Assault)
}

/// The side that has to leave the field where it was fought: it was beaten and retreats, or left it. `None` where nobody has.
pub(in crate::battle) fn leaves(battle: &Battle, ended: &Ended) -> Option<Who> {
    match ended.retreat {
        Some(Retreat::To { .. }) => beaten(ended),
        Some(Retreat::Surrender { .. }) => None,
        None => left(battle, ended),
    }
}

/// Whether a retreat is told with the battle: where the bot keeps the board it makes it itself, and tells where to; all that surrender is told.
fn is_by_hand(battle: &Battle, retreat: &Retreat) -> bool {
    battle.field.area.is_none() || matches!(retreat, Retreat::Surrender { .. })
}

/// What a side that left has still to do: nobody beat it, so where to is its own choice.
fn goes(battle: &Battle, who: Who) -> String {
    say!(
        "{}: out of {}, moved by hand; *My counters* moves it on the map here.",
        side(battle, who),
        place(battle)
    )
}

/// What a beaten side still has to do.
fn falls_back(battle: &Battle, ended: &Ended, retreat: &Retreat) -> String {
    let who = beaten(ended).map_or_else(|| say!("the beaten side"), |who| side(battle, who));
    match retreat {
        Retreat::Surrender { .. } => {
            say!("{}: all surrender. Every factor and every leader is a prisoner.", who)
        }
        Retreat::To { closed, behind, capitals, along_land, .. } => {
            let areas = |names: &[String]| {
                let names: Vec<String> = names.iter().map(|name| plain_text(name, LONGEST_PLACE)).collect();
                clip(&names.join(", "), 250)
            };
            if beaten(ended).is_some_and(|who| nothing_is_left(battle, ended, who)) {
                return say!("{}: nobody is left who could retreat.", who);
            }
            let mut lines = vec![say!(
                "{}: to the nearest depot, moved by hand; *My counters* moves it on the map here.",
                who
            )];
            if !closed.is_empty() {
                lines.push(say!("Not into: {}", areas(closed)));
            }
            if !behind.is_empty() {
                lines.push(say!("Nor into the area that these came from: {}", areas(behind)));
            }
            if !capitals.is_empty() {
                lines.push(say!("Towards their own capitals: {}", areas(capitals)));
            }
            if *along_land {
                lines.push(say!("Along the line of those who attacked by land."));
            }
            lines.join("\n")
        }
    }
}

/// Whether a side has lost every corps that it brought.
fn nothing_is_left(battle: &Battle, ended: &Ended, who: Who) -> bool {
    let of_it = battle.field.of(who);
    let mut booked = ended.book.iter().filter(|booked| of_it.contains(&booked.power)).peekable();
    booked.peek().is_some() && booked.all(|booked| booked.after.is_empty())
}

/// What was read that is not the printed game's, each once.
fn not_printed(days: &[Fought], ended: &Ended) -> Option<String> {
    let mut words: BTreeSet<&str> = days.iter().flat_map(|day| &day.unprinted).map(String::as_str).collect();
    words.extend(ended.unprinted.iter().map(String::as_str));
    let words: Vec<String> = words.into_iter().map(unprinted).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The rules that an end rests on.
fn rules(ended: &Ended) -> Vec<RuleId> {
    let pursuit = ended.pursuit.iter().flat_map(|pursuit| &pursuit.rules);
    let leaders = ended.leaders.iter().flat_map(|leader| &leader.rules);
    let retreat = ended.retreat.iter().flat_map(|retreat| match retreat {
        Retreat::To { rules, .. } | Retreat::Surrender { rules } => rules,
    });
    ended.rules.iter().chain(pursuit).chain(leaders).chain(retreat).copied().collect()
}

/// What an owner writes into his books: his corps before and after, and what became of his leaders, his prisoners and his PP. For him
/// alone; the line above it, which a lock screen shows, is the sender's.
#[must_use]
pub fn book(battle: &Battle, ended: &Ended, own: Power) -> Embed {
    let mut lines: Vec<String> =
        ended.book.iter().filter(|booked| booked.power == own).map(booked_line).collect();
    if lines.is_empty() {
        lines.push(say!("None of your corps was there."));
    }
    let mut embed = Embed::new(&format!("{} · {}", place(battle), power(own)), lines.join("\n"));
    let points: Vec<String> = ended
        .points
        .iter()
        .filter(|points| points.power == own)
        .map(|points| gained(battle, points))
        .collect();
    if !points.is_empty() {
        embed = embed.field(&say!("Political points"), points.join("\n"));
    }
    let fates: Vec<String> = ended
        .leaders
        .iter()
        .filter(|checked| checked.of == own)
        .map(|checked| fate_of(&typed(&checked.leader), checked.fate))
        .collect();
    if !fates.is_empty() {
        embed = embed.field(&say!("Leaders"), fates.join("\n"));
    }
    let held: Vec<String> =
        ended.prisoners.iter().filter(|of| of.0 == own || of.1 == own).map(prisoners).collect();
    if !held.is_empty() {
        embed = embed.field(&say!("Prisoners"), held.join("\n"));
    }
    let is_beaten = beaten(ended).is_some_and(|who| battle.field.side(own) == Some(who));
    let own_retreat = ended.retreat.as_ref().filter(|retreat| is_beaten && is_by_hand(battle, retreat));
    if let Some(retreat) = own_retreat {
        embed = embed.field(&say!("Retreat"), falls_back(battle, ended, retreat));
    } else if let Some(who) =
        left(battle, ended).filter(|who| battle.field.area.is_none() && battle.field.side(own) == Some(*who))
    {
        embed = embed.field(&say!("Retreat"), goes(battle, who));
    }
    embed.colour(own.colour())
}

/// A corps before and after: "**I Corps**: 35i 5c → 34i 5c".
fn booked_line(booked: &Booked) -> String {
    let name = typed(&booked.corps);
    if booked.before.is_empty() {
        say!("**{}**: stayed out of it", name)
    } else if booked.after.is_empty() {
        say!("**{}**: {} → nothing; it is off the map", name, booked.before.to_string())
    } else if booked.before == booked.after {
        say!("**{}**: {}, unchanged", name, booked.after.to_string())
    } else {
        format!("**{name}**: {} → {}", booked.before, booked.after)
    }
}
