//! Empires in Arms.

pub mod auction;
pub mod charts;
pub mod chits;
pub mod choice_of_powers;
pub mod conclusion;
pub mod control;
pub mod counters;
pub mod envelopes;
pub mod homeland;
pub mod keys;
pub mod land;
pub mod map;
pub mod nations;
pub mod oob;
pub mod outline;
pub mod packs;
pub mod politics;
pub mod powers;
pub mod reinforcement;
pub mod roster;
pub mod scenario;
pub mod switches;
pub mod unprinted;

use auction::Auctions;
use choice_of_powers::Choice;
use conclusion::Concluded;
use envelopes::Round;
use land::battle::course::{self as battles, Battles};
use outline::{Frame, Month};
use powers::Power;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::event::Founded;
use table::frames::{Ends, Frames};
use table::game::{ChartRoll, Game, Sealed, Table};
use table::hash::{Hash, sha256};
use table::lodged::Never;
use table::names::SeatId;
use table::offers::Offer;
use table::order::no_seat;
use table::refusal::Refusal;
use table::switches::Switch;
use table::typed::Unprinted;
use table::values::Value as Tracked;
use table::view::{View, Viewer};
use table::{rule, said};

/// The game, as the table holds it.
pub enum EmpiresInArms {}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The choice of powers, and who holds what by it.
    pub choice: Choice,
    /// The first month.
    pub begins: Month,
    /// The last month.
    pub ends: Month,
    /// Victory points.
    pub vp: BTreeMap<Power, i64>,
    /// Political points, in halves.
    pub pp: BTreeMap<Power, i64>,
    /// Auctions of powers whose player left.
    pub auctions: Auctions,
    /// Field battles, open ones and the last that are over.
    #[serde(default)]
    pub battles: Battles,
    /// The final table, once there is one.
    pub concluded: Option<Concluded>,
    /// Values that the group typed in the place of those that are not the printed game's, by their keys.
    #[serde(default)]
    pub typed: Arc<BTreeMap<String, i64>>,
    /// The map that is played on: this program's own, or the group's pack.
    #[serde(default)]
    pub map: packs::InPlay,
    /// Where the counters of corps and fleets stand.
    #[serde(default)]
    pub counters: counters::Counters,
    /// Who has an area or a province, where players told that it is another than at the start.
    #[serde(default)]
    pub control: Arc<control::Told>,
    /// What is kept of politics.
    #[serde(default)]
    pub politics: politics::Politics,
    /// The open frames of the sequence of play.
    #[serde(default)]
    pub frames: Frames<Frame>,
}

table::by_subject! {
    /// What a player orders.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Order {
        /// In a battle.
        "battle" => Battle(battles::Order),
        /// About the map.
        "map" => Map(packs::Order),
        /// About a counter on it.
        "counter" => Counter(counters::Order),
        /// About who has a part of it.
        "control" => Control(control::Order),
        /// In politics.
        "politics" => Politics(politics::Order),
        /// About a corps that is reinforced.
        "reinforce" => Reinforcement(reinforcement::Order),
    }
}

/// What happens in the game, by the subject it belongs to. What happened says which rules made it so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "subject", rename_all = "snake_case")]
pub enum Event {
    /// In the choice of powers.
    Choice(choice_of_powers::Happened),
    /// In the auction of a power whose player left.
    Auction(auction::Happened),
    /// In the calendar of the campaign.
    Calendar(outline::Happened),
    /// A value of the board was told or corrected.
    Values(Told),
    /// At the end of the campaign.
    Conclusion(conclusion::Happened),
    /// In a field battle.
    Battle(battles::Happened),
    /// About the map.
    Map(packs::Happened),
    /// About a counter on it.
    Counter(counters::Happened),
    /// About who has a part of it.
    Control(control::Happened),
    /// In politics.
    Politics(politics::Happened),
    /// In the reinforcement phase.
    Reinforcement(reinforcement::Happened),
}

/// What players told of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Told {
    /// A value was told or corrected.
    ValueTold {
        /// The value.
        key: String,
        /// What it was.
        before: i64,
        /// What it is.
        now: i64,
        /// Whether it was a correction.
        corrected: bool,
    },
}

/// The bounds within which a power's VP and PP (in halves) can be told. They are ours, wide enough for anything that was ever played.
const WIDEST: i64 = 9_999;

#[linkme::distributed_slice(table::game::GAMES)]
static GAME: &dyn table::game::Rules = &table::game::Erased::<EmpiresInArms>::new();

