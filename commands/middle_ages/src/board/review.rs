//! An endeavour before it is undertaken: what it is, how effective point by point, what it costs, how it may come out.

use super::{code, in_hand};
use crate::endeavour::present::{area, headed, rating};
use crate::present::readings;
use crate::{odds, words};
use middle_ages::Position;
use middle_ages::board::follows::plunder_of;
use middle_ages::board::futile::{Futile, futile};
use middle_ages::board::plan::{Aim, Plan, may};
use middle_ages::board::{Order, Realm, endeavours};
use middle_ages::court::Court;
use middle_ages::endeavour::{Endeavour, Kind, limits};
use middle_ages::event_cards::Card;
use middle_ages::marker::{Marker, to_build};
use table::{Refusal, Said, said};
use table_commands::asked::{At, refused};
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::{Scene, names};
use table_commands::{say, speech};

/// Shows a plan to who asks, with the press that undertakes it where it is his turn.
pub(crate) async fn shown(at: At<'_>, plan: Plan) -> Result<Message, Message> {
    let seen = at.look(|scene| {
        let (position, _, court) = super::playing(scene)?;
        Ok::<_, Said>(of(scene, &position, court, &named(scene, &position, plan.clone())))
    });
    seen.await?.map_err(Message::refusal)?.map_err(|refusal| refused(&refusal))
}

/// A plan in words; a refusal where it could not be declared at all.
fn of(scene: &Scene<'_>, position: &Position, court: Court, plan: &Plan) -> Result<Message, Refusal> {
    let hand = in_hand::of(&scene.own);
    let card = |pos: u32| -> Result<Card, Refusal> {
        let held = hand.iter().find(|held| held.pos == pos);
        held.map(|held| held.card.clone())
            .ok_or_else(|| Refusal::new(said!("That card is not in your hand.")))
    };
    let reads = readings(&scene.public);
    let endeavour = endeavours::foreseen(position, reads, court, plan, card)?;
    let mut lines = vec![headed(court, &endeavour)];
    lines.extend(plan.marker.map(|kind| say!("What is to be built: {}.", words::marker(kind))));
    let used = plan.leader.map(|used| used.pos).into_iter().chain(plan.cards.iter().copied());
    let used: Vec<String> = used.filter_map(|pos| Some(speech::word(&card(pos).ok()?.name))).collect();
    if !used.is_empty() {
        lines.push(say!("With {} of your hand.", names::list(&used)));
    }
    lines.extend(position.board.realms.get(&court).map(|realm| price(realm, &endeavour)));
    lines.extend(nothing_gained(position, court, plan));
    lines.extend(takes(position, court, plan));
    lines.extend(plunder(position, plan));
    lines.extend(defence(position, court, plan));
    let barred = scene.own.seat().and_then(|seat| may(position, reads, seat, plan).err());
    if let Some(why) = &barred {
        let rule = why.rules.first().map(|rule| format!(" {}", rule.printed())).unwrap_or_default();
        lines.push(say!("It cannot be undertaken now: {}", format!("{}{rule}", speech::said(&why.says))));
    }
    let embed = Embed::new(&words::kind(plan.kind), lines.join("\n")).colour(&court.known().colour);
    let embed = rated(scene, position, &endeavour, embed);
    Ok(Message::default().with(embed).buttons(buttons(scene, position, plan, barred.is_none())))
}

/// The plan with the first kind of marker that can be built there, where it has to name one and names none.
fn named(scene: &Scene<'_>, position: &Position, plan: Plan) -> Plan {
    let asks = plan.kind == Kind::Marker && readings(&scene.public).marker_named_before;
    let first = plan.targets.first().filter(|_| asks && plan.marker.is_none());
    let kinds = first.and_then(|aim| position.board.area(aim.area)).map(|held| to_build(&held.markers));
    match kinds.and_then(|kinds| kinds.first().copied()) {
        Some(kind) => Plan { marker: Some(kind), ..plan },
        None => plan,
    }
}

/// What it costs, whatever comes of it.
fn price(realm: &Realm, endeavour: &Endeavour) -> String {
    let cards = words::year_cards(realm.cards.into());
    match (limits::cost(endeavour), realm.cards) {
        (_, 0) => say!("It costs a year card, and you have none left in this turn."),
        (0, 1) => say!("It costs your last year card, and no gold."),
        (0, _) => say!("It costs one of your {}, and no gold.", cards),
        (cost, 1) => {
            say!("It costs {} gold, of which you have {}, and your last year card.", cost, realm.gold)
        }
        (cost, _) => {
            say!("It costs {} gold, of which you have {}, and one of your {}.", cost, realm.gold, cards)
        }
    }
}

/// What plunder would bring.
fn plunder(position: &Position, plan: &Plan) -> Option<String> {
    let aim = plan.targets.first().filter(|_| plan.kind == Kind::Pillage)?;
    let (data, held) = (position.data(), position.board.area(aim.area)?);
    let (gold, name) = (plunder_of(data, aim.area), data.name(aim.area));
    Some(match held.owner.filter(|_| held.unrest) {
        Some(_) => say!("Plunder brings {} gold, and {}, which is in unrest, may rebel.", gold, name),
        None => say!("Plunder brings {} gold, and {} goes to unrest.", gold, name),
    })
}

