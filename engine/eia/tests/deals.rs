//! Deals between players: drafted and signed in private, carried out by the bot all at once at the rule's step, and promises that it recalls.
#![allow(clippy::unwrap_used)]

use crate::board::{held, tells, to_the_economic_phase};
use crate::common::{Play, seat};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, all_ready, gained, kept, next_month, position, step,
    to_the_talks,
};
use engine::eia::deals::{clause, lets_in, mutual};
use engine::eia::oob::Held;
use engine::eia::politics::agreement::State;
use engine::eia::powers::Power;
use engine::eia::{Order, board};
use engine::table::deals::{Change, Clause, Deal, MOST_A_DAY, MOST_DRAFTS, Promise, Standing, Terms};
use engine::table::{By, Entry, Event, Secret, Verb};

fn changes(change: Change) -> Verb {
    Verb::Deal { change, salt: Secret::new([9; 32]) }
}

fn drafts(with: u32, terms: Terms) -> Verb {
    changes(Change::Draft { with: vec![seat(with)], terms })
}

/// The key of the how manieth deal of the campaign, in the order of their drafting.
fn key(play: &Play, n: usize) -> u64 {
    let mut deals: Vec<(i64, u64)> =
        play.campaign.deals.iter().map(|(key, deal)| (deal.made, *key)).collect();
    deals.sort_unstable();
    deals[n - 1].1
}

fn signs(play: &Play, n: usize) -> Verb {
    changes(Change::Sign { deal: key(play, n) })
}

fn withdraws(play: &Play, n: usize) -> Verb {
    changes(Change::Withdraw { deal: key(play, n) })
}

fn clauses(of: &[(u32, Order)]) -> Terms {
    let clauses = of.iter().map(|(person, order)| clause(&seat(*person), order).unwrap());
    Terms { clauses: clauses.collect(), ..Terms::default() }
}

fn alliance(until: Option<&str>) -> Vec<Clause> {
    let until = until.map(|until| until.to_owned().try_into().unwrap());
    let [one, other] = mutual(Power::Austria, Power::Prussia, State::Alliance, until);
    clauses(&[(AUSTRIA, one), (PRUSSIA, other)]).clauses
}

fn cede(province: &str, to: Power) -> Order {
    let province = engine::eia::map::ProvinceId::by_key(province).unwrap();
    Order::Board(board::Order::Cede { province, to })
}

fn promise(by: u32, text: &str, due: Option<&str>) -> Promise {
    Promise { by: seat(by), text: text.to_owned(), due: due.map(str::to_owned), recalled: false, kept: None }
}

/// The deal as a player sees it.
fn seen(play: &Play, person: u32, n: usize) -> Option<Deal> {
    let deals = play.campaign.view_for(By::Person(person), false).deals;
    let key = key(play, n);
    deals.into_iter().find(|of| of.key == key).map(|of| of.deal)
}

/// The bot does what is due.
fn ticks(play: &mut Play) -> Vec<Entry> {
    let mut made = Vec::new();
    while play.campaign.has_deals_due() {
        made.extend(play.bot(Verb::Tick));
    }
    made
}

