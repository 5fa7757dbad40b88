//! The economic sheet: what a power tells of its counters, spends, lends and buys in a quarter, and whether it manipulates its status. It is
//! sealed in three parts: the counters open for all, the manipulation a quarter later, and what is spent stays its owner's affair.

pub use super::counted::Counters;
use super::manipulation::Manipulation;
use super::states::{self, Bought};
use super::{Economy, Purse, account, account::Account, affordable, may_buy, prices};
use crate::Position;
use crate::guards::owns;
use crate::map::ProvinceId;
use crate::months::Month;
use crate::oob;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use table::envelope::NoRound;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::view::View;
use table::{rule, said};

/// What is a ship among what can be bought.
const SHIPS: [&str; 6] = ["ship", "frigate", "heavy_ship", "transport", "steamship", "ironclad"];

/// The part that opens for all.
pub const COUNTERS: &str = "counters";
/// The part that opens a quarter later.
pub const MANIPULATE: &str = "manipulate";
/// The part that stays closed.
pub const SPEND: &str = "spend";

/// The field in which Russia says how many ships it lays down in the Black Sea.
pub const BLACK_SEA: &str = "black_sea";

/// The most counters of a kind that are told, and the most that is paid for supply, in $; ours, wider than anything in play.
const WIDEST: u32 = 999;

/// What a power spends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spend {
    /// $ paid for supply in the quarter's months.
    #[serde(skip_serializing_if = "super::is_none")]
    pub supply: u32,
    /// $ lent to others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lend: BTreeMap<Power, u32>,
    /// How many of the ships that are bought are laid down in ports of the Black Sea: Russia's of 1853.
    #[serde(skip_serializing_if = "super::is_none")]
    pub black_sea: u32,
    /// What is bought, by its word among the costs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub buy: BTreeMap<String, u32>,
    /// What is bought for free states, out of their own money.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub states: Bought,
    /// What the sheet came to when its owner sealed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came: Option<Came>,
}

/// What a sheet comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Came {
    /// $ and MP that there are for upkeep, supply, loans and what is bought.
    pub has: [i64; 2],
    /// $ and MP that are left of them.
    pub left: [i64; 2],
    /// $ and MP that its free states have of their own.
    #[serde(default, skip_serializing_if = "are_nothing")]
    pub states: [i64; 2],
}

fn are_nothing(amounts: &[i64; 2]) -> bool {
    *amounts == [0, 0]
}

/// All that a power puts on its sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Its counters on the map.
    pub counters: Counters,
    /// What it spends.
    pub spend: Spend,
    /// How it manipulates its status.
    pub manipulation: Option<Manipulation>,
}

/// A player's sheet: that of each of his powers, part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The counters that they have.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<Power, Counters>,
    /// How they manipulate their status.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub manipulate: BTreeMap<Power, Manipulation>,
    /// What they spend.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub spend: BTreeMap<Power, Spend>,
}

impl Sheet {
    /// What is on it of a power.
    #[must_use]
    pub fn of(&self, power: Power) -> Wishes {
        Wishes {
            counters: self.counters.get(&power).copied().unwrap_or_default(),
            spend: Spend { came: None, ..self.spend.get(&power).cloned().unwrap_or_default() },
            manipulation: self.manipulate.get(&power).copied(),
        }
    }

    /// What it came to for a power when it was sealed; `None` where its owner did not see that.
    #[must_use]
    pub fn came(&self, power: Power) -> Option<Came> {
        self.spend.get(&power)?.came
    }

