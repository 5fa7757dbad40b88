//! Runs the stand-alone verifier page in headless Chromium: the worked values of the fair-play formulas, a record made
//! by a Python program that shares nothing with the page, that record damaged in 200 places, and records that are
//! hashed properly but break a rule.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use std::path::Path;

use crate::common::chromium::{browser as chromium, open, text_of};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../src/verify_page.html");
const RECORD: &[u8] = include_bytes!("data/record.jsonl");
const VECTORS: &str = include_str!("data/vectors.json");
const VECTORS_HARNESS: &str = include_str!("data/vectors_harness.js");
const FLIPS_HARNESS: &str = include_str!("data/flips_harness.js");
const FORGERIES_HARNESS: &str = include_str!("data/forgeries_harness.js");

/// The page as the program writes it, with a record inside and perhaps a script of the test after the page's own.
fn page(record: &[u8], script: &str) -> String {
    assert_eq!(PAGE.matches("@@RECORD@@").count(), 1);
    assert_eq!(PAGE.matches("@@TITLE@@").count(), 1);
    let harness = format!(
        "<pre id=\"harness\"></pre><script>\n\"use strict\";\n\
         function report(value) {{ document.getElementById(\"harness\").textContent = JSON.stringify(value); }}\n\
         {script}\n</script></body>"
    );
    PAGE.replace("@@TITLE@@", "evening &lt;1&gt;.jsonl")
        .replace("@@RECORD@@", &STANDARD.encode(record))
        .replace("</body>", &harness)
}

/// What a harness script reported, after the page was given `given` (any JSON) as its constant `GIVEN`.
fn run_harness(browser: &Path, record: &[u8], given: &str, script: &str) -> Value {
    let script = format!(
        "const GIVEN = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(\"{}\"), (c) => c.charCodeAt(0))));\n\
         try {{ {script} }} catch (error) {{ report({{ broken: String(error) }}); }}",
        STANDARD.encode(given)
    );
    let document = open(browser, &page(record, &script));
    let told = text_of(&document, "harness");
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told:?}"))
}

#[test]
fn the_page_works_out_every_value_of_the_vectors() {
    let Some(browser) = chromium() else { return };
    let told = run_harness(&browser, RECORD, VECTORS, VECTORS_HARNESS);
    assert_eq!(told["wrong"], json!([]), "{told}");
    // 4 links of the chain, 3 of the veil, 3 a roll, 2 of the veiled draw, 2 of the seal, 3 a line and 1 whole line,
    // 6 of the sheet, 2 of canonical JSON, 1 a refused line; and 6 published answers for hash, HMAC and cipher.
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let many = |name: &str| vectors[name].as_array().unwrap().len();
    let all = 4 + 3 + 3 * many("rolls") + 2 + 2 + 3 * many("record") + 1 + 6 + 2 + many("refused") + 6;
    assert_eq!(told["checked"], json!(all));
}

#[test]
fn the_kept_vectors_are_those_of_the_design() {
    let design = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/design/vectors.json");
    match std::fs::read_to_string(&design) {
        Ok(text) => assert_eq!(text, VECTORS),
        Err(error) => {
            println!("skipped: the design's own copy of the vectors is not here ({error})")
        }
    }
}

#[test]
fn a_true_record_is_found_true_with_its_counts() {
    let Some(browser) = chromium() else { return };
    let document = open(&browser, &page(RECORD, ""));
    let last: Value =
        serde_json::from_slice(RECORD.trim_ascii_end().rsplit(|b| *b == b'\n').next().unwrap()).unwrap();
    let head = last["h"].as_str().unwrap();
    let at = chrono::DateTime::from_timestamp(last["p"]["at"].as_i64().unwrap(), 0).unwrap();
    let ends = format!("head {head} of {}; nothing can follow.", at.format("%Y-%m-%d %H:%M:%S UTC"));
    let expected = [
        &format!("OK but for the orders, closed: 54 lines, ends at {ends}"),
        "orders: none decided again (rules \"1\" of eia): this page cannot, the program can.",
        "heads: none given; a record cut short or written anew shows only beside one.",
        "unchecked: 1 sealed text or card is not in the file.",
        "",
        "lines: 54",
        "rolls_checked: 20",
        "rolls_waiting: 0",
        "rolls_lost: 0",
        "seals_checked: 12",
        "seals_waiting: 0",
        "salts_checked: 12",
        "epochs: 2",
        "veiled_checked: 1",
        "veiled_waiting: 0",
        "texts_checked: 4",
        "texts_missing: 1",
        "heads_found: 0",
        &format!("head: {head}"),
    ];
    assert_eq!(text_of(&document, "verdict").lines().collect::<Vec<_>>(), expected);
    // The file's name is shown as text, and the table has a row a roll and one for the veiled draw.
    assert!(document.contains("<p class=\"soft\" id=\"file\">evening &lt;1&gt;.jsonl</p>"));
    assert_eq!(document.matches("<td data-name=\"Slot\"").count(), 21);
}

#[test]
fn a_wrong_record_is_told_with_its_line_and_why() {
    let Some(browser) = chromium() else { return };
    let text = String::from_utf8(RECORD.to_vec()).unwrap().replacen("luise", "luisa", 1);
    let document = open(&browser, &page(text.as_bytes(), ""));
    assert_eq!(
        text_of(&document, "verdict"),
        "WRONG line 4: The hash of the line does not follow from the line and from the hash before it.\ni: 3"
    );
}

