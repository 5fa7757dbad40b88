//! The front of Europa.

use super::{battle, board, founding, frames, present, roster, siege, taken_back};
use crate::rounds::Rounds;
use europa::{self, scenario, seats};
use linkme::distributed_slice;
use serde_json::Value;
use table::frames::Awaited;
use table::game::Game;
use table::view::Seen;
use table::{Entry, Said, SeatId, View, said};
use table_commands::forms::FoundedWith;
use table_commands::message::{Component, Embed, Form, Look, Message};
use table_commands::present::asks::Asks;
use table_commands::present::front::roster::Roster;
use table_commands::present::front::rounds::ToldRounds;
use table_commands::present::front::{FRONTS, Field, Front, Lines, ValueTold};
use table_commands::present::{Posts, Scene, names, status};
use table_commands::{say, speech};

/// Europa before its players.
pub(crate) struct Europa;

/// The game's key.
pub(crate) const KEY: &str = europa::Europa::KEY;

#[distributed_slice(FRONTS)]
static FRONT: &'static dyn Front = &Europa;

impl Front for Europa {
    fn key(&self) -> &'static str {
        KEY
    }

    fn title(&self) -> &'static str {
        "Europa"
    }

    fn documents(&self) -> &'static [&'static str] {
        &["fast-battle"]
    }

    fn scenarios(&self) -> Vec<(String, String)> {
        scenario::ALL.iter().map(|scenario| (speech::word(scenario.title), scenario.key.to_owned())).collect()
    }

    fn founding_form(&self, name: &str, scenario: &str, with: &FoundedWith) -> Option<Form> {
        scenario::by_key(scenario).map(|scenario| founding::founding(name, scenario.key, with))
    }

    fn founding_options(&self, _: &str, _: &FoundedWith, field: Field<'_>) -> Result<Value, Said> {
        founding::options(field)
    }

    fn meant(&self, typed: &str) -> Vec<String> {
        match super::named(typed).as_slice() {
            [country] => vec![country.name().to_owned(), super::words::country(*country)],
            _ => Vec::new(),
        }
    }

    fn plays(&self, view: &View, seat: &SeatId) -> Vec<String> {
        present::countries_of(view, seat)
    }

    fn played(&self) -> String {
        say!("Countries")
    }

    fn holdings(&self, scene: &Scene<'_>) -> Option<String> {
        present::holdings(scene)
    }

    fn taken_back(&self, now: &Seen, then: &Seen) -> Vec<String> {
        taken_back::lines(now, then)
    }

    fn wars(&self, view: &View) -> Vec<String> {
        present::wars(view)
    }

    fn standing(&self, view: &View, seat: &SeatId) -> Option<String> {
        present::standing(view, seat)
    }

    fn colour(&self, view: &View, seat: &SeatId) -> Option<String> {
        let first = present::position(view)?.countries_of(seat).first().copied()?;
        Some(present::colour(first).to_owned())
    }

    fn terms(&self, view: &View) -> Option<String> {
        present::terms(view)
    }

    fn started(&self, scene: &Scene<'_>, posts: &mut Posts) {
        let players: Vec<String> = scene.public.seats.iter().map(|seat| scene.player(&seat.id)).collect();
        let says = say!(
            "Take your countries: *Take a country*, or /europa country take. Everybody who is done presses Ready."
        );
        let embed = Embed::new(&status::step(&scene.public), says.clone()).footer(&scene.record());
        let message = Message::text(say!("**{}** begins with {}.", scene.title(), names::list(&players)));
        let desk = scene.button(Look::Primary, &say!("My desk"), 0, "desk");
        posts.council("started", message.with(embed).buttons(vec![desk.clone()]));
        posts.reply = Message::text(says).buttons(vec![desk]);
    }

    fn step(&self, view: &View) -> Option<String> {
        present::named(view)
    }

    fn page(&self, view: &View) -> Option<String> {
        present::page(view)
    }

    fn asks(&self, view: &View) -> Vec<Asks> {
        battle::asks::beside(view).into_iter().map(|(_, asks)| asks).collect()
    }

    fn order_asked(&self, view: &View, awaited: &Awaited) -> Option<String> {
        frames::asks(view, &*present::position(view)?, awaited)
    }

    fn lodged_order(&self, scene: &Scene<'_>, order: &Value) -> String {
        board::present::lodged_order(scene, order)
    }

    fn lodged_unless(&self, unless: &Value) -> String {
        board::present::lodged_unless(unless)
    }

    fn rounds(&self) -> &'static dyn ToldRounds {
        &Rounds
    }

    fn told(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
        present::of_the_game(scene, posts, entries, i);
    }

    fn value_told(&self, entry: &Entry) -> Option<ValueTold> {
        match present::happened(entry)? {
            europa::Event::Seats(seats::Happened::Told { key, before, now, corrected, .. }) => {
                Some(ValueTold { key, before: Some(before), now, corrected })
            }
            _ => None,
        }
    }

    fn no_values(&self, _: &View) -> Said {
        said!("The board has no values yet: no country is taken. *Take a country* is at your desk.")
    }

    fn values(&self, scene: &Scene<'_>) -> String {
        present::values(&scene.public).unwrap_or_default()
    }

    fn roster(&self) -> &'static dyn Roster {
        &roster::OfEuropa
    }

    fn frames_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        frames::opened(scene, posts, entries);
    }

    fn to_do(&self, view: &View) -> Option<String> {
        frames::to_do(view)
    }

    fn before_ready(&self, scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
        board::present::before_ready(scene)
    }

    fn pieces(&self, scene: &Scene<'_>) -> Vec<Component> {
        board::present::pieces(scene)
    }

    fn offers_other(&self, before: &View, now: &View) -> bool {
        board::present::on_the_card(before) != board::present::on_the_card(now)
    }

    fn board(&self, scene: &Scene<'_>) -> Component {
        board::present::map_button(scene)
    }

    fn at_hand(&self, scene: &Scene<'_>) -> Vec<Component> {
        board::present::at_hand(scene)
    }

    fn told_order(&self, _scene: &Scene<'_>, order: &Value) -> Option<String> {
        use europa::Order;
        match serde_json::from_value::<Order>(order.clone()).ok()? {
            Order::Seats(order) => super::seats::present::told_order(&order),
            Order::Board(order) => board::present::told_order(&order),
            Order::Sieges(order) => siege::present::told_order(&order),
            Order::Fights(_) => None,
        }
    }

    fn desk_lines(&self, scene: &Scene<'_>) -> Vec<Lines> {
        vec![
            super::seats::choosing::desk_lines(scene),
            battle::present::desk_lines(scene),
            siege::present::desk_lines(scene),
            frames::desk_lines(scene),
            board::present::desk_lines(scene),
        ]
    }
}
