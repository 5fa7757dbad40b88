//! A day of combat told post by post: what both sides chose and how strong they are, then a post a round.

use super::words::{
    added, attack, by_corps, corps, defence, headings, is_several, leader, lost_in, part, place, plus, side,
    why,
};
use eia::chits::{Attack, Defence};
use eia::land::battle::fight::{Breaks, Lost, Note, ROUNDS, Rolled, Station, Step, Tried, Who};
use eia::land::battle::{Battle, Fought, Kind};
use table::rule;
use table_commands::message::{Embed, Message};
use table_commands::present::names::{count, list};
use table_commands::speech::Language;
use table_commands::{say, speech};

/// The most characters of one post's lines in English. An embed takes 4,096, and other languages are longer.
const MOST: usize = 3_000;

/// A day of combat, or a part of one, as the posts of the battle's thread, in their order.
#[must_use]
pub fn day(battle: &Battle, fought: &Fought) -> Vec<Message> {
    let english = speech::in_language(Language::ENGLISH, || drafts(battle, fought));
    drafts(battle, fought).into_iter().zip(&english).flat_map(|(own, english)| own.posts(english)).collect()
}

fn drafts(battle: &Battle, fought: &Fought) -> Vec<Draft> {
    let starts = |note: &&Note| matches!(note, Note::NoFight | Note::Withdrawal(_));
    let before: Vec<&Note> = fought.notes.iter().take_while(starts).collect();
    let rest = &fought.notes[before.len()..];
    let mut posts = Vec::new();
    if fought.part == 0 {
        posts.push(opening(battle, fought, &before));
    }
    posts.extend(rounds(rest).into_iter().map(|notes| round(battle, fought, notes)));
    posts
}

/// The notes of each round: a round ends with what broke in it, or with both rolls where nothing did.
fn rounds(notes: &[Note]) -> Vec<&[Note]> {
    let mut rounds = Vec::new();
    let mut from = 0;
    for i in 0..notes.len() {
        let ends = matches!(notes[i], Note::Clash { .. } | Note::Broke { .. });
        let goes_on = matches!(notes.get(i + 1), Some(Note::Broke { .. }));
        // A guard that fell and the guard of the other side are of one round.
        let more = matches!((&notes[i], notes.get(i + 1)), (Note::Broke { .. }, Some(Note::Guard { .. })));
        if ends && !goes_on && !more {
            rounds.push(&notes[from..=i]);
            from = i + 1;
        }
    }
    if from < notes.len() {
        rounds.push(&notes[from..]);
    }
    rounds
}

/// A post before it is cut to Discord's limits.
struct Draft {
    content: String,
    title: String,
    lines: Vec<String>,
}

impl Draft {
    /// The same as posts: one, or as many as its lines in English make of it, so that every language says it in equally many.
    fn posts(self, english: &Draft) -> Vec<Message> {
        let mut texts = vec![String::new()];
        let mut room = MOST;
        for (line, english) in self.lines.iter().zip(&english.lines) {
            let long = english.chars().count() + 1;
            if long > room {
                texts.push(String::new());
                room = MOST;
            }
            room = room.saturating_sub(long);
            if let Some(text) = texts.last_mut() {
                text.push_str(line);
                text.push('\n');
            }
        }
        let mut said = self.content;
        let post = |text: &String| {
            Message::text(std::mem::take(&mut said)).with(Embed::new(&self.title, text.trim_end()))
        };
        texts.iter().map(post).collect()
    }
}

