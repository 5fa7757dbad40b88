//! The sequence of play as frames: who is awaited in each and what each may do there, what holds what up, and what the clock does.
#![allow(clippy::unwrap_used)]

use crate::common::battles::{self, final_, muster, open, plan, seal};
use crate::common::europa::{
    FRANCE, SPAIN, before_movement, comes_to, found, founding, moves, passes, position, ready, round, seals,
    spain_first,
};
use crate::common::{Play, kinds, rules_in, sealing, seat};
use engine::eia::powers::Power;
use engine::europa::outline::Frame;
use engine::table::act::Through;
use engine::table::frames::What;
use engine::table::timing::Timing;
use engine::table::{Act, Founding, SeatId, Verb};
use serde_json::{Value, json};

const SEQUENCE: &str = "fast-battle.round.sequence";
const HOUR: i64 = 3600;

fn game(order: Value) -> Verb {
    Verb::Game(order)
}

fn march(stack: u32, to: &str) -> Verb {
    game(json!({"board": "march", "stack": stack, "to": to}))
}

fn step() -> Act {
    Act::Ready { through: Through::Step, hold: false }
}

/// Who is awaited in frames, and what for, as everybody sees it.
fn awaited(play: &Play) -> Vec<(String, Vec<SeatId>)> {
    let path = play.campaign.play.path();
    let of = play.campaign.public_view().awaited.into_iter().filter(|awaited| !awaited.held);
    of.map(|awaited| {
        let what = match &awaited.what {
            What::Ready => path.last().cloned().unwrap_or_default(),
            What::Order(word) | What::Envelope(word) => word.clone(),
        };
        (what, awaited.of().cloned().collect())
    })
    .collect()
}

fn waits_for(play: &Play, what: &str, persons: &[u32]) {
    let wanted = vec![(what.to_owned(), persons.iter().map(|person| seat(*person)).collect())];
    assert_eq!(awaited(play), wanted);
}

fn words(play: &Play) -> Vec<String> {
    play.campaign.play.frames.iter().map(|open| open.word.clone()).collect()
}

// fast-battle.round.sequence, interception-inside-movement, siege-segment-shared
#[test]
fn a_round_goes_from_player_to_player_in_the_order_of_initiative() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
        (FRANCE, "france", "eKazan", json!(["ld"])),
    ];
    let mut play = spain_first(&stacks, &[5; 12]);
    let order: Vec<SeatId> = position(&play).board.order;
    assert_eq!(order, [seat(SPAIN), seat(FRANCE)], "the higher initiative acts first");
    let mut seen = Vec::new();
    let page = play.campaign.play.page();
    while play.campaign.play.page() == page {
        seen.push(play.campaign.play.path().last().cloned().unwrap());
        let person = play.campaign.play.wait().unwrap().awaited().next().unwrap().number().unwrap();
        let [own, other] = if person == FRANCE { [FRANCE, SPAIN] } else { [SPAIN, FRANCE] };
        let said = seen.last().unwrap().clone();
        waits_for(&play, &said, &[own]);
        assert!(play.act_refused(other, step()).contains("not asked"), "{said}");
        // Who is not in his own segment does nothing of it.
        let (stack, to) = if other == FRANCE { (1, "eQuercy") } else { (2, "eAragon") };
        play.refused_under(SEQUENCE, other, march(stack, to));
        play.act(own, step());
        // A loss that its attrition leaves is taken at once.
        let order = |play: &Play| {
            play.campaign
                .play
                .at_work()
                .find_map(|open| open.wait.clone())
                .filter(|wait| wait.is_order_of(&seat(own)))
        };
        while let Some(loss) = order(&play) {
            play.act(own, Act::LetStand { frame: loss.line });
        }
    }
    // Supply of Spain is plain, nobody stands beside an enemy or before a fortress: those segments are passed.
    assert_eq!(seen, ["movement-2", "supply-1", "movement-1"]);
}

