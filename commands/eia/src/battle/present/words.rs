//! What the parts of a battle are called: sides, corps, leaders, chits, ground, and why something is added to a die.

use eia::chits::{Attack, Defence, Terrain};
use eia::land::battle::fight::{Added, Lost, Note, Who, Why};
use eia::land::battle::sealed::Chit;
use eia::land::battle::{Battle, Kind};
use eia::powers::Power;
use std::fmt::Write as _;
use table::rules::RuleId;
use table_commands::present::names::{list, plain_text};
use table_commands::{say, speech};

/// The most characters that are shown of the name of a corps or a leader, so that a side's sixteen fit into a post.
const LONGEST: usize = 30;

/// What somebody called a corps, a leader or an area.
pub(crate) fn typed(name: &str) -> String {
    plain_text(name, LONGEST)
}

/// The place of a battle.
pub(crate) fn place(battle: &Battle) -> String {
    plain_text(&battle.field.place, eia::land::battle::LONGEST_PLACE)
}

/// A power.
pub(crate) fn power(power: Power) -> String {
    crate::names::called(power)
}

/// A side by its powers: "Austria", "France and Spain".
pub(crate) fn side(battle: &Battle, who: Who) -> String {
    list(&battle.field.of(who).iter().map(|of| power(*of)).collect::<Vec<_>>())
}

/// Whether a side is several powers, which changes the verb.
pub(crate) fn is_several(battle: &Battle, who: Who) -> bool {
    battle.field.of(who).len() > 1
}

/// Attacker or defender.
pub(crate) fn part(who: Who) -> String {
    match who {
        Who::Attacker => say!("attacker"),
        Who::Defender => say!("defender"),
    }
}

/// A corps by its place on a side: "I Corps", on a side of allies "I Corps (Russia)".
pub(crate) fn corps(battle: &Battle, who: Who, place: u8) -> String {
    let found = battle.corps(who).get(usize::from(place)).copied();
    let named = found.and_then(|(of, i)| Some((of, typed(&battle.stands(of, i)?.corps.name))));
    match named {
        Some((of, name)) if is_several(battle, who) => format!("{name} ({})", power(of)),
        Some((_, name)) => name,
        None => say!("a corps"),
    }
}

/// A leader by his place on a side.
pub(crate) fn leader(battle: &Battle, who: Who, place: u8) -> Option<String> {
    let (of, i) = *battle.leaders(who).get(usize::from(place))?;
    Some(typed(&battle.leader(of, i)?.name))
}

/// The attacker's chit.
#[must_use]
pub fn attack(chit: Attack) -> String {
    match chit {
        Attack::Outflank => say!("Outflank"),
        Attack::Assault => say!("Assault"),
        Attack::EscalatedAssault => say!("Escalated assault"),
        Attack::Echelon => say!("Echelon"),
        Attack::Probe => say!("Probe"),
    }
}

/// The defender's chit.
#[must_use]
pub fn defence(chit: Defence) -> String {
    match chit {
        Defence::Outflank => say!("Outflank"),
        Defence::Counterattack => say!("Counterattack"),
        Defence::EscalatedCounterattack => say!("Escalated counterattack"),
        Defence::Cordon => say!("Cordon"),
        Defence::Withdraw => say!("Withdrawal"),
        Defence::Defend => say!("Defend"),
    }
}

/// The ground.
#[must_use]
pub fn terrain(terrain: Terrain) -> String {
    match terrain {
        Terrain::Clear => say!("clear ground"),
        Terrain::Forest => say!("forest"),
        Terrain::Mountain => say!("mountains"),
        Terrain::Marsh => say!("marsh"),
        Terrain::Desert => say!("desert"),
    }
}

/// The ground, and whether the attack goes across a river; in a combat without chits, where neither matters, what is fought for.
pub(crate) fn ground(battle: &Battle) -> String {
    let field = &battle.field;
    match (field.kind, field.fortress, field.depot) {
        (Kind::Assault, Some(holds), _) => say!("fortress for {}", holds),
        (Kind::Trivial, _, Some(of)) => say!("depot of {}", of),
        (Kind::Assault | Kind::Trivial, ..) => say!("trivial combat"),
        (Kind::Field | Kind::Limited, ..) if field.river => {
            say!("{}, across a river", terrain(field.terrain))
        }
        (Kind::Field | Kind::Limited, ..) => terrain(field.terrain),
    }
}

/// What is added, as it is printed: +1, −2.
pub(crate) fn plus(n: i8) -> String {
    if n > 0 { format!("+{n}") } else { speech::signed(n.into()) }
}

