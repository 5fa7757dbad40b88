//! The choice of powers by secret victory-point bids.
//!
//! Every player seals one bid sheet: a whole number for each power, all different, and an order of preference. The sheets are opened
//! together; the largest remaining bid over all powers is taken, the winner's victory-point goal rises by it, his other bids and the
//! others' bids for that power fall. Where there are fewer players than powers, what is left over goes by preference as a second power,
//! or stays uncontrolled. How the bids are handled, and equal ones put in order by dice, is in [`table::bids`].

use super::frame::Frame;
use super::packs::{Picture, canonical};
use super::powers::Power;
use super::rounds::{CHOICE_OF_POWERS, Round};
use super::{EmpiresInArms, Event, Position, scenario};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::bids::{self, Bid, Floor, Sheet, Terms, Tie};
use table::by_round::Envelopes;
use table::by_subject::Subject;
use table::event::Founded;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Kind, Offer};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;
use table::said::{ToValue, Value as Named, name};
use table::view::View;

/// The highest ceiling that a group may set.
pub const HIGHEST_CEILING: u32 = 999;

/// What becomes of powers left over when there are fewer players than powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spare {
    /// They go to players as second powers, by preference, the largest winning bid choosing first.
    Second,
    /// They stay uncontrolled.
    Uncontrolled,
}

/// How a power came to its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the largest remaining bid; the goal rose by it.
    Bid,
    /// Left over, by preference; the goal stays.
    Preference,
    /// The scenario gives it to the seat.
    Given,
}

/// A power in a player's hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// Who plays it.
    pub seat: SeatId,
    /// What he bid for it and pays, in VP.
    pub bid: u32,
    /// The victory points it needs to win.
    pub goal: i64,
    /// How it came to him.
    pub how: How,
}

/// The choice of powers as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The powers' goals in VP before any bid: every power of the campaign has one, and no other.
    pub goals: BTreeMap<Power, i64>,
    /// The highest bid.
    pub ceiling: u32,
    /// What becomes of powers left over.
    pub spare: Spare,
    /// How many players there are.
    pub seats: u32,
    /// The powers taken so far.
    pub holdings: BTreeMap<Power, Holding>,
    /// The powers that stay without a player.
    pub uncontrolled: Vec<Power>,
    /// Whether the choice is over.
    pub done: bool,
}

/// Equal bids, ordered by dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BidsTied {
    /// The tied bids, their order and the dice.
    #[serde(flatten)]
    pub tie: Tie,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// A power taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerTaken {
    /// The power.
    pub power: Power,
    /// Who takes it.
    #[serde(flatten)]
    pub holding: Holding,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// What happened in the choice of powers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Equal bids were ordered by dice.
    BidsTied(BidsTied),
    /// A power was taken.
    PowerTaken(PowerTaken),
    /// A power stays without a player.
    Uncontrolled {
        /// The power.
        power: Power,
    },
    /// Every seat has its power.
    PowersChosen,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    goals: Option<BTreeMap<Power, i64>>,
    ceiling: Option<u32>,
    spare: Option<Spare>,
    #[serde(rename = "map")]
    pack: Option<String>,
    picture: Option<Picture>,
    /// The power of the first seat, where the scenario gives powers to seats.
    first: Option<Power>,
    #[serde(default)]
    switches: BTreeMap<String, String>,
}

/// The option of the founding that holds a map pack in its canonical form.
pub const PACK: &str = "map";

/// The option of the founding that holds what the record has of the picture under that pack.
pub const PICTURE: &str = "picture";

/// The picture that was laid under the map pack at the founding.
#[must_use]
pub fn picture_of(founded: &Founded) -> Option<Picture> {
    serde_json::from_value(founded.options.get(PICTURE)?.clone()).ok()
}

/// The map pack with which a campaign was founded.
#[must_use]
pub fn pack_of(founded: &Founded) -> Option<Arc<str>> {
    founded.options.get(PACK)?.as_str().map(Arc::from)
}

