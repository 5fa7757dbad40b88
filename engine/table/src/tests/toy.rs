//! A game made up for the table's own tests: dice are tossed for points. It has two revisions, in which a point counts differently, so
//! that play under more than one can be tested; and one of every kind of secret that a game can have: a sheet in parts, a deck, an order
//! with a secret field, and events that only some see.

mod deadlines;
mod forward;
mod secrets;
mod stand_ins;

use crate::assent::Assent;
use crate::by_round::Envelopes;
use crate::event::{Entry, Event, Founded};
use crate::forward::Differs;
use crate::frames::{Ends, Frames};
use crate::game::{Game, Sealed, Table};
use crate::hash::Hash;
use crate::lodged::Never;
use crate::names::SeatId;
use crate::offers::{Field, Kind, Offer};
use crate::refusal::Refusal;
use crate::strongbox::Thing;
use crate::values::Value as Tracked;
use crate::view::{View, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The game.
pub enum Toy {}

/// Its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The revision of the rules that holds.
    pub revision: String,
    /// Points in all.
    pub points: u32,
    /// How often dice were tossed.
    pub tosses: u32,
    /// What each seat hides: its own alone.
    #[serde(default)]
    pub hides: BTreeMap<SeatId, u32>,
    /// Who has declared war on whom.
    #[serde(default)]
    pub wars: Vec<(SeatId, SeatId)>,
    /// How many sheets were asked for.
    #[serde(default)]
    pub sheets: u32,
    /// The cards that were played.
    #[serde(default)]
    pub played: Vec<String>,
    /// Who was challenged and has not answered.
    #[serde(default)]
    pub challenged: Option<SeatId>,
    /// What was answered to challenges.
    #[serde(default)]
    pub answers: Vec<(SeatId, u32)>,
    /// What each seat has scored.
    #[serde(default)]
    pub scores: BTreeMap<SeatId, i64>,
    /// The open frames.
    pub frames: Frames<Frame>,
}

impl Position {
    fn score(&self, seat: &SeatId) -> i64 {
        self.scores.get(seat).copied().unwrap_or(0)
    }

    /// Who has scored most.
    fn leader(&self) -> Option<String> {
        self.scores.iter().max_by_key(|(_, score)| **score).map(|(seat, _)| seat.to_string())
    }
}

/// Its sequence of play: dice are tossed until it is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// Dice are tossed.
    Tosses,
    /// Somebody answers a challenge.
    Challenge(SeatId),
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Tosses => f.write_str("tosses"),
            Frame::Challenge(_) => f.write_str("challenge"),
        }
    }
}

/// Its orders.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "toy", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Toss a die: by the first revision it counts once, by the second twice.
    Toss,
    /// Hide a number of points.
    Hide {
        /// What nobody else may see.
        secret: Hides,
    },
    /// Show to another what one hides.
    Show {
        /// To whom.
        to: SeatId,
    },
    /// Whoever hides more gets as many points as he hides.
    Compare,
    /// Everybody fills in a sheet.
    Sheet {
        /// Whether a missed deadline alone does not decide it.
        #[serde(default)]
        grave: bool,
    },
    /// Asks what a seat answered on the last sheet.
    Ask {
        /// Which.
        of: SeatId,
    },
    /// Shuffles the deck and deals two cards to each.
    Deal,
    /// Draws a card, as long as there is one.
    Draw,
    /// Plays a card from one's hand.
    Play {
        /// Its position.
        pos: u32,
    },
    /// Scores so many points.
    Gain {
        /// How many.
        points: i64,
    },
    /// Spends so many, which one must have.
    Spend {
        /// How many.
        points: i64,
    },
    /// Who has scored ten or more scores two more.
    Interest,
    /// Scores what a die shows that is thrown for the score of now.
    Bet,
    /// Challenges somebody to lay down points.
    Challenge {
        /// Whom.
        of: SeatId,
    },
    /// Answers that.
    Answer {
        /// With how many; more than three are refused, though they are offered.
        points: u32,
    },
}

