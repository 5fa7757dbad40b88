//! The language in which the rules are tested, as their ledger checks them: a position by words, orders as players type them, what is refused and
//! what comes of it. `docs/architecture.md` has its sentences (*A rule's test*).
//!
//! All of it is played: the position by orders that anybody could give, so that there is a record, which is verified when the test is over.
#![allow(clippy::unwrap_used)]

mod clause;
pub mod kept;
mod tests;
mod typed;

use crate::common::{Play, founding, sealing, seat};
use clause::Clause;
use engine::eia::economy::account::Account;
use engine::eia::economy::{Line, Purse, sums};
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Position, scenario};
use engine::table::act::Through;
use engine::table::chance::Scripted;
use engine::table::rules::RuleId;
use engine::table::{Act, By, Campaign, Entry, Founding, Refusal, Verb, View};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::mem::{replace, take};

/// A campaign that a test tells of.
pub struct Words {
    pub play: Play,
    /// The campaign before the last order.
    before: Campaign,
    /// What the last order made.
    made: Vec<Entry>,
    /// What was said against the last order, and whether the test has looked at it.
    refused: Option<(String, Refusal, bool)>,
    /// Where the dice come from that no test wrote, while some are written.
    chain: Option<crate::common::Source>,
    /// Whether a test wrote dice: they come from no seed, and what the seeds prove is not looked at.
    scripted: bool,
    /// What stands on the board, where the bot keeps it.
    kept: kept::Kept,
}

/// A campaign in which all of this is so: clauses between semicolons. It is one of 1805 in which the bot keeps politics, with each power
/// played by a person of its own, where they say nothing else.
#[track_caller]
pub fn given(text: &str) -> Words {
    let is_kept = text.split(';').any(|clause| clause.trim() == kept::KEPT);
    let is_of_the_board = |clause: &&str| is_kept && kept::is_of_the_board(clause);
    let (board, rest): (Vec<&str>, Vec<&str>) = text.split(';').map(str::trim).partition(is_of_the_board);
    let clauses = if rest.is_empty() { Vec::new() } else { clause::all(&rest.join(";")) };
    let (mut key, mut switches) = ("1805", BTreeMap::from([("politics".to_owned(), "kept".to_owned())]));
    for clause in &clauses {
        match clause {
            Clause::Scenario(of) => key = of,
            Clause::Switch(switch, way) => _ = switches.insert(switch.clone(), way.clone()),
            _ => {}
        }
    }
    let play = begun(key, &switches);
    let before = play.campaign.clone();
    let mut kept = kept::Kept::default();
    board.iter().for_each(|clause| kept.read(key, clause));
    let mut words =
        Words { play, before, made: Vec::new(), refused: None, chain: None, scripted: false, kept };
    clause::establish_all(&mut words, clauses.into_iter().filter(|clause| !clause.is_of_the_founding()));
    words.before = words.play.campaign.clone();
    words.made.clear();
    words
}

/// A campaign of a scenario under way: the person of each number has the power of that number.
fn begun(key: &str, switches: &BTreeMap<String, String>) -> Play {
    let powers = &scenario::by_key(key).unwrap().powers;
    let seats = u32::try_from(powers.len()).unwrap();
    let options = json!({"ceiling": 100, "spare": "uncontrolled", "switches": switches});
    let founded = Founding { scenario: key.to_owned(), options, ..founding(seats, 0, json!({})) };
    let mut play = Play::founded(&founded).started();
    let bid = |n: u32| {
        let of_each = powers.iter().zip(0..).map(|(power, i)| (power.key(), json!(n + seats * i)));
        json!({"bids": of_each.collect::<BTreeMap<_, _>>()})
    };
    play.bid((0..seats).map(bid).collect());
    play
}

fn position(campaign: &Campaign) -> Position {
    serde_json::from_value(campaign.public_view().game.value()).unwrap()
}

impl Words {
    /// The position, as everybody sees it.
    pub fn now(&self) -> Position {
        let kept::Kept { pieces, contents, .. } = self.kept.clone();
        Position { pieces: pieces.into(), contents: contents.into(), ..position(&self.play.campaign) }
    }

    /// The person who plays a power.
    #[track_caller]
    fn player(&self, power: Power) -> u32 {
        let holder = self.play.holder(power);
        holder.unwrap_or_else(|| panic!("nobody plays {power} in this campaign")).0
    }

    /// What a power's player sees of the campaign, now or before the last order.
    fn seen(&self, campaign: &Campaign, power: Power) -> View {
        campaign.view_for(By::Person(self.player(power)), false)
    }

    /// The open step of play.
    fn step(&self) -> String {
        self.play.campaign.public_view().step.last().cloned().unwrap_or_default()
    }

