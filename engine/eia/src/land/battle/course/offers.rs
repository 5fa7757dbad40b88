//! What a player may order in battles now, and what he may seal for them. What stands on the group's own board is stated by a few usual
//! fields and musters, out of the order of battle; any other is written.

use super::may::{Now, may};
use super::plans::{BattlePlans, check};
use super::{Battles, Order, holder};
use crate::LAWS;
use crate::Position;
use crate::chits::Terrain;
use crate::frame::Frame;
use crate::keys::Key;
use crate::land::battle::fight::Who;
use crate::land::battle::guard::most_guard;
use crate::land::battle::plan::When;
use crate::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce, Sealed};
use crate::land::battle::{Battle, Field, Kind};
use crate::land::forces::{Corps, Factors, Leader, Rank, Troop};
use crate::land::stacking::{Muster, Stands};
use crate::months::Phase;
use crate::nations::Nation;
use crate::oob;
use crate::powers::Power;
use crate::told::counters::CORPS;
use std::collections::{BTreeMap, BTreeSet};
use table::Stage;
use table::names::SeatId;
use table::offers::{self, Offer};
use table::view::View;

/// The verb of these orders, as the record writes it.
const VERB: &str = "battle";
/// Where a battle is offered, if no corps of the defender's stands on the map.
const PLACES: [&str; 4] = ["Vienna", "Berlin", "Munich", "Milan"];
/// The most corps that are offered for a muster, of those that the order of battle names.
const MOST: usize = 4;
/// Leaders who are offered for a muster, one at a time.
const LEADERS: usize = 3;
/// The garrison that a fortress holds which is offered to be stormed.
const FORTRESS: u32 = 10;

/// The orders in battles.
pub(crate) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
    let desk = Desk { state, table, seat, now: Now::seen(table) };
    let mut offers = desk.to_open();
    offers.extend(desk.rifles());
    for (number, battle) in state.battles.open() {
        offers.extend(desk.in_battle(number, battle));
    }
    offers
}

/// The envelope of a day, or of the step at which it stops.
pub(crate) fn to_seal(state: &Position, table: &View, round: &BattlePlans) -> Option<Offer> {
    let (number, battle) = state.battles.planned_in(round)?;
    let desk = Desk { state, table, seat: table.seat()?, now: Now::seen(table) };
    desk.to_seal(number, battle)
}

/// Who makes the offers, and for whom.
struct Desk<'p> {
    state: &'p Position,
    table: &'p View,
    seat: &'p SeatId,
    now: Now,
}

