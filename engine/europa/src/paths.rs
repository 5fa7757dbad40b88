//! Marching: what each step costs, the cheapest way, and how far a stack gets.

use super::control::{Control, Stance, is_european};
use super::geography::{Border, Place, Terrain, atlas};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::paths::{Graph, Spread, spread};
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// The most MP of a unit in a movement segment.
pub const MOST_MP: u8 = 12;
/// The most MP of a leader who moves alone.
pub const MOST_MP_LEADER: u8 = 20;

/// Why a step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Clear ground.
    Clear,
    /// Clear ground of an enemy.
    EnemyClear,
    /// An enemy's mountain.
    EnemyMountain,
    /// Other rough ground.
    Rough(Terrain),
    /// A river, pass or strait is crossed.
    Crossing(Border),
    /// Into a swamp or out of one.
    Swamp,
    /// Wasteland, for whoever is no native there.
    Wasteland,
    /// The cold area, outside national territory, for a line of supply under the old rounds.
    Cold,
    /// A transport over sea, however far.
    Transport,
}

impl Why {
    /// The rule behind it.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        match self {
            Why::Cold => rule!("fast-battle.supply.cold-area.old-rounds"),
            Why::Transport => rule!("fast-battle.aids.sea-transport"),
            _ => rule!("fast-battle.aids.movement-costs"),
        }
    }
}

/// A part of what a step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// MP.
    pub mp: u8,
    /// Why.
    pub why: Why,
}

/// A step of a march.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The province entered.
    pub to: Place,
    /// Its MP.
    pub mp: u8,
    /// What they are made of.
    pub parts: Vec<Part>,
}

/// A march.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Where it begins.
    pub from: Place,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Who marches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Marcher {
    /// Natives of the place: rough ground of the rest of the world costs them less, and wasteland nothing more.
    pub native: bool,
    /// A line of supply under the old rounds, to which the cold area outside national territory counts double.
    pub cold_doubles: bool,
}

impl March {
    /// Its MP.
    #[must_use]
    pub fn mp(&self) -> u8 {
        self.steps.iter().fold(0, |all, step| all.saturating_add(step.mp))
    }

    /// The provinces entered.
    pub fn entered(&self) -> impl Iterator<Item = Place> + '_ {
        self.steps.iter().map(|step| step.to)
    }

    /// The provinces left or entered, each once: those whose pillages attrition counts.
    #[must_use]
    pub fn touched(&self) -> Vec<Place> {
        let mut all = vec![self.from];
        for place in self.entered() {
            if !all.contains(&place) {
                all.push(place);
            }
        }
        all
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Place {
        self.steps.last().map_or(self.from, |step| step.to)
    }

    /// From where its last step is made: what is crossed there weighs on a battle at its end.
    #[must_use]
    pub fn last_from(&self) -> Place {
        let before = self.steps.len().checked_sub(2).and_then(|i| self.steps.get(i));
        before.map_or(self.from, |step| step.to)
    }
}

/// What a step costs (`fast-battle.aids.movement-costs`); none for places that are not provinces next to each other. A province that no
/// enemy controls counts as friendly. The map that is entered decides between the columns of Europe and the rest of the world.
#[must_use]
pub fn step(from: Place, to: Place, marcher: Marcher, control: &impl Control) -> Option<Step> {
    if from.site().is_sea() || to.site().is_sea() {
        return None;
    }
    let border = atlas().border(from, to)?;
    let terrain = to.site().terrain;
    let enemy = control.stance(to) == Stance::Enemy;
    let europe = is_european(to);
    let rough = if europe {
        2
    } else if marcher.native {
        4
    } else {
        6
    };
    let ground = match terrain {
        Terrain::Plain if enemy => Part { mp: if europe { 2 } else { 4 }, why: Why::EnemyClear },
        Terrain::Plain => Part { mp: if europe { 1 } else { 2 }, why: Why::Clear },
        Terrain::Mountain if enemy => Part { mp: if europe { 3 } else { rough }, why: Why::EnemyMountain },
        _ => Part { mp: rough, why: Why::Rough(terrain) },
    };
    let mut parts = vec![ground];
    let more = if europe { 1 } else { 2 };
    if border.is_hard() {
        parts.push(Part { mp: more, why: Why::Crossing(border) });
    }
    if terrain == Terrain::Swamp || from.site().terrain == Terrain::Swamp {
        parts.push(Part { mp: more, why: Why::Swamp });
    }
    let sum = |parts: &[Part]| parts.iter().map(|part| part.mp).sum::<u8>();
    if control.wasteland(to) && !marcher.native {
        parts.push(Part { mp: sum(&parts), why: Why::Wasteland });
    }
    if marcher.cold_doubles && control.cold(to) && !control.national(to) {
        parts.push(Part { mp: sum(&parts), why: Why::Cold });
    }
    Some(Step { to, mp: sum(&parts), parts })
}

