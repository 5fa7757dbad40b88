//! What stands in the `custom_id` of buttons and forms: `v1:<campaign>:<number>:<verb>`. Never a secret, and never trusted: who presses
//! comes from the interaction alone, and what is allowed from the engine.

use table::{SeatId, View};

/// A campaign's place where there is none yet.
const NONE: &str = "-";

/// What a button or form is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId {
    /// The campaign, where it belongs to one.
    pub campaign: Option<String>,
    /// Which prompt: the line at which a round of envelopes opened, or 0.
    pub prompt: u64,
    /// What it does.
    pub verb: String,
    /// The seat it acts for, where that is a regent's button: `bid@3`.
    pub acting: Option<SeatId>,
}

impl CustomId {
    /// The id as it is written.
    #[must_use]
    pub fn written(&self) -> String {
        let campaign = self.campaign.as_deref().unwrap_or(NONE);
        match self.acting.as_ref().and_then(SeatId::number) {
            Some(n) => CustomId::of(campaign, self.prompt, &format!("{}@{n}", self.verb)),
            None => CustomId::of(campaign, self.prompt, &self.verb),
        }
    }

    /// The id of a button that belongs to a campaign.
    #[must_use]
    pub fn of(campaign: &str, prompt: u64, verb: &str) -> String {
        format!("v1:{campaign}:{prompt}:{verb}")
    }

    /// The id of a button or form on what a viewer sees; a regent's names the seat he acts for.
    #[must_use]
    pub fn on(view: &View, prompt: u64, verb: &str) -> String {
        match view.seat().and_then(SeatId::number).filter(|_| view.as_regent) {
            Some(n) => CustomId::of(&view.campaign, prompt, &format!("{verb}@{n}")),
            None => CustomId::of(&view.campaign, prompt, verb),
        }
    }

    /// The id of a button or form that belongs to none.
    #[must_use]
    pub fn free(verb: &str) -> String {
        CustomId::of(NONE, 0, verb)
    }

    /// Reads an id that came from outside; `None` where it is not one of ours.
    #[must_use]
    pub fn read(text: &str) -> Option<CustomId> {
        let mut parts = text.splitn(4, ':');
        if parts.next()? != "v1" {
            return None;
        }
        let campaign = parts.next()?;
        let prompt = parts.next()?.parse().ok()?;
        let verb = parts.next()?;
        let (verb, acting) = match verb.rsplit_once('@') {
            Some((verb, seat)) => (verb, Some(SeatId::numbered(seat.parse().ok()?))),
            None => (verb, None),
        };
        let verb = verb.to_owned();
        let campaign = match campaign {
            NONE => None,
            id if table::names::is_campaign_id(id) => Some(id.to_owned()),
            _ => return None,
        };
        Some(CustomId { campaign, prompt, verb, acting })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_was_written() {
        let own = CustomId::of("abcdefghij", u64::MAX, "found/1805/7/uncontrolled/1");
        assert!(own.len() <= 100);
        let read = CustomId::read(&own);
        let verb = "found/1805/7/uncontrolled/1".to_owned();
        assert_eq!(
            read,
            Some(CustomId { campaign: Some("abcdefghij".to_owned()), prompt: u64::MAX, verb, acting: None })
        );
        let regents = CustomId::of("abcdefghij", 7, "bid@3");
        assert_eq!(CustomId::read(&regents).map(|id| id.written()), Some(regents));
        assert_eq!(CustomId::read(&own).map(|id| id.written()), Some(own));
        let free = CustomId::read(&CustomId::free("help/a:b"));
        assert_eq!(
            free,
            Some(CustomId { campaign: None, prompt: 0, verb: "help/a:b".to_owned(), acting: None })
        );
    }

    #[test]
    fn an_id_from_elsewhere_is_none_of_ours() {
        for id in [
            "",
            "v1",
            "v1:-",
            "v1:-:0",
            "v1:-:x:bid",
            "v1:-:-1:bid",
            "v1:ABCDEFGHIJ:0:bid",
            "v1:abc:0:bid",
            "v2:-:0:bid",
            "😀:-:0:bid",
        ] {
            assert_eq!(CustomId::read(id), None, "{id}");
        }
    }
}