    /// As it is filled in: `counters/spain/corps`, `supply/spain`, `lend/spain/france`, `buy/spain/infantry`, `manipulate/spain`.
    #[must_use]
    pub fn filled(&self) -> Value {
        let mut filled = Map::new();
        for (power, counters) in &self.counters {
            for (field, count) in counters.clone().fields() {
                if *count > 0 {
                    filled.insert(format!("{COUNTERS}/{}/{field}", power.key()), json!(*count));
                }
            }
        }
        for (power, chosen) in &self.manipulate {
            filled.insert(format!("{MANIPULATE}/{}", power.key()), json!(chosen.key()));
        }
        for (power, spend) in &self.spend {
            if spend.supply > 0 {
                filled.insert(format!("supply/{}", power.key()), json!(spend.supply));
            }
            if spend.black_sea > 0 {
                filled.insert(format!("{BLACK_SEA}/{}", power.key()), json!(spend.black_sea));
            }
            for (to, money) in &spend.lend {
                filled.insert(format!("lend/{}/{}", power.key(), to.key()), json!(money));
            }
            for (item, count) in &spend.buy {
                filled.insert(format!("buy/{}/{item}", power.key()), json!(count));
            }
            for (minor, items) in &spend.states {
                for (item, count) in items {
                    filled.insert(format!("state/{}/{}/{item}", power.key(), minor.key()), json!(count));
                }
            }
        }
        Value::Object(filled)
    }
}

impl Position {
    /// What an account would come to by a sheet, as the board stands now: what a player sees before he seals. What others lend him is not
    /// known before the sheets are opened.
    #[must_use]
    pub fn account_by(&self, power: Power, month: Month, wishes: &Wishes) -> Option<(Account, Purse)> {
        let purse = self.purse(power)?;
        let others = account::Others::expected(self, power, month);
        Some(account::made(self, power, month, wishes, purse, &others))
    }
}

/// The round of the economic sheets of a quarter: `budget/1805-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EconomicSheets(pub Month);

impl fmt::Display for EconomicSheets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "budget/{}", self.0)
    }
}

impl FromStr for EconomicSheets {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<EconomicSheets, NoRound> {
        let month = name
            .strip_prefix("budget/")
            .and_then(|month| month.parse::<Month>().ok())
            .filter(|month| month.is_economic());
        month.map(EconomicSheets).ok_or(NoRound)
    }
}

/// A sheet as it is filled in.
pub(super) fn read(state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
    let unreadable = || Refusal::new(said!("That is no economic sheet."));
    let own = state.bidders(seat);
    let mut sheet = Sheet::default();
    for power in &own {
        sheet.counters.insert(*power, Counters::default());
    }
    for (field, value) in filled.as_object().ok_or_else(unreadable)? {
        let parts: Vec<&str> = field.split('/').collect();
        let power = parts.get(1).and_then(|key| Power::by_key(key)).ok_or_else(unreadable)?;
        owns(&own, power)?;
        let number = || {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.filter(|number| *number <= WIDEST).ok_or_else(|| {
                Refusal::new(said!("A number on the sheet is a whole one from 0 to {}.", WIDEST))
            })
        };
        match *parts.as_slice() {
            [COUNTERS, _, kind] => {
                let counters = sheet.counters.entry(power).or_default();
                let (_, of) =
                    counters.fields().into_iter().find(|(name, _)| *name == kind).ok_or_else(unreadable)?;
                *of = number()?;
            }
            [MANIPULATE, _] => {
                let chosen = value.as_str().and_then(Manipulation::by_key).ok_or_else(unreadable)?;
                sheet.manipulate.insert(power, chosen);
            }
            ["supply", _] => sheet.spend.entry(power).or_default().supply = number()?,
            [BLACK_SEA, _] => {
                let count = number()?;
                if count > 0 {
                    if let Some(refusal) = why_not_in_black_sea(state, power) {
                        return Err(refusal);
                    }
                    sheet.spend.entry(power).or_default().black_sea = count;
                }
            }
            ["lend", _, to] => {
                let to = Power::by_key(to).ok_or_else(unreadable)?;
                if let Some(refusal) = why_no_loan(state, power, to) {
                    return Err(refusal);
                }
                let money = number()?;
                if money > 0 {
                    sheet.spend.entry(power).or_default().lend.insert(to, money);
                }
            }
            ["buy", _, item] => {
                if let Some(refusal) = why_not_bought(state, power, item) {
                    return Err(refusal);
                }
                let count = number()?;
                if count > 0 {
                    sheet.spend.entry(power).or_default().buy.insert(item.to_owned(), count);
                }
            }
            ["state", _, minor, item] => {
                let minor = ProvinceId::by_key(minor).ok_or_else(unreadable)?;
                if let Some(refusal) = why_not_for(state, power, minor, item) {
                    return Err(refusal);
                }
                let count = number()?;
                if count > 0 {
                    let states = &mut sheet.spend.entry(power).or_default().states;
                    states.entry(minor).or_default().insert(item.to_owned(), count);
                }
            }
            _ => return Err(unreadable()),
        }
    }
    check_numbers(state, &sheet)?;
    Ok(as_it_comes_to(state, &own, sheet))
}