/// What both sides chose, and how strong they are.
fn opening(battle: &Battle, fought: &Fought, before: &[&Note]) -> Draft {
    let chits = [attack(fought.attack), defence(fought.defence)];
    let none = fought.fight.withdrew && before.len() == fought.notes.len();
    let kind = battle.field.kind;
    let content = match kind {
        Kind::Assault => say!("**The fortress is stormed.**"),
        Kind::Trivial => say!("**A trivial combat.**"),
        Kind::Field | Kind::Limited if none => withdraws(battle),
        Kind::Field | Kind::Limited => say!("**{} against {}.**", chits[0].clone(), chits[1].clone()),
    };
    let mut lines = Vec::new();
    for (who, chit) in Who::BOTH.into_iter().zip(&chits) {
        let strength = factors(fought.strengths[who as usize]);
        let morale = speech::tenths(fought.morale[who as usize].into());
        lines.push(if kind.without_chits().is_some() {
            say!("{} ({}): {} · morale {}", side(battle, who), part(who), strength, morale)
        } else {
            say!("{} ({}): **{}** · {} · morale {}", side(battle, who), part(who), chit, strength, morale)
        });
    }
    if !none {
        lines.extend(Who::BOTH.into_iter().filter_map(|who| raised(battle, fought, who)));
        let together = Who::BOTH.into_iter().filter(|who| stays_together(fought, *who));
        lines.extend(together.map(|who| {
            say!(
                "{}: by what is in the corps nobody can go around, and all fight together.",
                side(battle, who)
            )
        }));
    }
    if battle.field.river && kind.without_chits().is_none() && !none {
        lines.push(match fought.defence {
            Defence::Cordon => say!("Across a river: the attack on a Cordon has tables of its own."),
            _ => say!("The river changes nothing: it matters only against Cordon."),
        });
    }
    for note in before {
        match note {
            Note::Withdrawal(tried) => lines.extend(withdrawal(battle, tried)),
            _ => lines.push(say!("These chits leave no fight.")),
        }
    }
    Draft { content, title: say!("{} · day {}", place(battle), fought.day), lines }
}

/// Out of what a side's morale comes, where the chits add to it for the nation of who commands.
fn raised(battle: &Battle, fought: &Fought, who: Who) -> Option<String> {
    let army = &fought.fight.armies[who as usize];
    let nation = battle.command.filter(|_| army.raised > 0)?[who as usize].power;
    let [own, more] = [army.level, army.raised].map(|morale| speech::tenths(morale.into()));
    Some(say!(
        "Morale of {}: {}, and {} more for {} under these chits.",
        side(battle, who),
        own,
        more,
        nation
    ))
}

/// Whether a side that chose Outflank has nobody who goes around, where these chits let it.
fn stays_together(fought: &Fought, who: Who) -> bool {
    let splits = match who {
        Who::Attacker => {
            fought.attack == Attack::Outflank
                && !matches!(fought.defence, Defence::Outflank | Defence::Cordon)
        }
        Who::Defender => fought.defence == Defence::Outflank && fought.attack != Attack::Outflank,
    };
    splits && !fought.fight.armies[who as usize].places.contains(&Station::Outflanking)
}

fn withdraws(battle: &Battle) -> String {
    if is_several(battle, Who::Defender) {
        say!("**{} withdraw before the fight.**", side(battle, Who::Defender))
    } else {
        say!("**{} withdraws before the fight.**", side(battle, Who::Defender))
    }
}

fn factors(n: u32) -> String {
    count(n.into(), "factor", "factors")
}

/// A round: its result, then how it came about.
fn round(battle: &Battle, fought: &Fought, notes: &[Note]) -> Draft {
    let clash = notes.iter().find_map(|note| match note {
        Note::Clash { round, left, .. } => Some((*round, left)),
        _ => None,
    });
    let number = clash.map_or(fought.fight.round, |clash| clash.0);
    let broken: Vec<Who> = Who::BOTH
        .into_iter()
        .filter(|broken| notes.iter().any(|note| matches!(note, Note::Broke { who, .. } if who == broken)))
        .collect();
    let mut content = String::new();
    match broken.as_slice() {
        [] => {}
        [who] => content.push_str(&breaks(battle, *who)),
        _ => content.push_str(&say!("**Both sides break.**")),
    }
    let lost = lost_in(notes);
    if clash.is_some() || lost != [0, 0] {
        let gap = if content.is_empty() { "" } else { " " };
        content.push_str(&format!("{gap}**{}**", losses(battle, lost)));
    }
    let mut lines = Vec::new();
    if let Some((_, left)) = clash {
        lines.push(say!(
            "Morale left: {} {}, {} {}.",
            side(battle, Who::Attacker),
            speech::tenths(left[0].into()),
            side(battle, Who::Defender),
            speech::tenths(left[1].into())
        ));
    }
    for note in notes {
        lines.extend(told(battle, note));
    }
    let last =
        fought.notes.last().is_some_and(|last| notes.last().is_some_and(|note| std::ptr::eq(last, note)));
    let over = fought.fight.step == Step::Over && last;
    if over && fought.fight.withdrew {
        let text =
            say!("{}: there was time enough to get away, and the combat ends.", side(battle, Who::Defender));
        if clash.is_none() {
            content = format!("**{text}**");
        } else {
            lines.push(text);
        }
    } else if over && broken.is_empty() && number == ROUNDS {
        lines.push(say!("Three rounds are fought and neither side is broken."));
    }
    if over {
        lines.extend(never_came(battle, fought));
    }
    if content.is_empty() {
        content = say!("**Round {} goes on.**", number);
    }
    Draft { content, title: say!("{} · day {}, round {}", place(battle), fought.day, number), lines }
}

