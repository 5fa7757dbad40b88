//! What the terms of a peace do after it, in words.

use crate::months;
use crate::politics::present::{points, words};
use crate::politics::terms;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::politics::carried::loan::Loan;
use eia::politics::carried::{Claim, Happened};
use eia::politics::ends::{End, What};
use eia::politics::terms::Term;
use eia::{Event, Position};
use table::Stage;
use table_commands::message::{Embed, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, Lines};
use table_commands::present::names::list;
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
        posts.council("peace", Message::text(text.clone()));
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
                let [of, to] = [loan.of, loan.to].map(|power| speech::word(power.name()));
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
    (claims.map(claimed).collect(), Vec::new())
}
