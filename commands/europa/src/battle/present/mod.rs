//! A battle of Europa told: its opening, each phase with columns, modifiers and dice, the account, and what it means for the owners.

mod notes;
pub mod picture;
mod sheets;
pub mod words;

use crate::battle::asks;
use crate::present::position;
use crate::rounds::{Rounds, ToldRound};
use europa::battle::course::{BattlePlans, Fight, Happened, PREFIX, Sealed, Stack, Stop};
use europa::battle::{Casualty, End, Note, Plan, Verdict, Who, sea};
use europa::losses::ways;
use europa::thirds::Thirds;
pub use notes::lines;
pub use sheets::{Sheet, sheets_of};
use table::view::RoundView;
use table::{Entry, View};
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::front::RoundWords;
use table_commands::present::{Posts, Scene, names};
use table_commands::say;
use words::{phase, place, side, stack};

/// What a battle's thread and picture are kept under, before its number.
pub const FIGHT: &str = PREFIX;
/// The most characters of one post's lines in English.
const MOST: usize = 3_000;

/// The battle that a round of envelopes is of.
#[must_use]
pub fn of_round(view: &View, round: &str) -> Option<(u32, Fight)> {
    let position = position(view)?;
    position.fights.of_round(round.parse().ok()?).map(|(number, fight)| (number, fight.clone()))
}

impl ToldRound<Rounds> for BattlePlans {
    fn words(&self, about: Option<&str>) -> RoundWords {
        let place = about.map(|about| names::plain_text(about, 40)).unwrap_or_default();
        let title = match self.stop {
            Some(_) => say!("Battle of {}: leave or stay", place),
            None => say!("Battle plans: {}", place),
        };
        RoundWords {
            by_name: false,
            ..RoundWords::new(title, (say!("My battle plan"), say!("Change my plan")), "europa/plan")
        }
    }

    /// Whether the battle is one at sea is told as far as that is known still.
    fn contents(&self, scene: &Scene<'_>, sealed: &Sealed) -> String {
        let at_sea =
            position(&scene.public).and_then(|now| Some(now.fights.of.get(&self.fight)?.scene.at_sea));
        contents(sealed, at_sea.unwrap_or(true))
    }

    /// Where it stops for a choice the buttons stand in its thread.
    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        let Some((number, fight)) = of_round(&scene.public, &round.round) else { return };
        if fight.stopped.is_some() {
            return;
        }
        let asked: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
        let says = say!(
            "**{}**: battle plans are sealed now. Asked: {}. It is fought when all are Final.",
            place(&fight),
            names::list(&asked)
        );
        posts.council("fight_round", Message::text(says).buttons(buttons(scene, number, &fight)));
    }
}

/// What lies in an envelope of a battle on land or at sea, for its owner.
#[must_use]
pub fn contents(sealed: &Sealed, at_sea: bool) -> String {
    if sealed.off {
        return say!("Calls the battle off, if the other side does too; if not, it is fought to the end.");
    }
    // Who is asked settles it then; a plan beside that is one only where it says something.
    let has_plan = !sealed.ask || sealed.plan != Plan::default();
    let mut says: Vec<String> = has_plan.then(|| words::plan(&sealed.plan, at_sea)).into_iter().collect();
    if sealed.ask {
        says.push(say!("Asks you when it comes to leaving or staying."));
    }
    if let Some(fleet) = &sealed.fleet {
        says.push(say!("Your fleet: {}.", words::fleet(fleet)));
    }
    says.join("\n")
}

/// A battle that is open, as a post shows it: where, and what both sides fight with.
fn opening(fight: &Fight) -> Embed {
    let mut embed = Embed::new(&say!("Battle of {}", place(fight)), words::ground(&fight.scene));
    for (who, part) in [(Who::Moving, say!("moves")), (Who::Standing, say!("stands"))] {
        let own = match &fight.stacks[who as usize] {
            Some(own) => stack(own),
            None if fight.scene.at_sea => say!("*in its owner's envelope*"),
            None => say!("*not stated yet*"),
        };
        embed = embed.field(&format!("{} ({part})", side(fight, who)), own);
    }
    embed
}

