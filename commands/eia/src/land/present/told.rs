//! What happens in the war on land, told: set-ups and arrivals, the order of the slots, retreats, sieges, and the points of each month and of the
//! end. Marches and supply have a post a slot ([`super::slot`]); battles tell of themselves.

use super::slot::depot_taken;
use super::{area, by_nation, corps_said, leader, nation, side};
use crate::map::drawn::BOARD;
use crate::months;
use crate::seen::{happened, position};
use crate::subject::{Made, Subject};
use eia::danube::{Side, numbers};
use eia::land::phase::{Happened, LeaderGoes, Line, Outcome, Outcomes, Stormed, Why, Won};
use eia::map::{AreaId, ProvinceId};
use eia::pieces::{CorpsId, Owner};
use eia::powers::Power;
use eia::{Event, Position};
use std::collections::BTreeMap;
use table::Entry;
use table_commands::custom_id::CustomId;
use table_commands::forms::{FoundedWith, Left};
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::Posts;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::list;
use table_commands::present::votes::why_button;
use table_commands::say;
use table_commands::speech::spoken;

/// The words of this subject.
pub(crate) struct WarOnLand;

impl Subject for WarOnLand {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Land(happened) = &made.happened else { return };
        let Some(now) = position(&made.scene.public) else { return };
        match happened {
            Happened::Ranged { .. } => ranged(made, posts, &now),
            Happened::Arrived { month, corps, leaders, .. } => {
                let mut lines: Vec<String> = corps
                    .iter()
                    .map(|one| {
                        let led: Vec<String> = one.leaders.iter().map(|id| leader(*id)).collect();
                        let who = corps_said(one.corps);
                        let who = if led.is_empty() { who } else { format!("{who} ({})", led.join(", ")) };
                        say!("{} at {}", who, area(one.at))
                    })
                    .collect();
                lines.extend(
                    leaders
                        .iter()
                        .map(|(id, corps)| say!("{} is back, with {}", leader(*id), corps_said(*corps))),
                );
                begins(made, posts, &months::month(*month), &lines);
            }
            Happened::SlotsMade { month, order, .. } => {
                let order: Vec<String> = order.iter().map(crate::names::called).collect();
                let says =
                    say!("**{}**: they act in this order: {}.", months::month(*month), order.join(", "));
                post(made, posts, "slots", Message::text(says));
            }
            Happened::Waits { power, on: true } => {
                posts.reply = Message::text(say!("The slot of {} waits for you.", *power));
            }
            Happened::Waits { power, on: false } => {
                posts.reply = Message::text(say!("The slot of {} passes by what you lodge.", *power));
            }
            Happened::Marched { corps, way, inside, .. } => {
                let to = way.last().map(|to| area(*to));
                posts.reply = Message::text(match (to, inside) {
                    (Some(to), false) => say!("{} marched to {}.", by_nation(corps), to),
                    (Some(to), true) => say!("{} marched into the city of {}.", by_nation(corps), to),
                    (None, _) => say!("{} did as ordered.", by_nation(corps)),
                });
            }
            Happened::CameOut { corps, .. } => {
                posts.reply = Message::text(say!("{} came out of the city.", by_nation(corps)));
            }
            Happened::DepotMoved { power, .. } => {
                posts.reply = Message::text(say!("{} has moved a depot.", *power));
            }
            Happened::Joined { leader: who, corps, .. } => {
                posts.reply = Message::text(say!("{} is with {}.", leader(*who), corps_said(*corps)));
            }
            Happened::Retired { area: at, corps, .. } => {
                let says =
                    say!("**{}**: {} retire into the city before the attack.", area(*at), by_nation(corps));
                post(made, posts, "retired", Message::text(says));
            }
            Happened::CarriedOut(outcomes) => carried_out(made, posts, outcomes),
            // What marches take is told with them.
            Happened::DepotTaken { .. } if !super::slot::is_by_a_march(&made.entries[..made.i]) => {
                if let Some(says) = depot_taken(happened) {
                    post(made, posts, "depot", Message::text(format!("{says}.")));
                }
            }
            Happened::Overrun { held, .. } => overrun(made, posts, held),
            Happened::Disbanded { minor, by, corps, .. } => {
                let corps: Vec<CorpsId> = corps.iter().map(|(id, _)| *id).collect();
                let minor = nation(Owner::Minor(*minor));
                let says = if corps.is_empty() {
                    say!("**{} is conquered by {}.** No corps of it was on the map.", minor, *by)
                } else {
                    say!("**{} is conquered by {}.** Off the map: {}.", minor, *by, by_nation(&corps))
                };
                post(made, posts, "conquered", Message::text(says));
            }
            Happened::Counted { month, lines } => counted(made, posts, &now, &months::month(*month), lines),
            Happened::Won(won) => ended(made, posts, &now, won),
            _ => siege(made, posts, happened),
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Event::Land(happened) = &made.happened else { return None };
        Some(match happened {
            Happened::Counted { month, .. } => (LineKind::Month, say!("{} is over.", months::month(*month))),
            Happened::Fell { area: at, by, .. } => (LineKind::Other, say!("{} takes {}.", *by, area(*at))),
            Happened::Won(won) => (LineKind::Other, outcome(won.outcome)),
            _ => return None,
        })
    }
}

