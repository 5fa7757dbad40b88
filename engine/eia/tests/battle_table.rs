//! Field battles at the table: opened, mustered, sealed, fought on the record.
#![allow(clippy::unwrap_used)]

use crate::common::battles::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, SPAIN, final_, happened, muster, open, plan, seal, seven,
};
use crate::common::{Play, armed, kinds, rules_in, sealing};
use engine::eia::powers::Power;
use engine::table::{By, Verb, offers};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The same on a real seed chain, whose record can be verified.
fn chained() -> Play {
    Play::in_months(7, |_| ())
}

fn turin(play: &mut Play) -> Vec<engine::table::Entry> {
    let (fr, au) = (Power::France, Power::Austria);
    play.must(FRANCE, Verb::Game(open("Turin", &[fr], &[au])));
    play.must(FRANCE, Verb::Game(muster(fr, &["I Corps"], &[("Eugene", [4, 3, 4], "C")])));
    let mut lombards = muster(au, &["Lombard Corps"], &[]);
    lombards["muster"]["corps"][0]["nation"] = json!("lombardy");
    play.must(AUSTRIA, Verb::Game(lombards));
    play.must(FRANCE, seal(1, plan(fr, &[json!({"infantry": 35, "cavalry": 5})], Some("probe"))));
    play.must(AUSTRIA, seal(1, plan(au, &[json!({"infantry": 11, "cavalry": 2})], Some("cordon"))));
    play.must(FRANCE, final_(1));
    play.must(AUSTRIA, final_(1))
}

#[test]
fn turin_is_fought_at_the_table() {
    // Three rounds, Eugene's fate, the pursuit and its prisoners.
    let mut play = seven(&[&[6], &[4], &[3], &[5], &[1], &[1], &[2], &[3], &[1]]);
    let made = turin(&mut play);
    assert_eq!(kinds(&made)[0], "order:open_envelopes");
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!((fought["rounds"].clone(), fought["morale"].clone()), (json!(3), json!([40, 32])));
    let ended = happened(&made, "battle_ended").unwrap();
    assert_eq!(ended["winner"], "attacker");
    assert_eq!(ended["pursuit"]["equivalents"], 1);
    let book: Vec<(&Value, &Value)> =
        ended["book"].as_array().unwrap().iter().map(|corps| (&corps["corps"], &corps["after"])).collect();
    assert_eq!(book[0], (&json!("I Corps"), &json!({"cavalry": 5, "infantry": 34})));
    assert_eq!(book[1], (&json!("Lombard Corps"), &json!({"infantry": 2})));
    let points: Vec<(&Value, &Value)> =
        ended["points"].as_array().unwrap().iter().map(|p| (&p["power"], &p["points"])).collect();
    assert_eq!(points, [(&json!("france"), &json!(1)), (&json!("austria"), &json!(-1))]);
    let rules = rules_in(&made);
    let of_the_end = ended["rules"].as_array().unwrap();
    for id in [
        "house.land.leader-casualty.individual",
        "house.land.pursuit.prisoners",
        "house.land.retreat.no-surrender",
    ] {
        assert!(of_the_end.contains(&json!(id)), "{id}");
    }
    assert!(rules.contains(&"house.land.cavalry.medium".to_owned()), "{rules:?}");
}

#[test]
fn a_battle_on_the_record_is_verified() {
    let mut play = chained();
    let made = turin(&mut play);
    assert!(happened(&made, "battle_fought").is_some());
    if happened(&made, "battle_ended").is_none() {
        assert_eq!(play.position()["battles"]["of"]["1"]["day"], 2);
    }
    play.ends_verified();
}

#[test]
fn strengths_stay_hidden_until_the_envelopes_open() {
    let (fr, au) = (Power::France, Power::Austria);
    let mut play = chained();
    play.must(FRANCE, Verb::Game(open("Ulm", &[fr], &[au])));
    play.must(FRANCE, Verb::Game(muster(fr, &["I Corps"], &[])));
    play.must(AUSTRIA, Verb::Game(muster(au, &["II Corps"], &[])));
    play.must(FRANCE, seal(1, plan(fr, &[json!({"infantry": 431, "cavalry": 5})], Some("assault"))));
    let seen = serde_json::to_string(&play.position()).unwrap();
    assert!(!seen.contains(":431") && !seen.contains("assault"), "{seen}");
    assert!(!play.export(engine::table::record::Extent::Public).contains(":431"));
}

