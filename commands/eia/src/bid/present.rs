//! Empires in Arms: the choice of powers.

use crate::forces;
use crate::rounds::{Rounds, ToldRound};
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event as Happens;
use eia::choice_of_powers::BidSheets;
use eia::choice_of_powers::{BidsTied, Happened as Choice, How, PowerTaken, Spare};
use eia::powers::Power;
use eia::rounds::Choice as Sealed;
use eia::{EmpiresInArms, Event as Happened, scenario};
use std::fmt::Write as _;
use table::bids::Sheet;
use table::rules::RuleId;
use table::{Entry, Event, SeatId, View};
use table_commands::message::{Embed, Look, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, RoundWords};
use table_commands::present::names::{column, list};
use table_commands::present::values::bare_amount;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct Choosing;

impl Subject for Choosing {
    fn line(&self, made: &Made<'_>, player: Called<'_>) -> Option<(LineKind, String)> {
        let Happens::Choice(happened) = &made.happened else { return None };
        let says = match happened {
            Choice::PowerTaken(taken) => {
                let (seat, goal) = (&taken.holding.seat, taken.holding.goal);
                say!("{} goes to {}; its goal is {} VP.", taken.power, player(seat), goal)
            }
            Choice::Uncontrolled { power } => say!("{} stays without a player.", *power),
            _ => return None,
        };
        Some((LineKind::Other, says))
    }
}

/// The powers of a campaign, in the game's order.
#[must_use]
pub fn powers(view: &View) -> Vec<Power> {
    position(view).map(|position| position.choice.powers().collect()).unwrap_or_default()
}

/// The powers of a seat.
#[must_use]
pub fn held_by(view: &View, seat: &SeatId) -> Vec<Power> {
    position(view).map(|position| position.choice.powers_of(seat)).unwrap_or_default()
}

/// The powers of a seat by name.
#[must_use]
pub fn powers_of(view: &View, seat: &SeatId) -> Vec<String> {
    let powers = held_by(view, seat);
    powers.into_iter().map(crate::names::called).collect()
}

