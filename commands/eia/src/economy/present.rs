//! The economic phase in words: the sheet, the account of a quarter, and what all are told.

use super::form::{bought, counter, counters, for_states, item, manipulated, several};
use crate::months;
use crate::ordered::own_powers;
use crate::province::present::called;
use crate::rounds::{Rounds, ToldRound};
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::economy::account::Account;
use eia::economy::manipulation::Manipulation;
use eia::economy::sheet::EconomicSheets;
use eia::economy::sheet::{Came, Counters, Sheet, Spend, Wishes, afforded, missing, within_reach};
use eia::economy::states::OfState;
use eia::economy::{Happened, Purse, Source, UnderWay, is_kept_in, prices, sums};
use eia::outline::{Month, Phase};
use eia::powers::Power;
use eia::rounds::Choice;
use eia::rounds::Round;
use eia::{EmpiresInArms, Event, Position};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::rules::RuleId;
use table::said;
use table::view::RoundView;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, RoundWords};
use table_commands::present::names::{count, list};
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// The title of a quarter's sheets.
fn title(month: Month) -> String {
    say!("Economic sheets of {}", months::month(month))
}

impl ToldRound<Rounds> for EconomicSheets {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(title(self.0), (say!("My economic sheet"), say!("Change my sheet")), "economy/sheet")
    }

    fn contents(&self, scene: &Scene<'_>, sheet: &Sheet) -> String {
        sheet_lines(scene, sheet)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asked(scene, posts, round, self.0);
    }

    fn told_otherwise(&self, told: &Value) -> Option<String> {
        otherwise(&serde_json::from_value(told.clone()).ok()?)
    }
}

/// The round in which sheets are asked for.
pub(super) fn round<'s>(scene: &'s Scene<'_>) -> Option<(&'s RoundView, Month)> {
    scene.own.rounds.iter().find_map(|round| match round.round.parse() {
        Ok(Round::Budget(EconomicSheets(month))) => Some((round, month)),
        _ => None,
    })
}

/// The sheet as the viewer sealed it, else as it stands when nothing was filled in.
pub(super) fn sheet_of(scene: &Scene<'_>, round: &RoundView) -> Option<(Arc<Position>, Sheet, bool)> {
    let now = position(&scene.own)?;
    let mine = round.mine.as_ref()?;
    let sealed = mine.sealed.as_ref().and_then(|sealed| match sealed.contents.of::<EmpiresInArms>()? {
        Choice::Budget(sheet) => Some(sheet),
        _ => None,
    });
    let is_sealed = sealed.is_some();
    let sheet = sealed.unwrap_or_else(|| {
        let own = own_powers(&scene.own).into_iter();
        Sheet { counters: own.map(|power| (power, now.counters_before(power))).collect(), ..Sheet::default() }
    });
    Some((now, sheet, is_sealed))
}

