//! Values of Empires in Arms that are not the printed game's, and are typed by those who have it.

mod present;
mod read;

pub use read::read;

use super::land_values::{self, Page};
use eia::economy::values::is_of_the_economy;
use eia::homeland::MANPOWER;
use eia::land::values::LandValue;
use eia::oob::values::is_of_the_order;
use eia::unprinted::{CASUALTIES, CEILING, GOAL};
use std::collections::BTreeMap;
use table::Said;
use table::said;
use table::typed::Unprinted;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::front::typed::{Chart, Typed};
use table_commands::say;

/// What Empires in Arms has to say of them.
pub(crate) struct OfEia;

/// The button of the casualty chart.
const CASUALTY_CHART: &str = "typed/chart";

impl Typed for OfEia {
    fn lines(&self, known: &[Unprinted], values: &BTreeMap<String, i64>, before: bool) -> Vec<String> {
        present::lines(known, values, before)
    }

    fn charts(&self, known: &[Unprinted]) -> Vec<Chart> {
        let casualties = Chart {
            verb: CASUALTY_CHART.to_owned(),
            title: say!("Casualty chart"),
            counted: Box::new(|cells, all| say!("Casualty chart: {} of {} cells", cells, all)),
        };
        let pages = Page::ALL
            .into_iter()
            .filter(|page| known.iter().any(|value| Page::of(&value.key) == Some(*page)));
        let pages = pages.map(|page| Chart {
            verb: page.verb(),
            title: page.title(),
            counted: Box::new(move |values, all| say!("{}: {} of {} values", page.title(), values, all)),
        });
        std::iter::once(casualties).chain(pages).collect()
    }

    fn chart_of(&self, key: &str) -> Option<String> {
        match present::cell(key) {
            Some(_) => Some(CASUALTY_CHART.to_owned()),
            None => Page::of(key).map(Page::verb),
        }
    }

    fn note(&self, scene: &Scene<'_>) -> Option<String> {
        present::were_bid_for(scene).then(|| say!("Goals are those before the bid, which is added."))
    }

    fn shown(&self, scene: &Scene<'_>, what: &str) -> Option<Message> {
        if what == "chart" {
            return Some(present::chart(scene));
        }
        let page = Page::ALL.into_iter().find(|page| what.strip_prefix("page/") == Some(page.key()))?;
        Some(land_values::page(scene, page))
    }

    fn example(&self) -> String {
        say!("Austria, goal 360\n15 % of 7: 2\n20 %: 0 0 1 1 and so on, all 20\nGuard morale 4.5")
    }

    fn read(&self, known: &[Unprinted], text: &str) -> Result<BTreeMap<String, i64>, Said> {
        read(known, text)
    }

    fn chosen(&self, known: &[Unprinted], key: &str, value: &str) -> Option<Result<i64, Said>> {
        if LandValue::by_key(key).is_some() || is_of_the_order(key) || is_of_the_economy(key) {
            return Some(match known.iter().find(|known| known.key == key) {
                Some(known) => read::amount(known, value),
                None => Err(said!(
                    "That is no value which could be set: /campaign table lists those that are not the printed game's."
                )),
            });
        }
        let own = |prefix: &str| key.starts_with(prefix);
        let whole = value.trim().replace('−', "-").parse::<i64>().ok();
        whole.filter(|_| key == CEILING || own(GOAL) || own(CASUALTIES) || own(MANPOWER)).map(Ok)
    }
}
