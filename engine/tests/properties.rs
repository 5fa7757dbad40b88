//! What holds for any value: canonical JSON, dice, shuffles, seals, envelopes.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, untied};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::canonical::{LARGEST, canonical, composed_value, parse};
use engine::table::chain::{Roots, seed_before};
use engine::table::event::line_hash;
use engine::table::hash::Hash;
use engine::table::record::{Extent, Line, line};
use engine::table::roll::{Dice, RollRequest, draw};
use engine::table::seal::{seal_code, sheet_body};
use engine::table::{By, Event, Verb};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Any value that canonical JSON can hold.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (-LARGEST..=LARGEST).prop_map(Value::from),
        (-20i64..20).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\\x00-\\x1f\"\\\\/\\x7féü“🎲]{0,6}".prop_map(Value::from),
    ];
    let tree = leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map("[a-z0-9_]{1,5}", inner, 0..6).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    tree.prop_map(|value| composed_value(&value))
}

fn any_dice() -> impl Strategy<Value = Dice> {
    let groups = vec((1u32..=1000, 1u32..=20), 1..=5);
    prop_oneof![
        groups.prop_map(|groups| Dice::Of(groups.into_iter().map(|(faces, count)| [faces, count]).collect())),
        (1u32..=1000).prop_map(Dice::Shuffle),
    ]
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn a_hundred_dice_are_fair_and_so_is_a_shuffle_of_a_thousand() {
    let dice = |groups: &[[u32; 2]]| Dice::Of(groups.to_vec()).is_fair();
    assert!(dice(&[[6, 60], [10, 40]]) && dice(&[[1000, 100]]) && dice(&[[1, 1]]));
    assert!(!dice(&[[6, 60], [10, 41]]) && !dice(&[]));
    assert!(Dice::Shuffle(1000).is_fair() && Dice::Shuffle(1).is_fair() && !Dice::Shuffle(1001).is_fair());
}

#[test]
fn what_must_be_escaped_is_where_it_stands_alone() {
    for (text, written) in
        [("\n", r#""\n""#), ("\u{1}", r#""\u0001""#), ("\"", r#""\"""#), ("\\", r#""\\""#), ("", r#""""#)]
    {
        assert_eq!(canonical(&Value::from(text)).unwrap(), written);
    }
}

#[test]
fn numbers_beyond_the_largest_are_not_canonical() {
    for n in [LARGEST, -LARGEST] {
        assert_eq!(canonical(&Value::from(n)).unwrap(), n.to_string());
        assert!(canonical(&Value::from(n + n.signum())).is_err(), "{n}");
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn canonical_json_comes_back_as_it_was(value in any_value()) {
        let text = canonical(&value).unwrap();
        prop_assert_eq!(&parse(&text).unwrap(), &value);
        prop_assert_eq!(canonical(&parse(&text).unwrap()).unwrap(), text);
    }

    #[test]
    fn another_byte_is_another_value_or_refused(value in any_value(), place: prop::sample::Index, byte: u8) {
        let text = canonical(&value).unwrap();
        let mut changed = text.clone().into_bytes();
        let place = place.index(changed.len());
        prop_assume!(changed[place] != byte);
        changed[place] = byte;
        if let Ok(changed) = String::from_utf8(changed)
            && let Ok(other) = parse(&changed)
        {
            prop_assert_ne!(&other, &value);
        }
    }

    #[test]
    fn a_byte_more_or_less_is_another_value_or_refused(value in any_value(), place: prop::sample::Index, byte: u8) {
        let text = canonical(&value).unwrap().into_bytes();
        let place = place.index(text.len());
        let mut more = text.clone();
        more.insert(place, byte);
        let mut less = text;
        less.remove(place);
        for changed in [more, less] {
            if let Ok(changed) = String::from_utf8(changed)
                && let Ok(other) = parse(&changed)
            {
                prop_assert_ne!(&other, &value);
            }
        }
    }

    #[test]
    fn whatever_is_read_is_canonical_or_refused(text in any::<String>()) {
        if let Ok(value) = parse(&text) {
            prop_assert_eq!(canonical(&value).unwrap(), text.as_str());
        }
        prop_assert!(Line::read(&text).is_err());
    }

    #[test]
    fn dice_keep_within_their_faces(key: [u8; 32], dice in any_dice()) {
        prop_assert!(dice.is_fair());
        let fell = draw(key, &dice);
        prop_assert_eq!(&fell, &draw(key, &dice));
        match dice {
            Dice::Of(groups) => {
                let faces: Vec<u32> =
                    groups.iter().flat_map(|[faces, count]| std::iter::repeat_n(*faces, *count as usize)).collect();
                prop_assert_eq!(fell.len(), faces.len());
                prop_assert!(fell.iter().zip(faces).all(|(fell, faces)| (1..=faces).contains(fell)));
            }
            Dice::Shuffle(n) => {
                let mut sorted = fell;
                sorted.sort_unstable();
                prop_assert_eq!(sorted, (0..n).collect::<Vec<u32>>());
            }
        }
    }

    #[test]
    fn dice_out_of_bounds_are_not_fair(faces in prop_oneof![Just(0u32), 1001u32..], count in 1u32..=100) {
        prop_assert!(!Dice::Of(vec![[faces, count]]).is_fair());
        prop_assert!(!Dice::Of(vec![[6, 0]]).is_fair());
        prop_assert!(!Dice::Of(vec![[6, 60], [6, 40 + count]]).is_fair());
        prop_assert!(!Dice::Shuffle(faces).is_fair());
    }

    #[test]
    fn a_roll_s_key_hangs_on_each_of_its_fields(seed: [u8; 32], other: [u8; 32], attempt in 0u64..9, epoch in 1u64..4097) {
        prop_assume!(seed != other);
        let request = RollRequest {
            attempt,
            campaign: "abcdefgh01".to_owned(),
            dice: Dice::Of(vec![[6, 2]]),
            entropy: vec![("seat-1".to_owned(), "word".to_owned())],
            epoch,
            slot: "free/seat-1/1".to_owned(),
        };
        let changed = [
            RollRequest { attempt: attempt + 1, ..request.clone() },
            RollRequest { campaign: "abcdefgh02".to_owned(), ..request.clone() },
            RollRequest { dice: Dice::Of(vec![[6, 1], [6, 1]]), ..request.clone() },
            RollRequest { entropy: vec![("seat-1".to_owned(), "words".to_owned())], ..request.clone() },
            RollRequest { epoch: epoch + 1, ..request.clone() },
            RollRequest { slot: "free/seat-1/2".to_owned(), ..request.clone() },
        ];
        let key = request.key(&seed).unwrap();
        prop_assert_ne!(key, request.key(&other).unwrap());
        prop_assert_ne!(key, request.veiled_key(&seed).unwrap());
        for changed in changed {
            prop_assert_ne!(key, changed.key(&seed).unwrap());
        }
    }

    #[test]
    fn seals_of_different_secrets_differ(a in any_value(), b in any_value(), salt: [u8; 32], other: [u8; 32]) {
        let code = seal_code(&salt, &a).unwrap();
        prop_assert_eq!(code, seal_code(&salt, &a).unwrap());
        prop_assert_eq!(a == b, code == seal_code(&salt, &b).unwrap());
        prop_assert_eq!(salt == other, code == seal_code(&other, &a).unwrap());
    }

    #[test]
    fn a_sheet_does_not_tell_the_order_of_its_items(codes in vec(any::<[u8; 32]>(), 0..20), turn: prop::sample::Index) {
        let codes: Vec<Hash> = codes.into_iter().map(Hash).collect();
        let mut turned = codes.clone();
        if !turned.is_empty() {
            let by = turn.index(turned.len());
            turned.rotate_left(by);
        }
        prop_assert_eq!(sheet_body(codes), sheet_body(turned));
    }

    #[test]
    fn a_line_s_head_hangs_on_all_before_it(before: [u8; 32], other: [u8; 32], a in any_value(), b in any_value()) {
        let (a, b) = (canonical(&a).unwrap(), canonical(&b).unwrap());
        let head = line_hash(&Hash(before), &a);
        prop_assert_eq!(a == b, head == line_hash(&Hash(before), &b));
        prop_assert_eq!(before == other, head == line_hash(&Hash(other), &a));
    }

    #[test]
    fn a_chain_of_any_length_leads_back_to_its_anchor(head: [u8; 32], veil: [u8; 32], first in 1u64..9000, epochs in 1u64..40) {
        let roots = Roots::with_length(head, veil, first, epochs);
        let mut before = roots.commitments().anchor;
        for epoch in first..first + epochs {
            let seed = roots.seed(epoch).unwrap();
            prop_assert_eq!(Hash(seed_before(&seed)), before);
            before = Hash(seed);
        }
        prop_assert_eq!(before, Hash(head));
        prop_assert_eq!((roots.seed(first - 1), roots.seed(first + epochs)), (None, None));
    }
}

/// One act on an envelope.
#[derive(Clone, Debug)]
enum Act {
    Seal(u32),
    Final,
    Withdraw,
}

fn any_act() -> impl Strategy<Value = (u32, Act)> {
    let act =
        prop_oneof![(1u32..=8).prop_map(Act::Seal), Just(Act::Final), Just(Act::Final), Just(Act::Withdraw)];
    (1u32..=3, act)
}

proptest! {
    #![proptest_config(config(64))]

    /// Against a plain model: Sealed can be changed, Final cannot, all Final opens, and then nothing is taken.
    #[test]
    fn envelopes_do_what_their_words_say(acts in vec(any_act(), 0..40)) {
        let mut play = Play::real(30, 3, 0, json!({"ceiling": 60})).started();
        let mut model: [Option<(u32, bool)>; 3] = [None; 3];
        let mut opened = false;
        for (person, act) in acts {
            let mine = &mut model[person as usize - 1];
            let (allowed, verb) = match (&act, &*mine) {
                (Act::Seal(n), state) => {
                    let verb = sealing(CHOICE_OF_POWERS, &untied(*n));
                    (!state.is_some_and(|(_, is_final)| is_final), verb)
                }
                (Act::Final, state) => {
                    (state.is_some_and(|(_, is_final)| !is_final), Verb::Final { round: CHOICE_OF_POWERS.to_owned() })
                }
                (Act::Withdraw, state) => {
                    (state.is_some_and(|(_, is_final)| is_final), Verb::Open { round: CHOICE_OF_POWERS.to_owned() })
                }
            };
            let lines = play.campaign.next_line;
            let result = play.give(By::Person(person), verb);
            prop_assert_eq!(result.is_ok(), allowed && !opened);
            if opened || !allowed {
                continue;
            }
            *mine = match act {
                Act::Seal(n) => Some((n, false)),
                Act::Final => mine.map(|(n, _)| (n, true)),
                Act::Withdraw => mine.map(|(n, _)| (n, false)),
            };
            opened = model.iter().all(|state| state.is_some_and(|(_, is_final)| is_final));
            prop_assert_eq!(opened, play.campaign.next_line > lines, "the record hears of the opening alone");
            prop_assert_eq!(opened, !play.campaign.play.rounds.contains_key(CHOICE_OF_POWERS));
        }
        let told: Vec<Value> = play
            .entries
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Opened { body, .. } => Some(body.choice["bids"].clone()),
                _ => None,
            })
            .collect();
        let sealed: Vec<Value> = model.iter().flatten().map(|(n, _)| untied(*n)["bids"].clone()).collect();
        prop_assert_eq!(told, if opened { sealed } else { Vec::new() });
    }
}

#[test]
fn a_line_read_back_is_the_entry_it_was_written_from() {
    let mut play = Play::real(31, 2, 1, json!({"ceiling": 60})).started();
    play.roll_for(2, &[[6, 2]], "Ünïcode \u{1f3b2} “label” \\ \" \n \t \u{1} ");
    play.bid(vec![untied(1), untied(2)]);
    for entry in play.entries.iter().filter(|entry| entry.line.is_some()) {
        for extent in [Extent::Public, Extent::Whole] {
            let text = line(entry, extent).unwrap().unwrap();
            let read = Line::read(text.trim_end_matches('\n')).unwrap();
            assert_eq!((read.i, read.head), entry.line.unwrap());
            let back = read.entry().unwrap();
            assert_eq!((&back.event, &back.public), (&entry.event, &entry.public));
            assert_eq!(line(&back, extent).unwrap().unwrap(), text);
        }
    }
    assert!(
        play.entries
            .iter()
            .filter(|entry| entry.line.is_none())
            .all(|entry| line(entry, Extent::Whole).unwrap().is_none())
    );
}
