//! What a player may order in sieges now. Where armies are kept here a siege is laid with what stands before the fortress.

use super::{Change, LONGEST_LINE, MOST_HARDSHIP, Order, Siege, SiegeScene, may};
use crate::Position;
use crate::attrition::Pillages;
use crate::battle::Map;
use crate::battle::land::Side;
use crate::board::{self, Standing};
use crate::country::Country;
use crate::geography::{self, Terrain};
use crate::offers::{enemies, is_of_enemy, own_stacks};
use crate::siege::{Garrison, HIGHEST_LEVEL};
use crate::thirds::Thirds;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer, Tone};
use table::view::View;

/// The verb of these orders, as the record writes it.
const VERB: &str = "siege";

/// The orders in sieges.
pub(crate) fn offers(state: &Position, seat: &SeatId, table: &View) -> Vec<Offer> {
    let allowed = |order: &Order| may(state, seat, order, |key| table.switch(key)).is_ok();
    let mut offers = Vec::new();
    for (stack, standing) in own_stacks(state, seat) {
        if standing.is_afield()
            && !standing.stack.is_naval()
            && is_of_enemy(state, standing.country, standing.at)
            && !state.must_retreat(stack)
        {
            offers.extend(to_lay(state, standing, &allowed));
        }
    }
    for (number, siege) in state.sieges.of.iter().filter(|(_, siege)| siege.ended.is_none()) {
        let number = *number;
        let mut push = |order: Order, tone: Tone| {
            if allowed(&order) {
                offers.push(Offer { tone, ..Offer::of_order(VERB, &order, Vec::new()) });
            }
        };
        push(Order::Work { number }, Tone::Timely);
        push(Order::Storm { number, later: false }, Tone::Timely);
        push(Order::Storm { number, later: true }, Tone::Timely);
        push(Order::Hunger { number }, Tone::Free);
        push(Order::Choose { number, honours: true }, Tone::Onward);
        push(Order::Choose { number, honours: false }, Tone::Onward);
        if allowed(&Order::Lift { number }) {
            offers.push(Offer::of_order(VERB, Order::Lift { number }, Vec::new()).back());
        }
        let restates =
            |change: &Change| allowed(&Order::Restate { number, change: Box::new(change.clone()) });
        let mut restate = |changes: Vec<Change>, onward: bool| {
            let changes: Vec<Change> = changes.into_iter().filter(restates).collect();
            if let Some(first) = changes.first() {
                let order = Order::Restate { number, change: Box::new(first.clone()) };
                let change = Field::required("change", Kind::among(&changes));
                let offer = Offer::of_order(VERB, &order, vec![change]);
                offers.push(if onward { offer.onward() } else { offer });
            }
        };
        restate(changes(siege), false);
        restate(left(siege), siege.owed > Thirds::NONE);
    }
    offers
}

/// The sieges that a stack of the board may lay where it stands.
fn to_lay(state: &Position, standing: &Standing, allowed: &impl Fn(&Order) -> bool) -> Vec<Offer> {
    let besieger = board::side(state, standing);
    let inside = state.board.at(standing.at).filter(|(_, other)| other.inside);
    let troops = inside.fold(Thirds::NONE, |all, (_, other)| all + other.stack.land());
    let mut offers = Vec::new();
    for other in enemies(state, standing.country) {
        let garrison = Garrison { technology: state.land_of(other), troops, has_army: false, leader: None };
        let lay = |scene: SiegeScene| Order::Lay { scene, besieger: besieger.clone(), garrison };
        let lines = (0..=LONGEST_LINE).map(Some).chain([None]);
        let scenes: Vec<SiegeScene> = lines
            .map(|line| scene(state, standing, other, line))
            .filter(|scene| allowed(&lay(scene.clone())))
            .collect();
        if let Some(first) = scenes.first() {
            let field = Field::required("scene", Kind::among(&scenes));
            offers.push(Offer::of_order(VERB, lay(first.clone()), vec![field]).timely());
        }
    }
    offers
}

fn scene(state: &Position, standing: &Standing, other: Country, line: Option<u8>) -> SiegeScene {
    let site = standing.at.site();
    SiegeScene {
        place: site.name.clone(),
        level: site.fortress.min(HIGHEST_LEVEL),
        map: if site.map == geography::Map::Rotw { Map::Rotw } else { Map::Europe },
        rough: site.terrain != Terrain::Plain,
        port: site.has_port(),
        open: false,
        line,
        earlier_turn: false,
        bad_weather: state.board.bad_weather,
        pillages: state.board.pillages_of(standing.at),
        hardship: 0,
        rather_loses: false,
        countries: [vec![standing.country], vec![other]],
    }
}

/// What the besieger, or who is inside, may say anew, one thing at a time.
fn changes(siege: &Siege) -> Vec<Change> {
    let scene = &siege.scene;
    let blank = Change::default;
    let mut all = vec![Change { no_line: true, ..blank() }];
    all.extend((0..=HIGHEST_LEVEL).map(|level| Change { level: Some(level), ..blank() }));
    all.extend((0..=LONGEST_LINE).map(|line| Change { line: Some(line), ..blank() }));
    all.extend((0..=MOST_HARDSHIP).map(|hardship| Change { hardship: Some(hardship), ..blank() }));
    all.push(Change { open: Some(!scene.open), ..blank() });
    all.push(Change { bad_weather: Some(!scene.bad_weather), ..blank() });
    all.push(Change { rather_loses: Some(!scene.rather_loses), ..blank() });
    let faces = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)];
    all.extend(faces.map(|(minus, plus)| Change { pillages: Some(Pillages { minus, plus }), ..blank() }));
    all.extend((0..=8).map(|ld| {
        let garrison = Garrison { troops: Thirds::whole(ld), has_army: false, ..siege.garrison };
        Change { garrison: Some(garrison), ..blank() }
    }));
    all
}

/// What may be left of the besieger after a loss: of his first country as many as there can be.
fn left(siege: &Siege) -> Vec<Change> {
    let strength = siege.besieger.strength() - siege.owed;
    let sizes = (1..=strength.0.max(0) / 3).map(Thirds::whole);
    let of = |size: Thirds| {
        let mut besieger: Side = siege.besieger.clone();
        besieger.parts.truncate(1);
        for part in &mut besieger.parts {
            let ld = size.0 / 3;
            (part.a_plus, part.a_minus) = if ld >= 4 { (1, 0) } else { (0, u8::from(ld >= 2)) };
            let armies = 4 * i32::from(part.a_plus) + 2 * i32::from(part.a_minus);
            (part.detachments, part.pashas) = (Thirds::whole(ld - armies), 0);
        }
        Change { besieger: Some(besieger), ..Change::default() }
    };
    sizes.map(of).collect()
}
