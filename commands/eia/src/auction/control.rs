//! Bids for powers without a player (14.3): asked for, paid and rolled, and who controls which.

use crate::rounds::{Rounds, ToldRound};
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event as Happened;
use eia::auction::Sealed;
use eia::powers::Power;
use eia::rounds::Round;
use eia::uncontrolled::ControlBids;
use eia::uncontrolled::{ControlDie, Happened as Control};
use table::View;
use table::view::RoundView;
use table_commands::message::{Embed, Look, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, RoundWords};
use table_commands::present::names::list;
use table_commands::present::votes::why_and_question;
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// The words of this subject.
pub(crate) struct WithoutPlayer;

impl Subject for WithoutPlayer {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Happened::Uncontrolled(happened) = &made.happened else { return };
        let message = match happened {
            // Each is asked for by a post of its own.
            Control::ControlBidsAsked { .. } => return,
            Control::ControlRolled { power, dice, controlled, .. } => {
                let head = match controlled {
                    Some(of) => say!(
                        "**{} controls {}** ({}) until the bids of the next December.",
                        of.by,
                        *power,
                        made.scene.player(&of.seat)
                    ),
                    None => say!("**Nobody bids for control of {}.** Nobody moves it.", *power),
                };
                let dice: Vec<String> = dice.iter().map(die).collect();
                Message::text(head).with(Embed::new("", dice.join("\n")).footer(&made.scene.record()))
            }
            Control::ControlLost { power, by } => Message::text(say!(
                "**{} loses control of {}**: it stands too low on the political status track, or who had it is out of the game, or the group bids for such powers no more.",
                *by,
                *power
            )),
        };
        let buttons = why_and_question(made.scene, made.line());
        posts.council("control", message.buttons(buttons));
    }

    fn line(&self, made: &Made<'_>, player: Called<'_>) -> Option<(LineKind, String)> {
        let Happened::Uncontrolled(happened) = &made.happened else { return None };
        let says = match happened {
            Control::ControlBidsAsked { .. } | Control::ControlRolled { controlled: None, .. } => {
                return None;
            }
            Control::ControlRolled { power, controlled: Some(of), .. } => {
                say!("{} ({}) controls {}.", of.by, player(&of.seat), *power)
            }
            Control::ControlLost { power, by } => say!("{} loses control of {}.", *by, *power),
        };
        Some((LineKind::Other, says))
    }
}

/// A bidder's die: "Austria: 4 + 2 VP + 3 = 9".
fn die(of: &ControlDie) -> String {
    let mut text =
        say!("{}: die {} + {} VP bid, modifier {}: **{}**", of.by, of.die, of.bid, of.modifier, of.total);
    if let Some(short) = of.short {
        text = format!(
            "{text}; {}",
            say!(
                "of its {} VP bid {} were paid, for {} was told to have no more since the bids began, and the rest is not owed",
                of.bid,
                short.paid,
                short.pays
            )
        );
    }
    if !of.again.is_empty() {
        let again: Vec<String> = of.again.iter().map(ToString::to_string).collect();
        text = format!("{text}; {}", say!("equal, rolled again: {}", again.join(", ")));
    }
    text
}

/// Whether a round is about the control of a power without a player.
pub(crate) fn is_of(round: &str) -> bool {
    matches!(round.parse(), Ok(Round::Control(_)))
}

/// The highest bid of who looks for the control of a power.
pub(crate) fn highest(view: &View, of: Power) -> i64 {
    let seat = view.seat().zip(position(view));
    seat.map_or(0, |(seat, position)| position.highest_control_bid(seat, of))
}

impl ToldRound<Rounds> for ControlBids {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(say!("Control of {}", self.1), (say!("Seal my bid"), say!("Change my bid")), "bid")
    }

    fn contents(&self, _: &Scene<'_>, bid: &Sealed) -> String {
        super::present::bid_lines(bid)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asked(scene, posts, round, self.1);
    }
}

/// The bids for a power are asked for.
fn asked(scene: &Scene<'_>, posts: &mut Posts, round: &RoundView, power: Power) {
    let awaited: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
    let embed = Embed::new(
        "",
        say!(
            "A bid is added to a die, with what is added for alliance, war, status and natural allies; the highest controls it. Every bid is paid. The controller moves it and commands its battles; it takes no part in politics.\nAsked: {}. A sealed \"no bid\" is an answer too.",
            list(&awaited)
        ),
    );
    let message =
        Message::text(say!("**Who controls {}?** Nobody plays it (14.3). Bids are 0 to 5 VP.", power))
            .with(embed.colour(power.colour()).footer(&scene.record()))
            .buttons(vec![
                scene.button(Look::Primary, &say!("Bid"), round.line, "bid"),
                scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
            ]);
    posts.council("control_round", message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use eia::uncontrolled::Short;
    use table::SeatId;

    #[test]
    fn a_die_says_what_was_paid_where_that_is_less_than_was_bid() {
        let seat = SeatId::numbered(1);
        let mut of = ControlDie {
            seat,
            by: Power::Austria,
            bid: 5,
            short: None,
            modifier: 1,
            die: 4,
            total: 10,
            again: Vec::new(),
        };
        assert_eq!(die(&of), "Austria: die 4 + 5 VP bid, modifier 1: **10**");
        of.short = Some(Short { pays: Power::Spain, paid: 2 });
        assert_eq!(
            die(&of),
            "Austria: die 4 + 5 VP bid, modifier 1: **10**; of its 5 VP bid 2 were paid, for Spain was told to have no more since the bids began, and the rest is not owed"
        );
    }
}