    /// The last order was taken, or the test has looked at what was said against it.
    #[track_caller]
    fn settled(&mut self) {
        match take(&mut self.refused) {
            Some((order, refusal, false)) => {
                panic!("{order:?} is refused, and no test looked at it: {refusal} {:?}", refusal.rules)
            }
            looked_at => self.refused = looked_at,
        }
    }

    /// A person's order, or why it is none. Those confirm at once what it tells whom it concerns.
    #[track_caller]
    fn gives(&mut self, text: &str, person: u32, verb: Result<Verb, Refusal>) {
        self.tries(text, person, verb);
        if self.refused.is_none() {
            let assented = self.play.assents();
            self.made.extend(assented);
        }
    }

    #[track_caller]
    fn tries(&mut self, text: &str, person: u32, verb: Result<Verb, Refusal>) {
        self.settled();
        (self.refused, self.before) = (None, self.play.campaign.clone());
        if let crate::common::Source::Script(Scripted { rolls, .. }) = &self.play.source
            && rolls.is_empty()
        {
            self.play.source = self.chain.take().unwrap();
        }
        match verb.and_then(|verb| self.play.give(By::Person(person), verb)) {
            Ok(made) => self.made = made,
            Err(refusal) => {
                assert_eq!(self.before, self.play.campaign);
                self.made.clear();
                self.refused = Some((text.to_owned(), refusal, false));
            }
        }
    }

    /// The same, and what it tells waits for assent.
    #[track_caller]
    pub fn tells(mut self, who: &str, order: &str) -> Words {
        let power = clause::power(who);
        self.tries(&format!("{who} tells: {order}"), self.player(power), Ok(typed::order(power, order)));
        self.settled();
        let open = self.play.campaign.play.tellings.len();
        assert!(open > 0, "{who}: {order} counts at once");
        self
    }

    /// A power's player orders something that counts at once, and nobody else does anything by it.
    #[track_caller]
    pub fn tells_at_once(mut self, who: &str, order: &str) -> Words {
        let power = clause::power(who);
        self.tries(&format!("{who}: {order}"), self.player(power), Ok(typed::order(power, order)));
        self
    }

    /// A power's player says something to the last that was told: `confirm`, `deny` or `withdraw_telling`.
    #[track_caller]
    pub fn answers(mut self, who: &str, how: &str) -> Words {
        let telling = self.play.campaign.play.tellings.keys().last().copied();
        let order = format!("{how} telling {}", telling.unwrap_or_default());
        let power = clause::power(who);
        self.tries(&format!("{who}: {order}"), self.player(power), Ok(typed::order(power, &order)));
        self
    }

    /// A power's player casts his vote, and nobody else does anything by it.
    #[track_caller]
    pub fn casts(mut self, who: &str, vote: u64, option: u32) -> Words {
        let person = self.player(clause::power(who));
        self.tries(who, person, Ok(Verb::Act { act: Act::Cast { vote, option }, text: None }));
        self
    }

    /// So much time passes, in hours, and the clock looks in.
    pub fn hours(mut self, hours: i64) -> Words {
        self.settled();
        (self.before, self.refused) = (self.play.campaign.clone(), None);
        let from = self.play.entries.len();
        self.play.clock_at(self.play.at + hours * 3600);
        self.made = self.play.entries[from..].to_vec();
        self
    }

    /// How many things were told that do not count yet.
    #[track_caller]
    pub fn waiting(mut self, wanted: usize) -> Words {
        self.settled();
        assert_eq!(self.play.campaign.play.tellings.len(), wanted);
        self
    }

    /// A power's player orders what he typed: the subject, the verb, and its fields by their names (`access grant to Austria`); what stands
    /// before the first name is of the field that is needed, and `power` is who orders it. `seals war on France` is his envelope, not final.
    #[track_caller]
    pub fn when(mut self, who: &str, order: &str) -> Words {
        let power = clause::power(who);
        let person = self.player(power);
        let verb = match order.strip_prefix("seals ") {
            Some(sheet) => {
                let (round, sheet) = typed::sheet(&self.play, person, power, sheet);
                Verb::sealing(&round, &sheet)
            }
            None => Ok(typed::order(power, order)),
        };
        self.gives(&format!("{who}: {order}"), person, verb);
        self
    }

    /// All envelopes of the open round are sealed and opened; who is not named chooses nothing: `Austria: war on France, call Russia; Spain: …`.
    #[track_caller]
    pub fn envelopes(mut self, sheets: &str) -> Words {
        self.settled();
        let before = self.play.campaign.clone();
        for sheet in sheets.split(';') {
            let (who, sheet) = sheet.split_once(':').unwrap_or_else(|| panic!("whose sheet is {sheet:?}?"));
            self = self.when(who, &format!("seals {}", sheet.trim()));
            self.settled();
        }
        let from = self.play.entries.len();
        self.goes_on();
        (self.before, self.made) = (before, self.play.entries[from..].to_vec());
        self
    }

