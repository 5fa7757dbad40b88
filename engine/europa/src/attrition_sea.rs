//! What a naval stack adds to its attrition roll.

use super::attrition::{Added, Cause, Due, Scale, What, Why, add};
use super::control::Control;
use super::geography::{Place, PlaceKind};
use super::logistics_switches::{Edition, LogisticsSwitches};
use super::supply::zones_from_port;
use super::technology::Naval;
use super::thirds::Thirds;
use super::units::Stack;
use table::rule;

/// A naval stack at the end of its movement segment.
#[derive(Clone, Copy, Debug)]
pub struct Sailed<'a> {
    /// The stack.
    pub stack: &'a Stack,
    /// What is in it: what the fleets of the board hold is their owner's secret, so that whoever asks says what they count as.
    pub size: Thirds,
    /// Where it started: a sea zone, or the province of a port.
    pub from: Place,
    /// The sea zones that it entered, in their order.
    pub entered: &'a [Place],
    /// Its technology.
    pub technology: Naval,
    /// Its leader's MAN.
    pub man: Option<u8>,
    /// Poor weather.
    pub poor_weather: bool,
}

/// What technology adds (`fast-battle.attrition.sea.mod.technology`); galleys alone have nothing of carracks.
#[must_use]
pub const fn technology(technology: Naval, galleys_only: bool) -> i16 {
    match technology {
        Naval::Carrack if !galleys_only => 1,
        Naval::Battery => -1,
        Naval::Vessel | Naval::ThreeDecker => -2,
        Naval::SeventyFour => -3,
        _ => 0,
    }
}

/// The roll of a naval stack; none when it stayed in port. `takes` says whether a port province can receive the stack: one that its side
/// controls, large enough for it.
#[must_use]
pub fn roll(
    sailed: &Sailed,
    takes: impl Fn(Place) -> bool,
    control: &impl Control,
    switches: &LogisticsSwitches,
) -> Option<Due> {
    let in_port = !sailed.from.site().is_sea();
    if in_port && sailed.entered.is_empty() {
        return None;
    }
    let stayed = [sailed.from];
    let crossed: &[Place] = if sailed.entered.is_empty() { &stayed } else { sailed.entered };
    let mut added: Vec<Added> = Vec::new();
    let mut spared = Vec::new();
    let man = sailed.man.unwrap_or(0);
    if switches.edition == Edition::Head {
        add(&mut added, -6, Why::Scale);
    }
    add(&mut added, -i16::from(man), Why::SeaLeader(man));
    add(&mut added, if sailed.poor_weather { 2 } else { 0 }, Why::SeaWeather);

    // The greatest difficulty, each zone with a port for the stack two easier.
    let eased = |zone: Place| {
        let ports = zone.neighbours().iter().map(|(place, _)| *place);
        let port =
            ports.into_iter().any(|place| !place.site().is_sea() && control.port(place) && takes(place));
        let difficulty = values(zone).0;
        (difficulty - if port { difficulty.min(2) } else { 0 }, port)
    };
    let mut worst: Option<(i16, Place, bool)> = None;
    for zone in crossed {
        let (difficulty, port) = eased(*zone);
        if worst.is_none_or(|(most, ..)| difficulty > most) {
            worst = Some((difficulty, *zone, port));
        }
    }
    if let Some((_, zone, port)) = worst {
        let difficulty = values(zone).0;
        add(&mut added, difficulty, Why::Difficulty(zone));
        add(&mut added, if port { -difficulty.min(2) } else { 0 }, Why::Port(zone));
    }
    for zone in sailed.entered {
        add(&mut added, values(*zone).1, Why::Malus(*zone));
    }

    let zones = sailed.entered.len().min(250) as u8;
    let fleets = sailed.stack.fleets();
    match (switches.edition, fleets) {
        (Edition::Head, 2) => add(&mut added, 2 * i16::from(zones / 2), Why::Distance(zones)),
        (Edition::Head, 3..) => add(&mut added, 4 * i16::from(zones / 2), Why::Distance(zones)),
        _ => add(&mut added, i16::from(zones / 4), Why::Distance(zones)),
    }
    if switches.edition == Edition::Guide {
        add(&mut added, [0, 0, 3, 6][usize::from(fleets.min(3))], Why::Fleets(fleets));
    }
    if !in_port {
        let away = zones_from_port(sailed.from, control);
        let by = match away {
            Some(0) => 0,
            Some(1) => 3,
            Some(2..=4) => 6,
            _ if switches.five_zones => 9,
            _ => 6,
        };
        if fleets > 0 {
            // Without the third step the second goes on.
            let away = if by == 6 { Some(away.unwrap_or(2).min(4)) } else { away };
            add(&mut added, by, away.map_or(Why::StartAstray, Why::Start));
        } else if by > 0 {
            spared.push(rule!("fast-battle.attrition.sea.mod.start-detachments-exempt"));
        }
    }
    let hold = sailed.stack.hold();
    // A fleet of which nothing is said is no fleet of galleys.
    let untold = sailed.stack.count(|counter| counter.is_fleet() && counter.hold().total() == 0) > 0;
    let galleys_only = hold.gd > 0 && hold.nd == 0 && hold.dtr == 0 && !untold;
    add(&mut added, technology(sailed.technology, galleys_only), Why::Technology(sailed.technology));
    let scale = Scale::Percent(sailed.size);
    Some(Due { what: What::Sea, causes: vec![Cause::AtSea], added, scale, edition: switches.edition, spared })
}

