//! Politics that the bot keeps: the sheet, what it opened to, who is at war with whom, and what is proposed.

use super::PARTS;
use super::parts::{self, Words, draft_key};
use crate::months;
use crate::points::{each_points, points};
use crate::rounds::{Rounds, ToldRound};
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event as Happens;
use eia::oob::{StatusBox, Zone};
use eia::outline::Month;
use eia::politics::agreement::{Proposed, State};
use eia::politics::alliance::{Alliance, Why};
use eia::politics::costs::Points;
use eia::politics::gate::Gate;
use eia::politics::minors::attack::OnMinors;
use eia::politics::sheet::PoliticalSheets;
use eia::politics::sheet::{Chosen, Part, Sheet, can_choose};
use eia::politics::target::Target;
use eia::politics::treaty::Claim;
use eia::politics::war::War;
use eia::politics::{Happened, KEPT, SWITCH};
use eia::powers::Power;
use eia::rounds::Choice as Sealed;
use eia::rounds::Round;
use eia::{EmpiresInArms, Event, Position};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use table::said;
use table::view::{Mine, RoundView};
use table::{Entry, Stage, View};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, RoundWords};
use table_commands::present::names::list;
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// The words of this subject.
pub(crate) struct Politics;

impl Subject for Politics {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        if let Happens::Politics(happened) = &made.happened {
            told(made, posts, happened);
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Happens::Politics(happened) = &made.happened else { return None };
        Some((LineKind::Other, in_a_line(happened)?))
    }
}

fn word(power: Power) -> String {
    crate::names::called(power)
}

/// Powers or minor countries in words.
pub(crate) fn words<T: Into<Target>>(all: impl IntoIterator<Item = T>) -> String {
    list(&all.into_iter().map(|one| called(one.into())).collect::<Vec<_>>())
}

fn called(target: Target) -> String {
    match target {
        Target::Power(power) => word(power),
        Target::Minor(minor) => crate::province::present::called(minor),
    }
}

/// The title of a month's sheets, or of what a later gate of the month asks.
#[must_use]
pub fn title(month: Month, gate: Gate) -> String {
    let month = months::month(month);
    match gate {
        Gate::Sheet => say!("Political sheets of {}", month),
        Gate::Defence | Gate::Attack => say!("Calls to allies in {}", month),
        Gate::Break => say!("Alliances and suits for peace in {}", month),
        Gate::Demand => say!("Demands of peace in {}", month),
        Gate::Yield => say!("Answers to demands in {}", month),
        Gate::Forced => say!("Demands of a forced surrender in {}", month),
        Gate::Right => say!("Spheres of influence in {}", month),
        Gate::Control => say!("Attacked minor countries in {}", month),
        Gate::Support => say!("Support of minor countries in {}", month),
    }
}

/// What stands on a sheet, for its owner.
#[must_use]
pub fn sheet_lines(view: &View, sheet: &Sheet) -> String {
    let position = position(view);
    let mut lines = Vec::new();
    for part in PARTS {
        for (power, others) in sheet.of(part.part()) {
            lines.extend(part.chosen(position.as_deref(), *power, others));
        }
    }
    if !lines.is_empty() {
        return lines.join("\n");
    }
    match round(view) {
        Some((_, _, Gate::Demand)) => say!("A conditional peace is demanded of each."),
        _ => say!("Nothing is chosen."),
    }
}