/// A number of points that is hidden.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hides {
    /// How many.
    pub points: u32,
}

/// What happens in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A die was tossed.
    Tossed {
        /// What it counts.
        points: u32,
    },
    /// A seat hides points; told to it, and to whom it shows them.
    Hidden {
        /// Whose.
        seat: SeatId,
        /// How many.
        points: u32,
    },
    /// Somebody hides more than the others.
    Compared {
        /// Who.
        most: SeatId,
        /// How many.
        points: u32,
    },
    /// A seat's score is another.
    Scored {
        /// Whose.
        seat: SeatId,
        /// What it is now.
        now: i64,
    },
    /// A sheet is asked for.
    Asked,
    /// War was declared.
    War {
        /// By whom.
        by: SeatId,
        /// On whom.
        on: SeatId,
    },
    /// A card was played.
    Played {
        /// Which.
        card: String,
    },
    /// Somebody was challenged.
    Challenged {
        /// Who.
        seat: SeatId,
    },
    /// He has answered.
    Answered {
        /// Who.
        seat: SeatId,
        /// With how many points.
        points: u32,
    },
}

/// Its rounds of envelopes: the sheets, by number.
#[derive(Clone, Debug)]
pub struct Round(pub u32);

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sheet/{}", self.0)
    }
}

impl FromStr for Round {
    type Err = ();

    fn from_str(name: &str) -> Result<Round, ()> {
        name.strip_prefix("sheet/").and_then(|n| n.parse().ok()).map(Round).ok_or(())
    }
}

impl Envelopes<Toy> for Round {
    type Choice = Choice;

    fn read(&self, _: &Position, _: &SeatId, filled: &Value) -> Result<Choice, Refusal> {
        serde_json::from_value(filled.clone()).map_err(|e| Refusal::new(e.to_string()))
    }

    fn check(&self, _: &Position, seat: &SeatId, choice: &Choice) -> Result<(), Refusal> {
        if choice.war.as_ref() == Some(seat) {
            return Err(refused("Nobody declares war on himself."));
        }
        Ok(())
    }

    fn parts(&self, _: &Position) -> Vec<String> {
        vec!["war".to_owned(), "answer".to_owned()]
    }

    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Choice> {
        Some(Choice { war: None, answer: None })
    }

    fn opened(&self, table: &mut Table<'_, '_, Toy>, _: BTreeMap<SeatId, Choice>) -> Result<(), Refusal> {
        let mut wars = Vec::new();
        for seat in table.players() {
            let war: Option<SeatId> = table.open_part(self, &seat, "war")?;
            wars.extend(war.map(|on| (seat, on)));
        }
        wars.into_iter().try_for_each(|(by, on)| table.emit(&Happened::War { by, on }))
    }

    fn offers(&self, _: &Position, _: &View) -> Vec<Offer> {
        Vec::new()
    }
}

/// A sheet in two parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// On whom war is declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub war: Option<SeatId>,
    /// What is answered, should one be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// What lies in a strongbox of the game: so many points of a colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename = "token")]
pub struct Token {
    /// Its colour.
    pub name: String,
    /// How many points.
    pub points: u32,
}

impl Thing for Token {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn power(&self) -> Option<&str> {
        None
    }

    fn of_power(self, _: Option<String>) -> Token {
        self
    }

    fn check(&self) -> Result<(), Refusal> {
        crate::strongbox::check_form(&self.name)
    }

    fn renamed(self, to: &str) -> Option<Token> {
        Some(Token { name: to.to_owned(), ..self })
    }
}

fn refused(why: &str) -> Refusal {
    Refusal::new(why)
}