// fast-battle.attrition.cause.large-stack, cause.sea-stack, cause.one-roll
#[test]
fn who_does_not_move_rolls_where_he_has_a_cause_all_the_same() {
    let stacks = [
        (FRANCE, "france", "eIle-de-France", json!(["army_plus", "army_plus"])),
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (FRANCE, "france", "sGascogne", json!(["nd"])),
        (FRANCE, "france", "eGuyenne", json!(["nd"])),
        (FRANCE, "france", "eQuercy", json!(["army_plus", "army_plus"])),
    ];
    // The large stack of Quercy marches; it and the two others roll when the segment ends.
    let mut play = round(&stacks, &[1; 12]);
    let made = play.must(FRANCE, march(5, "eGuyenne"));
    assert_eq!(found(&made, "marched").unwrap().get("attrition"), None);
    let made = play.act(FRANCE, step());
    let stayed: Vec<Value> = made
        .iter()
        .filter_map(|entry| serde_json::from_str::<Value>(&entry.public).ok())
        .filter(|line| line["e"]["k"] == "stayed")
        .map(|line| line["e"].clone())
        .collect();
    let who: Vec<&Value> = stayed.iter().map(|e| &e["stack"]).collect();
    assert_eq!(who, [1, 3, 5], "large stacks and ships at sea; no small stack, no ships in port");
    assert_eq!(stayed[0]["attrition"]["rolled"]["due"]["causes"], json!(["large"]));
    assert_eq!(stayed[0]["attrition"]["rolled"]["modified"], 7, "1 + 6 in friendly country");
    for id in ["fast-battle.attrition.cause.large-stack", "fast-battle.attrition.cause.sea-stack"] {
        assert!(rules_in(&made).contains(&id.to_owned()), "{id}");
    }
    // The segment is over, and it rolls once.
    ready(&mut play);
}

// fast-battle.supply.steps
#[test]
fn a_supply_segment_that_ends_looks_at_who_was_not_looked_at() {
    let stacks = [
        (FRANCE, "france", "eIle-de-France", json!(["ld"])),
        (FRANCE, "france", "eKazan", json!(["ld"])),
        (FRANCE, "france", "eKazan", json!(["ld"])),
    ];
    let mut play = before_movement(&stacks, &[1, 1]);
    waits_for(&play, "supply-1", &[FRANCE]);
    play.must(FRANCE, game(json!({"board": "supply", "stack": 2})));
    let made = play.act(FRANCE, step());
    assert_eq!(
        found(&made, "supplied").unwrap()["stack"],
        3,
        "the other was ordered, and the first is plain"
    );
    assert!(position(&play).board.stacks[&3].starved);
    waits_for(&play, "movement-1", &[FRANCE]);
}

/// Spain pays first. A French army marches by Rosselo to Bearn; a Spanish detachment may intercept it in Rosselo.
fn intercepted(dice: &[u32]) -> Play {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eCatalunya", json!(["army_plus"])),
        (SPAIN, "spain", "eNavarra", json!(["ld"])),
    ];
    let mut play = spain_first(&stacks, dice);
    moves(&mut play, FRANCE);
    let way = json!({"board": "march", "stack": 1, "to": "eBearn", "way": ["eRosselo", "eBearn"]});
    play.must(FRANCE, game(way));
    play
}

// fast-battle.round.interception-inside-movement
#[test]
fn march_interception_battle_retreat_and_the_march_goes_on() {
    // The interception succeeds; then the battle, which France wins: its dice are high and those of Spain low.
    let mut dice = vec![10];
    dice.extend([7, 5].repeat(12));
    let mut play = intercepted(&dice);
    assert_eq!(words(&play), ["turn-8", "s3", "movement-1", "march-1"]);
    waits_for(&play, "intercept/1", &[SPAIN]);
    // The movement segment is held up: France may be ready, and it does not end.
    play.act(FRANCE, step());
    play.act(FRANCE, Act::NotReady);
    let refused = play.refused(FRANCE, march(1, "eQuercy"));
    assert!(refused.contains("waits for interceptions"), "{refused}");
    seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[2, "eRosselo"]]}));
    assert_eq!(words(&play), ["turn-8", "s3", "movement-1", "march-1", "fight-1"]);
    for person in [FRANCE, SPAIN] {
        seals(&mut play, person, "fight/1", &json!({"plan": {}}));
    }
    let now = position(&play);
    assert!(
        now.fights.of[&1].ended.is_some_and(|verdict| verdict.winner.is_some()),
        "{:?}",
        now.fights.of[&1].ended
    );
    assert_eq!(now.board.stacks[&1].at.site().key, "eRosselo", "{:?}", now.fights.of[&1].ended);
    // The beaten retreat before the march goes on.
    {
        assert_eq!(words(&play), ["turn-8", "s3", "movement-1", "march-1", "retreat-2"]);
        waits_for(&play, "retreat-2", &[SPAIN]);
        assert!(
            play.refused(FRANCE, game(json!({"board": "retreat", "stack": 2, "to": "eCatalunya"})))
                .contains("not yours")
        );
        let made = play.must(SPAIN, game(json!({"board": "retreat", "stack": 2, "to": "eCatalunya"})));
        let begun = found(&made, "march_begun").unwrap();
        assert_eq!((begun["march"].clone(), begun["goes_on"].clone()), (json!(2), json!(true)));
        assert_eq!(words(&play), ["turn-8", "s3", "movement-1", "march-2"]);
        // Who has tried to intercept it does not try again.
        let again = sealing("intercept/2", &json!({"with": [[2, "eBearn"]]}));
        play.refused_under("fast-battle.aids.interception-evasion", SPAIN, again);
        passes(&mut play);
    }
    assert_eq!(position(&play).board.stacks[&1].at.site().key, "eBearn", "where its player sent it");
    waits_for(&play, "movement-1", &[FRANCE]);
}

