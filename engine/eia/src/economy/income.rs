//! What a power collects in an economic phase (8.2): taxes and manpower of what it holds, trade, the gold convoy. All of it follows from what
//! everybody knows.

use super::sheet::Counters;
use super::{Line, Source};
use crate::Position;
use crate::board::combination::ITALY;
use crate::board::manpower::{is_larger_anatolia, yields_twice};
use crate::keys::Key;
use crate::map::{AreaId, Place, ProvinceId, map};
use crate::oob::Held;
use crate::politics::terms::Term;
use crate::powers::Power;
use table::rule;
use table::rules::RuleId;

impl Position {
    /// Who has a province's capital in an economic phase, as players told it; `None` where it is whose the province is, so that this one
    /// collects (8.2.1.1).
    #[must_use]
    pub fn occupier(&self, province: ProvinceId) -> Option<Power> {
        let holder = self.held(province).by()?;
        let capital = Key::Shipped(Place::Area(province.on_map().capital)).written();
        self.control
            .get(&capital)
            .copied()
            .filter(|power| *power != holder && self.are_at_war(*power, holder))
    }

    /// Whether a power and Great Britain trade with one another (8.2.1.2.1): they are at peace, neither refuses, and no peace forbids it
    /// (B.6).
    #[must_use]
    pub fn trades_with_britain(&self, power: Power) -> bool {
        let britain = Power::GreatBritain;
        let refused = &self.economy.refused;
        power != britain
            && !self.are_at_war(power, britain)
            && !refused.contains(&(power, britain))
            && !refused.contains(&(britain, power))
            && !self.is_embargoed(power)
    }

    /// Whether a trade embargo (B.6) stands between a power and Great Britain: of a peace that the power lost to anybody, or Great Britain
    /// lost to it, as long as the enforced peace lasts.
    fn is_embargoed(&self, power: Power) -> bool {
        self.politics.treaties.iter().any(|treaty| {
            self.of_the_peace(treaty, Term::B6)
                .is_some_and(|by| treaty.loser == power || treaty.loser == Power::GreatBritain && by == power)
        })
    }

    /// Who has a term of a treaty, while the enforced peace with him lasts.
    fn of_the_peace(&self, treaty: &crate::politics::treaty::Treaty, of: Term) -> Option<Power> {
        self.in_force(treaty).find(|(_, term)| *term == of).map(|(by, _)| by)
    }

    /// Who has the trade of a power with its colonies: the power, or who took it by a peace (C.7,
    /// `house.victory-conditions.c7-colonial`).
    #[must_use]
    pub fn colonial_trade(&self, of: Power) -> Power {
        let lost = self.politics.treaties.iter().filter(|treaty| treaty.loser == of);
        lost.rev().find_map(|treaty| self.of_the_peace(treaty, Term::C7)).unwrap_or(of)
    }

    /// What Great Britain loses of its Indian trade, in $: all of it while a power at war with it controls Egypt
    /// (`house.suez.british-loss`), less $1 for each of its `east` ships at Malta or east of it (`house.suez.fleets-reduce`). With it goes a PP,
    /// unless nothing is lost (`house.suez.no-pp-loss`).
    #[must_use]
    pub fn indian_loss(&self, east: u32) -> u32 {
        if self.enemy_has_egypt() { map().trade.indian.saturating_sub(east) } else { 0 }
    }

    /// Whether a power at war with who has the Indian trade controls Egypt, through which it goes.
    fn enemy_has_egypt(&self) -> bool {
        let trade = &map().trade;
        let by = self.held(trade.indian_lost_with).by();
        by.is_some_and(|power| self.are_at_war(power, trade.indian_holder))
    }

    /// Everything that a power collects, as the board stands and as it told its counters last.
    #[must_use]
    pub fn income(&self, power: Power) -> Vec<Line> {
        self.income_with(power, self.paid_for(power))
    }

    /// The same with the counters that it tells now.
    #[must_use]
    pub fn income_with(&self, power: Power, counters: Counters) -> Vec<Line> {
        let mut lines = taxes(self, power);
        lines.extend(ports(self, power));
        lines.extend(overseas(self, power, counters.east));
        if let Some(total) = self.economy.gold.filter(|_| power == Power::Spain) {
            let rules = self.is_dominant(power).then(|| rule!("house.spain.gold-dominant"));
            lines.push(Line::money(Source::Gold { total }, self.gold(total)).under(rules));
        }
        if self.economy.halved.contains(&power) {
            let [money, manpower] = super::sums(&lines);
            // What is left of an odd number is the smaller half.
            lines.push(Line::of(Source::Loss, money / 2 - money, manpower / 2 - manpower));
        }
        lines
    }
}

