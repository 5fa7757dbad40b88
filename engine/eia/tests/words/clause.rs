//! The sentences of a position: each can be given, and asserted.

use super::{Words, position};
use crate::common::sealing;
use engine::eia::land::forces::Factors;
use engine::eia::map::{Place, ProvinceId, find, plain};
use engine::eia::months::{MONTHS, Month};
use engine::eia::oob::{Held, StatusBox};
use engine::eia::politics::Pair;
use engine::eia::powers::Power;
use engine::eia::roster::Item;
use engine::eia::scenario;
use engine::eia::told::counters::Piece;
use engine::table::act::Act;
use engine::table::strongbox::{self, Given};
use engine::table::{Campaign, Secret, Verb, switches};
use serde_json::{Value, json};

/// What can be said, for who said something else.
const SENTENCES: &str = "a scenario (1805, 1853); a switch (economy kept); March 1805; land phase; talks; the terms envelopes; \
    Austria at war with France; Austria at war with Saxony; Austria at peace with France; Austria and Prussia allied [until March 1805]; \
    Austria and Prussia not allied; Saxony and Hesse are Austria's; Saxony is Austria's free state; Saxony is neutral; \
    France 34 VP; France 12 PP; France on F1; Spain $37; Prussia 4 MP; France −1 PP; \
    Vienna: Austria I 12i 2c, II, France Napoleon; off the map: Austria I; Prussia lets France in; France has [no] access to Saxony; \
    France is [not] dominant; France surrenders to Great Britain: exile, b4; France sues Great Britain, spared a1: b7, b5";

/// The steps of play that are no phase.
const STEPS: [&str; 11] = [
    "war",
    "calls",
    "peace",
    "cession",
    "minors",
    "talks",
    "surrender",
    "budget",
    "settling",
    "control",
    "neutrals",
];

/// A sentence.
#[derive(Clone, Debug)]
pub enum Clause {
    Scenario(String),
    Switch(String, String),
    Month(Month),
    Step(String),
    /// A round of envelopes of this name is open.
    Round(String),
    War(Power, Place),
    Peace(Power, Power),
    Allied(Power, Power, Option<Month>, bool),
    /// How provinces are held: `None` is as is likeliest of who has it.
    Held(ProvinceId, Option<Power>, bool),
    Worth(Power, Unit, i64),
    Changed(Power, Unit, i64),
    Stands(Option<Place>, Power, String, Option<Factors>),
    LetsIn(Power, Power),
    Access(Power, ProvinceId, bool),
    Dominant(Power, bool),
    /// The loser, the victor, what is spared where it is conditional, and what the victor takes.
    Treaty(Power, Power, Option<String>, Vec<String>),
}

/// What a power has so many of: PP in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Vp,
    Pp,
    Money,
    Manpower,
}

pub fn maybe_power(text: &str) -> Option<Power> {
    Power::meant(text)
        .filter(|power| {
            text.len() > 1 && !plain(text).is_empty() && power.key() != text.trim_end_matches('\'')
        })
        .or_else(|| Power::by_key(text))
}

#[track_caller]
pub fn power(text: &str) -> Power {
    maybe_power(text.trim()).unwrap_or_else(|| panic!("{text:?} is no power"))
}

/// The one place of a name: `Vienna`; `province Hanover` and `area Hanover` where there are two of it.
#[track_caller]
pub fn place(text: &str) -> Option<Place> {
    let (kind, name) = match text.split_once(' ') {
        Some((kind @ ("province" | "area" | "sea"), name)) => (Some(kind), plain(name)),
        _ => (None, plain(text)),
    };
    let is = |place: &Place| {
        let of_kind = |kind| {
            matches!(
                (kind, place),
                ("province", Place::Province(_)) | ("area", Place::Area(_)) | ("sea", Place::Sea(_))
            )
        };
        !name.is_empty()
            && plain(place.name()) == name
            && kind.map_or(!matches!(place, Place::Power(_) | Place::Combination(_)), of_kind)
    };
    let found: Vec<Place> = find(&name).into_iter().filter(is).collect();
    match found.as_slice() {
        [] => Place::by_key(text),
        [one] => Some(*one),
        // A province of one area has one name with it.
        several => several.iter().find(|one| matches!(one, Place::Area(_))).copied(),
    }
}