/// What was chosen in a part of a sheet that lies open: a line for each power.
pub(crate) fn part_opened(part: &str, value: &Value) -> Option<String> {
    let words = parts::by_key(part)?;
    let chosen: Chosen = serde_json::from_value(value.clone()).ok()?;
    let lines = chosen.into_iter().flat_map(|(power, others)| words.chosen(None, power, &others));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// What a declaration of war costs.
pub(super) fn price(scene: &Scene<'_>) -> String {
    let price = position(&scene.public).map_or(0, |now| -now.points(Points::Declaration));
    points(scene, price)
}

/// The round of sheets that is open, its month and its gate.
#[must_use]
pub fn round(view: &View) -> Option<(&RoundView, Month, Gate)> {
    view.rounds.iter().find_map(|round| match round.round.parse() {
        Ok(Round::Politics(PoliticalSheets { month, gate, .. })) => Some((round, month, gate)),
        _ => None,
    })
}

/// What the viewer has sealed so far.
#[must_use]
pub fn sealed(round: &RoundView) -> Option<Sheet> {
    match round.mine.as_ref()?.sealed.as_ref()?.contents.of::<EmpiresInArms>()? {
        Sealed::Politics(sheet) => Some(sheet),
        _ => None,
    }
}

/// The viewer's envelope in a round, where he may fill it in; else what he is told.
pub(super) fn envelope(round: &RoundView) -> Result<&Mine, Message> {
    let Some(mine) = &round.mine else {
        return Err(Message::refusal(said!("Your seat is not asked in this round of envelopes.")));
    };
    if mine.waits_for_operator {
        return Err(Message::refusal(said!(
            "The operator of the bot plays in this campaign, so his envelope is sealed and final before any other is taken. It is not yet; you will be told when it is."
        )));
    }
    Ok(mine)
}

/// What is said above an envelope that is Final; `says` where its owner can withdraw that.
pub(super) fn is_final(mine: &Mine, says: String) -> Option<String> {
    mine.sealed.as_ref().filter(|sealed| sealed.is_final)?;
    Some(if mine.fixed {
        say!("It cannot be changed: the operator's envelope is final from the moment it is sealed.")
    } else {
        says
    })
}

/// What stands for *nobody* in a select.
pub const NOBODY: &str = "nobody";

/// Selects on a page of the sheet: a message has room for so many beside its buttons.
const A_PAGE: usize = 4;

/// How many choices a select has room for beside *nobody*.
const A_SELECT: usize = 24;

/// Which select of a part: that of which of one's powers, and the how manieth of it, where there are more choices than fit into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Select {
    /// The place of the power among one's own.
    pub power: usize,
    /// Which of its selects.
    pub part: usize,
}

impl Select {
    /// It as an id has it: `0`, and `0.1` for the second select of the first power.
    #[must_use]
    pub fn read(text: &str) -> Option<Select> {
        let (power, part) = text.split_once('.').unwrap_or((text, "0"));
        Some(Select { power: power.parse().ok()?, part: part.parse().ok()? })
    }

    fn key(self) -> String {
        match self.part {
            0 => self.power.to_string(),
            part => format!("{}.{part}", self.power),
        }
    }
}

/// A select of the sheet.
struct Field {
    words: &'static dyn Words,
    at: Select,
    power: Power,
    choices: Vec<Target>,
    /// How many selects this power has in the part.
    of: usize,
}

impl Field {
    /// What stands on it, with what it begins and ends with where it is one of several.
    fn label(&self) -> String {
        let says = self.words.select(self.power);
        match (self.choices.first(), self.choices.last()) {
            (Some(first), Some(last)) if self.of > 1 => {
                format!("{says} ({} – {})", called(*first), called(*last))
            }
            _ => says,
        }
    }
}

/// What can be chosen on the sheet that is asked: the selects of each part and power that has a choice.
fn fields(scene: &Scene<'_>) -> Vec<Field> {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return Vec::new() };
    let mut fields = Vec::new();
    for (i, power) in position.bidders(seat).into_iter().enumerate() {
        for words in parts::asked(&position) {
            let mut choices = can_choose(&position, seat, words.part(), power);
            if choices.iter().any(|target| target.minor().is_some()) {
                choices.sort_by_key(|target| called(*target));
            }
            let of = choices.len().div_ceil(A_SELECT);
            for (part, choices) in choices.chunks(A_SELECT).enumerate() {
                let at = Select { power: i, part };
                fields.push(Field { words, at, power, choices: choices.to_vec(), of });
            }
        }
    }
    fields
}

/// What is chosen in the other selects of the same part and power.
pub(super) fn elsewhere(scene: &Scene<'_>, part: &dyn Part, at: Select) -> Vec<Target> {
    let other = |field: &Field| {
        field.words.part().key() == part.key() && field.at.power == at.power && field.at.part != at.part
    };
    fields(scene).into_iter().filter(other).flat_map(|field| field.choices).collect()
}

/// On which page of the sheet a select stands.
pub(super) fn page_of(scene: &Scene<'_>, part: &dyn Part, at: Select) -> usize {
    let is = |field: &Field| field.words.part().key() == part.key() && field.at == at;
    fields(scene).iter().position(is).map_or(0, |at| at / A_PAGE)
}

