//! The press: signed texts, and texts without a name that go out at fixed hours and tell of no writer.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, EPOCH_OF_TESTS, Play, founding, kinds, label, rules_in, seat, untied};
use engine::table::hash::Hash;
use engine::table::press::{ANONYMOUS_A_DAY, Change, LONGEST, Proof, SIGNED_A_DAY};
use engine::table::record::Extent;
use engine::table::seal::seal_code;
use engine::table::timing::Timing;
use engine::table::{Act, By, Entry, Event, Founding, Secret, TableEvent, Text, Verb, offers};
use serde_json::json;

const HOUR: i64 = 60 * 60;

/// A campaign of three whose group allows texts without a name, a day after the epoch of tests at midnight, UTC.
fn allowed() -> Play {
    let mut play = allowed_by(&founding(3, 0, json!({"ceiling": 60, "spare": "uncontrolled"})));
    play.at = EPOCH_OF_TESTS + DAY;
    play
}

/// Play of the months, before which the host allowed such texts.
pub fn allowed_by(founding: &Founding) -> Play {
    let mut play = Play::founded(founding);
    for person in 1..=founding.seats {
        play.join(person);
    }
    play.act(1, Act::Switch { key: "press".to_owned(), value: "anonymous".to_owned() });
    play.must(1, Verb::Start);
    play.bid((1..=founding.seats).map(untied).collect());
    play
}

fn written(text: Text, salt: u8) -> Verb {
    Verb::Press { change: Change::Write { text, salt: Secret::new([salt; 32]) } }
}

fn write(text: &str) -> Verb {
    written(label(text), 7)
}

fn signed(text: &str) -> Verb {
    Verb::Act { act: Act::Press, text: Some(label(text)) }
}

/// The texts that went out without a name, with the codes of their writers.
fn published(made: &[Entry]) -> Vec<(String, Hash)> {
    let mut texts = Vec::new();
    for pair in made.windows(2) {
        if let Some(TableEvent::Published { writer }) = pair[1].table_event() {
            assert_eq!((pair[0].by, pair[1].by), (By::Bot, By::Bot));
            texts.push((pair[0].text().unwrap().to_owned(), writer));
        }
    }
    texts
}

// house.general.diplomacy-any-phase
#[test]
fn a_signed_text_stands_on_the_record_with_its_seat_and_so_many_a_day_are_taken() {
    let mut play = Play::in_months(3, |_| ());
    let made = play.must(2, signed("Prussia stays neutral."));
    assert_eq!(kinds(&made), ["order:press", "table:pressed"]);
    assert_eq!(rules_in(&made), ["house.general.diplomacy-any-phase"]);
    assert_eq!((made[0].text(), made[0].by), (Some("Prussia stays neutral."), By::Person(2)));
    assert!(!made[0].public.contains("neutral"), "a free text stands as a code");
    for n in 1..SIGNED_A_DAY {
        play.must(2, signed(&format!("Bulletin {n}")));
    }
    assert!(play.refused(2, signed("one more")).contains("6 signed texts within a day"));
    play.must(1, signed("Others are not held up by that."));
    play.at += DAY;
    play.must(2, signed("The next day"));
    play.ends_verified();
}

#[test]
fn what_cannot_be_published_is_refused_in_words() {
    let mut play = Play::in_months(3, |_| ());
    let rule = "house.general.diplomacy-any-phase";
    assert!(play.refused_under(rule, 1, signed(" ")).contains("1 to 1000 characters; this has 1"));
    assert!(play.refused_under(rule, 1, signed(&"x".repeat(LONGEST + 1))).contains("this has 1001"));
    assert!(play.refused(9, signed("hello")).contains("no seat"));
    assert!(play.refused(1, Verb::Act { act: Act::Press, text: None }).contains("Say what you publish"));
    let wrong = Verb::Act { act: Act::Publish { writer: Hash([1; 32]) }, text: Some(label("x")) };
    assert!(play.refused(1, wrong).contains("Only the clock"));
    assert!(
        play.refused(1, write("hello")).contains("/vote switch"),
        "signed alone, where nobody chose otherwise"
    );
    let mut play = allowed();
    assert!(play.refused_under(rule, 1, write("")).contains("1 to 1000 characters"));
    assert!(play.refused(1, Verb::Press { change: Change::TakeBack }).contains("No text of yours"));
    for n in 0..ANONYMOUS_A_DAY {
        play.must(1, write(&format!("Rumour {n}")));
    }
    assert!(play.refused(1, write("one more")).contains("3 anonymous texts within a day"));
    // What is taken back counts too: else a text could be tried again and again.
    play.must(1, Verb::Press { change: Change::TakeBack });
    assert!(play.refused(1, write("one more")).contains("3 anonymous texts within a day"));
    play.at += DAY;
    play.must(1, write("the next day"));
    // Before play begins nobody publishes anything.
    let mut gathering = Play::founded(&founding(3, 0, json!({"ceiling": 60})));
    gathering.join(1);
    assert!(gathering.refused(1, signed("hello")).contains("not begun"));
}

