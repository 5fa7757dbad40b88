//! Campaigns that random play made: anything that is offered is taken, but for what would end the campaign.

use engine::table::chain::Roots;
use engine::table::chance::Chain;
use engine::table::timing::Timing;
use engine::table::{By, Campaign, Entry, Founding, Offer, Order, Stage, Verb, decide, found, offers};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};

/// When all campaigns are founded: 2026-01-01T00:00Z, Unix seconds.
const FOUNDED: i64 = 1_767_225_600;

/// The moment at which nothing is due in any of them, Unix seconds: long after the last order.
pub const NOW: i64 = FOUNDED + 20 * 366 * 86_400;

/// A campaign that was played.
pub struct Played {
    /// All its entries.
    pub entries: Vec<Entry>,
    /// How it stands.
    pub campaign: Campaign,
    /// Its roots.
    pub roots: Roots,
    luck: ChaCha20Rng,
    at: i64,
}

impl Played {
    /// A campaign with all seats taken, played until it has that many entries or more, everything due by [`NOW`] done, and dice free to
    /// roll. The same arguments give the same campaign.
    ///
    /// # Errors
    /// A sentence where the engine refuses what it offers.
    pub fn new(seed: u64, seats: u32, entries: usize) -> Result<Played, String> {
        let mut played = Played::founded(seed, "1805", seats)?;
        while played.entries.len() < entries {
            played.step()?;
        }
        played.come_to_rest()?;
        Ok(played)
    }

    /// A campaign of Empires in Arms of a scenario that nobody has joined yet.
    ///
    /// # Errors
    /// A sentence where it is not founded.
    pub fn founded(seed: u64, scenario: &str, seats: u32) -> Result<Played, String> {
        let mut luck = ChaCha20Rng::seed_from_u64(seed);
        let mut bytes = || {
            let mut bytes = [0; 32];
            luck.fill_bytes(&mut bytes);
            bytes
        };
        let founding = Founding {
            at: FOUNDED,
            campaign: commands::chance::campaign_id(&bytes()),
            game: "eia".to_owned(),
            scenario: scenario.to_owned(),
            seats,
            operator_seats: 0,
            options: json!({}),
            timing: Some(Timing::default()),
            umpire: None,
        };
        let mut chance = Chain::founding((bytes(), bytes()));
        let founded = found(&founding, &mut chance).map_err(|refusal| refusal.to_string())?;
        let roots = chance.founded().ok_or("There are no roots.")?;
        let campaign = Campaign::fold(&founded).map_err(|unreadable| unreadable.to_string())?;
        Ok(Played { entries: founded, campaign, roots, luck, at: FOUNDED })
    }

    fn below(&mut self, n: u32) -> u32 {
        self.luck.next_u32() % n
    }

    /// Somebody orders something; how many lines that makes.
    ///
    /// # Errors
    /// The refusal.
    pub fn give(&mut self, by: By, verb: Verb) -> Result<usize, String> {
        let order = Order { at: self.at, by, operator: false, verb };
        let mut fresh = [[0; 32]; 2];
        fresh.iter_mut().for_each(|bytes| self.luck.fill_bytes(bytes));
        let mut chance = Chain::of(&self.roots, (fresh[0], fresh[1]));
        let made = decide(&self.campaign, &order, &mut chance).map_err(|refusal| refusal.to_string())?;
        if let Some(roots) = chance.founded() {
            self.roots = roots;
        }
        for entry in &made {
            self.campaign.apply(entry).map_err(|unreadable| unreadable.to_string())?;
        }
        let lines = made.len();
        self.entries.extend(made);
        Ok(lines)
    }

    fn step(&mut self) -> Result<(), String> {
        self.at += 60;
        if self.below(12) == 0 {
            self.at += i64::from(self.below(4 * 24 * 3600));
            self.give(By::Bot, Verb::Tick)?;
        }
        let person = 1 + self.below(self.campaign.founded.seats);
        let mut open = offers(&self.campaign.view_for(By::Person(person), false));
        open.retain(|offer| !self.is_passed_over(offer));
        if open.is_empty() {
            return Ok(());
        }
        let offer = open.swap_remove(self.below(open.len() as u32) as usize);
        self.take(person, &offer)
    }

    /// What ends a campaign is never taken, and what stops it or takes back seldom.
    fn is_passed_over(&mut self, offer: &Offer) -> bool {
        match offer.verb.as_str() {
            "close" | "conclude" | "give_notice" => true,
            "leave" | "undo" | "open" | "pause" | "away" | "live" => self.below(8) != 0,
            verb if verb.starts_with("box_") => self.below(6) != 0,
            "word" => self.below(3) != 0,
            _ => false,
        }
    }

    fn take(&mut self, person: u32, offer: &Offer) -> Result<(), String> {
        let mut filled = Map::new();
        for field in &offer.fields {
            if field.required || self.below(2) == 0 {
                let value = field.kind.pick(&mut |n| self.luck.next_u32() % n);
                // Nobody writes as long a text as he may every time.
                let value = match value {
                    Value::String(text) if text.len() > 40 => Value::String(text.chars().take(40).collect()),
                    other => other,
                };
                filled.insert(field.name.clone(), value);
            }
        }
        let mut salt = [0; 32];
        self.luck.fill_bytes(&mut salt);
        let verb = offer.taken(&Value::Object(filled), salt).map_err(|refusal| refusal.to_string())?;
        self.give(By::Person(person), verb)?;
        Ok(())
    }

    /// Plays on to a moment at which everybody may roll dice, and lets the clock do all that is due by [`NOW`].
    fn come_to_rest(&mut self) -> Result<(), String> {
        let seats = self.campaign.founded.seats;
        for _ in 0..10_000 {
            let may = |person: u32| {
                let view = self.campaign.view_for(By::Person(person), false);
                offers(&view).iter().any(|offer| offer.verb == "roll")
            };
            if self.campaign.play.stage == Stage::Playing && (1..=seats).all(may) {
                self.at = self.at.max(NOW);
                if self.give(By::Bot, Verb::Tick)? == 0 {
                    return Ok(());
                }
            } else {
                self.step()?;
            }
        }
        Err("The campaign does not come to rest.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_played_campaign_is_the_same_every_time_and_lets_everybody_roll() {
        let played = Played::new(3, 4, 200).unwrap();
        let again = Played::new(3, 4, 200).unwrap();
        assert_eq!(played.campaign, again.campaign);
        assert!(played.entries.len() >= 200 && played.campaign.play.stage == Stage::Playing);
        assert_eq!(Campaign::fold(&played.entries).unwrap(), played.campaign);
        assert_ne!(played.campaign.id(), Played::new(4, 4, 10).unwrap().campaign.id());
    }
}
