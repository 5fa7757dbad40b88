//! Field battles at the table: opened, mustered, sealed, fought on the record.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Play, kinds, rules_in, untied};
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::{Value, json};

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const BRITAIN: u32 = 3;
const PRUSSIA: u32 = 4;
const SPAIN: u32 = 6;

/// Seven players with the seven powers in their order, and dice that fall as written.
fn seven(dice: &[&[u32]]) -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let mut play = Play::scripted(7, 0, options, dice).started();
    play.bid((1..=7).map(untied).collect());
    play
}

/// The same on a real seed chain, whose record can be verified.
fn chained() -> Play {
    Play::in_months(7, |_| ())
}

fn open(place: &str, attackers: &[Power], defenders: &[Power]) -> Value {
    let keys = |powers: &[Power]| powers.iter().map(|power| power.key()).collect::<Vec<_>>();
    json!({"battle": "open", "field": {
        "place": place, "terrain": "clear", "attackers": keys(attackers), "defenders": keys(defenders),
    }})
}

fn muster(power: Power, corps: &[&str], leaders: &[(&str, [u8; 3], &str)]) -> Value {
    let corps: Vec<Value> = corps.iter().map(|name| json!({"name": name, "nation": power.key()})).collect();
    let leaders: Vec<Value> = leaders
        .iter()
        .map(|(name, [strategic, tactical, maximum], rank)| {
            json!({"name": name, "strategic": strategic, "tactical": tactical, "maximum": maximum, "rank": rank})
        })
        .collect();
    json!({"battle": "muster", "number": 1, "power": power.key(), "muster": {"corps": corps, "leaders": leaders}})
}

fn plan(power: Power, factors: &[Value], chit: Option<&str>) -> Value {
    let mut body = json!({"of": {power.key(): {"factors": factors}}});
    if let Some(chit) = chit {
        body["plan"] = json!({"chit": chit});
    }
    body
}

fn seal(day: u32, body: Value) -> Verb {
    Verb::Seal { round: format!("battle/1/{day}"), body }
}

fn final_(day: u32) -> Verb {
    Verb::Final { round: format!("battle/1/{day}") }
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

fn happened<'a>(made: &'a [engine::table::Entry], kind: &str) -> Option<Value> {
    let found = |entry: &'a engine::table::Entry| {
        let value: Value = serde_json::from_str(&entry.public).unwrap();
        (value["e"]["k"] == kind).then(|| value["e"].clone())
    };
    made.iter().find_map(found)
}

#[test]
fn turin_is_fought_at_the_table() {
    // Three rounds, Eugene's fate, the pursuit and its prisoners.
    let mut play = seven(&[&[6], &[4], &[3], &[5], &[1], &[1], &[2], &[3], &[1]]);
    let made = turin(&mut play);
    assert_eq!(kinds(&made)[0], "order:open_envelopes");
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!((fought["rounds"].clone(), fought["morale"].clone()), (json!(3), json!([40, 30])));
    let ended = happened(&made, "battle_ended").unwrap()["ended"].clone();
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
    assert!(says(&mut play, AUSTRIA, json!({"battle": "call_off", "number": 1})).contains("attacking side"));
    play.must(AUSTRIA, Verb::Game(muster(au, &["I"], &[])));
    assert!(says(&mut play, FRANCE, json!({"battle": "call_off", "number": 1})).contains("is fought"));

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
