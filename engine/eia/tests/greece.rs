//! Greece with a player: an additional power of the scenario of 1853, from the founding on, and what is different of it on the map, in
//! politics and in the economic phase (`nationalism.greece.status`).
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, sealing};
use crate::economy::{account, seen, sheets, to_the_sheets};
use crate::italy::{later, later_with};
use crate::peace::{open_round, order, position, to_the_talks};
use engine::eia::Position;
use engine::eia::board::dominance;
use engine::eia::choice_of_powers::options;
use engine::eia::economy::Purse;
use engine::eia::economy::sheet::Wishes;
use engine::eia::map::{AreaId, Era, ProvinceId, home_of, home_provinces, is_national_capital};
use engine::eia::months::Phase;
use engine::eia::oob::{self, Held};
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::table::Founding;
use engine::table::act::{Act, Through};
use engine::table::facts::Origin;
use engine::table::secret::Secret;
use serde_json::{Value, json};

const SCENARIO: &str = "1853-greece";
const FRANCE: u32 = 2;
const BRITAIN: u32 = 3;
const GREECE: u32 = 4;
const TURKEY: u32 = 8;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

/// A campaign with Greece in which the bot keeps politics; each of eight people plays the power of the same number of its list.
fn with_greece(besides: Value) -> Play {
    let mut switches = json!({"politics": "kept"});
    switches.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    let options = json!({"ceiling": 70, "spare": "uncontrolled", "switches": switches});
    let mut founded = Founding { options, ..founding(8, 0, json!({})) };
    SCENARIO.clone_into(&mut founded.scenario);
    let mut play = Play::founded(&founded).started();
    let powers = &scenario::by_key(SCENARIO).unwrap().powers;
    let bids = |n: u32| -> Value {
        let bids: serde_json::Map<String, Value> = powers
            .iter()
            .zip(0u32..)
            .map(|(power, i)| (power.key().to_owned(), json!(n - 1 + 8 * i)))
            .collect();
        json!({ "bids": bids })
    };
    play.bid((1..=8).map(bids).collect());
    play
}

/// All eight are ready.
fn ready(play: &mut Play) {
    for person in 1..=8 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
}

// nationalism.greece.status
#[test]
fn greece_is_one_of_the_powers_where_it_has_a_player_and_of_no_other_campaign() {
    let powers = |play: &Play| position(play).choice.powers().collect::<Vec<_>>();
    let with = with_greece(json!({}));
    assert!(powers(&with).contains(&Power::Greece) && !powers(&later()).contains(&Power::Greece));
    assert_eq!(powers(&with).len(), 8);
    let now = position(&with);
    assert_eq!(now.choice.holdings[&Power::Greece].seat.number(), Some(GREECE));
    assert!(now.choice.done && now.choice.uncontrolled.is_empty());
    // It is chosen at the founding alone: in the other scenario nobody has a goal for it.
    let refused = |scenario: &str, seats: u32, asked: Value| {
        options(scenario, seats, &asked).unwrap_err().says.to_string()
    };
    let says = refused("1853", 7, json!({"goals": {"greece": 400}}));
    assert!(says.contains("Greece is no power of this scenario"), "{says}");
    assert!(refused("1853", 8, json!({})).contains("for 2 to 7 players"));
    assert!(refused(SCENARIO, 9, json!({})).contains("for 2 to 8 players"));
}

// nationalism.greece.status, nationalism.greece.provinces
#[test]
fn greece_and_macedonia_are_its_home_and_athens_its_capital_only_where_it_is_played() {
    let (with, without) = (position(&with_greece(json!({}))), position(&later()));
    for key in ["greece", "macedonia"] {
        assert_eq!(with.held(at(key)), Held::Home(Power::Greece), "{key}");
        assert_eq!(with.board.home_of(at(key)), Some(Power::Greece));
        assert_eq!(
            (without.held(at(key)), without.board.home_of(at(key))),
            (Held::Free(Power::GreatBritain), None)
        );
    }
    let home: Vec<&str> =
        home_provinces(Power::Greece, Era::NationalismWithGreece).into_iter().map(ProvinceId::key).collect();
    assert_eq!(home, ["macedonia", "greece"]);
    assert!(home_provinces(Power::Greece, Era::Nationalism).is_empty());
    // All else is as it is without it.
    let other = ProvinceId::all().filter(|one| !["greece", "macedonia"].contains(&one.key()));
    for one in other {
        assert_eq!(home_of(one, Era::NationalismWithGreece), home_of(one, Era::Nationalism), "{}", one.key());
        assert_eq!(with.held(one), without.held(one), "{}", one.key());
    }
    let athens = AreaId::by_key("athens").unwrap();
    assert_eq!((with.capital(Power::Greece), without.capital(Power::Greece)), (Some(athens), None));
    assert!(!is_national_capital(athens, true), "it is a capital of no other campaign");
    // A victor does not take the province of a capital from who has another (B.7).
    let capital = |now: &Position, key: &str| now.has_national_capital(at(key));
    assert!(capital(&with, "greece") && !capital(&with, "macedonia") && !capital(&without, "greece"));
}

