//! Access: who lets whom in, what becomes of it when a province changes hands, and forcible access with the right of war that answers it.
#![allow(clippy::unwrap_used)]

use crate::words::{Words, given};
use engine::eia::map::AreaId;
use engine::eia::powers::Power;
use serde_json::json;

const SENT_HOME: &str =
    "repatriated of Russia by Prussia provinces Saxony rules house.access.changed-control-repatriation";

// 10.3.1
#[test]
fn a_power_lets_another_in_on_its_conditions_and_until_it_cancels_it() {
    let terms = "access grant to France conditions 'south of Berlin'";
    given("1805")
        .refuses("Prussia", "access grant power Austria to France", "not yours")
        .refuses("France", "access grant to Great Britain", "at war")
        .refuses("Prussia", "access grant to Prussia", "another power")
        .when("Prussia", terms)
        .keeps("politics/access/grants/0", "conditions 'south of Berlin'")
        .then("France has access to Silesia; Austria has no access to Silesia")
        .refuses("Prussia", terms, "already")
        .when("Prussia", "access cancel to France")
        .then("France has no access to Silesia")
        .refuses("Prussia", "access cancel to France", "no access")
        .refuses("Prussia", &format!("access grant to France conditions {}", "x".repeat(101)), "100");
}

// 10.3.1, 10.3.3
#[test]
fn access_to_one_province_is_to_ones_own_and_war_ends_it() {
    given("1805")
        .refuses("Prussia", "access grant to France only Tyrol", "does not have")
        .when("Prussia", "access grant to France only Silesia")
        .then("France has access to Silesia; France has no access to Brandenburg")
        .envelopes("Prussia: war on France")
        .value("politics/access/grants", json!([]));
}

/// Saxony passes from Austria, which let Russia in, to Austria's ally Prussia.
fn ceded() -> Words {
    given("Austria and Prussia allied; Saxony is Austria's; Austria lets Russia in; Austria lets Prussia in; economic phase")
        .when("Austria", "board cede Saxony to Prussia")
}

// house.access.changed-control-voluntary
#[test]
fn who_gets_a_province_is_asked_about_those_whom_the_former_holder_let_in() {
    ceded()
        .under(["house.access.changed-control-voluntary"])
        .keeps("politics/access/asked/0", "by Prussia to Russia provinces Saxony")
        .refuses("Prussia", "access answer Spain grants yes", "house.access.changed-control-voluntary")
        .then("Russia has no access to Saxony")
        .when("Prussia", "access answer Russia grants yes conditions 'until May'")
        .then("Russia has access to Saxony; Russia has no access to Silesia")
        .look(|now, _| {
            assert_eq!(now.politics.access.grants.last().unwrap().conditions.as_deref(), Some("until May"))
        })
        .value("politics/access/asked", json!([]));
}

// house.access.changed-control-repatriation
#[test]
fn where_access_is_refused_the_forces_go_home() {
    ceded()
        .when("Prussia", "access answer Russia grants no")
        .told(SENT_HOME)
        .value("politics/access/asked", json!([]));
}

// house.access.changed-control-repatriation
#[test]
fn where_access_is_not_answered_for_a_month_the_forces_go_home() {
    ceded()
        .until("the next month")
        .told(SENT_HOME)
        .refuses("Prussia", "access answer Russia grants yes", "not asked")
        .then("Russia has no access to Saxony");
}

// house.access.changed-control-c5
#[test]
fn by_c5_the_new_holder_has_no_choice() {
    let (france, britain) = (Power::France, Power::GreatBritain);
    given("France surrenders to Great Britain: c5, b5; Saxony is Austria's; Austria lets Great Britain in")
        .then("Great Britain has access to Provence")
        .look(|now, _| {
            assert!(now.is_bound_to_let_in(france, britain) && !now.is_bound_to_let_in(britain, france))
        })
        .refuses("France", "access cancel Great Britain", "house.access.changed-control-c5")
        .until("the next month")
        .envelopes("France: war on Austria")
        .until("the next month")
        .until("talks")
        .when("France", "board conquer Saxony")
        .under(["house.access.changed-control-c5"])
        .keeps("politics/access/grants/1", "by France to Great Britain only Saxony")
        .value("politics/access/asked", json!([]));
}

