//! The economic phase where the bot keeps the economy: what is collected, sealed, told to all and told to one.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, sealing};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN, TURKEY, all_ready, next_month, order, play, position,
    step, to_the_talks,
};
use engine::eia::economy::account::Account;
use engine::eia::economy::manipulation::Manipulation;
use engine::eia::economy::sheet::within_reach;
use engine::eia::economy::sheet::{Counters, Spend, Wishes};
use engine::eia::economy::states;
use engine::eia::economy::{Happened, Purse, Source, sums};
use engine::eia::map::{Era, ProvinceId, home_provinces};
use engine::eia::oob::Held;
use engine::eia::outline::{Month, Phase};
use engine::eia::politics::terms::Term;
use engine::eia::politics::treaty::{Pick, Treaty, Victor};
use engine::eia::powers::Power;
use engine::eia::roster::Item;
use engine::eia::{EmpiresInArms, Event, Position};
use engine::table::act::Act;
use engine::table::event::Event as Line;
use engine::table::offers::offers;
use engine::table::strongbox::{self, Given};
use engine::table::{By, Entry, Secret, Verb, rule};
use serde_json::{Value, json};

pub fn kept() -> Play {
    play(json!({"politics": "kept", "economy": "kept"}))
}

/// Plays on to the sheets of the next quarter.
pub fn to_the_sheets(play: &mut Play) -> Vec<Entry> {
    let from = play.entries.len();
    if step(play) == "settling" {
        next_month(play);
    }
    while step(play) != "budget" {
        if step(play) == "war" {
            to_the_talks(play);
        }
        all_ready(play);
    }
    play.entries[from..].to_vec()
}

fn open_round(play: &Play) -> String {
    let view = play.campaign.public_view();
    view.rounds.iter().find(|round| round.round.starts_with("budget/")).unwrap().round.clone()
}

/// Everybody seals what stands here for him, else his counters alone.
pub fn sheets(play: &mut Play, of: &[(u32, Value)]) -> Vec<Entry> {
    let (round, mut made) = (open_round(play), Vec::new());
    for person in 1..=7 {
        let filled =
            of.iter().find(|(one, _)| *one == person).map_or(json!({}), |(_, filled)| filled.clone());
        play.must(person, sealing(&round, &filled));
        made = play.must(person, Verb::Final { round: round.clone() });
    }
    made
}

/// The position as a player sees it.
pub fn seen(play: &Play, person: u32) -> Position {
    serde_json::from_value(play.campaign.view_for(By::Person(person), false).game.value()).unwrap()
}

fn purse(play: &Play, person: u32, power: Power) -> Purse {
    seen(play, person).purse(power).unwrap().clone()
}

pub fn account(play: &Play, person: u32, power: Power) -> Account {
    purse(play, person, power).accounts.last().unwrap().clone()
}

fn came(account: &Account, of: impl Fn(&Source) -> bool) -> [i64; 2] {
    let lines: Vec<_> = account.lines.iter().filter(|line| of(&line.source)).cloned().collect();
    sums(&lines)
}

#[test]
fn nobody_sees_a_purse_but_its_owner_and_the_open_record_is_decided_on() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let bought = json!({"counters/austria/corps": 9, "buy/austria/infantry": 7, "supply/austria": 3});
    let made = sheets(&mut play, &[(AUSTRIA, bought)]);
    assert!(purse(&play, AUSTRIA, Power::Austria).money > 0);
    assert_eq!(seen(&play, FRANCE).purse(Power::Austria), None);
    assert_eq!(position(&play).purse(Power::Austria), None);
    // Each is told one thing, whatever it holds, and the counters are told to all.
    let hidden = made.iter().filter(|entry| matches!(entry.event, Line::Hidden {})).count();
    assert_eq!(hidden, 7);
    let public: Vec<_> = made.iter().map(|entry| entry.public.as_str()).collect();
    assert!(public.iter().any(|line| line.contains("counters_told") && line.contains("\"corps\":9")));
    assert!(!public.iter().any(|line| line.contains("infantry") || line.contains("supply")));
    // What was bought decides nothing that others see: who has the open record alone decides every order again.
    all_ready(&mut play);
    // All that waits is to look into the sheets themselves.
    let report = play.right_now();
    assert_eq!((report.orders_waiting, report.secrets_waiting), (1, 7));
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    assert_eq!(play.right_now().orders_waiting, 2);
    play.ends_verified();
}

#[test]
fn manipulation_is_paid_and_does_what_it_does_a_quarter_later_together_with_the_drift() {
    let mut play = kept();
    to_the_sheets(&mut play);
    sheets(
        &mut play,
        &[
            (SPAIN, json!({"manipulate/spain": "up_1_manpower"})),
            (FRANCE, json!({"manipulate/france": "up_2"})),
        ],
    );
    let before = position(&play).pp_of(Power::Spain);
    assert_eq!(
        came(&account(&play, SPAIN, Power::Spain), |of| matches!(of, Source::Manipulation { .. })),
        [0, 0]
    );
    all_ready(&mut play);
    assert_eq!(position(&play).pp_of(Power::Spain), before, "nothing yet");
    let made = to_the_sheets(&mut play);
    let public: Vec<_> = made.iter().map(|entry| entry.public.clone()).collect();
    assert!(public.iter().any(|line| line.contains("\"manipulated\"") && line.contains("\"spain\":1")));
    sheets(&mut play, &[]);
    let paid = |of: &Source| matches!(of, Source::Manipulation { .. });
    assert_eq!(came(&account(&play, SPAIN, Power::Spain), paid), [0, -5]);
    assert_eq!(came(&account(&play, FRANCE, Power::France), paid), [-15, -6]);
    let france = position(&play).pp_of(Power::France);
    let drift = position(&play).status(Power::France).unwrap().drift().value;
    all_ready(&mut play);
    assert_eq!(position(&play).pp_of(Power::Spain), before + 2);
    assert_eq!(position(&play).pp_of(Power::France), france + 2 * (drift + 2));
    // It is over with that: the next quarter knows nothing of it.
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    assert_eq!(came(&account(&play, SPAIN, Power::Spain), paid), [0, 0]);
    play.ends_verified();
}

