//! Stacks, ways, tries and lines of supply in words.

use crate::battle::present::words::plus;
use crate::words::{country, place};
use europa::board::{Board, Led, Standing, UnderWay};
use europa::campaigns::{Campaign, Kind};
use europa::interception::{self, Outcome};
use europa::paths::March;
use europa::rounds::Round;
use europa::supply::{Supply, Weak};
use europa::units::{Counter, Stack};
use table_commands::present::names;
use table_commands::say;

/// Counters as players write them: "A+ A− LD".
#[must_use]
pub fn counters(stack: &Stack) -> String {
    let short = |counter: Counter| counter.short().replace('-', "−");
    let all: Vec<String> = stack.0.iter().map(|unit| short(unit.counter)).collect();
    if all.is_empty() { "–".to_owned() } else { all.join(" ") }
}

/// A stack in few words: "3 · France, A+ A+ in Lombardia".
#[must_use]
pub fn named(number: u32, standing: &Standing) -> String {
    say!(
        "{} · {}, {} in {}",
        number,
        country(standing.country),
        counters(&standing.stack),
        place(standing.at)
    )
}

/// A stack in few words: "France, A+ A+".
#[must_use]
pub fn of(standing: &Standing) -> String {
    say!("{}, {}", country(standing.country), counters(&standing.stack))
}

/// A leader of a stack, where it has one.
pub(crate) fn led(standing: &Standing) -> String {
    led_by(standing.leader.as_ref())
}

/// The same of who leads it.
pub(crate) fn led_by(leader: Option<&Led>) -> String {
    leader.map_or_else(String::new, |leader| format!(", {}", named_leader(leader)))
}

/// A leader with his values: "Bayard 3 3 2 S1".
pub(crate) fn named_leader(leader: &Led) -> String {
    let name = names::plain_text(&leader.name, 40);
    let name = if name.is_empty() { say!("leader") } else { name };
    format!("{name} {}", leader.values)
}

/// A kind of campaign.
#[must_use]
pub fn kind(kind: Kind) -> String {
    table_commands::speech::word(kind.name())
}

pub(crate) fn campaign(campaign: Campaign) -> String {
    if campaign.land == campaign.sea {
        return kind(campaign.land);
    }
    if campaign.sea == Kind::None {
        return say!("on land a {}, none at sea", kind(campaign.land));
    }
    if campaign.land == Kind::None {
        return say!("at sea a {}, none on land", kind(campaign.sea));
    }
    say!("on land a {}, at sea a {}", kind(campaign.land), kind(campaign.sea))
}

/// A round of the track.
#[must_use]
pub fn round(round: Round) -> String {
    match round {
        Round::Winter(year) => say!("winter {}", year),
        Round::Summer(year) => say!("summer {}", year),
        Round::End => say!("the end"),
    }
}

/// A round by its word in the outline: `s3`.
#[must_use]
pub fn round_of(word: &str) -> Option<String> {
    let year: u8 = word.get(1..)?.parse().ok()?;
    match word.get(..1)? {
        "w" => Some(round(Round::Winter(year))),
        "s" => Some(round(Round::Summer(year))),
        _ => None,
    }
}

/// A way: "Artois → Hainaut (2 MP)"; a voyage takes no MP.
pub(crate) fn way(march: &March) -> String {
    let places: Vec<String> = std::iter::once(march.from).chain(march.entered()).map(place).collect();
    let places = places.join(" → ");
    if march.mp() == 0 { places } else { say!("{} ({} MP)", places, march.mp()) }
}

/// Who moves, where, and what he announces: "stack 3 (France, A+ A+): Artois → Hainaut (2 MP)".
pub(crate) fn moving(board: &Board, under_way: &UnderWay) -> String {
    let who = match board.stacks.get(&under_way.stack) {
        Some(standing) => say!("stack {} ({})", under_way.stack, of(standing)),
        None => say!("stack {}", under_way.stack),
    };
    let says = format!("{who}: {}", way(&under_way.march));
    match under_way.landing {
        Some(beach) => say!("{}, to land in {}", says, place(beach)),
        None => says,
    }
}

pub(crate) fn tried(tried: &interception::Tried) -> String {
    use interception::Why;
    let why = |why: Why| match why {
        Why::Manoeuvre(own, other) => say!("MAN {} : {}", own, other),
        Why::Technology => say!("technology"),
        Why::FriendlyThere => say!("friends there"),
        Why::SamePlace => say!("same place"),
        Why::TargetSwamp | Why::OwnSwamp => say!("swamp"),
        Why::BadWeather => say!("poor weather"),
        Why::Across(_) => say!("across a river or pass"),
        Why::OtherEnemy => say!("other enemies there"),
        Why::Besieging => say!("besieging"),
        Why::Blockading => say!("blockading"),
        Why::ThreeDeckers => say!("three-deckers"),
        Why::Landing => say!("a landing"),
        Why::PlainPort => say!("in a plain port"),
        Why::SmallerBlockade => say!("smaller blockade"),
        Why::OldWarships => say!("older warships"),
    };
    let added: Vec<String> = tried
        .tried
        .added
        .iter()
        .map(|added| format!("{} {}", plus(added.by.into()), why(added.why)))
        .collect();
    let added = if added.is_empty() { "–".to_owned() } else { added.join(", ") };
    let end = match tried.outcome {
        Outcome::Done => say!("succeeds"),
        Outcome::Failed => say!("fails"),
        Outcome::Caught => say!("fails, and is caught"),
    };
    say!("`{}` ({}) = {} against 8: {}", tried.die, added, tried.modified, end)
}

pub(crate) fn weak(weak: Weak) -> String {
    match weak {
        Weak::Besieged => say!("besieged"),
        Weak::Length => say!("6 MP or longer"),
        Weak::Desert => say!("through a desert"),
        Weak::NotPossessed => say!("from a city that is only controlled"),
        Weak::FleetFar => say!("by a fleet far from port"),
    }
}

/// How a stack is supplied, in lines.
#[must_use]
pub fn supply(found: &Supply) -> Vec<String> {
    let line = |line: &europa::supply::Line| {
        let from = place(line.from);
        if line.over_sea {
            say!("line of {} MP over sea, through the fleet in {}", line.mp, from)
        } else {
            say!("line of {} MP from {}", line.mp, from)
        }
    };
    match found {
        Supply::Full(of) => vec![say!("In supply: {}.", line(of))],
        Supply::Weak(of, reasons) => {
            let reasons: Vec<String> = reasons.iter().map(|of| weak(*of)).collect();
            let of = of.as_ref().map_or_else(|| say!("no line"), line);
            vec![say!("Weak supply: {} ({}).", of, reasons.join(", "))]
        }
        Supply::None(Some(of)) => vec![say!("No supply: the shortest is a {}, longer than 12 MP.", line(of))],
        Supply::None(None) => vec![say!("No supply: no line leads to it.")],
    }
}
