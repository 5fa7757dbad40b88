//! A fault found later: what it would have changed is what play would have brought had it been set right at once.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, label};
use crate::peace::{AUSTRIA, FRANCE, PRUSSIA, SPAIN, answers, gained, kept, next_month, position};
use engine::eia::oob::StatusBox;
use engine::eia::powers::Power;
use engine::table::forward::follow::follow;
use engine::table::forward::{Amends, Followed, Why};
use engine::table::{Act, Entry, Event, Verb};
use serde_json::json;

fn dice(entries: &[Entry]) -> Vec<(String, Vec<u32>)> {
    let rolls = entries.iter().filter_map(|entry| entry.event.rolled());
    rolls.map(|rolled| (rolled.slot.clone(), rolled.result.clone())).collect()
}

/// The values of the board, by their keys.
fn values(play: &Play) -> Vec<(String, i64)> {
    play.campaign.values().into_iter().map(|value| (value.key, value.now)).collect()
}

/// Austria declares war in January and pays 3 PP for it, of which one was too much; then so many months are played. Where it is set right at
/// once, that is done before anything else. With it the line of the declaration.
fn played(months: usize, at_once: bool) -> (Play, u64) {
    let mut play = kept();
    // Prussia stands so low that a die falls in March.
    let low = 2 * i64::from(StatusBox::read("I6").unwrap().number());
    play.act(SPAIN, Act::Tell { key: "pp/prussia".to_owned(), value: low });
    let made = answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    let opens =
        |entry: &&Entry| matches!(&entry.event, Event::Order { verb, .. } if verb == "open_envelopes");
    let line = made.iter().find(opens).unwrap().line.unwrap().0;
    assert_eq!(gained(&position(&play), Power::Austria), -6);
    if at_once {
        play.act_saying(
            FRANCE,
            Act::Correct { key: "pp/austria".to_owned(), value: should_be(&play) },
            "At once",
        );
        play.all_agree();
    }
    for _ in 0..months {
        next_month(&mut play);
    }
    (play, line)
}

/// What Austria should stand at after its declaration.
fn should_be(play: &Play) -> i64 {
    let now = position(play);
    now.pp_of(Power::Austria) - gained(&now, Power::Austria) - 4
}

fn fault(play: &Play, line: u64) -> Amends {
    Amends::Value { line, key: "pp/austria".to_owned(), value: should_be(play) }
}

fn proposes(play: &mut Play, person: u32, amends: Amends) -> Followed {
    let followed = follow(&play.entries, &amends).unwrap();
    let text = Some(label("It was 2 PP, not 3"));
    play.must(person, Verb::Forward { amends, followed: Box::new(followed.clone()), text });
    followed
}

#[test]
fn a_declaration_that_cost_too_much_is_made_good_three_months_later() {
    let (mut play, line) = played(4, false);
    let twin = played(4, true).0;
    let before = play.entries.clone();
    assert!(!dice(&before).is_empty(), "dice fell between");
    assert_eq!(dice(&before), dice(&twin.entries));
    assert_ne!(values(&play), values(&twin));
    let amends = fault(&play, line);
    let followed = proposes(&mut play, FRANCE, amends);
    assert_eq!((&followed.until, followed.turns), (&None, 4));
    assert!(followed.left_out.is_empty(), "{followed:?}");
    // All of the difference, and nothing else: what play would have brought.
    let now = values(&play);
    let differ: Vec<&String> =
        now.iter().zip(values(&twin)).filter(|(one, other)| *one != other).map(|((key, _), _)| key).collect();
    let found: Vec<&String> = followed.values.iter().map(|change| &change.key).collect();
    assert_eq!(found, differ);
    play.all_agree();
    assert_eq!(values(&play), values(&twin));
    assert_eq!(play.entries[..before.len()], before, "nothing on the record is rewritten");
    assert_eq!(dice(&play.entries), dice(&before));
    play.ends_verified();
}

#[test]
fn what_is_older_than_two_quarters_holds_only_when_all_agree() {
    let (mut play, line) = played(7, false);
    let before = values(&play);
    let amends = fault(&play, line);
    assert_eq!(proposes(&mut play, FRANCE, amends.clone()).turns, 7);
    let open = play.campaign.play.corrections[&1].clone();
    assert!(open.by_all() && open.affected.len() == 7);
    assert!(
        play.clock_at(open.due + DAY).iter().all(|entry| !matches!(entry.event, Event::Corrected { .. }))
    );
    for person in [AUSTRIA, SPAIN, PRUSSIA, 3, 5] {
        play.act(person, Act::Agree { correction: 1 });
        assert_eq!(values(&play), before, "one is missing");
    }
    play.act(7, Act::Agree { correction: 1 });
    assert_ne!(values(&play), before, "all seven have agreed");
    // One who objects ends it, and no vote comes of it.
    let amends = Amends::Value { line, key: "vp/turkey".to_owned(), value: 40 };
    proposes(&mut play, FRANCE, amends);
    let before = values(&play);
    play.act(AUSTRIA, Act::Object { correction: 2 });
    assert!(play.campaign.play.corrections.is_empty() && play.campaign.play.votes.is_empty());
    assert_eq!(values(&play), before);
    play.ends_verified();
}

#[test]
fn a_die_that_would_not_have_fallen_ends_the_way() {
    let (mut play, line) = played(4, false);
    // Higher up Prussia loses nothing, and rolls for nothing.
    let high = 2 * i64::from(StatusBox::read("N5").unwrap().number());
    let amends = Amends::Value { line, key: "pp/prussia".to_owned(), value: high };
    let followed = follow(&play.entries, &amends).unwrap();
    let until = followed.until.unwrap();
    let rolled = play.entries.iter().filter_map(|entry| entry.event.rolled());
    let die = rolled.filter(|rolled| Some(&rolled.id) == until.roll.as_ref()).count();
    assert_eq!((until.why, die), (Why::Die, 1));
    assert_eq!(followed.values.len(), 1, "as far as that only its own standing: {:?}", followed.values);
    play.right_now();
    play.ends_verified();
}

/// In 1853 the way leads on through the gaps between two months, in which Sardinia's choice lies closed.
#[test]
fn a_fault_is_followed_through_the_gap_between_two_months() {
    let mut play = crate::italy::later();
    let line = {
        let told = play.act(FRANCE, Act::Tell { key: "vp/turkey".to_owned(), value: 40 });
        told[0].line.unwrap().0
    };
    let from = position(&play).month().unwrap();
    for _ in 0..2 {
        crate::peace::to_the_talks(&mut play);
        next_month(&mut play);
    }
    assert_ne!(position(&play).month().unwrap(), from);
    let amends = Amends::Value { line, key: "vp/turkey".to_owned(), value: 30 };
    let followed = follow(&play.entries, &amends).unwrap();
    assert_eq!(followed.until, None, "{followed:?}");
    play.ends_verified();
}
