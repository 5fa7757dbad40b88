//! Which optional rules a battle is fought by.

use super::fight::Raises;
use crate::switches;

/// Which optional rules a battle is fought by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The three types of cavalry.
    pub cavalry_types: bool,
    /// Cavalry superiority, 12.3.3.1.
    pub superiority: bool,
    /// Cavalry withdrawal, 12.3.3.2.
    pub cavalry_withdrawal: bool,
    /// What the +1 morale raises that chits give a nation's commander.
    pub national: Raises,
    /// Breech-loading rifles.
    pub rifles: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options::by(|_| "yes")
    }
}

impl Options {
    /// The options as the campaign's switches stand.
    pub fn by<'s>(stands: impl Fn(&'static str) -> &'s str) -> Options {
        let on = |key| stands(key) == "yes";
        Options {
            cavalry_types: on(switches::CAVALRY_TYPES),
            superiority: on(switches::CAVALRY_SUPERIORITY),
            cavalry_withdrawal: on(switches::CAVALRY_WITHDRAWAL),
            national: match stands(switches::NATIONAL_MORALE) {
                "table" => Raises::Table,
                _ => Raises::Force,
            },
            rifles: on(switches::RIFLES),
        }
    }
}
