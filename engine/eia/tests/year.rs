//! What the year brings of itself: victory points, economic losses, the drift on the status track, and who has won.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, sealing, seat, sheet};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, SPAIN, all_ready, answers, gained, kept, next_month, order, position, step,
    to_the_talks,
};
use engine::eia::conclusion::{By, Concluded, Happened as Ended, table_of};
use engine::eia::map::ProvinceId;
use engine::eia::oob::{Held, StatusBox};
use engine::eia::powers::Power;
use engine::eia::year::Happened;
use engine::eia::{EmpiresInArms, Event, Position};
use engine::table::act::{Act, Through};
use engine::table::offers::{Field, offers};
use engine::table::rule;
use engine::table::votes::{Matter, YES};
use engine::table::{By as Whose, Entry, Founding, Verb};
use serde_json::{Value, json};

fn happened(made: &[Entry]) -> Vec<Happened> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    events.filter_map(|event| if let Event::Year(happened) = event { Some(happened) } else { None }).collect()
}

fn concluded(play: &Play) -> Option<Concluded> {
    play.entries.iter().rev().find_map(|entry| match entry.game_event::<EmpiresInArms>()? {
        Event::Conclusion(Ended::Concluded(concluded)) => Some(concluded),
        _ => None,
    })
}

fn tells_value(play: &mut Play, key: &str, value: i64) {
    play.act(SPAIN, Act::Tell { key: key.to_owned(), value });
}

/// Plays the quarter to its economic phase; everything that happened when it began.
fn quarter(play: &mut Play) -> Vec<Entry> {
    loop {
        let from = play.entries.len();
        if step(play) == "war" {
            to_the_talks(play);
        }
        if step(play) == "economic" {
            next_month(play);
            continue;
        }
        all_ready(play);
        if step(play) == "economic" || concluded(play).is_some() {
            return play.entries[from..].to_vec();
        }
    }
}

fn at(text: &str) -> StatusBox {
    StatusBox::read(text).unwrap()
}

#[test]
fn each_economic_phase_brings_victory_points_by_the_box_and_great_britain_may_take_from_an_enemy() {
    let mut play = kept();
    let gift = |of: &str, most: u32| order(json!({"year": "gift", "of": of, "most": most}));
    assert!(play.refused(AUSTRIA, gift("france", 1)).contains("Only Great Britain"));
    assert!(play.refused(BRITAIN, gift("austria", 1)).contains("not at war"));
    assert!(play.refused(BRITAIN, gift("france", 0)).contains("No such order"));
    play.must(BRITAIN, gift("france", 5));
    let made = quarter(&mut play);
    let now = position(&play);
    assert_eq!(now.status(Power::France), Some(at("D2")));
    let vp = |power| now.vp[&power];
    // Where each collected stands with it, for it drifts at the end of the phase.
    let collected = happened(&made).into_iter().find_map(|of| match of {
        Happened::PointsCollected(collected) => Some(collected),
        _ => None,
    });
    let collected = collected.unwrap();
    assert_eq!(collected.status[&Power::France], 2 * i64::from(at("D2").number()));
    // D2 brings 9, N9 brings 8: Great Britain gives up 2 at most, a third of its own.
    assert_eq!((vp(Power::France), vp(Power::GreatBritain)), (9 - 2, 8 - 2));
    assert_eq!((vp(Power::Prussia), vp(Power::Russia), vp(Power::Turkey)), (8, 7, 5), "N10, N7 and N3");
    assert!(!happened(&made).iter().any(|of| matches!(of, Happened::LossRolled(_))), "nobody stands low");
    // When the phase ends France drifts; in the neutral zone nobody does.
    next_month(&mut play);
    let now = position(&play);
    assert_eq!(now.status(Power::France), Some(at("N10")));
    assert_eq!((gained(&now, Power::France), gained(&now, Power::Prussia)), (-4, 0));
    play.must(BRITAIN, gift("france", 0));
    quarter(&mut play);
    let now = position(&play);
    assert_eq!((now.vp[&Power::France], now.vp[&Power::GreatBritain]), (7 + 8, 6 + 8));
    play.ends_verified();
}

