//! Who plays which country, who is at war, and what is told of the board: ducats, stability, victory points, initiative.

mod offers;
mod peace;

use super::country::Country;
use super::outline::{Frame, Turn};
use super::period::Period;
use super::prices;
use super::scenario::Options;
use super::technology::{Land, Naval};
use super::{Europa, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use table::Stage;
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said::{ToValue, Value as Word, name};
use table::values::Value as Tracked;
use table::view::View;
use table::{rule, said};

/// The most countries that one player holds.
pub const MOST_COUNTRIES: usize = 12;

/// A country that has a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who plays it.
    pub seat: SeatId,
    /// Its land technology.
    pub land: Land,
    /// Its naval technology.
    pub naval: Naval,
    /// What is told of it.
    #[serde(default)]
    pub told: BTreeMap<Told, i64>,
    /// By how many D$ its treasury was told to rise in a turn, and in which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raised: Option<Raised>,
}

/// By how much a treasury was told to rise in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised {
    /// The turn, by its number.
    pub turn: u8,
    /// D$.
    pub ducats: i64,
}

/// What is told of a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// Its treasury, in ducats.
    Ducats,
    /// Its stability, −3 to +3.
    Stability,
    /// Its victory points.
    Vp,
    /// Its initiative, by which the order of a round goes.
    Initiative,
    /// The box of its land technology, by which interceptions compare; 0 where it is not told.
    LandBox,
    /// The box of its naval technology.
    NavalBox,
}

impl Told {
    /// All of them.
    pub const ALL: [Told; 6] =
        [Told::Ducats, Told::Stability, Told::Vp, Told::Initiative, Told::LandBox, Told::NavalBox];

    /// Its word on the record.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["ducats", "stability", "vp", "initiative", "land_box", "naval_box"][self as usize]
    }

    /// Its unit.
    #[must_use]
    pub fn unit(self) -> &'static str {
        ["D$", "STAB", "VP", "initiative", "land box", "naval box"][self as usize]
    }

    /// The lowest and the highest that it is told as. Those of stability are the game's; the others are ours, wide enough for any game.
    #[must_use]
    pub fn bounds(self) -> (i64, i64) {
        match self {
            Told::Ducats => (-99_999, 99_999),
            Told::Stability => (-3, 3),
            Told::Vp => (-9_999, 9_999),
            Told::Initiative | Told::LandBox | Told::NavalBox => (0, 99),
        }
    }

    /// The most by which it rises in a step as a rule, ours; `None` where that says nothing.
    #[must_use]
    pub fn usual(self) -> Option<i64> {
        match self {
            Told::Vp => Some(100),
            // Above what a turn's income and a plundered city bring.
            Told::Ducats => Some(500),
            Told::Stability | Told::Initiative | Told::LandBox | Told::NavalBox => None,
        }
    }
}

/// What a player orders about countries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "europa", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Takes a country that nobody plays.
    Take {
        /// Which.
        country: Country,
    },
    /// Gives a country up.
    Release {
        /// Which.
        country: Country,
    },
    /// Tells the technologies of a country of his own.
    Technology {
        /// Whose.
        country: Country,
        /// On land.
        land: Land,
        /// At sea.
        naval: Naval,
    },
    /// Tells of a war of a country of his own, or of a peace, which the other side confirms by telling it too. While a peace waits for that,
    /// that they are at war takes it back, or declines it.
    War {
        /// His own.
        country: Country,
        /// The other.
        with: Country,
        /// Whether they are at war.
        on: bool,
    },
}