impl Desk<'_> {
    fn allowed(&self, order: &Order) -> bool {
        may(self.state, &self.now, self.seat, order).is_ok()
    }

    fn own(&self) -> Vec<Power> {
        let own = |power: &Power| holder(self.state, *power).as_ref() == Some(self.seat);
        self.state.choice.powers().filter(own).collect()
    }

    /// Those whom a power may fight: all that somebody plays, or its enemies where wars are kept.
    fn foes(&self, power: Power) -> Vec<Power> {
        let plays =
            |seat: &SeatId| self.table.seats.iter().any(|place| place.id == *seat && place.is_taken());
        let foe = |other: &Power| {
            let player = holder(self.state, *other);
            let at_peace = self.state.politics.opened && !self.state.are_at_war(power, *other);
            player.is_some_and(|player| player != *self.seat && plays(&player)) && !at_peace
        };
        self.state.choice.powers().filter(foe).collect()
    }

    /// Battles that he may open with each power of his as attacker, and that it may defend in. Who fights one already ends it first.
    fn to_open(&self) -> Vec<Offer> {
        let open = || self.state.battles.open().map(|(_, battle)| battle);
        if !self.state.choice.done || open().any(|battle| self.state.seats_in(battle).contains(self.seat)) {
            return Vec::new();
        }
        let in_its_phase = self.state.frames.any(|frame| *frame == Frame::Phase(Phase::Land));
        let mut offers = Vec::new();
        for power in self.own() {
            let mut fields: [Vec<Field>; 2] = [Vec::new(), Vec::new()];
            for foe in self.foes(power) {
                fields[0].extend(self.fields(power, foe));
                fields[0].push(Field { terrain: Terrain::Forest, ..self.field(foe, power) });
                fields[1].extend(self.neutral(power, foe));
            }
            for (fields, neutral) in fields.into_iter().zip([false, true]) {
                let order = |field: &Field| Order::Open { field: field.clone(), neutral };
                let fields: Vec<Field> =
                    fields.into_iter().filter(|field| self.allowed(&order(field))).collect();
                let Some(first) = fields.first() else { continue };
                let open = vec![offers::Field::required("field", offers::Kind::among(&fields))];
                let offer = Offer::of_order(VERB, order(first), open);
                offers.push(if in_its_phase { offer.timely() } else { offer });
            }
        }
        offers
    }

    /// A field combat where the defender has a corps, or in a place of the list.
    fn field(&self, attacker: Power, defender: Power) -> Field {
        let corps = self.state.counters_of(defender).iter();
        let stands =
            corps.filter(|(name, _)| CORPS.contains(&name.as_str())).map(|(_, at)| at.place.as_str());
        let stands = stands.filter_map(|at| Key::read(at).map(|key| key.name().to_owned()));
        let free =
            |battles: &Battles, place: &str| !battles.open().any(|(_, battle)| battle.field.place == place);
        let mut places = stands.chain(PLACES.map(str::to_owned));
        let place = places.find(|place| free(&self.state.battles, place)).unwrap_or_default();
        Field::new(&place, vec![attacker], vec![defender])
    }

    /// The kinds of combat between two powers.
    fn fields(&self, attacker: Power, defender: Power) -> Vec<Field> {
        let plain = self.field(attacker, defender);
        vec![
            Field { river: true, from: vec!["Munich".to_owned()], ..plain.clone() },
            Field { surrounded: Some(Who::Defender), ..plain.clone() },
            Field { kind: Kind::Limited, terrain: Terrain::Mountain, ..plain.clone() },
            Field { kind: Kind::Assault, fortress: Some(FORTRESS), ..plain.clone() },
            Field { kind: Kind::Trivial, depot: Some(defender), ..plain.clone() },
            plain,
        ]
    }

    /// The depot of a third power, which another guards that is neutral.
    fn neutral(&self, attacker: Power, guards: Power) -> Option<Field> {
        let depot = self.state.choice.powers().find(|other| ![attacker, guards].contains(other))?;
        Some(Field { kind: Kind::Trivial, depot: Some(depot), ..self.field(attacker, guards) })
    }

    fn rifles(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        for power in self.own() {
            for landtag in [false, true] {
                let order = Order::BuyRifles { power, landtag };
                if self.allowed(&order) {
                    let offer = Offer::of_order(VERB, order, Vec::new());
                    offers.push(if landtag { offer } else { offer.timely() });
                }
            }
        }
        offers
    }

    /// What is ordered in an open battle.
    fn in_battle(&self, number: u32, battle: &Battle) -> Vec<Offer> {
        let mut offers = Vec::new();
        let whole = |order: Order| self.allowed(&order).then(|| Offer::of_order(VERB, order, Vec::new()));
        offers.extend(whole(Order::Neutral { number }).map(Offer::onward));
        offers.extend(whole(Order::CallOff { number }).map(Offer::back));
        offers.extend(whole(Order::Live { number, on: true }));
        offers.extend(whole(Order::Live { number, on: false }).map(Offer::back));
        for power in self.state.in_battle(battle, self.seat) {
            // Who commands may hang on a die, and without all words none falls.
            let last = battle.awaited().iter().all(|other| *other == power);
            if battle.command.is_some() || last && !self.table.epoch.words_complete {
                continue;
            }
            let order = |muster: &Muster| Order::Muster { number, power, muster: muster.clone() };
            let musters: Vec<Muster> =
                self.musters(power, battle).into_iter().filter(|one| self.allowed(&order(one))).collect();
            let Some(first) = musters.first() else { continue };
            let open = vec![offers::Field::required("muster", offers::Kind::among(&musters))];
            let offer = Offer::of_order(VERB, order(first), open);
            offers.push(if battle.musters.contains_key(&power) { offer.back() } else { offer.onward() });
        }
        offers
    }

    /// What a power may muster: one corps to four of those that the order of battle names, without a leader, with one of its leaders, with
    /// one corps that stands aside or comes from beside.
    fn musters(&self, power: Power, battle: &Battle) -> Vec<Muster> {
        // Powers that fight side by side leave room for one another.
        let together = battle.field.side(power).map_or(1, |who| battle.field.of(who).len().max(1));
        let mut named = self.corps(power);
        named.truncate((MOST / together).max(1));
        let stands = |n: usize, aside: bool, adjacent: bool| -> Vec<Stands> {
            let corps = named.iter().take(n).cloned().enumerate();
            let last = |i: usize| i > 0 && i + 1 == named.len().min(n);
            corps
                .map(|(i, corps)| Stands {
                    aside: aside && last(i),
                    corps: Corps { adjacent: adjacent && last(i), ..corps },
                })
                .collect()
        };
        let ally = battle.field.side(power).and_then(|who| battle.field.of(who).first().copied());
        let mut musters = Vec::new();
        for n in 1..=MOST {
            musters.push(Muster { corps: stands(n, false, false), ..Muster::default() });
        }
        for leader in self.leaders(power) {
            let leaders = vec![leader];
            for (n, aside, adjacent) in
                [(2, false, false), (3, true, false), (3, false, true), (4, false, false)]
            {
                let corps = stands(n, aside, adjacent);
                musters.push(Muster { corps, leaders: leaders.clone(), command: None, ..Muster::default() });
            }
        }
        // Powers that fight together may agree on who commands, and share out who storms.
        let agreed = Muster { corps: stands(1, false, false), command: ally, ..Muster::default() };
        musters.push(Muster { storms: Some(1), ..agreed.clone() });
        musters.push(agreed);
        musters
    }

    /// The first of its corps that were not destroyed.
    fn corps(&self, power: Power) -> Vec<Corps> {
        let now = crate::frame::place(&self.now.path);
        let is_there = |name: &str| now.is_none_or(|now| self.state.destroyed_at(now, power, name).is_none());
        let nation = Nation::Major(power);
        let of_battle = oob::of(&self.table.scenario).map(|order| order.corps(power)).unwrap_or_default();
        let usual = |one: &&oob::Corps| {
            matches!(one.kind, oob::Sorts::Infantry | oob::Sorts::Cavalry | oob::Sorts::Guard)
                && one.with.is_none()
                && is_there(&one.name)
        };
        let corps = of_battle.iter().filter(usual).map(|one| Corps {
            cavalry: one.kind == oob::Sorts::Cavalry,
            la_salle: one.la_salle,
            ..Corps::named(&one.name, nation)
        });
        let corps: Vec<Corps> = corps.take(MOST).collect();
        if corps.is_empty() {
            let names = CORPS.iter().filter(|name| is_there(name)).take(MOST);
            return names.map(|name| Corps::named(name, nation)).collect();
        }
        corps
    }

    /// The first of its leaders on land who are there and neither killed nor away with a wound.
    fn leaders(&self, power: Power) -> Vec<Leader> {
        let Some(order) = oob::of(&self.table.scenario) else { return Vec::new() };
        let month = crate::frame::place(&self.now.path).map(|(month, _)| month);
        let all = order.powers.get(&power).map(|forces| &forces.leaders).into_iter().flatten();
        let there = |one: &&oob::Leader| {
            !one.at_sea && month.is_none_or(|month| !one.is_gone(month) && !one.is_yet_to_come(month))
        };
        let unhurt =
            |one: &Leader| one.check().is_ok() && !self.state.battles.is_away(month, power, &one.name);
        let leaders = all.filter(there).map(|one| Leader {
            name: one.name.clone(),
            strategic: one.strategic,
            tactical: one.tactical,
            maximum: one.maximum,
            rank: match one.rank {
                oob::Rank::A => Rank::A,
                oob::Rank::B => Rank::B,
                oob::Rank::C => Rank::C,
                oob::Rank::D => Rank::D,
            },
            adjacent: false,
        });
        leaders.filter(unhurt).take(LEADERS).collect()
    }

    /// The envelope of a day, or of the step at which it stops.
    fn to_seal(&self, number: u32, battle: &Battle) -> Option<Offer> {
        let round = battle.plans_now(number);
        let powers = self.state.in_battle(battle, self.seat);
        let side = battle.commanded_by(&powers);
        let fits = |of: &BTreeMap<Power, Own>, plan: Option<&Plan>| {
            let sealed = Sealed { of: of.clone(), plan: plan.cloned() };
            check(self.state, &round, self.seat, &sealed).is_ok()
        };
        let standing = self.state.standing_plan(battle, self.seat);
        let plain = match &standing {
            Some(standing) => standing.plan.clone(),
            None => side.map(|who| Plan::with(battle.field.kind.chits(who)[0])),
        };
        let mut owns: Vec<BTreeMap<Power, Own>> = Vec::new();
        for way in Way::ALL {
            let of = powers.iter().map(|power| (*power, own(battle, *power, way, standing.as_ref())));
            let of: BTreeMap<Power, Own> = of.collect();
            if !owns.contains(&of) && fits(&of, plain.as_ref()) {
                owns.push(of);
            }
        }
        let mut fields = vec![offers::Field::required("of", offers::Kind::among(&owns))];
        let on_board = battle.field.area.is_some();
        // Where corps stand beside the battle they come to it, unless their owner thinks otherwise.
        if let (true, Some(most)) = (on_board, owns.iter().max_by_key(|of| brings(of))) {
            fields[0] = fields[0].clone().usually(serde_json::to_value(most).unwrap_or_default());
        }
        if let (Some(who), Some(first)) = (side, owns.first()) {
            // Who goes around hangs on what is in the corps of the same envelope.
            let fits = |plan: &Plan| match plan.chit {
                Chit::Outflank => owns.iter().all(|of| fits(of, Some(plan))),
                _ => fits(first, Some(plan)),
            };
            let plans: Vec<Plan> = plans(battle, who, plain).into_iter().filter(fits).collect();
            let usual = LAWS.iter().find_map(|law| law.usual_plan(self.state, battle, who));
            let mut field = offers::Field::required("plan", offers::Kind::among(&plans));
            if let Some(usual) = usual.filter(|usual| battle.stopped.is_none() && fits(usual)) {
                field = offers::Field::required("plan", offers::Kind::among(plans.iter().chain([&usual])));
                field = field.usually(serde_json::to_value(&usual).unwrap_or_default());
            }
            fields.push(field);
        }
        Some(Offer::seal(&round.to_string(), fields))
    }
}