/// Where a success would change nothing, target by target.
fn nothing_gained(position: &Position, court: Court, plan: &Plan) -> Vec<String> {
    let says = |aim: &Aim| {
        let name = position.data().name(aim.area);
        Some(match futile(&position.board, court, plan.kind, aim.area)? {
            Futile::AtLimit { limit, calms: true } => say!(
                "{} is at its highest social state, {}: a success calms its unrest, and raises nothing.",
                name,
                speech::signed(limit.into())
            ),
            Futile::AtLimit { limit, calms: false } => say!(
                "{} is at its highest social state, {}: a success raises nothing.",
                name,
                speech::signed(limit.into())
            ),
            Futile::Fortified => say!("{} has all its fortification: a success builds nothing.", name),
            Futile::AtLowest => say!("The social state of {} falls no lower: only plunder counts.", name),
            Futile::Tied => {
                say!("You have a tie to {}, where a court sits: negotiation brings nothing more.", name)
            }
        })
    };
    plan.targets.iter().filter_map(says).collect()
}

/// How many results of conquest the area takes.
fn takes(position: &Position, court: Court, plan: &Plan) -> Option<String> {
    let aim = plan.targets.first().filter(|_| plan.kind == Kind::Conquer)?;
    let has = position.board.area(aim.area)?.contested.get(&court).copied().unwrap_or(0);
    let needs = middle_ages::board::conquered_at(position.data(), aim.area);
    Some(say!(
        "{} falls to you with {}; of these you have {}.",
        position.data().name(aim.area),
        names::count(needs.into(), "result of conquest", "results of conquest"),
        has
    ))
}

/// Who may still defend, and what that would take off.
fn defence(position: &Position, court: Court, plan: &Plan) -> Option<String> {
    let owner = endeavours::may_defend(position, court, plan)?;
    let combat = position.board.realms.get(&owner)?.leader.combat;
    Some(if plan.kind.is_attack() {
        say!(
            "{} may defend it, which these odds leave out: a year card takes {} off, and each gold with it 1.",
            words::court(owner),
            combat
        )
    } else {
        say!("{} may put gold against it, which these odds leave out: each takes 1 off.", words::court(owner))
    })
}

/// The effectiveness of each target, and its odds where the group has them.
fn rated(scene: &Scene<'_>, position: &Position, endeavour: &Endeavour, mut embed: Embed) -> Embed {
    let with_odds = scene.public.switch(table::switches::ODDS) != "no";
    for one in middle_ages::odds::odds(endeavour, readings(&scene.public), &position.may_come()) {
        let title = match endeavour.targets.len() {
            1 => say!("Effectiveness"),
            _ => say!("Effectiveness: {}", area(&one.target)),
        };
        embed = embed.field(&title, rating(&one.rating));
        if with_odds {
            let title = say!("Odds over all that may come: {}", words::year_cards(one.cards));
            embed = embed.field(&title, odds::chances(endeavour.kind, &one).join("\n"));
        }
    }
    embed
}

/// What the press that undertakes a plan carries: how many endeavours there were when it was shown, counted from 1.
fn shown_at(position: &Position) -> u64 {
    u64::from(position.endeavours) + 1
}

/// The plan as it stands now, where something was undertaken since the one was shown whose press carries this; `None` where nothing was. A
/// second tap on it is no second endeavour.
pub(crate) async fn outdated(at: At<'_>, prompt: u64, plan: &Plan) -> Option<Result<Message, Message>> {
    let now = at.look(|scene| crate::present::position(&scene.own).map(|position| shown_at(&position)));
    let is_old = prompt != 0 && now.await.ok().flatten().is_some_and(|now| now != prompt);
    if !is_old {
        return None;
    }
    let content = say!("Something was undertaken since this was shown. So it stands now:");
    Some(shown(at, plan.clone()).await.map(|message| Message { content, ..message }))
}

fn buttons(scene: &Scene<'_>, position: &Position, plan: &Plan, may_now: bool) -> Vec<Component> {
    let numbered = |look, label: String, plan: &Plan, (prompt, verb): (u64, &str)| {
        let code = code::written(position.data(), &Order::Declare { plan: plan.clone() })?;
        Some(scene.button(look, &label, prompt, &format!("ages/{verb}/{code}")))
    };
    let button = |look, label: String, plan: &Plan, verb: &str| numbered(look, label, plan, (0, verb));
    let mut all = Vec::new();
    if may_now {
        all.extend(numbered(Look::Success, say!("Undertake it"), plan, (shown_at(position), "do")));
    }
    let reads = readings(&scene.public);
    let allowed = |plan: &Plan| scene.own.seat().is_some_and(|seat| may(position, reads, seat, plan).is_ok());
    for kind in
        plan.marker.map(|_| Marker::ALL).into_iter().flatten().filter(|kind| plan.marker != Some(*kind))
    {
        let other = Plan { marker: Some(kind), ..plan.clone() };
        if allowed(&other) {
            all.extend(button(Look::Secondary, words::marker(kind), &other, "plan"));
        }
    }
    let with_gold = |by: fn(u8) -> Option<u8>| {
        let aims = plan.targets.iter().map(|aim| Some(Aim { gold: by(aim.gold)?, ..*aim }));
        let targets = aims.collect::<Option<Vec<Aim>>>()?;
        Some(Plan { targets, ..plan.clone() }).filter(allowed)
    };
    if let Some(more) = with_gold(|gold| gold.checked_add(1)) {
        all.extend(button(Look::Secondary, say!("1 gold more"), &more, "plan"));
    }
    if let Some(less) = with_gold(|gold| gold.checked_sub(1)) {
        all.extend(button(Look::Secondary, say!("1 gold less"), &less, "plan"));
    }
    all.push(scene.button(Look::Secondary, &say!("Change"), 0, &format!("ages/kind/{}", plan.kind.key())));
    all
}