/// A message with the record's head.
fn with_record(made: &Made<'_>, mut message: Message) -> Message {
    match message.embeds.pop() {
        Some(embed) => message.embeds.push(embed.footer(&made.scene.record())),
        None => {
            let says = std::mem::take(&mut message.content);
            message = message.with(Embed::new("", says).footer(&made.scene.record()));
        }
    }
    message
}

/// A post in the council with the record's head and the rules behind it.
fn post(made: &Made<'_>, posts: &mut Posts, kind: &'static str, message: Message) {
    posts.council(kind, with_record(made, message).and_button(why_button(made.scene, made.line())));
}

/// The same of points and of the end: these rest on the scenario alone, and no rule of the ledger is behind them.
fn post_points(made: &Made<'_>, posts: &mut Posts, kind: &'static str, message: Message) {
    let buttons = vec![
        made.scene.button(Look::Secondary, &say!("Map"), 0, "map/own"),
        made.scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
    ];
    posts.council(kind, with_record(made, message).buttons(buttons));
}

/// A message with the picture of the board, and in words for who does not see it where armies stand.
fn with_the_board(message: Message, now: &Position) -> Message {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for at in now.pieces.corps.values().filter_map(|on_map| on_map.stand.area()) {
        *places.entry(area(at)).or_default() += 1;
    }
    let places: Vec<String> = places.into_iter().map(|(at, corps)| format!("{at} {corps}")).collect();
    let says = say!("The board. Corps by place: {}.", places.join(", "));
    message.picture(BOARD.to_owned(), "board.png".to_owned(), &clip(&says, 1_000))
}

/// The armies stand: where each corps is, and which of them stand elsewhere than in history.
fn ranged(made: &Made<'_>, posts: &mut Posts, now: &Position) {
    let mut message = Message::text(say!(
        "**The armies stand.** Where each corps is all see; what is in it is its owner's."
    ));
    let history = now.historical_set_up();
    let stood = |id: CorpsId| history.and_then(|set_up| set_up.pieces.corps.get(&id)?.stand.area());
    for power in now.choice.powers() {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (id, on_map) in now.pieces.corps.iter().filter(|(id, _)| now.commands(id.owner()) == Some(power))
        {
            let Some(at) = on_map.stand.area() else { continue };
            let name = super::corps_named(*id, power);
            let name = if stood(*id) == Some(at) { name } else { format!("**{name}**") };
            places.entry(area(at)).or_default().push(name);
        }
        let lines: Vec<String> =
            places.into_iter().map(|(at, corps)| format!("{at}: {}", corps.join(", "))).collect();
        let embed = Embed::new(&crate::names::called(power), clip(&lines.join("\n"), 1_500));
        message = message.with(embed.colour(power.colour()));
    }
    let map = made.scene.button(Look::Secondary, &say!("Map"), 0, "map/own");
    post(made, posts, "ranged", with_the_board(message.buttons(vec![map]), now));
}

