//! Months and phases in words.

use crate::names::called;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event;
use eia::frame::{self, Frame};
use eia::outline::Happened;
use eia::outline::{self, Month, Phase};
use eia::powers::Power;
use eia::rounds::Round;
use table::View;
use table::frames::Awaited;
use table::view::RoundView;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::rounds::labels;
use table_commands::say;

/// The words of this subject.
pub(crate) struct Calendar;

impl Subject for Calendar {
    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Calendar(Happened::MonthEnded { month: ended }) = &made.happened else { return None };
        Some((LineKind::Month, say!("{} is over.", month(*ended))))
    }
}

/// A month's name: "March 1805".
#[must_use]
pub fn month(month: Month) -> String {
    let (year, number) = month.parts();
    let name = table_commands::speech::word(outline::MONTHS[number as usize - 1]);
    say!("{} {}", name, year)
}

/// A month in six letters or so, for a picture: "Aug 07".
#[must_use]
pub fn short(at: Month) -> String {
    let (year, _) = at.parts();
    let name: String = month(at).chars().take_while(|c| c.is_alphabetic()).take(3).collect();
    format!("{name} {:02}", year % 100)
}

/// The month that somebody means: "March 1805", "1805-03", in his language or in English, by any beginning of its name.
#[must_use]
pub fn meant(typed: &str) -> Option<Month> {
    let typed = typed.trim().to_lowercase();
    if let Ok(month) = Month::try_from(typed.clone()) {
        return Some(month);
    }
    let (name, year) = typed.rsplit_once(' ')?;
    let year: u32 = year.parse().ok()?;
    let starts = |word: &str| word.to_lowercase().starts_with(name.trim());
    let mut fits = (1..)
        .zip(outline::MONTHS)
        .filter(|(_, own)| starts(own) || starts(&table_commands::speech::word(own)));
    match (fits.next(), fits.next()) {
        (Some((number, _)), None) => Month::try_from(format!("{year:04}-{number:02}")).ok(),
        _ => None,
    }
}

/// A phase's name.
#[must_use]
pub fn phase(phase: Phase) -> String {
    table_commands::speech::word(phase.name())
}

/// A place in the outline: "March 1805 · Land phase".
#[must_use]
pub fn named(path: &[String]) -> Option<String> {
    if let [at, gap] = path
        && gap == outline::BETWEEN
    {
        let at = Month::try_from(at.clone()).ok()?;
        return Some(say!("the gap before {}", month(at)));
    }
    if let [at, control] = path
        && control == outline::CONTROL
    {
        let at = Month::try_from(at.clone()).ok()?;
        return Some(say!("{} · bids for powers without a player", month(at)));
    }
    let (at, what) = outline::place(path)?;
    let step = match path.get(2).map(String::as_str) {
        Some(frame::ORDERS) => format!(" · {}", say!("orders are lodged")),
        Some("answers" | "slots") => format!(" · {}", slot_named(path.get(3).map_or("", String::as_str))),
        Some(outline::WAR) => format!(" · {}", say!("declarations of war")),
        Some(outline::CESSION) => format!(" · {}", say!("what the victors take")),
        Some(outline::NEUTRALS) => format!(" · {}", say!("Russia's choice")),
        Some(outline::BUDGET) => format!(" · {}", say!("economic sheets")),
        _ => String::new(),
    };
    Some(format!("{} · {}{step}", month(at), phase(what)))
}

/// A slot or its combats by its word in the outline: "the slot of Austria".
fn slot_named(word: &str) -> String {
    let power = |word: &str| Power::by_key(&word.replace('-', "_"));
    match (word.strip_prefix("slot-").and_then(power), word.strip_prefix("combats-").and_then(power)) {
        (Some(power), _) => say!("the slot of {}", power),
        (_, Some(power)) => say!("the combats of {}", power),
        (None, None) => say!("slots"),
    }
}