/// The first page of the sheet to be filled in. `draft` is what was chosen so far, else what is sealed.
#[must_use]
pub fn sheet(scene: &Scene<'_>, draft: Option<Sheet>) -> Message {
    sheet_at(scene, draft, 0)
}

/// A page of the sheet: for each of one's powers and each part a select, and the button that seals what was chosen.
#[must_use]
pub fn sheet_at(scene: &Scene<'_>, draft: Option<Sheet>, page: usize) -> Message {
    let view = &scene.own;
    let (Some((round, month, gate)), Some(position), Some(seat)) = (round(view), position(view), view.seat())
    else {
        return Message::refusal(said!(
            "No political sheet is asked of you now. /politics show says who is at war with whom."
        ));
    };
    let mine = match envelope(round) {
        Ok(mine) => mine,
        Err(says) => return says,
    };
    let sealed = sealed(round);
    if let Some(says) = is_final(mine, say!("Your sheet is Final. Withdraw Final at your desk to change it."))
    {
        let stands = sheet_lines(view, &sealed.unwrap_or_default());
        return Message::text(says).with(Embed::new(&title(month, gate), stands).footer(&scene.record()));
    }
    let own = position.bidders(seat);
    let draft = draft.or_else(|| sealed.clone()).unwrap_or_default();
    let mut stands = sheet_lines(view, &draft);
    let is_sealed = sealed.as_ref() == Some(&draft);
    stands.push('\n');
    stands.push_str(&if is_sealed { say!("*So it is sealed.*") } else { say!("*Not sealed yet.*") });
    if gate == Gate::Sheet {
        stands.push('\n');
        stands.push_str(&super::besieged::on_the_sheet(&position, &own));
        for line in in_all(scene, &position, &own, &draft, month) {
            stands.push('\n');
            stands.push_str(&line);
        }
    }
    let asked = parts::asked(&position);
    let fields = fields(scene);
    let pages = fields.len().div_ceil(A_PAGE);
    let fields: Vec<_> = fields.into_iter().skip(page * A_PAGE).take(A_PAGE).collect();
    // Only what this page asks is said above it.
    let is_here =
        |part: &&&'static dyn Words| fields.iter().any(|field| field.words.part().key() == part.part().key());
    let says: Vec<String> = asked.iter().filter(is_here).map(|part| part.asks(scene)).collect();
    let embed = Embed::new(&title(month, gate), stands).footer(&scene.record());
    let mut message = Message::text(says.join("\n")).with(embed);
    let key = draft_key(&position, &asked, &own, &draft);
    for field in fields {
        let part = field.words.part();
        let label = field.label();
        let chosen = draft.by(part, field.power);
        let has_any = field.choices.iter().any(|choice| chosen.contains(choice));
        let choice = |other: Target| Choice::new(&called(other), other.key()).chosen(chosen.contains(&other));
        let mut choices: Vec<Choice> = field.choices.into_iter().map(choice).collect();
        if has_any {
            choices.push(Choice::new(&say!("nobody"), NOBODY));
        }
        let id = CustomId::on(view, round.line, &format!("politics/{}/{}/{key}", part.key(), field.at.key()));
        message = message.select(Component::select(&label, id, choices).several());
    }
    let seal = scene.button(Look::Primary, &say!("Seal"), round.line, &format!("politics/seal/{key}"));
    let empty = draft_key(&position, &asked, &own, &Sheet::default());
    let nothing = scene.button(
        Look::Secondary,
        &of_nothing(scene, gate),
        round.line,
        &format!("politics/seal/{empty}"),
    );
    let mut buttons = if draft.is_empty() { vec![nothing] } else { vec![seal, nothing] };
    if pages > 1 {
        let verb = format!("politics/page/{}/{key}", (page + 1) % pages);
        buttons.push(scene.button(Look::Secondary, &say!("More of it"), round.line, &verb));
    }
    scene.for_its_seat(message.buttons(buttons))
}

