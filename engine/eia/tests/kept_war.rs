//! What happens by itself in the war on the kept board, from positions that are put there: cities that fall, depots that are taken, countries that
//! are conquered, and who marched together.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, sealing, seat};
use eia::danube::count;
use eia::land::phase::{Cause, Happened, Together};
use eia::map::{AreaId, ProvinceId};
use eia::oob::Held;
use eia::pieces::{CorpsId, Garrison, Owner};
use eia::powers::Power;
use eia::{EmpiresInArms, Event, Position};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table::act::Through;
use table::lodged::{Change, Line};
use table::secret::Secret;
use table::{Act, By, Entry, Verb};

/// A war of France and the allies, set up as in history: the first month gathers its orders.
fn war(roots: u8) -> Play {
    war_of(roots, 2)
}

/// The same of so many players.
fn war_of(roots: u8, seats: u32) -> Play {
    let mut of = founding(seats, 0, json!({}));
    of.scenario = "danube".to_owned();
    let mut play = Play::founded_on(roots, &of).started();
    for person in 1..=seats {
        play.must(person, sealing("set-up/armies", &json!({})));
        play.must(person, Verb::Final { round: "set-up/armies".to_owned() });
    }
    play
}

fn now(play: &Play) -> &Position {
    play.campaign.play.game.position::<EmpiresInArms>().unwrap()
}

fn corps(of: Power, name: &str) -> CorpsId {
    CorpsId::named("danube", Owner::Power(of), name).unwrap()
}

fn bavarian(name: &str) -> CorpsId {
    CorpsId::named("danube", Owner::Minor(ProvinceId::by_key("bavaria").unwrap()), name).unwrap()
}

fn area(key: &str) -> AreaId {
    AreaId::by_key(key).unwrap()
}

/// Something is so on the board without anybody having ordered it.
fn put(play: &mut Play, happened: Value) {
    let happened: Happened = serde_json::from_value(happened).unwrap();
    let event = table::Event::Game { e: serde_json::to_value(Event::Land(happened)).unwrap() };
    let entry =
        Entry { at: play.at, by: By::Bot, event, secrets: Vec::new(), line: None, public: String::new() };
    play.campaign.apply(&entry).unwrap();
}

/// A corps stands in an area, with so much in it.
fn stands(play: &mut Play, id: CorpsId, at: &str, holds: &str) {
    let power = now(play).commands(id.owner()).unwrap();
    put(play, json!({"k": "set_up", "power": power.key(), "places": {id.key(): at}, "rules": []}));
    let held = eia::land::forces::Factors::read(holds).unwrap();
    put(play, json!({"k": "holds", "corps": {id.key(): held}}));
}

/// Everybody is ready, again and again, until the next month gathers its orders or the war is over; what happened on land.
fn month(play: &mut Play) -> Vec<Happened> {
    let from = play.entries.len();
    let of = now(play).month();
    for _ in 0..60 {
        let is_over = now(play).month() != of || play.campaign.play.stage == table::Stage::Closed;
        if is_over {
            break;
        }
        if play.campaign.gives_lodged() {
            play.bot(Verb::Tick);
            continue;
        }
        if let Some(round) = play.asked().first().cloned() {
            for person in [1, 2] {
                _ = play.give(By::Person(person), sealing(&round, &json!({"chit": "defend"})));
                _ = play.give(By::Person(person), Verb::Final { round: round.clone() });
            }
            continue;
        }
        for person in [1, 2] {
            let act = Act::Ready { through: Through::Step, hold: false };
            _ = play.give(By::Person(person), Verb::Act { act, text: None });
        }
    }
    let land = |entry: &Entry| match &entry.event {
        table::Event::Game { e } => match serde_json::from_value(e.clone()).ok()? {
            Event::Land(happened) => Some(happened),
            _ => None,
        },
        _ => None,
    };
    play.entries[from..].iter().filter_map(land).collect()
}

/// A player's answers that stand.
fn answers(play: &mut Play, person: u32, choice: Value) {
    let verb = Verb::Stand {
        kind: "attacked".to_owned(),
        choice: Some(choice),
        salt: Secret::new([person as u8; 32]),
    };
    play.give(By::Person(person), verb).unwrap();
}