/// What sheets come to otherwise than when they were sealed, for their owner; `None` where there is none.
pub(crate) fn otherwise(of: &BTreeMap<Power, [Came; 2]>) -> Option<String> {
    let both = |of: &Came| [of.has, of.left].map(amounts);
    let each = |(power, [came, now]): (&Power, &[Came; 2])| {
        let ([has, left], [has_now, left_now]) = (both(came), both(now));
        let mut says = say!(
            "**{}**: when you sealed it there were {} to spend, and {} were left. As the board stands there are {}, and {} are left.",
            crate::names::called(*power),
            has,
            left,
            has_now,
            left_now
        );
        if came.states != now.states {
            says.push(' ');
            says.push_str(&say!(
                "Its free states had {} of their own, and have {}.",
                amounts(came.states),
                amounts(now.states)
            ));
        }
        says
    };
    let lines: Vec<String> = of.iter().map(each).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The same of what the viewer himself has sealed. A regent is told nothing of what is in the treasury.
fn own_otherwise(scene: &Scene<'_>) -> Option<String> {
    let (round, _) = round(scene).filter(|_| !scene.own.as_regent)?;
    let (now, sheet, is_sealed) = sheet_of(scene, round)?;
    otherwise(&eia::economy::sheet::otherwise(&now, &sheet)).filter(|_| is_sealed)
}

/// The sheet of the viewer with what it would come to, and what he can do about it.
pub(super) fn sheet(scene: &Scene<'_>) -> Message {
    let nothing = || {
        Message::refusal(if is_kept_in(&scene.own) {
            said!("No economic sheet is asked of you now; each quarter's last month asks for one.")
        } else {
            eia::economy::not_kept().says
        })
    };
    let Some((round, month)) = round(scene) else { return nothing() };
    let Some((now, sheet, is_sealed)) = sheet_of(scene, round) else { return nothing() };
    let is_final =
        round.mine.as_ref().and_then(|mine| mine.sealed.as_ref()).is_some_and(|sealed| sealed.is_final);
    let mut message = Message::text(say!(
        "Only you see this. Upkeep is paid first, then supply, loans and what you buy. What others lend you comes when all sheets are opened."
    ));
    let own = own_powers(&scene.own);
    let mut buttons = Vec::new();
    // What its owner sealed a regent does not change.
    let may_change = !(is_final || is_sealed && scene.own.as_regent);
    for power in &own {
        let begun = begun_with(&now, *power, month, &sheet.of(*power)).filter(|_| !is_sealed);
        message = message.with(match begun {
            _ if scene.own.as_regent => {
                Embed::new(&say!("{}: economic sheet", *power), counters(sheet.of(*power).counters))
            }
            None => preview(&now, *power, month, &sheet.of(*power)),
            Some(begun) => preview(&now, *power, month, &sheet.of(*power)).field(
                &say!("*Fill in* begins with this; the next upkeep stays in the treasury"),
                bought(&begun.spend.buy),
            ),
        });
        if may_change {
            let label = if own.len() > 1 { say!("Fill in for {}", *power) } else { say!("Fill in") };
            let verb = format!("economy/fill/{}", power.key());
            buttons.push(scene.button(Look::Primary, &label, round.line, &verb));
        }
    }
    let changed = own_otherwise(scene);
    let fixed = round.mine.as_ref().is_some_and(|mine| mine.fixed);
    let stands = match (&changed, is_sealed) {
        (_, false) => Some((say!("Seal it as it stands"), "economy/seal")),
        (Some(_), true) if fixed => None,
        (Some(_), true) if is_final => Some((say!("Withdraw Final"), "open")),
        (Some(_), true) => Some((say!("Let it stand so"), "economy/seal")),
        (None, true) => None,
    };
    let stands = stands.map(|(label, verb)| scene.button(Look::Secondary, &label, round.line, verb));
    buttons.extend(stands);
    if let Some(says) = changed {
        message = message.with(Embed::new(&say!("It comes to something else by now"), says));
    }
    if !scene.own.as_regent {
        buttons.push(scene.button(Look::Secondary, &say!("My account"), 0, "economy/account"));
    }
    scene.for_its_seat(message.buttons(buttons))
}

/// What a sheet would come to, in an embed.
pub(super) fn preview(now: &Position, power: Power, month: Month, wishes: &Wishes) -> Embed {
    let Some((account, purse)) = now.account_by(power, month, wishes) else {
        return Embed::new(&say!("{}: economic sheet", power), say!("What it has is not known yet."));
    };
    let mut lines = vec![say!("In the treasury: **{}**", amounts(account.before))];
    lines.extend(in_short(&account));
    lines.push(say!("Left: **{}**", left(&account)));
    lines.extend(account.states.iter().map(of_state));
    lines.extend(warnings(&account));
    lines.extend(gone(now, power, wishes));
    if wishes.spend.black_sea > 0 {
        lines.push(say!("{} in the Black Sea", wishes.spend.black_sea));
    }
    if let Some(way) = wishes.manipulation {
        lines.push(say!("In three months: {}.", in_three_months(now, way)));
    }
    let mut embed = Embed::new(&say!("{}: economic sheet", power), lines.join("\n")).colour(power.colour());
    if let Some(arrives) = under_way(&purse, month.next()) {
        embed = embed.field(&say!("On the way"), arrives);
    }
    embed.field(&say!("What can be bought: $, MP, months"), priced(now, power))
}

/// The counters that a sheet leaves out of those with which it began: it tells that they are gone.
fn gone(now: &Position, power: Power, wishes: &Wishes) -> Option<String> {
    let gone = Counters { east: 0, ..now.counters_before(power) }.without(wishes.counters);
    let kinds: Vec<String> = gone
        .each()
        .into_iter()
        .filter(|(_, many)| *many > 0)
        .map(|(kind, many)| counter(kind, many))
        .collect();
    (!kinds.is_empty()).then(|| {
        say!(
            "**Fewer than before: {}.** The sheet tells that they are not on the map any more, and pays nothing for them. If they are, write them too.",
            list(&kinds)
        )
    })
}

/// What a manipulation that was chosen will do: "status +1 with money, −$9".
fn in_three_months(now: &Position, way: Manipulation) -> String {
    let costs = way.row().map(|row| way.with.amounts(&now.manipulation(row)).map(|amount| -amount));
    say!("status {}, {}", manipulated(way), signed(costs.unwrap_or_default()))
}

/// Whether nothing was said of a power on the sheet: its counters are those of before, and nothing is bought.
pub(super) fn is_untouched(now: &Position, power: Power, wishes: &Wishes) -> bool {
    *wishes == Wishes { counters: now.counters_before(power), ..Wishes::default() }
}

/// The sheet of a power of which nothing was said yet as its form begins: with what can be afforded; `None` where something was said, or
/// nothing can be.
pub(super) fn begun_with(now: &Position, power: Power, month: Month, wishes: &Wishes) -> Option<Wishes> {
    let afforded = afforded(now, power, month, wishes.counters).into_iter();
    let buy: BTreeMap<String, u32> = afforded.map(|(item, count)| (item.to_owned(), count)).collect();
    let spend = Spend { buy, ..wishes.spend.clone() };
    (is_untouched(now, power, wishes) && !spend.buy.is_empty()).then(|| Wishes { spend, ..wishes.clone() })
}

/// Recalls the powers of the same player of which nothing was said yet.
pub(super) fn still_untouched(preview: Embed, powers: &[Power]) -> Embed {
    let names: Vec<String> = powers.iter().map(crate::names::called).collect();
    let says = say!(
        "Its counters are paid for as before, and nothing is bought yet: *Change my sheet* fills it in."
    );
    preview.field(&list(&names), says)
}

/// What a power can buy, in short: "infantry 3/1/3".
fn priced(now: &Position, power: Power) -> String {
    let each = prices(now, power).map(|cost| {
        let [money, manpower] = now.price(cost);
        format!("{} {money}/{manpower}/{}", item(&cost.key), cost.months)
    });
    each.collect::<Vec<_>>().join(" · ")
}

/// What could not be done of a sheet.
fn warnings(account: &Account) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(came) = account.sealed {
        let now = account.came();
        lines.push(say!(
            "**When you sealed it**, there were {} to spend, and {} were left; when the sheets were opened {}, and {}.",
            amounts(came.has),
            amounts(came.left),
            amounts(now.has),
            amounts(now.left)
        ));
    }
    if account.unpaid > 0 {
        // Older accounts do not say of which kinds.
        let of = if account.lost.is_empty() {
            say!("{} counters", account.unpaid)
        } else {
            list(&account.lost.iter().map(|(kind, many)| counter(kind, *many)).collect::<Vec<_>>())
        };
        lines.push(say!(
            "**Not paid for: {}**. They leave the map, the last of the order of battle first, and all see how many.",
            of
        ));
    }
    if !account.missed.is_empty() {
        let missed = bought(account.missed.iter().map(|(key, count)| (key, count)));
        lines.push(say!("There is not enough for: {}.", missed));
    }
    for (to, money) in &account.unlent {
        lines.push(say!("**Not lent to {}: ${}**; there was not enough, or you are at war.", *to, *money));
    }
    lines
}

