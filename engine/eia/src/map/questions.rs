//! What rules ask of the map. Each answer names the rule that asks.

use super::data::{Combination, Mark, SeaMark, Water};
use super::ids::{AreaId, ProvinceId, SeaId};
use super::near::Arrows;
use super::paths::{Berth, land_path, open_to, sea_path};
use super::{FLEET_MP, map};
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// The two provinces of the Papal State (`nationalism.map.papal-state`).
const PAPAL: [&str; 2] = ["papacy", "romagna"];

/// Questions by their functions' names, and the rules that ask them.
pub const ASKED_BY: &[(&str, RuleId)] = &[
    ("home_of", rule!("nationalism.map.finland")),
    ("home_of", rule!("nationalism.map.corsica")),
    ("home_of", rule!("nationalism.spain.morocco")),
    ("home_of", rule!("nationalism.greece.provinces")),
    ("home_of", rule!("nationalism.greece.status")),
    ("home_of", rule!("nationalism.sardinia.start-provinces")),
    ("district_of", rule!("nationalism.greece.provinces")),
    ("national_capital", rule!("nationalism.sardinia.no-capital")),
    ("is_national_capital", rule!("house.map.ofen-national-capital")),
    ("is_national_capital", rule!("house.map.ofen-provincial-otherwise")),
    ("is_invaded_home", rule!("house.war.limit.home-invaded")),
    ("is_invaded_home", rule!("house.war.limit.home-invaded-islands")),
    ("is_on_island", rule!("house.land.retreat.no-surrender")),
    ("is_on_or_east_of_malta", rule!("house.suez.fleets-reduce")),
    ("is_british_home_water", rule!("house.naval.morale.british-home-waters")),
    ("is_turkish_sea", rule!("house.naval.morale.turkish-seas")),
    ("is_baltic", rule!("house.naval.morale.baltic")),
    ("is_adriatic", rule!("house.naval.morale.adriatic")),
    ("is_dardanelles", rule!("house.naval.dardanelles.constantinople")),
    ("opens_on", rule!("nationalism.paris.no-black-sea-ships")),
    ("is_adjacent_to_home", rule!("nationalism.crimea.end.russia.no-adjacent-fleet")),
    ("distance_to_port", rule!("house.naval.hulks.distance")),
    ("spans_naval_chain", rule!("house.supply.naval-chain.max-seven")),
    ("spans_naval_chain", rule!("house.supply.naval-chain.measure")),
    ("is_italian_minor", rule!("nationalism.italian-minors.list")),
    ("is_papal_state", rule!("nationalism.map.papal-state")),
    ("is_ottoman", rule!("house.ottoman.manpower-half")),
    ("touches", rule!("house.peace.sphere.war-right")),
    ("is_in_africa", rule!("house.pillage.limit.spain-exception")),
    ("is_insurrection_area", rule!("house.land.insurrection.occasions")),
    ("feudal_corps", rule!("nationalism.greece.no-feudals")),
    ("feudal_corps", rule!("nationalism.turkey.anatolia-feudal")),
    ("feudal_corps", rule!("nationalism.turkey.armenia-feudal")),
    ("is_fanatic_ground", rule!("house.fanaticism.regulars")),
    ("decides_indian_trade", rule!("house.suez.british-loss")),
];

/// Which scenario's map it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Era {
    /// The standard campaign.
    #[default]
    Empires,
    /// The Rise of Nationalism, from 1853.
    Nationalism,
    /// The same where somebody plays Greece (`nationalism.greece.status`).
    NationalismWithGreece,
}

impl Era {
    /// Whether it is that of the Rise of Nationalism, whoever has Greece.
    #[must_use]
    pub fn is_nationalism(self) -> bool {
        match self {
            Era::Empires => false,
            Era::Nationalism | Era::NationalismWithGreece => true,
        }
    }
}