pub fn province(text: &str) -> Option<ProvinceId> {
    ProvinceId::by_key(text).or_else(|| ProvinceId::all().find(|one| plain(one.name()) == plain(text)))
}

pub fn month(text: &str) -> Option<Month> {
    let (name, year) = text.split_once(' ')?;
    let n = MONTHS.iter().position(|month| *month == name)? + 1;
    Month::try_from(format!("{year}-{n:02}")).ok()
}

/// The sentences of a text.
#[track_caller]
pub fn all(text: &str) -> Vec<Clause> {
    let mut all = Vec::new();
    for one in text.split(';').map(str::trim) {
        match read(one) {
            Some(clauses) => all.extend(clauses),
            None => panic!("{one:?} is not understood. There is: {SENTENCES}."),
        }
    }
    all
}

/// Powers with commas and *and* between them.
fn powers(text: &str) -> Option<Vec<Power>> {
    text.split(" and ").flat_map(|part| part.split(", ")).map(maybe_power).collect()
}

fn read(text: &str) -> Option<Vec<Clause>> {
    if scenario::by_key(text).is_some() {
        return Some(vec![Clause::Scenario(text.to_owned())]);
    }
    if let Some(month) = month(text) {
        return Some(vec![Clause::Month(month)]);
    }
    if let Some(switch) = switch(text) {
        return Some(vec![switch]);
    }
    let step = text.strip_suffix(" phase").or(Some(text).filter(|step| STEPS.contains(step)));
    if let Some(step) = step.filter(|step| !step.contains(' ')) {
        return Some(vec![Clause::Step(step.to_owned())]);
    }
    if let Some(round) = text.strip_prefix("the ").and_then(|text| text.strip_suffix(" envelopes")) {
        return Some(vec![Clause::Round(round.to_owned())]);
    }
    treaty(text)
        .or_else(|| between(text))
        .or_else(|| of_land(text))
        .or_else(|| worth(text))
        .or_else(|| standing(text))
}

fn switch(text: &str) -> Option<Clause> {
    let (key, way) = text.rsplit_once(' ')?;
    let switch = switches::of("eia").find(|switch| switch.key == key.replace(' ', "_"))?;
    switch.ways.iter().find(|(known, _)| *known == way)?;
    Some(Clause::Switch(switch.key.to_owned(), way.to_owned()))
}

fn treaty(text: &str) -> Option<Vec<Clause>> {
    let (who, terms) = text.split_once(": ")?;
    let terms = terms.split(", ").map(str::to_owned).collect();
    if let Some((loser, victor)) = who.split_once(" surrenders to ") {
        return Some(vec![Clause::Treaty(maybe_power(loser)?, maybe_power(victor)?, None, terms)]);
    }
    let (loser, rest) = who.split_once(" sues ")?;
    let (victor, spared) = rest.split_once(", spared ")?;
    Some(vec![Clause::Treaty(maybe_power(loser)?, maybe_power(victor)?, Some(spared.to_owned()), terms)])
}

