//! Auctions of powers whose player left: put up, bid for in secret, sold or not.

use crate::prelude::*;
use crate::province::present as province;
use crate::seen::happened;
use eia::auction::AuctionBids;
use eia::auction::{Happened as Auction, Sealed, Sold};
use eia::choice_of_powers::BidsTied;
use eia::rounds::Choice;
use eia::rounds::Round;
use eia::uncontrolled::ControlBids;
use eia::{EmpiresInArms, Event as Happened};
use table::rules::RuleId;
use table::view::RoundView;
use table::{Event, View};
use table_commands::present::votes::{why_and_question, why_button};

/// The words of this subject.
pub(crate) struct Auctions;

impl Subject for Auctions {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Happened::Auction(happened) = &made.happened else { return };
        match happened {
            Auction::AuctionOpened { .. } => put_up(made.scene, posts, happened, made.line()),
            // Without an envelope there was nobody who could bid.
            Auction::Unsold { power, rules }
                if !made.entries.iter().any(|e| matches!(e.event, Event::Opened { .. })) =>
            {
                unsold(made.scene, posts, *power, rules);
            }
            _ => {}
        }
    }

    fn line(&self, made: &Made<'_>, player: Called<'_>) -> Option<(LineKind, String)> {
        let Happened::Auction(happened) = &made.happened else { return None };
        let says = match happened {
            Auction::AuctionOpened { powers, .. } => {
                let powers: Vec<String> = powers.iter().map(crate::names::called).collect();
                let up = say!("Up for auction: {}.", powers.join(", "));
                [vec![up], over(happened)].concat().join(" ")
            }
            Auction::Sold(sold) => {
                let (bidder, player) = (sold.to.bidder, player(&sold.to.seat));
                say!("{} goes to {} ({}) for {} VP.", sold.power, bidder, player, sold.to.bid)
            }
            Auction::Unsold { power, .. } => say!("Nobody bids for {}.", *power),
            Auction::AuctionTied(_) => return None,
        };
        Some((LineKind::Other, says))
    }
}

impl ToldRound<Rounds> for AuctionBids {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(say!("Auction of {}", self.0), (say!("Seal my bid"), say!("Change my bid")), "bid")
    }

    fn contents(&self, _: &Scene<'_>, bid: &Sealed) -> String {
        bid_lines(bid)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asked(scene, posts, round, self.0);
    }

    fn post_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        opened(scene, posts, entries, &self.to_string());
    }
}

/// A bid for a power.
pub(super) fn bid_lines(bid: &Sealed) -> String {
    let power = crate::names::called(bid.power);
    match bid.bid {
        Some(bid) => say!("{} bids **{} VP**.", power, bid),
        None => say!("{} makes **no bid**.", power),
    }
}

/// The power for which a round of bids is held.
#[must_use]
pub fn power_of(round: &str) -> Option<Power> {
    match round.parse() {
        Ok(Round::Auction(AuctionBids(power)) | Round::Control(ControlBids(_, power))) => Some(power),
        _ => None,
    }
}

/// The powers in whose name the viewer may bid, with what each has in VP.
#[must_use]
pub fn bidders(view: &View) -> Vec<(Power, i64)> {
    let (Some(position), Some(seat)) = (position(view), view.seat()) else { return Vec::new() };
    let vp = |power: &Power| position.vp.get(power).copied().unwrap_or(0);
    position.bidders(seat).into_iter().map(|power| (power, vp(&power))).collect()
}

fn headings(rules: &[RuleId]) -> String {
    let mut headings: Vec<&str> = Vec::new();
    for rule in rules {
        if !headings.contains(&rule.printed()) {
            headings.push(rule.printed());
        }
    }
    headings.join(", ")
}

/// What of politics is over as powers are put up, a sentence each: nobody is at war or allied with one that is out of the game.
fn over(happened: &Auction) -> Vec<String> {
    let Auction::AuctionOpened { wars, minor_wars, alliances, .. } = happened else { return Vec::new() };
    let wars = wars.iter().map(|war| {
        let [one, other] = war.powers();
        say!("The war between {} and {} is over.", one, other)
    });
    let on_minors =
        minor_wars.iter().map(|(by, on)| say!("The war of {} on {} is over.", *by, province::called(*on)));
    let alliances = alliances.iter().map(|alliance| {
        let [one, other] = alliance.powers();
        say!("The alliance of {} and {} is over.", one, other)
    });
    wars.chain(on_minors).chain(alliances).collect()
}