/// Whose home province it is; none where it is a minor country, or of a country that is no major power. In the Rise of Nationalism
/// Finland is Russia's (`nationalism.map.finland`), Corsica France's (`nationalism.map.corsica`), Morocco Spain's
/// (`nationalism.spain.morocco`), Piedmont and Sardinia are Sardinia's (`nationalism.sardinia.start-provinces`), and Greece and Macedonia are
/// not Turkish (`nationalism.greece.provinces`): they are the home of Greece where somebody plays it, and else a minor country
/// (`nationalism.greece.status`).
#[must_use]
pub fn home_of(province: ProvinceId, era: Era) -> Option<Power> {
    match (era, province.key()) {
        (Era::Nationalism, "greece" | "macedonia") => None,
        (Era::NationalismWithGreece, "greece" | "macedonia") => Some(Power::Greece),
        (later, "finland") if later.is_nationalism() => Some(Power::Russia),
        (later, "corsica") if later.is_nationalism() => Some(Power::France),
        (later, "morocco") if later.is_nationalism() => Some(Power::Spain),
        (later, "piedmont" | "sardinia") if later.is_nationalism() => Some(Power::Sardinia),
        _ => province.on_map().home_of,
    }
}

/// The primary district of the country of which a minor country is a secondary one; none of any other. Where Greece is a minor country
/// Macedonia is of it (`nationalism.greece.provinces`); the map of 1805 has both as Turkish.
#[must_use]
pub fn district_of(minor: ProvinceId) -> Option<ProvinceId> {
    match minor.key() {
        "macedonia" => ProvinceId::by_key("greece"),
        _ => minor.on_map().minor.as_ref()?.district_of,
    }
}

/// The home provinces of a power.
#[must_use]
pub fn home_provinces(power: Power, era: Era) -> Vec<ProvinceId> {
    ProvinceId::all().filter(|province| home_of(*province, era) == Some(power)).collect()
}

/// The power in whose home nation an area lies.
#[must_use]
pub fn home_nation(area: AreaId, era: Era) -> Option<Power> {
    home_of(area.on_map().province, era)
}

/// The capital of a major power; Sardinia has none (`nationalism.sardinia.no-capital`), and Greece's is Athens, that of its province, which
/// is ours.
#[must_use]
pub fn national_capital(power: Power) -> Option<AreaId> {
    if power == Power::Greece {
        return ProvinceId::by_key("greece").map(|greece| greece.on_map().capital);
    }
    AreaId::all().find(|area| {
        let city = area.on_map().city.as_ref();
        city.and_then(|city| city.capital) == Some(super::Capital::National)
            && home_nation(*area, Era::Empires) == Some(power)
    })
}

/// Whether an area's city is a national capital. For the Victory Conditions Chart Ofen is one too (`house.map.ofen-national-capital`),
/// and for nothing else (`house.map.ofen-provincial-otherwise`). Athens is one only where somebody plays Greece: [`Position::capital`] says
/// so.
///
/// [`Position::capital`]: crate::Position::capital
#[must_use]
pub fn is_national_capital(area: AreaId, on_victory_chart: bool) -> bool {
    let province = area.on_map().province.on_map();
    let second =
        on_victory_chart && province.marks.contains(&Mark::SecondCapital) && province.capital == area;
    let always = Power::ALL.into_iter().filter(|power| *power != Power::Greece);
    second || always.map(national_capital).any(|capital| capital == Some(area))
}

/// Whether land movement leads from one area to another, whoever stands between.
#[must_use]
pub fn joined_by_land(from: AreaId, to: AreaId, arrows: Arrows) -> bool {
    land_path(from, to, arrows, |_| true).is_some()
}

/// Whether an area of a home nation is reached from that nation's capital by land. An area outside every home nation is not.
#[must_use]
pub fn is_home_reached_from_capital(area: AreaId, era: Era, arrows: Arrows) -> bool {
    let capital = home_nation(area, era).and_then(national_capital);
    capital.is_some_and(|capital| joined_by_land(capital, area, arrows))
}