/// What a power has whose capital no enemy has, so that it yields something: its free states, or everything else.
pub(super) fn collecting(
    state: &Position,
    power: Power,
    free: bool,
) -> impl Iterator<Item = ProvinceId> + '_ {
    let own = state.board.of(power).filter(move |(_, held)| matches!(held, Held::Free(_)) == free);
    own.map(|(province, _)| province).filter(|province| state.occupier(*province).is_none())
}

/// Taxes and manpower of the provinces and conquered countries that a power holds. A free state collects for itself (8.2.3).
fn taxes(state: &Position, power: Power) -> Vec<Line> {
    let line = |province: ProvinceId| {
        let (manpower, rule) = state.manpower_to(power, province);
        let line = Line::of(Source::Province { province }, state.taxes(province), manpower).under(rule);
        more(state, power, province, line)
    };
    collecting(state, power, false).map(line).filter(|line| line.money > 0 || line.manpower > 0).collect()
}

/// What Rome yields besides when Italy is united, and the Papacy while Italy is dominant, in $.
const ROME: i64 = 10;

/// Whether Rome is Italy's own, and no player told that another has the city (`nationalism.sardinia.unify.rome-income`).
fn has_rome(state: &Position, power: Power) -> bool {
    let rome = AreaId::by_key("rome").map(|rome| Place::Area(rome).key());
    rome.and_then(|rome| state.control.get(&rome)).is_none_or(|holder| *holder == power)
}

/// What a province yields in the Rise of Nationalism beyond what is printed: its manpower is in the line already.
fn more(state: &Position, power: Power, province: ProvinceId, line: Line) -> Line {
    let mut line = line;
    if yields_twice(power, province) {
        line.money *= 2;
        line.rules.push(rule!("nationalism.sardinia.income.double"));
    }
    if power == Power::Sardinia && province.key() == "papacy" {
        if state.board.combinations.contains_key(ITALY) && has_rome(state, power) {
            line.money += ROME;
            line.rules.push(rule!("nationalism.sardinia.unify.rome-income"));
        }
        if state.is_dominant(power) {
            line.money += ROME;
            line.rules.push(rule!("nationalism.dominance.italy.papacy-income"));
        }
    }
    if is_larger_anatolia(state, power, province) {
        line.money += 3;
        line.rules.push(rule!("nationalism.turkey.anatolia-income"));
    }
    line
}

/// The ports that a power collects in, each with its domestic and its American trade in $.
fn trading(state: &Position, power: Power) -> impl Iterator<Item = [i64; 2]> + '_ {
    collecting(state, power, false)
        .flat_map(|province| &province.on_map().areas)
        .filter_map(|area| area.on_map().port.as_ref())
        .map(|port| [port.domestic.into(), port.american.into()])
}

/// Trade by a power's ports: with Great Britain, which earns as much, and with America, which a power at war with Great Britain does not reach.
fn ports(state: &Position, power: Power) -> Vec<Line> {
    let britain = Power::GreatBritain;
    let sum = |of: Power, at: usize| -> i64 { trading(state, of).map(|port| port[at]).sum() };
    let mut lines = Vec::new();
    if power == britain {
        let partners = state.major_powers().filter(|other| state.trades_with_britain(*other));
        lines.extend(partners.map(|with| Line::money(Source::Trade { with }, sum(with, 0))));
    } else if state.trades_with_britain(power) {
        lines.push(Line::money(Source::Trade { with: britain }, sum(power, 0)));
    }
    if power == britain || !state.are_at_war(power, britain) {
        lines.push(Line::money(Source::American, sum(power, 1)));
    }
    lines.retain(|line| line.money > 0);
    lines
}

/// The Indian trade, and the trade with colonies.
fn overseas(state: &Position, power: Power, east: u32) -> Vec<Line> {
    let trade = &map().trade;
    let mut lines = Vec::new();
    if power == trade.indian_holder {
        let lost = state.indian_loss(east);
        let mut line = Line::money(Source::Indian, trade.indian.into());
        if lost == 0 && state.enemy_has_egypt() {
            // Its ships in the east save all of it, and the PP.
            line.rules.extend([rule!("house.suez.fleets-reduce"), rule!("house.suez.no-pp-loss")]);
        }
        lines.push(line);
        if lost > 0 {
            let mut line = Line::money(Source::IndianLost, -i64::from(lost));
            line.rules.push(rule!("house.suez.british-loss"));
            if lost < trade.indian {
                line.rules.push(rule!("house.suez.fleets-reduce"));
            }
            lines.push(line);
        }
    }
    for (of, money) in &trade.colonial {
        if *money > 0 && state.colonial_trade(*of) == power {
            let rule: Option<RuleId> = (*of != power).then(|| rule!("house.victory-conditions.c7-colonial"));
            lines.push(Line::money(Source::Colonial { of: *of }, (*money).into()).under(rule));
        }
    }
    lines
}