/// What is between powers.
fn between(text: &str) -> Option<Vec<Clause>> {
    if let Some((of, on)) = text.split_once(" at war with ") {
        let foe =
            |one: &str| maybe_power(one).map(Place::Power).or_else(|| province(one).map(Place::Province));
        let foes: Vec<Place> =
            on.split(" and ").flat_map(|part| part.split(", ")).map(foe).collect::<Option<_>>()?;
        return Some(
            powers(of)?
                .into_iter()
                .flat_map(|one| foes.iter().map(move |on| Clause::War(one, *on)))
                .collect(),
        );
    }
    if let Some((of, with)) = text.split_once(" at peace with ") {
        let with = powers(with)?;
        return Some(
            powers(of)?
                .into_iter()
                .flat_map(|one| with.iter().map(move |on| Clause::Peace(one, *on)))
                .collect(),
        );
    }
    if let Some((by, of)) = text.strip_suffix(" in").and_then(|text| text.split_once(" lets ")) {
        return Some(vec![Clause::LetsIn(maybe_power(by)?, maybe_power(of)?)]);
    }
    if let Some(who) = text.strip_suffix(" is dominant") {
        return Some(vec![Clause::Dominant(maybe_power(who)?, true)]);
    }
    if let Some(who) = text.strip_suffix(" is not dominant") {
        return Some(vec![Clause::Dominant(maybe_power(who)?, false)]);
    }
    let (pair, until) = match text.split_once(" allied until ") {
        Some((pair, until)) => (pair, Some(month(until)?)),
        None => (text.strip_suffix(" allied")?, None),
    };
    let (pair, are) = pair.strip_suffix(" not").map_or((pair, true), |pair| (pair, false));
    let [one, other] = powers(pair)?.try_into().ok()?;
    Some(vec![Clause::Allied(one, other, until, are)])
}

/// Who has what.
fn of_land(text: &str) -> Option<Vec<Clause>> {
    if let Some((who, what)) = text.split_once(" has access to ") {
        return Some(vec![Clause::Access(maybe_power(who)?, province(what)?, true)]);
    }
    if let Some((who, what)) = text.split_once(" has no access to ") {
        return Some(vec![Clause::Access(maybe_power(who)?, province(what)?, false)]);
    }
    let (what, who) = text.split_once(" is ").or_else(|| text.split_once(" are "))?;
    let all =
        what.split(" and ").flat_map(|part| part.split(", ")).map(province).collect::<Option<Vec<_>>>()?;
    let (who, is_free) = who
        .strip_suffix(" free state")
        .or(who.strip_suffix(" free states"))
        .map_or((who, false), |who| (who, true));
    let owner = match who {
        "neutral" => None,
        _ => Some(maybe_power(who.strip_suffix("'s")?)?),
    };
    Some(all.into_iter().map(|one| Clause::Held(one, owner, is_free)).collect())
}

/// So many of something, or so many more or fewer.
fn worth(text: &str) -> Option<Vec<Clause>> {
    if let Some((who, at)) = text.split_once(" on ") {
        let number = 2 * i64::from(StatusBox::read(at)?.number());
        return Some(vec![Clause::Worth(maybe_power(who)?, Unit::Pp, number)]);
    }
    let (rest, unit) = match text.rsplit_once(' ')? {
        (rest, "VP") => (rest, Unit::Vp),
        (rest, "PP") => (rest, Unit::Pp),
        (rest, "MP") => (rest, Unit::Manpower),
        (_, money) if money.contains('$') => (text, Unit::Money),
        _ => return None,
    };
    let (who, number) = rest.rsplit_once(' ')?;
    let number = number.replace('−', "-").replace('$', "");
    let is_change = number.starts_with(['+', '-', '±']);
    let (whole, half) = number.strip_suffix('½').map_or((number.as_str(), 0), |whole| (whole, 1));
    let whole: i64 = whole.trim_start_matches('±').parse().ok()?;
    let number = match unit {
        Unit::Pp if whole < 0 => 2 * whole - half,
        Unit::Pp => 2 * whole + half,
        _ => whole,
    };
    let who = powers(who)?;
    let one = |power| {
        if is_change { Clause::Changed(power, unit, number) } else { Clause::Worth(power, unit, number) }
    };
    Some(who.into_iter().map(one).collect())
}