/// Whether an enemy corps in an area is inside the power's home nation when it wants to declare war: islands that land movement reaches
/// neither from Paris nor from London do not count (`house.war.limit.home-invaded-islands`).
#[must_use]
pub fn is_invaded_home(area: AreaId, power: Power, era: Era) -> bool {
    let reached = |from: Power| {
        national_capital(from).is_some_and(|capital| joined_by_land(capital, area, Arrows::HOUSE))
    };
    home_nation(area, era) == Some(power) && (reached(Power::France) || reached(Power::GreatBritain))
}

/// Whether an area is on an island: on a landmass other than the one of Paris, crossing arrows aside (`house.land.retreat.no-surrender`).
#[must_use]
pub fn is_on_island(area: AreaId) -> bool {
    national_capital(Power::France).is_some_and(|paris| paris.on_map().landmass != area.on_map().landmass)
}

/// The areas of an area's island; none where it is on none.
#[must_use]
pub fn island_of(area: AreaId) -> Option<Vec<AreaId>> {
    let landmass = area.on_map().landmass;
    is_on_island(area).then(|| AreaId::all().filter(|one| one.on_map().landmass == landmass).collect())
}

/// Whether an area has a sea on its coast.
#[must_use]
pub fn is_coastal(area: AreaId) -> bool {
    !map().coasts(area).is_empty()
}

/// The areas that land movement leads to in one step, crossing arrows included.
pub fn beside(area: AreaId, arrows: Arrows) -> impl Iterator<Item = AreaId> {
    let near = map().neighbours(area).iter();
    near.filter(move |near| near.cost(arrows).is_some()).map(|near| near.area)
}

/// Whether a minor country or province touches an area, by land or a crossing arrow
/// (`house.peace.sphere.war-right`).
#[must_use]
pub fn touches(province: ProvinceId, area: AreaId, arrows: Arrows) -> bool {
    area.on_map().province != province && beside(area, arrows).any(|near| near.on_map().province == province)
}

fn marked(sea: SeaId, mark: SeaMark) -> bool {
    sea.on_map().marks.contains(&mark)
}

/// Whether a fleet is on or east of Malta: Malta's own port, box and sea, and everything east of them, the Black Sea left out
/// (`house.suez.fleets-reduce`).
#[must_use]
pub fn is_on_or_east_of_malta(berth: Berth) -> bool {
    berth.sea().is_some_and(|sea| marked(sea, SeaMark::East))
}

/// Whether a sea area is adjacent to Great Britain.
#[must_use]
pub fn is_adjacent_to_britain(sea: SeaId) -> bool {
    marked(sea, SeaMark::British)
}

/// Whether British fleets have their bonus to morale: in a sea area adjacent to Britain, in a blockade box that touches one, or in a port of
/// the British home nation (`house.naval.morale.british-home-waters`).
#[must_use]
pub fn is_british_home_water(berth: Berth) -> bool {
    match berth {
        Berth::Sea(sea) => is_adjacent_to_britain(sea),
        Berth::Box(_) => berth.sea().is_some_and(is_adjacent_to_britain),
        Berth::Port(area) => home_nation(area, Era::Empires) == Some(Power::GreatBritain),
    }
}

/// Whether Turkish fleets have their bonus to morale: in the Mediterranean, which is every sea east of Gibraltar, and in the Black Sea
/// (`house.naval.morale.turkish-seas`).
#[must_use]
pub fn is_turkish_sea(berth: Berth) -> bool {
    berth.sea().is_some_and(|sea| matches!(sea.on_map().water, Water::Mediterranean | Water::BlackSea))
}

/// Whether a fleet is in the Baltic (`house.naval.morale.baltic`).
#[must_use]
pub fn is_baltic(berth: Berth) -> bool {
    berth.sea().is_some_and(|sea| sea.on_map().water == Water::Baltic)
}

/// Whether a fleet is in the Adriatic (`house.naval.morale.adriatic`).
#[must_use]
pub fn is_adriatic(berth: Berth) -> bool {
    berth.sea().is_some_and(|sea| marked(sea, SeaMark::Adriatic))
}

