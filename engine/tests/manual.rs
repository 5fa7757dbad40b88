//! That `docs/verifying.md` tells of every kind of line with its fields, and has the worked values: a stranger's verifier is written from it.
#![allow(clippy::unwrap_used)]

use crate::common::europa::left_to_the_bot;
use crate::common::{DAY, Play, founding, label, seat};
use crate::cuts::{rolls, with_a_stand_in, with_strongboxes};
use crate::everything::everything;
use crate::lodged::on_a_chain;
use crate::press::allowed_by;
use crate::stand_ins::against_a_stand_in;
use crate::verify::evening;
use engine::eia::Position;
use engine::eia::deals::{clause, lets_in};
use engine::table::deals::{Change, Terms};
use engine::table::forward::Amends;
use engine::table::forward::follow::follow;
use engine::table::press;
use engine::table::record::Extent;
use engine::table::{Act, Secret, Verb};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const MANUAL: &str = include_str!("../../docs/verifying.md");
const VECTORS: &str = include_str!("../../bot/tests/data/vectors.json");

/// The words in code marks.
fn words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The rows of the tables whose first cell is of this heading: what the first cell names, and what the second does.
fn table(heading: &str) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let rows = MANUAL.lines().skip_while(|line| !line.starts_with(heading)).skip(2);
    let mut table = BTreeMap::new();
    for row in rows.take_while(|row| row.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').collect();
        for name in words(cells[1]) {
            assert!(table.insert(name, words(cells[2]).collect()).is_none(), "{name} stands twice");
        }
    }
    table
}

/// A campaign that is played on once, and then closed when its notice has run out.
fn closed_by_notice() -> Play {
    let mut play = Play::in_months(2, |_| ());
    play.act(1, Act::GiveNotice);
    play.act(2, Act::PlayOn);
    play.act(1, Act::GiveNotice);
    let until = play.campaign.play.notice.as_ref().unwrap().until;
    play.clock_at(until);
    play
}

/// A campaign whose end is announced, put off once and comes.
fn ended() -> Play {
    let mut play = Play::in_months(3, |_| ());
    play.act(1, Act::Conclude);
    play.act(2, Act::Cast { vote: 1, option: 0 });
    play.clock_at(play.campaign.play.votes[&1].due);
    play.act(1, Act::PutOff);
    play.act(3, Act::PlayOn);
    play.clock_at(play.campaign.play.ending.as_ref().unwrap().until);
    play
}

/// A campaign without a clock in which nobody is left who does anything.
fn left_alone() -> Play {
    let mut play = Play::in_months(2, |_| ());
    play.clock_at(play.campaign.last_at + 7 * DAY);
    play
}

/// A campaign in which the bot carries out what two players agreed on.
fn dealt() -> Play {
    let mut play = Play::in_months(2, |founding| {
        founding.options["switches"] = json!({"politics": "kept"});
    });
    let now: Position = serde_json::from_value(play.position()).unwrap();
    let theirs = now.bidders(&seat(2));
    let pairs = now.bidders(&seat(1)).into_iter().flat_map(|one| theirs.iter().map(move |two| (one, *two)));
    let (one, two) = pairs.into_iter().find(|(one, two)| !now.are_at_war(*one, *two)).unwrap();
    let clauses = vec![clause(&seat(1), &lets_in(one, two)).unwrap()];
    let terms = Terms { clauses, ..Terms::default() };
    let verb = |change| Verb::Deal { change, salt: Secret::new([3; 32]) };
    play.must(1, verb(Change::Draft { with: vec![seat(2)], terms }));
    let deal = *play.campaign.deals.keys().next().unwrap();
    play.must(2, verb(Change::Sign { deal }));
    play.bot(Verb::Tick);
    play
}

/// A campaign in which something is published, signed and without a name.
fn published() -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let mut play = allowed_by(&founding(2, 0, options));
    play.act_saying(1, Act::Press, "Signed");
    let change = press::Change::Write { text: label("Without a name"), salt: Secret::new([5; 32]) };
    play.must(2, Verb::Press { change });
    play.clock_at(play.at + 2 * DAY);
    play
}

