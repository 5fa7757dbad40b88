//! The front of a game: what it has before its players. Each game registers its own in [`FRONTS`]; the rooms of the table ask the one of
//! the campaign before them, and know no game by name.

pub mod own_map;
pub mod roster;
pub mod rounds;
pub mod typed;

use crate::forms::FoundedWith;
use crate::message::{Component, Form, Message};
use crate::present::{Beside, Posts, Scene};
use crate::say;
use crate::speech::renamed::Renamed;
use linkme::distributed_slice;
use rounds::ToldRounds;
use serde_json::Value;
use std::sync::LazyLock;
use table::event::Rolled;
use table::forward::Differs;
use table::frames::Awaited;
use table::switches::Switch;
use table::view::Seen;
use table::{Campaign, Entry, Said, SeatId, View};

/// The games' fronts: each game's crate registers its own by one line.
#[distributed_slice]
pub static FRONTS: [&'static dyn Front];

/// The fronts of all games, in the order of their keys.
pub fn all() -> impl Iterator<Item = &'static dyn Front> {
    static IN_ORDER: LazyLock<Vec<&'static dyn Front>> = LazyLock::new(|| {
        let mut all = FRONTS.to_vec();
        all.sort_by_key(|front| front.key());
        all
    });
    IN_ORDER.iter().copied()
}

/// The front of a game.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static dyn Front> {
    all().find(|front| front.key() == key)
}

/// The front of the game that is played here.
#[must_use]
pub fn of(view: &View) -> Option<&'static dyn Front> {
    by_key(&view.game_key)
}

/// A round of envelopes in words.
#[derive(Clone, Debug)]
pub struct RoundWords {
    /// Its title: "Bid sheets".
    pub title: String,
    /// Whether its name alone says that; else what it is about is needed for it.
    pub by_name: bool,
    /// What the button says that seals, first and again.
    pub labels: (String, String),
    /// What the button does that opens the form; nothing where the form is that of a [declared](crate::declared::Part::seals) one.
    pub verb: &'static str,
    /// Whether those who are asked are asked by themselves, so that its button is not before everybody.
    pub alone: bool,
}

impl RoundWords {
    /// Of a round whose name alone says its title, which is asked for before everybody, and whose button opens the form that is declared for it.
    #[must_use]
    pub fn of(title: String) -> RoundWords {
        RoundWords::new(title, (say!("Seal my envelope"), say!("Change my envelope")), "")
    }

    /// The same of one whose button has words of its own, and does what this verb says.
    #[must_use]
    pub fn new(title: String, labels: (String, String), verb: &'static str) -> RoundWords {
        RoundWords { title, by_name: true, labels, verb, alone: false }
    }
}

/// A field of a form by its name; empty where it has none.
pub type Field<'a> = &'a (dyn Fn(&str) -> String + Sync);

/// Something that is asked of players beside the frames and the envelopes that the engine awaits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asks {
    /// Of whom.
    pub of: Vec<SeatId>,
    /// In which battle, by its number.
    pub number: u32,
    /// What, in words, with where.
    pub says: String,
}

/// What sort of thing a line of the chronicle tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A month was over.
    Month,
    /// Dice fell at a player's wish.
    Roll,
    /// A vote closed, or a switch was turned.
    Vote,
    /// A value was told or corrected.
    Value,
    /// Something was published.
    Press,
    /// Anything else worth a line.
    Other,
}

/// A value of the board that an entry told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTold {
    /// Which.
    pub key: String,
    /// What it was, where it was known.
    pub before: Option<i64>,
    /// What it is.
    pub now: i64,
    /// Whether it was corrected so.
    pub corrected: bool,
}

/// What an entry is to the parts of a campaign's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// A part ends with it: its heading.
    Ends(String),
    /// The campaign comes to its end.
    Concluded,
}

/// A post that is made from the whole record.
pub struct FromRecord {
    /// What kind of post.
    pub kind: &'static str,
    /// The post.
    pub message: Message,
}

/// A roll on a chart as a post tells it.
pub struct OnChart {
    /// What it does, in words.
    pub result: String,
    /// The table rolled on.
    pub table: String,
    /// The die, the modifiers, the result and what it stands for.
    pub reading: String,
}