/// Austria fights France, is allied to Prussia, and can demand nothing before Prussia lets France in.
fn enemy_let_in(demands: &str) -> Words {
    given(&format!("ally_demand {demands}; Austria at war with France; Austria and Prussia allied"))
        .refuses("Austria", "access demand Prussia", "enhancements.access.ally-demand")
        .when("Prussia", "access grant to France")
}

// enhancements.access.ally-demand, enhancements.access.ally-demand.cost
#[test]
fn who_lets_an_allys_enemy_in_breaks_the_alliance_where_the_ally_demands_it() {
    enemy_let_in("yes")
        .under(["enhancements.access.ally-demand"])
        .then("Austria and Prussia allied")
        .when("Austria", "access demand Prussia")
        .then("Austria and Prussia not allied; Prussia −2 PP; Austria +0 PP")
        .under(["enhancements.access.ally-demand.cost"]);
}

// enhancements.access.ally-demand
#[test]
fn where_the_group_plays_without_it_no_ally_demands_anything() {
    enemy_let_in("no").not_under("enhancements.access.ally-demand").refuses(
        "Austria",
        "access demand Prussia",
        "enhancements.access.ally-demand",
    );
}

// enhancements.access.ally-demand
#[test]
fn a_demand_is_made_until_the_end_of_the_month_of_the_grant() {
    enemy_let_in("yes").until("the next month").refuses(
        "Austria",
        "access demand Prussia",
        "enhancements.access.ally-demand",
    );
}

// house.access.forcible.pp-cost, house.access.forcible.allowed
#[test]
fn forcible_access_costs_a_point_a_month_however_many_counters_and_areas() {
    given("Saxony and Bavaria are Prussia's")
        .refuses("France", "access enter Saxony counters 1", "land phase")
        .until("land phase")
        .when("France", "access enter Bavaria counters 2")
        .under(["house.access.forcible.pp-cost", "house.access.forcible.allowed"])
        .then("France −1 PP")
        .when("Prussia", "access enter power France province Saxony counters 3")
        .then("France +0 PP")
        .when("France", "access enter Bavaria counters 1")
        .then("France +0 PP")
        .keeps("politics/access/entries/0", "power France of Prussia counters 6")
        .until("the next month")
        .until("land phase")
        .when("France", "access enter Saxony counters 5")
        .then("France −1 PP");
}

// house.access.forcible.pp-cost, house.access.forcible.pp-cost-example
#[test]
fn forcible_access_costs_a_point_for_each_power_that_suffers_it() {
    given("Saxony is Prussia's; Bavaria is Austria's; land phase")
        .when("France", "access enter Bavaria counters 2")
        .then("France −1 PP")
        .when("Prussia", "access enter power France province Saxony counters 3")
        .then("France −1 PP")
        .when("France", "access enter Bavaria counters 1")
        .then("France +0 PP");
}

// house.alliance.dardanelles-access
#[test]
fn turkey_opens_the_dardanelles_to_whomever_it_will() {
    let id = "house.alliance.dardanelles-access";
    given("1805")
        .when("Turkey", "access grant to Russia only Rumelia")
        .under([id])
        .then("Russia has access to Rumelia")
        .when("Turkey", "access grant to Austria only Bosnia")
        .not_under(id)
        .when("Turkey", "access grant to France")
        .under([id])
        .look(|_, _| {
            assert_eq!(AreaId::by_key("constantinople").unwrap().on_map().province.key(), "rumelia")
        });
}