// nationalism.greece.status: what Greece begins with is ours.
#[test]
fn greece_begins_at_peace_with_forces_of_ours_and_without_those_of_a_free_state() {
    let order = oob::of(SCENARIO).unwrap();
    let forces = &order.powers[&Power::Greece];
    assert_eq!((forces.status.value.to_string().as_str(), forces.treasury.value), ("N1", 10));
    let origins = [forces.status.origin, forces.treasury.origin, forces.factors.origin, forces.ships.origin];
    assert_eq!(origins, [Origin::Ours; 4]);
    assert!(order.enemies(Power::Greece).is_empty() && order.allies(Power::Greece).is_empty());
    assert_eq!((order.corps(Power::Greece).len(), forces.fleets.len(), forces.leaders.len()), (3, 1, 0));
    let usual = oob::of("1853").unwrap();
    assert!(usual.minors.contains_key(&at("greece")) && !order.minors.contains_key(&at("greece")));
    assert!(!usual.powers.contains_key(&Power::Greece));
    // What the others have is what they have without it.
    for (power, forces) in &usual.powers {
        assert_eq!(format!("{forces:?}"), format!("{:?}", order.powers[power]), "{power}");
    }
    let keys = |of: &str| oob::costs(of).map(|cost| cost.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(SCENARIO), keys("1853"));
    assert!(keys(SCENARIO).iter().any(|key| key == "ironclad"));
}

// nationalism.greece.status: it is attacked as a power, and no minor country any more.
#[test]
fn war_is_declared_on_greece_as_on_a_power_and_not_as_on_a_minor_country() {
    let mut play = with_greece(json!({}));
    let round = open_round(&play);
    let minor = json!({"attack/france": ["province/greece"]});
    let says = play.refused(FRANCE, sealing(&round, &minor));
    assert!(says.contains("Greece is no minor country"), "{says}");
    for volunteer in ["volunteer", "promise"] {
        let bid = json!({format!("{volunteer}/great_britain"): ["province/greece"]});
        assert!(!play.refused(BRITAIN, sealing(&round, &bid)).is_empty());
    }
    crate::peace::answers(&mut play, &[(TURKEY, json!({"war/turkey": ["greece"]}))]);
    to_the_talks(&mut play);
    let now = position(&play);
    assert!(now.are_at_war(Power::Turkey, Power::Greece) && !now.are_at_war(Power::Turkey, Power::Austria));
    let conquest = order(json!({"board": "conquer", "minor": "greece", "power": "turkey"}));
    assert!(play.refused(TURKEY, conquest).contains("changes hands by a formal peace"));
}

// nationalism.sardinia.move-slot: the places of the others are as they are; Greece's is ours.
#[test]
fn greece_moves_after_turkey() {
    use Power::{Austria, France, GreatBritain, Greece, Prussia, Russia, Sardinia, Turkey};
    let now = position(&with_greece(json!({})));
    let naval = now.moves(Phase::Naval).unwrap();
    assert_eq!(naval.order, [Russia, Turkey, Greece, Austria, Prussia, France, Sardinia]);
    assert_eq!(naval.chooses, Some(GreatBritain));
    let land = now.moves(Phase::Land).unwrap();
    assert_eq!(land.order, [Russia, Turkey, Greece, Austria, Prussia, GreatBritain, Sardinia]);
    assert!(!position(&later()).moves(Phase::Land).unwrap().order.contains(&Greece));
}

// nationalism.dominance.others: of Greece no list is known, neither in 1853 nor in 1805.
#[test]
fn greece_has_no_list_of_dominance_and_the_others_have_theirs_of_1853() {
    assert_eq!(dominance::needs(SCENARIO, Power::Greece), None);
    for power in &scenario::by_key("1853").unwrap().powers {
        assert_eq!(dominance::needs(SCENARIO, *power), dominance::needs("1853", *power), "{power}");
    }
    assert_eq!(dominance::at_start(SCENARIO), dominance::at_start("1853"));
}

// nationalism.greece.status: the first months pass with eight players, the Crimean War is on without Greece, and Greece keeps its own accounts.
#[test]
fn the_first_months_are_played_with_eight_and_greece_is_asked_for_its_own_account() {
    let mut play = with_greece(json!({"economy": "kept"}));
    let now = position(&play);
    assert!(now.are_at_war(Power::Russia, Power::Turkey) && now.enemies(Power::Greece).next().is_none());
    for _ in 0..40 {
        to_the_talks(&mut play);
        if position(&play).phase() == Some(Phase::Economic) {
            break;
        }
        ready(&mut play);
    }
    let now = position(&play);
    assert_eq!((now.phase(), now.month().unwrap().to_string().as_str()), (Some(Phase::Economic), "1853-12"));
    let asked: Vec<Option<u32>> = play
        .campaign
        .public_view()
        .rounds
        .iter()
        .flat_map(|round| round.asked.iter().map(|(seat, _)| seat.number()).collect::<Vec<_>>())
        .collect();
    assert!(asked.contains(&Some(GREECE)), "{asked:?}");
    play.ends_verified();
}

