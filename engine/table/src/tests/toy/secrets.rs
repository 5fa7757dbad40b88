//! Every kind of secret that a game can have, over a whole campaign: who sees what, what the record says, and what a stranger can check.

#![allow(clippy::unwrap_used)]
use super::tests::Play;
use super::{Happened, Position, Toy};
use crate::audience::Audience;
use crate::canonical::parse;
use crate::event::{Entry, Event};
use crate::names::{By, SeatId};
use crate::offers::offers;
use crate::order::Verb;
use crate::record::Extent;
use crate::verify::{Report, Verdict, Wrong, verify};
use crate::view::Viewer;
use crate::{Campaign, Refusal};
use serde_json::{Value, json};

const ONE: By = By::Person(1);
const TWO: By = By::Person(2);

fn seat(n: u32) -> SeatId {
    SeatId::numbered(n)
}

impl Play {
    fn orders(&mut self, by: By, order: Value) -> &[Entry] {
        let made = self.give(by, Verb::Game(order)).unwrap();
        &self.entries[self.entries.len() - made..]
    }

    fn refused(&mut self, by: By, order: Value) -> Refusal {
        self.give(by, Verb::Game(order)).unwrap_err()
    }

    fn seals(&mut self, by: By, sheet: u32, choice: Value) {
        let round = format!("sheet/{sheet}");
        self.give(by, Verb::Seal { round: round.clone(), choice, word: None }).unwrap();
        self.give(by, Verb::Final { round }).unwrap();
    }

    fn sees(&self, viewer: Viewer) -> Position {
        serde_json::from_value(self.campaign().play.game.view(&viewer).value()).unwrap()
    }

    fn closed(mut self) -> Play {
        self.give(ONE, Verb::Close).unwrap();
        self.give(TWO, Verb::Close).unwrap();
        self
    }

    fn checked(&self, extent: Extent) -> Result<Report, Wrong> {
        verify(self.written(extent).as_bytes(), &[])
    }

    /// The file with a change made to the public part of a line, its own head and all that follow made right again.
    pub(super) fn forged(&self, extent: Extent, line: usize, change: impl Fn(&mut Value)) -> Wrong {
        let mut head = crate::hash::Hash::default();
        let mut file = String::new();
        for (i, text) in self.written(extent).lines().enumerate() {
            let mut value = parse(text).unwrap();
            if i == line {
                change(&mut value);
            }
            let public = crate::canonical::canonical(&value["p"]).unwrap();
            head = crate::event::line_hash(&head, &public);
            value["h"] = json!(head);
            file.push_str(&crate::canonical::canonical(&value).unwrap());
            file.push('\n');
        }
        verify(file.as_bytes(), &[]).unwrap_err()
    }

    fn line_of(&self, is: impl Fn(&Event) -> bool) -> usize {
        let mut lines = self.entries.iter().filter(|entry| entry.line.is_some());
        lines.position(|entry| is(&entry.event)).unwrap()
    }
}

/// A campaign in which every kind of secret came up.
fn played() -> Play {
    let mut play = Play::under("2");
    play.toss();
    play.orders(ONE, json!({"toy": "sheet"}));
    play.seals(ONE, 0, json!({"war": "seat-2", "answer": "never canary"}));
    play.seals(TWO, 0, json!({"answer": "yes"}));
    play.orders(ONE, json!({"toy": "ask", "of": "seat-2"}));
    play.toss();
    play.orders(ONE, json!({"toy": "deal"}));
    play.orders(TWO, json!({"toy": "play", "pos": 3}));
    play.toss();
    play.orders(ONE, json!({"toy": "hide", "secret": {"points": 7}}));
    play.orders(TWO, json!({"toy": "hide", "secret": {"points": 5}}));
    play.orders(ONE, json!({"toy": "show", "to": "seat-2"}));
    play.orders(ONE, json!({"toy": "compare"}));
    play.toss();
    play
}