/// What the declarations of a sheet cost each of one's powers in all, and where that leads it on the political status track, as long as
/// nothing else moves it.
fn in_all(scene: &Scene<'_>, now: &Position, own: &[Power], draft: &Sheet, month: Month) -> Vec<String> {
    let mut lines = Vec::new();
    for power in own {
        let wars = draft.by(&War, *power).iter().filter_map(|on| on.power());
        let wars = wars.filter(|on| !now.are_at_war(*power, *on));
        let of_wars: i64 = wars.map(|on| eia::politics::war::price(now, *power, on, month).0).sum();
        let minors = i64::try_from(draft.by(&OnMinors, *power).len()).unwrap_or(0);
        let all = of_wars + minors * now.points(Points::Minor);
        if all == 0 {
            continue;
        }
        let after = now.pp_after(*power, all);
        let (costs, has) = (points(scene, -all), points(scene, after));
        lines.push(if minors > 0 {
            say!("In all this costs {} up to {}: it would have {}.", *power, costs, has)
        } else {
            say!("In all this costs {} {}: it will have {}.", *power, costs, has)
        });
        let box_of = |halves: i64| u8::try_from(halves.div_euclid(2)).ok().and_then(StatusBox::at);
        let zones = now.status(*power).map(|at| at.zone()).zip(box_of(after).map(|at| at.zone()));
        lines.extend(zones.filter(|(is, will)| is != will).and_then(|(_, will)| match will {
            Zone::Instability => Some(say!("⚠ That leads {} into Instability.", *power)),
            Zone::Fiasco => Some(say!("⚠ That leads {} into Fiasco.", *power)),
            Zone::Neutral | Zone::Dominant => None,
        }));
    }
    lines
}

/// What stands on the button that seals nothing: at a call that is to refuse it.
fn of_nothing(scene: &Scene<'_>, gate: Gate) -> String {
    match gate {
        Gate::Defence | Gate::Attack => {
            say!("Refuse every call: −{} each", super::calls::of_refusing(scene))
        }
        _ => say!("Seal an empty sheet"),
    }
}

/// What is asked at a later gate: who calls whom against whom, who sues whom, and which minor countries are attacked. Of some powers, or of all
/// where none are named.
fn of_the_gate(scene: &Scene<'_>, now: &Position, gate: Gate, own: &[Power]) -> Vec<String> {
    let is_own = |power: Power| own.is_empty() || own.contains(&power);
    match gate {
        Gate::Defence | Gate::Attack => {
            let open = now.politics.calls.iter().filter(|call| is_own(call.to));
            open.map(|call| super::calls::asked(scene, call)).collect()
        }
        Gate::Demand => {
            let suits = now.politics.suits.iter();
            let suits = suits.filter(|suit| suit.to.iter().any(|power| is_own(*power)));
            suits.map(|suit| say!("{} sues {} for peace.", suit.by, words(suit.to.iter().copied()))).collect()
        }
        Gate::Control | Gate::Support => {
            let wars = now.minor_wars().filter(|war| war.open);
            let attacked = wars.map(|war| called(Target::Minor(war.on)));
            let attacked: Vec<String> = attacked.collect::<BTreeSet<_>>().into_iter().collect();
            if attacked.is_empty() { Vec::new() } else { vec![say!("Attacked: {}.", list(&attacked))] }
        }
        _ => Vec::new(),
    }
}

/// The sheets of a month are asked for.
fn asked(scene: &Scene<'_>, posts: &mut Posts, round: &RoundView, month: Month, gate: Gate) {
    let everybody = say!(
        "Everybody seals a sheet, on which he chooses among the powers that somebody plays; an empty one is an answer too. All are opened together when all are Final. It asks:"
    );
    let some = say!("Whom it concerns is asked; all is opened together when all are Final.");
    let mut says = vec![if gate == Gate::Sheet { everybody } else { some }];
    let parts = position(&scene.public).into_iter().flat_map(|now| parts::asked(&now));
    says.extend(parts.map(|part| format!("- {}", part.announced(scene))));
    // A war outside the political phase has no post that says who calls whom.
    if let Some(now) = position(&scene.public) {
        says.extend(of_the_gate(scene, &now, gate, &[]));
    }
    let embed = Embed::new("", says.join("\n"));
    let message = Message::text(format!("**{}**", title(month, gate)))
        .with(embed.footer(&scene.record()))
        .buttons(vec![
            scene.button(Look::Primary, &say!("My political sheet"), round.line, "politics/sheet"),
            scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
        ]);
    posts.council("politics", message);
}

