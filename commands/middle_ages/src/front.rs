//! The front of the Middle Ages.

use crate::rounds::Rounds;
use crate::{board, chronicle, courts, endeavour, founding, pack, present, roster, typed, words};
use linkme::distributed_slice;
use middle_ages::court::Court;
use middle_ages::courts::{Happened as OfCourts, key_of};
use middle_ages::{Event, MiddleAges, scenario};
use serde_json::Value;
use table::forward::Differs;
use table::frames::Awaited;
use table::game::Game;
use table::{Entry, Said, SeatId, View, said};
use table_commands::forms::FoundedWith;
use table_commands::message::{Component, Embed, Form, Look, Message};
use table_commands::present::front::own_map::OwnMap;
use table_commands::present::front::roster::Roster;
use table_commands::present::front::rounds::ToldRounds;
use table_commands::present::front::typed::Typed;
use table_commands::present::front::{Called, FRONTS, Field, Front, LineKind, Lines, ValueTold};
use table_commands::present::{Posts, Scene, names, status};
use table_commands::{say, speech};

/// The Middle Ages before its players.
pub(crate) struct Ages;

/// The game's key.
pub(crate) const KEY: &str = MiddleAges::KEY;

#[distributed_slice(FRONTS)]
static FRONT: &'static dyn Front = &Ages;