#[test]
fn a_sheet_opens_part_by_part() {
    let play = played();
    let public = play.written(Extent::Public);
    assert_eq!(play.sees(Viewer::Public).wars, [(seat(1), seat(2))]);
    assert!(!public.contains("canary"), "what was never asked is told to nobody");
    assert!(!format!("{:?}", play.campaign()).contains("canary"));
    let opened = play.entries.iter().filter(|entry| matches!(entry.event, Event::Opened { .. }));
    for entry in opened {
        let Event::Opened { body, .. } = &entry.event else { panic!() };
        assert_eq!(
            body.choice.as_object().unwrap().keys().collect::<Vec<_>>(),
            ["parts"],
            "the array and no more"
        );
        assert_eq!(body.choice["parts"].as_array().unwrap().len(), 2, "nothing has a code too");
    }
    let parts: Vec<(String, String, bool)> = play
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Part { seat, part, body, .. } => {
                Some((seat.to_string(), part.clone(), body.get("v").is_some()))
            }
            _ => None,
        })
        .collect();
    let told = [("seat-1", "war", true), ("seat-2", "war", false), ("seat-2", "answer", true)];
    assert_eq!(parts, told.map(|(seat, part, there)| (seat.to_owned(), part.to_owned(), there)));
    // Asked again it is told again to nobody.
    let mut play = play;
    assert_eq!(play.orders(TWO, json!({"toy": "ask", "of": "seat-2"})).len(), 1);
}

#[test]
fn the_owner_sees_his_sheet_whole_with_what_it_was_sealed_as() {
    let mut play = Play::under("2");
    play.orders(ONE, json!({"toy": "sheet"}));
    let round = "sheet/0".to_owned();
    let choice = json!({"war": "seat-2", "answer": "no"});
    play.give(ONE, Verb::Seal { round: round.clone(), choice: choice.clone(), word: None }).unwrap();
    let own = play.campaign().view_of_seat(&seat(1));
    let mine = own.rounds[0].mine.as_ref().unwrap().sealed.clone().unwrap();
    assert_eq!(mine.contents.choice, choice);
    assert_eq!(crate::seal::seal_code(&mine.salt.0, &mine.sealed_as.body()).unwrap(), mine.code);
    let codes: Vec<String> = mine.parts.iter().map(|part| part.code.hex()).collect();
    assert_eq!(mine.sealed_as.choice, json!({"parts": codes}));
    assert_eq!(mine.parts.iter().map(|part| part.n).collect::<Vec<_>>(), [mine.n + 1, mine.n + 2]);
    // The other's numbers begin after all of his.
    let other = play.campaign().play.rounds[&round].number(&seat(2));
    assert_eq!(other, Some(mine.n + 3));
    let refused =
        play.give(ONE, Verb::Seal { round, choice: json!({"war": "seat-1"}), word: None }).unwrap_err();
    assert!(refused.to_string().contains("himself"));
}