/// What happened about countries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A country was taken.
    CountryTaken {
        /// Which.
        country: Country,
        /// By whom.
        seat: SeatId,
    },
    /// A country has no player any more.
    CountryReleased {
        /// Which.
        country: Country,
        /// Who played it.
        seat: SeatId,
    },
    /// A country's technologies were told.
    TechnologyTold {
        /// Whose.
        country: Country,
        /// On land.
        land: Land,
        /// At sea.
        naval: Naval,
    },
    /// Two countries are at war, or at peace again.
    War {
        /// Who told.
        country: Country,
        /// With whom.
        with: Country,
        /// Whether they are at war.
        on: bool,
    },
    /// One side told a peace, which the other has to confirm.
    PeaceTold {
        /// Who told.
        country: Country,
        /// With whom.
        with: Country,
    },
    /// A peace that was told does not come: it was taken back, or the other side declined it.
    PeaceDenied {
        /// Who says so.
        country: Country,
        /// The other.
        with: Country,
    },
    /// A value of the board was told or corrected.
    Told {
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

impl ToValue for Country {
    fn to_value(&self) -> Word {
        name(self.name())
    }
}

impl Position {
    /// The countries of a seat.
    #[must_use]
    pub fn countries_of(&self, seat: &SeatId) -> Vec<Country> {
        let of = |(country, played): (&Country, &Played)| (played.seat == *seat).then_some(*country);
        self.countries.iter().filter_map(of).collect()
    }

    /// Whether the campaign is being set up: no round of its first turn has begun, and all are still to be ready.
    #[must_use]
    pub fn is_set_up(&self, options: &Value) -> bool {
        let first = Options::read(options).and_then(|options| Turn::of(options.turn));
        first == Some(self.turn) && self.frames.any(|open| *open == Frame::Preparations)
    }

    /// The best technologies that a country tells by itself to begin with in the turn's period; ours: one more in each period.
    fn best_at_first(&self) -> Option<(Land, Naval)> {
        let period = Period::ALL.iter().position(|period| *period == self.turn.period())?;
        let land = Land::ALL.get(period + 1).or(Land::ALL.last())?;
        let naval = Naval::ALL.get(period + 1).or(Naval::ALL.last())?;
        Some((*land, *naval))
    }

    /// Who plays a country.
    #[must_use]
    pub fn seat_of(&self, country: Country) -> Option<&SeatId> {
        self.countries.get(&country).map(|played| &played.seat)
    }

    /// Whether two countries are at war.
    #[must_use]
    pub fn are_at_war(&self, one: Country, other: Country) -> bool {
        self.wars.contains(&(one.min(other), one.max(other)))
    }

    /// Whether countries of two seats are at war.
    #[must_use]
    pub fn seats_at_war(&self, one: &SeatId, other: &SeatId) -> bool {
        let (one, other) = (self.countries_of(one), self.countries_of(other));
        one.iter().any(|a| other.iter().any(|b| self.are_at_war(*a, *b)))
    }

    /// What is told of a country, 0 where nothing was.
    #[must_use]
    pub fn told(&self, country: Country, what: Told) -> i64 {
        self.countries.get(&country).and_then(|played| played.told.get(&what)).copied().unwrap_or(0)
    }

    /// How many boxes of technology one country is ahead of another (`LandBox` or `NavalBox`); 0 where either is not told.
    #[must_use]
    pub fn ahead(&self, one: Country, other: Country, what: Told) -> i8 {
        match (self.told(one, what), self.told(other, what)) {
            (0, _) | (_, 0) => 0,
            (own, theirs) => i8::try_from((own - theirs).clamp(-99, 99)).unwrap_or(0),
        }
    }

    /// By how many D$ a country's treasury can still be told to rise in this turn as a rule.
    fn usual_ducats(&self, played: &Played) -> Option<i64> {
        let of_turn = played.raised.filter(|raised| raised.turn == self.turn.number());
        Some((Told::Ducats.usual()? - of_turn.map_or(0, |raised| raised.ducats)).max(0))
    }

    /// A country's land technology; of one without a player the oldest.
    #[must_use]
    pub fn land_of(&self, country: Country) -> Land {
        self.countries.get(&country).map_or(Land::Medieval, |played| played.land)
    }

    /// A country's naval technology; of one without a player the carrack.
    #[must_use]
    pub fn naval_of(&self, country: Country) -> Naval {
        self.countries.get(&country).map_or(Naval::Carrack, |played| played.naval)
    }
}

/// The value and country of a key: `ducats/france`.
fn meant(key: &str) -> Option<(Told, Country)> {
    let (what, country) = key.split_once('/')?;
    Some((Told::ALL.into_iter().find(|told| told.key() == what)?, Country::by_key(country)?))
}

/// Refuses unless a seat plays a country.
///
/// # Errors
/// A refusal that says which countries are his.
pub(super) fn own(state: &Position, seat: &SeatId, country: Country) -> Result<(), Refusal> {
    if state.seat_of(country) == Some(seat) {
        return Ok(());
    }
    let own: Vec<Word> = state.countries_of(seat).iter().map(ToValue::to_value).collect();
    Err(Refusal::new(if own.is_empty() {
        said!("You play no country yet. Take one with /europa country take.")
    } else {
        said!("{} is not yours to order. Yours: {}.", country, own)
    }))
}

/// Whether a player plays no country yet and there is one that he can take.
pub(crate) fn has_to_take(state: &Position, seat: &SeatId) -> bool {
    let takes = |country: Country| may(state, seat, &Order::Take { country }).is_ok();
    state.countries_of(seat).is_empty() && Country::all().any(takes)
}

/// Whether a player may order it, and what happens then.
///
/// # Errors
/// The refusal, where he may not.
pub(super) fn may(state: &Position, seat: &SeatId, order: &Order) -> Result<Happened, Refusal> {
    Ok(match *order {
        Order::Take { country } => take(state, seat, country)?,
        Order::Release { country } => {
            own(state, seat, country)?;
            let fights = state.fights.of.values().any(|fight| {
                fight.ended.is_none() && fight.scene.countries.iter().flatten().any(|of| *of == country)
            });
            let asked = state.under_way().is_some_and(|under_way| under_way.asked.contains(seat));
            if fights || asked {
                return Err(Refusal::new(said!(
                    "{} is in a battle that is not over, or is asked about a march. It is given up when that is decided.",
                    country
                )));
            }
            Happened::CountryReleased { country, seat: seat.clone() }
        }
        Order::Technology { country, land, naval } => {
            own(state, seat, country)?;
            if state.countries.get(&country).is_some_and(|old| (old.land, old.naval) == (land, naval)) {
                return Err(Refusal::new(said!("{} has these technologies already.", country)));
            }
            Happened::TechnologyTold { country, land, naval }
        }
        Order::War { country, with, on } => {
            own(state, seat, country)?;
            if country == with {
                return Err(Refusal::new(said!("A country is not at war with itself.")));
            }
            match (on, state.are_at_war(country, with)) {
                (true, true) if state.tells_peace(country, with) || state.tells_peace(with, country) => {
                    Happened::PeaceDenied { country, with }
                }
                (true, true) => {
                    return Err(Refusal::new(said!("{} and {} are at war already.", country, with)));
                }
                (false, false) => {
                    return Err(Refusal::new(said!("{} and {} are not at war.", country, with)));
                }
                (false, true) => peace::told(state, seat, country, with)?,
                (true, false) => Happened::War { country, with, on },
            }
        }
    })
}

fn take(state: &Position, seat: &SeatId, country: Country) -> Result<Happened, Refusal> {
    if let Some(holder) = state.seat_of(country) {
        return Err(Refusal::new(if holder == seat {
            said!("{} is yours already.", country)
        } else {
            said!("{} is played by somebody else.", country)
        }));
    }
    if country.known().kind == "virtual" {
        return Err(Refusal::new(said!("{} stands on no map, so nobody plays it.", country)));
    }
    let period = state.turn.period();
    if let Some(known) = prices::periods(country)
        && !known.contains(&period)
    {
        let known: Vec<Word> = known.iter().map(|period| Word::Name(period.key().to_owned())).collect();
        return Err(Refusal::under(
            rule!("fast-battle.purchase.limit-source"),
            said!(
                "{} is no country with a table in period {}: it has one in {}.",
                country,
                period.key(),
                known
            ),
        ));
    }
    if state.countries_of(seat).len() >= MOST_COUNTRIES {
        return Err(Refusal::new(said!("A player holds {} countries at most.", MOST_COUNTRIES)));
    }
    Ok(Happened::CountryTaken { country, seat: seat.clone() })
}

/// The values that are told.
pub(super) fn values(state: &Position) -> Vec<Tracked> {
    let of = |(country, played): (&Country, &Played)| {
        let (country, seat) = (*country, played.seat.clone());
        Told::ALL.map(|what| {
            let (least, most) = what.bounds();
            Tracked {
                key: format!("{}/{}", what.key(), country.key()),
                name: country.name().to_owned(),
                unit: what.unit().to_owned(),
                now: state.told(country, what),
                least,
                most,
                scale: 1,
                of: Some(seat.clone()),
                rises: true,
                yes_no: false,
                by_player: what == Told::Ducats,
                // That nothing lies in a treasury is told as any amount; until then it only counts as empty.
                known: what != Told::Ducats || played.told.contains_key(&what),
                decides_from: None,
                usual: if what == Told::Ducats { state.usual_ducats(played) } else { what.usual() },
                brings: 0,
                purse: what == Told::Ducats,
                sways: what == Told::Initiative,
                kept: false,
            }
        })
    };
    state.countries.iter().flat_map(of).collect()
}

/// Sets such a value.
pub(super) fn set_value(
    table: &mut Table<'_, '_, Europa>,
    key: &str,
    now: i64,
    corrected: bool,
) -> Result<(), Refusal> {
    let Some((what, country)) = meant(key).filter(|(_, country)| table.state().seat_of(*country).is_some())
    else {
        return Err(Refusal::new(said!("There is no such value on this board.")));
    };
    let before = table.state().told(country, what);
    table.emit(&Event::Seats(Happened::Told { key: key.to_owned(), before, now, corrected }))
}

/// Countries and who plays them, as a subject of the game.
pub enum Countries {}

impl Subject<Europa> for Countries {
    type Happened = Happened;

    /// Changes by what happened.
    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::CountryTaken { country, seat } => {
                let fresh = Played {
                    seat,
                    land: Land::Medieval,
                    naval: Naval::Carrack,
                    told: BTreeMap::new(),
                    raised: None,
                };
                let old = state.countries.remove(&country).or_else(|| state.given_up.remove(&country));
                let played = old.map_or(fresh.clone(), |old| Played { seat: fresh.seat, ..old });
                state.countries.insert(country, played);
            }
            Happened::CountryReleased { country, .. } => {
                if let Some(played) = state.countries.remove(&country) {
                    state.given_up.insert(country, played);
                }
            }
            Happened::TechnologyTold { country, land, naval } => {
                if let Some(played) = state.countries.get_mut(&country) {
                    (played.land, played.naval) = (land, naval);
                }
            }
            Happened::War { country, with, on } => {
                let pair = (country.min(with), country.max(with));
                if on {
                    state.wars.insert(pair)
                } else {
                    state.wars.remove(&pair)
                };
                peace::is_over(state, country, with);
            }
            Happened::PeaceTold { country, with } => _ = state.peaces.insert((country, with)),
            Happened::PeaceDenied { country, with } => peace::is_over(state, country, with),
            Happened::Told { key, before, now, corrected } => {
                let turn = state.turn.number();
                if let Some((what, country)) = meant(&key)
                    && let Some(played) = state.countries.get_mut(&country)
                {
                    if what == Told::Ducats && now > before && !corrected {
                        let of_turn = played.raised.filter(|raised| raised.turn == turn);
                        let ducats = of_turn.map_or(0, |raised| raised.ducats) + (now - before);
                        played.raised = Some(Raised { turn, ducats });
                    }
                    played.told.insert(what, now);
                }
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        offers::offers(state, seat)
    }
}

/// A war between two rests on the word of who tells it, until the other side's player confirms it; that a country has a better technology than it
/// began with, or begins with one that its time has not, on that of all, and so who takes one more country than his first after the campaign's first preparations. What else is one's own
/// is told at once; a peace has a confirmation of its own, and so has what declines it.
fn rests_on(table: &Table<'_, '_, Europa>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    match *order {
        Order::War { country, with, on: true } if !state.are_at_war(country, with) => {
            Assent::grave(state.seat_of(with).cloned())
        }
        Order::Technology { country, land, naval } => {
            // What a country begins with it tells once, before anything is played.
            let is_of_its_time =
                state.best_at_first().is_some_and(|(best, at_sea)| land <= best && naval <= at_sea);
            let begins = |now: &Played| {
                let is_untold = (now.land, now.naval) == (Land::Medieval, Naval::Carrack);
                is_untold && is_of_its_time && state.is_set_up(table.options())
            };
            let rises = |now: &Played| !begins(now) && (land > now.land || naval > now.naval);
            let is_better = state.countries.get(&country).is_some_and(rises);
            if is_better { Assent::light(table.players()) } else { None }
        }
        Order::Take { .. } if !state.countries_of(seat).is_empty() && !state.is_set_up(table.options()) => {
            Assent::light(table.players())
        }
        Order::War { .. } | Order::Take { .. } | Order::Release { .. } => None,
    }
}

/// To whom a player hands something lasting of his own: a country that he gives up is nobody's, and who takes it has all of it.
pub(super) fn gives(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
    match order {
        Order::Release { country } if state.seat_of(*country) == Some(seat) => BTreeSet::from([seat.clone()]),
        _ => BTreeSet::new(),
    }
}

impl Ordered<Europa> for Countries {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<Europa, Order> = Rests::On(rests_on);

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, Europa>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let happened = may(table.state(), seat, &order)?;
        table.emit(&Event::Seats(happened))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(key: &str) -> Country {
        Country::by_key(key).expect("it is known")
    }

    /// A position in which the first seat plays France, Lucca and Savoy, the second Spain, with so many boxes of technology on land.
    fn of(boxes: &[(&str, u32, i64)]) -> Position {
        let mut position = Position {
            turn: crate::outline::Turn::of(8).expect("a turn"),
            countries: table::shared::Shared::default(),
            given_up: table::shared::Shared::default(),
            wars: table::shared::Shared::default(),
            peaces: std::collections::BTreeSet::new(),
            fights: table::shared::Shared::default(),
            board: crate::board::Board::default(),
            sieges: table::shared::Shared::default(),
            frames: table::frames::Frames::default(),
        };
        for (key, seat, told) in boxes {
            let played = Played {
                seat: SeatId::numbered(*seat),
                land: Land::Medieval,
                naval: Naval::Galley,
                told: [(Told::LandBox, *told)].into_iter().filter(|(_, told)| *told != 0).collect(),
                raised: None,
            };
            position.countries.insert(named(key), played);
        }
        position
    }

    #[test]
    fn a_country_is_ahead_by_its_boxes_where_both_are_told() {
        let [france, spain] = ["france", "spain"].map(named);
        for (own, theirs, ahead) in [
            (31, 25, 6),
            (25, 31, -6),
            (30, 30, 0),
            (40, 2, 38),
            (200, 1, 99),
            (1, 200, -99),
            (0, 9, 0),
            (9, 0, 0),
        ] {
            let position = of(&[("france", 1, own), ("spain", 2, theirs)]);
            assert_eq!(position.ahead(france, spain, Told::LandBox), ahead, "{own} and {theirs}");
        }
    }

    #[test]
    fn two_players_are_at_war_where_any_of_their_countries_are() {
        let mut position = of(&[("france", 1, 0), ("lucca", 1, 0), ("spain", 2, 0), ("venice", 3, 0)]);
        let [one, two, three] = [1, 2, 3].map(SeatId::numbered);
        assert!(!position.seats_at_war(&one, &two));
        let [lucca, spain] = ["lucca", "spain"].map(named);
        position.wars.insert((lucca.min(spain), lucca.max(spain)));
        assert!(position.seats_at_war(&one, &two) && position.seats_at_war(&two, &one));
        assert!(!position.seats_at_war(&one, &three) && !position.seats_at_war(&one, &one));
    }

    #[test]
    fn what_is_told_of_a_country_has_its_unit() {
        let units: Vec<(String, String)> = values(&of(&[("france", 1, 0)]))
            .into_iter()
            .map(|value| (value.key, value.unit.to_string()))
            .collect();
        let told = [
            ("ducats", "D$"),
            ("stability", "STAB"),
            ("vp", "VP"),
            ("initiative", "initiative"),
            ("land_box", "land box"),
            ("naval_box", "naval box"),
        ];
        assert_eq!(units, told.map(|(key, unit)| (format!("{key}/france"), unit.to_owned())));
    }

    fn says(result: Result<Happened, Refusal>) -> String {
        result.err().map(|refusal| refusal.says.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_player_takes_twelve_countries_at_most() {
        let mut position = of(&[("spain", 2, 0)]);
        let free = |position: &Position, country: Country| {
            says(may(position, &SeatId::numbered(1), &Order::Take { country }))
        };
        for n in 0..=MOST_COUNTRIES {
            let country = Country::all().find(|country| {
                position.seat_of(*country).is_none()
                    && !free(&position, *country).contains("period")
                    && country.known().kind != "virtual"
            });
            let country = country.expect("there are more");
            let says = free(&position, country);
            assert_eq!(says.contains("holds 12 countries at most"), n == MOST_COUNTRIES, "{n} {says}");
            let played = Played { seat: SeatId::numbered(1), ..position.countries[&named("spain")].clone() };
            position.countries.insert(country, played);
        }
    }

    #[test]
    fn a_country_is_given_up_when_no_battle_of_its_own_goes_on() {
        let released = |of_fight: [&str; 2], over: bool| {
            let mut position = of(&[("france", 1, 0), ("spain", 2, 0)]);
            let mut fight = serde_json::json!({"scene": {"place": "Lombardia", "countries": [[of_fight[0]], [of_fight[1]]]}});
            if over {
                fight["ended"] = serde_json::json!({"end": "fought", "winner": null, "routed": [false, false],
                    "destroyed": [false, false], "lost": [0, 0], "major": false, "pursuit_stars": 0});
            }
            position.fights.of.insert(1, serde_json::from_value(fight).expect("it is a battle"));
            says(may(&position, &SeatId::numbered(1), &Order::Release { country: named("france") }))
        };
        for countries in [["france", "spain"], ["spain", "france"]] {
            assert!(released(countries, false).contains("is in a battle that is not over"));
            assert_eq!(released(countries, true), "");
        }
        assert_eq!(released(["venice", "spain"], false), "", "it is not its own");
    }
}