/// Counters in a place, with what is in them: `Vienna: Austria I 12i 2c, II`.
fn standing(text: &str) -> Option<Vec<Clause>> {
    let (at, counters) = text.split_once(": ")?;
    let at = if at == "off the map" { None } else { Some(place(at)?) };
    let mut of: Option<Power> = None;
    let mut all = Vec::new();
    for counter in counters.split(", ") {
        let words: Vec<&str> = counter.split(' ').collect();
        let longest = (1..words.len()).rev().find_map(|n| Some((maybe_power(&words[..n].join(" "))?, n)));
        let (power, words) = match longest {
            Some((power, n)) => (power, &words[n..]),
            None => (of?, &words[..]),
        };
        of = Some(power);
        let end = words
            .iter()
            .position(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .unwrap_or(words.len());
        let inside = words[end..].join(" ");
        let inside = if inside.is_empty() { None } else { Some(Factors::read(&inside).ok()?) };
        all.push(Clause::Stands(at, power, words[..end].join(" "), inside));
    }
    Some(all)
}

/// The whole name of a counter in the order of battle: `I` is `I Corps`.
fn whole_name(words: &Words, power: Power, name: &str) -> String {
    let scenario = words.play.campaign.founded.scenario.clone();
    let all = ["", " Corps", " Fleet"].map(|more| format!("{name}{more}"));
    let known = all.iter().find(|name| Piece::of_the_order(&scenario, power, name).is_some());
    known.cloned().unwrap_or_else(|| name.to_owned())
}

impl Clause {
    /// Whether it is chosen at the founding.
    pub fn is_of_the_founding(&self) -> bool {
        matches!(self, Clause::Scenario(_) | Clause::Switch(..))
    }

    /// Whether it is declared on the political sheets.
    pub fn is_declared(&self) -> bool {
        matches!(self, Clause::War(..))
    }
}

/// What a power's player sees in his purse.
fn purse(words: &Words, campaign: &Campaign, power: Power, field: &str) -> Option<i64> {
    let position = words.seen(campaign, power).game.value();
    position.pointer(&format!("/economy/purses/{}/{field}", power.key()))?.as_i64()
}

/// What lies in its player's strongbox.
fn things(words: &Words, campaign: &Campaign, power: Power) -> Vec<Item> {
    let kept = words.seen(campaign, power).strongbox.map(|of| of.strongbox.items).unwrap_or_default();
    kept.values().filter_map(|kept| kept.item.as_thing()).collect()
}

/// How many of something a power has in a campaign.
fn has(words: &Words, campaign: &Campaign, power: Power, unit: Unit) -> i64 {
    let position = position(campaign);
    let kept = |item: Item| match (item, unit) {
        (Item::Treasury { money, .. }, Unit::Money) => Some(money),
        (Item::Manpower { points, .. }, Unit::Manpower) => Some(points.into()),
        _ => None,
    };
    let purse = |field: &str| purse(words, campaign, power, field);
    let in_the_box = || things(words, campaign, power).into_iter().find_map(kept);
    match unit {
        Unit::Vp => position.vp.get(&power).copied().unwrap_or(0),
        Unit::Pp => position.pp_of(power),
        Unit::Money => purse("money").or_else(in_the_box).unwrap_or(0),
        Unit::Manpower => purse("manpower").or_else(in_the_box).unwrap_or(0),
    }
}

/// Whether it is so now, and what is.
pub fn is_so(words: &Words, clause: &Clause) -> (bool, String) {
    let now = words.now();
    let is = |is: bool| (is, if is { "so" } else { "otherwise" }.to_owned());
    match clause {
        Clause::Scenario(key) => is(words.play.campaign.founded.scenario == *key),
        Clause::Switch(key, way) => {
            let switch = switches::by_key(key).unwrap();
            let set = words.play.campaign.public_view().switches.clone();
            (switch.stands(&set) == way, switch.stands(&set).to_owned())
        }
        Clause::Month(month) => {
            (now.month() == Some(*month), format!("{:?}", now.month().map(|month| month.name())))
        }
        Clause::Step(step) => (words.step() == *step, words.step()),
        Clause::Round(name) => {
            let rounds = words.play.campaign.public_view().rounds;
            let all: Vec<String> = rounds.into_iter().map(|round| round.round).collect();
            (all.iter().any(|round| round.split('/').any(|part| part == name)), format!("{all:?}"))
        }
        Clause::War(of, Place::Power(on)) => is(now.are_at_war(*of, *on)),
        Clause::War(of, Place::Province(on)) => {
            is(now.minor_wars().any(|war| (war.by, war.on) == (*of, *on)))
        }
        Clause::War(..) => unreachable!("war is with a power or a minor country"),
        Clause::Peace(of, with) => is(!now.are_at_war(*of, *with)),
        Clause::Allied(of, with, until, are) => {
            let ends = now
                .politics
                .alliances
                .iter()
                .find(|one| one.pair == Pair::of(*of, *with))
                .and_then(|one| one.until);
            (
                now.are_allied(*of, *with) == *are && until.is_none_or(|until| ends == Some(until)),
                format!("{ends:?}"),
            )
        }
        Clause::Held(what, who, is_free) => {
            let wanted = match who {
                None => Held::Neutral,
                Some(who) if *is_free => Held::Free(*who),
                Some(who) => now.board.had_by(*what, *who),
            };
            (now.held(*what) == wanted, format!("{:?}", now.held(*what)))
        }
        Clause::Worth(of, unit, wanted) => {
            let has = has(words, &words.play.campaign, *of, *unit);
            (has == *wanted, format!("{has}{}", if *unit == Unit::Pp { " halves" } else { "" }))
        }
        Clause::Changed(of, unit, wanted) => {
            let of = |campaign| has(words, campaign, *of, *unit);
            let changed = of(&words.play.campaign) - of(&words.before);
            (changed == *wanted, format!("{changed:+}{}", if *unit == Unit::Pp { " halves" } else { "" }))
        }
        Clause::Stands(at, of, name, inside) => {
            let name = whole_name(words, *of, name);
            let stands = now.counters_of(*of).get(&name).map(|counter| counter.place.clone());
            let kept = things(words, &words.play.campaign, *of).into_iter().find_map(|item| match item {
                Item::Corps { name: known, factors, .. } if known == name => Factors::kept(&factors).ok(),
                _ => None,
            });
            let holds = inside.is_none() || *inside == kept;
            (stands == at.map(Place::key) && holds, format!("{stands:?} with {kept:?}"))
        }
        Clause::LetsIn(by, of) => {
            is(now.politics.access.grants.iter().any(|grant| (grant.by, grant.to) == (*by, *of)))
        }
        Clause::Access(who, what, has) => is(now.has_access(*who, *what) == *has),
        Clause::Dominant(who, wanted) => is(now.is_dominant(*who) == *wanted),
        Clause::Treaty(loser, victor, _, terms) => {
            let of = |treaty: &&engine::eia::politics::treaty::Treaty| treaty.loser == *loser;
            let treaties = now.politics.treaties.iter().filter(of);
            let all: Vec<String> = treaties
                .flat_map(|treaty| now.in_force(treaty).collect::<Vec<_>>())
                .filter(|(of, _)| of == victor)
                .map(|(_, term)| term.key().to_owned())
                .collect();
            (terms.iter().all(|term| all.contains(term)), format!("{all:?}"))
        }
    }
}

/// Makes all of it so, one sentence after another. What is declared in one month stands on the same sheets.
#[track_caller]
pub fn establish_all(words: &mut Words, clauses: impl Iterator<Item = Clause>) {
    let mut rest = clauses.peekable();
    while let Some(clause) = rest.next() {
        let mut declared = vec![clause];
        while declared[0].is_declared() && rest.peek().is_some_and(Clause::is_declared) {
            declared.extend(rest.next());
        }
        establish(words, &declared);
    }
}

/// Makes it so by orders that any player could give. Several are declared on the sheets of one month.
#[track_caller]
fn establish(words: &mut Words, clauses: &[Clause]) {
    if clauses.iter().all(|clause| is_so(words, clause).0) {
        return;
    }
    match &clauses[0] {
        Clause::War(..) => declare(words, clauses),
        clause => establish_one(words, clause),
    }
    for clause in clauses {
        let (is, what) = is_so(words, clause);
        assert!(is, "{clause:?} was given, and is not so: {what}");
    }
}

/// Step by step until it is so.
#[track_caller]
fn passes(words: &mut Words, what: &str, is: impl Fn(&Words) -> bool) {
    for _ in 0..400 {
        if is(words) {
            return;
        }
        words.goes_on();
    }
    panic!("{what} never comes");
}

fn declare(words: &mut Words, clauses: &[Clause]) {
    passes(words, "the month's war sheets", |words| words.step() == "war");
    let round = words.play.campaign.public_view().rounds[0].round.clone();
    let mut sheets: std::collections::BTreeMap<Power, Value> = Default::default();
    for clause in clauses.iter().filter(|clause| !is_so(words, clause).0) {
        let Clause::War(of, on) = clause else { unreachable!() };
        let (key, chosen) = match on {
            Place::Power(on) => (format!("war/{}", of.key()), on.key().to_owned()),
            on => (format!("attack/{}", of.key()), on.key()),
        };
        let sheet = sheets.entry(*of).or_insert_with(|| json!({}));
        match &mut sheet[&key] {
            Value::Array(all) => all.push(json!(chosen)),
            empty => *empty = json!([chosen]),
        }
    }
    for (of, sheet) in &sheets {
        let person = words.player(*of);
        words.play.must(person, sealing(&round, sheet));
    }
    words.goes_on();
}

fn establish_one(words: &mut Words, clause: &Clause) {
    match clause {
        Clause::Month(month) => passes(words, &month.name(), |words| words.now().month() == Some(*month)),
        Clause::Step(step) => passes(words, step, |words| words.step() == *step),
        Clause::Round(_) => passes(words, "the round", |words| is_so(words, clause).0),
        Clause::Held(what, who, is_free) => {
            let place = format!("province/{}", what.key());
            let told = match who {
                None => json!({"control": "nobody", "place": place}),
                Some(who) if *is_free => {
                    json!({"control": "tell", "place": place, "power": who.key(), "how": "free"})
                }
                Some(who) => json!({"control": "tell", "place": place, "power": who.key()}),
            };
            let by = words.now().major_powers().next().unwrap();
            orders(words, by, told);
        }
        Clause::Allied(of, with, until, true) => {
            proposed(words, [*of, *with], "alliance", *until);
        }
        Clause::Peace(of, with) => proposed(words, [*of, *with], "peace", None),
        Clause::LetsIn(by, of) => {
            orders(words, *by, json!({"access": "grant", "power": by.key(), "to": of.key()}))
        }
        Clause::Access(of, what, true) => {
            let by = words.now().held(*what).by().unwrap();
            let order = json!({"access": "grant", "power": by.key(), "to": of.key(), "only": what.key()});
            orders(words, by, order);
        }
        Clause::Worth(of, unit @ (Unit::Vp | Unit::Pp), value) => {
            let key = format!("{}/{}", if *unit == Unit::Vp { "vp" } else { "pp" }, of.key());
            words.acts(*of, Act::Tell { key, value: *value });
        }
        Clause::Worth(of, unit, value) => is_worth(words, *of, *unit, *value),
        Clause::Stands(at, of, name, inside) => {
            let name = whole_name(words, *of, name);
            match at {
                Some(at) => orders(
                    words,
                    *of,
                    json!({"counter": "place", "power": of.key(), "name": name, "place": at.key()}),
                ),
                None => orders(words, *of, json!({"counter": "remove", "power": of.key(), "name": name})),
            }
            if let Some(inside) = inside {
                let factors =
                    inside.each().filter(|(_, n)| *n > 0).map(|(sort, n)| (sort.key().to_owned(), n.into()));
                keeps(words, *of, Item::Corps { name, power: None, factors: factors.collect() });
            }
        }
        Clause::Treaty(loser, victor, spared, terms) => {
            sues(words, *loser, *victor, spared.as_deref(), terms)
        }
        clause => panic!("{clause:?} can be asserted, and not be given"),
    }
}

/// Two propose it to one another in the talks.
fn proposed(words: &mut Words, pair: [Power; 2], state: &str, until: Option<Month>) {
    passes(words, "talks", |words| words.step() == "talks");
    for (of, with) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        let mut order = json!({"politics": "propose", "power": of.key(), "with": with.key(), "state": state});
        if let Some(until) = until {
            order["until"] = json!(until);
        }
        orders(words, of, order);
    }
}

