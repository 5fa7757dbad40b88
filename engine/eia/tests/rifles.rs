//! Breech-loading rifles: bought, told, and what they do in a battle.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, armed, founding, rules_in, untied};
use engine::eia::homeland;
use engine::eia::powers::Power;
use engine::table::act::{Act, Through};
use engine::table::{By, Entry, Founding, Verb, offers};
use serde_json::{Value, json};

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const BRITAIN: u32 = 3;
const PRUSSIA: u32 = 4;
const SPAIN: u32 = 6;

fn game(order: Value) -> Verb {
    Verb::Game(order)
}

fn happened(made: &[Entry], kind: &str) -> Option<Value> {
    made.iter().find_map(|entry| {
        let value: Value = serde_json::from_str(&entry.public).unwrap();
        (value["e"]["k"] == kind).then(|| value["e"].clone())
    })
}

/// Seven players in the months, with rifles from the founding on.
fn with_rifles() -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"rifles": "yes"}});
    let mut play = Play::founded(&Founding { options, ..founding(7, 0, json!({})) }).started();
    play.bid((1..=7).map(untied).collect());
    play
}

fn economic(play: &mut Play) {
    while play.campaign.public_view().step.last().map(String::as_str) != Some("economic") {
        next(play);
    }
}

fn next(play: &mut Play) {
    for person in 1..=7 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
}

fn buy(power: Power, landtag: bool) -> Verb {
    game(json!({"battle": "buy_rifles", "power": power.key(), "landtag": landtag}))
}

fn price(made: &[Entry]) -> u64 {
    happened(made, "rifles_bought").unwrap()["price"].as_u64().unwrap()
}

// nationalism.rifles.available, price, first-double, first-landtag
#[test]
fn they_cost_ten_for_each_mp_and_the_first_pay_double() {
    let mut play = Play::in_months(7, |_| ());
    assert!(play.refused(FRANCE, buy(Power::France, false)).contains("without breech-loading rifles"));
    let mut play = with_rifles();
    let available = "nationalism.rifles.available";
    assert!(play.refused_under(available, FRANCE, buy(Power::France, false)).contains("Economic phase"));
    let landtag = "nationalism.rifles.first-landtag";
    assert!(play.refused_under(landtag, FRANCE, buy(Power::France, true)).contains("Landtag"));
    economic(&mut play);
    assert!(play.refused(AUSTRIA, buy(Power::France, false)).contains("not yours"));
    // No buyer says what his homeland is worth.
    let typed = json!({"battle": "buy_rifles", "power": "france", "homeland": 1});
    assert!(!play.refused(FRANCE, game(typed)).is_empty());
    // France's home provinces have 38 MP on the map, Austria's 25, Britain's 17.
    let first = play.must(FRANCE, buy(Power::France, false));
    assert_eq!(price(&first), 2 * 380);
    let bought = happened(&first, "rifles_bought").unwrap();
    assert_eq!(
        (
            bought["homeland"].as_array().unwrap().contains(&json!(["burgundy", 4])),
            bought["unprinted"].clone()
        ),
        (true, json!(true))
    );
    let price_rule = "nationalism.rifles.price";
    assert_eq!(rules_in(&first), [available, price_rule, "nationalism.rifles.first-double"]);
    assert_eq!(price(&play.must(AUSTRIA, buy(Power::Austria, false))), 2 * 250, "the same phase");
    assert!(play.refused(FRANCE, buy(Power::France, false)).contains("already"));
    next(&mut play);
    let free = play.must(PRUSSIA, buy(Power::Prussia, true));
    assert_eq!(price(&free), 0);
    assert!(rules_in(&free).contains(&landtag.to_owned()));
    economic(&mut play);
    let later = play.must(BRITAIN, buy(Power::GreatBritain, false));
    assert_eq!((price(&later), rules_in(&later)), (170, vec![available.to_owned(), price_rule.to_owned()]));
    play.right_now();
}