    fn ready(&mut self) {
        for person in 1..=self.play.seats() {
            let act = Act::Ready { through: Through::Step, hold: false };
            self.play.tells(person, Verb::Act { act, text: None });
        }
    }

    /// The open step comes to its end: what is asked for is sealed, empty where nobody has sealed yet, and all are ready.
    fn goes_on(&mut self) {
        let view = self.play.campaign.public_view();
        let Some(round) = view.rounds.first() else { return self.ready() };
        for (of, _) in round.asked.iter().filter(|(_, is_final)| !is_final) {
            let person = (1..).find(|person| seat(*person) == *of).unwrap();
            let own = self.play.campaign.view_for(By::Person(person), false);
            let mine =
                own.rounds.iter().find(|one| one.round == round.round).and_then(|one| one.mine.as_ref());
            if mine.is_some_and(|mine| mine.sealed.is_none()) {
                self.play.tells(person, sealing(&round.round, &json!({})));
            }
            self.play.tells(person, Verb::Final { round: round.round.clone() });
        }
    }

    /// Nobody does anything until it is so: `land phase`, `March 1805`, `the next month`.
    #[track_caller]
    pub fn until(mut self, text: &str) -> Words {
        self.settled();
        let (before, from) = (self.play.campaign.clone(), self.play.entries.len());
        let clauses = match text {
            "the next month" => vec![Clause::Month(self.now().month().unwrap().next())],
            text => clause::all(text),
        };
        clause::establish_all(&mut self, clauses.into_iter());
        (self.before, self.made, self.refused) = (before, self.play.entries[from..].to_vec(), None);
        self
    }

    /// All are ready with the open step, whatever is still asked in it.
    pub fn all_ready(mut self) -> Words {
        self.settled();
        let (before, from) = (self.play.campaign.clone(), self.play.entries.len());
        self.ready();
        (self.before, self.made) = (before, self.play.entries[from..].to_vec());
        self
    }

    /// The round of envelopes that is asked now, by its name on the record.
    #[track_caller]
    pub fn asked(mut self, round: &str) -> Words {
        self.settled();
        let rounds = self.play.campaign.public_view().rounds;
        let names: Vec<&str> = rounds.iter().map(|round| round.round.as_str()).collect();
        assert_eq!(names, [round]);
        self
    }

    /// The dice of the next roll. What is rolled when all that is written has fallen comes from the campaign's seed again.
    pub fn dice<const N: usize>(mut self, fallen: [u32; N]) -> Words {
        if self.chain.is_none() {
            let written = crate::common::Source::Script(Scripted::default());
            self.chain = Some(replace(&mut self.play.source, written));
        }
        self.scripted = true;
        self.play.will_fall(&[&fallen]);
        self
    }

    #[track_caller]
    fn refusal(&mut self) -> &Refusal {
        let Some((_, refusal, looked_at)) = &mut self.refused else { panic!("the order was taken") };
        *looked_at = true;
        let says = refusal.says.to_string();
        assert!(says.ends_with('.') && !says.contains('!'), "{says}");
        refusal
    }

    /// The last order is refused under this rule and no other.
    #[track_caller]
    pub fn refused(mut self, rule: &str) -> Words {
        let refusal = self.refusal();
        let rules: Vec<&str> = refusal.rules.iter().map(|rule| rule.as_str()).collect();
        assert_eq!(rules, [rule], "{refusal}");
        self
    }

    /// The last order is refused in a sentence with these words.
    #[track_caller]
    pub fn refused_with(mut self, words: &str) -> Words {
        let says = self.refusal().says.to_string();
        assert!(says.contains(words), "{words:?} is not in: {says}");
        self
    }

    /// An order, and why it is refused: under which rule, or in which words.
    #[track_caller]
    pub fn refuses(self, who: &str, order: &str, why: &str) -> Words {
        let is_rule = RuleId::find(why).is_some();
        let words = self.when(who, order);
        if is_rule { words.refused(why) } else { words.refused_with(why) }
    }

    /// All of this is so now: the sentences of [`given`], and what the last order changed (`France −1 PP; Austria −10 $`).
    #[track_caller]
    pub fn then(mut self, text: &str) -> Words {
        self.settled();
        for clause in clause::all(text) {
            let (is, wanted) = clause::is_so(&self, &clause);
            assert!(is, "{text}\nnot so: {clause:?}; it is {wanted}");
        }
        self
    }

    /// What the last order made carries these rules.
    #[track_caller]
    pub fn under<const N: usize>(mut self, wanted: [&str; N]) -> Words {
        self.settled();
        let rules = crate::common::rules_in(&self.made);
        for rule in wanted {
            assert!(rules.iter().any(|one| one == rule), "{rule} is not among {rules:?}");
        }
        self
    }

