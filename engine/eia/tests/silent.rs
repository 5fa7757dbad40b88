//! A month of a player who says nothing: in every frame of it the clock passes him by, and that costs him no PP, alliance, term, province or
//! corps.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, sealing, seat};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, TURKEY, all_ready, allies, answers, kept, next_month, order,
    position, to_the_talks,
};
use crate::{crimea, economy, minors, uncontrolled};
use engine::eia::frame::Frame;
use engine::eia::map::ProvinceId;
use engine::eia::months::Phase;
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::table::act::Act;
use engine::table::timing::Timing;
use engine::table::{By, Entry, Verb};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A frame that waits for somebody, and how it is reached.
struct Case {
    /// What it is called in this table.
    name: &'static str,
    /// Comes to where the frame is open and he is awaited.
    reach: fn() -> Play,
    /// Who says nothing, by the number of his seat.
    absent: u32,
    /// What the frame is.
    is: fn(&Frame) -> bool,
}

/// What a player has to lose.
#[derive(Debug, PartialEq, Eq)]
struct Stake {
    pp: i64,
    allies: BTreeSet<Power>,
    enemies: BTreeSet<Power>,
    provinces: BTreeSet<ProvinceId>,
    corps: usize,
    treaties_lost: usize,
}

fn stake(play: &Play, person: u32) -> Stake {
    let now = position(play);
    let power = *now.choice.powers_of(&seat(person)).first().unwrap();
    Stake {
        pp: now.pp_of(power),
        allies: now.allies(power).collect(),
        enemies: now.enemies(power).collect(),
        provinces: now.board.of(power).map(|(province, _)| province).collect(),
        corps: now.counters.get(&power).map_or(0, |own| own.len()),
        treaties_lost: now.politics.treaties.iter().filter(|treaty| treaty.loser == power).count(),
    }
}

fn is_open(play: &Play, is: fn(&Frame) -> bool) -> bool {
    position(play).frames.any(is)
}

/// In seconds.
const HALF_A_DAY: i64 = 12 * 3600;

/// An envelope in which nothing is chosen. One of a bid names the power that bids nothing.
fn nothing(play: &Play, round: &str, person: u32) -> Value {
    if !round.starts_with("control/") {
        return json!({});
    }
    let own = position(play).choice.powers_of(&seat(person));
    json!({"power": own.first().map(|power| power.key())})
}

/// The clock goes on until the frame is over. The others seal empty envelopes where they are asked, vote that the default is taken, and are
/// silent besides.
fn passes(play: &mut Play, absent: u32, is: fn(&Frame) -> bool) -> Vec<Entry> {
    let from = play.entries.len();
    play.act(1, Act::SetTiming { timing: Some(Timing { remind: 0, ..Timing::default() }) });
    let mut at = play.campaign.last_at;
    for _ in 0..60 {
        if !is_open(play, is) {
            return play.entries[from..].to_vec();
        }
        let view = play.campaign.public_view();
        for round in &view.rounds {
            let others = round.asked.iter().filter_map(|(seat, _)| seat.number());
            for person in others.filter(|person| *person != absent) {
                let _ = play
                    .give(By::Person(person), sealing(&round.round, &nothing(play, &round.round, person)));
            }
        }
        for vote in view.votes.keys().copied() {
            for person in (1..=7).filter(|person| *person != absent) {
                let _ = play
                    .give(By::Person(person), Verb::Act { act: Act::Cast { vote, option: 1 }, text: None });
            }
        }
        if is_open(play, is) {
            at = at.max(play.campaign.last_at) + HALF_A_DAY;
            play.clock_at(at);
        }
    }
    let view = play.campaign.public_view();
    let rounds: Vec<&String> = view.rounds.iter().map(|round| &round.round).collect();
    panic!("the frame never ends: {:?}, {rounds:?}, votes {:?}", view.step, view.votes.keys());
}

/// On to a phase of a month that has it.
fn to(phase: Phase) -> Play {
    let mut play = kept();
    to_the_talks(&mut play);
    while !is_open_phase(&play, phase) {
        to_the_talks(&mut play);
        all_ready(&mut play);
    }
    play
}

fn is_open_phase(play: &Play, phase: Phase) -> bool {
    position(play).frames.any(|frame| *frame == Frame::Phase(phase))
}

fn talks() -> Play {
    let mut play = kept();
    to_the_talks(&mut play);
    play
}

fn sued() -> Play {
    let mut play = kept();
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    play
}

fn demanded() -> Play {
    let mut play = sued();
    answers(&mut play, &[(BRITAIN, json!({"unconditional/great_britain": ["france"]}))]);
    play
}

fn called() -> Play {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
    next_month(&mut play);
    let calls = json!({"call/austria": ["russia"]});
    answers(&mut play, &[(TURKEY, json!({"war/turkey": ["austria"]})), (AUSTRIA, calls)]);
    play
}

