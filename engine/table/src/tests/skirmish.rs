//! A game made up for the table's own tests: corps whose contents are closed march along a road of ten areas, a slot a power. Powers share seats
//! and slots, lodge their marches with what is to follow, answer ahead what their corps do when attacked, starve and fight.

mod contents;
mod play;
mod secrecy;
mod slots;
mod standing;

use crate::assent::Assent;
use crate::by_round::Envelopes;
use crate::claims::Claim;
use crate::event::Founded;
use crate::frames::{Ends, Frames};
use crate::game::{Game, Sealed, Table};
use crate::lodged::{Holder, Lodging, Passing};
use crate::names::SeatId;
use crate::offers::Offer;
use crate::refusal::Refusal;
use crate::tests::toy::Token;
use crate::view::{View, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// The game.
pub enum Skirmish {}

/// The last area of the road; the first is 0.
const LAST: u32 = 9;

/// What is in a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factors {
    pub infantry: u32,
    pub cavalry: u32,
}

impl Factors {
    fn all(self) -> u32 {
        self.infantry + self.cavalry
    }

    /// What is left when so many are lost, the infantry first.
    fn less(self, lost: u32) -> Factors {
        let infantry = self.infantry.saturating_sub(lost);
        Factors { infantry, cavalry: self.cavalry.saturating_sub(lost - (self.infantry - infantry)) }
    }
}

/// A corps as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corps {
    pub power: String,
    pub at: u32,
    /// How many factors it has lost in all.
    pub lost: u32,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Who plays each power that somebody plays.
    pub players: BTreeMap<String, SeatId>,
    /// Which powers have their slot together, one slot after another.
    pub slots: Vec<Vec<String>>,
    /// The month.
    pub month: u32,
    /// The months whose answers lie open.
    pub answered: u32,
    pub corps: BTreeMap<String, Corps>,
    /// What is in them, as far as this copy has it.
    pub closed: BTreeMap<String, Factors>,
    /// Of which of them all know what it is.
    pub open: BTreeSet<String>,
    /// Whose corps waits to hear whether another stands, and whose that is.
    pub asked: Option<(String, String)>,
    /// How it leaks what is closed, where a test has it leak.
    pub leak: String,
    /// The dice that fell.
    pub rolls: u32,
    pub frames: Frames<Frame>,
}

impl Position {
    fn holder(&self, power: &str) -> Option<Holder> {
        self.players.get(power).map(|seat| Holder::power(seat, power))
    }

    /// Who plays a corps.
    fn seat_of(&self, corps: &str) -> Option<&SeatId> {
        self.players.get(&self.corps.get(corps)?.power)
    }

    /// A corps of another power in an area.
    fn enemy(&self, power: &str, at: u32) -> Option<String> {
        let mut there = self.corps.iter().filter(|(_, corps)| corps.at == at && corps.power != power);
        there.next().map(|(name, _)| name.clone())
    }
}

/// The sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    Month(u32),
    Gathering,
    Answers,
    Slots,
    Slot(u32),
    Contact,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Month(n) => write!(f, "{n}"),
            Frame::Gathering => f.write_str("gathering"),
            Frame::Answers => f.write_str("answers"),
            Frame::Slots => f.write_str("slots"),
            Frame::Slot(n) => write!(f, "slot-{n}"),
            Frame::Contact => f.write_str("contact"),
        }
    }
}

