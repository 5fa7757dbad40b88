//! Empires in Arms.

pub mod access;
pub mod auction;
pub mod board;
pub mod charts;
pub mod chits;
pub mod choice_of_powers;
pub mod conclusion;
pub mod confederations;
pub mod crimea;
pub mod danube;
pub mod deals;
pub mod economy;
pub mod frame;
pub mod ground;
pub(crate) mod guards;
pub mod homeland;
pub mod keys;
pub mod land;
pub mod law;
pub mod map;
pub mod months;
pub mod moves;
pub mod nations;
pub mod oob;
pub mod otherwise;
pub mod outline;
pub mod packs;
pub mod pieces;
pub mod politics;
pub mod powers;
pub(crate) mod rests;
pub mod roster;
pub mod rounds;
pub mod sardinia;
pub mod scenario;
pub mod slots;
mod spain;
pub mod switches;
pub mod testimony;
pub mod told;
pub mod told_values;
pub mod typed;
pub mod uncontrolled;
pub mod unprinted;
pub mod year;

/// What the file of a subject mostly needs, in one line: `use crate::prelude::*;`.
pub mod prelude {
    pub(crate) use crate::guards::{in_politics, kept, may_order, owns};
    pub use crate::map::ProvinceId;
    pub use crate::months::Month;
    pub use crate::powers::Power;
    pub use crate::{AtTable, EmpiresInArms, Event, Position, Round};
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::{BTreeMap, BTreeSet};
    pub use table::assent::Rests;
    pub use table::by_round::{Envelopes, Form};
    pub use table::by_subject::{Ordered, Regent, Simple, Subject};
    pub use table::game::{Sealed, Table};
    pub use table::names::SeatId;
    pub use table::offers::{Field, Kind, Offer};
    pub use table::refusal::Refusal;
    pub use table::rules::RuleId;
    pub use table::secret::Secret;
    pub use table::view::View;
    pub use table::{named_round, recorded, rule, said};
}

use auction::Auctions;
use choice_of_powers::Choice;
use conclusion::Concluded;
use frame::Frame;
use land::battle::course::{self as battles, Battles};
use months::Month;
use powers::Power;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use table::assent::Assent;
use table::by_round::Envelopes as _;
use table::event::Founded;
use table::forward::Differs;
use table::frames::{Ends, Frames};
use table::game::{ChartRoll, Game, Sealed, Table};
use table::hash::{Hash, sha256};
use table::lodged::{Holder, Lodging, Passing};
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said;
use table::shared::Shared;
use table::switches::Switch;
use table::typed::{Unprinted, Wanted};
use table::values::Value as Tracked;
use table::view::{View, Viewer};
use typed::Typed;

/// The game, as the table holds it.
pub enum EmpiresInArms {}

/// What the game does at the table.
pub type AtTable<'d, 'c> = Table<'d, 'c, EmpiresInArms>;

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The choice of powers, and who holds what by it.
    pub choice: Arc<Choice>,
    /// The first month.
    pub begins: Month,
    /// The last month.
    pub ends: Month,
    /// Victory points.
    pub vp: Shared<BTreeMap<Power, i64>>,
    /// Whose victory points players told, so that the others say whether it has won by them.
    #[serde(default)]
    pub vp_told: imbl::OrdSet<Power>,
    /// Political points, in halves.
    pub pp: Shared<BTreeMap<Power, i64>>,
    /// Auctions of powers whose player left.
    pub auctions: Shared<Auctions>,
    /// Field battles, open ones and the last that are over.
    #[serde(default)]
    pub battles: Shared<Battles>,
    /// The final table, once there is one.
    pub concluded: Shared<Option<Concluded>>,
    /// Values that the group typed in the place of those that are not the printed game's, by their keys.
    #[serde(default)]
    pub typed: Typed,
    /// The map that is played on: this program's own, or the group's pack.
    #[serde(default)]
    pub map: Shared<packs::InPlay>,
    /// Where the counters of corps and fleets stand.
    #[serde(default)]
    pub counters: told::counters::Counters,
    /// Who has an area or a province, where players told that it is another than at the start.
    #[serde(default)]
    pub control: told::control::Told,
    /// What the last month brought.
    #[serde(default)]
    pub last_month: Shared<frame::LastMonth>,
    /// What players told that powers count in manpower when the campaign is over, in MP.
    #[serde(default)]
    pub counts: imbl::OrdMap<Power, i64>,
    /// How the provinces are held.
    #[serde(default)]
    pub board: Shared<board::Board>,
    /// What is kept of politics.
    #[serde(default)]
    pub politics: Shared<politics::Politics>,
    /// What is kept of the economy.
    #[serde(default)]
    pub economy: Shared<economy::Economy>,
    /// Sardinia's events, and what came of them.
    #[serde(default)]
    pub sardinia: Shared<sardinia::Sardinia>,
    /// The Crimean War and its peace.
    #[serde(default)]
    pub crimea: Shared<crimea::Crimea>,
    /// The German confederations.
    #[serde(default)]
    pub confederations: Shared<confederations::Confederations>,
    /// Powers without a player, and who controls them.
    #[serde(default)]
    pub uncontrolled: Shared<uncontrolled::Uncontrolled>,
    /// Where everything stands on the board that the bot keeps; nothing where the board is kept elsewhere.
    #[serde(default, skip_serializing_if = "is_not_kept")]
    pub pieces: Shared<pieces::Pieces>,
    /// What is in it: all of it in the campaign, in a view what its viewer may know.
    #[serde(default, skip_serializing_if = "is_closed")]
    pub contents: Shared<pieces::Contents>,
    /// The war on land, where the bot keeps the board.
    #[serde(default, skip_serializing_if = "is_no_war")]
    pub land: Shared<land::phase::LandWar>,
    /// The open frames of the sequence of play.
    #[serde(default)]
    pub frames: Frames<Frame>,
}