#[test]
fn upkeep_comes_before_everything_that_is_bought_and_what_cannot_be_paid_is_said() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let mut now = seen(&play, TURKEY);
    now.typed.insert("upkeep_corps".to_owned(), 50);
    let month = Month::try_from("1805-03".to_owned()).unwrap();
    let buy = [("infantry".to_owned(), 9)].into();
    let spend = Spend { buy, ..Spend::default() };
    let wishes = Wishes { counters: Counters { corps: 6, ..Counters::default() }, spend, manipulation: None };
    let (own, _) = now.account_by(Power::Turkey, month, &wishes).unwrap();
    let has = own.before[0] + sums(&now.income(Power::Turkey))[0];
    assert_eq!(i64::from(own.unpaid), 6 - has / 50);
    assert_eq!(came(&own, |of| matches!(of, Source::Upkeep { .. })), [-(has / 50) * 50, 0]);
    assert_eq!(came(&own, |of| matches!(of, Source::Bought { .. }))[0], -3 * (has % 50 / 3).min(9));
}

// What is chosen and cannot be paid a quarter later is owed, so that nobody moves his status for nothing.
#[test]
fn manipulation_is_paid_in_full_even_where_the_treasury_is_empty() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let month = Month::try_from("1805-03".to_owned()).unwrap();
    let mut now = seen(&play, TURKEY);
    let manipulation = Manipulation::by_key("up_2");
    let purse = Purse { money: -200, manipulation, ..Purse::default() };
    now.economy.purses.insert(Power::Turkey, Secret::new(purse).into());
    let (own, _) = now.account_by(Power::Turkey, month, &Wishes::default()).unwrap();
    assert_eq!(came(&own, |of| matches!(of, Source::Manipulation { .. })), [-15, -6]);
    let [money, _] = sums(&now.income(Power::Turkey));
    assert_eq!(own.after[0], -200 + money - 15);
}

#[test]
fn ships_that_are_told_on_a_sheet_count_on_it() {
    let mut play = kept();
    play.must(FRANCE, order(json!({"control": "tell", "place": "province/egypt", "power": "france"})));
    to_the_sheets(&mut play);
    let now = seen(&play, BRITAIN);
    let month = Month::try_from("1805-03".to_owned()).unwrap();
    for (east, lost) in [(0, -10), (6, -4), (12, 0)] {
        let wishes = Wishes { counters: Counters { east, ..Counters::default() }, ..Wishes::default() };
        let (own, _) = now.account_by(Power::GreatBritain, month, &wishes).unwrap();
        assert_eq!(came(&own, |of| matches!(of, Source::IndianLost))[0], lost, "{east} ships");
    }
}

#[test]
fn who_turns_the_switch_off_takes_the_treasuries_into_his_own_hands() {
    let mut play = kept();
    to_the_sheets(&mut play);
    sheets(&mut play, &[(SPAIN, json!({"manipulate/spain": "up_2"}))]);
    all_ready(&mut play);
    turns(&mut play, "told");
    while step(&play) != "economic" {
        if step(&play) == "war" {
            to_the_talks(&mut play);
        }
        all_ready(&mut play);
    }
    assert_eq!(seen(&play, SPAIN).purse(Power::Spain), None);
    turns(&mut play, "kept");
    next_month(&mut play);
    let before = position(&play).pp_of(Power::Spain);
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    assert_eq!(account(&play, SPAIN, Power::Spain).before, [37, 0], "as in the order of battle");
    all_ready(&mut play);
    assert_eq!(position(&play).pp_of(Power::Spain), before, "what was chosen half a year ago is void");
    play.ends_verified();
}

fn turns(play: &mut Play, to: &str) {
    play.act(1, Act::Switch { key: "economy".to_owned(), value: to.to_owned() });
    for person in 2..=7 {
        if let Some(vote) = play.campaign.play.votes.keys().next().copied() {
            play.act(person, Act::Cast { vote, option: u32::from(to == "kept") });
        }
    }
}

// house.suez.british-loss, house.suez.fleets-reduce, house.suez.no-pp-loss
#[test]
fn an_enemy_in_egypt_costs_great_britain_indian_trade_and_a_point_and_ships_in_the_east_save_it() {
    for (ships, lost) in [(0, 10), (6, 4), (7, 3), (10, 0), (14, 0)] {
        let mut play = kept();
        play.must(FRANCE, order(json!({"control": "tell", "place": "province/egypt", "power": "france"})));
        to_the_sheets(&mut play);
        let before = position(&play).pp_of(Power::GreatBritain);
        sheets(&mut play, &[(BRITAIN, json!({"counters/great_britain/east": ships}))]);
        let own = account(&play, BRITAIN, Power::GreatBritain);
        assert_eq!(came(&own, |of| matches!(of, Source::Indian)), [10, 0]);
        assert_eq!(came(&own, |of| matches!(of, Source::IndianLost)), [-lost, 0], "{ships} ships");
        let ids = |of: Source| -> Vec<&str> {
            let line = own.lines.iter().filter(|line| line.source == of);
            line.flat_map(|line| &line.rules).map(|rule| rule.as_str()).collect()
        };
        let (loss, ships_save, no_pp) =
            ("house.suez.british-loss", "house.suez.fleets-reduce", "house.suez.no-pp-loss");
        let (trade, less): (&[&str], &[&str]) = match lost {
            0 => (&[ships_save, no_pp], &[]),
            10 => (&[], &[loss]),
            _ => (&[], &[loss, ships_save]),
        };
        assert_eq!((ids(Source::Indian), ids(Source::IndianLost)), (trade.to_vec(), less.to_vec()));
        let points = if lost > 0 { 2 } else { 0 };
        assert_eq!(position(&play).pp_of(Power::GreatBritain), before - points, "{ships} ships");
    }
    // Whom Great Britain is at peace with costs it nothing.
    let mut play = kept();
    play.must(SPAIN, order(json!({"control": "tell", "place": "province/egypt", "power": "spain"})));
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    let own = account(&play, BRITAIN, Power::GreatBritain);
    assert_eq!(came(&own, |of| matches!(of, Source::IndianLost)), [0, 0]);
    let indian = own.lines.iter().find(|line| line.source == Source::Indian);
    assert_eq!(indian.map(|line| line.rules.len()), Some(0));
}

