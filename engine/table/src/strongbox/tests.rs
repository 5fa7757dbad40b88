//! Steps one after another, which no shipped game has yet: sheets kept and dropped, and a campaign that was restored.
#![allow(clippy::unwrap_used)]

mod proofs;

use super::item::begins_with;
use super::show::{Wanted, recall};
use super::{Act, Given, Item, Items, KEPT_SHEETS, Kept, Sheet, Thing};
use crate::Campaign;
use crate::chain::Roots;
use crate::chance::{Chain, Recorded, ToldSheet};
use crate::decide::{decide, found_under};
use crate::draft::Draft;
use crate::event::{Entry, Event, TableEvent};
use crate::hash::Hash;
use crate::names::{By, SeatId, Word};
use crate::order::{Founding, Order, Verb};
use crate::record::{Extent, line as line_of};
use crate::refusal::Refusal;
use crate::secret::Secret;
use crate::tests::toy::Token;
use crate::verify::verify;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

struct Play {
    campaign: Campaign,
    entries: Vec<Entry>,
    roots: Roots,
    at: i64,
}

impl Play {
    /// A campaign of two that has begun, by the newest revision: its sheets have 80 places.
    fn begun() -> Play {
        Play::begun_under("2")
    }

    /// The same by another revision.
    fn begun_under(revision: &str) -> Play {
        let founding = Founding {
            at: 0,
            campaign: "k7q2m4x9aa".to_owned(),
            game: "toy".to_owned(),
            scenario: "toy".to_owned(),
            seats: 2,
            operator_seats: 0,
            options: serde_json::json!({}),
            timing: None,
            umpire: None,
        };
        let mut chance = Chain::founding(([1; 32], [2; 32]));
        let entries = found_under(&founding, Some(revision), &mut chance).unwrap();
        let roots = chance.founded().unwrap();
        let campaign = Campaign::fold(&entries).unwrap();
        let mut play = Play { campaign, entries, roots, at: 0 };
        for (person, word) in [(1, "one"), (2, "two")] {
            play.give(By::Person(person), Verb::Join { word: Word::read(word).unwrap() }).unwrap();
        }
        play.give(By::Person(1), Verb::Start).unwrap();
        play
    }

    fn give(&mut self, by: By, verb: Verb) -> Result<(), Refusal> {
        self.at += 1;
        let fresh = [u8::try_from(self.at % 250).unwrap() + 3; 32];
        let mut chance = Chain::of(&self.roots, (fresh, fresh));
        let order = Order { at: self.at, by, operator: false, verb };
        let made = decide(&self.campaign, &order, &mut chance)?;
        if let Some(roots) = chance.founded() {
            self.roots = roots;
        }
        self.take(made);
        Ok(())
    }

    fn take(&mut self, made: Vec<Entry>) {
        made.iter().for_each(|entry| self.campaign.apply(entry).unwrap());
        self.entries.extend(made);
    }

    /// A step ends, and as many at once as there are paths.
    fn step(&mut self, paths: &[&str]) {
        self.at += 1;
        let mut chance = Chain::of(&self.roots, ([3; 32], [4; 32]));
        let mut draft = Draft::of(&self.campaign, self.at, By::Bot, &mut chance);
        draft.plain_order(&Verb::Tick).unwrap();
        for path in paths {
            super::sheet::seal_sheets(&mut draft, super::When::Step).unwrap();
            let path = vec![(*path).to_owned()];
            let frame = serde_json::json!("tosses");
            draft
                .table(TableEvent::FrameOpened {
                    frame,
                    path,
                    within: None,
                    pushed: false,
                    contains: false,
                    asks: None,
                    asked: Vec::new(),
                    ready: Default::default(),
                    due: None,
                })
                .unwrap();
        }
        let made = draft.into_entries();
        self.take(made);
    }

    fn act(&mut self, person: u32, act: Act) -> Result<(), Refusal> {
        self.give(By::Person(person), Verb::Strongbox { act, salt: Secret::new([5; 32]) })
    }

    fn keep(&mut self, person: u32, points: u32) {
        let items = vec![Given::thing(&Token { name: "Brest".to_owned(), points })];
        self.act(person, Act::Keep { items, whole: false, revision: None }).unwrap();
    }

    fn show(&mut self, person: u32, sheet: Option<u64>) -> Result<(), Refusal> {
        self.act(person, Act::Show { name: "Brest".to_owned(), to: None, sheet, recalled: None })
    }