fn buttons(scene: &Scene<'_>, number: u32, fight: &Fight) -> Vec<Component> {
    let n = u64::from(number);
    let mut buttons = Vec::new();
    if !fight.scene.at_sea {
        buttons.push(scene.button(Look::Secondary, &say!("State a stack"), n, "europa/state"));
    }
    if fight.awaited().is_empty() {
        buttons.push(scene.button(Look::Primary, &say!("My battle plan"), n, "europa/plan"));
        buttons.push(scene.button(Look::Secondary, &say!("Fight it live"), n, "europa/live"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("My desk"), 0, "desk"));
    buttons
}

/// Something in a battle.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let number = what.number();
    let now = position(&scene.public);
    let before = || scene.before.as_deref().and_then(position);
    let known = now.as_ref().and_then(|now| now.fights.of.get(&number).cloned());
    let Some(fight) = known.or_else(|| before()?.fights.of.get(&number).cloned()) else { return };
    let line = entries[i].line.map_or(0, |(line, _)| line);
    match what {
        Happened::FightOpened { .. } => {
            let message = Message::default().with(opening(&fight).footer(&scene.record()));
            let name = say!("Battle of {}", names::bare(&fight.scene.place, 40));
            posts.opening(thread_of(number), &name, "fight", message.buttons(buttons(scene, number, &fight)));
            posts.reply = Message::text(say!("The battle of {} is open.", place(&fight)))
                .buttons(buttons(scene, number, &fight));
        }
        Happened::Stated { who, stack: stated, .. } => {
            let says = say!("**{}**: {} fights with {}.", place(&fight), side(&fight, *who), stack(stated));
            posts.reply = Message::text(says.clone()).buttons(buttons(scene, number, &fight));
            posts.council("fight", Message::text(says).buttons(buttons(scene, number, &fight)));
        }
        Happened::FightCalledOff { .. } => {
            let says = say!("**{}**: the battle is called off.", place(&fight));
            posts.reply = Message::text(says.clone());
            posts.council("fight", Message::text(says));
        }
        Happened::FightLive { seat, on, .. } => {
            let (place, who) = (place(&fight), scene.seat(seat));
            let says = if *on {
                say!("**{}**: {} wants to fight it live.", place, who)
            } else {
                say!("**{}**: {} does not fight it live after all.", place, who)
            };
            let live = scene.button(Look::Secondary, &say!("Fight it live"), number.into(), "europa/live");
            posts.reply = Message::text(says.clone());
            posts.council("fight", Message::text(says).buttons(vec![live]));
        }
        Happened::FightSealed { .. } => {}
        Happened::Fought { notes, part, stopped, .. } => {
            fought(scene, posts, (number, &fight), notes, *part == 0, line);
            if let Some(stopped) = stopped {
                stops(scene, posts, number, &fight, &stopped.why);
            }
        }
        Happened::RulingProposed { seat, who, morale, .. } => {
            let says = say!(
                "**{}**: {} rules that {} has {} morale left. It holds when the other side rules the same.",
                place(&fight),
                scene.seat(seat),
                side(&fight, *who),
                *morale
            );
            let agree =
                format!("europa/rule/{}/{morale}", if *who == Who::Moving { "moving" } else { "standing" });
            let n = u64::from(number);
            let both = vec![
                scene.button(Look::Primary, &say!("Rule the same"), n, &agree),
                scene.button(Look::Secondary, &say!("Verdict as it stands"), n, "europa/verdict"),
            ];
            posts.reply = Message::text(says.clone());
            posts.council("fight", Message::text(says).buttons(both));
        }
        Happened::FightEnded { verdict, .. } => ended(scene, posts, number, &fight, verdict, line),
    }
}

/// What the thread of a battle is kept under.
fn thread_of(number: u32) -> String {
    format!("{FIGHT}{number}")
}

/// A part of a battle in its thread; before the first what both sides fight with.
fn fought(
    scene: &Scene<'_>,
    posts: &mut Posts,
    (number, fight): (u32, &Fight),
    notes: &[Note],
    is_first: bool,
    line: u64,
) {
    let heading = say!("Battle of {}", place(fight));
    let mut told = lines(fight, notes);
    if is_first {
        told.splice(0..0, Who::BOTH.map(|who| fights_with(fight, who)));
    }
    for (n, text) in cut(&told).into_iter().enumerate() {
        let title = if n == 0 { heading.clone() } else { String::new() };
        let message = Message::default().with(Embed::new(&title, text).footer(&scene.record()));
        let why = scene.button(Look::Secondary, &say!("Why"), line, "why");
        posts.thread(thread_of(number), "fight", message.buttons(vec![why]));
    }
}