fn is_no_war(land: &Shared<land::phase::LandWar>) -> bool {
    !land.kept
}

fn is_not_kept(pieces: &Shared<pieces::Pieces>) -> bool {
    pieces.is_empty()
}

fn is_closed(contents: &Shared<pieces::Contents>) -> bool {
    contents.is_empty()
}

table::by_subject! {
    /// What a player orders, by the subject it belongs to.
    pub enum Order of EmpiresInArms {
        /// In politics.
        "politics" => Politics(politics::PoliticalPhase),
        /// About how the provinces are held.
        "board" => Board(board::Provinces),
        /// In the year's course.
        "year" => Year(year::Year),
        /// About a counter on the map.
        "counter" => Counter(told::counters::OnTheMap),
        /// About who has a part of it.
        "control" => Control(told::control::Holders),
        /// About a corps that is reinforced.
        "reinforce" => Reinforcement(told::reinforcement::Reinforcement),
        /// Between two corps that stand together.
        "transfer" => Transfer(told::transfer::Transfer),
        /// Between two fleets that stand together.
        "fleet" => Fleets(told::fleets::Fleets),
        /// In a field battle.
        "battle" => Battle(battles::FieldBattles),
        /// About the map.
        "map" => Map(packs::OwnMap),
        /// About access.
        "access" => Access(access::LettingIn),
        /// About what the terms of a peace do.
        "peace" => Peace(politics::carried::PeaceTerms),
        /// About a minor country in politics.
        "minor" => Minors(politics::minors::MinorCountries),
        /// In the economic phase.
        "economy" => Economy(economy::EconomicPhase),
        /// Of Sardinia and Italy.
        "sardinia" => Sardinia(sardinia::SardiniaAndItaly),
        /// About the Crimean War.
        "crimea" => Crimea(crimea::CrimeanWar),
        /// About the German confederations.
        "confederation" => Confederation(confederations::Germany),
        /// In the land phase where the bot keeps the land.
        "land" => Land(land::orders::LandPhase),
    }
    /// What happens in the game, by the subject it belongs to. What happened says which rules made it so.
    pub enum Event besides {
        /// In the choice of powers.
        Choice(choice_of_powers::Choosing),
        /// In the auction of a power whose player left.
        Auction(auction::Auctioning),
        /// With powers without a player.
        Uncontrolled(uncontrolled::WithoutPlayer),
        /// In the calendar of the campaign.
        Calendar(outline::Calendar),
        /// A value of the board was told or corrected.
        Values(told_values::ToldValues),
        /// At the end of the campaign.
        Conclusion(conclusion::Ending),
    }
}