#[test]
fn a_march_whose_stack_is_beaten_goes_no_further() {
    let mut dice = vec![10];
    dice.extend([4, 6].repeat(12));
    let mut play = intercepted(&dice);
    seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[2, "eRosselo"]]}));
    for person in [FRANCE, SPAIN] {
        seals(&mut play, person, "fight/1", &json!({"plan": {}}));
    }
    {
        waits_for(&play, "retreat-1", &[FRANCE]);
        // Its player may leave that to the bot: it goes to a place of its own side.
        let frame = play.campaign.play.frames.last().unwrap().line;
        assert!(play.act_refused(SPAIN, Act::LetStand { frame }).contains("No order is asked of you"));
        play.act(FRANCE, Act::LetStand { frame });
        assert!(play.act_refused(FRANCE, Act::LetStand { frame }).contains("was given"));
        let at = position(&play).board.stacks[&1].at;
        assert_ne!(at.site().key, "eRosselo");
        assert_eq!(at.site().country().map(|country| country.key()), Some("france"));
    }
    assert_eq!(words(&play), ["turn-8", "s3", "movement-1"]);
}

// fast-battle.aids.interception-evasion
#[test]
fn who_was_caught_in_his_port_may_be_fought_or_let_go() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["nd", "nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
    ];
    let caught = || {
        let mut play = spain_first(&stacks, &[1, 4, 5, 5, 5]);
        play.must(SPAIN, game(json!({"board": "blockade", "stack": 2, "port": "eGuyenne"})));
        moves(&mut play, FRANCE);
        play.must(FRANCE, game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
        waits_for(&play, "caught-1", &[SPAIN]);
        play
    };
    let mut play = caught();
    play.act(FRANCE, step());
    assert_eq!(play.campaign.play.path().last().unwrap(), "movement-1", "it waits for Spain");
    assert!(play.refused(FRANCE, game(json!({"board": "let_go", "stack": 1}))).contains("not yours"));
    let made = play.must(SPAIN, game(json!({"board": "let_go", "stack": 1})));
    assert!(kinds(&made).contains(&"game:let_go".to_owned()));
    assert_ne!(play.campaign.play.path().last().unwrap(), "movement-1", "France was ready");
    assert!(play.refused(SPAIN, game(json!({"board": "let_go", "stack": 1}))).contains("was not caught"));

    let mut play = caught();
    play.must(SPAIN, game(json!({"board": "engage", "stack": 2, "with": 1})));
    assert_eq!(words(&play), ["turn-8", "s3", "movement-1", "fight-1"]);
    let mut left = caught();
    let frame = left.campaign.play.frames.last().unwrap().line;
    left.act(SPAIN, Act::LetStand { frame });
    waits_for(&left, "movement-1", &[FRANCE]);
    assert!(position(&left).fights.of.is_empty(), "what the bot orders for somebody begins no battle");
}

// fast-battle.losses.applied-to-counters
#[test]
fn a_round_does_not_end_while_somebody_has_a_loss_to_take() {
    // Two ND at sea, and a bad die: some of them are lost, and which is their owner's to say.
    let stacks = [(FRANCE, "france", "sGascogne", json!(["nd", "nd", "nd"]))];
    let mut play = round(&stacks, &[10, 5, 5, 5]);
    play.act(FRANCE, step());
    waits_for(&play, "loss-1", &[FRANCE]);
    let owes = position(&play).board.stacks[&1].owes;
    assert!(owes.0 > 0);
    let refused = play.refused(FRANCE, game(json!({"board": "sail", "stack": 1, "way": ["sBiscaya"]})));
    assert!(!refused.is_empty());
    assert_eq!(play.campaign.play.path().last().unwrap(), "movement-1");
    let regroup = |counters: &[&str]| game(json!({"board": "regroup", "stack": 1, "counters": counters}));
    play.refused_under("fast-battle.attrition.sea.remaining", FRANCE, regroup(&["nd", "nd", "nd"]));
    let left = 3 - usize::try_from(owes.0).unwrap().div_ceil(3);
    play.must(FRANCE, regroup(&vec!["nd"; left]));
    assert_eq!(words(&play), ["turn-8", "w3", "movement-1"], "the next round has begun");
}

