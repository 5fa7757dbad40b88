//! Random games through the house, of all three: whatever is offered, and what a board of Europa asks for.

use super::vary::Die;
use super::{COUNCIL, Table, founding, sealing, word};
use commands::house::Outcome;
use engine::europa::Position;
use engine::table::act::{Exchanged, Through};
use engine::table::frames::{Awaited, What};
use engine::table::{Act, By, Campaign, Founding, Offer, Secret, Stage, Text, Verb, offers};
use serde_json::{Map, Value, json};

/// The users of the seats, in their order; the last two only watch.
pub const USERS: [u64; 5] = [
    831_111_111_111_111_101,
    831_111_111_111_111_102,
    831_111_111_111_111_103,
    831_111_111_111_111_104,
    831_111_111_111_111_105,
];
/// How many of them play.
pub const SEATS: u32 = 3;

/// A random game under way.
pub struct Game {
    pub table: Table,
    pub id: String,
    pub die: Die,
    seats: u32,
    europa: bool,
    /// Of how many steps one answers what is asked: where it is few, envelopes lie sealed while others order.
    answers: u32,
}

fn words(text: &str) -> Option<Text> {
    Some(Text { text: text.to_owned(), salt: Secret::new([5; 32]) })
}

impl Game {
    /// One of Empires in Arms whose politics the bot keeps; every second has the operator at its table.
    pub async fn of_empires(n: u64) -> Game {
        let operator = (n % 2 == 1).then_some(USERS[0]);
        let table = Table::new(u8::try_from(n % 200).unwrap(), operator);
        let options = json!({"ceiling": 30, "spare": "uncontrolled", "switches": {"politics": "kept"}});
        let operator_seats = u32::from(operator.is_some());
        Game::begun(table, Founding { options, operator_seats, ..founding(SEATS) }, n).await
    }

    /// The war on the Danube.
    pub async fn of_the_danube(n: u64) -> Game {
        let table = Table::new(u8::try_from(n % 200).unwrap(), None);
        Game::begun(table, Founding { scenario: "danube".to_owned(), ..founding(SEATS) }, n).await
    }