#[test]
fn what_all_have_signed_is_carried_out_at_once_and_only_they_knew_of_it() {
    let mut play = kept();
    to_the_talks(&mut play);
    let mut terms = Terms { clauses: alliance(Some("1806-06")), ..Terms::default() };
    terms.clauses.extend(clauses(&[(PRUSSIA, lets_in(Power::Prussia, Power::Austria))]).clauses);
    let made = play.must(AUSTRIA, drafts(PRUSSIA, terms));
    assert!(made.iter().all(|entry| entry.line.is_none()), "a draft leaves nothing on the record");
    assert_eq!(seen(&play, PRUSSIA, 1).unwrap().standing(), Standing::Draft);
    assert_eq!(seen(&play, FRANCE, 1), None);
    assert!(play.campaign.public_view().deals.is_empty());
    assert!(
        {
            let verb = signs(&play, 1);
            play.refused(FRANCE, verb)
        }
        .contains("no such deal")
    );
    assert!(
        {
            let verb = signs(&play, 1);
            play.refused(AUSTRIA, verb)
        }
        .contains("already")
    );
    assert!(ticks(&mut play).is_empty(), "one signature of two");
    {
        let verb = signs(&play, 1);
        play.must(PRUSSIA, verb)
    };
    let made = ticks(&mut play);
    let now = position(&play);
    assert!(now.are_allied(Power::Austria, Power::Prussia));
    let until = now.politics.alliances.iter().next().unwrap().until.unwrap();
    assert_eq!(until.to_string(), "1806-06");
    let grant = now.politics.access.grants.first().unwrap();
    assert_eq!((grant.by, grant.to), (Power::Prussia, Power::Austria));
    let orders =
        made.iter().filter(|entry| matches!(&entry.event, Event::Order { verb, .. } if verb == "carry_deal"));
    assert_eq!(orders.count(), 1, "one line for all of it");
    assert_eq!(seen(&play, AUSTRIA, 1).unwrap().standing(), Standing::Done);
    assert!(
        {
            let verb = withdraws(&play, 1);
            play.refused(PRUSSIA, verb)
        }
        .contains("over")
    );
    play.ends_verified();
}

#[test]
fn of_what_belongs_to_one_step_nothing_is_done_where_the_rules_refuse_a_part() {
    let mut play = kept();
    to_the_talks(&mut play);
    // Russia's part holds; France is at war with Great Britain and lets it in nowhere.
    let terms = clauses(&[
        (BRITAIN, lets_in(Power::GreatBritain, Power::France)),
        (FRANCE, lets_in(Power::France, Power::GreatBritain)),
    ]);
    play.must(FRANCE, drafts(BRITAIN, terms));
    {
        let verb = signs(&play, 1);
        play.must(BRITAIN, verb)
    };
    ticks(&mut play);
    assert!(position(&play).politics.access.grants.is_empty());
    let deal = seen(&play, FRANCE, 1).unwrap();
    let why = engine::table::Said::from(&deal.held.clone().unwrap().why).to_string();
    assert!(why.contains("is at war with"), "{why}");
    assert_eq!(deal.standing(), Standing::InForce);
    assert!(ticks(&mut play).is_empty(), "in the same step it is not tried again");
    next_month(&mut play);
    assert!(play.campaign.has_deals_due(), "in another it is");
    ticks(&mut play);
    {
        let verb = withdraws(&play, 1);
        play.must(BRITAIN, verb)
    };
    assert_eq!(seen(&play, FRANCE, 1).unwrap().withdrawn, Some(seat(BRITAIN)));
    assert!(!play.campaign.has_deals_due());
    play.ends_verified();
}

#[test]
fn a_cession_waits_for_the_economic_phase_and_the_alliance_that_it_needs_comes_before() {
    let mut play = kept();
    to_the_talks(&mut play);
    play.must(AUSTRIA, tells("saxony", "austria", "conquered"));
    let mut terms = Terms { clauses: alliance(None), bound: true, ..Terms::default() };
    terms.clauses.extend(clauses(&[(AUSTRIA, cede("saxony", Power::Prussia))]).clauses);
    play.must(PRUSSIA, drafts(AUSTRIA, terms));
    {
        let verb = signs(&play, 1);
        play.must(AUSTRIA, verb)
    };
    ticks(&mut play);
    let now = position(&play);
    assert!(now.are_allied(Power::Austria, Power::Prussia));
    assert_eq!(held(&play, "saxony"), Held::Conquered(Power::Austria));
    let left = |play: &Play| {
        let deal = seen(play, AUSTRIA, 1).unwrap();
        deal.terms.reveal().clauses.iter().filter(|clause| !clause.done).count()
    };
    assert_eq!(left(&play), 1);
    assert!(
        {
            let verb = withdraws(&play, 1);
            play.refused(AUSTRIA, verb)
        }
        .contains("bound themselves")
    );
    to_the_economic_phase(&mut play);
    let before = gained(&position(&play), Power::Austria);
    ticks(&mut play);
    assert_eq!(held(&play, "saxony"), Held::Conquered(Power::Prussia));
    assert_eq!(gained(&position(&play), Power::Austria), before - 2);
    assert_eq!((left(&play), seen(&play, PRUSSIA, 1).unwrap().standing()), (0, Standing::Done));
    play.ends_verified();
}