/// Whether play stands where the slots of a land phase are carried out by themselves: no battle is fought, and no slot waits for its player.
#[must_use]
pub(crate) fn pass_by(view: &View) -> bool {
    let in_slots = view.step.get(2).is_some_and(|word| word == "answers" || word == "slots");
    let Some(now) = position(view).filter(|now| in_slots && now.keeps_land()) else { return false };
    let waits = |frame: &Frame| match frame {
        Frame::Slot(power) => now.land.waits.contains(power),
        Frame::Battle(_) => true,
        _ => false,
    };
    !now.frames.any(waits)
}

/// What the open slot of a power asks of its player, where that waits for him.
#[must_use]
pub(crate) fn slot_asked(view: &View, awaited: &Awaited) -> Option<String> {
    let now = position(view).filter(|now| now.keeps_land())?;
    match now.frames.get(awaited.line)? {
        // One that does not wait passes at once; who had something held back in it is told that.
        Frame::Slot(power) if now.land.waits.contains(power) => {
            Some(say!("the slot of {} is open: give orders at your desk, then *Ready*", *power))
        }
        _ => None,
    }
}

/// What is done now in a war whose land the bot keeps.
fn to_do_on_land(view: &View) -> Option<String> {
    let now = position(view).filter(|now| now.keeps_land())?;
    let says = match now.frames.iter().next_back()? {
        Frame::SetUp => {
            say!("Each sets up his army: *Set up my army*, which takes the historical one in one tap.")
        }
        Frame::Orders => say!(
            "*Orders* lodges marches for the month. When all are ready the powers act one after another, and the bot carries out what each lodged."
        ),
        Frame::Slot(power) => say!("The slot of {} is open.", *power),
        Frame::Battle(_) => say!("A battle: who fights in it seals his plan, *My battle plan*."),
        _ => return None,
    };
    Some(says)
}

/// That no field battle is due in the phase that is open: corps meet in the Land phase. `None` in that phase, and before the first month.
#[must_use]
pub(crate) fn not_the_land_phase(view: &View) -> Option<String> {
    let (_, open) = outline::place(&view.step)?;
    (open != Phase::Land).then(|| {
        say!(
            "**No battle is due now**: this is the {}, and corps fight in the {}. What is opened now is fought all the same; it can be called off before all have mustered.",
            phase(open),
            phase(Phase::Land)
        )
    })
}

/// What is done in the phase that is open, in words. Names only buttons that stand on the viewer's desk now.
#[must_use]
pub fn to_do(view: &View) -> Option<String> {
    if view.step.first().is_some_and(|step| step == "choice") {
        return Some(to_bid(view));
    }
    if position(view).is_some_and(|now| now.keeps_land()) {
        return to_do_on_land(view);
    }
    let (_, phase) = outline::place(&view.step)?;
    let says = match phase {
        Phase::Political if view.step.get(2).is_some_and(|step| step == outline::CESSION) => say!(
            "Political phase: who may take something by his peace takes it now, with /province take; then what the loser cannot hold is lost."
        ),
        Phase::Political => match sheet_button(view) {
            Some(sheet) => say!(
                "Political phase: agree on peace, alliances and declarations of war; *{}* seals what you declare.",
                sheet
            ),
            None => say!("Political phase: agree on peace, alliances and declarations of war."),
        },
        Phase::Reinforcement => say!(
            "Reinforcement phase: /reinforce brings a corps in or enlarges it, and its contents stay in your strongbox."
        ),
        Phase::Naval => {
            say!("Naval phase: move your fleets on your board; *My counters* moves them on the map here.")
        }
        Phase::Land => say!(
            "Land phase: move your corps on your board; where they meet enemies press *Open a battle*, and each side musters and seals its plan."
        ),
        Phase::Economic if view.step.get(2).is_some_and(|step| step == outline::BUDGET) => say!(
            "Economic phase: your economic sheet says what you pay for, buy and lend; an untouched one pays your counters and saves the rest."
        ),
        Phase::Economic if view.step.get(2).is_some_and(|step| step == outline::SETTLING) => say!(
            "Economic phase: your account is made (/economy account). Now is the time to cede (/province cede) and to make combinations."
        ),
        Phase::Economic => say!(
            "Economic phase: collect and spend on your board; *Tell a result* for VP and PP, *Strongbox* for your money."
        ),
    };
    let says = match in_order(view, phase) {
        Some(order) => format!("{says} {order}"),
        None => says,
    };
    let is_awaited = view.seat().zip(view.step_awaits()).is_some_and(|(seat, step)| step.awaits(seat));
    Some(if is_awaited { say!("{} Then *Ready*.", says) } else { says })
}