/// A sheet with what it comes to as it is sealed.
fn as_it_comes_to(state: &Position, own: &[Power], mut sheet: Sheet) -> Sheet {
    for power in own {
        let came = came_to(state, *power, &sheet.of(*power));
        sheet.spend.entry(*power).or_default().came = came;
    }
    sheet.spend.retain(|_, spend| *spend != Spend::default());
    sheet
}

/// What a sheet comes to as the board stands; `None` while none is asked for, and where the treasury is not known here.
fn came_to(state: &Position, power: Power, wishes: &Wishes) -> Option<Came> {
    let (account, _) = state.account_by(power, state.economy.asked?, wishes)?;
    Some(account.came())
}

/// The powers for which a sealed sheet comes to something else as the board stands than when its owner sealed it: what it came to, and what
/// it comes to now. It stays sealed; only he is told.
#[must_use]
pub fn otherwise(state: &Position, sheet: &Sheet) -> BTreeMap<Power, [Came; 2]> {
    let of = |power: &Power| {
        let (came, now) = (sheet.came(*power)?, came_to(state, *power, &sheet.of(*power))?);
        (came != now).then_some((*power, [came, now]))
    };
    sheet.spend.keys().filter_map(of).collect()
}

/// Why a power does not lend to another.
#[must_use]
pub fn why_no_loan(state: &Position, power: Power, to: Power) -> Option<Refusal> {
    if power == to || !state.major_powers().any(|one| one == to) {
        return Some(Refusal::new(said!("Money is lent to another power of the campaign (8.3).")));
    }
    if state.are_at_war(power, to) {
        let says = said!("{} is at war with {} and lends it nothing (8.3).", power, to);
        return Some(Refusal::new(says));
    }
    None
}

/// Whether what can be bought is a ship.
#[must_use]
pub fn is_ship(item: &str) -> bool {
    SHIPS.contains(&item)
}

/// Why a power builds no ships in a month, of the Black Sea or anywhere; `None` where it may.
fn why_no_ships(state: &Position, power: Power, month: Month, black_sea: bool) -> Option<Refusal> {
    crate::LAWS.iter().find_map(|law| law.bars_ships(state, power, month, black_sea))
}

/// Why a power cannot buy something at all.
#[must_use]
pub fn why_not_bought(state: &Position, power: Power, item: &str) -> Option<Refusal> {
    let named = oob::costs(state.scenario_key()).find(|cost| cost.key == item);
    if named.is_some_and(|cost| may_buy(state, power, cost)) {
        let month = state.economy.asked.or_else(|| state.month())?;
        return is_ship(item).then(|| why_no_ships(state, power, month, false)).flatten();
    }
    Some(match named {
        Some(cost) if cost.key == "conversion" => Refusal::under(
            rule!("house.base.no-militia-conversion"),
            said!("Militia stays militia: nobody makes it into infantry here."),
        ),
        Some(cost) => {
            Refusal::new(said!("{} has nothing that could take {}.", power, cost.name.to_lowercase()))
        }
        None => Refusal::new(said!("Nothing of that name can be bought.")),
    })
}

/// Why a power lays down no ships in ports of the Black Sea.
#[must_use]
pub fn why_not_in_black_sea(state: &Position, power: Power) -> Option<Refusal> {
    if !state.lays_down_in_black_sea(power) {
        let says = said!("Russia alone says of its ships how many it lays down in the Black Sea, in 1853.");
        return Some(Refusal::new(says));
    }
    why_no_ships(state, power, state.economy.asked.or_else(|| state.month())?, true)
}

/// Why something cannot be bought for a free state at all.
#[must_use]
pub fn why_not_for(state: &Position, power: Power, minor: ProvinceId, item: &str) -> Option<Refusal> {
    if !states::of(state, power).any(|own| own == minor) {
        return Some(Refusal::new(said!(
            "{} is no free state of {} that collects now, so nothing is bought for it.",
            minor.name(),
            power
        )));
    }
    if states::prices(state, minor).any(|cost| cost.key == item) {
        return None;
    }
    Some(Refusal::new(said!("{} has no corps or fleet that could take that.", minor.name())))
}