fn orders(words: &mut Words, power: Power, order: Value) {
    let person = words.player(power);
    words.play.must(person, Verb::Game(order));
}

fn keeps(words: &mut Words, of: Power, item: Item) {
    let act = strongbox::Act::Keep { items: vec![Given::thing(&item)], whole: false, revision: None };
    let person = words.player(of);
    words.play.must(person, Verb::Strongbox { act, salt: Secret::new([7; 32]) });
}

/// A treasury is put right where the bot keeps it, and lies in a strongbox where it does not.
fn is_worth(words: &mut Words, of: Power, unit: Unit, value: i64) {
    let (key, item) = match unit {
        Unit::Money => ("treasury", Item::Treasury { power: None, money: value }),
        _ => ("saved", Item::Manpower { power: None, points: u32::try_from(value).unwrap() }),
    };
    let field = if unit == Unit::Money { "money" } else { "manpower" };
    if purse(words, &words.play.campaign, of, field).is_none() {
        return keeps(words, of, item);
    }
    let key = format!("{key}/{}", of.key());
    let put_right = words.play.campaign.public_view().values.iter().find(|one| one.key == key).unwrap().now;
    let value = put_right + value - has(words, &words.play.campaign, of, unit);
    let person = words.player(of);
    let other = person % words.play.seats() + 1;
    words.play.act_saying(other, Act::Correct { key, value }, "given");
    words.play.all_agree();
}

