//! Seals: a secret bound so that it can be neither read nor changed (`fairness.md`, "Seals").

use super::canonical::{NotCanonical, canonical};
use super::hash::{Hash, length, sha256};
use serde_json::{Value, json};

/// The code of a secret: `H("chancery/seal/1" ‖ salt ‖ len(J) ‖ J)`.
///
/// # Errors
/// [`NotCanonical`] where the secret cannot be written as canonical JSON.
pub fn seal_code(salt: &[u8; 32], body: &Value) -> Result<Hash, NotCanonical> {
    Ok(code_of(salt, &canonical(body)?))
}

fn code_of(salt: &[u8; 32], json: &str) -> Hash {
    sha256(&[b"chancery/seal/1", salt, &length(json), json.as_bytes()])
}

/// What pads a sheet of hidden holdings to its fixed length.
#[must_use]
pub fn pad() -> Value {
    json!({"k": "pad"})
}

/// The code of [`pad`], of which every sheet has dozens: without building it each time.
#[must_use]
pub fn pad_code(salt: &[u8; 32]) -> Hash {
    code_of(salt, r#"{"k":"pad"}"#)
}

/// A sheet of hidden holdings as it is sealed: the array of its items' codes, sorted by byte.
#[must_use]
pub fn sheet_body(mut codes: Vec<Hash>) -> Value {
    codes.sort_unstable();
    Value::Array(codes.iter().map(|code| Value::String(code.hex())).collect())
}

/// The code of a sheet, from its items' codes sorted by byte: that of [`sheet_body`], without building it.
#[must_use]
pub fn sheet_code(salt: &[u8; 32], codes: &[Hash]) -> Hash {
    let mut listed = String::with_capacity(codes.len() * 67 + 2);
    for code in codes {
        listed.push(if listed.is_empty() { '[' } else { ',' });
        listed.push('"');
        code.write_hex(&mut listed);
        listed.push('"');
    }
    listed.push_str(if codes.is_empty() { "[]" } else { "]" });
    code_of(salt, &listed)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_sheets_code_is_that_of_its_array() {
        let codes: Vec<Hash> = (0..64).map(|n| Hash([n; 32])).collect();
        let salt = [7; 32];
        assert_eq!(sheet_code(&salt, &codes), seal_code(&salt, &sheet_body(codes.clone())).unwrap());
        assert_eq!(sheet_code(&salt, &[]), seal_code(&salt, &sheet_body(Vec::new())).unwrap());
        assert_eq!(pad_code(&salt), seal_code(&salt, &pad()).unwrap());
    }
}