/// Nobody tells or buys more counters than he has, and no more depots stand than the house rules allow.
fn check_numbers(state: &Position, sheet: &Sheet) -> Result<(), Refusal> {
    for (power, counters) in &sheet.counters {
        let all = state.counters_in_all(*power);
        for ((item, has), (_, most)) in counters.each().into_iter().zip(all.each()) {
            if has > most {
                let says = match item {
                    "corps" => said!("{} has {} corps in all, and not {}.", power, most, has),
                    "fleet" => said!("{} has {} fleets in all, and not {}.", power, most, has),
                    _ => said!("{} has {} depots in all, and not {}.", power, most, has),
                };
                return Err(Refusal::new(says));
            }
            let wanted = sheet.spend.get(power).and_then(|spend| spend.buy.get(item)).copied().unwrap_or(0);
            if has.saturating_add(wanted) > most {
                return Err(Refusal::new(said!(
                    "{} has {} of {} counters of that kind on the map, so it cannot buy {}.",
                    power,
                    has,
                    most,
                    wanted
                )));
            }
        }
        if counters.east > 0 && *power != Power::GreatBritain {
            return Err(Refusal::new(said!("Ships in the east are told of Great Britain alone.")));
        }
    }
    Ok(())
}

/// Checks that a sealed sheet is written as one is.
pub(super) fn check(sheet: &Sheet) -> Result<(), Refusal> {
    let small = |number: &u32| *number <= WIDEST;
    let counted = sheet.counters.values().all(|of| {
        let mut of = *of;
        of.fields().iter().all(|(_, count)| small(count))
    });
    let spent = sheet.spend.values().all(|spend| {
        small(&spend.supply)
            && small(&spend.black_sea)
            && spend.lend.values().all(small)
            && spend.buy.values().all(small)
            && spend.states.values().flat_map(BTreeMap::values).all(small)
    });
    let chosen = sheet.manipulate.values().all(|chosen| Manipulation::by_key(&chosen.key()).is_some());
    if counted && spent && chosen { Ok(()) } else { Err(Refusal::new(said!("That is no economic sheet."))) }
}

/// What is answered for who says nothing: his counters as he told them last, which are paid for, and nothing else.
pub(super) fn default_of(state: &Position, seat: &SeatId) -> Sheet {
    let counters = state.bidders(seat).into_iter().map(|power| (power, state.counters_before(power)));
    Sheet { counters: counters.collect(), ..Sheet::default() }
}

/// The sheet, where it is asked of the viewer. A regent is offered what any guest could know: the counters.
pub(crate) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Economy { asked: Some(month), .. } = *state.economy else { return Vec::new() };
    let Some(seat) = table.seat() else { return Vec::new() };
    let name = EconomicSheets(month).to_string();
    let whole = |most: u32| Kind::Whole { least: 0, most: most.into() };
    let mut fields = Vec::new();
    for power in state.bidders(seat) {
        let key = power.key();
        let mut before = state.counters_before(power);
        let most = state.counters_in_all(power).each().map(|(_, most)| most).into_iter().chain([WIDEST]);
        for ((kind, count), most) in before.fields().into_iter().zip(most) {
            if kind != "east" || power == Power::GreatBritain {
                let field = Field::optional(&format!("{COUNTERS}/{key}/{kind}"), whole(most));
                fields.push(field.usually(json!(*count)));
            }
        }
        if table.as_regent {
            continue;
        }
        let ways: Vec<String> = Manipulation::all().map(|(word, _)| word).collect();
        fields.push(Field::optional(&format!("{MANIPULATE}/{key}"), Kind::OneOf { of: ways }));
        let [money, manpower] = within_reach(state, power, month, before);
        let usual = afforded(state, power, month, before);
        let most = |amount: i64| u32::try_from(amount.clamp(0, WIDEST.into())).unwrap_or(0);
        fields.push(Field::optional(&format!("supply/{key}"), whole(most(money))));
        for to in state.major_powers().filter(|to| why_no_loan(state, power, *to).is_none()) {
            fields.push(Field::optional(&format!("lend/{key}/{}", to.key()), whole(most(money))));
        }
        if why_not_in_black_sea(state, power).is_none() {
            fields.push(Field::optional(&format!("{BLACK_SEA}/{key}"), whole(most(manpower))));
        }
        let bought = |cost: &&oob::Cost| cost.months > 0 && why_not_bought(state, power, &cost.key).is_none();
        for cost in prices(state, power).filter(bought) {
            let many = affordable([money, manpower], state.price(cost));
            let field = Field::optional(&format!("buy/{key}/{}", cost.key), whole(most(many.into())));
            fields.push(match usual.iter().find(|(item, _)| *item == cost.key) {
                Some((_, count)) => field.usually(json!(most((*count).into()))),
                None => field,
            });
        }
        for minor in states::of(state, power) {
            for cost in states::prices(state, minor) {
                let field = format!("state/{key}/{}/{}", minor.key(), cost.key);
                fields.push(Field::optional(&field, whole(most(state.manpower(minor).0.into()))));
            }
        }
    }
    vec![Offer::seal(&name, fields)]
}