/// Whether the bot keeps politics in the viewer's campaign.
pub(crate) fn is_kept(view: &View) -> bool {
    view.switch(eia::politics::SWITCH) == eia::politics::KEPT
}

/// Everything of politics and the economy that is looked at, as buttons: for the desk, which has one of them.
pub(crate) fn hub(scene: &Scene<'_>) -> Message {
    let button = |label: String, verb: &str| scene.button(Look::Secondary, &label, 0, verb);
    let mut buttons = vec![
        button(say!("Wars and alliances"), "politics/show"),
        button(say!("Europe at a glance"), "politics/europe"),
        button(say!("My deals"), "deal/see"),
        button(say!("Calendar"), "turn/calendar"),
    ];
    let mut says = say!(
        "*Wars and alliances*: who stands how to whom, and what is proposed. /politics deal drafts a deal with another; /politics propose proposes peace or an alliance; /access grant lets somebody in."
    );
    if eia::economy::is_kept_in(&scene.own) {
        buttons.push(button(say!("My account"), "economy/account"));
        says = say!(
            "{} *My account*: what came and went in the last quarter. With /economy trade you refuse trade.",
            says
        );
    }
    Message::text(says).buttons(buttons)
}

impl ToldRound<Rounds> for PoliticalSheets {
    fn words(&self, _: Option<&str>) -> RoundWords {
        let labels = (say!("My political sheet"), say!("Change my sheet"));
        RoundWords::new(title(self.month, self.gate), labels, "politics/sheet")
    }

    fn contents(&self, scene: &Scene<'_>, sheet: &Sheet) -> String {
        sheet_lines(&scene.own, sheet)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asked(scene, posts, round, self.month, self.gate);
    }

    fn post_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        let of = PARTS.iter().find(|words| words.part().is_at(self.gate));
        let nothing = of.map_or_else(String::new, |words| words.nothing());
        opened(scene, posts, entries, &title(self.month, self.gate), nothing);
    }
}

/// Sheets or terms lie open: what came of them, in one post.
pub(super) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], title: &str, nothing: String) {
    let happened = entries.iter().filter_map(crate::seen::happened);
    let mut lines: Vec<String> = happened.filter_map(|happened| in_a_post(scene, &happened)).collect();
    if lines.is_empty() {
        lines.push(nothing);
    }
    let embed = Embed::new(title, lines.join("\n")).footer(&scene.record());
    let show = scene.button(Look::Secondary, &say!("Who is at war"), 0, "politics/show");
    posts.council("politics", Message::default().with(embed).buttons(vec![show]));
    let is_treaty = |happened: &Event| matches!(happened, Event::Politics(Happened::TreatyMade { .. }));
    if entries.iter().filter_map(crate::seen::happened).any(|happened| is_treaty(&happened)) {
        crate::peace::present::given(scene, posts);
    }
}

/// What came of a gate, as its post says it: with prices where a part says them.
fn in_a_post(scene: &Scene<'_>, happened: &Event) -> Option<String> {
    match happened {
        // A peace without terms has a post of its own.
        Event::Politics(Happened::Agreed { .. }) => None,
        Event::Politics(happened) => {
            let says = PARTS.iter().find_map(|words| words.opened(scene, happened));
            says.or_else(|| Some(with_points(scene, happened, in_a_line(happened)?)))
        }
        Event::Minors(happened) => super::minors::in_a_line(happened),
        Event::Board(happened) => super::minors::paid(scene, happened),
        _ => None,
    }
}

/// A line with the PP that those whom it concerns have now.
fn with_points(scene: &Scene<'_>, happened: &Happened, says: String) -> String {
    let now: Vec<(Power, i64)> = match happened {
        Happened::TreatyMade { now, .. } => now.iter().map(|(power, now)| (*power, *now)).collect(),
        Happened::AllianceBroken { by, now, .. } => vec![(*by, *now)],
        Happened::Allied { alliance, now, .. } if alliance.until.is_none() => {
            alliance.pair.powers().into_iter().zip(*now).collect()
        }
        _ => Vec::new(),
    };
    if now.is_empty() {
        return says;
    }
    let moved = match (happened, position(&scene.public)) {
        (Happened::Allied { .. }, Some(at)) => at.points(Points::Alliance),
        (Happened::AllianceBroken { why: Why::Refused, .. }, Some(at)) => at.points(Points::Refusing),
        (Happened::AllianceBroken { .. }, Some(at)) => at.points(Points::Breaking),
        _ => 0,
    };
    let has = each_points(scene, now);
    match moved {
        0 => format!("{says} ({has})"),
        1.. => format!("{says} (+{}: {has})", points(scene, moved)),
        _ => format!("{says} (−{}: {has})", points(scene, -moved)),
    }
}