// nationalism.rifles.first-landtag: nobody has it, the Landtag gives it; later buyers pay the single price.
#[test]
fn after_the_landtag_the_next_pay_the_single_price() {
    let mut play = with_rifles();
    assert_eq!(price(&play.must(PRUSSIA, buy(Power::Prussia, true))), 0);
    economic(&mut play);
    assert_eq!(price(&play.must(FRANCE, buy(Power::France, false))), 380);
    // In the same phase too; but once somebody has bought, all buyers of that phase are the first.
    let mut play = with_rifles();
    economic(&mut play);
    let landtag = play.must(PRUSSIA, buy(Power::Prussia, true));
    assert_eq!(
        (price(&landtag), happened(&landtag, "rifles_bought").unwrap()["first"].clone()),
        (0, json!(false))
    );
    assert_eq!(price(&play.must(FRANCE, buy(Power::France, false))), 380);
    let mut play = with_rifles();
    economic(&mut play);
    assert_eq!(price(&play.must(FRANCE, buy(Power::France, false))), 2 * 380);
    assert_eq!(price(&play.must(PRUSSIA, buy(Power::Prussia, true))), 0);
    assert_eq!(price(&play.must(AUSTRIA, buy(Power::Austria, false))), 2 * 250);
}

// nationalism.rifles.first-double: of the first phase alone; two who buy in the same later one pay the single price both.
#[test]
fn of_two_who_buy_in_the_same_later_phase_neither_pays_double() {
    let mut play = with_rifles();
    economic(&mut play);
    assert_eq!(price(&play.must(FRANCE, buy(Power::France, false))), 2 * 380);
    next(&mut play);
    economic(&mut play);
    assert_eq!(price(&play.must(BRITAIN, buy(Power::GreatBritain, false))), 170);
    assert_eq!(price(&play.must(AUSTRIA, buy(Power::Austria, false))), 250);
}

/// For which powers rifles are offered to a player, and whether through the Landtag.
fn offered(play: &Play, person: u32) -> Vec<(String, bool)> {
    let all = offers(&play.campaign.view_for(By::Person(person), false));
    let filled = all.iter().map(|offer| {
        let fields = offer.fields.iter().map(|field| (field.name.clone(), field.kind.pick(&mut |_| 0)));
        Value::Object(fields.collect())
    });
    let bought = filled.filter(|order| order["battle"] == "buy_rifles");
    bought.map(|order| (order["power"].as_str().unwrap().to_owned(), order["landtag"] == true)).collect()
}

#[test]
fn rifles_are_offered_to_those_who_may_buy_them_now() {
    let mut without = Play::in_months(7, |_| ());
    economic(&mut without);
    assert_eq!((offered(&without, FRANCE), offered(&without, PRUSSIA)), (vec![], vec![]));
    let of = |power: &str, landtag: bool| (power.to_owned(), landtag);
    let mut play = with_rifles();
    assert_eq!((offered(&play, FRANCE), offered(&play, PRUSSIA)), (vec![], vec![of("prussia", true)]));
    economic(&mut play);
    assert_eq!(offered(&play, FRANCE), [of("france", false)]);
    assert_eq!(offered(&play, PRUSSIA), [of("prussia", false), of("prussia", true)]);
    play.must(FRANCE, buy(Power::France, false));
    assert_eq!(offered(&play, FRANCE), []);
}

// nationalism.rifles.price: printed manpower, as the group's own copy has it, of the home provinces that the power owns.
#[test]
fn the_group_types_the_manpower_and_tells_who_has_a_province() {
    let mut play = with_rifles();
    // The ledger's case: a homeland of 22 MP. Ireland's 5 become 10.
    let values = [("manpower_ireland".to_owned(), 10)].into();
    play.act(FRANCE, Act::TypeValues { values });
    let proposal = *play.campaign.play.proposals.keys().last().unwrap();
    play.act(BRITAIN, Act::ConfirmValues { proposal });
    assert!(play.campaign.unprinted().iter().any(|one| one.key == "manpower_ireland" && one.now == 5));
    play.act(AUSTRIA, Act::ConfirmValues { proposal });
    play.act(PRUSSIA, Act::ConfirmValues { proposal });
    // Alsace, 1 MP, is told to be Prussia's: it was ceded. A single area of Burgundy is only held.
    play.must(FRANCE, game(json!({"control": "tell", "place": "province/alsace", "power": "prussia"})));
    play.must(FRANCE, game(json!({"control": "tell", "place": "area/dijon", "power": "prussia"})));
    economic(&mut play);
    assert_eq!(price(&play.must(BRITAIN, buy(Power::GreatBritain, false))), 440);
    assert_eq!(price(&play.must(FRANCE, buy(Power::France, false))), 2 * 370);
    next(&mut play);
    economic(&mut play);
    assert_eq!(
        price(&play.must(PRUSSIA, buy(Power::Prussia, false))),
        160,
        "what was ceded is no home province"
    );
}

