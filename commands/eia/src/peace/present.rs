//! What the terms of a peace do after it, in words.

use crate::months;
use crate::peace::PEACE;
use crate::points::points;
use crate::politics::present::words;
use crate::politics::terms;
use crate::province::PROVINCES;
use crate::province::present::called;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::politics::carried::loan::{Loan, can_be_lent};
use eia::politics::carried::{Claim, Happened, Order};
use eia::politics::ends::{End, What};
use eia::politics::terms::Term;
use eia::powers::Power;
use eia::{Event, Position, board};
use table::Stage;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, Lines};
use table_commands::present::names::list;
use table_commands::present::votes::why_and_question;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct PeaceTerms;

impl Subject for PeaceTerms {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Peace(happened) = &made.happened else { return };
        let mut text = in_a_line(happened);
        let now = match happened {
            Happened::Recalled { power, now, .. } => Some((*power, *now)),
            Happened::LoanForaged { loan, now: Some(now), .. } => Some((loan.to, *now)),
            _ => None,
        };
        if let Some((power, now)) = now {
            text = format!("{text} {}", say!("{} has {} now.", power, points(made.scene, now)));
        }
        let buttons = why_and_question(made.scene, made.line());
        posts.council("peace", Message::text(text.clone()).buttons(buttons));
        posts.reply = Message::text(text);
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Peace(happened) = &made.happened else { return None };
        Some((LineKind::Other, in_a_line(happened)))
    }
}

/// What happened, in a line.
#[must_use]
pub fn in_a_line(happened: &Happened) -> String {
    match happened {
        Happened::Exiled { exile, .. } => {
            say!("**{}** sends {} of {} into exile.", exile.by, exile.leader.as_str(), exile.of)
        }
        Happened::Recalled { power, leader, price, .. } => {
            say!("**{}** brings {} back from exile, for {} PP.", *power, leader.as_str(), *price)
        }
        Happened::Lent { loan, .. } => say!(
            "**{}** lends {} to {}; it comes back in the reinforcement phase of {}.",
            loan.of,
            loan.corps.as_str(),
            loan.to,
            months::month(loan.until)
        ),
        Happened::LoansEnded { loans, .. } => {
            let of = |loan: &Loan| {
                let [of, to] = [loan.of, loan.to].map(crate::names::called);
                say!("{} ({}, from {})", loan.corps.as_str(), of, to)
            };
            let each = list(&loans.iter().map(of).collect::<Vec<_>>());
            say!("Back from loan, and placed by their owners as new corps are: {}.", each)
        }
        Happened::LoanForaged { loan, lost, now, rules, .. } => {
            let mut says = vec![say!(
                "**{}** did not supply {}, which it has on loan from {}.",
                loan.to,
                loan.corps.as_str(),
                loan.of
            )];
            if *lost == 1 {
                says.push(say!("It lost one factor; {} says which.", loan.of));
            } else if *lost > 0 {
                says.push(say!("It lost {} factors; {} says which.", *lost, loan.of));
            }
            if rules.iter().any(|rule| rule.as_str() == "house.peace.loan.no-foraging-to-death") {
                says.push(say!(
                    "It foraged in the month before too: no corps on loan is starved without need."
                ));
            }
            if now.is_some() {
                says.push(say!("Nothing is left of it, and it goes back to {}.", loan.of));
            }
            says.join(" ")
        }
        Happened::NoManpower { power, to, .. } => say!(
            "**{} collects no manpower (8.2.2)** and sues at once: {}. It accepts what each of them names.",
            *power,
            words(to.iter().copied())
        ),
    }
}

/// An end in a line: "June 1807: enforced peace of Austria and France".
fn end(end: &End) -> String {
    let what = match &end.what {
        What::Truce(pair) => say!("the enforced peace of {}", words(pair.powers())),
        What::FormerAlly { by, with } => {
            say!("{} may declare war on {}, whose ally it was, without a penalty", *by, *with)
        }
        What::Alliance(pair) => say!("the alliance of {}", words(pair.powers())),
        What::Term { term, by, of } => say!("{}, of {} by {}", terms::term(*term), *of, *by),
        What::Reparations { of, to, part: [n, of_all] } => {
            say!("reparations of {} to {}, {} of {}", *of, *to, u32::from(*n), u32::from(*of_all))
        }
        What::Bound(power) => say!("{} may soon declare war on Russia again", *power),
        What::CrimeanReparations { of, to, part: [n, of_all] } => say!(
            "reparations of the Crimean War, {} to {}, {} of {}",
            words(of.iter().copied()),
            words(to.iter().copied()),
            u32::from(*n),
            u32::from(*of_all)
        ),
        What::Ships { black_sea: false } => say!("Russia may build ships again"),
        What::Ships { .. } => say!("Russia may build ships in the Black Sea again"),
        What::Mille => say!("Spedizione dei Mille is open to Sardinia again"),
        What::Loan { corps, of, to } => say!("{} comes back to {} from {}", corps.as_str(), *of, *to),
        What::Exile { leader, of } => say!("{} may come back to {} from exile", leader.as_str(), *of),
    };
    format!("**{}** · {}: {what}", months::month(end.month), speech::word(end.phase.name()))
}