/// A campaign of Europa with a clock.
fn with_clock(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> Play {
    let timing = Timing { quiet: None, remind: 0, ..Timing::default() };
    let founding = Founding { timing: Some(timing), ..founding(2, 8) };
    let all: Vec<Vec<u32>> = std::iter::once(8).chain(dice.iter().copied()).map(|die| vec![die]).collect();
    let all: Vec<&[u32]> = all.iter().map(Vec::as_slice).collect();
    let mut play = crate::common::europa::at_war(Play::scripted_by(&founding, &all));
    for (person, country, place, counters) in stacks {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": counters});
        play.must(*person, game(deploy));
    }
    ready(&mut play);
    play
}

fn due(play: &Play) -> i64 {
    play.campaign.play.at_work().find_map(|open| open.wait.as_ref()?.due.as_ref()?.at).unwrap()
}

#[test]
fn the_clock_ends_a_segment_and_gives_the_order_that_harms_nobody() {
    let stacks = [(FRANCE, "france", "sGascogne", json!(["nd", "nd", "nd"]))];
    let mut play = with_clock(&stacks, &[10, 5, 5, 5, 5, 5]);
    waits_for(&play, "movement-1", &[FRANCE]);
    let at = due(&play);
    let made = play.clock_at(at);
    assert_eq!(kinds(&made)[..2], ["order:step_due", "table:frame_overdue"]);
    assert_eq!(play.campaign.play.seats[&seat(FRANCE)].missed, 1);
    assert_eq!(play.campaign.play.seats[&seat(SPAIN)].missed, 0, "it was not his segment");
    // The segment's attrition has left a loss, which has a deadline of its own; then it is taken for him.
    waits_for(&play, "loss-1", &[FRANCE]);
    let at = due(&play);
    assert!(play.clock_at(at - 1).is_empty());
    let made = play.clock_at(at);
    let regrouped = found(&made, "regrouped").unwrap();
    assert!(
        regrouped["rules"].as_array().unwrap().contains(&json!("fast-battle.losses.applied-to-counters"))
    );
    assert_eq!(position(&play).board.stacks[&1].owes.0, 0);
    assert!(!words(&play).iter().any(|word| word.starts_with("loss")));
}

#[test]
fn what_holds_a_step_up_moves_its_deadline_by_as_long() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eRosselo", json!(["army_minus"])),
    ];
    let mut play = with_clock(&stacks, &[5; 12]);
    moves(&mut play, FRANCE);
    let before = due(&play);
    play.must(FRANCE, march(1, "eRosselo"));
    assert_eq!(words(&play).last().unwrap(), "march-1");
    let since = play.campaign.last_at;
    play.at += 5 * HOUR;
    passes(&mut play);
    assert_eq!(words(&play).last().unwrap(), "movement-1");
    assert_eq!(due(&play), before + play.campaign.last_at - since);
}

#[test]
fn a_segment_of_a_stand_in_or_of_nobody_holds_nobody_up() {
    let stacks =
        [(FRANCE, "france", "eLanguedoc", json!(["ld"])), (SPAIN, "spain", "eAragon", json!(["ld"]))];
    let mut play = round(&stacks, &[5; 6]);
    play.act(SPAIN, Act::Resign);
    let page = play.campaign.play.page();
    play.act(FRANCE, step());
    assert_ne!(play.campaign.play.page(), page, "the round goes on without him");
    waits_for(&play, "movement-1", &[FRANCE]);
}

#[test]
fn nobody_gives_a_country_up_of_which_something_is_asked() {
    let mut play = intercepted(&[10, 5, 5, 5, 5, 5]);
    let release = |country: &str| game(json!({"europa": "release", "country": country}));
    assert!(play.refused(SPAIN, release("spain")).contains("asked about a march"));
    seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[2, "eRosselo"]]}));
    assert_eq!(words(&play).last().unwrap(), "fight-1");
    for (person, country) in [(FRANCE, "france"), (SPAIN, "spain")] {
        assert!(play.refused(person, release(country)).contains("in a battle that is not over"));
    }
    let refused = play.refused(FRANCE, march(1, "eQuercy"));
    assert!(refused.contains("waits for the battle"), "{refused}");
}