#[test]
fn texts_without_a_name_go_out_together_at_the_fixed_hours_by_their_codes() {
    let mut play = allowed();
    let midnight = EPOCH_OF_TESTS + DAY;
    let lines = play.campaign.next_line;
    let texts = ["first of all", "second", "third", "fourth"];
    for (person, text) in [3, 1, 2, 1].into_iter().zip(texts) {
        let made = play.must(person, write(text));
        assert!(made.iter().all(|entry| entry.line.is_none()));
    }
    assert_eq!((play.campaign.next_line, play.campaign.people), (lines, 3), "nothing of it is on the record");
    assert!(play.clock_at(midnight + 8 * HOUR - 60).is_empty());
    // What comes shortly before the hour waits for the next, so that nobody sees by who was there whose it is.
    play.at = midnight + 7 * HOUR + 60;
    play.must(2, write("late"));
    let made = play.clock_at(midnight + 8 * HOUR);
    assert_eq!(kinds(&made), ["order:publish", "table:published"].repeat(4));
    let out: Vec<String> = published(&made).into_iter().map(|(text, _)| text).collect();
    let mut by_code = texts.map(|text| (label(text).code().unwrap().0, text.to_owned()));
    by_code.sort();
    assert_eq!(out, by_code.map(|(_, text)| text), "in an order that tells nothing");
    assert_ne!(out, texts);
    assert!(made.iter().all(|entry| entry.at == midnight + 8 * HOUR), "the hour alone");
    assert_eq!(published(&play.clock_at(midnight + 20 * HOUR))[0].0, "late");
    play.ends_verified();
}

#[test]
fn the_hours_are_those_of_the_campaigns_own_zone() {
    let timing = Timing { zone: "Europe/Helsinki".to_owned(), ..Timing::default() };
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let mut play = allowed_by(&Founding { timing: Some(timing), ..founding(3, 0, options) });
    play.at = EPOCH_OF_TESTS + DAY;
    play.must(1, write("from the north"));
    let own = play.campaign.view_for(By::Person(1), false).press;
    assert_eq!(own[0].goes_out, EPOCH_OF_TESTS + DAY + 6 * HOUR);
    assert!(published(&play.clock_at(own[0].goes_out - 60)).is_empty());
    assert_eq!(published(&play.clock_at(own[0].goes_out)).len(), 1);
}

/// Two tables, alike but for who wrote: whatever anybody but the two can see is the same, byte for byte, before and after.
#[test]
fn nobody_but_its_writer_sees_anything_of_it() {
    let play = |writer: u32| {
        let mut play = allowed();
        play.must(writer, write("A conspiracy is afoot."));
        play
    };
    let seen = |play: &Play, person: u32| {
        let view = play.campaign.view_for(By::Person(person), false);
        format!("{view:?} {:?}", offers(&view))
    };
    let (mut one, mut two) = (play(1), play(2));
    assert_eq!(one.export(Extent::Whole), two.export(Extent::Whole));
    assert_eq!(seen(&one, 3), seen(&two, 3));
    assert_eq!(format!("{:?}", one.campaign.public_view()), format!("{:?}", two.campaign.public_view()));
    for play in [&one, &two] {
        // Host and operator see no more, nor does a log line, and undo offers nothing.
        assert!(!format!("{:?}", play.campaign).contains("conspiracy"));
        assert!(play.campaign.view_for(By::Person(1), true).undoable.is_none());
    }
    assert_eq!(one.campaign.view_for(By::Person(1), false).press.len(), 1);
    assert!(one.campaign.view_for(By::Person(2), false).press.is_empty());
    // What others order meanwhile comes to the same.
    let ready = Act::Ready { through: engine::table::act::Through::Step, hold: false };
    let (a, b) = (one.act(3, ready.clone()), two.act(3, ready));
    let publics = |made: &[Entry]| made.iter().map(|entry| entry.public.clone()).collect::<Vec<_>>();
    assert_eq!(publics(&a), publics(&b));
    let hour = EPOCH_OF_TESTS + DAY + 8 * HOUR;
    let (a, b) = (one.clock_at(hour), two.clock_at(hour));
    let (a_out, b_out) = (published(&a), published(&b));
    assert_eq!(a_out[0].0, b_out[0].0);
    assert_ne!(a_out[0].1, b_out[0].1, "the codes of two writers are two");
    let without = |made: &[Entry], code: Hash| publics(made).join("\n").replace(&code.hex(), "");
    assert_eq!(without(&a, a_out[0].1), without(&b, b_out[0].1), "and nothing else is");
    // Not even when all is over.
    for play in [&mut one, &mut two] {
        play.ends_verified();
        let whole = play.export(Extent::Whole);
        let line = whole.lines().find(|line| line.contains("\"verb\":\"publish\"")).unwrap();
        assert!(!line.contains("seat-") && !line.contains("person "), "{line}");
    }
}