// house.access.forcible.same-restrictions
#[test]
fn who_passes_by_forcible_access_takes_nothing_until_it_is_at_war() {
    let id = "house.access.forcible.same-restrictions";
    given("Saxony is Prussia's; land phase")
        .when("France", "access enter Saxony counters 2")
        .under([id])
        .refuses("France", "control tell province Saxony how conquered", id)
        .refuses("France", "control tell province Silesia", id)
        .refuses("France", "control tell area Dresden", id)
        .refuses(
            "Prussia",
            "control tell province Silesia power France how ceded",
            "house.ceding.formal-peace",
        )
        .when("Austria", "control tell province Saxony how conquered")
        .when("Prussia", "control tell province Saxony how conquered")
        .when("Prussia", "access resist France nth 2")
        .when("France", "control tell province Saxony how conquered")
        .then("Saxony is France's");
}

// house.access.forcible.allowed
#[test]
fn what_is_no_forcible_access_is_not_told_as_one() {
    given("Prussia lets Austria in; land phase")
        .refuses("Austria", "access enter Silesia counters 1", "house.access.forcible.allowed")
        .refuses("France", "access enter Provence counters 1", "itself")
        .refuses("Great Britain", "access enter Provence counters 1", "at war")
        .refuses("France", "access enter Saxony counters 1", "No power")
        .refuses("Spain", "access enter power France province Silesia counters 1", "told by")
        .refuses("France", "access enter Silesia counters 0", "1 to 60");
}

// house.access.forcible.immune-power-barred
#[test]
fn who_is_safe_from_war_may_not_use_it_against_whom_the_peace_binds() {
    given("France surrenders to Great Britain: b5; Hanover is Great Britain's; land phase")
        .refuses("France", "access enter Hanover counters 1", "house.access.forcible.immune-power-barred")
        .when("France", "access enter Tyrol counters 1");
}

// house.access.forcible.dow-right, house.access.forcible.dow-repeats, house.access.forcible.dow-cost, house.access.forcible.call-allies
#[test]
fn each_counter_lets_its_victim_declare_war_at_once_for_the_usual_price() {
    let (right, repeats) = ("house.access.forcible.dow-right", "house.access.forcible.dow-repeats");
    given("land phase")
        .refuses("Prussia", "access resist France nth 1", right)
        .when("France", "access enter Silesia counters 1")
        .refuses("Prussia", "access resist France nth 2", repeats)
        .when("France", "access enter Silesia counters 2")
        .under([repeats])
        .refuses("Prussia", "access resist France nth 1", repeats)
        .when("Austria", "access enter Silesia counters 1")
        .when("Prussia", "access resist France nth 3")
        .under(["house.access.forcible.dow-cost", "house.access.forcible.call-allies"])
        .then("Prussia at war with France; Prussia −3 PP")
        .when("Prussia", "access resist Austria nth 1")
        .then("Prussia at war with Austria; Prussia −3 PP; land phase");
}

// house.access.forcible.dow-right
#[test]
fn the_right_to_declare_war_ends_with_the_land_phase() {
    given("land phase").when("France", "access enter Silesia counters 1").until("the next month").refuses(
        "Prussia",
        "access resist France nth 1",
        "house.access.forcible.dow-right",
    );
}

// house.access.forcible.dow-repeats
#[test]
fn a_standing_answer_declares_war_at_its_counter() {
    given("1805")
        .refuses("Prussia", "access stand", "No such answer")
        .when("Prussia", "access stand nth 0")
        .refuses("Prussia", "access stand nth 0", "already")
        .until("land phase")
        .when("France", "access enter Silesia counters 2")
        .then("Prussia at peace with France")
        .when("Prussia", "access stand nth 4")
        .when("France", "access enter Silesia counters 1")
        .then("Prussia at peace with France")
        .when("France", "access enter Silesia counters 2")
        .then("Prussia at war with France")
        .when("Prussia", "access stand")
        .value("politics/access/standing", json!({}));
}