/// Powers were put up.
pub(crate) fn put_up(scene: &Scene<'_>, posts: &mut Posts, happened: &Auction, line: u64) {
    let Auction::AuctionOpened { powers, rules, .. } = happened else { return };
    let mut embed = Embed::new(
        "",
        say!(
            "Whoever bids most VP takes control and pays the bid; the others pay nothing. A power that is out earns no more VP and cannot win.\n*{}*",
            headings(rules)
        ),
    );
    let over = over(happened);
    if !over.is_empty() {
        let heading = say!("Who is out of the game is at war and allied with nobody");
        embed = embed.field(&heading, over.join("\n"));
    }
    let message = Message::text(say!("**Up for auction: {}**", crate::names::listed(powers)))
        .with(embed.footer(&scene.record()))
        .buttons(vec![why_button(scene, line)]);
    posts.council("auction", message);
}

/// The envelopes of an auction opened.
fn asked(scene: &Scene<'_>, posts: &mut Posts, round: &RoundView, power: Power) {
    let asked: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
    let embed = Embed::new(
        "",
        say!(
            "Asked: {}. A sealed \"no bid\" is an answer too. All are opened together when all are Final.",
            list(&asked)
        ),
    )
    .colour(power.colour());
    let message = Message::text(say!("**Bids for {}**: 0 to what the bidder has in VP.", power))
        .with(embed.footer(&scene.record()))
        .buttons(vec![
            scene.button(Look::Primary, &say!("Bid"), round.line, "bid"),
            scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
        ]);
    posts.council("auction_round", message);
}

/// Nobody could bid.
pub(crate) fn unsold(scene: &Scene<'_>, posts: &mut Posts, power: Power, rules: &[RuleId]) {
    let embed = Embed::new("", format!("*{}*", headings(rules))).colour(power.colour());
    let message =
        Message::text(say!("**{} is not sold.** Nobody can bid; it stays without a player (14.3).", power));
    posts.council("sold", message.with(embed.footer(&scene.record())));
}

/// The bids lie open: who gets the power, and for what.
fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], name: &str) {
    let Some(power) = power_of(name) else { return };
    let bids: Vec<String> = entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Opened { round, seat, body, .. } if round == name => {
                let Choice::Auction(Sealed { power: bidder, bid }) = body.of::<EmpiresInArms>()? else {
                    return None;
                };
                let player = scene.player(seat);
                Some(match bid {
                    Some(bid) => say!("{} ({}): **{} VP**", bidder, player, bid),
                    None => say!("{} ({}): no bid", bidder, player),
                })
            }
            _ => None,
        })
        .collect();
    let mut dice = None;
    let mut rolls = Vec::new();
    for entry in entries {
        if let Some(rolled) = entry.event.rolled() {
            rolls.push(rolled.id.clone());
        }
        let line = entry.line.map_or(0, |(line, _)| line);
        let (head, rules) = match happened(entry) {
            Some(Happened::Auction(Auction::AuctionTied(tied))) => {
                dice = Some(tie(scene, &tied, &rolls));
                continue;
            }
            Some(Happened::Auction(Auction::Sold(sold))) if sold.power == power => {
                (sold_to(scene, &sold), sold.rules)
            }
            Some(Happened::Auction(Auction::Unsold { power: unsold, rules })) if unsold == power => {
                (say!("**{} is not sold.** Nobody bids; it stays without a player (14.3).", power), rules)
            }
            _ => continue,
        };
        let mut embed = Embed::new("", bids.join("\n")).colour(power.colour());
        if let Some((heading, text)) = dice {
            embed = embed.field(&heading, text);
        }
        embed = embed.field(&say!("House rules"), headings(&rules));
        let message =
            Message::text(head).with(embed.footer(&scene.record())).buttons(why_and_question(scene, line));
        posts.council("sold", message);
        return;
    }
}

fn sold_to(scene: &Scene<'_>, sold: &Sold) -> String {
    say!(
        "**{} goes to {} ({}) for {} VP**, which leaves {} VP.",
        sold.power,
        sold.to.bidder,
        scene.player(&sold.to.seat),
        sold.to.bid,
        sold.vp
    )
}

fn tie(scene: &Scene<'_>, tied: &BidsTied, rolls: &[String]) -> (String, String) {
    let order = tied.tie.order.iter().zip(&tied.tie.rolls).map(|(bid, faces)| {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        format!("{}: {}", scene.power(&bid.seat), faces.join(", "))
    });
    (
        say!("Equal bids of {} VP (roll {})", tied.tie.amount, rolls.join(", ")),
        order.collect::<Vec<_>>().join("\n"),
    )
}