#[test]
fn its_writer_can_prove_it_his_and_nobody_else_can_claim_it() {
    let mut play = allowed();
    play.must(2, write("I was there."));
    let own = play.campaign.view_for(By::Person(2), false).press.remove(0);
    assert_eq!(own.text, "I was there.");
    let made = play.clock_at(own.goes_out);
    let (_, code) = published(&made)[0].clone();
    assert_eq!(code, own.proof.code);
    assert_eq!(seal_code(&own.proof.salt.0, &own.proof.body).unwrap(), code);
    // The text is bound by the code that stands in the seals of the same line.
    let of_the_text = made[0].seals()[0].0;
    assert_eq!(own.proof.body, json!({"press": of_the_text, "seat": "seat-2"}));
    let claimed = Proof::of(&label("I was there."), &seat(1), own.proof.salt).unwrap();
    assert_ne!(claimed.code, code);
}

#[test]
fn what_is_taken_back_or_deleted_goes_out_never() {
    let mut play = allowed();
    play.must(1, write("Regretted"));
    play.must(2, write("Stands"));
    let made = play.must(1, Verb::Press { change: Change::TakeBack });
    assert!(made.iter().all(|entry| entry.line.is_none()));
    assert!(play.campaign.view_for(By::Person(1), false).press.is_empty());
    // Its author has a text deleted: the entry stays, without it, and the campaign is read anew.
    play.must(1, write("Deleted"));
    let of_it = play.entries.last_mut().unwrap();
    assert!(matches!(of_it.event, Event::PressKept { .. }) && of_it.secrets[0].person == Some(1));
    of_it.secrets[0].body = None;
    play.campaign = engine::table::Campaign::fold(&play.entries).unwrap();
    let made = play.clock_at(EPOCH_OF_TESTS + DAY + 8 * HOUR);
    let out: Vec<String> = published(&made).into_iter().map(|(text, _)| text).collect();
    assert_eq!(out, ["Stands"]);
    assert_eq!(made[0].secrets[0].person, Some(2), "so that he can have it deleted");
    let record = play.export(Extent::Whole);
    assert!(!record.contains("Regretted") && !record.contains("Deleted"));
}

#[test]
fn going_back_an_undo_and_a_switch_leave_it_as_it_is() {
    let mut play = allowed();
    let told = play.campaign.values().into_iter().find(|value| value.unit == "VP").unwrap();
    let tells = Act::Tell { key: told.key, value: told.now + 1 };
    play.tells(1, Verb::Act { act: tells, text: None });
    play.tells(2, write("Between the lines"));
    // That somebody wrote keeps nobody from taking back his own order.
    play.must(1, Verb::Undo);
    play.act(1, Act::Switch { key: "press".to_owned(), value: "signed".to_owned() });
    for person in [2, 3] {
        let vote = *play.campaign.public_view().votes.keys().next().unwrap();
        play.act(person, Act::Cast { vote, option: engine::table::votes::YES });
        if play.campaign.public_view().votes.is_empty() {
            break;
        }
    }
    assert!(play.refused(3, write("too late")).contains("/vote switch"));
    let made = play.clock_at(EPOCH_OF_TESTS + DAY + 8 * HOUR);
    assert_eq!(published(&made).len(), 1, "it was allowed when it was written");
}

#[test]
fn a_regent_publishes_nothing_and_sees_nothing_of_it() {
    let mut play = allowed();
    play.must(1, write("Mine"));
    play.act(1, Act::Away { until: None, regent: Some(2) });
    let view = play.campaign.view_as_regent(By::Person(2), &seat(1), play.at);
    assert!(view.as_regent && view.press.is_empty());
    assert!(play.act_for_refused(2, 1, signed("as regent")).contains("no more"));
    assert!(play.act_for_refused(2, 1, write("as regent")).contains("no more"));
}

#[test]
fn a_record_on_which_such_a_text_was_written_is_refused() {
    let mut play = allowed();
    let made = play.must(1, write("Off the record"));
    let kept = &made[0];
    let line = (play.campaign.next_line, play.campaign.head);
    let on_it = Entry::write(kept.at, kept.by, kept.event.clone(), kept.secrets.clone(), Some(line)).unwrap();
    let mut record = play.export(Extent::Public);
    record.push_str(&engine::table::record::line(&on_it, Extent::Public).unwrap().unwrap());
    let wrong = engine::table::verify::verify(record.as_bytes(), &[]).unwrap_err();
    assert!(wrong.why.contains("where it never does"), "{}", wrong.why);
}