/// Whether a sea area is part of the English Channel.
#[must_use]
pub fn is_channel(sea: SeaId) -> bool {
    marked(sea, SeaMark::Channel)
}

/// Whether a fleet is in the Dardanelles; the port of Constantinople and its box are part of them
/// (`house.naval.dardanelles.constantinople`).
#[must_use]
pub fn is_dardanelles(berth: Berth) -> bool {
    match berth.area() {
        Some(area) => {
            national_capital(Power::Turkey) == Some(area)
                && berth.sea().is_some_and(|sea| marked(sea, SeaMark::Dardanelles))
        }
        None => berth.sea().is_some_and(|sea| marked(sea, SeaMark::Dardanelles)),
    }
}

/// Whether a fleet that may not pass the Dardanelles gets from one place to another at all.
#[must_use]
pub fn is_cut_off_by_dardanelles(from: Berth, to: Berth) -> bool {
    sea_path(from, to, |sea| open_to(sea, false)).is_none() && sea_path(from, to, |_| true).is_some()
}

/// Whether a port opens on one of the great waters, as ships for the Black Sea fleet need (`nationalism.paris.no-black-sea-ships`).
#[must_use]
pub fn opens_on(area: AreaId, water: Water) -> bool {
    Berth::Port(area).sea().is_some_and(|sea| sea.on_map().water == water)
}

/// Whether a fleet is adjacent to a home nation: in a sea area that touches one of its provinces, in the box of one of its ports, or in any
/// port that opens on such a sea (`nationalism.crimea.end.russia.no-adjacent-fleet`).
#[must_use]
pub fn is_adjacent_to_home(berth: Berth, power: Power, era: Era) -> bool {
    let on_shore = |sea: SeaId| map().shores(sea).iter().any(|area| home_nation(*area, era) == Some(power));
    match berth {
        Berth::Box(area) => home_nation(area, era) == Some(power),
        Berth::Sea(_) | Berth::Port(_) => berth.sea().is_some_and(on_shore),
    }
}

/// The MP of a fleet from a sea area into a port, by which a hulk is rolled for (`house.naval.hulks.distance`); none where none leads there.
#[must_use]
pub fn distance_to_port(from: SeaId, port: AreaId, passes_dardanelles: bool) -> Option<u16> {
    let voyage = sea_path(Berth::Sea(from), Berth::Port(port), |sea| open_to(sea, passes_dardanelles));
    voyage.map(|voyage| voyage.points)
}

/// Whether a stretch of a naval supply chain is short enough: a fleet sails it in one turn (`house.supply.naval-chain.max-seven`,
/// `house.supply.naval-chain.measure`).
#[must_use]
pub fn spans_naval_chain(from: Berth, to: Berth, may_enter: impl Fn(SeaId) -> bool) -> bool {
    sea_path(from, to, may_enter).is_some_and(|voyage| voyage.points <= FLEET_MP)
}

/// The provinces of a combination: what can belong to it, and by the house rules what they add.
#[must_use]
pub fn members(combination: &Combination, by_house_rules: bool) -> Vec<ProvinceId> {
    let added = if by_house_rules { combination.may_by_house_rule.as_slice() } else { &[] };
    let mut all: Vec<ProvinceId> = combination.may.iter().chain(added).copied().collect();
    all.sort_unstable();
    all
}

fn is_member(combination: &str, province: ProvinceId) -> bool {
    map().combination(combination).is_some_and(|one| one.may.contains(&province))
}

/// Whether a minor country is one of the seven Italian minors (`nationalism.italian-minors.list`).
#[must_use]
pub fn is_italian_minor(province: ProvinceId) -> bool {
    is_member("italian-minors", province)
}

/// Whether an area lies in the Papal State, which is Papacy and Romagna (`nationalism.map.papal-state`).
#[must_use]
pub fn is_papal_state(area: AreaId) -> bool {
    is_member("papal-state", area.on_map().province)
}