/// Difficulty and malus of a zone.
fn values(zone: Place) -> (i16, i16) {
    match zone.site().sort {
        PlaceKind::Sea { difficulty, malus, .. } => (difficulty.into(), malus.into()),
        _ => (0, 0),
    }
}

/// What is left of a size that the owner splits into whole detachments and d: galleys and transports never split, so that two thirds of one
/// stay whole and one third dies.
#[must_use]
pub const fn unsplit(left: Thirds) -> i32 {
    left.rounded()
}

#[cfg(test)]
mod tests {
    use super::super::attrition::Effect;
    use super::super::control::Position;
    use super::super::geography::atlas;
    use super::super::units::Counter::{FleetMinus, FleetPlus, Gd, Nd};
    use super::super::units::{Counter, Hold, stack};
    use super::*;
    use table::rules::RuleId;

    const F: Counter = FleetPlus(Hold { nd: 4, gd: 0, dtr: 1 });

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    fn zone(difficulty: i16) -> Place {
        let mut seas = atlas().all().filter(|p| p.site().is_sea());
        seas.find(|p| values(*p) == (difficulty, 0)).expect("there is such a zone")
    }

    fn sailed<'a>(stack: &'a Stack, from: Place, entered: &'a [Place]) -> Sailed<'a> {
        let size = stack.naval();
        Sailed { stack, size, from, entered, technology: Naval::Galley, man: None, poor_weather: false }
    }

    fn due(sailed: &Sailed, control: &Position) -> Due {
        roll(sailed, |_| true, control, &LogisticsSwitches::default()).expect("it rolls")
    }

    fn by(due: &Due, so: impl Fn(Why) -> bool) -> i16 {
        due.added.iter().filter(|added| so(added.why)).map(|added| added.by).sum()
    }

    fn start(due: &Due) -> i16 {
        by(due, |why| matches!(why, Why::Start(_) | Why::StartAstray))
    }

    // fast-battle.attrition.cause.sea-stack
    #[test]
    fn whoever_is_not_in_port_rolls() {
        let nd = stack("spain", &[Nd, Nd, Nd, Nd]);
        let still = due(&sailed(&nd, at("sCadix"), &[]), &Position::default());
        assert_eq!(still.causes, [Cause::AtSea]);
        assert_eq!(Cause::AtSea.rule(), rule!("fast-battle.attrition.cause.sea-stack"));
        let switches = LogisticsSwitches::default();
        assert_eq!(roll(&sailed(&nd, at("eGaliza"), &[]), |_| true, &Position::default(), &switches), None);
        assert!(
            roll(&sailed(&nd, at("eGaliza"), &[at("sGascogne")]), |_| true, &Position::default(), &switches)
                .is_some()
        );
    }

    // fast-battle.attrition.sea.mod.leader, weather, difficulty, distance, special
    #[test]
    fn leader_weather_difficulty_distance_and_malus_are_added() {
        let nd = stack("spain", &[Nd]);
        let nowhere = Position::default();
        let way = [4, 8, 5].map(zone);
        let plain = due(&sailed(&nd, zone(4), &way), &nowhere);
        assert_eq!(by(&plain, |w| matches!(w, Why::Difficulty(_))), 8);
        assert_eq!(Why::Difficulty(way[1]).rules(), [rule!("fast-battle.attrition.sea.mod.difficulty")]);
        let stays = due(&sailed(&nd, zone(5), &[]), &nowhere);
        assert_eq!(stays.modifier(), 5, "the zone it stays in");
        let led = due(&Sailed { man: Some(2), poor_weather: true, ..sailed(&nd, zone(5), &[]) }, &nowhere);
        assert_eq!(by(&led, |w| w == Why::SeaLeader(2)), -2);
        assert_eq!(by(&led, |w| w == Why::SeaWeather), 2);
        assert_eq!(Why::SeaLeader(2).rules(), [rule!("fast-battle.attrition.sea.mod.leader")]);
        assert_eq!(Why::SeaWeather.rules(), [rule!("fast-battle.attrition.sea.mod.weather")]);
        for (zones, more) in [(3, 0), (4, 1), (7, 1), (8, 2)] {
            let way = vec![zone(4); zones];
            let far = due(&sailed(&nd, zone(4), &way), &nowhere);
            assert_eq!(by(&far, |w| matches!(w, Why::Distance(_))), more);
        }
        assert_eq!(Why::Distance(4).rules(), [rule!("fast-battle.attrition.sea.mod.distance")]);
        let cape = at("sBonne-Esperance");
        let round = due(&sailed(&nd, zone(4), &[cape]), &nowhere);
        assert_eq!(by(&round, |w| w == Why::Malus(cape)), 1);
        assert_eq!(by(&round, |w| w == Why::Difficulty(cape)), 7);
        assert_eq!(Why::Malus(cape).rules(), [rule!("fast-battle.attrition.sea.mod.special")]);
    }