#[test]
fn what_cannot_be_is_refused_in_sentences() {
    let (fr, au, gb) = (Power::France, Power::Austria, Power::GreatBritain);
    let mut play = chained();
    let says = |play: &mut Play, person: u32, order: Value| play.refused(person, Verb::Game(order));
    assert!(says(&mut play, BRITAIN, open("Ulm", &[fr], &[au])).contains("players whose powers fight"));
    assert!(says(&mut play, FRANCE, open("Ulm", &[fr], &[])).contains("at least one attacking"));
    assert!(says(&mut play, FRANCE, open("Ulm", &[fr], &[fr])).contains("fights on one side"));
    assert!(says(&mut play, FRANCE, open("", &[fr], &[au])).contains("1 to 40"));
    assert!(says(&mut play, FRANCE, json!({"battle": "feast"})).contains("no order"));
    play.must(FRANCE, Verb::Game(open("Ulm", &[fr], &[au, gb])));
    assert!(says(&mut play, FRANCE, open("Ulm", &[fr], &[au])).contains("open already"));
    assert!(says(&mut play, AUSTRIA, muster(fr, &["I"], &[])).contains("not yours"));
    assert!(says(&mut play, PRUSSIA, muster(Power::Prussia, &["I"], &[])).contains("does not fight"));
    assert!(says(&mut play, FRANCE, muster(fr, &[], &[])).contains("1 to 12 corps"));
    assert!(says(&mut play, FRANCE, muster(fr, &["I", "i"], &[])).contains("twice"));
    // Corps beyond the limit: Ney leads two.
    let ney = ("Ney", [4, 4, 2], "B");
    assert!(
        says(&mut play, FRANCE, muster(fr, &["I", "II", "III", "IV"], &[ney])).contains("Ney leads 2 corps")
    );
    play.must(FRANCE, Verb::Game(muster(fr, &["I", "II"], &[ney])));
    play.must(BRITAIN, Verb::Game(muster(gb, &["I"], &[("Moore", [3, 3, 2], "B")])));
    assert!(
        says(&mut play, 7, json!({"battle": "call_off", "number": 1})).contains("whose power fights in it")
    );
    play.must(AUSTRIA, Verb::Game(muster(au, &["I"], &[])));
    assert!(says(&mut play, FRANCE, json!({"battle": "call_off", "number": 1})).contains("past its muster"));

    // More corps than a fight counts.
    let many = |power: Power| {
        let corps: Vec<Value> =
            (0..12).map(|i| json!({"name": format!("{i}"), "nation": power.key(), "aside": i > 0})).collect();
        json!({"battle": "muster", "number": 2, "power": power.key(), "muster": {"corps": corps}})
    };
    play.must(FRANCE, Verb::Game(open("Linz", &[fr], &[au, gb])));
    play.must(AUSTRIA, Verb::Game(many(au)));
    assert!(play.refused(BRITAIN, Verb::Game(many(gb))).contains("16 corps at the most"));

    // Plans. Moore commands: Austria has no leader.
    let i = json!({"infantry": 10, "guard": 3, "heavy_cavalry": 2});
    let of = |power: Power, guard: Value| json!({"of": {power.key(): {"factors": [i], "guard": guard}}});
    let mut wrong = |person: u32, body: Value| play.refused(person, seal(1, body));
    assert!(
        wrong(FRANCE, plan(fr, &[i.clone(), i.clone()], Some("cordon"))).contains("chit of the defender")
    );
    assert!(wrong(FRANCE, plan(fr, &[i.clone(), i.clone()], None)).contains("needs a chit"));
    assert!(wrong(FRANCE, plan(fr, std::slice::from_ref(&i), Some("probe"))).contains("2 were mustered"));
    assert!(
        wrong(AUSTRIA, plan(au, std::slice::from_ref(&i), Some("cordon"))).contains("commands your side")
    );
    assert!(wrong(FRANCE, plan(fr, &[i.clone(), json!({})], Some("probe"))).contains("no factors"));
    let britain = of(gb, json!({"when": "round_1", "shift": 1, "corps": 0, "leader": 0}));
    assert!(wrong(BRITAIN, britain).contains("never commits guard"));
    let two = of(au, json!({"when": "round_1", "shift": 2, "corps": 0}));
    assert!(wrong(AUSTRIA, two).contains("+1 only"));
    let heavy = of(au, json!({"when": "round_1", "shift": 2, "corps": 0, "heavy": true}));
    assert!(wrong(AUSTRIA, heavy).contains("Heavy cavalry"));
    let nobody = json!({"of": {"france": {"factors": [i, i], "guard": {"when": "round_1", "shift": 1, "corps": 0}}}, "plan": {"chit": "probe"}});
    assert!(wrong(FRANCE, nobody).contains("names one of his leaders"));
    let around = json!({"of": {"france": {"factors": [i, i]}}, "plan": {"chit": "outflank", "outflank": [["france", 0], ["france", 1]]}});
    assert!(wrong(FRANCE, around).contains("stays to pin"));
    assert!(wrong(SPAIN, plan(Power::Spain, &[], None)).ends_with('.'));
}

/// A battle between France and others, fought to its end with the same plans every day; the ids of the rules that it named.
struct Fought<'a> {
    place: &'a str,
    field: Value,
    /// Attacker and defender: power, muster, what is sealed for it.
    sides: [(u32, Power, Value, Value); 2],
}

fn fight(play: &mut Play, number: u64, of: Fought<'_>) -> Vec<String> {
    let [(attacker, a, ..), (defender, d, ..)] = &of.sides;
    let mut field =
        json!({"place": of.place, "terrain": "clear", "attackers": [a.key()], "defenders": [d.key()]});
    for (key, value) in of.field.as_object().unwrap() {
        field[key] = value.clone();
    }
    let mut made = play.must(*attacker, Verb::Game(json!({"battle": "open", "field": field})));
    for (person, power, muster, _) in &of.sides {
        // Others than in the battle before, whom wounds may keep away.
        let mut muster = muster.clone();
        for leader in muster.get_mut("leaders").and_then(Value::as_array_mut).into_iter().flatten() {
            leader["name"] = json!(format!("{} {number}", leader["name"].as_str().unwrap()));
        }
        let order = json!({"battle": "muster", "number": number, "power": power.key(), "muster": muster});
        made.extend(play.must(*person, Verb::Game(order)));
    }
    for day in 1..=3 {
        let round = format!("battle/{number}/{day}");
        if !play.campaign.play.rounds.contains_key(&round) {
            break;
        }
        for (person, power, _, sealed) in &of.sides {
            let mut body = sealed.clone();
            if day > 1 {
                body["of"][power.key()].as_object_mut().unwrap().remove("factors");
            }
            play.must(*person, sealing(&round, &body));
        }
        made.extend(play.must(*attacker, Verb::Final { round: round.clone() }));
        made.extend(play.must(*defender, Verb::Final { round }));
    }
    assert!(happened(&made, "battle_ended").is_some(), "{}", of.place);
    rules_in(&made)
}