// house.alliance.forcible-access-immediate-dow, house.alliance.forcible-access-no-penalty
#[test]
fn an_ally_who_uses_it_can_be_answered_at_once_and_without_the_extra_points() {
    given("Austria and Russia allied; land phase")
        .when("Russia", "access enter Tyrol counters 1")
        .when("Austria", "access resist Russia nth 1")
        .under(["house.alliance.forcible-access-immediate-dow", "house.alliance.forcible-access-no-penalty"])
        .then("Austria at war with Russia; Austria and Russia not allied; Austria −3 PP");
}

// house.alliance.forcible-access-no-penalty
#[test]
fn who_lets_the_moment_pass_pays_the_extra_points_a_month_later() {
    given("Austria and Russia allied; land phase")
        .when("Russia", "access enter Tyrol counters 1")
        .until("talks")
        .when("Austria", "politics break Russia")
        .until("the next month")
        .envelopes("Austria: war on Russia")
        .then("Austria −5 PP");
}

// house.access.forcible.dow-limit
#[test]
fn an_enemy_in_ones_home_bars_the_answer_and_not_the_price() {
    given("Austria at war with Prussia; land phase; Berlin: Austria I")
        .look(|now, _| assert!(now.has_enemy_infantry_at_home(Power::Prussia)))
        .when("France", "access enter Silesia counters 1")
        .under(["house.access.forcible.dow-limit"])
        .then("France −1 PP")
        .refuses("Prussia", "access resist France nth 1", "house.access.forcible.dow-limit")
        .when("Prussia", "access stand nth 2")
        .when("France", "access enter Silesia counters 1")
        .then("Prussia at peace with France")
        .when("Prussia", "access resist France nth 2 besieged yes")
        .then("Prussia at war with France");
}

// house.access.forcible.call-allies
#[test]
fn allies_are_called_to_such_a_war_at_once_by_what_the_sheets_say() {
    given("Prussia and Russia allied; France and Austria allied; February 1805")
        .envelopes("Prussia: call Russia, war on Turkey; Russia: follow Prussia; France: call Austria")
        .until("land phase")
        .when("France", "access enter Silesia counters 1")
        .when("Prussia", "access resist France nth 1")
        .refuses("Prussia", "access resist Austria nth 1", "no forcible access")
        .all_ready()
        .then("land phase; Prussia at peace with Austria")
        .asked("politics/1805-02/defence/1")
        .envelopes("Austria: join France")
        .told_too("call_followed by Russia")
        .then("Austria at war with Prussia; Russia at war with France and Austria; Russia at peace with Turkey; war");
}

// house.peace.deny.cancel-access
#[test]
fn denied_co_operation_cancels_access_of_the_victors_enemies() {
    given("France lets Austria in; France lets Russia in; Great Britain at war with Russia; land phase; February 1805")
        .until("France surrenders to Great Britain: deny")
        .under(["house.peace.deny.cancel-access"])
        .keeps("politics/access/grants/0", "to Austria")
        .value("politics/access/grants/1", json!(null));
}

// house.peace.deny.new-access, house.peace.deny.duration
#[test]
fn denied_co_operation_asks_the_victors_permission_for_each_third_power_as_long_as_the_peace_lasts() {
    let id = "house.peace.deny.new-access";
    given("February 1805; France surrenders to Great Britain: deny")
        .refuses("France", "access grant to Spain", id)
        .refuses("Great Britain", "access permit of Austria to Spain", id)
        .when("Great Britain", "access permit of France to Spain")
        .when("France", "access grant to Spain")
        .then("Spain has access to Provence")
        .when("France", "access cancel Spain")
        .refuses("France", "access grant to Spain", id)
        .when("France", "access grant to Great Britain")
        .until("August 1806")
        .refuses("France", "access grant to Spain", id)
        .until("September 1806")
        .when("France", "access grant to Spain");
}
