//! Minor countries in politics: wars on them, who takes control, what is lost with political status, what victors and neighbours may do.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, rules_in, sealing, untied};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, all_ready, allies, answers, gained, next_month, order,
    position, step, to_the_talks,
};
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::politics::minors::Class;
use engine::eia::politics::minors::Happened;
use engine::eia::politics::minors::control::Bid;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event};
use engine::table::act::{Act, Through};
use engine::table::{Entry, Founding, Verb};
use serde_json::{Value, json};

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

/// The switches of a campaign that keeps politics, with these besides.
fn switches(besides: &Value) -> Value {
    let mut all = json!({"politics": "kept"});
    all.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    all
}

fn kept_with(besides: &Value) -> Play {
    crate::peace::play(switches(besides))
}

/// The same with dice that fall as written.
fn scripted(besides: &Value) -> Play {
    let all = switches(besides);
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": all});
    let mut play = Play::scripted_by(&Founding { options, ..founding(7, 0, json!({})) }, &[]).started();
    play.bid((1..=7).map(untied).collect());
    play
}

pub fn kept() -> Play {
    kept_with(&json!({}))
}

fn held(play: &Play, province: &str) -> Held {
    position(play).held(at(province))
}

fn wars(play: &Play) -> Vec<(Power, &'static str)> {
    position(play).minor_wars().map(|war| (war.by, war.on.key())).collect()
}

fn round(play: &Play) -> String {
    let view = play.campaign.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("politics/"));
    round.map_or_else(String::new, |round| round.round.clone())
}

fn conquers(minor: &str, power: &str) -> Verb {
    order(json!({"board": "conquer", "minor": minor, "power": power}))
}

fn tells(province: &str, power: &str, how: &str) -> Verb {
    order(json!({"control": "tell", "place": format!("province/{province}"), "power": power, "how": how}))
}

/// Puts a power on a box of the status track.
fn on_the_box(play: &mut Play, power: &str, number: i64) {
    play.act(FRANCE, Act::Tell { key: format!("pp/{power}"), value: 2 * number });
}

/// France attacks Saxony, and perhaps others attack too; who could take control is asked.
pub fn saxony_is_attacked(play: &mut Play, sheets: &[(u32, Value)]) {
    let france = (FRANCE, json!({"attack/france": ["province/saxony"]}));
    answers(play, &[&[france], sheets].concat());
}

fn bids(made: &[Entry]) -> Vec<Bid> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let decided = events.filter_map(|event| match event {
        Event::Minors(Happened::Controlled { bids, .. } | Happened::Contested { bids, .. }) => Some(bids),
        _ => None,
    });
    decided.flatten().collect()
}

#[test]
fn a_volunteer_at_war_with_the_attacker_goes_before_all_others_and_the_attacker_pays() {
    let mut play = kept();
    // Great Britain is at war with France from the start. Russia is its ally.
    to_the_talks(&mut play);
    allies(&mut play, (RUSSIA, "russia"), (FRANCE, "france"), None);
    next_month(&mut play);
    let before = position(&play);
    saxony_is_attacked(&mut play, &[]);
    let refused = play.refused(FRANCE, sealing(&round(&play), &json!({})));
    assert!(refused.contains("not asked"), "{refused}");
    let volunteer = |power: &str| json!({format!("volunteer/{power}"): ["province/saxony"]});
    let made = answers(
        &mut play,
        &[
            (AUSTRIA, volunteer("austria")),
            (BRITAIN, volunteer("great_britain")),
            (RUSSIA, volunteer("russia")),
        ],
    );
    let classes: Vec<(Power, Class)> = bids(&made).iter().map(|bid| (bid.power, bid.class)).collect();
    assert_eq!(
        classes,
        [(Power::Austria, Class::Apart), (Power::GreatBritain, Class::AtWar), (Power::Russia, Class::Allied)]
    );
    assert!(bids(&made).iter().all(|bid| bid.rolls.is_empty()), "one alone in the first class needs no die");
    assert_eq!(held(&play, "saxony"), Held::Free(Power::GreatBritain), "it has an army of its own");
    let now = position(&play);
    assert_eq!(now.pp_of(Power::France) - before.pp_of(Power::France), -2);
    assert_eq!(now.pp_of(Power::GreatBritain), before.pp_of(Power::GreatBritain));
    // Who is at war with all of them has nothing to declare.
    assert_eq!(step(&play), "talks");
    assert!(play.refused(AUSTRIA, conquers("saxony", "austria")).contains("not at war with it"));
    play.refused_under("house.minors.conquest-primary-district", FRANCE, conquers("saxony", "france"));
    next_month(&mut play);
    to_the_talks(&mut play);
    let now = position(&play);
    play.must(FRANCE, conquers("saxony", "france"));
    let after = position(&play);
    assert_eq!(after.pp_of(Power::France) - now.pp_of(Power::France), 2);
    assert_eq!(after.pp_of(Power::GreatBritain) - now.pp_of(Power::GreatBritain), -2);
    play.ends_verified();
}