#[test]
fn every_rule_of_a_field_battle_comes_up() {
    let mut play = chained();
    let corps = |name: &str, nation: &str, more: Value| {
        let mut corps = json!({"name": name, "nation": nation});
        for (key, value) in more.as_object().unwrap() {
            corps[key] = value.clone();
        }
        corps
    };
    let plain = |name: &str, nation: &str| corps(name, nation, json!({}));
    let napoleon = json!({"name": "Napoleon", "strategic": 6, "tactical": 5, "maximum": 6, "rank": "A"});
    let davout =
        json!({"name": "Davout", "strategic": 6, "tactical": 5, "maximum": 2, "rank": "B", "adjacent": true});
    let sealed = |power: &str, own: Value, plan: Value| json!({"of": {power: own}, "plan": plan});
    let stays = |chit: &str| json!({"chit": chit, "stays_with": 0});
    let (fr, au, ru, tr) = (Power::France, Power::Austria, Power::Russia, Power::Turkey);
    let mut ids: Vec<String> = Vec::new();
    armed(&mut play, &[fr, ru, tr]);

    // Guard and heavy cavalry, a corps over the limit and a cavalry corps, reinforcement from the area and from beside it; rifles on
    // one side; a surrounded defender with little, so that who stands aside loses too.
    let many = json!({
        "corps": [plain("I", "france"), plain("II", "france"), plain("III", "france"), plain("IV", "france"),
            corps("Reserve", "france", json!({"cavalry": true})), corps("V", "france", json!({"aside": true})),
            corps("VI", "france", json!({"adjacent": true}))],
        "leaders": [{"name": "Ney", "strategic": 5, "tactical": 5, "maximum": 3, "rank": "A"}, davout],
    });
    let own = json!({"factors": [{"infantry": 30, "guard": 9}, {"infantry": 30}, {"infantry": 20}, {"infantry": 20},
        {"heavy_cavalry": 9, "light_cavalry": 9, "cavalry": 9}, {"infantry": 5}, {"infantry": 5}],
        "guard": {"when": "round_2", "shift": 1, "corps": 0, "leader": 0},
        "reinforce": [{"corps": [5], "from": 2}, {"corps": [6], "leader": 1, "from": 2}]});
    let weak = json!({"corps": [corps("Irregulars", "other_minor", json!({"sponsored": true})), corps("II", "austria", json!({"aside": true}))]});
    let few = json!({"factors": [{"infantry": 3}, {"infantry": 20}]});
    let surrounded = json!({"surrounded": "defender", "from": ["Ulm"]});
    for (i, chit) in ["defend", "cordon", "counterattack"].into_iter().enumerate() {
        ids.extend(fight(
            &mut play,
            i as u64 + 1,
            Fought {
                place: &format!("Vienna {i}"),
                field: surrounded.clone(),
                sides: [
                    (FRANCE, fr, many.clone(), sealed("france", own.clone(), stays("escalated_assault"))),
                    (AUSTRIA, au, weak.clone(), sealed("austria", few.clone(), stays(chit))),
                ],
            },
        ));
    }
    // Landed corps that lose, over an arrow, and with others over land.
    let came = [["landed", "landed"], ["crossed", "crossed"], ["landed", "overland"]];
    for (i, came) in came.into_iter().cycle().take(12).enumerate() {
        let lands = json!({"corps": [corps("a", "france", json!({"came": came[0]})), corps("b", "france", json!({"came": came[1]}))],
            "leaders": [{"name": "Ney", "strategic": 1, "tactical": 0, "maximum": 2, "rank": "B"}]});
        let strong = json!({"corps": [plain("I", "austria")], "leaders": [{"name": "Charles", "strategic": 4, "tactical": 5, "maximum": 4, "rank": "A"}]});
        ids.extend(fight(
            &mut play,
            i as u64 + 4,
            Fought {
                place: &format!("Trieste {i}"),
                field: json!({"river": true}),
                sides: [
                    (
                        FRANCE,
                        fr,
                        lands,
                        sealed(
                            "france",
                            json!({"factors": [{"infantry": 2}, {"infantry": 2}]}),
                            stays("escalated_assault"),
                        ),
                    ),
                    (
                        AUSTRIA,
                        au,
                        strong,
                        sealed(
                            "austria",
                            json!({"factors": [{"infantry": 40, "cavalry": 12}]}),
                            stays("cordon"),
                        ),
                    ),
                ],
            },
        ));
    }
    // Turks at home and their Ottomans, against Russians; both with rifles.
    let turks = json!({"corps": [corps("Janissaries", "turkey", json!({})), corps("Rumelia", "turkey", json!({"at_home": true})), plain("Egypt", "egypt")],
        "leaders": [{"name": "Grand Vizier", "strategic": 3, "tactical": 3, "maximum": 4, "rank": "A"}]});
    let russians = json!({"corps": [plain("I Corps", "russia")], "leaders": [napoleon.clone()]});
    ids.extend(fight(&mut play, 16, Fought {
        place: "Edirne",
        field: json!({"region": "rumelia"}),
        sides: [
            (5, ru, russians, sealed("russia", json!({"factors": [{"infantry": 20, "cavalry": 4}]}), stays("assault"))),
            (7, tr, turks, sealed("turkey", json!({"factors": [{"infantry": 9, "cavalry": 2}, {"feudal_infantry": 6}, {"cavalry": 5}]}), stays("counterattack"))),
        ],
    }));
    // A withdrawal: at once, and of a surrounded side.
    for (n, surrounded) in [(17, json!({})), (18, json!({"surrounded": "defender"}))] {
        ids.extend(fight(
            &mut play,
            n,
            Fought {
                place: &format!("Jena {n}"),
                field: surrounded,
                sides: [
                    (
                        FRANCE,
                        fr,
                        json!({"corps": [plain("I", "france")], "leaders": [napoleon]}),
                        sealed("france", json!({"factors": [{"cavalry": 20}]}), stays("probe")),
                    ),
                    (
                        AUSTRIA,
                        au,
                        json!({"corps": [plain("I", "austria")]}),
                        sealed(
                            "austria",
                            json!({"factors": [{"infantry": 9, "cavalry": 2}]}),
                            stays("withdraw"),
                        ),
                    ),
                ],
            },
        ));
    }
    // A night that one side does not wait for.
    let mut n = 19;
    while !ids.contains(&"house.land.withdraw.night-no-pp".to_owned()) && n < 39 {
        let one = |power: &str| json!({"corps": [plain("I", power)]});
        ids.extend(fight(
            &mut play,
            n,
            Fought {
                place: &format!("Eylau {n}"),
                field: json!({}),
                sides: [
                    (
                        FRANCE,
                        fr,
                        one("france"),
                        sealed("france", json!({"factors": [{"infantry": 20}]}), json!({"chit": "probe"})),
                    ),
                    (
                        5,
                        ru,
                        one("russia"),
                        sealed("russia", json!({"factors": [{"infantry": 20}]}), stays("cordon")),
                    ),
                ],
            },
        ));
        n += 1;
    }
    // Against an army that lasts: reinforcements join, and guard is committed.
    for _ in 0..3 {
        ids.extend(fight(
            &mut play,
            n,
            Fought {
                place: &format!("Wagram {n}"),
                field: json!({}),
                sides: [
                    (FRANCE, fr, many.clone(), sealed("france", own.clone(), stays("probe"))),
                    (
                        AUSTRIA,
                        au,
                        json!({"corps": [plain("I", "austria")]}),
                        sealed(
                            "austria",
                            json!({"factors": [{"infantry": 50, "guard": 30}]}),
                            stays("cordon"),
                        ),
                    ),
                ],
            },
        ));
        n += 1;
    }
    let missing: Vec<&str> =
        BATTLE_RULES.iter().filter(|id| !ids.iter().any(|seen| seen == *id)).copied().collect();
    assert!(missing.is_empty(), "never came up: {missing:?}");
    play.right_now();
}