table::by_round! {
    /// A round of envelopes.
    pub enum Round of EmpiresInArms {
        /// The bid sheets for the choice of powers.
        Bids(choice_of_powers::BidSheets),
        /// Bids for a power whose player left.
        Auction(auction::AuctionBids),
        /// Political sheets, or what is answered at a later gate.
        Politics(politics::sheet::PoliticalSheets),
        /// What one wants and spares in the treaties of a month.
        Terms(politics::terms::PeaceTermWishes),
        /// The plans of a battle.
        Battle(battles::BattlePlans),
        /// Economic sheets.
        Budget(economy::sheet::EconomicSheets),
        /// Set-ups of armies.
        SetUp(land::set_up::ArmySetUps),
        /// What counters do when they are attacked.
        Attacked(slots::attacked::WhenAttacked),
    }
    besides {
        /// Bids for the control of a power without a player.
        Control(uncontrolled::ControlBids) as Auction,
    }
    /// What lies in an envelope.
    pub enum SealedChoice by "subject";
}

/// What scenarios, and parts of the game of their own, say to the rules of others. What happens by several of them at one moment comes in this
/// order: the confederations of Germany are there before the Dardanelles are closed, and the dominance of Russia and of France is settled
/// before Italy's; the first that answers a question has the word.
pub const LAWS: &[&dyn law::Law] = &[
    &spain::SpanishLaw,
    &confederations::GermanLaw,
    &crimea::CrimeanLaw,
    &sardinia::SardinianLaw,
    &danube::DanubeLaw,
    &land::law::KeptLand,
];

/// What holds back an order that is lodged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Unless {
    /// What keeps an event of Sardinia's for a later gap.
    Sardinia(sardinia::Unless),
    /// What holds a march.
    March(slots::Hold),
}

/// What of these is of one of the two; `None` where something is of the other.
fn all_of<T>(unless: &[Unless], of: impl Fn(&Unless) -> Option<T>) -> Option<Vec<T>> {
    unless.iter().map(of).collect()
}

/// What follows of itself from who is at war with whom.
fn keep(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    LAWS.iter().try_for_each(|law| law.goes_on(table))
}

#[linkme::distributed_slice(table::game::GAMES)]
static GAME: &dyn table::game::Rules = &table::game::Erased::<EmpiresInArms>::new();