#[test]
fn the_gold_convoy_is_rolled_in_public_and_what_it_brings_stands_in_spain_s_account() {
    let mut play = kept();
    for _ in 0..6 {
        let made = to_the_sheets(&mut play);
        let rolled =
            made.iter().filter_map(Entry::game_event::<EmpiresInArms>).find_map(|event| match event {
                Event::Economy(Happened::GoldRolled { dice, total, money, .. }) => Some((dice, total, money)),
                _ => None,
            });
        let (dice, total, money) = rolled.unwrap();
        assert_eq!(dice.iter().sum::<u32>(), u32::from(total), "Spain is not dominant");
        assert_eq!(money > 0, total >= 8);
        sheets(&mut play, &[]);
        let own = account(&play, SPAIN, Power::Spain);
        assert_eq!(came(&own, |of| matches!(of, Source::Gold { .. }))[0], i64::from(money));
    }
}

fn tells(play: &mut Play, person: u32, power: &str, place: &str) {
    play.must(person, order(json!({"control": "tell", "place": place, "power": power})));
}

// house.surrender.forced.trigger
#[test]
fn who_collects_no_manpower_sues_by_itself_and_who_collects_one_does_not() {
    let mut play = kept();
    to_the_sheets(&mut play);
    // France, at war with Great Britain, holds none of its capitals any more but one.
    let now = position(&play);
    let held: Vec<_> = now.board.of(Power::France).map(|(province, _)| province).collect();
    let valued = |of: &ProvinceId| now.manpower(*of).0 > 0;
    let valued: Vec<_> = held.iter().copied().filter(valued).collect();
    let capital = |of: &ProvinceId| format!("area/{}", of.on_map().capital.key());
    for province in &valued[1..] {
        tells(&mut play, BRITAIN, "great_britain", &capital(province));
    }
    sheets(&mut play, &[]);
    assert!(!position(&play).frames.any(|frame| *frame == engine::eia::frame::Frame::Surrender));
    let surrender = order(json!({"peace": "surrender", "power": "france"}));
    play.refused_under("house.surrender.forced.trigger", FRANCE, surrender);
    to_the_sheets(&mut play);
    tells(&mut play, BRITAIN, "great_britain", &capital(&valued[0]));
    let made = sheets(&mut play, &[]);
    let asked =
        made.iter().any(|entry| entry.public.contains("no_manpower") && entry.public.contains("france"));
    assert!(asked && position(&play).frames.any(|frame| *frame == engine::eia::frame::Frame::Surrender));
    // Great Britain, the only enemy, names the peace; then nobody is sued a second time.
    crate::peace::answers(&mut play, &[(BRITAIN, json!({"informal/great_britain": ["france"]}))]);
    assert!(!position(&play).are_at_war(Power::France, Power::GreatBritain));
    all_ready(&mut play);
    play.ends_verified();
}

/// The position with a peace that a power lost in January 1805, by which a victor has these terms.
fn after_a_peace(play: &Play, loser: Power, victor: Power, terms: &[Term], parted: bool) -> Position {
    let mut now = position(play);
    let month = Month::try_from("1805-01".to_owned()).unwrap();
    let treaty = Treaty {
        loser,
        month,
        victors: vec![Victor { power: victor, unconditional: true }],
        spared: None,
        picks: terms.iter().map(|term| Pick { by: victor, term: *term, counts: true }).collect(),
        passed_over: Vec::new(),
        parted,
        months: 18,
        phase: Phase::Political,
    };
    now.politics.wars.clear();
    now.politics.truces.insert(treaty.truce(victor));
    now.politics.treaties.push(treaty);
    now
}

fn money(now: &Position, power: Power, of: impl Fn(&Source) -> bool) -> i64 {
    now.income(power).iter().filter(|line| of(&line.source)).map(|line| line.money).sum()
}

#[test]
fn an_embargo_and_lost_colonial_trade_hold_as_long_as_the_enforced_peace() {
    let play = kept();
    let (spain, britain, france) = (Power::Spain, Power::GreatBritain, Power::France);
    let trade = |now: &Position, power| money(now, power, |of| matches!(of, Source::Trade { .. }));
    // B.6 of a power that lost to anybody: it trades with Great Britain no more.
    let now = after_a_peace(&play, spain, france, &[Term::B6], false);
    assert_eq!((trade(&now, spain), trade(&position(&play), spain)), (0, 8));
    // B.6 of Great Britain: it trades with the victor no more, and with all others.
    let now = after_a_peace(&play, britain, france, &[Term::B6], false);
    assert_eq!(trade(&now, france), 0);
    let with = |now: &Position, power| {
        money(now, britain, |of| matches!(of, Source::Trade { with } if *with == power))
    };
    assert_eq!((with(&now, france), with(&now, spain)), (0, 8));
    // C.7 (house.victory-conditions.c7-colonial): the victor has the trade with the loser's colonies.
    let now = after_a_peace(&play, britain, france, &[Term::C7], false);
    let colonial = |now: &Position, power| {
        money(now, power, |of| matches!(of, Source::Colonial { of: Power::GreatBritain }))
    };
    assert_eq!((colonial(&now, france), colonial(&now, britain)), (12, 0));
    let line =
        now.income(france).into_iter().find(|line| matches!(line.source, Source::Colonial { .. })).unwrap();
    assert_eq!(line.rules, [rule!("house.victory-conditions.c7-colonial")]);
    assert_eq!(
        money(&now, britain, |of| matches!(of, Source::American)),
        money(&position(&play), britain, |of| matches!(of, Source::American)),
        "American trade is another"
    );
    // When the peace is over both are as before.
    for (loser, term) in [(spain, Term::B6), (britain, Term::C7)] {
        let mut now = after_a_peace(&play, loser, france, &[term], false);
        now.politics.truces.clear();
        assert_eq!((trade(&now, spain), colonial(&now, britain)), (8, 12));
    }
}

