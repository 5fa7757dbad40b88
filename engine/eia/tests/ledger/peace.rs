//! Calls to allies, and suits for peace.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::powers::Power;

// house.peace.enforced.next-dow: others could still attack Austria, against whom Spain could follow it, so the call can be sealed.
#[test]
fn a_call_that_an_enforced_peace_makes_void_is_said_to_its_caller() {
    given("France at war with Prussia; February 1805")
        .envelopes("France: sue Prussia")
        .until("Austria and Prussia allied until December 1809")
        .until("the next month")
        .envelopes("France: war on Austria; Austria: call Prussia")
        .told("called_in_vain rules house.peace.enforced.next-dow")
        .told(r#"called_in_vain calls [{"by":"austria","to":"prussia","against":["france"]}]"#)
        .then("Austria and Prussia allied; Prussia at peace with France");
}

// 4.4.1
#[test]
fn two_who_sue_each_other_make_peace_without_terms() {
    given("1805")
        .envelopes("France: sue Great Britain; Great Britain: sue France")
        .told("agreed")
        .then("France at peace with Great Britain; Austria, France, Great Britain and Prussia +0 PP")
        .then("Russia, Spain and Turkey +0 PP; talks")
        .look(|now, _| assert!(now.truce(Power::France, Power::GreatBritain).is_none()));
}