/// The rules that a battle's results name. Limits that only a refusal names are asserted with their refusals.
const BATTLE_RULES: [&str; 40] = [
    "house.combat.chart.escalated-assault-cordon",
    "house.combat.crossing-arrow-retreat-surrender",
    "house.combat.disembarked-retreat-land-exception",
    "house.combat.disembarked-retreat-surrender",
    "house.fanaticism.feudals",
    "house.fanaticism.regulars",
    "house.land.cavalry.heavy",
    "house.land.cavalry.light",
    "house.land.cavalry.medium",
    "house.land.cavalry.types",
    "house.land.leader-casualty.guard-leader",
    "house.land.leader-casualty.guard-modifier",
    "house.land.leader-casualty.individual",
    "house.land.pursuit.prisoners",
    "house.land.retreat.no-attacker-origin",
    "house.land.retreat.no-surrender",
    "house.land.retreat.sponsored-minors",
    "house.land.retreat.surrounded-losses",
    "house.land.retreat.surrounded-prisoners",
    "house.land.stacking.absolute-six",
    "house.land.stacking.base",
    "house.land.stacking.extra-cavalry",
    "house.land.stacking.extra-corps",
    "house.land.stacking.max-plus-two",
    "house.land.stacks.minimum",
    "house.land.stacks.reinforce-same-area",
    "house.land.stacks.reinforcing-corps-free",
    "house.land.stacks.reinforcing-leader",
    "house.land.stacks.reinforcing-whole-battle",
    "house.land.stacks.surplus-losses",
    "house.land.withdraw.night-no-pp",
    "house.land.withdraw.no-pp",
    "house.land.withdraw.surrounded",
    "house.land.withdraw.surrounded-pursuit-class",
    "house.ottoman.cavalry-superiority",
    "house.ottoman.troops-morale",
    "house.units.russian-cavalry-morale-exception",
    "nationalism.rifles.bonus",
    "nationalism.rifles.both",
    "nationalism.rifles.cap",
];

#[test]
fn a_leader_who_was_killed_leads_no_more() {
    // As at Turin, but Eugene's two dice are sixes.
    let mut play = seven(&[&[6], &[4], &[3], &[5], &[1], &[1], &[6], &[6], &[3], &[1]]);
    let ended = happened(&turin(&mut play), "battle_ended").unwrap();
    assert_eq!(ended["leaders"][0]["fate"], "killed");
    play.must(FRANCE, Verb::Game(open("Milan", &[Power::France], &[Power::Austria])));
    let led_by = |name: &str| {
        let mut muster = muster(Power::France, &["I Corps"], &[(name, [4, 3, 4], "C")]);
        muster["number"] = json!(2);
        Verb::Game(muster)
    };
    assert!(play.refused(FRANCE, led_by("EUGENE")).contains("was killed in the battle of Turin"));
    play.must(FRANCE, led_by("Ney"));
}

/// A round of envelopes that is open: who is asked in it.
fn asked(play: &Play, round: &str) -> Option<Vec<String>> {
    let view = play.campaign.public_view();
    let open = view.rounds.iter().find(|open| open.round == round)?;
    Some(open.asked.iter().map(|(seat, _)| seat.to_string()).collect())
}

fn with_guard(power: Power, chit: &str, more: Value) -> Value {
    let mut body = plan(power, &[json!({"infantry": 20, "guard": 4})], Some(chit));
    for (key, value) in more.as_object().unwrap() {
        body["of"][power.key()][key] = value.clone();
    }
    body
}