/// How many corps come as reinforcement.
fn brings(of: &BTreeMap<Power, Own>) -> usize {
    of.values().flat_map(|own| &own.reinforce).map(|group| group.corps.len()).sum()
}

/// How a power fights in an envelope that is offered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// With infantry and some cavalry.
    Plain,
    /// With guns and guard that is committed.
    Guard,
    /// With all that stands aside or beside as reinforcement.
    Reinforced,
    /// As plain, and it is asked before it could be broken.
    Asked,
    /// With one factor of infantry a corps: few storm a fortress.
    Weak,
}

impl Way {
    const ALL: [Way; 5] = [Way::Plain, Way::Guard, Way::Reinforced, Way::Asked, Way::Weak];
}

/// What an owner decides for his corps in one of the ways.
fn own(battle: &Battle, power: Power, way: Way, standing: Option<&Sealed>) -> Own {
    let Some(muster) = battle.musters.get(&power) else { return Own::default() };
    let mut own = standing.and_then(|standing| standing.of.get(&power).cloned()).unwrap_or_default();
    let first = !battle.has_begun() && battle.field.area.is_none();
    if first {
        own.factors = (0u16..).zip(&muster.corps).map(|(i, stands)| factors(way, i, stands)).collect();
    }
    // Of those before a fortress he picks who storms it.
    if first && way == Way::Weak && battle.may_storm(power).is_some() {
        own.factors.iter_mut().skip(1).for_each(|factors| *factors = Factors::default());
    }
    match way {
        Way::Plain | Way::Weak => {}
        Way::Guard => {
            let has = |i: &usize| {
                let inside = if first { own.factors[*i] } else { battle.factors(power, *i) };
                inside.of(Troop::Guard) > 0
            };
            let corps = (0..muster.corps.len()).find(has).filter(|_| most_guard(power) > 0);
            let leader = (0..muster.leaders.len()).find(|leader| battle.is_there(power, *leader));
            own.guard =
                corps.map(|corps| GuardPlan { when: When::Second, shift: 1, corps, leader, heavy: false });
            own.losses = vec![Troop::Infantry];
        }
        Way::Reinforced => {
            let outside = |(_, stands): &(usize, &Stands)| stands.aside || stands.corps.adjacent;
            let corps: Vec<usize> = muster.corps.iter().enumerate().filter(outside).map(|(i, _)| i).collect();
            let comes = Reinforce { corps, leader: None, from: 2 };
            own.reinforce = Some(comes).filter(|comes| !comes.corps.is_empty()).into_iter().collect();
        }
        Way::Asked => own.ask = When::MayBreakUs,
    }
    own
}