impl Game for EmpiresInArms {
    const KEY: &'static str = "eia";
    const NAME: &'static str = "Empires in Arms";
    const REVISIONS: &'static [&'static str] = &["6"];
    const SWITCHES: &'static [Switch] = switches::SWITCHES;
    type State = Position;
    type Order = Order;
    type Event = Event;
    type View = Position;
    type Round = Round;
    type Choice = envelopes::Choice;
    type Item = roster::Item;
    type Unless = Never;
    type Frame = Frame;

    fn options(scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
        choice_of_powers::options(scenario, seats, options)
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        let scenario = scenario::by_key(&founded.scenario)?;
        let month = |text: &str| Month::try_from(text.to_owned()).ok();
        Some(Position {
            choice: Choice::set_up(founded)?,
            begins: month(&scenario.begins)?,
            ends: month(&scenario.ends)?,
            vp: BTreeMap::new(),
            pp: BTreeMap::new(),
            auctions: Auctions::default(),
            battles: Battles::default(),
            concluded: None,
            typed: Arc::default(),
            map: packs::InPlay::founded(
                choice_of_powers::pack_of(founded),
                choice_of_powers::picture_of(founded),
            ),
            counters: counters::Counters::new(),
            control: Arc::default(),
            politics: politics::Politics::default(),
            frames: Frames::default(),
        })
    }

    fn switches_at_start(founded: &Founded) -> BTreeMap<String, String> {
        choice_of_powers::switches_at_start(founded)
    }

    fn read_choice(
        state: &Position,
        round: &Round,
        seat: &SeatId,
        filled: &Value,
    ) -> Result<envelopes::Choice, Refusal> {
        Ok(match round {
            Round::Bids => envelopes::Choice::Bids(state.choice.terms().read(filled)?),
            Round::Auction(_) => envelopes::Choice::Auction(auction::read(filled)?),
            Round::Battle { .. } => envelopes::Choice::Battle(battles::read(filled)?),
            Round::Politics(_) => envelopes::Choice::Politics(politics::war::read(state, seat, filled)?),
        })
    }

    fn check_choice(
        state: &Position,
        round: &Round,
        seat: &SeatId,
        choice: &envelopes::Choice,
    ) -> Result<(), Refusal> {
        match (round, choice) {
            (Round::Bids, envelopes::Choice::Bids(sheet)) => state.choice.check_sheet(sheet),
            (Round::Auction(_), envelopes::Choice::Auction(bid)) => auction::check(state, round, seat, bid),
            (Round::Battle { .. }, envelopes::Choice::Battle(plan)) => {
                battles::check(state, round, seat, plan)
            }
            (Round::Politics(_), envelopes::Choice::Politics(sheet)) => politics::war::check(sheet),
            _ => Err(Refusal::new(said!("That is not what this round of envelopes asks for."))),
        }
    }

    fn chart(_state: &Position, asked: &Value) -> Result<ChartRoll, Refusal> {
        charts::Asked::read(asked)?.roll()
    }

    fn read_chart(state: &Position, asked: &Value, fallen: &[u32]) -> Result<Value, Refusal> {
        let [die] = fallen else {
            let says = said!("The throw {} needs {} dice, and {} were rolled.", "1d6", 1, fallen.len());
            return Err(Refusal::new(says));
        };
        let asked = charts::Asked::read(asked)?;
        let loss = asked.loss(*die);
        let factors = asked.factors.and_then(|of| state.lost(loss.percent, of));
        let mut came_to = json!({"morale": loss.morale, "percent": loss.percent, "result": loss.result});
        if let Some(lost) = factors {
            came_to["factors"] = json!(lost.factors);
        }
        Ok(came_to)
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
        outline::next(table, within, after)
    }

    fn ends(_state: &Position, frame: &Frame) -> Ends {
        outline::ends(*frame)
    }

    fn entered(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        outline::entered(table, *frame)
    }

    fn stands(state: &Position, frame: &Frame) -> bool {
        outline::stands(state, *frame)
    }

    fn opened(
        table: &mut Table<'_, '_, Self>,
        round: &Round,
        choices: BTreeMap<SeatId, envelopes::Choice>,
    ) -> Result<(), Refusal> {
        let (mut sheets, mut bids, mut plans) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for (seat, choice) in choices {
            match choice {
                envelopes::Choice::Bids(sheet) => _ = sheets.insert(seat, sheet),
                envelopes::Choice::Auction(bid) => _ = bids.insert(seat, bid),
                envelopes::Choice::Battle(plan) => _ = plans.insert(seat, plan),
                // A sheet opens part by part.
                envelopes::Choice::Politics(_) => {}
            }
        }
        match round {
            Round::Bids => choice_of_powers::sheets_opened(table, &sheets),
            Round::Auction(_) => auction::bids_opened(table, round, bids),
            Round::Battle { .. } => battles::opened(table, round, plans),
            Round::Politics(month) => politics::war::opened(table, *month),
        }
    }

    fn parts(_state: &Position, round: &Round) -> Vec<String> {
        match round {
            Round::Politics(_) => politics::war::parts(),
            _ => Vec::new(),
        }
    }

    fn shown(
        state: &Position,
        round: &Round,
        of: &SeatId,
        to: &SeatId,
        choice: &envelopes::Choice,
    ) -> Option<Value> {
        let envelopes::Choice::Battle(sealed) = choice else { return None };
        battles::shown(state, round, of, to, sealed)
    }

    fn default_choice(state: &Position, round: &Round, seat: &SeatId) -> Option<envelopes::Choice> {
        match round {
            // Nobody's bid sheet for the powers is made for him.
            Round::Bids => None,
            // An empty envelope in an auction is no bid.
            Round::Auction(_) => {
                let power = state.bidders(seat).first().copied()?;
                Some(envelopes::Choice::Auction(auction::Sealed { power, bid: None }))
            }
            Round::Battle { .. } => battles::standing(state, round, seat).map(envelopes::Choice::Battle),
            // Who sends no sheet declares nothing.
            Round::Politics(_) => Some(envelopes::Choice::Politics(politics::war::Sheet::default())),
        }
    }

    fn about(state: &Position, round: &Round) -> Option<String> {
        let (_, battle) = state.battles.of_round(round)?;
        Some(battle.field.place.clone())
    }

    fn values(state: &Position, switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        let mut values = Vec::new();
        let rifles = battles::with_rifles(switches);
        for (power, holding) in &state.choice.holdings {
            let of = (!state.is_out(*power)).then(|| holding.seat.clone());
            let value = |kind: &str, unit: &str, now: Option<&i64>, least: i64, scale: i64| Tracked {
                key: format!("{kind}/{}", power.key()),
                name: power.name().to_owned(),
                unit: unit.to_owned(),
                now: now.copied().unwrap_or(0),
                least,
                most: WIDEST,
                scale,
                of: of.clone(),
                rises: unit != "VP" || !state.is_out(*power),
                yes_no: false,
            };
            values.push(value("vp", "VP", state.vp.get(power), 0, 1));
            values.push(value("pp", "PP", state.pp.get(power), -WIDEST, 2));
            if rifles {
                let has = i64::from(state.battles.rifles.contains_key(power));
                // Who has them is never told by one player; a correction can be objected to.
                let has = value(battles::RIFLES, "rifles", Some(&has), 0, 1);
                values.push(Tracked { most: 1, rises: false, yes_no: true, ..has });
            }
        }
        values
    }

    fn set_value(
        table: &mut Table<'_, '_, Self>,
        key: &str,
        now: i64,
        corrected: bool,
    ) -> Result<(), Refusal> {
        let Some((kind, power)) =
            key.split_once('/').and_then(|(kind, power)| Some((kind, Power::by_key(power)?)))
        else {
            return Err(Refusal::new(said!("There is no such value on this board.")));
        };
        if kind == battles::RIFLES {
            return battles::told_rifles(table, key, power, now, corrected);
        }
        let state = table.state();
        let map = if kind == "vp" { &state.vp } else { &state.pp };
        let before = map.get(&power).copied().unwrap_or(0);
        if kind == "vp" && !corrected && now > before && state.is_out(power) {
            return Err(Refusal::under(
                rule!("house.auction.no-more-vp"),
                said!(
                    "{} is out of the game and earns no more victory points; it keeps its {} VP.",
                    power,
                    before
                ),
            ));
        }
        table.emit(&Event::Values(Told::ValueTold { key: key.to_owned(), before, now, corrected }))
    }

    fn unprinted(view: &Position, table: &View) -> Vec<Unprinted> {
        unprinted::values(view, table)
    }

    fn type_value(state: &mut Position, key: &str, value: i64) {
        unprinted::set(state, key, value);
    }

    fn weight(state: &Position, seat: &SeatId) -> u32 {
        state.bidders(seat).len() as u32
    }

    fn at_war(state: &Position, one: &SeatId, other: &SeatId) -> bool {
        let enemies = state.bidders(one).into_iter().flat_map(|power| state.enemies(power));
        let theirs = state.bidders(other);
        enemies.into_iter().any(|power| theirs.contains(&power))
    }

    const AUCTIONS: bool = true;

    fn auction(table: &mut Table<'_, '_, Self>, seat: &SeatId) -> Result<(), Refusal> {
        auction::put_up(table, seat)
    }

    fn uncontrolled(table: &mut Table<'_, '_, Self>, seat: &SeatId) -> Result<(), Refusal> {
        for power in table.state().bidders(seat) {
            table.emit(&Event::Choice(choice_of_powers::Happened::Uncontrolled { power }))?;
        }
        table.seat_out(seat)
    }

    fn conclude(table: &mut Table<'_, '_, Self>) -> Result<(), Refusal> {
        conclusion::agreed(table)
    }

    fn decide(table: &mut Table<'_, '_, Self>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Battle(order) => battles::decide(table, seat, order),
            Order::Map(order) => packs::decide(table, seat, order),
            Order::Counter(order) => counters::decide(table, seat, order),
            Order::Control(order) => control::decide(table, seat, order),
            Order::Politics(order) => politics::decide(table, seat, order),
            Order::Reinforcement(order) => reinforcement::decide(table, seat, order),
        }
    }

    fn packs(options: &Value) -> Vec<Hash> {
        let text = options.get(choice_of_powers::PACK).and_then(Value::as_str);
        text.map(|text| sha256(&[text.as_bytes()])).into_iter().collect()
    }

    fn is_before_play(order: &Order) -> bool {
        matches!(order, Order::Map(_))
    }

    fn decide_for_host(table: &mut Table<'_, '_, Self>, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Map(order) => packs::decide_for_host(table, order),
            Order::Battle(_)
            | Order::Counter(_)
            | Order::Control(_)
            | Order::Politics(_)
            | Order::Reinforcement(_) => Err(no_seat()),
        }
    }

    fn outlasts_going_back(event: &Event) -> bool {
        packs::outlasts(event)
    }

    fn sealed(order: &Value) -> Sealed {
        // Where a corps stands does not hang on what is in it.
        if order.get(reinforcement::TAG).is_some() { Sealed::Aside } else { Sealed::Nothing }
    }

    fn binds(event: &Event) -> bool {
        // What two have agreed on is taken back by both or not at all.
        matches!(event, Event::Politics(politics::Happened::Agreed { .. }))
    }

    fn apply(state: &mut Position, event: Event) {
        match event {
            Event::Choice(happened) => state.choice.apply(happened),
            Event::Auction(happened) => state.apply_auction(happened),
            Event::Calendar(outline::Happened::MonthEnded { .. }) => {}
            Event::Values(Told::ValueTold { key, now, .. }) => {
                let value = key.split_once('/').and_then(|(kind, power)| Some((kind, Power::by_key(power)?)));
                match value {
                    Some(("vp", power)) => _ = state.vp.insert(power, now),
                    Some(("pp", power)) => _ = state.pp.insert(power, now),
                    Some((battles::RIFLES, power)) => state.battles.has_rifles(power, now > 0),
                    _ => {}
                }
            }
            Event::Conclusion(conclusion::Happened::Concluded(concluded)) => {
                state.concluded = Some(concluded)
            }
            Event::Battle(happened) => state.battles.apply(happened),
            Event::Map(happened) => {
                if let Some((from, to)) = state.map.apply(happened) {
                    counters::renamed(&mut state.counters, &from, &to);
                    control::renamed(Arc::make_mut(&mut state.control), &from, &to);
                }
            }
            Event::Counter(happened) => counters::apply(&mut state.counters, happened),
            Event::Control(happened) => control::apply(state, happened),
            Event::Politics(happened) => politics::apply(state, happened),
            Event::Reinforcement(happened) => reinforcement::apply(state, happened),
        }
    }

    fn view(state: &Position, _viewer: &Viewer) -> Position {
        // Sealed sheets lie in the table's envelopes; nothing of this position is secret. A pack's text is long, and `packs::of` has it.
        let map = state.map.seen();
        Position { map, ..state.clone() }
    }

    fn owners(state: &Position, seat: &SeatId) -> Vec<String> {
        state.choice.powers_of(seat).into_iter().map(|power| power.key().to_owned()).collect()
    }

    fn offers(view: &Position, table: &View) -> Vec<Offer> {
        let mut offers = view.choice.offers(table);
        offers.extend(auction::offers(view, table));
        offers.extend(politics::offers(view, table));
        offers.extend(unprinted::offers(view, table));
        offers.extend(counters::offers(view, table));
        offers.extend(control::offers(view, table));
        offers.extend(reinforcement::offers(view, table));
        offers.extend(battles::offers(view, table));
        offers.extend(packs::offers(view, table));
        offers
    }
}