// house.peace.reparations.choice
#[test]
fn reparations_are_a_part_of_the_loser_s_home_tax_once_or_twice() {
    let play = kept();
    let (prussia, france) = (Power::Prussia, Power::France);
    let quarter = |text: &str| Month::try_from(text.to_owned()).unwrap();
    let due = |now: &Position, month: &str| -> i64 {
        let dues = now.reparations_due(quarter(month));
        assert!(dues.iter().all(|due| (due.of, due.to) == (prussia, france)));
        dues.iter().map(|due| due.money).sum()
    };
    let home: i64 = home_provinces(prussia, Era::Empires).iter().map(|of| i64::from(of.on_map().money)).sum();
    assert_eq!(home, 36);
    let peace = |term, parted| {
        let mut now = after_a_peace(&play, prussia, france, &[term], parted);
        let first = home_provinces(prussia, Era::Empires)[0];
        now.typed.insert(format!("money_{}", first.key()), i64::from(first.on_map().money) + 1);
        now
    };
    // Of 37 a half is 18.5, rounded up; a third of it twice 12.33, rounded up; the larger ones are all of it, or half of it twice.
    for (term, one, two) in [(Term::B3, 19, 13), (Term::C3, 37, 19)] {
        let mut now = peace(term, false);
        assert_eq!(due(&now, "1805-03"), one);
        assert_eq!(due(&now, "1805-06"), 0);
        // What the loser collects in that quarter is nothing to it, nor who holds its provinces.
        now.economy.halved.insert(prussia);
        assert_eq!(due(&now, "1805-03"), one);
        let mut now = peace(term, true);
        assert_eq!((due(&now, "1805-03"), due(&now, "1805-06")), (two, two));
        assert_eq!(due(&now, "1805-09"), 0);
        // The group's own part takes the place of ours.
        now.typed.insert(format!("reparations_{}_two_sixths", term.key()), 1);
        assert_eq!(due(&now, "1805-03"), 7);
    }
    // They go from the one account into the other, before anything is bought.
    let mut now = after_a_peace(&play, prussia, france, &[Term::B3], false);
    for power in [prussia, france] {
        now.economy.purses.insert(power, Secret::new(Purse::default()).into());
    }
    let account = |power| now.account_by(power, quarter("1805-03"), &Wishes::default()).unwrap().0;
    let paid = |power, with| came(&account(power), |of| *of == Source::Reparations { with })[0];
    let paid_of = |now: &Position, power, with| {
        let (account, _) = now.account_by(power, quarter("1805-03"), &Wishes::default()).unwrap();
        came(&account, |of| *of == Source::Reparations { with })[0]
    };
    assert_eq!(paid(prussia, france), -due(&now, "1805-03"));
    assert_eq!(paid(france, prussia), due(&now, "1805-03"));
    // Who has less pays what it has, and the rest lapses: its treasury never falls below nothing by them.
    let all: Vec<_> = now.board.of(prussia).map(|(province, _)| province).collect();
    for province in all {
        now.typed.insert(format!("money_{}", province.key()), 0);
    }
    let brandenburg = home_provinces(prussia, Era::Empires)[0];
    now.typed.insert(format!("money_{}", brandenburg.key()), 90);
    now.economy.halved.insert(prussia);
    let poor = Purse { money: -20, ..Purse::default() };
    now.economy.purses.insert(prussia, Secret::new(poor).into());
    let has = sums(&now.income(prussia))[0] - 20;
    assert!(0 < has && has < due(&now, "1805-03"), "{has} of {}", due(&now, "1805-03"));
    assert_eq!(paid_of(&now, prussia, france), -has);
}

#[test]
fn who_rolls_low_collects_half_of_everything_rounded_down() {
    let play = kept();
    let mut now = position(&play);
    let whole = sums(&now.income(Power::Spain));
    now.economy.halved.insert(Power::Spain);
    assert_eq!(sums(&now.income(Power::Spain)), [whole[0] / 2, whole[1] / 2]);
}

// house.ottoman.manpower-free-state
#[test]
fn a_free_state_collects_for_itself_and_all_of_it_also_where_its_power_rolls_low() {
    let play = kept();
    let month = Month::try_from("1805-03".to_owned()).unwrap();
    let mut with_states = 0;
    for (seat, power) in [(FRANCE, Power::France), (TURKEY, Power::Turkey), (SPAIN, Power::Spain)] {
        let mut now = seen(&play, seat);
        now.economy.purses.insert(power, Secret::new(Purse::default()).into());
        let collected = |now: &Position| -> Vec<[i64; 2]> {
            let (account, _) = now.account_by(power, month, &Wishes::default()).unwrap();
            account.states.iter().map(|of| of.collected).collect()
        };
        let whole = collected(&now);
        with_states += whole.iter().filter(|of| of[0] > 1 || of[1] > 1).count();
        now.economy.halved.insert(power);
        assert_eq!(collected(&now), whole, "{power:?}");
    }
    assert!(with_states > 1, "{with_states}");
}

// house.ottoman.manpower-free-state, house.ottoman.manpower-half, house.ottoman.manpower-egypt, house.ottoman.manpower-spain
#[test]
fn an_account_says_by_which_rule_what_may_be_ottoman_yields_half_or_all_of_its_manpower() {
    let mut play = kept();
    for (minor, power, how) in [
        ("egypt", "france", "conquered"),
        ("syria", "france", "conquered"),
        ("algeria", "france", "free"),
        ("bavaria", "france", "free"),
        ("morocco", "spain", "conquered"),
    ] {
        let place = format!("province/{minor}");
        let told = json!({"control": "tell", "place": place, "power": power, "how": how});
        play.must(FRANCE, order(told));
    }
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    let (france, spain) = (account(&play, FRANCE, Power::France), account(&play, SPAIN, Power::Spain));
    let minor = |key: &str| ProvinceId::by_key(key).unwrap();
    for (own, key, id) in [
        (&france, "egypt", "house.ottoman.manpower-egypt"),
        (&france, "syria", "house.ottoman.manpower-half"),
        (&spain, "morocco", "house.ottoman.manpower-spain"),
    ] {
        let line = own.lines.iter().find(|line| line.source == Source::Province { province: minor(key) });
        let line = line.unwrap();
        let whole = i64::from(minor(key).on_map().manpower);
        let half = id == "house.ottoman.manpower-half";
        assert_eq!(line.manpower, if half { whole / 2 } else { whole }, "{key}");
        assert_eq!(line.rules.iter().map(|rule| rule.as_str()).collect::<Vec<_>>(), [id], "{key}");
    }
    let of = |key: &str| france.states.iter().find(|of| of.state == minor(key)).unwrap();
    let whole = i64::from(minor("algeria").on_map().manpower);
    assert_eq!(of("algeria").collected[1], whole);
    assert_eq!(of("algeria").rules, [rule!("house.ottoman.manpower-free-state")]);
    assert_eq!(of("bavaria").rules, []);
}