/// What the chronicle keeps.
#[must_use]
pub fn in_a_line(happened: &Happened) -> Option<String> {
    match happened {
        Happened::Agreed { one, other, to: State::Peace } => {
            Some(say!("{} and {} make peace.", *one, *other))
        }
        Happened::Allied { alliance, .. } => {
            let [one, other] = alliance.pair.powers();
            Some(match alliance.until {
                Some(until) => say!("{} and {} are allied until {}.", one, other, months::month(until)),
                None => say!("{} and {} are allied.", one, other),
            })
        }
        Happened::AllianceBroken { by, with, why: Why::Refused, .. } => {
            Some(say!("{} refuses the call of {}, and their alliance is broken.", *by, *with))
        }
        Happened::AllianceBroken { by, with, .. } => {
            Some(say!("{} breaks its alliance with {}.", *by, *with))
        }
        Happened::AlliancesExpired { pairs, .. } => {
            let pairs: Vec<String> = pairs.iter().map(|pair| words(pair.powers())).collect();
            Some(say!("These alliances are over: {}.", pairs.join("; ")))
        }
        Happened::ReparationsDue { dues, .. } => {
            let each = dues.iter().map(|due| {
                let [n, all] = due.part.map(u32::from);
                say!(
                    "{} owes {} reparations in this economic phase ({}), payment {} of {}.",
                    due.of,
                    due.to,
                    due.term.name(),
                    n,
                    all
                )
            });
            Some(each.collect::<Vec<_>>().join("\n"))
        }
        Happened::TrucesEnded { truces, .. } => {
            let pairs: Vec<String> = truces.iter().map(|truce| words(truce.pair.powers())).collect();
            Some(say!("These enforced peaces are over: {}.", pairs.join("; ")))
        }
        Happened::TreatyMade { treaty, .. } => Some(super::terms::treaty(treaty).join("\n")),
        Happened::Agreed { one, other, to: State::War } => Some(say!("{} and {} are at war.", *one, *other)),
        Happened::WarsBegun { wars, .. } if wars.is_empty() => {
            Some(say!("From now on the bot keeps everybody's place on the political status track."))
        }
        Happened::Besieged { power, .. } => Some(super::besieged::line(*power)),
        Happened::SuddenWar { by, on, .. } => Some(say!("{} declares war on {} at once.", *by, *on)),
        Happened::WarsBegun { wars, .. } => {
            let pairs: Vec<String> = wars.iter().map(|pair| words(pair.powers())).collect();
            Some(say!("The scenario begins with war between: {}.", pairs.join("; ")))
        }
        _ => PARTS.iter().find_map(|part| part.line(happened)),
    }
}

/// What a victor may still take by its peace.
pub(crate) fn may_take(claim: &Claim) -> String {
    let (by, of, left) = (claim.by, claim.of, u32::from(claim.left));
    if claim.minor_only {
        say!("{} may take minor countries of {} by its peace, {} in all: /province take.", by, of, left)
    } else {
        say!(
            "{} may take provinces or minor countries of {} by its peace, {} in all: /province take.",
            by,
            of,
            left
        )
    }
}

/// What is proposed, in a sentence.
fn proposal(proposed: &Proposed) -> String {
    match proposed.state {
        State::Peace => say!("{} proposes peace to {}.", proposed.by, proposed.with),
        State::War => say!("{} says that it is at war with {} already.", proposed.by, proposed.with),
        State::Alliance => match proposed.until {
            Some(until) => {
                let until = months::month(until);
                say!("{} proposes an alliance to {} until {}.", proposed.by, proposed.with, until)
            }
            None => say!("{} proposes an alliance to {}.", proposed.by, proposed.with),
        },
    }
}