fn lodges(play: &mut Play, person: u32, power: Power, order: Value) {
    let (power, change) = (Some(power.key().to_owned()), Change::Add(Line::order(order, Vec::new())));
    play.give(By::Person(person), Verb::Lodge { power, change, salt: Secret::new([9; 32]) }).unwrap();
}

/// Salzburg, in which one man is left, starves before France's II Corps, whose player answered so; what happened, and the board then.
fn salzburg_falls(answered: Value) -> (Vec<Happened>, Play) {
    for roots in 0..40 {
        let mut play = war(roots);
        for (id, on_map) in now(&play).pieces.corps.clone() {
            let there = on_map.stand.area() == Some(area("salzburg"));
            if there {
                put(
                    &mut play,
                    json!({"k": "set_up", "power": "austria", "places": {id.key(): "graz"}, "rules": []}),
                );
            }
        }
        let (first, second) = (corps(Power::Austria, "IV Corps"), corps(Power::France, "II Corps"));
        put(
            &mut play,
            json!({"k": "garrisoned", "area": "salzburg", "corps": first.key(), "men": 1, "rules": []}),
        );
        let own = Garrison::city(area("salzburg"), Owner::Power(Power::Austria));
        put(&mut play, json!({"k": "holds", "garrisons": [[own.key(), {"infantry": 1}]]}));
        stands(&mut play, first, "graz", "6i 1c");
        stands(&mut play, second, "salzburg", "5i 2c");
        put(
            &mut play,
            json!({"k": "siege_stands", "area": "salzburg", "corps": [second.key()], "on": true, "rules": []}),
        );
        if answered != Value::Null {
            answers(&mut play, 1, answered.clone());
        }
        let happened = month(&mut play);
        if happened.iter().any(|one| matches!(one, Happened::Fell { .. })) {
            return (happened, play);
        }
    }
    panic!("in forty wars nobody starved in Salzburg");
}

// standard.land.siege.fallen
#[test]
fn who_takes_a_city_leaves_as_many_men_in_it_as_he_said() {
    let left = |answered: Value| {
        let (happened, play) = salzburg_falls(answered);
        let men = happened.iter().find_map(|one| match one {
            Happened::Garrisoned { area: at, corps: of, men, .. } => {
                assert_eq!((*at, *of), (area("salzburg"), corps(Power::France, "II Corps")));
                Some(*men)
            }
            _ => None,
        });
        let garrison = Garrison::city(area("salzburg"), Owner::Power(Power::France));
        (men, now(&play).pieces.garrisons.get(&garrison).copied(), now(&play).contents.garrison(garrison))
    };
    let (men, there, held) = left(Value::Null);
    assert_eq!((men, there), (Some(1), Some(1)), "who said nothing leaves one");
    assert_eq!(held.map(|held| held.to_string()), Some("1i".to_owned()));
    let (men, there, _) = left(json!({"garrison/france": "3"}));
    assert_eq!((men, there), (Some(3), Some(3)));
    assert_eq!(left(json!({"garrison/france": "0"})).0, None);
    assert_eq!(left(json!({"garrison/france": "8"})).0, None, "no corps there has so many to spare");
}

// standard.land.siege.starved, standard.land.reinforce.emptied: who has nobody left inside has lost the city, corps or garrison.
#[test]
fn a_city_falls_whose_last_corps_starves() {
    for roots in 0..40 {
        let mut play = war(roots);
        let (inside, before) = (corps(Power::France, "II Corps"), corps(Power::Austria, "III Corps"));
        stands(&mut play, inside, "augsburg", "1i");
        stands(&mut play, before, "augsburg", "8i 1c");
        put(&mut play, json!({"k": "retired", "area": "augsburg", "corps": [inside.key()], "rules": []}));
        put(
            &mut play,
            json!({"k": "siege_stands", "area": "augsburg", "corps": [before.key()], "on": true, "rules": []}),
        );
        let happened = month(&mut play);
        if !happened.iter().any(|one| matches!(one, Happened::Emptied { corps, .. } if *corps == inside)) {
            continue;
        }
        assert!(
            happened.iter().any(|one| matches!(one, Happened::Fell { by: Power::Austria, .. })),
            "{happened:?}"
        );
        assert!(!now(&play).pieces.is_besieged(area("augsburg")));
        assert!(!now(&play).pieces.corps.contains_key(&inside), "its last factor is gone");
        return;
    }
    panic!("in forty wars nobody starved in Augsburg");
}