#[test]
fn a_province_whose_capital_an_enemy_has_yields_nothing_and_a_friend_in_it_takes_nothing() {
    let play = kept();
    let mut now = position(&play);
    let paris = ProvinceId::all().find(|of| of.on_map().home_of == Some(Power::France)).unwrap();
    let key = format!("area/{}", paris.on_map().capital.key());
    let whole = sums(&now.income(Power::France));
    now.control.insert(key.clone(), Power::Spain);
    assert_eq!(sums(&now.income(Power::France)), whole, "Spain is no enemy");
    now.control.insert(key, Power::GreatBritain);
    let (manpower, _) = now.manpower(paris);
    let less = [whole[0] - i64::from(paris.on_map().money), whole[1] - i64::from(manpower)];
    assert_eq!(sums(&now.income(Power::France)), less);
    assert_eq!(now.occupier(paris), Some(Power::GreatBritain));
}

#[test]
fn the_group_s_own_prices_and_taxes_take_the_place_of_ours() {
    let play = kept();
    let mut now = position(&play);
    let cost = |key: &str| engine::eia::oob::costs("1805").find(|cost| cost.key == key).unwrap();
    assert_eq!((now.price(cost("guard")), now.upkeep("corps")), ([9, 1], 1));
    now.typed.insert("price_guard".to_owned(), 12);
    now.typed.insert("upkeep_corps".to_owned(), 2);
    now.typed.insert("gold_12".to_owned(), 40);
    now.typed.insert("manipulation_up_1_manpower".to_owned(), 7);
    now.typed.insert("manipulation_down_3_money".to_owned(), 11);
    assert_eq!(
        (now.price(cost("guard")), now.upkeep("corps"), now.gold(12), now.gold(8)),
        ([12, 1], 2, 40, 5)
    );
    let row = |key: &str| now.manipulation(Manipulation::by_key(key).unwrap().row().unwrap());
    assert_eq!((row("up_1_manpower").manpower, row("down_3").money, row("up_2").money), (7, -11, 15));
}

/// What everybody can read of a record, without the codes of what is sealed and the chain that runs over them.
fn without_codes(play: &Play) -> Vec<Value> {
    let bare = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let p = value.as_object_mut().unwrap();
        for key in ["seals", "code", "salt", "body"] {
            p.remove(key);
        }
        value
    };
    play.entries.iter().map(|entry| bare(&entry.public)).collect()
}

#[test]
fn what_one_buys_lends_and_hides_changes_nothing_that_others_see() {
    let plays = [
        json!({"counters/austria/corps": 6}),
        json!({"counters/austria/corps": 6, "buy/austria/infantry": 9, "buy/austria/cavalry": 1, "supply/austria": 7,
            "lend/austria/prussia": 11, "manipulate/austria": "down_2_money"}),
    ]
    .map(|spent| {
        let mut play = kept();
        to_the_sheets(&mut play);
        sheets(&mut play, &[(AUSTRIA, spent)]);
        all_ready(&mut play);
        play
    });
    let [one, other] = &plays;
    assert_eq!(without_codes(one), without_codes(other));
    for person in [FRANCE, BRITAIN, RUSSIA] {
        assert_eq!(seen(one, person), seen(other, person));
    }
    assert_ne!(purse(one, AUSTRIA, Power::Austria), purse(other, AUSTRIA, Power::Austria));
    // To whom he lent he says it, and nothing else of his.
    let [before, after] = [one, other].map(|play| purse(play, PRUSSIA, Power::Prussia).money);
    assert_eq!(after - before, 11);
}

#[test]
fn every_dollar_and_every_manpower_point_has_its_line() {
    let mut play = kept();
    let mut before: std::collections::BTreeMap<Power, [i64; 2]> = std::collections::BTreeMap::new();
    for quarter in 0..8 {
        to_the_sheets(&mut play);
        let of = |person: u32, power: &str, other: &str| {
            let filled = json!({
                format!("counters/{power}/corps"): 3 + (quarter + person) % 4,
                format!("buy/{power}/infantry"): (quarter * 7 + person) % 11,
                format!("buy/{power}/cavalry"): (quarter + person) % 2,
                format!("supply/{power}"): (quarter * person) % 5,
                format!("lend/{power}/{other}"): (person + quarter) % 3,
            });
            (person, filled)
        };
        let all = [
            of(AUSTRIA, "austria", "russia"),
            of(RUSSIA, "russia", "prussia"),
            of(PRUSSIA, "prussia", "austria"),
            of(SPAIN, "spain", "turkey"),
            of(TURKEY, "turkey", "spain"),
        ];
        sheets(&mut play, &all);
        let mut lent = 0;
        for (person, power) in [
            (AUSTRIA, Power::Austria),
            (FRANCE, Power::France),
            (BRITAIN, Power::GreatBritain),
            (PRUSSIA, Power::Prussia),
            (RUSSIA, Power::Russia),
            (SPAIN, Power::Spain),
            (TURKEY, Power::Turkey),
        ] {
            let own = account(&play, person, power);
            if let Some(before) = before.get(&power) {
                assert_eq!(own.before, *before, "{power}");
            }
            let [money, manpower] = sums(&own.lines);
            assert_eq!(own.after, [own.before[0] + money, own.before[1] + manpower], "{power}");
            assert!(own.after[0] >= 0 && own.after[1] >= 0, "{own:?}");
            lent += came(&own, |of| matches!(of, Source::Lent { .. } | Source::Borrowed { .. }))[0];
            before.insert(power, own.after);
        }
        assert_eq!(lent, 0, "what one lends another gets");
    }
    assert_eq!(purse(&play, SPAIN, Power::Spain).accounts.len(), 8);
    play.ends_verified();
}