fn agree_button(scene: &Scene<'_>, proposed: &Proposed) -> Component {
    let Proposed { by, with, state, until } = *proposed;
    let (label, state) = match state {
        State::Peace => (say!("Peace: {} and {}", with, by), "peace"),
        State::War => (say!("At war: {} and {}", with, by), "war"),
        State::Alliance => (say!("Alliance: {} and {}", with, by), "alliance"),
    };
    let until = until.map_or_else(String::new, |until| format!("/{until}"));
    let verb = format!("politics/agree/{state}/{}/{}{until}", by.key(), with.key());
    scene.button(Look::Secondary, &label, 0, &verb)
}

/// The royal marriages that the war ended which began by this event, for the post that tells of it.
fn marriages_ended(made: &Made<'_>) -> Option<String> {
    let next = made.entries.get(made.i + 1).and_then(crate::seen::happened)?;
    match &next {
        Event::Politics(ended @ Happened::MarriagesEnded { .. }) => in_a_line(ended),
        _ => None,
    }
}

/// Something was proposed, taken back or agreed.
pub(crate) fn told(made: &Made<'_>, posts: &mut Posts, happened: &Happened) {
    let scene = made.scene;
    match happened {
        Happened::Proposed(proposed) => {
            let Some(position) = position(&scene.public) else { return };
            // What the other agreed to in the same order nobody has to be told of.
            if !position.politics.proposed.contains(proposed) {
                return;
            }
            posts.reply = Message::text(say!("Proposed. It holds when {} agrees.", proposed.with));
            let Some(holding) = position.choice.holdings.get(&proposed.with) else { return };
            let message = Message::text(say!("{} · something is proposed to you", scene.title()))
                .with(Embed::new("", proposal(proposed)))
                .buttons(vec![agree_button(scene, proposed)]);
            posts.to_seat(&holding.seat, "politics", message);
        }
        Happened::SuddenWar { by, before, now, .. } => {
            let says = in_a_line(happened).unwrap_or_default();
            let (price, has) = (points(scene, before - now), points(scene, *now));
            let mut text = format!("**{says}** {}", say!("It costs {}; {} has {} now.", price, *by, has));
            text.extend(marriages_ended(made).map(|ended| format!(" {ended}")));
            posts.council("politics", Message::text(text.clone()));
            posts.reply = Message::text(text);
        }
        Happened::Besieged { .. } => {
            let says = in_a_line(happened).unwrap_or_default();
            posts.council("politics", Message::text(says.clone()));
            posts.reply = Message::text(says);
        }
        Happened::ReparationsDue { .. } | Happened::AlliancesExpired { .. } => {
            posts.council("politics", Message::text(in_a_line(happened).unwrap_or_default()));
        }
        Happened::Withdrawn(_) => posts.reply = Message::text(say!("Your proposal is taken back.")),
        // What a gate comes to is told with all that was opened; what happens outside of one in a post of its own.
        Happened::Agreed { .. }
        | Happened::Allied { .. }
        | Happened::AllianceBroken { why: Why::Step | Why::Demanded, .. } => {
            let says = with_points(scene, happened, in_a_line(happened).unwrap_or_default());
            posts.council("politics", Message::text(format!("**{says}**")));
            posts.reply = Message::text(says);
        }
        // What a sheet comes to is told with all that was opened.
        _ => {}
    }
}

