//! What an endeavour may be undertaken against: each target once, those first that a court is likeliest to mean.

use super::code;
use crate::present::readings;
use crate::words;
use middle_ages::Position;
use middle_ages::board::Order;
use middle_ages::board::futile::futile;
use middle_ages::board::plan::{Aim, Plan, as_rated};
use middle_ages::court::Court;
use middle_ages::endeavour::course::halved;
use middle_ages::endeavour::rating::rating;
use middle_ages::endeavour::{Kind, limits};
use middle_ages::geography::Area;
use table_commands::message::Choice;
use table_commands::present::Scene;
use table_commands::{say, speech};

/// An endeavour that can be chosen: its effectiveness, its price, how many sea areas lie between.
struct Rated {
    points: i16,
    price: u16,
    seas: u8,
    plan: Plan,
}

/// Endeavours of a kind, each target once, or once by land and once over sea: those that the court claims first, then those that border its own areas, then those over sea, the nearest
/// first; of equals the best rated.
pub(super) fn choices(
    scene: &Scene<'_>,
    position: &Position,
    court: Court,
    kind: Kind,
    plans: Vec<Plan>,
) -> (String, Vec<Choice>) {
    let (data, seafarers) = (position.data(), readings(&scene.public).seafarers_halved);
    let rated = |plan: Plan| {
        let endeavour = as_rated(position, court, &plan, 0, 0);
        let halved = halved(&endeavour, seafarers);
        let points = endeavour.targets.first().map_or(0, |target| rating(&endeavour, target, halved).points);
        Rated { points, price: limits::cost(&endeavour), seas: endeavour.seas, plan }
    };
    let mut all: Vec<Rated> = plans.into_iter().map(rated).collect();
    // Of what is rated alike the way by land is the one that is looked for.
    all.sort_by_key(|one| (std::cmp::Reverse(one.points), one.price, one.seas));
    // From where it is rated best, and where that is over sea by land too, where there is a way: the command takes every other one.
    let mut known: Vec<(Vec<Area>, bool)> = Vec::new();
    all.retain(|one| {
        let targets: Vec<Area> = one.plan.targets.iter().map(|aim| aim.area).collect();
        let by_sea = one.plan.by_sea;
        let is_new = known.iter().all(|(of, over_sea)| *of != targets || (*over_sea && !by_sea));
        known.push((targets, by_sea));
        is_new
    });
    let claims =
        |area: Area| position.board.realms.get(&court).is_some_and(|realm| realm.claims.contains(&area));
    let borders = |area: Area| {
        position.board.areas_of(court).any(|(own, _)| data.borders(own).any(|next| next == area))
    };
    if kind.goes_abroad() {
        all.sort_by_key(|one| {
            let of = |is: &dyn Fn(Area) -> bool| !one.plan.targets.iter().any(|aim| is(aim.area));
            (of(&claims), of(&borders), one.seas)
        });
    }
    let choice = |Rated { points, price, plan, .. }: Rated| {
        let targets: Vec<&str> = plan.targets.iter().map(|aim| data.name(aim.area)).collect();
        let (targets, shown) = (targets.join(", "), speech::signed(points.into()));
        let label = match (plan.kind.goes_abroad(), plan.by_sea) {
            (true, true) => {
                say!("{} from {}, over sea: effectiveness {}", targets, data.name(plan.base), shown)
            }
            (true, false) => say!("{} from {}: effectiveness {}", targets, data.name(plan.base), shown),
            _ => say!("{}: effectiveness {}", targets, shown),
        };
        let label = say!("{}, {} gold", label, u32::from(price));
        let in_vain = |aim: &Aim| futile(&position.board, court, plan.kind, aim.area).is_some();
        let label = if plan.targets.iter().all(in_vain) { say!("{}, to no effect", label) } else { label };
        Some(Choice::new(&label, code::written(position.data(), &Order::Declare { plan })?))
    };
    let says = say!(
        "{}: against or in which area? The effectiveness is as the board stands. Nothing is undertaken yet.",
        words::kind(kind)
    );
    (says, all.into_iter().filter_map(choice).collect())
}
