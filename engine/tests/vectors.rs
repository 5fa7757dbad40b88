//! Every worked value of the fairness page, which a program that shares nothing with this one made.
#![allow(clippy::unwrap_used)]

use engine::table::SeatId;
use engine::table::audience::Audience;
use engine::table::canonical::{canonical, parse};
use engine::table::chain::{Roots, seed_before, veil_commitment};
use engine::table::event::line_hash;
use engine::table::hash::Hash;
use engine::table::record::Line;
use engine::table::roll::{RollRequest, draw};
use engine::table::seal::{pad, seal_code, sheet_body};
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../bot/tests/data/vectors.json")).unwrap()
}

fn bytes(value: &Value) -> [u8; 32] {
    Hash::from_hex(value.as_str().unwrap()).unwrap().0
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn roots() -> Roots {
    let v = vectors();
    Roots::with_length(bytes(&v["chain"]["s_4"]), bytes(&v["veil"]["v"]), 1, 4)
}

#[test]
fn the_copy_is_the_design_s_own() {
    let design = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/design/vectors.json");
    match std::fs::read_to_string(design) {
        Ok(original) => assert_eq!(serde_json::from_str::<Value>(&original).unwrap(), vectors()),
        Err(_) => println!("skipped: the design documents are not beside this checkout"),
    }
}

#[test]
fn chain() {
    let v = &vectors()["chain"];
    for i in (1..=4).rev() {
        let seed = bytes(&v[format!("s_{i}")]);
        let before = if i == 1 { "s_0_anchor".to_owned() } else { format!("s_{}", i - 1) };
        assert_eq!(seed_before(&seed), bytes(&v[before]));
        assert_eq!(roots().seed(i), Some(seed));
    }
    assert_eq!(roots().commitments().anchor.0, bytes(&v["s_0_anchor"]));
    assert_eq!((roots().seed(0), roots().seed(5)), (None, None));
}

#[test]
fn veil_and_salts() {
    let v = &vectors()["veil"];
    assert_eq!(veil_commitment(&bytes(&v["v"])).0, bytes(&v["commitment"]));
    assert_eq!(roots().commitments().veil.0, bytes(&v["commitment"]));
    for n in 0..2 {
        let salt = engine::table::chain::seal_salt(roots().veil(), n);
        assert_eq!(salt, bytes(&v[format!("salt_{n}")]));
    }
}

#[test]
fn rolls() {
    let v = vectors();
    let rolls = v["rolls"].as_array().unwrap();
    assert_eq!(rolls.len(), 5);
    for roll in rolls {
        let request: RollRequest = serde_json::from_value(roll["request"].clone()).unwrap();
        assert_eq!(engine::table::canonical::canonical_of(&request).unwrap(), text(&roll["canonical"]));
        let key = request.key(&roots().seed(request.epoch).unwrap()).unwrap();
        assert_eq!(key, bytes(&roll["key"]), "{}", request.slot);
        assert_eq!(serde_json::to_value(draw(key, &request.dice)).unwrap(), roll["result"]);
    }
}

#[test]
fn veiled_draw() {
    let v = &vectors()["veiled"];
    let request: RollRequest = serde_json::from_value(v["request"].clone()).unwrap();
    let key = request.veiled_key(roots().veil()).unwrap();
    assert_eq!(key, bytes(&v["key"]));
    assert_eq!(serde_json::to_value(draw(key, &request.dice)).unwrap(), v["result"]);
}

#[test]
fn seal() {
    let v = &vectors()["seal"];
    assert_eq!(canonical(&v["body"]).unwrap(), text(&v["canonical"]));
    assert_eq!(seal_code(&bytes(&v["salt"]), &v["body"]).unwrap().0, bytes(&v["code"]));
}

#[test]
fn record_lines() {
    let v = vectors();
    let mut head = Hash::default();
    for told in v["record"].as_array().unwrap() {
        let public = canonical(&told["p"]).unwrap();
        assert_eq!(public, text(&told["canonical_p"]));
        head = line_hash(&head, &public);
        assert_eq!(head.0, bytes(&told["h"]));
        let line = Line::read(text(&told["line"])).unwrap();
        assert_eq!((line.head, line.public), (head, public));
        if let Some(whole) = told.get("whole_line") {
            let line = Line::read(text(whole)).unwrap();
            assert_eq!(line.bodies.len(), 1);
            assert_eq!((line.bodies[0].n, line.bodies[0].salt.0), (Some(0), bytes(&v["seal"]["salt"])));
            let entry = line.entry().unwrap();
            assert_eq!(entry.body_for(&Audience::seat(&SeatId::from("france"))), Some(&v["seal"]["body"]));
            assert_eq!(
                engine::table::record::line(&entry, engine::table::record::Extent::Whole)
                    .unwrap()
                    .unwrap()
                    .trim_end(),
                text(whole)
            );
        }
    }
}

#[test]
fn sheet() {
    let v = &vectors()["sheet"];
    let salt = |n: &Value| engine::table::chain::seal_salt(roots().veil(), n.as_u64().unwrap());
    let items = v["items"].as_array().unwrap();
    assert_eq!(items[2], pad());
    let codes: Vec<Hash> = items
        .iter()
        .zip(v["seal_numbers"].as_array().unwrap())
        .map(|(item, n)| seal_code(&salt(n), item).unwrap())
        .collect();
    let body = sheet_body(codes);
    assert_eq!(body, v["codes"]);
    assert_eq!(seal_code(&salt(&v["sheet_seal_number"]), &body).unwrap().0, bytes(&v["code"]));
}

#[test]
fn canonical_text() {
    let v = &vectors()["canonical"];
    assert_eq!(canonical(&v["value"]).unwrap(), text(&v["text"]));
    assert_eq!(parse(text(&v["text"])).unwrap(), v["value"]);
}

#[test]
fn what_is_refused() {
    let v = vectors();
    let refused = v["refused"].as_array().unwrap();
    assert_eq!(refused.len(), 8);
    for line in refused {
        assert!(parse(text(line)).is_err() && Line::read(text(line)).is_err(), "{line}");
    }
}