/// Who moves after whom in a phase; `None` where all act at once.
fn in_order(view: &View, phase: Phase) -> Option<String> {
    let moves = position(view)?.moves(phase)?;
    let order: Vec<String> = moves.order.iter().map(called).collect();
    let order = order.join(", ");
    Some(match moves.chooses {
        Some(power) => {
            say!(
                "They move in this order: {}. {} chooses its place among them as the phase begins.",
                order,
                power
            )
        }
        None => say!("They move in this order: {}.", order),
    })
}

/// What who chooses his powers does next: seal, make Final, or wait for the others.
fn to_bid(view: &View) -> String {
    let open = view.rounds.iter().find_map(|round| Some((round, round.mine.as_ref()?)));
    let Some((round, mine)) = open.filter(|(_, mine)| !mine.waits_for_operator) else {
        return say!("The powers are being chosen.");
    };
    let (first, again) = labels(view, &round.round);
    match &mine.sealed {
        None => say!("The powers are chosen by secret bids: *{}*.", first),
        Some(sealed) if sealed.is_final => {
            say!("Your bids are Final; the envelopes are opened when all are.")
        }
        Some(_) => say!("*{}* while you like, then *Make it Final*.", again),
    }
}

/// What the button of the political sheet says, where one is asked of the viewer and he can change it.
fn sheet_button(view: &View) -> Option<String> {
    let is_sheet =
        |round: &RoundView| matches!(round.round.parse(), Ok(Round::Politics(_) | Round::Terms(_)));
    let round = view.rounds.iter().find(|round| is_sheet(round))?;
    let mine = round.mine.as_ref().filter(|mine| !mine.waits_for_operator && !mine.fixed)?;
    let (first, again) = labels(view, &round.round);
    match &mine.sealed {
        None => Some(first),
        Some(sealed) => (!sealed.is_final).then_some(again),
    }
}

/// What belongs to months that follow one another, a line a month: "January 1805: Naval phase, Land phase".
pub(crate) fn by_month(all: impl IntoIterator<Item = (Month, String)>) -> String {
    let mut lines: Vec<(Month, Vec<String>)> = Vec::new();
    for (at, what) in all {
        match lines.last_mut() {
            Some((last, items)) if *last == at => items.push(what),
            _ => lines.push((at, vec![what])),
        }
    }
    let lines = lines.into_iter().map(|(at, items)| format!("{}: {}", month(at), items.join(", ")));
    lines.collect::<Vec<_>>().join("\n")
}

/// The phases that were passed over, of those that began one after another: all but the last.
pub(crate) fn passed_over(begun: &[&[String]]) -> Option<String> {
    // Slots that the bot carries out one after another are passed over by nobody.
    let of_slots = |path: &&&[String]| path.get(2).is_some_and(|word| word == "answers" || word == "slots");
    if begun.iter().any(|path| of_slots(&path)) {
        return None;
    }
    let mut steps: Vec<(Month, Phase)> = begun.iter().filter_map(|path| outline::place(path)).collect();
    // Gates of a phase that asked nobody anything are no phases passed over.
    steps.dedup();
    let (_, passed) = steps.split_last().filter(|(_, passed)| !passed.is_empty())?;
    Some(by_month(passed.iter().map(|(at, what)| (*at, phase(*what)))))
}