/// A power sues another, which takes these terms: unconditionally, or with one term spared.
fn sues(words: &mut Words, loser: Power, victor: Power, spared: Option<&str>, terms: &[String]) {
    passes(words, "the month's war sheets", |words| words.step() == "war");
    let (l, v) = (loser.key(), victor.key());
    let seals = |words: &mut Words, power: Power, sheet: Value| {
        let round = words.play.campaign.public_view().rounds[0].round.clone();
        let person = words.player(power);
        words.play.must(person, sealing(&round, &sheet));
    };
    seals(words, loser, json!({format!("sue/{l}"): [v]}));
    loop {
        words.goes_on();
        let Some(round) = words.play.campaign.public_view().rounds.first().map(|round| round.round.clone())
        else {
            return;
        };
        match round.rsplit('/').next().unwrap() {
            "demand" if spared.is_none() => seals(words, victor, json!({format!("unconditional/{v}"): [l]})),
            "yield" if spared.is_none() => seals(words, loser, json!({format!("yield/{l}"): [v]})),
            "terms" => {
                let wish = |(n, term): (usize, &String)| (format!("wish/{v}/{l}/{}", n + 1), json!(term));
                seals(words, victor, Value::Object(terms.iter().enumerate().map(wish).collect()));
                if let Some(spared) = spared {
                    seals(words, loser, json!({format!("spare/{l}"): spared}));
                }
            }
            _ => {}
        }
    }
}