impl Game for EmpiresInArms {
    const KEY: &'static str = "eia";
    const NAME: &'static str = "Empires in Arms";
    const REVISIONS: &'static [&'static str] = &["27"];
    const STARTS_COME_BACK: u32 = 20;
    type State = Position;
    type Order = Order;
    type Event = Event;
    type View = Position;
    type Round = Round;
    type Choice = SealedChoice;
    type Item = roster::Item;
    type Unless = Unless;
    type Frame = Frame;

    /// How a province came to who has it, and whether it was defended.
    const MANNER: &'static [&'static str] = &["how", "undefended"];

    fn gives(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
        let to = match order {
            Order::Board(board::Order::Cede { to, .. }) => Some(*to),
            Order::Control(order) if told::control::lets_go(state, seat, order) => {
                return BTreeSet::from([seat.clone()]);
            }
            Order::Control(order) => told::control::handed_to(state, seat, order),
            _ => None,
        };
        let seat_of = |power: Power| state.choice.holdings.get(&power).map(|holding| holding.seat.clone());
        to.and_then(seat_of).into_iter().filter(|to| to != seat).collect()
    }

    fn is_for_the_player(choice: &SealedChoice) -> bool {
        matches!(choice, SealedChoice::Politics(sheet) if politics::sheet::is_for_the_player(sheet))
    }

    fn gains(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
        let to = match order {
            Order::Control(told::control::Order::Tell { power, .. }) => Some(*power),
            Order::Board(board::Order::Conquer(conquest)) => Some(conquest.power),
            _ => None,
        };
        let seat_of = |power: Power| state.choice.holdings.get(&power).map(|holding| holding.seat.clone());
        BTreeSet::from([to.and_then(seat_of).unwrap_or_else(|| seat.clone())])
    }

    /// In a war on the kept board nobody takes another's side: who stays there is given a substitute, or a stand-in.
    fn has_auctions(state: &Position) -> bool {
        !state.keeps_land()
    }

    fn switches() -> &'static [Switch] {
        static ALL: LazyLock<Vec<Switch>> = LazyLock::new(|| {
            let of_parts = politics::PARTS.iter().filter_map(|part| part.switch());
            switches::SWITCHES.iter().copied().chain(of_parts).collect()
        });
        &ALL
    }
    fn options(scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
        choice_of_powers::options(scenario, seats, options)
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        let scenario = scenario::by_key(&founded.scenario)?;
        let month = |text: &str| Month::try_from(text.to_owned()).ok();
        Some(Position {
            choice: Arc::new(Choice::set_up(founded)?),
            begins: month(&scenario.begins)?,
            ends: month(&scenario.ends)?,
            vp: Shared::default(),
            vp_told: imbl::OrdSet::new(),
            pp: Shared::default(),
            auctions: Shared::default(),
            battles: Shared::default(),
            concluded: Shared::default(),
            typed: Typed::new(),
            map: packs::InPlay::founded(
                choice_of_powers::pack_of(founded),
                choice_of_powers::picture_of(founded),
            )
            .into(),
            counters: told::counters::Counters::new(),
            control: told::control::Told::new(),
            last_month: Shared::default(),
            counts: imbl::OrdMap::new(),
            board: board::Board::founded(&founded.scenario).into(),
            politics: politics::Politics::founded(scenario).into(),
            economy: Shared::default(),
            sardinia: Shared::default(),
            crimea: Shared::default(),
            confederations: Shared::default(),
            uncontrolled: Shared::default(),
            pieces: Shared::default(),
            contents: Shared::default(),
            land: land::phase::LandWar::founded(scenario).into(),
            frames: Frames::default(),
        })
    }

    fn switches_at_start(founded: &Founded) -> BTreeMap<String, String> {
        choice_of_powers::switches_at_start(founded)
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

    fn ends(state: &Position, frame: &Frame) -> Ends {
        outline::ends(state, *frame)
    }

    fn entered(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        keep(table)?;
        outline::entered(table, *frame)
    }

    fn stands(state: &Position, frame: &Frame) -> bool {
        outline::stands(state, *frame)
    }

    fn missed(table: &mut Table<'_, '_, Self>, frame: &Frame, seats: &[SeatId]) -> Result<(), Refusal> {
        if *frame == Frame::Cession { politics::minors::loss::taken_for(table, seats) } else { Ok(()) }
    }

    fn resumed(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        match frame {
            Frame::Settling => politics::surrender::of_who_has_nothing(table),
            Frame::Combats(_) => land::contact::go_on(table),
            _ => Ok(()),
        }
    }

    fn passing(state: &Position, holder: &Holder) -> Passing {
        slots::passing(state, holder)
    }

    fn slot_places(state: &Position) -> usize {
        if state.keeps_land() { slots::PLACES } else { table::lodged::UNSAID }
    }

    fn settles(order: &Order, lodged: &Order) -> bool {
        slots::settles(order, lodged)
    }

    fn stays_beside(order: &Order, lodged: &Order) -> Result<bool, Refusal> {
        slots::stays_beside(order, lodged)
    }

    fn standing_rounds(state: &Position) -> Vec<Round> {
        slots::standing_rounds(state)
    }

    fn stand_in_lodges(view: &Position, holder: &Holder, die: &mut dyn FnMut(u32) -> u32) -> Vec<Order> {
        slots::sense::lodges(view, holder, die)
    }

    fn holdings(state: &Position, seat: &SeatId) -> Option<Vec<Value>> {
        land::phase::holdings(state, seat)
    }

    fn is_holding(item: &Value) -> bool {
        land::phase::is_holding(item)
    }

    fn holding_places(state: &Position) -> usize {
        if state.keeps_land() { land::phase::HOLDINGS } else { 0 }
    }

    fn changes_holdings(event: &Event) -> bool {
        matches!(event, Event::Land(happened) if land::phase::changes_contents(happened))
    }

    fn lodging(state: &Position, frame: &Frame) -> Lodging {
        match frame {
            Frame::Between(seat) => Lodging::Slot(vec![Holder::seat(&SeatId::numbered(*seat))]),
            frame => slots::lodging(state, *frame),
        }
    }

    fn may_lodge(
        state: &Position,
        holder: &Holder,
        order: &Order,
        unless: &[Unless],
        _: &[serde_json::Value],
    ) -> Result<(), Refusal> {
        let refused = sardinia::announce::not_lodged;
        match order {
            Order::Sardinia(order) => {
                let of = |one: &Unless| if let Unless::Sardinia(one) = one { Some(*one) } else { None };
                let unless = all_of(unless, of).ok_or_else(refused)?;
                sardinia::announce::may_lodge(state, &holder.seat, order, &unless)
            }
            Order::Land(order) => {
                let of = |one: &Unless| if let Unless::March(one) = one { Some(*one) } else { None };
                all_of(unless, of).ok_or_else(refused)?;
                slots::may_lodge(state, holder, order)
            }
            _ => Err(refused()),
        }
    }

    fn holds_back(state: &Position, seat: &SeatId, unless: &Unless) -> bool {
        match unless {
            Unless::Sardinia(unless) => sardinia::announce::holds_back(state, *unless),
            Unless::March(hold) => hold.holds(state, seat),
        }
    }

    fn opened(
        table: &mut Table<'_, '_, Self>,
        round: &Round,
        choices: BTreeMap<SeatId, SealedChoice>,
    ) -> Result<(), Refusal> {
        round.opened(table, choices)?;
        keep(table)
    }

    fn in_a_deal(state: &Position, seat: &SeatId, order: &Order) -> Result<table::deals::Step, Refusal> {
        deals::step(state, seat, order)
    }

    fn may_agree(state: &Position, order: &Order) -> Result<(), Refusal> {
        deals::may_agree(state, order)
    }

    fn has_come(state: &Position, date: &str) -> Option<bool> {
        deals::has_come(state, date)
    }

    fn values(state: &Position, switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        if state.keeps_land() { Vec::new() } else { told_values::values(state, switches) }
    }

    fn set_value(
        table: &mut Table<'_, '_, Self>,
        key: &str,
        now: i64,
        corrected: bool,
    ) -> Result<(), Refusal> {
        told_values::set(table, key, now, corrected)
    }

    fn differs(was: &Position, is: &Position) -> Vec<Differs> {
        otherwise::differs(was, is)
    }

    fn unprinted(view: &Position, table: &View, wanted: Wanted<'_>) -> Vec<Unprinted> {
        unprinted::values(view, table, wanted)
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

    fn near_goal(state: &Position) -> BTreeSet<SeatId> {
        conclusion::near_goal(state)
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

    fn rests_on(table: &Table<'_, '_, Self>, seat: &SeatId, order: &Order) -> Option<Assent> {
        order.rests_on(table, seat)
    }

    fn decide(table: &mut Table<'_, '_, Self>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        land::phase::is_of_this_war(table.state(), &order)?;
        order.decide(table, seat)?;
        keep(table)
    }

    fn packs(options: &Value) -> Vec<Hash> {
        let text = options.get(choice_of_powers::PACK).and_then(Value::as_str);
        text.map(|text| sha256(&[text.as_bytes()])).into_iter().collect()
    }

    fn is_before_play(order: &Order) -> bool {
        order.is_before_play()
    }

    fn decide_for_host(table: &mut Table<'_, '_, Self>, order: Order) -> Result<(), Refusal> {
        order.decide_for_host(table)
    }

    fn outlasts_going_back(event: &Event) -> bool {
        event.outlasts_going_back()
    }

    fn sealed(order: &Value) -> Sealed {
        Order::sealed(order)
    }

    fn binds(event: &Event) -> bool {
        event.binds()
    }

    fn apply(state: &mut Position, event: Event) {
        event.apply(state);
    }

    // What a power has decides nothing that others see but the counters that it cannot pay for, which are told out of the record where what it
    // has is closed.
    const HIDES: bool = true;
    const HIDDEN_DECIDES: bool = false;

    fn view(state: &Position, viewer: &Viewer) -> Position {
        // Sealed sheets lie in the table's envelopes; of this position a power's purse and what is in its counters are its owner's alone. A
        // pack's text is long, and `packs::of` has it.
        let map = state.map.seen();
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let economy = if state.economy.purses.is_empty() {
            state.economy.clone()
        } else {
            state.hides_purses(seat).into()
        };
        let contents = state.contents_seen_by(seat);
        Position { map: map.into(), economy, contents, ..state.clone() }
    }

    fn owners(state: &Position, seat: &SeatId) -> Vec<String> {
        state.choice.powers_of(seat).into_iter().map(|power| power.key().to_owned()).collect()
    }

    fn offers(view: &Position, table: &View) -> Vec<Offer> {
        let mut offers = Round::all_offers(view, table);
        if view.keeps_land() {
            offers.extend(Event::offers_in(view, table, |key| key == "land"));
            return offers;
        }
        offers.extend(Event::offers(view, table));
        offers.extend(deals::offers(view, table));
        offers
    }
    fn offers_in(view: &Position, table: &View, subjects: &[&str]) -> Vec<Offer> {
        let is_asked = |key: &str| subjects.contains(&key) && (key == "land" || !view.keeps_land());
        Event::offers_in(view, table, is_asked)
    }
}