/// Its orders.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "skirmish", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// What a corps has in it from now on, which nobody else may see.
    Fill {
        corps: String,
        /// Who decides the order again does not know it while the campaign is open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Factors>,
    },
    /// A corps marches to the next area, and meets who is there.
    March { corps: String, to: u32 },
    /// A corps lives off the land: a die says how many factors it loses.
    Forage { corps: String },
    /// Who was asked says whether his corps stands.
    Answer { stands: bool },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A month began.
    Month,
    /// The answers of the month lie open.
    Answered,
    /// A corps was filled anew.
    Filled {
        corps: String,
    },
    /// What is in a corps; told to its owner.
    Holds {
        corps: String,
        factors: Factors,
    },
    /// What is in a corps was opened to all.
    Opened {
        corps: String,
        factors: Factors,
    },
    Marched {
        corps: String,
        to: u32,
    },
    /// A corps lived off the land.
    Foraged,
    /// A corps lost so many factors; which, only its owner knows.
    Starved {
        corps: String,
        lost: u32,
    },
    /// A corps was empty and is gone.
    Gone {
        corps: String,
    },
    /// Another is asked whether his corps stands.
    Met {
        corps: String,
        other: String,
    },
    /// He said whether it stands.
    Said {
        stands: bool,
    },
    /// A corps whose contents lie open lost these.
    Beaten {
        corps: String,
        lost: Factors,
    },
}

/// Whether hunger has emptied a corps.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "claim", rename = "emptied")]
struct Emptied {
    corps: String,
    /// How many it loses now.
    loses: u32,
    #[serde(skip)]
    of: SeatId,
}

impl Claim<Skirmish> for Emptied {
    type Says = bool;

    fn of(&self) -> &SeatId {
        &self.of
    }

    fn known(&self, state: &Position) -> Option<bool> {
        state.closed.get(&self.corps).map(|factors| factors.all() <= self.loses)
    }

    /// A corps has twelve factors at most.
    fn may_come_to(&self, state: &Position, says: &bool) -> bool {
        !says || self.loses > 0 && state.corps.contains_key(&self.corps)
    }
}

/// The answers of a month: of each power what its corps do when they are attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacked(pub u32);

impl fmt::Display for Attacked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "attacked/{}", self.0)
    }
}

impl FromStr for Attacked {
    type Err = ();

    fn from_str(name: &str) -> Result<Attacked, ()> {
        name.strip_prefix("attacked/").and_then(|n| n.parse().ok()).map(Attacked).ok_or(())
    }
}

/// By power: `stand`, `retire` or `ask`.
pub type Choice = BTreeMap<String, String>;

impl Envelopes<Skirmish> for Attacked {
    type Choice = Choice;

    fn check(&self, state: &Position, seat: &SeatId, choice: &Choice) -> Result<(), Refusal> {
        let own = |power: &String| state.players.get(power) == Some(seat);
        let known = |answer: &String| ["stand", "retire", "ask"].contains(&answer.as_str());
        if choice.iter().all(|(power, answer)| own(power) && known(answer)) {
            Ok(())
        } else {
            Err(Refusal::new("Each of your powers stands, retires or asks."))
        }
    }

    fn parts(&self, state: &Position) -> Vec<String> {
        state.players.keys().cloned().collect()
    }

    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Choice> {
        Some(Choice::new())
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, Skirmish>,
        _: BTreeMap<SeatId, Choice>,
    ) -> Result<(), Refusal> {
        table.emit(&Happened::Answered)?;
        table.end(&Frame::Answers)
    }

    fn offers(&self, _: &Position, _: &View) -> Vec<Offer> {
        Vec::new()
    }
}

/// What can hold a march back: an enemy in an area.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unless {
    Enemy(u32),
}