/// Everything of politics that ends or falls due, a line each, the next first.
#[must_use]
pub fn lines(position: &Position) -> Vec<String> {
    position.endings().iter().map(end).collect()
}

/// What ends, and when.
#[must_use]
pub fn ends(scene: &Scene<'_>) -> Message {
    let lines = position(&scene.own).map(|position| lines(&position)).unwrap_or_default();
    let says = if lines.is_empty() { say!("Nothing of politics has an end now.") } else { lines.join("\n") };
    Message::default()
        .with(Embed::new(&say!("What ends, and when"), clip(&says, 3500)).footer(&scene.record()))
}

/// What a victor has still to name.
fn claimed(claim: &Claim) -> String {
    if claim.term == Term::Exile {
        say!("{} may send a leader of {} into exile: /politics exile.", claim.by, claim.of)
    } else {
        say!("{} may take a corps of {} on loan: /politics borrow.", claim.by, claim.of)
    }
}

/// Buttons by which powers name what their peaces still give them: a leader, a corps, a province; no more than `most`.
fn to_name(scene: &Scene<'_>, now: &Position, own: &[Power], most: usize) -> Vec<Component> {
    let mut buttons = Vec::new();
    for claim in now.politics.carried.claims.iter().filter(|claim| own.contains(&claim.by)) {
        let exiles = claim.term == Term::Exile;
        let names = if exiles { now.can_be_exiled(claim.of) } else { can_be_lent(now, claim.of) };
        let (power, of) = (claim.by, claim.of);
        let names = names.into_iter().map(|name| {
            let (label, order) = if exiles {
                (say!("Exile {}", name.as_str()), Order::Exile { power, of, leader: name })
            } else {
                (say!("Borrow {}", name.as_str()), Order::Borrow { power, of, corps: name })
            };
            (Look::Secondary, label, order)
        });
        buttons.extend(PEACE.buttons(scene, names));
    }
    for claim in now.politics.claims.iter().filter(|claim| own.contains(&claim.by)) {
        let can = now.board.of(claim.of).map(|(province, _)| province);
        let can = can.filter(|province| now.may_take(claim.by, *province)).map(|province| {
            let order = board::Order::Take { power: claim.by, province };
            (Look::Secondary, say!("Take {}", called(province)), order)
        });
        buttons.extend(PROVINCES.buttons(scene, can));
    }
    buttons.truncate(most);
    buttons
}

/// A peace is made: who has still to name something by it is told by direct message, with the likeliest as buttons.
pub(crate) fn given(scene: &Scene<'_>, posts: &mut Posts) {
    let Some(now) = position(&scene.public) else { return };
    for (power, holding) in &now.choice.holdings {
        let of_his = now.politics.carried.claims.iter().filter(|claim| claim.by == *power).map(claimed);
        let to_take = now.politics.claims.iter().filter(|claim| claim.by == *power);
        let lines: Vec<String> = of_his.chain(to_take.map(crate::politics::present::may_take)).collect();
        if lines.is_empty() {
            continue;
        }
        let message = Message::text(say!("{} · your peace gives you something to name", scene.title()))
            .with(Embed::new("", lines.join("\n")))
            .buttons(to_name(scene, &now, &[*power], 10));
        posts.to_seat(&holding.seat, "peace", message);
    }
}

/// What the viewer has still to name by his peaces.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> Lines {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (Vec::new(), Vec::new());
    };
    if scene.own.stage != Stage::Playing || scene.own.as_regent {
        return (Vec::new(), Vec::new());
    }
    let own = position.bidders(seat);
    let claims = position.politics.carried.claims.iter().filter(|claim| own.contains(&claim.by));
    (claims.map(claimed).collect(), to_name(scene, &position, &own, 5))
}