/// The provinces of the Papal State (`nationalism.map.papal-state`), that by which it is named first.
pub fn papal_state() -> impl Iterator<Item = ProvinceId> {
    PAPAL.iter().filter_map(|key| ProvinceId::by_key(key))
}

/// Whether a province is of the Papal State.
#[must_use]
pub fn is_papal(province: ProvinceId) -> bool {
    PAPAL.contains(&province.key())
}

/// What war on an Italian minor country is war on: the Papal State as a whole, every other by itself.
#[must_use]
pub fn whole(minor: ProvinceId) -> Vec<ProvinceId> {
    if is_papal(minor) { papal_state().collect() } else { vec![minor] }
}

/// The province by which an Italian minor country is named: the Papal State by its Papacy.
#[must_use]
pub fn led_by(minor: ProvinceId) -> ProvinceId {
    whole(minor).first().copied().unwrap_or(minor)
}

/// Whether a minor country may belong to the Ottoman Empire (`house.ottoman.manpower-half`).
#[must_use]
pub fn is_ottoman(province: ProvinceId) -> bool {
    is_member("ottoman-empire", province)
}

/// Whether a province can belong to Poland; West Prussia does by a house rule.
#[must_use]
pub fn is_polish(province: ProvinceId, by_house_rules: bool) -> bool {
    let poland = map().combination("poland");
    poland.is_some_and(|poland| members(poland, by_house_rules).contains(&province))
}

fn has(area: AreaId, mark: Mark) -> bool {
    area.on_map().province.on_map().marks.contains(&mark)
}

/// Whether insurrection corps enter the map in an area (`house.land.insurrection.occasions`).
#[must_use]
pub fn is_insurrection_area(area: AreaId) -> bool {
    has(area, Mark::Insurrection)
}

/// Whether an area's province raises cossacks.
#[must_use]
pub fn raises_cossacks(area: AreaId) -> bool {
    has(area, Mark::Cossack)
}

/// Whether an area's province raises freikorps.
#[must_use]
pub fn raises_freikorps(area: AreaId) -> bool {
    has(area, Mark::Freikorps)
}

/// Whether a city lies in Africa, where Spain may pillage as it likes (`house.pillage.limit.spain-exception`).
#[must_use]
pub fn is_in_africa(area: AreaId) -> bool {
    has(area, Mark::Africa)
}

/// The guerrilla number of an area's province, where guerrillas rise in it.
#[must_use]
pub fn guerrilla_number(area: AreaId) -> Option<u8> {
    area.on_map().province.on_map().guerrilla
}

/// The feudal corps of a province: infantry and cavalry. In the Rise of Nationalism Greece and Macedonia raise none
/// (`nationalism.greece.no-feudals`), Anatolia (`nationalism.turkey.anatolia-feudal`) and Armenia (`nationalism.turkey.armenia-feudal`) one
/// of infantry more.
#[must_use]
pub fn feudal_corps(province: ProvinceId, era: Era) -> (u8, u8) {
    let on_map = province.on_map();
    let (infantry, cavalry) = (on_map.feudal_infantry, on_map.feudal_cavalry);
    match (era, province.key()) {
        (later, "greece" | "macedonia") if later.is_nationalism() => (0, 0),
        (later, "anatolia" | "armenia") if later.is_nationalism() => (infantry + 1, cavalry),
        _ => (infantry, cavalry),
    }
}

/// Whether Turkish regulars fight for their faith in an area: in Anatolia and Rumelia (`house.fanaticism.regulars`).
#[must_use]
pub fn is_fanatic_ground(area: AreaId) -> bool {
    matches!(area.on_map().province.key(), "anatolia" | "rumelia")
}

/// Whether who holds a minor country decides the Indian trade: Egypt (`house.suez.british-loss`).
#[must_use]
pub fn decides_indian_trade(province: ProvinceId) -> bool {
    map().trade.indian_lost_with == province && province.on_map().marks.contains(&Mark::IndianTrade)
}