/// $ and MP together: "$46 and 16 MP".
fn amounts([money, manpower]: [i64; 2]) -> String {
    match (money, manpower) {
        (money, 0) => dollars(money),
        (0, manpower) => say!("{} MP", manpower),
        _ => say!("{} and {} MP", dollars(money), manpower),
    }
}

fn dollars(money: i64) -> String {
    if money < 0 { format!("−${}", -money) } else { format!("${money}") }
}

/// What is left, with the manpower that lapses.
fn left(account: &Account) -> String {
    match account.lapsed() {
        0 => amounts(account.after),
        lapsed => say!("{}. {} MP are not spent, and lost", amounts(account.after), lapsed),
    }
}

/// The lines of an account, provinces together.
fn in_short(account: &Account) -> Vec<String> {
    let is_land = |source: &Source| matches!(source, Source::Province { .. });
    let land: Vec<_> = account.lines.iter().filter(|line| is_land(&line.source)).cloned().collect();
    let mut lines = Vec::new();
    if !land.is_empty() {
        let many = count(land.len() as u64, &say!("province or country"), &say!("provinces and countries"));
        lines.push(format!("{many}: {}", signed(sums(&land))));
    }
    let others = account.lines.iter().filter(|line| !is_land(&line.source) && line.source != Source::Lapsed);
    lines.extend(
        others.map(|line| format!("{}: {}", source(&line.source), signed([line.money, line.manpower]))),
    );
    lines
}