// enhancements.minor-savings.limit, enhancements.minor-savings.raised-limit
#[test]
fn a_free_state_collects_and_buys_for_itself_and_keeps_what_its_limit_lets_it() {
    let mut play =
        play(json!({"politics": "kept", "economy": "kept", "minor_savings": "yes", "cavalry_types": "no"}));
    play.must(
        FRANCE,
        order(json!({"control": "tell", "place": "province/bavaria", "power": "france", "how": "free"})),
    );
    let bavaria = ProvinceId::by_key("bavaria").unwrap();
    let worth = [i64::from(bavaria.on_map().money), i64::from(bavaria.on_map().manpower)];
    let of = |play: &Play| {
        account(play, FRANCE, Power::France).states.into_iter().find(|of| of.state == bavaria).unwrap()
    };
    to_the_sheets(&mut play);
    sheets(&mut play, &[(FRANCE, json!({"state/france/bavaria/infantry": 1}))]);
    let own = of(&play);
    assert_eq!((own.before, own.collected, own.bought.clone()), (0, worth, vec![("infantry".to_owned(), 1)]));
    assert_eq!(own.after, (worth[0] - 3).min(14));
    // Nothing of it is France's.
    let france = account(&play, FRANCE, Power::France);
    assert!(!france.lines.iter().any(|line| line.source == Source::Province { province: bavaria }));
    let under_way = purse(&play, FRANCE, Power::France).under_way;
    assert_eq!(
        under_way.iter().map(|of| (of.item.as_str(), of.state)).collect::<Vec<_>>(),
        [("infantry", Some(bavaria))]
    );
    // What it keeps is there in the next quarter, and never more than $14.
    for _ in 0..4 {
        let kept = of(&play).after;
        to_the_sheets(&mut play);
        sheets(&mut play, &[]);
        let own = of(&play);
        assert_eq!((own.before, own.after), (kept, (kept + worth[0]).min(14)));
        assert_eq!(own.rules, [rule!("enhancements.minor-savings.limit")]);
    }
    // While an enemy has its capital it collects nothing, and keeps what it has.
    let mut now = seen(&play, FRANCE);
    let month = Month::try_from("1806-06".to_owned()).unwrap();
    let capital = format!("area/{}", bavaria.on_map().capital.key());
    now.control.insert(capital, Power::GreatBritain);
    let (own, after) = now.account_by(Power::France, month, &Wishes::default()).unwrap();
    assert!(!own.states.iter().any(|of| of.state == bavaria));
    assert_eq!(
        after.states.get(&bavaria),
        seen(&play, FRANCE).purse(Power::France).unwrap().states.get(&bavaria)
    );
    assert!(after.states[&bavaria] > 0);
    // A factor that costs more than $15 raises the limit to $1 below its price.
    let mut now = seen(&play, FRANCE);
    assert_eq!(states::most_kept(&now, bavaria).0, 14);
    now.economy.cavalry_types = true;
    assert_eq!(
        states::most_kept(&now, bavaria),
        (29, Some(rule!("enhancements.minor-savings.raised-limit")))
    );
    // Where the group does not play so nothing is kept.
    now.economy.states_save = false;
    assert_eq!(states::most_kept(&now, bavaria), (0, None));
    // For whom nothing can be bought, and what it cannot take.
    to_the_sheets(&mut play);
    let round = open_round(&play);
    let mut refused = |person: u32, filled: Value| play.refused(person, sealing(&round, &filled));
    assert!(refused(SPAIN, json!({"state/spain/bavaria/infantry": 1})).contains("no free state of Spain"));
    assert!(refused(FRANCE, json!({"state/france/bavaria/ship": 1})).contains("no corps or fleet"));
}

// nationalism.sardinia.income.double, nationalism.turkey.anatolia-income, nationalism.sardinia.unify.rome-income,
// nationalism.dominance.italy.papacy-income
#[test]
fn some_provinces_yield_more_in_the_rise_of_nationalism() {
    let mut play = crate::italy::later();
    for place in ["province/lombardy", "province/papacy", "province/tuscany"] {
        play.must(1, order(json!({"control": "tell", "place": place, "power": "sardinia"})));
    }
    let mut now = position(&play);
    let yields = |now: &Position, power, key: &str| {
        let province = ProvinceId::by_key(key).unwrap();
        let line =
            now.income(power).into_iter().find(|line| line.source == Source::Province { province }).unwrap();
        let printed = province.on_map();
        ([line.money - i64::from(printed.money), line.manpower - i64::from(printed.manpower)], line.rules)
    };
    for key in ["sardinia", "piedmont", "lombardy"] {
        let printed = ProvinceId::by_key(key).unwrap().on_map();
        let (more, rules) = yields(&now, Power::Sardinia, key);
        assert_eq!(more, [i64::from(printed.money), i64::from(printed.manpower)], "{key} twice");
        assert_eq!(rules, [rule!("nationalism.sardinia.income.double")]);
        now.economy.manpower_once = true;
        assert_eq!(yields(&now, Power::Sardinia, key).0, [i64::from(printed.money), 0], "money alone");
        now.economy.manpower_once = false;
    }
    assert_eq!(yields(&now, Power::Sardinia, "tuscany"), ([0, 0], Vec::new()));
    // The closing count counts what would be collected (`house.victory.final.count-manpower`).
    let printed = |power: Power| -> i64 {
        let own = now.board.of(power).filter(|(_, held)| !matches!(held, Held::Free(_) | Held::Ceded(_)));
        own.map(|(province, _)| i64::from(now.manpower(province).0)).sum()
    };
    let twice =
        ["sardinia", "piedmont", "lombardy"].map(|key| ProvinceId::by_key(key).unwrap().on_map().manpower);
    let twice: i64 = twice.into_iter().map(i64::from).sum();
    assert_eq!(now.counted(Power::Sardinia), printed(Power::Sardinia) + twice);
    assert_eq!(
        now.counted(Power::Turkey),
        19,
        "16 at home with 7 of Anatolia, 2 of Syria, 1 of Tripolitania"
    );
    assert_eq!(
        yields(&now, Power::Turkey, "anatolia"),
        ([3, 1], vec![rule!("nationalism.turkey.anatolia-income")])
    );
    // Rome yields $10 more once Italy is united, and the Papacy $10 more while it is dominant.
    assert_eq!(yields(&now, Power::Sardinia, "papacy").0, [0, 0]);
    let made = engine::eia::board::combination::Made { by: Power::Sardinia, of: Vec::new() };
    now.board.combinations.insert("italian-minors".to_owned(), made);
    assert_eq!(
        yields(&now, Power::Sardinia, "papacy"),
        ([10, 0], vec![rule!("nationalism.sardinia.unify.rome-income")])
    );
    // Only while Italy itself has the city.
    let mut without = now.clone();
    without.control.insert("area/rome".to_owned(), Power::Austria);
    assert_eq!(yields(&without, Power::Sardinia, "papacy"), ([0, 0], Vec::new()));
    now.board.dominant = Some([Power::Sardinia].into());
    let (more, rules) = yields(&now, Power::Sardinia, "papacy");
    assert_eq!((more, rules.last()), ([20, 0], Some(&rule!("nationalism.dominance.italy.papacy-income"))));
    // In 1805 Anatolia is as printed.
    assert_eq!(yields(&position(&kept()), Power::Turkey, "anatolia").0, [0, 0]);
}