impl Game for Toy {
    const KEY: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const REVISIONS: &'static [&'static str] = &["1", "2"];
    type State = Position;
    type Order = Order;
    type Event = Happened;
    type View = Position;
    type Round = Round;
    type Choice = Choice;
    type Item = Token;
    type Unless = Never;
    type Frame = Frame;

    fn options(_scenario: &str, _seats: u32, options: &Value) -> Result<Value, Refusal> {
        Ok(options.clone())
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        Some(Position {
            revision: founded.rules.clone(),
            points: 0,
            tosses: 0,
            hides: BTreeMap::new(),
            wars: Vec::new(),
            sheets: 0,
            played: Vec::new(),
            challenged: None,
            answers: Vec::new(),
            scores: BTreeMap::new(),
            frames: Frames::default(),
        })
    }

    /// By the second revision strongboxes have more places than they ever had.
    fn sheet_places(state: &Position) -> usize {
        if state.revision == "2" { 80 } else { crate::strongbox::UNSAID }
    }

    fn frames(state: &Position) -> &Frames<Frame> {
        &state.frames
    }

    fn frames_mut(state: &mut Position) -> &mut Frames<Frame> {
        &mut state.frames
    }

    fn next(
        _: &mut Table<'_, '_, Self>,
        _: &[Frame],
        after: Option<&Frame>,
    ) -> Result<Option<Frame>, Refusal> {
        Ok(after.is_none().then_some(Frame::Tosses))
    }

    fn ends(_: &Position, frame: &Frame) -> Ends {
        match frame {
            Frame::Tosses => Ends::Itself,
            Frame::Challenge(seat) => Ends::Ordered(vec![seat.clone()]),
        }
    }

    fn stands(state: &Position, frame: &Frame) -> bool {
        match frame {
            Frame::Tosses => true,
            Frame::Challenge(seat) => state.challenged.as_ref() == Some(seat),
        }
    }

    fn defaulted(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        match frame {
            Frame::Tosses => Ok(()),
            Frame::Challenge(seat) => table.emit(&Happened::Answered { seat: seat.clone(), points: 0 }),
        }
    }

    fn values(state: &Position, _: &BTreeMap<String, String>) -> Vec<Tracked> {
        let value = |(seat, score): (&SeatId, &i64)| Tracked {
            key: format!("score/{seat}"),
            name: seat.to_string(),
            unit: "points".to_owned(),
            now: *score,
            least: 0,
            most: 99,
            scale: 1,
            of: Some(seat.clone()),
            rises: true,
            yes_no: false,
            by_player: false,
            known: true,
            decides_from: None,
            usual: None,
            brings: 0,
            // Each tells his own at once.
            purse: true,
            sways: false,
            kept: false,
        };
        state.scores.iter().map(value).collect()
    }

    fn set_value(table: &mut Table<'_, '_, Self>, key: &str, now: i64, _: bool) -> Result<(), Refusal> {
        let seat = key.strip_prefix("score/").ok_or_else(|| refused("There is no such value."))?;
        table.emit(&Happened::Scored { seat: SeatId::from(seat), now })
    }

    fn differs(was: &Position, is: &Position) -> Vec<Differs> {
        let (before, after) = (was.leader(), is.leader());
        let other = (before != after).then(|| Differs { what: "leader".to_owned(), before, after });
        other.into_iter().collect()
    }

    const HIDES: bool = true;

    fn sealed(order: &Value) -> Sealed {
        if order["toy"] == "hide" { Sealed::Decisive } else { Sealed::Nothing }
    }

    fn rests_on(_: &Table<'_, '_, Self>, _: &SeatId, _: &Order) -> Option<Assent> {
        None
    }

    fn decide(table: &mut Table<'_, '_, Self>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Toss => {
                let slot = format!("toss/{}", table.state().tosses);
                let fallen: u32 = table.roll(&slot, vec![[6, 1]], "toss")?.iter().sum();
                let counts = if table.state().revision == "1" { 1 } else { 2 };
                table.emit(&Happened::Tossed { points: counts * fallen })
            }
            Order::Hide { secret: Hides { points } } => {
                table.emit_to([seat.clone()], &Happened::Hidden { seat: seat.clone(), points })
            }
            Order::Show { to } => {
                let points = table.state().hides.get(seat).copied().unwrap_or(0);
                table.emit_to([seat.clone(), to], &Happened::Hidden { seat: seat.clone(), points })
            }
            Order::Compare => {
                let most = table.state().hides.iter().max_by_key(|(_, points)| **points);
                let (most, points) =
                    most.map(|(seat, points)| (seat.clone(), *points)).unwrap_or((seat.clone(), 0));
                table.emit(&Happened::Compared { most, points })
            }
            Order::Sheet { grave } => {
                let round = Round(table.state().sheets);
                let players = table.players();
                table.emit(&Happened::Asked)?;
                table.open_envelopes(&round, players, grave)
            }
            Order::Ask { of } => {
                let round = Round(table.state().sheets.saturating_sub(1));
                table.open_part::<String>(&round, &of, "answer").map(|_| ())
            }
            Order::Deal => {
                let cards = (1..=6).map(|n| format!("card {n}")).collect();
                let slot = format!("deal/{}", table.state().tosses);
                table.shuffle_deck(&slot, "year", cards)?;
                for seat in table.players() {
                    for _ in 0..2 {
                        table.draw_card("year", &seat)?;
                    }
                }
                Ok(())
            }
            Order::Draw => table.draw_card("year", seat).map(|_| ()),
            Order::Play { pos } => {
                if !table.hand("year", seat).contains(&pos) {
                    return Err(refused("That card is not in your hand."));
                }
                let card = table.open_card("year", pos)?;
                table.emit(&Happened::Played { card })
            }
            Order::Gain { points } => {
                let now = table.state().score(seat) + points;
                table.emit(&Happened::Scored { seat: seat.clone(), now })
            }
            Order::Spend { points } => match table.state().score(seat) - points {
                now if now < 0 => Err(refused("You have not scored so many.")),
                now => table.emit(&Happened::Scored { seat: seat.clone(), now }),
            },
            Order::Interest => {
                let rich: Vec<(SeatId, i64)> =
                    table.state().scores.clone().into_iter().filter(|(_, score)| *score >= 10).collect();
                rich.into_iter()
                    .try_for_each(|(seat, score)| table.emit(&Happened::Scored { seat, now: score + 2 }))
            }
            Order::Bet => {
                let now = table.state().score(seat);
                let fallen: u32 = table.roll(&format!("bet/{now}"), vec![[6, 1]], "bet")?.iter().sum();
                table.emit(&Happened::Scored { seat: seat.clone(), now: now + i64::from(fallen) })
            }
            Order::Challenge { of } => {
                table.emit(&Happened::Challenged { seat: of.clone() })?;
                table.push(None, &Frame::Challenge(of))
            }
            Order::Answer { .. } if table.state().challenged.as_ref() != Some(seat) => {
                Err(refused("Nobody has challenged you."))
            }
            Order::Answer { points } => {
                // What is written and thrown before a refusal counts as nothing.
                table.emit(&Happened::Answered { seat: seat.clone(), points })?;
                let slot = format!("answer/{}", table.state().answers.len());
                table.roll(&slot, vec![[6, 1]], "answer")?;
                if points > 3 { Err(refused("Three points are the most.")) } else { Ok(()) }
            }
        }
    }

    fn revised(state: &mut Position, revision: &str) {
        revision.clone_into(&mut state.revision);
    }

    fn apply(state: &mut Position, event: Happened) {
        match event {
            Happened::Tossed { points } => {
                state.points += points;
                state.tosses += 1;
            }
            Happened::Hidden { seat, points } => {
                state.hides.insert(seat, points);
            }
            Happened::Compared { points, .. } => state.points += points,
            Happened::Scored { seat, now } => _ = state.scores.insert(seat, now),
            Happened::Asked => state.sheets += 1,
            Happened::War { by, on } => state.wars.push((by, on)),
            Happened::Played { card } => state.played.push(card),
            Happened::Challenged { seat } => state.challenged = Some(seat),
            Happened::Answered { seat, points } => {
                state.challenged = None;
                state.answers.push((seat, points));
            }
        }
    }

    fn view(state: &Position, viewer: &Viewer) -> Position {
        let own = |seat: &SeatId| *viewer == Viewer::Seat(seat.clone());
        let hides = state.hides.iter().filter(|(seat, _)| own(seat));
        Position { hides: hides.map(|(seat, points)| (seat.clone(), *points)).collect(), ..state.clone() }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let points = Field::required("points", Kind::Whole { least: 0, most: 9 }).kept_secret();
        let hide = Kind::OneOf { of: vec!["hide".to_owned()] };
        let mut offers = vec![Offer::with("hide", vec![Field::required("toy", hide), points])];
        if state.challenged.is_some() && state.challenged.as_ref() == table.seat() {
            let points = Field::required("points", Kind::Whole { least: 0, most: 5 });
            offers.push(Offer::of_order("toy", Order::Answer { points: 0 }, vec![points]).onward());
        }
        offers
    }
}