/// The outflanking forces that were still on their way when the day was over.
fn never_came(battle: &Battle, fought: &Fought) -> Vec<String> {
    let still = |who: &Who| fought.fight.armies[*who as usize].outflanks();
    let late = |who: Who| say!("{}: the outflanking force did not arrive on this day.", side(battle, who));
    Who::BOTH.into_iter().filter(still).map(late).collect()
}

fn breaks(battle: &Battle, who: Who) -> String {
    if is_several(battle, who) {
        say!("**{} break.**", side(battle, who))
    } else {
        say!("**{} breaks.**", side(battle, who))
    }
}

/// "Austria loses 5, France 2.": whoever loses more stands first.
pub(crate) fn losses(battle: &Battle, lost: [u32; 2]) -> String {
    let first = if lost[0] > lost[1] { Who::Attacker } else { Who::Defender };
    let [most, least] = [first, first.other()].map(|who| match lost[who as usize] {
        0 => say!("nothing"),
        n => n.to_string(),
    });
    let [one, other] = [first, first.other()].map(|who| side(battle, who));
    if lost == [0, 0] {
        say!("Neither side loses a factor.")
    } else if is_several(battle, first) {
        say!("{} lose {}, {} {}.", one, most, other, least)
    } else {
        say!("{} loses {}, {} {}.", one, most, other, least)
    }
}

/// What happened in a step, in lines.
fn told(battle: &Battle, note: &Note) -> Vec<String> {
    match note {
        Note::NoFight => vec![say!("These chits leave no fight.")],
        Note::Withdrawal(tried) => withdrawal(battle, tried),
        Note::Reinforcement(tried) => reinforcement(battle, tried),
        Note::Command { who, leader: place } => {
            let leader = leader(battle, *who, *place).unwrap_or_else(|| say!("a leader"));
            vec![say!("{}: {} takes command.", side(battle, *who), leader)]
        }
        Note::Arrival(tried) => {
            let who = side(battle, tried.who);
            let result = if tried.done {
                say!("{}: **the outflanking force arrives**.", who)
            } else {
                say!("{}: the outflanking force does not arrive.", who)
            };
            vec![result, try_of(tried)]
        }
        Note::Guard { .. } => guard(battle, note),
        Note::Bombardment { rolled, lost } => bombardment(battle, rolled, lost),
        Note::Clash { rolled, lost, aside, .. } => clash(battle, rolled, lost, aside),
        Note::Broke { .. } => broke(battle, note),
    }
}

/// Corps that were to join the fight.
fn reinforcement(battle: &Battle, tried: &Tried) -> Vec<String> {
    let corps: Vec<String> = tried.corps.iter().map(|i| corps(battle, tried.who, *i)).collect();
    let brings = tried.leader.and_then(|i| leader(battle, tried.who, i));
    let who = side(battle, tried.who);
    let result = match (brings, tried.done) {
        (Some(leader), true) => say!("{}: {} **joins with {}**.", who, leader, list(&corps)),
        (Some(leader), false) => say!("{}: {} does not come yet with {}.", who, leader, list(&corps)),
        (None, true) => say!("{}: **{} joins**.", who, list(&corps)),
        (None, false) => say!("{}: {} does not come yet.", who, list(&corps)),
    };
    vec![result, try_of(tried)]
}