// nationalism.greece.status, nationalism.greece.provinces, enhancements.minor-savings.limit: Greece and Macedonia are one country.
#[test]
fn british_greece_has_one_purse_into_which_macedonia_pays() {
    let mut play = later_with(json!({"economy": "kept", "minor_savings": "yes"}));
    let britain = Power::GreatBritain;
    to_the_sheets(&mut play);
    let round = play.campaign.public_view().rounds[0].round.clone();
    let macedonia = json!({"state/great_britain/macedonia/infantry": 1});
    assert!(play.refused(BRITAIN, sealing(&round, &macedonia)).contains("Macedonia is no free state"));
    sheets(&mut play, &[(BRITAIN, json!({"state/great_britain/greece/infantry": 1}))]);
    let states = account(&play, BRITAIN, britain).states;
    let [greece] = states.as_slice() else { panic!("{states:?}") };
    // $2 and 1 MP each; an infantry factor costs $3 and 1 MP, which neither of the two could have paid alone.
    assert_eq!((greece.state, greece.before, greece.collected), (at("greece"), 0, [4, 2]));
    assert_eq!((greece.bought.clone(), greece.after), (vec![("infantry".to_owned(), 1)], 1));
    let now = seen(&play, BRITAIN);
    assert_eq!(now.purse(britain).unwrap().states, [(at("greece"), 1)].into());
    // A district whose capital an enemy has collects nothing, and the other goes on.
    let month = now.month().unwrap();
    let occupied = |areas: &[&str]| {
        let mut now = now.clone();
        for area in areas {
            now.control.insert(format!("area/{area}"), Power::Russia);
        }
        let (account, purse) = now.account_by(britain, month, &Wishes::default()).unwrap();
        (account.states.first().map(|of| (of.state, of.before, of.collected)), purse.states)
    };
    let alone = Some((at("greece"), 1, [2, 1]));
    assert_eq!(occupied(&["salonika"]), (alone, [(at("greece"), 3)].into()));
    assert_eq!(occupied(&["athens"]), (alone, [(at("greece"), 3)].into()));
    assert_eq!(occupied(&["athens", "salonika"]), (None, [(at("greece"), 1)].into()));
    // What each had kept by itself until now lies in the one purse, and no more than the limit stays.
    let mut before = now.clone();
    let kept = Purse { states: [(at("greece"), 5), (at("macedonia"), 4)].into(), ..Purse::default() };
    before.economy.purses.insert(britain, Secret::new(kept).into());
    let (own, purse) = before.account_by(britain, month, &Wishes::default()).unwrap();
    assert_eq!((own.states[0].before, own.states[0].after, own.states.len()), (9, 13, 1));
    assert_eq!(purse.states, [(at("greece"), 13)].into());
    // Held by another, Macedonia pays nothing into it.
    play.must(BRITAIN, order(json!({"control": "tell", "place": "province/macedonia", "power": "turkey"})));
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    let states = account(&play, BRITAIN, britain).states;
    assert_eq!(states.iter().map(|of| (of.before, of.collected)).collect::<Vec<_>>(), [(1, [2, 1])]);
    play.ends_verified();
}

// enhancements.minor-savings.limit: what a district kept as a free state by itself is its country's when it is of it.
#[test]
fn a_district_brings_what_it_kept_into_the_purse_of_its_country() {
    let all = json!({"politics": "kept", "economy": "kept", "minor_savings": "yes"});
    let mut play = crate::peace::play(all);
    let free = |key: &str| {
        order(
            json!({"control": "tell", "place": format!("province/{key}"), "power": "france", "how": "free"}),
        )
    };
    let worth = |key: &str| i64::from(at(key).on_map().money);
    play.must(FRANCE, free("norway"));
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    let of = |play: &Play| {
        let states = account(play, FRANCE, Power::France).states.into_iter();
        let ours = states.filter(|of| [at("norway"), at("denmark")].contains(&of.state));
        ours.map(|of| (of.state, of.before, of.collected[0], of.after)).collect::<Vec<_>>()
    };
    let norway = worth("norway");
    assert_eq!(of(&play), [(at("norway"), 0, norway, norway)]);
    play.must(FRANCE, free("denmark"));
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    let both = norway + worth("denmark");
    assert_eq!(of(&play), [(at("denmark"), norway, both, (norway + both).min(14))]);
    assert!(engine::eia::economy::books::conserved(&play.entries).is_ok());
    play.ends_verified();
}