    fn sheets(&self, person: u32) -> Vec<u64> {
        let strongbox = &self.campaign.strongboxes[&SeatId::numbered(person)];
        strongbox.sheets.iter().map(|sheet| sheet.line).collect()
    }

    fn shown(&self) -> serde_json::Value {
        let shown = self.entries.iter().rev().find(|entry| matches!(entry.event, Event::Shown(_))).unwrap();
        serde_json::from_str(&shown.public).unwrap()
    }

    /// Its record is verified as one of another revision of the rules, so that steps which no order of a shipped game takes can stand in
    /// it: every line is checked, and the orders are not decided again.
    fn verified(&self, extent: Extent) -> crate::verify::Report {
        let entries = crate::tests::toy::under("0", &self.entries);
        let file: String = entries.iter().filter_map(|entry| line_of(entry, extent).unwrap()).collect();
        assert_eq!(Campaign::fold(&self.entries).as_ref(), Ok(&self.campaign));
        verify(file.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why))
    }
}

/// A thing of which its game says no more than it must.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "k", rename = "crew")]
struct Crew {
    name: String,
    of: Option<String>,
}

impl Thing for Crew {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn power(&self) -> Option<&str> {
        self.of.as_deref()
    }

    fn of_power(self, of: Option<String>) -> Crew {
        Crew { of, ..self }
    }

    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }

    fn renamed(self, to: &str) -> Option<Crew> {
        Some(Crew { name: to.to_owned(), ..self })
    }

    fn check_name(name: &str) -> Result<(), Refusal> {
        if name == "King" { Err(Refusal::new("There is one king.")) } else { Ok(()) }
    }
}

#[test]
fn what_a_game_does_not_say_of_its_things_the_table_does() {
    let crew = Crew { name: "Victory".to_owned(), of: None };
    assert_eq!(crew.label(), "Victory");
    assert_eq!(crew.clone().of_power(Some("great_britain".to_owned())).label(), "Victory (Great Britain)");
    assert!(crew.part().is_none() && !crew.is_part() && Crew::offers().is_empty());
    assert!(Crew::filled("box_crew", &json!({"name": "Victory"})).is_none());
    // What nothing may be called a thing is not called either.
    assert_eq!(Crew::check_thing_name("King").unwrap_err().says.to_string(), "There is one king.");
    assert!(Crew::check_thing_name("Victory").is_ok());
}

#[test]
fn this_is_what_i_had_in_march() {
    let mut play = Play::begun();
    play.step(&["january"]);
    assert!(play.campaign.strongboxes.is_empty(), "nobody uses a strongbox yet");
    play.keep(1, 27);
    play.step(&["february"]);
    play.keep(1, 12);
    play.step(&["march"]);
    // Nothing was changed, and everything is sealed anew under new numbers.
    play.step(&["april"]);
    let sheets = play.sheets(1);
    let codes: Vec<_> =
        play.campaign.strongboxes[&SeatId::numbered(1)].sheets.iter().map(|s| s.code).collect();
    assert!(sheets.len() == 3 && codes[1] != codes[2]);
    assert_eq!(play.sheets(2), sheets.iter().map(|line| line + 1).collect::<Vec<u64>>());
    let changed = |n| -> Vec<bool> {
        play.campaign.strongboxes[&SeatId::numbered(n)].sheets.iter().map(|sheet| sheet.changed).collect()
    };
    assert_eq!((changed(1), changed(2)), (vec![true, true, false], vec![false; 3]), "by its owner");
    play.show(1, Some(sheets[0])).unwrap();
    assert_eq!(play.shown()["item"]["points"], 27);
    play.show(1, None).unwrap();
    assert_eq!(play.shown()["item"]["points"], 12);
    // Another's sheet, or a line that is none.
    assert!(play.show(1, Some(sheets[0] + 1)).is_err());
    assert!(play.show(1, Some(0)).is_err());
    assert_eq!(play.verified(Extent::Public).shown_checked, 2);
    for person in [1, 2] {
        play.give(By::Person(person), Verb::Close).unwrap();
    }
    let report = play.verified(Extent::Whole);
    assert_eq!((report.sheets_checked, report.sheets_waiting, report.shown_checked), (6, 0, 2));
}

#[test]
fn steps_passed_over_at_once_are_sealed_once_and_an_emptied_box_goes_on() {
    let mut play = Play::begun();
    play.keep(1, 27);
    let seals = play.campaign.next_seal;
    play.step(&["one", "two", "three"]);
    assert_eq!((play.sheets(1).len(), play.campaign.next_seal), (1, seals + 2 * super::sheet::numbers(80)));
    play.act(1, Act::Remove { name: "Brest".to_owned() }).unwrap();
    play.step(&["four"]);
    play.step(&["five"]);
    assert_eq!((play.sheets(1).len(), play.sheets(2).len()), (3, 3), "that a box is empty tells nothing");
    // What was changed in a step that has ended stands.
    assert!(play.act(1, Act::TakeBack).unwrap_err().says.contains("no change"));
    play.verified(Extent::Public);
}

