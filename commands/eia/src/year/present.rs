//! Victory points, economic losses and the drift on the political status track, in words.

use crate::politics::glance;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event;
use eia::oob::StatusBox;
use eia::powers::Power;
use eia::year::Happened;
use eia::year::drift::Adjusted;
use eia::year::points::{Collected, Given, Loss};
use table_commands::message::{Embed, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// The words of this subject.
pub(crate) struct Year;

impl Subject for Year {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Year(happened) = &made.happened else { return };
        match happened {
            Happened::PointsCollected(collected) => {
                let embed = Embed::new(&say!("Victory points (8.1)"), points(made.scene, collected));
                let mut message = Message::default().with(embed);
                if let Some(now) = position(&made.scene.public) {
                    let says = glance::in_words(&now);
                    message = message.picture(glance::GLANCE.to_owned(), glance::file(&now), &says);
                }
                posts.council("year", message);
            }
            Happened::StatusAdjusted(adjusted) => {
                let embed = Embed::new(&say!("Political status"), drift(made.scene, adjusted));
                posts.council("year", Message::default().with(embed));
            }
            Happened::LossRolled(loss) => posts.council("year", Message::text(rolled(loss))),
            Happened::GiftOrdered { gift } => {
                let says = match gift {
                    Some(gift) => say!(
                        "Great Britain gives up to {} VP an economic phase, a third of its own at most, so that {} loses as many.",
                        gift.most,
                        gift.of
                    ),
                    None => say!("Great Britain gives up no victory points any more."),
                };
                posts.council("year", Message::text(says.clone()));
                posts.reply = Message::text(says);
            }
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Year(happened) = &made.happened else { return None };
        let says = match happened {
            Happened::PointsCollected(collected) => {
                let each = collected.now.iter().map(|(power, now)| format!("{} {now}", word(*power)));
                let each: Vec<String> = each.collect();
                say!("Victory points: {}.", each.join(", "))
            }
            Happened::LossRolled(loss) => rolled(loss),
            Happened::StatusAdjusted(_) | Happened::GiftOrdered { .. } => return None,
        };
        Some((LineKind::Value, says))
    }
}

fn word(power: Power) -> String {
    crate::names::called(power)
}

/// The box of a power by its PP, in halves.
fn at(halves: i64) -> String {
    let place = u8::try_from(halves.div_euclid(2)).ok().and_then(StatusBox::at);
    place.map_or_else(String::new, |place| place.to_string())
}

/// What each collects, a line a power, the most first.
fn points(scene: &Scene<'_>, collected: &Collected) -> String {
    let Some(now) = position(&scene.public) else { return String::new() };
    let mut lines: Vec<(i64, String)> = Vec::new();
    for (power, gained) in &collected.gained {
        let has = collected.now.get(power).copied().unwrap_or(0);
        let goal = now.choice.holdings.get(power).map_or(0, |holding| holding.goal);
        // Where it stood then: when this is said it may have drifted already.
        let status = collected
            .status
            .get(power)
            .copied()
            .map_or_else(|| now.status(*power).map_or_else(String::new, |at| at.to_string()), at);
        let line = say!("**{}** in {}: +{} VP, {} of {}", *power, status, *gained, has, goal);
        lines.push((-gained, line));
    }
    lines.sort();
    let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    if let Some(Given { of, points }) = collected.given {
        lines.push(say!("Great Britain gave up {} of its own, and **{}** lost as many.", points, of));
    }
    lines.join("\n")
}

/// Who drifted, and where they stand.
fn drift(scene: &Scene<'_>, adjusted: &Adjusted) -> String {
    let before = scene.before.as_deref().and_then(position);
    let line = |(power, now): (&Power, &i64)| {
        let from = before.as_ref().map_or(*now, |before| before.pp_of(*power));
        say!("**{}** drifts from {} to {}.", *power, at(from), at(*now))
    };
    adjusted.now.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn rolled(loss: &Loss) -> String {
    if loss.halves() {
        say!(
            "**{}** stands low (10.5.2) and rolls {}, which is not above {}: it collects half its money and manpower.",
            loss.power,
            loss.die,
            loss.number
        )
    } else {
        say!(
            "**{}** stands low (10.5.2) and rolls {}, above {}: it collects all its money and manpower.",
            loss.power,
            loss.die,
            loss.number
        )
    }
}