fn signed([money, manpower]: [i64; 2]) -> String {
    let sign = |amount: i64| if amount < 0 { "−" } else { "+" };
    let money = (money != 0).then(|| format!("{}${}", sign(money), money.abs()));
    let manpower = (manpower != 0).then(|| say!("{}{} MP", sign(manpower).to_owned(), manpower.abs()));
    money.into_iter().chain(manpower).collect::<Vec<_>>().join(", ")
}

/// What a line is about, in words.
fn source(of: &Source) -> String {
    match of {
        Source::Province { province } => called(*province),
        Source::Trade { with } => say!("Trade with {}", *with),
        Source::American => say!("American trade"),
        Source::Indian => say!("Indian trade"),
        Source::IndianLost => say!("Indian trade lost with Egypt"),
        Source::Colonial { of } => say!("Colonial trade of {}", *of),
        Source::Gold { total } => say!("Gold convoy (rolled {})", *total),
        Source::Loss => say!("Half is lost by low status"),
        Source::Reparations { with } => say!("Reparations, {}", *with),
        Source::Manipulation { steps } => say!("Manipulation of status, {}", format!("{steps:+}")),
        Source::Upkeep { counter: kind, count } => say!("Upkeep of {}", counter(kind, *count)),
        Source::Supply => say!("Supply"),
        Source::Lent { to } => say!("Lent to {}", *to),
        Source::Borrowed { of } => say!("Lent by {}", *of),
        Source::Bought { item: key, count } => say!("Bought: {}", several(*count, key)),
        Source::Rifles => say!("Breech-loading rifles"),
        Source::Lapsed => say!("Manpower that nobody spends"),
        Source::Corrected => say!("Put right"),
    }
}

/// The account of a quarter: the last, or that of a month.
pub(super) fn account(scene: &Scene<'_>, of: Option<Month>) -> Message {
    if scene.own.as_regent {
        return Message::refusal(said!(
            "A regent does what the open steps ask; what is in the treasury its owner alone sees."
        ));
    }
    let Some(now) = position(&scene.own) else { return no_account() };
    let own = own_powers(&scene.own);
    let known: Vec<(Power, &Purse)> =
        own.iter().filter_map(|power| Some((*power, now.purse(*power)?))).collect();
    if known.is_empty() {
        return no_account();
    }
    let mut message = Message::text(say!("Only you see this."));
    let mut buttons = Vec::new();
    if known.iter().any(|(_, purse)| purse.accounts.len() > 1) {
        buttons.push(scene.button(Look::Secondary, &say!("The last quarters"), 0, "economy/quarters"));
    }
    let several = known.len() > 1;
    for (power, purse) in known {
        let account = match of {
            None => purse.accounts.last(),
            Some(month) => purse.accounts.iter().find(|account| account.month == month),
        };
        let is_last = account == purse.accounts.last();
        let of_which = |label: String| {
            if several { format!("{label} ({})", crate::names::called(power)) } else { label }
        };
        if let Some(account) = account {
            let verb = format!("economy/show/{}/{}", power.key(), account.month);
            buttons.push(scene.button(Look::Secondary, &of_which(say!("Show it to all…")), 0, &verb));
        }
        let verb = format!("economy/correct/{}", power.key());
        buttons.push(scene.button(Look::Secondary, &of_which(say!("Put it right…")), 0, &verb));
        message = message.with(match account {
            None if of.is_some() => {
                return Message::refusal(said!(
                    "There is no account of that quarter any more, or none yet: the last eight are kept."
                ));
            }
            Some(account) => in_full(&now, power, purse, account, is_last),
            None => Embed::new(
                &say!("{}: account", power),
                say!("In the treasury: **{}**", amounts([purse.money, purse.manpower])),
            ),
        });
    }
    message.buttons(buttons)
}

