//! A campaign in memory, and how the database keeps it.

pub use crate::people::Person;
use crate::present::card::TurnCard;
use crate::present::front;
use crate::present::{Beside, Scene};
use crate::sound::Published;
use crate::speech::Language;
use crate::speech::renamed::Renamed;
use crate::standing::{Own, Standing};
use db::CampaignRow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use table::chain::Roots;
use table::{By, View};

/// A campaign in memory.
pub struct Live {
    /// Where it is played and what it is called.
    pub row: CampaignRow,
    /// How it stands, and what is seen of it.
    pub campaign: Standing,
    /// Who its persons are in Discord; a forgotten one has neither.
    pub people: BTreeMap<u32, Person>,
    pub(crate) roots: Roots,
    pub(crate) generation: u32,
    pub(crate) seq: u64,
    pub(crate) since_snapshot: u64,
    pub(crate) published: Published,
    pub(crate) forgotten: u64,
    pub(crate) card: TurnCard,
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
    pub fn view(&self, user: u64, is_operator: bool) -> Arc<View> {
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
            own: Own::Of { standing: &self.campaign, asker, is_operator, seen: OnceLock::new() },
            asker,
            finally: false,
            shown: self.shown_of(asker),
            before: None,
            beside: self.beside(),
            beside_before: None,
            card: self.card,
        }
    }

    /// Who goes by another name now than when the campaign began.
    #[must_use]
    pub fn renamed(&self) -> Renamed {
        let view = self.campaign.public_view();
        front::of(&view).map(|front| front.renamed(&view)).unwrap_or_default()
    }

    /// What the game's front has at hand beside the views.
    #[must_use]
    pub fn beside(&self) -> Beside {
        front::by_key(&self.campaign.founded.game)?.beside(&self.campaign)
    }

    /// What a regent sees who acts for a seat; his own view where he is no regent of it.
    #[must_use]
    pub fn view_as_regent(&self, user: u64, seat: &table::SeatId, at: i64) -> View {
        self.campaign.view_as_regent(self.by(user), seat, at)
    }

    /// The users of a seat: its player, then who shares it with him.
    #[must_use]
    pub fn users_of(&self, seat: &table::SeatId) -> Vec<u64> {
        let Some(place) = self.campaign.play.seats.get(seat) else { return Vec::new() };
        let persons = place.person.iter().chain(&place.partners);
        persons.filter_map(|person| self.people.get(person)?.user).collect()
    }

    /// What regents were shown of somebody's own seat.
    fn shown_of(&self, asker: By) -> Vec<(table::SeatId, table::places::Shown)> {
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
        acting: Option<&table::SeatId>,
        at: i64,
    ) -> Scene<'_> {
        let scene = self.scene(asker, is_operator);
        match acting {
            Some(seat) => {
                let own = Arc::new(self.campaign.view_as_regent(asker, seat, at));
                Scene { own: Own::Seen(own), ..scene }
            }
            None => scene,
        }
    }

    /// The user behind a seat.
    #[must_use]
    pub fn user_of(&self, seat: &table::SeatId) -> Option<u64> {
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
    pub fn language_of(&self, seat: &table::SeatId) -> Language {
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