#[test]
fn great_britain_is_offered_its_gift_against_its_enemies_and_takes_back_what_stands() {
    let mut play = kept();
    let offered = |play: &Play, person: u32| -> Vec<Value> {
        let all = offers(&play.campaign.view_for(Whose::Person(person), false));
        let fields = all.into_iter().filter(|offer| offer.verb == "year").map(|offer| offer.fields);
        let field = |field: &Field| (field.name.clone(), serde_json::to_value(&field.kind).unwrap());
        fields.map(|fields| Value::Object(fields.iter().map(field).collect())).collect()
    };
    let one = |of: &Value| json!({"kind": "among", "of": [of]});
    let gift = |of: &Value, most: &Value| json!({"year": one(&json!("gift")), "of": of, "most": most});
    let new =
        gift(&json!({"kind": "one_of", "of": ["france"]}), &json!({"kind": "whole", "least": 1, "most": 12}));
    let back = gift(&one(&json!("france")), &one(&json!(0)));
    assert_eq!(offered(&play, BRITAIN), std::slice::from_ref(&new));
    assert_eq!(offered(&play, FRANCE), [] as [Value; 0], "Great Britain alone");
    play.must(BRITAIN, order(json!({"year": "gift", "of": "france", "most": 2})));
    assert_eq!(offered(&play, BRITAIN), [new, back]);
    // Nobody loses what he has not: nothing is given up where the enemy has nothing.
    tells_value(&mut play, "pp/france", 2 * i64::from(at("F3").number()));
    let made = quarter(&mut play);
    let collected = happened(&made).into_iter().find_map(|of| match of {
        Happened::PointsCollected(collected) => Some(collected),
        _ => None,
    });
    assert_eq!(collected.unwrap().given, None);
    assert_eq!((position(&play).vp[&Power::France], position(&play).vp[&Power::GreatBritain]), (0, 8));
    play.act(BRITAIN, Act::Away { until: None, regent: Some(9) });
    let regent = play.campaign.view_for(Whose::Person(9), false);
    assert!(!offers(&regent).iter().any(|offer| offer.verb == "year"), "no regent gives up points");
    let told = Play::in_months(7, |_| ());
    assert_eq!(offered(&told, BRITAIN), [] as [Value; 0], "where politics is told it is not kept");
}

#[test]
fn who_stands_low_rolls_for_half_of_what_he_collects_and_drifts_up() {
    let mut play = kept();
    tells_value(&mut play, "pp/prussia", 2 * i64::from(at("I6").number()) + 1);
    tells_value(&mut play, "pp/russia", 2 * i64::from(at("F3").number()));
    assert!(play.act_refused(SPAIN, Act::Tell { key: "pp/spain".into(), value: 79 }).contains("39"));
    let mut losses = Vec::new();
    for entry in quarter(&mut play) {
        if let Some(Happened::LossRolled(loss)) = happened(&[entry]).into_iter().next() {
            losses.push(loss);
        }
    }
    let numbers: Vec<_> = losses.iter().map(|loss| (loss.power, loss.number)).collect();
    assert_eq!(numbers, [(Power::Prussia, 1), (Power::Russia, 3)]);
    for mut loss in losses {
        assert_eq!(loss.halves(), i64::from(loss.die) <= loss.number);
        loss.die = u8::try_from(loss.number).unwrap();
        assert!(loss.halves(), "the die must exceed the number");
        loss.die += 1;
        assert!(!loss.halves());
    }
    assert_eq!((position(&play).vp[&Power::Prussia], position(&play).vp[&Power::Russia]), (3, 0));
    next_month(&mut play);
    let now = position(&play);
    assert_eq!((now.status(Power::Prussia), now.status(Power::Russia)), (Some(at("I8")), Some(at("F6"))));
    assert_eq!(now.pp_of(Power::Prussia) % 2, 1, "a half stays a half");
    play.ends_verified();
}

#[test]
fn the_track_has_two_ends() {
    let mut now = position(&kept());
    assert_eq!((now.pp_moved(76, 6), now.pp_moved(2, -6), now.pp_moved(40, -6)), (78, 0, 34));
    now.politics.on_track = false;
    assert_eq!((now.pp_moved(76, 6), now.pp_moved(2, -6)), (82, -4), "told points are no places");
    assert_eq!(now.status(Power::France), None);
}