/// A month begins: what arrives, and what is done now.
fn begins(made: &Made<'_>, posts: &mut Posts, month: &str, lines: &[String]) {
    let says = say!("**{} begins.** Everybody lodges his orders, and says when he is ready.", month);
    let mut message = Message::text(says);
    if !lines.is_empty() {
        message = message.with(Embed::new(&say!("Arrive"), clip(&lines.join("\n"), 2_000)));
    }
    let orders = made.scene.button(Look::Primary, &say!("Orders"), 0, "land/orders");
    post(made, posts, "month", message.buttons(vec![orders]));
}

/// What became of a leader.
fn leader_goes(goes: &LeaderGoes) -> String {
    match (goes.taken_by, goes.with, goes.lost) {
        (None, None, _) if goes.at.is_some() => {
            say!("{} gets away to {}", leader(goes.leader), goes.at.map(area).unwrap_or_default())
        }
        (Some(by), ..) => say!("**{}** is taken by {}", leader(goes.leader), by),
        (None, Some(corps), _) => say!("{} goes to {}", leader(goes.leader), corps_said(corps)),
        (None, None, true) => say!("**{}** is killed", leader(goes.leader)),
        (None, None, false) => say!("{} is wounded", leader(goes.leader)),
    }
}

/// A battle is carried out on the board: what is left of whom, leaders, and who falls back where.
fn carried_out(made: &Made<'_>, posts: &mut Posts, outcomes: &Outcomes) {
    let mut lines = Vec::new();
    for (owner, lost) in &outcomes.lost {
        lines.push(loses(*owner, *lost));
    }
    for (corps, from) in &outcomes.came {
        lines.push(say!("{} came from {}", corps_said(*corps), area(*from)));
    }
    let left = outcomes.left.iter().map(|(corps, left)| {
        if left.is_empty() {
            say!("{}: **gone**", corps_said(*corps))
        } else {
            format!("{}: {left}", corps_said(*corps))
        }
    });
    let left: Vec<String> = left.collect();
    lines.extend(outcomes.leaders.iter().map(leader_goes));
    let fell_back = made.entries[made.i..].iter().find_map(|entry| match happened(entry) {
        Some(Event::Land(Happened::FellBack { battle, corps, to, .. })) if battle == outcomes.battle => {
            Some(say!("{} fall back to {}", by_nation(&corps), area(to)))
        }
        _ => None,
    });
    lines.extend(fell_back);
    let embed = Embed::new("", clip(&lines.join("\n"), 2_000));
    let mut embed = if lines.is_empty() { Embed::default() } else { embed };
    if !left.is_empty() {
        embed = embed.field(&say!("Left, as all saw it"), clip(&left.join("\n"), 1_000));
    }
    let map = made.scene.button(Look::Secondary, &say!("Map"), 0, "map/own");
    let says = say!("**{}**: the battle is carried out on the board.", area(outcomes.area));
    post(made, posts, "carried_out", Message::text(says).with(embed).buttons(vec![map]));
}

/// Minor countries that an enemy holds whole.
fn overrun(made: &Made<'_>, posts: &mut Posts, held: &BTreeMap<ProvinceId, Power>) {
    let each = held.iter().map(|(minor, by)| {
        say!(
            "{} holds all cities of {}: held so at the next month's end too, it is conquered.",
            *by,
            nation(Owner::Minor(*minor))
        )
    });
    let lines: Vec<String> = each.collect();
    if !lines.is_empty() {
        post(made, posts, "overrun", Message::text(clip(&lines.join("\n"), 1_800)));
    }
}

/// The area of which something of a siege is told.
fn besieged(happened: &Happened) -> Option<AreaId> {
    match happened {
        Happened::SiegeStands { area, .. }
        | Happened::SiegeRolled { area, .. }
        | Happened::Starved { area, .. }
        | Happened::Garrisoned { area, .. }
        | Happened::Fell { area, .. } => Some(*area),
        Happened::Stormed(stormed) => Some(stormed.area),
        _ => None,
    }
}