#[test]
fn how_many_codes_a_sheet_has_stands_on_its_line_and_where_it_does_not_there_are_64() {
    for (revision, places) in [("1", 64), ("2", 80)] {
        let mut play = Play::begun_under(revision);
        play.keep(1, 27);
        play.step(&["one"]);
        play.show(1, None).unwrap();
        let line = |word: &str| play.entries.iter().rfind(|e| e.public.contains(word)).unwrap();
        let said = line("\"k\":\"sheet\"").public.contains("\"places\":80");
        assert_eq!(said, places == 80, "{revision}");
        let Event::Shown(shown) = &line("\"k\":\"shown\"").event else { panic!("nothing is shown") };
        assert_eq!(shown.proof.as_ref().unwrap().codes.len(), places);
        let wanted = play.campaign.strongboxes[&SeatId::numbered(1)].sheets.back().unwrap().places();
        assert_eq!(wanted, places);
        play.verified(Extent::Public);
        for person in [1, 2] {
            play.give(By::Person(person), Verb::Close).unwrap();
        }
        assert_eq!(play.verified(Extent::Whole).sheets_checked, 2);
        // A line that says another number is found.
        for other in [None, Some(63), Some(79), Some(81), Some(64), Some(0)] {
            let mut entries = play.entries.clone();
            let at = entries.iter().position(|e| matches!(e.event, Event::Sheet { .. })).unwrap();
            let Event::Sheet { places: said, .. } = &mut entries[at].event else { continue };
            if *said == other {
                continue;
            }
            *said = other;
            let line = entries[at].line.unwrap().0;
            let forged: String = crate::tests::toy::under("0", &entries)
                .iter()
                .filter_map(|entry| line_of(entry, Extent::Whole).unwrap())
                .collect();
            let wrong = verify(forged.as_bytes(), &[]).unwrap_err();
            assert!(wrong.line > line, "{revision}, {other:?}: {wrong:?}");
        }
    }
}

#[test]
fn a_sheet_is_decided_again_with_the_places_that_its_line_says_whatever_the_program_seals_now() {
    let play = Play::begun_under("2");
    for places in [None, Some(80), Some(200)] {
        let told = |n| ToldSheet { seat: SeatId::numbered(n), code: Hash([7; 32]), places, contents: None };
        let mut chance = Recorded { sheets: [told(1), told(2)].into(), ..Recorded::default() };
        let mut draft = Draft::of(&play.campaign, 9, By::Bot, &mut chance);
        draft.plain_order(&Verb::Tick).unwrap();
        super::sheet::seal_sheets(&mut draft, super::When::Step).unwrap();
        let before = play.campaign.next_seal;
        let numbers = super::sheet::numbers(places.map_or(64, |places| places as usize));
        assert_eq!(draft.campaign().next_seal, before + 2 * numbers);
        let said: Vec<_> = draft.into_entries().into_iter().skip(1).map(|entry| entry.event).collect();
        let sheet = |n| Event::Sheet { seat: SeatId::numbered(n), code: Hash([7; 32]), places };
        assert_eq!(said, [sheet(1), sheet(2)]);
    }
}