#[test]
fn who_took_control_may_declare_war_for_it() {
    let mut play = kept();
    saxony_is_attacked(&mut play, &[(RUSSIA, json!({"attack/russia": ["province/saxony"]}))]);
    answers(&mut play, &[(AUSTRIA, json!({"volunteer/austria": ["province/saxony"]}))]);
    let now = position(&play);
    assert_eq!([Power::France, Power::Russia].map(|power| gained(&now, power)), [-2, -2], "each of several");
    assert_eq!(round(&play), "politics/1805-01/support");
    let asked: Vec<Option<u32>> =
        play.campaign.public_view().rounds[0].asked.iter().map(|(seat, _)| seat.number()).collect();
    assert_eq!(asked, [Some(AUSTRIA)], "nobody else is waited for");
    let refused = play.refused(AUSTRIA, sealing(&round(&play), &json!({"support/austria": ["turkey"]})));
    assert!(refused.contains("(4.6.5)"), "{refused}");
    answers(&mut play, &[(AUSTRIA, json!({"support/austria": ["france"]}))]);
    let now = position(&play);
    assert!(now.are_at_war(Power::Austria, Power::France) && !now.are_at_war(Power::Austria, Power::Russia));
    assert_eq!((gained(&now, Power::Austria), step(&play).as_str()), (-6, "talks"));
    // Peace between the two is peace with what the other holds.
    for (person, power, with) in [(AUSTRIA, "austria", "france"), (FRANCE, "france", "austria")] {
        play.must(
            person,
            order(json!({"politics": "propose", "power": power, "with": with, "state": "peace"})),
        );
    }
    assert_eq!(wars(&play), [(Power::Russia, "saxony")]);
    play.ends_verified();
}