/// What happens in a siege: all of one city by one order in one post, its end in front.
fn siege(made: &Made<'_>, posts: &mut Posts, happened: &Happened) {
    let Some(at) = besieged(happened) else { return };
    let of = |entry: &Entry| match crate::seen::happened(entry) {
        Some(Event::Land(happened)) if besieged(&happened) == Some(at) => Some(happened),
        _ => None,
    };
    // What is told together is told once.
    if made.entries[..made.i].iter().any(|entry| of(entry).is_some()) {
        return;
    }
    let all: Vec<Happened> = made.entries[made.i..].iter().filter_map(of).collect();
    let lines: Vec<String> = all.iter().flat_map(siege_lines).collect();
    let head = all.iter().rev().find_map(|happened| match happened {
        Happened::Fell { by, .. } => Some(say!("**{} falls to {}.**", area(at), *by)),
        Happened::Stormed(stormed) => {
            Some(say!("**{} holds**: the storm of {} is beaten off.", area(at), stormed.by))
        }
        Happened::SiegeRolled { breach: true, .. } => Some(say!("**{} is breached.**", area(at))),
        Happened::SiegeRolled { breach: false, .. } => Some(say!("**{}** is besieged.", area(at))),
        Happened::SiegeStands { on: true, .. } => Some(say!("**{}** is besieged.", area(at))),
        Happened::SiegeStands { on: false, .. } => Some(say!("**{}**: the siege is over.", area(at))),
        Happened::Starved { .. } => Some(say!("**{}**, besieged: hunger.", area(at))),
        _ => None,
    });
    let mut message = Message::text(head.unwrap_or_else(|| area(at)));
    if !lines.is_empty() {
        message = message.with(Embed::new("", clip(&lines.join("\n"), 2_500)));
    }
    post(made, posts, "siege", message);
}

fn siege_lines(happened: &Happened) -> Vec<String> {
    match happened {
        Happened::SiegeStands { corps, on: true, .. } => vec![say!("Besiegers: {}", by_nation(corps))],
        Happened::SiegeRolled { die, needs, breach, .. } => vec![if *breach {
            say!("A breach: the die shows {}, needed were {}", *die, *needs)
        } else {
            say!("No breach: the die shows {}, needed are {}", *die, *needs)
        }],
        Happened::Starved { of, die, value, lost, .. } => {
            vec![say!(
                "The garrison of {} lives at {}, the die shows {}: {} starve",
                nation(*of),
                *value,
                *die,
                *lost
            )]
        }
        Happened::Stormed(stormed) => storm(stormed),
        Happened::Garrisoned { corps, men, .. } => {
            vec![say!("Left in the city: {} of {}", *men, corps_said(*corps))]
        }
        Happened::Fell { lost, corps, leaders, .. } => {
            let mut lines: Vec<String> = lost.iter().map(|(of, men)| loses(*of, *men)).collect();
            if !corps.is_empty() {
                lines.push(say!("Taken: {}", by_nation(corps)));
            }
            let leaders: Vec<String> = leaders.iter().map(|id| leader(*id)).collect();
            if !leaders.is_empty() {
                lines.push(say!("Leaders taken: {}", list(&leaders)));
            }
            lines
        }
        _ => Vec::new(),
    }
}

fn storm(stormed: &Stormed) -> Vec<String> {
    let mut lines: Vec<String> = stormed
        .rounds
        .iter()
        .zip(1u32..)
        .map(|(round, n)| {
            let ([own, theirs], [fell, fallen]) = (round.dice, round.fell);
            say!(
                "Storm, round {}: {} and {}; {} of the besiegers fall, {} of the besieged",
                n,
                own,
                theirs,
                fell,
                fallen
            )
        })
        .collect();
    let left = stormed.corps.iter().filter(|(_, fell, _)| *fell > 0);
    lines.extend(
        left.map(|(corps, fell, now)| say!("{} loses {}: {}", corps_said(*corps), *fell, now.to_string())),
    );
    lines
}

/// How many factors a nation loses.
fn loses(owner: Owner, lost: u32) -> String {
    if lost == 1 {
        say!("{} loses a factor", nation(owner))
    } else {
        say!("{} loses {} factors", nation(owner), lost)
    }
}

/// A line of points: for what.
fn why(line: &Line) -> String {
    match line.why {
        Why::City { area: at } => area(at),
        Why::Factors { factors } => say!("{} factors of the enemy are gone", factors),
        Why::Leaders { leaders: 1 } => say!("a leader of the enemy is taken or killed"),
        Why::Leaders { leaders } => say!("{} leaders of the enemy are taken or killed", leaders),
    }
}

