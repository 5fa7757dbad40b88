//! A campaign in memory, and how the database keeps it.

use crate::house::Asker;
use crate::present::Scene;
use crate::sound::Published;
use crate::speech::Language;
use db::{CampaignRow, PersonRow, RootsRow};
use engine::eia::packs::{self, InPlay};
use engine::table::chain::Roots;
use engine::table::hash::{Hash, length, sha256};
use engine::table::{By, Campaign, Entry, Secret, SecretPart, View};
use std::collections::BTreeMap;

/// A campaign in memory.
pub struct Live {
    /// Where it is played and what it is called.
    pub row: CampaignRow,
    /// How it stands.
    pub campaign: Campaign,
    /// Who its persons are in Discord; a forgotten one has neither.
    pub people: BTreeMap<u32, Person>,
    pub(crate) roots: Roots,
    pub(crate) generation: u32,
    pub(crate) seq: u64,
    pub(crate) since_snapshot: u64,
    pub(crate) published: Published,
    pub(crate) forgotten: u64,
}

/// Who a person of the record is in Discord.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The user, unless he had himself forgotten.
    pub user: Option<u64>,
    /// The name he goes by.
    pub name: Option<String>,
    /// The language he reads, as his client told when he last gave an order.
    pub language: Language,
}

impl Person {
    /// The one who asks.
    pub(crate) fn of(asker: &Asker) -> Person {
        Person { user: Some(asker.user), name: Some(asker.name.clone()), language: asker.language }
    }
}

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Person {
        let language = row.locale.as_deref().map(Language::of_locale).unwrap_or_default();
        Person { user: row.user, name: row.name, language }
    }
}

impl Live {
    /// The person that a user is in this campaign; for a stranger the next free number.
    #[must_use]
    pub fn by(&self, user: u64) -> By {
        let known = self.people.iter().find(|(_, person)| person.user == Some(user));
        let next = || {
            let last = self.people.keys().last().copied().unwrap_or(0);
            last.max(self.campaign.people) + 1
        };
        By::Person(known.map_or_else(next, |(n, _)| *n))
    }

    /// The persons that users are in this campaign, and those of them whom it did not know, with the numbers they get.
    pub(crate) fn persons(
        &self,
        asker: u64,
        named: &[crate::house::Named],
    ) -> (Vec<u32>, Vec<(u32, Person)>) {
        let known =
            |user: u64| self.people.iter().find(|(_, person)| person.user == Some(user)).map(|(n, _)| *n);
        let last = self.people.keys().last().copied().unwrap_or(0).max(self.campaign.people);
        // The asker, where he is new, takes the next number himself.
        let mut next = if known(asker).is_some() { last + 1 } else { last + 2 };
        let mut new: Vec<(u32, Person)> = Vec::new();
        let mut persons = Vec::new();
        for one in named {
            let fresh = new.iter().find(|(_, person)| person.user == Some(one.user)).map(|(n, _)| *n);
            let asks_himself = (one.user == asker).then(|| self.by(asker).person()).flatten();
            let person = known(one.user).or(fresh).or(asks_himself).unwrap_or_else(|| {
                let n = next;
                next += 1;
                let (user, name) = (Some(one.user), Some(one.name.clone()));
                new.push((n, Person { user, name, language: Language::default() }));
                n
            });
            persons.push(person);
        }
        (persons, new)
    }

    /// What a user sees.
    #[must_use]
    pub fn view(&self, user: u64, is_operator: bool) -> View {
        self.campaign.view_for(self.by(user), is_operator)
    }

    /// The scene as presenters see it, for somebody who asks; `is_operator` where he runs this bot.
    #[must_use]
    pub fn scene(&self, asker: By, is_operator: bool) -> Scene<'_> {
        Scene {
            name: &self.row.name,
            channel: self.row.channel,
            people: &self.people,
            public: self.campaign.public_view(),
            own: self.campaign.view_for(asker, is_operator),
            asker,
            shown: self.shown_of(asker),
            before: None,
            map: self.map_in_play(),
            map_before: None,
        }
    }

    /// The map in play with its pack, where the game has one. It costs little: the pack is shared.
    #[must_use]
    pub fn map_in_play(&self) -> Option<InPlay> {
        packs::of(&self.campaign).cloned()
    }

    /// What a regent sees who acts for a seat; his own view where he is no regent of it.
    #[must_use]
    pub fn view_as_regent(&self, user: u64, seat: &engine::table::SeatId, at: i64) -> View {
        self.campaign.view_as_regent(self.by(user), seat, at)
    }

    /// The users of a seat: its player, then who shares it with him.
    #[must_use]
    pub fn users_of(&self, seat: &engine::table::SeatId) -> Vec<u64> {
        let Some(place) = self.campaign.play.seats.get(seat) else { return Vec::new() };
        let persons = place.person.iter().chain(&place.partners);
        persons.filter_map(|person| self.people.get(person)?.user).collect()
    }

    /// What regents were shown of somebody's own seat.
    fn shown_of(&self, asker: By) -> Vec<(engine::table::SeatId, engine::table::places::Shown)> {
        let Some(seat) = self.campaign.seat_of(asker) else { return Vec::new() };
        let place = self.campaign.play.seats.get(seat);
        place.into_iter().flat_map(|place| &place.shown).map(|shown| (seat.clone(), shown.clone())).collect()
    }

    /// The same for a regent who acts for a seat.
    #[must_use]
    pub fn scene_acting(
        &self,
        asker: By,
        is_operator: bool,
        acting: Option<&engine::table::SeatId>,
        at: i64,
    ) -> Scene<'_> {
        let scene = self.scene(asker, is_operator);
        match acting {
            Some(seat) => Scene { own: self.campaign.view_as_regent(asker, seat, at), ..scene },
            None => scene,
        }
    }

    /// The user behind a seat.
    #[must_use]
    pub fn user_of(&self, seat: &engine::table::SeatId) -> Option<u64> {
        let person = self.campaign.play.seats.get(seat)?.person?;
        self.people.get(&person)?.user
    }

    /// The language in which the council is spoken to: what the campaign's settings name, else English.
    #[must_use]
    pub fn language(&self) -> Language {
        language_of(&self.row)
    }

    /// The language of the player of a seat; the campaign's where nobody holds it.
    #[must_use]
    pub fn language_of(&self, seat: &engine::table::SeatId) -> Language {
        let person = self.campaign.play.seats.get(seat).and_then(|seat| seat.person);
        let person = person.and_then(|person| self.people.get(&person));
        person.map_or_else(|| self.language(), |person| person.language)
    }

    /// The language of a user; the campaign's where he is no person of it.
    #[must_use]
    pub fn language_of_user(&self, user: u64) -> Language {
        let person = self.people.values().find(|person| person.user == Some(user));
        person.map_or_else(|| self.language(), |person| person.language)
    }
}

/// The language in which the council of a campaign is spoken to: what the campaign's settings name, else English.
pub(crate) fn language_of(row: &CampaignRow) -> Language {
    #[derive(serde::Deserialize)]
    struct Settings {
        language: String,
    }
    let settings = serde_json::from_str::<Settings>(&row.settings);
    settings.map_or(Language::ENGLISH, |settings| Language::of_locale(&settings.language))
}

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
        let body = part.body.as_ref().map(|body| engine::table::canonical::canonical(body.reveal()));
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
