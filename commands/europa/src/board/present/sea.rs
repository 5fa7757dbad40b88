//! What happens at sea: voyages, blockades and those who slip past them, troops aboard, exploration.

use super::attrition::attrition;
use super::seen::{Says, Seen};
use super::words::{of, tried};
use crate::battle::present::words::plus;
use crate::words::place;
use europa::board::Happened;
use europa::exploration::{Explored, Why};
use europa::geography::Place;
use europa::interception::{Outcome, Tried};
use table_commands::message::Look;
use table_commands::say;

/// A voyage, a blockade, an embarkation, or an exploration.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    Some(match what {
        Happened::Escaped { stack: n, port, blockader, tried, .. } => {
            escaped(seen, *n, *port, *blockader, tried)
        }
        Happened::LetGo { stack: n, by, .. } => Says::line(say!("Stack {} lets **stack {}** go.", *by, *n)),
        Happened::Embarked { stack: n, fleet, points, .. } => {
            let standing = seen.stack(*n)?;
            Says::line(say!(
                "**Stack {}** ({}) goes aboard stack {}: {} transport points.",
                *n,
                of(standing),
                *fleet,
                *points
            ))
            .with(seen.why())
        }
        Happened::Blockaded { stack: n, port, .. } => Says::line(match port {
            Some(port) => say!("**Stack {}** blockades {}.", *n, place(*port)),
            None => say!("**Stack {}** lifts its blockade.", *n),
        })
        .with(seen.why()),
        Happened::Sailed { stack: n, way: entered, landing, attrition: rolled, .. } => {
            let standing = seen.stack(*n)?;
            let places: Vec<String> = entered.iter().map(|at| place(*at)).collect();
            let stays = seen.stood(*n).is_some_and(|before| *entered == [before.at]);
            let mut says = vec![if stays {
                say!("**Stack {}** ({}) stays in {}.", *n, of(standing), places.join(" → "))
            } else {
                say!("**Stack {}** ({}) sails: {}.", *n, of(standing), places.join(" → "))
            }];
            if let Some(beach) = landing {
                says.push(say!("It announces a landing in {}.", place(*beach)));
            }
            match rolled {
                Some(rolled) => says.extend(attrition(rolled)),
                None => says.push(say!("No cause of attrition.")),
            }
            Says::lines(says).with(seen.why())
        }
        Happened::Explored { .. } => Says::lines(exploration(what)?).with(seen.why()),
        _ => return None,
    })
}

/// A naval stack that tries to get past a blockade; who caught it chooses between a battle and letting it go.
fn escaped(seen: &Seen<'_>, n: u32, port: Place, blockader: u32, how: &Tried) -> Says {
    let scene = seen.scene;
    let says = say!(
        "**Stack {}** tries to get past the blockade of {} by stack {}: {}.",
        n,
        place(port),
        blockader,
        tried(how)
    );
    let stays = seen.stands(n).is_some_and(|standing| standing.at == port);
    let mut told = Says::line(match how.outcome {
        Outcome::Done => says,
        _ if stays => format!("{says} {}", say!("It stays in the port.")),
        _ => format!("{says} {}", say!("It stays outside.")),
    })
    .with(seen.why());
    if how.outcome == Outcome::Caught {
        let label = say!("Force a battle on stack {}", n);
        let engage = format!("europa/engage/{n}");
        let go = say!("Let stack {} go", n);
        let choice = vec![
            scene.button(Look::Danger, &label, u64::from(blockader), &engage),
            scene.button(Look::Secondary, &go, u64::from(n), "europa/letgo"),
        ];
        told.fights = (blockader, choice);
    }
    told
}

/// An exploration in lines: the dice, whether the discovery is made, and what it cost.
fn exploration(what: &Happened) -> Option<Vec<String>> {
    let Happened::Explored { stack: n, target, explored, second, made, leader, owes, .. } = what else {
        return None;
    };
    let mut says = vec![say!(
        "**Stack {}** explores {}: `{}` ({}) = {}.",
        *n,
        place(*target),
        explored.die,
        all_added(explored),
        explored.modified
    )];
    if let Some(second) = second {
        says.push(say!("A second die decides: `{}`.", *second));
    }
    says.push(if *made { say!("**The discovery is made.**") } else { say!("**No discovery.**") });
    if let Some((die, dies)) = leader {
        says.push(if *dies {
            say!("Its leader dies: `{}`.", *die)
        } else {
            say!("Its leader lives: `{}`.", *die)
        });
    }
    if owes.0 > 0 {
        says.push(say!(
            "{} % are lost: {}, which its owner takes off.",
            explored.remains.percent,
            owes.to_string()
        ));
    }
    Some(says)
}

/// What was added to the die of an exploration, one by one.
fn all_added(explored: &Explored) -> String {
    let added: Vec<String> = (explored.added.iter())
        .map(|added| {
            let why = match added.why {
                Why::Leader(_) => say!("the leader's MAN"),
                Why::Malus => say!("malus of the sea"),
            };
            format!("{} {why}", plus(added.by.into()))
        })
        .collect();
    if added.is_empty() { "–".to_owned() } else { added.join(", ") }
}