#[test]
fn who_is_ready_ahead_is_offered_to_lodge_nothing_for_a_slot_that_would_wait() {
    let mut play = war(3);
    let lodges = |play: &Play| {
        let view = play.campaign.view_for(By::Person(2), false);
        let offers = table::offers(&view).into_iter().filter(|offer| offer.verb == "lodge");
        let filled = |offer: &table::Offer| -> Value {
            let first = offer.fields.iter().filter(|field| field.required);
            json!(
                first
                    .map(|field| (field.name.clone(), field.kind.pick(&mut |_| 0)))
                    .collect::<BTreeMap<_, _>>()
            )
        };
        offers.map(|offer| offer.taken(&filled(&offer), [1; 32]).unwrap()).collect::<Vec<Verb>>()
    };
    assert_eq!(lodges(&play).len(), 2);
    for power in [Power::Austria, Power::Russia] {
        let wait = eia::Order::Land(eia::land::phase::Order::Wait { power, on: true });
        play.must(2, Verb::Game(serde_json::to_value(wait).unwrap()));
    }
    play.must(2, Verb::Act { act: Act::Ready { through: Through::Turn, hold: false }, text: None });
    for verb in lodges(&play) {
        play.must(2, verb);
    }
}

/// A depot of France's at Augsburg, which Austria's I Corps comes to from Munich; the depot's end, and where Austria's depots stand then.
fn augsburg(answered: Value, defender: Option<&str>) -> (Option<Option<String>>, Vec<AreaId>) {
    let mut play = war(3);
    if let Some(holds) = defender {
        stands(&mut play, corps(Power::France, "II Corps"), "augsburg", holds);
    }
    let depot = eia::pieces::DepotId::all("danube")
        .find(|id| id.owner() == Owner::Power(Power::France) && !now(&play).pieces.depots.contains_key(id))
        .unwrap();
    put(
        &mut play,
        json!({"k": "depot_moved", "power": "france", "on": [depot.key(), "augsburg"], "rules": []}),
    );
    if answered != Value::Null {
        answers(&mut play, 2, answered);
    }
    let march =
        json!({"land": "march", "corps": [corps(Power::Austria, "I Corps").key()], "way": ["augsburg"]});
    lodges(&mut play, 2, Power::Austria, march);
    let happened = month(&mut play);
    let taken = happened.iter().find_map(|one| match one {
        Happened::DepotTaken { depot: of, by, at, into, .. } if *of == depot => {
            assert_eq!((*by, *at), (Power::Austria, Some(area("augsburg"))));
            Some(into.map(|into| into.key().to_owned()))
        }
        _ => None,
    });
    let depots = eia::land::march::depots_of(now(&play), Power::Austria).into_values().collect();
    (taken, depots)
}

// standard.land.depot.captured
#[test]
fn a_depot_that_is_taken_is_burned_or_made_the_takers_own() {
    let (burned, depots) = augsburg(Value::Null, None);
    assert_eq!(burned, Some(None));
    assert!(!depots.contains(&area("augsburg")));
    let (kept, depots) = augsburg(json!({"depots/austria": "keep"}), None);
    assert!(matches!(kept, Some(Some(_))), "{kept:?}");
    assert!(depots.contains(&area("augsburg")));
}

// standard.land.contact.retire, standard.land.depot.captured: when no unbesieged enemy corps stands in an area any more, attackers there take its
// unguarded depots at once.
#[test]
fn who_drives_the_enemy_into_the_city_takes_his_depot() {
    let (taken, _) = augsburg(Value::Null, Some("2i"));
    assert_eq!(taken, Some(None));
}

/// A war in which Austria holds three cities of Bavaria, and the fourth where it is said so.
fn bavaria(with_regensburg: bool) -> Play {
    let mut play = war(11);
    for (name, at) in [("1 Corps", "strasbourg"), ("2 Corps", "mainz")] {
        stands(&mut play, bavarian(name), at, "6i 1c");
    }
    let cities = ["munich", "augsburg", "passau", "regensburg"];
    for (i, at) in cities.into_iter().enumerate().filter(|(i, _)| *i < 3 || with_regensburg) {
        let from = corps(Power::Austria, ["I Corps", "II Corps", "III Corps", "IV Corps"][i]);
        put(&mut play, json!({"k": "garrisoned", "area": at, "corps": from.key(), "men": 2, "rules": []}));
        let garrison = Garrison::city(area(at), Owner::Power(Power::Austria));
        put(&mut play, json!({"k": "holds", "garrisons": [[garrison.key(), {"infantry": 2}]]}));
        stands(&mut play, from, "vienna", "5i 1c");
    }
    play
}