/// Whoever is asked whether somebody has won by points that were told says yes.
fn the_others_say_so(play: &mut Play) {
    let votes = &play.campaign.play.votes;
    let (n, vote) = votes.iter().find(|(_, vote)| matches!(vote.matter, Matter::Won { .. })).unwrap();
    let persons: Vec<u32> =
        vote.voters.iter().filter_map(|seat| play.campaign.play.seats[seat].person).collect();
    let n = *n;
    persons.into_iter().for_each(|person| _ = play.act(person, Act::Cast { vote: n, option: YES }));
}

#[test]
fn what_brought_a_victory_that_the_others_deny_falls_away() {
    let mut play = kept();
    let goal = position(&play).choice.holdings[&Power::Prussia].goal;
    tells_value(&mut play, "vp/prussia", goal - 8);
    quarter(&mut play);
    let votes = &play.campaign.play.votes;
    let (n, vote) = votes.iter().find(|(_, vote)| matches!(vote.matter, Matter::Won { .. })).unwrap();
    let (n, voters) = (*n, vote.voters.clone());
    let persons: Vec<u32> = voters.iter().filter_map(|seat| play.campaign.play.seats[seat].person).collect();
    for person in persons {
        play.act(person, Act::Cast { vote: n, option: engine::table::votes::NO });
    }
    assert!(position(&play).vp[&Power::Prussia] < goal && concluded(&play).is_none());
    play.ends_verified();
}

#[test]
fn who_reaches_his_goal_in_an_economic_phase_has_won_and_all_who_do_at_once() {
    let goal = |now: &Position, power| now.choice.holdings[&power].goal;
    for winners in [vec![Power::Prussia], vec![Power::Prussia, Power::Russia]] {
        let mut play = kept();
        let now = position(&play);
        for (power, gains) in [(Power::Prussia, 8), (Power::Russia, 7)] {
            // The last one short where it is not to win.
            let short = if winners.contains(&power) { gains } else { gains + 1 };
            tells_value(&mut play, &format!("vp/{}", power.key()), goal(&now, power) - short);
        }
        quarter(&mut play);
        assert!(
            concluded(&play).is_none(),
            "what players told ends nothing until the others say that it is so"
        );
        the_others_say_so(&mut play);
        let table = concluded(&play).unwrap();
        assert_eq!((table.by, &table.winners), (By::Goal, &winners));
        let rules: Vec<&str> = table.rules.iter().map(|rule| rule.as_str()).collect();
        assert!(rules.contains(&"house.victory.reach-goal"));
        assert_eq!(rules.contains(&"house.victory.simultaneous"), winners.len() > 1);
        assert!(table.shares.iter().all(|share| share.counted == 0), "nothing is counted");
        assert!(!serde_json::to_string(&table).unwrap().contains("counted"), "and nothing of it is written");
        assert_eq!(position(&play).concluded.as_ref(), Some(&table), "it stands in the position");
        play.right_now();
    }
}

/// A position in which nobody counts any manpower, with these VP, goals and counts.
fn counted(of: &[(Power, i64, i64, i64)]) -> Position {
    let mut now = position(&kept());
    let choice = std::sync::Arc::make_mut(&mut now.choice);
    for power in Power::STANDARD {
        now.counts.insert(power, 0);
    }
    for (power, vp, goal, count) in of {
        now.vp.insert(*power, *vp);
        now.counts.insert(*power, *count);
        choice.holdings.get_mut(power).unwrap().goal = *goal;
    }
    now
}

#[test]
fn the_closing_count_adds_manpower_and_whoever_reaches_his_goal_by_it_has_won() {
    use Power::{Austria, GreatBritain, Prussia, Spain, Turkey};
    let now = counted(&[
        (Austria, 310, 340, 35),
        (Turkey, 280, 300, 20),
        (Spain, 300, 315, 10),
        (Prussia, 300, 400, 31),
    ]);
    let table = table_of(&now, By::Calendar);
    assert_eq!(table.winners, [Austria, Turkey], "house.victory.final.winners");
    let share = |power| table.shares.iter().find(|share| share.power == power).unwrap().clone();
    assert_eq!((share(Prussia).total(), share(Prussia).share), (331, 827), "house.victory.final.add-to-vp");
    assert_eq!(share(Austria).total(), 345);
    // Who is at his goal without it wins, and nothing is counted (house.victory.final.trigger).
    let now = counted(&[(Austria, 339, 340, 35), (Spain, 315, 315, 10)]);
    let table = table_of(&now, By::Calendar);
    assert_eq!(
        (table.winners, table.shares.iter().map(|share| share.counted).sum::<i64>()),
        (vec![Spain], 0)
    );
    // Nobody even so: Great Britain (house.victory.final.britain-default).
    let now = counted(&[(Austria, 300, 340, 39)]);
    assert_eq!(table_of(&now, By::Calendar).winners, [GreatBritain]);
    // A goal of nothing is reached, and no share of it can be told.
    let none = table_of(&counted(&[(Austria, 5, 0, 0)]), By::Agreement);
    let austria = none.shares.iter().find(|share| share.power == Austria).unwrap();
    assert_eq!((austria.share, none.winners.contains(&Austria)), (0, true));
    // Where nobody plays Great Britain nobody has won.
    let mut without = now.clone();
    std::sync::Arc::make_mut(&mut without.choice).holdings.remove(&GreatBritain);
    assert_eq!(table_of(&without, By::Calendar).winners, []);
    // An agreement to end counts nothing and gives it to nobody.
    assert_eq!(table_of(&now, By::Agreement).winners, []);
}