// nationalism.rifles.price: a province is another's once all of its areas are told to be his.
#[test]
fn a_province_whose_areas_are_anothers_prices_nothing() {
    let mut play = with_rifles();
    let burgundy = engine::eia::map::ProvinceId::all().find(|province| province.key() == "burgundy").unwrap();
    let areas = &burgundy.on_map().areas;
    let manpower = |play: &Play| {
        let state = serde_json::from_value(play.position()).unwrap();
        homeland::of(&state, "1805", Power::France).manpower()
    };
    assert!(areas.len() > 1);
    for area in areas {
        assert_eq!(manpower(&play), 38, "before {}", area.key());
        let told = json!({"control": "tell", "place": format!("area/{}", area.key()), "power": "prussia"});
        play.must(FRANCE, game(told));
    }
    assert_eq!(manpower(&play), 34);
}

// nationalism.sardinia.tech.price-basis, price-basis.venice, before-italy
#[test]
fn sardinia_pays_as_italy_without_venice_would() {
    let play = with_rifles();
    let state = serde_json::from_value(play.position()).unwrap();
    let italy = homeland::of(&state, "1853", Power::Sardinia);
    let provinces: Vec<&str> = italy.provinces.keys().map(|province| province.key()).collect();
    assert_eq!(provinces.len(), 8);
    assert!(!provinces.contains(&"venetia") && provinces.contains(&"papacy"));
    // 1 + 4 + 2 + 7 + 2 + 1 + 1 + 3, whoever has them.
    assert_eq!(italy.manpower(), 21);
    let rules: Vec<&str> = italy.rules.iter().map(|rule| rule.as_str()).collect();
    let basis = "nationalism.sardinia.tech.price-basis";
    assert_eq!(
        rules,
        [basis, "nationalism.sardinia.tech.price-basis.venice", "nationalism.sardinia.tech.before-italy"]
    );
    let france = homeland::of(&state, "1853", Power::France);
    assert_eq!((france.manpower(), france.rules.len()), (38, 0), "with Corsica, which has none");
}

#[test]
fn nobody_has_them_by_his_own_word() {
    let mut play = with_rifles();
    play.must(FRANCE, game(open("Ulm", &["france"], &["austria"])));
    let mut said = muster(1, "france", &["I Corps"], json!([]));
    said["muster"]["rifles"] = json!(true);
    let bonus = "nationalism.rifles.bonus";
    assert!(play.refused_under(bonus, FRANCE, game(said)).contains("/board rifles"));
    let tell = Act::Tell { key: "rifles/france".to_owned(), value: 1 };
    let says = play.refused_under(bonus, FRANCE, Verb::Act { act: tell, text: None });
    assert!(says.contains("/correct value"), "{says}");
    play.must(FRANCE, game(muster(1, "france", &["I Corps"], json!([]))));
    let has = |play: &Play| play.position()["battles"]["of"]["1"]["musters"]["france"]["rifles"] == true;
    assert!(!has(&play));
    // His own correction takes the others, and one who objects brings it to the vote.
    let correct = |value: i64| Act::Correct { key: "rifles/france".to_owned(), value };
    play.act_saying(FRANCE, correct(1), "bought in 1854");
    assert!(!has(&play), "he alone settles nothing");
    play.act(AUSTRIA, Act::Object { correction: 1 });
    for person in 1..=7 {
        let _ =
            play.give(By::Person(person), Verb::Act { act: Act::Cast { vote: 1, option: 1 }, text: None });
    }
    assert!(!has(&play) && play.campaign.play.corrections.is_empty());
    play.act_saying(FRANCE, correct(1), "bought in 1854, as the file of June shows");
    play.all_agree();
    assert!(has(&play), "it holds, and the battle that is open goes by it");
    // It can be put right again.
    play.act_saying(AUSTRIA, correct(0), "no");
    play.act(FRANCE, Act::Agree { correction: 3 });
    assert!(!has(&play));
    play.right_now();
}

#[test]
fn who_was_told_to_have_them_before_is_the_first() {
    let mut play = Play::in_months(7, |_| ());
    armed(&mut play, &[Power::Russia]);
    economic(&mut play);
    assert_eq!(price(&play.must(FRANCE, buy(Power::France, false))), 380, "Russia had them before");
}