/// What the upkeep of counters comes to, in $.
fn upkeep(state: &Position, counters: Counters) -> i64 {
    counters.each().into_iter().map(|(key, count)| i64::from(count) * state.upkeep(key)).sum()
}

/// What a power can afford that has nothing else in mind, when these counters are paid for now and for another quarter.
#[must_use]
pub fn afforded(
    state: &Position,
    power: Power,
    month: Month,
    counters: Counters,
) -> Vec<(&'static str, u32)> {
    let [money, manpower] = within_reach(state, power, month, counters);
    usual(state, power, [money - upkeep(state, counters), manpower])
}

/// What a power buys that has nothing else in mind, of what there is: manpower that is not spent is lost, so it becomes infantry as far as
/// the money lasts, and militia beyond. What the counters cost next quarter stays in the treasury.
fn usual(state: &Position, power: Power, mut has: [i64; 2]) -> Vec<(&'static str, u32)> {
    let mut buys = Vec::new();
    for item in ["infantry", "militia"] {
        let Some(cost) = prices(state, power).find(|cost| cost.key == item) else { continue };
        let [money, manpower] = state.price(cost);
        // What needs no manpower would take all the money there is.
        let count = if manpower > 0 { affordable(has, [money, manpower]) } else { 0 };
        has = [has[0] - i64::from(count) * money, has[1] - i64::from(count) * manpower];
        if count > 0 {
            buys.push((item, count));
        }
    }
    buys
}

/// What a power could spend at most: what is left when these counters are paid for.
#[must_use]
pub fn within_reach(state: &Position, power: Power, month: Month, counters: Counters) -> [i64; 2] {
    let wishes = Wishes { counters, ..Wishes::default() };
    state.account_by(power, month, &wishes).map_or([0, 0], |(account, _)| account.reach())
}

/// What everything on a sheet would cost if all of it were bought, beyond what there is: $ and MP that are missing. Nothing where it lasts.
#[must_use]
pub fn missing(state: &Position, power: Power, month: Month, wishes: &Wishes) -> [i64; 2] {
    let Some((account, _)) = state.account_by(power, month, &Wishes::default()) else { return [0, 0] };
    let spend = &wishes.spend;
    let reach = account.reach().map(|has| has.max(0));
    // Who has nothing cannot pay for any counter, whatever he puts on his sheet; what is unpaid leaves the map.
    let kept = if reach[0] == 0 { 0 } else { upkeep(state, wishes.counters) };
    let mut needs = [kept + i64::from(spend.supply), 0];
    needs[0] += spend.lend.values().copied().map(i64::from).sum::<i64>();
    for cost in prices(state, power) {
        let [money, manpower] = state.price(cost);
        let count = i64::from(spend.buy.get(&cost.key).copied().unwrap_or(0));
        needs = [needs[0] + money * count, needs[1] + manpower * count];
    }
    [(needs[0] - reach[0]).max(0), (needs[1] - reach[1]).max(0)]
}