/// What a chit is for, in a few words.
pub(crate) fn about(chit: Chit) -> String {
    match chit {
        Chit::Outflank => say!("A part pins, a part goes around; arrives by die"),
        Chit::Assault => say!("Beats Cordon, loses to Defend"),
        Chit::EscalatedAssault => say!("As Assault, with more casualties on both sides"),
        Chit::Echelon => say!("Beats Defend, loses to Cordon"),
        Chit::Probe => say!("Careful; lets a Withdraw go"),
        Chit::Counterattack => say!("Beats Probe, loses to Echelon"),
        Chit::EscalatedCounterattack => say!("As Counterattack, with more casualties on both sides"),
        Chit::Cordon => say!("Beats Echelon, loses to Assault; strong behind a river"),
        Chit::Withdraw => say!("Gets away by die, or fights at a disadvantage"),
        Chit::Defend => say!("Beats Assault, loses to Echelon"),
    }
}

/// Why something is added.
pub(crate) fn why(why: Why) -> String {
    let text = match why {
        Why::Ratings(own, enemy) => say!("ratings {} against {}", own, enemy),
        Why::Nation(power) => say!("{} under these chits", power),
        Why::Superiority(own, enemy) => say!("cavalry {} against {} (12.3.3.1)", own, enemy),
        Why::Cap => say!("no more than +1 in all"),
        Why::Rifles => say!("breech-loading rifles"),
        Why::Ground(ground) => terrain(ground),
        Why::Guard => say!("guard (12.3.4)"),
        Why::Chits => say!("the chits"),
        Why::SecondTry => say!("the second try"),
        Why::Cavalry => say!("all of it cavalry (12.3.3.2)"),
    };
    let cited = headings(why.rules());
    // A heading that says no more than the words themselves is left out.
    let says_more = !cited.is_empty() && cited.to_lowercase() != text.to_lowercase();
    if says_more { format!("{text} ({cited})") } else { text }
}

/// What was added to a die or a rating: "+1: ratings 5 against 3 · −1: marsh".
pub(crate) fn added(all: &[Added]) -> String {
    let each = all.iter().map(|added| format!("{}: {}", plus(added.by), why(added.why)));
    each.collect::<Vec<_>>().join(" · ")
}

/// Rules by their printed numbers or headings, each once.
pub(crate) fn headings(rules: &[RuleId]) -> String {
    let mut headings: Vec<&str> = Vec::new();
    for heading in rules.iter().map(RuleId::printed) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    headings.join(", ")
}

/// All factors of a list of losses.
#[must_use]
pub fn total(lost: &Lost) -> u32 {
    lost.iter().map(|(_, factors)| factors.total()).sum()
}

/// Factors that attacker and defender lost by these steps: in the clash, to guns, as guard that fell, and as cavalry in breaking.
#[must_use]
pub fn lost_in(notes: &[Note]) -> [u32; 2] {
    let mut all = [0; 2];
    for note in notes {
        match note {
            Note::Clash { lost, .. } => {
                for who in Who::BOTH {
                    all[who as usize] += total(&lost[who as usize]);
                }
            }
            Note::Bombardment { rolled, lost } => all[rolled.who.other() as usize] += total(lost),
            Note::Guard { who, lost, .. } => all[*who as usize] += u32::from(*lost),
            // Where it takes the place of a factor that was told lost before, nothing more is lost.
            Note::Broke { who, cavalry: Some(_), instead: None, .. } => all[*who as usize] += 1,
            _ => {}
        }
    }
    all
}

/// Losses by corps: "Lombard Corps 2i, I Corps 1c".
pub(crate) fn by_corps(battle: &Battle, who: Who, lost: &Lost) -> String {
    let mut text = String::new();
    for (place, factors) in lost {
        let gap = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{gap}{} {factors}", corps(battle, who, *place));
    }
    text
}

/// Things that were read and are not the printed game's, as the engine names them.
pub(crate) fn unprinted(word: &str) -> String {
    match word {
        "casualty chart" => say!("casualty chart"),
        "chits" => say!("chits"),
        "assault" => say!("the tables of a storming"),
        "trivial combat" => say!("the tables of trivial combat"),
        "morale" => say!("morale levels"),
        "national morale" => say!("what +1 morale under these chits raises"),
        "pursuit" => say!("pursuit table"),
        "leaders" => say!("leader casualties"),
        "napoleon" => say!("Napoleon's own point"),
        "the night" => say!("the night between two days"),
        "ratings" => say!("tactical ratings"),
        "corps ratings" => say!("ratings of corps without a leader"),
        "terrain" => say!("terrain"),
        "guard" => say!("losses of the guard"),
        other => other.to_owned(),
    }
}
