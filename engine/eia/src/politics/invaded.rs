//! An enemy in one's home (4.2.2.1, `house.war.limit.home-invaded`): who is at war and has unbesieged enemy infantry corps there declares no
//! further war. The counters on the map show the corps; whether each is besieged is told.

use super::{Happened, Order, agreement, may_order, orders};
use crate::land::forces::Troop;
use crate::map::{Place, is_invaded_home};
use crate::oob::{self, Corps, OrderOfBattle};
use crate::powers::Power;
use crate::told::counters::Counter;
use crate::{EmpiresInArms, Event, Position, rests};
use table::assent::Assent;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

impl Position {
    /// Whether an enemy corps that can hold infantry stands in a power's home nation, as far as counters are on the map. Guard counts as
    /// infantry, and so does a corps of which no order of battle says what it holds; only cavalry and artillery alone do not. A corps on
    /// loan is his who has it.
    #[must_use]
    pub fn has_enemy_infantry_at_home(&self, power: Power) -> bool {
        self.infantry_at_home(power, |enemy| self.are_at_war(power, enemy))
    }

    /// The same of the corps that these powers have.
    fn infantry_at_home(&self, power: Power, of_these: impl Fn(Power) -> bool) -> bool {
        let start = self.board.start();
        let order = start.scenario().and_then(|scenario| oob::of(&scenario.key));
        let at_home = |counter: &Counter| match Place::by_key(&counter.place) {
            Some(Place::Area(area)) => is_invaded_home(area, power, self.board.era()),
            _ => false,
        };
        self.counters.iter().any(|(of, counters)| {
            let corps = order.map(|order| order.corps(*of)).unwrap_or_default();
            counters.iter().any(|(name, counter)| {
                counter.piece.is_corps()
                    && at_home(counter)
                    && of_these(self.who_has(*of, name))
                    && may_hold_infantry(order, &corps, name)
            })
        })
    }

    /// Who has a corps of a power: the power itself, or to whom it is lent.
    fn who_has(&self, of: Power, corps: &str) -> Power {
        let mut loans = self.politics.carried.loans.iter();
        let loan = loans.find(|loan| loan.of == of && loan.corps.eq_ignore_ascii_case(corps));
        loan.map_or(of, |loan| loan.to)
    }
}

/// Whether a counter on land that is called so may hold infantry. A leader is no corps.
fn may_hold_infantry(order: Option<&OrderOfBattle>, corps: &[Corps], name: &str) -> bool {
    let is_on_foot = |sort: Troop| !sort.is_cavalry() && sort != Troop::Artillery;
    match corps.iter().find(|corps| corps.name.eq_ignore_ascii_case(name)) {
        Some(corps) => corps.holds.each().into_iter().any(|(sort, most)| most > 0 && is_on_foot(sort)),
        None => order.is_none_or(|order| order.leader(name).is_none()),
    }
}

/// Why an enemy in its home lets a power declare no further war; `None` where it may, or where each is besieged. `under` is the rule that
/// says so of this occasion.
pub(crate) fn bars(state: &Position, power: Power, besieged: bool, under: RuleId) -> Option<Refusal> {
    (!besieged && state.has_enemy_infantry_at_home(power)).then(|| {
        let says = said!(
            "{} is at war, and an enemy infantry corps stands in its home: it declares no further war (4.2.2.1), unless each of them is besieged.",
            power
        );
        Refusal::under(under, says)
    })
}

/// The same of a declaration in the political phase, where it is told beforehand that each is besieged.
pub(super) fn bars_in_politics(state: &Position, power: Power) -> Option<Refusal> {
    let besieged = state.politics.besieged.contains(&power);
    bars(state, power, besieged, rule!("house.war.limit.home-invaded"))
}

/// Why nobody needs to tell that the enemies in a power's home are besieged; `None` where it bars something.
fn why_not_told(state: &Position, power: Power) -> Option<Refusal> {
    if state.politics.besieged.contains(&power) {
        return Some(Refusal::new(said!(
            "That is told already; it holds until the next sheets are asked for."
        )));
    }
    (!state.has_enemy_infantry_at_home(power)).then(|| {
        let says = said!("No counter on the map shows an enemy infantry corps in the home of {}.", power);
        Refusal::under(rule!("house.war.limit.home-invaded"), says)
    })
}

/// A player tells that each enemy infantry corps in his home is besieged.
pub(super) fn told(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
) -> Result<(), Refusal> {
    may_order(table, seat, power)?;
    if let Some(refusal) = why_not_told(table.state(), power) {
        return Err(refusal);
    }
    let rules = vec![rule!("house.war.limit.home-invaded")];
    table.emit(&Event::Politics(Happened::Besieged { power, rules }))
}

/// On whose word it rests that each enemy corps in a power's home is besieged: on that of those whose corps they are.
pub(crate) fn rests_on(state: &Position, power: Power) -> Option<Assent> {
    let enemies = state.enemies(power).filter(|enemy| state.infantry_at_home(power, |of| of == *enemy));
    enemies.filter_map(|enemy| rests::on_player_of(state, enemy)).reduce(Assent::and)
}

/// That they are besieged, as an offer to whom they bar.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let (Some(seat), Some(_)) = (orders(table), state.month()) else { return Vec::new() };
    let bars = |power: &Power| why_not_told(state, *power).is_none();
    let own = state.bidders(seat).into_iter().filter(bars);
    own.map(|power| agreement::offer(&Order::Besieged { power })).collect()
}