// standard.land.conquest.when, standard.land.conquest.effects, house.minors.conquest-primary-district
#[test]
fn a_country_all_of_whose_cities_an_enemy_held_for_a_month_is_conquered_and_its_army_gone() {
    let country = ProvinceId::by_key("bavaria").unwrap();
    let mut play = bavaria(true);
    let overrun = |happened: &[Happened]| {
        happened.iter().rev().find_map(|one| match one {
            Happened::Overrun { held, .. } => Some(held.get(&country).copied()),
            _ => None,
        })
    };
    assert_eq!(overrun(&month(&mut play)), None, "in September there is no war yet");
    assert_eq!(overrun(&month(&mut play)), Some(Some(Power::Austria)));
    assert_eq!(now(&play).held(country), Held::Free(Power::France));
    let before = now(&play).land.gone.clone();
    let happened = month(&mut play);
    assert!(
        happened.iter().any(
            |one| matches!(one, Happened::Disbanded { minor, by: Power::Austria, .. } if *minor == country)
        ),
        "{happened:?}"
    );
    assert_eq!(now(&play).held(country), Held::Conquered(Power::Austria));
    let bavarian = |id: &CorpsId| id.owner() == Owner::Minor(country);
    assert!(!now(&play).pieces.corps.keys().any(bavarian));
    let gone = now(&play).land.gone[&Owner::Minor(country)][&Cause::Conquest];
    let hunger = before.get(&Owner::Minor(country)).map_or(0, |by_cause| by_cause.values().sum());
    assert!(gone > 0 && gone + hunger <= 14, "{gone}");
    // What the army of France's ally lost counts for the allies, whoever has the country now.
    let lines = count::losses(now(&play));
    assert!(lines.iter().any(|line| line.side == eia::danube::Side::Allies), "{lines:?}");
}

// standard.land.conquest.when
#[test]
fn a_country_with_one_city_left_is_not_conquered() {
    let mut play = bavaria(false);
    let all: Vec<Happened> = (0..3).flat_map(|_| month(&mut play)).collect();
    assert!(!all.iter().any(|one| matches!(one, Happened::Overrun { .. } | Happened::Disbanded { .. })));
}

#[test]
fn who_marched_together_is_known_the_month_after() {
    let mut play = war(3);
    for name in ["I Corps", "II Corps"] {
        let march =
            json!({"land": "march", "corps": [corps(Power::Austria, name).key()], "way": ["augsburg"]});
        lodges(&mut play, 2, Power::Austria, march);
    }
    month(&mut play);
    let both = vec![corps(Power::Austria, "I Corps"), corps(Power::Austria, "II Corps")];
    let together = Together { corps: both, to: area("augsburg") };
    assert_eq!(now(&play).land.last_month.get(&Power::Austria), Some(&vec![together]));
    assert_eq!(now(&play).choice.powers_of(&seat(2)).len(), 2);
    month(&mut play);
    assert_eq!(now(&play).land.last_month.get(&Power::Austria), None);
}

/// The slots of a month in their order, each with whether anything was fed or fought in it before it marched.
fn slots(happened: &[Happened]) -> Vec<(Power, bool)> {
    let mut slots: Vec<(Power, bool)> = Vec::new();
    let mut is_fed = false;
    for one in happened {
        match one {
            Happened::SlotBegan { power } => {
                slots.push((*power, false));
                is_fed = false;
            }
            Happened::Fed { .. } | Happened::CombatsDeclared { .. } => is_fed = true,
            Happened::Marched { .. } => {
                if let Some(last) = slots.last_mut() {
                    last.1 |= is_fed;
                }
            }
            _ => {}
        }
    }
    slots
}

