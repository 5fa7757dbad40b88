//! The values of land warfare that are not the printed game's, a page for each chart of them, narrow enough for a phone.

use crate::battle::present::words::{attack, defence, terrain};
use eia::chits::{Attack, Defence, Terrain};
use eia::economy::values::{MONEY, is_of_the_economy, money_key};
use eia::homeland::{MANPOWER, basis, key};
use eia::land::battle::Kind;
use eia::land::values::{Arm, Changes, LandValue};
use eia::map::ProvinceId;
use eia::nations::Nation;
use eia::oob::values::is_of_the_order;
use eia::powers::Power;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::facts::Origin;
use table::typed::Unprinted;
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::column;
use table_commands::present::typed::{amount, unprinted};
use table_commands::{say, speech};

/// A page of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Morale and ratings of the powers, and of sorts that are alike in all nations.
    Powers,
    /// Morale of the minor countries.
    Minors,
    /// Pursuit.
    Pursuit,
    /// Chits.
    Chits,
    /// Tactical ratings, terrain and guard.
    Rolls,
    /// The order of battle, which has a card of its own.
    Forces,
    /// Money and manpower of provinces: what they are taxed, and what prices breech-loading rifles.
    Homelands,
    /// Prices, upkeep and the tables of the economic phase.
    Economy,
}

impl Page {
    /// All of them.
    pub const ALL: [Page; 8] = [
        Page::Powers,
        Page::Minors,
        Page::Pursuit,
        Page::Chits,
        Page::Rolls,
        Page::Forces,
        Page::Homelands,
        Page::Economy,
    ];

    /// The page of a value; `None` for one that stands in the list by its name.
    #[must_use]
    pub fn of(key: &str) -> Option<Page> {
        if is_of_the_order(key) {
            return Some(Page::Forces);
        }
        if key.starts_with(MANPOWER) || key.starts_with(MONEY) {
            return Some(Page::Homelands);
        }
        if is_of_the_economy(key) {
            return Some(Page::Economy);
        }
        match LandValue::by_key(key)? {
            LandValue::Morale { .. } | LandValue::Rating { .. } | LandValue::Troop(_) => Some(Page::Powers),
            LandValue::Minor { .. } => Some(Page::Minors),
            LandValue::PursuitLost { .. } | LandValue::Pursuit { .. } => Some(Page::Pursuit),
            LandValue::Chits { .. } | LandValue::WithoutChits { .. } => Some(Page::Chits),
            LandValue::Rated { .. } | LandValue::Ground { .. } | LandValue::Guard { .. } => Some(Page::Rolls),
            LandValue::Night
            | LandValue::Hit
            | LandValue::Killed
            | LandValue::PerCorps
            | LandValue::MostPoints
            | LandValue::Napoleon => None,
        }
    }

    /// The machine word: `minors`.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["powers", "minors", "pursuit", "chits", "rolls", "forces", "homelands", "economy"][self as usize]
    }

    /// Its title.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Page::Powers => say!("Morale and ratings"),
            Page::Minors => say!("Morale of minor countries"),
            Page::Pursuit => say!("Pursuit"),
            Page::Chits => say!("Chits"),
            Page::Rolls => say!("Ratings, terrain, guard"),
            Page::Forces => say!("Order of battle"),
            Page::Homelands => say!("Manpower of home provinces"),
            Page::Economy => say!("Prices and economy"),
        }
    }

    /// What the button does that shows it.
    pub(crate) fn verb(self) -> String {
        format!("typed/page/{}", self.key())
    }
}

/// The values by what they are.
struct Known {
    values: BTreeMap<String, Unprinted>,
}

impl Known {
    /// A value in a column so wide: with a star where the group typed it, and blank where it is none of the list.
    fn cell(&self, value: LandValue, width: usize) -> String {
        let shown = self.values.get(&value.key()).map_or(String::new(), |value| {
            let star = if value.origin == Origin::Typed { "*" } else { "" };
            format!("{star}{}", value.written.show(value.now, speech::decimal()))
        });
        format!("{shown:>width$}")
    }

    fn cells(&self, values: impl IntoIterator<Item = LandValue>, width: usize) -> String {
        values.into_iter().map(|value| self.cell(value, width)).collect()
    }
}