// enhancements.minor.backing.already-at-war, enhancements.minor.backing.promise, enhancements.minor.backing.permitted,
// enhancements.minor.backing.binding
#[test]
fn a_promise_of_war_on_all_attackers_counts_as_war_and_binds() {
    let promise = |power: &str| json!({format!("promise/{power}"): ["province/saxony"]});
    let volunteer = |power: &str| json!({format!("volunteer/{power}"): ["province/saxony"]});
    let attacked = |switches: Value| {
        let mut play = kept_with(&switches);
        saxony_is_attacked(&mut play, &[(AUSTRIA, json!({"attack/austria": ["province/saxony"]}))]);
        play
    };
    // Without the switch no promise is asked for.
    let mut play = attacked(json!({}));
    play.refused(PRUSSIA, sealing(&round(&play), &promise("prussia")));

    let mut play = attacked(json!({"backing": "yes"}));
    let made = answers(&mut play, &[(PRUSSIA, promise("prussia")), (RUSSIA, volunteer("russia"))]);
    let classes: Vec<Class> = bids(&made).iter().map(|bid| bid.class).collect();
    assert_eq!(classes, [Class::AtWar, Class::Apart], "the condition is met by the promise alone");
    assert_eq!(held(&play, "saxony"), Held::Free(Power::Prussia));
    let now = position(&play);
    assert!(now.are_at_war(Power::Prussia, Power::France) && now.are_at_war(Power::Prussia, Power::Austria));
    assert_eq!(
        (gained(&now, Power::Prussia), step(&play).as_str()),
        (-12, "talks"),
        "nothing is left to choose"
    );
    let rules = rules_in(&made);
    for rule in ["promise", "permitted", "binding"] {
        assert!(rules.contains(&format!("enhancements.minor.backing.{rule}")), "{rule}");
    }
    assert!(!rules.contains(&"enhancements.minor.backing.override".to_owned()));
    play.ends_verified();

    // Who promised and did not get it need not declare anything. Both are in the first class: one by being at war with one of the two.
    let mut play = scripted(&json!({"backing": "yes"}));
    saxony_is_attacked(&mut play, &[(AUSTRIA, json!({"attack/austria": ["province/saxony"]}))]);
    play.will_fall(&[&[5, 2]]);
    let made = answers(&mut play, &[(PRUSSIA, promise("prussia")), (BRITAIN, volunteer("great_britain"))]);
    assert!(bids(&made).iter().all(|bid| bid.class == Class::AtWar));
    assert!(rules_in(&made).contains(&"enhancements.minor.backing.already-at-war".to_owned()));
    assert_eq!(held(&play, "saxony"), Held::Free(Power::GreatBritain));
    assert_eq!(position(&play).enemies(Power::Prussia).count(), 0);
    assert_eq!(round(&play), "politics/1805-01/support", "it may declare war on Austria");
}

// enhancements.minor.backing.permitted
#[test]
fn a_promise_counts_only_where_war_may_be_declared_on_all() {
    let mut play = kept_with(&json!({"backing": "yes"}));
    to_the_talks(&mut play);
    allies(&mut play, (PRUSSIA, "prussia"), (AUSTRIA, "austria"), None);
    next_month(&mut play);
    saxony_is_attacked(&mut play, &[(AUSTRIA, json!({"attack/austria": ["province/saxony"]}))]);
    let promise = |power: &str| json!({format!("promise/{power}"): ["province/saxony"]});
    let sealed = sealing(&round(&play), &promise("prussia"));
    play.refused_under("enhancements.minor.backing.permitted", PRUSSIA, sealed);
    // One of them is no ally, and war on it alone is no promise that counts: it is a volunteer as any, and the last, being an ally.
    let volunteer = json!({"volunteer/prussia": ["province/saxony"]});
    let made = answers(&mut play, &[(PRUSSIA, volunteer), (RUSSIA, promise("russia"))]);
    let classes: Vec<Class> = bids(&made).iter().map(|bid| bid.class).collect();
    assert_eq!(classes, [Class::Allied, Class::AtWar]);
    assert_eq!(held(&play, "saxony"), Held::Free(Power::Russia));
    play.ends_verified();
}

#[test]
fn in_instability_the_conquered_countries_go_to_enemies_beside_them_or_to_nobody() {
    let mut play = kept();
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    to_the_talks(&mut play);
    on_the_box(&mut play, "france", 19);
    next_month(&mut play);
    let before = position(&play);
    let made = answers(&mut play, &[]);
    // Lombardy borders Venetia, which Austria holds; Piedmont borders no enemy.
    assert_eq!(held(&play, "lombardy"), Held::Conquered(Power::Austria));
    assert_eq!([held(&play, "piedmont"), held(&play, "flanders")], [Held::Neutral; 2]);
    assert_eq!(held(&play, "holland"), Held::Free(Power::France), "free states go in Fiasco");
    assert_eq!(held(&play, "venetia"), Held::Conquered(Power::Austria), "nobody else loses anything");
    assert_eq!(position(&play).pp, before.pp, "10.5.2.3");
    assert!(bids(&made).is_empty());
    to_the_talks(&mut play);

    on_the_box(&mut play, "france", 9);
    next_month(&mut play);
    answers(&mut play, &[]);
    assert_eq!(held(&play, "holland"), Held::Free(Power::GreatBritain), "Hanover is Great Britain's");
    assert_eq!(held(&play, "switzerland"), Held::Free(Power::Austria), "Lombardy is Austria's now");
    let home = position(&play).board.of(Power::France).all(|(_, held)| matches!(held, Held::Home(_)));
    assert!(home, "its provinces stay");
    play.ends_verified();
}