impl Game for Skirmish {
    const KEY: &'static str = "skirmish";
    const NAME: &'static str = "Skirmish";
    const REVISIONS: &'static [&'static str] = &["1"];
    const HIDES: bool = true;
    const HIDDEN_DECIDES: bool = false;
    type State = Position;
    type Order = Order;
    type Event = Happened;
    type View = Position;
    type Round = Attacked;
    type Choice = Choice;
    type Item = Token;
    type Unless = Unless;
    type Frame = Frame;

    /// `players` says which seat has which power, `slots` which have theirs together, `corps` where each corps stands.
    fn options(_: &str, _: u32, options: &Value) -> Result<Value, Refusal> {
        Ok(options.clone())
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        let of = |key: &str| founded.options.get(key).cloned();
        let corps: BTreeMap<String, (String, u32)> = serde_json::from_value(of("corps")?).ok()?;
        let corps = corps.into_iter().map(|(name, (power, at))| (name, Corps { power, at, lost: 0 }));
        let corps: BTreeMap<String, Corps> = corps.collect();
        // Everybody knows with what they begin.
        let begins = Factors { infantry: 3, cavalry: 1 };
        Some(Position {
            players: serde_json::from_value(of("players")?).ok()?,
            slots: serde_json::from_value(of("slots")?).ok()?,
            month: 0,
            answered: 0,
            open: corps.keys().cloned().collect(),
            closed: corps.keys().map(|name| (name.clone(), begins)).collect(),
            corps,
            asked: None,
            leak: of("leak").and_then(|leak| serde_json::from_value(leak).ok()).unwrap_or_default(),
            rolls: 0,
            frames: Frames::default(),
        })
    }

    fn frames(state: &Position) -> &Frames<Frame> {
        &state.frames
    }

    fn frames_mut(state: &mut Position) -> &mut Frames<Frame> {
        &mut state.frames
    }

    fn next(
        table: &mut Table<'_, '_, Self>,
        within: &[Frame],
        after: Option<&Frame>,
    ) -> Result<Option<Frame>, Refusal> {
        let slots = table.state().slots.len() as u32;
        Ok(match (within.last(), after) {
            (None, _) => Some(Frame::Month(table.state().month + 1)),
            (Some(Frame::Month(_)), None) => Some(Frame::Gathering),
            (Some(Frame::Month(_)), Some(Frame::Gathering)) => Some(Frame::Answers),
            (Some(Frame::Month(_)), Some(Frame::Answers)) => Some(Frame::Slots),
            (Some(Frame::Slots), None) => Some(Frame::Slot(0)),
            (Some(Frame::Slots), Some(Frame::Slot(n))) if n + 1 < slots => Some(Frame::Slot(n + 1)),
            _ => None,
        })
    }

    fn ends(state: &Position, frame: &Frame) -> Ends {
        match frame {
            Frame::Month(_) | Frame::Slots => Ends::Within,
            Frame::Answers => Ends::Itself,
            Frame::Gathering if state.leak == "awaited" => {
                let strong = |factors: &Factors| factors.cavalry > 3;
                let own = state.closed.iter().filter(|(_, factors)| strong(factors));
                let seats: BTreeSet<SeatId> =
                    own.filter_map(|(name, _)| state.seat_of(name)).cloned().collect();
                Ends::Ready(seats.into_iter().collect())
            }
            Frame::Slot(n) => {
                let powers = state.slots.get(*n as usize).into_iter().flatten();
                let seats: BTreeSet<SeatId> =
                    powers.filter_map(|power| state.players.get(power)).cloned().collect();
                Ends::Ready(seats.into_iter().collect())
            }
            Frame::Gathering => Ends::AllReady,
            Frame::Contact => {
                let other = state.asked.as_ref().and_then(|(_, other)| state.seat_of(other));
                Ends::Ordered(other.cloned().into_iter().collect())
            }
        }
    }

    fn may_be_ready(state: &Position, seat: &SeatId) -> Result<(), Refusal> {
        let weak = |corps: &&String| {
            let factors = state.closed.get(*corps);
            state.seat_of(corps) != Some(seat) && factors.is_some_and(|factors| factors.cavalry == 0)
        };
        match state.corps.keys().find(weak) {
            Some(_) if state.leak == "refusal" => refused("A corps of another has no cavalry."),
            _ => Ok(()),
        }
    }

    fn stands(state: &Position, frame: &Frame) -> bool {
        match frame {
            Frame::Answers => state.answered < state.month,
            Frame::Contact => state.asked.is_some(),
            _ => true,
        }
    }

    fn entered(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        match frame {
            Frame::Month(_) => table.emit(&Happened::Month),
            Frame::Answers => {
                let asked: BTreeSet<SeatId> = table.state().players.values().cloned().collect();
                let asked = table.players().into_iter().filter(|seat| asked.contains(seat)).collect();
                let round = Attacked(table.state().month);
                table.open_standing(&round, asked)
            }
            _ => Ok(()),
        }
    }

    /// Who does not answer stands.
    fn defaulted(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        if *frame == Frame::Contact { answered(table, true) } else { Ok(()) }
    }

    fn lodging(state: &Position, frame: &Frame) -> Lodging {
        match frame {
            Frame::Slots => {
                let powers = state.slots.iter().flatten();
                Lodging::SlotsOf(powers.filter_map(|power| state.holder(power)).collect())
            }
            Frame::Slot(n) => {
                let powers = state.slots.get(*n as usize).into_iter().flatten();
                Lodging::Slot(powers.filter_map(|power| state.holder(power)).collect())
            }
            _ => Lodging::None,
        }
    }

    fn passing(_: &Position, _: &Holder) -> Passing {
        Passing::Unheld
    }

    fn slot_places(_: &Position) -> usize {
        6
    }

    /// Whether the attack is pressed, and nothing more.
    fn line_parts(_: &Position) -> u32 {
        2
    }

    fn may_lodge(
        state: &Position,
        holder: &Holder,
        order: &Order,
        _: &[Unless],
        then: &[Value],
    ) -> Result<(), Refusal> {
        let (Order::March { corps, .. } | Order::Forage { corps }) = order else {
            return Err(Refusal::new("A march or a forage is lodged."));
        };
        let own = state.corps.get(corps).is_some_and(|corps| Some(&corps.power) == holder.power.as_ref());
        if !own || state.players.get(holder.power.as_deref().unwrap_or_default()) != Some(&holder.seat) {
            return Err(Refusal::new("That corps is none of that power's."));
        }
        if then.iter().any(|then| !then.is_null() && then != "press" && then != "break_off") {
            return Err(Refusal::new("An attack is pressed, or broken off."));
        }
        Ok(())
    }

    fn settles(order: &Order, lodged: &Order) -> bool {
        let corps = |order: &Order| match order {
            Order::March { corps, .. } | Order::Forage { corps } => Some(corps.clone()),
            _ => None,
        };
        corps(order).is_some() && corps(order) == corps(lodged)
    }

    fn holds_back(state: &Position, seat: &SeatId, unless: &Unless) -> bool {
        let Unless::Enemy(at) = unless;
        state.corps.values().any(|corps| corps.at == *at && state.players.get(&corps.power) != Some(seat))
    }

    fn standing_rounds(state: &Position) -> Vec<Attacked> {
        vec![Attacked(state.month + u32::from(state.answered == state.month))]
    }

    fn stand_in_lodges(view: &Position, holder: &Holder, die: &mut dyn FnMut(u32) -> u32) -> Vec<Order> {
        let own = view.corps.iter().filter(|(_, corps)| Some(&corps.power) == holder.power.as_ref());
        own.map(|(name, corps)| match die(2) {
            0 => Order::Forage { corps: name.clone() },
            _ => Order::March { corps: name.clone(), to: (corps.at + 1).min(LAST) },
        })
        .collect()
    }

    fn holdings(state: &Position, seat: &SeatId) -> Option<Vec<Value>> {
        let own = state.corps.iter().filter(|(_, corps)| state.players.get(&corps.power) == Some(seat));
        own.map(|(name, _)| Some(json!({"k": "corps", "corps": name, "factors": state.closed.get(name)?})))
            .collect()
    }

    fn changes_holdings(event: &Happened) -> bool {
        matches!(
            event,
            Happened::Filled { .. }
                | Happened::Starved { .. }
                | Happened::Beaten { .. }
                | Happened::Gone { .. }
        )
    }

    fn is_holding(item: &Value) -> bool {
        item["k"] == "corps"
    }

    fn holding_places(state: &Position) -> usize {
        let cavalry = state.closed.values().map(|factors| factors.cavalry as usize).sum::<usize>();
        if state.leak == "size" { 8 + cavalry } else { 8 }
    }

    fn sheet_places(_: &Position) -> usize {
        4
    }

    fn sealed(order: &Value) -> Sealed {
        if order["skirmish"] == "fill" { Sealed::Aside } else { Sealed::Nothing }
    }

    fn rests_on(_: &Table<'_, '_, Self>, _: &SeatId, _: &Order) -> Option<Assent> {
        None
    }

    fn decide(table: &mut Table<'_, '_, Self>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        decide(table, seat, order)
    }

    fn apply(state: &mut Position, event: Happened) {
        apply(state, event);
    }

    fn view(state: &Position, viewer: &Viewer) -> Position {
        let own = |corps: &str| match viewer {
            _ if state.open.contains(corps) => true,
            Viewer::Public => false,
            Viewer::Seat(seat) => state.seat_of(corps) == Some(seat),
        };
        let closed = state.closed.iter().filter(|(corps, _)| own(corps));
        Position {
            closed: closed.map(|(corps, factors)| (corps.clone(), *factors)).collect(),
            ..state.clone()
        }
    }

    fn offers(_: &Position, _: &View) -> Vec<Offer> {
        Vec::new()
    }
}

