//! Records taken apart, changed and put together again with new numbers and hashes: what a forger who knows the roots could do.
#![allow(clippy::unwrap_used)]

use super::Play;
use engine::table::canonical::canonical;
use engine::table::chain::Roots;
use engine::table::event::line_hash;
use engine::table::hash::Hash;
use engine::table::record::Extent;
use engine::table::roll::{RollRequest, draw};
use engine::table::seal::seal_code;
use engine::table::verify::verify;
use serde_json::{Value, json};

/// A record taken apart, to be forged and put together again with new numbers and hashes.
pub struct Forged {
    pub lines: Vec<Value>,
    pub roots: Roots,
}

impl Forged {
    pub fn of(play: &Play, extent: Extent) -> Forged {
        let read = |line: &str| serde_json::from_str(line).unwrap();
        let (head, veil) = (*play.roots().head(), *play.roots().veil());
        let roots = Roots::new(head, veil, play.roots().first_epoch);
        Forged { lines: play.export(extent).lines().map(read).collect(), roots }
    }

    pub fn file(&self) -> String {
        let mut head = Hash::default();
        let mut file = String::new();
        for (i, line) in self.lines.iter().enumerate() {
            let mut line = line.clone();
            head = line_hash(&head, &canonical(&line["p"]).unwrap());
            (line["h"], line["i"]) = (json!(head), json!(i));
            file.push_str(&canonical(&line).unwrap());
            file.push('\n');
        }
        file
    }

    /// The place of the `n`th line (from 0) that fits.
    pub fn find(&self, n: usize, fits: impl Fn(&Value) -> bool) -> usize {
        let mut found = (0..self.lines.len()).filter(|&i| fits(&self.lines[i]["p"]));
        found.nth(n).unwrap()
    }

    pub fn kind(&self, n: usize, kind: &str) -> usize {
        self.find(n, |p| p["k"] == kind)
    }

    pub fn order(&self, n: usize, verb: &str) -> usize {
        self.find(n, |p| p["k"] == "order" && p["verb"] == verb)
    }

    pub fn game(&self, n: usize, kind: &str) -> usize {
        self.find(n, |p| p["e"]["k"] == kind)
    }

    pub fn p(&mut self, at: usize) -> &mut Value {
        &mut self.lines[at]["p"]
    }

    /// Gives a roll the dice that its fields have by the seed, which the operator knows beforehand.
    pub fn roll_again(&mut self, at: usize) {
        let campaign = self.lines[0]["p"]["campaign"].clone();
        let roots = self.roots.clone();
        let p = self.p(at);
        let mut request = json!({"campaign": campaign});
        for key in ["attempt", "dice", "entropy", "epoch", "slot"] {
            request[key] = p[key].clone();
        }
        let request: RollRequest = serde_json::from_value(request).unwrap();
        let key = request.key(&roots.seed(request.epoch).unwrap()).unwrap();
        p["result"] = json!(draw(key, &request.dice));
    }

    /// Seals what an `opened` line says anew under its own number, and puts the code where it was told.
    pub fn seal_again(&mut self, opened: usize) {
        let p = self.p(opened).clone();
        let salt = Hash::from_hex(p["salt"].as_str().unwrap()).unwrap();
        let code = seal_code(&salt.0, &p["body"]).unwrap();
        let sealed =
            self.find(0, |q| q["k"] == "sealed" && q["seat"] == p["seat"] && q["round"] == p["round"]);
        self.p(sealed)["code"] = json!(code);
    }

    /// Asserts that the forged record is caught at a line and for a reason.
    pub fn caught(&self, at: usize, why: &str) {
        let wrong = verify(self.file().as_bytes(), &[]).expect_err("the forged record verifies");
        assert!(wrong.why.contains(why), "line {}: {}", wrong.line, wrong.why);
        assert_eq!(wrong.line, at as u64 + 1, "{}", wrong.why);
    }
}
