//! The front of Empires in Arms.

use super::{
    battle, bid, charts, chronicle, conclusion, economy, forces, founding, gazette, land, months, moving,
    names, pack, politics, roster, sardinia, told, typed, values,
};
use crate::rounds::Rounds;
use crate::seen::{KEY, happened, position};
use eia::conclusion::Happened as Conclusion;
use eia::frame::{ORDERS, SET_UP, SLOT};
use eia::outline::{self, Happened as Calendar, Phase};
use eia::powers::Power;
use eia::rounds::Round;
use eia::{Event as Happened, Position, packs, scenario};
use linkme::distributed_slice;
use serde_json::Value;
use std::sync::Arc;
use table::event::Rolled;
use table::forward::Differs;
use table::frames::Awaited;
use table::switches::Switch;
use table::{Campaign, Entry, Said, SeatId, View};
use table_commands::custom_id::CustomId;
use table_commands::forms::FoundedWith;
use table_commands::message::{Component, Form, Look, Message};
use table_commands::present::asks::Asks;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::own_map::OwnMap;
use table_commands::present::front::roster::Roster;
use table_commands::present::front::rounds::ToldRounds;
use table_commands::present::front::typed::Typed;
use table_commands::present::front::{
    Called, Chapter, FRONTS, Field, FromRecord, Front, Lines, OnChart, ValueTold,
};
use table_commands::present::names::count;
use table_commands::present::{Beside, Posts, Scene};
use table_commands::speech::renamed::Renamed;
use table_commands::{say, speech};

/// Empires in Arms before its players.
pub(crate) struct Eia;

#[distributed_slice(FRONTS)]
static FRONT: &'static dyn Front = &Eia;

/// Whether the bot keeps the land of the war that is played.
fn keeps_land(view: &View) -> bool {
    position(view).is_some_and(|now| now.keeps_land())
}

/// *Open a battle*: on the desk, and on the card of the land phase.
fn open_a_battle(scene: &Scene<'_>) -> Component {
    scene.button(Look::Secondary, &say!("Open a battle"), 0, "battle/open")
}

