//! The campaign that is simulated: orders given a minute apart, with chance that follows from the seed.

use super::figures::Figures;
use super::players::Players;
use super::{Options, position_of};
use engine::eia::Position;
use engine::eia::economy::books::Books;
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::table::act::Act;
use engine::table::chain::Roots;
use engine::table::chance::Chain;
use engine::table::hash::sha256;
use engine::table::record::{Extent, line};
use engine::table::timing::Timing;
use engine::table::votes::Matter;
use engine::table::{
    By, Campaign, Entry, Founding, Order, Refusal, SeatId, Stage, Verb, View, Word, carried_out, found,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// 2026-01-01T00:00Z: the time of day has no part in the game.
const BEGINS: i64 = 1_767_225_600;

/// A campaign under way.
pub struct Game {
    campaign: Campaign,
    kept: Kept,
    roots: Roots,
    seed: [u8; 32],
    fresh: u32,
    at: i64,
    persons: u32,
}

/// What is kept of what happened: not the entries themselves, which would fill the memory.
#[derive(Default)]
struct Kept {
    lines: usize,
    figures: Figures,
    books: Books,
    /// What is wrong first.
    fault: Option<String>,
    /// The record as everybody may have it, and as it is when the campaign is closed.
    public: String,
    whole: String,
}

impl Kept {
    fn follow(&mut self, entry: &Entry) {
        self.lines += 1;
        self.figures.follow(entry);
        if self.fault.is_none() {
            self.fault = self.books.follow(entry).err().map(|fault| fault.to_string());
        }
        let mut written = |extent| {
            line(entry, extent).map(Option::unwrap_or_default).unwrap_or_else(|why| {
                self.fault = self.fault.take().or(Some(why.to_string()));
                String::new()
            })
        };
        let public = written(Extent::Public);
        // What hides nothing stands in both alike.
        let whole = (!entry.secrets.is_empty()).then(|| written(Extent::Whole));
        self.whole.push_str(whole.as_ref().unwrap_or(&public));
        self.public.push_str(&public);
    }
}

impl Game {
    /// Founds a campaign in which the bot keeps politics, seats its players and begins.
    pub fn founded(options: &Options, players: &mut Players) -> Result<Game, String> {
        let (ceiling, switches) = (players.ceiling(), players.switches(&options.switches)?);
        let keeps_land = scenario::by_key(&options.scenario).is_some_and(|scenario| scenario.keeps_land);
        let founding = Founding {
            at: BEGINS,
            campaign: "simulation".to_owned(),
            game: "eia".to_owned(),
            scenario: options.scenario.clone(),
            seats: options.players,
            operator_seats: 0,
            options: if keeps_land {
                json!({})
            } else {
                json!({"ceiling": ceiling, "spare": "uncontrolled", "switches": switches})
            },
            timing: options.looks.map(|_| Timing::default()),
            umpire: None,
        };
        let says = |why: Refusal| why.says.to_string();
        let mut chance = Chain::founding(drawn(&options.seed, 0));
        let entries = found(&founding, &mut chance).map_err(says)?;
        let roots = chance.founded().ok_or("The campaign was founded without seeds.")?;
        let campaign = Campaign::fold(&entries).map_err(|why| format!("{why:?}"))?;
        let mut kept = Kept::default();
        entries.iter().for_each(|entry| kept.follow(entry));
        let mut game = Game {
            campaign,
            kept,
            roots,
            seed: options.seed,
            fresh: 0,
            at: BEGINS,
            persons: options.players,
        };
        for person in 1..=options.players {
            let word = Word::try_from(format!("word{person}")).map_err(|why| why.to_string())?;
            game.must(person, Verb::Join { word })?;
        }
        game.must(1, Verb::Start)?;
        Ok(game)
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        self.campaign.play.stage
    }

    /// The time of day.
    pub fn now(&self) -> i64 {
        self.at
    }

    /// It is later; never earlier.
    pub fn clock_at(&mut self, at: i64) {
        self.at = self.at.max(at);
    }

    /// How many entries it has.
    pub fn lines(&self) -> usize {
        self.kept.lines
    }

    /// What everybody sees.
    pub fn view(&self) -> View {
        self.campaign.public_view()
    }

    /// What a player sees.
    pub fn view_for(&self, person: u32) -> View {
        self.campaign.view_for(By::Person(person), false)
    }

    /// The position, as everybody sees it.
    pub fn position(&self) -> Option<Arc<Position>> {
        position_of(&self.view())
    }

    /// An order that may be refused; whether it was taken.
    pub fn gives(&mut self, person: u32, verb: Verb) -> bool {
        self.gives_as(By::Person(person), verb)
    }

    /// The same of anybody.
    pub fn gives_as(&mut self, by: By, verb: Verb) -> bool {
        let taken = self.order(by, verb).is_ok();
        self.all_confirm();
        taken
    }

    /// What the board tells is so: those whom it concerns confirm it.
    fn all_confirm(&mut self) {
        if self.campaign.play.tellings.is_empty() {
            return;
        }
        let voters = self.view().voters();
        for (telling, open) in &self.campaign.play.tellings.clone() {
            for person in open.awaited(&voters).filter_map(SeatId::number) {
                if self.campaign.play.tellings.contains_key(telling) {
                    let act = Act::Confirm { telling: *telling };
                    _ = self.order(By::Person(person), Verb::Act { act, text: None });
                }
            }
        }
    }

    /// An order of the game by who plays a power; whether there is anybody, and it was taken.
    pub fn gives_for(&mut self, now: &Position, power: Power, order: Value) -> bool {
        let holding = now.choice.holdings.get(&power).filter(|_| !now.is_out(power));
        let person = holding.and_then(|holding| holding.seat.number());
        person.is_some_and(|person| self.gives(person, Verb::Game(order)))
    }

    /// An order that was offered, and must be taken.
    pub fn must(&mut self, person: u32, verb: Verb) -> Result<(), String> {
        let name = verb.name();
        self.order(By::Person(person), verb)
            .map_err(|why| format!("What was offered is refused ({name} of player {person}): {}", why.says))
    }

    /// An order, and what the bot gives at once after it: what was lodged for a slot that opened.
    fn order(&mut self, by: By, verb: Verb) -> Result<(), Refusal> {
        self.decides(by, verb)?;
        while self.campaign.gives_lodged() {
            self.decides(By::Bot, Verb::Tick)?;
        }
        Ok(())
    }

    fn decides(&mut self, by: By, verb: Verb) -> Result<(), Refusal> {
        self.at += 60;
        let order = Order { at: self.at, by, operator: false, verb };
        self.fresh += 1;
        let mut chain = Chain::of(&self.roots, drawn(&self.seed, self.fresh));
        let (made, after) = carried_out(&self.campaign, &order, &mut chain)
            .inspect_err(|refusal| self.kept.figures.refused(refusal))?;
        if let Some(founded) = chain.founded() {
            self.roots = founded;
        }
        self.campaign = after;
        made.iter().for_each(|entry| self.kept.follow(entry));
        Ok(())
    }

    /// Somebody proposes to end the campaign, and everybody votes as he likes.
    pub fn ends_by_vote(&mut self, players: &mut Players) {
        self.gives(1, Verb::Act { act: Act::Conclude, text: None });
        let open = self.view().votes;
        let Some(vote) = open.iter().find(|(_, vote)| vote.matter == Matter::Conclude).map(|(vote, _)| *vote)
        else {
            return;
        };
        for person in 2..=self.persons {
            let option = u32::from(!players.percent(70));
            self.gives(person, Verb::Act { act: Act::Cast { vote, option }, text: None });
        }
    }

    /// What came of it, with its books, and the record: whole where it is closed, since what is not over yet has secrets left.
    ///
    /// # Errors
    /// A sentence: what does not follow in the books.
    pub fn told(self) -> Result<(Figures, Vec<u8>), String> {
        let is_closed = self.stage() == Stage::Closed;
        let Kept { figures, books, fault, public, whole, .. } = self.kept;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let accounts = books.close().map_err(|fault| fault.to_string())?;
        let record = if is_closed { whole } else { public };
        Ok((Figures { accounts, ..figures }, record.into_bytes()))
    }
}

/// Roots of a chain of seeds, the nth of a simulation.
fn drawn(seed: &[u8; 32], n: u32) -> ([u8; 32], [u8; 32]) {
    let n = n.to_be_bytes();
    (sha256(&[b"simulated head", seed, &n]).0, sha256(&[b"simulated veil", seed, &n]).0)
}