fn no_account() -> Message {
    Message::refusal(said!(
        "You have no account yet: the first is made in the first economic phase in which the bot keeps the economy."
    ))
}

/// Every line of an account, each with its rule.
#[must_use]
pub fn in_all(account: &Account) -> String {
    let mut lines = vec![say!("Before: **{}**", amounts(account.before))];
    let line = |line: &eia::economy::Line| {
        let by = by_its_rule(line);
        format!("{}: {}{by}", source(&line.source), signed([line.money, line.manpower]))
    };
    lines.extend(account.lines.iter().map(line));
    lines.push(say!("After: **{}**", amounts(account.after)));
    lines.extend(account.states.iter().map(of_state));
    lines.extend(warnings(account));
    clip(&lines.join("\n"), 3_900)
}

fn in_full(now: &Position, power: Power, purse: &Purse, account: &Account, is_last: bool) -> Embed {
    let title = say!("{}: account of {}", power, months::month(account.month));
    let embed = Embed::new(&title, in_all(account)).colour(power.colour());
    let embed = match purse.manipulation.filter(|_| is_last) {
        Some(way) => embed.field(&say!("In three months"), in_three_months(now, way)),
        None => embed,
    };
    let from = now.month().unwrap_or(account.month);
    match under_way(purse, from).filter(|_| is_last) {
        Some(arrives) => embed.field(&say!("On the way"), arrives),
        None => embed,
    }
}

/// The rule by which a line is as it is, and those that make it another than the standard game's, as they are printed.
fn by_its_rule(line: &eia::economy::Line) -> String {
    let own = match line.source {
        Source::Corrected => say!("correction"),
        _ => line.source.printed().to_owned(),
    };
    let mut printed = vec![own.as_str()];
    printed.extend(line.rules.iter().map(|rule| rule.printed()).filter(|rule| *rule != own));
    printed.dedup();
    format!(" ({})", printed.join(", "))
}

/// The rules behind a line, as they are printed.
fn under(rules: &[RuleId]) -> String {
    let mut printed: Vec<&str> = rules.iter().map(|rule| rule.printed()).collect();
    printed.dedup();
    if printed.is_empty() { String::new() } else { format!(" ({})", printed.join(", ")) }
}

/// A free state's quarter, in a line.
fn of_state(of: &OfState) -> String {
    let bought = bought(of.bought.iter().map(|(key, count)| (key, count)));
    let has = amounts([of.before + of.collected[0], of.collected[1]]);
    let says = if bought.is_empty() {
        say!("{}, free state (8.2.3): has {}, keeps {}.", called(of.state), has, dollars(of.after))
    } else {
        say!(
            "{}, free state (8.2.3): has {}, buys {}, keeps {}.",
            called(of.state),
            has,
            bought,
            dollars(of.after)
        )
    };
    format!("{says}{}", under(&of.rules))
}

/// Something on the way, in words.
fn arriving(of: &UnderWay) -> String {
    match of.state {
        None => several(of.count, &of.item),
        Some(state) => say!("{} of {}", several(of.count, &of.item), called(state)),
    }
}

/// What was bought and arrives from a month on, a line a month.
fn under_way(purse: &Purse, from: Month) -> Option<String> {
    let mut all: Vec<_> = purse.under_way.iter().filter(|of| of.month >= from).collect();
    all.sort_by_key(|of| of.month);
    let text = months::by_month(all.into_iter().map(|of| (of.month, arriving(of))));
    (!text.is_empty()).then_some(text)
}

