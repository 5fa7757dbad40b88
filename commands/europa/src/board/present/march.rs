//! Marches, and those who intercept them, evade, or use a fortress.

use super::attrition::attrition;
use super::seen::{Says, Seen};
use super::words::{moving, of, tried, way};
use crate::words::place;
use europa::Position;
use europa::board::{Eyes, Happened};
use europa::control::is_european;
use europa::country::Country;
use europa::geography::Place;
use europa::paths::March;
use table_commands::present::names;
use table_commands::say;

/// A march that waits for those who may intercept: what who ordered it is answered.
pub(super) fn begun(seen: &Seen<'_>, goes_on: bool) -> Option<String> {
    let position = seen.now.as_ref()?;
    let moving = moving(&position.board, position.under_way()?);
    Some(if goes_on {
        say!("**The march goes on**: {}. It waits for those who may intercept.", moving)
    } else {
        say!("**On the move**: {}. It waits for those who may intercept.", moving)
    })
}

/// What of the provinces on a way players may know better than the bot: who holds them, and whether there is a war with him.
pub(crate) fn unclear(position: &Position, country: Country, march: &March) -> Vec<String> {
    let eyes = Eyes::of(position, country);
    [unheld(&eyes, march), without_war(&eyes, march)].into_iter().flatten().collect()
}

/// The provinces of Europe on a way of which nobody is known to hold them: they are crossed as nobody's, which players may know better.
fn unheld(eyes: &Eyes<'_>, march: &March) -> Option<String> {
    let nobodys = |at: &Place| is_european(*at) && !at.site().is_sea() && eyes.holder(*at).is_none();
    let mut all: Vec<String> = march.entered().filter(nobodys).map(place).collect();
    all.dedup();
    (!all.is_empty()).then(|| {
        say!(
            "Nobody is known to hold {}: it costs what friendly country costs. If an enemy holds it, /europa country told says so first.",
            names::list(&all)
        )
    })
}

/// The countries whose provinces are entered though no war against them is known, which is told by players where there is one.
fn without_war(eyes: &Eyes<'_>, march: &March) -> Option<String> {
    let mut all: Vec<Country> = march.entered().filter_map(|at| eyes.holder(at)).collect();
    all.retain(|other| !eyes.is_friend(*other) && !eyes.is_enemy(*other));
    all.sort_unstable();
    all.dedup();
    let names: Vec<String> = all.into_iter().map(crate::words::country).collect();
    (!names.is_empty()).then(|| {
        say!(
            "No war of {} against {} is known, so its troops there are no enemies. If there is one, *War or peace…*, at your desk, says so; it holds from then on.",
            crate::words::country(eyes.country),
            names::list(&names)
        )
    })
}

/// A march, an interception, an evasion, or a way into a fortress or out of it.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    Some(match what {
        Happened::Intercepted { by, at, tried: of, against, .. } => Says::line(match against {
            None => say!("Stack {} tries to intercept in {}: {}.", *by, place(*at), tried(of)),
            Some(other) => {
                say!("Stack {} counter-intercepts stack {} in {}: {}.", *by, *other, place(*at), tried(of))
            }
        })
        .with(seen.why()),
        Happened::Evaded { stack: n, to, tried: None, .. } => {
            let standing = seen.stack(*n)?;
            Says::line(say!("**Stack {}** ({}) goes into the fortress of {}.", *n, of(standing), place(*to)))
        }
        Happened::Evaded { stack: n, to, tried: Some(how), done, .. } => {
            let name = of(seen.stack(*n)?);
            let says = say!("**Stack {}** ({}) evades to {}: {}.", *n, name, place(*to), tried(how));
            let says = if *done { says } else { format!("{says} {}", say!("It stays.")) };
            Says::line(says).with(seen.why())
        }
        Happened::FortressUsed { stack: n, inside, .. } => {
            let standing = seen.stack(*n)?;
            let (name, at) = (of(standing), place(standing.at));
            Says::line(if *inside {
                say!("**Stack {}** ({}) goes into the fortress of {}.", *n, name, at)
            } else {
                say!("**Stack {}** ({}) comes out of the fortress of {}.", *n, name, at)
            })
        }
        Happened::Marched { stack: n, march, attrition: rolled, .. } => {
            let standing = seen.stack(*n)?;
            let mut says = vec![say!("**Stack {}** ({}) marches: {}.", *n, of(standing), way(march))];
            says.extend(seen.now.iter().flat_map(|now| unclear(now, standing.country, march)));
            // That of the whole move is told when it is rolled, at the end of the segment.
            says.extend(rolled.iter().flat_map(attrition));
            Says::lines(says).with(seen.why())
        }
        _ => return None,
    })
}