fn open(place: &str, attackers: &[&str], defenders: &[&str]) -> Value {
    json!({"battle": "open", "field": {"place": place, "terrain": "clear", "attackers": attackers, "defenders": defenders}})
}

fn muster(number: u32, power: &str, corps: &[&str], leaders: Value) -> Value {
    let corps: Vec<Value> = corps.iter().map(|name| json!({"name": name, "nation": power})).collect();
    json!({"battle": "muster", "number": number, "power": power, "muster": {"corps": corps, "leaders": leaders}})
}

/// Seven players, dice that all fall as told, and these powers with rifles.
fn seven(die: u32, powers: &[Power]) -> Play {
    let dice = vec![[die]; 200];
    let dice: Vec<&[u32]> = dice.iter().map(<[u32; 1]>::as_slice).collect();
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let mut play = Play::scripted(7, 0, options, &dice).started();
    play.bid((1..=7).map(untied).collect());
    armed(&mut play, powers);
    play
}

/// What France, and Spain beside it, have against Austria: factors of a corps each, and who leads the French.
struct Field {
    france: Value,
    spain: Option<Value>,
    austria: Value,
    leader: Value,
    kind: Option<Value>,
    chits: [&'static str; 2],
}

impl Field {
    fn of(france: Value, austria: Value) -> Field {
        Field { france, spain: None, austria, leader: json!([]), kind: None, chits: ["probe", "defend"] }
    }