    /// What the last order made does not carry this rule.
    #[track_caller]
    pub fn not_under(mut self, rule: &str) -> Words {
        self.settled();
        assert!(!crate::common::rules_in(&self.made).iter().any(|one| one == rule), "{rule}");
        self
    }

    /// The events of a kind, told by its word and any of its fields, that the last order made, and which of them are so.
    fn events(&self, event: &str) -> (Vec<Value>, usize) {
        let all = self.made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
        let all = all.map(|event| serde_json::to_value(event).unwrap());
        let of_kind: Vec<Value> = all.filter(|one| typed::is_of_kind(one, "k", event)).collect();
        let so = of_kind.iter().filter(|one| typed::is(one, "k", event)).count();
        (of_kind, so)
    }

    /// The last order made this happen, and nothing else of its kind: `repatriated of Russia provinces Saxony`.
    #[track_caller]
    pub fn told(mut self, event: &str) -> Words {
        self.settled();
        let (all, so) = self.events(event);
        assert!((all.len(), so) == (1, 1), "{event:?} is not what alone was told: {all:#?}");
        self
    }

    /// The last order made this happen, whatever else of its kind.
    #[track_caller]
    pub fn told_too(mut self, event: &str) -> Words {
        self.settled();
        let (all, so) = self.events(event);
        assert!(so > 0, "{event:?} is not among {all:#?}");
        self
    }

    /// The last order made no such thing happen.
    #[track_caller]
    pub fn not_told(mut self, event: &str) -> Words {
        self.settled();
        let (all, so) = self.events(event);
        assert!(so == 0, "{event:?}: {all:#?}");
        self
    }

    fn at(&self, place: &str) -> Value {
        let now = serde_json::to_value(self.now()).unwrap();
        now.pointer(&format!("/{place}")).cloned().unwrap_or_default()
    }

    /// What is kept at a place of the position has these fields: `politics/access/asked/0` is `by Prussia to Russia`.
    #[track_caller]
    pub fn keeps(mut self, place: &str, fields: &str) -> Words {
        self.settled();
        let is = self.at(place);
        assert!(is.is_object() && typed::is(&is, "", fields), "{place} is {is:#}, not {fields:?}");
        self
    }

    /// What stands at a place of the position as everybody sees it: `politics/access/grants/0/conditions`. What is empty may be left out of it.
    #[track_caller]
    pub fn value(mut self, place: &str, wanted: impl Into<Value>) -> Words {
        self.settled();
        let (is, wanted) = (self.at(place), wanted.into());
        let empty = |value: &Value| [json!(null), json!([]), json!({})].contains(value);
        assert!(is == wanted || empty(&is) && empty(&wanted), "{place} is {is}, not {wanted}");
        self
    }

    /// What the lines of a power's last account come to, in $ and MP: `trade with Great Britain`, `bought item infantry`.
    #[track_caller]
    pub fn account(self, who: &str, line: &str, wanted: [i64; 2]) -> Words {
        self.look_at(who, |account, _| {
            let is = |one: &&Line| typed::is(&serde_json::to_value(&one.source).unwrap(), "from", line);
            let of_kind =
                |one: &&Line| typed::is_of_kind(&serde_json::to_value(&one.source).unwrap(), "from", line);
            let meant = account.lines.iter().filter(of_kind).filter(is);
            assert_eq!(sums(meant), wanted, "{line} of {who} in {:#?}", account.lines);
        })
    }

    /// What no sentence says, looked at in the position and in what the last order made.
    #[track_caller]
    pub fn look(mut self, at: impl FnOnce(&Position, &[Entry])) -> Words {
        self.settled();
        at(&self.now(), &self.made);
        self
    }

    /// A power's last account and its purse, looked at by its player.
    #[track_caller]
    pub fn look_at(mut self, who: &str, at: impl FnOnce(&Account, &Purse)) -> Words {
        self.settled();
        let power = clause::power(who);
        let seen: Position =
            serde_json::from_value(self.seen(&self.play.campaign, power).game.value()).unwrap();
        let purse = seen.purse(power).unwrap_or_else(|| panic!("the bot keeps no purse of {who}"));
        at(purse.accounts.last().unwrap(), purse);
        self
    }

    /// Any act of the table by a power's player, such as a vote.
    fn acts(&mut self, power: Power, act: Act) {
        let person = self.player(power);
        self.play.act(person, act);
    }
}

/// The record of every test is verified when it is over: every order decided again; and, where no dice were written, to the end of the campaign.
impl Drop for Words {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.settled();
        if self.scripted {
            self.play.right_now();
        } else {
            self.play.ends_verified();
        }
    }
}