#[test]
fn a_record_damaged_in_any_of_200_places_is_wrong_on_that_line() {
    let Some(browser) = chromium() else { return };
    let told = run_harness(&browser, RECORD, &json!({ "places": 200 }).to_string(), FLIPS_HARNESS);
    assert_eq!(told["missed"], json!([]), "{told}");
    // 200 flipped bits spread evenly, and each line feed once flipped and once taken out.
    assert_eq!(told["tried"], json!(200 + 2 * 54));
    assert_eq!(told["lines_hit"], json!(54));
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_though_its_hashes_are_right() {
    let Some(browser) = chromium() else { return };
    let told = run_harness(&browser, RECORD, "null", FORGERIES_HARNESS);
    assert_eq!(told["wrong"], json!([]), "{told}");
    assert_eq!(
        told["tried"],
        json!(
            FORGERIES_HARNESS.matches("\n  forge(").count() + FORGERIES_HARNESS.matches("\n  allow(").count()
        )
    );
}

/// The founding of a campaign of two.
fn founding_of_two(umpire: Option<u32>) -> engine::table::Founding {
    engine::table::Founding {
        at: 0,
        campaign: "k7q2m4x9aa".to_owned(),
        game: "eia".to_owned(),
        scenario: "1805".to_owned(),
        seats: 2,
        operator_seats: 0,
        options: json!({"spare": "uncontrolled"}),
        timing: None,
        umpire,
    }
}

/// A closed campaign of two with a strongbox: sheets sealed, one item shown to all, one to the other player, squadrons announced.
fn record_with_strongboxes(extent: engine::table::record::Extent) -> String {
    use engine::table::chance::Chain;
    use engine::table::strongbox::{Act, Given};
    use engine::table::{By, Campaign, Order, SeatId, Secret, Verb, Word, decide, found};
    let founding = founding_of_two(None);
    let mut chance = Chain::founding(([1; 32], [2; 32]));
    let mut entries = found(&founding, &mut chance).unwrap();
    let roots = chance.founded().unwrap();
    let strongbox = |act: Act| Verb::Strongbox { act, salt: Secret::new([5; 32]) };
    let round = || engine::eia::rounds::CHOICE_OF_POWERS.to_owned();
    let bids = |of: [u32; 7]| {
        let powers = ["austria", "france", "great_britain", "prussia", "russia", "spain", "turkey"];
        let bids: serde_json::Map<String, Value> =
            powers.iter().zip(of).map(|(power, bid)| ((*power).to_owned(), json!(bid))).collect();
        engine::table::Verb::sealing(&round(), &json!({ "bids": bids })).unwrap()
    };
    let join = |word: &str| Verb::Join { word: Word::read(word).unwrap() };
    let fleet = |name: &str, ships| {
        Given::thing(&engine::eia::roster::Item::fleet(
            name.to_owned(),
            None,
            [("ships".to_owned(), ships)].into(),
        ))
    };
    let keep =
        Act::Keep { items: vec![fleet("Brest", 9), fleet("Toulon", 27)], whole: false, revision: None };
    let switch = engine::table::Act::Switch { key: "show".to_owned(), value: "yes".to_owned() };
    let show = |to: Option<&str>| Act::Show {
        name: "Toulon".to_owned(),
        to: to.map(SeatId::from),
        sheet: None,
        recalled: None,
    };
    for (person, verb) in [
        (1, join("one")),
        (2, join("two")),
        (1, Verb::Act { act: switch, text: None }),
        (1, Verb::Start),
        (1, strongbox(keep)),
        (1, bids([1, 2, 3, 4, 5, 6, 20])),
        (2, bids([21, 2, 3, 4, 5, 6, 7])),
        (1, Verb::Final { round: round() }),
        (2, Verb::Final { round: round() }),
        (1, strongbox(Act::Tell { name: None })),
        (1, strongbox(show(Some("seat-2")))),
        (1, strongbox(show(None))),
        (1, Verb::Close),
        (2, Verb::Close),
    ] {
        let order = Order { at: 1, by: By::Person(person), operator: false, verb };
        let campaign = Campaign::fold(&entries).unwrap();
        entries.extend(decide(&campaign, &order, &mut Chain::of(&roots, ([3; 32], [4; 32]))).unwrap());
    }
    entries.iter().filter_map(|entry| engine::table::record::line(entry, extent).unwrap()).collect()
}

#[test]
fn the_page_checks_strongboxes_as_the_program_does() {
    use engine::table::record::Extent;
    let Some(browser) = chromium() else { return };
    for (extent, counts) in [
        (Extent::Whole, ["sheets_checked: 2", "shown_checked: 4"]),
        (Extent::Public, ["shown_checked: 3", "shown_waiting: 1"]),
    ] {
        let record = record_with_strongboxes(extent);
        let verdict = text_of(&open(&browser, &page(record.as_bytes(), "")), "verdict");
        let told = chancery::verify::check(record.as_bytes(), &[]);
        // The page knows nothing of orders, and the program nothing of rolls that were lost.
        let same = |text: &str| -> Vec<String> {
            let lines =
                text.lines().filter(|line| !line.starts_with("orders") && !line.starts_with("rolls_lost"));
            lines.map(|line| line.replace("OK but for the orders, ", "OK, ")).collect()
        };
        assert_eq!(same(&verdict), same(&told.says));
        assert!(counts.iter().all(|count| told.says.contains(count)), "{}", told.says);
        let (code, starts) = match extent {
            Extent::Whole => (0, "OK, closed: "),
            Extent::Public => (chancery::verify::NOT_WHOLE, "NOT WHOLE (3 sealed bodies missing), closed: "),
        };
        assert!(told.code == code && told.says.starts_with(starts), "{told:?}");
    }
    // Contents that are not those of the sheet are wrong on its line, though every hash is made anew.
    let script = r#"
      const { chancery: c } = window;
      const text = new TextDecoder().decode(Uint8Array.from(atob(GIVEN), (x) => x.charCodeAt(0)));
      const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
      const at = lines.findIndex((line) => line.p.k === "sheet");
      const body = lines[at].s[0].body;
      body.items[0].ships = 8;
      lines[at].p.seals[0].code = c.hex(c.sealCode(c.unhex(lines[at].s[0].salt), body));
      let head = new Uint8Array(32);
      for (const line of lines) { head = c.recordHash(head, line.p); line.h = c.hex(head); }
      const file = c.utf8(lines.map((line) => c.canonical(line) + "\n").join(""));
      report({ ...window.verifyRecord(file), at: at + 1 });
    "#;
    let record = record_with_strongboxes(Extent::Whole);
    let told = run_harness(&browser, record.as_bytes(), &json!(STANDARD.encode(&record)).to_string(), script);
    assert_eq!((&told["ok"], &told["line"]), (&json!(false), &told["at"]), "{told}");
    assert!(told["why"].as_str().unwrap().contains("do not give its code"), "{told}");
}

/// Records as they are found by the page, and taken apart, to be written again with other heads.
const TAKEN_APART: &str = r#"
      const { chancery: c } = window;
      const files = GIVEN.map((text) => text.trimEnd().split("\n").map((line) => JSON.parse(line)));
      const written = (lines) => {
        let head = new Uint8Array(32);
        for (const line of lines) { head = c.recordHash(head, line.p); line.h = c.hex(head); }
        return c.utf8(lines.map((line) => c.canonical(line) + "\n").join(""));
      };
      const found = GIVEN.map((text) => window.verifyRecord(c.utf8(text)));
"#;

/// What only the rules of a game lead to (choices in parts, a deck, what only some see) is checked by the page in a record of a game that
/// it does not know; the engine's tests keep that record.
#[test]
fn the_page_checks_parts_decks_and_what_only_some_see() {
    let Some(browser) = chromium() else { return };
    let open = include_str!("data/secrets_open.jsonl");
    let closed = include_str!("data/secrets_closed.jsonl");
    let script = r#"
      const first = (k) => files[1].findIndex((line) => line.p.k === k);
      const told = [
        ["part", "not what was sealed", (line) => line.p.body.v = "seat-9"],
        ["part", "not that part", (line) => line.p.part = "answer"],
        ["part", "not that part", (line) => line.p.n += 1],
        ["part", "never laid down", (line) => line.p.round = "sheet/7"],
        ["opened", "What seat-1 opens is not", (line) => line.p.body.choice.parts[0] = "0".repeat(64)],
        ["opened", "not those of the parts", (line) => line.p.seals.reverse()],
        ["opened", "gives the code of none", (line) => line.s[1].body.v = "another"],
        ["card", "no such card", (line) => line.p.body.card = "card 9"],
        ["card", "not a card at that position", (line) => line.p.body.pos = 1],
        ["drawn", "not the next card", (line) => line.p.pos = 3],
        ["drawn", "no such deck", (line) => line.p.deck = "month"],
        ["veiled", "order in which it was shuffled", (line) => line.p.deck.cards.reverse()],
        ["veiled", "another number of cards", (line) => { line.p.deck.cards.pop(); line.p.seals.pop(); line.s.pop(); }],
        ["hidden", "one seal, for seats", (line) => line.p.seals[0].to = "all"],
        ["hidden", "made of a code and of whom", (line) => line.p.seals[0].to = ["seat-2", "seat-1"]],
      ].map(([k, says, change]) => {
        const lines = structuredClone(files[1]);
        change(lines[first(k)]);
        const told = window.verifyRecord(written(lines));
        return { k, says, right: !told.ok && told.line === first(k) + 1 && told.why.includes(says), told };
      });
      report({ found, told });
    "#;
    let given = json!([open, closed]).to_string();
    let told = run_harness(&browser, closed.as_bytes(), &given, &format!("{TAKEN_APART}{script}"));
    for (i, (parts, cards, decks, missing)) in
        [((3, 1), (1, 5), 0, 0), ((3, 0), (1, 0), 1, 0)].into_iter().enumerate()
    {
        let found = &told["found"][i];
        assert_eq!(found["ok"], json!(true), "{found}");
        // The page leaves out what there is none of.
        let count = |key: &str| found[key].as_u64().unwrap_or(0);
        assert_eq!((count("parts_checked"), count("parts_waiting")), parts);
        assert_eq!((count("cards_checked"), count("cards_waiting")), cards);
        assert_eq!(found["decks_checked"].as_u64().unwrap_or(0), decks);
        if i == 1 {
            assert_eq!(found["bodies_missing"], json!(missing));
        }
    }
    for told in told["told"].as_array().unwrap() {
        assert_eq!(told["right"], json!(true), "{told}");
    }
    assert_eq!(told["told"].as_array().unwrap().len(), 15);
}

/// What a war brings (slots of powers with parts, answers that stand, what fought out of the sheets, claims) is checked by the page; the engine's
/// tests keep that record.
#[test]
fn the_page_checks_what_a_war_brings() {
    let Some(browser) = chromium() else { return };
    let open = include_str!("data/war_open.jsonl");
    let closed = include_str!("data/war_closed.jsonl");
    let script = r#"
      const part = (line) => line.p.k === "lodged_opened" && line.p.part !== undefined;
      const slot = (line) => line.p.k === "lodged" && line.p.frame !== undefined && line.p.power === "red";
      const shown = (line) => line.p.k === "shown";
      const claim = (line) => line.p.k === "claim";
      const told = [
        [part, "not what was sealed", (line) => line.p.body.v = "break_off"],
        [part, "not what was sealed", (line) => line.p.part = 1],
        [part, "no such part", (line) => line.p.part = 2],
        [part, "before the order", (line) => line.p.place = line.p.place === 0 ? 1 : 0],
        [part, "never lodged", (line) => line.p.power = "white"],
        [slot, "all for its own seat", (line) => line.p.parts = 1],
        [slot, "all for its own seat", (line) => line.p.seals.pop()],
        [slot, "gives the code of none", (line) => line.s[1].body.v = "storm"],
        [shown, "does not stand in the sheet", (line) => line.p.item.factors.cavalry += 1],
        [claim, "asked", (line) => line.p.asked = "emptied"],
      ].map(([is, says, change]) => {
        const lines = structuredClone(files[1]);
        const at = files[1].findIndex(is);
        change(lines[at]);
        const told = window.verifyRecord(written(lines));
        return { says, right: !told.ok && told.line === at + 1 && told.why.includes(says), told };
      });
      report({ found, told });
    "#;
    let given = json!([open, closed]).to_string();
    let told = run_harness(&browser, closed.as_bytes(), &given, &format!("{TAKEN_APART}{script}"));
    for found in told["found"].as_array().unwrap() {
        assert_eq!(found["ok"], json!(true), "{found}");
        assert!(found["claims"].as_u64().unwrap_or(0) > 0 && found["shown_checked"] == json!(2), "{found}");
    }
    for told in told["told"].as_array().unwrap() {
        assert_eq!(told["right"], json!(true), "{told}");
    }
    assert_eq!(told["told"].as_array().unwrap().len(), 10);
}

/// What was lodged ahead is checked by the page; the engine's tests keep that record.
#[test]
fn the_page_checks_what_was_lodged_ahead() {
    let Some(browser) = chromium() else { return };
    let open = include_str!("data/lodged_open.jsonl");
    let closed = include_str!("data/lodged_closed.jsonl");
    let script = r#"
      const given = (line) => line.p.k === "lodged_opened";
      const slot = (line) => line.p.k === "lodged" && line.p.frame !== undefined;
      const whole = (line) => line.p.k === "lodged" && line.p.frame === undefined;
      const told = [
        [given, "not what was sealed", (line) => line.p.body.line.order.country = "spain"],
        [given, "not what was sealed", (line) => line.p.place = 7],
        [given, "no such place", (line) => line.p.place = 12],
        [given, "never lodged", (line) => line.p.seat = "seat-9"],
        [slot, "all for its own seat", (line) => line.p.seals.pop()],
        [slot, "all for its own seat", (line) => line.p.seals[3].to = "seat-2"],
        [slot, "gives the code of none", (line) => line.s[1].body.line = {}],
        [whole, "all for its own seat", (line) => line.p.frame = 3],
        [whole, "not what is lodged", (line) => delete line.s[0].n],
      ].map(([is, says, change]) => {
        const lines = structuredClone(files[1]);
        const at = lines.findIndex(is);
        change(lines[at]);
        const told = window.verifyRecord(written(lines));
        return { says, right: !told.ok && told.line === at + 1 && told.why.includes(says), told };
      });
      const twice = structuredClone(files[1]);
      const at = twice.findIndex(given);
      twice.splice(at + 1, 0, structuredClone(twice[at]));
      twice.forEach((line, i) => line.i = i);
      const again = window.verifyRecord(written(twice));
      told.push({ says: "opened before", right: !again.ok && again.line === at + 2 && again.why.includes("opened before"), told: again });
      report({ found, told });
    "#;
    let given = json!([open, closed]).to_string();
    let told = run_harness(&browser, closed.as_bytes(), &given, &format!("{TAKEN_APART}{script}"));
    for (i, record) in [open, closed].into_iter().enumerate() {
        let found = &told["found"][i];
        let report = engine::table::verify::verify(record.as_bytes(), &[]).unwrap();
        assert_eq!(found["ok"], json!(true), "{found}");
        assert_eq!(found["lodged_checked"], json!(report.lodged_checked));
        assert_eq!(found["lodged_waiting"].as_u64().unwrap_or(0), report.lodged_waiting);
        assert_eq!(found["secrets_waiting"].as_u64().unwrap_or(0), report.secrets_waiting);
        assert_eq!(found["texts_missing"], json!(report.texts_missing));
    }
    for told in told["told"].as_array().unwrap() {
        assert_eq!(told["right"], json!(true), "{told}");
    }
    assert_eq!(told["told"].as_array().unwrap().len(), 10);
}

/// A campaign of two with an umpire: free rolls, one of them void and rolled again, and one on the chart; two announce their squadrons;
/// open or closed.
fn record_with_rolls(closed: bool) -> String {
    use engine::table::chance::Chain;
    use engine::table::record::{Extent, line};
    use engine::table::strongbox::Given;
    use engine::table::{Act, By, Campaign, Order, Secret, Text, Verb, Word, decide, found, strongbox};
    let founding = founding_of_two(Some(9));
    let mut chance = Chain::founding(([1; 32], [2; 32]));
    let mut entries = found(&founding, &mut chance).unwrap();
    let roots = chance.founded().unwrap();
    let text = |text: &str| Some(Text { text: text.to_owned(), salt: Secret::new([7; 32]) });
    let round = || engine::eia::rounds::CHOICE_OF_POWERS.to_owned();
    let bids = |of: [u32; 7]| {
        let powers = ["austria", "france", "great_britain", "prussia", "russia", "spain", "turkey"];
        let bids: serde_json::Map<String, Value> =
            powers.iter().zip(of).map(|(power, bid)| ((*power).to_owned(), json!(bid))).collect();
        engine::table::Verb::sealing(&round(), &json!({ "bids": bids })).unwrap()
    };
    let fleet = |name: &str, ships| {
        Given::thing(&engine::eia::roster::Item::fleet(
            name.to_owned(),
            None,
            [("ships".to_owned(), ships)].into(),
        ))
    };
    let boxed = |act| Verb::Strongbox { act, salt: Secret::new([5; 32]) };
    let items = vec![fleet("Brest", 9), fleet("Toulon", 27)];
    let chart = json!({"name": "land_combat", "table": "4-1", "factors": 30, "modifier": 1});
    let mut orders = vec![
        (1, Verb::Join { word: Word::read("one").unwrap() }),
        (2, Verb::Join { word: Word::read("two").unwrap() }),
        (1, Verb::Start),
        (1, Verb::Roll { notation: "2d6+1".to_owned(), label: text("the weather") }),
        (1, Verb::Chart { asked: chart, label: None }),
        (9, Verb::Act { act: Act::Void { id: "1.2".to_owned() }, text: text("the wrong table") }),
        (1, boxed(strongbox::Act::Keep { items, whole: false, revision: None })),
        (1, bids([1, 2, 3, 4, 5, 6, 20])),
        (2, bids([21, 2, 3, 4, 5, 6, 7])),
        (1, Verb::Final { round: round() }),
        (2, Verb::Final { round: round() }),
        (1, boxed(strongbox::Act::Tell { name: None })),
    ];
    if closed {
        orders.extend([(1, Verb::Close), (2, Verb::Close)]);
    }
    for (person, verb) in orders {
        let order = Order { at: 1, by: By::Person(person), operator: false, verb };
        let campaign = Campaign::fold(&entries).unwrap();
        entries.extend(decide(&campaign, &order, &mut Chain::of(&roots, ([3; 32], [4; 32]))).unwrap());
    }
    let extent = if closed { Extent::Whole } else { Extent::Public };
    entries.iter().filter_map(|entry| line(entry, extent).unwrap()).collect()
}

#[test]
fn the_page_tells_an_open_record_from_one_that_is_cut_as_far_as_it_can() {
    let Some(browser) = chromium() else { return };
    let script = r#"
      const lines = GIVEN.trimEnd().split("\n");
      const cuts = [];
      for (let n = 1; n < lines.length; n++) {
        const last = JSON.parse(lines[n - 1]).p, next = JSON.parse(lines[n]).p;
        const told = window.verifyRecord(window.chancery.utf8(lines.slice(0, n).join("\n") + "\n"));
        cuts.push({ n, verb: last.verb ?? last.k, inside: next.k !== "order", told, says: window.chancery.told(told) });
      }
      report({ cuts, whole: window.verifyRecord(window.chancery.utf8(GIVEN)) });
    "#;
    for closed in [false, true] {
        let record = record_with_rolls(closed);
        let given = json!(record).to_string();
        let told = run_harness(&browser, RECORD, &given, script);
        assert_eq!(
            (&told["whole"]["ok"], &told["whole"]["closed"]),
            (&json!(true), &json!(closed)),
            "{told}"
        );
        let mut inside = 0;
        for cut in told["cuts"].as_array().unwrap() {
            let n = cut["n"].as_u64().unwrap() as usize;
            let cut_record = record.split_inclusive('\n').take(n).collect::<String>();
            let program = chancery::verify::check(cut_record.as_bytes(), &[]);
            let has_bodies = cut_record.contains("},\"s\":[");
            let ok = cut["told"]["ok"] == json!(true);
            if cut["inside"] == json!(false) {
                assert_eq!((ok, program.code), (!has_bodies, u8::from(has_bodies)), "{cut}");
            } else {
                assert_eq!(program.code, 1, "{cut}");
                inside += usize::from(!ok && !has_bodies);
            }
            if ok {
                // It never says more than it checked.
                let says = cut["says"].as_str().unwrap();
                assert!(says.starts_with("OK but for the orders, open: "), "{says}");
                assert!(
                    says.contains(&format!(" {n} line")) && says.contains("orders: none decided"),
                    "{says}"
                );
            }
        }
        // After a roll's order, and in the squadrons and the envelopes that belong together, it needs no rules to see it.
        assert!(closed || inside >= 12, "{inside}");
    }
}

#[test]
fn the_page_holds_a_free_roll_against_its_order() {
    let Some(browser) = chromium() else { return };
    let script = r#"
      const c = window.chancery;
      const read = () => GIVEN.trimEnd().split("\n").map((line) => JSON.parse(line));
      const forged = (lines) => {
        let head = new Uint8Array(32);
        return c.utf8(lines.map((line, i) => {
          head = c.recordHash(head, line.p);
          return c.canonical({ ...line, h: c.hex(head), i }) + "\n";
        }).join(""));
      };
      const told = [];
      const roll = (nth) => read().map((line, k) => [line.p, k]).filter(([p]) => p.verb === "roll")[nth][1];
      const again = read().findIndex((line) => line.p.attempt === 1);
      const squadrons = read().findIndex((line) => line.p.verb === "squadrons");
      for (const [name, at, change] of [
        ["notation", roll(0), (l, at) => { l[at].p.notation = "2d6+5"; }],
        ["dice", roll(0), (l, at) => { l[at].p.dice = [[6, 3]]; }],
        ["factors", roll(1), (l, at) => { l[at].p.chart.factors = 31; }],
        ["table", roll(1), (l, at) => { l[at].p.chart.table = "5-5"; }],
        ["modifier", roll(1), (l, at) => { l[at].p.chart.modifier = 2; }],
        ["no chart", roll(1), (l, at) => { delete l[at].p.chart; }],
        ["no reading", roll(1), (l, at) => { delete l[at + 1].p.read; }],
        ["another reading", roll(1), (l, at) => { l[at + 1].p.read.chart.factors = 31; }],
        ["a void roll read otherwise", again - 1, (l, at) => { l[at + 1].p.read.chart.factors = 31; }],
      ]) {
        const lines = read();
        change(lines, at);
        told.push({ name, line: at + 2, told: window.verifyRecord(forged(lines)) });
      }
      const lines = read();
      lines[squadrons].p.fleets = 3;
      told.push({ name: "squadrons", line: squadrons + 1, told: window.verifyRecord(forged(lines)) });
      report({ told, unchanged: window.verifyRecord(forged(read())).ok });
    "#;
    let record = record_with_rolls(true);
    let told = run_harness(&browser, RECORD, &json!(record).to_string(), script);
    assert_eq!(told["unchanged"], json!(true), "{told}");
    let told = told["told"].as_array().unwrap();
    assert_eq!(told.len(), 10);
    for case in told {
        assert_eq!((&case["told"]["ok"], &case["told"]["line"]), (&json!(false), &case["line"]), "{case}");
    }
}

#[test]
fn the_page_reads_heads_as_the_program_does() {
    let Some(browser) = chromium() else { return };
    let record = record_with_rolls(false);
    let heads: Vec<String> = record
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["h"].as_str().unwrap().to_owned())
        .collect();
    let (n, last) = (heads.len(), &heads[heads.len() - 1]);
    let texts = [
        format!("record {}, {n} lines", &last[..16]),
        format!("Roll 1.2 · record {}, 5 lines\nAnchor\n`{}`", heads[4][..16].to_uppercase(), "b".repeat(64)),
        format!("pöytäkirja {}, {n} riviä", &last[..16]),
        format!("{last}\n{}, 5", &heads[4][..16]),
        format!("record {}", &heads[7]),
        // Cut, at another line, unknown, not copied whole, none at all.
        format!("record {}, {} lines", &last[..16], n + 1),
        format!("record {}, 99999999999999999999999 lines", &last[..16]),
        format!("record {}, 4 lines", &heads[4][..16]),
        "record 0123456789abcdef, 4 lines".to_owned(),
        "record 0123456789abcdef".to_owned(),
        last[..15].to_owned(),
        "nothing of the kind".to_owned(),
    ];
    let script = r#"
      report(GIVEN.texts.map((text) => {
        try { return window.verifyRecord(window.chancery.utf8(GIVEN.record), text); } catch (refusal) { return { refused: refusal.message }; }
      }));
    "#;
    let told = run_harness(&browser, RECORD, &json!({"record": record, "texts": texts}).to_string(), script);
    let mut found = Vec::new();
    for (text, page) in texts.iter().zip(told.as_array().unwrap()) {
        match chancery::verify::heads(text) {
            Err(why) => {
                assert_eq!(page["refused"], json!(why), "{text}");
                found.push(-1);
            }
            Ok(heads) => {
                let program = chancery::verify::check(record.as_bytes(), &heads);
                if program.code == 0 {
                    assert_eq!(page["heads_found"], json!(heads.len()), "{text}: {page}");
                } else {
                    let says = format!(
                        "WRONG line {}: {}\n",
                        page["line"],
                        page["why"].as_str().unwrap_or_default()
                    );
                    assert_eq!(says, program.says, "{text}");
                }
                found.push(if program.code == 0 { heads.len() as i32 } else { 0 });
            }
        }
    }
    assert_eq!(found, [1, 1, 1, 2, 1, 0, 0, 0, 0, 0, -1, -1]);
}

