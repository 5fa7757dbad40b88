//! The Italian minor countries (`nationalism.italian-minors.list`): who may declare war on one, and that Sardinia protects them.

use crate::Position;
use crate::board::combination::ITALY;
use crate::map::{Era, ProvinceId, is_papal, map, papal_state};
use crate::oob::Held;
use crate::powers::Power;
use table::refusal::Refusal;
use table::{rule, said};

/// The seven territories that Sardinia has to unite; none in a scenario without it.
#[must_use]
pub fn seven(era: Era) -> &'static [ProvinceId] {
    match era {
        Era::Empires => &[],
        Era::Nationalism | Era::NationalismWithGreece => {
            map().combination(ITALY).map_or(&[], |combination| &combination.may)
        }
    }
}

impl Position {
    /// Whether a province is one of the seven Italian minor countries of the scenario.
    #[must_use]
    pub fn is_italian(&self, province: ProvinceId) -> bool {
        seven(self.board.era()).contains(&province)
    }

    /// The Italian minor countries that no power controls now; the Papal State under both of its provinces.
    #[must_use]
    pub fn neutral_italians(&self) -> Vec<ProvinceId> {
        let all = seven(self.board.era()).iter().copied();
        all.filter(|minor| self.held(*minor) == Held::Neutral).collect()
    }

    /// Whether a corps of France stands in the Papal State, as far as the counters on the map tell.
    #[must_use]
    pub fn protects_the_pope(&self) -> bool {
        papal_state().any(|province| self.stands_in(Power::France, province))
    }
}

/// Why war cannot be declared on an Italian minor country because of a French corps; `None` where none stands in its way.
#[must_use]
pub fn why_guarded(state: &Position, minor: ProvinceId) -> Option<Refusal> {
    (is_papal(minor) && state.is_italian(minor) && state.protects_the_pope()).then(|| {
        let says = said!(
            "A French corps stands in the Papal State: as long as it does, no war can be declared on it, by Spedizione dei Mille neither."
        );
        Refusal::under(rule!("nationalism.map.papal-state.french-corps"), says)
    })
}

/// Why a power cannot declare war on a neutral Italian minor country on its political sheet; `None` where it can, or it is none.
#[must_use]
pub fn why_not_declared(state: &Position, power: Power, minor: ProvinceId) -> Option<Refusal> {
    if !state.is_italian(minor) || state.held(minor) != Held::Neutral {
        return None;
    }
    if power != Power::Sardinia {
        let says = said!(
            "{} is a neutral Italian minor country: no power declares war on one on its sheet; only Sardinia can, on one that its Spedizione dei Mille was aimed at before.",
            minor.name()
        );
        return Some(Refusal::under(rule!("nationalism.italian-minors.no-dow"), says));
    }
    if !state.sardinia.was_aimed_at(minor) {
        let says = said!(
            "{} can declare war on {} by Spedizione dei Mille alone: on the sheet only when that was aimed at it before and it is neutral again.",
            power,
            minor.name()
        );
        return Some(Refusal::under(rule!("nationalism.italian-minors.no-dow.exception"), says));
    }
    why_guarded(state, minor)
}

/// Whether Sardinia takes control of a minor country that others attack, because it wants to (`nationalism.italian-minors.sardinian-protection`).
#[must_use]
pub fn is_protected(state: &Position, minor: ProvinceId) -> bool {
    state.is_italian(minor) && state.attackers(minor).all(|by| by != Power::Sardinia)
}