/// Checks the host's choices at founding and completes them from the scenario's table.
///
/// # Errors
/// A refusal where the scenario is unknown, the seats are not 2 to as many as it has powers, a goal is not 1 to 9,999 VP or is for a power
/// that the scenario does not have, a switch is none or cannot stand so, or the ceiling leaves a sheet too few different numbers.
pub fn options(key: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
    let scenario = scenario::by_key(key).ok_or_else(|| {
        let known: Vec<&str> = scenario::all().iter().map(|s| s.key.as_str()).collect();
        Refusal::new(said!("There is no scenario {}; there is: {}.", key, known.join(", ")))
    })?;
    let (least, many) = scenario.players();
    if !(least..=many).contains(&seats) {
        return Err(Refusal::new(said!(
            "This scenario of Empires in Arms is for {} to {} players; {} was asked.",
            least,
            many,
            seats
        )));
    }
    let asked: Asked = serde_json::from_value(options.clone()).map_err(|_| {
        Refusal::new(said!("The choices at founding are goals in VP for each power, a ceiling for bids, and what becomes of powers left over."))
    })?;
    let mut goals: BTreeMap<Power, i64> =
        scenario.goals.iter().map(|(power, goal)| (*power, goal.value)).collect();
    goals.extend(asked.goals.unwrap_or_default());
    if let Some(power) = goals.keys().find(|power| !scenario.powers.contains(power)) {
        let powers: Vec<Named> = scenario.powers.iter().map(ToValue::to_value).collect();
        return Err(Refusal::new(said!("{} is no power of this scenario. There are: {}.", *power, powers)));
    }
    if let Some((power, goal)) = goals.iter().find(|(_, goal)| !(1..=9_999).contains(*goal)) {
        return Err(Refusal::new(said!("A goal is 1 to 9,999 VP; {} would have {}.", power, goal)));
    }
    let usual = scenario.ceiling.as_ref().map(|ceiling| ceiling.value);
    let bids = || said!("In {} nobody bids for a power, and no goal in VP is set.", name(&scenario.title));
    if usual.is_none() && (asked.ceiling.is_some_and(|most| most > 0) || !goals.is_empty()) {
        return Err(Refusal::new(bids()));
    }
    if usual.is_none() && asked.pack.is_some() {
        return Err(Refusal::new(said!(
            "The board that the bot keeps is on its own map; a group's map is not read there."
        )));
    }
    if let Some(first) = asked.first
        && !scenario.given(seats).is_some_and(|given| given.concat().contains(&first))
    {
        return Err(Refusal::new(match usual {
            Some(_) => {
                said!("In {} the powers are bid for; no seat has one from the start.", name(&scenario.title))
            }
            None => said!("{} is played by nobody in {}.", first, name(&scenario.title)),
        }));
    }
    let ceiling = asked.ceiling.or(usual).unwrap_or_default();
    let least = many - 1;
    if usual.is_some() && !(least..=HIGHEST_CEILING).contains(&ceiling) {
        return Err(Refusal::new(said!(
            "The ceiling for bids is {} to {}, so that {} different numbers from 0 up fit under it; {} was asked.",
            least,
            HIGHEST_CEILING,
            many,
            ceiling
        )));
    }
    let mut turned = scenario.switches.clone();
    for (key, way) in asked.switches {
        let known = <EmpiresInArms as table::game::Game>::switches().iter().find(|switch| switch.key == key);
        known
            .ok_or_else(|| Refusal::new(said!("There is no switch \"{}\" in this game.", key.as_str())))?
            .check(&way)?;
        turned.insert(key, way);
    }
    let mut chosen =
        json!({"goals": goals, "ceiling": ceiling, "spare": asked.spare.unwrap_or(Spare::Second)});
    if let Some(first) = asked.first {
        chosen["first"] = json!(first);
    }
    if let (Some(chosen), false) = (chosen.as_object_mut(), turned.is_empty()) {
        chosen.insert("switches".to_owned(), json!(turned));
    }
    if let Some(pack) = asked.pack {
        chosen[PACK] = canonical(&pack).map(|_| pack)?.into();
    }
    if let Some(picture) = asked.picture {
        if chosen.get(PACK).is_none() {
            return Err(Refusal::new(said!(
                "A picture lies under a map of the group's own, and none comes with this founding."
            )));
        }
        chosen[PICTURE] = json!(picture.checked()?);
    }
    Ok(chosen)
}

/// The switch that says whether equal bids that do not meet on the same power are ordered by dice too.
pub const TIES: &str = "ties";

/// The switches that a founding line turns, by the scenario or the host; the record keeps them, so that other defaults of a later program
/// change no campaign.
pub(crate) fn switches_at_start(founded: &Founded) -> BTreeMap<String, String> {
    serde_json::from_value::<Asked>(founded.options.clone()).map(|asked| asked.switches).unwrap_or_default()
}