/// What the viewer's treasury holds, and what arrives for him in this month's reinforcement, for his desk.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let kept = !scene.own.as_regent && is_kept_in(&scene.own);
    let Some(now) = position(&scene.own).filter(|_| kept) else { return Default::default() };
    let mut lines: Vec<String> = own_otherwise(scene)
        .map(|says| say!("Your economic sheet stays sealed, and comes to something else by now. {}", says))
        .into_iter()
        .collect();
    for power in own_powers(&scene.own) {
        let Some(purse) = now.purse(power) else { continue };
        let mut line = say!("Treasury of {}: {}.", power, amounts([purse.money, purse.manpower]));
        // When the reinforcement phase is over it has arrived.
        let month = now.month().filter(|_| now.phase().is_none_or(|phase| phase <= Phase::Reinforcement));
        let arrives = month.into_iter().flat_map(|month| purse.arrives(month));
        let arrives: Vec<String> = arrives.map(arriving).collect();
        if !arrives.is_empty() {
            line = say!("{} This month arrive: **{}**.", line, arrives.join(", "));
        }
        lines.push(line);
    }
    let (ready, buttons) = super::arrivals::desk_lines(scene);
    lines.extend(ready);
    (lines, buttons)
}

/// What lies on a sheet, in words.
fn sheet_lines(scene: &Scene<'_>, sheet: &Sheet) -> String {
    let mut lines = Vec::new();
    for power in sheet.counters.keys() {
        let mut wishes = sheet.of(*power);
        if scene.own.as_regent {
            // What is spent is not his to see.
            wishes = Wishes { counters: wishes.counters, ..Wishes::default() };
        }
        let mut of = vec![counters(wishes.counters)];
        if wishes.spend.supply > 0 {
            of.push(say!("${} for supply", wishes.spend.supply));
        }
        if !wishes.spend.buy.is_empty() {
            of.push(say!("buys {}", bought(&wishes.spend.buy)));
        }
        if wishes.spend.black_sea > 0 {
            of.push(say!("{} in the Black Sea", wishes.spend.black_sea));
        }
        of.extend(for_states(&wishes.spend.states));
        of.extend(wishes.spend.lend.iter().map(|(to, money)| say!("lends ${} to {}", *money, *to)));
        of.extend(wishes.manipulation.map(|way| say!("status {}", manipulated(way))));
        lines.push(format!("**{}**: {}", crate::names::called(power), of.join("; ")));
    }
    lines.join("\n")
}

/// Why a sheet cannot be sealed as it was typed: it wants more than there is.
pub(super) fn too_much(now: &Position, power: Power, month: Month, wishes: &Wishes) -> Option<String> {
    let [money, manpower] = missing(now, power, month, wishes);
    if money != 0 || manpower != 0 {
        let reach = within_reach(now, power, month, wishes.counters);
        return Some(say!(
            "That is {} more than there is. When the counters are paid for you have {} for supply, loans and what you buy. Nothing is changed.",
            amounts([money, manpower]),
            amounts(reach)
        ));
    }
    let (account, _) = now.account_by(power, month, wishes)?;
    let lacks = account.states.iter().find(|of| {
        let wanted = wishes.spend.states.get(&of.state).into_iter().flatten();
        let got =
            |key: &String| of.bought.iter().find(|(item, _)| item == key).map_or(0, |(_, count)| *count);
        wanted.into_iter().any(|(key, count)| got(key) < *count)
    })?;
    Some(say!(
        "{} has {} of its own, and that does not buy all of it. Nothing is changed.",
        called(lacks.state),
        amounts([lacks.before + lacks.collected[0], lacks.collected[1]])
    ))
}

/// The sheets are asked for.
fn asked(scene: &Scene<'_>, posts: &mut Posts, round: &RoundView, month: Month) {
    let says = say!(
        "Everybody seals a sheet: the counters that he pays for, which all see; what he buys, lends and pays for supply, which nobody else sees; and whether he manipulates his status, which shows in three months."
    );
    let message = Message::text(format!("**{}**", title(month)))
        .with(Embed::new("", says).footer(&scene.record()))
        .buttons(vec![
            scene.button(Look::Primary, &say!("My economic sheet"), round.line, "economy/sheet"),
            scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
        ]);
    posts.council("economy", message);
}

/// The words of this subject.
pub(crate) struct Economy;