/// Guard or heavy cavalry committed: who led it, and what it cost.
fn guard(battle: &Battle, note: &Note) -> Vec<String> {
    let Note::Guard { who, corps: i, leader: place, missing, shift, heavy, die, lost, all } = note else {
        return Vec::new();
    };
    let (who_is, corps) = (side(battle, *who), corps(battle, *who, *i));
    let raised = plus(i8::try_from(*shift).unwrap_or(i8::MAX));
    let mut lines = vec![if *heavy {
        let heading = headings(&[rule!("house.land.cavalry.heavy-commit")]);
        say!("{}: heavy cavalry of {} is committed for {} ({}).", who_is, corps, raised, heading)
    } else {
        say!("{}: guard of {} is committed for {} (12.3.4).", who_is, corps, raised)
    }];
    let named = |place: &Option<u8>| place.and_then(|place| leader(battle, *who, place));
    lines.extend(match (named(place), named(missing)) {
        (Some(leader), None) => Some(say!("{} is at its head.", leader)),
        (Some(leader), Some(missing)) => {
            Some(say!("{} is at its head: {}, who was to lead it, is not there.", leader, missing))
        }
        (None, Some(missing)) => {
            Some(say!("Nobody is at its head: {}, who was to lead it, is not there.", missing))
        }
        (None, None) => None,
    });
    lines.push(match (all, lost) {
        (true, _) => say!("Die {}: **all of it falls**.", die),
        (false, 0) => say!("Die {}: it loses nothing.", die),
        (false, n) => say!("Die {}: it loses {}.", die, factors(u32::from(*n))),
    });
    lines
}

/// The guns of a side before a round.
fn bombardment(battle: &Battle, rolled: &Rolled, lost: &Lost) -> Vec<String> {
    let mut lines = vec![say!(
        "Guns of {} on {}: {} → {} % of {}: {}",
        side(battle, rolled.who),
        rolled.table.to_string(),
        sum(rolled),
        rolled.percent,
        rolled.of,
        factors(rolled.casualties)
    )];
    lines.extend(modifiers(rolled));
    if !lost.is_empty() {
        let other = rolled.who.other();
        lines.push(say!("Lost to it: {}", by_corps(battle, other, lost)));
    }
    lines
}

/// Both rolls of a round, and on whom the losses fell.
fn clash(battle: &Battle, rolled: &[Rolled; 2], lost: &[Lost; 2], aside: &[u32; 2]) -> Vec<String> {
    let mut lines: Vec<String> =
        rolled.iter().flat_map(|rolled| [Some(roll(battle, rolled)), modifiers(rolled)]).flatten().collect();
    for who in Who::BOTH {
        let lost = &lost[who as usize];
        if !lost.is_empty() {
            lines.push(say!("Lost by {}: {}", side(battle, who), by_corps(battle, who, lost)));
        }
        if aside[who as usize] > 0 {
            let heading = headings(&[rule!("house.land.stacks.surplus-losses")]);
            lines.push(say!("Of these {} fell on corps that stood by ({}).", aside[who as usize], heading));
        }
    }
    lines
}

/// A side that broke, why, and the cavalry that it loses by it.
fn broke(battle: &Battle, note: &Note) -> Vec<String> {
    let Note::Broke { who, why, cavalry, instead } = note else { return Vec::new() };
    let name = side(battle, *who);
    let mut lines = vec![match why {
        Breaks::Morale => say!("{}: **broken**, its morale is gone.", name),
        Breaks::NobodyLeft => say!("{}: **broken**, nobody is left in the fight.", name),
        Breaks::OnlyArtillery => say!("{}: **broken**, only artillery is left.", name),
        Breaks::GuardFell => say!("{}: **broken**, all of the guard that it committed fell.", name),
        Breaks::GuardInVain => {
            say!("{}: **broken**, it committed guard and did not break the enemy.", name)
        }
    }];
    if let Some((place, sort)) = cavalry {
        let fell = format!("1{}", sort.letters());
        let corps = corps(battle, *who, *place);
        lines.push(match instead {
            Some((_, other)) => say!(
                "Who breaks loses cavalry too: {} {}, in the place of {}.",
                corps,
                fell,
                format!("1{}", other.letters())
            ),
            None => say!("Who breaks loses cavalry too: {} {}.", corps, fell),
        });
    }
    lines
}