#[test]
fn peace_waits_until_the_sheets_are_open() {
    let mut play = kept();
    assert_eq!(step(&play), "war");
    let [one, other] = mutual(Power::France, Power::GreatBritain, State::Peace, None);
    play.must(FRANCE, drafts(BRITAIN, clauses(&[(FRANCE, one), (BRITAIN, other)])));
    {
        let verb = signs(&play, 1);
        play.must(BRITAIN, verb)
    };
    assert!(ticks(&mut play).is_empty() && position(&play).are_at_war(Power::France, Power::GreatBritain));
    to_the_talks(&mut play);
    ticks(&mut play);
    assert!(!position(&play).are_at_war(Power::France, Power::GreatBritain));
    play.ends_verified();
}

#[test]
fn access_goes_with_the_part_that_has_a_step() {
    let mut play = kept();
    assert_eq!(step(&play), "war");
    let mut terms = Terms { clauses: alliance(None), ..Terms::default() };
    terms.clauses.extend(clauses(&[(PRUSSIA, lets_in(Power::Prussia, Power::Austria))]).clauses);
    play.must(AUSTRIA, drafts(PRUSSIA, terms));
    {
        let verb = signs(&play, 1);
        play.must(PRUSSIA, verb)
    };
    assert!(ticks(&mut play).is_empty() && position(&play).politics.access.grants.is_empty());
    to_the_talks(&mut play);
    ticks(&mut play);
    let now = position(&play);
    assert!(now.are_allied(Power::Austria, Power::Prussia) && now.politics.access.grants.len() == 1);
}

#[test]
fn a_promise_is_recalled_in_its_month_and_judged_by_the_other() {
    let mut play = kept();
    let promises =
        vec![promise(RUSSIA, "No corps in Moldavia.", Some("1805-02")), promise(AUSTRIA, "Silence.", None)];
    play.must(AUSTRIA, drafts(RUSSIA, Terms { promises, ..Terms::default() }));
    let deal = key(&play, 1);
    let judges = |promise: usize, kept: bool| changes(Change::Judge { deal, promise, kept });
    assert!(play.refused(RUSSIA, judges(1, true)).contains("no such promise"), "nobody has signed it");
    {
        let verb = signs(&play, 1);
        play.must(RUSSIA, verb)
    };
    assert!(play.refused(AUSTRIA, judges(0, true)).contains("has not come"));
    assert!(play.refused(RUSSIA, judges(0, true)).contains("no such promise"), "one's own nobody judges");
    play.must(RUSSIA, judges(1, false));
    assert!(!play.campaign.has_deals_due());
    next_month(&mut play);
    ticks(&mut play);
    assert!(seen(&play, AUSTRIA, 1).unwrap().terms.reveal().promises[0].recalled);
    assert!(
        {
            let verb = withdraws(&play, 1);
            play.refused(AUSTRIA, verb)
        }
        .contains("a promise is not withdrawn")
    );
    play.must(AUSTRIA, judges(0, true));
    let deal = seen(&play, RUSSIA, 1).unwrap();
    assert_eq!(deal.standing(), Standing::Done);
    let kept: Vec<Option<bool>> = deal.terms.reveal().promises.iter().map(|promise| promise.kept).collect();
    assert_eq!(kept, [Some(true), Some(false)]);
    play.ends_verified();
}