/// France with guard against Austria without, mustered at Ulm.
fn at_ulm(play: &mut Play) {
    let (fr, au) = (Power::France, Power::Austria);
    play.must(FRANCE, Verb::Game(open("Ulm", &[fr], &[au])));
    play.must(FRANCE, Verb::Game(muster(fr, &["Guard"], &[("Ney", [4, 4, 2], "B")])));
    play.must(AUSTRIA, Verb::Game(muster(au, &["II Corps"], &[])));
}

#[test]
fn a_day_stops_where_somebody_asked_for_it_and_goes_on_by_what_is_answered() {
    let (fr, au) = (Power::France, Power::Austria);
    // A round of small dice; then guard that is not lost, and a round; and whatever follows.
    let mut play = seven(&[&[1], &[1], &[1], &[4], &[1], &[3], &[3], &[3], &[3], &[3], &[3], &[3]]);
    at_ulm(&mut play);
    play.must(FRANCE, seal(1, with_guard(fr, "probe", json!({"ask": "round_2"}))));
    play.must(AUSTRIA, seal(1, plan(au, &[json!({"infantry": 20})], Some("cordon"))));
    play.must(FRANCE, final_(1));
    let made = play.must(AUSTRIA, final_(1));
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!((fought["rounds"].clone(), fought["stops"].clone()), (json!(1), json!(true)));
    assert_eq!(asked(&play, "battle/1/1/1").unwrap().len(), 1, "who has no guard is not asked about it");
    assert_eq!(play.position()["battles"]["of"]["1"]["day"], 1);

    // What stands cannot be turned into another chit, nor are corps counted anew.
    let stop = |body: Value| sealing("battle/1/1/1", &body);
    let answer =
        |chit: &str, guard: Value| json!({"of": {"france": {"guard": guard}}, "plan": {"chit": chit}});
    let guard = json!({"when": "round_2", "shift": 1, "corps": 0, "leader": 0});
    assert!(play.refused(FRANCE, stop(answer("assault", guard.clone()))).contains("stay as they are"));
    assert!(play.refused(FRANCE, stop(with_guard(fr, "probe", json!({})))).contains("asked once"));
    assert!(!play.refused(AUSTRIA, stop(answer("cordon", Value::Null))).is_empty());
    play.must(FRANCE, stop(answer("probe", guard)));
    let made = play.must(FRANCE, Verb::Final { round: "battle/1/1/1".to_owned() });
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!((fought["part"].clone(), fought["notes"][0]["n"].clone()), (json!(1), json!("guard")));
    assert!(fought.get("stops").is_none(), "round 2 was asked about once: {fought}");
    assert!(play.position()["battles"]["of"]["1"].get("stopped").is_none());
}

#[test]
fn a_battle_is_live_when_all_want_it_and_who_does_not_answer_lets_his_plan_stand() {
    let (fr, au) = (Power::France, Power::Austria);
    let mut play = chained();
    at_ulm(&mut play);
    let live = |on: bool| Verb::Game(json!({"battle": "live", "number": 1, "on": on}));
    assert!(play.refused(BRITAIN, live(true)).contains("do not fight"));
    assert!(play.refused(FRANCE, live(false)).contains("not asked"));
    play.must(FRANCE, live(true));
    assert!(play.refused(FRANCE, live(true)).contains("already"));
    play.must(FRANCE, seal(1, with_guard(fr, "probe", json!({}))));
    play.must(AUSTRIA, seal(1, plan(au, &[json!({"infantry": 20})], Some("cordon"))));
    play.must(FRANCE, final_(1));
    play.must(AUSTRIA, live(true));
    let made = play.must(AUSTRIA, final_(1));
    // Before the first die France is asked about its guard, with ten minutes.
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!((fought["rounds"].clone(), fought["stops"].clone()), (json!(0), json!(true)));
    let until = |play: &Play| {
        let view = play.campaign.public_view();
        view.rounds.first().and_then(|round| round.due.clone()).and_then(|due| due.at)
    };
    assert_eq!(until(&play), Some(play.at + 600));
    for _ in 0..20 {
        let Some(at) = until(&play) else { break };
        play.clock_at(at);
    }
    assert!(until(&play).is_none(), "nobody answered, and the plans ran to the end of the day");
    let late = sealing("battle/1/1/1", &json!({"of": {"france": {}}, "plan": {"chit": "probe"}}));
    assert!(play.refused(FRANCE, late).contains("closed"));
    let battle = play.position()["battles"]["of"]["1"].clone();
    assert!(battle["day"] != json!(1) || battle.get("ended").is_some(), "{battle}");
    play.ends_verified();
}

#[test]
fn an_ally_sees_the_plan_of_his_side_and_nobody_else_sees_anything() {
    let (fr, es, au) = (Power::France, Power::Spain, Power::Austria);
    let mut play = chained();
    play.must(FRANCE, Verb::Game(open("Ulm", &[fr, es], &[au])));
    play.must(FRANCE, Verb::Game(muster(fr, &["I Corps", "II Corps"], &[("Ney", [4, 4, 2], "B")])));
    play.must(SPAIN, Verb::Game(muster(es, &["Reserve"], &[])));
    play.must(AUSTRIA, Verb::Game(muster(au, &["II Corps"], &[])));
    let i = json!({"infantry": 437});
    play.must(FRANCE, seal(1, plan(fr, &[i.clone(), i], Some("probe"))));
    let shown = |play: &Play, person: u32| {
        let view = play.campaign.view_for(engine::table::By::Person(person), false);
        let round = view.rounds.iter().find(|open| open.round == "battle/1/1").unwrap();
        (serde_json::to_string(&round.shown).unwrap(), format!("{view:?}"))
    };
    // As a number of its own: three digits stand in many a hash.
    let tells = |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "437");
    let (ally, all) = shown(&play, SPAIN);
    assert!(ally.contains("probe") && !tells(&ally) && !tells(&all), "{ally}");
    for other in [AUSTRIA, BRITAIN] {
        let (shown, all) = shown(&play, other);
        assert!(shown == "{}" && !all.contains("probe") && !tells(&all), "{shown}");
    }
}

