//! Dice as players write them: what is understood, what it means, and what is refused.

// A test that meets an unexpected value should stop there.
#![allow(clippy::unwrap_used)]

use engine::table::notation::{Die, MOST_DICE, MOST_FACES, MOST_TEXT, MOST_THROWS, Outcome, Throw};
use proptest::prelude::*;
use rstest::rstest;

fn throw(text: &str) -> Throw {
    Throw::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

fn outcome(text: &str, faces: &[u32]) -> Outcome {
    let mut throws = throw(text).read(faces).unwrap().throws;
    assert_eq!(throws.len(), 1);
    throws.remove(0)
}

fn kept(text: &str, faces: &[u32]) -> Vec<u32> {
    let dice = outcome(text, faces).dice.concat();
    dice.iter().filter(|die| die.kept).map(|die| die.face).collect()
}

#[rstest]
#[case("2d6+1", "2d6+1", &[[6, 2]])]
#[case("4d10", "4d10", &[[10, 4]])]
#[case("d6", "1d6", &[[6, 1]])]
#[case("d6>=4", "1d6>=4", &[[6, 1]])]
#[case("d6 ≥ 4", "1d6>=4", &[[6, 1]])]
#[case("d6≤4", "1d6<=4", &[[6, 1]])]
#[case("d6=>4", "1d6>=4", &[[6, 1]])]
#[case("d6 > 4", "1d6>4", &[[6, 1]])]
#[case("d6<4", "1d6<4", &[[6, 1]])]
#[case("d6 == 4", "1d6=4", &[[6, 1]])]
#[case("3d6 drop lowest", "3d6dl1", &[[6, 3]])]
#[case("3D6 Drop The LOWEST Die", "3d6dl1", &[[6, 3]])]
#[case("3d6 drop highest", "3d6dh1", &[[6, 3]])]
#[case("4d6 keep highest 3", "4d6kh3", &[[6, 4]])]
#[case("4d6 keep the 3 best dice", "4d6kh3", &[[6, 4]])]
#[case("4d6kh3", "4d6kh3", &[[6, 4]])]
#[case("4d6 KL 2", "4d6kl2", &[[6, 4]])]
#[case("3d6dl", "3d6dl1", &[[6, 3]])]
#[case("3d6dl1+2>=4", "3d6dl1+2>=4", &[[6, 3]])]
#[case("3d6 drop lowest + 2 >= 4", "3d6dl1+2>=4", &[[6, 3]])]
#[case("10d6<=4", "10d6<=4", &[[6, 10]])]
#[case("3 x d6<=4", "3x1d6<=4", &[[6, 1], [6, 1], [6, 1]])]
#[case("3×d6", "3x1d6", &[[6, 1], [6, 1], [6, 1]])]
#[case("2 times d6 + d8", "2x1d6+1d8", &[[6, 1], [8, 1], [6, 1], [8, 1]])]
#[case("2*2d6+1", "2x2d6+1", &[[6, 2], [6, 2]])]
#[case("1x d6", "1d6", &[[6, 1]])]
#[case("d%", "1d100", &[[100, 1]])]
#[case("2d%", "2d100", &[[100, 2]])]
#[case("Percent", "1d100", &[[100, 1]])]
#[case("percent <= 20", "1d100<=20", &[[100, 1]])]
#[case("35%", "1d100<=35", &[[100, 1]])]
#[case("35 percent", "1d100<=35", &[[100, 1]])]
#[case("2 x 0%", "2x1d100<=0", &[[100, 1], [100, 1]])]
#[case("2d6+1d10-2", "2d6+1d10-2", &[[6, 2], [10, 1]])]
#[case("2d6 − 1 – d4", "2d6-1d4-1", &[[6, 2], [4, 1]])]
#[case("1 + 2 d 6 + 2", "2d6+3", &[[6, 2]])]
#[case("-d6+10", "-1d6+10", &[[6, 1]])]
#[case("2d6+1-1", "2d6+0", &[[6, 2]])]
#[case("2d6 total >= 8", "2d6+0>=8", &[[6, 2]])]
#[case("d6-3>=-1", "1d6-3>=-1", &[[6, 1]])]
#[case("1d6+1d6", "1d6+1d6", &[[6, 1], [6, 1]])]
#[case("d1", "1d1", &[[1, 1]])]
#[case("100d1000", "100d1000", &[[1000, 100]])]
#[case("2d6-1000000", "2d6-1000000", &[[6, 2]])]
#[case("\u{a0}2d6\t+\n1 ", "2d6+1", &[[6, 2]])]
fn understands(#[case] text: &str, #[case] notation: &str, #[case] dice: &[[u32; 2]]) {
    let throw = throw(text);
    assert_eq!(throw.notation(), notation);
    assert_eq!(throw.dice(), dice);
    assert_eq!(throw.label(), None);
}

#[rstest]
#[case("2d6 # port guns, Lorient", Some("port guns, Lorient"))]
#[case("2d6#x", Some("x"))]
#[case("2d6 for the storm", Some("the storm"))]
#[case("2d6 FOR: the storm", Some("the storm"))]
#[case("2d6for \"the storm\"", Some("the storm"))]
#[case("2d6 \"the storm\"", Some("the storm"))]
#[case("2d6 “the storm”", Some("the storm"))]
#[case("2d6 \"the storm", Some("the storm"))]
#[case("2d6 # he said \"no\" for 3 reasons", Some("he said \"no\" for 3 reasons"))]
#[case("2d6 # two\n lines\u{7}", Some("two lines"))]
#[case("2d6 # 🎲 سفينة", Some("🎲 سفينة"))]
#[case("2d6 #", None)]
#[case("2d6 for", None)]
#[case("2d6 \"\"", None)]
fn takes_the_label_off(#[case] text: &str, #[case] label: Option<&str>) {
    let throw = throw(text);
    assert_eq!(throw.label(), label);
    assert_eq!(throw.notation(), "2d6");
}

#[rstest]
#[case::several_dice_of_one_kind("3d6>=4", Some("3d6+0>=4"))]
#[case::several_times("2x3d6<=4", Some("2x3d6+0<=4"))]
#[case::one_die_is_its_total("d6>=4", None)]
#[case::dice_that_are_compared_with_nothing("3d6", None)]
#[case::the_total_already("3d6+1>=4", None)]
#[case::dice_of_two_kinds("2d6+2d8>=4", None)]
fn a_comparison_that_counts_dice_can_be_asked_of_the_total(#[case] text: &str, #[case] total: Option<&str>) {
    assert_eq!(throw(text).with_total().map(|throw| throw.notation()), total.map(str::to_owned));
}

#[test]
fn below_is_neither_the_number_nor_above() {
    let holds = |text: &str, faces: &[u32]| (outcome(text, faces).successes, outcome(text, faces).target);
    assert_eq!([3, 4, 5].map(|face| holds("3d6<4", &[face, face, 6]).0), [Some(2), Some(0), Some(0)]);
    assert_eq!([3, 4, 5].map(|face| holds("d6+0<4", &[face]).1), [Some(true), Some(false), Some(false)]);
}

#[test]
fn dice_may_take_two_hundred_characters() {
    let dice = |spaces| format!("d6{}+1", " ".repeat(spaces));
    assert_eq!(dice(MOST_TEXT - 4).chars().count(), MOST_TEXT);
    assert_eq!(throw(&dice(MOST_TEXT - 4)).times(), 1);
    assert_eq!(throw("3 x d6").times(), 3);
    assert!(Throw::parse(&dice(MOST_TEXT - 3)).unwrap_err().contains("these take 201"));
}

#[test]
fn a_label_is_bounded() {
    let longest = "ä".repeat(MOST_TEXT);
    assert_eq!(throw(&format!("d6 # {longest} ")).label(), Some(&*longest));
    let problem = Throw::parse(&format!("d6 # {longest}ä")).unwrap_err();
    assert!(problem.contains("at most 200 characters") && problem.contains("201"), "{problem}");
    assert_eq!(throw("d6").labelled(" a  b ").unwrap().label(), Some("a b"));
    assert!(throw("d6").labelled(&"x".repeat(6000)).is_err());
}

#[rstest]
#[case("", "Write which dice")]
#[case("   ", "Write which dice")]
#[case("# only a label", "Write which dice")]
#[case("hello", "“hello” stands where dice or a number should be")]
#[case("5", "no die")]
#[case("0d6", "at least one")]
#[case("00d6", "at least one")]
#[case("d0", "from 1 to 1000 faces")]
#[case("d1001", "asks for 1001")]
#[case("2d", "number of faces")]
#[case("2dx", "number of faces")]
#[case("101d6", "At most 100 dice")]
#[case("1000000d6", "asks for 1000000")]
#[case("99999999999999999999999999d6", "At most 100 dice")]
#[case("d99999999999999999999999999", "from 1 to 1000 faces")]
#[case("60d6+41d10", "asks for 101")]
#[case("20 x 6d6", "asks for 120")]
#[case("0x d6", "From 1 to 25 throws")]
#[case("26 x d6", "asks for 26")]
#[case("d6+1000001", "between -1000000 and 1000000")]
#[case("d6+1000000+1", "this says 1000001")]
#[case("d6-99999999999999999999999", "between -1000000")]
#[case("d6>=1000001", "between -1000000")]
#[case("101%", "between 0% and 100%")]
#[case("35%+1", "“+1” is not understood")]
#[case("d6>=", "ends with a number")]
#[case("d6>=x", "ends with a number")]
#[case("d6>=4<=5", "Only one comparison")]
#[case("d6>=4+1", "“+1” is not understood")]
#[case("2d6+", "missing at the end")]
#[case("2d6++1", "stands where dice or a number should be")]
#[case("2d6d6", "“d6” is not understood")]
#[case("2d6 3", "“3” is not understood")]
#[case("1W6", "“W6” is not understood")]
#[case("2d6 fort", "“fort” is not understood")]
#[case("2.5d6", "“.5d6” is not understood")]
#[case("２d６", "stands where dice")]
#[case("(2d6)", "stands where dice")]
#[case("2d6\u{0}", "is not understood")]
#[case("d6 drop lowest", "single die cannot be dropped")]
#[case("3d6 drop lowest 3", "from 1 to 2 can be dropped")]
#[case("3d6 dl0", "from 1 to 2 can be dropped")]
#[case("3d6kh4", "from 1 to 3 can be kept")]
#[case("3d6 keep 2", "highest or the lowest")]
#[case("3d6 drop", "highest or the lowest")]
#[case("3d6+1 drop lowest", "straight after the dice")]
#[case("3d6dl1dh1", "one drop or keep")]
#[case("5dl1", "straight after the dice")]
#[case("d6 \"a\" + 1", "label in quotes comes last")]
fn refuses_in_a_sentence(#[case] text: &str, #[case] part: &str) {
    let problem = Throw::parse(text).expect_err(text);
    assert!(problem.contains(part), "{text}: {problem}");
    assert!(problem.ends_with('.') && !problem.contains('!'), "{problem}");
}

#[test]
fn refuses_a_long_text_without_repeating_it() {
    for text in ["d6+".repeat(2000), "x".repeat(6000), "9".repeat(6000)] {
        let problem = Throw::parse(&text).unwrap_err();
        assert!(problem.contains("6000") && problem.len() < 300, "{problem}");
    }
    let problem = Throw::parse(&"y".repeat(100)).unwrap_err();
    assert!(problem.contains(&format!("“{}…”", "y".repeat(20))), "{problem}");
}

#[rstest]
#[case("2d6+1", &[3, 4], 8)]
#[case("2d6+1d10-2", &[6, 6, 10], 20)]
#[case("-d6+10", &[6], 4)]
#[case("10-2d6", &[6, 5], -1)]
#[case("3d6dl1", &[1, 5, 3], 8)]
#[case("3d6dh1+1", &[1, 5, 3], 5)]
#[case("100d1000+1000000", &[1000; 100], 1_100_000)]
fn adds_up(#[case] text: &str, #[case] faces: &[u32], #[case] total: i64) {
    let outcome = outcome(text, faces);
    assert_eq!(outcome.total, total);
    assert_eq!((outcome.target, outcome.successes), (None, None));
}

#[rstest]
#[case("4d6kh3", &[2, 6, 4, 3], &[6, 4, 3])]
#[case("4d6kl3", &[2, 6, 4, 3], &[2, 4, 3])]
#[case("4d6dl2", &[2, 6, 4, 3], &[6, 4])]
#[case("4d6dh2", &[2, 6, 4, 3], &[2, 3])]
#[case("3d6kh3", &[2, 6, 4], &[2, 6, 4])]
fn keeps_the_dice_asked_for(#[case] text: &str, #[case] faces: &[u32], #[case] left: &[u32]) {
    assert_eq!(kept(text, faces), left);
}

#[rstest]
#[case("3d6dl1", [true, true, false])]
#[case("3d6dh1", [true, true, false])]
#[case("3d6kh1", [true, false, false])]
#[case("3d6kl1", [true, false, false])]
fn of_equal_faces_the_first_is_kept(#[case] text: &str, #[case] marks: [bool; 3]) {
    let dice = marks.map(|kept| Die { face: 4, kept });
    assert_eq!(outcome(text, &[4, 4, 4]).dice, [dice.to_vec()]);
}

#[rstest]
#[case::single("d6>=4", &[4], Some(true), Some(1))]
#[case::single_missed("d6>=4", &[3], Some(false), Some(0))]
#[case::many("5d6<=4", &[1, 4, 5, 6, 4], None, Some(3))]
#[case::above("3d6>4", &[4, 5, 6], None, Some(2))]
#[case::below("3d6<4", &[3, 4, 5], None, Some(1))]
#[case::exactly("3d6=4", &[3, 4, 4], None, Some(2))]
#[case::modifier("d6+1>=5", &[4], Some(true), None)]
#[case::total("2d6+0>=8", &[4, 3], Some(false), None)]
#[case::total_word("2d6 total>=8", &[4, 4], Some(true), None)]
#[case::dropped("3d6dl1>=8", &[1, 4, 4], Some(true), None)]
#[case::kept_one("2d6kh1>=5", &[1, 5], Some(true), None)]
#[case::parts("d6+d6>=8", &[4, 3], Some(false), None)]
#[case::minus("-d6>=-3", &[3], Some(true), None)]
#[case::percent("35%", &[35], Some(true), Some(1))]
#[case::percent_missed("35%", &[36], Some(false), Some(0))]
fn compares(
    #[case] text: &str,
    #[case] faces: &[u32],
    #[case] target: Option<bool>,
    #[case] successes: Option<u32>,
) {
    let outcome = outcome(text, faces);
    assert_eq!((outcome.target, outcome.successes), (target, successes));
}

#[test]
fn separate_throws_have_their_own_totals() {
    let reading = throw("3x 2d6+1>=8").read(&[1, 2, 3, 4, 6, 6]).unwrap();
    let totals: Vec<i64> = reading.throws.iter().map(|one| one.total).collect();
    assert_eq!(totals, [4, 8, 13]);
    let targets: Vec<_> = reading.throws.iter().map(|one| one.target).collect();
    assert_eq!(targets, [Some(false), Some(true), Some(true)]);
}

#[rstest]
#[case("2d6", &[1], "needs 2 dice, and 1 were rolled")]
#[case("2d6", &[1, 2, 3], "needs 2 dice, and 3 were rolled")]
#[case("3x2d6", &[], "needs 6 dice, and 0 were rolled")]
#[case("2d6", &[1, 7], "6 faces has no face 7")]
#[case("2d6", &[0, 1], "6 faces has no face 0")]
fn reads_only_what_fits(#[case] text: &str, #[case] faces: &[u32], #[case] part: &str) {
    let problem = throw(text).read(faces).unwrap_err();
    assert!(problem.contains(part), "{problem}");
}

#[rstest]
#[case("d6", Some((7, 2)))]
#[case("2d6", Some((7, 1)))]
#[case("2d6+1d10-2", Some((21, 2)))]
#[case("10-3d6", Some((-1, 2)))]
#[case("3x 2d6+1", Some((8, 1)))]
#[case("3d6dl1", None)]
#[case("2d6+4d6kh3", None)]
fn expects(#[case] text: &str, #[case] fraction: Option<(i64, i64)>) {
    assert_eq!(throw(text).expected_total(), fraction);
}

#[test]
fn is_stored_as_its_notation_and_checked_when_read() {
    let plain = throw("3D6 drop lowest");
    let text = serde_json::to_string(&plain).unwrap();
    assert_eq!(text, r#"{"notation":"3d6dl1"}"#);
    assert_eq!(serde_json::from_str::<Throw>(&text).unwrap(), plain);
    let labelled = throw("d6 # for \"me\"");
    let text = serde_json::to_string(&labelled).unwrap();
    assert_eq!(text, r#"{"notation":"1d6","label":"for \"me\""}"#);
    assert_eq!(serde_json::from_str::<Throw>(&text).unwrap(), labelled);
    let problem = serde_json::from_str::<Throw>(r#"{"notation":"101d6"}"#).unwrap_err();
    assert!(problem.to_string().contains("At most 100 dice"), "{problem}");
}

/// Texts that are mostly sensible, and texts of pieces that need not fit together.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "2d6",
        "d6",
        "3d10",
        "d%",
        "d",
        "6x",
        "12",
        "0",
        "1000000",
        "+",
        "-",
        "−",
        " ",
        "dl1",
        "drop lowest",
        "keep",
        "highest",
        "kh2",
        ">=",
        "≤",
        "=",
        "4",
        "35%",
        "percent",
        "total",
        "#",
        "for ",
        "\"",
        "“",
        "é",
        "x",
        "\u{0}",
    ]);
    let pools = (1..5_u32, 1..1001_u32, "(dl1|dh1|kl1|kh1|)")
        .prop_filter("a die is left", |(count, _, choice)| *count > 1 || !choice.starts_with('d'))
        .prop_map(|(count, faces, choice)| format!("{count}d{faces}{choice}"));
    let parts = prop::collection::vec((prop::sample::select(vec!["+", "-"]), pools), 1..5);
    let sensible = (1..6_u32, parts, "([+-][0-9]{1,6})?", "((>=|<=|<|>|=)-?[0-9]{1,5})?").prop_map(
        |(times, parts, modifier, target)| {
            let parts: String = parts.iter().map(|(sign, pool)| format!("{sign} {pool}")).collect();
            format!("{times} x {parts}{modifier}{target}")
        },
    );
    prop_oneof![
        prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat()),
        sensible,
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn never_panics_and_stays_in_bounds(text in texts()) {
        match Throw::parse(&text) {
            Err(problem) => prop_assert!(problem.ends_with('.'), "{}", problem),
            Ok(throw) => {
                let dice = throw.dice();
                let count: u32 = dice.iter().map(|[_, count]| count).sum();
                prop_assert!((1..=MOST_DICE).contains(&count));
                for [faces, count] in dice {
                    prop_assert!((1..=MOST_FACES).contains(&faces) && count >= 1);
                }
                prop_assert!((1..=MOST_THROWS).contains(&throw.times()));
            }
        }
    }

    #[test]
    fn notation_is_read_as_an_equal_throw(text in texts()) {
        if let Ok(throw) = Throw::parse(&text) {
            let again = Throw::parse(&throw.notation());
            let again = again.and_then(|again| again.labelled(throw.label().unwrap_or("")));
            prop_assert_eq!(again.as_ref(), Ok(&throw));
            let json = serde_json::to_string(&throw).unwrap();
            prop_assert_eq!(serde_json::from_str::<Throw>(&json).unwrap(), throw);
        }
    }

    #[test]
    fn reading_keeps_every_die_in_its_place(text in texts(), seed in prop::collection::vec(any::<u32>(), 100)) {
        if let Ok(throw) = Throw::parse(&text) {
            let dice = throw.dice();
            let limits = dice.iter().flat_map(|[faces, count]| (0..*count).map(move |_| *faces));
            let faces: Vec<u32> = limits.zip(&seed).map(|(limit, any)| any % limit + 1).collect();
            let reading = throw.read(&faces).unwrap();
            let groups: Vec<Vec<Die>> = reading.throws.iter().flat_map(|one| one.dice.clone()).collect();
            prop_assert!(groups.iter().map(Vec::len).eq(dice.iter().map(|[_, count]| *count as usize)));
            prop_assert!(groups.iter().all(|group| group.iter().any(|die| die.kept)));
            let read: Vec<u32> = groups.concat().iter().map(|die| die.face).collect();
            prop_assert_eq!(&read, &faces);
            for one in &reading.throws {
                let kept: i64 = one.dice.iter().flatten().filter(|die| die.kept).map(|die| i64::from(die.face)).sum();
                prop_assert!(one.total.abs() <= kept + 1_000_000);
                prop_assert!(one.successes.is_none_or(|n| n as usize <= one.dice[0].len()));
            }
            prop_assert!(throw.read(&faces[1..]).is_err());
        }
    }
}