/// What a side fights with: the fleet of its envelope, or the stack that was stated.
fn fights_with(fight: &Fight, who: Who) -> String {
    let own = fight.sealed[who as usize].as_ref().and_then(|sealed| sealed.fleet.as_ref());
    let own = own.map(words::fleet).or_else(|| fight.stacks[who as usize].as_ref().map(stack));
    format!("**{}**: {}", side(fight, who), own.unwrap_or_default())
}

/// Why a battle stops, for those who go on with it.
fn stops(scene: &Scene<'_>, posts: &mut Posts, number: u32, fight: &Fight, why: &Stop) {
    let (n, asks_at) = (u64::from(number), asks_at(scene, number));
    let message = match why {
        Stop::Choice { who, day, after } => Message::text(say!(
            "**{}**: {} decides whether to leave the battle, after {} of day {}.",
            place(fight),
            side(fight, *who),
            phase(*after),
            *day
        ))
        .buttons(vec![
            scene.button(Look::Primary, &say!("Stay"), asks_at, "europa/stay"),
            scene.button(Look::Danger, &say!("Leave"), asks_at, "europa/leave"),
        ]),
        Stop::Verdict => {
            let rule = scene.button(Look::Secondary, &say!("Rule on morale"), n, "europa/rule");
            let verdict = scene.button(Look::Primary, &say!("Verdict as it stands"), n, "europa/verdict");
            Message::text(say!(
                "**{}**: the fighting is over. Before the verdict both sides may rule how much morale one has left.",
                place(fight)
            ))
            .buttons(vec![verdict, rule])
        }
    };
    posts.thread(thread_of(number), "fight", message);
}

/// The line at which the round opened that a battle asks in now; 0 where it asks nobody.
fn asks_at(scene: &Scene<'_>, number: u32) -> u64 {
    let is_its = |round: &&RoundView| of_round(&scene.public, &round.round).is_some_and(|(n, _)| n == number);
    scene.public.rounds.iter().find(is_its).map_or(0, |round| round.line)
}

/// A battle is over: the verdict in the council with its picture, and to each owner what he loses and how he may take it.
fn ended(scene: &Scene<'_>, posts: &mut Posts, number: u32, fight: &Fight, verdict: &Verdict, line: u64) {
    let mut lines = vec![outcome(fight, verdict)];
    for who in Who::BOTH {
        lines.push(loses(fight, verdict, who));
    }
    let was = scene.before.as_deref().and_then(position);
    let on_board = was.is_some_and(|was| was.board.fights.contains_key(&number));
    lines.extend(retreats(fight, verdict, on_board));
    let embed = Embed::new(&say!("Battle of {}", place(fight)), lines.join("\n")).footer(&scene.record());
    let buttons = vec![
        scene.button(Look::Secondary, &say!("Picture"), number.into(), "europa/picture"),
        scene.button(Look::Secondary, &say!("Why"), line, "why"),
    ];
    let name = format!("{}.png", say!("battle"));
    let words = outcome(fight, verdict).replace("**", "");
    posts.council(
        "fight",
        Message::default().with(embed).buttons(buttons).picture(format!("{FIGHT}{number}"), name, &words),
    );
    let Some(position) = position(&scene.public) else { return };
    for who in Who::BOTH {
        let Some(seat) = position.commands(fight, who) else { continue };
        let text = say!("{} · battle of {}: for your book", scene.title(), place(fight));
        let embed = Embed::new(&side(fight, who), book(fight, verdict, who).join("\n"));
        posts.to_seat(seat, "fight_book", Message::text(text).with(embed));
    }
}

/// Who has to retreat: of stacks of the board the board says it, with where they may go.
fn retreats(fight: &Fight, verdict: &Verdict, on_board: bool) -> Option<String> {
    match verdict.winner.map(Who::other) {
        None => on_board.then(|| say!("Neither side has to retreat.")),
        Some(beaten) if on_board || verdict.destroyed[beaten as usize] => None,
        Some(beaten) => Some(say!(
            "{} has to retreat. No stacks of the board kept here fought in this battle, so its player moves his pieces on the board where they stand.",
            side(fight, beaten)
        )),
    }
}