/// France, whose status is low, surrenders to Great Britain conditionally, and gives B.7; as far as the step in which that is taken.
pub fn gives_on_a_low_status() -> Play {
    let mut play = kept();
    on_the_box(&mut play, "france", 15);
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    answers(&mut play, &[]);
    let wishes = json!({"wish/great_britain/france/1": "b7"});
    answers(&mut play, &[(BRITAIN, wishes), (FRANCE, json!({"spare/france": "a1"}))]);
    assert_eq!(step(&play), "cession");
    assert_eq!(held(&play, "piedmont"), Held::Conquered(Power::France), "nothing is lost yet");
    play
}

#[test]
fn what_a_peace_gives_is_taken_before_the_loser_loses_it_with_its_status() {
    let takes =
        |province: &str| order(json!({"board": "take", "power": "great_britain", "province": province}));
    let ready = || Act::Ready { through: Through::Step, hold: false };
    let mut play = gives_on_a_low_status();
    let view = play.campaign.public_view();
    assert_eq!(view.step_awaits().map(|awaited| awaited.asked.len()), Some(1), "the victor alone is awaited");
    assert!(play.refused(BRITAIN, takes("saxony")).contains("is not France's"));
    play.must(BRITAIN, takes("piedmont"));
    assert_eq!(step(&play), "talks", "what was to be taken is");
    assert_eq!(held(&play, "piedmont"), Held::Conquered(Power::GreatBritain));
    assert_eq!(held(&play, "flanders"), Held::Neutral);
    play.ends_verified();

    let mut waived = gives_on_a_low_status();
    waived.act(BRITAIN, ready());
    assert_eq!((step(&waived).as_str(), held(&waived, "piedmont")), ("talks", Held::Neutral));
    waived.ends_verified();

    // Where the group tells what is lost itself, nothing is waited for.
    let mut told = kept_with(&json!({"minor_loss": "told"}));
    on_the_box(&mut told, "france", 15);
    answers(&mut told, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    answers(&mut told, &[]);
    answers(&mut told, &[(BRITAIN, json!({"wish/great_britain/france/1": "b7"}))]);
    assert_eq!(step(&told), "talks");
}

#[test]
fn a_group_may_tell_what_is_lost_itself() {
    let mut play = kept_with(&json!({"minor_loss": "told"}));
    on_the_box(&mut play, "france", 3);
    answers(&mut play, &[]);
    assert_eq!((step(&play).as_str(), held(&play, "lombardy")), ("talks", Held::Conquered(Power::France)));
}

#[test]
fn two_enemies_beside_what_is_lost_roll_for_it() {
    let mut play = scripted(&json!({}));
    play.must(FRANCE, tells("romagna", "prussia", "conquered"));
    let sheets =
        [(AUSTRIA, json!({"war/austria": ["france"]})), (PRUSSIA, json!({"war/prussia": ["france"]}))];
    on_the_box(&mut play, "france", 12);
    play.will_fall(&[&[2, 5], &[6, 1], &[3, 4]]);
    let made = answers(&mut play, &sheets);
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let contested = events.filter_map(|event| match event {
        Event::Minors(Happened::Contested { minor, bids }) => Some((minor, bids)),
        _ => None,
    });
    let contested: Vec<(ProvinceId, Vec<Bid>)> = contested.collect();
    assert!(contested.iter().any(|(minor, _)| *minor == at("lombardy")), "{contested:?}");
    for (minor, bids) in contested {
        let most = bids.iter().max_by_key(|bid| bid.adds + i64::from(bid.rolls[0])).unwrap();
        assert_eq!(position(&play).held(minor), Held::Conquered(most.power), "{minor} {bids:?}");
    }
}

// enhancements.district.joins-primary, enhancements.district.primary-turns-neutral, enhancements.district.both-turn-neutral
#[test]
fn a_district_that_turns_neutral_joins_its_country_s_free_state() {
    let lost = |switches: &Value, sweden: (&str, &str), finland: (&str, &str)| {
        let mut play = kept_with(switches);
        play.must(FRANCE, tells("sweden", sweden.0, sweden.1));
        play.must(FRANCE, tells("finland", finland.0, finland.1));
        on_the_box(&mut play, "russia", 15);
        let made = answers(&mut play, &[]);
        let together = position(&play).board.country(at("sweden")).contains(&at("finland"));
        (held(&play, "sweden"), held(&play, "finland"), together, rules_in(&made))
    };
    let yes = json!({"districts": "yes"});
    let has = |rules: &[String], id: &str| rules.iter().any(|rule| rule.ends_with(id));
    let (sweden, finland, together, rules) = lost(&yes, ("prussia", "free"), ("russia", "conquered"));
    assert_eq!([sweden, finland], [Held::Free(Power::Prussia); 2]);
    assert!(together && has(&rules, "district.joins-primary"));
    let no = lost(&json!({}), ("prussia", "free"), ("russia", "conquered"));
    assert_eq!((no.1, no.2), (Held::Neutral, false));
    // A conquered primary district is joined by nothing.
    let conquered = lost(&yes, ("france", "conquered"), ("russia", "conquered"));
    assert_eq!((conquered.1, conquered.2), (Held::Neutral, false));
    assert!(!has(&conquered.3, "district.joins-primary"));
    // Nor does a district that another has follow its primary one.
    let others = lost(&yes, ("russia", "conquered"), ("prussia", "conquered"));
    assert_eq!((others.0, others.1), (Held::Neutral, Held::Conquered(Power::Prussia)));
    assert!(!has(&others.3, "district.primary-turns-neutral"));
    let (_, _, together, rules) = lost(&yes, ("russia", "conquered"), ("russia", "conquered"));
    assert!(together && has(&rules, "district.both-turn-neutral"));

    let mut play = kept_with(&yes);
    play.must(FRANCE, tells("sweden", "russia", "conquered"));
    assert_eq!(position(&play).board.country(at("finland")), [at("finland")]);
    on_the_box(&mut play, "russia", 15);
    let made = answers(&mut play, &[]);
    assert!(has(&rules_in(&made), "district.primary-turns-neutral"));
    assert!(position(&play).board.country(at("sweden")).contains(&at("finland")));
    play.ends_verified();

    let mut play = kept_with(&yes);
    play.must(FRANCE, tells("finland", "russia", "conquered"));
    on_the_box(&mut play, "russia", 15);
    let made = answers(&mut play, &[]);
    assert!(has(&rules_in(&made), "district.joins-primary"), "a neutral one");
    assert!(position(&play).board.country(at("sweden")).contains(&at("finland")));
    play.ends_verified();
}

// house.peace.sphere.war-right, house.peace.sphere.duration
#[test]
fn a_victor_may_declare_war_at_once_on_who_attacks_in_his_sphere() {
    // Prussia surrenders to Austria unconditionally, and Austria picks a sphere of influence.
    let mut play = kept();
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["prussia"]}))]);
    next_month(&mut play);
    answers(&mut play, &[(PRUSSIA, json!({"sue/prussia": ["austria"]}))]);
    answers(&mut play, &[(AUSTRIA, json!({"unconditional/austria": ["prussia"]}))]);
    answers(&mut play, &[(PRUSSIA, json!({"yield/prussia": ["austria"]}))]);
    answers(&mut play, &[(AUSTRIA, json!({"wish/austria/prussia/1": "sphere"}))]);
    // Allies whose calls stay closed: a sheet that is opened in several orders keeps a stranger waiting until the end.
    allies(&mut play, (FRANCE, "france"), (RUSSIA, "russia"), None);
    next_month(&mut play);
    let before = position(&play);
    assert!(before.truce(Power::Austria, Power::Prussia).is_some());
    // Mecklenburg touches no area of Austria's: no offer is made.
    answers(&mut play, &[(PRUSSIA, json!({"attack/prussia": ["province/mecklenburg"]}))]);
    assert_eq!(round(&play), "politics/1805-03/control");
    to_the_talks(&mut play);
    next_month(&mut play);
    answers(&mut play, &[(PRUSSIA, json!({"attack/prussia": ["province/saxony"]}))]);
    assert_eq!(round(&play), "politics/1805-04/right", "Saxony borders Bohemia");
    let now = position(&play);
    let made = answers(&mut play, &[(AUSTRIA, json!({"right/austria": ["prussia"]}))]);
    let after = position(&play);
    assert!(after.are_at_war(Power::Austria, Power::Prussia), "in spite of the enforced peace");
    assert_eq!(after.truce(Power::Austria, Power::Prussia), None);
    assert_eq!(after.pp_of(Power::Austria) - now.pp_of(Power::Austria), -6, "the usual price");
    let rules = rules_in(&made);
    assert!(rules.contains(&"house.peace.sphere.war-right".to_owned()));
    assert!(rules.contains(&"house.peace.sphere.duration".to_owned()));
    play.ends_verified();
}