/// What lies in a player's strongbox.
fn in_the_box(play: &Play, person: u32) -> Vec<Item> {
    let seen = play.campaign.view_for(By::Person(person), false).strongbox.clone().unwrap();
    seen.strongbox.items.values().filter_map(|kept| kept.item.as_thing()).collect()
}

fn arrivals(play: &Play, person: u32) -> Option<Vec<(String, u32)>> {
    in_the_box(play, person).into_iter().find_map(|item| match item {
        Item::Arrivals { waiting, .. } => Some(waiting.into_iter().collect()),
        _ => None,
    })
}

#[test]
fn what_was_bought_lies_in_the_strongbox_when_its_months_are_over_and_not_before() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let spend = json!({"buy/spain/infantry": 4, "buy/spain/militia": 3, "buy/spain/ship": 1});
    sheets(&mut play, &[(SPAIN, spend)]);
    // The treasury of the account lies there at once, so that the step's sheet is proof of it.
    let own = account(&play, SPAIN, Power::Spain);
    let money = in_the_box(&play, SPAIN).into_iter().find_map(|item| match item {
        Item::Treasury { money, .. } => Some(money),
        _ => None,
    });
    assert_eq!(money, Some(own.after[0]));
    assert_eq!(arrivals(&play, SPAIN), None);
    // Militia comes in a month, and stands by itself.
    next_month(&mut play);
    to_the_talks(&mut play);
    assert_eq!(arrivals(&play, SPAIN), None, "not before the reinforcement phase");
    while step(&play) != "reinforcement" {
        all_ready(&mut play);
    }
    assert_eq!(arrivals(&play, SPAIN), Some(vec![("militia".to_owned(), 3)]));
    assert_eq!(arrivals(&play, FRANCE), None);
    // Infantry comes in three, beside what still lies there.
    for _ in 0..2 {
        next_month(&mut play);
        to_the_talks(&mut play);
    }
    while step(&play) != "reinforcement" {
        all_ready(&mut play);
    }
    let both = vec![("infantry".to_owned(), 4), ("militia".to_owned(), 3)];
    assert_eq!(arrivals(&play, SPAIN), Some(both));
    play.ends_verified();
}

#[test]
fn a_full_strongbox_holds_nothing_up() {
    let mut play = kept();
    let corps = |n: u32| {
        Given::thing(&Item::Corps {
            name: format!("Corps no {n}"),
            power: None,
            factors: [("infantry".to_owned(), 1)].into(),
        })
    };
    let act = strongbox::Act::Keep {
        items: (1..=strongbox::UNSAID as u32).map(corps).collect(),
        whole: false,
        revision: None,
    };
    play.must(SPAIN, Verb::Strongbox { act, salt: Secret::new([7; 32]) });
    to_the_sheets(&mut play);
    sheets(&mut play, &[(SPAIN, json!({"buy/spain/militia": 3}))]);
    next_month(&mut play);
    to_the_talks(&mut play);
    while step(&play) != "reinforcement" {
        all_ready(&mut play);
    }
    assert_eq!(arrivals(&play, SPAIN), None);
    assert_eq!(purse(&play, SPAIN, Power::Spain).under_way[0].count, 3, "the account still says it");
}

/// Somebody proposes to put a treasury right, or saved manpower, until it is so by this in all; all agree.
pub fn puts_right(play: &mut Play, person: u32, key: &str, in_all: i64) -> Vec<Entry> {
    play.act_saying(person, Act::Correct { key: key.to_owned(), value: in_all }, "a slip");
    play.all_agree()
}

#[test]
fn a_treasury_is_put_right_when_another_agrees_and_its_account_still_adds_up() {
    let mut play = kept();
    let refused = |play: &mut Play, key: &str, value: i64| {
        play.act_saying_refused(SPAIN, Act::Correct { key: key.to_owned(), value }, "a slip")
    };
    to_the_sheets(&mut play);
    assert!(refused(&mut play, "treasury/spain", -5).contains("no such value"), "there is no account yet");
    sheets(&mut play, &[]);
    let before = account(&play, SPAIN, Power::Spain);
    // Proposed it changes nothing.
    play.act_saying(SPAIN, Act::Correct { key: "treasury/spain".to_owned(), value: -5 }, "a slip");
    assert_eq!(account(&play, SPAIN, Power::Spain), before);
    play.all_agree();
    let public = play.entries.iter().map(|entry| entry.public.as_str());
    assert_eq!(
        public.filter(|line| line.contains("\"k\":\"corrected\"") && line.contains("spain")).count(),
        2
    );
    let after = account(&play, SPAIN, Power::Spain);
    assert_eq!(after.after, [before.after[0] - 5, before.after[1]]);
    assert_eq!(after.after[0], after.before[0] + sums(&after.lines)[0]);
    assert_eq!(purse(&play, SPAIN, Power::Spain).money, after.after[0]);
    assert!(
        in_the_box(&play, SPAIN)
            .iter()
            .any(|item| matches!(item, Item::Treasury { money, .. } if *money == after.after[0]))
    );
    // Nobody is told what it comes to.
    assert_eq!(seen(&play, FRANCE).purse(Power::Spain), None);
    assert!(refused(&mut play, "treasury/spain", 500).contains("495"), "500 at once");
    assert!(refused(&mut play, "saved/spain", 2).contains("no such value"), "Prussia alone saves manpower");
    // Others may propose it too; then its owner agrees, or nobody objects within a day.
    puts_right(&mut play, FRANCE, "treasury/spain", -3);
    assert_eq!(account(&play, SPAIN, Power::Spain).after[0], after.after[0] + 2);
    let saved = account(&play, PRUSSIA, Power::Prussia).after[1];
    puts_right(&mut play, PRUSSIA, "saved/prussia", 2);
    puts_right(&mut play, PRUSSIA, "saved/prussia", 1);
    assert_eq!(account(&play, PRUSSIA, Power::Prussia).after[1], saved + 1);
    let after = account(&play, SPAIN, Power::Spain);
    to_the_sheets(&mut play);
    // While sheets are sealed, too: whoever sealed his is told.
    puts_right(&mut play, SPAIN, "treasury/spain", 4);
    sheets(&mut play, &[]);
    assert_eq!(account(&play, SPAIN, Power::Spain).before, [after.after[0] + 7, after.after[1]]);
    play.ends_verified();
}