#[test]
fn the_page_refuses_what_the_program_refuses_without_the_rules() {
    let Some(browser) = chromium() else { return };
    let script = r#"
      const c = window.chancery;
      const salt = "ab".repeat(32), other = "cd".repeat(32);
      const told = [];
      const read = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));
      const written = (lines) => {
        let head = new Uint8Array(32);
        return lines.map((line, i) => {
          head = c.recordHash(head, line.p);
          return c.canonical({ ...line, h: c.hex(head), i }) + "\n";
        }).join("");
      };
      /** `change(lines, at)` forges from the nth line that has these fields; it may give back another place for where the fault is found. */
      const forge = (name, text, fields, change, reason, nth = 0) => {
        const lines = read(text);
        const has = ({ p }) => Object.entries(fields).every(([key, v]) => p[key] === v);
        const at = lines.map((line, k) => [line, k]).filter(([line]) => has(line))[nth][1];
        const line = (change(lines, at, lines[at]) ?? at) + 1;
        const file = written(lines);
        told.push({ name, line, reason, file: reason === "" ? "" : file, told: window.verifyRecord(c.utf8(file)) });
      };
      const { open, closed } = GIVEN;
      const ends = (lines) => lines.at(-1).p.at;
      const bot = (lines, p) => ({ p: { at: ends(lines), by: "bot", ...p } });

      // A chain founded at will.
      const chain = (lines, at, p) => { lines.splice(at + 1, 0, { p: { k: "chain", anchor: salt, veil: lines[0].p.veil, first: 2, at: lines[at].p.at, by: "bot", ...p } }); return at + 1; };
      forge("chain at will", open, { k: "epoch", epoch: 1 }, (l, at) => chain(l, at, {}), "The seed chain lasts to epoch 4096");
      forge("chain at the end, and what is rolled from it", open, { k: "founded" }, (l) => {
        const first = Math.max(...l.map(({ p }) => p.k === "epoch" ? p.epoch : 0)) + 1;
        const at = chain(l, l.length - 1, { anchor: c.hex(c.seedBefore(c.unhex(other))), first });
        l.push(bot(l, { k: "order", verb: "tick" }), bot(l, { k: "epoch", epoch: first, seed: other }));
        return at;
      }, "The seed chain lasts to epoch 4096");
      forge("chain with another veil key", open, { k: "epoch", epoch: 1 }, (l, at) => chain(l, at, { veil: other }), "keeps the veil key");
      forge("chain from another epoch on", open, { k: "epoch", epoch: 1 }, (l, at) => chain(l, at, { first: 4097 }), "but 2 is open");
      forge("chain in an epoch in which dice fell", open, { k: "rolled" }, (l, at) => chain(l, at, { first: 1 }), "which has not ended");

      // After the close.
      for (const [name, ...more] of [
        ["a word", { k: "order", verb: "word", seat: "seat-1" }, { k: "word", seat: "seat-1", word: "late" }],
        ["an event", { k: "table", e: { k: "paused" } }],
        ["a chain", { k: "chain", anchor: salt, veil: other, first: 3 }],
        ["an epoch", { k: "epoch", epoch: 3, seed: salt }],
      ]) forge(`${name} after the close`, closed, { k: "closed" }, (l, at) => { l.push(...more.map((p) => bot(l, p))); return at + 1; }, "nothing can be added");

      // Times and orders.
      forge("an earlier order", closed, { verb: "start" }, (l, at) => { for (const { p } of l.slice(1, at)) p.at += 10; }, "before the line that it follows");
      forge("a later outcome", closed, { k: "rolled" }, (l, at) => { for (const { p } of l.slice(at)) p.at += 10; }, "another time than the order");
      forge("a line of no order", closed, { k: "founded" }, (l) => { l.splice(1, 0, { p: { k: "word", seat: "seat-1", word: "x", at: l[1].p.at, by: "person 1" } }); return 1; }, "follows from no order");
      forge("an order that there is not", closed, { verb: "start" }, (l, at, { p }) => { p.verb = "begin"; }, "There is no order");

      // Void rolls.
      const again = (l) => l.findIndex(({ p }) => p.k === "rolled" && p.attempt === 1);
      const copy = (line) => JSON.parse(JSON.stringify(line));
      forge("void twice", closed, { k: "voided" }, (l, at) => { l.splice(at + 2, 0, copy(l[at - 1]), copy(l[at])); return at + 3; }, "voided before");
      forge("void of a past epoch", closed, { verb: "close" }, (l, at) => {
        const order = l.findIndex(({ p }) => p.verb === "void");
        const more = [copy(l[order]), copy(l[order + 1])];
        for (const { p } of more) { p.id = l[again(l)].p.id; p.at = l[at].p.at; }
        l.splice(at, 0, ...more);
        return at + 1;
      }, "which is over");
      forge("void of the game's roll", closed, { k: "voided" }, (l, at, { p }) => {
        const rolled = l.findIndex((line) => line.p.k === "rolled" && line.p.id === p.id);
        l[rolled].p.slot = "1805-01/weather";
        delete l[rolled].p.read;
        l[rolled - 1] = { p: { k: "order", verb: "game", at: l[rolled].p.at, by: "person 1" } };
      }, "only a free roll");
      forge("void for another reason", closed, { k: "voided" }, (l, at, { p }) => { p.reason = salt; }, "not the text of its order");
      forge("void of another roll than ordered", closed, { verb: "void" }, (l, at, { p }) => { p.id = "1.1"; return at + 1; }, "another order");
      forge("void, and not rolled again", closed, { verb: "void" }, (l, at) => { l.splice(at + 2, 1); }, "rolled again once");
      forge("free roll of another seat", closed, { verb: "roll" }, (l, at, { p }) => { p.seat = "seat-7"; return at + 1; }, "another seat");
      forge("free roll for something else", closed, { verb: "roll" }, (l, at) => { l[at + 1].p.for = "free"; return at + 1; }, "something else");

      // Restored: the true form, and what is wrong with others.
      const restore = (l, change = () => {}) => {
        const first = Math.max(...l.map(({ p }) => p.k === "epoch" ? p.epoch : 0)) + 1;
        const lost_after = l.length - 1;
        l.push(bot(l, { k: "order", verb: "restored", lost_after }), bot(l, { k: "restored", anchor: salt, veil: other, first, lost_after }));
        change(l.at(-2).p, l.at(-1).p);
        return l.length - 1;
      };
      forge("restored as it is", open, { k: "founded" }, (l) => restore(l), null);
      forge("restored after another line", open, { k: "founded" }, (l) => restore(l, (order, p) => { order.lost_after = p.lost_after = 5; }) - 1, "not the one before the order");
      forge("restored after another line than ordered", open, { k: "founded" }, (l) => restore(l, (order, p) => { p.lost_after = 5; }), "another than the order says");
      forge("restored into a later epoch", open, { k: "founded" }, (l) => restore(l, (order, p) => { p.first += 7; }), "A new chain begins");
      forge("restored by another order", open, { k: "founded" }, (l) => restore(l, (order) => { order.verb = "tick"; delete order.lost_after; }), "another order");
      forge("restored with the old veil key", open, { k: "founded" }, (l) => restore(l, (order, p) => { p.veil = l[0].p.veil; }), "not a new one");
      forge("restored with the old anchor", open, { k: "founded" }, (l) => restore(l, (order, p) => { p.anchor = l[0].p.anchor; }), "a second time");
      forge("restored with a seed as anchor", open, { k: "epoch" }, (l, at, line) => restore(l, (order, p) => { p.anchor = line.p.seed; }), "a second time");

      // The rules revised: the true form, and what is wrong with others.
      const revise = (l, change = () => {}) => {
        l.push(bot(l, { k: "order", verb: "rules" }), bot(l, { k: "rules", before: l[0].p.rules, after: "999" }));
        change(l.at(-2).p, l.at(-1).p);
        return l.length - 1;
      };
      forge("rules as they are", open, { k: "founded" }, (l) => revise(l), null);
      forge("rules by a player", open, { k: "founded" }, (l) => revise(l, (order, p) => { order.by = p.by = "person 1"; }), "Only an order of the bot's");
      forge("rules by another order", open, { k: "founded" }, (l) => revise(l, (order) => { order.verb = "tick"; }), "Only an order of the bot's");
      forge("rules from another revision", open, { k: "founded" }, (l) => revise(l, (order, p) => { p.before = "0"; }), "from the revision of the rules that held");
      forge("rules to the same revision", open, { k: "founded" }, (l) => revise(l, (order, p) => { p.after = p.before; }), "from the revision of the rules that held");
      forge("rules that say nothing", open, { k: "founded" }, (l) => { const at = revise(l); const { at: when, by } = l[at].p; l[at].p = { at: when, by, k: "table", e: { k: "paused" } }; return at - 1; }, "does not say which revision");

      // Exactly the fields of each kind, in their forms.
      const kinds = [...new Set(read(closed).map(({ p }) => p.k))];
      for (const k of kinds) {
        const { p } = read(closed).find((line) => line.p.k === k);
        forge(`${k} with one field more`, closed, { k }, (l, at, line) => { line.p.zzz = 1; }, k === "order" ? "" : "zzz");
        // The rules alone know whether there is an umpire, and what options there are.
        const fields = Object.keys(p).filter((name) => !["options", "umpire", "timing", "rules"].includes(name) && (k !== "order" || name === "verb"));
        for (const name of fields) {
          forge(`${k} without ${name}`, closed, { k }, (l, at, line) => { delete line.p[name]; }, "");
          for (const v of ["", {}, true]) if (name !== "k") forge(`${k} with ${name} ${JSON.stringify(v)}`, closed, { k }, (l, at, line) => { line.p[name] = v; }, "");
        }
      }
      forge("founded without options", closed, { k: "founded" }, (l, at, line) => { delete line.p.options; }, "lacks its field \"options\"");
      forge("founded for a text of seats", closed, { k: "founded" }, (l, at, line) => { line.p.seats = "3"; }, "\"seats\"");

      // Seals: how many, and for whom.
      for (const [what, fields] of [["a labelled roll", { verb: "roll" }], ["a void", { verb: "void" }]]) {
        forge(`${what}, sealed twice`, closed, fields, (l, at, { p }) => { p.seals.push(p.seals[0]); }, "not one text");
        forge(`${what}, sealed for one more`, closed, fields, (l, at, { p }) => { p.seals.push({ code: salt, to: "seat-1" }); }, "not one text");
        forge(`${what}, sealed for another`, closed, fields, (l, at, { p }) => { p.seals[0].to = "seat-1"; }, "not one text");
      }
      for (const fields of [{ verb: "join" }, { verb: "start" }, { k: "table" }, { k: "sealed" }, { k: "opened" }, { k: "rolled" }, { k: "voided" }, { k: "epoch" }, { k: "closed" }])
        forge(`${Object.values(fields)} with a seal`, closed, fields, (l, at, { p }) => { p.seals = [{ code: salt, to: "all" }]; }, "has a seal");
      forge("a sheet with a second seal", closed, { k: "sheet" }, (l, at, { p }) => { p.seals.push({ code: salt, to: "all" }); }, "has not one seal");
      forge("a sheet for another", closed, { k: "sheet" }, (l, at, { p }) => { p.seals[0].to = "seat-7"; }, "has not one seal");
      forge("a fleet shown with a text", closed, { k: "shown" }, (l, at, { p }) => { p.seals = [{ code: salt, to: "all" }]; }, "not those that it has");

      // The bare form of another program is known by its founding and said to be one, so that nobody can slip into it unseen.
      const bare = read(open);
      for (const name of ["scenario", "seats", "options"]) delete bare[0].p[name];
      const unchanged = [open, closed].map((text) => window.verifyRecord(c.utf8(text)));
      report({ told, unchanged, bare: window.verifyRecord(c.utf8(written(bare))) });
    "#;
    let given = json!({"open": record_with_rolls(false), "closed": record_with_rolls(true)}).to_string();
    let told = run_harness(&browser, RECORD, &given, script);
    let ok = |told: &Value| told["ok"] == json!(true);
    assert!(
        told["unchanged"].as_array().is_some_and(|both| both.len() == 2 && both.iter().all(ok)),
        "{told}"
    );
    let cases = told["told"].as_array().unwrap();
    // Named forgeries, and each field of each kind taken out and put otherwise.
    assert!(cases.len() > 300, "{}", cases.len());
    for case in cases {
        let (name, page, file) = (&case["name"], &case["told"], case["file"].as_str().unwrap());
        match case["reason"].as_str() {
            None => assert!(ok(page), "{name}: {page}"),
            Some(reason) => {
                assert_eq!((&page["ok"], &page["line"]), (&json!(false), &case["line"]), "{name}: {page}");
                assert!(page["why"].as_str().unwrap().contains(reason), "{name}: {page}");
            }
        }
        if !file.is_empty() {
            let program = chancery::verify::check(file.as_bytes(), &[]);
            // The page decides no order, so a revision that is not here is nothing to it.
            let right = if name == "rules as they are" { chancery::verify::NOT_DECIDED } else { 0 };
            assert_eq!(program.code, if ok(page) { right } else { 1 }, "{name}: {program:?}");
        }
    }
    // Such a record is not told as one of Chancery's own.
    assert_eq!((&told["bare"]["ok"], &told["bare"]["foreign"]), (&json!(true), &json!(true)));
    let says = "<strong>This record is not in the form that Chancery writes.</strong>";
    assert!(open(&browser, &page(RECORD, "")).contains(says));
    assert!(!open(&browser, &page(record_with_rolls(false).as_bytes(), "")).contains(says));
}

/// Every order that the table knows stands on the page, so that it calls no honest record wrong for one.
#[test]
fn the_page_knows_every_order_of_the_table() {
    let source = include_str!("../../engine/table/src/act.rs");
    let acts = &source[source.find("pub enum Act {").unwrap()..];
    let acts = &acts[..acts.find("\n}").unwrap()];
    let variants: Vec<String> = acts
        .lines()
        .filter_map(|line| line.strip_prefix("    ").filter(|line| line.starts_with(char::is_uppercase)))
        .map(|line| line.trim_end_matches([' ', '{', ',']).to_owned())
        .collect();
    assert!(variants.len() >= 50, "{variants:?}");
    let page = include_str!("../src/verify_page.html");
    let orders = &page[page.find("const ORDERS = tableOf(`").unwrap()..];
    let orders = &orders[..orders.find("`);").unwrap()];
    let known: Vec<&str> = orders.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let snake = |name: &str| {
        let word = |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
        name.chars().map(word).collect::<String>().trim_start_matches('_').to_owned()
    };
    let lacks: Vec<String> =
        variants.iter().map(|name| snake(name)).filter(|name| !known.contains(&name.as_str())).collect();
    assert!(lacks.is_empty(), "{lacks:?}");
}