/// How the powers of a seat stand, in one line: "**France**: 12 of 370 VP · 3.5 PP told · political status N5".
#[must_use]
pub fn standing(view: &View, seat: &SeatId) -> Option<String> {
    let position = position(view)?;
    if position.keeps_land() {
        let own: Vec<String> =
            powers_of(view, seat).into_iter().map(|power| format!("**{power}**")).collect();
        let points = crate::land::present::points(&position.land.count);
        return (!own.is_empty()).then(|| format!("{} · {points}", own.join(" · ")));
    }
    let each = position.choice.powers_of(seat).into_iter().filter_map(|power| {
        let goal = position.choice.holdings.get(&power)?.goal;
        let vp = position.vp.get(&power).copied().unwrap_or(0);
        let pp = political_points(view, power);
        Some(match forces::present::status_now(view, &position, power) {
            Some(status) => {
                say!("**{}**: {} of {} VP · {} PP · status {}", power, vp, goal, pp, status.to_string())
            }
            None => say!("**{}**: {} of {} VP · {} PP", power, vp, goal, pp),
        })
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| each.join("\n"))
}

/// A power's political points, as they are written.
fn political_points(view: &View, power: Power) -> String {
    let pp = view.values.iter().find(|value| value.key == format!("pp/{}", power.key()));
    pp.map_or_else(|| "0".to_owned(), |pp| bare_amount(pp, pp.now))
}

/// The powers that a seat won at auction, or controls because nobody plays them.
#[must_use]
pub fn controlled(view: &View, seat: &SeatId) -> Vec<String> {
    let Some(position) = position(view) else { return Vec::new() };
    let own = position.auctions.sold.iter().filter(|(_, sold)| sold.seat == *seat);
    let all = own.map(|(power, _)| *power).chain(position.controlled_by(seat));
    all.map(crate::names::called).collect()
}

/// The colour of a seat's first power, `#RRGGBB`.
#[must_use]
pub fn colour(view: &View, seat: &SeatId) -> Option<String> {
    let power = position(view)?.choice.powers_of(seat).into_iter().next()?;
    Some(power.colour().to_owned())
}

/// What a campaign is played for: scenario, goals and bids, as the founding post tells it.
#[must_use]
pub fn terms(view: &View) -> Option<String> {
    let position = position(view)?;
    if position.keeps_land() {
        return crate::land::present::founded::terms(view);
    }
    let choice = &position.choice;
    let scenario = scenario::by_key(&view.scenario)?;
    let mut text = say!(
        "Empires in Arms. {}. {} players.\n\n**Goals in victory points**\n",
        speech::name(&scenario.title),
        choice.seats
    );
    let mut notes: Vec<&str> = Vec::new();
    for (power, goal) in &choice.goals {
        let (power, goal) = (*power, *goal);
        let origin = match scenario.goals.get(&power) {
            Some(fact) if fact.value == goal => fact.origin.says(),
            _ => SET_HERE,
        };
        let place = notes.iter().position(|note| *note == origin).unwrap_or_else(|| {
            notes.push(origin);
            notes.len() - 1
        });
        let _ = writeln!(text, "{}: {goal} VP{}", crate::names::called(power), NOTE_MARKS[place]);
    }
    for (note, mark) in notes.iter().zip(NOTE_MARKS) {
        let _ = writeln!(text, "*{mark} {}*", speech::word(note));
    }
    let spare = match choice.spare {
        _ if choice.seats as usize == choice.goals.len() => String::new(),
        Spare::Second => {
            format!(" {}", say!("Powers left over go to players as second powers, by preference."))
        }
        Spare::Uncontrolled => format!(" {}", say!("Powers left over stay uncontrolled.")),
    };
    let bids = say!(
        "Powers are chosen by secret bids of 0 to {} VP, which raise the winner's goal.",
        choice.ceiling
    );
    let _ = write!(text, "\n{bids}{spare}");
    // What is not kept needs no word: it is as at any table.
    if eia::economy::is_kept_in(view) {
        let _ = write!(
            text,
            " {}",
            say!("The bot keeps wars, alliances and peace, and every power's money and manpower.")
        );
    } else if view.switch(eia::politics::SWITCH) == eia::politics::KEPT {
        let _ = write!(text, " {}", say!("The bot keeps wars, alliances and peace."));
    }
    Some(text)
}

/// The note on a goal that the founder typed.
const SET_HERE: &str = "set by this group";

/// Marks for notes below a table; there are fewer origins than marks.
const NOTE_MARKS: [&str; 5] = ["¹", "²", "³", "⁴", "⁵"];

/// The lowest and the highest bid, in VP.
#[must_use]
pub fn bounds(view: &View) -> (i64, i64) {
    position(view).map_or((0, 0), |position| position.choice.bounds())
}

/// What a bid sheet holds, in two sentences.
#[must_use]
pub fn sheet_rules(view: &View) -> String {
    let bounds = bounds(view);
    say!(
        "A sheet has a whole number from {} to {} for each power, all different, and an order of preference for what is left over.",
        bounds.0,
        bounds.1
    )
}

/// The powers chosen so far, for the status.
#[must_use]
pub fn holdings(scene: &Scene<'_>) -> Option<String> {
    let position = position(&scene.public)?;
    let choice = &position.choice;
    if !choice.done {
        return None;
    }
    if position.keeps_land() {
        return Some(crate::land::present::founded::holdings(scene, &position));
    }
    let lines = choice.powers().map(|power| match choice.holdings.get(&power) {
        Some(holding) => say!(
            "**{}** · {} · {} of {} VP · {} PP",
            power,
            scene.player(&holding.seat),
            position.vp.get(&power).copied().unwrap_or(0),
            holding.goal,
            political_points(&scene.public, power)
        ),
        None => say!("**{}** · uncontrolled", power),
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// Which powers are at war, where politics are kept.
#[must_use]
pub fn wars(view: &View) -> Vec<String> {
    let Some(position) = position(view) else { return Vec::new() };
    let pairs = Power::ALL.into_iter().flat_map(|one| {
        position.enemies(one).filter(move |other| one < *other).map(move |other| (one, other))
    });
    pairs.map(|(one, other)| say!("{} and {}", one, other)).collect()
}

/// A sheet, a line a power, for its owner.
#[must_use]
pub fn sheet_lines(sheet: &Sheet) -> String {
    let mut lines = String::from("```\n");
    for power in Power::ALL.into_iter().filter(|power| sheet.bids.contains_key(power.key())) {
        let bid = sheet.bids.get(power.key()).copied().unwrap_or_default();
        let _ = writeln!(lines, "{} {bid:>4}", column(&crate::names::called(power), 14));
    }
    lines.push_str("```\n");
    let preference: Vec<String> = sheet
        .preference
        .iter()
        .filter_map(|key| Power::by_key(key))
        .map(|p| speech::word(p.name()))
        .collect();
    lines.push_str(&say!("Preference: {}", preference.join(", ")));
    lines
}

impl ToldRound<Rounds> for BidSheets {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(say!("Bid sheets"), (say!("Seal my bids"), say!("Change my bids")), "bid")
    }

    fn contents(&self, _: &Scene<'_>, sheet: &Sheet) -> String {
        sheet_lines(sheet)
    }

    fn post_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        opened(scene, posts, entries);
    }
}

/// The sheets were opened: what everybody bid, then who takes what and why.
fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let sheets: Vec<(&SeatId, Sheet)> = entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Opened { seat, body, .. } => match body.of::<EmpiresInArms>()? {
                Sealed::Bids(sheet) => Some((seat, sheet)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    if sheets.is_empty() {
        return;
    }
    let mut table = String::from("```\n         ");
    let powers = powers(&scene.public);
    for power in &powers {
        let _ = write!(table, " {:>3}", short(*power));
    }
    for (seat, sheet) in &sheets {
        let name = scene.player(seat).replace('\\', "");
        let _ = write!(table, "\n{}", column(&name, 9));
        for power in &powers {
            let _ = write!(table, " {:>3}", sheet.bids.get(power.key()).copied().unwrap_or_default());
        }
    }
    table.push_str("\n```");
    let legend: Vec<String> =
        powers.iter().map(|power| format!("{} {}", short(*power), crate::names::called(power))).collect();
    posts.council(
        "opened",
        Message::text(say!("**The bid sheets are opened.**"))
            .with(Embed::new(&say!("Bids"), table).footer(&legend.join(" · "))),
    );
    posts.council("chosen", chosen(scene, entries));
}

fn short(power: Power) -> String {
    match power {
        Power::Austria => say!("Au"),
        Power::France => say!("Fr"),
        Power::GreatBritain => say!("GB"),
        Power::Greece => say!("Gr"),
        Power::Prussia => say!("Pr"),
        Power::Russia => say!("Ru"),
        Power::Sardinia => say!("Sa"),
        Power::Spain => say!("Sp"),
        Power::Turkey => say!("Tu"),
    }
}

/// What the opened bids came to.
#[derive(Default)]
struct Results {
    /// Each power, and who took it.
    taken: Vec<String>,
    /// The dice between equal bids, with their headings.
    dice: Vec<(String, String)>,
    cited: Vec<RuleId>,
    /// Whether a power that was left over went by preference.
    by_preference: bool,
}

impl Results {
    /// What the entries of the opening tell.
    fn of(scene: &Scene<'_>, entries: &[Entry]) -> Self {
        let mut results = Results::default();
        let mut rolls = Vec::new();
        for entry in entries {
            match &entry.event {
                Event::Rolled(rolled) => rolls.push(rolled.id.clone()),
                Event::Game { .. } => match entry.game_event::<EmpiresInArms>() {
                    Some(Happened::Choice(Choice::PowerTaken(power))) => results.taken(scene, power),
                    Some(Happened::Choice(Choice::BidsTied(tied))) => {
                        results.tied(scene, tied, &rolls.join(", "));
                        rolls.clear();
                    }
                    Some(Happened::Choice(Choice::Uncontrolled { power })) => {
                        results.taken.push(say!("**{}** stays uncontrolled", power));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        results.cited.sort_unstable();
        results.cited.dedup();
        results
    }

    /// A power that somebody takes.
    fn taken(&mut self, scene: &Scene<'_>, power: PowerTaken) {
        self.cited.extend(power.rules);
        let holding = &power.holding;
        let why = match holding.how {
            How::Bid => say!("bid {}", holding.bid),
            How::Preference => {
                self.by_preference = true;
                say!("left over, by preference")
            }
            How::Given => say!("by the scenario"),
        };
        self.taken.push(say!(
            "**{}** to {}: {}, goal **{} VP**",
            power.power,
            scene.player(&holding.seat),
            why,
            holding.goal
        ));
    }

    /// Equal bids, and the dice that fell between them.
    fn tied(&mut self, scene: &Scene<'_>, tied: BidsTied, rolls: &str) {
        self.cited.extend(tied.rules);
        let order = tied.tie.order.iter().zip(&tied.tie.rolls);
        let order = order.map(|(bid, faces)| {
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            say!("{} rolls {}", scene.player(&bid.seat), faces.join(&format!(", {} ", say!("then"))))
        });
        let text = order.collect::<Vec<_>>().join("; ");
        let heading = say!("Equal bids of {} (roll {})", tied.tie.amount, rolls);
        self.dice.push((heading, format!("{text}.")));
    }
}

/// Who has which power now, and how it came so.
fn chosen(scene: &Scene<'_>, entries: &[Entry]) -> Message {
    let Results { taken, dice, cited, by_preference } = Results::of(scene, entries);
    let mut embed = Embed::new(&say!("The powers are chosen"), taken.join("\n"));
    // A field for each, so that none is cut short.
    for (heading, text) in dice {
        embed = embed.field(&heading, text);
    }
    if by_preference {
        embed = embed.field(
            &say!("Powers left over"),
            say!("Second powers go by preference at no cost; whose winning bid was larger chooses first."),
        );
    }
    if !cited.is_empty() {
        let mut headings: Vec<String> = cited.iter().map(|rule| rule.printed().to_owned()).collect();
        headings.dedup();
        let says = say!("largest first, equal ones by a die roll.");
        embed = embed.field(&say!("House rules"), format!("{}: {says}", list(&headings)));
    }
    embed = embed.field(
        &say!("From here on"),
        say!("Each phase ends when everybody presses Ready. Battles are fought here; what stands where is told to the bot's map with *My counters*, or kept on a board elsewhere. The desk has all the rest: results to tell, the strongbox for secret rosters, sealed envelopes, votes."),
    );
    let line = entries.iter().find_map(|entry| entry.line).map_or(0, |(line, _)| line);
    Message::default().with(embed.footer(&scene.record())).buttons(vec![
        scene.button(Look::Secondary, &say!("Why"), line, "why"),
        scene.button(Look::Secondary, &say!("Status"), 0, "status"),
    ])
}

/// Play began: the bid sheets of the choice of powers are asked for.
pub(crate) fn asked(scene: &Scene<'_>, posts: &mut Posts) {
    if position(&scene.public).is_some_and(|now| now.keeps_land()) {
        crate::land::present::founded::begins(scene, posts);
        return;
    }
    let players: Vec<String> = scene.public.seats.iter().map(|seat| scene.player(&seat.id)).collect();
    let prompt = table_commands::present::status::prompt(&scene.public);
    let embed = Embed::new(
        &say!("The choice of powers"),
        say!("Every player seals a bid sheet. {}\n\nThe sheets are opened together when all are Final. The largest bid over all powers is taken first; the goal of its winner rises by it.", sheet_rules(&scene.public)),
    )
    .footer(&scene.record());
    let message = Message::text(say!("**{}** begins with {}.", scene.title(), list(&players)))
        .with(embed)
        .buttons(vec![scene.button(Look::Primary, &say!("Seal my bids"), prompt, "bid")]);
    posts.council("started", message);
    posts.reply = Message::text(say!(
        "Play has begun. Every player, you too, now seals a bid sheet with /bid or the button."
    ));
}