fn refused(why: &str) -> Result<(), Refusal> {
    Err(Refusal::new(why))
}

fn decide(table: &mut Table<'_, '_, Skirmish>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
    let state = table.state();
    let own = |corps: &str| state.seat_of(corps) == Some(seat);
    match order {
        Order::Fill { corps, .. } | Order::March { corps, .. } | Order::Forage { corps } if !own(&corps) => {
            refused("That corps is not yours.")
        }
        Order::Fill { corps, secret } => {
            // What is wrong with what nobody else sees is told to who orders it alone.
            if !table.is_decided_again() && secret.is_some_and(|factors| factors.all() > 12) {
                return refused("A corps has twelve factors at most.");
            }
            table.emit(&Happened::Filled { corps: corps.clone() })?;
            let holds = secret.map(|factors| Happened::Holds { corps, factors });
            table.emit_closed([seat.clone()], holds.as_ref())
        }
        Order::March { corps, to } => march(table, corps, to),
        Order::Forage { corps } => forage(table, seat, corps),
        Order::Answer { .. } if state.asked.as_ref().is_none_or(|(_, other)| !own(other)) => {
            refused("Nobody asks whether a corps of yours stands.")
        }
        Order::Answer { stands } => answered(table, stands),
    }
}

fn march(table: &mut Table<'_, '_, Skirmish>, corps: String, to: u32) -> Result<(), Refusal> {
    let state = table.state();
    let own = &state.corps[&corps];
    if to > LAST || own.at.abs_diff(to) != 1 {
        return refused("A corps marches to the next area.");
    }
    let (power, month) = (own.power.clone(), state.answered);
    let other = state.enemy(&power, to);
    table.emit(&Happened::Marched { corps: corps.clone(), to })?;
    let Some(other) = other else { return Ok(()) };
    let (its, seat) = (table.state().corps[&other].power.clone(), table.state().seat_of(&other).cloned());
    let answer: Option<String> = match seat {
        Some(seat) => table.open_part(&Attacked(month), &seat, &its)?,
        None => None,
    };
    match answer.as_deref() {
        Some("retire") => {
            let to = if to == 0 { 1 } else { to - 1 };
            table.emit(&Happened::Marched { corps: other, to })
        }
        Some("ask") => {
            table.emit(&Happened::Met { corps, other })?;
            table.push(None, &Frame::Contact)
        }
        _ => attack(table, corps, other),
    }
}