fn attacked() -> Play {
    let mut play = minors::kept();
    minors::saxony_is_attacked(&mut play, &[]);
    play
}

fn forced() -> Play {
    let mut play = kept();
    while position(&play).month().unwrap().to_string() != "1806-12" {
        next_month(&mut play);
    }
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["prussia"]}))]);
    to_the_talks(&mut play);
    while !is_open_phase(&play, Phase::Economic) {
        all_ready(&mut play);
    }
    play.must(AUSTRIA, order(json!({"peace": "surrender", "power": "prussia"})));
    play
}

fn sheets() -> Play {
    let mut play = economy::kept();
    economy::to_the_sheets(&mut play);
    play
}

fn settling() -> Play {
    let mut play = sheets();
    economy::sheets(&mut play, &[]);
    play
}

fn crimea_ends() -> Play {
    let mut play = crimea::neutrals();
    crimea::agree(&mut play, "baltic_fleet");
    play
}

fn cases() -> Vec<Case> {
    let case = |name, reach, absent, is| Case { name, reach, absent, is };
    vec![
        case("the sheet of gate 1", kept, FRANCE, |frame| *frame == Frame::War),
        case("a call to an ally", called, RUSSIA, |frame| *frame == Frame::Calls),
        case("a suit, of who is sued", sued, BRITAIN, |frame| *frame == Frame::Peace),
        case("an unconditional demand", demanded, FRANCE, |frame| *frame == Frame::Peace),
        case("what a peace gives", minors::gives_on_a_low_status, BRITAIN, |frame| *frame == Frame::Cession),
        case("a minor country that is attacked", attacked, AUSTRIA, |frame| *frame == Frame::Minors),
        case("the talks", talks, PRUSSIA, |frame| *frame == Frame::Talks),
        case(
            "reinforcement",
            || to(Phase::Reinforcement),
            PRUSSIA,
            |frame| *frame == Frame::Phase(Phase::Reinforcement),
        ),
        case("the naval phase", || to(Phase::Naval), PRUSSIA, |frame| *frame == Frame::Phase(Phase::Naval)),
        case("the land phase", || to(Phase::Land), PRUSSIA, |frame| *frame == Frame::Phase(Phase::Land)),
        case("a forced surrender, of an enemy", forced, AUSTRIA, |frame| *frame == Frame::Surrender),
        case("the economic sheet", sheets, PRUSSIA, |frame| *frame == Frame::Budget),
        case("what is settled after it", settling, PRUSSIA, |frame| *frame == Frame::Settling),
        case("bids for a power that nobody plays", uncontrolled::bidding, AUSTRIA, |frame| {
            *frame == Frame::Control
        }),
        case("Russia's choice", crimea_ends, RUSSIA, |frame| *frame == Frame::Neutrals),
    ]
}

#[test]
fn in_no_frame_of_a_month_silence_costs_anything() {
    for case in cases() {
        let mut play = (case.reach)();
        assert!(is_open(&play, case.is), "{} is reached", case.name);
        let before = stake(&play, case.absent);
        passes(&mut play, case.absent, case.is);
        let now = stake(&play, case.absent);
        assert!(now.pp >= before.pp, "{}: {before:?}, {now:?}", case.name);
        assert!(now.allies.is_superset(&before.allies), "{}: {before:?}, {now:?}", case.name);
        assert!(now.provinces.is_superset(&before.provinces), "{}: {before:?}, {now:?}", case.name);
        assert_eq!((now.corps, now.treaties_lost), (before.corps, before.treaties_lost), "{}", case.name);
        if case.name != "a call to an ally" {
            assert!(now.enemies.is_subset(&before.enemies), "{}: {before:?}, {now:?}", case.name);
        }
        play.ends_verified();
    }
}

/// What France, low on the track, gives Great Britain by its peace is taken for a silent Great Britain before France loses it: the richest
/// that is lost.
#[test]
fn what_a_peace_gives_a_silent_victor_is_taken_for_him() {
    let mut play = minors::gives_on_a_low_status();
    let now = position(&play);
    let lost = |held: Held| matches!(held, Held::Conquered(Power::France));
    let lost = now.board.of(Power::France).filter(|(_, held)| lost(*held)).map(|(minor, _)| minor);
    let worth = |minor: ProvinceId| minor.on_map().money + minor.on_map().manpower;
    let most = lost.map(worth).max().unwrap();
    passes(&mut play, BRITAIN, |frame| *frame == Frame::Cession);
    let before: BTreeSet<ProvinceId> = now.board.of(Power::GreatBritain).map(|(of, _)| of).collect();
    let after = position(&play);
    let gained = after.board.of(Power::GreatBritain).map(|(of, _)| of).filter(|of| !before.contains(of));
    let gained: Vec<ProvinceId> = gained.collect();
    assert_eq!(gained.len(), 1, "B.7 gives one");
    assert_eq!(worth(gained[0]), most);
    assert!(after.politics.claims.is_empty());
    play.ends_verified();
}