// standard.land.phase.order, standard.land.phase.steps, standard.land.phase.france-chooses
#[test]
fn powers_act_in_the_books_order_each_marching_before_it_eats_and_france_where_it_chose() {
    let mut play = war(3);
    let march = json!({"land": "march", "corps": [corps(Power::Austria, "IV Corps").key()], "way": ["linz"]});
    lodges(&mut play, 2, Power::Austria, march);
    let book = [Power::Russia, Power::Austria, Power::France].map(|power| (power, false));
    assert_eq!(slots(&month(&mut play)), book);
    answers(&mut play, 1, json!({"place": "austria"}));
    let chosen = [Power::Russia, Power::France, Power::Austria].map(|power| (power, false));
    assert_eq!(slots(&month(&mut play)), chosen);
    answers(&mut play, 1, json!({"place": "last"}));
    assert_eq!(slots(&month(&mut play)), book);
}

// standard.land.move.singly: a counter moves once in a slot.
#[test]
fn a_counter_moves_once_in_a_slot() {
    let mut play = war(3);
    let wait = eia::Order::Land(eia::land::phase::Order::Wait { power: Power::Austria, on: true });
    play.must(2, Verb::Game(serde_json::to_value(wait).unwrap()));
    for person in [1, 2] {
        play.must(person, Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None });
    }
    while play.campaign.gives_lodged() {
        play.bot(Verb::Tick);
    }
    assert_eq!(now(&play).land.slot, Some(Power::Austria));
    let march = |to: &str| {
        Verb::Game(json!({"land": "march", "corps": [corps(Power::Austria, "IV Corps").key()], "way": [to]}))
    };
    play.must(2, march("linz"));
    play.refused_under("standard.land.move.singly", 2, march("salzburg"));
    assert_eq!(now(&play).pieces.corps[&corps(Power::Austria, "IV Corps")].stand.area(), Some(area("linz")));
}

/// A breach in Augsburg, in which a French corps is, before an Austrian one whose player answered so: the storm, where there is one.
fn breached(answered: &str) -> Option<eia::land::phase::Stormed> {
    let mut play = war(5);
    let (inside, before) = (corps(Power::France, "II Corps"), corps(Power::Austria, "III Corps"));
    stands(&mut play, inside, "augsburg", "6i");
    stands(&mut play, before, "augsburg", "14i 2c");
    put(&mut play, json!({"k": "retired", "area": "augsburg", "corps": [inside.key()], "rules": []}));
    let on =
        json!({"k": "siege_stands", "area": "augsburg", "corps": [before.key()], "on": true, "rules": []});
    put(&mut play, on);
    let breach =
        json!({"k": "siege_rolled", "area": "augsburg", "die": 6, "needs": 4, "breach": true, "rules": []});
    put(&mut play, breach);
    answers(&mut play, 2, json!({"storm/austria": answered}));
    month(&mut play).into_iter().find_map(|one| match one {
        Happened::Stormed(stormed) => Some(*stormed),
        _ => None,
    })
}

// standard.land.siege.storm: a breached city is stormed where its besieger says so, in three rounds at most.
#[test]
fn a_breached_city_is_stormed_where_its_besieger_says_so() {
    let stormed = breached("storm").unwrap();
    assert_eq!((stormed.area, stormed.by), (area("augsburg"), Power::Austria));
    assert!((1..=3).contains(&stormed.rounds.len()));
    let fell: [u32; 2] = [0, 1].map(|who| stormed.rounds.iter().map(|round| round.fell[who]).sum());
    let lost: u32 = stormed.corps.iter().map(|(_, fell, _)| *fell).sum();
    assert_eq!(fell.iter().sum::<u32>(), lost, "{stormed:?}");
    assert!(breached("starve").is_none());
}