#[test]
fn an_account_is_shown_as_the_bot_keeps_it_or_not_at_all() {
    let mut play = kept();
    to_the_sheets(&mut play);
    sheets(&mut play, &[(SPAIN, json!({"buy/spain/infantry": 2}))]);
    let own = account(&play, SPAIN, Power::Spain);
    let showing =
        |account: &Account| Verb::Game(json!({"economy": "show", "power": "spain", "account": account}));
    let mut other = own.clone();
    other.after[0] += 1;
    assert!(play.refused(SPAIN, showing(&other)).contains("as the bot keeps it"));
    assert!(play.refused(FRANCE, showing(&own)).contains("not yours"));
    let made = play.must(SPAIN, showing(&own));
    let shown = made.iter().find(|entry| entry.public.as_str().contains("account_shown")).unwrap();
    assert!(shown.public.as_str().contains(&format!("\"after\":[{},{}]", own.after[0], own.after[1])));
    assert!(play.refused(SPAIN, showing(&own)).contains("seen that account already"));
    play.ends_verified();
}

#[test]
fn what_is_not_lent_is_said() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let money = purse(&play, SPAIN, Power::Spain).money + 500;
    let now = seen(&play, SPAIN);
    let month: Month = "1805-03".to_owned().try_into().unwrap();
    let lend = [(Power::France, u32::try_from(money).unwrap())].into();
    let wishes = Wishes { spend: Spend { lend, ..Spend::default() }, ..Wishes::default() };
    let (own, _) = now.account_by(Power::Spain, month, &wishes).unwrap();
    let [lent, _] = came(&own, |of| matches!(of, Source::Lent { .. }));
    assert_eq!(own.unlent, vec![(Power::France, u32::try_from(money + lent).unwrap())]);
    assert_eq!(own.after[0], 0);
}

#[test]
fn a_stand_in_pays_for_his_counters_and_lets_no_manpower_go_to_waste() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let now = seen(&play, SPAIN);
    let offers = offers(&play.campaign.view_for(By::Person(SPAIN), false));
    let sheet = offers.iter().find(|offer| offer.verb == "seal").unwrap();
    let usual = |name: &str| {
        sheet.fields.iter().find(|field| field.name == name).and_then(|field| field.usual.clone())
    };
    let before = now.counters_before(Power::Spain);
    assert_eq!(usual("counters/spain/corps"), Some(json!(before.corps)));
    assert_eq!(usual("counters/spain/depots"), Some(json!(before.depots)));
    let month: Month = "1805-03".to_owned().try_into().unwrap();
    let [money, manpower] = within_reach(&now, Power::Spain, month, before);
    // 16 MP: infantry at $3 as far as the money beyond one quarter's upkeep lasts.
    assert_eq!(manpower, 16);
    let upkeep: i64 = before.each().into_iter().map(|(key, count)| i64::from(count) * now.upkeep(key)).sum();
    let infantry = ((money - upkeep) / 3).min(16);
    assert_eq!(usual("buy/spain/infantry"), Some(json!(infantry)));
    let militia = (money - upkeep - infantry * 3).min(16 - infantry);
    assert_eq!(usual("buy/spain/militia"), (militia > 0).then(|| json!(militia)));
    assert_eq!(usual("buy/spain/cavalry"), None);
    assert_eq!(usual("lend/spain/france"), None);
}

// nationalism.tech.purchase
#[test]
fn rifles_are_paid_out_of_the_account_of_the_phase_in_which_they_are_bought() {
    let mut play = play(json!({"politics": "kept", "economy": "kept", "rifles": "yes"}));
    let buy = |power: Power, landtag: bool| {
        Verb::Game(json!({"battle": "buy_rifles", "power": power.key(), "landtag": landtag}))
    };
    to_the_sheets(&mut play);
    // France's 38 MP cost it $760 as the first; all that it has and collects is less.
    let says = play.refused_under("nationalism.tech.purchase", FRANCE, buy(Power::France, false));
    assert!(says.contains("cost France $760") && says.contains("this phase's income"), "{says}");
    play.must(PRUSSIA, buy(Power::Prussia, true));
    // A quarter later Spain has enough.
    sheets(&mut play, &[]);
    puts_right(&mut play, SPAIN, "treasury/spain", 500);
    to_the_sheets(&mut play);
    let (person, power) = (SPAIN, Power::Spain);
    play.must(person, buy(power, false));
    let made = play.entries.last().unwrap().event.clone();
    let Line::Game { e } = made else { panic!("{made:?}") };
    assert_eq!((&e["k"], &e["first"]), (&json!("rifles_bought"), &json!(false)));
    let price = e["price"].as_i64().unwrap();
    assert!(price > 0);
    // What is seen before sealing has it already, and nobody else's account changes.
    let month = position(&play).economy.asked.unwrap();
    let (expected, _) = seen(&play, person).account_by(power, month, &Default::default()).unwrap();
    assert_eq!(came(&expected, |source| *source == Source::Rifles), [-price, 0]);
    sheets(&mut play, &[]);
    let paid = account(&play, person, power);
    assert_eq!(came(&paid, |source| *source == Source::Rifles), [-price, 0]);
    assert_eq!(paid.before[0] + sums(&paid.lines)[0], paid.after[0]);
    assert_eq!(came(&account(&play, PRUSSIA, Power::Prussia), |source| *source == Source::Rifles), [0, 0]);
    // The sheets are opened: what the phase costs stands.
    let late = play.refused(FRANCE, buy(Power::France, false));
    assert!(late.contains("Economic phase"), "{late}");
    to_the_sheets(&mut play);
    sheets(&mut play, &[]);
    assert_eq!(came(&account(&play, person, power), |source| *source == Source::Rifles), [0, 0]);
    play.ends_verified();
}