    // fast-battle.attrition.sea.mod.port
    #[test]
    fn a_port_makes_its_zone_two_easier_before_the_greatest_is_taken() {
        let nd = stack("spain", &[Nd]);
        let (five, four) = (at("sLion"), at("sEgee"));
        let control = Position { ports: [at("eProvence")].into(), ..Position::default() };
        let way = [five, four];
        let eased = due(&sailed(&nd, four, &way), &control);
        assert_eq!(
            by(&eased, |w| matches!(w, Why::Difficulty(_) | Why::Port(_))),
            4,
            "the greater of 3 and 4"
        );
        assert_eq!(by(&eased, |w| w == Why::Port(five)), 0);
        let alone = due(&sailed(&nd, four, &[five]), &control);
        assert_eq!(by(&alone, |w| w == Why::Port(five)), -2);
        assert_eq!(alone.modifier(), 3);
        assert_eq!(Why::Port(five).rules(), [rule!("fast-battle.attrition.sea.mod.port")]);
        let too_small = roll(&sailed(&nd, four, &[five]), |_| false, &control, &LogisticsSwitches::default());
        assert_eq!(too_small.map(|due| due.modifier()), Some(5), "a port that cannot receive the stack");
    }

    // fast-battle.attrition.sea.mod.start-not-adjacent, start-two-zones, start-five-zones, start-detachments-exempt
    #[test]
    fn fleets_pay_for_starting_far_from_port() {
        let control = Position { ports: [at("eProvence")].into(), ..Position::default() };
        let away = |n: u8| {
            let mut seas = atlas().all().filter(|p| p.site().is_sea());
            seas.find(|p| zones_from_port(*p, &control) == Some(n)).expect("there is such a zone")
        };
        let fleet = stack("france", &[F]);
        let few = stack("france", &[Nd, Nd]);
        let rules: [(u8, i16, Option<RuleId>); 6] = [
            (0, 0, None),
            (1, 3, Some(rule!("fast-battle.attrition.sea.mod.start-not-adjacent"))),
            (2, 6, Some(rule!("fast-battle.attrition.sea.mod.start-two-zones"))),
            (4, 6, Some(rule!("fast-battle.attrition.sea.mod.start-two-zones"))),
            (5, 9, Some(rule!("fast-battle.attrition.sea.mod.start-five-zones"))),
            (6, 9, Some(rule!("fast-battle.attrition.sea.mod.start-five-zones"))),
        ];
        for (zones, adds, rule) in rules {
            let pays = due(&sailed(&fleet, away(zones), &[]), &control);
            assert_eq!(start(&pays), adds, "{zones} zones away");
            let told = pays.added.iter().find(|added| matches!(added.why, Why::Start(_)));
            assert_eq!(told.map(|added| added.why.rules()[0]), rule);
            let spared = due(&sailed(&few, away(zones), &[]), &control);
            assert_eq!(start(&spared), 0);
            let exempt =
                spared.rules().contains(&rule!("fast-battle.attrition.sea.mod.start-detachments-exempt"));
            assert_eq!(exempt, zones > 0);
        }
        let small = stack("france", &[FleetMinus(Hold { nd: 2, gd: 0, dtr: 0 })]);
        assert_eq!(start(&due(&sailed(&small, away(6), &[]), &control)), 9);
        let without = LogisticsSwitches { five_zones: false, ..LogisticsSwitches::default() };
        let pays = roll(&sailed(&fleet, away(6), &[]), |_| true, &control, &without).expect("it rolls");
        assert_eq!(start(&pays), 6, "the third step is switched off");
        let lost = due(&sailed(&fleet, at("sCaspienne"), &[]), &control);
        assert_eq!(start(&lost), 9, "no port at all");
    }

    // fast-battle.attrition.sea.mod.fleet-counters
    #[test]
    fn two_and_three_fleets_cost_more() {
        for (fleets, more) in [(1, 0), (2, 3), (3, 6)] {
            let stack = stack("spain", &vec![F; fleets]);
            let due = due(&sailed(&stack, at("eGaliza"), &[at("sGascogne")]), &Position::default());
            assert_eq!(by(&due, |w| matches!(w, Why::Fleets(_))), more);
        }
        assert_eq!(Why::Fleets(2).rules(), [rule!("fast-battle.attrition.sea.mod.fleet-counters")]);
    }

