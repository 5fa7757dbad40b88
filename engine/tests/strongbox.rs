//! Strongboxes: what is kept, sealed, shown and announced, and what nobody may see or forge.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, kinds, seat, untied};
use engine::eia::roster::Item;
use engine::table::act::Through;
use engine::table::audience::Audience;
use engine::table::canonical::canonical;
use engine::table::event::line_hash;
use engine::table::hash::{Hash, sha256};
use engine::table::record::{self, Extent};
use engine::table::strongbox::show::Proof;
use engine::table::strongbox::show::{Wanted, recall};
use engine::table::strongbox::{Act, Given, KEPT_SHEETS, Kept, Thing as _, UNSAID, called_of};
use engine::table::verify::{Report, Wrong, verify};
use engine::table::{By, Campaign, Entry, Event, SeatId, Secret, Text, Verb, offers};
use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

const CANARY: &str = "zqCanary";

fn order(act: Act) -> Verb {
    Verb::Strongbox { act, salt: Secret::new([9; 32]) }
}

fn corps(name: &str, factors: &[(&str, u32)]) -> Given {
    Given::thing(&Item::Corps { name: name.to_owned(), power: None, factors: sorts(factors) })
}

fn fleet(name: &str, ships: u32) -> Given {
    Given::thing(&Item::fleet(name.to_owned(), None, sorts(&[("ships", ships)])))
}

fn note(name: &str, text: &str) -> Given {
    let salt = Secret::new(sha256(&[b"test note", name.as_bytes()]).0);
    Given::Note { name: name.to_owned(), power: None, text: Text { text: text.to_owned(), salt } }
}

fn treasury(money: i64) -> Given {
    Given::thing(&Item::Treasury { power: None, money })
}

fn manpower(points: u32) -> Given {
    Given::thing(&Item::Manpower { power: None, points })
}

fn sorts(of: &[(&str, u32)]) -> BTreeMap<String, u32> {
    of.iter().map(|(sort, count)| ((*sort).to_owned(), *count)).collect()
}

fn keep(items: Vec<Given>) -> Verb {
    order(Act::Keep { items, whole: false, revision: None })
}

pub fn show(name: &str, to: Option<u32>) -> Verb {
    order(Act::Show { name: name.to_owned(), to: to.map(seat), sheet: None, recalled: None })
}

pub fn squadrons(fleet: Option<&str>) -> Verb {
    order(Act::Tell { name: fleet.map(str::to_owned) })
}

/// Three players; the first and the second use their strongboxes during the choice of powers, which then ends.
pub fn sealed() -> Play {
    let mut play = Play::real(40, 3, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
    play.act(1, engine::table::Act::Switch { key: "show".to_owned(), value: "yes".to_owned() });
    sealed_in(play.started())
}

fn sealed_in(mut play: Play) -> Play {
    play.must(
        1,
        keep(vec![
            corps(&format!("{CANARY} Corps"), &[("infantry", 14), ("cavalry", 2)]),
            fleet("Channel fleet", 27),
            fleet("Brest", 9),
            treasury(-45),
        ]),
    );
    play.must(1, keep(vec![note("Plan", &format!("{CANARY} lands in Ireland")), manpower(7)]));
    play.must(2, keep(vec![corps("Guard", &[("guard", 6)])]));
    play.bid(vec![untied(1), untied(2), untied(3)]);
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    play
}

fn check(file: &str) -> Result<Report, Wrong> {
    verify(file.as_bytes(), &[])
}

fn names(play: &Play, person: u32) -> Vec<String> {
    let items = &play.campaign.strongboxes[&seat(person)].items;
    items.values().map(Kept::name).collect()
}

#[test]
fn changes_stay_off_the_record_and_out_of_every_sight_but_the_owner_s() {
    let mut play = Play::real(41, 2, 0, json!({})).started();
    let before = (play.campaign.next_line, play.campaign.head, play.campaign.next_seal);
    let corps = corps(&format!("{CANARY} I"), &[("infantry", 777)]);
    let verb = keep(vec![corps, note("Plan", &format!("{CANARY} note"))]);
    assert_eq!(format!("{verb:?}"), "box_keep");
    let made = play.must(1, verb);
    assert!(made.iter().all(|entry| entry.line.is_none()));
    assert_eq!((play.campaign.next_line, play.campaign.head, play.campaign.next_seal), before);
    let own = play.campaign.view_for(By::Person(1), false);
    let items = &own.strongbox.as_ref().unwrap().strongbox.items;
    assert_eq!(items.len(), 2);
    assert!(play.campaign.public_view().strongbox.is_none());
    let other = play.campaign.view_for(By::Person(2), false);
    assert!(other.strongbox.as_ref().unwrap().strongbox.items.is_empty());
    let offered = serde_json::to_string(&offers(&other)).unwrap();
    let places = [
        format!("{made:?}"),
        made.iter().map(|entry| entry.public.clone()).collect(),
        format!("{:?}", play.campaign),
        format!("{own:?} {other:?} {offered}"),
        play.export(Extent::Whole),
    ];
    for text in places {
        // The number by itself: a hash may have these digits too.
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        assert!(!text.contains(CANARY) && !words.any(|word| word == "777"), "{text}");
    }
    // An order of somebody else's that is taken back leaves the box alone, and so does a fold of what is stored.
    let stored =
        |entry: &Entry| Entry::read(entry.public.clone(), entry.secrets.clone(), entry.line).unwrap();
    let stored: Vec<Entry> = play.entries.iter().map(stored).collect();
    assert_eq!(Campaign::fold(&stored).as_ref(), Ok(&play.campaign));
    let kept: Campaign = serde_json::from_str(&serde_json::to_string(&play.campaign).unwrap()).unwrap();
    assert_eq!(kept, play.campaign);
}

#[test]
fn no_sheet_is_sealed_where_nobody_uses_a_strongbox() {
    let mut play = Play::real(42, 2, 0, json!({"ceiling": 60})).started();
    play.bid(vec![untied(1), untied(2)]);
    assert!(!kinds(&play.entries).iter().any(|kind| kind == "sheet"));
    assert!(play.refused(1, show("Brest", None)).contains("Nothing of yours is sealed yet"));
    assert!(play.refused(1, squadrons(None)).contains("Nothing of yours is sealed yet"));
}

#[test]
fn at_the_end_of_a_step_every_seat_s_sheet_is_sealed_used_or_not() {
    let play = sealed();
    let kinds = kinds(&play.entries);
    let step = kinds.iter().rposition(|kind| kind == "sheet").unwrap() + 1;
    assert_eq!(kinds[step], "table:frame_ended");
    assert_eq!(kinds[step - 3..step], ["sheet", "sheet", "sheet"]);
    assert_eq!(kinds.iter().filter(|kind| *kind == "sheet").count(), 3);
    let sheets: Vec<&Entry> =
        play.entries.iter().filter(|entry| matches!(entry.event, Event::Sheet { .. })).collect();
    let lengths: Vec<usize> = sheets.iter().map(|entry| entry.public.len()).collect();
    assert!(lengths.iter().all(|length| *length == lengths[0]), "the length of a line tells nothing");
    assert!(sheets.iter().all(|entry| entry.by == By::Bot));
    assert!(!play.export(Extent::Public).contains(CANARY));
    assert!(!format!("{:?}", play.entries).contains(CANARY));
}

// ---- The formulas, by hand ----

fn h(parts: &[&[u8]]) -> [u8; 32] {
    parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part)).finalize().into()
}

