//! A group's own map that comes with `/campaign found`.

use super::{measured, report};
use eia::choice_of_powers::{PACK, PICTURE};
use eia::map::pack::{Format, LARGEST, Pack};
use eia::packs::LARGEST_PICTURE;
use serde_json::{Value, json};
use table::{Refusal, Said};
use table_commands::present::front::own_map::OwnMap;
use table_commands::present::names::count;
use table_commands::say;

/// What Empires in Arms makes of one.
pub(crate) struct OfEia;

impl OwnMap for OfEia {
    fn largest(&self) -> u64 {
        LARGEST as u64
    }

    fn largest_picture(&self) -> u64 {
        LARGEST_PICTURE
    }

    fn read(&self, bytes: &[u8], file: &str, called: &str) -> Result<(String, String), Said> {
        let pack = Pack::read(bytes, Format::of_name(file)).map_err(|fault| fault.told(called))?;
        let report = pack.report();
        let (areas, borders) = (report.areas as u64, report.borders as u64);
        let holds = say!("{} and {}", count(areas, "area", "areas"), count(borders, "border", "borders"));
        Ok((pack.csv(), holds))
    }

    fn report(&self, bytes: &[u8], file: &str) -> Result<String, String> {
        let pack = Pack::read(bytes, Format::of_name(file)).map_err(|fault| format!("{file}:{fault}"))?;
        Ok(report::told(&pack))
    }

    fn choose(&self, options: &mut Value, text: &str, picture: Option<&[u8]>) -> Result<(), Refusal> {
        options[PACK] = json!(text);
        if let Some(bytes) = picture {
            options[PICTURE] = json!(measured(bytes)?);
        }
        Ok(())
    }
}
