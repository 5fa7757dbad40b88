//! What may be lodged, as it is offered; and what is told of what was held up.

use super::*;

/// The verb of the offer to lodge an order, which its game makes.
pub const LODGE: &str = "lodge";

/// The offer to lodge one of these orders, unless one of these holds it back. None where nothing can be lodged now.
#[must_use]
pub fn offer(view: &View, orders: &[Value], unless: &[Value]) -> Option<Offer> {
    offer_beside(view, &view.lodged, orders, unless)
}

fn offer_beside(view: &View, lodged: &LodgedView, orders: &[Value], unless: &[Value]) -> Option<Offer> {
    let own = view.seats.iter().find(|place| Some(&place.id) == view.seat())?;
    let is_ahead = own.ahead.is_some() && !lodged.passing.is_ready_at_last();
    if orders.is_empty() || is_ahead || view.as_regent || !lodged.has_room() {
        return None;
    }
    let unless: Vec<Vec<&Value>> = unless.iter().map(|unless| vec![unless]).collect();
    let mut fields = vec![Field::required("order", Kind::among(orders)).kept_secret()];
    if !unless.is_empty() {
        fields.push(Field::optional("unless", Kind::among(&unless)).kept_secret());
    }
    Some(Offer::with(LODGE, fields))
}

/// The same for a slot of one of a seat's powers, which passes so.
#[must_use]
pub fn offer_for(
    view: &View,
    (power, passing): (&str, Passing),
    orders: &[Value],
    unless: &[Value],
) -> Option<Offer> {
    let nothing = LodgedView { passing, ..LodgedView::default() };
    let lodged = view.lodged_by_powers.get(power).unwrap_or(&nothing);
    let mut offer = offer_beside(view, lodged, orders, unless)?;
    offer.fields.push(Field::required(POWER, Kind::is(power)));
    Some(offer)
}

/// The field in which the power stands for whose slot something is lodged.
const POWER: &str = "power";

/// The verb of the offer to lodge an order in the place of all that waits, which its game makes.
pub const INSTEAD: &str = "lodge_instead";

/// The offer to lodge one of these orders in the place of all that waits, with or without one of these that hold it back. None where nothing
/// can be lodged now.
#[must_use]
pub fn instead(view: &View, orders: &[Value], unless: &[Value]) -> Option<Offer> {
    let one = offer(view, orders, unless)?;
    Some(Offer::with(INSTEAD, one.fields))
}

/// What the table offers of what is lodged.
pub(crate) fn offers(view: &View) -> Vec<Offer> {
    let lodged = &view.lodged;
    if lodged.lines.is_empty() {
        return Vec::new();
    }
    let most = i64::try_from(lodged.lines.len()).unwrap_or(1) - 1;
    let which = Field::required("which", Kind::Whole { least: 0, most });
    let mut offers = vec![Offer::with("unlodge", vec![which]).back(), Offer::plain("unlodge_all").back()];
    if lodged.awaits_its_slot() && !lodged.passing.is_ready_at_last() {
        let on = Field::required("on", Kind::Truth { is: !lodged.ready });
        offers.push(Offer::with("lodge_ready", vec![on]));
    }
    offers
}

/// What such an offer comes to as it was filled in; `None` where it is none of these.
pub(crate) fn taken(verb: &str, filled: &Value, salt: [u8; 32]) -> Option<Verb> {
    let change = match verb {
        LODGE | INSTEAD => {
            let unless = filled.get("unless").and_then(Value::as_array).cloned().unwrap_or_default();
            let line = Line::order(filled.get("order")?.clone(), unless);
            if verb == LODGE { Change::Add(line) } else { Change::Instead(line) }
        }
        "unlodge" => Change::TakeBack { which: Some(usize::try_from(filled.get("which")?.as_u64()?).ok()?) },
        "unlodge_all" => Change::TakeBack { which: None },
        "lodge_ready" => Change::Ready { on: filled.get("on")?.as_bool()? },
        _ => return None,
    };
    let power = filled.get(POWER).and_then(Value::as_str).map(str::to_owned);
    Some(Verb::Lodge { power, change, salt: Secret::new(salt) })
}

/// What was not given, out of the entry that tells its owner of it.
#[must_use]
pub fn told_held(entry: &Entry, seat: &SeatId) -> Option<Waiting> {
    NotGiven::read(entry, seat).map(|told| told.waiting)
}