// standard.land.setup.depots, standard.land.setup.minors, standard.land.reinforce.arrivals, standard.land.reinforce.leaders, standard.land.nearest
#[test]
fn armies_stand_and_arrive_where_the_set_up_has_them_or_next_to_an_enemy_there() {
    let mut play = war(3);
    let depots =
        |power| -> Vec<AreaId> { eia::land::march::depots_of(now(&war(3)), power).into_values().collect() };
    let sorted = |mut all: Vec<AreaId>| {
        all.sort_by_key(|area| area.name());
        all
    };
    assert_eq!(sorted(depots(Power::France)), [area("mainz"), area("strasbourg")]);
    assert_eq!(sorted(depots(Power::Austria)), [area("linz"), area("munich")]);
    let bavarian = now(&play).pieces.corps[&bavarian("1 Corps")].stand.area();
    assert_eq!(bavarian, Some(area("wurzburg")));
    month(&mut play);
    let arrived = |happened: &[Happened], id: CorpsId| {
        happened.iter().find_map(|one| match one {
            Happened::Arrived { corps, rules, .. } => {
                let at = corps.iter().find(|one| one.corps == id)?.at;
                Some((at, rules.iter().any(|rule| rule.to_string() == "standard.land.nearest")))
            }
            _ => None,
        })
    };
    let sixth = corps(Power::Austria, "VI Corps");
    let mut met = war(3);
    month(&mut met);
    stands(&mut met, corps(Power::France, "II Corps"), "olmutz", "12i 1c");
    assert_eq!(arrived(&month(&mut play), sixth), Some((area("olmutz"), false)));
    let (at, nearest) = arrived(&month(&mut met), sixth).unwrap();
    assert!(at != area("olmutz") && nearest, "{at:?}");
    let with = |name: &str| {
        let leader = eia::pieces::LeaderId::named("danube", Owner::Power(Power::Austria), name).unwrap();
        now(&play).pieces.leaders.get(&leader).copied()
    };
    assert_eq!(with("Liechtenstein"), Some(eia::pieces::Leader::With(sixth)));
}

/// The marches that Austria's player has lodged.
fn lodged(play: &Play) -> Vec<Value> {
    let view = play.campaign.view_for(By::Person(2), false);
    let lines = view.lodged_by_powers.get("austria").map(|view| view.lines.clone()).unwrap_or_default();
    lines.into_iter().filter_map(|waiting| waiting.line.order).collect()
}

// standard.land.move.singly
#[test]
fn of_two_marches_of_a_corps_the_later_counts_and_none_is_dropped_in_silence() {
    let mut play = war(3);
    let [one, two] = ["I Corps", "II Corps"].map(|name| corps(Power::Austria, name));
    for id in [one, two] {
        stands(&mut play, id, "linz", "5i");
    }
    let ends = eia::land::march::ends(now(&play), one);
    let march = |corps: &[CorpsId], way: &[AreaId]| json!({"land": "march", "corps": corps, "way": way});
    let (first, second) = (ends[0].clone(), ends[1].clone());
    lodges(&mut play, 2, Power::Austria, march(&[one], &first));
    lodges(&mut play, 2, Power::Austria, march(&[two], &first));
    lodges(&mut play, 2, Power::Austria, march(&[one], &second));
    assert_eq!(lodged(&play), [march(&[two], &first), march(&[one], &second)]);
    lodges(&mut play, 2, Power::Austria, march(&[one, two], &first));
    assert_eq!(lodged(&play), [march(&[one, two], &first)], "both are in it");
    let change = Change::Add(Line::order(march(&[one], &second), Vec::new()));
    let verb = Verb::Lodge { power: Some("austria".to_owned()), change, salt: Secret::new([9; 32]) };
    let no = play.give(By::Person(2), verb).unwrap_err();
    assert!(no.to_string().contains("goes together with"), "{no}");
    assert_eq!(lodged(&play), [march(&[one, two], &first)]);
}

// standard.land.secret
#[test]
fn what_is_in_an_allys_corps_in_a_city_no_refusal_tells() {
    let refused = |inside: &str| {
        let mut play = war_of(5, 3);
        let (austrian, russian) = (corps(Power::Austria, "V Corps"), corps(Power::Russia, "II Corps"));
        stands(&mut play, austrian, "lemberg", inside);
        put(&mut play, json!({"k": "retired", "area": "lemberg", "corps": [austrian], "rules": []}));
        stands(&mut play, russian, "lemberg", "9i");
        eia::ground::Ground::of(now(&play)).may_go_inside(russian).unwrap_err().says.to_string()
    };
    let says = refused("1i");
    assert!(says.contains("of another player is in the city"), "{says}");
    assert_eq!(refused("6i"), says);
}

