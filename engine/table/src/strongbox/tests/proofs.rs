//! What proves an item or the text of a note, checked as a stranger does.
#![allow(clippy::unwrap_used)]

use crate::audience::Audience;
use crate::event::SecretPart;
use crate::game::{Rules, by_key};
use crate::hash::Hash;
use crate::names::SeatId;
use crate::seal::seal_code;
use crate::secret::Secret;
use crate::strongbox::sheet::seal;
use crate::strongbox::show::{Shown, check};
use crate::strongbox::{Item, LONGEST_NOTE, UNSAID};
use serde_json::{Value, json};

fn toy() -> &'static dyn Rules {
    by_key("toy").unwrap()
}

#[test]
fn a_note_is_sealed_under_a_number_and_never_under_what_its_author_calls_it() {
    let note = |name: &str| json!({"k": "note", "name": name, "text": Hash([3; 32])});
    assert!(Item::read(toy(), &note("Note 7")).unwrap().is_note());
    let says = Item::read(toy(), &note("Plan")).map(|_| ()).unwrap_err().says;
    assert!(says.contains("gives itself"), "{says}");
}

#[test]
fn every_item_of_a_full_sheet_is_proved_whatever_its_number() {
    let tokens: Vec<Value> =
        (0..UNSAID).map(|n| json!({"k": "token", "name": format!("Fleet {n}"), "points": n})).collect();
    let opened = seal(100, UNSAID, &tokens, |n| Ok([u8::try_from(n % 251).unwrap(); 32])).unwrap();
    let mut numbers = Vec::new();
    for token in &tokens {
        let proof = opened.proof(token).unwrap();
        assert_eq!(proof.check(Some(toy()), &opened.code, UNSAID), Ok(()), "its number is {}", proof.n);
        numbers.push(proof.n);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (100..164).collect::<Vec<u64>>());
}

/// What the verifier says of a note that is shown to all out of a sheet with nothing else in it; `seals` and rules as they stand there.
fn note_shown(
    body: &Value,
    rules: Option<&dyn Rules>,
    seals: impl Fn(Hash) -> Vec<(Hash, Audience)>,
) -> Result<bool, String> {
    let salt = [6; 32];
    let text = seal_code(&salt, body).unwrap();
    let item = Item::note("Note 1".to_owned(), None, text);
    let opened = seal(0, UNSAID, [item.payload().clone()], |n| Ok([u8::try_from(n).unwrap(); 32])).unwrap();
    let proof = opened.proof(item.payload());
    let shown = Shown { seat: SeatId::numbered(1), sheet: 4, proof, rules: Vec::new() };
    let part = SecretPart {
        to: Audience::All,
        body: Some(Secret::new(body.clone())),
        n: None,
        salt: Some(Secret::new(salt)),
        person: None,
    };
    check(rules, &shown, &seals(text), &[part], (&opened.code, UNSAID))
}

#[test]
fn a_note_is_shown_to_all_with_its_own_text_and_no_other() {
    let body = json!({"name": "Plan", "text": "To sea"});
    let shown = |seals: &dyn Fn(Hash) -> Vec<(Hash, Audience)>| note_shown(&body, Some(toy()), seals);
    assert_eq!(shown(&|text| vec![(text, Audience::All)]), Ok(true));
    let wrong = Err("The seals of what is shown are not those that it has.".to_owned());
    assert_eq!(shown(&|_| Vec::new()), wrong, "its text is missing");
    assert_eq!(shown(&|_| vec![(Hash([9; 32]), Audience::All)]), wrong, "it is another's");
    assert_eq!(shown(&|text| vec![(text, Audience::seat(&SeatId::numbered(2)))]), wrong);
    assert_eq!(shown(&|text| vec![(text, Audience::All), (text, Audience::All)]), wrong);
    // Where its game is not known that it is a note is not known either.
    assert_eq!(note_shown(&body, None, |text| vec![(text, Audience::All)]), Ok(true));
}

#[test]
fn the_text_of_a_note_that_is_shown_is_one_that_a_note_can_have() {
    let shown = |body: Value| note_shown(&body, Some(toy()), |text| vec![(text, Audience::All)]);
    let text = |length: usize| "y".repeat(length);
    assert_eq!(shown(json!({"name": "Plan", "text": text(LONGEST_NOTE)})), Ok(true));
    assert_eq!(shown(json!({"text": "without a name of its own"})), Ok(true));
    for other in [
        json!({"name": "Plan", "text": text(LONGEST_NOTE + 1)}),
        json!({"name": "Plan"}),
        json!({"name": "", "text": "To sea"}),
        json!({"name": 7, "text": "To sea"}),
    ] {
        let says = shown(other.clone()).unwrap_err();
        assert_eq!(says, "The text of the note is none that a note has.", "{other}");
    }
}
