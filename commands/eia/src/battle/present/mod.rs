//! A field battle in posts, and as a picture: opened, mustered, its rounds, its end, and what each owner writes into his books.
//!
//! All of it is for everybody, but [`book`], which is for one owner. The posts of a day are made for one thread.

pub mod desk;
pub mod odds;
pub mod odds_picture;
pub mod plan;

pub(super) mod end;
mod night;
pub mod picture;
mod round;
pub(crate) mod told;
pub mod words;

pub use end::{book, ended};
pub use night::night;
pub use picture::picture;
pub use round::day;
pub use words::{attack, defence};

use eia::land::battle::fight::Who;
use eia::land::battle::{Battle, Commander, Kind, LONGEST_PLACE, Region};
use eia::land::forces::{Came, Corps, Leader};
use eia::nations::Nation;
use eia::powers::Power;
use std::fmt::Write as _;
use table_commands::message::{Embed, Message, clip};
use table_commands::present::names::{list, plain_text};
use table_commands::say;
use words::{is_several, part, place, power, side, terrain, typed};

/// The most characters of one side's corps and leaders; both sides go into one message.
const MOST_OF_A_SIDE: usize = 2_800;

/// A battle was opened: who attacks whom, where, and who is asked for his corps.
#[must_use]
pub fn opened(battle: &Battle) -> Message {
    let field = &battle.field;
    let [attacker, defender] = Who::BOTH.map(|who| side(battle, who));
    let content = if is_several(battle, Who::Attacker) {
        say!("**{}: {} attack {}.**", place(battle), attacker, defender)
    } else {
        say!("**{}: {} attacks {}.**", place(battle), attacker, defender)
    };
    let mut lines = Vec::new();
    if field.kind.without_chits().is_none() {
        lines.push(ground_line(battle));
    }
    match field.kind {
        Kind::Field => {}
        Kind::Limited => lines.push(say!("A limited field combat: one day at the most.")),
        Kind::Assault => lines.push(say!(
            "A fortress for {} factors is stormed: at most so many storm it, artillery and guard not counted.",
            field.fortress.unwrap_or_default()
        )),
        Kind::Trivial => lines.push(match field.depot {
            Some(depot) => say!("A trivial combat for a depot of {}: no chits, three rounds.", depot),
            None => say!("A trivial combat: no chits, three rounds."),
        }),
    }
    if is_several(battle, Who::Attacker) && field.kind == Kind::Assault {
        lines.push(shares(battle));
        lines.push(say!(
            "Who takes another part of it writes it with his muster, as in: storms 6. What nobody takes so is shared evenly."
        ));
    }
    if field.neutral {
        lines.push(say!(
            "It is said that the garrison, of {}, is neutral towards the attackers. Whoever has it says so with *It is neutral*, and nobody fights; or musters it, and it fights.",
            side(battle, Who::Defender)
        ));
    }
    if !field.from.is_empty() {
        let from: Vec<String> = field.from.iter().map(|area| plain_text(area, LONGEST_PLACE)).collect();
        lines.push(say!("The attackers came from: {}.", clip(&from.join(", "), 1000)));
    }
    if let Some(who) = field.surrounded {
        lines.push(say!("Surrounded: {}.", side(battle, who)));
    }
    if field.island {
        lines.push(say!("It is an island without an area free of the defender's enemies."));
    }
    if let Some(region) = field.region {
        lines.push(match region {
            Region::Anatolia => say!("The area is in Anatolia, whose people are stirred."),
            Region::Rumelia => say!("The area is in Rumelia, whose people are stirred."),
        });
    }
    if let Some(dominant) = &field.dominant {
        let powers: Vec<String> = dominant.iter().map(|of| power(*of)).collect();
        lines.push(say!("Dominant powers: {}.", list(&powers)));
    }
    let all = field.attackers.iter().chain(&field.defenders);
    let awaited: Vec<String> =
        all.filter(|of| !battle.musters.contains_key(of)).map(|of| power(*of)).collect();
    if !awaited.is_empty() {
        lines.push(say!(
            "Next: **{}** name the corps and leaders that are there, and which of them stand aside. What is in them may stand behind the name; only its owner sees it.",
            list(&awaited)
        ));
    }
    let embed = Embed::new("", lines.join("\n"));
    Message::text(content).with(match field.attackers.first() {
        Some(attacker) => embed.colour(attacker.colour()),
        None => embed,
    })
}

/// With how many factors each power may storm.
fn shares(battle: &Battle) -> String {
    let each = battle.field.attackers.iter().filter_map(|of| Some((*of, battle.may_storm(*of)?)));
    let each: Vec<String> = each.map(|(of, n)| format!("{} {n}", power(of))).collect();
    say!("Of the factors that may storm: {}.", list(&each))
}

/// The ground in a line.
fn ground_line(battle: &Battle) -> String {
    let ground = terrain(battle.field.terrain);
    if battle.field.river { say!("Ground: {}, across a river.", ground) } else { say!("Ground: {}.", ground) }
}