    /// The rolls of the first clash: France's and Austria's.
    fn fought(self, play: &mut Play) -> [Value; 2] {
        let allied = self.spain.is_some();
        let attackers: &[&str] = if allied { &["france", "spain"] } else { &["france"] };
        let mut field = open("Ulm", attackers, &["austria"]);
        if let Some(kind) = &self.kind {
            field["field"]["kind"] = kind.clone();
            field["field"]["fortress"] = json!(50);
        }
        play.must(FRANCE, game(field));
        let mut french = muster(1, "france", &["I Corps"], self.leader.clone());
        let mut spanish = muster(1, "spain", &["II Corps"], json!([]));
        if allied {
            // No die says who commands.
            french["muster"]["command"] = json!("france");
            spanish["muster"]["command"] = json!("france");
        }
        play.must(FRANCE, game(french));
        if allied {
            play.must(SPAIN, game(spanish));
        }
        play.must(AUSTRIA, game(muster(1, "austria", &["III Corps"], json!([]))));
        let round = || "battle/1/1".to_owned();
        let sealed = |power: &str, factors: Value, chit: Option<&str>| {
            let mut body = json!({"of": {power: {"factors": factors}}});
            if let Some(chit) = chit {
                body["plan"] = json!({"chit": chit});
            }
            sealing(&round(), &body)
        };
        play.must(FRANCE, sealed("france", json!([self.france]), Some(self.chits[0])));
        if let Some(spain) = self.spain {
            play.must(SPAIN, sealed("spain", json!([spain]), None));
        }
        play.must(AUSTRIA, sealed("austria", json!([self.austria]), Some(self.chits[1])));
        let mut made = play.must(FRANCE, Verb::Final { round: round() });
        if allied {
            made.extend(play.must(SPAIN, Verb::Final { round: round() }));
        }
        made.extend(play.must(AUSTRIA, Verb::Final { round: round() }));
        let fought = happened(&made, "battle_fought").unwrap();
        let notes = fought["notes"].as_array().unwrap().clone();
        let clash = notes.into_iter().find(|note| note["n"] == "clash").unwrap();
        [clash["rolled"][0].clone(), clash["rolled"][1].clone()]
    }
}

/// What rifles add to a roll, and its result.
fn rifles(rolled: &Value) -> (i64, i64) {
    let added = rolled["added"].as_array().cloned().unwrap_or_default();
    let by = added.iter().filter(|added| added["why"] == "rifles").map(|added| added["by"].as_i64().unwrap());
    (by.sum(), rolled["result"].as_i64().unwrap())
}

fn plain() -> Field {
    Field::of(json!({"infantry": 20}), json!({"infantry": 20}))
}

/// What rifles add to both rolls of a field, and by how much these results differ from those without rifles.
fn against_none(field: impl Fn() -> Field, powers: &[Power]) -> [(i64, i64); 2] {
    let (with, without) = (field().fought(&mut seven(3, powers)), field().fought(&mut seven(3, &[])));
    [0, 1].map(|i: usize| {
        let ((added, result), (none, before)) = (rifles(&with[i]), rifles(&without[i]));
        assert_eq!(none, 0);
        (added, result - before)
    })
}

// nationalism.rifles.bonus: +1 to who has them and has no militia.
#[test]
fn rifles_add_one_and_a_single_militia_takes_it_away() {
    let militia = || Field::of(json!({"infantry": 20, "militia": 1}), json!({"infantry": 20}));
    assert_eq!(against_none(plain, &[Power::France]), [(1, 1), (0, 0)]);
    assert_eq!(against_none(militia, &[Power::France]), [(0, 0), (0, 0)]);
    // The defender's too.
    assert_eq!(against_none(plain, &[Power::Austria]), [(0, 0), (1, 1)]);
}

// nationalism.rifles.both
#[test]
fn rifles_on_both_sides_cancel_unless_one_has_militia() {
    let both = [Power::France, Power::Austria];
    let militia = || Field::of(json!({"infantry": 20}), json!({"infantry": 19, "militia": 1}));
    assert_eq!(against_none(plain, &both), [(0, 0), (0, 0)]);
    assert_eq!(against_none(militia, &both), [(1, 1), (0, 0)]);
}

// nationalism.rifles.cap, result-eight: the others are limited to +1, then the rifles count; 6 + 2 is read as 7 and 0 of the table.
#[test]
fn with_rifles_two_may_be_added_and_eight_is_seven_and_nought() {
    // Tactical 5 against a corps' own, and cavalry against none: more than 1 without the limit. Table 5-1.
    let led = |powers: &[Power]| {
        let napoleon =
            json!([{"name": "Napoleon", "strategic": 5, "tactical": 5, "maximum": 6, "rank": "A"}]);
        let factors = json!({"infantry": 20, "cavalry": 4});
        let chits = ["escalated_assault", "cordon"];
        let field = Field { leader: napoleon, chits, ..Field::of(factors, json!({"infantry": 20})) };
        field.fought(&mut seven(6, powers))[0].clone()
    };
    let sum = |rolled: &Value| {
        rolled["added"].as_array().unwrap().iter().map(|a| a["by"].as_i64().unwrap()).sum::<i64>()
    };
    let read = |rolled: &Value| {
        (
            rolled["table"].clone(),
            rolled["result"].clone(),
            rolled["percent"].clone(),
            rolled["morale"].clone(),
        )
    };
    let (with, without) = (led(&[Power::France]), led(&[]));
    assert_eq!((sum(&without), sum(&with)), (1, 2), "no more than +1 of the others, and the rifles on top");
    assert_eq!(read(&without), (json!("5-1"), json!(7), json!(20), json!(26)));
    // 20 % and 2.6 of row 7, 5 % and 0.1 of row 0.
    assert_eq!(read(&with), (json!("5-1"), json!(8), json!(25), json!(27)));
}

// nationalism.rifles.bonus, the reading: every nation of the side must have them; and they do nothing in a storming.
#[test]
fn every_nation_of_the_side_needs_them_and_walls_do_not_care() {
    let allied = || Field { spain: Some(json!({"infantry": 20})), ..plain() };
    assert_eq!(against_none(allied, &[Power::France])[0], (0, 0));
    assert_eq!(against_none(allied, &[Power::France, Power::Spain])[0], (1, 1));
    let storm = || Field { kind: Some(json!("assault")), chits: ["assault", "cordon"], ..plain() };
    assert_eq!(against_none(storm, &[Power::France])[0], (0, 0));
}

#[test]
fn with_the_switch_off_nobody_has_them() {
    let mut play = seven(3, &[Power::France]);
    play.act(1, Act::Switch { key: "rifles".to_owned(), value: "no".to_owned() });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in 2..=7 {
        play.act(person, Act::Cast { vote, option: 0 });
    }
    let [french, _] = plain().fought(&mut play);
    let [before, _] = plain().fought(&mut seven(3, &[]));
    assert_eq!(rifles(&french), rifles(&before));
    assert!(play.campaign.values().iter().all(|value| !value.key.starts_with("rifles/")));
}