impl Front for Ages {
    fn key(&self) -> &'static str {
        KEY
    }

    fn title(&self) -> &'static str {
        "Middle Ages"
    }

    fn documents(&self) -> &'static [&'static str] {
        &["middle-ages"]
    }

    fn scenarios(&self) -> Vec<(String, String)> {
        let of = |scenario: &scenario::Scenario| (speech::word(scenario.title), scenario.key.to_owned());
        scenario::ALL.iter().map(of).collect()
    }

    fn founding_form(&self, name: &str, scenario: &str, with: &FoundedWith) -> Option<Form> {
        scenario::by_key(scenario).map(|scenario| founding::founding(name, scenario, with))
    }

    fn own_map(&self) -> Option<&'static dyn OwnMap> {
        Some(&pack::OfTheAges)
    }

    fn founding_options(&self, _: &str, _: &FoundedWith, field: Field<'_>) -> Result<Value, Said> {
        founding::options(field)
    }

    fn meant(&self, typed: &str) -> Vec<String> {
        match courts::meant(typed) {
            Ok(court) => vec![court.name().to_owned(), words::court(court)],
            Err(_) => Vec::new(),
        }
    }

    fn plays(&self, view: &View, seat: &SeatId) -> Vec<String> {
        let court = present::position(view).and_then(|position| position.court_of(seat));
        court.map(words::court).into_iter().collect()
    }

    fn played(&self) -> String {
        say!("Courts")
    }

    fn holdings(&self, scene: &Scene<'_>) -> Option<String> {
        present::holdings(scene)
    }

    fn standing(&self, view: &View, seat: &SeatId) -> Option<String> {
        present::standing(view, seat)
    }

    fn colour(&self, view: &View, seat: &SeatId) -> Option<String> {
        Some(present::position(view)?.court_of(seat)?.known().colour.clone())
    }

    fn terms(&self, view: &View) -> Option<String> {
        present::terms(view)
    }

    fn started(&self, scene: &Scene<'_>, posts: &mut Posts) {
        let players: Vec<String> = scene.public.seats.iter().map(|seat| scene.player(&seat.id)).collect();
        let says = say!("Each takes a court with /ages court, or at his desk.");
        let embed = Embed::new(&status::step(&scene.public), says.clone()).footer(&scene.record());
        let message = Message::text(say!("**{}** begins with {}.", scene.title(), names::list(&players)));
        posts.council("started", message.with(embed));
        let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
        posts.reply = Message::text(says).buttons(vec![desk]);
    }

    fn step(&self, view: &View) -> Option<String> {
        present::named(view)
    }

    fn page(&self, view: &View) -> Option<String> {
        present::named(view)
    }

    fn order_asked(&self, view: &View, awaited: &Awaited) -> Option<String> {
        board::present::asks(&*present::position(view)?, awaited)
    }

    fn frames_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        board::present::opened(scene, posts, entries);
    }

    fn rounds(&self) -> &'static dyn ToldRounds {
        &Rounds
    }

    fn told(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
        present::of_the_game(scene, posts, entries, i);
    }

    fn line(&self, scene: &Scene<'_>, entry: &Entry, _: Called<'_>) -> Option<(LineKind, String)> {
        chronicle::line(scene, entry)
    }

    fn differs(&self, scene: &Scene<'_>, differs: &Differs) -> Option<String> {
        chronicle::otherwise(scene, differs)
    }

    fn colour_of_value(&self, key: &str) -> Option<String> {
        let court = Court::all().find(|court| key_of(*court) == key)?;
        Some(court.known().colour.clone())
    }

    fn value_told(&self, entry: &Entry) -> Option<ValueTold> {
        match present::happened(entry)? {
            Event::Courts(OfCourts::GoldTold { court, before, now, corrected }) => {
                Some(ValueTold { key: key_of(court), before, now, corrected })
            }
            _ => None,
        }
    }

    fn no_values(&self, view: &View) -> Said {
        if present::position(view).is_some_and(|position| position.kept) {
            said!("The board has no values yet: it is set up when the courts are taken.")
        } else {
            said!("The board has no values yet: nobody plays a court. /ages court takes one.")
        }
    }

    fn values(&self, scene: &Scene<'_>) -> String {
        present::values(&scene.public).unwrap_or_default()
    }

    fn roster(&self) -> &'static dyn Roster {
        &roster::OfTheAges
    }

    fn typed(&self) -> Option<&'static dyn Typed> {
        Some(&typed::OfTheAges)
    }

    fn to_do(&self, view: &View) -> Option<String> {
        let (position, seat) = (present::position(view)?, view.seat()?);
        Some(if position.court_of(seat).is_none() {
            say!("Take your court with /ages court, or below, before you say *Ready*.")
        } else if position.kept {
            say!(
                "Each court acts in its turn: it moves armies, draws event cards, undertakes up to five endeavours, taxes; *Ready* ends the turn. Claims, places in the round and defences are sealed."
            )
        } else {
            say!(
                "Play the round at your board. What a year card decides is decided here: *Endeavour*, or /ages endeavour. Treasuries are told with /board tell. Then *Ready*."
            )
        })
    }

    fn on_the_card(&self, scene: &Scene<'_>) -> Vec<Component> {
        [board::present::on_the_card(scene), endeavour::present::on_the_card(scene)].concat()
    }

    fn before_ready(&self, scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
        board::present::before_ready(scene)
    }

    fn pieces(&self, scene: &Scene<'_>) -> Vec<Component> {
        board::present::pieces(scene)
    }

    fn board(&self, scene: &Scene<'_>) -> Component {
        if present::position(&scene.public).is_some_and(|position| position.kept) {
            return scene.button(Look::Secondary, &say!("Map"), 0, "ages/map");
        }
        scene.button(Look::Secondary, &say!("Board"), 0, "ages/board")
    }

    fn at_hand(&self, scene: &Scene<'_>) -> Vec<Component> {
        [board::present::at_hand(scene), endeavour::present::at_hand(scene)].concat()
    }

    fn told_order(&self, _scene: &Scene<'_>, order: &Value) -> Option<String> {
        match serde_json::from_value::<middle_ages::Order>(order.clone()).ok()? {
            middle_ages::Order::Courts(middle_ages::courts::Order::Leader { of, leader }) => {
                Some(say!("{} is led by {}", words::court(of), words::leader(&leader)))
            }
            _ => None,
        }
    }

    fn desk_lines(&self, scene: &Scene<'_>) -> Vec<Lines> {
        vec![board::present::desk_lines(scene), endeavour::present::desk_lines(scene)]
    }
}
