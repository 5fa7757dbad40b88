//! A campaign that nobody plays any more is closed after thirty days' notice, unless a player says that it is played on.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, kinds};
use engine::table::{Act, Stage, Verb};

#[test]
fn a_campaign_is_closed_when_its_notice_has_run_out() {
    let mut play = Play::in_months(3, |_| ());
    assert!(play.act_refused(1, Act::PlayOn).contains("No notice was given"));
    assert!(play.act_refused(2, Act::GiveNotice).contains("given by the host"));
    assert!(play.act_refused(1, Act::NoticeDue).contains("Only the clock"));
    let made = play.act(1, Act::GiveNotice);
    assert_eq!(kinds(&made), ["order:give_notice", "table:notice_given"]);
    assert!(play.act_refused(1, Act::GiveNotice).contains("given already"));
    let until = play.campaign.play.notice.as_ref().unwrap().until;
    assert_eq!(until, play.campaign.last_at + 30 * DAY);
    assert!(play.clock_at(until - 1).iter().all(|entry| !entry.public.contains("notice")));
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    let made = play.clock_at(until);
    assert_eq!(kinds(&made), ["order:notice_due", "closed"]);
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    play.ends_verified();
}

#[test]
fn one_player_who_plays_on_makes_it_void() {
    let mut play = Play::in_months(3, |_| ());
    play.act(1, Act::GiveNotice);
    let until = play.campaign.play.notice.as_ref().unwrap().until;
    let made = play.act(3, Act::PlayOn);
    assert_eq!(kinds(&made), ["order:play_on", "table:notice_void"]);
    assert!(play.clock_at(until).iter().all(|entry| !entry.public.contains("notice_due")));
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    // The bot gives it too, for who may manage the server; the time begins anew.
    play.bot(Verb::Act { act: Act::GiveNotice, text: None });
    assert_eq!(play.campaign.play.notice.as_ref().unwrap().until, play.campaign.last_at + 30 * DAY);
    play.ends_verified();
}

#[test]
fn no_notice_is_given_before_play_begins() {
    let mut play = Play::real(7, 2, 0, serde_json::json!({}));
    play.join(1);
    assert!(play.act_refused(1, Act::GiveNotice).contains("closes it at once"));
}