/// A combat of a kind without chits between France and Austria, sealed with these factors: what was made of it.
fn without_chits(play: &mut Play, field: Value, ours: Value, theirs: Value) -> Vec<engine::table::Entry> {
    let mut all = Vec::new();
    let number = play.position()["battles"]["last"].as_u64().unwrap() + 1;
    let mut order = json!({"battle": "open", "field": {"place": format!("Place {number}"), "terrain": "clear",
        "attackers": ["france"], "defenders": ["austria"]}});
    for (key, value) in field.as_object().unwrap() {
        order["field"][key] = value.clone();
    }
    all.extend(play.must(FRANCE, Verb::Game(order)));
    for (person, power, corps) in [(FRANCE, Power::France, "I Corps"), (AUSTRIA, Power::Austria, "Garrison")]
    {
        let mut muster = muster(power, &[corps], &[]);
        muster["number"] = json!(number);
        all.extend(play.must(person, Verb::Game(muster)));
    }
    for (person, power, factors, chit) in
        [(FRANCE, "france", ours, "assault"), (AUSTRIA, "austria", theirs, "cordon")]
    {
        let body = json!({"of": {power: {"factors": [factors]}}, "plan": {"chit": chit}});
        all.extend(play.must(person, sealing(&format!("battle/{number}/1"), &body)));
    }
    for person in [FRANCE, AUSTRIA] {
        all.extend(play.must(person, Verb::Final { round: format!("battle/{number}/1") }));
    }
    all
}

/// A corps of which nothing is left fights no more in its month, whoever opens the next battle; one that was only beaten does, and in the
/// next month its counter may have come in again.
#[test]
fn a_destroyed_corps_fights_no_more_in_its_month() {
    let mut play =
        seven(&[&[6], &[1], &[6], &[1], &[6], &[1], &[6], &[1], &[6], &[1], &[6], &[1], &[6], &[1]]);
    let (fr, au) = (Power::France, Power::Austria);
    for (person, power) in [(FRANCE, "france"), (AUSTRIA, "austria")] {
        let place = json!({"counter": "place", "power": power, "name": "I Corps", "place": "area/turin", "piece": "corps"});
        play.must(person, Verb::Game(place));
    }
    play.must(FRANCE, Verb::Game(open("Turin", &[fr], &[au])));
    play.must(FRANCE, Verb::Game(muster(fr, &["I Corps"], &[])));
    play.must(AUSTRIA, Verb::Game(muster(au, &["I Corps"], &[])));
    play.must(FRANCE, seal(1, plan(fr, &[json!({"infantry": 35, "cavalry": 5})], Some("escalated_assault"))));
    play.must(AUSTRIA, seal(1, plan(au, &[json!({"infantry": 1})], Some("defend"))));
    play.must(FRANCE, final_(1));
    let made = play.must(AUSTRIA, final_(1));
    let ended = happened(&made, "battle_ended").unwrap();
    assert_eq!(ended["book"][1]["after"], json!({}), "{ended}");
    // Its counter is off the map, and only its.
    let counters = play.position()["counters"].clone();
    assert_eq!(counters["france"]["I Corps"]["place"], "area/turin");
    assert!(counters["austria"].get("I Corps").is_none(), "{counters}");
    play.must(FRANCE, Verb::Game(open("Milan", &[fr], &[au])));
    let again = |power, corps: &str| {
        let mut muster = muster(power, &[corps], &[]);
        muster["number"] = json!(2);
        Verb::Game(muster)
    };
    let says = play.refused(AUSTRIA, again(au, "i corps"));
    assert!(says.contains("Nothing is left of i corps after the battle of Turin"), "{says}");
    let position: engine::eia::Position = serde_json::from_value(play.position()).unwrap();
    let month = engine::eia::outline::place(&play.campaign.play.path()).unwrap().0;
    use engine::eia::outline::Phase::{Economic, Land, Political, Reinforcement};
    let gone =
        |later: u32, phase| position.destroyed_at((month.later(later), phase), au, "I Corps").is_some();
    assert_eq!(
        [gone(0, Land), gone(0, Economic), gone(1, Political), gone(1, Reinforcement), gone(2, Political)],
        [true, true, true, false, false]
    );
    assert_eq!(position.destroyed_at((month, Land), fr, "I Corps"), None);
    play.must(FRANCE, again(fr, "I Corps"));
    play.must(AUSTRIA, again(au, "II Corps"));
}

