//! A campaign as the database keeps it.

use crate::people::Person;
use db::{PersonRow, RootsRow};
use table::chain::Roots;
use table::hash::{Hash, length, sha256};
use table::{Entry, Secret, SecretPart};

pub(crate) fn person_row(person: u32, is: &Person) -> PersonRow {
    let locale = is.user.map(|_| is.language.locale().to_owned());
    PersonRow { person, user: is.user, name: is.name.clone(), locale }
}

/// The roots as the database keeps them.
#[must_use]
pub fn roots_row(roots: &Roots, generation: u32) -> RootsRow {
    RootsRow {
        generation,
        first_epoch: roots.first_epoch,
        length: roots.epochs,
        head: *roots.head(),
        veil: *roots.veil(),
    }
}

/// The hash of an entry that is kept off the record: no line covers it, and it could go bad unseen.
pub(crate) fn kept_hash(seq: u64, public: &str) -> Hash {
    sha256(&[b"chancery/kept/1", &seq.to_be_bytes(), &length(public), public.as_bytes()])
}

/// An entry as the database keeps it.
///
/// # Errors
/// A sentence where a sealed part has no canonical spelling.
pub fn entry_row(seq: u64, entry: &Entry) -> Result<db::Entry, String> {
    let part = |part: &SecretPart| {
        let body = part.body.as_ref().map(|body| table::canonical::canonical(body.reveal()));
        Ok(db::SecretPart {
            audience: part.to.to_string(),
            body: body.transpose().map_err(|e| e.to_string())?,
            n: part.n,
            salt: part.salt.as_ref().map(|salt| *salt.reveal()),
            person: part.person,
        })
    };
    Ok(db::Entry {
        seq,
        line: entry.line.map(|(line, _)| line),
        at: entry.at,
        public: entry.public.clone(),
        hash: Some(entry.line.map_or_else(|| kept_hash(seq, &entry.public), |(_, hash)| hash).0),
        secrets: entry.secrets.iter().map(part).collect::<Result<_, String>>()?,
    })
}

/// An entry as the database kept it.
///
/// # Errors
/// A sentence where it is not what this program writes.
pub fn entry_from(row: db::Entry) -> Result<Entry, String> {
    let part = |part: db::SecretPart| {
        let body = part.body.map(|body| serde_json::from_str(&body)).transpose();
        Ok(SecretPart {
            to: part
                .audience
                .parse()
                .map_err(|_| "A sealed part of the record is for nobody that there is.")?,
            body: body.map_err(|_| "A sealed part of the record cannot be read.")?.map(Secret::new),
            n: part.n,
            salt: part.salt.map(Secret::new),
            person: part.person,
        })
    };
    let seq = row.seq;
    let secrets = row.secrets.into_iter().map(part).collect::<Result<_, String>>()?;
    let line = row.line.zip(row.hash.map(Hash));
    Entry::read(row.public, secrets, line)
        .map_err(|e| format!("Entry {seq} of the campaign is not what this program writes. {e}"))
}