    // fast-battle.attrition.sea.mod.technology
    #[test]
    fn technology_adds_or_takes() {
        let told = Naval::ALL.map(|t| technology(t, false));
        assert_eq!(told, [0, 1, 0, 0, -1, -2, -2, -3]);
        let galleys = stack("venice", &[Gd]);
        let carrack = Sailed { technology: Naval::Carrack, ..sailed(&galleys, zone(4), &[]) };
        assert_eq!(due(&carrack, &Position::default()).modifier(), 4, "not for galleys");
        let told = FleetMinus(Hold { nd: 0, gd: 4, dtr: 0 });
        for (fleet, by) in [(told, 4), (FleetMinus(Hold::default()), 5)] {
            let with = stack("venice", &[Gd, fleet]);
            let carrack = Sailed { technology: Naval::Carrack, ..sailed(&with, zone(4), &[]) };
            let start = due(&carrack, &Position::default());
            let start = start.modifier()
                - start
                    .added
                    .iter()
                    .filter(|added| matches!(added.why, Why::Start(_) | Why::StartAstray | Why::Fleets(_)))
                    .map(|added| i32::from(added.by))
                    .sum::<i32>();
            assert_eq!(start, by, "what is in a fleet counter may be warships: {fleet:?}");
        }
        let ships = stack("venice", &[Nd]);
        let vessel = Sailed { technology: Naval::Vessel, ..sailed(&ships, zone(4), &[]) };
        assert_eq!(by(&due(&vessel, &Position::default()), |w| w == Why::Technology(Naval::Vessel)), -2);
        assert_eq!(
            Why::Technology(Naval::Vessel).rules(),
            [rule!("fast-battle.attrition.sea.mod.technology")]
        );
    }

    // fast-battle.attrition.sea.read
    #[test]
    fn the_percentage_of_the_line_is_lost() {
        let four = stack("spain", &[F]);
        let nothing = due(&sailed(&four, at("eGaliza"), &[zone(5)]), &Position::default()).roll(6);
        assert_eq!((nothing.modified, nothing.is_nothing()), (11, true));
        let some = due(&sailed(&four, at("eGaliza"), &[zone(5)]), &Position::default()).roll(7);
        let Effect::Percent(remains) = some.effect else { panic!("it is in percent") };
        assert_eq!((some.modified, remains.percent), (12, 10));
        assert!(some.rules().contains(&rule!("fast-battle.attrition.sea.read")));
        assert_eq!([1, 2, 4, 5].map(|n| unsplit(Thirds(n))), [0, 1, 1, 2]);
    }

    #[test]
    fn the_later_edition_begins_six_lower_and_counts_fleets_by_distance() {
        let two = stack("spain", &[F, F]);
        let head = LogisticsSwitches { edition: Edition::Head, ..LogisticsSwitches::default() };
        let way = vec![zone(4); 4];
        let due = roll(&sailed(&two, at("eGaliza"), &way), |_| true, &Position::default(), &head)
            .expect("it rolls");
        assert_eq!(due.modifier(), -6 + 4 + 4);
        assert_eq!(due.roll(3).line.number, 5);
        // One fleet 1 for each four zones; two 2, and three 4 for each two of them.
        let distance = |fleets: usize, zones: usize| {
            let ships = stack("spain", &vec![F; fleets]);
            let way = vec![zone(4); zones];
            let due = roll(&sailed(&ships, at("eGaliza"), &way), |_| true, &Position::default(), &head);
            by(&due.expect("it rolls"), |why| matches!(why, Why::Distance(_)))
        };
        for (fleets, by_zones) in [(1, [0, 0, 0, 1]), (2, [0, 2, 2, 4]), (3, [0, 4, 4, 8])] {
            assert_eq!([1, 2, 3, 4].map(|zones| distance(fleets, zones)), by_zones, "{fleets} fleets");
        }
        assert_eq!([6, 7].map(|zones| distance(2, zones)), [6, 6]);
        assert_eq!([6, 7].map(|zones| distance(3, zones)), [12, 12]);
    }

    #[test]
    fn a_fleet_that_can_reach_no_port_is_read_back_from_the_record() {
        let fleet = stack("france", &[F]);
        let far = due(&sailed(&fleet, at("sCadix"), &[]), &Position::default());
        assert_eq!(by(&far, |why| why == Why::StartAstray), 9);
        let mut written = serde_json::to_value(&far).expect("it is written");
        table::game::as_recorded(&mut written);
        assert_eq!(serde_json::from_value::<Due>(written).expect("it is read"), far);
    }
}