#[test]
fn house_siege_assault_on_a_fortress() {
    let mut play = chained();
    let storm = |fortress: u32| {
        json!({"battle": "open", "field": {"place": "Mantua", "kind": "assault", "fortress": fortress, "terrain": "clear",
            "attackers": ["france"], "defenders": ["austria"]}})
    };
    let limit = "house.siege.assault-limit";
    assert!(play.refused_under(limit, FRANCE, Verb::Game(storm(0))).contains("1 to 100"));
    play.must(FRANCE, Verb::Game(storm(10)));
    let mut aside = muster(Power::France, &["I Corps", "II Corps"], &[]);
    aside["muster"]["corps"][1]["aside"] = json!(true);
    assert!(play.refused(FRANCE, Verb::Game(aside)).contains("Nobody reinforces"));
    // It stays open to the end, so its corps is free for none of the others.
    play.must(FRANCE, Verb::Game(muster(Power::France, &["VII Corps"], &[])));
    play.must(AUSTRIA, Verb::Game(muster(Power::Austria, &["Garrison"], &[])));
    let with = |factors: Value, chit: &str| json!({"of": {"france": {"factors": [factors]}}, "plan": {"chit": chit}});
    let says = play.refused_under(limit, FRANCE, seal(1, with(json!({"infantry": 11}), "assault")));
    assert!(says.contains("11 factors would storm"), "{says}");
    assert!(play.refused(FRANCE, seal(1, with(json!({"infantry": 10}), "probe"))).contains("without chits"));
    // Ten of infantry, and guard and artillery on top.
    play.must(FRANCE, seal(1, with(json!({"infantry": 10, "guard": 5, "artillery": 3}), "assault")));

    // Cavalry fights as infantry does; cossacks and freikorps as ever.
    let made = without_chits(
        &mut play,
        json!({"kind": "assault", "fortress": 30}),
        json!({"heavy_cavalry": 10, "cavalry": 3}),
        json!({"infantry": 3, "cavalry": 7}),
    );
    let fought = happened(&made, "battle_fought").unwrap();
    // Austria's cavalry would have 4.0, its infantry has 3.0; heavy cavalry 5.0, the infantry of dominant France 4.0.
    assert_eq!(fought["morale"], json!([40, 30]));
    assert!(fought["rounds"].as_u64().unwrap() <= 3);
    let rules = rules_in(&made);
    assert!(rules.contains(&"house.siege.assault-limit".to_owned()));
    assert!(rules.contains(&"house.siege.assault-cavalry-morale".to_owned()));
    assert!(!rules.contains(&"house.siege.assault-cavalry-exception".to_owned()));
    let ended = happened(&made, "battle_ended").unwrap();
    assert!(ended["points"].as_array().unwrap().is_empty() && ended.get("pursuit").is_none());
    if ended["winner"] == "attacker" {
        assert_eq!(ended["retreat"]["how"], "surrender");
        assert_eq!(ended["book"][1]["after"], json!({}));
    } else {
        assert!(ended.get("retreat").is_none());
    }
    let made = without_chits(
        &mut play,
        json!({"kind": "assault", "fortress": 30}),
        json!({"cossack": 10}),
        json!({"freikorps": 4}),
    );
    assert_eq!(happened(&made, "battle_fought").unwrap()["morale"], json!([10, 10]));
    assert!(rules_in(&made).contains(&"house.siege.assault-cavalry-exception".to_owned()));
    play.right_now();
}

#[test]
fn house_land_depots_and_their_garrisons() {
    let mut play = chained();
    // An Austrian garrison on a Russian depot fights as an ally.
    let made = without_chits(
        &mut play,
        json!({"kind": "trivial", "depot": "russia"}),
        json!({"infantry": 12}),
        json!({"infantry": 2}),
    );
    assert_eq!(rules_in(&made)[0], "house.land.depots.allied-garrison");
    assert!(happened(&made, "battle_ended").unwrap()["points"].as_array().unwrap().is_empty());
    // Neutral towards the attacker it does nothing.
    let attack = |depot: &str| {
        json!({"battle": "open", "neutral": true, "field": {"place": "Brody", "kind": "trivial", "depot": depot,
            "terrain": "clear", "attackers": ["france"], "defenders": ["austria"]}})
    };
    let neutral = "house.land.depots.neutral-garrison";
    assert!(play.refused_under(neutral, FRANCE, Verb::Game(attack("austria"))).contains("third power"));
    assert!(play.refused(FRANCE, Verb::Game(attack("france"))).contains("own depot"));
    // That is so once the garrison's own player says it.
    let made = play.must(FRANCE, Verb::Game(attack("russia")));
    assert!(happened(&made, "depot_undefended").is_none());
    let made = play.must(AUSTRIA, Verb::Game(json!({"battle": "neutral", "number": 2})));
    let told = happened(&made, "depot_undefended").unwrap();
    assert_eq!((told["depot"].clone(), told["garrison"].clone()), (json!("russia"), json!(["austria"])));
    assert_eq!(rules_in(&made), ["house.land.depots.neutral-garrison"]);
    assert!(play.position()["battles"]["of"].get("2").is_none(), "nobody fights");
    play.right_now();
}

#[test]
fn a_wounded_leader_is_away_until_his_complete_months_are_over() {
    // As Turin, but Eugene is hit and away for one complete month; then the pursuit.
    let mut play = seven(&[&[6], &[4], &[3], &[5], &[1], &[1], &[6], &[1], &[3], &[1]]);
    let made = turin(&mut play);
    assert_eq!(happened(&made, "battle_ended").unwrap()["leaders"][0]["fate"], json!({"wounded": 1}));
    play.must(FRANCE, Verb::Game(open("Milan", &[Power::France], &[Power::Austria])));
    let led_by = |name: &str| {
        let mut order = muster(Power::France, &["I Corps"], &[(name, [4, 3, 4], "C")]);
        order["number"] = json!(2);
        Verb::Game(order)
    };
    let wounded = play.position()["battles"]["wounded"]["france"]["eugene"].clone();
    assert_eq!((&wounded["place"], &wounded["months"]), (&json!("Turin"), &json!(1)));
    let month = wounded["month"].as_str().unwrap().to_owned();
    assert!(play.refused(FRANCE, led_by("Eugene")).contains("was wounded in the battle of Turin"));
    let wounded: engine::eia::land::battle::course::Wounded = serde_json::from_value(wounded).unwrap();
    let after = |months: u32| engine::eia::outline::Month::try_from(month.clone()).unwrap().later(months);
    assert_eq!([0, 1, 2].map(|months| wounded.is_away(after(months))), [true, true, false]);
    play.must(FRANCE, led_by("Davout"));
}

