//! A pack that lies over the map: its canonical form, and the map that it is, read once for all who ask.

use crate::map::pack::{Board, Pack};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::{Arc, OnceLock};
use table::hash::{Hash, sha256};

/// A pack in play. Copies share its text and what was read out of it, so that it is read once however often it is asked.
#[derive(Clone)]
pub struct Laid {
    /// The canonical form; none in what a viewer sees, which has the digest alone.
    text: Option<Arc<str>>,
    read: Arc<Read>,
}

/// What was read out of the text, as far as somebody asked.
#[derive(Default)]
struct Read {
    digest: OnceLock<Hash>,
    board: OnceLock<Option<Arc<Board>>>,
}

impl Laid {
    /// A pack as it lies.
    #[must_use]
    pub fn of(pack: Pack) -> Laid {
        let laid = Laid::from(Arc::<str>::from(pack.csv()));
        // It need not be read again.
        let _ = laid.read.board.set(Some(Arc::new(Board::of(pack))));
        laid
    }

    /// The canonical form; none in what a viewer sees.
    #[must_use]
    pub fn text(&self) -> Option<&Arc<str>> {
        self.text.as_ref()
    }

    /// The SHA-256 of the canonical form.
    #[must_use]
    pub fn digest(&self) -> Hash {
        let text = self.text.as_deref().unwrap_or_default();
        *self.read.digest.get_or_init(|| sha256(&[text.as_bytes()]))
    }

    /// The map that it is; none in what a viewer sees.
    #[must_use]
    pub fn board(&self) -> Option<&Arc<Board>> {
        let text = self.text.as_deref()?;
        // What lies was read before it was laid.
        let read = || Pack::read_csv(text).ok().map(|pack| Arc::new(Board::of(pack)));
        self.read.board.get_or_init(read).as_ref()
    }

    /// As a viewer sees it: its digest, without the text, which may be long and is asked for elsewhere.
    #[must_use]
    pub fn seen(&self) -> Laid {
        Laid::seen_as(self.digest())
    }

    fn seen_as(digest: Hash) -> Laid {
        Laid { text: None, read: Arc::new(Read { digest: digest.into(), board: OnceLock::new() }) }
    }
}

impl From<Arc<str>> for Laid {
    fn from(text: Arc<str>) -> Laid {
        Laid { text: Some(text), read: Arc::default() }
    }
}

impl PartialEq for Laid {
    fn eq(&self, other: &Laid) -> bool {
        match (&self.text, &other.text) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other) || own == other,
            _ => self.digest() == other.digest(),
        }
    }
}

impl Eq for Laid {}

impl fmt::Debug for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Laid({})", self.digest().short())
    }
}

/// What a viewer sees of a pack, as it is written; to the bot it is its text.
#[derive(Serialize, Deserialize)]
struct Seen {
    digest: Hash,
}

impl Serialize for Laid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.text {
            Some(text) => serializer.serialize_str(text),
            None => Seen { digest: self.digest() }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Laid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Laid, D::Error> {
        deserializer.deserialize_any(OfLaid)
    }
}

struct OfLaid;

impl<'de> Visitor<'de> for OfLaid {
    type Value = Laid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pack's text, or its digest")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Laid, E> {
        Ok(Laid::from(Arc::<str>::from(text)))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Laid, A::Error> {
        let Seen { digest } = Deserialize::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(Laid::seen_as(digest))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TABLE: &str = "area,neighbours\nAldmark,Brunn\nBrunn,Aldmark\n";

    #[test]
    fn it_is_read_once_for_all_its_copies() {
        let laid = Laid::from(Arc::<str>::from(TABLE));
        let copy = laid.clone();
        assert!(Arc::ptr_eq(laid.board().unwrap(), copy.board().unwrap()));
        assert_eq!(laid, Laid::of(Pack::read_csv(TABLE).unwrap()));
        assert_eq!(laid.digest(), Pack::read_csv(TABLE).unwrap().digest());
    }

    #[test]
    fn a_viewer_sees_its_digest_and_a_snapshot_keeps_its_text() {
        let laid = Laid::from(Arc::<str>::from(TABLE));
        let kept = serde_json::to_value(&laid).unwrap();
        assert_eq!(kept, TABLE);
        assert_eq!(serde_json::from_value::<Laid>(kept).unwrap().text().map(AsRef::as_ref), Some(TABLE));
        let seen = serde_json::to_value(laid.seen()).unwrap();
        assert_eq!(seen, serde_json::json!({"digest": laid.digest()}));
        let seen: Laid = serde_json::from_value(seen).unwrap();
        assert!(seen.text().is_none() && seen.board().is_none());
        assert!(seen == laid && seen != Laid::from(Arc::<str>::from("area\nAldmark\n")));
    }
}