/// The players of the campaign who have a power, in the order of their seats.
pub(crate) fn with_a_power(table: &Table<'_, '_, EmpiresInArms>) -> Vec<SeatId> {
    let mut players = table.players();
    players.retain(|seat| !table.state().bidders(seat).is_empty());
    players
}

impl Choice {
    /// The powers of the campaign, in the game's order.
    pub fn powers(&self) -> impl ExactSizeIterator<Item = Power> + Clone + '_ {
        self.goals.keys().copied()
    }

    /// The choice before any sheet.
    pub(crate) fn set_up(founded: &Founded) -> Option<Choice> {
        let asked: Asked = serde_json::from_value(founded.options.clone()).ok()?;
        let choice = Choice {
            goals: asked.goals?,
            ceiling: asked.ceiling?,
            spare: asked.spare?,
            seats: founded.seats,
            holdings: BTreeMap::new(),
            uncontrolled: Vec::new(),
            done: false,
        };
        let scenario = scenario::by_key(&founded.scenario)?;
        Some(match scenario.given(founded.seats) {
            Some(given) => choice.given(given, asked.first),
            None => choice,
        })
    }

    /// It where the scenario says who plays what, from the seat on that has the power of the `first` seat: nobody bids, and there is no goal in VP.
    fn given(mut self, seats: &[Vec<Power>], first: Option<Power>) -> Choice {
        let mut seats = seats.to_vec();
        let from = first.and_then(|first| seats.iter().position(|powers| powers.contains(&first)));
        seats.rotate_left(from.unwrap_or(0));
        for (powers, number) in seats.iter().zip(1..) {
            for power in powers {
                let holding = Holding { seat: SeatId::numbered(number), bid: 0, goal: 0, how: How::Given };
                self.holdings.insert(*power, holding);
                self.goals.insert(*power, 0);
            }
        }
        self.done = true;
        self
    }

    /// What a sheet may hold.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms { things: self.powers().map(|power| power.key().to_owned()).collect(), ceiling: self.ceiling }
    }

    /// The powers of a seat, in the game's order.
    #[must_use]
    pub fn powers_of(&self, seat: &SeatId) -> Vec<Power> {
        let mine = self.holdings.iter().filter(|(_, holding)| holding.seat == *seat);
        mine.map(|(power, _)| *power).collect()
    }

    /// Checks a bid sheet.
    fn check_sheet(&self, sheet: &Sheet) -> Result<(), Refusal> {
        if self.done {
            return Err(Refusal::new(said!("The powers are chosen; no more bid sheets are taken.")));
        }
        self.terms().check(sheet)
    }

    /// The bounds of a bid: the lowest and the highest.
    #[must_use]
    pub fn bounds(&self) -> (i64, i64) {
        let offer = self.terms().offer(CHOICE_OF_POWERS);
        offer
            .fields
            .iter()
            .find_map(|field| match field.kind {
                Kind::Distinct { least, most, .. } => Some((least, most)),
                _ => None,
            })
            .unwrap_or((0, i64::from(self.ceiling)))
    }

    fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::BidsTied(_) => {}
            Happened::PowerTaken(taken) => {
                self.holdings.insert(taken.power, taken.holding);
            }
            Happened::Uncontrolled { power } => self.uncontrolled.push(power),
            Happened::PowersChosen => self.done = true,
        }
    }
}

/// The choice of powers, as a subject of the game.
pub enum Choosing {}

impl Subject<EmpiresInArms> for Choosing {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        Arc::make_mut(&mut state.choice).apply(happened);
    }
}

/// Every seat is asked for a sheet of bids.
pub(crate) fn ask_for_bids(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let seats = (1..=table.state().choice.seats).map(SeatId::numbered).collect();
    table.open_envelopes(&Round::Bids(BidSheets), seats, true)
}

table::named_round! {
    /// The round of the bid sheets for the choice of powers.
    pub struct BidSheets as "choice/bids";
}

impl Envelopes<EmpiresInArms> for BidSheets {
    type Choice = Sheet;

    fn read(&self, state: &Position, _: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
        state.choice.terms().read(filled)
    }

    fn check(&self, state: &Position, _: &SeatId, sheet: &Sheet) -> Result<(), Refusal> {
        state.choice.check_sheet(sheet)
    }

    /// Nobody's bid sheet for the powers is made for him because he is late.
    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Sheet> {
        None
    }

    /// The lowest numbers that a sheet can have, in the order in which the powers are listed.
    fn voted_default(&self, state: &Position, _: &SeatId) -> Option<Sheet> {
        let sheet = state.choice.terms().lowest();
        state.choice.check_sheet(&sheet).is_ok().then_some(sheet)
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        sheets: BTreeMap<SeatId, Sheet>,
    ) -> Result<(), Refusal> {
        sheets_opened(table, &sheets)
    }