    /// One of Europa, in which the first two are at war.
    pub async fn of_europa(n: u64) -> Game {
        let (game, scenario) = ("europa".to_owned(), "europa".to_owned());
        let founding = Founding { game, scenario, options: json!({"turn": 1 + n % 60}), ..founding(SEATS) };
        let mut game = Game::begun(Table::new(u8::try_from(n % 200).unwrap(), None), founding, n).await;
        game.europa = true;
        for (user, country) in USERS.into_iter().zip(["france", "spain", "venice"]) {
            game.orders(user, Verb::Game(json!({"europa": "take", "country": country}))).await;
            let ducats = Act::Tell { key: format!("ducats/{country}"), value: 2_000 };
            game.orders(user, Verb::Act { act: ducats, text: None }).await;
        }
        let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
        game.orders(USERS[0], Verb::Game(war)).await;
        game.table.assents(&game.id).await;
        for (user, country, place) in [
            (USERS[0], "france", "eLanguedoc"),
            (USERS[1], "spain", "eRosselo"),
            (USERS[1], "spain", "eCatalunya"),
            (USERS[0], "france", "sLion"),
        ] {
            let counters = if place == "sLion" { json!(["nd", "nd"]) } else { json!(["army_minus", "ld"]) };
            let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": counters, "veteran": true});
            game.orders(user, Verb::Game(deploy)).await;
        }
        // The board is in use: it begins with somebody's movement, for which he has paid.
        for _ in 0..12 {
            let campaign = game.campaign().await;
            let movement = campaign.play.path().last().is_some_and(|word| word.starts_with("movement"));
            let Some(n) = campaign.play.wait().and_then(|wait| wait.awaited().next()?.number()) else {
                break;
            };
            let user = USERS[n as usize - 1];
            if movement {
                let country = if n == 2 { "spain" } else { "france" };
                let all = json!({"board": "campaign", "country": country, "campaign": {"land": "multiple", "sea": "multiple"}});
                game.orders(user, Verb::Game(all)).await;
                break;
            }
            game.orders(
                user,
                Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None },
            )
            .await;
        }
        game
    }

    /// One of Empires in Arms whose politics and money the bot keeps, before the first economic sheets.
    pub async fn of_money(n: u64) -> Game {
        let switches = json!({"politics": "kept", "economy": "kept"});
        let options = json!({"ceiling": 30, "spare": "uncontrolled", "switches": switches});
        let table = Table::new(u8::try_from(n % 200).unwrap(), None);
        let mut game = Game::begun(table, Founding { options, ..founding(SEATS) }, n).await;
        // Great Britain with two that it trades with.
        let bids = [[1, 2, 20, 3, 4, 5, 6], [3, 20, 2, 1, 4, 5, 6], [2, 1, 3, 4, 5, 20, 6]];
        for (user, bids) in USERS.into_iter().zip(bids) {
            game.orders(user, super::sheet(bids)).await;
        }
        for user in USERS.into_iter().take(SEATS as usize) {
            game.orders(user, super::make_final()).await;
        }
        for _ in 0..20 {
            let view = game.campaign().await.public_view();
            if view.step.last().is_some_and(|step| step == "budget") {
                game.answers = 10;
                return game;
            }
            let round = view.rounds.iter().find(|round| round.round.starts_with("politics/"));
            for user in USERS.into_iter().take(SEATS as usize) {
                if let Some(round) = round {
                    game.orders(user, sealing(&round.round, &json!({}))).await;
                    game.orders(user, Verb::Final { round: round.round.clone() }).await;
                }
                let ready = Act::Ready { through: Through::Step, hold: false };
                game.orders(user, Verb::Act { act: ready, text: None }).await;
            }
        }
        panic!("the outline never stood at the economic sheets")
    }

    /// One of the Middle Ages, in which two have taken courts.
    pub async fn of_ages(n: u64) -> Game {
        let (game, scenario) = ("ages".to_owned(), "charlemagne".to_owned());
        let founding = Founding { game, scenario, ..founding(2) };
        let mut game = Game::begun(Table::new(u8::try_from(n % 200).unwrap(), None), founding, n).await;
        for (user, court) in USERS.into_iter().zip(["franks", "byzantium"]) {
            game.orders(user, Verb::Game(json!({"court": "take", "of": court}))).await;
        }
        game
    }

    /// One that was begun before.
    pub async fn on(table: Table, id: &str, n: u64) -> Game {
        let founded = table.campaign(id).await.founded.clone();
        let (seats, europa) = (founded.seats, founded.game == "europa");
        Game { table, id: id.to_owned(), die: Die::of(n), seats, europa, answers: 2 }
    }

    async fn begun(table: Table, founding: Founding, n: u64) -> Game {
        let seats = founding.seats;
        let id = table.found(USERS[0], COUNCIL, "The Grand War", founding).await;
        for (i, user) in USERS.into_iter().take(seats as usize).enumerate() {
            table.done(&id, user, Verb::Join { word: word(&format!("first{i}")) }).await;
        }
        table.done(&id, USERS[0], Verb::Start).await;
        Game { table, id, die: Die::of(n), seats, europa: false, answers: 2 }
    }

    pub async fn campaign(&self) -> Campaign {
        self.table.campaign(&self.id).await
    }

    /// Gives an order, whatever comes of it but a failure.
    pub async fn orders(&mut self, user: u64, verb: Verb) -> bool {
        self.table.watch.pass(60);
        let asker = self.table.asker(user);
        match self.table.order(&self.id, &asker, verb.clone()).await {
            Outcome::Done(_) => true,
            Outcome::Refused(_) => false,
            other => panic!("{verb:?} of {user}: {other:?}"),
        }
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.die.below(of.len() as u32) as usize]
    }

    /// Fills an offer in at random.
    pub fn filled(&mut self, offer: &Offer) -> Verb {
        let mut fields = Map::new();
        for field in &offer.fields {
            if field.required || self.die.one_in(2) {
                fields.insert(field.name.clone(), field.kind.pick(&mut |n| self.die.below(n)));
            }
        }
        offer.taken(&Value::Object(fields), self.die.salt()).unwrap()
    }

    /// Somebody does something; whether play goes on.
    pub async fn step(&mut self) -> bool {
        let campaign = self.campaign().await;
        if campaign.play.stage != Stage::Playing {
            return false;
        }
        let mut user = USERS[self.die.below(self.seats) as usize];
        // On a board of Europa he mostly acts whose segment it is.
        let slot = campaign.play.wait().and_then(|wait| wait.awaited().next()?.number());
        if let Some(n) = slot.filter(|_| self.europa && !self.die.one_in(3)) {
            user = USERS[n as usize - 1];
        }
        let verb = match self.die.below(if self.europa { 12 } else { 6 }) {
            0 => self.exchange(&campaign),
            // What others have sealed comes to something else by it.
            1..=3 if self.answers > 2 => self.offered_of(&campaign, user, &["economy", "seal"]),
            1..=3 => self.offered(&campaign, user),
            4..=5 if !self.europa => self.offered(&campaign, user),
            6 => Some(Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None }),
            _ => self.of_europes(&campaign, user),
        };
        if let Some(verb) = verb {
            self.orders(user, verb).await;
        }
        // Nobody is waited for long: what the game asks is answered sooner or later.
        if self.die.one_in(self.answers) {
            self.answer().await;
        }
        true
    }

    fn exchange(&mut self, campaign: &Campaign) -> Option<Verb> {
        let open = campaign.play.rounds.values().filter(|round| round.exchange.is_some()).count();
        let seats: Vec<_> = campaign.play.seats.keys().cloned().collect();
        let kind = self.one(&[Exchanged::Text, Exchanged::Number { least: 0, most: 900 }]).clone();
        (open < 2).then(|| Verb::Act { act: Act::Exchange { seats, kind }, text: words("what for") })
    }

    /// One of the offers, every verb as likely as any other; what ends or stops play is left out.
    fn offered(&mut self, campaign: &Campaign, user: u64) -> Option<Verb> {
        self.offered_of(campaign, user, &[])
    }

    /// The same of some verbs alone, where any are named.
    fn offered_of(&mut self, campaign: &Campaign, user: u64, of: &[&str]) -> Option<Verb> {
        const OUT: [&str; 10] = [
            "close",
            "conclude",
            "leave",
            "pause",
            "live",
            "give_notice",
            "away",
            "reveal",
            "extend",
            "roll",
        ];
        let person = USERS.iter().position(|one| *one == user)? as u32 + 1;
        let is_operator = self.table.house.is_operator(user);
        let mut open = offers(&campaign.view_for(By::Person(person), is_operator));
        open.retain(|offer| !OUT.contains(&offer.verb.as_str()));
        open.retain(|offer| of.is_empty() || of.contains(&offer.verb.as_str()));
        let mut verbs: Vec<String> = open.iter().map(|offer| offer.verb.clone()).collect();
        verbs.sort();
        verbs.dedup();
        if verbs.is_empty() {
            return None;
        }
        let verb = self.one(&verbs).clone();
        open.retain(|offer| offer.verb == verb);
        let offer = self.one(&open).clone();
        Some(self.filled(&offer))
    }

    /// An order on the board of Europa, or for a battle beside it; it may be allowed or not.
    fn of_europes(&mut self, campaign: &Campaign, user: u64) -> Option<Verb> {
        const HOMES: [&str; 6] =
            ["eLanguedoc", "eRosselo", "eCatalunya", "eIle-de-France", "eNavarra", "sLion"];
        let position: Position = serde_json::from_value(campaign.public_view().game.value()).ok()?;
        let of = if user == USERS[1] { "spain" } else { "france" };
        let seat = engine::table::SeatId::numbered(if user == USERS[1] { 2 } else { 1 });
        let standing = position.board.stacks.iter();
        let (own, others): (Vec<_>, Vec<_>) =
            standing.partition(|(_, standing)| position.seat_of(standing.country) == Some(&seat));
        let of_them = |die: &mut Die, some: &[(&u32, _)]| match some {
            [] => 1,
            some => *some[die.below(some.len() as u32) as usize].0,
        };
        let (stack, with) = (of_them(&mut self.die, &own), of_them(&mut self.die, &others));
        let near = position.board.stacks.get(&stack).map(|standing| {
            let near: Vec<String> =
                standing.at.neighbours().iter().map(|(place, _)| place.site().key.clone()).collect();
            self.one(&near).clone()
        });
        let near = near.unwrap_or_else(|| HOMES[0].to_owned());
        let place = (*self.one(&HOMES)).to_owned();
        let army = |country: &str, class: &str| {
            json!({"army": {"parts": [{"country": country, "class": class, "a_plus": 1}],
                "technology": "arquebuse", "veteran": true, "command": "none"}})
        };
        let kinds = ["simple", "multiple", "multiple"];
        let (land, sea) = (*self.one(&kinds), *self.one(&kinds));
        Some(Verb::Game(match self.die.below(14) {
            0 => {
                json!({"board": "deploy", "country": of, "place": place, "counters": ["army_minus", "ld"], "veteran": true})
            }
            3..=4 => json!({"board": "campaign", "country": of, "campaign": {"land": land, "sea": sea}}),
            1 | 2 | 5 | 6 => json!({"board": "march", "stack": stack, "to": near}),
            7 => json!({"board": "engage", "stack": stack, "with": with}),
            8 => json!({"board": "retreat", "stack": stack, "to": near}),
            9 => json!({"board": "supply", "stack": stack}),
            10 => {
                let scene = json!({"place": "Lombardia", "countries": [["france"], ["spain"]]});
                json!({"fight": "open", "scene": scene, "stacks": {"moving": army("FRA", "IV")}})
            }
            11..=12 => {
                let open = position.fights.of.iter().find(|(_, fight)| fight.ended.is_none());
                let number = open.map_or(1, |(number, _)| *number);
                json!({"fight": "state", "number": number, "who": "standing", "stack": army("SPA", "III")})
            }
            _ => json!({"board": "upkeep", "country": of}),
        }))
    }

    /// One envelope that the game asks for is sealed, or made final, or an order that is awaited is left to the bot.
    async fn answer(&mut self) {
        let campaign = self.campaign().await;
        let awaited = campaign.awaited();
        let asked = awaited.iter().filter(|awaited| !awaited.held);
        let mut asked: Vec<_> =
            asked.flat_map(|awaited| awaited.of().map(move |seat| (awaited, seat))).collect();
        // What holds the game up comes first.
        let holds_up = |awaited: &Awaited| match &awaited.what {
            What::Ready => false,
            What::Order(_) => true,
            What::Envelope(round) => campaign.play.rounds[round].exchange.is_none(),
        };
        if asked.iter().any(|(awaited, _)| holds_up(awaited)) {
            asked.retain(|(awaited, _)| holds_up(awaited));
        }
        asked.retain(|(awaited, _)| awaited.what != What::Ready);
        if asked.is_empty() {
            return;
        }
        let (awaited, seat) = *self.one(&asked);
        let user = USERS[seat.number().unwrap() as usize - 1];
        let verb = match &awaited.what {
            What::Ready => return,
            What::Order(_) => Verb::Act { act: Act::LetStand { frame: awaited.line }, text: None },
            What::Envelope(round) if campaign.play.rounds[round].envelopes.contains_key(seat) => {
                Verb::Final { round: round.clone() }
            }
            What::Envelope(round) if round.starts_with("intercept/") => sealing(round, &json!({"with": []})),
            What::Envelope(round) if round.starts_with("fight/") => {
                sealing(round, &json!({"plan": {"leave_at_morale": self.die.below(4)}}))
            }
            What::Envelope(round) => {
                let person = seat.number().unwrap();
                let is_operator = self.table.house.is_operator(user);
                let mut open = offers(&campaign.view_for(By::Person(person), is_operator));
                open.retain(|offer| offer.verb == "seal" && offer.round.as_ref() == Some(round));
                let Some(offer) = open.first() else { return };
                self.filled(offer)
            }
        };
        self.orders(user, verb).await;
    }
}