/// All have mustered: each side's corps and leaders by name, who commands, who stands aside; never what is in them.
#[must_use]
pub fn mustered(battle: &Battle) -> Message {
    let mut message = Message::text(if battle.field.kind.without_chits().is_some() {
        say!(
            "**{}: the armies stand.** Next, each owner seals what is in his corps and his plan.",
            place(battle)
        )
    } else if battle.field.area.is_some() {
        say!("**{}: the armies stand.** Next, each commander seals his chit and plan.", place(battle))
    } else {
        say!(
            "**{}: the armies stand.** Next, each owner seals what is in his corps, and each commander his chit and plan.",
            place(battle)
        )
    });
    for who in Who::BOTH {
        let title = format!("{} · {}", side(battle, who), part(who));
        let mut lines = vec![command(battle, who)];
        for of in battle.field.of(who) {
            lines.extend(of_power(battle, who, *of));
        }
        if who == Who::Attacker && battle.field.kind == Kind::Assault && is_several(battle, who) {
            lines.push(shares(battle));
        }
        let embed = Embed::new(&title, clip(&lines.join("\n"), MOST_OF_A_SIDE));
        message = message.with(match battle.field.of(who).first() {
            Some(first) => embed.colour(first.colour()),
            None => embed,
        });
    }
    message
}

/// Who commands a side.
fn command(battle: &Battle, who: Who) -> String {
    let Some(command) = battle.command else { return say!("Who commands is not settled yet.") };
    let Commander { power: of, leader } = command[who as usize];
    match leader.and_then(|i| battle.leader(of, i)) {
        Some(leader) if is_several(battle, who) => {
            say!("**{}** commands, for {}: {}.", typed(&leader.name), of, ratings(leader))
        }
        Some(leader) => say!("**{}** commands: {}.", typed(&leader.name), ratings(leader)),
        None => say!("No leader commands; the corps fight by their own ratings."),
    }
}

/// Strategic and tactical rating, tactical maximum, rank: "5-5-6-A".
fn ratings(leader: &Leader) -> String {
    format!("{}-{}-{}-{}", leader.strategic, leader.tactical, leader.maximum, leader.rank)
}

/// What a power brought, in lines.
fn of_power(battle: &Battle, who: Who, of: Power) -> Vec<String> {
    let Some(muster) = battle.musters.get(&of) else { return vec![say!("{} has not mustered.", of)] };
    let names = |aside: bool, adjacent: bool| -> Vec<String> {
        let here = muster.corps.iter().filter(|stands| stands.corps.adjacent == adjacent);
        here.filter(|stands| adjacent || stands.aside == aside)
            .map(|stands| named(&stands.corps, of))
            .collect()
    };
    let mut lines = Vec::new();
    if is_several(battle, who) {
        lines.push(format!("**{}**", power(of)));
    }
    let (fighting, aside, adjacent) = (names(false, false), names(true, false), names(false, true));
    if !fighting.is_empty() {
        lines.push(say!("In the fight: {}", fighting.join(", ")));
    }
    if !aside.is_empty() {
        lines.push(say!("Stand aside, and may reinforce: {}", aside.join(", ")));
        if battle.field.area.is_some() {
            lines.push(say!(
                "-# No more fight than their commander leads; those whose counters hold least stand aside."
            ));
        }
    }
    if !adjacent.is_empty() {
        lines.push(say!("May reinforce from an adjacent area: {}", adjacent.join(", ")));
    }
    let mut leaders = String::new();
    let command = battle.command.map(|command| command[who as usize]);
    for (i, leader) in muster.leaders.iter().enumerate() {
        if command == Some(Commander { power: of, leader: Some(i) }) {
            continue;
        }
        let gap = if leaders.is_empty() { "" } else { ", " };
        let _ = write!(leaders, "{gap}{} {}", typed(&leader.name), ratings(leader));
        if leader.adjacent {
            leaders.push_str(&say!(" (in an adjacent area)"));
        }
    }
    if !leaders.is_empty() {
        lines.push(say!("Other leaders: {}", leaders));
    }
    if muster.rifles {
        lines.push(say!("Breech-loading rifles"));
    }
    lines
}

/// A corps with what everybody sees of it: "Lombard Corps (Lombardy, landed)".
fn named(corps: &Corps, of: Power) -> String {
    let mut notes = Vec::new();
    if corps.nation != Nation::Major(of) {
        notes.push(table_commands::speech::word(&corps.nation.name()));
    }
    if corps.cavalry {
        notes.push(say!("cavalry corps"));
    }
    match corps.came {
        Came::Overland => {}
        Came::Landed => notes.push(say!("landed")),
        Came::Crossed => notes.push(say!("over a crossing arrow")),
    }
    if corps.trained {
        notes.push(say!("trained by Britain"));
    }
    if corps.la_salle {
        notes.push(say!("La Salle's light cavalry"));
    }
    if let Some(area) = &corps.from {
        notes.push(say!("from {}", plain_text(area, LONGEST_PLACE)));
    }
    let name = typed(&corps.name);
    if notes.is_empty() { name } else { format!("{name} ({})", notes.join(", ")) }
}