#[test]
fn who_commands_is_agreed_on_by_several_of_one_side() {
    let (fr, au, gb) = (Power::France, Power::Austria, Power::GreatBritain);
    let mut play = chained();
    play.must(FRANCE, Verb::Game(open("Ulm", &[fr], &[au, gb])));
    let commands = |power: Power, named: Power| {
        let mut order = muster(power, &["I"], &[]);
        order["muster"]["command"] = json!(named.key());
        Verb::Game(order)
    };
    assert!(play.refused(FRANCE, commands(fr, fr)).contains("France is alone on its side"));
    assert!(play.refused(AUSTRIA, commands(au, fr)).contains("France does not fight on this side"));
    play.must(AUSTRIA, commands(au, gb));
}

#[test]
fn of_the_corps_before_a_fortress_only_those_that_storm_it_have_factors() {
    let (fr, au) = (Power::France, Power::Austria);
    let mut play = chained();
    let mut storm = open("Mantua", &[fr], &[au]);
    storm["field"]["kind"] = json!("assault");
    storm["field"]["fortress"] = json!(10);
    play.must(FRANCE, Verb::Game(storm));
    play.must(FRANCE, Verb::Game(muster(fr, &["I", "II"], &[])));
    play.must(AUSTRIA, Verb::Game(muster(au, &["Garrison", "Town"], &[])));
    assert!(
        play.refused(FRANCE, Verb::Game(json!({"battle": "call_off", "number": 1}))).contains("by mistake")
    );
    let i = |n: u32| json!({"infantry": n});
    let none = json!({});
    let too_many = play.refused(FRANCE, seal(1, plan(fr, &[i(11), none.clone()], Some("assault"))));
    assert!(too_many.contains("so many may storm it"), "{too_many}");
    let nobody = play.refused(FRANCE, seal(1, plan(fr, &[none.clone(), none.clone()], Some("assault"))));
    assert!(nobody.contains("has no factors"), "{nobody}");
    // A garrison picks nobody.
    let town = play.refused(AUSTRIA, seal(1, plan(au, &[i(3), none.clone()], Some("cordon"))));
    assert!(town.contains("Town has no factors"), "{town}");
    play.must(FRANCE, seal(1, plan(fr, &[i(10), none], Some("assault"))));
    play.must(AUSTRIA, seal(1, plan(au, &[i(3), i(1)], Some("cordon"))));
    play.must(FRANCE, final_(1));
    let made = play.must(AUSTRIA, final_(1));
    assert!(rules_in(&made).contains(&"house.siege.assault-limit".to_owned()));
    let book = &happened(&made, "battle_ended").unwrap()["book"];
    assert_eq!((&book[1]["corps"], &book[1]["before"]), (&json!("II"), &json!({})));
    play.ends_verified();
}

/// The battles that a player is offered to open: attackers, defenders, kind of combat and place, and whether the garrison is called neutral.
fn offered_to_open(play: &Play, person: u32) -> BTreeSet<[String; 5]> {
    let all = offers(&play.campaign.view_for(By::Person(person), false));
    let filled = all.iter().flat_map(|offer| {
        (0..100).map(move |i| {
            let fields =
                offer.fields.iter().map(|field| (field.name.clone(), field.kind.pick(&mut |n| i % n)));
            Value::Object(fields.collect())
        })
    });
    let opened = filled.filter(|order| order["battle"] == "open");
    opened
        .map(|order| {
            let field = &order["field"];
            let sides = ["attackers", "defenders"].map(|side| field[side].to_string());
            let [attackers, defenders] = sides;
            let [kind, place, neutral] =
                [&field["kind"], &field["place"], &order["neutral"]].map(Value::to_string);
            [attackers, defenders, kind, place, neutral]
        })
        .collect()
}

#[test]
fn a_player_is_offered_battles_of_his_own_powers_with_all_others_while_he_is_in_none() {
    let of = |power: &str| format!("[\"{power}\"]");
    let mut play = seven(&[]);
    let all = offered_to_open(&play, FRANCE);
    let others: BTreeSet<String> = Power::STANDARD
        .iter()
        .filter(|power| **power != Power::France)
        .map(|power| of(power.key()))
        .collect();
    let french = of("france");
    let against: BTreeSet<String> =
        all.iter().filter(|order| order[0] == french).map(|order| order[1].clone()).collect();
    assert_eq!(against, others, "as attacker");
    let by: BTreeSet<String> =
        all.iter().filter(|order| order[1] == french).map(|order| order[0].clone()).collect();
    assert_eq!(by, others, "as defender");
    assert!(all.iter().all(|order| (order[0] == french) != (order[1] == french)), "{all:?}");
    assert!(all.iter().any(|order| order[4] == "true"), "a depot whose garrison may be neutral");
    assert!(all.iter().all(|order| order[3] == "\"Vienna\""), "{all:?}");
    // Where others fight there is no second battle.
    play.must(AUSTRIA, Verb::Game(open("Vienna", &[Power::Austria], &[Power::Prussia])));
    let all = offered_to_open(&play, FRANCE);
    assert!(!all.is_empty() && all.iter().all(|order| order[3] == "\"Berlin\""), "{all:?}");
    // Who is in a battle ends it first.
    assert!(offered_to_open(&play, AUSTRIA).is_empty() && offered_to_open(&play, PRUSSIA).is_empty());
    play.must(AUSTRIA, json_call_off());
    assert!(!offered_to_open(&play, PRUSSIA).is_empty());
}

fn json_call_off() -> Verb {
    Verb::Game(json!({"battle": "call_off", "number": 1}))
}