fn withdrawal(battle: &Battle, tried: &Tried) -> Vec<String> {
    let who = side(battle, tried.who);
    let corps: Vec<String> = tried.corps.iter().map(|i| corps(battle, tried.who, *i)).collect();
    let result = match (corps.is_empty(), tried.done) {
        (true, true) => say!("{}: the withdrawal succeeds.", who),
        (true, false) => say!("{}: the withdrawal fails, and it must fight.", who),
        (false, true) => say!("{}: {} withdraws.", who, list(&corps)),
        (false, false) => say!("{}: {} cannot get away and fights.", who, list(&corps)),
    };
    vec![result, try_of(tried)]
}

/// A try by die: the die, what was needed, and out of what that comes.
fn try_of(tried: &Tried) -> String {
    let extra: i16 = tried.added.iter().map(|added| i16::from(added.by)).sum();
    let needed = speech::signed(i64::from(i16::from(tried.rating) + extra));
    let mut text =
        say!("Die {}, {} or less was needed: strategic rating {}", tried.die, needed, tried.rating);
    if !tried.added.is_empty() {
        text.push_str(&format!(" · *{}*", added(&tried.added)));
    }
    text
}

/// The die, what was added, and the result: "4 + 1 = **5**".
fn sum(rolled: &Rolled) -> String {
    let extra: i64 = rolled.added.iter().map(|added| i64::from(added.by)).sum();
    let die = i64::from(rolled.die);
    let mut text = match extra {
        0 => format!("**{die}**"),
        plus if plus > 0 => format!("{die} + {plus} = **{}**", die + plus),
        minus => format!("{die} − {} = **{}**", -minus, speech::signed(die + minus)),
    };
    if die + extra != i64::from(rolled.result) {
        text.push_str(&say!(", read as **{}**", rolled.result));
    }
    text
}

/// A side's roll: the table, the die, and what the enemy loses by it.
fn roll(battle: &Battle, rolled: &Rolled) -> String {
    let (who, table) = (side(battle, rolled.who), rolled.table.to_string());
    let morale = speech::tenths(rolled.morale.into());
    let (percent, of, n) = (rolled.percent, rolled.of, rolled.casualties);
    let mut text = match (percent, rolled.morale) {
        (0, 0) => say!("{} on {}: {} → no effect", who, table, sum(rolled)),
        (0, _) => say!("{} on {}: {} → no casualties, morale −{}", who, table, sum(rolled), morale),
        (_, 0) => say!("{} on {}: {} → {} % of {}: {}", who, table, sum(rolled), percent, of, n),
        _ => {
            say!("{} on {}: {} → {} % of {}: {}, morale −{}", who, table, sum(rolled), percent, of, n, morale)
        }
    };
    if rolled.doubled > 0 {
        text.push_str(&say!(" (the {} that outflank count twice)", rolled.doubled));
    }
    text
}

/// Why a table and a die are what they are, one after another; `None` where nothing changed them.
fn modifiers(rolled: &Rolled) -> Option<String> {
    let mut parts = Vec::new();
    if !rolled.added.is_empty() {
        parts.push(added(&rolled.added));
    }
    if rolled.table != rolled.chits {
        parts.push(say!("chits {}", rolled.chits.to_string()));
    }
    for (shift, casualties) in &rolled.shifts {
        let (by, reason) = (plus(shift.by), why(shift.why));
        parts.push(if *casualties {
            say!("casualty level {}: {}", by, reason)
        } else {
            say!("morale level {}: {}", by, reason)
        });
    }
    (!parts.is_empty()).then(|| format!("*{}*", parts.join(" · ")))
}