    fn offers(&self, state: &Position, _: &View) -> Vec<Offer> {
        vec![state.choice.terms().offer(CHOICE_OF_POWERS)]
    }
}

/// The sheets lie open: bids are handled, what is left over is dealt with, and the epoch ends.
fn sheets_opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    sheets: &BTreeMap<SeatId, Sheet>,
) -> Result<(), Refusal> {
    let won = bids::handle(sheets, &mut Bidding(table))?;
    if table.state().choice.spare == Spare::Second {
        second_powers(table, sheets, &won)?;
    }
    let choice = &table.state().choice;
    let left: Vec<Power> = choice.powers().filter(|power| !choice.holdings.contains_key(power)).collect();
    for power in left {
        table.emit(&Event::Choice(Happened::Uncontrolled { power }))?;
    }
    table.emit(&Event::Choice(Happened::PowersChosen))?;
    table.end_epoch()?;
    table.end(&Frame::Bids)
}

/// Second powers go by preference; the largest winning bid chooses first, equal ones in the order of a die roll.
fn second_powers(
    table: &mut Table<'_, '_, EmpiresInArms>,
    sheets: &BTreeMap<SeatId, Sheet>,
    won: &[(Bid, u32)],
) -> Result<(), Refusal> {
    let mut choosers: Vec<(SeatId, Vec<RuleId>)> = Vec::new();
    let order = rule!("house.general.bids-order");
    let tie = rule!("house.general.bids-tie");
    for equal in won.chunk_by(|a, b| a.1 == b.1) {
        let amount = equal[0].1;
        let choice = &table.state().choice;
        let free = choice.goals.len() - choice.holdings.len();
        if choosers.len() >= free {
            break;
        }
        if equal.len() == 1 {
            choosers.push((equal[0].0.seat.clone(), vec![order]));
            continue;
        }
        let tied = equal.iter().map(|(bid, _)| bid.clone()).collect();
        let mut bidding = Bidding(table);
        let decided = bids::by_dice(&format!("second/{amount}"), amount, tied, &mut bidding)?;
        bidding.tied(decided.clone(), &[tie])?;
        choosers.extend(decided.order.into_iter().map(|bid| (bid.seat, vec![order, tie])));
    }
    for (seat, rules) in choosers {
        let taken = &table.state().choice;
        let wanted = sheets[&seat]
            .preference
            .iter()
            .filter_map(|key| Power::by_key(key))
            .find(|power| !taken.holdings.contains_key(power));
        let Some(power) = wanted else { break };
        let holding = Holding { seat, bid: 0, goal: taken.goals[&power], how: How::Preference };
        table.emit(&Event::Choice(Happened::PowerTaken(PowerTaken { power, holding, rules })))?;
    }
    Ok(())
}

/// The table, as the place where powers are bid for.
pub(crate) struct Bidding<'b, 't, 'd>(pub(crate) &'b mut Table<'t, 'd, EmpiresInArms>);

impl Floor for Bidding<'_, '_, '_> {
    fn roll(&mut self, slot: &str, count: u32) -> Result<Vec<u32>, Refusal> {
        // The auction's slots name it themselves.
        let slot =
            if slot.starts_with(super::rounds::AUCTION) { slot.to_owned() } else { format!("choice/{slot}") };
        self.0.roll(&slot, vec![[6, count]], "equal_bids")
    }

    fn rolls_for_all(&self) -> bool {
        self.0.switch(TIES) == "all"
    }

    fn tied(&mut self, tie: Tie, rules: &[RuleId]) -> Result<(), Refusal> {
        self.0.emit(&Event::Choice(Happened::BidsTied(BidsTied { tie, rules: rules.to_vec() })))
    }

    fn taken(&mut self, bid: &Bid, amount: u32, rules: &[RuleId]) -> Result<(), Refusal> {
        let Some(power) = Power::by_key(&bid.on) else {
            return Err(Refusal::new(said!("There is no power {}.", bid.on)));
        };
        let goal = self.0.state().choice.goals[&power] + i64::from(amount);
        let holding = Holding { seat: bid.seat.clone(), bid: amount, goal, how: How::Bid };
        let rules = rules.to_vec();
        self.0.emit(&Event::Choice(Happened::PowerTaken(PowerTaken { power, holding, rules })))
    }
}
