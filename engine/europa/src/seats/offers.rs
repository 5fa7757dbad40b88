//! What a player may order about countries now.

use super::{Order, may};
use crate::Position;
use crate::country::Country;
use crate::technology::{Land, Naval};
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};

/// The verb of these orders, as the record writes it.
const VERB: &str = "europa";

/// The orders about countries.
pub(crate) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let allowed = |order: &Order| may(state, seat, order).is_ok();
    let keys = |all: &mut dyn Iterator<Item = Country>| Kind::one_of(all.map(Country::key));
    let countries = state.countries_of(seat);
    let mut offers = Vec::new();
    if let Some(first) = Country::all().find(|country| allowed(&Order::Take { country: *country })) {
        let free = keys(&mut Country::all().filter(|country| allowed(&Order::Take { country: *country })));
        let taken =
            Offer::of_order(VERB, Order::Take { country: first }, vec![Field::required("country", free)]);
        // Who plays nothing yet has to take a country before anything else.
        offers.push(if countries.is_empty() { taken.onward() } else { taken });
    }
    for country in countries.iter().copied() {
        let release = Order::Release { country };
        if allowed(&release) {
            offers.push(Offer::of_order(VERB, &release, Vec::new()).back());
        }
        let (land, naval) = (state.land_of(country), state.naval_of(country));
        let order = Order::Technology { country, land, naval };
        let field = |name: &str, kind: Kind| Field::required(name, kind);
        let others = Kind::among(Land::ALL.into_iter().filter(|other| *other != land));
        offers.push(Offer::of_order(
            VERB,
            &order,
            vec![field("land", others), field("naval", Kind::among(Naval::ALL))],
        ));
        let others = Kind::among(Naval::ALL.into_iter().filter(|other| *other != naval));
        offers.push(Offer::of_order(VERB, &order, vec![field("naval", others)]));
        // A peace that the other side told waits for an answer.
        let waits = state.peaces.iter().filter(|(_, with)| *with == country).map(|(other, _)| *other);
        let waits: Vec<Country> = waits.collect();
        for with in waits.iter().copied() {
            let order = Order::War { country, with, on: false };
            if allowed(&order) {
                offers.push(Offer::of_order(VERB, &order, Vec::new()).timely());
            }
        }
        // Those that somebody plays are an offer of their own: there are few of them.
        for (on, played) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut with = Country::all().filter(|with| {
                state.seat_of(*with).is_some() == played
                    && !countries.contains(with)
                    && (on || !waits.contains(with))
                    && allowed(&Order::War { country, with: *with, on })
            });
            let with = field("with", keys(&mut with));
            offers.push(Offer::of_order(VERB, Order::War { country, with: country, on }, vec![with]));
        }
    }
    offers
}