fn salt(veil: &[u8; 32], n: u64) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(veil).unwrap();
    mac.update(b"chancery/salt/1");
    mac.update(&n.to_be_bytes());
    mac.finalize().into_bytes().into()
}

fn code(salt: &[u8; 32], json: &str) -> [u8; 32] {
    h(&[b"chancery/seal/1", salt, &(json.len() as u64).to_be_bytes(), json.as_bytes()])
}

/// A shuffle of 0…63 as fairness.md has it.
fn shuffle(key: [u8; 32]) -> Vec<u64> {
    let mut stream = ChaCha20Rng::from_seed(key);
    let mut list: Vec<u64> = (0..64).collect();
    for i in (1..64u64).rev() {
        let sides = i + 1;
        let j = loop {
            let word = u64::from(stream.next_u32());
            if word < sides * ((1 << 32) / sides) {
                break word % sides;
            }
        };
        list.swap(i as usize, j as usize);
    }
    list
}

fn hex(bytes: [u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_sheet_s_code_is_what_the_formulas_give() {
    let play = sealed();
    let veil = *play.roots().veil();
    // Three bid sheets had the numbers 0 to 2.
    let first = 3;
    let plan = code(
        &sha256(&[b"test note", b"Plan"]).0,
        &format!("{{\"name\":\"Plan\",\"text\":\"{CANARY} lands in Ireland\"}}"),
    );
    let items = [
        r#"{"k":"fleet","name":"Brest","ships":9}"#.to_owned(),
        r#"{"full":0,"k":"squadrons","name":"Brest"}"#.to_owned(),
        r#"{"k":"fleet","name":"Channel fleet","ships":27}"#.to_owned(),
        r#"{"full":2,"k":"squadrons","name":"Channel fleet"}"#.to_owned(),
        r#"{"k":"manpower","points":7}"#.to_owned(),
        format!("{{\"k\":\"note\",\"name\":\"Note 1\",\"text\":\"{}\"}}", hex(plan)),
        r#"{"k":"treasury","money":-45}"#.to_owned(),
        format!(
            "{{\"factors\":{{\"cavalry\":2,\"infantry\":14}},\"k\":\"corps\",\"name\":\"{CANARY} Corps\"}}"
        ),
    ];
    let contents_salt = salt(&veil, first + 65);
    let places = shuffle(h(&[b"chancery/sheet/1", &contents_salt]));
    let mut codes: Vec<[u8; 32]> = (0..64)
        .map(|i| {
            let body = items.get(i).map_or(r#"{"k":"pad"}"#, String::as_str);
            code(&salt(&veil, first + places[i]), body)
        })
        .collect();
    codes.sort_unstable();
    let array =
        format!("[{}]", codes.iter().map(|c| format!("\"{}\"", hex(*c))).collect::<Vec<_>>().join(","));
    let sheet = code(&salt(&veil, first + 64), &array);
    let contents = code(&contents_salt, &format!("{{\"items\":[{}]}}", items.join(",")));
    let entry = play.entries.iter().find(|entry| matches!(entry.event, Event::Sheet { .. })).unwrap();
    let line: Value = serde_json::from_str(&entry.public).unwrap();
    let seals = json!([{"code": hex(contents), "to": "seat-1"}]);
    let want = json!({"k": "sheet", "seat": "seat-1", "code": hex(sheet), "seals": seals, "by": "bot", "at": line["at"]});
    assert_eq!(line, want);
}

// ---- Showing ----

fn shown_line(play: &Play) -> Value {
    let entry = play.entries.iter().rev().find(|entry| matches!(entry.event, Event::Shown(_))).unwrap();
    serde_json::from_str(&entry.public).unwrap()
}

#[test]
fn what_is_shown_to_all_is_proved_by_its_line_alone() {
    let mut play = sealed();
    let made = play.must(1, show("channel  FLEET", None));
    assert_eq!(kinds(&made), ["order:show", "shown"]);
    let line = shown_line(&play);
    assert_eq!(line["item"], json!({"k": "fleet", "name": "Channel fleet", "ships": 27}));
    let of = |key: &str| -> [u8; 32] { Hash::from_hex(line[key].as_str().unwrap()).unwrap().0 };
    let codes: Vec<&str> = line["codes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    assert!(codes.len() == 64 && codes.is_sorted());
    let item = code(&of("salt"), &canonical(&line["item"]).unwrap());
    assert!(codes.contains(&hex(item).as_str()));
    let sheet = play.entries.iter().find(|entry| entry.line.unwrap_or_default().0 == line["sheet"]).unwrap();
    let Event::Sheet { code: sheet_code, .. } = &sheet.event else { panic!("it names no sheet") };
    assert_eq!(code(&of("sheet_salt"), &canonical(&line["codes"]).unwrap()), sheet_code.0);
    assert!(!play.export(Extent::Public).contains(CANARY));
    let report = check(&play.export(Extent::Public)).unwrap();
    assert_eq!((report.shown_checked, report.shown_waiting, report.sheets_waiting), (1, 0, 3));
    assert_eq!(report.orders_waiting, 0);
    // It cannot be taken back, and what was changed since is shown only after it was sealed.
    assert!(play.refused(1, Verb::Undo).contains("nothing of yours"));
    play.must(1, keep(vec![fleet("Toulon", 4)]));
    assert!(play.refused(1, show("Toulon", None)).contains("after it was sealed"));
    assert!(play.refused(1, show("Guard", None)).contains("does not stand"));
    assert!(play.refused(3, show("Guard", None)).contains("does not stand"));
    assert!(play.refused(1, squadrons(Some("Plan"))).contains("no fleet"));
    // Even where it left the box since, what stood in the sheet is shown.
    play.must(1, order(Act::Remove { name: "brest".to_owned() }));
    play.must(1, show("Brest", None));
    check(&play.export(Extent::Public)).unwrap();
}

#[test]
fn what_is_shown_to_one_seat_is_told_to_nobody_else() {
    let mut play = sealed();
    let made = play.must(1, show(&format!("{CANARY} corps"), Some(2)));
    let shown = made.last().unwrap();
    let proof: Proof =
        serde_json::from_value(shown.body_for(&Audience::seat(&SeatId::from("seat-2"))).unwrap().clone())
            .unwrap();
    assert!(canonical(&proof.item).unwrap().contains(CANARY));
    assert!(
        shown.body_for(&Audience::seat(&SeatId::from("seat-3"))).is_none()
            && shown.body_for(&Audience::All).is_none()
    );
    assert!(!shown.public.contains("item") && !format!("{made:?}").contains(CANARY));
    let public = play.export(Extent::Public);
    assert!(!public.contains(CANARY) && !public.contains(&proof.salt.hex()));
    let report = check(&public).unwrap();
    assert_eq!((report.shown_checked, report.shown_waiting, report.orders_waiting), (0, 1, 1));
    assert!(play.refused(1, show("Brest", Some(1))).contains("another player"));
    assert!(play.refused(1, show("Brest", Some(9))).contains("another player"));
    // The number that it took is its own: what is sealed later still fits.
    play.must(1, show("Plan", Some(3)));
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    let whole = check(&play.export(Extent::Whole)).unwrap();
    assert_eq!((whole.shown_checked, whole.shown_waiting, whole.orders_waiting), (2, 0, 0));
    assert_eq!((whole.sheets_checked, whole.sheets_waiting, whole.texts_missing), (3, 0, 0));
    let public = check(&play.export(Extent::Public)).unwrap();
    assert_eq!((public.shown_waiting, public.sheets_waiting), (2, 3));
}

#[test]
fn a_note_is_shown_with_its_text_and_not_without() {
    let mut play = sealed();
    let made = play.must(1, show("plan", None));
    let shown = made.last().unwrap();
    assert!(!shown.public.contains(CANARY), "the text stands beside the line, so that it can be deleted");
    assert!(
        !shown.public.contains("Plan") && shown.public.contains("\"name\":\"Note 1\""),
        "{}",
        shown.public
    );
    let told = json!({"name": "Plan", "text": format!("{CANARY} lands in Ireland")});
    assert_eq!(shown.body_for(&Audience::All), Some(&told));
    let report = check(&play.export(Extent::Public)).unwrap();
    assert_eq!(report.shown_checked, 1);
    // Its author is forgotten: the text is gone everywhere, and the record still verifies.
    for part in
        play.entries.iter_mut().flat_map(|entry| &mut entry.secrets).filter(|part| part.person.is_some())
    {
        (part.body, part.salt) = (None, None);
    }
    play.campaign = Campaign::fold(&play.entries).unwrap();
    assert!(play.refused(1, show("Plan", None)).contains("does not stand"));
    assert!(play.refused(1, show("Note 1", None)).contains("was deleted"));
    assert_eq!(names(&play, 1).iter().filter(|name| *name == "Note 1").count(), 1);
    // What else stands in the sheet can be shown as before: its codes are the same.
    play.must(1, show("Brest", None));
    let offered = offers(&play.campaign.view_for(By::Person(1), false));
    let shows = offered.iter().find(|offer| offer.verb == "show").unwrap();
    let offered = serde_json::to_string(shows).unwrap();
    assert!(!offered.contains("Plan") && !offered.contains("Note 1"), "{offered}");
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    let whole = play.export(Extent::Whole);
    assert!(!whole.contains("lands in Ireland") && !whole.contains("Plan"));
    let report = check(&whole).unwrap();
    assert_eq!((report.texts_missing, report.sheets_checked), (1, 3));
}

#[test]
fn house_naval_blockaded_announces_squadrons() {
    let rule = "house.naval.blockaded-announces-squadrons";
    let mut play = sealed();
    let made = play.must(1, squadrons(None));
    assert_eq!(kinds(&made), ["order:squadrons", "shown", "shown"]);
    let lines: Vec<Value> =
        made[1..].iter().map(|entry| serde_json::from_str(&entry.public).unwrap()).collect();
    // A fleet of 9 has none, and one of 27 has two; 27 is not published.
    assert_eq!(lines[0]["item"], json!({"k": "squadrons", "name": "Brest", "full": 0}));
    assert_eq!(lines[1]["item"], json!({"k": "squadrons", "name": "Channel fleet", "full": 2}));
    assert!(lines.iter().all(|line| line["rules"] == json!([rule])));
    assert!(!made.iter().any(|entry| entry.public.contains("ships")));
    let one = play.must(1, squadrons(Some("Channel fleet")));
    assert_eq!(kinds(&one), ["order:squadrons", "shown"]);
    let report = check(&play.export(Extent::Public)).unwrap();
    assert_eq!((report.shown_checked, report.orders_waiting), (3, 0));
    // A note is named as its author named it, not by its number.
    let says = play.refused(1, squadrons(Some("Plan")));
    assert!(says.contains("\"Plan\" is no fleet"), "{says}");
    let refusal = play.give(By::Person(2), squadrons(None)).unwrap_err();
    assert_eq!(refusal.rules.iter().map(|rule| rule.as_str()).collect::<Vec<_>>(), [rule]);
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    check(&play.export(Extent::Whole)).unwrap();
}

#[rstest]
#[case(0, 0)]
#[case(9, 0)]
#[case(10, 1)]
#[case(27, 2)]
#[case(999, 99)]
fn ships_of_every_sort_count_for_squadrons(#[case] ships: u32, #[case] full: u32) {
    let types = sorts(&[("heavy", ships / 2), ("transport", ships - ships / 2)]);
    let item = Item::Fleet { name: "I".to_owned(), power: None, ships, types };
    let squadrons = Item::Squadrons { name: "I".to_owned(), power: None, full };
    assert_eq!(item.part(), Some(squadrons));
}

// ---- Forgeries ----

/// A record with its hashes made anew after `change`.
fn forged(play: &Play, extent: Extent, change: impl FnOnce(&mut Vec<Value>)) -> Result<Report, Wrong> {
    let mut lines: Vec<Value> =
        play.export(extent).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines);
    let mut head = Hash::default();
    let mut file = String::new();
    for (i, line) in lines.iter_mut().enumerate() {
        head = line_hash(&head, &canonical(&line["p"]).unwrap());
        (line["h"], line["i"]) = (json!(head), json!(i));
        file.push_str(&canonical(line).unwrap());
        file.push('\n');
    }
    check(&file)
}

fn place(lines: &[Value], kind: &str) -> usize {
    lines.iter().rposition(|line| line["p"]["k"] == kind).unwrap()
}

#[test]
fn forged_shown_lines_are_caught() {
    let mut play = sealed();
    play.must(1, squadrons(Some("Channel fleet")));
    let veil = *play.roots().veil();
    forged(&play, Extent::Public, |_| ()).unwrap();
    let caught = |why: &str, change: &dyn Fn(&mut Value)| {
        let wrong = forged(&play, Extent::Public, |lines| {
            let at = place(lines, "shown");
            change(&mut lines[at]["p"]);
        })
        .expect_err(why);
        assert!(wrong.why.contains(why), "{}: not {why}", wrong.why);
    };
    caught("does not stand in the sheet", &|p| p["item"]["full"] = json!(3));
    caught("does not stand in the sheet", &|p| p["salt"] = p["sheet_salt"].clone());
    caught("not sorted", &|p| p["codes"].as_array_mut().unwrap().swap(0, 1));
    caught("one stands twice", &|p| p["codes"][1] = p["codes"][0].clone());
    caught("none of its sheet's", &|p| p["n"] = p["sheet_n"].clone());
    caught("none of its sheet's", &|p| p["n"] = json!(p["sheet_n"].as_u64().unwrap() - 65));
    caught("63 codes", &|p| {
        p["codes"].as_array_mut().unwrap().pop();
    });
    caught("not those of the sheet", &|p| p["sheet_salt"] = p["salt"].clone());
    caught("none of its sheet's", &|p| p["n"] = json!(p["sheet_n"].as_u64().unwrap() + 1));
    caught("does not have on the record", &|p| p["sheet"] = json!(0));
    caught("does not have on the record", &|p| p["seat"] = json!("seat-2"));
    caught("not what this order shows", &|p| {
        p.as_object_mut().unwrap().remove("rules");
    });
    caught("not what this order shows", &|p| {
        for n in ["n", "sheet_n"] {
            p[n] = json!(p[n].as_u64().unwrap() + 1);
        }
    });
    caught("seals of what is shown", &|p| p["seals"] = json!([{"code": p["salt"], "to": "all"}]));
    // Whoever holds the veil key can make an array that fits an item he likes; but the record has another sheet.
    caught("not those of the sheet", &|p| {
        p["item"]["full"] = json!(9);
        let first = p["sheet_n"].as_u64().unwrap() - 64;
        p["n"] = json!(first);
        p["salt"] = json!(hex(salt(&veil, first)));
        let own = code(&salt(&veil, first), &canonical(&p["item"]).unwrap());
        let others = (1..64).map(|i| code(&salt(&veil, first + i), r#"{"k":"pad"}"#));
        let mut codes: Vec<String> = others.chain([own]).map(hex).collect();
        codes.sort_unstable();
        p["codes"] = json!(codes);
    });
    // An item from nowhere, or what is none.
    caught("not what this order shows", &|p| p["sheet_n"] = json!(p["sheet_n"].as_u64().unwrap() - 1));
}

#[test]
fn the_longest_name_and_the_longest_note_are_kept() {
    let mut play = sealed();
    let (name, text) = ("x".repeat(40), "y".repeat(500));
    play.must(1, keep(vec![corps(&name, &[("infantry", 1)]), note("Long", &text)]));
    assert!(names(&play, 1).contains(&name), "{:?}", names(&play, 1));
}

#[test]
fn contents_sealed_under_a_salt_of_one_s_own_are_caught_on_their_line() {
    let mut play = sealed();
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    let mut at = 0;
    let wrong = forged(&play, Extent::Whole, |lines| {
        at = place(lines, "sheet");
        let own = [7; 32];
        lines[at]["s"][0]["salt"] = json!(hex(own));
        let body = canonical(&lines[at]["s"][0]["body"]).unwrap();
        lines[at]["p"]["seals"][0]["code"] = json!(hex(code(&own, &body)));
    })
    .unwrap_err();
    assert!(wrong.why.contains("not the one that the veil key gives"), "{}", wrong.why);
    assert_eq!(wrong.line, at as u64 + 1);
}

#[test]
fn a_private_showing_to_nobody_who_could_see_it_is_caught() {
    let mut play = sealed();
    play.must(1, show("Brest", Some(2)));
    forged(&play, Extent::Public, |_| ()).unwrap();
    for (to, why) in [
        ("all", "seals of what is shown"),
        ("seat-1", "seals of what is shown"),
        ("seat-9", "shown to nobody"),
    ] {
        let wrong = forged(&play, Extent::Public, |lines| {
            let at = place(lines, "shown");
            lines[at]["p"]["seals"][0]["to"] = json!(to);
        });
        let why_not = wrong.unwrap_err().why;
        assert!(why_not.contains(why), "{to}: {why_not}");
    }
    // What is shown to one takes a seal's number; what is shown to all takes none.
    let first = play.campaign.next_seal;
    play.must(1, show("Brest", Some(3)));
    play.must(1, show("Brest", None));
    assert_eq!(play.campaign.next_seal, first + 1);
}

#[test]
fn without_the_switch_nothing_is_shown_to_one_alone() {
    let open = Play::real(40, 3, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
    let mut play = sealed_in(open.started());
    let says = play.refused(1, show("Brest", Some(2)));
    assert!(!says.is_empty());
    play.must(1, show("Brest", None));
}

#[test]
fn a_private_showing_that_hides_a_false_proof_is_caught_at_the_close() {
    let mut play = sealed();
    play.must(1, show("Brest", Some(2)));
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    let wrong = forged(&play, Extent::Whole, |lines| {
        let at = place(lines, "shown");
        let mut body = lines[at]["s"][0]["body"].clone();
        body["item"]["ships"] = json!(90);
        let salt = Hash::from_hex(lines[at]["s"][0]["salt"].as_str().unwrap()).unwrap();
        lines[at]["p"]["seals"][0]["code"] = json!(hex(code(&salt.0, &canonical(&body).unwrap())));
        lines[at]["s"][0]["body"] = body;
    });
    assert!(wrong.unwrap_err().why.contains("does not stand in the sheet"));
}

#[test]
fn forged_missing_or_moved_sheets_are_caught() {
    let mut play = sealed();
    let public = |change: &dyn Fn(&mut Vec<Value>)| {
        forged(&play, Extent::Public, |lines| change(lines)).expect_err("the forged record verifies").why
    };
    let says = public(&|lines| {
        let at = place(lines, "sheet");
        lines.remove(at);
    });
    assert!(says.contains("not every seat's sheet"), "{says}");
    let says = public(&|lines| {
        let at = place(lines, "sheet");
        lines.swap(at, at - 1);
    });
    assert!(says.contains("not every seat's sheet"), "{says}");
    let says = public(&|lines| {
        let at = place(lines, "sheet");
        let sheet = lines[at].clone();
        lines.insert(at, sheet);
    });
    assert!(says.contains("another outcome") || says.contains("not every"), "{says}");
    let says = public(&|lines| {
        let at = place(lines, "sheet");
        lines.swap(at, at + 1);
    });
    assert!(!says.is_empty());
    let says = public(&|lines| {
        let at = place(lines, "sheet");
        lines[at]["p"]["seals"][0]["to"] = json!("seat-1");
    });
    assert!(says.contains("another seat"), "{says}");
    let says = public(&|lines| {
        let at = place(lines, "sheet");
        lines[at]["p"].as_object_mut().unwrap().remove("seals");
    });
    assert!(says.contains("one seal for its contents"), "{says}");

    // A sheet of other contents than the owner was told has another code, which shows when all is opened.
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    check(&play.export(Extent::Whole)).unwrap();
    let resealed = |lines: &mut Vec<Value>, body: Value| {
        let at = place(lines, "sheet") - 2;
        let salt = Hash::from_hex(lines[at]["s"][0]["salt"].as_str().unwrap()).unwrap();
        lines[at]["p"]["seals"][0]["code"] = json!(hex(code(&salt.0, &canonical(&body).unwrap())));
        lines[at]["s"][0]["body"] = body;
    };
    let body = |lines: &[Value]| lines[place(lines, "sheet") - 2]["s"][0]["body"].clone();
    let whole = |change: &dyn Fn(&mut Value)| {
        let wrong = forged(&play, Extent::Whole, |lines| {
            let mut contents = body(lines);
            change(&mut contents);
            resealed(lines, contents);
        });
        wrong.expect_err("the forged record verifies").why
    };
    assert!(whole(&|contents| contents["items"][0]["ships"] = json!(8)).contains("do not give its code"));
    assert!(
        whole(&|contents| contents["items"][1]["full"] = json!(1)).contains("beside that of which it is")
    );
    let cut = |contents: &mut Value| {
        contents["items"].as_array_mut().unwrap().remove(1);
    };
    assert!(whole(&cut).contains("beside that of which it is"));
    assert!(whole(&|contents| contents["items"][0] = json!({"k": "gun"})).contains("no item"));
}

#[test]
fn once_sheets_were_sealed_no_step_ends_without_them() {
    let mut play = sealed();
    for person in 1..=3 {
        play.act(person, engine::table::Act::Ready { through: Through::Step, hold: false });
    }
    forged(&play, Extent::Public, |_| ()).unwrap();
    let wrong = forged(&play, Extent::Public, |lines| {
        for _ in 0..3 {
            let at = place(lines, "sheet");
            lines.remove(at);
        }
    })
    .unwrap_err();
    assert!(wrong.why.contains("sheets are not sealed anew"), "{}", wrong.why);
}

#[test]
fn squadrons_announced_out_of_an_older_sheet_are_caught() {
    let mut play = sealed();
    play.must(1, squadrons(Some("Channel fleet")));
    for person in 1..=3 {
        play.act(person, engine::table::Act::Ready { through: Through::Step, hold: false });
    }
    // They are announced when other sheets have been sealed.
    let wrong = forged(&play, Extent::Public, |lines| {
        let at = place(lines, "shown");
        let mut late: Vec<Value> = lines.drain(at - 1..=at).collect();
        let now = lines.last().unwrap()["p"]["at"].clone();
        late.iter_mut().for_each(|line| line["p"]["at"] = now.clone());
        lines.extend(late);
    })
    .unwrap_err();
    assert!(wrong.why.contains("a sheet that it cannot be shown from"), "{}", wrong.why);
}

#[test]
fn of_a_note_shown_to_one_its_text_can_be_deleted_and_what_proves_it_not() {
    let mut play = sealed();
    play.must(1, show("Plan", Some(2)));
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    let missing = |part: usize| {
        let mut entries = play.entries.clone();
        let shown = entries.iter_mut().find(|entry| matches!(entry.event, Event::Shown(_))).unwrap();
        (shown.secrets[part].body, shown.secrets[part].salt) = (None, None);
        let lines = entries.iter().filter_map(|entry| record::line(entry, Extent::Whole).unwrap());
        check(&lines.collect::<String>()).unwrap()
    };
    assert_eq!((missing(1).texts_missing, missing(1).bodies_missing), (1, 0), "its author is forgotten");
    assert_eq!((missing(0).texts_missing, missing(0).bodies_missing), (1, 1));
}

#[test]
fn the_longest_note_is_shown_and_its_text_checked() {
    let mut play = sealed();
    play.must(1, keep(vec![note("Long", &"y".repeat(500))]));
    for person in 1..=3 {
        play.act(person, engine::table::Act::Ready { through: Through::Step, hold: false });
    }
    play.must(1, show("Long", None));
    play.ends_verified();
}

// ---- Changing ----

#[test]
fn items_are_replaced_removed_renamed_and_the_last_change_taken_back() {
    let mut play = Play::real(43, 2, 0, json!({})).started();
    play.must(
        1,
        keep(vec![corps(
            "III  Corps".split_whitespace().collect::<Vec<_>>().join(" ").as_str(),
            &[("infantry", 4)],
        )]),
    );
    play.must(1, keep(vec![corps("iii corps", &[("infantry", 5)]), fleet("Brest", 3)]));
    assert_eq!(names(&play, 1), ["Brest", "iii corps"]);
    play.must(1, order(Act::TakeBack));
    assert_eq!(names(&play, 1), ["III Corps"]);
    assert!(play.refused(1, order(Act::TakeBack)).contains("no change"));
    play.must(1, keep(vec![fleet("Brest", 3), note("Plan", "x")]));
    let rename = |from: &str, to: &str| order(Act::Rename { from: from.to_owned(), to: to.to_owned() });
    play.must(1, rename("brest", "BREST"));
    play.must(1, rename("brest", "Ushant"));
    assert!(play.refused(1, rename("Ushant", "iii CORPS")).contains("already"));
    assert!(play.refused(1, rename("Ushant", "Treasury")).contains("gives itself"));
    assert!(play.refused(1, rename("Ushant", "Ushant: 5")).contains("has no \":\""));
    assert!(play.refused(1, rename("Brest", "Cadiz")).contains("no \"Brest\""));
    play.must(1, keep(vec![treasury(5)]));
    assert!(play.refused(1, rename("Treasury", "Purse")).contains("keeps it"));
    // A whole roster leaves only the notes and what stands in it.
    let whole = |items: Vec<Given>, revision: Option<u64>| order(Act::Keep { items, whole: true, revision });
    let revision = play.campaign.strongboxes[&seat(1)].revision;
    assert!(play.refused(1, whole(Vec::new(), Some(revision - 1))).contains("was changed since"));
    assert!(play.refused(1, whole(vec![fleet("plan", 3)], None)).contains("A note of yours"));
    play.must(1, whole(vec![corps("New", &[("infantry", 1)])], Some(revision)));
    assert_eq!(names(&play, 1), ["New", "Plan"]);
    play.must(1, order(Act::Remove { name: "PLAN".to_owned() }));
    assert_eq!(names(&play, 1), ["New"]);
    assert_eq!(Campaign::fold(&play.entries), Ok(play.campaign));
}

/// What a person wrote of notes, and only that, is deleted when he is forgotten.
#[test]
fn what_a_note_is_called_stands_nowhere_but_beside_its_text() {
    let mut play = Play::real(43, 2, 0, json!({"ceiling": 60})).started();
    play.must(1, keep(vec![note("Ullapool", "first"), fleet("Brest", 3), note("Zeebrugge", "other")]));
    play.act(1, engine::table::Act::Share { person: 3 });
    let rename = |from: &str, to: &str| order(Act::Rename { from: from.to_owned(), to: to.to_owned() });
    // One who shares the seat writes another note, and none of the first's anew.
    play.must(3, keep(vec![note("Third's own", "third")]));
    assert!(play.refused(3, rename("ullapool", "Mine")).contains("Only who wrote"));
    play.must(1, rename("ullapool", "Vladivostok"));
    assert!(play.refused(1, keep(vec![note("Brest", "x")])).contains("already"));
    assert!(play.refused(1, keep(vec![fleet("Zeebrugge", 1)])).contains("A note of yours"));
    assert!(play.refused(1, rename("Vladivostok", "zeebrugge")).contains("already"));
    assert!(play.refused(1, keep(vec![note("Note 7", "x")])).contains("gives itself"));
    // The same name replaces, and keeps the place.
    play.must(1, keep(vec![note("VLADIVOSTOK", "anew")]));
    assert_eq!(names(&play, 1), ["Brest", "VLADIVOSTOK", "Zeebrugge", "Third's own"]);
    play.must(1, order(Act::Remove { name: "zeebrugge".to_owned() }));
    play.must(1, order(Act::TakeBack));
    play.bid(vec![untied(1), untied(2)]);
    play.must(3, show("Vladivostok", None));
    assert_eq!(Campaign::fold(&play.entries).as_ref(), Ok(&play.campaign));

    for part in
        play.entries.iter_mut().flat_map(|entry| &mut entry.secrets).filter(|part| part.person == Some(1))
    {
        (part.body, part.salt) = (None, None);
    }
    let left: String = play
        .entries
        .iter()
        .flat_map(|entry| {
            let bodies = entry.secrets.iter().filter_map(|part| part.body.as_ref());
            let bodies = bodies.map(|body| body.reveal().to_string());
            bodies.chain([entry.public.clone()]).collect::<Vec<_>>()
        })
        .collect();
    let lower = left.to_lowercase();
    for gone in ["ullapool", "zeebrugge", "vladivostok", "first", "other", "anew"] {
        assert!(!lower.contains(&format!("\"{gone}\"")), "{gone}");
    }
    assert!(left.contains("Third's own"));
    play.campaign = Campaign::fold(&play.entries).unwrap();
    assert_eq!(names(&play, 1), ["Brest", "Note 1", "Note 2", "Third's own"]);
    play.must(3, show("Third's own", None));
    check(&play.export(Extent::Public)).unwrap();
}

/// A text that was sealed and not opened is its author's to have deleted; it is then as if it had not been sealed.
#[test]
fn a_sealed_text_can_be_deleted_until_it_is_opened() {
    let mut play = Play::real(48, 2, 0, json!({})).started();
    let about = Text { text: "who attacks".to_owned(), salt: Secret::new([7; 32]) };
    let kind = engine::table::act::Exchanged::Text;
    let act = engine::table::Act::Exchange { seats: vec![seat(1), seat(2)], kind };
    play.must(1, Verb::Act { act, text: Some(about) });
    let round = play.campaign.play.rounds.keys().find(|name| name.starts_with("free/")).unwrap().clone();
    let seal = |text: &str| sealing(&round, &json!({"text": text}));
    play.must(1, seal("Through the Tyrol"));
    play.must(1, Verb::Final { round: round.clone() });
    play.must(2, seal("Not at all"));
    let parts = play.entries.iter().flat_map(|entry| &entry.secrets).filter(|part| part.person == Some(1));
    let texts: Vec<String> = parts.map(|part| part.body.as_ref().unwrap().reveal().to_string()).collect();
    assert!(texts.iter().any(|text| text.contains("Tyrol")), "{texts:?}");
    for part in
        play.entries.iter_mut().flat_map(|entry| &mut entry.secrets).filter(|part| part.person == Some(1))
    {
        (part.body, part.salt) = (None, None);
    }
    play.campaign = Campaign::fold(&play.entries).unwrap();
    let open = &play.campaign.play.rounds[&round];
    assert_eq!(open.envelopes.keys().collect::<Vec<_>>(), [&seat(2)]);
    // Whoever sits there then seals anew, and it opens as any other.
    play.must(1, seal("By sea"));
    for person in [1, 2] {
        play.must(person, Verb::Final { round: round.clone() });
    }
    check(&play.export(Extent::Public)).unwrap();
}

#[rstest]
#[case::no_name(corps("", &[("infantry", 1)]), "1 to 40 characters")]
#[case::a_long_name(corps(&"x".repeat(41), &[("infantry", 1)]), "has 41")]
#[case::a_reserved_name(fleet("treasury", 1), "gives itself")]
#[case::a_reserved_name_in_finnish(fleet("Valtionkassa", 1), "gives itself")]
#[case::a_word_of_a_treasury(corps("MP 3", &[("infantry", 1)]), "gives itself")]
#[case::what_is_in_it_in_the_name(corps("VII Corps: 4i", &[("infantry", 1)]), "has no \":\" in it")]
#[case::two_items_in_the_name(corps("A; B", &[("infantry", 1)]), "has no \";\" in it")]
#[case::an_equals_sign(fleet("A = B", 1), "has no \"=\" in it")]
#[case::whose_it_is_in_the_name(fleet("Reserve (Spain)", 1), "in brackets")]
#[case::what_it_is_in_the_name(fleet("Reserve (fleet)", 1), "in brackets")]
#[case::two_blanks(fleet("Brest  fleet", 1), "single blanks")]
#[case::two_lines(fleet("a\nb", 1), "one line")]
#[case::nothing_in_it(corps("I", &[]), "needs 1 to 12 sorts")]
#[case::too_many(corps("I", &[("infantry", 1000)]), "0 to 999 infantry")]
#[case::too_many_ships(fleet("I", 1000), "0 to 999 ships")]
#[case::a_sort_with_capitals(corps("I", &[("Infantry", 1)]), "letters a–z")]
#[case::a_long_sort(corps("I", &[("abcdefghijklmnopqrstu", 1)]), "at most 20 letters")]
#[case::too_much_money(treasury(10_000), "−9,999 to 9,999")]
#[case::too_much_debt(treasury(-10_000), "−9,999 to 9,999")]
#[case::too_many_men(manpower(1000), "0 to 999 MP")]
#[case::an_empty_note(note("I", "  "), "1 to 500 characters")]
#[case::a_long_note(note("I", &"x".repeat(501)), "this one has 501")]
#[case::a_power_before_the_choice(Given::thing(&Item::Treasury { power: Some("spain".to_owned()), money: 1 }), "not chosen yet")]
fn what_is_out_of_bounds_is_refused(#[case] given: Given, #[case] why: &str) {
    let mut play = Play::real(44, 2, 0, json!({})).started();
    let says = play.refused(1, keep(vec![given]));
    assert!(says.contains(why), "{says}");
}

#[test]
fn who_has_no_seat_or_no_room_is_refused() {
    let mut play = Play::real(45, 2, 0, json!({"ceiling": 60}));
    play.join(1);
    assert!(play.refused(1, keep(vec![fleet("I", 1)])).contains("when play begins"));
    play.join(2);
    play.must(1, Verb::Start);
    assert!(play.refused(3, keep(vec![fleet("I", 1)])).contains("no seat"));
    assert!(play.refused(1, keep(vec![fleet("I", 1), fleet("i", 2)])).contains("twice"));
    assert!(play.refused(1, keep(Vec::new())).contains("nothing to keep"));
    // 31 fleets take 62 places, two corps the rest.
    let fleets = (0..31).map(|n| fleet(&format!("Fleet {n}"), n)).collect();
    play.must(1, keep(fleets));
    play.must(1, keep(vec![corps("A", &[("guard", 1)]), corps("B", &[("guard", 1)])]));
    assert!(play.refused(1, keep(vec![corps("C", &[("guard", 1)])])).contains("full"));
    play.must(1, keep(vec![corps("B", &[("guard", 2)])]));
    play.bid(vec![untied(1), untied(2)]);
    for person in 1..=2 {
        play.must(person, Verb::Close);
    }
    assert_eq!(check(&play.export(Extent::Whole)).unwrap().sheets_checked, 2);
    assert!(play.refused(1, keep(vec![fleet("I", 1)])).contains("closed"));
}

#[test]
fn who_plays_several_powers_says_whose_it_is() {
    let mut play = Play::real(46, 2, 0, json!({"ceiling": 60})).started();
    play.bid(vec![untied(1), untied(2)]);
    let owners = play.campaign.play.game.owners(&seat(1));
    assert!(owners.len() > 1, "{owners:?}");
    let says = play.refused(1, keep(vec![treasury(5)]));
    assert!(says.contains("Say whose it is. You play "), "{says}");
    let of = |power: &str, money| Given::thing(&Item::Treasury { power: Some(power.to_owned()), money });
    play.must(1, keep(vec![of(&owners[0], 5), of(&owners[1], 6)]));
    assert_eq!(names(&play, 1).len(), 2);
    let theirs = play.campaign.play.game.owners(&seat(2));
    assert!(play.refused(1, keep(vec![of(&theirs[0], 5)])).contains("no power of yours"));
    play.must(1, keep(vec![note("Plan", "for both")]));
}

/// Of what a seat keeps for two powers each has its own II Corps, and neither takes the place of the other's.
#[test]
fn two_powers_of_one_seat_each_have_things_of_the_same_name() {
    let mut play = Play::real(46, 2, 0, json!({"ceiling": 60})).started();
    play.bid(vec![untied(1), untied(2)]);
    let owners = play.campaign.play.game.owners(&seat(1));
    let of = |power: &str, ships: u32| {
        Given::thing(&Item::fleet("Reserve".to_owned(), Some(power.to_owned()), sorts(&[("ships", ships)])))
    };
    let ships = |play: &Play, power: &str| {
        let items = &play.campaign.strongboxes[&seat(1)].items;
        called_of(items, "reserve", power).map(|kept| kept.item.payload()["ships"].clone())
    };
    play.must(1, keep(vec![of(&owners[0], 27), of(&owners[1], 12)]));
    play.must(1, keep(vec![of(&owners[1], 13)]));
    assert_eq!((ships(&play, &owners[0]), ships(&play, &owners[1])), (Some(json!(27)), Some(json!(13))));
    assert!(play.refused(1, keep(vec![of(&owners[0], 1), of(&owners[0], 2)])).contains("twice"));
    // By the name alone neither is meant.
    let labels: Vec<String> = owners[..2]
        .iter()
        .map(|power| format!("Reserve ({})", engine::table::offers::spoken(power)))
        .collect();
    let remove = |name: &str| order(Act::Remove { name: name.to_owned() });
    let says = play.refused(1, remove("Reserve"));
    assert!(labels.iter().all(|label| says.contains(label)), "{says}");
    let open = serde_json::to_string(&offers(&play.campaign.view_for(By::Person(1), false))).unwrap();
    assert!(labels.iter().all(|label| open.contains(label)), "{open}");
    // Each is shown and announced by itself.
    for person in 1..=2 {
        play.act(person, engine::table::Act::Ready { through: Through::Step, hold: false });
    }
    assert!(play.refused(1, show("Reserve", None)).contains("Say which"));
    play.must(1, show(&labels[1], None));
    assert_eq!(
        (&shown_line(&play)["item"]["ships"], &shown_line(&play)["item"]["power"]),
        (&json!(13), &json!(owners[1]))
    );
    play.must(1, squadrons(Some(&labels[0])));
    assert_eq!(shown_line(&play)["item"]["full"], 2);
    // A name that the other power's has is free for this one's, and one of its own is not.
    let rename = |from: &str, to: &str| order(Act::Rename { from: from.to_owned(), to: to.to_owned() });
    play.must(1, rename(&labels[0], "Brest"));
    play.must(1, rename("Brest", "Reserve"));
    // A note has its name for itself, whosever the fleets of that name are.
    let there = |says: &str| says.contains("There is \"Reserve\" in your strongbox already");
    assert!(there(&play.refused(1, keep(vec![note("Reserve", "where it lies")]))));
    play.must(1, keep(vec![note("Plan", "where it lies")]));
    assert!(there(&play.refused(1, rename("Plan", "Reserve"))));
    let given =
        Given::thing(&Item::fleet("Plan".to_owned(), Some(owners[0].clone()), sorts(&[("ships", 1)])));
    assert!(play.refused(1, keep(vec![given])).contains("A note of yours is called \"Plan\""));
    assert!(play.refused(1, rename(&labels[0], "Plan")).contains("There is \"Plan\""));
    play.must(1, remove("Plan"));
    play.must(1, remove(&labels[0]));
    assert_eq!((ships(&play, &owners[0]), ships(&play, &owners[1])), (None, Some(json!(13))));
    play.must(1, remove("Reserve"));
    assert_eq!(names(&play, 1), Vec::<String>::new());
    assert_eq!(Campaign::fold(&play.entries).as_ref(), Ok(&play.campaign));
    for person in 1..=2 {
        play.must(person, Verb::Close);
    }
    check(&play.export(Extent::Whole)).unwrap();
}

fn any_roster() -> impl Strategy<Value = Vec<Given>> {
    let sort = prop::sample::select(vec!["infantry", "cavalry", "guard", "heavy", "light"]);
    let sorts = prop::collection::btree_map(sort.prop_map(str::to_owned), 0u32..=999, 1..4);
    // How an item is given: as a corps, as a fleet by sorts, or as a fleet whose ships are not told apart.
    let holds = (0u32..3, sorts, 0u32..=999);
    // A treasury and manpower have names that nothing else may have.
    let name =
        "[a-zé]{1,9}".prop_filter("a name of the box's own", |name| Item::check_thing_name(name).is_ok());
    prop::collection::btree_map(name, holds, 1..=32).prop_map(|items| {
        let item = |(name, (kind, sorts, ships)): (String, (u32, BTreeMap<String, u32>, u32))| {
            Given::thing(&match kind {
                0 => Item::Corps { name, power: None, factors: sorts },
                1 => Item::fleet(name, None, sorts),
                _ => Item::fleet(name, None, BTreeMap::from([("ships".to_owned(), ships)])),
            })
        };
        items.into_iter().map(item).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_item_of_any_roster_is_proved_and_no_other(roster in any_roster()) {
        let mut play = Play::real(47, 2, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
    play.act(1, engine::table::Act::Switch { key: "show".to_owned(), value: "yes".to_owned() });
    let mut play = play.started();
        let first = match &roster[0] {
            Given::Thing(thing) => thing["name"].as_str().unwrap().to_owned(),
            _ => String::new(),
        };
        play.must(2, keep(roster.clone()));
        play.bid(vec![untied(1), untied(2)]);
        let sheet = play.campaign.strongboxes[&seat(2)].sheet(None).unwrap().clone();
        let veil = *play.roots().veil();
        let opened = sheet.opened(|n| Ok(engine::table::chain::seal_salt(&veil, n))).unwrap();
        let rules = Some(play.campaign.play.game.rules());
        prop_assert_eq!(opened.codes.len(), UNSAID);
        let mut numbers = std::collections::BTreeSet::new();
        for (item, n, _) in &opened.items {
            prop_assert!(numbers.insert(*n) && (sheet.first_n..sheet.first_n + 64).contains(n));
            let proof = opened.proof(item).unwrap();
            prop_assert_eq!(proof.check(rules, &sheet.code, UNSAID), Ok(()));
            let mut other = proof.clone();
            other.item["name"] = json!("another name");
            prop_assert!(other.check(rules, &sheet.code, UNSAID).is_err());
            let mut other = proof;
            other.salt.0[0] ^= 1;
            prop_assert!(other.check(rules, &sheet.code, UNSAID).is_err());
        }
        play.must(2, show(&first, None));
        let seat_2 = SeatId::from("seat-2");
        let shown = play.entries.iter().filter(|entry| matches!(&entry.event, Event::Shown(s) if s.seat == seat_2));
        prop_assert_eq!(shown.count(), 1);
        prop_assert!(check(&play.export(Extent::Public)).is_ok());
    }
}

/// However long ago a sheet was sealed: it is found again by folding the record, and what it held then is proved.
#[test]
fn what_one_had_long_ago_is_found_again_in_the_record_and_proved() {
    let mut play = sealed();
    let first = play.campaign.strongboxes[&seat(1)].sheets[0].line;
    play.must(1, keep(vec![fleet("Brest", 30)]));
    for _ in 0..KEPT_SHEETS + 2 {
        for person in 1..=3 {
            play.act(person, engine::table::Act::Ready { through: Through::Step, hold: false });
        }
    }
    let brest = |sheet: Option<u64>, recalled| {
        order(Act::Show { name: "Brest".to_owned(), to: None, sheet, recalled })
    };
    assert!(play.refused(1, brest(Some(first), None)).contains("no sheet of yours"));
    let recalled = recall(&play.entries, &seat(1), &Wanted::Line(first)).unwrap();
    let made = play.must(1, brest(Some(first), Some(recalled.clone())));
    let shown: Value = serde_json::from_str(&made[1].public).unwrap();
    assert_eq!((&shown["item"]["ships"], &shown["sheet"]), (&json!(9), &json!(first)));
    // In January the choice of powers was over, and the box held what it holds since.
    let january = recall(&play.entries, &seat(1), &Wanted::Within("1805-01".to_owned())).unwrap();
    assert_eq!(january.step, ["1805-01", "land"]);
    let made = play.must(1, brest(Some(january.line), Some(january)));
    assert_eq!(serde_json::from_str::<Value>(&made[1].public).unwrap()["item"]["ships"], json!(30));
    // A sheet of another line than is asked for is no sheet.
    assert!(play.refused(1, brest(Some(first + 1), Some(recalled))).contains("no sheet of yours"));
    let report = play.ends_verified();
    assert_eq!((report.shown_checked, report.orders_waiting), (2, 0));
}