impl Subject for Economy {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Economy(happened) = &made.happened else { return };
        let Some(says) = told(happened) else { return };
        let mut message = Message::text(&says);
        if matches!(happened, Happened::CountersTold { .. }) {
            let button = made.scene.button(Look::Secondary, &say!("My account"), 0, "economy/account");
            message = Message::default()
                .with(Embed::new(&say!("The economic sheets are opened"), says.clone()))
                .buttons(vec![button]);
        }
        if let Happened::AccountShown { power, account } = happened {
            let embed =
                Embed::new(&say!("{}: account of {}", *power, months::month(account.month)), in_all(account));
            message = message.with(embed.colour(power.colour()).footer(&made.scene.record()));
        }
        posts.council("economy", message);
        if matches!(happened, Happened::TradeRefused { .. } | Happened::AccountShown { .. }) {
            posts.reply = Message::text(says);
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Economy(happened) = &made.happened else { return None };
        let is_news = matches!(happened, Happened::IndianTradeLost { .. } | Happened::Manipulated { .. });
        if let Happened::UpkeepLost { counters: lost } = happened {
            let lost = lost_to_upkeep(lost).join("; ");
            return Some((LineKind::Value, say!("Lost, as their upkeep was not paid (8.4): {}.", lost)));
        }
        Some((LineKind::Value, told(happened).filter(|_| is_news)?))
    }
}

/// The counters that powers lost as their upkeep was not paid: "**Turkey**: 3 corps, 1 fleet".
fn lost_to_upkeep(lost: &BTreeMap<Power, Counters>) -> Vec<String> {
    let each = |(power, lost): (&Power, &Counters)| {
        let kinds = lost.each().into_iter().filter(|(_, many)| *many > 0);
        let kinds: Vec<String> = kinds.map(|(kind, many)| counter(kind, many)).collect();
        format!("**{}**: {}", crate::names::called(*power), list(&kinds))
    };
    lost.iter().map(each).collect()
}

/// What all are told of it.
fn told(happened: &Happened) -> Option<String> {
    Some(match happened {
        Happened::BudgetAsked { treasuries, .. } => {
            if treasuries.is_empty() {
                return None;
            }
            let each =
                treasuries.iter().map(|(power, money)| format!("{} ${money}", crate::names::called(power)));
            let each: Vec<String> = each.collect();
            say!(
                "The bot keeps the treasuries from here on; what becomes of each its owner alone sees. All know what they begin with: {}.",
                each.join(", ")
            )
        }
        Happened::GoldRolled { dice, total, money, .. } => {
            let dice: Vec<String> = dice.iter().map(u32::to_string).collect();
            say!(
                "The gold convoy of Spain (8.2.1.3) rolls {}, which counts {}: ${}.",
                dice.join(" + "),
                *total,
                *money
            )
        }
        Happened::CountersTold { counters: of } => {
            let each = of
                .iter()
                .map(|(power, of)| format!("**{}**: {}", crate::names::called(power), counters(*of)));
            let each: Vec<String> = each.collect();
            say!("Everybody has his account. Counters on the map, by the sheets:\n{}", each.join("\n"))
        }
        Happened::UpkeepLost { counters: lost } => {
            say!(
                "**Lost, as their upkeep was not paid (8.4)**\n{}\nOf those on the map the last of the order of battle are taken off; who keeps these and gives up others tells it with his counters.",
                lost_to_upkeep(lost).join("\n")
            )
        }
        Happened::IndianTradeLost { money, .. } => {
            say!(
                "**Great Britain** loses ${} of its Indian trade while an enemy has Egypt, and 1 PP.",
                *money
            )
        }
        Happened::Manipulated { steps } => {
            let each =
                steps.iter().map(|(power, steps)| format!("{} {steps:+}", crate::names::called(power)));
            let each: Vec<String> = each.collect();
            say!(
                "Status that was manipulated three months ago (12.5), with the drift at the end of this phase: {}.",
                each.join(", ")
            )
        }
        Happened::TradeRefused { power, with, refused: true } => {
            say!("**{}** refuses to trade with {}.", *power, *with)
        }
        Happened::TradeRefused { power, with, refused: false } => {
            say!("**{}** trades with {} again.", *power, *with)
        }
        Happened::Corrected { power, money, manpower } => {
            say!("The account of **{}** is put right: {}.", *power, signed([*money, *manpower]))
        }
        Happened::AccountShown { power, account } => {
            say!("**{}** shows its account of {}.", *power, months::month(account.month))
        }
        Happened::Stopped => {
            say!("The bot keeps the treasuries no more: from here on each writes down his own.")
        }
        Happened::Accounted { .. } => return None,
    })
}