#[test]
fn no_side_ends_a_war_by_a_vote_that_the_other_would_lose() {
    let mut play = war_of(6, 3);
    play.must(2, Verb::Act { act: Act::Conclude, text: None });
    let vote = play.last_vote();
    play.act(3, Act::Cast { vote, option: table::votes::YES });
    play.act(1, Act::Cast { vote, option: table::votes::NO });
    let due = play.campaign.play.votes.get(&vote).map(|open| open.due);
    if let Some(due) = due {
        play.clock_at(due);
    }
    assert_eq!(play.campaign.play.ending, None, "France would lose at nought to nought");
    // With France it ends.
    play.must(2, Verb::Act { act: Act::Conclude, text: None });
    let vote = play.last_vote();
    for person in [1, 3] {
        play.act(person, Act::Cast { vote, option: table::votes::YES });
    }
    assert!(play.campaign.play.ending.is_some() || play.campaign.play.stage == table::Stage::Closed);
}

#[test]
fn nobody_takes_the_other_side_by_an_auction() {
    let mut play = war_of(8, 3);
    play.act(3, Act::Resign);
    let says = play.act_refused(1, Act::AskInfluence { seat: seat(3) });
    assert!(says.contains("no auction"), "{says}");
    assert!(!play.campaign.public_view().has_auctions);
}

/// Who decides in a war of three whether a battle waits for a player who seals no plan.
#[test]
fn the_friends_of_who_seals_nothing_do_not_decide_that_all_wait_for_him() {
    let mut of = founding(3, 0, json!({}));
    of.scenario = "danube".to_owned();
    of.timing = Some(table::timing::Timing { quiet: None, remind: 0, ..Default::default() });
    let mut play = Play::founded_on(1, &of).started();
    for person in 1..=3 {
        play.must(person, sealing("set-up/armies", &json!({})));
        play.must(person, Verb::Final { round: "set-up/armies".to_owned() });
    }
    for (id, at) in
        [(corps(Power::Austria, "I Corps"), "ulm"), (corps(Power::France, "II Corps"), "black-forest")]
    {
        stands(&mut play, id, at, "9i");
    }
    // It stays in the open, and does not go into the city.
    answers(&mut play, 2, json!({"attacked/austria": "stand"}));
    let ulm = area("ulm");
    for _ in 0..80 {
        if play.campaign.play.rounds.keys().any(|round| round.starts_with("battle/")) {
            break;
        }
        if play.campaign.gives_lodged() {
            play.bot(Verb::Tick);
            continue;
        }
        let id = corps(Power::France, "II Corps");
        let way = eia::land::march::ends(now(&play), id).into_iter().find(|way| way.last() == Some(&ulm));
        if let Some(way) = way {
            let order = json!({"land": "march", "corps": [id], "way": way});
            let change = Change::Instead(Line::order(order, Vec::new()));
            let verb = Verb::Lodge { power: Some("france".to_owned()), change, salt: Secret::new([4; 32]) };
            _ = play.give(By::Person(1), verb);
        }
        for person in 1..=3 {
            let act = Act::Ready { through: Through::Step, hold: false };
            _ = play.give(By::Person(person), Verb::Act { act, text: None });
        }
    }
    let round = play.campaign.play.rounds.keys().find(|round| round.starts_with("battle/")).cloned().unwrap();
    let asked: Vec<_> = play.campaign.play.rounds[&round].asked.to_vec();
    assert_eq!(asked, [seat(1), seat(2)]);
    let view = play.campaign.view_for(By::Person(1), false);
    let seals = |offer: &table::Offer| offer.verb == "seal" && offer.round.as_deref() == Some(&*round);
    let offer = table::offers(&view).into_iter().find(seals).unwrap();
    let filled = offer.fields.iter().filter(|field| field.required);
    let filled = filled.map(|field| (field.name.clone(), field.kind.pick(&mut |_| 0))).collect();
    play.must(1, offer.taken(&Value::Object(filled), [1; 32]).unwrap());
    play.must(1, Verb::Final { round: round.clone() });
    for _ in 0..2 {
        let due = play.campaign.play.rounds[&round].due.as_ref().unwrap().at.unwrap();
        play.clock_at(due);
    }
    let open = play.campaign.play.votes.values().next().unwrap();
    assert!(matches!(open.matter, table::votes::Matter::Missed { .. }), "{open:?}");
    assert_eq!(open.voters, [seat(1)], "Russia is Austria's friend, and no judge of it");
}