#[test]
fn all_ready_ends_no_step_of_the_minor_countries() {
    let mut play = kept();
    saxony_is_attacked(&mut play, &[]);
    let ready = Act::Ready { through: engine::table::act::Through::Step, hold: false };
    assert!(!play.act_refused(AUSTRIA, ready).is_empty());
    to_the_talks(&mut play);
    all_ready(&mut play);
    assert_eq!(step(&play), "reinforcement");
}

// enhancements.cede.free-state
#[test]
fn who_is_ceded_a_free_state_takes_it_so_or_is_at_war_with_it() {
    let cedes = order(json!({"board": "cede", "province": "bavaria", "to": "prussia"}));
    let attacks = order(json!({"minor": "attack", "country": "bavaria"}));
    let in_the_economic_phase = |besides: Value| {
        let mut play = kept_with(&besides);
        to_the_talks(&mut play);
        allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
        play.must(AUSTRIA, tells("bavaria", "austria", "free"));
        next_month(&mut play);
        next_month(&mut play);
        to_the_talks(&mut play);
        while step(&play) != "economic" {
            all_ready(&mut play);
        }
        play
    };
    // The house rule stands where the group did not choose otherwise.
    let mut play = in_the_economic_phase(json!({}));
    play.refused_under("house.ceding.no-free-states", AUSTRIA, cedes.clone());

    let mut play = in_the_economic_phase(json!({"cede_free_states": "yes"}));
    let before = position(&play);
    play.refused_under("enhancements.cede.free-state", PRUSSIA, attacks.clone());
    let made = play.must(AUSTRIA, cedes);
    assert!(rules_in(&made).contains(&"enhancements.cede.free-state".to_owned()));
    assert_eq!(held(&play, "bavaria"), Held::Free(Power::Prussia), "taken over with its status unchanged");
    assert_eq!(position(&play).pp_of(Power::Austria) - before.pp_of(Power::Austria), -2);
    play.refused_under("enhancements.cede.free-state", AUSTRIA, attacks.clone());
    play.must(PRUSSIA, attacks.clone());
    assert_eq!((held(&play, "bavaria"), wars(&play)), (Held::Neutral, vec![(Power::Prussia, "bavaria")]));
    play.refused_under("enhancements.cede.free-state", PRUSSIA, attacks);
    // Who controls it then is decided as of any that is attacked.
    all_ready(&mut play);
    answers(&mut play, &[]);
    assert_eq!(round(&play), "politics/1805-04/control");
    let now = position(&play);
    answers(&mut play, &[(RUSSIA, json!({"volunteer/russia": ["province/bavaria"]}))]);
    assert_eq!(held(&play, "bavaria"), Held::Free(Power::Russia));
    assert_eq!(position(&play).pp_of(Power::Prussia) - now.pp_of(Power::Prussia), -2);
    play.ends_verified();
}