fn answered(table: &mut Table<'_, '_, Skirmish>, stands: bool) -> Result<(), Refusal> {
    let Some((corps, other)) = table.state().asked.clone() else { return Ok(()) };
    table.emit(&Happened::Said { stands })?;
    if stands {
        return attack(table, corps, other);
    }
    let at = table.state().corps[&other].at;
    table.emit(&Happened::Marched { corps: other, to: if at == 0 { 1 } else { at - 1 } })
}

/// Who had lodged that he breaks off goes back; else what is in both is opened, and the weaker loses a factor of each kind.
fn attack(table: &mut Table<'_, '_, Skirmish>, corps: String, other: String) -> Result<(), Refusal> {
    if let Some(lodged_at) = table.lodged_at() {
        let then: Option<String> = table.open_what_follows(&lodged_at, 0)?;
        if then.as_deref() == Some("break_off") {
            let at = table.state().corps[&corps].at;
            return table.emit(&Happened::Marched { corps, to: at.saturating_sub(1) });
        }
    }
    table.seal_sheets()?;
    let mut open = Vec::new();
    for name in [&corps, &other] {
        let factors = match table.state().seat_of(name).cloned() {
            Some(seat) => {
                let item = table.open_holding(&seat, |item| item["corps"] == **name, Vec::new())?;
                serde_json::from_value(item["factors"].clone())
                    .map_err(|_| Refusal::new("What is in the corps cannot be read."))?
            }
            None => table.state().closed[name],
        };
        table.emit(&Happened::Opened { corps: name.clone(), factors })?;
        open.push(factors);
    }
    let slot = format!("fight/{}", table.state().rolls);
    let die: u32 = table.roll(&slot, vec![[6, 1]], "fight")?.iter().sum();
    let loser = if open[0].all() + die > open[1].all() + 3 { other } else { corps };
    let held = table.state().closed[&loser];
    let lost = Factors { infantry: held.infantry.min(1), cavalry: held.cavalry.min(1) };
    table.emit(&Happened::Beaten { corps: loser.clone(), lost })?;
    if held.all() == lost.all() { table.emit(&Happened::Gone { corps: loser }) } else { Ok(()) }
}