/// What a side has points for, in a field's text.
fn of_side(lines: &[Line], of: Side) -> Option<String> {
    let own: Vec<String> = lines
        .iter()
        .filter(|line| line.side == of)
        .map(|line| format!("{} **+{}**", why(line), line.points))
        .collect();
    (!own.is_empty()).then(|| own.join("\n"))
}

fn with_points(mut embed: Embed, lines: &[Line]) -> Embed {
    for of in Side::BOTH {
        let says = of_side(lines, of).unwrap_or_else(|| say!("nothing"));
        embed = embed.field(&side(of), clip(&says, 1_000));
    }
    embed
}

/// A month's points.
fn counted(made: &Made<'_>, posts: &mut Posts, now: &Position, month: &str, lines: &[Line]) {
    // Where the war ends with it the board has the points of the end already, which have a post of their own.
    let ends = made.entries[made.i..].iter().find_map(|entry| match happened(entry) {
        Some(Event::Land(Happened::Won(won))) => Some(won),
        _ => None,
    });
    let mut count = now.land.count.clone();
    for line in ends.iter().flat_map(|won| &won.lines) {
        *count.0.entry(line.side).or_default() -= line.points;
    }
    let all = super::points(&count);
    let embed = with_points(Embed::new("", all), lines);
    let says = say!("**{} is over**: what each side's cities bring.", month);
    let message = Message::text(says).with(embed);
    post_points(made, posts, "counted", if ends.is_some() { message } else { with_the_board(message, now) });
}

/// How the war ends, in a sentence.
pub(crate) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Decisive => say!("France wins decisively."),
        Outcome::France => say!("France wins."),
        Outcome::Drawn => say!("Nobody wins."),
        Outcome::Allies => say!("Austria and Russia win."),
    }
}

/// The war is over: who wins, and a line for each point that the end brings.
fn ended(made: &Made<'_>, posts: &mut Posts, now: &Position, won: &Won) {
    let count = [Side::France, Side::Allies].map(|of| won.count.of(of));
    let margin = count[0] - count[1];
    let all = say!(
        "{} **{}** points · {} **{}** · France less the allies: {}",
        side(Side::France),
        count[0],
        side(Side::Allies),
        count[1],
        table_commands::speech::signed(margin)
    );
    let mut embed = Embed::new(&say!("At the end"), all);
    for of in Side::BOTH {
        let of_the_end: i64 = won.lines.iter().filter(|line| line.side == of).map(|line| line.points).sum();
        let cities = won.count.of(of) - of_the_end;
        let cities = format!("{} **+{cities}**", say!("Cities, month by month"));
        let all: Vec<String> = [Some(cities), of_side(&won.lines, of)].into_iter().flatten().collect();
        embed = embed.field(&side(of), clip(&all.join("\n"), 1_000));
    }
    let result = &numbers().result;
    embed = embed.field(
        &say!("By the difference"),
        say!(
            "{} and more: France wins decisively; from {}: France wins; from {}: nobody wins; less: Austria and Russia win.",
            result.decisive,
            result.france,
            result.drawn
        ),
    );
    let gone: Vec<String> = now
        .land
        .gone
        .iter()
        .map(|(owner, by_cause): (&Owner, _)| {
            format!("{} {}", nation(*owner), by_cause.values().sum::<u32>())
        })
        .collect();
    if !gone.is_empty() {
        embed = embed.field(&say!("Factors gone"), gone.join(" · "));
    }
    let early = if won.early { say!("The war ends at once.") } else { say!("The war is over.") };
    let says = format!("**{}** {early}", outcome(won.outcome));
    let again = FoundedWith {
        players: now.choice.seats,
        spare: Left::Second,
        operator_seat: false,
        umpire: 0,
        language: spoken(),
        map: 0,
    };
    let again = CustomId::free(&again.verb(&made.scene.public.scenario));
    let again = Component::button(Look::Primary, &say!("Another war…"), again);
    let message = Message::text(says).with(embed).buttons(vec![again]);
    post_points(made, posts, "won", with_the_board(message, now));
}