/// A campaign in which a fault is corrected forward.
fn corrected_forward() -> Play {
    let mut play = Play::in_months(2, |_| ());
    let (line, key) = (play.campaign.next_line, "vp/turkey".to_owned());
    play.act(1, Act::Tell { key: key.clone(), value: 12 });
    let amends = Amends::Value { line, key, value: 13 };
    let followed = Box::new(follow(&play.entries, &amends).unwrap());
    play.must(1, Verb::Forward { amends, followed, text: Some(label("Miscounted")) });
    play
}

/// The public parts of records in which everything of the table comes up.
fn lines() -> Vec<Value> {
    let plays = [
        everything(),
        evening(),
        rolls(),
        with_a_stand_in(true),
        with_strongboxes(true),
        closed_by_notice(),
        ended(),
        left_alone(),
        left_to_the_bot(),
        against_a_stand_in(),
        on_a_chain(),
        dealt(),
        published(),
        corrected_forward(),
    ];
    let files = plays.iter().map(|play| play.export(Extent::Public));
    files
        .flat_map(|file| file.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>())
        .map(|mut line| line["p"].take())
        .collect()
}

#[test]
fn every_kind_of_line_stands_in_the_manual_with_its_fields() {
    let (kinds, orders) = (table("| `k` |"), table("| `verb` |"));
    let mut seen = BTreeSet::new();
    // What no shipped game comes to stands in the record of one that was made up.
    let secrets = include_str!("../../bot/tests/data/secrets_closed.jsonl").lines();
    let secrets = secrets.chain(include_str!("../../bot/tests/data/war_closed.jsonl").lines());
    let secrets = secrets.map(|line| serde_json::from_str::<Value>(line).unwrap()["p"].take());
    for p in lines().into_iter().chain(secrets) {
        let kind = p["k"].as_str().unwrap();
        // What a game asks is the game's.
        if kind == "order" && p["verb"] == "game" {
            continue;
        }
        let (table, name, common) = match kind {
            "order" => (&orders, p["verb"].as_str().unwrap(), ["seals", "verb", "for"]),
            kind => (&kinds, kind, ["seals", "", ""]),
        };
        let fields = table.get(name).unwrap_or_else(|| panic!("{name} is not in the manual"));
        for field in p.as_object().unwrap().keys().map(String::as_str) {
            let known =
                ["k", "at", "by"].contains(&field) || common.contains(&field) || fields.contains(field);
            assert!(known, "{name} has {field}, which the manual does not tell");
        }
        seen.insert(name.to_owned());
    }
    // What no campaign here comes to: a chain that is spent, a restore, and a few orders.
    let rare = [
        "chain",
        "restored",
        "rules",
        "reopen",
        "order",
        "game",
        "left",
        "leave",
        "seal",
        "tell_all",
        "stand_in_acts",
    ];
    for name in kinds.keys().chain(orders.keys()).filter(|name| !rare.contains(name)) {
        assert!(seen.contains(*name), "{name} came up nowhere");
    }
    // Orders that come with a text are marked.
    let mut marked = BTreeSet::new();
    for row in MANUAL.lines().filter(|row| row.starts_with("| `")) {
        let parts: Vec<&str> = row.split('`').collect();
        marked.extend(
            parts.windows(2).filter(|pair| pair[1].trim_start().starts_with('″')).map(|pair| pair[0]),
        );
    }
    let with_texts: BTreeSet<String> = lines()
        .iter()
        .filter(|p| p["k"] == "order" && p.get("seals").is_some())
        .map(|p| p["verb"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(marked, with_texts.iter().map(String::as_str).collect());
}

#[test]
fn the_worked_values_are_those_of_the_vectors() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let mut values: Vec<String> = Vec::new();
    for (of, names) in [
        (&vectors["chain"], &["s_4", "s_3", "s_2", "s_1", "s_0_anchor"][..]),
        (&vectors["veil"], &["commitment", "salt_0", "salt_1"][..]),
        (&vectors["rolls"][0], &["canonical", "key", "result"][..]),
        (&vectors["veiled"], &["key", "result"][..]),
        (&vectors["seal"], &["canonical", "code"][..]),
        (&vectors["record"][0], &["canonical_p", "h"][..]),
    ] {
        for name in names {
            let value = &of[*name];
            values.push(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
    }
    let missing: Vec<&String> = values.iter().filter(|value| !MANUAL.contains(value.as_str())).collect();
    assert!(missing.is_empty() && values.len() == 17, "{missing:?}");
}