#[test]
fn counted_are_home_provinces_and_conquests_but_no_free_states_and_nothing_that_was_ceded() {
    let mut play = kept();
    let mp = |key: &str| i64::from(ProvinceId::by_key(key).unwrap().on_map().manpower);
    let counted = |play: &Play, power| position(play).counted(power);
    let tells = |place: &str, power: &str, how: &str| {
        order(json!({"control": "tell", "place": format!("province/{place}"), "power": power, "how": how}))
    };
    let before = counted(&play, Power::France);
    let homes: i64 = ProvinceId::all()
        .filter(|province| position(&play).held(*province) == Held::Home(Power::Prussia))
        .map(|province| i64::from(province.on_map().manpower))
        .sum();
    assert!(homes > 0 && counted(&play, Power::Prussia) >= homes, "house.victory.final.count-manpower");
    // A corps that stands there on the last turn comes off the map with all others, and stops nothing (house.victory.final.remove-units).
    let prussia = counted(&play, Power::Prussia);
    let corps = json!({"counter": "place", "power": "france", "name": "I Corps", "place": "area/berlin", "piece": "corps"});
    play.must(FRANCE, order(corps));
    assert_eq!(counted(&play, Power::Prussia), prussia);
    let rules = table_of(&position(&play), By::Calendar).rules;
    assert!(rules.contains(&rule!("house.victory.final.remove-units")), "{rules:?}");
    play.must(FRANCE, tells("saxony", "france", "conquered"));
    assert_eq!(counted(&play, Power::France), before + mp("saxony"));
    play.must(FRANCE, tells("saxony", "france", "free"));
    assert_eq!(counted(&play, Power::France), before, "house.victory.final.excluded-manpower");
    let austria = counted(&play, Power::Austria);
    play.must(FRANCE, tells("tyrol", "france", "ceded"));
    assert_eq!(counted(&play, Power::France), before, "ceded to it");
    assert_eq!(counted(&play, Power::Austria), austria - mp("tyrol"), "ceded by it: it counts for nobody");
    // What may belong to the Ottoman Empire counts half for others than Turkey, each rounded down.
    for (minor, power, counts, id) in [
        ("syria", "france", mp("syria") / 2, "house.ottoman.manpower-half"),
        ("egypt", "france", mp("egypt"), "house.ottoman.manpower-egypt"),
        ("morocco", "spain", mp("morocco"), "house.ottoman.manpower-spain"),
        ("algeria", "spain", mp("algeria"), "house.ottoman.manpower-spain"),
        ("algeria", "france", mp("algeria") / 2, "house.ottoman.manpower-half"),
        ("tunisia", "turkey", mp("tunisia"), ""),
    ] {
        let power = Power::by_key(power).unwrap();
        let before = counted(&play, power);
        play.must(FRANCE, tells(minor, power.key(), "conquered"));
        assert_eq!(counted(&play, power) - before, counts, "{minor} of {power:?}");
        let of = position(&play).manpower(ProvinceId::by_key(minor).unwrap());
        assert_eq!(of.1.map_or("", |rule| rule.as_str()), id);
    }
    play.must(FRANCE, tells("syria", "france", "free"));
    let free = position(&play).manpower(ProvinceId::by_key("syria").unwrap());
    assert_eq!(
        (i64::from(free.0), free.1.unwrap().as_str()),
        (mp("syria"), "house.ottoman.manpower-free-state")
    );
    play.ends_verified();
}

