//! What the values of land warfare are called.

use super::{Arm, Changes, LandValue};
use crate::chits::{Attack, Defence, Terrain};
use crate::land::battle::Kind;
use crate::land::forces::Troop;
use table::said;
use table::said::{Said, ToValue, Value};

impl LandValue {
    /// The name: "Austria, infantry morale, dominant".
    #[must_use]
    pub fn name(self) -> Said {
        match self {
            LandValue::Morale { power, arm, dominant } => morale(power.to_value(), arm, dominant),
            LandValue::Rating { power, tactical: false } => {
                said!("{}, strategic rating without a leader", power)
            }
            LandValue::Rating { power, tactical: true } => {
                said!("{}, tactical rating without a leader", power)
            }
            LandValue::Troop(Troop::Militia) => said!("Militia morale"),
            LandValue::Troop(Troop::Guard) => said!("Guard morale"),
            LandValue::Troop(Troop::Cossack) => said!("Cossack morale"),
            LandValue::Troop(Troop::Freikorps) => said!("Freikorps morale"),
            LandValue::Troop(Troop::Guerrilla) => said!("Guerrilla morale"),
            LandValue::Troop(_) => said!("Feudal morale"),
            LandValue::Minor { nation, arm, trained: false } => morale(said::name(nation.name()), arm, false),
            LandValue::Minor { nation, arm: Arm::Infantry, .. } => {
                said!("{}, infantry morale, trained", said::name(nation.name()))
            }
            LandValue::Minor { nation, .. } => {
                said!("{}, cavalry morale, trained", said::name(nation.name()))
            }
            LandValue::PursuitLost { class, rounds } => {
                said!("Most morale lost for pursuit class {}, rounds {}", class, rounds)
            }
            LandValue::Pursuit { class, die } => said!("Pursuit class {}, die {}", class, die),
            LandValue::Night => said!("Morale back in a night"),
            LandValue::Hit => said!("Leader hit from"),
            LandValue::Killed => said!("Leader killed from"),
            LandValue::PerCorps => said!("Half PP for a corps"),
            LandValue::MostPoints => said!("Most PP for a battle"),
            LandValue::Napoleon => said!("Napoleon's own points"),
            LandValue::Rated { own, enemy } => said!("Tactical rating {} against {}", own, enemy),
            LandValue::Ground { terrain, changes } => ground(terrain, changes),
            LandValue::Guard { shift, die } => said!("Guard lost for +{}, die {}", shift, die),
            LandValue::Chits { attack, defence, river, side, arrived, round } => {
                let of = [attack.name(), defence.name()];
                let table = tables(&of, side, arrived, round);
                if river { said!("{}, across a river", table) } else { table }
            }
            LandValue::WithoutChits { kind: Kind::Assault, side: 0, round } => {
                said!("Storming, attacker's table, round {}", round)
            }
            LandValue::WithoutChits { kind: Kind::Assault, round, .. } => {
                said!("Storming, garrison's table, round {}", round)
            }
            LandValue::WithoutChits { side: 0, round, .. } => {
                said!("Trivial combat, attacker's table, round {}", round)
            }
            LandValue::WithoutChits { round, .. } => {
                said!("Trivial combat, defender's table, round {}", round)
            }
        }
    }
}

fn morale(of: Value, arm: Arm, dominant: bool) -> Said {
    match (arm, dominant) {
        (Arm::Infantry, false) => said!("{}, infantry morale", of),
        (Arm::Infantry, true) => said!("{}, infantry morale, dominant", of),
        (Arm::Cavalry, false) => said!("{}, cavalry morale", of),
        (Arm::Cavalry, true) => said!("{}, cavalry morale, dominant", of),
        (Arm::Feudal, false) => said!("{}, feudal morale", of),
        (Arm::Feudal, true) => said!("{}, feudal morale, dominant", of),
    }
}

fn ground(terrain: Terrain, changes: Changes) -> Said {
    let of = terrain.name();
    match changes {
        Changes::Casualties(0) => said!("Terrain, {}: attacker's casualty level", of),
        Changes::Casualties(_) => said!("Terrain, {}: defender's casualty level", of),
        Changes::Morale(0) => said!("Terrain, {}: attacker's morale level", of),
        Changes::Morale(_) => said!("Terrain, {}: defender's morale level", of),
        Changes::Outflanking => said!("Terrain, {}: outflanking rating", of),
        Changes::Reinforcing => said!("Terrain, {}: reinforcing rating", of),
        Changes::Bombardment => said!("Terrain, {}: bombardment", of),
    }
}

fn tables([attack, defence]: &[Value; 2], side: usize, arrived: bool, round: u8) -> Said {
    match (side, arrived) {
        (0, false) => said!("{} against {}, attacker's table, round {}", attack, defence, round),
        (0, true) => said!("{} against {}, attacker's table once arrived, round {}", attack, defence, round),
        (_, false) => said!("{} against {}, defender's table, round {}", attack, defence, round),
        (_, true) => said!("{} against {}, defender's table once arrived, round {}", attack, defence, round),
    }
}

impl Attack {
    /// The name of the chit.
    #[must_use]
    pub fn name(self) -> Value {
        match self {
            Attack::Outflank => said::name("Outflank"),
            Attack::Assault => said::name("Assault"),
            Attack::EscalatedAssault => said::name("Escalated assault"),
            Attack::Echelon => said::name("Echelon"),
            Attack::Probe => said::name("Probe"),
        }
    }
}

impl Defence {
    /// The name of the chit.
    #[must_use]
    pub fn name(self) -> Value {
        match self {
            Defence::Outflank => said::name("Outflank"),
            Defence::Counterattack => said::name("Counterattack"),
            Defence::EscalatedCounterattack => said::name("Escalated counterattack"),
            Defence::Cordon => said::name("Cordon"),
            Defence::Withdraw => said::name("Withdrawal"),
            Defence::Defend => said::name("Defend"),
        }
    }
}

impl Terrain {
    /// The name of the terrain.
    #[must_use]
    pub fn name(self) -> Value {
        match self {
            Terrain::Clear => said::name("clear ground"),
            Terrain::Forest => said::name("forest"),
            Terrain::Mountain => said::name("mountains"),
            Terrain::Marsh => said::name("marsh"),
            Terrain::Desert => said::name("desert"),
        }
    }
}