/// How it ended, in a sentence.
#[must_use]
pub fn outcome(fight: &Fight, verdict: &Verdict) -> String {
    let how = match verdict.end {
        End::Rout { day, phase: of } => say!("A rout after {} of day {}.", phase(of), day),
        End::Destroyed { day } => say!("An army was wiped out on day {}.", day),
        End::Left { who } => say!("{} left after day 1.", side(fight, who)),
        End::Slipped { who, day } => say!("{} left with the wind on day {}.", side(fight, who), day),
        End::Fought => say!("It was fought to the end of day 2."),
    };
    let who = match verdict.winner {
        Some(winner) if verdict.major => say!("**A major victory of {}.**", side(fight, winner)),
        Some(winner) => say!("**{} wins.**", side(fight, winner)),
        None => say!("**A tie: nobody wins.**"),
    };
    format!("{who} {how}")
}

fn loses(fight: &Fight, verdict: &Verdict, who: Who) -> String {
    let lost = verdict.lost[who as usize];
    let unit = if fight.scene.at_sea { "ND" } else { "LD" };
    let mut says = say!("{} loses {} {}.", side(fight, who), lost.to_string(), unit);
    if verdict.destroyed[who as usize] {
        says = say!("{} loses {} {} and is destroyed.", side(fight, who), lost.to_string(), unit);
    } else if verdict.routed[who as usize] {
        says = say!("{} loses {} {} and routed.", side(fight, who), lost.to_string(), unit);
    }
    match verdict.casualties[who as usize] {
        Some(Casualty::Killed) => format!("{says} {}", say!("Its leader is dead.")),
        Some(Casualty::Wounded(rounds)) => {
            format!("{says} {}", say!("Its leader is wounded for {} rounds.", rounds))
        }
        None => says,
    }
}

/// What an owner writes in his book: what he loses, and the ways to take it.
fn book(fight: &Fight, verdict: &Verdict, who: Who) -> Vec<String> {
    let mut lines = vec![loses(fight, verdict, who)];
    let lost = verdict.lost[who as usize];
    match &fight.stacks[who as usize] {
        Some(Stack::Army(army)) if army.parts.len() == 1 && !verdict.destroyed[who as usize] => {
            let ways = ways(&army.parts[0].counters(), lost);
            let left: Vec<String> = ways.left.iter().map(ToString::to_string).collect();
            if ways.lost > lost {
                lines
                    .push(say!("Change cannot be given for that, so {} LD are lost.", ways.lost.to_string()));
            }
            lines.push(say!("What may be left: {}.", left.join(say!(" or ").as_str())));
        }
        _ => {}
    }
    if let Some((shared, _)) = shared(fight, verdict, who) {
        lines.push(say!(
            "Of these sunk {}, damaged {}, refitted {}; captured by the enemy {}.",
            shared.sunk.to_string(),
            shared.damaged.to_string(),
            shared.refitted.to_string(),
            shared.captured.to_string()
        ));
    }
    if let Some((prizes, line)) =
        shared(fight, verdict, who.other()).filter(|(of, _)| of.captured > Thirds::NONE)
    {
        lines.push(say!(
            "Prizes: {} {} of {}, which are yours.",
            prizes.captured.to_string(),
            ships(line),
            side(fight, who.other())
        ));
    }
    lines
}

/// How the losses of a fleet are shared, and of what its line was.
fn shared(fight: &Fight, verdict: &Verdict, who: Who) -> Option<(sea::Shared, sea::Line)> {
    let fleet = fleet_of(fight, who).filter(|_| fight.scene.at_sea)?;
    let lost = verdict.lost[who as usize];
    let won = verdict.winner == Some(who);
    let line = fleet.in_line();
    let beaten = verdict.winner == Some(who.other());
    let captured = if beaten { sea::captured(verdict.pursuit_stars, line) } else { 0 };
    Some((sea::share(lost, line, fleet.strength(), won, captured), line))
}

/// What a side's fleet holds: as it was sealed with the plan, or stated where nobody plays it.
fn fleet_of(fight: &Fight, who: Who) -> Option<&sea::Fleet> {
    let sealed = fight.sealed[who as usize].as_ref().and_then(|sealed| sealed.fleet.as_ref());
    sealed.or(match &fight.stacks[who as usize] {
        Some(Stack::Fleet(fleet)) => Some(fleet),
        _ => None,
    })
}