/// MP that a transport over sea costs, however far: from port to port of the side, or otherwise; into Europe or elsewhere.
#[must_use]
pub fn transport(to: Place, port_to_port: bool) -> u8 {
    match (is_european(to), port_to_port) {
        (true, false) => 3,
        (true, true) => 2,
        (false, false) => 6,
        (false, true) => 3,
    }
}

/// A march along these provinces, with `used` MP spent before it, for instance on a transport.
///
/// # Errors
/// When two that follow one another are no neighbours, or it takes more MP than there are.
pub fn along(
    from: Place,
    way: &[Place],
    used: u8,
    marcher: Marcher,
    control: &impl Control,
) -> Result<March, Refusal> {
    let mut march = March { from, steps: Vec::new() };
    for place in way {
        let Some(step) = step(march.to(), *place, marcher, control) else {
            return Err(Refusal::under(
                rule!("fast-battle.aids.movement-costs"),
                said!(
                    "There is no march from {} to {}: the provinces do not border each other.",
                    march.to().name(),
                    place.name()
                ),
            ));
        };
        march.steps.push(step);
    }
    let mp = march.mp().saturating_add(used);
    if mp > MOST_MP {
        return Err(too_far(march.to(), mp));
    }
    Ok(march)
}

fn too_far(to: Place, mp: u8) -> Refusal {
    Refusal::under(
        rule!("fast-battle.aids.movement-costs"),
        said!("The march to {} takes {} MP; a stack has {}.", to.name(), mp, MOST_MP),
    )
}

/// The cheapest march to a province within `limit` MP; of equals the one of fewer steps, then the one through the provinces whose keys
/// come first. None when there is none.
#[must_use]
pub fn cheapest(
    from: Place,
    to: Place,
    limit: u8,
    marcher: Marcher,
    control: &impl Control,
) -> Option<March> {
    let search = Search::from(&[from], limit, |a, b| step(a, b, marcher, control).map(|s| s.mp));
    let way = search.way(to)?;
    let mut march = March { from, steps: Vec::new() };
    for place in way {
        march.steps.push(step(march.to(), place, marcher, control)?);
    }
    Some(march)
}

/// The cheapest marches to every other place within `limit` MP, each as [`cheapest`] finds it.
#[must_use]
pub fn all_cheapest(from: Place, limit: u8, marcher: Marcher, control: &impl Control) -> Vec<March> {
    let search = Search::from(&[from], limit, |a, b| step(a, b, marcher, control).map(|s| s.mp));
    let march = |to: Place| {
        let mut march = March { from, steps: Vec::new() };
        for place in search.way(to)? {
            march.steps.push(step(march.to(), place, marcher, control)?);
        }
        Some(march)
    };
    search.all().into_keys().filter(|to| *to != from).filter_map(march).collect()
}

/// Every province within `limit` MP and what it takes to get there.
#[must_use]
pub fn reach(from: Place, limit: u8, marcher: Marcher, control: &impl Control) -> BTreeMap<Place, u8> {
    Search::from(&[from], limit, |a, b| step(a, b, marcher, control).map(|s| s.mp)).all()
}

/// The atlas, with what a step from one place to another costs; none where there is no way.
struct Steps<F>(F);

impl<F: Fn(Place, Place) -> Option<u8>> Graph for Steps<F> {
    fn count(&self) -> usize {
        atlas().len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        let from = Place(from as u16);
        for (to, _) in from.neighbours() {
            if let Some(mp) = (self.0)(from, *to) {
                take(usize::from(to.0), mp);
            }
        }
    }

    /// Of ways that cost the same the one of fewer steps is taken.
    fn length(&self, _from: usize, _to: usize) -> u32 {
        1
    }

    /// Of equal ones the one through the provinces whose keys come first.
    fn prefers(&self, new: usize, old: usize) -> bool {
        new < old
    }
}

/// The cheapest ways from some places.
pub(super) struct Search(Spread);

impl Search {
    /// Searches from these places, as far as `limit`; `cost` is that of a step, none where there is no way.
    pub(super) fn from(starts: &[Place], limit: u8, cost: impl Fn(Place, Place) -> Option<u8>) -> Search {
        let starts: Vec<usize> = starts.iter().map(|start| usize::from(start.0)).collect();
        Search(spread(&Steps(cost), &starts, None, u16::from(limit), |_| true))
    }

    /// What it takes to get to a place.
    pub(super) fn mp(&self, to: Place) -> Option<u8> {
        self.0.cost(usize::from(to.0)).and_then(|mp| u8::try_from(mp).ok())
    }