// standard.land.nearest, standard.land.depot.where
#[test]
fn what_is_not_on_the_map_of_the_war_is_near_nobody_and_feeds_nobody() {
    let play = war(4);
    let state = now(&play);
    let near = |from: &str, keys: &[&str]| {
        eia::ground::nearest(state, area(from), |one| keys.contains(&one.key()), None).map(|one| one.key())
    };
    assert_eq!(near("black-forest", &["basel", "strasbourg"]), Some("strasbourg"));
    assert_eq!(near("black-forest", &["basel"]), None);
    // The border of Budweis and Brunn is closed, so that the way goes round.
    let far = eia::ground::steps_from(state, &[area("budweis")]);
    assert!(far.cost(area("brunn").place()).unwrap() > 1);
    let says = eia::ground::Ground::of(state).may_place_depot(Power::France, area("basel")).unwrap_err();
    assert!(says.to_string().contains("not on the map of this war"), "{says}");
}

// standard.land.forage.roll
#[test]
fn the_cheapest_factors_go_first_by_what_they_cost() {
    let less = |held: &str, lost: u32| {
        let held = eia::land::forces::Factors::read(held).unwrap();
        eia::land::hunger::less(held, lost).to_string()
    };
    assert_eq!(less("2m 3i 4c 5gd", 3), eia::land::forces::Factors::read("2i 4c 5gd").unwrap().to_string());
    assert_eq!(
        less("1i 4c 5gd", 3),
        eia::land::forces::Factors::read("4c 3gd").unwrap().to_string(),
        "guard costs less"
    );
}

// standard.land.forage.value
#[test]
fn who_stays_in_a_city_before_which_enemies_stand_has_spent_nothing() {
    let mut play = war(9);
    let (austrian, french) = (corps(Power::Austria, "I Corps"), corps(Power::France, "II Corps"));
    stands(&mut play, austrian, "linz", "9i");
    let value = |play: &Play| match eia::land::hunger::living(now(play), Power::Austria).get(&austrian) {
        Some(eia::land::phase::How::Forage { value, .. }) => Some(*value),
        _ => None,
    };
    let alone = value(&play);
    put(&mut play, json!({"k": "retired", "area": "linz", "corps": [austrian], "rules": []}));
    stands(&mut play, french, "linz", "20i");
    let spent = |play: &Play| {
        let ground = eia::ground::Ground::of(now(play));
        eia::land::hunger::value(&ground, Power::Austria, area("linz"), 0)
    };
    let points = eia::ground::Ground::of(now(&play)).points_of(austrian);
    assert!(points > 0 && alone != value(&play), "{alone:?}");
    assert_eq!(value(&play), Some(spent(&play) + points));
}

// standard.land.siege.roll, standard.land.contact.once
#[test]
fn a_city_is_rolled_for_once_a_month() {
    let mut play = war(10);
    put(
        &mut play,
        json!({"k": "siege_rolled", "area": "linz", "die": 2, "needs": 4, "breach": false, "rules": []}),
    );
    assert!(now(&play).land.rolled.contains(&area("linz")));
    month(&mut play);
    assert!(!now(&play).land.rolled.contains(&area("linz")), "the next month has a roll of its own");
}

#[test]
fn a_war_ends_with_the_slot_in_which_the_allies_take_strasbourg() {
    let mut play = war(11);
    month(&mut play);
    let id = corps(Power::Austria, "I Corps");
    stands(&mut play, id, "strasbourg", "9i");
    for french in eia::land::march::corps_of(now(&play), Power::France).collect::<Vec<_>>() {
        if now(&play).pieces.corps[&french].stand.area() == Some(area("strasbourg")) {
            stands(&mut play, french, "mainz", "9i");
        }
    }
    put(
        &mut play,
        json!({"k": "fell", "area": "strasbourg", "by": "austria", "lost": {"france": 3}, "corps": [], "leaders": [], "rules": []}),
    );
    put(&mut play, json!({"k": "retired", "area": "strasbourg", "corps": [id], "rules": []}));
    month(&mut play);
    assert_eq!(play.campaign.play.stage, table::Stage::Closed, "{:?}", play.campaign.play.path());
    let won = now(&play).land.won.clone().unwrap();
    assert!(won.early && won.outcome == eia::land::phase::Outcome::Allies, "{won:?}");
    let slots = play.entries.iter().rev().filter_map(|entry| match &entry.event {
        table::Event::Game { e } if e["k"] == "slot_began" => e["power"].as_str().map(str::to_owned),
        _ => None,
    });
    assert_ne!(slots.take(1).next().as_deref(), Some("france"), "France has no slot any more");
}