#[test]
fn who_draws_sees_his_cards_and_nobody_else() {
    let play = played();
    let campaign = play.campaign();
    let hand = |n: u32| campaign.view_of_seat(&seat(n)).hand;
    assert_eq!(hand(1).iter().map(|held| held.pos).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(hand(2).iter().map(|held| held.pos).collect::<Vec<_>>(), [2], "the other was played");
    for held in hand(1) {
        let item = crate::decks::item("year", held.pos, &held.card);
        assert_eq!(crate::seal::seal_code(&held.salt.0, &item).unwrap(), held.code);
        assert!(play.written(Extent::Public).contains(&held.code.hex()), "its code stands on the record");
    }
    assert!(campaign.view_for(By::Bot, false).hand.is_empty());
    assert_eq!(campaign.view_for(By::Bot, false).decks["year"], 2);
    let cards: Vec<String> = campaign.play.decks["year"]
        .places
        .iter()
        .map(|place| place.card.as_ref().unwrap().reveal().clone())
        .collect();
    let mut sorted = cards.clone();
    sorted.sort();
    assert_eq!(sorted, (1..=6).map(|n| format!("card {n}")).collect::<Vec<_>>());
    assert_eq!(play.sees(Viewer::Public).played, [cards[3].clone()]);
    let shown = format!("{campaign:?} {:?}", hand(1));
    assert!(!shown.contains(&format!("\"{}\"", cards[0])));
    let mut play = play;
    assert!(play.refused(ONE, json!({"toy": "play", "pos": 2})).to_string().contains("not in your hand"));
    assert!(play.refused(TWO, json!({"toy": "play", "pos": 3})).to_string().contains("not in your hand"));
}

#[test]
fn a_deck_that_is_spent_gives_no_card() {
    let mut play = Play::under("2");
    play.orders(ONE, json!({"toy": "deal"}));
    for pos in [4, 5] {
        let made = play.orders(TWO, json!({"toy": "draw"}));
        assert!(
            matches!(made, [_, Entry { event: Event::Drawn { pos: at, .. }, .. }] if *at == pos),
            "{made:?}"
        );
    }
    assert_eq!(play.campaign().view_for(TWO, false).decks["year"], 0);
    assert_eq!(play.orders(TWO, json!({"toy": "draw"})).len(), 1, "an order, and nothing comes of it");
    assert_eq!(play.campaign().view_of_seat(&seat(2)).hand.len(), 4);
    assert_eq!(play.closed().checked(Extent::Whole).unwrap().verdict(), Verdict::Whole);
}

#[test]
fn what_is_hidden_is_told_to_its_audience_alone() {
    let mut play = Play::under("2");
    let made = play.orders(ONE, json!({"toy": "hide", "secret": {"points": 7}}));
    let [order, hidden] = made else { panic!("an order and what it hides") };
    assert!(!order.public.contains("points") && !hidden.public.contains("points"));
    assert_eq!(order.seals()[0].1, Audience::seat(&seat(1)));
    let told = Happened::Hidden { seat: seat(1), points: 7 };
    assert_eq!(hidden.hidden_event::<Toy>(&seat(1)), Some(told.clone()));
    assert_eq!(hidden.hidden_event::<Toy>(&seat(2)), None);
    let both = play.orders(ONE, json!({"toy": "show", "to": "seat-2"}))[1].clone();
    assert_eq!(both.seals()[0].1, Audience::of([seat(2), seat(1)]));
    assert_eq!(both.hidden_event::<Toy>(&seat(2)), Some(told));
    assert!(play.sees(Viewer::Public).hides.is_empty());
    assert_eq!(play.sees(Viewer::Seat(seat(1))).hides[&seat(1)], 7);
    // Numbers are never used twice, whether a body is there or not.
    let numbers: Vec<u64> =
        play.entries.iter().flat_map(|entry| &entry.secrets).filter_map(|part| part.n).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert_eq!(play.campaign().next_seal, 3);
}

#[test]
fn an_offer_with_a_secret_field_makes_an_order_that_keeps_it() {
    let mut play = Play::under("2");
    let view = play.campaign().view_for(ONE, false);
    let hide = offers(&view).into_iter().find(|offer| offer.verb == "hide").unwrap();
    let verb = hide.taken(&json!({"toy": "hide", "points": 4}), [0; 32]).unwrap();
    play.give(ONE, verb).unwrap();
    assert_eq!(play.sees(Viewer::Seat(seat(1))).hides[&seat(1)], 4);
    assert!(!play.written(Extent::Public).contains("points"));
}

#[test]
fn a_stranger_decides_up_to_the_first_order_that_leans_on_what_is_closed() {
    let play = played();
    let report = play.checked(Extent::Public).unwrap();
    assert_eq!(report.verdict(), Verdict::Open);
    assert_eq!((report.parts_checked, report.parts_waiting), (3, 1));
    assert_eq!((report.cards_checked, report.cards_waiting, report.decks_checked), (1, 5, 0));
    // The sheets' opening is not wholly decided, for a part of it is closed; nor is the shuffle; and from the first hidden order on nothing.
    let opening =
        play.line_of(|event| matches!(event, Event::Order { verb, .. } if verb == "open_envelopes"));
    assert_eq!(report.first_waiting, Some(opening as u64 + 1));
    assert_eq!(report.orders_waiting, 2 + 5);

    let closed = play.closed();
    let report = closed.checked(Extent::Whole).unwrap();
    assert_eq!((report.verdict(), report.orders_waiting), (Verdict::Whole, 0));
    assert_eq!((report.decks_checked, report.bodies_missing), (1, 0));
    // What nobody opened stands beside its line, and the order of the deck makes every card again.
    assert_eq!((report.parts_waiting, report.cards_waiting), (0, 0));
    assert_eq!(closed.campaign(), Campaign::fold(&closed.entries).unwrap());
    // The same from the file alone.
    let read: Vec<Entry> = closed
        .written(Extent::Whole)
        .lines()
        .map(|line| crate::record::Line::read(line).unwrap().entry().unwrap())
        .collect();
    let folded = Campaign::fold(&read).unwrap();
    assert_eq!(folded.play.game, closed.campaign().play.game);
    assert_eq!(
        (&folded.play.laid, &folded.play.decks),
        (&closed.campaign().play.laid, &closed.campaign().play.decks)
    );
}

#[test]
fn what_is_forged_among_secrets_is_found_on_its_line() {
    let play = played().closed();
    let part = play.line_of(|event| matches!(event, Event::Part { .. }));
    let opened = play.line_of(|event| matches!(event, Event::Opened { .. }));
    let card = play.line_of(|event| matches!(event, Event::Card { .. }));
    let drawn = play.line_of(|event| matches!(event, Event::Drawn { .. }));
    let shuffle = play.line_of(|event| matches!(event, Event::Veiled { .. }));
    let hidden = play.line_of(|event| matches!(event, Event::Hidden {}));
    let caught = |line: usize, says: &str, change: &dyn Fn(&mut Value)| {
        let wrong = play.forged(Extent::Whole, line, change);
        assert_eq!(wrong.line, line as u64 + 1, "{}", wrong.why);
        assert!(wrong.why.contains(says), "{}", wrong.why);
    };
    caught(part, "not what was sealed", &|line| line["p"]["body"]["v"] = json!("seat-9"));
    caught(part, "not that part", &|line| line["p"]["part"] = json!("answer"));
    caught(part, "not that part", &|line| line["p"]["n"] = json!(40));
    caught(part, "never laid down", &|line| line["p"]["seat"] = json!("seat-9"));
    caught(part + 1, "never laid down", &|line| line["p"]["round"] = json!("sheet/7"));
    caught(opened, "not what was sealed", &|line| {
        line["p"]["body"]["choice"]["parts"][0] = json!("00".repeat(32))
    });
    caught(opened, "", &|line| line["s"][1]["body"]["v"] = json!("another answer"));
    caught(card, "no such card", &|line| line["p"]["body"]["card"] = json!("card 9"));
    caught(card, "not a card at that position", &|line| line["p"]["body"]["pos"] = json!(1));
    caught(card, "not a card at that position", &|line| line["p"]["pos"] = json!(4));
    caught(card, "Nobody has drawn that card", &|line| line["p"]["pos"] = json!(5));
    caught(card, "Nobody has drawn that card", &|line| line["p"]["pos"] = json!(9));
    caught(drawn, "not the next card", &|line| line["p"]["pos"] = json!(3));
    caught(drawn, "no such deck", &|line| line["p"]["deck"] = json!("month"));
    caught(shuffle, "another number of cards", &|line| {
        line["p"]["deck"]["cards"].as_array_mut().unwrap().truncate(5);
        line["p"]["seals"].as_array_mut().unwrap().truncate(6);
        line["s"].as_array_mut().unwrap().truncate(6);
    });
    caught(shuffle, "one for each position", &|line| line["p"]["seals"][2]["to"] = json!("seat-1"));
    caught(shuffle, "order in which it was shuffled", &|line| {
        let cards = line["p"]["deck"]["cards"].as_array_mut().unwrap();
        cards.swap(0, 1);
    });
    caught(hidden, "one body, with one seal", &|line| {
        line["p"].as_object_mut().unwrap().remove("seals");
        line.as_object_mut().unwrap().remove("s");
    });
    caught(hidden, "no event of the game, under a number", &|line| {
        line["s"][0].as_object_mut().unwrap().remove("n");
    });
    caught(hidden, "sealed for no seat", &|line| line["p"]["seals"][0]["to"] = json!("all"));
    caught(hidden, "another outcome", &|line| line["p"]["seals"][0]["to"] = json!("seat-2"));
}

#[test]
fn where_nothing_is_decided_again_a_line_that_is_no_event_is_found_all_the_same() {
    let play = played();
    let compared = play.line_of(
        |event| matches!(event, Event::Order { fields, .. } if fields.get("toy") == Some(&json!("compare"))),
    );
    let wrong = play.forged(Extent::Public, compared + 1, |line| line["p"]["e"] = json!({"k": "flown"}));
    assert_eq!(wrong.line, compared as u64 + 2, "{}", wrong.why);
}

#[test]
fn every_seal_that_opens_is_counted() {
    // The choices of two, three of their parts and a card; the hidden bodies besides where they are there.
    let open = played().checked(Extent::Public).unwrap();
    assert_eq!(open.seals_checked, 2 + 3 + 1);
    let mut play = played();
    play.orders(TWO, json!({"toy": "play", "pos": 2}));
    let report = play.checked(Extent::Public).unwrap();
    assert_eq!((report.cards_checked, report.seals_checked), (2, 2 + 3 + 2));
    let second = play.entries.iter().filter(|entry| entry.line.is_some());
    let second =
        second.collect::<Vec<_>>().iter().rposition(|entry| matches!(entry.event, Event::Card { .. }));
    let wrong = play.forged(Extent::Public, second.unwrap(), |line| {
        line["p"]["n"] = json!(line["p"]["n"].as_u64().unwrap() + 1);
    });
    assert!(wrong.why.contains("not a card at that position, under its number"), "{}", wrong.why);
}

#[test]
fn a_body_that_is_missing_from_a_closed_record_is_missed() {
    let play = played().closed();
    let hidden = play.line_of(|event| matches!(event, Event::Hidden {}));
    let file: String = play
        .written(Extent::Whole)
        .lines()
        .enumerate()
        .map(|(i, text)| {
            let mut value = parse(text).unwrap();
            if i == hidden {
                value.as_object_mut().unwrap().remove("s");
            }
            crate::canonical::canonical(&value).unwrap() + "\n"
        })
        .collect();
    let report = verify(file.as_bytes(), &[]).unwrap();
    assert_eq!((report.verdict(), report.bodies_missing), (Verdict::Lacking, 1));
    // Its order and whatever follows it cannot be decided.
    assert_eq!(report.first_waiting, Some(hidden as u64));
    assert_eq!(report.secrets_waiting, 1);
    // What is sealed of an order stays as well.
    let file: String = play
        .written(Extent::Whole)
        .lines()
        .enumerate()
        .map(|(i, text)| {
            let mut value = parse(text).unwrap();
            if i == hidden - 1 {
                assert!(value.as_object_mut().unwrap().remove("s").is_some());
            }
            crate::canonical::canonical(&value).unwrap() + "\n"
        })
        .collect();
    let report = verify(file.as_bytes(), &[]).unwrap();
    assert_eq!((report.bodies_missing, report.secrets_waiting), (1, 1));
    assert_eq!(report.first_waiting, Some(hidden as u64));
}

#[test]
fn what_is_sealed_of_an_order_is_one_body_for_one_seat() {
    let play = played().closed();
    let order = play.line_of(|event| matches!(event, Event::Hidden {})) - 1;
    for extent in [Extent::Public, Extent::Whole] {
        let wrong = play.forged(extent, order, |line| line["p"]["seals"][0]["to"] = json!("all"));
        assert_eq!(wrong.line, order as u64 + 1, "{}", wrong.why);
        assert!(wrong.why.contains("one body, for who gave it"), "{}", wrong.why);
    }
}

/// The records that the verifier's page is tested with are these, to the byte.
#[test]
fn the_records_for_the_page_are_these() {
    for (name, file) in [
        ("secrets_open", played().written(Extent::Public)),
        ("secrets_closed", played().closed().written(Extent::Whole)),
    ] {
        let path = format!("{}/../../bot/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("CHANCERY_RECORD").is_some() {
            std::fs::write(&path, &file).unwrap();
        }
        assert!(
            std::fs::read_to_string(&path).unwrap() == file,
            "{path} is another: record it anew with CHANCERY_RECORD=1"
        );
    }
}

/// The one record that is kept to the byte, heads and all: what a record looks like changes with a new format alone.
#[test]
fn a_whole_record_is_written_as_it_was_to_the_byte() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/toy/record.jsonl");
    let now = played().closed().written(Extent::Whole);
    if std::env::var_os("CHANCERY_RECORD").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let then = std::fs::read_to_string(&path).unwrap();
    let differs = now.lines().zip(then.lines()).find(|(now, then)| now != then);
    assert!(now == then, "{differs:?}");
}