#[test]
fn what_no_deal_can_hold_is_said() {
    let mut play = kept();
    let empty = play.refused(FRANCE, drafts(RUSSIA, Terms::default()));
    assert!(empty.contains("has something in it"), "{empty}");
    let [one, other] = mutual(Power::France, Power::Russia, State::War, None);
    let war = play.refused(FRANCE, drafts(RUSSIA, clauses(&[(FRANCE, one), (RUSSIA, other)])));
    assert!(war.contains("Anything else is a promise"), "{war}");
    // In the name of a third nobody agrees to anything, and no seat for a power that is not its own.
    let third = drafts(RUSSIA, clauses(&[(AUSTRIA, lets_in(Power::Austria, Power::France))]));
    assert!(play.refused(FRANCE, third).contains("its parties alone"));
    let forged = drafts(RUSSIA, clauses(&[(RUSSIA, lets_in(Power::Austria, Power::France))]));
    assert!(play.refused(FRANCE, forged).contains("not that player's"));
    let past = Terms { promises: vec![promise(FRANCE, "Peace.", Some("1805-01"))], ..Terms::default() };
    assert!(play.refused(FRANCE, drafts(RUSSIA, past)).contains("has come already"));
    let never = Terms { promises: vec![promise(FRANCE, "Peace.", Some("Friday"))], ..Terms::default() };
    assert!(play.refused(FRANCE, drafts(RUSSIA, never)).contains("no date"));
    let long = Terms { promises: vec![promise(FRANCE, &"x".repeat(301), None)], ..Terms::default() };
    assert!(play.refused(FRANCE, drafts(RUSSIA, long)).contains("301"));
    let silent = || Terms { promises: vec![promise(FRANCE, "Peace.", None)], ..Terms::default() };
    assert!(play.refused(FRANCE, drafts(FRANCE, silent())).contains("other seats"));
    for _ in 0..MOST_DRAFTS {
        play.must(FRANCE, drafts(RUSSIA, silent()));
    }
    assert!(play.refused(FRANCE, drafts(RUSSIA, silent())).contains("wait for a signature"));
    {
        let verb = withdraws(&play, 1);
        play.must(RUSSIA, verb)
    };
    play.must(FRANCE, drafts(RUSSIA, silent()));
    to_the_talks(&mut play);
    all_ready(&mut play);
}

/// Two deals of the same two, of which the first is signed.
#[test]
fn what_is_so_already_counts_as_done_and_binds_both_all_the_same() {
    let mut play = kept();
    let mut terms = Terms { clauses: alliance(None), bound: true, ..Terms::default() };
    terms.clauses.extend(clauses(&[(PRUSSIA, lets_in(Power::Prussia, Power::Austria))]).clauses);
    play.must(AUSTRIA, drafts(PRUSSIA, terms));
    let verb = signs(&play, 1);
    play.must(PRUSSIA, verb);
    // Prussia lets Austria in before, and has proposed the same alliance in public: neither lets anybody out of the deal.
    play.must(PRUSSIA, Verb::Game(serde_json::to_value(lets_in(Power::Prussia, Power::Austria)).unwrap()));
    to_the_talks(&mut play);
    let [_, theirs] = mutual(Power::Austria, Power::Prussia, State::Alliance, None);
    // The bot has carried it out before anybody says anything in the talks.
    ticks(&mut play);
    assert!(
        play.refused(PRUSSIA, Verb::Game(serde_json::to_value(theirs).unwrap())).contains("allied already")
    );
    let now = position(&play);
    assert!(now.are_allied(Power::Austria, Power::Prussia) && now.politics.access.grants.len() == 1);
    assert_eq!(seen(&play, AUSTRIA, 1).unwrap().standing(), Standing::Done);
    play.ends_verified();
}

