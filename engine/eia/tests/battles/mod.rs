//! Battles drawn from a seed, as varied as the rules let them be, for the tests of odds and laws.
#![allow(clippy::unwrap_used)]

use eia::typed::Typed;
use engine::eia::chits::Terrain;
use engine::eia::land::battle::assemble::{Options, Ready, check_own, check_plan, ready};
use engine::eia::land::battle::fight::{Croupier, Note, Raises, Throw, Who};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce};
use engine::eia::land::battle::{Battle, Commander, Field, Region};
use engine::eia::land::forces::{Corps, Factors, Leader, Rank, SORTS, Troop};
use engine::eia::land::stacking::{Muster, Stands};
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Numbers drawn from a seed.
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// From a seed.
    pub fn of(seed: u64) -> Draw {
        Draw(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 up to below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// Whether something is so, in so many of a hundred cases.
    pub fn yes(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Dice drawn from a seed, and all that is heard and thrown with them.
pub struct Told {
    draw: Draw,
    pub heard: Vec<Note>,
    pub thrown: Vec<(Throw, u8)>,
}

impl Told {
    pub fn of(seed: u64) -> Told {
        Told { draw: Draw::of(seed), heard: Vec::new(), thrown: Vec::new() }
    }
}

impl Croupier for Told {
    type Stop = Infallible;
    const LISTENS: bool = true;

    fn die(&mut self, throw: Throw) -> Result<u8, Infallible> {
        let die = self.draw.below(6) as u8 + 1;
        self.thrown.push((throw, die));
        Ok(die)
    }

    fn hear(&mut self, note: Note) {
        self.heard.push(note);
    }
}

/// A battle ready to be fought that the seed chooses.
pub fn any_battle(seed: u64) -> Ready {
    let mut draw = Draw::of(seed);
    loop {
        if let Some(ready) = attempt(&mut draw) {
            return ready;
        }
    }
}

/// A battle as it is mustered and sealed, and both plans, that the seed chooses; it may break a rule.
pub fn any_sealed(seed: u64) -> (Battle, [Plan; 2]) {
    sealed(&mut Draw::of(seed))
}

fn sealed(draw: &mut Draw) -> (Battle, [Plan; 2]) {
    let mut powers = Power::STANDARD.to_vec();
    let mut sides = [Vec::new(), Vec::new()];
    for side in &mut sides {
        for _ in 0..1 + usize::from(draw.yes(35)) {
            side.push(powers.swap_remove(draw.below(powers.len())));
        }
    }
    let [attackers, defenders] = sides;
    let terrain = [Terrain::Clear, Terrain::Forest, Terrain::Mountain, Terrain::Marsh, Terrain::Desert];
    let field = Field {
        terrain: if draw.yes(50) { Terrain::Clear } else { draw.one(&terrain) },
        river: draw.yes(30),
        region: draw.yes(20).then(|| draw.one(&[Region::Anatolia, Region::Rumelia])),
        dominant: draw.yes(30).then(|| vec![draw.one(&Power::STANDARD)]),
        ..Field::new("Leipzig", attackers, defenders)
    };
    let rifles = Who::BOTH.map(|_| draw.yes(25));
    let (mut musters, mut owns) = (BTreeMap::new(), BTreeMap::new());
    for who in Who::BOTH {
        for power in field.of(who) {
            let mut muster = muster(draw, *power);
            muster.rifles = rifles[who as usize];
            owns.insert(*power, own(draw, *power, &muster));
            musters.insert(*power, muster);
        }
    }
    let command = Who::BOTH.map(|who| {
        let with = field.of(who).iter().find(|power| !musters[*power].leaders.is_empty());
        Commander { power: *with.unwrap_or(&field.of(who)[0]), leader: with.map(|_| 0) }
    });
    let battle = Battle { musters, command: Some(command), own: owns, ..Battle::opened(field) };
    let mut plans = Who::BOTH.map(|who| plan(draw, &battle, who));
    if let Some(chits) = of_their_nation(&battle).filter(|_| draw.yes(60)) {
        plans = chits.map(Plan::with);
    }
    (battle, plans)
}

/// One that may break a rule of stacking or of plans; then there is none.
fn attempt(draw: &mut Draw) -> Option<Ready> {
    let (battle, plans) = sealed(draw);
    let fights = |who| battle.corps(who).iter().any(|(power, i)| stands(&battle, *power, *i));
    let owned = battle.own.iter().all(|(power, own)| check_own(&battle, *power, own).is_ok());
    let planned = Who::BOTH.iter().all(|who| check_plan(&battle, *who, &plans[*who as usize]).is_ok());
    if !owned || !planned || !Who::BOTH.into_iter().all(fights) {
        return None;
    }
    let options = Options {
        cavalry_types: draw.yes(70),
        superiority: draw.yes(70),
        cavalry_withdrawal: draw.yes(70),
        national: draw.one(&[Raises::Force, Raises::Table]),
        rifles: true,
    };
    ready(&battle, &plans, &Typed::new(), options).ok()
}

/// Chits that raise the morale of a Turkish or Russian commander, which come together too seldom by themselves.
fn of_their_nation(battle: &Battle) -> Option<[Chit; 2]> {
    match battle.command?.map(|commander| commander.power) {
        [_, Power::Russia] => Some([Chit::Assault, Chit::Defend]),
        [Power::Turkey, _] | [_, Power::Turkey] => Some([Chit::EscalatedAssault, Chit::Counterattack]),
        _ => None,
    }
}

fn stands(battle: &Battle, power: Power, i: usize) -> bool {
    battle.stands(power, i).is_some_and(|stands| !stands.aside && !stands.corps.adjacent)
}

fn muster(draw: &mut Draw, power: Power) -> Muster {
    let minors: Vec<Nation> = Nation::all().filter(|nation| matches!(nation, Nation::Minor(_))).collect();
    let corps = (0..1 + draw.below(4)).map(|i| {
        let nation = if draw.yes(75) { Nation::Major(power) } else { draw.one(&minors) };
        let mut corps = Corps::named(&format!("{} Corps", ["I", "II", "III", "IV"][i]), nation);
        corps.cavalry = draw.yes(15);
        corps.at_home = draw.yes(20);
        corps.trained = draw.yes(10);
        corps.adjacent = draw.yes(15);
        Stands { aside: !corps.adjacent && draw.yes(15), corps }
    });
    let corps: Vec<Stands> = corps.collect();
    let leaders = (0..draw.below(3)).map(|i| Leader {
        name: ["Eugene", "Charles"][i].to_owned(),
        strategic: draw.below(7) as u8,
        tactical: draw.below(6) as u8,
        maximum: 1 + draw.below(6) as u8,
        rank: draw.one(&[Rank::A, Rank::B, Rank::C, Rank::D]),
        adjacent: i > 0 && draw.yes(30),
    });
    let leaders = leaders.collect();
    Muster { corps, leaders, ..Muster::default() }
}

fn factors(draw: &mut Draw, power: Power) -> Factors {
    let mut factors = Factors::default();
    let most = draw.one(&[3, 10, 20]);
    for _ in 0..1 + draw.below(4) {
        let mut sort = Troop::ALL[draw.below(SORTS)];
        if draw.yes(40) {
            sort = draw.one(&[Troop::Infantry, Troop::Cavalry, Troop::Guard, Troop::Artillery]);
        }
        if matches!(sort, Troop::FeudalInfantry | Troop::FeudalCavalry) && power != Power::Turkey {
            sort = Troop::HeavyCavalry;
        }
        factors.0[sort as usize] += 1 + draw.below(most) as u16;
    }
    factors
}

fn own(draw: &mut Draw, power: Power, muster: &Muster) -> Own {
    let factors: Vec<Factors> = muster.corps.iter().map(|_| factors(draw, power)).collect();
    let losses = (0..draw.below(4)).map(|_| draw.one(&Troop::ALL)).collect();
    let heavy = draw.yes(30);
    let sort = if heavy { Troop::HeavyCavalry } else { Troop::Guard };
    let corps = factors.iter().position(|factors| factors.of(sort) > 0);
    let never = !heavy && matches!(power, Power::GreatBritain | Power::Spain);
    let guard = corps.filter(|_| !never && draw.yes(80)).map(|corps| GuardPlan {
        when: draw.one(&When::ALL),
        shift: 1 + u8::from(
            !heavy
                && factors[corps].of(sort) > 1
                && !matches!(power, Power::Austria | Power::Prussia)
                && draw.yes(60),
        ),
        corps,
        leader: (!muster.leaders.is_empty()).then_some(0),
        heavy,
    });
    let mut reinforce = Vec::new();
    // The second leader brings corps that stand where he does, all in one round.
    let (brings, his_round) = (muster.leaders.get(1).filter(|_| draw.yes(80)), 2 + draw.below(2) as u8);
    for (i, stands) in muster.corps.iter().enumerate() {
        if (stands.aside || stands.corps.adjacent) && draw.yes(75) {
            let his = brings.is_some_and(|leader| leader.adjacent == stands.corps.adjacent);
            let from = if his { his_round } else { 2 + draw.below(2) as u8 };
            reinforce.push(Reinforce { corps: vec![i], leader: his.then_some(1), from });
        }
    }
    Own { factors, losses, guard, reinforce, ..Own::default() }
}

fn plan(draw: &mut Draw, battle: &Battle, who: Who) -> Plan {
    let there: Vec<(Power, usize)> =
        battle.corps(who).into_iter().filter(|(power, i)| stands(battle, *power, *i)).collect();
    let mut chit = draw.one(Chit::of(who));
    if there.len() > 1 && battle.commander(who).is_some() && draw.yes(35) {
        chit = Chit::Outflank;
    }
    let goes = if there.len() > 1 { 1 + draw.below(there.len() - 1) } else { 0 };
    let outflank = if chit == Chit::Outflank { there[..goes].to_vec() } else { Vec::new() };
    Plan { outflank, ..Plan::with(chit) }
}