#[test]
fn the_last_economic_phase_is_that_of_december_1815_and_its_count_decides() {
    let mut play = kept();
    tells_value(&mut play, "vp/great_britain", 10);
    let mut quarters = 0;
    while concluded(&play).is_none() {
        quarter(&mut play);
        quarters += 1;
        if quarters == 43 {
            assert!(!play.campaign.public_view().values.iter().any(|value| value.key == "count/prussia"));
        }
        if quarters > 50 {
            break;
        }
    }
    assert_eq!(quarters, 44, "house.victory.last-phase");
    let table = concluded(&play).unwrap();
    assert_eq!(table.by, By::Calendar);
    assert!(table.rules.iter().any(|rule| rule.as_str() == "house.victory.last-phase"));
    let now = position(&play);
    for share in &table.shares {
        assert_eq!((share.vp, share.counted), (now.vp[&share.power], now.counted(share.power)));
    }
    let reached: Vec<Power> = table
        .shares
        .iter()
        .filter(|share| share.vp + share.counted >= share.goal)
        .map(|share| share.power)
        .collect();
    let winners = if reached.is_empty() { vec![Power::GreatBritain] } else { reached };
    assert_eq!(table.winners, winners);
    play.right_now();
}

#[test]
fn a_group_may_turn_to_kept_politics_later_and_stands_where_its_told_points_lead() {
    let mut play = Play::in_months(7, |_| ());
    play.act(1, Act::Tell { key: "pp/austria".to_owned(), value: -5 });
    play.act(1, Act::Tell { key: "pp/france".to_owned(), value: 100 });
    assert_eq!(position(&play).status(Power::Austria), None);
    play.act(1, Act::Switch { key: "politics".to_owned(), value: "kept".to_owned() });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in 2..=7 {
        play.act(person, Act::Cast { vote, option: 1 });
    }
    for _ in 0..5 {
        for person in 1..=7 {
            play.act(person, Act::Ready { through: Through::Turn, hold: false });
        }
        if step(&play) == "war" {
            break;
        }
    }
    assert_eq!(step(&play), "war");
    let now = position(&play);
    // N5, two boxes and a half down; D2 and the end of the track.
    assert_eq!((now.status(Power::Austria), now.pp_of(Power::Austria)), (Some(at("N2")), 43));
    assert_eq!(now.status(Power::France), Some(at("D10")));
    assert!(now.politics.wars.is_empty(), "what stands between them is proposed and agreed");
    assert_eq!(now.dominant().unwrap().len(), 2);
    play.ends_verified();
}

#[test]
fn a_power_that_is_out_of_the_game_collects_no_victory_points() {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"politics": "kept"}});
    let mut play = Play::founded(&Founding { options, ..founding(3, 0, json!({})) }).started();
    // Austria, Great Britain and Turkey.
    play.bid(vec![
        sheet([41, 0, 1, 2, 3, 4, 5]),
        sheet([0, 1, 40, 2, 3, 4, 5]),
        sheet([0, 1, 2, 3, 4, 5, 39]),
    ]);
    play.act(3, Act::Resign);
    play.act(1, Act::AskInfluence { seat: seat(3) });
    play.act(2, Act::Cast { vote: 1, option: YES });
    for (person, body) in [(1, json!({"power": "austria"})), (2, json!({"power": "great_britain", "bid": 0}))]
    {
        play.must(person, sealing("auction/turkey", &body));
        play.must(person, Verb::Final { round: "auction/turkey".to_owned() });
    }
    assert!(position(&play).is_out(Power::Turkey));
    for _ in 0..60 {
        if step(&play) == "economic" {
            break;
        }
        if step(&play) == "war" {
            answers(&mut play, &[]);
        }
        for person in 1..=2 {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
    }
    let now = position(&play);
    assert_eq!((now.vp.get(&Power::Turkey), now.vp[&Power::Austria]), (None, 6), "N5 brings 6");
    let told = happened(&play.entries).into_iter().find_map(|of| match of {
        Happened::PointsCollected(collected) => Some(collected),
        _ => None,
    });
    let rules: Vec<&str> = told.unwrap().rules.iter().map(|rule| rule.as_str()).collect();
    assert_eq!(rules, ["house.auction.no-more-vp"]);
    play.right_now();
}