/// What the first player sees of a campaign under way.
pub(crate) fn view() -> View {
    tests::Play::under("1").campaign().view_for(crate::names::By::Person(1), false)
}

/// The same history under another revision of the rules: the hashes are made anew, what was decided stays as it was. By a revision that
/// this program does not have, lines can stand in it that no order of a shipped game leads to.
pub(crate) fn under(revision: &str, entries: &[Entry]) -> Vec<Entry> {
    let mut head = Some((0, Hash::default()));
    let mut rewritten = Vec::new();
    for entry in entries {
        let mut event = entry.event.clone();
        if let Event::Founded(founded) = &mut event {
            revision.clone_into(&mut founded.rules);
        }
        let after = entry.line.and(head);
        let entry = Entry::write(entry.at, entry.by, event, entry.secrets.clone(), after)
            .unwrap_or_else(|_| panic!("an entry was written before"));
        head = entry.line.map(|(i, h)| (i + 1, h)).or(head);
        rewritten.push(entry);
    }
    rewritten
}

mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Happened, Toy};
    use crate::chain::Roots;
    use crate::chance::Chain;
    use crate::decide::found_under;
    use crate::draft::Draft;
    use crate::event::{Entry, Event};
    use crate::names::{By, Word};
    use crate::order::{Founding, Order, Verb};
    use crate::record::{Extent, line};
    use crate::verify::{Report, Stretch, Verdict, Wrong, verify};
    use crate::{Campaign, Refusal, decide};
    use serde_json::json;

    pub(super) struct Play {
        pub entries: Vec<Entry>,
        pub roots: Roots,
    }

    impl Play {
        /// A campaign of two that began under a revision.
        pub fn under(revision: &str) -> Play {
            let founding = Founding {
                at: 0,
                campaign: "k7q2m4x9aa".to_owned(),
                game: "toy".to_owned(),
                scenario: "toy".to_owned(),
                seats: 2,
                operator_seats: 0,
                options: json!({}),
                timing: None,
                umpire: None,
            };
            let mut chance = Chain::founding(([1; 32], [2; 32]));
            let entries = found_under(&founding, Some(revision), &mut chance).unwrap();
            let mut play = Play { entries, roots: chance.founded().unwrap() };
            let join = |word: &str| Verb::Join { word: Word::read(word).unwrap() };
            for (person, verb) in [(1, join("one")), (2, join("two")), (1, Verb::Start)] {
                play.give(By::Person(person), verb).unwrap();
            }
            play
        }

        /// The same campaign under a revision that this program never had: what was decided stays as it was.
        fn rewritten_under(self, revision: &str) -> Play {
            Play { entries: super::under(revision, &self.entries), ..self }
        }

        pub fn campaign(&self) -> Campaign {
            Campaign::fold(&self.entries).unwrap()
        }

        pub fn give(&mut self, by: By, verb: Verb) -> Result<usize, Refusal> {
            let order = Order { at: 1, by, operator: false, verb };
            let made = decide(&self.campaign(), &order, &mut Chain::of(&self.roots, ([3; 32], [4; 32])))?;
            let n = made.len();
            self.entries.extend(made);
            Ok(n)
        }

        pub fn toss(&mut self) -> u32 {
            self.give(By::Person(1), Verb::Game(json!({"toy": "toss"}))).unwrap();
            let Some(Happened::Tossed { points }) = self.entries.last().unwrap().game_event::<Toy>() else {
                panic!("nothing was tossed")
            };
            points
        }

        /// What a program writes that has no revision but the newest, whatever this one has.
        fn revised(&mut self, by: By, before: &str, after: &str) {
            let (before, after) = (before.to_owned(), after.to_owned());
            let campaign = self.campaign();
            let mut chance = Chain::of(&self.roots, ([3; 32], [4; 32]));
            let mut draft = Draft::of(&campaign, 1, by, &mut chance);
            draft.plain_order(&Verb::Revise).unwrap();
            draft.emit(Event::Rules { before, after }).unwrap();
            self.entries.extend(draft.into_entries());
        }

        fn verified(&self) -> Result<Report, Wrong> {
            verify(self.written(Extent::Public).as_bytes(), &[])
        }

        pub fn written(&self, extent: Extent) -> String {
            self.entries.iter().filter_map(|entry| line(entry, extent).unwrap()).collect()
        }

        fn last_die(&self) -> u32 {
            self.entries.iter().rev().find_map(|entry| entry.event.rolled()).unwrap().result[0]
        }
    }

    fn stretch(line: u64, revision: &str, known: bool) -> Stretch {
        Stretch { line, revision: revision.to_owned(), known }
    }

    #[test]
    fn a_campaign_goes_on_under_the_revision_of_its_founding() {
        let mut play = Play::under("1");
        assert_eq!((play.toss(), play.campaign().rules.as_str()), (play.last_die(), "1"));
        // The bot has that revision still, so it says nothing.
        assert_eq!(play.give(By::Bot, Verb::Revise).unwrap(), 0);
        let mut newer = Play::under("2");
        assert_eq!(newer.toss(), 2 * newer.last_die());
        let report = play.verified().unwrap();
        assert_eq!((report.verdict(), report.orders_waiting), (Verdict::Open, 0));
        assert_eq!((report.rules, report.rules_here.as_str()), (vec![stretch(1, "1", true)], "2"));
    }

    #[test]
    fn each_stretch_is_decided_by_its_own_revision() {
        let mut play = Play::under("1");
        assert_eq!(play.toss(), play.last_die());
        play.revised(By::Bot, "1", "2");
        let from = play.entries.len() as u64;
        assert_eq!(play.toss(), 2 * play.last_die());
        let report = play.verified().unwrap();
        assert_eq!((report.verdict(), report.orders_waiting), (Verdict::Open, 0));
        assert_eq!(report.rules, [stretch(1, "1", true), stretch(from, "2", true)]);
        // What is counted by the revision before is found out.
        let campaign = play.campaign();
        let mut chance = Chain::of(&play.roots, ([3; 32], [4; 32]));
        let mut draft = Draft::of(&campaign, 1, By::Person(1), &mut chance);
        draft.order_line("game", [("toy", json!("toss"))], Vec::new()).unwrap();
        let fallen = draft.roll_for_game("toss/2", crate::roll::Dice::Of(vec![[6, 1]]), "toss").unwrap()[0];
        draft.game(json!({"k": "tossed", "points": fallen})).unwrap();
        play.entries.extend(draft.into_entries());
        let wrong = play.verified().unwrap_err();
        assert_eq!((wrong.line, wrong.why.contains("another outcome")), (play.entries.len() as u64, true));
    }

    #[test]
    fn a_revision_that_is_not_here_any_more_gives_way_to_the_newest_in_public() {
        let mut play = Play::under("1");
        play.toss();
        let mut play = play.rewritten_under("0");
        let refused = play.give(By::Person(1), Verb::Game(json!({"toy": "toss"}))).unwrap_err();
        assert!(
            refused.says.to_string().contains("revision 0 of the rules, which this program does not have")
        );
        assert!(play.give(By::Person(1), Verb::Revise).is_err(), "only the bot says so");
        assert_eq!(play.give(By::Bot, Verb::Revise).unwrap(), 2);
        assert_eq!(play.give(By::Bot, Verb::Revise).unwrap(), 0, "and it says so once");
        let told = &play.entries.last().unwrap().public;
        assert!(told.contains(r#""after":"2","at":1,"before":"0","by":"bot","k":"rules""#), "{told}");
        let from = play.entries.len() as u64;
        assert!(play.give(By::Person(1), Verb::Undo).is_err(), "nothing before it is taken back");
        assert_eq!(play.toss(), 2 * play.last_die());
        let report = play.verified().unwrap();
        assert_eq!(report.rules, [stretch(1, "0", false), stretch(from, "2", true)]);
        assert_eq!(report.verdict(), Verdict::NotDecided);
        // Joining, beginning and the first toss wait for a program that has the revision; the rest was decided here.
        assert_eq!((report.orders_decided, report.orders_waiting, report.first_waiting), (2, 4, Some(2)));
    }

    #[test]
    fn the_rules_change_by_no_other_order_and_never_back() {
        // Under a revision that is not here nothing else is decided.
        let play = Play::under("1").rewritten_under("0");
        let campaign = play.campaign();
        let mut chance = Chain::of(&play.roots, ([3; 32], [4; 32]));
        let mut draft = Draft::of(&campaign, 1, By::Person(1), &mut chance);
        draft.order_line("game", [("toy", json!("toss"))], Vec::new()).unwrap();
        draft.emit(Event::Rules { before: "0".to_owned(), after: "2".to_owned() }).unwrap();
        let made = draft.into_entries();
        let forged = Play { entries: [play.entries.clone(), made].concat(), roots: play.roots };
        let wrong = forged.verified().unwrap_err();
        let line = forged.entries.len() as u64;
        assert_eq!((wrong.line, wrong.why.contains("follows from another order")), (line, true));

        let mut back = Play::under("1").rewritten_under("0");
        back.revised(By::Bot, "0", "7");
        assert_eq!(back.verified().unwrap().rules.len(), 2);
        back.revised(By::Bot, "7", "0");
        assert_eq!(back.verified().unwrap_err().line, back.entries.len() as u64 - 1);
    }

    #[test]
    fn the_rules_change_only_to_a_newer_revision_and_by_the_bot_alone() {
        for (began, by, before, after) in [
            ("2", By::Bot, "2", "1"),
            ("2", By::Bot, "2", "2"),
            ("1", By::Bot, "2", "2"),
            ("1", By::Bot, "0", "2"),
            ("1", By::Person(1), "1", "2"),
            ("1", By::Bot, "1", "0"),
            ("1", By::Bot, "1", "x"),
            ("1", By::Bot, "1", ""),
            ("1", By::Bot, "1", "02"),
            ("1", By::Bot, "1", "-2"),
        ] {
            let mut play = Play::under(began);
            let line = play.entries.len() as u64 + 1;
            play.revised(by, before, after);
            let wrong = play.verified().unwrap_err();
            assert_eq!(wrong.line, line, "{began}: {before} to {after} by {by:?}: {}", wrong.why);
        }
    }
}