impl Front for Eia {
    fn key(&self) -> &'static str {
        KEY
    }

    fn title(&self) -> &'static str {
        "Empires in Arms"
    }

    fn documents(&self) -> &'static [&'static str] {
        &["house", "enhancements", "nationalism", "standard"]
    }

    fn scenarios(&self) -> Vec<(String, String)> {
        scenario::all().iter().map(|scenario| (speech::word(&scenario.title), scenario.key.clone())).collect()
    }

    fn deal_order(&self, _scene: &Scene<'_>, order: &Value) -> String {
        politics::deals::in_a_line(order)
    }

    fn handed_over(&self, scene: &Scene<'_>) -> Vec<(String, String)> {
        crate::handover::affairs(scene)
    }

    fn handover(&self, scene: &Scene<'_>) -> Vec<Component> {
        politics::present::handover(scene)
    }

    fn date(&self, date: &str) -> String {
        outline::Month::try_from(date.to_owned()).map_or_else(|_| date.to_owned(), months::month)
    }

    fn most_players(&self, scenario: &str) -> u32 {
        // Each has a power.
        scenario::by_key(scenario).map_or(7, |scenario| scenario.players().1)
    }

    fn founding_form(&self, name: &str, scenario: &str, with: &FoundedWith) -> Option<Form> {
        Some(founding::founding(name, scenario::by_key(scenario)?, with))
    }

    fn founding_options(&self, scenario: &str, with: &FoundedWith, field: Field<'_>) -> Result<Value, Said> {
        founding::options(scenario, with, field)
    }

    fn own_map(&self) -> Option<&'static dyn OwnMap> {
        Some(&pack::founding::OfEia)
    }

    fn meant(&self, typed: &str) -> Vec<String> {
        let names = |power: Power| {
            let now = crate::names::called(power);
            vec![power.name().to_owned(), speech::word(power.name()), now]
        };
        names::meant(typed).map(names).unwrap_or_default()
    }

    fn beside(&self, campaign: &Campaign) -> Beside {
        packs::of(campaign).map(|map| Arc::new(map.clone()) as Arc<_>)
    }

    fn played_on(&self, scene: &Scene<'_>) -> Option<String> {
        Some(match pack::map_of(&scene.beside)?.board() {
            Some(board) => {
                let report = board.pack().report();
                let (areas, borders) = (report.areas as u64, report.borders as u64);
                let (areas, borders) = (count(areas, "area", "areas"), count(borders, "border", "borders"));
                say!("The map is the group's own, of {} and {}.", areas, borders)
            }
            None => say!("The map is Chancery's own, not the printed one."),
        })
    }

    fn looks(&self, scene: &Scene<'_>) -> Vec<Component> {
        vec![
            Component::button(Look::Secondary, &say!("Map"), CustomId::free("map/whole")),
            scene.button(Look::Secondary, &say!("Order of battle"), 0, "forces/start"),
        ]
    }

    fn board(&self, scene: &Scene<'_>) -> Component {
        scene.button(Look::Secondary, &say!("Map"), 0, "map/own")
    }

    fn before_ready(&self, scene: &Scene<'_>) -> Option<(String, Vec<Component>)> {
        let (says, mut buttons) = battle::present::desk::before_ready(scene)?;
        buttons.extend(battle::present::desk::desk_lines(scene).1);
        Some((says, buttons))
    }

    fn pieces(&self, scene: &Scene<'_>) -> Vec<Component> {
        if scene.public.values.is_empty() || keeps_land(&scene.public) {
            return Vec::new();
        }
        let mut all = vec![moving::button(scene)];
        if outline::place(&scene.public.step).is_some_and(|(_, phase)| phase == Phase::Land) {
            all.push(open_a_battle(scene));
        }
        all
    }

    fn on_the_card(&self, scene: &Scene<'_>) -> Vec<Component> {
        let is_asked = |word: &String| word == ORDERS || word.starts_with(SLOT);
        let lodge = keeps_land(&scene.public) && scene.public.step.last().is_some_and(is_asked);
        let orders = || scene.button(Look::Primary, &say!("Orders"), 0, "land/orders");
        if lodge { vec![orders()] } else { Vec::new() }
    }

    fn has_command(&self, view: &View, name: &str) -> bool {
        if keeps_land(view) && ["bid", "fleet", "reinforce", "transfer", "rifles"].contains(&name) {
            return false;
        }
        let is_kept = view.switch(eia::politics::SWITCH) == eia::politics::KEPT;
        let is_later = || position(view).is_some_and(|now| now.board.era().is_nationalism());
        match name {
            "politics" | "access" | "province" => is_kept,
            "economy" => eia::economy::is_kept_in(view),
            "sardinia" | "crimea" | "germany" => is_kept && is_later(),
            // Bids are made for the powers, and for those that are up for auction.
            "bid" => view.rounds.iter().any(|round| {
                matches!(round.round.parse(), Ok(Round::Bids(_) | Round::Auction(_) | Round::Control(_)))
            }),
            _ => true,
        }
    }

    fn at_hand(&self, scene: &Scene<'_>) -> Vec<Component> {
        let button = |label: String, verb: &str| scene.button(Look::Secondary, &label, 0, verb);
        if keeps_land(&scene.public) {
            return vec![self.board(scene), button(say!("My army"), "land/army")];
        }
        let mut all = vec![self.board(scene), button(say!("My forces"), "forces/mine")];
        // While the powers are chosen nobody has anything to fight with.
        if !scene.public.values.is_empty() {
            let pieces = self.pieces(scene);
            let battle = Some(open_a_battle(scene)).filter(|battle| !pieces.contains(battle));
            all.extend(pieces.into_iter().chain(battle));
            if politics::present::is_kept(&scene.own) {
                let label = if eia::economy::is_kept_in(&scene.own) {
                    say!("Politics and money")
                } else {
                    say!("Politics")
                };
                all.push(button(label, "politics/hub"));
            }
        }
        all
    }

    fn to_do(&self, view: &View) -> Option<String> {
        months::to_do(view)
    }

    fn vocabulary(&self, view: &View) -> Vec<(String, String)> {
        if keeps_land(view) { land::present::vocabulary::words() } else { Vec::new() }
    }

    fn renamed(&self, view: &View) -> Renamed {
        let Some(now) = position(view) else { return Renamed::default() };
        let all = Power::ALL.into_iter().map(|power| (power.name(), now.called(power)));
        Renamed(all.filter(|(began, now)| began != now).collect())
    }

    fn plays(&self, view: &View, seat: &SeatId) -> Vec<String> {
        bid::present::powers_of(view, seat)
    }

    fn played(&self) -> String {
        say!("Powers")
    }

    fn concerns(&self, scenario: &str, switch: &Switch) -> bool {
        scenario::by_key(scenario).is_none_or(|scenario| scenario.concerns(switch))
    }

    fn holdings(&self, scene: &Scene<'_>) -> Option<String> {
        bid::present::holdings(scene)
    }

    fn wars(&self, view: &View) -> Vec<String> {
        bid::present::wars(view)
    }

    fn controlled(&self, view: &View, seat: &SeatId) -> Vec<String> {
        bid::present::controlled(view, seat)
    }

    fn standing(&self, view: &View, seat: &SeatId) -> Option<String> {
        land::present::panel::standing_of(view).or_else(|| bid::present::standing(view, seat))
    }

    fn colour(&self, view: &View, seat: &SeatId) -> Option<String> {
        bid::present::colour(view, seat)
    }

    fn terms(&self, view: &View) -> Option<String> {
        bid::present::terms(view)
    }

    fn at_the_start(&self, view: &View) -> Option<String> {
        forces::present::at_the_start(view)
    }

    fn started(&self, scene: &Scene<'_>, posts: &mut Posts) {
        bid::present::asked(scene, posts);
    }

    fn step(&self, view: &View) -> Option<String> {
        match view.step.first().map(String::as_str) {
            Some("choice") => Some(say!("The choice of powers")),
            Some(SET_UP) => Some(say!("Set-up of the armies")),
            _ => months::named(&view.step),
        }
    }

    fn phase(&self, key: &str) -> Option<String> {
        Phase::by_key(key).map(months::phase)
    }

    fn place(&self, step: &[String]) -> Option<String> {
        let (month, phase) = outline::place(step)?;
        Some(format!("{}, {}", months::month(month), months::phase(phase)))
    }

    fn phase_of(&self, step: &[String]) -> Option<String> {
        outline::place(step).map(|(_, phase)| months::phase(phase))
    }

    fn phase_meant(&self, typed: &str) -> Option<String> {
        Phase::by_key(&typed.trim().to_lowercase()).map(|phase| phase.key().to_owned())
    }

    fn within(&self, typed: &str) -> Option<String> {
        months::meant(typed).map(|month| month.to_string())
    }

    fn within_which(&self, step: &[String]) -> Option<String> {
        months::named(step)
    }

    fn asks(&self, view: &View) -> Vec<Asks> {
        battle::asks::musters(view).into_iter().map(|(_, asks)| asks).collect()
    }

    fn ahead(&self, view: &View) -> Vec<String> {
        let Some((month, phase)) = outline::place(&view.step) else { return Vec::new() };
        if let Some(now) = position(view).filter(|now| now.keeps_land()) {
            return vec![say!("The war ends with {}", months::month(now.ends))];
        }
        let economic = if month.is_economic() && phase < Phase::Economic {
            month
        } else {
            (1..=3).map(|later| month.later(later)).find(|later| later.is_economic()).unwrap_or(month)
        };
        let mut ahead = vec![say!("Next economic phase: {}", months::month(economic))];
        if let Some(position) = view.game.of::<Position>() {
            ahead.extend(crate::peace::present::lines(&position));
            ahead.push(say!("The campaign ends with {}", months::month(position.ends)));
        }
        ahead
    }

    fn lodged_order(&self, scene: &Scene<'_>, order: &Value) -> String {
        land::present::lodged_order(scene, order).unwrap_or_else(|| sardinia::present::lodged_order(order))
    }

    fn lodged_unless(&self, unless: &Value) -> String {
        land::present::lodged_unless(unless).unwrap_or_else(|| sardinia::present::lodged_unless(unless))
    }

    fn lodged_ahead(&self, scene: &Scene<'_>) -> Option<Message> {
        if keeps_land(&scene.own) {
            return Some(land::present::panel::lodged_ahead(scene));
        }
        Some(sardinia::present::panel(scene))
    }

    fn passes(&self, view: &View) -> bool {
        view.step.last().is_some_and(|word| word == outline::BETWEEN) || months::pass_by(view)
    }

    fn order_asked(&self, view: &View, awaited: &Awaited) -> Option<String> {
        months::slot_asked(view, awaited)
    }

    fn frames_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        let asks = |awaited: &Awaited| months::slot_asked(&scene.public, awaited);
        table_commands::present::turns::opened(scene, posts, entries, asks);
    }

    fn rounds(&self) -> &'static dyn ToldRounds {
        &Rounds
    }

    fn part_opened(&self, part: &str, value: &Value) -> Option<String> {
        politics::present::part_opened(part, value)
    }

    fn told(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
        told::told(scene, posts, entries, i);
    }

    fn line(&self, scene: &Scene<'_>, entry: &Entry, player: Called<'_>) -> Option<(LineKind, String)> {
        told::line(scene, entry, player)
    }

    fn given_out(&self, entry: &Entry) -> Option<(SeatId, String)> {
        chronicle::given_out(entry)
    }

    fn value_told(&self, entry: &Entry) -> Option<ValueTold> {
        chronicle::value_told(entry)
    }

    fn values(&self, scene: &Scene<'_>) -> String {
        values::listed(scene)
    }

    fn differs(&self, _scene: &Scene<'_>, differs: &Differs) -> Option<String> {
        crate::province::present::otherwise(differs)
    }

    fn colour_of_value(&self, key: &str) -> Option<String> {
        let power = Power::by_key(key.split_once('/')?.1)?;
        Some(power.colour().to_owned())
    }

    fn chapter(&self, entry: &Entry) -> Option<Chapter> {
        chronicle::chapter(entry)
    }

    fn chapter_at(&self, step: &[String]) -> Option<String> {
        outline::place(step).map(|(month, _)| months::month(month))
    }

    fn final_table(&self, scene: &Scene<'_>, entries: &[Entry]) -> Option<String> {
        chronicle::final_table(scene, entries)
    }

    fn is_told_from_the_record(&self, entry: &Entry) -> bool {
        matches!(happened(entry), Some(Happened::Calendar(_) | Happened::Conclusion(_)))
            || land::present::slot::over(entry).is_some()
    }

    fn post_of_the_record(
        &self,
        scene: &Scene<'_>,
        entries: &[Entry],
        entry: &Entry,
        record: &dyn Fn() -> Result<String, String>,
    ) -> Result<Option<FromRecord>, String> {
        if let Some(slot) = land::present::slot::over(entry) {
            let message = land::present::slot::post(scene, entries, slot);
            return Ok(message.map(|message| FromRecord { kind: "slot", message }));
        }
        let line = entry.line.map_or(0, |(line, _)| line);
        let (kind, message) = match happened(entry) {
            Some(Happened::Calendar(Calendar::MonthEnded { month })) => {
                ("gazette", gazette::post(scene, entries, month, line))
            }
            Some(Happened::Conclusion(Conclusion::Concluded(concluded))) => {
                ("concluded", conclusion::post(scene, &concluded, entries, record()?))
            }
            _ => return Ok(None),
        };
        Ok(Some(FromRecord { kind, message }))
    }

    fn roster(&self) -> &'static dyn Roster {
        &roster::OfEia
    }

    fn typed(&self) -> Option<&'static dyn Typed> {
        Some(&typed::OfEia)
    }

    fn on_chart(&self, scene: &Scene<'_>, asked: &Value, rolled: &Rolled) -> Option<OnChart> {
        charts::read(scene, asked, rolled)
    }

    fn cards(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        pack::present::cards(scene, posts, entries);
    }

    fn would_be(&self, scene: &Scene<'_>) -> Option<String> {
        conclusion::would_be(scene)
    }

    fn passed_over(&self, begun: &[&[String]]) -> Option<String> {
        months::passed_over(begun)
    }

    fn told_order(&self, _scene: &Scene<'_>, order: &Value) -> Option<String> {
        crate::telling::told_order(order)
    }

    fn desk_lines(&self, scene: &Scene<'_>) -> Vec<Lines> {
        vec![
            land::present::panel::desk_lines(scene),
            pack::present::desk_lines(scene),
            battle::present::desk::desk_lines(scene),
            politics::present::desk_lines(scene),
            crate::access::present::desk_lines(scene),
            crate::peace::present::desk_lines(scene),
            crate::crimea::present::desk_lines(scene),
            crate::confederations::present::desk_lines(scene),
            economy::present::desk_lines(scene),
            sardinia::present::desk_lines(scene),
        ]
    }

    fn endings(&self, scene: &Scene<'_>) -> Vec<Component> {
        battle::present::desk::endings(scene)
    }

    fn is_the_end(&self, entry: &Entry) -> bool {
        crate::seen::is_the_end(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_is_named_as_people_write_it() {
        assert_eq!(Eia.phase_meant(" Land "), Some("land".to_owned()));
        assert_eq!(Eia.phase_meant("moon"), None);
    }
}