/// One factor is lost by a die of 3 and more, two by a 6.
fn forage(table: &mut Table<'_, '_, Skirmish>, seat: &SeatId, corps: String) -> Result<(), Refusal> {
    let slot = format!("forage/{}", table.state().rolls);
    let die: u32 = table.roll(&slot, vec![[6, 1]], "forage")?.iter().sum();
    table.emit(&Happened::Foraged)?;
    let loses = die / 3;
    if loses == 0 {
        return Ok(());
    }
    let emptied = table.claim(&Emptied { corps: corps.clone(), loses, of: seat.clone() })?;
    if emptied {
        return table.emit(&Happened::Gone { corps });
    }
    let left = table.state().closed.get(&corps).map(|factors| factors.less(loses));
    let leaked = table.state().closed.get(&corps).filter(|_| table.state().leak == "event");
    let lost = leaked.map_or(loses, |factors| loses.min(factors.infantry));
    table.emit(&Happened::Starved { corps: corps.clone(), lost })?;
    let holds = left.map(|factors| Happened::Holds { corps, factors });
    table.emit_closed([seat.clone()], holds.as_ref())
}

fn apply(state: &mut Position, event: Happened) {
    match event {
        Happened::Month => state.month += 1,
        Happened::Answered => state.answered = state.month,
        // What it has is its owner's to know; who knew it before knows it no more.
        Happened::Filled { corps } => {
            state.open.remove(&corps);
            state.closed.remove(&corps);
        }
        Happened::Holds { corps, factors } => _ = state.closed.insert(corps, factors),
        Happened::Opened { corps, factors } => {
            state.open.insert(corps.clone());
            state.closed.insert(corps, factors);
        }
        Happened::Marched { corps, to } => {
            if let Some(corps) = state.corps.get_mut(&corps) {
                corps.at = to;
            }
        }
        Happened::Foraged => state.rolls += 1,
        Happened::Starved { corps, lost } => {
            state.open.remove(&corps);
            state.closed.remove(&corps);
            if let Some(corps) = state.corps.get_mut(&corps) {
                corps.lost += lost;
            }
        }
        Happened::Gone { corps } => {
            state.closed.remove(&corps);
            state.corps.remove(&corps);
        }
        Happened::Met { corps, other } => state.asked = Some((corps, other)),
        Happened::Said { .. } => state.asked = None,
        Happened::Beaten { corps, lost } => {
            state.rolls += 1;
            if let Some(factors) = state.closed.get_mut(&corps) {
                factors.infantry -= lost.infantry;
                factors.cavalry -= lost.cavalry;
            }
            if let Some(corps) = state.corps.get_mut(&corps) {
                corps.lost += lost.all();
            }
        }
    }
}