/// A page as this campaign has it, 40 characters wide.
#[must_use]
pub fn page(scene: &Scene<'_>, page: Page) -> Message {
    let values = unprinted(scene).into_iter().map(|value| (value.key.clone(), value)).collect();
    let known = Known { values };
    let mut text = match page {
        Page::Powers => powers(&known, &crate::bid::present::powers(&scene.public)),
        Page::Minors => minors(&known),
        Page::Pursuit => pursuit(&known),
        Page::Chits => chits(&known),
        Page::Rolls => rolls(&known),
        Page::Forces => return crate::forces::present::page(scene),
        Page::Economy => economy(&known),
        Page::Homelands => {
            homelands(&known, &scene.public.scenario, &crate::bid::present::powers(&scene.public))
        }
    };
    let mut on_it = known.values.values().filter(|value| Page::of(&value.key) == Some(page));
    if on_it.any(|value| value.origin == Origin::Typed) {
        let _ = write!(text, "\n-# \\* {}", speech::word(Origin::Typed.says()));
    }
    let others = Page::ALL.into_iter().filter(|other| *other != page);
    let mut buttons: Vec<Component> =
        others.map(|other| scene.button(Look::Secondary, &other.title(), 0, &other.verb())).collect();
    buttons.push(scene.button(Look::Secondary, &say!("Not as printed"), 0, "typed/list"));
    Message::default().with(Embed::new(&page.title(), text).footer(&scene.record())).buttons(buttons)
}

fn block(lines: &[String]) -> String {
    format!("\n```\n{}\n```", lines.join("\n"))
}

fn powers(known: &Known, powers: &[Power]) -> String {
    let line = |power: Power| {
        let morale = |arm| [false, true].map(|dominant| LandValue::Morale { power, arm, dominant });
        let ratings = [false, true].map(|tactical| LandValue::Rating { power, tactical });
        let all = morale(Arm::Infantry).into_iter().chain(morale(Arm::Cavalry));
        let name = column(&crate::names::called(power), 13);
        format!("{name}{}{}", known.cells(all, 5), known.cells(ratings, 3))
    };
    let lines: Vec<String> = powers.iter().copied().map(line).collect();
    let others = known.values.values().filter(|value| {
        matches!(
            LandValue::by_key(&value.key),
            Some(LandValue::Troop(_) | LandValue::Morale { arm: Arm::Feudal, .. })
        )
    });
    let others: Vec<String> = others
        .map(|value| {
            let star = if value.origin == Origin::Typed { "*" } else { "" };
            let shown = format!("{star}{}", amount(value, value.now));
            format!("{} {shown:>5}", column(&speech::said(&value.name), 34))
        })
        .collect();
    let columns = say!(
        "Infantry: not dominant, dominant. Cavalry: the same. Then the strategic and the tactical rating of corps without a leader."
    );
    format!("{columns}{}{}", block(&lines), block(&others))
}

fn minors(known: &Known) -> String {
    let line = |nation: Nation| {
        let of = |trained| [Arm::Infantry, Arm::Cavalry].map(|arm| LandValue::Minor { nation, arm, trained });
        let all = of(false).into_iter().chain(of(true));
        let line = format!("{}{}", column(&speech::word(&nation.name()), 20), known.cells(all, 5));
        line.trim_end().to_owned()
    };
    let minors = Nation::all().filter(|nation| matches!(nation, Nation::Minor(_)));
    let lines: Vec<String> = minors.map(line).collect();
    format!("{}{}", say!("Infantry, cavalry; then the same once Britain has trained them."), block(&lines))
}

/// Money and manpower of provinces by power, as far as the campaign needs them, and those of the minor countries.
fn homelands(known: &Known, scenario: &str, powers: &[Power]) -> String {
    let cell = |key: String, width: usize| {
        let shown = known.values.get(&key).map_or(String::new(), |value| {
            let star = if value.origin == Origin::Typed { "*" } else { "" };
            format!("{star}{}", value.now)
        });
        format!("{shown:>width$}")
    };
    let shown = |province: ProvinceId| {
        let cells = format!("{}{}", cell(money_key(province), 5), cell(key(province), 5));
        let is_known = !cells.trim().is_empty();
        is_known.then(|| format!("{}{}", column(province.name(), 20), cells.trim_end()))
    };
    let mut text = if known.values.keys().any(|key| key.starts_with(MONEY)) {
        say!("$ and MP of each in an economic phase.")
    } else {
        say!("MP of each, which price breech-loading rifles: $10 for each MP.")
    };
    for power in powers {
        let lines: Vec<String> = basis(scenario, *power).into_iter().filter_map(shown).collect();
        if !lines.is_empty() {
            let _ = write!(text, "\n**{}**{}", crate::names::called(power), block(&lines));
        }
    }
    let minors = ProvinceId::all().filter(|province| province.on_map().is_minor());
    let minors: Vec<String> = minors.filter_map(shown).collect();
    if !minors.is_empty() {
        let _ = write!(text, "\n**{}**{}", say!("Minor countries"), block(&minors));
    }
    text
}

/// Prices, upkeep and the tables of the economic phase, a line each.
fn economy(known: &Known) -> String {
    let of_it = known.values.values().filter(|value| Page::of(&value.key) == Some(Page::Economy));
    let lines: Vec<String> = of_it
        .map(|value| {
            let star = if value.origin == Origin::Typed { "*" } else { "" };
            let shown = format!("{star}{}", amount(value, value.now));
            format!("{} {shown:>6}", column(&speech::said(&value.name), 33))
        })
        .collect();
    block(&lines)
}