#[test]
fn the_last_sheets_are_kept_and_older_ones_are_found_again_in_the_record() {
    let mut play = Play::begun();
    play.keep(2, 3);
    for n in 0..KEPT_SHEETS {
        play.step(&[&format!("step-{n}")]);
    }
    let first = play.sheets(2)[0];
    play.show(2, Some(first)).unwrap();
    play.step(&["one more"]);
    assert_eq!(play.sheets(2).len(), KEPT_SHEETS);
    let says = play.show(2, Some(first)).unwrap_err().says;
    assert!(says.contains("no sheet of yours"), "{says}");
    play.keep(2, 30);
    play.step(&["the last"]);
    let seat = SeatId::numbered(2);
    let find = |wanted: &Wanted| recall(&play.entries, &seat, wanted);
    let recalled = find(&Wanted::Line(first)).unwrap();
    let within = find(&Wanted::Within(recalled.step[0].clone())).unwrap();
    let of_that_part = |sheet: &&Arc<Sheet>| sheet.step[0] == recalled.step[0];
    let kept = play.campaign.strongboxes[&seat].sheets.iter().rfind(of_that_part);
    assert!(within.step[0] == recalled.step[0] && kept.is_none_or(|kept| *kept == within));
    assert_eq!(find(&Wanted::Within("step-99".to_owned())), None);
    assert_eq!(find(&Wanted::Line(0)), None);
    // As soon as it is sealed it is found, and no sooner.
    let at = play.entries.iter().position(|entry| entry.line.is_some_and(|(line, _)| line == first)).unwrap();
    let by_then = |entries| recall(entries, &seat, &Wanted::Line(first));
    assert_eq!(by_then(&play.entries[..=at]).as_ref(), Some(&recalled));
    assert_eq!(by_then(&play.entries[..at]), None);
    // Another's sheet is none of his.
    assert_eq!(recall(&play.entries, &SeatId::numbered(1), &Wanted::Line(first)), None);
    let show = |recalled| Act::Show { name: "Brest".to_owned(), to: None, sheet: Some(first), recalled };
    // What is proved is what was sealed: a sheet that was made up does not open.
    let mut made_up = Sheet::clone(&recalled);
    made_up.items = play.campaign.strongboxes[&seat].items.clone();
    let says = play.act(2, show(Some(Arc::new(made_up)))).unwrap_err().says;
    assert!(says.contains("does not open"), "{says}");
    play.act(2, show(Some(recalled))).unwrap();
    assert_eq!((&play.shown()["item"]["points"], &play.shown()["sheet"]), (&json!(3), &json!(first)));
    assert_eq!(play.verified(Extent::Public).shown_checked, 2);
    for person in [1, 2] {
        play.give(By::Person(person), Verb::Close).unwrap();
    }
    let report = play.verified(Extent::Whole);
    assert_eq!(report.shown_checked, 2);
}

#[test]
fn after_a_restore_the_box_stays_and_older_sheets_are_shown_no_more() {
    let mut play = Play::begun();
    play.keep(1, 27);
    play.step(&["one"]);
    let old = play.sheets(1)[0];
    play.show(1, None).unwrap();
    play.keep(1, 28);
    play.give(By::Bot, Verb::Restored).unwrap();
    assert_eq!(play.campaign.next_seal, 0, "no round is open that would have numbers again");
    assert!(play.show(1, None).unwrap_err().says.contains("Nothing of yours is sealed yet"));
    assert!(play.show(1, Some(old)).is_err());
    assert!(play.act(1, Act::TakeBack).is_err());
    play.step(&["two"]);
    play.show(1, None).unwrap();
    assert_eq!(play.shown()["item"]["points"], 28);
    for person in [1, 2] {
        play.give(By::Person(person), Verb::Close).unwrap();
    }
    let report = play.verified(Extent::Whole);
    // The sheets from before the restore wait for ever: their veil key is not published.
    assert_eq!((report.sheets_checked, report.sheets_waiting, report.shown_checked), (2, 2, 2));
}

#[test]
fn a_box_that_was_emptied_before_anything_was_sealed_is_not_in_use() {
    let mut play = Play::begun();
    play.keep(1, 27);
    play.act(1, Act::Remove { name: "Brest".to_owned() }).unwrap();
    play.step(&["one"]);
    assert!(play.sheets(1).is_empty(), "nothing is sealed of it");
    play.keep(1, 27);
    play.step(&["two"]);
    assert_eq!(play.sheets(1).len(), 1);
}

#[test]
fn whose_a_thing_is_stands_beside_its_name_only_where_another_is_called_so_too() {
    let crew = |name: &str, of: &str| {
        let item = Item::thing(&Crew { name: name.to_owned(), of: Some(of.to_owned()) }).unwrap();
        (item.place(), Kept { item: item.into(), text: None })
    };
    let items: Items = [crew("Victory", "france"), crew("Victory", "spain"), crew("Argonaute", "spain")]
        .into_iter()
        .collect();
    let labels: Vec<String> = items.values().map(|kept| kept.label_among(&items)).collect();
    assert_eq!(labels, ["Argonaute", "Victory (France)", "Victory (Spain)"]);
}

#[test]
fn a_name_is_told_by_its_first_word_whatever_its_capitals_and_blanks() {
    let own = ["treasury", "manpower"];
    for name in ["Treasury", "TREASURY of Spain", "  manpower  2"] {
        assert!(begins_with(name, &own), "{name}");
    }
    for name in ["", "Treasurys", "Old treasury"] {
        assert!(!begins_with(name, &own), "{name}");
    }
}