/// Who acts, as a line of the chronicle names him.
pub type Called<'a> = &'a dyn Fn(&SeatId) -> String;

/// Lines of the desk, and the buttons that go with them.
pub type Lines = (Vec<String>, Vec<Component>);

/// A game before its players.
pub trait Front: Sync {
    /// The game's key.
    fn key(&self) -> &'static str;

    /// Its title.
    fn title(&self) -> &'static str;

    /// The documents that its rules come from, by the word that their ids begin with: a search for rules lists these first.
    fn documents(&self) -> &'static [&'static str];

    /// Its scenarios: title and key.
    fn scenarios(&self) -> Vec<(String, String)>;

    /// How many can play one of them; seven where it does not say otherwise.
    fn most_players(&self, _scenario: &str) -> u32 {
        7
    }

    /// The form of a founding by one of them.
    fn founding_form(&self, name: &str, scenario: &str, with: &FoundedWith) -> Option<Form>;

    /// What that form chooses of the game.
    ///
    /// # Errors
    /// A sentence that quotes what was not understood.
    fn founding_options(&self, scenario: &str, with: &FoundedWith, field: Field<'_>) -> Result<Value, Said>;

    /// Whether a switch can make a difference in a scenario of it; another is not offered there.
    fn concerns(&self, _scenario: &str, _switch: &Switch) -> bool {
        true
    }

    /// What it makes of a map of the group's own; `None` where it is not played on one.
    fn own_map(&self) -> Option<&'static dyn own_map::OwnMap> {
        None
    }

    /// Who goes by another name now than when the campaign began.
    fn renamed(&self, _view: &View) -> Renamed {
        Renamed::default()
    }

    /// What a seat plays, by name: its powers, or its countries.
    fn plays(&self, view: &View, seat: &SeatId) -> Vec<String>;

    /// What those that are played are called: "Powers".
    fn played(&self) -> String;

    /// Who plays what, for the status.
    fn holdings(&self, scene: &Scene<'_>) -> Option<String>;

    /// What who presses *Ready* is told before it is taken, where he would give up more by it than he may know; `None` where it is taken at
    /// once. With the buttons that do what is not done yet.
    fn before_ready(&self, _scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
        None
    }

    /// What of the game besides its values goes away from one position to an earlier one, a line each: "Countries: France, Savoy"; empty
    /// where nothing does. It is said before all go back to the start of a step, and after that or an undo.
    fn taken_back(&self, _now: &Seen, then: &Seen) -> Vec<String> {
        let _ = then;
        Vec::new()
    }

    /// Who is at war with whom, for the status: "France and Austria".
    fn wars(&self, _view: &View) -> Vec<String> {
        Vec::new()
    }

    /// What else a seat controls, by name, though it does not play it.
    fn controlled(&self, _view: &View, _seat: &SeatId) -> Vec<String> {
        Vec::new()
    }

    /// How what a seat plays stands, in one line: "**France**: 12 of 370 VP".
    fn standing(&self, view: &View, seat: &SeatId) -> Option<String>;

    /// The colour of the first of what a seat plays, `#RRGGBB`.
    fn colour(&self, view: &View, seat: &SeatId) -> Option<String>;

    /// Who is meant by a typed power or country: the names under which it may stand among those that are played.
    fn meant(&self, _typed: &str) -> Vec<String> {
        Vec::new()
    }

    /// What is at hand of a campaign beside the views.
    fn beside(&self, _campaign: &Campaign) -> Beside {
        None
    }

    /// What a campaign is played on, as the founding post tells it.
    fn played_on(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// What can be looked at from the founding on.
    fn looks(&self, _scene: &Scene<'_>) -> Vec<Component> {
        Vec::new()
    }

    /// The button with which whoever looks sees the board as it stands; it asks nothing of the engine.
    fn board(&self, scene: &Scene<'_>) -> Component;

    /// What a player moves his pieces with, where it is the same for all of them: it stands on the turn card.
    fn pieces(&self, _scene: &Scene<'_>) -> Vec<Component> {
        Vec::new()
    }

    /// What of the game a player can look at or begin at any time: a row of his desk, at most five buttons.
    fn at_hand(&self, _scene: &Scene<'_>) -> Vec<Component> {
        Vec::new()
    }

    /// Whether a command of the game's own, by its English name, is of use in this campaign; `/help` leads to those that are.
    fn has_command(&self, _view: &View, _name: &str) -> bool {
        true
    }

    /// What a player does now by the rules of the game, and with which button, in a sentence or three; `None` where it has none.
    fn to_do(&self, _view: &View) -> Option<String> {
        None
    }

    /// The words of the game that a newcomer meets in this campaign, each with what it means, for `/help`.
    fn vocabulary(&self, _view: &View) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What a campaign is played for, as the founding post tells it.
    fn terms(&self, view: &View) -> Option<String>;

    /// How the board stands when play begins, as the founding post tells it.
    fn at_the_start(&self, _view: &View) -> Option<String> {
        None
    }

    /// Play began: what is asked first.
    fn started(&self, scene: &Scene<'_>, posts: &mut Posts);

    /// Where play stands, in words: "March 1805 · Land phase".
    fn step(&self, view: &View) -> Option<String>;

    /// The step that everybody is in; `None` where that is the same.
    fn page(&self, _view: &View) -> Option<String> {
        None
    }

    /// A phase that has hours of its own, by its key.
    fn phase(&self, _key: &str) -> Option<String> {
        None
    }

    /// A place in the sequence of play as a line of the record is dated: "June 1805, Land phase".
    fn place(&self, _step: &[String]) -> Option<String> {
        None
    }

    /// The phase of a place in the sequence of play.
    fn phase_of(&self, _step: &[String]) -> Option<String> {
        None
    }

    /// The key of a phase that can have hours of its own, as it is typed.
    fn phase_meant(&self, _typed: &str) -> Option<String> {
        None
    }

    /// The place in the sequence of play at whose end a sheet was sealed.
    fn within_which(&self, _step: &[String]) -> Option<String> {
        None
    }

    /// The step or part of play that a sheet is asked for by, as it is typed: a month.
    fn within(&self, _typed: &str) -> Option<String> {
        None
    }

    /// What is asked of players beside the frames and the envelopes that the engine awaits.
    fn asks(&self, _view: &View) -> Vec<Asks> {
        Vec::new()
    }

    /// What an order that is awaited is about.
    fn order_asked(&self, _view: &View, _awaited: &Awaited) -> Option<String> {
        None
    }

    /// What lies ahead in the game, for the calendar.
    fn ahead(&self, _view: &View) -> Vec<String> {
        Vec::new()
    }

    /// An order that a deal holds a player to; what two do together reads alike from both sides.
    fn deal_order(&self, _scene: &Scene<'_>, _order: &Value) -> String {
        String::new()
    }

    /// What a player tells by an order that rests on the assent of others, as a sentence without its end: "Great Britain collects no manpower".
    fn told_order(&self, scene: &Scene<'_>, order: &Value) -> Option<String>;

    /// What stands on the turn card before *Ready*: what everybody should do first.
    fn on_the_card(&self, _scene: &Scene<'_>) -> Vec<Component> {
        Vec::new()
    }

    /// Whether what the turn card offers is another than before an order that left its step open.
    fn offers_other(&self, _before: &View, _now: &View) -> bool {
        false
    }

    /// The buttons under which who takes a seat over finds what the game keeps of its affairs.
    fn handover(&self, _scene: &Scene<'_>) -> Vec<Component> {
        Vec::new()
    }

    /// What the game keeps of a seat's affairs, for who takes it over: a heading, and what stands under it.
    fn handed_over(&self, _scene: &Scene<'_>) -> Vec<(String, String)> {
        Vec::new()
    }

    /// A date of the game in words, as a promise in a deal has it.
    fn date(&self, date: &str) -> String {
        date.to_owned()
    }

    /// An order that is lodged ahead of one's slot.
    fn lodged_order(&self, _scene: &Scene<'_>, _order: &Value) -> String {
        String::new()
    }

    /// What holds such an order back.
    fn lodged_unless(&self, _unless: &Value) -> String {
        String::new()
    }

    /// What one has lodged ahead, where the game's slots pass by themselves and it has words of its own for that; `None` for the table's.
    fn lodged_ahead(&self, _scene: &Scene<'_>) -> Option<Message> {
        None
    }

    /// Whether play stands in a slot that passes by itself, which has no turn card.
    fn passes(&self, _view: &View) -> bool {
        false
    }

    /// Its rounds of envelopes.
    fn rounds(&self) -> &'static dyn ToldRounds;

    /// What was chosen in a part of a choice in parts that lies open: the part's name, and what stands in it.
    fn part_opened(&self, _part: &str, _value: &Value) -> Option<String> {
        None
    }

    /// Something happened in the game, in one of these entries.
    fn told(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize);

    /// Something that happened in the game, for the chronicle; `None` where it is not worth a line.
    fn line(&self, _scene: &Scene<'_>, _entry: &Entry, _player: Called<'_>) -> Option<(LineKind, String)> {
        None
    }

    /// Somebody was given a power or a country: his seat and its name.
    fn given_out(&self, _entry: &Entry) -> Option<(SeatId, String)> {
        None
    }

    /// A value of the board that an entry told.
    fn value_told(&self, _entry: &Entry) -> Option<ValueTold> {
        None
    }

    /// What everybody sees and no value says, where it would have been another: "Bavaria: Austria → France".
    fn differs(&self, _scene: &Scene<'_>, _differs: &Differs) -> Option<String> {
        None
    }

    /// Why the board has no values yet.
    fn no_values(&self, _view: &View) -> Said {
        table::said!("The board has no values yet: the powers are still being chosen.")
    }

    /// The values of the board in columns.
    fn values(&self, scene: &Scene<'_>) -> String;

    /// The colour of whose value a key names.
    fn colour_of_value(&self, _key: &str) -> Option<String> {
        None
    }

    /// What an entry is to the parts of the history.
    fn chapter(&self, _entry: &Entry) -> Option<Chapter> {
        None
    }

    /// The heading of the part of the history that a place in the sequence of play is in.
    fn chapter_at(&self, _step: &[String]) -> Option<String> {
        None
    }

    /// The final table of a campaign that was concluded, as a text.
    fn final_table(&self, _scene: &Scene<'_>, _entries: &[Entry]) -> Option<String> {
        None
    }

    /// Whether a post that is made from the whole record tells of an entry.
    fn is_told_from_the_record(&self, _entry: &Entry) -> bool {
        false
    }

    /// That post, out of the record up to now; `record` is its file.
    ///
    /// # Errors
    /// Words for the log where the file cannot be made.
    fn post_of_the_record(
        &self,
        _scene: &Scene<'_>,
        _entries: &[Entry],
        _entry: &Entry,
        _record: &dyn Fn() -> Result<String, String>,
    ) -> Result<Option<FromRecord>, String> {
        Ok(None)
    }

    /// What its players keep in their strongboxes.
    fn roster(&self) -> &'static dyn roster::Roster;

    /// What the game has to say of values that players type; `None` where all is as printed, or told.
    fn typed(&self) -> Option<&'static dyn typed::Typed> {
        None
    }

    /// A roll on a chart of the game's, in words; `None` where it is on no chart that this program knows.
    fn on_chart(&self, _scene: &Scene<'_>, _asked: &Value, _rolled: &Rolled) -> Option<OnChart> {
        None
    }

    /// Cards of the game's own are kept up to date.
    fn cards(&self, _scene: &Scene<'_>, _posts: &mut Posts, _entries: &[Entry]) {}

    /// Frames were opened by some of these entries: whose turn has come is told.
    fn frames_opened(&self, _scene: &Scene<'_>, _posts: &mut Posts, _entries: &[Entry]) {}

    /// What the final table would be if the campaign ended as it stands, a line for each; `None` where the game has none.
    fn would_be(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// The steps that were passed over because everybody was ready ahead, of those that were begun one after another; `None` where none was.
    fn passed_over(&self, _begun: &[&[String]]) -> Option<String> {
        None
    }

    /// What a player's desk says of the game, in order.
    fn desk_lines(&self, scene: &Scene<'_>) -> Vec<Lines>;

    /// What ends something under way for good, as who looks may: it stands apart from what goes on with it, on his desk and before *Ready*.
    fn endings(&self, _scene: &Scene<'_>) -> Vec<Component> {
        Vec::new()
    }

    /// Whether the campaign comes to its end with an entry.
    fn is_the_end(&self, _entry: &Entry) -> bool {
        false
    }
}