fn pursuit(known: &Known) -> String {
    let head = |label: String, columns: &[&str], width: usize| {
        let columns: String = columns.iter().map(|column| format!("{column:>width$}")).collect();
        format!("{label:<9}{columns}")
    };
    let mut lost = vec![head(say!("class"), &["1", "2", "3+"], 5)];
    lost.extend((1..=5).rev().map(|class: u8| {
        let all = (1..=3).map(|rounds| LandValue::PursuitLost { class, rounds });
        format!("{class:<9}{}", known.cells(all, 5))
    }));
    let mut percent = vec![head(say!("class"), &["1", "2", "3", "4", "5", "6"], 5)];
    percent.extend((1..=5).rev().map(|class: u8| {
        let all = (1..=6).map(|die| LandValue::Pursuit { class, die });
        format!("{class:<9}{}", known.cells(all, 5))
    }));
    format!(
        "{}{}\n{}{}",
        say!("The most morale that the victor may have lost for a class, by rounds fought."),
        block(&lost),
        say!("Percent of the pursuing cavalry, by class and die."),
        block(&percent)
    )
}

fn chits(known: &Known) -> String {
    let mut text =
        say!("Tables of rounds 1 to 3; then those of rounds 2 and 3 once an outflanking force is there.");
    for pair in Attack::ALL.into_iter().flat_map(|attack| Defence::ALL.map(|defence| (attack, defence))) {
        for river in [false, true] {
            let tables = |side: usize| {
                let (attack, defence) = pair;
                let of = |arrived, round| LandValue::Chits { attack, defence, river, side, arrived, round };
                let rounds = known.cells((1..=3).map(|round| of(false, round)), 5);
                let arrived = known.cells((2..=3).map(|round| of(true, round)), 5);
                (!rounds.trim().is_empty()).then(|| format!("{rounds} {arrived}").trim_end().to_owned())
            };
            let (Some(first), Some(second)) = (tables(0), tables(1)) else { continue };
            let lines = [(say!("attacker"), first), (say!("defender"), second)]
                .map(|(side, tables)| format!("{}{tables}", column(&side, 10)));
            let both = say!("{} against {}", attack(pair.0), defence(pair.1));
            let both = if river { say!("{}, across a river", both) } else { both };
            let _ = write!(text, "\n**{both}**");
            text.push_str(&block(&lines));
        }
    }
    for (kind, name) in [(Kind::Assault, say!("Storming")), (Kind::Trivial, say!("Trivial combat"))] {
        let lines = [say!("attacker"), say!("defender")].into_iter().enumerate().map(|(side, of)| {
            let all = (1..=3).map(|round| LandValue::WithoutChits { kind, side, round });
            format!("{}{}", column(&of, 10), known.cells(all, 5))
        });
        let _ = write!(text, "\n**{name}**");
        text.push_str(&block(&lines.collect::<Vec<_>>()));
    }
    text
}

fn rolls(known: &Known) -> String {
    let mut rated = vec![format!("{:<4}{}", "", (0..=5).map(|n| format!("{n:>5}")).collect::<String>())];
    rated.extend((0..=5).map(|own| {
        let all = (0..=5).map(|enemy| LandValue::Rated { own, enemy });
        format!("{own:<4}{}", known.cells(all, 5))
    }));
    // Attacker and defender, casualty and morale level: aC, dC, aM, dM; then outflanking, reinforcing, guns.
    let heads =
        [say!("aC"), say!("dC"), say!("aM"), say!("dM"), say!("out"), say!("re"), say!("gun")].into_iter();
    let heads: String = heads.map(|head| format!("{head:>4}")).collect();
    let mut ground = vec![format!("{}{heads}", column("", 12))];
    ground.extend(Terrain::ALL.map(|of| {
        let all = Changes::ALL.map(|changes| LandValue::Ground { terrain: of, changes });
        format!("{}{}", column(&terrain(of), 12), known.cells(all, 4))
    }));
    let mut guard = vec![format!("{:<4}{}", "", (1..=6).map(|n| format!("{n:>5}")).collect::<String>())];
    guard.extend([1, 2].map(|shift| {
        let all = (1..=6).map(|die| LandValue::Guard { shift, die });
        format!("+{shift}  {}", known.cells(all, 5))
    }));
    format!(
        "{}{}\n{}{}\n{}{}",
        say!("What a tactical rating, by line, adds to the die against another."),
        block(&rated),
        say!(
            "What terrain adds: aC, dC to the casualty level of attacker and defender; aM, dM to their morale level; out, re to the rating for outflanking and for reinforcing. gun: artillery bombards (1) or not (0)."
        ),
        block(&ground),
        say!("Guard lost, by levels and die."),
        block(&guard)
    )
}