#[test]
fn a_proposal_that_stands_is_no_way_out_of_a_deal() {
    let mut play = kept();
    to_the_talks(&mut play);
    let [_, theirs] = mutual(Power::Austria, Power::Prussia, State::Alliance, None);
    play.must(PRUSSIA, Verb::Game(serde_json::to_value(theirs).unwrap()));
    play.must(AUSTRIA, drafts(PRUSSIA, Terms { clauses: alliance(None), ..Terms::default() }));
    let verb = signs(&play, 1);
    play.must(PRUSSIA, verb);
    ticks(&mut play);
    assert!(position(&play).are_allied(Power::Austria, Power::Prussia));
    assert_eq!(seen(&play, PRUSSIA, 1).unwrap().standing(), Standing::Done);
    play.ends_verified();
}

#[test]
fn what_is_withdrawn_leaves_the_promises_to_be_judged() {
    let mut play = kept();
    play.must(AUSTRIA, tells("saxony", "austria", "conquered"));
    let promises = vec![promise(AUSTRIA, "I pay 10 gold.", Some("1805-02"))];
    let terms = Terms { promises, ..clauses(&[(AUSTRIA, cede("saxony", Power::Prussia))]) };
    play.must(AUSTRIA, drafts(PRUSSIA, terms));
    let verb = signs(&play, 1);
    play.must(PRUSSIA, verb);
    let verb = withdraws(&play, 1);
    play.must(AUSTRIA, verb);
    let deal = seen(&play, PRUSSIA, 1).unwrap();
    assert_eq!((deal.standing(), deal.terms.reveal().clauses.len()), (Standing::InForce, 0));
    next_month(&mut play);
    ticks(&mut play);
    let deal = key(&play, 1);
    play.must(PRUSSIA, changes(Change::Judge { deal, promise: 0, kept: false }));
    assert_eq!(seen(&play, AUSTRIA, 1).unwrap().standing(), Standing::Done);
}

// house.ceding.formal-peace, house.alliance.expiry.allowed
#[test]
fn between_enemies_no_cession_is_agreed_on_and_no_alliance_that_has_ended() {
    let mut play = kept();
    play.must(FRANCE, tells("hesse", "france", "conquered"));
    let sells = drafts(BRITAIN, clauses(&[(FRANCE, cede("hesse", Power::GreatBritain))]));
    play.refused_under("house.ceding.formal-peace", FRANCE, sells);
    let over = Terms { clauses: alliance(Some("1804-12")), ..Terms::default() };
    play.refused_under("house.alliance.expiry.allowed", AUSTRIA, drafts(PRUSSIA, over));
}

#[test]
fn everybody_counts_his_own_deals_and_a_day_has_so_many() {
    let mut play = kept();
    let word = |by: u32| Terms { promises: vec![promise(by, "Peace.", None)], ..Terms::default() };
    play.must(FRANCE, drafts(RUSSIA, word(FRANCE)));
    play.must(AUSTRIA, drafts(PRUSSIA, word(AUSTRIA)));
    let number = |play: &Play, person: u32, n: usize| seen(play, person, n).unwrap().number(&seat(person));
    assert_eq!([number(&play, FRANCE, 1), number(&play, AUSTRIA, 2), number(&play, PRUSSIA, 2)], [1; 3]);
    for n in 2..=MOST_A_DAY {
        play.must(FRANCE, drafts(RUSSIA, word(FRANCE)));
        let verb = withdraws(&play, n + 1);
        play.must(RUSSIA, verb);
    }
    assert!(play.refused(FRANCE, drafts(RUSSIA, word(FRANCE))).contains("deals a day"));
    assert_eq!(number(&play, RUSSIA, MOST_A_DAY + 1), MOST_A_DAY as u32);
    // What waits stands before what is over.
    let own = play.campaign.view_for(By::Person(RUSSIA), false).deals;
    assert_eq!(own[0].deal.number(&seat(RUSSIA)), 1);
    let invisible = Terms { promises: vec![promise(AUSTRIA, "\u{200b}\u{2800}", None)], ..Terms::default() };
    assert!(play.refused(AUSTRIA, drafts(PRUSSIA, invisible)).contains("characters"));
}
