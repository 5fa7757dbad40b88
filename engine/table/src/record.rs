//! The record as a file: one canonical line an entry, each bound to the one before (`fairness.md`, "The record").

use super::audience::Audience;
use super::canonical::{NotCanonical, canonical, write_value};
use super::event::{Entry, SecretPart};
use super::hash::Hash;
use super::secret::Secret;
use serde::Deserialize as _;
use serde_json::{Value, json};

/// How much of a record is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What everybody may have at any time.
    Public,
    /// With the bodies of everything that was ever sealed into it: only once the campaign is closed.
    Whole,
}

/// The line of an entry, with its line feed; `None` for an entry that is kept off the record.
///
/// # Errors
/// [`NotCanonical`] where a secret body cannot be written.
pub fn line(entry: &Entry, extent: Extent) -> Result<Option<String>, NotCanonical> {
    let Some((i, head)) = entry.line else { return Ok(None) };
    let mut text = format!("{{\"h\":\"{head}\",\"i\":{i},\"p\":{}", entry.public);
    if extent == Extent::Whole {
        let mut bodies = entry.secrets.iter().filter_map(open).peekable();
        if bodies.peek().is_some() {
            text.push_str(",\"s\":");
            for (i, (body, n, salt)) in bodies.enumerate() {
                text.push_str(if i == 0 { "[{\"body\":" } else { ",{\"body\":" });
                write_value(&mut text, body)?;
                if let Some(n) = n {
                    text.push_str(",\"n\":");
                    write_value(&mut text, &json!(n))?;
                }
                text.push_str(",\"salt\":\"");
                salt.write_hex(&mut text);
                text.push_str("\"}");
            }
            text.push(']');
        }
    }
    text.push_str("}\n");
    Ok(Some(text))
}

/// What was sealed in a part, with number and salt; `None` where it is not there any more.
fn open(part: &SecretPart) -> Option<(&Value, Option<u64>, Hash)> {
    Some((part.body.as_ref()?.reveal(), part.n, Hash(*part.salt.as_ref()?.reveal())))
}

/// A line as it was read back: its place, its head, its public part as text and value, and the bodies that came with it.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number, from 0.
    pub i: u64,
    /// The head it claims.
    pub head: Hash,
    /// The canonical public part.
    pub public: String,
    /// The same, read.
    pub value: Value,
    /// The bodies.
    pub bodies: Vec<Body>,
}

fn no_bodies() -> String {
    "The bodies s are no list, or an empty one.".to_owned()
}

/// A sealed body in a whole export.
#[derive(Clone, Debug)]
pub struct Body {
    /// What was sealed.
    pub body: Value,
    /// The seal's number; `None` where the salt is random.
    pub n: Option<u64>,
    /// The salt.
    pub salt: Hash,
}

impl Line {
    /// Reads one line without its line feed.
    ///
    /// # Errors
    /// A sentence that says what is not as it must be.
    pub fn read(text: &str) -> Result<Line, String> {
        let value = super::canonical::parse(text).map_err(|e| e.to_string())?;
        let Value::Object(mut map) = value else { return Err("The line is not a JSON object.".to_owned()) };
        if map.keys().any(|key| !["h", "i", "p", "s"].contains(&key.as_str())) {
            return Err("The line has other fields than h, i, p and s.".to_owned());
        }
        let head = map.get("h").and_then(Value::as_str).and_then(Hash::from_hex);
        let head = head.ok_or("The line has no head h of 64 hex digits.")?;
        let i = map.get("i").and_then(Value::as_u64).ok_or("The line has no number i.")?;
        let p = map.remove("p").filter(Value::is_object).ok_or("The line has no public part p.")?;
        let mut bodies = Vec::new();
        let mut after = 0;
        if let Some(given) = map.remove("s") {
            after = ",\"s\":".len() + canonical(&given).map_err(|e| e.to_string())?.len();
            let Value::Array(given) = given else { return Err(no_bodies()) };
            if given.is_empty() {
                return Err(no_bodies());
            }
            for body in given {
                bodies.push(Body::read(body)?);
            }
        }
        // The line is canonical, so its public part stands in it as it is spelt.
        let digits = i.checked_ilog10().map_or(1, |tens| tens as usize + 1);
        let before = "{'h':'','i':,'p':".len() + 64 + digits;
        let public = text.get(before..text.len() - "}".len() - after).unwrap_or_default().to_owned();
        Ok(Line { i, head, public, value: p, bodies })
    }

    /// The line as an entry, its bodies put beside the seals they belong to.
    ///
    /// # Errors
    /// A sentence that says what in it is unknown.
    pub fn entry(mut self) -> Result<Entry, String> {
        let bodies = std::mem::take(&mut self.bodies);
        let secrets = self.secrets(bodies)?;
        Entry::of(self.public, self.value, secrets, Some((self.i, self.head)))
            .map_err(|e| format!("The line tells of something that this program does not know. {e}"))
    }

    /// The secret parts: a body for each seal, or none where the body was deleted or is not yet open.
    fn secrets(&self, bodies: Vec<Body>) -> Result<Vec<SecretPart>, String> {
        let mut bodies = bodies.into_iter().peekable();
        let mut parts = Vec::new();
        for (code, to) in self.seals()? {
            let body = bodies.next_if(|body| {
                super::seal::seal_code(&body.salt.0, &body.body).is_ok_and(|found| found == code)
            });
            let (n, salt) =
                body.as_ref().map_or((None, None), |body| (body.n, Some(Secret::new(body.salt.0))));
            let body = body.map(|body| Secret::new(body.body));
            parts.push(SecretPart { to, body, n, salt, person: None });
        }
        if bodies.next().is_some() {
            return Err("A body in it does not belong to any of its seals.".to_owned());
        }
        Ok(parts)
    }

    /// The codes in the line and for whom each is.
    ///
    /// # Errors
    /// A sentence where the seals have another form.
    pub fn seals(&self) -> Result<Vec<(Hash, Audience)>, String> {
        let Some(seals) = self.value.get("seals") else { return Ok(Vec::new()) };
        let wrong = "The seals of the line are not a list of code and to.";
        let seals = seals.as_array().filter(|list| !list.is_empty()).ok_or(wrong)?;
        seals
            .iter()
            .map(|seal| {
                let code = seal.get("code").and_then(Value::as_str).and_then(Hash::from_hex)?;
                Some((code, Audience::deserialize(seal.get("to")?).ok()?))
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| wrong.to_owned())
    }
}

impl Body {
    fn read(value: Value) -> Result<Body, String> {
        let Value::Object(mut map) = value else {
            return Err("A body of the line is not a JSON object.".to_owned());
        };
        if map.keys().any(|key| !["body", "n", "salt"].contains(&key.as_str())) {
            return Err("A body of the line has other fields than body, n and salt.".to_owned());
        }
        let salt = map.get("salt").and_then(Value::as_str).and_then(Hash::from_hex);
        let n = match map.get("n") {
            None => None,
            Some(n) => Some(n.as_u64().ok_or("The number n of a body is not a number.")?),
        };
        Ok(Body {
            body: map.remove("body").ok_or("A body of the line is missing.")?,
            n,
            salt: salt.ok_or("A body of the line has no salt of 64 hex digits.")?,
        })
    }
}