    /// The way to a place, without its beginning.
    pub(super) fn way(&self, to: Place) -> Option<Vec<Place>> {
        let way = self.0.way(usize::from(to.0))?;
        Some(way.into_iter().map(|place| Place(place as u16)).collect())
    }

    fn all(&self) -> BTreeMap<Place, u8> {
        atlas().all().filter_map(|place| Some((place, self.mp(place)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Position;
    use super::*;

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    fn mp(from: &str, to: &str, control: &Position) -> u8 {
        step(at(from), at(to), Marcher::default(), control).expect("they are neighbours").mp
    }

    fn enemy(keys: &[&str]) -> Position {
        Position { stances: keys.iter().map(|k| (at(k), Stance::Enemy)).collect(), ..Position::default() }
    }

    /// Neighbours with the terrain of the second, and the border between them.
    fn pair(map: char, from: Terrain, to: Terrain, border: Border) -> (Place, Place) {
        let fits = |p: Place, t: Terrain| p.site().key.starts_with(map) && p.site().terrain == t;
        let all = atlas().all().filter(|a| fits(*a, from));
        let mut pairs =
            all.flat_map(|a| a.neighbours().iter().filter(|(_, b)| *b == border).map(move |(b, _)| (a, *b)));
        pairs.find(|(_, b)| fits(*b, to)).expect("there is such a pair")
    }

    // fast-battle.aids.movement-costs
    #[test]
    fn ground_border_and_map_make_the_cost_of_a_step() {
        use Terrain::{DenseForest, Mountain, Plain, Swamp};
        let cost = |map, from, to, border, hostile: bool, native| {
            let (a, b) = pair(map, from, to, border);
            let control = if hostile { enemy(&[b.site().key.as_str()]) } else { Position::default() };
            step(a, b, Marcher { native, cold_doubles: false }, &control).expect("they are neighbours").mp
        };
        assert_eq!(cost('e', Plain, Plain, Border::Open, false, false), 1);
        assert_eq!(cost('e', Plain, Plain, Border::Open, true, false), 2);
        assert_eq!(cost('e', Plain, Plain, Border::River, false, false), 2);
        assert_eq!(cost('e', Plain, DenseForest, Border::Open, false, false), 2);
        assert_eq!(cost('e', Plain, DenseForest, Border::Open, true, false), 2);
        assert_eq!(cost('e', Plain, Mountain, Border::Open, false, false), 2);
        assert_eq!(cost('e', Plain, Mountain, Border::Open, true, false), 3);
        assert_eq!(cost('e', Mountain, Mountain, Border::Pass, true, false), 4);
        assert_eq!(cost('e', Plain, Swamp, Border::Open, false, false), 3);
        assert_eq!(cost('e', Swamp, Plain, Border::Open, false, false), 2);
        assert_eq!(cost('r', Plain, Plain, Border::Open, false, false), 2);
        assert_eq!(cost('r', Plain, Plain, Border::Open, true, false), 4);
        assert_eq!(cost('r', Plain, DenseForest, Border::Open, false, false), 6);
        assert_eq!(cost('r', Plain, DenseForest, Border::Open, false, true), 4);
        assert_eq!(cost('r', Plain, DenseForest, Border::River, false, false), 8);
        assert_eq!(transport(at("eGaliza"), false), 3);
        assert_eq!(transport(at("eGaliza"), true), 2);
        assert_eq!(transport(at("rFlorida~N"), false), 6);
        assert_eq!(transport(at("rFlorida~N"), true), 3);
    }

    #[test]
    fn the_parts_of_a_cost_add_up_and_name_their_rule() {
        let (a, b) = pair('e', Terrain::Plain, Terrain::Swamp, Border::River);
        let step = step(a, b, Marcher::default(), &Position::default()).expect("they are neighbours");
        let parts: Vec<(u8, Why)> = step.parts.iter().map(|p| (p.mp, p.why)).collect();
        let told = [(2, Why::Rough(Terrain::Swamp)), (1, Why::Crossing(Border::River)), (1, Why::Swamp)];
        assert_eq!(parts, told);
        assert_eq!(step.mp, 4);
        assert!(step.parts.iter().all(|p| p.why.rule() == rule!("fast-battle.aids.movement-costs")));
    }

    #[test]
    fn a_march_is_refused_off_the_map_and_beyond_its_points() {
        let control = Position::default();
        let march = |way: &[&str], used| {
            let way: Vec<Place> = way.iter().map(|k| at(k)).collect();
            along(at("eHolland"), &way, used, Marcher::default(), &control)
        };
        let march_to = march(&["eUtrecht", "eGelderland"], 0).expect("a march");
        assert_eq!(march_to.to(), at("eGelderland"));
        assert_eq!(march_to.touched(), ["eHolland", "eUtrecht", "eGelderland"].map(at));
        assert_eq!(
            march_to.mp(),
            mp("eHolland", "eUtrecht", &control) + mp("eUtrecht", "eGelderland", &control)
        );
        let off = march(&["eGaliza"], 0).expect_err("no neighbours");
        assert!(off.says.contains("do not border"));
        let first = mp("eHolland", "eUtrecht", &control);
        assert_eq!(march(&["eUtrecht"], MOST_MP - first).expect("its last points").mp(), first);
        assert!(march(&["eUtrecht"], MOST_MP - first + 1).is_err());
        let far = march(&["eUtrecht"], 12).expect_err("too far");
        assert_eq!(far.rules, [rule!("fast-battle.aids.movement-costs")]);
        assert!(march(&["sNord"], 0).is_err(), "no march over water");
    }

    #[test]
    fn the_cheapest_way_is_no_dearer_than_any_other() {
        let control = enemy(&["eArtois", "eHainaut"]);
        let march =
            cheapest(at("eHolland"), at("eFlandre"), 20, Marcher::default(), &control).expect("a way");
        assert_eq!(march.to(), at("eFlandre"));
        let all = reach(at("eHolland"), 20, Marcher::default(), &control);
        assert_eq!(all[&at("eFlandre")], march.mp());
        // Nowhere is farther than a neighbour and the step from it.
        for (place, mp) in &all {
            for (next, _) in place.neighbours() {
                let Some(step) = step(*place, *next, Marcher::default(), &control) else { continue };
                let bound = mp + step.mp;
                assert!(bound > 20 || all[next] <= bound);
            }
        }
        assert!(cheapest(at("eHolland"), at("eFlandre"), 1, Marcher::default(), &control).is_none());
        let stay =
            cheapest(at("eHolland"), at("eHolland"), 12, Marcher::default(), &control).expect("it is there");
        assert_eq!((stay.mp(), stay.touched()), (0, vec![at("eHolland")]));
    }

    // fast-battle.aids.movement-costs: wasteland doubles a step, but for natives.
    #[test]
    fn wasteland_doubles_what_a_step_costs_but_for_natives() {
        let (a, b) = pair('r', Terrain::Plain, Terrain::DenseForest, Border::River);
        let control = Position { wasteland: [b].into(), ..Position::default() };
        let cost = |native| {
            let step =
                step(a, b, Marcher { native, cold_doubles: false }, &control).expect("they are neighbours");
            (step.mp, step.parts.last().map(|part| part.why))
        };
        assert_eq!(cost(false), (16, Some(Why::Wasteland)));
        assert_eq!(cost(true), (6, Some(Why::Crossing(Border::River))));
    }

    // fast-battle.aids.movement-costs
    #[test]
    fn of_ways_that_cost_the_same_the_one_of_fewer_steps_is_taken_and_then_the_first_by_its_keys() {
        let control = enemy(&["eArtois", "eHainaut"]);
        let marcher = Marcher::default();
        let (mut ties, mut shorter) = (0, 0);
        for from in ["eHolland", "eIle-de-France", "eRosselo", "eKazan"].map(at) {
            let all = all_cheapest(from, MOST_MP, marcher, &control);
            let ends: std::collections::BTreeSet<Place> = all.iter().map(March::to).collect();
            assert_eq!(ends.len(), all.len(), "one to each place");
            assert!(!ends.contains(&from));
            let mut reached: Vec<Place> = reach(from, MOST_MP, marcher, &control).into_keys().collect();
            reached.retain(|place| *place != from);
            assert_eq!(ends.into_iter().collect::<Vec<_>>(), reached);
            let none = March { from, steps: Vec::new() };
            for march in &all {
                assert_eq!(cheapest(from, march.to(), MOST_MP, marcher, &control).as_ref(), Some(march));
                for before in all.iter().chain([&none]) {
                    let Some(last) = step(before.to(), march.to(), marcher, &control) else { continue };
                    let (other, own) =
                        ((before.mp() + last.mp, before.steps.len() + 1), (march.mp(), march.steps.len()));
                    assert!(own <= other, "{} is reached by {}", march.to().name(), before.to().name());
                    shorter += u32::from(own.0 == other.0 && own.1 < other.1);
                    if own == other && before.to() != march.last_from() {
                        ties += 1;
                        let key = |place: Place| place.site().key.as_str();
                        assert!(key(march.last_from()) < key(before.to()), "{}", march.to().name());
                    }
                }
            }
        }
        assert!(ties > 10 && shorter > 10, "the map has such ways: {ties} {shorter}");
    }
}
