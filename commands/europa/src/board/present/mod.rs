//! The board told: stacks, campaigns, marches with their attrition, interceptions, supply, exploration, purchases, rounds.

mod attrition;
mod desk;
mod envelope;
mod lodged;
mod whole;
mod words;

pub use desk::{desk_lines, retreats, waits_for_its_segment};
pub(crate) use envelope::asked;
pub use envelope::{contents, is_round, title};
pub use lodged::{lodged_order, lodged_unless};
pub use whole::board;
pub use words::{named as named_stack, of, round_of, supply};

use crate::battle::present::words::plus;
use crate::present::position;
use crate::words::{country, place};
use attrition::attrition;
use europa::board::Happened;
use europa::interception::Outcome;
use europa::supply::Supply;
use europa::thirds::Thirds;
use europa::units::Stack;
use table::{Entry, Event, SeatId};
use table_commands::message::{Component, Look, Message, clip};
use table_commands::present::{Posts, Scene};
use table_commands::say;
use words::{campaign, counters, led, round, tried, way};

/// The most characters of an answer to one alone: Discord takes 2,000.
const LONGEST_ANSWER: usize = 1_900;

/// Something on the board.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let (now, before) = (position(&scene.public), scene.before.as_ref().and_then(position));
    let stands = |n: &u32| now.as_ref()?.board.stacks.get(n);
    let stood = |n: &u32| before.as_ref()?.board.stacks.get(n);
    let stack = |n: &u32| stands(n).or_else(|| stood(n)).cloned();
    let line = entries[i].line.map_or(0, |(line, _)| line);
    let why = scene.button(Look::Secondary, &say!("Why"), line, "why");
    let mut buttons: Vec<Component> = Vec::new();
    // Whose stack fights or retreats, and the buttons with which it does: for his answer and the council, not for others' answers.
    let mut fights: (u32, Vec<Component>) = (0, Vec::new());
    let says: Vec<String> = match what {
        Happened::Deployed { stack, standing } => {
            vec![say!("**Stack {}**: {} in {}{}.", *stack, of(standing), place(standing.at), led(standing))]
        }
        Happened::Disbanded { stack: n } => {
            let Some(standing) = stack(n) else { return };
            vec![say!("**Stack {}** leaves the board: {} in {}.", *n, of(&standing), place(standing.at))]
        }
        Happened::Regrouped { stack: n, missing, .. } => {
            let Some(standing) = stack(n) else { return };
            let mut says = vec![say!("**Stack {}** is now {} in {}.", *n, of(&standing), place(standing.at))];
            if missing.0 > 0 {
                says.push(say!("Its fleets hold {} less than would fill them.", missing.to_string()));
            }
            says
        }
        Happened::Joined { stack: n, to } => {
            let Some(standing) = stack(to) else { return };
            vec![say!("Stack {} joins **stack {}**: {} in {}.", *n, *to, of(&standing), place(standing.at))]
        }
        Happened::LeaderGiven { stack: n, .. } => {
            let Some(standing) = stack(n) else { return };
            let leader = led(&standing);
            let leader = if leader.is_empty() { say!(", without a leader") } else { leader };
            vec![say!("**Stack {}**: {} in {}{}.", *n, of(&standing), place(standing.at), leader)]
        }
        Happened::Held { place: at, country: by } => {
            vec![say!("**{}** is held by {}.", place(*at), country(*by))]
        }
        Happened::WeatherTold { poor: true } => vec![say!("Poor Weather is in force.")],
        Happened::WeatherTold { poor: false } => vec![say!("Poor Weather is not in force.")],
        Happened::CampaignAnnounced { seat, country: by, announced } => {
            vec![say!(
                "**{}** announces: {}, for {} D$ of {}.",
                scene.seat(seat),
                campaign(announced.campaign),
                announced.price,
                country(*by)
            )]
        }
        Happened::MarchBegun { goes_on, .. } => {
            let Some(position) = &now else { return };
            let Some(under_way) = position.under_way() else { return };
            let moving = words::moving(&position.board, under_way);
            let says = if *goes_on {
                say!("**The march goes on**: {}. It waits for those who may intercept.", moving)
            } else {
                say!("**On the move**: {}. It waits for those who may intercept.", moving)
            };
            answer(&mut posts.reply, &Message::text(says));
            return;
        }
        Happened::Intercepted { by, at, tried: of, against, .. } => {
            buttons.push(why);
            vec![match against {
                None => say!("Stack {} tries to intercept in {}: {}.", *by, place(*at), tried(of)),
                Some(other) => {
                    say!(
                        "Stack {} counter-intercepts stack {} in {}: {}.",
                        *by,
                        *other,
                        place(*at),
                        tried(of)
                    )
                }
            }]
        }
        Happened::Evaded { stack: n, to, tried: of, done, .. } => {
            let Some(standing) = stack(n) else { return };
            vec![match of {
                None => {
                    say!(
                        "**Stack {}** ({}) goes into the fortress of {}.",
                        *n,
                        self::of(&standing),
                        place(*to)
                    )
                }
                Some(of) => {
                    buttons.push(why);
                    let name = self::of(&standing);
                    let says = say!("**Stack {}** ({}) evades to {}: {}.", *n, name, place(*to), tried(of));
                    if *done { says } else { format!("{says} {}", say!("It stays.")) }
                }
            }]
        }
        Happened::Escaped { stack: n, port, blockader, tried: of, .. } => {
            buttons.push(why);
            let says = say!(
                "**Stack {}** tries to get past the blockade of {} by stack {}: {}.",
                *n,
                place(*port),
                *blockader,
                tried(of)
            );
            if of.outcome == Outcome::Caught {
                let label = say!("Force a battle on stack {}", *n);
                let engage = format!("europa/engage/{n}");
                let go = say!("Let stack {} go", *n);
                let choice = vec![
                    scene.button(Look::Danger, &label, u64::from(*blockader), &engage),
                    scene.button(Look::Secondary, &go, u64::from(*n), "europa/letgo"),
                ];
                fights = (*blockader, choice);
            }
            let stays = stands(n).is_some_and(|standing| standing.at == *port);
            match of.outcome {
                Outcome::Done => vec![says],
                _ if stays => vec![format!("{says} {}", say!("It stays in the port."))],
                _ => vec![format!("{says} {}", say!("It stays outside."))],
            }
        }
        Happened::Embarked { stack: n, fleet, points, .. } => {
            let Some(standing) = stack(n) else { return };
            buttons.push(why);
            vec![say!(
                "**Stack {}** ({}) goes aboard stack {}: {} transport points.",
                *n,
                of(&standing),
                *fleet,
                *points
            )]
        }
        Happened::Blockaded { stack: n, port, .. } => {
            buttons.push(why);
            vec![match port {
                Some(port) => say!("**Stack {}** blockades {}.", *n, place(*port)),
                None => say!("**Stack {}** lifts its blockade.", *n),
            }]
        }
        Happened::FortressUsed { stack: n, inside, .. } => {
            let Some(standing) = stack(n) else { return };
            vec![if *inside {
                say!("**Stack {}** ({}) goes into the fortress of {}.", *n, of(&standing), place(standing.at))
            } else {
                say!(
                    "**Stack {}** ({}) comes out of the fortress of {}.",
                    *n,
                    of(&standing),
                    place(standing.at)
                )
            }]
        }
        Happened::ColdTold { place: at, cold: true } => {
            vec![say!("**{}** belongs to the cold area.", place(*at))]
        }
        Happened::ColdTold { place: at, cold: false } => {
            vec![say!("**{}** does not belong to the cold area.", place(*at))]
        }
        Happened::RevoltTold { place: at, size } => vec![match size {
            0 => say!("No revolt in **{}**.", place(*at)),
            1 => say!("A revolt minus in **{}**.", place(*at)),
            _ => say!("A revolt plus in **{}**.", place(*at)),
        }],
        Happened::LetGo { stack: n, by, .. } => vec![say!("Stack {} lets **stack {}** go.", *by, *n)],
        Happened::Stayed { stack: n, attrition: rolled, .. } => {
            // What it was before it rolled.
            let Some(standing) = stood(n).cloned().or_else(|| stack(n)) else { return };
            buttons.push(why);
            let mut says =
                vec![say!("**Stack {}** ({}) stays in {}.", *n, of(&standing), place(standing.at))];
            says.extend(attrition(rolled));
            says
        }
        Happened::Wintered { stack: n, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            buttons.push(why);
            let mut says =
                vec![say!("Winter over **stack {}** ({}) in {}.", *n, of(&standing), place(standing.at))];
            says.extend(attrition(rolled));
            says
        }
        Happened::Shared { stack: n, attrition: rolled } => {
            let Some(standing) = stack(n).filter(|_| rolled.owes.0 > 0) else { return };
            vec![say!(
                "**Stack {}** ({}) is aboard and loses {} with the ships, which its owner takes off.",
                *n,
                of(&standing),
                rolled.owes.to_string()
            )]
        }
        Happened::Marched { stack: n, march, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            let mut says = vec![say!("**Stack {}** ({}) marches: {}.", *n, of(&standing), way(march))];
            match rolled {
                Some(rolled) => says.extend(attrition(rolled)),
                None => says.push(say!("No cause of attrition.")),
            }
            buttons.push(why);
            says
        }
        Happened::Sailed { stack: n, way: entered, landing, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            let places: Vec<String> = entered.iter().map(|at| place(*at)).collect();
            let mut says = vec![say!("**Stack {}** ({}) sails: {}.", *n, of(&standing), places.join(" → "))];
            if let Some(beach) = landing {
                says.push(say!("It announces a landing in {}.", place(*beach)));
            }
            match rolled {
                Some(rolled) => says.extend(attrition(rolled)),
                None => says.push(say!("No cause of attrition.")),
            }
            buttons.push(why);
            says
        }
        Happened::Explored { stack: n, target, explored, second, made, leader, owes, .. } => {
            let added: Vec<String> = (explored.added.iter())
                .map(|added| {
                    use europa::exploration::Why;
                    let why = match added.why {
                        Why::Leader(_) => say!("the leader's MAN"),
                        Why::Malus => say!("malus of the sea"),
                    };
                    format!("{} {why}", plus(added.by.into()))
                })
                .collect();
            let added = if added.is_empty() { "–".to_owned() } else { added.join(", ") };
            let mut says = vec![say!(
                "**Stack {}** explores {}: `{}` ({}) = {}.",
                *n,
                place(*target),
                explored.die,
                added,
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
            buttons.push(why);
            says
        }
        Happened::Supplied { stack: n, supply: found, destroyed, attrition: rolled, .. } => {
            let Some(standing) = stack(n) else { return };
            // Who is in supply as ever is not told of, unless he was asked about.
            let asked = |entry: &Entry| matches!(&entry.event, Event::Order { fields, .. } if fields.get("board") == Some(&"supply".into()));
            if matches!(found, Supply::Full(_)) && !entries.iter().any(asked) {
                return;
            }
            let mut says =
                vec![format!("{}", say!("**Stack {}** ({}) in {}.", *n, of(&standing), place(standing.at)))];
            says.extend(supply(found));
            if *destroyed {
                says.push(say!("**It was out of supply before, and is destroyed.**"));
            }
            if let Some(rolled) = rolled {
                says.extend(attrition(rolled));
            }
            buttons.push(why);
            says
        }
        Happened::Engaged { .. } => return,
        Happened::OutOfBattle { stack: n, left, must_retreat, owes, .. } => {
            let mut says = left_of(*n, left, *owes);
            let known = position(&scene.public).and_then(|now| Some((stack(n)?, now)));
            let goes = known.as_ref().is_some_and(|(_, now)| now.must_retreat(*n));
            let retreats = |entry: &Entry| match crate::present::happened(entry) {
                Some(europa::Event::Board(what)) => {
                    matches!(*what, Happened::Retreated { stack, .. } | Happened::CutOff { stack, .. } if stack == *n)
                }
                _ => false,
            };
            let gone = entries.iter().any(retreats);
            if *must_retreat && !goes && gone {
                // Nobody plays it, or a stand-in: where it goes is told next; or it has nowhere to go.
            } else if *must_retreat {
                says.push(say!("It retreats: /europa retreat."));
                fights =
                    (*n, known.map_or_else(Vec::new, |(own, now)| desk::retreats(scene, &now, *n, &own)));
            }
            says
        }
        Happened::LostInSiege { stack: n, left, owes, .. } => left_of(*n, left, *owes),
        Happened::Retreated { stack: n, to, aboard } => match aboard {
            None => vec![say!("**Stack {}** retreats to {}.", *n, place(*to))],
            Some(ships) => {
                vec![say!("**Stack {}** goes back aboard stack {} in {}.", *n, *ships, place(*to))]
            }
        },
        Happened::CutOff { stack: n, .. } => {
            let Some(standing) = stack(n) else { return };
            buttons.push(why);
            vec![say!(
                "**Stack {}** was beaten in {}, has nowhere to retreat, and is destroyed.",
                *n,
                place(standing.at)
            )]
        }
        Happened::Bought { country: by, bought, .. } => {
            let parts: Vec<String> = (bought.parts.iter())
                .map(|part| {
                    let times = if part.times > 1 { format!(" × {}", part.times) } else { String::new() };
                    format!("{} {} D${times}", part.counter.short().replace('-', "−"), part.price)
                })
                .collect();
            buttons.push(why);
            vec![say!("**{}** buys for **{} D$**: {}.", country(*by), bought.total, parts.join(", "))]
        }
        Happened::UpkeepPaid { country: by, bill, .. } => {
            let mut says = vec![say!("**{}** pays **{} D$** of upkeep.", country(*by), bill.total)];
            let parts: Vec<String> = (bill.parts.iter())
                .map(|part| {
                    let short = part.unit.counter.short().replace('-', "−");
                    if part.free >= part.detachments {
                        say!("{} free", short)
                    } else if part.free > 0 {
                        say!("{} {} D$ ({} of {} free)", short, part.price, part.free, part.detachments)
                    } else {
                        say!("{} {} D$", short, part.price)
                    }
                })
                .collect();
            says.push(parts.join(", "));
            buttons.push(why);
            says
        }
        Happened::RoundBegun { round: begins, continued, die, order, .. } => {
            let mut says = vec![say!("**A round begins: {}.**", round(*begins))];
            if let Some(die) = die {
                says.push(say!("Roll `{}`.", *die));
            }
            if let Some(continued) = continued {
                let added: i64 = continued.added.iter().map(|added| i64::from(added.by)).sum();
                says.push(match added {
                    0 => say!("Roll `{}`.", continued.die),
                    added => say!("Roll `{}` {} = {}.", continued.die, plus(added), continued.modified),
                });
                if continued.extended {
                    says.push(say!(
                        "The campaign of the round before covers this one too; it may be raised."
                    ));
                }
                if continued.bad_weather {
                    says.push(say!("**Bad weather.**"));
                }
                if continued.sund_frozen {
                    says.push(say!("The Sund is frozen."));
                }
                if !continued.winters.is_empty() {
                    says.push(say!(
                        "A winter has passed: troops in the cold area that is not theirs roll for attrition."
                    ));
                }
            }
            says.extend(in_order(scene, order));
            buttons.push(scene.button(Look::Secondary, &say!("Board"), 0, "europa/board"));
            says
        }
        Happened::RoundsOver { .. } => vec![say!("The rounds of the turn are over.")],
    };
    let message = Message::text(says.join("\n"));
    let owner = stack(&fights.0).and_then(|own| position(&scene.public)?.seat_of(own.country).cloned());
    let mine = owner.is_some() && owner.as_ref() == scene.own.seat();
    let with = |fights: Vec<Component>| message.clone().buttons([buttons.clone(), fights].concat());
    answer(&mut posts.reply, &with(if mine { fights.1.clone() } else { Vec::new() }));
    posts.council("europa", with(fights.1));
}

/// What a battle or a siege left of a stack.
fn left_of(stack: u32, left: &Stack, owes: Thirds) -> Vec<String> {
    if left.0.is_empty() {
        return vec![say!("**Stack {}** is destroyed.", stack)];
    }
    let mut says = vec![say!("**Stack {}** is left with {}.", stack, counters(left))];
    if owes.0 > 0 {
        says.push(say!("Its owner takes {} off it himself: /europa stack, counters.", owes.to_string()));
    }
    says
}

/// Everything that an order brings about stands in its one answer, with the buttons of what came first, where that has any.
fn answer(reply: &mut Message, message: &Message) {
    if reply.content.is_empty() && reply.embeds.is_empty() {
        *reply = message.clone();
        return;
    }
    let content = format!("{}\n\n{}", reply.content, message.content);
    reply.content = clip(content.trim(), LONGEST_ANSWER);
    if reply.components.is_empty() {
        reply.components.clone_from(&message.components);
    }
}

/// In which order the players act.
fn in_order(scene: &Scene<'_>, order: &[SeatId]) -> Option<String> {
    let named: Vec<String> = order.iter().map(|seat| scene.seat(seat)).collect();
    (named.len() > 1).then(|| say!("In order of initiative: {}.", named.join(", ")))
}