// fast-battle.siege.siegework, fast-battle.assault.besieged-column
#[test]
fn the_assault_through_a_fresh_breach_belongs_to_the_same_segment() {
    // Rosselo is told to be Spain's; France stands before it, and a siegework of 10 breaches the wall.
    let led = json!({"values": {"manoeuvre": 3, "fire": 5, "shock": 5, "siege": 4}});
    let stacks = [(FRANCE, "france", "eRosselo", json!(["army_plus", "army_plus"]))];
    let mut play = round(&stacks, &[1, 4, 8, 10, 10, 10, 10, 10, 10, 10, 5, 5, 5]);
    play.must(FRANCE, game(json!({"board": "lead", "stack": 1, "leader": led})));
    play.must(FRANCE, game(json!({"board": "hold", "place": "eRosselo", "country": "spain"})));
    comes_to(&mut play, "sieges", FRANCE);
    let besieger = json!({
        "parts": [{"country": "FRA", "class": "IV", "a_plus": 2, "a_minus": 0, "detachments": 0}],
        "technology": "arquebuse", "veteran": true,
        "command": {"leader": {"manoeuvre": 3, "fire": 5, "shock": 5, "siege": 4}},
    });
    let place = position(&play).board.stacks[&1].at.name();
    let scene = json!({"place": place, "level": 1, "line": 0, "countries": [["france"], ["spain"]]});
    let inside = json!({"technology": "arquebuse", "troops": 0});
    play.must(
        FRANCE,
        game(json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": inside})),
    );
    let made = play.must(FRANCE, game(json!({"siege": "work", "number": 1})));
    assert_eq!(found(&made, "siege_worked").unwrap()["result"], "breach");
    assert_eq!(play.campaign.play.path().last().unwrap(), "sieges-1", "the breach is still to be stormed");
    let made = play.must(FRANCE, game(json!({"siege": "storm", "number": 1})));
    assert_eq!(found(&made, "stormed").unwrap()["breach"], true);
}

// What stands on the board and the frames of the position are one.
#[test]
fn the_frames_of_the_table_are_those_of_the_position() {
    let mut play = intercepted(&[10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    let lines: Vec<u64> = play.campaign.play.frames.iter().map(|open| open.line).collect();
    let now = position(&play);
    assert!(lines.iter().all(|line| now.frames.get(*line).is_some()));
    assert_eq!(now.frames.iter().count(), lines.len());
    assert!(matches!(now.frames.get(lines[3]), Some(Frame::March(under_way)) if under_way.stack == 1));
    seals(&mut play, SPAIN, "intercept/1", &json!({"with": []}));
    assert_eq!(position(&play).frames.iter().count(), 3);
    comes_to(&mut play, "movement", SPAIN);
}

#[test]
fn a_phase_does_not_end_while_a_battle_is_fought_in_it() {
    let mut play = battles::seven(&[&[6], &[4], &[3], &[5], &[1], &[1], &[2], &[3], &[1]]);
    let (fr, au) = (Power::France, Power::Austria);
    let (austria, france) = (battles::AUSTRIA, battles::FRANCE);
    play.must(france, game(open("Turin", &[fr], &[au])));
    assert_eq!(words(&play), ["1805-01", "political"], "what is only announced holds nobody up");
    play.must(france, game(muster(fr, &["I Corps"], &[("Eugene", [4, 3, 4], "C")])));
    let mut lombards = muster(au, &["Lombard Corps"], &[]);
    lombards["muster"]["corps"][0]["nation"] = json!("lombardy");
    play.must(austria, game(lombards));
    assert_eq!(words(&play), ["1805-01", "political", "battle-1"]);
    for person in 1..=7 {
        play.act(person, step());
    }
    assert_eq!(
        play.campaign.play.path(),
        ["1805-01", "political"],
        "all are ready, and the battle is not over"
    );
    play.must(france, seal(1, plan(fr, &[json!({"infantry": 35, "cavalry": 5})], Some("probe"))));
    play.must(austria, seal(1, plan(au, &[json!({"infantry": 11, "cavalry": 2})], Some("cordon"))));
    play.must(france, final_(1));
    let made = play.must(austria, final_(1));
    assert!(kinds(&made).contains(&"game:battle_ended".to_owned()));
    // The others are ready; those who fought have still to say so, for the battle is over.
    assert_eq!(words(&play), ["1805-01", "political"]);
    play.act(france, step());
    play.act(austria, step());
    assert_eq!(words(&play), ["1805-01", "reinforcement"]);
}