/// Ships of a line by their short name.
const fn ships(line: sea::Line) -> &'static str {
    match line {
        sea::Line::Warships => "ND",
        sea::Line::Galleys => "GD",
        sea::Line::Transports => "DTr",
    }
}

/// Lines as few texts as Discord's limits allow.
fn cut(lines: &[String]) -> Vec<String> {
    let mut texts = vec![String::new()];
    for line in lines {
        let last = texts.last().map_or(0, |text| text.chars().count());
        if last + line.chars().count() > MOST {
            texts.push(String::new());
        }
        if let Some(text) = texts.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    texts
}

/// What waits for who looks: a stack to state, a plan to seal, a choice to make.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    for (number, fight) in position.fights.of.iter().filter(|(_, fight)| fight.ended.is_none()) {
        let Some(own) = position.side_of(fight, seat) else { continue };
        let n = u64::from(*number);
        let asked = asks::beside(&scene.own).into_iter();
        for (what, asks) in asked.filter(|(_, asks)| asks.number == *number && asks.of.contains(seat)) {
            lines.push(asks.says);
            match what {
                asks::What::Stack => {
                    buttons.push(scene.button(Look::Primary, &say!("State a stack"), n, "europa/state"));
                }
                asks::What::Verdict => {
                    let read = say!("Verdict as it stands");
                    buttons.push(scene.button(Look::Primary, &read, n, "europa/verdict"));
                    buttons.push(scene.button(Look::Secondary, &say!("Rule on morale"), n, "europa/rule"));
                }
            }
        }
        match fight.stopped.as_ref().map(|stopped| stopped.why) {
            Some(Stop::Choice { who, .. }) if who == own => {
                lines.push(say!("**Battle of {}**: leave or stay?", place(fight)));
                buttons.push(scene.button(Look::Primary, &say!("Stay"), n, "europa/stay"));
                buttons.push(scene.button(Look::Danger, &say!("Leave"), n, "europa/leave"));
            }
            _ => {}
        }
    }
    (lines, buttons)
}

/// A country of a side, the first, for its colour.
#[must_use]
pub fn colour(fight: &Fight, who: Who) -> &'static str {
    fight.of(who).first().map_or("#888888", |first| crate::present::colour(*first))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::read;
    use europa::battle::course::Sealed;

    // Whoever wins at sea takes ships in the pursuit, and both owners write them in their books.
    #[test]
    fn the_captor_is_told_of_his_prizes() {
        let [france, spain] = ["france", "spain"].map(|key| europa::country::Country::by_key(key).unwrap());
        let scene = read::scene("Gulf of Lion", "", [vec![france], vec![spain]]).unwrap();
        let nowhere =
            serde_json::from_value(serde_json::json!({"turn": 8, "countries": {}, "wars": []})).unwrap();
        let fleet = |text: &str, own| match read::stack(text, true, &[own], &nowhere).unwrap().stack {
            Stack::Fleet(fleet) => Sealed { fleet: Some(fleet), ..Sealed::default() },
            Stack::Army(_) => panic!("a fleet"),
        };
        let fight = Fight {
            scene,
            stacks: [None, None],
            sealed: [Some(fleet("6 ND", france)), Some(fleet("6 ND", spain))],
            live: Default::default(),
            stopped: None,
            ruled: Default::default(),
            rolls: 0,
            ended: None,
        };
        let verdict = |stars: i8| Verdict {
            end: End::Destroyed { day: 2 },
            winner: Some(Who::Moving),
            routed: [false, true],
            destroyed: [false, false],
            lost: [Thirds::NONE, Thirds::whole(4)],
            major: false,
            pursuit_stars: stars,
            casualties: [None, None],
        };
        let books = Who::BOTH.map(|who| book(&fight, &verdict(2), who).join("\n"));
        assert!(books[0].contains("Prizes: 2 ND of Spain, which are yours."), "{}", books[0]);
        assert!(
            books[1].contains("captured by the enemy 2.") && !books[1].contains("Prizes"),
            "{}",
            books[1]
        );
        assert!(!book(&fight, &verdict(0), Who::Moving).join("\n").contains("Prizes"));
    }
}