fn factors(way: Way, i: u16, stands: &Stands) -> Factors {
    let mut factors = Factors::default();
    let (infantry, cavalry) = if stands.corps.cavalry { (0, 6) } else { (6 + 4 * (i % 3), 1) };
    match way {
        Way::Weak => factors.0[Troop::Infantry as usize] = 1,
        _ => {
            factors.0[Troop::Infantry as usize] = infantry;
            factors.0[Troop::Cavalry as usize] = cavalry;
        }
    }
    if way == Way::Guard {
        factors.0[Troop::Guard as usize] = 2;
        factors.0[Troop::Artillery as usize] = 1;
    }
    factors
}

/// Plans of the usual kinds: each chit, to leave at night or to stay, to be asked then, to let a beaten enemy go; and each corps that could go
/// around alone.
fn plans(battle: &Battle, who: Who, plain: Option<Plan>) -> Vec<Plan> {
    let chits: Vec<Plan> = match (&battle.stopped, plain) {
        (Some(_), plain) => plain.into_iter().collect(),
        (None, _) => battle.field.kind.chits(who).iter().map(|chit| Plan::with(*chit)).collect(),
    };
    let goes: BTreeSet<(Power, usize)> = battle.corps(who).into_iter().collect();
    let mut plans = Vec::new();
    for plan in chits {
        if plan.chit == Chit::Outflank && battle.stopped.is_none() {
            plans.extend(goes.iter().map(|corps| Plan { outflank: vec![*corps], ..plan.clone() }));
            continue;
        }
        plans.push(Plan { stays_with: Some(10), ..plan.clone() });
        plans.push(Plan { ask_at_night: true, ..plan.clone() });
        plans.push(Plan { no_pursuit: true, ..plan.clone() });
        plans.push(plan);
    }
    plans
}