/// Who is at war with whom, and what is proposed.
#[must_use]
pub fn shown(scene: &Scene<'_>) -> Message {
    let is_kept =
        |position: &Arc<Position>| scene.own.switch(SWITCH) == KEPT || position.politics.asked.is_some();
    let Some(position) = position(&scene.own).filter(is_kept) else {
        return Message::refusal(said!(
            "At this table wars and peaces are not kept by the bot. The group can turn that by vote: /vote switch."
        ));
    };
    let at_war = |power: Power| -> Option<String> {
        let enemies: Vec<Power> = position.enemies(power).collect();
        (!enemies.is_empty()).then(|| say!("**{}**: {}", power, words(enemies.iter().copied())))
    };
    let wars: Vec<String> = position.major_powers().filter_map(at_war).collect();
    let wars = if wars.is_empty() { say!("Nobody is at war.") } else { wars.join("\n") };
    let mut embed = Embed::new(&say!("At war"), wars);
    let idle: Vec<String> =
        position.idle_wars().map(|(played, idle)| say!("**{}**: {}", idle, words([played]))).collect();
    if !idle.is_empty() {
        let counts = say!(
            "Such a war counts where their control is bid for (14.3), and nowhere else: nobody declares or ends it."
        );
        embed =
            embed.field(&say!("At war with powers that nobody plays"), [idle.join("\n"), counts].join("\n"));
    }
    let allied: Vec<String> = position.politics.alliances.iter().map(allied).collect();
    if !allied.is_empty() {
        embed = embed.field(&say!("Allied"), allied.join("\n"));
    }
    let in_force = super::terms::in_force(&position);
    if !in_force.is_empty() {
        embed = embed.field(&say!("In force"), clip(&in_force.join("\n"), 1000));
    }
    let open: Vec<String> = position.politics.proposed.iter().map(proposal).collect();
    if !open.is_empty() {
        embed = embed.field(&say!("Proposed"), open.join("\n"));
    }
    for (heading, lines) in PARTS.iter().filter_map(|part| part.stands(&position)) {
        embed = embed.field(&heading, lines.join("\n"));
    }
    let (_, mut buttons) = desk_lines(scene);
    buttons.push(scene.button(Look::Secondary, &say!("Europe at a glance"), 0, "politics/europe"));
    if let Some((round, ..)) = round(&scene.own).filter(|(round, ..)| round.mine.is_some()) {
        buttons.insert(
            0,
            scene.button(Look::Primary, &say!("My political sheet"), round.line, "politics/sheet"),
        );
    }
    Message::default().with(embed.footer(&scene.record())).buttons(buttons)
}

/// Who takes a seat over finds here who is at war and allied with whom and what of it ends when, where the bot keeps that.
#[must_use]
pub fn handover(scene: &Scene<'_>) -> Vec<Component> {
    if scene.own.switch(SWITCH) != KEPT {
        return Vec::new();
    }
    vec![
        scene.button(Look::Secondary, &say!("Who is at war"), 0, "politics/show"),
        scene.button(Look::Secondary, &say!("Calendar"), 0, "turn/calendar"),
    ]
}

/// An alliance in a line.
fn allied(alliance: &Alliance) -> String {
    let pair = words(alliance.pair.powers());
    match alliance.until {
        Some(until) => say!("{} until {}", pair, months::month(until)),
        None => pair,
    }
}

/// What politics asks of the viewer: wars he is in, and what is proposed to him.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    let is_kept = scene.own.switch(SWITCH) == KEPT || position.politics.asked.is_some();
    if !is_kept || scene.own.stage != Stage::Playing {
        return (lines, buttons);
    }
    let own = position.bidders(seat);
    if let Some((.., gate)) = round(&scene.own).filter(|(round, ..)| round.mine.is_some()) {
        lines.extend(of_the_gate(scene, &position, gate, &own));
    }
    lines.extend(own.iter().filter_map(|power| at_war(&position, *power)));
    for claim in position.politics.claims.iter().filter(|claim| own.contains(&claim.by)) {
        lines.push(may_take(claim));
    }
    for proposed in position.politics.proposed.iter().filter(|proposed| own.contains(&proposed.with)) {
        lines.push(proposal(proposed));
        // A regent does what the open steps ask, and agrees to nothing.
        if buttons.len() < 4 && !scene.own.as_regent {
            buttons.push(agree_button(scene, proposed));
        }
    }
    (lines, buttons)
}

/// With whom a power is at war, the minor countries last; `None` where with nobody.
pub(crate) fn at_war(now: &Position, power: Power) -> Option<String> {
    let minors = now.minor_wars().filter(|war| war.by == power).map(|war| Target::from(war.on));
    let enemies: Vec<Target> = now.enemies(power).map(Target::from).chain(minors).collect();
    (!enemies.is_empty()).then(|| say!("{} is at war with {}.", power, words(enemies.iter().copied())))
}

/// The enemies of the viewer, for a suggestion of whom something could be proposed to.
#[must_use]
pub fn enemies_of(view: &View) -> Vec<Power> {
    let (Some(position), Some(seat)) = (position(view), view.seat()) else { return Vec::new() };
    let own = position.bidders(seat).into_iter();
    own.flat_map(|power| position.enemies(power).collect::<Vec<_>>()).collect()
}
